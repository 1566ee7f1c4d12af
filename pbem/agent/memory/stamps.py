"""Times as they stand in the agent database."""

from __future__ import annotations

from datetime import UTC, datetime

from pbem.errors import StoreError

MEND = (
    "Restore a copy of it, or move it away. Without it, the agent starts again and mails its "
    "owner's last events once more"
)
_STAMP = "%Y-%m-%dT%H:%M:%S.%fZ"
_FIRST_YEAR = 1900
"""Days can be taken from a time of this year on."""


def stamp(at: datetime) -> str:
    """Return a time as it stands in the agent database: sorted as text, it is sorted by time."""
    return at.astimezone(UTC).strftime(_STAMP)


def time_of(text: str) -> datetime:
    """Return the time of a `stamp`.

    Raises:
        StoreError: The text is no stamp.
    """
    try:
        return _checked(datetime.strptime(text, _STAMP).replace(tzinfo=UTC))
    except (TypeError, ValueError):
        raise _odd(text) from None


def moment_of(text: str) -> datetime:
    """Return the time that ``isoformat`` wrote.

    Raises:
        StoreError: The text is no such time.
    """
    try:
        return _checked(datetime.fromisoformat(text))
    except (TypeError, ValueError):
        raise _odd(text) from None


def _checked(at: datetime) -> datetime:
    if at.tzinfo is None or at.year < _FIRST_YEAR:
        raise ValueError
    return at


def _odd(text: object) -> StoreError:
    shown = str(text)[:40]
    return StoreError(f"The agent database has {shown!r} instead of a time. {MEND}")
