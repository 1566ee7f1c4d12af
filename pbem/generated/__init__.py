"""Makes the generated files of the tree: JSON Schemas, charts and rulings in pages."""
