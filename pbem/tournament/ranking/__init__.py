"""Points, tie-breaks and ratings."""
