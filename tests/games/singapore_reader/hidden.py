"""How the reader follows tokens under screens: what was split, laid out, put back, handed over.

The reader hears the orders of the Commonwealth's players, as anyone who keeps a game without keys
does. So the reader knows what each screen hides; everybody sees what lies before one, and `stock`
has that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.singapore_reader.cards import Hands

ALLY = {"au": "br", "br": "au"}


class Screens(Hands):
    """The table with the variant Advanced Logistics (7.2)."""

    def __init__(self, scenario: str, options: Mapping[str, Any], start: Any) -> None:
        super().__init__(scenario, options, start)
        self.following: dict[str, int] = {}
        """Army with a hidden stock -> tokens hidden by its screen."""
        self.said = 0
        self.splitting = 0
        self.bill: tuple[str, str, int] = ("", "", 0)
        """The bill that is due after dice: card, army, at most so much."""
        self.by_e8: int | None = None
        """The amount that E8 has still to take."""
        self.asked_for_die: dict[str, bool] = {}
        self.die = 0
        self.sending = ""
        self.offered: tuple[str, int] = ("", 0)

    def ordered(self, _army: str, order: Mapping[str, Any]) -> None:
        """Hear an order before it is carried out."""
        if order["do"] in {"split", "send"}:
            self.said = order["tokens"]
        if order["do"] == "attack" and "strike" in order:
            self.want("who would have to seal", set(), self.seals())

    # --- pools

    def hear_pools_splitting(self, reported: Mapping[str, Any]) -> None:
        """[7.2, R94, R136] The British split what both begin with."""
        self.sure("by option", self.o["logistics"] == "hidden")
        total = self.stock["au"] + self.stock["br"]
        self.want("what is split", total, reported["total"])
        self.splitting = total

    def hear_pools_hidden(self, reported: Mapping[str, Any]) -> None:
        self.want("what was split", self.splitting, reported["total"])
        self.sure("nobody begins with less than nothing", 0 <= self.said <= self.splitting)
        self.following = {"br": self.said, "au": self.splitting - self.said}
        self.stock["au"] = self.stock["br"] = self.splitting = 0

    def hear_split_proposed(self, reported: Mapping[str, Any]) -> None:
        total = self.stock["au"] + self.stock["br"]
        self.sure("a share of both", 0 <= reported["tokens"] <= total)
        self.offered = ("br", reported["tokens"])

    def hear_pools_split(self, reported: Mapping[str, Any]) -> None:
        """[7.2, R94] As the British propose if the Australians agree, else as printed."""
        total = self.stock["au"] + self.stock["br"]
        self.want("what both begin with", total, reported["au"] + reported["br"])
        proposed = self.offered[1] if self.offered[0] else -1
        self.sure("as proposed, or as printed", reported["br"] in {proposed, self.stock["br"]})
        self.stock |= {"au": reported["au"], "br": reported["br"]}
        self.offered = ("", 0)

    # --- before a screen and hidden by it

    def hear_supply_readied(self, reported: Mapping[str, Any]) -> None:
        """[R136] Nobody lays out what is not hidden by their screen."""
        army, tokens = reported["army"], reported["tokens"]
        self.sure(f"{army} has a screen", army in self.following)
        held = self.following.get(army, 0)
        self.sure(f"{army} lays out {tokens} of {held}", 0 < tokens <= held)
        self.following[army] = held - tokens
        self.stock[army] += tokens

    def hear_supply_put_back(self, reported: Mapping[str, Any]) -> None:
        army = reported["army"]
        self.want("all that lies there goes back", self.stock[army], reported["tokens"])
        self.following[army] = self.following.get(army, 0) + self.stock[army]
        self.stock[army] = 0

    def earn(self, army: str, tokens: int) -> None:
        """Give an army tokens that everybody sees it get: under its screen, if it has one."""
        if army in self.following:
            self.following[army] += tokens
        else:
            self.stock[army] += tokens

    def lose(self, army: str, tokens: int) -> None:
        """Take tokens from an army: from those that its screen hides, if it has one."""
        self.sure(f"what lies before the screen of {army} is put back", (
            army not in self.following or not self.stock[army]))  # fmt: skip
        self.earn(army, -tokens)
        self.sure(f"{army} hands over what it has", self.held(army) >= 0)

    def held(self, army: str) -> int:
        """Return all tokens of an army."""
        return self.stock[army] + self.following.get(army, 0)

    # --- what dice take

    def hear_supply_due(self, reported: Mapping[str, Any]) -> None:
        """[5.7, 6.S2, 6.E8] Dice first; then it is said what is handed over of a hidden stock."""
        card, army, due = reported["card"], reported["army"], reported["due"]
        self.sure(f"{army} has a screen", army in self.following)
        if card == "":
            self.sure(f"{army} has lost a supply point", army in {one[1] for one in self.debts})
            self._faces(reported["dice"], (6, 6, 6))
            self.want("what the dice take", sum(reported["dice"]), due)
        elif card == "S2":
            self.want("whose tokens change", self.due_stock, (army, card))
            self._faces(reported["dice"], (6,))
            self.want("what the die takes", sum(reported["dice"]), due)
        else:
            self.want("what E8 takes one by one", ("br", "E8", True), (army, card, self.delays))
            self.sure("where nobody is still to come", not self.entries())
            if self.by_e8 is None:
                self.by_e8 = min(2, self.held(army))
        self.bill = (card, army, due)

    def hear_supply_spared(self, reported: Mapping[str, Any]) -> None:
        _, army, _ = self.bill
        self.want("who owes nothing more", army, reported["army"])
        self.bill = ("", "", 0)

    def at_most_half(self, army: str, most: int) -> int:
        """Return what is handed over of an army's tokens: at most half."""
        return min(most, self.held(army) // 2)

    def hear_stock_changed(self, reported: Mapping[str, Any]) -> None:
        """[6.S1 to 6.S3, 6.E8] From a hidden stock E8 takes one token after the other (R138)."""
        card, army, due = self.bill
        if (card, army) == ("E8", reported["army"]) and reported["card"] == "E8":
            assert self.by_e8 is not None
            self.want("a token by E8", -min(1, due, self.by_e8), reported["tokens"])
            self.lose(army, -reported["tokens"])
            self.by_e8 += reported["tokens"]
            if not self.by_e8:
                self.by_e8, self.delays = None, False
            return
        super().hear_stock_changed(reported)

    # --- transfers

    def hear_transfer_asked(self, reported: Mapping[str, Any]) -> None:
        """[7.2, R137] The army whose turn it is, then its ally, at the end of the turn."""
        self.sure("a turn of the Commonwealth", self.army in ALLY)
        order = [self.army, ALLY[self.army]]
        self.want("who is asked for the die", order[len(self.asked_for_die)], reported["army"])
        self.asked_for_die[reported["army"]] = reported["wanted"]

    def hear_transfer_die(self, reported: Mapping[str, Any]) -> None:
        self.sure("somebody asked for the die", any(self.asked_for_die.values()))
        self._faces((reported["die"],), (6,))
        self.die = reported["die"]

    def hear_transfer_sending(self, reported: Mapping[str, Any]) -> None:
        self.sending = reported["army"]

    def hear_transfer_sent(self, reported: Mapping[str, Any]) -> None:
        """[R95, R137] None to the die, to the ally, if there is so much."""
        army = reported["army"]
        if not reported["done"]:
            return
        self.want("who sends", self.sending, army)
        held = self.following[army]
        self.sure(f"{army} sends {self.said} of {held}", 0 <= self.said <= min(self.die, held))
        self.following[army] -= self.said
        self.following[ALLY[army]] += self.said
        self.sending = ""

    def hear_transfer_offered(self, reported: Mapping[str, Any]) -> None:
        """[7.2, R131] In the open: first what somebody would hand over, then the die."""
        army, tokens = reported["army"], reported["tokens"]
        self.sure("the Commonwealth's turn", self.army in ALLY and army in ALLY)
        self.sure(f"{army} has {tokens}", 0 <= tokens <= min(6, self.stock[army]))
        self.offered = (army, tokens)

    def hear_tokens_given(self, reported: Mapping[str, Any]) -> None:
        army, die = reported["army"], reported["die"]
        self._faces((die,), (6,))
        self.want("who gives", self.offered[0], army)
        self.want("to whom", ALLY[army], reported["to"])
        self.want("tokens by the die", min(self.offered[1], die), reported["tokens"])
        self.stock[army] -= reported["tokens"]
        self.stock[reported["to"]] += reported["tokens"]
        self.offered = ("", 0)
