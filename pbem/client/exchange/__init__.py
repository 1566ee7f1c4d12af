"""Logs to and fro: what arrives, where it parts from what is here, what is sent."""
