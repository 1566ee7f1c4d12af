"""A verdict as lines for people, and as JSON for programs: both say the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.audit.trust import needs_words
from pbem.audit.verdict import ForkVerdict, KeyChange, Verdict
from pbem.crypto.text import as_json, escape
from pbem.log.finding import Finding
from pbem.table.events.kinds import Clock
from pbem.table.owned import pack_words
from pbem.table.words.telling import late_words

LEVELS = {
    1: "level 1 of 3: form, chain, signatures, joins",
    2: "level 2 of 3: also triggers, keepers, dice proofs, streams, commitments",
    3: "level 3 of 3: everything, every order replayed by the rules",
}
"""What each level of verification has looked at (protocol section 9)."""

_NOBODY = {
    "chain": "anybody can have moved a line, left one out or put one in",
    "event": "its signature was not looked at",
    "file": "anybody can have changed the file on its way",
    "json": "anybody can have changed the file on its way",
    "key": "before an opening is read nobody's key is known",
    "kind": "before an opening is read nobody's key is known",
    "open": "before an opening is read nobody's key is known",
    "sig": "anybody can write such a line",
    "state": "a third copy of the program has to read the log first",
    "then": "a third copy of the program has to read the log first",
}
"""Why a finding blames nobody, by the first word of its code."""


def to_json(verdict: Any) -> str:
    """Return a verdict, or all that was judged, as JSON on one line."""
    return as_json(verdict)


def lines(verdict: Verdict) -> list[str]:
    """Tell a verdict to a person, the trust in the dice first."""
    if verdict.unread:
        return [f"{escape(verdict.path)}: NOT judged. {escape(verdict.unread).rstrip('.')}."]
    told = [verdict.dice] if verdict.dice else []
    told += _rulings(verdict)
    if verdict.pack is not None:
        told.append(pack_words(verdict.pack))
    told += map(_change, verdict.keys_changed)
    told += _warned(verdict)
    told += _headlines(verdict)
    if verdict.lower:
        told.append(escape(verdict.lower))
    told += _opened(verdict)
    if verdict.head is not None:
        told.append(f"Head: event {verdict.events - 1} of {verdict.latest}, {verdict.head}")
    if verdict.counts:
        told.append(verdict.counts + (f" Ended {verdict.ended}." if verdict.ended else ""))
    if verdict.pen:
        told.append(verdict.pen)
    return told + verdict_lines(verdict)


def one_line(verdict: Verdict) -> str:
    """Tell a verdict in one line, for a list of many."""
    path = escape(verdict.path)
    if verdict.unread:
        return f"BAD  {path}  {escape(verdict.unread).rstrip('.')}"
    mark = "ok  " if verdict.ok else "LOW " if verdict.valid and not verdict.strangers else "BAD "
    wanted = f" of {verdict.wanted} wanted" if verdict.level < verdict.wanted else ""
    told = [f"{verdict.events} events", f"level {verdict.level}{wanted}"]
    if verdict.result is not None:
        told.append(verdict.won)
        if verdict.needs:
            told.append(f"does not count before {needs_words(verdict.needs)}")
    if verdict.policy == "self":
        told.append("honest practice: own dice")
    told += [f"{one.place}'s dice by the umpire" for one in verdict.stood_in[:1]]
    if verdict.ruled_from is not None:
        told.append(f"the umpire's word from event {verdict.ruled_from} on")
    told += [f"other keys of {one.handle} after event {one.event}" for one in verdict.keys_changed]
    if verdict.pack is not None:
        told.append(f"an owner's data pack {verdict.pack.digest[:16]}...")
    if verdict.finding is not None:
        told.append(verdict.finding.code)
    if verdict.strangers:
        told.append(f"another key: {', '.join(verdict.strangers)}")
    return f"{mark} {path}  {', '.join(told)}"


def verdict_lines(verdict: Verdict) -> list[str]:
    """Tell the fault in a log to a person, and of a mere part of one what to do with it."""
    if verdict.part is not None:
        return [verdict.advice]
    if verdict.finding is None or verdict.other is not None:
        return []
    return found_lines(verdict.finding)


def many_lines(verdict: Verdict) -> Iterator[str]:
    """Tell one verdict of many: a line, and in full only what is wrong or unsure."""
    yield one_line(verdict)
    more = [*verdict_lines(verdict), *_warned(verdict), *([verdict.lower] if verdict.lower else [])]
    yield from (f"     {line}" for line in more)


def found_lines(found: Finding) -> list[str]:
    """Tell a finding to a person: what, whom it blames, what to do, what is still good."""
    where = "" if found.seq is None else f" at event {found.seq}"
    where += "" if found.line is None else f" (line {found.line})"
    told = [f"{found.code}{where}: {found.title}.", f"  {escape(found.message)}"]
    if not found.fault:
        told.append("  Nobody did anything wrong: this release cannot judge it.")
    elif found.blame:
        first, *others = found.blame
        seconds = f"; then {_and(others)}, who rolled the dice on it" if others else ""
        told.append(f"  To blame, as far as the log proves it: {first}{seconds}.")
    elif "obody is to blame" not in found.message:
        why = _NOBODY.get(found.code.partition(".")[0])
        told.append(f"  It proves nobody's fault{f': {why}' if why else ''}.")
    told.append(f"  Promise {found.promise}. {found.advice}")
    if found.good:
        told.append(f"  Still good: the first {found.good} events, up to {found.head}.")
    elif found.good == 0:
        told.append("  Nothing before it.")
    return told


def fork_lines(verdict: ForkVerdict) -> list[str]:
    """Tell a comparison to a person."""
    told = [escape(verdict.message)]
    if verdict.proof is not None:
        told.append(f"The proof stands in {escape(verdict.proof)}: anybody can verify that file.")
    if verdict.unwritten:
        told.append(f"No file of the proof was written. {escape(verdict.unwritten)}")
    return told


def _headlines(verdict: Verdict) -> list[str]:
    """Say whether the log is valid, and how much of it was checked at which level."""
    path, checked = escape(verdict.path), f"checked at {LEVELS.get(verdict.level)}."
    if verdict.ok:
        return [f"{path}: valid, {verdict.events} events", f"C{checked[1:]}"]
    if verdict.valid:
        held = "no event is against the rules of that level"
        return [
            f"{path}: NOT verified as asked: {' and '.join(_failed(verdict))}",
            f"Its {verdict.events} events were {checked[:-1]}; {held}.",
        ]
    if verdict.part is not None:
        return [f"{path}: a part of a log, from event {verdict.part} on: NOT judged"]
    if verdict.other is not None:
        return [f"{path}: NOT valid: it {verdict.other}."]
    if not verdict.events:
        return [f"{path}: NOT valid from event 0 on"]
    return [
        f"{path}: NOT valid from event {verdict.events} on; the first {verdict.events} are valid",
        f"These were {checked[:-1]}{_lower(verdict)}.",
    ]


def _lower(verdict: Verdict) -> str:
    return f"; level {verdict.wanted} was wanted" if verdict.level < verdict.wanted else ""


def _failed(verdict: Verdict) -> list[str]:
    """Say what was asked for and does not hold of a log without a finding."""
    told = []
    if verdict.level < verdict.wanted:
        told.append(f"level {verdict.wanted} was wanted, and only level {verdict.level} reached")
    if verdict.strangers:
        told.append(f"whoever signs as {_and(verdict.strangers)} has another key than on the card")
    return told


def _opened(verdict: Verdict) -> Iterator[str]:
    """Tell what is played, by whom and with which keys."""
    if verdict.game is None:
        return
    yield (
        f"Game {verdict.game[:16]}..., {verdict.rules}, scenario {verdict.scenario}, opened "
        f"{verdict.opened} (times are those that the authors claim)."
    )
    seats = ", ".join(f"{side} {handle}" for side, handle in verdict.seats.items())
    umpire = "" if verdict.umpire is None else f" Umpire: {verdict.umpire}."
    others = [one for one in verdict.players if one not in verdict.seats.values()]
    without = f" Without a seat: {', '.join(others)}." if others else ""
    yield (
        f"Seats: {seats}.{without}{umpire} Dice policy: {verdict.policy}. Options: "
        f"{_options(verdict.options)}."
    )
    if verdict.clock is not None:
        yield f"Clock: {clock_words(verdict.clock)}."
    now = " now" if verdict.keys_changed else ""
    keys = ", ".join(f"{one.handle} {one.sign[:16]}..." for one in verdict.signers)
    yield f"Keys{now}: {keys}."


def _options(options: Mapping[str, str | int | bool]) -> str:
    words = {True: "yes", False: "no"}
    said = {
        name: words[value] if isinstance(value, bool) else value for name, value in options.items()
    }
    return escape(", ".join(f"{name} {value}" for name, value in said.items())) or "none"


def clock_words(clock: Clock) -> str:
    """Tell every number of a clock by its name."""
    fields: dict[str, int | None] = msgspec.to_builtins(clock)
    days = fields.pop("days")
    more = [f"{name} {value}" for name, value in fields.items() if value is not None]
    return ", ".join([f"{days} days for an answer", *more])


def _rulings(verdict: Verdict) -> Iterator[str]:
    if verdict.ruled_from is not None:
        yield (
            f"From event {verdict.ruled_from} on the log rests on the word of the umpire "
            f"{verdict.umpire}."
        )
    for one in verdict.rulings:
        late = "" if one.late is None else f" {late_words(one.late)}"
        yield f"Event {one.event}: {one.by} {escape(one.said)}{escape(late)}"


def _change(one: KeyChange) -> str:
    """Tell a change of keys: whoever agreed to it has looked, perhaps, and nobody else."""
    keys = []
    if one.sign is not None:
        keys.append(f"signs with another key, {one.sign}, and no longer with {one.was}")
    if one.box is not None:
        keys.append(f"has another key for what is sealed to {one.handle}, {one.box}")
    who = f"{_and(one.agreed)} agreed" if one.agreed else "nobody had to agree"
    return f"After event {one.event} {one.handle} {' and '.join(keys)}: {who}."


def _warned(verdict: Verdict) -> Sequence[str]:
    return [f"WARNING: {text}" for text in verdict.warnings]


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
