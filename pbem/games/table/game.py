"""The open table as pbem sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.games.table.player import sensible
from pbem.games.table.rules import (
    answers,
    begin,
    changes,
    decks,
    dicing,
    hidden,
    orders,
    outcomes,
    pieces,
    questions,
    standing,
    turns,
    usual,
)
from pbem.games.table.rules.position import Dicing, Position, Pulling
from pbem.games.table.rules.setting import Setting
from pbem.games.table.words import (
    cases,
    charts,
    facts,
    listing,
    picture,
    recipes,
    report,
    screen,
    standing_text,
    text,
    waiting,
)
from pbem.kit.contract import Draw, Order, Outcome, RawOrder
from pbem.kit.cups import Cups
from pbem.kit.defaults.made import for_game
from pbem.kit.dice import Dice
from pbem.kit.game import ModularGame, Pictured
from pbem.kit.hidden import Drawn, Hand, Laid, Show
from pbem.kit.modules import GameModules
from pbem.kit.typed.orders import Pass
from pbem.kit.wording import listed


class TableGame(ModularGame[Setting, Position]):
    """A table file that is played."""

    modules = GameModules(
        answers=answers,
        cases=cases,
        changes=changes,
        charts=charts,
        facts=facts,
        listing=listing,
        orders=orders,
        outcomes=outcomes,
        picture=picture,
        questions=questions,
        report=for_game(report.TableReport),
        screen=for_game(screen.TableScreen),
        sensible=sensible,
        standing=standing,
        standing_text=standing_text,
        text=for_game(text.TableText),
        usual=for_game(usual.Responses),
    )
    position_type: type[Position] = Position

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.decks: Mapping[str, int] = {
            name: len(titles) for name, titles in setting.cards.items()
        }
        self.sharing: tuple[tuple[str, ...], ...] = tuple(setting.data.teams)

    def set_up(self, cups: Cups) -> Position:
        """Return the table before anything was done: decks are shuffled first."""
        return begin.set_up(self.setting, cups)

    def adjudicate(self, position: Position, order: Order, cups: Cups) -> Iterator[Outcome]:
        """Carry out a legal order."""
        if isinstance(order, orders.Dead):
            yield from decks.dead(position, order)
        elif isinstance(order, orders.Return):
            cups.put_back(order.cup, order.counter)
            yield outcomes.CounterReturned(
                paragraph="2.3", side=position.turn, cup=order.cup, counter=order.counter
            )
        elif isinstance(order, orders.Value):
            yield outcomes.ValueSet(
                paragraph="4.1",
                side=position.turn,
                name=order.name,
                was=position.values[order.name],
                to=order.to,
            )
        elif isinstance(order, orders.Recipe):
            yield outcomes.RecipeWritten(
                paragraph="4.4",
                side=position.turn,
                name=order.name,
                steps=order.steps,
                words=listed(order.steps) or "it is empty now",
            )
        elif isinstance(order, orders.Pull):
            yield outcomes.PullAsked(paragraph="2.3", side=position.turn, cup=order.cup)
        else:
            yield from _CARRY_OUT[type(order)](self.setting, position, order)

    def roll(self, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        """Carry out what the dice decide."""
        match position.due:
            case Dicing() as due:
                yield from dicing.throw(self.setting, position, due, dice)
            case Pulling() as due:
                yield from dicing.pull(due, dice, cups)
            case None:
                return
            case due:
                yield from decks.parts(position, due, dice)

    def pictured(self) -> Pictured | None:
        """Return the pictures of the module that the table file was made from.

        None if it was made from no module.
        """
        said = self.setting.data.module
        name, version, build = (str(said.get(one, "")) for one in ("name", "version", "build"))
        every = (*self.setting.maps.pictures(), *self.setting.data.charts.values())
        return Pictured(name, tuple(dict.fromkeys(every)), version, build) if name else None

    def recipe(self, position: Position, line: str) -> Sequence[str]:
        """[4.4] Return the orders that a line stands for; raise `FormError`."""
        return recipes.steps(position, line, text.TAKEN)

    def coined(self, position: Position) -> Mapping[str, Sequence[str]]:
        """[4.4] Return name -> orders of the recipes that players wrote, not the table file."""
        filed = self.setting.data.recipes
        return {name: done for name, done in position.recipes.items() if filed.get(name) != done}

    def patient(self, raws: Sequence[RawOrder]) -> list[RawOrder]:
        """[3.2] Let cards that are due wait, if the list gives the turn away."""
        return waiting.patient(raws)

    def waiting(self, raw: RawOrder) -> RawOrder:
        """[3.2] Return an order so that its cards wait."""
        return waiting.waiting(raw)

    def scores(self, position: Position) -> dict[str, int]:
        """[5.1] Return what all agreed to, if that has a score."""
        return dict(zip(self.sides, position.scores, strict=False))

    def check_secret(self, position: Position, label: str, order: Order) -> None:
        """[6.6] Raise `IllegalOrder` unless an order could have been sealed legally."""
        hidden.check_secret(self.setting, position, label, order)

    def sealed(self, position: Position, label: str) -> Iterator[Outcome]:  # noqa: ARG002
        """[6.6] Go on after a placement was sealed."""
        yield from hidden.sealed(position)

    # --- decks (`pbem.kit.hidden`) ------------------------------------------------------------

    doubled = True

    def made(self, position: Position, deck: str) -> Iterator[Outcome]:
        """Go on after a deck was made."""
        size = len(position.making[0].cards)
        yield outcomes.DeckMade(paragraph="3.1", deck=deck, size=size)

    def drawn(self, position: Position, draw: Draw, drawn: Drawn) -> Iterator[Outcome]:  # noqa: ARG002
        """Continue after a draw."""
        yield from decks.drawn(self.setting, draw, drawn)

    def unanswered(self, position: Position) -> Iterator[Outcome]:  # noqa: ARG002
        """Go on; no question here has only answers that show a card."""
        yield from ()

    def shows(self, order: Order) -> Show | None:
        """Return which card an order shows; None if it shows none."""
        if isinstance(order, orders.Play | orders.Discard | orders.Remove | orders.Reveal):
            return Show(order.deck, order.place, order.card)
        return None

    def held(self, position: Position, side: str) -> list[tuple[str, int]]:
        """Return the hand of a side."""
        return position.held[side]

    def lying_open(self, position: Position, deck: str) -> set[int]:
        """Return the cards of a deck that everybody sees."""
        return self.setting.lying_open(position, deck)

    def may_lie(self, position: Position, deck: str, place: int, card: int) -> bool:
        """Say whether a card can be at a held or dead place: doubles are dead, others are not."""
        return decks.may_lie(self.setting, position, (deck, place), card)

    def card(self, deck: str, number: int) -> str:
        """Return the name of a card."""
        return self.setting.cards[deck.partition("#")[0]][number]

    def knowing(self, position: Position, hand: Hand) -> Position:
        """Return the position as who drew these cards knows it.

        Those that were played since stay in it: a later deck may have their doubles.
        """
        known = sorted((*at, card) for at, card in hand.items())
        return msgspec.structs.replace(position, known=known, looks=True)

    def laid(self, given: Mapping[str, Any]) -> Mapping[str, Laid]:  # noqa: ARG002
        """Return nothing: a case begins with the decks shuffled, and draws what it needs."""
        return {}

    def duties(self, position: Position, cards: Mapping[str, Sequence[int]]) -> list[str]:
        """Return the sides that said `dead` of a card that was no double, or kept a double."""
        return decks.broken(self.setting, position, cards)


_CARRY_OUT: dict[type[Order], Callable[[Setting, Position, Any], Iterator[Outcome]]] = {
    orders.Roll: dicing.ask,
    orders.DrawCards: decks.draw,
    **dict.fromkeys((orders.Play, orders.Discard, orders.Remove), decks.show),
    orders.Put: decks.put,
    **dict.fromkeys((orders.Shuffle, orders.Add, orders.TakeOut), decks.remake),
    orders.Pause: turns.pause,
    orders.Over: turns.over,
    **dict.fromkeys(
        (orders.Move, orders.Face, orders.Turn, orders.New),
        lambda setting, *rest: pieces.carry_out(setting.maps, *rest),
    ),
    **dict.fromkeys((orders.Lay, orders.Reveal, orders.Seal, orders.Placement), hidden.carry_out),
    orders.Claim: turns.claim,
    orders.Agree: turns.agree,
    orders.End: turns.end,
    Pass: turns.go_on,
}
