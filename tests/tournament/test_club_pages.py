"""Pages that a club shows: its colour and crest, points as the format writes them, any screen."""

from __future__ import annotations

import json
import re

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe

from pbem.director.pages.club import contrast, read_club, template
from pbem.director.pages.markup import style
from pbem.director.pages.plot import plot
from pbem.director.pages.publishing import publish
from pbem.director.pages.wording import day_words
from pbem.errors import FormError
from pbem.log.event import compose
from pbem.log.file import create
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.standings import standings
from pbem.tournament.scale import points_words, tie_words
from tournament.test_publishing import check_whole, text, who_of
from toy.group import identity, toy_library
from toy.meeting import Meeting, alone, laddered, robin, swiss, terms, trio
from toy.pages import ELO, HOSTILE, played

CREST = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


def club(tmp_path, *lines, crest=None):
    """Return a club's file with lines beside its name."""
    if crest is not None:
        (tmp_path / "crest.svg").write_bytes(crest)
        lines = (*lines, "logo: crest.svg")
    path = tmp_path / "club.yaml"
    path.write_text("\n".join(["name: Northgate & Sons <b>", *lines, ""]))
    return path


# --- the club's file ------------------------------------------------------------------------------


def test_the_template_is_a_club(tmp_path):
    path = tmp_path / "club.yaml"
    path.write_text(template())
    assert read_club(path).club.name == "Northgate Wargamers"


@pytest.mark.parametrize(
    ("colour", "has"), [("#ffffff", 1.0), ("#000000", 21.0), ("#777777", 4.48), ("#767676", 4.54)]
)
def test_contrast_is_that_of_wcag(colour, has):
    assert contrast(colour) == pytest.approx(has, abs=0.01)


def test_a_colour_on_which_white_cannot_be_read_is_refused_with_one_that_serves(tmp_path):
    with pytest.raises(FormError, match=r"#777777 has a contrast of 4\.5 .*#[0-9a-f]{6} is") as got:
        read_club(club(tmp_path, 'colour: "#777777"'))
    better = str(got.value).split(". ")[-1][:7]
    assert contrast(better) >= 4.5
    assert read_club(club(tmp_path, f'colour: "{better}"')).club.colour == better


@pytest.mark.parametrize(
    "line",
    [
        'colour: "#fff"', 'colour: "red; } body { display: none"', "colours: 1", "names: {Ann: A}",
        'about: "one\\ntwo"', 'names: {ann: "\\u202Enna"}',
    ],
)  # fmt: skip
def test_a_clubs_file_with_anything_else_is_refused(tmp_path, line):
    with pytest.raises(FormError):
        read_club(club(tmp_path, line))


@pytest.mark.parametrize(
    "part",
    [
        b"<script>alert(1)</script>", b'<g onload="alert(1)"/>', b'<a href="http://evil.example"/>',
        b'<a xlink:href = "javascript:alert(1)"/>', b"<foreignObject/>", b"\0",
        b"<style>@import 'http://evil.example'</style>", b'<rect fill="url(http://evil.example)"/>',
        b"<g style=\"background: image-set('http://evil.example' 1x)\"/>",
        b"<g style=\"mask: -WebKit-Image-Set('http://evil.example' 1x)\"/>",
        b"<g style=\"background: src('http://evil.example')\"/>",
        b'<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
        b'<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>',
        b'<a><set attributeName="href" to="javascript:alert(1)"/></a>',
        b"<style>@im\\70ort 'http://evil.example'</style>",
        b'<?xml-stylesheet href="http://evil.example"?>',
    ],
)  # fmt: skip
def test_a_crest_that_does_or_fetches_something_is_refused(tmp_path, part):
    assert read_club(club(tmp_path, crest=CREST)).logo == CREST
    with pytest.raises(FormError, match="A logo cannot have"):
        read_club(club(tmp_path, crest=CREST.replace(b"<path", part + b"<path")))
    with pytest.raises(FormError, match="A logo cannot have"):
        read_club(
            club(tmp_path, crest=b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]>' + CREST)
        )


def test_a_crest_of_another_kind_is_refused(tmp_path):
    with pytest.raises(FormError, match="not an SVG or PNG"):
        read_club(club(tmp_path, "logo: club.yaml"))


# --- pages ----------------------------------------------------------------------------------------


