"""Writing the message that carries a game, for people and for their mail programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.cells import wrap
from pbem.client import people
from pbem.client.messages.pages import Draw, map_of, page
from pbem.client.messages.sending import stretch
from pbem.client.messages.subjects import headed, headline
from pbem.client.session.confirming import confirmed
from pbem.client.session.history import chronicle
from pbem.client.session.next_step import hint
from pbem.client.session.session import Session, result_of
from pbem.client.session.words import entry_lines, sentence
from pbem.client.storage.packs import carried
from pbem.client.umpire.signing_days import signed_days
from pbem.client.views.gathered import gathered
from pbem.client.views.looking import deadline
from pbem.client.views.odds import short_odds_of
from pbem.crypto.text import escape
from pbem.errors import FormError, LogFileError
from pbem.files import read_plain
from pbem.identity.card import SUFFIX
from pbem.identity.files import write_atomically
from pbem.identity.identity import Identity
from pbem.kit.contract import Order, Question
from pbem.kit.wording import span
from pbem.log.disk import explaining
from pbem.log.file import to_bytes
from pbem.log.head import Head, head_to_bytes
from pbem.mail.contents import PACK
from pbem.mail.letter import Letter, how_many, message_id, messages
from pbem.mail.reading import MESSAGE_BYTES
from pbem.play.play import Play
from pbem.table.words.short import short

LOOKED_BACK = 200
"""So many events back it is looked for what everybody signed; who did not gets the log whole."""

REPORTED_MOST = 60
"""Events that a report names, the newest."""

ORDERS_SHOWN = 40
"""Legal orders in a template, one of each kind: an attack on the same target, or orders that begin
with the same two words."""

ODDS_SHOWN = 6
"""So many of them, attacks first, have their odds beside them."""

ORDERS_LOOKED_AT = 2000
COLUMNS = 76
COMMENT_COLUMNS = 62


class Written(msgspec.Struct, frozen=True):
    """Messages that were written, of events ``first`` to ``last``; ``to``: handle -> address.

    ``note``: what to do first, where nothing in them is new from oneself; ``also``: who else is to
    be mailed, as the game is over, in a sentence.
    """

    files: list[str]
    game: str
    first: int
    last: int
    subject: str
    to: dict[str, str | None]
    note: str = ""
    also: str = ""


class Addressed(NamedTuple):
    """The mail to send, before it is written; ``to``: handle -> address; how many messages."""

    subject: str
    to: dict[str, str | None]
    messages: int


def addressed(session: Session) -> Addressed:
    """Say to whom the message of `compose` is to go, without writing it: that costs far more."""
    new = _news(session)
    data = to_bytes(stretch(session, new))
    players = session.others(new)
    return Addressed(headed(session, players), players | session.observers(), how_many(data))


def _news(session: Session) -> int:
    """Return the first event of a message: where nothing is new, the last event goes once more."""
    return min(known_to_all(session) + 1, session.table.chain.count - 1)


def compose(
    session: Session,
    *,
    whole: bool = False,
    confirms: Identity | None = None,
    at: datetime | None = None,
    draw: Draw | None = None,
) -> Letter:
    """Return the message with everything that some other player may not have.

    Args:
        session: The game.
        whole: Send the whole log.
        confirms: Signs that the log is whole as it is here; then all of it is sent.
        at: The time of the message; by default now.
        draw: Draws the map for a page beside the text; without it, the message is plain text.

    Raises:
        KeyFileError: The identity cannot sign.
        NotYourPen: The game does not know this key.
    """
    table = session.table
    last = table.chain.count - 1
    new = _news(session)
    head = None if confirms is None else confirmed(session, confirms)
    first = 0 if whole or head is not None else new
    report = list(_report(session, new, "mail"))
    about = "whole" if whole else ""
    if head is not None:
        report = [*_wrapped([_confirmed_words(session, head)]), "", *report]
        about = f"confirmed-{head.by}"
    events = stretch(session, first)
    mine = next((e.seq for e in reversed(events) if e.by != session.handle), first - 1)
    card = people.find_card(session.client, session.me)
    now, players = table.active(), session.others(new)
    about_it = headline(session, players)
    picture = b"" if draw is None else map_of(session, draw)
    return Letter(
        name=session.name,
        game_id=table.game_id,
        head=table.chain.head,
        first=first,
        last=last,
        data=to_bytes(events),
        subject=headed(session, players),
        sender=(session.me, None if card is None else card.email),
        to=players | session.observers(),
        report=report,
        template=list(_template(session)),
        asked=now.handle if "orders" in now.kinds else None,
        before=mine if mine >= 0 else None,
        at=at or datetime.now(UTC),
        about=about,
        days=signed_days(session),
        confirmation=b"" if head is None else head_to_bytes(head),
        cards=_cards(session, new) | carried_files(session, first),
        page="" if draw is None else _page(session, about_it, new, drawn=bool(picture)),
        picture=picture,
    )


def parts(session: Session) -> list[bytes]:
    """Return the files that the message of `compose` carries at least: cards, then the log.

    Raises FormError for a game whose own data must go along, unless it answers an invitation.
    """
    new = _news(session)
    answered = session.table.game_id in session.client.config.answered.values()
    if not answered and carried_files(session, new):
        raise FormError("This game has data of its own, which no link carries. Mail it.")
    return [*_cards(session, new).values(), to_bytes(stretch(session, new))]


def _page(session: Session, about_it: str, new: int, *, drawn: bool) -> str:
    start = max(new, session.table.chain.count - REPORTED_MOST)
    deeds = short([one.deed for one in chronicle(session, start, reader="mail")])
    due = deadline(session)
    active = [session.table.active().why, *([f"The answer is {due}."] if due else [])]
    return page(session, about_it, active, deeds, drawn=drawn)


def carried_files(session: Session, first: int) -> dict[str, bytes]:
    """Return the data that go with the opening of a game, if that is among what is sent.

    ``first``: the number of the first event that is sent. Returns name of a file -> its bytes.
    """
    data = None if first else carried(session.client, session.table.rules_now())
    return {} if data is None else {f"{session.name}{PACK}": data}


def _cards(session: Session, new: int) -> dict[str, bytes]:
    """Return the cards that go with a mail to people who never met.

    The first mail that answers an invitation has the writer's. One in which somebody is replaced
    has those of all who play on.
    """
    answered = session.client.config.answered.values()
    if session.replaced_since(new):
        everybody = session.table.roster.everybody()
        players = [one.handle for one in everybody if one.out != "replaced"]
    elif new == 0 and session.table.game_id in answered:
        players = [session.me]
    else:
        return {}
    found = {handle: people.card_file(session.client, handle) for handle in players}
    return {f"{handle}{SUFFIX}": data for handle, data in found.items() if data is not None}


def _confirmed_words(session: Session, head: Head) -> str:
    return (
        f"{head.by} confirms that this is the whole log of {session.name}. It ends with event "
        f"{head.seq}. If your log ends otherwise, import this one with 'pbem mail read'. It shows "
        "whether somebody signed two histories."
    )


def decision_lines(session: Session) -> list[str]:
    """Return what one reads who is asked: what happened, the position, orders to choose from."""
    events = reversed(list(session.since(max(0, session.table.chain.count - LOOKED_BACK))))
    mine = next((event.seq for event in events if event.by == session.handle), -1)
    lines = list(_report(session, mine + 1, "decision"))
    template = list(_template(session))
    if template:
        lines += ["", f"#pbem {session.name} {session.me}", *template, "#end"]
    return lines


def known_to_all(session: Session) -> int:
    """Return the number of the last event that every other player must have: -1 for none.

    The author of an event had all events before it. The umpire gets every message, and asks for a
    missing one. Only an umpire who keeps the dice must sign too.
    """
    table = session.table
    waiting = {player.handle for player in table.roster.playing()} - {session.handle}
    umpire = table.roster.umpire
    if umpire is not None and table.policy == "umpire" and umpire.handle != session.handle:
        waiting.add(umpire.handle)
    known = table.chain.count - 1
    for event in reversed(list(session.since(max(0, table.chain.count - LOOKED_BACK)))):
        if not waiting:
            break
        if event.by in waiting:
            waiting.discard(event.by)
            known = event.seq
    return -1 if waiting else known


def write(session: Session, letter: Letter, to: Path | None = None) -> Written:
    """Write a message into files to be sent; the same message replaces itself.

    Args:
        session: The game.
        letter: The message.
        to: A folder; by default the current one.

    Raises:
        LogFileError: Another file has that name.
    """
    folder = to or Path()
    if not folder.is_dir():
        raise LogFileError(f"{folder} is not a folder. Create it, or name another one with --to")
    paths: list[Path] = []
    for number, message in enumerate(messages(letter), 1):
        part = f"-{letter.about}" * bool(letter.about) + f"-{number}" * (number > 1)
        path = folder / f"{letter.name}_{letter.last:03}{part}.eml"
        message["X-Unsent"] = "1"  # Outlook opens such a file ready to send, others pass it over
        own = message_id(letter.game_id, letter.last, number, letter.about).encode()
        with explaining(path, "Writing"):
            if path.exists() and own not in read_plain(path, MESSAGE_BYTES):
                raise LogFileError(f"{path} is another message. Name another folder with --to")
            write_atomically(path, bytes(message), overwrite=True)
        paths.append(path)
    return Written(
        files=[str(path) for path in paths],
        game=session.name,
        first=letter.first,
        last=letter.last,
        subject=letter.subject,
        to=letter.to,
        note="" if letter.about.startswith("claim") else _nothing_new(session),
        also=session.for_director(),
    )


def _nothing_new(session: Session) -> str:
    """Say so where everybody has all of it, and the last word is another's."""
    last = next(iter(session.since(session.table.chain.count - 1)))
    if last.by == session.handle or known_to_all(session) < last.seq:
        return ""
    now = session.table.active()
    mine = now.handle == session.handle and now.kinds
    first = f"First, {hint(now)}" if mine and hint(now) else now.why
    return (
        f"It has no new event of yours: the last, event {last.seq}, is by {last.by}. "
        f"{sentence(first)}"
    )


