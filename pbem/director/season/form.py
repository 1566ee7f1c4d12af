"""A season as a club's webmaster writes it down, and its tournaments as they are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import yaml
from msgspec import Meta

from pbem.client.messages import bundles
from pbem.client.storage import tournaments
from pbem.client.storage.tournament_heads import leaves_of
from pbem.crypto.text import check_note, escape
from pbem.crypto.transparency.checkpoint import Checkpoint, is_of, read_checkpoint
from pbem.crypto.transparency.merkle import root_of
from pbem.crypto.transparency.note import NOTE_BYTES
from pbem.director.pages.club import Club, Line, Looks, read_logo, read_looks
from pbem.director.pages.figures import Figures
from pbem.director.pages.publishing import published_in
from pbem.director.transparency.heads import PUBLISHED, key_of
from pbem.errors import FormError
from pbem.files import read_plain
from pbem.items import Items
from pbem.kit.typed import strict_yaml
from pbem.log.disk import explaining
from pbem.log.event import Event
from pbem.tournament.folding import Fold

FILE = "season.yaml"
"""How the season's file is called among the pages."""

_ODD = re.compile(r"[^A-Za-z0-9._-]+")
"""The letters that the name of a published folder does not have: it is part of an address."""

_PAGES = (".html", ".xml", ".ics", ".yaml", ".css", ".svg", ".png")
"""How the files of a season end, which lie beside the folders of its tournaments."""

_PRINTS = "'pbem tournament season --template' prints an example"


class Entry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A tournament: its ``log`` or published folder, and where its games' logs lie."""

    log: Line
    games: Line | None = None


class Wanted(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An open challenge: ``who`` wants to play what, and how to write to them."""

    who: Line
    game: Line
    write: (
        Annotated[
            str,
            Meta(
                pattern=r"^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}$(?!\n)",
                description="an email address",
            ),
        ]
        | None
    ) = None


class Season(Club, kw_only=True):
    """A club with its tournaments, the oldest first."""

    address: Annotated[
        str,
        Meta(
            max_length=200,
            pattern=r"^https?://[A-Za-z0-9.-]+(:[0-9]+)?/([A-Za-z0-9._~/-]*/)?$(?!\n)",
            description="an address that ends with /, like https://northgate.example/",
        ),
    ] = ""
    tournaments: Annotated[list[Entry], Meta(min_length=1, max_length=200)]
    challenges: tuple[Wanted, ...] = ()


class Played(NamedTuple):
    """A tournament of a season: in which folder it is published, and what it is made of.

    ``contradicted``: it was published with a checkpoint that does not follow from its log.
    ``wrong``: mail among its games that nobody can read. ``has_games``: whether the season's file
    says where its games lie.
    """

    name: str
    fold: Fold
    log: Path
    events: list[Event]
    games: list[Path]
    checkpoint: Checkpoint | None
    figures: Figures
    contradicted: bool = False
    wrong: Sequence[str] = ()
    has_games: bool = True


def template() -> str:
    """Return an example of a season's file."""
    return read_plain(Path(__file__).with_name("template.yaml"), strict_yaml.LIMIT).decode()


def read_season(path: Path) -> tuple[Season, Looks]:
    """Read a season's file and its logo. Raises FormError, LogFileError."""
    season, _ = read_looks(path, Season, _PRINTS)
    for one in season.challenges:
        check_note(one.who)
        check_note(one.game)
    logo = None if season.logo is None else read_logo(path, season)
    return season, Looks(season, b"", logo)


def as_published(season: Season, played: list[Played]) -> bytes:
    """Return a season's file as it lies among the pages, from which anybody makes them again."""
    entries = [Entry(log=one.name) for one in played]
    logo = season.logo_file or None
    made = msgspec.structs.replace(season, tournaments=entries, logo=logo)
    plain = {key: value for key, value in msgspec.to_builtins(made).items() if value}
    plain["tournaments"] = [{"log": one.log} for one in entries]
    text: str = yaml.safe_dump(plain, allow_unicode=True, sort_keys=True, default_flow_style=False)
    return text.encode()


def folder_of(log: Path) -> str:
    """Return the name of the folder into which a tournament is published."""
    return _ODD.sub("-", log.stem).strip(".-") or "tournament"


@contextmanager
def opened(path: Path, season: Season, items: Items) -> Iterator[list[Played]]:
    """Give the tournaments of a season whose file is ``path``; mail is unpacked as long.

    One that cannot be read stands in ``items``. Raises FormError if one stands there twice or a
    folder has games of several, NotFound.
    """
    with ExitStack() as unpacked:
        found: list[Played] = []
        for entry in season.tournaments:
            if entry.games is not None:
                bundles.require_there([path.parent / entry.games])
            read: list[Played] = []
            with items.take(escape(entry.log)):
                read.append(_played(path.parent, entry, unpacked))
            if not read:
                continue
            one = read[0]
            if Path(one.name).suffix.lower() in _PAGES:
                raise FormError(
                    f"{escape(str(path))}: {escape(str(one.log))} is called like a page of the "
                    "season. Rename the file"
                )
            # Some file systems make no difference between capitals and small letters.
            same = (old for old in found if old.name.lower() == one.name.lower())
            if twin := next(same, None):
                raise FormError(
                    f"{escape(str(path))}: {escape(str(twin.log))} and {escape(str(one.log))} "
                    "would be published in the same folder. Rename one of the files"
                )
            if any(old.fold.now.id == one.fold.now.id for old in found):
                raise FormError(f"{escape(str(path))}: {escape(str(one.log))} is there twice")
            found.append(one)
        yield found


def _played(folder: Path, entry: Entry, unpacked: ExitStack) -> Played:
    log, games = folder / entry.log, [] if entry.games is None else [folder / entry.games]
    checkpoint = None
    if log.is_dir():
        there = log
        named, games = published_in(log, games or None)
        log = Path(named)
        checkpoint = _checkpoint(there / PUBLISHED)
    fold, events = tournaments.read_events_of(log)
    fits = checkpoint is None or _fits(checkpoint, fold, events)
    post = unpacked.enter_context(bundles.unpack(games, empty=True)) if games else None
    kept = checkpoint if fits else None
    return Played(
        folder_of(log),
        fold,
        log,
        events,
        [] if post is None else sorted(post.files),
        kept,
        Figures(fold.now),
        contradicted=not fits,
        wrong=() if post is None else post.wrong,
        has_games=post is not None,
    )


def _checkpoint(path: Path) -> Checkpoint | None:
    if not path.exists():
        return None
    with explaining(path, "Reading"):
        return read_checkpoint(read_plain(path, NOTE_BYTES))


def _fits(checkpoint: Checkpoint, fold: Fold, events: list[Event]) -> bool:
    """Say whether a checkpoint is signed by the log's key, and follows from the log."""
    if checkpoint.size > len(events) or not is_of(checkpoint, key_of(fold.now.found)):
        return False
    return checkpoint.root == root_of(leaves_of(events[: checkpoint.size]))
