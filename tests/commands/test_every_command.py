"""Every command that takes a game, and what a slip of the hand gets: one kind sentence.

The commands are read from the command line itself; one that is new has to be entered here.
"""

from __future__ import annotations

from typing import Any

import pytest

from command_line import commands

FOLLOWING: dict[str, list[list[str]]] = {
    "order": [["turn.txt"], []],
    "legal": [["1/2"], []],
    "odds": [["attack 317 with 1/2"]],
    "chart": [["combat"], []],
    "why": [["7.1"]],
    "explain": [["5.1"]],
    "offer": [["undo"], ["tie"], ["keys"], ["rules"]],
    "answer": [["yes"], ["no"]],
    "agent prepare": [["turn.txt"]],
}
"""The words after the game, for commands that take more than a game."""
OPTIONS: dict[str, list[str]] = {
    "rule": ["--out", "bob", "--yes"],
    "consent": ["--out", "bob", "--replace", "eve", "--yes"],
    "resign": ["--yes"],
    "offer": ["--yes"],
    "clock": ["--export", "x.days"],
    "seal": ["-m", "beaches 1203 1102 1002 0902 0801 0802"],
}
"""The words that have to be typed besides, so that nothing but the game is wrong."""
LOOKS = {"show", "log", "legal", "odds", "chart", "why", "explain", "games", "claim", "clock",
         "send", "mail write", "store mend", "store archive", "store strike", "verify"}  # fmt: skip
"""The commands that need no seat, or no key."""


def parameters(command: Any) -> dict[str, Any]:
    return {param.name: param for param in command.params}


def takes_game(command: Any) -> bool:
    """Whether an argument is a game, or begins with one."""
    first = next((p for p in command.params if p.param_type_name == "argument"), None)
    return first is not None and (getattr(first, "help", None) or "").startswith("The game")


OF_A_GAME = dict(one for one in commands() if takes_game(one[1]))
SIGNING = sorted(name for name, one in OF_A_GAME.items() if "secret" in parameters(one))
"""The commands that ask for a passphrase."""
WITH_WORDS = [(name, words) for name, all_ in FOLLOWING.items() for words in all_ if words]


def typed(name: str, *words: str) -> list[str]:
    return [*name.split(), *words, *OPTIONS.get(name, [])]


@pytest.fixture
def turn(game, tmp_path, monkeypatch):
    """A file of orders in the folder where one is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "turn.txt").write_text("land 1/2 1203\n")
    return game


@pytest.fixture
def busy(turn):
    """More than one game: each has to be named."""
    ann, bob = turn
    ann("new", "manila", "--dice", "self", "--name", "manila")
    return ann, bob


def one_sentence(result: Any) -> str:
    assert result.code == 1, result.out + result.err
    assert not result.out, result.out
    reported = result.err.strip()
    assert reported.startswith("pbem: "), reported
    assert len(reported.splitlines()) == 1, reported
    return reported


def test_all_commands_of_games_are_known():
    """A command that takes a game and more has to say here what the rest is."""
    more = {name for name, one in OF_A_GAME.items() if "words" in parameters(one)} - {"dice"}
    assert more == set(FOLLOWING)
    assert {"show", "order", "resign", "mail write", "store mend"} <= set(OF_A_GAME)
    assert len(SIGNING) > 8


@pytest.mark.parametrize(("name", "words"), WITH_WORDS, ids=str)
@pytest.mark.parametrize("games", ["one", "several"])
def test_words_in_the_wrong_order(request, games, name, words):
    ann, _ = request.getfixturevalue("turn" if games == "one" else "busy")
    reported = one_sentence(ann.run(*typed(name, *words, "saipan")))
    assert f"Write the game first: 'saipan {' '.join(words)}'" in reported


@pytest.mark.parametrize(
    ("name", "words"), [("order", ["turn.txt"]), ("offer", ["undo"]), ("answer", ["yes"])], ids=str
)
@pytest.mark.parametrize("games", ["one", "several"])
def test_words_in_the_wrong_order_and_no_such_game(request, games, name, words):
    ann, _ = request.getfixturevalue("turn" if games == "one" else "busy")
    reported = one_sentence(ann.run(*typed(name, *words, "tokyo")))
    assert "There is no game 'tokyo' here" in reported
    assert "saipan-ann-bob" in reported.partition("Games: ")[2]
    assert reported.endswith(f"Write the game first: 'GAME {' '.join(words)}'")


@pytest.mark.few(6)
@pytest.mark.parametrize("name", sorted(OF_A_GAME))
@pytest.mark.parametrize("games", ["one", "several"])
def test_a_game_that_is_not_there(request, games, name):
    ann, _ = request.getfixturevalue("turn" if games == "one" else "busy")
    for words in FOLLOWING.get(name, [[]]):
        reported = one_sentence(ann.run(*typed(name, "saipna", *words)))
        assert "'saipna'" in reported
        assert "did you mean saipan-ann-bob?" in reported
        if name in {"legal", "odds"} and games == "one":
            continue  # any other word may be that of a unit
        far = one_sentence(ann.run(*typed(name, "xyzzy", *words)))
        assert "'xyzzy'" in far or "Say which game" in far
        assert "did you mean" not in far


@pytest.mark.parametrize("name", sorted(set(SIGNING) - LOOKS))
def test_a_game_of_others(turn, home, name):
    """Nobody signs anything in it, nobody is asked anything, nothing is previewed."""
    ann, bob = turn
    eve = home("eve")
    eve.run("take", ann.sends())
    before = {path: path.read_bytes() for path in sorted((eve.folder / "games").iterdir())}
    for words in FOLLOWING.get(name, [[]]):
        reported = one_sentence(eve.run(*typed(name, "saipan", *words), stdin="land 1/2 1203\n"))
        assert "eve does not play" in reported or "You have no dice to roll" in reported
        assert "Your move" not in reported
    assert before == {p: p.read_bytes() for p in sorted((eve.folder / "games").iterdir())}
    del bob


@pytest.mark.few(6)
@pytest.mark.parametrize("name", sorted(set(SIGNING) - LOOKS))
@pytest.mark.parametrize("fault", ["mangled", "open", "another", "passphrase"])
def test_a_key_that_cannot_be_used_is_reported_before_anything_is_shown(
    turn, namesake, name, fault
):
    ann, bob = turn
    key = ann.folder / "identities" / "ann.key"
    environment = {}
    if fault == "mangled":
        key.write_bytes(key.read_bytes()[:-100])
    elif fault == "open":
        key.chmod(0o644)
    elif fault == "another":
        other = namesake("ann").folder / "identities"
        key.write_bytes((other / "ann.key").read_bytes())
        (key.parent / "ann.card").write_bytes((other / "ann.card").read_bytes())
    else:
        environment = {"PBEM_PASSPHRASE": "something else"}
    if name == "dice" and fault != "mangled":
        return  # what one does not owe needs no key
    for words in FOLLOWING.get(name, [[]]):
        said = ann.run(*typed(name, "saipan", *words), stdin="land 1/2 1203\n", **environment)
        reported = one_sentence(said)
        reasons = ("not a key file", "Other users can read", "another key", "Wrong passphrase",
                   "You have no dice to roll")  # fmt: skip
        assert any(reason in reported for reason in reasons), reported
    del bob
