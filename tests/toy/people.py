"""People at clients of their own, who play the toy game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbem.client.client import Client
from pbem.client.exchange import taking
from pbem.client.messages import sending
from pbem.client.people import import_card
from pbem.client.play import acting
from pbem.client.play.opening import Wanted, new
from pbem.client.session import drafts
from pbem.client.session.session import Done, Session, sit
from pbem.client.storage.find import find_log
from pbem.identity.card import make_card
from pbem.identity.identity import Identity
from toy.group import identity


class Person:
    """A person with keys that are the same in every run, and a client, which may exist already."""

    def __init__(self, handle: str, folder: Path, email: str | None = None) -> None:
        self.handle = handle
        self.folder = folder / handle
        self.client = Client(self.folder, f"sqlite:///{self.folder / 'pbem.sqlite'}")
        self.card = self.client.identities / f"{handle}.card"
        if self.card.exists():
            return
        self.client.identities.mkdir(mode=0o700, parents=True)
        # Encrypting the keys takes a tenth of a second, and nothing here opens the file.
        (self.client.identities / f"{handle}.key").touch(mode=0o600)
        self.card.write_bytes(make_card(self.identity, email or f"{handle}@example.org"))

    @property
    def identity(self) -> Identity:
        return identity(self.handle)

    def meets(self, *others: Person) -> None:
        for other in others:
            import_card(self.client, other.card)

    def opens(self, rules: str = "toy", **wanted: Any) -> Done:
        return new(self.client, self.identity, Wanted(rules=rules, name="game", **wanted))

    def sits(self, **options: Any) -> Session:
        return sit(self.client, None, self.handle, **options)

    def does(self, action: Callable[..., Done], *args: Any, **options: Any) -> Done:
        return action(self.sits(), self.identity, *args, **options)

    def orders(self, *lines: str, **options: Any) -> Done:
        session = self.sits()
        draft = drafts.draft(session, "\n".join(lines).encode())
        return acting.order(session, self.identity, draft, **options)

    def sends(self, since: int | None = None) -> Path:
        folder = self.folder / "out"
        folder.mkdir(exist_ok=True)
        return Path(sending.send(self.sits(), since, folder).file)

    def takes(self, *files: Path, **wish: Any) -> taking.TakeResult:
        return taking.take(self.client, files, taking.TakeOptions(self.handle, **wish))[-1]

    @property
    def log(self) -> Path:
        return find_log(self.client, None)

    @property
    def count(self) -> int:
        return len(self.log.read_bytes().splitlines())


def let_two_join(folder: Path) -> None:
    """Let ann and bob join a game with clients in a folder; the toy game must be registered."""
    ann, bob = Person("ann", folder), Person("bob", folder)
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    for one in (ann, bob):
        one.client.close()
