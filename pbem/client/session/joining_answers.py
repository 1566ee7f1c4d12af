"""Standing orders given when joining, before the game has begun."""

from __future__ import annotations

from pbem.client.session.mistakes import OrderMistake
from pbem.client.session.session import Session
from pbem.errors import FormError
from pbem.kit.typed.strict_yaml import text_of
from pbem.play.lists import read_text
from pbem.play.play import Play
from pbem.table.events.kinds import Standing


def standing_at_join(session: Session, text: bytes) -> Standing:
    """Read standing orders, one a line, for the side that one will play.

    Raises OrderMistake with the number of the line.
    """
    table = session.table
    held = [side for side, who in table.seats.items() if who == session.me]
    if len(held) != 1:
        raise OrderMistake("Only a player of exactly one side can give standing orders at the join")
    play = table.play
    if play is None:
        assert table.opening is not None  # noqa: S101 - a log begins with its opening
        play = Play(session.client.library.game(table.opening)[1], table.seats)
    try:
        parsed = read_text(play, held[0], text_of(text, "standing orders"))
        play.game.check_standing(held[0], parsed.standing)
    except FormError as error:
        raise OrderMistake(str(error)) from None
    if parsed.orders or not parsed.standing:
        raise OrderMistake("At the join, every line must begin with 'standing'")
    return {held[0]: parsed.standing}
