"""A mail host of one's own on loopback: Postfix takes mail in, Dovecot gives it out.

    with MailHost() as host:
        alice, bob = host.add_user("alice"), host.add_user("bob")
        ...  # alice sends through host.smtp_port with an address and a password
        (message,) = host.wait_for("bob", 1)

A host runs as soon as it is made, on ports of its own, with all that it has in one folder, in
memory if there is enough of it. The machine's own mail is neither read nor changed, and hosts do
not know of each other.

It has accounts at `example.test`; others there are refused (550). It sends for nobody who is not
logged in, and for everybody only under their own address. In the rest of the world nobody lives:
mail to anywhere else is taken and comes back, and mail to `slow.test` waits in the queue for ever.
"""

from __future__ import annotations

import base64
import hmac
import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from string import Template
from typing import NamedTuple, Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

import memory
from long import PATIENCE

DOMAIN = "example.test"
LOOPBACK = "127.0.0.1"
INSTALL = "apt-get install dovecot-imapd postfix"
PLACES = ["/usr/sbin", "/usr/lib/dovecot", "/usr/lib/postfix/sbin"]
PROGRAMS = ["dovecot", "imap", "master", "postmap", "virtual"]
PORTS = ["smtp", "smtps", "imap", "imaps"]
QUEUES = ["incoming", "active", "deferred"]  # in the order in which a message goes through them
OTHER_QUEUES = ["bounce", "corrupt", "defer", "hold", "private", "public", "saved", "trace"]
LOOK_SECONDS = 0.02
NOBODY = 65534  # the user and the group that all mail belongs to

MAIN_CF = """
compatibility_level = 3.6
queue_directory = $folder/queue
data_directory = $folder/data
maillog_file = $folder/postfix.log
maillog_file_prefixes = /

myhostname = mail.example.test
myorigin = example.test
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
local_recipient_maps =
alias_maps =
alias_database =
notify_classes =
biff = no

# Who may send: whoever is logged in over TLS, under his own address.
smtpd_tls_chain_files = $folder/key.pem, $folder/cert.pem
smtpd_tls_security_level = encrypt
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = $folder/auth/sasl
smtpd_sender_login_maps = regexp:{ {/(.+)/ $$$$1} }
smtpd_sender_restrictions = reject_sender_login_mismatch
smtpd_relay_restrictions = permit_sasl_authenticated, reject

# Where it goes. Nobody is there in the rest of the world, which is found out after it was taken.
virtual_mailbox_domains = example.test
virtual_mailbox_base = $folder/mail
virtual_mailbox_maps = hash:$folder/mailboxes
virtual_uid_maps = static:$nobody
virtual_gid_maps = static:$nobody
smtpd_reject_unlisted_recipient = no
smtpd_recipient_restrictions =
    check_recipient_access inline:{ {example.test = reject_unlisted_recipient} }
transport_maps = inline:{ {slow.test = retry:4.4.1 slow.test is asleep} }
default_transport = error:5.4.4 there is no such place
local_transport = error:5.1.1 nobody lives here

# A message stays as it came, is as large as it likes, and waits for nothing.
local_header_rewrite_clients =
message_size_limit = 300000000
mailbox_size_limit = 0
virtual_mailbox_limit = 0
smtp_dns_support_level = disabled
smtpd_peername_lookup = no
smtpd_client_connection_count_limit = 0
smtpd_error_sleep_time = 0
in_flow_delay = 0
queue_run_delay = 1
minimal_backoff_time = 1
maximal_backoff_time = 1
service_throttle_time = 1
fast_flush_domains =
"""

MASTER_CF = """
127.0.0.1:$smtp  inet       n - n - - smtpd
127.0.0.1:$smtps inet       n - n - - smtpd -o smtpd_tls_wrappermode=yes
postlog          unix-dgram n - n - 1 postlogd
cleanup          unix       n - n - 0 cleanup
qmgr             unix       n - n - 1 qmgr
tlsmgr           unix       - - n - 1 tlsmgr
rewrite          unix       - - n - - trivial-rewrite
bounce           unix       - - n - 0 bounce
defer            unix       - - n - 0 bounce
trace            unix       - - n - 0 bounce
error            unix       - - n - - error
retry            unix       - - n - - error
virtual          unix       - n n - - virtual
"""

