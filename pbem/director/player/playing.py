"""The acts of a person who plays in a tournament, or keeps its lots."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import UnsetType

from pbem.client.client import Client, check_file_name
from pbem.client.lock import locked_game, new_games
from pbem.client.logs import first_id
from pbem.client.messages.bundles import unpack
from pbem.client.play.opening import open_as
from pbem.client.session.bound import Paired, check_first
from pbem.client.session.session import Done
from pbem.client.storage import tournaments
from pbem.crypto import commitment, vrf
from pbem.crypto.text import escape
from pbem.director.office import said
from pbem.director.player.saying import WORD_BYTES
from pbem.director.sides import called
from pbem.director.transparency import heads
from pbem.errors import FormError, NotYourPen
from pbem.files import make_folder, read_plain
from pbem.identity.identity import Identity
from pbem.items import Items
from pbem.kit.wording import with_stop
from pbem.log.disk import explaining, write_new, write_over
from pbem.log.event import Event
from pbem.log.file import read_events, to_bytes
from pbem.log.finding import BadLog
from pbem.log.fork import first_difference
from pbem.table.events.kinds import Pairing
from pbem.table.library import Library
from pbem.tournament import bids, lots
from pbem.tournament.binding import terms
from pbem.tournament.events import word_kinds
from pbem.tournament.events.words import sign_word, word_line
from pbem.tournament.folding import Fold
from pbem.tournament.history import BoardOf, History


def take_all(client: Client, file: Path, name: str | None = None) -> list[tuple[Path, int]]:
    """Keep the logs of tournaments in a file or in saved mail, as `take` does each.

    ``name``: as for `take`; None: pbem names a new one after its attachment.

    Raises:
        NotFound: The mail has none.
        FormError: The file cannot be read, or is no log of a tournament.
        PbemError: As `take`.
    """
    taken: list[tuple[Path, int]] = []
    with unpack([file], (tournaments.SUFFIX,)) as post:
        if post.wrong and not post.files:
            raise FormError(post.wrong[0])
        for path in post.files:
            source = post.names.get(str(path), str(path))
            try:
                taken.append(take(client, path, name or attached_name(post.names, path)))
            except FormError as error:
                raise FormError(str(error).replace(str(path), source)) from None
    return taken


def attached_name(names: Mapping[str, str], path: Path) -> str | None:
    """Return what a file out of a mail is called in it, without its end; None of another file.

    ``names``: path of an unpacked file -> the name that people know.
    """
    source = names.get(str(path))
    return None if source is None else Path(source.rpartition(", ")[2]).stem


def take(client: Client, file: Path, name: str | None = None) -> tuple[Path, int]:
    """Keep a tournament's log at this client.

    ``name``: the one for a new log; None: that of the file.

    Returns:
        The file, and how many events are new.

    Raises:
        FormError: The log is not valid, or departs from the one that is here. Then its director has
            shown two histories, and both files prove it.
    """
    fold = tournaments.read(file, compared=_compared(client, file))
    events = list(read_events(file))
    heads.require_one_history(client, fold.now.found, fold.now.id, file)
    # A command or an agent that imports or directs at the same time may know more: it waits.
    with locked_game(new_games(client.tournaments)):
        here = tournaments.of_id(client, fold.now.id)
        if here is None:
            return _kept(client, events, name or file.stem), len(events)
    with locked_game(here):
        known = list(read_events(here))
        difference = first_difference(known, events)
        if difference is None or difference.b is None:
            return here, 0
        if difference.a is not None:
            authors = [difference.a.by, difference.b.by]
            raise FormError(_two_histories(here, file, authors, difference.seq, fold))
        write_over(here, to_bytes(events))
        return here, len(events) - len(known)


def _kept(client: Client, events: Sequence[Event], name: str) -> Path:
    """Write a new log at this client, and return the file."""
    check_file_name(name)
    path = client.tournaments / f"{name}{tournaments.SUFFIX}"
    if path.exists():
        raise FormError(f"{path} is another tournament. Give this one a name with --name")
    write_over(path, to_bytes(events))
    return path


def _compared(client: Client, file: Path) -> int:
    """Return how many of a log's first events are here: their pairings were compared then."""
    try:
        here = tournaments.of_id(client, first_id(file) or "")
        pairs = () if here is None else zip(read_events(here), read_events(file), strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0].id == pair[1].id, pairs))
    except BadLog:
        return 0  # the reader says what is wrong with it


def _two_histories(here: Path, file: Path, authors: Sequence[str], seq: int, fold: Fold) -> str:
    director = fold.now.found.director.handle
    if len({*authors}) > 1:
        mine, other = authors
        return (
            f"{file} and {here} differ from event {seq} on: {other} signed it in the first, {mine} "
            "in the other. The director and the deputy wrote at the same time, or one of them "
            "denies the other's event. Ask both, and show the other players both files. Nothing "
            "was changed here"
        )
    return (
        f"{file} and {here} differ from event {seq} on, and {director} signed both: these are two "
        f"histories of one tournament. Keep both files, which convict {director}, and show them to "
        "the other players. Nothing was changed here"
    )


