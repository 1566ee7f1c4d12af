"""An answer by mail is for the game and the event that it answers; a refusal names the cure."""

from __future__ import annotations

from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default

import pytest

LANDING = """land 1/2 1203; land 1/6 1102; land 1/8 1002; land 1/23 0902; land 1/24 0801
land 1/25 0802 from 0703
end movement
attack 317 with 1/2 1/6 1/8 gsp 2
"""
CROSSED = "saipan-ann-bob"
SECOND = f"{CROSSED}-2"


def mail(who, game: str) -> EmailMessage:
    """The message of a game that somebody writes now."""
    for old in who.outbox.glob("*.eml"):
        old.unlink()
    who("mail", "write", game, "--to", str(who.outbox))
    [path] = who.outbox.glob("*.eml")
    return BytesParser(policy=default).parsebytes(path.read_bytes())


def reads(who, message: EmailMessage, *words: str, code: int = 0, stdin: str | None = None) -> str:
    path = who.folder / "came.eml"
    path.write_bytes(bytes(message))
    ran = who.run("mail", "read", *words, str(path), stdin=stdin)
    assert ran.code == code, ran.out + ran.err
    return " ".join((ran.out + ran.err).split())


def answer(to: EmailMessage | None, text: str, **headers: str) -> EmailMessage:
    """Return what a telephone writes: the lines alone, with the headers of an answer."""
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Subject"] = "bob@example.org", "ann@example.org", "Re: x"
    if to is not None:
        reply["In-Reply-To"] = reply["References"] = to["Message-ID"]
    for name, value in headers.items():
        reply[name.replace("_", "-")] = value
    reply.set_content(text)
    return reply


@pytest.fixture
def crossed(both):
    """ann opened two games; bob took the second in first, so each has the other's name there."""
    ann, bob = both
    for note in ("the first game", "the second game"):
        ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob", "--note", note)
    for game in (SECOND, CROSSED):
        reads(bob, mail(ann, game))
    for game in (CROSSED, SECOND):
        bob("join", game)
        reads(ann, mail(bob, game))
    for game in (CROSSED, SECOND):
        ann("order", game, "--yes", stdin=LANDING)
    return ann, bob


def asked(ann, bob, game: str = CROSSED) -> tuple[EmailMessage, str]:
    """bob reads ann's message, and gets the line by which orders begin in it."""
    message = mail(ann, game)
    reads(bob, message)
    body = message.get_body(("plain",))
    assert body is not None
    text = body.get_content()
    return message, next((li for li in text.splitlines() if li.startswith("#pbem")), "")


ORDERS = f"#pbem {CROSSED} bob\npass\n#end\n"


def test_a_bare_answer_is_for_the_game_that_it_answers(crossed):
    ann, bob = crossed
    message, _ = asked(ann, bob)
    reported = reads(bob, answer(message, ORDERS))
    assert f"orders of bob in {SECOND}: OK pass" in reported  # so it is called at bob's
    signed = reads(bob, answer(message, ORDERS), "--sign", stdin="y\n")
    assert "Signed event 4: your orders." in signed
    assert "the first game" in bob("log", SECOND)
    reported = reads(bob, answer(None, ORDERS), code=1)
    assert f"orders of bob in {CROSSED}:" in reported  # a name is all there is


def test_an_answer_whose_text_is_of_another_game_is_refused(crossed):
    ann, bob = crossed
    one, other = mail(ann, CROSSED), mail(ann, SECOND)
    reads(bob, one)
    reads(bob, other)
    footer = next(li for li in other.as_string().splitlines() if li.startswith("pbem-head"))
    reported = reads(bob, answer(one, f"{ORDERS}\n> {footer}\n"), code=1)
    assert "NOT possible: These orders answer a message of one game, but their text" in reported
    assert "Reply to the latest message of the right game" in reported
    headers = {"References": f"{one['Message-ID']} {other['Message-ID']}"}
    assert "but their text names another" in reads(bob, answer(None, ORDERS, **headers), code=1)


def test_an_answer_to_a_game_that_is_not_here_is_for_no_other(crossed):
    _, bob = crossed
    strange = {"In_Reply_To": f"<pbem.{'0' * 20}.3.1@pbem.invalid>"}
    reported = reads(bob, answer(None, ORDERS, **strange), code=1)
    assert "NOT possible: They answer a message of the game 00000000000000000000" in reported
    footer = f"pbem-head {'0' * 20} 3 {'1' * 20}"
    assert "which you do not have" in reads(bob, answer(None, f"{ORDERS}\n> {footer}\n"), code=1)


def test_an_answer_to_an_older_question_is_refused(both):
    ann, bob = both
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob")
    reads(bob, mail(ann, CROSSED))
    bob("join")
    came = mail(bob, CROSSED)
    reads(ann, came)
    old = answer(came, f"#pbem {CROSSED} ann\nland 1/2 1203\n#end\n")
    old.replace_header("From", "ann@example.org")
    assert "OK land 1/2 1203" in reads(ann, old)
    ann("order", "--yes", stdin=LANDING)
    reported = reads(ann, old, code=1)
    assert "NOT possible: They answer a message that ends with event 2. Since then," in reported
    ahead = answer(None, f"#pbem {CROSSED} ann\nstop\n#end\n")
    ahead.replace_header("From", "ann@example.org")
    ahead["In-Reply-To"] = came["Message-ID"].replace(".2.1@", ".9.1@")
    assert "your log ends with event 3. Import that message first" in reads(ann, ahead, code=1)


@pytest.fixture
def turn(both):
    """ann is active."""
    ann, bob = both
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob")
    reads(bob, mail(ann, CROSSED))
    bob("join")
    reads(ann, mail(bob, CROSSED))
    return ann


def from_ann(text: str, to: str = "bob@example.org") -> EmailMessage:
    reply = answer(None, f"#pbem {CROSSED} ann\n{text}")
    reply.replace_header("From", "ann@example.org")
    return reply


SIGNATURES = (
    "\nSent from my phone\n",
    "\n________________________________\nFrom: bob\nSent: Saturday\nSubject: Re: x\n\nhello\n",
)


@pytest.mark.parametrize("added", SIGNATURES)
def test_what_a_telephone_adds_is_reported_with_the_line_that_helps(turn, added):
    reported = reads(turn, from_ann(f"land 1/2 1203\n{added}"), code=1)
    assert "OK land 1/2 1203" in reported
    assert "WRONG" in reported
    assert "Put a line '#end' after the last order" in reported
    assert "WRONG" not in reads(turn, from_ann(f"land 1/2 1203\n#end\n{added}"))


def test_a_wrong_order_before_its_end_needs_no_other_end(turn):
    reported = reads(turn, from_ann("land 1/2 1203\nSent\n#end\n"), code=1)
    assert "WRONG" in reported
    assert "'#end'" not in reported


def test_orders_left_after_their_sign_are_reported(turn):
    reported = reads(turn, from_ann("# land 1/2 1203\n# stop\n#end\n"), code=1)
    assert "NOT possible: pbem read no orders, because every line begins with #" in reported
    assert "Remove the # before each order that you mean" in reported
    assert "Nothing was signed" in reads(turn, from_ann("# stop\n#end\n"), "--sign", code=1)


def test_the_examples_in_a_message_of_another_are_no_orders(turn):
    examples = from_ann("# land 1/2 1203\n#end\n")
    examples.replace_header("From", "bob@example.org")
    assert "Nothing of pbem is in it" in reads(turn, examples)
