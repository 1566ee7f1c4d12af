"""Confirming a head: "this is the whole log as I know it", signed (protocol section 3)."""

from __future__ import annotations

from pathlib import Path

from pbem.client.output_files import place
from pbem.client.session.session import Session
from pbem.identity.identity import Identity
from pbem.log.head import Head, make_head, write_head


def confirm(session: Session, identity: Identity, to: Path | None = None) -> Path:
    """Sign the head of the log here, and write the file to be mailed.

    Args:
        session: The game.
        identity: The player who confirms.
        to: A file or a folder; by default the current folder.

    Raises:
        KeyFileError: The identity cannot sign.
        NotYourPen: The identity does not take part.
        LogFileError: A file has that name, there is no such folder, or something changed the log.
    """
    head = confirmed(session, identity)
    path = place(to, f"{session.name}_{head.seq:03}_{head.by}.head")
    write_head(path, head)
    return path


def confirmed(session: Session, identity: Identity) -> Head:
    """Return the signed head of the log as it is here; raises as `confirm`, but for the file."""
    session.check_keys(identity)
    # The last event that was verified, which the end of the file need not be any more.
    last = next(session.since(session.table.chain.count - 1))
    return make_head(last, by=identity.handle, seed=identity.sign_seed)
