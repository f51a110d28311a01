"""Pure formulas."""
