"""The settings of an agent: a file that its owner may edit, without secrets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.client.client import Client
from pbem.client.exchange.unsolicited import New
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.files import read_plain
from pbem.identity.card import is_mailable
from pbem.identity.files import write_atomically
from pbem.log.disk import explaining

CONFIG = "agent.toml"

Port = Annotated[int, Meta(ge=1, le=65535)]
Word = Annotated[str, Meta(min_length=1, max_length=320, pattern=r"^[!-~]+\Z")]
Days = Annotated[int, Meta(ge=0, le=365)]
Security = Literal["tls", "starttls", "none"]
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Server(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A mail server; ``ca``: a file with certificates to trust besides the system's."""

    host: Word
    port: Port
    user: Word
    security: Security = "tls"
    ca: str | None = None


class Imap(Server):
    """The mailbox, at a server."""

    folder: str = "INBOX"


class Maildir(msgspec.Struct, forbid_unknown_fields=True):
    """The mailbox, a folder into which mail is delivered on this machine."""

    path: Annotated[str, Meta(min_length=1)]


class Login(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The source of the secret: ``command`` prints it; empty: the system's keyring."""

    kind: Literal["password", "oauth"] = "password"
    command: list[str] = []


BYTES_MOST = 1 << 16
"""The limit of the file."""


class AgentConfig(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The settings of docs/agent.md; days and minutes are whole.

    ``address``: the agent's own; ``owner``: who gets reports (default: the same); ``new``: whose
    games are accepted unasked; ``at_once``: messages about one game in an hour that need not wait.
    """

    address: str
    owner: str | None = None
    join: bool = False
    remind: list[Days] = msgspec.field(default_factory=lambda: [2, 0])
    doubt_minutes: Annotated[float, Meta(ge=0, le=1440)] = 10
    new: New = "known"
    at_once: Annotated[int, Meta(ge=1)] = 30
    most_a_day: Annotated[int, Meta(ge=1)] = 2000
    imap: Imap | None = None
    maildir: Maildir | None = None
    smtp: Server
    login: Login = msgspec.field(default_factory=Login)

    @property
    def reported(self) -> str:
        """The address of the owner."""
        return self.owner or self.address


def read_config(path: Path) -> AgentConfig:
    """Read the settings of an agent.

    Raises:
        FormError: There is no such file, or something in it is wrong.
        LogFileError: The file cannot be read.
    """
    if not path.exists():
        raise FormError(f"There is no {path}. 'pbem agent setup' makes it")
    with explaining(path, "Reading"):
        data = read_plain(path, BYTES_MOST, own=True)
    try:
        config = msgspec.toml.decode(data, type=AgentConfig)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormError(f"{path}: {error}") from None
    except RecursionError:
        raise FormError(f"{path}: lists are nested too deeply") from None
    check(config, path)
    return config


def write_config(path: Path, config: AgentConfig) -> None:
    """Write the settings of an agent.

    Raises:
        FormError: No agent could work with these settings.
        KeyFileError: The file cannot be written.
    """
    check(config, path)
    write_atomically(path, msgspec.toml.encode(config), overwrite=True)


def check(config: AgentConfig, path: Path) -> None:
    """Raise FormError for what no agent could work with; ``path``: of the file, for messages."""
    if (config.imap is None) == (config.maildir is None):
        raise FormError(f"{path} needs one mailbox, under [imap] or under [maildir]")
    for name, address in (("address", config.address), ("owner", config.reported)):
        if not is_mailable(address):
            raise FormError(
                f"{path}: {name} = '{escape(address)}' is not an address. Write it like "
                "ann@example.org"
            )
    if config.login.kind == "oauth" and not config.login.command:
        raise FormError(f"{path} needs a command under [login] that prints the OAuth token")
    if config.login.command and not config.login.command[0]:
        raise FormError(f"{path}: the command under [login] must begin with the name of a program")
    for where, server in (("imap", config.imap), ("smtp", config.smtp)):
        if server is not None and server.ca is not None and not Path(server.ca).is_file():
            raise FormError(f"{path}: ca = '{escape(server.ca)}' under [{where}] is not a file")
        if server is not None and server.security == "none" and server.host not in LOOPBACK:
            raise FormError(
                f'{path}: security = "none" under [{where}] would send the password unencrypted to '
                f'{escape(server.host)}. Use "tls" or "starttls"'
            )


def kept_files(client: Client, handle: str, *suffixes: str) -> list[Path]:
    """Return the files of these endings that the agent found in mail and kept, by name.

    ``handle``: the owner. ``suffixes``: the endings, with their dots.
    """
    kept = client.agent(handle) / "kept"
    return sorted(path for suffix in suffixes for path in kept.glob(f"*{suffix}"))
