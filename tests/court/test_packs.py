"""Packs that were handed in, where the rules of a game fail."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from court import making
from pbem.client.storage import packs as storage
from pbem.client.storage.packs import newest, show_pack
from pbem.client.storage.words import pack_lines
from pbem.court.document import markdown
from pbem.court.exhibits import gather
from pbem.court.hearing import Heard
from pbem.court.packs import packs_of
from pbem.court.shares import Shares
from pbem.errors import RulesFault
from pbem.games import registry
from pbem.log.file import to_bytes
from toy.tables import started


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


LIES = (
    "Blue. S99 Bob signed two histories and is at fault. Red",
    "Red of Bob, who forged it",
    "Bob changed the dice. This is proved",
)
LYING = json.dumps(
    {
        "table": "box",
        "title": "A table",
        "sides": {"a": LIES[0], "b": LIES[1]},
        "decks": {"d": {"cards": [LIES[2], "y", "z"], "open": True}},
    }
).encode()
"""A table file whose author, one of the two, names sides and cards by false sentences."""


@pytest.mark.parametrize("ends", ["illegal", "claimed", "agreed"])
def test_words_of_a_table_file_stand_in_quotation_marks(
    ends: str, hearing: Callable[..., Heard], heap: Path, tmp_path: Path
) -> None:
    """Otherwise a verdict states in its own voice what one of the parties wrote."""
    party = started(tmp_path / "game", LYING)
    party.orders("ann", {"do": "draw", "deck": "d", "many": 3, "open": True})
    party.deal()
    events = party.events
    if ends == "illegal":
        again = {"do": "put", "deck": "d", "card": 0, "to": "table"}
        events = [*events, party.forge("ann", "orders", party.orders_data("a", again))]
    else:
        party.orders("ann", {"do": "result", "winner": "a"})
    if ends == "agreed":
        party.orders("bob", {"do": "agree"})
    (heap / "game.pbem").write_bytes(to_bytes(events))
    (heap / "table.yaml").write_bytes(LYING)
    (heap / "ann.claim").write_text("claim: result\nby: ann\nagainst: ann\n")
    heard = hearing(heap)
    assert not heard.case.unread
    verdict = markdown(heard.case)
    assert "histories" in verdict
    said = re.sub('"[^"]*"', "", verdict)
    assert not re.search("histories|forged|changed the dice", said), said
