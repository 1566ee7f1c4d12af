"""docs/mail.md against people who write mail to do harm: no wrong log, crash or long wait."""

from __future__ import annotations

import base64
import email
import email.policy
import errno
import hashlib
import os
import random
import re
import resource
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from long import far, sample
from pbem import confined
from pbem.errors import LogFileError, PbemError
from pbem.mail.armor import Parcels, found_in, lines_of
from pbem.mail.letter import Letter, messages, text_of
from pbem.mail.reading import Post, read
from toy import growth
from toy.growth import TIMES, share

LOGS = Path(__file__).parents[2] / "logs"
SAIPAN = (LOGS / "saipan" / "historical.pbem").read_bytes()
SHORT = b"".join(SAIPAN.splitlines(keepends=True)[:3])
GAME, HEAD = "ab" * 32, "cd" * 32
MIB = 2**20


def letter(data: bytes = SHORT, **changes: object) -> Letter:
    fields: dict[str, object] = {
        "name": "saipan",
        "game_id": GAME,
        "head": HEAD,
        "first": 0,
        "last": 2,
        "data": data,
        "subject": "[PBEM] saipan alice-bob turn 3 #2",
        "sender": ("alice", "alice@example.org"),
        "to": {"bob": "bob@example.org"},
        "report": ["Dice for combat at 1213: 3 5"],
        "template": ["# pass"],
        "asked": "bob",
        "before": None,
        "at": datetime(2026, 1, 2, 10, 0, tzinfo=UTC),
    }
    return Letter(**{**fields, **changes})  # type: ignore[arg-type]


TEXT = text_of(letter())
ARMOR = lines_of(SHORT)
SENT = messages(letter())[0].as_bytes().replace(b"\r\n", b"\n")


def carried(body: str | bytes, kind: str = "text/plain; charset=utf-8") -> bytes:
    head = f"From: Mallory <m@example.org>\nSubject: x\nMIME-Version: 1.0\nContent-Type: {kind}\n\n"
    return head.encode() + (body if isinstance(body, bytes) else body.encode())


def read_bytes(folder: Path, *contents: bytes) -> Post:
    files = [folder / f"{number}.eml" for number in range(len(contents))]
    for file, content in zip(files, contents, strict=True):
        file.write_bytes(content)
    return read(files)


def logs_of(post: Post) -> list[bytes]:
    return [piece.data for piece in post.logs]


def is_fit_for_a_terminal(post: Post) -> None:
    said = [*post.wrong, *(piece.source for piece in [*post.logs, *post.others])]
    said += [each.source for each in [*post.sections, *post.footers]]
    assert [line for line in said if not line.isprintable()] == []
    assert max(map(len, post.wrong), default=0) < 2_000


# --- Messages that are made ---------------------------------------------------------------------

KNOWN_HEADERS = {
    "subject",
    "from",
    "to",
    "date",
    "message-id",
    "references",
    "in-reply-to",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
}


def is_linear(little: Callable[[], object], much: Callable[[], object]) -> None:
    """Work is counted where it can be seen, which a child process hides."""
    with confined.by(confined.here):
        growth.is_linear(little, much)


@pytest.mark.parametrize(
    "sign", ["\n", "\r\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\0", "\x1b[31m"]
)
@pytest.mark.parametrize(
    "field", ["name", "subject", "sender", "sender_address", "to", "to_address", "game_id", "asked"]
)
def test_no_header_is_made_by_a_name(field: str, sign: str) -> None:
    evil = f"x{sign}Bcc: mallory@example.org{sign}{sign}Hello"
    changes: dict[str, dict[str, object]] = {
        "sender": {"sender": (evil, "alice@example.org")},
        "sender_address": {"sender": ("alice", evil)},
        "to": {"to": {evil: "bob@example.org"}},
        "to_address": {"to": {"bob": evil}},
    }
    try:
        made = [
            message.as_bytes() for message in messages(letter(**changes.get(field, {field: evil})))
        ]
    except (PbemError, ValueError):
        return
    for content in made:
        again = email.message_from_bytes(content, policy=email.policy.default)
        assert {name.lower() for name in again.keys()} <= KNOWN_HEADERS  # noqa: SIM118
        for part in again.walk():
            assert "bcc" not in {name.lower() for name in part.keys()}  # noqa: SIM118
            assert not set(part.get_filename() or "") & set("\r\n")
        assert len([part for part in again.walk() if part.get_filename()]) == 1


def test_a_report_makes_no_part_and_no_second_attachment() -> None:
    boundary = messages(letter())[0].get_boundary()
    evil = f"--{boundary}\nContent-Type: application/octet-stream\n\nx\n--{boundary}--"
    [made] = messages(letter(report=[evil, "--===============0==", "-----END PBEM-----"]))
    post = read([], stdin=made.as_bytes())
    assert logs_of(post) == [SHORT]


# --- Names and headers that are read ------------------------------------------------------------

NAMES = [
    "../../../etc/passwd",
    "..\\..\\autoexec.bat",
    "\x1b[2J\x1b[31mred",
    "a\x07b\x08c\x7f",
    "a\x9b31mb",
    "a\u202egnp.exe",
    "a\nWRONG: all is lost",
    "a\r\nb\x00c",
    "\ud800",
    "=?utf-8?b?G1szMW0=?=",
    "=?utf-8?q?=1B[31m=0Aline?=",
]


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:30])
@pytest.mark.parametrize("data", [SAIPAN, b'{"card":{}}\n', b'{"body":\x1b[31m}\n', SENT])
def test_a_name_cannot_write_on_the_terminal(name: str, data: bytes, tmp_path: Path) -> None:
    raw = name.encode("utf-8", "surrogatepass").replace(b'"', b'\\"')
    content = (
        carried("", "multipart/mixed; boundary=b").rstrip(b"\n")
        + b'\n\n--b\nContent-Type: application/octet-stream; name="'
        + raw
        + b'"\nContent-Disposition: attachment; filename="'
        + raw
        + b'"\nContent-Transfer-Encoding: base64\n\n'
        + base64.encodebytes(data)
        + b"\n--b--\n"
    )
    percent = "".join(f"%{byte:02X}" for byte in raw[:500])
    second = content.replace(b'filename="' + raw + b'"', f"filename*=utf-8''{percent}".encode())
    post = read_bytes(tmp_path, content, second)
    is_fit_for_a_terminal(post)
    is_fit_for_a_terminal(read([], stdin=content))


