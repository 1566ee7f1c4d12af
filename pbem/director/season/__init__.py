"""A club's season: pages over several tournaments, ratings, a news feed, a calendar."""
