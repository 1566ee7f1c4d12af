"""A game in play without keys: what is asked, what is legal, orders, dice, the picture."""

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
from pbem.play import guards, lists
from pbem.play.begun import hand_in
from pbem.play.courses import Courses, every_course, some_courses
from pbem.play.play import Play
from pbem.selfplay import unsigned
from pbem.view.history import Happening, happenings


class Opened(NamedTuple):
    """What is played: the game's name and rules version, its scenario, and all of its options."""

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
    """Begin a game without keys, up to its first question or its first dice.

    ``name`` and ``scenario`` (None: the first) are as `catalogue` lists them; ``options`` name only
    what differs from the defaults. ``seed``: the same seed and orders give the same game, on every
    machine. ``pack``: a file with an owner's data pack (None: the module's own data).

    Raises FormError for a game, scenario or option that does not exist, with those that do;
    PackError and LogFileError for the pack; RulesFault.
    """
    rules = unsigned.rules_of(name)
    chosen = next(iter(rules.scenarios)) if scenario is None else scenario
    given = dict(options or {})
    game = unsigned.bind(rules, chosen, given, None if pack is None else read_pack(pack))
    every = {option: about.default for option, about in rules.options.items()} | given
    return Game(Opened(rules.name, rules.version, chosen, every), unsigned.begin(game, seed), seed)


