"""The conformance suite: every game holds it, and every check in it can fail."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

import msgspec
import pytest
from tests.toy import HIT, Chance, Found, Noted, Play, State, Toy, Word, Words, plain_board

from sandtable.engine import (
    D6,
    Choice,
    Choose,
    Event,
    Form,
    Odds,
    Option,
    Refusal,
    Refused,
    Scene,
    UnitRef,
    at_most,
)
from sandtable.engine.events import NOBODY
from sandtable.engine.game import Bot, Game, games
from sandtable.engine.record import read_record, replay
from sandtable.engine.views import Seat
from sandtable.lab.conformance import (
    CHECKS,
    Failed,
    Failure,
    Trial,
    examine,
    read_failure,
    record_of,
    reproduce,
    survey,
    write_failure,
)
from sandtable.lab.conformance.copying import strange
from sandtable.lab.conformance.failure import Given

SUBJECTS = [(name, scenario.key) for name, game in games().items() for scenario in game.scenarios()]
SECONDS = max(2.0, min(10.0, 100 / len(SUBJECTS)))
"""The time for one scenario: the more there are, the less for each; one round of checks is always made."""


@pytest.mark.parametrize(("name", "scenario"), SUBJECTS)
def test_every_game_conforms(name: str, scenario: str, tmp_path: Path) -> None:
    """Every check holds on every scenario of every installed game, for as many seeds as there is time for."""
    try:
        count = survey(games()[name], scenario, SECONDS)
    except Failed as failed:
        file = write_failure(failed.failure, tmp_path)
        pytest.fail(f"{failed}\n{failed.failure.trace}\nTo see it again: sandtable soak --again {file}")
    assert count >= len(CHECKS)


# -- a sound game, from which flawed ones differ in one thing ------------------------------------


class HuntScene(Scene):
    """A scene that can be asked for the game, so that a flaw is one overridden method."""

    def __init__(self, hunt: "Hunt") -> None:
        super().__init__(plain_board(), ("A", "B"), ("U1", "U2"))
        self.hunt = hunt
        self.count = 0


class Search(Choose[Any]):
    """Where A looks for what B has hidden."""

    name, case, resumable = "search", "1.7", True

    def offer(self) -> Sequence[Any]:
        return range(1, 7)


class Load(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    things: tuple[str, ...] = ()


class Pack(Form[Load]):
    """One or two things to carry home."""

    name, case, shape = "pack", "1.8", Load

    def faults(self, draft: Load) -> list[Refusal]:
        odd = [Refusal("1.8", "is nothing to pack", thing) for thing in draft.things if thing not in "xyz"]
        return odd or ([] if 1 <= len(draft.things) <= 2 else [Refusal("1.8", "one or two things")])

    def blank(self) -> Load:
        return Load()

    def grow(self, draft: Load) -> Sequence[tuple[Option, Load]]:
        if len(draft.things) == 2:
            return []
        return [(Option(thing, thing), Load((*draft.things, thing))) for thing in "xyz"]


class Hound:
    """Looks where its view and seed lead it."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def answer(self, seat: Seat[Any, Any]) -> Any:
        ask: Any = seat.ask
        if isinstance(ask, Form):
            return Load(("x",))
        if isinstance(ask, Words):
            return tuple(ask.options[:1])
        return ask.options[self.nose(seat) % len(ask.options)]

    def nose(self, seat: Seat[Any, Any]) -> int:
        return sum(self.seed) + len(seat.heard())


class Hunt(Toy):
    """B hides and A hides; A searches where B may shoot at it; both pack up. Sound in everything."""

    search: ClassVar[type[Choose[Any]]] = Search
    window: ClassVar[type[Choose[Any]]] = Chance
    odds_of_shot: ClassVar[Odds] = HIT
    rounds = 5
    checkpoint_bound = 4

    def __init__(self) -> None:
        super().__init__(hide, search, pack)

    def set_up(self, scenario: str, options: Mapping[str, str]) -> tuple[Scene, State]:
        return HuntScene(self), self.state_type()

    def secrets(self, table: Play, side: int) -> Mapping[str, object]:
        there = table.state.secret[1 - side]
        return {f"where {'BA'[side]} hides": there} if there else {}

    def before_search(self, table: Play) -> None:
        """What happens before each search: nothing."""

    def looked(self, table: Play, where: Any) -> None:
        """What everybody learns of a search."""
        found = where == table.state.secret[1]
        table.report(Found() if found else Noted(str(where)))
        table.state.trail.append("found" if found else "nothing")

    async def shoot(self, table: Play) -> str:
        return await table.roll(self.odds_of_shot)

    def bots(self) -> Mapping[str, Callable[[bytes], Bot]]:
        return {"hound": Hound}


