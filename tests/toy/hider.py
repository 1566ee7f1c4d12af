"""A writer of logs without rules in which allies have masks of decks and know hidden stocks."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from nacl.public import PrivateKey

from pbem.crypto.cards import deck as masked
from pbem.crypto.cards import shuffle as shuffling
from pbem.crypto.cards.shuffle import Layer
from pbem.crypto.statement import Where
from pbem.crypto.stocks import stock as stocks
from pbem.crypto.stocks.ranges import Opening
from second.crypt import tagged
from second.writer import Writer, key_of, prove

CARDS = [0, 1]
MASK_BOX, STOCK_BOX = "00" * 80, "00" * 84
"""Nobody opens them here: a yes says that they open."""


def opening_of(amount: int, seed: str) -> Opening:
    """Return an amount with a scalar that comes out of a text."""
    return Opening(amount, sha256(seed.encode()).digest()[:31] + b"\0")


class Hider(Writer):
    """Writes splits, shuffles and openings too; what it has hidden it can open."""

    def __init__(
        self,
        players: list[str],
        seats: dict[str, str],
        dice: str,
        groups: list[list[str]] | None = None,
        **more: Any,
    ) -> None:
        self.said = {"groups": groups} if groups else {}
        self.moves: dict[str, tuple[str, Opening]] = {}
        """Name of a pair -> the event of its split, and what it opens to."""
        self.scalars: dict[str, dict[str, str]] = {}
        """Shuffler -> their card key, as an opening names it."""
        self.layer: Layer | None = None
        super().__init__(players, seats, dice, **more)

    def write(self, by: str, kind: str, **data: Any) -> None:
        more = self.said if kind == "open" else {}
        super().write(by, kind, **data, **more)

    def join(self, handle: str) -> None:
        secret = self.secret(handle)
        proof = prove(secret, tagged("join", self.ids[0], handle)).hex()
        box = bytes(PrivateKey(sha256(b"box " + handle.encode()).digest()).public_key).hex()
        self.write(handle, "join", vrf=key_of(secret).hex(), proof=proof, box=box)

    def where(self, by: str) -> Where:
        """Return the place of the next event, by somebody."""
        return Where(self.ids[0], self.ids[-1], by)

    def proven(self, by: str, what: str, part: dict[str, Any]) -> None:
        """Write orders with one proof."""
        state, side = "0" * 64, "us"
        orders = [{"do": "pass"}]
        self.write(by, "orders", side=side, orders=orders, state=state, proofs=[{what: part}])
        self.betas, self.trigger = [], self.ids[-1]

    def put_split(
        self, by: str, name: str, boxes: Iterable[str], first: Opening, entropy: bytes
    ) -> str:
        """Split one between two new stocks; return the commitment."""
        names = (f"{name}-a", f"{name}-b")
        made = stocks.prove_halves(self.where(by), names, 1, 1, first=first, entropy=entropy)
        point, proofs = made.commitment.hex(), [made.first.hex(), made.second.hex()]
        part = {"stocks": list(names), "bits": 1, "total": 1, "point": point, "proofs": proofs}
        self.proven(by, "split", {**part, **boxed(boxes, STOCK_BOX)})
        return point

    def put_shuffle(
        self, by: str, deck: str, layer: Layer, boxes: Iterable[str], entropy: bytes
    ) -> shuffling.Shuffled:
        """Put somebody's mask on a deck."""
        made = shuffling.make(self.where(by), deck, layer, entropy)
        proof = made.proof.hex()
        parts = [proof[:320], *(proof[at : at + 256] for at in range(320, len(proof), 256))]
        cards = [point.hex() for point in made.after.points]
        more = {"of": CARDS, "cards": cards, "proof": parts, **boxed(boxes, MASK_BOX)}
        self.write(by, "shuffle", deck=deck, ref=made.after.ref.hex(), **more)
        return made

    # --- whole moves ---------------------------------------------------------------------------

    def split(self, by: str, name: str, *boxes: str, answered: bool = True) -> None:
        """Split a pair, and let the boxes be answered."""
        first = opening_of(1, name)
        self.put_split(by, name, boxes, first, bytes(32))
        self.moves[name] = self.ids[-1], first
        for handle in boxes if answered else ():
            self.write(handle, "answer", yes=True)

    def shuffle(self, by: str, *boxes: str) -> None:
        """Put the next mask on the one deck, and let the boxes be answered."""
        layer = self.layer or masked.begin(self.ids[0], "d#1", CARDS).layer()
        made = self.put_shuffle(by, "d#1", layer, boxes, sha256(by.encode()).digest())
        self.layer = made.after
        self.scalars[by] = {"deck": "d#1", "scalar": made.scalar.hex()}
        for handle in boxes:
            self.write(handle, "answer", yes=True)

    def lay_open(self, by: str, *names: str, mask: str = "") -> None:
        """Open pairs, and the mask that somebody put on."""
        moves = [self.moves[name] for name in names]
        data: dict[str, Any] = {"masks": [self.scalars[mask]]} if mask else {}
        if moves:
            data["stocks"] = [opened(of, own) for of, own in moves]
        self.write(by, "lay-open", **data)


def boxed(handles: Iterable[str], box: str) -> dict[str, Any]:
    """Return the boxes for these, as data; nothing for nobody."""
    found = dict.fromkeys(handles, box)
    return {"boxes": found} if found else {}


def opened(of: str, own: Opening) -> dict[str, Any]:
    """Return what opens a move."""
    return {"of": of, "amount": own.amount, "scalar": own.scalar.hex()}
