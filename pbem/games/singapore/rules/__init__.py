"""The rules of Singapore: a room for each rank of the rulebook."""
