"""The acts of the director: they pair, rule, dismiss appeals, put out, change, close.

``why``: the reason, which the log keeps.
"""

from __future__ import annotations

from datetime import MAXYEAR, UTC, datetime
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from pbem.client.client import Client
from pbem.crypto.text import escape
from pbem.director.office import Office
from pbem.director.plan.unattended import zone_of
from pbem.director.player.playing import lot_word
from pbem.errors import FormError, NotYourPen
from pbem.kit.typed.suggest import did_you_mean
from pbem.tournament.changes import why_no_entries, why_not_due
from pbem.tournament.events import kinds, plain_kinds
from pbem.tournament.history import BoardOf, Decided, History
from pbem.tournament.outcomes import scores_for
from pbem.tournament.pairings import pairing
from pbem.tournament.pairings.pairing import neither
from pbem.tournament.ranking.standings import standings


def pair(
    office: Office, client: Client, *, round_: int | None = None, every: bool = False
) -> list[int]:
    """Pair the next round, or every round that waits for no result.

    Before the first round, this closes the entries and draws the lots. For a ladder it does no
    more, because nobody could challenge before. If another keeper's lot is due, it pairs nothing
    yet.

    Args:
        office: The tournament.
        client: The director's client.
        round_: The round that the director means; if it is paired already, nothing happens. Without
            it, the next round is paired only if each board of the last one is decided. Otherwise
            somebody who types a command again that was killed would pair another round.
        every: Pair every round that waits for no result.

    Returns:
        The rounds that were paired.

    Raises:
        FormError: No round can be paired.
        NotYourPen: Another keeper's lot is due. The message says whose.
    """
    history = office.fold.now
    if round_ is not None and round_ < history.next_round:
        return []
    if why := _not_meant(history, round_, every=every):
        raise FormError(f"pbem paired no round: {why}")
    new = not history.order
    _begin(office, client)
    if new and history.is_open_ended and not history.challenges:
        return []
    paired: list[int] = []
    while every or not paired:
        why = pairing.why_not_due(history)
        if why and paired:
            break
        if why:
            raise FormError(f"pbem cannot pair a round now: {why}")
        made = pairing.pairings(history)
        if made is None:
            raise FormError(
                f"this tournament is paired by {getattr(history.found.format, 'engine', '')}, but "
                f"this computer has {pairing.engine()}. Install the former"
            )
        number = history.next_round
        if len(made[0]) > plain_kinds.ENTRANTS_MAX:
            raise FormError(
                f"round {number} would have {len(made[0])} boards, and a round has at most "
                f"{plain_kinds.ENTRANTS_MAX}. Found two tournaments, or one with fewer games"
            )
        office.write(kinds.Pair(round=number, boards=made[0], byes=made[1]), "pair")
        paired.append(number)
    return paired


def _begin(office: Office, client: Client) -> None:
    """Close the entries and give the director's lot, where that is not done."""
    history = office.fold.now
    if not history.closed:
        entrants = sorted(one.sign for one in history.entrants if one.plays(1))
        needed = max(2, len(history.found.board.sides))
        if len(entrants) < needed:
            needs = "two" if needed == 2 else "three"
            raise FormError(f"the first round needs {needs} entrants, and has {len(entrants)}")
        office.write(kinds.Closed(entrants=tuple(entrants)), "closed")
    while (due := history.waits_for_lot()) is not None:
        if due.sign != office.identity.sign_public.hex():
            instead = (
                f". If {due.handle} stays silent, 'pbem tournament unlot {due.handle} --why ...' "
                f"asks the deputy, {due.deputy.handle}, for it"
                if due.deputy is not None
                else ""
            )
            raise NotYourPen(
                f"the entries are closed, and pbem waits for the lot of {due.handle}. Mail them "
                "the log. They type 'pbem tournament take FILE' and 'pbem tournament lot', and you "
                f"collect their answer{instead}"
            )
        office.write(kinds.Said(word=lot_word(client, office.fold, office.identity)), "lot")


