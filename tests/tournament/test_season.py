"""A club's season: pages, a feed and a calendar that anybody makes again from the files."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime
from unittest.mock import patch
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from axe_playwright_python.sync_playwright import Axe

from pbem.client.storage import tournaments
from pbem.client.storage.tournament_heads import leaves_of
from pbem.crypto.transparency.checkpoint import sign_checkpoint
from pbem.crypto.transparency.merkle import root_of
from pbem.director.judging import verify
from pbem.director.pages import book, figures, publishing
from pbem.director.pages.club import Club, read_club
from pbem.director.pages.publishing import publish
from pbem.director.pages.wording import Names, told_apart
from pbem.director.season import form
from pbem.director.season.calendar import folded
from pbem.director.season.calendar import text as ics_text
from pbem.director.season.form import read_season, template
from pbem.director.season.publishing import publish_season
from pbem.director.transparency.heads import key_of
from pbem.director.words.reporting import deadline_lines
from pbem.errors import FormError, PbemError
from pbem.log.file import create
from pbem.tournament import exchange
from pbem.tournament.events import kinds
from pbem.tournament.faults import BadTournament
from pbem.tournament.judges import rounds
from pbem.tournament.ranking.rating_list import rating_list
from pbem.tournament.ranking.standings import standings
from tournament.test_publishing import check_scripts, places, read, text
from tournament.test_teams import POINTS, begun, of, rated, team
from toy.group import identity, signer, toy_library
from toy.meeting import ORIGIN, Meeting, laddered, robin, swiss
from toy.pages import ELO, HOSTILE, played

ATOM = "{http://www.w3.org/2005/Atom}"
INJECTED = "Cup\\nEND:VCALENDAR; BEGIN:VALARM, <entry>&amp;"


def due(number, until="2099-12-06T22:59:00Z", **more):
    fields = {"zone": "Europe/Berlin", "offset": 60, "then": "remind", **more}
    return kinds.Due(round=number, until=until, **fields)


@pytest.fixture
def season(tmp_path):
    """A finished cup with hostile words, a running one with deadlines, and a ladder."""
    played(tmp_path)
    (tmp_path / "toy cup.tournament").rename(tmp_path / "spring #1 & more.tournament")
    running = Meeting(swiss(3, name=INJECTED, ratings=(ELO,)), "ann", "bob", "cas", "dan")
    running.says("ann", running.word("ann", "name", name="Ann Moreau"))
    running.begins()
    running.pairs()
    running.plays()
    running.pairs()
    running.write("due", due(2))
    running.write("due", due(2, "2099-12-20T22:59:00Z", why="a strike"))
    running.write("due", due(3, "2100-01-17T22:59:00Z"))
    create(tmp_path / "autumn.tournament", running.events)
    ladder = Meeting(laddered(name="Ladder"))
    for number, handle in enumerate(("ann", "bob")):
        ladder.enters(handle, rating=2000 - number)
    ladder.begins()
    ladder.says("bob", ladder.word("bob", "challenge", whom="ann"))
    create(tmp_path / "ladder.tournament", ladder.events)
    path = tmp_path / "club.yaml"
    path.write_text(
        f"""\
name: Northgate {HOSTILE[:40].replace('"', "")!r} & Sons
about: Season 2026
names: {{bob: "<b>Bob</b>"}}
address: https://northgate.example/season/
tournaments:
  - {{log: "spring #1 & more.tournament", games: game.pbem}}
  - log: ladder.tournament
  - log: autumn.tournament
challenges:
  - {{who: "<i>Dirk", game: "Race to Tokyo, either side", write: dirk@northgate.example}}
  - {{who: Gus, game: Manila}}
