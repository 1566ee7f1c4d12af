"""Identities and the cards of others."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pbem.client.client import Client, NotFound, names_in
from pbem.client.input_files import found
from pbem.client.logs import first_event
from pbem.client.output_files import place
from pbem.crypto.filename import unfit
from pbem.crypto.text import escape, in_command
from pbem.errors import FormError, KeyFileError, LogFileError
from pbem.files import read_plain
from pbem.identity.card import (
    CARD_BYTES,
    SUFFIX,
    Card,
    make_card,
    reached,
    read_card,
    write_card,
)
from pbem.identity.files import formers, keep_former, write_atomically
from pbem.items import Items, reported
from pbem.kit.typed.suggest import did_you_mean
from pbem.log.disk import explaining, locked, write_over
from pbem.log.practice_mark import WORDS, is_practice

if TYPE_CHECKING:
    from pbem.identity.identity import Identity
    from pbem.table.events.kinds import Signer


class Known(msgspec.Struct, frozen=True):
    """A card at this client: ``words`` is its fingerprint, ``own`` whether it is one's own.

    ``compared``: the words were compared over another channel.
    """

    handle: str
    email: str | None
    words: list[str]
    own: bool
    compared: bool


def handles(client: Client) -> list[str]:
    """Return the handles of the identities at this client, sorted."""
    return client.handles()


def me(client: Client, wanted: str | None = None) -> str:
    """Return the handle to use: ``wanted``, the configured one, or the only one.

    Raises NotFound.
    """
    known = handles(client)
    if wanted is not None:
        if wanted not in known:
            raise NotFound(
                f"You have no identity '{escape(wanted)}'{did_you_mean(wanted, known)}"
                f" ({', '.join(known) or 'none'} here; 'pbem identity new' makes one)"
            )
        return wanted
    if client.config.identity in known:
        return str(client.config.identity)
    if len(known) == 1:
        return known[0]
    if not known:
        raise NotFound("You have no identity yet: 'pbem identity new HANDLE' makes one")
    raise NotFound(f"Say who you are: give --as with one of {', '.join(known)}")


def takes_part(client: Client, log: Path) -> bool:
    """Say whether an identity of this client plays or judges the game of a log.

    The opening counts, with the key that it names, or that the identity has signed in it.
    """
    first = first_event(log)
    if first is None:
        return True  # a damaged log may be one's own: its owner must hear of it
    mine = handles(client)
    if any(not client.record(handle, first.id).missing for handle in mine):
        return True
    cards = [card for handle in mine if (card := find_card(client, handle))]
    keys = {(card.handle, card.sign) for card in cards} | {
        (card.handle, card.sign) for handle in mine for card in former_cards(client, handle)
    }
    # Nothing of the log was verified here: whatever stands there must not raise.
    named = first.data.get("players")
    signers = [*(named if isinstance(named, list) else []), first.data.get("umpire")]
    return any(
        (one.get("handle"), one.get("sign")) in keys for one in signers if isinstance(one, dict)
    )


def key_among(client: Client, handle: str, known: Iterable[Signer]) -> Signer:
    """Return an identity with the key, present or former, by which it is named.

    If none of the named keys is its own, it has its present key.

    Args:
        client: The client.
        handle: The identity.
        known: The signers that are named, each with a key.

    Raises:
        NotFound: The card of the identity is gone.
        KeyFileError: The card cannot be read.
    """
    own = card_of(client, handle).sign
    named = {one.sign for one in known if one.handle == handle}
    if own not in named:
        keys = [former.sign for former in former_cards(client, handle)]
        own = next((key for key in keys if key in named), own)
    from pbem.table.events.kinds import Signer  # noqa: PLC0415 - who lists cards needs none

    return Signer(handle, own)


def check_key(client: Client, handle: str) -> None:
    """Raise KeyFileError where no passphrase could open the key file of an identity."""
    from pbem.identity import keyfile  # noqa: PLC0415

    keyfile.check(_key_file(client, handle))


def has_key(client: Client, handle: str, sign: str) -> bool:
    """Say whether a signing key is, or was, that of an identity of this client.

    If its card is gone, nobody can say before the key file is opened, and the key counts as its
    own.

    Args:
        client: The client.
        handle: The identity.
        sign: The signing key, in hex.
    """
    card = find_card(client, handle)
    if card is None or card.sign == sign:
        return True
    return any(former.sign == sign for former in former_cards(client, handle))


def new_identity(client: Client, handle: str, passphrase: str, email: str | None = None) -> Known:
    """Make an identity and its card; the first one becomes the default.

    Args:
        client: The client.
        handle: The handle.
        passphrase: The passphrase of its key file.
        email: The address on the card, or None.

    Raises:
        FormError: It is no handle.
        KeyFileError: It is there already.
    """
    from pbem.identity import keyfile  # noqa: PLC0415 - half of the start-up of other commands
    from pbem.identity.identity import create  # noqa: PLC0415

    identity = create(handle)
    card = make_card(identity, email)
    keyfile.save(identity, _key_file(client, handle), passphrase)
    write_atomically(_own_card(client, handle), card, overwrite=True)
    if client.config.identity is None:
        with client.remembering() as config:
            config.identity = config.identity or handle
    return known(client, handle)


def check_new(client: Client, handle: str, email: str | None) -> None:
    """Raise what `new_identity` would raise, before anyone has chosen a passphrase.

    ``email``: the address on the card; None: it has none.

    Raises:
        FormError: The handle or the address is in a wrong form.
        KeyFileError: The identity exists.
    """
    from pbem.identity.identity import create  # noqa: PLC0415

    make_card(create(handle), email)
    if _key_file(client, handle).exists():
        raise KeyFileError(
            f"You already have the identity {handle}. 'pbem identity show {handle}' shows it, "
            "'pbem identity email' changes its address"
        )


def check_passphrase(passphrase: str) -> None:
    """Raise KeyFileError if a new passphrase is so short that others may guess it.

    Call it before anything is written. An identity that exists keeps what it has.
    """
    from pbem.identity import keyfile  # noqa: PLC0415

    if keyfile.is_short(passphrase):
        raise KeyFileError(
            f"This passphrase has fewer than {keyfile.SHORT} letters, so anyone who copies the key "
            "file may guess it. Nothing was changed. Choose four random words"
        )


def check_email(email: str) -> None:
    """Raise KeyFileError unless an address can stand on a card."""
    from pbem.identity.identity import create  # noqa: PLC0415

    make_card(create("nobody"), email)


def set_email(client: Client, handle: str, passphrase: str, email: str | None) -> Known:
    """Make the card of an identity again with another address, or none; keys and words stay.

    Raises:
        KeyFileError: The key file cannot be opened, or the card cannot be written.
    """
    card = make_card(unlock(client, handle, passphrase), email)
    write_atomically(_own_card(client, handle), card, overwrite=True)
    return known(client, handle)


def set_default(client: Client, handle: str) -> None:
    """Make ``handle`` the identity that is used without ``--as``."""
    default = me(client, handle)
    with client.remembering() as config:
        config.identity = default


def unlock(client: Client, handle: str, passphrase: str, sign: str | None = None) -> Identity:
    """Return an identity, with a former signing key if that is asked for.

    If no key fits, it is the identity as it is now.

    Args:
        client: The client.
        handle: The identity.
        passphrase: Its passphrase.
        sign: The signing key, in hex; None for the present one.

    Raises:
        KeyFileError: The key file cannot be opened, the passphrase is wrong, or the home moved.
    """
    from pbem.identity import keyfile  # noqa: PLC0415

    client.require_here()
    identity = keyfile.load(_key_file(client, handle), passphrase)
    if identity.handle != handle:
        raise KeyFileError(
            f"{handle}.key holds the identity {identity.handle}. Rename the file to "
            f"{identity.handle}.key"
        )
    _put_card(client, identity)
    if sign in (None, identity.sign_public.hex()):
        return identity
    closed: KeyFileError | None = None
    for path in former_keys(client, handle):
        try:
            former = keyfile.load(path, passphrase)
        except KeyFileError as error:
            closed = closed or error
            continue
        if former.handle == handle and former.sign_public.hex() == sign:
            return former
    if closed is not None:
        raise closed
    return identity


def _put_card(client: Client, identity: Identity) -> None:
    """Put one's own card beside the key file where it is missing or has other keys.

    It has after a crash in a renewal, or when a key file was put back from a copy.
    """
    path = _own_card(client, identity.handle)
    email = None
    try:
        card = _own(path)
    except (LogFileError, KeyFileError):
        pass  # a card can always be made again
    else:
        if (card.sign, card.box) == (identity.sign_public.hex(), identity.box_public.hex()):
            return
        keep_former(path)
        email = card.email
    write_atomically(path, make_card(identity, email), overwrite=True)


def renew_identity(client: Client, handle: str, passphrase: str) -> Path:
    """Make new keys and a new card; return where the former key file is kept.

    The secret from which the dice keys are derived stays.

    Raises:
        KeyFileError: The key file cannot be opened, or the new one cannot be written.
    """
    from pbem.identity import keyfile  # noqa: PLC0415
    from pbem.identity.identity import renew  # noqa: PLC0415

    path = _key_file(client, handle)
    check_key(client, handle)
    with locked(path):
        identity = renew(unlock(client, handle, passphrase))
        kept = keep_former(path)
        keyfile.save(identity, path, passphrase, overwrite=True)
        _put_card(client, identity)
    return kept


def former_keys(client: Client, handle: str) -> list[Path]:
    """Return the key files of an identity that were renewed since, the newest first."""
    return formers(_key_file(client, handle))


def change_passphrase(client: Client, handle: str, old: str, new: str) -> None:
    """Encrypt an identity, and its former key files, under another passphrase.

    Args:
        client: The client.
        handle: The identity.
        old: The passphrase until now.
        new: The new passphrase.

    Raises:
        KeyFileError: A file opens with neither; then nothing is changed.
    """
    from pbem.identity import keyfile  # noqa: PLC0415

    path = _key_file(client, handle)
    check_key(client, handle)
    with locked(path):  # a renewal at the same time would be undone
        keyfile.load(path, old)
        waiting = []
        for former in former_keys(client, handle):
            try:
                keyfile.load(former, old)
                waiting.append(former)
            except KeyFileError:
                keyfile.load(former, new)  # changed before a crash
        # The present one last: as long as it opens with the old one, all this can be done again.
        for one in (*waiting, path):
            keyfile.change_passphrase(one, old, new)


def card_of(client: Client, handle: str) -> Card:
    """Return the card of ``handle``, one's own or another's.

    Raises:
        NotFound: There is no card of them here.
        FormError: It is not a handle.
        KeyFileError: The card is damaged.
    """
    return _own(_card_path(client, handle))


def find_card(client: Client, handle: str) -> Card | None:
    """Return the card of ``handle``, or None if there is none at this client."""
    try:
        return card_of(client, handle)
    except NotFound:
        return None


def known(client: Client, handle: str) -> Known:
    """Return what is known of ``handle``, with the words of the fingerprint."""
    from pbem.identity.fingerprint import fingerprint  # noqa: PLC0415

    card = card_of(client, handle)
    return Known(
        handle=card.handle,
        email=card.email,
        words=fingerprint(card),
        own=handle in handles(client),
        compared=client.config.compared.get(handle) == card.sign,
    )


def everybody(client: Client) -> list[Known]:
    """Return everybody with a card at this client, oneself first; name a card that is damaged."""
    items, found = Items(), list[Known]()
    for handle in _with_cards(client):
        with items.take(f"the card of {handle}"):
            found.append(known(client, handle))
    for one in items.failed:
        client.report(reported(one))
    return found


def cards(client: Client, items: Items) -> list[Card]:
    """Return every card at this client, one's own first; ``items`` gets those that are damaged."""
    found: list[Card] = []
    for handle in _with_cards(client):
        with items.take(f"the card of {handle}"):
            found.append(card_of(client, handle))
    return found


