"""What the desk says to a person, line by line. Text of others is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.cells import wrap
from pbem.crypto.text import as_json, escape
from pbem.desk.seat.next_step import HINTS
from pbem.table.owned import differing_words, pack_words

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.desk.exchange.sending import Sent
    from pbem.desk.exchange.taking import Taken
    from pbem.desk.look.legal import Legal
    from pbem.desk.look.looking import Shown
    from pbem.desk.people import Known
    from pbem.desk.play.offering import Preview
    from pbem.desk.seat.drafts import Draft
    from pbem.desk.seat.history import Entry
    from pbem.desk.seat.sitting import Done, Told
    from pbem.desk.shelf.archive import Archived
    from pbem.desk.shelf.database import Rebuilt, StoreCheck
    from pbem.desk.shelf.mending import Mended
    from pbem.desk.shelf.packs import Pack

HAPPENED_MOST = 200
STATUS = {
    "new": "a game that was not here: added",
    "longer": "the game went on",
    "same": "nothing new: the same as here",
    "older": "an older copy: nothing new in it",
    "fork": "a FORK: the same author signed two different events on one predecessor",
    "open": "another side of the game, and nothing decides yet which counts",
    "aside": "another side of the game, which does not count",
    "finding": "NOT valid",
    "gap": "events before it are missing: nothing was changed",
    "unasked": "a new game that nobody here asked for: NOT taken in",
    "refused": "NOT taken in",
    "days": "days that the umpire signed, kept beside the log",
    "convicts": "the umpire signed TWO DAYS for one event; both are kept",
    "passed": "passed over: no log (*.pbem) and no mail",
}


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
    return lines


def people_words(people: Mapping[str, str | None]) -> str:
    """Who gets the mail."""
    return ", ".join(
        escape(handle) + (f" <{escape(email)}>" if email else "")
        for handle, email in people.items()
    )


def draft_lines(draft: Draft) -> list[str]:
    """What a draft will do."""
    lines = [sentence(line) for line in draft.warnings]
    lines += [*told_lines(draft.outcomes), escape(draft.then)]
    for side, answers in draft.answers.items():
        lines.append(f"Standing answers of {side} from now on:")
        lines += [f"  {escape(line)}" for line in answers] or ["  none"]
    return lines


def tried_lines(draft: Draft) -> list[str]:
    """What a draft would do that is only tried."""
    many = draft.waiting
    behind = f"{many} order{'s wait' if many > 1 else ' waits'} behind that. " if many else ""
    return [*draft_lines(draft), f"{behind}Nothing was signed."]


def offered_lines(preview: Preview) -> list[str]:
    """What is about to be offered, with the events that an undo would take back."""
    return [escape(preview.says), *entry_lines(preview.takes_back)]


def shown_lines(
    shown: Shown, drawn: str = "", happened: Sequence[str] = (), width: int | None = None
) -> list[str]:
    """A game as one sees it; ``drawn`` is the map, already safe to print and as wide as it may be.

    Everything else is folded to ``width`` columns (None: not at all).
    """
    above, below = _around_the_map(shown, happened, drawn=bool(drawn))
    if drawn:
        above = [*folded(above, width), "", *drawn.rstrip("\n").split("\n")]
        return [*above, *folded(below, width)]
    return folded([*above, *below], width)


def folded(lines: Iterable[str], width: int | None) -> list[str]:
    """Fold lines that are too long; what is folded stands further in than where it begins."""
    folded: list[str] = []
    for line in lines:
        if width is None or len(line) <= width:
            folded.append(line)
            continue
        first = line[: len(line) - len(line.lstrip())]
        folded += wrap(line, width, initial_indent="", subsequent_indent=f"{first}  ")
    return folded


def _around_the_map(
    shown: Shown, happened: Sequence[str], *, drawn: bool
) -> tuple[list[str], list[str]]:
    """Return what is told above a map and what below it."""
    seats = ", ".join(
        f"{seat.side}: {seat.handle}{f' ({seat.out})' if seat.out else ''}" for seat in shown.seats
    )
    umpire = f", umpire {shown.umpire}" if shown.umpire else ""
    what = f"{shown.game}: {escape(shown.title)}, {shown.scenario}"
    ruled = " (rests on the umpire's word)" if shown.ruled else ""
    lines = [
        f"{what}; {seats}{umpire}; dice: {shown.dice}",
        f"{shown.events} events, head {shown.head[:16]}{ruled}",
    ]
    if shown.chosen:
        lines.append(f"Options: {escape('; '.join(shown.chosen))}.")
    if shown.pack is not None:
        lines.append(pack_words(shown.pack))
    # The notes beside the map tell the position and what is reconstructed already.
    noted = bool(drawn and shown.picture is not None and shown.picture.notes)
    above, lines = lines, []
    if not noted:
        lines += ["", *(escape(line) for line in shown.position)]
    if shown.since is not None:
        lines += ["", *_since(shown, happened)]
    lines += _own(shown)
    if shown.reconstructed and not noted:
        lines.append(
            f"Of the module's data {len(shown.reconstructed)} things are reconstructed or "
            f"second-hand; 'pbem pack show {shown.rules}' lists them."
        )
    lines += [sentence(line) for line in shown.forked]
    lines += ["", _pen(shown.pen, shown.may, yours=shown.yours)]
    if shown.offer:
        lines.append(escape(shown.offer))
    if shown.deadline:
        lines.append(f"The answer is {shown.deadline}.")
    if shown.result:
        lines.append(f"Result: {escape(shown.result)}.")
    return above, lines


def entry_lines(entries: Iterable[Entry]) -> list[str]:
    """Events with what came of each."""
    lines = []
    for entry in entries:
        lines.append(f"{entry.seq:5}  {entry.at}  {entry.by}: {entry.kind}")
        lines += [f"    > {escape(line)}" for line in entry.orders]
        lines += [f"  {line}" for line in told_lines(entry.told)]
        lines += [f'    "{escape(line)}"' for line in entry.note.splitlines()]
    return lines


def _since(shown: Shown, happened: Sequence[str]) -> list[str]:
    if not happened:
        return [f"Nothing has happened since your last look (event {shown.since})."]
    return [f"Since your last look (event {shown.since}):", *happened]


def _own(shown: Shown) -> list[str]:
    """What stands in one's own name: sealed choices and standing answers."""
    lines = [f"Sealed by you: {escape(line)}" for line in shown.sealed]
    if shown.waiting:
        rest = escape("; ".join(shown.waiting))
        lines.append(f"Of your list there remains, unless you write new orders: {rest}")
    for side, answers in shown.standing.items():
        lines.append(f"Your standing answers ({side}): {escape('; '.join(answers))}")
    return lines