def test_a_club_has_its_name_crest_colour_and_the_names_of_its_players(tmp_path):
    meeting, log, game = played(tmp_path)
    lines = ("about: Season <i>", 'colour: "#803020"', "names: {ann: Ann Moreau, bob: '<b>Bob'}")
    looks = read_club(club(tmp_path, *lines, crest=CREST))
    publish(meeting.fold, log, tmp_path / "pages", [game], toy_library(), looks=looks)
    trees = check_whole(tmp_path / "pages")
    for tree in trees.values():
        assert text(tree.find("body/header/a")) == "Northgate & Sons <b>Season <i>"
        assert tree.find("body/header/a/img").get("src") == "logo.svg"
    who = {who_of(one) for one in trees["index.html"].iter("td") if one.get("class") == "who"}
    assert who == {"Ann Moreau", "<b>Bob", "cas"}
    assert "--club: #803020" in (tmp_path / "pages" / "style.css").read_text()


def test_anybody_makes_the_same_pages_from_the_published_files(tmp_path):
    meeting, log, game = played(tmp_path)
    looks = read_club(club(tmp_path, "names: {ann: Ann Moreau}", crest=CREST))
    first, second = tmp_path / "first", tmp_path / "second"
    publish(meeting.fold, log, first, [game], toy_library(), looks=looks)
    (first / "crest.svg").write_bytes(CREST)
    again = read_club(first / "club.yaml")
    games = sorted((first / "games").glob("*.pbem"))
    publish(meeting.fold, first / log.name, second, games, toy_library(), looks=again)
    (first / "crest.svg").unlink()
    files = {one.relative_to(second) for one in second.rglob("*") if one.is_file()}
    assert files == {one.relative_to(first) for one in first.rglob("*") if one.is_file()}
    for one in files:
        assert (first / one).read_bytes() == (second / one).read_bytes(), one


def test_points_are_written_as_the_format_does(tmp_path):
    plain = swiss(3)
    assert [points_words(plain, points) for points in (6, 5, 0)] == ["3.0", "2.5", "0.0"]
    assert tie_words(plain, "buchholz", 9) == "4.5"
    assert tie_words(plain, "sonneborn-berger", 9) == "2.25"
    assert tie_words(plain, "wins", 2) == "2"
    football = terms(
        term_kinds.RoundRobin(1), points=term_kinds.Scale(win=3, draw=1, loss=0, bye=0)
    )
    assert points_words(football, 7) == "7"
    assert points_words(trio(1), 18) == "18"
    assert points_words(alone(1), 12345) == "12345"


def test_a_forfeit_a_draw_and_a_ruling_have_their_signs(tmp_path):
    meeting = Meeting(robin(), "ann", "bob", "cas", "dan")
    meeting.begins()
    meeting.pairs()
    meeting.decides(meeting.now.owed()[0], "first", played=False)
    meeting.decides(meeting.now.owed()[0], "draw")
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    index = check_whole(tmp_path / "pages")["index.html"]
    signs = sorted(text(one) for one in index.findall(".//td/a/b"))
    assert signs == sorted(["+*", "\u2212*", "\u00bd*", "\u00bd*"])
    cells = [one for one in index.iter("a") if "cell" in (one.get("class") or "")]
    assert all("seen on the board" in one.get("title") for one in cells)


def test_words_of_others_are_text_in_every_cell(tmp_path):
    meeting, log, game = played(tmp_path)
    publish(meeting.fold, log, tmp_path / "pages", [game])
    page = (tmp_path / "pages" / "index.html").read_text()
    assert "<script" not in page
    assert "onerror=alert" not in page.replace("onerror=alert(1)&gt;", "")
    index = check_whole(tmp_path / "pages")["index.html"]
    titles = [one.get("title") for one in index.iter() if one.get("title")]
    assert any(HOSTILE in title for title in titles)


