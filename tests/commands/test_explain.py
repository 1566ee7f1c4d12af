"""`pbem explain` as a judge types it."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema

ROOT = Path(__file__).parents[2]
LOG = ROOT / "logs" / "saipan" / "historical.pbem"


def test_a_step_and_an_event(judge):
    reported = judge("explain", str(LOG), "5.10")
    assert reported.startswith("5.10: 15 against 2, differential +13, die 4: Dr")
    assert "signed in event 3" in reported
    reported = judge("explain", str(LOG), "7")
    assert reported.startswith("Event 7 (dice by alice)\n")
    assert "  7.32  Game-Turn 2" in reported
    found = judge.run("explain", str(LOG), "5.1", "--json").json
    assert found["at"] == "5.1"
    assert {"order", "chances", "strengths", "table"} <= {one["about"] for one in found["causes"]}


def test_an_event_that_is_not_valid_ends_with_an_error(judge):
    path = ROOT / "logs" / "hostile" / "orders.illegal-unit-of-the-enemy.pbem"
    result = judge.run("explain", str(path), "4")
    assert result.code == 1
    assert "Order 1 of the list, 'move 317 1104'" in result.out


def test_what_programs_read_has_its_schema(judge):
    bad = ROOT / "logs" / "hostile" / "orders.illegal-unit-of-the-enemy.pbem"
    printed = {
        "explain": [("explain", str(LOG), "3"), ("explain", str(LOG), "5.10"),
                    ("explain", str(bad), "4")],
        "legal-at": [("legal", str(LOG), "--at", "5.10", "retreat 16 0703"),
                     ("legal", str(LOG), "--at", "5.10", "retreat 16 0803")],
    }  # fmt: skip
    for name, commands in printed.items():
        schema = json.loads((ROOT / "schemas" / f"{name}.json").read_bytes())
        for command in commands:
            jsonschema.validate(judge.run(*command, "--json").json, schema)


def test_slips_of_the_hand(judge):
    assert "'x' is not a place in a log" in judge.fails("explain", str(LOG), "x")
    assert "one game or file, then one event or step" in judge.fails("explain", str(LOG), "5", "6")
    assert "one game or file, then one event or step" in judge.fails("explain", str(LOG))
    assert "there is no event 99" in judge.fails("explain", str(LOG), "99")
