"""The faults of a player's own disk and program: their record, their folders, names of files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pbem.client.client import Client
from pbem.client.people import import_card
from pbem.client.play import acting
from pbem.client.session.striking import strike
from pbem.crypto.filename import unfit
from pbem.errors import FormError, KeyFileError, NotYourPen
from pbem.games import registry
from pbem.identity.card import make_card
from pbem.identity.files import write_atomically
from pbem.identity.identity import create
from pbem.log.event import compose, read_event
from pbem.log.file import read_events
from pbem.log.finding import BadLog
from pbem.table.own.private import PrivateFile, Secret
from pbem.table.own.record import Record
from pbem.table.table import Table
from toy.cheat import attack
from toy.group import Group, identity, move
from toy.people import Person


@pytest.fixture(autouse=True)
def _toy(monkeypatch):
    monkeypatch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))


@pytest.fixture
def playing(tmp_path):
    """Ann and bob have joined, and ann is active."""
    ann, bob = Person("ann", tmp_path), Person("bob", tmp_path)
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    yield ann, bob
    for one in (ann, bob):
        one.client.close()


def record_of(person: Person) -> Record:
    return person.client.record(person.handle, person.sits().table.game_id)


# --- a record that is torn -----------------------------------------------------------------------


@attack("own", "flip any bit of a record", "reported, or an end that nobody was sent is dropped")
def test_a_rotten_bit_in_the_record(tmp_path):
    """No flip makes an entry say something else: it is as it was, or the line is named."""
    group = Group.joined(tmp_path)
    group.orders("ann", move(1))
    group.orders("ann", move(1))
    path = tmp_path / "ann" / "record"
    good, whole = Record(path).entries, path.read_bytes()
    ends = [at for at, byte in enumerate(whole) if byte == 10]
    for at in range(0, len(whole), 7):
        bad = whole[:at] + bytes([whole[at] ^ (1 << at % 8)]) + whole[at + 1 :]
        path.write_bytes(bad)
        record = Record(path)
        assert all(entry in good for entry in record.entries), at
        in_last = at > ends[-2]
        assert (record.damaged is None) == (record.entries == good or in_last), at
    path.write_bytes(whole)
    assert Record(path).entries == good


@attack(
    "own", "tear a record in its middle", "reported; the intact part binds; `--recovered` goes on"
)
def test_a_record_torn_in_its_middle(playing):
    ann, bob = playing
    ann.orders("move 1")
    path = record_of(ann).path
    lines = path.read_bytes().splitlines(keepends=True)
    torn = b"".join([*lines[:-2], bytes(len(lines[-2]) - 1) + b"\n", lines[-1]])
    path.write_bytes(torn)
    assert record_of(ann).damaged == len(lines) - 1
    assert len(record_of(ann).entries) == len(lines) - 1
    with pytest.raises(KeyFileError, match=rf"line {len(lines) - 1} .*--recovered"):
        ann.orders("move 1")
    assert path.read_bytes() == torn
    bob.takes(ann.sends())
    assert any("--recovered" in warning for warning in ann.takes(bob.sends()).warnings)
    assert any(
        "starts again" in reported for reported in ann.takes(bob.sends(), recovered=True).warnings
    )
    assert path.read_bytes().startswith(torn)  # nothing of it is lost
    ann.orders("move 1", "end")
    assert bob.takes(ann.sends()).good


@attack(
    "own", "cut the power while the record is written", "an end that nobody was sent is dropped"
)
@pytest.mark.parametrize("torn", ["cut", "zeros", "half", "whole line"])
def test_a_bad_end_that_nobody_was_sent(playing, torn):
    ann, bob = playing
    path = record_of(ann).path
    before = path.read_bytes()
    session, log = ann.sits(), ann.log.read_bytes()
    session.writer(ann.identity).orders([move(1)])  # signed, and the power goes
    line = path.read_bytes()[len(before) :]
    bad = {
        "cut": line[: len(line) // 2],
        "zeros": bytes(len(line)),
        "half": line[: len(line) // 2] + bytes(len(line) - len(line) // 2),
        "whole line": line.replace(b'"seq":2', b'"seq":3'),
    }[torn]
    path.write_bytes(before + bad)
    assert ann.log.read_bytes() == log
    assert record_of(ann).damaged is None
    ann.orders("end")
    assert bob.takes(ann.sends()).good
    assert path.read_bytes().startswith(before)
    assert record_of(ann).damaged is None


@attack(
    "own",
    "damage the end of a record that was sent",
    "the log has it: reported, and nothing is signed",
)
def test_a_bad_end_that_was_sent(playing):
    ann, bob = playing
    ann.orders("move 1")
    bob.takes(ann.sends())
    path = record_of(ann).path
    whole = path.read_bytes()
    path.write_bytes(whole[:-40] + b"#" + whole[-39:])
    with pytest.raises(KeyFileError, match=r"lacks event 3.*--recovered"):
        ann.orders("move 1")


# --- a record that begins again -----------------------------------------------------------------


def torn(path: Path) -> None:
    """Break the first line of a file."""
    first, *others = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([b"#" + first[1:], *others]))


def older(path: Path) -> None:
    """Have a file without its last line, as in an older backup."""
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))


BROKEN = {"is missing": Path.unlink, "lacks event 3": older, "is damaged": torn}


@attack(
    "own", "lose the record, and your last mail", "pbem asks you to import what you mailed, too"
)
@pytest.mark.parametrize("how", BROKEN)
def test_a_letter_that_was_lost_is_taken_in_before_a_record_begins_again(playing, tmp_path, how):
    """Nobody else has what stood in it: without it another event would be signed in its place."""
    ann, bob = playing
    ann.orders("move 1")
    bob.takes(ann.sends())
    ann.client.close()
    backup = shutil.copytree(ann.folder, tmp_path / "backup")
    ann.orders("move 1")
    mailed = ann.sends().rename(tmp_path / "mailed.pbem")
    second = list(read_events(ann.log))[-1].id
    ann.client.close()
    shutil.rmtree(ann.folder)
    backup.rename(ann.folder)
    BROKEN[how](record_of(ann).path)
    with pytest.raises(KeyFileError) as refused:
        ann.orders("move 1", "end")
    [warned] = [one for one in ann.takes(bob.sends()).warnings if "--recovered" in one]
    for reported in (str(refused.value), warned):
        assert how in reported
        assert "mailed yourself" in reported or "your own mails" in reported
        assert "other player" in reported
    ann.takes(mailed)
    ann.takes(bob.sends(), recovered=True)
    ann.orders("end")
    bob.takes(ann.sends())
    assert [event.id for event in read_events(bob.log)].index(second) == 4


@attack(
    "own",
    "read an event from a disk, and mail it with a spoilt end after a backup was restored",
    "pbem imports it up to there, and it binds",
)
def test_what_one_signed_comes_back_from_a_spoilt_log(playing, tmp_path):
    """Refused whole, it would let ann sign another event: the two would convict ann later."""
    ann, bob = playing
    ann.client.close()
    backup = shutil.copytree(ann.folder, tmp_path / "backup")
    ann.orders("move 1")
    ann.orders("end")
    signed = [event.id for event in read_events(ann.log)]
    spoilt = tmp_path / "spoilt.pbem"
    spoilt.write_bytes(ann.log.read_bytes() + b"{}\n")
    ann.client.close()
    shutil.rmtree(ann.folder)
    backup.rename(ann.folder)
    ann.takes(bob.sends())
    assert ann.takes(spoilt).finding is not None
    assert [event.id for event in read_events(ann.log)] == signed
    with pytest.raises(NotYourPen):
        ann.orders("move 2")
    bob.takes(ann.sends())
    assert bob.takes(spoilt).status == "finding"
    assert not list(bob.client.games.glob("*.fork"))


# --- an event that nobody accepts ----------------------------------------------------------------


def signs_badly(person: Person, **changes: object) -> bytes:
    """Have an event in the record that no replay accepts, as a wrong program signs it."""
    session = person.sits()
    last = list(read_events(person.log))[-1]
    fields = {
        "game": last.game_id, "seq": last.seq + 1, "prev": last.id, "by": person.handle,
        "at": "2026-11-20T15:04:05Z", "kind": "orders", "seed": person.identity.sign_seed,
        "data": {"orders": [{"do": "move", "n": 1}], "side": "red", "state": "0" * 64},
    }  # fmt: skip
    event = compose(**{**fields, **changes})
    person.client.record(person.handle, session.table.game_id).add(event)
    return event.line


@attack(
    "own",
    "have a faulty program sign what nobody accepts",
    "`store strike` removes it, and pbem says so",
)
@pytest.mark.parametrize("changes", [{}, {"seq": 99}, {"data": {"yes": True}, "kind": "answer"}])
def test_an_event_that_nobody_accepts_is_struck(playing, changes):
    ann, bob = playing
    line = signs_badly(ann, **changes)
    log = ann.log.read_bytes()
    with pytest.raises(BadLog, match="'pbem store strike game'"):
        ann.orders("move 1")
    assert ann.log.read_bytes() == log
    struck = strike(ann.client, None, "ann")
    assert struck.event == read_event(line).id
    assert line in record_of(ann).path.read_bytes().replace(b'\\"', b'"')  # it is kept, as it was
    ann.orders("move 1", "end")
    assert bob.takes(ann.sends()).good


@attack("own", "strike a valid event, to write another", "refused; it stands")
def test_striking_is_no_second_thought(playing):
    ann, _ = playing
    with pytest.raises(FormError, match="nothing to strike"):
        strike(ann.client, None, "ann")
    ann.sits().writer(ann.identity).orders([move(1)])  # signed, and the power goes
    before = record_of(ann).path.read_bytes()
    with pytest.raises(FormError, match="valid"):
        strike(ann.client, None, "ann")
    assert record_of(ann).path.read_bytes() == before
    ann.orders("end")  # what was signed comes first
    with pytest.raises(FormError, match="nothing to strike"):
        strike(ann.client, None, "ann")


@attack(
    "own",
    "strike an event that this program cannot judge",
    "refused: another program may accept it",
)
def test_striking_where_nobody_here_can_judge(playing, monkeypatch):
    ann, _ = playing
    signs_badly(ann)
    before = record_path(ann).read_bytes()
    monkeypatch.delitem(registry.RULES, ("toy", 1))
    with pytest.raises(BadLog, match="does not play"):
        strike(Client(ann.folder, ann.client.database), None, "ann")
    assert record_path(ann).read_bytes() == before


def record_path(person: Person) -> Path:
    [path] = (person.folder / "record" / person.handle).glob("*.jsonl")
    return path


@attack(
    "own", "strike dice, and give them for another trigger", "one trigger, whether struck or not"
)
def test_struck_dice_still_bind(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", {"do": "attack", "on": "blue"})
    one = group.forge("bob", "orders", group.orders_data("blue", {"do": "pass"}))
    two = group.forge("bob", "orders", group.orders_data("blue", {"do": "fire"}))
    base = list(group.events)
    group.take(one)
    dice = group.forge("ann", "dice", {"proof": "00" * 80})
    record = Record(tmp_path / "ann" / "record")
    record.add(dice, one)
    record.strike(dice, "dice.proof")
    group.events, group.table = base, Table(group.library)
    for event in base:
        group.table.take(event)
    group.take(two)
    with pytest.raises(KeyFileError, match="never gets any"):
        group.play("ann", "dice")


# --- folders -------------------------------------------------------------------------------------


@attack(
    "own", "cut the power after the first seal, event or game", "the folders are on the disk too"
)
@pytest.mark.parametrize("what", ["record", "seal", "identity", "game"])
def test_new_folders_are_on_the_disk(tmp_path, monkeypatch, what):
    """The maker of a folder puts its name on the disk, in the folder above, up to the top."""
    synced: list[tuple[int, float]] = []
    fsync = os.fsync

    def watched(descriptor: int) -> None:
        fsync(descriptor)
        synced.append((os.fstat(descriptor).st_ino, len(made)))

    made: list[Path] = []
    mkdir = Path.mkdir

    def making(self: Path, *args: object, **kwargs: object) -> None:
        there = self.exists()
        mkdir(self, *args, **kwargs)
        made.extend([] if there else [self])

    monkeypatch.setattr(os, "fsync", watched)
    monkeypatch.setattr(Path, "mkdir", making)
    deep = tmp_path / "a" / "b" / "c"
    if what == "record":
        Record(deep / "record").adopt(1, "0" * 64)
    elif what == "seal":
        PrivateFile(deep / "private").add(Secret("plan", "00" * 32, {"do": "pass"}, "00" * 32))
    elif what == "identity":
        write_atomically(deep / "ann.key", b"key")
    else:
        Client(deep).free_name("game")
    assert {folder.name for folder in made} >= {"a", "b", "c"}
    for number, folder in enumerate(made, 1):
        after = {inode for inode, done in synced if done >= number}
        assert folder.parent.stat().st_ino in after, folder


# --- names ---------------------------------------------------------------------------------------

RESERVED = [
    "con",
    "prn",
    "aux",
    "nul",
    "com1",
    "lpt9",
    "con.x",
    "nul.tar.gz",
    "alice.",
    "a..",
    "a-.",
]


@attack(
    "own", "choose a handle or game whose file name collides elsewhere", "refused where it is made"
)
@pytest.mark.parametrize("name", RESERVED)
def test_a_name_that_no_file_can_have_everywhere(tmp_path, name):
    assert unfit(name) is not None
    ann = Person("ann", tmp_path)
    with pytest.raises(FormError, match="every system"):
        ann.client.free_name(name)
    with pytest.raises(FormError, match="every system"):
        create(name)
    ann.client.close()


@attack("own", "send a card or a game of a player called `con`", "reported; nothing is lost")
def test_a_name_that_comes_from_others(tmp_path):
    ann = Person("ann", tmp_path)
    reported: list[str] = []
    ann.client.report = reported.append
    theirs = identity("con")
    card = tmp_path / "their.card"
    card.write_bytes(make_card(theirs, "con@example.org"))
    assert import_card(ann.client, card).handle == "con"
    assert any("every system" in word for word in reported)
    ann.client.close()


@attack("own", "name two games so that only case differs", "the second gets another name")
def test_names_that_differ_in_case(tmp_path):
    ann = Person("ann", tmp_path)
    ann.client.games.mkdir(mode=0o700, parents=True)
    (ann.client.games / "GAME.PBEM").touch()
    (ann.client.games / "Game-2.pbem").touch()
    assert ann.client.free_name("game").name == "game-3.pbem"
    ann.client.close()
