"""Dice by commitments: seeds agreed with a program, and links between programs that trust nobody."""

from __future__ import annotations

import hashlib
import io
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.record_games import SKIRMISH, answer_and_open, chains, linked, play

from sandtable.engine import Driver, Refused, Unknown
from sandtable.engine.asks import random_answer
from sandtable.engine.dice import Stream, commitment
from sandtable.engine.links import Chain, LinkedDice, agree, forward, open_link, seal
from sandtable.engine.orders import StandingOrder
from sandtable.engine.record import (
    FromPosition,
    Recorder,
    new_header,
    read_record,
    replay,
    source_of,
    verify,
    write_record,
)
from sandtable.engine.refusals import DiceExhausted
from sandtable.games.drill import game

GAME = "a game by mail"
SIDES = ("Blue", "Red")
SECRET = b"sixteen bytes or more"


# -- one program rolls -----------------------------------------------------------------------


def test_an_agreed_stream_depends_on_the_secret_and_on_every_part() -> None:
    """Nobody's share can be left out or swapped with another's without other dice coming of it."""
    parts = {"Blue": b"one", "Red": b"two"}
    seeds = {
        agree(parts, SECRET).seed,
        agree(parts, SECRET + b"!").seed,
        agree({**parts, "Red": b"three"}, SECRET).seed,
        agree({"Blue": b"two", "Red": b"one"}, SECRET).seed,
        agree({"Blue": b"one"}, SECRET).seed,
        agree({"Blue": b"onet", "Red": b"wo"}, SECRET).seed,
    }
    assert len(seeds) == 6
    assert agree(dict(reversed(parts.items())), SECRET).seed == agree(parts, SECRET).seed


def test_an_agreed_seed_is_made_as_the_documentation_says() -> None:
    """A stranger who verifies a record makes it from secret, names and parts, each after its length."""
    whole = hashlib.blake2b(digest_size=32, person=b"sandtable-agree")
    for part in (SECRET, b"Blue", b"one", b"Red", b"two"):
        whole.update(len(part).to_bytes(8, "big") + part)
    assert agree({"Red": b"two", "Blue": b"one"}, SECRET).seed == whole.digest()


def test_a_secret_that_could_be_guessed_is_not_taken() -> None:
    """A commitment to a word hides nothing: anybody can try out words."""
    for use in (lambda: agree({}, b"swordfish"), lambda: Chain(GAME, "Blue", b"swordfish")):
        with pytest.raises(ValueError, match="at least 16 bytes"):
            use()


# -- chains ----------------------------------------------------------------------------------


def test_the_links_of_a_chain_lead_forward_to_its_end() -> None:
    """Link 0 hashes to the published end and each further one to the link before, as docs/records.md says."""

    def by_hand(link: bytes) -> bytes:
        whole = hashlib.blake2b(digest_size=32, person=b"sandtable-chain")
        for part in (b"a game by mail", b"Blue", link):
            whole.update(len(part).to_bytes(8, "big") + part)
        return whole.digest()

    chain = Chain(GAME, "Blue", SECRET, length=3)
    assert by_hand(chain.link(0)) == chain.end
    assert by_hand(chain.link(1)) == chain.link(0)
    assert chain.link(2) == SECRET
    with pytest.raises(DiceExhausted, match="Blue has only 3 links"):
        chain.link(3)


def test_one_secret_makes_other_chains_for_another_game_or_seat() -> None:
    """Links opened in one game give nothing away in the next, and nobody can use another seat's chain."""
    ends = {Chain(name, seat, SECRET).end for name in ("first", "second") for seat in SIDES}
    assert len(ends) == 4
    blue = Chain(GAME, "Blue", SECRET)
    dice = LinkedDice(GAME, {"Blue": blue.end, "Red": blue.end})
    dice.open("Blue", blue.link(0))
    with pytest.raises(Refused, match="not link 0 of Red"):
        dice.open("Red", blue.link(0))


def dice_and_chains() -> tuple[LinkedDice, dict[str, Chain]]:
    held = chains()
    return LinkedDice(GAME, {side: chain.end for side, chain in held.items()}), held


