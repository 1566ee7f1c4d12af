"""Agreeing that somebody plays on for a keeper who has seen a roll (protocol section 8)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pbem.client import people
from pbem.client.output_files import place
from pbem.client.session.session import Session
from pbem.errors import FormError, NotYourPen
from pbem.identity.identity import Identity
from pbem.log.consent import Agreed, Replacement, agree, read_consent, write_consent
from pbem.table.events.kinds import Consent


def wanted(session: Session, out: str, replacement: str) -> Replacement:
    """Return the replacement that others would have to agree to now.

    ``out``: the handle of the player who is out. ``replacement``: that of the one who plays on.

    Raises:
        NotYourPen: The player who is out owes no dice, or you have no say.
        NotFound: There is no card of the replacement.
    """
    table = session.table
    owed = table.dicing
    if owed is None or not owed.keepers or owed.keepers[0].handle != out:
        raise NotYourPen(
            f"{out} has no dice to roll, so no agreement is needed. {table.active().why}"
        )
    if session.handle == out or session.handle not in table.seated():
        raise NotYourPen("Only the other players with a seat in this game agree to a replacement")
    return _to(session, out, replacement)


def consent(
    session: Session, identity: Identity, to: Replacement, where: Path | None = None
) -> Path:
    """Sign that you agree to a replacement; write the file to send to the umpire.

    Args:
        session: The game.
        identity: The player who agrees.
        to: The replacement.
        where: A file or a folder; by default the current folder.

    Raises:
        KeyFileError: The identity cannot sign.
        LogFileError: The file cannot be written.
    """
    session.check_keys(identity)
    path = place(where, f"{session.name}_{to.out}_{identity.handle}.consent")
    write_consent(path, agree(to, by=identity.handle, seed=identity.sign_seed))
    return path


def gathered(
    session: Session, out: str, replacement: str, files: Sequence[Path]
) -> tuple[Consent, ...]:
    """Return the consents in these files, in the order of the players.

    Args:
        session: The game.
        out: The player who is replaced.
        replacement: The handle of the new player.
        files: The files.

    Raises:
        FormError: A file agrees to something else, or somebody's consent is missing.
    """
    to = _to(session, out, replacement)
    given: dict[str, Agreed] = {}
    for path in files:
        agreed = read_consent(path)
        if agreed.to != to:
            raise FormError(
                f"{path} does not fit: {agreed.by} agreed to something else, and here "
                f"{replacement} is to replace {out}. Ask {agreed.by} to run 'pbem consent' again"
            )
        given[agreed.by] = agreed
    others = [handle for handle in session.table.seated() if handle != out]
    missing = [handle for handle in others if handle not in given]
    if missing:
        raise FormError(
            f"{out} owes a roll, so all others with a seat must agree, and {', '.join(missing)} "
            f"did not yet. They run 'pbem consent --out {out} --replace {replacement}' and mail "
            f"you the file. An umpire can do without it: 'pbem rule --out {out}'"
        )
    return tuple(Consent(handle, given[handle].sig) for handle in others)


def _to(session: Session, out: str, replacement: str) -> Replacement:
    card, chain = people.card_of(session.client, replacement), session.table.chain
    return Replacement(
        game=chain.game, prev=chain.head, out=out, handle=card.handle, sign=card.sign
    )
