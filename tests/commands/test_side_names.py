"""Sides have their names in what people read; orders, options and JSON keep the ids."""

from __future__ import annotations

import html
import re
import shutil
from collections.abc import Collection, Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from commands.conftest import Home
from pbem.games import registry
from pbem.log.file import read_events
from pbem.play import fence
from pbem.table.events.kinds import Open, read_data

LOGS = Path(__file__).parents[2] / "logs"
KEPT = {
    "lantern": "lantern/lantern.pbem",
    "manila": "manila/witness.pbem",
    "meiktila": "meiktila/first.pbem",
    "saipan": "saipan/historical.pbem",
    "singapore": "singapore/tiderace.pbem",
    "tokyo": "tokyo/two-players.pbem",
}
"""Game -> a log of it that ends."""

TYPED = re.compile(
    r"^\s*>.*$"  # an order as it is logged
    r"|^.*\b(?:pbem|--seat) .*$"  # a command
    r"|'[^'\n]*'"  # an order that a sentence quotes
    r"|\([\w-]+\)"  # Brask (brask)
    r"|`[^`]*`"
    r'|"[\w-]+"',  # a value of JSON
    re.MULTILINE,
)
"""The texts that a person types or has typed, in which an id belongs."""


def opening(log: Path) -> Open:
    found = read_data("open", next(iter(read_events(log))).data)
    assert isinstance(found, Open)
    return found


def names_of(opened: Open) -> dict[str, str]:
    """Return side -> name, as the rules of a game give it."""
    rules = registry.find(opened.rules.name, opened.rules.version)
    assert rules is not None
    data = fence.asked(rules, "data")
    return dict(rules.game(opened.scenario, opened.options, data).side_names)


def left(text: str, sides: dict[str, str], typed: Collection[str]) -> Iterator[str]:
    """Yield the lines in which an id of a side stands as a word; not orders and options."""
    ids = "|".join(re.escape(side) for side, name in sides.items() if side != name)
    word = re.compile(rf"(?<![\w./-])(?:{ids})(?![\w/-]|\.\w)")
    for one in typed:
        text = text.replace(one, "")
    for line in text.splitlines():
        if word.search(TYPED.sub("", line)):
            yield line


def page(path: Path) -> str:
    """Return what a page shows, without its programs, its styles and its pictures."""
    text = path.read_text()
    for part in ("script", "style"):
        text = re.sub(rf"<{part}\b.*?</{part}>", " ", text, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", "\n", text))


SLOW = {"meiktila"}
"""Games whose log takes half a minute to read so often."""


@pytest.mark.parametrize(
    "game",
    [pytest.param(one, marks=[pytest.mark.long] * (one in SLOW)) for one in KEPT],
)
def test_no_id_of_a_side_stands_in_what_people_read(home, tmp_path, game):
    kept = LOGS / KEPT[game]
    sides = names_of(opening(kept))
    log = tmp_path / "game.pbem"
    shutil.copy(kept, log)
    lines = log.read_bytes().splitlines(keepends=True)
    (tmp_path / "early.pbem").write_bytes(b"".join(lines[: len(lines) // 2]))
    eve = home("eve")
    eve("take", str(log))
    reported = {
        "verify": eve("verify", str(log)),
        "log": eve("log"),
        "show": eve("show"),
        "compare": eve("compare", str(log), str(tmp_path / "early.pbem")),
        "luck": eve("luck", str(log), "--runs", "0"),
        "explain": eve("explain", str(log), f"{len(lines) - 1}"),
    }
    eve("court", str(log), "--to", str(tmp_path / "case"))
    eve("replay", str(log), "--to", str(tmp_path / "game.html"))
    reported["court"] = (tmp_path / "case" / "verdict.md").read_text()
    reported["replay"] = page(tmp_path / "game.html")
    options = [f"{name} {value}" for name, value in opening(kept).options.items()]
    orders = [line.strip() for line in re.findall(r"(?<=> ).*$", reported["log"], re.MULTILINE)]
    typed = [*options, *sorted(orders, key=len, reverse=True)]
    found = {what: [*left(text, sides, typed)] for what, text in reported.items()}
    assert {what: lines for what, lines in found.items() if lines} == {}
    for what in ("verify", "court", "replay"):
        assert any(name in reported[what] for name in sides.values()), what


def test_each_game_has_a_kept_log_but_the_table_which_still_grows() -> None:
    assert set(registry.names()) - set(KEPT) == {"table"}


@pytest.mark.parametrize("game", KEPT)
def test_json_keeps_the_ids(judge, game):
    kept = LOGS / KEPT[game]
    opened = opening(kept)
    found = judge.run("verify", str(kept), "--json").json["logs"][0]
    names = names_of(opened)
    assert found["seats"] == opened.seats
    assert found["sides"] == {
        side: names[side] for side in opened.seats if names.get(side, side) != side
    }
    assert found["result"]["winner"] in {*opened.seats, *names, None}


def test_mail_and_overviews_name_the_sides(begun, tmp_path):
    folder = shutil.copytree(begun, tmp_path / "begun")
    ann, bob = Home(folder / "ann"), Home(folder / "bob")
    orders = tmp_path / "turn.txt"
    orders.write_text("land 1/2 1203\nland 1/6 1102\nstanding usual\n")
    said = {
        "try": ann("order", str(orders), "--try"),
        "order": ann("order", str(orders)),
        "games": ann("games"),
        "show": ann("show"),
        "legal": ann.run("legal").out,
        "days": ann("clock"),
    }
    ann("mail", "write", "--to", str(tmp_path))
    (letter,) = tmp_path.glob("*.eml")
    message = message_from_bytes(letter.read_bytes(), policy=default)
    said["mail"] = message.get_body(("plain",)).get_content()
    said["taken"] = bob("take", ann.sends("--since", "1"))
    said["seen"] = bob("show")
    said["resigned"] = ann("resign", "--yes")
    said["shown"] = ann("show")
    sides = {"us": "U.S.", "jp": "Japan"}
    typed = ["land 1/2 1203", "us_gsp"]
    found = {what: [*left(text, sides, typed)] for what, text in said.items()}
    assert {what: lines for what, lines in found.items() if lines} == {}
    assert "Japan (bob) wins (resigned)" in said["shown"]


def test_the_pages_of_a_tournament_name_the_sides(home, tmp_path):
    robin = LOGS / "tournaments" / "robin"
    eve = home("eve")
    eve("tournament", "take", str(robin / "robin.tournament"))
    pages = tmp_path / "pages"
    eve("tournament", "publish", str(pages), str(robin), "--for", "robin")
    said = {path.name: page(path) for path in pages.glob("*.html")}
    said["show"] = eve("tournament", "show", "robin")
    sides = names_of(opening(robin / "round-1.pbem"))
    found = {what: [*left(text, sides, ())] for what, text in said.items()}
    assert {what: lines for what, lines in found.items() if lines} == {}
    assert all(name in said["round-1.html"] for name in sides.values())
