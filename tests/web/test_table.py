"""What a table can do besides being played at: undo, replay, curtain, orders, files, printing."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.server.house import Server
from tests.web.reader import Reader

BLUE_HOME = [f"0{column}{row:02}" for row in (10, 9) for column in range(1, 10)][:7]
RED_HOME = [f"0{column}01" for column in range(1, 8)]
DUEL = (Path(__file__).parents[1] / "drill" / "positions" / "duel.toml").read_text("utf-8")


def at_stances(server: Server) -> tuple[str, dict[str, str]]:
    """A table of Drill for two people who have deployed: its name and the words of its seats."""
    table = server.open(
        game="drill", chairs=[{"side": "Blue", "name": "Ann"}, {"side": "Red", "name": "Bob"}]
    )
    for side, home in (("Blue", BLUE_HOME), ("Red", RED_HOME)):
        with table.sit(side) as seat:
            seat.does("answer", answer={"hexes": home})
    return table.id, table.links


def test_what_one_side_seals_never_reaches_the_other(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    """Two browsers at one table: no frame that Red gets has Blue's deployment before both have handed in."""
    table = server.open(
        game="drill", chairs=[{"side": "Blue", "name": "Ann"}, {"side": "Red", "name": "Bob"}]
    )
    with Reader(browser, server, tmp_path) as blue, Reader(browser, server, tmp_path) as red:
        blue.sit(table.id, table.links["Blue"])
        red.sit(table.id, table.links["Red"])
        for name in BLUE_HOME:
            blue.hex(name)
            blue.until(f"JSON.stringify(table.asks.ask?.draft ?? '').includes('{name}')")
        blue.page.locator(".ask [data-go]").click()
        blue.until("!table.asks.ask")
        red.until("table.sight.committed.includes('Blue')")
        told = [frame for frame in red.frames if '"board"' not in frame]
        assert told
        assert not [name for name in BLUE_HOME if any(f'"{name}"' in json_of_asks(frame) for frame in told)]
        assert "B1" in "".join(blue.frames)
        assert blue.complaints == red.complaints == []


def json_of_asks(frame: str) -> str:
    """What a frame tells of counters and events; Red's own options name hexes, too."""
    content = json.loads(frame)
    inside = next((content[key] for key in ("seated", "news", "ok", "again", "undone") if key in content), {})
    view = inside.get("view", {})
    hexes = [hex for hex in view.get("hexes", []) if hex]
    return json.dumps([inside.get("events"), inside.get("counters"), hexes])


def test_undo_takes_back_what_may_be_and_says_why_not(reader: Reader, server: Server) -> None:
    """A sealed answer that was opened stays; a pick and a step that nobody saw are taken back."""
    id, words = at_stances(server)
    for side in ("Blue", "Red"):
        server.post("/api/seat/do", words[side], do="answer", answer="advance")
    reader.sit(id, words["Blue"])
    reader.page.keyboard.press("u")
    reader.page.wait_for_selector(".ask .trouble p")
    assert reader.page.locator(".ask .trouble").inner_text()
    reader.page.locator(".ask .answer[data-key='B1']").click()
    reader.until("table.asks.ask.name === 'step'")
    reader.page.locator(".tools .tool", has_text="Undo").click()
    reader.until("table.asks.ask.name === 'pick-mover'")


def test_a_broken_line_comes_back_in_the_middle_of_a_reaction(reader: Reader, server: Server) -> None:
    """Red is asked whether it fires; the line breaks, and the same ask is there again, no event twice."""
    table = server.open(
        position=DUEL, chairs=[{"side": "Blue", "name": "Ann"}, {"side": "Red", "name": "Bob"}]
    )
    asks = server.post("/api/seat/do", table.links["Blue"], do="asks").json()["ok"]["asks"]
    for _ in range(12):
        own = [ask for ask in asks if ask["side"] == "Blue" and ask["kind"] != "hidden"]
        if not own:
            break
        ask = own[0]
        steps = [one["key"] for one in ask.get("options", []) if one["key"] != "pass"]
        answer = steps[0] if steps else "pass"
        asks = server.post("/api/seat/do", table.links["Blue"], do="answer", answer=answer).json()["ok"][
            "asks"
        ]
    reader.sit(table.id, table.links["Red"])
    before = reader.state("[table.asks.ask.name, table.asks.ask.unit, table.log.events.length]")
    reader.page.evaluate("window.sandtable.table.connection.socket.close()")
    reader.until("table.state.textContent.includes('line is down')")
    reader.until("table.state.textContent === ''")
    assert reader.state("[table.asks.ask.name, table.asks.ask.unit, table.log.events.length]") == before
    reader.answers().last.click()
    reader.until(f"table.sight.heard > {before[2]} || table.asks.ask?.name !== '{before[0]}'")


def test_a_curtain_falls_between_two_at_one_screen(reader: Reader) -> None:
    """Both sides are mine: after Blue has sealed its deployment the curtain hides it, and Red sits down."""
    reader.lobby()
    reader.page.locator(".box-drill").click()
    reader.page.locator("select[data-side='Red']").select_option("me")
    reader.page.locator(".scenario .start").click()
    reader.page.wait_for_url("**/table/**")
    reader.wait()
    for name in BLUE_HOME:
        reader.hex(name)
        reader.until(f"JSON.stringify(table.asks.ask?.draft ?? '').includes('{name}')")
    reader.page.locator(".ask [data-go]").click()
    reader.page.wait_for_selector(".curtain")
    reader.picture("curtain")
    assert reader.page.locator(".map .counter").count() == 0
    assert reader.barriers() == []
    reader.page.locator(".curtain .go").click()
    reader.until("table.shown.side === 'Red' && table.asks.ask")
    assert reader.page.locator(".counter[data-unit^='B']").count() == 0


