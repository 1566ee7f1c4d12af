"""Playing the steps of a case: orders, forced dice, refusals, and what must be so between them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import msgspec

from pbem.cases.then import compare
from pbem.cases.words import Vocabulary
from pbem.errors import ForcedDiceError, FormError, IllegalOrder, NotYourPen, PbemError, WrongSide
from pbem.kit.contract import Game, Outcome
from pbem.kit.dice import ForcedDice
from pbem.kit.hidden import cards_of
from pbem.kit.stocks import stocks_of
from pbem.kit.typed.suggest import did_you_mean
from pbem.play.dealer import Dealer
from pbem.play.keeper import Keeper
from pbem.play.listed import STOP
from pbem.play.lists import ParsedList, read_text
from pbem.play.outcomes import Settled
from pbem.play.play import Play
from pbem.selfplay.unsigned import Secrets, waiting

NOT_ASKED, NOT_YOURS, NOT_READ = "not asked", "not yours", "not read"
REFUSALS = (NOT_ASKED, NOT_YOURS, NOT_READ, "P8", "P9")
"""The words of ``illegal`` beside the paragraphs of a game; P8 and P9 are promises of the table."""

_LINE = re.compile("line ([0-9]+)")


class CaseFailedError(PbemError):
    """Something was not as the case says."""


class Step(NamedTuple):
    """A step in its parts: ``who`` is a side, ``dice`` or ``then``.

    ``illegal`` is empty where the step is to be carried out; ``line`` 0 where none is named.
    """

    who: str
    what: Any
    illegal: tuple[str, ...] = ()
    line: int = 0


def read_step(step: Mapping[str, Any], sides: Collection[str], words: Vocabulary) -> Step:
    """Read a step of a case.

    Raises:
        FormError: The step is in a wrong form. The message says what it should be.
    """
    rest = {key: what for key, what in step.items() if key not in ("illegal", "line")}
    for key in rest:
        if key not in (*sides, "dice", "then"):
            known = ["dice", "then", "illegal", "line", *sides]
            hint = did_you_mean(key, known) or f" nor step: {', '.join(sides)}, dice, then"
            raise FormError(f"there is no side {key!r}{hint}")
    if len(rest) != 1:
        raise FormError("a step needs exactly one of these: a side with its orders, 'dice', 'then'")
    [(who, what)] = rest.items()
    if who in sides:
        what = str(what)
    elif step.keys() != rest.keys():
        raise FormError(f"'illegal' and 'line' work only with orders, not with {who!r}")
    elif who == "then":
        words.check(what)
    elif not isinstance(what, list) or any(type(face) is not int for face in what):
        raise FormError("'dice' needs a list of faces")
    return Step(who, what, *_read_refusal(step, words))


def _read_refusal(step: Mapping[str, Any], words: Vocabulary) -> tuple[tuple[str, ...], int]:
    if "illegal" not in step:
        if "line" in step:
            raise FormError("'line' names the refused line, so it needs 'illegal'")
        return (), 0
    illegal, line = step["illegal"], step.get("line", 0)
    wanted = illegal if isinstance(illegal, list) else [illegal]
    if not wanted:
        raise FormError("'illegal' needs one paragraph or more")
    for paragraph in wanted:
        if paragraph not in REFUSALS:
            words.check_paragraph("illegal", paragraph)
    if "line" in step and (type(line) is not int or line < 1):
        raise FormError("'line' needs the number of a line, counted from 1")
    return tuple(wanted), line


class Playing:
    """A game that a case plays: one handle for each side, named as the side.

    ``given``: what the case gives; ``reported``: the outcomes of the whole case. With ``written``
    a case begins with a step, which may be an order that the table would otherwise give itself
    because no other is legal.
    """

    def __init__(self, game: Game[Any, Any], given: Mapping[str, Any], *, written: bool) -> None:
        self.game = game
        self.reported: list[Outcome] = []
        self._seen = 0
        self._secrets = Secrets()
        self._settled: list[Settled] = []
        self.play = Play(game, {side: side for side in game.sides})
        self.play.position = game.arrange(given, self.play.cups)
        cards = cards_of(game)
        if cards is not None:
            self.play.dealer = Dealer()
            self.play.dealer.lay(cards.laid(given))
        stocks = stocks_of(game)
        if stocks is not None:
            self.play.keeper = Keeper(stocks)
        if written:
            self.play.await_need()
            if self.play.deal is not None:  # nobody writes a deal
                self.play.start()
                self.reported = self.play.forget()
        else:
            self.play.start()
            self.reported = self.play.forget()

    def step(self, step: Step) -> list[str]:
        """Play a step, and return what a ``then`` finds otherwise.

        Raises:
            CaseFailedError: The game refuses the orders. The message also names what the table did
                by itself.
            PbemError: Anything else that orders or dice can raise.
        """
        if step.who == "then":
            since, self._seen = self.reported[self._seen :], len(self.reported)
            return compare(step.what, since, self.play)
        if step.illegal:
            self._refused(step)
            return []
        try:
            if step.who == "dice":
                self._roll(step.what)
            else:
                self._give(self.play, self._secrets, step.who, step.what)
        except PbemError as error:
            raise CaseFailedError("\n".join([str(error), *self._by_itself()])) from None
        self._open_sealed()
        self._roll_the_certain()
        new = self.play.forget()
        self.reported += new
        self._settled = [one for one in new if isinstance(one, Settled) and one.how == "only"]
        return []

    def _by_itself(self) -> list[str]:
        """Say what the table carried out after the last step, because nothing else was legal."""
        return [
            f"The table itself carried out `{self.game.text(self.game.read_order(one.order))}` for "
            f"{one.side}, as no other answer was legal. Leave out this step."
            for one in self._settled
        ]

    def _roll(self, faces: list[int]) -> None:
        if self.play.due is None:
            raise CaseFailedError(f"No dice are due. {waiting(self.play)}")
        dice = ForcedDice(faces)
        self.play.roll(dice)
        if dice.left:
            raise CaseFailedError(f"There are too many faces. Not rolled: {dice.left}.")

    def _give(self, play: Play, secrets: Secrets, side: str, text: str) -> ParsedList:
        """Let a side give orders; return them as read. Raises what refuses them."""
        parsed = read_text(play, side, text)
        if parsed.standing:
            self.game.check_standing(side, parsed.standing)
            play.standing[side] = {side: parsed.standing}
        if parsed.orders:
            self._carry_out(play, secrets, side, parsed)
        return parsed

    @staticmethod
    def _carry_out(play: Play, secrets: Secrets, side: str, parsed: ParsedList) -> None:
        asked = play.asked
        if asked is None or asked.side != side:
            raise NotYourPen(f"{side} is not the active player. {waiting(play)}")
        try:
            secrets.answer(play, asked, parsed.orders)
        except IllegalOrder as error:
            raise _Refused(error, parsed, play) from None

    def _refused(self, step: Step) -> None:
        """Let a list be refused, by what the step says, and see that it has changed nothing.

        It is tried as a player's software tries it, on a copy. The game must be as before. The
        copy, if the refusal was found, must be as the orders before the refused one leave it.
        """
        before, reported = _digest(self.play), len(self.play.reported)
        tried = self.play.copy()
        try:
            self._give(tried, self._secrets.copy(), step.who, step.what)
        except (_Refused, NotYourPen, FormError) as error:
            refusal: PbemError = error
        else:
            wanted = " or ".join(step.illegal)
            raise CaseFailedError(f"it is legal, but should be illegal by {wanted}")
        found, line = _judged(refusal)
        if not {found, *getattr(refusal, "also", ())} & {*step.illegal}:
            wanted = " or ".join(step.illegal)
            raise CaseFailedError(f"{found} refused it, not {wanted}: {refusal}")
        if _digest(self.play) != before or len(self.play.reported) != reported:
            raise CaseFailedError(f"{found} refused it, but it changed the game")
        if isinstance(refusal, _Refused):
            self._check_unchanged(refusal, tried, step)
        if step.line and line != step.line:
            where = f"line {line}" if line else "no line"
            raise CaseFailedError(f"{where} was refused, not line {step.line}")

    def _check_unchanged(self, error: _Refused, tried: Play, step: Step) -> None:
        """Compare where a refusal left the position with what the orders before it make of it."""
        reached = self.play.copy()
        if error.done:
            before = [*error.parsed.orders[: error.done], {"do": STOP}]
            if error.parsed.standing:
                reached.standing[step.who] = {step.who: error.parsed.standing}
            reached.order(step.who, before)
        if _position(reached) != _position(tried):
            raise CaseFailedError(
                f"{error.paragraph} refused it, but the refusal changed the position"
            )

    def _open_sealed(self) -> None:
        """Open what was sealed as soon as that is asked: nobody has a choice there."""
        while (asked := self.play.asked) is not None and self._secrets.knows(asked):
            self._secrets.answer(self.play, asked, ())

    def _roll_the_certain(self) -> None:
        """Roll dice that can fall in one way only, such as a counter that the case laid down."""
        if self.play.due is None:
            return
        tried = self.play.copy()
        try:
            tried.roll(ForcedDice(()))
        except ForcedDiceError:
            return
        tried.reported = [*self.play.reported, *tried.reported]
        self.play = tried


class _Refused(IllegalOrder):
    """An order of a list was refused: ``done`` orders of ``parsed`` had been carried out before."""

    def __init__(self, error: IllegalOrder, parsed: ParsedList, play: Play) -> None:
        super().__init__(error.paragraph, error.why, error.instead, also=error.also)
        self.parsed = parsed
        left = next((len(one.orders) for one in play.lists if one.strict), len(parsed.orders))
        self.done = len(parsed.orders) - left
        self.line = parsed.lines[self.done]


def _judged(refusal: PbemError) -> tuple[str, int]:
    """Return by what a list was refused, as ``illegal`` says it, and in which line, 0 for none."""
    if isinstance(refusal, _Refused):
        return refusal.paragraph, refusal.line
    if isinstance(refusal, NotYourPen):
        return NOT_ASKED, 0
    named = _LINE.match(str(refusal))
    what = NOT_YOURS if isinstance(refusal, WrongSide) else NOT_READ
    return what, int(named[1]) if named else 0


def _digest(play: Play) -> bytes:
    """Return everything of a play that a refusal must leave as it is."""
    return msgspec.json.encode((
        play.position, play.cups, play.standing, play.lists, play.asked, play.due, play.result,
    ))  # fmt: skip


def _position(play: Play) -> bytes:
    return msgspec.json.encode((play.position, play.cups))
