"""A position of The Ford."""

from __future__ import annotations

from msgspec import Struct

from pbem.kit.contract import Result


class Position(Struct):
    """The whole table. ``day`` counts from 1.

    - ``garrison``: a counter of the data; a member of an cup (``?1``) while it lies face down.
    - ``waits``: what for. ``barrage`` (Blue seals), ``day`` (Red orders), ``probe`` (dice),
      ``opening`` (Blue opens), ``assault`` (dice), ``pursuit`` (Blue is asked), ``chase`` (dice),
      ``reckoning`` (Blue opens behind the last day), ``over``.
    - ``dug``: what the garrison has dug in, in points of strength.
    - ``barrage``: its day, 0 while it is sealed.
    """

    garrison: str
    steps: int
    day: int = 1
    waits: str = "barrage"
    dug: int = 0
    barrage: int = 0
    ended: Result | None = None

    @property
    def face_down(self) -> bool:
        """Whether nobody knows which counter the garrison is."""
        return self.garrison.startswith("?")
