"""A second verifier of levels 1 and 2, written from docs/protocol.md and knowing no game.

It tells the first event that is not valid, as far as that can be seen without rules, and finds
nothing where only the rules, or the position, would show a fault.
"""

from __future__ import annotations

import re
from hashlib import sha256, sha512
from typing import Any

import nacl.bindings
import nacl.exceptions
import nacl.signing
import rfc8785

from second import curve
from second.form import Finding, admit, check_event, check_kind
from second.pen import Pen, Player, Trigger

NOBODY = "0" * 64
RULINGS = {
    frozenset(("out", "as", "late")),
    frozenset(("out", "as", "handle", "sign", "late")),
    frozenset(("result",)),
    frozenset(("branch",)),
}


def tagged(what: str, *lines: str) -> bytes:
    """Join a tag and what follows it by newlines."""
    return "\n".join([f"pbem/{what}/v1", *lines]).encode()


def digest(what: str, *lines: str) -> str:
    """Hash a tagged text."""
    return sha256(tagged(what, *lines)).hexdigest()


def jcs(value: object) -> str:
    """Spell a value in its canonical form."""
    return rfc8785.dumps(value).decode()


class Stream:
    """The dice of one trigger: uniform numbers out of a seed."""

    def __init__(self, alpha: bytes, betas: list[bytes]) -> None:
        self.seed = sha512(b"pbem/seed/v1\n" + alpha + b"".join(betas)).digest()
        self.block, self.at = 0, 0
        self.bytes = b""

    def byte(self) -> int:
        """Take the next byte."""
        if self.at == len(self.bytes):
            self.bytes = sha512(self.seed + self.block.to_bytes(4, "big")).digest()
            self.block, self.at = self.block + 1, 0
        self.at += 1
        return self.bytes[self.at - 1]

    def uniform(self, n: int) -> int:
        """Draw a number below ``n``."""
        if n == 1:
            return 0
        room = 256 if n <= 256 else 65_536
        while True:
            got = self.byte() if room == 256 else self.byte() * 256 + self.byte()
            if got < room - room % n:
                return got % n


def signed_by(key: str, sig: str, text: bytes) -> bool:
    """Verify a signature as libsodium does."""
    try:
        nacl.signing.VerifyKey(bytes.fromhex(key)).verify(text, bytes.fromhex(sig))
    except nacl.exceptions.BadSignatureError:
        return False
    return True


def good_box(key: str) -> bool:
    """Whether a box key is reduced and not of small order."""
    point = bytes.fromhex(key)
    if int.from_bytes(point, "little") >= curve.P:
        return False
    try:
        nacl.bindings.crypto_scalarmult(bytes([8] * 32), point)
    except nacl.exceptions.CryptoError:
        return False
    return True


