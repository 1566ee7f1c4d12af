"""Fights: combat, line of battle, tactics, air and strikes (ranks 1 to 3)."""
