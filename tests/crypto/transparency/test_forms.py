"""Notes, checkpoints, cosignatures, receipts and policies: the words of C2SP, and what they refuse.

Signatures are checked and made by `cryptography` here, from the specification's words.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.crypto.transparency import checkpoint, merkle, note, policy, receipt, tiles
from pbem.errors import FormError

SOFA = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "\u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5"
    "/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
)
"""The example of the specification, whose key is not given there."""

PRIVATE = {name: Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest())
           for name in ("log.example/cup", "w1.example", "w2.example", "w3.example")}  # fmt: skip
ROOT = sha256(b"a root").digest()


def vkey(name: str, kind: int) -> str:
    raw = PRIVATE[name].public_key().public_bytes_raw()
    digest = sha256(name.encode() + b"\n" + bytes([kind]) + raw).digest()
    return f"{name}+{digest[:4].hex()}+{b64encode(bytes([kind]) + raw).decode()}"


def line(name: str, kind: int, signature: bytes) -> str:
    head = bytes.fromhex(vkey(name, kind).split("+")[1])
    return f"\u2014 {name} {b64encode(head + signature).decode()}\n"


LOG = note.read_key(vkey("log.example/cup", 1))
TEXT = f"log.example/cup\n17\n{b64encode(ROOT).decode()}\n"
OURS = line("log.example/cup", 1, PRIVATE["log.example/cup"].sign(TEXT.encode()))


def witnessed(name: str, time: int, text: str = TEXT) -> str:
    said = f"cosignature/v1\ntime {time}\n{text}".encode()
    return line(name, 4, time.to_bytes(8, "big") + PRIVATE[name].sign(said))


def read(*lines: str, text: str = TEXT) -> checkpoint.Checkpoint:
    return checkpoint.read_checkpoint(f"{text}\n{''.join(lines)}".encode())


def test_the_example_of_the_specification_is_read():
    sofa = checkpoint.read_checkpoint(SOFA.encode())
    assert (sofa.origin, sofa.size) == ("example.com/behind-the-sofa", 20_852_163)
    assert sofa.root == b64decode("CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=")


def test_a_checkpoint_is_of_the_log_whose_key_has_signed_it():
    assert checkpoint.is_of(read(OURS), LOG)
    seed = sha256(b"log.example/cup").digest()
    assert checkpoint.sign_checkpoint(LOG, seed, 17, ROOT) == read(OURS)
    # unknown keys are ignored, before and after, whatever they have signed
    other = line("w1.example", 1, b"x" * 64)
    assert checkpoint.is_of(read(other, OURS, other), LOG)
    assert not checkpoint.is_of(read(other), LOG)
    # a known key that fails spoils all
    bad = line("log.example/cup", 1, b"x" * 64)
    assert not checkpoint.is_of(read(OURS, bad), LOG)
    assert not checkpoint.is_of(read(bad), LOG)
    text = TEXT.replace("17", "18")
    assert not checkpoint.is_of(read(OURS, text=text), LOG)
    assert not checkpoint.is_of(read(OURS, text=TEXT.replace("/cup", "/cap")), LOG)


def test_cosignatures_are_reported_and_a_forged_one_is_refused():
    witnesses = [note.read_key(vkey(name, 4)) for name in ("w1.example", "w2.example")]
    good = read(OURS, witnessed("w1.example", 1_700_000_000), witnessed("w3.example", 5))
    assert checkpoint.cosignatures(good, witnesses) == [("w1.example", 1_700_000_000)]
    # one over another checkpoint, one at another time, one of nothing
    other = witnessed("w2.example", 7, TEXT.replace("17", "16"))
    later = line("w2.example", 4, (8).to_bytes(8, "big") + b64decode(
        witnessed("w2.example", 7).split(" ")[2])[12:])  # fmt: skip
    for forged in (other, later, line("w2.example", 4, b"x" * 72), line("w2.example", 4, b"xx")):
        with pytest.raises(FormError, match=r"w2\.example is forged"):
            checkpoint.cosignatures(read(OURS, forged), witnesses)
        assert checkpoint.cosignatures(read(OURS, forged), witnesses[:1]) == []
    made = checkpoint.cosign(read(OURS), witnesses[1], sha256(b"w2.example").digest(), 7)
    assert made == read(OURS, witnessed("w2.example", 7))
    both = checkpoint.joined(good, made)
    assert [one.name for one in checkpoint.cosignatures(both, witnesses)] == [
        "w1.example", "w2.example",
    ]  # fmt: skip
    kept = checkpoint.only_by(both, [LOG, witnesses[1]])
    assert kept == made


@pytest.mark.parametrize(
    "wrong",
    [
        b"", b"\xff\n\n" + OURS.encode(), TEXT.encode(), OURS.encode(),
        f"{TEXT}{OURS}".encode(), f"{TEXT}\n{OURS.rstrip()}".encode(),
        f"{TEXT}\n{OURS}{OURS[2:]}".encode(), f"{TEXT}\n{OURS}\r\n".encode(),
        f"{TEXT}\n{OURS.replace(' log.example/cup', ' log.example/cup more')}".encode(),
        f"{TEXT}\n{OURS.replace('example', 'ex+ample')}".encode(),
        f"{TEXT}\n\u2014 a AAAA\n".encode(), f"{TEXT}\n\u2014 a AAAAAAB=\n".encode(),
        f"{TEXT}\n".encode() + 65 * OURS.encode(),
        f"{TEXT.replace('17', '017')}\n{OURS}".encode(),
        f"{TEXT.replace('17', '-1')}\n{OURS}".encode(),
        f"{TEXT.replace('17', '1_7')}\n{OURS}".encode(),
        b"o\n17\nAAAA\n\n" + OURS.encode(), b"o\n17\n\n" + OURS.encode(),
    ],
)  # fmt: skip
def test_mangled_checkpoints_are_refused(wrong):
    with pytest.raises(FormError):
        checkpoint.read_checkpoint(wrong)


def test_a_key_whose_digits_do_not_fit_is_refused():
    good = vkey("w1.example", 4)
    assert note.read_key(good).text == good
    name, _, coded = good.split("+", 2)
    for wrong in ("", name, f"{name}+00000000+{coded}", good.replace("w1", "w2"), good[:-4],
                  f"{name}+{coded}", vkey("w1.example", 6)):  # fmt: skip
        with pytest.raises(FormError, match=r"name\+id\+key|the key of \S+ is damaged|Base64"):
            note.read_key(wrong)


def test_receipts():
    entries = [b"a", b"b", b"c" * 300, b"", b"e"]
    leaves = [merkle.leaf_hash(one) for one in entries]
    seed = sha256(b"log.example/cup").digest()
    signed = checkpoint.sign_checkpoint(LOG, seed, 5, merkle.root_of(leaves))
    for number, entry in enumerate(entries):
        made = receipt.receipt(merkle.rows_of(leaves), number, signed, entry)
        said = made.bytes.decode()
        assert said.startswith("c2sp.org/tlog-proof@v1\n")
        assert (f"extra {b64encode(entry).decode()}\n" in said) == bool(entry)
        assert f"\nindex {number}\n" in said
        assert said.endswith(f"\n\n{signed.note.bytes.decode()}")
        again = receipt.read_receipt(made.bytes)
        assert again == made
        assert receipt.proves(again, entry)
        assert not receipt.proves(again, entry + b"x")
        assert not receipt.proves(again._replace(number=(number + 1) % 5), entry)
        assert not receipt.proves(again._replace(path=again.path[:-1]), entry)
        assert not receipt.proves(again._replace(path=(*again.path, ROOT)), entry)
    good = receipt.receipt(merkle.rows_of(leaves), 1, signed, b"").bytes
    for wrong in (good[1:], good.replace(b"index 1", b"index 01"), good.replace(b"index ", b""),
                  good.replace(b"\n\n", b"\n"), good[: good.index(b"index")],
                  good.replace(b"index 1\n", b"index 1\nAAAA\n")):  # fmt: skip
        with pytest.raises(FormError):
            receipt.read_receipt(wrong)


def test_bundles_and_paths_of_tiles():
    assert tiles.tile_path("0", 1_234_067, 256) == "tile/0/x001/x234/067"
    assert tiles.tile_path("entries", 7, 3) == "tile/entries/007.p/3"
    with pytest.raises(FormError, match="65535"):
        dict(tiles.tiles([b"x" * 65_536]))
    (bundle,) = (data for path, data in tiles.tiles([b"x" * 65_535]) if "entries" in path)
    assert tiles.entries_of(bundle) == [b"x" * 65_535]
    for cut in (bundle[:-1], bundle + b"\0", bundle[:1]):
        with pytest.raises(FormError, match="cut off"):
            tiles.entries_of(cut)


POLICY = f"""# of a club
log {vkey("log.example/cup", 1)}
witness\tX1 {vkey("w1.example", 4)} https://w1.example
 witness X2 {vkey("w2.example", 4)}
