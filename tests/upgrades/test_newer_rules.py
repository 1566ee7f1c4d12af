"""Two players go on with a made-up version 2 of Saipan in the middle of their game.

They have keys, homes and databases of their own, and type commands (docs/protocol.md, 4 and 12).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from commands.conftest import Home
from pbem.games import registry
from upgrades.making import BEACHES, LANDING
from upgrades.test_homes import DEPLOYMENT
from upgrades.version_two import SaipanRulesTwo

LANDINGS, (ATTACK, THEN, _) = LANDING.splitlines()[:7], LANDING.splitlines()[7:]
GAME = "saipan-ann-bob"


def typed(lines: list[str]) -> list[str]:
    """Return orders as words of a command."""
    return [word for line in lines for word in ("-m", line)]


class Two(NamedTuple):
    """Ann, who plays the Americans, and bob."""

    ann: Home
    bob: Home

    def mails(self, sender: Home) -> str:
        """Send the game to the other; return what the other reads on importing it."""
        taker = self.bob if sender is self.ann else self.ann
        return taker("take", sender.sends())


@pytest.fixture
def two(tmp_path, monkeypatch):
    """Two who know each other's cards."""
    monkeypatch.chdir(tmp_path)
    people = Two(*(Home(tmp_path / name) for name in ("ann", "bob")))
    for one in people:
        one("identity", "new", one.folder.name)
        one("card", "export")
    people.ann("card", "import", "bob.card")
    people.bob("card", "import", "ann.card")
    return people


def begin(two: Two, *words: str) -> None:
    two.ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob", *words)
    two.mails(two.ann)
    two.bob("join")
    two.mails(two.bob)


@contextmanager
def released(rules: SaipanRulesTwo | None = None) -> Iterator[None]:
    """A release that has version 2 as well."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(registry.RULES, ("saipan", 2), ("", ""))
        patched.setitem(registry._loaded, ("saipan", 2), rules or SaipanRulesTwo())
        yield


def agree(two: Two, offering: Home, answer: str = "yes") -> str:
    """Let one offer the newer rules; return what is printed when the other has answered."""
    other = two.bob if offering is two.ann else two.ann
    offering("offer", "rules", "--yes")
    two.mails(offering)
    assert "offers to continue with saipan version 2." in other("show")
    other("answer", answer)
    return two.mails(other)


def test_both_go_on_with_the_other_table(two):
    begin(two)
    two.ann("order", *typed(LANDINGS))
    assert "De 50%, Dr 50%" in two.ann("legal", "317")
    with released():
        assert "From now on, saipan is played by version 2." in agree(two, two.ann)
        assert "always De on 1 to 6" in two.ann("odds", ATTACK)
        two.ann("order", *typed([ATTACK, THEN]))
        two.mails(two.ann)
        two.bob("order", *typed(["pass", "standing usual"]))
        two.mails(two.bob)
        assert ": De, the defender is eliminated" in two.ann("dice")
        two.mails(two.ann)
        for one in two:
            assert "saipan version 1, then version 2, scenario" in one("verify", GAME)
            assert one("store", "check").count("\n") == 1
            one("store", "rebuild")
        assert "rain" in two.bob("chart", "options")
        # The part before the offer is read by version 1 as it was.
        assert "always De" not in two.bob("odds", GAME, "--at", "3", ATTACK)
        assert "column 10.., die" in two.bob("explain", GAME, "8.2")
        two.ann("practice", "new", GAME, "--at", "3", "--to", "three.practice")
        before = json.loads(Path("three.practice").read_text().splitlines()[0])
        assert before["rules"]["version"] == 1


def test_who_does_not_agree_goes_on_as_before(two):
    begin(two)
    two.ann("order", *typed(LANDINGS))
    with released():
        agree(two, two.ann, "no")
        assert "always De" not in two.ann("odds", ATTACK)
        assert "saipan version 1, scenario" in two.ann("verify", GAME)


def test_a_release_without_it_blames_nobody_and_loses_nothing(two):
    begin(two)
    two.ann("order", *typed(LANDINGS))
    with released():
        two.ann("offer", "rules", "--yes")
        sent = two.ann.sends()
    [log] = (two.bob.folder / "games").glob("*.pbem")
    before = log.read_bytes()
    reported = two.bob.fails("take", sent)
    assert "this pbem does not play saipan version 2: install a release that does" in reported
    assert "blame" not in reported
    assert log.read_bytes() == before
    with released():
        two.bob("take", sent)
        two.bob("answer", "yes")


def test_what_was_sealed_by_version_1_is_opened_by_version_2(two):
    begin(two, "--scenario", "free")
    two.ann("seal", "-m", BEACHES)
    two.mails(two.ann)
    with released():
        agree(two, two.bob)
        two.bob("order", *typed([*(f"deploy {line}" for line in DEPLOYMENT), "end deployment"]))
        two.mails(two.bob)
        assert "The U.S. will land at 0801, 0802, 0902" in two.ann("reveal")
        assert "The game is over" not in two.mails(two.ann)


class Longer(SaipanRulesTwo):
    """A version 2 that has a figure of its own in every pack."""

    def data(self, pack=None):
        read = super().data(pack)
        return msgspec.structs.replace(read, length=msgspec.structs.replace(read.length, turns=16))


def test_an_owners_figures_stay_or_the_game_stays_as_it_is(two):
    two.ann("pack", "export", "saipan", "--to", "own.yaml")
    own = Path("own.yaml")
    own.write_text(own.read_text().replace("  turns: 15\n", "  turns: 14\n"))
    for one in two:
        one("pack", "check", "own.yaml")
    begin(two, "--pack", "own.yaml")
    with released(Longer()):
        reported = two.ann.fails("offer", "rules", "--yes")
        assert "version 2 reads that pack differently" in reported
    with released():
        agree(two, two.ann)
        assert "Game-Turn 1 of 14" in two.ann("show")
        assert "length.turns 14" in two.ann("show")
