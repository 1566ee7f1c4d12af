"""A tournament of a game that pbem does not know: results that both sign, or that one claims."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pbem.director.directing import acts
from pbem.table.events import kinds
from pbem.table.library import data_digest
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.standings import standings
from tournament.test_collecting import Client, paired
from toy.meeting import BOARD
from toy.tables import RULES, TableGroup, library

AT = BoardOf(1, 1)
WAR = b"""\
table: box
title: A war on a board at home
sides: [cp, ap]
dice: {fire: 1d6}
values: {vp: 10}
"""


@pytest.fixture
def dora(tmp_path: Any) -> Client:
    """Dora's client, with a paired round of open tables, and with the table file."""
    digest = data_digest(RULES.data(WAR))
    board = msgspec.structs.replace(
        BOARD,
        rules=kinds.RulesId("table", 1, digest), scenario="table", options={},
        sides=(("cp",), ("ap",)),
    )  # fmt: skip
    made = paired(tmp_path, board=board)
    made.client.library = library(WAR)
    return made


def play(dora: Client, *lines: str) -> TableGroup:
    """Let the pair of the first board play: each line is that of the side that is asked."""
    terms = dora.opening()
    group = TableGroup(
        dora.folder / "game", WAR, players=tuple(one.handle for one in terms.players),
        seats=terms.seats, for_=terms.for_,
    )  # fmt: skip
    group.join_all()
    for line in lines:
        handle = group.table.active().handle
        assert handle is not None
        group.says(handle, line)
    return group


def collected(dora: Client, group: TableGroup, name: str = "game") -> tuple[str, str, str]:
    [found] = dora.collect(dora.log_of(name, group))
    return found


@pytest.mark.parametrize(
    ("said", "outcome", "points"),
    [
        ("result cp wins 12 to 8", "first", [2, 0]),
        ("result ap wins 9 to 3", "second", [0, 2]),
        ("result draw", "draw", [1, 1]),
    ],
)
def test_a_result_that_both_sign_takes_the_board(
    dora: Client, said: str, outcome: str, points: list[int]
) -> None:
    group = play(dora, "roll fire for Lodz; over to ap", "value vp 12; over to cp", said, "agree")
    assert collected(dora, group)[0] == "taken"
    history = dora.fold().now
    assert history.proven[AT].outcome == outcome
    by_side = {history.entrants[row.number - 1].handle: row.points for row in standings(history)}
    assert [by_side[one.handle] for one in dora.opening().players] == points


def test_a_result_that_one_claims_waits_for_the_other_or_for_the_director(dora: Client) -> None:
    group = play(dora, "result cp wins")
    became, code, reported = collected(dora, group, "early")
    assert (became, code) == ("waits", "log.unfinished")
    assert "Do you agree?" in reported
    dora.types(lambda office: acts.rule(office, AT, "second", why="ap held all towns", played=True))
    decided = dora.fold().now.decided[AT]
    assert (decided.outcome, decided.ruled) == ("second", "ap held all towns")
    assert AT not in dora.fold().now.proven, "the claim itself decides nothing"


def test_a_result_that_is_refused_is_none(dora: Client) -> None:
    group = play(dora, "result cp wins", "end result")
    assert collected(dora, group)[:2] == ("waits", "log.unfinished")
    assert AT not in dora.fold().now.proven


def test_who_resigns_at_a_table_has_lost(dora: Client) -> None:
    group = play(dora, "over to ap")
    loser = group.table.active().handle
    assert loser is not None
    group.play(loser, "resign")
    assert collected(dora, group)[0] == "taken"
    won = "first" if dora.opening().players[1].handle == loser else "second"
    assert dora.fold().now.proven[AT].outcome == won


def test_other_data_than_those_of_the_tournament_take_no_board(dora: Client) -> None:
    """Nobody plays a tournament's board with dice of their own making."""
    other = WAR.replace(b"fire: 1d6", b"fire: 1d6+1")
    terms = dora.opening()
    group = TableGroup(
        dora.folder / "other", other, players=tuple(one.handle for one in terms.players),
        seats=terms.seats, for_=terms.for_,
    )  # fmt: skip
    group.join_all()
    became, code, _ = collected(dora, group, "other")
    assert (became, code) == ("refused", "log.terms")
