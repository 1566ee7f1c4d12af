"""Games played without signatures: by computer players, or at random among all legal orders.

The table's own `Play` carries every order, so what is simulated is what a log would replay. A game
is a function of its seed: the same seed gives the same game on every machine.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from time import perf_counter
from types import MappingProxyType
from typing import Any

import msgspec

from pbem.crypto.text import escape
from pbem.errors import FormError, IllegalOrder, PbemError, RulesFault
from pbem.kit.contract import Deal, Game, MakeDeck, Outcome, RawOrder
from pbem.kit.dice import SeededDice
from pbem.kit.hidden import cards_of, groups_of
from pbem.kit.keeping import keeping
from pbem.play.outcomes import Lapsed, LeftOut, Rolled
from pbem.play.play import Play
from pbem.pool import pool
from pbem.selfplay import unsigned
from pbem.selfplay.ahead import Ahead
from pbem.selfplay.search import look_ahead
from pbem.selfplay.unsigned import Secrets, begin, known, random_order, seated

Writer = Callable[[Play, random.Random], list[RawOrder]]

BUDGET = 3000
"""Positions that a player who looks ahead lets come about for each decision."""

DECISIONS_MAX = 100_000
"""No game is this long: one that is goes on for ever."""


class Setup(msgspec.Struct, frozen=True):
    """The set-up of a game: ``options`` need only name those that differ from their defaults.

    ``standing``: computer players give standing orders beforehand, to these questions of
    ``standing_for`` alone where it names some. ``ahead``: they write a whole
    turn at once, with guards on what depends on dice (`pbem.selfplay.ahead`). ``search``: these
    sides look ahead (`pbem.selfplay.search`), each decision by a ``budget`` of positions in
    rehearsals. ``seats``: side -> player, where one player has several sides; every other side has
    a player of its own.
    """

    game: str
    scenario: str
    options: dict[str, Any] = {}
    random: bool = False
    standing: bool = True
    ahead: bool = False
    search: tuple[str, ...] = ()
    budget: int = BUDGET
    standing_for: tuple[str, ...] = ()
    seats: dict[str, str] = {}


class Played(msgspec.Struct, frozen=True, rename={"skipped": "lapsed"}):
    """One game: ``decisions`` are orders and settled questions, ``s`` the seconds that it took.

    ``mails``: how many it takes if the active player mails all that they write before another has
    it. All other players give dice in turn, or a keeper if one plays alone. Deeds that are owed
    with decks and hidden supplies come from the players who owe them in a log. ``turn`` is what the
    module's facts call the last turn, 0 where it knows no turns. ``tracks``: how each track stood
    at the end of turn 1, of turn 2, ..., of the game. ``guarded``: orders written after a guard;
    ``left_out``: those of them whose guard did not hold in their turn.
    """

    seed: int
    winner: str | None
    why: str
    turn: int
    decisions: int
    rolls: int
    skipped: int
    s: float
    tracks: dict[str, list[int]] = {}
    mails: int = 0
    guarded: int = 0
    left_out: int = 0


class EndlessGameError(PbemError):
    """A game that does not end, or stands still: a mistake in the rules module."""


def bind(setup: Setup) -> Game[Any, Any]:
    """Return the game that a set-up describes.

    Raises:
        FormError: There is no such game, scenario or option.
        RulesFault: The rules module broke its contract.
    """
    return unsigned.bind(unsigned.rules_of(setup.game), setup.scenario, setup.options)


def answer_random(play: Play, rng: random.Random) -> list[RawOrder]:
    """Return one random legal order for the question open now."""
    return [play.spell(random_order(play, rng))]


def answer_sensible(play: Play, rng: random.Random) -> list[RawOrder]:
    """Return what a computer player orders for the question open now."""
    orders = play.game.sensible(known(play), rng.randrange(1 << 32))
    return [play.game.write_order(order) for order in orders]


class Watched:
    """Notes how the tracks of a game stand whenever an outcome begins another turn.

    ``game`` is the game as it is watched.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game, self.game = game, copy(game)
        self.game.apply = self.apply  # type: ignore[method-assign]
        self._knows_turns = "turn" in game.facts
        self._turn: int | None = None
        self.tracks: dict[str, list[int]] = {track: [] for track in game.tracks}

    def apply(self, position: Any, outcome: Outcome) -> None:
        """Change the position as the game does, and look whether a turn is over."""
        self._game.apply(position, outcome)
        if self.tracks:
            turn = self.turn(position)
            if self._turn not in {turn, None}:
                self.note(position)
            self._turn = turn

    def turn(self, position: Any) -> int:
        """Return the turn, 0 where the game knows none."""
        return int(self._game.fact(position, "turn", ())) if self._knows_turns else 0

    def note(self, position: Any) -> None:
        """Enter how the tracks stand."""
        for track, levels in self.tracks.items():
            levels.append(int(self._game.fact(position, track, ())))


