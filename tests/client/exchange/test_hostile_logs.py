"""Every log with one fault, imported by a client that has never seen its game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.client.client import Client
from pbem.client.exchange import taking
from pbem.client.exchange.words import taken_lines
from pbem.games import registry
from pbem.table.library import Library, data_digest

LOGS = sorted((Path(__file__).parents[3] / "logs" / "hostile").glob("*.pbem"))


def is_played_here(log: Path) -> bool:
    """Say whether the game that a log opens is played here, with the data that it names."""
    rules = json.loads(log.read_bytes().partition(b"\n")[0])["body"]["data"]["rules"]
    if rules["name"] not in registry.names():
        return False
    own = Library(registry.find).own(rules["name"], rules["version"])
    return bool(rules["data"] == data_digest(own))


@pytest.mark.few(8)
@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
def test_nothing_of_a_log_with_a_fault_is_kept(log, tmp_path):
    client = Client(tmp_path, "sqlite://")
    [taken] = taking.take(client, [log], taking.TakeOptions())
    if log.stem.startswith("chain.seq-no-beginning"):
        assert taken.status == "gap"
    else:
        assert taken.finding is not None
        # Some are of games that are not played here, or of no data at all: nothing is kept either.
        unknown = taken.finding.code == "rules.unknown" and not is_played_here(log)
        assert unknown or log.stem.startswith(taken.finding.code)
    assert not taken.good
    assert client.logs() == []
    assert all(line.isprintable() for line in taken_lines(taken))
    client.close()


def test_there_are_logs():
    assert len(LOGS) > 40
