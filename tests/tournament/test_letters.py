"""Letters to boards of one, two and three: everybody, their sides, and the cards they need."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import msgspec
import pytest

from pbem.client.client import Client
from pbem.client.storage.tournament_heads import leaves_of
from pbem.crypto.transparency.checkpoint import sign_checkpoint
from pbem.crypto.transparency.merkle import root_of
from pbem.crypto.transparency.receipt import proves, read_receipt
from pbem.director.player import playing
from pbem.director.transparency.heads import key_of
from pbem.director.words.letters import Bureau, posted_lines
from pbem.director.words.reporting import deadline_words
from pbem.identity.card import make_card
from pbem.items import Items
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.standings import standings
from toy.group import identity, signer
from toy.meeting import BOARD, ORIGIN, Meeting, alone, robin, trio

NAMES = ("ann", "bob", "cas")
BOARDS = {
    "two": lambda: robin(board=msgspec.structs.replace(BOARD, umpire=signer("eve"), dice="umpire")),
    "three": lambda: trio(1),
    "score": lambda: alone(1),
}


def bureau(meeting, tmp_path, *known: str):
    client = Client(tmp_path / "desk", "sqlite://")
    client.cards.mkdir(mode=0o700, parents=True)
    for name in known:
        card = make_card(identity(name), f"{name}@example.org")
        (client.cards / f"{name}.card").write_bytes(card)
    key, seed = key_of(meeting.now.found), identity("dora").checkpoint_seed(ORIGIN)
    root = root_of(leaves_of(meeting.events))
    signed = sign_checkpoint(key, seed, len(meeting.events), root)
    return Bureau(client, meeting.fold, meeting.events, "cup", signed)


@pytest.mark.parametrize("size", BOARDS)
def test_each_at_a_board_is_named_with_his_sides(size, tmp_path):
    meeting = Meeting(BOARDS[size](), *NAMES)
    meeting.begins()
    meeting.pairs()
    umpire = meeting.now.found.board.umpire
    everybody = (*NAMES, *([umpire.handle] if umpire else []))
    post = bureau(meeting, tmp_path, *everybody).post(None)
    boards = [letter for letter in post.letters if "bye" not in letter.name]
    assert len(boards) == len(meeting.now.rounds[0].boards)
    assert post.without == []
    for letter, at in zip(boards, meeting.now.boards(1), strict=True):
        here = [one.handle for one in meeting.now.pair_of(at)]
        assert list(letter.to) == here
        for name, held in zip(here, meeting.now.found.board.sides, strict=True):
            assert f"{name} plays {' and '.join(held)}" in letter.text
            assert f"{name}: save this message" in letter.text
        assert f"{here[0]} plays" in letter.text.partition(" and opens the game")[0]
        cards = {name for name in letter.files if name.endswith(".card")}
        wanted = [*(here if len(here) > 1 else []), *([umpire.handle] if umpire else [])]
        assert cards == {f"{name}.card" for name in wanted}
        for name, data in letter.files.items():
            if name.endswith(".tlog-proof"):
                made = read_receipt(data)
                assert proves(made, meeting.events[made.number].line)


def test_reasons_are_unique_and_change_with_what_they_are_about(tmp_path):
    meeting = Meeting(robin(), *NAMES, "dan")
    meeting.begins()
    meeting.pairs()
    made = bureau(meeting, tmp_path, *NAMES, "dan")
    days = [date(2026, 3, day) for day in (1, 1, 2)]
    reported = [made.post(None), made.post(None), *(made.post(None, remind=day) for day in days)]
    reasons = [[letter.reason for letter in post.letters] for post in reported]
    assert reasons[0] == reasons[1]
    assert reasons[2] == reasons[3]
    assert len({*reasons[0], *reasons[2], *reasons[4]}) == 6


def test_a_result_is_answered_with_its_receipt_and_a_ruling_on_it_again(tmp_path):
    meeting = Meeting(robin(), *NAMES, "dan")
    meeting.begins()
    meeting.pairs()
    reported = []
    for outcome in ("first", "draw"):
        meeting.decides(BoardOf(1, 1), outcome)
        made = bureau(meeting, tmp_path / outcome, *NAMES, "dan").post(None)
        entered, other = made.letters
        event = meeting.events[-1]
        assert f"It is event {event.seq} of the log, {event.id}" in entered.text
        receipt = read_receipt(entered.files[f"{event.seq}-rule.tlog-proof"])
        assert proves(receipt, event.line)
        assert "pbem tournament play" not in entered.text
        reported.append((entered.reason, other.reason))
    assert reported[0][0] != reported[1][0]
    assert reported[0][1] == reported[1][1]
    assert "pbem tournament play" in other.text


NO_BYES = term_kinds.Scale(win=2, draw=1, loss=0, bye=0)
CLOSE = ("a", "a-a", "a-a-a", "a-a-a-a", "bye", "r1b1")
"""Handles that give one name in two ways, where they are joined by dashes."""


def test_no_letter_of_a_tournament_is_written_over_another(tmp_path):
    """Each has a name of its own, from the first entry to the final order."""
    meeting = Meeting(robin(edition=2, points=NO_BYES), *CLOSE)
    names = dict[str, str]()

    def posted(number=None):
        for one in bureau(meeting, tmp_path / str(len(names)), *CLOSE).post(number).letters:
            assert names.setdefault(one.name, one.reason) == one.reason, one.name

    posted()
    meeting.begins()
    for handle in ("a-a", "a-a-a", "a-a-a-a", "bye"):
        meeting.says(handle, meeting.word(handle, "withdraw"))
    while len(meeting.now.rounds) < meeting.now.length:
        meeting.pairs()
        number = len(meeting.now.rounds)
        posted(number)
        for at in list(meeting.now.owed()):
            meeting.decides(at, "draw")
    assert any(reason.startswith("tournament walkover ") for reason in names.values())
    order = tuple(row.number for row in standings(meeting.now))
    meeting.write("close", kinds.Close(order=order))
    posted()
    assert sum(reason.startswith("tournament over ") for reason in names.values()) == len(CLOSE)


ERRORS = (RuntimeError("odd"), MemoryError(), RecursionError("too deep"))


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_a_letter_that_cannot_be_written_holds_up_no_other(error, tmp_path, monkeypatch):
    meeting = Meeting(robin(), *NAMES)
    meeting.begins()
    meeting.pairs()
    made = bureau(meeting, tmp_path, *NAMES)
    whole = made.post(None)
    bad, known = meeting.now.boards(1)[0], Bureau._paired

    def fails(self, at):
        if at == bad:
            raise error
        return known(self, at)

    monkeypatch.setattr(Bureau, "_paired", fails)
    post = made.post(None)
    assert [one.name for one in post.letters] == [one.name for one in whole.letters[1:]]
    [why] = post.failed
    assert why.startswith(f"the letter to {bad}: ")
    assert type(error).__name__ in why
    assert any(why in line for line in posted_lines(post, [], 0, send=False))


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_a_board_that_cannot_be_opened_holds_up_no_other(error, tmp_path, monkeypatch):
    meeting = Meeting(robin(), *NAMES)
    meeting.begins()
    meeting.pairs()
    at = meeting.now.boards(1)[0]
    monkeypatch.setattr(playing, "to_open", lambda *_: [at, at])
    monkeypatch.setattr(playing, "check_first", lambda *_: None)

    asked = []

    def opens(_client, _identity, _data, name):
        asked.append(name)
        if len(asked) == 1:
            raise error
        return name

    monkeypatch.setattr(playing, "open_as", opens)
    client, items = Client(tmp_path / "desk", "sqlite://"), Items()
    opened = playing.open_board(
        client, identity("ann"), Path("cup.tournament"), meeting.fold, items
    )
    assert opened == asked[1:]
    assert len(asked) == 2
    [failed] = items.failed
    assert failed.unforeseen
    assert type(error).__name__ in failed.message
    client.close()


def test_the_letter_of_a_board_says_the_deadline_of_its_round(tmp_path):
    meeting = Meeting(robin(), "ann", "bob")
    meeting.begins()
    due = kinds.Due(
        round=1, until="2099-12-06T22:59:00Z", zone="Europe/Berlin", offset=60, then="remind"
    )
    meeting.write("due", due)
    meeting.pairs()
    post = bureau(meeting, tmp_path, "ann", "bob").post(1)
    assert len(post.letters) == 1
    assert deadline_words(due) in post.letters[0].text
