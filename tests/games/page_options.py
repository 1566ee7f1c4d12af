"""What a page says that an option can be: values in marks, `0` to `50` with all between."""

from __future__ import annotations

import re


def reported(cell: str) -> list[str]:
    """Return the values of a cell, the default's word left out."""
    spans = re.sub(
        r"`(\d+)`( \(default\))? to `(\d+)`",
        lambda span: " ".join(f"`{n}`" for n in range(int(span[1]), int(span[3]) + 1)),
        cell,
    )
    return [word for word in re.findall(r"`(\w+)`", spans) if word != "default"]
