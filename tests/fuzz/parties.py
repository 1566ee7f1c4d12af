"""The possible events of each party: the data of every kind, mostly as it should be."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from fuzz import openings
from fuzz.dealing import Hands
from fuzz.rulings import ruling
from fuzz.world import Opened, World
from pbem.crypto import canonical, commitment, signing, vrf
from pbem.errors import PbemError
from pbem.kit.contract import Question
from pbem.table import dicing
from pbem.table.dicing import Dicing
from pbem.table.events.kinds import RulesId
from pbem.table.handlers import turns
from pbem.table.handlers.agreements import migrated
from pbem.table.handlers.entering import join_alpha
from pbem.table.roster import key_proof
from pbem.table.state import position_digest

Data = dict[str, Any]
PASS = {"do": "pass"}
OF_DECKS = ("shuffle", "unmask", "lay-open")
"""Kinds of which games without decks have no use."""

BAD_PLANS = ({"do": "plan", "to": 9}, {"do": "end"}, {"do": "nonsense"}, {"do": "plan"})
UNKNOWN = "ab" * 32


class Parties:
    """All parties at one table, and whatever each could write there."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rng: random.Random = world.rng
        self.hands = Hands(world)

    def handles(self) -> list[str]:
        """Return everybody who may try to write: in the game, out of it, the umpire, a stranger."""
        known = [player.handle for player in self.world.table.roster.everybody()]
        return [*known * 3, openings.STRANGER]

    def data(self, kind: str, by: str) -> Data:
        """Return the data of an event as ``by`` might write it now."""
        made: Data = (
            self.hands.data(kind, by) if kind in OF_DECKS else getattr(self, "_" + kind)(by)
        )
        return made

    # --- entering and leaving ----------------------------------------------------------------

    def _open(self, by: str) -> Data:
        return self.world.opening

    def _join(self, by: str) -> Data:
        world = self.world
        secret = openings.vrf_secret(by, world.chain.game)
        shared = any(by in group for group in world.table.groups if len(group) > 1)
        key = openings.identity(by).box_public.hex()
        box = self.rng.choice((None, key))
        if shared and self.rng.random() < 0.9:
            box = key
        data: Data = {
            "vrf": vrf.vrf_public(secret).hex(),
            "proof": vrf.prove(secret, join_alpha(world.chain.game, by)).hex(),
            "box": box,
        }
        return self._with_standing(by, data)

    def _resign(self, by: str) -> Data:
        return {}

    # --- orders ------------------------------------------------------------------------------

    def _orders(self, by: str) -> Data:
        table = self.world.table
        asked = None if table.play is None else table.play.asked
        side = asked.side if asked else self.rng.choice([*table.seats, "red"])
        state = table.digest() if table.play is not None else UNKNOWN
        gone = table.play is not None and table.seats.get(side) in table.play.gone
        orders = [PASS] if gone and self.rng.random() < 0.9 else self._list(asked)
        data = {"side": side, "orders": orders, "state": state}
        hiding = table.decks or self.world.name == "depots"
        if hiding and self.rng.random() < 0.95:
            data |= self.hands.proofs(by, orders)
        return data if gone else self._with_standing(by, data)

    def _with_standing(self, by: str, data: Data) -> Data:
        if self.rng.random() < 0.8:
            return data
        world = self.world
        sides = [side for side, holder in world.table.seats.items() if holder == by]
        game = world.game()
        standing = {} if game is None else {side: game.sensible_standing(side) for side in sides}
        return {**data, "standing": self.rng.choice(({}, standing))}

    def _list(self, asked: Question | None) -> list[Data]:
        play = self.world.table.play
        if asked is not None and play is not None and self.rng.random() < 0.1:
            known = self.hands.known(play.seats[asked.side])
            usual = play.game.sensible(known, self.rng.randrange(1000))
            return [play.game.write_order(order) for order in usual]
        what = self.rng.random()
        first = self._order(asked)
        if what < 0.6:
            return [first]
        more = [self._order(asked) for _ in range(self.rng.choice((1, 1, 2, 4)))]
        if what < 0.75:
            return [first, *more]
        if what < 0.9:
            guarded = [self._guarded(order) for order in (first, *more)]
            return guarded if self.rng.random() < 0.4 else [first, *guarded]
        return [first, self.rng.choice(({"do": "stop"}, PASS, {"do": "end"})), *more]

    def _order(self, asked: Question | None) -> Data:
        """Return an order that is legal now, if anybody can say, the phase's end now and then."""
        if asked is None or asked.secret is not None:
            return self.rng.choice((PASS, {"do": "end"}, {"do": "fire"}))
        if "end" in asked.forms and self.rng.random() < 0.2:
            return {"do": "end"}
        return self.rng.choice(self.legal(self.rng.choice((1, 12, 60))) or [PASS])

    def legal(self, most: int) -> list[Data]:
        """Return some legal answers to the question that is asked."""
        play = self.world.table.play
        assert play is not None
        by = "" if play.asked is None else play.seats[play.asked.side]
        legal = play.game.legal(self.hands.known(by))
        return [play.game.write_order(one) for one in islice(legal, most)]

    def _guarded(self, order: Data) -> Data:
        when: Data = self._condition()
        for form in self.rng.sample(("not", "all", "any"), self.rng.choice((0, 0, 1, 2))):
            when = {form: when if form == "not" else [when]}
        return {"do": "if", "when": when, "then": order}

    def _condition(self) -> Data:
        game, rng = self.world.game(), self.rng
        if game is None or not game.facts:
            return {"fact": "no", "args": []}
        fact = rng.choice(sorted(game.facts))
        reported = game.facts[fact]
        words = [sorted(game.names[name].words) or ["a"] for name in reported.args]
        when: Data = {"fact": fact, "args": [rng.choice(some) for some in words]}
        if reported.value == "number":
            when.update(op=rng.choice(("=", "<", ">=")), value=rng.choice((0, 1, 2, 3)))
        elif reported.value == "text":
            when.update(op=rng.choice(("=", "!=")), value=rng.choice((*reported.words, "")))
        return when

    # --- dice --------------------------------------------------------------------------------

    def _dice(self, by: str) -> Data:
        world, table = self.world, self.world.table
        owed = table.dicing
        if owed is None or not owed.keepers:
            alpha = dicing.alpha_of(world.chain.game, self._maybe_owed(), _keeper(by))
            proof = vrf.prove(openings.vrf_secret(by, world.chain.game), alpha)
            more = {"rolls": [[6, 3]], "then": UNKNOWN}
            return {"proof": proof.hex(), **self.rng.choice(({}, more))}
        keeper = owed.keepers[0]
        alpha = dicing.alpha_of(world.chain.game, owed, keeper)
        proof = vrf.prove(openings.vrf_secret(by, world.chain.game), alpha)
        if len(owed.keepers) > 1:
            return {"proof": proof.hex()}
        copy = world.thawed(3)
        done, copy.dicing = copy.dicing, None
        assert done is not None
        done.betas.append(vrf.output(proof).hex())
        rolls = turns.draw(copy, done)
        return {"proof": proof.hex(), "rolls": rolls, "then": copy.digest()}

    def _maybe_owed(self) -> Dicing:
        last = self.world.table.last_trigger
        seq, by, on = (last.seq, last.by, last.prev) if last else (0, "", UNKNOWN)
        return Dicing(last.id if last else UNKNOWN, seq, by, on, [])

    # --- secrets -----------------------------------------------------------------------------

    def _seal(self, by: str) -> Data:
        world, play = self.world, self.world.table.play
        asked = play.asked if play is not None else None
        label = asked.secret if asked is not None and asked.secret else "plan-red"
        value = self._plan()
        salt = self.rng.randbytes(32).hex()
        commit = commitment.commit(
            game=world.chain.game, handle=by, prev=world.chain.head, label=label, salt=salt,
            value_jcs=canonical.encode(value),
        )  # fmt: skip
        world.opened[commit] = Opened(salt, value, by, world.chain.head, label)
        return {"label": label, "commit": commit}

    def _plan(self) -> Data:
        if self.rng.random() < 0.15:
            return self.rng.choice(BAD_PLANS)
        play = self.world.table.play
        if play is None or play.asked is None or play.asked.secret is None:
            return PASS
        usual = play.game.sensible(play.position, self.rng.randrange(1000))
        return play.game.write_order(usual[0]) if usual else PASS

    def _reveal(self, by: str) -> Data:
        table = self.world.table
        asked = table.play.asked if table.play is not None and table.result is None else None
        own = [sealed for sealed in table.seals if sealed.by == by and not sealed.opened]
        due = [one for one in own if asked is not None and one.label == asked.secret] or own
        any_seal = self.rng.choice(table.seals) if table.seals else None
        sealed = due[0] if due else any_seal
        if sealed is None or sealed.commit not in self.world.opened:
            return {"of": UNKNOWN, "salt": UNKNOWN, "value": PASS}
        if self.rng.random() < 0.05:
            sealed = self.rng.choice(table.seals)
        opens = self.world.opened.get(sealed.commit, Opened(UNKNOWN, PASS))
        return {"of": sealed.event, "salt": opens.salt, "value": opens.value}

    # --- agreements --------------------------------------------------------------------------

    def _answer(self, by: str) -> Data:
        if self.hands.answers(by):
            return self.hands.opens(by)
        starting = self.world.table.offer is None
        return {"yes": self.rng.random() < (0.95 if starting else 0.7)}

    def _offer(self, by: str) -> Data:
        table = self.world.table
        what = self.rng.random()
        if what < 0.4:
            known = [one.event for one in table.snapshots]
            seen = [event.id for event in self.world.events[-6:]]
            return {"what": "undo", "to": self.rng.choice(known or seen or [UNKNOWN])}
        if what < 0.42:
            return {"what": "tie"}
        if what < 0.9:
            return self._keys_offer(by)
        return self._rules_offer()

    def _keys_offer(self, by: str) -> Data:
        data: Data = {"what": "keys"}
        what = self.rng.random()
        if what < 0.4:
            data["box"] = openings.identity(self.rng.choice(openings.HANDLES)).box_public.hex()
        if what > 0.3:
            data |= self.new_key(by, old=self.rng.random() < 0.15)
        return data

    def new_key(self, by: str, *, old: bool = False) -> Data:
        """Return a new signing key of somebody, with its proof; an old one is another's."""
        new = self.rng.choice(openings.HANDLES) if old else self.world.newcomer()
        key = openings.identity(new)
        text = key_proof(self.world.chain.game, by, self.world.chain.head)
        return {
            "sign": key.sign_public.hex(),
            "proof": signing.sign(key.sign_seed, text).hex(),
        }

    def _rules_offer(self) -> Data:
        table, version = self.world.table, self.rng.choice((2, 2, 2, 1, 3))
        if self.world.name != "toy" or version == 3:
            rules = {"name": self.world.name, "version": version, "data": UNKNOWN}
            return {"what": "rules", "rules": rules, "state": UNKNOWN}
        rules = openings.rules_id("toy", version)
        state = UNKNOWN
        if table.play is not None:
            try:
                play = migrated(self.world.thawed(3), None, RulesId(**rules))
                state = position_digest(table.game_id, table.position_with(play))
            except PbemError:
                pass
        return {"what": "rules", "rules": rules, "state": state}

    def sound(self, kind: str, by: str, data: Data) -> bool:  # noqa: PLR0911 - one a kind
        """Say by sections 4 to 7 whether what the active player writes is valid for sure."""
        table = self.world.table
        match kind:
            case "offer" if data["what"] == "undo":
                return any(one.event == data["to"] for one in table.snapshots)
            case "offer" if data["what"] == "keys":
                return data.get("sign", "") not in table.roster.keys
            case "join":
                shared = any(by in group for group in table.groups if len(group) > 1)
                return data["box"] is not None or not shared
            case "answer" if self.hands.answers(by):
                return True
            case "answer":
                return table.offer is not None or bool(data["yes"])
            case "reveal":
                return self._opens(by, data)
            case "orders" if table.play is not None and table.play.asked is not None:
                gone = table.seats[table.play.asked.side] in table.play.gone
                return gone and data["orders"] == [PASS] and "standing" not in data
        return kind in ("dice", "resign", "seal", *OF_DECKS) or data == {"what": "tie"}

    def _opens(self, by: str, data: Data) -> bool:
        table = self.world.table
        sealed = next((s for s in table.seals if s.event == data["of"] and not s.opened), None)
        opened = None if sealed is None else self.world.opened.get(sealed.commit)
        if sealed is None or opened is None or sealed.by != by:
            return False
        asked = table.play.asked if table.play is not None and table.result is None else None
        bound = (by, table.seal_prev[sealed.event], sealed.label)
        in_time = asked is None or asked.secret == sealed.label
        return in_time and (opened.by, opened.prev, opened.label) == bound

    # --- rulings -----------------------------------------------------------------------------

    def _ruling(self, by: str) -> Data:
        return ruling(self.world, self.handles())


def _keeper(by: str) -> dicing.Keeper:
    return dicing.Keeper(by, "")
