"""The options of a game: what is offered, and whether what was chosen is among it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import FormError
from pbem.kit.contract import Option


def check_options(options: Mapping[str, Any], offered: Mapping[str, Option]) -> None:
    """Raise `FormError` unless ``options`` chooses once from each of those ``offered``.

    A choice must be of the same type too: 1 is not true.
    """
    if set(options) != set(offered):
        raise FormError(f"the options must be exactly {', '.join(offered)}")
    for name, option in offered.items():
        value = options[name]
        if not any(value == c and type(value) is type(c) for c in option.choices):
            choices = ", ".join(str(choice) for choice in option.choices)
            raise FormError(f"option {name}: {value!r} is not one of {choices}")
