"""Everything compiled, and the only door to numba. Knows arrays and nothing of ours."""
