"""Events and words of a tournament's log by sections 1 to 3 of docs/tournaments.md: their form."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from second import curve
from second.cup_tables import OUTCOMES
from second.form import (
    CLOCK,
    HASH,
    NOT_IN_NOTE,
    PROOF,
    RULES,
    SIG,
    SIGNER,
    Test,
    either,
    fields,
    listed,
    name,
    nothing,
    one_of,
    option,
    table,
    whole,
)

MOST_CARRIED = 900
MOST_ENTRANTS, MOST_ROUNDS, MOST_POINTS = 1000, 1998, 1_000_000
TIES = (
    *("buchholz", "buchholz-cut-1", "sonneborn-berger"),
    *("direct", "koya", "progressive", "wins", "score"),
)
TEAM_TIES = ("match-points", "board-points")
TABLE_TIES = ("buchholz", "buchholz-cut-1", "progressive", "wins")
ELIMINATIONS = ("single-elimination", "double-elimination")
WORDS = (
    *("enter", "withdraw", "return", "keep", "lot", "challenge", "bye", "name"),
    *("seal", "bid", "raise", "pass", "substitute", "back", "pause", "lineup"),
)
MOST_BOARDS = 8


def text(most: int, *, lines: bool = False) -> Test:
    """Test for a text that says something, in one line or in many."""
    return lambda value: (
        isinstance(value, str)
        and 1 <= len(value) <= most
        and not NOT_IN_NOTE.search(value)
        and (lines or "\n" not in value)
    )


def words(most: int) -> Test:
    """Test for a text of words with one space between each two."""
    return lambda value: text(most)(value) and "" not in str(value).split(" ")


def moment(value: object) -> bool:
    """Test for a time that exists, like 2026-11-20T15:04:05Z."""
    form = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
    if not isinstance(value, str) or not re.fullmatch(form, value, re.ASCII):
        return False
    try:
        return bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def zone(value: object) -> bool:
    """Test for the name of a time zone."""
    return isinstance(value, str) and bool(re.fullmatch(r"[A-Za-z0-9_+/-]{1,64}", value))


def truth(value: object) -> bool:
    """Test for true or false."""
    return isinstance(value, bool)


def origin(value: object) -> bool:
    """Test for the name of a log: ASCII without spaces and plus signs."""
    if not isinstance(value, str) or not 1 <= len(value) <= 200:
        return False
    return all("!" <= sign <= "~" and sign != "+" for sign in value)


ENTRANT, ROUND = whole(1, MOST_ENTRANTS), whole(1, MOST_ROUNDS)
SCORE = whole(-1_000_000, 1_000_000)
SCORES = listed(2, 2, SCORE)
RATING, POINTS = whole(0, 9999), whole(0, MOST_POINTS)
OF_TWO = ("first", "second", "draw")
ALONE = ("first", "draw")
OUTCOME = one_of(*OF_TWO, "none", *OUTCOMES)
PLACE: dict[str, Test] = {"round": ROUND, "board": ENTRANT}
LIST: dict[str, Test] = {"start": RATING, "claimed": truth, "digits": whole(0, 6)}

SYSTEM = either(
    fields(system=one_of("elo"), k=whole(1, 200), **LIST),
    fields(system=one_of("area"), **LIST),
    fields(
        system=one_of("glicko-2"),
        deviation=whole(1, 1000),
        volatility=whole(1, 1_000_000),
        tau=whole(100, 2000),
        **LIST,
    ),
)
DRAWS = one_of("seed", "second")
AFTER = fields(tournament=HASH, head=HASH, order=listed(1, MOST_CARRIED, HASH))
FORMAT = either(
    fields(kind=one_of("round-robin"), cycles=whole(1, 2)),
    fields(kind=one_of("swiss"), rounds=whole(1, 99), engine=text(200)),
    fields(kind=one_of("tables"), rounds=whole(1, 99)),
    fields(kind=one_of("score"), rounds=whole(1, 99)),
    fields(kind=one_of("list")),
    fields(
        kind=one_of("ladder"),
        reach=whole(1, MOST_ENTRANTS),
        idle=whole(0, 99),
        after=either(AFTER, nothing),
    ),
    fields(kind=one_of("single-elimination"), draws=DRAWS, third=truth),
    fields(
        kind=one_of("groups"),
        groups=whole(2, 99),
        best=whole(1, 16),
        draws=DRAWS,
        third=truth,
    ),
    fields(kind=one_of("double-elimination"), draws=DRAWS, again=truth),
)
BOARD = fields(
    rules=RULES,
    scenario=name,
    options=table(lambda _: True, option),
    sides=listed(1, 3, listed(1, 8, name)),
    umpire=either(SIGNER, nothing),
    dice=one_of("opponents", "umpire", "self"),
    clock=either(CLOCK, nothing),
)
SAID: dict[str, Test] = {
    "v": whole(1, 1),
    "tournament": HASH,
    "head": HASH,
    "handle": name,
    "sign": HASH,
    "sig": SIG,
}
WORD: dict[str, Test] = {
    "enter": fields(
        what=one_of("enter"), **SAID, **{"from": ROUND}, rating=either(RATING, nothing)
    ),
    "withdraw": fields(what=one_of("withdraw"), **SAID, **{"from": ROUND}),
    "return": fields(what=one_of("return"), **SAID, **{"from": ROUND}),
    "keep": either(
        fields(what=one_of("keep"), **SAID, vrf=HASH, proof=PROOF),
        fields(what=one_of("keep"), **SAID, vrf=HASH, proof=PROOF, deputy=SIGNER),
    ),
    "lot": fields(what=one_of("lot"), **SAID, on=HASH, proof=PROOF),
    "challenge": fields(what=one_of("challenge"), **SAID, whom=ENTRANT),
    "bye": fields(what=one_of("bye"), **SAID, round=ROUND),
    "name": fields(what=one_of("name"), **SAID, name=words(60)),
    "seal": fields(what=one_of("seal"), **SAID, **PLACE, commit=HASH),
    "bid": fields(
        what=one_of("bid"),
        **SAID,
        **PLACE,
        side=one_of("first", "second"),
        price=whole(0, 1000),
        salt=HASH,
    ),
    "raise": fields(
        what=one_of("raise"), **SAID, **PLACE, side=one_of("first", "second"), price=whole(0, 1000)
    ),
    "pass": fields(what=one_of("pass"), **SAID, **PLACE),
    "substitute": fields(what=one_of("substitute"), **SAID, **PLACE, player=SIGNER, until=moment),
    "lineup": fields(
        what=one_of("lineup"),
        **SAID,
        **{"from": ROUND},
        players=listed(2, MOST_BOARDS, whole(1, 2 * MOST_BOARDS)),
    ),
    "pause": fields(what=one_of("pause"), **SAID, round=ROUND, until=moment),
    "back": fields(what=one_of("back"), **SAID, **PLACE, player=SIGNER, agreed=SIG),
}
PRICE = either(fields(option=name, step=whole(-1000, 1000), most=whole(1, 1000)), nothing)
FOUND: dict[str, Test] = {
    "name": text(200),
    "director": SIGNER,
    "deputy": either(fields(handle=name, sign=HASH, days=whole(1, 365)), nothing),
    "checkpoints": fields(origin=origin, key=HASH),
    "format": FORMAT,
    "board": BOARD,
    "points": fields(win=POINTS, draw=POINTS, loss=POINTS, bye=POINTS),
    "ties": listed(0, len(TIES), one_of(*TIES, *TEAM_TIES)),
    "seeding": one_of("lots", "rating"),
    "ratings": listed(0, 3, SYSTEM),
}
BIDS = fields(kind=one_of("sealed", "open"), prices=listed(2, 2, PRICE))
LEVEL = whole(0, 9)
LEVELS = listed(1, 9, fields(score=SCORE, win=POINTS, loss=POINTS))


def with_any(always: dict[str, Test], **more: Test) -> Test:
    """Test for an object with these fields, and with any of some more."""
    return lambda value: (
        isinstance(value, dict)
        and fields(**always, **{key: test for key, test in more.items() if key in value})(value)
    )


TEAM = fields(handle=name, name=words(60), players=listed(2, 2 * MOST_BOARDS, SIGNER))
TEAMS = fields(
    boards=whole(2, MOST_BOARDS),
    match=fields(win=POINTS, draw=POINTS, loss=POINTS, bye=POINTS),
    first=one_of("match", "board"),
    list=listed(2, MOST_ENTRANTS, TEAM),
)
REQUESTED = fields(points=POINTS, most=whole(1, 9))
DATA: dict[str, Test] = {
    "found": with_any(
        FOUND,
        bids=BIDS,
        requested=REQUESTED,
        levels=LEVELS,
        counted=whole(1, 98),
        substitutes=lambda value: value is True,
        games=whole(2, 4),
        teams=TEAMS,
        pauses=lambda value: value is True,
        observers=listed(1, 9, SIGNER),
        scores=fields(win=SCORE, draw=SCORE, loss=SCORE, bye=SCORE),
        edition=whole(2, 2),
    ),
    **{kind: fields(word=either(*WORD.values())) for kind in WORDS},
    "closed": fields(entrants=listed(2, MOST_ENTRANTS, HASH)),
    "pair": fields(
        round=ROUND,
        boards=listed(0, MOST_ENTRANTS, listed(1, 3, ENTRANT)),
        byes=listed(0, MOST_ENTRANTS, ENTRANT),
    ),
    "game": fields(**PLACE, game=HASH),
    "result": with_any(
        {**PLACE, "game": HASH, "head": HASH, "outcome": OUTCOME},
        score=SCORE,
        level=LEVEL,
        scores=SCORES,
        played=lambda value: value is False,
    ),
    "rule": with_any(
        {
            **PLACE,
            "outcome": either(OUTCOME, one_of("log")),
            "played": truth,
            "why": text(2000, lines=True),
        },
        score=SCORE,
        level=LEVEL,
        scores=SCORES,
    ),
    "dismiss": fields(**PLACE, entrant=ENTRANT, why=text(2000, lines=True)),
    "unbid": fields(**PLACE, entrant=ENTRANT, why=text(2000, lines=True)),
    "change": fields(
        **{"from": ROUND},
        rounds=either(whole(1, 99), nothing),
        board=either(BOARD, nothing),
        why=text(2000, lines=True),
    ),
    "entries": with_any(
        {"until": moment, "zone": zone, "offset": whole(-1439, 1439)}, why=text(2000, lines=True)
    ),
    "due": with_any(
        {
            "round": ROUND,
            "until": moment,
            "zone": zone,
            "offset": whole(-1439, 1439),
            "then": one_of("remind", "adjudicate"),
        },
        why=text(2000, lines=True),
    ),
    "unlot": fields(keeper=name, why=text(2000, lines=True)),
    "out": fields(entrant=ENTRANT, why=text(2000, lines=True)),
    "close": fields(order=listed(2, MOST_ENTRANTS, ENTRANT)),
}


def has_form(body: dict[str, Any]) -> bool:
    """Whether an event is of a kind of a tournament, in its form."""
    rest = {key: value for key, value in body["data"].items() if key != "note"}
    return body["kind"] in DATA and DATA[body["kind"]](rest)


def same(deputy: dict[str, Any] | None, director: dict[str, Any]) -> bool:
    """Whether a deputy has handle or key of the director."""
    return deputy is not None and any(deputy[key] == director[key] for key in ("handle", "sign"))


def at_level(found: dict[str, Any], data: dict[str, Any]) -> bool:
    """Whether how a board ended says a level of victory where there are levels, and which."""
    levels = found.get("levels")
    if "outcome" not in data or levels is None:
        return "level" not in data
    most = len(levels) if data["outcome"] in ("first", "second") else 0
    return "level" in data and data["level"] <= most


def at_board(found: dict[str, Any], data: dict[str, Any]) -> bool:
    """Whether boards and outcomes are those of as many as the tournament has at a board."""
    if "head" in data and "played" in data and "edition" not in found:
        return False
    if data.get("outcome") == "log":
        return data["played"] and not {"score", "level", "scores"} & data.keys()
    if "outcome" in data and ("scores" in data) != ("scores" in found):
        return False
    count = len(found["board"]["sides"])
    known = ("none", *{1: ALONE, 2: OF_TWO, 3: OUTCOMES}[count])
    return (
        ("outcome" not in data or ("score" in data) == (count == 1))
        and at_level(found, data)
        and all(len(board) == count for board in data.get("boards", ()))
        and data.get("outcome", "none") in known
    )


def biddable(prices: list[dict[str, Any] | None], board: dict[str, Any]) -> bool:
    """Whether sides can be bid for at such prices."""
    given = [one for one in prices if one is not None]
    names = [one["option"] for one in given]
    whole_numbers = all(
        isinstance(board["options"].get(one), int) and not truth(board["options"][one])
        for one in names
    )
    return (
        len(board["sides"]) == 2
        and bool(given)
        and len(set(names)) == len(names)
        and whole_numbers
        and all(one["step"] for one in given)
    )


def rising(found: dict[str, Any]) -> bool:
    """Whether levels of victory go up: in score, in what a win gives, and down for the loser."""
    levels, plain = found["levels"], found["points"]
    scores = [one["score"] for one in levels]
    wins = [plain["win"], *(one["win"] for one in levels)]
    losses = [plain["loss"], *(one["loss"] for one in levels)]
    return (
        len(found["board"]["sides"]) == 2
        and scores == sorted(set(scores))
        and wins == sorted(wins)
        and losses == sorted(losses, reverse=True)
    )


OF_ROUNDS = ("swiss", "round-robin", "tables", "score")


def drawn(found: dict[str, Any]) -> int:
    """Give what a draw gives, or between teams a drawn match."""
    if "teams" not in found:
        return int(found["points"]["draw"])
    teams = found["teams"]
    by_match = teams["first"] == "match"
    return int(teams["match"]["draw"] if by_match else teams["boards"] * found["points"]["draw"])


def adds_fit(found: dict[str, Any]) -> bool:
    """Whether what only some tournaments have can be had: byes on request, and bids."""
    if "requested" in found and (
        found["format"]["kind"] != "swiss" or found["requested"]["points"] > drawn(found)
    ):
        return False
    if "levels" in found and not rising(found):
        return False
    if "counted" in found and found["format"]["kind"] not in OF_ROUNDS:
        return False
    if "substitutes" in found and (
        found["board"]["umpire"] is None or found["format"]["kind"] == "score"
    ):
        return False
    return more_fit(found)


def more_fit(found: dict[str, Any]) -> bool:
    """Whether scores, matches, substitutes and bids can be had."""
    if ("score" in found["ties"]) != ("scores" in found):
        return False
    if "scores" in found and len(found["board"]["sides"]) != 2:
        return False
    for key in ("handle", "sign"):
        named = [one[key] for one in found.get("observers", [])]
        if len(set(named)) < len(named):
            return False
    if "games" in found and (
        found["format"]["kind"] not in ("swiss", "round-robin", *ELIMINATIONS) or "bids" in found
    ):
        return False
    return "bids" not in found or biddable(found["bids"]["prices"], found["board"])


def small(called: str) -> bytes:
    """Give a name in small letters of ASCII."""
    return called.encode().lower()


def teams_fit(found: dict[str, Any]) -> bool:
    """Whether teams can be had, and their tie-breaks."""
    ties = set(found["ties"]) & set(TEAM_TIES)
    if "teams" not in found:
        return not ties
    teams, match = found["teams"], found["teams"]["match"]
    players = [one for team in teams["list"] for one in team["players"]]
    handles = [one["handle"] for one in (*teams["list"], *players)]
    names = [small(team["name"]) for team in teams["list"]]
    return (
        found["format"]["kind"] in ("swiss", "round-robin", *ELIMINATIONS)
        and not {"games", "bids"} & set(found)
        and len(set(handles)) == len(handles)
        and len({one["sign"] for one in players}) == len(players)
        and len(set(names)) == len(names)
        and not any(
            small(team["name"]) == small(handle) and handle != team["handle"]
            for team in teams["list"]
            for handle in handles
        )
        and all(len(team["players"]) >= teams["boards"] for team in teams["list"])
        and match["win"] >= max(1, match["draw"])
        and match["draw"] >= match["loss"]
        and f"{teams['first']}-points" not in ties
    )


def fits(found: dict[str, Any]) -> bool:
    """Whether the terms of a tournament do not contradict each other."""
    board, points = found["board"], found["points"]
    sides = [side for half in board["sides"] for side in half]
    systems = [one["system"] for one in found["ratings"]]
    tables = found["format"]["kind"] == "tables"
    if tables and ("area" in systems or not set(found["ties"]) <= set(TABLE_TIES)):
        return False
    alone = found["format"]["kind"] == "score"
    rated = systems or set(found["ties"]) - {"progressive", "wins"}
    if alone and (rated or board["dice"] != "umpire"):
        return False
    if found["format"]["kind"] == "ladder":
        order = (found["format"]["after"] or {"order": []})["order"]
        if found["ties"] or len(set(order)) != len(order):
            return False
    if found["format"]["kind"] == "list" and (found["ties"] or not systems):
        return False
    if not adds_fit(found) or not teams_fit(found):
        return False
    return (
        len(board["sides"]) == (3 if tables else 1 if alone else 2)
        and points["win"] >= max(1, points["draw"])
        and points["draw"] >= points["loss"]
        and len(set(sides)) == len(sides)
        and len(set(systems)) == len(systems)
        and len(set(found["ties"])) == len(found["ties"])
        and board["dice"] != "self"
        and not (found["format"]["kind"] in ELIMINATIONS and found["ties"])
        and not (board["dice"] == "umpire" and board["umpire"] is None)
        and not same(found["deputy"], found["director"])
        and found["checkpoints"]["key"] != found["director"]["sign"]
        and curve.read_prime(bytes.fromhex(found["checkpoints"]["key"])) is not None
    )
