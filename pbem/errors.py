"""The errors that rooms share, in one tree; what one room alone raises stands there, below these.

::

    PbemError                 anything a person can be told in one message
    ├── FormError             bytes or text that are not in the form required
    │   └── WrongSide         an order that names a unit of another side than can stand there
    ├── KeyFileError          a key file or a player card that cannot be used
    │   └── SecondTrigger     two events on one predecessor want dice; carries the first one
    ├── ForcedDiceError       dice that somebody wrote down and that are not those rolled
    ├── OpenToOthers          a file or folder of one's own that others may write
    ├── LogFileError          a log file that cannot be read or written as asked
    ├── BadLog                an event that is not valid (`pbem.log.finding`, with its finding)
    ├── IllegalOrder          an order that the rules do not allow here
    ├── MailError             a message that cannot be read or made
    ├── NotYourPen            somebody else has the pen
    ├── RulesFault            a rules module that broke its contract
    ├── PackError             a data pack that is incomplete, altered or unknown
    ├── StoreError            a database that cannot be used
    └── UnforeseenError       an item that failed in a way that nobody foresaw (`pbem.items`)

A message says what is wrong, where, and what to do. Bad input never leaks another exception.
"""

from __future__ import annotations

from typing import Any


def _made_again(kind: type[PbemError], text: tuple[Any, ...], more: dict[str, Any]) -> PbemError:
    error = kind.__new__(kind, *text)  # which sets the text; __init__ wants what it is made from
    vars(error).update(more)
    return error


class PbemError(Exception):
    """The root: its text is one clear message for a person.

    It arrives whole where it was raised in another process, whatever it was made from.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (type(self), self.args, vars(self))


class FormError(PbemError):
    """Bytes or text that are not in the form required (protocol section 2, or a grammar)."""


class WrongSide(FormError):
    """An order that names a unit of another side than can stand there."""


class KeyFileError(PbemError):
    """A key file, passphrase or player card that cannot be used."""


class SecondTrigger(KeyFileError):
    """Dice are asked for a second event on a predecessor whose dice were given.

    ``first`` is the line of the event that got them; empty where an old record does not have it.
    """

    def __init__(self, message: str, first: str) -> None:
        super().__init__(message)
        self.first = first


class ForcedDiceError(PbemError):
    """Dice that somebody wrote down are not those that are rolled; the message says which."""


class OpenToOthers(PbemError):
    """A file or folder of one's own that others may write, or that is a link: nothing to trust."""


class LogFileError(PbemError):
    """A log file that cannot be read or written as asked; what was there is as it was."""


class IllegalOrder(PbemError):
    """An order that the rules do not allow in this position.

    ``paragraph`` is the rulebook's, ``why`` the reason in words, ``instead`` what would be legal
    (a short text for a person, may be empty).
    """

    def __init__(self, paragraph: str, why: str, instead: str = "") -> None:
        super().__init__(f"{why} [{paragraph}]" + (f". {instead}" if instead else ""))
        self.paragraph = paragraph
        self.why = why
        self.instead = instead


class MailError(PbemError):
    """A message that cannot be read or made; the message says which and what to do."""


class NotYourPen(PbemError):
    """Somebody else has the pen, or it is for something else; the message says who and for what.

    ``why`` is that alone, ``instead`` the kind of event that is one's own to write; what one types
    for it (``type_it``) stands in the message besides. Both are empty where it is nobody's own.
    """

    def __init__(self, why: str, instead: str = "", type_it: str = "") -> None:
        super().__init__(f"{why} For you: {type_it}." if type_it else why)
        self.why = why
        self.instead = instead


class PackError(PbemError):
    """A data pack that is incomplete, altered or unknown."""


class RulesFault(PbemError):
    """A rules module broke its contract: a mistake in the program, not of any player.

    It costs one game until a release mends it. It is no finding, and nobody is to blame.
    """


class StoreError(PbemError):
    """A database that cannot be used as asked."""


class UnforeseenError(PbemError):
    """One item of many failed in a way that nobody foresaw; the message names it (`pbem.items`).

    It says nothing of the item itself, and is no finding. Whoever goes through many items goes on
    with the next, and does not count this one as read, good or empty.

    ``why`` is the message without the name, for who shows that already.
    """

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.why = why
