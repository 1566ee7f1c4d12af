"""Firefox as somebody has it who opens a file, driven by its own remote protocol, Marionette."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from long import PATIENCE
from servers.conftest import need

PREFERENCES = """\
user_pref("marionette.port", 0);
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 9);
user_pref("network.proxy.allow_hijacking_localhost", true);
user_pref("network.dns.disabled", true);
"""
"""Whatever it asks for goes to a port where nobody listens: the network is cut."""
AS_IT_IS = 'user_pref("marionette.port", 0);\n'
WAIT = 0.1
"""Seconds between two looks at what is to come."""


class Firefox:
    """One window of a Firefox that runs, and what is in it."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._said = self._socket.makefile("rb")
        self._count = 0
        self._hears()  # it says first what it is
        self.calls("WebDriver:NewSession")

    def _hears(self) -> Any:
        size = b""
        while (sign := self._said.read(1)) not in (b":", b""):
            size += sign
        return json.loads(self._said.read(int(size)))

    def calls(self, command: str, **parameters: Any) -> Any:
        """Have it do something; return what comes of it. Raises AssertionError if it cannot."""
        self._count += 1
        asked = json.dumps([0, self._count, command, parameters]).encode()
        self._socket.sendall(b"%d:%b" % (len(asked), asked))
        _, _, wrong, found = self._hears()
        assert wrong is None, wrong
        return found

    def opens(self, file: Path) -> None:
        self.goes_to(file.as_uri())

    def goes_to(self, address: str) -> None:
        self.calls("WebDriver:Navigate", url=address)

    def evaluates(self, script: str) -> Any:
        """Return what an expression comes to in the page."""
        return self.calls("WebDriver:ExecuteScript", script=f"return {script}", args=[])["value"]

    def waits_for(self, script: str) -> None:
        """Wait until an expression is true in the page."""
        until = time.monotonic() + PATIENCE
        while not self.evaluates(f"Boolean({script})"):
            assert time.monotonic() < until, script
            time.sleep(WAIT)

    def close(self) -> None:
        self._said.close()
        self._socket.close()


@contextmanager
def firefox(folder: Path, preferences: str = PREFERENCES) -> Iterator[Firefox]:
    """Run a Firefox without a window, with a new profile and by default no network."""
    program = need("firefox-esr", "firefox-esr")
    profile = folder / "profile"
    profile.mkdir()
    (profile / "user.js").write_text(preferences)
    words = ["--headless", "--no-remote", "--marionette", "--profile", str(profile)]
    running = subprocess.Popen(
        [program, *words],
        env={"HOME": str(folder), "PATH": os.environ.get("PATH", "/usr/bin:/bin")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        made = Firefox(_port(profile / "MarionetteActivePort", running))
        yield made
        made.close()
    finally:
        running.terminate()
        running.wait()


def _port(file: Path, running: subprocess.Popen[bytes]) -> int:
    until = time.monotonic() + PATIENCE
    while not (file.exists() and file.read_text()):
        assert running.poll() is None, "Firefox ended"
        assert time.monotonic() < until, "Firefox does not say where it listens"
        time.sleep(WAIT)
    return int(file.read_text())
