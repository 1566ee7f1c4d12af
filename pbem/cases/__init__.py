"""Runs numbered cases: a rulebook as examples that are played and compared (docs/cases.md)."""
