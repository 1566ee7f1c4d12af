"""Write the mail that carries a game, and read what arrives."""
