"""A game in progress without its log: order lists, questions, dice, all courses of the dice."""
