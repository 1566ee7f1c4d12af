"""A verdict says the same to people and to programs, and what programs get is in its schema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.audit import judging, report
from pbem.audit.verdict import Judged, Verdict
from pbem.games import registry
from pbem.identity.card import Card, make_card, read_card
from pbem.log.file import to_bytes
from pbem.log.head import make_head, write_head
from pbem.table.events import kinds
from pbem.table.library import Library
from toy.group import END, PASS, Group, attack, identity, move, plan, signer, toy_library
from toy.schema import checked

ROOT = Path(__file__).parents[2]
THREE = {"red": "ann", "blue": "bob", "green": "cat"}
CLOCK = kinds.Clock(days=7, bank=14, grace=2, turn=30)


def going_on(folder: Path) -> Group:
    group = Group.joined(folder, umpire="uma", dice="umpire", clock=CLOCK)
    group.orders("ann", move(1), attack("blue"))
    group.orders("bob", PASS)
    group.roll()
    return group


def practice(folder: Path) -> Group:
    group = Group.joined(folder, ("ann",), {"red": "ann", "blue": "ann"}, dice="self")
    group.play("ann", "resign")
    return group


def not_closed(folder: Path) -> Group:
    group = Group.joined(folder, umpire="uma", dice="umpire", scenario="plans")
    group.play("ann", "seal", plan(2))
    group.play("bob", "resign")
    return group


def other_keys(folder: Path) -> Group:
    group = Group.joined(folder, ("ann", "bob", "cat"), THREE, scenario="trio")
    box = identity("ann2").box_public.hex()
    group.play("ann", "offer", group.new_keys("ann", "ann2", box))
    group.play("bob", "answer", True)
    group.play("cat", "answer", True)
    return group


def ruled(folder: Path) -> Group:
    group = Group.joined(folder, ("ann", "bob", "cat"), THREE, umpire="uma", scenario="trio")
    group.orders("ann", attack("green"), END)
    group.orders("cat", PASS)
    group.play("ann", "dice")
    sign, consent = signer("dan").sign, group.consent("bob", "dan")
    to = {"out": "bob", "as": "replace", "late": None, "handle": "dan", "sign": sign}
    group.play("uma", "ruling", kinds.read_data("ruling", {**to, "consent": consent}))
    group.play("uma", "dice")
    group.play("dan", "join")
    return group


def silent_witness(folder: Path) -> Group:
    group = Group.joined(folder, ("ann", "wil"), {"red": "ann"}, umpire="uma", scenario="alone")
    group.orders("ann", attack("blue"), END)
    to = kinds.PutOut(out="wil", as_="replace", late=None, handle="xan", sign=signer("xan").sign)
    group.play("uma", "ruling", to)
    group.play("uma", "dice")
    group.play("xan", "join")
    return group


def not_joined(folder: Path) -> Group:
    from toy.group import opening

    return Group(folder, opening())


GROUPS = (going_on, practice, not_closed, other_keys, ruled, silent_witness, not_joined)


def saved(group: Group, name: str = "game.pbem", *more: Any) -> Path:
    path = group.folder / name
    path.write_bytes(to_bytes([*group.events, *more]))
    return path


def library() -> Library:
    return toy_library()


def nothing() -> Library:
    return Library(lambda _name, _version: None)


def games() -> Library:
    return Library(registry.find)


def held_together(judged: Judged) -> str:
    """Hold text, JSON and schema together; return the text."""
    said = "\n".join(judging.lines(judged))
    found = checked(report.to_json(judged))
    # The text is made of what the JSON says and of nothing else.
    again = msgspec.convert(found, Judged)
    assert "\n".join(judging.lines(again)) == said
    for log in found["logs"]:
        text = "\n".join(report.lines(msgspec.convert(log, Verdict)))
        missing = [where for where, words in reported(log) if not occurs(words, text)]
        assert not missing, f"{missing}\n{text}"
        assert (": valid, " in text) == log["ok"]
        line = report.one_line(msgspec.convert(log, Verdict))
        assert line.startswith("ok   ") == log["ok"]
    for fork in found["forks"]:
        # The message stands in the text, its author and number in the message.
        assert fork["message"] in said
        assert (fork["proof"] or "") in said
        assert fork["unwritten"] in said
        assert (fork["author"] or "") in fork["message"]
    for head in found["heads"]:
        assert head["message"] in said
    parts = (*found["logs"], *found["forks"], *found["heads"])
    assert found["ok"] == all(one["ok"] for one in parts)
    return said


def occurs(words: str, text: str) -> bool:
    """Say whether words stand in a text, and not as a part of other words."""
    return re.search(rf"(?<![0-9a-z]){re.escape(words)}(?![0-9a-z])", text) is not None


def reported(log: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield every value of a verdict with how a text must say it."""
    # what is no log is reported as that
    if log["unread"] or log["other"] or log["part"] is not None:
        yield "path", log["path"]
        yield "unread", log["unread"].rstrip(".")
        yield "other", log["other"] or ""
        yield "advice", log["advice"] if log["part"] is not None else ""
        return
    for where, value in leaves("", log):
        if isinstance(value, bool | None):
            continue  # ok: see `held_together`; an option's yes or no is printed as such
        words = str(value)
        name = where.rpartition(".")[2]
        if name in ("level", "wanted"):
            words = f"level {value}" if log["events"] else ""
        elif name == "game" or (where.startswith("signers") and name == "sign"):
            words = value[:16]
        elif name == "what":
            reported_as = {
                "closing": "closing ruling",
                "opening": "sealed is opened",
                "masks": "keys of the decks",
                "stocks": "hidden supplies",
            }
            words = reported_as[value]
        elif where == "finding.event":
            words = ""  # the id of what is no part of the log; its number is reported
        yield where, words.rstrip(".")


