"""A verdict as lines for people, and as JSON for programs: both say the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.audit.trust import needs_words
from pbem.audit.verdict import ForkVerdict, KeyChange, Verdict
from pbem.crypto.text import escape, shown_json
from pbem.log.finding import Finding
from pbem.table.events.kinds import Clock
from pbem.table.owned import pack_words
from pbem.table.words.reporting import late_words

LEVELS = {
    1: "level 1 of 3: form, chain, signatures and joins",
    2: "level 2 of 3: form, chain, signatures, joins, dice and sealed choices",
    3: "level 3 of 3: everything, with every order replayed by the rules",
}
"""The checks of each level of verification (protocol section 9)."""

_NOBODY = {
    "chain": "anyone could have moved, dropped or inserted a line",
    "event": "its signature was not checked",
    "file": "anyone could have changed the file on its way",
    "json": "anyone could have changed the file on its way",
    "key": "nobody's key is known before the opening is read",
    "kind": "nobody's key is known before the opening is read",
    "open": "nobody's key is known before the opening is read",
    "sig": "anyone could have written such a line",
    "state": "another copy of the program must read the log first",
    "then": "another copy of the program must read the log first",
}
"""Why a finding blames nobody, by the first word of its code."""


_BLAMELESS = ("obody is to blame", "obody is at fault", "blames nobody")
"""How the message of a finding says itself that nobody is at fault."""


def says_nobody(message: str) -> bool:
    """Say whether the message of a finding says itself that nobody is at fault."""
    return any(words in message for words in _BLAMELESS)


def to_json(verdict: Any) -> str:
    """Return a verdict, or all that was judged, as JSON on one line."""
    return shown_json(verdict)


def lines(verdict: Verdict) -> list[str]:
    """Return a verdict as lines for a person: the verdict first, the hashes last."""
    if verdict.unread:
        return [f"{escape(verdict.path)}: NOT judged. {escape(verdict.unread).rstrip('.')}."]
    reported = [*_headlines(verdict), *([escape(verdict.lower)] if verdict.lower else [])]
    reported += [*verdict_lines(verdict), *_warned(verdict)]
    reported += [verdict.dice] if verdict.dice else []
    reported += _rulings(verdict)
    if verdict.pack is not None:
        reported.append(pack_words(verdict.pack))
    if verdict.counts:
        reported.append(verdict.counts + (f" Ended {verdict.ended}." if verdict.ended else ""))
    if verdict.pen:
        reported.append(verdict.pen)
    reported += _opened(verdict)
    reported += map(_change, verdict.keys_changed)
    return [*reported, *_hashes(verdict)]


def one_line(verdict: Verdict) -> str:
    """Return a verdict as one line, for a list of many."""
    path = escape(verdict.path)
    if verdict.unread:
        return f"BAD  {path}  {escape(verdict.unread).rstrip('.')}"
    mark = "ok  " if verdict.ok else "LOW " if verdict.valid and not verdict.strangers else "BAD "
    wanted = f" of {verdict.wanted} wanted" if verdict.level < verdict.wanted else ""
    reported = [f"{verdict.events} events", f"level {verdict.level}{wanted}"]
    if verdict.result is not None:
        reported.append(verdict.won)
        if verdict.needs:
            reported.append(f"counts only after {needs_words(verdict.needs)}")
    if verdict.policy == "self":
        reported.append("honest practice: own dice")
    reported += [f"the umpire rolled for {one.place}" for one in verdict.stood_in[:1]]
    if verdict.ruled_from is not None:
        reported.append(f"rests on the umpire's word from event {verdict.ruled_from} on")
    reported += [
        f"new keys of {one.handle} after event {one.event}" for one in verdict.keys_changed
    ]
    if verdict.pack is not None:
        reported.append(f"an owner's data pack {verdict.pack.digest[:16]}...")
    if verdict.finding is not None:
        reported.append(verdict.finding.code)
    if verdict.strangers:
        reported.append(f"key differs from the card: {', '.join(verdict.strangers)}")
    return f"{mark} {path}  {', '.join(reported)}"


def verdict_lines(verdict: Verdict) -> list[str]:
    """Return the fault in a log as lines for a person; for a part of a log, what to do."""
    if verdict.part is not None:
        return [verdict.advice]
    if verdict.finding is None or verdict.other is not None:
        return []
    return found_lines(verdict.finding)


def many_lines(verdict: Verdict) -> Iterator[str]:
    """Yield one verdict of many: a line, and in full only what is wrong or unsure."""
    yield one_line(verdict)
    more = [*verdict_lines(verdict), *_warned(verdict), *([verdict.lower] if verdict.lower else [])]
    yield from (f"     {line}" for line in more)


def found_lines(found: Finding) -> list[str]:
    """Return a finding as lines: what is wrong, who is at fault, what to do, what is good."""
    where = "" if found.seq is None else f" at event {found.seq}"
    where += "" if found.line is None else f" (line {found.line})"
    reported = [f"{found.code}{where}: {found.title}.", f"  {escape(found.message)}"]
    if not found.fault:
        reported.append("  Nobody did anything wrong: this release cannot judge it.")
    elif found.blame:
        first, *others = found.blame
        seconds = f"; then {_and(others)}, who rolled the dice for it" if others else ""
        reported.append(f"  At fault, as far as the log proves it: {first}{seconds}.")
    elif not says_nobody(found.message):
        why = _NOBODY.get(found.code.partition(".")[0])
        reported.append(f"  This proves nobody's fault{f': {why}' if why else ''}.")
    reported.append(f"  Promise {found.promise}. {found.advice}")
    if found.good:
        reported.append(f"  Still good: the first {found.good} events, up to {found.head}.")
    elif found.good == 0:
        reported.append("  No event before it is good.")
    return reported


def fork_lines(verdict: ForkVerdict) -> list[str]:
    """Return a comparison as lines for a person."""
    reported = [escape(verdict.message)]
    if verdict.proof is not None:
        reported.append(f"The proof is in {escape(verdict.proof)}. Anyone can verify that file.")
    if verdict.unwritten:
        reported.append(f"The proof was not written. {escape(verdict.unwritten)}")
    return reported


def _headlines(verdict: Verdict) -> list[str]:
    """Say whether the log is valid, and how much of it was checked at which level."""
    path, level = escape(verdict.path), LEVELS.get(verdict.level)
    if verdict.ok:
        return [f"{path}: valid, {verdict.events} events", f"Checked at {level}."]
    if verdict.valid:
        return [
            f"{path}: NOT verified as asked: {' and '.join(_failed(verdict))}",
            f"Its {verdict.events} events have no fault at {level}.",
        ]
    if verdict.part is not None:
        return [f"{path}: NOT judged: it is a part of a log, from event {verdict.part} on"]
    if verdict.other is not None:
        return [f"{path}: NOT valid: it {verdict.other}."]
    if not verdict.events:
        return [f"{path}: NOT valid from event 0 on"]
    return [
        f"{path}: NOT valid from event {verdict.events} on; the first {verdict.events} are valid",
        f"Those were checked at {level}{_lower(verdict)}.",
    ]


def _lower(verdict: Verdict) -> str:
    return f"; you asked for level {verdict.wanted}" if verdict.level < verdict.wanted else ""


def _failed(verdict: Verdict) -> list[str]:
    """Say what was asked for and does not hold of a log without a finding."""
    reported = []
    if verdict.level < verdict.wanted:
        reported.append(f"level {verdict.level} was reached, and not level {verdict.wanted}")
    if verdict.strangers:
        sign = "signs" if len(verdict.strangers) == 1 else "sign"
        reported.append(f"{_and(verdict.strangers)} {sign} with a key that is not on the card")
    return reported


def _opened(verdict: Verdict) -> Iterator[str]:
    """Yield what is played, and by whom."""
    if verdict.game is None:
        return
    yield (
        f"Game: {verdict.rules}, scenario {verdict.scenario}, opened {verdict.opened}. All times "
        "are what the authors claim."
    )
    seats = ", ".join(
        f"{handle} plays {verdict.sides.get(side, side)}" for side, handle in verdict.seats.items()
    )
    umpire = "" if verdict.umpire is None else f" Umpire: {verdict.umpire}."
    others = [one for one in verdict.players if one not in verdict.seats.values()]
    without = f" Without a seat: {', '.join(others)}." if others else ""
    yield (
        f"Seats: {seats.removesuffix('.')}.{without}{umpire} Dice policy: {verdict.policy}. "
        f"Options: {_options(verdict.options)}."
    )
    if verdict.clock is not None:
        yield f"Clock: {clock_words(verdict.clock)}."


def _hashes(verdict: Verdict) -> Iterator[str]:
    """Yield the keys, the game and the last event, by their hashes."""
    if verdict.game is not None:
        now = " now" if verdict.keys_changed else ""
        keys = ", ".join(f"{one.handle} {one.sign[:16]}..." for one in verdict.signers)
        yield f"Keys{now}: {keys}."
        yield f"Game id: {verdict.game[:16]}..."
    if verdict.head is not None:
        yield f"Head: event {verdict.events - 1} of {verdict.latest}, {verdict.head}"


def _options(options: Mapping[str, str | int | bool]) -> str:
    words = {True: "yes", False: "no"}
    said = {
        name: words[value] if isinstance(value, bool) else value for name, value in options.items()
    }
    return escape(", ".join(f"{name} {value}" for name, value in said.items())) or "none"


def clock_words(clock: Clock) -> str:
    """Return every number of a clock with its name."""
    fields: dict[str, int | None] = msgspec.to_builtins(clock)
    days = fields.pop("days")
    more = [f"{name} {value}" for name, value in fields.items() if value is not None]
    return ", ".join([f"{days} days for an answer", *more])


def _rulings(verdict: Verdict) -> Iterator[str]:
    if verdict.ruled_from is not None:
        yield (
            f"From event {verdict.ruled_from} on, the log rests on the word of the umpire "
            f"{verdict.umpire}."
        )
    for one in verdict.rulings:
        late = "" if one.late is None else f" {late_words(one.late)}"
        yield f"Event {one.event}: {one.by} {escape(one.said)}{escape(late)}"


def _change(one: KeyChange) -> str:
    """Describe a change of keys, and who agreed to it: nobody else can have checked it."""
    keys = []
    if one.sign is not None:
        keys.append(f"signs with key {one.sign} instead of {one.was}")
    if one.box is not None:
        keys.append(f"receives sealed data with key {one.box}")
    who = f"{_and(one.agreed)} agreed" if one.agreed else "Nobody had to agree"
    return f"After event {one.event}, {one.handle} {' and '.join(keys)}. {who}."


def _warned(verdict: Verdict) -> Sequence[str]:
    return [f"WARNING: {text}" for text in verdict.warnings]


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
