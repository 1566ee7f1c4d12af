"""The rules of Singapore: a folder for each rank of the rulebook."""
