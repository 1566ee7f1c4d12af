"""Agreeing, by small files, that somebody plays on for a keeper (protocol section 8)."""

from __future__ import annotations

from shutil import copytree

import pytest

from pbem.client.client import NotFound
from pbem.client.play import acting
from pbem.client.session import consents
from pbem.errors import FormError, NotYourPen
from pbem.games import registry
from pbem.log.consent import read_consent
from toy.people import Person

SEATS = {"red": "ann", "blue": "bob", "green": "cat"}


NAMES = ("ann", "bob", "cat", "uma", "dan")


@pytest.fixture(scope="module")
def owed(tmp_path_factory):
    """A folder: ann attacked green, cat answered; ann gave dice, bob, who sees them, has not."""
    folder = tmp_path_factory.mktemp("owed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))
        play({name: Person(name, folder) for name in NAMES})
    return folder


@pytest.fixture
def owing(owed, tmp_path, person):
    """All of them by name, in a copy that is the test's own."""
    copytree(owed, tmp_path, dirs_exist_ok=True)
    return {name: person(name) for name in NAMES}


def play(people):
    for one in people.values():
        one.meets(*(other for other in people.values() if other is not one))
    ann, bob, cat, uma = (people[name] for name in ("ann", "bob", "cat", "uma"))
    four = (ann, bob, cat, uma)

    def pass_on(sender):
        for other in four:
            if other is not sender:
                other.takes(sender.sends())

    ann.opens(scenario="trio", seats=SEATS, umpire="uma")
    pass_on(ann)
    for one in (uma, ann, bob, cat):
        one.does(acting.join)
        pass_on(one)
    ann.orders("attack green", "end")
    pass_on(ann)
    cat.orders("pass")
    pass_on(cat)
    ann.does(acting.dice)
    pass_on(ann)
    for one in people.values():
        one.client.close()


def agrees(person, folder, out="bob", replacement="dan"):
    session = person.sits()
    to = consents.wanted(session, out, replacement)
    return consents.consent(session, person.identity, to, folder)


def test_with_the_word_of_all_others_somebody_plays_on(owing, tmp_path):
    uma = owing["uma"]
    files = [agrees(owing[name], tmp_path) for name in ("cat", "ann")]
    uma.does(acting.rule_out, "bob", "dan", consents=files)
    ruling = next(uma.sits().since(uma.count - 1))
    assert ruling.data["consent"] == [
        {"by": agreed.by, "sig": agreed.sig} for agreed in map(read_consent, reversed(files))
    ]
    uma.does(acting.dice)
    assert uma.sits().table.active().why == "Waiting for dan to join the game."


def test_somebodys_word_is_missing(owing, tmp_path):
    uma = owing["uma"]
    before = uma.log.read_bytes()
    with pytest.raises(FormError, match=r"ann, cat did not yet\. They run 'pbem consent --out bob"):
        uma.does(acting.rule_out, "bob", "dan")
    with pytest.raises(FormError, match=r"and cat did not yet\. They"):
        uma.does(acting.rule_out, "bob", "dan", consents=[agrees(owing["ann"], tmp_path)])
    assert uma.log.read_bytes() == before


def test_a_word_for_another_or_of_another_moment(owing, tmp_path):
    uma, cat = owing["uma"], owing["cat"]
    of_ann = agrees(owing["ann"], tmp_path)
    for_cat = agrees(cat, tmp_path, replacement="uma")
    with pytest.raises(FormError, match=r"cat agreed to something else"):
        uma.does(acting.rule_out, "bob", "dan", consents=[of_ann, for_cat])
    for_cat.unlink()
    of_cat = agrees(cat, tmp_path)
    uma.does(acting.rule_back, "0" * 64)
    with pytest.raises(FormError, match="agreed to something else"):
        uma.does(acting.rule_out, "bob", "dan", consents=[of_ann, of_cat])


def test_who_has_no_say(owing):
    with pytest.raises(NotYourPen, match="Only the other players"):
        consents.wanted(owing["bob"].sits(), "bob", "dan")
    with pytest.raises(NotYourPen, match="Only the other players"):
        consents.wanted(owing["uma"].sits(), "bob", "dan")
    with pytest.raises(NotYourPen, match="ann has no dice to roll"):
        consents.wanted(owing["cat"].sits(), "ann", "dan")
    with pytest.raises(NotFound, match="no card of 'zoe'"):
        consents.wanted(owing["cat"].sits(), "bob", "zoe")


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data[:-1], "not one whole line"),
        (lambda data: data.replace(b'"v":1', b'"v":2'), "another version"),
        (lambda data: data.replace(b'"out"', b'"owt"'), "its fields are not"),
        (lambda data: data.replace(b'"by":"ann"', b'"by":"Ann"'), "Ann"),
        (lambda data: data.replace(b'"sig":"', b'"sig":"z'), "is not a consent"),
        (lambda data: b" " * 2_000 + data, "is not a consent"),
        (lambda data: b"", "not one whole line"),
    ],
)
def test_a_file_that_is_damaged(owing, tmp_path, change, why):
    path = agrees(owing["ann"], tmp_path)
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(FormError, match=why):
        read_consent(path)
