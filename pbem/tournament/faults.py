"""The possible faults of a tournament's log, or of a game that should count."""

from __future__ import annotations

import msgspec

from pbem.crypto.text import in_ascii
from pbem.errors import PbemError

FAULTS: dict[str, str] = {
    "line.bad": "a line that is no event of this log (the message has the finding)",
    "kind.form": "an event of an unknown kind, or not in the form of its kind",
    "found.first": "a log that does not begin with its one `found`",
    "found.terms": "the terms of the tournament contradict each other",
    "found.after": "a ladder that does not continue the final order of the log that it names",
    "sign.other": "an event that the director did not sign",
    "deputy.early": (
        "an event of the deputy other than `rule` and `close`, or too early: the director was not "
        "silent for long enough"
    ),
    "size.event": "an event of more than 65,535 bytes",
    "word.sign": "a request that its author did not sign",
    "word.other": "a request for another tournament or log, or of another kind than its event",
    "word.old": "a request that is older than its author's last one, or used again",
    "word.who": (
        "a request by somebody who cannot make it: they did not enter, have gone or are back "
        "already"
    ),
    "enter.twice": "a handle or key that entered already, or too many entrants",
    "enter.late": "an entry that comes too late for this format",
    "change.none": (
        "a change of the terms that cannot be made: its round is paired or does not exist, or it "
        "changes nothing or something fixed"
    ),
    "keep.late": (
        "a lot keeper after the entries were closed, or twice, or with a deputy who cannot be one"
    ),
    "keep.proof": "a lot keeper without a proof of their key",
    "closed.list": "a list of entrants that is not the list of those who entered",
    "lot.due": (
        "a lot that is not due or not from the keeper whose turn it is; or a keeper who is passed "
        "over too early or without a deputy"
    ),
    "lot.proof": "a lot that does not follow from its keeper's key and `closed`",
    "challenge.none": (
        "a challenge that cannot be made: there is no ladder, it goes too far up, or one of the "
        "two does not play or has a board"
    ),
    "bye.none": (
        "a bye that cannot be requested: the tournament has none, its round is paired, does not "
        "exist or is not theirs, or they requested enough"
    ),
    "bid.due": (
        "a seal, bid or pass that is not due now: no such bids, not their board or turn, or they "
        "did it already; or a wrong claim that somebody is silent"
    ),
    "bid.seal": "a bid that is not the sealed one",
    "bid.low": "an open bid that is not above the highest bid, or for the other side",
    "bid.owed": "a game for a board whose bids are not settled",
    "name.taken": "a name that is the handle or the name of another entrant",
    "due.none": (
        "a deadline that cannot be set: it has passed or stands already, or its round or the "
        "entries are over; or it moves another without a reason, or of a paired round to earlier"
    ),
    "pause.none": (
        "a pause that cannot be: the tournament has none, the round has no deadline or no open "
        "board of the author, or the time is not later or was said already"
    ),
    "pair.due": "a round that cannot be paired now",
    "pair.other": "other pairings than those that follow from the log",
    "board.none": "a board that does not exist",
    "substitute.none": (
        "a substitute or a return that cannot be: the tournament has none, the board is another's "
        "or decided, it is not the turn for it, or the player named cannot be this"
    ),
    "team.none": (
        "a line-up that cannot be: there are no teams, it has another number of players, another "
        "order than the list, or somebody who has not entered"
    ),
    "game.twice": "a second game for a board, or a second board for a game",
    "result.twice": "a second result for a board",
    "result.game": "a result of another game than the board's",
    "rule.nothing": (
        "a ruling that changes nothing, puts out somebody who does not play, or dismisses an "
        "appeal that does not exist"
    ),
    "close.order": "a final order that does not follow from the log, or boards without result",
    "after.close": "an event after the end",
    "checkpoint.sign": "a checkpoint or a receipt that the key for it in `found` did not sign",
    "checkpoint.other": (
        "a checkpoint that does not fit this log: it is newer, or of another history"
    ),
    "checkpoint.file": "a tile, a receipt or a cosignature that does not follow from the log",
    "log.missing": "the log of a game that counts is not among the files",
    "log.bad": "a game's log that is not valid, or not to its end",
    "log.unbound": "a game that is bound to no pairing of this tournament",
    "log.terms": "other players, sides, rules, options, dice, umpire or clock than agreed",
    "log.unfinished": "a game that has not ended, or whose result does not count yet",
    "log.seat": (
        "a seat that somebody held who was neither its entrant nor named for it, or that a "
        "substitute kept"
    ),
    "log.result": "a result that is not that of the game's log, or has another head",
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
        """The meaning of the code."""
        return FAULTS[self.code]


class BadTournament(PbemError):
    """An event, or a game, that cannot stand in a tournament; ``fault`` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.code}: {fault.message}")
        self.fault = fault


def bad(code: str, message: str, event: int | None = None, whose: str = "") -> BadTournament:
    """Return the error of a fault.

    ``code``: one of `FAULTS`. ``event``: the number of an event. ``whose``: the handle of whom it
    convicts.

    Raises:
        KeyError: There is no such code.
    """
    if code not in FAULTS:
        raise KeyError(code)
    reported = in_ascii(message)
    return BadTournament(Fault(code=code, message=reported, event=event, whose=whose))
