"""People at desks of their own, who play the toy game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.exchange import sending, taking
from pbem.desk.people import import_card
from pbem.desk.play import acting
from pbem.desk.play.opening import Wanted, new
from pbem.desk.seat import drafts
from pbem.desk.seat.sitting import Done, Sitting, sit
from pbem.desk.shelf.find import find_log
from pbem.identity.card import make_card
from pbem.identity.identity import Identity
from toy.group import identity


class Person:
    """Somebody with keys that are the same in every run, and a desk, which may be there already."""

    def __init__(self, handle: str, folder: Path, email: str | None = None) -> None:
        self.handle = handle
        self.folder = folder / handle
        self.desk = Desk(self.folder, f"sqlite:///{self.folder / 'pbem.sqlite'}")
        self.card = self.desk.identities / f"{handle}.card"
        if self.card.exists():
            return
        self.desk.identities.mkdir(mode=0o700, parents=True)
        # Encrypting the keys takes a tenth of a second, and nothing here opens the file.
        (self.desk.identities / f"{handle}.key").touch(mode=0o600)
        self.card.write_bytes(make_card(self.identity, email or f"{handle}@example.org"))

    @property
    def identity(self) -> Identity:
        return identity(self.handle)

    def meets(self, *others: Person) -> None:
        for other in others:
            import_card(self.desk, other.card)

    def opens(self, rules: str = "toy", **wanted: Any) -> Done:
        return new(self.desk, self.identity, Wanted(rules=rules, name="game", **wanted))

    def sits(self, **options: Any) -> Sitting:
        return sit(self.desk, None, self.handle, **options)

    def does(self, action: Callable[..., Done], *args: Any, **options: Any) -> Done:
        return action(self.sits(), self.identity, *args, **options)

    def orders(self, *lines: str, **options: Any) -> Done:
        sitting = self.sits()
        draft = drafts.draft(sitting, "\n".join(lines).encode())
        return acting.order(sitting, self.identity, draft, **options)

    def sends(self, since: int | None = None) -> Path:
        folder = self.folder / "out"
        folder.mkdir(exist_ok=True)
        return Path(sending.send(self.sits(), since, folder).file)

    def takes(self, *files: Path, **wish: Any) -> taking.TakeResult:
        return taking.take(self.desk, files, taking.TakeOptions(self.handle, **wish))[-1]

    @property
    def log(self) -> Path:
        return find_log(self.desk, None)

    @property
    def count(self) -> int:
        return len(self.log.read_bytes().splitlines())


def let_two_join(folder: Path) -> None:
    """Let ann and bob join a game with desks in a folder; the toy game must be registered."""
    ann, bob = Person("ann", folder), Person("bob", folder)
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    for one in (ann, bob):
        one.desk.close()
