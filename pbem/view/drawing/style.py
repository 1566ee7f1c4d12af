"""How a drawn map looks: colours by class, light and dark, as a style sheet.

Colours are chosen to differ in lightness as well as in hue, so that they can be distinguished by
people who are colour-blind, and in print without colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from pbem.view.drawing.ground import DARK_LAND, GROUND, OTHER, Ground

PAPER, INK, FAINT = "#fffdf8", "#1c2430", "#5c5442"
DARK_PAPER, DARK_INK, DARK_FAINT = "#12161c", "#ece8dd", "#cfc7b3"

COUNTERS = (
    ("#0b4a86", "#ffffff"),
    ("#ad3410", "#ffffff"),
    ("#2f6d86", "#ffffff"),
    ("#f0c14b", "#1c2430"),
    ("#8ccbf0", "#1c2430"),
    ("#d4d4d4", "#1c2430"),
    ("#6f3580", "#ffffff"),
    ("#0a7a5c", "#ffffff"),
    ("#333333", "#ffffff"),
)
"""Papers and inks of counters."""

KNOWN = {
    "us": 0, "1ag": 0, "8ag": 4, "jp": 1, "je": 1, "jw": 3, "36th": 5, "br": 2, "al": 2, "au": 3,
}  # fmt: skip
"""Side -> its colours in every game: American, Japanese, British, Allied and Australian ones."""

LINES = {
    "grid": ("#c9bfaa", 0.5, ""),
    "wet": ("#bcd0d9", 0.4, ""),
    "shoal": ("#e0ecf0", 11.0, ""),
    "coast": ("#6f8a96", 1.1, ""),
    "boundary": ("#9c1033", 4.6, ""),
    "river": ("#164f85", 2.6, ""),
    "stream": ("#164f85", 1.7, ""),
    "zone": ("#6f3580", 1.8, "7 5"),
    "other0": ("#333333", 2.6, "0.1 4.5"),
    "other1": ("#7a4a00", 2.6, "0.1 4.5"),
    "road": ("#6b4820", 2.4, ""),
    "bed": ("#f8ecd4", 1.1, ""),
    "front": ("#b0173a", 4.0, ""),
    "divide": ("#39414d", 2.2, ""),
    "open": ("#6a6455", 0.9, "0.1 2.5"),
    "closed": ("#222222", 2.2, ""),
    "water": ("#14508a", 4.0, ""),
    "strait": ("#14508a", 7.0, ""),
    "apart": ("#164f85", 1.4, "1.5 4"),
    "gate": ("#8a5f14", 6.0, ""),
    "spikes": ("#222222", 1.4, ""),
}
"""Kind of line -> its colour, width and dashes; it is seen on each ground that it lies on."""

DARK_LINES = {
    "grid": "#5c5a4e",
    "wet": "#27404f",
    "shoal": "#223947",
    "coast": "#5d7c8c",
    "closed": "#ece8df",
    "spikes": "#ece8df",
    "other0": "#cfc9bd",
    "other1": "#f0a63c",
    "boundary": "#ff8fa3",
    "front": "#ff8fa3",
    "divide": "#98a3b8",
    "river": "#7cc0f5",
    "stream": "#7cc0f5",
    "water": "#7cc0f5",
    "strait": "#7cc0f5",
    "zone": "#d3a4e6",
    "open": "#b3ab9b",
    "road": "#d6b685",
    "bed": "#3a2f20",
    "apart": "#7cc0f5",
    "gate": "#e0b565",
}

NOBODY = 5
"""The colours of counters that belong to no side of a picture."""

LETTERS = '"DejaVu Sans",Verdana,sans-serif'
"""The letters of a drawing, unless the page that it is on says another ``--font``."""

HELD, DARK_HELD = "#fbf9f3", DARK_LAND
"""Ground that somebody holds, below the tint of their side."""

MOVED = "#d0007f"
"""The colour of the arrows of moves: a hue that no ground and no side has."""

FIXED = f"""\
.map text{{font-family:var(--font,{LETTERS});fill:var(--ink)}}
.map .bold{{font-weight:bold}}
.map .middle{{text-anchor:middle}}
.map .end{{text-anchor:end}}
.map .faint,.map .number{{fill:var(--faint)}}
.map .sheet{{fill:var(--paper)}}
.map .box{{fill:var(--paper);stroke:var(--ink);stroke-width:.6}}
.map .here{{fill:var(--ink)}}
.map .onhere{{fill:var(--paper)}}
.map .held{{stroke:var(--ink);stroke-width:.5}}
.map .plain{{fill:var(--paper);stroke:var(--ink);stroke-width:.5}}
.map .disputed{{fill:#f2c14e}}
.map .ondisputed{{fill:#222}}
.map .line{{fill:none;stroke-linecap:round;stroke-linejoin:round}}
.map .hex{{fill:transparent}}
.map .field{{fill:var(--ink);fill-opacity:.05;stroke:var(--faint);stroke-width:.5}}
.map .nameless{{fill:transparent;stroke:none}}
.map .land{{fill:#e9e4d4}}
.map .sea{{fill:var(--faint);font-style:italic}}
.map .soft{{fill-opacity:.22}}
.map .under{{fill:{HELD}}}
.map .tint{{fill-opacity:.22}}
.map .stripe{{stroke-width:7;stroke-opacity:.4;stroke-linecap:butt}}
.map .teeth{{fill:#5c4a32}}
.map .star{{fill:#ffb000;stroke:#1c2430;stroke-width:.8}}
.map .name{{paint-order:stroke;stroke:var(--paper);stroke-width:3;stroke-linejoin:round}}
.map .names{{pointer-events:none}}
.map .shade{{fill:#000;fill-opacity:.28}}
.map .badge{{fill:var(--ink);stroke:var(--paper);stroke-width:.5}}
.map .counter{{stroke:#222;stroke-width:.4}}
.map .hidden{{stroke:var(--paper);stroke-dasharray:2 1.2}}
.map .sign{{fill:none;stroke:var(--ink);stroke-width:.6}}
.map .sign.thick{{stroke-width:1.2}}
.map .lost{{fill:#d0007f;stroke:#fff;stroke-width:.3}}
.map .below,.map .whole{{display:none}}
.map .spent{{fill:var(--paper);stroke-width:1}}
.map .shaft{{stroke:{MOVED};stroke-width:1.6;fill:none}}
.map .rim{{stroke:var(--paper);stroke-width:3.4;fill:none}}
.map .came,.map .left{{stroke:{MOVED};stroke-width:1.6}}
.map .left{{stroke-dasharray:3 2.5}}
.map .head{{fill:{MOVED};stroke:var(--paper);stroke-width:.5}}
"""


@cache
def stylesheet() -> str:
    """Return the style of all drawn maps: every class under ``.map``."""
    light = f".map{{--paper:{PAPER};--ink:{INK};--faint:{FAINT}}}"
    dark = f".map{{--paper:{DARK_PAPER};--ink:{DARK_INK};--faint:{DARK_FAINT}}}"
    held = f".map .under{{fill:{DARK_HELD}}}\n.map .land{{fill:#3e3f38}}"
    darker = "\n".join([dark, held, *_grounds(dark=True), *_dark_lines()])
    lines = [light, *_grounds(dark=False), *_lines(), *_sides()]
    return "\n".join(lines) + f"\n{FIXED}@media (prefers-color-scheme:dark){{\n{darker}\n}}\n"


def _grounds(*, dark: bool) -> Iterator[str]:
    for name, look in [*GROUND.items(), ("other", OTHER)]:
        ground = name or "none"
        tint = _tint(look, dark=dark)
        yield f".map .g-{ground}{{fill:{tint}}}"
        if look.sign:
            yield _signs(ground, look, dark=dark)


def _tint(look: Ground, *, dark: bool) -> str:
    return (look.dark or _darkened(look.tint, 0.36)) if dark else look.tint


def _signs(ground: str, look: Ground, *, dark: bool) -> str:
    ink = _darkened(look.ink, 0.9) if dark else look.ink
    paint = f"fill:{ink}" if look.filled else f"fill:none;stroke:{ink}"
    return f".map .s-{ground}{{{paint}}}"


def _lines() -> Iterator[str]:
    for name, (colour, width, dashes) in LINES.items():
        dashed = f";stroke-dasharray:{dashes}" if dashes else ""
        yield f".map .l-{name}{{stroke:{colour};stroke-width:{width}{dashed}}}"


def _dark_lines() -> Iterator[str]:
    for name, colour in DARK_LINES.items():
        yield f".map .l-{name}{{stroke:{colour}}}"


def _sides() -> Iterator[str]:
    for rank, (paper, ink) in enumerate(COUNTERS):
        yield f".map .c{rank}{{fill:{paper}}}"
        yield f".map .on{rank}{{fill:{ink}}}"
        yield f".map .sign.on{rank}{{fill:none;stroke:{ink}}}"
        yield f".map .e{rank}{{stroke:{paper}}}"
        yield f".map .counter.rim{rank}{{stroke:{paper}}}"


def colours_of(side: str, sides: Sequence[str]) -> int:
    """Return the number of the colours of a side among all sides of a picture.

    A side that other games know has its colours in all of them. The others have those that are
    left, in their order; what is no side's is grey.
    """
    if side in KNOWN:
        return KNOWN[side]
    if side not in sides:
        return NOBODY
    taken = {KNOWN[one] for one in sides if one in KNOWN}
    free = [number for number in range(len(COUNTERS)) if number not in taken]
    return free[[one for one in sides if one not in KNOWN].index(side) % len(free)]


def _darkened(colour: str, share: float) -> str:
    """Return a colour with so much of its light."""
    parts = (round(int(colour[at : at + 2], 16) * share) for at in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)
