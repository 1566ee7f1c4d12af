"""What the director does: takes in what came, pairs, rules, closes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from pbem.crypto.text import escape
from pbem.desk import people
from pbem.desk.desk import Desk
from pbem.director.evidence import (
    Evidence,
    level_of,
    newer_rules,
    opening_of,
    outcome_of,
    read_evidence,
    score_of,
)
from pbem.director.handed_in import handed_in
from pbem.director.office import Office
from pbem.director.playing import lot_word
from pbem.director.saying import WORD_BYTES
from pbem.errors import FormError, NotYourPen, PbemError
from pbem.files import read_plain
from pbem.identity.card import CARD_BYTES, read_card
from pbem.kit.suggest import did_you_mean
from pbem.log.disk import explaining
from pbem.log.file import read_events
from pbem.tournament import kinds, pairing
from pbem.tournament.binding import board_of
from pbem.tournament.faults import BadTournament, bad
from pbem.tournament.hearing import why_refused, why_unfit
from pbem.tournament.history import BoardOf, Decided, History
from pbem.tournament.pairing import neither
from pbem.tournament.standings import standings


class Collected(msgspec.Struct, frozen=True):
    """What became of one file: ``taken``, ``known``, ``waits``, ``passed`` or ``refused``, and why.

    ``code``: of the fault for which it was refused, or waits (docs/tournaments.md, 7), if of one.
    """

    file: str
    became: str
    told: str
    code: str = ""


_ORDER = {
    "keep": 0,
    "enter": 1,
    "return": 2,
    "withdraw": 3,
    "lot": 4,
    "challenge": 5,
    "bye": 5,
    "seal": 6,
    "bid": 7,
    "raise": 8,
    "pass": 8,
}


def passed_over(path: Path) -> Collected:
    """Say of a file in a folder, in which nothing is looked for, what it is."""
    what = handed_in(path)
    told = f"is a {what.kind} by another name: name the file by itself to have it taken"
    return Collected(str(path), "passed", what.told or told)


_DAMAGED = "is damaged, or no word of a player: ask who sent it for it again"
_DEEDS = {
    "enter": "enters",
    "return": "comes back",
    "withdraw": "withdraws",
    "keep": "keeps lots",
    "lot": "gives a lot",
    "challenge": "challenges",
    "bye": "asks for a bye",
    "seal": "seals a bid",
    "bid": "opens a bid",
    "raise": "bids",
    "pass": "passes",
}
"""What somebody does who says a word."""


def collect(
    office: Office,
    desk: Desk,
    files: Sequence[Path],
    told: Callable[[int], None] = lambda _: None,
) -> list[Collected]:
    """Take in words and the logs of games: each is judged, and what is refused changes nothing."""
    found: list[Collected] = []
    read: list[tuple[Path, kinds.AnyWord]] = []
    cards: list[Path] = []
    logs: list[Path] = []
    for path in files:
        what = handed_in(path)
        if what.kind == "card":
            cards.append(path)
        elif what.kind == "log":
            logs.append(path)
        elif what.kind != "word":
            found.append(Collected(str(path), "refused", what.told))
        else:
            try:
                word = kinds.read_word(read_plain(path, WORD_BYTES).removesuffix(b"\n"))
                read.append((path, word))
            except (PbemError, OSError):
                found.append(Collected(str(path), "refused", _DAMAGED))
    read.sort(key=lambda one: _ORDER[_what(one[1])])
    found += [_word(office, path, word) for path, word in read]
    found += [_card(office, desk, path) for path in cards]  # of who has entered by now
    for number, path in enumerate(logs, 1):
        told(number)
        found.append(_log(office, desk, path))
    return found


def _what(word: kinds.AnyWord) -> str:
    return str(type(word).__struct_config__.tag)


def _word(office: Office, path: Path, word: kinds.AnyWord) -> Collected:
    deed = f"{word.handle} {_DEEDS[_what(word)]}"
    try:
        office.fold.hear(word)
        if why := why_unfit(word):
            told = f"{deed}, which does not count: {why}"
            return Collected(str(path), "refused", told)
        event = office.write(kinds.Said(word=word), _what(word))
    except BadTournament as error:
        if office.has(word):
            return Collected(str(path), "known", f"{deed}, as the log has already")
        code = error.fault.code
        told = f"{deed}, which does not count: {why_refused(office.fold.now, word, code)}"
        return Collected(str(path), "refused", told, code)
    since = f" from round {late}" if (late := _from_later(office.fold.now, word)) else ""
    return Collected(str(path), "taken", f"{deed}{since}, by event {event.seq} of the log")


def _from_later(history: History, word: kinds.AnyWord) -> int:
    """Return the round from which who has just entered plays, 0 where that is the first."""
    if not isinstance(word, kinds.Enter):
        return 0
    return since if (since := history.entrants[-1].from_) > 1 else 0


def _card(office: Office, desk: Desk, path: Path) -> Collected:
    """Keep the card of who has entered, or keeps lots, with the key by which he did."""
    history = office.fold.now
    known = {(one.handle, one.sign) for one in history.entrants}
    known |= {(one.handle, one.sign) for one in history.keepers}
    known |= {(one.deputy.handle, one.deputy.sign) for one in history.keepers if one.deputy}
    try:
        with explaining(path, "Reading"):
            card = read_card(read_plain(path, CARD_BYTES))
        if (card.handle, card.sign) not in known:
            told = f"the card of {card.handle}, who has not entered with its key"
            return Collected(str(path), "refused", told)
        before = people.find_card(desk, card.handle)
        if card.handle in people.handles(desk) or before == card:
            return Collected(str(path), "known", f"the card of {card.handle} is here already")
        people.import_card(desk, path)
    except PbemError as error:
        return Collected(str(path), "refused", str(error))
    told = f"the card of {card.handle}, {card.email}"
    if not card.email:
        told = (
            f"the card of {card.handle}, which names NO ADDRESS: 'pbem tournament mail' cannot "
            f"reach them. {card.handle} types 'pbem identity email ADDRESS' and 'pbem card "
            "export', and mails you the card again"
        )
    return Collected(str(path), "taken", told)


def _log(office: Office, desk: Desk, path: Path) -> Collected:
    history = office.fold.now
    try:
        game, by, opening = opening_of(path)
        at = board_of(history, escape(str(path)), opening, by)
        if history.games.get(at, game) != game:
            told = f"{path} is a second game for {at}: only a ruling decides that board"
            raise bad("game.twice", told, whose=by)
        taken = at not in history.games
        done, proven = history.decided.get(at), history.proven.get(at)
        known = proven is not None and (
            (done is not None and done.ruled)
            or proven.head in (event.id for event in read_events(path))
        )
        if known or (done is not None and history.over):
            return Collected(str(path), "known", f"{at} is decided already")
        evidence = read_evidence(path, desk.library)
        if proven is not None:
            return _another_end(path, at, proven, evidence)
        if done is not None and evidence.verdict.finding is None and not evidence.verdict.result:
            return Collected(str(path), "known", f"{at} is decided already, by a ruling")
        if evidence.verdict.finding is None and taken:
            office.write(kinds.GameOf(round=at.round, board=at.board, game=game), "game")
        at, outcome = outcome_of(history, evidence)
        data = kinds.ResultOf(
            round=at.round,
            board=at.board,
            game=game,
            head=evidence.verdict.head or "",
            outcome=outcome,
            score=score_of(history, evidence),
            level=level_of(history, evidence, outcome),
        )
        office.write(data, "result")
    except BadTournament as error:
        became = "waits" if error.fault.code == "log.unfinished" else "refused"
        return Collected(str(path), became, error.fault.message, error.fault.code)
    except PbemError as error:
        return Collected(str(path), "refused", str(error))
    told = f"{at}: {_result_words(office, at)}"
    if newer := newer_rules(evidence.opening.rules, evidence.verdict.rules):
        told += f". NEWER RULES than the tournament's: it was {newer}"
    return Collected(str(path), "taken", told)


def _another_end(path: Path, at: BoardOf, done: Decided, evidence: Evidence) -> Collected:
    """Say what a log is that has not the end by which its board was decided."""
    verdict = evidence.verdict
    if verdict.finding is None and verdict.result is None:
        told = (
            f"an older copy, or another course, of a game that has ended: {at} is decided already"
        )
        return Collected(str(path), "known", told)
    told = (
        f"{path} ends otherwise than the log that decided {at}, whose last event is "
        f"{done.head[:16]}...: if both are valid, somebody has signed two events on one. Nothing "
        "was changed. Keep both logs, 'pbem verify' of both says who it was, and 'pbem tournament "
        "rule' decides the board"
    )
    raise bad("log.result", told)


def _result_words(office: Office, at: BoardOf) -> str:
    """Say what has come of a board's game, and whether a ruling counts in its place."""
    now = office.fold.now
    won = now.words_of(at, now.proven[at])
    if not now.decided[at].ruled:
        return won
    return (
        f"{won}, as its log proves; your ruling goes on to count. 'pbem tournament rule {at.board} "
        f"log --round {at.round} --why ...' has the log decide it"
    )


