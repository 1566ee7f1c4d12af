"""Two homes that play by mail: each writes messages, and reads those of the other."""

from __future__ import annotations

from pathlib import Path

from pbem.client.exchange.taking import TakeOptions
from pbem.client.messages import composing, reading
from pbem.client.play import acting
from toy.people import Person


class Home(Person):
    """A person who sends and reads mail."""

    def mails(self, *, whole: bool = False) -> Path:
        session = self.sits()
        folder = self.folder / "post"
        folder.mkdir(exist_ok=True)
        letter = composing.compose(session, whole=whole)
        return Path(composing.write(session, letter, folder).files[0])

    def reads(self, mail: Path) -> reading.Posted:
        return reading.take_mail(self.client, [mail], TakeOptions(self.handle))

    def works(self) -> None:
        """Do what needs no choice."""
        while (kinds := self.sits().table.active()).handle == self.handle:
            if kinds.kinds[0] not in ("shuffle", "unmask", "dice", "lay-open"):
                return
            self.does(acting.dice if kinds.kinds[0] == "dice" else acting.deal)


def passes(writer: Home, reader: Home) -> None:
    """Send a mail, and do what it asks for without a choice."""
    posted = reader.reads(writer.mails())
    assert posted.good, posted
    reader.works()