def _not_meant(history: History, round_: int | None, *, every: bool) -> str:
    """Say why the director may not mean the next round; empty where they do."""
    number = history.next_round
    if round_ is not None:
        return "" if round_ == number else f"round {number} is next"
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
        f"round {number - 1} is paired already, and {stands}. To pair round {number} anyway, type "
        f"'pbem tournament pair --round {number}'"
    )


def rule(
    office: Office,
    at: BoardOf,
    outcome: plain_kinds.Outcome | Literal["log"],
    why: str,
    *,
    played: bool,
    score: int | UnsetType = UNSET,
    level: int | UnsetType = UNSET,
    scores: plain_kinds.Scores | UnsetType = UNSET,
) -> None:
    """Decide a board by a ruling, or let its log decide again.

    Args:
        office: The tournament.
        at: The board.
        outcome: The winner, or ``log``.
        why: The reason, which everybody can read.
        played: Whether the board counts as played.
        score: The score, if the player plays alone.
        level: The level of the winner's victory, if the terms have levels.
        scores: The game's own scores; by default those of the terms, if they have any.

    Raises:
        FormError: It changes nothing, or there is no log that could decide.
        BadTournament: The ruling does not follow from the log.
    """
    office.require_open()
    history = office.fold.now
    _require_board(history, at)
    stands, proven = history.decided.get(at), history.proven.get(at)
    if outcome == "log" and proven is None:
        raise FormError(
            f"the tournament has no game log with a result for {at}. Import the log with 'pbem "
            "tournament collect', even if you have ruled"
        )
    if outcome != "log" and scores is UNSET:
        scores = scores_for(history.found, outcome)
    own = None if score is UNSET else score
    meant = (
        proven
        if outcome == "log"
        else Decided(outcome, played, "", "", own, "", level or 0, scores or ())
    )
    alike = stands is not None and meant is not None and _alike(stands, meant)
    if alike and stands is not None and not (outcome == "log" and stands.ruled):
        by = "by a ruling" if stands.ruled else "by the log of its game"
        raise FormError(f"{at} already has this result, {by}: {history.words_of(at, stands)}")
    data = kinds.Rule(
        round=at.round,
        board=at.board,
        outcome=outcome,
        score=score,
        level=level,
        scores=scores,
        played=played,
        why=why,
    )
    office.write(data, "rule")


def _alike(one: Decided, other: Decided) -> bool:
    """Say whether two endings give the same."""
    keys = ("outcome", "played", "score", "level", "scores")
    return all(getattr(one, key) == getattr(other, key) for key in keys)


def read_scores(
    history: History, typed: str | None
) -> tuple[int | UnsetType, plain_kinds.Scores | UnsetType]:
    """Return the score of who plays alone, and the scores of two, as a director types them.

    ``typed``: None for nothing. Raises FormError.
    """
    found = history.found
    alone = len(found.board.sides) == 1
    if typed is None:
        return (0 if alone else UNSET), UNSET
    if not alone and found.scores is UNSET:
        raise FormError("--score works only for a solo game, or with 'scores' in the plan")
    try:
        numbers = [int(one) for one in typed.split(":")]
    except ValueError:
        numbers = []
    if len(numbers) != len(found.board.sides) or any(abs(one) > _MOST for one in numbers):
        form = "a whole number" if alone else "two whole numbers, as 12:5"
        raise FormError(f"'{escape(typed)}' is not a score here. Write {form}")
    return (numbers[0], UNSET) if alone else (UNSET, (numbers[0], numbers[1]))


_MOST = 1_000_000


def dismiss(office: Office, at: BoardOf, handle: str, why: str) -> None:
    """Dismiss an appeal.

    Raises:
        FormError: Nobody can appeal there now.
    """
    number = may_appeal(office, at, handle)
    data = kinds.Dismiss(round=at.round, board=at.board, entrant=number, why=why)
    office.write(data, "dismiss")


