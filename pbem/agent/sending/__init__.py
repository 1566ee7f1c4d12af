"""Send moves, findings, reminders and reports to the owner, each once."""
