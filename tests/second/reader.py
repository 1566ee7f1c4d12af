"""A second verifier of levels 1 and 2, written from docs/protocol.md and knowing no game.

It names the first event that is not valid, as far as that can be seen without rules, and finds
nothing where only the rules, or the position, would show a fault.

Its rules are taken from the page: bytes, limits, shares, starts, keepers, consent, forks and
rulings, and what an illegal opening leaves open. It was then compared with the program, log by log.
These were aligned with the program's answers afterwards, and written on the page since: level 1
looks at keepers and labels too. The sides of orders and standing orders, and how far an undo goes
back, are left to the rules. Codes of older rules, as `pen.wrong` or `end.over` between two keepers,
were aligned when this verifier was first written.
"""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from typing import Any

from second import curve
from second.active import Player, Trigger
from second.crypt import Stream, digest, good_box, jcs, output, signed_by, tagged
from second.form import Finding, admit, check_event, check_kind, check_limits
from second.stocks import Stocks

NOBODY = "0" * 64
MOST_EVENTS, MOST_BYTES = 160_000, 64 * 2**20
MIB = 2**20
PLAYER, HEIR, MORE, RULINGS = 4 * MIB, MIB, MIB, 4 * MIB
OWED = {"dice", "reveal", "answer", "resign", "shuffle", "unmask", "lay-open"}


