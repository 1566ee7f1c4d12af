"""Which faults there are in a folder, and which of them a seed draws.

The faults are those that mutmut knows: another comparison, ``and`` for ``or``, a number one higher,
an argument left out or ``None``. Others are a value that is not kept, a ``case`` that is missing, a
word spelt otherwise. Each is one change in one place of one file.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import libcst
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import Mutation, MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

from mutation.fault import Fault

ELSEWHERE = "pbem/crypto/backend/browser*.py"
"""Only a browser can run these; tests/web tests them under WebAssembly."""

CODECS = frozenset({"utf-8", "ascii", "latin-1"})
"""Names that mean the same in capital letters."""


class Drawn(NamedTuple):
    """Faults drawn of a folder, how many it has, and how many more are in texts for readers."""

    faults: list[Fault]
    known: int
    texts: int


class _Everywhere(MutationVisitor):
    """Decorated functions too: mutmut leaves them out for its own way of running faults."""

    def _skip_node_and_children(self, node: libcst.CSTNode) -> bool:
        if isinstance(node, libcst.FunctionDef) and node.decorators:
            return False
        return super()._skip_node_and_children(node)


class _File:
    """The faults of one file, each with a rank by the seed and by nothing around it."""

    def __init__(self, name: str, source: str, seed: int) -> None:
        self.name = name
        self.source = source
        self.tree = ast.parse(source)
        self.meaning = ast.dump(self.tree)
        visitor = _Everywhere(mutation_operators, IgnoredCode(set(), set(), set()))
        wrapper = MetadataWrapper(libcst.parse_module(source))
        wrapper.visit(visitor)
        self.module = wrapper.module
        known = [
            each
            for each in visitor.mutations
            if not _is_text(each.original_node) and not _is_the_same_codec(each)
        ]
        self.texts = sum(_is_text(each.original_node) for each in visitor.mutations)
        alike: Counter[str] = Counter()
        self.ranked: list[tuple[bytes, Mutation]] = []
        for each in known:
            within = each.contained_by_top_level_function
            place = within.name.value if isinstance(within, libcst.FunctionDef) else ""
            nodes = (self.module.code_for_node(n) for n in (each.original_node, each.mutated_node))
            key = "\0".join((name, place, *nodes))
            alike[key] += 1
            rank = hashlib.sha256(f"{seed}\0{key}\0{alike[key]}".encode()).digest()
            self.ranked.append((rank, each))

    def fault(self, mutation: Mutation) -> Fault | None:
        """Return the fault, or None where what it writes is no program or the same program."""
        faulty = self._written(mutation)
        try:
            if ast.dump(ast.parse(faulty)) == self.meaning:
                return None
            compile(faulty, self.name, "exec", dont_inherit=True)
        except SyntaxError:
            return None
        old, new = self.source.splitlines(), faulty.splitlines()
        first = next(n for n in range(len(old)) if n >= len(new) or old[n] != new[n])
        last = 0
        while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
            last += 1
        before, after = (
            "\n".join(line.strip() for line in lines[first : len(lines) - last])
            for lines in (old, new)
        )
        line = first + 1
        return Fault(
            self.name, line, self._function(line), before, after, faulty, self._reached(line)
        )

    def _written(self, mutation: Mutation) -> str:
        """Return the file with a fault in it."""
        within = mutation.contained_by_top_level_function
        # Less to write again where it is known which function or class holds the fault.
        whole = next((each for each in self.module.body if _holds(each, within)), self.module)
        old = self.module.code_for_node(whole)
        faulty = deep_replace(whole, mutation.original_node, mutation.mutated_node)
        assert isinstance(faulty, libcst.CSTNode)
        assert self.source.count(old) == 1
        return self.source.replace(old, self.module.code_for_node(faulty))

    def _function(self, line: int) -> str:
        """Return the dotted name of the function or class around a line."""
        around = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        names = [
            (node.lineno, node.name)
            for node in ast.walk(self.tree)
            if isinstance(node, around) and node.lineno <= line <= _end(node)
        ]
        return ".".join(name for _, name in sorted(names))

    def _reached(self, line: int) -> range:
        """Return the lines of the innermost statement, of a compound one those of its head."""
        around = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.stmt) and node.lineno <= line <= _end(node)
        ]
        if not around:
            return range(line, line + 1)
        inner = max(around, key=lambda node: (node.lineno, -_end(node)))
        body = getattr(inner, "body", None) or getattr(inner, "cases", None)
        if not body:
            return range(inner.lineno, _end(inner) + 1)
        first = body[0].body[0] if isinstance(body[0], ast.match_case) else body[0]
        return range(inner.lineno, max(inner.lineno + 1, first.lineno))


def draw(root: Path, folder: str, seed: int, count: int) -> Drawn:
    """Draw ``count`` faults of the Python files below a folder, or of one file.

    A fault's rank is a digest of the seed and of the change itself: a change of the program
    elsewhere leaves the others where they were.
    """
    at = root / folder
    paths = [at] if at.is_file() else sorted(at.rglob("*.py"))
    names = {path: path.relative_to(root).as_posix() for path in paths}
    files = [
        _File(name, path.read_text(), seed)
        for path, name in names.items()
        if not fnmatch(name, ELSEWHERE)
    ]
    ranked = sorted(
        ((rank, file, each) for file in files for rank, each in file.ranked),
        key=lambda one: one[0],
    )
    faults: list[Fault] = []
    for _, file, each in ranked:
        if len(faults) == count:
            break
        fault = file.fault(each)
        if fault is not None:
            faults.append(fault)
    return Drawn(faults, len(ranked), sum(file.texts for file in files))


def _holds(statement: libcst.CSTNode, function: libcst.CSTNode | None) -> bool:
    body = getattr(statement, "body", None)
    return statement is function or function in getattr(body, "body", ())


def _end(node: ast.AST) -> int:
    return getattr(node, "end_lineno", None) or 0


def _is_text(node: libcst.CSTNode) -> bool:
    """Whether this is a literal with a blank in it: words for a reader, not a key or a code."""
    return isinstance(node, libcst.SimpleString) and " " in node.value


def _is_the_same_codec(mutation: Mutation) -> bool:
    """Whether the name of a codec is only written in capital letters."""
    both = [mutation.original_node, mutation.mutated_node]
    if not all(isinstance(node, libcst.SimpleString) for node in both):
        return False
    old, new = (str(node.raw_value) for node in both)  # type: ignore[attr-defined]
    return old in CODECS and new.lower() == old
