"""The content of a numbered case: read into a game's own form, with words for faults."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from pbem.errors import FormError
from pbem.kit.typed.suggest import did_you_mean
from pbem.kit.wording import with_article

Given = TypeVar("Given", bound=msgspec.Struct)

_UNKNOWN = re.compile("Object contains unknown field `(.*)`")


def read_given(given: Mapping[str, Any], form: type[Given]) -> Given:
    """Return what a case gives in a game's form; raise `FormError` with the word that is wrong."""
    try:
        return msgspec.convert(dict(given), form)
    except msgspec.ValidationError as error:
        what, _, at = str(error).partition(" - at `$")
        where = f" at {at.strip('.`')}" if at else ""
        unknown = _UNKNOWN.fullmatch(what)
        if unknown is None:
            raise FormError(f"given: {what}{where}") from None
        names = form.__struct_fields__
        hint = did_you_mean(unknown[1], names)
        known = ", ".join(names)
        raise FormError(
            f"given: there is no word {unknown[1]!r}{where}{hint} (use {known})"
        ) from None


def known_names(word: str, named: Iterable[str], known: Collection[str], what: str) -> list[str]:
    """Return the names that a word of a case gives, none of them twice.

    Args:
        word: The word, for the message.
        named: The names.
        known: The names that there are.
        what: The noun for the names, as in "unit of jp on the map".

    Raises:
        FormError: A name is unknown or given twice.
    """
    names = list(named)
    for name in names:
        if name not in known:
            raise FormError(
                f"given: {word}: {name!r} is not {with_article(what)}{did_you_mean(name, known)}"
            )
        if names.count(name) > 1:
            raise FormError(f"given: {word}: {name} is there twice")
    return names


def no_phase(phase: str, known: Iterable[str]) -> FormError:
    """Return the refusal of a phase that a game does not have; ``known``: those that it has."""
    names = list(known)
    hint = did_you_mean(phase, names)
    return FormError(f"given: there is no phase {phase!r}{hint} (use {', '.join(names)})")
