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
            Logs of games that go on are published, too, and pages say their turns.
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
    logs = _games(fold, games)
    wanted = {f"{log.stem}.tournament": to_bytes(events), "style.css": style(looks.club).encode()}
    wanted |= {deadlines.SCRIPT: deadlines.script()} | looks.files() | _tables(fold)
    by = None if library is None else _Drawing(fold, library, looks, place.up, logs.left)
    ended, examined = _played(fold, logs, by, wanted, progress)
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
    return _written(folder, wanted), logs.left


def _played(
    fold: Fold,
    logs: _Found,
    by: _Drawing | None,
    wanted: dict[str, bytes],
    progress: Callable[[], None],
) -> tuple[dict[BoardOf, End], dict[BoardOf, Examined]]:
    """Add games to the files that are wanted; return how each ended, and what was examined."""
    ended, examined = dict[BoardOf, End](), dict[BoardOf, Examined]()
    for at, path in logs.kept.items():
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
    for at, path in logs.going.items():
        if by is None:  # nobody can say how far a game has come
            break
        if (one := by.going_on(path, at)) is not None:
            ended[at], examined[at], wanted[game_file(at)] = one
        progress()
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

    def going_on(self, path: Path, at: BoardOf) -> tuple[End, Examined, bytes] | None:
        """Return what pages say of a game that goes on, and its log.

        None of a bad log; what is wrong with it is left, and nothing of it is published.
        """
        try:
            with item(str(path)):
                events = list(read_events(path))
                found = examine(
                    self.fold.now, at, path, events, called=game_file(at), library=self.library
                )
                if found.verdict is None or found.verdict.finding is not None:
                    raise FormError(f"{escape(str(path))}: 'pbem verify' names a fault")
        except PbemError as error:
            self.left.append(f"{error}. The game goes on, and its log is not published")
            return None
        if not found.strange:
            found = found._replace(turn=self._turn(path))
        return End(events=len(events)), found, to_bytes(events)

    def _turn(self, path: Path) -> str:
        """Return how far a game has come, in the words of its rules; empty if they have none."""
        try:
            with item(str(path)):
                recorded = self._recorded(path)
                table = None if recorded is None else recorded.table
                if table is None or table.play is None or table.result is not None:
                    return ""
                game, position = table.play.game, table.play.position
                return game.summary(game.view(position, None)).turn
        except PbemError as error:
            self.left.append(f"{error}. Its log is published, without the turn")
            return ""

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


class _Found(NamedTuple):
    """The logs of a tournament's games: of decided boards, of others; what has to be known."""

    kept: dict[BoardOf, Path]
    going: dict[BoardOf, Path]
    left: list[str]


def _games(fold: Fold, games: Sequence[Path]) -> _Found:
    """Return the log that decided each board, or the longest of one that the director decided.

    Beside them the longest of each game that goes on, and what a person must know of the others.

    An older copy of a game, and one of something else are nothing to know of: a director keeps all
    mail in one folder.
    """
    left: list[str] = []
    logs = _by_board(fold.now, games, left)
    kept: dict[BoardOf, Path] = {}
    going: dict[BoardOf, Path] = {}
    for at, those in logs.items():
        done = fold.now.decided.get(at)
        # No log decided a ruled or an open board, so a reader wants the one that says most.
        shown = max(those, key=lambda one: len(one.ids))
        if done is not None:
            heads = [one for one in those if one.ids[-1] == done.head]
            if not heads and not done.ruled:
                continue
            shown = heads[-1] if heads else shown
        (going if done is None else kept)[at] = shown.path
        others = [one for one in those if _parts(one.ids, shown.ids)]
        known = f"another log of {at}" if done is None else f"the log that decided {at}"
        left += [f"{one.path}: it goes on otherwise than {known}" for one in others]
        if others:
            going.pop(at, None)
    if games and (lack := lacking(fold.now, kept)):
        left.append(lack)
    return _Found(kept, going, left)


class _Log(NamedTuple):
    """The log of a board's game, and the ids of its events."""

    path: Path
    ids: list[str]


def _by_board(
    history: History, games: Sequence[Path], left: list[str]
) -> dict[BoardOf, list[_Log]]:
    """Return the logs of each board's game; ``left`` takes why one cannot be read."""
    boards = {game: at for at, game in history.games.items()}
    found: dict[BoardOf, list[_Log]] = {}
    for path in games:
        try:
            with item(str(path)):
                if (at := boards.get(opening_of(path)[0])) is not None:
                    ids = [event.id for event in read_events(path)]
                    found.setdefault(at, []).append(_Log(path, ids))
        except PbemError as error:
            left.append(str(error))
    return found


def _parts(one: Sequence[str], other: Sequence[str]) -> bool:
    """Say whether of two logs of a game none is the beginning of the other."""
    return one[: len(other)] != other[: len(one)]


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
