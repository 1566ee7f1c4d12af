"""A tournament in words: rounds, who owes what, standings, and what a stranger found."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from msgspec import UNSET

from pbem.client import people
from pbem.client.client import Client
from pbem.client.session.bound import game_name
from pbem.crypto.text import escape
from pbem.director.directing.collecting import Collected
from pbem.director.evidence import NO_RESULT
from pbem.director.judging import Report, rating_lists
from pbem.director.office import Office, Waiting
from pbem.director.plan.unattended import Unattended
from pbem.director.sides import called
from pbem.kit.wording import MONTHS, counted, listing, without_stop
from pbem.table.events.kinds import Signer
from pbem.table.library import Library
from pbem.tournament import berger, outcomes
from pbem.tournament.bids import SIDES, Auction, Bids
from pbem.tournament.bracket import HOLE, Bracket
from pbem.tournament.events.kinds import Due, Entries, Found
from pbem.tournament.events.plain_kinds import ROUNDS_MAX
from pbem.tournament.events.term_kinds import (
    DoubleElimination,
    Elimination,
    Format,
    Groups,
    Ladder,
    RatingList,
    RoundRobin,
    SingleElimination,
    Solitaire,
    Swiss,
    Tables,
)
from pbem.tournament.faults import FAULTS
from pbem.tournament.folding import Fold
from pbem.tournament.history import BoardOf, Decided, Entrant, History
from pbem.tournament.on_trust import on_trust
from pbem.tournament.pairings import pairing
from pbem.tournament.ranking.rating_list import Listed
from pbem.tournament.ranking.ratings import Line
from pbem.tournament.ranking.standings import Row, bracket, columns, standings
from pbem.tournament.scale import points_words, shown_scale_line, tie_words
from pbem.tournament.substitutes import substitute_lines, until_day

MISSING_SHOWN = 20
"""Boards that are named as missing; of more their number is reported."""

KNOWN_SHOWN = 6
"""Files that are listed by themselves though nothing in them is new; of more their number is
reported."""

FORMATS: dict[type[Format], str] = {
    RoundRobin: "round robin",
    Swiss: "Swiss",
    Tables: "tournament at tables of three",
    Solitaire: "competition by score",
    SingleElimination: "single elimination",
    DoubleElimination: "double elimination",
    Groups: "group stage and final",
    Ladder: "ladder",
    RatingList: "rating list",
}


class Desk(NamedTuple):
    """A director's look beside the log: the name of the tournament here, and the time.

    ``inbox``: the folder into which players hand their files; empty where they mail them.
    """

    name: str
    now: datetime
    inbox: str = ""


def show_lines(
    fold: Fold,
    round_: int | None = None,
    library: Library | None = None,
    desk: Desk | None = None,
) -> Iterator[str]:
    """Describe a tournament: what it is, one round, who owes what, and the standings.

    Args:
        fold: The tournament, as its log stands.
        round_: The round; by default the last.
        library: Has the rules, which name the sides; without it they have their ids.
        desk: The reader's, if they direct it; it names what they can do.
    """
    history = fold.now
    found = history.found
    yield f"{escape(found.name)}, directed by {found.director.handle}"
    yield f"Log: {counted(fold.chain.count, 'event')}, head {fold.chain.head}"
    yield from trust_lines(history)
    yield stage_line(history)
    yield from deadline_lines(history)
    shown = len(history.rounds) if round_ is None else round_
    if 1 <= shown <= len(history.rounds):
        yield from round_lines(history, shown, library, desk)
    if desk is not None:
        yield from overdue_lines(history, desk.now)
    owed = [at for at in history.owed() if at.round != shown]
    if owed:
        yield f"Results missing from other rounds: {'; '.join(map(str, owed))}"
    yield from challenge_lines(history)
    yield from gone_lines(history)
    yield from substitute_lines(history)
    yield from word_lines(history)
    yield from dropped_lines(history)
    yield from appeal_lines(history)
    rows = standings(history)
    if rows and not history.is_open_ended and (scale := shown_scale_line(found)):
        yield scale
    yield from standing_lines(rows, columns(history), found)
    yield from rating_lines(rating_lists(history))


def deadline_words(due: Entries) -> str:
    """Say until when a round or entries last, in the director's time zone, and what happens then.

    ``due``: of a round a `Due`.
    """
    what = f"round {due.round}" if isinstance(due, Due) else "entries"
    return f"Deadline of {what}: {until_words(due)}"


def until_words(due: Entries) -> str:
    """Say when a deadline is, in the director's time zone, and what happens then."""
    return f"{time_words(due)}. {then_words(due)}".rstrip()


