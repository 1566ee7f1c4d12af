"""Whatever an author signs, a reader gets a finding and never another error."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from hostile.base import go_on, saipan_group
from pbem.errors import FormError
from pbem.log.finding import BadLog
from toy.cheat import attack
from toy.group import END, FIRE, PASS, Group, move, plan, when
from toy.group import attack as attack_order

STRANGE: list[Any] = [
    None, True, False, 0, 1, -1, 2**53 - 1, "", "ann", "red", "us", "end", "0" * 64, "f" * 64, "\n",
    "x" * 5000, [], [[]], [None], {}, {"do": "end"}, {"do": []}, {"do": "if"}, {"": {}}, [1] * 50,
    {"do": "if", "when": {"fact": {}, "args": {}}, "then": {"do": "stop"}},
    {"do": "if", "when": {"not": []}, "then": []}, {"red": {"fire": None}}, {"us": {"fpf": 1}},
]  # fmt: skip


def mutated(rng: random.Random, data: Any) -> Any:
    """Change one thing somewhere in ``data``."""
    if isinstance(data, dict) and data and rng.random() < 0.8:
        key = rng.choice(sorted(data))
        changed = dict(data)
        if rng.random() < 0.15:
            del changed[key]
        elif rng.random() < 0.15:
            changed[rng.choice(["note", "standing", "do", "x", "by"])] = rng.choice(STRANGE)
        else:
            changed[key] = mutated(rng, data[key])
        return changed
    if isinstance(data, list) and data and rng.random() < 0.8:
        changed_list = list(data)
        i = rng.randrange(len(data))
        if rng.random() < 0.2:
            changed_list.insert(i, rng.choice(STRANGE))
        else:
            changed_list[i] = mutated(rng, data[i])
        return changed_list
    return copy.deepcopy(rng.choice(STRANGE))


def samples(group: Group) -> list[tuple[str, dict[str, Any]]]:
    """Good data of every kind, to begin from."""
    zero = "0" * 64
    play = group.table.play
    state = zero if play is None else group.table.digest()
    side = "red" if play is None or play.asked is None else play.asked.side
    legal = [] if play is None or play.asked is None else list(play.game.legal(play.position))
    orders = [play.game.write_order(order) for order in legal[:3]] or [END]
    full = {"side": side, "orders": orders, "state": state, "standing": {side: {}}}
    found = [
        *((event.kind, event.data) for event in group.events),
        ("orders", full), ("orders", full), ("orders", full),
        ("orders", {**full, "orders": [when(orders[0], "round", op="=", value=1), PASS, FIRE]}),
        ("offer", {"what": "undo", "to": group.events[-1].id}),
        ("offer", {"what": "keys", "sign": zero, "box": zero}),
        ("offer", {"what": "rules", "rules": {"name": "toy", "version": 2, "data": zero},
                   "state": zero}),
        ("answer", {"yes": True}), ("resign", {}), ("seal", {"label": "plan-red", "commit": zero}),
        ("reveal", {"of": group.events[-1].id, "salt": zero, "value": plan(1)}),
        ("ruling", {"out": "ann", "as": "replace", "late": None, "handle": "dan", "sign": zero}),
        ("ruling", {"result": {"winner": None, "why": "tie"}}), ("ruling", {"branch": zero}),
    ]  # fmt: skip
    if group.table.dicing is not None:
        found += [("dice", group.dice_data())] * 4
    return found


def pester(group: Group, rng: random.Random, tries: int) -> int:
    """Show strange events to copies of a table; return how many were valid."""
    valid = 0
    choices = samples(group)
    for _ in range(tries):
        kind, data = rng.choice(choices)
        active = group.table.active().handle or "ann"
        by = rng.choice([active, active, active, "ann", "bob", "uma"])
        strange = mutated(rng, data)
        if rng.random() < 0.3:
            strange = mutated(rng, strange)
        if not isinstance(strange, dict):
            continue
        try:
            event = group.forge(by, kind, strange)
        except (BadLog, FormError):
            continue  # not even the line would be admitted
        try:
            table = group.table.copy()
            table.take(event)
        except BadLog:
            continue
        table.active()
        valid += 1
    return valid


@attack(
    "P10", "sign nonsense: give any field of any event another value", "a finding, no other error"
)
@pytest.mark.parametrize("seed", range(3))
def test_nonsense_gives_findings_and_no_other_error(tmp_path, seed):
    rng = random.Random(seed)  # noqa: S311 - a fixed walk
    group = Group.joined(tmp_path, umpire="uma", scenario="plans")
    pester(group, rng, 150)
    group.play("ann", "seal", plan(1))
    group.play("bob", "seal", plan(1))
    pester(group, rng, 200)
    group.orders("ann", move(1), attack_order("blue"), END)
    pester(group, rng, 150)
    group.orders("bob", PASS)
    pester(group, rng, 150)
    group.roll()
    pester(group, rng, 150)
    group.play(group.table.active().handle, "offer", group.read_offer({"what": "tie"}))
    pester(group, rng, 100)


@attack("P10", "the same against the rules of Saipan", "a finding, no other error")
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_nonsense_orders_of_saipan(tmp_path, scenario):
    rng = random.Random(scenario)  # noqa: S311 - a fixed walk
    group = saipan_group(tmp_path, scenario, scenario=scenario)
    for count in (4, 5, 6, 7, 8, 9, 10):
        go_on(group, lambda now, count=count: len(now.events) >= count)
        pester(group, rng, 120)
