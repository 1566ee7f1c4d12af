"""One hearing: from files to a whole case, and the same case again from its own evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from pbem import __version__
from pbem.court.answers.answer import answer
from pbem.court.claims import BYTES_MOST as CLAIM_BYTES
from pbem.court.claims import read_claim
from pbem.court.copies import copies_of
from pbem.court.document import numbered
from pbem.court.exhibits import Evidence, Exhibit, read
from pbem.court.judging.bench import Bench
from pbem.court.judging.games import GameRead, judge
from pbem.court.packs import packs_of
from pbem.court.policy import BYTES_MOST as POLICY_BYTES
from pbem.court.policy import read_policy, what_follows
from pbem.court.shares import Shares, Work
from pbem.court.verdict import Answered, Case, CopyRef, GameVerdict, Policy, Statement
from pbem.crypto.text import escape
from pbem.errors import FormError, LogFileError


class Heard:
    """A case and what stands after it; files lie where evidence and copies say.

    ``library``: the rules and packs that it was judged with; ``packs``: those of its games.
    """

    def __init__(self, case: Case, bench: Bench) -> None:
        self.case = case
        self.evidence = bench.evidence
        self.copies = bench.copies
        self.library = bench.library
        self.packs = bench.packs_used()


def hear(evidence: Evidence, within: Path) -> Heard:
    """Judge all evidence; joined logs are written into the folder ``within``."""
    work = Work(evidence)
    copies = copies_of(evidence, within, work)
    shares = Shares(evidence)
    bench = Bench(evidence, copies, packs_of(evidence, shares), work)
    games = judge(bench)
    claims = tuple(_claims(bench, games, shares))
    policies = tuple(_policies(bench, claims, shares))
    unread = tuple(sorted({*evidence.unread, *copies.unread}))
    if unread:
        claims = tuple(map(_warned, claims))
    by_game, others = _by_game(bench, games)
    case = Case(
        v=1,
        program=__version__,
        exhibits=tuple(evidence.exhibits),
        copies=tuple(_copy_refs(bench)),
        games=tuple(_of_game(game, by_game[game.game]) for game in games),
        others=tuple(others),
        claims=claims,
        policies=policies,
        unread=unread,
    )
    return Heard(numbered(case), bench)


def _claims(bench: Bench, games: Sequence[GameRead], shares: Shares) -> Iterator[Answered]:
    for exhibit in filter(shares.takes, bench.evidence.of("claim")):
        answered = None
        with bench.taking(exhibit.label), bench.work.on(exhibit.number):
            answered = _claim(bench, games, exhibit)
        if answered is not None:
            yield answered


def _claim(bench: Bench, games: Sequence[GameRead], exhibit: Exhibit) -> Answered | None:
    try:
        claim = read_claim(read(bench.evidence, exhibit, CLAIM_BYTES))
    except (FormError, LogFileError) as error:
        bench.evidence.unread.append(f"{exhibit.label} is not a claim: {escape(str(error))}")
        return None
    said = answer(bench, games, claim)
    return Answered(
        claim=claim,
        exhibit=exhibit.digest,
        answer=said.answer,
        why=said.why,
        rests_on=tuple(sorted({one.number for one in said.rests_on})),
    )


_NEGATIVE = ("refuted", "not shown")
"""Answers that rest on what was not found among all that was handed in."""


def _warned(one: Answered) -> Answered:
    """Say with a negative answer that it was given without some of what was handed in."""
    if one.answer not in _NEGATIVE:
        return one
    why = f"{one.why} But NOT everything that was handed in was read."
    return msgspec.structs.replace(one, why=why)


def _policies(bench: Bench, claims: Sequence[Answered], shares: Shares) -> Iterator[Policy]:
    for exhibit in filter(shares.takes, bench.evidence.of("policy")):
        found = None
        with bench.taking(exhibit.label):
            try:
                policy = read_policy(read(bench.evidence, exhibit, POLICY_BYTES))
            except (FormError, LogFileError) as error:
                why = escape(str(error))
                bench.evidence.unread.append(f"{exhibit.label} is not a policy: {why}")
                continue
            found = what_follows(exhibit, policy, bench.statements, claims)
        if found is not None:
            yield found


def _copy_refs(bench: Bench) -> Iterator[CopyRef]:
    for one in bench.read:
        yield CopyRef(
            number=one.copy.number,
            digest=one.digest,
            name=one.copy.name,
            game=one.verdict.game,
            exhibits=bench.under([one.digest]),
            also=tuple(bench.evidence.exhibits[number - 1].digest for number in one.copy.also),
        )


def _of_game(game: GameRead, statements: Sequence[Statement]) -> GameVerdict:
    return GameVerdict(
        game=game.game,
        counting=None if game.counting is None else game.counting.digest,
        statements=tuple(statements),
    )


def _by_game(
    bench: Bench, games: Sequence[GameRead]
) -> tuple[dict[str, list[Statement]], list[Statement]]:
    """Return the statements on each game, and those on none: by the game or copies they name."""
    found: dict[str, list[Statement]] = {game.game: [] for game in games}
    of_copy = {read.digest: game.game for game in games for read in game.copies}
    none: list[Statement] = []
    for one in bench.statements:
        game = getattr(one.fact, "game", None)
        if game is None:
            copies = (*getattr(one.fact, "copies", ()), getattr(one.fact, "copy", None))
            of = dict.fromkeys(of_copy[digest] for digest in copies if digest in of_copy)
        else:
            of = dict.fromkeys([game] if game in found else [])
        for each in of:
            found[each].append(one)
        none += [] if of else [one]
    return found, none
