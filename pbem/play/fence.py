"""A fault of a rules module costs one game and nothing else (protocol section 10).

The contract says what a module may refuse, and by which error. Any other error, by a mistake or a
stack that is too deep, becomes one `RulesFault`. It is an error like any other for anyone who goes
through many games. It is never a finding, because no player is to blame for it.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.errors import (
    ForcedDiceError,
    FormError,
    IllegalOrder,
    PackError,
    PbemError,
    RulesFault,
)
from pbem.kit.chances.chance import TooManyWaysError
from pbem.kit.contract import Game, Rules

Errors = tuple[type[PbemError], ...]

GAME: dict[str, Errors] = {
    "set_up": (), "need": (), "legal": (), "check": (IllegalOrder,), "adjudicate": (),
    "roll": (ForcedDiceError,),
    "apply": (), "result": (), "scores": (), "read_order": (FormError,), "write_order": (),
    "parse": (FormError,), "text": (), "parse_standing": (FormError,), "standing_text": (),
    "check_standing": (FormError,), "standing_answer": (), "standing_left": (),
    "check_secret": (IllegalOrder,), "sealed": (), "fact": (), "view": (), "report": (),
    "describe": (), "picture": (), "arrange": (FormError,), "facts_of": (), "sensible": (),
    "sensible_standing": (), "usual_words": (),
}  # fmt: skip
"""Method of `Game` -> what it may raise, or the dice that it is given."""

RULES: dict[str, Errors] = {"of": (), "data": (PackError,), "game": (FormError, PackError),
                            "migrate": (FormError,)}  # fmt: skip
"""Method of `Rules` -> what it may raise."""

MORE: dict[str, Errors] = dict.fromkeys(
    ("arrow", "price", "news", "bunches", "candidates", "unlisted", "falls", "reading",
     "terms", "lost", "out", "charts", "stage", "coming", "merit",
     "unit_name", "order_words", "phases", "score", "drawers", "card_text", "at_hand", "made",
     "drawn", "shows", "duties", "knowing", "held", "card", "lying_open", "may_lie", "unanswered",
     "answering", "patient", "waiting", "coined"), ()
) | {
    "falls_by_result": (TooManyWaysError,), "recipe": (FormError,), "check_answer": (IllegalOrder,),
}  # fmt: skip
"""The same of what a game made of modules has (`pbem.kit.game`), or one with decks
(`pbem.kit.hidden`), and another may do without."""

LAZY = (
    "legal", "answering", "bunches", "candidates", "adjudicate", "roll", "sealed", "made", "drawn",
)  # fmt: skip
"""Methods that yield: they fail while somebody reads them."""


def bound(rules: Rules, scenario: str, options: Mapping[str, Any], data: Any) -> Game[Any, Any]:
    """Return a game whose methods raise only what they may, or `RulesFault`.

    Args:
        rules: The rules.
        scenario: The scenario.
        options: All options with their values.
        data: The data of the game, as `Rules.data` or `Rules.of` returns them.

    Raises:
        FormError: There is no such scenario, or an option is wrong.
        PackError: The data are wrong.
        RulesFault: The rules raised another error.
    """
    game: Game[Any, Any] = asked(rules, "game", scenario, options, data)
    title = _title(rules)
    for name, allowed in (GAME | MORE).items():
        if name in GAME or hasattr(game, name):
            wrap = _lazy if name in LAZY else _called
            setattr(game, name, wrap(getattr(game, name), title, allowed))
    return game


def asked(rules: Rules, name: str, *args: Any) -> Any:
    """Return what a method of `RULES`, called ``name``, gives; raises what it may, or `RulesFault`.

    ``args``: the arguments of the method.
    """
    return _called(getattr(rules, name), _title(rules), RULES[name])(*args)


def _title(rules: Rules) -> str:
    return f"{rules.name} version {rules.version}"


def _called(method: Callable[..., Any], title: str, allowed: Errors) -> Callable[..., Any]:
    def call(*args: Any) -> Any:
        try:
            return method(*args)
        except RulesFault:
            raise
        except allowed:
            raise
        except Exception as error:
            raise _fault(title, method, error) from error

    return call


def _lazy(method: Callable[..., Iterator[Any]], title: str, allowed: Errors) -> Callable[..., Any]:
    def call(*args: Any) -> Iterator[Any]:
        try:
            yield from method(*args)
        except RulesFault:
            raise
        except allowed:
            raise
        except Exception as error:
            raise _fault(title, method, error) from error

    return call


def _fault(title: str, method: Callable[..., Any], error: Exception) -> RulesFault:
    """Say what failed, where, and what to do about it."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{Path(frames[-1].filename).name} line {frames[-1].lineno}"
    what = ascii(str(error))[1:-1][:200]
    return RulesFault(
        f"pbem's rules of {title} have a fault, and no player caused it: {method.__name__} "
        f"failed with {type(error).__name__} ({what}) in {where}. What you signed is not "
        "lost: send this text and the log to the maintainers of pbem, and continue with "
        "the release that fixes it. If a clock runs, ask the umpire for more days ('pbem "
        "clock GAME --more HANDLE DAYS')"
    )
