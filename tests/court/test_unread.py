"""What was not read is named, keeps nothing else out, and no verdict says that nothing is wrong."""

from __future__ import annotations

import io
import struct
import zipfile
from email.message import EmailMessage

import pytest
from typer.testing import CliRunner

from court.conftest import LOG
from court.heaps import heaps, write
from pbem.commands.court import app
from pbem.court import archives, copies, document, exhibits, folder
from pbem.court.judging import bench, games, handed_in
from pbem.errors import LogFileError
from pbem.mail.armor import lines_of

FORK = "two-histories-undecided"
NOTHING = "Nothing handed in shows a fault of anybody."
ERRORS = (RuntimeError("odd"), MemoryError(), RecursionError("too deep"))


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def directory_of(count: int) -> bytes:
    """A zip archive that is only a directory: ``count`` names and no file."""
    one = struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", 20, 0, 20, 0, 0, 0, 0, 0x21, 0, 0, 0, 1,
                      0, 0, 0, 0, 0, 0) + b"a"  # fmt: skip
    begin = b"PK\3\4" + b"\0" * 26
    names = one * count
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 65535, 65535, len(names), len(begin), 0)
    return begin + names + end


def mail(name: str, data: bytes) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.org", "b@example.org", "turn"
    message.set_content("here it is")
    message.add_attachment(data, "application", "octet-stream", filename=name)
    return bytes(message)


def summary(case) -> list[str]:
    return [line.text for line in next(iter(document.outline(case))).lines]


@pytest.fixture
def fork(heap):
    """The evidence against ann, who signed two histories."""
    return write(heaps()[FORK], heap)


@pytest.mark.parametrize("name", ["0-my-mail.zip", "zzz.zip"])
def test_what_is_too_large_keeps_nothing_else_out(fork, hearing, monkeypatch, name):
    monkeypatch.setattr(exhibits, "BYTES_MOST", 1 << 20)
    (fork / name).write_bytes(zipped({"inbox.mbox": bytes(2 << 20), "more/a.txt": b"hello"}))
    case = hearing(fork).case
    assert {handle for one in case.statements() for handle in one.blames} == {"ann"}
    assert case.unread == (f"{name}/inbox.mbox: too large: too much was handed in",)
    assert f"{name}/more/a.txt" in {known for one in case.exhibits for known in one.names}
    told = summary(case)
    assert [one.partition(":")[0] for one in told].count("NOT everything was read") == 1
    assert f"Not read: {case.unread[0]}" in told


def test_what_fills_the_limit_is_opened_last(heap, hearing, monkeypatch):
    """Whoever hands in an archive that just fits keeps out what others handed in behind it."""
    monkeypatch.setattr(exhibits, "BYTES_MOST", 1 << 20)
    (heap / "0.zip").write_bytes(zipped({"a": bytes(1 << 20)}))
    (heap / "1.zip").write_bytes(zipped({"game.pbem": LOG.read_bytes()}))
    case = hearing(heap).case
    assert len(case.copies) == 1
    assert [one.partition(":")[0] for one in case.unread] == ["0.zip/a"]


def test_every_file_that_was_handed_in_itself_is_taken_in(heap, hearing, monkeypatch):
    monkeypatch.setattr(exhibits, "FILES_MOST", 3)
    monkeypatch.setattr(exhibits, "BYTES_MOST", 1 << 20)
    for number in range(6):
        (heap / f"{number}.txt").write_bytes(bytes([48 + number]) * (1 << 19))
    (heap / "z.pbem").write_bytes(LOG.read_bytes())
    case = hearing(heap).case
    assert (len(case.exhibits), len(case.copies), case.unread) == (7, 1, ())


def test_no_verdict_says_that_nothing_is_wrong_where_something_was_not_read(heap, hearing):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    assert NOTHING in summary(hearing(heap).case)
    (heap / "b.7z").write_bytes(b"7z\xbc\xaf\x27\x1c" + bytes(100))
    case = hearing(heap).case
    assert NOTHING not in summary(case)
    assert "Nothing that was read shows a fault" in "".join(summary(case))
    assert "b.7z: it is a 7z archive, which was not opened" in case.unread[0]


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xd8\xff\xe0" + bytes(50),
        b"\x89PNG\r\n\x1a\n" + bytes(50),
        b"%PDF-1.7\n",
        b"hello\n",
        b"",
    ],
)
def test_what_is_known_to_be_foreign_counts_as_read(heap, hearing, data):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    (heap / "b.jpg").write_bytes(data)
    case = hearing(heap).case
    assert case.unread == ()
    assert NOTHING in summary(case)


def test_what_nobody_knows_does_not(heap, hearing):
    (heap / "b.bin").write_bytes(bytes(range(256)))
    assert "nobody can say what it is" in hearing(heap).case.unread[0]


