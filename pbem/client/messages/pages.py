"""The page beside the text of a mail: a short report, and the map as everybody may see it.

Whatever a reader of mail parses stands in the text alone; the page repeats its last line only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape as markup
from typing import TYPE_CHECKING

from pbem.client.messages.subjects import game_words
from pbem.crypto.text import escape
from pbem.errors import PbemError
from pbem.items import item
from pbem.kit.picture import Picture
from pbem.mail.letter import MAP

if TYPE_CHECKING:
    from pbem.client.session.session import Session

Draw = Callable[[Picture], bytes | None]
"""Draws a map as PNG; None where it cannot."""
DEEDS_SHOWN = 20
FONT = "font-family:system-ui,Segoe UI,Roboto,Helvetica,Arial,sans-serif"

PAGE = (
    '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"></head>'
    f'<body style="{FONT};font-size:15px;line-height:1.4;max-width:660px">\n'
)


def map_of(session: Session, draw: Draw) -> bytes:
    """Return the map of a game as anybody may see it, as PNG; nothing where there is none.

    Args:
        session: The game.
        draw: Draws it.
    """
    play = session.table.play
    if play is None:
        return b""
    try:
        with item("the map"):  # a mail goes also where a module cannot draw
            return draw(play.game.picture(play.game.view(play.position, None))) or b""
    except PbemError:
        return b""


def page(
    session: Session, headline: str, active: Iterable[str], deeds: Iterable[str], *, drawn: bool
) -> str:
    """Return the page of a mail.

    Args:
        session: The game.
        headline: The subject of the mail.
        active: The active players, their tasks and deadlines, in lines.
        deeds: The events, in lines.
        drawn: There is a picture of the map.
    """
    now, happened = session.table.active(), list(deeds)
    lines = [PAGE, f'<h1 style="font-size:20px;margin:0 0 8px">{_plain(headline)}</h1>']
    lines += [f'<p style="margin:0 0 8px">{_plain(line)}</p>' for line in active]
    if drawn:
        alt = f"The map of {game_words(session)}, as everybody may see it"
        style = "max-width:100%;height:auto;border:1px solid #dcd6c6;border-radius:8px"
        lines.append(f'<p><img src="cid:{MAP}" alt="{_plain(alt)}" style="{style}"></p>')
    if happened:
        lines.append('<h2 style="font-size:16px;margin:12px 0 4px">What happened</h2><ul>')
        lines += [f"<li>{_plain(line.strip())}</li>" for line in happened[-DEEDS_SHOWN:]]
        lines.append("</ul>")
    if "orders" in now.kinds and now.handle is not None:
        lines.append(
            "<p>To answer, drop this mail on your lobby (<code>pbem lobby</code>). Or reply by "
            f"mail: a line <code>#pbem {_plain(session.name)} {_plain(now.handle)}</code>, your "
            "orders, and a line <code>#end</code>.</p>"
        )
    elif now.handle is not None:
        lines.append("<p>Drop this mail on your lobby (<code>pbem lobby</code>).</p>")
    lines.append("<p>The whole report is in the text of this mail, and the log is attached.</p>")
    return "\n".join(lines) + "\n"


def _plain(line: str) -> str:
    return markup(escape(line))
