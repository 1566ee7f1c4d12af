"""A player's part in tournaments: what came is accepted, and what they pair for them is played.

Nothing in a mail is believed or run. A game is opened or joined because the signed log of a
tournament pairs it, which one has entered by a word that one signed oneself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path

import msgspec

from pbem.client import people
from pbem.client.client import Client, NotFound
from pbem.client.exchange.taking import TakeOptions, TakeResult, refused, take
from pbem.client.exchange.words import taken_lines
from pbem.client.logs import first_event, first_id
from pbem.client.messages.bundles import OF_TOURNAMENTS, Unpacked, unpack, with_known_names
from pbem.client.play import acting
from pbem.client.session.session import Done, Session, sit
from pbem.client.session.words import done_lines
from pbem.client.storage import tournaments
from pbem.client.umpire import timekeeping
from pbem.crypto.text import escape
from pbem.director.evidence import opening_of
from pbem.director.player.playing import attached_name, open_board, to_open
from pbem.director.player.playing import take as take_tournament
from pbem.director.player.waiting import DAYS, owed
from pbem.director.transparency.heads import take_head
from pbem.errors import KeyFileError, NotYourPen, PbemError
from pbem.files import read_plain
from pbem.identity.card import CARD_BYTES, read_card
from pbem.identity.card import SUFFIX as CARD
from pbem.identity.identity import Identity
from pbem.items import Items, item, reported
from pbem.kit.wording import counted
from pbem.log.disk import explaining
from pbem.mail.contents import RECEIPT
from pbem.table.events.kinds import Pairing, Signer
from pbem.tournament.binding import board_of
from pbem.tournament.folding import Fold
from pbem.tournament.history import History

Unlock = Callable[[Session | Signer], Identity]


_FIRST = (tournaments.SUFFIX, CARD)
"""Tournaments say whose card, and whose game, may come; a game is joined with the card here."""


def _order(path: Path) -> int:
    return _FIRST.index(path.suffix) if path.suffix in _FIRST else len(_FIRST)


class Came(msgspec.Struct):
    """The result of importing what came.

    - ``tournaments``: The log here -> how many of its events are new.
    - ``games``: Boards of mine, as they were accepted.
    - ``heads``: How many heads of tournaments were kept.
    - ``cards``: The people whose card was added.
    - ``left``: Files that were left alone, each with the reason.
    """

    tournaments: dict[str, int] = {}
    games: list[TakeResult] = []
    heads: int = 0
    cards: list[str] = []
    left: list[str] = []


class Played(msgspec.Struct):
    """The games that were opened or joined, and those that could not be, with the reason.

    ``late``: words and results of one's own that have had no answer for days; ``waits``: the
    boards whose games somebody else opens.
    """

    done: list[Done] = []
    left: list[str] = []
    late: list[str] = []
    waits: list[str] = []


def take_what_came(client: Client, paths: Sequence[Path], me: str) -> Came:
    """Accept logs of tournaments, then the games that they pair for ``me``, and nothing else.

    Args:
        client: The client.
        paths: Logs, saved mail, or folders of these.
        me: The player.

    Raises:
        NotFound: There is nothing to accept.
    """
    came = Came()
    with unpack(paths, (tournaments.SUFFIX, ".pbem", RECEIPT, CARD)) as post:
        came.left += post.wrong
        mine: list[Path] = []
        for path in sorted(post.files, key=_order):
            source = post.names.get(str(path), escape(str(path)))
            try:
                with item(source):
                    if path.suffix == tournaments.SUFFIX:
                        log, new = take_tournament(client, path, attached_name(post.names, path))
                        came.tournaments[str(log)] = came.tournaments.get(str(log), 0) + new
                    elif path.suffix == RECEIPT:
                        take_head(client, path, source)
                        came.heads += 1
                    elif path.suffix == CARD:
                        came.cards += take_card(client, path, me)
                    else:
                        check_mine(client, path, me)
                        mine.append(path)
            except PbemError as error:
                reported = str(error).replace(str(path), source)
                came.left.append(reported if source in reported else f"{source}: {reported}")
        taken = take(client, mine, TakeOptions(me, day=timekeeping.today_utc())) if mine else []
        came.games = [with_known_names(one, post.names) for one in taken]
    return came


def take_of_tournaments(client: Client, post: Unpacked, *, known: bool = False) -> list[TakeResult]:
    """Accept logs of tournaments and heads of them, and leave all else; one result each.

    ``post``: what came. ``known``: those alone of tournaments that are here. So a director gets
    back what they signed before their home was put back from a copy.
    """
    taken = []
    for path in sorted(post.files, key=_order):
        one = TakeResult(file=str(path), status="tournament", warnings=[])
        if path.suffix not in OF_TOURNAMENTS:
            continue
        try:
            with item(str(path)):
                if path.suffix == RECEIPT:
                    take_head(client, path, str(path))
                elif not known or tournaments.of_id(client, first_id(path) or "") is not None:
                    log, one.usable = take_tournament(client, path, attached_name(post.names, path))
                    one.kept = str(log)
                else:
                    continue
        except PbemError as error:
            if known and isinstance(error, NotFound):
                continue
            refused(one, error)
        taken.append(one)
    return taken


def take_card(client: Client, path: Path, me: str) -> list[str]:
    """Add the card of somebody whom a tournament here pairs with ``me``, by that key.

    A card that is here stays.

    Returns:
        The owner of the card.

    Raises:
        NotYourPen: No tournament here pairs them with you.
        KeyFileError: The card is damaged.
        LogFileError: The file cannot be read.
    """
    with explaining(path, "Reading"):
        card = read_card(read_plain(path, CARD_BYTES))
    if card.handle in people.handles(client) or people.find_card(client, card.handle) == card:
        return []
    if people.is_replaced(client, card):
        return []
    if all((card.handle, card.sign) not in met(history, me) for history in _readable(client)):
        raise NotYourPen(
            f"the card of {card.handle} was not imported, because no tournament here pairs you "
            "with its key. To import it anyway, type 'pbem card import'"
        )
    people.import_card(client, path)
    return [card.handle]


def _readable(client: Client) -> Iterator[History]:
    """Yield the tournaments that are here; a damaged one is reported where it is looked at."""
    for log in tournaments.logs(client):
        with suppress(PbemError), item(log.stem):
            yield tournaments.looked_at(client, log)


def met(history: History, me: str) -> Iterator[tuple[str, str]]:
    """Give handle and key of everybody at a board with ``me``, its umpire and observers too."""
    for number in range(1, len(history.rounds) + 1):
        umpire = history.board_in(number).umpire
        for at in history.boards(number):
            here = [(one.handle, one.sign) for one in history.at_board(at)]
            if me in [handle for handle, _ in here] or (umpire and umpire.handle == me):
                here += [(one.handle, one.sign) for one in history.observers()]
                yield from (one for one in here if one[0] != me)
                yield from [] if umpire is None else [(umpire.handle, umpire.sign)]


def check_mine(client: Client, path: Path, me: str) -> None:
    """Raise NotYourPen unless a game's log is for a board of ``me`` that a tournament here pairs.

    It may go on with a log that is here. Raises BadTournament where its opening is not as that
    board has it.
    """
    _, by, opening = opening_of(_beginning(client, path))
    to = opening.for_
    history = tournaments.history_of(client, to.tournament) if isinstance(to, Pairing) else None
    if history is None:
        raise NotYourPen(
            f"{escape(str(path))} belongs to no tournament here. Import it with 'pbem take'"
        )
    at = board_of(history, escape(str(path)), opening, by)
    if me not in [one.handle for one in history.at_board(at)]:
        raise NotYourPen(f"{escape(str(path))} was not imported: it is {at}, which is not yours")


def _beginning(client: Client, path: Path) -> Path:
    """Return the log here that a mail with its newer events goes on, else what came itself."""
    first = first_event(path)
    if first is None or not first.seq:
        return path
    here = client.log_of(first.game)
    if here is None:
        raise NotYourPen(
            f"{escape(str(path))} begins with event {first.seq} of a game that is not here. Ask "
            "the sender for the whole log ('pbem send')"
        )
    return here


def play(
    client: Client, me: str, unlock: Unlock, log: Path | None = None, today: date | None = None
) -> Played:
    """Open and join the games that tournaments pair for ``me``.

    Args:
        client: The client.
        me: The player.
        unlock: Opens the key.
        log: The log of one tournament; None: all that are here.
        today: The day by which to count what is late.
    """
    played = Played()
    folds: dict[str, Fold] = {}
    for path in tournaments.logs(client) if log is None else [log]:
        try:
            with item("this tournament"):
                fold = tournaments.folded(client, path)
                folds[fold.now.id] = fold
                waits = owed(client, me, fold, path, today or timekeeping.today_utc())
                played.late += [one.reported for one in waits if one.days >= DAYS]
                played.waits += _awaited(client, me, fold.now)
                items = Items()
                played.done += _opened(client, me, unlock, path, fold, items=items)
                played.left += [f"{path.stem}: {reported(one)}" for one in items.failed]
        except PbemError as error:
            played.left.append(f"{path.stem}: {error}")
    for path in client.logs():
        try:
            with client.taking(path):
                done = _joined(client, path, me, unlock, folds)
        except PbemError as error:
            played.left.append(f"{path.stem}: {error}")
        else:
            played.done += [] if done is None else [done]
    return played


def _awaited(client: Client, me: str, history: History) -> Iterator[str]:
    """Name the boards of a player whose games somebody else opens, and that have not come."""
    boards = [at for at in history.owed() if at not in history.games and not history.bids_owed(at)]
    mine = [at for at in boards if me in [one.handle for one in history.pair_of(at)[1:]]]
    if not mine:
        return
    here = set[tuple[object, object]]()
    for path in client.logs():
        first = first_event(path)
        to = first.data.get("for") if first is not None else None
        if isinstance(to, dict):
            here.add((to.get("pair"), to.get("board")))
    for at in mine:
        if (history.rounds[at.round - 1].pair, at.board) not in here:
            who = history.pair_of(at)[0].handle
            yield f"{str(at).capitalize()}: {who} opens the game. Wait for its log."


def _opened(
    client: Client, me: str, unlock: Unlock, log: Path, fold: Fold, *, items: Items
) -> list[Done]:
    entrant = next((one for one in reversed(fold.now.players()) if one.handle == me), None)
    if entrant is None or not to_open(fold.now, me, entrant.sign):
        return []
    who = people.key_among(client, me, fold.now.players())
    if who.sign != entrant.sign:
        raise KeyFileError(
            f"you must open a game of this tournament, but the key with which {me} entered is not "
            f"here. Restore {me}.key, or the older {me}.key.1, from a backup"
        )
    try:
        return open_board(client, unlock(who), log, fold, items)
    except NotYourPen:  # each is open here, and the director has not heard of it yet
        return []


def _joined(
    client: Client, path: Path, me: str, unlock: Unlock, folds: dict[str, Fold]
) -> Done | None:
    """Join a game where it is one's turn to, for a board that is not decided."""
    first = first_event(path)
    to = first.data.get("for") if first is not None else None
    fold = folds.get(str(to.get("tournament"))) if isinstance(to, dict) else None
    if fold is None:
        return None
    _, by, opening = opening_of(path)
    at = board_of(fold.now, path.stem, opening, by)
    if at in fold.now.decided or me not in [one.handle for one in fold.now.at_board(at)]:
        return None
    session = sit(client, path, me)
    now = session.table.active()
    if now.handle != me or "join" not in now.kinds:
        return None
    acting.check_join(session)
    return acting.join(session, unlock(session))


def part_lines(came: Came, played: Played) -> Iterator[str]:
    """Yield what was received, what was signed, and what was left."""
    for log, new in came.tournaments.items():
        yield f"{log}: {counted(new, 'new event')}." if new else f"{log}: nothing new."
    for game in came.games:
        yield from taken_lines(game)
    for handle in came.cards:
        yield f"Imported the card of {handle}, with whom you are paired."
    if came.heads:
        yield f"Kept {counted(came.heads, 'head')}. 'pbem tournament heads' checks them."
    for done in played.done:
        yield from done_lines(done)
    yield from (f"LATE: {one}" for one in played.late)
    yield from (f"Skipped: {one}" for one in (*came.left, *played.left))
    if not played.done and not played.left:
        yield "You have no game to open or join now."
    yield from played.waits
