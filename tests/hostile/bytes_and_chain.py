"""Faults of form, chain, signatures, opening and joining: what level 1 sees."""

from __future__ import annotations

import json

from hostile.base import saipan_opening
from hostile.faults import (
    fault,
    forged,
    further,
    joined,
    joined_lines,
    lines_of,
    opened,
    with_last,
)
from pbem.crypto import canonical, signing, vrf
from pbem.log.event import NO_EVENT, compose, signed_bytes
from pbem.table.events import kinds
from pbem.table.handlers.entering import join_alpha
from toy.group import Group, identity, signer


def respelled(group: Group, at: int, old: bytes, new: bytes) -> bytes:
    lines = lines_of(group)
    assert old in lines[at]
    lines[at] = lines[at].replace(old, new, 1)
    return joined_lines(lines)


def signed_anyhow(group: Group, by: str, **changes: object) -> bytes:
    """One more event whose fields nobody's software would sign; None takes a field out."""
    body = {
        "v": 1, "game": group.table.game_id, "seq": len(group.events),
        "prev": group.events[-1].id, "by": by, "at": "2026-11-20T15:04:05Z", "kind": "resign",
        "salt": "00" * 16, "data": {}, **changes,
    }  # fmt: skip
    body = {name: value for name, value in body.items() if value is not None}
    spelled = canonical.encode(body)
    signature = signing.sign(identity(by).sign_seed, signed_bytes(spelled)).hex().encode()
    return with_last(group, b'{"body":' + spelled + b',"sig":"' + signature + b'"}')


# --- form ------------------------------------------------------------------------------------


@fault("json.form-space", further, good=4, seq=None)
def space(group: Group) -> bytes:
    """A blank stands in the line of event 4."""
    return respelled(group, 4, b'"by":', b'"by": ')


@fault("json.form-float", further, good=4, seq=None)
def float_seq(group: Group) -> bytes:
    """The number of event 4 is written 4.0."""
    return respelled(group, 4, b'"seq":4', b'"seq":4.0')


@fault("json.form-minus-zero", further, good=0, seq=None)
def minus_zero(group: Group) -> bytes:
    """A zero is written -0."""
    return respelled(group, 0, b'"jp_gsp":0', b'"jp_gsp":-0')


@fault("json.form-key-twice", further, good=4, seq=None)
def key_twice(group: Group) -> bytes:
    """Event 4 names its author twice: readers that take the last one see another author."""
    return respelled(group, 4, b'"by":"ann",', b'"by":"ann","by":"bob",')


@fault("json.form-key-order", further, good=4, seq=None)
def key_order(group: Group) -> bytes:
    """The fields of event 4 stand in another order."""
    lines = lines_of(group)
    body = json.loads(lines[4])["body"]
    turned = json.dumps(dict(reversed(body.items())), separators=(",", ":")).encode()
    lines[4] = b'{"body":' + turned + b',"sig":"' + group.events[4].sig.encode() + b'"}'
    return joined_lines(lines)


@fault("json.form-escape", further, good=4, seq=None)
def escape(group: Group) -> bytes:
    """A letter of event 4 is written as an escape."""
    return respelled(group, 4, b'"by":"ann"', b'"by":"\\u0061nn"')


@fault("json.form-byte-order-mark", further, good=0, seq=None)
def byte_order_mark(group: Group) -> bytes:
    """An editor put a byte order mark before the first line."""
    return b"\xef\xbb\xbf" + joined_lines(lines_of(group))


@fault("json.form-not-utf-8", further, good=4, seq=None)
def not_utf_8(group: Group) -> bytes:
    """A byte of event 4 is no UTF-8."""
    return respelled(group, 4, b'"by":"ann"', b'"by":"\xffnn"')


@fault("json.form-too-deep", joined, good=4, seq=None)
def too_deep(group: Group) -> bytes:
    """An order is nested 40 deep."""
    line = group.forge("ann", "orders", group.orders_data("us", {"do": "end"})).line
    deep = b'{"do":' + b"[" * 40 + b"]" * 40 + b"}"
    return with_last(group, line.replace(b'{"do":"end"}', deep))


@fault("json.size-long-line", joined, good=4, seq=None)
def long_line(group: Group) -> bytes:
    """A line has one byte more than a line may have."""
    return with_last(group, b"[" + b" " * 262_142 + b"]" + b" ")


@fault("file.torn-last-newline", further, good=7, seq=None)
def last_newline(group: Group) -> bytes:
    """The newline at the end of the file is missing."""
    return joined_lines(lines_of(group))[:-1]


@fault("file.torn-half-a-line", further, good=7, seq=None)
def half_a_line(group: Group) -> bytes:
    """The file stops in the middle of its last event."""
    return joined_lines(lines_of(group))[:-200]


@fault("file.line-empty", further, good=4, seq=None)
def empty_line(group: Group) -> bytes:
    """An empty line stands before event 4."""
    lines = lines_of(group)
    return joined_lines([*lines[:4], b"", *lines[4:]])


