"""Manila: The Savage Streets, 1945 (Take Aim Designs and Revolution Games 2024), complete."""
