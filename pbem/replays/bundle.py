"""The scripts of a page as one: no page that is opened from a file can load a second.

The scripts are ES modules, which a served page loads as they are. Each module becomes a function
that returns its exports, with constants for its imports. Only the forms that our scripts use are
read; anything else is refused, not guessed at. Comments that have lines of their own are left out:
they are more than a quarter of the bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from pbem.files import read_plain

PAGE = Path(__file__).parent / "page"
FILE_MOST = 1 << 20
"""Bytes of a file of a page."""

_IMPORT = re.compile(r'^import (?:\* as (\w+)|\{ ([\w, ]+) \}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^ *(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_LEFT = re.compile(r"^(?:import|export|await)\b.*|</script.*|<!--.*", re.MULTILINE | re.IGNORECASE)


def part(name: str) -> str:
    """Return a file of the pages, by its name, as text."""
    return read_plain(PAGE / name, FILE_MOST).decode()


def bundle(names: Iterable[str]) -> str:
    """Return modules as one classic script; each stands after those that it imports.

    ``names``: those of the modules, without ``.js``.
    """
    return '"use strict";\n' + "\n".join(_module(name, part(f"{name}.js")) for name in names)


def _module(name: str, source: str) -> str:
    exported = [found[1] for found in _EXPORT.finditer(source)]
    inside = _EXPORT.sub("", _IMPORT.sub(_import, _COMMENT.sub("", source)))
    left = _LEFT.search(inside)
    if left is not None:
        raise ValueError(f"{name}.js has what no script in a page is made of: {left[0]}")
    return f"const module_{name} = (() => {{\n{inside}\nreturn {{ {', '.join(exported)} }};\n}})();"


def _import(found: re.Match[str]) -> str:
    whole, names, module = found.groups()
    return f"const {whole or f'{{ {names} }}'} = module_{module};"
