"""A game that travels by mail: what is written, what is read, who may have anything signed."""

from __future__ import annotations

import mailbox
from datetime import UTC, datetime
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.client.exchange.taking import TakeOptions
from pbem.client.messages import composing, reading
from pbem.client.messages.words import posted_lines, written_lines
from pbem.client.play import acting
from pbem.client.session.mistakes import OrderMistake
from pbem.client.session.words import sentence
from pbem.errors import LogFileError, MailError
from pbem.log.event import Event
from pbem.mail.letter import messages, text_of
from pbem.table.table import Table

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def mails(person, folder: Path, **options) -> list[Path]:
    folder.mkdir(exist_ok=True)
    session = person.sits()
    letter = composing.compose(session, at=NOON, **options)
    return [Path(name) for name in composing.write(session, letter, folder).files]


def reads(person, *files: Path, stdin: bytes | None = None, **options) -> reading.Posted:
    return reading.take_mail(
        person.client, files, TakeOptions(person.handle), stdin=stdin, **options
    )


def test_a_turn_there_and_back(playing, tmp_path):
    ann, bob = playing
    ann.orders("move 1", "end")
    [mail] = mails(ann, tmp_path / "post")
    message = message_from_bytes(mail.read_bytes())
    assert message["Subject"] == "[PBEM] Your move: Skirmish"
    assert message["To"] == "bob <bob@example.org>"
    assert message["From"] == "ann <ann@example.org>"
    got = reads(bob, mail)
    assert got.good
    assert got.orders == []  # the template in it is as it was sent
    assert [(one.status, one.first, one.last) for one in got.taken] == [("longer", 3, 3)]
    assert got.taken[0].file == f"{mail}, game_003-003.pbem"
    bob.orders("end")
    [answer] = mails(bob, tmp_path / "post")
    reply = message_from_bytes(answer.read_bytes())
    assert reply["In-Reply-To"] == message["Message-ID"]
    assert message["References"].split()[0] == reply["References"].split()[0]  # one thread
    assert reads(ann, answer).taken[0].last == 4
    assert ann.log.read_bytes() == bob.log.read_bytes()


def test_mail_about_a_longer_game_replays_no_more_of_it(playing, tmp_path, monkeypatch):
    taken: list[int] = []
    sound = Table.take

    def take(table: Table, event: Event) -> None:
        taken.append(event.seq)
        sound(table, event)

    monkeypatch.setattr(Table, "take", take)
    written, read = [], []
    for number in range(4):
        for writer, other in (playing, playing[::-1]):
            writer.orders("end")
            writer.sits()  # the database knows the end
            taken.clear()
            files = mails(writer, tmp_path / f"post-{number}-{writer.handle}")
            written.append(len(taken))
            taken.clear()
            assert reads(other, *files).good
            read.append(len(taken))
    assert max(written[2:]) <= 4
    assert len(set(read)) == 1


def test_what_everybody_is_known_to_have_is_left_out(playing):
    ann, bob = playing
    assert composing.compose(ann.sits()).first == 2  # bob's join: bob has what came before it
    ann.orders("move 1")
    ann.orders("end")
    letter = composing.compose(ann.sits())
    assert (letter.first, letter.last) == (3, 4)
    assert composing.compose(ann.sits(), whole=True).first == 0
    assert composing.compose(bob.sits()).first == 2  # ann joined in event 1


def test_with_three_the_one_who_signed_least_counts(ann, bob, person, tmp_path):
    cat = person("cat")
    for one in (ann, bob, cat):
        one.meets(*[other for other in (ann, bob, cat) if other is not one])
    ann.opens(seats={"red": "ann", "blue": "bob", "green": "cat"}, scenario="trio")
    assert composing.compose(ann.sits()).first == 0
    [mail] = mails(ann, tmp_path / "post")
    reads(bob, mail)
    bob.does(acting.join)
    assert composing.compose(bob.sits()).first == 0  # cat has signed nothing yet
    assert set(composing.compose(bob.sits()).to) == {"ann", "cat"}


