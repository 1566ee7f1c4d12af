"""Floor 4: logs, players and verified heads in a database, which logs can make again."""
