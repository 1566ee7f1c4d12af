"""What somebody may mean who points at the map: choices of orders, and what each promises."""