"""
    )
    return path


def made(season, folder="site"):
    publish_season(season, season.parent / folder, toy_library())
    return season.parent / folder


def over(season, name):
    """Close a tournament of a season."""
    path = season.parent / f"{name}.tournament"
    meeting = Meeting.__new__(Meeting)
    meeting.fold, meeting.events = tournaments.read_events_of(path)
    meeting.plays()
    order = tuple(row.number for row in standings(meeting.now))
    meeting.write("close", kinds.Close(order=order))
    path.unlink()
    create(path, meeting.events)


def boxes(path):
    """Each box of a page: its title, all its words, the texts of the rows of its table."""
    found = [one for one in read(path).iter("section") if "box" in one.get("class").split()]
    return [
        (
            (one.find("h2").text or ""),
            text(one),
            [[text(cell) for cell in row.iter("td")] for row in one.findall(".//tbody/tr")],
        )
        for one in found
    ]


def check_whole(folder):
    """Every page of a season is well-formed, and its links lead to what is there."""
    trees = {path: read(path) for path in folder.rglob("*.html") if path.parent.name != "games"}
    for path, tree in trees.items():
        assert {one.tag for one in tree.iter()} & {"iframe", "style", "form"} == set()
        check_scripts(tree)
        assert not [key for one in tree.iter() for key in one.attrib if key.startswith("on")]
        for one in (*tree.iter("a"), *tree.iter("img"), *tree.iter("link")):
            to, _, place = (one.get("href") or one.get("src")).partition("#")
            if to.startswith("mailto:"):
                continue
            there = (path.parent / unquote(to)).resolve()
            assert there.is_file(), (path, to)
            assert not place or place in places(trees[there]), (path, to)
    return trees


def test_a_season_has_its_pages_and_every_link_leads_somewhere(season):
    site = made(season)
    trees = check_whole(site)
    front = text(trees[site / "index.html"])
    for said in (
        "Ann Moreau", "<b>Bob</b>", "<i>Dirk", "Race to Tokyo, either side", "Round 2 of 3",
        "Ladder: challenges Ann Moreau", "20 December 2099, 23:59 (Europe/Berlin, UTC+01:00).",
    ):  # fmt: skip
        assert said in front, said
    people = [tree for path, tree in trees.items() if re.match(r"player-[0-9a-f]{16}", path.name)]
    assert len(people) == 4
    assert all(tree.find(".//svg[@class='plot']") is not None for tree in people)


def test_anybody_makes_the_same_season_from_the_published_files(season):
    first = made(season)
    second = first.parent / "again"
    publish_season(first / "season.yaml", second, toy_library())
    files = {one.relative_to(first) for one in first.rglob("*") if one.is_file()}
    assert files == {one.relative_to(second) for one in second.rglob("*") if one.is_file()}
    for one in files:
        assert (first / one).read_bytes() == (second / one).read_bytes(), one
    publish_season(first / "season.yaml", first, toy_library())  # over itself
    assert all((first / one).read_bytes() == (second / one).read_bytes() for one in files)


def test_ratings_go_on_from_tournament_to_tournament(season):
    from pbem.client.storage.tournaments import read as log_of

    site = made(season)
    names = ("spring #1 & more", "autumn")
    logs = [log_of(season.parent / f"{name}.tournament").now for name in names]
    lines = rating_list(logs, "elo")
    (listed,) = [one for one in boxes(site / "players.html") if one[0] == "Elo rating list"]
    assert [row[2] for row in listed[2]] == [line.rating for line in lines]


def test_a_winner_is_who_stands_first_and_leads_to_their_page(season):
    """In the list of winners, and on the front page of the tournament."""
    from pbem.client.storage.tournaments import read as log_of

    over(season, "spring #1 & more")
    history = log_of(season.parent / "spring #1 & more.tournament").now
    first = standings(history)[0]
    site = made(season)
    trees = check_whole(site)
    (listed,) = [one for one in trees[site / "index.html"].iter("li") if "Winner, " in text(one)]
    assert f"Winner, {first.points / 2:.1f} points" in text(listed)
    key = identity(first.handle).sign_public.hex()[:16]
    assert f"player-{key}.html" in [one.get("href") for one in listed.iter("a")]
    front = trees[site / "spring-1-more" / "index.html"]
    won = front.find(".//div[@class='winner podium']//a")
    assert won.get("href") == f"player-{first.number}.html"


def test_a_season_that_is_over_begins_with_its_last_tournament(season):
    """Game, format, dates, winner, standings; and no box of deadlines where there are none."""
    over(season, "spring #1 & more")
    season.write_text("name: Northgate\ntournaments: [{log: 'spring #1 & more.tournament'}]\n")
    site = made(season)
    found = boxes(site / "index.html")
    assert not [one for one in found if one[0] == "Deadlines"]
    title, said, _ = found[0]
    assert "<script>" in title  # the hostile name of the tournament
    for part in ("Skirmish. Round robin, 3 rounds, 3 players.", "Winner", "points",
                 "Standings", "Over"):  # fmt: skip
        assert part in said + title, part
    year = re.search(r"[0-9]+ [A-Z][a-z]+ 20[0-9]{2}\.", said)
    assert year is not None
    assert not [one for one in found if one[0] == "Winners and leaders"]  # nobody stands twice


def test_a_season_says_which_round_comes_next_and_until_when(season):
    site = made(season)
    (said,) = [one[1] for one in boxes(site / "index.html") if "END:VCALENDAR" in one[0]]
    assert "Next: round 3 after 2 open games, until 17 January 2100." in said
    titles = [one[0] for one in boxes(site / "index.html")]
    assert titles.index("Deadlines") > 0


def test_all_players_have_the_games_of_ladders_and_their_ratings(season):
    """In the order of their names, whatever their letters."""
    ladder = Meeting(laddered(name="Ladder", ratings=(ELO,)))
    for number, handle in enumerate(("ann", "bob", "cas", "dan")):
        ladder.enters(handle, rating=2000 - number)
    ladder.begins()
    ladder.says("bob", ladder.word("bob", "challenge", whom="ann"))
    ladder.pairs()
    ladder.decides(ladder.now.owed()[0], "first")
    create(season.parent / "climb.tournament", ladder.events)
    names = "{ann: zoe, bob: Yves, cas: anna, dan: \u00c9va}"
    season.write_text(f"name: A club\nnames: {names}\ntournaments: [{{log: climb.tournament}}]\n")
    site = made(season)
    (listed,) = [one for one in boxes(site / "players.html") if one[0] == "All players"]
    assert [row[0] for row in listed[2]] == ["anna", "\u00c9va", "Yves", "zoe"]
    of = {row[0]: row[1:] for row in listed[2]}
    (first, second) = (one.handle for one in ladder.now.pair_of(ladder.now.boards()[0]))
    won, lost = ({"ann": "zoe", "bob": "Yves"}[one] for one in (first, second))
    now = {line.handle: line.rating for line in rating_list([ladder.now], "elo")}
    assert of[won] == [now[first], "1", "1", "0", "0", "1"]
    assert of[lost] == [now[second], "1", "0", "0", "1", "1"]
    assert of["anna"] == [now["cas"], "0", "0", "0", "0", "1"]


def test_a_replay_leads_back_to_the_club_and_says_when_it_was(season):
    """Lots say which two of the three met; each has their name, which Ann signed elsewhere."""
    season.write_text(season.read_text().replace("names: {", "names: {cas: Cas Ward, "))
    site = made(season)
    replay = (site / "spring-1-more" / "games" / "r1b1.html").read_text()
    top = replay.partition("<nav")[2].partition("</nav>")[0]
    to = re.findall(r'href="([^"]*)"', top)
    assert to == ["../../index.html", "../index.html", "../round-1.html"]
    for one in to:
        assert (site / "spring-1-more" / "games" / one).is_file()
    assert "<script" not in top  # the tournament has a hostile name
    assert "&lt;script&gt;" in top
    assert "Northgate " in top
    assert re.search(r"[0-9]+ (January|November|[A-Z][a-z]+) 20[0-9]{2}</span>", top)
    names = ("Ann Moreau", "&lt;b&gt;Bob&lt;/b&gt;", "Cas Ward")
    assert sum(one in top for one in names) == 2


def test_names_stand_in_one_file_for_a_season_and_its_tournaments(season):
    """`publish --club` reads the season's file, and publishes nothing of it but the looks."""
    looks = read_club(season)
    assert looks.club.names == {"bob": "<b>Bob</b>"}
    assert b"tournaments" not in looks.file
    assert b"mailto" not in looks.file
    assert b"dirk@" not in looks.file
    (season.parent / "again").mkdir()
    again = season.parent / "again" / "club.yaml"
    again.write_bytes(looks.file)
    assert read_club(again).club == looks.club
    season.write_text("name: A club\ntournament: []\n")
    with pytest.raises(FormError, match="tournament"):
        read_club(season)


