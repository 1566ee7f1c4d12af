"""The commands' advice where logs part works as it stands."""

from __future__ import annotations

import re
import shlex
import shutil

import pytest

from pbem.client.play import acting
from pbem.log.file import read_events


@pytest.fixture
def with_umpire(home):
    """Ann is active, bob plays, uma is the umpire."""
    ann, bob, uma = people = [home(name) for name in ("ann", "bob", "uma")]
    for one in people:
        one("card", "export", "--to", str(uma.outbox))
    for one in people:
        others = [other for other in people if other is not one]
        one("card", "import", *(str(uma.outbox / f"{o.folder.name}.card") for o in others))
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob", "--umpire", "uma")
    for one, other in ((uma, ann), (ann, uma), (bob, ann)):
        one("take", other.sends())
        one("join")
    for one in (ann, uma):
        one("take", bob.sends())
    return people


def events(one):
    [path] = (one.folder / "games").glob("*.pbem")
    return list(read_events(path))


def advised(said, command):
    """The words of the command that a text advises."""
    flat = " ".join(re.sub(r"-\n\s*", "-", said).split())  # the text is wrapped to be read
    found = re.search(rf"(?:pbem )?({command}[^']*)'", flat)
    assert found is not None, flat
    return shlex.split(found.group(1))


@pytest.mark.parametrize("then", ["forfeit", "branch"])
def test_ruling_on_a_fork_as_advised(with_umpire, tmp_path, then):
    ann, _, uma = with_umpire
    shutil.copytree(ann.folder, tmp_path / "backup")
    ann("offer", "tie", "--yes")
    uma("take", ann.sends())
    shutil.rmtree(ann.folder)
    shutil.copytree(tmp_path / "backup", ann.folder)
    ann("offer", "tie", "--yes", "--note", "a second thought")
    assert "FORK" in uma.fails("take", ann.sends())
    said = uma("show")
    assert "FORK: ann" in said
    words = advised(said, r"rule \S+ --fork \S+ --then forfeit")
    uma(*words[:-1], then)
    assert events(uma)[-1].data["then"] == then
    assert "FORK" not in uma("show")


def test_a_ruling_for_a_branch_asks_where_dice_may_be_lost(with_umpire, tmp_path, monkeypatch):
    """A keeper who gave dice for the other event can give none after it."""
    ann, _, uma = with_umpire
    shutil.copytree(ann.folder, tmp_path / "backup")
    ann("offer", "tie", "--yes")
    uma("take", ann.sends())
    shutil.rmtree(ann.folder)
    shutil.copytree(tmp_path / "backup", ann.folder)
    ann("offer", "tie", "--yes", "--note", "a second thought")
    uma.fails("take", ann.sends())
    words = advised(uma("show"), r"rule \S+ --fork \S+ --then forfeit")
    monkeypatch.setattr(acting, "asked_for_the_other", lambda *_: ["bob"])
    before = events(uma)
    said = uma.fails(*words[:-1], "branch")
    assert "nobody answered the question" in said
    assert events(uma) == before
    uma(*words[:-1], "branch", "--yes")
    assert events(uma)[-1].data["then"] == "branch"


def test_taking_a_ruling_back_as_advised(with_umpire):
    ann, bob, uma = with_umpire
    ann("offer", "tie", "--yes")
    uma("rule", "--out", "ann", "--anyway", "--yes")
    ruling = events(uma)[-1].id
    said = uma("take", ann.sends())
    assert "which does not count" in said
    words = advised(said, r"rule \S+ --back")
    assert words[-1] == ruling
    uma(*words)
    assert [event.kind for event in events(uma)[-2:]] == ["offer", "ruling"]
    assert events(uma)[-1].data == {"back": ruling}
    bob("take", uma.sends())
    bob("answer", "no")
    verdict = uma.run("verify", str(next((uma.folder / "games").glob("*.pbem"))), "--json")
    assert verdict.code == 0


@pytest.mark.long
def test_verify_says_which_log_counts(with_umpire):
    ann, _, uma = with_umpire
    ann("offer", "tie", "--yes")
    uma("rule", "--out", "ann", "--anyway", "--yes")
    logs = [str(next((one.folder / "games").glob("*.pbem"))) for one in (ann, uma)]
    ran = uma.run("verify", *logs)
    said = " ".join(ran.out.split())
    assert said.startswith(f"The log that counts: {logs[1]}")
    assert "rule 2: event 4 by uma (ruling" in said
    assert "Seats: bob plays Japan, ann plays U.S. Umpire: uma. Dice policy: " in said
    [found] = uma.run("verify", *logs, "--json").json["counts"]
    assert found["counts"] == logs[1:]
    assert (found["ok"], found["umpire"]) == (True, None)
