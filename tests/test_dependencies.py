"""docs/dependencies.md is what `pyproject.toml`, the packages themselves and the program say."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "dependencies.md").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
FOR_USERS = ("dask", "plot", "postgres", "swiss")
"""The extras that a user may ask for; the others are for those who work on the program."""

SPDX = {
    "MIT License": "MIT",
    "BSD 2-Clause License": "BSD-2-Clause",
    "Apache Software License": "Apache-2.0",
    "Apache License": "Apache-2.0",
    "ISC License (ISCL)": "ISC",
    "ISC License": "ISC",
}
"""Names of licences as packages write them -> as they are called here."""

TAKEN = re.compile(
    r"MIT|MIT-0|MIT-CMU|ISC|BSD-[23]-Clause|Apache-2\.0|Apache-2\.0 OR BSD-3-Clause|PSF-2\.0"
    r"|Python Software Foundation License"
)
NOT_PACKED = {"psycopg", "psycopg-binary", "hypothesis"}
"""LGPL and MPL: asked for by name, or for tests alone, and nothing of theirs is changed."""


def rows(title: str) -> dict[str, list[str]]:
    """Return the rows of a table of the page: package -> its other cells."""
    part = PAGE.split(f"## {title}\n")[1].split("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| `")]
    names = [cells[0].strip("`") for cells in lines]
    assert names
    assert len(set(names)) == len(names)
    return {name: cells[1:] for name, cells in zip(names, lines, strict=True)}


def named(lines: list[str]) -> set[str]:
    found = {Requirement(line).name for line in lines}
    return found - {"pbem"}


def licence_of(name: str) -> str:
    """Return what an installed package says of its licence, or what the file says that it has."""
    about = metadata.distribution(name)
    said = about.metadata
    if said.get("License-Expression"):
        return str(said.get("License-Expression"))
    kinds = [c.split(" :: ")[-1] for c in said.get_all("Classifier", []) if "License ::" in c]
    for word in (said.get("License") or "", *kinds):
        if word in SPDX or TAKEN.fullmatch(word):
            return SPDX.get(word, word)
    for file in about.files or ():
        if re.search(r"(LICENSE|COPYING)[^/]*$", str(file)):
            return by_its_words(str(file.read_text()))
    raise AssertionError(f"{name} says nothing of its licence")


def by_its_words(text: str) -> str:
    if "Permission is hereby granted, free of charge, to any person" in text:
        return "MIT"
    if "Redistribution and use in source and binary forms" in text:
        return "BSD-3-Clause" if "endorse or promote" in text else "BSD-2-Clause"
    return text[:60]


def installed(name: str) -> bool:
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return False
    return True


@cache
def brought() -> dict[str, str]:
    """Return what is installed with the program beside what it names itself, with its licence."""
    own = {canonicalize_name(name) for name in named(PROJECT["dependencies"])}
    seen: set[str] = set()
    left = list(own)
    while left:
        name = left.pop()
        if name in seen or not installed(name):
            continue
        seen.add(name)
        for line in metadata.requires(name) or ():
            need = Requirement(line)
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                left.append(canonicalize_name(need.name))
    return {name: licence_of(name) for name in sorted(seen - own)}


def test_the_tables_name_what_the_project_names() -> None:
    assert set(rows("The program")) == named(PROJECT["dependencies"])
    users = [line for extra in FOR_USERS for line in EXTRAS[extra]]
    assert set(rows("Extras")) == named(users)
    others = [line for extra, lines in EXTRAS.items() if extra not in FOR_USERS for line in lines]
    assert set(rows("Building and testing")) == named(others) - named(users)


def test_small_packages_that_stay_are_those_of_the_program() -> None:
    assert set(rows("Small ones that stay")) < set(rows("The program"))


@pytest.mark.parametrize("title", ["The program", "Extras", "Building and testing"])
def test_licences_are_those_that_the_packages_say(title: str) -> None:
    tried = 0
    for name, (what, keeper, licence, decision) in rows(title).items():
        assert what
        assert re.match("team|one|a firm", keeper), name
        assert keeper.startswith("one") == (" - " in keeper) or "exact version" in keeper, name
        [link] = re.findall(r"\[\d+\]\(([^)]*)\)", decision)
        assert name.lower() in (ROOT / "docs" / link).read_text().lower(), f"{name}: {link}"
        assert TAKEN.fullmatch(licence) or name in NOT_PACKED, f"{name}: {licence}"
        if installed(name):
            assert licence_of(name) == licence, name
            tried += 1
    assert tried >= 3


def test_what_they_bring_along_is_reported() -> None:
    """Which packages those are, others decide, by system and release: what is here must be taken.

    A package that is in the table and here has the licence that the table says.
    """
    table = PAGE.split("## What these bring along\n")[1]
    reported = {
        name: licence
        for licence, names in re.findall(r"^\| (\S+) \| (`.*) \|$", table, re.MULTILINE)
        for name in re.findall(r"`([^`]+)`", names)
    }
    for name, licence in brought().items():
        assert TAKEN.fullmatch(licence), f"{name}: {licence}"
        assert reported.get(name, licence) == licence, f"{name}: {licence}"
    assert len(reported.keys() & brought().keys()) > 15, brought()


# --- and no other ----------------------------------------------------------------------------


@cache
def sources() -> dict[str, str]:
    found = ROOT.glob("pbem/**/*.py")
    return {str(path.relative_to(ROOT)): path.read_text() for path in sorted(found)}


def imports() -> Iterator[tuple[str, str]]:
    """Yield each module of somebody else's that the program imports, and where."""
    for where, text in sources().items():
        for top in re.findall(r"^ *(?:import|from) (\w+)[. ]?.*$", text, re.MULTILINE):
            if top != "pbem" and top not in sys.stdlib_module_names and is_code(top):
                yield top, where


def is_code(top: str) -> bool:
    """Whether a word after ``from`` or ``import`` is a module, and not one of a sentence."""
    return find_spec(top) is not None


UNDER_ANOTHER = {
    "sqlalchemy": "sqlmodel",
    "networkx": "caissify-pairings",
    "h11": "uvicorn",
    "markdown_it": "rich",
    "playwright": "pbem/bench/",
}
"""The modules that are imported though the program does not name them: whose each is, or in which
folder alone."""

NOT_IMPORTED = {
    "tomli-w": "msgspec.toml.encode",
    "psycopg": "postgresql+psycopg",
    "tzdata": "ZoneInfo(",
}
"""The packages that are used through another package -> the words that use them."""


def test_the_program_imports_what_it_names_and_nothing_else() -> None:
    whose = metadata.packages_distributions()
    own = {canonicalize_name(name) for name in (*rows("The program"), *rows("Extras"))}
    used: set[str] = set()
    for top, where in imports():
        owners = {canonicalize_name(name) for name in whose.get(top, [top])}
        excuse = UNDER_ANOTHER.get(top, "none")
        assert owners & own or excuse in own or where.startswith(excuse), f"{where} imports {top}"
        used |= owners & own
    assert own - used == set(NOT_IMPORTED)
    source = "".join(sources().values())
    assert [word for word in NOT_IMPORTED.values() if word not in source] == []
