"""Logs without rules in which decks, hidden stocks, boxes and doubt are mixed, and allies leave.

`readers.blind` makes the same of games in which nobody has anything to hide but seals.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from pbem.crypto.cards import deck as masked
from pbem.crypto.stocks import pair as pairs
from pbem.crypto.stocks import stock as stocks
from pbem.crypto.stocks.ranges import Opening
from pbem.table.events.kinds import LayOpen, read_data
from pbem.table.handlers import decks, groups
from pbem.table.handlers import stocks as hidden
from pbem.table.handlers.active import active
from pbem.table.state import StockPair
from pbem.table.tabletop import Tabletop
from readers.blind import FORKED, PLAYERS, SIDES, Blind
from readers.judging import Readers
from toy.hider import CARDS, MASK_BOX, STOCK_BOX, Hider, boxed, opened, opening_of

GROUPS: tuple[tuple[int, list[list[str]] | None], ...] = (
    (2, None),
    (3, [["ann"], ["bob", "cal"]]),
    (3, [["ann", "bob"], ["cal"]]),
    (4, [["ann", "cal"], ["bob", "dan"]]),
    (4, [["ann", "cal", "dan"], ["bob"]]),
)
"""How many players there are, and who is allied."""
TRIES = 55
FOLLOWING = 15
"""So many events are tried after the end of a game: it ends soon here."""
DECKS = 3
DUE = 0.75
"""How often what is due is tried, and how often by somebody in the game."""
PLANS = 0.06
"""How often it is planned what comes next: how the game ends, or an ally leaves before a join."""
WEIGHTS = {
    "split": 14, "give": 8, "spend": 4, "capped": 3, "lay_open": 9, "shuffle": 6, "unmask": 5,
    "show": 3, "seal": 6, "reveal": 10, "keys": 3, "undo": 5, "tie": 0.7, "answer": 5, "orders": 8,
    "dice": 8, "resign": 1, "forfeit": 1, "replace": 5, "join": 1, "fork": 3, "new_key": 1,
    "old_key": 1, "close": 0.1,
}  # fmt: skip
END = ("lay_open",) * 6 + ("fork", "reveal", "forfeit")
"""The tries after the end of a game that only rules would see."""


class Mixed(Blind):
    """A log with decks and hidden stocks that grows, and every reader after each of its events."""

    game: Hider
    weights = WEIGHTS
    tries, most_after = TRIES, FOLLOWING

    def begin(self) -> Hider:
        """Return a log in which everybody has joined."""
        count, allied = self.rng.choice(GROUPS)
        self.names = list(PLAYERS[:count])
        seats = dict(zip(SIDES, self.names, strict=False))
        if allied is None and self.rng.random() < 0.3:
            self.names.append("cal")  # a witness
        self.openings: dict[str, Opening] = {}
        self.scalars: dict[str, str] = {}
        self.plan: list[str] = []
        witness = len(self.names) > len(seats)
        dice = ("umpire", "opponents", *["witnesses"] * witness)
        return Hider(list(self.names), seats, self.rng.choice(dice), allied)

    @property
    def table(self) -> Tabletop:
        """Return the table of level 2."""
        return self.tables[2]

    def first(self) -> None:
        """Now and then let people seal, both groups have a mask, and allies a pair."""
        rng = self.rng
        for handle in self.names:
            if rng.random() < 0.3:
                self.one("seal", handle)
        if rng.random() < 0.4:
            return
        for _ in range(6):
            answering = groups.answering(self.table)
            if answering:
                self.one("answer", answering[0])
            elif len(self.table.decks) < 1 or groups.being_made(self.table) is not None:
                self.one("shuffle", self.names[0])
        self.one("split", rng.choice(self.names))

    def next(self) -> tuple[str, str]:
        """Choose a kind of event and who writes it: often what is due, else anything."""
        table, rng = self.table, self.rng
        if not self.plan and table.stocks and not table.over and rng.random() < PLANS:
            self.plan = rng.choice((self.to_end, self.to_end, self.to_replace))()
        if self.plan and not groups.answering(table) and table.offer is None:
            kind = self.plan.pop()
            return kind, self.whose(kind)
        due = self.due() if rng.random() < DUE else None
        playing = [one.handle for one in table.roster.playing()]
        return due or self._any(playing if rng.random() < DUE else self.names)

    def to_end(self) -> list[str]:
        """Return what ends a game, last first: all see it, or the rules alone would."""
        how = self.rng.choice(([], ["tie"], ["resign"]))
        following = [self.rng.choice(END) for _ in range(self.rng.randrange(3, 9))]
        return [*following, *how, *(["reveal"] if self.seals and self.rng.random() < 0.6 else [])]

    def to_replace(self) -> list[str]:
        """Return what lets an ally leave while a newcomer has to join, last first."""
        following = [self.rng.choice(("reveal", "forfeit", "close")) for _ in range(2)]
        return [*following, "lay_open", "fork", "replace"]

    def whose(self, kind: str) -> str:
        """Return who writes an event of a plan, or is ruled on: often who can."""
        table, anybody = self.table, self.rng.choice(self.names)
        playing = [one.handle for one in table.roster.playing()]
        able: list[str | None] = []
        if kind == "lay_open":
            able = [hidden.next_to_open(table) or active(table).handle]
        elif kind == "forfeit":
            able = [active(table).handle, hidden.next_to_open(table)]
        elif kind in ("tie", "resign"):
            able = [*playing]
        elif kind == "fork":
            knowing = {one for pair in table.stocks.hidden() for one in pair.by}
            able = [one for one in playing if one in knowing]
        elif kind == "replace":
            hides = (table.stocks.all, table.decks)
            able = [
                one
                for one in playing
                if not any(groups.knows(pair, one) for pair in hides[0])
                and not any(groups.has_part(deck, one) for deck in hides[1])
                and table.seals.owed(one) is None
            ]
        known = [one for one in able if one is not None]
        return self.rng.choice(known) if known and self.rng.random() < DUE else anybody

    def due(self) -> tuple[str, str] | None:
        """Return what has to come next, as far as the log shows it."""
        table, rng = self.table, self.rng
        answering, joining = groups.answering(table), table.roster.joining()
        opener, owed = hidden.next_to_open(table), table.dicing
        anybody = rng.choice(self.names)
        if not table.over and answering:
            found = "answer", rng.choice(answering)
        elif table.offer is not None:
            found = "answer", rng.choice(table.offer.waiting)
        elif opener is not None:
            kind = rng.choice(("lay_open",) * 5 + ("reveal", "forfeit", "close"))
            found = kind, rng.choice((opener, opener, anybody))
        elif table.over:
            kind = rng.choice(END)
            found = kind, self.whose(kind)
        elif joining is not None:
            kinds = ("join",) * 3 + ("reveal", "dice", "lay_open", "fork", "fork")
            found = rng.choice(kinds), rng.choice((joining.handle, anybody))
        elif owed is not None and owed.keepers and rng.random() < 0.8:
            found = "dice", owed.keepers[0].handle
        else:
            return None
        return found

    def _any(self, handles: Sequence[str]) -> tuple[str, str]:
        [kind] = self.rng.choices([*self.weights], [*self.weights.values()])
        if kind == "reveal" and not self.seals:
            kind = "seal"
        return kind, self.rng.choice(handles or self.names)

    def count(self, reported: Any) -> None:
        super().count(reported)
        table, left = self.table, hidden.next_to_open(self.table)
        self.seen["mixed"] += 1
        self.seen["with decks"] += bool(table.decks)
        self.seen["with hidden stocks"] += bool(table.stocks)
        self.seen["mixed, an ally left"] += left is not None
        self.seen["mixed, perhaps behind the end"] += left is not None and table.maybe_over
        self.seen["mixed, an opening said that it is over"] += table.laid

    # --- what is tried -------------------------------------------------------------------------

    def boxes(self, by: str, box: str) -> dict[str, Any]:
        """Return boxes for allies in the game; for who may be out one, or none."""
        table = self.table
        group = next((group for group in table.groups if by in group), [])
        others = [one for one in groups.playing(table, group) if one != by]
        maybe = table.perhaps_out
        return boxed((one for one in others if one not in maybe or self.rng.random() < 0.5), box)

    def try_split(self, by: str) -> None:
        self.made += 1
        first = opening_of(self.rng.choice((0, 1)), str(self.rng.random()))
        whom = self.boxes(by, STOCK_BOX).get("boxes", ())
        point = self.game.put_split(by, f"s{self.made}", whom, first, self.rng.randbytes(32))
        self.openings[point] = first

    def pair(self, by: str) -> StockPair | None:
        """Return a hidden pair, of theirs but for a few."""
        able = self.table.stocks.hidden()
        found = [one for one in able if by in one.by or self.rng.random() < 0.05]
        return self.rng.choice(found) if found else None

    def try_give(self, by: str) -> None:
        state = self.pair(by)
        if state is None:
            return
        pair, which = hidden.crypto_pair(state), self.rng.randrange(2)
        name, first = state.names[which], self.openings[state.point]
        own = pairs.known(pair, name, 0, first)
        if own.amount < 0:
            return
        sent = opening_of(self.rng.randint(0, min(1, own.amount)), str(self.rng.random()))
        parcel = stocks.prove_parcel(
            self.game.where(by), pair.stock(name, 0), pair.other(name),
            opening=own, cap=1, parcel=sent, entropy=self.rng.randbytes(32),
        )  # fmt: skip
        after = pairs.moved(bytes.fromhex(state.point), parcel.commitment, which == 0)
        self.openings[parcel.commitment.hex()] = sent
        self.openings[after.hex()] = pairs.after(first, sent, by_first=which == 0)
        proofs = [one.hex() for one in (parcel.give, parcel.rest, parcel.left)]
        part = {"stock": name, "to": pair.other(name), "changed": 0, "cap": 1, "proofs": proofs}
        point = parcel.commitment.hex()
        self.game.proven(by, "give", {**part, "point": point, **self.boxes(by, STOCK_BOX)})

    def try_spend(self, by: str) -> None:
        state = self.pair(by)
        if state is None:
            return
        pair, name = hidden.crypto_pair(state), self.rng.choice(state.names)
        own = pairs.known(pair, name, 1, self.openings[state.point])
        if own.amount < 1:
            return
        where, entropy = self.game.where(by), self.rng.randbytes(32)
        proof = stocks.prove_spending(where, pair.stock(name, 1), own, 1, entropy)
        part = {"stock": name, "changed": 1, "amount": 1, "proof": proof.hex()}
        self.game.proven(by, "spend", part)

    def try_capped(self, by: str) -> None:
        state = self.pair(by)
        if state is None:
            return
        pair, name = hidden.crypto_pair(state), self.rng.choice(state.names)
        own = pairs.known(pair, name, 0, self.openings[state.point])
        where, entropy = self.game.where(by), self.rng.randbytes(32)
        amount, proof = stocks.prove_capped(where, pair.stock(name, 0), own, 1, entropy)
        part = {"stock": name, "changed": 0, "cap": 1, "amount": amount, "proof": proof.hex()}
        self.game.proven(by, "capped", part)

    def try_lay_open(self, by: str) -> None:
        """Open what is due, or some of it, or what is another's."""
        table, how = self.table, self.rng.random()
        every = list(table.stocks.hidden())
        if how < 0.35:
            mine = [one for one in hidden.to_open(table) if hidden.opener(table, one) == by]
        elif how < 0.6:
            mine = [one for one in every if hidden.opener(table, one) == by]
        elif how < 0.75:
            able = (one for one in every if by in hidden.openers(table, one))
            mine = [one for one in able if self.rng.random() < 0.6]
        elif how < 0.9:
            said = self.opening_data(one for one in every if self.rng.random() < 0.5)
            data: Any = read_data("lay-open", said)
            assert isinstance(data, LayOpen)
            mine = hidden.opened_by(table, by, data, lambda _: True)
        else:
            mine = [one for one in every if by in one.by]
        data = self.opening_data(mine) if self.rng.random() < 0.85 else {}
        if self.rng.random() < (0.8 if table.over or self.plan or table.maybe_over else 0.3):
            masks = [
                {"deck": deck.name, "scalar": self.scalars[deck.refs[at]]}
                for deck in table.decks
                if by in groups.owing(deck)
                if (at := groups.mask_of(deck, by)) is not None
            ]
            data |= {"masks": masks} if masks else {}
        if data or self.rng.random() < 0.2:
            self.game.write(by, "lay-open", **data)

    def opening_data(self, mine: Iterable[StockPair]) -> dict[str, Any]:
        """Return what opens all moves of some pairs, as data."""
        names = [one.names for one in mine]
        moves = [made for made in self.table.moved if made.names in names]
        found = [opened(made.of, self.openings[made.point]) for made in moves]
        return {"stocks": found} if found else {}

    def try_shuffle(self, by: str) -> None:
        table = self.table
        last = groups.being_made(table)
        if last is None and len(table.decks) >= DECKS:
            return
        if table.groups and self.rng.random() < 0.8:
            by = self.rng.choice(groups.first_shufflers(table, last) or [by])
        name = last.name if last else f"d#{len(table.decks) + 1}"
        begun = masked.begin(table.game_id, name, CARDS)
        deck = decks.deck_of(table.game_id, last) if last else begun
        whom = self.boxes(by, MASK_BOX).get("boxes", ())
        made = self.game.put_shuffle(by, name, deck.layer(), whom, self.rng.randbytes(32))
        self.scalars[made.after.ref.hex()] = made.scalar.hex()

    def try_unmask(self, by: str) -> None:
        table = self.table
        made = [one for one in table.decks if len(one.by) == len(table.groups)]
        able = [one for one in made if groups.mask_of(one, by) is not None]
        if not able:
            return
        state = self.rng.choice(able)
        number, place = groups.mask_of(state, by), len(state.drawn)
        assert number is not None
        if not state.drawn or (self.rng.random() < 0.6 and place < len(CARDS)):
            point = state.points[place]
        else:
            place -= 1
            point = state.drawn[place].point
        off = masked.unmask(
            self.game.where(by), decks.deck_of(table.game_id, state), place, number + 1,
            scalar=bytes.fromhex(self.scalars[state.refs[number]]),
            point=bytes.fromhex(point), entropy=self.rng.randbytes(32),
        )  # fmt: skip
        draw = [place, off.point.hex(), off.proof.hex()]
        self.game.write(by, "unmask", deck=state.name, draws=[draw])

    def try_show(self, by: str) -> None:
        table = self.table
        held = [
            (state, place, number)
            for state in table.decks
            for place in range(len(state.drawn))
            if (number := decks.holder_of(state, place)) is not None
            and by in groups.having(state, number)
        ]
        if not held:
            return
        state, place, number = self.rng.choice(held)
        deck = decks.deck_of(table.game_id, state)
        scalar = bytes.fromhex(self.scalars[state.refs[number]])
        point = bytes.fromhex(state.drawn[place].point)
        card = masked.seen(deck, scalar, point)
        assert card is not None
        where, entropy = self.game.where(by), self.rng.randbytes(32)
        proof = masked.show(
            where, deck, place, card, number + 1, scalar=scalar, held=point, entropy=entropy
        )
        part = {"deck": state.name, "place": place, "card": card, "proof": proof.hex()}
        self.game.proven(by, "show", part)

    def try_fork(self, by: str) -> None:
        """Rule on the last event that somebody could have written again, or on any."""
        bodies = [self.body(at) for at in range(len(self.game.ids))]
        own = [at for at, body in enumerate(bodies) if body["by"] == by and body["kind"] in FORKED]
        if own and self.rng.random() < DUE:
            self.rule_fork(own[-1])
        else:
            super().try_fork(by)

    def try_close(self, _: str) -> None:
        self.game.write("uma", "ruling", result={"winner": "us", "why": "victory"})


def grown(rng: random.Random, readers: Readers, seen: Counter[str], *, mixed: bool) -> Blind:
    """Return a log without rules that is to grow."""
    return (Mixed if mixed else Blind)(rng, readers, seen)
