"""Nobody hides what another handed in: by a name, by what it lies in, or by an amount."""

from __future__ import annotations

import base64
import gzip
import io
import tarfile
import zipfile
from email.message import EmailMessage

import pytest

from court.conftest import LOG, LOGS
from pbem import confined
from pbem.court import exhibits, folder
from pbem.mail import inside
from pbem.mail.armor import lines_of

FORK = LOGS / "hostile" / "fork.author-two-thoughts.fork"
ILLEGAL = LOGS / "hostile" / "orders.illegal-and-dice-given.pbem"
SUFFIXES = (
    ".word", ".tournament", ".card", ".head", ".days", ".claim", ".zip", ".pbem", ".fork", ".yaml",
    ".eml", ".mbox", "",
)  # fmt: skip


def mail(text: str = "Dear judge, see what is attached.", by: str = "bob") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = f"{by}@example.org", "judge@example.org"
    message["Subject"], message["Message-ID"] = "evidence", f"<{by}@example.org>"
    message.set_content(text)
    return message


def with_file(name: str, data: bytes) -> bytes:
    message = mail()
    message.add_attachment(data, "application", "octet-stream", filename=name)
    return bytes(message)


def blamed(case) -> set[str]:
    return {handle for one in case.statements() for handle in one.blames}


# --- by a name ----------------------------------------------------------------------------------


@pytest.mark.parametrize("proof", [FORK, ILLEGAL], ids=lambda one: one.suffix)
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_no_name_hides_what_bytes_are(heap, hearing, proof, suffix):
    """A party hands in the proof against them a second time, under a name that comes first."""
    (heap / f"proof{proof.suffix}").write_bytes(proof.read_bytes())
    alone = hearing(heap).case
    assert blamed(alone)
    (heap / f"a{suffix}").write_bytes(proof.read_bytes())
    case = hearing(heap).case
    assert blamed(case) == blamed(alone)
    assert (case.exhibits[0].kind, case.unread) == (alone.exhibits[0].kind, alone.unread)


def test_bytes_that_say_nothing_are_what_any_name_says(heap, hearing):
    (heap / "game.pbem").write_bytes(LOG.read_bytes())
    for name in ("a.head", "b.claim", "c.txt"):
        (heap / name).write_bytes(b"claim: two-histories\nby: bob\nagainst: ann\n")
    case = hearing(heap).case
    assert [one.claim.claim for one in case.claims] == ["two-histories"]
    [one] = [one for one in case.exhibits if "b.claim" in one.names]
    assert (one.kind, one.also) == ("head", ("claim",))
    assert any("is not a confirmation" in one for one in case.unread)


@pytest.mark.parametrize("suffix", [".word", ".tournament"])
def test_what_only_its_name_makes_no_evidence_is_read(heap, hearing, suffix):
    (heap / f"a{suffix}").write_text("\n".join(lines_of(FORK.read_bytes())))
    assert blamed(hearing(heap).case)
    (heap / f"a{suffix}").write_bytes(bytes(range(256)))
    assert any("does not know this kind of file" in one for one in hearing(heap).case.unread)


def test_two_files_of_one_name_make_the_same_case_again(heap, tmp_path):
    paths = []
    for at, proof in enumerate((LOG, FORK, ILLEGAL)):
        (heap / f"{at}").mkdir()
        (heap / f"{at}" / "game.pbem").write_bytes(proof.read_bytes())
        paths.append(heap / f"{at}")
    for number, order in enumerate((paths, paths[::-1])):
        case = tmp_path / f"case-{number}"
        folder.write(order, case)
        assert folder.check(case).differences == ()
    assert (tmp_path / "case-0/verdict.json").read_bytes() == (
        tmp_path / "case-1/verdict.json"
    ).read_bytes()


