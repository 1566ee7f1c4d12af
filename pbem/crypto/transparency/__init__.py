"""Transparency logs in the forms of C2SP: notes, checkpoints, tiles, proofs, cosignatures."""
