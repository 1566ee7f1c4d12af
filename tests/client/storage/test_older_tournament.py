"""The log of a tournament that another release founded, with other fields in its events."""

from __future__ import annotations

import pytest

from hostile.base import to_bytes
from pbem.client.storage.tournaments import read
from pbem.errors import FormError
from pbem.log.event import NO_EVENT, compose
from pbem.tournament.events import kinds
from toy.group import TIME, identity
from toy.meeting import robin


@pytest.mark.parametrize(("lacks", "reported"), [("deputy", True), (None, False)])
def test_it_is_reported_as_what_it_may_be(tmp_path, lacks, reported):
    data = kinds.write_data(robin())
    if lacks is None:
        data["director"] = {"handle": "kim", "sign": data["director"]["sign"]}  # not who signs
    else:
        del data[lacks]
    founded = compose(
        game="", seq=0, prev=NO_EVENT, by="dora", at=TIME, kind="found", data=data,
        seed=identity("dora").sign_seed,
    )  # fmt: skip
    path = tmp_path / "old.tournament"
    path.write_bytes(to_bytes([founded]))
    with pytest.raises(FormError) as caught:
        read(path)
    assert "old.tournament is not a valid log of a tournament" in str(caught.value)
    assert ("If another release of pbem wrote it" in str(caught.value)) is reported
    assert path.read_bytes() == to_bytes([founded])
