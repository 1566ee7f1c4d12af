"""Tournaments as people run them: ann directs and plays, bob plays; and what goes wrong there."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from shutil import copyfile, copytree, rmtree

import pytest
from msgspec.structs import replace

from commands.conftest import WORDS
from pbem.client import people
from pbem.client.client import Client
from pbem.client.storage.tournaments import read_here
from pbem.director.office import begin
from pbem.director.plan.founding import founded, read_plan
from pbem.director.player import playing
from pbem.director.words.entering import entry_lines
from pbem.kit.typed import strict_yaml
from pbem.log.file import read_events
from pbem.tournament.pairings import pairing

RATINGS = [
    {"system": "area", "start": 5000, "claimed": True, "digits": 0},
    {
        "system": "glicko-2", "start": 1500, "claimed": False, "digits": 2, "deviation": 350,
        "volatility": 60000, "tau": 500,
    },
]  # fmt: skip
PLAN = """\
name: Club Cup
format: round-robin
game: saipan
options: {us_gsp: 12}
"""
CUP = PLAN.replace("round-robin", "single-elimination")
TABLES = """\
name: Three Cup
format: tables
rounds: 3
game: tokyo
scenario: three
points: {win: 12, draw: 6, loss: 0, bye: 6}
"""
SOLO = """\
name: Solo Cup
format: score
rounds: 1
game: manila
umpire: uma
dice: umpire
points: {win: 100, draw: 50, loss: 0, bye: 0}
"""
LADDER = PLAN.replace("round-robin", "ladder") + "reach: 1\nidle: 1\nseeding: rating\n"


@pytest.fixture
def cup(both, tmp_path):
    """Both have entered and the one round is paired; return them, the first of the pair first."""
    ann, bob = both
    plan = tmp_path / "cup.yaml"
    plan.write_text(PLAN)
    ann("tournament", "found", str(plan))
    enters(ann, ann)
    enters(ann, bob)
    ann("tournament", "pair")
    bob("tournament", "take", log_of(ann))
    first = ann if "ann (U.S.) - bob" in ann("tournament", "show") else bob
    return ann, first, bob if first is ann else ann


def log_of(home):
    return str(home.folder / "tournaments" / "cup.tournament")


def enters(director, player):
    player("tournament", "take", log_of(director))
    player("tournament", "enter", "--to", str(player.outbox))
    handle = player.folder.name
    said = director("tournament", "collect", str(player.outbox / f"cup-{handle}-enter.word"))
    assert f"{handle} enters" in said


def plays(first, second):
    """The first opens the game, the second joins, the first gives up; return the last file."""
    first("tournament", "open")
    second("take", first.sends())
    second("join")
    first("take", second.sends())
    first("resign", "--yes")
    return first.sends()


def test_a_ruling_over_a_game_that_was_not_given_is_no_whole_check(cup):
    ann, first, second = cup
    ended = plays(first, second)
    ann("tournament", "collect", ended)
    ann("tournament", "rule", "1", "draw", "--why", "seen on the board", "--yes")
    assert "Everything follows from the files." in ann("tournament", "verify", "cup", ended)
    assert "NOT everything was checked" in ann.fails("tournament", "verify", "cup")


def test_from_founding_to_the_end(cup):
    ann, first, second = cup
    reported = ann("tournament", "show")
    assert "Lots: kept by ann alone, who could choose the pairings" in reported
    assert "ann directs the tournament and plays in it." in reported
    ended = plays(first, second)
    assert "wins" in ann("tournament", "collect", ended)
    assert "known" in ann("tournament", "collect", ended)
    assert second.folder.name in ann("tournament", "close").splitlines()[-2]
    said = ann("tournament", "verify", "cup", ended)
    assert "1 result computed again" in said
    assert said.endswith("Everything follows from the files.\n")
    assert "you gave no log of this game" in ann.fails("tournament", "verify", "cup")
    assert "Club Cup is over: event 9" in ann.fails("tournament", "out", "bob", "--why", "late")
    assert ann.run("tournament", "verify", "cup", ended, "--json").json["over"]


def test_terms_are_those_of_the_plan(cup):
    _, first, _ = cup
    first("tournament", "open")
    said = first("verify")
    assert "us_gsp 12" in said
    assert "You already play cup-r1b1" in first.fails("tournament", "open")
    # A home that was put back from a copy has no record of it; the log says whose opening it is.
    rmtree(first.folder / "record")
    assert "You already play cup-r1b1" in first.fails("tournament", "open")


def test_a_bound_game_is_joined_only_as_it_is_paired(cup):
    _, first, second = cup
    first("tournament", "open")
    second("take", first.sends())
    log = Path(log_of(second))
    log.rename(log.with_suffix(".gone"))
    assert "belongs to a tournament whose log you do not have" in second.fails("join")
    lines = log.with_suffix(".gone").read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-1]))
    assert "for a board that this log does not pair" in second.fails("join")
    log.write_bytes(b"".join(lines))
    second("join")


def test_who_cannot_open_is_reported(cup):
    _, _, second = cup
    assert "you have no game of Club Cup to open" in second.fails("tournament", "open")


def test_a_friendly_does_not_count(cup):
    ann, first, second = cup
    names = [one.folder.name for one in (first, second)]
    first("new", "saipan", "--seat", f"us={names[0]}", "--seat", f"jp={names[1]}")
    assert "log.unbound" in ann.fails("tournament", "collect", first.sends())
    assert "also if the game is not over" in ann("tournament", "show")


def test_a_second_ending_of_a_game_that_counted_is_named(cup, tmp_path):
    ann, first, second = cup
    first("tournament", "open")
    second("take", first.sends())
    second("join")
    first("take", second.sends())
    old = copyfile(first.sends(), tmp_path / "old.pbem")
    before = copytree(first.folder, tmp_path / "before")
    first("resign", "--yes")
    ended = copyfile(first.sends(), tmp_path / "ended.pbem")
    ann("tournament", "collect", str(ended))
    log = Path(log_of(ann)).read_bytes()
    assert "an older copy" in ann("tournament", "collect", str(old))
    rmtree(first.folder)  # the record too: else the program sends what was signed
    copytree(before, first.folder)
    Path(log_of(ann)).write_bytes(log)
    first("resign", "--yes")
    forked = copyfile(first.sends(), tmp_path / "forked.pbem")
    reported = ann.fails("tournament", "collect", str(forked))
    assert "log.result" in reported
    assert "somebody signed two histories" in reported
    proof = str(tmp_path / "proof.fork")
    assert first.folder.name in ann.fails("verify", str(ended), str(forked), "--proof", proof)
    assert Path(log_of(ann)).read_bytes() == log


def test_two_histories_are_seen(both, tmp_path):
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(PLAN)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    before = copyfile(log_of(ann), tmp_path / "before")
    enters(ann, bob)
    bob("tournament", "take", log_of(ann))
    copyfile(before, log_of(ann))
    enters(ann, ann)
    reported = bob.fails("tournament", "take", log_of(ann))
    assert "ann signed both: these are two histories" in reported
    assert "nothing new" in bob("tournament", "take", log_of(bob))


def test_who_enters_reads_the_terms_and_knows_who_directs(both, home, tmp_path):
    """A stranger can found a tournament in anybody's name: a card has another key then."""
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(f"{PLAN}clock: {{days: 5, bank: 10, grace: 3}}\n")
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    bob("tournament", "take", log_of(ann))
    words = bob("card", "show")
    entered = bob("tournament", "enter", "--to", str(bob.outbox))
    before, after = entered.split("Wrote ", 1)
    for said in (
        "Game: Saipan", "Format: ", "5 days for each answer, 10 more in the bank, and 3 of grace.",
        "Founded on 20", "No round has a deadline yet", "The twelve words of ann: ",
    ):  # fmt: skip
        assert said in before
    [twelve] = re.findall(r"words of ann: ((?:[a-z]+ ){11}[a-z]+)\.", before.replace("\n", " "))
    assert twelve in " ".join(words.split())
    assert "Mail it to the director, ann" in after
    cas = home("cas")
    cas("tournament", "take", log_of(ann))
    assert "You have no card of ann" in cas("tournament", "enter", "--to", str(cas.outbox))


