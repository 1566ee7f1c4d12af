"""A table between two homes by mail: the opponent needs nothing but the message."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from pbem import confined
from pbem.client.exchange.taking import TakeOptions
from pbem.client.messages import reading
from pbem.client.play import acting
from pbem.client.storage import packs
from pbem.client.views.hand import InHand, hand
from pbem.client.views.overview import overview
from pbem.court import packs as handed
from pbem.court.exhibits import gather
from pbem.court.shares import Shares
from pbem.errors import PbemError
from pbem.kit.contract import Rules
from pbem.kit.plain import lower
from pbem.play import fence
from toy.homes import Home, passes
from toy.tables import FIVE, WAR


def two_homes(folder: Path, pack: bytes = WAR) -> tuple[Home, Home]:
    """Ann opens a table with bob, who reads ann's mail."""
    ann, bob = Home("ann", folder), Home("bob", folder)
    ann.meets(bob)
    bob.meets(ann)
    file = folder / "war.yaml"
    file.write_bytes(pack)
    ann.opens("table", seats={"cp": "ann", "ap": "bob"}, pack=file)
    return ann, bob


@pytest.fixture
def begun(tmp_path: Path) -> tuple[Home, Home]:
    """Two homes that have shuffled both decks."""
    ann, bob = two_homes(tmp_path)
    assert bob.reads(ann.mails()).good
    bob.does(acting.join)
    for _ in range(3):
        passes(bob, ann)
        passes(ann, bob)
    return ann, bob


def test_the_table_file_comes_with_the_opening(tmp_path: Path) -> None:
    ann, bob = two_homes(tmp_path)
    mail = ann.mails()
    assert not list(bob.client.packs.glob("*.yaml"))
    posted = bob.reads(mail)
    assert posted.good
    assert posted.others == []
    [kept] = bob.client.packs.glob("*.yaml")
    assert kept.read_bytes() == WAR
    assert bob.sits().table.game.sides == ("cp", "ap")
    bob.does(acting.join)
    assert b".pack" not in bob.mails().read_bytes()


def test_a_table_file_that_no_opening_names_is_not_kept(tmp_path: Path) -> None:
    ann, bob = two_homes(tmp_path)
    (ann.client.packs / f"{ann.sits().table.rules_now().data}.yaml").write_bytes(FIVE)
    other = ann.mails(whole=True)
    posted = bob.reads(other)
    assert not list(bob.client.packs.glob("*.yaml"))
    assert any("pbem pack check" in said for said in posted.others)
    assert posted.taken[0].status == "refused" or not posted.good


