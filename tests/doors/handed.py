"""The files that are handed to a judge, a director, an umpire, or to a tester.

Several files in one input are parted by a line ``==``.
"""

from __future__ import annotations

import json
from functools import cache

import msgspec

from doors.door import LOGS, Door, some
from doors.post import mails
from doors.scratch import folder, written
from pbem.audit.copies import compare_copies
from pbem.bench.comparing import read as read_speeds
from pbem.cases.run import read_file, run_file
from pbem.client.client import Client, NotFound
from pbem.client.storage.packs import newest
from pbem.court import signature
from pbem.crypto.signing import public_key
from pbem.director.plan.founding import founded, read_plan, template
from pbem.errors import FormError, LogFileError, PackError, PbemError
from pbem.games import registry
from pbem.log import consent as consents
from pbem.log.fork import read_fork
from pbem.mail.evidence import evidence
from pbem.practice.beginning import PracticeOptions, after_event, of_scenario
from pbem.practice.kept import played
from pbem.table.library import Library
from pbem.table.practice import Beginning, PracticeFile, to_bytes
from toy.group import identity

_LIBRARY = Library(registry.find)
_APART = b"\n==\n"
_ID = "ab" * 32


def copies(data: bytes) -> None:
    """Compare copies: logs, parts of them, forks and confirmations, whatever each is."""
    with folder() as here:
        paths = []
        for number, one in enumerate(data.split(_APART)[:4]):
            kind = "head" if one.startswith(b'{"at"') else "pbem"
            paths.append(here / f"{number}.{kind}")
            paths[-1].write_bytes(one)
        reported, _ = compare_copies(paths, _LIBRARY)
        assert all(said.isprintable() for said in reported.unread)


def some_copies() -> list[bytes]:
    """Return both sides of forks as logs, one with a part of itself, and one with its fork."""
    found = []
    for data in some("hostile/*.fork", 16_000):
        with written(data, "a.fork") as path:
            try:
                fork = read_fork(path)
            except (PbemError, ValueError):
                continue
        lines = [
            b"".join(one.line + b"\n" for one in (*fork.before, end)) for end in (fork.a, fork.b)
        ]
        part = lines[0].split(b"\n", 1)[1]
        found += [_APART.join(lines), _APART.join([lines[0], part]), _APART.join([lines[1], data])]
    return [one for one in found if len(one) < 16_000][:8]


def received(data: bytes) -> None:
    """Read what headers say of which event came when."""
    with folder() as here:
        (here / "a.eml").write_bytes(data)
        reported = evidence([here / "a.eml"])
    assert all(said.isprintable() for said in (*reported.odd, *reported.unread))


def stamped() -> list[bytes]:
    """Return messages of ours that went over two servers, and a mailbox of them."""
    head = (
        b"Received: from mx.example.org (mx [192.0.2.1]) by mail.example.org; "
        b"Thu, 12 Mar 2026 10:00:00 +0100\nReceived: by mx.example.org with SMTP; "
        b"Thu, 12 Mar 2026 09:59:58 +0100\nDKIM-Signature: v=1; d=example.org; s=x; b=abc\n"
    )
    first, *_ = mails()
    mailbox = b"From a Thu Jan  1 00:00:00 2026\n" + head + first + b"\n"
    return [head + first, mailbox + mailbox]


def consent(data: bytes) -> None:
    """Read a player's agreement to a replacement."""
    with written(data, "bob.consent") as path:
        try:
            consents.read_consent(path)
        except (FormError, LogFileError):
            return


def agreements() -> list[bytes]:
    """Return one."""
    to = consents.Replacement(game=_ID, prev=_ID, out="bob", handle="carol", sign="cd" * 32)
    with folder() as here:
        path = here / "ann.consent"
        consents.write_consent(path, consents.agree(to, by="ann", seed=identity("ann").sign_seed))
        return [path.read_bytes()]


def verdict(data: bytes) -> None:
    """Hold a judge's signature and the line with the judge's key against a verdict."""
    armored, _, line = data.decode("utf-8", "replace").partition(_APART.decode())
    judge = signature.verify(armored, b"a verdict", line)
    if judge is not None:
        assert signature.fingerprint(line).startswith("SHA256:")
        seeds = (identity(handle).sign_seed for handle in ("ann", "bob"))
        assert armored in [signature.sign(seed, b"a verdict") for seed in seeds]


def verdicts() -> list[bytes]:
    """Return a good signature and one by another key."""
    seeds = [identity(handle).sign_seed for handle in ("ann", "bob")]
    line = signature.signers_line("ann", public_key(seeds[0])).encode()
    return [signature.sign(seed, b"a verdict").encode() + _APART + line for seed in seeds]


