"""The rules of Tokyo, chapter by chapter of the rulebook: `ch07_...` holds what chapter 7 says."""
