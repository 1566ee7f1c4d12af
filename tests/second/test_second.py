"""The second verifier agrees with the vector, the finished logs and the hostile ones."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import nacl.signing
import pytest
import yaml

from second import curve
from second.reader import Finding, Stream, digest, jcs, read, read_fork, tagged

ROOT = Path(__file__).parents[2]
VECTOR = json.loads((ROOT / "docs/vector/vector.json").read_text())
LOG = (ROOT / "docs/vector/saipan.pbem").read_bytes()
BODIES = [json.loads(line)["body"] for line in LOG.splitlines()]
HOSTILE = yaml.safe_load((ROOT / "logs/hostile/index.yaml").read_text())
LEVELS = {
    code: int(level)
    for code, level in re.findall(
        r"^\| `([a-z.]+)` \|[^|]*\|[^|]*\| ([123]) \|",
        (ROOT / "docs/findings.md").read_text(),
        re.MULTILINE,
    )
}
# Section 9: faults under a code of level 1 or 2 that only the rules of the game show.
ASKS_RULES = {
    "commit.label-another.pbem",
    "dice.rolls-one-more.pbem",
    "fork.form-one-illegal.fork",
    "open.bad-option-left-out.pbem",
}


def reported(finding: Finding | None) -> tuple[str, int | None] | None:
    return finding and (finding.code, finding.seq)


def test_the_vector_has_these_ids_and_no_finding() -> None:
    reader, finding = read(LOG)
    assert reported(finding) is None
    assert reader.ids == [event["id"] for event in VECTOR["events"]]
    assert reader.ids[0] == VECTOR["game"]
    assert [author.handle for author in reader.authors] == [e["by"] for e in VECTOR["events"]]
    assert reader.result == VECTOR["result"]


def test_the_vector_is_written_by_whom_and_as_it_says() -> None:
    assert [body["kind"] for body in BODIES] == [event["kind"] for event in VECTOR["events"]]
    for event, after in zip(VECTOR["events"], BODIES[1:], strict=False):
        assert after["by"] == event["pen"]
        assert after["kind"] in event["kinds"]


def test_the_keys_of_the_vector_are_those_of_its_secrets() -> None:
    joins = {body["by"]: body["data"] for body in BODIES if body["kind"] == "join"}
    signs = {player["handle"]: player["sign"] for player in BODIES[0]["data"]["players"]}
    for handle, secrets in VECTOR["keys"].items():
        seed = nacl.signing.SigningKey(bytes.fromhex(secrets["sign_seed"]))
        assert bytes(seed.verify_key).hex() == signs[handle]
        secret = bytes.fromhex(secrets["vrf_secret"])
        assert curve.vrf_key(secret).hex() == joins[handle]["vrf"]
        alpha = tagged("join", VECTOR["game"], handle)
        assert curve.vrf_prove(secret, alpha).hex() == joins[handle]["proof"]


def test_positions_of_the_vector_have_these_digests() -> None:
    text = (ROOT / "docs/vector/position.json").read_bytes()
    assert text == jcs(json.loads(text)).encode() + b"\n"
    assert digest("state", VECTOR["game"], text.decode()[:-1]) == VECTOR["events"][2]["digest"]
    for event, after in zip(VECTOR["events"], BODIES[1:], strict=False):
        if after["kind"] == "orders":
            assert after["data"]["state"] == event["digest"]
    for event, body in zip(VECTOR["events"], BODIES, strict=True):
        if body["kind"] == "dice":
            assert body["data"]["then"] == event["digest"]


def test_the_commitment_of_the_vector() -> None:
    (seal,) = (body for body in BODIES if body["kind"] == "seal")
    (reveal,) = (body["data"] for body in BODIES if body["kind"] == "reveal")
    lines = VECTOR["game"], "ann", seal["prev"], "beaches", reveal["salt"], jcs(reveal["value"])
    assert tagged("commit", *lines).decode() == VECTOR["commit"]["text"]
    assert digest("commit", *lines) == VECTOR["commit"]["sha256"] == seal["data"]["commit"]


def test_the_dice_of_the_vector() -> None:
    dice = VECTOR["dice"]
    (given,) = (body["data"] for body in BODIES if body["kind"] == "dice")
    alpha = tagged("dice", VECTOR["game"], dice["trigger"])
    secret = bytes.fromhex(VECTOR["keys"][dice["keeper"]]["vrf_secret"])
    key, proof = curve.vrf_key(secret), curve.vrf_prove(secret, alpha)
    beta = curve.vrf_verify(key, proof, alpha)
    assert alpha.hex() == dice["alpha"]
    assert proof.hex() == given["proof"]
    assert beta is not None
    assert beta.hex() == dice["beta"]
    stream = Stream(alpha, [beta])
    assert stream.seed.hex() == dice["seed"]
    assert [[n, stream.uniform(n)] for n, _ in dice["rolls"]] == dice["rolls"] == given["rolls"]


def test_the_dice_of_the_vector_of_version_2() -> None:
    said = json.loads((ROOT / "docs/vector/witnesses.json").read_text())
    reader, finding = read((ROOT / "docs/vector/witnesses.pbem").read_bytes())
    assert finding is None
    assert list(reader.ids) == [event["id"] for event in said["events"]]
    for dice in said["dice"]:
        alpha, betas = tagged("dice", said["game"], dice["trigger"]), []
        for keeper in dice["keepers"]:
            secret = bytes.fromhex(said["keys"][keeper]["vrf_secret"])
            proof = curve.vrf_prove(secret, alpha)
            betas.append(curve.vrf_verify(curve.vrf_key(secret), proof, alpha) or b"")
        assert [beta.hex() for beta in betas] == dice["betas"]
        stream = Stream(alpha, betas)
        assert (alpha.hex(), stream.seed.hex()) == (dice["alpha"], dice["seed"])
        assert [[n, stream.uniform(n)] for n, _ in dice["rolls"]] == dice["rolls"]


def test_the_dice_printed_on_the_page() -> None:
    page = re.sub(r"\s+", " ", (ROOT / "docs/protocol.md").read_text())
    secret = bytes(range(32))
    alpha = tagged("dice", sha256(b"game").hexdigest(), sha256(b"trigger").hexdigest())
    beta = curve.vrf_verify(curve.vrf_key(secret), curve.vrf_prove(secret, alpha), alpha)
    assert beta is not None
    stream = Stream(alpha, [beta])
    assert f"beta = {beta.hex()}" in page
    assert f"seed = {stream.seed.hex()}" in page
    small = " ".join(str(stream.uniform(6)) for _ in range(10))
    large = " ".join(str(stream.uniform(300)) for _ in range(3))
    assert f"uniform(6) ten times {small}, then uniform(300) three times {large}." in page


@pytest.mark.few(2, 10)
@pytest.mark.parametrize("path", sorted((ROOT / "logs").glob("[!h]*/*.pbem")), ids=lambda p: p.name)
def test_a_finished_game_has_no_finding(path: Path) -> None:
    data = path.read_bytes()
    reader, finding = read(data)
    assert reported(finding) is None
    assert len(reader.ids) == data.count(b"\n")


@pytest.mark.few(15, 60)
@pytest.mark.parametrize("entry", HOSTILE, ids=lambda entry: entry["file"])
def test_a_hostile_log_has_its_finding(entry: dict[str, Any]) -> None:
    data = (ROOT / "logs/hostile" / entry["file"]).read_bytes()
    if entry["file"].endswith(".fork"):
        good, finding = None, read_fork(data)
    else:
        reader, finding = read(data)
        good = len(reader.ids)
    expected = (entry["code"], entry["seq"])
    if LEVELS[entry["code"]] < 3 and entry["file"] not in ASKS_RULES:
        assert reported(finding) == expected
        assert good in (entry["good"], None)
    elif good is None:
        assert reported(finding) == ("fork.author", 4)  # both events may be valid, for all it knows
    elif reported(finding) != expected:
        # It reads on beyond what only the rules refuse. Good dice after that are good dice.
        assert good > entry["seq"]
        assert finding is None or reported(finding) == ("dice.rolls", entry["seq"] + 1)
