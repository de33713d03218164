# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True, auto_pickle=False
"""`positions.Positions`, compiled: the same positions, the same names.

Each question has its own working memory and is answered without the interpreter, so that threads can ask at once.

``labelling.h``  numbers for what hardly differs
``positions.h``  a position, what comes behind it, its name
"""

from array import array

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memset

from .positions import Child, incidence

cdef extern from "positions.h" nogil:
    enum:
        DEAD
        NO_MEMORY
        HEAD
    ctypedef struct Cover:
        int32_t primary, items, vertices, options, entries
        const int32_t *row_from
        const int32_t *rows
        const int32_t *touch_from
        const int32_t *touching
        const int32_t *item_of
        const int32_t *ranks
    ctypedef struct State:
        pass
    ctypedef struct Work:
        State at
    ctypedef struct Heap:
        int32_t *words
        size_t used
    bint work_begin(Work *w, const Cover *c)
    void work_end(Work *w)
    void work_at(Work *w, const Cover *c, const int32_t *options, int32_t count)
    int32_t work_take(Work *w, const Cover *c, int32_t option)
    size_t work_name(Work *w, const Cover *c, const State *s)
    size_t work_width(const Work *w)
    void work_spell(Work *w, uint8_t *name)
    bint heap_tell(Heap *h, Work *w, const Cover *c, int32_t option, int32_t open)
    int32_t heap_tell_below(Heap *h, Work *w, const Cover *c)


cdef class _Query:
    """A query for a position, and its result."""

    cdef Work work
    cdef Heap heap

    def __dealloc__(self):
        work_end(&self.work)
        free(self.heap.words)

    cdef list children(self):
        """As values."""
        cdef size_t at = 0
        cdef int32_t *words
        cdef list children = []
        while at < self.heap.used:
            words = self.heap.words + at
            children.append(Child(
                words[0],
                words[1],
                PyBytes_FromStringAndSize(<char *> (words + HEAD), 4 * words[2]),
                PyBytes_FromStringAndSize(<char *> (words + HEAD + words[2]), words[3]),
            ))
            at += HEAD + words[2] + (words[3] + 3) // 4
        return children


cdef class Positions:
    """See `positions.Expanding`."""

    cdef Cover cover
    cdef list stored            # what it points to

    def __cinit__(self, table, ranks):
        rows, item_of, touching = incidence(table)
        self.stored = []
        self.cover.primary, self.cover.items = table.primary_count, table.item_count
        self.cover.vertices, self.cover.options = len(item_of), len(rows)
        self.cover.entries = sum(map(len, rows))
        self.cover.row_from, self.cover.rows = self.keep(_ends(rows)), self.keep(_joined(rows))
        self.cover.touch_from, self.cover.touching = self.keep(_ends(touching)), self.keep(_joined(touching))
        self.cover.item_of, self.cover.ranks = self.keep(item_of), self.keep(ranks)

    cdef const int32_t *keep(self, numbers) except NULL:
        cdef bytes stored = array("i", numbers).tobytes()
        self.stored.append(stored)
        return <const int32_t *> PyBytes_AsString(stored)

    cdef _Query ask(self, bytes position):
        cdef _Query query = _Query()
        if not work_begin(&query.work, &self.cover):
            raise MemoryError("positions")
        work_at(&query.work, &self.cover, <const int32_t *> PyBytes_AsString(position), <int32_t> (len(position) // 4))
        return query

    def named(self, bytes position):
        """See `Expanding`."""
        cdef _Query query = self.ask(position)
        cdef size_t count = work_name(&query.work, &self.cover, &query.work.at) * work_width(&query.work)
        cdef bytearray name = bytearray(count)
        cdef char *to = name
        work_spell(&query.work, <uint8_t *> to)
        return bytes(name)

    def behind(self, bytes position, int32_t option):
        """See `Expanding`."""
        cdef _Query query = self.ask(position)
        cdef int32_t open = DEAD
        if 0 <= option < self.cover.options:
            open = work_take(&query.work, &self.cover, option)
        if open == DEAD:
            return None
        if not heap_tell(&query.heap, &query.work, &self.cover, option, open):
            raise MemoryError("positions")
        return query.children()[0]

    def below(self, bytes position):
        """See `Expanding`."""
        cdef _Query query = self.ask(position)
        cdef int32_t tried
        with nogil:
            tried = heap_tell_below(&query.heap, &query.work, &self.cover)
        if tried == NO_MEMORY:
            raise MemoryError("positions")
        return tried, query.children()


def _ends(rows):
    """Where each begins, and the last ends."""
    ends, end = [0], 0
    for row in rows:
        end += len(row)
        ends.append(end)
    return ends


def _joined(rows):
    return [number for row in rows for number in row]
