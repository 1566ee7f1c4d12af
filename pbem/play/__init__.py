"""A game in progress without its log: order lists, questions, guards, dice, every course."""
