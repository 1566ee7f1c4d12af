"""A tournament of the club: uma directs, and the others play it, each by what lies at their client.

The commands in a letter are done here by the same functions, whenever somebody sits down.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.agent import running
from pbem.agent.config import AgentConfig, Maildir, Server, kept_files, write_config
from pbem.client.client import Client
from pbem.client.messages import sending
from pbem.client.session.session import sit
from pbem.client.storage import tournaments
from pbem.crypto.transparency.checkpoint import sign_checkpoint
from pbem.crypto.transparency.merkle import leaf_hash, root_of, rows_of
from pbem.crypto.transparency.note import ED25519, NoteKey
from pbem.crypto.transparency.receipt import receipt
from pbem.director.directing import acts, collecting
from pbem.director.directing.arrived import let_go, of_tournament
from pbem.director.office import Office, begin, directing, keep_word
from pbem.director.pages.publishing import publish
from pbem.director.player import taking_part
from pbem.director.player.playing import lot_word, take
from pbem.director.player.saying import check, composed, remember, said_before, write_word
from pbem.director.transparency import heads
from pbem.director.words.letters import Bureau
from pbem.errors import FormError, LogFileError, NotYourPen, PbemError
from pbem.log.event import NO_EVENT, Event, compose
from pbem.mail.contents import RECEIPT
from pbem.table.events.kinds import write_data
from pbem.tournament.binding import terms
from pbem.tournament.events.word_kinds import AnyWord
from pbem.tournament.events.words import SUFFIX, sign_word
from pbem.tournament.folding import Fold
from pbem.tournament.history import BoardOf, History
from simulation.disk import thrown_away
from simulation.looked_at import events_of
from toy.group import signer
from toy.meeting import ORIGIN, checkpoints, knockout, robin

if TYPE_CHECKING:
    from simulation.member import Member
    from simulation.world import Club

DIRECTOR, KEEPER = "uma", "ann"
"""The director, and the keeper of lots beside them."""
PLAYERS = ("ann", "bob", "cyd", "dan")
CUP = "cup"
PATIENCE = timedelta(days=4)
"""After so long what had no answer is mailed once more."""
FORGED = 3
"""The fewest events of a log of whose history somebody forges another."""
ENTRIES, LONGEST = timedelta(days=75), timedelta(days=150)
"""So long, at most, entries are waited for, and the result of a board."""


class Season:
    """The tournament just now; ``mailed``: when each mailed what last."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.mailed: dict[tuple[str, str], datetime] = {}
        self.paired: dict[int, datetime] = {}
        self._read: set[tuple[str, str]] = set()
        self._began = club.now
        self._form = club.rng.choice([knockout, knockout, robin])
        self._published = ""
        self.decoys: dict[str, BoardOf] = {}
        """Openings that somebody signed alone, by id: none is ever the game of its board."""

    def log(self, member: Member) -> Path:
        """Return where somebody has the tournament's log, if they have it."""
        return member.person.client.tournaments / f"{CUP}{tournaments.SUFFIX}"

    def events(self, member: Member) -> Sequence[Event]:
        """Return what somebody has of it."""
        log = self.log(member)
        return events_of(log) if log.exists() else []

    @property
    def over(self) -> bool:
        """Say whether the director's log is at its end, and everybody has the whole of it."""
        had = {len(self.events(one)) for one in self.club.members}
        director = self.club.member(DIRECTOR)
        log = self.log(director)
        return (
            len(had) == 1
            and log.exists()
            and tournaments.looked_at(director.person.client, log).over
        )

    def visited(self, member: Member) -> None:
        """Do what there is to do for it now."""
        self._reads(member)
        if member.handle == DIRECTOR:
            self._directs(member)
        elif self.log(member).exists():
            self._plays(member)

    def forgot(self, member: Member) -> None:
        """Somebody came back from a backup: they read their mail again, and ask the others."""
        self._read = {one for one in self._read if one[0] != member.handle}
        self._published = ""
        copies = [self.log(one) for one in self.club.members if one is not member]
        for copy in sorted((one for one in copies if one.exists()), key=lambda x: x.stat().st_size):
            with suppress(PbemError):
                take(member.person.client, copy)

    # --- everybody --------------------------------------------------------------------------------

    def _reads(self, member: Member) -> None:
        """Save what came and have the program take it, as the letters say."""
        box = self.club.post.box(member.address) / "new"
        for path in sorted(box.iterdir()):
            if (member.handle, path.name) in self._read:
                continue
            data = path.read_bytes() if member.handle != DIRECTOR else b""
            if tournaments.SUFFIX.encode() in data or RECEIPT.encode() in data:
                with suppress(PbemError):
                    came = taking_part.take_what_came(member.person.client, [path], member.handle)
                    for why in came.left:
                        member.said.add(why)
            self._read.add((member.handle, path.name))

    def _may_mail(self, member: Member, what: str) -> bool:
        """Whether it is time to mail it, for the first time or once more; then it is noted."""
        last = self.mailed.get((member.handle, what))
        if last is not None and self.club.now - last < PATIENCE:
            return False
        self.mailed[member.handle, what] = self.club.now
        return True

    def forged(self, victim: Member) -> None:
        """Somebody mails a receipt of another history, with a signature that is none."""
        events = self.events(self.club.member(DIRECTOR))
        if len(events) < FORGED:
            return
        key = NoteKey(ORIGIN, ED25519, bytes.fromhex(checkpoints(DIRECTOR).key))
        number = self.club.rng.randrange(1, len(events))
        lines = [event.line for event in events]
        lines[number] = lines[number].replace(b'"by"', b'"bY"', 1)
        leaves = [leaf_hash(line) for line in lines]
        made = sign_checkpoint(key, self.club.rng.randbytes(32), len(leaves), root_of(leaves))
        data = receipt(rows_of(leaves), number, made, lines[number]).bytes
        self.club.post.mail("mallory@example.net", [victim.address], data, f"{number}{RECEIPT}")
        self.club.reports(f"{victim.handle} is mailed a forged receipt")

    # --- who plays --------------------------------------------------------------------------------

    def _plays(self, member: Member) -> None:
        client, me, log = member.person.client, member.person.identity, self.log(member)
        if tournaments.looked_at(client, log).over:
            return
        fold = tournaments.folded(client, log)
        now = fold.now
        member.busy = True
        if not now.closed and now.by_handle(member.handle) is None:
            meant = composed(fold, signer(member.handle), "enter")
            check(fold, meant)
            said = said_before(client, fold, meant) or sign_word(meant, me.sign_seed)
            self._says(member, "enter", said)
        if member.handle == KEEPER:
            if not now.closed and all(one.handle != KEEPER for one in now.keepers):
                self._says(member, "keep", keep_word(fold, me))
            with suppress(NotYourPen):
                self._says(member, "lot", lot_word(client, fold, me))
        if self.club.plan.decoys:
            self._mails_decoys(member, now)
        played = taking_part.play(client, member.handle, lambda _: me, log, self.club.now.date())
        for why in played.left:
            member.hears(why)
        for path in client.logs():
            self._reports(member, path, now)

    def _mails_decoys(self, member: Member, now: History) -> None:
        """Mail the director an opening for each board that is one's own to open, and sign no more.

        It is made at another client, with the same keys: the true game is opened after it.
        """
        for at in now.owed():
            if now.pair_of(at)[0].handle != member.handle or at in self.decoys.values():
                continue
            made = compose(
                game="", seq=0, prev=NO_EVENT, by=member.handle,
                at=f"{self.club.now:%Y-%m-%dT%H:%M:%SZ}", kind="open",
                data=write_data(terms(now, at)), seed=member.person.identity.sign_seed,
            )  # fmt: skip
            self.decoys[made.id] = at
            self.club.cheated[made.id] = self.club.now  # it is never over, and nobody waits for it
            to = self.club.member(DIRECTOR).address
            self.club.post.mail(member.address, [to], made.line + b"\n", "decoy.pbem")
            self.club.reports(f"{member.handle} mails an opening for {at} that nobody else joins")

    def _says(self, member: Member, what: str, said: AnyWord) -> None:
        """Mail a word to the director, as a file that their program wrote."""
        if not self._may_mail(member, what):
            return
        client, out = member.person.client, member.folder / "out"
        remember(client, said, self.club.now.date())
        out.mkdir(exist_ok=True)
        file = write_word(said, CUP, out)
        to = self.club.member(DIRECTOR).address
        self.club.post.mail(member.address, [to], file.read_bytes(), file.name)
        thrown_away(file)

    def _reports(self, member: Member, path: Path, now: History) -> None:
        """Mail the log of a game that has ended to the director, until its result stands."""
        first = events_of(path)[0]
        to = first.data.get("for")
        if not isinstance(to, dict) or to.get("tournament") != now.id:
            return
        session = sit(member.person.client, path, member.handle)
        decided = any(now.games.get(at) == first.id and at in now.decided for at in (*now.games,))
        if session.table.result is None or decided:
            return
        if not self._may_mail(member, first.id):
            return
        out = member.folder / "out"
        out.mkdir(exist_ok=True)
        sent = Path(sending.send(session, None, out).file)
        address = self.club.member(DIRECTOR).address
        self.club.post.mail(member.address, [address], sent.read_bytes(), sent.name)
        thrown_away(sent)

    # --- who directs ------------------------------------------------------------------------------

    def _directs(self, member: Member) -> None:
        client, me, log = member.person.client, member.person.identity, self.log(member)
        if not log.exists():
            found = self._form(director=signer(DIRECTOR), checkpoints=checkpoints(DIRECTOR))
            with suppress(LogFileError):  # it was made, and something failed after that
                begin(client, me, CUP, found)
            self.club.reports(f"{DIRECTOR} founds {CUP}")
        with directing(client, log, me) as office:
            self._collects(member, office)
            self._goes_on(office, client)
            fold, events = office.fold, events_of(log)
            signed = heads.signed(client, me, fold.now.found, events)
        if not fold.now.closed or fold.now.over:
            self._announces(member, events)
        self._writes(member, fold, events, signed)
        member.busy = member.busy or not fold.now.over

    def _announces(self, member: Member, events: Sequence[Event]) -> None:
        """Mail the log to anyone who asks for it: no agent reports twice that it is over."""
        asking = [one for one in self.club.members if len(self.events(one)) < len(events)]
        if asking and self._may_mail(member, "announced"):
            log = self.log(member)
            to = [one.address for one in asking]
            self.club.post.mail(member.address, to, log.read_bytes(), log.name)

    def _collects(self, member: Member, office: Office) -> None:
        """Import the games that are here and the words that mail brought, as the command does."""
        client = member.person.client
        kept = kept_files(client, DIRECTOR, SUFFIX)
        came = of_tournament(office.fold.now.id, client.logs(), kept)
        reported = collecting.collect(office, client, came)
        let_go(reported, kept)
        for one in reported:
            if one.became == "refused":
                member.said.add(one.reported)

    def _goes_on(self, office: Office, client: Client) -> None:
        """Pair what is due, decide what is owed for too long, close."""
        now = office.fold.now
        everybody = {one.handle for one in now.entrants} == {*PLAYERS}
        ready = everybody and any(one.handle == KEEPER for one in now.keepers)
        if not ready and not now.closed and self.club.now - self._began < ENTRIES:
            return
        for at in now.owed():
            since = self.paired.setdefault(at.round, self.club.now)
            if self.club.now - since > LONGEST:
                acts.rule(office, at, "draw", "no result has come", played=False)
                self.club.reports(f"{DIRECTOR} rules {at}")
        with suppress(FormError, NotYourPen):  # a result, or a lot, is owed
            acts.pair(office, client)
        now = office.fold.now
        if now.order and now.next_round > now.length and not now.owed() and not now.over:
            acts.close(office)

    def _writes(
        self, member: Member, fold: Fold, events: Sequence[Event], signed: heads.Checkpoint
    ) -> None:
        """Give letters to the agent, and publish."""
        client = member.person.client
        self._has_a_configuration(member)
        bureau = Bureau(client, fold, events, CUP, signed)
        letters = list(bureau.post(None).letters)
        if self._may_mail(member, "reminded"):
            letters += bureau.post(None, remind=self.club.now.date()).letters
        running.post(client, DIRECTOR, letters, self.club.now)
        if self._published != fold.chain.head:
            games = of_tournament(fold.now.id, client.logs(), [])
            publish(fold, self.log(member), self.pages(member), games, checkpoint=signed)
            self._published = fold.chain.head

    def pages(self, member: Member) -> Path:
        """Return where the director publishes."""
        return member.folder / "pages"

    def _has_a_configuration(self, member: Member) -> None:
        path = running.config_of(member.person.client, DIRECTOR)
        if not path.exists():
            box = Maildir(str(self.club.post.box(member.address)))
            smtp = Server("localhost", 25, "x", "none")
            write_config(path, AgentConfig(address=member.address, maildir=box, smtp=smtp))
