"""The demonstration: a whole game by mail, judged by a third person."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import demo
from pbem.audit.verify import verify
from pbem.errors import FormError
from pbem.games import registry
from pbem.table.library import Library


@pytest.mark.parametrize(
    ("scenario", "title"),
    [(None, "Lantern Bridge"), ("historical", "Saipan: Conquest of the Marianas")],
)
def test_the_whole_demonstration(tmp_path: Path, scenario: str | None, title: str) -> None:
    """Without a word it is the first game; the scenario of another game is enough to have that."""
    reported: list[str] = []
    judged = demo.show(tmp_path / "demo", scenario=scenario, say=reported.append)
    assert f"They play {title}" in reported[1]
    assert judged.verdict.ok
    assert judged.verdict.warnings == ()
    assert judged.verdict.result is not None
    assert not judged.found.ok
    assert judged.found.finding is not None
    assert judged.found.finding.code == "sig.bad"
    text = "\n".join(reported)
    assert "Only alice and bob together could have chosen a roll" in text
    for line in reported[reported.index("The files:") + 1 : -1]:
        assert Path(line.split()[0]).exists()
    with pytest.raises(FormError, match="already exists"):
        demo.show(tmp_path / "demo", say=reported.append)


def test_a_wrong_name_is_answered_with_the_right_ones(tmp_path: Path) -> None:
    with pytest.raises(FormError, match=r"'lantren'\. It plays: lantern, manila"):
        demo.show(tmp_path / "demo", "lantren")
    with pytest.raises(FormError, match=r"Bridge has no scenario 'x'\. It has: lantern"):
        demo.show(tmp_path / "demo", scenario="x")
    assert not (tmp_path / "demo").exists()


@pytest.mark.long  # the historical one is demonstrated above
def test_a_free_deployment_log(tmp_path: Path) -> None:
    to = tmp_path / "free.pbem"
    demo.write_log(to, "free", seed=3, rules="saipan")
    found = verify(to, Library(registry.find))
    assert found.ok
    assert found.scenario == "free"
