"""Messages of ours as real mail programs answer them, hand them on, rewrite and file them.

=============  ==================================================================================
program        what it does here to a message that carries a game
=============  ==================================================================================
mutt           reply with quotation, as format=flowed, and with the mail in `indent_string`s of
               others; forward inline, quoted, with its attachment, as an attachment; bounce;
               resend; save decoded; copy
s-nail         reply with quotation, forward, forward as attachment, resend, copy, show
nmh            repl with a filter, forw, forw formatted (RFC 934), forw -mime with mhbuild,
               mhfixmsg, packf, mhstore
formail        (procmail) reply that keeps the body quoted, header added, mailbox taken apart
reformime      (maildrop) parts encoded again, 7 bit and 8 bit
mailbot        (maildrop) forward, forward as attachment, an answer that says nothing of it
altermime      a gateway that adds a disclaimer, or takes attachments away
mlmmj          a mailing list that adds a footer, a prefix and headers
spamassassin   a report around the mail that it takes for spam, as a message and as text
mpack          the log alone, whole, and cut into messages of its own (message/partial)
mhonarc        an archive of mail on the web; w3m and lynx show the page, and it is pasted
fold fmt par   text broken and filled, quoted or not
dovecot-lda    Sieve: redirect, a header added, vacation
postfix        mail sent on; a bounce with the whole message, and one with its headers
=============  ==================================================================================

They are asked for by name, and whatever version answers is good: `.ci/run` installs those of
Debian. Written with Debian 12.
"""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import shutil
import signal
import smtplib
import ssl
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from email import message_from_bytes
from pathlib import Path
from typing import NamedTuple

import pytest

from hostile.base import fixed_chance
from long import PATIENCE
from pbem.client.client import Client
from pbem.client.exchange.taking import TakeOptions
from pbem.client.messages import composing
from pbem.client.messages.reading import take_mail
from pbem.client.play import acting
from pbem.client.play.opening import Wanted, new
from pbem.mail.contents import Section
from pbem.mail.letter import messages
from pbem.mail.reading import Post, read
from servers.conftest import PROGRAMS, need
from servers.mailhost import NOBODY, MailHost
from servers.players import LASTING, choice
from toy.people import Person

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
NOTE = 'Grüße aus "Köln" - на здоровье, 祝好運 \U0001f3b2 = 50 % > 3 | Ende'
DISCLAIMER = "This mail/its attachments are for its addressee-only. From here on it is secret.\n"
MINE = ["move 3/136 3119", "move 2/118 3318", "attack 16 with 1/23 1/24 1/25 gsp 5", "end movement"]


class Sent(NamedTuple):
    """A message of ours as a mail program gets it, the log in it, its name, and who is asked."""

    data: bytes
    log: bytes
    name: str
    asked: str

    @property
    def body(self) -> bytes:
        """Return what a program that knows nothing of MIME takes for the text."""
        return self.data.partition(b"\n\n")[2]

    @property
    def text(self) -> bytes:
        """The text that people read."""
        message = message_from_bytes(self.data)
        part = message.get_payload(0)
        return part.get_payload(decode=True)


