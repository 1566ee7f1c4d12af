"""The secrets of one player are out of reach of everything that digests or reports."""

from __future__ import annotations

import pytest

from pbem.errors import KeyFileError
from pbem.table.own.private import MaskFile, OpeningFile, PrivateFile, Secret


def test_secrets_are_kept_for_their_owner_alone(tmp_path):
    file = PrivateFile(tmp_path / "new" / "private")
    one, two = (Secret("plan", "0" * 64, {"to": n}, str(n)) for n in (1, 2))
    file.add(one)
    file.add(two)
    assert file.find("plan", "1") == one
    assert file.find("plan", "2") == two
    assert file.path.stat().st_mode & 0o777 == 0o600
    assert file.path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("damage", [b'[{"label":', b'[{"label":"\xcc "}]'])
def test_a_damaged_private_file_is_named(tmp_path, damage):
    path = tmp_path / "private"
    path.write_bytes(damage)
    for read in (
        PrivateFile(path).secrets,
        OpeningFile(path).openings,
        MaskFile(path).masks,
    ):
        with pytest.raises(KeyFileError, match="damaged"):
            read()


def test_who_lacks_what_he_sealed_is_reported_where_it_may_be_and_what_is_left(tmp_path):
    file = PrivateFile(tmp_path / "private")
    file.add(Secret("plan-red", "0" * 64, {"to": 1}, "1"))
    with pytest.raises(KeyFileError) as found:
        file.find("plan-red", "2")
    said = str(found.value)
    assert said.startswith(f"the sealed 'plan-red' is not in {file.path}. ")
    assert "on another computer, or after the backup" in said
    assert said.endswith("if it is lost, only a ruling by the umpire ends your turn")
