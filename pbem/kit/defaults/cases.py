"""Numbered cases in the words of the position: each word is the name of a field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.errors import FormError
from pbem.kit.contract import Game
from pbem.kit.cups import Cups
from pbem.kit.typed.suggest import did_you_mean

AGREED = ("scenario", "options")
"""The parts of a case beside the position; `pbem.cases` reads them."""


class FieldCases:
    """The cases of one game.

    Only the types of the fields refuse a position. A game in which some positions are never
    reached refuses them in a module of its own, or in `refuse`.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self.ALSO_NAMED: Mapping[str, tuple[str, ...]] = {}

    def arrange(self, setting: Any, given: Mapping[str, Any], cups: Cups) -> Any:
        """Return the position of the set-up with the fields that a case gives; raise `FormError`.

        A field that holds a counter face down cannot be given: which one it is lies in the cups.
        """
        cups.members.clear()
        cups.made = 0
        begun: dict[str, Any] = msgspec.to_builtins(self._game.set_up(cups))
        for word in given.keys() - begun.keys() - set(AGREED):
            known = ", ".join(begun)
            raise FormError(
                f"given: there is no word {word!r}{did_you_mean(word, begun)} (use {known})"
            )
        fields = {word: value for word, value in given.items() if word in begun}
        for word, value in fields.items():
            if value != begun[word] and _face_down(begun[word]):
                raise FormError(f"given: {word} has a counter that lies face down; leave it out")
        try:
            position = msgspec.convert(begun | fields, self._game.position_type)
        except msgspec.ValidationError as error:
            raise FormError(f"given: {error}") from None
        self.refuse(setting, position)
        return position

    def refuse(self, setting: Any, position: Any) -> None:
        """Raise `FormError` for a position that no game reaches: by default for none."""

    def facts_of(self, _setting: Any, position: Any) -> Mapping[str, Any]:
        """Return the fields of a position, plain."""
        plain: dict[str, Any] = msgspec.to_builtins(position)
        return plain


def _face_down(value: Any) -> bool:
    """Whether a plain value holds a member of a cup."""
    match value:
        case str():
            return value.startswith("?")
        case dict():
            return any(map(_face_down, value.values()))
        case list():
            return any(map(_face_down, value))
    return False
