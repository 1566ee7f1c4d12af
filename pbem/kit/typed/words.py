"""One line that a player wrote, word by word: orders and standing orders of any game.

Every refusal is a `FormError` that says which word, in which column, what is wrong with it and
what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from pbem.errors import FormError, WrongSide
from pbem.kit.plain import lower, number
from pbem.kit.typed.standing import USUAL
from pbem.kit.typed.suggest import did_you_mean
from pbem.kit.wording import with_article

LONGEST = 2000
"""Signs that one line may have."""

COMMENT = "#"
"""Begins a comment, which goes on to the end of the line."""

NEXT = ";"
"""Parts the orders of one line."""

JOINTS = ("and", "&", "+")
"""The signs that people write between names beside blanks and commas."""

T = TypeVar("T")
W = TypeVar("W", bound="Words")


class Word(NamedTuple):
    """A word and the column it begins in, from 1."""

    text: str
    column: int

    def wrong(self, what: str) -> FormError:
        """Return the refusal of this word; ``what`` is wrong with it, and what would be right."""
        return FormError(f"column {self.column}: {what}")

    def of_another_side(self, what: str) -> WrongSide:
        """Return the refusal of this word, which names a thing of another side."""
        return WrongSide(f"column {self.column}: {what}")

    def among(self, names: Iterable[str]) -> str | None:
        """Return the one of ``names`` that this word is: as it stands, else in another case."""
        known = list(names)
        if self.text in known:
            return self.text
        return next((name for name in known if lower(name) == lower(self.text)), None)


class Words:
    """The words of one order that are still to be read.

    ``marks``: the signs that are words of their own wherever they stand.

    Each method that reads raises `FormError` at a word that it cannot read.
    """

    def __init__(self, line: str, marks: str = "") -> None:
        self._words = _split(line, marks)
        self._next = 0

    def done(self) -> bool:
        """Whether every word was read."""
        return self.left() == 0

    def left(self) -> int:
        """Return how many words are still to be read."""
        return len(self._words) - self._next

    def peek(self) -> str:
        """Return the next word in lower case, or nothing at the end of the line."""
        return "" if self.done() else lower(self._words[self._next].text)

    def take(self, wanted: str) -> Word:
        """Read a word; ``wanted`` says what should stand here.

        Raises:
            FormError: The line has no more words.
        """
        if self.done():
            raise FormError(f"the line ends too early: {wanted} must follow")
        self._next += 1
        return self._words[self._next - 1]

    def take_if(self, *words: str) -> bool:
        """Read the next word if it is one of these."""
        if self.peek() in words:
            self._next += 1
            return True
        return False

    def choice(self, what: str, words: Iterable[str]) -> str:
        """Read one of several words, in lower case; ``what`` is what they are."""
        allowed = list(words)
        word = self.take(f"one of {', '.join(allowed)}" if len(allowed) > 1 else allowed[0])
        if lower(word.text) not in allowed:
            hint = did_you_mean(word.text, allowed) or f"; write {', '.join(allowed)}"
            raise word.wrong(f"{word.text!r} is not {with_article(what)}{hint}")
        return lower(word.text)

    def end(self) -> None:
        """Refuse words that nobody has read."""
        if not self.done():
            word = self._words[self._next]
            raise word.wrong(
                f"{word.text!r} is too much here; leave it out, or look at the form of the order"
            )

    def is_unit(self, word: Word) -> bool:  # noqa: ARG002 - for games that know units
        """Whether a word names a unit of the game."""
        return False

    def refuse_bare_unit(self) -> None:
        """Refuse a line that begins with a unit: it does not say what the unit does."""
        if self.is_unit(self._words[self._next]):
            said = " ".join(word.text for word in self._words[self._next :])
            word = self._words[self._next]
            raise word.wrong(f"{word.text} is a unit; write what it does, as in `move {said}`")

    def perhaps_two(self, error: FormError, orders: Collection[str]) -> FormError:
        """Return ``error``; if the word refused begins an order, with how orders are separated."""
        for word in self._words[1:]:
            refused = str(error).startswith(f"column {word.column}: ")
            if refused and lower(word.text) in orders:
                cure = f"put `{NEXT}` before `{word.text}` if it begins another order"
                return FormError(f"{error}; {cure}")
        return error

    def number(self, what: str, most: int) -> int:
        """Read a number from 0 to ``most``; ``what`` is counted."""
        word = self.take(f"a number of {what}")
        found = number(word.text, 6)
        if found is None or found > most:
            raise word.wrong(f"{word.text!r} is not a number of {what} from 0 to {most}")
        return found

    def in_all(self) -> bool:
        """Read the words before a limit over all uses of a standing order, if they stand here."""
        if not self.take_if("in"):
            return False
        self.choice("end of `in all`", ("all",))
        return True

    def once(self, read: Callable[[], T], found: Collection[T]) -> T:
        """Read what is not among ``found`` yet."""
        place = self._next
        one = read()
        if one in found:
            raise self._words[place].wrong(f"{one} is named twice; name it once")
        return one

    def several(
        self, read: Callable[[], T], stop: Collection[str] = (), *, once: bool = False
    ) -> tuple[T, ...]:
        """Read one or more, up to the end or a word of ``stop``; perhaps each only ``once``."""
        found: list[T] = []
        while not found or not (self.done() or self.peek() in stop):
            if found and self.peek() in JOINTS:
                word = self._words[self._next]
                raise word.wrong(f"{word.text!r} is not a name; put spaces or commas between names")
            found.append(self.once(read, found if once else ()))
        return tuple(found)

    def parts(self, read: Callable[[], str]) -> Iterator[str]:
        """Yield the names of parts, in any order, each at most once, up to the end of the line.

        ``read`` reads a name; the caller that iterates reads what belongs to the part before they
        go on.
        """
        said: set[str] = set()
        while not self.done():
            place = self._next
            part = read()
            if part in said:
                raise self._words[place].wrong(f"`{part}` is there twice; write it once")
            said.add(part)
            yield part


def read_order(words: W, readers: Mapping[str, Callable[[W], T]]) -> T:
    """Read a whole order: its first word chooses who reads the others.

    Raises:
        FormError: The line has no word, or the reader refuses it.
    """
    if words.done():
        raise FormError("this line has no order; write one, or leave the line out")
    if words.peek() not in readers and "move" in readers:
        words.refuse_bare_unit()
    try:
        order = readers[words.choice("order", readers)](words)
        words.end()
    except FormError as error:
        raise words.perhaps_two(error, readers) from None
    return order


def read_standing(words: W, readers: Mapping[str, Callable[[W], T]]) -> dict[str, T | str]:
    """Read a line of standing orders: the question it is about -> what its reader returns.

    ``standing QUESTION usual`` needs no reader: it is `USUAL` in every game.

    Raises:
        FormError: The line has no word, or more than `usual` stands where `usual` is the whole
            line.
    """
    if words.done():
        raise FormError("this line has no standing order")
    words.choice("standing order, which begins with `standing`", ("standing",))
    about = words.choice("question with standing orders", (*readers, USUAL))
    if about == USUAL:
        raise FormError(f"`standing {USUAL}` is a whole line, for every question left open")
    part = USUAL if words.take_if(USUAL) else readers[about](words)
    words.end()
    return {about: part}


def _split(line: str, marks: str) -> list[Word]:
    """Return the words of a line without its comment."""
    if len(line) > LONGEST:
        raise FormError(f"the line has {len(line)} characters; write at most {LONGEST}")
    reported = line.partition(COMMENT)[0]
    if len(reported.strip().splitlines()) > 1:
        raise FormError("write one order a line")
    alone = re.escape(marks + NEXT)
    found = re.finditer(rf"[{alone}]|[^\s,{alone}]+", reported)
    words = [Word(one[0], one.start() + 1) for one in found]
    for word in words:
        if not (word.text.isascii() and word.text.isprintable()):
            raise word.wrong(f"{word.text!r} has characters that no order has; write plain letters")
        if word.text == NEXT:
            raise word.wrong(f"`{NEXT}` separates orders, but this place allows only one")
    return words