@pytest.mark.parametrize("terms", [{"scenario": "nowhere"}, {"options": {"no_such": 3}}])
def test_terms_that_no_plan_makes_are_shown_as_they_are(both, tmp_path, terms):
    """A stranger's program founds what it likes; the reader sees it, and nothing ends."""
    ann = Client(both[0].folder)
    (tmp_path / "cup.yaml").write_text(PLAN)
    identity = people.unlock(ann, "ann", WORDS)
    plain = founded(ann, identity, read_plan(tmp_path / "cup.yaml"))
    path = begin(ann, identity, "cup", replace(plain, board=replace(plain.board, **terms)))
    lines = entry_lines(ann, read_here(ann, path), next(read_events(path)))
    assert lines[0].startswith("Game: Saipan, ")
    assert ("nowhere" in lines[0]) == ("scenario" in terms)


def test_a_director_hears_of_an_entrant_with_a_name_like_another_one(both, namesake, tmp_path):
    ann, _ = both
    (tmp_path / "cup.yaml").write_text(PLAN)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    other = namesake("b0b")
    other("tournament", "take", log_of(ann))
    other("tournament", "enter", "--to", str(tmp_path))
    reported = ann("tournament", "collect", str(tmp_path / "cup-b0b-enter.word"))
    assert "b0b enters" in reported
    assert "The name b0b looks like bob, whom you know" in " ".join(reported.split())


def test_nobody_enters_what_a_stranger_founded_in_the_name_of_a_friend(both, namesake, tmp_path):
    _, bob = both
    other = namesake("ann")
    (tmp_path / "cup.yaml").write_text(PLAN)
    other("tournament", "found", str(tmp_path / "cup.yaml"))
    bob("tournament", "take", log_of(other))
    reported = bob.fails("tournament", "enter", "--to", str(bob.outbox))
    assert "Your card of ann has another key than the director of" in reported
    assert not list(bob.outbox.glob("*.word"))
    entered = bob("tournament", "enter", "--anyway", "--to", str(bob.outbox))
    assert entered.startswith("Your card of ann has another key")
    assert "The twelve words" not in entered  # those on the card are of another key


def test_an_older_log_that_comes_at_the_same_time_takes_nothing_back(both, tmp_path, monkeypatch):
    """An agent and a command import two mails: what one of them wrote, the other must not undo."""
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(PLAN)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    bob("tournament", "take", log_of(ann))
    enters(ann, ann)
    older = copyfile(log_of(ann), tmp_path / "older.tournament")
    enters(ann, bob)
    newer = Path(log_of(ann)).read_bytes()
    real, others = playing.first_difference, []

    def meanwhile(known, events):
        """The other one writes after this one has read, if nothing keeps it waiting."""
        monkeypatch.setattr(playing, "first_difference", real)
        command = [sys.executable, "-m", "pbem", "tournament", "take", log_of(ann)]
        env = {**os.environ, "PBEM_HOME": str(bob.folder)}
        others.append(subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL))
        with suppress(subprocess.TimeoutExpired):  # it waits, or is done
            others[0].wait(20)
        return real(known, events)

    Path(log_of(bob)).write_bytes(newer.splitlines(keepends=True)[0])
    monkeypatch.setattr(playing, "first_difference", meanwhile)
    bob("tournament", "take", str(older))
    assert others[0].wait(120) == 0
    assert Path(log_of(bob)).read_bytes() == newer


