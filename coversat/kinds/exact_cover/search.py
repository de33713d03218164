"""The engines that search a cover: bit sets, and Dancing Links."""

from __future__ import annotations

from ...solvers.bitset_cover import BITSET
from ...solvers.dancing_links import DANCING_LINKS

SEARCHES = (BITSET, DANCING_LINKS)