def hunt_at(table: Any) -> Hunt:
    hunt: Hunt = table.scene.hunt
    return hunt


async def hide(table: Play) -> None:
    asks = [Word(table, side, *"123456") for side in (0, 1)]
    places = await table.ask_all(asks, resumable=True)
    table.state.secret = [int(places[0]), int(places[1])]


async def search(table: Play) -> None:
    hunt = hunt_at(table)
    while table.state.done[0] < hunt.rounds:
        hunt.before_search(table)
        where = await table.ask(hunt.search(table, 0))
        table.state.done[0] += 1
        hunt.looked(table, where)
        if await table.ask(hunt.window(table, 1)) is not None:
            table.state.trail.append(await hunt.shoot(table))


async def pack(table: Play) -> None:
    table.state.trail += await table.ask(Words(table, 1))
    table.state.trail += (await table.ask(Pack(table, 0))).things


@pytest.mark.parametrize("check", CHECKS)
def test_a_sound_game_passes(check: str) -> None:
    """No check fails without a reason: with two greedy sides and without, each passes on a sound game."""
    for seed in range(1, 7 if check != "repeats-elsewhere" else 2):
        examine(check, Trial(Hunt(), "only", seed))


# -- one flaw each ---------------------------------------------------------------------------------


class NeverEnds(Hunt):
    rounds, longest = 10**9, 60


class BreaksItsInvariant(Hunt):
    def faults(self, table: Play) -> Sequence[str]:
        return ["A has searched three times"] if table.state.done[0] == 3 else []


class Empty(Search):
    def offer(self) -> Sequence[Any]:
        return () if self.table.state.done[0] == 2 else (1, 2)


class OffersNothing(Hunt):
    search = Empty


class Ambiguous(Search):
    def key(self, option: Any) -> str:
        return str(min(option, 5))


class GivesTwoOptionsOneKey(Hunt):
    search = Ambiguous


class Mistaken(Search):
    def read(self, wire: object) -> Any:
        return 6 if wire == "5" else super().read(wire)


class ReadsAnotherAnswer(Hunt):
    search = Mistaken


class Renamed(Search):
    def describe(self, option: Any) -> Option:
        return Option(f"no {option}", "elsewhere")


class ShowsOtherKeysThanItReads(Hunt):
    search = Renamed


class Insistent(Chance):
    def offer(self) -> Sequence[int | None]:
        return (1, 2)


class OffersNoWayToPass(Hunt):
    window = Insistent


class Silent(Event, frozen=True):
    case = "1.9"


class TellsNothing(Hunt):
    def before_search(self, table: Play) -> None:
        table.report(Silent())


class ShowsWhatCannotBeSent(Hunt):
    def view(self, table: Play, side: int | None) -> msgspec.Struct:
        view = super().view(table, side)
        view.trail = [object()]  # type: ignore[attr-defined]
        return view


class BreaksDown(Hunt):
    def looked(self, table: Play, where: Any) -> None:
        if where == 3:
            raise ZeroDivisionError("no third place")
        super().looked(table, where)


CALLS = itertools.count()


class CountsAcrossGames(Hunt):
    def before_search(self, table: Play) -> None:
        table.report(Noted(f"search {next(CALLS)}"))


class Unordered(Search):
    def offer(self) -> Sequence[Any]:
        return list({"alder", "birch", "cedar", "elm", "fir", "hazel"})


class FollowsTheOrderOfASet(Hunt):
    search = Unordered


class Counted(Search):
    def context(self) -> Mapping[str, object]:
        return {"searches": self.table.scene.count}


class RemembersInTheScene(Hunt):
    search = Counted

    def before_search(self, table: Play) -> None:
        table.scene.count += 1  # type: ignore[attr-defined]


class TellsWhatItRemembersInTheScene(RemembersInTheScene):
    def looked(self, table: Play, where: Any) -> None:
        super().looked(table, where)
        table.report(Noted(f"{table.scene.count} searches"))  # type: ignore[attr-defined]


class Named(Search):
    def context(self) -> Mapping[str, object]:
        return {"unit": self.table.scene.unit_name(0)}