def test_armor_far_behind_in_a_text_is_looked_for(heap, hearing):
    text = b"words\n" * 300_000 + "\n".join(lines_of(LOG.read_bytes())).encode()
    (heap / "notes.txt").write_bytes(text)
    assert len(hearing(heap).case.copies) == 1


def test_the_exit_code_says_so(heap, tmp_path):
    def typed(to: str) -> int:
        return CliRunner().invoke(app, ["court", str(heap), "--to", str(tmp_path / to)]).exit_code

    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    assert typed("one") == 0
    (heap / "b.rar").write_bytes(b"Rar!\x1a\x07\x01\x00")
    assert typed("two") == 1
    assert folder.check(tmp_path / "two").same


@pytest.mark.parametrize("count", [200_000, 15_000_000])
def test_a_directory_of_a_million_names_is_not_read(fork, hearing, monkeypatch, count):
    if count > 1_000_000:  # its size is a claim: nothing is read for it
        data = bytearray(directory_of(10))
        data[-10:-6] = (700 << 20).to_bytes(4, "little")
        (fork / "photos.zip").write_bytes(data)
    else:
        (fork / "photos.zip").write_bytes(zipped({"a.zip": directory_of(count)}))
    case = hearing(fork).case
    [why] = case.unread
    assert why.startswith("photos.zip")
    assert "its directory has" in why
    assert {handle for one in case.statements() for handle in one.blames} == {"ann"}


def test_a_directory_costs_no_more_than_its_limits(tmp_path):
    """Whatever size it says it has: the process that reads it is bounded."""
    path = tmp_path / "a.zip"
    path.write_bytes(directory_of(3_000_000)[:-22] + directory_of(1)[-22:].replace(
        struct.pack("<L", 47), struct.pack("<L", 0xFFFFFFFF)))  # fmt: skip
    with pytest.raises(archives.FormError, match="this zip file was not opened"):
        archives.members(path)


def test_a_zip_archive_in_a_mail_is_opened(heap, hearing):
    (heap / "a.eml").write_bytes(mail("turn.zip", zipped({"game.pbem": LOG.read_bytes()})))
    case = hearing(heap).case
    assert [one.kind for one in case.exhibits] == ["mail", "zip", "log"]
    assert [one.within for one in case.exhibits] == [None, 1, 2]
    assert len(case.copies) == 1


def test_a_mail_in_a_zip_archive_in_a_mail_is_opened(heap, hearing):
    inner = zipped({"b.eml": mail("game.pbem", LOG.read_bytes())})
    (heap / "a.eml").write_bytes(mail("turn.zip", inner))
    case = hearing(heap).case
    assert sorted(one.kind for one in case.exhibits) == ["log", "mail", "mail", "zip"]
    assert len(case.copies) == 1


READERS = [
    (exhibits, "_kind", "bad.txt"),
    (exhibits, "members", "bad.zip"),
    (copies, "read_fork", "bad.fork"),
    (bench, "read_card", "bad.card"),
    (handed_in, "evidence_of_mail", "bad.eml"),
    (games, "_game", None),
]
"""What reads a kind of exhibit, and which it fails at; None: at whatever it gets."""


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader[1])
def test_an_exhibit_at_which_the_program_fails(fork, hearing, monkeypatch, error, reader):
    """It is named, and the others are judged."""
    (fork / "bad.txt").write_bytes(b"hello")
    (fork / "bad.zip").write_bytes(zipped({"a.txt": b"a"}))
    (fork / "bad.fork").write_bytes(b"{}")
    (fork / "bad.card").write_bytes(b"{}")
    (fork / "bad.eml").write_bytes(mail("a.txt", b"hello"))
    where, name, of = reader
    known, asked = getattr(where, name), []

    def fails(*args, **options):
        asked.append(args)
        if of in (None, args[0]) or name != "_kind":
            raise error
        return known(*args, **options)

    monkeypatch.setattr(where, name, fails)
    if name == "members":  # of the other archive the fork would be read as well
        (fork / "proof.zip").unlink()
    case = hearing(fork).case
    assert asked
    told = [one for one in case.unread if type(error).__name__ in one]
    assert told
    if of is not None:
        assert {handle for one in case.statements() for handle in one.blames} == {"ann"}
    assert NOTHING not in summary(case)


def test_a_full_disk_says_nothing_of_the_evidence(heap, hearing, monkeypatch):
    """It ends the court, which is asked again once there is room."""
    (heap / "a.pbem").write_bytes(LOG.read_bytes())

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(exhibits, "writing", full)
    with pytest.raises(LogFileError, match="No space left"):
        hearing(heap)
