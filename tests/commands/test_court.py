"""The court as a judge types it: a case is written whole, made again, signed, and never half."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import jsonschema
import pytest

from commands.conftest import Home
from court.making import doctored_data
from pbem.court import folder
from pbem.court.claim_words import WORDS
from pbem.errors import LogFileError
from pbem.replays.recording import record

ROOT = Path(__file__).parents[2]
LOG = ROOT / "logs" / "saipan" / "historical.pbem"
FORK = ROOT / "logs" / "hostile" / "fork.author-two-thoughts.fork"


@pytest.fixture
def eve(home):
    return home("eve")


@pytest.fixture
def heap(tmp_path):
    return handed_in(tmp_path / "heap")


def handed_in(folder):
    folder.mkdir()
    lines = LOG.read_bytes().splitlines(keepends=True)[:12]
    changed = lines[7].replace(b'"at":"2026', b'"at":"2025', 1)
    (folder / "whole.pbem").write_bytes(b"".join(lines))
    (folder / "changed.pbem").write_bytes(b"".join([*lines[:7], changed, *lines[8:]]))
    (folder / "bob.claim").write_text("claim: edited\nby: bob\nagainst: alice\nevent: 7\n")
    return folder


@pytest.fixture(scope="module")
def written(furnished, tmp_path_factory):
    """The case of such a heap, and the same with eve's signature: a forger has a copy."""
    folder = tmp_path_factory.mktemp("written")
    judge = Home(shutil.copytree(furnished("eve"), folder / "eve"))
    heap = str(handed_in(folder / "heap"))
    judge("court", heap, "--to", str(folder / "case"))
    judge("court", heap, "--to", str(folder / "signed"), "--sign")
    return folder


DRAWN = {}
"""Name and bytes of a log -> what a page shows of it."""


@pytest.fixture
def drawn_once(monkeypatch):
    """If files beside its drawings are changed, each log of a case is drawn the first time."""

    def drawn(log, library):
        kept = (log.name, log.read_bytes())
        if kept not in DRAWN:
            DRAWN[kept] = record(log, library)
        return DRAWN[kept]

    monkeypatch.setattr(folder, "record", drawn)


@pytest.fixture
def case(written, drawn_once, tmp_path):
    return shutil.copytree(written / "case", tmp_path / "case")


def test_a_case_is_written_and_made_again(eve, heap, tmp_path):
    said = eve("court", str(heap), "--to", str(tmp_path / "case"))
    assert "In bob's name, against alice: event 7 was changed after it was signed.\n" in said
    found = (
        "PROVED: that event 7 was changed. NOT SHOWN: that alice did it. Anyone who had the file"
    )
    assert found in " ".join(said.split())
    assert "The changed event is in C1 (E2, changed.pbem), the signed one in C2" in said
    assert "\n  S" in said
    assert "In C1 (E2, changed.pbem) event 7 was changed after it was signed. C2 (E3" in " ".join(
        said.split()
    )
    case = json.loads((tmp_path / "case" / "verdict.json").read_bytes())
    jsonschema.validate(case, json.loads((ROOT / "schemas" / "case.json").read_bytes()))
    assert "The same" in eve("court", "--check", str(tmp_path / "case"))


def test_the_help_has_each_word_for_a_claim_and_what_it_means(eve):
    reported = eve("court", "--help")
    for word, meaning in WORDS.items():
        assert f"  {word:14} {meaning}\n" in reported


def test_the_same_evidence_gives_the_same_bytes(eve, heap, tmp_path):
    eve("court", str(heap), "--to", str(tmp_path / "one"))
    moved = tmp_path / "elsewhere" / "heap"
    shutil.copytree(heap, moved)
    eve("court", str(moved), "--to", str(tmp_path / "two"))
    names = sorted(
        path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*")
        if path.is_file()
    )  # fmt: skip
    assert len(names) > 6
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.parametrize("name", ["verdict.json", "verdict.md", "verdict.html"])
def test_an_edited_verdict_is_not_the_same(eve, case, name):
    path = case / name
    path.write_bytes(path.read_bytes().replace(b"Nothing shows who", b"Alice did it. Who", 1))
    result = eve.run("court", "--check", str(case))
    assert result.code == 1
    assert f"{name} differs" in result.out


def test_edited_evidence_is_not_the_same(eve, case):
    path = next(one for one in (case / "evidence").iterdir() if one.suffix == ".claim")
    path.write_bytes(path.read_bytes().replace(b"alice", b"bobby"))
    result = eve.run("court", "--check", str(case))
    assert result.code == 1
    assert "its bytes differ from those that the case was made from" in result.out


def test_a_file_put_into_a_case_is_reported(eve, case):
    (case / "copies" / "C9-saipan.pbem").write_bytes(b"")
    result = eve.run("court", "--check", str(case))
    assert result.code == 1
    assert "copies/C9-saipan.pbem does not follow from the evidence" in result.out