class LoadsAnotherScene(Hunt):
    search = Named

    def scene(self, state: State) -> Scene:
        scene = HuntScene(self)
        scene.units = ("U9", "U2")
        return scene


class LooksAtTheKindOfDice(Hunt):
    def looked(self, table: Play, where: Any) -> None:
        super().looked(table, where)
        table.state.trail.append(type(table.dice).__name__)


class SharedTrail(State):
    def copy(self) -> Self:
        copy = super().copy()
        copy.trail = self.trail
        return copy


class CopySharesAList(Hunt):
    state_type = SharedTrail


class Forgetful(State):
    def copy(self) -> Self:
        copy = super().copy()
        copy.done = [0, 0]
        return copy


class CopyForgetsAField(Hunt):
    state_type = Forgetful


class Fixed(msgspec.Struct, frozen=True):
    places: list[str]


class Framed(State):
    fixed: Fixed = msgspec.field(default_factory=lambda: Fixed([]))

    def copy(self) -> Self:
        copy = super().copy()
        copy.fixed = self.fixed
        return copy


class ChangesWhatIsFixed(Hunt):
    state_type = Framed

    def looked(self, table: Play, where: Any) -> None:
        super().looked(table, where)
        table.state.fixed.places.append("here")  # type: ignore[attr-defined]


class HasTwoNamesForOneList(Hunt):
    def before_search(self, table: Play) -> None:
        table.state.secret = table.state.done


class Left(Search):
    __slots__ = ("left",)
    left: int

    def offer(self) -> Sequence[Any]:
        return range(1, 3 + self.left)


class KeepsItsPlaceInALocal(Hunt):
    """The resumable ask depends on a number that a fresh start does not have."""

    def __init__(self) -> None:
        super().__init__()
        Toy.__init__(self, hide, search_by_a_local, pack)


async def search_by_a_local(table: Play) -> None:
    for left in range(3):
        ask = Left(table, 0)
        ask.left = left
        await table.ask(ask)


class TellsBeforeItAsks(Hunt):
    def before_search(self, table: Play) -> None:
        table.report(Noted("look out"))


class RollsBeforeItAsks(Hunt):
    def __init__(self) -> None:
        super().__init__()
        Toy.__init__(self, hide, search_after_a_roll, pack)


async def search_after_a_roll(table: Play) -> None:
    for _ in range(2):
        await table.roll(HIT)
        await table.ask(Search(table, 0))


class Unmarked(Search):
    resumable = False


class HasNoCheckpointInItsLoop(Hunt):
    search = Unmarked


class Grudging(Search):
    def why_not(self, key: str) -> Refusal:
        self.table.state.trail.append("a bad answer")
        return super().why_not(key)


class RefusalLeavesATrace(Hunt):
    search = Grudging


class Fragile(Search):
    def read(self, wire: Any) -> Any:
        return super().read(wire.strip())


class BreaksOnGarbage(Hunt):
    search = Fragile


class Curt(Search):
    def why_not(self, key: str) -> Refusal:
        return Refusal("", "")


class RefusesWithoutAReason(Hunt):
    search = Curt


class Rosy(Odds, frozen=True):
    """Odds that tell better chances than they give."""

    def chances(self) -> dict[str, Any]:
        return {"hit": 1 - HIT.chance("hit"), "miss": HIT.chance("hit")}


class StatesWrongChances(Hunt):
    odds_of_shot = Rosy(HIT.purpose, HIT.case, HIT.dice, HIT.results)


class ForgetsTheSecondRoll(Hunt):
    """The chances of the second roll are left out of those of the whole."""

    class Half(Odds, frozen=True):
        def chances(self) -> dict[str, Any]:
            return {"again": HIT.chance("hit"), "miss": HIT.chance("miss")}

    odds_of_shot = Half(
        "Shot",
        "1.1",
        D6,
        ("again", "again", *["miss"] * 4),
        follow={"again": at_most("More", "1", D6, 3, "a", "b")},
    )


class Fickle(Odds, frozen=True):
    """Odds whose reading of the dice is not that of the roll."""

    def of(self, faces: Sequence[int]) -> str:
        return "miss"


class ReadsTheDiceOtherwise(Hunt):
    odds_of_shot = Fickle(HIT.purpose, HIT.case, HIT.dice, HIT.results)


class ThrowsADieInSecret(Hunt):
    async def shoot(self, table: Play) -> str:
        return str(table.dice.roll(6))


