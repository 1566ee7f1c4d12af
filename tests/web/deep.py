"""Runs inside the engine: hands every request that a page can send JSON that is nested too deep."""

from __future__ import annotations

import base64
import io
import json
import sys
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from pbem.client.storage.backup import MARK
from pbem.lobby.requests import CHANGE, FILES, READ
from pbem.web.boot import Page
from web.media import Disk, File

DEEP = b"[" * 60_000 + b"]" * 60_000
BOARD = ("sign", "unsent", "choices", "promised", "reckoned", "kept", "try", "doubts", "order")


def zipped(name: str, data: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return made.getvalue()


def letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def bodies() -> Iterator[bytes]:
    """Yield what can be dropped or sent: plain, in an object, in a ZIP file, in mail, in a link."""
    for data in (DEEP, b'{"body":' + DEEP + b"}\n", b'{"crc32":1,"entry":' + DEEP + b"}\n"):
        yield data
        mail = b"From: a@example.org\r\nContent-Type: application/octet-stream\r\n"
        yield mail + b'Content-Disposition: attachment; filename="a.pbem"\r\n\r\n' + data
    yield zipped(MARK, DEEP)
    yield zipped("games/a.pbem", DEEP)
    yield json.dumps({"link": f"https://example.org/#log={letters(zlib.compress(DEEP))}"}).encode()
    yield f"https://example.org/#log={letters(zlib.compress(DEEP))}".encode()
    link = f"https://example.org/#invite={letters(b'[' * 2900)}"
    yield json.dumps({"link": link}).encode()
    yield json.dumps({"link": link, "passphrase": "x"}).encode()


def asked(page: Page, method: str, path: str, body: bytes, query: str = "") -> int:
    """Ask the page without a loop, which nothing in it waits for; return the status."""
    asking = page.ask(method, path, query, body)
    try:
        asking.send(None)
    except StopIteration as done:
        return int(done.value.status)
    raise AssertionError(f"{path} waits for something")


def main() -> dict[str, list[int]]:
    page = Page([File(Disk()), File(Disk())], Path("/home/pyodide/deep"))
    made = json.dumps({"handle": "ann", "passphrase": "correct horse battery"}).encode()
    assert asked(page, "POST", "/identity", made) == 200
    page.safety.refuse("I take the risk")
    practice = b'{"rules": "lantern", "scenario": "lantern", "against": ["tarle"]}'
    assert asked(page, "POST", "/practice", practice) == 200  # a board with the number 0
    paths = [*(f"/{one}" for one in CHANGE), *(f"/0/{one}" for one in BOARD)]
    found: dict[str, list[int]] = {
        path: [asked(page, "POST", path, body) for body in bodies()]
        for path in [*paths, "/browser/refuse", "/browser/all-here"]
    }
    query = "data=" + "%5B" * 20_000
    for path in [*(f"/{one}" for one in (*READ, *FILES)), "/0/state"]:
        found[path] = [asked(page, "GET", path, b"", query)]
    assert asked(page, "GET", "/hall", b"") == 200  # it still answers
    return found


json.dump(main(), sys.stdout)
sys.stdout.flush()
