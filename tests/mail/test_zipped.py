"""A file is judged by what it is, also when it is attached: some programs zip what they send."""

from __future__ import annotations

import io
import zipfile
from email.message import EmailMessage

import pytest

from pbem.client.messages.bundles import unpack
from pbem.mail.reading import read

LOG = b'{"body":{"at":"x"}}\n'


def zipped(name: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(name, LOG)
    return packed.getvalue()


def mail(data: bytes) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.org", "b@example.org", "turn"
    message.set_content("here it is")
    message.add_attachment(data, "application", "zip", filename="turn.zip")
    return bytes(message)


def test_a_zip_archive_is_named_as_it_is_when_it_lies_by_itself(tmp_path):
    alone, attached = tmp_path / "turn.zip", tmp_path / "turn.eml"
    alone.write_bytes(zipped("game.pbem"))
    attached.write_bytes(mail(zipped("game.pbem")))
    what = "is a zip archive: unpack it, and use the file in it that ends in .pbem"
    assert read([alone]).wrong == [f"{alone} {what}"]
    assert read([attached]).wrong == [f"{attached}, turn.zip {what}"]


def test_it_is_given_to_anyone_opens_it(tmp_path):
    path = tmp_path / "turn.eml"
    archive = zipped("game.pbem")  # which has the time in it
    path.write_bytes(mail(archive))
    post = read([path], every=True)
    assert post.wrong == []
    assert [(one.kind, one.data) for one in post.others] == [("zip", archive)]


@pytest.mark.parametrize("name", ["word/document.xml"])
def test_a_letter_that_somebody_attached_is_no_archive(tmp_path, name):
    path = tmp_path / "letter.eml"
    path.write_bytes(mail(zipped(name)))
    assert read([path]).wrong == []


def test_one_in_a_folder_is_named_and_not_passed_over(tmp_path):
    """For verify, compare, take and collect: nobody knows what lies in it."""
    (tmp_path / "a.zip").write_bytes(zipped("game.pbem"))
    (tmp_path / "b.txt").write_bytes(b"hello")
    with unpack([tmp_path], empty=True) as post:
        assert post.wrong == [
            f"{tmp_path / 'a.zip'}: is a zip archive, and was not opened. Unpack it"
        ]
        assert post.passed == [tmp_path / "b.txt"]
