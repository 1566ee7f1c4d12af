"""A player names who plays for them while they are away, and comes back."""

from __future__ import annotations

from pbem.client import people
from pbem.client.client import Client
from pbem.client.session.session import sit
from pbem.crypto import signing
from pbem.crypto.text import escape
from pbem.director.office import said
from pbem.director.player.saying import check, read_day
from pbem.errors import FormError, NotYourPen
from pbem.identity.identity import Identity
from pbem.table.events.kinds import Signer
from pbem.table.handlers.rulings import why_not_replaced
from pbem.tournament.events import word_kinds
from pbem.tournament.events.words import sign_word
from pbem.tournament.folding import Fold
from pbem.tournament.history import BoardOf, History
from pbem.tournament.substitutes import agreed_bytes


def my_board(history: History, handle: str, round_: int | None, board: int | None) -> BoardOf:
    """Return the board that somebody means: of what they leave out (None), the only one open.

    Raises:
        FormError: There is no such board, or there are several.
    """
    me = history.of_handle(handle)
    mine = [] if me is None else history.open_boards(me.number)
    if me is not None and me.team is not None:
        mine = [at for at in mine if handle in [one.handle for one in history.pair_of(at)]]
    mine = [at for at in mine if round_ in (None, at.round) and board in (None, at.board)]
    if len(mine) == 1:
        return mine[0]
    if not mine:
        raise FormError(
            f"nothing was signed. By your log of {escape(history.found.name)}, {handle} has no "
            "such board without a result. 'pbem tournament show' lists the boards"
        )
    raise FormError(
        f"nothing was signed. Name one of your boards with --round and --board: "
        f"{'; '.join(map(str, mine))}"
    )


def substitute_word(
    client: Client, fold: Fold, identity: Identity, at: BoardOf, *, whom: str, until: str
) -> word_kinds.AnyWord:
    """Return the request by which somebody else plays at your board, signed.

    Args:
        client: The client.
        fold: The tournament, as its log stands.
        identity: The player, who signs.
        at: The board.
        whom: The player; their card is here.
        until: The last day of the absence, in UTC, as typed.

    Raises:
        FormError: The log here cannot take it, or the day is none, or has passed.
        NotFound: The card of ``whom`` is not here.
        NotYourPen: Only you can go on with the game, because you have a seal, a hand or a hidden
            supply in it.
    """
    day = read_day(until)
    card = people.card_of(client, whom)
    made = word_kinds.Substitute(
        **said(fold, identity),
        round=at.round,
        board=at.board,
        player=Signer(card.handle, card.sign),
        until=f"{day}T23:59:59Z",
    )
    check(fold, made)
    if why := _why_mine(client, fold.now, at, identity.handle):
        raise NotYourPen(f"nothing was signed: {why}")
    return sign_word(made, identity.sign_seed)


def _why_mine(client: Client, history: History, at: BoardOf, handle: str) -> str:
    """Say why nobody else can go on with the game of a board, by its log here; else empty."""
    to = {"board": at.board, "pair": history.rounds[at.round - 1].pair, "tournament": history.id}
    for path, event in client.here.firsts():
        if event.data.get("for") == to:
            return why_not_replaced(sit(client, path, handle).table, handle)
    return ""


def back_word(fold: Fold, identity: Identity, at: BoardOf, as_: Identity) -> word_kinds.AnyWord:
    """Return the request by which you play at your board again, by a new handle, signed by both.

    ``as_``: the identity with the new handle.

    Raises:
        FormError: The log here cannot take it.
    """
    own = said(fold, identity)
    agreed = agreed_bytes(fold.now.id, identity.handle, identity.sign_public.hex())
    made = word_kinds.Back(
        **own,
        round=at.round,
        board=at.board,
        player=Signer(as_.handle, as_.sign_public.hex()),
        agreed=signing.sign(as_.sign_seed, agreed).hex(),
    )
    check(fold, made)
    return sign_word(made, identity.sign_seed)
