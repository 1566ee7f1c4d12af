"""The counts of the table of mails by means (docs/decisions/0049-simulated-games.md)."""

from __future__ import annotations

from typing import Any

import pytest

from games.singapore_mails.means import PASS, Counted, Reckoned, count
from pbem.play.play import Play
from pbem.selfplay.unsigned import bind, rules_of

GAME: Any = bind(rules_of("singapore"), "tiderace", {"situation_cards": True})
SEED = 1


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, str, str, bool]]:
    """Windows that somebody answered: side, turn, kind, sector of a battle, whether they passed."""
    found = []
    order = Play.order

    def noted(play: Play, handle: str, orders: list[dict[str, Any]], **named: Any) -> None:
        asked = play.asked
        if asked is not None and asked.name in {"deployment", "supply", "cards"}:
            battle = play.position.battle
            turn = int(play.game.fact(play.position, "turn", ()))
            sector = "" if battle is None else battle.sector
            found.append((asked.side, turn, asked.name, sector, orders == [PASS]))
        order(play, handle, orders, **named)

    monkeypatch.setattr(Play, "order", noted)
    return found


def played(means: str) -> Counted:
    return count(GAME, SEED, means, "usual")


def test_who_is_asked_each_time_answers_windows_of_one_kind_again(answered) -> None:
    game = played("asked")
    assert len(answered) == game.windows
    assert len({one[:3] for one in answered}) < len(answered)


@pytest.mark.parametrize("means", ["battle", "turn"])
def test_who_has_declared_a_pass_is_not_asked_before_it_is_over(means, answered) -> None:
    assert played(means).windows > 0
    over = set()
    for side, turn, name, sector, passed in answered:
        key = (side, turn, name, sector if means == "battle" else "")
        assert key not in over
        if passed:
            over.add(key)


def test_what_is_sealed_is_opened_once_a_turn_and_shows_no_card(answered) -> None:
    game = played("sealed")
    assert len({one[:3] for one in answered}) == len(answered) > 0
    assert game.cards == 0


def test_a_pass_for_good_answers_every_window(answered) -> None:
    assert played("standing").windows == 0
    assert answered == []


def test_an_opening_is_a_mail_and_dice_stay_owed_for_the_orders_before() -> None:
    """An opener who keeps the dice sends both in one mail; an answer by hand is a trigger."""
    sealed, asked = Reckoned(("jp", "br")), Reckoned(("jp", "br"))
    sealed.orders("jp")
    sealed.opening("br")
    asked.orders("jp")
    asked.orders("br")
    for mails in (sealed, asked):
        mails.dice()
        mails.orders("br")
    assert (sealed.count, asked.count) == (2, 4)