def opened(dice: LinkedDice, held: dict[str, Chain], exchange: int) -> None:
    for seat in SIDES:
        dice.open(seat, held[seat].link(exchange))


def test_the_dice_of_an_exchange_come_from_game_number_and_links() -> None:
    """The stream is the one that docs/records.md tells a stranger to make."""
    dice, held = dice_and_chains()
    opened(dice, held, 0)
    first = [dice.roll(6) for _ in range(40)]
    dice.answered()
    opened(dice, held, 1)
    second = [dice.roll(6) for _ in range(40)]
    for exchange, rolled in enumerate((first, second)):
        whole = hashlib.blake2b(digest_size=32, person=b"sandtable-links")
        parts = [b"a game by mail", exchange.to_bytes(8, "big")]
        for seat in SIDES:
            parts += [seat.encode(), held[seat].link(exchange)]
        for part in parts:
            whole.update(len(part).to_bytes(8, "big") + part)
        stream = Stream(whole.digest())
        assert rolled == [stream.roll(6) for _ in range(40)]


def test_rolls_wait_for_every_link_and_run_on_until_the_next_answer() -> None:
    """One link is not enough, two are; then rolls need nothing until somebody has answered."""
    dice, held = dice_and_chains()
    assert (dice.ready, dice.missing) == (False, SIDES)
    dice.open("Red", held["Red"].link(0))
    assert (dice.ready, dice.missing) == (False, ("Blue",))
    with pytest.raises(DiceExhausted, match="link 0 of Blue is not open"):
        dice.roll(6)
    dice.open("Blue", held["Blue"].link(0))
    assert dice.ready
    dice.roll(6)
    dice.draw(["a", "b"])
    assert dice.ready
    dice.answered()
    assert dice.missing == SIDES


def test_answers_without_dice_use_no_links() -> None:
    """An exchange is counted where dice are rolled: three answers and one roll take one link of each."""
    dice, held = dice_and_chains()
    for _ in range(3):
        dice.answered()
    opened(dice, held, 0)
    dice.roll(6)
    assert dice.exchange == 0


def wrong_links(held: dict[str, Chain]) -> dict[str, tuple[str, bytes, type[Exception], str]]:
    red = held["Red"]
    return {
        "made up": ("Red", b"x" * 32, Refused, "not link 1 of Red: it does not lead to the link before it"),
        "one ahead": ("Red", red.link(2), Refused, "not link 1 of Red"),
        "once more": ("Red", red.link(0), Refused, "not link 1 of Red"),
        "the other's": ("Red", held["Blue"].link(1), Refused, "not link 1 of Red"),
        "cut short": ("Red", red.link(1)[:-1], Refused, "not link 1 of Red"),
        "nobody's": ("Green", red.link(1), Unknown, "Green"),
    }


@pytest.mark.parametrize("case", wrong_links(chains()))
def test_a_wrong_link_is_refused_and_the_right_one_still_fits(case: str) -> None:
    """Whatever is sent in place of the link, nothing is taken from it and the reason is told."""
    dice, held = dice_and_chains()
    opened(dice, held, 0)
    dice.roll(6)
    dice.answered()
    seat, link, error, words = wrong_links(held)[case]
    with pytest.raises(error, match=words):
        dice.open(seat, link)
    assert dice.missing == SIDES
    opened(dice, held, 1)
    assert dice.ready


def test_a_link_is_refused_before_it_is_called_for() -> None:
    """A link opened early would let the other side see dice before it answers."""
    dice, held = dice_and_chains()
    opened(dice, held, 0)
    dice.roll(6)
    with pytest.raises(Refused, match="to open one early gives it away"):
        dice.open("Blue", held["Blue"].link(1))
    dice.answered()
    dice.open("Blue", held["Blue"].link(1))
    with pytest.raises(Refused, match="to open one early gives it away"):
        dice.open("Blue", held["Blue"].link(2))


