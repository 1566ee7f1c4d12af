"""The output of the agent's commands.

Text of others is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.crypto.text import escape

if TYPE_CHECKING:
    from pbem.agent.running import Left, Status, Waiting

_LEFT = {
    "left": "too much mail came at once",
    "too large": "more than all that is read in an hour",
    "unasked": "a new game that you did not ask for",
    "wanted": "will be read by the agent",
}
_STATES = {
    "waiting": "waits to be sent",
    "sending": "perhaps sent: no copy arrived yet",
    "failed": "NOT sent: refused for good",
}


def _waiting(one: Waiting) -> str:
    tried = f", tried {one.tries} time{'s' * (one.tries != 1)}" if one.tries else ""
    due = f", not before {one.due[:16].replace('T', ' ')} UTC" if one.state == "waiting" else ""
    return f"{_STATES[one.state]}: {escape(one.about)}{tried}{due}"


def status_lines(status: Status) -> list[str]:
    """Describe the tasks of an agent."""
    where = f"{escape(status.address)}, mailbox {escape(status.mailbox)}"
    lines = [f"Agent of {status.handle}: {where}. It reports to {escape(status.owner)}."]
    if status.away is not None:
        first, last = status.away
        lines.append(f"Away from {first} to {last}, both days included.")
    lines += [_waiting(one) for one in status.outbox]
    if status.to_report:
        lines.append("Next report to you (at most one message every ten minutes):")
        lines += [f"  {escape(text)}" for text in status.to_report]
    if status.quarantine:
        lines.append("In quarantine, because pbem could not read it (look, then delete it):")
        lines += [f"  {escape(path)}" for path in status.quarantine]
    if len(lines) == 1:
        lines.append("Nothing waits to be sent or reported.")
    return lines


def unread_lines(left: Sequence[Left]) -> list[str]:
    """List the unread mail in the mailbox."""
    if not left:
        return ["No mail is unread in the mailbox."]
    lines = [
        f"{one.id}  {one.at[:10]} UTC  {one.size:>10,} bytes  "
        f"{escape(one.sender) or '(no address)'}: {_LEFT[one.why]}"
        for one in left
    ]
    return [*lines, "To let the agent read one, whatever it costs: 'pbem agent unread ID'."]
