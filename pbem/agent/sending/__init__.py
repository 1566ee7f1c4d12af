"""What leaves: moves, findings, reminders, and what the owner is told, each once."""
