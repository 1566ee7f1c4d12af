"""Who is before whom: what each round was for each, points, tie-breaks, ratings."""
