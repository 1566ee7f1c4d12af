"""The modules of a page, which a browser fetches all at once.

A module names those that it imports. A browser learns of them only once it has read it, so it would
fetch level after level. The page itself names all of them, as `modulepreload`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pbem.files import read_plain
from pbem.replays.bundle import FILE_MOST

_SCRIPT = re.compile(rb'<script type="module" src="/page/([^"]+)"></script>')
_IMPORT = re.compile(r'^import [^"]* from "\./([^"]+)";$', re.MULTILINE)


@cache
def _source(path: Path) -> str:
    return read_plain(path, FILE_MOST).decode()


def modules(files: Mapping[str, Path], first: str) -> list[str]:
    """Return the names of a module and of all that it needs, in the order in which it names them.

    ``files``: name -> file of the page. Raises KeyError for a module that is no file of it.
    """
    found = [first]
    for name in found:
        found += [one for one in _IMPORT.findall(_source(files[name])) if one not in found]
    return list(dict.fromkeys(found))


def preloaded(page: bytes, files: Mapping[str, Path]) -> bytes:
    """Return a page that has all modules of its script fetched at once; ``files``: as `modules`."""

    def linked(found: re.Match[bytes]) -> bytes:
        names = modules(files, found[1].decode())[1:]
        links = (f'<link rel="modulepreload" href="/page/{name}">\n' for name in names)
        return "".join(links).encode() + found[0]

    return _SCRIPT.sub(linked, page)
