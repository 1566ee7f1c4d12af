"""Opening what was hidden: layers and supplies at the end, supplies as an ally has left.

The page is docs/protocol-cards.md, 3.6, 6.1 and 6.6.
"""

from __future__ import annotations

from msgspec import UNSET

from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.table.events.kinds import LayOpen
from pbem.table.handlers import decks, groups, stocks
from pbem.table.state import StockPair
from pbem.table.tabletop import Tabletop


def lay_open(table: Tabletop, event: Event, data: LayOpen) -> None:
    """Reveal an author's card keys, and the pairs of supplies they have to open.

    Raises:
        BadLog: With ``deck.open`` or ``stock.open``.
    """
    stocks.drop(table)  # below level 3 the opening itself may be what says that the game is over
    # Owners of pairs are settled before the layers are judged: then owners of layers are in doubt.
    mine = stocks.opened_by(table, event.by, data, lambda _: True)
    decks.lay_open(table, event, data)
    stocks.lay_open(table, event, data, mine)
    if table.blind:
        table.laid, table.offer = True, None


def is_early(table: Tabletop, event: Event, data: LayOpen) -> bool:
    """Say whether something is revealed, or perhaps revealed, because an ally left.

    At the end of a game it is not early. Below level 3 an ally is perhaps out, or the game was
    perhaps over before an ally was put out. Then the event does not say whether the game is over,
    and dice that may be due stay due.
    """
    if table.over or groups.answering(table):
        return False
    if stocks.next_to_open(table) is not None and not table.maybe_over:
        return True
    if not table.blind or data.masks is not UNSET or data.stocks is UNSET:
        return False
    return bool(_early(table, event, data))


def as_an_ally_left(table: Tabletop, event: Event, data: LayOpen) -> None:
    """Open the pairs of a group of which somebody is out, while the game continues.

    Raises:
        BadLog: With ``deck.open``: deck keys are opened only at the end of the game.
    """
    if data.masks is not UNSET:
        message = f"Event {event.seq}: deck keys are revealed only when the game is over."
        raise BadLog(finding("deck.open", event, message=message, blame=(event.by,)))
    stocks.lay_open(table, event, data, _early(table, event, data))
    stocks.go_on(table)


def _early(table: Tabletop, event: Event, data: LayOpen) -> list[StockPair]:
    return stocks.opened_by(table, event.by, data, lambda pair: stocks.is_due(table, pair))