def _with_cards(client: Client) -> list[str]:
    own = [handle for handle in handles(client) if _own_card(client, handle).exists()]
    others = names_in(client.cards, SUFFIX)
    return [*own, *(handle for handle in others if handle not in own)]


def former_cards(client: Client, handle: str) -> list[Card]:
    """Return the cards of ``handle`` that another one replaced here, the newest first.

    Raises:
        KeyFileError: One of them is damaged.
    """
    return [_own(path) for place in client.card_files(handle) for path in formers(place)]


def all_cards(client: Client, items: Items) -> list[Card]:
    """Return every card at this client, then those that were replaced; ``items``: as `cards`."""
    present, former = cards(client, items), list[Card]()
    for card in present:
        with items.take(f"a former card of {card.handle}"):
            former += former_cards(client, card.handle)
    # Only the present card of each key: it may have a newer address than a card that it replaced.
    by_key = {(one.handle, one.sign): one for one in reversed([*present, *former])}
    return list(reversed(by_key.values()))


def import_card(client: Client, path: Path, *, replace: bool = False) -> Known:
    """Add a card from a file; the same card again is harmless.

    A replaced card is kept: games may continue with its keys. It does not return if it is read
    again.

    Args:
        client: The client.
        path: The file.
        replace: Replace another card of the same handle. A new key is a new person until the words
            are compared.

    Raises:
        KeyFileError: It is no card, it was changed, or another card of that handle is here.
    """
    data, card = _read(path)
    old = find_card(client, card.handle)
    if card.handle in handles(client):
        if card.sign in [former.sign for former in former_cards(client, card.handle)]:
            raise KeyFileError(f"This is a former card of yours. {card.handle}.card is the new one")
        if old is not None and old.sign != card.sign:
            raise KeyFileError(
                f"This is another person's card, but {card.handle} is your own handle here"
            )
        return known(client, card.handle)
    if old is not None and (old.sign, old.box) != (card.sign, card.box):
        if not replace:
            raise KeyFileError(_other_keys(client, card, path))
    elif not replace and is_replaced(client, card):
        raise KeyFileError(_older(card, old, path))
    if old not in (None, card):
        keep_former(client.cards / f"{card.handle}{SUFFIX}")
    write_card(client.cards, data, overwrite=True)
    if (why := unfit(card.handle)) is not None:
        client.report(
            f"{why}. The card was added, but you may not be able to read it if you copy this "
            "folder elsewhere"
        )
    client.store().put_players([card])
    return known(client, card.handle)


