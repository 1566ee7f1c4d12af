"""Signing on the page: each act as the command of that name does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import msgspec

from pbem.client.play import acting, offering
from pbem.client.session import drafts
from pbem.errors import FormError

if TYPE_CHECKING:
    from pbem.client.session.session import Done, Session
    from pbem.identity.identity import Identity


MINUTES_MOST = 60
"""So long at most a key stays open."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The act to sign: one of `ACTS`.

    - ``head``: The id of the last event that the page shows.
    - ``text``: The list of orders, or the secret choice.
    - ``clear``: Withdraw all standing orders given before.
    - ``offer``: Undo or tie.
    - ``yes``: The answer to an offer.
    - ``minutes``: How long the key is to stay open.
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


def ready(session: Session, wish: Wish) -> Sign:
    """Return what signs a wish, after everything that pbem can refuse without opening a key.

    Raises:
        FormError: The page asks for no known act.
        PbemError: As the command of that name.
    """
    prepare = ACTS.get(wish.act)
    if prepare is None:
        raise FormError(f"'{wish.act}' cannot be signed here. Choose one of {', '.join(ACTS)}.")
    session.check_seat()
    return prepare(session, wish)


def _orders(session: Session, wish: Wish) -> Sign:
    draft = drafts.draft(session, wish.text.encode(), clear=wish.clear)
    return lambda identity: acting.order(session, identity, draft, note=wish.note)


def _dice(session: Session, wish: Wish) -> Sign:
    _without_words(wish)
    acting.check_dice(session)
    return lambda identity: acting.dice(session, identity)


def _seal(session: Session, wish: Wish) -> Sign:
    value = drafts.draft_secret(session, wish.text.encode())
    return lambda identity: acting.seal(session, identity, value, note=wish.note)


def _reveal(session: Session, wish: Wish) -> Sign:
    acting.check_may(session, "reveal")
    return lambda identity: acting.reveal(session, identity, note=wish.note)


def _deal(session: Session, wish: Wish) -> Sign:
    _without_words(wish)
    return lambda identity: acting.deal(session, identity)


def _answer(session: Session, wish: Wish) -> Sign:
    acting.check_may(session, "answer")
    return lambda identity: acting.answer(session, identity, yes=wish.yes, note=wish.note)


def _offer(session: Session, wish: Wish) -> Sign:
    if wish.offer == "undo":
        return offering.undo(session, None, wish.note).sign
    if wish.offer == "tie":
        return offering.tie(session, wish.note).sign
    raise FormError("This page offers an undo or a draw. 'pbem offer' offers the rest.")


def _resign(session: Session, wish: Wish) -> Sign:
    acting.check_may(session, "resign")
    return lambda identity: acting.resign(session, identity, note=wish.note)


def _join(session: Session, wish: Wish) -> Sign:
    _without_words(wish)
    acting.check_join(session)
    acting.check_compared(session)
    return lambda identity: acting.join(session, identity)


def _without_words(wish: Wish) -> None:
    if wish.note:
        raise FormError(f"No note can be signed with '{wish.act}'. Write it with your orders.")


PRESS = {
    "join": "'Join the game'",
    "orders": "'Sign'",
    "dice": "'Roll'",
    "seal": "'Seal the choice'",
    "reveal": "'Open your sealed choice'",
    **dict.fromkeys(acting.DEALS, "'Do your card work'"),
    "answer": "'Say yes' or 'Say no'",
}
"""The name of a button of the page, by its act: a kind of event, or an answer to a box."""

ACTS: dict[str, Callable[[Session, Wish], Sign]] = {
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
"""The acts that can be signed on the page, by the words of the commands but for ``orders``."""
