"""The append-only signed log: events, the chain, the file. It does not know what events mean."""
