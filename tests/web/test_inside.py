"""The engine inside a browser computes and judges as the one on a computer."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import versions
from crypto.backend import contract
from long import ASKED, far
from pbem.crypto.backend import keys
from web.verdicts import verdicts

ROOT = Path(__file__).resolve().parents[2]
DEEP = b"[" * 60_000 + b"]" * 60_000 + b"\n"
LOGS = (
    "saipan/historical.pbem", "meiktila/first.pbem", "manila/witness.pbem",
    "tokyo/three-players.pbem", "singapore/army.pbem",
)  # fmt: skip
"""Kept logs of each game, and of hostile logs one in so many."""
HOSTILE = 8


def sample(folder: Path) -> list[str]:
    hostile = sorted((ROOT / "logs" / "hostile").glob("*.pbem"))
    some = hostile if ASKED > 1 else hostile[::HOSTILE]
    names = [*LOGS, *(path.relative_to(ROOT / "logs").as_posix() for path in some)]
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "logs" / name, folder / name)
    (folder / "deep.pbem").write_bytes(DEEP)
    return [*names, "deep.pbem"]


@pytest.mark.long
def test_cryptography_and_verdicts_are_those_of_a_computer(tmp_path, folder):
    """The contract holds there too; logs that would overflow the stack are refused as here."""
    names = sample(tmp_path)
    block = keys.lock("ed25519", contract.SECRET, b"password")
    (tmp_path / "asked.json").write_text(json.dumps({"logs": names, "block": block}))
    here = Path(__file__).parent
    command = ["node", here / "node.mjs", folder, ROOT / "tests", tmp_path, here / "inside.py"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert found["lacking"] == []  # each module of the folder has what it needs there
    assert found["path"][:3] == ["/program", "/tests", "/library"]  # and no folder of the player's
    assert "" not in found["path"]
    assert found["results"] == {name: made.hex() for name, made in contract.results()}
    assert bytes.fromhex(found["opened"]) == contract.SECRET
    assert keys.unlock(found["block"], b"password") == contract.SECRET
    assert found["verdicts"] == json.loads(json.dumps(verdicts(tmp_path, names)))


def copied(root: Path, one_in: int) -> None:
    """Put logs and numbered cases there, one file in so many, and the runner of cases."""
    for folder in ("logs", "tests/cases"):
        files = sorted(path for path in (ROOT / folder).rglob("*") if path.is_file())
        for path in files[::one_in]:
            to = root / path.relative_to(ROOT)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, to)
    shutil.copytree(ROOT / "pbem" / "cases", root / "more" / "cases")


@pytest.mark.long
def test_digests_of_logs_cases_and_lists_are_those_of_a_computer(
    tmp_path, folder, monkeypatch, capsys
):
    """After each commit of a sample; `.ci/thorough browser` compares all of them."""
    copied(tmp_path, 1 if ASKED > 1 else 12)
    lists = far(120, 3000)
    (tmp_path / "asked.json").write_text(json.dumps([lists]))
    monkeypatch.setattr(versions, "ROOT", tmp_path)
    versions.main(lists)
    here = Path(__file__).parent
    command = ["node", here / "node.mjs", folder, ROOT / "tests", tmp_path, here / "digests.py"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    expected = capsys.readouterr().out
    assert done.stdout == expected
    assert [int(line.split()[1]) > 10 for line in expected.splitlines()] == [True] * 3


@pytest.mark.long
def test_no_request_with_deep_json_ends_the_interpreter(tmp_path, folder):
    """An overflow of the stack cannot be caught there, so each reader has to stop before it."""
    here = Path(__file__).parent
    command = ["node", here / "node.mjs", folder, ROOT / "tests", tmp_path, here / "deep.py"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    refused = {400, 422}
    for path in ("/new", "/join", "/0/sign", "/0/order", "/restore", "/replay"):
        assert refused.issuperset(found[path]), path
    assert set(found["/came"]) == {200}  # it says what is wrong with what was dropped


@pytest.mark.long
def test_what_python_lends_is_copied_once(folder):
    command = ["node", Path(__file__).parent / "copies.mjs", folder]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {
        "counts": {
            "sign 1000": 2, "verify 64": 3, "seal 1000": 2, "unseal 1048": 3, "unseal 3": 0,
            "pair 32": 1,
        },
        "open": 0,
    }  # fmt: skip
