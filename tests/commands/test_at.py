"""Any event of any file, without an identity: show, legal, odds, log and order --try with --at."""

from __future__ import annotations

import json
import re
import shlex
from email.message import EmailMessage
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest

ROOT = Path(__file__).parents[2]
LOG = ROOT / "logs" / "saipan" / "historical.pbem"
FORK = ROOT / "logs" / "hostile" / "fork.author-two-thoughts.fork"
GAMES = {
    "tokyo": "two-players",
    "meiktila": "first",
    "manila": "witness",
    "singapore": "sarimbun",
    "saipan": "historical",
}


def part(path, first, last=None):
    return b"".join(LOG.read_bytes().splitlines(keepends=True)[first:last])


# --- a place in a log ---------------------------------------------------------------------------


def test_the_steps_of_an_event_are_numbered_and_each_is_a_position(judge):
    reported = judge("log", str(LOG), "--at", "5")
    assert "5.11  Japan had one legal answer: 'retreat 16 0803'. [7.7]" in reported
    assert "   4  " not in reported
    inside = judge("show", str(LOG), "--at", "5.11", "--no-map")
    assert inside.startswith("Inside event 5 (dice by alice), after step 11 of 20: Japan had one")
    before = judge("show", str(LOG), "--at", "5.2")
    after = judge("show", str(LOG), "--at", "5.3")
    assert "Japanese: 21 on the map, 0 lost" in before
    assert "Japanese: 20 on the map, 1 lost" in after
    assert (
        judge("show", str(LOG), "--at", "5.20", "--no-map").splitlines()[4:-2]
        == (judge("show", str(LOG), "--at", "5", "--no-map").splitlines()[3:-2])
    )


def test_the_position_is_that_of_the_log_cut_there(judge, tmp_path):
    cut = tmp_path / "cut.pbem"
    for event in (3, 7, 20):
        cut.write_bytes(part(LOG, 0, event + 1))
        there = json.loads(judge("show", str(LOG), "--at", str(event), "--json"))
        whole = json.loads(judge("show", str(cut), "--json"))
        assert there["at"] == str(event)
        for name in ("position", "picture", "head", "events", "result"):
            assert there[name] == whole[name]


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("99", "there is no event 99: the last is event 35"),
        ("5.99", "event 5 has 20 steps: there is no 5.99"),
        ("2.1", "event 2 has no steps"),
        ("five", "'five' is not a place in a log. Write 12 for the position"),
        ("3a", "only the proof of a fork has an event 3a. Write 3"),
        ("-1", "'-1' is not a place"),
        ("٣", "is not a place"),
    ],
)
def test_a_place_that_is_none(judge, at, said):
    assert said in judge.fails("show", str(LOG), f"--at={at}")


def test_what_does_not_go_with_a_place(judge):
    assert "Leave out --as" in judge.fails("show", str(LOG), "--at", "3", "--as", "ann")
    assert "--steps" in judge.fails("show", str(LOG), "--at", "3", "--steps")
    assert "--option need --try" in judge.fails("order", str(LOG), "--at", "3", "-m", "pass")
    said = judge.fails("order", "--try", str(LOG), "--option", "banzai=yes", "-m", "pass")
    assert "--option needs --try --at" in said


def in_schema(name: str, printed: str):
    """Return what a command printed for a program, in the form that is promised."""
    found = json.loads(printed)
    jsonschema.validate(found, json.loads((ROOT / "schemas" / f"{name}.json").read_bytes()))
    return found


