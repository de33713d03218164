# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True, auto_pickle=False
"""`blocks.Blocks`, compiled: the same counts."""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free

from .blocks import FEW


cdef extern from "blocks.h" nogil:
    enum:
        STOPPED
        TOO_LARGE
        NO_ROOM
    ctypedef struct Wide:
        uint64_t low, high
    ctypedef struct Structure:
        int32_t words, options
        int32_t *row_from
        int32_t *rows
        int32_t *block
        int32_t *layer
        int32_t *item
        int32_t *level
        int32_t *side
        int32_t *families
        void *memory
    ctypedef int64_t (*GoOn)(void *asker, int64_t nodes, double done) noexcept nogil
    ctypedef struct Counter "Blocks":
        int state
        int64_t nodes
        GoOn go_on
        void *asker
    bint structure_begin(Structure *s, int32_t items, int32_t options, int32_t entries, int32_t decisions, int32_t blocks, int32_t layers)
    void structure_sets(Structure *s)
    bint blocks_begin(Counter *b, const Structure *s, int32_t few, size_t memo_bytes)
    void blocks_end(Counter *b)
    Wide blocks_whole(Counter *b, const Structure *s)


cdef class Blocks:
    """See `blocks.Counting`."""

    cdef Structure whole
    cdef int32_t few
    cdef object go_on, error

    def __cinit__(self, table, plan, few=FEW):
        cdef int32_t at
        cdef int32_t entries = sum(map(len, table.options)), end = 0
        if not structure_begin(
            &self.whole, table.item_count, len(table.options), entries, len(plan.decisions),
            max(plan.block) + 1, max(plan.layer) + 1
        ):
            raise MemoryError("a count by blocks")
        for at, row in enumerate(table.options):
            for item in row:
                self.whole.rows[end] = item
                end += 1
            self.whole.row_from[at + 1] = end
        for at, block in enumerate(plan.block):
            self.whole.block[at] = block
        for at, layer in enumerate(plan.layer):
            self.whole.layer[at] = layer
        for at, (item, block) in enumerate(plan.decisions):
            self.whole.item[at], self.whole.side[at], self.whole.level[at] = item, block, at
        for at, family in enumerate(plan.families):
            for item in family:
                self.whole.families[item] |= 1 << at
        structure_sets(&self.whole)
        self.few = few

    def __dealloc__(self):
        free(self.whole.memory)

    def count(self, memo, go_on):
        """See `blocks.Counting`."""
        cdef Counter counter
        cdef Wide found
        if not blocks_begin(&counter, &self.whole, self.few, memo):
            blocks_end(&counter)
            raise MemoryError("a count by blocks")
        counter.go_on, counter.asker = _go_on, <void *> self
        self.go_on, self.error = go_on, None
        try:
            with nogil:
                found = blocks_whole(&counter, &self.whole)
        finally:
            blocks_end(&counter)
        if counter.state == STOPPED:
            raise self.error
        if counter.state == NO_ROOM:
            raise MemoryError("a count by blocks")
        number = None if counter.state == TOO_LARGE else (<object> found.high << 64) + found.low
        return number, counter.nodes


cdef int64_t _go_on(void *asker, int64_t nodes, double done) noexcept with gil:
    cdef Blocks blocks = <Blocks> asker
    try:
        return blocks.go_on(nodes, done)
    except BaseException as error:
        blocks.error = error
        return -1
