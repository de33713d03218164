"""The engines that search a cover: bit sets, and Dancing Links."""

from __future__ import annotations

from .bitset_cover import BITSET
from .dancing_links import DANCING_LINKS

SEARCHES = {"cover": (BITSET, DANCING_LINKS)}
