"""What a screen shows of Singapore; the rest of it is the kit's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pbem.kit.defaults.screen import FromTheRest


class Screen(FromTheRest):
    """The facts have long titles, and a score has short labels."""

    labels: ClassVar[Mapping[str, str]] = {
        "attackers": "Attackers left",
        "defenders": "Defenders in the line",
        "objectives": "Objectives of Japan",
        "australians": "Australian units",
    }
