"""The commands of the workflow file: it makes the folder for browsers beside the pages, signed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from lobby.homes import PASSPHRASE
from pbem.client import people
from pbem.client.client import Client
from pbem.crypto.text import as_json
from pbem.web.signed import release_here

BUILD = "pbem web build site/play"
ROOT = Path(__file__).resolve().parents[2]


def steps() -> list[dict[str, Any]]:
    whole = yaml.safe_load((ROOT / ".github" / "workflows" / "site.yml").read_text())
    return whole["jobs"]["build"]["steps"]


def test_pages_folder_and_games_are_one_site_and_only_then_uploaded() -> None:
    made = [as_json(step) for step in steps()]
    places = [
        next(number for number, step in enumerate(made) if words in step)
        for words in ("sphinx", "web build site/play", "site/play/games", "web check", "upload")
    ]
    assert places == sorted(places)
    assert steps()[places[-1]]["with"] == {"path": "site"}
    assert "-t play" in made[places[0]]


@pytest.mark.long
@pytest.mark.parametrize("signed", [True, False])
def test_the_lines_of_the_workflow_make_a_folder_that_is_whole(
    tmp_path: Path, folder: Path, *, signed: bool
) -> None:
    """All but the pages, which `tests/test_site.py` builds; the folder is built once for all."""
    client = Client(tmp_path / "home")
    people.new_identity(client, "club", PASSPHRASE)
    tar = f"tar -cz -C {client.folder} identities | base64"
    secret = subprocess.run(["bash", "-c", tar], capture_output=True, text=True, check=True)
    (tmp_path / "site").mkdir()
    (tmp_path / "logs").symlink_to(ROOT / "logs")
    env = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "RUNNER_TEMP": str(tmp_path / "runner"),
        "SITE_KEYS": secret.stdout if signed else "",
        "PBEM_PASSPHRASE": PASSPHRASE,
        "NUMBER": "7",
    }
    typed = [step["run"] for step in steps() if "site/play" in step.get("run", "")]
    assert typed[0].startswith(BUILD)
    typed[0] = typed[0].replace(BUILD, f"cp -r {folder} site/play")
    for lines in typed:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", lines],
            cwd=tmp_path, env=env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    digest, release = release_here(tmp_path / "site" / "play")
    assert digest == release_here(folder)[0]
    key = people.card_of(client, "club").sign
    assert (release and (release.number, release.keys)) == ((7, [key]) if signed else None)
    assert (tmp_path / "site" / "play" / "games" / "saipan.pbem").is_file()
    assert not (tmp_path / "runner" / "signing").exists()
