"""A board's game against what its tournament agreed: section 6 of docs/tournaments.md.

Without rules: a victory on the map is seen only where an umpire's closing ruling says it.
"""

from __future__ import annotations

from typing import Any

from second.cup_bids import terms as after_bids
from second.cup_order import VALUE, Board
from second.cup_reader import Contest
from second.reader import Reader, read

DRAWN = ("victory", "tie")


def outcome(result: dict[str, Any], sides: list[list[str]]) -> str:
    """Give the outcome of a board from the result of its game."""
    for side, word in zip(sides, ("first", "second"), strict=False):
        if result["winner"] in side:
            return word
    alone = len(sides) == 1 and result["why"] == "tie"  # with nobody to agree
    drawn = result["winner"] is None and result["why"] in DRAWN and not alone
    return "draw" if drawn else "none"


def agreed(contest: Contest, number: int, at: int, opening: dict[str, Any]) -> bool:
    """Whether a game was opened as its board was paired; rounds and boards count from 1."""
    terms, one = contest.game_in(number), contest.rounds[number - 1]
    pair = [sitting(contest, who, number, at) for who in one.boards[at - 1].pair()]
    data = opening["data"]
    held, options = after_bids({**contest.found, "board": terms}, one.boards[at - 1])
    same = data["options"] == options and all(
        data[key] == terms[key] for key in ("rules", "scenario", "umpire", "dice", "clock")
    )
    return (
        same
        and opening["by"] == pair[0].handle
        and data["players"] == [{"handle": who.handle, "sign": who.sign} for who in pair]
        and data["seats"]
        == {side: who.handle for who, sides in zip(pair, held, strict=True) for side in sides}
    )


def check(contest: Contest, number: int, at: int, log: bytes) -> str:
    """Find what is wrong with the log of a board that stands on its game, or nothing."""
    board: Board = contest.rounds[number - 1].boards[at - 1]
    reader, finding = read(log)
    if finding:
        return "log.bad"
    opening = reader.events[0]
    bound = {"tournament": contest.ids[0], "pair": contest.rounds[number - 1].pair, "board": at}
    said = [event["data"]["result"] for event in reader.events if "result" in event["data"]]
    result = said[-1] if said else reader.result
    sides, _ = after_bids({**contest.found, "board": contest.game_in(number)}, board)
    last = {who: chain[-1][0] for who, chain in chains(reader).items()}
    won, most = board.outcome in ("first", "second"), len(contest.found.get("levels", []))
    wrong = {
        "log.unbound": opening["data"].get("for") != bound,
        "log.terms": not agreed(contest, number, at, opening)
        or (len(sides) == 1 and any(e["data"].get("what") == "rules" for e in reader.events)),
        "log.unfinished": goes_on(contest, reader),
        "log.seat": not all(
            sat(pair, chain) for pair, chain in seated(contest, board, reader, (number, at))
        )
        or reader.seats != {side: last[who] for side, who in opening["data"]["seats"].items()},
        "log.result": (reader.ids[0], reader.ids[-1]) != (board.game, board.head)
        or bool(result and outcome(result, sides) != board.outcome)
        or bool(result and played(contest, reader, result) != board.played)
        # A game that its rules did not end is won at the highest level.
        or bool(won and result and result["why"] != "victory" and board.level != most)
        # And its own scores are then those of the terms.
        or bool(
            result
            and result["why"] != "victory"
            and "scores" in contest.found
            and board.scores != [contest.found["scores"][one] for one in VALUE[board.outcome]]
        )
        # Without rules: a score is known only where they did not end the game.
        or bool(len(sides) == 1 and result and result["why"] != "victory" and board.score),
    }
    return next((code for code, found in wrong.items() if found), "")


def sitting(contest: Contest, who: int, number: int, at: int) -> Any:
    """Give who sits at a board for an entrant: the entrant, or a player of a team."""
    if contest.squads is None:
        return contest.entrants[who - 1]
    return contest.squads.there[contest.squads.seat(who, number, at)["sign"]]


Name = tuple[str, str]
"""A handle and a key."""


def chains(reader: Reader) -> dict[str, list[Name]]:
    """Give who had each player's place one after the other, by the handle of the first."""
    opening, *events = reader.events
    found = {one["handle"]: [(one["handle"], one["sign"])] for one in opening["data"]["players"]}
    for event in events:
        if event["kind"] == "ruling" and event["data"].get("as") == "replace":
            data = event["data"]
            for chain in found.values():
                if chain[-1][0] == data["out"]:
                    chain.append((data["handle"], data["sign"]))
    return found


def seated(
    contest: Contest, board: Board, reader: Reader, where: tuple[int, int]
) -> list[tuple[list[Name], list[Name]]]:
    """Give of each entrant at a board: them with whom they named, and who had their place."""
    found, chained = [], chains(reader)
    for who in board.pair():
        one = sitting(contest, who, *where)
        those = [(other["handle"], other["sign"]) for other in board.named.get(who, [])]
        found.append(([(one.handle, one.sign), *those], chained[one.handle]))
    return found


def sat(named: list[Name], chain: list[Name]) -> bool:
    """Whether who had a place was named for it, in order, and nobody keeps it who should not."""
    if not set(chain) <= set(named):
        return False
    at = [named.index(one) for one in chain]
    return at == sorted(at) and (at[-1] % 2 == 0 or at[-1] == len(named) - 1)


def played(contest: Contest, reader: Reader, result: dict[str, Any]) -> bool:
    """Whether a game was played: no forfeit of those who gave not one order, since edition 2."""
    seats = reader.events[0]["data"]["seats"]
    lost = set(seats.values()) - {seats.get(result["winner"])}
    ordered = {event["by"] for event in reader.events if event["kind"] == "orders"}
    early = "edition" in contest.found and result["why"] == "forfeit"
    of_losers = {name for who, chain in chains(reader).items() if who in lost for name, _ in chain}
    return not early or bool(of_losers & ordered)


def goes_on(contest: Contest, reader: Reader) -> bool:
    """Whether a game needs still something, as far as its log shows that without rules."""
    owed = reader.owing() or any(reader.masked(player) for player in reader.players)
    umpired = contest.found["board"]["dice"] == "umpire"
    return bool(reader.over and owed) or not reader.started or (umpired and not reader.closed)
