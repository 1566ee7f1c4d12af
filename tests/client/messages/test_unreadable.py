"""One file of a folder that cannot be read, a link or a pipe: it is named, and the rest is read."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

import pbem.files
from client.conftest import toy  # noqa: F401
from pbem.client.client import NotFound
from pbem.client.exchange.taking import TakeOptions
from pbem.client.input_files import found
from pbem.client.messages.bundles import OURS, take_what_came, unpack
from pbem.client.storage.find import find_log
from pbem.mail import evidence as mailed
from pbem.mail import reading

LETTER = b"From: ann@example.org\nTo: bob@example.org\nSubject: hello\nDate: 1\n\nHello.\n"
ERRORS = (errno.EACCES, errno.EIO)


@pytest.fixture(params=ERRORS, ids=os.strerror)
def refusing(request, monkeypatch):
    """Return the words with which the system refuses to open whatever is called refused."""
    whole = pbem.files.open_plain

    def opened(path, **how):
        if Path(path).name.startswith("refused"):
            raise OSError(request.param, os.strerror(request.param), str(path))
        return whole(path, **how)

    for room in (pbem.files, reading):
        monkeypatch.setattr(room, "open_plain", opened)
    return os.strerror(request.param)


@pytest.fixture
def heap(playing, tmp_path):
    """A folder with a log of a game that ann and bob play."""
    ann, _ = playing
    ann.orders("end")
    folder = tmp_path / "heap"
    folder.mkdir()
    (folder / "good.pbem").write_bytes(ann.log.read_bytes())
    return folder


@pytest.mark.parametrize("name", ["refused.eml", "refused", "refused.txt"])
def test_a_letter_that_cannot_be_read(heap, playing, refusing, name):
    (heap / name).write_bytes(LETTER)
    with unpack([heap], OURS) as post:
        assert [one.name for one in post.files] == ["good.pbem"]
        assert post.wrong == [f"{heap / name}: cannot be read: {refusing}"]
    _, bob = playing
    taken = take_what_came(bob.client, [heap], TakeOptions("bob"))
    assert {Path(one.file).name: one.status for one in taken} == {
        "good.pbem": "longer", name: "refused"
    }  # fmt: skip
    assert any(refusing in why for one in taken for why in one.warnings)


@pytest.mark.parametrize("called", ["deep.eml", "Re: deep, and more.eml"])
def test_a_letter_with_too_many_levels_is_named_and_says_why(playing, tmp_path, called):
    letter, folder = b"Subject: x\n\nhello\n", tmp_path / "a: b"
    for _ in range(30):
        letter = b"Subject: x\nContent-Type: message/rfc822\n\n" + letter
    folder.mkdir()
    (folder / called).write_bytes(b"From: ann@example.org\n" + letter)
    _, bob = playing
    for given in (folder, folder / called):
        [taken] = take_what_came(bob.client, [given], TakeOptions("bob"))
        assert (taken.file, taken.status) == (str(folder / called), "refused")
        assert any("more than 20 levels of parts" in why for why in taken.warnings)


@pytest.mark.parametrize("maildir", [False, True])
def test_mail_as_evidence(heap, refusing, maildir):
    if maildir:
        for name in ("cur", "new", "tmp"):
            (heap / name).mkdir()
    where = heap / "cur" if maildir else heap
    (where / "refused.eml").write_bytes(LETTER)
    (where / "z.eml").write_bytes(LETTER)
    read = mailed.evidence([heap])
    assert read.silent == 1 + maildir
    [why] = read.unread
    assert why.endswith(f"cannot be read: {refusing}")
    if maildir:
        assert "heap, message 1: " in why
        assert reading.read([heap]).wrong == [why]


def test_a_folder_that_cannot_be_looked_into(heap, monkeypatch):
    """Another folder in it, which belongs to somebody else."""
    (heap / "closed").mkdir()
    whole = Path.is_dir

    def is_dir(path, **how):
        if path.parent.name == "closed":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return whole(path, **how)

    monkeypatch.setattr(Path, "is_dir", is_dir)
    (heap / "z.eml").write_bytes(LETTER)
    read = mailed.evidence([heap])
    assert read.silent == 1
    assert read.unread == (f"{heap / 'closed'}: cannot be read: {os.strerror(errno.EACCES)}",)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_links_and_pipes_are_named_and_not_opened(heap, tmp_path):
    (tmp_path / "other.pbem").write_bytes((heap / "good.pbem").read_bytes())
    (tmp_path / "letter").write_bytes(LETTER)
    (heap / "link.pbem").symlink_to(tmp_path / "other.pbem")
    (heap / "linked.eml").symlink_to(tmp_path / "letter")
    (heap / "loop.pbem").symlink_to("loop.pbem")
    (heap / "nowhere").symlink_to("/nowhere/at/all")
    (heap / "folder").symlink_to(tmp_path)
    os.mkfifo(heap / "pipe.pbem")
    links = ("link.pbem", "linked.eml", "loop.pbem", "nowhere")
    odd = dict.fromkeys(links, "a link, which pbem does not follow")
    odd["pipe.pbem"] = "a pipe, which pbem does not open"
    with unpack([heap], OURS) as post:
        assert [one.name for one in post.files] == ["good.pbem"]
        assert sorted(post.wrong) == [f"{heap / name}: is {why}" for name, why in odd.items()]
    unread = mailed.evidence([heap]).unread
    assert sorted(unread) == [f"{heap / name}: {why}" for name, why in odd.items()]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_in_a_maildir_is_named_and_nobody_waits_for_it(playing, tmp_path):
    """A folder of an opponent, unpacked by somebody who judges."""
    box = tmp_path / "box"
    for name in ("cur", "new", "tmp"):
        (box / name).mkdir(parents=True)
    os.mkfifo(box / "new" / "1.pipe")
    (box / "new" / "2.zero").symlink_to("/dev/zero")
    (box / "cur" / "3.folder").mkdir()
    (box / "cur" / "4.letter:2,S").write_bytes(LETTER)
    (box / "cur" / ".hidden").write_bytes(LETTER)
    why = ("a pipe, not a plain file", "a device, not a plain file", os.strerror(errno.EISDIR))
    for unread in (mailed.evidence([box]).unread, reading.read([box]).wrong):
        assert [one.partition("cannot be read: ")[2].removeprefix("it is ") for one in unread] == [
            *why
        ]
    assert mailed.evidence([box]).silent == reading.read([box]).messages == 4
    taken = take_what_came(playing[0].client, [box], TakeOptions("ann"))
    assert [one.status for one in taken] == ["refused"] * 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_what_is_named_and_is_no_plain_file(playing, tmp_path):
    ann, _ = playing
    pipe, loop, zero = (tmp_path / name for name in ("pipe.pbem", "loop.pbem", "zero.pbem"))
    os.mkfifo(pipe)
    loop.symlink_to("loop.pbem")
    zero.symlink_to("/dev/zero")
    for path, what in ((pipe, "is a pipe, not"), (zero, "is a device, not"), (loop, "is a link")):
        with pytest.raises(NotFound, match=f"{path.name} {what}"):
            find_log(ann.client, str(path))
    with pytest.raises(NotFound, match=r"loop.pbem is a link that leads to itself, or to no file"):
        found(loop)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_folder_of_saved_mail_is_read_without_its_other_files(tmp_path):
    box = tmp_path / "saved"
    for name in ("cur", "new"):
        (box / "mailbox" / name).mkdir(parents=True)
    (box / "mailbox" / "new" / "1").write_bytes(LETTER)
    (box / "2.eml").write_bytes(LETTER)
    (box / "3.mbox").write_bytes((b"From ann Mon Nov 30 10:00:00 2026\n" + LETTER + b"\n") * 2)
    (box / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    os.mkfifo(box / "4.eml")
    post = reading.read([box])
    assert post.messages == 4
    assert post.wrong == [f"{box / '4.eml'}: a pipe, which pbem does not open"]


def test_a_folder_without_mail_is_named(heap):
    assert reading.read([heap]).wrong == [
        f"{heap}: this folder holds no saved mail (.eml, mbox, Maildir)"
    ]