def test_a_page_has_the_open_challenges_and_how_to_answer_them(season):
    site = made(season)
    page = check_whole(site)[site / "challenges.html"]
    said = text(page)
    for one in ("<i>Dirk", "Race to Tokyo, either side", "Gus", "Manila"):
        assert one in said, one
    to = {one.get("href"): text(one) for one in page.iter("a")}
    assert to["mailto:dirk@northgate.example"] == "Write"
    assert to["ladder/index.html"] == "Ladder"  # who challenges whom in it stands here, too
    assert "Ladder: challenges Ann Moreau" in said


def test_who_plays_for_a_team_has_their_games_and_rating_on_their_page(season):
    """A match of teams after a cup: one person, two tournaments, one rating."""
    match = rated()
    winner, loser = (one.handle for one in match.now.pair_of(match.now.boards()[0]))
    create(season.parent / "match.tournament", match.events)
    cup = Meeting(swiss(1, name="Sprint", ratings=match.now.found.ratings), winner, loser)
    cup.begins()
    cup.pairs()
    cup.decides(cup.now.owed()[0], "draw")
    create(season.parent / "sprint.tournament", cup.events)
    season.write_text(
        "name: Northgate\ntournaments: [{log: sprint.tournament}, {log: match.tournament}]\n"
    )
    site = made(season)
    trees = check_whole(site)
    mine = trees[site / f"player-{identity(winner).sign_public.hex()[:16]}.html"]
    rows = [[text(cell) for cell in row] for row in mine.iter("tr")]
    team = match.now.of_handle(winner)
    assert rows[2][0] == f"Toy Cup, for {team.name}"
    assert rows[2][3] == "1 won, 0 drawn, 0 lost"
    assert rows[2][4] == f"1* {loser}"
    assert "1510.0 after 2 rated games." in text(mine)
    of_team = trees[site / f"player-team-{team.handle}.html"]
    players = {text(one) for one in of_team.iter("a")} & {one.handle for one in team.team.players}
    assert players == {one.handle for one in match.now.persons(team)}
    assert "Key" not in text(of_team)
    front = text(trees[site / "index.html"])
    assert "2 tournaments, 6 players." in front  # and no team is counted among them


def test_two_teams_with_long_handles_have_a_page_each(season):
    """No team writes over the page of another by a handle that begins like theirs."""
    sides = (team("nottingham-red", "ann", "bob"), team("nottingham-blue", "cas", "dan"))
    match = begun(
        robin(teams=of(teams=sides), points=POINTS, edition=2), "ann", "bob", "cas", "dan"
    )
    match.pairs()
    create(season.parent / "match.tournament", match.events)
    season.write_text("name: Northgate\ntournaments: [{log: match.tournament}]\n")
    site = made(season)
    trees = check_whole(site)
    for one in sides:
        page = trees[site / f"player-team-{one.handle}.html"]
        assert {who.handle for who in one.players} <= {text(who) for who in page.iter("a")}


def test_a_ladder_stands_among_winners_and_leaders_and_its_challenge_first(season):
    site = made(season)
    found = {one[0]: one[1] for one in boxes(site / "index.html")}
    assert "Ladder" not in found  # beside a cup that runs
    assert "Ladder" in found["Winners and leaders"]
    asked = found["Open challenges"]
    assert asked.index("challenges Ann Moreau") < asked.index("Race to Tokyo")
    ((_, _, rows),) = boxes(site / "tournaments.html")
    assert rows[1][0] == "Ladder"
    assert rows[0][3] == "Round 2 of 3"


def test_a_plot_ends_with_the_last_round_that_is_decided(season):
    site = made(season)
    plot = read(site / "autumn" / "index.html").find(".//svg[@class='plot']")
    below = [text(one) for one in plot.iter("text") if one.get("class") == "axis middle"]
    assert below == ["start", "1"]  # the second round goes on


def test_rounds_and_signatures_stand_beside_the_cross_table(season):
    site = made(season)
    page = read(site / "autumn" / "index.html")
    (beside,) = [one for one in page.iter("div") if one.get("class") == "stack three beside"]
    assert "Rounds" in text(beside)
    assert re.search(r"0 games, [0-9]+ signatures, 0 rolls", text(beside))
    to = [one.get("href") for one in page.find(".//header").iter("a")]
    assert {"../deadlines.ics", "../news.xml"} <= {*to}


# --- the calendar ---------------------------------------------------------------------------------


def unfolded(data):
    """Read content lines as RFC 5545, 3.1, says."""
    assert data.endswith(b"\r\n")
    assert b"\n" not in data.replace(b"\r\n", b"")
    lines = data.split(b"\r\n")[:-1]
    assert max(map(len, lines)) <= 75
    for line in lines:
        line.decode()  # no letter is cut in two
    return data.replace(b"\r\n ", b"").decode().split("\r\n")[:-1]


