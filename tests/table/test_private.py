"""What one player alone knows is out of reach of everything that digests or tells."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import pbem
from pbem.errors import KeyFileError
from pbem.table.private import PrivateFile, Secret

PACKAGE = Path(pbem.__file__).parent
MAY_IMPORT = {"table/writer.py", "desk", "store", "bench"}


def test_only_what_writes_for_a_player_imports_private_files():
    importers = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names] + [node.module]
            if any(name and "table.private" in name for name in names):
                importers.add(path.relative_to(PACKAGE).as_posix())
    strangers = {p for p in importers if p not in MAY_IMPORT and p.split("/")[0] not in MAY_IMPORT}
    assert not strangers


def test_secrets_are_kept_for_their_owner_alone(tmp_path):
    file = PrivateFile(tmp_path / "new" / "private")
    one, two = (Secret("plan", "0" * 64, {"to": n}, str(n)) for n in (1, 2))
    file.add(one)
    file.add(two)
    assert file.find("plan", "1") == one
    assert file.find("plan", "2") == two
    assert file.path.stat().st_mode & 0o777 == 0o600
    assert file.path.parent.stat().st_mode & 0o777 == 0o700


def test_a_damaged_private_file_is_named(tmp_path):
    path = tmp_path / "private"
    path.write_bytes(b'[{"label":')
    with pytest.raises(KeyFileError, match="damaged"):
        PrivateFile(path).secrets()