def pair(
    office: Office, desk: Desk, *, round_: int | None = None, every: bool = False
) -> list[int]:
    """Pair the next round, or every round that waits for no result; return which were paired.

    ``round_`` is the round that the director means, and nothing is paired where it is there
    already. Without it the next is paired only when each board of the last is decided: else who
    types a command again that was killed has another round. Before the first round the entries are
    closed and lots drawn, which is all for a ladder, as nobody could challenge before: where
    another keeper's is due, nothing is paired yet, and NotYourPen says whose. Raises FormError
    where no round can be paired.
    """
    history = office.fold.now
    if round_ is not None and round_ < history.next_round:
        return []
    if why := _not_meant(history, round_, every=every):
        raise FormError(f"no round is paired now: {why}")
    new = not history.order
    _begin(office, desk)
    if new and history.is_open_ended and not history.challenges:
        return []
    paired: list[int] = []
    while every or not paired:
        why = pairing.why_not_due(history)
        if why and paired:
            break
        if why:
            raise FormError(f"no round can be paired now: {why}")
        made = pairing.pairings(history)
        if made is None:
            raise FormError(
                f"this tournament is paired by {getattr(history.found.format, 'engine', '')}, and "
                f"here is {pairing.engine()}: install that version"
            )
        number = history.next_round
        office.write(kinds.Pair(round=number, boards=made[0], byes=made[1]), "pair")
        paired.append(number)
    return paired


