"""Variants: shared and hidden deployment, logistics, drive and victory (rank 7)."""