@pytest.mark.parametrize("name", ["a\x1b[31mb.eml", "a\nb.eml", "a\u202eb.eml"])
def test_the_name_of_a_file_cannot_either(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(SENT.replace(ARMOR[3].encode(), b""))
    is_fit_for_a_terminal(read([tmp_path / name]))


HEADS = {
    "sender_forged": b"From: root@localhost\nFrom: bob@example.org\nSender: alice\nReply-To: x\n",
    "subject_of_another_game": b"Subject: [PBEM] tokyo carol-dave turn 9 #9999\n",
    "message_id_of_another": b"Message-ID: <pbem.00.1.1@pbem.invalid>\nReferences: <"
    + b"x" * 9_000
    + b">\n",
    "ten_thousand": b"X-A: b\n" * 10_000,
    "one_long": b"Subject: " + b"x" * MIB + b"\n",
    "folded_ten_thousand_times": b"Subject: a\n" + b" b\n" * 10_000,
    "encoded_words_without_end": b"Subject: " + b"=?utf-8?b?" * 5_000 + b"\n",
    "encoded_word_of_no_charset": b"Subject: =?x-none?q?=ff=fe?= =?utf-7?b?////?=\n",
    "addresses_nested": b"To: " + b"(" * 5_000 + b"<" * 5_000 + b"\n",
    "groups": b"To: " + b"a:" * 5_000 + b";\n",
    "date_of_no_day": b"Date: Xyz, 99 Foo 99999999999 99:99:99 +9999999\n",
    "no_colon": b"this is no header\n",
    "bytes_that_are_no_utf_8": b"Subject: \xff\xfe\x80\x00\nX-\xff: y\n",
    "parameters_without_end": b"X-Y: a\nContent-Disposition: attachment"
    + b"; a*0*=b" * 3_000
    + b"\n",
    "parameters_that_disagree": b"Content-Disposition: attachment; a*0=a; a*2=c; a*=x\n",
    "parameter_of_percents": b"Content-Disposition: attachment; filename*=utf-8''"
    + b"%" * 9_000
    + b"\n",
    "parameter_of_a_charset_with_a_zero": b"Content-Disposition: attachment; a*=utf-8\0''a%20b\n",
    "name_of_a_charset_with_a_zero": b"Content-Disposition: inline; filename*=utf-8\0''a%20b\n",
    "name_whose_pieces_disagree": b"Content-Disposition: inline; filename*0=a; filename*=x\n",
    "parameter_of_quotes": b'Content-Disposition: attachment; filename="' + b'\\"' * 9_000 + b"\n",
    "content_lengths": b"Content-Length: 99999999999\nContent-Length: -1\nLines: 1e9\n",
}


@pytest.mark.parametrize("name", HEADS)
def test_headers_change_nothing(name: str, tmp_path: Path) -> None:
    post = read_bytes(tmp_path, HEADS[name] + carried(TEXT), HEADS[name] + SENT)
    assert logs_of(post) == [SHORT]
    is_fit_for_a_terminal(post)


LONG_HEADS: dict[str, Callable[[int], bytes]] = {
    "many": lambda size: b"X-A: b\n" * size,
    "one": lambda size: b"Subject: " + b"x" * 100 * size + b"\n",
    "folded": lambda size: b"Subject: a\n" + b" b\n" * size,
    "encoded_words": lambda size: b"Subject: " + b"=?utf-8?b?" * size + b"\n",
    "comments": lambda size: b"To: " + b"(" * size + b"<" * size + b"\n",
    "groups": lambda size: b"To: " + b"a:" * size + b";\n",
    "parameters": lambda size: b"Content-Disposition: attachment" + b"; a*0*=b" * size + b"\n",
    "percents": lambda size: (
        b"Content-Disposition: attachment; filename*=utf-8''" + b"%" * size + b"\n"
    ),
    "quotes": lambda size: b'Content-Disposition: attachment; filename="' + b'\\"' * size + b"\n",
}


@pytest.mark.parametrize("name", LONG_HEADS)
def test_headers_eight_times_as_long_take_eight_times_the_work(name: str, tmp_path: Path) -> None:
    little, much = (LONG_HEADS[name](size) + carried(TEXT) for size in (1_000, 1_000 * TIMES))
    is_linear(lambda: read_bytes(tmp_path, little), lambda: read_bytes(tmp_path, much))


CHARSETS = [
    "rot13",
    "rot_13",
    "hex",
    "base64",
    "zlib",
    "bz2",
    "uu",
    "quopri",
    "undefined",
    "idna",
    "punycode",
    "unicode_escape",
    "raw_unicode_escape",
    "mbcs",
    "oem",
    "utf-8-sig",
    "utf-16",
    "utf-32",
    "utf_7",
    "charmap",
    "string_escape",
    "\x1b[31m",
    "../../x",
    "a" * 5_000,
    "utf-8\0",
    "",
    "''",
    "*",
    "latin-1''",
    "\u00fc",
    "utf\u20138",
]


@pytest.mark.parametrize("charset", CHARSETS, ids=lambda name: ascii(name)[:20])
@pytest.mark.parametrize("kind", ["text/plain", "text/html"])
def test_no_charset_does_harm(charset: str, kind: str, tmp_path: Path) -> None:
    html = kind == "text/html"
    bodies = [f"<pre>{body}</pre>" if html else body for body in (TEXT, f"Größe\n{TEXT}")]
    for body in bodies:
        post = read_bytes(tmp_path, carried(body, f'{kind}; charset="{charset}"'), SENT)
        assert logs_of(post) == [SHORT]
        is_fit_for_a_terminal(post)


KINDS = [
    "text/plain; format=flowed; delsp=" + "yes" * 5_000,
    "multipart/mixed; boundary=" + "b" * 100_000,
    'multipart/mixed; boundary="(.*)*+[\\"',
    "multipart/mixed; boundary=",
    "multipart/mixed; boundary=--",
    "multipart/mixed; boundary*=utf-8''%00%0a",
    "multipart/\x1b[31m; boundary=b",
    "message/rfc822",
    "message/partial; id=a; number=1; total=1",
    'message/external-body; access-type=local-file; name="/etc/passwd"',
    "message/delivery-status",
    "text/" + "a" * 100_000,
    "/",
    ";;;;",
    "text/plain" + "; a=b" * 3_000,
    "application/zip",
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: ascii(kind)[:40])
def test_no_type_of_content_does_harm(kind: str, tmp_path: Path) -> None:
    outer = carried(
        b"--b\n\n" + TEXT.encode() + f"\n--b\nContent-Type: {kind}\n\n{TEXT}\n--b--\n".encode(),
        "multipart/mixed; boundary=b",
    )
    post = read_bytes(tmp_path, outer, carried(TEXT, kind))
    assert logs_of(post) == [SHORT]
    is_fit_for_a_terminal(post)


LONG_KINDS: dict[str, Callable[[int], str]] = {
    "charset": lambda size: f"text/plain; charset={'a' * size}",
    "parameter": lambda size: f"text/plain; format=flowed; delsp={'yes' * size}",
    "boundary": lambda size: f"multipart/mixed; boundary={'b' * size}",
    "type": lambda size: f"text/{'a' * size}",
    "parameters": lambda size: f"text/plain{'; a=b' * size}",
}


@pytest.mark.parametrize("name", LONG_KINDS)
def test_eight_times_as_long_a_type_of_content_takes_eight_times_the_work(
    name: str, tmp_path: Path
) -> None:
    little, much = (carried(TEXT, LONG_KINDS[name](size)) for size in (500, 500 * TIMES))
    is_linear(lambda: read_bytes(tmp_path, little), lambda: read_bytes(tmp_path, much))


# --- Parts within parts -------------------------------------------------------------------------


def nested_multiparts(depth: int, innermost: bytes) -> bytes:
    """Parts within parts; a text with armor stands in the first."""
    begin = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n\n%b\n--b%d\n"
        % (level, level, TEXT.encode() if level == 0 else b"x", level)
        for level in range(depth)
    )
    return b"Subject: x\nMIME-Version: 1.0\n" + begin + b"\n" + innermost


