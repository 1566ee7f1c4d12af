"""Trees, tiles and notes against what Go's golang.org/x/mod/sumdb made of the same entries."""

from __future__ import annotations

import json
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

import pytest

from pbem.crypto.transparency import merkle, note, tiles

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "tlog_sumdb.json").read_text())
ENTRIES = [b"entry %d" % number for number in range(70_000)]
LEAVES = [merkle.leaf_hash(entry) for entry in ENTRIES]


@pytest.mark.parametrize("tree", VECTORS["trees"], ids=lambda tree: str(tree["size"]))
def test_roots_proofs_and_tiles(tree):
    size = tree["size"]
    leaves = LEAVES[:size]
    root = merkle.root_of(leaves)
    rows = merkle.rows_of(leaves)
    assert root == b64decode(tree["root"])
    for one in tree["proofs"]:
        path = [b64decode(text) for text in one["path"]]
        assert merkle.inclusion(rows, one["index"]) == path
        assert merkle.root_by(leaves[one["index"]], one["index"], size, path) == root
    made = dict(tiles.tiles(ENTRIES[:size]))
    hashes = {path for path in made if not path.startswith("tile/entries/")}
    for path, digest in tree["tiles"].items():
        assert sha256(made[path]).digest() == b64decode(digest), path
    if size < 70_000:
        assert hashes == set(tree["tiles"])
    else:  # as the specification counts them
        assert len([path for path in hashes if path.startswith("tile/0/")]) == 274
        assert {path for path in hashes if not path.startswith("tile/0/")} == {
            "tile/1/000", "tile/1/001.p/17", "tile/2/000.p/1",
        }  # fmt: skip
    bundles = [made[path] for path in sorted(made) if path.startswith("tile/entries/")]
    assert [entry for one in bundles for entry in tiles.entries_of(one)] == ENTRIES[:size]


def test_an_empty_tree_has_the_root_of_rfc_6962():
    assert merkle.root_of([]).hex() == sha256(b"").hexdigest()
    assert list(tiles.tiles([])) == []


@pytest.mark.parametrize("one", VECTORS["notes"], ids=["checkpoint", "text"])
def test_notes(one):
    seed = bytes.fromhex(VECTORS["seed"])
    key = note.read_key(VECTORS["vkey"])
    assert key.text == VECTORS["vkey"]
    read = note.read_note(one["note"].encode())
    assert read.text == one["text"]
    assert note.is_signed(read, key)
    assert note.sign_note(one["text"], key, seed) == read
    assert read.bytes.decode() == one["note"]
