"""One event: a line of a log, admitted byte by byte, and a new one signed (protocol 2 and 3)."""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import date
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from pbem.crypto import canonical, digest, signing, text
from pbem.errors import FormError
from pbem.log.finding import BadLog, finding

if TYPE_CHECKING:
    from collections.abc import Iterable

LINE_BYTES_MAX = 262_144
"""The longest line, without its newline: a ruling (protocol section 2)."""

EVENT_BYTES_MAX = 120_000
"""The longest line that is no ruling, so that a ruling can hold two of them."""

RULING_DEPTH = canonical.DEPTH + 4
"""How deep a ruling may be nested, the line itself being 1: it may hold whole lines."""

RULING = "ruling"

NO_EVENT = "0" * 64
"""The id before the first event: it stands for the event that is not there."""

VERSION = 1

VERSIONS = (1, 2)
"""Those of games: in 2, witnesses keep the dice, as was agreed at the opening (protocol, 6 (f))."""

_FIELDS = ("at", "by", "data", "game", "kind", "prev", "salt", "seq", "v")
_SIGNED_PREFIX = digest.tagged("event")
_BODY_START = len(b'{"body":')
_BODY_END = -len(b',"sig":"' + 128 * b"f" + b'"}')
_SALT_BYTES = 16

_HEX_DIGITS = b"0123456789abcdef"
_NAME = "[a-z0-9][a-z0-9._-]{0,31}"
_NAME_REPORTED = "1 to 32 of a-z 0-9 . _ - beginning with a letter or digit"
_TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z"
_TIME_REPORTED = "a real UTC time like 2026-11-20T15:04:05Z"
_FORMS = {
    "at": (_TIME, _TIME_REPORTED),
    "by": (_NAME, _NAME_REPORTED),
    "game": ("(?:[0-9a-f]{64})?", "64 lower-case hex digits, or empty in the first event"),
    "kind": (_NAME, _NAME_REPORTED),
    "prev": ("[0-9a-f]{64}", "64 lower-case hex digits"),
    "salt": ("[0-9a-f]{32}", "32 lower-case hex digits"),
    "sig": ("[0-9a-f]{128}", "128 lower-case hex digits"),
}
# A canonical line is these bytes, then those of "data", then those. Matching them is several times
# faster than parsing the nine fields and spelling them again, and leaves only "data" to do that to.
# Hex digits are counted here and looked at together afterwards, for a class of characters is slow.
_BEFORE_DATA = re.compile(rf'\{{"body":\{{"at":"({_TIME})","by":"({_NAME})","data":')
_AFTER_DATA = re.compile(
    rf',"game":"((?:.{{64}})?)","kind":"({_NAME})","prev":"(.{{64}})","salt":"(.{{32}})"'
    r',"seq":(0|[1-9][0-9]{0,15}),"v":([12])\},"sig":"(.{128})"\}',
    re.DOTALL,
)
_AFTER_DATA_BEGINS = ',"game":"'
_ABOVE_DATA = 2


class Event(msgspec.Struct, frozen=True, eq=False):
    """One event as its author signed it.

    The nine fields of BODY:

    - ``v``: 1 or 2, the same in a whole log.
    - ``game``: Id of the first event; empty in the first event itself.
    - ``seq``, ``prev``: Its number, and the id of the event before.
    - ``by``, ``at``: The handle, and the UTC time as text.
    - ``kind``, ``salt``: The kind, and 32 hex digits.
    - ``data``: As decoded; not to be changed.

    Then ``sig`` (128 hex digits, its form checked, the signature not), ``id`` (64 hex digits),
    ``body`` (the canonical bytes that were signed) and ``line`` (the whole line without its
    newline).

    Two events are equal when their lines are. Two lines with one id are one event, signed twice.
    """

    v: int
    game: str
    seq: int
    prev: str
    by: str
    at: str
    kind: str
    salt: str
    data: dict[str, Any]
    sig: str
    id: str
    body: bytes
    line: bytes

    @property
    def game_id(self) -> str:
        """The id of the game: the first event's own id."""
        return self.game or self.id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.line == other.line

    def __hash__(self) -> int:
        return hash(self.line)


def signed_bytes(body: bytes) -> bytes:
    """Return what the author signs and what the id hashes, for the canonical bytes of BODY."""
    return _SIGNED_PREFIX + body


def game_id(events: Iterable[Event]) -> str:
    """Return the id of the game of a log or stretch: 64 hex digits.

    Raises ``FormError`` when there are no events.
    """
    for event in events:
        return event.game_id
    raise FormError("There are no events, so there is no game. Read a log that has some.")


