"""What somebody signed himself and has not, for a backup was put back, in a file with a finding.

Protocol section 3: nobody honest signs two events on one predecessor. Who came back from a backup
knows what he signed since from what others have, and a file with a finding may be all that has it.
"""

from __future__ import annotations

import shutil

import pytest

from pbem.desk.exchange.words import taken_lines
from pbem.errors import KeyFileError
from pbem.log.event import compose
from pbem.log.file import read_events, to_bytes
from toy.group import TIME, identity
from toy.people import Person


@pytest.fixture
def back(playing, tmp_path):
    """Ann, who came back from a backup, bob, and a log with orders that she signed behind it."""
    ann, bob = playing
    ann.desk.close()
    shutil.copytree(ann.folder, tmp_path / "backup" / "ann")
    ann.orders("end")
    sent = ann.sends()
    ann.desk.close()
    again = Person("ann", tmp_path / "backup")
    yield again, bob, sent
    again.desk.close()


def forged_behind(sent):
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


HARMS = {
    "forged behind": forged_behind,
    "cut off behind": lambda sent: forged_behind(sent)[:-40],
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
    told = "\n".join(taken_lines(taken))
    assert "Event 3 is verified and taken in" in told
    assert "you signed event 3 yourself, and the log here did not have it" in told
    assert "lacks event 3, as in a backup or on another computer" in told
    assert "Nothing was changed" not in told
    assert bob.takes(ann.sends()).status == "longer"
    bob.orders("end")
    ann.takes(bob.sends())
    with pytest.raises(KeyFileError, match="--recovered"):
        ann.orders("end")
    ann.takes(bob.sends(), recovered=True)
    ann.orders("end")


def test_no_more_is_taken_in_than_what_one_signed_and_what_that_stands_on(back, tmp_path):
    ann, bob, sent = back
    bob.takes(sent)
    bob.orders("end")
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(forged_behind(bob.sends()))
    taken = ann.takes(bad)
    assert (taken.status, taken.first, taken.last, taken.usable) == ("finding", 3, 3, 2)
    good = "1 new event before it is good: 'pbem take FILE --prefix' takes it in."
    assert good in "\n".join(taken_lines(taken))
    taken = ann.takes(bad, prefix=True)
    assert (taken.status, taken.first, taken.last) == ("finding", 4, 4)


def test_so_of_a_game_that_the_backup_had_not(back, tmp_path):
    _, _, sent = back
    new = Person("ann", tmp_path / "new")
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(forged_behind(sent))
    taken = new.takes(bad)
    assert (taken.status, taken.first, taken.last) == ("finding", 0, 3)
    told = "\n".join(taken_lines(taken))
    assert "you signed event 3 yourself" in told
    assert "your record of what you signed in this game is missing" in told
    new.desk.close()


def test_a_game_of_others_is_not_taken_in_so(back, tmp_path, person):
    _, _, sent = back
    cat = person("cat")
    bad = tmp_path / "bad.pbem"
    bad.write_bytes(forged_behind(sent))
    taken = cat.takes(bad)
    assert (taken.status, taken.first, taken.game) == ("finding", None, "")


@pytest.mark.parametrize("mine", [True, False])
def test_of_a_part_of_a_log_with_a_gap_before_it_one_is_told_that_one_signed_in_it(
    back, tmp_path, mine
):
    ann, bob, sent = back
    bob.takes(sent)
    bob.orders("end")
    first = Person("ann", tmp_path)
    first.takes(bob.sends())
    first.orders("end")
    part = tmp_path / "part.pbem"
    part.write_bytes(b"".join(first.log.read_bytes().splitlines(keepends=True)[4 : 5 + mine]))
    taken = ann.takes(part)
    assert taken.status == "gap"
    said = "you signed event 5 in it yourself: sign nothing in this game before"
    assert any(said in why for why in taken.warnings) == mine
    first.desk.close()
