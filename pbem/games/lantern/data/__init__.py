"""The data of Lantern Bridge: one file is the whole game."""