def verify_signature(event: Event, public_key: bytes) -> bool:
    """Say whether ``public_key`` (32 bytes) signed ``event`` (strictly: protocol section 2)."""
    return signing.verify(public_key, signed_bytes(event.body), bytes.fromhex(event.sig))


def read_event(line: bytes, line_no: int | None = None, version: int | None = None) -> Event:
    """Admit one line, given without its newline (protocol sections 2 and 3).

    The chain and the signature are not checked here. ``line_no`` (from 1) only goes into findings.
    ``version`` is that of the first event of the log, if that was read.

    Raises ``BadLog`` with ``json.size``, ``json.form``, ``event.fields`` or ``event.version``.
    """
    try:
        event = _admit(line)
    except (FormError, UnicodeDecodeError):
        event = None
    if event is None:
        _diagnose(line, line_no, version)
    if version not in (None, event.v):
        _refuse_version(line_no, event.v, event.seq)
    return event


def brief(line: bytes) -> tuple[str, str, str, str, str] | None:
    """Return id, kind, author, time, predecessor of a line that was admitted before; None if not.

    Its data are not looked at: the id shows whether they are unchanged.
    """
    shape = _shape(line)
    if shape is None:
        return None
    before, after, _ = shape
    return _id_of(line), after[2], before[2], before[1], after[3]


def _admit(line: bytes) -> Event | None:
    """Take ``line`` for an event, or return None or raise when it is none for any reason."""
    shape = _shape(line) if len(line) <= LINE_BYTES_MAX else None
    if shape is None:
        return None
    before, after, data_bytes = shape
    bytes_max, depth = _limits(after[2])
    if len(line) > bytes_max or not _is_date(before[1][:10]):
        return None
    data = canonical.decode(data_bytes, bytes_max, depth - _ABOVE_DATA)
    if type(data) is not dict:
        return None
    if "note" in data:
        text.check_note(data["note"])
    at, by = before.groups()
    game, kind, prev, salt, seq_text, version, sig = after.groups()
    if (game + prev + salt + sig).encode().translate(None, _HEX_DIGITS):
        return None
    seq = int(seq_text)
    if seq > canonical.INT_MAX:
        return None
    body = line[_BODY_START:_BODY_END]
    identity = _id_of(line)
    v = int(version)
    return Event(v, game, seq, prev, by, at, kind, salt, data, sig, identity, body, line)


def _shape(line: bytes) -> tuple[re.Match[str], re.Match[str], bytes] | None:
    """Return what stands before and after the data of a line, and the data's bytes; None: no line.

    Raises UnicodeDecodeError.
    """
    as_text = line.decode()
    before = _BEFORE_DATA.match(as_text)
    # No free text follows "data", so the last place that looks like it is it.
    end = as_text.rfind(_AFTER_DATA_BEGINS)
    after = _AFTER_DATA.fullmatch(as_text, end) if end >= 0 else None
    if before is None or after is None:
        return None
    return before, after, line[before.end() : len(line) - (len(as_text) - end)]


def _id_of(line: bytes) -> str:
    return hashlib.sha256(_SIGNED_PREFIX + line[_BODY_START:_BODY_END]).hexdigest()


def _limits(kind: object) -> tuple[int, int]:
    """Return how many bytes the line of an event may have, and how deep it may be nested."""
    if kind == RULING:
        return LINE_BYTES_MAX, RULING_DEPTH
    return EVENT_BYTES_MAX, canonical.DEPTH


def _is_date(day: str) -> bool:
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True


def compose(
    *,
    game: str,
    seq: int,
    prev: str,
    by: str,
    at: str,
    kind: str,
    data: dict[str, Any],
    seed: bytes,
    salt: bytes | None = None,
    version: int = VERSION,
) -> Event:
    """Sign a new event.

    Args:
        game: The id of the game; empty for the first event.
        seq: The number of the event, from 0.
        prev: The id of the event before; `NO_EVENT` for the first event.
        by: The author's handle.
        at: The time by the author's clock, in UTC.
        kind: The kind of event.
        data: The content of the event.
        seed: The author's secret signing key, 32 bytes.
        salt: 16 bytes, for test vectors only. By default it is drawn here, after ``prev`` is known:
            with a salt that can be guessed, the author of the event before could choose that event
            to suit their dice.
        version: That of the log.

    Raises:
        FormError: A value has no canonical form.
        BadLog: No reader would admit the event. Nothing is signed that could not be read again.

    Source: docs/protocol.md, section 3.
    """
    if salt is None:
        salt = secrets.token_bytes(_SALT_BYTES)
    body = canonical.encode(
        {
            "v": version,
            "game": game,
            "seq": seq,
            "prev": prev,
            "by": by,
            "at": at,
            "kind": kind,
            "salt": salt.hex(),
            "data": data,
        },
        depth=RULING_DEPTH,
    )
    # Read with a signature of zeros first: what cannot be admitted must not be signed either.
    read_event(_line(body, bytes(64)))
    return read_event(_line(body, signing.sign(seed, signed_bytes(body))))


