"""The attachments for a tournament's director and players, saved as mail programs save them."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.log.file import read_events
from pbem.mail.contents import kind_of

LOGS = Path(__file__).parents[2] / "logs"
PLAN = "name: Club Cup\nformat: round-robin\ngame: saipan\noptions: {us_gsp: 12}\n"
CHEATS = sorted((LOGS / "hostile-tournaments").glob("*.tournament"))


def log_of(home):
    return str(home.folder / "tournaments" / "cup.tournament")


@pytest.fixture
def entry(both, tmp_path):
    """ann directs, bob has written an entry; return both and the entry's file."""
    ann, bob = both
    (tmp_path / "cup.yaml").write_text(PLAN)
    ann("tournament", "found", str(tmp_path / "cup.yaml"))
    bob("tournament", "take", log_of(ann))
    bob("tournament", "enter", "--to", str(bob.outbox))
    return ann, bob, bob.outbox / "cup-bob-enter.word"


def mail(path: Path, *files: tuple[str, bytes], kind: str = "application/octet-stream") -> str:
    message = EmailMessage()
    message["From"], message["To"] = "bob@example.org", "ann@example.org"
    message["Subject"] = "my entry"
    message.set_content("Here it is.")
    main, sub = kind.split("/")
    for name, data in files:
        message.add_attachment(data, maintype=main, subtype=sub, filename=name)
    path.write_bytes(bytes(message))
    return str(path)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\n \n"])
def test_an_entry_attached_to_a_mail_is_taken(entry, tmp_path, end):
    ann, _, word = entry
    data = word.read_bytes().removesuffix(b"\n") + end
    file = mail(tmp_path / "one.eml", ("my entry.dat", data))
    assert "one.eml, my entry.dat" in (said := ann("tournament", "collect", file))
    assert "bob enters" in said
    assert ann("tournament", "collect", file).startswith("known")


def test_one_that_comes_twice_is_taken_once(entry, tmp_path):
    ann, _, word = entry
    data = word.read_bytes()
    mail(tmp_path / "in.eml", ("a.word", data), ("b.word", data))
    mail(tmp_path / "again.eml", ("c.word", data))
    files = [str(tmp_path / "in.eml"), str(tmp_path / "again.eml"), str(word)]
    said = ann("tournament", "collect", *files)
    assert sum(event.kind == "enter" for event in read_events(Path(log_of(ann)))) == 1
    assert said.count("bob enters: event") == 1


def test_words_that_were_cut_short_or_changed_are_named_and_change_nothing(entry, tmp_path):
    ann, _, word = entry
    data = word.read_bytes().removesuffix(b"\n")
    before = Path(log_of(ann)).read_bytes()
    bad = [data[:cut] for cut in (0, 1, 7, 60, len(data) // 2, len(data) - 120, len(data) - 1)]
    bad += [data + b"\n" + data, data * 2, b"\xff\x00" + data, data + b" " * 100_000 + b"{}"]
    bad += [data.replace(b'"rating":null', b'"rating":1900'), b"{" * 5000, b'{"a":' * 900]
    files = [(f"{number}.word", one) for number, one in enumerate(bad)]
    said = ann.fails("tournament", "collect", mail(tmp_path / "bad.eml", *files))
    for name, _one in files:
        assert sum(f"bad.eml, {name}" in line for line in said.splitlines()) >= 1, name
    assert "taken" not in said
    assert Path(log_of(ann)).read_bytes() == before


def test_a_word_is_taken_beside_one_that_is_none(entry, tmp_path):
    ann, _, word = entry
    data = word.read_bytes()
    file = mail(tmp_path / "m.eml", ("a.word", data[:90]), ("\x1b[2J.word", b"x"), ("b.word", data))
    said = ann.fails("tournament", "collect", file)
    assert "bob enters: event" in said
    assert "\x1b" not in said


def test_mail_read_keeps_both_and_says_which_command_is_for_them(entry, tmp_path):
    ann, bob, word = entry
    log = Path(log_of(ann)).read_bytes()
    file = mail(tmp_path / "m.eml", ("cup.tournament", log), ("b.word", word.read_bytes()))
    kept = tmp_path / "kept"
    said = bob("mail", "read", file, "--save", str(kept))
    assert "the log of a tournament" in said
    assert "pbem tournament take" in said
    assert "pbem tournament collect" in said
    assert sorted(path.suffix for path in kept.iterdir()) == [".tournament", ".word"]
    assert "NOT" not in said


def test_a_tournaments_log_is_taken_out_of_a_mail(entry, tmp_path):
    ann, bob, word = entry
    ann("tournament", "collect", str(word))
    log = Path(log_of(ann)).read_bytes()
    file = mail(tmp_path / "Re: round.eml", ("cup.tournament", log), kind="text/plain")
    assert "1 new event" in bob("tournament", "take", file)
    assert Path(log_of(bob)).read_bytes() == log
    assert "nothing new" in bob("tournament", "take", file)
    torn = mail(tmp_path / "torn.eml", ("cup.tournament", log[:-300]))
    assert "torn.eml, cup.tournament" in bob.fails("tournament", "take", torn)
    assert Path(log_of(bob)).read_bytes() == log
    assert "There is no log in" in bob.fails("tournament", "take", mail(tmp_path / "no.eml"))


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("..tournament", ""),
        ("a b.tournament", ""),
        ("../../x.tournament", "x.tournament"),
        ("x, y.tournament", "y.tournament"),
        ("", "m.tournament"),
    ],
)
def test_no_name_of_an_attachment_leads_out_of_the_folder(entry, tmp_path, name, called):
    ann, bob, _ = entry
    log = Path(log_of(ann)).read_bytes()
    Path(log_of(bob)).unlink()
    file = mail(tmp_path / "m.eml", (name, log))
    result = bob.run("tournament", "take", file)
    found = (path.name for path in (bob.folder / "tournaments").iterdir())
    inside = [name for name in found if not name.endswith(".lock")]  # a lock holds nothing
    assert (result.code, inside) in [(0, [called]), (1, [])]
    assert bool(inside) == bool(called)
    assert [
        path for path in tmp_path.rglob("*.tournament") if path.parent.name != "tournaments"
    ] == []