def time_words(due: Entries) -> str:
    """Say when a deadline is, in the director's time zone."""
    local = due.local
    sign, (hours, minutes) = "-" if due.offset < 0 else "+", divmod(abs(due.offset), 60)
    zone = f"{due.zone}, UTC{sign}{hours:02}:{minutes:02}"
    return f"{local.day} {MONTHS[local.month - 1]} {local.year}, {local:%H:%M} ({zone})"


def then_words(due: Entries) -> str:
    """Say what happens at the deadline of a round; empty for that of entries."""
    if not isinstance(due, Due):
        return ""
    if due.then == "adjudicate":
        return "The director decides games that are open then."
    return "The director reminds the players of open games."


def deadline_lines(history: History) -> Iterator[str]:
    """Describe the deadlines of entries and of rounds that are not decided."""
    if (entries := history.open_entries()) is not None:
        yield f"{deadline_words(entries)}{here_words(entries)}"
    open_ = {at.round for at in history.owed()}
    for number, due in sorted(history.deadlines.items()):
        if number in open_ or number > len(history.rounds):
            yield f"{deadline_words(due)}{here_words(due)}"
    for number in sorted(history.paused):
        yield from pause_lines(history, number)


def overdue_lines(history: History, now: datetime) -> Iterator[str]:
    """Name the boards whose deadline has passed, each with the command that decides it."""
    late = [at for at in history.owed() if is_late(history, at, now)]
    for number in sorted({at.round for at in late}):
        due = history.deadlines[number]
        local = due.local
        day = "" if _is_same_day(due, now) else f" of {local.day} {MONTHS[local.month - 1]}"
        boards = [at for at in late if at.round == number]
        for at in boards[:MISSING_SHOWN]:
            handles = [one.handle for one in history.pair_of(at)]
            outcome = (
                "|".join(handles) if len(handles) == 2 else "PLACES" if handles[1:] else "none"
            )
            yield (
                f"{str(at).capitalize()}: deadline{day} passed at {local:%H:%M} ({due.zone}); "
                f"decide: 'pbem tournament rule {at.board} {outcome} --round {number} --why ...'"
            )
        if (more := len(boards) - MISSING_SHOWN) > 0:
            yield f"... and {counted(more, 'more board')} of round {number}."


def is_late(history: History, at: BoardOf, now: datetime) -> bool:
    """Say whether the deadline of a board's round has passed at a time."""
    due = history.deadlines.get(at.round)
    return due is not None and datetime.fromisoformat(due.until) <= now


def _is_same_day(due: Due, now: datetime) -> bool:
    here = now.astimezone(UTC) + timedelta(minutes=due.offset)
    return due.local.date() == here.date()


def pause_lines(history: History, round_: int) -> Iterator[str]:
    """Say who asks for a pause of a round that not all of its open boards agree on."""
    stands = history.deadlines[round_].until
    for number, until in history.asked_to_pause(round_).items():
        if until > stands:
            who, day = history.entrant(number).handle, until_day(until)
            yield f"{who} asks for a pause of round {round_} until {day}, if all agree."


def here_words(due: Entries) -> str:
    """Say when a deadline is by the clock of this computer, if that differs; empty if it does not.

    For who reads it here alone: a page and a mail are read elsewhere.
    """
    try:
        here = datetime.fromisoformat(due.until).astimezone()
    except (OverflowError, ValueError, OSError):  # outside of the years that a machine knows
        return ""
    ahead = here.utcoffset()
    if ahead is None or ahead == timedelta(minutes=due.offset):
        return ""
    day = f"{here.day} {MONTHS[here.month - 1]} {here.year}, {here:%H:%M}"
    return f" By your computer's clock that is {day} ({here:%Z})."


