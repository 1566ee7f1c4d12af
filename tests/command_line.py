"""The command line as it is built, for tests that hold pages and habits to all of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from typer.main import get_command

from pbem.commands.main import app


@cache
def whole() -> Any:
    """Return the command with all that it has."""
    return get_command(app)


def commands(group: Any = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each command by the words that it is typed with, in their order; no group."""
    for name, command in sorted((group or whole()).commands.items()):
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command
