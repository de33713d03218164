"""Dancing Links: Algorithm C of Knuth, in plain Python, step by step as published.

D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1: Algorithm X (exact cover
with dancing links) with secondary items and colours, which makes it Algorithm C.  The steps C1 to C8
stand in the comments.  It is written to be read beside the book.

Symbols
-------
i, j    items, 1 to N: the primary ones first, in the order of the problem
p, q    nodes; nodes 1 to N are the headers of the items, behind them stand the options
x[l]    the node by which the option of level l covers the item of level l

An option is a stretch of neighbouring nodes, one for each of its items.  There is a *spacer* before and
after every option, so that p + 1, p + 2, ... with a jump at the spacer goes round the option::

    header 1 .. header N | spacer | option 0 | spacer | option 1 | ... | spacer
"""

from __future__ import annotations

from collections.abc import Iterator

from ...problems.exact_cover.rules import Cover, ExactCover
from ..solver import Limits, Meter, Search

_DONE = -1
"""The colour of a node whose item already has that very colour: nothing is left to do there."""


class _Links:
    """The linked lists, and the four pairs of operations that take them apart and put them back.

    * llink, rlink (list of int): two rings of items: from 0 the primary items not yet covered, from N + 1 the
      secondary items. ``rlink[llink[i]] == i == llink[rlink[i]]`` for the items in a ring.  An item outside
      keeps its own links, which is how it finds its place again.
    * ulink, dlink (list of int): for each item a ring through its header and its nodes in the options that
      are still possible; ``dlink[ulink[p]] == p == ulink[dlink[p]]`` in the ring, and a node outside keeps
      its links. At a spacer: the first node of the option before, and the last node of the option after.
    * top (list of int): the item of a node; 0 at a spacer.
    * length (list of int): ``length[i]``: the number of nodes in the ring of item i, without its header.
    * colour (list of int): 0 for a node without colour; `_DONE` where its item is purified to its colour;
      else its colour, from 1.
    * option (list of int): the option that a node belongs to; -1 for headers and spacers.
    * updates (int): how many nodes and items have been taken out of a ring so far.
    """

    def __init__(self, problem: ExactCover) -> None:
        table = problem.table
        first_secondary, n = table.primary_count + 1, table.item_count
        self.llink = [i - 1 for i in range(n + 2)]
        self.rlink = [i + 1 for i in range(n + 2)]
        self._close_ring(0, 1, first_secondary - 1)
        self._close_ring(n + 1, first_secondary, n)
        self.ulink = list(range(n + 1))
        self.dlink = list(range(n + 1))
        self.top = list(range(n + 1))
        self.length = [0] * (n + 1)
        self.colour = [0] * (n + 1)
        self.option = [-1] * (n + 1)
        self.updates = 0
        self._add_node(0, 0, -1)
        for at, (items, shades) in enumerate(zip(table.options, table.colours, strict=True)):
            plain = [(item + 1, 0) for item in items]
            # A shade's number serves as the colour: shades of different items are never compared.
            self._add_option(at, [*plain, *((table.shades[shade] + 1, shade + 1) for shade in shades)])

    def _close_ring(self, root: int, first: int, last: int) -> None:
        """Make the items `first` to `last`, linked already, a ring with `root`."""
        if first > last:
            first = last = root
        self.rlink[root], self.llink[first] = first, root
        self.llink[root], self.rlink[last] = last, root

    def _add_node(self, item: int, colour: int, option: int) -> int:
        self.top.append(item)
        self.colour.append(colour)
        self.option.append(option)
        self.ulink.append(0)
        self.dlink.append(0)
        return len(self.top) - 1

    def _add_option(self, at: int, covered: list[tuple[int, int]]) -> None:
        """Append an option's nodes, items and colours, each at the end of its item's ring, and a spacer."""
        first = len(self.top)
        for i, colour in covered:
            p = self._add_node(i, colour, at)
            last = self.ulink[i]
            self.ulink[p], self.dlink[p] = last, i
            self.dlink[last] = self.ulink[i] = p
            self.length[i] += 1
        spacer = self._add_node(0, 0, -1)
        self.dlink[first - 1] = spacer - 1
        self.ulink[spacer] = first

    # The pairs.  An undo runs through the same nodes as its partner, backwards.

    def cover(self, i: int) -> None:
        """Take item i out of its ring, and every option that has it out of the other items' rings."""
        dlink, llink, rlink = self.dlink, self.llink, self.rlink
        p = dlink[i]
        while p != i:
            self.hide(p)
            p = dlink[p]
        left, right = llink[i], rlink[i]
        rlink[left], llink[right] = right, left
        self.updates += 1

    def uncover(self, i: int) -> None:
        """Undo `cover`."""
        ulink, llink, rlink = self.ulink, self.llink, self.rlink
        left, right = llink[i], rlink[i]
        rlink[left] = llink[right] = i
        p = ulink[i]
        while p != i:
            self.unhide(p)
            p = ulink[p]

    def hide(self, p: int) -> None:
        """Take the other nodes of p's option out of their rings."""
        top, ulink, dlink, length, colour = self.top, self.ulink, self.dlink, self.length, self.colour
        q = p + 1
        while q != p:
            i, up, down = top[q], ulink[q], dlink[q]
            if i == 0:
                q = up  # a spacer: back to the start of the option
                continue
            if colour[q] != _DONE:
                dlink[up], ulink[down] = down, up
                length[i] -= 1
                self.updates += 1
            q += 1

    def unhide(self, p: int) -> None:
        """Undo `hide`."""
        top, ulink, dlink, length, colour = self.top, self.ulink, self.dlink, self.length, self.colour
        q = p - 1
        while q != p:
            i, up, down = top[q], ulink[q], dlink[q]
            if i == 0:
                q = down  # a spacer: on to the end of the option
                continue
            if colour[q] != _DONE:
                dlink[up] = ulink[down] = q
                length[i] += 1
            q -= 1

    def purify(self, p: int) -> None:
        """Give p's item the colour of p: hide the options that want another, mark those that agree."""
        dlink, colour = self.dlink, self.colour
        c, i = colour[p], self.top[p]
        q = dlink[i]
        while q != i:
            if colour[q] == c:
                colour[q] = _DONE
            else:
                self.hide(q)
            q = dlink[q]

    def unpurify(self, p: int) -> None:
        """Undo `purify`."""
        ulink, colour = self.ulink, self.colour
        c, i = colour[p], self.top[p]
        q = ulink[i]
        while q != i:
            if colour[q] == _DONE:
                colour[q] = c
            else:
                self.unhide(q)
            q = ulink[q]

    def commit(self, p: int) -> None:
        """Do to p's item what choosing p's option means for it."""
        if self.colour[p] == 0:
            self.cover(self.top[p])
        elif self.colour[p] != _DONE:
            self.purify(p)

    def uncommit(self, p: int) -> None:
        """Undo `commit`."""
        if self.colour[p] == 0:
            self.uncover(self.top[p])
        elif self.colour[p] != _DONE:
            self.unpurify(p)

    def choose(self) -> int:
        """The primary item with the fewest options; the first of them."""
        rlink, length = self.rlink, self.length
        best = i = rlink[0]
        fewest = length[best]
        while i != 0:
            if length[i] < fewest:
                best, fewest = i, length[i]
            i = rlink[i]
        return best

    def rightward(self, p: int) -> Iterator[int]:
        """The other nodes of p's option, from p to the right and round."""
        q = p + 1
        while q != p:
            if self.top[q] == 0:
                q = self.ulink[q]
            else:
                yield q
                q += 1

    def leftward(self, p: int) -> Iterator[int]:
        """The other nodes of p's option, from p to the left and round."""
        q = p - 1
        while q != p:
            if self.top[q] == 0:
                q = self.dlink[q]
            else:
                yield q
                q -= 1