class Reader(Stocks):
    """The log so far, without any game: who plays, what is owed, what is sealed."""

    def __init__(self, level: int = 2) -> None:
        super().__init__()
        self.level = level
        self.again = False  # what is read was read once: no fork in it sends anybody back again
        self.version: int | None = None
        self.keys: set[str] = set()
        self.values: list[Any] = []
        self.size = 0
        self.written: Counter[str] = Counter()
        self.ruled_forks: list[tuple[Player, str, str]] = []

    def bring(self, seq: int, *curve_keys: str, box: str | None = None) -> None:
        """Admit the keys that somebody brings: ``key.same``, then ``key.bad``."""
        for key in curve_keys:
            if key in self.keys:
                raise Finding("key.same", seq)
            self.keys.add(key)
        if not all(curve.read_prime(bytes.fromhex(key)) for key in curve_keys):
            raise Finding("key.bad", seq)
        if box is not None and not good_box(box):
            raise Finding("key.bad", seq)

    def chain(self, body: dict[str, Any], name: str, size: int) -> None:
        """Check that an event follows all before it; without a game, it names one by its id."""
        seq, first = body["seq"], not self.ids
        if first and seq:
            raise Finding("chain.seq", seq)
        if body["game"] if first else (body["game"] or name) != self.ids[0]:
            raise Finding("chain.game", seq)
        if seq != len(self.ids):
            raise Finding("chain.seq", seq)
        if body["prev"] != (NOBODY if first else self.ids[-1]):
            raise Finding("chain.prev", seq)
        self.size += size
        if seq >= MOST_EVENTS or self.size > MOST_BYTES:
            raise Finding("file.limit", seq)

    def event(self, value: object) -> None:
        """Check one event after all before it, and take it in."""
        body = check_event(value, self.version)
        seq, text = body["seq"], tagged("event", jcs(body))
        name = sha256(text).hexdigest()
        size = len(jcs(value).encode()) + 1
        self.chain(body, name, size)
        check_kind(body)
        if (body["kind"] == "open") != (seq == 0):
            raise Finding("kind.wrong", seq)
        if seq == 0:
            self.open(body)
            self.version = body["v"]
        self.settle(body)
        author = self.find(body["by"])
        if author is None:
            raise Finding("sig.unknown", seq)
        if not self.signed(author, value["sig"], text):
            raise Finding("sig.bad", seq)
        if author.spare and not signed_by(author.sign, value["sig"], text):
            author.sign = author.spare
            self.note_new_key(author, author.spare_yes)
        author.spare = None  # with whichever key they signed, it is theirs
        if seq == 0 and author not in self.players:
            raise Finding("open.bad", seq)
        self.share(author, body["kind"], size, seq)
        if seq:
            self.before(author, body)
            getattr(self, "on_" + body["kind"].replace("-", "_"))(author, body, name)
        self.taken_in(author, body, name)
        self.values.append(value)

    def signed(self, player: Player, sig: str, text: bytes) -> bool:
        """Verify a signature by somebody's key, or by either where it is open which they have."""
        return signed_by(player.sign, sig, text) or bool(
            player.spare and signed_by(player.spare, sig, text)
        )

    def share(self, author: Player, kind: str, size: int, seq: int) -> None:
        """Count what everybody writes against their share of a log."""
        heir = any(player.heir is author for player in self.players)
        most, more, kinds = (HEIR if heir else PLAYER), MORE, OWED
        if author is self.umpire:
            most, more, kinds = PLAYER, RULINGS, {"ruling"}
        self.written[author.handle] += size
        if self.written[author.handle] > most + (more if kind in kinds else 0):
            raise Finding("size.share", seq)

    def open(self, body: dict[str, Any]) -> None:
        """Read the opening: keys are good, players, seats and dice fit together."""
        data = body["data"]
        players, umpire = data["players"], data["umpire"]
        handles: list[str] = []
        for signer in [*players, *([umpire] if umpire else [])]:
            if signer["handle"] in handles:
                raise Finding("open.bad", 0)
            handles.append(signer["handle"])
            self.bring(0, signer["sign"])
        fits = (
            len(data["seats"]) > 0
            and set(data["seats"].values()) <= {player["handle"] for player in players}
            and not (data["dice"] == "umpire" and umpire is None)
            and not (data["dice"] == "self" and len(players) != 1)
            and not (data["dice"] == "opponents" and len(players) < 2)
            and not (
                data["dice"] == "witnesses"
                and {player["handle"] for player in players} <= set(data["seats"].values())
            )
        )
        if not fits:
            raise Finding("open.bad", 0)
        self.players = [Player(player["handle"], player["sign"]) for player in players]
        self.umpire = Player(umpire["handle"], umpire["sign"]) if umpire else None
        self.seats, self.policy = dict(data["seats"]), data["dice"]
        self.gather(data.get("groups"))

    def on_join(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check that the keys are new and the proof is good."""
        data, seq = body["data"], body["seq"]
        self.bring(seq, data["vrf"], box=data["box"])
        if data["box"] is None and len(self.group(author)) > 1:
            raise Finding("key.bad", seq)
        alpha = tagged("join", self.ids[0], author.handle)
        if not output(data["vrf"], data["proof"], alpha):
            raise Finding("join.proof", seq)
        author.vrf = data["vrf"]

    def on_orders(self, author: Player, body: dict[str, Any], name: str) -> None:
        """Orders are the rules' business, and which side is asked; their proofs are not."""
        self.show(author, body, name)

    def on_dice(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check keeper, proof and stream of one ``dice`` event."""
        data, seq, trigger = body["data"], body["seq"], self.trigger
        if not trigger or not self.started or self.over or (self.offer and not self.unsure()):
            raise Finding("dice.keeper", seq)
        at = trigger.given
        due = [one for one in trigger.next() if author is (self.umpire if one.out else one)]
        if not due:
            raise Finding("dice.keeper", seq)
        last = "rolls" in data
        lists = [one for one in trigger.lists if len(one) > at and one[at] in due]
        trigger.lists = [one for one in lists if (len(one) == at + 1) == last]
        if not trigger.lists or ("then" in data) != last:
            raise Finding("dice.rolls", seq)
        if self.level > 1:
            self.check_proof(trigger, author, data, seq)
        trigger.given += 1
        trigger.complete = last

    def check_proof(self, trigger: Trigger, author: Player, data: dict[str, Any], seq: int) -> None:
        """Check proof and stream, no matter who of the doubted is in the game."""
        dice, beta = tagged("dice", self.ids[0], trigger.name), None
        for keeper in dict.fromkeys(one[trigger.given] for one in trigger.lists):
            stand_in = tagged("standin", self.ids[0], trigger.name, keeper.handle)
            alpha = stand_in if keeper.out else dice
            found = output(author.vrf or NOBODY, data["proof"], alpha)
            if found is not None:
                beta = found
                trigger.lists = [one for one in trigger.lists if one[trigger.given] is keeper]
        if beta is None:
            raise Finding("dice.proof", seq)
        trigger.betas.append(beta)
        if "rolls" in data:
            stream = Stream(dice, trigger.betas)
            for n, got in data["rolls"]:
                if not 2 <= n <= 65_536 or stream.uniform(n) != got:
                    raise Finding("dice.rolls", seq)

    def on_seal(self, author: Player, body: dict[str, Any], name: str) -> None:
        """Note a commitment under a label that is free."""
        used = [seal["label"] for seal in self.seals.values()]
        if body["data"]["label"] in used and not self.doubt():
            raise Finding("commit.label", body["seq"])
        self.seals[name] = {**body["data"], "by": author, "prev": body["prev"], "opened": False}

    def on_reveal(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check that what is opened is what was sealed; whether it was legal only rules show."""
        data, seal = body["data"], self.seals.get(body["data"]["of"])
        if seal is None or seal["by"] is not author or seal["opened"]:
            raise Finding("commit.open", body["seq"])
        lines = self.ids[0], author.handle, seal["prev"], seal["label"], data["salt"]
        if self.level > 1 and digest("commit", *lines, jcs(data["value"])) != seal["commit"]:
            raise Finding("commit.open", body["seq"])
        seal["opened"] = True
        if self.maybe_over and self.left():
            self.over = True  # else only stocks would be opened
        author.doubted = author.doubted or not (author.out or self.mid_dice())

    def on_offer(self, author: Player, body: dict[str, Any], name: str) -> None:
        """Check an offer as far as its events show whether it can be made."""
        data, seq = body["data"], body["seq"]
        if self.offered:
            raise Finding("offer.wrong", seq)
        if data["what"] == "keys":
            if len(data.keys() & {"sign", "box"}) == 0 or ("sign" in data) != ("proof" in data):
                raise Finding("offer.wrong", seq)
            self.bring(seq, *([data["sign"]] if "sign" in data else []), box=data.get("box"))
            text = tagged("keys", self.ids[0], author.handle, body["prev"])
            if "sign" in data and not signed_by(data["sign"], data["proof"], text):
                raise Finding("key.proof", seq)
        self.make_offer(author, data)

    def on_ruling(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check a ruling as far as the active player is known."""
        data, seq = body["data"], body["seq"]
        if author is not self.umpire or author.vrf is None or self.closed:
            raise Finding("ruling.wrong", seq)
        if "result" in data:
            self.close(seq)
        elif "fork" in data:
            self.rule_fork(data, seq)
        elif "out" in data:
            out = self.may_put_out(data, seq)
            if data["as"] == "replace":
                self.check_consent(out, body)
                self.bring(seq, data["sign"])
            self.put_out(out, data)

    def check_consent(self, out: Player, body: dict[str, Any]) -> None:
        """Check that everybody agrees to a replacement who would change a roll."""
        data, owes = body["data"], self.owes_dice(out)
        if out not in self.seated():
            owes = False
        if "consent" not in data:
            if owes:
                raise Finding("ruling.wrong", body["seq"])
            return
        others = [player for player in self.seated() if player is not out]
        said = {"v": 1, "game": self.ids[0], "prev": body["prev"], "out": out.handle}
        text = tagged("consent", jcs({**said, "handle": data["handle"], "sign": data["sign"]}))
        named = [consent["by"] for consent in data["consent"]]
        needed = [one for one in others if not one.doubted or one.handle in named]
        whole = [one.handle for one in needed] == named and all(
            self.signed(one, consent["sig"], text)
            for one, consent in zip(needed, data["consent"], strict=True)
        )
        if owes is False or not named or not whole:
            raise Finding("ruling.wrong", body["seq"])

    def rule_fork(self, data: dict[str, Any], seq: int) -> None:
        """Check a ruling on a fork, and put its author out where it says so."""
        values, wrong = data["fork"], Finding("ruling.wrong", seq)
        try:
            forked = [self.read_after(value) for value in values]
        except Finding as found:
            raise wrong from found
        names = [name for name, _, _ in forked]
        handle, prev = forked[0][1:]
        author, at = self.find(handle), self.ids.index(prev)
        own = next((i for i in range(at + 1, len(self.ids)) if not self.is_ruling(i)), None)
        same = own is not None and self.authors[own] is author
        ruled = [(where, then) for who, where, then in self.ruled_forks if who is author]
        if (
            author is None
            or author is self.umpire
            or any(one[1:] != (handle, prev) for one in forked)
            or any(name in self.ids for name in names)
            or (len(names) == 1 and not same)
            or (len(names) == 2 and names[0] >= names[1])
            or any(where == prev or then == "forfeit" for where, then in ruled)
            or (data["then"] == "branch" and any(then == "branch" for _, then in ruled))
            or any(who is author and since > at for who, since in self.new_keys)
        ):
            raise wrong
        self.ruled_forks.append((author, prev, data["then"]))
        while author.heir:
            author = author.heir
        if data["then"] == "forfeit" and not author.out:
            self.barriers.add(len(self.ids))
            self.ruled = True
            self.maybe_over = not self.surely_on()
            self.leave(author, "forfeit")

    def is_ruling(self, at: int) -> bool:
        """Whether an event of this log is a ruling."""
        return bool(self.events[at]["kind"] == "ruling")

    def read_after(self, value: object) -> tuple[str, str, str]:
        """Read an event on an earlier predecessor: its id, author and predecessor."""
        check_limits(jcs(value).encode())
        body = check_event(value, self.version)
        if body["prev"] not in self.ids:
            raise Finding("chain.prev")
        if self.again:
            return digest("event", jcs(body)), body["by"], body["prev"]
        reader = Reader(self.level)
        reader.again = True
        for earlier in self.values[: self.ids.index(body["prev"]) + 1]:
            reader.event(earlier)
        reader.event(value)
        return reader.ids[-1], body["by"], body["prev"]


def lines_of(data: bytes) -> list[bytes]:
    """Split into whole lines, each with its newline; what is torn is left out."""
    return re.findall(rb"[^\n]*\n", data)


def read(data: bytes, level: int = 2) -> tuple[Reader, Finding | None]:
    """Read a log up to the first event that is not valid."""
    reader, at = Reader(level), 0
    try:
        for line in lines_of(data):
            at += len(line)
            reader.event(admit(line[:-1]))
        if at < len(data):
            admit(data[at:], torn=True)
        if not data:
            raise Finding("file.empty")
    except Finding as finding:
        return reader, finding
    return reader, None


def read_fork(data: bytes, level: int = 2) -> Finding:
    """Read a fork file: it convicts somebody, or it is wrong."""
    lines, wrong = [line[:-1] for line in lines_of(data)], Finding("fork.form")
    try:
        head = admit(lines[0])
        count = head["events"]
        good = set(head) == {"pbem", "events"} and head["pbem"] == "fork/v1"
        if not good or type(count) is not int or len(lines) != count + 3 or data[-1:] != b"\n":
            return wrong
        reader, finding = read(b"".join(line + b"\n" for line in lines[1 : count + 1]), level)
        if finding:
            return wrong
        (first, by, on), (second, other, following) = map(reader.read_after, map(admit, lines[-2:]))
    except (Finding, IndexError, KeyError, TypeError):
        return wrong
    if first >= second or by != other or not on == following == reader.ids[-1]:
        return wrong
    return Finding("fork.author", count)


__all__ = ["Finding", "Reader", "Stream", "Trigger", "digest", "jcs", "read", "read_fork", "tagged"]
