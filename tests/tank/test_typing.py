"""What a person types: plots and facings as on the pad, line by line [6.0]."""

import pytest
from tests.tank.situations import ALPHA, asked, play, situation

from sandtable.cli.dialogue import dialogue_for
from sandtable.engine import Refused
from sandtable.engine.cases import covers


@covers("tank", "6.0", "9.11", "9.12")
def test_a_line_of_the_pad_is_taken_as_it_is_typed() -> None:
    """Two steps north by hex numbers, and then by letters, in place of the first line."""
    driver = play(situation("duel", phase="plotting", A1={"plot": ""}))
    assert asked(driver) == ["Alpha plot", "Bravo plot"]
    dialogue = dialogue_for(driver.asked(ALPHA))
    assert dialogue.take("A1 MV 0502 0501") is None
    assert dialogue.take("A1 MV AA") is None
    given = dialogue.take("done")
    assert given is not None
    assert [str(line) for line in given.answer.lines] == ["A1 MV A A"]


@covers("tank", "4.1")
def test_what_is_wrong_with_a_typed_line_is_told_and_nothing_is_kept() -> None:
    """0509 is not adjacent to 0503."""
    driver = play(situation("duel", phase="plotting", A1={"plot": ""}))
    dialogue = dialogue_for(driver.asked(ALPHA))
    with pytest.raises(Refused, match=r"9\.11: A1"):
        dialogue.take("A1 MV 0509")
    with pytest.raises(Refused, match="cannot be added"):
        dialogue.take("advance with everything")
    given = dialogue.take("done")
    assert given is not None
    assert given.answer.lines == ()


@covers("tank", "7.11")
def test_facings_are_typed_as_unit_and_hexside() -> None:
    dialogue = dialogue_for(play("turning-gun").asked(ALPHA))
    with pytest.raises(Refused, match=r"7\.12: A2"):
        dialogue.take("A2 C")
    dialogue.take("A1 C")
    given = dialogue.take("done")
    assert given is not None
    assert [str(turn) for turn in given.answer.turns] == ["A1 C"]
