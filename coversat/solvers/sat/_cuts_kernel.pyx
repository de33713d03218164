# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True, auto_pickle=False
"""Cuts of one graph: `cuts.PlainGraph`, compiled; the same cuts in the same order."""

from libc.stdint cimport INT32_MIN, int32_t, uint8_t
from libc.stdlib cimport calloc, free, qsort
from libc.string cimport memset

cdef enum:
    CLOSED = 1     # an element of the border
    SEEN = 2       # reached from the other side
    TOUCHED = 4    # an element of the border that was


include "_graph.pxi"


cdef class Graph(GraphTables):
    """See `cuts.PlainGraph`."""

    cdef int32_t variables
    cdef uint8_t *preferred
    cdef uint8_t *true        # per variable, then per element
    cdef uint8_t *mark
    cdef int32_t *piece       # of each element, from 1; 0 for none
    cdef int32_t *order       # the elements piece by piece
    cdef int32_t *border

    def __cinit__(self, literals, neighbours, roots, preferred):
        cdef int32_t at
        self.variables = max((abs(literal) for literal in literals if literal is not None), default=0)
        self.preferred = <uint8_t *> room(self.count, 1)
        self.true = <uint8_t *> room(self.variables + self.count + 1, 1)
        self.mark = <uint8_t *> room(self.count, 1)
        self.piece = <int32_t *> room(self.count, sizeof(int32_t))
        self.order = <int32_t *> room(self.count, sizeof(int32_t))
        self.border = <int32_t *> room(self.count, sizeof(int32_t))
        for at in range(self.count):
            self.preferred[at] = preferred[at]

    def __dealloc__(self):
        free(self.preferred)
        free(self.true)
        free(self.mark)
        free(self.piece)
        free(self.order)
        free(self.border)

    def cuts(self, model):
        """The cuts that a model breaks: an element, another or None, and the border between them."""
        cdef int32_t at, literal, number = 0, done = 0, begin, best = 0, best_size = 0, size, label
        cdef uint8_t *holds = self.true + self.variables + 1
        cdef int32_t z
        memset(self.true, 0, <size_t> self.variables + 1)
        for item in model:
            literal = item
            if 0 < literal <= self.variables:
                self.true[literal] = 1
        for at in range(self.count):
            literal = self.literals[at]
            if literal == 0 or literal == INT32_MIN:
                holds[at] = 1
            elif literal > 0:
                holds[at] = self.true[literal]
            else:
                holds[at] = not self.true[-literal]
            self.piece[at] = 0
        pieces = []
        for at in range(self.count):
            if holds[at] and self.piece[at] == 0 and self.literals[at] != INT32_MIN:
                number += 1
                begin = done
                done = self.spread(at, number, holds, done)
                size = 0
                for label in range(begin, done):
                    size += self.literals[self.order[label]] != INT32_MIN
                pieces.append((size, number, begin, done))
        if self.root_count:
            rooted = {self.piece[self.roots[at]] for at in range(self.root_count) if holds[self.roots[at]]}
            return [self.cut(piece[1], piece[2], piece[3], -1) for piece in pieces if piece[1] not in rooted]
        if number < 2:
            return []
        pieces.sort()
        largest = pieces.pop()
        z = self.chosen(largest[2], largest[3])
        return [self.cut(piece[1], piece[2], piece[3], z) for piece in pieces]

    cdef int32_t spread(self, int32_t start, int32_t number, uint8_t *holds, int32_t done) noexcept:
        """Collect the piece of an element behind the others; return where it ends."""
        cdef int32_t head = done, link, other
        self.order[done] = start
        done += 1
        self.piece[start] = number
        while head < done:
            for link in range(self.first[self.order[head]], self.first[self.order[head] + 1]):
                other = self.neighbours[link]
                if holds[other] and self.piece[other] == 0:
                    self.piece[other] = number
                    self.order[done] = other
                    done += 1
            head += 1
        return done

    cdef int32_t chosen(self, int32_t begin, int32_t end) noexcept:
        """An element of a piece that is true in every model if there is one, otherwise its first."""
        cdef int32_t at
        for at in range(begin, end):
            if self.preferred[self.order[at]]:
                return self.order[at]
        return self.order[begin]

    cdef object cut(self, int32_t number, int32_t begin, int32_t end, int32_t z):
        """The cut around a piece; its border is the part that the other side touches."""
        cdef int32_t at, link, other, head = 0, tail = 0, size = 0
        memset(self.mark, 0, <size_t> self.count)
        for at in range(begin, end):
            for link in range(self.first[self.order[at]], self.first[self.order[at] + 1]):
                other = self.neighbours[link]
                if self.piece[other] != number:
                    self.mark[other] = CLOSED
        for at in range(self.root_count if z < 0 else 1):
            other = z if z >= 0 else self.roots[at]
            if self.mark[other] == CLOSED:
                self.mark[other] |= TOUCHED
                self.border[size] = other
                size += 1
            elif self.mark[other] == 0:
                self.mark[other] = SEEN
                self.queue[tail] = other
                tail += 1
        while head < tail:
            for link in range(self.first[self.queue[head]], self.first[self.queue[head] + 1]):
                other = self.neighbours[link]
                if self.mark[other] == 0:
                    self.mark[other] = SEEN
                    self.queue[tail] = other
                    tail += 1
                elif self.mark[other] == CLOSED:
                    self.mark[other] |= TOUCHED
                    self.border[size] = other
                    size += 1
            head += 1
        qsort(self.border, <size_t> size, sizeof(int32_t), by_number)
        return (
            self.chosen(begin, end),
            None if z < 0 else z,
            tuple([self.border[at] for at in range(size)]),
        )