class Betrayed(Search):
    def offer(self) -> Sequence[Any]:
        return [place for place in range(1, 7) if place >= self.table.state.secret[1]]


class OffersByWhatIsHidden(Hunt):
    search = Betrayed


class ShowsTheSecret(Hunt):
    def view(self, table: Play, side: int | None) -> msgspec.Struct:
        return table.state.copy()


class ShowsAWatcherTheSecret(Hunt):
    def view(self, table: Play, side: int | None) -> msgspec.Struct:
        return super().view(table, 1 if side == NOBODY else side)


class TellsTheSecret(Hunt):
    def looked(self, table: Play, where: Any) -> None:
        table.report(Noted(f"it is in {table.state.secret[1]}"))


class LeavesASecretUndealt(Hunt):
    def deal_again(self, table: Play, side: int, known: State, dice: Any) -> None:
        if side == 1:
            super().deal_again(table, side, known, dice)


class Shy(Hunt):
    """A does not know U2, and nothing tells A of it."""

    def knows(self, table: Play, side: int | None, unit: int) -> bool:
        return unit == 0 or side in (None, 1)


class Met(Event, frozen=True):
    words = "there is {unit}"
    unit: UnitRef


class TellsOfAStranger(Shy):
    def looked(self, table: Play, where: Any) -> None:
        super().looked(table, where)
        table.report(Met(1))


class SpeaksOfAStranger(Shy):
    def looked(self, table: Play, where: Any) -> None:
        super().looked(table, where)
        table.report(Noted("U2 has been here"), to=(0, NOBODY))


class Chatty(Search):
    def why_not(self, key: str) -> Refusal:
        return Refusal("1.7", "U2 lies elsewhere")


class RefusesInTheNameOfAStranger(Shy):
    search = Chatty


class Pointing(Search):
    def context(self) -> Mapping[str, object]:
        return {"before": Met(1)}


class AsksAboutAStranger(Shy):
    search = Pointing


class DealsOutWhatIsKnown(Hunt):
    def deal_again(self, table: Play, side: int, known: State, dice: Any) -> None:
        table.state.secret[side] = 6 + dice.roll(6)


class DealsIntoTheGameItself(Hunt):
    def deal_again(self, table: Play, side: int, known: State, dice: Any) -> None:
        known.secret[1 - side] = 6 + dice.roll(6)


class Wary(Chance):
    def might_answer(self) -> bool:
        return bool(self.table.state.secret[1] > 3)


class AsksByWhatIsHidden(Hunt):
    window = Wary


class UnmarkedFind(Event, frozen=True):
    words = "something is there"


class RevealsWithoutSayingSo(Hunt):
    def looked(self, table: Play, where: Any) -> None:
        table.report(UnmarkedFind() if where < table.state.secret[1] else Noted(str(where)))


class Barred(Search):
    def check(self, answer: Any) -> None:
        if answer == self.table.state.secret[1]:
            raise Refused(Refusal("1.7", "somebody is there"))
        super().check(answer)


class RefusesByWhatIsHidden(Hunt):
    search = Barred


class PeekingHound(Hound):
    def nose(self, seat: Seat[Any, Any]) -> int:
        return int(seat._driver.state.secret[1 - seat.side])


class BotPeeks(Hunt):
    def bots(self) -> Mapping[str, Callable[[bytes], Bot]]:
        return {"hound": PeekingHound}


class Lawless(Hound):
    def answer(self, seat: Seat[Any, Any]) -> Any:
        return "nowhere" if seat.ask.name == "search" else super().answer(seat)


class BotBreaksTheRules(Hunt):
    def bots(self) -> Mapping[str, Callable[[bytes], Bot]]:
        return {"hound": Lawless}


