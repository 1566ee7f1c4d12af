"""What lies on a table, what is asked, and what each order does."""
