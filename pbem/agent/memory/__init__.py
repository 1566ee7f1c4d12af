"""The agent database: what an agent must not forget."""
