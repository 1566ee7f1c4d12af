"""A director lets their agent direct, sees what it does, and takes over again."""

from __future__ import annotations

import pytest

PLAN = "name: Cup\nformat: swiss\nrounds: 3\ngame: saipan\n"
WISHES = """\
unattended:
  players: 8
  days: 14
  zone: Europe/Berlin
  pages: site
  close: 7
"""


@pytest.fixture
def dora(home, tmp_path):
    made = home("dora")
    (tmp_path / "cup.yaml").write_text(PLAN)
    (tmp_path / "wishes.yaml").write_text(PLAN + WISHES)
    return made


def test_a_plan_with_wishes_is_founded_and_directed(dora, tmp_path):
    said = dora("tournament", "found", str(tmp_path / "wishes.yaml"), "--name", "cup")
    assert "Your agent directs cup as the plan says, while 'pbem agent run' runs." in said
    said = dora("tournament", "attend")
    for line in (
        "It admits people whose card you have.",
        "It pairs each round when it is due (round 1: at 8 players).",
        "It sets a deadline 14 days after each pairing (Europe/Berlin), and reminds players 3 and",
        f"It publishes in {tmp_path / 'site'}.",
        "It closes 7 days after the last decision.",
    ):
        assert line in said


def test_it_begins_later_and_ends(dora, tmp_path):
    dora("tournament", "found", str(tmp_path / "cup.yaml"))
    assert dora("tournament", "attend").startswith("You direct cup yourself.")
    said = dora.fails("tournament", "attend", str(tmp_path / "cup.yaml"))
    assert "has no 'unattended:'" in said
    assert "your agent directs cup:" in dora("tournament", "attend", str(tmp_path / "wishes.yaml"))
    assert dora("tournament", "attend", "--stop") == "You direct cup yourself again.\n"
    assert dora("tournament", "attend", "--stop") == "You direct cup yourself, as before.\n"


def test_nobody_directs_a_tournament_of_another(dora, home, tmp_path):
    dora("tournament", "found", str(tmp_path / "cup.yaml"))
    ann = home("ann")
    ann("tournament", "take", str(dora.folder / "tournaments" / "cup.tournament"))
    said = ann.fails("tournament", "attend", str(tmp_path / "wishes.yaml"))
    assert "only dora directs Cup, and you are ann" in said
    assert not (ann.folder / "agent").exists()


def test_a_deputy_lets_no_agent_direct(dora, home, tmp_path):
    """A deputy rules and closes when the director is silent: that is a person's decision."""
    kim = home("kim")
    kim("card", "export", "--to", str(dora.outbox))
    dora("card", "import", str(dora.outbox / "kim.card"))
    (tmp_path / "cup.yaml").write_text(f"{PLAN}deputy: {{handle: kim, days: 21}}\n")
    dora("tournament", "found", str(tmp_path / "cup.yaml"))
    kim("tournament", "take", str(dora.folder / "tournaments" / "cup.tournament"))
    said = kim.fails("tournament", "attend", str(tmp_path / "wishes.yaml"))
    assert "only dora directs Cup by an agent, and you are the deputy" in said
    assert not (kim.folder / "agent").exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("  players: 1\n", "players must be"),
        ("  zone: Europe/Berlim\n", "there is no time zone 'Europe/Berlim'"),
        ("  then: forfeit\n", "there is no 'forfeit'"),
        ("  entry: known\n", "there is no 'entry'"),
        ("  remind: [-1]\n", "remind"),
    ],
)
def test_a_wish_that_cannot_be(dora, tmp_path, wrong, said):
    (tmp_path / "wrong.yaml").write_text(f"{PLAN}unattended:\n{wrong}")
    assert said in dora.fails("tournament", "found", str(tmp_path / "wrong.yaml"))
    assert not (dora.folder / "tournaments").exists()
    assert not (dora.folder / "agent").exists()
