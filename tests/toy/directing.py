"""A tournament of the toy game as its director's program runs it: files, commands, the end.

Every command is typed until it has answered, as a director does who saw none: what it finds done
already it must not do again. By hand: ``PYTHONPATH=tests python -m toy.directing FOLDER KILLS``
kills a director's program so often, by SIGKILL.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp

from pbem.agent import running
from pbem.agent.config import AgentConfig, Maildir, Server, kept_files, write_config
from pbem.client.client import Client
from pbem.client.messages import bundles
from pbem.client.storage import tournaments
from pbem.client.storage.tournament_heads import compared
from pbem.director.directing import acts, collecting
from pbem.director.directing.arrived import let_go
from pbem.director.judging import verify
from pbem.director.office import Office, begin, directing
from pbem.director.pages.publishing import publish
from pbem.director.player.saying import composed, write_word
from pbem.director.transparency import heads
from pbem.director.words.letters import Bureau
from pbem.errors import FormError, LogFileError
from pbem.identity.card import make_card
from pbem.log.event import Event
from pbem.log.file import create, read_events
from pbem.log.journal import journal_of
from pbem.mail.letter import plain
from pbem.tournament.binding import terms
from pbem.tournament.events import word_kinds
from pbem.tournament.events.words import SUFFIX, sign_word, word_line
from pbem.tournament.faults import BadTournament
from pbem.tournament.folding import Fold
from pbem.tournament.history import BoardOf
from second.tiles import Published
from toy.group import Group, identity, signer, toy_library
from toy.meeting import robin

PLAYERS = ("ann", "bob", "cas", "dan")
BY_MAIL = PLAYERS[:2]
"""The players whose entries dora's agent finds in the mailbox; the others' lie in a folder."""

DORA = identity("dora")


class Directed:
    """dora's client in ``folder/client``, and ``folder/inbox`` with what has come by mail."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.inbox = folder, folder / "inbox"
        (folder / "desk").mkdir(mode=0o700, parents=True, exist_ok=True)
        self.inbox.mkdir(exist_ok=True)
        self.client = Client(folder / "desk", "sqlite://")
        self.client.library = toy_library()
        self.log = self.client.tournaments / "cup.tournament"
        self.pages = folder / "pages"

    def events(self) -> list[Event]:
        """Return what a reader sees now; none if nothing is founded."""
        return list(read_events(self.log)) if self.log.exists() else []

    def fold(self) -> Fold:
        return tournaments.read(self.log)

    def mails(self, name: str, write: Callable[[Path], object]) -> None:
        """Something is in the inbox as a whole: mail that is half there is another test's."""
        path = self.inbox / name
        if not path.exists():
            new = self.folder / f"new-{name}"
            new.unlink(missing_ok=True)  # of when they were killed here
            write(new)
            new.replace(path)

    # what the others do

    def entry(self, handle: str) -> word_kinds.AnyWord:
        made = composed(self.fold(), signer(handle), "enter")
        return sign_word(made, identity(handle).sign_seed)

    def players_enter(self) -> None:
        for handle in PLAYERS[len(BY_MAIL) :]:
            made = self.entry(handle)
            self.mails(f"{handle}.word", lambda to, made=made: write_word(made, "cup", to))  # type: ignore[misc]

    def players_play(self) -> None:
        """Every board that is owed but the last of each round is played to its end."""
        history = self.fold().now
        for at in history.owed():
            if at.board == len(history.rounds[at.round - 1].boards):
                continue
            opening = terms(history, at)
            self.mails(f"{at.round}-{at.board}.pbem", lambda to, of=opening: self.game(to, of))  # type: ignore[misc]

    def game(self, path: Path, opening: object) -> None:
        group = Group(Path(mkdtemp(dir=self.folder)), opening)
        group.join_all()
        group.play(group.table.active().handle or "", "resign")
        create(path, group.events)

    # what dora types

    def founds(self) -> None:
        with suppress(LogFileError):  # it is there already
            begin(self.client, DORA, "cup", robin())

    def types(self, act: Callable[[Office], object], *known: str) -> None:
        """Run a command; ``known`` are the words by which it says that it was done before."""
        with directing(self.client, self.log, DORA) as office:
            try:
                act(office)
            except (BadTournament, FormError) as error:
                if not any(words in str(error) for words in known):
                    raise

    def collects(self) -> None:
        def collect(office: Office) -> None:
            for one in collecting.collect(office, self.client, sorted(self.inbox.iterdir())):
                assert one.became in ("taken", "known"), one

        self.types(collect)

    def pairs(self, number: int) -> None:
        self.types(lambda office: acts.pair(office, self.client, round_=number))

    def rules(self, number: int) -> None:
        """Decide the last board of a round."""
        history = self.fold().now
        at = BoardOf(number, len(history.rounds[number - 1].boards))
        if at.board:
            self.types(
                lambda office: acts.rule(office, at, "draw", "time is up", played=True),
                "already has this result",
            )

    def dismisses(self) -> None:
        at = BoardOf(1, 1)
        self.types(lambda office: acts.dismiss(office, at, "ann", "no"), "dismissed already")

    def puts_out(self) -> None:
        self.types(lambda office: acts.put_out(office, "cas", "no answer"), "is out already")

    def closes(self) -> None:
        self.types(acts.close, "is over: event")

    # what the director publishes and mails, and what that mailbox brings

    def publishes(self) -> None:
        fold, games = self.fold(), sorted(self.inbox.glob("*.pbem"))
        events = self.events()
        signed = heads.signed(self.client, DORA, fold.now.found, events)
        publish(fold, self.log, self.pages, games, checkpoint=signed)

    def check_published(self) -> None:
        """Check that the pages are whole up to their checkpoint, whenever somebody looks."""
        if (self.pages / "checkpoint").exists():
            shown = Published(self.pages).entries()
            assert shown == [event.line for event in self.events()][: len(shown)]
        for one in compared(self.client, self.events()[0].id, self.events()):
            assert one.stands == "follows"

    def posts(self) -> None:
        """Give the letters of the round to the director's agent."""
        fold, events = self.fold(), self.events()
        signed = heads.signed(self.client, DORA, fold.now.found, events)
        letters = Bureau(self.client, fold, events, "cup", signed).post(None).letters
        running.post(self.client, "dora", letters, datetime(2026, 3, 1, tzinfo=UTC))

    def posted(self) -> list[str]:
        """Return what stands in the outbox of dora's agent, by what it is about."""
        with running.database(self.client, "dora") as database:
            return sorted(row.about for row in database.outbox())

    def has_an_agent(self) -> None:
        """The director's agent has a folder as its mailbox; the players' cards are here."""
        folder = self.client.agent("dora")
        for name in ("new", "cur", "tmp"):
            (self.folder / "box" / name).mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        smtp = Server("127.0.0.1", 9, "dora", "none")
        box = Maildir(str(self.folder / "box"))
        config = AgentConfig(address="dora@example.org", maildir=box, smtp=smtp)
        write_config(folder / running.CONFIG, config)
        self.client.cards.mkdir(mode=0o700, exist_ok=True)
        for handle in PLAYERS:
            card = make_card(identity(handle), f"{handle}@example.org")
            (self.client.cards / f"{handle}.card").write_bytes(card)

    def entries_come_by_mail(self) -> None:
        self.has_an_agent()
        for handle in BY_MAIL:
            path = self.folder / "box" / "new" / f"{handle}.a"
            if not path.exists():
                entry = word_line(self.entry(handle)) + b"\n"
                to, at = {"dora": "dora@example.org"}, datetime(2026, 3, 1, tzinfo=UTC)
                files = {"enter.word": entry}
                made = plain("entry", (handle, None), to, "Here it is.", at, files=files)
                path.write_bytes(bytes(made))

    def collects_the_mailbox(self) -> None:
        running.fetch(self.client, "dora", lambda _: DORA, lambda _: None)
        # The agent puts a message aside if it was killed at both attempts, and reports it
        # (docs/agent.md). If it was killed once more, the message stays in the mailbox. A director
        # collects both by hand.
        aside = sorted((self.client.agent("dora") / "quarantine").glob("*.eml"))
        with running.database(self.client, "dora") as database:
            if any("still in the mailbox" in row.text for row in database.notices()):
                aside += sorted((self.folder / "box").glob("*/*"))

        def collect(office: Office) -> None:
            kept = kept_files(self.client, "dora", ".word")
            with bundles.unpack([*kept, *aside], (SUFFIX,), empty=True) as post:
                reported = collecting.collect(office, self.client, post.files)
                assert all(one.became in ("taken", "known") for one in reported), reported
                let_go(reported, kept)

        self.types(collect)


