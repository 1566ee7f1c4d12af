"""Measures what the program costs, in ratios (docs/performance.md).

``rounds``: how often each case is run. ``reported`` is called with what comes next. ``quick``:
fewer rounds and shorter logs.
"""
