"""The meanings of paragraphs, the rulings and the list of cases: whole, and of what there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pbem.crypto.text import escape
from pbem.games import registry
from pbem.kit.module import RulesModule

GAMES = sorted(registry.RULES)
PAGES = Path(__file__).resolve().parents[2] / "docs" / "games"


def module(name: str, version: int) -> RulesModule[Any]:
    rules = registry.find(name, version)
    assert isinstance(rules, RulesModule)
    return rules


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_every_paragraph_has_a_meaning_and_every_ruling_its_words(name, version):
    rules = module(name, version)
    reported, listed = rules.meanings(), rules.paragraphs().names
    paragraphs = [one for one in listed if one[0].isdigit()]
    assert sorted(reported.paragraphs) == sorted(paragraphs)
    assert {one for one in listed if not one[0].isdigit()} <= set(reported.rulings)
    for text in [
        *reported.paragraphs.values(),
        *(ruling.text for ruling in reported.rulings.values()),
    ]:
        assert escape(text) == text
        assert len(text.split()) > 2


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_every_ruling_is_on_something(name, version):
    reported = module(name, version).meanings()
    for ruling, words in reported.rulings.items():
        assert words.of, ruling
        assert any(ruling in reported.on(paragraph) for paragraph in reported.paragraphs), ruling


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_what_players_read_names_no_file_of_the_program_and_no_test(name, version):
    reported = module(name, version).meanings()
    rulings = (ruling.text for ruling in reported.rulings.values())
    for text in (*reported.paragraphs.values(), *rulings):
        assert not re.search(r"\.py\b|\btests?\b", text), text


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_the_page_has_every_ruling(name, version):
    page = (PAGES / f"{name}-rulings.md").read_text()
    stand = re.findall(r"^\| ([A-Z][0-9]+) \|", page, re.MULTILINE)
    assert stand == list(module(name, version).meanings().rulings)


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_every_paragraph_of_the_list_has_a_case(name, version):
    rules = module(name, version)
    shown = {paragraph for case in rules.cases() for paragraph in case.paragraphs}
    assert set(rules.paragraphs().paragraphs) <= shown
