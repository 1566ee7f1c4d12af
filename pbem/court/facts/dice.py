"""Facts about dice and what was chosen before them."""

from __future__ import annotations

from pbem.court.facts.fact import Fact, Labels, ended
from pbem.kit.wording import listed
from pbem.table.events.kinds import Dice as Keeping

MEANING = {
    "opponents": "Each roll follows from one player's signed event and another person's key, which "
    "was fixed before. So a dice keeper alone cannot choose the dice, only refuse to roll.",
    "witnesses": "With a witness in the game, each roll follows from one player's signed event, "
    "the keys of all witnesses, and that player's own key, which closes the roll. All these keys "
    "were fixed before. So a witness alone cannot choose or know the dice, only refuse to roll.",
}
"""The meaning of who keeps the dice (protocol, section 6), for readers who never met it."""


class Dice(Fact, frozen=True, kw_only=True, tag="dice"):
    """How far the dice can be trusted; ``together``: the sentence on who could choose a roll."""

    game: str
    level: int
    policy: Keeping
    rolls: int
    together: str

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        if self.level < 2:
            return ended(self.together)
        if not self.rolls:
            return ended(self.together)
        together = self.together.removeprefix("Dice: ")
        if together.startswith("kept by "):
            together = f"The dice were {together}"
        made = f" {MEANING[self.policy]}" if self.policy in MEANING else ""
        return (
            f"The proof of every roll ({self.rolls}) was checked. "
            f"{ended(together[0].upper() + together[1:])}{made}"
        )


class OrderOf(Fact, frozen=True, kw_only=True, tag="order-of"):
    """Dice depend on the id of a trigger, which is the choice or comes after it.

    ``chose``: what was chosen, in the order in which it was ordered, or the kind of the event.
    """

    game: str
    choice: int
    by: str
    chose: str
    trigger: int
    dice: int
    keepers: tuple[str, ...]

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        own = "that event itself" if self.trigger == self.choice else f"event {self.trigger}"
        return (
            f"{self.by} signed event {self.choice} ({self.chose}) before the next roll. The dice "
            f"in event {self.dice} follow from {own} and a key of {listed(self.keepers)}, fixed "
            f"before it. {self.by} could have known them only with the help of "
            f"{listed(self.keepers)}."
        )