def test_a_lot_is_given_once_for_one_list(both, tmp_path):
    """A director who shows a keeper another list of entrants gets no second lot."""
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(PLAN)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    bob("tournament", "take", log_of(ann))
    bob("tournament", "keep", "--to", str(bob.outbox))
    ann("tournament", "collect", str(bob.outbox / "cup-bob-keep.word"))
    enters(ann, ann)
    enters(ann, bob)
    before = copyfile(log_of(ann), tmp_path / "before")
    assert "pbem waits for the lot of bob" in ann.fails("tournament", "pair")
    bob("tournament", "take", log_of(ann))
    bob("tournament", "lot", "--to", str(bob.outbox))
    again = (bob.outbox / "cup-bob-lot.word").read_bytes()
    bob("tournament", "lot", "--to", str(bob.outbox))
    assert (bob.outbox / "cup-bob-lot.word").read_bytes() == again
    kept = copyfile(log_of(ann), tmp_path / "kept")
    copyfile(before, log_of(ann))
    assert "another list of entrants" in ann.fails("tournament", "pair")
    copyfile(before, log_of(ann))
    rmtree(ann.folder / "lots")  # ann wants other lots than those already given
    assert "pbem waits for the lot of bob" in ann.fails("tournament", "pair")
    copyfile(log_of(ann), log_of(bob))
    assert "another list of entrants" in bob.fails("tournament", "lot")
    copyfile(kept, log_of(ann))
    ann("tournament", "collect", str(bob.outbox / "cup-bob-lot.word"))
    assert ann("tournament", "collect", str(bob.outbox / "cup-bob-lot.word")).startswith("known")
    assert "Lots: kept by ann, bob" in ann("tournament", "show")
    ann("tournament", "pair")


def test_the_terms_are_changed_for_rounds_to_come(both, tmp_path):
    ann, bob = both
    plan = tmp_path / "cup.yaml"
    plan.write_text(PLAN)
    ann("tournament", "found", str(plan))
    enters(ann, ann)
    enters(ann, bob)
    words = ["tournament", "change", str(plan), "--from", "1", "--why", "on <all> sides"]
    assert "change.none" in ann.fails(*words)
    plan.write_text(PLAN.replace("Club", "Town"))
    assert "the plan changes what cannot be changed: name. You" in ann.fails(*words)
    plan.write_text(PLAN.replace("round-robin", "swiss") + "rounds: 3\n")
    assert "the plan changes what cannot be changed: format, ties. You" in ann.fails(*words)
    plan.write_text(PLAN.replace("12", "10") + "clock: {days: 9}\n")
    reported = (
        "By the director's word: from round 1 on 9 days for an answer, us_gsp=10: on <all> sides"
    )
    assert reported in ann(*words)
    assert "change.none" in ann.fails(*words)
    ann("tournament", "pair")
    bob("tournament", "take", log_of(ann))
    first = ann if "ann (U.S.) - bob" in ann("tournament", "show") else bob
    first("tournament", "open")
    opening = next(read_events(Path(first.sends("cup-r1b1")))).data
    assert (opening["options"]["us_gsp"], opening["clock"]["days"]) == (10, 9)
    assert reported in ann("tournament", "verify", "cup")


def test_a_deputy_gives_the_lot_that_is_owed(both, home, tmp_path):
    """Bob keeps lots and names cas; bob lets the time pass."""
    (ann, bob), cas = both, home("cas")
    cas("card", "export", "--to", str(bob.outbox))
    bob("card", "import", str(bob.outbox / "cas.card"))
    (tmp_path / "cup.yaml").write_text(PLAN)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    for one in (bob, cas):
        one("tournament", "take", log_of(ann))
    assert "no card of 'zoe'" in bob.fails("tournament", "keep", "--deputy", "zoe")
    bob("tournament", "keep", "--deputy", "cas", "--to", str(bob.outbox))
    ann("tournament", "collect", str(bob.outbox / "cup-bob-keep.word"))
    cas("tournament", "keep", "--to", str(cas.outbox))
    assert "cas keeps lots" in ann("tournament", "collect", str(cas.outbox / "cup-cas-keep.word"))
    enters(ann, ann)
    enters(ann, bob)
    assert "bob keeps lots" not in ann("tournament", "show")
    early = ann.fails("tournament", "unlot", "bob", "--why", "so")
    assert "lot.due" in early
    reported = ann.fails("tournament", "pair")
    assert "pbem waits for the lot of bob" in reported
    assert "'pbem tournament unlot bob --why ...' asks the deputy, cas, for it" in reported
    assert "dan is not a lot keeper" in ann.fails("tournament", "unlot", "dan", "--why", "so")
    reported = ann("tournament", "unlot", "bob", "--why", "two weeks")
    assert "The deputy cas gives the lot instead of bob" in reported
    assert "pbem waits for the lot of cas" in ann.fails("tournament", "pair")
    assert "NOT reached: cas" in ann.fails("tournament", "mail", "--remind")  # no address
    cas("tournament", "take", log_of(ann))
    bob("tournament", "take", log_of(ann))
    assert "you owe no lot" in bob.fails("tournament", "lot")
    cas("tournament", "lot", "--to", str(cas.outbox))
    ann("tournament", "collect", str(cas.outbox / "cup-cas-lot.word"))
    ann("tournament", "pair")
    shown = ann("tournament", "show")
    assert "Lots: kept by ann, bob (deputy cas)" in shown
    assert "By the director's word: bob gave no lot, so cas gives it: two weeks" in shown
    assert "bob gave no lot, so cas gives it" in ann("tournament", "verify", "cup")


def test_who_is_out_leaves_boards_that_are_named_or_decided_with_one_question(cup):
    ann, _, _ = cup
    words = ("tournament", "out", "bob", "--why", "moved house")
    assert (
        "forfeits round 1, board 1. Put bob out?" in ann.run(*words, "--forfeits", stdin="n\n").out
    )
    said = ann(*words)
    assert "waits for your ruling" in said
    command = next(line.strip() for line in said.splitlines() if "tournament rule" in line)
    assert command == ("pbem tournament rule 1 ann --round 1 --forfeit --why 'moved house'")
    ann(*shlex.split(command)[1:])
    assert "ann wins, not played (ruled: moved house)" in ann("tournament", "show")


def test_who_is_out_loses_open_boards_by_forfeit_with_one_answer(cup):
    ann, _, _ = cup
    said = ann("tournament", "out", "bob", "--why", "gone", "--forfeits", "--yes")
    assert "ann wins, not played (ruled: gone)" in said
    assert "waits" not in said


