"""Orders that are written and not signed yet, kept for their author alone so that none is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.client.session.drafts import BYTES_MOST
from pbem.errors import FormError
from pbem.files import make_folder, read_plain
from pbem.log.disk import explaining, write_over

if TYPE_CHECKING:
    from pbem.client.session.session import Session


def unsent(session: Session) -> str:
    """Return the list that one wrote and did not sign; empty without one. Raises LogFileError."""
    if session.handle is None:
        return ""
    path = session.client.unsent(session.me, session.table.game_id)
    if not path.exists():
        return ""
    with explaining(path, "Reading"):
        return read_plain(path, BYTES_MOST, own=True).decode("utf-8", "replace")


def keep_unsent(session: Session, text: str) -> None:
    """Keep a list in the place of the one before; an empty one leaves nothing.

    Raises PbemError for who has no seat, FormError for a text that is too long, LogFileError.
    """
    path, data = session.client.unsent(session.me, session.table.game_id), text.encode()
    if len(data) > BYTES_MOST:
        raise FormError(
            f"The list is too long: an unsent list of orders has at most {BYTES_MOST:,} bytes"
        )
    with explaining(path, "Saving your list in"):
        if not text.strip():
            path.unlink(missing_ok=True)
            return
        make_folder(path.parent)
    write_over(path, data)
