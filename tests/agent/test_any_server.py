"""Whatever a server says is at worst a mailbox, or a way to send, that does not work now.

Written from docs/agent.md alone.
"""

from __future__ import annotations

import itertools
import socket
from base64 import b64encode
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from time import sleep

import pytest

from pbem.agent.config import Imap, Server
from pbem.agent.sender.heading import heading_of
from pbem.agent.servers import imap
from pbem.agent.servers.imap import ImapInbox
from pbem.agent.servers.mailbox import GoneError, InboxError
from pbem.agent.servers.smtp import DoubtError, NotSentError, Smtp
from servers.liar import DATE, MESSAGES, OK, Liar, flood

SECRET = "correct-horse-battery"  # noqa: S105
BEFORE = datetime(2026, 6, 1, tzinfo=UTC)
SOON = 0.2  # seconds, for what is waited for in vain

COMMANDS = [
    *("HELLO", "CAPABILITY", "LOGIN", "EXAMINE", "NOOP", "SEARCH"),
    *("SIZES", "BODY", "IDLE", "DONE", "LOGOUT"),
]
KINDS = {
    "closed": [],
    "cut": [b"* OK"],
    "bytes": [b"\xff\xfe\x00\x80\r\n", OK],
    "other_tag": [b"ZZZZ99 OK done\r\n"],
    "no_word": [b"*\r\n", OK],
    "refused": [b"{tag} NO not now\r\n"],
    "bad": [b"{tag} BAD [what] ?\r\n"],
    "goodbye": [b"* BYE go away\r\n"],
    "open_bracket": [b"* 1 FETCH (UID 1 BODY[\r\n", OK],
    "open_list": [b"* 1 FETCH (UID 1 RFC822.SIZE\r\n", OK],
    "open_quote": [b'* 1 FETCH (UID 1 INTERNALDATE "01-Jul\r\n', OK],
    "deep": [b"* 1 FETCH " + b"(" * 100_000 + b"\r\n", OK],
    "no_list": [b"* 1 FETCH 7\r\n", OK],
    "half_a_pair": [b"* 1 FETCH (UID)\r\n", OK],
    "nothing": [b"* 1 FETCH NIL\r\n* SEARCH NIL\r\n* CAPABILITY NIL\r\n", OK],
    "no_values": [b"* 1 FETCH (UID 1 RFC822.SIZE NIL INTERNALDATE NIL BODY[] NIL)\r\n", OK],
    "no_numbers": [b"* SEARCH one two\r\n* 1 FETCH (UID one RFC822.SIZE two)\r\n", OK],
    "large_numbers": [
        b"* SEARCH " + b"9" * 5000 + b"\r\n* 1 FETCH (UID 1 RFC822.SIZE " + b"9" * 5000 + b")\r\n",
        OK,
    ],
    "numbers_that_cannot_be": [b"* SEARCH 0 -1 99999999999999999999\r\n", OK],
    "size_that_cannot_be": [
        b"* 1 FETCH (UID 1 RFC822.SIZE 99999999999999999999 INTERNALDATE " + DATE + b")\r\n",
        OK,
    ],
    "no_date": [b'* 1 FETCH (UID 1 RFC822.SIZE 9 INTERNALDATE "99-Foo-0000 x")\r\n', OK],
    "first_date": [
        b'* 1 FETCH (UID 1 RFC822.SIZE 9 INTERNALDATE "01-Jan-0001 00:00:00 +1400")\r\n',
        OK,
    ],
    "last_date": [
        b'* 1 FETCH (UID 1 RFC822.SIZE 9 INTERNALDATE "31-Dec-9999 23:59:59 -1400")\r\n',
        OK,
    ],
    "other_message": [b"* 9 FETCH (UID 9 RFC822.SIZE 9 BODY[] {1}\r\nx)\r\n", OK],
    "literal_without_end": [b"* 1 FETCH (UID 1 BODY[] {999999999999999}\r\n", b"x" * 1000],
    "literal_of_no_size": [b"* 1 FETCH (UID 1 BODY[] {-5}\r\n", OK],
    "validity": [b"* OK [UIDVALIDITY x] good\r\n* OK [UIDVALIDITY\r\n", OK],
    "long_line": [b"* OK " + b"x" * 3_000_000 + b"\r\n", OK],
    "flood_of_answers": flood(b"* 1 EXISTS\r\n"),
    "flood_of_nothing": flood(b"+ \r\n"),
    "flood_of_one_line": flood(b"x"),
    "flood_of_a_literal": lambda: itertools.chain(
        [b"* 1 FETCH (UID 1 BODY[] {99999999999}\r\n"], flood(b"x")()
    ),
}


