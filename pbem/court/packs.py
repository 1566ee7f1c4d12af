"""Data packs that were handed in: which game they are of, and what they change."""

from __future__ import annotations

from typing import NamedTuple

from pbem.court.exhibits import Evidence, read
from pbem.court.facts import Digest
from pbem.errors import LogFileError, PackError, PbemError, UnforeseenError
from pbem.items import item
from pbem.kit.typed import strict_yaml


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
        """Where it lies in a case, for the commands that need it: `pbem.court.copies.FOLDER`."""
        return f"copies/{self.rules}-{self.digest[:16]}.yaml"


def packs_of(evidence: Evidence) -> list[Handed]:
    """Return every exhibit that is a pack of a game of this program; what is none is reported."""
    from pbem.client.storage.packs import show_pack  # noqa: PLC0415 - it loads every game
    from pbem.games import registry  # noqa: PLC0415

    found = []
    for exhibit in evidence.of("pack"):
        try:
            with item(exhibit.label):
                data = read(evidence, exhibit, strict_yaml.LIMIT)
        except (LogFileError, UnforeseenError) as error:
            evidence.unread.append(str(error))
            continue
        wrong = []
        for rules in registry.names():
            try:
                with item(f"{exhibit.label} as a pack of {rules}"):
                    pack = show_pack(rules, data)
            except PackError:
                continue
            except PbemError as error:
                wrong.append(str(error))  # another game may have such packs all the same
                continue
            found.append(Handed(exhibit.digest, pack.digest, rules, pack.differs, data))
            break
        else:
            what = f"{exhibit.label} is a YAML file, but not a pack of a game"
            evidence.unread += wrong or [what]
    return found