def legal_lines(legal: Legal) -> list[str]:
    """What is legal now."""
    lines = [f"{escape(legal.pen)} [{legal.paragraph}]"]
    lines += [f"  {escape(legal.note)}"] if legal.note else []
    lines += [f"  {escape(line)}" for line in legal.lines]
    if legal.more:
        lines.append("  ... and more: name a unit or a place, or ask for more with --most")
    return [*lines, *map(escape, legal.unlisted)]


def taken_lines(taken: Taken) -> list[str]:
    """What became of a file."""
    where = f" ({taken.game})" if taken.game else ""
    lines = [f"{escape(taken.file)}{where}: {STATUS[taken.status]}."]
    if taken.ahead:
        lines.append(f"The log here has {taken.ahead} more event{'s' * (taken.ahead > 1)}.")
    if taken.first is not None:
        one = taken.first == taken.last
        which = f"Event {taken.first} is" if one else f"Events {taken.first} to {taken.last} are"
        lines.append(f"{which} verified and taken in.")
    if taken.finding is not None:
        lines += _finding_lines(taken)
    lines += entry_lines(taken.happened[:HAPPENED_MOST])
    if len(taken.happened) > HAPPENED_MOST:
        more = len(taken.happened) - HAPPENED_MOST
        lines.append(f"  ... and {more} events more: 'pbem log {taken.game}'")
    lines += [f"They are kept as {escape(taken.kept)}."] if taken.kept else []
    lines += [f"Proof of the fork: {escape(taken.proof)}"] if taken.proof else []
    lines += [f"Note: {sentence(warning)}" for warning in taken.warnings]
    if taken.pen:
        lines.append(_pen(taken.pen, taken.may, yours=taken.yours))
    lines += [f"Result: {escape(taken.result)}."] if taken.result else []
    return lines


def _pen(why: str, may: Sequence[str], *, yours: bool) -> str:
    hint = HINTS.get(may[0], "") if yours and may else ""
    return f"{'YOUR PEN. ' if yours else ''}{escape(why)}{f' ({hint})' if hint else ''}"


def _finding_lines(taken: Taken) -> list[str]:
    found = taken.finding
    assert found is not None  # noqa: S101 - only called with one
    blame = f" To blame: {', '.join(found.blame)}." if found.blame else ""
    lines = [f"{found.code} [{found.promise}]: {escape(found.message)}{blame}"]
    if taken.status == "finding" and taken.first is None:
        good = f" {taken.usable} new events before it are good: --prefix takes these in."
        lines.append(f"Nothing was changed.{good if taken.usable else ''}")
    return lines


