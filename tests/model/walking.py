"""The model and the real table walk together: real keys, real dice, the toy game.

At every step everybody tries everything; table and model must say the same of each. Then one event
that both admit goes into both. The model hears only what the game itself needs next.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from typing import Any

from model.searching import goes_on, report, written
from model.writing import (
    NOW,
    ROLL,
    Ask,
    Event,
    Opening,
    Over,
    Rules,
    Then,
    active,
    may,
    opened,
    take,
)
from pbem.crypto import canonical, commitment, vrf
from pbem.log import event as real
from pbem.log.finding import BadLog
from pbem.table import dicing
from pbem.table.handlers.entering import join_alpha
from toy import group as toy
from toy.group import Group, identity

OFTEN = {
    "resign": 0.5,
    "offer": 2,
    "result": 3,
    "back": 0.2,
    "fork": 0.05,
    "forfeit": 0.3,
    "replace": 0.6,
}
SALT = "5a" * 32
ANYTHING = "00" * 32


class Apart(Exception):
    """Table and model say two things."""


class Walk:
    """One game, as the table and as the model have it; ``log`` is what the model took."""

    def __init__(self, folder: Path, opening: Any, chance: Random, rules: Rules = NOW) -> None:
        self.group = self.sit(folder, opening)
        self.chance = chance
        self.plans: dict[str, dict[str, Any]] = {}
        umpire = opening.umpire.handle if opening.umpire else None
        players = tuple(player.handle for player in opening.players)
        seats = tuple(sorted(opening.seats.items()))
        self.model = opened(Opening(players, seats, umpire, opening.dice), rules)
        self.model = self.model.but(decks=self.lies())
        self.log: list[Event] = []
        self.tried = 0

    def sit(self, folder: Path, opening: Any) -> Group:
        return Group(folder, opening)

    def lies(self) -> Any:
        """Return what lies there of decks: nothing in this game."""
        return None

    def step(self) -> bool:
        """Compare all that could be written, and write one of it; return whether there was any."""
        self.compare_active()
        admitted = []
        for e in [*written(self.model, secrets=True, forks=False), *self.rulings_on_forks()]:
            line = self.real(e)
            if line is None:
                continue
            self.tried += 1
            why = self.refusal(line)
            if (why is None) != may(self.model, e):
                raise self.apart(f"{report(e)}: the table says {why or 'yes'}")
            if why is None:
                admitted.append((e, line))
        if not admitted:
            return False
        # Rulings and resignations are many and end games: an order is to be likelier than all.
        weights = [OFTEN.get(e.what[0] if e.kind == "ruling" else e.kind, 12) for e, _ in admitted]
        e, line = self.chance.choices(admitted, weights)[0]
        self.write(e, line)
        return True

    def write(self, e: Event, line: real.Event) -> None:
        self.group.take(line)
        if goes_on(self.model, e):
            e = e._replace(then=self.need())
        self.log.append(e)
        self.model = take(self.model, e)

    def need(self) -> Then:
        """Return what the game needs, by the real rules."""
        table = self.group.table
        assert table.play is not None
        if table.dicing is not None:
            return ROLL
        if table.play.result is not None:
            return Over(table.play.result.winner)
        asked = table.play.asked
        if asked is None:
            raise self.apart("the game goes on, says the model, and the table asks nobody")
        if asked.secret is None:
            return Ask(asked.side)
        return Ask(asked.side, "reveal" if asked.opens else "seal")

    def compare_active(self) -> None:
        table, s = self.group.table, self.model
        now, said = table.active(), active(s)
        if (now.handle, sorted(now.kinds)) != (said[0], sorted(said[1])):
            raise self.apart(f"the pen: table {now.handle} {now.kinds}, model {said}")
        result = table.result and (table.result.winner, table.result.why)
        if result != s.result:
            raise self.apart(f"the result: table {result}, model {s.result}")
        owed = [] if table.dicing is None else table.dicing.keepers
        if [(k.handle, k.stands_for) for k in owed] != list(s.owed):
            raise self.apart(f"dice owed: table {owed}, model {s.owed}")

    def apart(self, what: str) -> Apart:
        return Apart("\n".join([*map(report, self.log), "-> " + what]))

    def refusal(self, line: real.Event) -> str | None:
        try:
            self.group.table.copy().take(line)
        except BadLog as bad:
            return bad.finding.code
        return None

    # --- events of the model as real ones ---

    def real(self, e: Event) -> real.Event | None:
        """The event with all that the model leaves out; None where nothing real says just this."""
        data = getattr(self, "_" + e.kind.replace("-", "_"))(e)
        if data is None:
            return None
        return self.group.forge(e.by, e.kind, data, salt=e.salt.to_bytes(16, "big"))

    def _join(self, e: Event) -> dict[str, Any]:
        game = self.group.table.game_id
        secret = identity(e.by).vrf_secret(game)
        proof = vrf.prove(secret, join_alpha(game, e.by))
        return {"vrf": vrf.vrf_public(secret).hex(), "proof": proof.hex(), "box": None}

    def _orders(self, e: Event) -> dict[str, Any] | None:
        play = self.group.table.play
        if play is None or play.asked is None or play.asked.secret is not None:
            side = "red" if play is None or play.asked is None else play.asked.side
            return {"side": side, "orders": [toy.END], "state": ANYTHING}
        asked = play.asked
        if self.model.gone(self.model.holder(asked.side)):
            return self.group.orders_data(asked.side, toy.PASS)
        legal = [play.game.write_order(order) for order in play.game.legal(play.position)]
        return self.group.orders_data(asked.side, self.chance.choice(legal))

    def _dice(self, e: Event) -> dict[str, Any]:
        table = self.group.table
        if table.dicing is None:
            return {"proof": "00" * 80}
        if table.dicing.keepers[0].handle == e.by:
            return self.group.dice_data()
        mine = dicing.Keeper(e.by, "")
        alpha = dicing.alpha_of(table.game_id, table.dicing, mine)
        return {"proof": vrf.prove(identity(e.by).vrf_secret(table.game_id), alpha).hex()}

    def _seal(self, e: Event) -> dict[str, Any]:
        table = self.group.table
        asked = table.play.asked if table.play else None
        label = (asked and asked.secret) or "plan"
        plan = toy.plan(self.chance.choice((1, 2, 7)))  # 7 is no legal plan
        commit = commitment.commit(
            game=table.game_id,
            handle=e.by,
            prev=table.chain.head,
            label=label,
            salt=SALT,
            value_jcs=canonical.encode(plan),
        )
        self.plans[commit] = plan
        return {"label": label, "commit": commit}

    def _reveal(self, e: Event) -> dict[str, Any] | None:
        table = self.group.table
        asked = table.play.asked if table.play and not table.result else None
        for seal in table.seals:
            value = self.plans[seal.commit]
            if seal.by != e.by or seal.opened or (asked and asked.secret not in (None, seal.label)):
                continue
            legal = value["to"] != 7
            return {"of": seal.event, "salt": SALT, "value": value} if legal == e.what else None
        return {"of": ANYTHING, "salt": SALT, "value": toy.plan(1)}

    def _offer(self, e: Event) -> dict[str, Any]:
        return {"what": e.what}

    def _answer(self, e: Event) -> dict[str, Any]:
        return {"yes": e.what}

    def _resign(self, e: Event) -> dict[str, Any]:
        return {}

    def _ruling(self, e: Event) -> dict[str, Any] | None:
        table = self.group.table
        match e.what:
            case ("result",):
                result = table.result
                winner, why = (result.winner, result.why) if result else (None, "tie")
                return {"result": {"winner": winner, "why": why}}
            case ("back", _):
                return {"back": ANYTHING}
            case ("fork", handle, seq, then):
                return {"fork": [self.twin(seq)], "then": then}
            case ("forfeit", handle):
                return {"out": handle, "as": "forfeit", "late": None}
            case ("replace", handle, new, consent):
                agreed = self.group.consent(handle, new) if consent else None
                given = {} if agreed is None else {"consent": agreed}
                sign = toy.signer(new).sign
                return {"out": handle, "as": "replace", "handle": new, "sign": sign,
                        "late": None, **given}  # fmt: skip
        return None

    def twin(self, seq: int) -> dict[str, Any]:
        """The other half of a fork: the same event once more, with another salt."""
        first = self.group.events[seq]
        salt = hashlib.sha256(first.line).digest()[:16]
        other = self.group.forge(
            first.by, first.kind, first.data, seq=seq, prev=first.prev, salt=salt
        )
        return canonical.decode(other.line)

    def rulings_on_forks(self) -> list[Event]:
        """On a fork of somebody, at one of their events in the log, named by its number."""
        umpire, events = self.model.opening.umpire, self.group.events
        mine = [one for one in events[1:] if one.kind != "ruling" and one.by != umpire]
        some = self.chance.sample(mine, min(2, len(mine)))
        return [
            Event(by, "ruling", ("fork", one.by, one.seq, then))
            for one in some
            for by in (umpire, one.by)
            for then in ("forfeit", "branch")
            if by
        ]
