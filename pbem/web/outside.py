"""A folder as a site serves it, checked from outside.

The site may be hostile: it sends elsewhere, sends too much, or sends a byte a minute. So nothing is
followed, and all of it together has a size and a deadline. A site may show one visitor something
else than another: the check is true for this client, and now.
"""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPResponse
from threading import Timer
from typing import NamedTuple
from urllib.parse import SplitResult, quote, urlsplit

import msgspec

from pbem.crypto.text import escape
from pbem.errors import FormError, PbemError
from pbem.web.build import LIST, SIGNED, Listed
from pbem.web.signed import Release, read_release

SITE = re.compile(r"https?://", re.IGNORECASE)
LOOPBACK = ("localhost", "127.0.0.1", "::1")
INDEX = "index.html"
LIST_MOST, SITE_MOST, FILES_MOST = 1 << 20, 64 << 20, 2000
"""Bytes of the list, and of a whole site; how many files."""
SILENCE, SECONDS = 30.0, 600.0
"""How long the site may say nothing, and take for all of it."""
_NAME = re.compile(r"(?!.*\.\.)(?:[A-Za-z0-9_][A-Za-z0-9._-]*/)*[A-Za-z0-9_][A-Za-z0-9._-]*")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_FOUND, _ELSEWHERE, _MISSING = 200, range(300, 400), 404


class SiteError(PbemError):
    """A site cannot be checked, or is not what it says."""


class Served(NamedTuple):
    """The content of a site: the digest of its list, the list, and its signer, if there is one."""

    digest: str
    files: dict[str, str]
    release: Release | None


def is_address(where: str) -> bool:
    """Say whether ``where`` is the address of a site, and no folder."""
    return SITE.match(where) is not None


def served(address: str, seconds: float = SECONDS) -> Served:
    """Fetch all files of a site; return what it serves.

    Args:
        address: That of the folder.
        seconds: How long all of it may take.

    Raises:
        FormError: It is no address that can be asked.
        SiteError: The site cannot be had, sends elsewhere, or a file is not what its list says.
    """
    with _Site(address, seconds) as site:
        data = site.fetched(LIST, LIST_MOST)
        listed = _listed(data, site.name)
        digest = sha256(data).hexdigest()
        signed = site.found(SIGNED, LIST_MOST)
        release = None if signed is None else read_release(signed, f"{site.name}{SIGNED}")
        if release is not None and release.digest != digest:
            raise SiteError(f"{site.name}{SIGNED} is the signature of another folder.")
        wrong = [name for name, wanted in listed.items() if site.digest(name) != wanted]
        if INDEX in listed and site.digest("") != listed[INDEX]:
            wrong.append(site.name)
    if wrong:
        raise SiteError(f"{site.name} is not what its {LIST} says: {', '.join(wrong)}.")
    return Served(digest, listed, release)


def _listed(data: bytes, name: str) -> dict[str, str]:
    try:
        files = msgspec.json.decode(data, type=Listed).files
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        files = {}
    good = all(_NAME.fullmatch(one) and _DIGEST.fullmatch(it) for one, it in files.items())
    if not files or not good or len(files) > FILES_MOST:
        raise SiteError(f"{name}{LIST} is no list of a folder that 'pbem web build' made.")
    return files