def dead(_: Directed) -> None:
    """The others have nothing to do."""


STEPS: tuple[tuple[str, Callable[[Directed], None], Callable[[Directed], None]], ...] = (
    ("found", dead, Directed.founds),
    ("entries by mail", Directed.entries_come_by_mail, Directed.collects_the_mailbox),
    ("entries", Directed.players_enter, Directed.collects),
    ("first pairing", dead, lambda dora: dora.pairs(1)),
    ("mailed", dead, Directed.posts),
    ("published", dead, Directed.publishes),
    ("results", Directed.players_play, Directed.collects),
    ("ruling", dead, lambda dora: dora.rules(1)),
    ("second pairing", dead, lambda dora: dora.pairs(2)),
    ("dismissed", dead, Directed.dismisses),
    ("out", dead, Directed.puts_out),
    ("more results", Directed.players_play, Directed.collects),
    ("second ruling", dead, lambda dora: dora.rules(2)),
    ("third pairing", dead, lambda dora: dora.pairs(3)),
    ("third ruling", dead, lambda dora: dora.rules(3)),
    ("close", dead, Directed.closes),
    ("published again", dead, Directed.publishes),
)
"""The name, what the others do before it, what dora types."""


def story(events: list[Event]) -> list[object]:
    """Return what a log says but for what the lots decide."""
    reported: list[object] = []
    for event in events:
        data = event.data
        which = [data[key] for key in ("round", "board", "outcome", "entrant") if key in data]
        who = data["word"]["handle"] if "word" in data else ""
        drawn = event.kind in ("result", "closed")
        reported.append((event.kind, who, *(which[:2] if drawn else which)))
    return reported