def test_many_names_of_one_file_cost_one_copy(tmp_path, monkeypatch):
    written = []
    known = exhibits.writing

    def writes(path, **options):
        written.append(path)
        return known(path, **options)

    stored, within = tmp_path / "evidence", tmp_path / "within"
    stored.mkdir()
    within.mkdir()
    digest = exhibits.sha256(LOG.read_bytes()).hexdigest()
    (stored / f"{digest}.pbem").write_bytes(LOG.read_bytes())
    monkeypatch.setattr(exhibits, "writing", writes)
    index = [(digest, [f"{n}.pbem" for n in range(50)]), (digest, ["z.pbem"])]
    evidence, wrong = exhibits.again(index, [], stored, within)
    assert (len(written), wrong) == (1, [])
    assert len(evidence.exhibits[0].names) == 51


# --- by what it lies in -------------------------------------------------------------------------


def tarred(name: str, data: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        one = tarfile.TarInfo(name)
        one.size = len(data)
        archive.addfile(one, io.BytesIO(data))
    return packed.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("theirs.pbem.gz", gzip.compress(LOG.read_bytes()), "packed by gzip"),
        ("all.7z", b"7z\xbc\xaf\x27\x1c" + bytes(200), "a 7z archive"),
        ("all.rar", b"Rar!\x1a\x07\x00" + bytes(100), "a RAR archive"),
        ("all.tar", tarred("x.fork", FORK.read_bytes()), "a tar archive"),
        ("odd", bytes(range(256)), "does not know this kind of file"),
    ],
)
def test_what_is_attached_and_was_not_read_is_named(heap, hearing, name, data, why):
    (heap / "bob.eml").write_bytes(with_file(name, data))
    [reported] = hearing(heap).case.unread
    assert reported.startswith((f"bob.eml, {name}: ", f'"bob.eml, {name}": '))
    assert why in reported


def test_a_picture_that_is_attached_counts_as_read(heap, hearing):
    (heap / "bob.eml").write_bytes(with_file("a.png", b"\x89PNG\r\n\x1a\n" + bytes(50)))
    case = hearing(heap).case
    assert ([one.kind for one in case.exhibits], case.unread) == (["mail", "other"], ())


@pytest.mark.parametrize("kind", ["application/octet-stream", "text/plain"])
def test_a_claim_and_a_policy_may_be_attached(heap, hearing, kind):
    (heap / "game.pbem").write_bytes(LOG.read_bytes())
    message = mail()
    for name, text in (
        ("a.claim", b"claim: two-histories\nby: bob\nagainst: ann\n"),
        ("policy.yaml", b"policy: Club\nfork: Who does it loses.\n"),
    ):
        message.add_attachment(text, *kind.split("/"), filename=name)
    (heap / "bob.eml").write_bytes(bytes(message))
    case = hearing(heap).case
    assert [one.claim.claim for one in case.claims] == ["two-histories"]
    assert [one.name for one in case.policies] == ["Club"]


@pytest.mark.parametrize("name", ["inbox.mbox", "forwarded.eml", "x"])
def test_mail_that_is_attached_as_a_file_is_opened(heap, hearing, name):
    inner = with_file("x.fork", FORK.read_bytes())
    if name == "inbox.mbox":
        inner = b"From bob Thu Nov 20 15:00:00 2026\n" + inner
    (heap / "bob.eml").write_bytes(with_file(name, inner))
    assert blamed(hearing(heap).case)


def test_a_forwarded_message_in_base64_is_opened(heap, hearing):
    inner = base64.encodebytes(with_file("x.fork", FORK.read_bytes()))
    head = mail().as_bytes().partition(b"\nContent-Type")[0]
    (heap / "bob.eml").write_bytes(
        head + b'\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n--b\n'
        b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + inner + b"--b--\n"
    )
    assert blamed(hearing(heap).case)


# --- by an amount -------------------------------------------------------------------------------


def test_an_archive_keeps_out_nothing_of_a_mail_that_was_handed_in_itself(
    heap, hearing, monkeypatch
):
    monkeypatch.setattr(exhibits, "FILES_MOST", 3)
    with zipfile.ZipFile(heap / "ann.zip", "w") as packed:
        for number in range(5):
            packed.writestr(f"{number}", b"")
    (heap / "bob.eml").write_bytes(with_file("x.fork", FORK.read_bytes()))
    case = hearing(heap).case
    assert blamed(case)
    assert len(case.unread) == 1