def wishes_lines(name: str, wishes: Unattended | None) -> Iterator[str]:
    """Say what is done in a tournament without its director.

    ``name``: that of the tournament. ``wishes``: None if the director does everything.
    """
    if wishes is None:
        yield f"You direct {name} yourself. 'pbem tournament attend PLAN' lets your agent do it."
        return
    yield f"While 'pbem agent run' runs, your agent directs {name}:"
    whose = "people whose card you have" if wishes.entries == "known" else "anybody"
    yield f"  It admits {whose}."
    first = (
        "you pair round 1" if wishes.players is None else f"round 1: at {wishes.players} players"
    )
    yield f"  It pairs each round when it is due ({first})."
    if wishes.days is not None:
        days = " and ".join(map(str, wishes.remind)) or "no"
        after = "you decide open games" if wishes.then == "adjudicate" else "players are reminded"
        yield (
            f"  It sets a deadline {counted(wishes.days, 'day')} after each pairing "
            f"({wishes.zone}), and reminds players {days} days before. Then {after}."
        )
    if wishes.pages is not None:
        yield f"  It publishes in {escape(wishes.pages)}."
    if wishes.close is not None:
        yield f"  It closes {counted(wishes.close, 'day')} after the last decision."
    yield "It reports to you what only you decide."


def trust_lines(history: History) -> Iterator[str]:
    """Say what a reader has to know of who directs, and who keeps the lots."""
    director = history.found.director.handle
    keepers = [
        one.handle + (f" (deputy {one.deputy.handle})" if one.deputy is not None else "")
        for one in history.keepers
    ]
    if keepers == [director]:
        yield f"Lots: kept by {director} alone, who could choose the pairings of the first round."
    else:
        yield f"Lots: kept by {', '.join(keepers)}. Only all of them together could choose them."
    for one in history.keepers:
        if one.passed:
            yield (
                f"By the word of {director}, {one.handle} gave no lot. The lot of the deputy, "
                f"{one.giver.handle}, replaced it, so {director} could choose between two lots."
            )
    if watching := [one.handle for one in history.observers()]:
        yield f"Copies of all mails of games go to {', '.join(watching)}."
    deputy = history.found.deputy
    if deputy is not None:
        plays = " (a player)" if history.has_entered(Signer(deputy.handle, deputy.sign)) else ""
        yield (
            f"If {director} is silent for {counted(deputy.days, 'day')}, {deputy.handle} rules and "
            f"closes{plays}."
        )
    if history.has_entered(history.found.director):
        yield f"{director} directs the tournament and plays in it."
    for umpire, keeps, since in history.umpired():
        games = f"games from round {since} on" if since else "every game"
        dice = " and keeps its dice" if keeps else ""
        if umpire.handle == director:
            yield f"{director} directs the tournament and is the umpire of {games}{dice}."
        if history.has_entered(umpire):
            yield f"{umpire.handle} is the umpire of {games}{dice}, and plays in it."


def stage_line(history: History) -> str:
    """Say how far it has come."""
    names = ", ".join(one.handle for one in history.entrants) or "nobody yet"
    count = len(history.entrants)
    if history.over:
        return f"It is over. Entrants: {count}."
    if not history.closed:
        return f"Entries are open. Entered: {names}."
    due = history.waits_for_lot()
    if due is not None:
        return f"Entries are closed. Waiting for the lot of {due.handle}. Entered: {names}."
    what = FORMATS[type(history.found.format)]
    if history.is_open_ended:
        return f"A {what}, {counted(len(history.rounds), 'round')} paired. Entrants: {count}."
    rounds = counted(history.length, "round")
    return f"A {what} of {rounds}, {len(history.rounds)} paired. Entrants: {count}."


def round_lines(
    history: History, number: int, library: Library | None = None, desk: Desk | None = None
) -> Iterator[str]:
    """Describe a round: who meets whom, how each board ended, and who owes what.

    Args:
        history: The tournament.
        number: The round.
        library: As for `show_lines`.
        desk: As for `show_lines`; None for a round that was paired just now.
    """
    yield f"Round {number}:"
    made = _bracket(history, number)
    named = _board_names(history, number, made)
    for at in history.boards(number):
        reported = board_words(history, at, made)
        if desk is not None and is_without_log(history, at):
            reported = how_to_hand_in(history, at, desk)
        yield f"  {at.board:>3}  {named.get(at, '')}{who_plays(history, at, library)}: {reported}"
        yield from bid_lines(history, at, library)
    for one in berger.byes(history, number):
        yield f"       {history.entrant(one).handle} has a bye"
    for line in walkover_lines(history, number):
        yield f"       {line}"
    for one in history.rounds[number - 1].asked:
        yield f"       {history.entrant(one).handle} has a bye on request"
    if made is not None and number == len(history.rounds):
        yield from _waiting(history, made)


