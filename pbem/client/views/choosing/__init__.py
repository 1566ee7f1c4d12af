"""Choices of orders for somebody who points at the map, and what each promises."""