def test_mailboxes_have_one_limit_of_messages_and_small_ones_come_first(heap, hearing, monkeypatch):
    monkeypatch.setattr(exhibits, "MESSAGES_MOST", 6)
    one = b"From ann Thu Nov 20 15:00:00 2026\nTo: x\n\n\n"
    proof = b"From bob Thu Nov 20 15:00:00 2026\n" + with_file("x.fork", FORK.read_bytes())
    (heap / "a.mbox").write_bytes(one * 9)
    with zipfile.ZipFile(heap / "ann.zip", "w") as packed:
        packed.writestr("many.mbox", one * 8)
    (heap / "z.mbox").write_bytes(one * 2 + proof)
    read = []
    known = inside.in_mail

    def counts(data, source, **options):
        read.append(source)
        return known(data, source, **options)

    monkeypatch.setattr(inside, "in_mail", counts)
    with confined.by(confined.here):
        case = hearing(heap).case
    assert blamed(case)
    assert len(read) <= 2 * 6
    assert [one for one in case.unread if one.startswith("a.mbox has more than 3 messages")]
    assert [one for one in case.unread if "many.mbox has more than 0 messages" in one]


def test_one_child_reads_many_short_messages_and_none_stands_for_another(
    heap, hearing, monkeypatch
):
    begin = b"From bob Thu Nov 20 15:00:00 2026\n"
    proof = begin + with_file("x.fork", FORK.read_bytes())
    (heap / "a.mbox").write_bytes((begin + b"To: x\n\nhello\n\n") * 250 + proof)
    calls = []

    def how(function, given, most):
        calls.append(function.__name__)
        return confined.copied(function, given, most)

    with confined.by(how):
        exhibits.gather([heap], heap.parent)
    assert calls.count("in_mails") == 3
    assert not {"in_mail", "in_every"} & set(calls)
    known = inside.in_mail

    def fails(data, source, **options):
        if b"bad" in data:
            raise RuntimeError
        return known(data, source, **options)

    monkeypatch.setattr(inside, "in_mail", fails)
    (heap / "a.mbox").write_bytes(begin + b"To: x\n\nbad\n\n" + proof)
    case = hearing(heap).case
    assert blamed(case)
    assert any("message 1: it cannot be read (RuntimeError)" in one for one in case.unread)


def test_armor_lies_in_the_mail_that_brought_its_lines(heap, hearing):
    lines = lines_of(ILLEGAL.read_bytes())
    (heap / "a-from-ann.eml").write_bytes(bytes(mail("Dear judge, I say nothing.", "ann")))
    (heap / "b-from-bob.eml").write_bytes(bytes(mail("\n".join(lines[:9]))))
    (heap / "c-from-bob.eml").write_bytes(bytes(mail("\n".join(lines[5:]))))
    (heap / "d-from-ann.eml").write_bytes(bytes(mail("\n".join(lines), "ann")))
    case = hearing(heap).case
    [log] = [one for one in case.exhibits if one.kind == "log"]
    assert log.within == 2
    assert log.names == ("b-from-bob.eml, armor.pbem", "c-from-bob.eml, armor.pbem")


# --- by an alphabet -----------------------------------------------------------------------------


@pytest.mark.parametrize("charset", ["utf-16", "utf-32"])
@pytest.mark.parametrize("name", ["note.txt", "game.pbem"])
def test_a_text_is_searched_in_the_charset_that_its_mark_says(heap, hearing, charset, name):
    text = "Look:\r\n" + "\r\n".join(lines_of(ILLEGAL.read_bytes()))
    if name == "game.pbem":
        text = ILLEGAL.read_text("utf-8")
    (heap / name).write_bytes(text.encode(charset))
    case = hearing(heap).case
    assert blamed(case)


def test_a_mark_alone_makes_no_text(heap, hearing):
    (heap / "a").write_bytes(b"\xff\xfe" + gzip.compress(LOG.read_bytes()))
    assert any("does not know this kind of file" in one for one in hearing(heap).case.unread)