def test_copies_roll_the_same_and_forget_no_link() -> None:
    """A copy taken before a link was opened knows it too: going back does not make a link secret again."""
    dice, held = dice_and_chains()
    early = dice.copy()
    opened(dice, held, 0)
    rolled = [dice.roll(6) for _ in range(5)]
    middle = dice.copy()
    assert [early.roll(6) for _ in range(5)] == rolled
    assert (
        [middle.roll(6) for _ in range(20)]
        == [dice.roll(6) for _ in range(20)]
        == [early.roll(6) for _ in range(20)]
    )


# -- two programs ----------------------------------------------------------------------------


class Program:
    """One player's program: the whole game, its own chain, and of the other only the end."""

    def __init__(self, seat: str, ends: dict[str, bytes]) -> None:
        self.seat = seat
        self.chain = chains()[seat]
        self.driver = Driver(game, *game.from_position(SKIRMISH), LinkedDice(GAME, ends))
        self.file = io.BytesIO()
        header = new_header(game, FromPosition(SKIRMISH), source_of(self.dice))
        self.recorder = Recorder(self.driver, self.file).begin(header)
        self.driver.start()

    @property
    def dice(self) -> LinkedDice:
        dice = self.driver.table.dice
        assert isinstance(dice, LinkedDice)
        return dice

    def own_link(self) -> bytes:
        """The link that its own game calls for now."""
        assert self.driver.paused
        assert self.seat in self.dice.missing
        return self.chain.link(self.dice.exchange + 1)

    def take_answer(self, side: int, wire: Any) -> None:
        self.driver.submit(side, wire)
        self.recorder.update()

    def take_link(self, seat: str, link: bytes) -> None:
        open_link(self.driver, seat, link)
        self.recorder.update()

    def knows(self, seat: str) -> int:
        """How many links of a seat it has seen."""
        return sum(link.seat == seat for link in self.dice.opened)


def table_of_two() -> tuple[Program, Program]:
    ends = {seat: chain.end for seat, chain in chains().items()}
    return Program("Blue", ends), Program("Red", ends)


def post_links(first: Program, second: Program) -> None:
    """Each opens its link; the one whose answer called for the dice goes first."""
    for sender, receiver in ((first, second), (second, first)):
        if sender.driver.paused:
            link = sender.own_link()
            sender.take_link(sender.seat, link)
            receiver.take_link(sender.seat, link)


def post_sealed(programs: tuple[Program, Program], choose: Callable[[Any], Any]) -> None:
    """Both send seals, then both show what is in them."""
    shown, seals = {}, {}
    for program in programs:
        ask = program.driver.asked(SIDES.index(program.seat))
        wire, salt = ask.write(choose(ask)), f"salt of {program.seat:>12}".encode()
        number = len(program.driver.history)
        shown[program.seat] = (wire, salt)
        seals[program.seat] = seal(GAME, program.seat, number, wire, salt)
        program.take_answer(ask.side, wire)
    for program, other in (programs, programs[::-1]):
        wire, salt = shown[other.seat]
        assert seal(GAME, other.seat, len(program.driver.history) - 1, wire, salt) == seals[other.seat]
        program.take_answer(SIDES.index(other.seat), wire)


def one_answer(programs: tuple[Program, Program], choose: Callable[[Any], Any]) -> None:
    """One exchange of letters: an answer, and links if it calls for dice."""
    if len(programs[0].driver.asks) == 2:
        post_sealed(programs, choose)
        post_links(*programs)
        return
    side = programs[0].driver.asks[0].side
    sender, receiver = programs if side == 0 else programs[::-1]
    ask = sender.driver.asked(side)
    wire = ask.write(choose(ask))
    sender.take_answer(side, wire)
    receiver.take_answer(side, wire)
    post_links(sender, receiver)


def fond_of_fire(seed: int) -> Callable[[Any], Any]:
    """Any answer, but a shot is let go by only one time in four."""
    chance = random.Random(seed)

    def choose(ask: Any) -> Any:
        if ask.name in ("react", "own-shot") and len(ask.options) > 1 and chance.randrange(4):
            return ask.options[1]
        return random_answer(ask, chance.randrange)

    return choose


