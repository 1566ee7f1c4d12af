"""Reading modules of VASSAL. It is a package: its tests share a second way to count."""
