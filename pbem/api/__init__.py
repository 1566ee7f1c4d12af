"""The public names of `import pbem`: a thin layer over the other packages (docs/api.md)."""
