"""The errors that all packages share: their tree, and that each arrives whole from elsewhere."""

from __future__ import annotations

import inspect
import pickle
import re
from typing import Any

import pytest

import pbem.log.finding
from pbem import errors

KINDS = sorted(
    {
        kind
        for module in (errors, pbem.log.finding)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, errors.PbemError)
    },
    key=lambda kind: kind.__name__,
)


class Asked:
    """The arguments of an error, with whatever text it asks for."""

    message = "a message"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Asked)

    def __hash__(self) -> int:
        return 0


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_error_arrives_whole(kind: type[Any]) -> None:
    made = kind.__init__
    wanted = {} if made is Exception.__init__ else inspect.signature(made).parameters
    given = [
        Asked() if one.annotation == "Finding" else f"the {name}"
        for name, one in wanted.items()
        if name != "self" and one.kind is not one.KEYWORD_ONLY
    ] or ["a message"]
    named = {name: name for name, one in wanted.items() if one.kind is one.KEYWORD_ONLY}
    error = kind(*given, **named)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert type(again) is kind
    assert (str(again), again.args, vars(again)) == (str(error), error.args, vars(error))
    assert str(again)


def test_the_tree_that_is_drawn_has_each_below_what_it_is_one_of() -> None:
    assert errors.__doc__ is not None
    drawn = re.findall(r"^    ((?:[│├└─] *)*)(\w+)  +\S", errors.__doc__, re.MULTILINE)
    above: list[str] = []
    found = {}
    for stem, name in drawn:
        depth = len(stem.replace("├──", "│  ").replace("└──", "│  ")) // 4
        above[depth:] = [name]
        found[name] = above[depth - 1] if depth else "Exception"
    assert found == {kind.__name__: kind.__mro__[1].__name__ for kind in KINDS}
