"""What is signed on the page: each act as the command of that name does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import msgspec

from pbem.desk.play import acting, offering
from pbem.desk.seat import drafts
from pbem.errors import FormError

if TYPE_CHECKING:
    from pbem.desk.seat.sitting import Done, Sitting
    from pbem.identity.identity import Identity


MINUTES_MOST = 60
"""So long at most a key stays open."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be signed: one of `ACTS`.

    ``head``: the id of the last event that the page shows; ``text``: the list of orders, or the
    secret choice; ``clear``: withdraw all standing answers given before; ``offer``: undo or tie;
    ``yes``: the answer to an offer; ``minutes``: how long the key is to stay open.
    """

    act: str
    head: str
    text: str = ""
    clear: bool = False
    note: str = ""
    yes: bool = False
    offer: str = ""
    passphrase: str = ""
    minutes: Annotated[int, msgspec.Meta(ge=0, le=MINUTES_MOST)] = 0


Sign = Callable[["Identity"], "Done"]


def ready(sitting: Sitting, wish: Wish) -> Sign:
    """Return what signs a wish, after all that can be refused before a key is opened.

    Raises FormError for an act that is none, and what the command of that name raises.
    """
    prepare = ACTS.get(wish.act)
    if prepare is None:
        raise FormError(f"'{wish.act}' is nothing that can be signed here: {', '.join(ACTS)}")
    sitting.check_seat()
    return prepare(sitting, wish)


def _orders(sitting: Sitting, wish: Wish) -> Sign:
    draft = drafts.draft(sitting, wish.text.encode(), clear=wish.clear)
    return lambda identity: acting.order(sitting, identity, draft, note=wish.note)


def _dice(sitting: Sitting, wish: Wish) -> Sign:
    _without_words(wish)
    acting.check_dice(sitting)
    return lambda identity: acting.dice(sitting, identity)


def _seal(sitting: Sitting, wish: Wish) -> Sign:
    value = drafts.draft_secret(sitting, wish.text.encode())
    return lambda identity: acting.seal(sitting, identity, value, note=wish.note)


def _reveal(sitting: Sitting, wish: Wish) -> Sign:
    acting.check_may(sitting, "reveal")
    return lambda identity: acting.reveal(sitting, identity, note=wish.note)


def _deal(sitting: Sitting, wish: Wish) -> Sign:
    _without_words(wish)
    return lambda identity: acting.deal(sitting, identity)


def _answer(sitting: Sitting, wish: Wish) -> Sign:
    acting.check_may(sitting, "answer")
    return lambda identity: acting.answer(sitting, identity, yes=wish.yes, note=wish.note)


def _offer(sitting: Sitting, wish: Wish) -> Sign:
    if wish.offer == "undo":
        return offering.undo(sitting, None, wish.note).sign
    if wish.offer == "tie":
        return offering.tie(sitting, wish.note).sign
    raise FormError("on the page undo and tie can be offered: 'pbem offer' offers the rest")


def _resign(sitting: Sitting, wish: Wish) -> Sign:
    acting.check_may(sitting, "resign")
    return lambda identity: acting.resign(sitting, identity, note=wish.note)


def _join(sitting: Sitting, wish: Wish) -> Sign:
    _without_words(wish)
    acting.check_join(sitting)
    return lambda identity: acting.join(sitting, identity)


def _without_words(wish: Wish) -> None:
    if wish.note:
        raise FormError(f"with '{wish.act}' no note can be signed: write it with your orders")


PRESS = {
    "join": "'Join the game'",
    "orders": "'Sign these orders'",
    "dice": "'Give the dice'",
    "seal": "'Seal the choice'",
    "reveal": "'Open what I sealed'",
    **dict.fromkeys(acting.DEALS, "'Do what is owed with the deck'"),
    "answer": "'Say yes' or 'Say no'",
}
"""What a button of the page is called, by what it does: a kind of event, or an answer to a box."""

ACTS: dict[str, Callable[[Sitting, Wish], Sign]] = {
    "orders": _orders,
    "dice": _dice,
    "seal": _seal,
    "reveal": _reveal,
    "deal": _deal,
    "answer": _answer,
    "offer": _offer,
    "resign": _resign,
    "join": _join,
}
"""What can be signed on the page, by the words of the commands but for ``orders``."""
