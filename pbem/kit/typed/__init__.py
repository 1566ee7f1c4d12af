"""What people type: orders, standing orders, data packs, cases."""