def _covers(links: _Links, meter: Meter) -> Iterator[Cover]:
    """Every cover, by Algorithm C; `links` is step C1.  A node is an option tried.

    A level that has not tried an option yet has the header of its item in x, so that "the next option"
    is always the node below x[l].
    """
    top, dlink, rlink = links.top, links.dlink, links.rlink
    x: list[int] = []
    while True:
        # C2 [Enter level l.]
        if rlink[0] == 0:
            yield tuple(sorted(links.option[p] for p in x))
        else:
            # C3 [Choose i.]
            i = links.choose()
            # C4 [Cover i.]
            links.cover(i)
            x.append(i)
        while x:
            p, i = x[-1], top[x[-1]]
            # C6 [Try again.]
            if p != i:
                for q in links.leftward(p):
                    links.uncommit(q)
            x[-1] = p = dlink[p]
            if p != i:
                break
            # C7 [Backtrack.]
            links.uncover(i)
            # C8 [Leave level l.]
            x.pop()
        else:
            return
        # C5 [Try x[l].]
        meter.node()
        for q in links.rightward(p):
            links.commit(q)


class DancingLinks:
    """The solver for exact cover that follows the book; the order of its answers is the book's too.

    Of covers that show the same on the problem's projection only the first is an answer.  Beside
    ``nodes`` (options tried) the statistics count ``updates`` (nodes and items taken out of a ring).

    References
    ----------
    D. E. Knuth, "Dancing Links", 2000; The Art of Computer Programming 4B, 2022, section 7.2.2.1.
    """

    name = "dancing-links"
    kind = ExactCover.kind
    about = "Knuth's Algorithm C, step by step as published, in plain Python"

    def search(self, problem: ExactCover, limits: Limits) -> Search[Cover]:
        """Begin a search for the covers of `problem`."""
        return Search.of(self._answers, problem, limits)

    def _answers(self, problem: ExactCover, meter: Meter) -> Iterator[Cover]:
        links = _Links(problem)
        seen: set[tuple[str | None, ...]] = set()
        try:
            for cover in _covers(links, meter):
                meter.statistics["updates"] = links.updates
                if problem.projection is not None:
                    shown = problem.shown(cover)
                    if shown in seen:
                        continue
                    seen.add(shown)
                yield cover
        finally:
            meter.statistics["updates"] = links.updates


DANCING_LINKS = DancingLinks()
