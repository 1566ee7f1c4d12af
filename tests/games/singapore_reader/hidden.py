"""How the reader follows tokens behind screens: what was split, laid out, put back, handed over.

He is told the orders of the Commonwealth's players, as whoever keeps a game without keys is, and so
knows what is behind each screen; what lies before one everybody sees, and `stock` has that.
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
        self.behind: dict[str, int] = {}
        """Army with a hidden stock -> tokens behind its screen."""
        self.said = 0
        self.splitting = 0
        self.bill: tuple[str, str, int] = ("", "", 0)
        """What is due behind dice: card, army, at most so much."""
        self.by_e8: int | None = None
        """What E8 has still to take."""
        self.asked_for_die: dict[str, bool] = {}
        self.die = 0
        self.sending = ""
        self.offered: tuple[str, int] = ("", 0)

    def ordered(self, _army: str, order: Mapping[str, Any]) -> None:
        """Be told an order before it is carried out."""
        if order["do"] in {"split", "send"}:
            self.said = order["tokens"]
        if order["do"] == "attack" and "strike" in order:
            self.want("who would have to seal", set(), self.seals())

    # --- pools

    def hear_pools_splitting(self, told: Mapping[str, Any]) -> None:
        """[7.2, R94, R136] The British split what both begin with."""
        self.sure("by option", self.o["logistics"] == "hidden")
        total = self.stock["au"] + self.stock["br"]
        self.want("what is split", total, told["total"])
        self.splitting = total

    def hear_pools_hidden(self, told: Mapping[str, Any]) -> None:
        self.want("what was split", self.splitting, told["total"])
        self.sure("nobody begins with less than nothing", 0 <= self.said <= self.splitting)
        self.behind = {"br": self.said, "au": self.splitting - self.said}
        self.stock["au"] = self.stock["br"] = self.splitting = 0

    def hear_split_proposed(self, told: Mapping[str, Any]) -> None:
        total = self.stock["au"] + self.stock["br"]
        self.sure("a share of both", 0 <= told["tokens"] <= total)
        self.offered = ("br", told["tokens"])

    def hear_pools_split(self, told: Mapping[str, Any]) -> None:
        """[7.2, R94] As the British propose if the Australians agree, else as printed."""
        total = self.stock["au"] + self.stock["br"]
        self.want("what both begin with", total, told["au"] + told["br"])
        proposed = self.offered[1] if self.offered[0] else -1
        self.sure("as proposed, or as printed", told["br"] in {proposed, self.stock["br"]})
        self.stock |= {"au": told["au"], "br": told["br"]}
        self.offered = ("", 0)

    # --- before and behind a screen

    def hear_supply_readied(self, told: Mapping[str, Any]) -> None:
        """[R136] Nobody lays out what is not behind his screen."""
        army, tokens = told["army"], told["tokens"]
        self.sure(f"{army} has a screen", army in self.behind)
        held = self.behind.get(army, 0)
        self.sure(f"{army} lays out {tokens} of {held}", 0 < tokens <= held)
        self.behind[army] = held - tokens
        self.stock[army] += tokens

    def hear_supply_put_back(self, told: Mapping[str, Any]) -> None:
        army = told["army"]
        self.want("all that lies there goes back", self.stock[army], told["tokens"])
        self.behind[army] = self.behind.get(army, 0) + self.stock[army]
        self.stock[army] = 0

    def earn(self, army: str, tokens: int) -> None:
        """Give an army tokens that everybody sees it get: behind its screen, if it has one."""
        if army in self.behind:
            self.behind[army] += tokens
        else:
            self.stock[army] += tokens

    def lose(self, army: str, tokens: int) -> None:
        """Take tokens from an army: from behind its screen, if it has one."""
        self.sure(f"what lies before the screen of {army} is put back", (
            army not in self.behind or not self.stock[army]))  # fmt: skip
        self.earn(army, -tokens)
        self.sure(f"{army} hands over what it has", self.held(army) >= 0)

    def held(self, army: str) -> int:
        """Return all tokens of an army."""
        return self.stock[army] + self.behind.get(army, 0)

    # --- what dice take

    def hear_supply_due(self, told: Mapping[str, Any]) -> None:
        """[5.7, 6.S2, 6.E8] Dice first; then it is said what is handed over of a hidden stock."""
        card, army, due = told["card"], told["army"], told["due"]
        self.sure(f"{army} has a screen", army in self.behind)
        if card == "":
            self.sure(f"{army} has lost a supply point", army in {one[1] for one in self.debts})
            self._faces(told["dice"], (6, 6, 6))
            self.want("what the dice take", sum(told["dice"]), due)
        elif card == "S2":
            self.want("whose tokens change", self.due_stock, (army, card))
            self._faces(told["dice"], (6,))
            self.want("what the die takes", sum(told["dice"]), due)
        else:
            self.want("what E8 takes one by one", ("br", "E8", True), (army, card, self.delays))
            self.sure("where nobody is still to come", not self.entries())
            if self.by_e8 is None:
                self.by_e8 = min(2, self.held(army))
        self.bill = (card, army, due)

    def hear_supply_spared(self, told: Mapping[str, Any]) -> None:
        _, army, _ = self.bill
        self.want("who owes nothing more", army, told["army"])
        self.bill = ("", "", 0)

    def at_most_half(self, army: str, most: int) -> int:
        """Return what is handed over of an army's tokens: at most half."""
        return min(most, self.held(army) // 2)

    def hear_stock_changed(self, told: Mapping[str, Any]) -> None:
        """[6.S1 to 6.S3, 6.E8] From a hidden stock E8 takes one token after the other (R138)."""
        card, army, due = self.bill
        if (card, army) == ("E8", told["army"]) and told["card"] == "E8":
            assert self.by_e8 is not None
            self.want("a token by E8", -min(1, due, self.by_e8), told["tokens"])
            self.lose(army, -told["tokens"])
            self.by_e8 += told["tokens"]
            if not self.by_e8:
                self.by_e8, self.delays = None, False
            return
        super().hear_stock_changed(told)

    # --- transfers

    def hear_transfer_asked(self, told: Mapping[str, Any]) -> None:
        """[7.2, R137] The army whose turn it is, then its ally, at the end of the turn."""
        self.sure("a turn of the Commonwealth", self.army in ALLY)
        order = [self.army, ALLY[self.army]]
        self.want("who is asked for the die", order[len(self.asked_for_die)], told["army"])
        self.asked_for_die[told["army"]] = told["wanted"]

    def hear_transfer_die(self, told: Mapping[str, Any]) -> None:
        self.sure("somebody asked for the die", any(self.asked_for_die.values()))
        self._faces((told["die"],), (6,))
        self.die = told["die"]

    def hear_transfer_sending(self, told: Mapping[str, Any]) -> None:
        self.sending = told["army"]

    def hear_transfer_sent(self, told: Mapping[str, Any]) -> None:
        """[R95, R137] None to the die, to the ally, if there is so much."""
        army = told["army"]
        if not told["done"]:
            return
        self.want("who sends", self.sending, army)
        held = self.behind[army]
        self.sure(f"{army} sends {self.said} of {held}", 0 <= self.said <= min(self.die, held))
        self.behind[army] -= self.said
        self.behind[ALLY[army]] += self.said
        self.sending = ""

    def hear_transfer_offered(self, told: Mapping[str, Any]) -> None:
        """[7.2, R131] In the open: first what somebody would hand over, then the die."""
        army, tokens = told["army"], told["tokens"]
        self.sure("the Commonwealth's turn", self.army in ALLY and army in ALLY)
        self.sure(f"{army} has {tokens}", 0 <= tokens <= min(6, self.stock[army]))
        self.offered = (army, tokens)

    def hear_tokens_given(self, told: Mapping[str, Any]) -> None:
        army, die = told["army"], told["die"]
        self._faces((die,), (6,))
        self.want("who gives", self.offered[0], army)
        self.want("to whom", ALLY[army], told["to"])
        self.want("tokens by the die", min(self.offered[1], die), told["tokens"])
        self.stock[army] -= told["tokens"]
        self.stock[told["to"]] += told["tokens"]
        self.offered = ("", 0)
