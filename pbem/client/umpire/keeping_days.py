"""Days that an umpire signed, as they come: kept beside the log, and held against each other.

The kept file only grows. It has each line once, in the order in which they came. Two lines that
give one event two days convict the umpire, so both are kept: that file is the proof (docs/time.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pbem.client.client import Client
from pbem.client.exchange.taking import TakeResult, refused
from pbem.client.input_files import found
from pbem.client.lock import locked_game
from pbem.client.session.day_record import Timekeeping, came, in_order, kept_days, signed_by
from pbem.client.session.session import Session, sit
from pbem.errors import FormError, PbemError
from pbem.items import item
from pbem.log.days import Days, conflicts, gaps, read_days, write_days
from pbem.table.state import Player


def take_days(client: Client, path: Path) -> TakeResult:
    """Keep what a file of signed days brings, and compare it with all that is here.

    ``gap``: the game is not here, ``refused``: not all of it is of the game's umpire, ``convicts``:
    by it and what is here they signed two days for one event. Whatever they signed is kept.
    """
    taken = TakeResult(file=str(path), warnings=[])
    try:
        with item(str(path)):
            _take(client, path, taken)
    except PbemError as error:
        return refused(taken, error)
    return taken


def _take(client: Client, path: Path, taken: TakeResult) -> None:
    lines = read_days(found(path))
    taken.game_id = lines[0].game
    log = client.log_of(taken.game_id)
    if log is None:
        taken.status = "gap"
        taken.warnings.append(
            "These are signed days of a game that is not here. Import its log first"
        )
        return
    with locked_game(log):
        _take_here(sit(client, log, light=True), lines, taken)


def _take_here(session: Session, lines: Sequence[Days], taken: TakeResult) -> None:
    taken.game = session.name
    umpire = session.table.roster.umpire
    if umpire is None:
        raise FormError(f"{session.name} has no umpire, and only an umpire signs days")
    signed = signed_by(umpire, taken.game_id, lines)
    if not signed:
        raise FormError(
            f"{umpire.handle}, the umpire of this game, did not sign it, so none of it counts"
        )
    before = came(session.path, umpire, taken.game_id, own=session.handle == umpire.handle)
    new = [line for line in dict.fromkeys(signed) if line not in before]
    everything = in_order([*before, *new, *_own(session, umpire)])
    numbers = {one.id: str(seq) for seq, one in enumerate(session.briefs())}
    convicting = [
        f"{umpire.handle} {one.words(numbers.get(one.event))}" for one in conflicts(everything)
    ]
    taken.status = "convicts" if convicting else "days"
    taken.warnings += convicting
    if convicting:
        taken.warnings.append(
            f"Show it to the others. 'pbem verify {session.path.name} "
            f"{kept_days(session.path).name}' proves it, and anyone who has "
            f"{kept_days(session.path).name} can run that"
        )
    ask = f"Ask {umpire.handle} for all signed days"
    taken.warnings += [f"{why}: {ask}" for why in gaps(everything)]
    if new:
        write_days(kept_days(session.path), [*before, *new])
    taken.kept = str(kept_days(session.path))
    if len(signed) < len(lines):
        taken.status = taken.status if convicting else "refused"
        taken.warnings.append(
            f"Lines that {umpire.handle}, the umpire of this game, did not sign do not count. The "
            "others are stored"
        )


def _own(session: Session, umpire: Player) -> list[Days]:
    """Return what was signed at this client, if it is the umpire's."""
    return read_days(Timekeeping(session.client, umpire.handle, session.table.game_id).signed)