def walkover_lines(history: History, number: int, *made: tuple[int, int, int]) -> Iterator[str]:
    """Yield the boards of a round that nobody plays, since somebody was missing.

    ``number``: that of the round. ``made``: first, second and winner of each, if that is known.
    """
    for first, second, winner in made or berger.walkovers(history, number):
        names = [history.entrant(one).handle for one in (first, second)]
        if winner == berger.NOBODY:
            yield f"{' and '.join(names)} do not play: both lose by forfeit."
            continue
        won, lost = names if winner == first else names[::-1]
        yield f"{lost} does not play: {won} wins by forfeit."


def dropped_lines(history: History) -> Iterator[str]:
    """Describe whose results count in no standing."""
    for number in sorted(berger.dropped(history)):
        yield (
            f"{history.entrant(number).handle} left the round robin with less than half of the "
            "games played. Their results do not count in the standings, but their played games "
            "are rated."
        )


def _waiting(history: History, made: Bracket) -> Iterator[str]:
    """Describe who has neither board nor bye in the last round, and has in a later one."""
    paired = history.rounds[-1]
    there = {*paired.byes, *(one for pair in paired.boards for one in pair), HOLE}
    for number, matches in enumerate([made.next, *made.later], history.next_round):
        for one in (one for match in matches for one in match.here if one not in there):
            yield f"       {history.entrant(one).handle} waits for round {number}"


def _bracket(history: History, number: int) -> Bracket | None:
    """Return the bracket that a round belongs to, if it does to any."""
    in_one = isinstance(history.found.format, Elimination | Groups)
    return bracket(history) if in_one and number > history.group_rounds else None


def board_names(history: History, number: int) -> dict[BoardOf, str]:
    """Return what boards of a round are called beside their number: match, teams or group."""
    named = _board_names(history, number, _bracket(history, number))
    return {at: name.removesuffix(": ") for at, name in named.items()}


def _board_names(history: History, number: int, made: Bracket | None) -> dict[BoardOf, str]:
    """Return what the boards of a round are called, where that says more than the round."""
    if number <= history.group_rounds:
        group_of = {one: no for no, group in enumerate(history.groups(), 1) for one in group}
        pairs = zip(history.boards(number), history.rounds[number - 1].boards, strict=True)
        return {at: f"group {group_of[first]}: " for at, (first, _) in pairs}
    if history.teams is not None and made is None:
        pairs = zip(history.boards(number), history.rounds[number - 1].boards, strict=True)
        name = {one.number: one.handle for one in history.entrants}
        return {at: f"{name[first]} - {name[second]}: " for at, (first, second) in pairs}
    if made is None:
        return {}
    matches = made.rounds[number - made.since - 1]
    boards = [one.spot for one in matches if one.has_board for _ in range(history.legs)]
    return {
        at: f"{made.name(spot)}: "
        for at, spot in zip(history.boards(number), boards, strict=True)
        if made.name(spot)
    }


def board_words(history: History, at: BoardOf, made: Bracket | None = None) -> str:
    """Say how a board stands; ``made``: its bracket, where somebody has it already."""
    handles = [one.handle for one in history.pair_of(at)]
    done = history.decided.get(at)
    if done is None:
        if at in history.games:
            return (
                f"{NO_RESULT}, game {history.games[at][:16]}... ('pbem tournament collect' of its "
                "log says who must do what)"
            )
        if owed := history.bids_owed(at):
            return _who_bids(history.bids[at], owed)
        return f"{handles[0]} opens the game ('pbem tournament open')"
    won = outcomes.words(done.outcome, handles, done.score, done.level, done.scores)
    stood = history.before.get(at, done).outcome
    unclear = done.outcome == "draw" or stood != done.outcome  # who goes on has to be said
    if history.legs > 1:
        unclear = at == history.match_of(at)[-1]
    if unclear and (made := made or _bracket(history, at.round)) is not None:
        goes = made.goes_on(at)
        won += f", {history.entrant(goes).handle if goes != HOLE else 'nobody'} advances"
    if not done.ruled:
        return won
    by = f" by the deputy, {done.deputy}" if done.deputy else ""
    proven = history.proven.get(at)
    other = proven is not None and proven._replace(ruled=done.ruled, deputy=done.deputy) != done
    log = f"; by its game's log {history.words_of(at, proven)}" if proven and other else ""
    return f"{won}{'' if done.played else ', not played'} (ruled{by}: {escape(done.ruled)}{log})"


