"""The mail of an agent: the owner's new events, findings, and reports to the owner.

``at``: the date of a message. ``head``: who sends it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import NamedTuple

from pbem.agent.memory.rows import TURN, Message
from pbem.agent.sender.heading import TOKEN
from pbem.agent.sender.origin import FOR_OWNER
from pbem.agent.sender.postmark import POSTMARK, postmark
from pbem.client.exchange.taking import TakeResult
from pbem.client.exchange.words import taken_lines
from pbem.client.messages import composing
from pbem.client.session.session import Session
from pbem.crypto.text import escape
from pbem.director.words.letters import TournamentLetter
from pbem.files import read_plain
from pbem.identity.identity import Identity
from pbem.mail.letter import messages, plain
from pbem.mail.reading import MESSAGE_BYTES

CHECK_IT = (
    "Nothing was changed here. Mail can damage files. If you sent it, mail the game again ('pbem "
    "mail write'), and check your own log with 'pbem store check'. 'pbem verify FILE' shows the "
    "same to anyone."
)
REPLIES = "The agent checks orders in a reply to this message, and answers. It never signs them."


class Letterhead(NamedTuple):
    """The writer: ``address`` is the agent's own, ``owner`` that of the ``handle`` it works for."""

    handle: str
    address: str
    owner: str


def turn_reason(session: Session) -> str:
    """Return the reason of the message that ends with the log as it is."""
    return f"{turns_of(session)}{session.table.chain.head}"


def turns_of(session: Session) -> str:
    """Return how the reasons begin of all messages with the owner's events in a game."""
    return f"{TURN}{session.table.game_id} "


def turn(
    head: Letterhead, session: Session, identity: Identity, at: datetime, *, confirms: bool
) -> list[Message]:
    """Return the message, or its parts, that carry the owner's new events to all others.

    Args:
        head: The owner's addresses.
        session: The game.
        identity: The owner, who signs the postmark of the message that has the log attached.
        at: The time.
        confirms: Nothing in it is by the owner, who confirms that this is the whole game.

    Raises:
        PbemError: As `compose`, if it confirms.
    """
    letter = composing.compose(session, confirms=identity if confirms else None, at=at)
    people = {handle: email for handle, email in letter.to.items() if email}
    to = list(people.values())
    about = f"{session.name} #{letter.last}{', confirmed' if confirms else ''}"
    made = messages(letter, sender=head.address)
    made[0][POSTMARK] = postmark(identity, people, letter.game_id, letter.data, at)
    return [
        _message(one, f"{turn_reason(session)} {part}", about, to)
        for part, one in enumerate(made, 1)
    ]


def reachable(session: Session) -> tuple[list[str], list[str]]:
    """Return the addresses of the others, and the handles of those who have none here."""
    others = session.others()
    return (
        [email for email in others.values() if email],
        [handle for handle, email in others.items() if not email],
    )


def to_people(
    head: Letterhead, session: Session, reason: str, said: Said, at: datetime
) -> Message | None:
    """Return a message in words to everybody else in a game; None if nobody can be reached.

    ``reason``: the key under which it is sent once.
    """
    people = {handle: email for handle, email in session.others().items() if email}
    if not people:
        return None
    subject = f"{session.name}: {said.subject}"
    proof = said.proof if said.proof is not None and said.proof.is_file() else None
    files = {} if proof is None else {proof.name: read_plain(proof, MESSAGE_BYTES)}
    sender = (head.handle, head.address)
    message = plain(f"[PBEM] {escape(subject)}", sender, people, said.text, at, files=files)
    return _message(message, reason, subject, list(people.values()))


def to_one(
    head: Letterhead, who: tuple[str, str], reason: str, said: Said, at: datetime
) -> Message:
    """Return a message in words to one of the others; ``who``: handle and address.

    ``reason``: the key under which it is sent once.
    """
    sender = (head.handle, head.address)
    message = plain(f"[PBEM] {escape(said.subject)}", sender, dict([who]), said.text, at)
    return _message(message, reason, said.subject, [who[1]])