def lot_word(client: Client, fold: Fold, identity: Identity) -> word_kinds.AnyWord:
    """Return the request with the lot that you owe. Your record has it before anybody sees it.

    Raises:
        NotYourPen: No lot of yours is due.
        FormError: You gave another lot before. A director who shows a second list of entrants gets
            no second lot.
    """
    due = fold.now.waits_for_lot()
    if due is None or (due.handle, due.sign) != (identity.handle, identity.sign_public.hex()):
        why = "its entries are not closed yet" if not fold.now.closed else "all lots are given"
        if due is not None:
            why = f"pbem waits for the lot of {due.handle}"
        raise NotYourPen(f"you owe no lot in {escape(fold.now.found.name)}: {why}")
    path = client.lot(identity.handle, fold.now.id)
    if path.exists():
        given = word_kinds.read_word(read_plain(path, WORD_BYTES, own=True).rstrip(b"\n"))
        if not isinstance(given, word_kinds.Lot) or given.on != fold.now.closed:
            raise FormError(
                "you gave a lot in this tournament for another list of entrants. So its director "
                f"shows two histories. Your first lot is {path}"
            )
        return given
    alpha = lots.lot_alpha(fold.now.id, fold.now.closed)
    proof = vrf.prove(identity.vrf_secret(fold.now.id), alpha).hex()
    made = sign_word(
        word_kinds.Lot(**said(fold, identity), on=fold.now.closed, proof=proof), identity.sign_seed
    )
    with explaining(path, "Writing"):
        make_folder(path.parent)
    write_new(path, word_line(made) + b"\n")
    return made


def seal_word(
    client: Client, fold: Fold, identity: Identity, at: BoardOf, *, side: str, price: int
) -> word_kinds.AnyWord:
    """Return the request that seals a bid. This client keeps what opens it first.

    ``side``, ``price``: the side that is wanted, and the price offered for it.

    Raises:
        NotYourPen: No seal of yours is due.
        FormError: There is no such side or price, or you sealed another bid.
    """
    history = fold.now
    _check_bidder(history, identity, at, sealed=False)
    wanted = _wanted(history, side, price)
    made = word_kinds.Bid(
        **said(fold, identity),
        round=at.round,
        board=at.board,
        side=wanted,
        price=price,
        salt=secrets.token_hex(commitment.SALT_BYTES),
    )
    pair = history.rounds[at.round - 1].pair
    path = client.bid(identity.handle, pair, at.board)
    if path.exists():
        made = _kept_bid(path)
        if (made.side, made.price) != (wanted, price):
            raise FormError(f"you sealed another bid for {at} already, and cannot change it")
    else:
        with explaining(path, "Writing"):
            make_folder(path.parent)
        write_new(path, word_line(made) + b"\n")
    seal = word_kinds.Seal(
        **said(fold, identity),
        round=at.round,
        board=at.board,
        commit=bids.commit(history.id, pair, made),
    )
    return sign_word(seal, identity.sign_seed)


def _wanted(history: History, side: str, price: int) -> Literal["first", "second"]:
    """Return whose a side is by the terms; raises FormError where it, or its price, is none."""
    sides, terms = history.found.board.sides, history.found.bids
    assert not isinstance(terms, UnsetType)  # noqa: S101 - bids are due
    number = next((no for no, held in enumerate(sides) if side in held), None)
    if number is None:
        names = ", ".join(name for held in sides for name in held)
        raise FormError(f"there is no side '{escape(side)}'. Choose one of: {names}")
    wanted: Literal["first", "second"] = "second" if number else "first"
    if not 0 <= price <= (most := bids.most(terms, wanted)):
        raise FormError(f"the price of {side} must be 0 to {most}, not {price}")
    return wanted


def bid_word(client: Client, fold: Fold, identity: Identity, at: BoardOf) -> word_kinds.AnyWord:
    """Return the request that opens your bid.

    Raises:
        NotYourPen: No bid of yours is due.
        FormError: You sealed the bid on another computer.
    """
    _check_bidder(fold.now, identity, at, sealed=True)
    path = client.bid(identity.handle, fold.now.rounds[at.round - 1].pair, at.board)
    if not path.exists():
        raise FormError(
            f"you sealed your bid for {at} on another computer. Open it there, because only that "
            "computer has the bid"
        )
    kept = msgspec.structs.replace(_kept_bid(path), head=fold.chain.head)
    return sign_word(kept, identity.sign_seed)


def raise_word(
    fold: Fold,
    identity: Identity,
    at: BoardOf,
    *,
    side: str,
    price: int,
    library: Library | None = None,
) -> word_kinds.AnyWord:
    """Return an open bid for a side of the game.

    Args:
        fold: The tournament, as its log stands.
        identity: The bidder, who signs.
        at: The board.
        side: The side's id.
        price: The price.
        library: Has the rules, which name the sides in a message.

    Raises:
        FormError: The side or the price is not allowed, or the bid is not above the highest one.
        NotYourPen: The other player has to bid.
    """
    made = _check_turn(fold.now, identity, at)
    wanted = _wanted(fold.now, side, price)
    word = word_kinds.Raise(
        **said(fold, identity), round=at.round, board=at.board, side=wanted, price=price
    )
    if not made.is_above(word):
        stands = made.stands
        assert stands is not None  # noqa: S101 - else every bid is above it
        held = fold.now.found.board.sides[bids.SIDES.index(stands.side)]
        whose = called(fold.now, held, library)
        raise FormError(
            f"{with_stop(f'the highest bid is {stands.price} for {whose}')} Bid more for the same "
            f"side, or leave it to {stands.handle} with 'pbem tournament bid --pass'"
        )
    return sign_word(word, identity.sign_seed)