def leaves(where: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(f"{where}.{key}" if where else key, one)
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from leaves(f"{where}.{number}", one)
    elif value not in ("", None):
        yield where, value


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("make", GROUPS)
def test_of_a_good_log(tmp_path, make, level):
    judged = judging.judge([saved(make(tmp_path))], library, judging.JudgeOptions(level=level))
    assert held_together(judged)
    assert judged.ok


@pytest.mark.parametrize("make", GROUPS)
def test_where_the_rules_are_missing(tmp_path, make):
    path = saved(make(tmp_path))
    judged = judging.judge([path], nothing, judging.JudgeOptions())
    held_together(judged)
    assert not judged.ok
    assert judging.judge([path], nothing, judging.JudgeOptions(level=2)).ok


@pytest.mark.parametrize("make", GROUPS)
def test_with_cards(tmp_path, make):
    path = saved(make(tmp_path))
    other = read_card(make_card(identity("mallory")))
    ann = read_card(make_card(identity("ann")))
    cards = [Card("ann", other.sign, other.box, None, 1)]
    assert held_together(judging.judge([path], library, judging.JudgeOptions(cards=[ann])))
    judged = judging.judge([path], library, judging.JudgeOptions(cards=cards))
    held_together(judged)
    assert not judged.ok


@pytest.mark.parametrize("make", GROUPS)
def test_of_a_log_with_a_fault(tmp_path, make):
    group = make(tmp_path)
    events = [event.line + b"\n" for event in group.events]
    path = tmp_path / "game.pbem"
    for cut in range(len(events)):
        path.write_bytes(b"".join(events[:cut]) + events[cut].replace(b'"at":"2026', b'"at":"2025'))
        for make_library in (library, nothing):
            judged = judging.judge([path], make_library, judging.JudgeOptions())
            held_together(judged)
            assert not judged.ok


@pytest.mark.long
def test_of_every_hostile_log():
    paths = sorted((ROOT / "logs" / "hostile").glob("*.[pf]*"))
    judged = judging.judge(paths, games, judging.JudgeOptions(processes=1))
    held_together(judged)
    assert not any(one.ok for one in (*judged.logs, *judged.forks))


def test_of_many_logs_and_what_is_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    group = Group.joined(tmp_path)
    other = group.forge("ann", "orders", group.orders_data("red", END))
    paths = [
        saved(group, "a.pbem", other),
        saved(group, "b.pbem", group.forge("ann", "resign", {})),
        tmp_path / "none.pbem",
        tmp_path / "words.pbem",
        tmp_path / "part.pbem",
        tmp_path / "bob.head",
        tmp_path / "words.fork",
    ]
    for path in (paths[3], paths[6]):
        path.write_text("Dear judge\n")
    paths[4].write_bytes(to_bytes(group.events[2:]))
    write_head(paths[5], make_head(group.events[-1], by="bob", seed=identity("bob").sign_seed))
    wish = judging.JudgeOptions(processes=1, proof=tmp_path / "proof.fork")
    judged = judging.judge(paths, library, wish)
    held_together(judged)
    assert [one.ok for one in judged.logs] == [True, True, False, False, False]
    assert [one.proven for one in judged.forks] == [False, True]
    assert [one.ok for one in judged.heads] == [True]
    held_together(judging.judge(paths[:2], library, judging.JudgeOptions()))


def test_a_list_of_many_says_what_is_not_as_a_reader_would_think(tmp_path):
    """Each in its line, as text and JSON of one log say it in several."""
    marks = {
        practice: "honest practice",
        not_closed: "counts only after the umpire's closing ruling",
        other_keys: "new keys of ann after event",
        ruled: "the umpire rolled for bob, rests on the umpire's word from event 8 on",
    }
    for make, mark in marks.items():
        folder = tmp_path / make.__name__
        group = make(folder)
        paths = [saved(group, f"{name}.pbem") for name in "abcd"]
        reported = list(
            judging.lines(judging.judge(paths, library, judging.JudgeOptions(processes=1)))
        )
        assert len(reported) == 4
        assert all(mark in line for line in reported)


def test_the_dice_of_a_witness_who_fell_silent_follow_the_verdict(tmp_path):
    said = held_together(
        judging.judge([saved(silent_witness(tmp_path))], library, judging.JudgeOptions())
    ).split("\n")
    assert ": valid, " in said[0]
    assert "The umpire uma rolled the dice that wil owed when put out" in said[2]
    assert "ann, with that help, could have exchanged it for another" in said[2]


@pytest.mark.parametrize("make", GROUPS)
def test_the_verdict_comes_first_and_the_hashes_last(tmp_path, make):
    group = make(tmp_path)
    late = group.events[-1].line.replace(b'"at":"2026', b'"at":"2025') + b"\n"
    for more in (b"", late):
        path = saved(group)
        path.write_bytes(path.read_bytes() + more)
        judged = judging.judge([path], library, judging.JudgeOptions())
        said = held_together(judged).split("\n")
        assert said[0].startswith(f"{path}: {'NOT ' * bool(more)}valid")
        if more:
            assert judged.logs[0].finding.code in said[2]
        assert [line.partition(":")[0].split()[0] for line in said[-3:]] == ["Keys", "Game", "Head"]
