"""Mail: messages and mailboxes as they are saved, the texts in them, armor, evidence in zips."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from email.errors import MessageError
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from doors.door import LOGS, Door
from doors.scratch import folder
from pbem import confined
from pbem.court.exhibits import gather
from pbem.errors import MailError
from pbem.mail import inside
from pbem.mail.armor import BEGIN, END, Parcels, lines_of
from pbem.mail.letter import Letter, messages
from pbem.mail.reading import read, read_message

_LOG = b"".join((LOGS / "saipan/historical.pbem").read_bytes().splitlines(keepends=True)[:2])


def mail(data: bytes) -> None:
    """Read bytes as a message, and as whatever they may be; no parser raises anything either."""
    with confined.by(confined.here):
        for post in (read_message(data, "a message"), read([], data)):
            post.folder.close()
            for said in post.wrong:
                assert said.isprintable()
    with suppress(MessageError):  # the library says so of bytes that are no message
        inside.in_mail(data, "a message")
    inside.in_text(data, "a text")


def mails() -> list[bytes]:
    """Return what pbem mails, a mailbox of it, and what other programs make of mail."""
    letter = Letter(
        name="saipan", game_id="ab" * 32, head="cd" * 32, first=0, last=1, data=_LOG,
        subject="[PBEM] saipan alice-bob turn 3 #2", sender=("alice", "alice@example.org"),
        to={"bob": "bob@example.org"}, report=["Dice: 3 5"], template=["# pass"], asked="bob",
        before=None, at=datetime(2026, 1, 2, 10, 0, tzinfo=UTC),
    )  # fmt: skip
    sent = messages(letter)[0].as_bytes()
    small = (
        b"From: a <a@example.org>\nTo: b@example.org\nSubject: =?utf-8?q?x=C3=A9?=\n"
        b"MIME-Version: 1.0\n"
    )
    html = b"<html><body><p># pbem ab12 bob</p><br>pass<br># end &lt;&#x41; <pre>x</pre></html>"
    parts = b'Content-Type: multipart/mixed; boundary="b"\n\n--b\n\n# pbem ab12 bob\npass\n# end\n'
    name = b'Content-Type: application/octet-stream; name="x.pbem"\n'
    coded = b"Content-Transfer-Encoding: base64\n\neyJib2R5Ijp7\n"
    return [
        sent, b"From a Thu Jan  1 00:00:00 2026\n" + sent, html, _LOG,
        small + parts + b"--b\n" + name + coded + b"--b--\n",
        small + b"Content-Type: text/html; charset=utf-7\n\n" + html,
        small + b"Content-Type: text/plain; format=flowed; charset=iso-2022-jp\n\n> # pbem a b \n",
        small + b'Content-Type: text/plain; charset="x"\nContent-Transfer-Encoding: '
        b"quoted-printable\n\npbem-head ab 3 cd=\n=41\n",
        small + b"Content-Type: message/rfc822\n\n" + small + b"\nhello\n",
    ]  # fmt: skip


def armor(data: bytes) -> None:
    """Put parcels together out of a text that is mangled."""
    parcels = Parcels()
    parcels.add(data.decode("utf-8", "replace"))
    for one in parcels.open():
        assert isinstance(one, bytes | MailError)


def armored() -> list[bytes]:
    """Return a parcel, and one as mail programs mangle it."""
    lines = lines_of(b"a log, or nearly" * 8)
    text = "\n".join([BEGIN, *lines, END])
    quoted = "".join(f"> {line[:30]}=\n> {line[30:]}\n" for line in lines)
    return [text.encode(), quoted.encode(), f"<p>{'<br>'.join(lines)}</p>&#45;".encode()]


def evidence(data: bytes) -> None:
    """Import a file of whatever kind."""
    with confined.by(confined.here), folder() as here:
        (here / "in").mkdir()
        (here / "within").mkdir()
        (here / "in" / "handed.bin").write_bytes(data)
        taken = gather([here / "in"], here / "within")
        assert all(taken.path(one).stat().st_size == one.size for one in taken.exhibits)
        assert all(said.isprintable() for said in taken.unread)


def zips() -> list[bytes]:
    """Return zip files: of files of ours, in each other, with odd names, and what mail brings."""
    files = {"a.pbem": _LOG, "../b.claim": b"claim: late\n", "c/d.yaml": b"policy: x\n"}
    inner = _zip(files)
    return [inner, _zip({"in.zip": inner, "m.eml": mails()[4]}), _zip({}), *mails()[:2]]


def _zip(files: dict[str, bytes]) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return made.getvalue()


DOORS = {
    "mail": Door(mail, mails, 16_384),
    "armor": Door(armor, armored, 4096),
    "evidence": Door(evidence, zips, 8192),
}
