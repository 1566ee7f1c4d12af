"""docs/api.md is true: its examples run and pass the type checker, its names are all there are."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import pbem

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "api.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of somebody who has logs and cases, and no copy of the program's tree."""
    (tmp_path / "logs").symlink_to(ROOT / "logs")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "cases").symlink_to(ROOT / "tests" / "cases")
    return tmp_path


@pytest.mark.few(4)
@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_runs(folder: Path, example: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, example + done.stdout + done.stderr
    assert done.stdout.strip(), "an example shows something"
    assert not done.stderr


def test_the_first_two_are_as_short_as_is_said() -> None:
    lines = [sum(bool(line.strip()) for line in example.splitlines()) for example in EXAMPLES]
    assert lines[0] <= 12
    assert lines[1] <= 10


@pytest.mark.long
def test_the_examples_pass_the_type_checker(folder: Path) -> None:
    for number, example in enumerate(EXAMPLES):
        (folder / f"example{number}.py").write_text(example)
    names = [f"example{number}.py" for number in range(len(EXAMPLES))]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *names],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_a_name_that_is_not_public_is_no_name_to_the_type_checker(folder: Path) -> None:
    (folder / "wrong.py").write_text("import pbem\npbem.verify_all('logs')\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "wrong.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 'no attribute "verify_all"' in done.stdout


def test_page_and_all_agree() -> None:
    of_game = PAGE.partition("| of a `Game` |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (`[^|]*`) \|", PAGE.replace(of_game, ""), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)", row)}
    cases = PAGE.partition("## Numbered cases")[2].partition("```")[0]
    named |= set(re.findall(r"`(run_\w+|[A-Z]\w+)\b", cases))
    assert named == set(pbem.__all__)


def members(cls: type) -> set[str]:
    return {name for name in vars(cls) if not name.startswith("_")}


def test_page_lists_all_of_a_game() -> None:
    table = PAGE.partition("| of a `Game` |")[2].partition("\n\n")[0]
    first = " ".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE))
    assert set(re.findall(r"`(\w+)", first)) == members(pbem.Game)


def public() -> list[str]:
    return sorted(pbem.__all__)


def test_names_are_reported_and_nothing_else() -> None:
    assert pbem.__all__ == sorted(pbem.__all__)
    assert set(pbem.__all__) <= set(dir(pbem))
    assert "GameInfo" in dir(pbem)
    with pytest.raises(AttributeError, match="has no attribute 'verify_all'"):
        pbem.verify_all  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("name", public())
def test_a_public_name_is_explained_and_typed(name: str) -> None:
    found = getattr(pbem, name)
    assert inspect.getdoc(found), name
    if not inspect.isclass(found):
        check_typed(found)
        return
    for own in members(found):
        what = inspect.getattr_static(found, own)
        if isinstance(what, property):
            assert inspect.getdoc(what), f"{name}.{own}"
            check_typed(what.fget)
        elif inspect.isfunction(what):
            assert inspect.getdoc(what), f"{name}.{own}"
            check_typed(what)


def check_typed(function: object) -> None:
    """Every argument has a type, and what is returned."""
    assert inspect.isfunction(function)
    reported = set(function.__annotations__)
    wanted = set(inspect.signature(function).parameters) - {"self"}
    assert reported == wanted | {"return"}, function.__qualname__


CALLS = re.findall(r"`([a-z_]+\(.*?\))`", re.sub(r"(?s)```.*?```", "", PAGE))


@pytest.mark.parametrize("call", CALLS)
def test_a_call_takes_what_the_page_says_and_as_it_says(call: str) -> None:
    """A reader of the page knows which arguments have to be named."""
    name = call.partition("(")[0]
    function = getattr(pbem, name, None) or getattr(pbem.Game, name)
    signature = inspect.signature(function)
    bare = [
        one.replace(annotation=inspect.Parameter.empty)
        for one in signature.parameters.values()
        if one.name != "self"
    ]
    assert call == f"{name}{inspect.Signature(bare)}"


def test_the_page_says_how_every_function_is_called() -> None:
    called = {call.partition("(")[0] for call in CALLS}
    assert called >= {name for name in public() if inspect.isfunction(getattr(pbem, name))}
    game = [name for name, _ in inspect.getmembers(pbem.Game, inspect.isfunction)]
    assert called >= {name for name in game if not name.startswith("_")}


@pytest.mark.parametrize("name", public())
def test_public_errors_are_one_family(name: str) -> None:
    found = getattr(pbem, name)
    if inspect.isclass(found) and issubclass(found, BaseException):
        assert issubclass(found, pbem.PbemError)
        row = next(row for row in PAGE.splitlines() if row.startswith(f"| `{name}` |"))
        assert row in PAGE.partition("## Errors")[2]


@pytest.mark.parametrize("name", ["Event", "Verdict", "Finding", "Entry", "Happening", "GameInfo",
                                  "Option", "Question", "Roll", "Result", "CaseRun"])  # fmt: skip
def test_fields_on_the_page_exist(name: str) -> None:
    row = PAGE.partition(f"| `{name}` |")[2].partition("\n")[0]
    named = row.rstrip("| ").rpartition(" | ")[2].strip("`").split(", ")
    cls = getattr(pbem, name)
    has = {field.name for field in msgspec.structs.fields(cls)} | members(cls)
    assert set(named) <= has
    assert {field.name for field in msgspec.structs.fields(cls)} <= set(named)


def test_importing_loads_nothing() -> None:
    """The names of the front door cost a command nothing before somebody asks for one."""
    code = (
        "import sys, typing, importlib; before = set(sys.modules); import pbem; "
        "print(sorted(set(sys.modules) - before - {'__future__'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['pbem']\n"


def test_no_public_name_is_that_of_a_package():
    """A user who loads a package of that name would have it in the place of what is public."""
    packages = {path.stem for path in Path(pbem.__file__).parent.iterdir()}
    assert not packages & set(pbem.__all__)
