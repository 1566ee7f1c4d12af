"""The file of a practice holds to docs/practice.md; every error in one is reported at once."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.errors import FormError, LogFileError, PbemError
from pbem.generated.schemas import all_schemas
from pbem.selfplay import unsigned
from pbem.selfplay.unsigned import begin, bind, rules_of
from pbem.table import practice as form
from pbem.table.events.kinds import RulesId
from pbem.table.library import data_digest
from pbem.table.practice import Beginning, Diced, Ordered, PracticeFile, lay, lying, read_practice
from toy.depot_group import EARN, DepotGroup, give, spend, split, started

BYTES_MOST = 8 << 20
STEPS_MOST = 10_000
STEPS = [
    Ordered(side="us", by="you", text="land 1/2 1203\nend movement"),
    Ordered(side="jp", by="program", text="pass"),
    Diced(seed=5),
    Diced(seed=None, faces=[3, 5]),
]


def beginning(**more: Any) -> Beginning:
    rules = rules_of("saipan")
    return Beginning(
        rules=RulesId("saipan", 1, data_digest(rules.data())),
        scenario="historical",
        options={name: one.default for name, one in rules.options.items()},
        seed=7,
        against=[],
        **{"of": None, "at": None, **more},
    )


@pytest.fixture
def play():
    return begin(bind(rules_of("saipan"), "historical", {}))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.practice"


def written(path: Path, *steps: Any, **more: Any) -> bytes:
    path.write_bytes(form.to_bytes(PracticeFile(beginning(**more), list(steps))))
    return path.read_bytes()


def altered(path: Path, **fields: Any) -> None:
    """Change fields of the first line, with the check that they then have."""
    first, _, rest = path.read_bytes().partition(b"\n")
    line = json.loads(first) | fields
    reported = {name: value for name, value in line.items() if name != "check"}
    # Canonical JSON of what has only ASCII names and no floats.
    canonical = json.dumps(reported, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    line["check"] = hashlib.sha256(canonical.encode()).hexdigest()
    path.write_bytes(json.dumps(line).encode() + b"\n" + rest)


def refused(path: Path) -> str:
    with pytest.raises(FormError) as error:
        read_practice(path)
    reported = str(error.value)
    assert str(path) in reported
    assert "\n" not in reported
    return reported


# --- the form ----------------------------------------------------------------------------------


def test_a_file_is_read_back_as_it_was_written(path, play):
    play.standing = {"us": {"us": {}}}
    written(path, *STEPS, at=lying(play))
    read = read_practice(path)
    assert read.steps == STEPS
    assert form.to_bytes(read) == path.read_bytes()


def test_every_line_says_practice_and_none_has_the_form_of_an_event(path, play):
    for line in written(path, *STEPS, at=lying(play)).splitlines():
        fields = json.loads(line)
        assert next(iter(fields)) == "practice"
        assert not {"body", "sig"} & set(fields)


def test_the_first_line_is_as_the_page_says(path):
    line = json.loads(written(path).splitlines()[0])
    assert set(line) == {"practice", "note", "rules", "scenario", "options", "seed", "against",
                         "of", "at", "check"}  # fmt: skip
    assert line["practice"] == "v1"
    assert line["note"] == "For practice only: unsigned, no log and no part of any game."
    check = line.pop("check")
    canonical = json.dumps(line, sort_keys=True, separators=(",", ":"))
    assert check == hashlib.sha256(canonical.encode()).hexdigest()


def test_lines_fit_the_schema(path, play):
    jsonschema = pytest.importorskip("jsonschema")
    schema = all_schemas()["practice.json"]
    for line in written(path, *STEPS, at=lying(play)).splitlines():
        jsonschema.validate(json.loads(line), schema)
    for wrong in ({"practice": "orders"}, {"practice": "v2"}, {"body": {}, "sig": ""}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


# --- what lies on the table --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["saipan", "manila", "meiktila", "singapore", "tokyo"])
def test_a_play_goes_on_as_it_lay(name):
    game = bind(rules_of(name), next(iter(rules_of(name).scenarios)), {})
    play = begin(game)
    if play.asked is not None:
        first = next(game.legal(play.position))
        play.order(play.seats[play.asked.side], [game.write_order(first)])
    read = msgspec.json.decode(msgspec.json.encode(lying(play)), type=form.Lying)
    again = lay(game, read)
    assert (again.asked, again.due, again.result) == (play.asked, play.due, play.result)
    assert lying(again) == lying(play)
    assert again.position is not play.position


def test_standing_answers_lie_as_they_were_given(play):
    given = {"ann": {"us": {"advance": "usual"}}}
    plain = msgspec.to_builtins(lying(play)) | {"standing": given}
    again = lay(play.game, msgspec.convert(plain, form.Lying))
    assert again.standing == given
    assert lying(again).standing == given


@pytest.mark.parametrize("seed", [0, 2**53 - 1])
def test_a_seed_is_a_number_that_every_program_reads_alike(path, seed):
    """A number that JSON carries exactly: 0 to 2 to the 53rd less 1 (RFC 8785 section 3.2.2.3)."""
    written(path)
    altered(path, seed=seed)
    assert read_practice(path).beginning.seed == seed


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": {}},
        {"seats": {"us": "ann", "jp": "bob", "moon": "eve"}},
        {"position": {}},
        {"position": {"turn": "three"}},
        {"lists": [{"by": "ann", "side": "us", "orders": [{}]}]},
        {"lists": [{"by": "ann", "side": "us", "orders": [{"do": "fly"}]}]},
        {"standing": {"ann": {"moon": {}}}},
        {"standing": {"ann": {"us": {"never": 1}}}},
    ],
    ids=str,
)
def test_what_cannot_lie_on_the_table_is_refused(play, fields):
    plain = msgspec.to_builtins(lying(play)) | fields
    with pytest.raises(PbemError):
        lay(play.game, msgspec.convert(plain, form.Lying))


# --- what is none, and what was damaged --------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "reported"),
    [
        (b"", "is not a practice file"),
        (b"land 1/2 1203\n", "is not a practice file"),
        (b'{"body":{},"sig":""}\n', "but a log: 'pbem practice new"),
        ('{"practice":"v1"}\n'.encode("utf-16"), "is not a practice file"),
        (b'{"practice":', "is cut off in line 1"),
        (b'{"practice":\n', "line 1 is not valid in a practice"),
        (b'{"practice":"v2"}\n', "line 1 is not valid in a practice"),
        (b'{"practice":"v1"}\n', "line 1 is not valid in a practice"),
        (b'{"practice":"orders","side":"us","by":"you","text":""}\n', "line 1 is not valid"),
        (b'{"practice":' + b"[" * 200_000 + b"]" * 200_000 + b"}\n", "line 1 is not valid"),
        (
            b'{"practice":' + b'{"a":' * 200_000 + b"1" + b"}" * 200_000 + b"}\n",
            "line 1 is not valid",
        ),
        (b'{"practice":' + b"9" * 100_000 + b"}\n", "line 1 is not valid"),
        (b'{"practice":"\xff\xfe"}\n', "line 1 is not valid"),
        (b'{"practice":&a [*a,*a]}\n', "line 1 is not valid"),
    ],
    ids=range(14),
)
def test_what_is_no_practice_is_reported(path, data, reported):
    path.write_bytes(data)
    assert reported in refused(path)


def test_a_file_cut_off_anywhere_is_reported(path):
    whole = written(path, *STEPS)
    ends = {at + 1 for at, byte in enumerate(whole) if byte == ord("\n")}
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        if size in ends:
            assert len(read_practice(path).steps) == whole[:size].count(b"\n") - 1
        else:
            refused(path)


def test_an_altered_beginning_is_reported(path, play):
    whole = written(path, at=lying(play))
    for before, after in ((b'"seed":7', b'"seed":8'), (b'"turn":1', b'"turn":2'),
                          (b'"historical"', b'"free"')):  # fmt: skip
        assert before in whole
        path.write_bytes(whole.replace(before, after, 1))
        assert "line 1 was changed" in refused(path)


@pytest.mark.parametrize(
    "fields",
    [
        {"seed": -1},
        {"seed": 2**53},
        {"seed": 1.5},
        {"against": "us"},
        {"options": {"a": 1.5}},
        {"options": {"a": None}},
        {"rules": {"name": "../x", "version": 1, "data": "0" * 64}},
        {"rules": {"name": "saipan", "version": 0, "data": "0" * 64}},
        {"of": {"name": "x", "game": "y", "event": 1, "id": "z"}},
        {"at": {"position": []}},
        {"note": "a log"},
        {"more": 1},
    ],
    ids=str,
)
def test_a_field_of_another_form_is_reported(path, fields):
    written(path)
    altered(path, **fields)
    assert "line 1 is not valid in a practice" in refused(path)


@pytest.mark.parametrize(
    "line",
    [
        b'{"practice":"orders","side":"us","by":"bob","text":""}',
        b'{"practice":"orders","side":"us","by":"you"}',
        b'{"practice":"orders","side":"us","by":"you","text":"' + b"#" * 100_001 + b'"}',
        b'{"practice":"dice","seed":null,"faces":[0]}',
        b'{"practice":"dice","seed":null,"faces":["1"]}',
        b'{"practice":"dice","seed":1,"more":1}',
        b'{"practice":"v1"}',
        b'{"body":{},"sig":""}',
        b"",
        b"- practice: dice",
    ],
    ids=range(10),
)
def test_a_step_of_another_form_is_reported(path, line):
    path.write_bytes(written(path, *STEPS[:2]) + line + b"\n")
    assert "line 4 is not valid in a practice" in refused(path)


def test_too_much_is_not_read(path):
    first = written(path)
    path.write_bytes(first + b'{"practice":"dice","seed":1}\n' * (STEPS_MOST + 1))
    assert "10,001 steps" in refused(path)
    path.write_bytes(first + b" " * BYTES_MOST)
    with pytest.raises(LogFileError, match="more than 8 MiB"):
        read_practice(path)


def test_nothing_is_written_that_would_not_be_read():
    steps = [Ordered(side="us", by="you", text="#" * BYTES_MOST)]
    with pytest.raises(FormError, match="at most"):
        form.to_bytes(PracticeFile(beginning(), list(steps)))


def test_half_of_a_character_is_reported(path):
    written(path)
    first = path.read_bytes().replace(b'"scenario":"historical"', b'"scenario":"\\ud800"')
    path.write_bytes(first)
    refused(path)


def test_hidden_stocks_are_filled_by_chance(tmp_path):
    """As their totals and public changes allow; the same for the same dice."""
    party = started(tmp_path)
    party.orders("ann", EARN, spend(4))
    begun = form.lying(party.table.play, party.table.decks, party.table.stocks)
    found = set()
    for seed in range(40):
        play = form.lay(party.table.play.game, begun, unsigned.shuffling(seed))
        held = play.keeper.amounts(play.position, ["red"])
        assert sum(held.values()) == 12 + 2 - 4
        found.add(held["red.a"])
        play.order("ann", [spend(1, "red.b") if held["red.b"] else give(0, "red.b")])
    assert len(found) > 5
    other = msgspec.structs.replace(begun, stocks=[form.LyingPair(("red.a", "blue.a"), 12)])
    with pytest.raises(FormError, match="do not fit this game"):
        form.lay(party.table.play.game, other, unsigned.shuffling(1))


def test_what_was_being_split_is_split_in_public(tmp_path):
    party = DepotGroup(tmp_path, trio=True)
    party.join_all()
    party.orders("ann", split(5))
    party.orders("bob", split(8))
    begun = form.lying(party.table.play, (), party.table.stocks)
    play = form.lay(party.table.play.game, begun, unsigned.shuffling(1))
    assert play.position.public == {"blue.a": 6, "blue.b": 6}
    assert play.asked is not None