def test_a_game_is_replayed_step_by_step(reader: Reader) -> None:
    """The slider goes from the first step to the last; at the first no counter has moved yet."""
    reader.start("drill")
    reader.play(25, random.Random(2))
    reader.page.locator(".tools .tool", has_text="Replay").click()
    reader.until("table.replay.steps.length > 1 && table.replay.frames.size > 1")
    reader.page.locator(".replay input").press("End")
    reader.until("table.replay.at === table.replay.steps.length - 1")
    last = reader.page.locator(".counter").count()
    reader.picture("replay")
    reader.page.locator(".replay input").press("Home")
    reader.until("table.replay.at === 0")
    assert reader.page.locator(".counter").count() < last
    reader.page.locator(".replay button", has_text="×").click()
    assert reader.page.locator(".counter").count() == len(reader.state("table.sight.counters"))


def test_a_record_and_a_position_are_dropped_on_the_lobby(reader: Reader, server: Server) -> None:
    """Each opens a table that goes on from where the file stands."""
    record = (Path(__file__).parents[1] / "records" / "drill-undo.jsonl").read_text("utf-8")
    for name, text in (("game.jsonl", record), ("duel.toml", DUEL)):
        reader.lobby()
        reader.page.set_input_files(
            "#file", {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
        )
        reader.page.wait_for_url("**/table/**")
        reader.until("table?.told && table.sight.counters")
        assert reader.state("table.shown.game") == "drill"
    reader.lobby()
    reader.page.set_input_files(
        "#file", {"name": "x.toml", "mimeType": "text/plain", "buffer": b"game = 'no'"}
    )
    reader.page.wait_for_selector(".lobby > .trouble:not(:empty)")
    reader.complaints.clear()  # the browser notes every answer that is a refusal


def test_standing_orders_are_given_and_struck(reader: Reader, server: Server) -> None:
    """React from 60 % upwards, else let it go: two lines, as the engine has them; struck one by one."""
    id, words = at_stances(server)
    reader.sit(id, words["Red"])
    reader.page.keyboard.press("s")
    reader.page.get_by_label("What to do").select_option("chance")
    reader.page.get_by_label("Chance in per cent, or hexes").fill("60")
    reader.page.get_by_role("button", name="Give this order").click()
    reader.page.wait_for_selector(".orders li:nth-child(2)")
    assert (
        reader.page.locator(".orders li").first.inner_text().startswith("Everybody: from 60 % upwards react")
    )
    reader.page.get_by_role("button", name="Strike order 1").click()
    reader.until("table.sight.orders.length === 1")
    assert reader.barriers() == []


def test_rules_stand_beside_the_map_and_answer_to_words(reader: Reader) -> None:
    """The case of the ask opens at its title; a search leaves only what has the word."""
    reader.start("rdf")
    reader.page.locator(".question .case").click()
    assert reader.page.locator(".asked-for h3").inner_text().startswith("3.1")
    reader.page.get_by_label("Search the rules").fill("cliff")
    found = reader.page.locator(".cases section")
    assert 0 < found.count() < 40
    reader.picture("rules")
    assert reader.barriers() == []


def test_map_counters_and_scenario_print_in_true_size(reader: Reader) -> None:
    """A counter is half an inch: 46 units of the map are 12.7 mm, and the map comes in sheets of A4."""
    reader.start("drill")
    reader.play(14, random.Random(2))
    reader.page.evaluate("window.print = () => {}")
    reader.page.evaluate("window.sandtable.table.print()")
    reader.page.wait_for_selector(".print[data-ready]", state="attached")
    reader.page.emulate_media(media="print")
    width = reader.page.locator(".print-sheet img").first.evaluate("one => one.getBoundingClientRect().width")
    units = reader.state("table.map.board.box[2]")
    assert width / 96 * 25.4 == pytest.approx(units * 12.7 / 46, rel=0.01)
    counter = reader.page.locator(".print-counter").first.evaluate("one => one.getBoundingClientRect().width")
    assert counter / 96 * 25.4 == pytest.approx(12.7, rel=0.01)
    pdf = reader.page.pdf(prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF")
    assert pdf.count(b"/Type /Page\n") >= 3 or len(pdf) > 20_000


def test_questions_to_the_map_are_answered_in_words(reader: Reader, server: Server) -> None:
    """What blocks a line, where somebody is, who is nearest: the engine's own answers, read aloud."""
    table = server.open(
        position=DUEL, chairs=[{"side": "Blue", "name": "Ann"}, {"side": "Red", "name": "Bob"}]
    )
    reader.sit(table.id, table.links["Blue"])
    counters = {one["name"]: one["hex"] for one in reader.state("table.sight.counters")}
    own, enemy = next(name for name in counters if name[0] == "B"), next(n for n in counters if n[0] == "R")
    reader.page.keyboard.press("/")
    for asked, answer in (
        (f"what blocks {counters[own]} to {counters[enemy]}", counters[enemy]),
        (f"where is {enemy}", counters[enemy]),
        (f"nearest enemy from {counters[own]}", "hexes from"),
        ("where is nobody", "No counter"),
    ):
        reader.page.get_by_label("Ask the map").fill(asked)
        reader.page.keyboard.press("Enter")
        reader.until(f"table.commands.answer.textContent.includes({json.dumps(answer)})")
        assert answer in reader.page.locator("#told").inner_text()
