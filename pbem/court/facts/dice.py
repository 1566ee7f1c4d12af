"""Facts about dice and what was chosen before them."""

from __future__ import annotations

from pbem.court.facts.fact import Fact, Labels, ended
from pbem.kit.wording import listed
from pbem.table.events.kinds import Policy

OF_OPPONENTS = (
    "Each roll is made of one player's signed event and of a key of somebody else, fixed before: "
    "whoever gives dice cannot choose them alone, only keep them back."
)
"""What dice that opponents keep are (protocol, section 6), for who never met them."""


class Dice(Fact, frozen=True, kw_only=True, tag="dice"):
    """How far the dice can be trusted; ``together``: the sentence on who could choose a roll."""

    game: str
    level: int
    policy: Policy
    rolls: int
    together: str

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        if self.level < 2:
            return ended(self.together)
        if not self.rolls:
            return ended(self.together)
        together = self.together.removeprefix("Dice: ")
        made = f" {OF_OPPONENTS}" if self.policy == "opponents" else ""
        return (
            f"All dice that were rolled ({self.rolls}) follow from proofs that were checked. "
            f"{ended(together[0].upper() + together[1:])}{made}"
        )


class OrderOf(Fact, frozen=True, kw_only=True, tag="order-of"):
    """Dice depend on the id of a trigger that stands at or behind a choice.

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
            f"{self.by} signed event {self.choice} ({self.chose}) before the next roll: the dice "
            "in event "
            f"{self.dice} follow from {own} and a key of {listed(self.keepers)}, fixed before it. "
            f"Only together with {listed(self.keepers)} could {self.by} have known them."
        )
