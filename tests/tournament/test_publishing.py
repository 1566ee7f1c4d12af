"""Published pages: well-formed, every link leads somewhere, and no text of others is markup."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import msgspec
import pytest

from pbem.director.judging import verify
from pbem.director.pages.publishing import publish
from pbem.director.pages.wording import day_words
from pbem.errors import FormError
from pbem.log.file import create
from pbem.table.library import Library
from pbem.tournament.events import kinds
from pbem.tournament.history import BoardOf
from pbem.tournament.pairings import pairing
from pbem.tournament.ranking.standings import standings
from pbem.view.markup import tag
from toy.branches import side as another
from toy.group import RULES, Group, signer, toy_library
from toy.meeting import BOARD, Meeting, alone, double, grouped, knockout, robin, swiss, trio
from toy.pages import ELO, HOSTILE, played


def read(path):
    text = path.read_text()
    assert text.startswith("<!DOCTYPE html>\n")
    return ET.fromstring(text.partition("\n")[2])  # noqa: S314 - it is our own


def places(tree):
    found = [one.get("id") for one in tree.iter() if one.get("id")]
    assert len(set(found)) == len(found)
    return set(found)


def test_an_empty_element_that_holds_others_has_an_end():
    """A browser would put all that follows into it."""
    assert tag("div", class_="x") == '<div class="x"></div>'
    assert tag("p") == "<p></p>"
    assert tag("meta", charset="utf-8") == '<meta charset="utf-8"/>'


def check_scripts(tree):
    """A page has the one script if it has a deadline, and a policy that allows no other."""
    scripts = [(one.attrib, text(one)) for one in tree.iter("script")]
    dated = tree.find(".//time") is not None
    assert scripts == [({"src": "days.js", "defer": "defer"}, "")] * dated
    policy = tree.find("head/meta[@http-equiv='Content-Security-Policy']").get("content")
    assert policy.startswith("default-src 'none'; ")
    assert re.findall("script-src[^;]*", policy) == ["script-src 'self'"] * dated


def check_whole(folder):
    """Every page is well-formed, and all its links lead to what is there.

    A picture is a file beside it, and has words for those who do not see it.
    """
    trees = {path.name: read(path) for path in folder.glob("*.html")}
    for name, tree in trees.items():
        assert {one.tag for one in tree.iter()} & {
            "iframe",
            "style",
            "object",
            "embed",
            "form",
            "base",
        } == set()
        assert not [key for one in tree.iter() for key in one.attrib if key.startswith("on")]
        check_scripts(tree)
        assert tree.find("head/meta[@name='viewport']") is not None
        assert len(tree.findall("body/main//h1")) == 1
        for one in tree.iter("img"):
            to, alt = one.get("src"), one.get("alt")
            assert (folder / unquote(to)).is_file(), (name, to)
            assert alt or to.startswith("logo."), (name, to)
        for one in tree.iter("a"):
            to, _, place = one.get("href").partition("#")
            assert (folder / unquote(to)).is_file(), (name, to)
            assert not place or place in places(trees[to]), (name, to, place)
            assert "".join(one.itertext()).strip()
    return trees


def text(element):
    return "".join(element.itertext())


def who_of(cell):
    """The name in a cell of the cross table, without the shorter one for a telephone."""
    names = cell.findall("a/span")
    return text(names[0] if names else cell)


def shown(meeting, tmp_path):
    """Publish a tournament without logs of games; return its pages."""
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    return check_whole(tmp_path / "pages")


def test_a_tournament_with_hostile_words_is_shown_as_text(tmp_path):
    meeting, log, game = played(tmp_path)
    files, left = publish(meeting.fold, log, tmp_path / "pages", [game])
    assert left == []
    assert all(path.is_file() for path in files)
    trees = check_whole(tmp_path / "pages")
    title = "".join(trees["index.html"].find("body//h1").itertext())
    assert title == HOSTILE
    said = ["".join(one.itertext()) for one in trees["index.html"].iter("p")]
    assert any(line.startswith("round 1, board 1, bob: <script>") for line in said)


def test_each_result_is_linked_to_the_event_it_follows_from(tmp_path):
    meeting, log, game = played(tmp_path, "Toy Cup")
    publish(meeting.fold, log, tmp_path / "pages", [game])
    trees = check_whole(tmp_path / "pages")
    (row, *_) = standings(meeting.now)
    shown = trees["index.html"].find("body//tbody/tr")
    cells = {cell.get("class"): "".join(cell.itertext()) for cell in shown}
    assert (cells["rank"], cells["who"]) == ("1", row.handle)
    assert cells["points"] == f"{row.points / 2:.1f}"  # a win is worth two here
    kind_of = {event.seq: event.kind for event in meeting.events}
    for line in trees["index.html"].find("body//tbody"):
        for cell in line.iter("a"):
            if "#e" in cell.get("href"):
                kind = kind_of[int(cell.get("href").partition("#e")[2])]
                reported = "".join(cell.itertext())
                wanted = "pair" if reported == "bye" else "rule" if "*" in reported else "result"
                assert kind == wanted, reported
    (board,) = trees["round-1.html"].findall("body//section/details//tbody/tr")
    opened = "".join(board.itertext())
    assert opened.endswith("r1b1.pbem")  # no rules were given, so there is no map
    assert "result" in opened
    assert "dismiss" in opened


def test_the_logs_that_are_published_are_those_that_a_stranger_asks_for(tmp_path):
    meeting, log, game = played(tmp_path)
    old = tmp_path / "old.pbem"
    old.write_bytes(b"".join(game.read_bytes().splitlines(keepends=True)[:-1]))
    pages = tmp_path / "pages"
    _, left = publish(meeting.fold, log, pages, [old, game, log])
    assert len(left) == 1  # an older copy is nothing to know of, and the log of no game is
    assert str(log) in left[0]
    report = verify(pages / log.name, [pages / "games" / "r1b1.pbem"], toy_library())
    assert (report.ok, report.games) == (True, 1)
    assert (pages / "index.html").stat().st_mode & 0o777 == 0o644


def test_what_a_director_must_know_of_the_files_of_a_heap_is_said(tmp_path):
    meeting, log, game = played(tmp_path)
    going = Group(tmp_path / "elsewhere")
    friendly = tmp_path / "friendly.pbem"
    create(friendly, going.events)
    _, left = publish(meeting.fold, log, tmp_path / "pages", [friendly])
    assert len(left) == 1
    assert left[0].endswith(": 1 of 1 game has no log: round 1, board 1")
    group = Group.read(tmp_path / "game", game)
    loser = group.events[-1].by
    other = tmp_path / "other.pbem"
    create(other, another(group, (loser, "resign", {"note": "again"}), upto=-1).events)
    _, left = publish(meeting.fold, log, tmp_path / "pages", [friendly, game, other])
    assert left == [f"{other}: it goes on otherwise than the log that decided round 1, board 1"]


def test_last_map_and_replay_of_a_game_are_published_where_its_rules_are_here(tmp_path):
    meeting, log, game = played(tmp_path)
    files, _ = publish(meeting.fold, log, tmp_path / "pages", [game], toy_library())
    drawn = tmp_path / "pages" / "games" / "r1b1.svg"
    assert drawn in files
    assert drawn.read_text().startswith("<svg ")
    page = check_whole(tmp_path / "pages")["round-1.html"]
    links = [one.get("href") for one in page.iter("a")]
    assert {"games/r1b1.svg", "games/r1b1.html"} <= set(links)
    for who in meeting.now.pair_of(BoardOf(1, 1)):
        person = check_whole(tmp_path / "pages")[f"player-{who.number}.html"]
        assert "games/r1b1.html" in [one.get("href") for one in person.iter("a")]
    replay = tmp_path / "pages" / "games" / "r1b1.html"
    assert replay in files
    assert 'data-name="r1b1.pbem"' in replay.read_text("utf-8")
    assert str(game.parent) not in replay.read_text("utf-8")
    assert replay.stat().st_mode & 0o777 == 0o644
    files, left = publish(meeting.fold, log, tmp_path / "bare", [game], Library(lambda *_: None))
    assert left == []
    assert {one.suffix for one in files if one.parent.name == "games"} == {".pbem"}
    check_whole(tmp_path / "bare")


def test_who_went_over_to_newer_rules_is_reported(tmp_path):
    """A stranger reads on the pages what `verify` says, whether the newer rules are here or not."""
    meeting, log, game = played(tmp_path, newer=True)
    only_one = Library(lambda name, version: RULES[name, 1] if version == 1 else None)
    newer = "played by toy version 1, then version 2, as its players agreed during"
    [said] = verify(log, [game], toy_library()).newer
    assert newer in said
    for name, library in (("both", toy_library()), ("old", only_one)):
        publish(meeting.fold, log, tmp_path / name, [game], library)
        pages = check_whole(tmp_path / name)
        for page in ("index.html", "round-1.html"):
            reported = text(pages[page].find("body"))
            assert f"Newer rules than the tournament's: round 1, board 1 was {newer}" in reported
        assert "Newer rules" not in text(pages["round-2.html"])
    assert (tmp_path / "both" / "games" / "r1b1.svg").exists()
    assert not (tmp_path / "old" / "games" / "r1b1.svg").exists()


def test_who_stayed_with_the_rules_of_the_tournament_is_reported_as_no_other(tmp_path):
    meeting, log, game = played(tmp_path)
    publish(meeting.fold, log, tmp_path / "pages", [game], toy_library())
    assert not any("Newer rules" in text(page) for page in check_whole(tmp_path / "pages").values())


def test_ratings_are_plotted_by_round(tmp_path):
    meeting, log, _ = played(tmp_path)
    publish(meeting.fold, log, tmp_path / "pages", [])
    svg = read(tmp_path / "pages" / "index.html").find("body//svg[@class='plot']")
    lines = [one for one in svg.iter("polyline") if len(one.get("points").split()) == 3]
    assert len(lines) == 3  # from the start to after the second round: the third goes on
    heights = [[point.split(",")[1] for point in one.get("points").split()] for one in lines]
    assert len({tuple(one) for one in heights}) == 3
    assert all(one[0] == heights[0][0] for one in heights)


def test_the_same_log_gives_the_same_bytes_and_another_tournament_is_refused(tmp_path):
    meeting, log, game = played(tmp_path)
    pages = tmp_path / "pages"
    files, _ = publish(meeting.fold, log, pages, [game])
    before = [path.read_bytes() for path in files]
    again, _ = publish(meeting.fold, log, pages, [game])
    assert [path.read_bytes() for path in again] == before
    other = Meeting(swiss(2), "ann", "bob")
    log = tmp_path / "other.tournament"
    create(log, other.events)
    with pytest.raises(FormError, match="not a page of this tournament"):
        publish(other.fold, log, pages, [])
    assert [path.read_bytes() for path in files] == before


def test_a_tournament_that_has_not_begun(tmp_path):
    meeting = Meeting(swiss(2, ratings=(ELO,)))
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    check_whole(tmp_path / "pages")


@pytest.mark.parametrize(
    ("found", "name"),
    [(knockout(third=True), "final"), (double(), "final"), (grouped(2, 1), "group 2")],
    ids=["single", "double", "groups"],
)
def test_brackets_and_groups_have_the_names_of_their_boards(tmp_path, found, name):
    """And rounds in which somebody has neither board nor bye."""
    meeting = Meeting(found, "ann", "bob", "cas", "dan", "eve")
    meeting.begins()
    while not pairing.why_not_due(meeting.now):
        meeting.pairs()
        meeting.plays()
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    trees = check_whole(tmp_path / "pages")
    boards = [
        "".join(line[0].itertext())
        for file, tree in trees.items()
        if file.startswith("round-")
        for line in tree.iter("tr")
    ]
    assert any(reported.endswith(f", {name}") for reported in boards), boards


@pytest.mark.parametrize(
    ("found", "heads"),
    [
        (robin(), ["first (red)", "second (blue)"]),
        (trio(1), ["first (red)", "second (blue)", "third (green)"]),
        (alone(1), ["player (red)"]),
    ],
    ids=["two", "three", "one"],
)
def test_a_round_names_who_is_at_a_board_and_how_it_stands(tmp_path, found, heads):
    """Also of a board that nobody has decided: it has not ended."""
    meeting = Meeting(found, "ann", "bob", "cas")
    meeting.begins()
    meeting.pairs()
    line = shown(meeting, tmp_path)["round-1.html"].find("body//tbody/tr")
    assert [one.get("data-head") for one in line if one.get("data-head")][1 : len(heads) + 2] == [
        *heads,
        "result",
    ]
    assert text(line[len(heads) + 1]) == "not begun"


def test_every_page_begins_with_what_a_reader_has_to_know(tmp_path):
    """First: one person draws the lots. Then: the director plays, umpires and keeps the dice.

    The front page shows it, and the others have it folded below a line that says so.
    """
    board = msgspec.structs.replace(BOARD, umpire=signer("dora"), dice="umpire")
    meeting = Meeting(robin(board=board), "ann", "dora")
    meeting.begins()
    meeting.pairs()
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    for name, tree in check_whole(tmp_path / "pages").items():
        front = name == "index.html"
        where = "body/main" if front else "body/main/details"
        lines = [text(one) for one in tree.findall(f"{where}/p[@class='trust']")]
        assert front or "directs" in text(tree.find("body/main/details/summary"))
        assert front or tree.find("body/main")[1].tag == "details"
        assert lines == [
            "Lots: kept by dora alone, who could choose the pairings of the first round.",
            "dora directs the tournament and plays in it.",
            "dora directs the tournament and is the umpire of every game and keeps its dice.",
            "dora is the umpire of every game and keeps its dice, and plays in it.",
        ], name


HIDDEN = """
  [...document.querySelectorAll(".wide td")].filter(one => one.innerText.trim() &&
    (one.getBoundingClientRect().right > innerWidth || (one.closest(".few")
      ? !one.closest("table").tHead?.getBoundingClientRect().height
      : getComputedStyle(one, "::before").content != `"${one.dataset.head}"`))
  ).map(one => one.innerText)
