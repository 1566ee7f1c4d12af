"""pbem: an event-sourced play-by-email adjudicator for board wargames.

The names in ``__all__`` are the public face, listed with examples in docs/api.md; everything else
is private. Each is loaded when it is first asked for, so that a command which needs none of them
starts without.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.api.catalogue import GameInfo, catalogue
    from pbem.api.game import Game, new_game
    from pbem.api.logs import (
        Step,
        game_at,
        read_log,
        replay,
        replay_page,
        verify,
        verify_many,
    )
    from pbem.api.numbered import run_cases
    from pbem.audit.verdict import Verdict
    from pbem.cases.run import CaseRun
    from pbem.errors import (
        ForcedDiceError,
        FormError,
        IllegalOrder,
        KeyFileError,
        LogFileError,
        NotYourPen,
        PackError,
        PbemError,
        RulesFault,
    )
    from pbem.kit.chances.odds import Odds
    from pbem.kit.contract import Option, Order, Question, Result, Roll
    from pbem.log.event import Event
    from pbem.log.finding import BadLog, Finding
    from pbem.play.courses import Courses
    from pbem.view.history import Entry, Happening

__version__ = "1.0.0"

__all__ = [
    "BadLog",
    "CaseRun",
    "Courses",
    "Entry",
    "Event",
    "Finding",
    "ForcedDiceError",
    "FormError",
    "Game",
    "GameInfo",
    "Happening",
    "IllegalOrder",
    "KeyFileError",
    "LogFileError",
    "NotYourPen",
    "Odds",
    "Option",
    "Order",
    "PackError",
    "PbemError",
    "Question",
    "Result",
    "Roll",
    "RulesFault",
    "Step",
    "Verdict",
    "catalogue",
    "game_at",
    "new_game",
    "read_log",
    "replay",
    "replay_page",
    "run_cases",
    "verify",
    "verify_many",
]

_ROOMS = {
    "api.catalogue": ("GameInfo", "catalogue"),
    "api.game": ("Game", "new_game"),
    "api.logs": ("Step", "game_at", "read_log", "replay", "replay_page", "verify", "verify_many"),
    "api.numbered": ("run_cases",),
    "cases.run": ("CaseRun",),
    "audit.verdict": ("Verdict",),
    "errors": (
        "ForcedDiceError",
        "FormError",
        "IllegalOrder",
        "KeyFileError",
        "LogFileError",
        "NotYourPen",
        "PackError",
        "PbemError",
        "RulesFault",
    ),
    "kit.contract": ("Option", "Order", "Question", "Result", "Roll"),
    "kit.chances.odds": ("Odds",),
    "log.event": ("Event",),
    "log.finding": ("BadLog", "Finding"),
    "play.courses": ("Courses",),
    "view.history": ("Entry", "Happening"),
}
"""Room -> the public names that it holds."""

if not TYPE_CHECKING:  # a type checker shall see the names above, and no others

    def __getattr__(name: str) -> object:
        """Load a public name when it is first asked for (PEP 562)."""
        for room, names in _ROOMS.items():
            if name in names:
                found = getattr(import_module(f"pbem.{room}"), name)
                globals()[name] = found
                return found
        raise AttributeError(f"module 'pbem' has no attribute '{name}'")

    def __dir__() -> list[str]:
        """Return the public names and those that are loaded."""
        return sorted({*globals(), *__all__})
