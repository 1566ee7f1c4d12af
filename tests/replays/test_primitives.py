"""The checker's computations, against published vectors, another library and hostile input."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from nacl import bindings
from playwright.sync_api import Browser

from long import times
from pbem.crypto import signing, vrf
from pbem.errors import FormError
from replays.conftest import Checker

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors"
Q = 2**252 + 27742317777372353535851937790883648493
P = 2**255 - 19
SIGNED = "([key, message, sig]) => X.signed(key, X.fromHex(message), sig)"
LACKING = {
    "no Ed25519": "SubtleCrypto.prototype.importKey = () => Promise.reject(new Error('none'));",
    "lax": "SubtleCrypto.prototype.verify = () => Promise.resolve(true);",
    "says no": "SubtleCrypto.prototype.verify = () => Promise.resolve(false);",
}
"""Browsers that the checker must not ask for a verdict."""
PROVEN = """async ([key, alpha, proof]) => {
  const beta = await X.proven(key, X.fromHex(alpha), proof);
  return beta && X.toHex(beta);
}"""


def cases(name: str) -> list[list[Any]]:
    return list(json.loads((VECTORS / name).read_text())["cases"])


@pytest.fixture(scope="module", params=["browser", *LACKING])
def judge(
    request: pytest.FixtureRequest, chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Checker]:
    """The checker in a browser as it is, and in some with another Ed25519 or none."""
    before = LACKING.get(request.param, "")
    made = Checker(chromium, tmp_path_factory.mktemp("judge"), before)
    trusted = made.page.evaluate("PbemChecker.browserVerifies()")
    assert trusted is (request.param == "browser"), "else the cases below test one thing twice"
    yield made
    made.page.close()


def test_cctv(judge: Checker) -> None:
    """Whatever is odd about a key or a signature, it is not valid."""
    rows = [
        (key, text.encode().hex(), sig, not flags)
        for _, key, text, sig, flags in cases("ed25519_cctv.json")
    ]
    assert sum(good for *_, good in rows) == 1
    assert judge.each(SIGNED, [row[:3] for row in rows]) == [good for *_, good in rows]


def test_wycheproof(judge: Checker) -> None:
    """Signatures of 64 bytes: other lengths no event has."""
    rows = [row for row in cases("ed25519_wycheproof.json") if len(row[3]) == 128]
    assert len(rows) > 130
    given = [(key, message, sig) for _, key, message, sig, *_ in rows]
    assert judge.each(SIGNED, given) == [valid for _, _, _, _, valid, *_ in rows]


def test_ecvrf_of_the_rfc(in_browser: Checker) -> None:
    rows = cases("ecvrf_tai.json")
    given = [(key, alpha, proof) for _, key, alpha, _, proof, _ in rows]
    assert in_browser.each(PROVEN, given) == [output for *_, output in rows]
    key, alpha, proof = given[1]
    wrong = [(key, alpha + "00", proof), (given[0][0], alpha, proof)]
    for bit in range(0, 640, 13):
        other = int(proof, 16) ^ (1 << bit)
        wrong.append((key, alpha, f"{other:0160x}"))
    assert in_browser.each(PROVEN, wrong) == [None] * len(wrong)


def hostile_proofs(rng: random.Random, count: int) -> Iterator[tuple[str, str, str]]:
    """Good proofs, and such with a changed bit, a point of small order, or s not below q."""
    for number in range(count):
        secret, alpha = rng.randbytes(32), rng.randbytes(rng.randrange(80))
        key, proof = vrf.vrf_public(secret), vrf.prove(secret, alpha)
        gamma, c, s = proof[:32], proof[32:48], proof[48:]
        small = bytes.fromhex(rng.choice(SMALL))
        other = bytearray(proof)
        other[rng.randrange(80)] ^= 1 << rng.randrange(8)
        more = int.from_bytes(s, "little") + Q
        yield (key.hex(), alpha.hex(), proof.hex())
        yield from (
            (a.hex(), alpha.hex(), b.hex())
            for a, b in (
                (key, bytes(other)),
                (key, small + c + s),
                (small, proof),
                (bindings.crypto_core_ed25519_add(key, ORDER_8), proof),
                (key, bindings.crypto_core_ed25519_add(gamma, ORDER_8) + c + s),
                (key, gamma + c + more.to_bytes(32, "little")),
                (key, rng.randbytes(80)),
            )
        )
        if number % 8 == 0:
            yield (key.hex(), alpha.hex(), (P + 1).to_bytes(32, "little").hex() + proof[32:].hex())


ORDER_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
SMALL = (
    "01" + "00" * 31,
    "00" * 32,
    "00" * 31 + "80",
    (P - 1).to_bytes(32, "little").hex(),
    ORDER_8.hex(),
    "ee" + "ff" * 30 + "7f",
    "01" + "00" * 30 + "80",
)


def test_ecvrf_as_pynacl(in_browser: Checker) -> None:
    rng = random.Random(9381)  # noqa: S311 - no secret
    rows = list(hostile_proofs(rng, times(12, of=120)))
    found = [vrf.verify(*map(bytes.fromhex, row)) for row in rows]
    assert sum(one is not None for one in found) >= times(12, of=120)
    assert in_browser.each(PROVEN, rows) == [one and one.hex() for one in found]


def test_admission_as_pynacl(in_browser: Checker) -> None:
    rng = random.Random(25519)  # noqa: S311 - no secret
    keys = [*map(bytes.fromhex, SMALL), *(rng.randbytes(32) for _ in range(times(40, of=400)))]
    for _ in range(times(10, of=100)):
        good = signing.public_key(rng.randbytes(32))
        keys += [good, bindings.crypto_core_ed25519_add(good, ORDER_8)]
    keys += [(P + n).to_bytes(32, "little") for n in range(19)]
    reported = in_browser.each("(key) => X.admitted(key) !== null", [key.hex() for key in keys])
    assert reported == [signing.admissible_key(key) for key in keys]
    assert 10 <= sum(reported) < len(reported) // 2


def test_box_keys(in_browser: Checker) -> None:
    """X25519 gives zero for these whatever the secret (RFC 7748, 6.1), and no other."""
    rng = random.Random(7748)  # noqa: S311 - no secret
    small = [0, 1, P - 1, *SMALL_U]
    keys = [n.to_bytes(32, "little") for n in [*small, P, P + 1, 2**256 - 1, 2, 9]]
    keys += [rng.randbytes(32) for _ in range(20)]
    reported = in_browser.each("(key) => X.isBoxKey(key)", [key.hex() for key in keys])
    assert reported == [
        int.from_bytes(key, "little") < P and exchanged(key) is not None for key in keys
    ]
    assert not any(reported[:8])
    assert reported[8:10] == [True, True]


SMALL_U = (
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
)


def exchanged(key: bytes) -> bytes | None:
    try:
        return bindings.crypto_scalarmult(bytes(range(32)), key)
    except (RuntimeError, FormError):
        return None


STREAM = """async ([alpha, beta, faces]) => {
  const stream = await X.DiceStream.of(X.fromHex(alpha), [X.fromHex(beta)]);
  const drawn = [];
  for (const n of faces) drawn.push(await stream.uniform(n));
  return drawn;
}"""


def test_the_stream_of_the_page(in_browser: Checker) -> None:
    """The vector at the end of section 6 of the protocol."""
    text = (ROOT / "docs" / "protocol.md").read_text()
    beta = text.partition("beta =\n")[2].partition(",")[0]
    secret = bytes(range(32))
    game, trigger = digest("game"), digest("trigger")
    alpha = f"pbem/dice/v1\n{game}\n{trigger}".encode()
    key, proof = vrf.vrf_public(secret).hex(), vrf.prove(secret, alpha).hex()
    assert in_browser.each(PROVEN, [(key, alpha.hex(), proof)]) == [beta]
    faces = [6] * 10 + [300] * 3
    drawn = [0, 1, 0, 4, 2, 5, 0, 0, 1, 3, 31, 125, 132]
    assert in_browser.each(STREAM, [(alpha.hex(), beta, faces)]) == [drawn]


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
