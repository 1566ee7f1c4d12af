"""The pairings of a round, as they follow from the log up to there (docs/tournaments.md)."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import version

from pbem.errors import FormError
from pbem.tournament import berger
from pbem.tournament.bracket import HOLE
from pbem.tournament.events.term_kinds import (
    LAID_OUT,
    Elimination,
    Groups,
    Ladder,
    RatingList,
    Solitaire,
    Swiss,
    Tables,
)
from pbem.tournament.history import BoardOf, History
from pbem.tournament.pairings import challenges, matches, matchings
from pbem.tournament.pairings.tables import SEATS, seat
from pbem.tournament.ranking.meetings import Met, met
from pbem.tournament.ranking.standings import bracket

Pairings = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]
"""The boards, each (first, second), at a table a third too, and who has a bye."""

_COLOURS = {"first": "white", "second": "black"}


def engine() -> str:
    """Return the name and version of the engine that pairs Swiss rounds here."""
    return f"caissify-pairings {version('caissify-pairings')}"


def why_not_due(history: History) -> str:
    """Say why the next round cannot be paired now; empty where it can."""
    if not history.order:
        return "the lots are not drawn yet"
    if history.next_round > history.length:
        return f"{all_rounds(history.length)} paired"
    if not is_laid_out(history) and (owed := history.owed()):
        return neither(owed)
    return _why_nobody(history)


def all_rounds(number: int) -> str:
    """Say of all rounds that they are, with the verb."""
    return "its one round is" if number == 1 else f"all {number} rounds are"


def neither(owed: Sequence[BoardOf]) -> str:
    """Say of boards that they are not decided, and which the first is."""
    if len(owed) == 1:
        return f"{owed[0]} has neither result nor ruling"
    return f"{len(owed)} boards have neither result nor ruling, the first: {owed[0]}"


def _why_nobody(history: History) -> str:
    """Say why nobody is there whom the next round could pair; empty where somebody is."""
    form = history.found.format
    if is_bracket(history) and not bracket(history).left:
        return "the bracket has no match left"
    if isinstance(form, Tables) and len(_playing(history)) < SEATS:
        return f"fewer than {SEATS} play"
    if isinstance(form, Solitaire) and not _playing(history):
        return "nobody plays"
    if isinstance(form, Ladder) and not history.challenges:
        return "nobody has challenged anybody"
    if isinstance(form, RatingList) and not challenges.due(history):
        return "no two have challenged each other"
    return ""


def pairings(history: History) -> Pairings | None:
    """Return the boards and byes of the next round; None if another engine or version made them.

    Raises:
        FormError: There is no pairing without a rematch.
    """
    made = _pairs(history)
    return None if made is None else (matches.boards_of(made[0], history.legs), made[1])


def _pairs(history: History) -> Pairings | None:
    """Return whom the next round pairs, whatever the number of their games."""
    form = history.found.format
    if is_bracket(history):
        return _bracket(history)
    if isinstance(form, Swiss):
        return None if form.engine != engine() else _dutch(history)
    if isinstance(form, Ladder | RatingList):
        return _challenged(history), ()
    if isinstance(form, Solitaire):
        return tuple((number,) for number in _playing(history)), ()
    if isinstance(form, Tables):
        tables = [one.boards for one in history.rounds]
        had = Counter(number for one in history.rounds for number in one.byes)
        return seat(_playing(history), history.by_lots(), tables, had)
    boards: list[tuple[int, int]] = []
    byes: list[int] = []
    for group in history.groups() or [history.order]:
        more, alone = _berger(history, group)
        boards += more
        byes += alone
    return tuple(boards), tuple(sorted(byes))


def _playing(history: History) -> list[int]:
    """Return who plays in the next round, by pairing number."""
    playing = {*history.playing(history.next_round)}
    return [number for number in history.places() if number in playing]


def is_bracket(history: History) -> bool:
    """Say whether the next round is one of a bracket."""
    form = history.found.format
    final = isinstance(form, Groups) and history.next_round > history.group_rounds
    return final or isinstance(form, Elimination)


def is_laid_out(history: History) -> bool:
    """Say whether the next round waits for no result."""
    form = history.found.format
    return isinstance(form, LAID_OUT | Ladder | RatingList) and not is_bracket(history)


def _berger(history: History, order: list[int]) -> tuple[list[tuple[int, int]], list[int]]:
    """Pair by Berger's tables; who has no opponent, or one who has gone, has a bye."""
    boards: list[tuple[int, int]] = []
    byes: list[int] = []
    for pair in berger.meetings(history, order, history.next_round):
        numbers = [number for number in pair if number != berger.NOBODY]
        here = [no for no in numbers if history.entrant(no).plays(history.next_round)]
        if len(here) == 2:
            boards.append((here[0], here[1]))
        else:
            byes += here
    return boards, byes


def _challenged(history: History) -> tuple[tuple[int, int], ...]:
    """Pair who challenged with whom they challenged."""
    rounds = met(history)
    places = {number: place for place, number in enumerate(history.places(), 1)}
    return tuple(
        _sided(history, rounds, places, *sorted(pair, key=lambda number: places[number]))
        for pair in challenges.due(history)
    )


def _bracket(history: History) -> Pairings:
    """Pair the matches of a bracket; who is alone in one has a bye."""
    rounds, made = met(history), bracket(history)
    places = {number: place for place, number in enumerate(made.seeded, 1)}
    boards = tuple(
        _sided(history, rounds, places, *sorted(one.here, key=lambda number: places[number]))
        for one in made.next
        if one.has_board
    )
    alone = [max(one.here) for one in made.next if not one.has_board and max(one.here) != HOLE]
    return boards, tuple(sorted(alone))


