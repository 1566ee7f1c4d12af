"""The rules of Meiktila by chapters of the rulebook: `ch07_...` holds what chapter 7 says."""
