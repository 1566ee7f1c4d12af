"""Makes a dispute report of the files that were handed in (docs/court.md)."""
