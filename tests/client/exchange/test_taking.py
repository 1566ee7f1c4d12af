"""Files in the mail: nothing is believed before it is verified, nothing good is lost."""

from __future__ import annotations

import re
import shutil

import pytest

from pbem.client.exchange import taking
from pbem.client.exchange.words import taken_lines
from pbem.client.play import acting
from pbem.client.storage.sides import sides
from pbem.client.views import looking
from pbem.client.views.words import shown_lines
from pbem.confined import UnreadableError
from pbem.errors import KeyFileError
from pbem.log.event import read_event
from pbem.log.fork import read_fork


def test_a_new_game(ann, bob):
    ann.meets(bob)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    taken = bob.takes(ann.sends())
    assert (taken.status, taken.first, taken.last) == ("new", 0, 1)
    assert taken.game == "toy-ann-bob"
    assert taken.yours
    assert taken.may == ["join", "resign"]
    assert any("no card of ann" in warning for warning in taken.warnings)


def test_a_turn(playing):
    ann, bob = playing
    ann.orders("move 1", "attack blue", note="Here I come")
    taken = bob.takes(ann.sends(since=2))
    assert (taken.status, taken.first, taken.last) == ("longer", 3, 3)
    [entry] = taken.happened
    assert entry.orders == ["move 1", "attack blue"]
    assert entry.note == "Here I come"
    bob.orders("pass")
    ann.takes(bob.sends())
    done = ann.does(acting.dice)
    assert any("Die for" in reported.text for reported in done.outcomes)
    assert ann.log.read_bytes().startswith(bob.log.read_bytes())


def test_duplicates_and_old_copies_are_harmless(playing):
    ann, bob = playing
    old = ann.sends()
    ann.orders("end")
    new = ann.sends()
    assert bob.takes(new).status == "longer"
    before = bob.log.read_bytes()
    assert bob.takes(new).status == "same"
    taken = bob.takes(old)
    assert (taken.status, taken.ahead) == ("older", 1)
    assert bob.log.read_bytes() == before


def test_stretches_may_come_in_any_order(playing):
    ann, bob = playing
    ann.orders("move 1")
    one = ann.sends(since=2)
    ann.orders("end")
    two = ann.sends(since=3)
    assert bob.takes(two, one).last == 4


def test_a_stretch_that_begins_too_late(playing):
    ann, bob = playing
    ann.orders("move 1")
    ann.orders("end")
    taken = bob.takes(ann.sends(since=3))
    assert taken.status == "gap"
    assert "from 3 on" in taken.warnings[0]
    assert bob.count == 3


def test_a_stretch_of_an_unknown_game(playing, person):
    ann, _ = playing
    eve = person("eve")
    assert eve.takes(ann.sends(since=1)).status == "gap"


def test_what_one_wrote_meanwhile_is_kept(playing):
    ann, bob = playing
    old = bob.sends()
    ann.orders("end")
    taken = ann.takes(old)
    assert (taken.status, taken.ahead) == ("older", 1)
    assert ann.count == 4


@pytest.mark.parametrize("whole", [True, False])
def test_a_finding_changes_nothing(playing, tmp_path, whole):
    ann, bob = playing
    ann.orders("move 1")
    ann.orders("end")
    sent = ann.sends(since=None if whole else 2)
    lines = sent.read_bytes().splitlines(keepends=True)
    lines[-1] = lines[-1].replace(b'"do":"end"', b'"do":"pas"')
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(b"".join(lines))
    before = bob.log.read_bytes()
    taken = bob.takes(bad)
    assert (taken.status, taken.finding.code, taken.usable) == ("finding", "sig.bad", 1)
    assert not taken.good
    assert bob.log.read_bytes() == before
    taken = bob.takes(bad, prefix=True)
    assert (taken.status, taken.first, taken.last) == ("finding", 3, 3)
    assert bob.count == 4


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: data[:-1],
        lambda data: data[:-30],
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\n" + data,
        lambda data: data.replace(b'"at":"2', b'"at":"1', 1),
        lambda data: data[:-5] + bytes([data[-5] ^ 1]) + data[-4:],
    ],
    ids=["no newline", "cut short", "mail program", "empty line", "old event", "signature"],
)
def test_a_harmed_file_changes_nothing(playing, tmp_path, harm):
    ann, bob = playing
    ann.orders("end")
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(harm(ann.sends().read_bytes()))
    before = bob.log.read_bytes()
    taken = bob.takes(bad)
    assert taken.status == "finding"
    assert bob.log.read_bytes() == before


