"""A practice as its page asks for it: both sides, dice as one likes, back, and no log touched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from board.playing import LANDINGS, saipan
from pbem.board.game import BoardGame
from pbem.board.practising import PracticeBoard, begin
from pbem.board.shown import StaleError
from pbem.client.client import Client
from pbem.client.session.mistakes import OrderMistake
from pbem.errors import ForcedDiceError, FormError, NotYourPen
from pbem.kit.picture import AreaPicture
from pbem.play.courses import all_or_some
from pbem.practice.beginning import PracticeOptions
from pbem.practice.beginning import begin as beginning_of
from pbem.practice.kept import played
from toy.people import Person

GAMES = ("saipan", "manila", "meiktila", "singapore", "tokyo")
ATTACK = "attack 16 with 2/6 1/6 3/6"


@pytest.fixture
def log(ann: Person, bob: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in which ann has landed; practices are written into a folder of their own."""
    saipan(ann, bob)
    ann.orders(*LANDINGS)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return ann.log


@pytest.fixture
def game(ann: Person, log: Path) -> Iterator[BoardGame]:
    client = Client(ann.folder, f"sqlite:///{ann.folder / 'pbem.sqlite'}")
    yield BoardGame(client, log, "ann")
    client.close()


def tried_from(game: BoardGame, event: int | None) -> PracticeBoard:
    return PracticeBoard(game.library, game.practice(event))


def orders(board: PracticeBoard, text: str) -> list[str]:
    return board.order(text, board.state().shown.head)


def test_from_any_event_other_orders_are_tried_and_the_log_stays(
    game: BoardGame, log: Path
) -> None:
    before = log.read_bytes()
    begun = tried_from(game, 2)  # before the landings
    assert begun.state().practice == "from game after event 2"
    reported = orders(begun, "land 2/2 1203")
    assert any("1203" in line for line in reported)
    assert replace(begun.past(1).pictures[-1], moves=()) == begun.picture()
    assert [one.did for one in begun.reported(0, 9)] == ["begins from game after event 2", "orders"]
    now = tried_from(game, None)
    assert now.state().practice == "from game after event 3"
    assert now.picture() == game.picture()
    assert log.read_bytes() == before
    for early in (0, 1):  # the game begins with event 2
        assert tried_from(game, early).state().practice == "from game after event 2"
        assert game.past(early).pictures == [begun.past(0).pictures[0]]
    with pytest.raises(FormError, match="no event 4"):
        game.past(4)


def test_dice_as_one_likes_as_often_as_one_likes(game: BoardGame) -> None:
    board = tried_from(game, None)
    orders(board, ATTACK)
    while board.state().due == "":
        orders(board, "pass")
    came = []
    for face in (1, 6, 1):
        came.append(board.roll([face], board.state().shown.head))
        assert any(f"{face}" in line for line in came[-1])
        board.back(None, board.state().shown.head)
    assert came[0] == came[2] != came[1]
    head = board.state().shown.head
    with pytest.raises(ForcedDiceError, match="Not rolled"):
        board.roll([1, 2], head)
    assert board.state().shown.head == head


def test_both_sides_are_ordered_and_the_program_may_be_one(
    game: BoardGame, log: Path, tmp_path: Path
) -> None:
    wish = PracticeOptions(against=["jp"], seed=1)
    path = begin(beginning_of(game._client, "saipan", wish), game.library, tmp_path)
    board = PracticeBoard(game.library, path)
    for _ in range(12):
        state = board.state()
        if state.shown.may == ["dice"]:
            board.roll([], state.shown.head)
            continue
        assert state.asked is not None
        assert state.asked.side == "us"
        board.order("\n".join(board.sensible()), state.shown.head)
    assert any(one.by == "Japan (the program)" for one in board.reported(0, 99))


def test_who_plays_a_side_in_a_practice_is_called_once(game: BoardGame, tmp_path: Path) -> None:
    """A practice from a scenario has nobody but the sides: `jp (jp)` would be no name."""
    attacked = "\n".join([*LANDINGS, "end movement", ATTACK])
    beginning = beginning_of(game._client, "saipan", PracticeOptions(seed=1))
    board = PracticeBoard(game.library, begin(beginning, game.library, tmp_path))
    found = board.choices(attacked, None)
    assert found.prompt == "Then Japan is asked: Final protective fire for 16?"
    found = game.choices(ATTACK, None)
    assert found.prompt == "Then bob (Japan) is asked: Final protective fire for 16?"


def test_a_page_that_is_after_changes_nothing(game: BoardGame) -> None:
    board = tried_from(game, None)
    head = board.state().shown.head
    orders(board, ATTACK)
    for what in (
        lambda: board.order(ATTACK, head),
        lambda: board.roll([], head),
        lambda: board.back(None, head),
    ):
        with pytest.raises(StaleError, match="went on elsewhere"):
            what()


