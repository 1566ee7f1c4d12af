"""The words for what can be claimed, and what each means (docs/court.md)."""

from __future__ import annotations

WORDS = {
    "edited": "an event was changed after it was signed",
    "cut-short": "a copy that somebody calls complete is cut short",
    "two-histories": "somebody signed two histories",
    "never-signed": "somebody did not sign an event",
    "never-got": "somebody did not receive an event",
    "dice": "the dice were chosen",
    "saw-dice": "the author of an event knew the roll before choosing",
    "late": "somebody did not answer in time",
    "illegal": "an event is against the rules",
    "pack": "the game was played with changed data",
    "umpire": "the umpire was not fair",
    "stolen-key": "somebody else signed with a party's key",
    "other-key": "somebody signs with a different key than before",
    "resigned": "somebody gave up",
    "replaced": "somebody was put out or replaced",
    "version": "the players' programs differ",
    "result": "how the game ended",
}
"""The things that can be claimed."""