_ALIKE = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "5": "s", "2": "z", "8": "b"} | dict.fromkeys("._-")
)
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def _look(handle: str) -> str:
    """Return the form that handles have in common which a reader takes for each other."""
    folded = handle.translate(_ALIKE)
    for pair, one in _PAIRS:
        folded = folded.replace(pair, one)
    return folded


def alike_words(client: Client, handle: str) -> list[str]:
    """Warn of a handle that looks like another one that is known here, as b0b looks like bob.

    ``handle``: of a card that came, or is about to. Without a warning the list is empty. Nor is
    there one if the words of the card were compared.
    """
    if handle in client.config.compared:
        return []
    others = [one for one in _with_cards(client) if one != handle and _look(one) == _look(handle)]
    return [
        f"The name {handle} looks like {one}, whom you know, but has other keys. Ask {one} by "
        "telephone before you play."
        for one in others
    ]


def import_cards(
    client: Client, paths: Iterable[Path], items: Items, *, replace: bool = False
) -> list[Known]:
    """Add cards from files, as `import_card`; ``items`` keeps which of them failed.

    ``replace``: as for `import_card`.
    """
    found = []
    for path in paths:
        with items.take(str(path)):
            found.append(import_card(client, path, replace=replace))
    return found


def _read(path: Path) -> tuple[bytes, Card]:
    """Return the bytes of somebody's card, and what it says; raises KeyFileError."""
    if is_practice(path):  # it may be longer than any card
        raise KeyFileError(f"Nothing was added. {path} {WORDS}")
    with explaining(path, "Reading"):
        data = read_plain(found(path), CARD_BYTES)
    try:
        return data, reached(read_card(data))
    except KeyFileError as error:
        raise KeyFileError(
            f"Nothing was added. {path}: {_wrong(error)}. "
            "Ask for the card again, as an attachment ('pbem card export' writes it)"
        ) from None


