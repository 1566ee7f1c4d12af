"""Facts that are fields of the position: those with a title, and the field ``turn``.

``steps: Annotated[int, Meta(title="steps that Red has left")]`` is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import inspect

from pbem.kit.contract import Fact, Game, Names
from pbem.kit.defaults.fields import Field, fields_of

TURN = "turn"


class FieldFacts:
    """The facts of one game: whole numbers, flags, and texts.

    A text is one of the words of a `Literal` or of ``Meta(extra={"words": ...})``, or has the
    pattern of its `Meta`. It is empty if a counter lies face down there.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.FACTS: Mapping[str, Fact] = {
            field.name: _fact(field, field.title or "the turn")
            for field in fields_of(game.position_type)
            if field.title or field.name == TURN
        }

    def names(self, _setting: object) -> Mapping[str, Names]:
        """Return nothing: no fact takes an argument."""
        return {}

    def fact(
        self, _setting: object, position: Any, name: str, _args: Sequence[str]
    ) -> int | str | bool:
        """Return the field that is called ``name``."""
        value: int | str | bool | None = getattr(position, name)
        if value is None or (isinstance(value, str) and value.startswith("?")):
            return ""
        return value


def _fact(field: Field, title: str) -> Fact:
    if field.words:
        return Fact((), title, "text", ("", *field.words))
    match field.type:
        case inspect.BoolType():
            return Fact((), title, "yes or no")
        case inspect.IntType():
            return Fact((), title, "number")
        case inspect.LiteralType(values) if all(isinstance(one, str) for one in values):
            return Fact((), title, "text", tuple(dict.fromkeys(["", *map(str, values)])))
        case inspect.StrType(pattern=str() as form):
            return Fact((), title, "text", ("",), form)
    raise TypeError(
        f"the field {field.name} of the position has a title, so it is a fact. Give it the type "
        "int, bool, a Literal of texts, or str with words or a pattern. Or write a module `facts`"
    )
