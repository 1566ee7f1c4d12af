"""Which witnesses are trusted, and how many of them must have cosigned (c2sp.org/tlog-policy)."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from pbem.crypto.text import escape
from pbem.crypto.transparency.note import COSIGNATURE, ED25519, NoteKey, read_key
from pbem.errors import FormError

POLICY_BYTES = 1 << 20
_COUNT = re.compile(r"[1-9][0-9]{0,5}")
_KINDS = {ED25519: "log", COSIGNATURE: "witness"}


class Policy(NamedTuple):
    """Logs and witnesses that are known, groups as (how many, of whom), and what is asked for.

    ``quorum``: a witness or a group; empty where no cosignature is asked for.
    """

    logs: tuple[NoteKey, ...]
    witnesses: dict[str, NoteKey]
    groups: dict[str, tuple[int, tuple[str, ...]]]
    quorum: str

    def satisfied(self, cosigned: Collection[str]) -> bool:
        """Say whether these witnesses, by the names in their keys, are enough."""
        if not self.quorum:
            return True
        known = set(cosigned)
        has = {name: key.name in known for name, key in self.witnesses.items()}
        for name, (least, members) in self.groups.items():  # each after all its members
            has[name] = sum(has[one] for one in members) >= least
        return has[self.quorum]


class _Reading:
    """A policy as far as it is read: each line is held against what stands above it, once."""

    def __init__(self) -> None:
        self.logs: list[NoteKey] = []
        self.witnesses: dict[str, NoteKey] = {}
        self.groups: dict[str, tuple[int, tuple[str, ...]]] = {}
        self._keys: set[bytes] = set()
        self._members: set[str] = set()

    def line(self, words: list[str]) -> None:
        match words:
            case ["log", key, *_]:
                self.logs.append(self._key(key, ED25519))
            case ["witness", name, key, *_]:
                read = self._key(key, COSIGNATURE)
                self.witnesses[self._new(name)] = read
            case ["group", name, least, *members] if members:
                of = tuple(self.known(one) for one in members)
                enough = {"any": 1, "all": len(of)}.get(least)
                if enough is None:
                    enough = int(least) if _COUNT.fullmatch(least) else 0
                if not 1 <= enough <= len(of):
                    raise FormError(
                        f"group {escape(name)} must ask for a number from 1 to {len(of)}"
                    )
                if len(set(of)) < len(of) or not self._members.isdisjoint(of):
                    raise FormError("a name can be in only one group, and only once")
                self._members.update(of)
                self.groups[self._new(name)] = (enough, of)
            case _:
                raise FormError(
                    "it must begin with log, witness, group or quorum, and have all its parts"
                )

    def known(self, name: str) -> str:
        if name not in self.witnesses and name not in self.groups:
            raise FormError(f"no line above it defines {escape(name)}")
        return name

    def _key(self, text: str, kind: int) -> NoteKey:
        read = read_key(text)
        if read.kind != kind:
            raise FormError(f"{escape(read.name)} has the key of a {_KINDS[read.kind]}")
        if read.key in self._keys:
            raise FormError(f"the key of {escape(read.name)} is there twice")
        self._keys.add(read.key)
        return read

    def _new(self, name: str) -> str:
        if name == "none" or name in self.witnesses or name in self.groups:
            raise FormError(f"the name {escape(name)} is taken")
        return name


def read_policy(data: bytes) -> Policy:
    """Return a policy out of its bytes; raises FormError that names the line."""
    policy = _Reading()
    quorum: str | None = None
    # Octets above ASCII are opaque in a policy, whatever text they are.
    for number, line in enumerate(data.decode("utf-8", "surrogateescape").split("\n"), 1):
        words = line.replace("\t", " ").split(" ")
        words = [word for word in words if word]
        if not words or words[0].startswith("#"):
            continue
        try:
            if words[0] == "quorum":
                if quorum is not None or len(words) != 2:
                    raise FormError("a policy has one quorum line, with a name or none")
                quorum = "" if words[1] == "none" else policy.known(words[1])
            else:
                policy.line(words)
        except FormError as error:
            raise FormError(f"line {number} of the policy: {error}") from None
    if quorum is None:
        raise FormError("the policy needs a line 'quorum NAME' or 'quorum none'")
    return Policy(tuple(policy.logs), policy.witnesses, policy.groups, quorum)
