"""The requests and signatures of a page, without a page: the same as the commands, no more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from board.playing import LANDINGS, PASSPHRASE, pass_twice, saipan
from pbem.board.game import BoardGame
from pbem.board.shown import StaleError
from pbem.board.signing import Wish
from pbem.client.client import Client
from pbem.client.messages.composing import compose
from pbem.client.session import drafts
from pbem.client.session.mistakes import OrderMistake
from pbem.client.session.trying import never
from pbem.client.session.words import never_lines
from pbem.client.views.choosing import choice
from pbem.client.views.legal import ODDS_MOST, legal
from pbem.errors import FormError, KeyFileError, NotYourPen, PbemError
from pbem.kit.picture import HexPicture
from pbem.mail.letter import messages
from pbem.view.drawing import svg
from toy.people import Person


@pytest.fixture
def game(ann: Person, bob: Person) -> Iterator[BoardGame]:
    """Saipan has begun, and ann, the US, is active."""
    saipan(ann, bob)
    client = Client(ann.folder, f"sqlite:///{ann.folder / 'pbem.sqlite'}")
    yield BoardGame(client, ann.log, "ann")
    client.close()


def wish(game: BoardGame, act: str, **more: object) -> Wish:
    said = {"passphrase": PASSPHRASE, "head": game.state().shown.head, **more}
    return Wish(act, **said)  # type: ignore[arg-type]


def test_a_list_is_signed_and_the_log_verifies(game: BoardGame, ann: Person, bob: Person) -> None:
    done = game.sign(wish(game, "orders", text="\n".join(LANDINGS), note="here we come"))
    assert [event.kind for event in done.events] == ["orders"]
    assert bob.takes(ann.sends()).status == "longer"
    assert [one.note for one in game.reported(3, 10)] == ["here we come"]


def test_who_is_reported_of_mail_writes_none_for_it(
    game: BoardGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To whom it goes is shown after each order; the message is written when it is wanted."""
    game.sign(wish(game, "orders", text="\n".join(LANDINGS)))
    written: list[object] = []
    monkeypatch.setattr(
        "pbem.board.game.compose",
        lambda *given, **more: written.append(given) or compose(*given, **more),
    )
    reported = game.outgoing()
    assert written == []
    letter = compose(game._sit())
    assert (reported.subject, reported.to) == (letter.subject, letter.to)
    assert reported.messages == len(messages(letter))
    assert b"X-Unsent: 1" in game.message(0)
    assert len(written) == 1
    with pytest.raises(FormError, match="There is no message 1"):
        game.message(1)


def test_what_is_legal_of_a_unit_and_after_what_is_written(game: BoardGame) -> None:
    found = game.choices("", "1/2")
    assert found.open
    assert "land 1/2 1203" in [one.line for one in found.choices]
    assert all(one.units == ("1/2",) for one in found.choices)
    assert {one.path[-1] for one in found.choices} >= {"1203", "1102"}
    following = game.choices("land 1/2 1203", "2/2")
    assert [reported.text for reported in following.outcomes]
    assert "land 2/2 1203" not in [one.line for one in following.choices]
    assert isinstance(following.picture, HexPicture)
    assert any(piece.name == "1/2" or piece.label == "1/2" for piece in following.picture.pieces)
    assert found.picture is None


def test_a_few_attacks_have_their_odds(game: BoardGame, ann: Person) -> None:
    """The same as those of `pbem legal`, which come from the exact distribution."""
    ann.orders(*LANDINGS)
    attacks = [one for one in game.choices("", "1/2").choices if one.against]
    assert 0 < len(attacks) <= 12
    known = legal(ann.sits(), "1/2").odds
    assert known
    assert {one.line: one.odds for one in attacks if one.odds} == known


