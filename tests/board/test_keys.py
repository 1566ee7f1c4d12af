"""A whole turn of each game by keys alone, as its page describes it to the blind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from board.by_keys import Typist
from board.clicking import sensible
from board.conftest import Board
from board.playing import GAMES, Wanted, sit_down
from pbem.audit.verify import verify
from pbem.client.session.session import Session
from pbem.client.views.choosing.choices import plain_orders
from pbem.games import registry
from pbem.table.library import Library
from toy.people import Person

BRIGADE = Wanted("singapore", "brigade", {"jp": "ann", "au": "bob", "br": "bob"}, 1)
ACTS_MOST = 25
"""So many acts a turn may take of somebody who orders little."""
MOVES = 2


class Turn(NamedTuple):
    """A turn of a game: the step of the sequence of play in which it begins.

    It is over in the last of ``through``, which are come through one after the other.
    """

    game: Wanted
    begins: str
    through: tuple[str, ...]


TURNS = {
    "saipan": Turn(GAMES["saipan"], "us movement", ("jp movement",)),
    "manila": Turn(GAMES["manila"], "event", ("purchase", "event")),
    "tokyo": Turn(GAMES["tokyo"], "1ag movement", ("8ag movement",)),
    "meiktila": Turn(GAMES["meiktila"], "air", ("end of turn",)),
    "singapore": Turn(BRIGADE, "air", ("combat", "movement")),
}


def stage(person: Person) -> str:
    play = person.sits().table.play
    assert play is not None
    return play.game.stage(play.position)


def set_up(people: Sequence[Person], begins: str) -> None:
    """Have people deploy by text, until the turn begins."""
    while stage(people[0]) != begins:
        one = next(one for one in people if one.sits().is_active)
        one.orders(*sensible(1)(one.sits()))
        for other in people:
            if other is not one:
                other.takes(one.sends())


def little() -> Callable[[Session], list[str]]:
    """Order two moves, an attack, and then that each step ends: a turn with all that is in it."""
    seen: set[tuple[str, str]] = set()

    def wanted(session: Session) -> list[str]:
        play = session.table.play
        assert play is not None
        step = (session.handle or "", play.game.stage(play.position))
        ends = [line for line in plain_orders(play) if line.startswith("end")]
        if step in seen and ends:
            return ends[:1]
        seen.add(step)
        lines = sensible(1)(session)
        attack = next((at for at, line in enumerate(lines) if line.startswith("attack")), None)
        lines = lines if attack is None else lines[: attack + 1]
        moves = [line for line in lines if not line.startswith(("end", "attack"))][MOVES:]
        return [line for line in lines if line not in moves]

    return wanted


@pytest.mark.long(2)
@pytest.mark.parametrize("name", TURNS)
def test_a_whole_turn_by_keys_alone(
    name: str, chromium: Browser, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """Units and places are named, orders chosen and tried, questions answered, dice given."""
    turn = TURNS[name]
    people = sit_down(tmp_path, turn.game)
    set_up(people, turn.begins)
    for one in people:
        one.client.close()
    players = [Typist(serve(one), chromium) for one in people]
    wanted, acts, left = little(), [], [*turn.through]
    while left:
        assert len(acts) < ACTS_MOST
        one = next(each for each in players if each.asked)
        acts.append(one.plays(wanted))
        heard = one.heard()
        assert any(said.startswith("Signed: event") for said in heard), heard
        for other in players:
            if other is not one:
                one.gives(other, tmp_path)
        if stage(people[0]) == left[0]:
            left.pop(0)
    for one in players:
        one.names()
    assert {act.act for act in acts} >= {"orders", "dice"}
    assert [one.nameless for one in players] == [[]] * len(players)
    assert [one.wrong for one in players] == [[]] * len(players)
    assert verify(people[0].log, Library(registry.find)).finding is None
    for one in players:
        one.context.close()
