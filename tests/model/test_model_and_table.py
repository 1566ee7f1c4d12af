"""Table and model agree on who may write: pen, and every kind by everybody, at each step."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from long import times
from model.dealing import DealtWalk
from model.walking import Apart, Walk
from model.writing import NOW, Rules
from pbem.table.events import kinds
from pbem.table.library import data_digest
from toy import group as toy
from toy.cards import CardRules

PEOPLE = ("ann", "bob", "cat")
GAMES = {
    "a duel": {"umpire": "uma"},
    "a duel without an umpire": {},
    "a duel that the umpire keeps": {"umpire": "uma", "dice": "umpire"},
    "a duel with a witness": {"players": PEOPLE, "umpire": "uma"},
    "a die first": {"umpire": "uma", "scenario": "weather"},
    "a die first, and a witness": {"players": PEOPLE, "umpire": "uma", "scenario": "weather"},
    "sealed plans": {"umpire": "uma", "scenario": "plans"},
    "three": {"players": PEOPLE, "umpire": "uma", "scenario": "trio"},
    "three without an umpire": {"players": PEOPLE, "scenario": "trio"},
    "three that the umpire keeps": {
        "players": PEOPLE, "umpire": "uma", "scenario": "trio", "dice": "umpire",
    },
    "alone with a witness": {"umpire": "uma", "scenario": "alone", "seats": {"red": "ann"}},
    "alone with two": {
        "players": PEOPLE, "umpire": "uma", "scenario": "alone", "seats": {"red": "bob"},
    },
    "alone with an umpire": {
        "players": ("ann",), "umpire": "uma", "scenario": "alone", "dice": "umpire",
    },
    "alone with an umpire and a witness": {
        "umpire": "uma", "scenario": "alone", "seats": {"red": "ann"}, "dice": "umpire",
    },
    "practice": {"players": ("ann",), "umpire": "uma", "scenario": "alone", "dice": "self"},
    "both sides of a duel": {"umpire": "uma", "seats": {"red": "ann", "blue": "ann"}},
}  # fmt: skip


STEPS = times(12, of=12)


def walk_of(folder: Path, name: str, seed: int, rules: Rules = NOW) -> Walk:
    opening = toy.opening(**{"players": PEOPLE[:2], **GAMES[name]})
    return Walk(folder, opening, Random(f"{name} {seed}"), rules)  # noqa: S311 - chance, no secret


@pytest.mark.few(3, 24)
@pytest.mark.parametrize("name", GAMES)
def test_table_and_model_walk_together(tmp_path: Path, name: str) -> None:
    walk = walk_of(tmp_path, name, 1)
    steps = 0
    while steps < STEPS and walk.step():
        steps += 1
    assert walk.tried > 20 * steps > 0
    for level in (1, 2):
        walk.group.replay(level)


WITH_DECKS = {
    "a deck of three": {"players": PEOPLE, "umpire": "uma", "scenario": "trio"},
    "a deck": {"umpire": "uma"},
    "a deck and a witness": {"players": PEOPLE, "seats": {"red": "ann", "blue": "bob"}},
    "a deck of three without an umpire": {"players": PEOPLE, "scenario": "trio"},
}


def dealt_walk_of(folder: Path, name: str, seed: int) -> Walk:
    rules = kinds.RulesId("fate", 1, data_digest(CardRules().data()))
    said = {"players": PEOPLE[:2], "rules": rules, "options": {"cards": 8}, **WITH_DECKS[name]}
    if said.get("scenario") == "trio":
        said["groups"] = (("ann",), ("bob", "cat"))
    return DealtWalk(folder, toy.opening(**said), Random(f"{name} {seed}"))  # noqa: S311


@pytest.mark.few(1, 8)
@pytest.mark.parametrize("name", WITH_DECKS)
def test_table_and_model_deal_together(tmp_path: Path, name: str) -> None:
    for seed in range(times(1, of=2)):
        walk = dealt_walk_of(tmp_path / str(seed), name, seed)
        steps = 0
        while steps < STEPS + 6 and walk.step():
            steps += 1
        assert walk.tried > 15 * steps > 0
        for level in (1, 2):
            walk.group.replay(level)


@pytest.mark.few(1, 4)
@pytest.mark.parametrize(
    ("rule", "name"),
    [
        ("ruling_may_leave_no_start", "three"),
        ("witnesses_keep", "a die first, and a witness"),
        ("replace_at_will", "three"),
    ],
)
def test_the_table_has_given_up_what_the_model_has(tmp_path: Path, rule: str, name: str) -> None:
    """A walk sees table and model differ where only one has a rule that was given up."""
    with pytest.raises(Apart):  # noqa: PT012 - which walk meets it is chance
        for seed in range(20):
            walk = walk_of(tmp_path / str(seed), name, seed, Rules(**{rule: True}))
            for _ in range(STEPS):
                if not walk.step():
                    break
