"""What of the tree is made from code and data: JSON Schemas, charts and rulings in pages."""
