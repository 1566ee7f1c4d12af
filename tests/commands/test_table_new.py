"""Dice and cards for a game elsewhere, as people type it: `docs/dice-and-cards.md`."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from pbem.games.table.module import TableRules

PAGE = (Path(__file__).parents[2] / "docs" / "dice-and-cards.md").read_text()
BLOCKS = re.findall(r"<!-- test: [^>]*-->\n```([a-z]*)\n(.*?)```", PAGE, re.DOTALL)
FILE = next(text for kind, text in BLOCKS if kind == "yaml")
LINES = [
    line.strip()
    for kind, text in BLOCKS
    if not kind
    for line in text.replace("\\\n", " ").splitlines()
]
TITLES = "Low water\nSalt tax\n\nSappers\nNew drums\n"


@pytest.fixture
def met(home, tmp_path, monkeypatch):
    """Alice and bob, who have each other's cards."""
    monkeypatch.chdir(tmp_path)
    people = {name: home(name) for name in ("alice", "bob")}
    for name, one in people.items():
        one("card", "export", name)
    people["alice"]("card", "import", "bob.card")
    people["bob"]("card", "import", "alice.card")
    for name in ("crown", "league"):
        Path(f"{name}.txt").write_text(TITLES)
    return people


def typed(person: str) -> list[list[str]]:
    """Return what the page shows somebody typing, in order."""
    shown = [line.partition("$ pbem ") for line in LINES]
    return [shlex.split(words) for who, _, words in shown if who == person]


def exchange(met, name: str, rounds: int) -> None:
    """Send so many mails each, and do what needs no choice."""
    for number in range(rounds):
        for who, other in (("alice", "bob"), ("bob", "alice")):
            met[who].run("deal")
            met[who].run("deal")  # after a shuffle, the layer of a card
            met[who].run("dice")
            Path(f"{number}{who}").mkdir()
            met[who]("mail", "write", name, "--to", f"{number}{who}")
            [mail] = Path(f"{number}{who}").iterdir()
            met[other]("mail", "read", str(mail))


def test_what_the_page_types(met, tmp_path) -> None:
    alice, bob = met["alice"], met["bob"]
    new, opening, write, *orders = typed("alice")
    said = alice(*new)
    assert "Open a game with it: pbem new table --pack war.yaml --seat crown=HANDLE" in said
    alice(*opening)
    alice(*write)
    [mail] = tmp_path.glob("*.eml")
    mail.rename("from-alice.eml")
    for words in typed("bob"):
        bob(*words)
    assert "crown" in bob("show")
    exchange(met, "table-alice-bob", 1)
    assert [words[0] for words in orders] == ["order"] * 3
    for number, words in enumerate(orders):
        held = json.loads(alice("hand", "--json"))
        title = held[0]["card"].lower() if held else ""
        alice(*(word.replace("play low", f"play {title}") for word in words))
        Path(f"part{number}").mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(f"part{number}")
            exchange(met, "table-alice-bob", 1)
    history = alice("log")
    assert "attack on Kessel" in history


def test_the_file_of_the_page_is_a_table_and_so_is_its_list(met) -> None:
    data = TableRules().data(FILE.encode())
    assert list(data.sides) == ["crown", "league"]
    Path("by-hand.yaml").write_text(FILE)
    alice = met["alice"]
    alice("new", "table", "--pack", "by-hand.yaml", "--seat", "crown=alice", "--seat", "league=bob")
    fight = next(text for kind, text in BLOCKS if text.startswith("roll 1d6"))
    Path("fight.txt").write_text(fight)
    alice("practice", "new", "table", "--pack", "by-hand.yaml", "--seed", "1")
    said = alice("practice", "order", "fight.txt")
    assert "my fire" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Name the sides of the game, as in --side crown --side league."),
        (["--side", "a", "--dice", "battle=2x6"], "write dice as 2d6, d10 or 1d6+1"),
        (["--side", "a", "--side", "b", "--deck", "a=nowhere.txt"], "nowhere.txt"),
        (["--side", "a", "--side", "b", "--deck", "a=empty.txt"], "has 0 titles"),
        (["--side", "a", "--value", "vp=many"], "Write a number"),
        (["--side", "a", "--deck", "a=One,Two"], "use cups instead, or add a side"),
        (["--side", "A b"], "write a name with a-z"),
    ],
)
def test_what_is_no_table_is_refused_and_nothing_is_written(home, tmp_path, words, said) -> None:
    (tmp_path / "empty.txt").write_text("\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        assert said in home("alice").fails("table", "new", "x.yaml", "--title", "X", *words)
    assert not (tmp_path / "x.yaml").exists()
