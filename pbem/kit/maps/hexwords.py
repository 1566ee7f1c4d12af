"""The words of a line of a game on a hex map: hexes and units, looked up."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable

from pbem.kit.maps.hexes import HEX_FORM, Hex
from pbem.kit.typed.suggest import did_you_mean
from pbem.kit.typed.words import Word, Words

_HEX = re.compile(HEX_FORM)
_FIGURES = str.maketrans("OoIl", "0011")
"""Letters that are taken for figures."""


def looks_like_hex(text: str) -> bool:
    """Whether a word has the form of a hex, on the map or off it."""
    return _HEX.fullmatch(text) is not None


class HexWords(Words, ABC):
    """The words of one line that are still to be read.

    ``hexes`` are those of the map; ``likely``: those that a message about a typing mistake names
    first.

    Each method that reads raises `FormError` at a word that it cannot read.
    """

    def __init__(
        self, line: str, hexes: Collection[Hex], likely: Iterable[Hex], marks: str = ""
    ) -> None:
        super().__init__(line, marks)
        self._hexes = hexes
        self._likely = likely

    def hex(self, *others: str) -> Hex:
        """Read a hex of the map; ``others`` are words that might stand here as well."""
        word = self.take("a hex")
        if word.text not in self._hexes:
            raise word.wrong(self.no_hex(word, others))
        return word.text

    def hexes(self, stop: Collection[str] = ()) -> tuple[Hex, ...]:
        """Read one hex or more, up to the end or a word of ``stop``."""
        return self.several(lambda: self.hex(*stop), stop)

    @abstractmethod
    def unit(self, *, what: str = "a unit", others: Collection[str] = ()) -> str:
        """Read a unit of the writer.

        ``what`` should stand here; ``others`` are words that might stand here as well.
        """

    def units(self, stop: Collection[str] = (), *, what: str = "a unit") -> tuple[str, ...]:
        """Read one unit of the writer or more, each once, up to the end or a word of ``stop``.

        ``what`` as in `unit`.
        """
        return self.several(lambda: self.unit(what=what, others=stop), stop, once=True)

    def no_hex(self, word: Word, others: Collection[str]) -> str:
        """Return why a word is no hex, with the word that was probably meant.

        ``others``: words that might stand there as well.
        """
        text = word.text
        if looks_like_hex(text):
            why = f"{text} is off the map"
        else:
            why = f"{text!r} is not a hex; a hex has four digits, column then row"
        figures = text.translate(_FIGURES)
        meant = (figures,) if figures in self._hexes else ()
        names = dict.fromkeys((*meant, *others, *self._likely, *self._hexes))
        return why + did_you_mean(text, names)