class _Site:
    """A site that is asked for one file after the other; a context that ends with the last."""

    def __init__(self, address: str, seconds: float) -> None:
        self._at = _parts(address)
        self._path = self._at.path.removesuffix(INDEX).rstrip("/") + "/"
        self.name = escape(f"{self._at.scheme}://{self._at.netloc}{self._path}")
        self._connection = _Connection(self._at)
        self._left = SITE_MOST
        self._is_late = False
        self._seconds = seconds
        self._timer = Timer(seconds, self._late)
        self._timer.daemon = True

    def __enter__(self) -> _Site:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self._connection.end()

    def _late(self) -> None:
        self._is_late = True
        self._connection.cut()

    def digest(self, name: str) -> str | None:
        """Return the digest of a file; None where it is not there."""
        data = self.found(name, self._left)
        return None if data is None else sha256(data).hexdigest()

    def fetched(self, name: str, most: int) -> bytes:
        """Return a file; raises SiteError where it is not there."""
        data = self.found(name, most)
        if data is None:
            raise SiteError(
                f"There is no {self.name}{LIST}. Name the address of a folder that 'pbem web "
                "build' made"
            )
        return data

    def found(self, name: str, most: int) -> bytes | None:
        """Return a file of at most so many bytes; None where it is not there."""
        shown = f"{self.name}{escape(name)}"
        with self._reported(shown):
            answer = self._asked(f"{self._path}{quote(name)}")
            self._in_time()
            if answer.status in _ELSEWHERE:
                there = escape(answer.headers.get("Location", "somewhere else"))[:200]
                raise SiteError(f"{shown} sends to {there}. If that is the site, check that.")
            if answer.status == _MISSING:
                self._connection.close()
                return None
            if answer.status != _FOUND:
                raise SiteError(f"{shown} cannot be had: the site answers {answer.status}.")
            if answer.headers.get("Content-Encoding", "identity") != "identity":
                raise SiteError(f"{shown} comes compressed, and pbem asked for it as it is.")
            data = answer.read(most + 1)
            self._in_time()
            if len(data) > most:
                raise SiteError(f"{shown} is too large: the site sends more than {most:,} bytes.")
            self._left -= len(data)
            return data

    def _in_time(self) -> None:
        """Raise TimeoutError where the end of an answer is that of the time."""
        if self._is_late:
            raise TimeoutError

    def _asked(self, path: str) -> HTTPResponse:
        headers = {"Accept-Encoding": "identity", "Cache-Control": "no-cache"}
        for last in (False, True):
            try:
                self._connection.request("GET", path, headers=headers)
                return self._connection.getresponse()
            except (ConnectionError, HTTPException):
                self._connection.close()
                if last or self._is_late:  # a server may end a connection between two files
                    raise
        raise AssertionError

    @contextmanager
    def _reported(self, shown: str) -> Iterator[None]:
        """Turn whatever a site does into a `SiteError`."""
        try:
            yield
        except (OSError, HTTPException, ValueError) as error:
            self._connection.close()
            if self._is_late:
                late = f"the site took more than {self._seconds:.0f} seconds for all files"
                raise SiteError(f"{shown} cannot be had: {late}.") from None
            words = escape(" ".join((str(error) or type(error).__name__).split()))[:200]
            raise SiteError(f"{shown} cannot be had: {words}.") from None


class _Connection(HTTPConnection):
    """A connection that another thread can end at any time, in the middle of a handshake too."""

    def __init__(self, at: SplitResult) -> None:
        tls = at.scheme == "https"
        self.default_port = 443 if tls else 80
        super().__init__(at.hostname or "", at.port or self.default_port, timeout=SILENCE)
        self._context = ssl.create_default_context() if tls else None
        self._twin: socket.socket | None = None
        self._is_cut = False

    def connect(self) -> None:
        sock = socket.create_connection((self.host, self.port), SILENCE)
        if self._twin is not None:
            self._twin.close()
        self._twin = sock.dup()
        self.sock = sock
        if self._is_cut:  # meanwhile
            self.cut()
        if self._context is not None:
            self.sock = self._context.wrap_socket(sock, server_hostname=self.host)

    def cut(self) -> None:
        """End it for good: a reader finds its end."""
        self._is_cut = True
        twin = self._twin
        if twin is not None:
            with suppress(OSError):
                twin.shutdown(socket.SHUT_RDWR)

    def end(self) -> None:
        """Let go of everything; an answer may outlive `close`, which the library calls early."""
        self.close()
        if self._twin is not None:
            self._twin.close()


def _parts(address: str) -> SplitResult:
    """Return the parts of an address; raises FormError where it cannot be asked."""
    try:
        at = urlsplit(address)
        port = at.port
    except ValueError:
        at, port = SplitResult("", "", "", "", ""), 0
    if not at.hostname or port == 0 or "@" in at.netloc or not address.isascii():
        raise FormError(
            f"'{escape(address)}' is no address of a site. Write it like https://play.example.org/"
        )
    if at.scheme == "http" and at.hostname not in LOOPBACK:
        raise FormError(
            f"'{escape(address)}' begins with http: anybody on the way could change what comes. "
            "Write https"
        )
    return at