def at(server: Liar) -> ImapInbox:
    return ImapInbox(Imap("127.0.0.1", server.port, "ann", "none"), lambda: SECRET)


def reads(inbox: ImapInbox) -> list[bytes]:
    """Look once as an agent does: read what is new, wait, go."""
    found = []
    try:
        for arrived in inbox.new(BEFORE, lambda _box: set()):
            assert arrived.at.tzinfo is not None
            assert 0 <= arrived.size < 1 << 63
            found.append(arrived.load())
        inbox.wait(0.0)
    finally:
        inbox.close()
    return found


def fails(inbox: ImapInbox) -> str:
    """Return what a mailbox that does not work now says, nothing where it works."""
    try:
        reads(inbox)
    except (InboxError, GoneError) as error:
        return str(error)
    return ""


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(imap, "ANSWER_SECONDS", SOON)
    monkeypatch.setattr(imap, "WAIT_LEAST", 0.0)


def test_a_good_server_is_read():
    with Liar() as server:
        assert reads(at(server)) == list(MESSAGES.values())


class Full:
    """A folder of so many messages: each search is answered in one line, as servers do."""

    def __init__(self, count: int, first: int = 1) -> None:
        self.count, self.first = count, first
        self.searched: list[bytes] = []

    def chosen(self) -> list[bytes]:
        return [b"* %d EXISTS\r\n* OK [UIDVALIDITY 7] good\r\n" % self.count, OK]

    def found(self, words: list[bytes]) -> list[bytes]:
        self.searched.append(words[2])
        low, _, high = words[2].partition(b":")
        end = self.count if high in (b"*", b"") else int(high)
        begin = int(low) if low.isdigit() else 1
        uids = b" ".join(b"%d" % (self.first + one - 1) for one in range(begin, end + 1))
        return [b"* SEARCH " + uids + b"\r\n", OK]


def test_a_folder_of_a_hundred_thousands_is_searched_in_stretches():
    """As large as the numbers of messages may be, and one line of a server names them all."""
    folder = Full(145_000, first=4_000_000_000)
    with Liar(EXAMINE=folder.chosen, SEARCH=folder.found) as server:
        inbox = at(server)
        asked: list[set[str]] = []

        def seen(_box: str) -> set[str]:
            asked.append({str(folder.first + one) for one in range(folder.count)})
            return asked[0]

        assert list(inbox.new(BEFORE, seen)) == []
        inbox.close()
    assert folder.searched == [b"1:50000", b"50001:100000", b"100001:*"]
    assert len(asked) == 1


def test_a_folder_with_few_messages_is_searched_at_once():
    folder = Full(2)
    with Liar(EXAMINE=folder.chosen, SEARCH=folder.found) as server:
        assert reads(at(server)) == list(MESSAGES.values())
    assert folder.searched == [b"SINCE"]


@pytest.mark.parametrize("count", [60_000, 5_000_001])
def test_a_folder_that_is_too_full_says_what_to_do(count):
    folder = Full(count)
    with Liar(EXAMINE=folder.chosen, SEARCH=KINDS["closed"]) as server:
        said = fails(at(server))
    assert f"{count:,} messages" in said
    assert "'folder' in agent.toml" in said


