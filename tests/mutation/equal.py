"""Faults that change nothing, each with the reason: they are not counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

LIST = Path(__file__).with_name("equal.yaml")


def known() -> dict[tuple[str, str, str, str], str]:
    """Return the reason for each fault that is known to leave the program equal, by its name."""
    listed: list[dict[str, Any]] = yaml.safe_load(LIST.read_text()) or []
    return {
        (one["file"], one["function"], one["before"].strip(), one["after"].strip()): one["reason"]
        for one in listed
    }
