"""Standing orders as players write them: ``standing QUESTION usual``, and no other line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from pbem.errors import FormError
from pbem.kit.contract import Game
from pbem.kit.defaults.usual import IN_WORDS
from pbem.kit.typed.standing import USUAL
from pbem.kit.typed.words import Words, read_standing


class _InWords(dict[str, str]):
    """Any question -> what `pbem.kit.defaults.usual` answers to it."""

    def __missing__(self, question: str) -> str:
        return IN_WORDS


class UsualLines:
    """The lines of one game."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self.WHAT_IS_USUAL: Mapping[str, str] = _InWords()

    def parse_standing(
        self, _setting: object, _position: object, side: str, line: str
    ) -> Mapping[str, Any]:
        """Read one line; raise `FormError` unless it leaves a question of ``side`` to `usual`."""
        asked = self._game.sensible_standing(side)
        return read_standing(Words(line), dict.fromkeys(asked, _only_usual))

    def print_standing(self, _standing: Mapping[str, Any]) -> list[str]:
        """Return no lines: `pbem.kit.game` writes those that say `usual`."""
        return []


def _only_usual(words: Words) -> NoReturn:
    word = words.take(f"`{USUAL}`")
    raise FormError(f"column {word.column}: {word.text!r} is no answer here; write `{USUAL}`")