def is_without_log(history: History, at: BoardOf) -> bool:
    """Say whether a board is played now, and no log of its game has come."""
    return not (at in history.decided or at in history.games or history.bids_owed(at))


def how_to_hand_in(history: History, at: BoardOf, desk: Desk) -> str:
    """Say of a board without a log whom to ask for it: what they have done there nobody knows."""
    who = " or ".join(one.handle for one in history.pair_of(at))
    to = f" --to {shlex.quote(desk.inbox)}" if desk.inbox else ""
    return (
        f"no log here: ask {who} to type 'pbem send {game_name(desk.name, at)}{to}', also if the "
        "game is not over"
    )


def against_log(history: History, at: BoardOf, ends: Decided) -> str | None:
    """Ask whether a ruling, by which a board ``ends`` so, may take the place of a game's log.

    None where no result of a log stands for the board.
    """
    proven = history.proven.get(at)
    if proven is None:
        return None
    return (
        f"{at}, {who_meets(history, at)}, has the result: {board_words(history, at)}. The log of "
        f"its game proves: {history.words_of(at, proven)}. You rule: {history.words_of(at, ends)}. "
        "Your ruling would count instead of the log, and everybody would see that it is your word. "
        f"'pbem tournament rule {at.board} log --round {at.round}' takes it back. Rule like this?"
    )


def how_to_rule(at: BoardOf, handles: Sequence[str]) -> str:
    """Say how an outcome of a board of these is typed."""
    if len(handles) < 3:
        return f"who wins {at}? Type one of {', '.join(handles)}, draw, none, or log"
    places = f"Type the places, as {','.join(handles)} ('=' shares), or draw, none, or log"
    return f"how did {at} end? {places}"


def _who_bids(made: Bids, owed: Sequence[Entrant]) -> str:
    """Say who must bid, and in what form."""
    names = " and ".join(one.handle for one in owed)
    what = "bid" if isinstance(made, Auction) else "open" if made.are_sealed else "seal"
    a_bid = "" if what == "bid" else " a bid"
    return f"waiting for {names} to {what}{a_bid} ('pbem tournament bid')"


def standing_bid(history: History, at: BoardOf, library: Library | None = None) -> str:
    """Say which open bid for a board is the highest; empty if there is none.

    Args:
        history: The tournament.
        at: The board.
        library: As for `show_lines`.
    """
    made = history.bids.get(at)
    if not isinstance(made, Auction) or made.stands is None:
        return ""
    side = called(history, history.found.board.sides[SIDES.index(made.stands.side)], library)
    return f"{history.entrant(made.bidder).handle} bids {made.stands.price} for {side}"


def who_meets(history: History, at: BoardOf) -> str:
    """Name who is at a board, the first first."""
    return " - ".join(one.handle for one in history.pair_of(at))


def who_plays(history: History, at: BoardOf, library: Library | None = None) -> str:
    """Name who is at a board, the first first, each with what they play once no bid is owed.

    Args:
        history: The tournament.
        at: The board.
        library: As for `show_lines`.
    """
    here = history.pair_of(at)
    made = history.bids.get(at)
    if len(here) < 2 or (made is not None and not made.are_settled):
        return who_meets(history, at)
    plays = zip(here, history.board_terms(at).sides, strict=True)
    return " - ".join(f"{one.handle} ({called(history, held, library)})" for one, held in plays)


def who_begins(history: History) -> str:
    """Say what is done first at a board that is paired, by whom."""
    if not history.rounds:  # of a ladder or a list, whose lots are drawn
        return "and challenges whom they like ('pbem tournament challenge WHOM')"
    if history.found.bids is not UNSET:
        return "and bids for a side ('pbem tournament bid')"
    if isinstance(history.found.format, Solitaire):
        return "and opens a game"
    at = "at a table" if isinstance(history.found.format, Tables) else "of a pair"
    return f"and the first {at} opens"


