"""A practice in play: steps carried out, the program's sides played, and back again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem.api.game import Game, Opened
from pbem.client.session.drafts import Rehearsed, rehearse_in
from pbem.client.session.waiting import Kept, keep_waiting
from pbem.client.views.charts import Charted, charts_of_play
from pbem.client.views.choosing.choices import Choices, choices_in, following
from pbem.client.views.choosing.known import Known
from pbem.client.views.choosing.promised import promised_in, reckoned_in
from pbem.client.views.choosing.underway import Mark, marks
from pbem.client.views.course import Stage, course, place_names, summary_of
from pbem.client.views.hand import InHand, InStock, at_hand, in_hand, in_stocks
from pbem.client.views.legal import Legal, legal_in
from pbem.client.views.odds import Promised, Reckoned, odds_in, range_lines
from pbem.client.views.standing import StandingQuestion, standing_questions
from pbem.crypto.text import escape
from pbem.errors import FormError, NotYourPen, PbemError, RulesFault
from pbem.kit import contract
from pbem.kit.chances.battles import Battles
from pbem.kit.chances.odds import Odds
from pbem.kit.contract import Outcome
from pbem.kit.hidden import cards_of, sharers
from pbem.kit.picture import Picture
from pbem.kit.screen import AtHand, Summary
from pbem.kit.sides import side_name
from pbem.kit.typed.strict_yaml import text_of
from pbem.kit.typed.suggest import did_you_mean
from pbem.play import fence, lists
from pbem.play.play import Play
from pbem.selfplay import unsigned
from pbem.table.library import Library
from pbem.table.practice import (
    SEED_MOST,
    STEPS_MOST,
    TEXT_MOST,
    Beginning,
    Diced,
    Ordered,
    PracticeFile,
    Step,
    lay,
)
from pbem.view.history import Happening


class Tried(NamedTuple):
    """A step that was carried out: its number from 1, what it was, and what came of it."""

    number: int
    step: Step
    reported: tuple[Happening, ...]


class Watched(NamedTuple):
    """A step as it went: the play before it and after it, and what made the one of the other."""

    before: Play
    after: Play
    outcomes: list[Outcome]


class Practice(Game):
    """A game without keys that remembers where it began and what was tried since.

    Anyone who is asked orders; for the sides of ``beginning.against`` the program does.
    """

    def __init__(self, beginning: Beginning, play: Play) -> None:
        rules = beginning.rules
        opened = Opened(rules.name, rules.version, beginning.scenario, beginning.options)
        super().__init__(opened, play, beginning.seed)
        self.beginning = beginning
        self.tried: list[Tried] = []

    @property
    def file(self) -> PracticeFile:
        """The content of its file."""
        return PracticeFile(self.beginning, [one.step for one in self.tried])

    @property
    def title(self) -> str:
        """The printed title of the game."""
        return unsigned.rules_of(self.name).title

    @property
    def unknown(self) -> bool:
        """Whether what is to be opened now was sealed in the game, so that it is not known here."""
        return self.asked is not None and self.asked.opens

    # --- looking -------------------------------------------------------------------------------

    @property
    def play(self) -> Play:
        """The play as it stands: to look at, never to change."""
        return self._play

    def picture(self) -> Picture:
        """Return the map, as anybody may see it."""
        return self._picture(None)

    @property
    def underway(self) -> list[Mark]:
        """The attack that waits for an answer or for dice, as it is marked on the map."""
        return marks(self._play)

    def charts(self, rules: contract.Rules) -> Charted:
        """Return the charts of the game, whose ``rules`` these are, with where it stands."""
        return charts_of_play(rules, self._play, self.scenario, self.options)

    def answers(self, about: str, most: int) -> Legal:
        """Return the legal answers to what is asked; see `pbem.client.views.legal.legal_in`."""
        asked, play = self._question(), self._play.copy()
        play.position = unsigned.known(self._play)
        return legal_in(play, asked, about, most, viewer=asked.side)

    def promise(self, line: str) -> tuple[list[Odds], list[str]]:
        """Return the chances of an order, and in lines what another side can make of them.

        Raises FormError, IllegalOrder, NotYourPen, TooManyWaysError.
        """
        side = self._of_which_something_comes().side
        return odds_in(self._play, side, line), range_lines(self._play, side, line)

    def choices(
        self, written: str, about: str | None, at: str = "", known: Known | None = None
    ) -> Choices:
        """Return what is legal after the orders ``written``: `choosing.choices.choices_in`."""
        asked = self._question()
        play = self._play.trial()
        handle = play.seats[asked.side]
        return choices_in(play, handle, written, about, at, viewer=None, known=known)

    def promised(self, written: str, line: str, followed: Battles | None = None) -> Promised:
        """Return the odds of an order after what is written: `choosing.promised`."""
        play = self._play.trial()
        return promised_in(play, play.seats[self._question().side], written, line, followed)

    def reckoned(self, written: str, line: str) -> Reckoned:
        """Return what the odds of an order after those ``written`` are made of.

        As `choosing.promised`.
        """
        play = self._play.trial()
        return reckoned_in(play, play.seats[self._question().side], written, line)

    def kept(self, answer: str) -> Kept:
        """Return an answer with the orders that wait for it; see `pbem.client.session.waiting`.

        Raises:
            NotYourPen: The answer is a secret choice.
        """
        asked = self._of_which_something_comes()
        return keep_waiting(self._play, self._play.seats[asked.side], answer)

    def sensible_after(self, written: str) -> list[str]:
        """Return what the program's player would order after the list ``written``, in lines.

        Raises NotYourPen where nothing is asked of its side there, OrderMistake.
        """
        side = (self._of_which_something_comes() if written.strip() else self._question()).side
        play = self._play.trial()

        def ordered(then: Play) -> list[str]:
            orders = then.game.sensible(unsigned.known(then), 0)
            return [then.game.text(order) for order in orders]

        return following(play, play.seats[side], written, ordered)

    @property
    def standing(self) -> dict[str, list[str]]:
        """The standing orders of the sides that the program does not play, as lines."""
        play, given = self._play, dict[str, list[str]]()
        for side in play.game.sides:
            answers = play.standing.get(play.seats[side], {}).get(side)
            if answers and side not in self.beginning.against:
                given[side] = play.game.standing_text(answers)
        return given

    @property
    def names(self) -> dict[str, str]:
        """Side -> what it is called."""
        return {side: self.called(side) for side in self._play.game.sides}

    @property
    def questions(self) -> list[StandingQuestion]:
        """The questions that standing orders of the side that is asked can answer."""
        asked = self.asked
        return [] if asked is None else standing_questions(self._play, asked.side)

    @property
    def course(self) -> list[Stage]:
        """The phases of the turn."""
        return course(self._play)

    @property
    def summary(self) -> Summary | None:
        """How the game stands, in a few words; None if the game does not say."""
        return summary_of(self._play, None)

    @property
    def places(self) -> dict[str, str]:
        """Place -> its name, of those with one."""
        return place_names(self.picture())

    @property
    def at_hand(self) -> AtHand | None:
        """Dice and cards with buttons for the side that is asked, of a game without a map.

        None if it has a map.
        """
        asked = self._play.asked
        return at_hand(self._play, None if asked is None else self._play.seats[asked.side])

    def hand(self) -> list[InHand | InStock]:
        """Return the cards and hidden supplies of the side that is asked.

        None of nobody and of a side of the program.
        """
        play, asked = self._play, self._play.asked
        if asked is None or asked.side in self.beginning.against:
            return []
        return [*self._cards(asked.side), *in_stocks(play, play.keeper, [asked.side])]

    def _cards(self, side: str) -> list[InHand]:
        play = self._play
        cards, dealer = cards_of(play.game), play.dealer
        if cards is None or dealer is None:
            return []
        known = dealer.hand(*sharers(play.game, side))
        return [
            in_hand(cards, side, deck, place, known[deck, place])
            for deck, place in cards.held(play.position, side)
        ]

    @property
    def broken(self) -> list[str]:
        """The sides that kept a card which they had to play, once the game is over."""
        return [] if self.result is None else self._play.broken_duties()

    # --- trying --------------------------------------------------------------------------------

    def rehearse(self, data: bytes, *, yaml: bool = False, name: str = "orders") -> Rehearsed:
        """Say what a list of orders would do up to the first die.

        ``data``: the list, as lines, or with ``yaml`` as YAML; ``name``: what messages call it.

        Raises:
            NotYourPen: The list would be a secret choice.
            OrderMistake: A line cannot be read, or an order is not legal.
        """
        asked = self._of_which_something_comes()
        return rehearse_in(self._play, self._play.seats[asked.side], data, yaml=yaml, name=name)

    def _of_which_something_comes(self) -> contract.Question:
        """Return what is asked; raise NotYourPen where it is to be sealed."""
        asked = self._question()
        if asked.secret is not None:
            raise NotYourPen(f"This is a secret choice, one order without a result. {self.waiting}")
        return asked

    def order(self, data: bytes, *, yaml: bool = False, name: str = "orders") -> list[Tried]:
        """Carry out a list of the side that is asked, then what the program answers.

        The list as for `rehearse`.

        Raises OrderMistake, FormError, IllegalOrder; nothing has changed then.
        """
        asked = self._question()
        text = self._text(data, name) if yaml else text_of(data, name)
        if len(text) > TEXT_MOST:
            raise FormError(
                f"{name} is too long: a list of orders has at most {TEXT_MOST:,} characters"
            )
        if asked.secret is None:
            self.rehearse(data, yaml=yaml, name=name)  # it names the line of a mistake
        return [self.carry_out(Ordered(side=asked.side, by="you", text=text)), *self.go_on()]

    def dice(self, faces: Sequence[int] = (), seed: int | None = None) -> list[Tried]:
        """Roll what is due, then carry out what the program answers.

        ``faces``: given by hand; ``seed``: of this roll (None: the one of its number). Raises
        NotYourPen, ForcedDiceError; nothing has changed then.
        """
        if not faces and seed is None:
            rolls = sum(isinstance(one.step, Diced) for one in self.tried)
            seed = (self.beginning.seed + rolls + 1) % (SEED_MOST + 1)
        return [self.carry_out(Diced(seed=seed, faces=list(faces))), *self.go_on()]

    def every_die(self, faces: Sequence[int] = ()) -> list[Tried]:
        """Roll what is due, and what is due after that, until somebody is asked or it is over.

        ``faces``: of the first roll; the others are by their seeds. Raises what `dice` does; what
        was rolled before stands then.
        """
        tried = self.dice(faces)
        while self.due is not None and len(self.tried) < STEPS_MOST:
            tried += self.dice()
        return tried

    def go_on(self) -> list[Tried]:
        """Let the program order as long as one of its sides is asked."""
        answered: list[Tried] = []
        while self.asked is not None and self.asked.side in self.beginning.against:
            self._rng = random.Random(self.beginning.seed + len(self.tried))  # noqa: S311
            text = "\n".join(map(self.text, self.sensible()))
            answered.append(self.carry_out(Ordered(side=self.asked.side, by="program", text=text)))
        return answered

    def called(self, side: str) -> str:
        """Return what a side is called."""
        return side_name(self._play.game, side)

    def carry_out(self, step: Step) -> Tried:
        """Carry out one step and add it.

        Raises:
            FormError: The practice has no room for a step, or the step is in a wrong form.
            NotYourPen: The side of the step is asked nothing.
            PbemError: As `order` and `dice`.
        """
        if len(self.tried) == STEPS_MOST:
            raise FormError(
                f"A practice has at most {STEPS_MOST:,} steps. Go back, or begin a new one"
            )
        if isinstance(step, Diced):
            reported = self._roll(step)
        elif self._question().side == step.side:
            reported = self.apply(step.text)
        else:
            raise NotYourPen(f"{self.called(step.side)} is asked nothing. {self.waiting}")
        self.tried.append(Tried(len(self.tried) + 1, step, reported))
        return self.tried[-1]

    def watch(self, step: Step) -> Watched:
        """Carry out one step, and return how it went; raises what `carry_out` does."""
        before = self._play
        self.carry_out(step)
        return Watched(before, self._play, self._came)

    def _roll(self, step: Diced) -> tuple[Happening, ...]:
        if step.seed is None:
            return self.roll(step.faces)
        self._rng = random.Random(step.seed)  # noqa: S311 - nobody has to trust these dice
        return self.roll()

    def _text(self, data: bytes, name: str) -> str:
        """Return a YAML list as the lines that mean the same."""
        parsed = lists.read_yaml(self._play, data, name)
        standing = self._play.game.standing_text(parsed.standing)
        return "\n".join((*lists.write_text(self._play, parsed.orders), *standing))


def opened(file: PracticeFile, library: Library, upto: int | None = None) -> Practice:
    """Return a practice as it stands after step number ``upto`` (None: the last).

    Raises FormError where the rules cannot begin or go on as the file says, PackError for rules or
    data that are not here.
    """
    beginning = file.beginning
    rules, data = library.load(beginning.rules)
    try:
        game = fence.bound(rules, beginning.scenario, beginning.options, data)
        check_sides(beginning.against, game.sides)
        practice = Practice(beginning, _begun(game, beginning))
    except RulesFault as fault:
        raise FormError(f"The rules cannot continue from where it begins: {fault}") from None
    for number, step in enumerate(file.steps[:upto], 1):
        try:
            practice.carry_out(step)
        except PbemError as error:
            raise FormError(
                f"Its step {number} is not possible: {error}. To remove it and what follows, type "
                f"'pbem practice undo --to {number - 1}'"
            ) from None
    return practice


def check_sides(against: Sequence[str], sides: Sequence[str]) -> None:
    """Raise FormError unless ``against``, the sides that the program has, are sides of the game."""
    for side in against:
        if side not in sides:
            near = did_you_mean(side, sides) or "."
            raise FormError(f"There is no side '{escape(side)}'{near} Sides: {', '.join(sides)}")


def _begun(game: contract.Game[Any, Any], beginning: Beginning) -> Play:
    if beginning.at is None:
        return unsigned.begin(game, beginning.seed)
    play = lay(game, beginning.at, unsigned.shuffling(beginning.seed))
    # A position that no game reaches is met here, and not in the middle of what is tried.
    game.describe(play.position)
    game.picture(play.position)
    return play


def back(file: PracticeFile, to: int | None) -> PracticeFile:
    """Return a file without what came after step number ``to``.

    None: without the last step of one's own, and what the program answered to it. Raises FormError
    where there is no such step.
    """
    steps = file.steps
    own = [number for number, step in enumerate(steps) if not _of_program(step)]
    if to is None and not own:
        raise FormError("There is nothing to undo yet")
    last = own[-1] if to is None else to
    if not 0 <= last <= len(steps):
        raise FormError(f"There is no step {last}: it has {len(steps)}")
    return PracticeFile(file.beginning, steps[:last])


def _of_program(step: Step) -> bool:
    return isinstance(step, Ordered) and step.by == "program"
