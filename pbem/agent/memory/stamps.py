"""Times as they stand in the book of an agent."""

from __future__ import annotations

from datetime import UTC, datetime


def stamp(at: datetime) -> str:
    """Return a time as it stands in the book: sorted as text, it is sorted by time."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def time_of(text: str) -> datetime:
    """Return the time of a `stamp`."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
