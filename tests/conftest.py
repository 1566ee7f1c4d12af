"""What holds for every test."""

from __future__ import annotations

from hypothesis import settings

# A slow machine is no fault: what a test bounds, it counts.
settings.register_profile("by no clock", deadline=None)
settings.load_profile("by no clock")
