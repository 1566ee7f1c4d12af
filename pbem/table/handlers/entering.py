"""Opening a game and joining it (protocol section 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from pbem.crypto import digest, vrf
from pbem.errors import FormError
from pbem.kit.contract import Game
from pbem.kit.hidden import cards_of, groups_of
from pbem.kit.stocks import stocks_of
from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.play.play import Play
from pbem.table.events.kinds import Join, Open, Standing
from pbem.table.handlers.groups import groups_said
from pbem.table.handlers.turns import check_standing, set_standing
from pbem.table.library import Library, UnknownRules
from pbem.table.state import EarlyStanding
from pbem.table.tabletop import Tabletop

GROUPS = 2
"""How many groups a game with decks has: each puts a layer on."""


def join_alpha(game_id: str, handle: str) -> bytes:
    """Return the VRF input that a join proves.

    ``game_id``: the game's. ``handle``: who joins.
    """
    return digest.tagged("join", game_id.encode(), b"\n", handle.encode())


def open_game(table: Tabletop, event: Event, data: Open) -> None:
    """Carry out the opening; the roster was made from it already.

    Raises:
        BadLog: With ``open.bad`` or ``rules.unknown``.
    """
    if all(player.handle != event.by for player in table.roster.players):
        message = f"{event.by} opened the game but is not one of its players."
        raise BadLog(finding("open.bad", event, message=message, blame=(event.by,)))
    table.opening = data
    table.seats = dict(data.seats)
    table.groups = groups_said(data)
    if not table.blind:
        load_game(table.library, data, event)
        table.opening = table.library.completed(data)


def load_game(library: Library, data: Open, event: Event | None = None) -> Play:
    """Find the rules and set the game up.

    Args:
        library: Has the rules.
        data: The opening.
        event: The event of the opening, if the finding should name it.

    Raises:
        BadLog: With ``rules.unknown`` or ``open.bad``.
    """
    try:
        _, game = library.game(data)
        if set(game.sides) != set(data.seats):
            raise FormError(f"the seats must be exactly {', '.join(game.sides)}")
        _check_groups(game, data)
    except UnknownRules as error:
        message = f"pbem cannot load the rules: {error}."
        raise BadLog(finding("rules.unknown", event, message=message)) from None
    except FormError as error:
        message = f"The game cannot open like this: {error}. Correct it and open the game again."
        blame = () if event is None else (event.by,)
        raise BadLog(finding("open.bad", event, message=message, blame=blame)) from None
    return Play(game, data.seats)


def _check_groups(game: Game[Any, Any], data: Open) -> None:
    found = groups_in(game, data.seats, [player.handle for player in data.players])
    if (cards_of(game) or stocks_of(game)) and len(found) != GROUPS:
        what = "hands" if cards_of(game) else "hidden supplies"
        raise FormError(f"a game with {what} needs {GROUPS} groups of players with seats")
    if wanted_groups(found) != data.groups:
        reported = " and ".join(", ".join(group) for group in found)
        raise FormError(f"its groups must be {reported or 'none'}")


def groups_in(
    game: Game[Any, Any], seats: Mapping[str, str], players: Sequence[str]
) -> list[list[str]]:
    """Return the groups of a game with decks or hidden supplies.

    Args:
        game: The game.
        seats: Side -> handle.
        players: The handles, in order.
    """
    hidden = cards_of(game) or stocks_of(game)
    return groups_of(game, seats, players) if hidden else []


def wanted_groups(found: list[list[str]]) -> tuple[tuple[str, ...], ...] | UnsetType:
    """Return what an opening says of groups: nothing if everybody is alone.

    ``found``: the handles of each group.
    """
    alone = all(len(group) == 1 for group in found)
    return UNSET if alone else tuple(tuple(group) for group in found)


def join(table: Tabletop, event: Event, data: Join) -> None:
    """Carry out a join: check its keys and its proof; the last one starts the game.

    Raises:
        BadLog: With ``key.bad``, or as `Roster.admit_join`, `Roster.refuse_dice` and `Roster.join`.
    """
    table.roster.admit_join(event, data)
    if data.box is None and any(event.by in group for group in table.groups if len(group) > 1):
        message = (
            f"Event {event.seq}: {event.by} has an ally in their group, but brings no box key."
        )
        raise BadLog(finding("key.bad", event, message=message, blame=(event.by,)))
    alpha = join_alpha(table.game_id, event.by)
    if vrf.verify(bytes.fromhex(data.vrf), alpha, bytes.fromhex(data.proof)) is None:
        table.roster.refuse_dice(event, data)
    table.roster.join(event, data)
    standing = data.standing if isinstance(data.standing, dict) else None
    if standing is not None and not table.blind:
        _stand(table, event, standing)
    if not table.started and table.roster.joining() is None:
        start(table, event)


def _stand(table: Tabletop, event: Event, standing: Standing) -> None:
    if table.started:
        set_standing(table, event, standing)
        return
    assert table.opening is not None  # noqa: S101 - nobody joins before the opening
    # Judged now: a fault found when the game starts would stop an innocent player's join.
    game = load_game(table.library, table.opening, event).game
    check_standing(table, game, event, standing)
    table.early_standing.append(EarlyStanding(event.seq, event.by, standing))


def start(table: Tabletop, event: Event) -> None:
    """Start the game with ``event``, which every level knows (section 4)."""
    assert table.opening is not None  # noqa: S101 - nobody joins before the opening
    table.started = True
    if table.blind:
        return
    play = table.play = load_game(table.library, table.opening, event)
    play.seats.update(table.seats)
    play.gone.update(player.handle for player in table.roster.players if player.out)
    for early in table.early_standing:
        if early.by not in play.gone:  # what they gave counts no more
            play.stand(early.by, early.standing)
    table.early_standing.clear()
    table.play.start()