"""
"""The cells of which something is off a narrow screen, or that do not say their heading there.

A table of a few columns keeps its row of headings."""


OFF = """
  [...document.querySelectorAll(".cross td, .card, .box, nav a")].filter(one => {
    const at = one.getBoundingClientRect();
    return at.width && (at.left < 0 || at.right > innerWidth);
  }).map(one => one.innerText)
"""
"""The parts of cross tables, cards and boxes that are off the screen."""


def test_pages_are_as_wide_as_a_telephone(tmp_path, chromium):
    """No column is off the screen, and nothing is fetched but the style sheet beside it."""
    meeting, log, game = played(tmp_path, "W" * 200)
    publish(meeting.fold, log, tmp_path / "pages", [game], toy_library())
    page = chromium.new_page(viewport={"width": 360, "height": 640})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    files = sorted((tmp_path / "pages").glob("*.html"))
    for file in files:
        page.goto(file.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, file.name
        assert page.evaluate(HIDDEN) == [], file.name
        assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontWeight") == "600"
        assert page.evaluate(OFF) == [], file.name
    page.set_viewport_size({"width": 1200, "height": 800})
    page.goto((tmp_path / "pages" / "index.html").as_uri())
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.wide td'), '::before').content")
        == "none"
    )
    page.close()
    style = (tmp_path / "pages" / "style.css").as_uri()
    small = (tmp_path / "pages" / "games" / "r1b1-small.svg").as_uri()
    assert set(asked) == {style, small, *(file.as_uri() for file in files)}


def test_each_dismissal_is_linked_to_its_own_event(tmp_path):
    meeting = Meeting(robin(), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    meeting.plays()
    for entrant in (2, 1):
        meeting.write("dismiss", kinds.Dismiss(round=1, board=1, entrant=entrant, why="no ground"))
    trees = shown(meeting, tmp_path)
    lines = [one for one in trees["index.html"].iter("p") if "no ground" in text(one)]
    reported = [(text(one), [at.get("href") for at in one.iter("a")]) for one in lines]
    seqs = [event.seq for event in meeting.events if event.kind == "dismiss"]
    assert reported == [
        (f"round 1, board 1, {who}: no ground (dismiss {seq})", [page, f"events.html#e{seq}"])
        for who, page, seq in zip(
            ("bob", "ann"), ("player-2.html", "player-1.html"), seqs, strict=True
        )
    ]


def test_a_player_is_reported_his_sides_by_their_names_and_what_a_star_is(tmp_path):
    meeting = Meeting(robin(), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    (at,) = meeting.now.owed()
    meeting.decides(at, "first", played=False)
    trees = shown(meeting, tmp_path)
    first, second = (one.number for one in meeting.now.pair_of(at))
    for number, side, result in (
        (first, "red (first)", "win by forfeit*"),
        (second, "blue (second)", "loss by forfeit*"),
    ):
        page = trees[f"player-{number}.html"]
        cells = {one.get("data-head"): text(one) for one in page.iter("td")}
        assert (cells["side"], cells["result"]) == (side, result)
        legend = "In brackets: the place in the pairing; a star: decided by the director's word."
        assert legend in [text(one) for one in page.iter("p")]
    heads = [text(one) for one in trees["round-1.html"].iter("th")]
    assert heads[:3] == ["board", "first (red)", "second (blue)"]


def test_events_are_reported_in_words_with_what_stands_in_the_log_after(tmp_path):
    meeting, log, game = played(tmp_path, "Toy Cup")
    publish(meeting.fold, log, tmp_path / "pages", [game])
    body = check_whole(tmp_path / "pages")["events.html"].find("body")
    raw = [one for one in body.iter("details") if one.get("class") != "notes"]
    assert [json.loads(text(one.find("pre"))) for one in raw] == [
        event.data for event in meeting.events
    ]
    assert not [one for one in body.iter("pre") if one not in {one.find("pre") for one in raw}]
    said = [text(one) for one in body.iter("p")]
    handles = {one.number: one.handle for one in meeting.now.entrants}
    one, two = (handles[number] for number in meeting.now.rounds[0].boards[0])
    (bye,) = (handles[number] for number in meeting.now.rounds[0].byes)
    for line in (
        (
            "dora founds Toy Cup, a round robin. At each board: toy 1, duel, red - blue, rounds=4; "
            "there is no umpire. A win gives 2, a draw 1, a loss 0, a bye 2."
        ),
        "dora will draw lots.",
        "ann enters, from round 1 on.",
        "The entries for the first round are closed: ann, bob, cas.",
        "dora draws a lot.",
        f"Round 1 is paired: board 1, {one} - {two}; a bye, {bye}.",
    ):
        assert line in said, line


def test_what_nobody_reads_on_a_round_is_folded(tmp_path, chromium):
    """Events, logs and how to check: a telephone shows who met, the result and the replay."""
    meeting, log, game = played(tmp_path, "Toy Cup")
    publish(meeting.fold, log, tmp_path / "pages", [game], toy_library())
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.goto((tmp_path / "pages" / "round-1.html").as_uri())
    seen = page.locator("main").inner_text()
    for said in ("ann", "bob", "Replay"):
        assert said in seen, said
    for said in ("Lots: kept", "r1b1.pbem", "Paired by", "result 8"):
        assert said not in seen, said
        assert said in page.locator("main").text_content() or said == "result 8"
    page.goto((tmp_path / "pages" / "index.html").as_uri())
    assert "pbem tournament verify" not in page.locator("main").inner_text()
    page.get_by_text("Check it yourself").click()
    assert "pbem tournament verify" in page.locator("main").inner_text()
    page.close()


def test_the_date_of_one_evening_is_said_once(tmp_path):
    """The rounds and the events have it once. Rounds on several days have each their own."""
    meeting, log, game = played(tmp_path, "Toy Cup")
    meeting.plays()
    day = day_words(meeting.events[-1].at)
    publish(meeting.fold, log, tmp_path / "pages", [game], events=meeting.events)
    trees = check_whole(tmp_path / "pages")
    assert len({event.at[:10] for event in meeting.events}) == 1
    (rounds,) = trees["index.html"].findall(".//section[@id='rounds']")
    assert text(rounds).count(day) == 1
    shown = [one for one in trees["events.html"].iter() if one.get("class") == "date"]
    assert [text(one) for one in shown] == [day]
    slow = Meeting(robin(), "ann", "bob", "cas")
    slow.begins()
    for _ in range(3):
        slow.pairs()
        slow.plays()
        slow.later += timedelta(days=3)
    log = tmp_path / "slow.tournament"
    create(log, slow.events)
    publish(slow.fold, log, tmp_path / "slow", [])
    (rounds,) = read(tmp_path / "slow" / "index.html").findall(".//section[@id='rounds']")
    days = {day_words(event.at) for event in slow.events if event.kind == "pair"}
    assert len(days) == 3
    assert all(text(rounds).count(one) == 1 for one in days)