class Mails:
    """The count of mails for each player: a mail is all that one person writes before another does.

    ``groups``: players who see each other's hands, for games that have any.
    """

    def __init__(self, players: Iterable[str], groups: Sequence[Sequence[str]] = ()) -> None:
        self._players = list(dict.fromkeys(players))
        self._groups = groups
        self._last = ""
        self._trigger = ""
        self._deals = self._boxes = 0
        self.count = 0

    def orders(self, player: str) -> None:
        """Somebody writes orders."""
        self._trigger = player
        self._write(player)

    def hands(self, play: Play) -> None:
        """Count what was done with decks and hidden supplies since: no part of it is a trigger."""
        deals = [] if play.dealer is None else play.dealer.deals
        boxes = 0 if play.keeper is None else play.keeper.settled
        if boxes > self._boxes:
            for player in [one for one in self._group(self._trigger) if one != self._trigger]:
                self._write(player)
        for deal in deals[self._deals :]:
            self._deal(deal, play.seats)
        self._deals, self._boxes = len(deals), boxes

    def _deal(self, deal: Deal, seats: Mapping[str, str]) -> None:
        """Count the mails of a deck (docs/protocol-cards.md, 6.1): shuffles, boxes, decryptions."""
        if isinstance(deal, MakeDeck):
            for player in [player for group in self._groups for player in group]:
                self._write(player)
            return
        mine = self._group(seats[deal.side])
        for group in [group for group in self._groups if group != mine]:
            self._write(group[0])
        if deal.open:
            self._write(mine[0])

    def _group(self, player: str) -> Sequence[str]:
        return next(group for group in self._groups if player in group)

    def dice(self) -> None:
        """Everybody but the author of the orders gives dice, one after the other."""
        for player in [one for one in self._players if one != self._trigger] or ["keeper"]:
            self._write(player)

    def _write(self, who: str) -> None:
        self.count += who != self._last
        self._last = who


def searchers(
    game: Game[Any, Any], sides: Collection[str], budget: int, secrets: Secrets
) -> Writer:
    """Return computer players of ``game`` of whom those of ``sides`` look ahead, unwatched.

    ``secrets`` keeps what is sealed in the play: each side gets its own. ``budget`` as for
    `pbem.selfplay.search.Search`.
    """

    def answer(play: Play, rng: random.Random) -> list[RawOrder]:
        asked = play.asked
        if asked is None or asked.side not in sides:
            return answer_sensible(play, rng)
        unwatched = play.copy()
        unwatched.game = game
        return look_ahead(unwatched, secrets.of(asked.side), rng.randrange(1 << 32), budget)

    return answer


def writer(game: Game[Any, Any], seed: int, *, at_random: bool, ahead: bool) -> Writer:
    """Return a function that answers what is asked in a play of ``game``.

    Args:
        game: The game.
        seed: The seed of somebody who writes ahead, and rehearses unwatched.
        at_random: Give random legal orders.
        ahead: Write whole turns at once.
    """
    if not ahead:
        return answer_random if at_random else answer_sensible
    author = Ahead(seed, SeededDice)

    def answer(play: Play, rng: random.Random) -> list[RawOrder]:
        secret = play.asked is not None and play.asked.secret is not None
        if secret:
            return answer_sensible(play, rng)
        unwatched = play.copy()
        unwatched.game = game
        return author.write(unwatched)

    return answer


