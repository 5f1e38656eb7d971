"""Plots written as players write them, handed in at a table."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tank.situations import Play

from sandtable.engine import Refused


def pad(*lines: str, **more: Any) -> dict[str, Any]:
    """A side's pad from lines such as "J OV 3704 3603"."""
    return {"lines": [line_of(line) for line in lines], **more}


def line_of(text: str) -> dict[str, Any]:
    """One line in the form that is handed in."""
    unit, task, *words = text.split()
    if task in ("DF", "OF"):
        return {"unit": unit, "task": task, "target": " ".join(words)}
    return {"unit": unit, "task": task, "path": " ".join(words)} if words else {"unit": unit, "task": task}


def plot(driver: Play, alpha: dict[str, Any], bravo: dict[str, Any] | None = None) -> Play:
    """Hand in both pads; None where that side is not asked."""
    driver.submit(0, alpha)
    if bravo is not None:
        driver.submit(1, bravo)
    return driver


def refused(driver: Play, side: int, plots: dict[str, Any]) -> list[str]:
    """The case and the unit of every fault that is found in a pad."""
    with pytest.raises(Refused) as caught:
        driver.submit(side, plots)
    return [f"{refusal.case} {refusal.place}".strip() for refusal in caught.value.refusals]