def pass_word(fold: Fold, identity: Identity, at: BoardOf) -> word_kinds.AnyWord:
    """Return the request that leaves the other player the side for which they bid.

    Raises:
        NotYourPen: It is not your turn.
        FormError: The other player has not bid.
    """
    made = _check_turn(fold.now, identity, at)
    if made.stands is None:
        raise FormError("nobody has bid yet. Name a side; its price may be 0")
    word = word_kinds.Pass(**said(fold, identity), round=at.round, board=at.board)
    return sign_word(word, identity.sign_seed)


def _check_turn(history: History, identity: Identity, at: BoardOf) -> bids.Auction:
    """Return the open bids for a board, where it is one's turn."""
    if not history.has(at):
        raise FormError(f"there is no {at}. 'pbem tournament show' lists the boards")
    made, owed = history.bids.get(at), history.bids_owed(at)
    if not isinstance(made, bids.Auction):
        raise NotYourPen(f"there are no open bids for {at}")
    if (identity.handle, identity.sign_public.hex()) not in [
        (one.handle, one.sign) for one in owed
    ]:
        whose = f"it is {owed[0].handle}'s turn" if owed else "the bids are settled"
        raise NotYourPen(f"you cannot bid for {at} now: {whose}")
    return made


def require_bids(history: History) -> None:
    """Raise FormError in a tournament where sides are not bid for, or one that is over."""
    name = escape(history.found.name)
    if history.over:
        raise FormError(f"{name} is over, so there are no more bids")
    if isinstance(history.found.bids, UnsetType):
        raise FormError(f"{name} has no bids: the pairing gives the sides")


def _kept_bid(path: Path) -> word_kinds.Bid:
    kept = word_kinds.read_word(read_plain(path, WORD_BYTES, own=True).rstrip(b"\n"))
    if not isinstance(kept, word_kinds.Bid):
        raise FormError(f"{path} is not a bid")
    return kept


def _check_bidder(history: History, identity: Identity, at: BoardOf, *, sealed: bool) -> None:
    require_bids(history)
    if not history.has(at):
        raise FormError(f"there is no {at}. 'pbem tournament show' lists the boards")
    made, owed = history.bids.get(at), history.bids_owed(at)
    if isinstance(made, bids.Auction):
        raise NotYourPen(
            f"bids for {at} are open. Type 'pbem tournament bid SIDE --price N', or --pass"
        )
    here = [(one.handle, one.sign) for one in owed]
    mine = (identity.handle, identity.sign_public.hex()) in here
    if made is None or not mine or made.are_sealed != sealed:
        verb = "open" if sealed else "seal"
        waits = f". Waiting for {' and '.join(one.handle for one in owed)}" if owed else ""
        if made is not None and owed and made.are_sealed and mine:
            waits = ". Both bids are sealed: open yours with 'pbem tournament bid' without a side"
        elif mine:
            waits = ". Seal it first with 'pbem tournament bid SIDE --price N'"
        raise NotYourPen(f"you cannot {verb} a bid for {at} now{waits}")


def to_open(history: History, handle: str, sign: str) -> list[BoardOf]:
    """Return the boards whose games somebody has still to open; ``sign``: their signing key."""
    return [
        at
        for at in history.owed()
        if at not in history.games
        and not history.bids_owed(at)
        and (history.pair_of(at)[0].handle, history.pair_of(at)[0].sign) == (handle, sign)
    ]


def open_board(
    client: Client, identity: Identity, log: Path, fold: Fold, items: Items
) -> list[Done]:
    """Open all games that this identity has to open, each once.

    ``log``: the tournament's. If a game cannot be opened, ``items`` has it with the reason, and the
    next one is opened.

    Raises:
        NotYourPen: There is none to open, or each is open at this client already.
    """
    history = fold.now
    opened: list[Done] = []
    before: NotYourPen | None = None
    for at in to_open(history, identity.handle, identity.sign_public.hex()):
        with items.take(str(at)):
            data = terms(history, at)
            assert isinstance(data.for_, Pairing)  # noqa: S101 - terms of a board are bound
            try:
                check_first(client, identity.handle, data.for_)
            except NotYourPen as error:
                before = error
                continue
            opened.append(open_as(client, identity, data, Paired(log, history, at).game_name))
    if not opened and not items.failed:
        raise before or NotYourPen(
            f"you have no game of {history.found.name} to open. The first of each pair opens the "
            "game, and 'pbem tournament show' names them"
        )
    return opened
