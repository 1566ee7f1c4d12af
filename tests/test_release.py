"""A release by CONTRIBUTING's words: built twice alike, holding what it should, signed, checked."""

from __future__ import annotations

import email
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

import pbem

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
BLOCKS = dict(re.findall(r"<!-- release: (\w+) -->\n```\n(.*?)```", PAGE, re.DOTALL))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
VERSION = pbem.__version__
HOME = "https://club.example/pbem"
NAMES = [f"pbem-{VERSION}-py3-none-any.whl", f"pbem-{VERSION}.tar.gz"]
OTHERS = [f"pbem-{VERSION}-browser.tar.gz", f"pbem-{VERSION}-site.tar.gz"]
RELEASE = ".ci/release"


def tracked() -> list[str]:
    """Return what the tree holds, as far as it is there."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    return [name for name in listed if name and (ROOT / name).is_file()]


def typed(script: str, folder: Path, *, umask: int = 0o022, **variables: str) -> str:
    """Type something in a folder; return what it printed."""
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", f"umask {umask:04o}\n{script}"],
        cwd=folder,
        env=dict(os.environ) | {"VERSION": VERSION, "REPOSITORY": HOME} | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{script}\n{done.stdout}"
    return done.stdout


def repository(folder: Path) -> Path:
    """Make a repository of what the tree holds, tagged, with a stray file that no tag holds."""
    tree = folder / "tree"
    for name in tracked():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)  # with its mode
    who = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org"}
    who |= {"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org"}
    typed(
        "git init -q . && git add -A && git commit -qm 'A release' && git tag v$VERSION",
        tree,
        **who,
    )
    (tree / "pbem" / "stray.py").write_text("it = 'is in no tag'\n")
    return tree


def build(tree: Path, *parts: str, umask: int) -> Path:
    """Build by the page's words, but with the builder that is here already; return the folder."""
    script = BLOCKS["build"]
    setting_up = [line for line in script.splitlines() if "-m venv" in line]
    [builder] = PROJECT["build-system"]["requires"]
    assert setting_up == [
        f"python3 -m venv .venv && .venv/bin/pip install -q {builder} -e '.[docs]'"
    ]
    here = f"mkdir -p .venv/bin; ln -s {sys.executable} .venv/bin/python"
    # A link to an interpreter does not know its environment: its packages are named.
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    script = script.replace(setting_up[0], here).replace(RELEASE, " ".join([RELEASE, *parts]))
    typed(script, tree, umask=umask, PYTHONPATH=packages)
    return tree.parent / "pbem-release" / "dist"


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="the words are those of a shell")
def test_a_release_is_built_alike_signed_and_checked(tmp_path: Path) -> None:
    """One test, so that it is built once however many processes there are."""
    tree = repository(tmp_path)
    dist = build(tree, "packages", umask=0o022)
    first = {name: (dist / name).read_bytes() for name in NAMES}
    assert sorted(one.name for one in dist.iterdir()) == sorted([*NAMES, "SHA256SUMS"])
    it_is_built_alike_elsewhere(tree, first)
    the_wheel_holds_the_package_alone(dist / NAMES[0])
    the_source_holds_what_is_tracked_alone(dist / NAMES[1])
    its_metadata_are_right(dist / NAMES[0])
    it_is_signed_and_checked(dist, tmp_path)


@pytest.mark.long(2)
@pytest.mark.skipif(os.name == "nt", reason="the words are those of a shell")
def test_the_other_parts_are_built_alike_and_hold_a_page(tmp_path: Path) -> None:
    tree = repository(tmp_path)
    dist = build(tree, "browser", "site", umask=0o022)
    first = {name: sha256((dist / name).read_bytes()).hexdigest() for name in OTHERS}
    assert sorted(one.name for one in dist.iterdir()) == sorted([*OTHERS, "SHA256SUMS"])
    for name in OTHERS:
        with tarfile.open(dist / name) as opened:
            listed = opened.getnames()
        assert f"{name.removesuffix('.tar.gz')}/index.html" in listed
    typed(f"git worktree remove --force {dist.parent}; mkdir ../elsewhere", tree)
    other = tree.parent / "elsewhere" / "tree"
    tree.rename(other)
    again = build(other, "browser", "site", umask=0o077)
    assert first == {name: sha256((again / name).read_bytes()).hexdigest() for name in OTHERS}