def test_each_text_that_somebody_writes_is_text_on_all_pages(tmp_path):
    """Names, reasons, a comment, the club: each with markup of its own, and each is shown."""

    def evil(name):
        return f"<img src=x onerror=alert({name!r})>"

    meeting = Meeting(swiss(3, name=evil("cup")), "ann", "bob", "cas", "dan")
    meeting.says("ann", meeting.word("ann", "name", name=evil("player")))
    meeting.begins()
    meeting.pairs()
    due = kinds.Due(
        round=1, until="2099-12-06T22:59:00Z", zone="Europe/Berlin", offset=60, then="remind"
    )
    meeting.write("due", due)
    moved = msgspec.structs.replace(due, until="2099-12-20T22:59:00Z", why=evil("due"))
    meeting.write("due", moved)
    rule = kinds.Rule(round=1, board=1, outcome="draw", played=True, why=evil("rule"))
    plain = meeting.made("rule", rule)
    noted = compose(
        game=plain.game, seq=plain.seq, prev=plain.prev, by=plain.by, at=plain.at, kind="rule",
        data={**plain.data, "note": evil("note")}, seed=identity("dora").sign_seed,
    )  # fmt: skip
    meeting.fold.take(noted)
    meeting.events.append(noted)
    meeting.write("dismiss", kinds.Dismiss(round=1, board=1, entrant=1, why=evil("appeal")))
    meeting.write("out", kinds.PutOut(entrant=2, why=evil("out")))
    create(tmp_path / "cup.tournament", meeting.events)
    path = tmp_path / "club.yaml"
    names = {"name": evil("club"), "about": evil("about"), "names": {"bob": evil("called")}}
    path.write_text(json.dumps(names))
    publish(
        meeting.fold, tmp_path / "cup.tournament", tmp_path / "pages", [], looks=read_club(path)
    )
    said = ""
    for tree in check_whole(tmp_path / "pages").values():
        assert [one.get("src") for one in tree.iter("img")] == []
        said += text(tree)
    for name in (
        "cup", "player", "due", "rule", "note", "appeal", "out", "club", "about", "called",
    ):  # fmt: skip
        assert evil(name) in said, name


ROOM = """
  [...document.querySelectorAll(".cross td")].filter(one => {
    const at = one.getBoundingClientRect(), box = one.closest(".box").getBoundingClientRect();
    return at.width && (at.left < box.left || at.right > box.right);
  }).map(one => one.innerText)
"""
"""The cells of a cross table that are not in its box."""


def shown(tmp_path, name):
    """Publish a tournament of many players, rounds or kinds; return its front page."""
    handles = [f"player{letter}-of-the-club" for letter in "abcdefghijkl"]
    makes = {
        "swiss": lambda: Meeting(swiss(6, ratings=(ELO,)), *handles[:8]),
        "robin": lambda: Meeting(robin(2), *handles[:10]),
        "tables": lambda: Meeting(trio(3), *handles[:6]),
        "score": lambda: Meeting(alone(3), *handles[:4]),
    }
    meeting = makes[name]()
    meeting.begins()
    while meeting.now.next_round <= meeting.now.length:
        meeting.pairs()
        for at in meeting.now.owed():
            result = {"tables": "1-2-3", "score": "first"}.get(name, "first")
            meeting.decides(at, result, score=12345)
    log = tmp_path / f"{name}.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / name, [])
    return tmp_path / name / "index.html"


@pytest.mark.parametrize("name", ["swiss", "robin", "tables", "score"])
def test_a_cross_table_fits_every_screen(tmp_path, chromium, name):
    front = shown(tmp_path, name)
    for width in (1366, 768, 390):
        page = chromium.new_page(viewport={"width": width, "height": 768})
        page.goto(front.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        assert page.evaluate(ROOM) == [], width
        page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_axe_knows_of_pages_that_keep_people_out(tmp_path, chromium, scheme):
    meeting, log, game = played(tmp_path)
    publish(meeting.fold, log, tmp_path / "pages", [game], toy_library())
    for width in (1366, 390):
        page = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        for file in ("index.html", "round-1.html", "player-1.html", "games.html", "events.html"):
            page.goto((tmp_path / "pages" / file).as_uri())
            found = Axe().run(page).response["violations"]
            assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], file
        page.close()


def test_paper_has_neither_navigation_nor_buttons(tmp_path, chromium):
    meeting, log, game = played(tmp_path)
    publish(meeting.fold, log, tmp_path / "pages", [game], toy_library())
    page = chromium.new_page()
    page.goto((tmp_path / "pages" / "index.html").as_uri())
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible()
    assert not page.locator(".buttons").is_visible()
    assert page.locator(".cross").is_visible()
    # Chromium moves all of it to a second page, if only its padding is beyond the first.
    assert page.locator("main").evaluate("one => getComputedStyle(one).paddingBottom") == "0px"
    page.goto((tmp_path / "pages" / "round-1.html").as_uri())
    assert page.locator("nav").count() == 2  # of all pages, and of all rounds
    assert [one.is_visible() for one in page.locator("nav").all()] == [False, False]
    page.close()


