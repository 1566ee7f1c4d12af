"""Play a game without keys: questions, legal orders, dice, and the map."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pbem.api.given import AnyPath, read_pack
from pbem.errors import ForcedDiceError, FormError, NotYourPen
from pbem.kit.chances.odds import Odds, reckon
from pbem.kit.contract import Order, Question, RawOrder, Result, Roll
from pbem.kit.dice import ForcedDice, SeededDice
from pbem.kit.picture import Picture
from pbem.play import fence, guards, lists
from pbem.play.begun import hand_in
from pbem.play.courses import Courses, every_course, some_courses
from pbem.play.play import Play
from pbem.selfplay import unsigned
from pbem.view.history import Happening, happenings


class Opened(NamedTuple):
    """A game's name and version of the rules, its scenario, and all its options."""

    name: str
    version: int
    scenario: str
    options: Mapping[str, str | int | bool]


def new_game(
    name: str,
    *,
    scenario: str | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    seed: int = 0,
    pack: AnyPath | None = None,
) -> Game:
    """Start a game without keys, up to its first question or its first dice.

    Args:
        name: The name of the game, as `catalogue` lists it.
        scenario: The scenario, as `catalogue` lists it; None for the first.
        options: The options that differ from their defaults.
        seed: The seed. The same seed and orders give the same game on every computer.
        pack: A file with a data pack; None for the game's own data.

    Returns:
        The game.

    Raises:
        FormError: The game, scenario or option does not exist. The message lists those that do.
        PackError: The file is not a data pack of this game.
        LogFileError: The file cannot be read.
        RulesFault: The rules module has a fault.
    """
    rules = unsigned.rules_of(name)
    data = fence.asked(rules, "data", *([] if pack is None else [read_pack(pack)]))
    rules = fence.asked(rules, "of", data)
    chosen = next(iter(rules.scenarios)) if scenario is None else scenario
    given = dict(options or {})
    game = unsigned.bound(rules, chosen, given, data)
    every = {option: about.default for option, about in rules.options.items()} | given
    return Game(Opened(rules.name, rules.version, chosen, every), unsigned.begin(game, seed), seed)


