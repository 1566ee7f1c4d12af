"""The places of the parts of a module: file, line and column, for messages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from pbem.author.project import Project
from pbem.crypto import digest
from pbem.errors import PbemError
from pbem.files import read_plain
from pbem.kit.paragraphs import FILE
from pbem.kit.typed import strict_yaml

Where = tuple[str, int | None, int | None]
"""A file, and line and column as far as they are known."""


class Places:
    """The places of one module."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._texts: dict[Path, bytes] = {}

    @cached_property
    def data(self) -> str:
        """The file of the module's own data."""
        if self._project.data is not None:
            return str(self._project.data)
        rules = self._project.rules
        own = b"" if isinstance(rules, PbemError) else rules.export()
        for path in sorted(self._project.folder.rglob("*.yaml")) if self._named else ():
            if self._text(path) == own:
                return str(path)
        return f"the data of {self._project.name}"

    @property
    def _named(self) -> bool:
        return self._project.folder != Path()

    @property
    def whole(self) -> Where:
        """The beginning of the data."""
        return (self.data, 1, 1)

    def paragraph(self, name: str) -> Where:
        """Return where a paragraph is described."""
        path = Path(self.data)
        if path.is_file() and path.with_name(FILE).is_file():
            path = path.with_name(FILE)
        elif not path.is_file():
            return (self.data, None, None)
        part = "paragraphs"
        return self.at(path, (part, name))

    def case(self, path: Path, name: str, step: int | None) -> Where:
        """Return where the case of this id stands in a file, or one of its steps, from 1."""
        raw = strict_yaml.read(self._text(path), name=str(path))
        cases = raw.get("cases") if isinstance(raw, dict) else None
        for number, case in enumerate(cases if isinstance(cases, list) else ()):
            if isinstance(case, dict) and str(case.get("id")) == name:
                more = () if step is None else ("play", step - 1)
                return self.at(path, ("cases", number, *more))
        return (str(path), None, None)

    def at(self, path: Path, steps: Sequence[str | int]) -> Where:
        """Return where something stands in a file; ``steps``: keys and places down to it."""
        place = strict_yaml.locate(self._text(path), steps)
        return (str(path), None, None) if place is None else (str(path), *place)

    def _text(self, path: Path) -> bytes:
        if path not in self._texts:
            self._texts[path] = read_plain(path, strict_yaml.LIMIT)
        return self._texts[path]


def code_digest(project: Project) -> str | None:
    """Return the digest of the Python of a module: of each file its name and bytes, in order.

    None if the module is data alone.
    """
    if not project.python:
        return None
    whole = b""
    for path in sorted(project.folder.rglob("*.py")):
        content = read_plain(path, 1 << 24)
        name = path.relative_to(project.folder).as_posix()
        whole += f"{name}\0{len(content)}\0".encode() + content
    return digest.sha256_hex(whole)
