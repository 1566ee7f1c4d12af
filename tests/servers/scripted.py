"""An SMTP server in a thread that says what a test has it say."""

from __future__ import annotations

import contextlib
import socket
import threading


class Scripted:
    """An SMTP server that answers each command as the test says, or hangs up (None)."""

    def __init__(self, **answers: bytes | None) -> None:
        self.answers = {
            "hello": b"220 x\r\n",
            "EHLO": b"250-x\r\n250 AUTH PLAIN\r\n",
            "HELO": b"250 x\r\n",
            "AUTH": b"235 ok\r\n",
            "MAIL": b"250 ok\r\n",
            "RCPT": b"250 ok\r\n",
            "DATA": b"354 go\r\n",
            "end": b"250 ok\r\n",
            "QUIT": b"221 bye\r\n",
            "RSET": b"250 ok\r\n",
            "NOOP": b"250 ok\r\n",
            **answers,
        }
        self.got: list[bytes] = []
        self.greeted: list[bytes] = []
        self._listens = socket.create_server(("127.0.0.1", 0))
        self.port = self._listens.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = self._listens.accept()
                with contextlib.suppress(OSError), line:
                    self._talk(line)

    def _says(self, line: socket.socket, what: str) -> bool:
        """Answer; False where the connection ends here."""
        answer = self.answers.get(what, b"500 what?\r\n")
        if answer is None:
            return False
        line.sendall(answer)
        return answer.endswith(b"\n") and what != "QUIT"

    def _talk(self, line: socket.socket) -> None:
        file = line.makefile("rb")
        if not self._says(line, "hello"):
            return
        while said := file.readline().split():
            word = said[0].decode().upper()
            if word in {"EHLO", "HELO"}:
                self.greeted.append(b" ".join(said))
            if not self._says(line, word):
                return
            if word == "DATA" and self.answers["DATA"].startswith(b"354"):
                taken = b""
                while not taken.endswith(b"\r\n.\r\n") and (piece := file.readline()):
                    taken += piece
                self.got.append(taken)
                if not self._says(line, "end"):
                    return

    def close(self) -> None:
        self._listens.close()