def test_the_command_line_goes_on_with_the_same_file(game: BoardGame) -> None:
    """And the other way."""
    board = tried_from(game, None)
    orders(board, ATTACK)
    path = Path(board.state().file)
    _, practice = played(path, game.library)
    assert len(practice.tried) == 1
    twin = PracticeBoard(game.library, path)
    twin.back(0, twin.state().shown.head)
    assert board.state().shown.events == 1
    assert board.picture() == game.picture()


def test_what_is_legal_and_what_a_list_promises(game: BoardGame) -> None:
    board = tried_from(game, None)
    assert ATTACK in [one.line for one in board.choices("", "2/6").choices]
    tried = board.tried(ATTACK)
    assert tried.lines == [ATTACK]
    assert not tried.hopeless
    assert sum(map(_share, tried.trial.orders[0].results.values())) == 1
    with pytest.raises(OrderMistake, match="atack"):
        board.tried("atack 16 with 2/6")
    with pytest.raises(NotYourPen):
        board.roll([], board.state().shown.head)


@pytest.mark.parametrize("practised", [False, True])
def test_a_list_that_is_tried_has_its_dice_fall_once(
    game: BoardGame, monkeypatch: pytest.MonkeyPatch, *, practised: bool
) -> None:
    """The fate of the list, and what no dice make possible, are read of the same courses."""
    board = tried_from(game, None) if practised else game
    looked: list[object] = []

    def counted(*given: Any, **more: Any) -> Any:
        looked.append(given)
        return all_or_some(*given, **more)

    monkeypatch.setattr("pbem.client.session.trying.all_or_some", counted)
    tried = board.tried(f"{ATTACK}\n{ATTACK}")
    assert len(looked) == 1
    never, supposed = tried.hopeless
    assert never.startswith(f"line 2, '{ATTACK}', never, whatever the dice: ")
    assert supposed.startswith("(This assumes that opponents pass")
    assert supposed.endswith("'What can happen' shows who is asked.)")


def _share(text: str) -> float:
    above, _, below = text.partition("/")
    return int(above) / int(below or 1)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", GAMES)
def test_any_game_is_practised_and_every_line_typed_is_drawn(name: str, tmp_path: Path) -> None:
    """The player who is asked orders like a computer player: moves and attacks are arrows."""
    client = Client(tmp_path, "sqlite://")
    scenario = "corps" if name == "singapore" else None
    wish = PracticeOptions(seed=1, scenario=scenario)
    board = PracticeBoard(
        client.library, begin(beginning_of(client, name, wish), client.library, tmp_path)
    )
    drawn = 0
    for _ in range(8):
        state = board.state()
        if state.shown.may == ["dice"]:
            board.roll([], state.shown.head)
            continue
        lines = board.sensible()
        assert state.asked is not None
        secret = state.asked.secret
        written = [] if secret else board.choices("\n".join(lines), "").written
        assert [one.line for one in written] == ([] if secret else lines)
        picture = board.picture()
        every = picture.areas if isinstance(picture, AreaPicture) else picture.spaces
        places = {place.id for place in every}
        for one in written:
            named = {*one.path, *one.against}
            assert not named or named & places  # the others are boxes beside the map
            drawn += bool(one.path or one.against)
        board.order("\n".join(lines), state.shown.head)
        seq = board.state().shown.events - 1
        assert replace(board.past(seq).pictures[-1], moves=()) == board.picture()
        assert board.past(0).pictures
    assert drawn > 3
    client.close()


def test_of_many_rolls_at_once_their_number_is_reported(tmp_path: Path) -> None:
    """Their results are reported all the same, and each of them stands in the past."""
    client = Client(tmp_path, "sqlite://")
    wish = PracticeOptions(against=["jp"], seed=1)
    begun = begin(beginning_of(client, "meiktila", wish), client.library, tmp_path)
    board, reported = PracticeBoard(client.library, begun), [""]
    while "rolls" not in reported[0]:
        state = board.state()
        assert state.shown.events < 30
        before = state.shown.events
        if state.shown.may == ["dice"]:
            reported = board.roll([], state.shown.head, every=True)
        else:
            board.order("\n".join(board.sensible()), state.shown.head)
    came = [one for entry in board.reported(before, 99) for one in entry.happened]
    rolls = [one for one in came if one.sort == "die"]
    assert len(rolls) > 5
    assert reported[0] == f"{len(rolls)} rolls. 'What happened' lists each of them."
    assert reported[1:] == [one.text for one in came if one.sort != "die"]
    client.close()
