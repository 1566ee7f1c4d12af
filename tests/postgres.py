"""A PostgreSQL server of one's own, with an empty database for each caller.

It listens on a socket in its folder and nowhere else. The server refuses to run as root, so what
root starts runs as nobody. It ends with the process that started it, however that one ends.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Self

import memory
from long import PATIENCE

INSTALL = "apt-get install postgresql; pip install 'pbem[postgres]'"
PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: int(one.parent.name))
NOBODY = 65534  # the user and the group of whom root starts
SETTINGS = (
    "fsync=off", "full_page_writes=off", "synchronous_commit=off", "wal_level=minimal",
    "max_wal_senders=0", "shared_buffers=8MB", "autovacuum=off", "jit=off", "listen_addresses=''",
)  # fmt: skip
USER = "pbem"

# The server goes when a line comes, or when the writer of that line is dead.
GUARD = """
folder=$1
settings=$2
{
  initdb -D "$folder/data" -A trust -U pbem -E UTF8 --locale=C --no-sync --no-instructions &&
  echo "$settings" >>"$folder/data/postgresql.conf" &&
  pg_ctl -D "$folder/data" -l "$folder/log" -w start
} >"$folder/made" 2>&1 && echo up
while read -r told; do
  pg_ctl -D "$folder/data" -l "$folder/log" -w -m fast "$told" >>"$folder/made" 2>&1
  echo done
done
pg_ctl -D "$folder/data" -m immediate stop >"$folder/made" 2>&1
rm -rf "$folder"
"""


def path() -> str:
    """Return where the programs of the server are: the newest first."""
    return os.pathsep.join([*map(str, reversed(PLACES)), os.environ.get("PATH", os.defpath)])


def missing() -> list[str]:
    """Return what is not here of what these tests need."""
    programs = [one for one in ("initdb", "pg_ctl") if shutil.which(one, path=path()) is None]
    return programs + [one for one in ("psycopg",) if find_spec(one) is None]


class Server:
    """A running server; `url` gives the address of a database in which nothing is."""

    def __init__(self) -> None:
        # Whatever TMPDIR says: the path of a socket is short, and nobody has to get there.
        place = memory.folder() or "/tmp"  # noqa: S108 - in a folder of its own
        self.folder = Path(tempfile.mkdtemp(prefix="postgres-", dir=place))
        user: dict[str, Any] = {}
        if os.geteuid() == 0:
            shutil.chown(self.folder, NOBODY, NOBODY)
            user = {"user": NOBODY, "group": NOBODY, "extra_groups": ()}
        settings = "\n".join([f"unix_socket_directories='{self.folder}'", *SETTINGS])
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", GUARD, "guard", str(self.folder), settings],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self.folder,
            env={"PATH": path(), "LC_ALL": "C"},
            start_new_session=True,
            text=True,
            **user,
        )
        assert self._guard.stdout is not None
        if self._guard.stdout.readline() != "up\n":
            said = (self.folder / "made").read_text(errors="replace")
            log = self.folder / "log"
            said += log.read_text(errors="replace") if log.exists() else ""
            self.stop()
            raise RuntimeError(f"PostgreSQL does not start:\n{said}")
        self._numbers = count()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End it, with all that is in it."""
        self._guard.communicate(timeout=PATIENCE)

    def report(self, word: str) -> None:
        """Have the server ``stop``, ``start`` or ``restart``."""
        assert self._guard.stdin is not None
        assert self._guard.stdout is not None
        self._guard.stdin.write(f"{word}\n")
        self._guard.stdin.flush()
        assert self._guard.stdout.readline() == "done\n"

    def url(self, more: str = "") -> str:
        """Return the address of a new database; ``more``: how it is made."""
        name = f"t{next(self._numbers)}"
        self.run("postgres", f"CREATE DATABASE {name} {more}")
        return self.address(name)

    def address(self, database: str, user: str = USER) -> str:
        """Return the address of a database as somebody sees it."""
        return f"postgresql+psycopg://{user}@/{database}?host={self.folder}"

    def run(self, database: str, *statements: str) -> list[tuple[Any, ...]]:
        """Run statements as the owner of the server; return the rows of the last."""
        import psycopg

        with psycopg.connect(
            host=str(self.folder), dbname=database, user=USER, autocommit=True
        ) as connection:
            for statement in statements:
                cursor = connection.execute(statement)
            with suppress(psycopg.ProgrammingError):  # a statement that has no rows
                return cursor.fetchall()
            return []
