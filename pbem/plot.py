"""Draws plots with matplotlib: whole or not at all, the same bytes each time.

Drawing needs matplotlib (docs/decisions/0018-plots.md), an extra; only anyone who draws loads it.
No date, no version and no name made up by chance stands in a file, and text stays text.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.errors import FormError, PbemError
from pbem.log.disk import write_over

if TYPE_CHECKING:
    from matplotlib.figure import Figure

METADATA: dict[str, dict[str, None]] = {
    ".svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
    ".png": {"Software": None},
}
"""Format -> what matplotlib would write about itself and the day, and shall not."""

SETTINGS: dict[str, Any] = {
    "svg.hashsalt": "pbem",
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.sans-serif": ["DejaVu Sans", "Verdana"],
    "font.size": 9,
}
"""Names of parts that do not depend on chance; text that stays text, whatever signs are in it."""

DPI = 120


def check(path: Path) -> None:
    """Raise FormError if ``path``, where to draw, ends in no kind of drawing.

    Raise PbemError if matplotlib is not installed.
    """
    if path.suffix.lower() not in METADATA:
        raise FormError(f"{path.name} must end in .svg or .png: it is a drawing.")
    check_here()


def check_here() -> None:
    """Raise PbemError where matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise PbemError("Drawing needs matplotlib. Install it: pip install 'pbem[plot]'")


@contextmanager
def style() -> Iterator[None]:
    """Draw as `SETTINGS` say, whatever the user's own settings are."""
    import matplotlib.style  # noqa: PLC0415 - only anyone who draws has and loads it

    with warnings.catch_warnings():
        # A sign that the font does not have is drawn as a box; in an SVG it is there as text.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        with matplotlib.style.context(["default", SETTINGS], after_reset=True):
            yield


def rendered(figure: Figure, kind: str) -> bytes:
    """Return a figure, drawn under `style`, as the bytes of a file of a kind (``".svg"``)."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format=kind[1:], metadata=METADATA[kind], dpi=DPI)
    return drawn.getvalue()


def save(figure: Figure, path: Path) -> None:
    """Put a figure, drawn under `style`, in the place of whatever file ``path`` was.

    Raises `LogFileError` where the disk refuses; what was there is then as it was.
    """
    write_over(path, rendered(figure, path.suffix.lower()), "Drawing", shared=True)
