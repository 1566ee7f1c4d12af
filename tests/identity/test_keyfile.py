"""The key file: it opens for its owner alone, whole or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.exceptions import InternalError, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization

from pbem.crypto.backend import keys
from pbem.errors import FormError, KeyFileError
from pbem.identity import identity, keyfile

FIXED = identity.Identity("alice", bytes(range(32)), bytes(range(32, 64)), bytes(range(64, 96)))

REAL_COST = dict(keyfile._SCRYPT_N)
OLD = Path(__file__).parent / "written-by-1.0.0.key"


@pytest.fixture(autouse=True)
def _cheap_passphrases(monkeypatch):
    # The cost of a guess is not what these tests are about; one test below looks at it.
    monkeypatch.setattr(keyfile, "_SCRYPT_N", {"1": 2, "2": 4})
    monkeypatch.setattr(keyfile, "WRITTEN", "2")
    # Other tests stretch a passphrase once, with one salt; here it is done as for everybody.
    for name in ("_stretch", "token_bytes"):
        monkeypatch.setattr(keyfile, name, vars(keyfile)[name].__wrapped__)


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "keys" / "alice.key"
    keyfile.save(FIXED, path, "open sesame")
    return path


def test_there_and_back(saved):
    assert keyfile.load(saved, "open sesame") == FIXED
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    assert stat.S_IMODE(saved.parent.stat().st_mode) == 0o700
    assert [p.name for p in saved.parent.iterdir()] == ["alice.key"]
    text = saved.read_text()
    assert "handle: alice\n" in text
    assert text.count("BEGIN ENCRYPTED PRIVATE KEY") == 3


def test_every_key_file_has_a_salt_of_its_own(tmp_path):
    for name in ("one", "two"):
        keyfile.save(FIXED, tmp_path / "keys" / name, "open sesame")
    one, two = ((tmp_path / "keys" / name).read_text().splitlines()[2] for name in ("one", "two"))
    assert one.startswith("salt: ")
    assert one != two


def test_modes_do_not_depend_on_the_umask(tmp_path):
    old = os.umask(0)
    try:
        path = tmp_path / "open" / "a.key"
        keyfile.save(FIXED, path, "x")
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_guess_costs_memory_and_time():
    # 128 bytes * r * N, as RFC 7914 counts it.
    assert 128 * keyfile._SCRYPT_R * REAL_COST["2"] >= 128 * 2**20


def test_a_file_says_by_its_version_what_a_guess_costs(saved, monkeypatch, tmp_path):
    assert saved.read_text().startswith("pbem key file v2\n")
    monkeypatch.setattr(keyfile, "WRITTEN", "1")
    older = tmp_path / "keys" / "older.key"
    keyfile.save(FIXED, older, "open sesame")
    assert keyfile.load(older, "open sesame") == keyfile.load(saved, "open sesame") == FIXED
    monkeypatch.setattr(keyfile, "WRITTEN", "2")
    keyfile.change_passphrase(older, "open sesame", "open barley")
    assert older.read_text().startswith("pbem key file v2\n")


@pytest.mark.parametrize("version", ["0", "3", "11", "1" * 9])
def test_no_file_asks_for_another_cost(saved, version):
    saved.write_text(saved.read_text().replace("file v2", f"file v{version}"))
    saved.chmod(0o600)
    with pytest.raises(KeyFileError, match="not a key file"):
        keyfile.load(saved, "open sesame")


def test_a_file_of_release_1_0_0_opens_and_a_new_one_costs_four_times_as_much(
    monkeypatch, tmp_path
):
    monkeypatch.setattr(keyfile, "_SCRYPT_N", REAL_COST)
    asked = []
    scrypt = keys.scrypt
    monkeypatch.setattr(keys, "scrypt", lambda *what: asked.append(what[2]) or scrypt(*what))
    (tmp_path / "keys").mkdir(mode=0o700)
    old, new = (tmp_path / "keys" / name for name in ("old.key", "new.key"))
    old.write_bytes(OLD.read_bytes())
    old.chmod(0o600)
    assert keyfile.load(old, "open sesame") == FIXED
    keyfile.save(FIXED, new, "open sesame")
    assert keyfile.load(new, "open sesame") == FIXED
    assert asked == [2**15, 2**17, 2**17]


@pytest.mark.parametrize("wrong", ["open sesam", "open sesame ", "Open sesame", "\u00fc"])
def test_a_wrong_passphrase(saved, wrong):
    with pytest.raises(KeyFileError, match="Wrong passphrase"):
        keyfile.load(saved, wrong)


@pytest.mark.parametrize("raised", [InternalError, UnsupportedAlgorithm, TypeError, ValueError])
def test_noise_that_the_library_stumbles_over(saved, monkeypatch, raised):
    # One wrong decryption in some thousands ends in each of the rarer ones.
    def stumble(*args):
        raise raised("noise", []) if raised is InternalError else raised("noise")

    monkeypatch.setattr(serialization, "load_pem_private_key", stumble)
    with pytest.raises(KeyFileError, match="Wrong passphrase"):
        keyfile.load(saved, "open sesame")


@pytest.mark.parametrize("bad", ["", "x" * 1025, "\u00fc" * 513, "\ud800"])
def test_passphrases_that_cannot_be(saved, tmp_path, bad):
    with pytest.raises(KeyFileError, match="passphrase"):
        keyfile.load(saved, bad)
    with pytest.raises(KeyFileError, match="passphrase"):
        keyfile.save(FIXED, tmp_path / "other.key", bad)
    assert not (tmp_path / "other.key").exists()


def test_accents_may_be_typed_either_way(tmp_path):
    path = tmp_path / "a.key"
    keyfile.save(FIXED, path, "\u00fcber" * 100)
    assert keyfile.load(path, "u\u0308ber" * 100) == FIXED


def test_it_is_never_overwritten_unless_reported(saved):
    other = identity.create("bob")
    before = saved.read_bytes()
    with pytest.raises(KeyFileError, match="does not overwrite"):
        keyfile.save(other, saved, "x")
    assert saved.read_bytes() == before
    keyfile.save(other, saved, "x", overwrite=True)
    assert keyfile.load(saved, "x") == other
    assert len(list(saved.parent.iterdir())) == 1


def test_every_byte_counts(saved):
    whole = saved.read_bytes()
    for at in range(0, len(whole), 3):
        for flip in (1, 0x20):
            altered = bytearray(whole)
            altered[at] ^= flip
            saved.write_bytes(altered)
            with pytest.raises(KeyFileError):
                keyfile.load(saved, "open sesame")


def test_every_cut_and_addition_is_seen(saved):
    whole = saved.read_bytes()
    for bad in (*(whole[:n] for n in range(0, len(whole), 7)), whole + b"\n", whole * 2, b"\xff"):
        saved.write_bytes(bad)
        with pytest.raises(KeyFileError, match="is damaged"):
            keyfile.load(saved, "open sesame")


def test_another_handle_or_exchanged_blocks_are_seen(saved):
    whole = saved.read_text()
    saved.write_text(whole.replace("handle: alice", "handle: mallory"))
    with pytest.raises(KeyFileError, match="was changed"):
        keyfile.load(saved, "open sesame")
    head, one, two, rest = whole.split("-----BEGIN")
    three, signed = rest.split("signed:")
    saved.write_text(f"{head}-----BEGIN{one}-----BEGIN{three}-----BEGIN{two}signed:{signed}")
    with pytest.raises(KeyFileError, match="was changed"):
        keyfile.load(saved, "open sesame")
    saved.write_text(f"{head}-----BEGIN{two}-----BEGIN{one}-----BEGIN{rest}")
    with pytest.raises(KeyFileError, match="was changed"):
        keyfile.load(saved, "open sesame")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o601])
def test_a_file_open_to_others_is_not_used(saved, mode):
    saved.chmod(mode)
    with pytest.raises(KeyFileError, match="chmod 600"):
        keyfile.load(saved, "open sesame")


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_others_may_write_into_is_not_used(saved, mode):
    saved.parent.chmod(mode)
    with pytest.raises(KeyFileError, match="chmod 700"):
        keyfile.load(saved, "open sesame")
    with pytest.raises(KeyFileError, match="chmod 700"):
        keyfile.save(FIXED, saved, "open sesame", overwrite=True)


def test_missing_files_and_folders_in_the_way(tmp_path):
    with pytest.raises(KeyFileError, match="cannot be read"):
        keyfile.load(tmp_path / "none.key", "x")
    with pytest.raises(KeyFileError, match="cannot be read"):
        keyfile.load(tmp_path, "x")
    (tmp_path / "file").write_text("")
    with pytest.raises(KeyFileError):
        keyfile.save(FIXED, tmp_path / "file" / "a.key", "x")


def test_a_crash_before_the_rename_leaves_the_old_file(saved, monkeypatch):
    before = saved.read_bytes()

    def killed(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        keyfile.change_passphrase(saved, "open sesame", "new")
    assert saved.read_bytes() == before
    assert keyfile.load(saved, "open sesame") == FIXED


def test_a_killed_process_leaves_the_old_file(saved):
    before = saved.read_bytes()
    # No clean-up runs in the child: it ends as if the power had failed.
    program = (
        "import os, sys; from pathlib import Path; from pbem.identity import files\n"
        "Path.replace = lambda *args: os._exit(9)\n"
        "files.write_atomically(Path(sys.argv[1]), b'half', overwrite=True)"
    )
    ended = subprocess.run([sys.executable, "-c", program, str(saved)], check=False)
    assert ended.returncode == 9
    assert saved.read_bytes() == before
    assert len(list(saved.parent.iterdir())) == 2
    keyfile.change_passphrase(saved, "open sesame", "new")
    assert keyfile.load(saved, "new") == FIXED


def test_a_full_disk_leaves_the_old_file(saved, monkeypatch):
    before = saved.read_bytes()

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(KeyFileError, match="No space left"):
        keyfile.save(FIXED, saved, "x", overwrite=True)
    assert saved.read_bytes() == before
    assert len(list(saved.parent.iterdir())) == 1


def test_another_passphrase(saved):
    keyfile.change_passphrase(saved, "open sesame", "new")
    assert keyfile.load(saved, "new") == FIXED
    with pytest.raises(KeyFileError, match="Wrong passphrase"):
        keyfile.load(saved, "open sesame")
    with pytest.raises(KeyFileError, match="Wrong passphrase"):
        keyfile.change_passphrase(saved, "open sesame", "newer")
    with pytest.raises(KeyFileError):
        keyfile.change_passphrase(saved, "new", "")
    assert keyfile.load(saved, "new") == FIXED


def test_secrets_do_not_show(saved):
    assert repr(FIXED) == "Identity(handle='alice')"
    raw = saved.read_bytes()
    for secret in (FIXED.sign_seed, FIXED.box_secret, FIXED.master):
        assert secret not in raw
        assert secret.hex().encode() not in raw


def test_identities_of_bad_form():
    for bad in ("", "Alice", "a b"):
        with pytest.raises(FormError):
            identity.create(bad)
    with pytest.raises(FormError):
        identity.Identity("a", bytes(31), bytes(32), bytes(32))
