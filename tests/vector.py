"""The vector for second implementations: ``PYTHONPATH=tests python -m vector docs/vector``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hostile.base import fixed_chance, go_on, saipan_group, to_bytes
from pbem.crypto import canonical, vrf
from pbem.crypto import dice as crypto_dice
from pbem.table.events.kinds import OfferTie
from toy.group import Group, identity, signer

NAMES = ("saipan.pbem", "vector.json", "position.json", "witnesses.pbem", "witnesses.json")
PLAYERS = ("ann", "bob", "wil", "xia")


def play(folder: Path) -> tuple[Group, dict[str, Any], bytes]:
    """Play the game of the vector; return it, what the page promises, and JCS(P) at its start."""
    group = saipan_group(folder, "vector", scenario="free", umpire=None)
    start = group.table.position()
    go_on(group, lambda now: now.table.dicing is not None)
    owed = group.table.dicing
    assert owed is not None
    keeper = owed.keepers[0].handle
    sealed = group.writer("ann").private.secrets()[0]
    group.roll()
    holder = group.table.active().handle
    assert holder is not None
    group.play(holder, "offer", OfferTie())
    group.play("bob" if holder == "ann" else "ann", "answer", yes=True)
    dice = next(event for event in group.events if event.kind == "dice")
    alpha = crypto_dice.alpha(group.table.game_id, owed.trigger)
    beta = vrf.output(bytes.fromhex(dice.data["proof"]))
    seed = crypto_dice.seed(alpha, [beta])
    seal = next(event for event in group.events if event.kind == "seal")
    lines = ["pbem/commit/v1", group.table.game_id, seal.by, seal.prev, "beaches", sealed.salt]
    vector = {
        "game": group.table.game_id,
        "keys": _keys(group, PLAYERS[:2]),
        "events": _events(group),
        "commit": {
            "text": "\n".join([*lines, canonical.encode(sealed.value).decode()]),
            "sha256": seal.data["commit"],
        },
        "dice": {
            "trigger": owed.trigger,
            "keeper": keeper,
            "alpha": alpha.hex(),
            "beta": beta.hex(),
            "seed": seed.hex(),
            "rolls": dice.data["rolls"],
        },
        "result": {"winner": None, "why": "tie"},
    }
    return group, vector, start


def play_witnesses(folder: Path) -> tuple[Group, dict[str, Any]]:
    """Play a game of version 2 up to the first dice of both players; return it and what it says."""
    players = tuple(signer(handle) for handle in PLAYERS)
    group = saipan_group(
        folder, "witnesses", scenario="free", umpire=None, players=players, dice="witnesses"
    )
    dice: dict[str, dict[str, Any]] = {}
    while len(dice) < 2:
        go_on(group, lambda now: now.table.dicing is not None)
        owed = group.table.dicing
        assert owed is not None
        said = {"trigger": owed.trigger, "keepers": [keeper.handle for keeper in owed.keepers]}
        group.roll()
        given = [event for event in group.events[owed.seq :] if event.kind == "dice"]
        alpha = crypto_dice.alpha(group.table.game_id, owed.trigger)
        betas = [vrf.output(bytes.fromhex(event.data["proof"])) for event in given]
        dice[owed.by] = said | {
            "alpha": alpha.hex(),
            "betas": [beta.hex() for beta in betas],
            "seed": crypto_dice.seed(alpha, betas).hex(),
            "rolls": given[-1].data["rolls"],
        }
    said = {
        "game": group.table.game_id,
        "keys": _keys(group, PLAYERS),
        "events": _events(group),
        "dice": list(dice.values()),
    }
    return group, said


def _keys(group: Group, handles: Iterable[str]) -> dict[str, Any]:
    return {
        handle: {
            "sign_seed": identity(handle).sign_seed.hex(),
            "vrf_secret": identity(handle).vrf_secret(group.table.game_id).hex(),
        }
        for handle in handles
    }


def _events(group: Group) -> list[dict[str, Any]]:
    table = group.replay(upto=0)
    reported = []
    for event in group.events:
        table.take(event)
        digest = table.digest() if table.play is not None else None
        reported.append(
            {
                "seq": event.seq,
                "id": event.id,
                "by": event.by,
                "kind": event.kind,
                "pen": table.active().handle,
                "kinds": list(table.active().kinds),
                "digest": digest,
            }
        )
    return reported


def files() -> dict[str, bytes]:
    with TemporaryDirectory() as folder, fixed_chance("vector"):
        group, vector, start = play(Path(folder))
    with TemporaryDirectory() as folder, fixed_chance("witnesses"):
        second, witnesses = play_witnesses(Path(folder))
    first = to_bytes(group.events), _text(vector), start + b"\n"
    return dict(zip(NAMES, (*first, to_bytes(second.events), _text(witnesses)), strict=True))


def _text(said: dict[str, Any]) -> bytes:
    return json.dumps(said, indent=2).encode() + b"\n"


if __name__ == "__main__":
    for name, data in files().items():
        (Path(sys.argv[1]) / name).write_bytes(data)
