"""What one player alone knows is out of reach of everything that digests or tells."""

from __future__ import annotations

import pytest

from pbem.errors import KeyFileError
from pbem.table.private import MaskFile, OpeningFile, PrivateFile, Secret


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
