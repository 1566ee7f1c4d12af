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
    why = f"`{word}` does not answer what is asked: {wanted.prompt}"
    answers = f"{wanted.side} answers with: {', '.join(wanted.forms)}."
    raise IllegalOrder(wanted.paragraph, why, answers)
