"""Make an agent from its configuration, one at a time.

``handle``: the owner of the agent.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from pbem.agent import credentials
from pbem.agent.agent import Agent, database_of
from pbem.agent.config import (
    CONFIG,
    AgentConfig,
    Imap,
    Login,
    Maildir,
    Security,
    Server,
    read_config,
    write_config,
)
from pbem.agent.duties import Unlock
from pbem.agent.memory.database import AgentDatabase
from pbem.agent.memory.rows import WANTED
from pbem.agent.reading.incoming import reading_of
from pbem.agent.reading.quarantine import digest
from pbem.agent.sending import outgoing
from pbem.agent.sending.outgoing import Letterhead
from pbem.agent.servers.imap import ImapInbox
from pbem.agent.servers.mailbox import Inbox
from pbem.agent.servers.maildir import MaildirInbox
from pbem.agent.servers.smtp import Smtp
from pbem.client import people
from pbem.client.client import Client
from pbem.crypto.text import escape
from pbem.director.words.letters import TournamentLetter
from pbem.errors import FormError, LogFileError
from pbem.files import real_path
from pbem.log.disk import locked

ID_DIGITS = 8
"""The digits in the names of messages that were left unread."""


class Waiting(msgspec.Struct, frozen=True):
    """A message that waits: ``state`` as in the agent database; ``due``: not before this time."""

    state: str
    about: str
    due: str
    tries: int


class Left(msgspec.Struct, frozen=True):
    """A message that lies in the mailbox unread: ``id`` names it, ``sender`` is a claim.

    ``at``: when it was left; ``size``: bytes; ``why``: ``left`` (more came than is read),
    ``too large``, ``unasked`` (a game that was not accepted) or ``wanted`` (it is read soon).
    """

    id: str
    at: str
    sender: str
    size: int
    why: str


class Status(msgspec.Struct, frozen=True, rename={"to_report": "to_tell"}):
    """The tasks of an agent: its address, mailbox and owner, what waits, and what was refused.

    ``outbox``: messages that are not sent; ``to_report``: first lines of what the next message to
    the owner says; ``quarantine``: files; ``away``: first and last day, or null.
    """

    handle: str
    address: str
    owner: str
    mailbox: str
    outbox: list[Waiting]
    to_report: list[str]
    quarantine: list[str]
    away: tuple[date, date] | None


def config_of(client: Client, handle: str) -> Path:
    """Return where the configuration of an agent is."""
    return client.agent(handle) / CONFIG


def settings(
    address: str,
    *,
    imap: str | None,
    maildir: str | None,
    smtp: str | None,
    user: str | None,
    owner: str | None,
    starttls: bool,
    ca: Path | None,
    login: Login,
) -> AgentConfig:
    """Return settings with the usual ports (RFC 8314).

    Args:
        address: The mail address of the agent.
        imap: The server of the mailbox; None for a folder.
        maildir: The folder of the mailbox; None for a server.
        smtp: The server that sends; None for the same as ``imap``.
        user: The name at the servers; None for the address.
        owner: The address of the owner; None for the same.
        starttls: Begin without encryption, then demand it.
        ca: The certificates to trust; None for those of the system.
        login: How to sign in.

    Raises:
        FormError: No server that sends is named.
    """
    security: Security = "starttls" if starttls else "tls"
    name = user or address
    trusted = None if ca is None else str(real_path(ca))
    sends = smtp or imap
    if sends is None:
        raise FormError("Name the server that sends: --smtp SERVER")
    box = None
    if imap is not None:
        host, port = _place(imap, 143 if starttls else 993)
        box = Imap(host, port, name, security, trusted)
    host, port = _place(sends, 587 if starttls else 465)
    return AgentConfig(
        address=address,
        owner=owner,
        imap=box,
        maildir=None if maildir is None else Maildir(maildir),
        smtp=Server(host, port, name, security, trusted),
        login=login,
    )


def _place(text: str, usual: int) -> tuple[str, int]:
    """Return host and port of ``HOST`` or ``HOST:PORT``; raises FormError."""
    host, colon, port = text.rpartition(":")
    if not colon:
        return text, usual
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise FormError(f"'{escape(text)}' is not a server. Write imap.example.org or HOST:PORT")
    return host, int(port)


def timed(say: Callable[[str], None]) -> Callable[[str], None]:
    """Return a function that gives a line to ``say`` with the time before it."""
    return lambda text: say(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%SZ} {text}")


def kept(client: Client, handle: str, config: AgentConfig) -> AgentConfig:
    """Return new settings with those that the owner had set before beside them.

    Raises:
        FormError: The file with the former settings is wrong.
    """
    path = config_of(client, handle)
    if not path.exists():
        return config
    before = read_config(path)
    imap, smtp = config.imap, config.smtp
    if imap is not None and before.imap is not None:
        imap = replace(imap, folder=before.imap.folder, ca=imap.ca or before.imap.ca)
    return replace(
        before,
        address=config.address,
        owner=config.owner or before.owner,
        imap=imap,
        maildir=config.maildir,
        smtp=replace(smtp, ca=smtp.ca or before.smtp.ca),
        login=config.login,
    )


def set_up(
    client: Client, handle: str, config: AgentConfig, secret: str | None, *, check: bool = True
) -> list[str]:
    """Write the settings and keep the password.

    Args:
        client: The client.
        handle: The owner.
        config: The settings.
        secret: The password for the keyring; None: a command prints it.
        check: Log in first. If that fails, nothing is written.

    Returns:
        Notes for the owner, in lines.

    Raises:
        FormError: The settings are wrong.
        KeyFileError: The keyring refuses, or the disk.
        MailError: A server refuses the login.
    """
    for server in (config.imap, config.smtp):
        if server is not None and secret is not None:
            credentials.keep(server, secret)
    if check:
        inbox, outbound = _inbox(config), _outbound(config)
        try:
            next(inbox.new(datetime.now(UTC), lambda _: set()), None)
            outbound.check()
        finally:
            inbox.close()
            outbound.close()
    write_config(config_of(client, handle), config)
    card = people.find_card(client, handle)
    written = None if card is None else card.email
    if written is not None and written.lower() == config.address.lower():
        return []
    named = escape(written) if written else "no address"
    address = escape(config.address)
    return [f"Your card names {named}, so mail from others does not reach {address} by itself."]


@contextmanager
def opened(
    client: Client, handle: str, unlock: Unlock, say: Callable[[str], None]
) -> Iterator[Agent]:
    """Return the agent of ``handle``, which no other process can open meanwhile.

    Args:
        client: The client.
        handle: The owner.
        unlock: Opens the key.
        say: Called with a line for the terminal.

    Raises:
        FormError: No agent was set up, or its settings are wrong.
        LogFileError: An agent of this owner is already running.
    """
    config = read_config(config_of(client, handle))
    try:
        with locked(client.agent(handle) / "running", 0.2):
            # Left by one that was killed while it read: it lies in the mailbox too.
            shutil.rmtree(reading_of(client.agent(handle)), ignore_errors=True)
            agent = Agent(
                client,
                handle,
                config,
                inbox=_inbox(config),
                outbound=_outbound(config),
                unlock=unlock,
                say=say,
            )
            try:
                yield agent
            finally:
                agent.close()
    except LogFileError as error:
        if "Another program" not in str(error):
            raise
        raise LogFileError(f"An agent of {handle} is already running") from None


def fetch(client: Client, handle: str, unlock: Unlock, say: Callable[[str], None]) -> None:
    """Read a mailbox as its agent does, and do nothing else; ``say`` prints a line.

    Raises:
        FormError: No agent was set up, or its settings are wrong.
        LogFileError: The agent is already running.
        MailError: The mailbox was not read to its end.
    """
    with opened(client, handle, unlock, say) as agent:
        agent.fetch()


def post(client: Client, handle: str, letters: Sequence[TournamentLetter], now: datetime) -> int:
    """Put letters of a tournament into the outbox of an agent, each once.

    The agent tries again what it gave up before.

    Returns:
        How many letters are new.

    Raises:
        FormError: No agent was set up.
    """
    config = read_config(config_of(client, handle))
    head = Letterhead(handle, config.address, config.reported)
    with database(client, handle) as pages, pages.writing() as page:
        return sum(
            page.post(one, now) or page.revived(one.reason, now)
            for one in outgoing.of_tournament(head, letters, now)
        )


def _inbox(config: AgentConfig) -> Inbox:
    if config.maildir is not None:
        return MaildirInbox(Path(config.maildir.path))
    assert config.imap is not None  # noqa: S101 - a configuration that was read has one
    secret = partial(credentials.secret_of, config.imap, config.login)
    return ImapInbox(config.imap, secret, oauth=config.login.kind == "oauth")


def _outbound(config: AgentConfig) -> Smtp:
    if config.smtp.security == "none":
        return Smtp(config.smtp, None)
    secret = partial(credentials.secret_of, config.smtp, config.login)
    return Smtp(config.smtp, secret, oauth=config.login.kind == "oauth")


@contextmanager
def database(client: Client, handle: str) -> Iterator[AgentDatabase]:
    """Return the agent database.

    Raises:
        FormError: No agent was set up.
    """
    read_config(config_of(client, handle))
    found = AgentDatabase(database_of(client, handle))
    try:
        yield found
    finally:
        found.close()


def status(client: Client, handle: str, today: date) -> Status:
    """Say what an agent has to do.

    Raises:
        FormError: No agent was set up.
    """
    config = read_config(config_of(client, handle))
    folder = client.agent(handle)
    where = config.maildir.path if config.maildir else ""
    if config.imap is not None:
        where = f"{config.imap.folder} of {config.imap.user} at {config.imap.host}"
    with database(client, handle) as pages:
        return Status(
            handle=handle,
            address=config.address,
            owner=config.reported,
            mailbox=where,
            outbox=[Waiting(row.state, row.about, row.due, row.tries) for row in pages.outbox()],
            to_report=[row.text.splitlines()[0] for row in pages.notices()],
            quarantine=[str(path) for path in sorted((folder / "quarantine").glob("*"))],
            away=pages.away(today) or pages.next_absence(today),
        )


def unsent(client: Client, handle: str) -> int:
    """Say how many messages of an agent may not have left; none where no agent was set up."""
    if not database_of(client, handle).exists():
        return 0
    with database(client, handle) as pages:
        return sum(row.state != "failed" for row in pages.outbox())


def unread(client: Client, handle: str, wanted: Sequence[str] = ()) -> list[Left]:
    """List what lies unread in the mailbox, and let the agent read some of it.

    Args:
        client: The client.
        handle: The owner.
        wanted: The ids of messages that the agent should read.

    Raises:
        FormError: No agent was set up, or no message has such an id.
    """
    with database(client, handle) as pages:
        rows = {digest(f"{row.box} {row.key}".encode())[:ID_DIGITS]: row for row in pages.unread()}
        for name in wanted:
            if name not in rows:
                raise FormError(
                    f"'{escape(name)}' is not an unread message. 'pbem agent unread' lists them, "
                    "with the id first"
                )
        with pages.writing() as page:
            for name in wanted:
                page.want(rows[name].box, rows[name].key)
        return [
            Left(name, row.at, row.sender, row.size, WANTED if name in wanted else row.what)
            for name, row in rows.items()
        ]


def go_away(client: Client, handle: str, first: date, last: date) -> None:
    """Record an absence, both days included.

    Raises:
        FormError: It ends before it begins.
    """
    if last < first:
        raise FormError(f"The absence from {first} to {last} ends before it begins")
    with database(client, handle) as pages, pages.writing() as page:
        page.put("away", f"{first} {last}")


def come_back(client: Client, handle: str) -> bool:
    """End an absence; False where there was none."""
    with database(client, handle) as pages:
        there = bool(pages.fact("away"))
        with pages.writing() as page:
            page.put("away", "")
    return there


def day_of(text: str) -> date:
    """Return a date as it was typed.

    Raises:
        FormError: It is not written as 2026-12-24.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise FormError(f"'{escape(text)}' is not a date. Write it as 2026-12-24") from None