def test_a_signature_changed_in_what_is_here_already(playing, tmp_path):
    ann, bob = playing
    ann.orders("end")
    bob.takes(ann.sends())
    data = ann.sends().read_bytes()
    at = data.index(b'"sig":"') + 9
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(data[:at] + (b"0" if data[at : at + 1] != b"0" else b"1") + data[at + 1 :])
    assert bob.takes(bad).finding.code == "sig.bad"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "card import"),
        (b"", "empty"),
        (b"land 1/2 1203\n", r"not a pbem log \(it begins with 'land 1/2 1203'\)\. Save the"),
        (b"Received: from mail.example.org by mx\n\n", r"'Received: from mail.exam'\)\. Save"),
        (b"<!DOCTYPE html>\r\n<html>", r"'<!DOCTYPE html>'\)\. Save the attachment NAME.pbem"),
        (b"\x89PNG\r\n\x1a\n\0\0", r"PNG'\)"),
        (b"PK\x03\x04\x14\0", "zip archive: unpack it"),
        (b'{"by":"bob","game":"00","head":"11","seq":3,"sig":"22","v":1}\n',
         "a confirmation. Compare it with your log by 'pbem mail read "),
        (b'{"by":"uma","days":[{}],"game":"00","no":0,"prev":"11","sig":"22","v":1}\n',
         "days that an umpire signed. Check it with 'pbem verify LOG "),
        ((b'{"from":1,"handle":"bob","head":"00","sig":"11","sign":"22","tournament":"33",'
         b'"v":1,"what":"enter"}\n'),
         "a request to a tournament. The director takes it by 'pbem tournament collect "),
    ],
)  # fmt: skip
def test_files_of_another_kind(ann, tmp_path, data, words):
    path = tmp_path / "file"
    path.write_bytes(ann.card.read_bytes() if data is None else data)
    taken = ann.takes(path)
    assert (taken.status, taken.good) == ("refused", False)
    assert re.search(words, taken.warnings[0])
    assert all(line.isprintable() for line in taken_lines(taken))


@pytest.mark.parametrize("before", [b"\xef\xbb\xbf", b"\n", b" "])
def test_what_looks_like_a_log_is_a_garbled_one(playing, tmp_path, before):
    ann, bob = playing
    path = tmp_path / "file"
    path.write_bytes(before + ann.sends().read_bytes())
    assert bob.takes(path).finding.code in {"json.form", "file.line"}


def test_every_file_is_judged_on_its_own(playing, tmp_path):
    ann, bob = playing
    ann.orders("move 1")
    bad = tmp_path / "bad"
    bad.write_bytes(b"")
    gone = tmp_path / "gone"
    files = [bad, ann.sends(), gone]
    taken = taking.take(bob.client, files, taking.TakeOptions())
    assert {one.file: one.status for one in taken} == {
        str(bad): "refused", str(gone): "refused", str(files[1]): "longer"}  # fmt: skip
    assert bob.count == 4


# --- forks -------------------------------------------------------------------------------------


@pytest.fixture
def forked(playing, person, tmp_path):
    """ann went back to a backup and gave other orders on the same position."""
    ann, bob = playing
    backup = tmp_path / "backup"
    shutil.copytree(ann.folder, backup)
    ann.orders("move 1")
    bob.takes(ann.sends())
    ann.client.close()
    shutil.copytree(ann.folder, tmp_path / "first")
    shutil.rmtree(ann.folder)
    shutil.move(backup, ann.folder)
    ann.orders("move 2")
    return ann, bob


