"""docs/agent.md through real servers, against floods, loops, bounces and servers that go away."""

from __future__ import annotations

import re
import smtplib
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage, Message
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest

from long import PATIENCE, sample
from pbem import confined
from pbem.agent.config import Imap, Server
from pbem.agent.servers.imap import ImapInbox
from pbem.agent.servers.smtp import NotSentError, Smtp
from pbem.audit.verify import verify
from pbem.bench.auditing import make_library
from pbem.bench.games import write_idle_log
from pbem.client.client import Client
from pbem.client.exchange.taking import TakeOptions, take
from pbem.client.messages.reading import take_mail
from pbem.client.people import import_card
from pbem.errors import MailError
from pbem.mail.armor import BEGIN, END, lines_of
from servers.conftest import need_servers
from servers.mailhost import Account, MailHost, until
from servers.players import LASTING, Player, agent_for, opens, play_on, players, ports_of
from toy.people import Person

MIB = 1 << 20


# --- helpers ------------------------------------------------------------------------------------


@contextmanager
def sending(host: MailHost, account: Account) -> Iterator[smtplib.SMTP]:
    context = ssl.create_default_context(cafile=str(host.ca_file))
    with smtplib.SMTP("localhost", host.smtp_port, timeout=PATIENCE) as smtp:
        smtp.starttls(context=context)
        smtp.login(*account)
        yield smtp


