"""Compile every module of the program and of Python's library, and remove its source.

The engine's own Python runs this as the folder is built: nobody else has its version.
"""

from __future__ import annotations

import ast
import importlib.util
import marshal
from pathlib import Path

BODIES = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def compiled(source: bytes, name: str) -> bytes:
    """Return the compiled form of a module, which no source is compared with.

    ``name``: that of its file, for tracebacks.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, BODIES) and ast.get_docstring(node, clean=False) is not None:
            node.body[0:1] = [] if len(node.body) > 1 else [ast.Pass(lineno=1, col_offset=0)]
    code = compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True)
    unchecked = (1).to_bytes(4, "little")
    return importlib.util.MAGIC_NUMBER + unchecked + bytes(8) + marshal.dumps(code)


READS_ITSELF = b"install_lazy_importer()"
"""A call that stands in modules of anyio which read their own source as they are loaded."""

for root in ("/program", "/library"):
    for path in sorted(Path(root).rglob("*.py")):
        source = path.read_bytes()
        if READS_ITSELF not in source:
            path.with_suffix(".pyc").write_bytes(compiled(source, str(path)))
            path.unlink()
