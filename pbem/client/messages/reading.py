"""Importing mail: the logs in it, orders that one wrote into a reply, hints at forks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.client import people
from pbem.client.client import Client, NotFound
from pbem.client.exchange import taking
from pbem.client.exchange.taking import TakeOptions, TakeResult
from pbem.client.messages.confirmations import Confirmed, heads_of, held
from pbem.client.session.drafts import Draft, draft
from pbem.client.session.mistakes import OrderMistake
from pbem.client.session.session import Session, sit
from pbem.client.storage.packs import keep_lent, lending
from pbem.client.umpire.keeping_days import take_days
from pbem.crypto.text import escape, in_command
from pbem.errors import PbemError, UnforeseenError
from pbem.files import make_folder
from pbem.items import item
from pbem.kit.typed.suggest import did_you_mean
from pbem.log.disk import explaining, write_new
from pbem.log.head import Head
from pbem.mail.contents import Contents, Footer, Section
from pbem.mail.letter import ID_DIGITS
from pbem.mail.reading import STDIN, Post, read
from pbem.mail.unpacked import SUFFIX, Unpacked
from pbem.store.resume import Progress
from pbem.table.clock import NO_QUESTION


class Ordered(msgspec.Struct, frozen=True):
    """Orders from a message: ``lines`` as they were written, ``wrong``: number -> what is wrong.

    ``game`` is the game's name here. ``draft``: what can be signed, None where something is wrong;
    ``why``: what is wrong with all of it; ``cure``: what mends several lines at once. ``writers``:
    as in `Section`.
    """

    source: str
    game: str
    handle: str
    lines: list[str]
    wrong: dict[int, str]
    draft: Draft | None
    why: str = ""
    writers: tuple[str, ...] = ()
    cure: str = ""


_NOT_ENDED = (
    "no line '#end' closes these orders, so pbem read everything after them as orders too, even "
    "what your mail program added. Put a line '#end' after the last order"
)


class Posted(msgspec.Struct):
    """The result of reading mail: logs, orders, other files, hints at forks, what was unreadable.

    ``days``: what became of days that an umpire signed, ``heads``: what confirmations come to, of
    games that are here.
    ``partial``: the parcels of which lines are missing; ``whole``: those that were opened;
    ``parcels``: SHA-256 of each log that was there, in hex; ``unpacked``: bytes of all that was
    unpacked or attached. ``packed``: those of ``wrong`` that are attached archives, which were not
    opened. ``saved``: each file that was put into a folder -> its line of ``others``.
    """

    messages: int
    taken: list[TakeResult]
    orders: list[Ordered]
    others: list[str]
    hints: list[str]
    wrong: list[str]
    partial: list[str] = []
    whole: list[str] = []
    parcels: list[str] = []
    unpacked: int = 0
    days: list[TakeResult] = []
    heads: list[Confirmed] = []
    packed: list[str] = []
    saved: dict[str, str] = {}

    @property
    def good(self) -> bool:
        """Whether nothing has to be looked into."""
        fine = (
            all(one.good for one in (*self.taken, *self.days))
            and all(one.good for one in self.heads)
            and all(one.draft for one in self.orders)
        )
        return fine and not self.hints and not self.wrong


def take_mail(
    client: Client,
    files: Sequence[Path],
    wish: TakeOptions,
    *,
    stdin: bytes | None = None,
    save: Path | None = None,
    progress: Progress | None = None,
    parcels: Collection[str] | None = None,
    within: Path | None = None,
    called: str = STDIN,
    ahead: Iterable[Contents] = (),
) -> Posted:
    """Read mail, and import the logs and signed days that it brings.

    Confirmations are compared with the logs as they are then.

    Args:
        client: The client.
        files: Saved messages.
        wish: How to import.
        stdin: A message from standard input.
        save: A folder for other files of pbem, or None.
        progress: Called as events are verified.
        parcels: Put together only these parcels of armor; None for all.
        within: A folder for files until they are imported.
        called: The name for the message from standard input.
        ahead: Parts of armor that came before, as for `read`.

    Raises:
        LogFileError: A file cannot be opened or written.
    """
    post = read(files, stdin, parcels=parcels, within=within, called=called, ahead=ahead)
    with closing(post.folder):
        return _taken(client, post, wish, save, progress)


def _taken(
    client: Client, post: Post, wish: TakeOptions, save: Path | None, progress: Progress | None
) -> Posted:
    packs = [one.path for one in post.others if one.kind == "pack"]
    logs = [one.path for one in post.logs]
    with lending(client, logs, packs) as lent:
        taken = taking.take(client, logs, wish, progress)
        keep_lent(client, lent, taking.games_here(taken))
    signed = {piece: take_days(client, piece.path) for piece in post.others if piece.kind == "days"}
    sources = {str(one.path): one.source for one in (*post.logs, *post.others)}
    for one in (*taken, *signed.values()):
        name, one.file = one.file, sources.get(one.file, one.file)
        one.warnings = [text.replace(name, one.file) for text in one.warnings]
    days = {piece: one for piece, one in signed.items() if one.game}
    heads = heads_of(post.others)
    games = {footer.game for footer in post.footers} | {head.game for head in heads.values()}
    games |= {answer.game for section in post.sections for answer in section.answers}
    here = client.here.find(games)
    confirmed = held(client, heads, post.logs, here)
    held_of = {heads[piece].game for piece in confirmed}
    refusals = [one for one in taken if one.status == "refused" and one.warnings]
    failed = {one.game_id: one.warnings[0] for one in refusals}
    about: dict[str, set[str]] = {}
    for footer in post.footers:
        about.setdefault(footer.source, set()).add(footer.game)
    saved: dict[str, str] = {}
    return Posted(
        messages=post.messages,
        taken=taken,
        orders=[
            _ordered(client, one, Named(about.get(one.source, set()), here), failed, wish.heed)
            for one in post.sections
            if one.lines or _wrote(client, one)
        ],
        others=[
            _other(one, save, saved)
            for one in post.others
            if one not in days
            and one.path not in lent
            and (one not in heads or heads[one].game not in held_of)
        ],
        hints=list(_hints(here, client, post.footers, post.wrong)),
        wrong=post.wrong,
        partial=post.partial,
        whole=post.whole,
        parcels=[one.digest for one in post.logs],
        unpacked=post.wasted + sum(one.size for one in (*post.logs, *post.others)),
        days=list(days.values()),
        heads=list(_heads(confirmed, heads, held_of, save)),
        packed=post.packed,
        saved=saved,
    )


def _heads(
    confirmed: Mapping[Unpacked, Confirmed],
    heads: Mapping[Unpacked, Head],
    games: Collection[str],
    save: Path | None,
) -> Iterator[Confirmed]:
    """Report the confirmations of these games, which are here; all of these are kept."""
    kept = {
        piece: str(_keep(piece, save))
        for piece, head in heads.items()
        if save is not None and head.game in games
    }
    for piece, one in confirmed.items():
        yield msgspec.structs.replace(one, kept=kept.get(piece, ""))


def to_sign(client: Client, posted: Posted) -> Ordered:
    """Return the only orders of the mail, if they can be signed; raises OrderMistake.

    They must stand in a message from the address on the card of whose orders they are, and so must
    every message around that: an address proves nothing, so the owner is asked too.
    """
    if len(posted.orders) != 1:
        many = "no orders" if not posted.orders else f"orders in {len(posted.orders)} places"
        raise OrderMistake(f"Nothing was signed: this mail has {many}")
    [ordered] = posted.orders
    if ordered.draft is None:
        raise OrderMistake("Nothing was signed: every line must be right")
    own = _address(client, ordered.handle)
    if not ordered.writers or set(ordered.writers) != {own}:
        who = ", forwarding ".join(one or "nobody" for one in ordered.writers) or "no message"
        raise OrderMistake(
            f"Nothing was signed: these orders are from {escape(who)}, not from "
            f"{escape(own or 'an address on your card')}. If you wrote them, give them with 'pbem "
            "order'"
        )
    return ordered


def game_of(client: Client, ordered: Ordered) -> Session:
    """Sit down at the game of orders; raises NotFound."""
    return sit(client, ordered.game, ordered.handle)


# --- orders ----------------------------------------------------------------------------------


def _address(client: Client, handle: str) -> str | None:
    card = people.find_card(client, handle)
    return card.email.lower() if card is not None and card.email else None


def _wrote(client: Client, section: Section) -> bool:
    """Say whether the messages around orders say that they are from whose orders they are."""
    mine = section.handle in people.handles(client)
    return mine and set(section.writers) == {_address(client, section.handle)}


class Named(NamedTuple):
    """The games that the footers of a message name, and the logs of those that are here."""

    footers: Collection[str]
    here: Mapping[str, Path]

    def log(self, section: Section) -> Path | None:
        """Return the log of the game that orders are for; None where a name alone says which.

        The message that they answer decides, and then the footer under them: a name is its
        sender's, and here another game may have it. Raises OrderMistake.
        """
        answered = {one.game for one in section.answers}
        games = answered & set(self.footers) or answered or set(self.footers)
        if not games:
            return None
        if len(games) > 1 or (answered and self.footers and not answered & set(self.footers)):
            raise OrderMistake(
                f"These orders answer a message of one game, but their text names another. {_CURE}"
            )
        [game] = games
        if game not in self.here:
            raise OrderMistake(
                f"They answer a message of the game {game}..., which you do not have. Import its "
                f"log, or {_REPLY}"
            )
        return self.here[game]


_REPLY = "reply to the latest message of the right game, or type 'pbem order'"
_CURE = _REPLY.capitalize()


def _check_event(session: Session, section: Section) -> None:
    """Raise OrderMistake where orders answer a message that is not the last question here."""
    answered = [one.seq for one in section.answers if session.table.game_id.startswith(one.game)]
    last = session.table.chain.count - 1
    if not answered:
        return
    seq = answered[-1]
    if seq > last:
        raise OrderMistake(
            f"They answer a message that ends with event {seq}, but your log ends with event "
            f"{last}. Import that message first"
        )
    since = [one for one in session.since(seq + 1) if one.kind not in NO_QUESTION]
    if since:
        raise OrderMistake(
            f"They answer a message that ends with event {seq}. Since then, event {since[0].seq} "
            f"arrived ({since[0].kind}, by {since[0].by}). {_CURE}"
        )


def _ordered(
    client: Client,
    section: Section,
    named: Named,
    failed: Mapping[str, str],
    heed: Callable[[], None],
) -> Ordered:
    """Read orders for the game that ``named`` says, else the name in them counts.

    ``failed``: id of a game whose log came in this mail and was not accepted -> why: orders after
    it are not tried on what is here. ``heed``: as in `TakeOptions`, called before they are tried.
    """

    def refused(why: str, name: str = "") -> Ordered:
        return Ordered(
            section.source,
            name or section.game,
            section.handle,
            section.lines,
            {},
            None,
            why,
            section.writers,
        )

    if section.handle not in people.handles(client):
        return refused(f"Only {section.handle} can sign them, and you do not have those keys")
    if not section.lines:
        return refused(
            "pbem read no orders, because every line begins with #, as the examples in a message "
            "do. Remove the # before each order that you mean"
        )
    name = ""
    try:
        log = named.log(section) or _log(client, section.game)
        name = log.stem
        heed()
        with item(f"the game {name}"):
            session = sit(client, log, section.handle, light=True)
            if session.table.game_id in failed:
                return refused(failed[session.table.game_id], session.name)
            _check_event(session, section)
            drafted, wrong = None, dict[int, list[str]]()
            try:
                drafted = draft(session, "\n".join(section.lines).encode(), name=section.source)
            except OrderMistake as error:
                if not error.mistakes:
                    return refused(str(error), session.name)
                for mistake in error.mistakes:
                    wrong.setdefault(mistake.line, []).append(mistake.why)
    except PbemError as error:
        return refused(str(error), name)
    return Ordered(
        section.source,
        session.name,
        section.handle,
        section.lines,
        {line: "; ".join(why) for line, why in wrong.items()},
        drafted,
        writers=section.writers,
        cure=_NOT_ENDED if wrong and not section.ended else "",
    )


def _log(client: Client, name: str) -> Path:
    """Return the log of a game that a message names: a name alone, for others write messages too.

    Raises NotFound.
    """
    if (path := client.log_called(name)) is not None:
        return path
    names = {path.stem: path for path in client.logs()}
    if name in names:
        return names[name]
    near = did_you_mean(name, names) or "."
    raise NotFound(f"There is no game '{escape(name)}' here{near}")


# --- footers and other files -----------------------------------------------------------------


def _hints(
    here: Mapping[str, Path], client: Client, footers: Sequence[Footer], wrong: list[str]
) -> Iterator[str]:
    """Say where a footer names another event than the log here has: a fork, perhaps."""
    for game, path in here.items():
        named = [footer.seq for footer in footers if footer.game == game]
        if not named:
            continue
        try:
            with item(f"the game {path.stem}"):
                session = sit(client, path, light=True)
                ids = {event.seq: event.id[:ID_DIGITS] for event in session.since(min(named))}
        except UnforeseenError as error:
            wrong.append(str(error))
            continue
        except PbemError:  # a log that is damaged was reported when it was looked at
            continue
        for footer in footers:
            known = ids.get(footer.seq) if footer.game == game else None
            if known not in (None, footer.id):
                yield (
                    f"{footer.source}: its footer names another event {footer.seq} of "
                    f"{session.name} ({footer.id}...) than your log has ({known}...). Ask its "
                    "sender for the whole log and import it. It shows whether somebody forked"
                )


def _other(piece: Unpacked, save: Path | None, saved: dict[str, str]) -> str:
    """Say what a file that is no log is, and where it was put: ``saved`` says that too."""
    what = {
        "card": "a player card",
        "head": "a confirmation",
        "fork": "the proof of a fork",
        "days": "days that an umpire signed",
        "tournament": "the log of a tournament",
        "word": "a signed request to a tournament, for its director",
        "receipt": "a tournament's receipt",
        "pack": "the data of a game that is not in this mail",
    }
    do = {
        "card": "pbem card import",
        "head": "pbem verify LOG",
        "fork": "pbem verify",
        "days": "pbem verify LOG",
        "tournament": "pbem tournament take",
        "word": "pbem tournament collect",
        "receipt": "pbem tournament heads",
        "pack": "pbem pack check",
    }
    said = f"{piece.source}: {what[piece.kind]}"
    if save is None and piece.kind == "card" and Path(piece.source).is_file():
        return f"{said}. Import it with 'pbem card import {in_command(piece.source)}'"
    if save is None:
        return (
            f"{said}. Save it with 'pbem mail read FILE --save FOLDER', then run '{do[piece.kind]} "
            "FILE'"
        )
    path = _keep(piece, save)
    line = f"{said}, saved as {path}. Next: '{do[piece.kind]} {path}'"
    saved[str(path)] = line
    return line


def _keep(piece: Unpacked, save: Path) -> Path:
    """Put a file into a folder, under a name that is safe."""
    path = save / f"mail-{piece.digest[:12]}{SUFFIX[piece.kind]}"
    with explaining(path, "Writing"):
        make_folder(save)
        if not path.exists():
            write_new(path, piece.data)
    return path
