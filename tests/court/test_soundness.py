"""A verdict never says more than is proved, whatever becomes of the evidence (docs/court.md)."""

from __future__ import annotations

import json

import pytest

from court.grounds import ungrounded
from court.heaps import changed, heaps, write
from long import times
from pbem.court.document import line

HEAPS = heaps()


def handed_in(heard) -> dict[str, bytes]:
    return {one.digest: heard.evidence.path(one).read_bytes() for one in heard.evidence.handed_in()}


@pytest.mark.parametrize("heap", HEAPS)
def test_every_sentence_has_its_ground(heap, hearing, tmp_path):
    heard = hearing(write(HEAPS[heap], tmp_path / "heap"))
    assert ungrounded(json.loads(line(heard.case)), handed_in(heard)) == []


@pytest.mark.parametrize("heap", HEAPS)
def test_no_sentence_outlives_its_ground(heap, hearing, tmp_path):
    """Two thousand changes of all heaps together with PBEM_LONG=8, some every day."""
    files = HEAPS[heap]
    for number in range(times(2, 8)):
        folder = write(changed(files, f"{heap} {number}"), tmp_path / str(number))
        heard = hearing(folder)
        lost = ungrounded(json.loads(line(heard.case)), handed_in(heard))
        assert lost == [], f"{heap} {number}"


@pytest.mark.parametrize("heap", HEAPS)
def test_each_sentence_follows_from_its_exhibits_alone(heap, hearing, tmp_path):
    files = HEAPS[heap]
    whole = hearing(write(files, tmp_path / "whole")).case
    outer = {one.number: one for one in whole.exhibits}
    claims = [one.digest for one in whole.exhibits if one.kind == "claim"]
    tried: dict[frozenset[str], list] = {}
    for stated in whole.statements():
        wanted = set()
        for digest in (*stated.exhibits, *claims):
            one = next(exhibit for exhibit in whole.exhibits if exhibit.digest == digest)
            while one.within is not None:
                one = outer[one.within]
            wanted.add(one.names[0])
        key = frozenset(wanted)
        if key not in tried:
            some = {name: files[name] for name in wanted}
            alone = hearing(write(some, tmp_path / f"alone{len(tried)}")).case
            tried[key] = [one.fact for one in alone.statements()]
        assert stated.fact in tried[key], stated.says