def _line(body: bytes, signature: bytes) -> bytes:
    return b'{"body":' + body + b',"sig":"' + signature.hex().encode() + b'"}'


def _place(line_no: int | None) -> str:
    return "The line" if line_no is None else f"Line {line_no}"


def _shown(value: object) -> str:
    """Show a foreign value safely: escaped, so that it cannot pose as part of the message."""
    shown = ascii(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _diagnose(line: bytes, line_no: int | None, version: int | None) -> NoReturn:
    """Say why ``line`` is no event, as is already known that it is none."""
    document: Any = None
    try:
        if len(line) <= LINE_BYTES_MAX:
            document = canonical.decode(line, LINE_BYTES_MAX, RULING_DEPTH)
        body = document.get("body") if type(document) is dict else None
        bytes_max, depth = _limits(body.get("kind") if type(body) is dict else None)
        if len(line) > bytes_max:
            _too_long(line, bytes_max, line_no)
        canonical.decode(line, bytes_max, depth)
    except FormError as error:
        message = (
            f"{_place(line_no)} is not in the canonical form: {error}. Ask the sender for the file "
            "again."
        )
        raise BadLog(finding("json.form", message=message, line=line_no)) from None
    if type(document) is not dict or tuple(document) != ("body", "sig"):
        _refuse(line_no, None, 'a line must be one object with the members "body" and "sig" only')
    body = document["body"]
    if type(body) is not dict:
        _refuse(line_no, None, '"body" must be an object')
    # A later version may have other fields: nothing else is asked of it. The types are compared
    # exactly, for a bool is an int to Python and not to the protocol.
    known = VERSIONS if version is None else (version,)
    if type(body.get("v")) is int and body["v"] not in known:
        _refuse_version(line_no, body["v"], body.get("seq"))
    why = _wrong_fields(body) or _wrong_form({**body, "sig": document["sig"]})
    _refuse(line_no, body.get("seq"), why)


def _too_long(line: bytes, most: int, line_no: int | None) -> NoReturn:
    message = (
        f"{_place(line_no)} has {len(line)} bytes, and at most {most} are allowed. Ask the sender "
        "for the file again."
    )
    raise BadLog(finding("json.size", message=message, line=line_no))


def _refuse(line_no: int | None, seq: object, why: str) -> NoReturn:
    number = seq if type(seq) is int else None
    message = f"{_place(line_no)} is not an event: {why}. Ask its author for another."
    raise BadLog(finding("event.fields", message=message, seq=number, line=line_no))


def _refuse_version(line_no: int | None, v: int, seq: object) -> NoReturn:
    message = (
        f"{_place(line_no)} uses version {v} of the protocol. This reader does not know it, or the "
        "log began with another one. Nobody is at fault. Install a newer release."
    )
    number = seq if type(seq) is int else None
    raise BadLog(finding("event.version", message=message, seq=number, line=line_no))


def _wrong_fields(body: dict[str, Any]) -> str:
    reported = [f"the field {name} is missing" for name in _FIELDS if name not in body]
    reported += [
        f"{_shown(name)} is not a field of an event" for name in body if name not in _FIELDS
    ]
    return ", ".join(reported)


def _wrong_form(fields: dict[str, Any]) -> str:
    """Name the first field that is not in its form, as is already known that one is not."""
    for name, (pattern, form) in _FORMS.items():
        value = fields[name]
        if (
            type(value) is not str
            or re.fullmatch(pattern, value) is None
            or (name == "at" and not _is_date(value[:10]))
        ):
            return f"the field {name} is {_shown(value)}, but must be {form}"
    if type(fields["seq"]) is not int or fields["seq"] < 0:
        return f"the field seq is {_shown(fields['seq'])}, but must be an integer from 0 on"
    if type(fields["v"]) is not int:
        return f"the field v is {_shown(fields['v'])}, but must be the integer 1"
    if type(fields["data"]) is not dict:
        return f"the field data is {_shown(fields['data'])}, but must be an object"
    if "note" in fields["data"]:
        try:
            text.check_note(fields["data"]["note"])
        except FormError as error:
            return f"in data, {error}"
    raise AssertionError("a line was refused without a fault in it")