def challenge_lines(history: History) -> Iterator[str]:
    """Describe who challenged whom on a ladder for the next round."""
    for one, other in history.challenges:
        reported = f"{history.entrant(one).handle} challenges {history.entrant(other).handle}"
        agreed = history.ladder is not None or (one, other)[::-1] in history.challenges
        yield (
            f"{reported} in round {history.next_round}."
            if agreed
            else f"{reported}, who has not answered."
        )


def bid_lines(history: History, at: BoardOf, library: Library | None = None) -> Iterator[str]:
    """Describe the bids for a board: the highest one, or what each player got.

    Args:
        history: The tournament.
        at: The board.
        library: As for `show_lines`.
    """
    made = history.bids.get(at)
    if made is None or not made.are_settled:
        if stands := standing_bid(history, at, library):
            yield f"       bids: {stands}; the other may bid more"
        return
    terms = history.board_terms(at)
    reported = [
        f"{one.handle} has {called(history, held, library)}"
        for one, held in zip(history.pair_of(at), terms.sides, strict=True)
    ]
    before = history.board_in(at.round).options
    paid = [f"{name}={value}" for name, value in terms.options.items() if value != before[name]]
    silent = [history.entrant(number).handle for number in made.silent]
    word = [f"{one} bid nothing (the director's word)" for one in silent]
    yield f"       bids: {'; '.join([*reported, *paid, *word])}"


def gone_lines(history: History) -> Iterator[str]:
    """Describe who has withdrawn."""
    for number, since in history.withdrawn.items():
        yield f"{history.entrant(number).handle} has withdrawn, {history.since(since)}."


def open_board_lines(history: History, number: int, why: str) -> Iterator[str]:
    """Name the boards of somebody that wait for a ruling, each with the command that decides it.

    ``number``: the entrant's. ``why``: the reason that the command gives.
    """
    for at in history.open_boards(number):
        others = [one for one in history.pair_of(at) if one.number != number]
        plays = [one.handle for one in others if one.plays(ROUNDS_MAX + 1)]
        outcome = (plays or ["none"])[0] if len(others) == 1 else "none" if not others else "PLACES"
        yield f"{str(at).capitalize()}, {who_meets(history, at)}, waits for your ruling. Type:"
        yield (
            f"  pbem tournament rule {at.board} {outcome} --round {at.round} --forfeit "
            f"--why {shlex.quote(why)}"
        )


def word_lines(history: History) -> Iterator[str]:
    """Yield who is out, or bids nothing, by the director's word."""
    for one in on_trust(history):
        yield f"By the director's word: {escape(one)}"


def appeal_lines(history: History) -> Iterator[str]:
    """Describe the appeals that were not granted."""
    for at, number, why in history.dismissed:
        yield f"Appeal dismissed: {at}, of {history.entrant(number).handle}: {escape(why)}"


def standing_lines(
    rows: Sequence[Row], ties: Sequence[str], found: Found | None = None
) -> Iterator[str]:
    """Describe the standings as a table, with a column for each of ``ties``.

    ``found``: the terms, by which points are written as on pages; None: as the log counts them.
    """
    if not rows:
        return
    width = max(len(row.handle) for row in rows)
    width = max(width, len("player"))
    # The column of wins has forfeits before edition 2, and the tie-break has none.
    same = all(row.ties.get("wins", row.wins) == row.wins for row in rows)
    ties = [tie for tie in ties if tie != "wins" or not same]
    apart = any(row.forfeits_won or row.forfeits_lost for row in rows)
    heads = "  forfeits" if apart else ""
    called = {"wins": "games won"}
    widths = {tie: max(len(called.get(tie, tie)), 5) for tie in ties}
    heads += "".join(f"  {called.get(tie, tie):>{widths[tie]}}" for tie in ties)
    yield f"rank  {'player':<{width}}  points  wins  draws  losses{heads}"
    for row in rows:
        values = f"  {f'+{row.forfeits_won} -{row.forfeits_lost}':>8}" if apart else ""
        for tie in ties:
            said = row.ties[tie] if found is None else tie_words(found, tie, row.ties[tie])
            values += f"  {said:>{widths[tie]}}"
        points = row.points if found is None else points_words(found, row.points)
        yield (
            f"{row.rank:>4}  {row.handle:<{width}}  {points:>6}  {row.wins:>4}  "
            f"{row.draws:>5}  {row.losses:>6}{values}"
        )