# Each kind where answers are read closely, and a few kinds everywhere.
LIES = sorted(
    {*itertools.product(KINDS, ["SEARCH", "SIZES"])}
    | {*itertools.product(["closed", "bytes", "refused", "flood_of_answers"], COMMANDS)}
    | {*itertools.product(["large_numbers", "literal_without_end", "deep"], ["BODY", "EXAMINE"])}
)


@pytest.mark.few(10, 25)
@pytest.mark.parametrize(("kind", "command"), LIES)
def test_whatever_a_mailbox_says_it_does_not_work_now_at_worst(
    impatient, monkeypatch, kind, command
):
    with Liar(**{command: KINDS[kind]}) as server:
        inbox = at(server)
        said = fails(inbox)
        assert len(said) < 600
        assert not said or said.isprintable()
        # The bytes accepted of a flood: an answer of each kind, and what lies in between the two.
        assert server.said < 16 << 20
        server.says.clear()
        monkeypatch.setattr(imap, "ANSWER_SECONDS", 120.0)
        assert reads(inbox) == list(MESSAGES.values())


@pytest.mark.parametrize("command", ["HELLO", "LOGIN", "SEARCH", "BODY", "DONE"])
def test_a_mailbox_that_says_a_letter_now_and_then_is_given_up(impatient, command):
    def drips() -> Iterator[bytes]:
        yield b"* OK "
        while True:
            sleep(SOON / 10)
            yield b"x"

    with Liar(**{command: drips}) as server:
        with pytest.raises(InboxError):
            reads(at(server))
        assert server.said < 1000


@pytest.mark.few(1)
@pytest.mark.parametrize("command", ["NOOP", "SIZES", "DONE"])
def test_of_a_flood_no_more_is_taken_than_an_answer_has(command):
    with Liar(**{command: flood(b"* 1 EXISTS\r\n" * 5000)}) as server:
        inbox = at(server)
        assert "sends more than" in fails(inbox)
        assert server.said < 8 << 20  # 1 MiB, and what lies in the buffers between the two


def test_what_nobody_asked_for_is_not_kept():
    with Liar(NOOP=[b"* 1 EXISTS\r\n" * 10_000, OK]) as server:
        inbox = at(server)
        for _ in range(5):
            assert list(inbox.new(BEFORE, lambda _box: {"1", "2"})) == []
        kept = inbox._client.wire.untagged_responses
        assert sum(map(len, kept.values())) < 20_000
        inbox.close()


@pytest.mark.few(2)
@pytest.mark.parametrize("kind", ["deep", "size_that_cannot_be", "flood_of_answers", "last_date"])
@pytest.mark.parametrize("command", ["SIZES", "BODY"])
def test_an_agent_goes_on_while_its_mailbox_lies(both, office, impatient, command, kind):
    ann, _ = both
    good = ann.agent._inbox
    with Liar(**{command: KINDS[kind]}) as server:
        ann.agent._inbox = at(server)
        ann.person.orders("end")
        before = len(office.messages("bob@example.org"))
        ann.rounds(2)
        assert len(office.messages("bob@example.org")) > before
        ann.agent._inbox.close()
    ann.agent._inbox = good
    ann.rounds()


def test_a_date_to_come_counts_as_today(both, office):
    ann, _ = both
    seen = []
    attempts = ann.agent._receiving._attempts
    take = attempts.take
    attempts.take = lambda one, *rest: seen.append(one.arrived.at) or take(one, *rest)
    good = ann.agent._inbox
    sizes = b"* 1 FETCH (UID 1 RFC822.SIZE 9 INTERNALDATE "
    with Liar(SIZES=[sizes + b'"31-Dec-9998 23:59:59 +0000")\r\n', OK]) as server:
        ann.agent._inbox = at(server)
        ann.rounds()
        ann.agent._inbox.close()
    ann.agent._inbox = good
    assert seen
    assert max(seen) <= office.now


# --- secrets -------------------------------------------------------------------------------------