class Game:
    """A game in play without keys; `new_game`, `game_at` and `replay` make it.

    It waits for exactly one thing: an answer to ``asked``, the dice that are ``due``, or nothing,
    and then there is a ``result``. A refused order or wrong dice change nothing. A `Game` that came
    out of a log is independent of it: what is tried on it is tried on a copy, with other dice.

    Whoever holds it holds all of it, dice to come and sealed choices included: it is for practice
    and research.
    """

    def __init__(self, opened: Opened, play: Play, seed: int) -> None:
        self._opened = opened
        self._play = play
        self._rng = random.Random(seed)  # noqa: S311 - nobody has to trust these dice
        self._secrets = unsigned.Secrets()
        self._came = play.forget()
        """What came of the last orders or dice."""

    def __repr__(self) -> str:
        """Say what is played and what it waits for."""
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
        """The question that a side must answer now, or None."""
        return self._play.asked

    @property
    def due(self) -> Roll | None:
        """The dice that are due now, and what for, or None."""
        return self._play.due

    @property
    def result(self) -> Result | None:
        """How the game ended by its rules, or None while it goes on.

        An end that players or an umpire make (giving up, a tie) stands in the verdict on a log.
        """
        return self._play.result

    @property
    def waiting(self) -> str:
        """What the game waits for, in a sentence."""
        return unsigned.waiting(self._play)

    def legal(self) -> Iterator[Order]:
        """Yield every legal answer to the open question, lazily, in a fixed order.

        Where a form has very many variants (ways that a unit may walk, points of support), some
        of each kind: what can be answered at all can be answered by one of these. `apply` accepts
        the others. Raises NotYourPen where nobody is asked.
        """
        self._question()
        return iter(self._play.game.legal(unsigned.known(self._play)))

    def text(self, order: Order) -> str:
        """Return an order as the line that a player writes; `read` reads it back."""
        return self._play.game.text(order)

    def read(self, line: str) -> Order:
        """Read one line as the side that is asked writes it, without asking whether it is legal.

        Raises FormError with the place and a suggestion, NotYourPen where nobody is asked.
        """
        side, known = self._question().side, unsigned.known(self._play)
        order: Order = self._play.game.parse(known, side, line)
        return order

    def odds(self, order: Order | str) -> tuple[Odds, ...]:
        """Return the exact chances of what a legal order's dice decide, before it is given.

        The first supposes that whoever else is asked on the way lets pass what may pass; where he
        was asked at all, a second one supposes that he answers as a sensible player, if that comes
        to anything else. Of an order that begins a whole battle it is the battle to its end, in
        which everybody is sensible (`Odds.whole`). Raises FormError, IllegalOrder, NotYourPen where
        nobody is asked; PbemError where the dice can fall in too many ways.
        """
        asked, play = self._question(), self._play
        given = self.read(order) if isinstance(order, str) else order
        play.game.check(play.position, given)
        return tuple(reckon(play.game, play.position, play.urns, asked.side, given))

    def courses(self, orders: Order | Sequence[Order] | str, *, runs: int = 0) -> Courses:
        """Return what can become of each order of a list, past all of its dice.

        Every course is looked at, with its exact chance; with ``runs`` so many are played, with
        dice of their own. An order that is not legal lapses here and keeps no other back. Raises
        FormError, NotYourPen where nobody is asked; PbemError where there are too many courses.
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
        """Choose one of the legal orders by the seed; raises NotYourPen where nobody is asked.

        Every second time each order is as likely, otherwise each form of order: so phases end.
        """
        self._question()
        return unsigned.random_order(self._play, self._rng)

    def sensible(self) -> tuple[Order, ...]:
        """Return what a sensible player of the program orders now; ties are broken by the seed.

        Only the first answers the open question for sure; the rest goes on from it, and `apply`
        takes them all. Raises NotYourPen where nobody is asked.
        """
        self._question()
        return tuple(
            self._play.game.sensible(unsigned.known(self._play), self._rng.randrange(1 << 32))
        )

    # --- what is done ----------------------------------------------------------------------------

    def apply(self, orders: Order | Sequence[Order] | str) -> tuple[Happening, ...]:
        """Carry out orders of the side that is asked, and tell what came of them.

        ``orders``: one order, several, or a list as a player writes it in text, with guards,
        ``stop`` and ``standing`` lines (which replace the standing answers of that side). The list
        is carried out up to the first question that it does not answer, or to the first dice. Where
        a secret choice is asked for, the one order is sealed; it is opened by itself when its time
        comes.

        Raises IllegalOrder (``paragraph``, ``why``, ``instead``), FormError, NotYourPen where
        nobody is asked; nothing has changed then.
        """
        asked = self._question()
        raws, standing = self._spelled(asked, orders)
        if not raws and standing is None:
            raise FormError(f"there is no order in it. {self.waiting}")
        if asked.secret is not None and len(raws) > 1:
            raise FormError("a secret choice is one order")
        play, secrets = self._play.copy(), self._secrets.copy()
        if standing is not None:
            _stand(play, asked.side, standing)
        if raws:
            secrets.answer(play, asked, raws)
        return self._adopt(play, secrets)

    def stand(self, side: str, lines: str) -> tuple[Happening, ...]:
        """Give the standing answers of a side, as lines without orders; ``""`` withdraws them.

        ``standing usual`` stands for those of a sensible player. Raises FormError for a side or an
        answer that does not exist; nothing has changed then.
        """
        if side not in self.sides:
            raise FormError(f"there is no side '{side}': {', '.join(self.sides)}")
        parsed = lists.read_text(self._play, side, lines)
        if parsed.orders:
            raise FormError("standing answers are lines that begin with 'standing'")
        play = self._play.copy()
        _stand(play, side, parsed.standing)
        return self._adopt(play, self._secrets)

    def roll(self, faces: Sequence[int] | None = None) -> tuple[Happening, ...]:
        """Roll the dice that are due, by the seed, and tell what came of them.

        ``faces``: roll these instead, as a player reads them, from 1: one for each die, in order.
        Raises ForcedDiceError where they are too few, too many or none that the die has; NotYourPen
        where no dice are due. Nothing has changed then.
        """
        if self._play.due is None:
            raise NotYourPen(f"no dice are due. {self.waiting}")
        play = self._play.copy()
        if faces is None:
            play.roll(SeededDice(self._rng))
        else:
            forced = ForcedDice(faces)
            play.roll(forced)
            if forced.left:
                raise ForcedDiceError(f"dice that nobody rolls are left: {forced.left}")
        return self._adopt(play, self._secrets)

    def copy(self, seed: int | None = None) -> Game:
        """Return an independent game at the same point.

        With ``seed`` its dice are others; without, they fall as they will fall in this one.
        """
        twin = Game(self._opened, self._play.copy(), 0 if seed is None else seed)
        twin._secrets = self._secrets.copy()
        if seed is None:
            twin._rng.setstate(self._rng.getstate())
        return twin

    # --- looking at it ---------------------------------------------------------------------------

    def describe(self, side: str | None = None) -> list[str]:
        """Tell the position in short lines, as ``side`` may see it (None: as anybody may)."""
        return self._play.game.describe(self._view(side))

    def position(self, side: str | None = None) -> dict[str, Any]:
        """Return the position as plain data, as ``side`` may see it (None: as anybody may).

        Its form is the game's own, by ``schemas/GAME.position.json``.
        """
        plain: dict[str, Any] = msgspec.to_builtins(self._view(side))
        return plain

    def facts(self) -> dict[str, Any]:
        """Return the position in the words of ``then`` of a numbered case (docs/cases.md)."""
        return dict(self._play.game.facts_of(self._play.position))

    def fact(self, name: str, *args: str) -> int | str | bool:
        """Answer one question about the position, as a guard asks it: ``fact("alive", "317")``.

        Raises FormError for what the game does not know, with what it does.
        """
        guards.known_fact(name, list(args), self._play.game)
        return self._play.game.fact(self._play.position, name, args)

    def map(self, side: str | None = None, *, width: int = 100) -> str:
        """Return the map as text for ``width`` columns, without colours."""
        from pbem.view.terminal import draw  # noqa: PLC0415 - loaded by who looks

        return draw(self._picture(side), width=width, colour=False)

    def svg(self, side: str | None = None) -> str:
        """Return the map as the text of an SVG file: the same position, the same text."""
        from pbem.view import drawing  # noqa: PLC0415 - loaded by who looks

        return drawing.svg(self._picture(side))

    def draw(self, path: AnyPath, side: str | None = None) -> None:
        """Draw the map into a file whose name ends in ``.svg``, replacing it.

        Raises FormError for another ending, LogFileError where the disk refuses.
        """
        from pbem.view import drawing  # noqa: PLC0415 - loaded by who looks

        drawing.draw(Path(path), self._picture(side))

    # --- parts -----------------------------------------------------------------------------------

    def _question(self) -> Question:
        if self._play.asked is None:
            raise NotYourPen(f"nobody is asked for orders. {self.waiting}")
        return self._play.asked

    def _spelled(
        self, asked: Question, orders: Order | Sequence[Order] | str
    ) -> tuple[list[RawOrder], dict[str, Any] | None]:
        """Return orders as they stand in an event, and standing answers where some are given."""
        if isinstance(orders, str):
            parsed = lists.read_text(self._play, asked.side, orders)
            return parsed.orders, parsed.standing or None
        several = [orders] if isinstance(orders, Order) else orders
        return [self._play.game.write_order(one) for one in several], None

    def _adopt(self, play: Play, secrets: unsigned.Secrets) -> tuple[Happening, ...]:
        """Go on with a copy on which all went well; open what was sealed for now."""
        while play.asked is not None and secrets.knows(play.asked):
            secrets.answer(play, play.asked, [])
        self._came = play.forget()
        told = happenings(play, self._came)
        self._play, self._secrets = play, secrets
        return told

    def _view(self, side: str | None) -> Any:
        if side is not None and side not in self.sides:
            raise FormError(f"there is no side '{side}': {', '.join(self.sides)}")
        return self._play.game.view(self._play.position, side)

    def _picture(self, side: str | None) -> Picture:
        return self._play.game.picture(self._view(side))


def _stand(play: Play, side: str, standing: dict[str, Any]) -> None:
    """Replace the standing answers of a side, and leave those of its player's other sides."""
    play.game.check_standing(side, standing)
    handle = play.seats[side]
    others = {other: given for other, given in play.standing.get(handle, {}).items()
              if other != side}  # fmt: skip
    play.stand(handle, {**others, side: standing} if standing else others)
