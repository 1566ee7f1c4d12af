"""Tracks as lines for a terminal, below a map of either kind."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.crypto.text import escape
from pbem.kit.picture import Track
from pbem.view.paint import wrapped


def track_lines(tracks: Iterable[Track], width: int) -> list[str]:
    """Return each track in one line of ``width`` columns if it fits, and what waits on it below."""
    return [line for track in tracks for line in _lines(track, width)]


def _lines(track: Track, width: int) -> list[str]:
    slots = " ".join(
        f"[{escape(slot.label)}]" if slot.here else escape(slot.label) for slot in track.slots
    )
    reported = wrapped(f"{escape(track.title)}: {slots}", width)
    for slot in track.slots:
        if slot.holds:
            holds = ", ".join(map(escape, slot.holds))
            reported += wrapped(f"  {escape(slot.label)}: {holds}", width, 4)
    return reported
