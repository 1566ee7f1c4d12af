"""Race to Tokyo: Operation Coronet, 1946."""