@pytest.mark.parametrize("seed", range(6))
def test_two_programs_play_a_whole_game_with_dice_that_neither_can_foresee(seed: int) -> None:
    """They stay in step to the same end; and whenever one answers, neither knows a link of the other that
    the dice to come depend on."""
    programs = table_of_two()
    choose = fond_of_fire(seed)
    while not programs[0].driver.over:
        for program, other in (programs, programs[::-1]):
            assert program.knows(other.seat) == program.dice.exchange + 1
        one_answer(programs, choose)
        assert programs[0].driver.hash() == programs[1].driver.hash()
    assert programs[1].driver.over
    rolls = programs[0].driver.table.rolls
    assert rolls == programs[1].driver.table.rolls
    assert rolls
    assert programs[0].dice.exchange + 1 == programs[0].knows("Blue") == programs[0].knows("Red") > 0


def paused_table() -> tuple[Program, Program]:
    """Two programs whose game has just called for dice; no link is open."""
    for seed in range(50):
        programs = table_of_two()
        choose = fond_of_fire(seed)
        while not programs[0].driver.over:
            if len(programs[0].driver.asks) == 2:
                post_sealed(programs, choose)
                continue
            side = programs[0].driver.asks[0].side
            wire = programs[0].driver.asks[0].write(choose(programs[0].driver.asks[0]))
            for program in programs:
                program.take_answer(side, wire)
            if programs[0].driver.paused:
                return programs
    raise AssertionError("no game rolled a die")


def test_a_missing_link_pauses_the_game() -> None:
    """Nobody is asked anything, an answer is refused with the reason, and the seat that owes is named."""
    blue, red = paused_table()
    assert blue.driver.asks == []
    with pytest.raises(Refused, match="wait for the other seats"):
        blue.driver.submit(0, "pass")
    blue.take_link("Blue", blue.own_link())
    assert blue.driver.paused
    assert blue.dice.missing == ("Red",)
    blue.driver.resume()
    assert blue.driver.paused
    blue.take_link("Red", red.own_link())
    assert not blue.driver.paused
    assert blue.driver.table.rolls


def test_a_wrong_link_at_the_table_is_refused_and_the_game_goes_on_waiting() -> None:
    """The refusal changes nothing: the game has the same hash and plays on with the right link."""
    blue, red = paused_table()
    before = blue.driver.hash()
    with pytest.raises(Refused, match="not link 0 of Red"):
        blue.take_link("Red", red.chain.link(1))
    assert blue.driver.paused
    assert blue.driver.hash() == before
    post_links(blue, red)
    assert blue.driver.hash() == red.driver.hash()
    assert not blue.driver.paused


def test_a_link_that_no_dice_wait_for_is_refused_at_the_table() -> None:
    """An answer was given but no die is called for: a link now would let the next answer know its dice."""
    blue, red = table_of_two()
    with pytest.raises(Refused, match="no dice wait for a link of Red"):
        blue.take_link("Red", red.chain.link(0))
    assert blue.knows("Red") == 0


def test_an_answer_stands_once_a_link_for_its_dice_is_open() -> None:
    """Before, it can be taken back and has betrayed nothing; later, that would be to choose one's dice."""
    blue, red = paused_table()
    given = len(blue.driver.history)
    blue.driver.undo()
    assert len(blue.driver.history) == given - 1
    assert not blue.driver.paused
    assert blue.dice.opened == []
    last = red.driver.history[-1]
    blue.take_answer(last.side, last.wire)
    post_links(blue, red)
    assert blue.driver.hash() == red.driver.hash()

    blue, red = paused_table()
    blue.take_link("Red", red.own_link())
    with pytest.raises(Refused, match="a link for the dice has been opened since"):
        blue.driver.undo()


def test_going_back_does_not_change_dice_already_rolled() -> None:
    """Undo runs the answers since a checkpoint again, rolls and all; they come out as before."""
    choose = fond_of_fire(3)
    programs = table_of_two()
    undone = 0
    while not programs[0].driver.over:
        one_answer(programs, choose)
        blue = programs[0].driver
        if len(blue.history) > blue.table.barrier.inputs and not blue.over and not blue.committed:
            rolls, given = list(blue.table.rolls or ()), blue.history[-1]
            blue.undo()
            assert blue.table.rolls == rolls
            blue.submit(given.side, given.wire)
            assert not blue.paused
            undone += 1
        assert programs[0].driver.hash() == programs[1].driver.hash()
    assert undone > 3


