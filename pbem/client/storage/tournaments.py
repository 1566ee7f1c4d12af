"""The logs of tournaments at this client: found by name, by id, and read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from pbem.client.client import LOG_SUFFIX, Client, NotFound
from pbem.client.logs import first_event, first_id
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.files import make_folder, own_files, read_plain
from pbem.kit.typed.suggest import did_you_mean
from pbem.log.chain import LOG_BYTES_MAX
from pbem.log.disk import explaining, write_new
from pbem.log.event import Event
from pbem.log.file import read_events
from pbem.tournament.events.kinds import KINDS
from pbem.tournament.faults import BadTournament
from pbem.tournament.folding import Fold, fold
from pbem.tournament.history import History

SUFFIX = ".tournament"


def logs(client: Client) -> list[Path]:
    """Return the logs of tournaments at this client, by name."""
    return own_files(client.tournaments, SUFFIX)[0]


def collected(path: Path) -> Path:
    """Return the folder of the logs of games that came for a tournament, beside its log.

    It holds them once `keep` was called, and need not be there.
    """
    return path.with_suffix(".collected")


def keep(path: Path, games: Iterable[Path]) -> None:
    """Keep logs of games that came for a tournament, each version once.

    Args:
        path: The log of the tournament.
        games: The logs.

    Raises:
        LogFileError: A log cannot be read, or the disk refuses.
    """
    folder = collected(path)
    for game in games:
        with explaining(game, "Reading"):
            data = read_plain(game, LOG_BYTES_MAX)
        kept = folder / f"{hashlib.sha256(data).hexdigest()}{LOG_SUFFIX}"
        if not kept.exists():
            with explaining(folder, "Writing"):
                make_folder(folder)
            write_new(kept, data)


def find(client: Client, name: str | None) -> Path:
    """Return the log of this name, or the only one for None; a path of a file is that file.

    Raises NotFound, FormError for the log of a game.
    """
    here = logs(client)
    if name is None:
        if len(here) == 1:
            return here[0]
        reported = ", ".join(path.stem for path in here) or "you have none"
        raise NotFound(f"Say which tournament: {reported}. 'pbem tournament take FILE' adds one")
    for path in here:
        if path.stem == name:
            return path
    if Path(name).is_file():
        require_tournament(Path(name))
        return Path(name)
    names = [path.stem for path in here]
    raise NotFound(f"There is no tournament '{escape(name)}' here{did_you_mean(name, names)}")


def require_tournament(path: Path) -> None:
    """Raise FormError, which says what takes it, for a file that is the log of a game."""
    first = first_event(path)
    if first is not None and first.kind not in KINDS:
        raise FormError(
            f"{escape(str(path))} is the log of a game, not of a tournament. A player imports it "
            "with 'pbem take', the director with 'pbem tournament collect'. 'pbem verify' checks "
            "it"
        )


def of_id(client: Client, tournament: str) -> Path | None:
    """Return the log of the tournament with this id, or None."""
    return next((path for path in logs(client) if client.once(path, first_id) == tournament), None)


def read_here(client: Client, path: Path) -> Fold:
    """Return the fold of a log; of one at this client pairings were compared when it came."""
    return read(path, compare=path.parent != client.tournaments)


def history_of(client: Client, tournament: str) -> History | None:
    """Return the history of the tournament with this id, by the log at this client, or None.

    It is there to be looked at: each mail of a game asks for it. Raises as `read`.
    """
    path = of_id(client, tournament)
    return None if path is None else looked_at(client, path)


def looked_at(client: Client, path: Path) -> History:
    """Return the history of a log at this client, as `folded` has it. Raises as `read`."""
    return folded(client, path).now


def folded(client: Client, path: Path) -> Fold:
    """Return what `read_here` does, of a log at this client once as long as it stays as it is.

    To be looked at, and not to go on with. Raises as `read`.
    """
    at_client = path.parent == client.tournaments
    return client.once(path, _compared_before) if at_client else read_here(client, path)


def _compared_before(path: Path) -> Fold:
    return read(path, compare=False)


def read(path: Path, *, compare: bool = True, compared: int = 0) -> Fold:
    """Return the fold of a tournament's log.

    Args:
        path: The log.
        compare: Make the pairings again and compare them, as `Fold` does.
        compared: The pairings of so many events were compared before.

    Raises:
        FormError: The log is not valid; the message names the file.
        LogFileError: The file cannot be read.
    """
    return read_events_of(path, compare=compare, compared=compared)[0]


def read_events_of(
    path: Path, *, compare: bool = True, compared: int = 0
) -> tuple[Fold, list[Event]]:
    """Return the fold of a tournament's log and its events, read once; arguments as for `read`.

    Raises:
        FormError: The log is not valid; the message names the file.
        LogFileError: The file cannot be read.
    """
    require_tournament(path)
    events: list[Event] = []
    try:
        return fold(_kept(path, events), compare=compare, compared=compared), events
    except BadTournament as error:
        release = (
            ". If another release of pbem wrote it with other fields, continue with that release. "
            "Nothing in it was changed"
            if error.fault.code == "kind.form"
            else ""
        )
        raise FormError(
            f"{escape(str(path))} is not a valid log of a tournament. {str(error).rstrip('.')}. "
            f"Keep this file, and ask the director for the log again{release}"
        ) from None


def _kept(path: Path, events: list[Event]) -> Iterator[Event]:
    """Yield the events of a log, and put each into a list: who folds them reports what is wrong."""
    for event in read_events(path):
        events.append(event)
        yield event
