"""The errors that packages share, in one tree.

::

    PbemError                 the root; its text is one message for a person
    ├── FormError             bytes or text in a wrong form
    │   ├── WrongSide         an order that names a unit of a side that cannot be there
    │   └── TooMuchWork       files that would take longer to judge than anybody can wait
    ├── KeyFileError          a key file or player card that cannot be used
    │   └── SecondTrigger     dice for a second event in the place of one that got its dice
    ├── ForcedDiceError       chosen dice that do not fit the roll
    ├── OpenToOthers          one of your own files or folders that others can write to
    ├── LogFileError          a file that cannot be read or written
    ├── BadLog                an invalid event (`pbem.log.finding`, with its finding)
    ├── IllegalOrder          an order that the rules do not allow
    ├── MailError             a message that cannot be read or made
    ├── NotYourPen            it is not your move, or the game waits for something else
    ├── RulesFault            a rules module that broke its contract
    ├── PackError             a data pack that is incomplete, altered or unknown
    ├── StoreError            a database that cannot be used
    └── UnforeseenError       an item that failed because of a fault of pbem (`pbem.items`)

If only one package raises an error, that package defines it. A message says what is wrong, where,
and what to do. Bad input never raises another exception.
"""

from __future__ import annotations

from typing import Any


def _made_again(kind: type[PbemError], text: tuple[Any, ...], more: dict[str, Any]) -> PbemError:
    error = kind.__new__(kind, *text)  # which sets the text; __init__ wants what it is made from
    vars(error).update(more)
    return error


class PbemError(Exception):
    """The root of all errors of pbem. Its text is one message for a person.

    It keeps its text and fields if it was raised in another process.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (type(self), self.args, vars(self))


class FormError(PbemError):
    """Bytes or text in a wrong form.

    Source: docs/protocol.md, section 2, or the grammar of a game.
    """


class WrongSide(FormError):
    """An order that names a unit of a side that cannot be there."""


class TooMuchWork(FormError):
    """Files that would take longer to judge than anybody can wait: work is counted and limited."""


class KeyFileError(PbemError):
    """A key file, passphrase or player card that cannot be used."""


class SecondTrigger(KeyFileError):
    """Dice for a second event in the place of one that already got its dice.

    ``first`` is the line of the event that got them; empty if an old record lacks it.
    """

    def __init__(self, message: str, first: str) -> None:
        super().__init__(message)
        self.first = first


class ForcedDiceError(PbemError):
    """Chosen dice that do not fit the roll. The message names them."""


class OpenToOthers(PbemError):
    """One of your own files or folders that others can write to, or that is a link."""


class LogFileError(PbemError):
    """A file that cannot be read or written; it has not changed."""


class IllegalOrder(PbemError):
    """An order that the rules do not allow in this position.

    - ``paragraph``: the paragraph of the rulebook;
    - ``why``: the reason in words;
    - ``instead``: a legal alternative in words, or empty;
    - ``also``: other paragraphs without which the order would be legal.
    """

    def __init__(
        self, paragraph: str, why: str, instead: str = "", *, also: tuple[str, ...] = ()
    ) -> None:
        super().__init__(f"{why} [{paragraph}]" + (f". {instead}" if instead else ""))
        self.paragraph = paragraph
        self.why = why
        self.instead = instead
        self.also = also


class MailError(PbemError):
    """A mail that cannot be read or written. The message says which, and what to do."""


class NotYourPen(PbemError):
    """It is not your move, or the game waits for something else from you.

    - ``why``: the active player, and what the game waits for;
    - ``instead``: the kind of event that you can write now, or empty.

    The message also says what you type for it (``type_it``).
    """

    def __init__(self, why: str, instead: str = "", type_it: str = "") -> None:
        super().__init__(f"{why} For you: {type_it}." if type_it else why)
        self.why = why
        self.instead = instead


class PackError(PbemError):
    """A data pack that is incomplete, altered or unknown."""


class RulesFault(PbemError):
    """A rules module that broke its contract. The module has a fault; no player is to blame.

    One game cannot go on until a release fixes it. It is not a finding, and nobody is to blame.
    """


class StoreError(PbemError):
    """A database that cannot be used."""


class UnforeseenError(PbemError):
    """One item of many failed because of a fault of pbem (`pbem.items`).

    It is not a finding, and says nothing about the item. A loop over many items goes on with the
    next, and does not count this one as read, valid or empty.

    ``name`` is that of the item, ``why`` the message without it.
    """

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.why = why