def test_a_click_follows_few_ways_of_the_dice(
    game: BoardGame, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However deep the odds are: who has found some too deep does not go as far for the next."""
    ann.orders(*LANDINGS)
    followed: list[int] = []

    def deep(*given: object) -> None:
        followed.append(int(str(given[3])))

    shallow = game.choices("", "317").choices
    reported = [one.line for one in shallow if one.odds]
    assert reported == [one.line for one in shallow[:ODDS_MOST]]
    monkeypatch.setattr(choice, "promised_of", deep)
    assert not any(one.odds for one in game.choices("", "317").choices)
    assert len(followed) == len(reported) > 1
    assert sum(followed) <= 2 * choice.ODDS_WAYS // len(reported)


def test_everything_is_legal_as_it_is_reported(game: BoardGame) -> None:
    """Whatever is offered can be written, and is possible."""
    for one in game.choices("", "").choices[:20]:
        assert game.choices(one.line, "").outcomes is not None


def test_a_typing_error_is_reported_and_changes_nothing(game: BoardGame, ann: Person) -> None:
    before = ann.log.read_bytes()
    for call in (
        lambda: game.tried("land 1/2 1203\nend movment"),
        lambda: game.choices("end movment", ""),
        lambda: game.sign(wish(game, "orders", text="end movment")),
    ):
        with pytest.raises(OrderMistake, match="movment"):
            call()
    assert ann.log.read_bytes() == before


def test_a_wrong_passphrase_signs_nothing(game: BoardGame, ann: Person) -> None:
    before = ann.log.read_bytes()
    with pytest.raises(KeyFileError, match="passphrase"):
        game.sign(wish(game, "orders", text="\n".join(LANDINGS), passphrase="another"))  # noqa: S106
    assert ann.log.read_bytes() == before
    assert not game.state().unlocked


def test_a_page_that_is_after_signs_nothing(game: BoardGame, ann: Person, bob: Person) -> None:
    old = wish(game, "orders", text="\n".join(LANDINGS))
    ann.orders(*LANDINGS)
    before = ann.log.read_bytes()
    with pytest.raises(StaleError, match="went on"):
        game.sign(old)
    assert ann.log.read_bytes() == before
    assert game.state().shown.events == 4


def test_a_key_stays_open_as_long_as_was_said(
    game: BoardGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("pbem.board.game.monotonic", lambda: now[0])
    game.sign(wish(game, "orders", text="\n".join(LANDINGS), minutes=10))
    assert game.state().unlocked
    now[0] += 599
    assert game.state().unlocked
    now[0] += 2
    assert not game.state().unlocked


@pytest.mark.parametrize("clock", ["monotonic", "time"])
def test_a_key_does_not_stay_open_while_the_computer_sleeps(
    game: BoardGame, monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    """`monotonic` may stand still then (clock_gettime(2)); that on the wall may be set back."""
    now = {"monotonic": 1000.0, "time": 1_800_000_000.0}
    monkeypatch.setattr("pbem.board.game.monotonic", lambda: now["monotonic"])
    monkeypatch.setattr("pbem.board.game.time", lambda: now["time"])
    game.sign(wish(game, "orders", text="\n".join(LANDINGS), minutes=10))
    other = next(one for one in now if one != clock)
    now[other] -= 3600
    now[clock] += 599
    assert game.state().unlocked
    now[clock] += 2
    assert not game.state().unlocked
    with pytest.raises(KeyFileError):
        game.sign(wish(game, "offer", offer="undo", passphrase=""))


def test_a_key_is_closed_when_somebody_says_so(game: BoardGame) -> None:
    game.sign(wish(game, "orders", text="\n".join(LANDINGS), minutes=60))
    game.lock()
    assert not game.state().unlocked
    with pytest.raises(KeyFileError):
        game.sign(wish(game, "offer", offer="undo", passphrase=""))


def test_what_happened_is_of_the_side_that_counts(
    game: BoardGame, ann: Person, bob: Person, tmp_path: Path
) -> None:
    """Protocol, section 9: another side of a fork takes the place of the one that was here."""
    first, second = pass_twice(ann, bob, tmp_path / "copy")
    ann.takes(first)
    last = game.state().shown.events - 1
    assert game.reported(0, 99)[last].note == game.past(last).entry.note == "the first of two"
    assert ann.takes(second).status == "fork"
    assert ann.takes(second, instead=True).status == "longer"
    assert game.state().shown.events == last + 1
    assert game.reported(0, 99)[last].note == game.past(last).entry.note == "the second of two"
    assert game.past(last).entry.id == game.state().shown.head


def test_the_past_step_by_step(game: BoardGame) -> None:
    game.sign(wish(game, "orders", text="\n".join(LANDINGS)))
    moment = game.past(3)
    assert len(moment.pictures) == len(moment.entry.happened) + 1
    first, last = moment.pictures[0], moment.pictures[-1]
    assert isinstance(first, HexPicture)
    assert isinstance(last, HexPicture)
    landed = {piece.space for piece in last.pieces if piece.side == "us" and not piece.marker}
    assert not any(piece.side == "us" and not piece.marker for piece in first.pieces)
    assert landed
    assert replace(last, moves=()) == game.picture()
    at = next(n for n, one in enumerate(moment.entry.happened, 1) if "1/2 lands" in one.text)
    assert moment.pictures[at].moves == (("", "1203"),)
    with pytest.raises(FormError, match="no event 4"):
        game.past(4)
    assert [one.seq for one in game.reported(0, 100)] == [0, 1, 2, 3]
    assert [one.seq for one in game.reported(2, 1)] == [2]


@pytest.mark.parametrize("act", ["", "rule", "../orders", "Orders"])
def test_no_other_act_is_signed(game: BoardGame, act: str) -> None:
    with pytest.raises(FormError, match="cannot be signed here"):
        game.sign(wish(game, act))


def test_what_is_not_asked_is_not_signed(game: BoardGame) -> None:
    for act in ("dice", "reveal", "deal", "answer", "join"):
        with pytest.raises(NotYourPen):
            game.sign(wish(game, act))
    with pytest.raises(FormError, match="an undo or a draw"):
        game.sign(wish(game, "offer", offer="keys"))


def test_who_is_not_asked_has_nothing_to_choose(ann: Person, bob: Person) -> None:
    saipan(ann, bob)
    board = BoardGame(bob.client, bob.log, "bob")
    with pytest.raises(NotYourPen, match="ann"):
        board.choices("", "317")
    assert board.state().asked is not None
    assert not board.state().shown.yours


def test_the_same_orders_by_another_way_give_the_same_game(
    game: BoardGame, ann: Person, tmp_path: Path
) -> None:
    """Lines that were clicked together are the list that one would have typed."""
    written = ""
    for unit, place in (line.split()[1:3] for line in LANDINGS):
        [line] = [
            one.line for one in game.choices(written, unit).choices if one.path[-1:] == (place,)
        ]
        written += f"{line}\n"
    assert written.splitlines() == list(LANDINGS)


LOGS = Path(__file__).parents[2] / "logs"


def test_of_a_log_with_a_finding_the_good_part_is_shown(tmp_path: Path) -> None:
    game = BoardGame(
        Client(tmp_path, "sqlite://"), LOGS / "hostile" / "dice.proof-bit-flipped.pbem"
    )
    state = game.state()
    assert state.trouble[0].startswith(f"NOT valid from event {state.shown.events} on (dice.proof)")
    assert not state.shown.yours
    assert len(game.reported(0, 100)) == state.shown.events
    assert game.past(state.shown.events - 1).pictures[-1] == game.picture()
    with pytest.raises(PbemError):
        game.sign(Wish("dice", state.shown.head))


def test_of_a_fork_the_game_before_it_is_shown(tmp_path: Path) -> None:
    proof = next((LOGS / "hostile").glob("fork.author*.fork"))
    game = BoardGame(Client(tmp_path, "sqlite://"), proof)
    state = game.state()
    assert state.trouble[0].startswith("FORK: ")
    assert any(": orders" in line or ": dice" in line for line in state.trouble)
    assert game.reported(0, 100) == []
    assert not state.shown.yours


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["saipan", "manila", "meiktila", "singapore", "tokyo"])
def test_anybodys_log_of_any_game_is_looked_through(tmp_path: Path, name: str) -> None:
    """As a judge does who takes no part: every event has its moment, and nothing can be signed."""
    path = min((LOGS / name).glob("*.pbem"), key=lambda one: one.stat().st_size)
    client = Client(tmp_path, f"sqlite:///{tmp_path / 'pbem.sqlite'}")
    game = BoardGame(client, path)
    shown = game.state().shown
    assert shown.you is None
    assert shown.result
    reported = game.reported(0, shown.events)
    assert [one.seq for one in reported] == list(range(shown.events))
    for seq in (shown.events - 1, shown.events // 2, 2):
        moment = game.past(seq)
        assert moment.entry == reported[seq]
        assert all(ET.fromstring(svg(one)) is not None for one in moment.pictures)  # noqa: S314
    assert replace(game.past(shown.events - 1).pictures[-1], moves=()) == game.picture()
    with pytest.raises(PbemError):
        game.choices("", "")
    with pytest.raises(PbemError):
        game.sign(Wish("orders", shown.head))
    client.close()


def test_what_is_asked_before_one_signs_names_what_stands_on_the_page(
    game: BoardGame, ann: Person
) -> None:
    """The command line names an option of its own for the same list."""
    text = "\n".join([*LANDINGS, "end movement", *["attack 16 with 2/6 1/6 3/6"] * 2])
    *_, supposed = game.doubts(text)
    assert supposed.endswith("'What can happen' shows who is asked.)")
    session = ann.sits()
    rehearsed = drafts.rehearse(session, text.encode())
    assert never_lines(never(rehearsed))[-1].endswith("--try shows who is asked.)")