def _dutch(history: History) -> Pairings:
    from caissify_pairings import generate_pairings  # noqa: PLC0415 - only who pairs loads it

    # Its warnings make no pairing here, and are reported below in our own words.
    logging.getLogger("caissify_pairings").addHandler(logging.NullHandler())
    rounds = met(history)
    playing = _playing(history)
    if len(playing) < 2:
        raise FormError("fewer than two entrants are left. Close the tournament")
    places = {number: place for place, number in enumerate(history.places(), 1)}
    before = _before(history, rounds)
    with matchings.sooner(len(playing)):
        made = generate_pairings(
            "dutch",
            [_player(history, no, places[no], rounds[no], before) for no in playing],
            {(no, one.opponent) for no in playing for one in rounds[no] if one.played},
            history.next_round,
            history.length,
            initial_color="white" if history.first_has_first else "black",
        )
    ordered = sorted(playing, key=lambda no: (-before[no, history.next_round], places[no]))
    order = {number: at for at, number in enumerate(ordered)}
    boards = tuple(
        _sided(
            history,
            rounds,
            places,
            *sorted((one["white_id"], one["black_id"]), key=order.__getitem__),
        )
        for one in made
        if not one.get("bye")
    )
    byes = tuple(sorted(one["white_id"] for one in made if one.get("bye")))
    again = [
        pair for pair in boards if any(o.played and o.opponent == pair[1] for o in rounds[pair[0]])
    ]
    had = [no for no in byes if any(_gave_points(one) for one in rounds[no])]
    if again or had or len(byes) != len(playing) % 2:
        raise FormError(
            f"round {history.next_round} cannot be paired without a rematch or a second bye. "
            "Close the tournament"
        )
    return boards, byes


def _gave_points(one: Met) -> bool:
    """Say whether a round was a bye or a forfeit won: after either there is no bye (C2)."""
    return one.result == "bye" or (one.result == "win" and not one.played)


def _sided(
    history: History, rounds: dict[int, list[Met]], places: dict[int, int], higher: int, lower: int
) -> tuple[int, int]:
    """Return who of two is the first, by the allocation of colours of the Dutch system (E).

    ``higher`` has more points, or as many and the lower pairing number, which decides alone in a
    bracket and on a ladder. The engine's own colours
    are not taken: of two with the same wish it asks for the pairing numbers alone.
    """
    mine, his = _sides(rounds[higher]), _sides(rounds[lower])
    (wish, strength, tilt), (other, others, others_tilt) = _wish(mine), _wish(his)
    if wish and other and wish != other:
        first = wish  # E.1: both have what they wish
    elif strength != others:
        first = wish if strength > others else -other  # E.2: the stronger wish
    elif strength == _ABSOLUTE and tilt != others_tilt:
        first = wish if tilt > others_tilt else -other  # E.2: the wider difference
    else:
        differing = next(
            (one for one, two in zip(mine[::-1], his[::-1], strict=False) if one != two), 0
        )
        odd = 1 if places[higher] % 2 else -1
        drawn = odd if history.first_has_first else -odd
        first = -differing or wish or drawn  # E.3, E.4, E.5
    return (higher, lower) if first > 0 else (lower, higher)


_ABSOLUTE = 3


def _sides(rounds: list[Met]) -> list[int]:
    """Return the sides of the games somebody played: 1 as the first, -1 as the second."""
    return [1 if one.side == "first" else -1 for one in rounds if one.played]


def _wish(sides: list[int]) -> tuple[int, int, int]:
    """Return which side is due to somebody (A.6), how strongly, and how far their sides differ."""
    tilt = sum(sides)
    if not sides:
        return 0, 0, 0
    if abs(tilt) > 1:
        return (-1 if tilt > 0 else 1), _ABSOLUTE, abs(tilt)
    if sides[-2:] in ([1, 1], [-1, -1]):
        return -sides[-1], _ABSOLUTE, abs(tilt)
    if tilt:
        return -tilt, 2, abs(tilt)
    return -sides[-1], 1, 0


def _before(history: History, rounds: dict[int, list[Met]]) -> dict[tuple[int, int], int]:
    """Return the points of everybody before each round: (number, round) -> points."""
    return {
        (number, no): sum(one.points for one in ones if one.round < no)
        for number, ones in rounds.items()
        for no in range(1, history.next_round + 1)
    }


def _player(
    history: History,
    number: int,
    place: int,
    rounds: list[Met],
    before: dict[tuple[int, int], int],
) -> dict[str, object]:
    """Return an entrant as the engine wants them: a win is 1.0, and byes and forfeits float."""
    win = max(1, history.round_scale.win)
    floats = [_float(one, number, before) for one in rounds]
    return {
        "id": number,
        "name": str(number),
        "score": before[number, history.next_round] / win,
        "rating": 0,
        "starting_number": place,
        "pairing_number": place,
        "color_hist": [_COLOURS[one.side] for one in rounds if one.played],
        "float_history": floats,
        "bye_count": sum(one.result == "bye" for one in rounds),
        "forfeit_win_count": sum(one.result == "win" and not one.played for one in rounds),
    }


def _float(one: Met, number: int, before: dict[tuple[int, int], int]) -> str:
    if not one.played:
        return "down" if one.points else "none"
    mine, his = before[number, one.round], before[one.opponent, one.round]
    return "down" if mine > his else "up" if mine < his else "none"