def subject(session: Session) -> str:
    """Return what one calls a game among one's own: its name, players, turn and last event."""
    table, play = session.table, session.table.play
    seated = set(table.seats.values())
    who = "-".join(one.handle for one in table.roster.players if one.handle in seated)
    turn = ""
    if play is not None and "turn" in play.game.facts:
        turn = f" turn {play.game.fact(play.position, 'turn', ())}"
    return f"{session.name} {who}{turn} #{table.chain.count - 1}"


def _report(session: Session, first: int, reader: str) -> Iterator[str]:
    """Yield what happened from event ``first`` on, the position and who is next.

    Nothing that not everybody may know stands there.
    """
    yield from _wrapped(_who_is_next(session))
    yield ""
    start = max(first, session.table.chain.count - REPORTED_MOST)
    came = list(chronicle(session, start, reader=reader))
    yield "What happened:"
    yield from _wrapped([f"  {escape(line)}" for line in short([one.deed for one in came])])
    yield ""
    yield "Event by event:"
    if start > first:
        yield f"(for {span(first, start - 1)}: 'pbem log {session.name}')"
    yield from _wrapped(entry_lines([one.entry for one in came]))
    play = session.table.play
    if play is not None:
        yield ""
        yield "The position:"
        public = play.game.view(play.position, None)
        yield from _wrapped(escape(line) for line in play.game.describe(public))


