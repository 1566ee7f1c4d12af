"""`pbem games` lists the most urgent first; each day stands with the zone that counts it."""

from __future__ import annotations

import re
import time

import pytest

from toy.moved import Moved

DAY = re.compile(r"\b20\d\d-\d\d-\d\d\b(?! UTC| to \S+ UTC|T|[\d-])")
"""A day after which no zone stands."""
SEATS = ("--seat", "us=ann", "--seat", "jp=bob")


@pytest.fixture
def four(monkeypatch, both, home):
    """Four games that uma judges, each with other days, and one without any; ann is active."""
    Moved(monkeypatch)
    (ann, _), uma = both, home("uma")
    for one, other in ((ann, uma), (uma, ann)):
        one("card", "export", "--to", str(other.outbox))
    uma("card", "import", str(uma.outbox / "ann.card"))
    ann("card", "import", str(ann.outbox / "uma.card"))
    for name, days in (("a-slow", 20), ("b-urgent", 2), ("c-never", None), ("d-middle", 9)):
        clock = () if days is None else ("--umpire", "uma", "--days", str(days), "--bank", "5")
        ann("new", "saipan", *SEATS, *clock, "--name", name)
        if clock:
            uma("take", ann.sends(name), "--name", name)
            uma("join", name)
            ann("take", uma.sends(name))
    ann("new", "saipan", "--dice", "self", "--name", "e-alone")
    ann("resign", "e-alone", "--yes")
    (ann.folder / "games" / "f-torn.pbem").write_text("no log\n")
    return ann, uma


def test_the_most_urgent_game_comes_first(four):
    ann, _ = four
    names = [line.split(":")[0] for line in ann("games").splitlines()]
    assert names == ["b-urgent", "d-middle", "a-slow", "f-torn", "c-never", "e-alone"]
    found = ann.run("games", "--json").json
    assert [one["game"] for one in found] == names
    assert [one["last_day"] for one in found[:3]] == ["2026-12-03", "2026-12-10", "2026-12-21"]


@pytest.fixture
def zone(monkeypatch):
    def move(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("where", "hour"),
    [
        ("UTC", ""),
        ("America/Los_Angeles", "in local time until 16:00 on 2026-12-03; "),
        ("Pacific/Auckland", "in local time until 13:00 on 2026-12-04; "),
    ],
)
def test_each_day_is_reported_with_its_zone_and_the_hour_here(four, zone, where, hour):
    ann, uma = four
    zone(where)
    reported = f"The answer is due on 2026-12-03 UTC ({hour}2 days from event 1, "
    letter = " ".join(ann("mail", "write", "b-urgent", "--print").split())
    for words in (("clock",), ("show", "--no-map")):
        assert reported in " ".join(ann(words[0], "b-urgent", *words[1:]).split())
    assert reported in ann("games")
    assert "due on 2026-12-03 UTC (2 days" in letter  # the reader is elsewhere
    said = [letter, ann("games"), ann("clock", "b-urgent"), uma.fails("rule", "b-urgent", "--late")]
    said.append(uma("clock", "b-urgent", "--absent", "ann", "2026-12-05", "2026-12-06"))
    for text in said:
        without_hours = re.sub(r"\d\d:\d\d on \S+", "", text)
        assert not DAY.findall(without_hours), text
