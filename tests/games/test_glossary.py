"""Abbreviations: each that a game's words use is in its glossary, with its paragraph."""

from __future__ import annotations

import re

import pytest

from pbem.games import registry
from pbem.kit.module import RulesModule

NOT_SHORT = {"US"}
"""Capitals that everybody reads."""
RESULTS = {
    "lantern": {"ar", "ne", "dr", "dl", "de"},
    "saipan": {"=", "Dr", "Ar", "De", "Ae", "Ex"},
    "tokyo": {"Dr", "Ar", "De", "Ae", "Ex"},
}
"""The letters in combat tables (Lantern Bridge 4.2, Saipan 7.6, Race to Tokyo 6.2)."""
WRITTEN = {"saipan": {"gsp", "fpf"}, "manila": {"AV", "DV"}}
"""The letters in orders and reports."""


def rules_of(name: str) -> RulesModule:
    found = registry.find(name, registry.newest(name) or 0)
    assert isinstance(found, RulesModule)
    return found


@pytest.mark.parametrize("name", registry.names())
def test_a_glossary_names_paragraphs_that_there_are(name: str) -> None:
    rules = rules_of(name)
    known = set(rules.paragraphs().names)
    words = rules.glossary()
    assert words
    assert {one.of for one in words.values()} <= known
    assert all(one.means for one in words.values())


@pytest.mark.parametrize("name", registry.names())
def test_every_abbreviation_is_in_it(name: str) -> None:
    """Those in capitals of paragraphs and rulings, and those of results and orders."""
    rules = rules_of(name)
    meanings = rules.meanings()
    texts = [*meanings.paragraphs.values(), *(one.text for one in meanings.rulings.values())]
    capitals = set(re.findall(r"\b[A-Z]{2,4}\b", " ".join(texts))) - NOT_SHORT
    wanted = capitals | RESULTS.get(name, set()) | WRITTEN.get(name, set())
    assert wanted <= set(rules.glossary())
