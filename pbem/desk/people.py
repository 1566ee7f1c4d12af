"""Identities and cards: who you are, and whom you know."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.crypto.text import escape
from pbem.desk.desk import Desk, NotFound
from pbem.errors import FormError, KeyFileError
from pbem.identity.card import Card, make_card, read_card, write_card
from pbem.identity.files import write_atomically
from pbem.identity.identity import Identity, create
from pbem.kit.suggest import did_you_mean
from pbem.log.disk import told


class Known(msgspec.Struct, frozen=True):
    """A card at this desk: ``words`` is its fingerprint, ``own`` whether it is one's own.

    ``compared``: the words were compared over another channel.
    """

    handle: str
    email: str | None
    words: list[str]
    own: bool
    compared: bool


def handles(desk: Desk) -> list[str]:
    """Return the handles of the identities at this desk, sorted."""
    return sorted(path.stem for path in desk.identities.glob("*.key"))


def me(desk: Desk, wanted: str | None = None) -> str:
    """Return the handle to use: ``wanted``, the configured one, or the only one.

    Raises NotFound.
    """
    known = handles(desk)
    if wanted is not None:
        if wanted not in known:
            raise NotFound(
                f"you have no identity '{escape(wanted)}'{did_you_mean(wanted, known)}"
                f" ({', '.join(known) or 'none'} here; 'pbem identity new' makes one)"
            )
        return wanted
    if desk.config.identity in known:
        return str(desk.config.identity)
    if len(known) == 1:
        return known[0]
    if not known:
        raise NotFound("you have no identity yet: 'pbem identity new HANDLE' makes one")
    raise NotFound(f"who are you? Give --as with one of: {', '.join(known)}")


def new_identity(desk: Desk, handle: str, passphrase: str, email: str | None = None) -> Known:
    """Make an identity and its card; the first one becomes the default.

    Raises FormError for a handle that is none, KeyFileError if it is there already.
    """
    from pbem.identity import keyfile  # noqa: PLC0415 - half of the start-up of other commands

    identity = create(handle)
    card = make_card(identity, email)
    keyfile.save(identity, desk.identities / f"{handle}.key", passphrase)
    write_atomically(_own_card(desk, handle), card, overwrite=True)
    if desk.config.identity is None:
        desk.config.identity = handle
        desk.save_config()
    return known(desk, handle)


def set_default(desk: Desk, handle: str) -> None:
    """Make ``handle`` the identity that is used without ``--as``."""
    desk.config.identity = me(desk, handle)
    desk.save_config()


def unlock(desk: Desk, handle: str, passphrase: str) -> Identity:
    """Return the identity; raises KeyFileError, also for a wrong passphrase."""
    from pbem.identity import keyfile  # noqa: PLC0415

    identity = keyfile.load(desk.identities / f"{handle}.key", passphrase)
    if identity.handle != handle:
        raise KeyFileError(
            f"{handle}.key holds the identity {identity.handle}: give the file its own name again"
        )
    if not _own_card(desk, handle).exists():
        write_atomically(_own_card(desk, handle), make_card(identity))
    return identity


def change_passphrase(desk: Desk, handle: str, old: str, new: str) -> None:
    """Encrypt an identity under another passphrase; raises KeyFileError."""
    from pbem.identity import keyfile  # noqa: PLC0415

    keyfile.change_passphrase(desk.identities / f"{handle}.key", old, new)


def card_of(desk: Desk, handle: str) -> Card:
    """Return the card of ``handle``, one's own or another's; raises NotFound, KeyFileError."""
    return read_card(_card_path(desk, handle).read_bytes())


def find_card(desk: Desk, handle: str) -> Card | None:
    """Return the card of ``handle``, or None if there is none at this desk."""
    try:
        return card_of(desk, handle)
    except NotFound:
        return None


def known(desk: Desk, handle: str) -> Known:
    """Return what is known of ``handle``, with the words of the fingerprint."""
    from pbem.identity.fingerprint import fingerprint  # noqa: PLC0415

    card = card_of(desk, handle)
    return Known(
        handle=card.handle,
        email=card.email,
        words=fingerprint(card),
        own=handle in handles(desk),
        compared=desk.config.compared.get(handle) == card.sign,
    )


def everybody(desk: Desk) -> list[Known]:
    """Return everybody with a card at this desk, oneself first."""
    own = [handle for handle in handles(desk) if _own_card(desk, handle).exists()]
    others = sorted(path.stem for path in desk.cards.glob("*.card"))
    return [known(desk, handle) for handle in [*own, *(h for h in others if h not in own)]]


def cards(desk: Desk) -> list[Card]:
    """Return every card at this desk."""
    return [card_of(desk, person.handle) for person in everybody(desk)]


def import_card(desk: Desk, path: Path, *, replace: bool = False) -> Known:
    """Add the card file ``path``; the same card once more is harmless.

    Raises KeyFileError: no card, altered, or another card of that handle is here and ``replace``
    is not given (a new key is a new person until the words are compared).
    """
    with told(path, "Reading"):
        data = path.read_bytes()
    card = read_card(data)
    old = find_card(desk, card.handle)
    if card.handle in handles(desk):
        if old is not None and old.sign != card.sign:
            raise KeyFileError(f"this is another {card.handle} than you: that handle is yours here")
        return known(desk, card.handle)
    if old is not None and (old.sign, old.box) != (card.sign, card.box) and not replace:
        raise KeyFileError(
            f"you have a card of {card.handle} with other keys. If {card.handle} made a new "
            "identity, compare the words over the telephone, then add --replace"
        )
    write_card(desk.cards, data, overwrite=True)
    desk.store().put_players([card])
    return known(desk, card.handle)


def export_card(desk: Desk, handle: str, to: Path | None = None) -> Path:
    """Write the card of ``handle`` to ``to`` (a file or a folder; default: here) to be mailed."""
    data = _card_path(desk, handle).read_bytes()
    path = to or Path(f"{handle}.card")
    if path.is_dir():
        path /= f"{handle}.card"
    with told(path, "Writing"):
        path.write_bytes(data)
    return path


def compare_words(desk: Desk, handle: str, words: str) -> bool:
    """Say whether ``words``, as somebody read them out, are those of the card; remember a yes."""
    from pbem.identity.fingerprint import matches  # noqa: PLC0415

    card = card_of(desk, handle)
    if not matches(words, card):
        return False
    desk.config.compared[handle] = card.sign
    desk.save_config()
    return True


def words_of(card: Card) -> str:
    """Return the words of a card in one line."""
    from pbem.identity.fingerprint import fingerprint  # noqa: PLC0415

    return " ".join(fingerprint(card))


def _own_card(desk: Desk, handle: str) -> Path:
    return desk.identities / f"{handle}.card"


def _card_path(desk: Desk, handle: str) -> Path:
    if "/" in handle or "\\" in handle:
        raise FormError(f"'{escape(handle)}' is no handle")
    for path in (_own_card(desk, handle), desk.cards / f"{handle}.card"):
        if path.exists():
            return path
    names = [person.stem for person in desk.cards.glob("*.card")]
    raise NotFound(
        f"there is no card of '{escape(handle)}' here{did_you_mean(handle, names) or '.'} "
        "Ask for the card file and add it with 'pbem card import FILE'"
    )
