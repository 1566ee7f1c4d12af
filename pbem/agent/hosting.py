"""One program that runs the agents of a club's members side by side (docs/agent.md, "For a club").

Each agent is a process of its own, with its own home, lock, mailbox and log. So a wrong password, a
full disk, or mail at which one program fails, stops no other.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread

from pbem.agent.config import CONFIG
from pbem.client import people
from pbem.client.client import Client
from pbem.crypto.text import escape
from pbem.errors import FormError, PbemError
from pbem.files import changing, require_own_folder
from pbem.items import item
from pbem.log.disk import locked

LOOK_SECONDS = 2.0
"""So often it is looked at who joined and who left."""

PAUSE_SECONDS, PAUSE_MOST = 60.0, 3600.0
"""How long an agent that ended is left alone, doubled each time."""

STEADY_SECONDS = 3600.0
"""An agent that ran for so long begins with the shortest pause again."""

END_SECONDS = 10.0
"""How long an agent has to end before it is killed. It loses nothing by that."""

LOG = "run.log"
LOG_MOST = 1 << 20
"""Bytes of a log, after which it becomes ``run.log.1``."""

LINE_MOST = 1 << 16
"""Characters after which a line is broken: a host keeps little of what an agent says."""

PASSPHRASE = "passphrase"  # noqa: S105 - the name of the file that has it

Say = Callable[[str], None]


class Member:
    """The agent of one handle in one home, and the process that it is.

    ``say`` hears what it does.
    """

    def __init__(self, home: Path, handle: str, say: Say) -> None:
        self.home, self.handle = home, handle
        self.name = escape(home.name if home.name == handle else f"{home.name}/{handle}")
        self._folder = home / "agent" / handle
        self._say = say
        self._process: subprocess.Popen[str] | None = None
        self._reader: Thread | None = None
        self._last = ""
        self._began = self._due = 0.0
        self._pause = PAUSE_SECONDS

    def look(self, now: float, *, may_start: bool) -> bool:
        """Start the agent if it is due; if it has ended, say why and when it is started again.

        ``now``: in seconds of a clock that only goes on. ``may_start``: if not, a due agent waits.
        Return whether it was started now.
        """
        if self._process is None and may_start and now >= self._due:
            self._start(now)
            return True
        if self._process is not None and self._process.poll() is not None:
            self._ended(now)
        return False

    def _start(self, now: float) -> None:
        command = [sys.executable, "-m", "pbem", "agent", "run", "--as", self.handle]
        # The host's own settings are not its members': a passphrase, a database, a home.
        mine = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
        self._began, self._last = now, ""
        self._process = subprocess.Popen(  # noqa: S603 - this program, with a home's own handle
            [*command, "--passphrase-file", str(self._folder / PASSPHRASE)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="backslashreplace",
            env={**mine, "PBEM_HOME": str(self.home), "PYTHONUNBUFFERED": "1"},
            start_new_session=True,  # Ctrl-C is the host's, which then ends it
        )
        self._reader = Thread(target=self._read, args=[self._process], daemon=True)
        self._reader.start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None  # noqa: S101 - it was made with a pipe
        while line := process.stdout.readline(LINE_MOST):
            self._last = line.rstrip("\n") or self._last
            with suppress(OSError, PbemError):  # a full disk costs lines, and not the agent
                _append(self._folder / LOG, line.encode())

    def _ended(self, now: float) -> None:
        process = self._process
        assert process is not None  # noqa: S101 - it has just ended
        if self._reader is not None:
            self._reader.join(END_SECONDS)
        if now - self._began >= STEADY_SECONDS:
            self._pause = PAUSE_SECONDS
        self._process, self._due = None, now + self._pause
        why = escape(self._last) or f"exit code {process.returncode}"
        minutes = round(self._pause / 60)
        self._say(f"{self.name}: the agent ended ({why}). It starts again in {minutes} min.")
        self._pause = min(2 * self._pause, PAUSE_MOST)

    def stop(self) -> None:
        """End the agent."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _append(path: Path, line: bytes) -> None:
    """Add a line to a log; a long one is put away first."""
    if path.exists() and path.stat().st_size > LOG_MOST:
        path.replace(path.with_name(f"{path.name}.1"))
    with changing(path, make=True) as file:
        file.seek(0, os.SEEK_END)
        file.write(line)


