"""Orders written ahead, which the agent signs as soon as they are asked for and right.

They lie as text lines at ``HOME/prepared/HANDLE/GAME_ID.orders`` until then. Guards in them are
looked at when they are signed: a list of which nothing would be done waits on.

Before they are signed the file gets the head of the log after its name. Killed there, they are not
signed a second time: they count again only where nothing was signed on that head, or where the log
lacks what was.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.client.session.drafts import BYTES_MOST, Draft, draft
from pbem.client.session.mistakes import OrderMistake
from pbem.client.session.session import Session
from pbem.errors import FormError, NotYourPen
from pbem.files import read_plain
from pbem.identity.files import write_atomically
from pbem.kit.typed.strict_yaml import text_of
from pbem.log.disk import explaining
from pbem.log.event import read_event
from pbem.play.lists import read_text

ORDERS = ("orders", "seal")
"""The kinds of events that a list of orders becomes."""


class Prepared(msgspec.Struct, frozen=True):
    """Orders that were kept: where, in which game, and their lines."""

    file: str
    game: str
    lines: list[str]


def place(session: Session) -> Path:
    """Return where one's prepared orders for this game lie."""
    return session.client.prepared(session.me) / f"{session.table.game_id}.orders"


def prepare(session: Session, text: bytes, name: str = "orders") -> Prepared:
    """Keep orders until they are asked for; they replace what was kept before.

    Only their form can be judged now. In place of a recipe stands what it is now: an opponent can
    give its name to other orders before these are signed.

    Args:
        session: The game.
        text: The orders.
        name: The name of the file, for messages.

    Raises:
        OrderMistake: A line cannot be read.
        NotYourPen: You have no seat.
    """
    play = session.table.play
    if play is None or session.side is None:
        raise NotYourPen(
            f"There is nothing to order in {session.name}. {session.table.active().why}"
        )
    try:
        parsed = read_text(play, session.side, text_of(text, name))
    except FormError as error:
        raise OrderMistake(str(error)) from None
    if not parsed.orders:
        raise OrderMistake(f"{name} has no orders. Write one order a line; 'pbem legal' lists them")
    if parsed.spelled:
        text = "".join(f"{line}\n" for line in parsed.spelled).encode()
    write_atomically(place(session), text, overwrite=True)
    return Prepared(str(place(session)), session.name, text_of(text, name).splitlines())


def withdraw(session: Session) -> bool:
    """Throw prepared orders away; False where there were none."""
    path = place(session)
    with explaining(path, "Removing"):
        there = path.exists()
        path.unlink(missing_ok=True)
    return there


class Ready(NamedTuple):
    """Prepared orders that can be signed: the ``draft``, and their ``text`` as it was read."""

    draft: Draft
    text: bytes


def ready(session: Session) -> Ready | None:
    """Return what can be signed of the prepared orders; None: there are none, or nothing to do yet.

    Raises OrderMistake where they are not right for what is asked.
    """
    path = place(session)
    now = session.table.active()
    _recover(session)
    if not path.exists() or now.handle != session.me or "orders" not in now.kinds:
        return None
    text = _text(path)
    drafted = draft(session, text, name="prepared orders")
    return Ready(drafted, text) if _does_something(session, drafted) else None


def claim(session: Session, text: bytes) -> None:
    """Say that prepared orders are signed now, on the head of the log as it is.

    Raises OrderMistake if their owner has prepared others since ``text`` was read: those stay.
    """
    path, claimed = place(session), _claimed(session)
    with explaining(path, "Renaming"):
        path.rename(claimed)
    if _text(claimed) != text:
        _recover(session)
        raise OrderMistake("You prepared other orders just now. These are tried next")


def _text(path: Path) -> bytes:
    with explaining(path, "Reading"):
        return read_plain(path, BYTES_MOST, own=True)


def settle(session: Session) -> None:
    """Forget prepared orders that were claimed, and are signed."""
    for path in _all_claimed(session):
        with explaining(path, "Removing"):
            path.unlink(missing_ok=True)


def _recover(session: Session) -> None:
    """Put back what was claimed and never signed; forget what was."""
    record = session.client.record(session.me, session.table.game_id)
    for claimed in _all_claimed(session):
        # The log may have gone on since, by an offer of one's own or a ruling.
        head = claimed.suffix.removeprefix(".")
        on = next((event.id for event in session.since(0) if event.id.startswith(head)), None)
        made = None if on is None else record.signed_on(on)
        signed = on is None or (made is not None and read_event(made.line.encode()).kind in ORDERS)
        # Signed at the end of the log, which lacks it: signing once more gives the same event.
        signed = signed and on != session.table.chain.head
        if not signed and not place(session).exists():
            with explaining(claimed, "Renaming"):
                claimed.rename(place(session))
    settle(session)


def _claimed(session: Session) -> Path:
    return place(session).with_suffix(f".{session.table.chain.head[:16]}")


def _all_claimed(session: Session) -> list[Path]:
    path = place(session)
    return [one for one in path.parent.glob(f"{path.stem}.*") if one != path]


def _does_something(session: Session, drafted: Draft) -> bool:
    """Whether more comes of the orders than guards that do not hold."""
    table = session.table.copy()
    play = table.play
    if play is None:
        return False
    if drafted.standing is not None:
        play.standing[session.me] = drafted.standing
    before = table.position_with(play)
    play.trying = True
    play.order(session.me, drafted.orders)
    return play.due is not None or table.position_with(play) != before