def sent_lines(sent: Sent) -> list[str]:
    """What to mail to whom."""
    stretch = f"events {sent.first} to {sent.last} of {sent.game}"
    return [
        f"{escape(sent.file)}: {stretch}, {sent.size:,} bytes.",
        f"Mail it to {people_words(sent.to) or 'nobody (you play alone)'}",
        f"Subject: {escape(sent.subject)}",
    ]


def known_lines(people: Iterable[Known]) -> list[str]:
    """Who is known here, with the words of each card."""
    lines = []
    for person in people:
        mark = "you" if person.own else "words compared" if person.compared else "not compared"
        email = f" <{escape(person.email)}>" if person.email else ""
        lines += [f"{person.handle}{email} ({mark})", f"  {' '.join(person.words)}"]
    return lines


def renewed_lines(handle: str, kept: Path) -> list[str]:
    """What to do after new keys were made."""
    return f"""\
These are your new keys. The former ones are kept as {escape(kept.name)}: each running game goes on
with them until its other players have agreed to the new ones.
1. Mail the new card ('pbem card export {handle}'). The others add it with
   'pbem card import {handle}.card --replace' and compare its words by telephone.
2. In each running game, when it is your turn: 'pbem offer keys GAME', 'pbem send GAME'.
3. Make a copy of all key files. If somebody may know the passphrase too:
   'pbem identity passphrase {handle}'.
The secret behind your dice stays the same, or no running game could go on: whoever could open the
former file can foretell the dice that you give, in new games too. If you fear that, open new
games under a new identity.""".splitlines()


def pack_lines(pack: Pack) -> list[str]:
    """What a pack is."""
    what = "the module's own data" if pack.own else "an owner's data"
    lines = [f"{pack.rules} version {pack.version}: {what}, digest {pack.digest}"]
    if not pack.own:
        lines += [
            f"It differs from the module's own data in: {differing_words(pack.differs)}.",
            "It is good, and kept here: 'pbem new' opens a game with it by --pack FILE.",
        ]
    return [*lines, "Reconstructed or second-hand in the module's own data:"] + [
        f"  {escape(line)}" for line in pack.reconstructed
    ]


def rebuilt_lines(made: Rebuilt) -> list[str]:
    """What a rebuild made."""
    lines = [f"{game}: {count} events" for game, count in made.games.items()]
    lines += [f"{game}: LEFT OUT: {escape(why)}" for game, why in made.left_out.items()]
    return lines or ["There are no logs: the database is empty."]


def check_lines(check: StoreCheck) -> list[str]:
    """How the database agrees with the logs."""
    lines = [f"{check.database}: {check.games} games, {check.players} players"]
    lines += [f"{game}: {escape(why)}" for game, why in check.wrong.items()]
    if set(check.wrong) - set(check.damaged):
        lines.append("'pbem store rebuild' makes the database again from the logs")
    return lines


def mended_lines(mended: Mended) -> list[str]:
    """What was done to a log whose end was torn, or in which something was changed."""
    lines = []
    if mended.finding is not None and mended.finding.code != "file.torn":
        kept = escape(mended.kept or "")
        lines.append(f"The log of {mended.game} was damaged: {escape(mended.finding.message)}")
        lines.append(f"It was written anew; the file as it was is kept as {kept}.")
    elif mended.finding is not None:
        whole = mended.kept is None
        done = "the newline is there again" if whole else f"that end is kept as {mended.kept}"
        lines.append(f"The last line of {mended.game} did not end: {escape(done)}.")
    if mended.restored:
        first, last = mended.restored[0], mended.restored[-1]
        which = f"Event {first} was" if first == last else f"Events {first} to {last} were"
        lines.append(f"{which} put back from the database.")
    if not lines:
        lines.append(f"The log of {mended.game} ends as it should: nothing was changed.")
    lines.append(f"Its last event is number {mended.last}; all of it was verified.")
    if mended.lost:
        lines.append(
            "Take in the newest log of the other players before you sign anything: what was lost "
            "may have been sent."
        )
    return lines


def archived_lines(archived: Archived) -> list[str]:
    """Where a game is that was put away."""
    return [
        f"{archived.game} is put away: {escape(archived.log)}",
        *(f"  with {escape(other)}" for other in archived.others),
        f"It comes back when a log of it is taken in: pbem take {escape(archived.log)}",
    ]


def plain(value: Any) -> str:
    """Return a value as JSON for another program."""
    return as_json(value)
