"""Packs that were handed in, where the rules of a game fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from court import making
from pbem.client.storage import packs as storage
from pbem.client.storage.packs import newest, show_pack
from pbem.client.storage.words import pack_lines
from pbem.court.exhibits import gather
from pbem.court.packs import packs_of
from pbem.court.shares import Shares
from pbem.errors import RulesFault
from pbem.games import registry


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """The rules of every game but Saipan fail at every pack, as code of others may."""
    error: Exception = request.param

    def show(rules: str, data: bytes | None = None) -> storage.Pack:
        if rules == "saipan":
            return show_pack(rules, data)
        raise error

    monkeypatch.setattr(storage, "show_pack", show)


@pytest.mark.parametrize(
    "failing", [RulesFault("the rules failed"), RuntimeError("odd")], indirect=True
)
@pytest.mark.usefixtures("failing")
def test_rules_that_fail_keep_no_pack_of_another_game_out(tmp_path: Path) -> None:
    assert min(registry.names()) != "saipan"  # one fails before it
    (tmp_path / "mine.yaml").write_bytes(newest("saipan").export())
    within = tmp_path / "within"
    within.mkdir()
    evidence = gather([tmp_path / "mine.yaml"], within)
    assert [one.rules for one in packs_of(evidence, Shares(evidence))] == ["saipan"]
    assert evidence.unread == []


@pytest.mark.parametrize("failing", [RulesFault("the rules failed")], indirect=True)
@pytest.mark.usefixtures("failing")
def test_of_a_pack_of_no_game_the_rules_that_failed_are_named(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_bytes(b"a: 1\n")
    within = tmp_path / "within"
    within.mkdir()
    evidence = gather([tmp_path / "mine.yaml"], within)
    assert packs_of(evidence, Shares(evidence)) == []
    assert "the rules failed" in evidence.unread[0]


def test_a_table_file_says_how_it_is_called_and_differs_from_nothing() -> None:
    """All of such a game is in its data, so the module's own data say nothing of it."""
    pack = show_pack("table", making.TABLE)
    assert (pack.own, pack.differs) == (False, ())
    assert not any("differs" in line or "Reconstructed" in line for line in pack_lines(pack))
