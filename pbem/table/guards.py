"""The guard ``if``: a condition on the position before an order (protocol section 4).

It belongs to the table, so every game has it, with the facts that its rules module offers::

    {"do": "if", "when": CONDITION, "then": ORDER}

    CONDITION = {"fact": NAME, "args": [TEXT, ...]}                        it is true
              | {"fact": NAME, "args": [...], "op": "<", "value": NUMBER}  = != < <= > >=
              | {"not": CONDITION} | {"all": [...]} | {"any": [...]}
"""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from typing import Any

from pbem.errors import FormError
from pbem.kit.contract import Fact, Game, RawOrder
from pbem.kit.suggest import did_you_mean

OPERATORS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
NOTHING = "nothing"
"""What players write for the empty text."""

MAX_DEPTH = 8
"""Nesting of conditions and guards: nobody writes more by hand."""


def check_form(order: Any, facts: Mapping[str, Fact], depth: int = 0) -> RawOrder:
    """Check the form of a guarded order; return the order at its end, not a guard itself.

    Raises FormError.
    """
    if depth > MAX_DEPTH:
        raise FormError(f"guards are nested more than {MAX_DEPTH} deep")
    if not isinstance(order, dict) or not isinstance(order.get("do"), str):
        raise FormError("an order is an object with a word under 'do'")
    if order["do"] != "if":
        return order
    if set(order) != {"do", "when", "then"}:
        raise FormError("a guard has exactly the fields do, when and then")
    _check_condition(order["when"], facts, 0)
    return check_form(order["then"], facts, depth + 1)


def bare(order: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the order at the end of a guard of good form, or the order itself."""
    while order["do"] == "if":
        order = order["then"]
    return order


def check_values(order: Mapping[str, Any], facts: Mapping[str, Fact]) -> None:
    """Refuse comparisons of a guarded order of good form that never hold or always do.

    For whoever writes an order: protocol and rules take them as they are, so a log that has one
    stays valid. Raises FormError.
    """
    while order["do"] == "if":
        _check_values_in(order["when"], facts)
        order = order["then"]


def _check_values_in(when: Mapping[str, Any], facts: Mapping[str, Fact]) -> None:
    for part in when.get("all", when.get("any", ())):
        _check_values_in(part, facts)
    if "not" in when:
        _check_values_in(when["not"], facts)
    if "value" not in when:
        return
    fact, value = facts[when["fact"]], when["value"]
    said = " ".join([when["fact"], *when["args"]])
    if fact.value == "number":
        if not isinstance(value, int) or isinstance(value, bool):
            raise FormError(f"`{said}` is a number, never {value!r}")
    elif fact.value == "yes or no":
        if value not in (0, 1):
            raise FormError(f"`{said}` is yes or no: write `{said}` or `not {said}`")
    elif not isinstance(value, str):
        raise FormError(f'`{said}` is a text, never a number: write "{value}"')
    elif not _may_be(fact, value):
        words = [word or NOTHING for word in fact.words]
        hint = did_you_mean(value, words) or f"; {fact.title}"
        raise FormError(f"`{said}` is never {value!r}{hint}")


def _may_be(fact: Fact, value: str) -> bool:
    """Whether a text may be the answer of a fact."""
    anything = not fact.words and not fact.form
    return anything or value in fact.words or re.fullmatch(fact.form, value) is not None


def _check_condition(when: Any, facts: Mapping[str, Fact], depth: int) -> None:
    if depth > MAX_DEPTH:
        raise FormError(f"conditions are nested more than {MAX_DEPTH} deep")
    if not isinstance(when, dict):
        raise FormError("a condition is an object")
    keys = set(when)
    if keys == {"not"}:
        _check_condition(when["not"], facts, depth + 1)
    elif keys in ({"all"}, {"any"}):
        parts = when.get("all", when.get("any"))
        if not isinstance(parts, list) or not parts:
            raise FormError("'all' and 'any' hold a list of conditions")
        for part in parts:
            _check_condition(part, facts, depth + 1)
    elif keys in ({"fact", "args"}, {"fact", "args", "op", "value"}):
        _check_fact(when, facts)
    else:
        raise FormError("a condition has the fields fact and args, or one of not, all, any")


def _check_fact(when: Mapping[str, Any], facts: Mapping[str, Fact]) -> None:
    known = facts.get(when["fact"]) if isinstance(when["fact"], str) else None
    if known is None:
        near = did_you_mean(when["fact"], facts) if isinstance(when["fact"], str) else ""
        told = f"this game knows no fact {when['fact']!r}"
        raise FormError(told + (near or f"; it knows {', '.join(facts)}"))
    args = when["args"]
    if not isinstance(args, list) or not all(isinstance(arg, str) for arg in args):
        raise FormError("the args of a fact are a list of texts")
    if len(args) != len(known.args):
        wanted = " ".join(known.args) or "nothing"
        raise FormError(f"the fact {when['fact']} takes {wanted}")
    if "op" in when and (not isinstance(when["op"], str) or when["op"] not in OPERATORS):
        raise FormError(f"a comparison is one of {' '.join(OPERATORS)}")
    if "value" in when and not isinstance(when["value"], int | str):
        raise FormError("a fact is compared with a number or a text")


def holds(when: Mapping[str, Any], game: Game[Any, Any], position: Any) -> bool:
    """Say whether a condition of good form holds; raises FormError on arguments unknown."""
    if "not" in when:
        return not holds(when["not"], game, position)
    if "all" in when:
        return all(holds(part, game, position) for part in when["all"])
    if "any" in when:
        return any(holds(part, game, position) for part in when["any"])
    value = game.fact(position, when["fact"], when["args"])
    if "op" not in when:
        return bool(value)
    if isinstance(value, str) != isinstance(when["value"], str):
        return bool(when["op"] == "!=")
    return bool(OPERATORS[when["op"]](value, when["value"]))
