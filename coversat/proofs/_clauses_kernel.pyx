# cython: language_level=3, boundscheck=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True, auto_pickle=False
"""Clauses under unit propagation: `drup.Propagation`, compiled.

The tables are indexed by literals, from their middle.  A kept clause has all its different literals, by which a
deletion finds it; two that were not false when it came stand at its front, and it is watched by these.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

include "_growing.pxi"

cdef enum:
    UNASSIGNED = 0
    TRUE = 1
    FALSE = 2
    LEAST_DEAD = 0x10000      # literals of deleted clauses that are not worth a sweep


ctypedef struct Clause:
    Clause *next              # in its bucket, or among the dead
    uint64_t hashed
    int32_t length
    bint short                # it had two open literals when it was added: it is stored in `implied`
    bint dead                 # deleted; it may be watched still
    int32_t literals[2]       # and more


ctypedef struct Watch:
    Clause *clause
    int32_t other             # one of its literals: where that is true the clause need not be looked at


ctypedef struct Watches:
    Watch *items
    int32_t count, room


cdef int watch(Watches *those, Clause *clause, int32_t other) except -1 nogil:
    if those.count == those.room:
        those.items = <Watch *> grown(those.items, &those.room, sizeof(Watch))
    those.items[those.count] = Watch(clause, other)
    those.count += 1
    return 0


cdef inline uint64_t scattered(int32_t literal) noexcept nogil:
    """What a literal adds to the hash of its clauses: their order does not matter."""
    cdef uint64_t x = <uint64_t> <int64_t> literal * <uint64_t> 0x9E3779B97F4A7C15
    x = (x ^ (x >> 29)) * <uint64_t> 0xBF58476D1CE4E5B9
    return x ^ (x >> 32)


cdef class Propagation:
    """See `drup.Propagation`."""

    cdef int32_t variables
    cdef uint8_t *values
    cdef uint8_t *marks
    cdef List *implications
    cdef Watches *watches
    cdef uint8_t *value       # the middles of these four
    cdef uint8_t *mark        # those of the clause at hand
    cdef List *implied
    cdef Watches *watched
    cdef int32_t *trail
    cdef int32_t trail_length
    cdef int32_t *hand        # the different literals of the clause at hand
    cdef int32_t hand_length
    cdef Clause **buckets
    cdef size_t bucket_count, kept
    cdef Clause *buried       # the dead
    cdef size_t live_literals, dead_literals

    def __cinit__(self, int32_t variable_count):
        cdef size_t literals = 2 * <size_t> variable_count + 1
        self.variables = variable_count
        self.values = <uint8_t *> calloc(literals, 1)
        self.marks = <uint8_t *> calloc(literals, 1)
        self.implications = <List *> calloc(literals, sizeof(List))
        self.watches = <Watches *> calloc(literals, sizeof(Watches))
        self.trail = <int32_t *> malloc((<size_t> variable_count + 1) * sizeof(int32_t))
        self.hand = <int32_t *> malloc(literals * sizeof(int32_t))
        self.bucket_count = 1024
        self.buckets = <Clause **> calloc(self.bucket_count, sizeof(Clause *))
        if (
            self.values == NULL or self.marks == NULL or self.implications == NULL or self.watches == NULL
            or self.trail == NULL or self.hand == NULL or self.buckets == NULL
        ):
            raise MemoryError("a proof")
        self.value, self.mark = self.values + variable_count, self.marks + variable_count
        self.implied, self.watched = self.implications + variable_count, self.watches + variable_count

    def __dealloc__(self):
        cdef int32_t literal
        cdef size_t bucket
        for literal in range(2 * self.variables + 1):
            if self.implications != NULL:
                free(self.implications[literal].items)
            if self.watches != NULL:
                free(self.watches[literal].items)
        if self.buckets != NULL:
            for bucket in range(self.bucket_count):
                free_all(self.buckets[bucket])
        free_all(self.buried)
        free(self.buckets)
        free(self.hand)
        free(self.trail)
        free(self.watches)
        free(self.implications)
        free(self.marks)
        free(self.values)

    def add(self, literals):
        """One clause more, for good or until it is deleted; it must follow or belong to the formula.

        True when unit propagation alone now leads to a contradiction; there is nothing left to ask then.
        """
        cdef int32_t at, open_count = 0, literal
        cdef Clause *clause
        self.take(literals)
        for at in range(self.hand_length):
            literal = self.hand[at]
            if self.value[literal] == TRUE:
                return False
            if self.value[literal] == UNASSIGNED:
                self.hand[at] = self.hand[open_count]
                self.hand[open_count] = literal
                open_count += 1
        if open_count < 2:
            return open_count == 0 or self.assign_for_good(self.hand[0])
        if open_count == 2:
            append(self.implied - self.hand[0], self.hand[1])
            append(self.implied - self.hand[1], self.hand[0])
        if self.hand_length > 2:
            clause = self.keep(open_count == 2)
            if open_count > 2:
                watch(self.watched + self.hand[0], clause, self.hand[1])
                watch(self.watched + self.hand[1], clause, self.hand[0])
        return False

    def delete(self, literals):
        """Delete one copy of a clause, if there is one."""
        cdef Clause *clause
        self.take(literals)
        if self.hand_length == 2:
            self.unlink(self.hand[0], self.hand[1])
            return
        clause = self.unkept()
        if clause == NULL:
            return
        if clause.short:
            self.unlink(clause.literals[0], clause.literals[1])
            free(clause)
            return
        clause.dead = True
        clause.next, self.buried = self.buried, clause
        self.dead_literals += clause.length
        if self.dead_literals > self.live_literals + LEAST_DEAD:
            self.sweep()

    def implies(self, literals):
        """Whether making all `literals` false leads to a contradiction by unit propagation."""
        cdef int32_t at, literal
        cdef bint conflict = False
        self.take(literals)
        for at in range(self.hand_length):
            literal = self.hand[at]
            if self.value[literal] == TRUE:
                conflict = True
                break
            if self.value[literal] == UNASSIGNED:
                self.assign(-literal)
        if not conflict:
            with nogil:
                conflict = self.conflicts()
        for at in range(self.trail_length):
            literal = self.trail[at]
            self.value[literal] = self.value[-literal] = UNASSIGNED
        self.trail_length = 0
        return conflict

    cdef int take(self, literals) except -1:
        """The different literals of a clause, in the order in which they come first."""
        cdef int32_t literal, at
        self.hand_length = 0
        for word in literals:
            literal = word
            if not self.mark[literal]:
                self.mark[literal] = True
                self.hand[self.hand_length] = literal
                self.hand_length += 1
        for at in range(self.hand_length):
            self.mark[self.hand[at]] = False
        return 0

    cdef bint assign_for_good(self, int32_t literal) except -1:
        """Make a unit and what it implies true; whether that is a contradiction."""
        cdef int32_t at
        cdef bint conflict
        self.assign(literal)
        with nogil:
            conflict = self.conflicts()
        if conflict:
            return True
        for at in range(self.trail_length):
            # No clause needs to be seen from an assigned variable again: it is true, or watched elsewhere.
            self.forget(self.trail[at])
            self.forget(-self.trail[at])
        self.trail_length = 0
        return False

    cdef void forget(self, int32_t literal) noexcept nogil:
        """What is known of an assigned literal."""
        free(self.implied[literal].items)
        free(self.watched[literal].items)
        memset(self.implied + literal, 0, sizeof(List))
        memset(self.watched + literal, 0, sizeof(Watches))

    cdef int unlink(self, int32_t first, int32_t second) except -1:
        """Forget one clause of two literals, where there is one."""
        cdef int32_t one = place_of(self.implied - first, second), other = place_of(self.implied - second, first)
        if one >= 0 and other >= 0:
            take_out(self.implied - first, one)
            take_out(self.implied - second, other)
        return 0

    # Clauses by their literals

    cdef uint64_t hash_of_hand(self) noexcept nogil:
        cdef uint64_t hashed = 0
        cdef int32_t at
        for at in range(self.hand_length):
            hashed += scattered(self.hand[at])
        return hashed

    cdef Clause *keep(self, bint short) except NULL:
        """The clause at hand, to be found again."""
        cdef size_t literals = <size_t> self.hand_length * sizeof(int32_t)
        cdef Clause *clause = <Clause *> malloc(sizeof(Clause) + literals)
        cdef size_t bucket
        cdef int32_t at
        if clause == NULL:
            raise MemoryError("a proof")
        if self.kept == self.bucket_count:
            self.grow()
        clause.hashed, clause.length = self.hash_of_hand(), self.hand_length
        clause.short, clause.dead = short, False
        for at in range(self.hand_length):
            clause.literals[at] = self.hand[at]
        bucket = clause.hashed % self.bucket_count
        clause.next, self.buckets[bucket] = self.buckets[bucket], clause
        self.kept += 1
        self.live_literals += self.hand_length
        return clause

    cdef int grow(self) except -1:
        """Twice as many buckets."""
        cdef size_t many = 2 * self.bucket_count, bucket
        cdef Clause **buckets = <Clause **> calloc(many, sizeof(Clause *))
        cdef Clause *clause
        cdef Clause *after
        if buckets == NULL:
            raise MemoryError("a proof")
        for bucket in range(self.bucket_count):
            clause = self.buckets[bucket]
            while clause != NULL:
                after = clause.next
                clause.next, buckets[clause.hashed % many] = buckets[clause.hashed % many], clause
                clause = after
        free(self.buckets)
        self.buckets, self.bucket_count = buckets, many
        return 0

    cdef Clause *unkept(self) noexcept nogil:
        """Take the clause with the literals at hand out of its bucket; NULL where there is none."""
        cdef uint64_t hashed = self.hash_of_hand()
        cdef Clause **link = self.buckets + hashed % self.bucket_count
        cdef Clause *clause = link[0]
        cdef int32_t at
        for at in range(self.hand_length):
            self.mark[self.hand[at]] = True
        while clause != NULL and not (clause.hashed == hashed and self.is_hand(clause)):
            link = &clause.next
            clause = link[0]
        for at in range(self.hand_length):
            self.mark[self.hand[at]] = False
        if clause != NULL:
            link[0] = clause.next
            self.kept -= 1
            self.live_literals -= clause.length
        return clause

    cdef bint is_hand(self, const Clause *clause) noexcept nogil:
        """Whether a clause has just the literals that are marked."""
        cdef int32_t at
        if clause.length != self.hand_length:
            return False
        for at in range(clause.length):
            if not self.mark[clause.literals[at]]:
                return False
        return True

    cdef int sweep(self) except -1:
        """Take the dead out of the watch lists, and give their memory back."""
        cdef int32_t literal, at, stay
        cdef Watches *those
        for literal in range(-self.variables, self.variables + 1):
            those = self.watched + literal
            stay = 0
            for at in range(those.count):
                if not those.items[at].clause.dead:
                    those.items[stay] = those.items[at]
                    stay += 1
            those.count = stay
        free_all(self.buried)
        self.buried, self.dead_literals = NULL, 0
        return 0

    # Propagation

    cdef inline void assign(self, int32_t literal) noexcept nogil:
        self.value[literal], self.value[-literal] = TRUE, FALSE
        self.trail[self.trail_length] = literal
        self.trail_length += 1

    cdef bint conflicts(self) except -1 nogil:
        """Propagate the literals on the trail, which grows; whether some clause becomes false.

        Clauses of two literals first: they are cheap, and the conflict is often among them.
        """
        cdef int32_t shorter = 0, longer = 0, at, literal
        cdef List *those
        while True:
            while shorter < self.trail_length:
                those = self.implied + self.trail[shorter]
                for at in range(those.count):
                    literal = those.items[at]
                    if self.value[literal] == FALSE:
                        return True
                    if self.value[literal] == UNASSIGNED:
                        self.assign(literal)
                shorter += 1
            if longer == self.trail_length:
                return False
            if self.visit(-self.trail[longer]):
                return True
            longer += 1

    cdef bint visit(self, int32_t falsified) except -1 nogil:
        """Find each clause watched by a literal that is now false another watch, a unit or a conflict."""
        cdef Watches *those = self.watched + falsified
        cdef int32_t at, stay = 0, place, other
        cdef Watch found
        cdef Clause *clause
        cdef bint conflict = False
        for at in range(those.count):
            found = those.items[at]
            if conflict or self.value[found.other] == TRUE:
                those.items[stay] = found
                stay += 1
                continue
            clause = found.clause
            if clause.dead:
                continue
            other = clause.literals[0] + clause.literals[1] - falsified
            clause.literals[0], clause.literals[1] = other, falsified
            found.other = other
            if self.value[other] != TRUE:
                place = 2
                while place < clause.length and self.value[clause.literals[place]] == FALSE:
                    place += 1
                if place < clause.length:
                    clause.literals[1], clause.literals[place] = clause.literals[place], falsified
                    watch(self.watched + clause.literals[1], clause, other)
                    continue
            those.items[stay] = found
            stay += 1
            if self.value[other] == FALSE:
                conflict = True
            elif self.value[other] == UNASSIGNED:
                self.assign(other)
        those.count = stay
        return conflict


cdef void free_all(Clause *clause) noexcept nogil:
    cdef Clause *after
    while clause != NULL:
        after = clause.next
        free(clause)
        clause = after


cdef int32_t place_of(const List *numbers, int32_t number) noexcept nogil:
    """Its position, or -1."""
    cdef int32_t at
    for at in range(numbers.count):
        if numbers.items[at] == number:
            return at
    return -1


cdef void take_out(List *numbers, int32_t place) noexcept nogil:
    numbers.count -= 1
    numbers.items[place] = numbers.items[numbers.count]