witness Y {vkey("w3.example", 4)}
group X any X1 X2
group all-of-them all X Y
quorum all-of-them
"""


def test_policies():
    made = policy.read_policy(POLICY.encode())
    assert [one.name for one in made.logs] == ["log.example/cup"]
    assert made.satisfied({"w2.example", "w3.example"})
    assert not made.satisfied({"w1.example", "w2.example"})
    assert not made.satisfied(set())
    assert policy.read_policy(b"quorum none\n").satisfied(set())
    two = POLICY.replace("X any", "X 2").replace("quorum all-of-them", "quorum X")
    assert policy.read_policy(two.encode()).satisfied({"w1.example", "w2.example"})
    assert not policy.read_policy(two.encode()).satisfied({"w1.example", "w3.example"})


def test_groups_in_groups_are_as_many_as_their_writer_likes():
    """No depth is too great, and each line is looked at once."""
    first = f"witness a {vkey('w1.example', 4)}"
    chain = [f"group g{n} any {'a' if n == 0 else f'g{n - 1}'}" for n in range(20_000)]
    made = policy.read_policy("\n".join([first, *chain, "quorum g19999"]).encode())
    [witness] = made.witnesses.values()
    assert made.satisfied([witness.name])
    assert not made.satisfied([])
    with pytest.raises(FormError, match="only one group"):
        policy.read_policy("\n".join([first, *chain, "group h any g5", "quorum h"]).encode())


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("quorum all-of-them\n", ""), ("quorum all-of-them", "quorum X\nquorum Y"),
        ("quorum all-of-them", "quorum Z"), ("X any", "X 3"), ("X any", "X 0"), ("X any", "X some"),
        ("all X Y", "all X Y X1"), ("all X Y", "all Y Y"), ("all X Y", "all Q"),
        ("group X any X1 X2", "group X any"), ("witness Y", "witness none"),
        ("group X ", "group Y "), (vkey("w3.example", 4), vkey("w1.example", 4)),
        (vkey("w3.example", 4), vkey("w3.example", 1)),
        (vkey("log.example/cup", 1), vkey("log.example/cup", 4)), ("# of a club", "of a club"),
    ],
)  # fmt: skip
def test_policies_that_are_none(was, now):
    assert was in POLICY
    with pytest.raises(FormError):
        policy.read_policy(POLICY.replace(was, now).encode())
