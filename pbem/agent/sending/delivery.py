"""Emptying the outbox: each message once, whatever dies in between (docs/agent.md)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from pbem.agent import notices
from pbem.agent.config import AgentConfig
from pbem.agent.memory.database import AgentDatabase
from pbem.agent.memory.rows import TURN, OutRow
from pbem.agent.servers.smtp import DoubtError, NotSentError, Outbound, Refused
from pbem.errors import UnforeseenError
from pbem.items import item

DAY = timedelta(days=1)


class Delivery:
    """Sends what stands in the agent database; ``say`` takes each line of what is done."""

    def __init__(
        self,
        database: AgentDatabase,
        config: AgentConfig,
        outbound: Outbound,
        say: Callable[[str], None],
    ) -> None:
        self._database = database
        self._config = config
        self._outbound = outbound
        self._say = say
        self.trouble = False
        """Whether the server took nothing when it was asked last."""

    def deliver(self, now: datetime, *, reached: bool) -> None:
        """Send what is due; ``reached``: copies of what is in doubt would have been seen."""
        if reached:
            doubt = timedelta(minutes=self._config.doubt_minutes)
            if self._database.doubtful(now - doubt, now):
                self._again(now - doubt, now)
        self._send_due(now)
        self._outbound.close()

    def _again(self, before: datetime, now: datetime) -> None:
        with self._database.writing() as page:
            for row in page.doubtful(before, now):
                self._say(f"sent again, because no copy arrived: {row.about}")
                page.afresh(row, now)

    def _send_due(self, now: datetime) -> None:
        due = self._database.due(now)
        if not due:
            return
        mine = [row for row in due if row.reason.startswith(TURN)]
        left = max(0, self._config.most_a_day - self._database.sent_since(now - DAY, now))
        waiting = max(0, len(due) - len(mine) - left)
        for row in due[: len(mine) + left]:
            try:
                with item(f"the message '{row.about}'"):
                    if not self._send(row, now):
                        break
            except UnforeseenError as error:  # whether it left is in doubt, as after any loss
                self._say(str(error))
        if waiting:
            self._say(f"{waiting} messages wait: at most {self._config.most_a_day} a day are sent")

    def _send(self, row: OutRow, now: datetime) -> bool:
        """Send one message; False where the server takes none now."""
        to = row.to.split()
        with self._database.writing() as page:
            page.sending(row, now)

        def heard(refused: Refused) -> bytes:
            return self._heard(row, refused, now)

        try:
            everybody = list(dict.fromkeys([*to, self._config.address]))
            self._outbound.send(row.data, self._config.address, everybody, heard)
        except NotSentError as error:
            self._not_sent(row, error, now)
            self.trouble = not error.for_good
            return error.for_good
        except DoubtError as error:
            self.trouble = True
            self._say(f"{row.about}: {error}; its copy will show whether it was sent")
            return False
        self.trouble = False
        with self._database.writing() as page:
            if not page.sent(row, now):
                page.report(*notices.put_off(row.about, row.reason), now)
        self._say(f"mailed: {row.about}")
        return True

    def _heard(self, row: OutRow, refused: Refused, now: datetime) -> bytes:
        """Keep what the server said of each receiver before a byte of the message leaves."""
        if not refused and not row.later:  # it goes to those of whom the agent database says so
            return row.data
        to = row.to.split()
        never = [one for one in to if one in refused and refused[one].for_good]
        later = [one for one in to if one in refused and one not in never]
        with self._database.writing() as page:
            for one in never:
                page.report(*notices.bounced(row.about, row.reason, str(refused[one])), now)
            return page.answered(row, [one for one in to if one not in never], later)

    def _not_sent(self, row: OutRow, error: NotSentError, now: datetime) -> None:
        self._say(f"NOT mailed: {row.about}: {error}")
        with self._database.writing() as page:
            if error.for_good:
                page.failed(row)
            elif page.again(row, now):
                return
            page.report(*notices.bounced(row.about, row.reason, str(error)), now)