def test_what_only_the_director_does(cup, both):
    ann, _, _ = cup
    _, bob = both
    for words in (["pair"], ["close"], ["out", "ann", "--why", "so"]):
        assert "only ann directs Club Cup, and you are bob" in bob.fails("tournament", *words)
    assert "round 1, board 1 has neither" in ann.fails("tournament", "close")
    assert "who wins round 1, board 1? Type one of" in ann.fails(
        "tournament", "rule", "1", "eve", "--why", "so"
    )
    said = ann("tournament", "rule", "1", "bob", "--forfeit", "--why", "no answer")
    assert "bob wins, not played (ruled: no answer)" in said
    assert "its one round is paired" in ann.fails("tournament", "pair")
    reported = ann("tournament", "verify", "cup")
    assert "By the director's word: round 1, board 1, " in reported
    assert ": bob wins, not played (no answer)" in reported


def test_an_appeal_is_granted_or_dismissed(cup):
    ann, _, second = cup
    handle = second.folder.name
    appeal = ["tournament", "dismiss", "1", handle, "--why", "the mail says so"]
    assert "so nobody can appeal" in ann.fails(*appeal)
    ann("tournament", "rule", "1", "none", "--why", "no answer")
    assert f"Dismissed the appeal of {handle}." in ann(*appeal)
    assert "was dismissed already" in ann.fails(*appeal)
    line = f"Appeal dismissed: round 1, board 1, of {handle}: the mail says so"
    assert line in ann("tournament", "show")
    assert line in ann("tournament", "verify", "cup")
    ann("tournament", "rule", "1", handle, "--why", "an appeal that is granted")
    ann("tournament", "export", "--form", "report", "--to", str(ann.outbox))
    assert "Appeals dismissed: 1\n" in (ann.outbox / "cup.txt").read_text()
    assert "eve has not entered" in ann.fails("tournament", "dismiss", "1", "eve", "--why", "so")
    assert "no round 1, board 7" in ann.fails("tournament", "dismiss", "7", handle, "--why", "so")


@pytest.fixture
def twice(both, tmp_path):
    """A round robin of ann and bob, who meet twice: none of its rounds waits for a result."""
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(PLAN + "cycles: 2\n")
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    return ann


def test_pair_that_was_killed_and_is_typed_again_pairs_no_other_round(twice):
    """A director who saw no answer does not know whether the round stands in the log."""
    ann = twice
    assert "Round 1:" in ann("tournament", "pair")
    log = Path(log_of(ann))
    before = log.read_bytes()
    reported = ann.fails("tournament", "pair")
    assert "round 1 is paired already" in reported
    assert "'pbem tournament pair --round 2'" in reported
    again = ann("tournament", "pair", "--round", "1")
    assert "Round 1 was already paired." in again
    assert "Mail " in again
    assert ann.run("tournament", "pair", "--round", "1", "--json").json["rounds"] == []
    assert "round 2 is next" in ann.fails("tournament", "pair", "--round", "3")
    assert "--all or --round" in ann.fails("tournament", "pair", "--round", "2", "--all")
    assert log.read_bytes() == before
    assert "Round 2:" in ann("tournament", "pair", "--round", "2")
    before = log.read_bytes()
    assert "Round 2 was already paired." in ann("tournament", "pair", "--round", "2")
    assert log.read_bytes() == before


def test_the_next_round_needs_no_number_when_the_last_is_decided(twice):
    ann = twice
    ann("tournament", "pair")
    ann("tournament", "rule", "1", "bob", "--why", "seen")
    assert "Round 2:" in ann("tournament", "pair")


def test_a_round_that_waits_for_results_says_so_and_no_number_helps(both, tmp_path):
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(CUP.replace("single", "double"))
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    ann("tournament", "pair")
    for words in ([], ["--round", "2"]):
        reported = ann.fails("tournament", "pair", *words)
        assert "round 1, board 1 has neither result nor ruling" in reported
        assert "--round" not in reported


def test_a_round_of_byes_is_not_followed_unasked(both, tmp_path):
    ann, bob = both
    plan = CUP.replace("single-elimination", "groups") + "groups: 2\nbest: 1\n"
    (tmp_path / "cup.yaml").write_text(plan)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    assert "ann has a bye" in ann("tournament", "pair", "--round", "1")
    assert "round 1 is paired already, and has byes only" in ann.fails("tournament", "pair")
    assert "final: " in ann("tournament", "pair", "--round", "2")


def test_a_word_that_came_again_is_known_and_a_changed_one_refused(both, tmp_path):
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(PLAN)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, bob)
    word = bob.outbox / "cup-bob-enter.word"
    before = Path(log_of(ann)).read_bytes()
    assert ann("tournament", "collect", str(word)).startswith("known")
    word.write_bytes(word.read_bytes().replace(b'"rating":null', b'"rating":1900'))
    assert "word.sign" in ann.fails("tournament", "collect", str(word))
    word.write_bytes(b"{}\n")
    assert "refused" in ann.fails("tournament", "collect", str(word))
    assert Path(log_of(ann)).read_bytes() == before


def test_every_word_that_came_again_is_known_whatever_was_written_since(both, tmp_path):
    """As after a crash of the director's program: the program reads the same folder again."""
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(PLAN)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    ann("tournament", "pair")
    ann("tournament", "rule", "1", "bob", "--forfeit", "--why", "no answer")
    entries = [ann.outbox / "cup-ann-enter.word", bob.outbox / "cup-bob-enter.word"]
    again = ann("tournament", "collect", *map(str, entries))
    assert again.count("known") == 2
    ann("tournament", "close")
    again = ann("tournament", "collect", *map(str, entries))
    assert again.count("known") == 2
    changed = entries[1].read_bytes().replace(b'"rating":null', b'"rating":1900')
    entries[1].write_bytes(changed)
    assert "refused" in ann.fails("tournament", "collect", str(entries[1]))


