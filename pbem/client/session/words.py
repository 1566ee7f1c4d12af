"""The client's words about a game in session: events, drafts, what was written, whose turn it is.

Text of others is escaped, here and in all modules of words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from pbem.crypto.text import escape
from pbem.kit import plain
from pbem.kit.wording import counted, listed, share
from pbem.table.words.waiting import to_you

if TYPE_CHECKING:
    from pbem.client.session.drafts import Draft
    from pbem.client.session.history import Entry
    from pbem.client.session.reported import Reported
    from pbem.client.session.session import Done
    from pbem.client.session.trying import (
        Hopeless,
        OneCourse,
        Trial,
        TriedOrder,
        TriedQuestion,
    )
    from pbem.play.play import Play

T = TypeVar("T")

_WORD = re.compile(r"[a-z0-9._-]+")
OUT = "Out of the fight, not lost"
"""Before the units that are out of a battle, and not lost by that."""
SIGNED = {
    "open": "the opening of {}",
    "join": "your join",
    "orders": "your orders",
    "dice": "your dice",
    "seal": "your sealed choice",
    "reveal": "your opened choice",
    "shuffle": "your shuffle",
    "unmask": "your decryption of cards",
    "lay-open": "what you have hidden",
    "offer": "your offer",
    "answer": "your answer",
    "resign": "your resignation",
    "ruling": "your ruling",
}
"""The signed thing, by the kind of event; the name of the game fits into an opening."""
BATTLES = (
    "Resulting battles, each as if it were the first. You order nothing more, and everyone decides "
    "like the computer player:"
)
"""Above them."""
NEVER = "never, whatever the dice"
"""Said about an order that is possible in no course, if each course was looked at."""
SUPPOSED = (
    "(This assumes that opponents pass, and that you answer like the computer player. {} shows who "
    "is asked.)"
)
"""Below such orders, with what one tries a list by."""
TOGETHER_MOST = 6
"""The number of units lost together that are shown: the likeliest."""
REPORTED_MOST = 12
"""The number of questions on the way, and of ends, that are shown: the likeliest."""


def reported_lines(reported: Iterable[Reported]) -> list[str]:
    """Outcomes with their paragraphs."""
    return [
        f"  {escape(one.text)}{f' [{escape(one.paragraph)}]' if one.paragraph else ''}"
        for one in reported
    ]


def sentence(text: str) -> str:
    """Return a text with the mark that ends it."""
    reported = escape(text)
    return reported if reported.endswith((".", "?", "!")) else f"{reported}."


def entry_lines(entries: Iterable[Entry]) -> list[str]:
    """Events with what came of each."""
    lines = []
    for entry in entries:
        lines.append(f"{entry.seq:5}  {entry.at}  {entry.by}: {entry.kind}")
        lines += [f"    > {escape(line)}" for line in entry.orders]
        lines += [f"  {line}" for line in reported_lines(entry.reported)]
        lines += [f'    "{escape(line)}"' for line in entry.note.splitlines()]
    return lines


def draft_lines(draft: Draft) -> list[str]:
    """Describe what a draft will do."""
    lines = [sentence(line) for line in draft.warnings]
    lines += [*reported_lines(draft.outcomes), escape(draft.then)]
    for side, answers in draft.answers.items():
        whose = f" of {draft.sides.get(side, side)}" if len(draft.answers) > 1 else ""
        lines.append(f"Standing orders{whose} from now on:")
        lines += [f"  {escape(line)}" for line in answers] or ["  none"]
    return lines


def coined_lines(play: Play, text: str) -> list[str]:
    """Describe the recipes in a list that players wrote: an opponent may have changed one.

    Args:
        play: The play.
        text: The list.
    """
    coined: Callable[[Any], Mapping[str, Sequence[str]]] | None
    coined = getattr(play.game, "coined", None)
    named = set(_WORD.findall(plain.lower(text)))
    return [
        escape(f"A player wrote the recipe {name}. It stands for: {'; '.join(orders)}.")
        for name, orders in ({} if coined is None else coined(play.position)).items()
        if name in named
    ]


def skipping_lines(skipping: Sequence[str]) -> list[str]:
    """Describe what is skipped because another list replaces a waiting one.

    ``skipping``: the waiting orders, as lines.
    """
    if not skipping:
        return []
    reported = "; ".join(skipping)
    if len(skipping) == 1:
        return [escape(f"Your waiting order is not in this list and will be skipped: {reported}.")]
    return [
        escape(
            f"{len(skipping)} waiting orders are not in this list and will be skipped: {reported}."
        )
    ]


def tried_lines(draft: Draft, trial: Trial) -> list[str]:
    """Describe what a draft would do that is only tried, past all of its dice."""
    return [*draft_lines(draft), *becoming_lines(draft, trial)]


def becoming_lines(draft: Draft, trial: Trial) -> list[str]:
    """Describe what can become of a draft that is only tried, past all of its dice."""
    many = draft.waiting
    following = [f"After that, {many} order{'s wait' if many > 1 else ' waits'}."] if many else []
    return [*following, *trial_lines(trial), "Nothing was signed."]


def course_lines(draft: Draft, course: OneCourse) -> list[str]:
    """Describe what happens in one course, with dice that somebody named."""
    lines = [sentence(line) for line in draft.warnings]
    return [*lines, *reported_lines(course.outcomes), escape(course.then), "Nothing was signed."]


def trial_lines(trial: Trial) -> list[str]:
    """Describe what can become of each order; orders that are always carried out are counted."""
    reported = [line for one in trial.orders if (line := _fate_line(one, trial))]
    if not (reported or trial.waits or trial.asked):
        return _battle_lines(trial)
    how = f"In a sample of {counted(trial.runs, 'run')} (dice seed {trial.seed})"
    lines = [f"{how}:" if trial.runs else "With all possible dice:", *reported]
    sure = sum(not _fate_line(one, trial) for one in trial.orders)
    if reported and sure:
        lines.append(f"  {counted(sure, 'more order')}: always carried out.")
    lines += _waits_lines(trial)
    for other in trial.besides:
        results = "; ".join(_results(other.results, trial))
        lines.append(escape(f"  also '{other.order}' of {_side(other.side, trial)}: {results}."))
    for one in _first(trial.asked):
        who = _side(one.side, trial)
        then = f"{who} is asked {_front(one)}: {one.prompt} (assumed: {one.answer})"
        lines.append(f"  {_share(one.chance, trial)}: {escape(then)}")
    lines += _lost_lines(trial)
    for end in _first(trial.ends):
        who = f"{_side(end.side, trial)} is asked" if end.side else "the game is over"
        lines.append(f"  {_share(end.chance, trial)}: at the end, {escape(f'{who}: {end.prompt}')}")
    return [*lines, *_battle_lines(trial)]


def _battle_lines(trial: Trial) -> list[str]:
    """Say of each battle that comes of a list what it can come to, and again if nobody leaves."""
    lines = [BATTLES] if trial.battles else []
    for one in trial.battles:
        what, deep = ("    if nobody retreats", 6) if one.staying else (f"  {one.order}", 4)
        results = _likely(one.results)
        if Fraction(one.open):
            results.append(f"{share(Fraction(one.open), exact=False)} not followed to the end")
        lines.append(escape(f"{what}: {', '.join(results)}."))
        if one.supposed and not one.staying:
            lines.append(escape(f"    Assumed before it: {'; '.join(one.supposed)}."))
        for gone, chances in (("Lost in it", one.lost), (OUT, one.out)):
            if chances:
                lines.append(escape(f"{' ' * deep}{gone}: {', '.join(_likely(chances))}."))
    return lines


def _likely(chances: Mapping[str, str]) -> list[str]:
    """Return what has a chance, without fractions: those of a whole battle have forty digits."""
    return [f"{what} {share(Fraction(chance), exact=False)}" for what, chance in chances.items()]


def _lost_lines(trial: Trial) -> list[str]:
    """Say what is lost: unit by unit, and of several how many and which together."""
    out = [f"{unit} {_share(chance, trial)}" for unit, chance in trial.out.items()]
    lines = [f"  {OUT}: {escape(', '.join(out))}."] if out else []
    if not trial.lost:
        return lines
    lost = [f"{unit} {_share(chance, trial)}" for unit, chance in trial.lost.items()]
    lines.insert(0, f"  Lost: {escape(', '.join(lost))}.")
    if len(trial.lost) == 1 or len(trial.together) == 1:
        return lines
    numbers: dict[int, Fraction] = {}
    for one in trial.together:
        many = len(one.units)
        numbers[many] = numbers.get(many, Fraction(0)) + Fraction(one.chance)
    shares = [f"{many} {_share(str(chance), trial)}" for many, chance in sorted(numbers.items())]
    lines.append(f"  Units lost in all: {', '.join(shares)}.")
    for one in trial.together[:TOGETHER_MOST]:
        units = listed(one.units) or "no unit"
        gone = f"{'both ' if len(one.units) == 2 else ''}{units} {_is(one.units)} lost"
        lines.append(escape(f"  {_share(one.chance, trial)}: {gone}."))
    if more := len(trial.together) - TOGETHER_MOST:
        lines += [f"  {counted(more, 'more combination')} of lost units."] if more > 0 else []
    return lines


def _side(side: str, trial: Trial) -> str:
    """Return what a side is called."""
    return trial.sides.get(side, side)


def _is(things: Sequence[str]) -> str:
    return "are" if len(things) > 1 else "is"


def _waits_lines(trial: Trial) -> Iterable[str]:
    """Yield where the list waits, a line for each order: its first question, and how many more."""
    fronts: dict[tuple[int | None, str], list[TriedQuestion]] = {}
    for one in trial.waits:
        fronts.setdefault((one.line, one.order), []).append(one)
    for first, *others in _first(list(fronts.values())):
        like = f" (and {counted(len(others), 'question')} like it)" if others else ""
        then = f"your list waits {_front(first)}: {first.prompt} (assumed: {first.answer})"
        at_least = "at least " if others and Fraction(first.chance) < 1 else ""
        yield f"  {at_least}{_share(first.chance, trial)}: {escape(then)}{like}"


def never_lines(hopeless: Hopeless, by: str = "--try") -> list[str]:
    """Orders that no dice make possible, why, and what was supposed of those who are asked.

    ``by``: what shows who is asked, where these are read.
    """
    runs = hopeless.runs
    how = f"in none of {counted(runs, 'run')}" if runs else NEVER
    reported = [
        escape(f"{_place(one)}, {how}: {one.skips[0].why} "
               f"[{one.skips[0].paragraph}]")
        for one in hopeless.orders
    ]  # fmt: skip
    return [*reported, SUPPOSED.format(by)] if reported else []


def _first(parts: Sequence[T]) -> Sequence[T]:
    return parts[:REPORTED_MOST]


def _fate_line(one: TriedOrder, trial: Trial) -> str:
    """Say what becomes of an order, empty where it is always carried out and nothing is read."""
    parts = _results(one.results, trial)
    if parts and (left := Fraction(one.done) - sum(map(Fraction, one.results.values()))):
        parts.append(f"no result {_share(str(left), trial)}")
    if one.done != "1" or parts:
        done = Fraction(one.done)
        parts[:0] = [f"carried out {_share(one.done, trial)}" if done else "never carried out"]
    if Fraction(one.left_out):
        parts.append(f"condition fails {_share(one.left_out, trial)}")
    parts += [
        f"skipped {_share(skip.chance, trial)}: {skip.why} [{skip.paragraph}]"
        for skip in _first(one.skips)
    ]
    return escape(f"  {_place(one)}: {'; '.join(parts)}.") if parts else ""


def _results(results: Mapping[str, str], trial: Trial) -> list[str]:
    return [f"{result} {_share(chance, trial)}" for result, chance in results.items()]


def _place(one: TriedOrder) -> str:
    return f"line {one.line}, '{one.order}'" if one.line else f"'{one.order}'"


def _front(one: TriedQuestion) -> str:
    """Say in front of which order something is asked."""
    return "after the last order" if one.line is None else f"before '{one.order}'"


def _share(chance: str, trial: Trial) -> str:
    return share(Fraction(chance), exact=not trial.runs)


def done_lines(done: Done, *, outcomes: bool = True) -> list[str]:
    """Describe what was written, its results (if not reported yet), who is next, who gets mail.

    ``outcomes``: with the results.
    """
    lines = [sentence(line) for line in done.warnings]
    if done.resumed:
        seqs = ", ".join(str(event.seq) for event in done.events[: done.resumed])
        lines.append(
            f"Your log lacked event {seqs}, which you signed before. pbem added it, and "
            "wrote nothing else. Look at the game before you write more."
        )
    lines += [
        f"Signed event {event.seq}: {SIGNED.get(event.kind, event.kind).format(done.game)}."
        for event in done.events[done.resumed :]
    ]
    if outcomes or done.resumed:
        lines += reported_lines(done.outcomes)
    lines.append(escape(done.active))
    if done.result:
        lines.append(f"Result: {escape(done.result)}.")
    if done.send_to and done.events:
        first = done.events[0].seq
        since = f" --since {first - 1}" if first else ""
        lines.append(
            f"To mail it to {people_words(done.send_to)}: pbem mail write {done.game} (log only: "
            f"pbem send {done.game}{since})"
        )
    lines += [done.also] if done.also else []
    return lines


def people_words(people: Mapping[str, str | None]) -> str:
    """List the people who get the mail; ``people``: handle -> address, None if it is unknown."""
    return ", ".join(
        escape(handle) + (f" <{escape(email)}>" if email else "")
        for handle, email in people.items()
    )


def active_line(why: str, type_it: str, *, yours: bool) -> str:
    """Say whose move it is (``why``), and what to type if it is yours.

    ``type_it``: the command, empty for none. ``yours``: it is your move.
    """
    if not yours:
        return escape(why)
    move = f"Your move{f': {type_it}' if type_it else ''}."
    said = to_you(why)
    # "Your move: join with 'pbem join'." has said that already, and so has "roll with 'pbem dice'".
    twice = type_it and (said == "Join the game." or said.startswith("Roll (event "))
    return move if twice else f"{move} {escape(said)}"