def test_the_same_message_again_replaces_itself_and_nothing_else(playing, tmp_path):
    ann, _ = playing
    [mail] = mails(ann, tmp_path)
    assert mails(ann, tmp_path) == [mail]
    mail.write_text("a letter from home")
    with pytest.raises(LogFileError, match="is another message"):
        mails(ann, tmp_path)
    assert mail.read_text() == "a letter from home"
    with pytest.raises(LogFileError, match="is not a folder"):
        composing.write(ann.sits(), composing.compose(ann.sits()), tmp_path / "nowhere")


def test_the_report_says_what_a_person_wants_to_know(playing):
    ann, bob = playing
    ann.orders("move 1", "end", note="good luck")
    letter = composing.compose(ann.sits())
    said = "\n".join(letter.report)
    assert said.startswith("Waiting for bob (blue)")
    assert "ann: orders" in said
    assert "> move 1" in said
    assert '"good luck"' in said
    assert letter.asked == "bob"
    assert any(line.startswith("# end") for line in letter.template)
    assert all(line.startswith("#") for line in letter.template)
    assert max(map(len, letter.report)) <= composing.COLUMNS
    reported = written_lines(composing.write(ann.sits(), letter, bob.folder))
    assert any("Subject: [PBEM] Your move: Skirmish" in line for line in reported)


FROM_ANN = b"From: Ann <ann@example.org>\nSubject: x\n\n"
ORDERS = b"#pbem game ann\nmove 1\nend\n#end\n"
FORWARD = b"%s\nSubject: x\nContent-Type: message/rfc822\n\n%s\nSubject: y\n\n" + ORDERS
OTHERS = {
    "of_bob": b"From: bob@example.org\nSubject: x\n\n" + ORDERS,
    "of_two": b"From: ann@example.org, bob@example.org\nSubject: x\n\n" + ORDERS,
    "two_headers": b"From: ann@example.org\nFrom: bob@example.org\nSubject: x\n\n" + ORDERS,
    "name": b'From: "ann@example.org" <bob@example.org>\nSubject: x\n\n' + ORDERS,
    "nobody": b"Subject: x\nDate: today\n\n" + ORDERS,
    "parentheses": b"From: " + b"(" * 500 + b"\nSubject: x\n\n" + ORDERS,
    "forwarded_of_bob": FORWARD % (b"From: ann@example.org", b"From: bob@example.org"),
    "forwarded_by_bob": FORWARD % (b"From: bob@example.org", b"From: ann@example.org"),
    "no_message": ORDERS,
}


@pytest.mark.parametrize("name", OTHERS)
def test_orders_that_another_wrote_are_never_signed(playing, name):
    ann, _ = playing
    got = reads(ann, stdin=OTHERS[name])
    assert [one.draft is not None for one in got.orders] == [True]
    with pytest.raises(OrderMistake, match="Nothing was signed: these orders are from"):
        reading.to_sign(ann.client, got)


def test_orders_in_a_reply_are_echoed_and_signed_by_their_owner_alone(playing, tmp_path):
    ann, bob = playing
    reply = b"> #pbem game ann\n> # move 1\n\n#pbem game ann\nmove 1\n# no\nend\n#end\n"
    got = reads(ann, stdin=FROM_ANN + reply)
    [ordered] = got.orders
    assert (ordered.handle, ordered.lines, ordered.wrong) == ("ann", ["move 1", "end"], {})
    assert [line for line in posted_lines(got) if "OK" in line] == [
        "  OK     move 1",
        "  OK     end",
    ]
    assert ann.count == 3  # nothing is signed by reading
    signed = reading.to_sign(ann.client, got)
    assert signed.draft is not None
    acting.order(reading.game_of(ann.client, signed), ann.identity, signed.draft)
    assert ann.count == 4
    # Bob cannot sign for ann, whatever the mail says.
    [his] = reads(bob, stdin=reply).orders
    assert his.draft is None
    assert "Only ann can sign them" in his.why
    with pytest.raises(OrderMistake, match="Nothing was signed"):
        reading.to_sign(bob.client, reads(bob, stdin=FROM_ANN + reply))


