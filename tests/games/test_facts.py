"""Facts for guards in every game: each answers what it says it may, and nothing else is written."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from pbem.errors import FormError
from pbem.games import registry
from pbem.kit.contract import Fact
from pbem.kit.hidden import cards_of
from pbem.play.dealer import Dealer
from pbem.play.guards import holds
from pbem.play.lists import read_text, write_text
from pbem.play.play import Play

GAMES = sorted(registry.RULES)
SCENARIO = {"lantern": "lantern", "manila": "campaign", "saipan": "historical", "tokyo": "two",
            "meiktila": "meiktila", "singapore": "regiment", "table": "table"}  # fmt: skip
KINDS = {"number": int, "yes or no": bool, "text": str}
DECISIONS = 120
LEGAL = 40


class Shaker:
    """Dice from a seeded generator."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        del purpose, paragraph
        return self.rng.randrange(n)


def new(name: str, version: int) -> Play:
    rules = registry.find(name, version)
    assert rules is not None
    options = {word: option.default for word, option in rules.options.items()}
    game = rules.game(SCENARIO[name], options, rules.data())
    play = Play(game, dict.fromkeys(game.sides, "ann"))
    play.dealer = None if cards_of(game) is None else Dealer()
    return play


def went_on(play: Play, seed: int) -> Iterator[None]:
    """Stop after every decision of a game that somebody plays at random."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    play.start()
    for _ in range(DECISIONS):
        yield
        if play.due is not None:
            play.roll(Shaker(rng))
        elif play.asked is None or play.asked.secret is not None:
            return
        else:
            legal = list(islice(play.game.legal(play.position), LEGAL))
            ends = [order for order in legal if type(order).__name__ == "End"]
            order = rng.choice(ends if ends and rng.random() < 0.2 else legal)
            play.order("ann", [play.game.write_order(order)])


def names_of(play: Play, about: str) -> list[str]:
    """Some of all that a fact can be asked about, with a name that was never given out."""
    names = play.game.names[about]
    here = [name for name in play.position.at if name not in names.words] if names.form else []
    return [*list(names.words)[::7], *here, *(["U7", "S19801"] if names.form else [])]


def answers(play: Play) -> Iterator[tuple[str, Fact, Any]]:
    for fact, form in play.game.facts.items():
        for args in [[word] for word in names_of(play, form.args[0])] if form.args else [[]]:
            yield " ".join([fact, *args]), form, play.game.fact(play.position, fact, args)


TRACKS = {
    "lantern": ("lead",),
    "manila": ("morale", "control"),
    "meiktila": ("level", "vp_al", "vp_jp"),
    "saipan": (),
    "singapore": ("attackers", "defenders"),
    "table": (),
    "tokyo": (),
}
"""The facts that a simulation notes of each game, turn by turn."""


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_tracks_are_numbers_that_ask_for_nothing(name: str, version: int) -> None:
    game = new(name, version).game
    assert game.tracks == TRACKS[name]
    for fact in (game.facts[track] for track in game.tracks):
        assert (fact.args, fact.value) == ((), "number")


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_a_guard_may_ask_for_every_answer_and_is_written_as_it_is_read(
    name: str, version: int
) -> None:
    play = new(name, version)
    seen: set[str] = set()
    for _ in went_on(play, 3):
        for said, form, answer in answers(play):
            assert type(answer) is KINDS[form.value], said
            key = f"{said.split()[0]} {answer}"
            if key in seen:
                continue
            seen.add(key)
            when = f"{said} = {answer or 'nothing'}"
            if form.value == "yes or no":
                when = said if answer else f"not {said}"
            elif form.value == "number":
                when = f"{said} = {answer}"
            line = f"if {when}: stop"
            (order,) = read_text(play, play.game.sides[0], line).orders
            assert holds(order["when"], play.game, play.position)
            assert write_text(play, [order]) == [line]
    assert len(seen) > len(play.game.facts)


@pytest.mark.parametrize(
    ("name", "guard", "words"),
    [
        ("manila", "strategy 10 = Elyte", "did you mean Elite?"),
        ("manila", "event = kembu breakoff", "did you mean kembu breakout?"),
        ("manila", "morale > x", "`morale` is a number, so it cannot be 'x'"),
        ("manila", "at 637/A = tarck", "did you mean track?"),
        ("manila", "at 637/A = 1204", "is never '1204'"),
        ("saipan", "at us:1/2 = 12O4", "is never '12O4'"),
        ("saipan", "gsp > many", "`gsp` is a number, so it cannot be 'many'"),
        ("saipan", "empty 1204 = yes", "write `empty 1204` or `not empty 1204`"),
        ("tokyo", "control 1204 = 8agg", "did you mean 8ag or 1ag?"),
    ],
)
def test_a_slip_in_a_value_is_reported_with_the_nearest_word(
    name: str, guard: str, words: str
) -> None:
    play = new(name, 1)
    with pytest.raises(FormError) as caught:
        read_text(play, play.game.sides[0], f"if {guard}: stop")
    assert words in str(caught.value)
