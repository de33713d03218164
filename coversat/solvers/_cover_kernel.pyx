# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True
"""The compiled cover engine: `bitset_engine` again, with its state in C.

What differs from the reference: the options taken leave the bit set `alive`, every item carries the count
of its options, kept up as options go, and a problem too large for a row of bits per option is searched
through the lists of its items.  Nodes with few options left are packed into short bit sets and searched as
in the reference.

``cover_base.h``                    the tables and the working memory, and what all the others share
``cover_step.h``, ``cover_pack.h``  one step of the search, at a table and in a pack: the inner loops, in C
``cover_word.h``                    the whole walk below a pack of one word
``cover_kernel.h``                  a node of any kind, and a step from it
``cover_memo.h``                    the memo of a count
``_cover_tables.pxi``               building the tables
``_cover_walk.pxi``                 the walk through the tree; answers
``_cover_count.pxi``                counting, and the memo
``_cover_tree.pxi``                 a tree searched in parts
``_cover_trace.pxi``                the walk told step by step
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.list cimport PyList_GetItem
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SetItem
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from ..errors import LimitReachedError
from ..wording import counted

cdef enum:
    WHOLE = 1024              # up to so many options one table serves every search
    WHOLE_BATCH = 8192        # the same for batches, where it is used often
    MOST_ROWS = 16000         # beyond so many options there are lists in place of rows
    SLICE = 500000            # words of work between two looks at the clock and at signals: milliseconds
    LARGEST_COUNT = 0x3FFFFFFF  # LARGEST of cover_kernel.h, by lists

cdef int64_t NEVER = 0x7FFFFFFFFFFFFFFF

include "_cover_tables.pxi"
include "_cover_walk.pxi"
include "_cover_count.pxi"
include "_cover_tree.pxi"
include "_cover_trace.pxi"


cdef class CompiledEngine:
    """Searches one matrix; the twin of `bitset_engine.BitsetEngine`."""

    name = "compiled"

    cdef object matrix
    cdef bint projected
    cdef _Table lists
    cdef _Table rows          # of the whole matrix; None while it is not needed
    cdef readonly int32_t whole_limit, row_limit, memo_trial

    def __init__(self, matrix, whole_limit=WHOLE, row_limit=MOST_ROWS, memo_trial=MEMO_TRIAL):
        self.matrix = matrix
        self.whole_limit, self.row_limit, self.memo_trial = whole_limit, row_limit, memo_trial
        self.projected = matrix.projected
        self.lists = _listed(matrix)
        self.rows = None

    def table_bytes(self):
        """The memory of the tables."""
        return self.lists.bytes + (self.rows.bytes if self.rows is not None else 0)

    cdef _Table whole(self, int32_t most):
        """The table of the whole matrix that suits searches from its root."""
        if self.lists.t.all_options > most:
            return self.lists
        with cython.critical_section(self):  # several threads may search one matrix
            if self.rows is None:
                self.rows = _rowed(self.lists, list(range(self.lists.t.all_options)), ())
            return self.rows

    cdef tuple start(self, forced, forbidden):
        """The table to search, and the options to force and forbid there; None when there is no cover."""
        cdef _Walk walk
        cdef _Table table = self.whole(self.whole_limit)
        cdef int32_t state, option, at, slot
        cdef int32_t *counts
        cdef uint64_t rest
        if table.t.by_rows:
            return table, forced, forbidden
        walk = _Walk(table, self.projected)
        walk.s.pack_most = 0
        state = _begin(walk, forced, forbidden)
        if state == DEAD:
            return None
        kept = []
        for at in range(table.t.words):
            rest = (<uint64_t *> (walk.nodes + NODE_HEAD))[at]
            while rest:
                kept.append(64 * at + LOWEST(rest))
                rest &= rest - 1
        counts = <int32_t *> (walk.nodes + NODE_HEAD + 8 * table.t.words)
        fixed = []
        for at in range((<int32_t *> walk.nodes)[TAKEN]):
            option = walk.s.trail[at]
            slot = table.t.items + option - table.t.options
            if option >= table.t.options and counts[slot] <= LARGEST_COUNT:
                kept.append(option)  # something must still show what it says
            elif option < table.t.options:
                fixed.append(option)
        if len(kept) > self.row_limit:
            return table, forced, forbidden
        return _rowed(self.lists, sorted(kept), tuple(fixed)), (), ()

    def steps(self, forced, forbidden, meter):
        """The covers with every forced and no forbidden option, each once, in a stable order.

        After every stretch of work there is None, so that another search can have a turn.
        """
        cdef _Walk walk
        cdef int event = PAUSE
        started = self.start(forced, forbidden)
        if started is None:
            return
        walk = _Walk(started[0], self.projected)
        walk.watch(meter)
        if _begin(walk, started[1], started[2]) == COMPLETE:
            walk.report()
            yield walk.answer()
            return
        size, limit = 1, None
        while event != END:
            found = []
            try:
                event = walk.collect(found, size)
            except LimitReachedError as reached:
                event, limit = END, reached
            walk.report()
            yield from found
            if event == PAUSE:
                yield None
            size = min(2 * size, 256)
        if limit is not None:
            raise limit

    def tree(self, forced, forbidden, memo_limit):
        """The covers with every forced and no forbidden option, to be searched in parts; see `cover_tree`."""
        started = self.start(forced, forbidden)
        return _Tree(started, self.projected, self.lists.t.all_options, max(0, memo_limit), self.memo_trial)

    def batch(self, given_sets, limit, nodes, meter):
        """For each set of forced options at most `limit` covers, whether these are all, the nodes."""
        cdef _Walk walk = _Walk(self.whole(max(self.whole_limit, WHOLE_BATCH) if self.row_limit else 0), self.projected)
        cdef int32_t state, option
        cdef int64_t before
        walk.watch(meter)
        for forced in given_sets:
            for option in forced:
                if not 0 <= option < walk.t.all_options:
                    self.matrix.check_options(forced)
            found, ended = [], True
            before = walk.s.nodes
            walk.s.node_limit = NEVER if nodes is None else min(before + nodes, NEVER)
            state = _begin(walk, forced, ())
            if state == COMPLETE and limit > 0:
                found.append(walk.answer())
            elif state >= 0:
                try:
                    while walk.collect(found, limit) == PAUSE:
                        pass
                except LimitReachedError:
                    ended = False
            yield tuple(found), ended and len(found) < limit, walk.s.nodes - before
        walk.report()

    def trace(self, meter):
        """The steps of a search for all distinct answers; see `cover_trace`."""
        started = self.start((), ())
        return iter(()) if started is None else _traced(started[0], self.projected, started[1], meter)
