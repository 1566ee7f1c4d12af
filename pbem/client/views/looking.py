"""Looking at a game: the position, what happened, the active player, by when."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Any

import msgspec

from pbem.client.session.fork_proofs import proofs
from pbem.client.session.history import LOOKER, Entry, chronicle, keep
from pbem.client.session.offers import offer_sentence
from pbem.client.session.session import Session
from pbem.client.session.turn import turn_at
from pbem.client.umpire.timekeeping import clock_of
from pbem.client.umpire.words import due_words
from pbem.client.views.incomplete import Trouble
from pbem.client.views.terms import chosen_options
from pbem.errors import PbemError
from pbem.kit.picture import Picture
from pbem.kit.sides import side_name
from pbem.play.lists import write_text
from pbem.store.resume import Progress
from pbem.table.owned import OwnersPack, owners_pack
from pbem.table.table import Table
from pbem.table.words.short import short


class Seat(msgspec.Struct, frozen=True):
    """A side, what it is called, who plays it, and why no longer if so."""

    side: str
    handle: str
    out: str | None
    name: str


class Shown(msgspec.Struct, frozen=True, kw_only=True, rename={"active": "pen"}):
    """A game as one sees it.

    - ``options``: All of them.
    - ``chosen``: Those that are not as by default, in words.
    - ``events``: How many events the log has.
    - ``head``: Id of the last event.
    - ``position``: Lines.
    - ``yours``: It is your move, to write ``may``, and you type ``type_it``.
    - ``pack``: An owner's data pack.
    - ``since``: The event of the last look; None at the first.
    - ``happened``: The events since.
    - ``short``: The same in a few lines.
    - ``sealed``: Your sealed choices that are not opened yet.
    - ``waiting``: The rest of your list.
    - ``forks``: The proofs of forks.
    - ``forked``: Advice on those that nobody has ruled on.
    - ``trouble``: Why it is shown up to here and no further; null if the log is whole.
    """

    game: str
    game_id: str
    rules: str
    title: str
    version: int
    scenario: str
    options: dict[str, str | int | bool]
    chosen: list[str]
    you: str | None
    seats: list[Seat]
    umpire: str | None
    dice: str
    events: int
    head: str
    position: list[str]
    picture: Picture | None
    active: str
    yours: bool
    may: list[str]
    type_it: str
    deadline: str | None
    result: str | None
    ruled: bool
    reconstructed: list[str]
    pack: OwnersPack | None
    forks: list[str]
    forked: list[str]
    sealed: list[str]
    waiting: list[str]
    standing: dict[str, list[str]]
    offer: str | None
    since: int | None
    happened: list[Entry]
    short: list[str]
    trouble: Trouble | None = None
    at: str | None = None


def show(
    session: Session,
    progress: Progress | None = None,
    trouble: Trouble | None = None,
    *,
    at: str | None = None,
    active: str | None = None,
) -> Shown:
    """Return the game as one player sees it, and remember this look.

    Args:
        session: The game.
        progress: Called as events are replayed.
        trouble: The trouble that ends a log that is not whole; the session is at its valid part.
        at: A place in the log, without a player and a clock.
        active: The reason why the game waits.
    """
    table = session.table
    opening = table.opening
    assert opening is not None  # noqa: S101 - a log begins with its opening
    rules, _ = session.client.library.load(table.rules_now())
    turn = turn_at(session)
    since = looked(session)
    came = [] if since is None else list(chronicle(session, since + 1, progress))
    shown = Shown(
        game=session.name,
        game_id=table.game_id,
        rules=rules.name,
        title=rules.title,
        version=table.rules_now().version,
        scenario=opening.scenario,
        options=opening.options,
        chosen=chosen_options(rules, opening.options),
        you=session.handle,
        seats=_seats(table),
        umpire=None if table.roster.umpire is None else table.roster.umpire.handle,
        dice=table.policy,
        events=table.chain.count,
        head=table.chain.head,
        position=described(session),
        picture=picture(session),
        active=turn.active if active is None else active,
        yours=turn.yours,
        may=turn.may if at is None else [],
        type_it=turn.type_it if at is None else "",
        deadline=None if trouble or at else deadline(session, here=True),
        result=turn.result,
        ruled=bool(table.ruled_on),
        reconstructed=list(rules.reconstructed),
        pack=owners_pack(session.client.library, table.rules_now()),
        forks=[str(path) for path in proofs(session.path)],
        forked=[] if trouble or at else session.forked(),
        sealed=_sealed(session),
        waiting=_waiting(session),
        standing=standing_lines(session),
        offer=_offer(table),
        since=since,
        happened=[one.entry for one in came],
        short=short([one.deed for one in came]),
        trouble=trouble,
        at=at,
    )
    look(session)
    return shown


# --- the last look ----------------------------------------------------------------------------


def looked(session: Session) -> int | None:
    """Return the number of the last event that one has looked at, None at the first look."""
    if session.handle is None:
        return None
    return session.client.config.looked.get(session.handle, {}).get(session.table.game_id)


def look(session: Session) -> None:
    """Remember that one has looked, and in a long game also the table, to begin there later."""
    # If nothing can be written, on a full disk or in a backup, one can still look.
    with suppress(PbemError):
        _remember(session)


def _remember(session: Session) -> None:
    if session.handle is None:
        return
    last = session.table.chain.count - 1
    if looked(session) == last:
        return
    with session.client.remembering() as config:
        config.looked.setdefault(session.handle, {})[session.table.game_id] = last
    keep(session, LOOKER)


# --- parts of what is shown --------------------------------------------------------------------


def picture(session: Session) -> Picture | None:
    """Return the map as one may see it, None before the game begins."""
    play = session.table.play
    if play is None:
        return None
    return play.game.picture(play.game.view(play.position, session.side))


def map_of(session: Session) -> Picture:
    """Return the map as one may see it; raises PbemError before the game begins."""
    shown = picture(session)
    if shown is None:
        raise PbemError("There is no map yet: the game begins when everybody has joined")
    return shown


def described(session: Session) -> list[str]:
    """Return the position in short lines, as one may see it."""
    play = session.table.play
    if play is None:
        return ["The game begins when everybody has joined."]
    return play.game.describe(play.game.view(play.position, session.side))


def standing_lines(session: Session) -> dict[str, list[str]]:
    """Return one's own standing orders, by side, as lines."""
    play = session.table.play
    if play is None or session.handle is None:
        return {}
    given = play.standing.get(session.handle, {})
    return {side: play.game.standing_text(answers) for side, answers in given.items()}


