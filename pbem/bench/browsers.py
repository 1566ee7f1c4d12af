"""The browsers of this machine: Chromium by its driver, Firefox without one."""

from __future__ import annotations

import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any

from pbem.errors import PbemError
from pbem.system import as_for_foreign

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FIREFOX = ("firefox-esr", "firefox")
PATIENCE = 3000.0
"""Seconds for a page in Firefox to say what it found."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium, without a window.

    Raises:
        PbemError: Chromium, or its driver in Python, is not installed.
    """
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - it may be missing
    except ImportError:
        raise PbemError(
            "Measuring in a browser needs its driver. Install it: pip install 'pbem[test]'"
        ) from None
    words = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with ExitStack() as running:
        with as_for_foreign():
            driver = running.enter_context(sync_playwright())
        browser = driver.chromium.launch(executable_path=_program(CHROMIUM), args=words)
        yield browser
        browser.close()


def has_firefox() -> bool:
    """Say whether there is a Firefox here."""
    return any(map(shutil.which, FIREFOX))


def in_firefox(scripts: str, asked: str) -> Any:
    """Return the value of an expression in a page that Firefox opened from a file.

    Firefox needs no driver: the page sends the value to a listener on this machine.

    Args:
        scripts: The scripts of the page.
        asked: A promise of something that JSON can hold.

    Raises:
        PbemError: There is no Firefox, the expression fails, or no value comes within `PATIENCE`.
    """
    heard: Queue[Any] = Queue()
    with _listening(heard) as port, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reports = (
            f'(said) => fetch("http://127.0.0.1:{port}/", '
            '{ method: "POST", mode: "no-cors", body: JSON.stringify(said) })'
        )
        page = folder / "page.html"
        page.write_text(
            f"<!doctype html><meta charset=utf-8><script>{scripts}</script><script>"
            f"({asked}).catch((error) => ({{ error: String(error) }})).then({reports});</script>",
            "utf-8",
        )
        (folder / "profile").mkdir()
        words = ["--headless", "--no-remote", "--profile", folder / "profile", page.as_uri()]
        browser = subprocess.Popen(  # noqa: S603
            [_program(FIREFOX), *map(str, words)],
            env={"HOME": name, "PATH": os.environ.get("PATH", "/usr/bin:/bin")},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            found = heard.get(timeout=PATIENCE)
        except Empty:
            raise PbemError("Firefox did not answer in time.") from None
        finally:
            browser.terminate()
            browser.wait()
    if isinstance(found, dict) and "error" in found:
        raise PbemError(f"The page failed in Firefox: {found['error']}")
    return found


@contextmanager
def _listening(heard: Queue[Any]) -> Iterator[int]:
    class Listener(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers["Content-Length"])
            heard.put(json.loads(self.rfile.read(size)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Listener)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _program(names: tuple[str, ...]) -> str:
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        raise PbemError(f"Measuring in a browser needs {names[0]}, which is not installed.")
    return found