@pytest.mark.parametrize("width", [768, 1024, 1366])
def test_the_head_of_a_page_is_one_row(season, chromium, width):
    text_ = re.sub("^name: .*", "name: Northgate Wargamers", season.read_text(), count=1)
    season.write_text(text_)
    page = chromium.new_page(viewport={"width": width, "height": 768})
    page.goto((made(season) / "index.html").as_uri())
    assert len(page.locator("header nav a").all()) >= 5
    assert page.locator("header").bounding_box()["height"] < 70
    page.close()


@pytest.mark.parametrize(
    ("zone", "leaf", "said"),
    [
        ("America/New_York", "20Dec", "20 December 2099, 17:59"),
        ("Asia/Tokyo", "21Dec", "21 December 2099, 07:59"),
    ],
)
def test_a_browser_says_deadlines_in_the_readers_time_zone(season, chromium, zone, leaf, said):
    site = made(season)
    context = chromium.new_context(timezone_id=zone)
    page, wrong = context.new_page(), []
    page.on("console", lambda one: wrong.append(one.text))
    page.on("pageerror", lambda one: wrong.append(str(one)))
    page.goto((site / "index.html").as_uri())
    first = page.locator(".days li").first
    assert first.locator("time.day").text_content() == leaf
    assert first.locator("small time").text_content() == said
    assert "20 December 2099, 23:59 (Europe/Berlin" in first.locator("small time").get_attribute(
        "title"
    )
    assert page.locator(".zone").text_content() == f"Days and times are in your time zone, {zone}."
    assert page.locator(".steps time").text_content() == f"{leaf[:2]} Dec"
    page.goto((site / "autumn" / "round-2.html").as_uri())
    assert f"{said} ({zone}, your time zone)" in page.locator("main").text_content()
    context.close()
    assert wrong == []


def test_without_scripts_deadlines_are_in_the_directors_time_zone(season, chromium):
    site = made(season)
    context = chromium.new_context(java_script_enabled=False, timezone_id="Asia/Tokyo")
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    said = page.locator(".days").text_content()
    assert "20 December 2099, 23:59 (Europe/Berlin, UTC+01:00). The director reminds" in said
    assert page.locator(".zone").text_content().startswith("Times are the director's.")
    context.close()


def test_the_script_of_pages_writes_text_alone(season):
    script = (made(season) / "autumn" / "days.js").read_text()
    assert (season.parent / "site" / "days.js").read_text() == script
    odd = ("HTML", "eval", "Function", "import", "fetch", "XML", "open", "cookie", "Storage",
           "location", "setAttribute", "navigator", "src", "href", "onload")  # fmt: skip
    assert [one for one in odd if one in script] == []


def test_entries_have_a_deadline_on_the_front_page_in_the_feed_and_in_the_calendar(season):
    meeting = Meeting(swiss(3, name="Winter Cup"), "ann", "bob")
    form_ = {"zone": "Europe/Berlin", "offset": 60}
    meeting.write("entries", kinds.Entries(until="2099-12-13T22:59:00Z", **form_))
    create(season.parent / "winter.tournament", meeting.events)
    season.write_text(
        season.read_text().replace("challenges:", "  - {log: winter.tournament}\nchallenges:")
    )
    site = made(season)
    front = text(check_whole(site)[site / "index.html"])
    said = "13 December 2099, 23:59 (Europe/Berlin, UTC+01:00)."
    assert f"13DecWinter Cup, entries{said}" in front
    assert f"Enter until {said}" in front
    assert f"EntriesUntil {said}" in text(read(site / "winter" / "index.html"))
    assert "Winter Cup: a deadline for entries" in (site / "news.xml").read_text()
    lines = unfolded((site / "deadlines.ics").read_bytes())
    assert "SUMMARY:Winter Cup\\, entries: deadline" in lines
    assert "URL:https://northgate.example/season/winter/index.html" in lines
    meeting.begins()
    (season.parent / "winter.tournament").unlink()
    create(season.parent / "winter.tournament", meeting.events)
    assert "Winter Cup, entries" not in text(read(made(season) / "index.html"))
    events = "\n".join(unfolded((site / "deadlines.ics").read_bytes())).split("BEGIN:VEVENT")
    (ended,) = [one for one in events if "entries: deadline" in one]
    assert "STATUS:CANCELLED" in ended
    assert "SEQUENCE:1" in ended


def test_the_calendar_has_each_deadline_once_and_nothing_else(season):
    lines = unfolded((made(season) / "deadlines.ics").read_bytes())
    assert [line for line in lines if line.startswith(("BEGIN:", "END:"))] == [
        "BEGIN:VCALENDAR", *("BEGIN:VEVENT", "END:VEVENT") * 2, "END:VCALENDAR",
    ]  # fmt: skip
    values = [line.partition(":")[::2] for line in lines]
    starts = [value for name, value in values if name == "DTSTART"]
    assert starts == ["20991220T225900Z", "21000117T225900Z"]  # of a moved one the newest
    assert [value for name, value in values if name == "SEQUENCE"] == ["1", "0"]
    uids = [value for name, value in values if name == "UID"]
    assert len(set(uids)) == 2
    for stamp in (value for name, value in values if name == "DTSTAMP"):
        assert datetime.strptime(stamp, "%Y%m%dT%H%M%S%z")
    known = {"BEGIN", "END", "VERSION", "PRODID", "X-WR-CALNAME", "UID", "SEQUENCE", "DTSTAMP",
             "DTSTART", "SUMMARY", "DESCRIPTION", "URL", "TRANSP"}  # fmt: skip
    assert {name for name, _ in values} == known


def test_a_decided_round_leaves_calendars(season):
    """A reader who took the file once takes it again, and the deadline is cancelled there."""
    site = made(season)
    path = season.parent / "autumn.tournament"
    meeting = Meeting.__new__(Meeting)
    meeting.fold, meeting.events = tournaments.read_events_of(path)
    meeting.plays()
    path.unlink()
    create(path, meeting.events)
    made(season)
    events = "\n".join(unfolded((site / "deadlines.ics").read_bytes())).split("BEGIN:VEVENT")[1:]
    assert ["STATUS:CANCELLED" in one for one in events] == [True, False]
    assert ["SEQUENCE:2" in one for one in events] == [True, False]
    said = text(read(site / "autumn" / "round-2.html"))
    assert "Deadline: 20 December 2099, 23:59 (Europe/Berlin, UTC+01:00)." in said


