"""What is said of a game at which one sits: events, drafts, what was written, whose turn it is.

Text of others is escaped, here and in all rooms of words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from pbem.crypto.text import escape
from pbem.kit.wording import counted, share

if TYPE_CHECKING:
    from pbem.desk.seat.drafts import Draft
    from pbem.desk.seat.history import Entry
    from pbem.desk.seat.sitting import Done
    from pbem.desk.seat.told import Told
    from pbem.desk.seat.trying import (
        Hopeless,
        OneCourse,
        Trial,
        TriedOrder,
        TriedQuestion,
    )

T = TypeVar("T")

OUT = "Out of the fight, not lost"
"""Before the units that are out of a battle, and not lost by that."""
BATTLES = (
    "Battles that come of it, each as if it were the first, if you order nothing more and everyone "
    "does what a sensible player would:"
)
"""Above them."""
NEVER = "never, whatever the dice"
"""Of an order that is possible in no course, where each was looked at."""
SUPPOSED = "(If others let pass what may pass, and you answer sensibly: {} shows who is asked.)"
"""Below such orders, with what one tries a list by."""
TOGETHER_MOST = 6
"""Of the units that are lost together: the likeliest."""
TOLD_MOST = 12
"""Of questions on the way, and of ends: the likeliest."""


def told_lines(told: Iterable[Told]) -> list[str]:
    """Outcomes with their paragraphs."""
    return [
        f"  {escape(one.text)}{f' [{escape(one.paragraph)}]' if one.paragraph else ''}"
        for one in told
    ]


def sentence(text: str) -> str:
    """Return a text with the mark that ends it."""
    told = escape(text)
    return told if told.endswith((".", "?", "!")) else f"{told}."


def entry_lines(entries: Iterable[Entry]) -> list[str]:
    """Events with what came of each."""
    lines = []
    for entry in entries:
        lines.append(f"{entry.seq:5}  {entry.at}  {entry.by}: {entry.kind}")
        lines += [f"    > {escape(line)}" for line in entry.orders]
        lines += [f"  {line}" for line in told_lines(entry.told)]
        lines += [f'    "{escape(line)}"' for line in entry.note.splitlines()]
    return lines


def draft_lines(draft: Draft) -> list[str]:
    """What a draft will do."""
    lines = [sentence(line) for line in draft.warnings]
    lines += [*told_lines(draft.outcomes), escape(draft.then)]
    for side, answers in draft.answers.items():
        lines.append(f"Standing answers of {side} from now on:")
        lines += [f"  {escape(line)}" for line in answers] or ["  none"]
    return lines


def lapsing_lines(lapsing: Sequence[str]) -> list[str]:
    """What lapses since a list that waits is replaced by another one."""
    if not lapsing:
        return []
    told = "; ".join(lapsing)
    if len(lapsing) == 1:
        return [escape(f"An order of yours that waits is not in this list, and lapses: {told}.")]
    return [
        escape(f"{len(lapsing)} orders of yours wait, are not in this list, and lapse: {told}.")
    ]


def tried_lines(draft: Draft, trial: Trial) -> list[str]:
    """What a draft would do that is only tried, past all of its dice."""
    return [*draft_lines(draft), *becoming_lines(draft, trial)]


def becoming_lines(draft: Draft, trial: Trial) -> list[str]:
    """What can become of a draft that is only tried, past all of its dice."""
    many = draft.waiting
    behind = [f"{many} order{'s wait' if many > 1 else ' waits'} behind that."] if many else []
    return [*behind, *trial_lines(trial), "Nothing was signed."]


def course_lines(draft: Draft, course: OneCourse) -> list[str]:
    """What happens in one course, with dice that somebody named."""
    lines = [sentence(line) for line in draft.warnings]
    return [*lines, *told_lines(course.outcomes), escape(course.then), "Nothing was signed."]


def trial_lines(trial: Trial) -> list[str]:
    """What can become of each order; those that are carried out whatever the dice are counted."""
    told = [line for one in trial.orders if (line := _fate_line(one, trial))]
    if not (told or trial.waits or trial.asked):
        return _battle_lines(trial)
    how = f"In {counted(trial.runs, 'course')} with dice by seed {trial.seed}, a sample"
    lines = [f"{how}:" if trial.runs else "In all courses that the dice can take:", *told]
    sure = sum(not _fate_line(one, trial) for one in trial.orders)
    if told and sure:
        lines.append(f"  {counted(sure, 'more order')}: always carried out.")
    lines += _waits_lines(trial)
    for other in trial.besides:
        results = "; ".join(_results(other.results, trial))
        lines.append(escape(f"  besides, '{other.order}' of {other.side}: {results}."))
    for one in _first(trial.asked):
        then = f"{one.side} is asked {_front(one)}: {one.prompt} (supposed: {one.answer})"
        lines.append(f"  {_share(one.chance, trial)}: {escape(then)}")
    lines += _lost_lines(trial)
    for end in _first(trial.ends):
        who = f"{end.side} is asked" if end.side else "the game is over"
        lines.append(f"  {_share(end.chance, trial)}: at the end {escape(f'{who}: {end.prompt}')}")
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
            lines.append(escape(f"    Supposed before it: {'; '.join(one.supposed)}."))
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
    sets = [
        f"{' '.join(one.units) or 'none'} {_share(one.chance, trial)}"
        for one in trial.together[:TOGETHER_MOST]
    ]
    more = len(trial.together) - len(sets)
    behind = f"; {more} more ways" if more > 1 else "; 1 more way" if more else ""
    return [*lines, f"  Lost together: {escape('; '.join(sets))}{behind}."]


def _waits_lines(trial: Trial) -> Iterable[str]:
    """Where the list waits, one line for each order: what is asked first, and how much more."""
    fronts: dict[tuple[int | None, str], list[TriedQuestion]] = {}
    for one in trial.waits:
        fronts.setdefault((one.line, one.order), []).append(one)
    for first, *others in _first(list(fronts.values())):
        like = f" (and {counted(len(others), 'question')} like it)" if others else ""
        then = f"the list waits for you {_front(first)}: {first.prompt} (supposed: {first.answer})"
        at_least = "at least " if others and Fraction(first.chance) < 1 else ""
        yield f"  {at_least}{_share(first.chance, trial)}: {escape(then)}{like}"


def never_lines(hopeless: Hopeless, by: str = "--try") -> list[str]:
    """Orders that no dice make possible, why, and what was supposed of those who are asked.

    ``by``: what shows who is asked, where these are read.
    """
    runs = hopeless.runs
    how = f"in none of {counted(runs, 'course')} that were played" if runs else NEVER
    told = [
        escape(f"{_place(one)}, {how}: {one.lapses[0].why} "
               f"[{one.lapses[0].paragraph}]")
        for one in hopeless.orders
    ]  # fmt: skip
    return [*told, SUPPOSED.format(by)] if told else []


def _first(parts: Sequence[T]) -> Sequence[T]:
    return parts[:TOLD_MOST]


def _fate_line(one: TriedOrder, trial: Trial) -> str:
    """Say what becomes of an order, empty where it is always carried out and nothing is read."""
    parts = _results(one.results, trial)
    if parts and (left := Fraction(one.done) - sum(map(Fraction, one.results.values()))):
        parts.append(f"no result {_share(str(left), trial)}")
    if one.done != "1" or parts:
        done = Fraction(one.done)
        parts[:0] = [f"carried out {_share(one.done, trial)}" if done else "never carried out"]
    if Fraction(one.left_out):
        parts.append(f"left out by its guard {_share(one.left_out, trial)}")
    parts += [
        f"lapses {_share(lapse.chance, trial)}: {lapse.why} [{lapse.paragraph}]"
        for lapse in _first(one.lapses)
    ]
    return escape(f"  {_place(one)}: {'; '.join(parts)}.") if parts else ""


def _results(results: Mapping[str, str], trial: Trial) -> list[str]:
    return [f"{result} {_share(chance, trial)}" for result, chance in results.items()]


def _place(one: TriedOrder) -> str:
    return f"line {one.line}, '{one.order}'" if one.line else f"'{one.order}'"


def _front(one: TriedQuestion) -> str:
    """Say in front of which order something is asked."""
    return "behind the last order" if one.line is None else f"before '{one.order}'"


def _share(chance: str, trial: Trial) -> str:
    return share(Fraction(chance), exact=not trial.runs)


def done_lines(done: Done, *, outcomes: bool = True) -> list[str]:
    """What was written, what came of it (unless told already), who is next, who gets the mail."""
    lines = [sentence(line) for line in done.warnings]
    if done.resumed:
        seqs = ", ".join(str(event.seq) for event in done.events[: done.resumed])
        lines.append(
            f"Event {seqs} had been signed before and had not come into the log: it is there now. "
            "Nothing else was written: look at the game before you write more."
        )
    lines += [
        f"Event {event.seq} ({event.kind}) is signed and in the log of {done.game}."
        for event in done.events[done.resumed :]
    ]
    if outcomes or done.resumed:
        lines += told_lines(done.outcomes)
    lines.append(escape(done.pen))
    if done.result:
        lines.append(f"Result: {escape(done.result)}.")
    if done.send_to and done.events:
        first = done.events[0].seq
        since = f" --since {first - 1}" if first else ""
        lines.append(
            f"To mail it to {people_words(done.send_to)}: pbem mail write {done.game} (the log "
            f"alone: pbem send {done.game}{since})"
        )
    lines += [done.also] if done.also else []
    return lines


def people_words(people: Mapping[str, str | None]) -> str:
    """Who gets the mail."""
    return ", ".join(
        escape(handle) + (f" <{escape(email)}>" if email else "")
        for handle, email in people.items()
    )


def pen_line(why: str, type_it: str, *, yours: bool) -> str:
    """Whose turn it is, and what to type where it is one's own."""
    return f"{'YOUR PEN. ' if yours else ''}{escape(why)}{f' ({type_it})' if type_it else ''}"
