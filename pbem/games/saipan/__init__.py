"""Saipan: Conquest of the Marianas (SPI 1975)."""
