"""The vector for second implementations: ``PYTHONPATH=tests python -m vector docs/vector``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hostile.base import fixed_chance, go_on, saipan_group, to_bytes
from pbem.crypto import canonical, vrf
from pbem.crypto import dice as crypto_dice
from pbem.table.events.kinds import OfferTie
from toy.group import Group, identity

NAMES = ("saipan.pbem", "vector.json", "position.json")


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
    seal = next(event for event in group.events if event.kind == "seal")
    lines = ["pbem/commit/v1", group.table.game_id, seal.by, seal.prev, "beaches", sealed.salt]
    vector = {
        "game": group.table.game_id,
        "keys": {
            handle: {
                "sign_seed": identity(handle).sign_seed.hex(),
                "vrf_secret": identity(handle).vrf_secret(group.table.game_id).hex(),
            }
            for handle in ("ann", "bob")
        },
        "events": reported,
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


def files() -> dict[str, bytes]:
    with TemporaryDirectory() as folder, fixed_chance("vector"):
        group, vector, start = play(Path(folder))
    text = json.dumps(vector, indent=2) + "\n"
    return dict(zip(NAMES, (to_bytes(group.events), text.encode(), start + b"\n"), strict=True))


if __name__ == "__main__":
    for name, data in files().items():
        (Path(sys.argv[1]) / name).write_bytes(data)