@fault("file.line-carriage-returns", further, good=0, seq=None)
def carriage_returns(group: Group) -> bytes:
    """A mail program ended every line with a carriage return and a newline."""
    return joined_lines(lines_of(group)).replace(b"\n", b"\r\n")


@fault("event.fields-no-salt", joined, good=4)
def no_salt(group: Group) -> bytes:
    """Ann signed an event without its salt."""
    return signed_anyhow(group, "ann", salt=None)


@fault("event.fields-one-more", joined, good=4)
def one_more(group: Group) -> bytes:
    """Ann signed an event with a tenth field."""
    return signed_anyhow(group, "ann", mood="good")


@fault("event.fields-february-30", joined, good=4)
def february_30(group: Group) -> bytes:
    """Ann signed an event on a day that does not exist."""
    return signed_anyhow(group, "ann", at="2026-02-30T15:04:05Z")


@fault("event.fields-note-turns-writing", joined, good=4)
def note_turns_writing(group: Group) -> bytes:
    """A note holds a mark that turns the direction of writing."""
    return signed_anyhow(group, "ann", data={"note": "I win\u202e!"})


@fault("event.version-2", joined, good=4)
def version_2(group: Group) -> bytes:
    """An event is in version 2 of the protocol: nobody is at fault."""
    return signed_anyhow(group, "ann", v=2)


@fault("event.kind-unknown", joined, good=4)
def unknown_kind(group: Group) -> bytes:
    """Ann wrote an event of a kind that does not exist."""
    return forged(group, "ann", "cheer", {})


@fault("event.kind-field-of-another", joined, good=4)
def field_of_another(group: Group) -> bytes:
    """A resignation carries a field that only answers have."""
    return forged(group, "ann", "resign", {"yes": True})


@fault("kind.wrong-second-opening", joined, good=4)
def second_opening(group: Group) -> bytes:
    """The game is opened a second time in the middle of its log."""
    return forged(group, "ann", "open", kinds.write_data(saipan_opening()))


# --- chain -----------------------------------------------------------------------------------


@fault("chain.seq-event-dropped", further, good=4, seq=5)
def dropped(group: Group) -> bytes:
    """Event 4, an attack, was taken out."""
    lines = lines_of(group)
    return joined_lines(lines[:4] + lines[5:])


@fault("chain.seq-event-doubled", further, good=5, seq=4)
def doubled(group: Group) -> bytes:
    """Event 4 stands there twice."""
    lines = lines_of(group)
    return joined_lines([*lines[:5], *lines[4:]])


@fault("chain.seq-events-swapped", further, good=2, seq=3)
def swapped(group: Group) -> bytes:
    """Events 2 and 3 have changed places."""
    lines = lines_of(group)
    return joined_lines([*lines[:2], lines[3], lines[2], *lines[4:]])


@fault("chain.seq-no-beginning", further, good=0, seq=1)
def no_beginning(group: Group) -> bytes:
    """The log begins with event 1."""
    return joined_lines(lines_of(group)[1:])


@fault("chain.prev-event-rewritten", further, good=5)
def rewritten(group: Group) -> bytes:
    """Ann wrote other orders as event 4 after bob had answered ann's."""
    lines = lines_of(group)
    old = group.events[4]
    data = {**old.data, "note": "I meant it otherwise."}
    seed = identity("ann").sign_seed
    new = compose(
        game=old.game, seq=4, prev=old.prev, by="ann", at=old.at, kind="orders", data=data,
        seed=seed,
    )  # fmt: skip
    return joined_lines([*lines[:4], new.line, *lines[5:]])


@fault("chain.prev-back-dated", further, good=5)
def back_dated(group: Group) -> bytes:
    """Ann gave event 4 an earlier date and signed it again."""
    lines = lines_of(group)
    old = group.events[4]
    new = compose(
        game=old.game, seq=4, prev=old.prev, by="ann", at="2026-11-01T00:00:00Z", kind="orders",
        data=old.data, seed=identity("ann").sign_seed, salt=bytes.fromhex(old.salt),
    )  # fmt: skip
    return joined_lines([*lines[:4], new.line, *lines[5:]])


@fault("chain.game-event-of-another", joined, good=4)
def event_of_another(group: Group) -> bytes:
    """Ann's orders come from another game with the same players."""
    event = group.forge("ann", "resign", {}, game="ab" * 32)
    return with_last(group, event.line)


# --- signatures and keys ---------------------------------------------------------------------


@fault("sig.bad-order-changed", joined, good=4)
def order_changed(group: Group) -> bytes:
    """Somebody changed the hex of ann's last order after it was signed."""
    event = group.forge("ann", "resign", {"note": "hex 1203"})
    return with_last(group, event.line.replace(b"hex 1203", b"hex 1204"))


