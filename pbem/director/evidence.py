"""Whether a game's log counts for a board, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import UNSET, UnsetType

from pbem.audit.verdict import Verdict
from pbem.audit.verify import verify_one
from pbem.crypto.text import escape
from pbem.errors import FormError, PbemError
from pbem.kit.wording import listing
from pbem.log.event import read_event
from pbem.log.file import read_events, read_lines
from pbem.table.events.kinds import GameResult, Open, RulesId, Signer, read_data
from pbem.table.library import Library
from pbem.tournament.binding import board_of, terms
from pbem.tournament.events.plain_kinds import Outcome, Scores
from pbem.tournament.faults import BadTournament, bad
from pbem.tournament.history import BoardOf, History
from pbem.tournament.outcomes import placed, scores_for

NO_RESULT = "no result that counts yet"
"""A board that has a game and no result, wherever a director reads of it."""


class Evidence(NamedTuple):
    """A game's log: its opening with the opener's handle and the id, and the verdict on it."""

    path: Path
    game: str
    by: str
    opening: Open
    verdict: Verdict


def newer_rules(rules: RulesId, played: str | None) -> str:
    """Say that those at a board went over to newer rules in the middle of its game; else empty.

    ``rules``: those of its opening; ``played``: all that it was played by, as a verdict names them.

    The terms of a tournament say with which rules a game begins; what all in it have agreed to is
    theirs (protocol, 4), and nobody else has said yes.
    """
    if played is None or played == f"{rules.name} version {rules.version}":
        return ""
    return f"played by {played}, as its players agreed during the game"


def opening_of(path: Path) -> tuple[str, str, Open]:
    """Return id, author and data of a log's opening.

    Raises:
        BadTournament: With ``log.bad``: the file is no log of a game.
    """
    try:
        for number, line in read_lines(path):
            event = read_event(line, number)
            if event.kind != "open" or event.seq:
                raise FormError("it does not begin with an opening")
            return event.id, event.by, read_data("open", event.data)
        raise FormError("it is empty")
    except PbemError as error:
        reported = f"{escape(str(path))} is not the log of a game: {error}"
        raise bad("log.bad", reported) from None


def read_evidence(path: Path, library: Library) -> Evidence:
    """Read and verify a game's log.

    Raises:
        BadTournament: With ``log.bad``: the file has no opening.
    """
    game, by, opening = opening_of(path)
    return Evidence(path, game, by, opening, verify_one(path, library))


def absent(evidence: Evidence) -> list[str]:
    """Return the players of a game who have neither joined it nor been put out by its umpire.

    Anybody can sign an opening alone, so until there is nobody here the game takes no board.

    Source: docs/tournaments.md, section 6.
    """
    here: set[str] = set()
    for event in read_events(evidence.path):
        if event.kind == "join":
            here.add(event.by)
        elif event.kind == "ruling" and isinstance(out := event.data.get("out"), str):
            here.add(out)
    return [one.handle for one in evidence.opening.players if one.handle not in here]


def outcome_of(history: History, evidence: Evidence) -> tuple[BoardOf, Outcome]:
    """Return the board of a game, and how the game ended.

    Raises:
        BadTournament: With ``log.unbound``, ``log.terms``, ``log.bad``, ``log.unfinished`` or
            ``log.seat``.

    Source: docs/tournaments.md, section 6.
    """
    name, verdict = escape(str(evidence.path)), evidence.verdict
    try:
        at = board_of(history, name, evidence.opening, evidence.by)
    except BadTournament as error:
        fault = error.fault
        if not fault.whose or _opened_it(history, evidence):
            raise
        raise bad(fault.code, fault.message, fault.event) from None
    if not verdict.ok:
        found = "" if verdict.finding is None else f" ({verdict.finding.code})"
        blame = _blamed(history, at, evidence)
        why = verdict.unread or verdict.lower or "'pbem verify' says why"
        raise bad("log.bad", f"{name}, {at}, is not valid{found}: {why}.", whose=", ".join(blame))
    if verdict.result is None or verdict.needs:
        raise bad("log.unfinished", f"{name}, {at}: {NO_RESULT}: {waits_words(verdict)}")
    if why := _held_by_others(history, at, evidence):
        raise bad("log.seat", f"{name}, {at}: {why}. Rule on this board.")
    sides = history.board_terms(at).sides
    if len(sides) == 1 and newer_rules(evidence.opening.rules, verdict.rules):
        reported = (
            f"{name}, {at}, was played by {verdict.rules}. Its player changed to newer rules, and "
            "nobody else agreed. Rule on this board."
        )
        raise bad("log.terms", reported, whose=evidence.by)
    if len(sides) > 2:
        return at, places(sides, verdict.result, verdict.scores)
    return at, _outcome(sides, verdict.result)


def _opened_it(history: History, evidence: Evidence) -> bool:
    """Say whether the author of an opening signed it with the key of their entry.

    Anybody can write an opening in a player's name, with another key or a bad signature.
    """
    players = (one for one in evidence.opening.players if one.handle == evidence.by)
    return bool(evidence.verdict.events) and next(players, None) in history.players()


def counts(verdict: Verdict) -> bool:
    """Say whether a game has a result, and nothing is left to do before it counts."""
    return verdict.result is not None and not verdict.needs


def waits_words(verdict: Verdict) -> str:
    """Say who must do what before a game's result counts, and by which command or click."""
    if verdict.result is None:
        return f"its game is not over. {verdict.pen}"
    by: dict[str, list[str]] = {}
    for one in verdict.needs:
        by.setdefault(one.what, []).append(one.by)
    deeds = [f"{listing(who)} must {_DEEDS[what]}" for what, who in by.items()]
    return f"{', and '.join(deeds)}. Then they mail the log again."