def play_one(
    game: Game[Any, Any],
    seed: int,
    *,
    at_random: bool,
    standing: bool = True,
    ahead: bool = False,
    search: Collection[str] = (),
    budget: int = BUDGET,
    standing_for: Collection[str] = (),
    seats: Mapping[str, str] = MappingProxyType({}),
) -> Played:
    """Play one game to its end, with players as a `Setup` has them.

    Raises:
        EndlessGameError: The game takes too many decisions, or waits for nothing and is not over.
        PbemError: Whatever the rules refuse.
    """
    rng = random.Random(seed)  # noqa: S311 - nobody has to trust these dice
    begun = perf_counter()
    watched = Watched(game)
    play = begin(watched.game, seed, seats)
    if standing and not at_random:
        for side, player in play.seats.items():
            play.standing.setdefault(player, {})[side] = _beforehand(game, side, standing_for)
    dice, secrets, counted = SeededDice(rng), Secrets(), Counter[str]()
    players = list(dict.fromkeys(play.seats.values()))
    mails = Mails(players, groups_of(game, play.seats, players))
    mails.hands(play)
    answer = writer(game, seed, at_random=at_random, ahead=ahead)
    if search:
        answer = searchers(game, search, budget, secrets)
    with keeping(game, play.position):
        while play.result is None:
            if play.due is not None:
                mails.dice()
                play.roll(dice)
            elif play.asked is not None:
                asked = play.asked
                mails.orders(play.seats[asked.side])
                orders = [] if asked.opens else answer(play, rng)
                counted["decisions"] += max(1, len(orders))
                counted["guarded"] += sum(order["do"] == "if" for order in orders)
                secrets.answer(play, asked, orders)
            else:
                raise EndlessGameError("The game waits for nothing, but is not over.")
            mails.hands(play)
            for outcome in play.forget():
                counted["rolls"] += isinstance(outcome, Rolled)
                counted["lapsed"] += isinstance(outcome, Lapsed)
                counted["left out"] += isinstance(outcome, LeftOut)
            if counted["decisions"] > DECISIONS_MAX:
                raise EndlessGameError(f"The game did not end after {DECISIONS_MAX} decisions.")
    watched.note(play.position)
    return Played(
        seed,
        play.result.winner,
        play.result.why,
        watched.turn(play.position),
        counted["decisions"],
        counted["rolls"],
        counted["lapsed"],
        perf_counter() - begun,
        watched.tracks,
        mails.count,
        counted["guarded"],
        counted["left out"],
    )


def simulate(setup: Setup, seeds: Sequence[int], processes: int = 2) -> Iterator[Played]:
    """Play one game for each seed, and yield them in the order of ``seeds``.

    Args:
        setup: The game and its players.
        seeds: The seeds.
        processes: How many games are played at the same time.

    Raises:
        FormError: There is no such set-up.
        PbemError: The rules module broke its contract.
    """
    if setup.random and setup.ahead:
        raise FormError("--ahead needs sensible players. Leave out --random.")
    game = bind(setup)  # what is wrong with the set-up is reported here, not in another process
    if cards_of(game) is not None and setup.ahead:
        raise FormError("--ahead does not work in a game with hands: a draw ends each list.")
    seated(game, setup.seats)
    usual = {name for side in game.sides for name in game.sensible_standing(side)}
    for name in setup.standing_for:
        if name not in usual:
            names = ", ".join(sorted(usual))
            raise FormError(f"No question is called '{escape(name)}' here. Known: {names}.")
    for side in setup.search:
        if side not in game.sides:
            sides = ", ".join(game.sides)
            raise FormError(f"There is no side '{escape(side)}' here. The sides are {sides}.")
    if setup.search and (setup.random or setup.ahead):
        raise FormError(
            "who looks ahead stands among sensible players, who are asked phase by phase"
        )
    if processes <= 1 or len(seeds) <= 1:
        yield from map(partial(_play_here, setup), seeds)
        return
    with pool(processes) as workers:
        yield from workers.map(partial(_play_here, setup), seeds, chunksize=4)


def _beforehand(game: Game[Any, Any], side: str, wanted: Collection[str]) -> dict[str, Any]:
    """Return a side's usual standing orders, to all questions or to those that are wanted."""
    usual = game.sensible_standing(side)
    return {name: answer for name, answer in usual.items() if not wanted or name in wanted}


_bound: dict[bytes, Game[Any, Any]] = {}


def _play_here(setup: Setup, seed: int) -> Played:
    key = msgspec.json.encode(setup)
    if key not in _bound:
        _bound[key] = bind(setup)
    try:
        return play_one(
            _bound[key],
            seed,
            at_random=setup.random,
            standing=setup.standing,
            ahead=setup.ahead,
            search=setup.search,
            budget=setup.budget,
            standing_for=setup.standing_for,
            seats=setup.seats,
        )
    except IllegalOrder as error:
        refused = f"the rules refused an order of the computer player: {error}"
        raise RulesFault(f"Game with seed {seed}: {refused}") from error
    except (RulesFault, EndlessGameError) as error:
        raise RulesFault(f"Game with seed {seed}: {error}") from None
