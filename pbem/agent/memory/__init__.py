"""What an agent must not forget, in a database of its own beside the logs."""
