"""A published transparency log held against the tournament's log, and whom it convicts."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile, rmtree

import msgspec
import pytest

from pbem.client.client import Client
from pbem.client.storage.tournament_heads import kept, leaves_of
from pbem.crypto.transparency.checkpoint import Checkpoint, sign_checkpoint
from pbem.crypto.transparency.merkle import root_of
from pbem.director.judging import verify
from pbem.director.office import next_event
from pbem.director.pages.publishing import publish
from pbem.director.transparency.heads import keep, key_of, take_head
from pbem.log.event import Event
from pbem.log.file import create
from pbem.tournament.events import term_kinds
from pbem.tournament.faults import BadTournament
from pbem.tournament.folding import Fold
from second.cup_form import fits
from second.tiles import Published
from toy.group import identity, signer, toy_library
from toy.meeting import ORIGIN, Meeting, checkpoints, robin
from toy.pages import played


def signed(meeting: Meeting, handle: str = "dora") -> Checkpoint:
    seed = identity(handle).checkpoint_seed(ORIGIN)
    root = root_of(leaves_of(meeting.events))
    return sign_checkpoint(key_of(meeting.now.found), seed, len(meeting.events), root)


@pytest.fixture
def pages(tmp_path):
    """A tournament that was published, its log and the log of its game."""
    meeting, log, game = played(tmp_path, "Toy Cup")
    publish(meeting.fold, log, tmp_path / "pages", [game], checkpoint=signed(meeting))
    return meeting, log, game


def faults(tmp_path: Path, log: Path, game: Path) -> list[tuple[str, str]]:
    report = verify(log, [game], toy_library(), published=tmp_path / "pages")
    assert report.ok == (not report.faults)
    return [(one.code, one.whose) for one in report.faults]


def test_all_of_it_follows(pages, tmp_path):
    meeting, log, game = pages
    assert faults(tmp_path, log, game) == []
    assert verify(log, [game], toy_library(), published=tmp_path / "pages").checkpoint == len(
        meeting.events
    )
    shown = Published(tmp_path / "pages")
    assert shown.entries() == [event.line for event in meeting.events]
    words = ("keep", "enter", "lot", "result", "rule")
    assert sorted(shown.receipts()) == [
        event.seq for event in meeting.events if event.kind in words
    ]


def test_a_checkpoint_of_another_history_convicts_the_director(pages, tmp_path):
    meeting, log, game = pages
    other = Meeting(meeting.now.found, "ann", "bob", "cas")
    (tmp_path / "pages" / "checkpoint").write_bytes(signed(other).note.bytes)
    assert faults(tmp_path, log, game) == [("checkpoint.other", "dora")]


def test_a_checkpoint_by_another_key_proves_nothing(pages, tmp_path):
    meeting, log, game = pages
    (tmp_path / "pages" / "checkpoint").write_bytes(signed(meeting, "ann").note.bytes)
    assert faults(tmp_path, log, game) == [("checkpoint.sign", "")]


def test_a_checkpoint_that_is_newer_than_the_log_says_what_is_missing(pages, tmp_path):
    meeting, _, game = pages
    short = tmp_path / "short.tournament"
    create(short, meeting.events[:-1])
    assert ("checkpoint.other", "") in faults(tmp_path, short, game)


def test_each_file_that_was_changed_is_named(pages, tmp_path):
    _, log, game = pages
    folder = tmp_path / "pages"
    for path in [*folder.glob("tile/*/*/*"), folder / "vkey", *folder.glob("receipts/*")]:
        kept = path.read_bytes()
        path.write_bytes(kept[:-2] + bytes([kept[-2] ^ 1]) + kept[-1:])
        assert [code for code, _ in faults(tmp_path, log, game)] in (
            ["checkpoint.file"],
            ["checkpoint.sign"],
        ), path
        path.write_bytes(kept)
    receipts = sorted(folder.glob("receipts/*"))
    kept = receipts[0].read_bytes()
    copyfile(receipts[1], receipts[0])  # a good one, under another name: nothing is wrong
    assert faults(tmp_path, log, game) == []
    receipts[0].write_bytes(kept)
    rmtree(folder / "tile" / "0")
    assert [code for code, _ in faults(tmp_path, log, game)] == ["checkpoint.file"]


@pytest.mark.parametrize(
    "longer", ["checkpoint", "vkey", "tile/0/*/*", "tile/entries/*/*", "receipts/*"]
)
def test_a_file_that_is_far_too_long_is_named_like_any_that_was_changed(pages, tmp_path, longer):
    _, log, game = pages
    path = min((tmp_path / "pages").glob(longer))
    with path.open("ab") as file:
        file.truncate(1 << 26)
    code = "checkpoint.sign" if longer == "checkpoint" else "checkpoint.file"
    assert faults(tmp_path, log, game) == [(code, "")]


@pytest.mark.parametrize("key", [identity("dora").sign_public.hex(), "01" + 31 * "00"])
def test_the_key_of_checkpoints_signs_nothing_else(key):
    found = robin(checkpoints=term_kinds.Checkpoints(origin=ORIGIN, key=key))
    with pytest.raises(BadTournament) as reported:
        Meeting(found)
    assert reported.value.fault.code == "found.terms"
    assert not fits(msgspec.to_builtins(found))
    assert fits(msgspec.to_builtins(robin()))


def test_two_heads_whose_roots_begin_alike_are_both_kept(tmp_path):
    """A director finds two histories with such roots, and shows the second to hide the first."""
    meeting = Meeting(robin(), "ann", "bob")
    client = Client(tmp_path / "ann", f"sqlite:///{tmp_path / 'a.sqlite'}")
    seed, size = identity("dora").checkpoint_seed(ORIGIN), len(meeting.events)
    key = key_of(meeting.now.found)
    roots = [b"\1" * 16 + bytes([number]) * 16 for number in range(2)]
    for root in roots:
        keep(client, meeting.now.id, sign_checkpoint(key, seed, size, root), key)
    assert [one.root for _, one in kept(client, meeting.now.id)] == roots


@pytest.mark.parametrize("key_of_whom", ["mallory", "dora"])
def test_a_tournament_with_the_origin_of_another_keeps_no_head_out(tmp_path, key_of_whom):
    """Mallory founds one with the origin of dora's, perhaps with the key too; it comes first."""
    client = Client(tmp_path / "ann", f"sqlite:///{tmp_path / 'a.sqlite'}")
    client.tournaments.mkdir(parents=True)
    false = terms_of(robin(), "mallory", checkpoints(key_of_whom))
    meeting = Meeting(robin(), "ann", "bob")
    create(client.tournaments / "a.tournament", false)
    create(client.tournaments / "b.tournament", meeting.events)
    made = signed(meeting)
    (tmp_path / "dora.checkpoint").write_bytes(made.note.bytes)
    shown = take_head(client, tmp_path / "dora.checkpoint", "dora's mail")
    assert shown.log.name == "b.tournament"
    assert [one.root for _, one in kept(client, meeting.now.id)] == [made.root]


def terms_of(found, director: str, known_by: term_kinds.Checkpoints) -> list[Event]:
    """Return a log that begins with a tournament of somebody else."""
    fold = Fold()
    found = msgspec.structs.replace(found, director=signer(director), checkpoints=known_by)
    event = next_event(fold, identity(director), found, "found")
    fold.take(event)
    return [event]
