"""The map of the corps scenarios: movement, control, air, barrages and turns (rank 4)."""
