"""The entrants: entering, withdrawing, coming back, being put out, and their requests."""

from __future__ import annotations

from collections.abc import Callable

from pbem.log.event import Event
from pbem.tournament import changes, substitutes, teams
from pbem.tournament.events import kinds, plain_kinds, term_kinds, word_kinds
from pbem.tournament.faults import bad
from pbem.tournament.history import Entrant, Removed
from pbem.tournament.judges.so_far import SoFar
from pbem.tournament.pairings import challenges, requests


def enter(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: somebody enters."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.Enter)  # noqa: S101 - its tag is that of the event
    if log.now.teams is not None:
        return _of_team(log, event, word)
    known = log.now.by_handle(word.handle)
    same_key = any(one.sign == word.sign for one in log.now.entrants)
    same_key = same_key or substitutes.owner(log.now, word.sign) is not None
    taken = same_key or (known is not None and not log.now.is_free(known))
    if taken or len(log.now.entrants) == plain_kinds.ENTRANTS_MAX:
        raise bad(
            "enter.twice",
            f"{word.handle} cannot enter (again) in event {event.seq}.",
            event.seq,
        )
    form = log.now.found.format
    later = word.from_ > 1 and isinstance(form, term_kinds.Elimination | term_kinds.Groups)
    if later or (log.now.closed and not isinstance(form, term_kinds.OPEN)):
        reported = f"{word.handle} comes too late in event {event.seq}: all rounds are fixed."
        raise bad("enter.late", reported, event.seq)

    def effect() -> None:
        number, since = len(log.now.entrants) + 1, max(word.from_, _open_round(log))
        one = Entrant(number, word.handle, word.sign, since, word.rating or 0)
        log.now.entrants.append(one)
        log.now.began[event.seq] = since
        if log.now.ladder is not None:
            log.now.ladder.enter(number)
        log.said[word.sign] = event.seq

    return effect


def _of_team(log: SoFar, event: Event, word: word_kinds.Enter) -> Callable[[], None]:
    """Judge: a player of a team enters, and with the last who is needed the team."""
    now = log.now
    if why := teams.why_no_entry(now, word):
        reported = f"{word.handle} cannot enter in event {event.seq}: {why}."
        raise bad("enter.twice", reported, event.seq)
    if teams.is_late(now, word):
        reported = f"{word.handle} comes too late in event {event.seq}: all rounds are fixed."
        raise bad("enter.late", reported, event.seq)

    def effect() -> None:
        since = max(word.from_, _open_round(log))
        log.now.began[event.seq] = since
        log.said[word.sign] = event.seq
        teams.enter(log.now, word, since)

    return effect


def lineup(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: a captain says who plays for the team."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.LineUp)  # noqa: S101 - as above
    who = log.author(event, word)
    if why := teams.why_no_lineup(log.now, who, word):
        reported = f"{word.handle} cannot line up so in event {event.seq}: {why}."
        raise bad("team.none", reported, event.seq)

    def effect() -> None:
        since = max(word.from_, log.now.next_round)
        log.now.lineups.setdefault(who.number, []).append((since, teams.lined(who, word)))
        log.now.began[event.seq] = since
        log.said[word.sign] = event.seq

    return effect


def _open_round(log: SoFar) -> int:
    """Return the first round into which somebody can still come."""
    return max(log.now.next_round, 2 if log.now.closed else 1)


def withdraw(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: somebody withdraws, or comes back."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.Withdraw | word_kinds.Return)  # noqa: S101 - as above
    who = log.author(event, word)
    back = isinstance(word, word_kinds.Return)
    if who.plays(plain_kinds.ROUNDS_MAX + 1) == back:
        reported = "has not withdrawn" if back else "has withdrawn already"
        raise bad("word.who", f"{word.handle} in event {event.seq} {reported}.", event.seq)
    if log.now.by_handle(who.handle) is not who:
        reported = f"Event {event.seq} is void: somebody else has entered as {who.handle} since."
        raise bad("word.who", reported, event.seq)

    def effect() -> None:
        since = max(word.from_, log.now.next_round)
        log.now.turn(who, since, back=back)
        log.now.began[event.seq] = since
        if back:
            log.now.withdrawn.pop(who.number, None)
        else:
            log.now.withdrawn[who.number] = since
        log.said[word.sign] = event.seq

    return effect


def out(log: SoFar, event: Event, data: kinds.PutOut) -> Callable[[], None]:
    """Judge: the director puts somebody out."""
    known = data.entrant <= len(log.now.entrants)
    if not known or not log.now.entrant(data.entrant).plays(plain_kinds.ROUNDS_MAX + 1):
        raise bad(
            "rule.nothing", f"Event {event.seq} puts out somebody who does not play.", event.seq
        )

    who = log.now.entrant(data.entrant)

    def effect() -> None:
        since = log.now.next_round
        log.now.turn(who, since, back=False)
        log.now.began[event.seq] = since
        log.now.removed.append(Removed(who.number, since, data.why))

    return effect


def challenge(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: one challenges another."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.Challenge)  # noqa: S101 - as above
    who = log.author(event, word)
    if why := challenges.why_none(log.now, who.number, word.whom):
        reported = f"{who.handle} cannot challenge number {word.whom} in event {event.seq}: {why}."
        raise bad("challenge.none", reported, event.seq)

    def effect() -> None:
        log.now.challenges.append((who.number, word.whom))
        log.said[word.sign] = event.seq

    return effect


def bye(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: somebody asks for a bye."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.Bye)  # noqa: S101 - as above
    who = log.author(event, word)
    if why := requests.why_none(log.now, who, word.round):
        reported = f"{who.handle} has no bye in round {word.round} by event {event.seq}: {why}."
        raise bad("bye.none", reported, event.seq)

    def effect() -> None:
        log.now.asked.add((who.number, word.round))
        log.said[word.sign] = event.seq

    return effect


def name(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: somebody says by which name they want to be shown."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.Called)  # noqa: S101 - as above
    who = log.player(event, word)
    if other := changes.taken(log.now, who, word.name):
        reported = f"{who.handle} cannot be called like {other.handle} in event {event.seq}."
        raise bad("name.taken", reported, event.seq)

    def effect() -> None:
        who.name = word.name
        log.said[word.sign] = event.seq

    return effect


def pause(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: somebody would have a later deadline."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.Pause)  # noqa: S101 - as above
    who = log.author(event, word)
    if why := changes.why_no_pause(log.now, who, word):
        reported = f"{who.handle} has no pause in round {word.round} by event {event.seq}: {why}."
        raise bad("pause.none", reported, event.seq)

    def effect() -> None:
        changes.pause(log.now, who, word, event.at)
        log.said[word.sign] = event.seq

    return effect
