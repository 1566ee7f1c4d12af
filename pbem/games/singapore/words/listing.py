"""What a list of legal orders has beyond those that the rules yield as examples of their kind."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.singapore.rules.ch7_hidden import READY
from pbem.games.singapore.rules.position import Position
from pbem.games.singapore.rules.questions import need
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Order, Question

UNLISTED = {
    "setup": [
        "`choose`: kinds may stand in another order where that changes nothing.",
        "`line`: of units of one kind and army any may stand for any.",
    ],
    "plane": ["`plane` and `leave`: of planes of one kind any may be named."],
    "tactics": [
        "`attack`: the strikes of this pair may be declared with it, before the defender's."
    ],
    "land": ["`land`: of planes alike any may be named."],
    "air": ["`fly`: of planes alike any may be named."],
    "movement": ["`move`: of units alike any may go, unlike ones together, and by a longer way."],
    "barrage": ["`fire`: of guns alike any may be named, and unlike ones together."],
    "defence": ["`support`: guns may fire at sectors in any other way."],
    "line": ["`line`: of units of one kind and army any may stand for any."],
    "pursue": ["`pursue`: any may strike, planes at any of those that retreat."],
    "deploy": ["`deploy`: units alike, several at once, and such as are deployed, deploy anew."],
    "drive": ["`move`: the vehicles may go by another way."],
    "strikes": ["`strike`: of units of one kind and army any may be named."],
}


MORE = f"`ready`: more than {READY} tokens may be laid out at once, as many as you have."


def unlisted(setting: Setting, position: Position) -> list[str]:
    """Say which legal answers are in no list, a sentence each."""
    asked = need(setting, position)
    if not isinstance(asked, Question):
        return []
    return [*UNLISTED.get(asked.name, []), *([MORE] if "ready" in asked.forms else [])]


def candidates(_setting: Setting, _position: Position, _about: str) -> Iterator[Order]:
    """Yield nothing: the rules yield all that can be listed."""
    return iter(())