def _wrong(error: Exception) -> str:
    """Return what is wrong with a card, without what to do."""
    return str(error).removesuffix(" Ask for the file again.").rstrip(".")


def _again(path: Path) -> str:
    """Return the command that takes a card all the same, whichever command met it."""
    return f"'pbem card import {in_command(path)} --replace'"


def _older(card: Card, present: Card | None, path: Path) -> str:
    """Say that a card was replaced here by one with another address, which stays."""
    now = "no address" if present is None or present.email is None else escape(present.email)
    return (
        f"This card of {card.handle} ({escape(card.email or 'no address')}) was here before, and a "
        f"later one replaced it: {now} stays. If {card.handle} uses the former address again, "
        f"import it with {_again(path)}"
    )


def _other_keys(client: Client, card: Card, path: Path) -> str:
    again = _again(path)
    if card.sign in [former.sign for former in former_cards(client, card.handle)]:
        return (
            f"This is a former card of {card.handle}, and you have a newer one. Its sender may "
            f"have an old key file. To use it again, type {again}"
        )
    return (
        f"You have a card of {card.handle} with other keys. If {card.handle} made new ones, "
        f"compare these words by telephone: {words_of(card)}. If they match, type {again}"
    )


def export_card(client: Client, handle: str, to: Path | None = None) -> Path:
    """Write a card to a file to be mailed, and return the file.

    Args:
        client: The client.
        handle: The owner of the card.
        to: A file or a folder; by default the current folder.

    Raises:
        NotFound: There is no card of them here.
        FormError: It is not a handle.
    """
    data = read_plain(_card_path(client, handle), CARD_BYTES, own=True)
    path = place(to, f"{handle}{SUFFIX}")
    write_over(path, data, shared=True)
    return path


