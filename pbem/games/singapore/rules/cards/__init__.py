"""Cards: deployment, draws, plays and what they do (rank 6)."""
