"""Orders written ahead, which the agent signs as soon as they are asked for and right.

They lie as text lines at ``HOME/prepared/HANDLE/GAME_ID.orders`` until then. Guards in them are
looked at when they are signed: a list of which nothing would be done waits on.

Before they are signed the file gets the head of the log behind its name. Killed there, they are not
signed a second time: they count again only where nothing was signed on that head.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.desk.seat.drafts import BYTES_MOST, Draft, draft
from pbem.desk.seat.mistakes import OrderMistake
from pbem.desk.seat.sitting import Sitting
from pbem.errors import FormError, NotYourPen
from pbem.files import read_plain
from pbem.identity.files import write_atomically
from pbem.kit.typed.strict_yaml import text_of
from pbem.log.disk import explaining
from pbem.play.lists import read_text


class Prepared(msgspec.Struct, frozen=True):
    """Orders that were kept: where, in which game, and their lines."""

    file: str
    game: str
    lines: list[str]


def place(sitting: Sitting) -> Path:
    """Return where one's prepared orders for this game lie."""
    return sitting.desk.prepared(sitting.me) / f"{sitting.table.game_id}.orders"


def prepare(sitting: Sitting, text: bytes, name: str = "orders") -> Prepared:
    """Keep orders until they are asked for; they replace what was kept before.

    Only their form can be judged now. Raises OrderMistake for a line that cannot be read,
    NotYourPen where one has no seat.
    """
    play = sitting.table.play
    if play is None or sitting.side is None:
        raise NotYourPen(f"There is nothing to order in {sitting.name}. {sitting.table.pen().why}")
    try:
        parsed = read_text(play, sitting.side, text_of(text, name))
    except FormError as error:
        raise OrderMistake(str(error)) from None
    if not parsed.orders:
        raise OrderMistake(f"{name} has no orders. Write one order a line; 'pbem legal' lists them")
    write_atomically(place(sitting), text, overwrite=True)
    return Prepared(str(place(sitting)), sitting.name, text_of(text, name).splitlines())


def withdraw(sitting: Sitting) -> bool:
    """Throw prepared orders away; False where there were none."""
    path = place(sitting)
    with explaining(path, "Removing"):
        there = path.exists()
        path.unlink(missing_ok=True)
    return there


def ready(sitting: Sitting) -> Draft | None:
    """Return what can be signed of the prepared orders; None: there are none, or nothing to do yet.

    Raises OrderMistake where they are not right for what is asked.
    """
    path = place(sitting)
    now = sitting.table.pen()
    _recover(sitting)
    if not path.exists() or now.handle != sitting.me or "orders" not in now.kinds:
        return None
    with explaining(path, "Reading"):
        text = read_plain(path, BYTES_MOST, own=True)
    drafted = draft(sitting, text, name="prepared orders")
    return drafted if _does_something(sitting, drafted) else None


def claim(sitting: Sitting) -> None:
    """Say that prepared orders are signed now, on the head of the log as it is."""
    path = place(sitting)
    with explaining(path, "Renaming"):
        path.rename(_claimed(sitting))


def settle(sitting: Sitting) -> None:
    """Forget prepared orders that were claimed, and are signed."""
    for path in _all_claimed(sitting):
        with explaining(path, "Removing"):
            path.unlink(missing_ok=True)


def _recover(sitting: Sitting) -> None:
    """Put back what was claimed and never signed; forget what was."""
    record = sitting.desk.record(sitting.me, sitting.table.game_id)
    mine = _claimed(sitting)
    signed = record.signed_on(sitting.table.chain.head) is not None
    if mine.exists() and not place(sitting).exists() and not signed:
        with explaining(mine, "Renaming"):
            mine.rename(place(sitting))
    settle(sitting)


def _claimed(sitting: Sitting) -> Path:
    return place(sitting).with_suffix(f".{sitting.table.chain.head[:16]}")


def _all_claimed(sitting: Sitting) -> list[Path]:
    path = place(sitting)
    return [one for one in path.parent.glob(f"{path.stem}.*") if one != path]


def _does_something(sitting: Sitting, drafted: Draft) -> bool:
    """Whether more comes of the orders than guards that do not hold."""
    table = sitting.table.copy()
    play = table.play
    if play is None:
        return False
    if drafted.standing is not None:
        play.standing[sitting.me] = drafted.standing
    before = table.position_with(play)
    play.trying = True
    play.order(sitting.me, drafted.orders)
    return play.due is not None or table.position_with(play) != before
