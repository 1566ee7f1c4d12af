"""Logs, players and verified heads in a database, which logs can make again."""
