"""What `import pbem` offers: a thin layer over the other packages (docs/api.md)."""
