"""Set-up: where a column comes on and goes, and where those lie who await it [17.3E] [17.12] [17.13]."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from sandtable.engine import Additions, Form, Option, Refusal, Unknown
from sandtable.engine.asks import Ask
from sandtable.games.tank.charts import CHARTS
from sandtable.games.tank.country import Country, inward
from sandtable.games.tank.events import Placed, SomebodyPlaced
from sandtable.games.tank.identity import tell_of
from sandtable.games.tank.routes import leading_to, shortest, through, within_reach
from sandtable.games.tank.settling import may_share
from sandtable.games.tank.spotting import spot_from_place
from sandtable.games.tank.state import ALPHA, BRAVO, GONE, HIDDEN, Field, Play, State
from sandtable.hexes import LETTERS, opposite

OPPOSITE = {"W": "Y", "X": "Z", "Y": "W", "Z": "X"}


class March(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a column comes on, its order, and the places that its route leads through.

    Units that the order does not name follow in the order of the roster.
    """

    entry: str = ""
    order: tuple[str, ...] = ()
    route: tuple[str, ...] = ()


class Post(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A unit, its hex, and the hexside that it faces; toward the enemy if that is not given."""

    unit: str
    hex: str
    facing: str = ""


class Posts(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where all units of a side lie in wait."""

    posts: tuple[Post, ...] = ()


class FormColumn(Form[March]):
    """The entry hex, the order and the route of a column [17.3E] [17.11]."""

    table: Play
    name, case, shape, private = "column", "17.3E", March, True

    def question(self) -> str:
        return "Where does your column come on, in which order, and along which route?"

    @property
    def edge(self) -> str:
        return self.table.scene.situation.entries[self.side]

    def names(self, edge: str) -> list[str]:
        field = self.table.scene
        return [field.hex_name(hex) for hex in field.country.edges[edge]]

    def faults(self, draft: March) -> list[Refusal]:
        return [*self._entry_faults(draft), *self._order_faults(draft)]

    def _entry_faults(self, draft: March) -> Iterator[Refusal]:
        """The entry hex lies on the edge, and a route leads on from there [17.3E] [17.11]."""
        if draft.entry not in self.names(self.edge):
            wrong = f"{draft.entry} is no hex of edge {self.edge}"
            yield Refusal("17.3E", wrong if draft.entry else "no hex to come on at is named", "entry")
            return
        way, faults = self.track(draft)
        yield from faults
        if not faults and self.table.scene.situation.meeting:
            far = OPPOSITE[self.edge]
            if not self.table.scene.country.on_edge(way[-1], far):
                yield Refusal("17.11", f"the route leads right across the map to edge {far}", "route")

    def _order_faults(self, draft: March) -> Iterator[Refusal]:
        """Units of the side, each once [17.3E]."""
        own = [self.table.scene.units[unit] for unit in self.table.scene.own[self.side]]
        for place, name in enumerate(draft.order):
            if name not in own:
                yield Refusal("17.3E", "is no unit of this side", name)
            elif name in draft.order[:place]:
                yield Refusal("17.3E", "stands twice in the column", name)

    def track(self, draft: March) -> tuple[tuple[int, ...], list[Refusal]]:
        """The hexes of the route; without one, and always in a meeting engagement, on to the far edge."""
        field = self.table.scene
        way, faults = through(field, field.hex(draft.entry), draft.route)
        far = OPPOSITE[self.edge]
        if not faults and (field.situation.meeting or not draft.route):
            way = way[:-1] + straight_across(field, way[-1], far)
        return way, faults

    def blank(self) -> March:
        return March()

    def grow(self, draft: March) -> Sequence[tuple[Option, March]]:
        """First the entry hex, then where the route leads, then who follows whom."""
        if not draft.entry:
            return [(Option(hex, f"come on at {hex}", hex=hex), March(hex)) for hex in self._entries()]
        units = [self.table.scene.units[unit] for unit in self.table.scene.own[self.side]]
        grown = [
            (Option(name, f"{name} is number {len(draft.order) + 1}", unit=name), (*draft.order, name))
            for name in units
            if name not in draft.order
        ]
        found = [(option, March(draft.entry, order, draft.route)) for option, order in grown]
        if not draft.route and not draft.order:
            for end in self._ends(draft.entry):
                found.append((Option(f"to {end}", f"head for {end}"), March(draft.entry, (), (end,))))
        return found

    def _entries(self) -> list[str]:
        """The hexes of the edge from which a vehicle can get across."""
        field = self.table.scene
        ways = leading_to(field.country, OPPOSITE[self.edge])
        return [field.hex_name(hex) for hex in field.country.edges[self.edge] if hex in ways]

    def _ends(self, entry: str) -> list[str]:
        """The hexes of the far edge to which a vehicle can get from the entry hex."""
        field = self.table.scene
        ends = within_reach(field.country, field.hex(entry), OPPOSITE[self.edge])
        return [field.hex_name(hex) for hex in ends]


class LieInWait(Form[Posts]):
    """The hex of every unit that is not in a column, and which way it faces [17.12] [17.13] [14.5]."""

    table: Play
    name, case, shape, private = "posts", "17.12", Posts, True

    def question(self) -> str:
        return "Where do your units lie in wait, and which way do they face?"

    @property
    def edge(self) -> str:
        """The edge from which the enemy comes."""
        return self.table.scene.situation.entries[1 - self.side]

    def faults(self, draft: Posts) -> list[Refusal]:
        return list(self._faults(draft))

    def _faults(self, draft: Posts) -> Iterator[Refusal]:
        """Every unit once, far enough from the edge, and not too many in a hex [17.12] [14.6] [14.8]."""
        field, in_hex = self.table.scene, dict[int, list[int]]()
        named = [post.unit for post in draft.posts]
        for unit in field.own[self.side]:
            if field.units[unit] not in named:
                yield Refusal("17.12", "has been given no hex", field.units[unit])
        for place, post in enumerate(draft.posts):
            if post.unit in named[:place]:
                yield Refusal("17.12", "is named twice", post.unit)
                continue
            hex = yield from self._place_faults(post)
            if hex >= 0:
                there = in_hex.setdefault(hex, [])
                there.append(field.unit(post.unit))
                if not may_share(field, there):
                    yield Refusal("11.0", f"there is no room left in {post.hex}", post.unit)

    def _place_faults(self, post: Post) -> Any:
        """What is wrong with one post; gives its hex, or -1 [17.12] [14.5]."""
        field, deep = self.table.scene, CHARTS.map.set_up_distance
        try:
            unit, hex = field.unit(post.unit), field.hex(post.hex)
        except Unknown as error:
            yield Refusal("17.12", str(error), post.unit)
            return -1
        if unit not in field.own[self.side]:
            yield Refusal("17.12", "is no unit of this side", post.unit)
            return -1
        if field.country.depth(hex, self.edge) < deep:
            yield Refusal("17.12", f"{post.hex} lies less than {deep} hexes from edge {self.edge}", post.unit)
        if post.facing and (len(post.facing) != 1 or post.facing not in LETTERS):
            yield Refusal("14.5", f"there is no hexside {post.facing!r}; they are A to F", post.unit)
        return hex

    def blank(self) -> Posts:
        return Posts()

    def complete(self, draft: Posts) -> bool:
        return len(draft.posts) == len(self.table.scene.own[self.side]) and not self.faults(draft)

    def grow(self, draft: Posts) -> Sequence[tuple[Option, Posts]]:
        """Another facing for the unit that was placed last, and the next one in every hex with room."""
        words = [*self._turned(draft), *self._next(draft)]
        return Additions(words, lambda word: self._grown(draft, self._post(draft, word)))

    def _post(self, draft: Posts, word: str) -> Post:
        """What a hexside or hex number means: the last unit turned that way, or the next one put there."""
        if word in LETTERS:
            return Post(draft.posts[-1].unit, draft.posts[-1].hex, word)
        own = self.table.scene.own[self.side]
        return Post(self.table.scene.units[own[len(draft.posts)]], word)

    def _grown(self, draft: Posts, post: Post) -> tuple[Option, Posts]:
        """The draft with a post, in place of the last one if that is the same unit's."""
        if draft.posts and draft.posts[-1].unit == post.unit:
            text = f"{post.unit} faces {post.facing}"
            return Option(post.facing, text, unit=post.unit), Posts((*draft.posts[:-1], post))
        text = f"{post.unit} in {post.hex}"
        return Option(post.hex, text, unit=post.unit, hex=post.hex), Posts((*draft.posts, post))

    def _turned(self, draft: Posts) -> Sequence[str]:
        """Every facing of the unit that was placed last; infantry has none [14.5]."""
        field, last = self.table.scene, draft.posts[-1] if draft.posts else None
        if last is None or last.facing or field.weapons[field.unit(last.unit)].infantry:
            return ()
        return LETTERS

    def _next(self, draft: Posts) -> Sequence[str]:
        """The hexes for the next unit: all that are deep enough and have room [17.12] [14.8]."""
        field, own = self.table.scene, self.table.scene.own[self.side]
        if len(draft.posts) == len(own):
            return []
        unit, taken = own[len(draft.posts)], dict[str, list[int]]()
        for post in draft.posts:
            taken.setdefault(post.hex, []).append(field.unit(post.unit))
        full = {hex for hex, there in taken.items() if not may_share(field, [*there, unit])}
        return [hex for hex in deep_enough(field, self.edge) if hex not in full]


@cache
def _hexes_from(country: Country, edge: str, deep: int) -> tuple[str, ...]:
    names = country.board.names
    return tuple(names[hex] for hex in range(country.board.count) if country.depth(hex, edge) >= deep)


def deep_enough(field: Field, edge: str) -> tuple[str, ...]:
    """The hexes that lie far enough from the edge over which the enemy comes [17.12] [17.13]."""
    return _hexes_from(field.country, edge, CHARTS.map.set_up_distance)


def straight_across(field: Field, start: int, edge: str) -> tuple[int, ...]:
    """The cheapest way to the nearest hex of the far edge that can be reached, the start included."""
    country = field.country
    for goal in sorted(country.edges[edge], key=lambda hex: (country.distance(start, hex), hex)):
        way = shortest(country, start, goal)
        if way is not None:
            return way
    return (start,)


async def deploy(table: Play) -> None:
    """Columns form up, and those who await them lie down, in secret and at once
    [16.0] [17.11] [17.12] [17.13] [17.3E]."""
    entries = table.scene.situation.entries
    columns = [FormColumn(table, side) for side in (ALPHA, BRAVO) if entries[side]]
    waiting = [LieInWait(table, side) for side in (ALPHA, BRAVO) if not entries[side]]
    asks: list[Ask[Any]] = [*columns, *waiting]
    answers = await table.ask_all(asks, resumable=True)
    for ask in columns:
        form_up(table.scene, table.state, ask.side, answers[ask.side].order, ask.track(answers[ask.side])[0])
    for lying in waiting:
        take_posts(table, lying.side, answers[lying.side])
    table.state.ready = True


def form_up(field: Field, state: State, side: int, order: Sequence[str], track: tuple[int, ...]) -> None:
    """The units queue off the map, one point apart, facing inward [17.3E]."""
    own, first = field.own[side], [field.unit(name) for name in order]
    facing = inward(field.situation.entries[side])
    state.tracks[side] = track
    for place, unit in enumerate([*first, *(unit for unit in own if unit not in first)], 1):
        state.hexes[unit] = state.place[unit] = -place
        if not field.weapons[unit].infantry:
            state.facing[unit] = facing


def take_posts(table: Play, side: int, posts: Posts) -> None:
    """All lie hidden in Improved Positions; or, in a rearguard action, where they will appear is noted
    [17.12] [17.13] [14.0] [14.5]."""
    field, state = table.scene, table.state
    toward = opposite(inward(field.situation.entries[1 - side]))
    state.noted = state.noted or [GONE] * len(state.units)
    for post in posts.posts:
        unit, hex = field.unit(post.unit), field.hex(post.hex)
        if not field.weapons[unit].infantry:
            state.facing[unit] = LETTERS.index(post.facing) if post.facing else toward
        if not field.situation.improved:
            state.noted[unit] = hex
            continue
        state.hexes[unit] = hex
        state.flags[unit] |= HIDDEN
        if hex not in state.positions:
            state.positions.append(hex)


def awaited(state: State) -> bool:
    """Are there units still to be placed where was noted, now that the enemy has come on [17.13]?"""
    return any(hex >= 0 for hex in state.noted)


async def appear(table: Play) -> None:
    """The rearguard is placed face down when the enemy has come on; spotting starts [17.13]."""
    state = table.state
    for unit, hex in enumerate(state.noted):
        if hex >= 0:
            state.hexes[unit] = hex
            tell_of(table, unit, Placed(unit, hex), SomebodyPlaced(hex))
    state.noted = []
    await spot_from_place(table)
