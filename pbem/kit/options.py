"""The options of a game, and whether a choice is among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from pbem.errors import FormError
from pbem.kit.charts import Chart, cell, rows
from pbem.kit.contract import Option

Options = TypeVar("Options", bound=msgspec.Struct)

MOST_NUMBERS = 4
"""So many numbers that follow each other are reported one by one; of more the first and the
last."""
MOST_CELLS = 15
"""So wide is what an option may be, where it has a column of its own."""


def read_options(options: Mapping[str, Any], form: type[Options]) -> Options:
    """Return ``options`` in the form of a game, those left out by default; raise `FormError`."""
    try:
        return msgspec.convert(dict(options), form)
    except msgspec.ValidationError as error:
        raise FormError(f"options: {error}") from None


def check_options(options: Mapping[str, Any], offered: Mapping[str, Option]) -> None:
    """Raise `FormError` unless ``options`` chooses once from each of those ``offered``.

    A choice must be of the same type too: 1 is not true.
    """
    if set(options) != set(offered):
        raise FormError(f"the options must be exactly {', '.join(offered)}")
    for name, option in offered.items():
        value = options[name]
        if not chosen_from(value, option.choices):
            choices = ", ".join(str(choice) for choice in option.choices)
            raise FormError(f"option {name} cannot be {value!r}. Choose one of {choices}")


def chosen_from(value: object, choices: Sequence[object]) -> bool:
    """Say whether a value is one of ``choices``, and of the same type: 1 is not true."""
    return any(value == choice and type(value) is type(choice) for choice in choices)


def options_chart(options: Mapping[str, Option], chosen: Mapping[str, object]) -> Chart:
    """Return the options of a game as a chart: what each is here (``chosen``), and may be."""
    lines = (
        (name, option.paragraph, chosen[name], *_may_be(option)) for name, option in options.items()
    )
    columns = ("option", "paragraph", "here", "may be", "what")
    found = rows("project: agreed when the game is opened", lines)
    return Chart("options", "Options", "", columns, found)


def _may_be(option: Option) -> tuple[str, str]:
    """Return what may be chosen and what the option is; many words stand in the long column."""
    reported = ", ".join(spans(option.choices))
    if len(reported) <= MOST_CELLS:
        return reported, option.title
    return f"one of {len(option.choices)}", f"{option.title} ({reported})"


def spans(choices: Sequence[object], reported: Callable[[object], str] = cell) -> tuple[str, ...]:
    """Return ``choices`` in the words of ``reported``; many numbers in a row as two."""
    found: list[str] = []
    begin = 0
    for at, choice in enumerate(choices, 1):
        follows = at < len(choices) and _next(choice) == choices[at]
        if not follows:
            run = choices[begin:at]
            several = len(run) > MOST_NUMBERS
            found += (
                [f"{reported(run[0])} to {reported(choice)}"] if several else map(reported, run)
            )
            begin = at
    return tuple(found)


def _next(choice: object) -> int | None:
    """Return the number after a number; of anything else, yes and no among it, None."""
    return choice + 1 if isinstance(choice, int) and not isinstance(choice, bool) else None