def nested_messages(depth: int, innermost: bytes) -> bytes:
    return b"Subject: x\nContent-Type: message/rfc822\n\n" * depth + innermost


def test_ten_parts_within_parts_are_read(tmp_path: Path) -> None:
    deep = nested_multiparts(10, text_of(letter(SAIPAN)).encode())
    post = read_bytes(tmp_path, deep, nested_messages(8, SENT))
    assert sorted(logs_of(post)) == sorted([SHORT, SAIPAN])
    assert post.wrong == []


@pytest.mark.parametrize("depth", [25, 200, 3_000])
def test_too_many_parts_within_parts_are_refused_and_the_rest_is_read(
    depth: int, tmp_path: Path
) -> None:
    deep = nested_multiparts(depth, text_of(letter(SAIPAN)).encode())
    post = read_bytes(tmp_path, deep)
    if (
        depth < 500
    ):  # beyond that there are too many parts as well, and the message may go as a whole
        assert logs_of(post) == [SHORT]
    assert set(logs_of(post)) <= {SHORT}
    assert post.wrong
    is_fit_for_a_terminal(post)


@pytest.mark.parametrize("depth", [25, 200, 3_000])
def test_too_many_messages_within_messages_are_refused(depth: int, tmp_path: Path) -> None:
    post = read_bytes(tmp_path, nested_messages(depth, SENT), carried(text_of(letter(SAIPAN))))
    assert logs_of(post) == [SAIPAN]
    assert post.wrong
    is_fit_for_a_terminal(post)


@pytest.mark.parametrize("nested", [nested_multiparts, nested_messages])
def test_eight_times_as_deep_takes_eight_times_the_work(
    nested: Callable[[int, bytes], bytes], tmp_path: Path
) -> None:
    little, much = (nested(depth, SENT) for depth in (400, 400 * TIMES))
    is_linear(lambda: read_bytes(tmp_path, little), lambda: read_bytes(tmp_path, much))


def many_parts(count: int) -> bytes:
    parts = b"".join(
        b"--b\nContent-Type: text/plain\n\nx%d\n" % number for number in range(count - 1)
    )
    first = b"--b\nContent-Type: text/plain\n\n" + TEXT.encode() + b"\n"
    return carried(first + parts + b"--b--\n", "multipart/mixed; boundary=b")


def test_four_hundred_parts_are_read(tmp_path: Path) -> None:
    post = read_bytes(tmp_path, many_parts(400))
    assert logs_of(post) == [SHORT]
    assert post.wrong == []


@pytest.mark.parametrize("count", [600, 5_000])
def test_too_many_parts_are_refused_and_the_rest_is_read(count: int, tmp_path: Path) -> None:
    """The rest: the other messages at least, and what came first in this one at best."""
    post = read_bytes(tmp_path, many_parts(count), carried(text_of(letter(SAIPAN))))
    assert SAIPAN in logs_of(post)
    assert set(logs_of(post)) <= {SHORT, SAIPAN}
    assert len(post.wrong) == 1
    assert "500" in post.wrong[0]
    is_fit_for_a_terminal(post)


def test_eight_times_as_many_parts_take_eight_times_the_work(tmp_path: Path) -> None:
    little, much = (many_parts(count) for count in (600, 600 * TIMES))
    is_linear(lambda: read_bytes(tmp_path, little), lambda: read_bytes(tmp_path, much))


# --- Parcels that lie ---------------------------------------------------------------------------


def base32(data: bytes) -> str:
    return base64.b32encode(data).decode().rstrip("=")


def line_of(parcel: str, number: int, data: bytes) -> str:
    """One line, right in itself, made from docs/mail.md."""
    begin = f"{parcel}-{number}-{base32(data)}"
    return f"/{begin}-{base32(hashlib.sha256(begin.encode()).digest())[:5]}"


def parcel_of(
    packed: bytes,
    *,
    count: int | None = None,
    size: int | None = None,
    digest: bytes = b"",
    name: str = "",
) -> list[str]:
    """Lines of armor that hold ``packed``, with what the label claims changed."""
    hashed = hashlib.sha256(packed).digest()
    name = name or base32(hashed)[:6]
    parts = [packed[at : at + 25] for at in range(0, len(packed), 25)]
    label = (len(parts) if count is None else count).to_bytes(3, "big")
    label += (len(packed) if size is None else size).to_bytes(4, "big") + (digest or hashed)[:16]
    return [line_of(name, number, data) for number, data in enumerate([label, *parts])]


def emptied(parcels: Parcels) -> tuple[list[bytes], list[str]]:
    """All that parcels hold, and what is wrong with the others."""
    found = list(parcels.open())
    good = [one for one in found if isinstance(one, bytes)]
    return good, [str(one) for one in found if not isinstance(one, bytes)]


def opened(*lines: str) -> tuple[list[bytes], list[str]]:
    parcels = Parcels()
    parcels.add("\n".join(lines))
    return emptied(parcels)


def is_refused(*lines: str) -> str:
    made, wrong = opened(*lines)
    assert made == []
    assert len(wrong) == 1
    assert wrong[0].isprintable()
    assert len(wrong[0]) < 500
    return wrong[0]


def test_armor_is_as_it_is_written_down() -> None:
    packed = b"".join(
        base64.b32decode(data + "=" * (-len(data) % 8))
        for data in (line.split("-")[2] for line in ARMOR[1:])
    )
    assert zlib.decompress(packed) == SHORT
    assert parcel_of(packed) == ARMOR
    assert opened(*parcel_of(zlib.compress(SHORT, 1))) == ([SHORT], [])


def bomb(mebibytes: int) -> bytes:
    """Zeros packed as by zlib, without ever being anywhere; they begin like a log."""
    begin, block = b'{"body":', bytes(MIB)
    packer = zlib.compressobj(9)
    head = packer.compress(begin) + packer.flush(zlib.Z_FULL_FLUSH)
    piece = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    tail = packer.flush()[:-4]
    check = zlib.adler32(begin)
    for _ in range(mebibytes):
        check = zlib.adler32(block, check)
    return head + piece * mebibytes + tail + check.to_bytes(4, "big")


