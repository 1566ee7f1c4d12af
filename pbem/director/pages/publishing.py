"""A tournament as a folder for any web space: its pages, its log, the logs of its games."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pbem.audit.verdict import Verdict
from pbem.audit.verify import rules_words
from pbem.client.client import NotFound
from pbem.crypto.text import escape
from pbem.crypto.transparency.checkpoint import Checkpoint
from pbem.director.evidence import newer_rules, opening_of
from pbem.director.pages import deadlines
from pbem.director.pages.book import (
    ALONE,
    Book,
    End,
    Place,
    game_file,
    map_file,
    replay_file,
    round_file,
    small_file,
    trf_or_none,
)
from pbem.director.pages.checking import Checked, Examined, check, examine
from pbem.director.pages.club import PLAIN, Club, Looks
from pbem.director.pages.figures import Figures
from pbem.director.pages.markup import mark, style
from pbem.director.pages.wording import Names, span_words
from pbem.director.transparency import tlog
from pbem.errors import FormError, PbemError
from pbem.files import make_folder, read_plain
from pbem.items import item
from pbem.kit.wording import counted, listing
from pbem.log.disk import explaining, write_over
from pbem.log.event import Event
from pbem.log.file import read_events, to_bytes
from pbem.log.finding import BadLog
from pbem.replays.page import Published, page
from pbem.replays.recording import Recording, record
from pbem.table.library import Library
from pbem.table.table import Table
from pbem.tournament.exchange import table as csv_of
from pbem.tournament.folding import Fold
from pbem.tournament.history import BoardOf, History
from pbem.view.drawing import card, svg

BARE = Looks()
"""The looks of pages for which nobody wrote a club down."""

PAGE_BYTES = 1 << 30
"""The longest page that is read again, to see whose it is."""
_FOR_ALL, _FOLDER_FOR_ALL = 0o644, 0o755


def publish(
    fold: Fold,
    log: Path,
    folder: Path,
    games: Sequence[Path],
    library: Library | None = None,
    *,
    checkpoint: Checkpoint | None = None,
    looks: Looks = BARE,
    place: Place = ALONE,
    events: Sequence[Event] | None = None,
    figures: Figures | None = None,
    progress: Callable[[], None] = lambda: None,
    found: Callable[[Checked], None] = lambda _: None,
) -> tuple[list[Path], list[str]]:
    """Write the pages, the log and the logs of games.

    Args:
        fold: The tournament.
        log: Its log.
        folder: The folder for the pages.
        games: Logs of games. Those whose last event decided a board are published, and of boards
            that the director decided, with a last map and a replay if the library has the rules.
        library: The rules.
        checkpoint: With a checkpoint, the log is published as a transparency log, too.
        looks: How the club wants its pages to look.
        place: The place of these pages in a season.
        events: The events of the log, if they were read.
        figures: The figures of the tournament.
        progress: Called for each game.
        found: Called with the outcome of a check, if there is a library.

    Returns:
        The files; and what was not published, with the reason.

    Raises:
        FormError: The folder has pages of something else.
        LogFileError: A file cannot be read or written.
    """
    require_ours(folder, fold.now.id)
    events = list(read_events(log)) if events is None else events
    kept, left = _games(fold, games)
    wanted = {f"{log.stem}.tournament": to_bytes(events), "style.css": style(looks.club).encode()}
    wanted |= {deadlines.SCRIPT: deadlines.script()} | looks.files() | _tables(fold)
    by = None if library is None else _Drawing(fold, library, looks, place.up, left)
    ended, examined = _played(fold, kept, by, wanted, progress)
    checked = None if library is None else check(fold.now, examined, events)
    if checked is not None:
        found(checked)
    book = Book(
        fold,
        events,
        f"{log.stem}.tournament",
        ended,
        library=library,
        checkpoint=checkpoint,
        club=looks.club,
        place=place,
        figures=figures,
        has_trf="results.trf" in wanted,
        checked=checked,
    )
    wanted |= {name: text.encode() for name, text in book.pages().items()}
    wanted |= {} if checkpoint is None else tlog.files(fold.now.found, events, checkpoint)
    return _written(folder, wanted), left


def _played(
    fold: Fold,
    kept: Mapping[BoardOf, Path],
    by: _Drawing | None,
    wanted: dict[str, bytes],
    progress: Callable[[], None],
) -> tuple[dict[BoardOf, End], dict[BoardOf, Examined]]:
    """Add games to the files that are wanted; return how each ended, and what was examined."""
    ended, examined = dict[BoardOf, End](), dict[BoardOf, Examined]()
    for at, path in kept.items():
        played = list(read_events(path))
        wanted[game_file(at)] = to_bytes(played)
        ended[at] = End()
        if by is not None:
            examined[at] = examine(
                fold.now, at, path, played, called=game_file(at), library=by.library
            )
            ended[at], shown = by.drawn(path, at, played, examined[at].verdict)
            wanted |= shown
            progress()
        ended[at] = ended[at]._replace(events=len(played))
    return ended, examined


def _written(folder: Path, wanted: Mapping[str, bytes]) -> list[Path]:
    for name, data in wanted.items():
        write_public(folder / name, data)
    return [folder / name for name in wanted]


class _Drawing(NamedTuple):
    """The means to draw the pages of games.

    ``up``: as in `Place`. ``left``: takes the reason for each game that cannot be drawn.
    """

    fold: Fold
    library: Library
    looks: Looks
    up: str
    left: list[str]

    def drawn(
        self, path: Path, at: BoardOf, events: Sequence[Event], verdict: Verdict | None
    ) -> tuple[End, dict[str, bytes]]:
        """Return the end of a game, and the files that show it if its rules are here.

        A game that fails costs its map alone.
        """
        try:
            with item(str(path)):
                return self._drawn(path, at, events, verdict)
        except PbemError as error:
            self.left.append(f"{error}. Its log is published, without a map")
            return End(), {}

    def _drawn(
        self, path: Path, at: BoardOf, events: Sequence[Event], verdict: Verdict | None
    ) -> tuple[End, dict[str, bytes]]:
        recorded = self._recorded(path)
        table = _opened(events, self.library) if recorded is None else recorded.table
        opening, play = table.opening, table.play
        assert opening is not None  # noqa: S101 - a log begins with its opening
        newer = newer_rules(opening.rules, rules_words(table, opening))
        if recorded is None or play is None:
            return End("", newer), {}
        picture = play.game.picture(play.game.view(play.position, None))
        end = End(svg(picture), newer, card(picture))
        club = self.looks.club
        there = _place_of(
            at, events, self.fold.now, Names(self.fold.now, club), club=club, up=self.up
        )
        name = Path(game_file(at)).name
        past = page(path, recorded, name=name, published=there, verdict=verdict)
        shown = {map_file(at): end.map, small_file(at): end.small, replay_file(at): past}
        return end, {file: text.encode() for file, text in shown.items()}

    def _recorded(self, path: Path) -> Recording | None:
        """Return the past of a game, None where its rules are not here."""
        try:
            recorded = record(path, self.library)
        except BadLog as bad:
            if bad.finding.code != "rules.unknown":
                raise
            return None
        if recorded.finding is not None:
            raise BadLog(recorded.finding)
        return recorded


def _opened(events: Sequence[Event], library: Library) -> Table:
    """Return the table after a game whose rules are not here, without a position."""
    table = Table(library, 2)
    for event in events:
        table.take(event)
    return table


def _tables(fold: Fold) -> dict[str, bytes]:
    """Return the results in the forms of other programs, by the names of their files."""
    made = {"results.csv": csv_of(fold.now).encode()}
    if (report := trf_or_none(fold.now)) is not None:
        made["results.trf"] = report.encode()
    return made


def published_in(folder: Path, games: list[Path] | None) -> tuple[str, list[Path]]:
    """Return the log of a tournament in a published folder, and the logs of games to verify it.

    Args:
        folder: The folder.
        games: The logs that were named; if there are none, the published ones count.

    Raises:
        NotFound: The folder has no tournament.
    """
    logs = sorted(folder.glob("*.tournament"))
    if len(logs) != 1:
        raise NotFound(
            f"{escape(str(folder))} has {len(logs)} logs of tournaments. Name one of them, and "
            "then the games"
        )
    there = folder / "games"
    return str(logs[0]), games or ([there] if there.is_dir() else [])


def require_ours(folder: Path, tournament: str, *any_of: str) -> None:
    """Raise FormError where a folder has pages of something else than ``tournament``, an id.

    With ``any_of``, at least one of these must be marked there, too.
    """
    index = folder / "index.html"
    if not index.exists():
        return
    with explaining(index, "Reading"):
        there = read_plain(index, PAGE_BYTES)
    if mark(tournament).encode() not in there:
        what = "season" if any_of else "tournament"
        raise FormError(f"{escape(str(index))} is not a page of this {what}. Name another folder")
    if any_of and not any(mark(one).encode() in there for one in any_of):
        raise FormError(
            f"{escape(str(index))} is a page of a season with the same name, and with none of "
            "these tournaments. Name another folder"
        )


def write_public(path: Path, data: bytes) -> None:
    """Write a file that everybody may read, as one who serves it has to.

    A file that is there already stays as it is, so that an upload takes what is new alone.
    """
    with explaining(path, "Writing"):
        if (
            path.is_file()
            and path.stat().st_size == len(data)
            and read_plain(path, len(data)) == data
        ):
            return
        if not path.parent.is_dir():
            make_folder(path.parent)
            path.parent.chmod(_FOLDER_FOR_ALL)
    write_over(path, data)
    with explaining(path, "Writing"):
        path.chmod(_FOR_ALL)


def _games(fold: Fold, games: Sequence[Path]) -> tuple[dict[BoardOf, Path], list[str]]:
    """Return the log that decided each board, or the longest of one that the director decided.

    Beside them, what a person must know of the others.

    An older copy of a game, a game that goes on, and one of something else are nothing to know of:
    a director keeps all mail in one folder.
    """
    boards = {game: at for at, game in fold.now.games.items()}
    kept: dict[BoardOf, Path] = {}
    others: list[tuple[BoardOf, Path, list[str]]] = []
    left: list[str] = []
    for path in games:
        try:
            with item(str(path)):
                at = boards.get(opening_of(path)[0])
                ids = [] if at is None else [event.id for event in read_events(path)]
        except PbemError as error:
            left.append(str(error))
            continue
        done = None if at is None else fold.now.decided.get(at)
        if at is None or done is None:
            continue
        if done.head == ids[-1]:
            kept[at] = path
        else:
            others.append((at, path, ids))
    for at, path, ids in others:
        # No log decided a ruled board, so a reader wants the one that says most.
        there = kept.get(at)
        if fold.now.decided[at].ruled and (
            there is None or sum(1 for _ in read_events(there)) < len(ids)
        ):
            kept[at] = path
    for at, path, ids in others:
        whole = [event.id for event in read_events(kept[at])] if at in kept else []
        if whole and ids[: len(whole)] != whole[: len(ids)]:
            left.append(f"{path}: it goes on otherwise than the log that decided {at}")
    if games and (lack := lacking(fold.now, kept)):
        left.append(lack)
    return kept, left


def lacking(history: History, kept: Container[BoardOf]) -> str:
    """Say how many games of a tournament have no log here, and which; empty if all have one.

    ``kept``: the boards whose logs are here.
    """
    decided = [
        at
        for at, done in history.decided.items()
        if done.head or (done.ruled and at in history.games)
    ]
    lacks = [str(at) for at in decided if at not in kept]
    if not lacks:
        return ""
    name, have = escape(history.found.name), "has" if len(lacks) == 1 else "have"
    return (
        f"{name}: {len(lacks)} of {counted(len(decided), 'game')} {have} no log: {listing(lacks)}"
    )


def _place_of(
    at: BoardOf, events: Sequence[Event], history: History, names: Names, *, club: Club, up: str
) -> Published:
    """Return where the replay of a board lies among the pages, and what it was, in words."""
    ways = [] if club is PLAIN else [(f"../{up}index.html", club.name)]
    ways += [("../index.html", history.found.name)] * (bool(up) or club is PLAIN)
    ways.append((f"../{round_file(at.round)}", f"Round {at.round}"))
    players = " \N{EN DASH} ".join(names.at_board(one, full=True) for one in history.pair_of(at))
    called = {
        one.handle: name
        for one in history.pair_of(at)
        if (name := names.at_board(one, full=True)) != one.handle
    }
    return Published(ways, f"{players}, {span_words(events[0].at, events[-1].at)}", called)
