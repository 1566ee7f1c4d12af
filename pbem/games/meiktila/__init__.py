"""A Master Stroke: The Battle for Meiktila, 1945."""
