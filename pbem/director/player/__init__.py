"""What a player of a tournament says, opens, joins and sees."""
