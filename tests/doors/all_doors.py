"""All doors by name, in the order in which a day's mail comes through them."""

from __future__ import annotations

from importlib import import_module

from doors.door import Door

ROOMS = (
    "lines", "whole_logs", "signed", "strict", "post", "servers", "handed", "lists", "tournaments",
    "requests", "own", "modules",
)  # fmt: skip

GAMES = ("lantern", "manila", "meiktila", "saipan", "singapore", "table", "tokyo")
"""Games with a door for data, and one for orders."""
NAMES = (
    "event", "head", "days", "card", "log", "fork", "signed-log", "signed-cup", "yaml", "claim",
    "policy", *(f"pack-{game}" for game in GAMES), "mail", "armor", "evidence", "headers", "imap",
    "smtp", "copies", "received", "consent", "verdict", "cases", "practice", "plan", "speeds",
    *(f"orders-{game}" for game in GAMES), "tournament", "word", "notes", "request", "key-file",
    "record", "private", "clock", "journal", "settings", "module", "module-files", "box",
)  # fmt: skip
"""So that the names are there before the program is loaded, which the fuzzer has to watch."""


def doors() -> dict[str, Door]:
    """Return each door; every onlooker has the modules loaded here."""
    return {
        name: door for room in ROOMS for name, door in import_module(f"doors.{room}").DOORS.items()
    }