FLAWS: list[tuple[type[Hunt], str, str]] = [
    (NeverEnds, "ends", "has not ended after 60 answers"),
    (BreaksItsInvariant, "ends", "A has searched three times"),
    (OffersNothing, "ends", "search cannot be answered"),
    (GivesTwoOptionsOneKey, "ends", "two options of search have the key '5'"),
    (ReadsAnotherAnswer, "ends", "the answer 5 to search is written '5' but read as 6"),
    (ShowsOtherKeysThanItReads, "ends", "search shows the keys"),
    (OffersNoWayToPass, "ends", "the window chance cannot be declined"),
    (TellsNothing, "ends", "Silent has no words"),
    (ShowsWhatCannotBeSent, "ends", "TypeError"),
    (BreaksDown, "ends", "ZeroDivisionError: no third place"),
    (CountsAcrossGames, "repeats", "something else in the second run"),
    (FollowsTheOrderOfASet, "repeats-elsewhere", "something else with PYTHONHASHSEED="),
    (RemembersInTheScene, "forks", "a fork differs in the asks"),
    (TellsWhatItRemembersInTheScene, "undoes", "taken back and given again changed"),
    (CopyForgetsAField, "undoes", "taken back and given again changed"),
    (LoadsAnotherScene, "reloads", "loaded from its last checkpoint differs in the asks"),
    (LooksAtTheKindOfDice, "replays", "from its answers and dice differs in the state"),
    (CopySharesAList, "copies", "state.trail is shared with the copy"),
    (CopyForgetsAField, "copies", "a copy of the state differs from the state"),
    (ChangesWhatIsFixed, "copies", "answers has changed since"),
    (HasTwoNamesForOneList, "copies", "state.done and state.secret are one and the same object"),
    (KeepsItsPlaceInALocal, "resumes", "starting afresh at search differs in the asks"),
    (TellsBeforeItAsks, "resumes", "differs in the events before it"),
    (RollsBeforeItAsks, "resumes", "the dice before it"),
    (HasNoCheckpointInItsLoop, "resumes", "5 answers since the last checkpoint; 4 are allowed"),
    (RefusalLeavesATrace, "refuses", "changed the state"),
    (BreaksOnGarbage, "refuses", "AttributeError"),
    (RefusesWithoutAReason, "refuses", "is refused without a reason"),
    # At most 2 on a die hits: 1/3. The flawed odds tell it the other way round.
    (StatesWrongChances, "odds", "stated as hit 2/3, miss 1/3 but come to hit 1/3, miss 2/3"),
    # 1 or 2 calls for another die, of which 1, 2 and 3 are an a: 2/6 times 3/6.
    (ForgetsTheSecondRoll, "odds", "stated as again 1/3, miss 2/3 but come to a 1/6, b 1/6, miss 2/3"),
    (ReadsTheDiceOtherwise, "odds", "mean 'hit', not 'miss'"),
    (ThrowsADieInSecret, "odds", "a die was thrown that no odds announced"),
    (OffersByWhatIsHidden, "hides", "A can tell what is hidden from it by the asks"),
    (ShowsTheSecret, "hides", "its view betrays something hidden"),
    (ShowsAWatcherTheSecret, "hides", "a watcher can tell by the view what is hidden from A"),
    (TellsTheSecret, "hides", "A can tell what is hidden from it by the events"),
    (DealsOutWhatIsKnown, "hides", "dealing again changes what A knows"),
    (DealsIntoTheGameItself, "hides", "dealing again for A changed the state of the game itself"),
    (LeavesASecretUndealt, "deals", "where B hides: the same in 60 deals for A, which cannot know it"),
    (TellsOfAStranger, "names", "the event names U2 to"),
    (SpeaksOfAStranger, "names", "the event names U2 to"),
    (RefusesInTheNameOfAStranger, "names", "what search refuses names U2 to A"),
    (AsksAboutAStranger, "names", "the ask search names U2 to A"),
    (AsksByWhatIsHidden, "windows", "A can tell what is hidden from it by"),
    (RevealsWithoutSayingSo, "windows", "no die or revealing event stands between"),
    (RefusesByWhatIsHidden, "windows", "by what search refuses"),
    (BotPeeks, "bots", "the bot hound answers"),
    (BotBreaksTheRules, "bots", "Refused"),
]


def test_every_check_is_shown_to_fail() -> None:
    """A check without a flawed game below might never find anything."""
    assert {check for _, check, _ in FLAWS} == set(CHECKS)


@pytest.mark.parametrize(("flawed", "check", "words"), FLAWS)
def test_a_flaw_is_found(flawed: type[Hunt], check: str, words: str, tmp_path: Path) -> None:
    """The check finds the flaw within a few seeds and says what it is; its file makes it fail again."""
    failure = first_failure(flawed(), check)
    assert words in failure.message
    written = read_failure(write_failure(failure, tmp_path))
    again = reproduce(flawed(), written)
    assert again is not None
    assert again.answers == written.answers


def first_failure(game: Game[Any, Any], check: str) -> Failure:
    """What the check says of the game, for the first of some seeds for which it says anything."""
    for seed in range(1, 25):
        try:
            examine(check, Trial(game, "only", seed))
        except Failed as failed:
            return failed.failure
    pytest.fail(f"{check} has not found the flaw of {type(game).__name__}")