def test_a_case_is_never_written_over(eve, heap, tmp_path):
    case = tmp_path / "case"
    case.mkdir()
    result = eve.run("court", str(heap), "--to", str(case))
    assert result.code == 1
    assert "exists already" in result.err
    assert list(case.iterdir()) == []


def test_a_case_is_there_whole_or_not_at_all(heap, tmp_path, monkeypatch):
    def broken(*_args):
        raise LogFileError("the disk is full")

    monkeypatch.setattr(folder.page, "page", broken)
    with pytest.raises(LogFileError, match="the disk is full"):
        folder.write([heap], tmp_path / "case")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["heap"]


def test_nothing_of_the_judge_is_touched(eve, heap, tmp_path):
    before = {path: path.stat().st_mtime_ns for path in eve.folder.rglob("*")}
    eve("court", str(heap), "--to", str(tmp_path / "case"))
    assert {path: path.stat().st_mtime_ns for path in eve.folder.rglob("*")} == before


def test_nothing_to_judge(eve, tmp_path):
    (tmp_path / "empty").mkdir()
    assert "there is nothing to judge" in eve.run("court", str(tmp_path / "empty")).err
    assert "Name the evidence" in eve.run("court").err
    missing = eve.run("court", str(tmp_path / "no.pbem"))
    assert missing.code == 1
    assert "no.pbem" in missing.err


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="no ssh-keygen here")
def test_who_has_no_pbem_checks_the_signature(eve, heap, tmp_path):
    case = tmp_path / "case"
    said = eve("court", str(heap), "--to", str(case), "--sign")
    [command] = [line.strip() for line in said.splitlines() if "ssh-keygen" in line]
    good = subprocess.run(command, shell=True, cwd=case, capture_output=True, check=False)  # noqa: S602
    assert good.returncode == 0, good.stderr
    assert b'Good "pbem-verdict" signature for eve' in good.stdout
    (case / "verdict.json").write_bytes((case / "verdict.json").read_bytes() + b" ")
    bad = subprocess.run(command, shell=True, cwd=case, capture_output=True, check=False)  # noqa: S602
    assert bad.returncode != 0


@pytest.fixture
def signed(written, drawn_once, tmp_path):
    return shutil.copytree(written / "signed", tmp_path / "case")


def test_a_signed_case_is_the_same(eve, signed):
    said = eve("court", "--check", str(signed))
    assert "The same" in said
    assert "signed with the key SHA256:" in said
    assert "this is the key of eve" in said.replace("\n", " ")
    found = eve.run("court", "--check", str(signed), "--json").json
    assert (found["same"], found["signed"], found["differences"]) == (True, "eve", [])


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="no ssh-keygen here")
def test_the_key_is_named_as_others_name_it(eve, signed):
    line = (signed / "judge.pub").read_text().partition(" ")[2].partition(" ")[2]
    (signed.parent / "key.pub").write_text(line)
    reported = subprocess.run(
        ["ssh-keygen", "-l", "-f", str(signed.parent / "key.pub")],
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    found = eve.run("court", "--check", str(signed), "--json").json
    assert found["fingerprint"] == reported.stdout.split()[1]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("verdict.json.sig", b"-----END", b"-----END "),
        ("judge.pub", b"eve", b"eve,mallory"),
        ("verdict.json.sig", None, b""),
        ("judge.pub", None, b"\xff"),
        ("judge.pub", None, None),
        ("verdict.json", b'"v":1', b'"v":2'),
    ],
)
def test_a_signature_that_is_none(eve, signed, name, old, new):
    path = signed / name
    if new is None:
        path.unlink()
    else:
        path.write_bytes(new if old is None else path.read_bytes().replace(old, new, 1))
    result = eve.run("court", "--check", str(signed))
    assert result.code == 1
    assert "verdict.json.sig is no signature of verdict.json by the key in" in result.out


def test_a_signature_by_another_key(eve, home, heap, signed, tmp_path):
    home("mallory")("court", str(heap), "--to", str(tmp_path / "other"), "--sign")
    shutil.copy(tmp_path / "other" / "verdict.json.sig", signed / "verdict.json.sig")
    result = eve.run("court", "--check", str(signed))
    assert result.code == 1
    assert "is no signature of verdict.json" in result.out


def test_two_claims_of_one_game_and_of_two(eve, heap, tmp_path):
    (heap / "fork.fork").write_bytes(FORK.read_bytes())
    said = eve("court", str(heap), "--to", str(tmp_path / "case"))
    assert "NOT EXAMINED: that " in said
    assert "The claim fits 2 games that were handed in: " in said


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("claim: edit\nby: bob\n", "there is no claim 'edit'; did you mean edited?"),
        ("claim: edited\nby: bob\n", "needs the number of an event"),
        ("claim: late\n", "'by' is missing"),
        ("claim: late\nby: bob\nwho: ann\n", "a claim has no field 'who'"),
        ("claim: *a\n", "line 1"),
        ("x" * 20_000, "is too large"),
    ],
)
@pytest.mark.usefixtures("drawn_once")
def test_a_claim_that_is_none(eve, heap, tmp_path, text, reported):
    (heap / "bad.claim").write_text(text)
    result = eve.run("court", str(heap), "--to", str(tmp_path / "case"))
    assert reported in result.out
    assert result.code == 1  # a claim that nobody could read was not examined


