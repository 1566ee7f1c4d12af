"""A game with an owner's data pack is known from the ordinary game; what differs in it."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

import pbem
from pbem.audit import report
from pbem.audit.verify import verify
from pbem.client.storage.packs import check_pack
from pbem.client.storage.words import pack_lines
from pbem.client.views import looking
from pbem.client.views.words import shown_lines
from pbem.games import registry
from pbem.view.history import history, lines

OTHER = {"strength": 5, "shots": 2, "bag": ["a1", "a1", "b2", "z"]}
DIFFERS = ("strength 5 (module: 3)", "bag.3 z (module: c3)")
REPORTED = "differs in: strength 5 (module: 3); bag.3 z (module: c3)."


@pytest.fixture
def pack(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(json.dumps(OTHER))
    return path


@pytest.fixture
def played(ann, pack):
    ann.opens(dice="self", pack=pack)
    return ann


def history_lines(person):
    return list(lines(history(person.log, person.client.library, since=1), width=200))


def test_every_look_at_the_game_reports(played):
    digest = played.sits().table.rules_now().data
    shown = looking.show(played.sits())
    assert shown.pack is not None
    assert (shown.pack.digest, shown.pack.differs) == (digest, DIFFERS)
    found = verify(played.log, played.client.library)
    assert json.loads(report.to_json(found))["pack"] == {
        "digest": digest,
        "differs": list(DIFFERS),
        "called": "",
    }
    said = f"Played with an owner's data pack ({digest[:16]}...), which {REPORTED}"
    for drawn in ("", "a map"):
        assert said in shown_lines(shown, drawn)
    assert said in report.lines(found)
    assert said in history_lines(played)
    assert f"an owner's data pack {digest[:16]}..." in report.one_line(found)


def test_the_ordinary_game_has_none(ann):
    ann.opens(dice="self")
    found = verify(ann.log, ann.client.library)
    assert json.loads(report.to_json(found))["pack"] is None
    assert looking.show(ann.sits()).pack is None
    reported = [*report.lines(found), *history_lines(ann), *shown_lines(looking.show(ann.sits()))]
    assert not any("owner" in line for line in reported)


def test_a_pack_that_is_not_here(played, bob):
    found = verify(played.log, bob.client.library)
    assert found.pack is not None
    assert found.pack.differs == ()
    assert "that pack is not here" in "\n".join(report.lines(found))
    reported = history(played.log, bob.client.library)
    assert "for the pack file" in reported.lower
    assert any("that pack is not here" in line for line in lines(reported, width=200))
    assert any("cannot be shown" in line and "for the pack file" in line
               for line in lines(reported, width=400))  # fmt: skip
    assert not any("None" in line for line in lines(reported, width=200))


def test_of_many_fields_the_first_are_reported(ann, tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(json.dumps({"strength": 4, "shots": 9, "bag": ["p", "q", "r", "s"]}))
    found = check_pack(ann.client, path, "toy")
    assert len(found.differs) == 6
    reported = "\n".join(pack_lines(found))
    assert "strength 4 (module: 3); shots 9 (module: 2); bag.0 p (module: a1)" in reported
    assert "bag.2 r (module: b2); and 1 more." in reported
    assert "--pack" in reported
    path.write_text(json.dumps({"strength": 3, "shots": 2, "bag": ["a1"]}))
    assert check_pack(ann.client, path, "toy").differs == ("bag 1 entries (module: 4)",)


def test_no_heading_stands_above_nothing(ann, tmp_path):
    """Only a module with values that are reconstructed lists them."""
    path = tmp_path / "own.yaml"
    path.write_text(json.dumps({"strength": 3, "shots": 2, "bag": ["a1"]}))
    found = check_pack(ann.client, path, "toy")
    none, some = (replace(found, reconstructed=some) for some in ((), ("the map: guessed",)))
    assert not any("Reconstructed" in line for line in pack_lines(none))
    assert pack_lines(some)[-2:] == [
        "Reconstructed or second-hand in the module's own data:",
        "  the map: guessed",
    ]


def test_from_python_the_pack_is_named(played, pack):
    digest = played.sits().table.rules_now().data
    without = pbem.verify(played.log)
    assert (without.ok, without.level, without.pack.differs) == (False, 2, ())
    found = pbem.verify(played.log, packs=[str(pack)])
    assert (found.ok, found.pack.digest, found.pack.differs) == (True, digest, DIFFERS)
    assert [one.ok for one in pbem.verify_many([played.log] * 2, packs=[pack])] == [True, True]
    with pytest.raises(pbem.BadLog, match=r"data pack .* is not on this computer"):
        pbem.game_at(played.log)
    assert pbem.game_at(played.log, packs=[pack]).asked
    assert list(pbem.replay(played.log, packs=[pack]))[-1].game.asked


def test_from_python_a_game_is_begun_with_a_pack(pack, tmp_path):
    assert pbem.new_game("toy", pack=pack).position() != pbem.new_game("toy").position()
    none = tmp_path / "none.yaml"
    none.write_text("strength: many")
    with pytest.raises(pbem.PackError):
        pbem.new_game("toy", pack=none)
    games = " or ".join(sorted({*registry.names(), "toy"}))
    with pytest.raises(pbem.PackError, match=f"not a data pack of {games}"):
        pbem.verify(none, packs=[none])
    with pytest.raises(pbem.LogFileError):
        pbem.new_game("toy", pack=tmp_path / "absent.yaml")