def test_a_template_that_stands_untouched_beside_orders_is_no_second_list(playing):
    """A program that forwards quotes nothing: what was asked stays above what is answered."""
    ann, bob = playing
    asked = b"#pbem game ann\n# move 1\n# end\n#end\n"
    both = reads(ann, stdin=FROM_ANN + asked + b"\n" + ORDERS)
    assert [one.lines for one in both.orders] == [["move 1", "end"]]
    assert reading.to_sign(ann.client, both).draft is not None
    # A player who sent back the question, and no more, learns that it orders nothing.
    alone = reads(ann, stdin=FROM_ANN + asked)
    assert [(one.lines, one.draft) for one in alone.orders] == [([], None)]
    assert reads(bob, stdin=FROM_ANN + asked).orders == []


def test_every_line_that_is_wrong_is_reported(playing):
    ann, _ = playing
    got = reads(ann, stdin=b"#pbem game ann\nmoev 1\nmove 1\nmove x\nend\n")
    [ordered] = got.orders
    assert sorted(ordered.wrong) == [1, 3]
    reported = posted_lines(got)
    assert [line.split()[0] for line in reported[1:]] == ["WRONG", "OK", "WRONG", "OK", "To"]
    assert not got.good


def test_two_sections_are_never_signed_together(playing):
    ann, _ = playing
    twice = b"#pbem game ann\nmove 1\n#end\n#pbem game ann\nend\n#end\n"
    with pytest.raises(OrderMistake, match="orders in 2 places"):
        reading.to_sign(ann.client, reads(ann, stdin=twice))
    with pytest.raises(OrderMistake, match="no orders"):
        reading.to_sign(ann.client, reads(ann, stdin=b"hello"))


def test_a_footer_that_names_another_event_is_a_hint(playing, tmp_path):
    ann, bob = playing
    ann.orders("move 1")
    [mail] = mails(ann, tmp_path / "post")
    reads(bob, mail)
    footer = mail.read_text().rpartition("pbem-head ")[2].splitlines()[0]
    game, seq, head = footer.split()
    assert reads(bob, stdin=f"> pbem-head {footer}".encode()).hints == []
    other = reads(bob, stdin=f"pbem-head {game} {seq} {head[::-1]}".encode())
    [hint] = other.hints
    assert f"another event {seq} of {bob.sits().name}" in hint
    assert "Ask its sender for the whole log" in hint
    assert not other.good
    # Events that one has not yet, and games of others, say nothing.
    assert reads(bob, stdin=f"pbem-head {game} 99 {head[::-1]}".encode()).hints == []
    assert reads(bob, stdin=f"pbem-head {'0' * 20} 1 {head}".encode()).hints == []


def test_a_whole_game_by_mail_in_one_mailbox(playing, tmp_path):
    """Every message there was, in one mbox, read by somebody who has nothing yet."""
    ann, bob = playing
    box = mailbox.mbox(tmp_path / "game.mbox")
    people = {"ann": ann, "bob": bob}
    for turn in range(12):
        active = ann.sits().table.active()
        if active.handle is None:
            break
        writer = people[active.handle]
        if active.kinds == ("dice",):
            writer.does(acting.dice)
        else:
            writer.orders("end" if turn else "move 1")
        reader = bob if writer is ann else ann
        for message in messages(composing.compose(writer.sits(), whole=turn == 0, at=NOON)):
            box.add(bytes(message))
            assert reads(reader, stdin=bytes(message)).good
    box.close()
    third = type(ann)("eve", tmp_path)
    got = reads(third, tmp_path / "game.mbox")
    assert got.messages >= 5
    assert got.wrong == []
    assert third.log.read_bytes() == ann.log.read_bytes() == bob.log.read_bytes()
    third.client.close()


def test_other_files_are_reported_and_kept_only_if_asked(playing, tmp_path):
    ann, bob = playing
    [line] = reads(ann, bob.card).others
    assert line.endswith(f"a player card. Import it with 'pbem card import {bob.card}'")
    [line] = reads(ann, stdin=bob.card.read_bytes()).others
    assert line.endswith(
        "a player card. Save it with 'pbem mail read FILE --save FOLDER', "
        "then run 'pbem card import FILE'"
    )
    for _ in range(2):  # the same file once more is the same file
        [line, _] = reads(ann, bob.card, ann.card, save=tmp_path / "kept").others
    assert "pbem card import" in line
    kept = {path.read_bytes() for path in (tmp_path / "kept").iterdir()}
    assert kept == {ann.card.read_bytes(), bob.card.read_bytes()}
    assert len(list((tmp_path / "kept").iterdir())) == 2


