"""Tournaments that the agent runs for its owner, their director."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from pbem.agent.config import kept_files
from pbem.agent.duties import Unlock
from pbem.agent.memory.database import AgentDatabase
from pbem.agent.sending import outgoing
from pbem.agent.sending.outgoing import Letterhead
from pbem.agent.sending.reporting import Reporting
from pbem.client.client import Client, mark_now
from pbem.client.people import key_among
from pbem.client.session.words import sentence
from pbem.client.storage import tournaments
from pbem.crypto.text import escape
from pbem.director.office import directors, require_director
from pbem.director.plan import unattended
from pbem.director.unattended.attendant import Attended, Seen, Ways, attend
from pbem.director.words.letters import TournamentLetter
from pbem.errors import PbemError
from pbem.items import item


class Attending:
    """Looks at each tournament with wishes, whenever something changed; ``say`` takes its lines."""

    def __init__(
        self,
        client: Client,
        head: Letterhead,
        database: AgentDatabase,
        reporting: Reporting,
        *,
        unlock: Unlock,
        say: Callable[[str], None],
    ) -> None:
        self._client, self._head, self._database = client, head, database
        self._reporting, self._unlock, self._say = reporting, unlock, say
        self._seen: dict[Path, Seen] = {}
        self._marks: dict[Path, object] = {}

    def round(self, now: datetime) -> None:
        """Do what waits in every tournament; one that fails stops no other."""
        for wishes in unattended.kept(self._client, self._head.handle):
            mark = self._mark(wishes, now)
            if self._marks.get(wishes) == mark:
                continue
            self._marks[wishes] = mark
            try:
                with item(f"the tournament {wishes.stem}"):
                    made = self._attend(wishes, now)
            except PbemError as error:
                text = f"{escape(wishes.stem)} is NOT directed: {sentence(str(error))}"
                self._reporting.note([(f"directs {wishes.stem} {error}", text)], now)
                continue
            for line in made.did:
                self._say(line)
            self._reporting.note(made.asks, now)

    def _attend(self, wishes: Path, now: datetime) -> Attended:
        path = self._log(wishes)
        fold = tournaments.read_here(self._client, path)
        require_director(fold, self._head.handle)
        fact = f"published {fold.now.id}"
        seen = self._seen.setdefault(wishes, Seen())
        seen.published = self._database.fact(fact) or ""
        who = key_among(self._client, self._head.handle, directors(fold))
        handle = self._head.handle
        made = attend(
            self._client,
            path,
            self._unlock(who),
            unattended.read(wishes),
            ways=Ways(partial(kept_files, self._client, handle), partial(self._send, now=now)),
            seen=seen,
            now=now,
        )
        with self._database.writing() as page:
            page.put(fact, seen.published)
        return made

    def _send(self, letters: Sequence[TournamentLetter], *, now: datetime) -> int:
        """Put letters into the outbox, each once; return how many are new."""
        made = outgoing.of_tournament(self._head, letters, now)
        with self._database.writing() as page:
            return sum(page.post(one, now) for one in made)

    def _log(self, wishes: Path) -> Path:
        return self._client.tournaments / f"{wishes.stem}{tournaments.SUFFIX}"

    def _mark(self, wishes: Path, now: datetime) -> object:
        """Return what shows that there may be something to do; each hour there may."""
        kept = self._client.agent(self._head.handle) / "kept"
        files = [wishes, self._log(wishes), kept, *self._client.logs()]
        return f"{now:%Y-%m-%d %H}", tuple(map(mark_now, files))
