"""The names of `import pbem`: a thin layer over the other packages. docs/api.md lists them."""
