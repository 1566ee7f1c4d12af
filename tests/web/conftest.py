"""The folder for browsers, built once, and served as any web space serves files."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import pytest

import browsers
from pbem.web.build import build
from pbem.web.measuring import listening
from pbem.web.packages import PackageError
from servers.conftest import lacks, need

driver, chromium = browsers.fixtures("package")


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    extensions_map = {  # noqa: RUF012 - the name and the kind are the library's
        **SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".mjs": "text/javascript",
    }

    def log_message(self, *said: object) -> None:
        return


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; yields its address."""
    with listening(functools.partial(Quiet, directory=folder)) as made:
        yield made


@pytest.fixture(scope="session")
def folder(tmp_path_factory) -> Path:
    """The folder, with packages from npm and pip, or from where they were kept before."""
    need("node", "nodejs")
    made = tmp_path_factory.mktemp("web") / "folder"
    try:
        build(made)
    except PackageError as error:
        lacks(f"needs packages: {error}")
    return made


@pytest.fixture(scope="session")
def address(folder) -> Iterator[str]:
    with serving(folder) as made:
        yield made
