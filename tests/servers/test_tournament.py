"""A director's day by real mail: registered, paired, played, collected, reminded, closed.

dora directs with an agent that mails through Postfix and reads by IMAP from Dovecot. The players
have agents too, and type no more than `play` and what is on their minds.
"""

from __future__ import annotations

import json
import smtplib
import ssl
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

import pytest

from commands.conftest import Home
from pbem.log.file import read_events
from servers.mailhost import Account, MailHost

PLAN = "name: Club Cup\nformat: round-robin\ngame: saipan\n"
NAMES = ("ann", "bob", "cas", "dan")


class Member:
    """Somebody with a home, a mailbox, and an agent between them."""

    def __init__(self, home: Home, host: MailHost, box: str = "cup") -> None:
        self.home, self.host, self.read = home, host, 0
        self.name = home.folder.name
        self.box = f"{self.name}-{box}"
        self.account: Account = host.add_user(self.box)
        home("identity", "email", self.account.address)
        folder = home.folder / "agent" / self.name
        folder.mkdir(mode=0o700, parents=True)
        folder.parent.chmod(0o700)
        (folder / "agent.toml").touch(mode=0o600)
        (folder / "agent.toml").write_text(self.config())
        self.mails = home.folder / "mails"
        self.mails.mkdir()

    def config(self) -> str:
        name, ca = self.account.address, str(self.host.ca_file)
        said = [f"address = {json.dumps(name)}"]
        for room, port, security in (
            ("imap", self.host.imap_port, "tls"),
            ("smtp", self.host.smtp_port, "starttls"),
        ):
            said += [
                f"[{room}]", 'host = "localhost"', f"port = {port}", f"user = {json.dumps(name)}",
                f'security = "{security}"', f"ca = {json.dumps(ca)}",
            ]  # fmt: skip
        return "\n".join([*said, "[login]", f'command = ["printf", "{self.account.password}"]', ""])

    def sends(self, to: Member, *files: Path) -> None:
        """Mail files by hand, as somebody does on the advice of a message."""
        message = EmailMessage()
        message["From"], message["To"] = self.account.address, to.account.address
        message["Subject"] = "for the cup"
        message.set_content("Here it is.")
        for file in files:
            message.add_attachment(
                file.read_bytes(),
                maintype="application",
                subtype="octet-stream",
                filename=file.name,
            )
        with smtplib.SMTP("localhost", self.host.smtp_port) as smtp:
            smtp.starttls(context=ssl.create_default_context(cafile=str(self.host.ca_file)))
            smtp.login(*self.account)
            smtp.send_message(message)
        self.host.wait_until_idle()

    def agent(self) -> None:
        self.home.run("agent", "run", "--once")
        self.host.wait_until_idle()

    def new_mail(self) -> list[str]:
        """Save what has come from the director since the last look; return the files."""
        files = []
        came = self.host.messages(self.box)
        for number, data in enumerate(came[self.read :], self.read):
            message = message_from_bytes(data)
            if str(message["From"]).startswith("dora"):
                path = self.mails / f"{number}.eml"
                path.write_bytes(data)
                files.append(str(path))
        self.read = len(came)
        return files

    def subjects(self) -> list[str]:
        found = [message_from_bytes(one) for one in self.host.messages(self.box)]
        return sorted(str(one["Subject"]) for one in found if str(one["From"]).startswith("dora"))

    def plays(self) -> str:
        """Do what a player does with what came."""
        result = self.home.run("tournament", "play", *self.new_mail())
        assert result.code == 0, result.out + result.err
        self.agent()
        return result.out

    def games(self) -> list[Path]:
        return sorted((self.home.folder / "games").glob("*.pbem"))


