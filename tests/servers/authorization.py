"""A small authorization server of RFC 8628 on this machine, and a keyring in a file."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from keyring.backend import KeyringBackend

Answer = tuple[int, object]


class Keyring(KeyringBackend):
    """Keeps secrets in the file that KEPT_KEYRING names."""

    priority = 1

    def _all(self) -> dict[str, str]:
        path = Path(os.environ["KEPT_KEYRING"])
        return json.loads(path.read_text()) if path.exists() else {}

    def get_password(self, service: str, username: str) -> str | None:
        return self._all().get(f"{service} {username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        kept = self._all() | {f"{service} {username}": password}
        Path(os.environ["KEPT_KEYRING"]).write_text(json.dumps(kept))


class Authorization:
    """The server; the owner types the code after some questions, or something goes wrong.

    ``later`` are the answers before the good one, each an error word or a whole answer. ``asked``
    has each form that came.
    """

    def __init__(self, address: str, access: Callable[[], str]) -> None:
        self.address = address
        self.access = access
        self.later: list[str | Answer] = []
        self.asked: list[dict[str, str]] = []
        self.first: Answer = (
            200,
            {
                "device_code": "DEVICE-SECRET",
                "user_code": "WDJB-MJHT",
                "verification_uri": "https://example.org/device",
                "expires_in": 1800,
                "interval": 5,
            },
        )
        self.refresh = "REFRESH-SECRET-0"
        self.rotates = False

    def answers(self, path: str, form: dict[str, str]) -> Answer:
        self.asked.append({"path": path, **form})
        if path == "/device":
            return self.first
        if self.later:
            said = self.later.pop(0)
            if isinstance(said, tuple):
                return said
            return 400, {"error": said, "error_description": "about DEVICE-SECRET"}
        refreshes = form["grant_type"] == "refresh_token"
        if refreshes and form["refresh_token"] != self.refresh:
            return 400, {"error": "invalid_grant"}
        if refreshes and self.rotates:
            self.refresh += "+"
        made: dict[str, Any] = {"access_token": self.access(), "token_type": "Bearer"}
        return 200, made | {"expires_in": 3600, "refresh_token": self.refresh}


@contextmanager
def authorizing(access: Callable[[], str]) -> Iterator[Authorization]:
    """Run the server; ``access`` makes an access token."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: value for name, [value] in parse_qs(text).items()}
            status, said = server_.answers(self.path, form)
            data = said if isinstance(said, bytes) else json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            with suppress(ConnectionError):  # the other side had enough
                self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server_ = Authorization(f"http://127.0.0.1:{server.server_port}", access)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server_
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
