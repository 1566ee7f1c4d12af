"""Words that every rules module needs in its reports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pbem.kit import plain

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


DOUBTS = ("reconstructed", "second-hand")
"""How the provenance of a value begins that was not read off the published game."""


_ONE_WORD = re.compile(r"[A-Za-z0-9_.+:#/-]{1,80}")
"""A word that needs no quotation marks: no sentence fits into it."""

_INITIALS = re.compile(r"\b(?:[A-Z]\.){2,}$", re.ASCII)
"""A name that ends with a full stop of its own, as U.S."""


def shut_in(closed: Mapping[str, str]) -> str:
    """Say why a unit that had to retreat went nowhere: each hex around it, why it was closed."""
    if not closed:
        return ""
    why = "; ".join(f"{place} {reason}" for place, reason in closed.items())
    return f", because it cannot retreat: {why}"


def with_article(noun: str) -> str:
    """Return a noun with its indefinite article: a unit, an order."""
    vowel = noun.startswith(tuple("aeiouAEIOU")) and not noun.startswith(("unit", "one"))
    return f"{'an' if vowel else 'a'} {noun}"


def listed(words: Iterable[str]) -> str:
    """Join words as in a sentence: a, b and c."""
    found = list(words)
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)


def order_words(game: Any, position: Any, order: Any) -> str:
    """Return what an order does, as its game says it in words; else its line.

    Args:
        game: The game (`pbem.kit.contract.Game`); one without modules may not say it.
        position: The position in which the order is given.
        order: The order.
    """
    says = getattr(game, "order_words", None)
    said: str = plain.capital(game.text(order)) if says is None else says(position, order)
    return said


def each(names: Iterable[str], one: str, many: str) -> str:
    """Return who does something: 3/10 fires, 1/3 and 2/10 fire."""
    found = list(names)
    return f"{listed(found)} {one if len(found) == 1 else many}"


def share(chance: Fraction, *, exact: bool = True) -> str:
    """Return a chance in per cent, and if it is ``exact`` as a fraction too: ``33% (1/3)``."""
    if chance == 1:
        return "always"
    rounded = round(chance * 100)
    reported = f"{rounded}" if 0 < rounded < 100 else "under 1" if rounded == 0 else "over 99"
    return f"{reported}% ({chance})" if exact else f"{reported}%"


def quoted(words: str) -> str:
    """Return words of others in quotation marks, so that nothing in them ends the quotation."""
    return '"' + words.replace('"', "'") + '"'


def named(name: str) -> str:
    """Return a name that others chose: one word as it is, more in quotation marks."""
    return name if _ONE_WORD.fullmatch(name) else quoted(name)


def possessive(name: str) -> str:
    """Return whose something is: Red's, the guards'."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def with_stop(text: str) -> str:
    """Return a sentence with one mark at its end, also if its last word is a name like U.S."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def without_stop(text: str) -> str:
    """Return a sentence without its full stop, if that does not end a name like U.S."""
    return text if _INITIALS.search(text) else text.removesuffix(".")


def counted(number: int, word: str) -> str:
    """Return a number with what it counts: 1 point, 2 points."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def listing(words: Sequence[str]) -> str:
    """Return words as a sentence has them: ann, bob and cas."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def movement(cost: int, *, halves: bool) -> str:
    """Return movement points as a counter has them; ``halves``: they are counted in half points."""
    return as_points(cost) if halves else str(cost)


def as_points(count: int) -> str:
    """Return ``count`` half points in points: 2, 2½, ½."""
    whole, half = divmod(count, 2)
    return f"{whole or ''}½" if half else str(whole)


def span(first: int, last: int) -> str:
    """Return events by their numbers, ``last`` included: event 3, events 3 to 5."""
    return f"event {first}" if first == last else f"events {first} to {last}"


def retreat_prompt(units: Sequence[str]) -> str:
    """Ask where one of several units retreats, or the one that there is."""
    if len(units) == 1:
        return f"Where does {units[0]} retreat to?"
    return f"Which of these retreats next, and where to: {', '.join(units)}?"


def doubt(provenance: str) -> str:
    """Return what must be said of a value: one of `DOUBTS`, or nothing if it is published."""
    return next((word for word in DOUBTS if provenance.startswith(word)), "")


def sure(provenance: str, what: str = "") -> str:
    """Return how sure a value is, in brackets and of ``what``, or nothing if it is published."""
    word = doubt(provenance)
    return f" ({f'{word} {what}'.strip()})" if word else ""


def short_title(title: str, name: str) -> str:
    """Return the part of a printed title by which players call the game.

    It is the part that has the name of the rules in it, without publisher and year.

    Args:
        title: The printed title.
        name: The name of the rules.
    """
    parts = [part.partition("(")[0].strip() for part in title.split(":")]
    return next((part for part in parts if name and name in part.lower()), title)