def away(head: Letterhead, sessions: Sequence[Session], days: tuple[date, date]) -> Said:
    """Return the words that say that the owner is away; ``days``: the first and the last."""
    first, last = days
    games = ", ".join(session.name for session in sessions)
    text = (
        f"{head.handle} is away from {first} to {last}, both days included, in UTC ({games}). "
        "Until then, only their standing orders act. Dice are given as always. An umpire records "
        "the absence in each of these games with: pbem clock GAME --absent "
        f"{head.handle} {first} {last}"
    )
    return Said(f"{head.handle} is away until {last} UTC", text)


def to_owner(head: Letterhead, reason: str, said: Said, at: datetime) -> Message:
    """Return a message in words to the owner; ``reason``: the key under which it is sent once."""
    to = {head.handle: head.owner}
    message = plain(f"[PBEM] {escape(said.subject)}", ("pbem", head.address), to, said.text, at)
    message[FOR_OWNER] = head.handle
    return _message(message, reason, said.subject, [head.owner])


class Said(NamedTuple):
    """Something in words; lines of ``text`` are wrapped. ``proof``: a file that shows it."""

    subject: str
    text: str
    proof: Path | None = None


def finding(session: Session, taken: TakeResult, sender: str, at: datetime) -> tuple[str, Said]:
    """Return the reason and the words that report a finding to the others.

    ``taken``: the import that has it. ``sender``: the address from which it came, which is a claim.
    ``at``: when.
    """
    found, chain = taken.finding, session.table.chain
    assert found is not None  # noqa: S101 - only called with one
    lines = [
        f"A log of {session.name} came by mail on {at:%Y-%m-%d} UTC (unconfirmed: from {sender}).",
        "pbem did not accept it:",
        "",
        *(f"  {line}" for line in taken_lines(taken)[1:]),
        "",
        f"Your agent's log ends with event {chain.count - 1} ({chain.head[:16]}...).",
        escape(session.table.active().why),
        CHECK_IT,
    ]
    reason = f"finding {session.table.game_id} {found.code} {found.seq} {found.event or ''}"
    where = f"line {found.line}" if found.seq is None else f"event {found.seq}"
    subject = f"finding {found.code}, {where}"
    return reason, Said(subject, "\n".join(lines), Path(taken.proof) if taken.proof else None)


def asked_reason(session: Session) -> str:
    """Return the reason of the message that a decision of the owner's is asked."""
    return f"asked {session.table.game_id} {session.table.chain.head}"


def asked(session: Session) -> Said:
    """Return the words that say to the owner that a decision of theirs is asked."""
    lines = [
        *composing.decision_lines(session),
        "",
        f"On your computer: 'pbem show {session.name}', 'pbem legal {session.name}'.",
        REPLIES,
    ]
    return Said(f"your turn: {composing.subject(session)}", "\n".join(lines))


def of_tournament(
    head: Letterhead, letters: Sequence[TournamentLetter], at: datetime
) -> Iterator[Message]:
    """Give the messages of a tournament's director, each for a reason of its own."""
    for one in letters:
        sender = (head.handle, head.address)
        message = plain(one.subject, sender, one.to, one.text, at, files=one.files)
        yield _message(message, one.reason, one.subject, list(one.to.values()))


def _message(made: EmailMessage, reason: str, about: str, to: Sequence[str]) -> Message:
    """Mark a message as an automatic one of ours."""
    token = secrets.token_hex(16)
    made["Auto-Submitted"] = "auto-generated"
    made[TOKEN] = token
    return Message(
        reason=reason,
        message_id=str(made["Message-ID"]).strip(),
        about=about,
        to=list(dict.fromkeys(to)),
        token=token,
        data=made.as_bytes(policy=SMTP),
    )