# --- the commands that a verdict recommends, and what lies in its folder besides ---------------

CASES = ROOT / "tests" / "court" / "cases"


@pytest.mark.parametrize("name", ["two-histories-undecided", "two-histories-behind-a-ruling"])
def test_the_commands_of_a_verdict_leave_the_case_as_it_was(eve, tmp_path, monkeypatch, name):
    case = tmp_path / "case"
    eve("court", *(str(path) for path in (CASES / name).iterdir() if path.suffix != ".yaml"),
        "--to", str(case))  # fmt: skip
    verdict = json.loads((case / "verdict.json").read_bytes())
    stated = [one for game in verdict["games"] for one in game["statements"]]
    commands = {one["check"] for one in stated if one["check"] is not None}
    reported = (case / "verdict.md").read_text()
    commands |= set(re.findall(r"`(pbem [^`]*)`", reported))
    assert {command.split()[1] for command in commands} >= {"verify", "compare", "court", "replay"}
    before = {path: path.read_bytes() for path in case.rglob("*") if path.is_file()}
    monkeypatch.chdir(case)
    for command in sorted(commands):
        said = eve.run(*command.split()[1:])
        assert said.code == 0 or "compare" in command, command + said.out + said.err
    assert {path: path.read_bytes() for path in case.rglob("*") if path.is_file()} == before
    fork = next(one for one in stated if one["fact"]["fact"] == "fork")
    assert "ann forked" in " ".join(eve.run(*fork["check"].split()[1:]).out.split())


def test_a_file_beside_the_evidence_is_reported_for_what_it_is(eve, tmp_path):
    case = tmp_path / "case"
    eve("court", str(CASES / "two-histories-undecided" / "proof.zip"), "--to", str(case))
    (case / "c09bee6bac991f1f-4.fork").write_bytes(FORK.read_bytes())
    (case / "my notes").mkdir()
    (case / "my notes" / "a.txt").write_text("call ann")
    said = " ".join(eve("court", "--check", str(case)).split())
    assert "The same" in said
    assert "c09bee6bac991f1f-4.fork in this folder is not part of the case (a fork" in said
    assert '"my notes/a.txt" in this folder is not part of the case' in said
    found = eve.run("court", "--check", str(case), "--json").json
    assert (found["same"], len(found["besides"])) == (True, 2)


@pytest.mark.parametrize(
    "name", ["verdict2.html", "replay-C9.html", "evidence/new.claim", "judge2.pub"]
)
def test_what_could_be_taken_for_a_part_of_the_case_is_not_besides(eve, case, name):
    (case / name).write_bytes(b"x")
    result = eve.run("court", "--check", str(case))
    assert result.code == 1
    assert f"{name} does not follow from the evidence" in result.out


@pytest.mark.parametrize("zipped", [False, True])
def test_a_stranger_types_each_command_also_where_a_pack_was_handed_in(
    home, tmp_path, monkeypatch, zipped
):
    """The pack of a game lies in the case: nobody needs to have it already."""
    ann, eve = home("ann"), home("eve")
    pack, heap, case = tmp_path / "own-saipan.yaml", tmp_path / "heap", tmp_path / "case"
    pack.write_bytes(doctored_data())
    ann("pack", "check", str(pack))
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=ann", "--dice", "self",
        "--pack", str(pack))  # fmt: skip
    heap.mkdir()
    [log] = (ann.folder / "games").glob("*.pbem")
    shutil.copy(log, heap / "game.pbem")
    (heap / "ann.claim").write_text("claim: pack\nby: ann\n")
    if zipped:
        with zipfile.ZipFile(heap / "pack.zip", "w") as archive:
            archive.write(pack, "own.yaml")
    else:
        shutil.copy(pack, heap / "anything.yaml")
    eve("court", str(heap), "--to", str(case))
    assert eve.run("court", "--check", str(case)).code == 0
    monkeypatch.chdir(case)
    found = json.loads((case / "verdict.json").read_text())
    commands = {
        one["check"]
        for game in found["games"]
        for one in game["statements"]
        if one["check"] is not None
    }
    assert any("--pack copies/saipan-" in one for one in commands)
    for command in sorted(commands):
        result = eve.run(*command.split()[1:])
        assert result.code == 0, (command, result.out, result.err)
        assert "you asked for level" not in result.out
    assert not list((eve.folder / "packs").glob("*"))  # it was lent, and is kept nowhere
