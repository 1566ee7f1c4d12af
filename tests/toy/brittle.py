"""The toy game in a module that has faults: its methods fail where `FAILS` says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.play.fence import GAME
from toy.rules import ToyGame, ToyRules

Fails = Callable[..., bool]
FAILS: dict[str, Fails] = {}
"""Method -> whether it fails on these arguments."""


def always(*_: Any) -> bool:
    return True


class BrittleGame(ToyGame):
    pass


def _brittle(name: str) -> Callable[..., Any]:
    sound = getattr(ToyGame, name)

    def call(self: BrittleGame, *args: Any) -> Any:
        if name in FAILS and FAILS[name](*args):
            raise ZeroDivisionError(f"\u0130 in {name}")
        return sound(self, *args)

    call.__name__ = name
    return call


for _name in GAME:
    setattr(BrittleGame, _name, _brittle(_name))


class BrittleRules(ToyRules):
    name = "brittle"

    def game(self, scenario: str, options: Mapping[str, Any], data: Any) -> BrittleGame:
        return BrittleGame(scenario, options["rounds"], data, 4)