class Bench:
    """A folder where a program has its files, as if it were somebody's home."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sent = folder / "sent"
        self.environment = {
            "HOME": str(folder),
            "PATH": os.pathsep.join([os.defpath, "/usr/bin", *PROGRAMS]),
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "TERM": "xterm",
        }
        self.file("sendmail", f"#!/bin/sh\nexec cat > {shlex.quote(str(self.sent))}\n").chmod(0o755)

    def file(self, name: str, data: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    def box(self, mail: bytes) -> Path:
        """An mbox with a message in it."""
        head = b"From ann@example.org Wed Jul  1 12:00:00 2026\n"
        return self.file("box", head + re.sub(rb"(?m)^From ", b">From ", mail) + b"\n")

    def run(self, *command: str | Path, given: bytes = b"", user: int | None = None) -> bytes:
        done = subprocess.run(
            [str(word) for word in command],
            input=given,
            capture_output=True,
            timeout=PATIENCE,
            env=self.environment,
            cwd=self.folder,
            check=False,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        )
        assert done.returncode == 0, (command, done.returncode, done.stderr[-500:])
        return done.stdout

    def sees(self, *command: str | Path) -> None:
        """Run a program that wants a terminal."""
        master, slave = pty.openpty()
        program = subprocess.Popen(
            [str(word) for word in command],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=self.environment,
            cwd=self.folder,
            start_new_session=True,
        )
        os.close(slave)
        shown, answered = b"", 0
        end = time.monotonic() + PATIENCE
        while program.poll() is None and time.monotonic() < end:
            if select.select([master], [], [], 0.05)[0]:
                with suppress(OSError):  # it has gone
                    shown += os.read(master, 65536)
                    # On a slow machine mutt asks whether a file that was edited has changed since,
                    # and its question eats the key pushed after it, by which mutt is left.
                    if b"modified. Update encoding" in shown[answered:] and b"): " in shown[-40:]:
                        answered = len(shown)
                        os.write(master, b"yq")
        over = program.poll() is not None
        if not over:
            os.killpg(program.pid, signal.SIGKILL)
        program.wait()
        os.close(master)
        assert over, shown[-800:]  # how mutt ends says nothing: it may fall when all is done


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


# --- What is sent -------------------------------------------------------------------------------


def played(folder: Path, least: int, note: str = "") -> Sent:
    """Play until there are ``least`` events and the other is asked for orders; mail that."""
    people = {handle: Person(handle, folder) for handle in ("ann", "bob")}
    ann, bob = people.values()
    ann.meets(bob)
    bob.meets(ann)
    new(ann.client, ann.identity, Wanted(**LASTING, name="saipan"))
    bob.takes(ann.sends())
    bob.does(acting.join)
    writer, reader = bob, ann
    while True:
        reader.takes(writer.sends())
        session = writer.sits()
        active = session.table.active()
        assert active.handle is not None, "the game ended too soon"
        others = active.handle != writer.handle and "orders" in active.kinds
        if session.table.chain.count >= least and others:
            break
        if active.handle != writer.handle:
            writer, reader = reader, writer
        if active.kinds == ("dice",):
            writer.does(acting.dice)
        else:
            here = writer.sits()
            act = choice(here)
            assert act is not None
            (noted(act, note) if note else act)(here, writer.identity)
    letter = composing.compose(writer.sits(), whole=True, at=NOON)
    [message] = messages(letter)
    for one in people.values():
        one.client.close()
    assert letter.asked is not None
    return Sent(bytes(message).replace(b"\r\n", b"\n"), letter.data, letter.name, letter.asked)


def noted(act: Callable[..., object], note: str) -> Callable[..., object]:
    """Let orders have a note."""

    def order(session: object, identity: object) -> object:
        plain = acting.order
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(acting, "order", lambda *args: plain(*args, note=note))
            return act(session, identity)

    return order


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Sent]:
    with fixed_chance("real programs"):  # by other dice a game may be over before it is long
        made = {
            "long": played(tmp_path_factory.mktemp("long"), 16),
            "noted": played(tmp_path_factory.mktemp("noted"), 4, NOTE),
        }
    assert len(re.findall(rb"(?m)^/[A-Z2-7]{6}-", made["long"].data)) > 150  # several screens
    assert made["long"].data.isascii()
    assert "Grüße".encode() in made["noted"].text
    assert b"quoted-printable" in made["noted"].data
    return made


@pytest.fixture(params=["long", "noted"])
def mail(request: pytest.FixtureRequest, mails: dict[str, Sent]) -> Sent:
    return mails[request.param]


# --- What becomes of it -------------------------------------------------------------------------


def of(bench: Bench, *contents: bytes) -> Post:
    return read([bench.file(f"read/{n}", content) for n, content in enumerate(contents)])


def orders(post: Post) -> list[Section]:
    """Return the orders that the reader of the mail is shown.

    A template that the player who was asked sends back untouched is reported to them, and to nobody
    else (tests/client/messages/test_mail.py).
    """
    return [one for one in post.sections if one.lines]


def is_recovered(post: Post, mail: Sent, by: str) -> None:
    """The log is there, byte for byte, once; ``by``: armor, or the file."""
    assert [piece.kind for piece in post.logs] == ["log"], post.wrong
    assert post.logs[0].data == mail.log
    assert (post.logs[0].source == "armor") == (by == "armor"), post.logs[0].source
    assert post.wrong == []
    assert orders(post) == []  # nobody has ordered anything


def is_silent(post: Post) -> None:
    assert (post.logs, post.others, orders(post), post.wrong) == ([], [], [], [])


# --- mutt ---------------------------------------------------------------------------------------

MUTTRC = """
set from="bob@example.org" realname=Bob use_from=yes hostname=example.org folder="~" record=""
set charset=utf-8 send_charset=us-ascii:utf-8 editor="$EDITOR" sendmail="$HOME/sendmail"
set autoedit=yes fast_reply=yes include=yes abort_unmodified=no abort_nosubject=no copy=no move=no
set forward_attachments=yes recall=no mark_old=no beep=no sleep_time=0 wait_key=no sendmail_wait=0
set confirmcreate=no confirmappend=no delete=yes quit=yes
"""


def mutt(bench: Bench, mail: bytes, keys: str, *settings: str, editor: str = "true") -> bytes:
    rc = bench.file("muttrc", MUTTRC.replace("$EDITOR", editor).replace("$HOME", f"{bench.folder}"))
    more = [word for setting in settings for word in ("-e", f"set {setting}")]
    program = need("mutt", "mutt")
    bench.sees(program, "-n", "-F", rc, "-f", bench.box(mail), *more, "-e", f'push "{keys}<quit>"')
    return (bench.sent if bench.sent.exists() else bench.folder / "kept").read_bytes()


FORWARD = "<forward-message>carol@example.org<enter><send-message>"


def mutt_reply(bench: Bench, mail: Sent, *settings: str) -> bytes:
    return mutt(bench, mail.data, "<reply><send-message>", *settings)


def mutt_reply_flowed(bench: Bench, mail: Sent) -> bytes:
    return mutt_reply(bench, mail, "text_flowed=yes")


def mutt_reply_with_bars(bench: Bench, mail: Sent) -> bytes:
    return mutt_reply(bench, mail, 'indent_string="| "')


def mutt_reply_with_initials(bench: Bench, mail: Sent) -> bytes:
    return mutt_reply(bench, mail, 'indent_string="AB>"')


def mutt_reply_in_latin_1(bench: Bench, mail: Sent) -> bytes:
    return mutt_reply(bench, mail, "send_charset=iso-8859-1", "charset=iso-8859-1")


def mutt_reply_encoded(bench: Bench, mail: Sent) -> bytes:
    return mutt_reply(bench, mail, "allow_8bit=no", "encode_from=yes")


def mutt_reply_to_a_reply_to_a_reply(bench: Bench, mail: Sent) -> bytes:
    data = mail.data
    for _ in range(3):
        data = mutt_reply(bench, mail._replace(data=data))
    return data


def mutt_forward(bench: Bench, mail: Sent) -> bytes:
    return mutt(bench, mail.data, FORWARD, "mime_forward=no", "forward_attachments=no")


def mutt_forward_quoted(bench: Bench, mail: Sent) -> bytes:
    return mutt(
        bench, mail.data, FORWARD, "mime_forward=no", "forward_quote=yes", "forward_attachments=no"
    )


def mutt_forward_with_file(bench: Bench, mail: Sent) -> bytes:
    return mutt(bench, mail.data, FORWARD, "mime_forward=no", "forward_attachments=yes")


def mutt_forward_as_attachment(bench: Bench, mail: Sent) -> bytes:
    return mutt(bench, mail.data, FORWARD, "mime_forward=yes")


def mutt_forward_decoded_as_attachment(bench: Bench, mail: Sent) -> bytes:
    return mutt(bench, mail.data, FORWARD, "mime_forward=yes", "mime_forward_decode=yes")


def mutt_bounce(bench: Bench, mail: Sent) -> bytes:
    return mutt(bench, mail.data, "<bounce-message>carol@example.org<enter>y")


def mutt_resend(bench: Bench, mail: Sent) -> bytes:
    return mutt(bench, mail.data, "<resend-message><send-message>")


def mutt_decode_save(bench: Bench, mail: Sent) -> bytes:
    return mutt(bench, mail.data, "<decode-save>=kept<enter>")


def mutt_copy(bench: Bench, mail: Sent) -> bytes:
    return mutt(bench, mail.data, "<copy-message>=kept<enter>")


# --- s-nail -------------------------------------------------------------------------------------


def s_nail(bench: Bench, mail: bytes, commands: str, *settings: str) -> bytes:
    always = ["v15-compat", "sendwait", "from=me@example.org", "ttycharset=utf-8", "quote"]
    always.append(f"mta={bench.folder}/sendmail")
    options = [word for setting in [*always, *settings] for word in ("-S", setting)]
    program, box = need("s-nail", "s-nail"), bench.box(mail)
    said = bench.run(program, "-#", "-:/", *options, "-R", "-f", box, given=commands.encode())
    kept = bench.folder / "kept"
    return bench.sent.read_bytes() if bench.sent.exists() else said or kept.read_bytes()


def s_nail_reply(bench: Bench, mail: Sent) -> bytes:
    return s_nail(bench, mail.data, "reply 1\nGood luck.\n", "indentprefix=> ")


def s_nail_reply_indented(bench: Bench, mail: Sent) -> bytes:
    return s_nail(bench, mail.data, "reply 1\nGood luck.\n")


def s_nail_forward(bench: Bench, mail: Sent) -> bytes:
    return s_nail(bench, mail.data, "forward 1 carol@example.org\nSee below.\n")


def s_nail_forward_as_attachment(bench: Bench, mail: Sent) -> bytes:
    return s_nail(
        bench, mail.data, "forward 1 carol@example.org\nSee below.\n", "forward-as-attachment"
    )


def s_nail_resend(bench: Bench, mail: Sent) -> bytes:
    return s_nail(bench, mail.data, "resend 1 carol@example.org\n")


def s_nail_copy(bench: Bench, mail: Sent) -> bytes:
    s_nail(bench, mail.data, f"copy 1 {bench.folder}/kept\n")
    return (bench.folder / "kept").read_bytes()


def s_nail_show(bench: Bench, mail: Sent) -> bytes:
    return s_nail(bench, mail.data, "type 1\n")


# --- nmh ----------------------------------------------------------------------------------------


def nmh(bench: Bench, mail: Sent, *command: str) -> bytes:
    program = need(command[0], "nmh")
    bench.file(".mh_profile", "Path: Mail\n")
    bench.file("Mail/inbox/1", mail.data)
    bench.run(need("folder", "nmh"), "+inbox", "1")
    said = bench.run(program, *command[1:])
    draft = bench.folder / "Mail" / "draft"
    return draft.read_bytes() if draft.exists() else said


def nmh_reply(bench: Bench, mail: Sent) -> bytes:
    return nmh(bench, mail, "repl", "-nowhatnowproc", "-noedit", "-filter", "mhl.reply", "1")


def nmh_forward(bench: Bench, mail: Sent) -> bytes:
    return nmh(bench, mail, "forw", "-nowhatnowproc", "-noedit", "1")


def nmh_forward_formatted(bench: Bench, mail: Sent) -> bytes:
    return nmh(bench, mail, "forw", "-format", "-nowhatnowproc", "-noedit", "1")


def nmh_forward_as_attachment(bench: Bench, mail: Sent) -> bytes:
    draft = nmh(bench, mail, "forw", "-mime", "-nowhatnowproc", "-noedit", "1")
    path = bench.file("Mail/draft", draft.replace(b"To:\n", b"To: carol@example.org\n"))
    bench.run(need("mhbuild", "nmh"), path)
    return path.read_bytes()


def nmh_fixed(bench: Bench, mail: Sent) -> bytes:
    return nmh(bench, mail, "mhfixmsg", "-decodetext", "8bit", "-outfile", "-", "1")


def nmh_packed(bench: Bench, mail: Sent) -> bytes:
    nmh(bench, mail, "packf", "-file", "kept", "1")
    return (bench.folder / "kept").read_bytes()


def nmh_stored(bench: Bench, mail: Sent) -> bytes:
    nmh(bench, mail, "mhstore", "1")
    return (bench.folder / "1.2.octet-stream").read_bytes()


def nmh_stored_text(bench: Bench, mail: Sent) -> bytes:
    nmh(bench, mail, "mhstore", "1")
    return (bench.folder / "1.1.txt").read_bytes()


# --- programs that mail goes through ------------------------------------------------------------


def formail_reply(bench: Bench, mail: Sent) -> bytes:
    return bench.run(need("formail", "procmail"), "-rk", "-p", "> ", given=mail.data)


def formail_header(bench: Bench, mail: Sent) -> bytes:
    return bench.run(need("formail", "procmail"), "-I", "X-Filed: yes", given=mail.data)


def formail_split(bench: Bench, mail: Sent) -> bytes:
    box = bench.box(mail.data).read_bytes()
    return bench.run(need("formail", "procmail"), "-s", "cat", given=box + box)


def reformime_7(bench: Bench, mail: Sent) -> bytes:
    return bench.run(need("reformime", "maildrop"), "-r7", given=mail.data)


def reformime_8(bench: Bench, mail: Sent) -> bytes:
    return bench.run(need("reformime", "maildrop"), "-r8", given=mail.data)


def mailbot(bench: Bench, mail: Sent, kind: str) -> bytes:
    text = bench.file("text", "See what came.\n")
    command = ["-t", text, "-T", kind, "-N", "-A", "From: bob@example.org", "cat"]
    return bench.run(need("mailbot", "maildrop"), *command, given=mail.data)


def mailbot_forward(bench: Bench, mail: Sent) -> bytes:
    return mailbot(bench, mail, "forward")


def mailbot_forward_as_attachment(bench: Bench, mail: Sent) -> bytes:
    return mailbot(bench, mail, "forwardatt")


def mailbot_answer(bench: Bench, mail: Sent) -> bytes:
    return mailbot(bench, mail, "reply")


def altermime(bench: Bench, mail: Sent, *options: str) -> bytes:
    path = bench.file("mail", mail.data)
    bench.run(need("altermime", "altermime"), f"--input={path}", *options)
    return path.read_bytes()


def altermime_disclaimer(bench: Bench, mail: Sent) -> bytes:
    text, page = bench.file("text", DISCLAIMER), bench.file("page", f"<p>{DISCLAIMER}</p>")
    made = altermime(bench, mail, f"--disclaimer={text}", f"--disclaimer-html={page}")
    assert b"addressee" in made
    return made


def altermime_no_attachments(bench: Bench, mail: Sent) -> bytes:
    made = altermime(bench, mail, "--removeall")
    assert b"attachment" not in made
    return made


def mlmmj_list(bench: Bench, mail: Sent) -> bytes:
    """Return what a list with a footer archives, which is what its readers get."""
    program = need("mlmmj-process", "mlmmj")
    folders = "incoming queue/discarded archive text subconf unsubconf bounce control moderation"
    for name in [*folders.split(), "requeue", "subscribers.d", "digesters.d", "nomailsubs.d"]:
        (bench.folder / "list" / name).mkdir(parents=True)
    for name, text in {
        "listaddress": "games@lists.example\n",
        "owner": "owner@lists.example\n",
        "prefix": "[GAMES]",
        "customheaders": "List-Id: <games.lists.example>\nPrecedence: list\n",
        "footer": f"{'_' * 40}\nTo unsubscribe write to games+unsubscribe@lists.example\n",
    }.items():
        bench.file(f"list/control/{name}", text)
    bench.file("list/subscribers.d/a", "ann@example.org\n")
    to = re.sub(rb"(?m)^To: .*$", b"To: games@lists.example", mail.data, count=1)
    came = bench.file("list/incoming/mail", b"Return-Path: <ann@example.org>\n" + to)
    bench.run(program, "-L", bench.folder / "list", "-m", came)
    end = time.monotonic() + PATIENCE
    kept = bench.folder / "list" / "archive"
    while not (found := list(kept.iterdir())) and time.monotonic() < end:
        time.sleep(0.02)
    assert found, sorted(bench.folder.rglob("*"))
    made = found[0].read_bytes()
    assert b"unsubscribe" in made
    assert b"[GAMES]" in made
    return made


def spamassassin(bench: Bench, mail: Sent, safe: int) -> bytes:
    bench.environment["PERL_BADLANG"] = "0"
    rules = ["--cf=required_score -100", f"--cf=report_safe {safe}"]
    made = bench.run(need("spamassassin", "spamassassin"), "-L", *rules, given=mail.data)
    assert b"X-Spam-Flag: YES" in made
    return made


def spamassassin_message(bench: Bench, mail: Sent) -> bytes:
    return spamassassin(bench, mail, 1)


def spamassassin_text(bench: Bench, mail: Sent) -> bytes:
    return spamassassin(bench, mail, 2)


def mpack_whole(bench: Bench, mail: Sent) -> bytes:
    log = bench.file("game.pbem", mail.log)
    bench.run(need("mpack", "mpack"), "-s", "my turn", "-o", bench.folder / "kept", log)
    return (bench.folder / "kept").read_bytes()


# --- pages, and text that is pasted -------------------------------------------------------------


def mhonarc(bench: Bench, mail: Sent) -> bytes:
    bench.run(need("mhonarc", "mhonarc"), "-quiet", "-outdir", bench.folder, bench.box(mail.data))
    return (bench.folder / "msg00000.html").read_bytes()


def w3m_of_mhonarc(bench: Bench, mail: Sent, *options: str) -> bytes:
    program = need("w3m", "w3m")
    return bench.run(program, "-dump", "-T", "text/html", *options, given=mhonarc(bench, mail))


def w3m_narrow_of_mhonarc(bench: Bench, mail: Sent) -> bytes:
    return w3m_of_mhonarc(bench, mail, "-cols", "30")


def lynx_of_mhonarc(bench: Bench, mail: Sent) -> bytes:
    page = bench.file("page.html", mhonarc(bench, mail))
    return bench.run(need("lynx", "lynx"), "-dump", "-display_charset=utf-8", page)


def filled(bench: Bench, text: bytes, *command: str, package: str = "coreutils") -> bytes:
    return bench.run(need(command[0], package), *command[1:], given=text)


def fold_60(bench: Bench, mail: Sent) -> bytes:
    return filled(bench, mail.text, "fold", "-w", "60")


def fold_33(bench: Bench, mail: Sent) -> bytes:
    return filled(bench, mail.body, "fold", "-w", "33")


def fmt_72(bench: Bench, mail: Sent) -> bytes:
    return filled(bench, mail.text, "fmt", "-w", "72")


def fmt_40_of_mutt(bench: Bench, mail: Sent) -> bytes:
    body = mutt_reply(bench, mail).partition(b"\n\n")[2]
    return filled(bench, body, "fmt", "-p", ">", "-w", "40")


def par_60(bench: Bench, mail: Sent) -> bytes:
    return filled(bench, mail.text, "par", "60", package="par")


def par_50_of_mutt(bench: Bench, mail: Sent) -> bytes:
    body = mutt_reply(bench, mail).partition(b"\n\n")[2]
    return filled(bench, body, "par", "50q", package="par")


def fold_then_mutt(bench: Bench, mail: Sent) -> bytes:
    head = b"From: ann@example.org\nSubject: pasted\nDate: Wed, 01 Jul 2026 12:00:00 +0000\n"
    head += b"MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"
    return mutt_reply(bench, mail._replace(data=head + fold_33(bench, mail)))


# --- Sieve --------------------------------------------------------------------------------------

LDA_CONF = """
base_dir = $folder/run
state_dir = $folder/run
log_path = $folder/lda.log
mail_location = maildir:$folder/mail
sendmail_path = $folder/sendmail
postmaster_address = postmaster@example.org
hostname = mail.example.org
protocol lda {
  mail_plugins = sieve
}
plugin {
  sieve = file:$folder/rules.sieve
  sieve_extensions = +editheader
  sieve_user_email = bob@example.org
}
"""


def sieve(mail: Sent, rules: str) -> bytes:
    """Deliver by rules; return what was sent, or what was filed where nothing was."""
    need("sievec", "dovecot-sieve")
    program = need("dovecot-lda", "dovecot-core")
    # As nobody, who cannot get to where pytest has its folders.
    with tempfile.TemporaryDirectory(prefix="pbem-sieve-", dir="/tmp") as folder:
        bench = Bench(Path(folder))
        bench.environment["USER"] = "bob"
        conf = bench.file("lda.conf", LDA_CONF.replace("$folder", folder))
        bench.file("rules.sieve", rules)
        shutil.chown(folder, NOBODY)
        command = [program, "-c", conf, "-f", "post@example.org", "-a", "bob@example.org"]
        bench.run(*command, given=mail.data, user=NOBODY)
        if bench.sent.exists():
            return bench.sent.read_bytes()
        [filed] = (bench.folder / "mail" / "new").iterdir()
        return filed.read_bytes()


def sieve_redirect(_: Bench, mail: Sent) -> bytes:
    made = sieve(mail, 'redirect "carol@example.org";\n')
    assert b"X-Sieve-Redirected-From" in made
    return made


def sieve_header(_: Bench, mail: Sent) -> bytes:
    made = sieve(mail, 'require "editheader";\naddheader "X-Seen" "yes";\nkeep;\n')
    assert made.startswith(b"X-Seen: yes")
    return made


VACATION = """
require "vacation";
vacation :addresses ["ann@example.org", "bob@example.org"] "Away until Monday.";
"""


def sieve_vacation(_: Bench, mail: Sent) -> bytes:
    made = sieve(mail, VACATION)
    assert b"Auto-Submitted: auto-replied" in made
    return made


ARMOR = [
    mutt_reply,
    mutt_reply_flowed,
    mutt_reply_with_bars,
    mutt_reply_with_initials,
    mutt_reply_in_latin_1,
    mutt_reply_encoded,
    mutt_reply_to_a_reply_to_a_reply,
    mutt_forward,
    mutt_forward_quoted,
    mutt_decode_save,
    mutt_forward_decoded_as_attachment,
    s_nail_reply,
    s_nail_reply_indented,
    s_nail_forward,
    s_nail_show,
    nmh_reply,
    nmh_forward,
    nmh_forward_formatted,
    nmh_stored_text,
    formail_reply,
    altermime_no_attachments,
    spamassassin_text,
    mhonarc,
    w3m_of_mhonarc,
    w3m_narrow_of_mhonarc,
    lynx_of_mhonarc,
    fold_60,
    fold_33,
    fmt_72,
    fmt_40_of_mutt,
    par_60,
    par_50_of_mutt,
    fold_then_mutt,
]
"""The attachment is gone, or was never a part."""

FILE = [
    mutt_forward_with_file,
    mutt_forward_as_attachment,
    mutt_bounce,
    mutt_resend,
    mutt_copy,
    s_nail_forward_as_attachment,
    s_nail_resend,
    s_nail_copy,
    nmh_forward_as_attachment,
    nmh_fixed,
    nmh_packed,
    nmh_stored,
    formail_header,
    formail_split,
    reformime_7,
    reformime_8,
    mailbot_forward,
    mailbot_forward_as_attachment,
    altermime_disclaimer,
    mlmmj_list,
    spamassassin_message,
    mpack_whole,
    sieve_redirect,
    sieve_header,
]
FOLDED = [fold_60, fold_33]
Way = Callable[[Bench, Sent], bytes]


def name_of(way: Way) -> str:
    return way.__name__


@pytest.mark.few(8, 30)
@pytest.mark.parametrize("way", ARMOR, ids=name_of)
def test_the_log_comes_out_of_the_armor(way: Way, bench: Bench, mail: Sent) -> None:
    post = of(bench, way(bench, mail))
    if way in FOLDED:
        # If a comment is broken in two, the second half is no comment.
        template = " ".join(mail.text.decode().partition("#pbem")[2].split())
        assert all(line in template for one in post.sections for line in one.lines)
        post.sections = []
    is_recovered(post, mail, "armor")


@pytest.mark.few(6)
@pytest.mark.parametrize("way", FILE, ids=name_of)
def test_the_log_comes_out_of_the_file(way: Way, bench: Bench, mail: Sent) -> None:
    is_recovered(of(bench, way(bench, mail)), mail, "file")


@pytest.mark.parametrize("way", [sieve_vacation, mailbot_answer], ids=name_of)
def test_an_answer_that_holds_nothing_of_it_says_nothing(
    way: Way, bench: Bench, mail: Sent
) -> None:
    is_silent(of(bench, way(bench, mail)))


def test_a_log_cut_into_messages_is_refused_once(bench: Bench, mail: Sent) -> None:
    """RFC 2046, 5.2.2: nobody's mail program puts message/partial together any more."""
    log = bench.file("game.pbem", mail.log)
    size = str(len(mail.log) // 2)
    bench.run(need("mpack", "mpack"), "-s", "x", "-m", size, "-o", bench.folder / "part", log)
    parts = sorted(bench.folder.glob("part*"))
    assert len(parts) > 1
    assert b"message/partial" in parts[0].read_bytes()
    (bench.folder / "desk").mkdir()
    client = Client(bench.folder / "desk", f"sqlite:///{bench.folder}/desk/pbem.sqlite")
    got = take_mail(client, parts, TakeOptions())
    assert [(one.good, one.last) for one in got.taken] == [(False, None)]
    assert client.logs() == []
    assert got.wrong == []
    client.close()


# --- Through Postfix ----------------------------------------------------------------------------


def sent_on(host: MailHost, data: bytes, name: str, to: str) -> None:
    """Mail a message by the host as who has the account."""
    account = host.add_user(name)
    context = ssl.create_default_context(cafile=str(host.ca_file))
    with smtplib.SMTP("localhost", host.smtp_port) as smtp:
        smtp.starttls(context=context)
        smtp.login(*account)
        smtp.sendmail(account.address, [to], data, ["BODY=8BITMIME"])


@pytest.mark.parametrize(
    ("way", "by"), [(mutt_reply, "armor"), (mutt_forward_as_attachment, "file")]
)
def test_what_a_program_made_goes_through_postfix(
    way: Way, by: str, bench: Bench, mail: Sent, mailhost: MailHost
) -> None:
    mark = f"{name_of(way)}-{len(mail.log)}".replace("_", "-")
    to = mailhost.add_user(f"to-{mark}")
    sent_on(mailhost, way(bench, mail), f"of-{mark}", to.address)
    [came] = mailhost.wait_for(f"to-{mark}", 1)
    is_recovered(of(bench, came), mail, by)


def bounced(host: MailHost, data: bytes, name: str) -> bytes:
    sent_on(host, data, name, "nobody@elsewhere.example")
    [came] = host.wait_for(name, 1)
    assert b"multipart/report" in came
    return came


def test_a_bounce_that_holds_the_message_holds_the_log(
    bench: Bench, mails: dict[str, Sent], mailhost: MailHost
) -> None:
    mail = mails["noted"]
    came = bounced(mailhost, mail.data, "bounce-whole")
    assert b"message/rfc822" in came or b"message/global" in came
    is_recovered(of(bench, came), mail, "file")


def test_a_bounce_that_holds_the_headers_says_nothing(
    bench: Bench, mails: dict[str, Sent], mailhost: MailHost
) -> None:
    following = b"This lies behind the last part, where nobody looks.\n" * 1000
    came = bounced(mailhost, mails["long"].data + following, "bounce-head")
    assert b"rfc822-headers" in came
    is_silent(of(bench, came))


# --- Orders -------------------------------------------------------------------------------------

PLACES = ["above", "below", "inside", "between"]
"""The places of the quotation; "between" is where the message itself asks for orders."""


def section(mail: Sent) -> str:
    return "".join(f"{line}\n" for line in [f"#pbem {mail.name} {mail.asked}", *MINE, "#end"])


def typed(mail: Sent, place: str, quoted: str) -> str:
    """Type orders into a reply, as people do."""
    mine = section(mail)
    lines = quoted.splitlines(keepends=True)
    if place == "above":
        return f"Here they are:\n\n{mine}\n{quoted}"
    if place == "below":
        return f"{quoted}\nHere they are:\n\n{mine}\n-- \nBob\n"
    [begin] = [n for n, line in enumerate(lines) if f"#pbem {mail.name} {mail.asked}" in line]
    answer = ["\n", mine, "\n"] if place == "inside" else [f"{line}\n" for line in MINE]
    return "".join([*lines[: begin + 2], *answer, *lines[begin + 2 :]])


def orders_are_exact(post: Post, mail: Sent) -> None:
    assert [(one.game, one.handle, one.lines) for one in post.sections] == [
        (mail.name, mail.asked, MINE)
    ]
    assert [piece.data for piece in post.logs] == [mail.log]
    assert post.wrong == []


def typed_into_mutt(
    bench: Bench, mail: Sent, place: str, *settings: str, then: str = "true"
) -> bytes:
    """See what mutt gives to an editor, and give back what somebody made of it."""
    quoted, answer = bench.folder / "quoted", bench.folder / "answer"
    keys = "<reply><send-message>"
    mutt(bench, mail.data, keys, *settings, editor=f"cp %s {quoted}")
    answer.write_text(typed(mail, place, quoted.read_text()))
    return mutt(bench, mail.data, keys, *settings, editor=f"cp {answer} %s && {then} %s")


@pytest.mark.parametrize("flowed", [False, True], ids=["fixed", "flowed"])
@pytest.mark.parametrize("place", PLACES)
def test_orders_typed_into_a_reply_of_mutt(
    place: str, flowed: bool, bench: Bench, mail: Sent
) -> None:
    settings = ["text_flowed=yes"] if flowed else []
    made = typed_into_mutt(bench, mail, place, *settings)
    assert (b"format=flowed" in made) == flowed
    orders_are_exact(of(bench, made), mail)


def test_orders_of_a_reply_that_mutt_finds_changed(bench: Bench, mail: Sent) -> None:
    made = typed_into_mutt(bench, mail, "inside", then="touch -d 2100-01-01")
    orders_are_exact(of(bench, made), mail)


@pytest.mark.parametrize("prefix", ["> ", "\t"], ids=["marked", "indented"])
def test_orders_typed_into_a_reply_of_s_nail(prefix: str, bench: Bench, mail: Sent) -> None:
    made = s_nail(bench, mail.data, f"reply 1\n{section(mail)}", f"indentprefix={prefix}")
    orders_are_exact(of(bench, made), mail)


@pytest.mark.parametrize("place", PLACES)
def test_orders_typed_into_a_reply_of_nmh(place: str, bench: Bench, mail: Sent) -> None:
    draft = nmh_reply(bench, mail).decode()
    head, line, quoted = draft.partition("--------\n")
    path = bench.file("Mail/draft", head + line + typed(mail, place, quoted))
    bench.run(need("mhbuild", "nmh"), "-auto", path)
    orders_are_exact(of(bench, path.read_bytes()), mail)


@pytest.mark.few(5)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "way", [formail_reply, w3m_of_mhonarc, lynx_of_mhonarc, mutt_forward, nmh_forward], ids=name_of
)
def test_orders_typed_around_what_a_program_made(
    way: Way, place: str, bench: Bench, mail: Sent
) -> None:
    head, line, text = way(bench, mail).decode().rpartition("From nobody")
    made = typed(mail, place, head + line + text)
    orders_are_exact(of(bench, made.encode()), mail)


# --- Where a program is missing -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("required", "outcome"), [("0", pytest.skip.Exception), ("1", pytest.fail.Exception)]
)
def test_a_program_that_is_missing_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch, required: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setenv("PBEM_REQUIRE_SERVERS", required)
    with pytest.raises(outcome, match=r"needs no-such-mailer \(apt-get install no-such-package\)"):
        need("no-such-mailer", "no-such-package")


def test_ci_installs_every_package_that_is_named() -> None:
    here = Path(__file__)
    named = set(re.findall(r'need\(\s*"[^"]+", "([a-z0-9-]+)"\)', here.read_text()))
    named |= set(re.findall(r'package="([a-z0-9-]+)"', here.read_text()))
    installs = (here.parents[2] / ".ci" / "run").read_text()
    brought = {"coreutils", "dovecot-core", "no-such-package"}  # the last is nobody's
    assert len(named) > 10
    assert named - brought <= set(re.search(r"programs=\((.*?)\)", installs, re.DOTALL)[1].split())
