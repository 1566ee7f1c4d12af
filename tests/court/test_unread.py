"""An unread file is named, keeps nothing else out, and no verdict says that nothing is wrong."""

from __future__ import annotations

import io
import os
import struct
import zipfile
import zlib
from email.message import EmailMessage

import pytest
from typer.testing import CliRunner

from court.conftest import LOG
from court.heaps import heaps, write
from pbem import confined
from pbem.commands.court import app
from pbem.court import archives, copies, document, exhibits, folder, packs, shares
from pbem.court.judging import bench, games, handed_in
from pbem.errors import LogFileError
from pbem.mail.armor import lines_of

FORK = "two-histories-undecided"
NOTHING = "No file that was handed in shows anybody at fault."
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
    assert case.unread == (f"{name}/inbox.mbox: too large for one case",)
    assert f"{name}/more/a.txt" in {known for one in case.exhibits for known in one.names}
    reported = summary(case)
    assert [one.partition(":")[0] for one in reported].count("NOT everything was read") == 1
    assert f"Not read: {case.unread[0]}" in reported


def test_what_fills_the_limit_is_opened_last(heap, hearing, monkeypatch):
    """An archive that just fits keeps out what others handed in after it."""
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
    assert "No file that was read shows anybody at fault" in "".join(summary(case))
    assert "b.7z: pbem did not open it: it is a 7z archive." in case.unread[0]


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xd8\xff\xe0" + bytes(50),
        b"\x89PNG\r\n\x1a\n" + bytes(50),
        b"%PDF-1.7\n",
        b"\0\0\0\1Bud1\0\0\x10\0" + bytes(6000),
        b"\0\x05\x16\x07\0\2\0\0Mac OS X        \0\2" + bytes(100),
        b"\0\x05\x16\x07\0\2\0\0" + bytes(118),
        "\ufeff[.ShellClassInfo]\r\n".encode("utf-16-le"),
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


@pytest.mark.parametrize("name", [".DS_Store", "._game.pbem.txt", "Thumbs.db", "desktop.ini"])
def test_no_name_makes_a_file_foreign(heap, hearing, name):
    """Its bytes decide, or evidence could hide under a name."""
    (heap / name).write_bytes(bytes(range(256)))
    assert "does not know this kind of file" in hearing(heap).case.unread[0]


@pytest.mark.parametrize("begins", [b"\0\0\0\1Bud1", b"\0\x05\x16\x07\0\2\0\0"])
def test_what_a_mac_adds_is_small_and_holds_nothing_of_ours(heap, hearing, begins):
    (heap / "a.bin").write_bytes(begins + bytes(2 << 20))
    (heap / "b.bin").write_bytes(begins + bytes(5000) + b'{"body":{"by":"ann"')
    assert len(hearing(heap).case.unread) == 2


def test_what_nobody_knows_does_not(heap, hearing):
    (heap / "b.bin").write_bytes(bytes(range(256)))
    assert "does not know this kind of file" in hearing(heap).case.unread[0]


def test_armor_far_after_in_a_text_is_looked_for(heap, hearing):
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
    with pytest.raises(archives.FormError, match="did not open this zip file"):
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
    (exhibits, "_kinds", "bad.txt"),
    (exhibits, "members", "bad.zip"),
    (copies, "read_fork", "bad.fork"),
    (bench, "read_card", "bad.card"),
    (handed_in, "evidence_of_mail", "bad.eml"),
    (games, "_game", None),
]
"""The readers of each kind of exhibit, and the file at which each fails; None: at any."""


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
        if of in (None, args[0]) or name != "_kinds":
            raise error
        return known(*args, **options)

    monkeypatch.setattr(where, name, fails)
    if name == "members":  # of the other archive the fork would be read as well
        (fork / "proof.zip").unlink()
    case = hearing(fork).case
    assert asked
    reported = [one for one in case.unread if type(error).__name__ in one]
    assert reported
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


# --- archives are unpacked in child processes ---------------------------------------------------


def counting(calls: list[str]):
    """Count what is read in child processes, by the function that reads."""

    def how(function, given, most):
        calls.append(function.__name__)
        return confined.copied(function, given, most)

    return confined.by(how)


