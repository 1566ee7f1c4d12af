"""The data of The Ford."""
