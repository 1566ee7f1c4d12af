"""Direct a tournament by itself: what its director wrote down is done, the rest is asked."""