def card_file(client: Client, handle: str) -> bytes | None:
    """Return the bytes of the card of ``handle``, None if there is none at this client.

    Raises:
        FormError: It is not a handle.
    """
    try:
        return read_plain(_card_path(client, handle), CARD_BYTES, own=True)
    except NotFound:
        return None


def is_replaced(client: Client, card: Card) -> bool:
    """Say whether a card was here before another one with the same keys, or others, came."""
    return card in former_cards(client, card.handle) and find_card(client, card.handle) != card


def compare_words(client: Client, handle: str, words: str) -> bool:
    """Say whether words that somebody read out are those of a card; remember a yes.

    Args:
        client: The client.
        handle: The owner of the card.
        words: The words.
    """
    from pbem.identity.fingerprint import matches  # noqa: PLC0415

    card = card_of(client, handle)
    if not matches(words, card):
        return False
    with client.remembering() as config:
        config.compared[handle] = card.sign
    return True


def words_of(card: Card) -> str:
    """Return the words of a card in one line."""
    from pbem.identity.fingerprint import fingerprint  # noqa: PLC0415

    return " ".join(fingerprint(card))


def _own(path: Path) -> Card:
    with explaining(path, "Reading"):
        data = read_plain(path, CARD_BYTES, own=True)
    try:
        return reached(read_card(data))
    except KeyFileError as error:
        raise KeyFileError(
            f"{path}: {_wrong(error)}. Ask for the card again, and import it with 'pbem card "
            "import FILE'"
        ) from None


def _key_file(client: Client, handle: str) -> Path:
    return client.identities / f"{handle}.key"


def _own_card(client: Client, handle: str) -> Path:
    return client.identities / f"{handle}{SUFFIX}"


def _card_path(client: Client, handle: str) -> Path:
    if "/" in handle or "\\" in handle:
        raise FormError(f"'{escape(handle)}' is not a handle")
    for path in client.card_files(handle):
        if path.exists():
            return path
    names = [person.stem for person in client.cards.glob(f"*{SUFFIX}")]
    raise NotFound(
        f"There is no card of '{escape(handle)}' here{did_you_mean(handle, names) or '.'} "
        "Ask for the card file and import it with 'pbem card import FILE'"
    )
