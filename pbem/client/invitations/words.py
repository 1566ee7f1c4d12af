"""The words of an invitation, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.crypto.text import escape

if TYPE_CHECKING:
    from pbem.client.invitations.answering import Invited


def game_of(said: Invited) -> str:
    """Return the game of an invitation, with its scenario where it has several."""
    return f"{said.title}, {said.scenario}" if said.scenario else said.title


def invited_lines(said: Invited) -> list[str]:
    """Return who invites to what, and until when."""
    yours = " and ".join(said.sides)
    lines = [
        f"{said.who} invites you to {game_of(said)}.",
        f"You play {yours}, {said.who} plays {said.side}.",
        *said.terms,
        f"You can answer until {said.until}.",
    ]
    return [*lines, f"{said.who} writes: {escape(said.words)}"] if said.words else lines
