"""Forks of a game that were proven here, and what to do until somebody has ruled on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from pbem.errors import PbemError
from pbem.log.event import Event
from pbem.log.fork import read_fork
from pbem.table.table import Table


def proofs(log: Path) -> list[Path]:
    """Return the proofs of forks that lie beside the log of a game."""
    named = re.compile(re.escape(log.stem) + r"-[0-9]+\.fork")
    beside = log.parent.glob("*.fork")
    return sorted(path for path in beside if named.fullmatch(path.name))


def forked(
    log: Path, table: Table, handle: str | None, since: Callable[[int], Iterable[Event]]
) -> list[str]:
    """Say of each open fork who forked, and what to do.

    A fork is settled by an umpire's ruling on it, or if all others with a seat have continued the
    side that is here.

    Args:
        log: The log of the game.
        table: The table at its end.
        handle: The reader, or None.
        since: Returns the events of the log from a number on.

    Source: docs/protocol.md, section 9.
    """
    reported: list[str] = []
    roster = table.roster
    for path in proofs(log):
        try:
            fork = read_fork(path)
        except (PbemError, OSError):
            reported.append(f"{path} shows a fork of this game, but pbem cannot read it")
            continue
        player = roster.find(fork.a.by)
        ruled = any((one.by, one.prev) == (fork.a.by, fork.a.prev) for one in table.forks)
        if ruled or (player is not None and player.out is not None):
            continue
        others = set(table.seated()) - {fork.a.by}
        # A dice keeper for a player alone has chosen by giving the dice; their fork stays.
        if others and others <= {event.by for event in since(fork.a.seq + 1)}:
            continue
        by = f"{fork.a.by} has" if fork.a.by != handle else "you have"
        reported.append(
            f"FORK: {by} signed two different events {fork.a.seq}; {path.name} proves it. "
            f"{_advice(log.stem, table, handle, path)}"
        )
    return reported


def _advice(game: str, table: Table, handle: str | None, proof: Path) -> str:
    umpire = table.roster.umpire
    if umpire is None:
        return (
            "Agree with the others which event counts. Then import a log that has it with 'pbem "
            "take FILE --instead', before you sign anything more"
        )
    if umpire.handle == handle:
        rule = f"'pbem rule {game} --fork {proof.name} --then"
        return f"Use {rule} forfeit' to put its author out, or {rule} branch' to let your log count"
    return f"Ask the umpire, {umpire.handle}, before you sign anything more"
