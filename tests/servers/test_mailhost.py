"""The servers that other tests send through do what mail servers do."""

from __future__ import annotations

import email
import email.message
import imaplib
import os
import re
import signal
import smtplib
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from long import PATIENCE
from servers import conftest
from servers import mailhost as mailhost_module
from servers.mailhost import Account, MailHost, Server, missing, until

# The lines that servers put before a message that they deliver.
ADDED = re.compile(
    rb"Return-Path: .*\nX-Original-To: .*\nDelivered-To: .*\nReceived: .*\n(?:\t.*\n)*",
    re.MULTILINE,
)


def trusting(host: MailHost) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=host.ca_file)


@contextmanager
def sending(host: MailHost, account: Account) -> Iterator[smtplib.SMTP]:
    with smtplib.SMTP("localhost", host.smtp_port, timeout=PATIENCE) as smtp:
        smtp.starttls(context=trusting(host))
        smtp.login(*account)
        yield smtp


@contextmanager
def put_through_to_nobody() -> Iterator[int]:
    """A port at which the first call is taken and never answered, and nobody takes a second."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        taken: list[socket.socket] = []

        def take() -> None:
            taken.append(listener.accept()[0])
            listener.close()

        taking = threading.Thread(target=take)
        taking.start()
        yield listener.getsockname()[1]
        taking.join(PATIENCE)
        for one in taken:
            one.close()


def test_a_server_that_ends_while_it_is_called_is_not_waited_for(tmp_path):
    with put_through_to_nobody() as port:
        server = Server(port, tmp_path / "log", "sleep", str(PATIENCE))
        server.start()
        server.stop()


@contextmanager
def reading(host: MailHost, account: Account) -> Iterator[imaplib.IMAP4]:
    with imaplib.IMAP4_SSL(
        "localhost", host.imap_port, ssl_context=trusting(host), timeout=PATIENCE
    ) as imap:
        imap.login(*account)
        yield imap


def letter(account: Account, to: str, text: str = "hello") -> bytes:
    return f"From: {account.address}\r\nTo: {to}\r\nSubject: {text}\r\n\r\n{text}\r\n".encode()


def send(host: MailHost, account: Account, to: str, text: str = "hello") -> None:
    with sending(host, account) as smtp:
        smtp.sendmail(account.address, [to], letter(account, to, text))


def subjects(host: MailHost, account: Account) -> list[str]:
    """Return what IMAP shows of an inbox."""
    with reading(host, account) as imap:
        imap.select(readonly=True)
        found = imap.search(None, "ALL")[1][0].split()
        heads = [imap.fetch(number, "(BODY.PEEK[HEADER])")[1][0] for number in found]
    return [str(email.message_from_bytes(head[1])["Subject"]) for head in heads]


def processes_in(folder: Path) -> list[str]:
    """Return the processes that stand in a folder or name it."""
    said = {process.name: places_of(process) for process in Path("/proc").glob("[0-9]*")}
    return [f"{number}: {places}" for number, places in said.items() if str(folder) in places]


def places_of(process: Path) -> str:
    try:
        places = [str((process / name).readlink()) for name in ("cwd", "root")]
        return " ".join([(process / "cmdline").read_text().replace("\0", " "), *places])
    except OSError:  # it has ended
        return ""


@contextmanager
def own_host() -> Iterator[MailHost]:
    with MailHost() as host:
        yield host
    assert not host.folder.exists()
    assert until(lambda: not processes_in(host.folder)), processes_in(host.folder)


# --- A message on its way -----------------------------------------------------------------------


def test_a_message_arrives_as_it_was_sent(mailhost: MailHost) -> None:
    ann, ben = mailhost.add_user("sent.ann"), mailhost.add_user("sent.ben")
    sent = (
        b"from: ann\r\nSubject: =?utf-8?q?=C3=A9?=\r\nX-Odd:\t two  spaces \r\n folded\r\n"
        b"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
        b"Content-Transfer-Encoding: 8bit\r\n\r\n"
        b".\r\n..\r\nFrom the start of a line\r\n>From\r\n \t \r\n-- \r\n\r\n\r\n"
        + "größer".encode()
        + b"\r\n"
        + b"long " * 700
        + b"\r\nno end\r\n"
    )
    with sending(mailhost, ann) as smtp:
        smtp.sendmail(ann.address, [ben.address], sent, ["BODY=8BITMIME"])
    (delivered,) = mailhost.wait_for("sent.ben", 1)
    assert ADDED.sub(b"", delivered, count=1).replace(b"\n", b"\r\n") == sent
    with reading(mailhost, ben) as imap:
        imap.select()
        ((_, fetched), _) = imap.fetch("1", "(BODY[])")[1]
    assert fetched == delivered.replace(b"\n", b"\r\n")
    assert mailhost.messages("sent.ben") == [delivered]


@pytest.mark.parametrize("port", ["smtp", "smtps"])
def test_mail_goes_in_by_either_door(mailhost: MailHost, port: str) -> None:
    ann = mailhost.add_user(f"in.by.{port}")
    if port == "smtp":
        send(mailhost, ann, ann.address)
    else:
        with smtplib.SMTP_SSL(
            "localhost", mailhost.smtps_port, context=trusting(mailhost), timeout=PATIENCE
        ) as smtp:
            smtp.login(*ann)
            smtp.sendmail(ann.address, [ann.address], letter(ann, ann.address))
    mailhost.wait_for(f"in.by.{port}", 1)


def test_mail_goes_out_by_either_door(mailhost: MailHost) -> None:
    ann = mailhost.add_user("out")
    with imaplib.IMAP4("localhost", mailhost.imap_starttls_port, timeout=PATIENCE) as imap:
        imap.starttls(trusting(mailhost))
        imap.login(*ann)
        assert imap.select()[0] == "OK"
    assert subjects(mailhost, ann) == []


def test_a_message_waits_for_no_second_try(mailhost: MailHost) -> None:
    ann = mailhost.add_user("quick")
    for count in range(1, 6):
        send(mailhost, ann, ann.address)
        mailhost.wait_for("quick", count)

    def tries() -> dict[str, str]:
        found = re.findall(r": (\w+): to=<quick@.* status=(\w+)", mailhost.log())
        # Postfix would rather deliver twice than not at all: of each message the first try counts.
        return dict(reversed(found))

    until(lambda: len(tries()) == 5)  # it is written down a little later than it is done
    assert list(tries().values()) == ["sent"] * 5, mailhost.log()


def test_many_messages(mailhost: MailHost) -> None:
    ann, ben = mailhost.add_user("many.ann"), mailhost.add_user("many.ben")
    with sending(mailhost, ann) as smtp:
        for number in range(200):
            smtp.sendmail(ann.address, [ben.address], letter(ann, ben.address, str(number)))
    mailhost.wait_for("many.ben", 200)
    mailhost.wait_until_idle()
    assert sorted(subjects(mailhost, ben), key=int) == [str(number) for number in range(200)]


def test_idle_reports_of_a_message(mailhost: MailHost) -> None:
    ann = mailhost.add_user("idle")
    with reading(mailhost, ann) as imap:
        imap.select()
        imap.send(b"x IDLE\r\n")
        assert imap.readline().startswith(b"+")
        send(mailhost, ann, ann.address)
        imap.sock.settimeout(PATIENCE)
        assert imap.readline() == b"* 1 EXISTS\r\n"
        imap.send(b"DONE\r\n")
        while not imap.readline().startswith(b"x OK"):
            pass


# --- Who may do what ----------------------------------------------------------------------------


@pytest.mark.long
def test_a_wrong_password_is_refused_and_nobody_waits_for_it(mailhost: MailHost) -> None:
    ann = mailhost.add_user("password")
    wrong = ann._replace(password=ann.password.swapcase())
    nobody = Account("nobody@example.test", ann.password)
    for account in (wrong, nobody):
        with pytest.raises(imaplib.IMAP4.error, match="AUTHENTICATIONFAILED"):
            subjects(mailhost, account)
        with pytest.raises(smtplib.SMTPAuthenticationError) as refused:
            send(mailhost, account, ann.address)
        assert refused.value.smtp_code == 535
    send(mailhost, ann, ann.address)
    mailhost.wait_for("password", 1)
    assert subjects(mailhost, ann) == ["hello"]


@pytest.mark.long
def test_a_token_is_as_good_as_a_password_while_it_lasts(mailhost: MailHost) -> None:
    ann = mailhost.add_user("token")

    def bearer(token: str) -> str:
        return f"user={ann.address}\1auth=Bearer {token}\1\1"

    def log_in(token: str) -> None:
        with imaplib.IMAP4_SSL(
            "localhost", mailhost.imap_port, ssl_context=trusting(mailhost), timeout=PATIENCE
        ) as imap:
            imap.authenticate("XOAUTH2", lambda _: bearer(token).encode())
        with smtplib.SMTP("localhost", mailhost.smtp_port, timeout=PATIENCE) as smtp:
            smtp.starttls(context=trusting(mailhost))
            smtp.ehlo()
            smtp.auth("XOAUTH2", lambda _=None: bearer(token))

    mailhost.add_user("token.ben")
    log_in(mailhost.token("token"))
    good = mailhost.token("token")
    for bad in (mailhost.token("token", -1), mailhost.token("token.ben"), good[:-4], "x"):
        with pytest.raises(imaplib.IMAP4.error, match="AUTHENTICATIONFAILED"):
            log_in(bad)


def test_who_is_not_logged_in_sends_nothing(mailhost: MailHost) -> None:
    ann = mailhost.add_user("relay")
    with smtplib.SMTP("localhost", mailhost.smtp_port, timeout=PATIENCE) as smtp:
        with pytest.raises(smtplib.SMTPNotSupportedError):  # before it is secret
            smtp.login(*ann)
        with pytest.raises(smtplib.SMTPSenderRefused, match="STARTTLS"):
            smtp.sendmail(ann.address, [ann.address], letter(ann, ann.address))
        smtp.starttls(context=trusting(mailhost))
        for sender in (ann.address, "stranger@elsewhere.test", ""):
            for to in (ann.address, "somebody@elsewhere.test"):
                with pytest.raises(smtplib.SMTPRecipientsRefused, match=r"not logged in|denied"):
                    smtp.sendmail(sender, [to], letter(ann, to))
    mailhost.wait_until_idle()
    assert mailhost.messages("relay") == []


def test_nobody_sends_under_another_address(mailhost: MailHost) -> None:
    ann, ben = mailhost.add_user("own.ann"), mailhost.add_user("own.ben")
    with sending(mailhost, ann) as smtp, pytest.raises(smtplib.SMTPRecipientsRefused):
        smtp.sendmail(ben.address, [ann.address], letter(ben, ann.address))


def test_who_does_not_trust_the_certificate_is_not_connected(mailhost: MailHost) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        imaplib.IMAP4_SSL(
            "localhost",
            mailhost.imap_port,
            ssl_context=ssl.create_default_context(),
            timeout=PATIENCE,
        )


def test_a_name_is_given_once(mailhost: MailHost) -> None:
    mailhost.add_user("once")
    for name in ("once", "", "a/b", "..", "a b", "a@b"):
        with pytest.raises(ValueError, match="no new name"):
            mailhost.add_user(name)


# --- What goes wrong with mail ------------------------------------------------------------------


def test_an_unknown_recipient_is_refused_at_once(mailhost: MailHost) -> None:
    ann = mailhost.add_user("unknown")
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        send(mailhost, ann, "no.such.user@example.test")
    assert refused.value.recipients["no.such.user@example.test"][0] == 550


def test_a_bounce_comes_back(mailhost: MailHost) -> None:
    ann = mailhost.add_user("bounce")
    send(mailhost, ann, "somebody@elsewhere.test", "lost")
    (delivered,) = mailhost.wait_for("bounce", 1)
    bounce = email.message_from_bytes(delivered)
    assert bounce["Return-Path"] == "<>"
    assert bounce["Auto-Submitted"] == "auto-replied"
    assert bounce.get_content_type() == "multipart/report"
    _, report, original = bounce.get_payload()
    assert isinstance(report, email.message.Message)
    fields = [part for part in report.walk() if part["Final-Recipient"]]
    assert fields[0]["Action"] == "failed"
    assert fields[0]["Final-Recipient"] == "rfc822; somebody@elsewhere.test"
    assert b"Subject: lost" in bytes(original)
    mailhost.wait_until_idle()


def test_mail_that_waits_is_seen_to_wait(mailhost: MailHost) -> None:
    with own_host() as host:
        ann = host.add_user("ann")
        host.wait_until_idle(0)
        send(host, ann, "somebody@slow.test")
        with pytest.raises(TimeoutError, match="is asleep"):
            host.wait_until_idle(1)
        assert len(host.queued()) == 1
        assert host.messages("ann") == []


# --- Hosts that come and go ---------------------------------------------------------------------


@pytest.mark.long
def test_two_hosts_do_not_meet(mailhost: MailHost) -> None:
    with own_host() as other:
        here, there = mailhost.add_user("meet"), other.add_user("meet")
        send(mailhost, here, here.address, "here")
        send(other, there, there.address, "there")
        mailhost.wait_for("meet", 1)
        other.wait_for("meet", 1)
        assert subjects(mailhost, here) == ["here"]
        assert subjects(other, there) == ["there"]
        with pytest.raises(smtplib.SMTPAuthenticationError):
            send(other, here, there.address)
        with pytest.raises(ssl.SSLCertVerificationError):
            imaplib.IMAP4_SSL("localhost", other.imap_port, ssl_context=trusting(mailhost))


def test_mail_outlives_servers(mailhost: MailHost) -> None:
    with own_host() as host:
        ann = host.add_user("ann")
        send(host, ann, ann.address, "before")
        send(host, ann, "somebody@slow.test", "waiting")
        host.wait_for("ann", 1)

        host.stop_imap()
        with pytest.raises(ConnectionRefusedError):
            subjects(host, ann)
        send(host, ann, ann.address, "without imap")
        host.wait_for("ann", 2)
        host.start_imap()
        assert subjects(host, ann) == ["before", "without imap"]

        (waiting,) = host.queued()
        host.stop_smtp()
        with pytest.raises(ConnectionRefusedError):
            send(host, ann, ann.address)
        assert subjects(host, ann) == ["before", "without imap"]
        ben = host.add_user("ben")
        host.start_smtp()
        assert host.queued() == [waiting]
        send(host, ben, ann.address, "after")
        host.wait_for("ann", 3)
        assert subjects(host, ann) == ["before", "without imap", "after"]


KILLED = """
import sys, time
from servers.mailhost import MailHost
host = MailHost()
print(host.folder, flush=True)
time.sleep(60)
"""


def test_servers_do_not_outlive_a_test_run_that_is_killed(mailhost: MailHost) -> None:
    command = [sys.executable, "-c", KILLED]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as run:
        assert run.stdout
        folder = Path(run.stdout.readline().strip())
        assert folder.name.startswith("mailhost-")
        assert processes_in(folder)
        run.send_signal(signal.SIGKILL)
    assert until(lambda: not processes_in(folder)), processes_in(folder)
    assert until(lambda: not folder.exists())


# --- Where there are no servers -----------------------------------------------------------------


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(mailhost_module, "PLACES", [])
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert missing() == ["dovecot", "imap", "master", "postmap", "virtual", "root rights"]


def test_a_dovecot_that_reads_other_files_is_no_dovecot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailhost_module, "find", lambda program: program)
    monkeypatch.setattr(subprocess, "check_output", lambda *_, **__: "2.4.1-4 (7d8c0e5759)\n")
    assert "dovecot 2.3 (this is 2.4.1-4)" in missing()


@pytest.mark.parametrize(
    ("required", "outcome"), [("0", pytest.skip.Exception), ("1", pytest.fail.Exception)]
)
def test_without_servers_tests_are_skipped_unless_that_was_ruled_out(
    monkeypatch: pytest.MonkeyPatch, required: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setattr(conftest, "missing", lambda: ["dovecot", "postmap"])
    monkeypatch.setenv("PBEM_REQUIRE_SERVERS", required)
    with pytest.raises(
        outcome, match=r"dovecot, postmap \(apt-get install dovecot-imapd postfix\)"
    ):
        conftest.need_servers()
