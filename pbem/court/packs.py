"""Data packs that were handed in: which game they are of, and what they change."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from pbem import confined
from pbem.client.storage import packs
from pbem.client.storage.packs import Pack
from pbem.court.exhibits import Evidence, read
from pbem.court.facts import Digest
from pbem.court.shares import Shares
from pbem.errors import LogFileError, PackError, PbemError, UnforeseenError
from pbem.files import MIB
from pbem.games import registry
from pbem.items import item
from pbem.kit.typed import strict_yaml

LIMITS = confined.Limits(seconds=40, memory=256 * MIB)
"""The limits for trying data as those of each game: most of it is reading them, once for each."""


class Handed(NamedTuple):
    """A pack: its ``exhibit`` (digest of the file) and the ``digest`` that an opening names.

    ``rules``: the game that it is of; ``differs``: where it is not this program's own data.
    """

    exhibit: Digest
    digest: Digest
    rules: str
    differs: tuple[str, ...]
    data: bytes

    @property
    def file(self) -> str:
        """Its place in a case, for the commands that need it.

        Nobody finds two packs whose digests begin with the same 32 digits, but with 16 they could.
        """
        return f"copies/{self.rules}-{self.digest[:32]}.yaml"


class Shown(msgspec.Struct):
    """The kind of data: a pack of a game, or none, and why games whose rules failed are silent."""

    pack: Pack | None
    wrong: list[str]


def packs_of(evidence: Evidence, shares: Shares) -> list[Handed]:
    """Return every exhibit that is a pack of a game of this program; what is none is reported."""
    found = []
    for exhibit in filter(shares.takes, evidence.of("pack")):
        try:
            with item(exhibit.label):
                data = read(evidence, exhibit, strict_yaml.LIMIT)
                shown = confined.read(shown_as, (exhibit.label, data), Shown, LIMITS)
        except (LogFileError, UnforeseenError) as error:
            evidence.unread.append(str(error))
            continue
        except confined.UnreadableError as error:
            shares.cost_too_much(exhibit)
            evidence.unread.append(f"{exhibit.label} cannot be read as a pack: {error}")
            continue
        if (pack := shown.pack) is None:
            what = f"{exhibit.label} is a YAML file, but not a pack of a game"
            evidence.unread += shown.wrong or [what]
            continue
        found.append(Handed(exhibit.digest, pack.digest, pack.rules, pack.differs, data))
    return found


def shown_as(label: str, data: bytes) -> Shown:
    """Return which pack the bytes of an exhibit are, in a child process.

    ``label``: what messages call the exhibit.
    """
    wrong = []
    for rules in registry.names():
        try:
            with item(f"{label} as a pack of {rules}"):
                return Shown(packs.show_pack(rules, data), [])
        except PackError:
            continue
        except PbemError as error:
            wrong.append(str(error))  # another game may have such packs all the same
    return Shown(None, wrong)
