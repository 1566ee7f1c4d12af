"""Games that another release played, whose rules this one reads in another way."""

from __future__ import annotations

import pytest

from pbem.client.exchange import taking
from pbem.client.session.session import sit
from pbem.client.storage.database import check_store, rebuild
from pbem.client.storage.mending import mend
from pbem.log.finding import BadLog
from toy.rules import ToyGame

REPORTED = "The file was not changed, and every signature and die in it is valid"


@pytest.fixture
def other_rules(playing, monkeypatch):
    """Ann and bob have played; from now on no unit of theirs can move by 1."""
    ann, bob = playing
    ann.orders("move 1", "end")
    why_not = ToyGame._why_not

    def otherwise(game, position, order):
        return (
            "nobody moves by 1" if getattr(order, "n", 0) == 1 else why_not(game, position, order)
        )

    monkeypatch.setattr(ToyGame, "_why_not", otherwise)
    for one in (ann, bob):
        one.client.close()
        (one.folder / "pbem.sqlite").unlink(missing_ok=True)
    return ann, bob


def files(person):
    return {path: path.read_bytes() for path in person.folder.rglob("*") if path.suffix != ".sqlite"
            and path.is_file()}  # fmt: skip


def test_it_is_reported_as_what_it_is_and_nobody_is_sent_to_mend_it(other_rules):
    ann, _ = other_rules
    before = files(ann)
    for tries in (ann.sits, lambda: mend(ann.client, "game")):
        with pytest.raises(BadLog, match=REPORTED) as reported:
            tries()
        assert "orders.illegal" in reported.value.finding.code
        assert "'pbem store mend game'" not in str(reported.value)
        assert "with that release" in str(reported.value)
    assert "store mend" not in str(check_store(ann.client).wrong)
    assert files(ann) == before


def test_nothing_of_it_is_lost_by_what_comes_or_by_a_new_database(other_rules):
    ann, bob = other_rules
    before = files(ann)
    for one in (ann, bob):
        sent = one.folder.parent / f"{one.handle}s.pbem"
        sent.write_bytes(one.log.read_bytes())
        (result,) = taking.take(ann.client, [sent], taking.TakeOptions("ann"))
        assert result.status == "refused"
        assert REPORTED in "".join(result.warnings)
    rebuild(ann.client)
    assert files(ann) == before


def test_a_log_that_was_changed_is_still_sent_to_be_mended(other_rules):
    ann, _ = other_rules
    ann.log.write_bytes(ann.log.read_bytes().replace(b'"n":1', b'"n":2', 1))
    with pytest.raises(BadLog, match="'pbem store mend game'"):
        sit(ann.client, None, "ann")