def test_a_cross_table_fits_paper(tmp_path, chromium):
    """A4 upright, with the margins that the style sheet asks for."""
    for name in ("swiss", "robin", "tables"):
        page = chromium.new_page(viewport={"width": 688, "height": 1000})
        page.goto(shown(tmp_path, name).as_uri())
        page.emulate_media(media="print")
        assert page.evaluate("document.documentElement.scrollWidth") <= 688, name
        assert page.evaluate(ROOM) == [], name
        page.close()


def test_the_front_page_names_game_format_dates_and_winner_and_links_last_maps(tmp_path):
    meeting, log, game = played(tmp_path)
    meeting.plays()
    order = tuple(row.number for row in standings(meeting.now))
    meeting.write("close", kinds.Close(order=order))
    publish(meeting.fold, log, tmp_path / "pages", [game], toy_library(), events=meeting.events)
    index = check_whole(tmp_path / "pages")["index.html"]
    hero = text(index.find("body/main/div[@class='hero']"))
    first = standings(meeting.now)[0]
    day = day_words(meeting.events[-1].at)
    for said in (
        "Skirmish, two sides. Round robin, 3 rounds, 3 players. Director: dora.",
        f"{day}.",
        "Winner",
    ):
        assert said in hero, (said, hero)
    assert f"{first.handle}{first.points / 2:.1f} points" in hero
    (card,) = [one for one in index.iter("a") if one.get("class") == "card"]
    at = next(iter(meeting.now.games))
    assert card.get("href") == f"games/r{at.round}b{at.board}.html"
    assert card.find("span/img").get("src") == f"games/r{at.round}b{at.board}-small.svg"


def test_a_front_page_says_how_often_each_side_won(tmp_path):
    """Lichess shows that, too; of a wargame a club asks it first. Forfeits were not played."""
    meeting = Meeting(robin(), "ann", "bob", "cas")
    meeting.begins()
    meeting.pairs()
    meeting.decides(BoardOf(1, 1), "first")
    meeting.pairs()
    meeting.decides(BoardOf(2, 1), "second", played=False)
    meeting.pairs()
    meeting.decides(BoardOf(3, 1), "draw")
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [], toy_library())
    page = text(check_whole(tmp_path / "pages")["index.html"])
    assert re.search(r"2 games played: \w+ won 1, \w+ won 0, 1 drawn\.", page)


def test_sentences_name_people_as_the_club_does(tmp_path):
    """Results, withdrawals and the director; the log keeps the handles that it signs."""
    meeting = Meeting(swiss(2), "ann", "bob", "cas", "dora")
    meeting.begins()
    meeting.pairs()
    meeting.plays()
    meeting.says("ann", meeting.word("ann", "withdraw", from_=2))
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    names = "names: {ann: Ann Moreau, bob: Bob Bell, cas: Cas Ward, dora: Ann moreau}"
    publish(meeting.fold, log, tmp_path / "pages", [], looks=read_club(club(tmp_path, names)))
    trees = check_whole(tmp_path / "pages")
    front, round_ = (text(trees[name]) for name in ("index.html", "round-1.html"))
    assert "Director: Ann moreau (dora)." in front  # as a player is called so
    assert "Ann Moreau (ann) has withdrawn, from round 2 on." in front
    assert "Lots: kept by Ann moreau (dora) alone" in round_
    assert "Ann Moreau (ann) wins (ruled: seen on the board)" in round_
    assert "ann wins" not in round_
    assert "Ann Moreau (ann) withdraws" in text(trees["events.html"])


def test_a_director_who_does_not_play_is_told_apart_from_players(tmp_path):
    meeting = Meeting(swiss(2), "ann", "bob")
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    names = "names: {ann: Ann Moreau, dora: Ann  moreau}"
    publish(meeting.fold, log, tmp_path / "pages", [], looks=read_club(club(tmp_path, names)))
    front = text(check_whole(tmp_path / "pages")["index.html"])
    assert "Director: Ann  moreau (dora)." in front


