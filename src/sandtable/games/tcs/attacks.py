"""What a unit may do in its Action Phase besides moving: assault, overrun, retreat of its own will [1.3f]."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple

from sandtable.engine import Refusal, Several
from sandtable.games.tcs.assault import assault, why_not_assault
from sandtable.games.tcs.orders import barred, judged, note, note_down
from sandtable.games.tcs.overrun import overrun, why_not_overrun
from sandtable.games.tcs.overwatch import overwatch
from sandtable.games.tcs.retreats import retreat
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import DONE, NOBODY, PARALYZED, RETREATED, has, stack
from sandtable.games.tcs.verdicts import Verb

ASSAULT, OVERRUN, RETREAT = "assault", "overrun", "retreat"


class Attack(NamedTuple):
    """What is done, and against which hex."""

    deed: str
    hex: int = NOBODY


Bar = Callable[[Play, int, int], Refusal | None]
_BARS: Mapping[str, Bar] = {ASSAULT: why_not_assault, OVERRUN: why_not_overrun}
_DEEDS: Mapping[str, Callable[[Play, Sequence[int], int], Awaitable[None]]] = {
    ASSAULT: assault,
    OVERRUN: overrun,
}


def attack_key(table: Play, attack: Attack) -> str:
    """The attack as players name it, such as "assault 1210"."""
    return f"{attack.deed} {table.scene.hex_name(attack.hex)}".strip()


def why_not_retreat(table: Play, unit: int) -> Refusal | None:
    """A voluntary retreat takes the place of all movement [9.4b] [9.4d] [12.0h]."""
    state, type, name = table.state, table.scene.types[unit], table.scene.units[unit]
    moves = type.category == "infantry" or (type.category == "at_gun" and not type.tow_only)
    bars = (
        ("9.4b", f"{name} cannot retreat by itself", not moves or state.hexes[unit] < 0),
        ("9.4b", f"{name} is paralyzed", has(state, unit, PARALYZED)),
        ("9.4d", f"{name} has moved in this phase", state.spent[unit] + state.ridden[unit] > 0),
        ("9.4h", f"{name} is done for this phase", has(state, unit, DONE | RETREATED)),
    )
    return next((Refusal(case, reason) for case, reason, holds in bars if holds), None)


def attacks(table: Play, unit: int) -> list[Attack]:
    """Every assault and overrun that a unit may begin, and its retreat [9.4d] [13.0] [14.0]."""
    hex = table.state.hexes[unit]
    if hex < 0:
        return []
    around = table.scene.country.neighbours[hex * 6 : hex * 6 + 6]
    found = [
        Attack(deed, beyond)
        for beyond in around
        if beyond >= 0 and stack(table.state, beyond, 1 - table.state.side[unit])
        for deed, bar in _BARS.items()
        if bar(table, unit, beyond) is None
    ]
    found = [attack for attack in found if judged(table, unit, _verb(attack), attack.hex).ruling != "refuse"]
    return [*found, Attack(RETREAT)] if why_not_retreat(table, unit) is None else found


def why_not_attack(table: Play, unit: int, attack: Attack) -> Refusal | None:
    """Why a unit may not do it."""
    if attack.deed == RETREAT:
        return why_not_retreat(table, unit)
    found = _BARS[attack.deed](table, unit, attack.hex)
    return found or barred(table, unit, _verb(attack), attack.hex)


def _verb(attack: Attack) -> Verb:
    """What the rules of orders call it."""
    return "assault" if attack.deed == ASSAULT else "overrun"


async def carry_out(table: Play, unit: int, attack: Attack) -> None:
    """Others may join an assault or overrun; then it is fought out [13.1c] [14.1b]."""
    if attack.deed == RETREAT:
        note_down(table, unit, "OS-SYR", "it retreats of its own will")
        await retreat(table, unit, overwatch)
        return
    ask = JoinAttack(table, unit, attack)
    others = await table.ask(ask) if ask.options else ()
    for one in (unit, *others):
        note(table, one, _verb(attack), attack.hex)
    await _DEEDS[attack.deed](table, (unit, *others), attack.hex)


class JoinAttack(Several[int]):
    """Which other units assault or overrun the hex together with the first [13.1c] [14.1b]."""

    __slots__ = ("attack",)
    table: Play
    name, case, options_are = "join-attack", "13.1c", "units"

    def __init__(self, table: Play, unit: int, attack: Attack) -> None:
        super().__init__(table, table.state.side[unit], unit)
        self.attack = attack

    def question(self) -> str:
        units = self.table.scene.units
        return f"Who joins {units[self.unit]} to {attack_key(self.table, self.attack)}?"

    def offer(self) -> Sequence[int]:
        own = self.table.scene.own[self.side]
        return [
            unit
            for unit in own
            if unit != self.unit and why_not_attack(self.table, unit, self.attack) is None
        ]

    def why_not(self, key: str) -> Refusal:
        found = why_not_attack(self.table, self.table.scene.unit(key), self.attack)
        return found or super().why_not(key)
