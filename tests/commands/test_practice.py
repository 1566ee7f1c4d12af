"""`pbem practice` as people type it: it says practice, touches nothing, and is taken for no log."""

from __future__ import annotations

import hashlib
import json
import random
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from command_line import commands
from long import sample, times
from pbem.commands import terminal
from pbem.errors import RulesFault
from pbem.log.disk import locked
from pbem.practice.finding import lock_name

WHAT = "is a practice: unsigned, and part of no game. Only 'pbem practice' reads it"
LANDING = [
    "-m",
    "land 1/2 1203; land 1/6 1102; land 1/8 1002; land 1/23 0902; land 1/24 0801",
    "-m",
    "land 1/25 0802 from 0703; end movement",
]
ROOT = Path(__file__).resolve().parent.parent.parent
LOGS = ROOT / "logs"
PAGE = (ROOT / "docs" / "practice.md").read_text()


ALL = dict(commands())
OWN = sorted(name for name in ALL if name.startswith("practice "))


def contents(folder: Path) -> dict[str, str]:
    """Return every file below a folder by its name, with a digest of what it holds."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def names() -> list[str]:
    """Return what lies in the folder where one is."""
    return sorted(path.name for path in Path().iterdir())


def says_practice(reported: str) -> None:
    assert reported.strip()
    for line in reported.splitlines():
        assert "practice" in line, line


@pytest.fixture
def here(game, tmp_path, monkeypatch):
    """ann, in a folder without files, where no passphrase may be asked for."""
    folder = tmp_path / "desk top"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PBEM_PASSPHRASE", "")

    def asked(*_: object, **__: object) -> str:
        raise AssertionError("a passphrase was asked for")

    monkeypatch.setattr(terminal, "ask", asked)
    return game[0]


@pytest.fixture
def practice(here):
    """The same with a practice of the game, in which nothing was tried."""
    here("practice", "new", "saipan-ann-bob", "--seed", "3")
    return here


def test_what_a_user_types(here):
    """The example of the page, and what each says."""
    before = contents(here.folder)
    typed = [
        ["new", "saipan-ann-bob"],
        ["show"],
        ["show", "--no-map"],
        ["legal", "1/2"],
        ["order", *LANDING],
        ["odds", "attack 317 with 1/2 1/6 1/8"],
        ["order", "--try", "-m", "attack 317 with 1/2 1/6 1/8"],
        ["order", "-m", "attack 317 with 1/2 1/6 1/8"],
        ["legal"],
        ["order", "-m", "pass"],
        ["show"],
        ["dice", "--faces", "5"],
        ["steps"],
        ["show", "--at", "1", "--no-map"],
        ["undo"],
        ["dice"],
        ["undo", "--to", "1"],
        ["undo", "--to", "0"],
    ]
    said = []
    for words in typed:
        out = here("practice", *words)
        says_practice(out)
        said.append(out)
    assert contents(here.folder) == before
    assert names() == ["saipan-ann-bob-2.practice"]
    reported = dict(zip(map(" ".join, typed), said, strict=True))
    assert "after event 2" in reported["new saipan-ann-bob"]
    assert "Active side: U.S." in reported["show --no-map"]
    assert "land 1/2 1203" in reported["legal 1/2"]
    assert "Active side: Japan" in reported["order -m attack 317 with 1/2 1/6 1/8"]
    assert "Dice are due" in reported["order -m pass"]
    assert "dice given by hand: 5" in reported["steps"]
    assert "after step 1 of 4" in reported["show --at 1 --no-map"]
    assert "undone: step 4, dice given by hand: 5" in reported["undo"]
    assert "undone: step 1, U.S. orders:" in reported["undo --to 0"]


def test_the_page_can_be_typed(here):
    """Every line of its first block, one after the other, in the game that it speaks of."""
    block = PAGE.partition("```\n")[2].partition("```")[0].splitlines()
    assert len(block) > 10
    for line in block:
        words = shlex.split(line, comments=True)
        assert words[:2] == ["pbem", "practice"]
        says_practice(here(*words[1:]))


def test_the_game_alone_is_enough(here):
    """`pbem practice GAME` is `pbem practice new GAME`; a misspelt command is still one."""
    assert "after event 2" in here("practice", "saipan", "--at", "2", "--against", "jp")
    assert "from its beginning" in here("practice", "manila")
    assert "did you mean saipan-ann-bob" in here.fails("practice", "saipna")
    for word, meant in (("shwo", "show"), ("lgeal", "legal"), ("dcie", "dice")):
        reported = here.fails("practice", word, code=2)
        assert f"No such command '{word}'" in reported
        assert meant in reported
    assert len(names()) == 2


def test_it_begins_where_the_game_stands(practice):
    """Beside the mark, the map is the one that `show` draws, in as much room."""
    shown = practice("show", "--width", "90").splitlines()
    tried = practice("practice", "show", "--width", "100").splitlines()
    tried = [line.removeprefix("practice:").removeprefix(" ") for line in tried]
    drawn = [line for line in shown if re.match(r"[ ]*[0-9]{2} |.*\^", line)]
    assert len(drawn) > 5
    for line in drawn:
        assert line in tried


def test_every_answer_to_a_program_says_practice(practice):
    for words in (["show"], ["legal"], ["order", *LANDING], ["steps"], ["undo"],
                  ["order", "--try", *LANDING]):  # fmt: skip
        found = json.loads(practice("practice", *words, "--json"))
        assert found["practice"] == "saipan-ann-bob-2.practice"
    odds = practice("practice", "odds", "land 1/2 1203", "--json")
    assert "practice" in json.loads(odds)
    wrong = practice.run("practice", "dice", "--json")
    assert "practice: " in json.loads(wrong.out)["error"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["dice"], "No dice are due"),
        (["order", "-m", "lnad 1/2 1203"], "did you mean"),
        (["order", "-m", "land 1/2 0101"], "line 1"),
        (["order", "-m", "pass"], "line 1"),
        (["legal", "x.practice"], "There is no x.practice"),
        (["show", "y.practice"], "There is no y.practice"),
        (["show", "--at", "7"], "has no step 7: it has 0"),
        (["undo"], "There is nothing to undo yet"),
        (["undo", "--to", "5"], "There is no step 5"),
        (["dice", "--faces", "a"], "--faces a is not right. Write whole numbers"),
        (["dice", "--faces", "9" * 5000], "is not right. Write whole numbers"),
        (["dice", "--faces", "3", "--seed", "4"], "not both"),
        (["new", "saipna"], "did you mean saipan-ann-bob"),
        (["new", "saipan", "--at", "99"], "has no event 99"),
        (["new", "saipan", "--at", "0"], "the game starts when all have joined"),
        (["new", "saipan", "--against", "uss"], "did you mean us"),
        (["new", "saipan", "--to", "x.pbem"], "must end in .practice"),
        (["new", "saipan", "--to", "saipan-ann-bob-2.practice"], "already exists"),
        (["new", "saipan", "--scenario", "moon"], "moon"),
        (["new", "saipan", "--scenario", "free", "--at", "1"], "a scenario has no events"),
    ],
    ids=" ".join,
)
def test_a_mistake_changes_nothing_and_says_practice(practice, words, said):
    before = contents(practice.folder), contents(Path())
    reported = practice.fails("practice", *words)
    assert said in reported
    says_practice(reported)
    assert len(reported.splitlines()) == 1
    assert before == (contents(practice.folder), contents(Path()))


def test_which_file_is_meant(here, tmp_path):
    reported = here.fails("practice", "show")
    assert "There is no practice in" in reported
    assert "'pbem practice new GAME'" in reported
    here("practice", "new", "saipan-ann-bob", "--to", "beach.practice")
    here("practice", "new", "saipan-ann-bob", "--at", "2")
    here("practice", "new", "saipan-ann-bob")
    assert names() == ["beach.practice", "saipan-ann-bob-2-2.practice",
                                    "saipan-ann-bob-2.practice"]  # fmt: skip
    reported = here.fails("practice", "order", *LANDING)
    assert "Say which practice, with its file first: beach.practice, saipan" in reported
    here("practice", "order", "beach.practice", "-m", "land 1/2 1203")
    assert len(Path("beach.practice").read_text().splitlines()) == 2
    Path("turn.txt").write_text("land 1/6 1102\n")
    here("practice", "undo", "beach")
    here("practice", "order", "beach", "turn.txt")
    here("practice", "order", "beach", stdin="land 1/8 1002\n")
    assert len(Path("beach.practice").read_text().splitlines()) == 3
    here("practice", "legal", "beach", "1/23")
    reported = here.fails("practice", "show", "saipan")
    assert (
        "Say which practice, with its file first: saipan-ann-bob-2-2.practice, saipan-" in reported
    )
    assert "beach" not in reported
    here("practice", "new", "lantern", "--seed", "1")
    assert "Lantern Bridge" in here("practice", "show", "lantern")
    assert "move B1" in here("practice", "legal", "lantern", "B1")
    here("practice", "new", "saipan-ann", "--to", str(tmp_path))
    assert (tmp_path / "saipan-ann-bob-2.practice").exists()


def test_rules_are_meant_by_their_name_where_no_game_is_called_so(here):
    assert "Manila" in here("practice", "new", "manila")
    assert "from its beginning" in here("practice", "new", "saipan", "--scenario", "free")
    assert "from its beginning" in here("practice", "new", "saipan"), "though a game begins so"
    assert "after event 2" in here("practice", "new", "saipan", "--at", "2")
    assert "after event 2" in here("practice", "new", "saipan-a")
    assert {
        "saipan-ann-bob-2.practice",
        "saipan-free.practice",
        "saipan-historical.practice",
    } < set(names())


def test_a_hand_is_shown_to_anyone_is_asked(here):
    """With the word practice before each card of it."""
    out = here("practice", "new", "singapore", "--scenario", "corps", "--seed", "1")
    says_practice(out)
    assert "practice: Japan: D3 Feint (place 1 of situation#1)" in out.splitlines()
    state = json.loads(here("practice", "show", "--json"))
    assert [one["card"] for one in state["hand"]] == ["E4 Oil-tank smoke", "D3 Feint"]
    assert state["broken"] == []


def test_any_log_will_do(here):
    out = here("practice", "new", str(min((LOGS / "tokyo").glob("*.pbem"))), "--at", "9")
    assert "after event 9" in out


def test_the_program_plays_a_side(here):
    out = here("practice", "new", "saipan-ann-bob", "--against", "us")
    says_practice(out)
    assert "step 1, U.S. orders (the computer):" in out
    assert "Active side: Japan" in out or "Dice are due" in out


def test_a_log_is_no_practice(practice):
    log = next((practice.folder / "games").glob("*.pbem"))
    for name in OWN:
        if name != "practice new":
            words = ["-m", "pass"] if name.endswith("order") else []
            reported = practice.fails(*name.split(), str(log), *words)
            says_practice(reported)


# --- no command takes it for a log -------------------------------------------------------------

TAKES_FILES = {
    "agent prepare": ["{}"], "answer": ["{}", "yes"], "card import": ["{}"], "cases": ["{}"],
    "chart": ["{}"], "claim": ["{}"], "clock": ["{}"], "confirm": ["{}"],
    "consent": ["{}", "--out", "bob", "--replace", "eve"],
    "deal": ["{}"], "dice": ["{}"], "hand": ["{}"], "join": ["{}"], "legal": ["{}"], "log": ["{}"],
    "mail read": ["{}"],
    "mail write": ["{}"], "module check": ["{}"], "module new": ["orchard", "--from", "{}"],
    "odds": ["{}", "land 1/2 1203"], "offer": ["{}", "tie"],
    "notes": ["{}", "text"],
    "order": ["{}"], "pack check": ["{}"], "resign": ["{}"], "reveal": ["{}"],
    "rule": ["{}", "--out", "bob"], "seal": ["{}", "-m", "x"], "send": ["{}"], "show": ["{}"],
    "store archive": ["{}"], "store mend": ["{}"], "store restore": ["{}"],
    "store strike": ["{}"], "table describe": ["{}"], "table import": ["{}"], "take": ["{}"],
    "tournament attend": ["{}"],
    "tournament change": ["{}", "--from", "2", "--why", "so"],
    "tournament collect": ["{}"], "tournament found": ["{}"],
    "tournament play": ["{}"],
    "tournament publish": ["pages", "--for", "{}"], "tournament season": ["{}", "site"],
    "tournament take": ["{}"],
    "compare": ["{}"], "explain": ["{}", "1"], "luck": ["{}"], "mail evidence": ["{}"],
    "replay": ["{}"], "tournament cosign": ["{}"], "tournament heads": ["{}"],
    "tournament ratings": ["area", "{}"], "tournament verify": ["{}"],
    "verify": ["{}"], "why": ["{}", "7.1"],
}  # fmt: skip
"""Every command an argument of which may be a file: what is typed, {} being the practice."""
MORE = {
    "dice --all": ["dice", "--all", "{}"],
    "verify --card": ["verify", "saipan", "--card", "{}"],
    "order game": ["order", "saipan", "{}"],
    "rule --fork": ["rule", "saipan", "--fork", "{}", "--then", "forfeit"],
    "rule --consent": ["rule", "saipan", "--out", "bob", "--replace", "eve", "--consent", "{}"],
    "new --pack": ["new", "saipan", "--pack", "{}", "--dice", "self"],
    "join --standing": ["join", "saipan", "--standing", "{}"],
    "practice new": ["practice", "new", "{}"],
    "practice new --pack": ["practice", "new", "saipan", "--pack", "{}"],
}
"""Options that take a file of ours, and words after a game."""
PLAYS_IT = {"board"}
"""The commands that open a practice as such (tests/board)."""
REPORTS_OF_IT = {"court"}
"""The commands that accept anything, and say of each file what it is (tests/court)."""
BY_ENDING = {"chart", "legal", "odds", "why"}
"""The commands that take any word for a unit, a topic or an order, but for a file that ends as ours
do."""
NO_FILES = {"agent away", "agent back", "agent host", "agent run", "agent setup", "agent sign-in",
            "agent status", "agent token", "agent unread", "bench", "card export", "card show",
            "card words", "demo", "games", "identity default", "identity email", "identity list",
            "identity new", "identity passphrase", "identity renew", "identity show", "invite",
            "new", "open", "pack export", "pack show", "simulate", "lobby", "store backup",
            "store check", "store move", "store rebuild", "table new", "tournament bid",
            "tournament bye", "tournament challenge", "tournament close", "tournament dismiss",
            "tournament due", "tournament enter", "tournament export", "tournament keep",
            "tournament lineup", "tournament lot", "tournament mail", "tournament name",
            "tournament open", "tournament out", "tournament pair", "tournament return",
            "tournament rule", "tournament show", "tournament substitute", "tournament back",
            "tournament pause", "tournament unbid", "tournament unlot", "tournament withdraw",
            "web build", "web check", "web sign"}  # fmt: skip
"""The commands that take no file of ours: names of people and rules, folders to write into."""


def test_every_command_is_known():
    """A new command has to say here whether it takes files."""
    others = set(ALL) - set(OWN)
    assert others == set(TAKES_FILES) | NO_FILES | PLAYS_IT | REPORTS_OF_IT
    assert not set(TAKES_FILES) & NO_FILES


TYPED = [[*name.split(), *words] for name, words in TAKES_FILES.items()] + list(MORE.values())
AS_NAMED = [
    (words, name)
    for name in ("x.practice", "x.pbem", "x.txt")
    for words in TYPED
    if not (words[0] in BY_ENDING and name.endswith(".txt"))
]


@pytest.mark.parametrize(("words", "name"), sample(AS_NAMED, len(TYPED)), ids=str)
def test_no_command_takes_it_for_anything_else(practice, words, name):
    """Each says in one kind sentence what it is, and nothing has changed."""
    Path("saipan-ann-bob-2.practice").rename(name)
    before = contents(practice.folder), contents(Path())
    found = practice.run(*[word.format(name) for word in words])
    assert found.code == 1, found.out + found.err
    lines = [line for line in (found.out + found.err).splitlines() if WHAT in line]
    assert len(lines) == 1, found.out + found.err
    assert name in lines[0]
    assert before == (contents(practice.folder), contents(Path()))


def test_among_the_games_here_it_is_none(practice):
    Path("saipan-ann-bob-2.practice").rename(practice.folder / "games" / "beach.pbem")
    (practice.folder / "games" / "beach.pbem").chmod(0o600)
    for words in (["show"], ["log"], ["legal"], ["send"], ["verify"], ["practice", "new"]):
        reported = practice.run(*words, "beach")
        assert reported.code == 1
        assert WHAT in reported.out + reported.err
    assert "saipan-ann-bob" in practice("games")


@pytest.mark.parametrize("words", [["take"], ["verify"], ["dice", "--all"]], ids=" ".join)
def test_it_keeps_no_other_file_out(practice, game, words):
    """Files are judged each on its own: a log beside a practice is read as if it were alone."""
    _, bob = game
    log = bob.sends()
    found = practice.run(*words, "saipan-ann-bob-2.practice", log)
    reported = found.out + found.err
    assert WHAT in reported
    assert Path(log).name in reported or "saipan-ann-bob:" in reported


def test_in_a_folder_of_what_came_it_is_passed_over(practice, game, tmp_path):
    _, bob = game
    folder = tmp_path / "inbox"
    folder.mkdir()
    Path(bob.sends()).rename(folder / "game.pbem")
    Path("saipan-ann-bob-2.practice").rename(folder / "x.practice")
    assert "x.practice" in practice("take", str(folder))


# --- files from strangers ----------------------------------------------------------------------


def hostile(data: bytes) -> Iterator[tuple[str, bytes]]:
    first = data.partition(b"\n")[0] + b"\n"
    at = json.loads(first)["at"]
    yield "cut off", data[:-20]
    yield "a bomb", b'{"practice":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    yield "a bomb as a step", data + b"[" * 100_000 + b"]" * 100_000 + b"\n"
    yield "a bomb of aliases", b'{"practice": &a [*a,*a,*a]}\n'
    yield "too long", data + b" " * (9 << 20)
    yield "rules that are not here", remade(data, rules={"name": "chess", "version": 1,
                                                         "data": "0" * 64})  # fmt: skip
    yield "a version to come", remade(data, rules={"name": "saipan", "version": 9,
                                                   "data": "0" * 64})  # fmt: skip
    yield "another's data", remade(data, rules={"name": "saipan", "version": 1,
                                                "data": "0" * 64})  # fmt: skip
    yield (
        "the position of another game",
        remade(data, at=at | {"position": {"turn": 1, "areas": {}}}),
    )
    yield "no scenario", remade(data, scenario="\x1b[2Jmoon")
    yield "no option", remade(data, options={})
    yield "no side", remade(data, against=["moon"])
    yield "no position", remade(data, at={"position": {}, "urns": {}, "lists": [], "standing": {},
                                          "seats": {"us": "a", "jp": "b"}})  # fmt: skip
    yield "an order that is not legal", first + step(side="us", by="you", text="land 1/2 0101")
    yield "no order", first + step(side="us", by="you", text="\x00\x1b[2J" * 50)
    yield "an order of the other", first + step(side="jp", by="you", text="pass")
    yield "dice that are not due", first + b'{"practice":"dice","seed":1,"faces":[]}\n'
    yield "a step of 1000 guards", first + step(side="us", by="you", text="if turn = 1: " * 1000)


def step(**fields: Any) -> bytes:
    return json.dumps({"practice": "orders", **fields}).encode() + b"\n"


def remade(data: bytes, **fields: Any) -> bytes:
    """Change the first line and make its check again."""
    first, _, rest = data.partition(b"\n")
    line = json.loads(first)
    line |= fields
    del line["check"]
    reported = json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    line["check"] = hashlib.sha256(reported.encode()).hexdigest()
    return json.dumps(line).encode() + b"\n" + rest


NAMES = ["cut off", "a bomb", "a bomb as a step", "a bomb of aliases", "too long",
         "rules that are not here", "a version to come", "another's data",
         "the position of another game", "no scenario", "no option", "no side", "no position",
         "an order that is not legal", "no order", "an order of the other", "dice that are not due",
         "a step of 1000 guards"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_file_gets_one_clear_message(practice, name):
    path = Path("saipan-ann-bob-2.practice")
    cases = dict(hostile(path.read_bytes()))
    assert list(cases) == NAMES
    path.write_bytes(cases[name])
    before = contents(practice.folder), contents(Path())
    for words in (["show"], ["steps"], ["legal"], ["order", *LANDING], ["dice"],
                  ["odds", "attack 317 with 1/2"], ["show", "--json"]):  # fmt: skip
        found = practice.run("practice", *words)
        assert found.code == 1
        said = found.err.strip()
        assert len(said.splitlines()) == 1, said
        assert said.startswith("pbem: practice: ")
        assert path.name in said
        assert "fault of the program" not in said
        assert "\x1b" not in said
    assert before == (contents(practice.folder), contents(Path()))


@pytest.mark.parametrize("rules", ["saipan", "manila", "tokyo"])
def test_a_position_that_nobody_reached_is_one_message_or_none(here, rules):
    """One value of a position is another one: it is refused in a sentence, or can be played on."""
    log = min((LOGS / rules).glob("*.pbem"))
    here("practice", "new", str(log), "--at", "12", "--to", "y.practice")
    data = Path("y.practice").read_bytes()
    at = json.loads(data.partition(b"\n")[0])["at"]
    rng = random.Random(5)  # noqa: S311 - it protects nothing
    places = list(leaves(at["position"]))
    for place in rng.sample(places, min(times(5, of=15), len(places))):
        Path("y.practice").write_bytes(remade(data, at=changed(at, place, rng)))
        for words in (["show"], ["legal"]):
            found = here.run("practice", *words[:1], "y.practice", *words[1:])
            assert found.code in (0, 1)
            if found.code:
                assert len(found.err.strip().splitlines()) == 1, found.err
                assert found.err.startswith("pbem: practice: ")


def leaves(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list) and value:
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, one in items:
            yield from leaves(one, (*place, key))
    else:
        yield place


def changed(at: dict[str, Any], place: tuple[Any, ...], rng: random.Random) -> dict[str, Any]:
    """Return what lies on the table with another value at one place of the position."""
    twin = json.loads(json.dumps(at))
    inside = twin["position"]
    for key in place[:-1]:
        inside = inside[key]
    old = inside[place[-1]]
    others = [-1, 0, 7, 10**9] if isinstance(old, int) else ["", "0101", "x", None, "1/2", 3]
    inside[place[-1]] = rng.choice(others)
    return twin


def test_rules_that_fail_on_a_file_may_not_be_at_fault(practice, monkeypatch):
    def fails(*_: object, **__: object) -> None:
        raise RulesFault("a fault of this program in the rules of saipan version 1")

    monkeypatch.setattr("pbem.practice.trying.legal_in", fails)
    reported = practice.fails("practice", "legal")
    assert "a fault of this program" in reported
    assert "a position that no game can reach: who made it?" in reported
    says_practice(reported)


def test_what_stands_in_a_file_of_a_stranger_is_shown_escaped(practice):
    """Names, lines and scenarios of a file that can be played on reach no terminal as they are."""
    path = Path("saipan-ann-bob-2.practice")
    data = path.read_bytes()
    line = json.loads(data.partition(b"\n")[0])
    bad = "\x1b[2J\u202e"
    at = line["at"] | {"seats": {"us": bad, "jp": f"{bad}b"}, "standing": {bad: {}}}
    data = remade(data, at=at, of=line["of"] | {"name": bad})
    path.write_bytes(data + step(side="us", by="you", text=f"land 1/2 1203 # {bad}"))
    for words in (["show"], ["steps"], ["legal"], ["order", "--try", "-m", "land 1/6 1102"],
                  ["order", "-m", "land 1/6 1102"], ["undo"], ["undo"]):  # fmt: skip
        reported = practice("practice", *words)
        assert "\x1b" not in reported
        assert "\u202e" not in reported
        says_practice(reported)


def test_the_good_part_of_a_log_with_a_finding_can_be_tried(here):
    log = str(LOGS / "hostile" / "dice.proof-bit-flipped.pbem")
    reported = here.fails("practice", "new", log)
    assert "--at N begins after event N" in reported
    says_practice(reported)
    good = json.loads(here.run("verify", log, "--json").out)["logs"][0]["finding"]["good"]
    assert f"after event {good - 1}" in here("practice", "new", log, "--at", str(good - 1))


@pytest.mark.parametrize("words", [["land 1/2 1203"], ["land", "1/2", "1203"]])
def test_an_order_where_a_file_is_expected_is_told_how_to_be_given(practice, words):
    reported = " ".join(practice.fails("practice", "order", *words).split())
    assert 'put them in quotes after -m: -m "land 1/2 1203"' in reported
    assert "after step 0" in practice("practice", "show")


def test_undo_mends_a_file_with_a_step_that_is_not_possible(practice):
    path = Path("saipan-ann-bob-2.practice")
    practice("practice", "order", "-m", "land 1/2 1203")
    path.write_bytes(path.read_bytes() + step(side="jp", by="you", text="pass"))
    reported = practice.fails("practice", "show")
    assert "step 2 is not possible" in reported
    assert "'pbem practice undo --to 1'" in reported
    practice("practice", "undo", "--to", "1")
    assert "after step 1 of 1" in practice("practice", "show")


def test_a_copy_of_everything(practice, tmp_path):
    """The file alone is enough: another client, where the game is not, goes on from it."""
    eve = copytree(practice.folder / "identities", tmp_path / "eve" / "identities").parent
    out = practice("practice", "show", PBEM_HOME=str(eve))
    assert "Active side: U.S." in out


# --- an owner's pack ----------------------------------------------------------------------------


@pytest.fixture
def owned(home, tmp_path, monkeypatch):
    """ann has a pack of Saipan in which marines attack with 9, and stands in an empty folder."""
    monkeypatch.chdir(tmp_path)
    ann = home("ann")
    ann("pack", "export", "saipan", "--to", "mine.yaml")
    pack = Path("mine.yaml")
    text = pack.read_text()
    assert "counter: 5-4-8" in text
    pack.write_text(text.replace("counter: 5-4-8", "counter: 9-4-8", 1))
    return ann


def test_a_practice_begins_with_an_owners_pack(owned):
    owned("pack", "check", "mine.yaml")
    kept = contents(owned.folder)
    owned("practice", "new", "saipan", "--pack", "mine.yaml", "--seed", "1")
    assert contents(owned.folder) == kept
    owned("practice", "order", *LANDING)
    strengths = owned("practice", "odds", "attack 16 with 1/23 1/24 1/25")
    assert "1/24 attacks +9 [7.4]" in strengths


def test_a_pack_that_is_not_kept_here_is_to_be_checked_first(owned):
    kept, here = contents(owned.folder), names()
    reported = owned.fails("practice", "new", "saipan", "--pack", "mine.yaml")
    says_practice(reported)
    assert "Store it with 'pbem pack check mine.yaml'" in reported
    assert contents(owned.folder) == kept
    assert names() == here
    assert "practice" in owned.fails("practice", "new", "saipan", "--pack", "nowhere.yaml")


# --- two commands at a moment -------------------------------------------------------------------


@pytest.mark.parametrize("words", [["order", "-m", "pass"], ["dice"], ["undo"]])
def test_a_command_waits_for_another_one_at_the_same_practice(practice, monkeypatch, words):
    ann = practice
    (path,) = Path().glob("*.practice")
    ann("practice", "order", *LANDING)
    before = path.read_bytes()
    monkeypatch.setattr("pbem.practice.kept.WAIT_SECONDS", 0.05)
    with locked(lock_name(path)):
        reported = ann.fails("practice", *words)
        says_practice(reported)
        assert "Wait until it is done" in reported
        assert "practice: " in ann("practice", "show"), "who only looks does not wait"
    assert path.read_bytes() == before
    ann("practice", "undo")
