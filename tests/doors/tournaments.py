"""Logs of tournaments, words to one, and what transparency logs exchange."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO

from doors.door import Door, some
from pbem.crypto.signing import public_key
from pbem.crypto.transparency import checkpoint, merkle, note, policy, receipt, tiles
from pbem.errors import FormError
from pbem.log.file import read_events
from pbem.log.finding import BadLog
from pbem.tournament.events.kinds import read_data, write_data
from pbem.tournament.events.word_kinds import read_word
from pbem.tournament.events.words import is_signed, word_line
from pbem.tournament.faults import BadTournament
from pbem.tournament.folding import fold
from pbem.tournament.ranking.standings import standings
from toy.group import identity

_SEED = identity("ann").sign_seed
_LOG = note.NoteKey("log.example/cup", note.ED25519, public_key(_SEED))
_WITNESS = note.NoteKey("w1.example", note.COSIGNATURE, public_key(identity("bob").sign_seed))


def tournament(data: bytes) -> None:
    """Fold a log of a tournament; the data of each line are looked at, with any signature."""
    try:
        for event in read_events(BytesIO(data)):
            try:
                write_data(read_data(event.kind, event.data))
            except FormError:
                continue
    except BadLog:
        pass
    try:
        folded = fold(read_events(BytesIO(data)), compare=False)
    except (BadLog, BadTournament):
        return
    assert folded.history is not None
    standings(folded.history)


def tournaments() -> list[bytes]:
    """Return logs with one fault each, and their good beginnings."""
    logs = some("hostile-tournaments/*.tournament", 16_000, 12)
    return [*logs, *(b"".join(log.splitlines(keepends=True)[:3]) for log in logs)]


def word(data: bytes) -> None:
    """Read a word to a tournament; it has one spelling."""
    try:
        read = read_word(data)
    except FormError:
        return
    is_signed(read)
    assert word_line(read).rstrip(b"\n") == data


def words() -> list[bytes]:
    """Return one word of each kind out of the logs."""
    found = {}
    for log in some("hostile-tournaments/*.tournament", 60_000, 60):
        try:
            for event in read_events(BytesIO(log)):
                if "word" in event.data:
                    typed = read_data(event.kind, event.data)
                    found[event.kind] = word_line(typed.word).rstrip(b"\n")  # type: ignore[attr-defined]
        except (BadLog, FormError):
            continue
    return list(found.values())


def notes(data: bytes) -> None:
    """Read bytes as each thing that transparency logs exchange, and ask what is asked of it."""
    try:
        made = receipt.read_receipt(data)
        receipt.proves(made, b"an entry")
        assert receipt.read_receipt(made.bytes) == made
    except FormError:
        pass
    try:
        read = checkpoint.read_checkpoint(data)
        checkpoint.is_of(read, _LOG)
        assert read.note.bytes == data
        checkpoint.cosignatures(read, [_WITNESS])
    except FormError:
        pass
    for reads in (tiles.entries_of, tiles.hashes_of):
        try:
            reads(data)
        except FormError:
            continue
    try:
        found = policy.read_policy(data)
    except FormError:
        return
    found.satisfied([])
    assert found.satisfied([one.name for one in found.witnesses.values()])


def some_notes() -> list[bytes]:
    """Return a checkpoint with a cosignature, a receipt, a policy, a bundle of entries."""
    entries = [b"one", b"an entry", b"three"]
    rows = merkle.rows_of([merkle.leaf_hash(one) for one in entries])
    made = checkpoint.sign_checkpoint(_LOG, _SEED, 3, rows[-1][0])
    made = checkpoint.cosign(made, _WITNESS, identity("bob").sign_seed, 1_790_000_000)
    shown = receipt.receipt(rows, 1, made, b"beside").bytes
    trusts = f"log {_LOG.text}\nwitness w1 {_WITNESS.text}\ngroup g any w1\n# a remark\nquorum g\n"
    bundle = dict(tiles.tiles(entries))
    extra = b"c2sp.org/tlog-proof@v1\nextra " + b64encode(b"x") + b"\nindex 0\n\n" + made.note.bytes
    return [made.note.bytes, shown, extra, trusts.encode(), *bundle.values()]


DOORS = {
    "tournament": Door(tournament, tournaments, 16_384),
    "word": Door(word, words, 4096),
    "notes": Door(notes, some_notes, 4096),
}