def _seats(table: Table) -> list[Seat]:
    players = {player.handle: player.out for player in table.roster.players}
    return [
        Seat(side, handle, players.get(handle), side_name(table.game, side))
        for side, handle in table.seats.items()
    ]


def _sealed(session: Session) -> list[str]:
    """Return one's own sealed choices that are still closed, as orders (nobody else sees them)."""
    mine = [s.label for s in session.table.seals if not s.opened and s.by == session.handle]
    play = session.table.play
    if not mine or play is None or session.handle is None:
        return []
    private = session.client.private(session.handle, session.table.game_id)
    kept: dict[str, Any] = {secret.label: secret.value for secret in private.secrets()}
    return [f"{label}: {write_text(play, [kept[label]])[0]}" for label in mine if label in kept]


def _waiting(session: Session) -> list[str]:
    """Return what remains of the list that one wrote, as lines."""
    play = session.table.play
    if play is None:
        return []
    lists = [one for one in play.lists if one.by == session.handle]
    return [line for one in lists for line in write_text(play, one.orders)]


def _offer(table: Table) -> str | None:
    if table.offer is None:
        return None
    return offer_sentence(table, table.offer.by, table.offer.offer)


def deadline(session: Session, today: date | None = None, *, here: bool = False) -> str | None:
    """Say by when the next event is due (docs/time.md); None where no clock runs.

    The umpire's copy counts from their record, every other one from the dates in the log, and says
    so. ``today``: default the day that it is. ``here``: as in `due_words`. Raises
    LogFileError where the record is damaged.
    """
    clock = clock_of(session, today)
    return None if clock is None else due_words(clock, here=here) or None


def deadline_day(session: Session) -> str:
    """Return the last day on which the next event is in time; empty where no clock runs.

    Raises LogFileError where the record is damaged.
    """
    clock = clock_of(session)
    held = None if clock is None else clock.held
    if held is None:
        return ""
    return str(held.due if held.stage == "time" else held.grace_end)
