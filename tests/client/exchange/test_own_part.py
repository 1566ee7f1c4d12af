"""One's own event that a restored backup lacks, in a file with a finding.

Protocol section 3: nobody honest signs two events on one predecessor. A player who came back from a
backup knows what they signed since from what others have. A file with a finding may be all that has
it.
"""

from __future__ import annotations

import shutil

import pytest

from pbem.client.exchange.words import taken_lines
from pbem.errors import KeyFileError
from pbem.identity.card import make_card
from pbem.identity.identity import create
from pbem.log.event import compose, read_event
from pbem.log.file import read_events, to_bytes
from pbem.table.own import record
from toy.group import TIME, identity
from toy.people import Person


@pytest.fixture
def back(playing, tmp_path):
    """Ann, who came back from a backup, bob, and a log with orders that ann signed after it."""
    ann, bob = playing
    ann.client.close()
    shutil.copytree(ann.folder, tmp_path / "backup" / "ann")
    ann.orders("end")
    sent = ann.sends()
    ann.client.close()
    again = Person("ann", tmp_path / "backup")
    yield again, bob, sent
    again.client.close()


def forged_after(sent):
    """A stranger signed one event more in the name of bob."""
    events = list(read_events(sent))
    event = compose(
        game=events[0].game_id, seq=len(events), prev=events[-1].id, by="bob", at=TIME,
        kind="resign", data={}, seed=identity("mallory").sign_seed,
    )  # fmt: skip
    return to_bytes([*events, event])


def changed(sent, old, new):
    """Event 1 was changed on the way."""
    lines = sent.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(old, new, 1)
    return b"".join(lines)


def goes_on_once_others_were_asked(ann, bob):
    """Check that nobody here knows what else was signed since, as after any restored backup."""
    bob.orders("end")
    ann.takes(bob.sends())
    with pytest.raises(KeyFileError, match="--recovered"):
        ann.orders("end")
    ann.takes(bob.sends(), recovered=True)
    ann.orders("end")


HARMS = {
    "forged behind": forged_after,
    "cut off behind": lambda sent: forged_after(sent)[:-40],
    "a line that is none behind": lambda sent: sent.read_bytes() + b"{}\n",
    "an earlier event changed": lambda sent: changed(sent, b'"at":"2', b'"at":"1'),
    "an earlier event unreadable": lambda sent: changed(sent, b'"by"', b'"by'),
}


@pytest.mark.parametrize("harm", HARMS)
def test_what_one_signed_is_taken_in_from_a_file_that_is_not_valid(back, tmp_path, harm):
    ann, bob, sent = back
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(HARMS[harm](sent))
    mine = list(read_events(sent))[3]
    assert ann.count == 3
    taken = ann.takes(bad)
    assert (taken.status, taken.first, taken.last) == ("finding", 3, 3)
    assert [event.id for event in read_events(ann.log)][3:] == [mine.id]
    reported = "\n".join(taken_lines(taken))
    assert "Verified and imported event 3." in reported
    assert "You signed event 3 yourself, and your log did not have it" in reported
    assert "lacks event 3, as an old backup or another computer would" in reported
    assert "Nothing was changed" not in reported
    assert bob.takes(ann.sends()).status == "longer"
    goes_on_once_others_were_asked(ann, bob)


def test_no_more_is_taken_in_than_what_one_signed_and_what_that_stands_on(back, tmp_path):
    ann, bob, sent = back
    bob.takes(sent)
    bob.orders("end")
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(forged_after(bob.sends()))
    taken = ann.takes(bad)
    assert (taken.status, taken.first, taken.last, taken.usable) == ("finding", 3, 3, 2)
    good = "1 new event before it is valid. Import it with 'pbem take FILE --prefix'."
    assert good in "\n".join(taken_lines(taken))
    taken = ann.takes(bad, prefix=True)
    assert (taken.status, taken.first, taken.last) == ("finding", 4, 4)


def test_so_of_a_game_that_the_backup_had_not(back, tmp_path):
    _, _, sent = back
    new = Person("ann", tmp_path / "new")
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(forged_after(sent))
    taken = new.takes(bad)
    assert (taken.status, taken.first, taken.last) == ("finding", 0, 3)
    reported = "\n".join(taken_lines(taken))
    assert "You signed event 3 yourself" in reported
    assert "Your record of what you signed in this game is missing" in reported
    new.client.close()


def test_a_game_of_others_is_not_taken_in_so(back, tmp_path, person):
    _, _, sent = back
    cat = person("cat")
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(forged_after(sent))
    taken = cat.takes(bad)
    assert (taken.status, taken.first, taken.game) == ("finding", None, "")


# --- after a gap -------------------------------------------------------------------------------


