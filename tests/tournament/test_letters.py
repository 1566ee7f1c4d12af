"""Letters to boards of one, two and three: everybody, his sides, and the cards that he needs."""

from __future__ import annotations

from datetime import date

import msgspec
import pytest

from pbem.crypto.transparency.checkpoint import sign_checkpoint
from pbem.crypto.transparency.merkle import root_of
from pbem.crypto.transparency.receipt import proves, read_receipt
from pbem.desk.desk import Desk
from pbem.director.transparency.heads import key_of, leaves_of
from pbem.director.words.letters import Bureau
from pbem.identity.card import make_card
from pbem.tournament.history import BoardOf
from toy.group import identity, signer
from toy.meeting import BOARD, ORIGIN, Meeting, alone, robin, trio

NAMES = ("ann", "bob", "cas")
BOARDS = {
    "two": lambda: robin(board=msgspec.structs.replace(BOARD, umpire=signer("eve"), dice="umpire")),
    "three": lambda: trio(1),
    "score": lambda: alone(1),
}


def bureau(meeting, tmp_path, *known: str):
    desk = Desk(tmp_path / "desk", "sqlite://")
    desk.cards.mkdir(mode=0o700, parents=True)
    for name in known:
        card = make_card(identity(name), f"{name}@example.org")
        (desk.cards / f"{name}.card").write_bytes(card)
    key, seed = key_of(meeting.now.found), identity("dora").checkpoint_seed(ORIGIN)
    root = root_of(leaves_of(meeting.events))
    signed = sign_checkpoint(key, seed, len(meeting.events), root)
    return Bureau(desk, meeting.fold, meeting.events, "cup", signed)


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
    told = [made.post(None), made.post(None), *(made.post(None, remind=day) for day in days)]
    reasons = [[letter.reason for letter in post.letters] for post in told]
    assert reasons[0] == reasons[1]
    assert reasons[2] == reasons[3]
    assert len({*reasons[0], *reasons[2], *reasons[4]}) == 6


def test_a_result_is_answered_with_its_receipt_and_a_ruling_on_it_again(tmp_path):
    meeting = Meeting(robin(), *NAMES, "dan")
    meeting.begins()
    meeting.pairs()
    told = []
    for outcome in ("first", "draw"):
        meeting.decides(BoardOf(1, 1), outcome)
        made = bureau(meeting, tmp_path / outcome, *NAMES, "dan").post(None)
        entered, other = made.letters
        event = meeting.events[-1]
        assert f"That is event {event.seq} of the log, {event.id}" in entered.text
        receipt = read_receipt(entered.files[f"{event.seq}-rule.tlog-proof"])
        assert proves(receipt, event.line)
        assert "pbem tournament play" not in entered.text
        told.append((entered.reason, other.reason))
    assert told[0][0] != told[1][0]
    assert told[0][1] == told[1][1]
    assert "pbem tournament play" in other.text
