"""Judge a player's signed request by the log as it stands.

A player's program asks before it signs, and the director's when a word comes.

Source: docs/tournaments.md, section 3.
"""

from __future__ import annotations

from pbem.kit.wording import counted
from pbem.tournament import substitutes, teams
from pbem.tournament.changes import taken, why_no_pause
from pbem.tournament.events import plain_kinds, word_kinds
from pbem.tournament.history import Entrant, History
from pbem.tournament.outcomes import SAID
from pbem.tournament.pairings import challenges, requests
from pbem.tournament.pairings.pairing import all_rounds

_BY_CODE = {
    "after.close": "the tournament is over",
    "bid.due": "{who} cannot bid, seal or pass there now",
    "bid.low": "it is not more than the highest bid, or is for the other side",
    "bid.seal": "it is not the bid that {who} sealed",
    "board.none": "there is no such board",
    "keep.proof": "{who} did not prove their key for lots",
    "lot.due": "{who} owes no lot",
    "lot.proof": "the lot does not follow from the key of {who}",
    "word.old": (
        "{who} signed a newer request since, or it was used before. If it still holds, {who} must "
        "sign it again"
    ),
    "word.other": "it is for another tournament, or for another history of this one",
    "word.sign": "{who} did not sign it: it is invented, or was changed on the way",
}


def why_refused(history: History, word: word_kinds.AnyWord, code: str) -> str:
    """Say why a log cannot take a word as its next, in a sentence without an end.

    ``code``: that of the fault which the fold finds in it.
    """
    who = word.handle
    if code in _BY_CODE:
        return _BY_CODE[code].format(who=who)
    if isinstance(word, word_kinds.Enter):
        return _no_entry(history, word)
    if isinstance(word, word_kinds.Keep):
        return _no_keeper(history, word)
    if history.teams is not None and isinstance(word, word_kinds.BY_PLAYERS):
        player = history.members.get(word.sign)
        return _not_entered(history, word) if player is None else _of_entrant(history, player, word)
    one = _author(history, word)
    return _not_entered(history, word) if one is None else _of_entrant(history, one, word)


def _of_entrant(history: History, one: Entrant, word: word_kinds.AnyWord) -> str:
    """Say why a word of somebody who has entered is none now."""
    if isinstance(word, word_kinds.Withdraw | word_kinds.Return):
        return _no_turn(history, one, word)
    if isinstance(word, word_kinds.Called):
        other = taken(history, one, word.name)
        return f"{'' if other is None else other.handle} is called like that"
    if isinstance(word, word_kinds.Challenge):
        return challenges.why_none(history, one.number, word.whom)
    if isinstance(word, word_kinds.Substitute | word_kinds.Back):
        return substitutes.why_none(history, one, word)
    if isinstance(word, word_kinds.LineUp):
        return teams.why_no_lineup(history, one, word)
    return _asked(history, one, word)


def _asked(history: History, one: Entrant, word: word_kinds.AnyWord) -> str:
    if isinstance(word, word_kinds.Pause):
        return why_no_pause(history, one, word)
    assert isinstance(word, word_kinds.Bye)  # noqa: S101 - lots and bids have codes of their own
    return requests.why_none(history, one, word.round)


def why_useless(history: History, word: word_kinds.AnyWord) -> str:
    """Say why a word, which the log can take, would count for nothing; empty where it may count."""
    if not isinstance(word, word_kinds.Enter | word_kinds.Withdraw | word_kinds.Return):
        return ""
    rounds = history.length
    if not rounds:  # how many there are is not known yet
        return ""
    if isinstance(word, word_kinds.Withdraw):
        one = _author(history, word)
        if word.from_ <= max(rounds, history.next_round) and one and history.can_leave(one.number):
            return ""
    if history.next_round > rounds:
        return f"{all_rounds(rounds)} paired, so it would count for no round"
    if word.from_ > rounds:
        return f"there is no round {word.from_}: it has {counted(rounds, 'round')}"
    return ""


def why_unfit(history: History, word: word_kinds.AnyWord) -> str:
    """Say why an entry, which the log could take, is not taken; empty where it is.

    A ruling ends a board by a handle or by a word such as `draw`. A player with such a word as
    their handle could never be ruled the winner. No game opens in which its umpire plays, so the
    umpire, or who has their handle, would keep every opponent from playing.
    """
    if not isinstance(word, word_kinds.Enter):
        return ""
    umpire = history.board_in(history.next_round).umpire
    if umpire is not None and (umpire.handle == word.handle or umpire.sign == word.sign):
        return f"{umpire.handle} is the umpire of the games, and no umpire plays in a game"
    if word.handle not in SAID:
        return ""
    return (
        f"nobody can enter as {word.handle}, because 'pbem tournament rule 1 {word.handle}' means "
        "something else. Make another name with 'pbem identity new NAME', and enter with 'pbem "
        "tournament enter --as NAME'"
    )


def _author(history: History, word: word_kinds.AnyWord) -> Entrant | None:
    own = (word.handle, word.sign)
    if history.teams is not None and word.sign not in history.members:
        return None
    return next((one for one in history.entrants if (one.speaker, one.sign) == own), None)


def _not_entered(history: History, word: word_kinds.AnyWord) -> str:
    if history.teams is not None:
        if word.sign in history.members:
            return "only the captain of a team whose players have entered can say that"
        return f"{word.handle} has not entered with this key"
    if history.by_handle(word.handle) is None:
        return f"{word.handle} has not entered"
    return f"{word.handle} entered with another key"


def _no_turn(history: History, one: Entrant, word: word_kinds.Withdraw | word_kinds.Return) -> str:
    if isinstance(word, word_kinds.Withdraw):
        return _gone(history, one)
    if history.by_handle(one.handle) is not one:
        return f"somebody else has entered as {one.handle} since"
    return f"{one.handle} has not withdrawn"


def _gone(history: History, one: Entrant) -> str:
    if (since := history.withdrawn.get(one.number)) is not None:
        return f"{one.handle} has withdrawn already, {history.since(since)}"
    return f"{one.handle} is out already, by the director's word"


def _no_entry(history: History, word: word_kinds.Enter) -> str:
    if history.teams is not None:
        late = "the team would be complete too late: all rounds are fixed"
        return teams.why_no_entry(history, word) or late
    known = history.by_handle(word.handle)
    if known is not None and not history.is_free(known):
        same = "" if known.sign == word.sign else ", with another key: it may be somebody else"
        return f"{word.handle} has entered already, as number {known.number}{same}"
    other = next((one for one in history.entrants if one.sign == word.sign), None)
    if other is None and (number := substitutes.owner(history, word.sign)) is not None:
        other = history.entrant(number)
    if other is not None:
        return f"the key of {word.handle} has entered already, as {other.handle}"
    if len(history.entrants) == plain_kinds.ENTRANTS_MAX:
        return f"it is full: {plain_kinds.ENTRANTS_MAX} have entered"
    if history.closed:
        return "its entries are closed, and this format accepts no late entries"
    return "in this format everybody plays from the first round on"


def _no_keeper(history: History, word: word_kinds.Keep) -> str:
    if history.closed:
        return "its entries are closed, and lot keepers must volunteer before that"
    if word.handle in {one.handle for one in history.keepers}:
        return f"{word.handle} keeps lots already"
    return (
        f"{word.handle} is the deputy of a lot keeper already, or names a deputy who keeps lots or "
        "is a deputy already"
    )