def may_appeal(office: Office, at: BoardOf, handle: str) -> int:
    """Return the number of an entrant who appeals.

    Raises:
        FormError: They have not entered, the board is not decided, or their appeal was dismissed.
    """
    office.require_open()
    history, player = office.fold.now, office.fold.now.of_handle(handle)
    number = player.number if player else _entered(office, handle)
    _require_board(history, at)
    if at not in history.decided:
        raise FormError(f"{at} is not decided yet, so nobody can appeal")
    if (at, number) in history.answered:
        raise FormError(
            f"the appeal of {handle} on {at} was dismissed already, with no ruling since then"
        )
    return number


def _require_board(history: History, at: BoardOf) -> None:
    if not history.has(at):
        raise FormError(f"there is no {at}. 'pbem tournament show' lists the boards")


def _entered(office: Office, handle: str) -> int:
    who = office.fold.now.by_handle(handle)
    if who is None:
        names = [one.handle for one in office.fold.now.entrants]
        raise FormError(f"{escape(handle)} has not entered{did_you_mean(handle, names)}")
    return who.number


def put_out(office: Office, handle: str, why: str) -> None:
    """Put an entrant out, without a request by them.

    Raises:
        FormError: They do not play any longer, or it would change nothing.
    """
    office.require_open()
    number, history = _entered(office, handle), office.fold.now
    if not history.entrant(number).plays(plain_kinds.ROUNDS_MAX + 1):
        why = "has withdrawn" if number in history.withdrawn else "is out"
        raise FormError(f"{handle} {why} already")
    if not history.can_leave(number):
        raise FormError(
            f"{handle} has no game left: {pairing.all_rounds(history.length)} paired, and all "
            "their boards are decided"
        )
    office.write(kinds.PutOut(entrant=number, why=why), "out")


def forfeit_open(office: Office, handle: str, why: str) -> list[BoardOf]:
    """Decide each open board of two at which ``handle`` is as a forfeit; return which these were.

    The other wins, or nobody if the other plays no longer either.

    Raises:
        FormError: They have not entered.
    """
    number, history = _entered(office, handle), office.fold.now
    done = []
    for at in history.open_boards(number):
        pair = history.pair_of(at)
        if len(pair) != 2:
            continue
        place = 1 - [one.number for one in pair].index(number)
        outcome: plain_kinds.Outcome = "first" if place == 0 else "second"
        if not pair[place].plays(plain_kinds.ROUNDS_MAX + 1):
            outcome = "none"
        level = UNSET if history.found.levels is UNSET else 0
        rule(office, at, outcome, why, played=False, level=level)
        done.append(at)
    return done


def unbid(office: Office, at: BoardOf, handle: str, why: str) -> None:
    """Record that somebody let the time for their bid pass.

    Raises:
        FormError: They have not entered.
        BadTournament: No bid of theirs is due.
    """
    data = kinds.Unbid(round=at.round, board=at.board, entrant=_entered(office, handle), why=why)
    office.write(data, "unbid")


def unlot(office: Office, keeper: str, why: str) -> str:
    """Record that a keeper, by their handle, let the time for their lot pass.

    Returns:
        The deputy, who now owes the lot.

    Raises:
        FormError: No keeper has this handle.
        BadTournament: The keeper's lot is not due, or they have no deputy.
    """
    if keeper not in {one.handle for one in office.fold.now.keepers}:
        raise FormError(f"{escape(keeper)} is not a lot keeper")
    office.write(kinds.Unlot(keeper=keeper, why=why), "unlot")
    due = office.fold.now.waits_for_lot()
    assert due is not None  # noqa: S101 - the deputy's
    return due.handle