@pytest.mark.parametrize(
    ("plan", "reported"),
    [
        ("name: [1]\n", "name must be text, not a list"),
        (PLAN.replace("round-robin", "stairs"), "format: there is no 'stairs'"),
        (PLAN.replace("round-robin", "swiss"), "does not say how many rounds"),
        (PLAN.replace("saipan", "saipam"), "saipan"),
        (PLAN.replace("us_gsp", "us_gps"), "us_gsp"),
        (
            PLAN + "sides: [us, us]\n",
            "sides: name the sides that the first and the second of a pair hold",
        ),
        (
            SOLO.replace("dice: umpire\n", "").replace("uma", "bob"),
            "games by score need an umpire who keeps the dice",
        ),
        (SOLO.replace("score", "tables"), "No scenario of manila has that many"),
        (TABLES.replace("three\n", "two\n"), "Use scenario: three"),
        (PLAN + "dice: umpire\n", "its dice policy needs an umpire"),
        (PLAN + "points: {win: 0, draw: 0, loss: 0, bye: 0}\n", "a win gives nothing"),
        (
            PLAN + f"ratings: {json.dumps([RATINGS[0], RATINGS[0]])}\n",
            "a rating system is listed twice",
        ),
        (PLAN + "rounds: 3\n", "Delete the line 'rounds'"),
        (PLAN + "clock: {days: 0}\n", "`$.board.clock.days`"),
        (PLAN + "third: true\n", "Delete the line 'third'"),
        (CUP + "rounds: 3\n", "Delete the line 'rounds'"),
        (CUP + "ties: [koya]\n", "so it has no tie-breaks"),
        (CUP + "draws: again\n", "draws: there is no 'again'. Choose one of: seed, second"),
        (CUP + "again: true\n", "Delete the line 'again'"),
        (CUP.replace("single-elimination", "groups"), "how many groups"),
        (LADDER.replace("idle: 1", ""), "does not say how far above a player can challenge"),
        (LADDER + "rounds: 3\n", "Delete the line 'rounds'"),
        (PLAN + "deputy: {handle: ann, days: 9}\n", "its deputy is the director"),
        (PLAN + "deputy: {handle: bob, days: 0}\n", "deputy.days"),
        (PLAN.replace("round-robin", "list"), "so it needs one and has no tie-breaks"),
        (LADDER + "after: old\n", "old"),
        (CUP.replace("single", "double") + "third: true\n", "Delete the line 'third'"),
    ],
    ids=range(27),
)
def test_a_plan_that_cannot_be(both, tmp_path, plan, reported):
    ann, _ = both
    (tmp_path / "cup.yaml").write_text(plan)
    assert reported in ann.fails("tournament", "found", str(tmp_path / "cup.yaml"))
    assert not (ann.folder / "tournaments").exists()


def test_an_elimination(both, tmp_path):
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(CUP + "draws: second\nthird: true\n")
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    assert "final: " in ann("tournament", "pair")
    assert "pairings of this tournament depend on results" in ann.fails(
        "tournament", "pair", "--all"
    )
    ann("tournament", "rule", "1", "draw", "--why", "time is up")
    second = "bob" if "ann (U.S.) - bob" in ann("tournament", "show") else "ann"
    reported = ann("tournament", "close")
    assert f"drawn, {second} advances (ruled: time is up)" in reported
    assert f"   1  {second}" in reported
    assert "rank  player  points  wins  draws  losses  reached" in reported
    assert "Everything follows from the files." in ann("tournament", "verify", "cup")
    found = next(read_events(Path(log_of(ann)))).data
    assert found["format"] == {"kind": "single-elimination", "draws": "second", "third": True}
    assert found["ties"] == []


def test_a_double_elimination(both, tmp_path):
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(CUP.replace("single", "double"))
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    for name, winner in (("", "bob"), ("final: ", "ann"), ("final again: ", "bob")):
        assert f"    1  {name}" in ann("tournament", "pair")
        ann("tournament", "rule", "1", winner, "--why", "seen")
    assert "all 3 rounds are paired" in ann.fails("tournament", "pair")
    assert "   1  bob" in ann("tournament", "close")
    assert "Everything follows from the files." in ann("tournament", "verify", "cup")
    found = next(read_events(Path(log_of(ann)))).data
    assert found["format"] == {"kind": "double-elimination", "draws": "seed", "again": True}


def test_tables_of_three(both, home, tmp_path):
    """Race to Tokyo for three: paired, played until two resign, the other rounds ruled on."""
    ann, bob = both
    players = {"ann": ann, "bob": bob, "cas": (cas := home("cas"))}
    cas("card", "export", "--to", str(ann.outbox))
    for one in (ann, bob):
        one("card", "import", str(ann.outbox / "cas.card"))
        one("card", "export", "--to", str(cas.outbox))
        cas("card", "import", str(cas.outbox / f"{one.folder.name}.card"))
    (tmp_path / "cup.yaml").write_text(TABLES)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    assert "the first round needs three entrants, and has 2" in ann.fails("tournament", "pair")
    enters(ann, cas)
    assert "Round 3:" in ann("tournament", "pair", "--all")
    (table,) = re.findall(
        r"^    1  (.*?): ", ann("tournament", "show", "--round", "1"), re.MULTILINE
    )
    first, second, third = (players[handle] for handle in re.findall(r"(\w+) \(", table))
    for one in (bob, cas):
        one("tournament", "take", log_of(ann))
    first("tournament", "open")
    for one in (second, third):
        one("take", first.sends())
        one("join")
        first("take", one.sends())
    assert "share 2nd" in ann("tournament", "collect", resigned(first, second, third))
    reported = ann("tournament", "show", "--round", "1")
    assert re.search(r"(\w+) 1st, (\w+) and (\w+) share 2nd", reported)
    handles = [one.folder.name for one in (first, second, third)]
    rule = ("tournament", "rule", "1", "--round", "2", "--why", "late")
    assert "Type the places, as" in ann.fails(*rule, handles[0])
    reported = ann(*rule, f"{handles[1]},{handles[0]}={handles[2]}")
    assert f"{handles[1]} 1st, " in reported
    assert "share 2nd (ruled: late)" in reported
    ann("tournament", "rule", "1", "none", "--round", "3", "--why", "never begun", "--forfeit")
    assert "It is over. Entrants: 3." in ann("tournament", "close")
    ann("tournament", "export", "--form", "csv", "--to", str(tmp_path / "cup.csv"))
    assert " place 1" in (tmp_path / "cup.csv").read_text()
    assert "two players at a board" in ann.fails("tournament", "export")


def resigned(first, second, third):
    """Let the active player give up, twice; return the file of the game that is over."""
    everybody = (first, second, third)
    for _ in range(2):
        with_active = next(one for one in everybody if "Your move" in one("show"))
        with_active("resign", "--yes")
        file = with_active.sends()
        for one in everybody:
            if one is not with_active:
                one("take", file)
    return file


