"""The guard ``if``: a condition on the position before an order (protocol section 4).

It belongs to the table, so every game has it, with the facts that its rules module offers::

    {"do": "if", "when": CONDITION, "then": ORDER}

    CONDITION = {"fact": NAME, "args": [TEXT, ...]}                        a fact of yes or no
              | {"fact": NAME, "args": [...], "op": "<", "value": NUMBER}  = != < <= > >=
              | {"fact": NAME, "args": [...], "op": "=", "value": TEXT}    = !=
              | {"not": CONDITION} | {"all": [...]} | {"any": [...]}

All form is judged before anything is carried out, without the position: a condition of good form
has a value in every position.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pbem.errors import FormError
from pbem.kit.contract import Fact, Game, RawOrder
from pbem.kit.plain import lower, upper
from pbem.kit.typed.suggest import did_you_mean

OPERATORS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
EQUALITY = ("=", "!=")
"""Texts are equal or not, and never ordered."""

NOTHING = "nothing"
"""The word that players write for the empty text."""

MAX_DEPTH = 8
"""How deep guards nest, and conditions, the outermost being 1: nobody writes more by hand."""

SHOWN = 40
"""How much of a text that has not its form a message repeats."""


def check_form(order: Any, game: Game[Any, Any]) -> RawOrder:
    """Check the form of a guarded order; return the order at its end, not a guard itself.

    The form of that order is the game's. Raises FormError.
    """
    depth = 0
    while True:
        if not isinstance(order, dict) or not isinstance(order.get("do"), str):
            raise FormError("an order must be an object with a word under 'do'")
        if order["do"] != "if":
            return order
        depth += 1
        if depth > MAX_DEPTH:
            raise FormError(f"conditions before an order are nested more than {MAX_DEPTH} deep")
        if set(order) != {"do", "when", "then"}:
            raise FormError(
                "an order with a condition must have exactly the fields do, when and then"
            )
        _check_condition(order["when"], game, 1)
        order = order["then"]


def bare(order: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the order at the end of a guard of good form, or the order itself."""
    while order["do"] == "if":
        order = order["then"]
    return order


def spelt(game: Game[Any, Any], side: str, about: str, word: str) -> str | None:
    """Return the one spelling of a name that a player wrote; None if it is no name.

    Capitals do not count. The side before a name, as in ``us:1/2``, may be left out. Then the
    writer's own unit is meant, else another side's.

    Args:
        game: The game.
        side: The writer's side.
        about: A key of `Game.names`.
        word: The word that the player wrote.
    """
    names = game.names[about]
    reported = [word, *(f"{one}:{word}" for one in (side, *game.sides))]
    for name in reported:
        if _is(name, names.words, names.form):
            return name
    known = {lower(name): name for name in names.words}
    found = next((known[lower(name)] for name in reported if lower(name) in known), None)
    if found is None and _is(upper(word), (), names.form):
        return upper(word)
    return found


def holds(when: Mapping[str, Any], game: Game[Any, Any], position: Any) -> bool:
    """Say whether ``when``, a condition of good form, is true in a position."""
    if "not" in when:
        return not holds(when["not"], game, position)
    if "all" in when:
        return all(holds(part, game, position) for part in when["all"])
    if "any" in when:
        return any(holds(part, game, position) for part in when["any"])
    value = game.fact(position, when["fact"], when["args"])
    if "op" not in when:
        return bool(value)
    return bool(OPERATORS[when["op"]](value, when["value"]))


def _check_condition(when: Any, game: Game[Any, Any], depth: int) -> None:
    if depth > MAX_DEPTH:
        raise FormError(f"conditions are nested more than {MAX_DEPTH} deep")
    if not isinstance(when, dict):
        raise FormError("a condition must be an object")
    keys = set(when)
    if keys == {"not"}:
        _check_condition(when["not"], game, depth + 1)
    elif keys in ({"all"}, {"any"}):
        parts = when.get("all", when.get("any"))
        if not isinstance(parts, list) or not parts:
            raise FormError("'all' and 'any' need a list of conditions")
        for part in parts:
            _check_condition(part, game, depth + 1)
    elif keys in ({"fact", "args"}, {"fact", "args", "op", "value"}):
        _check_fact(when, game)
    else:
        raise FormError("a condition needs the fields fact and args, or one of not, all, any")


def known_fact(name: Any, args: Any, game: Game[Any, Any]) -> Fact:
    """Return the fact of a name, if it can be asked with these arguments.

    ``name``, ``args``: as somebody wrote them.

    Raises:
        FormError: There is no such fact, or the arguments do not fit.
    """
    facts = game.facts
    if not isinstance(name, str) or name not in facts:
        near = did_you_mean(name, facts) if isinstance(name, str) else ""
        reported = f"this game has no fact {_shown(name)}"
        raise FormError(reported + (near or f"; it has {', '.join(facts)}"))
    fact = facts[name]
    if not isinstance(args, list) or len(args) != len(fact.args):
        raise FormError(f"the fact {name} needs {' '.join(fact.args) or 'nothing'} after it")
    for word, about in zip(args, fact.args, strict=True):
        _check_name(word, about, game)
    return fact


def _check_fact(when: Mapping[str, Any], game: Game[Any, Any]) -> None:
    name, args = when["fact"], when["args"]
    fact = known_fact(name, args, game)
    said = " ".join([name, *args])
    if fact.value == "yes or no":
        if "op" in when:
            raise FormError(f"`{said}` is yes or no: write `{said}` or `not {said}`")
    elif "op" not in when:
        raise FormError(f"`{said}` is a {fact.value}: compare it, as in `{said} {_example(fact)}`")
    else:
        _check_comparison(said, fact, when["op"], when["value"])


def _check_name(word: Any, about: str, game: Game[Any, Any]) -> None:
    names = game.names[about]
    if isinstance(word, str) and _is(word, names.words, names.form):
        return
    near = did_you_mean(word, names.words) if isinstance(word, str) else ""
    raise FormError(f"there is no {about} {_shown(word)}{near}")


def _check_comparison(said: str, fact: Fact, op: Any, value: Any) -> None:
    allowed: Sequence[str] = tuple(OPERATORS) if fact.value == "number" else EQUALITY
    if not isinstance(op, str) or op not in OPERATORS:
        raise FormError(f"compare with one of {' '.join(OPERATORS)}")
    if op not in allowed:
        raise FormError(f"`{said}` is a text: compare it with = or !=")
    if fact.value == "number":
        if type(value) is not int:
            raise FormError(f"`{said}` is a number, so it cannot be {_shown(value)}")
    elif not isinstance(value, str):
        raise FormError(f'`{said}` is a text, not a number: write "{_shown(value)}"')
    elif not _is(value, fact.words, fact.form):
        words = [word or NOTHING for word in fact.words]
        hint = did_you_mean(value, words) or f"; {fact.title}"
        raise FormError(f"`{said}` is never {_shown(value)}{hint}")


def _is(text: str, words: Collection[str], form: str) -> bool:
    return text in words or (bool(form) and re.fullmatch(form, text) is not None)


def _example(fact: Fact) -> str:
    return "> 1" if fact.value == "number" else f"= {fact.words[-1] or NOTHING}"


def _shown(value: Any) -> str:
    """Return what has not its form, alike under every Python."""
    text = ascii(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
