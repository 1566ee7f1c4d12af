"""`standing usual`: no usual answer is worse, by the program's own judgement, than another one.

Positions in which somebody is asked in between are taken out of games between sensible and between
random players, under several options; each is asked once with the usual answers in force. The
judgement is the one by which the sensible player of the game weighs *any* legal answer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any

import pytest

from long import sample
from pbem.audit.simulate import Setup, answer_random, answer_sensible, bind
from pbem.audit.unsigned import Secrets, begin, rules_of
from pbem.games.manila.player import answers as manila
from pbem.games.manila.player.field import Field as ManilaField
from pbem.games.saipan.player.answers import Judge as SaipanJudge
from pbem.games.tokyo.player.answers import Judge as TokyoJudge
from pbem.games.tokyo.player.field import Field as TokyoField
from pbem.games.tokyo.player.sensible import army_asked
from pbem.kit.contract import Order, Question
from pbem.kit.dice import SeededDice
from pbem.kit.roomgame import USUAL_SEED
from pbem.table.play import Play

POSITIONS = 1000
SHARES = 25
"""Parts of the thousand, each a test of its own; the short run looks at the first."""

Worth = Callable[[Order], int]


def tokyo(game: Any, position: Any, asked: Question) -> Worth:
    army = army_asked(game.setting, position, asked.name)
    return TokyoJudge(TokyoField(game.setting, position, army, USUAL_SEED)).worth


def manila_worth(game: Any, position: Any, _: Question) -> Worth:
    field = ManilaField(game.setting, position, USUAL_SEED)
    return lambda order: manila.worth(field, order)


JUDGES: dict[str, Callable[[Any, Any, Question], Worth]] = {
    "manila": manila_worth,
    "saipan": lambda game, position, _: SaipanJudge(game.setting, position).worth,
    "tokyo": tokyo,
}


def option_sets(name: str) -> list[dict[str, Any]]:
    """No option changed, then every option at once away from its default."""
    options = rules_of(name).options
    other = {
        word: next(one for one in (option.choices[-1], *option.choices) if one != option.default)
        for word, option in options.items()
    }
    return [{}, other]


def positions(name: str, share: int) -> Iterator[tuple[Play, Question]]:
    """Yield positions in which somebody is asked in between, out of game after game."""
    scenarios = list(rules_of(name).scenarios)
    for number in count():
        rng = random.Random(1000 * share + number)  # noqa: S311 - no secret
        setup = Setup(name, rng.choice(scenarios), rng.choice(option_sets(name)))
        answer = rng.choice([answer_random, answer_sensible])
        play, dice, secrets = begin(bind(setup)), SeededDice(rng), Secrets()
        while play.result is None:
            if play.due is not None:
                play.roll(dice)
                continue
            asked = play.asked
            assert asked is not None
            if not asked.phase and not asked.secret:
                yield play, asked
            secrets.answer(play, asked, [] if asked.opens else answer(play, rng))


@pytest.mark.parametrize("name", sorted(JUDGES))
@pytest.mark.parametrize("share", sample(range(SHARES), 1))
def test_no_usual_answer_is_worse_than_another(name: str, share: int) -> None:
    met: Counter[str] = Counter()
    for play, asked in islice(positions(name, share), POSITIONS // SHARES):
        game: Any = play.game
        standing = game.sensible_standing(asked.side)
        usual = game.standing_answer(play.position, asked, standing)
        assert usual is not None, asked
        game.check(play.position, usual)
        worth = JUDGES[name](game, play.position, asked)
        for order in game.legal(play.position):
            assert worth(order) <= worth(usual), (asked.name, order, usual)
        met[asked.name] += 1
    assert sum(met.values()) == POSITIONS // SHARES
    assert len(met) >= 2