def test_a_fork_is_proven(forked):
    ann, bob = forked
    before = bob.log.read_bytes()
    taken = bob.takes(ann.sends())
    assert (taken.status, taken.finding.code, taken.finding.blame) == (
        "fork", "fork.author", ("ann",))  # fmt: skip
    fork = read_fork(bob.client.games / f"{taken.game}-3.fork")
    assert {fork.a.by, fork.b.by} == {"ann"}
    assert bob.log.read_bytes() == before
    assert bob.takes(ann.sends()).status == "fork"


def test_the_forker_is_reported(forked):
    ann, bob = forked
    taken = ann.takes(bob.sends())
    assert taken.status == "fork"
    assert any("You signed both events yourself" in warning for warning in taken.warnings)


def test_a_fork_with_a_finding_is_no_fork(playing, tmp_path):
    ann, bob = playing
    ann.orders("move 1")
    bob.takes(ann.sends())
    lines = ann.sends().read_bytes().splitlines(keepends=True)
    forged = lines[-1].replace(b'"n":1', b'"n":2')
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(b"".join([*lines[:-1], forged]))
    taken = bob.takes(bad)
    assert (taken.status, taken.finding.code, taken.finding.blame) == ("finding", "sig.bad", ())
    assert taken.proof is None


# --- rulings -----------------------------------------------------------------------------------


@pytest.fixture
def ruled(ann, bob, person):
    """While ann wrote, the umpire put ann out."""
    uma = person("uma")
    ann.meets(bob, uma)
    uma.meets(ann, bob)
    ann.opens(seats={"red": "ann", "blue": "bob"}, umpire="uma")
    for one, other in ((uma, ann), (ann, uma), (bob, ann)):
        one.takes(other.sends())
        one.does(acting.join)
    for one in (ann, uma):
        one.takes(bob.sends())
    ann.orders("move 1")
    uma.does(acting.rule_out, "ann")
    return ann, bob, uma


def test_a_ruling_stands_against_an_event(ruled):
    ann, bob, uma = ruled
    bob.takes(ann.sends())
    taken = bob.takes(uma.sends())
    assert (taken.status, taken.result) == ("longer", "blue (bob) wins (forfeit)")
    assert bob.client.store().last(bob.sits().table.game_id)[0] == bob.count - 1
    reported = "\n".join(taken_lines(taken))
    assert "it puts out the author of the other event" in reported
    [aside] = sides(bob.log)
    assert f"Your former log is stored as {aside.name}" in reported
    again = bob.takes(ann.sends())
    assert (again.status, again.good) == ("aside", True)


# --- records -----------------------------------------------------------------------------------


def test_a_lost_record_is_begun_again_only_if_its_owner_says_so(playing):
    ann, bob = playing
    log = bob.sends()
    shutil.rmtree(ann.folder / "record")
    with pytest.raises(KeyFileError, match="--recovered"):
        ann.orders("end")
    assert any("--recovered" in warning for warning in ann.takes(log).warnings)
    ann.takes(log, recovered=True)
    ann.orders("end")


def test_what_a_crash_left_is_put_into_the_log_first(playing, monkeypatch):
    """Signed and recorded, and then the power failed."""
    ann, bob = playing
    with monkeypatch.context() as crash:
        crash.setattr(
            "pbem.client.session.session.append", lambda *_: (_ for _ in ()).throw(OSError("off"))
        )
        with pytest.raises(OSError, match="off"):
            ann.orders("end")
    assert ann.count == 3
    [line] = [e.line for e in ann.client.record("ann", ann.sits().table.game_id).entries[-1:]]
    taken = ann.takes(bob.sends())
    assert any("event 3" in warning for warning in taken.warnings)
    assert ann.log.read_bytes().splitlines()[-1] == line.encode()
    assert read_event(line.encode()).seq == 3


def test_orders_after_a_crash_send_the_old_ones(playing, monkeypatch):
    ann, _ = playing
    with monkeypatch.context() as crash:
        crash.setattr(
            "pbem.client.session.session.append", lambda *_: (_ for _ in ()).throw(OSError("off"))
        )
        with pytest.raises(OSError, match="off"):
            ann.orders("end")
    done = ann.orders("move 2")
    assert done.resumed == 1
    assert [event.seq for event in done.events] == [3]
    assert done.active.startswith("Waiting for bob (blue)")