def _begin(office: Office, desk: Desk) -> None:
    """Close the entries and give the director's lot, where that is not done."""
    history = office.fold.now
    if not history.closed:
        entrants = sorted(one.sign for one in history.entrants if one.plays(1))
        needed = max(2, len(history.found.board.sides))
        if len(entrants) < needed:
            told = f"{len(entrants)} have entered for the first round"
            raise FormError(f"{told}: {'two' if needed == 2 else 'three'} are needed")
        office.write(kinds.Closed(entrants=tuple(entrants)), "closed")
    while (due := history.waits_for_lot()) is not None:
        if due.sign != office.identity.sign_public.hex():
            instead = (
                f". If that time passes, 'pbem tournament unlot {due.handle} --why ...' has "
                f"{due.deputy.handle}, the deputy, give it"
                if due.deputy is not None
                else ""
            )
            raise NotYourPen(
                f"the entries are closed, and {due.handle} owes a lot: mail them the log, they run "
                "'pbem tournament take FILE' and 'pbem tournament lot', and you collect the answer"
                f"{instead}"
            )
        office.write(kinds.Said(word=lot_word(desk, office.fold, office.identity)), "lot")


def _not_meant(history: History, round_: int | None, *, every: bool) -> str:
    """Say why the director may not mean the next round; empty where he does."""
    number = history.next_round
    if round_ is not None:
        return "" if round_ == number else f"round {number} is the next"
    if every or not history.rounds or number > history.length or history.is_open_ended:
        return ""  # a challenge is paired once, so nothing is paired twice by it
    boards = history.boards(number - 1)
    owed = [at for at in boards if at not in history.decided]
    if (boards and not owed) or (owed and not pairing.is_laid_out(history)):
        return ""  # it is due, or the engine says of itself what it waits for
    stands = "has byes only"
    if owed:
        stands = f"{len(owed)} of its boards {'is' if len(owed) == 1 else 'are'} not decided"
    return (
        f"round {number - 1} is paired already, and {stands}. Round {number} is paired all the "
        f"same by 'pbem tournament pair --round {number}'"
    )


def rule(
    office: Office,
    at: BoardOf,
    outcome: kinds.Outcome | Literal["log"],
    why: str,
    *,
    played: bool,
    score: int | UnsetType = UNSET,
    level: int | UnsetType = UNSET,
) -> BoardOf:
    """Decide a board by a ruling, that of who plays alone with a score, or as its log says.

    ``level``: of the winner's victory, where the terms have levels. Raises FormError where that
    changes nothing, or there is no log, BadTournament.
    """
    office.require_open()
    history = office.fold.now
    _require_board(history, at)
    stands, proven = history.decided.get(at), history.proven.get(at)
    if outcome == "log" and proven is None:
        raise FormError(
            f"no result of a game's log stands in the tournament's for {at}: 'pbem tournament "
            "collect' takes in the log, also where you have ruled"
        )
    meant = (
        proven
        if outcome == "log"
        else Decided(outcome, played, "", "", None if score is UNSET else score, "", level or 0)
    )
    alike = stands is not None and meant is not None and _alike(stands, meant)
    if alike and stands is not None and not (outcome == "log" and stands.ruled):
        by = "by a ruling" if stands.ruled else "by the log of its game"
        raise FormError(f"{at} is decided like that already, {by}: {history.words_of(at, stands)}")
    data = kinds.Rule(
        round=at.round,
        board=at.board,
        outcome=outcome,
        score=score,
        level=level,
        played=played,
        why=why,
    )
    office.write(data, "rule")
    return at


