"""A tournament as pages for any web space."""