def with_packs(mail: Path, *packs: bytes, first: bool = False) -> Path:
    """Attach files of data to a mail; ``first``: before its own."""
    message = message_from_bytes(mail.read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    parts = list(message.iter_parts())
    for number, data in enumerate(packs):
        message.add_attachment(data, "application", "octet-stream", filename=f"{number}.pack")
    if first:
        text, *files = message.get_payload()
        new = files[len(parts) - 1 :]
        message.set_payload([text, *new, *files[: len(parts) - 1]])
    other = mail.with_name(f"with-{mail.name}")
    other.write_bytes(message.as_bytes())
    return other


@pytest.mark.parametrize(
    "pack", [b"#" * (1 << 20) + b"\n", b"table: [", b"\xff\xfe", b"a: " + b"[" * 5_000]
)
def test_no_file_of_data_ends_the_reading_of_mail(tmp_path: Path, pack: bytes) -> None:
    """One that is too long, or no data at all, costs that file alone."""
    ann, bob = two_homes(tmp_path)
    posted = bob.reads(with_packs(ann.mails(), pack, first=True))
    assert [one.status for one in posted.taken] == ["new"]
    [kept] = bob.client.packs.glob("*.yaml")
    assert kept.read_bytes() == WAR


def test_a_stranger_cannot_have_many_files_of_data_read(tmp_path: Path) -> None:
    """They count by message, so that those of another message are still read."""
    ann, bob = two_homes(tmp_path)
    mail = ann.mails()
    many = [b"title: %d\n" % number for number in range(30)]
    hostile = with_packs(mail, *many, first=True)
    posted = reading.take_mail(bob.client, [hostile, mail], TakeOptions("bob"))
    assert [one.status for one in posted.taken] == ["new"]
    assert any("has more than 8 files of data. The rest was not read" in w for w in posted.wrong)


def without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let data with this title cost all that reading them may."""
    real = fence.asked

    def asked(rules: Rules, name: str, *args: Any) -> Any:
        while name == "data" and args and args[0].startswith(b"title: without end"):
            pass
        return real(rules, name, *args)

    monkeypatch.setattr(fence, "asked", asked)
    short = confined.Limits(seconds=1, memory=packs.LIMITS.memory)
    monkeypatch.setattr(packs, "LIMITS", short)
    monkeypatch.setattr(handed, "LIMITS", short)


def test_data_that_cost_too_much_stop_neither_mail_nor_court(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_end(monkeypatch)
    ann, bob = two_homes(tmp_path)
    slow = b"title: without end\n"
    posted = bob.reads(with_packs(ann.mails(), slow, first=True))
    assert [one.status for one in posted.taken] == ["new"]
    files = [tmp_path / f"{name}.yaml" for name in ("slow", "war")]
    files[0].write_bytes(slow)
    (tmp_path / "within").mkdir()
    evidence = gather(files, tmp_path / "within")
    assert [one.rules for one in handed.packs_of(evidence, Shares(evidence))] == ["table"]
    assert ["cannot be read as a pack: " in one for one in evidence.unread] == [True]


def test_data_are_digested_once_for_each_kind_of_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = Home("ann", tmp_path), Home("bob", tmp_path)
    ann.meets(bob)
    bob.meets(ann)
    asked: list[Any] = []
    real = packs.data_digest
    monkeypatch.setattr(packs, "data_digest", lambda data: (asked.append(data), real(data))[1])
    ann.opens("saipan", seats={"us": "ann", "jp": "bob"})
    bob.reads(with_packs(ann.mails(), WAR, FIVE))
    assert asked == [], "no opening asks for data, so nobody reads any"


def test_the_data_of_a_game_that_is_not_taken_are_not_kept(tmp_path: Path) -> None:
    ann, bob = two_homes(tmp_path)
    mail = ann.mails()
    wish = TakeOptions("bob", unasked="nobody")
    assert reading.take_mail(bob.client, [mail], wish).taken[0].status == "unasked"
    assert not list(bob.client.packs.glob("*.yaml"))
    assert bob.client.lent == {}


def test_data_that_are_here_are_never_written_again(tmp_path: Path) -> None:
    ann, bob = two_homes(tmp_path)
    mail = ann.mails()
    assert bob.reads(mail).good
    [kept] = bob.client.packs.glob("*.yaml")
    edited = WAR + b"# a note of bob's own\n"
    kept.write_bytes(edited)
    assert bob.reads(ann.mails(whole=True)).good
    assert kept.read_bytes() == edited


def test_two_homes_play_by_few_words(begun: tuple[Home, Home]) -> None:
    ann, bob = begun
    ann.orders("roll fire for AP fire; roll fire for CP fire", "if die 2 >= 1: draw 2")
    passes(ann, bob)
    assert bob.sits().table.chain.count == ann.sits().table.chain.count + 2
    passes(bob, ann)
    titles = [one.card for one in hand(ann.sits()) if isinstance(one, InHand)]
    assert len(titles) == 2
    ann.orders(f"play {lower(titles[0])}; pull; over to ap")
    passes(ann, bob)
    passes(bob, ann)
    assert hand(bob.sits()) == []
    bob.orders("result ap wins 12 to 8")
    passes(bob, ann)
    ann.orders("agree")
    ann.works()
    for writer, other in ((ann, bob), (bob, ann), (ann, bob)):
        passes(writer, other)
    for home in (ann, bob):
        result: Any = home.sits().table.result
        assert (result.winner, result.why) == ("ap", "victory")
        assert home.sits().table.active().handle is None
        [found] = overview(home.client, home.handle)
        assert not found.failed


def test_a_file_that_cannot_be_read_opens_nothing(tmp_path: Path) -> None:
    with pytest.raises(PbemError, match=r"there is no side us; sides: cp, ap"):
        two_homes(tmp_path, WAR.replace(b"for: ap", b"for: us"))
    assert not list(tmp_path.rglob("*.pbem"))