def plain(sender: str, to: str, text: str = "hello\n", **headers: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"] = sender, to
    message["Subject"] = headers.pop("Subject", "something")
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message


def box_of(player: Player) -> str:
    return player.account.address.partition("@")[0]


def mail_of(player: Player) -> list[Message]:
    return [message_from_bytes(one) for one in player.host.messages(box_of(player))]


def settle(*people: Player, rounds: int = 3) -> None:
    """Let agents work until nothing is on its way."""
    for _ in range(rounds):
        for one in people:
            while one.agent.round()[0]:
                pass
        people[0].host.wait_until_idle()


def reported(player: Player) -> str:
    """All that the owner was mailed by their agent."""
    texts = [
        str(one.get_payload(decode=True), "utf-8", "replace")
        for one in mail_of(player)
        if one["From"] == f"pbem <{player.account.address}>"
    ]
    return " ".join(" ".join(texts).split())


def ids(player: Player) -> Counter[str]:
    return Counter(str(one["Message-ID"]) for one in mail_of(player))


def goes_on(*people: Player, more: int = 6) -> None:
    """Let a game go on for some events, and all come to where it is."""
    goal = max(events(one) for one in people if one.client.logs()) + more
    play_on(people, lambda: all(one.client.logs() and events(one) >= goal for one in people))
    settle(*people)
    are_the_same(*people)


def are_the_same(*people: Player) -> None:
    logs = [[log.read_bytes() for log in one.client.logs()] for one in people]
    assert all(logs)
    assert all(one == logs[0] for one in logs)
    for log in people[0].client.logs():
        verdict = verify(log, people[0].client.library)
        assert verdict.ok, verdict


def memory(what: str) -> int:
    """The memory of this process in bytes: VmRSS now, VmHWM at most."""
    found = re.search(rf"{what}:\s*(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) * 1024


def closes(*people: Player) -> None:
    for one in people:
        one.close()


# --- too much -----------------------------------------------------------------------------------


def send_large(host: MailHost, account: Account, to: str, size: int) -> None:
    """Send a message with a large attachment, without ever having it in memory."""
    message = plain(account.address, to)
    message.add_attachment(b"", maintype="application", subtype="zip", filename="all.zip")
    head, mark, tail = message.as_bytes().rpartition(b"\n--===")
    line = (
        b"QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0NTY3ODk=\r\n"
    )
    chunk = line * (MIB // len(line) + 1)
    with sending(host, account) as smtp:
        smtp.ehlo()
        smtp.mail(account.address)
        smtp.rcpt(to)
        assert smtp.docmd("data")[0] == 354
        smtp.send(head.replace(b"\n", b"\r\n"))
        for _ in range(size // len(chunk) + 1):
            smtp.send(chunk)
        smtp.send((mark + tail).replace(b"\n", b"\r\n") + b"\r\n.\r\n")
        assert smtp.getreply()[0] == 250
    host.wait_until_idle()


def large(host: MailHost, player: Player) -> list[Path]:
    """The messages of more than 200 MiB in a mailbox."""
    boxes = [host.maildir(box_of(player)) / part for part in ("cur", "new")]
    return [one for box in boxes for one in box.iterdir() if one.stat().st_size > 200 * MIB]


def given_out(host: MailHost, player: Player) -> int:
    """How many bytes Dovecot gave to a player, until the agent let go of the mailbox."""
    player.agent._inbox.close()
    logged = re.compile(rf"imap\({re.escape(player.account.address)}\).*\bout=(\d+)")
    time.sleep(0.2)
    return sum(int(size) for size in logged.findall(host.log()))


@pytest.mark.long
def test_a_message_of_200_mib_is_not_fetched_and_reported_once(
    mailhost: MailHost, tmp_path: Path
) -> None:
    ann, bob = players(mailhost, tmp_path, ("ann", "bob"), "huge")
    ann.agent.round()  # what is loaded once is loaded
    send_large(mailhost, bob.account, ann.account.address, 205 * MIB)
    assert large(mailhost, ann)
    Path("/proc/self/clear_refs").write_text("5")  # the peak is counted from here on
    before = memory("VmRSS")
    for _ in range(5):
        ann.agent.round()
    assert memory("VmHWM") - before < 20 * MIB
    assert given_out(mailhost, ann) < 100_000
    [message] = large(mailhost, ann)
    message.unlink()  # what the owner got can be looked for without reading it
    assert reported(ann).count("is unread in the mailbox") == 1
    assert "because it exceeds all that is read in an hour" in reported(ann)
    assert not (ann.client.agent("ann") / "quarantine").exists()
    closes(ann, bob)


def unread(player: Player) -> int:
    """How many messages in a mailbox the agent has not taken note of."""
    database = player.agent.database
    return len(mail_of(player)) - len(database.seen(player.agent._inbox._box))


@pytest.mark.long(2)
@pytest.mark.parametrize(("friends", "strangers_each"), sample([(220, 5), (790, 70)], 0, of=1))
def test_very_many_messages_at_once_while_a_game_goes_on(
    mailhost: MailHost, tmp_path: Path, friends: int, strangers_each: int
) -> None:
    """A friend's without a postmark, and three strangers': 200 of an address an hour, none lost."""
    ann, bob = players(mailhost, tmp_path, ("ann", "bob"), f"flood-{friends}")
    opens(ann, **LASTING)
    play_on([ann, bob], lambda: bool(bob.client.logs()) and events(bob) > 4)
    strangers = [mailhost.add_user(f"stranger-{n}-of-{friends}") for n in range(3)]
    to = ann.account.address
    log = bob.client.logs()[0].read_bytes()

    def flood(account: Account, count: int) -> None:
        with sending(mailhost, account) as smtp:
            for number in range(count):
                text = [
                    f"hello {number}\n",
                    f"{BEGIN}\n/ABCDEF-{number}-!!!!{number}-XXXXX\n{END}\n",
                    f"#pbem saipan-{number} ann\nend {number}\n#end\n",
                    "the log again\n",
                ][number % 4]
                message = plain(account.address, to, text, Subject=f"{number}")
                if number % 4 == 3:
                    message.add_attachment(log, maintype="application", subtype="octet-stream")
                smtp.sendmail(account.address, [to], message.as_bytes())

    floods = [(bob.account, friends), *((one, strangers_each) for one in strangers)]
    threads = [threading.Thread(target=flood, args=one) for one in floods]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    mailhost.wait_until_idle()
    assert len(mailhost.messages(box_of(ann))) > friends + 3 * strangers_each
    goes_on(ann, bob)
    assert max(ids(bob).values()) == 1
    assert ids(ann).most_common(1)[0][1] == 1 or all(  # ours; theirs have none
        count == 1 for key, count in ids(ann).items() if key != "None"
    )
    # All that is not signed is read as the hours pass: of bob's every second message is reported to
    # the owner, and an hour has 30 of these for an address. Within a day nothing waits any more.
    assert unread(ann) > 0
    hours = Clock(ann)
    for _ in range(20):
        hours.passes(hours=1, minutes=1)
        settle(ann, rounds=2)
        if not unread(ann):
            break
    ann.agent.round()  # what it reported to the owner last
    assert unread(ann) == 0
    closes(ann, bob)


# --- mail that answers --------------------------------------------------------------------------


def test_a_bounce_is_reported_to_the_owner_and_starts_nothing(
    mailhost: MailHost, tmp_path: Path
) -> None:
    [ann] = players(mailhost, tmp_path, ("ann",), "bounced")
    cat = Person("cat", tmp_path, "cat@elsewhere.example")
    import_card(ann.client, cat.card)
    opens(ann, rules="saipan", seats={"us": "ann", "jp": "cat"})
    settle(ann)
    bounces = [one for one in mail_of(ann) if one.get_content_type() == "multipart/report"]
    assert len(bounces) == 1
    assert reported(ann).count("NOT delivered (cat@elsewhere.example: ") == 1
    before = len(mail_of(ann))
    hours = Clock(ann)
    for _ in range(3):
        hours.passes(minutes=11)
        settle(ann)
    assert len(mail_of(ann)) == before
    assert reported(ann).count("NOT delivered") == 1
    assert len(ann.client.logs()) == 1
    cat.client.close()
    closes(ann)


ANSWERS: dict[str, dict[str, str]] = {
    "marked": {"Auto_Submitted": "auto-replied"},
    "bulk": {"Precedence": "bulk"},
    "unmarked": {},
}


def answers(host: MailHost, account: Account, to: str, seen: int, **headers: str) -> int:
    """Answer each message that an account got of ``to``, with all of it; return how many it has."""
    name = account.address.partition("@")[0]
    came = host.messages(name)
    with sending(host, account) as smtp:
        for data in came[seen:]:
            message = message_from_bytes(data)
            if to not in str(message["From"]):
                continue
            part = message.get_payload(0) if message.is_multipart() else message
            text = str(part.get_payload(decode=True), "utf-8")
            quoted = "".join(f"> {line}\n" for line in text.splitlines())
            answer = plain(account.address, to, f"I am not here.\n\n{quoted}", **headers)
            answer.replace_header("Subject", f"Re: {message['Subject']}"[:60].replace("\n", " "))
            answer["In-Reply-To"] = str(message["Message-ID"])
            smtp.sendmail(account.address, [to], answer.as_bytes())
    host.wait_until_idle()
    return len(came)


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", ANSWERS)
def test_who_answers_every_message_gets_no_answer(
    kind: str, mailhost: MailHost, tmp_path: Path
) -> None:
    """An opponent whose mailbox answers all that comes, and the owner's does so too."""
    answered(mailhost, tmp_path, kind, owner=True)


def answered(host: MailHost, folder: Path, kind: str, *, owner: bool) -> None:
    ann, bob = players(host, folder, ("ann", "bob"), f"loop-{kind}-{owner}".lower())
    home = host.add_user(f"home-{kind}-{owner}".lower())
    ann.agent.close()
    ann.agent = agent_for(ann, ports_of(host), ann.account, ann.said.append, owner=home.address)
    opens(ann, **LASTING)
    hours = Clock(ann)
    seen = {bob.account: 0, home: 0}
    counts = []
    for _ in range(12):
        settle(ann, rounds=1)
        for account in [bob.account, home] if owner else [bob.account]:
            to = ann.account.address
            seen[account] = answers(host, account, to, seen[account], **ANSWERS[kind])
        counts.append((len(mail_of(bob)), len(host.messages(home.address.partition("@")[0]))))
        hours.passes(minutes=11)
    logged = events(ann)
    closes(ann, bob)
    assert logged == 2  # opened, and joined
    assert counts[-1][0] == 1  # the opening, and nothing more
    assert counts[-1][1] <= 2
    assert len(set(counts[-6:])) == 1, counts  # it has died out


# --- servers ------------------------------------------------------------------------------------


def events(player: Player) -> int:
    return len(player.client.logs()[0].read_bytes().splitlines())


class Clock:
    """Lets the time of agents run ahead."""

    def __init__(self, *people: Player) -> None:
        self.ahead = timedelta()
        for one in people:
            one.agent._now = lambda: datetime.now(UTC) + self.ahead

    def passes(self, **span: float) -> None:
        self.ahead += timedelta(**span)


@pytest.mark.long
def test_servers_go_away_in_the_middle_of_a_game_and_come_back(tmp_path: Path) -> None:
    need_servers()
    with MailHost() as host:
        ann, bob = players(host, tmp_path, ("ann", "bob"), "gone")
        opens(ann, **LASTING)
        hours = Clock(ann, bob)
        for number, (stop, start) in enumerate(
            [
                (host.stop_imap, host.start_imap),
                (host.stop_smtp, host.start_smtp),
                (host.stop_imap, host.start_imap),
                (host.stop_smtp, host.start_smtp),
            ]
        ):
            goal = 3 + 3 * number
            play_on([ann, bob], lambda goal=goal: bool(ann.client.logs()) and events(ann) >= goal)
            stop()
            for _ in range(3):
                for one in (ann, bob):
                    one.agent.round()
                    one.decides()
                    one.agent.round()
            start()
            hours.passes(minutes=70)  # whatever waits, and whatever is in doubt, is tried again
        goes_on(ann, bob)
        for one in (ann, bob):
            assert any("cannot be" in line for line in one.said)
            # A message that Postfix was delivering when it died may come twice, received once.
            sent = {(str(mail["Message-ID"]), str(mail["Received"])) for mail in mail_of(one)}
            assert max(Counter(key for key, _ in sent).values()) == 1
            assert one.agent.database.outbox() == []
        closes(ann, bob)


def logins_refused(host: MailHost, account: Account) -> int:
    """How often a login was refused, by IMAP and by SMTP."""
    imap = re.findall(rf"auth failed.*user=<{re.escape(account.address)}>", host.log())
    smtp = re.findall("SASL [A-Z0-9]+ authentication failed", host.log())
    return len(imap) + len(smtp)


@pytest.mark.long
def test_a_wrong_password_is_said_and_not_tried_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_servers()
    with MailHost() as host:
        ann, bob = players(host, tmp_path, ("ann", "bob"), "wrong")
        opens(ann, **LASTING)
        wrong = ann.account._replace(password="wrong")  # noqa: S106
        ann.agent.close()
        ann.account = wrong
        ann.agent = agent_for(ann, ports_of(host), wrong, ann.said.append)
        slept: list[float] = []

        def sleep(seconds: float) -> None:
            slept.append(seconds)
            if len(slept) == 8:
                raise TimeoutError

        monkeypatch.setattr("pbem.agent.agent.time.sleep", sleep)
        with pytest.raises(TimeoutError):
            ann.agent.run()
        monkeypatch.undo()
        assert slept == [5, 10, 20, 40, 80, 160, 300, 300]
        # Eight rounds look at the mailbox; one message is tried, and again in a minute: Python's
        # library tries it in both ways that the server offers, PLAIN and LOGIN.
        assert until(lambda: logins_refused(host, wrong) >= 10)
        assert logins_refused(host, wrong) == 10, host.log()
        said = [line for line in ann.said if "refuses the login" in line]
        assert {line.partition(" refuses the login: ")[0] for line in said} == {
            f"The mailbox of {wrong.address} at localhost",
            f"NOT mailed: {ann.client.logs()[0].stem} #1: the mail server localhost",
        }
        assert len(said) == 9
        assert host.messages(box_of(bob)) == []
        closes(ann, bob)


@pytest.mark.long
def test_a_token_takes_the_place_of_a_password_and_is_asked_for_again(
    mailhost: MailHost, tmp_path: Path
) -> None:
    ann, bob = players(mailhost, tmp_path, ("ann", "bob"), "token")
    asked: list[str] = []

    def token() -> str:
        asked.append(mailhost.token(box_of(ann), -60 if len(asked) < 2 else 3600))
        return asked[-1]

    ann.agent.close()
    ann.agent = agent_for(ann, ports_of(mailhost), ann.account, ann.said.append, token=token)
    opens(ann, rules="saipan", seats={"us": "ann", "jp": "bob"})
    ann.agent.round()  # the tokens of IMAP and SMTP have expired
    assert len(asked) == 2
    refused = [line for line in ann.said if "refuses the login" in line]
    assert len(refused) == 2, ann.said
    assert not any(token in line for token in asked for line in ann.said)
    Clock(ann).passes(minutes=2)
    goes_on(ann, bob)
    assert len(asked) > 2
    closes(ann, bob)


def test_starttls_for_imap(mailhost: MailHost, tmp_path: Path) -> None:
    ann, bob = players(mailhost, tmp_path, ("ann", "bob"), "starttls")
    ann.agent._inbox.close()
    config = Imap(
        "localhost",
        mailhost.imap_starttls_port,
        ann.account.address,
        "starttls",
        str(mailhost.ca_file),
    )
    ann.agent._inbox = ImapInbox(config, lambda: ann.account.password)
    opens(bob, rules="saipan", seats={"us": "bob", "jp": "ann"})
    play_on([ann, bob], lambda: bool(ann.client.logs()) and events(ann) > 2)
    closes(ann, bob)


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_a_server_with_a_certificate_that_nobody_signed_is_refused(
    security: str, mailhost: MailHost
) -> None:
    asked: list[str] = []

    def secret() -> str:
        asked.append("asked")
        return "secret"

    tls = security == "tls"
    imap = Imap(
        "localhost", mailhost.imap_port if tls else mailhost.imap_starttls_port, "ann", security
    )
    smtp = Server("localhost", mailhost.smtps_port if tls else mailhost.smtp_port, "ann", security)
    inbox, outbound = ImapInbox(imap, secret), Smtp(smtp, secret)
    with pytest.raises(MailError, match=r"The mailbox of ann at localhost cannot be .*certificate"):
        next(inbox.new(datetime.now(UTC), lambda _: set()), None)
    with pytest.raises(NotSentError, match=r"localhost cannot be reached: .*certificate") as error:
        outbound.send(
            b"Subject: x\r\n\r\nx\r\n", "ann@example.test", ["bob@example.test"], lambda _: None
        )
    assert not error.value.for_good
    assert asked == []  # nobody got a password to see
    inbox.close()
    outbound.close()


@pytest.mark.long
def test_a_mailbox_that_is_made_again_is_read_again_and_does_no_harm(
    mailhost: MailHost, tmp_path: Path
) -> None:
    ann, bob = players(mailhost, tmp_path, ("ann", "bob"), "anew")
    opens(ann, **LASTING)
    play_on([ann, bob], lambda: bool(bob.client.logs()) and events(bob) > 6)
    settle(ann, bob)
    before = {one.handle: len(mail_of(one)) for one in (ann, bob)}
    log, box = ann.client.logs()[0].read_bytes(), ann.agent._inbox._box
    mailhost.stop_imap()
    for path in mailhost.maildir(box_of(ann)).glob("dovecot*"):
        path.unlink()
    time.sleep(1.1)  # the new number is the second at which it was made
    mailhost.start_imap()
    settle(ann, bob)
    settle(ann, bob)
    assert ann.agent._inbox._box != box
    assert ann.client.logs()[0].read_bytes() == log
    assert {one.handle: len(mail_of(one)) for one in (ann, bob)} == before
    goes_on(ann, bob)
    for one in (ann, bob):
        assert max(ids(one).values()) == 1
    closes(ann, bob)


# --- a long log ---------------------------------------------------------------------------------

SHORT, LONG, LONGEST = 1_500, 10_000, 17_000
"""The shortest events that come to nothing: a few more, and a player's share of the log is full."""

MEMORY_MOST = 100 * MIB
"""So much more for 10,000 events: their 8 MB are there as bytes, as parts, and decoded."""


class Work:
    """The work of an import: ``counted`` how often, and over how many bytes."""

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()

    def watch(self, patch: pytest.MonkeyPatch, where: str, size: Callable[..., int]) -> None:
        """Count the calls of what stands at ``where``, each as ``size`` of its arguments."""
        sound, name = resolve_name(where), where.rpartition(".")[2]

        def call(*args: Any, **named: Any) -> Any:
            self.counted[name] += size(*args)
            return sound(*args, **named)

        patch.setattr(where, call)

    def of(self, action: Callable[[], object]) -> tuple[Counter[str], int]:
        """Return what an action makes of work, and the bytes of memory that it takes."""
        self.counted.clear()
        Path("/proc/self/clear_refs").write_text("5")
        before = memory("VmRSS")
        with confined.by(confined.here):  # what is read in a child is not seen here
            action()
        return Counter(self.counted), memory("VmHWM") - before


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    made = Work()
    once: Callable[..., int] = lambda *_: 1  # noqa: E731 - as its siblings
    made.watch(monkeypatch, "pbem.table.table.Table.take", once)
    made.watch(monkeypatch, "pbem.table.table.verify_signature", once)
    made.watch(monkeypatch, "pbem.log.file.read_event", once)
    made.watch(monkeypatch, "pbem.mail.inside.message_from_bytes", len)
    made.watch(monkeypatch, "pbem.mail.contents.found_in", len)
    made.watch(monkeypatch, "pbem.mail.armor._check", once)
    return made


@pytest.fixture(scope="module")
def idle_log(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], bytes]:
    """Return so many events of a game in which nothing comes to anything."""

    @cache
    def lines(events: int) -> list[bytes]:
        log = tmp_path_factory.mktemp("idle") / "long.pbem"
        assert list(write_idle_log(log, make_library(), events))[-1] == events
        return log.read_bytes().splitlines(keepends=True)

    return lambda events: b"".join(lines(SHORT if events == SHORT else LONGEST)[:events])


@pytest.mark.parametrize(
    ("by", "events"),
    sample([("armor", SHORT), ("file", SHORT), ("file", LONGEST), ("armor", LONG)], 1, of=2),
)
def test_a_long_log_by_mail(
    by: str, events: int, idle_log: Callable[[int], bytes], work: Work, tmp_path: Path
) -> None:
    """As many events as two players can write, attached; in armor, which has fewer lines, fewer."""
    log = tmp_path / "long.pbem"
    data = idle_log(events)
    log.write_bytes(data)
    message = plain("ann@example.org", "bob@example.org")
    if by == "file":
        message.add_attachment(data, maintype="application", subtype="octet-stream")
    else:
        message.set_content("\n".join([BEGIN, *lines_of(data), END]) + "\n", cte="7bit")
    mail = tmp_path / "long.eml"
    mail.write_bytes(bytes(message))
    del message

    clients = []
    for name in ("plain", "mailed"):
        (tmp_path / name).mkdir()
        clients.append(Client(tmp_path / name, f"sqlite:///{tmp_path / name / 'pbem.sqlite'}"))

    def takes() -> None:
        [one] = take(clients[0], [log], TakeOptions())
        assert one.status == "new"

    def reads() -> None:
        posted = take_mail(clients[1], [mail], TakeOptions())
        assert posted.wrong == []
        assert [one.status for one in posted.taken] == ["new"]

    taking, taking_memory = work.of(takes)
    reading, reading_memory = work.of(reads)
    assert clients[1].logs()[0].read_bytes() == data
    assert taking["take"] == taking["verify_signature"] == events
    # The log in the mail is imported as it would be without, and the mail is gone through once.
    for what in ("take", "verify_signature", "read_event"):
        assert reading[what] == taking[what], what
    assert reading["message_from_bytes"] == mail.stat().st_size
    assert reading["found_in"] < (2 * mail.stat().st_size if by == "armor" else 1000)
    assert reading["_check"] == (len(lines_of(data)) if by == "armor" else 0)
    most = taking_memory + MEMORY_MOST * max(events, LONG) // LONG
    assert reading_memory < most, (reading_memory, taking_memory)
    for client in clients:
        client.close()
