"""Work during which Python does not look for objects that refer to each other in a circle.

It looks whenever some hundreds of objects were made, and goes through all positions that are held.
Copies of a position make no circles, so each object goes as soon as nobody refers to it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def unswept(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function do its work without that search; it makes no circles, and ends soon."""

    @wraps(function)
    def work(*args: P.args, **kwargs: P.kwargs) -> R:
        if not gc.isenabled():
            return function(*args, **kwargs)
        gc.disable()
        try:
            return function(*args, **kwargs)
        finally:
            gc.enable()

    return work