def _alike(one: Decided, other: Decided) -> bool:
    """Say whether two endings give the same."""
    keys = ("outcome", "played", "score", "level")
    return all(getattr(one, key) == getattr(other, key) for key in keys)


def dismiss(office: Office, at: BoardOf, handle: str, why: str) -> None:
    """Answer an appeal that is not granted; raises FormError where there can be none."""
    number = may_appeal(office, at, handle)
    data = kinds.Dismiss(round=at.round, board=at.board, entrant=number, why=why)
    office.write(data, "dismiss")


def may_appeal(office: Office, at: BoardOf, handle: str) -> int:
    """Return the number of who appeals on a board; raises FormError where nobody can, or he did."""
    office.require_open()
    history, number = office.fold.now, _entered(office, handle)
    _require_board(history, at)
    if at not in history.decided:
        raise FormError(f"{at} is not decided yet, so there is nothing to appeal against")
    if (at, number) in history.answered:
        raise FormError(
            f"the appeal of {handle} on {at} is dismissed already, and nobody has ruled on it since"
        )
    return number


def _require_board(history: History, at: BoardOf) -> None:
    if not history.has(at):
        raise FormError(f"there is no {at}: 'pbem tournament show' lists the boards")


def _entered(office: Office, handle: str) -> int:
    who = office.fold.now.by_handle(handle)
    if who is None:
        names = [one.handle for one in office.fold.now.entrants]
        raise FormError(f"{escape(handle)} has not entered{did_you_mean(handle, names)}")
    return who.number


def put_out(office: Office, handle: str, why: str) -> None:
    """Take an entrant out without his word; raises FormError where he plays no longer."""
    number, history = _entered(office, handle), office.fold.now
    if not history.entrant(number).plays(kinds.ROUNDS_MAX + 1):
        why = "has withdrawn" if number in history.withdrawn else "is out"
        raise FormError(f"{handle} {why} already: there is nothing to be done")
    office.write(kinds.PutOut(entrant=number, why=why), "out")


def unbid(office: Office, at: BoardOf, handle: str, why: str) -> None:
    """Say that somebody has let the time for his bid pass; raises FormError, BadTournament."""
    data = kinds.Unbid(round=at.round, board=at.board, entrant=_entered(office, handle), why=why)
    office.write(data, "unbid")


def unlot(office: Office, keeper: str, why: str) -> str:
    """Say that a keeper has let the time for his lot pass; return his deputy, who now owes it.

    Raises FormError for a handle that none has, BadTournament.
    """
    if keeper not in {one.handle for one in office.fold.now.keepers}:
        raise FormError(f"{escape(keeper)} keeps no lots")
    office.write(kinds.Unlot(keeper=keeper, why=why), "unlot")
    due = office.fold.now.waits_for_lot()
    assert due is not None  # noqa: S101 - the deputy's
    return due.handle


def change(office: Office, planned: kinds.Found, since: int, why: str) -> kinds.Change:
    """Change what a plan, read anew, has otherwise from round ``since`` on; return the change.

    Raises FormError where the plan has something else that stays as it was founded, BadTournament.
    """
    history = office.fold.now
    found = history.found
    rounds = getattr(planned.format, "rounds", None)
    same: dict[str, object] = {"checkpoints": found.checkpoints, "board": found.board}
    if rounds is not None and isinstance(found.format, type(planned.format)):
        same["format"] = found.format
    as_it_was = msgspec.structs.replace(planned, **same)
    if other := [
        name for name in found.__struct_fields__
        if getattr(as_it_was, name) != getattr(found, name)
    ]:  # fmt: skip
        raise FormError(
            f"the plan has another {', '.join(other)} than this tournament: only the game with its "
            "scenario, options, umpire, dice and clock, and the number of rounds, can be changed"
        )
    board = planned.board
    made = kinds.Change(
        from_=since,
        rounds=None if rounds == history.length else rounds,
        board=None if board == history.board_in(since) else board,
        why=why,
    )
    office.write(made, "change")
    return made


def close(office: Office) -> None:
    """Write the final order; raises FormError while boards are owed."""
    history = office.fold.now
    if not history.order:
        raise FormError("nothing is paired yet: a tournament that was not played is not closed")
    if owed := history.owed():
        raise FormError(
            f"{neither(owed)}. 'pbem tournament collect' takes in its log, 'pbem tournament rule' "
            "decides what no log does"
        )
    office.write(kinds.Close(order=tuple(row.number for row in standings(history))), "close")
