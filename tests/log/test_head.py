"""Protocol section 3: a confirmed head is a signed file {v, game, seq, head, by, sig}."""

import msgspec
import pytest
import rfc8785

from pbem.crypto import signing
from pbem.errors import FormError, LogFileError
from pbem.log.head import (
    head_from_bytes,
    head_to_bytes,
    make_head,
    read_head,
    verify_head,
    write_head,
)

SEED = bytes(range(32))
PUBLIC = signing.public_key(SEED)


@pytest.fixture
def last(make_log):
    return make_log(3)[2]


@pytest.fixture
def fields(last):
    return msgspec.structs.asdict(make_head(last, by="bob", seed=SEED))


def test_signed_as_the_protocol_says(last, fields):
    others = {"v": 1, "game": last.game, "seq": 2, "head": last.id, "by": "bob"}
    assert {k: v for k, v in fields.items() if k != "sig"} == others
    message = b"pbem/head/v1\n" + rfc8785.dumps(others)
    assert signing.verify(PUBLIC, message, bytes.fromhex(fields["sig"]))


def test_goes_and_comes(tmp_path, last):
    head = make_head(last, by="bob", seed=SEED)
    write_head(tmp_path / "bob.head", head)
    data = (tmp_path / "bob.head").read_bytes()
    assert data == rfc8785.dumps(msgspec.structs.asdict(head)) + b"\n" == head_to_bytes(head)
    assert read_head(tmp_path / "bob.head") == head
    assert verify_head(head, PUBLIC)
    with pytest.raises(LogFileError):
        write_head(tmp_path / "bob.head", head)
    with pytest.raises(LogFileError):
        read_head(tmp_path / "none.head")


def test_the_head_of_a_first_event_names_its_game(make_log):
    first = make_log(1)[0]
    head = make_head(first, by="bob", seed=SEED)
    assert (head.game, head.head, head.seq) == (first.id, first.id, 0)
    assert head_from_bytes(head_to_bytes(head)) == head


def test_every_byte_counts(last):
    data = head_to_bytes(make_head(last, by="bob", seed=SEED))
    for at in range(len(data)):
        for bit in range(8):
            changed = bytearray(data)
            changed[at] ^= 1 << bit
            try:
                head = head_from_bytes(bytes(changed))
            except FormError:
                continue
            assert not verify_head(head, PUBLIC), (at, bit)


def test_another_key_did_not_sign_it(last):
    head = make_head(last, by="bob", seed=SEED)
    assert not verify_head(head, signing.public_key(bytes(32)))


@pytest.mark.parametrize("name", ["v", "game", "seq", "head", "by", "sig"])
def test_each_field_missing_or_of_a_wrong_type(fields, name):
    missing = {k: v for k, v in fields.items() if k != name}
    bad = [missing, {**fields, "x": 1}]
    bad += [{**fields, name: value} for value in (None, True, [], "", -1, "AB" * 32, 160_000)]
    for document in bad:
        with pytest.raises(FormError) as caught:
            head_from_bytes(rfc8785.dumps(document) + b"\n")
        if document.keys() != fields.keys():
            assert "exactly the fields" in str(caught.value)


def test_another_version_asks_for_a_newer_release(fields):
    with pytest.raises(FormError, match="newer release"):
        head_from_bytes(rfc8785.dumps({**fields, "v": 2}) + b"\n")


def test_one_canonical_line(fields, tmp_path):
    data = rfc8785.dumps(fields)
    too_long = b" " * 5000 + data + b"\n"
    for bad in (b"", data, data + b"\r\n", data + b"\n\n", b" " + data + b"\n", b"[]\n", too_long):
        with pytest.raises(FormError):
            head_from_bytes(bad)
        (tmp_path / "x").write_bytes(bad)
        with pytest.raises(FormError):
            read_head(tmp_path / "x")


def test_only_a_handle_confirms(last):
    with pytest.raises(FormError):
        make_head(last, by="Bob", seed=SEED)
