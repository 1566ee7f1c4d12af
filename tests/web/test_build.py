"""The folder: the same each time, small, and checked file by file."""

from __future__ import annotations

import gzip
import io
import json
import re
import shutil
import zipfile
from hashlib import sha256

import pytest

from pbem.errors import FormError
from pbem.web.build import LIBRARY, LIST, MODULES, POLICY, WATCH, build, check

MOST = 12_000_000
READS_ITSELF = b"install_lazy_importer()"


def listed(folder, **files):
    """Write a small folder with its list."""
    for name, text in files.items():
        (folder / name).write_text(text)
    digests = {name: sha256(text.encode()).hexdigest() for name, text in files.items()}
    (folder / LIST).write_text(json.dumps({"pbem": "1", "files": digests}))


def test_a_changed_a_missing_and_an_added_file_are_named(tmp_path):
    listed(tmp_path, one="1", two="2")
    digest = check(tmp_path)
    assert len(digest) == 64
    (tmp_path / "one").write_text("changed")
    with pytest.raises(FormError, match=r"says: one\."):
        check(tmp_path)
    listed(tmp_path, one="1", two="2")
    (tmp_path / "two").unlink()
    (tmp_path / "three").touch()
    with pytest.raises(FormError, match=r"says: three, two\."):
        check(tmp_path)


@pytest.mark.parametrize("text", [None, "", "{}", '{"files": 1}'])
def test_what_has_no_list_is_no_folder(tmp_path, text):
    if text is not None:
        (tmp_path / LIST).write_text(text)
    with pytest.raises(FormError, match="has no good files"):
        check(tmp_path)


def test_nothing_is_built_over_something(tmp_path):
    (tmp_path / "mine").touch()
    with pytest.raises(FormError, match="not empty"):
        build(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


@pytest.mark.long
def test_a_browser_compiles_no_module_at_a_start(folder):
    """Compiling is what cost most: only a module that reads its own source stays one."""
    packed = gzip.decompress((folder / MODULES).read_bytes())
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        names = archive.namelist()
        sources = {name: archive.read(name) for name in names if name.endswith(".py")}
        assert {one.compress_type for one in archive.infolist()} == {zipfile.ZIP_STORED}
    assert {"library/encodings/__init__.pyc", "program/pbem/web/worker.pyc"} < set(names)
    assert {name.split("/")[0] for name in names} == {"library", "program"}
    assert all(READS_ITSELF in source for source in sources.values())
    assert all(name.startswith("program/anyio/") for name in sources)
    assert not (folder / LIBRARY).exists()


@pytest.mark.long
def test_a_folder_is_small_whole_and_the_same_each_time(folder, tmp_path):
    digest = check(folder)
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) < MOST
    for page in folder.glob("*.html"):
        # The page with replays also has the scripts and the style of a replay, by their digests.
        assert POLICY in re.sub(r"'sha256-[^']{44}' ", "", page.read_text()), page
        assert ("'sha256-" in page.read_text()) == (page.name == WATCH), page
    assert "unsafe-eval" not in POLICY.replace("wasm-unsafe-eval", "")
    shutil.rmtree(tmp_path)
    assert build(tmp_path).digest == digest