def echoes(secret: str) -> dict[str, str]:
    """The answers of a server that may hold a secret."""
    plain = b64encode(f"\0ann\0{secret}".encode()).decode()
    bearer = b64encode(f"user=ann\1auth=Bearer {secret}\1\1".encode()).decode()
    alone = b64encode(secret.encode()).decode()
    return {
        "as_it_is": f"no: {secret}",
        "auth_plain": f"unknown: AUTH PLAIN {plain}",
        "auth_login": f"unknown: {alone}",
        "auth_bearer": f"unknown: AUTH XOAUTH2 {bearer}",
        "cut": f"unknown: AUTH PLAIN {plain[:-6]}",
        "in_words": f"unknown: {secret[:10]} {secret[10:]}",
        "quoted": f'unknown: "{secret}"',
    }


def leaks(text: str, secret: str) -> bool:
    """Whether a text has eight letters of a secret in a row, or of its base64."""
    forms = [secret]
    for before in range(3):
        coded = b64encode(bytes(before) + secret.encode()).decode()
        forms.append(coded[-(-before * 8 // 6) : (before + len(secret)) * 8 // 6])
    line = "".join(text.split())
    return any(form[begin : begin + 8] in line for form in forms for begin in range(len(form) - 7))


@pytest.mark.few(4, 10)
@pytest.mark.parametrize("name", echoes(""))
@pytest.mark.parametrize("command", ["HELLO", "LOGIN", "SEARCH", "BODY"])
def test_no_error_of_a_mailbox_holds_the_password(impatient, command, name):
    said = echoes(SECRET)[name].encode()
    assert leaks(said.decode(), SECRET)
    answers = [
        [b"{tag} NO " + said + b"\r\n"],
        [b"* BYE " + said + b"\r\n"],
        [said + b"\r\n"],
    ]
    for answer in answers:
        with Liar(**{command: answer}) as server:
            assert not leaks(fails(at(server)), SECRET)


@pytest.mark.few(4, 16)
@pytest.mark.parametrize("name", echoes(""))
@pytest.mark.parametrize("step", ["hello", "AUTH", "MAIL", "RCPT", "DATA", "end"])
def test_no_error_of_a_way_to_send_holds_the_password(scripted, name, step):
    said = echoes(SECRET)[name].encode()
    for answer in (b"535 %s\r\n" % said, b"451-%s\r\n451 x\r\n" % said, said + b"\r\n"):
        smtp = Smtp(Server("127.0.0.1", scripted(**{step: answer}).port, "ann", "none"), password)
        with pytest.raises((NotSentError, DoubtError)) as came:
            smtp.send(b"x\r\n", "ann@example.org", ["bob@example.org"], lambda _said: b"x\r\n")
        smtp.close()
        assert not leaks(str(came.value), SECRET)


def password() -> str:
    return SECRET


def test_the_name_of_the_computer_is_reported_to_no_server(scripted):
    """Servers write it into a header that everybody reads; nor is it looked up."""
    server = scripted()
    asked = []

    def ask(*_: object) -> str:
        asked.append(1)
        return "anns-laptop.example.org"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getfqdn", ask)
        smtp = Smtp(Server("127.0.0.1", server.port, "ann", "none"), password)
        smtp.send(b"x\r\n", "ann@example.org", ["bob@example.org"], lambda _said: b"x\r\n")
        smtp.close()
    assert server.greeted == [b"ehlo [127.0.0.1]"]
    assert asked == []


@pytest.mark.parametrize("step", ["hello", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "end", "QUIT"])
def test_a_reply_without_end_is_a_message_not_sent_now_or_in_doubt(scripted, step):
    server = scripted(**{step: b"250-and more\r\n" * 200_000})
    smtp = Smtp(Server("127.0.0.1", server.port, "ann", "none"), password)
    came: Exception | None = None
    try:
        smtp.send(b"x\r\n", "ann@example.org", ["bob@example.org"], lambda _said: b"x\r\n")
    except (NotSentError, DoubtError) as error:
        came = error
    smtp.close()
    match step:
        case "end":
            assert isinstance(came, DoubtError)
        case "QUIT":
            assert came is None
        case _:
            assert isinstance(came, NotSentError | DoubtError)


@pytest.mark.few(4, 16)
@pytest.mark.parametrize("code", [b"", b"2", b"1", b"999", b"-50", b"650", b"25x", b"\xff\xfe\xfd"])
@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA", "end"])
def test_a_code_that_is_none_says_neither_yes_nor_never(scripted, step, code):
    server = scripted(**{step: code + b" well\r\n"})
    smtp = Smtp(Server("127.0.0.1", server.port, "ann", "none"), password)
    with pytest.raises((NotSentError, DoubtError)) as came:
        smtp.send(b"x\r\n", "ann@example.org", ["bob@example.org"], lambda _said: b"x\r\n")
    smtp.close()
    if isinstance(came.value, NotSentError):
        assert not came.value.for_good
    assert (step == "end") == isinstance(came.value, DoubtError)


def test_a_password_that_smtp_cannot_send_is_said_without_it(scripted):
    odd = "p\u00e4ss-w\u00f6rd-und-mehr"
    smtp = Smtp(Server("127.0.0.1", scripted().port, "ann", "none"), lambda: odd)
    with pytest.raises(NotSentError) as refused:
        smtp.send(b"x\r\n", "ann@example.org", ["bob@example.org"], lambda _said: b"x\r\n")
    smtp.close()
    assert odd not in str(refused.value)
    assert "password" in str(refused.value)


# --- the headers of what is new -----------------------------------------------------------------

HEAD = b"From: bob@example.org\r\n\r\n"


def row(uid: int, *, head: bytes | None = HEAD, size: int = 9) -> bytes:
    """The answer of a server about a message; ``head`` None: not about its headers."""
    reported = b"* %d FETCH (UID %d RFC822.SIZE %d INTERNALDATE %s" % (uid, uid, size, DATE)
    if head is not None:
        reported += b" BODY[HEADER.FIELDS (FROM)]<0> {%d}\r\n%s" % (len(head), head)
    return reported + b")\r\n"


WHOLE = row(1) + row(2)
NIL = row(2).replace(b"{%d}\r\n%s" % (len(HEAD), HEAD), b"NIL")
HEADERS = {
    "honest": (WHOLE, {"1": HEAD, "2": HEAD}),
    "fewer": (row(1), {"1": HEAD}),
    "none": (b"", {}),
    "others": (row(8) + row(9), {}),
    "more": (WHOLE + row(9) + row(3), {"1": HEAD, "2": HEAD}),
    "the_other_way_round": (row(2, head=b"") + row(1), {"1": HEAD, "2": b""}),
    "no_headers": (row(1, head=None) + row(2, head=None), {"1": b"", "2": b""}),
    "headers_of_one": (row(1, head=None) + row(2), {"1": b"", "2": HEAD}),
    "no_value": (row(1) + NIL, {"1": HEAD, "2": b""}),
    "another_part": (WHOLE.replace(b"[HEADER.FIELDS (FROM)]<0>", b"[]"), {"1": b"", "2": b""}),
    "too_long": (row(1, head=HEAD + b"x" * 500_000) + row(2), {"1": None, "2": HEAD}),
    "bytes": (row(1, head=bytes(range(256))) + row(2), {"1": bytes(range(256)), "2": HEAD}),
}


def heads(inbox: ImapInbox) -> dict[str, bytes]:
    try:
        found = list(inbox.new(BEFORE, lambda _box: set()))
    finally:
        inbox.close()
    keys = [one.key for one in found]
    assert len(set(keys)) == len(keys)  # nothing is there twice
    for one in found:
        assert len(one.head) <= imap.HEADER_BYTES
        assert heading_of(one.head).mark is None
    return {one.key: one.head for one in found}


@pytest.mark.parametrize("name", HEADERS)
def test_headers_are_those_of_what_was_asked_for_or_none(name):
    """Whatever is not answered is asked for again at the next look: nothing is taken as read."""
    reported, found = HEADERS[name]
    with Liar(SIZES=[reported, OK]) as server:
        seen = heads(at(server))
        assert seen.keys() == found.keys()
        for key, head in found.items():
            assert head is None or seen[key] == head
        server.says.clear()
        assert heads(at(server)).keys() == {"1", "2"}


def test_two_answers_for_one_message_make_one_message():
    with Liar(SIZES=[row(1) + row(1, head=b"From: eve@example.org\r\n\r\n", size=7), OK]) as server:
        seen = heads(at(server))
    assert list(seen) == ["1"]


def test_what_was_read_is_not_asked_for_again_whatever_a_server_names():
    with Liar(SIZES=[WHOLE, OK]) as server:
        inbox = at(server)
        assert [one.key for one in inbox.new(BEFORE, lambda _box: {"1"})] == ["2"]
        inbox.close()


# --- a message that the server cannot give -------------------------------------------------------

FAILS = {"refused": [b"{tag} NO internal error\r\n"], "closed": [b"* BYE\r\n"]}


class Spoilt(Full):
    """A folder of which the server fails at whatever one of ``bad`` is asked for with."""

    def __init__(self, count: int, bad: set[int], fails: list[bytes]) -> None:
        super().__init__(count)
        self.bad, self.fails = bad, fails
        self.asked: list[int] = []

    def reported(self, words: list[bytes]) -> list[bytes]:
        uids = [int(uid) for uid in words[2].split(b",")]
        self.asked.append(len(uids))
        if self.bad.intersection(uids):
            return self.fails
        return [*map(row, uids), OK]

    def says(self) -> dict[str, Callable[..., list[bytes]]]:
        return {"EXAMINE": self.chosen, "SEARCH": self.found, "SIZES": self.reported}

    def found(self, words: list[bytes]) -> list[bytes]:
        uids = b" ".join(b"%d" % (1 + one) for one in range(self.count))
        return [b"* SEARCH " + uids + b"\r\n", OK]


@pytest.mark.parametrize("fails", FAILS)
@pytest.mark.parametrize("bad", [{1}, {700}, {13, 14, 699}])
def test_one_message_that_a_server_cannot_give_stops_no_other(fails, bad):
    """It comes without headers; somebody who loads it hears why, and leaves it out."""
    folder = Spoilt(700, bad, FAILS[fails])
    with Liar(**folder.says(), BODY=FAILS[fails]) as server:
        inbox = at(server)
        found = {int(one.key): one for one in inbox.new(BEFORE, lambda _box: set())}
        assert list(found) == list(range(1, 701))
        assert {uid for uid, one in found.items() if one.head == b""} == bad
        with pytest.raises(InboxError):
            found[min(bad)].load()
        inbox.close()
    assert len(folder.asked) <= 2 + len(bad) * 2 * 10


def test_a_server_that_can_give_nothing_is_asked_so_often_and_no_more():
    folder = Spoilt(700, set(range(1, 701)), FAILS["refused"])
    with Liar(**folder.says()) as server:
        inbox = at(server)
        with pytest.raises(InboxError, match="internal error"):
            list(inbox.new(BEFORE, lambda _box: set()))
        inbox.close()
    assert len(folder.asked) < 40


def test_where_it_takes_long_fewer_are_asked_for_at_the_next_look(monkeypatch):
    """A server may hang at a message: each look then fails once, and the message is found."""
    folder = Spoilt(700, {3}, FAILS["refused"])
    monkeypatch.setattr(imap._Look, "is_long", True)
    found: dict[str, bytes] = {}
    with Liar(**folder.says()) as server:
        inbox = at(server)
        looks = 0
        while len(found) < 700:
            looks += 1
            try:
                for one in inbox.new(BEFORE, lambda _box: set(found)):
                    found[one.key] = one.head
            except InboxError:
                continue
        inbox.close()
    assert [key for key, head in found.items() if not head] == ["3"]
    assert looks <= 14