# There are two Dovecots, so that people can log in and send while IMAP is down. Each account has a
# file: Dovecot looks once a second, at most, whether a file that it has read is another now.
DOVECOT_CONF = """
base_dir = $folder/$name
state_dir = $folder/$name
log_path = $folder/dovecot.log
listen = 127.0.0.1
default_vsz_limit = 0
ssl = required
ssl_cert = <$folder/cert.pem
ssl_key = <$folder/key.pem
auth_mechanisms = plain login xoauth2 oauthbearer
auth_failure_delay = 0
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
passdb {
  driver = passwd-file
  mechanisms = plain login
  args = $folder/users/%u
}
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = $folder/tokens.conf
}
userdb {
  driver = static
  args = uid=$nobody gid=$nobody home=$folder/mail/%n
}
"""

TOKENS_CONF = """
introspection_mode = local
local_validation_key_dict = fs:posix:prefix=$folder/keys/
username_attribute = sub
"""

AUTH_CONF = """
protocols =
service auth {
  unix_listener sasl {
    user = postfix
    mode = 0600
  }
}
"""

IMAP_CONF = """
protocols = imap
mail_location = maildir:~
mail_fsync = never
mailbox_idle_check_interval = 1s
service imap-login {
  process_min_avail = 1
  inet_listener imap {
    port = $imap
  }
  inet_listener imaps {
    port = $imaps
    ssl = yes
  }
}
"""

# The guard kills the server with all its processes, as a power cut would, when a line asks for it.
# When the writer of that line is dead, it kills too, and clears up, for nobody else will. The
# server itself is named too: if the line comes at once, it has no session of its own yet.
GUARD = """
folder=$1
shift
setsid "$@" &
read -r told || told=
kill -KILL -$! $!
wait
test "$told" || rm -rf "$folder"
"""


class Account(NamedTuple):
    """Somebody with a mailbox.

    The address is also the name for logging in.
    """

    address: str
    password: str


def find(program: str) -> str | None:
    """Return where a server program is: where Debian puts it, or in PATH."""
    return shutil.which(program, path=os.pathsep.join([*PLACES, os.environ.get("PATH", "")]))


def missing() -> list[str]:
    """Return what a mail host needs and this machine has not."""
    found = [program for program in PROGRAMS if not find(program)]
    if not found:
        version = subprocess.check_output([str(find("dovecot")), "--version"], text=True)
        if not version.startswith("2.3."):
            found.append(f"dovecot 2.3 (this is {version.split()[0]})")
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        found.append("root rights")
    return found


def until(what: Callable[[], object], seconds: float = PATIENCE) -> bool:
    """Wait until something is true; False where it never came true."""
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(LOOK_SECONDS)
    return True


def held_port() -> socket.socket:
    """Return a socket that nobody listens on: its port stays free for one server."""
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind((LOOPBACK, 0))
    return holder


def greets(door: int | Path) -> bool:
    """Return whether a server at a port or a socket says something to a caller."""
    family = socket.AF_INET if isinstance(door, int) else socket.AF_UNIX
    with socket.socket(family) as caller, suppress(OSError):
        caller.settimeout(PATIENCE)
        caller.connect((LOOPBACK, door) if isinstance(door, int) else str(door))
        return bool(caller.recv(1024))
    return False


def is_listening(door: int | Path) -> bool:
    """Return whether somebody takes calls at a port or a socket, with or without a greeting.

    A caller in the moment in which a server ends may be put through to nobody, and hear nothing for
    ever; so nothing is waited for.
    """
    family = socket.AF_INET if isinstance(door, int) else socket.AF_UNIX
    with socket.socket(family) as caller, suppress(OSError):
        caller.settimeout(PATIENCE)
        caller.connect((LOOPBACK, door) if isinstance(door, int) else str(door))
        return True
    return False


