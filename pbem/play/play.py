"""A game in progress without its log: order lists, questions, standing orders, dice.

This is protocol sections 4 and 6 (b), (d), (e) as far as they need no signature. The replay of a
log drives it, and so do numbered cases, simulations and a player's own rehearsal of a turn.

An order list is carried out order by order. A question to its author is answered by the list's
next order if that is one of the answers, else by a standing order, else the list is suspended.
A *phase* question ("what do you do next?") that comes to another player ends the list: what is
left of it is skipped. Every other question to somebody else only interrupts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.errors import FormError, RulesFault
from pbem.kit.contract import (
    Deal,
    Draw,
    Game,
    Outcome,
    Question,
    RawOrder,
    Result,
    Roll,
    Settle,
    Wanted,
)
from pbem.kit.copying import copied
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice
from pbem.kit.hidden import Drawn, Hand, cards_of, sharers, shown_by
from pbem.kit.keeping import keeping
from pbem.kit.stocks import moved_by, stocks_of
from pbem.play import answers, guards, moving
from pbem.play.dealer import Dealer
from pbem.play.keeper import Keeper, OwnStocks
from pbem.play.listed import STOP, OrderList
from pbem.play.outcomes import Rolled

NUMBERS_MOST = 1_000
"""After so many numbers of one stream, lists go on no more: one event holds all of its numbers."""


class Play:
    """One game being played. All attributes are plain data but ``game``.

    - ``position``: the module's position; ``cups``: the table's cups;
    - ``seats``: side -> handle; ``gone``: handles that resigned or were put out;
    - ``standing``: handle -> side -> standing orders;
    - ``lists``: suspended order lists, the interrupted one first;
    - ``asked``: the question somebody must answer by an event, or None;
    - ``due``: the dice that are due, or None;
    - ``deal``: the deck that is to be made, or the draw that is due, or None;
    - ``settling``: the hidden supplies that are being given or split, or None;
    - ``result``: the result by the rules, or None;
    - ``reported``: the outcomes since `forget` was last called, oldest first;
    - ``read``: orders of the newest list, and of those that wait, as the game reads them: one is
      read when its list is written. A key is the identity of the object that spells it, and kept;
    - ``doing``: the last order that answered a phase question, and its side: whose dice are due.
      None where that was before this object was made: a play is restored without it;
    - ``dealer``: who deals where nobody has keys; None: a deal waits for the players' layers;
    - ``keeper``: who knows all hidden supplies where nobody has keys; None: in a log;
    - ``hands``: side -> the hand that the viewer knows to be their own, in a game with layers;
    - ``own``: what the viewer knows of hidden supplies, in a log; None: nothing, or no log;
    - ``trying``: this is no log but what somebody tries on one: their orders say their amounts.
    """

    def __init__(self, game: Game[Any, Any], seats: Mapping[str, str]) -> None:
        self.game = game
        self.seats = dict(seats)
        self.gone: set[str] = set()
        self.standing: dict[str, dict[str, dict[str, Any]]] = {}
        self.cups = Cups()
        self.lists: list[OrderList] = []
        self.asked: Question | None = None
        self.due: Roll | None = None
        self.deal: Deal | None = None
        self.settling: Settle | None = None
        self.result: Result | None = None
        self.reported: list[Outcome] = []
        self.position: Any = game.set_up(self.cups)
        self.read: dict[int, tuple[RawOrder, Any]] = {}
        self.doing: tuple[str, RawOrder] | None = None
        self.dealer: Dealer | None = None
        self.keeper: Keeper | None = None
        self.hands: dict[str, Hand] = {}
        self.own: OwnStocks | None = None
        self.trying = False

    def copy(self) -> Play:
        """Return an independent play of the same game that has reported nothing yet.

        Both have the same orders of the lists that wait, for nothing changes what spells an order.
        """
        twin = Play.__new__(Play)
        twin.game, twin.seats, twin.gone = self.game, dict(self.seats), set(self.gone)
        twin.standing, twin.cups = dict(self.standing), self.cups.copy()
        twin.lists = [
            OrderList(one.by, one.side, list(one.orders), one.strict, list(one.changed))
            for one in self.lists
        ]
        twin.asked, twin.due, twin.result = self.asked, self.due, self.result
        twin.deal, twin.settling = self.deal, self.settling
        twin.reported = []
        twin.read = self.read
        twin.doing = self.doing
        twin.hands, twin.own, twin.trying = self.hands, self.own, self.trying
        twin.dealer = None if self.dealer is None else self.dealer.copy()
        twin.keeper = None if self.keeper is None else self.keeper.copy()
        twin.position = copied(self.position)
        return twin

    def trial(self, handle: str = "", standing: Mapping[str, Any] | None = None) -> Play:
        """Return a copy on which orders are tried as their author writes them.

        ``standing``: the answers by side that ``handle`` gives with them, in the place of all
        others of theirs; None: they give none.
        """
        twin = self.copy()
        twin.trying = True
        if standing is not None:
            twin.standing[handle] = dict(standing)
        return twin

    def forget(self) -> list[Outcome]:
        """Return the outcomes reported so far and begin a new page."""
        reported, self.reported = self.reported, []
        return reported

    def start(self) -> None:
        """Go on from the set-up to the first question or the first dice."""
        self._advance(None)

    def order(
        self,
        handle: str,
        orders: Iterable[RawOrder],
        *,
        strict: bool = True,
        changed: Iterable[int] = (),
    ) -> None:
        """Carry out an order list by the player who is asked.

        Args:
            handle: The player.
            orders: The orders, in their form in a log.
            strict: An order that is not legal raises an error. Otherwise it is skipped at once, as
                it would be after a die, which serves to try a list.
            changed: As in `OrderList`, if the list was proven.

        Raises:
            IllegalOrder: An order before the first die or question is not legal. The caller must
                drop this object or restore its position.
            FormError: An order is not in its form.
            RulesFault: Nobody is asked.
        """
        orders = list(orders)
        known, read = self.read, dict[int, tuple[RawOrder, Any]]()
        for raw in orders:
            if (again := known.get(id(raw))) is not None:  # its form was looked at before
                read[id(raw)] = again
                continue
            bare = guards.check_form(raw, self.game)
            if bare["do"] != STOP:
                read[id(bare)] = known.get(id(bare)) or (bare, self.game.read_order(bare))
            elif set(bare) != {"do"}:
                raise FormError("'stop' can have no other field")
        waiting = (id(raw) for listed in self.lists for raw in listed.orders)
        self.read = {at: known[at] for at in waiting if at in known} | read
        asked = self.asked
        if asked is None:
            raise RulesFault("orders came while nobody was asked")
        if self.dealer is not None:
            for _, order in read.values():
                self.check_shown(order)
        moving.check_list(self, orders)
        numbers = moving.supposed(self, handle, orders) if self.trying else [*changed]
        answers.drop_lists(self, handle, asked, orders)
        self.lists.append(OrderList(handle, asked.side, orders, strict, numbers))
        self.asked = None
        self._advance(None, answering=True, need=asked)
        for listed in self.lists:
            listed.strict = False

    def spell(self, order: Any) -> RawOrder:
        """Return an order in its form in a log; in a list of this play it is not read again."""
        raw = self.game.write_order(order)
        self.read = {**self.read, id(raw): (raw, order)}
        return raw

    def roll(self, dice: Dice) -> None:
        """Carry out what the dice that are due decide, on one stream, up to the next question."""
        due, self.due = self.due, None
        self._advance(_Recorder(dice, self.reported), need=due)

    def roll_once(self, dice: Dice, *, reported: bool = True) -> None:
        """Carry out the dice that are due alone: those that come next are due again.

        For anyone who looks at each of them; in a log one stream decides them all.

        Args:
            dice: The dice.
            reported: Report each die; who gave them may know them.
        """
        self.due = None
        rolled = _Recorder(dice, self.reported) if reported else dice
        with keeping(self.game, self.position):
            self._apply_all(self.game.roll(self.position, rolled, self.cups))
            self._steps(None, answering=False)

    def seal(self, label: str) -> None:
        """Go on after the secret choice asked for, ``label``, was sealed."""
        self.asked = None
        self._apply_all(self.game.sealed(self.position, label))
        self._advance(None)

    def open(self, raw: RawOrder) -> None:
        """Carry out the sealed choice that was asked to be opened.

        Raises:
            IllegalOrder: It could not have been sealed legally.
            FormError: It is no order of this game.
            RulesFault: No secret choice is due.
        """
        asked = self.asked
        if asked is None or asked.secret is None or not asked.opens:
            raise RulesFault("no secret choice is due")
        order = self.game.read_order(raw)
        self.game.check_secret(self.position, asked.secret, order)
        self.asked = None
        self._apply_all(self.game.adjudicate(self.position, order, self.cups))
        self._advance(None)

    def dealt(self, drawn: Drawn) -> None:
        """Go on after the deck that was to be made, or the draw that was due.

        Anyone who is asked next answers by an event: they may know what they did not know before,
        and an event of which nothing was chosen triggers no dice.

        Raises:
            RulesFault: No deck or draw is due.
        """
        cards, deal = cards_of(self.game), self.deal
        if cards is None or deal is None:
            raise RulesFault("no deal is due")
        self.deal = None
        if isinstance(deal, Draw):
            self._apply_all(cards.drawn(self.position, deal, drawn))
        else:
            self._apply_all(cards.made(self.position, deal.deck))
        self._following("a deck")

    def settled(self, *, done: bool) -> None:
        """Go on after an order gave or split a hidden amount; ``done``: whether that took effect.

        Anyone who is asked next answers by an event, as after a deck.

        Raises:
            RulesFault: No order gave or split an amount.
        """
        stocks = stocks_of(self.game)
        if stocks is None or self.settling is None:
            raise RulesFault("no supply was handed over or split")
        self.settling = None
        self._apply_all(stocks.settled(self.position, done=done))
        self._following("a supply that is handed over")

    def opened(self, amounts: Mapping[str, int]) -> None:
        """Go on after both hidden supplies of a pair were opened, because an ally has left.

        Dice that are owed stay owed, and so does any question.
        ``amounts``: supply -> what it holds.

        Raises:
            RulesFault: The game has no hidden supplies.
        """
        stocks = stocks_of(self.game)
        if stocks is None:
            raise RulesFault("there are no hidden supplies")
        moving.forget(self, list(amounts))
        self._apply_all(stocks.opened(self.position, amounts))

    def _following(self, what: str) -> None:
        """Ask the player who is asked after an event of which nothing was chosen."""
        need = self.game.need(self.position)
        if isinstance(need, Roll):
            raise RulesFault(f"dice are due right after {what} [{need.paragraph}]")
        if isinstance(need, Question):
            answers.list_of(self, self.seats[need.side], need)
            self.asked = need
        else:
            self._advance(None)

    def seen_by(self, side: str) -> Any:
        """Return the position as a side knows it: with its own hand, where that is known here."""
        cards = cards_of(self.game)
        dealer, known = self.dealer, self.hands.get(side)
        hand = known if dealer is None else dealer.hand(*sharers(self.game, side))
        seen = self.position
        if cards is not None and hand is not None:
            seen = cards.knowing(seen, hand)
        return moving.seen_by(self, seen, side)

    def check_shown(self, order: Any) -> None:
        """Raise `IllegalOrder` where an order shows a card that who is asked does not hold.

        This is for games without keys: in a log the proof of a card says so.
        """
        if self.dealer is None or self.asked is None:
            return
        if (show := shown_by(self.game, order)) is not None:
            self.dealer.check(sharers(self.game, self.asked.side), show)

    def check_moved(self, order: Any) -> None:
        """Raise `IllegalOrder` where an order moves a hidden supply as nobody could prove.

        It is about the side that is asked, now. This is for games without keys: in a log the proof
        of a supply says so.
        """
        move = moved_by(self.game, self.position, order)
        if move is not None and self.keeper is not None and self.asked is not None:
            self.keeper.check(self.position, self.asked.side, move)

    def broken_duties(self) -> list[str]:
        """Return the sides that broke a duty which the cards show, where all cards are seen."""
        cards = cards_of(self.game)
        if cards is None or self.dealer is None:
            return []
        return cards.duties(self.position, self.dealer.everything())

    @property
    def scores(self) -> dict[str, int]:
        """The game's own score of each side; empty while it goes on, or where it counts none."""
        return {} if self.result is None else dict(self.game.scores(self.position))

    def await_need(self) -> None:
        """Wait for what the position needs, as it stood between two events."""
        need = self.game.need(self.position)
        self.asked = need if isinstance(need, Question) else None
        self.due = need if isinstance(need, Roll) else None
        self.deal = need if isinstance(need, Deal) else None
        self.settling = need if isinstance(need, Settle) else None
        self.result = self.game.result(self.position) if need is None else None

    def go_on(self) -> None:
        """Go on without a player who is out, if they are the one who is asked.

        Nobody else's list goes on by this: its author may have suspended it.
        """
        if self.asked is not None and self.seats[self.asked.side] in self.gone:
            self.asked = None
            self._advance(None)

    def look_again(self) -> None:
        """Go on after what everybody knows has changed: who was asked may be asked no more."""
        need = self.game.need(self.position)
        if self.asked is not None and need != self.asked:
            self.asked = None
            self._advance(None)
        else:
            self.go_on()

    def stand(self, handle: str, standing: Mapping[str, Any]) -> None:
        """Replace all standing orders of a player; none withdraw them.

        ``standing``: the answers by side.
        """
        if standing:
            self.standing[handle] = dict(standing)
        else:
            self.standing.pop(handle, None)

    def leave(self, handle: str) -> None:
        """Go on without a player from here: what they left in writing counts no more."""
        self.gone.add(handle)
        self.standing.pop(handle, None)
        self.lists = [listed for listed in self.lists if listed.by != handle]

    def hand_over(self, old: str, new: str) -> None:
        """Give the seats of player ``old`` to ``new``, with their lists and standing orders.

        They were given before the dice that may be owed just now, so those dice must find them;
        the new player's join may withdraw them.
        """
        self.seats = {side: new if by == old else by for side, by in self.seats.items()}
        if old in self.standing:
            self.standing[new] = self.standing.pop(old)
        for listed in self.lists:
            if listed.by == old:
                listed.by = new

    def _advance(self, dice: Dice | None, *, answering: bool = False, need: Wanted = None) -> None:
        """Go on up to the next question or dice, or to the end; ``need``: what is known to wait."""
        with keeping(self.game, self.position):
            self._steps(dice, answering=answering, need=need)

    def _steps(self, dice: Dice | None, *, answering: bool, need: Wanted = None) -> None:
        game, position, cups = self.game, self.position, self.cups
        known = need
        while True:
            need, known = known or game.need(position), None
            if isinstance(need, Question):
                if self.gone and self._nobody_answers(need):
                    continue
                if isinstance(dice, _Recorder) and dice.count >= NUMBERS_MOST:
                    why = f"{NUMBERS_MOST:,} dice fell for one event"
                    answers.close_lists(self, need.paragraph, why)
                order = answers.unasked(self, need, answering=answering)
                if order is None:
                    self.asked = need
                    return
                answering = False
                if need.secret is None or need.opens:
                    self._apply_all(game.adjudicate(position, order, cups))
                else:
                    self._apply_all(game.sealed(position, need.secret))
            elif need is None:
                self._end()
                return
            elif isinstance(need, Deal | Settle):
                self._wait_for_hands(need)
                return
            elif dice is None:
                self.due = need
                return
            else:
                self._apply_all(game.roll(position, dice, cups))

    def _wait_for_hands(self, need: Deal | Settle) -> None:
        """Wait for the players' layers and boxes; where nobody has keys, go on at once."""
        if isinstance(need, Settle):
            self.settling = need
            if self.keeper is not None:
                self.keeper.settle()
                self.settled(done=True)
        else:
            self.deal = need
            if self.dealer is not None:
                self.dealt(self.dealer.deal(need))

    def _end(self) -> None:
        self.result = self.game.result(self.position)
        self.asked = None
        answers.close_lists(self, "", "the game is over")

    def _apply_all(self, outcomes: Iterable[Outcome]) -> None:
        apply, position, reported = self.game.apply, self.position, self.reported
        for outcome in outcomes:
            apply(position, outcome)
            reported.append(outcome)

    def _nobody_answers(self, need: Question) -> bool:
        """Go on without an answer if a player who is out would have had to show a card.

        Say whether that was so: the rules say how the game goes on.
        """
        if need.secret is not None:
            return False
        handle = self.seats[need.side]
        if handle not in self.gone:
            return False
        if (cards := cards_of(self.game)) is None:
            return False
        if any(not answers.is_proven(self, order) for order in self.game.legal(self.position)):
            return False
        answers.list_of(self, handle, need)
        self._apply_all(cards.unanswered(self.position))
        return True


class _Recorder:
    """Dice that say what each number was for; ``count``: how many there were."""

    def __init__(self, dice: Dice, reported: list[Outcome]) -> None:
        self.count = 0
        self._dice = dice
        self._reported = reported

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        got = self._dice.uniform(n, purpose, paragraph)
        self.count += n > 1
        self._reported.append(Rolled(paragraph=paragraph, n=n, got=got, purpose=purpose))
        return got