def with_dictionary(data: bytes, size: int) -> bytes:
    """An archive whose one file, packed by LZMA, asks for a dictionary of ``size`` bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.pbem", data)
    whole = bytearray(packed.getvalue())
    at = 30 + len("a.pbem") + 4 + 1  # after the version, the size of the properties, and lc lp pb
    whole[at : at + 4] = size.to_bytes(4, "little")
    return bytes(whole)


def test_no_archive_is_parsed_in_the_court_s_own_process(heap, hearing, monkeypatch):
    ours, known = os.getpid(), zipfile.ZipFile.__init__

    def opens(self, *args, **options):
        assert os.getpid() != ours
        known(self, *args, **options)

    (heap / "a.zip").write_bytes(zipped({"game.pbem": LOG.read_bytes()}))
    monkeypatch.setattr(zipfile.ZipFile, "__init__", opens)
    case = hearing(heap).case
    assert (len(case.copies), case.unread) == (1, ())


@pytest.mark.parametrize("asks", [(64 << 20) + 1, 0xC0000000, 0xFFFFFFFF])
def test_a_file_that_asks_for_gigabytes_is_named_and_the_next_goes_on(fork, hearing, asks):
    """By what it asks for: no verdict depends on how much memory a judge has."""
    (fork / "0.zip").write_bytes(with_dictionary(LOG.read_bytes(), asks))
    (fork / "1.zip").write_bytes(with_dictionary(LOG.read_bytes(), 64 << 20))
    case = hearing(fork).case
    [why] = case.unread
    assert why.startswith("0.zip/a.pbem: cannot be unpacked: it needs a dictionary of ")
    assert "1.zip/a.pbem" in {known for one in case.exhibits for known in one.names}
    assert {handle for one in case.statements() for handle in one.blames} == {"ann"}


def bomb(count: int, size: int) -> bytes:
    """An archive whose files share their bytes, and fail at their last one."""
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = pack.compress(bytes(size)) + pack.flush()
    local = struct.pack("<4s5H3I2H", b"PK\3\4", 20, 0, 8, 0, 0, 0xBAD, len(data), size, 1, 0) + b"x"
    one = struct.pack("<4s6H3I5H2I", b"PK\1\2", 20, 20, 0, 8, 0, 0, 0xBAD, len(data), size, 1,
                      0, 0, 0, 0, 0, 0) + b"x"  # fmt: skip
    names, at = one * count, len(local) + len(data)
    return (
        local
        + data
        + names
        + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, count, count, len(names), at, 0)
    )


def test_files_that_share_bytes_are_not_unpacked(fork, hearing):
    (fork / "0.zip").write_bytes(bomb(40, 1 << 20))
    calls: list[str] = []
    (fork / "proof.zip").unlink(missing_ok=True)
    with counting(calls):
        case = hearing(fork).case
    [why] = case.unread
    assert why.startswith("0.zip: cannot be unpacked")
    assert "files in it overlap" in why
    assert "unpack_members" not in calls


def test_what_cannot_be_unpacked_is_counted_by_files_too(heap, hearing, monkeypatch):
    monkeypatch.setattr(exhibits, "LOST_MOST", 5 * exhibits.FILE_LOSES)
    monkeypatch.setattr(exhibits, "BATCH_FILES", 2)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(30):
            archive.writestr(f"{number:02}.txt", b"hello")
        for one in archive.filelist:
            one.CRC ^= 1
    (heap / "a.zip").write_bytes(packed.getvalue())
    unread = hearing(heap).case.unread
    assert len(unread) == 7
    assert unread[-1].startswith("a.zip: too many files that cannot be unpacked: 24 files in it")
    assert unread[0] == "a.zip/00.txt: cannot be unpacked: it is damaged"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_DEFLATED])
def test_a_damaged_file_in_an_archive_says_nothing_of_this_computer(heap, hearing, method):
    """Some methods raise OSError for such bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("a.txt", bytes(range(256)) * 50)
        archive.writestr("b.txt", "hello")
    whole = bytearray(packed.getvalue())
    whole[60:120] = b"\xff" * 60
    (heap / "a.zip").write_bytes(whole)
    case = hearing(heap).case
    [why] = case.unread
    assert why.startswith("a.zip/a.txt: cannot be unpacked: ")
    assert "a.zip/b.txt" in {known for one in case.exhibits for known in one.names}


def test_a_file_that_takes_too_long_is_named_and_the_next_goes_on(heap, hearing, monkeypatch):
    known = archives._unpack_one

    def spins(packed, one, to):
        while one.filename.startswith("slow"):
            pass
        known(packed, one, to)

    monkeypatch.setattr(archives, "_unpack_one", spins)
    monkeypatch.setattr(archives, "LIMITS", confined.Limits(1, 128 << 20))
    names = ("a.txt", "b.txt", "slow.txt", "y.txt", "z.txt")
    (heap / "a.zip").write_bytes(zipped({name: name.encode() for name in names}))
    calls: list[str] = []
    with counting(calls):
        case = hearing(heap).case
    assert [one.partition(": it takes more than 1 seconds")[0] for one in case.unread] == [
        "a.zip/slow.txt: cannot be unpacked"
    ]
    assert len(case.exhibits) == 5
    assert calls.count("unpack_members") == 2


def test_an_ordinary_archive_is_unpacked_by_one_child(heap, hearing):
    (heap / "a.zip").write_bytes(zipped({f"{n}.txt": str(n).encode() for n in range(300)}))
    calls: list[str] = []
    with counting(calls):
        case = hearing(heap).case
    assert (len(case.exhibits), case.unread) == (301, ())
    assert [calls.count(name) for name in ("list_members", "unpack_members")] == [1, 1]


