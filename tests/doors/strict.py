"""The YAML that people write: any of it, packs of each game, claims and policies of a court."""

from __future__ import annotations

from functools import partial

from doors.door import Door
from pbem.client.storage.packs import show_pack
from pbem.court.claims import WORDS, read_claim
from pbem.court.policy import read_policy
from pbem.errors import FormError, PackError
from pbem.games import registry
from pbem.kit.typed import strict_yaml
from pbem.selfplay.unsigned import rules_of
from toy.tables import FIVE, SHARED, WAR, fords_table

TABLES = (WAR, FIVE, SHARED, fords_table())


def any_yaml(data: bytes) -> None:
    """Read a document, and look for places in it."""
    try:
        read = strict_yaml.read(data)
    except FormError:
        assert strict_yaml.locate(data, ("a", 0)) is None
        return
    path: list[str | int] = []
    while isinstance(read, dict | list) and read:
        path.append(next(iter(read)) if isinstance(read, dict) else len(read) - 1)
        read = read[path[-1]]  # type: ignore[call-overload,index]
    assert strict_yaml.locate(data, path) is not None


def documents() -> list[bytes]:
    """Return YAML that is read, and what is refused in it."""
    return [
        b"a: [1, 0802, no, null, '~', \"x\\n\"]\nb:\n- {c: -1, d: true}\n- - e\n",
        b"a: &x 1\nb: *x\n", b"!!python/object:os a\n", b"a: 1\na: 2\n", b"---\na\n---\nb\n",
        b"? [1]\n: 2\n", b"a: |\n  text\n  more\nb: >-\n  folded\n", b"[" * 40,
        b"%YAML 1.1\n---\na\n",
    ]  # fmt: skip


def pack(rules: str, data: bytes) -> None:
    """Read a pack of one game."""
    try:
        show_pack(rules, data)
    except PackError:
        return


def own_pack(rules: str) -> list[bytes]:
    """Return a game's own data; of the table all kinds of files that it plays."""
    return [rules_of(rules).export(), *(TABLES if rules == "table" else ())]


def claim(data: bytes) -> None:
    """Read a claim."""
    try:
        read_claim(data)
    except FormError:
        return


def claims() -> list[bytes]:
    """Return a claim of each kind."""
    return [
        f"claim: {word}\nby: bob\nagainst: alice\nevent: 7\ngame: ab12\nsays: 'He did.'\n".encode()
        for word in WORDS
    ]


def policy(data: bytes) -> None:
    """Read a policy of a court."""
    try:
        read_policy(data)
    except FormError:
        return


def policies() -> list[bytes]:
    """Return a policy of two sentences."""
    return [b"policy: Our club\nfork: Who does it loses.\nlate: He is warned.\n"]


DOORS = {
    "yaml": Door(any_yaml, documents, 4096),
    "claim": Door(claim, claims, 4096),
    "policy": Door(policy, policies, 4096),
    **{
        f"pack-{rules}": Door(partial(pack, rules), partial(own_pack, rules), 32_768)
        for rules in registry.names()
    },
}