def test_a_bomb_unpacks() -> None:
    assert zlib.decompress(bomb(3)) == b'{"body":' + bytes(3 * MIB)


@pytest.mark.parametrize("mebibytes", sample([64, 512], 1))
def test_a_bomb_is_refused_and_takes_no_memory(mebibytes: int) -> None:
    parcels = Parcels()
    parcels.add("\n".join([*parcel_of(bomb(mebibytes)), *ARMOR]))
    tracemalloc.start()
    made, wrong = emptied(parcels)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert made == [SHORT]
    assert len(wrong) == 1
    assert str(wrong[0]).isprintable()
    assert peak < 200 * MIB


@pytest.mark.long
def test_what_unpacks_to_64_mebibytes_is_opened_and_one_byte_more_is_not() -> None:
    packed = zlib.compress(bytes(64 * MIB), 9)
    made, wrong = opened(*parcel_of(packed))
    assert [len(data) for data in made] == [64 * MIB]
    assert wrong == []
    is_refused(*parcel_of(zlib.compress(bytes(64 * MIB + 1), 9)))


@pytest.mark.parametrize("count", [100_001, 2**24 - 1])
def test_a_label_that_claims_too_many_lines_is_refused(count: int) -> None:
    def refuses(lines: int) -> None:
        is_refused(*parcel_of(b"x" * 50, count=lines))
        is_refused(*parcel_of(b"x" * 50, count=lines, size=25 * lines))

    is_linear(lambda: refuses(count // TIMES), lambda: refuses(count))


def test_a_label_that_claims_many_lines_is_refused_in_few_words() -> None:
    said = is_refused(*parcel_of(b"x" * 50, count=100_000, size=2_500_000))
    assert re.search(r"\b3\b", said)


@pytest.mark.parametrize("lost", [2, 3], ids=["every_second_line", "every_third_line"])
def test_many_missing_lines_are_reported_in_few_words(lost: int) -> None:
    lines = lines_of(SAIPAN)
    is_refused(lines[0], *(line for number, line in enumerate(lines[1:], 1) if number % lost))


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(parcel_of(b"no zlib at all, but right in every check" * 3), id="no_zlib"),
        pytest.param(parcel_of(zlib.compress(SHORT)[:-9]), id="zlib_cut"),
        pytest.param(parcel_of(zlib.compress(SHORT)[:-4] + b"\0\0\0\0"), id="adler_wrong"),
        pytest.param(parcel_of(b""), id="no_bytes"),
        pytest.param(parcel_of(b"", count=0, size=0), id="no_lines"),
        pytest.param(parcel_of(zlib.compress(SHORT), size=0), id="size_zero"),
        pytest.param(parcel_of(zlib.compress(SHORT), size=2**32 - 1), id="size_4_gibibytes"),
        pytest.param(
            parcel_of(zlib.compress(SHORT), size=len(zlib.compress(SHORT)) - 1), id="size_less"
        ),
        pytest.param(parcel_of(zlib.compress(SHORT), digest=bytes(16)), id="digest_wrong"),
        pytest.param(parcel_of(zlib.compress(SHORT), count=1), id="count_less"),
        pytest.param(parcel_of(zlib.compress(SHORT, wbits=31)), id="gzip"),
        pytest.param(parcel_of(zlib.compress(SHORT, wbits=-15)), id="raw_deflate"),
    ],
)
def test_a_parcel_that_lies_is_refused_and_the_next_is_opened(lines: list[str]) -> None:
    alone = read([], stdin="\n".join(lines).encode())
    assert logs_of(alone) == []
    assert len(alone.wrong) == 1
    is_fit_for_a_terminal(alone)
    both = read([], stdin="\n".join([*lines, *lines_of(SAIPAN)]).encode())
    assert logs_of(both) == [SAIPAN]
    assert both.wrong == alone.wrong


def test_bytes_after_the_packed_ones_make_no_wrong_log() -> None:
    made, _ = opened(*parcel_of(zlib.compress(SHORT) + b"more" * 20))
    assert made in ([], [SHORT])


@pytest.mark.parametrize(
    "label",
    [b"", b"\0", bytes(22), bytes(24), bytes(40), b"\xff" * 23],
    ids=["none", "one", "22", "24", "40", "all_ones"],
)
def test_a_label_of_another_length_is_no_label(label: bytes) -> None:
    is_refused(line_of("AAAAAA", 0, label), line_of("AAAAAA", 1, b"x" * 25))


@pytest.mark.parametrize(
    "number", ["00", "01", "+1", "1e1", "99999999999999999999", "9" * 5_000, "\u0661", ""]
)
def test_a_number_that_is_none_makes_no_wrong_log(number: str) -> None:
    begin = f"{ARMOR[0][1:7]}-{number}-{base32(b'x' * 25)}"
    line = f"/{begin}-{base32(hashlib.sha256(begin.encode()).digest())[:5]}"
    made, _ = opened(line, *ARMOR, line)
    assert made in ([], [SHORT])


def collision() -> tuple[bytes, bytes, bytes, bytes]:
    """Two logs, each as it is and packed, whose parcels have the same six letters."""
    seen: dict[bytes, bytes] = {}
    for number in range(400_000):
        data = b'{"body":{"n":%d,"pad":"%s"}}\n' % (
            number,
            base64.b16encode(number.to_bytes(40, "little")),
        )
        packed = zlib.compress(data, 1)
        first = hashlib.sha256(packed).digest()[:4]
        key = first[:3] + bytes([first[3] >> 2])
        if key in seen:
            return seen[key], data, zlib.compress(seen[key], 1), packed
        seen[key] = data
    pytest.fail("there was no collision")


@pytest.fixture(scope="module")
def twins() -> tuple[bytes, bytes, list[str], list[str]]:
    one, two, packed_one, packed_two = collision()
    lines_one, lines_two = parcel_of(packed_one), parcel_of(packed_two)
    assert one != two
    assert lines_one[0][:7] == lines_two[0][:7]
    assert len(lines_one) > 2
    return one, two, lines_one, lines_two


@pytest.mark.long
def test_two_parcels_of_the_same_letters_are_never_a_wrong_log(
    twins: tuple[bytes, bytes, list[str], list[str]], tmp_path: Path
) -> None:
    one, two, lines_one, lines_two = twins
    rng = random.Random(3)  # noqa: S311 - no secret
    for _ in range(30):
        lines = [*lines_one, *lines_two]
        rng.shuffle(lines)
        made, wrong = opened(*lines)
        assert set(made) <= {one, two}
        assert made or wrong
    post = read_bytes(tmp_path, carried("\n".join(lines_one)), carried("\n".join(lines_two)))
    assert set(logs_of(post)) <= {one, two}
    assert post.logs or post.wrong


def test_each_of_two_such_parcels_alone_is_opened(
    twins: tuple[bytes, bytes, list[str], list[str]],
) -> None:
    one, two, lines_one, lines_two = twins
    assert opened(*lines_one) == ([one], [])
    assert opened(*lines_two) == ([two], [])