def test_a_cheats_log_is_seen_to_be_a_tournaments():
    seen = {log.stem: kind_of(log.read_bytes()) for log in CHEATS}
    assert set(seen.values()) == {"tournament"}


@pytest.mark.parametrize("name", ["saipan", "manila", "tokyo"])
def test_a_games_log_is_not(name):
    logs = sorted((LOGS / name).glob("*.pbem"))
    assert {kind_of(log.read_bytes()) for log in logs} == {"log"}


@pytest.mark.parametrize(
    "data",
    [
        b'{"body":{"data":{"kind":"found"},"kind":"open"}}\n',
        b'{"body":{"kind":"found"',
        b'{"body":[' * 30_000,
        b'{"body":{"kind":7}}',
        b'{"body":{"kind":"found","x":"' + b"x" * 200_000 + b'"}}\n',
    ],
    ids=range(5),
)
def test_what_only_looks_like_a_tournaments_log_is_a_game_log_that_is_refused(data):
    assert kind_of(data) == "log"


# --- play ----------------------------------------------------------------------------------------


@pytest.fixture
def paired(entry):
    """ann directs, plays and has paired bob with ann; return the first of the pair, the second."""
    ann, bob, word = entry
    ann("tournament", "enter", "--to", str(ann.outbox))
    ann("tournament", "collect", str(word), str(ann.outbox / "cup-ann-enter.word"))
    ann("tournament", "pair")
    first = ann if "ann (U.S.) - bob" in ann("tournament", "show") else bob
    return first, bob if first is ann else ann, Path(log_of(ann)).read_bytes()


def games(home):
    return sorted(path.name for path in (home.folder / "games").glob("*.pbem"))


NONE = "You have no game to open or join now."


def test_play_opens_and_joins_what_is_paired_each_once(paired, tmp_path):
    first, second, log = paired
    file = mail(tmp_path / "round.eml", ("cup.tournament", log))
    said = first("tournament", "play", file)
    assert NONE not in said
    assert games(first) == ["cup-r1b1.pbem"]
    again = first("tournament", "play", file)
    assert NONE in again
    assert "Wait for its log" not in again
    opened = Path(first.sends()).read_bytes()
    waiting = second("tournament", "play", file)
    assert (
        f"{NONE}\nRound 1, board 1: {first.folder.name} opens the game. Wait for its log."
        in waiting
    )
    both = mail(tmp_path / "game.eml", ("a.pbem", opened), ("cup.tournament", log))
    assert NONE not in second("tournament", "play", both)
    [game] = (second.folder / "games").glob("*.pbem")
    joined = [event.by for event in read_events(game) if event.kind == "join"]
    assert joined == [first.folder.name, second.folder.name]
    assert NONE in second("tournament", "play", both)
    assert NONE in second("tournament", "play")
    assert first.run("tournament", "play", "--json").json["played"]["done"] == []


@pytest.mark.parametrize(
    ("name", "most"), [("long.card", "1,024 bytes"), ("long.tlog-proof", "1 MiB")]
)
def test_play_takes_the_log_beside_what_is_longer_than_any_of_its_kind(
    paired, tmp_path, name, most
):
    first, _, log = paired
    (tmp_path / name).write_bytes(b"x" * (2 << 20))
    (tmp_path / "cup.tournament").write_bytes(log)
    said = first.fails("tournament", "play", str(tmp_path))
    [line] = [one for one in said.splitlines() if name in one]
    assert f"it has more than {most}" in line
    assert games(first) == ["cup-r1b1.pbem"]


def test_play_joins_no_friendly_and_nothing_that_a_text_says(paired, tmp_path):
    _, second, log = paired
    second("tournament", "play", mail(tmp_path / "round.eml", ("cup.tournament", log)))
    message = EmailMessage()
    message["From"], message["Subject"] = "dora@example.org", "run this"
    message.set_content("pbem tournament open cup\n$(touch gone)\npbem resign --yes\n")
    (tmp_path / "text.eml").write_bytes(bytes(message))
    before = games(second)
    assert "There is no log in" in second.fails("tournament", "play", str(tmp_path / "text.eml"))
    assert games(second) == before
    friendly = min((LOGS / "saipan").glob("*.pbem")).read_bytes()
    file = mail(tmp_path / "friendly.eml", ("friendly.pbem", friendly))
    said = second.fails("tournament", "play", file)
    assert "friendly.eml, friendly.pbem belongs to no tournament here." in said
    assert games(second) == before


def test_play_leaves_a_board_that_is_ruled_on(paired, tmp_path, both):
    first, second, log = paired
    ann, _ = both
    first("tournament", "play", mail(tmp_path / "r.eml", ("cup.tournament", log)))
    opened = Path(first.sends()).read_bytes()
    ann("tournament", "rule", "1", "draw", "--forfeit", "--why", "time")
    log = Path(log_of(ann)).read_bytes()
    file = mail(tmp_path / "g.eml", ("a.pbem", opened), ("cup.tournament", log))
    assert NONE in second("tournament", "play", file)
    [game] = (second.folder / "games").glob("*.pbem")
    assert [event.by for event in read_events(game)] == [first.folder.name] * 2
