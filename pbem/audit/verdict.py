"""What a verifier says about a log: a verdict that another program reads, and lines for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.crypto.text import escape
from pbem.log.finding import Finding
from pbem.table.kinds import GameResult, Signer
from pbem.table.owned import OwnersPack, pack_words

LEVELS = {
    1: "level 1 of 3: form, chain, signatures, joins",
    2: "level 2 of 3: also triggers, keepers, dice proofs, streams, commitments",
    3: "level 3 of 3: everything, every order replayed by the rules",
}
"""What each level of verification has looked at (protocol section 9)."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on one log.

    - ``path``: the file as it was named; ``ok``: every event is valid up to the last line;
    - ``unread``: why the file could not be read at all, empty where it was;
    - ``level``: the level reached (0 where nothing could be read), ``wanted``: the level asked for;
      ``lower``: why it is lower;
    - ``dice``: one sentence, how far the dice (of the good events) can be trusted and by whom;
    - ``ruled_from``: number of the first ruling: from there the log rests on the umpire's word;
    - ``umpire``: his handle, or null; ``players``: their handles, in order; ``signers``: all of
      them with the signing keys that the log knows at its end;
    - ``game`` (id), ``rules`` ("saipan version 1"), ``scenario``: as opened, null if not opened;
    - ``pack``: the owner's data pack that it is played with, null for the module's own data;
    - ``events``: how many are good; ``head``: id of the last good one, null if there is none;
    - ``result``: how the game ended, null while it goes on; ``won``: the same in words;
      ``counts``: one sentence on whether the result counts; ``pen``: the sentence that says who
      may write next;
    - ``part``: number of the first event of a file that is but a part of a log, else null;
    - ``other``: what the file is, in words, where it is no log at all;
    - ``finding``: the fault at which reading stopped, with ``title`` and ``advice`` on it;
    - ``warnings``: what a reader must know beside that, as sentences; ``strangers``: players whose
      card names another signing key than the log.
    """

    path: str
    ok: bool
    level: int
    wanted: int
    unread: str = ""
    lower: str = ""
    dice: str = ""
    ruled_from: int | None = None
    umpire: str | None = None
    players: tuple[str, ...] = ()
    signers: tuple[Signer, ...] = ()
    game: str | None = None
    rules: str | None = None
    scenario: str | None = None
    pack: OwnersPack | None = None
    events: int = 0
    head: str | None = None
    result: GameResult | None = None
    won: str = ""
    counts: str = ""
    pen: str = ""
    part: int | None = None
    finding: Finding | None = None
    title: str = ""
    advice: str = ""
    other: str | None = None
    warnings: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether the log is valid and every card given belongs to it."""
        return self.ok and not self.strangers


class ForkVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What comparing two logs of one game, or reading a fork file, shows.

    - ``paths``: the files compared; ``seq``: number of the first event that differs;
    - ``proven``: whether somebody signed two valid events on one predecessor, ``author`` who;
    - ``message``: what it means and what to do; ``proof``: the fork file that was written.
    """

    paths: tuple[str, ...]
    proven: bool
    message: str
    seq: int | None = None
    author: str | None = None
    finding: Finding | None = None
    proof: str | None = None


def to_json(verdict: Any) -> str:
    """Return a verdict, or a list of them, as JSON on one line."""
    return msgspec.json.encode(verdict).decode()


def lines(verdict: Verdict) -> list[str]:
    """Tell a verdict to a person, the trust in the dice first."""
    if verdict.unread:
        return [f"{escape(verdict.path)}: NOT judged. {escape(verdict.unread).rstrip('.')}."]
    told = [verdict.dice] if verdict.dice else []
    if verdict.ruled_from is not None:
        told.append(
            f"From event {verdict.ruled_from} on the log rests on the word of the umpire "
            f"{verdict.umpire}."
        )
    if verdict.pack is not None:
        told.append(pack_words(verdict.pack))
    told += _warned(verdict)
    told += _headlines(verdict)
    if verdict.lower:
        told.append(verdict.lower)
    if verdict.game is not None:
        told.append(f"Game {verdict.game[:16]}..., {verdict.rules}, scenario {verdict.scenario}.")
    if verdict.head is not None:
        told.append(f"Head: event {verdict.events - 1}, {verdict.head}")
    if verdict.counts:
        told.append(verdict.counts)
    if verdict.ok and verdict.pen:
        told.append(verdict.pen)
    return told + verdict_lines(verdict)


def one_line(verdict: Verdict) -> str:
    """Tell a verdict in one line, for a list of many."""
    mark = "ok  " if verdict.clean else "BAD "
    if verdict.unread:
        return f"{mark} {escape(verdict.path)}  {escape(verdict.unread).rstrip('.')}"
    told = [f"{verdict.events} events", f"level {verdict.level}"]
    if verdict.result is not None:
        told.append(verdict.won)
    if verdict.pack is not None:
        told.append(f"an owner's data pack {verdict.pack.digest[:16]}...")
    if verdict.finding is not None:
        told.append(verdict.finding.code)
    if verdict.strangers:
        told.append(f"another key: {', '.join(verdict.strangers)}")
    return f"{mark} {escape(verdict.path)}  {', '.join(told)}"


def verdict_lines(verdict: Verdict) -> list[str]:
    """Tell the fault in a log to a person, and of a mere part of one what to do with it."""
    if verdict.part is not None:
        return [verdict.advice]
    if verdict.finding is None or verdict.other is not None:
        return []
    return found_lines(verdict.finding)


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
        told.append("  It proves nobody's fault: no valid signature stands under it.")
    told.append(f"  Promise {found.promise}. {found.advice}")
    if found.good:
        told.append(f"  Still good: the first {found.good} events, up to {found.head}.")
    elif found.good == 0:
        told.append("  Nothing before it.")
    return told


def fork_lines(verdict: ForkVerdict) -> list[str]:
    """Tell a comparison to a person."""
    told = [verdict.message]
    if verdict.proof is not None:
        told.append(f"The proof stands in {escape(verdict.proof)}: anybody can verify that file.")
    return told


def _headlines(verdict: Verdict) -> list[str]:
    """Say whether the log is valid, and how much of it was checked at which level."""
    path, checked = escape(verdict.path), f"checked at {LEVELS[verdict.level]}."
    if verdict.ok:
        return [f"{path}: valid, {verdict.events} events", f"C{checked[1:]}"]
    if verdict.part is not None:
        return [f"{path}: a part of a log, from event {verdict.part} on: NOT judged"]
    if verdict.other is not None:
        return [f"{path}: NOT valid: it {verdict.other}."]
    if not verdict.events:
        return [f"{path}: NOT valid from event 0 on"]
    return [
        f"{path}: NOT valid from event {verdict.events} on; the first {verdict.events} are valid",
        f"These were {checked}",
    ]


def _warned(verdict: Verdict) -> Sequence[str]:
    return [f"WARNING: {text}" for text in verdict.warnings]


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