_DEEDS = {
    "closing": "confirm it ('pbem rule --result')",
    "opening": "open what was sealed ('pbem reveal', or on the board 'Open your sealed choice')",
    "masks": "reveal the keys of the decks ('pbem deal', or on the board 'Do your card work')",
    "stocks": "reveal hidden supplies ('pbem deal', or on the board 'Do your card work')",
}


def _blamed(history: History, at: BoardOf, evidence: Evidence) -> list[str]:
    """Return whom an invalid game of a board convicts, as far as the tournament knows their keys.

    An umpire can put in somebody by the handle of an entrant, with another key.
    """
    verdict, opening = evidence.verdict, evidence.opening
    known = {*opening.players} | ({opening.umpire} if opening.umpire else set())  # as agreed
    named = {*history.at_board(at)}
    known |= {one for who in verdict.signers if (one := Signer(who.handle, who.sign)) in named}
    blame = () if verdict.finding is None else verdict.finding.blame
    return [handle for handle in blame if handle in {one.handle for one in known}]


def holders(evidence: Evidence) -> dict[str, list[Signer]]:
    """Return who held the place of each player of a game, one after the other, by the first."""
    held = {one.handle: [one] for one in evidence.opening.players}
    for event in read_events(evidence.path):
        data = event.data
        if event.kind == "ruling" and data.get("as") == "replace":
            at = next(those for those in held.values() if those[-1].handle == data["out"])
            at.append(Signer(str(data["handle"]), str(data["sign"])))
    return held


def _held_by_others(history: History, at: BoardOf, evidence: Evidence) -> str:
    """Say who held a seat of a game without being named for it; empty where nobody did.

    Source: docs/tournaments.md, section 6.
    """
    held, sides = holders(evidence), terms(history, at).seats
    if evidence.verdict.seats != {side: held[sides[side]][-1].handle for side in sorted(sides)}:
        return "it was ended by somebody who is not its entrant"
    for named in history.sitters(at):
        entrant, *later = those = held[named[0].handle]
        last = those[-1]
        left = iter(named)
        if strange := [one for one in those if one not in left]:  # in this order
            return f"{strange[0].handle} held the seat of {entrant.handle}, who did not name them"
        if later and last != named[-1] and named.index(last) % 2:
            return f"{last.handle} kept the seat of {entrant.handle}, who is back"
    return ""


