"""Singapore's hidden supply at three clients: Japan gets the same, whatever the screens hide.

The same is played in worlds that differ in the split. Compared are all mails and their sizes, and
what Japan's program says, lists and refuses, but for ids, times, and proofs. Transfers are not in
it: their die is another in every world, for it hangs on the log.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hostile.base import fixed_chance
from pbem.agent.duties import perform
from pbem.client.play import acting
from pbem.client.session.next_step import hint
from pbem.client.views.hand import hand as hand_of
from pbem.client.views.hand import hand_lines
from pbem.client.views.legal import legal
from pbem.errors import PbemError
from pbem.view.history import history
from toy.people import Person

SEATS = {"jp": "ann", "au": "bob", "br": "cec"}
SPLITS = (14, 27)
"""The tokens that the British keep, of forty."""
WORLDS = (2, 6, 8, *range(9, 120))
"""In most somebody draws an Event, which they have to show: nobody does in the first three."""
CHANGING = re.compile(r"[0-9a-f]{32,}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


class Party:
    """Ann is Japan; every mail that one sends reaches the others."""

    def __init__(self, folder: Path, scenario: str = "division") -> None:
        folder.mkdir()
        self.people = {handle: Person(handle, folder) for handle in SEATS.values()}
        for one in self.people.values():
            one.meets(*[other for other in self.people.values() if other is not one])
        self.mails: list[str] = []
        self.sizes: list[int] = []
        options = {"logistics": "hidden"}
        self.people["ann"].opens("singapore", scenario=scenario, seats=SEATS, options=options)
        self.mail("ann")
        self.go_on()

    def mail(self, by: str) -> None:
        sent = self.people[by].sends()
        self.mails.append(CHANGING.sub("*", sent.read_text()))
        self.sizes.append(sent.stat().st_size)
        for one in self.people.values():
            if one.handle != by:
                one.takes(sent)

    def go_on(self) -> None:
        """Join, open boxes and roll until somebody has to choose."""
        while (active := self.people["ann"].sits().table.active()).kinds[0] != "orders":
            one = self.people[str(active.handle)]
            if active.kinds[0] == "join":
                one.does(acting.join)
            elif active.kinds[0] == "dice":
                one.does(acting.dice)
            else:
                list(perform(one.sits(), lambda _, one=one: one.identity, join=False, away=False))
            self.mail(one.handle)

    def orders(self, handle: str, *lines: str) -> None:
        self.people[handle].orders(*lines)
        self.mail(handle)
        self.go_on()

    def close(self) -> None:
        for one in self.people.values():
            one.client.close()


def reported(ann: Person) -> list[str]:
    """All that Japan's program says: why it waits, what happened, lists, refusals."""
    session = ann.sits()
    now = session.table.active()
    words = [now.why, hint(now)]
    for entry in history(session.path, ann.client.library).entries:
        words += [entry.did, *entry.orders]
    words += legal(session, theirs=True, most=400).lines
    for line in ("ready 1", "ready 39", "hand 1", "send 1", "end movement"):
        with pytest.raises(PbemError) as caught:
            ann.orders(line)
        words.append(str(caught.value))
    return [CHANGING.sub("*", word) for word in words]


def test_mails_sizes_words_and_refusals_are_the_same_whatever_is_held(tmp_path):
    seen, held = set(), set()
    for split in SPLITS:
        with fixed_chance("supply"):
            party = Party(tmp_path / str(split))
            party.orders("cec", f"split {split}")
            party.orders("ann", "end air", "end movement", "end barrage")
            party.orders("bob", "ready 2", "end movement")
            party.orders("bob", "pass")
            party.orders("cec", "pass")
            party.orders("cec", "end air", "ready 3")
            held.add(tuple(hand_lines(hand_of(party.people["bob"].sits()))))
            words = reported(party.people["ann"])
            seen.add((tuple(party.mails), tuple(party.sizes), tuple(words)))
            party.close()
    assert len(held) == len(SPLITS)
    assert len(seen) == 1


def drawn(one: Person) -> bool:
    """Whether who drew is free to keep all of it: none is an Event, which must be shown."""
    return not any(card.card.startswith("E") for card in hand_of(one.sits()))


def with_cards(folder: Path, split: int) -> Party | None:
    """Three players with hands and hidden stocks, to the Australians' first turn.

    None where somebody has drawn an Event.
    """
    party = Party(folder, "corps")
    for handle, keep in (("ann", "keep jp jp"), ("cec", "keep au br")):
        if not drawn(party.people[handle]):
            party.close()
            return None
        party.orders(handle, keep)
    party.orders("cec", f"split {split}")
    while (active := party.people["ann"].sits().table.active()).handle != "ann":
        party.orders(str(active.handle), "pass")
    passes = ("standing deployment pass", "standing supply pass", "end air", "end movement")
    party.orders("ann", *passes)
    while "movement" not in (asked := party.people["bob"].sits().table.play.asked).name:
        handle = SEATS[asked.side]
        if asked.name == "drawn":
            if not drawn(party.people[handle]):
                party.close()
                return None
            party.orders(handle, "keep jp")
        else:
            party.orders(handle, "pass")
    party.orders("bob", "ready 2")
    return party


@pytest.mark.long
def test_three_players_with_cards_report_japan_neither_hand_nor_stock(tmp_path):
    """Worlds that differ in what chance dealt and in the split, played alike."""
    seen, held = set(), set()
    for world in WORLDS:
        with fixed_chance(f"cards and supply {world}"):
            party = with_cards(tmp_path / str(world), 14 + world % 16)
            if party is not None:
                held.add(tuple(hand_lines(hand_of(party.people["bob"].sits()))))
                words = reported(party.people["ann"])
                seen.add((tuple(party.mails), tuple(party.sizes), tuple(words)))
                party.close()
        if len(held) > 2:
            break
    assert len(held) > 2
    assert len(seen) == 1