def test_a_calendar_that_once_was_there_is_empty_without_deadlines(season):
    site = made(season)
    lines = season.read_text().splitlines(keepends=True)
    season.write_text("".join(one for one in lines if "autumn" not in one))
    _, _, notes = publish_season(season, site, toy_library())
    assert unfolded((site / "deadlines.ics").read_bytes())[1:-1] == [
        "VERSION:2.0", "PRODID:-//pbem//deadlines//EN",
        *(one for one in unfolded((site / "deadlines.ics").read_bytes()) if "CALNAME" in one),
    ]  # fmt: skip
    left = [one for one in notes if "is left from before" in one]
    assert any(str(site / "autumn") in one for one in left)
    assert any("player-" in one for one in left)  # of who played in that tournament alone
    assert (site / "autumn" / "index.html").exists()


def test_only_files_that_differ_are_written(season, monkeypatch):
    """An upload that compares files has little to do."""
    site = made(season)
    written = []
    monkeypatch.setattr(publishing, "write_over", lambda path, _: written.append(path))
    made(season)
    assert written == []
    (site / "players.html").write_text("changed")
    season.write_text(season.read_text().replace("Gus,", "Guy,"))
    made(season)
    assert {one.name for one in written} == {
        "players.html", "challenges.html", "index.html", "season.yaml",
    }  # fmt: skip


def test_a_player_has_one_rating_on_a_site(season):
    """The cross table of each tournament goes on from the one before, as the season's list."""
    site = made(season)
    key = identity("ann").sign_public.hex()[:16]
    listed = {
        row[1]: row[2] for one in boxes(site / "players.html") if one[0] == "Elo rating list"
        for row in one[2]
    }  # fmt: skip
    cross = next(one for one in boxes(site / "autumn" / "index.html") if "able" in one[0])
    shown = {row[1]: row[-2] for row in cross[2]}
    assert (site / f"player-{key}.html").exists()
    for name, rating in shown.items():
        assert any(listed[one] == rating for one in listed if one in name), (name, rating)
    titles = [one[0] for one in boxes(site / "autumn" / "index.html")]
    assert "Elo ratings of the season" in titles


def test_the_program_in_a_browser_is_linked_from_every_page(season):
    season.write_text(season.read_text() + "play: play/\n")
    site = made(season)
    for path in site.rglob("*.html"):
        if path.parent.name != "games":
            up = "" if path.parent == site else "../"
            to = [one.get("href") for one in read(path).iter("a") if text(one) == "Play"]
            assert to == [f"{up}play/"], path
    links = [
        one.get("href") for one in read(site / "spring-1-more" / "round-1.html").iter("a")
        if text(one) == "Watch in your browser"
    ]  # fmt: skip
    assert links == ["../play/#watch=../spring-1-more/games/r1b1.pbem"]
    assert (site / "play" / ".." / "spring-1-more" / "games" / "r1b1.pbem").parent.name == "games"


@pytest.mark.parametrize(
    ("play", "address", "part"),
    [
        ("play/", "", "#watch=../a/games/r1b1.pbem"),
        ("web/play/", "", "#watch=../../a/games/r1b1.pbem"),
        ("../play/", "https://x.example/season/", "#watch=/season/a/games/r1b1.pbem"),
        ("/play/", "", ""),
        ("https://x.example/play/", "https://x.example/", "#watch=/a/games/r1b1.pbem"),
        ("https://play.example/", "https://x.example/", ""),
    ],
)  # fmt: skip
def test_a_browser_watches_logs_of_its_own_site(play, address, part):
    assert Club(name="A club", play=play).watched("a/games/r1b1.pbem", address) == part


def test_people_are_named_in_the_feed_the_log_and_the_titles_of_replays(season):
    season.write_text(season.read_text().replace("names: {", "names: {cas: Cas Ward, "))
    site = made(season)
    feed = (site / "news.xml").read_text()
    assert "Ann Moreau" in feed
    assert "Cas Ward" in feed
    log = text(read(site / "autumn" / "events.html"))
    assert "Ann Moreau enters" in log
    assert "Cas Ward enters" in log
    title = (site / "spring-1-more" / "games" / "r1b1.html").read_text().partition("</h1>")[0]
    said = ("Ann Moreau (ann, ", "&lt;b&gt;Bob&lt;/b&gt; (bob, ", "Cas Ward (cas, ")
    assert sum(one in title.rpartition("<h1>")[2] for one in said) == 2


# --- what is asked for and not there --------------------------------------------------------------


def test_a_folder_of_games_that_is_not_there_stops_the_command(season):
    (season.parent / "inbox").mkdir()
    season.write_text(season.read_text().replace("games: game.pbem", "games: inbx"))
    with pytest.raises(PbemError, match=r"no file or folder .*inbx.*inbox"):
        made(season)
    assert not (season.parent / "site").exists()


def test_games_without_logs_are_counted(season):
    (season.parent / "inbox").mkdir()
    text_ = season.read_text()
    season.write_text(text_.replace("games: game.pbem", "games: inbox"))
    _, left, _ = publish_season(season, season.parent / "site", toy_library())
    assert [one.partition(": 1 of ")[2] for one in left] == ["1 game has no log: round 1, board 1"]
    season.write_text(text_.replace(", games: game.pbem", ""))
    _, left, notes = publish_season(season, season.parent / "again", toy_library())
    assert left == []  # nobody asked for them
    assert any("1 of 1 game has no log" in one for one in notes)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("a;b,c\\d", "a\\;b\\,c\\\\d"), ("a\r\nBEGIN:VALARM", "a BEGIN:VALARM"),
        ("a\nEND:VCALENDAR", "a END:VCALENDAR"), ("a\x00\x07b", "a  b"), ("a\x0bb\x85c", "a b c"),
        ("a\u2028BEGIN:VEVENT", "a BEGIN:VEVENT"), ("\\n", "\\\\n"),
    ],
)  # fmt: skip
def test_no_text_ends_a_line_of_a_calendar(said, value):
    assert ics_text(said) == value


