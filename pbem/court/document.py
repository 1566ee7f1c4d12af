"""The verdict as a text that is read from top to bottom: headings, sentences, tables.

One outline is made of a case, and `markdown` and the page of `pbem.court.page` write it down, so
that both say the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from pbem.court import facts
from pbem.court.claims import clause, sentence
from pbem.court.exhibits import Exhibit
from pbem.court.facts import Fact, tag_of
from pbem.court.verdict import Answered, Case, CopyRef, Follows, GameVerdict, Policy, Statement
from pbem.crypto.text import escape
from pbem.kit.wording import counted, listed, named, quoted

REPORTED_BY_EVERYBODY = (
    (
        "The person who has a key. Anyone can open a game under any names, so compare the keys "
        "with the players' cards."
    ),
    "Whether two handles are two people.",
    "Whether people who could have chosen a roll together did so.",
    "When something was really written or sent. Times in a log or a header are only claims.",
    "Whether a mail that nobody answered arrived.",
    (
        "Whether somebody else had a key. A change of keys shows from which event on the new key "
        "signs, and not who has either key."
    ),
)
"""The things that no verdict can say, with any evidence."""

SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("The game", ("opening", "pack", "without-rules", "keys", "stranger")),
    ("The copies", ("copy", "begins", "short", "confirmed")),
    ("Differences", ("parts", "differs", "fork", "counts", "two-faces")),
    ("Faults", ("fault", "version", "edited")),
    ("Dice", ("dice", "order-of")),
    ("Signatures", ("signed", "built-on")),
    ("The umpire", ("ruling", "days", "days-differ")),
    ("State of the game", ("resigned", "result", "going-on")),
)
"""In this order a game is reported."""

WEIGHTS = {"proved": "", "word": " (their word)", "open": " (open)"}


LEGEND = (
    "E1 is a file that was handed in, C1 a copy of a log, S1 a sentence of this verdict. Each "
    "sentence names its evidence in brackets. The mark (their word) means that somebody only says "
    "so, the mark (open) that the evidence does not show it. Nobody signs a claim: the person who "
    "handed it in may have written it. "
    "An event is one signed entry of a log, counted from 0. Its id is a hash, shown by its first "
    "16 characters. Each event names the id of the event before it, its predecessor, so nobody can "
    "insert or remove an event unseen. An event is good if all events before it are good, its "
    "author's key signed it and the rules allow it. At level 1 only signatures were checked, at "
    "level 2 also the dice, at level 3 also every order. The head of a copy is its last good "
    "event. The active player is the one who must write the next event."
)
"""The facts for a reader who never saw a log."""


Known = Mapping[str, str]
"""The labels of exhibits, by their digests."""


class Part(NamedTuple):
    """A part of the document: ``heading`` of a ``level``, ``lines`` (a sentence each)."""

    level: int
    heading: str
    lines: list[Line]


class Line(NamedTuple):
    """A sentence with its number in front, what it rests on, and the command that shows it.

    ``onto``: a file of the case that it is a link to; ``anchor``: links to its label lead here.
    """

    text: str
    label: str = ""
    rests_on: str = ""
    check: str = ""
    strong: bool = False
    onto: str = ""
    anchor: bool = False


def numbered(case: Case) -> Case:
    """Return a case whose statements have their numbers in the order in which they are reported."""
    order = {tag: place for place, (_, tags) in enumerate(SECTIONS) for tag in tags}
    games = [
        sorted(game.statements, key=lambda one: (order[_topic(one.fact)], one.number))
        for game in case.games
    ]
    reported = [*(one for statements in games for one in statements), *case.others]
    new = {one.number: number for number, one in enumerate(reported, 1)}

    def again(statements: Iterable[Statement]) -> tuple[Statement, ...]:
        return tuple(replace(one, number=new[one.number]) for one in statements)

    def of_policy(policy: Policy) -> Policy:
        follows = tuple(
            replace(one, statement=None if one.statement is None else new[one.statement])
            for one in policy.follows
        )
        return replace(policy, follows=follows)

    return replace(
        case,
        games=tuple(
            replace(game, statements=again(statements))
            for game, statements in zip(case.games, games, strict=True)
        ),
        others=again(case.others),
        claims=tuple(
            replace(one, rests_on=tuple(sorted(new[number] for number in one.rests_on)))
            for one in case.claims
        ),
        policies=tuple(map(of_policy, case.policies)),
    )


def outline(case: Case) -> Iterator[Part]:
    """Yield the parts of the document in order."""
    known = {one.digest: one.label for one in case.exhibits}
    yield Part(1, "Verdict", list(_summary(case, known)))
    yield Part(2, "Words", [Line(LEGEND)])
    if case.claims:
        reported = [line for one in case.claims for line in claim_lines(case, one)]
        yield Part(2, "Claims and answers", reported)
    for policy in case.policies:
        reported = [
            Line(quoted(one.says), _labels(known, (policy.exhibit,))[0], _grounds(case, one))
            for one in policy.follows
        ]
        nothing = [Line("It says nothing about the facts that are proved here.")]
        whose = Line("Quoted as handed in. Nothing here shows that it is the club's policy.")
        yield Part(2, f"Consequences by {quoted(policy.name)}", [*(reported or nothing), whose])
    for game in case.games:
        yield Part(2, f"Game {game.game[:16]}", [])
        for heading, tags in SECTIONS:
            mine = [one for one in game.statements if _topic(one.fact) in tags]
            if mine:
                yield Part(3, heading, [_line(known, one, anchor=True) for one in mine])
    if case.others:
        yield Part(2, "Other facts", [_line(known, one, anchor=True) for one in case.others])
    yield Part(2, "Things that nobody can prove", [Line(one) for one in REPORTED_BY_EVERYBODY])
    yield Part(2, "Check this report", list(_checking(case)))
    on_board = [
        Line(
            f"{one.copy.label} on a board, which checks the log in your browser",
            onto=one.file,
        )
        for one in boards(case)
    ]
    if on_board:
        yield Part(2, "The game on a board", on_board)
    if case.unread:
        yield Part(2, "Not read", [Line(one) for one in case.unread])
    yield Part(2, "Evidence", [_exhibit(one) for one in case.exhibits])
    copies = [
        Line(
            f"copies/{one.name}{_also(known, one)}",
            one.label,
            listed(_labels(known, one.exhibits)),
            anchor=True,
        )
        for one in case.copies
    ]
    yield Part(2, "Copies of logs", copies or [Line("none")])


def _topic(fact: Fact) -> str:
    """Return the kind of a fact; a ruling that is not valid is reported with those that are."""
    if isinstance(fact, facts.Fault) and fact.code.startswith("ruling."):
        return "ruling"
    return tag_of(fact)


def _summary(case: Case, known: Known) -> Iterator[Line]:
    """Say what a reader with one minute has to know."""
    files = counted(sum(1 for one in case.exhibits if one.within is None), "file")
    copies = counted(len(case.copies), "copy").replace("copys", "copies")
    games = counted(len(case.games), "game")
    yield Line(
        f"{files} handed in, with {copies} of the logs of {games}. Verified by pbem {case.program}."
    )
    for one in case.statements():
        if one.blames and one.weight == "proved":
            yield _line(known, one, strong=True)
    if case.unread:
        yield from _unread(case)
    if not any(one.blames for one in case.statements()):
        if case.unread:
            yield Line("No file that was read shows anybody at fault, but not all were read.")
        else:
            yield Line("No file that was handed in shows anybody at fault.")
    for game in case.games:
        yield from _fork_and_win(case, game)
    blamed = {handle for one in case.statements() for handle in one.blames}
    for game in case.games:
        for stated in game.statements:
            if _in_short(stated.fact, blamed) and not stated.blames:
                yield _line(known, stated)


def _fork_and_win(case: Case, game: GameVerdict) -> Iterator[Line]:
    """Say of a proven fork of who won a game that is over whether it costs the win."""
    outcome = next((s for s in game.statements if isinstance(s.fact, facts.Outcome)), None)
    opening = next((s.fact for s in game.statements if isinstance(s.fact, facts.Opening)), None)
    for one in game.statements:
        fork = one.fact
        if not isinstance(fork, facts.Forked) or one.weight != "proved" or outcome is None:
            continue
        if not isinstance(outcome.fact, facts.Outcome) or fork.by != outcome.fact.winner:
            continue
        umpire = None if opening is None else opening.umpire
        rule = (
            "The result stands, because the game has no umpire who could rule on the fork."
            if umpire is None
            else f"The result stands unless {umpire}, the umpire, rules on the fork before the "
            "ruling that closes the game."
        )
        says = [
            (policy.name, follows.says)
            for policy in case.policies
            for follows in policy.follows
            if follows.statement == one.number
        ]
        club = [f"{quoted(name)} says: {quoted(reported)}" for name, reported in says]
        yield Line(
            f"Does this fork ({one.label}) cost {fork.by} the win? By the protocol (sections 7.2 "
            f"and 8), not by itself, because the game is over. {rule} By the club's policy: "
            f"{'; '.join(club) or 'no policy about forks was handed in'}.",
            rests_on=f"{one.label} and {outcome.label}",
        )


def _unread(case: Case) -> Iterator[Line]:
    """Name what was not read, first of all: nobody knows what it would show."""
    things = counted(len(case.unread), "thing")
    yield Line(f"NOT everything was read: {things} that may change this verdict. Each name below "
               "begins with the file that was handed in. Ask the person who handed it in for a "
               "form that can be read.", strong=True)  # fmt: skip
    yield from (Line(f"Not read: {one}") for one in case.unread[:UNREAD_SHOWN])
    if len(case.unread) > UNREAD_SHOWN:
        yield Line(f"and {len(case.unread) - UNREAD_SHOWN} more, listed below.")


UNREAD_SHOWN = 5
"""So many things that were not read are named before all else."""


def _in_short(fact: Fact, blamed: Collection[str]) -> bool:
    """Say whether a fact belongs to the verdict in short, no matter whom it blames.

    How it stands, what says that it should stand otherwise, and whose key may be another's.
    """
    if isinstance(fact, facts.DaysDiffer):
        return fact.in_time
    if isinstance(fact, facts.Stranger):
        return fact.by in blamed
    return tag_of(fact) in ("counts", "edited", "version", "result", "going-on")


def _line(known: Known, one: Statement, *, strong: bool = False, anchor: bool = False) -> Line:
    return Line(
        one.says + WEIGHTS[one.weight],
        one.label,
        listed(_labels(known, one.exhibits)) if one.exhibits else "",
        one.check or "",
        strong,
        anchor=anchor,
    )


def _labels(known: Known, digests: tuple[str, ...]) -> list[str]:
    return [known[digest] for digest in digests]


def _grounds(case: Case, follows: Follows) -> str:
    """Name the statements on which a sentence of a policy rests."""
    if follows.statement is not None:
        return f"S{follows.statement}"
    [answered] = [one for one in case.claims if one.exhibit == follows.claim]
    return listed([f"S{number}" for number in answered.rests_on])


def claim_lines(case: Case, one: Answered) -> Iterator[Line]:
    """Yield what a party says, with the party's own words, and what was found, in the court's."""
    [label] = [exhibit.label for exhibit in case.exhibits if exhibit.digest == one.exhibit]
    own = f" In their own words (not judged): {quoted(one.claim.says)}" if one.claim.says else ""
    yield Line(f"{sentence(one.claim)}{own}", label)
    rests = listed([f"S{number}" for number in one.rests_on]) if one.rests_on else ""
    what = clause(one.claim, one.answer)
    yield Line(f"{one.answer.upper()}: that {what}. {one.why}", "", rests)


def _checking(case: Case) -> Iterator[Line]:
    yield Line(
        "You need to trust nobody. In the folder of this case, the command after a sentence shows "
        f"the same fact. You only need pbem {case.program}."
    )
    yield Line("Make the whole case again from its evidence:", check="pbem court --check .")
    yield Line("If a reader has no pbem, send them a page that checks any log in a browser:",
               check="pbem replay --checker ../check.html")  # fmt: skip


def _also(known: Known, one: CopyRef) -> str:
    """Name the exhibits that hold the same in parts, so that none is passed over."""
    return f", which also follows from {listed(_labels(known, one.also))}" if one.also else ""


def _exhibit(one: Exhibit) -> Line:
    names = ", ".join(map(named, one.names))
    where = f", in E{one.within}" if one.within is not None else ""
    kinds = " and ".join((one.kind, *(one.also or ())))
    reported = f"{names}: {kinds}, {one.size:,} bytes{where}, SHA-256 {one.digest}"
    return Line(reported, one.label, anchor=True)


# --- Markdown -------------------------------------------------------------------------------------

_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>#|~&"})


def markdown(case: Case) -> str:
    """Return the document as Markdown; text of others stays text."""
    lines: list[str] = []
    for part in outline(case):
        lines += [f"{'#' * part.level} {_text(part.heading)}", ""]
        lines += [f"- {_item(line)}" for line in part.lines]
        lines += [""] if part.lines else []
    return "\n".join(lines).rstrip() + "\n"


def _item(line: Line) -> str:
    label = f"**{line.label}** " if line.label else ""
    reported = f"**{_text(line.text)}**" if line.strong else _text(line.text)
    reported = f"[{line.onto}]({line.onto}): {reported}" if line.onto else reported
    rests = f" [{line.rests_on}]" if line.rests_on else ""
    check = f" `{line.check}`" if line.check else ""
    return f"{label}{reported}{rests}{check}"


def _text(text: str) -> str:
    """Return text as Markdown shows it, letter by letter and on one line."""
    return escape(text).translate(_SIGNS)


def line(value: object) -> bytes:
    """Return a value as one line of JSON, always the same for the same value."""
    return msgspec.json.encode(value, order="deterministic") + b"\n"


SHOWN = 2
"""So many events of a game are drawn."""


class Board(NamedTuple):
    """A replay that lies in a case: of which copy, its file, and the events in dispute."""

    copy: CopyRef
    file: str
    events: list[int]


def boards(case: Case) -> list[Board]:
    """Return the replays of a case: of each game in dispute the copy that counts, or the first."""
    found = []
    for game in case.games:
        events = disputed(game, case)
        mine = [one for one in case.copies if one.game == game.game]
        copy = next((one for one in mine if one.digest == game.counting), mine[0])
        if events:
            found.append(Board(copy, f"replay-{copy.label}.html", events))
    return found


def disputed(game: GameVerdict, case: Case) -> list[int]:
    """Return the numbers of the first events that a dispute is about."""
    claims = [one.claim for one in case.claims if game.game.startswith(one.claim.game)]
    seqs = [one.event for one in claims if one.event is not None]
    for stated in game.statements:
        fact: Fact = stated.fact
        if isinstance(fact, facts.Parts):
            seqs.append(fact.seq)
        elif isinstance(fact, facts.Fault):
            seqs.append(fact.good)
    return list(dict.fromkeys(seqs))[:SHOWN]
