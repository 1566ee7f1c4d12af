"""Orders with one slip in them, as a program or a file may hold them.

The author of lines hears of most slips before an order is made. An order in an event comes by no
line: the rules alone refuse it, by a paragraph of the rulebook and in words
(`tests/games/conftest.py`), whatever it names.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from pbem.errors import FormError, IllegalOrder
from pbem.games import registry
from pbem.kit.contract import RawOrder
from pbem.kit.dice import SeededDice
from pbem.kit.module import RulesModule
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, answer_sensible, bind
from pbem.selfplay.unsigned import Secrets, begin, rules_of

SCENARIOS = [(name, scenario) for name in registry.names() for scenario in rules_of(name).scenarios]
FEW_FORMS = {"singapore"}
FEWER = 4
MANY_FORMS = {"brigade", "division"}
"""Scenarios of such games that are whole games."""
"""If a fight is all there is, few forms are given, and so many hold no names to slip in."""
ALIKE = 2
"""How many orders with the same fields are spoilt where the same question is open."""


def parts(value: Any, names: list[str]) -> Iterator[Any]:
    """Yield what may stand by a slip where ``value`` stands.

    These are a name that nobody has, no hex, another name or place; no or too high a number; a list
    that is empty, wrong in one place or too long.
    """
    match value:
        case bool():
            yield not value
        case int():
            yield from (0, value + 1, 99)
        case str():
            yield from ("nobody", "0000", *names)
        case list():
            yield []
            for number, part in enumerate(value):
                yield from (
                    [*value[:number], other, *value[number + 1 :]] for other in parts(part, names)
                )
            yield from ([*value, other] for other in parts(value[0], names))


def spoilt(raw: RawOrder, names: list[str]) -> Iterator[RawOrder]:
    """Yield an order with one field written otherwise, or left out."""
    for field in set(raw) - {"do"}:
        yield {name: value for name, value in raw.items() if name != field}
        yield from ({**raw, field: other} for other in parts(raw[field], names))


def refusal(play: Play, raw: RawOrder) -> IllegalOrder | None:
    """Return why an order is refused; None where it is legal, or no order."""
    try:
        play.game.check(play.position, play.game.read_order(raw))
    except FormError:
        return None
    except IllegalOrder as error:
        return error
    return None


@pytest.mark.few(2)
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_slip_is_refused_by_a_paragraph(name: str, scenario: str) -> None:
    rules = rules_of(name)
    assert isinstance(rules, RulesModule)
    paragraphs = rules.paragraphs().names
    rng = random.Random(1)  # noqa: S311 - no secret
    play, dice, secrets = begin(bind(Setup(name, scenario))), SeededDice(rng), Secrets()
    known = sorted(word for names in play.game.names.values() for word in names.words)
    met: Counter[tuple[str, ...]] = Counter()
    given: list[RawOrder] = []
    refused: set[str] = set()
    slips: set[str] = set()
    while play.result is None:
        if play.due is not None:
            play.roll(dice)
            continue
        asked = play.asked
        assert asked is not None
        answers = [] if asked.opens else answer_sensible(play, rng)
        legal = islice(play.game.legal(play.position), 5)
        for raw in [*answers, *map(play.game.write_order, legal)]:
            kind = (asked.name, *sorted(raw), str(raw["do"]))
            met[kind] += 1
            if met[kind] > ALIKE:
                continue
            given.append(raw)
            names = [word.rpartition(":")[2] for word in rng.sample(known, 3)]
            for other in spoilt(raw, names):
                slips.add(str(other["do"]))
                error = refusal(play, other)
                if error is not None:
                    assert error.paragraph in paragraphs, (other, error)
                    refused.add(str(other["do"]))
        secrets.answer(play, asked, answers)
    few = name in FEW_FORMS and scenario not in MANY_FORMS
    assert len(refused) > (len(slips) - FEWER if few else 4)
    for raw in given:
        late = refusal(play, raw)
        assert late is not None
        assert late.paragraph in paragraphs, late


@pytest.mark.parametrize("name", registry.names())
def test_no_list_that_a_player_writes_is_endless(name: str) -> None:
    """The data of an event go to everybody and stay in the log."""
    schemas = rules_of(name).schemas()
    lists = [part for what in ("order", "standing") for part in arrays(schemas[what])]
    assert lists
    for part in lists:
        items = part["items"] or {}  # False: nothing after those of a fixed number
        words = items.get("enum")  # nothing is named twice, so these end by themselves
        assert words or part["maxItems"] <= 200, part


def arrays(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield every list that a schema describes."""
    if isinstance(schema, dict):
        if schema.get("type") == "array":
            yield schema
        for part in schema.values():
            yield from arrays(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from arrays(part)