def rating_lines(lists: Mapping[str, Sequence[Line]]) -> Iterator[str]:
    """Describe rating lists; ``lists``: name of a system -> its lines."""
    for system, lines in lists.items():
        yield f"Ratings, {system}:"
        for line in lines:
            deviation = f" (deviation {line.deviation})" if line.deviation else ""
            began = f"from {line.began}, games {line.games}"
            yield f"  {line.rating:>9}  {line.handle}{deviation}, {began}"


def list_lines(histories: Sequence[History], lines: Sequence[Listed]) -> Iterator[str]:
    """Describe a rating list through several tournaments."""
    for history in histories:
        state = "" if history.over else ", which is not over"
        yield f"Rated: {escape(history.found.name)}, {history.id[:16]}...{state}"
    for line in lines:
        deviation = f" (deviation {line.deviation})" if line.deviation else ""
        reported = f"{line.handle}{deviation}, key {line.sign[:8]}..., games {line.games}"
        yield f"  {line.rating:>9}  {reported}, tournaments {line.tournaments}"
    yield "This list follows from these logs. Check each of them with 'pbem tournament verify'."


_VERBS = ("is ", "was ", "has ", "does ", "cannot ")
"""The words that continue from the name of a file as a sentence."""


def collected_lines(found: Sequence[Collected]) -> Iterator[str]:
    """Describe what became of each collected file; many known ones are one line.

    A director who keeps all mail in one folder would not see what is new among them.
    """
    known = sum(one.became == "known" for one in found)
    shown = found
    if known > KNOWN_SHOWN:
        yield f"known   {known} files: nothing new in them."
        shown = [one for one in found if one.became != "known"]
    for one in shown:
        yield f"{one.became:<8}{collected_words(one)}"


def collected_words(one: Collected) -> str:
    """Say in a sentence what became of a collected file, which it names first."""
    file, code = escape(one.file), f" ({one.code})" if one.code else ""
    reported = one.reported.removeprefix(one.file)
    between = "" if reported != one.reported or reported.startswith(_VERBS) else ":"
    reported = escape(reported).strip().removesuffix(".")
    space = "" if reported.startswith(",") else " "
    return f"{file}{between}{space}{reported}{code}."


def looked_lines(
    client: Client,
    office: Office,
    done: Sequence[Collected],
    now: datetime,
    *,
    inbox: str = "",
) -> Iterator[str]:
    """Describe what became of each file, and what the director still waits for.

    Args:
        client: The director's client.
        office: The tournament, after the files were collected.
        done: The fate of each.
        now: The time, in any zone.
        inbox: As in `Desk`.
    """
    history = office.fold.now
    yield from collected_lines(done)
    yield from missing_lines(history, Desk(office.path.stem, now, inbox), office.waiting.values())
    yield from overdue_lines(history, now)
    yield from address_lines(client, history)


def missing_lines(history: History, desk: Desk, waiting: Iterable[Waiting] = ()) -> Iterator[str]:
    """Describe what the director still waits for: lots, and the boards that are not decided.

    ``waiting``: what the logs that were just looked at wait for; the longest of a game counts.
    """
    why = {one.at: one.why for one in sorted(waiting, key=lambda one: one.events)}
    due = history.waits_for_lot()
    if due is not None:
        yield f"Missing: the lot of {due.handle}."
    owed = history.owed()
    for at in owed[:MISSING_SHOWN]:
        if at in history.games or at in why:
            stands = NO_RESULT + (f": {without_stop(why[at])}" if at in why else "")
        else:
            stands = how_to_hand_in(history, at, desk)
        if bidders := history.bids_owed(at):
            stands = f"no bid of {' and '.join(one.handle for one in bidders)} yet"
        yield f"Missing: {at}, {who_meets(history, at)}: {stands}."
    if len(owed) > MISSING_SHOWN:
        more = counted(len(owed) - MISSING_SHOWN, "more board")
        yield f"... and {more}. 'pbem tournament show' lists them."


def handing_words(client: Client, office: Office) -> str:
    """Say how the log goes to everybody: by mail, or, of a director without an address, by hand."""
    card = people.find_card(client, office.identity.handle)
    if card is not None and not card.email:
        return "Hand out the log: 'pbem tournament collect FOLDER' copies it to the shared folder."
    return f"Mail {office.path} to everybody."