def test_a_seal_fixes_an_answer_and_belongs_to_its_seat_and_place() -> None:
    """Another answer, salt, seat, number or game gives another seal: a copied one is no use to the copier."""
    salt = b"drawn by chance!!"
    own = seal(GAME, "Blue", 7, {"stance": "hold", "turn": 1}, salt)
    assert own == seal(GAME, "Blue", 7, {"turn": 1, "stance": "hold"}, salt)
    others = {
        seal(GAME, "Blue", 7, {"stance": "advance", "turn": 1}, salt),
        seal(GAME, "Blue", 7, {"stance": "hold", "turn": 1}, salt + b"!"),
        seal(GAME, "Red", 7, {"stance": "hold", "turn": 1}, salt),
        seal(GAME, "Blue", 8, {"stance": "hold", "turn": 1}, salt),
        seal("another", "Blue", 7, {"stance": "hold", "turn": 1}, salt),
    }
    assert len(others) == 5
    assert own not in others


# -- on record -------------------------------------------------------------------------------


def test_both_programs_records_verify_and_replay_to_the_same_end() -> None:
    """Each keeps its own answers first where they were sealed; the game is the same."""
    programs = table_of_two()
    choose = fond_of_fire(1)
    while not programs[0].driver.over:
        one_answer(programs, choose)
    for program in programs:
        record = read_record(program.file.getvalue())
        assert verify(record) == []
        assert replay(record).hash() == programs[0].driver.hash()


def test_a_game_that_waits_for_a_link_is_taken_up_again_from_its_record() -> None:
    """After a crash it still waits, still knows the link that came, and still lets nobody take back."""
    blue, red = paused_table()
    blue.take_link("Blue", blue.own_link())
    again = replay(read_record(blue.file.getvalue()))
    assert again.paused
    with pytest.raises(Refused, match="a link for the dice has been opened since"):
        again.undo()
    open_link(again, "Red", red.own_link())
    blue.take_link("Red", red.own_link())
    assert not again.paused
    assert again.hash() == blue.driver.hash()


def test_answers_by_standing_orders_begin_an_exchange_like_any_other() -> None:
    """Else orders changed once the links are seen would meet known dice; and a replay would differ."""
    held = chains()
    for seed in range(5):
        dice = LinkedDice(GAME, {side: chain.end for side, chain in held.items()})
        driver = Driver(game, *game.from_position(SKIRMISH), dice)
        driver.orders = {0: (StandingOrder("react"),), 1: (StandingOrder("react"),)}
        header = new_header(game, FromPosition(SKIRMISH), source_of(dice))
        played = play(driver, header, seed, step=answer_and_open)
        assert verify(read_record(played.file)) == []


def test_links_stand_before_the_rolls_they_were_opened_for() -> None:
    """In the file kept as the game went on, and in one written at the end: two links, then the first roll."""
    played = linked()
    for file in (played.file, write_record(played.driver, played.header).encode()):
        kinds = [msgspec.json.decode(line)["line"] for line in file.splitlines()]
        dice = [kind for kind in kinds if kind in ("link", "roll")]
        assert dice[:3] == ["link", "link", "roll"]
        assert dice.count("link") == 2 * played.driver.table.dice.exchange + 2  # type: ignore[attr-defined]


def test_the_commitment_of_a_stream_is_to_its_seed() -> None:
    """What agree() gives is what the header's commitment is to, which verify() recomputes."""
    stream = agree({"Blue": b"one"}, SECRET)
    assert commitment(stream.seed) == hashlib.sha256(b"sandtable commitment" + stream.seed).hexdigest()


def test_forward_is_bound_to_game_and_seat_by_their_lengths() -> None:
    """Moving a letter from the game's name to the seat's gives another hash."""
    assert forward("ab", "c", b"link") != forward("a", "bc", b"link")
