"""Orders that wait after a question, written once more after the answer to it.

New orders put an end to a list that waits (protocol, section 4): what is to go on stands in them.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.client.session.drafts import draft_in
from pbem.client.session.mistakes import OrderMistake
from pbem.play.play import Play


class Kept(NamedTuple):
    """An answer with the orders that had waited after it, as one ``text``.

    ``gone``: of each that has become impossible, what it was and why.
    """

    text: str
    gone: list[str]


def keep_waiting(play: Play, handle: str, answer: str) -> Kept:
    """Put waiting orders that would be skipped after an answer of the same player.

    An order that would be judged before any dice, and is not legal after the answer, is left out:
    the list would be refused for it.

    Args:
        play: The play.
        handle: The player.
        answer: The answer.

    Raises:
        OrderMistake: The answer itself is wrong.
    """
    waiting = draft_in(play, handle, answer.encode()).skipping
    answered = answer.splitlines()
    gone = list[str]()
    while True:
        text = "\n".join([*answered, *waiting, ""])
        try:
            draft_in(play, handle, text.encode())
        except OrderMistake as error:
            wrong = {one.line: one.why for one in error.mistakes}
            if min(wrong, default=0) <= len(answered):
                raise
            gone += [why.removeprefix(f"line {line}, ") for line, why in wrong.items()]
            lines = enumerate(waiting, len(answered) + 1)
            waiting = [line for number, line in lines if number not in wrong]
        else:
            return Kept(text, gone)