def test_a_part_that_a_release_does_not_have_is_refused() -> None:
    done = subprocess.run([ROOT / RELEASE, "sit"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.split(". ")[0]) == (2, ".ci/release has no part 'sit'")


def it_is_built_alike_elsewhere(tree: Path, first: dict[str, bytes]) -> None:
    """On another day, in another folder, by somebody with other habits."""
    dist = tree.parent / "pbem-release"
    typed(f"git worktree remove --force {dist}; mkdir ../elsewhere", tree)
    other = tree.parent / "elsewhere" / "tree"
    tree.rename(other)
    again = build(other, "packages", umask=0o077)
    digests = {name: sha256((again / name).read_bytes()).hexdigest() for name in NAMES}
    assert digests == {name: sha256(data).hexdigest() for name, data in first.items()}
    dist.mkdir()
    shutil.copytree(again, dist / "dist")


def the_wheel_holds_the_package_alone(wheel: Path) -> None:
    package = [name for name in tracked() if name.startswith("pbem/")]
    about = f"pbem-{VERSION}.dist-info/"
    parts = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
    with zipfile.ZipFile(wheel) as opened:
        assert sorted(opened.namelist()) == sorted([*package, *(about + part for part in parts)])
        command = opened.read(about + "entry_points.txt").decode()
    assert command == "[console_scripts]\npbem = pbem.commands.main:main\n"


def the_source_holds_what_is_tracked_alone(source: Path) -> None:
    top = f"pbem-{VERSION}/"
    with tarfile.open(source) as opened:
        members = opened.getmembers()
    assert {one.name for one in members} == {top + name for name in (*tracked(), "PKG-INFO")}
    assert {(one.uid, one.gid, one.uname, one.gname) for one in members} == {(0, 0, "", "")}
    assert all(one.isfile() for one in members)


def its_metadata_are_right(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        said = email.message_from_bytes(opened.read(f"pbem-{VERSION}.dist-info/METADATA"))
    project = PROJECT["project"]
    assert (said["Name"], said["Version"]) == ("pbem", VERSION)
    assert said["Summary"] == project["description"]
    assert (said["License-Expression"], said.get_all("License-File")) == ("MIT", ["LICENSE"])
    assert said["Requires-Python"] == ">=3.11"
    assert said["Description-Content-Type"] == "text/markdown"
    plain = [need for need in said.get_all("Requires-Dist", []) if "extra ==" not in need]
    assert {name_of(need) for need in plain} == {name_of(need) for need in project["dependencies"]}
    urls = dict(one.split(", ") for one in said.get_all("Project-URL", []))
    assert urls["Homepage"] == HOME
    assert urls["Changelog"] == f"{HOME}/blob/main/CHANGELOG.md"
    assert set(said.get_all("Provides-Extra", [])) == set(project["optional-dependencies"])


def name_of(need: str) -> str:
    return re.match("[A-Za-z0-9_-]+", need)[0]  # type: ignore[index]


def it_is_signed_and_checked(dist: Path, folder: Path) -> None:
    if shutil.which("ssh-keygen") is None:
        pytest.skip("no ssh-keygen here")
    typed(
        "ssh-keygen -q -t ed25519 -N '' -C kim -f key; ssh-keygen -q -t ed25519 -N '' -f other",
        folder,
    )
    typed(BLOCKS["sign"], dist.parent, KEY=str(folder / "key"))
    form = re.search(r"`NAME (namespaces=\S+) ssh-ed25519 AAAA\.\.\.`", PAGE)
    assert form is not None
    key = " ".join((folder / "key.pub").read_text().split()[:2])
    (dist / "release-signers").write_text(f"kim {form[1]} {key}\n")
    check = "".join(line for line in BLOCKS["verify"].splitlines(True) if "pip install" not in line)
    reported = typed(check, dist, SIGNER="kim")
    assert 'Good "pbem-release" signature for kim' in reported
    assert reported.count(": OK\n") == 2
    assert typed("ssh-keygen -l -f key.pub", folder).split()[1] in reported
    with (dist / NAMES[0]).open("ab") as wheel:
        wheel.write(b"!")
    with pytest.raises(AssertionError, match="FAILED"):
        typed(check, dist, SIGNER="kim")
    with pytest.raises(AssertionError, match=r"no principal matched|Could not verify"):
        typed(check, dist, SIGNER="somebody")
    (dist / "SHA256SUMS.sig").unlink()
    typed(BLOCKS["sign"], dist.parent, KEY=str(folder / "other"))
    with pytest.raises(AssertionError, match="Could not verify"):
        typed(check, dist, SIGNER="kim")


def test_a_wrong_address_ends_the_build() -> None:
    build = [sys.executable, "-m", "hatchling", "metadata"]
    wrong = dict(os.environ) | {"PBEM_REPOSITORY": "club.example"}
    done = subprocess.run(build, cwd=ROOT, env=wrong, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "PBEM_REPOSITORY is 'club.example'. Give an address such as https://" in done.stderr


def test_the_version_is_said_once() -> None:
    assert PROJECT["project"]["version"] == VERSION
    heading = rf"^## \[{re.escape(VERSION)}\] - \d{{4}}-\d\d-\d\d$"
    assert re.search(heading, (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_the_builder_is_one_exact_version_everywhere() -> None:
    [builder] = PROJECT["build-system"]["requires"]
    assert re.fullmatch(r"hatchling==[0-9.]+", builder)
    assert builder in PROJECT["project"]["optional-dependencies"]["test"]
    assert builder in BLOCKS["build"]


WORKFLOWS = ROOT / ".github" / "workflows"


def lines_of(workflow: str) -> list[str]:
    """Return what the steps of a workflow type."""
    jobs = yaml.safe_load((WORKFLOWS / workflow).read_text())["jobs"].values()
    return [step["run"] for job in jobs for step in job["steps"] if "run" in step]


def test_the_workflow_of_a_release_types_what_the_page_says() -> None:
    typed_there = lines_of("release.yml")
    [install] = [line for line in BLOCKS["build"].splitlines() if "-m venv" in line]
    assert install.replace("python3", "python") in typed_there
    assert RELEASE in typed_there
    check = BLOCKS["verify"].splitlines()[1]
    assert f"(cd dist && {check})" in typed_there


@pytest.mark.parametrize(("tag", "code"), [(f"v{VERSION}", 0), ("v0.0.0", 1)])
def test_a_tag_of_another_version_ends_the_workflow(tag: str, code: int) -> None:
    [line] = [one for one in lines_of("release.yml") if "GITHUB_REF_NAME" in one and "test " in one]
    done = subprocess.run(
        ["bash", "-c", line], cwd=ROOT, env=dict(os.environ) | {"GITHUB_REF_NAME": tag}, check=False
    )
    assert done.returncode == code


def test_the_audit_asks_about_each_package_of_the_folder_for_browsers() -> None:
    assert ".ci/audit" in lines_of("tests.yml")
    pins = json.loads((ROOT / "pbem" / "web" / "pins.json").read_text())
    signs = {"npm": "@", "pypi": "=="}
    wanted = {one["name"] + signs[one["from"]] + one["version"] for one in pins}
    venv = ROOT / ".venv" / "bin" / "python"
    if not venv.exists():
        pytest.skip("no .venv here: the audit runs its Python")
    listed = subprocess.run(
        [ROOT / ".ci" / "audit", "--list"], capture_output=True, text=True, check=True
    ).stdout.split()
    assert set(listed) == wanted


def test_the_audit_fails_if_nobody_answers_for_a_package() -> None:
    """Otherwise pip-audit finds nothing where it could not ask, and ends well."""
    runs = [line for line in (ROOT / ".ci" / "audit").read_text().splitlines() if "-m pip_" in line]
    assert runs
    assert all(" --strict " in line and line.endswith("|| failed=1") for line in runs)
