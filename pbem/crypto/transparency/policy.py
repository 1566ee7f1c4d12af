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
        """Say whether these witnesses, by the names of their keys, are enough."""
        return not self.quorum or self._has(self.quorum, cosigned)

    def _has(self, name: str, cosigned: Collection[str]) -> bool:
        if name in self.witnesses:
            return self.witnesses[name].name in cosigned
        least, members = self.groups[name]
        return sum(self._has(one, cosigned) for one in members) >= least


def read_policy(data: bytes) -> Policy:
    """Return a policy out of its bytes; raises FormError that names the line."""
    policy = Policy((), {}, {}, "")
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
                    raise FormError("there is one quorum, a name or none")
                quorum = "" if words[1] == "none" else _known(policy, words[1])
            else:
                policy = _read(policy, words)
        except FormError as error:
            raise FormError(f"line {number} of the policy: {error}") from None
    if quorum is None:
        raise FormError("the policy has no line 'quorum NAME', or 'quorum none'")
    return policy._replace(quorum=quorum)


def _read(policy: Policy, words: list[str]) -> Policy:
    match words:
        case ["log", key, *_]:
            read = _key(policy, key, ED25519)
            return policy._replace(logs=(*policy.logs, read))
        case ["witness", name, key, *_]:
            read = _key(policy, key, COSIGNATURE)
            witnesses = {**policy.witnesses, _new(policy, name): read}
            return policy._replace(witnesses=witnesses)
        case ["group", name, least, *members] if members:
            of = tuple(_known(policy, one) for one in members)
            enough = {"any": 1, "all": len(of)}.get(least)
            if enough is None:
                enough = int(least) if _COUNT.fullmatch(least) else 0
            if not 1 <= enough <= len(of):
                raise FormError(f"group {escape(name)} asks for a number from 1 to {len(of)}")
            before = [one for _, group in policy.groups.values() for one in group]
            if len({*before, *of}) != len(before) + len(of):
                raise FormError("a name can be in one group alone, once")
            return policy._replace(groups={**policy.groups, _new(policy, name): (enough, of)})
    raise FormError("it begins with none of log, witness, group and quorum, or lacks a part")


def _key(policy: Policy, text: str, kind: int) -> NoteKey:
    read = read_key(text)
    if read.kind != kind:
        raise FormError(f"{escape(read.name)} is the key of a {_KINDS[read.kind]}")
    if read.key in (one.key for one in (*policy.logs, *policy.witnesses.values())):
        raise FormError(f"the key of {escape(read.name)} stands there twice")
    return read


def _new(policy: Policy, name: str) -> str:
    if name == "none" or name in policy.witnesses or name in policy.groups:
        raise FormError(f"the name {escape(name)} is taken")
    return name


def _known(policy: Policy, name: str) -> str:
    if name not in policy.witnesses and name not in policy.groups:
        raise FormError(f"there is no {escape(name)} above it")
    return name
