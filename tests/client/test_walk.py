"""How what comes in the mail walks through the client: down its layers, and never up by a call."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable
from inspect import CO_GENERATOR
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

from pbem.client.exchange.taking import take_one

ROOT = Path(__file__).resolve().parent.parent.parent
CLIENT = "pbem.client."
STAIRS_MOST = 18


def layers() -> dict[str, int]:
    """Return how high each layer of the client lies, as the import contract orders them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    [client] = [one for one in contracts["contracts"] if one["id"] == "layers-of-the-client"]
    layers = [layer.split(" | ") for layer in reversed(client["layers"])]
    return {name: height for height, names in enumerate(layers) for name in names}


class Walk:
    """The modules of the client that are entered while `take_one` runs.

    ``modules``: in order, none twice in a row: where a function is called, and where it returns to;
    ``calls``: from which module another one was called.
    """

    def __init__(self) -> None:
        self.modules: list[str] = []
        self.calls: list[tuple[str, str]] = []
        self._inside = False
        self._reading: list[FrameType] = []

    def follow(self, work: Callable[[], Any]) -> None:
        """Do some work and note the walk."""
        sys.setprofile(self._step)
        try:
            work()
        finally:
            sys.setprofile(None)

    def _step(self, frame: FrameType, event: str, _arg: object) -> None:
        if event not in ("call", "return") or not module(frame).startswith(CLIENT):
            return
        if frame.f_code.co_flags & CO_GENERATOR:
            # Events that are read one after another are one walk to where they lie.
            if frame in self._reading:
                return
            if event == "return":
                self._reading.append(frame)
        if frame.f_code is take_one.__code__:
            self._inside = event == "call"
            self.modules += [module(frame)] if self._inside else []
        elif self._inside:
            before = nearest(frame.f_back)
            if event == "call" and before != module(frame):
                self.calls.append((before, module(frame)))
            now = module(frame) if event == "call" else before
            if self.modules[-1] != now:
                self.modules.append(now)


def module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def nearest(frame: FrameType | None) -> str:
    """Return the module of the client from which a frame was called, however far away."""
    while frame is not None and not module(frame).startswith(CLIENT):
        frame = frame.f_back
    return "" if frame is None else module(frame)


def layer(name: str) -> str:
    return name.removeprefix(CLIENT).partition(".")[0]


def turned_back(heights: list[int]) -> int:
    """Count how often a walk, having gone down, goes up again."""
    down, times = False, 0
    for before, now in pairwise(heights):
        times += down and now > before
        down = now < before or (down and now == before)
    return times


def test_turning_back_is_counted():
    assert turned_back([3, 1, 2, 2, 0, 0, 1, 3, 3]) == 2
    assert turned_back([3, 2, 1]) == 0


def test_a_turn_walks_down(playing):
    ann, bob = playing
    ann.orders("move 1", "attack blue")
    sent = ann.sends()
    walk, heights = Walk(), layers()
    walk.follow(lambda: bob.takes(sent))
    assert bob.count == 4
    assert walk.modules[0] == walk.modules[-1] == f"{CLIENT}exchange.taking"
    assert {"session", "storage"} <= set(map(layer, walk.modules))
    upward = [(a, b) for a, b in walk.calls if heights[layer(a)] < heights[layer(b)]]
    assert upward == []
    assert max(heights[layer(name)] for name in walk.modules) == heights["exchange"]
    assert all(a != b for a, b in pairwise(walk.modules))
    assert turned_back([heights[layer(name)] for name in walk.modules]) < STAIRS_MOST
