"""Refusing an order that does not answer what is asked."""

from __future__ import annotations

from typing import NoReturn

from pbem.errors import IllegalOrder
from pbem.kit.contract import Need, Roll


def refuse_form(wanted: Need, word: str, over: str) -> NoReturn:
    """Raise `IllegalOrder` that says which orders answer what is asked, if any do.

    ``word`` is the order's word, ``over`` the paragraph that ends the game's sequence of play.
    """
    if wanted is None:
        raise IllegalOrder(over, f"the game is over: `{word}` comes too late")
    if isinstance(wanted, Roll):
        raise IllegalOrder(wanted.paragraph, f"dice are due: `{word}` must wait for them")
    if wanted.phase:
        why = f"this is the {wanted.name} phase, where `{word}` cannot be given"
    else:
        why = f"`{word}` does not answer what {wanted.side} is asked"
    *others, last = [f"`{form}`" for form in wanted.forms]
    which = f"{', '.join(others)} or {last}" if others else last
    raise IllegalOrder(wanted.paragraph, why, f"Now: {wanted.prompt} Write {which}.")
