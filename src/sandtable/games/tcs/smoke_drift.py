"""Advanced smoke: it drifts with the wind, and may set woods and houses on fire [19.0]."""

from sandtable.games.tcs.charts import CHARTS
from sandtable.games.tcs.events import FireBrokeOut, SmokePlaced, WindCame
from sandtable.games.tcs.other_odds import FIRE, smoke_fire, wind_direction, wind_speed
from sandtable.games.tcs.scene import Play
from sandtable.games.tcs.state import NOBODY
from sandtable.hexes import LETTERS

BURNS = ("woods", "forest", "village", "buildings")
"""Where smoke may mean a fire [19.2]."""


async def raise_wind(table: Play) -> None:
    """In hourly turns a die for its direction and one for its speed [19.1]."""
    if table.scene.plays(table.state, "smoke drift"):
        direction = LETTERS.index(await table.roll(wind_direction()))
        speed = int(await table.roll(wind_speed()))
        table.state.wind = (direction, speed)
        table.report(WindCame(LETTERS[direction], speed))


def blow(table: Play) -> None:
    """The smoke that is left goes with the wind; a strong one leaves none, a light one trails it [19.1]."""
    state, small = table.state, CHARTS.small
    direction, speed = state.wind
    if speed >= small.wind_clears:
        state.smoke = []
        return
    drifted: list[int] = []
    for hex in state.smoke:
        way = _downwind(table, hex, direction, speed)
        if len(way) == speed + 1:
            drifted.append(way[-1])
        if speed <= small.wind_lingers:
            drifted += way[1:-1] if len(way) == speed + 1 else way[1:]
    state.smoke = drifted


def _downwind(table: Play, hex: int, direction: int, speed: int) -> list[int]:
    """The hexes that a marker passes, its own first, as far as the map goes."""
    way = [hex]
    while len(way) <= speed:
        beyond = table.scene.country.neighbours[way[-1] * 6 + direction]
        if beyond == NOBODY:
            break
        way.append(beyond)
    return way


async def burn(table: Play) -> None:
    """A six starts a fire in woods or houses with smoke; fires make more of it in each Clean Up [19.2]."""
    state, country = table.state, table.scene.country
    for hex in state.fires_burning:
        state.smoke.append(hex)
        table.report(SmokePlaced(hex))
    for hex in sorted(dict.fromkeys(state.smoke)):
        fuel = country.terrain[hex] in BURNS and hex not in state.fires_burning
        if fuel and await table.roll(smoke_fire()) == FIRE:
            state.fires_burning.append(hex)
            state.smoke.append(hex)
            table.report(FireBrokeOut(hex))
