"""A position of The Ford."""

from __future__ import annotations

from typing import Annotated, get_args

from msgspec import Meta, Struct

from example_game.data.tables import Counter
from pbem.kit.contract import Result

_GARRISON = Meta(
    title="the garrison, or nothing while it lies face down", extra={"words": get_args(Counter)}
)


class Position(Struct):
    """The whole table. Fields with a title are facts, as is ``turn``, the day, from 1.

    - ``garrison``: a counter of the data; a member of a cup (``?1``) while it lies face down.
    - ``waits``: what for. ``barrage`` (Blue seals), ``day`` (Red orders), ``probe`` (dice),
      ``opening`` (Blue opens), ``assault`` (dice), ``pursuit`` (Blue is asked), ``chase`` (dice),
      ``reckoning`` (Blue opens after the last day), ``over``.
    - ``dug``: what the garrison has dug in, in points of strength.
    - ``barrage``: its day, 0 while it is sealed.
    """

    garrison: Annotated[str, _GARRISON]
    steps: Annotated[int, Meta(title="steps that Red has left")]
    turn: Annotated[int, Meta(title="the day")] = 1
    waits: str = "barrage"
    dug: Annotated[int, Meta(title="points by which the garrison has dug in")] = 0
    barrage: Annotated[int, Meta(title="the day of the barrage, 0 while nobody has shown it")] = 0
    ended: Result | None = None

    @property
    def face_down(self) -> bool:
        """Whether nobody knows which counter the garrison is."""
        return self.garrison.startswith("?")
