"""The court: from whatever was handed in to a verdict that both parties can check (court.md)."""