def test_a_finding_names_the_line_of_the_file(playing, tmp_path):
    ann, bob = playing
    whole = ann.sends().read_bytes()
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(whole + b"x" * 300_000 + b"\n")
    found = bob.takes(bad).finding
    assert found.code == "json.size"
    assert found.message.startswith("Line 4 has more than")
    assert len(whole.splitlines()) == 3


def test_a_game_that_was_forked_says_so(forked, tmp_path):
    ann, bob = forked
    back = tmp_path / "first"
    assert looking.show(bob.sits()).forks == []
    taken = bob.takes(ann.sends())
    shown = looking.show(bob.sits())
    assert shown.forks == [taken.proof]
    [reported] = [line for line in shown_lines(shown) if "FORK" in line]
    assert reported.startswith(
        f"FORK: ann has signed two different events 3; {taken.game}-3.fork proves it."
    )
    # From then on every command says so before anything is signed on top of it.
    again = bob.takes(ann.sends(since=None))
    assert again.status == "fork"
    assert shown.forked == looking.show(bob.sits()).forked
    old = bob.takes(bob.sends())
    assert (old.status, old.warnings) == ("same", shown.forked)
    # A player who goes on all the same has agreed on this branch, once everybody has.
    ann.client.close()
    shutil.rmtree(ann.folder)
    shutil.copytree(back, ann.folder)
    ann.orders("end")
    bob.takes(ann.sends())
    assert looking.show(bob.sits()).forked
    done = bob.orders("end")
    assert done.warnings == []
    assert looking.show(bob.sits()).forked == []


def test_an_answer_to_another_variant_names_who_has_it(playing, tmp_path):
    """Ann ordered twice on one predecessor; bob's answer is to the variant that is not here."""
    ann, bob = playing
    other = tmp_path / "other"
    shutil.copytree(ann.folder, other)
    ann.orders("end")
    bob.takes(ann.sends())
    ann.client.close()
    shutil.rmtree(ann.folder)
    shutil.move(other, ann.folder)
    ann.orders("move 1")
    bob.does(acting.resign)
    taken = ann.takes(bob.sends(since=bob.count - 2))
    assert taken.finding is not None
    assert taken.finding.code == "chain.prev"
    reported = "\n".join(taken_lines(taken))
    assert "bob follows another event 3 (" in reported
    assert "which you signed. Ask bob for the whole log" in reported
    assert "'pbem send game', without --since" in reported


@pytest.fixture
def heeded():
    """Return what counts how often it is asked, and ends a file at the second event."""
    asked: list[int] = []

    def heed() -> None:
        asked.append(1)
        if len(asked) == 2:
            raise UnreadableError("it takes too long")

    return asked, heed


def is_left_as_it_was(reader, before, taken, asked) -> None:
    assert (taken.status, len(asked)) == ("refused", 2)
    assert "it takes too long" in taken.warnings
    assert [path.read_bytes() for path in reader.client.logs()] == before


@pytest.mark.parametrize("how", ["a new game", "a whole log", "a part"])
def test_what_takes_too_long_to_verify_ends_between_two_events(playing, person, heeded, how):
    """An agent says so of a mail: nothing of the file is imported, and it may come again."""
    ann, bob = playing
    ann.orders("move 1")
    ann.orders("end")
    reader = person("eve") if how == "a new game" else bob
    before = [path.read_bytes() for path in reader.client.logs()]
    file = ann.sends(since=2 if how == "a part" else None)
    is_left_as_it_was(reader, before, reader.takes(file, heed=heeded[1]), heeded[0])
    assert reader.takes(file).good


def test_another_side_that_takes_too_long_ends_between_two_events(forked, heeded):
    ann, bob = forked
    before = [path.read_bytes() for path in bob.client.logs()]
    is_left_as_it_was(bob, before, bob.takes(ann.sends(), heed=heeded[1]), heeded[0])
