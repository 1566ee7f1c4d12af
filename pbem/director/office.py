"""The director's log on the disk: events signed one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import UNSET

from pbem.client.client import Client, check_file_name
from pbem.client.lock import locked_game
from pbem.client.storage import tournaments
from pbem.client.storage.tournament_heads import require_newest
from pbem.crypto import vrf
from pbem.crypto.text import escape
from pbem.errors import FormError, KeyFileError, LogFileError, NotYourPen
from pbem.files import make_folder
from pbem.identity.identity import Identity
from pbem.log.disk import explaining
from pbem.log.event import NO_EVENT, Event, compose
from pbem.log.file import append, create, read_events, recover
from pbem.table.events.kinds import Data, Signer
from pbem.table.own.writer import now_utc
from pbem.tournament import lots
from pbem.tournament.events import kinds, word_kinds
from pbem.tournament.events.words import sign_word
from pbem.tournament.folding import Fold
from pbem.tournament.history import BoardOf


class Waiting(NamedTuple):
    """A log of a board's game, of so many events, that waits for something: ``why`` in words."""

    at: BoardOf
    events: int
    why: str


class Office:
    """A tournament's log at the client of its director, read and to be written to."""

    def __init__(self, path: Path, fold: Fold, identity: Identity) -> None:
        self.path, self.fold, self.identity = path, fold, identity
        self.waiting: dict[Path, Waiting] = {}
        """Logs of games that were looked at and have no result that counts yet."""
        self._trusted = True

    def read_again(self, client: Client) -> None:
        """Read the log again after an unexpected error; until then nothing is signed.

        Raises:
            PbemError: As `pbem.client.storage.tournaments.read_here`.
        """
        self._trusted = False
        self.fold = tournaments.read_here(client, self.path)
        self._trusted = True

    def has(self, word: word_kinds.AnyWord) -> bool:
        """Whether exactly this signed request of a player stands in the log already."""
        stood = (kinds.read_data(event.kind, event.data) for event in read_events(self.path))
        return any(isinstance(said, kinds.Said) and said.word == word for said in stood)

    def require_open(self) -> None:
        """Raise FormError where the tournament is over."""
        history = self.fold.now
        if history.over:
            raise FormError(
                f"{escape(history.found.name)} is over: event {history.closing} of its log closed "
                "it. 'pbem tournament show' prints the final order"
            )

    def write(self, data: Data, kind: str) -> Event:
        """Sign an event, append it to the log and return it.

        ``kind``: the kind of the event, as its data have it.

        Raises:
            FormError: The tournament is over.
            BadTournament: The event does not follow from the log.
            LogFileError: The log cannot be written, or was not read again after an unexpected
                error.
        """
        if not self._trusted:
            raise LogFileError(
                f"An unexpected error occurred, and pbem could not read the log of "
                f"{self.path.stem} again. Nothing was signed. Type the command again."
            )
        self.require_open()
        event = next_event(self.fold, self.identity, data, kind)
        take = self.fold.judge(event)
        append(self.path, [event])
        take(event)
        return event


def next_event(fold: Fold, identity: Identity, data: Data, kind: str) -> Event:
    """Return the next event of a log, signed; whether it may stand there is the fold's to say.

    ``kind``: the kind of the event, as its data have it.
    """
    return compose(
        game=fold.chain.game,
        seq=fold.chain.count,
        prev=fold.chain.head if fold.chain.count else NO_EVENT,
        by=identity.handle,
        at=now_utc(),
        kind=kind,
        data=kinds.write_data(data),
        seed=identity.sign_seed,
    )


def begin(client: Client, identity: Identity, name: str, found: kinds.Found) -> Path:
    """Found a tournament whose director keeps lots, and return its log.

    ``name``: that of the file.

    Raises:
        FormError: No file can have this name.
        BadTournament: The terms contradict each other.
        LogFileError: There is a tournament of that name, or the log cannot be written.
    """
    check_file_name(name)
    path = client.tournaments / f"{name}{tournaments.SUFFIX}"
    if path.exists():
        raise LogFileError(
            f"you have a tournament called {name} already: {escape(str(path))}. Nothing was "
            "founded. Give this one another name with --name NAME"
        )
    fold = Fold()
    events = [next_event(fold, identity, found, "found")]
    fold.take(events[0])
    events.append(next_event(fold, identity, kinds.Said(word=keep_word(fold, identity)), "keep"))
    fold.take(events[1])
    with explaining(client.tournaments, "Making"):
        make_folder(client.tournaments)
    create(path, events)
    return path


