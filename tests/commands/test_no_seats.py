"""An opening without a seat, whose rules are not here: every command names it and goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.log.event import Event, compose
from pbem.log.file import to_bytes
from pbem.table.events import kinds
from toy.branches import OUT
from toy.group import TIME, Group, identity, opening

GOOD = Path(__file__).parents[2] / "logs" / "saipan" / "historical.pbem"


@pytest.fixture
def no_seats(tmp_path: Path) -> Path:
    """Cat has not joined and is put out: the first player with a seat would start the game."""
    data = kinds.write_data(opening(("ann", "bob", "cat"), {"red": "ann"}, umpire="uma"))
    events: list[Event] = [
        compose(
            game="", seq=0, prev="0" * 64, by="ann", at=TIME, kind="open",
            data={**data, "seats": {}}, seed=identity("ann").sign_seed,
        )
    ]  # fmt: skip

    def write(by: str, kind: str, said: dict[str, object]) -> None:
        events.append(
            compose(
                game=events[0].id, seq=len(events), prev=events[-1].id, by=by, at=TIME, kind=kind,
                data=said, seed=identity(by).sign_seed,
            )
        )  # fmt: skip

    joined = Group.joined(tmp_path / "keys", ("ann", "bob", "cat"), scenario="trio", umpire="uma")
    for one in joined.events[1:4]:
        write(one.by, "join", one.data)
    write("uma", "ruling", {"out": "cat", **OUT})
    path = tmp_path / "seatless.pbem"
    path.write_bytes(to_bytes(events))
    return path


def test_verify_names_it_and_judges_the_good_log_beside_it(home, no_seats):
    ran = home("ann").run("verify", str(no_seats), str(GOOD), "--json")
    bad, good = ran.json["logs"]
    assert ran.code == 1
    assert (bad["finding"]["code"], bad["finding"]["blame"]) == ("open.bad", ["ann"])
    assert good["ok"]


def test_compare_and_log_say_what_is_wrong(home, no_seats):
    ann = home("ann")
    for words in (["log", str(no_seats)], ["compare", str(no_seats), str(GOOD)]):
        ran = ann.run(*words)
        assert ran.code == 1, words
        assert "no side has a seat" in " ".join((ran.out + ran.err).split()), words


def test_a_court_names_it_and_judges_the_good_evidence(home, no_seats, tmp_path):
    ann = home("ann")
    heap = tmp_path / "heap"
    heap.mkdir()
    for path in (no_seats, GOOD):
        (heap / path.name).write_bytes(path.read_bytes())
    ran = ann.run("court", str(heap), "--to", str(tmp_path / "case"))
    reported = (tmp_path / "case" / "verdict.md").read_text()
    assert ran.code in (0, 1)
    assert "seatless.pbem" in reported
    assert "open.bad" in reported
    assert GOOD.name in reported