class Cup:
    """dora's tournament of four; each step is what dora types, and what the others then do."""

    def __init__(self, host: MailHost, folder: Path) -> None:
        homes = [Home(folder / name) for name in ("dora", *NAMES)]
        for home in homes:
            home("identity", "new", home.folder.name)
        self.dora, *self.players = (Member(home, host) for home in homes)
        (folder / "cup.yaml").write_text(PLAN)
        self.types("found", str(folder / "cup.yaml"))
        self.log = self.dora.home.folder / "tournaments" / "cup.tournament"

    def types(self, *words: str) -> str:
        result = self.dora.home.run("tournament", *words)
        assert result.code == 0, result.out + result.err
        return result.out

    def mails(self, *words: str) -> str:
        said = self.types("mail", "--send", *words)
        self.dora.agent()
        return said

    def pairs(self) -> list[list[Member]]:
        """The two of each board of the first round, the first first."""
        events = list(read_events(self.log))
        [pair] = [one for one in events if one.kind == "pair"]
        entered = [one.data["word"]["handle"] for one in events if one.kind == "enter"]
        by_name = {one.name: one for one in self.players}
        return [[by_name[entered[no - 1]] for no in two] for two in pair.data["boards"]]

    def registers(self) -> None:
        for one in self.players:
            one.home("tournament", "take", str(self.log))
            one.home("tournament", "enter", "--to", str(one.mails))
            word, card = one.mails / f"cup-{one.name}-enter.word", one.mails / f"{one.name}.card"
            one.sends(self.dora, word, card)
        assert self.types("collect", "--mailbox").count("taken") == 2 * len(self.players)
        self.mails()
        for one in self.players:
            (file,) = one.new_mail()
            assert "the receipt of event" in one.home("tournament", "heads", file)

    def is_paired(self) -> None:
        self.types("pair", "--round", "1")
        assert "Gave 2 mails to your agent" in self.mails()
        assert "0 mails to your agent (2 more were there already)" in self.mails()
        for one in self.players:
            assert sum("round 1" in line for line in one.subjects()) == 1, one.subjects()

    def is_opened_and_joined(self) -> None:
        for first, second in self.pairs():
            first.plays()
            assert len(first.games()) == 1
            second.plays()  # the opponent's card is in the director's mail
            second.agent()  # so this imports the game
            second.plays()
            assert len(second.games()) == 1
            first.agent()

    def ends(self, board: int) -> str:
        """The first of a board gives up, and mails the director; return what the director reads."""
        first, second = self.pairs()[board - 1]
        first.home("resign", "--yes")
        first.sends(self.dora, first.games()[0])
        said = self.types("collect", "--mailbox")
        assert f"{second.name} wins" in said
        return said

    def reminds(self) -> None:
        assert "Gave 1 mail to your agent." in self.mails("--remind")
        assert "0 mails" in self.mails("--remind")
        owing = {one.name for one in self.pairs()[1]}
        for one in self.players:
            assert any("Missing: " in line for line in one.subjects()) == (one.name in owing)

    def closes(self) -> None:
        for number in ("2", "3"):
            self.types("pair", "--round", number)
            for board in ("1", "2"):
                self.types("rule", board, "draw", "--round", number, "--why", "time is up")
        self.types("close")
        self.mails()
        for one in self.players:
            assert sum("is over" in line for line in one.subjects()) == 1
            assert "head over" in one.home("tournament", "heads", one.new_mail()[-1])


@pytest.mark.long
def test_a_tournament_by_real_mail(mailhost, tmp_path):
    cup = Cup(mailhost, tmp_path)
    cup.registers()
    cup.is_paired()
    first_pairs = cup.pairs()
    cup.is_opened_and_joined()
    assert "Missing: round 1, board 2" in cup.ends(1)
    cup.reminds()
    assert "Missing" not in cup.ends(2)
    games = [str(first.games()[0]) for first, _ in first_pairs]
    for one in cup.players:
        reported = one.home("tournament", "heads")
        assert "LATE" not in reported
    cup.closes()
    said = cup.players[0].home("tournament", "verify", str(cup.log), *games)
    assert said.endswith("Everything follows from the files.\n")