def write_certificate(folder: Path) -> None:
    """Write a key and a certificate for localhost, which is its own authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address(LOOPBACK))]
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=7))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "cert.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    (folder / "key.pem").write_bytes(private)


def make_folder(folder: Path, owner: str | int) -> None:
    folder.mkdir()
    shutil.chown(folder, owner)


def write_configuration(folder: Path, ports: dict[str, int]) -> None:
    """Write the files and make the folders that the servers expect."""
    files = {
        "main.cf": MAIN_CF,
        "master.cf": MASTER_CF,
        "auth.conf": DOVECOT_CONF + AUTH_CONF,
        "imap.conf": DOVECOT_CONF + IMAP_CONF,
        "tokens.conf": TOKENS_CONF,
    }
    values = {"folder": folder, "nobody": NOBODY, **ports}
    for file, text in files.items():
        path = folder / file
        path.write_text(Template(text).substitute(values, name=path.stem))
        os.utime(path, (0, 0))  # Postfix reads nothing that was written less than two seconds ago
    for name in ["users", "keys/default/HS256", "queue/pid"]:
        (folder / name).mkdir(parents=True)
    for name in [*QUEUES, *OTHER_QUEUES]:
        make_folder(folder / "queue" / name, "postfix")
    make_folder(folder / "data", "postfix")
    make_folder(folder / "mail", NOBODY)


def unpadded(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def when_delivered(name: str) -> list[int]:
    """Return the seconds and microseconds that the name of a file in a Maildir gives."""
    return [int(digits) for digits in re.findall(r"^\d+|(?<=M)\d+", name)]


class Server:
    """A server program in a session of its own, which lives no longer than this process."""

    def __init__(self, door: int | Path, log: Path, *command: str) -> None:
        self.door, self.log, self.command = door, log, command
        self.guard: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert self.guard is None, "it runs already"
        with self.log.open("ab") as log:
            self.guard = subprocess.Popen(
                ["/bin/sh", "-c", GUARD, "guard", str(self.log.parent), *self.command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                env={"PATH": os.defpath},
                start_new_session=True,
            )

    def wait(self) -> None:
        if not until(lambda: greets(self.door)):
            said = self.log.read_text(errors="replace")
            raise RuntimeError(f"{self.command[0]} does not start:\n{said}")

    def stop(self) -> None:
        if self.guard is not None:
            self.guard.communicate(b"stop\n", timeout=PATIENCE)
            self.guard = None
            until(lambda: not is_listening(self.door))


class MailHost:
    """Postfix and Dovecot, running, with the accounts that were added."""

    def __init__(self) -> None:
        # Whatever TMPDIR says: the paths of sockets are short, and servers that gave up the rights
        # of root have to get there.
        place = memory.folder() or "/tmp"  # noqa: S108 - in a folder of its own
        self._temporary = tempfile.TemporaryDirectory(prefix="mailhost-", dir=place)
        self.folder = Path(self._temporary.name)
        self.folder.chmod(0o755)
        self.ca_file = self.folder / "cert.pem"
        self._held = {name: held_port() for name in PORTS}
        ports = {name: holder.getsockname()[1] for name, holder in self._held.items()}
        self.smtp_port, self.smtps_port = ports["smtp"], ports["smtps"]
        self.imap_port, self.imap_starttls_port = ports["imaps"], ports["imap"]
        self._accounts: dict[str, Account] = {}
        self._secret = secrets.token_bytes(32)

        place = self.folder.joinpath
        dovecot, log = [str(find("dovecot")), "-F", "-c"], place("dovecot.log")
        self._auth = Server(place("auth", "sasl"), log, *dovecot, str(place("auth.conf")))
        self._imap = Server(ports["imap"], log, *dovecot, str(place("imap.conf")))
        master = [str(find("master")), "-c", str(self.folder)]
        self._smtp = Server(ports["smtp"], place("postfix.log"), *master)
        self._servers = [self._auth, self._imap, self._smtp]
        try:
            write_certificate(self.folder)
            write_configuration(self.folder, ports)
            place("keys/default/HS256/default").write_bytes(base64.b64encode(self._secret))
            self._admit()
            for server in self._servers:
                server.start()
            for server in self._servers:
                server.wait()
        except BaseException:
            self.stop()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End it, with all its mail."""
        for server in reversed(self._servers):
            server.stop()
        for holder in self._held.values():
            holder.close()
        self._temporary.cleanup()

    def stop_smtp(self) -> None:
        """Let Postfix die.

        A message that was just being delivered may come twice.
        """
        self._smtp.stop()

    def start_smtp(self) -> None:
        self._smtp.start()
        self._smtp.wait()

    def stop_imap(self) -> None:
        """Let Dovecot die. Mail can be sent and is delivered all the same."""
        self._imap.stop()

    def start_imap(self) -> None:
        self._imap.start()
        self._imap.wait()

    def add_user(self, name: str) -> Account:
        """Make a new account, which can be used at once."""
        if not re.fullmatch(r"[a-z0-9][a-z0-9.+-]*", name) or name in self._accounts:
            raise ValueError(f"{name!r} is no new name of an account")
        account = Account(f"{name}@{DOMAIN}", secrets.token_urlsafe())
        for part in ("", "new", "cur", "tmp"):
            make_folder(self.maildir(name) / part, NOBODY)
        line = f"{account.address}:{{PLAIN}}{account.password}\n"
        (self.folder / "users" / account.address).write_text(line)
        self._accounts[name] = account
        self._admit()
        return account

    def _admit(self) -> None:
        """Let Postfix know who is here: it reads a map when another file has taken its place."""
        text = self.folder / "new"
        lines = [f"{account.address} {name}/\n" for name, account in self._accounts.items()]
        text.write_text("".join(lines))
        subprocess.run([str(find("postmap")), "-c", str(self.folder), f"hash:{text}"], check=True)
        (self.folder / "new.db").replace(self.folder / "mailboxes.db")

    def token(self, name: str, seconds: int = 3600) -> str:
        """Return what takes the place of a password in XOAUTH2 and OAUTHBEARER for some time."""
        now = int(time.time())
        claims = {"sub": self._accounts[name].address, "iat": now, "exp": now + seconds}
        parts = [json.dumps(part).encode() for part in ({"alg": "HS256", "typ": "JWT"}, claims)]
        signed = b".".join(map(unpadded, parts))
        return b".".join([signed, unpadded(hmac.digest(self._secret, signed, "sha256"))]).decode()

    def maildir(self, name: str) -> Path:
        return self.folder / "mail" / name

    def _files(self, name: str) -> list[Path]:
        found = [file for part in ("new", "cur") for file in (self.maildir(name) / part).iterdir()]
        # A reader of a message moves it from new to cur.
        only = {file.name.partition(":")[0]: file for file in found}
        return [only[key] for key in sorted(only, key=when_delivered)]

    def messages(self, name: str) -> list[bytes]:
        """Return the messages of an inbox as they lie on the disk, in the order they came in."""
        while True:
            with suppress(FileNotFoundError):  # moved just now
                return [file.read_bytes() for file in self._files(name)]

    def wait_for(self, name: str, count: int) -> list[bytes]:
        """Return the messages of an inbox as soon as there are so many."""
        if not until(lambda: len(self._files(name)) >= count):
            found = len(self._files(name))
            raise TimeoutError(f"{name} has {found} messages, not {count}:\n{self.log()}")
        return self.messages(name)

    def queued(self) -> list[str]:
        """Return the names of the messages that Postfix has not done with."""
        # A bounce is in the queue before its cause is out of it: who looks twice misses neither.
        queues = [self.folder / "queue" / name for name in QUEUES * 2]
        files = [file for queue in queues for file in queue.rglob("*") if file.is_file()]
        return sorted({file.name for file in files})

    def wait_until_idle(self, seconds: float = PATIENCE) -> None:
        """Wait until every message is where it was to go, or has come back."""
        if not until(lambda: not self.queued(), seconds):
            raise TimeoutError(f"{self.queued()} are in the queue:\n{self.log()}")

    def log(self) -> str:
        """Return what the servers have written down."""
        logs = [self.folder / "postfix.log", self.folder / "dovecot.log"]
        return "".join(log.read_text(errors="replace") for log in logs if log.exists())
