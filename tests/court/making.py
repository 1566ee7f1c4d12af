"""Disputes as angry people hand them in: ``python -m court.making court/cases``, from tests/.

Every function that is entered here makes the files of one folder; the verdict that it has to get,
``expected.yaml``, is written by hand from the pages and stays as it is.
"""

from __future__ import annotations

import io
import json
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hostile.base import dice_due, go_on, saipan_group, to_bytes, workshop
from hostile.dice_and_play import and_dice_given, other_key, state_changed
from hostile.forks import fork_file
from hostile.rulings import other_orders
from pbem.crypto import canonical
from pbem.identity.card import make_card
from pbem.log.days import Row, days_to_bytes, make_days
from pbem.log.event import Event
from pbem.log.head import head_to_bytes, make_head
from pbem.table.events import kinds
from toy.group import Group, identity, signer
from toy.tables import TableGroup

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "logs"
WEEK = kinds.Clock(days=7, bank=0, grace=2, turn=None)
POLICY = b"""\
policy: Spring League 2026
fork: Who signs two histories loses the game.
late: Who has not answered when his grace is over loses the game.
"""

Files = dict[str, bytes]
DISPUTES: dict[str, Callable[[Path], Files]] = {}


def dispute(make: Callable[[Path], Files]) -> Callable[[Path], Files]:
    """Enter a dispute; the folder has the name of the function."""
    DISPUTES[make.__name__.replace("_", "-")] = make
    return make


def files(name: str) -> Files:
    """Return the files of a dispute by name, the same bytes each time."""
    with workshop(name) as folder:
        return DISPUTES[name](folder)


def write(cases: Path) -> None:
    for name in DISPUTES:
        for file, data in files(name).items():
            (cases / name).mkdir(parents=True, exist_ok=True)
            (cases / name / file).write_bytes(data)


# --- what people hand in ---------------------------------------------------------------------


def claim(word: str, by: str, against: str | None = None, event: int | None = None,
          says: str | None = None) -> bytes:  # fmt: skip
    fields = {"claim": word, "by": by, "against": against, "event": event, "says": says}
    lines = (
        f"{name}: {json.dumps(value)}\n" for name, value in fields.items() if value is not None
    )
    return "".join(lines).encode()


def log(group: Group, upto: int | None = None, since: int = 0) -> bytes:
    return to_bytes(group.events[since:upto])


def with_others(group: Group, at: int, *lines: bytes) -> bytes:
    """The log before event ``at``, and other lines in its place."""
    return log(group, at) + b"".join(line + b"\n" for line in lines)


def mail(sender: str, day: int, words: str, attached: bytes | None = None) -> EmailMessage:
    message = EmailMessage()
    message["Received"] = (
        f"from {sender}.example.org by club.example.org; {day} Nov 2026 18:30:00 +0000"
    )
    message["From"], message["To"] = f"{sender}@example.org", "judge@example.org"
    message["Subject"], message["Date"] = "Saipan", f"{day} Nov 2026 18:29:00 +0000"
    message["Message-ID"] = f"<{sender}.{day}@example.org>"
    message.set_content(words)
    if attached is not None:
        message.add_attachment(attached, "application", "octet-stream", filename="saipan.pbem")
        message.set_boundary(f"{sender}-{day}")
    return message