def change(office: Office, planned: kinds.Found, since: int, why: str) -> None:
    """Change the terms from round ``since`` on to those of a plan that was read again, ``planned``.

    Raises:
        FormError: The plan changes something that stays as it was founded.
        BadTournament: The round is paired or does not exist, or nothing changes.
    """
    history = office.fold.now
    found = history.found
    rounds = getattr(planned.format, "rounds", None)
    same: dict[str, object] = {
        "checkpoints": found.checkpoints, "board": found.board, "edition": found.edition,
    }  # fmt: skip
    if rounds is not None and isinstance(found.format, type(planned.format)):
        same["format"] = found.format
    as_it_was = msgspec.structs.replace(planned, **same)
    if other := [
        name for name in found.__struct_fields__
        if getattr(as_it_was, name) != getattr(found, name)
    ]:  # fmt: skip
        raise FormError(
            f"the plan changes what cannot be changed: {', '.join(other)}. You can only change the "
            "game, its scenario, options, umpire, dice and clock, and the number of rounds"
        )
    board = planned.board
    made = kinds.Change(
        from_=since,
        rounds=None if rounds == history.length else rounds,
        board=None if board == history.board_in(since) else board,
        why=why,
    )
    office.write(made, "change")


def due(
    office: Office,
    round_: int,
    day: str,
    zone: str,
    *,
    then: plain_kinds.Then,
    why: str | None,
    now: datetime | None = None,
) -> kinds.Due:
    """Set the deadline of a round: the end of a day, or a time on it, in a time zone.

    ``day``: as 2026-12-06 or 2026-12-06T20:00. ``zone``: a name like Europe/Berlin. ``then``: the
    effect of the deadline. ``now``: when it is set; None: by the clock of this computer. Raises
    FormError, BadTournament.
    """
    until, offset = _moment(office, day, zone)
    reason = UNSET if why is None else why
    made = kinds.Due(round=round_, until=until, zone=zone, offset=offset, then=then, why=reason)
    _refuse(why_not_due(office.fold.now, made, _stamp(now)))
    office.write(made, "due")
    return made


def entries(
    office: Office, day: str, zone: str, *, why: str | None, now: datetime | None = None
) -> kinds.Entries:
    """Set until when people should enter, as `due` does for a round.

    Raises:
        FormError: There is no such day or zone, or such a deadline cannot be set.
    """
    until, offset = _moment(office, day, zone)
    made = kinds.Entries(until=until, zone=zone, offset=offset, why=UNSET if why is None else why)
    _refuse(why_no_entries(office.fold.now, made, _stamp(now)))
    office.write(made, "entries")
    return made


def _stamp(now: datetime | None) -> str:
    return f"{now or datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _refuse(why: str) -> None:
    if why:
        raise FormError(f"pbem set no deadline: {why}")


def _moment(office: Office, day: str, zone: str) -> tuple[str, int]:
    """Return a day in a zone as a time of UTC, and how many minutes the zone is ahead then."""
    office.require_open()
    try:
        local = datetime.fromisoformat(day if "T" in day else f"{day}T23:59")
    except ValueError:
        raise FormError(
            f"'{escape(day)}' is not a day. Write it like 2026-12-06, or with a time like "
            "2026-12-06T20:00"
        ) from None
    if local.tzinfo is not None:
        raise FormError(f"'{escape(day)}' names a zone itself. Write the zone as --zone")
    if local.year >= MAXYEAR:
        raise FormError(f"'{escape(day)}' lies after the year 9998. Write an earlier day")
    there = local.replace(tzinfo=zone_of(zone))
    ahead = there.utcoffset()
    assert ahead is not None  # noqa: S101 - it has a zone
    return _stamp(there.astimezone(UTC)), int(ahead.total_seconds() // 60)


def close(office: Office) -> None:
    """Write the final order.

    Raises:
        FormError: Nothing is paired yet, or a board is not decided.
    """
    history = office.fold.now
    if not history.order:
        raise FormError("you cannot close the tournament: nothing is paired yet")
    if owed := history.owed():
        raise FormError(
            f"{neither(owed)}. Import its log with 'pbem tournament collect', or decide it with "
            "'pbem tournament rule'"
        )
    office.write(kinds.Close(order=tuple(row.number for row in standings(history))), "close")