def test_a_label_with_lines_of_another_such_parcel_is_refused(
    twins: tuple[bytes, bytes, list[str], list[str]],
) -> None:
    _, _, lines_one, lines_two = twins
    for at in range(len(lines_one)):
        mixed = [*lines_one[:at], lines_two[at], *lines_one[at + 1 :]]
        if mixed not in (lines_one, lines_two):
            is_refused(*mixed)


def forged(number: int) -> str:
    return line_of(ARMOR[0][1:7], number, b"forged line of 25 bytes!!")


@pytest.mark.parametrize("number", [1, 2, len(ARMOR) - 1])
def test_a_line_replaced_by_a_forged_one_is_refused(number: int, tmp_path: Path) -> None:
    lines = [*ARMOR[:number], forged(number), *ARMOR[number + 1 :]]
    is_refused(*lines)
    post = read_bytes(tmp_path, carried("\n".join(lines)))
    assert post.logs == []
    assert len(post.wrong) == 1


def test_a_forged_line_beside_the_right_one_is_never_a_wrong_log() -> None:
    for lines in (
        [forged(2), *ARMOR],
        [*ARMOR, forged(2)],
        [*ARMOR[:2], forged(2), *ARMOR[2:], *ARMOR],
    ):
        made, wrong = opened(*lines)
        assert made in ([], [SHORT])
        assert made or len(wrong) == 1


def test_lines_beyond_the_last_are_never_a_wrong_log() -> None:
    made, _ = opened(*ARMOR, forged(len(ARMOR)), forged(99_999), forged(10**7))
    assert made in ([], [SHORT])


def test_a_second_label_is_never_a_wrong_log() -> None:
    other = zlib.compress(SAIPAN)
    name = ARMOR[0][1:7]
    for lines in (
        [*ARMOR, parcel_of(other, name=name)[0]],
        [parcel_of(other, name=name)[0], *ARMOR],
        [parcel_of(zlib.compress(SHORT), name=name, count=1, size=25)[0], *ARMOR],
    ):
        made, wrong = opened(*lines)
        assert made in ([], [SHORT])
        assert made or wrong


def test_all_lines_of_two_parcels_under_one_name_are_never_a_third_log() -> None:
    other = parcel_of(zlib.compress(SAIPAN), name=ARMOR[0][1:7])
    rng = random.Random(5)  # noqa: S311 - no secret
    for _ in range(10):
        lines = [*ARMOR, *other]
        rng.shuffle(lines)
        made, wrong = opened(*lines)
        assert set(made) <= {SHORT, SAIPAN}
        assert made or wrong


