"""The vector in the documentation, read with hashlib alone wherever the page allows it."""

from __future__ import annotations

import hashlib
import json
from itertools import pairwise
from pathlib import Path

import pytest

import vector
from pbem.audit.verify import verify
from pbem.crypto import vrf
from pbem.games import registry
from pbem.table.library import Library

FOLDER = Path(__file__).parents[1] / "docs" / "vector"
REPORTED = json.loads((FOLDER / "vector.json").read_text())
LINES = (FOLDER / "saipan.pbem").read_bytes().split(b"\n")[:-1]
BODIES = [json.loads(line)["body"] for line in LINES]
WITNESSES = json.loads((FOLDER / "witnesses.json").read_text())
SECOND = (FOLDER / "witnesses.pbem").read_bytes().split(b"\n")[:-1]
SECOND_BODIES = [json.loads(line)["body"] for line in SECOND]


def sha256(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()


def test_the_vector_is_current():
    """If not: ``PYTHONPATH=tests python -m vector docs/vector``."""
    for name, data in vector.files().items():
        assert (FOLDER / name).read_bytes() == data, name


def test_it_is_valid():
    for log, said in (("saipan.pbem", REPORTED), ("witnesses.pbem", WITNESSES)):
        verdict = verify(FOLDER / log, Library(registry.find))
        assert verdict.ok
        assert verdict.events == len(said["events"])


@pytest.mark.parametrize(
    ("lines", "bodies", "said", "number"),
    [(LINES, BODIES, REPORTED, 1), (SECOND, SECOND_BODIES, WITNESSES, 2)],
)
def test_ids_and_chain(lines, bodies, said, number):
    ids = [sha256(b"pbem/event/v1\n", line[8 : len(line) - 138]) for line in lines]
    assert ids == [event["id"] for event in said["events"]]
    assert [body["prev"] for body in bodies[1:]] == ids[:-1]
    assert {body["game"] for body in bodies[1:]} == {ids[0]} == {said["game"]}
    assert all(b["seq"] == a["seq"] + 1 for a, b in pairwise(bodies))
    assert {body["v"] for body in bodies} == {number}


def test_digests():
    game = REPORTED["game"].encode()
    position = (FOLDER / "position.json").read_bytes().rstrip(b"\n")
    joins = [event for event in REPORTED["events"] if event["kind"] == "join"]
    assert sha256(b"pbem/state/v1\n", game, b"\n", position) == joins[-1]["digest"]
    for before, body in zip(REPORTED["events"], BODIES[1:], strict=False):
        if body["kind"] == "orders":
            assert body["data"]["state"] == before["digest"]
    for event, body in zip(REPORTED["events"], BODIES, strict=True):
        if "then" in body["data"]:
            assert body["data"]["then"] == event["digest"]


def test_the_author_of_every_event_had_the_active():
    for said in (REPORTED, WITNESSES):
        for before, after in pairwise(said["events"]):
            assert after["by"] == before["pen"]
            assert after["kind"] in before["kinds"]


def test_the_commitment():
    assert sha256(REPORTED["commit"]["text"].encode()) == REPORTED["commit"]["sha256"]
    assert REPORTED["commit"]["sha256"] in [body["data"].get("commit") for body in BODIES]


def test_the_dice():
    reported = REPORTED["dice"]
    alpha = f"pbem/dice/v1\n{REPORTED['game']}\n{reported['trigger']}".encode()
    assert alpha.hex() == reported["alpha"]
    secret = bytes.fromhex(REPORTED["keys"][reported["keeper"]]["vrf_secret"])
    assert vrf.output(vrf.prove(secret, alpha)).hex() == reported["beta"]
    seed = hashlib.sha512(b"pbem/seed/v1\n" + alpha + bytes.fromhex(reported["beta"])).digest()
    assert seed.hex() == reported["seed"]
    stream = iter(hashlib.sha512(seed + bytes(4)).digest())
    for n, got in reported["rolls"]:
        byte = next(byte for byte in stream if byte < 256 - 256 % n)
        assert byte % n == got


def test_the_dice_of_witnesses():
    """The witnesses give dice in order, then the author of the trigger, who writes the rolls."""
    authors = {event["id"]: event["by"] for event in WITNESSES["events"]}
    assert len({authors[one["trigger"]] for one in WITNESSES["dice"]}) == 2
    for one in WITNESSES["dice"]:
        assert one["keepers"] == ["wil", "xia", authors[one["trigger"]]]
        alpha = f"pbem/dice/v1\n{WITNESSES['game']}\n{one['trigger']}".encode()
        assert alpha.hex() == one["alpha"]
        secrets = [bytes.fromhex(WITNESSES["keys"][who]["vrf_secret"]) for who in one["keepers"]]
        betas = [vrf.output(vrf.prove(secret, alpha)) for secret in secrets]
        assert [beta.hex() for beta in betas] == one["betas"]
        seed = hashlib.sha512(b"pbem/seed/v1\n" + alpha + b"".join(betas)).digest()
        assert seed.hex() == one["seed"]
        stream = iter(hashlib.sha512(seed + bytes(4)).digest())
        for n, got in one["rolls"]:
            byte = next(byte for byte in stream if byte < 256 - 256 % n)
            assert byte % n == got
        at = list(authors).index(one["trigger"])
        given = SECOND_BODIES[at + 1 : at + 4]
        assert [(body["kind"], body["by"]) for body in given] == [
            ("dice", who) for who in one["keepers"]
        ]
        assert [body["data"].get("rolls") for body in given] == [None, None, one["rolls"]]