def test_games_by_score(both, home, tmp_path):
    """Manila alone, the dice of everybody kept by uma, who takes the tournament's log too."""
    ann, bob = both
    uma = home("uma")
    uma("card", "export", "--to", str(ann.outbox))
    ann("card", "import", str(ann.outbox / "uma.card"))
    (tmp_path / "cup.yaml").write_text(SOLO)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    assert "bob opens the game" in ann("tournament", "pair")
    for one in (bob, uma):
        one("tournament", "take", log_of(ann))
    bob("tournament", "open")
    uma("take", bob.sends())
    uma("join")
    bob("take", uma.sends())
    bob("join")
    uma("take", bob.sends())
    uma("dice")
    bob("take", uma.sends())
    bob("resign", "--yes")
    uma("take", bob.sends())
    uma("rule", "--result")
    assert "lost, score 0" in ann("tournament", "collect", uma.sends())
    rule = ("tournament", "rule", "--why", "seen")
    mine = "1" if re.search(r"1  ann: ", ann("tournament", "show")) else "2"
    reported = ann(*rule, mine, "ann", "--score", "36")
    assert "ann: won, score 36 (ruled: seen)" in reported
    assert ann("tournament", "close").splitlines()[-2].split()[:3] == ["1", "ann", "136"]


def test_a_deputy_rules_when_the_director_is_silent(both, tmp_path, monkeypatch):
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(PLAN + "deputy: {handle: bob, days: 21}\n")
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    ann("tournament", "pair")
    bob("tournament", "take", log_of(ann))
    rule = ("tournament", "rule", "1", "draw", "--why", "ann is silent")
    assert "deputy.early" in bob.fails(*rule)
    monkeypatch.setattr("pbem.director.office.now_utc", lambda: "2099-01-01T00:00:00Z")
    assert "deputy.early" in bob.fails("tournament", "out", "ann", "--why", "gone")
    assert "drawn (ruled by the deputy, bob: ann is silent)" in bob(*rule)
    bob("tournament", "close")
    assert "1 new event" not in ann("tournament", "take", log_of(bob))
    assert "Everything follows from the files." in ann("tournament", "verify", "cup")


def test_a_rating_list(both, tmp_path):
    """The director pairs what two have agreed on; a win is shown in the order of ratings."""
    ann, bob = both
    plan = PLAN.replace("round-robin", "list") + f"ratings: {json.dumps(RATINGS[:1])}\n"
    (tmp_path / "cup.yaml").write_text(plan)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    reported = ann("tournament", "pair")
    assert "Players can challenge now" in reported
    assert "Each takes it, and challenges whom they like" in reported
    bob("tournament", "take", log_of(ann))
    ann("tournament", "challenge", "bob", "--to", str(ann.outbox))
    ann("tournament", "collect", str(ann.outbox / "cup-ann-challenge.word"))
    assert "ann challenges bob, who has not answered." in ann("tournament", "show")
    assert "no two have challenged each other" in ann.fails("tournament", "pair")
    bob("tournament", "take", log_of(ann))
    bob("tournament", "challenge", "ann", "--to", str(bob.outbox))
    ann("tournament", "collect", str(bob.outbox / "cup-bob-challenge.word"))
    assert " opens the game" in ann("tournament", "pair")
    assert "no two have challenged each other" in ann.fails("tournament", "pair")
    ann("tournament", "rule", "1", "bob", "--why", "seen")
    reported = ann("tournament", "show")
    assert "A rating list, 1 round paired. Entrants: 2." in reported
    assert re.findall(r"^   (\d)  (\w+) ", reported, re.MULTILINE) == [("1", "bob"), ("2", "ann")]
    assert "Everything follows from the files." in ann("tournament", "verify", "cup")


def test_groups_with_a_final(both, tmp_path):
    ann, bob = both
    plan = CUP.replace("single-elimination", "groups") + "groups: 2\nbest: 1\n"
    (tmp_path / "cup.yaml").write_text(plan)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    reported = ann("tournament", "pair", "--all")  # nothing is owed from groups of one
    assert "ann has a bye" in reported
    assert "    1  final: " in reported
    assert "A group stage and final of 2 rounds, 2 paired." in ann("tournament", "show")
    ann("tournament", "rule", "1", "bob", "--why", "seen")
    reported = ann("tournament", "close")
    assert "rank  player  points  wins  draws  losses  reached  direct" in reported
    assert "   1  bob" in reported
    assert "Everything follows from the files." in ann("tournament", "verify", "cup")
    found = next(read_events(Path(log_of(ann)))).data
    assert found["format"] == {
        "kind": "groups", "groups": 2, "best": 1, "draws": "seed", "third": False,
    }  # fmt: skip


def challenges(director, player, whom, name):
    """A challenge for the ladder ``name``; return what became of it, or why none was signed."""
    player("tournament", "take", log_of(director).replace("cup", name))
    word = player.outbox / f"{name}-{player.folder.name}-challenge.word"
    said = player.run("tournament", "challenge", whom, "--for", name, "--to", str(player.outbox))
    if said.code:
        return said.err
    return director.run("tournament", "collect", str(word), "--for", name).out


def test_a_ladder_and_a_second_that_goes_on_from_it(both, tmp_path):
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(LADDER)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    assert "the lots are not drawn yet" in challenges(ann, bob, "ann", "cup")
    assert "Players can challenge now" in ann("tournament", "pair", "--round", "1")
    assert "nobody has challenged anybody" in ann.fails("tournament", "pair")
    low, high = (bob, ann) if "   1  ann" in ann("tournament", "show") else (ann, bob)
    assert "is not one place above" in challenges(ann, high, low.folder.name, "cup")
    names = [one.folder.name for one in (low, high)]
    reported = challenges(ann, low, names[1], "cup")
    assert f"{names[0]} challenges: event" in reported
    assert f"{names[0]} challenges {names[1]} in round 1." in ann("tournament", "show")
    assert "has not entered" in bob.fails("tournament", "challenge", "zoe")
    assert "Round 1:" in ann("tournament", "pair")
    assert "nobody has challenged anybody" in ann.fails("tournament", "pair")
    assert "pairings of this tournament depend on results" in ann.fails(
        "tournament", "pair", "--all"
    )
    ann("tournament", "rule", "1", names[0], "--why", "seen")
    plan = tmp_path / "next.yaml"
    plan.write_text(LADDER + "after: cup\n")
    assert "cup is not over" in ann.fails("tournament", "found", str(plan))
    assert f"   1  {names[0]}" in ann("tournament", "close")
    ann("tournament", "found", str(plan))
    new = log_of(ann).replace("cup", "next")
    order = next(read_events(Path(new))).data["format"]["after"]["order"]
    cards = {"ann": ann, "bob": bob}
    assert len(order) == len(cards)
    assert "NOT compared" in ann("tournament", "verify", "next")
    said = ann("tournament", "verify", "next", "--after", log_of(ann))
    assert "Everything follows from the files." in said
    assert "compared" not in said
    assert "found.after" in ann.fails("tournament", "verify", "next", "--after", new)


