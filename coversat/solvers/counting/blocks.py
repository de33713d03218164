"""Count exact covers block by block: parts that share no item are counted apart, and their counts multiplied.

Before anything is filled it is decided, for each item that a block (`plans`) and the rest could both cover,
which of them does. The block and the rest then share no item: they are independent. Only the decisions
matter, not how either is filled, and most of these are images of one another: a part whose name is known is
not counted again.

A block is filled layer by layer, and named where a layer is complete: the name tells what the other layers
need. Layers that are alike are named once, with their number. An item with one option in each of them needs
a single one of these options to be counted.

Removing options makes others impossible: if all options of an item have another item too, that item's other
options are in no cover. An item with a single option is the simplest case.

The search is compiled (``blocks.h``). It no longer names the parts at a level of the search once their names
have saved less work than they took.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...base.registry import compiled
from ...problems.exact_cover.builder import CoverTable
from .plans import Plan

if TYPE_CHECKING:
    from ._blocks_kernel import Blocks

FEW = 30
"""The number of options from which on parts are named."""

GoOn = Callable[[int, float], int]
"""Called with the number of nodes and the share of the tree that is done, by Knuth's measure.

It returns at how many nodes to call it again, and raises an error to stop.
"""


def counting(table: CoverTable, plan: Plan) -> Blocks | None:
    """The count of a cover; None where nothing is compiled."""
    kernel = compiled(__package__, "_blocks_kernel")
    return None if kernel is None else kernel.Blocks(table, plan)