@pytest.mark.few(1, 4)
@pytest.mark.parametrize("game", GAMES)
def test_every_event_of_every_game(judge, game):
    """If somebody is asked, the legal orders there are judged so, and one other thing is not."""
    log = str(ROOT / "logs" / game / f"{GAMES[game]}.pbem")
    entries = in_schema("log", judge("log", log, "--json"))["entries"]
    asked = 0
    for entry in entries[3 :: max(1, len(entries) // 6)]:
        at = str(entry["seq"])
        shown = in_schema("show", judge("show", log, "--at", at, "--json"))
        assert shown["events"] == entry["seq"] + 1
        found = judge.run("legal", log, "--at", at, "--json", "--most", "3")
        if found.code:
            assert "No orders are asked for." in found.err
            continue
        asked += 1
        in_schema("legal", found.out)
        for line in found.json["lines"]:
            ruled = json.loads(judge("legal", log, "--at", at, line, "--json"))
            if " " in line:
                assert ruled["rulings"][0]["legal"] is True
    assert asked


# --- what could they have done? -------------------------------------------------------------------


def test_could_my_unit_have_retreated_there(judge):
    reported = judge("legal", str(LOG), "--at", "5.10", "16", "0703")
    assert "retreat 16 0703\n  Refused by [7.7]: 0703 is not a land hex next to 16." in reported
    assert "16 can go to 0803." in reported
    reported = judge("legal", str(LOG), "--at", "5.10", "retreat 16 0803")
    assert reported.endswith("retreat 16 0803\n  Legal.\n")
    # The defender is 16; 317 is gone.
    ruled = json.loads(judge("legal", str(LOG), "--at", "5.10", "retreat 317 0803", "--json"))
    (one,) = ruled["rulings"]
    assert (one["legal"], one["against"][0]["paragraph"]) == (False, "7.7")


def test_each_unit_that_is_against_an_order_is_named(judge):
    """[7.2] Only who is adjacent attacks: none of the three is."""
    reported = judge("legal", str(LOG), "--at", "6.17", "attack 1/6 with 16 318 9")
    assert "  Refused by [7.2]: 16 is not adjacent to 1/6. It can attack 1/2.\n" in reported
    assert "  And 'attack 1/6 with 318' alone by [7.2]: 318 is not adjacent to 1/6." in reported
    assert "  And 'attack 1/6 with 9' alone by [7.2]: 9 is not adjacent to 1/6." in reported
    assert reported.count("16 is not adjacent") == 1


def test_an_order_that_nobody_could_write(judge):
    said = judge.fails("legal", str(LOG), "--at", "5", "attack 4 with 1/2 1/6 2/2")
    assert "your opponent has no unit '4'" in said
    assert "No orders are asked for" in judge.fails("legal", str(LOG), "--at", "4")


def test_odds_there_are_the_odds_then(judge):
    reported = judge("odds", str(LOG), "--at", "3", "pass")
    assert reported.startswith("After event 3 (orders by alice).\n")
    assert "50% (1/2) De on 1 to 3: Japanese 317 is eliminated" in reported


CHOICE = {"saipan": 3, "manila": 6, "meiktila": 9, "tokyo": 5, "singapore": 5}
"""An event of each game after which somebody is asked."""


@pytest.mark.parametrize("game", CHOICE)
def test_what_a_program_reads_of_an_order_there(judge, game):
    """schemas/: an order's odds, and what can become of a list."""
    log = str(ROOT / "logs" / game / f"{GAMES[game]}.pbem")
    at = str(CHOICE[game])
    order = judge.run("legal", log, "--at", at, "--json").json["lines"][0]
    [first, *_] = in_schema("odds", judge("odds", log, "--at", at, order, "--json"))
    assert sum(Fraction(case["chance"]) for case in first["cases"]) in (0, 1)
    tried = in_schema("try", judge("order", "--try", log, "--at", at, "-m", order, "--json"))
    assert (tried["at"], tried["otherwise"], tried["course"]) == (at, "", None)
    assert tried["lines"] == [order]
    assert tried["trial"]["orders"]


def test_what_a_program_reads_of_one_course_and_of_other_options(judge):
    typed = ("order", "--try", str(LOG), "--at", "3", "-m", "pass", "--json")
    course = in_schema("try", judge(*typed, "--faces", "6"))
    assert course["trial"] is None
    assert any("Die for attack on 317: 6" in one["text"] for one in course["course"]["outcomes"])
    other = in_schema("try", judge(*typed, "--option", "banzai=yes"))
    assert "NOT the original game" in other["otherwise"]


def test_what_a_program_reads_of_a_file_that_is_not_whole(judge, tmp_path):
    path = tmp_path / "changed.pbem"
    path.write_bytes(LOG.read_bytes().replace(b'"do":"move"', b'"do":"MOVE"', 1))
    for name in ("show", "log"):
        said = judge.run(name, str(path), "--json")
        assert said.code == 1
        in_schema(name, said.out)
        in_schema(name, judge.run(name, str(FORK), "--json").out)


def test_a_list_is_tried_there_and_nothing_is_signed(judge):
    before = LOG.read_bytes()
    tried = judge("order", "--try", str(LOG), "--at", "3", "-m", "pass", "--faces", "6")
    assert "Die for attack on 317: 6" in tried
    assert tried.endswith("Nothing was signed.\n")
    tried = judge("order", "--try", str(LOG), "--at", "3", "-m", "pass", "--option", "banzai=yes")
    assert "NOT the original game" in tried
    assert "banzai=true instead of false" in tried
    same = judge("order", "--try", str(LOG), "--at", "3", "-m", "pass", "--option", "banzai=no")
    assert "NOT the original game" not in same
    said = judge.fails(
        "order", "--try", str(LOG), "--at", "3", "-m", "pass", "--option", "bnzai=no"
    )
    assert "did you mean banzai?" in said
    assert LOG.read_bytes() == before


def test_other_options_decide_who_is_asked(judge):
    """[7.7] Who chooses a retreat is an option: its owner, or the victor."""
    from pbem.client.client import Client
    from pbem.client.views.at import look_at, with_options
    from pbem.table.moments import Place

    place = look_at(Client(judge.folder), LOG, Place(5, 10))
    other = with_options(place, {"retreat_by": "victor"})
    assert (place.play.asked.side, other.play.asked.side) == ("jp", "us")
    assert place.play.asked is not None
    assert "retreat_by=victor instead of owner" in other.others


# --- any file -----------------------------------------------------------------------------------


def test_a_log_with_a_finding_as_far_as_it_is_good(judge, tmp_path):
    path = tmp_path / "changed.pbem"
    path.write_bytes(LOG.read_bytes().replace(b'"do":"move"', b'"do":"MOVE"', 1))
    assert "After event 5" in judge("show", str(path), "--at", "5")
    assert "5.11" in judge("log", str(path), "--at", "5")
    for command in (["show"], ["legal"], ["odds", "pass"], ["order", "--try", "-m", "pass"]):
        words = [command[0], str(path), *command[1:], "--at", "7"]
        said = judge.fails(*words)
        assert "event 6 is not valid (sig.bad), so the log is valid only up to event 5" in said


def test_either_branch_of_a_fork(judge):
    seq = len(FORK.read_bytes().splitlines()) - 3
    said = judge.fails("show", str(FORK), "--at", str(seq))
    assert f"signed two events {seq}, and this file has both. Write {seq}a for" in said
    both = [json.loads(judge("show", str(FORK), "--at", f"{seq}{x}", "--json")) for x in "ab"]
    assert both[0]["events"] == both[1]["events"] == seq + 1
    assert both[0]["head"] != both[1]["head"]
    assert both[0]["head"] < both[1]["head"]
    assert f"event {seq}b" in judge("show", str(FORK), "--at", f"{seq}b")
    assert f"After event {seq - 1}" in judge("show", str(FORK), "--at", str(seq - 1))


def mailed(path, name, data):
    message = EmailMessage()
    message["From"] = "bob@example.org"
    message["Subject"] = "your turn"
    message.set_content("see the file")
    message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    path.write_bytes(bytes(message))
    return path


def test_saved_mail_is_a_log(judge, tmp_path):
    path = mailed(tmp_path / "from-bob.eml", "game.pbem", LOG.read_bytes())
    plain = json.loads(judge("show", str(LOG), "--at", "9", "--json"))
    there = json.loads(judge("show", str(path), "--at", "9", "--json"))
    assert there["position"] == plain["position"]
    assert "Waiting for bob (Japan)" in judge("log", str(path), "--at", "5")
    assert "Legal." in judge("legal", str(path), "--at", "5.10", "retreat 16 0803")
    assert "Nothing was signed" in judge("order", "--try", str(path), "--at", "3", "-m", "pass")
    assert "result" in json.loads(judge("show", str(path), "--json"))


def test_mail_with_no_log_or_with_several(judge, tmp_path):
    none = mailed(tmp_path / "none.eml", "x.txt", b"hello\n")
    assert "There is no log in none.eml" in judge.fails("show", str(none), "--at", "3")
    other = (ROOT / "logs" / "tokyo" / "two-players.pbem").read_bytes()
    box = tmp_path / "box.mbox"
    mails = [
        mailed(tmp_path / "m.eml", "a.pbem", data).read_bytes() for data in (part(LOG, 0), other)
    ]
    box.write_bytes(b"".join(b"From bob Mon Nov 23 2026\n" + mail + b"\n" for mail in mails))
    assert "logs of 2 games" in judge.fails("show", str(box), "--at", "3")


def test_a_mailbox_in_which_every_message_has_what_is_new(judge, tmp_path):
    box = tmp_path / "box.mbox"
    parts = [part(LOG, 12, 36), part(LOG, 0, 4), part(LOG, 3, 13)]
    mails = [mailed(tmp_path / "m.eml", "a.pbem", data).read_bytes() for data in parts]
    box.write_bytes(b"".join(b"From bob Mon Nov 23 2026\n" + mail + b"\n" for mail in mails))
    there = json.loads(judge("show", str(box), "--at", "35", "--json"))
    assert there["head"] == json.loads(judge("show", str(LOG), "--json"))["head"]


def test_a_part_of_a_log_is_read_after_what_lies_beside_it(judge, tmp_path):
    rest = tmp_path / "rest.pbem"
    rest.write_bytes(part(LOG, 10))
    said = judge.fails("show", str(rest), "--at", "12")
    assert "rest.pbem is a part of a log, from event 10 on" in said
    (tmp_path / "other.pbem").write_bytes((ROOT / "logs/tokyo/two-players.pbem").read_bytes())
    (tmp_path / "begun.pbem").write_bytes(part(LOG, 0, 12))
    there = json.loads(judge("show", str(rest), "--at", "20", "--json"))
    plain = json.loads(judge("show", str(LOG), "--at", "20", "--json"))
    assert there["head"] == plain["head"]


def test_what_is_no_log_at_all(judge, tmp_path):
    (tmp_path / "x.pbem").write_text("hello\n")
    assert "x.pbem: Line 1 is not in the canonical form" in judge.fails(
        "show", "x.pbem", "--at", "3"
    )
    (tmp_path / "y.pbem").write_bytes(b"")
    assert "it has no events" in judge.fails("show", "y.pbem", "--at", "3")


# --- the page for judges ------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "judging.md").read_text()
QUESTIONS = PAGE.partition("## Questions")[2].partition("\n## ")[0]
ASKED = [line.split("|")[2] for line in QUESTIONS.splitlines() if line.startswith("| ")][2:]
TYPED = [one for cell in ASKED for one in re.findall(r"`(pbem [^`]*)`", cell)]
SAID = [one for one in TYPED if "MAIL" not in one]
"""Those that are about a log; `tests/commands/test_mail_evidence.py` has the other."""


@pytest.mark.parametrize("typed", SAID)
def test_what_the_page_for_judges_says_can_be_typed(judge, tmp_path, typed):
    (tmp_path / "orders.txt").write_text("end movement\n")
    words = shlex.split(typed.replace("FILE...", "FILE"))[1:]
    said = judge(*(str(LOG) if word == "FILE" else word for word in words))
    assert said


def test_the_page_shows_what_the_program_says(judge):
    reported = judge("log", str(LOG), "--at", "5", "--width", "120")
    example = re.search(r"```\n(5\.10.*?)```", PAGE, re.DOTALL)
    assert [line.strip() for line in example[1].splitlines()] == [
        line.strip() for line in reported.splitlines() if re.match(r" *5\.1[0-2] ", line)
    ]
    assert len(TYPED) > 7


@pytest.mark.parametrize(
    "typed",
    [
        "log logs/frist.pbem",
        "show logs/frist.pbem --at 3",
        "explain logs/frist.pbem 3",
        "legal logs/frist.pbem --at 3",
        "odds logs/frist.pbem --at 3 pass",
        "order --try logs/frist.pbem --at 3 -m pass",
        "replay logs/frist.pbem",
        "verify logs/frist.pbem",
        "court logs/frist.pbem",
        "log logs/first.eml",
    ],
)
def test_a_file_that_is_not_there_is_no_game(home, tmp_path, monkeypatch, typed):
    """A word with a folder or an ending means a file; a near one is named."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "first.pbem").write_bytes(LOG.read_bytes())
    said = home("eve").run(*typed.split())
    assert said.code == 1
    reported = " ".join(said.err.split())
    assert f"There is no {typed.split('logs/')[1].split()[0]} in " in reported
    assert ". Perhaps you mean: first.pbem" in reported
    assert "game" not in reported


def test_a_game_with_an_ending_is_still_one(home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    eve = home("eve")
    assert "There is no frist.pbem in" in eve.run("log", "frist.pbem").err
    (tmp_path / "first.pbem").write_bytes(LOG.read_bytes())
    assert ". Perhaps you mean: first.pbem" in eve.run("log", "frist.pbem").err
    eve.run("take", "first.pbem")
    [name] = [path.stem for path in (eve.folder / "games").glob("*.pbem")]
    assert f"did you mean {name}?" in eve.run("log", f"{name[:-1]}x.pbem").err
