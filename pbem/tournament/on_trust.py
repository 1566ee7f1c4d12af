"""The facts that rest on the director's word alone, in sentences.

How boards are decided by rulings is reported where boards are.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.wording import counted
from pbem.tournament.events.kinds import Change
from pbem.tournament.events.term_kinds import Board
from pbem.tournament.history import History


def on_trust(history: History) -> Iterator[str]:
    """List it all, each with the reason that they gave."""
    for change in history.changes:
        reported = ", ".join(changed_terms(history.found.board, change))
        yield f"from round {change.from_} on {reported}: {change.why}"
    for keeper in history.keepers:
        if keeper.passed:
            gives = f"{keeper.giver.handle} gives it: {keeper.passed}"
            yield f"{keeper.handle} gave no lot, so {gives}"
    for out in history.removed:
        handle = history.entrant(out.entrant).handle
        yield f"{handle} is out, {history.since(out.round)}: {out.why}"
    for silent in history.silenced:
        handle = history.entrant(silent.entrant).handle
        yield f"{silent.at}, {handle} bids nothing: {silent.why}"


def changed_terms(was: Board, change: Change) -> list[str]:
    """Say what is otherwise than the terms were in the beginning; ``was``: these."""
    rounds = [] if change.rounds is None else [f"{change.rounds} rounds in all"]
    now = change.board
    if now is None:
        return rounds
    days = "" if now.clock is None else counted(now.clock.days, "day")
    words = {
        "rules": f"{now.rules.name} {now.rules.version}, data {now.rules.data[:16]}...",
        "scenario": f"scenario {now.scenario}",
        "umpire": "no umpire" if now.umpire is None else f"umpire {now.umpire.handle}",
        "dice": f"dice kept by the {'umpire' if now.dice == 'umpire' else 'opponents'}",
        "clock": f"{days} for an answer" if days else "no clock",
    }
    reported = [what for name, what in words.items() if getattr(now, name) != getattr(was, name)]
    reported += [
        f"{name}={value}" for name, value in now.options.items() if value != was.options.get(name)
    ]
    return rounds + (reported or ["the games as they were at first"])
