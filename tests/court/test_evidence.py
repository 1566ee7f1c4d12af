"""Evidence is written by people who want something: what is imported, under which name."""

from __future__ import annotations

import io
import json
import os
import stat
import zipfile
from email.message import EmailMessage
from hashlib import sha256

import pytest

from court.conftest import LOG, LOGS
from pbem.court import copies, exhibits, shares

HOSTILE = LOGS / "hostile"


def zipped(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/"), data)
    return packed.getvalue()


def mail(*attached: bytes) -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "bob@example.org", "eve@example.org"
    message["Subject"], message["Date"] = "my turn", "Fri, 20 Nov 2026 15:04:05 +0000"
    message["Received"] = "from a by b; Fri, 20 Nov 2026 15:05:00 +0000"
    message.set_content("here it is")
    for data in attached:
        message.add_attachment(data, "application", "octet-stream", filename="turn.pbem")
    return bytes(message)


def kinds(heard) -> list[str]:
    return [one.kind for one in heard.case.exhibits]


def test_the_same_bytes_are_one_exhibit_with_two_names(heap, hearing):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    (heap / "deep").mkdir()
    (heap / "deep" / "b.pbem").write_bytes(LOG.read_bytes())
    case = hearing(heap).case
    assert [one.names for one in case.exhibits] == [("a.pbem", "deep/b.pbem")]
    assert len(case.copies) == 1


def test_no_path_of_the_judge_stands_in_a_case(heap, hearing):
    (heap / "a.eml").write_bytes(mail(LOG.read_bytes()))
    (heap / "b.zip").write_bytes(zipped(c=b"x"))
    (heap / "b.pbem").write_bytes(b"no log")
    heard = hearing(heap)
    from pbem.court.document import line, markdown
    from pbem.court.page import page

    for text in (line(heard.case).decode(), markdown(heard.case), page(heard)):
        assert str(heap.parent) not in text
        assert "/tmp" not in text  # noqa: S108 - what is looked for


def test_what_lies_in_zip_files_within_zip_files(heap, hearing):
    inner = zipped(b__c=LOG.read_bytes())
    for _ in range(2):
        inner = zipped(in_=inner)
    (heap / "a.zip").write_bytes(inner)
    case = hearing(heap).case
    assert [one.kind for one in case.exhibits][-1] == "log"
    assert case.exhibits[-1].within == case.exhibits[-2].number
    assert len(case.copies) == 1
    (heap / "a.zip").write_bytes(zipped(in_=inner))
    case = hearing(heap).case
    assert not case.copies
    assert any("too many nested zip files" in one for one in case.unread)


def test_a_name_in_a_zip_file_is_no_place(heap, hearing, tmp_path):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../../escaped.pbem", LOG.read_bytes())
        archive.writestr("/absolute.pbem", b"{")
        link = zipfile.ZipInfo("link.pbem")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    (heap / "a.zip").write_bytes(packed.getvalue())
    case = hearing(heap).case
    assert not list(tmp_path.rglob("escaped*"))
    assert any("link.pbem: a link" in one for one in case.unread)
    assert len([one for one in case.exhibits if one.kind == "log"]) == 2


@pytest.mark.parametrize("cut", [40, 4000, -30])
def test_a_damaged_zip_file_is_named(heap, hearing, cut):
    (heap / "a.zip").write_bytes(zipped(a=LOG.read_bytes())[:cut])
    (heap / "b.pbem").write_bytes(LOG.read_bytes())
    case = hearing(heap).case
    assert any("a.zip" in one for one in case.unread)
    assert len(case.copies) == 1


def test_a_bomb_is_counted(heap, hearing, monkeypatch):
    monkeypatch.setattr(exhibits, "BYTES_MOST", 1 << 20)
    (heap / "a.zip").write_bytes(zipped(a=bytes(900_000), b=bytes(900_000), c=b"end"))
    case = hearing(heap).case
    assert any("too large for one case" in one for one in case.unread)
    assert sum(one.size for one in case.exhibits) <= 1 << 20


def test_too_many_files_are_counted(heap, hearing, monkeypatch):
    monkeypatch.setattr(exhibits, "FILES_MOST", 3)
    (heap / "a.zip").write_bytes(zipped(**{f"{n}.txt": str(n).encode() for n in range(6)}))
    case = hearing(heap).case
    assert len(case.exhibits) == 1 + 3
    assert len([one for one in case.unread if "too many files: 3 files" in one]) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_links_and_pipes_are_not_opened(heap, hearing):
    (heap / "good.pbem").write_bytes(LOG.read_bytes())
    (heap / "link.pbem").symlink_to("/etc/passwd")
    (heap / "folder").symlink_to("/etc")
    os.mkfifo(heap / "pipe.pbem")
    case = hearing(heap).case
    assert [one.names for one in case.exhibits] == [("good.pbem",)]
    reported = " ".join(case.unread)
    assert "link.pbem: a link" in reported
    assert "folder: a link" in reported
    assert "pipe.pbem: not a plain file" in reported


def test_what_a_message_carries_and_says(heap, hearing):
    (heap / "a.eml").write_bytes(mail(LOG.read_bytes()))
    case = hearing(heap).case
    assert kinds(hearing(heap)) == ["mail", "log"]
    assert case.exhibits[1].within == 1
    [reported] = [one for one in case.others if "Its headers say" in one.says]
    assert reported.weight == "word"
    assert (
        'from "bob@example.org", to "eve@example.org", date "Fri, 20 Nov 2026 15:04:05 +0000"'
        in reported.says
    )
    assert 'received: "from a by b; Fri, 20 Nov 2026 15:05:00 +0000"' in reported.says
    assert "carries events 0 to 35" in reported.says


def without_an_editor(path):
    """Yield the digest of a file without a byte order mark, CR and blank lines, if it had any."""
    data = path.read_bytes()
    lines = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").split(b"\n")
    clean = b"".join(line + b"\n" for line in lines if line)
    if clean != data:
        yield sha256(clean).hexdigest()


def test_every_hostile_log_is_heard(heap, hearing):
    for path in HOSTILE.iterdir():
        if path.suffix in (".pbem", ".fork"):
            (heap / path.name).write_bytes(path.read_bytes())
    case = hearing(heap).case
    assert len(case.copies) > 100
    faulty = {digest for one in case.statements() if one.fact.__struct_config__.tag in
              ("fault", "version") for digest in one.fact.copies}  # fmt: skip
    logs = {one.digest for one in case.copies if one.name.endswith(".pbem")}
    of_forks = {
        one.digest
        for one in case.copies
        if any(
            exhibit.kind == "fork" for exhibit in case.exhibits if exhibit.digest in one.exhibits
        )
    }
    # The sides of a fork may be good, and so may be a log without what an editor added.
    edited = {digest for path in HOSTILE.iterdir() for digest in without_an_editor(path)}
    assert logs - faulty <= of_forks | edited


def test_a_stretch_is_joined_to_what_it_stands_on(heap, hearing):
    lines = LOG.read_bytes().splitlines(keepends=True)
    (heap / "begin.pbem").write_bytes(b"".join(lines[:20]))
    (heap / "middle.pbem").write_bytes(b"".join(lines[20:30]))
    (heap / "rest.pbem").write_bytes(b"".join(lines[30:]))
    case = hearing(heap).case
    assert len(case.copies) == 3
    assert max(one.fact.events for one in case.statements()
               if one.fact.__struct_config__.tag == "copy") == len(lines)  # fmt: skip
    longest = max(case.copies, key=lambda one: len(one.exhibits))
    assert len(longest.exhibits) == 3


def test_a_stretch_of_nothing_is_named(heap, hearing):
    lines = LOG.read_bytes().splitlines(keepends=True)
    (heap / "rest.pbem").write_bytes(b"".join(lines[30:]))
    case = hearing(heap).case
    assert not case.copies
    assert any("begins with event 30" in one for one in case.unread)


def test_of_other_games_no_signature_is_verified_to_join_a_stretch(heap, tmp_path, monkeypatch):
    """Anything that is judged is verified then: a heap of a thousand logs costs nothing more."""
    taken = []

    class Counting(copies.Table):
        def take(self, event):
            taken.append(event.game_id)
            super().take(event)

    monkeypatch.setattr(copies, "Table", Counting)
    lines = LOG.read_bytes().splitlines(keepends=True)
    for path in (*(LOGS / "meiktila").iterdir(), *(LOGS / "tokyo").iterdir()):
        (heap / path.name).write_bytes(path.read_bytes())
    (heap / "begin.pbem").write_bytes(b"".join(lines[:20]))
    (heap / "rest.pbem").write_bytes(b"".join(lines[20:]))
    evidence = exhibits.gather([heap], tmp_path)
    made = copies.copies_of(evidence, tmp_path, shares.Work(evidence))
    assert not made.unread
    assert len(made.copies) == 6
    assert len(set(taken)) == 1
    # The copy with the event before the stretch, and no other: the joined one is judged later.
    assert len(taken) == 20


def test_a_stretch_that_names_another_game_is_joined_too(heap, hearing):
    lines = LOG.read_bytes().splitlines(keepends=True)
    game = json.loads(lines[1])["body"]["game"]
    other = lines[20].replace(game.encode(), b"0" * len(game))
    assert other != lines[20]
    (heap / "begin.pbem").write_bytes(b"".join(lines[:20]))
    (heap / "rest.pbem").write_bytes(other)
    case = hearing(heap).case
    assert len(case.copies) == 2
