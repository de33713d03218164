# cython: language_level=3, boundscheck=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True, auto_pickle=False
"""Cardinality constraints under unit propagation: `cardinality.Propagation`, compiled, step by step the same.

Literals index the tables with an offset, so that those of a variable stand on both sides of the middle.
Constraints stand in slots, which are used again; only here their numbers are known.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

include "_growing.pxi"

cdef enum:
    OPEN = 0
    TRUE = 1
    FALSE = 2


ctypedef struct Constraint:
    int32_t *literals
    int32_t length
    int32_t slack


cdef class Propagation:
    """See `cardinality.Propagation`."""

    cdef int32_t variables
    cdef uint8_t *tables      # the values of all literals
    cdef uint8_t *value       # the middle of it
    cdef List *lists          # the slots of the constraints on each literal
    cdef List *occurs         # the middle of it
    cdef Constraint *constraints
    cdef int32_t room
    cdef dict slots           # of the constraints by their numbers
    cdef list unused          # slots
    cdef int32_t *trail
    cdef int32_t length, head
    cdef list assumed, starts, added
    cdef readonly bint conflict

    def __cinit__(self, int32_t variable_count):
        cdef size_t literals = 2 * <size_t> variable_count + 1
        self.variables = variable_count
        self.tables = <uint8_t *> calloc(literals, 1)
        self.lists = <List *> calloc(literals, sizeof(List))
        self.trail = <int32_t *> malloc((<size_t> variable_count + 1) * sizeof(int32_t))
        if self.tables == NULL or self.lists == NULL or self.trail == NULL:
            raise MemoryError("a proof")
        self.value, self.occurs = self.tables + variable_count, self.lists + variable_count
        self.slots, self.unused = {}, []
        self.assumed, self.starts, self.added = [], [], [[]]

    def __dealloc__(self):
        cdef int32_t at
        if self.lists != NULL:
            for at in range(2 * self.variables + 1):
                free(self.lists[at].items)
        for at in range(self.room):
            free(self.constraints[at].literals)
        free(self.constraints)
        free(self.lists)
        free(self.tables)
        free(self.trail)

    def values(self, literals):
        """The values of literals, a byte each."""
        cdef int32_t literal
        return bytes([self.value[literal] for literal in literals])

    @property
    def complete(self):
        """Whether every variable has a value."""
        return self.length == self.variables

    def add(self, number, literals, int32_t degree):
        """One constraint more, on literals of different variables."""
        cdef int32_t slot, at, literal
        cdef Constraint *constraint
        while self.conflict and self.assumed:
            self.undo(len(self.assumed) - 1)
        slot = self.slot_for(len(literals))
        constraint = self.constraints + slot
        constraint.slack = -degree
        for at in range(constraint.length):
            literal = literals[at]
            constraint.literals[at] = literal
            append(self.occurs + literal, slot)
            constraint.slack += self.value[literal] != FALSE
        self.slots[number] = slot
        self.added[-1].append(number)
        self.look_at(slot)

    def remove(self, number):
        """Forget a constraint; what it made true stays so."""
        cdef int32_t slot = self.slots.pop(number), at, place
        cdef Constraint *constraint = self.constraints + slot
        cdef List *those
        for at in range(constraint.length):
            those = self.occurs + constraint.literals[at]
            place = 0
            while those.items[place] != slot:
                place += 1
            those.count -= 1
            those.items[place] = those.items[those.count]
        free(constraint.literals)
        constraint.literals = NULL
        self.unused.append(slot)

    def assume(self, literals):
        """Assume these literals and no others; whether that leads to a contradiction."""
        cdef int32_t literal
        same = 0
        for standing, wanted in zip(self.assumed, literals):
            if standing != wanted:
                break
            same += 1
        self.undo(same)
        for wanted in literals[same:]:
            if self.conflict:
                break
            literal = wanted
            self.starts.append(self.length)
            self.assumed.append(wanted)
            self.added.append([])
            if self.value[literal] == FALSE:
                self.conflict = True
            elif self.value[literal] == OPEN:
                self.assign(literal)
                with nogil:
                    self.propagate()
        return self.conflict

    cdef int32_t slot_for(self, size_t length) except -1:
        """An unused slot, with room for this many literals."""
        cdef Constraint *moved
        cdef int32_t slot, at
        cdef int32_t *literals = <int32_t *> malloc((length + 1) * sizeof(int32_t))
        if literals != NULL and not self.unused:
            moved = <Constraint *> realloc(self.constraints, (2 * <size_t> self.room + 64) * sizeof(Constraint))
            if moved == NULL:
                free(literals)
                literals = NULL
            else:
                memset(moved + self.room, 0, (<size_t> self.room + 64) * sizeof(Constraint))
                self.constraints = moved
                self.unused = list(range(2 * self.room + 63, self.room - 1, -1))
                self.room = 2 * self.room + 64
        if literals == NULL:
            raise MemoryError("a proof")
        slot = self.unused.pop()
        self.constraints[slot].literals, self.constraints[slot].length = literals, length
        return slot

    cdef int undo(self, size_t levels) except -1:
        """Undo all levels above this number."""
        cdef int32_t start, at, place
        cdef List *those
        if levels == <size_t> len(self.assumed):
            return 0
        start = self.starts[levels]
        for at in range(start, self.head):
            those = self.occurs - self.trail[at]
            for place in range(those.count):
                self.constraints[those.items[place]].slack += 1
        for at in range(start, self.length):
            self.value[self.trail[at]] = self.value[-self.trail[at]] = OPEN
        self.length = self.head = start
        del self.assumed[levels:], self.starts[levels:]
        self.conflict = False
        again = [number for those_added in self.added[levels + 1 :] for number in those_added if number in self.slots]
        del self.added[levels + 1 :]
        self.added[-1] += again
        for number in again:
            self.look_at(self.slots[number])
        return 0

    cdef int look_at(self, int32_t slot) except -1:
        """Propagate a constraint that was not examined at this level yet."""
        cdef Constraint *constraint = self.constraints + slot
        if self.conflict:
            return 0
        if constraint.slack < 0:
            self.conflict = True
        elif constraint.slack == 0:
            self.make_true(constraint)
            self.propagate()
        return 0

    cdef inline void assign(self, int32_t literal) noexcept nogil:
        self.value[literal], self.value[-literal] = TRUE, FALSE
        self.trail[self.length] = literal
        self.length += 1

    cdef inline void make_true(self, const Constraint *constraint) noexcept nogil:
        cdef int32_t at
        for at in range(constraint.length):
            if self.value[constraint.literals[at]] == OPEN:
                self.assign(constraint.literals[at])

    cdef void propagate(self) noexcept nogil:
        """Follow the literals on the trail, which grows, to their end or to a conflict."""
        cdef List *those
        cdef int32_t place
        cdef Constraint *constraint
        while self.head < self.length and not self.conflict:
            those = self.occurs - self.trail[self.head]
            self.head += 1
            for place in range(those.count):
                constraint = self.constraints + those.items[place]
                constraint.slack -= 1
                if constraint.slack < 0:
                    self.conflict = True
                elif constraint.slack == 0 and not self.conflict:
                    self.make_true(constraint)
