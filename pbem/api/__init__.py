"""What `import pbem` offers: a thin face on the rooms below, as docs/api.md lists it."""
