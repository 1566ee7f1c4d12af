"""The check of the tests itself: what is drawn, what is replaced, what is listed as equal."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mutation import equal
from mutation.measured import Measured
from mutation.near import MORE, near
from mutation.trying import changed

ROOT = Path(__file__).parents[2]

SOURCE = '''"""A room."""

LIMIT = 3


def small(n: int) -> bool:
    """Whether n is small."""
    if n < LIMIT:
        return True
    print("a word for readers")
    return n == 7


class Box:
    @property
    def full(self) -> bool:
        return small(4) or small(5)
'''


@pytest.fixture
def drawing(tmp_path: Path):
    (tmp_path / "pbem").mkdir()
    (tmp_path / "pbem/room.py").write_text(SOURCE)
    return pytest.importorskip("mutation.drawing", reason="needs pip install -e '.[mutation]'")


def test_every_fault_is_one_change_of_the_file(drawing, tmp_path) -> None:
    drawn = drawing.draw(tmp_path, "pbem/room.py", 1, 1000)
    assert drawn.known >= len(drawn.faults) > 9
    assert drawn.texts == 2
    for fault in drawn.faults:
        assert ast.dump(ast.parse(fault.source)) != ast.dump(ast.parse(SOURCE))
        kept = [line for line in SOURCE.splitlines() if line not in fault.source.splitlines()]
        assert [line.strip() for line in kept] == fault.before.splitlines()
        assert fault.line in fault.reached
    changes = {(fault.function, fault.before, fault.after) for fault in drawn.faults}
    assert ("", "LIMIT = 3", "LIMIT = 4") in changes
    assert ("small", "if n < LIMIT:", "if n <= LIMIT:") in changes
    # Decorated functions too.
    before = "return small(4) or small(5)"
    assert ("Box.full", before, "return small(4) and small(5)") in changes


def test_another_spelling_of_a_codec_is_no_fault(drawing, tmp_path) -> None:
    (tmp_path / "pbem/room.py").write_text(
        'def read(data):\n    return data.decode("utf-8"), "key"\n'
    )
    changes = {fault.after for fault in drawing.draw(tmp_path, "pbem/room.py", 1, 1000).faults}
    assert 'return data.decode("utf-8"), "KEY"' in changes
    assert 'return data.decode("XXutf-8XX"), "key"' in changes
    assert 'return data.decode("UTF-8"), "key"' not in changes


def test_what_only_a_browser_runs_is_not_drawn(drawing, tmp_path) -> None:
    there = tmp_path / "pbem/crypto/backend"
    there.mkdir(parents=True)
    (there / "native.py").write_text("LINE = 64\n")
    (there / "browser_keys.py").write_text("LINE = 64\n")
    drawn = drawing.draw(tmp_path, "pbem/crypto", 1, 1000)
    assert {fault.file for fault in drawn.faults} == {"pbem/crypto/backend/native.py"}


def test_a_seed_draws_the_same_faults_wherever_they_have_moved(drawing, tmp_path) -> None:
    def names(seed: int, folder: str = "pbem") -> list[tuple[str, str, str, str]]:
        return [fault.name for fault in drawing.draw(tmp_path, folder, seed, 6).faults]

    first = names(1)
    assert first == names(1)
    assert first != names(2)
    (tmp_path / "pbem/room.py").write_text(SOURCE.replace("LIMIT = 3", "# moved\n\nLIMIT = 3"))
    assert names(1) == first


def codes(old: str, new: str):
    found = changed(*(compile(text, "room.py", "exec", dont_inherit=True) for text in (old, new)))
    return None if found is None else tuple(code.co_qualname for code in found)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("n < LIMIT", "n <= LIMIT", ("small", "small")),
        ("small(4) or", "small(4) and", ("Box.full", "Box.full")),
        ("LIMIT = 3", "LIMIT = 4", None),  # no function: the program has to be imported again
        ("    @property\n", "", None),
        ("n == 7", "n in [m for m in (7, 8)]", ("small", "small")),
    ],
)
def test_the_function_around_a_fault_is_replaced(old: str, new: str, found) -> None:
    assert codes(SOURCE, SOURCE.replace(old, new)) == found


def test_lines_that_moved_are_no_change() -> None:
    assert codes(SOURCE, "# one more\n" + SOURCE) is None


def test_the_tests_that_come_by_a_line_are_tried_the_fastest_first() -> None:
    measured = Measured(
        {"a": 2.0, "b": 1.0, "c": 0.5, "d": 3.0, "e": 0.1},
        {"room.py": {1: ["", "a"], 2: ["a", "b"], 9: ["c"]}, "other.py": {1: ["e"]}},
    )
    assert measured.reaching("room.py", range(1, 3)) == ["b", "a"]
    assert measured.aside() == ["d"]
    assert measured.anywhere("room.py") == ["c", "b", "a", "d", "e"]
    assert measured.anywhere("tables.py") == ["e", "c", "b", "a", "d"]
    assert measured.imported("room.py", range(1, 2))
    assert not measured.imported("room.py", range(2, 3))
    measured.drop("b")
    assert measured.reaching("room.py", range(2, 3)) == ["a"]


FOLDERS = [
    *MORE, "pbem/log/file.py", "pbem/crypto", "pbem/client", "pbem/games/table",
    "pbem/games/tokyo/rules", "pbem/games/manila/rules", "pbem/games/saipan/rules/ch07_combat.py",
]  # fmt: skip


@pytest.mark.parametrize("folder", FOLDERS)
def test_there_are_tests_near_it(folder: str) -> None:
    tests = near(ROOT, folder)
    files = [name.split("::")[0] for name in tests if "/" in name]
    assert files
    assert all((ROOT / file).exists() for file in files)


def test_the_tests_of_other_games_are_not_near() -> None:
    tests = near(ROOT, "pbem/games/saipan/rules")
    assert "tests/games/test_saipan_rules.py" in tests
    assert "tests/case_runner/test_numbered_cases.py" in tests
    assert not [name for name in tests if "tokyo" in name or "manila" in name]


@pytest.mark.parametrize("name", equal.known(), ids=lambda name: f"{name[0]}-{name[1]}")
def test_what_is_listed_as_equal_still_stands_in_the_program(name) -> None:
    """If not: the line is another now; is the fault still none?"""
    file, function, before, after = name
    assert before != after
    assert equal.known()[name].strip()
    at: ast.AST = ast.parse((ROOT / file).read_text())
    for part in function.split(".") if function else ():
        at = next(
            node
            for node in ast.walk(at)
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == part
        )
    lines = (ROOT / file).read_text().splitlines()
    first, last = (at.lineno - 1, at.end_lineno) if function else (0, len(lines))
    stripped = "\n".join(line.strip() for line in lines[first:last])
    assert f"\n{before}\n" in f"\n{stripped}\n"
