"""Faults that change nothing, each with the reason: they are not counted."""

from __future__ import annotations

import tomllib
from pathlib import Path

LIST = Path(__file__).with_name("equal.toml")


def known() -> dict[tuple[str, str, str, str], str]:
    """Return the reason for each fault that is known to leave the program equal, by its name."""
    listed = tomllib.loads(LIST.read_text())["equal"]
    return {
        (one["file"], one["function"], one["before"].strip(), one["after"].strip()): one["reason"]
        for one in listed
    }
