"""Forks of a game that were proven here, and what to do until somebody has ruled on them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.errors import PbemError
from pbem.log.fork import read_fork

if TYPE_CHECKING:
    from pbem.desk.sitting import Sitting


def proofs(sitting: Sitting) -> list[Path]:
    """Return the proofs of forks of this game that lie beside its log."""
    named = re.compile(re.escape(sitting.name) + r"-[0-9]+\.fork")
    beside = sitting.path.parent.glob("*.fork")
    return sorted(path for path in beside if named.fullmatch(path.name))


def forked(sitting: Sitting) -> list[str]:
    """Say of each fork that is not settled by a ruling who forked, and what to do."""
    told: list[str] = []
    branch, roster = sitting.table.branch, sitting.table.roster
    for path in proofs(sitting):
        try:
            fork = read_fork(path)
        except (PbemError, OSError):
            told.append(f"{path} shows a fork of this game and cannot be read")
            continue
        player = roster.find(fork.a.by)
        settled = branch is not None and branch > fork.a.seq
        if settled or (player is not None and player.out is not None):
            continue
        by = f"{fork.a.by} has" if fork.a.by != sitting.handle else "you have"
        told.append(
            f"FORK: {by} signed two different events {fork.a.seq}, which {path.name} proves: "
            f"{_advice(sitting, fork.a.by)}"
        )
    return told


def _advice(sitting: Sitting, author: str) -> str:
    umpire = sitting.table.roster.umpire
    if umpire is None:
        return "agree with the others on a branch before you sign anything more"
    if umpire.handle == sitting.handle:
        out = f"'pbem rule {sitting.name} --out {author}' makes it a forfeit"
        return f"{out}, 'pbem rule {sitting.name} --branch' lets this log count"
    return f"ask the umpire {umpire.handle} before you sign anything more"