def check_end(dora: Directed) -> None:
    """Nothing is missing or there twice, and a stranger finds everything."""
    report = verify(dora.log, sorted(dora.inbox.glob("*.pbem")), toy_library())
    assert report.ok, report
    assert report.over
    kinds_of = [event.kind for event in dora.events()]
    assert kinds_of.count("enter") == len(PLAYERS)
    assert kinds_of.count("pair") == 3
    for kind in ("found", "keep", "closed", "lot", "out", "dismiss", "close"):
        assert kinds_of.count(kind) == 1, kind
    assert not journal_of(dora.log).exists()
    dora.check_published()
    assert len(Published(dora.pages).entries()) == len(dora.events())
    assert len(dora.posted()) == 2
    assert len(set(dora.posted())) == 2
    lot = next(event for event in dora.events() if event.kind == "lot").data["word"]
    assert lot["proof"].encode() in dora.client.lot("dora", dora.fold().now.id).read_bytes()


# --- killed ---------------------------------------------------------------------------------------


def direct(folder: Path, answered: int, since: int) -> None:
    """Type every command from number ``since`` on; a byte goes to ``answered`` after each."""
    forced = os.fsync

    def fsync(file: int) -> None:  # it takes as long as a disk does
        time.sleep(0.001)
        forced(file)

    os.fsync = fsync
    dora = Directed(folder)
    for _, others, act in STEPS[since:]:
        os.fsync = forced
        others(dora)
        os.fsync = fsync
        os.write(answered, b"(")
        act(dora)
        os.write(answered, b")")


def kills(folder: Path, count: int) -> tuple[int, int, int]:
    """Kill so often, and until a tournament has ended; return how many kills there were, how many
    of them in a command, and how many tournaments ended.

    A machine that has much else to do gives a command more time, so that each gets on.
    """
    rng = random.Random(16)  # noqa: S311 - no secret
    within = ended = done = number = 0
    span_s = 0.1
    lines: list[bytes] = []
    while number < count or not ended:
        number += 1
        at = folder / str(ended)
        reported = killed(at, done, rng.uniform(0, span_s))
        within += reported.endswith(b"(")
        done += reported.count(b")")
        seen = [event.line for event in Directed(at).events()]
        if seen:
            Directed(at).check_published()
        assert seen[: len(lines)] == lines, "an event is lost"
        got_on = seen != lines or b")" in reported
        span_s = max(0.05, span_s * 0.8) if got_on else span_s * 1.3
        lines = seen
        if done == len(STEPS):
            check_end(Directed(at))
            ended, done, lines = ended + 1, 0, []
    return number, within, ended


def killed(folder: Path, since: int, delay_s: float) -> bytes:
    """Let a child direct, kill it so long after its first command began; return what it said."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            direct(folder, writer, since)
        except BaseException:  # noqa: BLE001 - it is reported, and ends this process and no more
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    os.close(writer)
    reported = os.read(reader, 1)
    time.sleep(delay_s)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert not (os.WIFEXITED(status) and os.WEXITSTATUS(status)), "a command has failed"
    while more := os.read(reader, 65536):
        reported += more
    os.close(reader)
    return reported


if __name__ == "__main__":
    sys.stdout.write("{} {} {}\n".format(*kills(Path(sys.argv[1]), int(sys.argv[2]))))