@pytest.mark.parametrize("letter", ["x", "\u00e9", "\u20ac", "\U0001f3b2"])
def test_lines_are_folded_between_letters(letter):
    for count in range(70, 90):
        line = "SUMMARY:" + letter * count
        assert unfolded(folded(line)) == [line]


# --- the feed -------------------------------------------------------------------------------------


def test_the_feed_is_atom_and_its_texts_are_text(season):
    tree = ET.fromstring((made(season) / "news.xml").read_bytes())  # noqa: S314 - it is our own
    assert tree.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated", "author"):
        assert len(tree.findall(f"{ATOM}{name}")) == 1, name
    entries = tree.findall(f"{ATOM}entry")
    ids = [one.find(f"{ATOM}id").text for one in entries]
    assert len(set(ids)) == len(ids) > 5
    assert all(re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", one) for one in ids)
    stamps = [one.find(f"{ATOM}updated").text for one in entries]
    assert stamps == sorted(stamps, reverse=True)
    assert tree.find(f"{ATOM}updated").text == stamps[0]
    assert {child.tag for one in entries for child in one} == {
        f"{ATOM}{name}" for name in ("id", "title", "updated", "link", "content")
    }
    said = "".join(one.find(f"{ATOM}content").text for one in entries)
    assert HOSTILE in said
    links = [one.find(f"{ATOM}link").get("href") for one in entries]
    assert all(one.startswith("https://northgate.example/season/") for one in links)


# --- the season's file ----------------------------------------------------------------------------


def test_the_template_is_a_season(tmp_path):
    path = tmp_path / "club.yaml"
    path.write_text(template())
    assert read_season(path)[0].tournaments[0].log == "spring.tournament"


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("colour: teal", 'like "#00695c", in quotes: # begins a comment, not \'teal\''),
        ("colour: #00695c", 'like "#00695c", in quotes: # begins a comment, not nothing'),
        ("challenges: [{who: A, game: B, write: 'https://x.example/'}]", "an email address"),
        ("address: northgate.example", "an address that ends with /"),
        ("play: play", "a path of the same site like play/"),
        ("play: 'javascript:alert(1)/'", "a path of the same site like play/"),
        ("play: //evil.example/", "a path of the same site like play/"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_told_what_could_stand_there(tmp_path, line, wanted):
    path = tmp_path / "club.yaml"
    path.write_text(f"name: A club\ntournaments: [{{log: a.tournament}}]\n{line}\n")
    with pytest.raises(FormError) as refused:
        read_season(path)
    assert wanted in str(refused.value)


@pytest.mark.parametrize(
    "line",
    [
        "address: javascript:alert(1)", 'address: "https://x.example/a b/"', "tournaments: []",
        "address: https://x.example/a",
        'challenges: [{who: A, game: B, write: "a@b.example?bcc=c@d.example"}]',
        'challenges: [{who: A, game: B, write: "javascript:alert(1)"}]',
        'challenges: [{who: "A\\u202E", game: B}]',
    ],
)  # fmt: skip
def test_a_seasons_file_with_anything_else_is_refused(tmp_path, line):
    path = tmp_path / "club.yaml"
    more = "" if line.startswith("tournaments") else "tournaments: [{log: a.tournament}]\n"
    path.write_text(f"name: A club\n{more}{line}\n")
    with pytest.raises(FormError):
        read_season(path)


def test_a_tournament_twice_and_a_foreign_folder_are_refused(season):
    text_ = season.read_text()
    season.write_text(text_.replace("log: ladder.tournament", "log: autumn.tournament"))
    with pytest.raises(FormError, match="same folder"):
        made(season)
    season.write_text(text_)
    other = season.parent / "other"
    other.mkdir()
    (other / "index.html").write_text("somebody's")
    with pytest.raises(FormError, match="not a page of this"):
        made(season, "other")
    assert [one.name for one in other.iterdir()] == ["index.html"]


@pytest.mark.parametrize("name", ["Ladder", "index.html", "news.xml"])
def test_no_folder_of_a_tournament_is_another_one_or_a_page(season, name):
    """Names differ by capitals alone, or are those of pages: nothing is half written."""
    (season.parent / "autumn.tournament").rename(season.parent / f"{name}.tournament")
    season.write_text(season.read_text().replace("log: autumn.", f"log: {name}."))
    with pytest.raises(FormError, match="Rename"):
        made(season)
    assert not (season.parent / "site").exists()


def signed(meeting, size):
    """Return the director's checkpoint over the first events."""
    key = key_of(meeting.now.found)
    leaves = leaves_of(meeting.events[:size])
    return sign_checkpoint(key, identity("dora").checkpoint_seed(ORIGIN), size, root_of(leaves))


def test_another_season_of_the_same_name_is_not_written_over(season):
    made(season)
    create(season.parent / "other.tournament", Meeting(swiss(3, ratings=(ELO,))).events)
    text_ = season.read_text()
    name = text_.splitlines()[0]
    season.write_text(f"{name}\ntournaments: [{{log: other.tournament}}]\n")
    with pytest.raises(FormError, match="with the same name, and with none of these tournaments"):
        made(season)
    more = "tournaments:\n  - {log: other.tournament}"  # an older one is put before the others
    season.write_text(text_.replace("tournaments:", more))
    made(season)


def test_two_players_with_one_name_are_told_apart(season):
    text_ = season.read_text().replace('names: {bob: "<b>Bob</b>"}', "names: {bob: Al, cas: al}")
    season.write_text(text_)
    site = made(season)
    assert {"Al (bob)", "al (cas)"} <= {text(one) for one in read(site / "players.html").iter("a")}
    for folder in ("autumn", "spring-1-more"):
        cells = [text(one) for one in read(site / folder / "index.html").iter("td")]
        assert {"Al (bob)", "al (cas)"} <= set(cells), folder


def test_names_are_told_apart_by_handle_and_by_key():
    called = {"k1": ("Al", "al"), "k2": ("al", "ali"), "k3": ("Bo", "bo"), "k4": ("Bo", "bo")}
    assert told_apart(called) == {
        "k1": "Al (al)", "k2": "al (ali)", "k3": "Bo (bo, k3)", "k4": "Bo (bo, k4)",
    }  # fmt: skip


def test_no_name_is_what_tells_another_player_apart():
    """The handle of al stands beside the name, and cas signs just that as a name."""
    called = {"k1": ("Al", "al"), "k2": ("al", "ali"), "k3": ("AL (al)", "cas"), "k4": ("Bo", "bo")}
    told = told_apart(called)
    assert len({name.casefold() for name in told.values()}) == 4
    assert told["k3"] == "AL (al) (cas)"
    assert (told["k1"], told["k4"]) == ("Al (al)", "Bo")


def test_a_player_who_signs_the_name_of_the_director_is_told_apart():
    meeting = Meeting(swiss(3, observers=(signer("zoe"),)), "ann", "bob", "cas")
    for handle, name in (("ann", "Dora"), ("bob", "zoe"), ("cas", "Cas")):
        meeting.says(handle, meeting.word(handle, "name", name=name))
    names = Names(meeting.now, Club(name="A club"))
    assert list(names.full.values()) == ["Dora (ann)", "zoe (bob)", "Cas"]
    own = Meeting(swiss(3), "dora", "bob")
    own.says("dora", own.word("dora", "name", name="Dora"))
    assert list(Names(own.now, Club(name="A club")).full.values()) == ["Dora", "bob"]


def test_cells_of_a_cross_table_tell_players_apart():
    """By first names, by initials of the last names, or by handles, and so their letters."""
    called = {"ann": "Ann Moreau", "bob": "Ann Ibsen", "cas": "Cas Duran", "dan": "cas duran"}
    meeting = Meeting(swiss(3), *called)
    names = Names(meeting.now, Club(name="A club", names=called))
    assert list(names.short.values()) == ["Ann M.", "Ann I.", "cas", "dan"]
    assert list(names.letters.values()) == ["AM", "AI", "C", "D"]
    assert list(names.full.values())[2:] == ["Cas Duran (cas)", "cas duran (dan)"]


def test_each_log_is_read_once_and_each_table_computed_once(season, monkeypatch):
    """In a season of three tournaments."""
    count = Counter()

    def counted(where, name):
        real = getattr(where, name)

        def wrapped(first, *more, **others):
            is_log = name != "read_events" or str(first).endswith(".tournament")
            count[name] += is_log
            return real(first, *more, **others)

        monkeypatch.setattr(where, name, wrapped)

    for where in (tournaments, publishing, form):
        if hasattr(where, "read_events"):
            counted(where, "read_events")
    for where in (figures, exchange, rounds, book):
        for name in ("standings", "met"):
            if hasattr(where, name):
                counted(where, name)
    made(season)
    on_pages, as_csv, as_trf = 3, 3, 3
    assert count["read_events"] == 3
    assert count["standings"] <= on_pages + as_csv + as_trf


def test_a_checkpoint_goes_with_its_tournament(season):
    folder = season.parent / "x"
    folder.mkdir()
    meeting, log, game = played(folder)
    head = signed(meeting, len(meeting.events))
    publish(meeting.fold, log, folder / "pages", [game], toy_library(), checkpoint=head)
    season.write_text("name: A club\ntournaments: [{log: x/pages}]\n")
    site = made(season)
    for name in ("checkpoint", "vkey"):
        there = (folder / "pages" / name).read_bytes()
        assert (site / "toy-cup" / name).read_bytes() == there
    report = verify(
        site / "toy-cup" / log.name,
        [site / "toy-cup" / "games" / "r1b1.pbem"],
        toy_library(),
        published=site / "toy-cup",
    )
    assert report.ok, report.faults


def test_a_checkpoint_of_something_else_is_not_published(season):
    folder = season.parent / "x"
    folder.mkdir()
    meeting, log, game = played(folder)
    publish(meeting.fold, log, folder / "pages", [game], toy_library())
    other = Meeting(swiss(2), "ann", "bob")
    (folder / "pages" / "checkpoint").write_bytes(signed(other, 3).note.bytes)
    season.write_text("name: A club\ntournaments: [{log: x/pages}]\n")
    _, left, _ = publish_season(season, season.parent / "site", toy_library())
    assert not (season.parent / "site" / "toy-cup" / "checkpoint").exists()
    assert any("its checkpoint does not fit it" in line for line in left)


def test_a_season_begins_before_anybody_entered(season):
    create(season.parent / "new.tournament", Meeting(swiss(3, ratings=(ELO,))).events)
    season.write_text("name: A club\ntournaments: [{log: new.tournament}]\n")
    assert (made(season) / "index.html").exists()


def test_a_season_file_of_somebody_is_not_written_over(season):
    own = season.parent / "season.yaml"
    own.write_text("# mine\n" + season.read_text())
    with pytest.raises(FormError, match="yours lies there"):
        publish_season(own, season.parent, toy_library())
    assert own.read_text().startswith("# mine")


@pytest.mark.parametrize("fails", ["reading", "publishing"])
def test_a_tournament_that_fails_is_named_and_the_others_are_published(season, monkeypatch, fails):
    wanted = {path.name: path.read_bytes() for path in made(season, "before").iterdir()
              if path.is_file()}  # fmt: skip
    bad = season.parent / "bad.tournament"
    bad.write_bytes((season.parent / "ladder.tournament").read_bytes())
    text_ = season.read_text()
    season.write_text(text_.replace("tournaments:\n", "tournaments:\n  - log: bad.tournament\n"))
    if fails == "reading":
        bad.write_bytes(bad.read_bytes()[:-40])
    else:
        bad.unlink()
        create(bad, Meeting(robin(name="Bad"), "ann", "dan").events)

        def failing(fold, *given, **more):
            if fold.now.found.name == "Bad":
                raise OverflowError("odd")
            return publish(fold, *given, **more)

        monkeypatch.setattr("pbem.director.season.publishing.publish", failing)
    found = publish_season(season, season.parent / "site", toy_library())
    assert [one for one in found.left if "bad.tournament" in one] == found.left[:1]
    assert {path.name: path.read_bytes() for path in (season.parent / "site").iterdir()
            if path.is_file()} == wanted  # fmt: skip


def test_a_season_without_a_tournament_that_can_be_read_is_refused(season):
    (season.parent / "bad.tournament").write_bytes(b"x\n")
    season.write_text("name: A club\ntournaments: [{log: bad.tournament}]\n")
    with pytest.raises(FormError, match=r"no tournament .*bad\.tournament"):
        made(season)
    assert not (season.parent / "site").exists()


@pytest.mark.parametrize(
    ("at", "until", "offset"),
    [("0001-01-01T00:00:00Z", "0001-01-01T00:30:00Z", -1439),
     ("9998-12-31T00:00:00Z", "9998-12-31T23:59:59Z", 1439)],
)  # fmt: skip
def test_a_deadline_at_an_end_of_the_calendar_ends_no_season(season, at, until, offset):
    """A director writes any time: their log is one of many, and each program can show it."""
    with patch("toy.meeting.office.now_utc", lambda: at):
        odd = Meeting(robin(name="Odd"), "ann", "bob")
        odd.write("entries", kinds.Entries(until=until, zone="X", offset=offset))
        odd.begins()
        odd.pairs()
        odd.write("due", due(1, until, zone="X", offset=offset))
    create(season.parent / "odd.tournament", odd.events)
    season.write_text(season.read_text().replace("log: ladder.", "log: odd."))
    found = publish_season(season, season.parent / "site", toy_library())
    assert not any("odd" in one for one in found.left)
    assert list(deadline_lines(odd.now))


def test_a_deadline_that_no_clock_can_show_is_refused() -> None:
    running = Meeting(swiss(3), "ann", "bob")
    with pytest.raises(BadTournament, match="9998"):
        running.write("due", due(1, "9999-12-31T23:59:00Z"))


def test_a_game_that_cannot_be_drawn_costs_its_map_alone(season, monkeypatch):
    def fails(*_, **__):
        raise KeyError("a picture")

    monkeypatch.setattr(publishing, "svg", fails)
    files, left, _ = publish_season(season, season.parent / "site", toy_library())
    assert season.parent / "site" / "index.html" in files
    assert [line for line in left if "without a map" in line]


# --- on a screen ----------------------------------------------------------------------------------

LONG = "Alexandrina-Wilhelmina-Hohenlohe-Waldenburg-Schillingsfuerst-Langenburg"
HIGH = """[...document.querySelectorAll(".cross tbody td")]
  .filter(one => one.offsetHeight > 80).map(one => one.outerHTML)"""
"""The cells of a cross table whose row is higher than three lines of a name."""
TALL = """() => [...document.querySelectorAll("td, th, li, .winner, .card b")]
  .filter(one => one.offsetParent && !one.closest("details:not([open])")
    && (one.scrollWidth > one.clientWidth + 1 || one.offsetWidth < 18 && one.innerText.length > 2))
  .map(one => one.outerHTML)"""
"""The parts of a page that are wider than their room, or have none."""


def test_long_names_fit_a_telephone(season, chromium):
    names = ", ".join(f"{one}: {LONG}{one}" for one in ("ann", "bob", "cas", "dan"))
    text_ = season.read_text().replace('names: {bob: "<b>Bob</b>"}', f"names: {{{names}}}")
    season.write_text(text_.replace('"<i>Dirk"', LONG))
    site = made(season)
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    pages = [one for one in site.rglob("*.html") if one.parent.name != "games"]
    for file in sorted(pages):
        page.goto(file.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, file
        assert page.evaluate(TALL) == [], file
        assert page.evaluate(HIGH) == [], file
    page.close()


def test_before_any_result_nobody_has_points(tmp_path):
    meeting = Meeting(swiss(3, name="Cup"), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    create(tmp_path / "cup.tournament", meeting.events)
    path = tmp_path / "club.yaml"
    path.write_text("name: Club\ntournaments: [{log: cup.tournament}]\n")
    page = text(read(made(path) / "index.html"))
    assert "No game is finished yet" in page
    assert "Standings" not in page
    assert "0.0" not in page


def test_a_telephone_has_the_navigation_in_one_row(season, chromium):
    site = made(season)
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.goto((site / "index.html").as_uri())
    tops = page.locator("header nav a").evaluate_all("those => those.map(one => one.offsetTop)")
    assert len(tops) >= 5
    assert len(set(tops)) == 1
    button, box = page.locator(".whole a, section:has(.whole)").evaluate_all(
        "those => those.map(one => one.clientWidth).sort((a, b) => a - b)"
    )
    assert button > 0.9 * box  # the calendar's
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_axe_knows_of_a_season(season, chromium, scheme):
    site = made(season)
    person = next(site.glob("player-*.html")).name
    for width in (1366, 768, 390):
        page = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        for file in ("index.html", "players.html", "games.html", "challenges.html", person):
            page.goto((site / file).as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (file, width)
            if width == 768:  # it differs from the others by its columns alone
                continue
            found = Axe().run(page).response["violations"]
            assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], file
        page.close()
