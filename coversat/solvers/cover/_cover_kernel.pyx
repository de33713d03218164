# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True, auto_pickle=False
"""The compiled cover engine: `bitset_engine` again, with its state in C.

What differs from the reference: the options taken leave the bit set `alive`, every item carries the count
of its options, kept up as options go, and only so many rows of what an option excludes are kept as there is
memory for.  Nodes with few options left are packed into short bit sets and searched as in the reference.

``cover_base.h``                    the tables and the working memory, and what all the others share
``cover_row.h``                     rows of what an option excludes
``cover_step.h``, ``cover_pack.h``  one step of the search, at a table and in a pack: the inner loops, in C
``cover_word.h``                    the whole walk below a pack of one word
``cover_kernel.h``                  a node of any kind, and a step from it
``cover_memo.h``                    the memo of a count
``_cover_tables.pxi``               building the tables
``_cover_walk.pxi``                 the walk through the tree; answers
``_cover_count.pxi``                counting, and the memo
``_cover_tree.pxi``                 a tree searched in parts
``_cover_trace.pxi``                the steps of a search
"""

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.exc cimport PyErr_CheckSignals
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SetItem
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from ...base.errors import LimitReachedError
from ...base.wording import counted

cdef enum:
    NAME_BYTES = 36           # of a number in a list
    WHOLE = 1024              # up to this many options one table serves every search
    ROW_BYTES = 65536         # for rows at first; at most these, or twice what the tables take
    FEW_WORDS = 16            # with more words of options than this, but not more than these, domain consistency ...
    MOST_WORDS = 250          # ... is tried where there are too many items for a pack
    SHORT_MOST = 16000        # with more options of an item, counts take four bytes
    SLICE = 500000            # words of work between two looks at the clock and at signals: milliseconds

cdef int64_t NEVER = 0x7FFFFFFFFFFFFFFF
cdef int32_t NO_LIMIT = 0x7FFFFFFF

include "_cover_tables.pxi"
include "_cover_walk.pxi"
include "_cover_count.pxi"
include "_cover_tree.pxi"
include "_cover_trace.pxi"


cdef class CompiledEngine:
    """Searches one matrix; the twin of `bitset_engine.BitsetEngine`."""

    name = "compiled"
    shares_memo = True

    cdef object matrix
    cdef bint projected
    cdef _Table table
    cdef readonly int32_t whole_limit, row_limit, short_limit, memo_trial

    def __init__(self, matrix, whole_limit=WHOLE, row_limit=NO_LIMIT, short_limit=SHORT_MOST, memo_trial=MEMO_TRIAL):
        self.matrix = matrix
        self.whole_limit, self.row_limit, self.short_limit = whole_limit, row_limit, short_limit
        self.memo_trial = memo_trial
        self.projected = matrix.projected
        self.table = _whole(matrix, row_limit, short_limit)

    def table_bytes(self):
        """The memory of the tables."""
        return self.table.bytes

    cdef tuple start(self, forced, forbidden, bint by_units=False):
        """The table to search, and the options to force and forbid in it; None if there is no cover."""
        cdef _Walk walk
        cdef _Table table = self.table
        cdef int32_t state, option, at
        cdef uint64_t rest
        if table.t.all_options <= self.whole_limit:
            return table, forced, forbidden
        walk = _Walk(table, self.projected)
        walk.by_units = by_units
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
        fixed = []
        for at in range((<int32_t *> walk.nodes)[TAKEN]):
            option = walk.s.trail[at]
            if option >= table.t.options and cover_owes(&table.t, walk.nodes, option):
                kept.append(option)  # something must still show what it says
            elif option < table.t.options:
                fixed.append(option)
        if 4 * len(kept) > 3 * table.t.all_options:
            return table, forced, forbidden
        return _narrowed(table, sorted(kept), tuple(fixed), self.row_limit, self.short_limit), (), ()

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

    def tree(self, forced, forbidden, memo_limit, shared=None):
        """The covers with every forced and no forbidden option, to be searched in parts; see `cover_tree`."""
        started = self.start(forced, forbidden)
        return _Tree(started, self.projected, self.table.t.all_options, max(0, memo_limit), shared, self.memo_trial)

    def trace(self, meter):
        """The steps of a search for all distinct answers; see `cover_tree`."""
        started = self.start((), (), by_units=True)
        return iter(()) if started is None else _traced(started[0], self.projected, started[1], meter)