def was_played(history: History, evidence: Evidence) -> Literal[False] | UnsetType:
    """Say whether a game that has ended is one that was played; unset where it is.

    It is none since edition 2 where it was forfeited and none of those who lost gave an order.

    Source: docs/tournaments.md, section 6.
    """
    result = evidence.verdict.result
    if history.edition < 2 or result is None or result.why != "forfeit":
        return UNSET
    seats = evidence.opening.seats.items()
    lost = {handle for side, handle in seats} - {
        handle for side, handle in seats if side == result.winner
    }
    ordered = {event.by for event in read_events(evidence.path) if event.kind == "orders"}
    held = holders(evidence)
    return UNSET if any(one.handle in ordered for who in lost for one in held[who]) else False


def score_of(history: History, evidence: Evidence) -> int | UnsetType:
    """Return the score of who played a game alone; elsewhere there is none."""
    sides, verdict = history.found.board.sides, evidence.verdict
    if len(sides) > 1:
        return UNSET
    return _own_scores(sides, verdict.result, verdict.scores)[0]


def level_of(history: History, evidence: Evidence, outcome: Outcome) -> int | UnsetType:
    """Return the level of the winner's victory: the highest where the rules did not end the game.

    It goes by the score of the side that the game's result names. Elsewhere than where the terms
    have levels there is none.
    """
    levels, verdict = history.found.levels, evidence.verdict
    if isinstance(levels, UnsetType):
        return UNSET
    if outcome not in ("first", "second") or verdict.result is None:
        return 0
    if verdict.result.why != "victory":
        return len(levels)
    score = verdict.scores.get(verdict.result.winner or "", 0)
    return sum(score >= level.score for level in levels)


def scores_of(history: History, evidence: Evidence, outcome: Outcome) -> Scores | UnsetType:
    """Return the game's own scores of the two at a board, where a tie-break goes by them.

    Those of the terms where the rules did not end the game: nobody lowers the winner's by giving
    up.
    """
    result, found = evidence.verdict.result, history.found
    if isinstance(found.scores, UnsetType):
        return UNSET
    if result is None or result.why != "victory":
        return scores_for(found, outcome)
    at = board_of(history, str(evidence.path), evidence.opening, evidence.by)
    sides = history.board_terms(at).sides
    first, second = _own_scores(sides, result, evidence.verdict.scores)
    return first, second


Sides = Sequence[Sequence[str]]


def _outcome(sides: Sides, result: GameResult) -> Outcome:
    if result.winner in sides[0]:
        return "first"
    if result.winner in sides[-1]:
        return "second"
    # A player alone calls a tie with nobody to agree: that is no draw.
    alone = len(sides) == 1 and result.why == "tie"
    return "draw" if _is_drawn(result) and not alone else "none"


def _is_drawn(result: GameResult) -> bool:
    """Say whether a game has no winner because it is drawn.

    Else a side that the rules play has won, or nobody is left: then nobody of a board has.
    """
    return result.winner is None and result.why in ("victory", "tie")


def places(sides: Sides, result: GameResult, scores: Mapping[str, int]) -> Outcome:
    """Return the places at a table: the winner's, then by the game's own score.

    ``scores``: side -> that score.
    """
    won = [result.winner in held for held in sides]
    if not any(won) and not _is_drawn(result):
        return "none"
    return placed(list(zip(won, _own_scores(sides, result, scores), strict=True)))


def _own_scores(sides: Sides, result: GameResult | None, scores: Mapping[str, int]) -> list[int]:
    """Return the game's own score of everybody at a board, 0 where its rules did not end it."""
    counted = result is not None and result.why == "victory"
    return [sum(scores.get(side, 0) for side in held) if counted else 0 for held in sides]