@fault("sig.bad-by-another", joined, good=4)
def signed_by_another(group: Group) -> bytes:
    """Bob signed a resignation in ann's name."""
    return forged(group, "ann", "resign", {}, seed=identity("bob").sign_seed)


@fault("sig.bad-bit-flipped", further, good=7)
def bit_flipped(group: Group) -> bytes:
    """One bit of the last signature is another."""
    lines = lines_of(group)
    flipped = b"%x" % (int(lines[-1][-3:-2], 16) ^ 1)
    return joined_lines([*lines[:-1], lines[-1][:-3] + flipped + lines[-1][-2:]])


@fault("sig.unknown-stranger", joined, good=4)
def stranger(group: Group) -> bytes:
    """Eve, who does not play, resigns."""
    return forged(group, "eve", "resign", {})


def another_opening(by: str = "ann", **changes: object) -> bytes:
    data = {**kinds.write_data(saipan_opening()), **changes}
    event = compose(
        game="", seq=0, prev=NO_EVENT, by=by, at="2026-11-20T15:04:05Z", kind="open", data=data,
        seed=identity(by).sign_seed,
    )  # fmt: skip
    return event.line + b"\n"


def player(handle: str, sign: str = "") -> dict[str, str]:
    return {"handle": handle, "sign": sign or signer(handle).sign}


@fault("key.bad-small-order", opened, good=0)
def small_order(group: Group) -> bytes:
    """Bob's signing key is a point of small order: anybody could sign for bob."""
    return another_opening(players=[player("ann"), player("bob", "01" + "00" * 31)])


@fault("key.same-two-players", opened, good=0)
def same_key(group: Group) -> bytes:
    """Two players have one signing key."""
    return another_opening(players=[player("ann"), player("bob", player("ann")["sign"])])


# --- opening and joining ---------------------------------------------------------------------


@fault("open.bad-one-handle-twice", opened, good=0, blame="ann")
def one_handle_twice(group: Group) -> bytes:
    """Two players have one handle."""
    return another_opening(players=[player("ann"), player("ann", player("eve")["sign"])])


@fault("open.bad-seat-of-a-stranger", opened, good=0, blame="ann")
def seat_of_a_stranger(group: Group) -> bytes:
    """The Japanese are played by eve, who is not a player."""
    return another_opening(seats={"us": "ann", "jp": "eve"})


@fault("open.bad-no-seat", opened, good=0, blame="ann")
def no_seat(group: Group) -> bytes:
    """No side has a seat: nobody could start the game."""
    return another_opening(seats={})


@fault("open.bad-umpire-dice-without-umpire", opened, good=0, blame="ann")
def no_umpire(group: Group) -> bytes:
    """The umpire is to keep the dice and there is none."""
    return another_opening(umpire=None, dice="umpire")


@fault("open.bad-opponents-of-one", opened, good=0, blame="ann")
def opponents_of_one(group: Group) -> bytes:
    """Opponents are to keep the dice of a player alone."""
    return another_opening(players=[player("ann")], seats={"us": "ann", "jp": "ann"})


@fault("open.bad-own-dice-of-two", opened, good=0, blame="ann")
def own_dice_of_two(group: Group) -> bytes:
    """Two players are to keep their own dice."""
    return another_opening(dice="self")


@fault("open.bad-option-left-out", opened, good=0, blame="ann")
def option_left_out(group: Group) -> bytes:
    """An option is not written out."""
    options = kinds.write_data(saipan_opening())["options"]
    del options["banzai"]
    return another_opening(options=options)


@fault("join.order-player-before-umpire", opened, good=1, blame="ann")
def before_umpire(group: Group) -> bytes:
    """Ann joins before the umpire."""
    return forged(group, "ann", "join", join_of(group, "ann"))


def join_of(group: Group, by: str, game: str = "", handle: str = "") -> dict[str, object]:
    secret = identity(by).vrf_secret(group.table.game_id)
    alpha = join_alpha(game or group.table.game_id, handle or by)
    proof = vrf.prove(secret, alpha).hex()
    return {"vrf": vrf.vrf_public(secret).hex(), "proof": proof, "box": None}


@fault("join.proof-of-another-game", opened, good=1, blame="uma")
def proof_of_another_game(group: Group) -> bytes:
    """The umpire proves the dice key for another game."""
    return forged(group, "uma", "join", join_of(group, "uma", game="ab" * 32))


@fault("join.proof-of-another-player", opened, good=1, blame="uma")
def proof_of_another_player(group: Group) -> bytes:
    """The umpire proves the dice key in ann's name."""
    return forged(group, "uma", "join", join_of(group, "uma", handle="ann"))


@fault("key.same-copied-dice-key", opened, good=2, blame="ann")
def copied_dice_key(group: Group) -> bytes:
    """Ann joins with the umpire's dice key and proof."""
    group.play("uma", "join")
    return forged(group, "ann", "join", {**group.events[1].data, "box": None})
