"""Raids: a test game whose sides, scenarios and options stand in its YAML alone."""
