"""Scenarios of one's own: a text form in position files, with every fault told at once [15.9].

The table `state.scenario` of a position file has the fields of `scenarios.Scenario`, and `points`, what each
force may cost. docs/raid.md shows one.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from sandtable.engine import BadPosition, Position, Refusal
from sandtable.games.raid.kit_checks import map_faults
from sandtable.games.raid.points import cost
from sandtable.games.raid.scenarios import SIDES, Force, Scenario, Zone

PLACE = "state.scenario"


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the forces may cost."""

    alpha: int | None = None
    bravo: int | None = None


def own_scenario(position: Position) -> tuple[Scenario | None, list[Refusal]]:
    """The scenario that a position file brings, if any, and all that is wrong with it [15.9]."""
    raw = position.state.get("scenario")
    if raw is None or not isinstance(raw, Mapping):
        return None, []
    draft = Draft()
    scenario = draft.scenario(raw)
    if scenario is not None:
        draft.faults += over_budget(scenario, draft.budget)
        try:
            faults = [*scenario.faults(), *map_faults(scenario, position)]
            draft.faults += [_refusal(place, reason) for place, reason in faults]
        except BadPosition as error:
            draft.faults += error.refusals
    return (None if draft.faults else scenario), draft.faults


def scenario_text(scenario: Scenario | None) -> dict[str, Any]:
    """A scenario in the words of the text form; nothing for none."""
    return {} if scenario is None else dict(msgspec.to_builtins(scenario))


def over_budget(scenario: Scenario, budget: Budget) -> Iterator[Refusal]:
    """Forces that cost more than was agreed."""
    for side, force in zip(SIDES, scenario.forces, strict=True):
        most, points = getattr(budget, side), cost(force)
        if most is not None and points > most:
            yield _refusal(f"points.{side}", f"{side} costs {points} points, and may cost {most}")


def _refusal(place: str, reason: str) -> Refusal:
    return Refusal("15.9", reason, f"{PLACE}.{place}")


class Draft:
    """Takes a scenario in field by field, so that one bad field does not hide another."""

    def __init__(self) -> None:
        self.faults: list[Refusal] = []
        self.budget = Budget()
        self.legible = True
        """Could everything that is needed be read, so that the whole can be judged too?"""

    def scenario(self, raw: Mapping[str, Any]) -> Scenario | None:
        """The scenario, or None if some of it is missing or cannot be read."""
        raw = {"id": "own", "case": "15.9", **raw}
        budget = self.value(raw.pop("points", {}), Budget, "points")
        self.budget = budget or self.budget
        forces: dict[str, Any] = {side: self.force(raw.pop(side, None), side) for side in SIDES}
        heading = self.fields(raw, Scenario, "", without=SIDES)
        return Scenario(**heading, **forces) if self.legible else None

    def force(self, raw: object, side: str) -> Force | None:
        """One side's force, its zones one by one."""
        if not isinstance(raw, Mapping):
            self.missing(side, "the force of this side is missing")
            return None
        given = {**raw}
        zones = given.pop("zones", None)
        if not isinstance(zones, list | tuple):
            self.missing(f"{side}.zones", "it is missing where the force sets up or comes in")
            zones = []
        found = [self.value(zone, Zone, f"{side}.zones[{place}]") for place, zone in enumerate(zones)]
        fields = self.fields(given, Force, f"{side}.", without=("zones",))
        return Force(**fields, zones=tuple(found)) if self.legible else None

    def fields(
        self, raw: Mapping[str, Any], shape: type[msgspec.Struct], place: str, without: tuple[str, ...]
    ) -> dict[str, Any]:
        """The fields of a struct, each read by itself."""
        known = {field.name: field for field in msgspec.structs.fields(shape) if field.name not in without}
        for name, field in known.items():
            if field.required and name not in raw:
                self.missing(f"{place}{name}", "it is missing")
        found = {}
        for name, value in raw.items():
            if name in known:
                found[name] = self.value(value, known[name].type, f"{place}{name}")
            else:
                self.fault(f"{place}{name}", f"there is no such field; there are {', '.join(known)}")
        return found

    def value(self, raw: object, shape: Any, place: str) -> Any:
        """A value of this form, or None where it is not."""
        try:
            return msgspec.convert(raw, shape)
        except msgspec.ValidationError as error:
            self.missing(place, str(error))
            return None

    def missing(self, place: str, reason: str) -> None:
        """Something is not there, or cannot be read."""
        self.legible = False
        self.fault(place, reason)

    def fault(self, place: str, reason: str) -> None:
        self.faults.append(_refusal(place, reason))