def test_nothing_of_ours_is_said_so(ann, tmp_path):
    got = reads(ann, stdin=b"Dear Ann, the weather is fine.")
    assert posted_lines(got) == [
        "Nothing of pbem is in it (0 messages): no log, no armor, no orders."
    ]


def test_a_question_that_is_quoted_ends_with_its_own_mark():
    assert sentence("who is asked: Fire?") == "who is asked: Fire?"
    assert sentence("all is well.") == "all is well."
    assert sentence("all is well") == "all is well."


def test_a_message_names_a_game_and_never_a_file(playing, tmp_path):
    """The author of a message must not have any file of the reader's looked at."""
    ann, _ = playing
    for name in (str(ann.log), "../games/game.pbem", "game.pbem", "gam"):
        [ordered] = reads(ann, stdin=f"#pbem {name} ann\nmove 1\n".encode()).orders
        assert ordered.draft is None
        assert "There is no game" in ordered.why
    [ordered] = reads(ann, stdin=b"#pbem game ann\nmove 1\n").orders
    assert ordered.draft is not None


def test_a_footer_says_which_game_is_meant_where_names_differ(playing):
    ann, _ = playing
    footer = f"pbem-head {ann.sits().table.game_id[:20]} 2 {ann.sits().table.chain.head[:20]}"
    [ordered] = reads(ann, stdin=f"#pbem theirs ann\nmove 1\n#end\n{footer}\n".encode()).orders
    assert (ordered.game, ordered.why) == ("game", "")


def test_a_log_that_is_damaged_keeps_no_mail_out(playing):
    ann, bob = playing
    game = ann.sits().table.game_id[:20]
    bob.log.write_bytes(bob.log.read_bytes()[:-40] + b"x" * 40)
    got = reads(bob, stdin=f"pbem-head {game} 1 {'0' * 20}\n".encode())
    assert got.hints == []


def test_a_report_of_a_long_log_reports_the_newest(playing, monkeypatch):
    ann, _ = playing
    monkeypatch.setattr(composing, "REPORTED_MOST", 2)
    ann.orders("move 1")
    ann.orders("end")
    said = "\n".join(composing.compose(ann.sits()).report)
    assert "ann: orders" in said
    monkeypatch.setattr(composing, "REPORTED_MOST", 1)
    reported = "\n".join(composing.compose(ann.sits()).report)
    assert "(for event 3: 'pbem log game')" in reported
    assert reported.count("ann: orders") == 1


def test_no_line_of_a_template_is_broken_into_an_order(playing, monkeypatch, tmp_path):
    """A comment stays a comment if mail programs break it at 66 columns or more."""
    ann, _ = playing
    prompt = "What do you do next, " + "after all that has happened on this strip of ground, " * 3
    ann.orders("end")
    game = ann.sits().table.play.game
    ask = game.text
    monkeypatch.setattr(game, "text", lambda order: f"{ask(order)} {prompt}")
    text = messages(composing.compose(ann.sits()))[0].get_body(("plain",)).get_content()
    begin = text.index("#pbem")
    template = text[begin : text.index("#end")].splitlines()[1:]
    assert any("more" in line or "strip" in line for line in template)
    assert all(line.startswith("# ") and len(line) <= 66 for line in template)


def test_the_whole_log_is_another_message_than_the_turn(playing):
    ann, _ = playing
    ann.orders("end")
    turn, whole = (composing.compose(ann.sits(), whole=option) for option in (False, True))
    [one], [other] = messages(turn), messages(whole)
    assert one["Message-ID"] != other["Message-ID"]
    assert other["In-Reply-To"] not in (None, other["Message-ID"])


def test_a_log_too_long_for_armor_is_attached_alone(playing, monkeypatch):
    monkeypatch.setattr("pbem.mail.letter.LINES_MOST", 3)
    ann, _ = playing
    ann.orders("end")
    letter = composing.compose(ann.sits(), whole=True)
    [message] = messages(letter)
    assert "only in the attachment" in message.get_body(("plain",)).get_content()
    assert "BEGIN PBEM" not in message.get_body(("plain",)).get_content()
    [attached] = message.iter_attachments()
    assert attached.get_content() == ann.log.read_bytes()
    with pytest.raises(MailError, match="pbem send"):
        text_of(letter)
