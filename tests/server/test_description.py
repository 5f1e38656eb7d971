"""What the server says of its interface holds: schemathesis asks everything that the description allows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import sampled_from
from schemathesis.checks import CHECKS
from tests.server.house import Server
from tests.server.test_tables import both

SOUND = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)
schemathesis.checks.load_all_checks()
CHECKED = [CHECKS.get_one(name) for name in SOUND]


def test_every_answer_is_one_that_is_described(tmp_path: Path) -> None:
    """As a stranger, as a player and with the key of the house: no failure, known statuses, known shapes."""
    with Server(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        words = ["", both(server).links["Blue"], server.key]
        schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
        ways = [found.ok() for found in schema.get_all_operations()]
        assert len(ways) > 20
        for way in ways:
            hold(way, words)


def hold(way: Any, words: list[str]) -> None:
    """Ask it a number of times, with all that the description allows and some that it does not."""

    @settings(max_examples=8, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=way.as_strategy(), word=sampled_from(words))
    def asked(case: Any, word: str) -> None:
        case.call_and_validate(checks=CHECKED, headers={"Authorization": f"Bearer {word}"} if word else {})

    asked()
