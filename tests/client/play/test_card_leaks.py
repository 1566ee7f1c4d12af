"""Nothing of a hand leaves its owner's private files: no mail, size, word or file has it.

The same is played in worlds that differ in what chance gave, and so in the cards. The things that
everybody gets at the table are compared in `tests/attacks/test_hands.py`. Here it is what programs
send, say and store.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hostile.base import fixed_chance
from pbem.agent.duties import perform
from pbem.client.play import acting
from pbem.client.session.next_step import hint
from pbem.client.views.hand import hand
from pbem.client.views.legal import legal
from pbem.errors import PbemError
from pbem.games import registry
from pbem.view.history import history
from toy.people import Person

WORLDS = 4
CHANGING = re.compile(r"[0-9a-f]{64}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
"""The words from chance and the clock: ids and times."""


@pytest.fixture(autouse=True)
def fate(monkeypatch):
    monkeypatch.setitem(registry.RULES, ("fate", 1), ("toy.cards", "CardRules"))


class Party:
    """People who play Fate; every mail that one sends reaches all others."""

    def __init__(self, folder: Path, scenario: str | None, seats: dict[str, str]) -> None:
        folder.mkdir()
        self.people = {handle: Person(handle, folder) for handle in seats.values()}
        for one in self.people.values():
            one.meets(*[other for other in self.people.values() if other is not one])
        self.mails: list[int] = []
        ann = self.people["ann"]
        ann.opens("fate", **({} if scenario is None else {"scenario": scenario}), seats=seats)
        self.mail(ann)
        self.go_on()

    def mail(self, by: Person) -> None:
        sent = by.sends()
        self.mails.append(Path(sent).stat().st_size)
        for one in self.people.values():
            if one is not by:
                one.takes(sent)

    def active(self) -> Person:
        return self.people[str(self.people["ann"].sits().table.active().handle)]

    def go_on(self) -> None:
        """Join and deal until somebody has to choose."""
        while True:
            one = self.active()
            session = one.sits()
            if session.table.roster.joining():
                one.does(acting.join)
            elif session.table.active().kinds[0] in ("shuffle", "unmask", "answer"):
                list(perform(session, lambda _, one=one: one.identity, join=False, away=False))
            else:
                return
            self.mail(one)

    def orders(self, handle: str, *lines: str) -> None:
        self.people[handle].orders(*lines)
        self.mail(self.people[handle])
        self.go_on()

    def close(self) -> None:
        for one in self.people.values():
            one.client.close()


def duel(folder: Path) -> Party:
    party = Party(folder, None, {"red": "ann", "blue": "bob"})
    party.orders("ann", "take")
    return party


def trio(folder: Path) -> Party:
    return Party(folder, "trio", {"red": "ann", "blue": "bob", "green": "cec"})


ALLIES = {"bob", "cec"}
GAMES = {"duel": duel, "trio": trio}


def held(one: Person) -> list[str]:
    return [card.card for card in hand(one.sits())]


def reported(party: Party, reader: Person, owner: Person) -> list[str]:
    """All words and sizes that somebody gets who does not share the owner's hand."""
    session = reader.sits()
    now = session.table.active()
    entries = history(session.path, reader.client.library).entries
    words = [now.why, hint(now), *[entry.did for entry in entries]]
    words += legal(session, theirs=True).lines if now.handle == owner.handle else []
    for line in ("play 0", "play 1", "play 99"):
        with pytest.raises(PbemError) as caught:
            reader.orders(line)
        words.append(str(caught.value))
    return [CHANGING.sub("*", word) for word in words]


@pytest.mark.parametrize("game", GAMES)
def test_mails_sizes_words_and_refusals_are_the_same_whatever_is_held(tmp_path, game):
    seen, hands = set(), set()
    for world in range(WORLDS):
        with fixed_chance(f"{game} {world}"):
            party = GAMES[game](tmp_path / str(world))
            owner = party.active()
            reader = next(one for one in party.people.values() if one is not owner)
            hands.add(tuple(held(owner)))
            seen.add((tuple(party.mails), tuple(reported(party, reader, owner))))
            party.close()
    assert len(hands) > 1
    assert len(seen) == 1


@pytest.mark.parametrize("game", GAMES)
def test_only_private_files_hold_a_mask_and_nobody_else_may_read_them(tmp_path, game):
    party = GAMES[game](tmp_path / "desks")
    for one in party.people.values():
        assert held(one)
        private = one.folder / "private"
        masks = sorted(private.rglob("*.masks"))
        secrets = {
            text for path in masks for text in re.findall(r"[0-9a-f]{64}", path.read_text())
        } - public(one)
        assert secrets
        for path in (tmp_path / "desks").rglob("*"):
            if path.is_file() and private not in path.parents:
                shared = {text for text in secrets if text.encode() in path.read_bytes()}
                friends = {one.handle, path.relative_to(tmp_path / "desks").parts[0]} <= ALLIES
                assert not shared or (path.suffix == ".masks" and friends), path
        for path in masks:
            assert not path.stat().st_mode & 0o077, path
            assert not path.parent.stat().st_mode & 0o077, path.parent
    party.close()


def public(one: Person) -> set[str]:
    """Every string of 64 hex digits that the log has, which all may read."""
    return set(re.findall(r"[0-9a-f]{64}", one.sits().path.read_text()))
