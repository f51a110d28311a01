"""Measured numbers beside their yardsticks: ratios inside one process, processor time, medians."""
