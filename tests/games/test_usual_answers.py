"""`standing usual`: no usual answer is worse, by the program's own judgement, than another one.

Positions in which somebody is asked in between are taken out of games between sensible and between
random players, under several options; each is asked once with the usual answers in force. The
judgement is the one by which the room `usual` of the rules weighs *any* legal answer: it is a part
of their version, and no player's. A player's answer, however they may have been taught, changes
none.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, islice
from typing import Any

import pytest

from fitting import fitting, option_sets
from long import sample
from parts_of import rules_part
from pbem.games import registry
from pbem.kit.contract import Question
from pbem.kit.dice import SeededDice
from pbem.kit.typed.standing import USUAL
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, answer_random, answer_sensible, bind
from pbem.selfplay.unsigned import Secrets, begin, rules_of

POSITIONS = 1000
SHARES = 25
"""Parts of the thousand, each a test of its own; the short run looks at the first."""


def positions(name: str, share: int) -> Iterator[tuple[Play, Question]]:
    """Yield positions in which somebody is asked in between, out of game after game."""
    scenarios = list(rules_of(name).scenarios)
    for number in count():
        rng = random.Random(1000 * share + number)  # noqa: S311 - no secret
        scenario, options = rng.choice(scenarios), rng.choice(option_sets(name))
        setup = Setup(name, scenario, fitting(rules_of(name), scenario, options))
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


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("share", sample(range(SHARES), 1, of=2))
def test_no_usual_answer_is_worse_than_another(name: str, share: int) -> None:
    met: Counter[str] = Counter()
    for play, asked in islice(positions(name, share), POSITIONS // SHARES):
        game: Any = play.game
        standing = game.sensible_standing(asked.side)
        usual = game.standing_answer(play.position, asked, standing)
        assert usual is not None, asked
        game.check(play.position, usual)
        at = game.setting, play.position, asked
        most = game.modules.usual.worth(*at, usual)
        for order in game.legal(play.position):
            assert game.modules.usual.worth(*at, order) <= most, (asked.name, order, usual)
        met[asked.name] += 1
    assert sum(met.values()) == POSITIONS // SHARES
    assert len(met) >= (1 if name == "table" else 2)  # it asks between turns for reactions alone


def random_positions(name: str) -> Iterator[tuple[Play, Question]]:
    """Yield such positions out of random games: no player of the program changes these."""
    scenarios = list(rules_of(name).scenarios)
    for number in count():
        rng = random.Random(number)  # noqa: S311 - no secret
        play = begin(bind(Setup(name, scenarios[number % len(scenarios)], {})))
        dice, secrets = SeededDice(rng), Secrets()
        while play.result is None:
            if play.due is not None:
                play.roll(dice)
                continue
            asked = play.asked
            assert asked is not None
            if not asked.phase and not asked.secret:
                yield play, asked
            secrets.answer(play, asked, [] if asked.opens else answer_random(play, rng))


WEIGHED = {
    "lantern": "91848bcbfbe5bd2685208b58e394d1af",
    "manila": "fc13020ded62e785158c312e58ef3be7",
    "meiktila": "d3bf8f88f4db5c31e4473fb5420f378e",
    "saipan": "cbe8a3b7f7de926da51ea8b967dfaf34",
    "singapore": "fc1705383c6351d16b3b140dfd9f133e",
    "table": "9d85ea42fe0da57aed9a234c9db344aa",
    "tokyo": "437377c1be2468bff27ec2a93ea33027",
}
"""Digests of what version 1 of each game answers and of what every legal answer weighs."""


@pytest.mark.parametrize("name", WEIGHED)
def test_the_usual_answers_of_a_version_stay(name: str) -> None:
    """They are part of the rules, which are final (docs/protocol.md, section 12)."""
    found = sha256()
    for play, asked in islice(random_positions(name), 300):
        game: Any = play.game
        at, usual = (game.setting, play.position, asked), game.modules.usual
        found.update(f"{asked.name}: {game.text(usual.answer(*at))}\n".encode())
        weighed = sorted((game.text(one), usual.worth(*at, one)) for one in game.legal(at[1]))
        found.update(f"{weighed}\n".encode())
    assert found.hexdigest()[:32] == WEIGHED[name]


@pytest.mark.parametrize("name", registry.names())
def test_no_player_changes_a_usual_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The room of the player is closed, and the usual answers are given as before."""
    asked_about = [
        (play.copy(), asked) for play, asked in islice(positions(name, 0), POSITIONS // SHARES)
    ]
    before = [usual_answer(play, asked) for play, asked in asked_about]
    for play, _ in asked_about:
        modules: Any = play.game.modules  # type: ignore[attr-defined]
        monkeypatch.setattr(modules.sensible, "sensible", nobody)
    assert [usual_answer(play, asked) for play, asked in asked_about] == before


def nobody(*_: Any) -> Any:
    pytest.fail("a usual answer asked a player")


def usual_answer(play: Play, asked: Question) -> Any:
    standing = dict.fromkeys(play.game.sensible_standing(asked.side), USUAL)
    assert asked.name in standing
    return play.game.standing_answer(play.position, asked, standing)


@pytest.mark.parametrize("name", registry.names())
def test_a_program_that_has_no_player_has_usual_answers(name: str) -> None:
    """Nothing that the room of the usual answers imports, at any depth, is the player's."""
    code = (
        f"import sys; import {rules_part(name, 'usual').__name__}\n"
        "print(*[room for room in sys.modules if '.player' in room])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