@pytest.fixture
def parted(back, tmp_path):
    """Ann and bob played on to event 5; ann came back as of event 2, with part of that."""
    ann, bob, sent = back
    bob.takes(sent)
    bob.orders("end")
    first = Person("ann", tmp_path)
    first.takes(bob.sends())
    first.orders("end")
    lines = first.log.read_bytes().splitlines(keepends=True)
    first.client.close()

    def part(begin: int, end: int):
        path = tmp_path / f"part{begin}-{end}.pbem"
        path.write_bytes(b"".join(lines[begin:end]))
        return path

    return ann, bob, part


SAID = (
    "It has event 5, which you signed yourself. You cannot sign anything here until your log has "
    "that event too"
)


def test_what_one_signed_after_a_gap_binds(parted):
    ann, _, part = parted
    taken = ann.takes(part(4, 6))
    assert taken.status == "gap"
    assert any(SAID in why for why in taken.warnings)
    with pytest.raises(KeyFileError, match="does not have event 5 that you signed"):
        ann.orders("end")
    assert ann.count == 3


def test_what_another_signed_after_a_gap_does_not(parted):
    ann, _, part = parted
    taken = ann.takes(part(4, 5))
    assert taken.status == "gap"
    assert not any("you signed" in why for why in taken.warnings)
    ann.orders("end")


def test_it_comes_into_the_log_when_that_reaches_it(parted):
    ann, bob, part = parted
    ann.takes(part(5, 6))
    ann.takes(part(0, 5))
    assert ann.sits().finish()
    assert ann.log.read_bytes() == b"".join(one.read_bytes() for one in (part(0, 5), part(5, 6)))
    bob.takes(ann.sends())
    goes_on_once_others_were_asked(ann, bob)


def test_so_it_does_of_a_game_that_is_not_here(parted, tmp_path):
    """In a game that the backup had not, one's own event may come before its opening."""
    _, _, part = parted
    new = Person("ann", tmp_path / "new")
    taken = new.takes(part(5, 6))
    assert taken.status == "gap"
    assert any(SAID in why for why in taken.warnings)
    new.takes(part(0, 3))
    with pytest.raises(KeyFileError, match=r"your signing record for this game .* is missing"):
        new.orders("end")
    new.takes(part(0, 5))
    assert [event.seq for event in new.sits().finish()] == [5]
    new.client.close()


def test_what_another_of_the_same_name_signed_binds_nobody(parted, tmp_path):
    _, bob, part = parted
    other = Person("bob", tmp_path / "other")
    other.card.write_bytes(make_card(create("bob"), None))
    assert "you signed yourself" not in "\n".join(other.takes(part(4, 6)).warnings)
    other.takes(part(0, 3))
    assert "you signed yourself" not in "\n".join(other.takes(part(4, 6)).warnings)
    assert bob.takes(part(4, 6)).good
    other.client.close()


def test_a_record_that_is_missing_is_not_begun_by_it(parted):
    ann, bob, part = parted
    ann.client.record("ann", ann.sits().table.game_id).path.unlink()
    ann.takes(part(4, 6))
    ann.takes(part(0, 5))
    ann.sits().finish()
    bob.takes(ann.sends())
    bob.orders("end")
    taken = ann.takes(bob.sends())
    assert any(
        "Your record of what you signed in this game is missing" in w for w in taken.warnings
    )
    with pytest.raises(KeyFileError, match=r"your signing record for this game .* is missing"):
        ann.orders("end")


def test_what_nobody_has_any_more_one_gives_up(parted, tmp_path):
    ann, bob, part = parted
    ann.takes(part(5, 6))
    [first] = ann.client.record("ann", ann.sits().table.game_id).found()
    assert first.seq == 5
    ann.takes(bob.sends(), recovered=True)
    assert not ann.client.record("ann", ann.sits().table.game_id).found()


def test_one_that_is_sent_a_thousand_times_is_looked_at_once(parted, monkeypatch):
    ann, _, part = parted
    many = part(5, 6)
    many.write_bytes(many.read_bytes() * 1000)
    read: list[object] = []
    real = record._read
    monkeypatch.setattr(record, "_read", lambda path: [read.append(path), real(path)][1])
    ann.takes(many)
    assert len(read) < 10


@pytest.mark.parametrize("whose", ["ann", "mallory"])
def test_nobody_else_can_make_one_wait_so(parted, tmp_path, whose):
    """Signed by another key in one's name, or by one's own, in another game: neither binds."""
    ann, _, part = parted
    real = read_event(part(5, 6).read_bytes().strip())
    event = compose(
        game=real.game if whose == "mallory" else "a" * 64, seq=7, prev="b" * 64, by="ann", at=TIME,
        kind="orders", data=real.data, seed=identity(whose).sign_seed,
    )  # fmt: skip
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(part(4, 5).read_bytes() + event.line + b"\n")
    taken = ann.takes(bad)
    assert not any("you signed" in why for why in taken.warnings)
    ann.orders("end")