def end_lines(history: History) -> Iterator[str]:
    """Say what a director does when no round is left to pair; nothing before that."""
    if history.over:
        yield "The tournament is closed. 'pbem tournament publish FOLDER GAMES' writes its pages."
    elif history.rounds and history.next_round > history.length and not history.owed():
        yield (
            f"{pairing.all_rounds(history.length).capitalize()} paired, and every board is "
            "decided. To end it, type 'pbem tournament close'."
        )


def address_lines(client: Client, history: History) -> Iterator[str]:
    """Name the players whom no mail reaches, in a tournament of people who have addresses.

    In one room nobody needs an address, so if no card has one, there is nothing to say.
    """
    cards = [people.find_card(client, one.handle) for one in history.entrants]
    known = [card for card in cards if card is not None]
    without = [card.handle for card in known if not card.email]
    if without and len(without) < len(known):
        yield (
            f"NO ADDRESS on the {'card' if len(without) == 1 else 'cards'} of {listing(without)}: "
            "'pbem tournament mail' cannot reach them. Ask them to type 'pbem identity email "
            "ADDRESS' and 'pbem card export', and to send you the card again."
        )


def _reported(report: Report) -> Iterator[str]:
    yield f"{escape(report.name)}, directed by {report.director}"
    yield f"Log: {counted(report.events, 'event')}, head {report.head}"
    if report.alone:
        yield f"Lots: kept by {report.director} alone, who could choose them."
    if report.plays:
        yield f"{report.director} directs the tournament and plays in it."
    yield f"{counted(report.games, 'result')} computed again from the logs of the games."
    if report.checkpoint:
        yield f"Its checkpoint over {report.checkpoint} events, its tiles and receipts are correct."


def report_lines(report: Report, ties: Sequence[str]) -> Iterator[str]:
    """Describe what a stranger found; ``ties``: the tie-breaks to show."""
    if report.name:
        yield from _reported(report)
    for round_ in report.uncompared:
        yield f"Round {round_}: pairings NOT compared, because another engine made them."
    if report.before:
        yield f"It follows {report.before[:16]}...: NOT compared. Compare it with --after LOG."
    yield from _reported_beside(report)
    for one in report.missing:
        yield f"NOT computed, because you gave no log of this game: {one}"
    for fault in report.faults:
        whose = f" It convicts {fault.whose}." if fault.whose else ""
        yield f"{fault.code}: {FAULTS[fault.code]}. {escape(fault.message)}{whose}"
    if report.standings:
        yield "Points as the log counts them:"
    yield from standing_lines(report.standings, ties)
    yield from rating_lines(report.ratings)
    if report.ok and report.unseen:
        logs = counted(len(report.unseen), "game")
        yield (
            "Everything that you gave follows. NOT everything was checked: you did not give the "
            f"logs of {logs} that the director decided: {', '.join(report.unseen)}."
        )
    elif report.ok:
        yield "Everything follows from the files." + ("" if report.over else " It is not over.")
    else:
        yield "NOT everything follows from the files."
        yield from _what_to_do(report)


def _reported_beside(report: Report) -> Iterator[str]:
    """Describe what files do not decide: the director's word, and games that do not count."""
    for one in (*report.ruled, *report.word):
        yield f"By the director's word: {escape(one)}"
    for one in report.substitutes:
        yield f"Substitute: {escape(one)}"
    for one in report.dismissed:
        yield f"Appeal dismissed: {escape(one)}"
    for one in report.newer:
        yield f"NEWER RULES than the tournament's: {escape(one)}"
    for one in report.unpaired:
        yield f"This log does NOT have the pairing of this game: {escape(one)}"
    if report.unpaired:
        yield from _another_pairing(report)
    for one in report.others:
        yield f"A game of this tournament that counts for no board: {escape(one)}"


def _another_pairing(report: Report) -> Iterator[str]:
    yield (
        f"Either {report.director} made that pairing in a second history, or the players invented "
        "it. Ask the players for their log of the tournament. If it has that pairing, it and this "
        "log convict the director."
    )


def _what_to_do(report: Report) -> Iterator[str]:
    """Say what a stranger can do about what they found."""
    at = next((fault.event for fault in report.faults if fault.event is not None), None)
    if at is not None:
        yield (
            f"The log counts up to the event before {at}. Keep this file, ask the director for the "
            "right one, and show other players the difference."
        )
    if report.missing:
        yield "Ask the director or the players for the missing logs, and verify again."
