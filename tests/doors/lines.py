"""Lines: events of a log, confirmed heads, signed days, cards. One file or one line each."""

from __future__ import annotations

from doors.door import LOGS, Door, some
from pbem.errors import FormError, KeyFileError
from pbem.identity.card import make_card, read_card
from pbem.log import days, head
from pbem.log.event import brief, read_event, verify_signature
from pbem.log.finding import BadLog
from toy.group import identity


def event(data: bytes) -> None:
    """Admit one event; what was admitted has one spelling."""
    try:
        read = read_event(data, 1)
    except BadLog as bad:
        bad.finding.message.encode()
        return
    verify_signature(read, bytes(range(32)))
    assert brief(data) == (read.id, read.kind, read.by, read.at, read.prev)


def events() -> list[bytes]:
    """Return one line of each kind of event in the finished and the hostile logs."""
    found = {}
    for log in [*some("*/*.pbem", 60_000, 40), *some("hostile-tournaments/*.tournament", 60_000)]:
        for line in log.splitlines():
            try:
                kind = read_event(line).kind
            except BadLog as bad:
                kind = bad.finding.code
            if len(found.get(kind, line)) >= len(line):
                found[kind] = line
    return list(found.values())


def a_head(data: bytes) -> None:
    """Read a confirmation; written again it is the same."""
    try:
        read = head.head_from_bytes(data)
    except FormError:
        return
    head.verify_head(read, bytes(range(32)))
    assert head.head_to_bytes(read) == data


def heads() -> list[bytes]:
    """Return a confirmation."""
    last = read_event((LOGS / "saipan/historical.pbem").read_bytes().splitlines()[3])
    return [head.head_to_bytes(head.make_head(last, by="ann", seed=identity("ann").sign_seed))]


def a_day(data: bytes) -> None:
    """Read signed days, line by line; what they say together never fails."""
    lines = []
    for line in data.split(b"\n"):
        try:
            lines.append(days.days_from_bytes(line))
        except FormError:
            continue
        assert days.days_to_bytes(lines[-1]) == line
        days.verify_days(lines[-1], bytes(range(32)))
    days.rows_of(lines)
    days.gaps(lines)
    for one in days.conflicts(lines):
        one.words("3")


def some_days() -> list[bytes]:
    """Return two lines, and two that give one event two days."""
    seed, game = identity("ann").sign_seed, "ab" * 32

    def row(day: str) -> days.Row:
        return days.Row(0, day, "cd" * 32, 0)

    first = days.make_days(None, [row("2026-03-12")], game=game, by="ann", seed=seed)
    second = days.make_days(first, [row("2026-03-13")], game=game, by="ann", seed=seed)
    lines = [days.days_to_bytes(one) for one in (first, second)]
    return [lines[0], b"\n".join(lines)]


def a_card(data: bytes) -> None:
    """Read a player card."""
    try:
        read_card(data)
    except KeyFileError:
        return


def cards() -> list[bytes]:
    """Return a card with an address and one without."""
    return [make_card(identity("ann"), "ann@example.org"), make_card(identity("bob"))]


DOORS = {
    "event": Door(event, events),
    "head": Door(a_head, heads, 2048),
    "days": Door(a_day, some_days, 4096),
    "card": Door(a_card, cards, 2048),
}