def test_batches_end_at_their_bytes_and_files(heap, hearing, monkeypatch):
    monkeypatch.setattr(exhibits, "BATCH_BYTES", 100)
    monkeypatch.setattr(exhibits, "BATCH_FILES", 3)
    files = {f"{n}.txt": (str(n) * 10).encode() for n in range(7)}
    (heap / "a.zip").write_bytes(zipped({**files, "8.txt": b"x" * 500, "9.txt": b"end"}))
    calls: list[str] = []
    with counting(calls):
        case = hearing(heap).case
    assert (len(case.exhibits), case.unread) == (10, ())
    assert calls.count("unpack_members") == 5


def test_files_that_reach_limits_end_their_archive_and_no_other(heap, hearing, monkeypatch):
    """Else an archive of ten thousand such files keeps a court for days."""

    def hoards(packed, one, to):
        if one.filename.startswith("bad"):
            raise MemoryError
        known(packed, one, to)

    known = archives._unpack_one
    monkeypatch.setattr(archives, "_unpack_one", hoards)
    inner = zipped({f"bad{n:03}.txt": b"x" for n in range(40)})
    (heap / "0.zip").write_bytes(zipped({"a.zip": inner, "b.zip": inner + b"x"}))
    (heap / "1.zip").write_bytes(zipped({"game.pbem": LOG.read_bytes()}))
    calls: list[str] = []
    with counting(calls):
        case = hearing(heap).case
    most = exhibits.LOST_MOST // exhibits.LIMIT_LOSES + 1
    assert calls.count("unpack_members") == most + 2
    assert len(case.copies) == 1
    assert [one for one in case.unread if "too many files that cannot be unpacked" in one]


def test_damaged_files_are_not_unpacked_without_end(heap, hearing, monkeypatch):
    """Each says that it is large, shares its bytes with the next, and fails at its last one."""
    monkeypatch.setattr(exhibits, "LOST_MOST", 5 << 20)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(20):
            archive.writestr(f"{number:02}.txt", bytes([number]) * (1 << 20))
        for one in archive.filelist:
            one.CRC ^= 1
    monkeypatch.setattr(exhibits, "BATCH_FILES", 2)
    (heap / "a.zip").write_bytes(packed.getvalue())
    calls: list[str] = []
    with counting(calls):
        case = hearing(heap).case
    assert len(case.unread) == 7
    assert case.unread[-1].startswith("a.zip: too many files that cannot be unpacked: 14 files")
    assert calls.count("unpack_members") == 3


def test_a_full_disk_while_unpacking_says_nothing_of_the_evidence(heap, hearing, monkeypatch):
    (heap / "a.zip").write_bytes(zipped({"a.txt": b"a"}))

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(archives, "writing", full)
    with pytest.raises(LogFileError, match="No space left"):
        hearing(heap)


CLAIM = b"claim: late\nby: bob\nagainst: ann\n"


def test_thousands_of_yaml_files_in_an_archive_keep_nobody_from_being_heard(
    fork, hearing, monkeypatch
):
    """Each takes a moment: so many are read of each source, the others are named."""
    monkeypatch.setattr(shares, "FILES_MOST", 3)
    claims = {f"{number}.claim": CLAIM + b"says: so %d\n" % number for number in range(5)}
    (fork / "0-many.zip").write_bytes(zipped(claims))
    (fork / "bob.claim").write_bytes(CLAIM)
    case = hearing(fork).case
    assert {handle for one in case.statements() for handle in one.blames} == {"ann"}
    assert len(case.claims) == 3 + 2  # two others lie beside it
    assert "" in {one.claim.says for one in case.claims}
    assert len(case.unread) == 2
    assert all("holds more YAML files than one source may have" in one for one in case.unread)
    negative = [one.why for one in case.claims if one.answer in ("refuted", "not shown")]
    assert negative
    assert all("NOT everything that was handed in was read" in why for why in negative)
    for name in ("0-many.zip", "bob.claim"):
        (fork / name).unlink()
    assert "NOT everything" not in "".join(one.why for one in hearing(fork).case.claims)


def test_a_pack_that_reaches_its_limit_costs_its_source_the_others(heap, hearing, monkeypatch):
    monkeypatch.setattr(shares, "LIMIT_COSTS", shares.BYTES_MOST)
    tried = []

    def too_slow(function, given, *_):
        if function is packs.shown_as:
            tried.append(given[0])
            raise confined.UnreadableError("it takes more than 40 seconds")
        return confined.here(function, given, packs.LIMITS)

    files = {f"{name}.yaml": b"a: %d\n" % number for number, name in enumerate("abc")}
    (heap / "many.zip").write_bytes(zipped(files))
    (heap / "own.yaml").write_bytes(b"b: 1\n")
    with confined.by(too_slow):
        case = hearing(heap).case
    assert len(tried) == 2
    assert sum("may have" in one for one in case.unread) == 2
    assert not [line for line in summary(case) if NOTHING in line]
