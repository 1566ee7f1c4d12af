"""A writer of logs of a game without rules, good and bad ones alike."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Any

import nacl.signing

from second import curve
from second.crypt import Stream, digest, jcs, tagged
from second.reader import read

SALT, PLAN = "0" * 64, {"do": "plan"}

# Keys come out of handles, so most logs begin with the same joins: each proof is made once.
prove, key_of = cache(curve.vrf_prove), cache(curve.vrf_key)


class Writer:
    """Writes events of a game that has no rules, with keys out of handles."""

    def __init__(
        self,
        players: list[str],
        seats: dict[str, str],
        dice: str,
        *,
        joined: bool = True,
        opener: str = "ann",
        rules: str = "0" * 64,
    ) -> None:
        self.names: dict[str, str] = {}
        """Handle -> whose key signs for them, where it is another's."""
        self.lines: list[bytes] = []
        self.ids: list[str] = []
        self.version = 2 if dice == "witnesses" else 1
        data = {
            "rules": {"name": "toy", "version": 1, "data": rules},
            "scenario": "toy",
            "options": {},
            "players": [self.signer(handle) for handle in players],
            "seats": seats,
            "umpire": self.signer("uma"),
            "dice": dice,
            "clock": None,
        }
        self.write(opener, "open", **data)
        for handle in ["uma", *players] if joined else ["uma"]:
            self.join(handle)

    def key(self, handle: str) -> nacl.signing.SigningKey:
        return nacl.signing.SigningKey(sha256(handle.encode()).digest())

    def secret(self, handle: str) -> bytes:
        return sha256(b"vrf " + handle.encode()).digest()

    def signer(self, handle: str) -> dict[str, str]:
        return {"handle": handle, "sign": bytes(self.key(handle).verify_key).hex()}

    def write(self, by: str, kind: str, **data: Any) -> None:
        body = {
            "v": self.version,
            "seq": len(self.ids),
            "at": "2026-11-20T15:04:05Z",
            "salt": "0" * 32,
            "game": self.ids[0] if self.ids else "",
            "prev": self.ids[-1] if self.ids else "0" * 64,
            "by": by,
            "kind": kind,
            "data": data,
        }
        text = tagged("event", jcs(body))
        sig = self.key(self.names.get(by, by)).sign(text).signature.hex()
        self.ids.append(sha256(text).hexdigest())
        self.lines.append(jcs({"body": body, "sig": sig}).encode() + b"\n")

    def join(self, handle: str) -> None:
        secret = self.secret(handle)
        proof = prove(secret, tagged("join", self.ids[0], handle)).hex()
        self.write(handle, "join", vrf=key_of(secret).hex(), proof=proof, box=None)

    def orders(self, by: str, side: str) -> None:
        self.write(by, "orders", side=side, orders=[{"do": "pass"}], state="0" * 64)
        self.owe_dice()

    def owe_dice(self) -> None:
        """Make the dice that come next those of the last event."""
        self.betas: list[bytes] = []
        self.trigger = self.ids[-1]

    def dice(self, by: str, *, instead: str = "", last: bool = False) -> None:
        alpha = tagged("dice", self.ids[0], self.trigger)
        own = tagged("standin", self.ids[0], self.trigger, instead) if instead else alpha
        proof = prove(self.secret(by), own)
        self.betas.append(curve.output(curve.read(proof[:32]) or curve.ZERO))
        if not last:
            return self.write(by, "dice", proof=proof.hex())
        rolls = [[6, Stream(alpha, self.betas).uniform(6)]]
        return self.write(by, "dice", proof=proof.hex(), rolls=rolls, then="0" * 64)

    def replace(self, out: str, heir: str, *friends: str) -> None:
        """Rule that somebody plays on for another, with the agreement of these."""
        said = {"out": out, "handle": heir, "sign": self.signer(heir)["sign"]}
        whole = {"v": 1, "game": self.ids[0], "prev": self.ids[-1], **said}
        text = tagged("consent", jcs(whole))
        consent = [{"by": who, "sig": self.key(who).sign(text).signature.hex()} for who in friends]
        more = {"consent": consent} if consent else {}
        self.write("uma", "ruling", **{"as": "replace", "late": None}, **said, **more)

    def keys(self, by: str, new: str, prover: str) -> None:
        """Offer a new signing key, with a proof by anyone."""
        text = tagged("keys", self.ids[0], by, self.ids[-1])
        proof = self.key(prover).sign(text).signature.hex()
        self.write(by, "offer", what="keys", sign=self.signer(new)["sign"], proof=proof)

    def event(self, at: int) -> Any:
        """Give an event of this log as an object."""
        return json.loads(self.lines[at])

    def name(self, event: Any) -> str:
        """Give the id of an event."""
        return sha256(tagged("event", jcs(event["body"]))).hexdigest()

    def seal(self, by: str, label: str) -> str:
        """Seal a choice; return the id of the event."""
        prev = self.ids[-1]
        commit = digest("commit", self.ids[0], by, prev, label, SALT, jcs(PLAN))
        self.write(by, "seal", label=label, commit=commit)
        return self.ids[-1]

    def reveal(self, by: str, of: str) -> None:
        """Open what was sealed."""
        self.write(by, "reveal", of=of, salt=SALT, value=PLAN)

    def secret_choice(self, by: str, label: str) -> None:
        """Seal a choice and open it."""
        self.reveal(by, self.seal(by, label))

    def cut(self) -> Any:
        """Take the last event off the log, and give it as an object."""
        self.ids.pop()
        return json.loads(self.lines.pop())

    def forked(self, by: str, side: str, then: str) -> None:
        """Write orders, and a ruling on the fork of these and others that are in no log."""
        self.orders(by, side)
        other = self.event(-1)
        other["body"]["salt"] = "1" * 32
        signed = tagged("event", jcs(other["body"]))
        other["sig"] = self.key(by).sign(signed).signature.hex()
        self.write("uma", "ruling", fork=[other], then=then)

    def reported(self, level: int = 2) -> tuple[str, int | None] | None:
        """Give code and number of the first finding."""
        finding = read(b"".join(self.lines), level)[1]
        return finding and (finding.code, finding.seq)
