"""Results that follow from a position, kept beside it until an outcome changes it.

While a play goes on from one event to the next, `Game.apply` alone changes its position. So a rule
that was looked up stays true up to the next outcome. Elsewhere nothing is kept: cases and tools may
change a position by hand. A copy of the position is another position, about which nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

Kept = tuple[Any, dict[Any, Any]]
"""The position that is kept in mind, None where there is none, and what was found out about it."""

NOTHING: Kept = (None, {})

ALWAYS_MOST = 20_000
"""So many results of a setting are kept; then all are forgotten."""

_END = object()
_NONE: Any = object()


class Keeps:
    """A setting with what was found out about one position.

    ``kept`` is replaced as a whole, so that two threads with one game never mix their positions.
    """

    kept: Kept = NOTHING


class keeping:  # noqa: N801 - it is read as a word of a `with`
    """Keep in mind what is found out about a position, which `Game.apply` alone changes meanwhile.

    Not every game can (`pbem.kit.game`). Inside of it, that is done already for this position.
    """

    __slots__ = ("_keep",)

    def __init__(self, game: Any, position: Any) -> None:
        keep: Callable[[Any], bool] | None = getattr(game, "keep", None)
        self._keep = keep if keep is not None and keep(position) else None

    def __enter__(self) -> None:
        """Begin: the position is kept in mind already."""

    def __exit__(self, *_: object) -> None:
        """Forget it, if it was kept in mind here."""
        if self._keep is not None:
            self._keep(None)


def changed(was: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return who has another place now, has come or has gone, by name.

    It brings up to date what was found out about the places of units.
    """
    if was.keys() == now.keys():
        return sorted([unit for unit, place in now.items() if place != was[unit]])
    return sorted({unit for unit, _ in was.items() ^ now.items()})


def kept(function: F) -> F:
    """Let a function of a setting and a position look nothing up twice.

    The result must be such that nobody changes it.
    """

    @wraps(function)
    def look(setting: Any, position: Any, *args: Any) -> Any:
        of, found = setting.kept
        if of is not position:
            return function(setting, position, *args)
        key = (function, args)
        result = found.get(key, _NONE)
        if result is _NONE:
            result = found[key] = function(setting, position, *args)
        return result

    return cast("F", look)


def kept_of(name: str) -> Callable[[F], F]:
    """Do the same for a function of a part of the position: of its field ``name``."""

    def keeping(function: F) -> F:
        @wraps(function)
        def look(setting: Any, part: Any, *args: Any) -> Any:
            of, found = setting.kept
            if of is None or getattr(of, name) is not part:
                return function(setting, part, *args)
            key = (function, args)
            result = found.get(key, _NONE)
            if result is _NONE:
                result = found[key] = function(setting, part, *args)
            return result

        return cast("F", look)

    return keeping


def always(function: F) -> F:
    """Let a function of a setting and of values that never change look nothing up twice.

    Its results do not hang on a position. The arguments can be hashed.
    """

    @wraps(function)
    def look(setting: Any, *args: Any) -> Any:
        found: dict[Any, Any] = setting.__dict__.setdefault("_always", {})
        key = (function, args)
        if key not in found:
            if len(found) >= ALWAYS_MOST:
                found.clear()
            found[key] = function(setting, *args)
        return found[key]

    return cast("F", look)


def kept_each(function: F) -> F:
    """Do the same for a function that yields: what was read is read again, and then the rest."""

    @wraps(function)
    def look(setting: Any, position: Any, *args: Any) -> Iterator[Any]:
        of, found = setting.kept
        if of is not position:
            return cast("Iterator[Any]", function(setting, position, *args))
        key = (function, args)
        if key not in found:
            found[key] = ([], function(setting, position, *args))
        return _again(found, key)

    return cast("F", look)


def _again(found: dict[Any, Any], key: Any) -> Iterator[Any]:
    """Yield what was read, and then what is left, which is read from now on."""
    at, (read, rest) = 0, found[key]
    while True:
        if at == len(read):
            try:
                one = next(rest, _END)
            except BaseException:
                found.pop(key, None)  # what failed has no rest: it must not look like the end
                raise
            if one is _END:
                return
            read.append(one)
        yield read[at]
        at += 1