def test_ten_thousand_parcels_are_reported_of_in_time() -> None:
    lines = [
        line_of(base32(number.to_bytes(4, "big") * 2)[:6], 1, b"x")
        for number in range(0, 10_000 << 16, 1 << 16)
    ]

    def reported_of(count: int) -> None:
        made, wrong = opened(*lines[:count], *ARMOR)
        assert made == [SHORT]
        assert all(line.isprintable() for line in wrong)

    is_linear(lambda: reported_of(len(lines) // TIMES), lambda: reported_of(len(lines)))


# --- Much of everything -------------------------------------------------------------------------


def test_a_message_of_more_than_96_mebibytes_is_refused_at_once(tmp_path: Path) -> None:
    huge, good = tmp_path / "huge.eml", tmp_path / "good.eml"
    huge.write_bytes(carried(TEXT))
    os.truncate(huge, 97 * MIB)  # a hole: it takes no place on the disk
    good.write_bytes(carried(text_of(letter(SAIPAN))))
    post = read([huge, good])
    is_linear(lambda: read([good]), lambda: read([huge, good]))  # no byte of it is looked at
    assert logs_of(post) == [SAIPAN]
    assert len(post.wrong) == 1
    assert "huge.eml" in post.wrong[0]


def test_a_message_of_more_than_96_mebibytes_in_an_mbox_is_refused_alone(tmp_path: Path) -> None:
    box = tmp_path / "inbox"
    begin = b"From m@example.org Fri Jan  2 11:00:00 2026\n"
    with box.open("wb") as file:
        file.write(begin + carried(TEXT) + b"\n" + begin + carried("x\n"))
        file.seek(97 * MIB, os.SEEK_CUR)
        file.write(b"\n\n" + begin + carried(text_of(letter(SAIPAN))))
    post = read([box])
    assert sorted(logs_of(post)) == sorted([SHORT, SAIPAN])
    assert len(post.wrong) == 1
    assert "inbox" in post.wrong[0]


def test_more_than_96_mebibytes_of_standard_input_are_refused(tmp_path: Path) -> None:
    (tmp_path / "good.eml").write_bytes(SENT)
    post = read([tmp_path / "good.eml"], stdin=carried(b"x\n" * (49 * MIB)))
    assert logs_of(post) == [SHORT]
    assert len(post.wrong) == 1


@pytest.mark.parametrize("most", sample([400, 2_000], 1, 1))
def test_many_messages_in_an_mbox_are_read_in_time(most: int, tmp_path: Path) -> None:
    begin = b"From m@example.org Fri Jan  2 11:00:00 2026\n"
    every = [SENT if number % 100 == 0 else carried(f"{number}\n{TEXT}") for number in range(most)]

    def reads(count: int) -> None:
        box = tmp_path / f"inbox-{count}"
        box.write_bytes(b"".join(begin + content + b"\n" for content in every[:count]))
        post = read([box])
        assert logs_of(post) == [SHORT]
        assert post.messages == count
        assert post.wrong == []

    is_linear(lambda: reads(len(every) // TIMES), lambda: reads(len(every)))


HEAPS = {
    "slashes": b"/" * 300_000,
    "dashes": b"-" * 300_000,
    "letters": b"A" * 300_000,
    "lines_begun": b"/AAAAAA-1-" * 30_000,
    "lines_begun_apart": b"/AAAAAA-1-\n" * 30_000,
    "one_line_without_end": b"/AAAAAA-1-" + b"A" * 300_000,
    "parcels_without_end": b"/" + b"A \n> " * 60_000,
    "numbers_without_end": b"/AAAAAA-" + b"1" * 300_000,
    "numbers_begun": b"/AAAAAA-1" * 30_000,
    "dashes_between_letters": b"A-" * 150_000,
    "quotation": b">" * 300_000,
    "quotation_lines": b"> \n" * 100_000,
    "bars_and_blanks": b"| " * 150_000,
    "soft_breaks": b"=\n" * 150_000,
    "soft_breaks_begun": b"=" * 300_000,
    "remains": b"=20" * 100_000,
    "blanks": b" " * 300_000,
    "blanks_then_a_slash": (b" " * 1_000 + b"/") * 300,
    "line_ends": b"\r\n" * 150_000,
    "carriage_returns": b"\r" * 300_000,
    "tags_begun": b"<" * 300_000,
    "tags_begun_with_letters": b"<a " * 100_000,
    "tags_ended": b"</" * 150_000,
    "tags_open": b"<div>" * 60_000,
    "blockquotes_open": b"<blockquote>" * 25_000,
    "tags_of_quotes": b'<a b="' * 50_000,
    "comments_begun": b"<!--" * 75_000,
    "declarations_begun": b"<!" * 150_000,
    "sections_begun": b"<![CDATA[" * 66_000,
    "instructions_begun": b"<?" * 150_000,
    "scripts_begun": b"<script>" * 37_000,
    "entities_begun": b"&" * 300_000,
    "entities_by_number": b"&#" * 150_000,
    "entities_without_end": b"&#" + b"9" * 300_000,
    "entities_too_great": b"&#x110000;&#xD800;&#0;" * 13_000,
    "orders_begun": b"#pbem a b\n" * 30_000,
    "orders_without_end": b"#pbem " + b"a " * 150_000,
    "footers_begun": b"pbem-head " * 30_000,
    "signatures": b"-- \n" * 75_000,
    "flowed": b"x \n" * 100_000,
    "zero_bytes": b"\0" * 300_000,
    "utf_8_broken": b"\xff\xfe\xc0\x80" * 75_000,
    "signs_on_one_letter": "a\u0301\u200b".encode() * 60_000,
}


@pytest.mark.few(8, 30)
@pytest.mark.parametrize(
    "kind", ["text/plain; format=flowed; delsp=yes", "text/html", "application/x"]
)
@pytest.mark.parametrize("name", HEAPS)
def test_heaps_are_read_in_time(name: str, kind: str, tmp_path: Path) -> None:
    def reads(heap: bytes) -> None:
        post = read_bytes(tmp_path, carried(heap, kind), SENT)
        assert logs_of(post) == [SHORT]
        is_fit_for_a_terminal(post)

    is_linear(lambda: reads(share(HEAPS[name])), lambda: reads(HEAPS[name]))


@pytest.mark.few(5, 30)
@pytest.mark.parametrize("name", HEAPS)
def test_heaps_of_pasted_text_are_read_in_time(name: str) -> None:
    def reads(heap: bytes) -> None:
        post = read([], stdin=heap + b"\n\n" + TEXT.encode())
        assert set(logs_of(post)) <= {SHORT}

    is_linear(lambda: reads(share(HEAPS[name])), lambda: reads(HEAPS[name]))


@pytest.mark.parametrize("name", sample(["flowed", "parcels_without_end"], 0, 4))
def test_ten_times_as_much_takes_ten_times_as_long(name: str) -> None:
    kind = "text/plain; format=flowed; delsp=yes"
    heap = HEAPS[name] * 10

    def reads(heap: bytes) -> None:
        post = read([], stdin=carried(heap + b"\n\n" + TEXT.encode(), kind))
        assert set(logs_of(post)) <= {SHORT}

    is_linear(lambda: reads(share(heap)), lambda: reads(heap))


# --- Anything at all ----------------------------------------------------------------------------

WORDS = [
    b"/",
    b"-",
    b"\n",
    b"\r\n",
    b"> ",
    b"| ",
    b"=20",
    b"=\n",
    b"=3D",
    b"<br>",
    b"<!--",
    b"&#45;",
    b"&nbsp;",
    b"--b",
    b"--b--",
    b"\n\n",
    b"From ",
    b"\nFrom x@y Fri Jan  2 11:00:00 2026\n",
    b"Content-Type: ",
    b"multipart/mixed; boundary=b\n",
    b"message/rfc822\n",
    b"text/html; charset=utf-16\n",
    b"text/plain; format=flowed; delsp=yes\n",
    b"Content-Transfer-Encoding: base64\n",
    b"quoted-printable",
    b"#pbem saipan bob\n",
    b"#end\n",
    b"-- \n",
    b"pbem-head ",
    b"abababababababababab",
    b" 7 ",
    b'{"body":',
    b'{"card":',
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\0",
    b"\xc2\xa0",
    b"\xe2\x80\x93",
    b"\x1b[31m",
    b"-----BEGIN PBEM-----\n",
    *(line.encode() for line in ARMOR[:6]),
]


def test_binary_junk_is_nothing(tmp_path: Path) -> None:
    rng = random.Random(11)  # noqa: S311 - no secret
    junk = [rng.randbytes(size) for size in (1, 10, 1_000, 100_000)]
    junk += [
        b"\x89PNG\r\n\x1a\n" + junk[3],
        b"PK\x03\x04" + junk[3],
        b"\x1f\x8b" + junk[3],
        bytes(range(256)) * 40,
    ]
    post = read_bytes(tmp_path, *junk, SENT)
    assert logs_of(post) == [SHORT]
    assert post.others == []
    assert len(post.sections) == len(read([], stdin=SENT).sections)
    is_fit_for_a_terminal(post)


@pytest.mark.parametrize("seed", sample(range(4), 2, 4))
def test_random_bytes_are_never_a_log(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - no secret
    for _ in range(60):
        data = rng.randbytes(rng.randrange(2_000))
        post = read([], stdin=data)
        assert post.logs == []
        is_fit_for_a_terminal(post)


@pytest.mark.parametrize("seed", sample(range(6), 2, 6))
def test_random_words_of_mail_are_never_a_wrong_log(seed: int, tmp_path: Path) -> None:
    """A text that begins like a log may be shown as one: signatures decide. Cut armor never."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    for number in range(60):
        data = b"".join(rng.choices(WORDS, k=rng.randrange(1, 150)))
        (tmp_path / f"{number}.eml").write_bytes(data)
        for post in read([tmp_path / f"{number}.eml"]), read([], stdin=carried(data)):
            assert all(log.startswith(b'{"body":') for log in logs_of(post))
            if b'{"body":' not in data:
                assert post.logs == []
            is_fit_for_a_terminal(post)


def mutated(rng: random.Random, data: bytes) -> bytes:
    for _ in range(rng.choice((1, 1, 2, 3, 8, 30))):
        at = rng.randrange(len(data))
        size = rng.choice((1, 1, 1, 2, 10, 60, 500))
        match rng.randrange(5):
            case 0:
                data = data[:at] + data[at + size :]
            case 1:
                data = data[:at] + rng.randbytes(size) + data[at + size :]
            case 2:
                data = data[:at] + rng.choice(WORDS) + data[at:]
            case 3:
                data = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
            case _:
                other = rng.randrange(len(data))
                data = data[:at] + data[other : other + size] + data[at:]
    return data


@pytest.mark.parametrize("seed", sample(range(5), 2, 5))
def test_armor_that_was_altered_is_the_log_or_none(seed: int) -> None:
    rng = random.Random(1_000 + seed)  # noqa: S311 - no secret
    good = carried(TEXT)
    recovered = 0
    for _ in range(100):
        post = read([], stdin=mutated(rng, good))
        assert logs_of(post) in ([], [SHORT])
        is_fit_for_a_terminal(post)
        recovered += bool(post.logs)
    assert 0 < recovered < 100


@pytest.mark.parametrize("seed", sample(range(3), 2, 3))
def test_html_that_was_altered_is_the_log_or_none(seed: int) -> None:
    rng = random.Random(2_000 + seed)  # noqa: S311 - no secret
    good = carried("<div>" + "</div>\n<div>".join(TEXT.splitlines()) + "</div>", "text/html")
    for _ in range(60):
        post = read([], stdin=mutated(rng, good))
        assert logs_of(post) in ([], [SHORT])
        is_fit_for_a_terminal(post)


@pytest.mark.parametrize("seed", sample(range(4), 2, 4))
def test_a_message_that_was_altered_does_no_harm(seed: int) -> None:
    """An attachment that was altered may be shown as a log; armor is right or nothing."""
    rng = random.Random(3_000 + seed)  # noqa: S311 - no secret
    for _ in range(75):
        post = read([], stdin=mutated(rng, SENT))
        for piece in post.logs:
            assert piece.data == SHORT or piece.source != "armor"
        is_fit_for_a_terminal(post)


@pytest.mark.parametrize("seed", sample(range(2), 2, 2))
def test_every_letter_of_a_line_counts(seed: int) -> None:
    rng = random.Random(4_000 + seed)  # noqa: S311 - no secret
    for _ in range(150):
        number = rng.randrange(len(ARMOR))
        line = ARMOR[number]
        at = rng.choice([at for at in range(1, len(line)) if line[at].isalnum()])
        letters = (
            "0123456789"
            if line[at].isdigit() and 8 <= at < 8 + len(str(number))
            else "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
        )
        changed = rng.choice([sign for sign in letters if sign != line[at]])
        made, wrong = opened(
            *ARMOR[:number], line[:at] + changed + line[at + 1 :], *ARMOR[number + 1 :]
        )
        assert made == []
        assert len(wrong) == 1


def test_many_bombs_in_one_mail_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail.armor.BYTES_MOST", 1 << 20)
    monkeypatch.setattr("pbem.mail.armor.TOGETHER_MOST", 2 << 20)
    parcels = Parcels()
    for number in range(24):
        parcels.add("\n".join(lines_of(b"%d" % number + bytes((1 << 20) - 10))))
    parcels.add("\n".join(lines_of(b"a log that is short")))
    made, wrong = emptied(parcels)
    assert b"a log that is short" in made
    assert sum(map(len, made)) <= 2 << 20
    assert len(made) + len(wrong) == 25
    assert all("it unpacks to more than" in str(one) for one in wrong)


# --- Memory -------------------------------------------------------------------------------------

PIECE = far(1, of=2) * MIB


def logs_like(count: int) -> Iterator[bytes]:
    """Files that begin as a log does, of a size that shows, each another one."""
    for number in range(count):
        yield b'{"body":%06d' % number + b"x" * PIECE + b"\n"


def peak_of(files: list[Path], stdin: bytes | None = None) -> tuple[Post, int]:
    tracemalloc.start()
    with confined.by(confined.here):
        post = read(files, stdin)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return post, peak


@pytest.mark.long(2)
def test_one_attached_log_of_a_long_mbox_is_in_memory_at_a_time(tmp_path: Path) -> None:
    """A message is there as bytes, as lines and decoded: a few times its own size, once."""
    peaks = {}
    for count in (1, 6):
        box = tmp_path / f"box-{count}"
        with box.open("wb") as file:
            for log in logs_like(count):
                made = carried(base64.encodebytes(log), "application/octet-stream")
                made = made.replace(b"\n\n", b"\nContent-Transfer-Encoding: base64\n\n", 1)
                file.write(b"From m@example.org Fri Jan  2 11:00:00 2026\n" + made + b"\n")
        post, peaks[count] = peak_of([box])
        assert [one.size for one in post.logs] == [len(log) for log in logs_like(count)]
        assert logs_of(post) == list(logs_like(count))
    assert peaks[6] < peaks[1] + 2 * PIECE, peaks


def test_one_unpacked_parcel_is_in_memory_at_a_time() -> None:
    peaks = {}
    for count in (1, 30):
        armor = [line for log in logs_like(count) for line in lines_of(log)]
        post, peaks[count] = peak_of([], carried("\n".join(armor)))
        assert sorted(logs_of(post)) == list(logs_like(count))
    assert peaks[30] < peaks[1] + 2 * PIECE, peaks


def test_what_was_unpacked_goes_away(tmp_path: Path) -> None:
    (tmp_path / "one.eml").write_bytes(SENT)
    post = read([tmp_path / "one.eml"])
    [log] = [one.path for one in post.logs]
    assert log.read_bytes() == SHORT
    post.folder.close()
    assert not log.parent.exists()
    [log] = [one.path for one in read([tmp_path / "one.eml"]).logs]
    assert not log.parent.exists()  # nobody closed it, and nobody knows it any more


# --- What one message may cost -------------------------------------------------------------------


def slow(kind: str, size: int) -> bytes:
    """A message at which some parser takes much longer than its size says."""
    head = b"From: x@stranger.example\nSubject: x\nMIME-Version: 1.0\nContent-Type: "
    return head + {
        "punycode": b"text/plain; charset=punycode\n\n" + b"a" * 10 + b"-" + b"b0a" * (size // 3),
        "semicolons": b"text/plain" + b";" * size + b"\n\nhello\n",
        "folded": b"text/plain" + (b";" * 76 + b"\n ") * (size // 78) + b"x=y\n\nhello\n",
        "nested": b"".join(
            b"multipart/mixed; boundary=b%d\n\n--b%d\nContent-Type: " % (level, level)
            for level in range(300)
        ) + b"text/plain\n\n" + b"\n" * size,
        "parts": b"multipart/mixed; boundary=b\n\n" + b"--b\n\n" * (size // 5) + b"--b--\n",
        "footers": b"text/plain\n\n" + b"".join(
            b"pbem-head %020x 1 %020x\n" % (number, number) for number in range(size // 54)
        ),
        "labels": b"text/plain\n\n" + "\n".join(
            line_of(base32((number << 2).to_bytes(4, "big"))[:6], 0,
                    (100_000).to_bytes(3, "big") + (2_500_000).to_bytes(4, "big")
                    + number.to_bytes(16, "big"))
            for number in range(size // 60)
        ).encode(),
        "heads": b"text/html\n\n" + b"<head>" * (size // 6),
        "breaks": b"text/html\n\n" + b"<blockquote>" * 20 + b"<p>" * (size // 3),
        "sections": b"text/plain\n\n" + b"#pbem g ann\nmove x to 101\n" * (size // 27),
    }[kind]  # fmt: skip


SLOW = ["punycode", "semicolons", "folded", "nested", "parts", "footers", "labels", "heads",
        "breaks", "sections"]  # fmt: skip


def cost_of(tmp_path: Path, message: bytes) -> tuple[Post, float, int]:
    """Read a message: the seconds and the KiB that reading took, in this process and its child."""
    before = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    post = read_bytes(tmp_path, message)
    after = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    spent = sum(b.ru_utime - a.ru_utime for a, b in zip(before, after, strict=True))
    return post, spent, after[1].ru_maxrss


@pytest.mark.parametrize("kind", SLOW)
def test_one_message_costs_no_more_than_its_limits(kind: str, tmp_path: Path) -> None:
    """The limit is promised, whatever parser it is that grows faster than the bytes."""
    message = slow(kind, MIB)
    most = confined.limits(len(message))
    post, spent, _ = cost_of(tmp_path, message)
    assert spent < most.seconds + 2  # what the parent does besides
    assert logs_of(post) == []
    is_fit_for_a_terminal(post)
    assert len(post.sections) <= 20
    assert len(post.footers) <= 100
    assert len(post.partial) <= 200


@pytest.mark.parametrize("kind", ["semicolons", "nested", "parts", "footers", "labels", "heads"])
def test_what_parsers_are_slow_at_is_bounded_before(kind: str, tmp_path: Path) -> None:
    little, much = (slow(kind, size) for size in (MIB // 16, MIB // 2))
    is_linear(lambda: read_bytes(tmp_path, little), lambda: read_bytes(tmp_path, much))


def test_what_reaches_a_limit_is_named_and_the_next_message_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.mail.inside.message_from_bytes", spinning_at(b"stranger.example"))
    post = read_bytes(tmp_path, slow("heads", 100), SENT)
    assert logs_of(post) == [SHORT]
    [said] = post.wrong
    assert "0.eml: it takes more than 2 seconds of processor time to read" in said


def spinning_at(mark: bytes) -> Callable[[bytes], object]:
    def parse(data: bytes) -> object:
        while mark in data:
            pass
        return email.message_from_bytes(data)

    return parse


@pytest.mark.parametrize("charset", ["punycode", "idna", "unicode_escape", "zlib", "rot13", "mbcs"])
def test_what_is_no_charset_of_mail_is_read_as_text(charset: str, tmp_path: Path) -> None:
    message = carried(TEXT, f"text/plain; charset={charset}")
    assert logs_of(read_bytes(tmp_path, message)) == [SHORT]


def test_too_little_memory_here_says_nothing_of_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_fork() -> int:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr("pbem.confined.os.fork", no_fork)
    with pytest.raises(LogFileError, match="Cannot allocate memory"):
        read_bytes(tmp_path, SENT)


@pytest.mark.parametrize("spoilt", ["its sum", "behind its end", "cut short"])
def test_parcels_that_fail_at_their_last_byte_count_as_unpacked(
    monkeypatch: pytest.MonkeyPatch, spoilt: str
) -> None:
    """Else a message may have so many of them unpacked that reading it takes minutes."""
    most = 1 << 20
    monkeypatch.setattr("pbem.mail.armor.BYTES_MOST", most)
    monkeypatch.setattr("pbem.mail.armor.TOGETHER_MOST", 3 * most)
    unpacked: list[int] = []

    class Counted:
        def __init__(self) -> None:
            self._real = zlib.decompressobj()

        def decompress(self, packed: bytes, asked: int) -> bytes:
            unpacked.append(asked)
            return self._real.decompress(packed, asked)

        def __getattr__(self, name: str) -> object:
            return getattr(self._real, name)

    monkeypatch.setattr(
        "pbem.mail.armor.zlib", SimpleNamespace(decompressobj=Counted, error=zlib.error)
    )
    parcels = Parcels()
    for number in range(20):
        packed = zlib.compress(b"%d" % number + bytes(most - 20), 9)
        spoil = {
            "its sum": packed[:-4] + bytes(4),
            "behind its end": packed + bytes(4),
            "cut short": packed[:-1],
        }
        parcels.add("\n".join(parcel_of(spoil[spoilt])))
    made, wrong = emptied(parcels)
    assert made == []
    assert len(wrong) == 20
    assert sum(size for size in unpacked if size > 1) <= 3 * most
    assert "it unpacks to more than" in wrong[-1]


CP437 = b"From: x@y.zz\r\nContent-Type: text/plain; charset=cp437\r\n"


def test_a_log_that_grows_by_its_charset_is_refused_before_it_is_sent_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.mail.contents.BYTES_MOST", 2 * MIB)
    path = tmp_path / "big.eml"
    path.write_bytes(CP437 + b'\r\n{"body":{"x":"' + b"\xc4" * MIB + b'"}}\n')
    post = read([path])
    assert post.logs == []
    assert "3 MiB; a log has at most 2" in " ".join(post.wrong)


def test_all_files_in_a_message_together_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.mail.contents.FILES_BYTES", MIB)
    path = tmp_path / "big.eml"
    head = b"From: x@y.zz\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    kind = b"--b\r\nContent-Type: text/plain; charset=cp437\r\n\r\n"
    logs = [b'{"body":{"x":"%d' % n + b"\xc4" * 150_000 + b'"}}\r\n' for n in range(6)]
    path.write_bytes(head + b"".join(kind + log for log in logs) + b"--b--\r\n")
    post = read([path])
    assert len(post.logs) == 2
    assert "MiB of files. The rest was not read" in " ".join(post.wrong)


def test_orders_of_one_line_without_end_are_none(tmp_path: Path) -> None:
    path = tmp_path / "long.eml"
    path.write_bytes(
        b"From: x@y.zz\r\n\r\n#pbem g ann\r\nmove " + b"x" * (2 * MIB) + b"\r\n#end\r\n"
    )
    post = read([path])
    assert post.sections == []
    assert "characters of orders" in " ".join(post.wrong)


def test_small_parcels_that_fail_leave_room_for_others() -> None:
    """Else a stranger's two lines would keep the logs of others in a mailbox from being read."""
    parcels = Parcels()
    for number in range(150):
        parcels.add("\n".join(parcel_of(b"no parcel %d" % number)))
    log = b"a log that is long" * 200
    parcels.add("\n".join(lines_of(log + hashlib.sha512(log).digest() * 4)))
    made, wrong = emptied(parcels)
    assert len(made) == 1
    assert len(wrong) == 150


def test_bombs_are_counted_whether_they_fit_or_not() -> None:
    parcels = Parcels()
    for number in range(5):
        packed = zlib.compress(b"%d" % number + bytes(65 * MIB), 9)
        parcels.put(found_in("\n".join(parcel_of(packed))))
    _, wrong = emptied(parcels)
    assert sum("more than a log may have" in one for one in wrong) == 2
    assert sum("with the others, it unpacks" in one for one in wrong) == 3
