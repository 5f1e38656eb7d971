"""Hourly weather and how far one sees [1.3b] [8.3b] [16.2]."""

from sandtable.games.tcs.battles import WeatherRow
from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.clock import moment
from sandtable.games.tcs.events import WeatherCame
from sandtable.games.tcs.other_odds import weather
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.smoke_drift import raise_wind


async def hourly_weather(table: Play) -> None:
    """One die on the battle's table in hourly turns, where the scenario does not fix it [1.3b] [8.3b]."""
    scenario, now = table.scene.scenario, table.scene.turn(table.state)
    if now.hourly:
        await raise_wind(table)
    if scenario is None or scenario.own.visibility or not now.hourly:
        return
    rows = table.scene.battle.band(now).rows
    came = await table.roll(weather([(row.faces, row.name) for row in rows]))
    row = next(row for row in rows if row.name == came)
    table.state.visibility = sight_by(table, row)
    table.report(WeatherCame(row.name))


def sight_by(table: Play, row: WeatherRow) -> int:
    """How far one sees: by night the basic range, with what lights up the sky, if weather allows [16.2].

    See also [8.3c].
    """
    now = table.scene.turn(table.state)
    if not now.night:
        return row.visibility
    lights = table.scene.battle.lights
    added = sum(
        light.adds for light in lights if moment(light.first) <= (now.day, now.minute) <= moment(light.last)
    )
    return min(row.visibility, CHARTS.small.night_visibility) + added
