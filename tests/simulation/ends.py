"""How a game ends: people confirm its head to each other, and a cheat may sign two ends."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.client.messages import sending
from pbem.client.session import confirming
from pbem.client.session.session import Session
from simulation.disk import thrown_away

if TYPE_CHECKING:
    from simulation.member import Member


def is_to_be_confirmed(session: Session) -> bool:
    """Whether a game is over whose end somebody else wrote, and no fork waits to be settled."""
    table, me = session.table, session.me
    player = table.roster.find(me)
    [last] = session.since(table.chain.count - 1)
    over = table.result is not None and table.active().handle is None
    return over and player is not None and last.by != me and not session.forked()


class Ends:
    """Confirms ends by hand (docs/playing-by-mail.md), where no agent of ``member`` does."""

    def __init__(self, member: Member) -> None:
        self._member = member
        self._confirmed: set[str] = set()

    def confirms(self, path: Path, session: Session) -> None:
        """Sign the head of a game that is over, and mail it to the others with the log, once."""
        member, head = self._member, session.table.chain.head
        by_hand = member.honest and member.secretary is None and head not in self._confirmed
        if not by_hand or not is_to_be_confirmed(session):
            return
        out = member.out
        out.mkdir(exist_ok=True)
        for left in out.glob("*.head"):  # by a command that was cut off
            thrown_away(left)
        if member.typing is not None:
            files = [member.typing.confirms(path, out), member.typing.sends(path, out)]
        else:
            signed = confirming.confirm(session, member.person.identity, out)
            files = [signed, Path(sending.send(session, None, out).file)]
        confirmation, log = [file.read_bytes() for file in files]
        to = [f"{one}@example.org" for one in session.others()]
        beside = {files[0].name: confirmation}
        member.club.post.mail(member.address, to, log, files[1].name, beside=beside)
        self._confirmed.add(head)
        for file in files:
            thrown_away(file)
