"""What can be wrong with a tournament's log, or with a game that is to count in it."""

from __future__ import annotations

import msgspec

from pbem.crypto.text import in_ascii
from pbem.errors import PbemError

FAULTS: dict[str, str] = {
    "line.bad": "a line is no event, or no event of this log: the message has the finding",
    "kind.form": "an event of no kind of a tournament, or not in the form of its kind",
    "found.first": "a log that does not begin with its one `found`",
    "found.terms": "the terms of the tournament contradict each other",
    "found.after": "a ladder that does not go on from the log that it names, as that ended",
    "sign.other": "an event that the director has not signed",
    "deputy.early": (
        "an event of the deputy of another kind than `rule` and `close`, or before the director "
        "was silent for so long"
    ),
    "size.event": "an event of more than 65,535 bytes",
    "word.sign": "a word that its author has not signed",
    "word.other": "a word for another tournament or log, or of another kind than its event",
    "word.old": "a word older than the last of its author, or used again",
    "word.who": "a word of somebody whose word it cannot be, since they have not entered, have "
    "gone or are back already",
    "enter.twice": "a handle or key that has entered already, or too many entrants",
    "enter.late": (
        "an entry after the entries were closed or for a later round, where the format has no room "
        "for it"
    ),
    "change.none": (
        "a change of the terms for a round that is paired or that there is not, of what cannot be "
        "changed, or of nothing"
    ),
    "keep.late": (
        "a lot keeper after the entries were closed, or twice, or with a deputy who cannot be one"
    ),
    "keep.proof": "a lot keeper who has not proven their key",
    "closed.list": "the list of entrants is not that of who has entered",
    "lot.due": (
        "a lot that is not due, or not from the keeper whose turn it is; or they were passed over "
        "with no deputy, or before their turn"
    ),
    "lot.proof": "a lot that its keeper's key did not give, or not over `closed`",
    "challenge.none": (
        "a challenge that cannot be made: where there is no ladder, too far up, or to or by who "
        "does not play or has a board"
    ),
    "bye.none": (
        "a bye that cannot be asked for: the tournament has none on request, the round is paired "
        "or there is none, they do not play in it, or have asked for it or for as many as they may"
    ),
    "bid.due": (
        "a seal, a bid or a pass that is not due: there are no bids of this kind, it is not their "
        "board or not their turn, they have had it, or are silent; or were told silent and are not"
    ),
    "bid.seal": "a bid that is not what was sealed",
    "bid.low": "an open bid that is not above the one that stands, or for the other side",
    "bid.owed": "a game for a board whose bids are not settled",
    "pair.due": "a round that is not to be paired now",
    "pair.other": "other pairings than those that follow from the log",
    "board.none": "a board that there is not",
    "game.twice": "a second game for a board, or a second board for a game",
    "result.twice": "a second result for a board",
    "result.game": "a result of another game than the board's",
    "rule.nothing": (
        "a ruling that changes nothing, or puts out who does not play, or dismisses an appeal "
        "where there is none"
    ),
    "close.order": "another final order than follows from the log, or boards without result",
    "after.close": "an event after the end",
    "checkpoint.sign": "a checkpoint or a receipt that the key for it in `found` has not signed",
    "checkpoint.other": (
        "a checkpoint that this log does not give: it is newer, or of another history"
    ),
    "checkpoint.file": "a tile, a receipt or a cosignature that is not what follows from the log",
    "log.missing": "the log of a game that counts is not among the files",
    "log.bad": "a game's log that is not valid, or not to its end",
    "log.unbound": "a game that is bound to no pairing of this tournament",
    "log.terms": "other players, sides, rules, options, dice, umpire or clock than agreed",
    "log.unfinished": "a game that has not ended, or whose result does not count yet",
    "log.seat": "a seat that another than its entrant held at the end",
    "log.result": "a result other than that of the game's log, or of another head",
}
"""Every fault by its code; what stands in docs/tournaments.md."""


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One fault: ``code``, what is wrong in words, and the number of the event, where it has one.

    ``whose``: the handle of whom it convicts, empty where nobody is.
    """

    code: str
    message: str
    event: int | None = None
    whose: str = ""

    @property
    def title(self) -> str:
        """What the code means."""
        return FAULTS[self.code]


class BadTournament(PbemError):
    """An event, or a game, that cannot stand in a tournament; ``fault`` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.code}: {fault.message}")
        self.fault = fault


def bad(code: str, message: str, event: int | None = None, whose: str = "") -> BadTournament:
    """Return the error of a fault. Raises KeyError for a code that is none."""
    if code not in FAULTS:
        raise KeyError(code)
    told = in_ascii(message)
    return BadTournament(Fault(code=code, message=told, event=event, whose=whose))