def test_a_rating_list_through_two_tournaments(both, tmp_path):
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(PLAN + f"ratings: {json.dumps(RATINGS)}\n")
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    ann("tournament", "pair")
    ann("tournament", "rule", "1", "ann", "--why", "seen")
    ann("tournament", "close")
    reported = ann("tournament", "ratings", "area", "cup")
    assert "Rated: Club Cup" in reported
    assert "     5100  ann, key " in reported
    assert "not over" not in reported
    ann("tournament", "found", str(tmp_path / "cup.yaml"), "--name", "next")
    reported = ann("tournament", "ratings", "area", "cup", "next")
    assert ", which is not over" in reported
    assert "5100  ann" in reported
    made = ann.run("tournament", "ratings", "glicko-2", log_of(ann), "--json").json
    assert [(line["handle"], line["tournaments"]) for line in made] == [("ann", 1), ("bob", 1)]
    assert "is named twice" in ann.fails("tournament", "ratings", "area", "cup", "cup")
    assert "has no elo ratings" in ann.fails("tournament", "ratings", "elo", "cup")


def test_the_template_can_be_founded(both, tmp_path):
    ann, _ = both
    template = ann("tournament", "found", "--template")
    given = {**strict_yaml.read(template), "ratings": RATINGS}
    (tmp_path / "cup.yaml").write_text(json.dumps(given))
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    reported = ann("tournament", "show")
    assert "Spring Saipan" in reported
    assert "Ratings, glicko-2:" in reported
    again = ann.fails("tournament", "found", str(tmp_path / "cup.yaml"))
    assert "you have a tournament called cup already" in again


def test_no_log_of_a_tournament(both, tmp_path):
    ann, _ = both
    assert "Say which tournament" in ann.fails("tournament", "show")
    wrong = tmp_path / "wrong.tournament"
    wrong.write_text("Dear ann\n")
    assert "line.bad" in ann.fails("tournament", "take", str(wrong))
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob")
    reported = ann.fails("tournament", "take", str(ann.folder / "games" / "saipan-ann-bob.pbem"))
    assert "is the log of a game, not of a tournament" in reported


def test_pairings_are_made_again_when_a_log_comes_and_not_at_every_look(cup, monkeypatch):
    ann, first, second = cup
    made = []
    pairings = pairing.pairings
    monkeypatch.setattr(pairing, "pairings", lambda now: made.append(1) or pairings(now))
    first("tournament", "show")
    first("tournament", "open")
    bob = second if first is ann else first
    bob("tournament", "take", log_of(ann))  # it is here: they were compared when it came
    assert made == []
    Path(log_of(bob)).unlink()
    bob("tournament", "take", log_of(ann))
    ann("tournament", "verify", "cup")
    assert made == [1, 1]


def test_other_forms_are_written(cup, tmp_path):
    ann, _, _ = cup
    for form, ending, begins in (("trf", "trf", "012 Club Cup"), ("csv", "csv", "rank,player")):
        ann("tournament", "export", "--form", form, "--to", str(tmp_path))
        assert (tmp_path / f"cup.{ending}").read_text().startswith(begins)
    assert "Use one of these: trf, trf26, csv, report" in ann.fails(
        "tournament", "export", "--form", "pdf"
    )


BIDS = PLAN + "bids:\n- {side: us, option: us_gsp, step: -1, most: 2}\n"


def test_sides_are_bid_for(both, tmp_path):
    """Both seal, both open, and the game is opened with the sides and options that follow."""
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(BIDS)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    assert "seal a bid ('pbem tournament bid')" in ann("tournament", "pair")
    bob("tournament", "take", log_of(ann))
    dear = ("tournament", "bid", "us", "--price", "3", "--board", "1")
    assert "must be 0 to 2, not 3" in ann.fails(*dear)
    ann("tournament", "mail", "cup", "--to", str(tmp_path))
    letters = "".join(path.read_text() for path in tmp_path.glob("*.eml"))
    assert "pbem tournament bid SIDE --price N --board 1" in letters.replace("=\n", "")
    assert "in brackets as SIDE: U.S. (us), Japan (jp)." in letters.replace("=\n", "")
    assert "plays U.S." not in letters
    assert "there is no side 'uk'. Choose one of: us, jp" in ann.fails(
        "tournament", "bid", "uk", "--board", "1"
    )
    assert "there is no round 1, board 2" in ann.fails("tournament", "bid", "us", "--board", "2")
    assert "Seal it first" in ann.fails("tournament", "bid", "--board", "1")
    bids(ann, ann, "seal", "us", "--price", "1")
    reported = ann.fails("tournament", "bid", "jp", "--board", "1")
    assert "you cannot seal a bid" in reported
    assert "Waiting for bob" in reported
    bids(ann, bob, "seal", "us", "--price", "2")
    assert "Both bids are sealed" in ann.fails("tournament", "bid", "us", "--board", "1")
    bob("tournament", "take", log_of(ann))
    bids(ann, bob, "bid")
    assert "waiting for ann to open a bid" in ann("tournament", "show")
    bids(ann, ann, "bid")
    shown = ann("tournament", "show")
    assert "bids: " in shown
    assert "bob has U.S." in shown
    assert "us_gsp=10" in shown
    bob("tournament", "take", log_of(ann))
    first = ann if "ann (Japan) - bob" in shown else bob
    first("tournament", "open")
    [log] = (path for path in first.folder.rglob("*.pbem") if path.stem.startswith("cup-"))
    opening = next(read_events(log)).data
    assert opening["seats"] == {"us": "bob", "jp": "ann"}
    assert opening["options"]["us_gsp"] == 10
    assert "Everything follows from the files." in ann("tournament", "verify", "cup")
    assert "bid.due" in ann.fails("tournament", "unbid", "1", "bob", "--why", "late")