class Game:
    """A game without keys, for practice and research.

    `new_game`, `game_at` and `replay` make one. A game waits for one thing: an answer to ``asked``,
    or the dice that are ``due``. If it waits for neither, it has a ``result``. A refused order or
    wrong dice change nothing.

    A `Game` from a log is a copy with other dice, so nothing that you try changes the log.
    A `Game` hides nothing: your program can read sealed choices and future dice.
    """

    def __init__(self, opened: Opened, play: Play, seed: int) -> None:
        self._opened = opened
        self._play = play
        self._rng = random.Random(seed)  # noqa: S311 - nobody has to trust these dice
        self._secrets = unsigned.Secrets()
        self._came = play.forget()
        """The results of the last orders or dice."""

    def __repr__(self) -> str:
        """Return the name, the scenario, and what the game waits for."""
        return f"<Game {self.name} {self.scenario}: {self.waiting}>"

    # --- what is played --------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the game, as `catalogue` lists it."""
        return self._opened.name

    @property
    def version(self) -> int:
        """The version of its rules."""
        return self._opened.version

    @property
    def scenario(self) -> str:
        """The name of the scenario."""
        return self._opened.scenario

    @property
    def options(self) -> dict[str, str | int | bool]:
        """Every option of the game with its value here."""
        return dict(self._opened.options)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that players hold, in the order of the rules."""
        return tuple(self._play.game.sides)

    # --- what it waits for -----------------------------------------------------------------------

    @property
    def asked(self) -> Question | None:
        """The question that a side must answer now; None if there is none."""
        return self._play.asked

    @property
    def due(self) -> Roll | None:
        """The dice that are due now, with their purpose; None if there are none."""
        return self._play.due

    @property
    def result(self) -> Result | None:
        """The result by the rules; None while the game goes on.

        If players or an umpire ended a game (by resigning, or with a tie), the verdict on its log
        says so.
        """
        return self._play.result

    @property
    def waiting(self) -> str:
        """A sentence that says what the game waits for."""
        return unsigned.waiting(self._play)

    def legal(self) -> Iterator[Order]:
        """Yield the legal answers to the open question, in a fixed order.

        If an order has very many variants (paths of a unit, points of support), this yields some
        of each kind. `apply` accepts the others too. If there is any legal answer, this yields one.

        Raises:
            NotYourPen: No question is open.
        """
        self._question()
        return iter(self._play.game.legal(unsigned.known(self._play)))

    def text(self, order: Order) -> str:
        """Return an order as a line of text, which `read` can read."""
        return self._play.game.text(order)

    def read(self, line: str) -> Order:
        """Read one line as an order of the side that is asked. The order may be illegal.

        Raises:
            FormError: The line is not an order. The message has the place and a suggestion.
            NotYourPen: No question is open.
        """
        side, known = self._question().side, unsigned.known(self._play)
        order: Order = self._play.game.parse(known, side, line)
        return order

    def odds(self, order: Order | str) -> tuple[Odds, ...]:
        """Return the exact chances of a legal order, before anybody gives it.

        Args:
            order: The order, or its line of text.

        Returns:
            One or two odds. The first assumes that other sides pass if they may. The second
            assumes that they answer as computer players; it is there only if they are asked and it
            differs. If the order starts a whole battle, the odds cover the battle to its end, with
            computer players on all sides (`Odds.whole`).

        Raises:
            FormError: The line is not an order.
            IllegalOrder: The order is illegal.
            NotYourPen: No question is open.
            PbemError: The dice can fall in too many ways.
        """
        asked, play = self._question(), self._play
        given = self.read(order) if isinstance(order, str) else order
        play.game.check(play.position, given)
        return tuple(reckon(play.game, play.position, play.cups, asked.side, given))

    def courses(self, orders: Order | Sequence[Order] | str, *, runs: int = 0) -> Courses:
        """Return what can happen to each order of a list, with all its dice.

        An illegal order is skipped and stops no other.

        Args:
            orders: An order, several orders, or a list as text.
            runs: How often to play the list with random dice; 0 for the exact chances.

        Returns:
            The courses that the dice can take.

        Raises:
            FormError: A line is not an order.
            NotYourPen: No question is open.
            PbemError: There are too many courses.
        """
        asked = self._question()
        raws, standing = self._spelled(asked, orders)
        play = self._play.copy()
        if standing is not None:
            _stand(play, asked.side, standing)
        if not runs:
            return every_course(hand_in(play, raws))
        dice = SeededDice(random.Random(runs))  # noqa: S311 - nobody has to trust these dice
        return some_courses(hand_in(play, raws), dice, runs=runs)

    def random(self) -> Order:
        """Return a random legal order, drawn with the seed.

        Half the time, each order is equally likely. Otherwise, each form of order is, so that
        phases end.

        Raises:
            NotYourPen: No question is open.
        """
        self._question()
        return unsigned.random_order(self._play, self._rng)

    def sensible(self) -> tuple[Order, ...]:
        """Return the orders of a computer player, who breaks ties with the seed.

        Only the first order is sure to answer the open question. The others continue from it, and
        `apply` accepts all of them.

        Raises:
            NotYourPen: No question is open.
        """
        self._question()
        return tuple(
            self._play.game.sensible(unsigned.known(self._play), self._rng.randrange(1 << 32))
        )

    # --- what is done ----------------------------------------------------------------------------

    def apply(self, orders: Order | Sequence[Order] | str) -> tuple[Happening, ...]:
        """Carry out orders of the side that is asked.

        The game carries out the list up to the first dice, or to a question that the list does not
        answer. If the question is a secret choice, the game seals the one order, and opens it when
        it is due. If this raises, nothing has changed.

        Args:
            orders: One order, several orders, or a list as text. The text may have conditions,
                ``stop``, and ``standing`` lines, which replace the standing orders of the side.

        Returns:
            The results, in order.

        Raises:
            IllegalOrder: An order is illegal; see its ``paragraph``, ``why`` and ``instead``.
            FormError: A line is not an order, or there is none.
            NotYourPen: No question is open.
        """
        asked = self._question()
        raws, standing = self._spelled(asked, orders)
        if not raws and standing is None:
            raise FormError(f"The list has no orders. {self.waiting}")
        if asked.secret is not None and len(raws) > 1:
            raise FormError("A secret choice is a single order, not several.")
        play, secrets = self._play.copy(), self._secrets.copy()
        if standing is not None:
            _stand(play, asked.side, standing)
        if raws:
            secrets.answer(play, asked, raws)
        return self._adopt(play, secrets)

    def stand(self, side: str, lines: str) -> tuple[Happening, ...]:
        """Set the standing orders of a side.

        Args:
            side: The side.
            lines: Lines that start with ``standing``; ``""`` withdraws all standing orders.
                ``standing usual`` means those of a computer player.

        Returns:
            The results, in order.

        Raises:
            FormError: The side or a standing order does not exist. Nothing has changed.
        """
        self._known(side)
        parsed = lists.read_text(self._play, side, lines)
        if parsed.orders:
            raise FormError("Each line of standing orders must start with 'standing'.")
        play = self._play.copy()
        _stand(play, side, parsed.standing)
        return self._adopt(play, self._secrets)

    def roll(self, faces: Sequence[int] | None = None) -> tuple[Happening, ...]:
        """Roll the dice that are due, with the seed. If this raises, nothing has changed.

        Args:
            faces: The faces to roll instead: one for each die, in order, counted from 1.

        Returns:
            The results, in order.

        Raises:
            ForcedDiceError: There are too few or too many faces, or the die has no such face.
            NotYourPen: No dice are due.
        """
        if self._play.due is None:
            raise NotYourPen(f"No dice are due. {self.waiting}")
        play = self._play.copy()
        if faces is None:
            play.roll(SeededDice(self._rng))
        else:
            forced = ForcedDice(faces)
            play.roll(forced)
            if forced.left:
                raise ForcedDiceError(f"There are too many faces. Not rolled: {forced.left}.")
        return self._adopt(play, self._secrets)

    def copy(self, seed: int | None = None) -> Game:
        """Return an independent game at the same point.

        Args:
            seed: A seed for new dice; None for the same dice as in this game.
        """
        twin = Game(self._opened, self._play.copy(), 0 if seed is None else seed)
        twin._secrets = self._secrets.copy()
        if seed is None:
            twin._rng.setstate(self._rng.getstate())
        return twin

    # --- looking at it ---------------------------------------------------------------------------

    def describe(self, side: str | None = None) -> list[str]:
        """Return the position as short lines of text.

        Args:
            side: The side that may see it; None for what everybody may see.

        Raises:
            FormError: The game has no such side.
        """
        return self._play.game.describe(self._view(side))

    def position(self, side: str | None = None) -> dict[str, Any]:
        """Return the position as plain data. ``schemas/GAME-1-position.json`` describes it.

        Args:
            side: The side that may see it; None for what everybody may see.

        Raises:
            FormError: The game has no such side.
        """
        plain: dict[str, Any] = msgspec.to_builtins(self._view(side))
        return plain

    def facts(self) -> dict[str, Any]:
        """Return the position as ``then`` of a numbered case writes it (docs/cases.md)."""
        return dict(self._play.game.facts_of(self._play.position))

    def fact(self, name: str, *args: str) -> int | str | bool:
        """Return one fact about the position, as a condition asks it.

        For example ``fact("alive", "317")``: ``args`` are what the fact is about.

        Raises:
            FormError: The game does not know such a fact. The message lists those it knows.
        """
        guards.known_fact(name, list(args), self._play.game)
        return self._play.game.fact(self._play.position, name, args)

    def map(self, side: str | None = None, *, width: int = 100) -> str:
        """Return the map as text, without colours.

        Args:
            side: The side that may see it; None for what everybody may see.
            width: The width in columns.

        Raises:
            FormError: The game has no such side.
        """
        from pbem.view.terminal import draw  # noqa: PLC0415 - loaded by who looks

        return draw(self._picture(side), width=width, colour=False)

    def svg(self, side: str | None = None) -> str:
        """Return the map as the text of an SVG file. The same position gives the same text.

        Args:
            side: The side that may see it; None for what everybody may see.

        Raises:
            FormError: The game has no such side.
        """
        from pbem.view import drawing  # noqa: PLC0415 - loaded by who looks

        return drawing.svg(self._picture(side))

    def draw(self, path: AnyPath, side: str | None = None) -> None:
        """Draw the map to a file. An existing file is replaced.

        Args:
            path: The file; its name ends in ``.svg``.
            side: The side that may see it; None for what everybody may see.

        Raises:
            FormError: The name has another ending.
            LogFileError: The file cannot be written.
        """
        from pbem.view import drawing  # noqa: PLC0415 - loaded by who looks

        drawing.draw(Path(path), self._picture(side))

    # --- parts -----------------------------------------------------------------------------------

    def _question(self) -> Question:
        if self._play.asked is None:
            raise NotYourPen(f"No question is open. {self.waiting}")
        return self._play.asked

    def _known(self, side: str) -> None:
        if side not in self.sides:
            raise FormError(f"There is no side '{side}'. The sides are {', '.join(self.sides)}.")

    def _spelled(
        self, asked: Question, orders: Order | Sequence[Order] | str
    ) -> tuple[list[RawOrder], dict[str, Any] | None]:
        """Return orders as they stand in an event, and the standing orders if there are any."""
        if isinstance(orders, str):
            parsed = lists.read_text(self._play, asked.side, orders)
            return parsed.orders, parsed.standing or None
        several = [orders] if isinstance(orders, Order) else orders
        return [self._play.game.write_order(one) for one in several], None

    def _adopt(self, play: Play, secrets: unsigned.Secrets) -> tuple[Happening, ...]:
        """Continue with a copy on which all went well, and open the choices that are due."""
        while play.asked is not None and secrets.knows(play.asked):
            secrets.answer(play, play.asked, [])
        self._came = play.forget()
        reported = happenings(play, self._came)
        self._play, self._secrets = play, secrets
        return reported

    def _view(self, side: str | None) -> Any:
        if side is not None:
            self._known(side)
        return self._play.game.view(self._play.position, side)

    def _picture(self, side: str | None) -> Picture:
        return self._play.game.picture(self._view(side))


def _stand(play: Play, side: str, standing: dict[str, Any]) -> None:
    """Replace the standing orders of a side, and keep those of its player's other sides."""
    play.game.check_standing(side, standing)
    handle = play.seats[side]
    others = {other: given for other, given in play.standing.get(handle, {}).items()
              if other != side}  # fmt: skip
    play.stand(handle, {**others, side: standing} if standing else others)