LAID_OVER = """() => {
  const all = [...document.querySelectorAll(".plot text")].filter(one => one.getClientRects()[0]);
  const rooms = all.map(one => one.getBoundingClientRect());
  return all.filter((one, no) => rooms.some((room, other) => other > no
    && room.left < rooms[no].right && room.right > rooms[no].left
    && room.top + 3 < rooms[no].bottom && room.bottom - 3 > rooms[no].top)).map(a => a.textContent);
}"""
"""The words of a plot that lie over others."""


@pytest.mark.parametrize("width", [1366, 390])
def test_no_word_of_a_plot_lies_over_another(tmp_path, chromium, width):
    marks = ["start", *(f"The Long Cup of {year}" for year in range(2018, 2027))]
    lines = [(f"Alexandra the {no}", [1500.0] * 9 + [1500.0 + no]) for no in range(12)]
    style_ = style(read_club(club(tmp_path)).club)
    page = chromium.new_page(viewport={"width": width, "height": 768})
    page.set_content(f"<style>{style_}</style><main>{plot('Ratings', lines, marks)}</main>")
    assert page.evaluate(LAID_OVER) == []
    shown_ = [one for one in page.locator(".plot").all() if one.is_visible()]
    assert len(shown_) == 1  # one for a screen, one for a telephone
    assert {f"{1500 + no}" for no in range(12)} <= {*shown_[0].locator("text").all_text_contents()}
    page.close()


def test_a_ladder_shows_its_latest_rounds(tmp_path):
    meeting = Meeting(laddered())
    for number, handle in enumerate(("ann", "bob")):
        meeting.enters(handle, rating=2000 - number)
    meeting.begins()
    for _ in range(8):
        low = meeting.now.entrant(meeting.now.ladder.order[1]).handle
        high = meeting.now.entrant(meeting.now.ladder.order[0]).handle
        meeting.says(low, meeting.word(low, "challenge", whom=high))
        meeting.pairs()
        meeting.decides(meeting.now.owed()[0], "draw")
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    index = check_whole(tmp_path / "pages")["index.html"]
    heads = [text(one.find("span")) for one in index.iter("th") if one.get("class") == "round"]
    assert heads == [f"Round {number}" for number in range(3, 9)]
    assert not [one for one in index.iter() if "points" in (one.get("class") or "")]
    assert "points" not in text(index)  # places order it, and no points


def test_names_in_cells_are_read_on_a_wide_screen(tmp_path, chromium):
    """A cross table with room for names shows them whole, however many tie-breaks stand there."""
    meeting = Meeting(swiss(5, ratings=(ELO,)), *("erik", "carla", "alice", "gunnar"))
    meeting.begins()
    while meeting.now.next_round <= 3:
        meeting.pairs()
        meeting.plays()
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    page = chromium.new_page(viewport={"width": 1366, "height": 768})
    page.goto((tmp_path / "pages" / "index.html").as_uri())
    cut = "[...document.querySelectorAll('.cell .lo')].filter(a => a.scrollWidth > a.clientWidth)"
    assert page.evaluate(f"{cut}.map(a => a.innerText)") == []
    page.close()


NAMELESS = """() => [...document.querySelectorAll(".cross tbody .cell")].filter(cell => {
  const room = cell.getBoundingClientRect();
  const names = [...cell.querySelectorAll(".lo, .sh")].filter(one => one.offsetParent);
  return !names.some(one => one.scrollWidth <= one.clientWidth + 1
    && one.getBoundingClientRect().right <= room.right + 1);
}).map(cell => cell.outerHTML)"""
"""Cells in which no name is read whole."""


def test_seven_rounds_with_rulings_show_whole_names_on_every_screen(tmp_path, chromium):
    """The widest cells: a star for a ruling, a half, brackets for what does not count."""
    ties = ("direct", "sonneborn-berger", "wins")
    names = ("ann", "bob", "cas", "dan", "eli", "fay", "gus", "hal")
    meeting = Meeting(robin(ratings=(ELO,), counted=5, ties=ties), *names)
    meeting.begins()
    for _ in range(7):
        meeting.pairs()
        for at in meeting.now.owed():
            meeting.decides(at, "draw")
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    publish(meeting.fold, log, tmp_path / "pages", [])
    for width in (1366, 1000, 768, 390):
        page = chromium.new_page(viewport={"width": width, "height": 768})
        page.goto((tmp_path / "pages" / "index.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        assert page.evaluate(NAMELESS) == [], width
        page.close()
