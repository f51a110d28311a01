"""``python -m sidelight.cli`` is ``sidelight``."""

from sidelight.cli import main

main()
