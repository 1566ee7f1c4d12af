"""After an error that nobody foresaw a game signs nothing until its log is read again."""

from __future__ import annotations

import pytest

from pbem.client.play import acting
from pbem.client.session import drafts
from pbem.errors import LogFileError, UnforeseenError
from pbem.table.table import Table

FAILS = "is signed in it until its log is read again"


def fail(client, path) -> None:
    with pytest.raises(UnforeseenError, match=r"^the game game: "), client.taking(path):
        raise RuntimeError


def test_who_sat_there_as_it_failed_signs_nothing(playing) -> None:
    ann, _ = playing
    session, before = ann.sits(), ann.log.read_bytes()
    fail(ann.client, session.path)
    draft = drafts.draft(ann.sits(), b"end")
    with pytest.raises(LogFileError, match=FAILS):
        acting.order(session, ann.identity, draft)
    assert ann.log.read_bytes() == before
    assert (
        ann.client.record("ann", session.table.game_id).signed_on(session.table.chain.head) is None
    )
    ann.orders("end")  # a user who sits down again signs
    assert ann.count > len(before.splitlines())


def test_what_was_signed_before_is_not_entered_from_memory(playing) -> None:
    """It stands in the record: it comes into the log as soon as that was read again."""
    ann, _ = playing
    session, before = ann.sits(), ann.log.read_bytes()
    writer = session.writer(ann.identity)
    event = writer.resign()
    fail(ann.client, session.path)
    with pytest.raises(LogFileError, match=FAILS):
        session.put(event)
    assert ann.log.read_bytes() == before
    assert [one.id for one in ann.sits().finish()] == [event.id]


def test_every_event_is_checked_again_and_no_kept_position_is_used(
    playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = playing
    path = ann.sits().path  # the position at its end is kept now
    checked = []
    take = Table.take

    def counts(table: Table, event) -> None:
        checked.append(event.seq)
        take(table, event)

    monkeypatch.setattr(Table, "take", counts)
    ann.sits()
    assert checked == []
    fail(ann.client, path)
    ann.sits()
    assert checked == list(range(ann.count))
    checked.clear()
    ann.sits()
    assert checked == []  # once is enough