def zipped(**packed: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in packed.items():
            archive.writestr(
                zipfile.ZipInfo(name.replace("__", "."), (2026, 11, 20, 0, 0, 0)), data
            )
    return out.getvalue()


def renewed(handle: str, keys: str) -> Any:
    """The identity of a handle with the keys of another one."""
    of = identity(keys)
    return type(of)(handle, of.sign_seed, of.box_secret, of.master)


# --- games -----------------------------------------------------------------------------------


def begun(folder: Path, **changes: Any) -> Group:
    """Events 0 to 3: ann (us) is active against bob (jp); uma is the umpire."""
    return saipan_group(folder, "dispute", **changes)


def owing(folder: Path, **changes: Any) -> Group:
    """Events 0 to 5: ann's orders, and bob's answer, for which ann owes dice."""
    return go_on(begun(folder, **changes), dice_due)


def played(folder: Path, count: int = 8, **changes: Any) -> Group:
    """Events 0 to ``count`` - 1; event 6 is ann's dice for bob's event 5."""
    return go_on(begun(folder, **changes), lambda now: len(now.events) == count)


def rule(group: Group, **data: Any) -> Event:
    return group.play("uma", "ruling", kinds.read_data("ruling", data))


def ruling_on_fork(group: Group, other: bytes, then: str) -> None:
    rule(group, fork=[canonical.decode(other)], then=then)


@contextmanager
def today(day: str) -> Iterator[None]:
    """Let the authors of events write another date."""
    with patch("toy.group.TIME", f"{day}T15:04:05Z"):
        yield


def late_game(folder: Path) -> Group:
    """Bob's join of 3 March makes ann active; on 20 March ann is ruled out."""
    with today("2026-03-03"):
        group = begun(folder, clock=WEEK)
    with today("2026-03-20"):
        late = {
            "owed": "orders", "event": group.events[3].id, "day": "2026-03-03", "on": "2026-03-20",
            "used": 17, "absent": 0, "allowed": 7, "granted": 0, "bank": 0, "grace": 2,
            "turn": None,
        }  # fmt: skip
        rule(group, out="ann", **{"as": "forfeit"}, late=late)
    return group


def days(group: Group, *each: str) -> bytes:
    """Uma's signed days of the first events."""
    rows = [Row(0, day, event.id, 0) for event, day in zip(group.events, each, strict=False)]
    line = make_days(None, rows, game=group.table.game_id, by="uma", seed=identity("uma").sign_seed)
    return days_to_bytes(line) + b"\n"


# --- histories -------------------------------------------------------------------------------


@dispute
def edited_order(folder: Path) -> Files:
    group = played(folder)
    lines = log(group).splitlines(keepends=True)
    changed = lines[4].replace(b'"us"', b'"jp"', 1)
    assert changed != lines[4]
    return {
        "ann.pbem": log(group),
        "bob.pbem": b"".join([*lines[:4], changed, *lines[5:]]),
        "bob.claim": claim("edited", "bob", "ann", 4, "She changed her orders after I answered."),
    }


@dispute
def cut_short_without(folder: Path) -> Files:
    group = played(folder)
    return {
        "bob.pbem": log(group, 6),
        "ann.claim": claim("cut-short", "ann", "bob", says="There was more! My disk is broken."),
    }


@dispute
def cut_short_with_head(folder: Path) -> Files:
    group = played(folder)
    seed = identity("ann").sign_seed
    return {
        "bob.pbem": log(group, 6),
        "ann.head": head_to_bytes(make_head(group.events[6], by="ann", seed=seed)),
        "ann.claim": claim("cut-short", "ann", "bob", says="My head shows that there was more."),
    }


@dispute
def two_histories_ruled(folder: Path) -> Files:
    group = played(folder)
    other = other_orders(group, note="a second thought")
    ruling_on_fork(group, other, "branch")
    return {
        "uma.pbem": log(group),
        "from-ann.pbem": with_others(group, 4, other),
        "bob.claim": claim("two-histories", "bob", "ann"),
        "policy.yaml": POLICY,
    }


@dispute
def two_histories_behind_a_ruling(folder: Path) -> Files:
    group = begun(folder)
    first = group.forge("ann", "orders", _first(group, "one"))
    before = log(group)
    rule(group, back="ab" * 32)
    second = group.forge("ann", "orders", _first(group, "two"))
    return {
        "ann.pbem": before + first.line + b"\n",
        "uma.pbem": log(group) + second.line + b"\n",
        "bob.claim": claim("two-histories", "bob", "ann"),
        "ann.claim": claim("edited", "ann", event=4, says="Event 4 is not what I signed."),
        "policy.yaml": POLICY,
    }


@dispute
def two_histories_undecided(folder: Path) -> Files:
    group = begun(folder)
    two = [group.forge("ann", "orders", _first(group, note)) for note in ("one", "two")]
    low, high = sorted(two, key=lambda event: event.id)
    return {
        "first.pbem": with_others(group, 4, two[0].line),
        "second.pbem": with_others(group, 4, two[1].line),
        "proof.zip": zipped(saipan__fork=fork_file(group, low.line, high.line)),
        "bob.claim": claim("two-histories", "bob", "ann"),
        "ann.claim": claim("two-histories", "ann", "bob", says="He is the one who has two logs!"),
    }


def _first(group: Group, note: str) -> dict[str, Any]:
    play = group.table.play
    assert play is not None
    orders = [play.game.write_order(one) for one in play.game.sensible(play.position, 1)]
    return group.orders_data("us", *orders, note=note)


@dispute
def three_copies(folder: Path) -> Files:
    group = played(folder)
    return {
        "ann.pbem": log(group),
        "bob.pbem": log(group, 6),
        "uma.pbem": log(group, since=6),
        "ann.claim": claim("cut-short", "ann", "bob", says="He says that his is all there is."),
    }


# --- mail and signatures ---------------------------------------------------------------------


@dispute
def never_signed(folder: Path) -> Files:
    return {
        "bob.pbem": log(played(folder)),
        "ann.card": make_card(identity("ann")),
        "ann.claim": claim("never-signed", "ann", event=4, says="I never sent that."),
        "ann-again.claim": claim("edited", "ann", "bob", 4, "Or he changed it."),
    }


@dispute
def never_got(folder: Path) -> Files:
    group = owing(folder)
    return {
        "bob.eml": bytes(mail("bob", 20, "My answer, as I sent it.", log(group))),
        "bob.claim": claim("never-got", "bob", event=4, says="I never got her orders."),
        "ann.claim": claim("never-got", "ann", event=5, says="I never got his answer."),
    }


@dispute
def mailbox(folder: Path) -> Files:
    group = played(folder)
    messages = [
        mail("ann", 18, "Here is my move.", log(group, 5)),
        mail("bob", 19, "Stop shouting at me."),
        mail("bob", 20, "The rest.", log(group, since=5)),
    ]
    return {
        "club.mbox": b"".join(
            b"From x@example.org Fri Nov 20 18:30:00 2026\n" + bytes(one) + b"\n"
            for one in messages
        ),
        "ann.claim": claim("never-signed", "ann", event=4),
    }


@dispute
def renewed_key(folder: Path) -> Files:
    group = begun(folder)
    _renew(group)
    group.take(
        group.forge("ann", "orders", _first(group, "with my new key"),
                    seed=identity("ann2").sign_seed)
    )  # fmt: skip
    return {
        "bob.pbem": log(group),
        "ann.card": make_card(renewed("ann", "ann2")),
        "bob.claim": claim("other-key", "bob", "ann", says="That is not her key!"),
        "ann.claim": claim("never-signed", "ann", event=6),
    }


def _renew(group: Group) -> None:
    group.play("ann", "offer", group.new_keys("ann", "ann2"))
    group.play("bob", "answer", yes=True)


@dispute
def stolen_key(folder: Path) -> Files:
    group = begun(folder)
    group.take(group.forge("ann", "orders", _first(group, "by whom?")))
    go_on(
        group,
        lambda now: now.table.active().handle == "ann" and now.table.active().kinds[0] == "orders",
    )
    _renew(group)
    return {
        "ann.pbem": log(group),
        "ann.claim": claim("stolen-key", "ann", event=4, says="My brother sat at my machine."),
        "ann-again.claim": claim("never-signed", "ann", event=4),
    }


@dispute
def strange_card(folder: Path) -> Files:
    return {
        "bob.pbem": log(played(folder)),
        "ann.card": make_card(renewed("ann", "ann2")),
        "bob.claim": claim("other-key", "bob", "ann", says="Her card has another key."),
    }


@dispute
def resignation_denied(folder: Path) -> Files:
    group = begun(folder)
    group.play("ann", "resign")
    return {
        "bob.pbem": log(group),
        "bob.claim": claim("resigned", "bob", "ann"),
        "bob-won.claim": claim("result", "bob", "bob"),
        "ann.claim": claim("never-signed", "ann", event=4, says="I never gave up."),
    }


@dispute
def replaced_player(folder: Path) -> Files:
    group = begun(folder)
    rule(group, out="ann", **{"as": "replace"}, handle="dan", sign=signer("dan").sign, late=None)
    group.join_all()
    go_on(group, lambda now: len(now.events) == 8)
    return {
        "uma.pbem": log(group),
        "ann.claim": claim("replaced", "bob", "ann"),
        "ann-again.claim": claim("never-signed", "ann", event=6, says="I was out by then."),
    }


# --- dice and rules --------------------------------------------------------------------------


@dispute
def dice_fixed(folder: Path) -> Files:
    return {
        "bob.pbem": log(played(folder)),
        "bob.claim": claim("dice", "bob", "ann", says="Five sixes in a row, her dice are fixed."),
    }


@dispute
def dice_alone(folder: Path) -> Files:
    lines = (LOGS / "manila" / "practice.pbem").read_bytes().splitlines(keepends=True)
    return {
        "record.pbem": b"".join(lines[:30]),
        "eve.claim": claim("dice", "eve", "alice", says="Nobody wins Manila like that."),
    }


@dispute
def dice_of_a_keeper(folder: Path) -> Files:
    return {
        "bob.pbem": other_key(owing(folder)),
        "bob.claim": claim("dice", "bob", "ann"),
    }


@dispute
def three_dice_cups(folder: Path) -> Files:
    return {
        "tokyo.pbem": (LOGS / "tokyo" / "two-players.pbem").read_bytes(),
        "alice.claim": claim("dice", "alice", says="Somebody fixed them, the umpire or bob."),
        "bob.claim": claim("saw-dice", "bob", "alice", 6),
    }


@dispute
def saw_the_dice(folder: Path) -> Files:
    return {
        "ann.pbem": log(played(folder)),
        "ann.claim": claim("saw-dice", "ann", "bob", 5, "He answered when he knew the roll."),
    }


@dispute
def refused_but_legal(folder: Path) -> Files:
    return {
        "ann.pbem": log(played(folder)),
        "bob.claim": claim(
            "illegal", "bob", "ann", 4, "My reading of the landing rule is another."
        ),
    }


@dispute
def refused_and_illegal(folder: Path) -> Files:
    return {
        "ann.pbem": and_dice_given(owing(folder)),
        "ann.claim": claim("illegal", "ann", "bob", 5),
    }


@dispute
def two_programs(folder: Path) -> Files:
    return {
        "bob.pbem": state_changed(begun(folder)),
        "bob.claim": claim("version", "bob", "ann"),
        "ann.claim": claim("edited", "ann", "bob", 4, "He changed my orders."),
        "ann-again.claim": claim("never-signed", "ann", event=4),
    }


@dispute
def doctored_pack(folder: Path) -> Files:
    return {
        "ann.pbem": log(played(folder)),
        "from-ann.yaml": doctored_data(),
        "bob.claim": claim("pack", "bob", says="She made her regiments stronger."),
    }


@dispute
def nothing_wrong(folder: Path) -> Files:
    words = ("edited", "cut-short", "dice", "illegal", "version", "other-key", "resigned")
    return {
        "both.pbem": (LOGS / "saipan" / "historical.pbem").read_bytes(),
        **{
            f"bob-{word}.claim": claim(
                word, "bob", "alice", 3 if word in ("edited", "illegal") else None
            )
            for word in words
        },
    }


TABLE = b"""\
table: open
title: A war that pbem does not know
sides: {cp: Central Powers, ap: Allied Powers}
dice: {fire: 1d6}
maps:
  front: {name: Front, places: [[Lodz, 10, 10], [Warsaw, 40, 10], [Brest, 70, 10]]}
types:
  army: {name: Army}
setup:
  a1: {type: army, map: front, place: Lodz}
  a2: {type: army, map: front, place: Warsaw}
"""


@dispute
def without_rules(folder: Path) -> Files:
    """Ann rolled for one attack until it suited, and moved bob's army; bob calls it illegal."""
    group = TableGroup(folder, TABLE)
    group.join_all()
    for _ in range(3):
        group.says("ann", "roll fire for attack on Warsaw")
    group.says("ann", "move a1 to Warsaw; move a2 to box; over to ap")
    group.says("bob", "roll fire for attack on Warsaw; over to cp")
    said = "She threw my army away, and rolled three times."
    return {
        "ann.pbem": log(group),
        "front.yaml": TABLE,
        "bob.claim": claim("illegal", "bob", "ann", 9, said),
        "bob-dice.claim": claim("dice", "bob", "ann", 8),
        "ann-illegal.claim": claim("illegal", "ann", "bob", 99),
    }


# --- time and umpires ------------------------------------------------------------------------


@dispute
def late_and_agreed(folder: Path) -> Files:
    group = late_game(folder)
    return {
        "uma.pbem": log(group),
        "uma.days": days(group, "2026-03-01", "2026-03-02", "2026-03-02", "2026-03-03"),
        "bob.claim": claim("late", "bob", "ann"),
        "policy.yaml": POLICY,
    }


@dispute
def late_but_contradicted(folder: Path) -> Files:
    group = late_game(folder)
    return {
        "uma.pbem": log(group),
        "uma.days": days(group, "2026-03-01", "2026-03-02", "2026-03-02", "2026-03-15"),
        "bob.claim": claim("late", "bob", "ann"),
        "ann.claim": claim("umpire", "ann", "uma", says="I had the pen for five days!"),
        "policy.yaml": POLICY,
    }


@dispute
def late_by_other_days(folder: Path) -> Files:
    group = late_game(folder)
    return {
        "uma.pbem": log(group),
        "uma.days": days(group, "2026-03-01", "2026-03-02", "2026-03-02", "2026-03-04"),
        "bob.claim": claim("late", "bob", "ann"),
        "policy.yaml": POLICY,
    }


@dispute
def late_without_umpire(folder: Path) -> Files:
    return {
        "bob.pbem": log(begun(folder, umpire=None)),
        "bob.claim": claim("late", "bob", "ann", says="She took six weeks."),
    }


@dispute
def umpire_favours(folder: Path) -> Files:
    group = played(folder, 5, clock=WEEK)
    rule(group, out="bob", **{"as": "forfeit"}, late=None)
    return {
        "bob.pbem": log(group),
        "bob.claim": claim("umpire", "bob", "uma", says="She is ann's sister."),
        "ann.claim": claim("late", "ann", "bob"),
    }


@dispute
def umpire_with_two_faces(folder: Path) -> Files:
    group = begun(folder)
    out = {"out": "ann", "late": None}
    dan = {"handle": "dan", "sign": signer("dan").sign}
    to_bob = group.forge("uma", "ruling", {**out, "as": "forfeit"})
    to_ann = group.forge("uma", "ruling", {**out, "as": "replace", **dan})
    return {
        "bob.pbem": with_others(group, 4, to_bob.line),
        "ann.pbem": with_others(group, 4, to_ann.line),
        "ann.claim": claim("umpire", "ann", "uma"),
    }


def doctored_data() -> bytes:
    """Saipan's data, in which towns shelter better."""
    own = (ROOT / "pbem" / "games" / "saipan" / "data" / "saipan.yaml").read_bytes()
    changed = own.replace(b"{token: T, cost: 1, defence: 2}", b"{token: T, cost: 1, defence: 3}")
    assert changed != own
    return changed


if __name__ == "__main__":
    write(Path(sys.argv[1]))
