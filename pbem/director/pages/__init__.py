"""Publish a tournament on any web space."""
