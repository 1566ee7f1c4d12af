"""The other things in a mail besides a log: each is reported or kept, whatever came before it."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from pbem.client.messages import reading
from pbem.mail.armor import lines_of

BOB = "bob@example.org"


@pytest.fixture
def one(playing, secretary):
    made = secretary(playing[1])
    made.rounds()
    return made


def letter(text: str, *, automatic: bool = False, files: tuple[bytes, ...] = ()) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "eve@example.org", BOB, "hello"
    if automatic:
        message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    for number, file in enumerate(files):
        name = f"{number}.word"
        message.add_attachment(file, maintype="application", subtype="octet-stream", filename=name)
    return bytes(message)


def reported(one, office) -> str:
    one.rounds(2)
    office.passes(minutes=11)
    one.rounds(2)
    return " ".join(" ".join(one.reported).split())


def test_orders_at_several_places_of_a_mail_are_all_echoed(one, office):
    """A person who answers two games in one mail has two answers."""
    places = [f"#pbem {name} bob\nmove 1\n#end\n" for name in ("alpha", "beta", "gamma")]
    office.deliver(BOB, letter("\n".join(places)))
    said = reported(one, office)
    assert [name for name in ("alpha", "beta", "gamma") if f"'{name}'" in said] == [
        "alpha",
        "beta",
        "gamma",
    ], said


def folder(one, name: str):
    made = one.person.client.agent("bob") / name
    made.mkdir(parents=True, exist_ok=True)
    return made


def test_what_cannot_be_read_takes_no_room_from_what_can(one, office, monkeypatch):
    monkeypatch.setattr("pbem.agent.reading.quarantine.KEPT_BYTES", 2 << 20)
    (folder(one, "quarantine") / "of a stranger.eml").write_bytes(bytes(2 << 20))
    office.deliver(BOB, letter("a word", automatic=True, files=(b"a word",)))
    reported(one, office)
    assert [path.suffix for path in folder(one, "kept").iterdir()] == [".word"]


@pytest.mark.parametrize("automatic", [False, True])
def test_what_there_is_no_room_for_is_reported(one, office, monkeypatch, automatic):
    """A program sent it, and nothing else says that it lies in the mailbox."""
    monkeypatch.setattr("pbem.agent.reading.quarantine.KEPT_BYTES", 2 << 20)
    (folder(one, "kept") / "of a stranger.card").write_bytes(bytes(2 << 20))
    office.deliver(BOB, letter("a word", automatic=automatic, files=(b"a word",)))
    said = reported(one, office)
    assert "a signed request to a tournament" in said
    assert "pbem mail read FILE --save FOLDER" in said


@pytest.fixture
def tried(monkeypatch):
    """The lists of orders that were tried on a position."""
    lists: list[bytes] = []
    sound = reading.draft

    def counted(session, text, **named):
        lists.append(text)
        return sound(session, text, **named)

    monkeypatch.setattr(reading, "draft", counted)
    return lists


def test_of_a_strangers_orders_so_many_are_tried(one, office, tried):
    """They are tried in the agent itself: twenty places, with a position each."""
    places = [f"#pbem toy-ann-bob bob\nmove {number}\n#end\n" for number in range(60)]
    office.deliver(BOB, letter("\n".join(places)))
    reported(one, office)
    assert len(tried) == 20


def test_orders_in_a_part_are_tried_once(one, office, tried):
    """Else each line of its parcel has them tried again."""
    lines = lines_of(bytes(range(256)))
    office.deliver(BOB, letter(f"#pbem toy-ann-bob bob\nmove 1\n#end\n{lines[1]}\n"))
    for line in lines[2:5]:
        office.deliver(BOB, letter(f"{line}\n"))
    reported(one, office)
    assert len(one.agent.database.held()) == 4
    assert len(tried) == 1