def cases(data: bytes) -> None:
    """Read numbered cases and play each: whatever is wrong with one is reported of that one."""
    with written(data, "cases.yaml") as path:
        try:
            ran = list(run_file(path))
        except FormError:
            return
        for one in ran:
            one.line().encode()
        try:
            read_file(path)
        except FormError:
            assert any(not one.ok for one in ran)


def some_cases() -> list[bytes]:
    """Return the first two cases of files of each game."""
    found = []
    for rules in registry.names():
        files = sorted((LOGS.parent / "tests/cases" / rules).glob("*.yaml"))
        for path in files[1 :: max(1, len(files) // 3)]:
            head, *each = path.read_bytes().split(b"\n- ")
            found.append(b"\n- ".join([head, *each[:2]]))
    return [one for one in found if len(one) < 4000]


def practice(data: bytes) -> None:
    """Open a practice and play it; its check is made good, as anyone who hands one out can."""
    first, _, rest = data.partition(b"\n")
    try:
        beginning = msgspec.json.decode(first, type=Beginning)
        data = to_bytes(PracticeFile(beginning, [])) + rest
    except (FormError, msgspec.DecodeError, UnicodeError, RecursionError):
        pass
    with written(data, "a.practice") as path:
        try:
            played(path, _LIBRARY)
        except (FormError, LogFileError, PackError) as error:
            str(error).encode()


def practices() -> list[bytes]:
    """Return a practice from a scenario of each game, and those from the middle of a log."""
    seeded = PracticeOptions(seed=1)
    found = [of_scenario(newest(rules), seeded, _LIBRARY) for rules in registry.names()]
    for rules, at in (("saipan", 5), ("tokyo", 6), ("manila", 5), ("singapore", 9)):
        path = min((LOGS / rules).glob("*.pbem"))
        found.append(after_event(path, _LIBRARY, seeded._replace(at=at)))
    steps = b'{"practice":"orders","side":"us","by":"you","text":"land 1/2 1203"}\n'
    steps += b'{"practice":"dice","seed":3,"faces":[5]}\n'
    made = [to_bytes(PracticeFile(one, [])) for one in found]
    return [*made, made[registry.names().index("saipan")] + steps]


@cache
def _director() -> Client:
    made = folder()
    _KEPT.append(made)
    here = made.__enter__()  # for as long as the process lives
    return Client(here, f"sqlite:///{here / 'pbem.sqlite'}")


_KEPT: list[object] = []


def plan(data: bytes) -> None:
    """Read a director's plan and found the tournament that it means."""
    with written(data, "plan.yaml") as path:
        try:
            founded(_director(), identity("dora"), read_plan(path))
        except (FormError, LogFileError, NotFound) as error:
            str(error).encode()


def plans() -> list[bytes]:
    """Return the template, with all that it keeps in remarks, and a plan of each other format."""
    full = template(full=True)
    bare = [line for line in full.splitlines() if not line.startswith("#")]
    others = [line for line in bare if not line.startswith(("format:", "rounds:", "ties:"))]
    formats = (
        "round-robin",
        "single-elimination",
        "double-elimination",
        "ladder\nreach: 3\nidle: 3",
    )
    every = full.replace("\n# You", "\n## You").replace("\n# ", "\n")
    return [
        full.encode(), "\n".join(bare).encode(), every.encode(),
        *("\n".join([f"format: {one}", *others]).encode() for one in formats),
    ]  # fmt: skip


def speeds(data: bytes) -> None:
    """Read the speeds of another release."""
    with written(data, "speeds.json") as path:
        try:
            read_speeds(path)
        except (FormError, LogFileError):
            return


def some_speeds() -> list[bytes]:
    """Return speeds of one row."""
    row = {"name": "start", "value": 1.5, "unit": "ms", "goal": "", "yard": 0.2}
    reported = {
        "pbem": "speeds/v1",
        "release": "0.2.0",
        "python": "3.11",
        "system": "x",
        "cores": 2,
    }
    return [json.dumps({**reported, "speeds": [row]}).encode()]


DOORS = {
    "copies": Door(copies, some_copies, 16_384),
    "received": Door(received, stamped, 8192),
    "consent": Door(consent, agreements, 2048),
    "verdict": Door(verdict, verdicts, 2048),
    "cases": Door(cases, some_cases, 4096),
    "practice": Door(practice, practices, 16_384),
    "plan": Door(plan, plans, 4096),
    "speeds": Door(speeds, some_speeds, 1024),
}
