"""Battles that were followed already are not followed again, and only the very same are."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from long import times
from pbem.kit.chances.battles import FEW, MANY, Battles, Whole, whole
from pbem.kit.chances.chance import TooManyWaysError
from pbem.kit.chances.followed import FOLLOWED_MOST, Followed
from pbem.kit.cups import Cups
from pbem.selfplay.simulate import Setup, bind

GIVEN = {"clear": True, "phase": "combat", "control": {"Sarimbun": "jp"}}
HERE = {**dict.fromkeys(("ji1", "ji2", "ai1", "ai2"), "Kranji"), "ji3": "Sarimbun"}
BESIDE, AFAR = {"ai3": "Mandai"}, {"bi1": "Bedok"}
PERIODS = 4


@pytest.fixture
def fight(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[list[Whole], int]]:
    """Follow a battle for Kranji with these units about; what it comes to, and how many rolls."""
    game, rolls = bind(Setup("singapore", "brigade")), list[Any]()
    real = game.roll
    monkeypatch.setattr(game, "roll", lambda *at: rolls.append(at) or real(*at))

    def fights(
        units: dict[str, str], followed: Battles | None = None, **more: Any
    ) -> tuple[list[Whole], int]:
        position = game.arrange({**GIVEN, "units": units}, Cups())
        position.war.period = more.pop("period", 0)
        order = game.parse(position, "jp", "battle Kranji")
        rolls.clear()
        return whole(game, position, Cups(), order, followed=followed, **more), len(rolls)

    return fights


def test_the_same_battle_is_followed_once(fight: Callable[..., tuple[list[Whole], int]]) -> None:
    followed = Battles()
    found, rolls = fight({**HERE, **BESIDE, **AFAR}, followed)
    assert rolls > 10
    assert fight({**HERE, **BESIDE, **AFAR}, followed) == (found, 0)
    assert fight({**HERE, **BESIDE, "bi1": "Changi"}, followed) == (found, 0), "it is far away"


@pytest.mark.parametrize(
    ("units", "more"),
    [
        ({"ji4": "Kranji"}, {}),
        ({"ai4": "Mandai"}, {}),
        ({"ai3": "Tengah"}, {}),
        ({}, {"period": 1}),
        ({}, {"limits": FEW}),
        ({}, {"limits": MANY._replace(abreast=3)}),
    ],
)
def test_another_is_followed_by_itself(
    units: dict[str, str], more: dict[str, Any], fight: Callable[..., tuple[list[Whole], int]]
) -> None:
    """The units there or beside it, the time, how far courses are followed: all of it counts."""
    followed = Battles()
    fight({**HERE, **BESIDE, **AFAR}, followed)
    other = {**HERE, **BESIDE, **AFAR, **units}
    assert fight(other, followed, **more) == fight(other, **more)
    assert fight(other, followed, **more)[1] == 0


def test_what_one_seat_knows_reports_battles_apart() -> None:
    """[6.2] A viewer with cards in hand gets nothing that was found without them."""
    game, followed = bind(Setup("singapore", "corps")), Battles()
    position = game.arrange({**GIVEN, "units": HERE | AFAR}, Cups())
    order = game.parse(position, "jp", "battle Kranji")
    for known in ([], [("deck", 0, "C1a")], []):
        position.war.cards.known = known
        whole(game, position, Cups(), order, followed=followed)
    assert len(followed) == 2


def test_whatever_is_remembered_it_comes_to_what_it_comes_to_alone(
    fight: Callable[..., tuple[list[Whole], int]],
) -> None:
    """Battles of few units in and around one sector, by chance, with one memory for all."""
    rng, followed, spared = random.Random(1), Battles(), 0  # noqa: S311
    for _ in range(times(40, of=400)):
        about = {unit: rng.choice(("Kranji", "Mandai", "Bedok")) for unit in ("ai3", "ai4")}
        mine = {unit: rng.choice(("Kranji", "Sarimbun")) for unit in ("ji4",)}
        units = {**HERE, **AFAR, **about, **mine}
        period = rng.randrange(PERIODS)
        found, rolls = fight(units, followed, period=period)
        assert found == fight(units, period=period)[0]
        spared += not rolls
    assert spared > 5


def test_what_was_asked_for_longest_ago_is_forgotten() -> None:
    found, made = Followed[int](), list[int]()

    def asks(number: int) -> int:
        return found.once(bytes([number]), lambda: made.append(number) or number)

    for number in [*range(FOLLOWED_MOST), 0, FOLLOWED_MOST]:
        assert asks(number) == number
    assert len(found) == FOLLOWED_MOST
    assert made == list(range(FOLLOWED_MOST + 1))
    assert [asks(0), asks(1)] == [0, 1]
    assert made[-1] == 1, "0 was asked for again, 1 was not"


def test_what_is_too_much_is_not_remembered() -> None:
    found = Followed[int]()

    def fails() -> int:
        raise TooManyWaysError("too many")

    for _ in range(2):
        with pytest.raises(TooManyWaysError):
            found.once(b"", fails)
    assert len(found) == 0
    assert found.once(b"", lambda: 1) == 1
