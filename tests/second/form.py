"""Lines and events by sections 2 to 4 of the protocol: bytes, fields, data of each kind."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import rfc8785

MOST = 2**53 - 1
INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,15})")
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,31}")
DECK = re.compile("[a-z0-9][a-z0-9._-]{0,31}#[1-9][0-9]{0,5}")
KEY = re.compile(r'[^\x00-\x1f"\\\x7f-\U0010ffff]{1,64}')
TIME = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z")
DAY = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
NOT_IN_NOTE = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)
LINE_BYTES, RULING_BYTES = 120_000, 262_144
LINE_DEPTH, RULING_DEPTH = 32, 36
BODY = {"v", "game", "seq", "prev", "by", "at", "kind", "salt", "data"}

Test = Callable[[Any], bool]


class Finding(Exception):
    """The first thing that is wrong, and the number of the event if the bytes are one."""

    def __init__(self, code: str, seq: int | None = None) -> None:
        super().__init__(code, seq)
        self.code, self.seq = code, seq


def _integer(text: str) -> int:
    if not INTEGER.fullmatch(text) or text == "-0" or abs(int(text)) > MOST:
        raise ValueError(text)
    return int(text)


def _no(text: str) -> None:
    raise ValueError(text)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs) or not all(KEY.fullmatch(key) for key in found):
        raise ValueError("key")
    return found


def _depth(line: bytes) -> int:
    depth = deepest = 0
    for byte in re.sub(rb'"(?:[^"\\]|\\.)*"', b"", line):
        depth += (byte in b"[{") - (byte in b"]}")
        deepest = max(deepest, depth)
    return deepest


def _small(value: Any) -> bool:
    if isinstance(value, str):
        return len(value.encode()) <= 16_384
    if isinstance(value, list):
        return len(value) <= 4096 and all(map(_small, value))
    return not isinstance(value, dict) or all(map(_small, value.values()))


def _kind(event: object) -> object:
    body = event.get("body") if isinstance(event, dict) else None
    return body.get("kind") if isinstance(body, dict) else None


def admit(line: bytes, *, torn: bool = False) -> Any:
    """Read one line without its newline, or find what its bytes alone show to be wrong."""
    if len(line) > RULING_BYTES:
        raise Finding("json.size")
    if b"\r" in line or not (line or torn):
        raise Finding("file.line")
    if torn:
        raise Finding("file.torn")
    try:
        depth = _depth(line)
        if depth > RULING_DEPTH:
            raise ValueError("depth")
        value = json.loads(
            line.decode(),
            object_pairs_hook=_members,
            parse_int=_integer,
            parse_float=_no,
            parse_constant=_no,
        )
        if not _small(value) or rfc8785.dumps(value) != line:
            raise ValueError("form")
    except (ValueError, rfc8785.CanonicalizationError) as wrong:
        raise Finding("json.form") from wrong
    if _kind(value) != "ruling":
        check_limits(line, depth)
    return value


def check_limits(line: bytes, depth: int | None = None) -> None:
    """Find a line beyond the limits of all that is no ruling."""
    if len(line) > LINE_BYTES:
        raise Finding("json.size")
    if (_depth(line) if depth is None else depth) > LINE_DEPTH:
        raise Finding("json.form")


def whole(low: int, high: int = MOST) -> Test:
    """Test for an integer that is no boolean."""
    return lambda value: type(value) is int and low <= value <= high


def digits(size: int) -> Test:
    """Test for ``size`` bytes in lower-case hex."""
    pattern = re.compile(f"[0-9a-f]{{{2 * size}}}")
    return lambda value: isinstance(value, str) and bool(pattern.fullmatch(value))


def name(value: object) -> bool:
    """Test for a name."""
    return isinstance(value, str) and bool(NAME.fullmatch(value))


def day(value: object) -> bool:
    """Test for the form of a day."""
    return isinstance(value, str) and bool(DAY.fullmatch(value))


def one_of(*values: object) -> Test:
    """Test for one of some texts."""
    return lambda value: isinstance(value, str) and value in values


def table(key: Test, member: Test) -> Test:
    """Test for an object with any keys of one sort."""
    return lambda value: (
        isinstance(value, dict) and all(key(k) and member(v) for k, v in value.items())
    )


def listed(low: int, high: int, member: Test) -> Test:
    """Test for a list."""
    return lambda value: (
        isinstance(value, list) and low <= len(value) <= high and all(map(member, value))
    )


def fields(**tests: Test) -> Test:
    """Test for an object with exactly these fields; a name that ends in ``_`` may be absent."""
    needed = {field for field in tests if not field.endswith("_")}
    known = {field.rstrip("_"): test for field, test in tests.items()}
    return lambda value: (
        isinstance(value, dict)
        and needed <= set(value) <= set(known)
        and all(known[field](member) for field, member in value.items())
    )


def either(*tests: Test) -> Test:
    """Test for what passes one of some tests."""
    return lambda value: any(test(value) for test in tests)


def thing(value: object) -> bool:
    """Test for an object."""
    return isinstance(value, dict)


def nothing(value: object) -> bool:
    """Test for null."""
    return value is None


def deck(value: object) -> bool:
    """Test for the name of a deck with its number."""
    return isinstance(value, str) and bool(DECK.fullmatch(value))


def draw(value: object) -> bool:
    """Test for a place, a point and a proof."""
    parts = (whole(0, 249), digits(32), digits(64))
    if not isinstance(value, list) or len(value) != len(parts):
        return False
    return all(test(part) for test, part in zip(parts, value, strict=True))


def option(value: object) -> bool:
    """Test for a text, an integer or a boolean."""
    return isinstance(value, str | int)


HASH, SALT, PROOF, SIG = digits(32), digits(16), digits(80), digits(64)
SIGNER = fields(handle=name, sign=HASH)
RULES = fields(name=name, version=whole(1), data=HASH)
STANDING = table(name, thing)
CLOCK = fields(
    days=whole(1, 365),
    bank=whole(0, 3650),
    grace=whole(0, 365),
    turn=either(whole(1, 3650), nothing),
)
DAYS = whole(0, 9_999_999)
TURN = fields(allowed=DAYS, used=DAYS, granted=DAYS, absent=DAYS)
LATE = fields(
    owed=one_of(
        *("join", "orders", "dice", "seal", "reveal", "answer", "shuffle", "unmask", "lay-open")
    ),
    event=HASH,
    day=day,
    allowed=DAYS,
    used=DAYS,
    granted=DAYS,
    absent=DAYS,
    bank=DAYS,
    grace=DAYS,
    turn=either(TURN, nothing),
    on=day,
)
PAIR = listed(2, 2, whole(-MOST))
ENDS = one_of("victory", "resigned", "forfeit", "tie")
RESULT = fields(winner=either(name, nothing), why=ENDS)

CARD = whole(0, 249)
NUMBER, CHANGED = whole(1, 2**32 - 1), whole(1 - 2**32, 2**32 - 1)


def ranged(value: object) -> bool:
    """Test for a range proof: 160 bytes for each of at most 32 bits."""
    return isinstance(value, str) and any(digits(160 * k)(value) for k in range(1, 33))


def boxes(of: int) -> Test:
    """Test for boxes of ``of`` bytes for one to seven players."""
    return lambda value: table(name, digits(of))(value) and 1 <= len(value) <= 7


AMOUNT = whole(0, 2**32 - 1)
PROOFS = listed(
    1,
    1000,
    either(
        fields(show=fields(deck=deck, place=CARD, card=CARD, proof=SIG)),
        fields(spend=fields(stock=name, changed=CHANGED, amount=NUMBER, proof=ranged)),
        fields(capped=fields(stock=name, changed=CHANGED, cap=NUMBER, amount=AMOUNT, proof=ranged)),
        fields(
            give=fields(
                stock=name,
                to=name,
                changed=CHANGED,
                cap=NUMBER,
                point=HASH,
                proofs=listed(3, 3, ranged),
                boxes_=boxes(84),
            )
        ),
        fields(
            split=fields(
                stocks=listed(2, 2, name),
                bits=whole(1, 32),
                total=NUMBER,
                point=HASH,
                proofs=listed(2, 2, ranged),
                boxes_=boxes(84),
            )
        ),
    ),
)

DATA: dict[str, Test] = {
    "open": fields(
        rules=RULES,
        scenario=name,
        options=table(lambda _: True, option),
        players=listed(1, 8, SIGNER),
        seats=table(name, name),
        umpire=either(SIGNER, nothing),
        dice=one_of("opponents", "umpire", "self", "witnesses"),
        clock=either(CLOCK, nothing),
        groups_=listed(2, 2, listed(1, 8, name)),
        for_=fields(tournament=HASH, pair=HASH, board=whole(1, 10_000)),
    ),
    "join": fields(vrf=HASH, proof=PROOF, box=either(HASH, nothing), standing_=STANDING),
    "orders": fields(
        side=name, orders=listed(1, 1000, thing), state=HASH, standing_=STANDING, proofs_=PROOFS
    ),
    "shuffle": fields(
        deck=deck,
        of=listed(1, 250, CARD),
        ref=HASH,
        cards=listed(1, 250, HASH),
        proof=listed(2, 251, either(digits(160), digits(128))),
        boxes_=lambda value: table(name, PROOF)(value) and 1 <= len(value) <= 7,
    ),
    "unmask": fields(deck=deck, draws=listed(1, 250, draw)),
    "lay-open": fields(
        masks_=listed(1, 4096, fields(deck=deck, scalar=HASH)),
        stocks_=listed(1, 4096, fields(of=HASH, amount=AMOUNT, scalar=HASH)),
    ),
    "dice": fields(proof=PROOF, rolls_=listed(0, 4096, PAIR), then_=HASH),
    "seal": fields(label=name, commit=HASH),
    "reveal": fields(of=HASH, salt=HASH, value=thing),
    "offer": either(
        fields(what=one_of("undo"), to=HASH),
        fields(what=one_of("tie")),
        fields(what=one_of("keys"), sign_=HASH, proof_=SIG, box_=HASH),
        fields(what=one_of("rules"), rules=RULES, state=HASH),
    ),
    "answer": fields(yes=lambda value: isinstance(value, bool)),
    "resign": fields(),
    "ruling": either(
        fields(
            **{"out": name, "as": one_of("forfeit", "replace"), "late": either(LATE, nothing)},
            handle_=name,
            sign_=HASH,
            consent_=listed(0, 4096, fields(by=name, sig=SIG)),
        ),
        fields(result=RESULT),
        fields(fork=listed(1, 2, thing), then=one_of("forfeit", "branch")),
        fields(back=HASH),
    ),
}


def real_time(value: object) -> bool:
    """Test for a real moment in UTC."""
    found = TIME.fullmatch(value) if isinstance(value, str) else None
    try:
        return found is not None and bool(datetime(*map(int, found.groups()), tzinfo=UTC))
    except ValueError:
        return False


def note(value: object) -> bool:
    """Test for a note."""
    return isinstance(value, str) and len(value.encode()) <= 2000 and not NOT_IN_NOTE.search(value)


def number_of(event: object) -> int | None:
    """Read the number of an event, as far as its bytes have one."""
    body = event["body"] if isinstance(event, dict) and set(event) == {"body", "sig"} else None
    seq = body.get("seq") if isinstance(body, dict) else None
    return seq if whole(-MOST)(seq) else None


def check_event(event: object, version: int | None = None) -> dict[str, Any]:
    """Give the body of an event that has the nine fields; ``version``: of the log's first."""
    seq = number_of(event)
    if not isinstance(event, dict) or set(event) != {"body", "sig"} or not thing(event["body"]):
        raise Finding("event.fields", seq)
    body = event["body"]
    if whole(-MOST)(body.get("v")) and body["v"] not in ((version,) if version else (1, 2)):
        raise Finding("event.version", seq)
    data = body.get("data")
    good = (
        set(body) == BODY
        and SIG(event["sig"])
        and whole(1)(body["v"])
        and whole(0)(body["seq"])
        and (body["game"] == "" or HASH(body["game"]))
        and HASH(body["prev"])
        and name(body["by"])
        and real_time(body["at"])
        and name(body["kind"])
        and SALT(body["salt"])
        and isinstance(data, dict)
        and note(data.get("note", ""))
    )
    if not good:
        raise Finding("event.fields", seq)
    return body


def check_kind(body: dict[str, Any]) -> None:
    """Find data that its kind does not have."""
    rest = {key: value for key, value in body["data"].items() if key != "note"}
    if body["kind"] not in DATA or not DATA[body["kind"]](rest):
        raise Finding("event.kind", body["seq"])
    if body["kind"] == "open" and (rest["dice"] == "witnesses") != (body["v"] == 2):
        raise Finding("event.kind", body["seq"])
