"""``python -m coversat``."""

from .cli import main

main()
