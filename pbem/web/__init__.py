"""pbem inside a browser: a static folder with the program in it, and what runs in its pages."""
