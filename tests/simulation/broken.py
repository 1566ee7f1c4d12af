"""The error if something does not hold in a year."""

from __future__ import annotations


class Broken(AssertionError):
    """Something does not hold."""
