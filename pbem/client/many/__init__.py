"""Answer many games at once."""