class Reader(Pen):
    """What a log says so far, without any game: who plays, what is owed, what is sealed."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: set[str] = set()

    def bring(self, seq: int, *curve_keys: str, box: str | None = None) -> None:
        """Admit the keys that somebody brings: ``key.same``, then ``key.bad``."""
        for key in (*curve_keys, *([] if box is None else [box])):
            if key in self.keys:
                raise Finding("key.same", seq)
            self.keys.add(key)
        if not all(curve.read_prime(bytes.fromhex(key)) for key in curve_keys):
            raise Finding("key.bad", seq)
        if box is not None and not good_box(box):
            raise Finding("key.bad", seq)

    def chain(self, body: dict[str, Any]) -> None:
        """Check that an event follows all before it."""
        seq, first = body["seq"], not self.ids
        if first and seq:
            raise Finding("chain.seq", seq)
        if body["game"] != ("" if first else self.ids[0]):
            raise Finding("chain.game", seq)
        if seq != len(self.ids):
            raise Finding("chain.seq", seq)
        if body["prev"] != (NOBODY if first else self.ids[-1]):
            raise Finding("chain.prev", seq)

    def event(self, value: object) -> None:
        """Check one event after all before it, and take it in."""
        body = check_event(value)
        self.chain(body)
        check_kind(body)
        seq, text = body["seq"], tagged("event", jcs(body))
        if (body["kind"] == "open") != (seq == 0):
            raise Finding("kind.wrong", seq)
        if seq == 0:
            self.open(body)
        author = self.find(body["by"])
        if author is None:
            raise Finding("sig.unknown", seq)
        if not signed_by(author.sign, value["sig"], text):
            raise Finding("sig.bad", seq)
        if seq == 0 and author not in self.players:
            raise Finding("open.bad", seq)
        name = sha256(text).hexdigest()
        if seq:
            self.before(author, body)
            getattr(self, "on_" + body["kind"])(author, body, name)
        self.taken_in(author, body, name)

    def open(self, body: dict[str, Any]) -> None:
        """Take in the opening: keys are good, players, seats and dice fit together."""
        data = body["data"]
        players, umpire = data["players"], data["umpire"]
        for signer in [*players, *([umpire] if umpire else [])]:
            self.bring(0, signer["sign"])
        handles = [player["handle"] for player in players]
        fits = (
            len(set(handles)) == len(handles)
            and set(data["seats"].values()) <= set(handles)
            and not (umpire and umpire["handle"] in handles)
            and not (data["dice"] == "umpire" and umpire is None)
            and not (data["dice"] == "self" and len(players) != 1)
            and not (data["dice"] == "opponents" and len(players) < 2)
        )
        if not fits:
            raise Finding("open.bad", 0)
        self.players = [Player(player["handle"], player["sign"]) for player in players]
        self.umpire = Player(umpire["handle"], umpire["sign"]) if umpire else None
        self.seats, self.policy, self.rules = dict(data["seats"]), data["dice"], data["rules"]

    def on_join(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check that the keys are new and the proof is good."""
        data, seq = body["data"], body["seq"]
        self.bring(seq, data["vrf"], box=data["box"])
        alpha = tagged("join", self.ids[0], author.handle)
        if not curve.vrf_verify(bytes.fromhex(data["vrf"]), bytes.fromhex(data["proof"]), alpha):
            raise Finding("join.proof", seq)
        author.vrf = data["vrf"]
        self.check_standing(author, body)

    def on_dice(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check keeper, proof and stream of one ``dice`` event."""
        data, seq, trigger = body["data"], body["seq"], self.trigger
        if not trigger or not self.begun or self.over or self.offer or trigger.given():
            raise Finding("dice.keeper", seq)
        keeper = trigger.keepers[len(trigger.betas)]
        if author is not (self.umpire if keeper.out else keeper):
            raise Finding("dice.keeper", seq)
        last = len(trigger.betas) + 1 == len(trigger.keepers)
        if ("rolls" in data, "then" in data) != (last, last):
            raise Finding("dice.rolls", seq)
        dice = tagged("dice", self.ids[0], trigger.name)
        alpha = tagged("standin", self.ids[0], trigger.name, keeper.handle) if keeper.out else dice
        proof = bytes.fromhex(data["proof"])
        beta = curve.vrf_verify(bytes.fromhex(author.vrf or NOBODY), proof, alpha)
        if beta is None:
            raise Finding("dice.proof", seq)
        trigger.betas.append(beta)
        if last:
            stream = Stream(dice, trigger.betas)
            for n, got in data["rolls"]:
                if not 2 <= n <= 65_536 or stream.uniform(n) != got:
                    raise Finding("dice.rolls", seq)

    def on_seal(self, author: Player, body: dict[str, Any], name: str) -> None:
        """Note a commitment under a label that is free."""
        if any(seal["label"] == body["data"]["label"] for seal in self.seals.values()):
            raise Finding("commit.label", body["seq"])
        self.seals[name] = {**body["data"], "by": author, "prev": body["prev"], "opened": False}

    def on_reveal(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check that what is opened is what was sealed."""
        data, seal = body["data"], self.seals.get(body["data"]["of"])
        if seal is None or seal["by"] is not author or seal["opened"]:
            raise Finding("commit.open", body["seq"])
        lines = self.ids[0], author.handle, seal["prev"], seal["label"], data["salt"]
        if digest("commit", *lines, jcs(data["value"])) != seal["commit"]:
            raise Finding("commit.open", body["seq"])
        seal["opened"] = True

    def on_offer(self, author: Player, body: dict[str, Any], name: str) -> None:
        """Check an offer as far as its events show whether it can be made."""
        data, seq = body["data"], body["seq"]
        if self.offered:
            raise Finding("offer.wrong", seq)
        if data["what"] == "undo" and not self.can_undo(data["to"]):
            raise Finding("offer.wrong", seq)
        if data["what"] == "rules":
            new, old = data["rules"], self.rules
            if new["name"] != old["name"] or new["version"] <= old["version"]:
                raise Finding("offer.wrong", seq)
        if data["what"] == "keys":
            if len(data.keys() & {"sign", "box"}) == 0:
                raise Finding("offer.wrong", seq)
            self.bring(seq, *([data["sign"]] if "sign" in data else []), box=data.get("box"))
        self.make_offer(author, data)

    def on_ruling(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check a ruling as far as the pen is known."""
        data, seq = body["data"], body["seq"]
        shape = frozenset(data) - {"note"}
        if author is not self.umpire or author.vrf is None or shape not in RULINGS or self.closed:
            raise Finding("ruling.wrong", seq)
        if "branch" in data:
            if data["branch"] != body["prev"]:
                raise Finding("ruling.wrong", seq)
            return
        if "result" in data:
            self.close(data["result"], seq)
            return
        out = self.may_put_out(data, seq)
        if (data["as"] == "replace") != ("handle" in data):
            raise Finding("ruling.wrong", seq)
        if data["as"] == "replace":
            if self.find(data["handle"]):
                raise Finding("ruling.wrong", seq)
            self.bring(seq, data["sign"])
        self.put_out(out, data)


def lines_of(data: bytes) -> list[bytes]:
    """Split into whole lines, each with its newline; what is torn is left out."""
    return re.findall(rb"[^\n]*\n", data)


def read(data: bytes) -> tuple[Reader, Finding | None]:
    """Read a log up to the first event that is not valid."""
    reader, at = Reader(), 0
    try:
        for place, line in enumerate(lines_of(data)):
            at += len(line)
            if place >= 100_000 or at > 64 * 2**20:
                raise Finding("file.limit")
            reader.event(admit(line[:-1]))
        if at < len(data):
            torn = data[at:]
            if len(torn) > 262_144:
                raise Finding("json.size")
            if b"\r" in torn:
                raise Finding("file.line")
            raise Finding("file.torn")
    except Finding as finding:
        return reader, finding
    return reader, None


def read_fork(data: bytes) -> Finding:
    """Read a fork file: it convicts somebody, or it is wrong."""
    lines = [line[:-1] for line in lines_of(data)]
    try:
        head = admit(lines[0])
        count = head["events"]
        good = set(head) == {"pbem", "events"} and head["pbem"] == "fork/v1"
        if not good or type(count) is not int or len(lines) != count + 3 or data[-1:] != b"\n":
            raise Finding("fork.form")
        common = b"".join(line + b"\n" for line in lines[1 : count + 1])
        names, authors = [], []
        for line in lines[count + 1 :]:
            reader, finding = read(common + line + b"\n")
            if finding:
                raise finding
            names.append(reader.ids[-1])
            authors.append(reader.authors[-1].handle)
    except (Finding, IndexError, KeyError, TypeError) as wrong:
        return wrong if getattr(wrong, "code", "") == "fork.form" else Finding("fork.form")
    if names[0] >= names[1] or authors[0] != authors[1]:
        return Finding("fork.form")
    return Finding("fork.author", count)


__all__ = ["Finding", "Reader", "Stream", "Trigger", "digest", "jcs", "read", "read_fork", "tagged"]