def test_who_lets_his_time_pass_bids_nothing(both, tmp_path):
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(BIDS)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    ann("tournament", "pair")
    bids(ann, ann, "seal", "us", "--price", "2")
    reported = ann("tournament", "unbid", "1", "bob", "--why", "two weeks")
    assert "bob bids nothing for round 1, board 1: waiting for ann to open a bid" in reported
    bids(ann, ann, "bid")
    shown = ann("tournament", "show")
    assert "ann has U.S." in shown
    assert "bob bid nothing (the director's word)" in shown
    assert "us_gsp=" not in shown
    word = "By the director's word: round 1, board 1, bob bids nothing: two weeks"
    assert word in shown
    ann("tournament", "out", "bob", "--why", "he <gave> up")
    reported = ann("tournament", "verify", "cup")
    assert word in reported
    gone = "bob is out, after the last round was paired: he <gave> up"
    assert f"By the director's word: {gone}" in reported
    verified = json.loads(ann("tournament", "verify", "cup", "--json"))
    assert verified["word"] == [gone, word.partition(": ")[2]]
    ann("tournament", "publish", str(tmp_path / "pages"))
    page = (tmp_path / "pages" / "round-1.html").read_text()
    assert "Board 1, bids: " in page
    assert "bob bid nothing (the director" in page
    assert "paired: he &lt;gave&gt; up" in (tmp_path / "pages" / "index.html").read_text()


def test_points_go_by_the_level_of_victory(both, tmp_path):
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(PLAN + "levels:\n- {score: 2, win: 3, loss: 0}\n")
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    ann("tournament", "pair")
    reported = ann(
        "tournament", "rule", "1", "bob", "--level", "1", "--why", "all his units are gone"
    )
    assert "bob wins at level 1 (ruled" in reported
    too_high = ("tournament", "rule", "1", "bob", "--level", "2", "--why", "more")
    assert "the level is at most 1" in ann.fails(*too_high)
    ann("tournament", "publish", str(tmp_path / "pages"))
    assert "bob wins at level 1" in (tmp_path / "pages" / "round-1.html").read_text()
    ann("tournament", "export", "--form", "csv", "--to", str(tmp_path))
    [row] = [line for line in (tmp_path / "cup.csv").read_text().splitlines() if ",bob," in line]
    assert row.startswith("1,bob,3,")


def test_a_bye_is_asked_for(both, tmp_path):
    ann, bob = both
    plan = PLAN.replace("format: round-robin", "format: swiss\nrounds: 2")
    (tmp_path / "cup.yaml").write_text(plan + "requested: {points: 1, most: 1}\n")
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    bob("tournament", "take", log_of(ann))
    bob("tournament", "bye", "2", "cup", "--to", str(bob.outbox))
    word = str(bob.outbox / "cup-bob-bye.word")
    assert ann("tournament", "collect", word).startswith("taken")
    ann("tournament", "bye", "1", "cup", "--to", str(ann.outbox))
    ann("tournament", "collect", str(ann.outbox / "cup-ann-bye.word"))
    assert "fewer than two entrants" in ann.fails("tournament", "pair")


def test_sides_are_bid_for_in_turn(both, tmp_path):
    """The first names a side, the second bids more, the first leaves it to the second."""
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(BIDS + "bidding: open\n")
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    enters(ann, ann)
    enters(ann, bob)
    first, second = (ann, bob) if "ann - bob" in ann("tournament", "pair") else (bob, ann)
    one, two = first.folder.name, second.folder.name
    bob("tournament", "take", log_of(ann))
    assert f"it is {one}'s turn" in second.fails("tournament", "bid", "us", "--board", "1")
    assert "nobody has bid yet" in first.fails("tournament", "bid", "--pass", "--board", "1")
    assert "SIDE --price N" in first.fails("tournament", "bid", "--board", "1")
    bids(ann, first, "raise", "us")
    bob("tournament", "take", log_of(ann))
    ann("tournament", "mail", "cup", "--to", str(tmp_path))
    letters = "".join(path.read_text() for path in tmp_path.glob("*.eml")).replace("=\n", "")
    assert f"{one} bids 0 for U.S." in letters
    assert "pbem tournament bid --pass --board 1" in letters
    assert "the highest bid is 0 for U.S." in second.fails(
        "tournament", "bid", "us", "--board", "1"
    )
    both_said = ("tournament", "bid", "us", "--pass", "--board", "1")
    assert "not both" in second.fails(*both_said)
    bids(ann, second, "raise", "us", "--price", "1")
    assert f"{two} bids 1 for U.S.; the other may bid more" in ann("tournament", "show")
    bob("tournament", "take", log_of(ann))
    bids(ann, first, "pass", "--pass")
    shown = ann("tournament", "show")
    assert f"{two} has U.S." in shown
    assert "us_gsp=11" in shown
    assert "Everything follows from the files." in ann("tournament", "verify", "cup")
    ann("tournament", "publish", str(tmp_path / "pages"))
    assert f"{two} has U.S." in (tmp_path / "pages" / "round-1.html").read_text()
    bob("tournament", "take", log_of(ann))
    assert "the bids are settled" in first.fails("tournament", "bid", "us", "--board", "1")
    (tmp_path / "odd.yaml").write_text(PLAN + "bidding: open\n")
    assert "add the prices of the sides under 'bids'" in ann.fails(
        "tournament", "found", str(tmp_path / "odd.yaml")
    )


def bids(director, player, what, *said):
    """A word about board 1, written by ``player`` and collected by the director."""
    player("tournament", "bid", *said, "--board", "1", "--to", str(player.outbox))
    word = player.outbox / f"cup-r1b1-{player.folder.name}-{what}.word"
    assert director("tournament", "collect", str(word)).startswith("taken")
