"""A club: an umpire at a client, and competitors who play against the rules and mail their logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pbem.client.client import Client
from pbem.client.many.dice_for_all import Keep, Kept, keep_files
from pbem.identity.card import make_card
from pbem.log.event import Event, read_event
from pbem.log.file import read_stretch, to_bytes
from pbem.table.own.record import Entry, Record
from toy.group import END, Group, identity, opening

UMPIRE = "uma"


class Umpire:
    """Keeps the dice of everybody: ``mailed`` has every dice event that ever left the client."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = self._client()
        self.client.identities.mkdir(mode=0o700, parents=True)
        (self.client.identities / f"{UMPIRE}.key").touch()
        card = make_card(identity(UMPIRE), "uma@example.org")
        (self.client.identities / f"{UMPIRE}.card").write_bytes(card)
        self.mailed: dict[str, Event] = {}

    def _client(self) -> Client:
        return Client(self.folder, f"sqlite:///{self.folder / 'pbem.sqlite'}")

    def restarts(self) -> None:
        self.client.close()
        self.client = self._client()

    def loses_logs(self) -> None:
        """Logs and database are gone, the records are not."""
        self.client.close()
        for path in [*self.client.games.glob("*.pbem"), *self.folder.glob("pbem.sqlite*")]:
            path.unlink()
        self.client = self._client()

    def keeps(self, *paths: Path) -> list[Kept]:
        to = self.folder / "answers"
        wish = Keep(handle=UMPIRE, join=True, to=to)
        kept = list(keep_files(self.client, lambda _: identity(UMPIRE), wish, paths))
        for one in kept:
            for event in () if one.mail is None else read_stretch(Path(one.mail.file)):
                if event.by == UMPIRE and event.kind == "dice":
                    self.mailed[event.id] = event
        return kept

    def records(self) -> Iterator[list[Entry]]:
        for path in sorted((self.folder / "record" / UMPIRE).glob("*.jsonl")):
            yield Record(path).entries

    def proofs(self) -> list[Path]:
        return sorted(self.client.games.glob("*.fork"))


class Competitor(Group):
    """Plays red against the rules; what the umpire mails is imported here."""

    def __init__(self, folder: Path, handle: str) -> None:
        data = opening((handle,), {"red": handle}, scenario="alone", umpire=UMPIRE, dice="umpire")
        super().__init__(folder / handle, data)
        self.handle = handle
        self.folder.mkdir(parents=True)

    def mails(self, to: Path, name: str = "", last: Sequence[Event] = ()) -> Path:
        """Write the whole log, or a variant of it that ends otherwise."""
        to.mkdir(parents=True, exist_ok=True)
        path = to / f"{self.handle}{name}.pbem"
        path.write_bytes(to_bytes([*self.events, *last]))
        return path

    def takes(self, kept: Kept) -> None:
        assert kept.mail is not None
        for event in read_stretch(Path(kept.mail.file)):
            if event.seq >= len(self.events):
                self._take(read_event(event.line))

    def variants(self, count: int) -> list[Event]:
        """The same turn, signed again and again: each would be another roll."""
        data = self.orders_data("red", END)
        salts = (number.to_bytes(16, "big") for number in range(1, count + 1))
        return [self.forge(self.handle, "orders", data, salt=salt) for salt in salts]
