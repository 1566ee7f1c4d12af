"""The page of every game names each of its options, and the value that is played by default."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games import registry

PAGES = Path(__file__).resolve().parents[2] / "docs" / "games"


def values(name: str) -> dict[str, str]:
    """Option -> what its row of the page says that it can be."""
    page = (PAGES / f"{name}-orders.md").read_text()
    section = page.partition("\n## Options\n")[2].partition("\n## ")[0]  # none without options
    return dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", section, re.MULTILINE))


@pytest.mark.parametrize("name", registry.names())
def test_every_option_stands_on_the_page_with_its_default(name: str) -> None:
    rules = registry.find(name, registry.newest(name) or 0)
    assert rules is not None
    reported = values(name)
    assert set(reported) == set(rules.options)
    for option, offered in rules.options.items():
        default = offered.default
        typed = str(default).lower() if isinstance(default, bool) else str(default)
        marked = rf"`?{re.escape(typed)}`? \(default\)|default {re.escape(typed)}(?![0-9])"
        assert re.search(marked, reported[option]), (option, reported[option])


@pytest.mark.parametrize("name", registry.names())
def test_every_scenario_stands_on_the_page(name: str) -> None:
    rules = registry.find(name, registry.newest(name) or 0)
    assert rules is not None
    page = (PAGES / f"{name}.md").read_text()
    assert [one for one in rules.scenarios if f"`{one}`" not in page] == []