def _who_is_next(session: Session) -> Iterator[str]:
    now = session.table.active()
    type_it = hint(now)
    yield escape(now.why) + (f" ({now.handle}: {type_it})" if type_it and now.handle else "")
    due = deadline(session)
    if due:
        yield f"The answer is {due}."
    result = result_of(session.table)
    if result:
        yield f"Result: {escape(result)}."


def _template(session: Session) -> Iterator[str]:
    """Yield orders that are legal for the side that is asked, as comments."""
    play = session.table.play
    if play is None or play.asked is None or play.asked.secret is not None:
        return
    yield from _comment(escape(play.asked.prompt))
    game, position = play.game, play.position
    orders = list(islice(game.legal(position), ORDERS_LOOKED_AT))
    short = gathered(play, ((order, game.arrow(position, order)) for order in orders))
    shown = {one.line: one.many - 1 for one in short.attacks[:ORDERS_SHOWN]}
    like: dict[tuple[str, ...], list[str]] = {}
    by_line = {game.text(order): order for order in orders}
    for line, order in by_line.items():
        arrow = game.arrow(position, order)
        if arrow is None or not arrow.against:
            like.setdefault(tuple(line.split()[:2]), []).append(line)
    shown |= {first: len(others) for first, *others in islice(like.values(), ORDERS_SHOWN)}
    odds = _odds_of(play, play.asked, by_line, list(shown))
    for line, many in shown.items():
        said = [odds.get(line, ""), f"and {many} more like it" if many else ""]
        beside = "; ".join(part for part in said if part)
        yield from _comment(f"{line}   ({beside})" if beside else line)
    if len(short.attacks) > ORDERS_SHOWN or len(like) > ORDERS_SHOWN:
        yield f"# ... and others: pbem legal {session.name}"


def _odds_of(
    play: Play, asked: Question, orders: Mapping[str, Order], lines: list[str]
) -> dict[str, str]:
    """Return what a decision risks, of a few lines: attacks, and answers to what one is asked."""
    reported: dict[str, str] = {}
    for line in lines[:ODDS_SHOWN]:
        arrow = play.game.arrow(play.position, orders[line])
        if (arrow is not None and arrow.against) or not asked.phase:
            reported[line] = short_odds_of(play, asked.side, orders[line]) or ""
    return reported


def _comment(text: str) -> Iterator[str]:
    """Yield a comment so short that no program breaks it: the rest of a line would be an order."""
    lines = wrap(text, COMMENT_COLUMNS, subsequent_indent="    ")
    yield from (f"# {line}" for line in lines)


def _wrapped(lines: Iterator[str] | list[str]) -> Iterator[str]:
    for line in lines:
        indent = line[: len(line) - len(line.lstrip())]
        yield from wrap(line, COLUMNS, subsequent_indent=f"{indent}  ") or [""]