# -- what a failure tells ----------------------------------------------------------------------------


def test_a_failure_names_the_place_and_gives_the_answers_that_lead_there() -> None:
    """The answers in a failure, given by hand to a new game, lead to the fault."""
    failure = first_failure(BreaksDown(), "ends")
    assert "ZeroDivisionError" in failure.trace
    assert f"toy only, seed {failure.seed}, after {len(failure.answers)} answers" in str(failure)
    trial = Trial(BreaksDown(), "only", failure.seed)
    driver = trial.begin()
    *before, last = failure.answers
    for given in before:
        driver.submit(("A", "B").index(given.side), given.answer)
    with pytest.raises(ZeroDivisionError):
        driver.submit(("A", "B").index(last.side), last.answer)


def test_a_failure_that_has_gone_is_told_from_one_that_is_still_there() -> None:
    """The answers are given to the game as it is now: mended, it passes."""
    failure = first_failure(BreaksDown(), "ends")
    assert reproduce(BreaksDown(), failure) is not None
    assert reproduce(Hunt(), failure) is None


class Polite(Hunt):
    """Breaks down only where the option is set to something other than its default."""

    choices = (Choice("manner", ("calm", "rash"), "How A searches"),)

    def set_up(self, scenario: str, options: Mapping[str, str]) -> tuple[Scene, State]:
        scene, state = super().set_up(scenario, options)
        scene.hunt = BreaksDown() if options["manner"] == "rash" else self  # type: ignore[attr-defined]
        return scene, state


def test_options_are_varied_and_kept_in_the_failure() -> None:
    """The first seeds play with the defaults; a failure that needs another value is found and found again."""
    assert [Trial(Polite(), "only", seed).options["manner"] for seed in (1, 2, 3)] == ["calm"] * 3
    failure = first_failure(Polite(), "ends")
    assert failure.options == {"manner": "rash"}
    assert reproduce(Polite(), failure) is not None
    assert reproduce(Polite(), msgspec.structs.replace(failure, options={"manner": "calm"})) is None


def test_answers_that_no_longer_fit_are_a_failure_of_their_own() -> None:
    """A script for other asks is not played as if nothing had happened."""
    failure = first_failure(BreaksDown(), "ends")
    moved = msgspec.structs.replace(failure, answers=(Given("A", "march", "1"), *failure.answers))
    again = reproduce(Hunt(), moved)
    assert again is not None
    assert "answer 1 was to march; asked now: word" in again.message


def test_the_game_that_led_to_a_failure_can_be_replayed_from_its_record() -> None:
    """The record holds the very answers of the failure, and replaying it leads to the same state."""
    game = games()["drill"]
    trial = Trial(game, "crossfire", 3, most=20)
    driver = trial.begin()
    assert len([ask.name for ask in trial.asks(driver)]) == 20
    record = read_record(record_of(game, trial.failure("seen")))
    assert record.damage == ()
    assert replay(record).hash() == driver.hash()


def test_a_file_that_is_no_failure_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text('{"check": "ends"}')
    with pytest.raises(ValueError, match="other.json is not a failure that was written here"):
        read_failure(file)


def test_a_state_must_be_plain_data() -> None:
    """A procedure or an object with behaviour in the state could not be stored; its place is named."""
    state = State(trail=[])
    assert strange(state) == []
    state.trail.append(print)  # type: ignore[arg-type]
    assert strange(state) == ["state.trail[0] is a builtin_function_or_method, which is not plain data"]


def test_a_long_game_is_sampled_ever_more_rarely() -> None:
    """The gaps between the places that are looked at grow, from the start of the game on."""
    trial = Trial(NeverEnds(), "only", 1, most=59)
    places = [len(trial.answers) for _ in trial.samples(trial.begin())]
    gaps = [later - earlier for earlier, later in itertools.pairwise(places)]
    assert places[0] == 0
    assert max(gaps[: len(gaps) // 2]) <= max(gaps[len(gaps) // 2 :])
    assert 5 < len(places) < 40


def test_a_trial_that_starts_too_late_still_looks_at_some_asks() -> None:
    """A board that takes long to set up must not leave the checks nothing to look at."""
    trial = Trial(NeverEnds(), "only", 1, deadline=0)
    assert len(list(trial.asks(trial.begin()))) == 25
