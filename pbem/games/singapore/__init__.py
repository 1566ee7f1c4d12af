"""Field Command: Singapore 1942, the fifth game: from one fight of two units upward."""
