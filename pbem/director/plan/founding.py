"""A tournament as its director writes it down, and what that means in full."""

from __future__ import annotations

import secrets
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pbem.client import people
from pbem.client.client import Client
from pbem.client.play.opening import read_options
from pbem.client.storage import tournaments
from pbem.client.storage.packs import newest
from pbem.crypto.signing import public_key
from pbem.crypto.text import escape
from pbem.director.plan.faults import Called, read_form
from pbem.director.plan.unattended import Unattended, check
from pbem.errors import FormError
from pbem.files import read_plain
from pbem.games import registry
from pbem.identity.identity import Identity
from pbem.kit.contract import Rules
from pbem.kit.hidden import cards_of
from pbem.kit.stocks import stocks_of
from pbem.kit.typed import strict_yaml
from pbem.kit.typed.suggest import did_you_mean
from pbem.kit.wording import counted
from pbem.play import fence
from pbem.table.events.kinds import Clock, RulesId, Signer
from pbem.table.library import data_digest
from pbem.tournament.events import kinds, plain_kinds, term_kinds
from pbem.tournament.events.terms import contradiction
from pbem.tournament.going_on import after
from pbem.tournament.outcomes import SAID
from pbem.tournament.pairings.pairing import engine


def _beside(name: str) -> str:
    return read_plain(Path(__file__).with_name(name), strict_yaml.LIMIT).decode()


def template(*, full: bool = False) -> str:
    """Return an example of a plan, with the games that are here; ``full``: all that it can have."""
    begin, _, rest = _beside("template.yaml").partition("or GAMES")
    others = sorted(name for name in registry.names() if name not in ("saipan", "table"))
    lines = textwrap.wrap(f"or {', '.join(others)}", 76)
    indent = f"\n{'':21}# "
    text = f"{begin}{indent.join(lines)}{rest}"
    return text + (_beside("more.yaml") if full else "")


ORIGIN = r"^[!-*,-~]{1,180}$(?!\n)"
"""The place of pages in a plan: the name of a C2SP log without its last part."""