class _Homes:
    """The homes in a folder. One that cannot be looked at is named once, and stays as it was.

    Two homes with one key are a home and its copy. Both would sign, so no agent runs in either.
    """

    def __init__(self, folder: Path, say: Say) -> None:
        self._folder, self._say = folder, say
        self._found: dict[Path, list[str]] = {}
        self._keys: dict[Path, set[str]] = {}
        self._odd: dict[Path, str] = {}

    def found(self) -> list[tuple[Path, str]]:
        """Return each home with a handle that has an agent there, unless the home moved away."""
        odd = self._look()
        named = Counter(key for keys in self._keys.values() for key in keys)
        for home, keys in self._keys.items():
            if shared := {key for key in keys if named[key] > 1}:
                alike = [escape(one.name) for one in self._keys if shared & self._keys[one]]
                odd[home] = (
                    f"no agent runs here, for {' and '.join(alike)} have the same key, and both "
                    "would sign. Move the older copy out of the folder"
                )
        for home, why in odd.items():
            if self._odd.get(home) != why:
                self._say(f"{escape(home.name)}: {escape(why)}.")
        self._odd = odd
        return [
            (home, handle)
            for home, handles in self._found.items()
            for handle in handles
            if all(named[key] == 1 for key in self._keys[home])
        ]

    def _look(self) -> dict[Path, str]:
        """Look at each home; return why one could not be looked at."""
        with suppress(OSError):
            homes = sorted(path for path in self._folder.iterdir() if path.is_dir())
            self._found = {home: self._found.get(home, []) for home in homes}
            self._keys = {home: self._keys.get(home, set()) for home in homes}
        odd = dict[Path, str]()
        for home in self._found:
            try:
                with item(f"the home {escape(home.name)}"):
                    settings = sorted(home.glob(f"agent/*/{CONFIG}"))
                    client = Client(home) if settings else None
                    here = client is not None and not client.moves.away
                    self._found[home] = [path.parent.name for path in settings if here]
                    self._keys[home] = set() if client is None else _keys(client, self._found[home])
            except PbemError as error:
                odd[home] = str(error)
        return odd


def _keys(client: Client, handles: Sequence[str]) -> set[str]:
    """Return the signing keys with which agents of a home sign, the former ones too.

    A member brings their home as a backup, and other people's cards are in everybody's hands. So a
    card counts only for the handle on it, and only if the host gave that handle an agent.
    """
    found = set[str]()
    for handle in handles:
        with suppress(PbemError):  # a damaged card is for the agent to say
            cards = (people.card_of(client, handle), *people.former_cards(client, handle))
            found.update(card.sign for card in cards if card.handle == handle)
    return found


def host(folder: Path, say: Say) -> None:
    """Run an agent for each home in a folder, until the process is ended.

    Args:
        folder: The folder of homes.
        say: Takes a line for the terminal, or the journal.

    Raises:
        FormError: There is no such folder.
        LogFileError: Another host has it.
        OpenToOthers: Others can write there.
    """
    if not folder.is_dir():
        raise FormError(f"There is no folder {escape(str(folder))}. Make it, with a home in it")
    require_own_folder(folder, link=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    here: dict[tuple[Path, str], Member] = {}
    homes = _Homes(folder, say)
    with locked(folder / "host", 0.2):
        try:
            while True:
                found, started = homes.found(), False
                for gone in [key for key in here if key not in found]:
                    here[gone].stop()
                    say(f"{here.pop(gone).name}: left.")
                for key in found:
                    if key not in here:
                        here[key] = Member(*key, say)
                        say(f"{here[key].name}: joined.")
                    with suppress(OSError):  # no process or memory left: at the next look
                        # One at a look: to open a key takes much memory, for a moment.
                        now = time.monotonic()
                        started = here[key].look(now, may_start=not started) or started
                time.sleep(LOOK_SECONDS)
        finally:
            for member in here.values():
                member.stop()