@contextmanager
def directing(client: Client, path: Path, identity: Identity) -> Iterator[Office]:
    """Give a tournament to its director to write on, while nobody else writes.

    ``path``: its log.

    Raises:
        NotYourPen: The identity neither directs it nor is its deputy.
        KeyFileError: The tournament has another key of this identity.
        FormError: The log is not stored here, not valid, or older than a head of it that is kept
            here.
    """
    with locked_game(path):
        client.require_here()
        fold = tournaments.read_here(client, path)
        check_director(fold, identity.handle)
        if sign_of(fold, identity.handle) != identity.sign_public.hex():
            raise KeyFileError(
                f"{path.stem} is directed with a key of {identity.handle} that is not here. "
                f"Restore {identity.handle}.key, or the older {identity.handle}.key.1, from a "
                "backup"
            )
        if path.parent != client.tournaments:
            raise FormError(
                f"pbem does not store {escape(str(path))}. Import it with 'pbem tournament take'"
            )
        director = fold.now.found.director.handle
        require_newest(client, list(read_events(path)), director, own=identity.handle == director)
        recover(path)  # what a killed command left beside the log: the file is mailed as it is
        yield Office(path, fold, identity)


def sign_of(fold: Fold, handle: str) -> str:
    """Return the signing key of the director, or of their deputy; empty of anybody else."""
    return {one.handle: one.sign for one in directors(fold)}.get(handle, "")


def directors(fold: Fold) -> list[Signer]:
    """Return the deputy, if there is one, and the director, each with the key that signs."""
    found = fold.now.found
    deputy = found.deputy
    return [
        *([] if deputy is None else [Signer(deputy.handle, deputy.sign)]),
        Signer(found.director.handle, found.director.sign),
    ]


def check_director(fold: Fold, handle: str) -> None:
    """Raise NotYourPen unless ``handle`` directs the tournament, or is the deputy.

    The log says for each event what a deputy may write, and when.
    """
    director = fold.now.found.director.handle
    if not sign_of(fold, handle):
        raise NotYourPen(f"only {director} directs {fold.now.found.name}, and you are {handle}")


def require_director(fold: Fold, handle: str) -> None:
    """Raise NotYourPen unless ``handle`` is the director; a deputy acts only by hand."""
    check_director(fold, handle)
    director = fold.now.found.director.handle
    if handle != director:
        name = fold.now.found.name
        raise NotYourPen(f"only {director} directs {name} by an agent, and you are the deputy")


def keep_word(fold: Fold, identity: Identity, deputy: Signer | None = None) -> word_kinds.AnyWord:
    """Return the word by which one keeps lots, with a key made for this tournament alone.

    Whom a keeper has named as their ``deputy`` says the same.
    """
    tournament = fold.now.id
    secret = identity.vrf_secret(tournament)
    alpha = lots.keep_alpha(tournament, identity.handle)
    word = word_kinds.Keep(
        **said(fold, identity),
        vrf=vrf.vrf_public(secret).hex(),
        proof=vrf.prove(secret, alpha).hex(),
        deputy=UNSET if deputy is None else deputy,
    )
    return sign_word(word, identity.sign_seed)


def said(fold: Fold, identity: Identity) -> dict[str, Any]:
    """Return the fields that every word has, but for its signature."""
    return said_by(fold, Signer(identity.handle, identity.sign_public.hex()))


def said_by(fold: Fold, author: Signer) -> dict[str, Any]:
    """Return what `said` does, of an author whose keys are not at hand."""
    return {
        "v": 1,
        "tournament": fold.now.id,
        "head": fold.chain.head,
        "handle": author.handle,
        "sign": author.sign,
        "sig": "",
    }