class Terms(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The clock as a director writes it."""

    days: int
    bank: int = 30
    grace: int = 7
    turn: int | None = None


class DeputyOf(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A deputy as a director writes them."""

    handle: str
    days: int


class PriceOf(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The payment for a side, as a director writes it."""

    side: str
    option: str
    step: int = 1
    most: int


class TeamOf(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A team as a director writes it: its players in board order, then its reserves."""

    name: str
    title: str | None = None
    players: Annotated[tuple[str, ...], Meta(min_length=2, max_length=2 * plain_kinds.BOARDS_MAX)]


class Plan(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A tournament as a director writes it down (schemas/tournament-plan.json)."""

    name: plain_kinds.Title
    format: Literal[
        "swiss", "tables", "score", "round-robin", "single-elimination", "double-elimination",
        "groups", "ladder", "list",
    ]  # fmt: skip
    game: str
    rounds: Annotated[int, Meta(ge=1, le=99)] | None = None
    cycles: Annotated[int, Meta(ge=1, le=2)] | None = None
    draws: Literal["seed", "second"] | None = None
    third: bool | None = None
    again: bool | None = None
    groups: Annotated[int, Meta(ge=2, le=99)] | None = None
    best: Annotated[int, Meta(ge=1, le=16)] | None = None
    reach: Annotated[int, Meta(ge=1, le=plain_kinds.ENTRANTS_MAX)] | None = None
    idle: Annotated[int, Meta(ge=0, le=99)] | None = None
    after: str | None = None
    origin: Annotated[str, Meta(pattern=ORIGIN)] = "pbem-tournament"
    scenario: str | None = None
    options: dict[str, str | int | bool] = {}
    sides: list[str | list[str]] = []
    umpire: str | None = None
    deputy: DeputyOf | None = None
    dice: Literal["opponents", "umpire"] = "opponents"
    clock: Terms | None = None
    points: term_kinds.Scale = term_kinds.Scale(win=2, draw=1, loss=0, bye=2)
    ties: tuple[plain_kinds.Tie, ...] | None = None
    seeding: Literal["lots", "rating"] = "lots"
    ratings: tuple[term_kinds.System, ...] = ()
    bids: tuple[PriceOf, ...] = ()
    bidding: Literal["sealed", "open"] | None = None
    requested: term_kinds.Requested | None = None
    levels: tuple[term_kinds.Level, ...] = ()
    counted: Annotated[int, Meta(ge=1, le=98)] | None = None
    substitutes: bool = False
    pauses: bool = False
    games: Annotated[int, Meta(ge=2, le=4)] | None = None
    teams: tuple[TeamOf, ...] = ()
    boards: Annotated[int, Meta(ge=2, le=plain_kinds.BOARDS_MAX)] | None = None
    match: term_kinds.Scale | None = None
    first: Literal["match", "board"] | None = None
    observers: tuple[str, ...] = ()
    scores: term_kinds.OwnScores | None = None
    unattended: Unattended | None = None


EDITION = 2
"""The edition of the rules for standings: that of every tournament that is founded now."""


def warnings(plan: Plan, found: kinds.Found | None = None) -> list[str]:
    """Say what a plan has that its director may not want, though it can be founded.

    ``found``: what the plan means, if its game should be looked at, too.
    """
    reported = []
    if plan.substitutes and found is not None and (what := _hides(found)):
        reported.append(
            f"this game has {what}, which nobody can take over. No substitute can play while a "
            "player has one"
        )
    if plan.games and plan.games > 2 and plan.format in ("swiss", "round-robin"):
        most = 2 * plain_kinds.ENTRANTS_MAX // plan.games
        reported.append(
            f"a round has at most {plain_kinds.ENTRANTS_MAX} boards, so with 'games: {plan.games}' "
            f"it pairs at most {most} players"
        )
    if plan.games and plan.format == "swiss" and plan.points.bye < plan.games * plan.points.win:
        reported.append(
            f"a bye gives {plan.points.bye} points, and {plan.games} games won give "
            f"{plan.games * plan.points.win}. Change 'bye' in 'points' unless you want that"
        )
    if plan.format not in ("round-robin", "groups"):
        return reported
    if plan.points.bye:
        reported.append(
            f"a bye gives {plan.points.bye} points, so players with more byes get more points. In "
            f"a {plan.format}, write 'bye: 0' in 'points' unless you want that"
        )
    if plan.ties is not None and (swiss := [tie for tie in plan.ties if "buchholz" in tie]):
        reported.append(
            f"{' and '.join(swiss)} {'is' if len(swiss) == 1 else 'are'} made for a Swiss. If "
            "everybody meets everybody, delete the line 'ties': then 'direct' and "
            "'sonneborn-berger' decide"
        )
    return reported


def _hides(found: kinds.Found) -> str:
    """Say what a game has that belongs to one key; empty if nothing."""
    board = found.board
    rules = newest(board.rules.name)
    game = fence.bound(rules, board.scenario, board.options, fence.asked(rules, "data"))
    if cards_of(game) is not None:
        return "hands of cards"
    return "" if stocks_of(game) is None else "hidden supplies"


def read_plan(path: Path) -> Plan:
    """Read a plan.

    Raises:
        FormError: A field is wrong. The message names it.
        LogFileError: The file cannot be read.
    """
    return read_form(path, Plan, _WORDS)[0]


_WORDS = Called(
    "a plan of a tournament",
    "name: Spring Cup",
    "'pbem tournament found --template --full' prints a complete plan",
)


def founded(client: Client, identity: Identity, plan: Plan) -> kinds.Found:
    """Return the terms that a plan means, complete, with digests and keys.

    Raises:
        FormError: A value is not possible.
        NotFound: There is no such game, scenario or card. The message has the nearest names.
    """
    if plan.unattended is not None:
        check(plan.unattended)
    rules = newest(plan.game)
    data = fence.asked(rules, "data")
    scenario = plan.scenario or next(iter(rules.scenarios))
    if scenario not in rules.scenarios:
        near = did_you_mean(scenario, rules.scenarios) or "."
        raise FormError(
            f"there is no scenario '{escape(scenario)}'{near} Choose one of: "
            f"{', '.join(rules.scenarios)}"
        )
    typed = {name: _typed(value) for name, value in plan.options.items()}
    options = read_options(rules, typed)
    game = fence.bound(rules, scenario, options, data)
    form = _format(client, plan)
    seats = _SEATS.get(type(form), 2)
    if len(game.sides) < seats:
        raise FormError(
            f"this scenario has {len(game.sides)} sides, but a board has {seats} players. "
            f"{_with_more(rules, data, seats)}"
        )
    made: dict[str, Any] = {
        "name": plan.name,
        "director": Signer(identity.handle, identity.sign_public.hex()),
        "deputy": _deputy(client, plan),
        "checkpoints": _checkpoints(identity, plan),
        "format": form,
        "board": term_kinds.Board(
            rules=RulesId(rules.name, rules.version, data_digest(data)),
            scenario=scenario,
            options=options,
            sides=_sides(plan, game.sides, seats),
            umpire=_umpire(client, plan),
            dice=plan.dice,
            clock=None if plan.clock is None else Clock(**msgspec.structs.asdict(plan.clock)),
        ),
        "points": plan.points,
        "ties": _ties(plan, form) if plan.ties is None else plan.ties,
        "seeding": plan.seeding,
        "ratings": plan.ratings,
        "edition": EDITION,
    }
    if plan.bidding is not None and not plan.bids:
        raise FormError("bidding: add the prices of the sides under 'bids', or delete 'bidding'")
    if plan.bids:
        made["bids"] = _bids(plan, rules, made["board"])
    made |= _observers(client, plan) | _teams(client, plan)
    for name in ("levels", "counted", "requested", "substitutes", "pauses", "games", "scores"):
        if value := getattr(plan, name):
            made[name] = value
    try:
        # Built from typed parts, so that what the plan alone bounds is looked at too.
        found = msgspec.convert(msgspec.to_builtins(made), kinds.Found)
    except msgspec.ValidationError as error:
        raise FormError(f"the plan has a fault: {error}") from None
    if why := contradiction(found):
        hint = ". Delete the line 'ties'" if "tie-break" in why else ""
        raise FormError(f"the plan contradicts itself or its format: {why}{hint}")
    return found


def _bids(
    plan: Plan, rules: Rules, board: term_kinds.Board
) -> term_kinds.SealedBids | term_kinds.OpenBids:
    """Return the prices of both sides; raises FormError where a game could not be opened so."""
    prices: dict[int, term_kinds.Price] = {}
    for one in plan.bids:
        at = next((no for no, held in enumerate(board.sides) if one.side in held), None)
        if at is None or at in prices:
            sides = ", ".join(side for held in board.sides for side in held)
            raise FormError(f"bids: name each side once ({sides}), not '{escape(one.side)}'")
        base = board.options.get(one.option)
        if type(base) is not int:
            numbers = [name for name, value in board.options.items() if type(value) is int]
            raise FormError(
                f"bids: '{escape(one.option)}' is not a numeric option. Choose one of: "
                f"{', '.join(numbers)}"
            )
        if not 1 <= one.most <= _MOST:
            raise FormError(f"bids: 'most' must be 1 to {_MOST}")
        for price in range(one.most + 1):
            read_options(rules, {one.option: str(base + one.step * price)})
        prices[at] = term_kinds.Price(option=one.option, step=one.step, most=one.most)
    form = term_kinds.OpenBids if plan.bidding == "open" else term_kinds.SealedBids
    return form(prices=(prices.get(0), prices.get(1)))


_MOST = 1000


def _checkpoints(identity: Identity, plan: Plan) -> term_kinds.Checkpoints:
    """Return a key of its own, for an origin that no other tournament ever has."""
    origin = f"{plan.origin}/{secrets.token_hex(8)}"
    seed = identity.checkpoint_seed(origin)
    return term_kinds.Checkpoints(origin=origin, key=public_key(seed).hex())


def _deputy(client: Client, plan: Plan) -> term_kinds.Deputy | None:
    if plan.deputy is None:
        return None
    card = people.card_of(client, plan.deputy.handle)
    return term_kinds.Deputy(handle=card.handle, sign=card.sign, days=plan.deputy.days)


def _umpire(client: Client, plan: Plan) -> Signer | None:
    if plan.umpire is None:
        return None
    card = people.card_of(client, plan.umpire)
    return Signer(card.handle, card.sign)


def _teams(client: Client, plan: Plan) -> dict[str, Any]:
    """Return the teams of a plan, with the keys of the cards that are here."""
    if not plan.teams:
        named = [name for name in ("boards", "match", "first") if getattr(plan, name) is not None]
        if named:
            raise FormError(
                f"{named[0]} is for teams. Delete the line '{named[0]}', or add 'teams:'"
            )
        return {}
    if plan.boards is None:
        raise FormError("the plan does not say how many boards a match has. Add a line 'boards: 4'")
    teams = []
    for one in plan.teams:
        cards = [people.card_of(client, handle) for handle in one.players]
        players = tuple(Signer(card.handle, card.sign) for card in cards)
        if one.name in SAID:
            raise FormError(f"no team can be called {one.name}, which means a result")
        teams.append({"handle": one.name, "name": one.title or one.name, "players": players})
    match = plan.match or term_kinds.Scale(win=2, draw=1, loss=0, bye=2)
    first = plan.first or "match"
    made = {"boards": plan.boards, "match": match, "first": first, "list": tuple(teams)}
    if len(msgspec.json.encode(made)) > _TEAM_BYTES:
        raise FormError(
            f"{counted(len(teams), 'team')} with all their players do not fit into one event. "
            "Found two tournaments, or leave reserves out"
        )
    return {"teams": made}


_TEAM_BYTES = 60_000
"""The room of the longest line, without all else that `found` says."""


def _observers(client: Client, plan: Plan) -> dict[str, Any]:
    cards = [people.card_of(client, handle) for handle in plan.observers]
    return {"observers": [Signer(card.handle, card.sign) for card in cards]} if cards else {}


def _typed(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_FORMATS = {
    "swiss": ("rounds",),
    "tables": ("rounds",),
    "score": ("rounds",),
    "round-robin": ("cycles",),
    "single-elimination": ("draws", "third"),
    "double-elimination": ("draws", "again"),
    "groups": ("groups", "best", "draws", "third"),
    "ladder": ("reach", "idle", "after"),
    "list": (),
}
"""The terms of each format in a plan, and of no other."""


def _format(client: Client, plan: Plan) -> term_kinds.Format:
    given = {name: getattr(plan, name) for names in _FORMATS.values() for name in names}
    for name, value in given.items():
        if value is not None and name not in _FORMATS[plan.format]:
            raise FormError(f"a {plan.format} has no '{name}'. Delete the line '{name}'")
    return _MADE[plan.format](client, plan)


def _single(_: Client, plan: Plan) -> term_kinds.SingleElimination:
    return term_kinds.SingleElimination(draws=plan.draws or "seed", third=plan.third or False)


def _double(_: Client, plan: Plan) -> term_kinds.DoubleElimination:
    again = plan.again is None or plan.again
    return term_kinds.DoubleElimination(draws=plan.draws or "seed", again=again)


def _rounds(plan: Plan) -> int:
    if plan.rounds is None:
        raise FormError("the plan does not say how many rounds. Add a line like 'rounds: 3'")
    return plan.rounds


def _groups(_: Client, plan: Plan) -> term_kinds.Groups:
    if plan.groups is None or plan.best is None:
        raise FormError(
            "the plan does not say how many groups, and how many of each advance. Add lines like "
            "'groups: 4' and 'best: 2'"
        )
    third, draws = plan.third or False, plan.draws or "seed"
    return term_kinds.Groups(groups=plan.groups, best=plan.best, draws=draws, third=third)


def _ladder(client: Client, plan: Plan) -> term_kinds.Ladder:
    """Return a ladder; raises FormError where what it is to go on from is not over."""
    if plan.reach is None or plan.idle is None:
        raise FormError(
            "the plan does not say how far above a player can challenge, and who falls. Add lines "
            "like 'reach: 3' and 'idle: 3'"
        )
    old = None
    if plan.after is not None:
        fold = tournaments.read_here(client, tournaments.find(client, plan.after))
        if not fold.now.over:
            raise FormError(
                f"{escape(plan.after)} is not over. Close it first with 'pbem tournament close'"
            )
        old = after(fold)
    return term_kinds.Ladder(reach=plan.reach, idle=plan.idle, after=old)


_MADE: dict[str, Callable[[Client, Plan], term_kinds.Format]] = {
    "swiss": lambda _, plan: term_kinds.Swiss(_rounds(plan), engine()),
    "tables": lambda _, plan: term_kinds.Tables(_rounds(plan)),
    "score": lambda _, plan: term_kinds.Solitaire(_rounds(plan)),
    "round-robin": lambda _, plan: term_kinds.RoundRobin(plan.cycles or 1),
    "single-elimination": _single,
    "double-elimination": _double,
    "groups": _groups,
    "ladder": _ladder,
    "list": lambda *_: term_kinds.RatingList(),
}


def _ties(plan: Plan, form: term_kinds.Format) -> tuple[plain_kinds.Tie, ...]:
    """Return the tie-breaks of a plan that names none; of teams the other points come first."""
    usual = _usual_ties(form)
    if not plan.teams or not usual:
        return usual
    return ("match-points" if plan.first == "board" else "board-points", *usual)


def _usual_ties(form: term_kinds.Format) -> tuple[plain_kinds.Tie, ...]:
    if isinstance(form, term_kinds.Elimination | term_kinds.Ladder | term_kinds.RatingList):
        return ()
    if isinstance(form, term_kinds.RoundRobin | term_kinds.Groups):
        return ("direct", "sonneborn-berger", "wins")
    if isinstance(form, term_kinds.Tables):
        return ("wins", "buchholz")
    if isinstance(form, term_kinds.Solitaire):
        return ("wins",)
    return ("buchholz-cut-1", "buchholz", "sonneborn-berger", "wins")


_SEATS: dict[type, int] = {term_kinds.Tables: 3, term_kinds.Solitaire: 1}
_HOLDERS = (
    "the first holds",
    "the first and the second of a pair hold",
    "the first, the second and the third at a table hold",
)


def _with_more(rules: Rules, data: Any, seats: int) -> str:
    """Say which scenarios of a game have so many sides."""
    usual = read_options(rules, {})
    names = [
        name
        for name in rules.scenarios
        if len(fence.bound(rules, name, usual, data).sides) >= seats
    ]
    if not names:
        return f"No scenario of {rules.name} has that many"
    return f"Use scenario: {' or '.join(names)}"


def _sides(plan: Plan, sides: Any, seats: int) -> tuple[tuple[str, ...], ...]:
    """Return what the first, the second (and the third) hold: every side of the scenario once."""
    if not plan.sides and len(sides) == seats:
        return tuple((side,) for side in sides)
    given = tuple((one,) if isinstance(one, str) else tuple(one) for one in plan.sides)
    if len(given) != seats or sorted(side for held in given for side in held) != sorted(sides):
        shown = [
            *(f"[{side}]" for side in sides[: seats - 1]),
            f"[{', '.join(sides[seats - 1 :])}]",
        ]
        raise FormError(
            f"sides: name the sides that {_HOLDERS[seats - 1]}, each of {', '.join(sides)} once, "
            f"as 'sides: [{', '.join(shown)}]'"
        )
    return given
