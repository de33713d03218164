# cython: language_level=3, boundscheck=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True, auto_pickle=False
"""Clauses that follow by hints: `hinted_clauses.HintedClauses`, compiled; and `cpog_file.read_line`.

A literal of a node is one behind those of the formula's variables here, by its place among the nodes.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memmove, memset

from . import cpog_file
from .cpog_file import Line
from .verification import ProofError

include "_growing.pxi"

cdef enum:
    CLAUSE_BYTES = 200
    MOST_DIGITS = 18
    WORDS = 4                 # of clauses that are looked at together


ctypedef struct Entry:
    int64_t number            # of the clause, or of the first of those that define a node
    int32_t *literals         # of the clause; or the node and its children
    int32_t count             # of these; -1 once it is deleted
    char kind                 # f: follows, g: follows from the graph alone; p, s, t: defines


ctypedef struct Many:
    uint64_t words[WORDS]     # a bit for each of some clauses


cdef class HintedClauses:
    """See `hinted_clauses.HintedClauses`."""

    cdef int32_t variables, newest
    cdef int64_t formula_count, held, most
    cdef Entry *formula
    cdef Entry *entries
    cdef int32_t entry_count, entry_room
    cdef uint8_t *false       # per literal, from twice its variable on, the negative one behind
    cdef int64_t false_room
    cdef List trail           # the literals that are false
    cdef List hand            # those of the step at hand
    cdef dict nodes

    def __cinit__(self, int32_t variable_count, formula, int64_t most_bytes):
        cdef int64_t at
        self.variables = self.newest = variable_count
        self.most = most_bytes
        self.nodes = {}
        self.formula_count = len(formula)
        self.formula = <Entry *> calloc(<size_t> self.formula_count + 1, sizeof(Entry))
        self.false_room = 2 * (<int64_t> variable_count + 1)
        self.false = <uint8_t *> calloc(<size_t> self.false_room, 1)
        if self.formula == NULL or self.false == NULL:
            raise MemoryError("a proof")
        for at in range(self.formula_count):
            self.take(formula[at])
            self.fill(self.formula + at, at + 1, c"f")

    def __dealloc__(self):
        cdef int64_t at
        if self.formula != NULL:
            for at in range(self.formula_count):
                free(self.formula[at].literals)
        for at in range(self.entry_count):
            free(self.entries[at].literals)
        free(self.formula)
        free(self.entries)
        free(self.false)
        free(self.trail.items)
        free(self.hand.items)

    def add(self, int64_t number, literals, hints, bint structural):
        """See `HintedClauses`."""
        self.take(literals)
        self.held += CLAUSE_BYTES + 8 * <int64_t> self.hand.count
        if self.held > self.most:
            raise ProofError(f"the clauses need more than {self.most} bytes")
        self.follow(self.hand.items, self.hand.count, False, hints, structural)
        self.keep(number, c"g" if structural else c"f")

    def define(self, int64_t number, str command, int64_t node, children, hints):
        """See `HintedClauses`."""
        cdef char kind = c"p" if command == "p" else c"s" if command == "s" else c"t"
        cdef uint8_t *moved
        cdef int64_t wanted
        self.take(children)
        if kind == c"s":
            self.follow(self.hand.items, self.hand.count, True, hints, True)
        if self.newest == 0x3FFFFFFF:
            raise ProofError("more nodes than can be counted")
        self.newest += 1
        if 2 * <int64_t> self.newest + 2 > self.false_room:
            wanted = 2 * self.false_room + 2
            moved = <uint8_t *> realloc(self.false, <size_t> wanted)
            if moved == NULL:
                raise MemoryError("a proof")
            memset(moved + self.false_room, 0, <size_t> (wanted - self.false_room))
            self.false, self.false_room = moved, wanted
        self.nodes[node] = self.newest
        append(&self.hand, self.newest)
        memmove(self.hand.items + 1, self.hand.items, <size_t> (self.hand.count - 1) * sizeof(int32_t))
        self.hand.items[0] = self.newest  # the node, in front of its children
        self.keep(number, kind)

    def delete(self, number):
        """See `HintedClauses`."""
        cdef Entry *entry = self.found(number)
        if entry == NULL or entry.number != number or (entry.kind != c"f" and entry.kind != c"g"):
            raise ProofError(f"deletes clause {number}, which is none of the proof's")
        self.held -= CLAUSE_BYTES + 8 * <int64_t> entry.count
        free(entry.literals)
        entry.literals = NULL
        entry.count = -1

    def not_implied(self, int64_t root, look_up):
        """See `HintedClauses`."""
        cdef int64_t start
        cdef int32_t place = self.nodes[root], left
        cdef size_t nodes = <size_t> (self.newest - self.variables)
        cdef Many *by_literal = <Many *> malloc(<size_t> (2 * <int64_t> self.variables + 2) * sizeof(Many))
        cdef Many *by_node = <Many *> malloc((nodes + 1) * sizeof(Many))
        try:
            if by_literal == NULL or by_node == NULL:
                raise MemoryError("a proof")
            for start in range(0, self.formula_count, 64 * WORDS):
                self.gather(start, by_literal)
                self.pass_on(by_literal, by_node, look_up)
                left = self.unseen(start, by_node + (place - self.variables - 1))
                if left >= 0:
                    return start + left
        finally:
            free(by_literal)
            free(by_node)
        return None

    cdef void gather(self, int64_t start, Many *by_literal) noexcept:
        """Per literal, the clauses from this place on that hold it."""
        cdef int64_t at, size, last = min(start + 64 * WORDS, self.formula_count)
        cdef int32_t i
        memset(by_literal, 0, <size_t> (2 * <int64_t> self.variables + 2) * sizeof(Many))
        for at in range(start, last):
            for i in range(self.formula[at].count):
                size = self.formula[at].literals[i]
                size = 2 * size if size > 0 else 1 - 2 * size
                by_literal[size].words[(at - start) // 64] |= <uint64_t> 1 << ((at - start) % 64)

    cdef int pass_on(self, Many *by_literal, Many *by_node, look_up) except -1:
        """Per node, the clauses whose literals make it false when they are false."""
        cdef int32_t at, i, word, child, node = 0
        cdef Entry *entry
        cdef Many *here
        cdef Many made
        for at in range(self.entry_count):
            entry = self.entries + at
            if entry.kind == c"f" or entry.kind == c"g":
                continue
            if node % 4096 == 0:
                look_up()
            memset(&made, 255 if entry.kind == c"s" else 0, sizeof(Many))
            for i in range(1, entry.count):
                child = entry.literals[i]
                if child > self.variables:
                    here = by_node + (child - self.variables - 1)
                else:
                    here = by_literal + (2 * <int64_t> child if child > 0 else 1 - 2 * <int64_t> child)
                for word in range(WORDS):
                    if entry.kind == c"s":
                        made.words[word] &= here.words[word]
                    else:
                        made.words[word] |= here.words[word]
            by_node[node] = made
            node += 1
        return 0

    cdef int32_t unseen(self, int64_t start, Many *root) except -2:
        """The first of the clauses from this place on that does not make the root false; -1 where all do."""
        cdef int64_t at, last = min(start + 64 * WORDS, self.formula_count)
        for at in range(start, last):
            if not root.words[(at - start) // 64] >> ((at - start) % 64) & 1:
                if not self.always_true(self.formula + at):
                    return <int32_t> (at - start)
        return -1

    cdef int always_true(self, Entry *clause) except -1:
        cdef int32_t at
        cdef int found = 0
        for at in range(clause.count):
            self.falsify(clause.literals[at])
            found |= self.is_false(-clause.literals[at])[0]
        self.forget()
        return found

    cdef int take(self, literals) except -1:
        """The literals are at hand."""
        cdef int64_t literal, size
        cdef int32_t place
        self.hand.count = 0
        for literal in literals:
            size = literal if literal > 0 else -literal
            if 0 < size <= self.variables:
                place = <int32_t> size
            else:
                known = self.nodes.get(size)
                if known is None:
                    raise ProofError(f"literal {literal} is of no variable and of no node")
                place = known
            append(&self.hand, place if literal > 0 else -place)
        return 0

    cdef int fill(self, Entry *entry, int64_t number, char kind) except -1:
        """What is at hand becomes this entry."""
        cdef int32_t at
        entry.literals = <int32_t *> malloc(<size_t> (self.hand.count + 1) * sizeof(int32_t))
        if entry.literals == NULL:
            raise MemoryError("a proof")
        for at in range(self.hand.count):
            entry.literals[at] = self.hand.items[at]
        entry.number, entry.count, entry.kind = number, self.hand.count, kind
        return 0

    cdef int keep(self, int64_t number, char kind) except -1:
        if self.entry_count == self.entry_room:
            self.entries = <Entry *> grown(self.entries, &self.entry_room, sizeof(Entry))
        self.fill(self.entries + self.entry_count, number, kind)
        self.entry_count += 1
        return 0

    cdef Entry *found(self, int64_t number) noexcept:
        """The last entry that does not begin behind this number; NULL where none does not, or it is deleted."""
        cdef int32_t low = 0, high = self.entry_count, middle
        while low < high:
            middle = low + (high - low) // 2
            if self.entries[middle].number <= number:
                low = middle + 1
            else:
                high = middle
        return NULL if low == 0 or self.entries[low - 1].count < 0 else self.entries + low - 1

    cdef inline uint8_t *is_false(self, int32_t literal) noexcept:
        """Whether this literal is false."""
        return self.false + (2 * <int64_t> literal if literal > 0 else 1 - 2 * <int64_t> literal)

    cdef int falsify(self, int32_t literal) except -1:
        if not self.is_false(literal)[0]:
            self.is_false(literal)[0] = 1
            append(&self.trail, literal)
        return 0

    cdef void forget(self) noexcept:
        """No literal is false."""
        cdef int32_t at
        for at in range(self.trail.count):
            self.is_false(self.trail.items[at])[0] = 0
        self.trail.count = 0

    cdef int follow(self, int32_t *literals, int32_t count, bint negated, hints, bint structural) except -1:
        """Make sure that the clause of these literals, or of their negations, follows."""
        cdef int32_t at
        cdef bint ended = False
        try:
            for at in range(count):
                self.falsify(-literals[at] if negated else literals[at])
            for hint in hints:
                if self.step(hint, structural):
                    ended = True
                    break
        finally:
            self.forget()
        if not ended:
            raise ProofError("the hints do not lead to a false clause")
        return 0

    cdef int step(self, int64_t hint, bint structural) except -1:
        """The literal that a hint has left becomes true; 1 where it has none."""
        cdef Entry *entry
        cdef int32_t unit = 0, place = 0
        cdef int32_t turned = 1     # what children are multiplied by
        if 0 < hint <= self.formula_count and not structural:
            entry = self.formula + hint - 1
        else:
            entry = self.found(hint)
            if entry == NULL or hint <= self.formula_count:
                raise ProofError(f"hint {hint} is no clause that may be used here")
        if entry.kind == c"f" or entry.kind == c"g":
            if (entry.kind == c"f" and structural) or entry.number != hint:
                raise ProofError(f"hint {hint} is no clause that may be used here")
            self.look(entry.literals, entry.count, 1, &unit, hint)
        else:
            if hint - entry.number > (0 if entry.kind == c"t" else entry.count - 1):
                raise ProofError(f"hint {hint} is no clause that may be used here")
            place = <int32_t> (hint - entry.number)
            turned = 1 if entry.kind == c"s" else -1  # of the children behind the node in the first clause
            self.look(entry.literals, 1, -turned if place == 0 else turned, &unit, hint)
            if place:
                self.look(entry.literals + place, 1, -turned, &unit, hint)
            elif entry.kind != c"t":
                self.look(entry.literals + 1, entry.count - 1, turned, &unit, hint)
        if unit == 0:
            return 1
        if self.is_false(-unit)[0]:
            raise ProofError(f"clause {hint} is no unit when its hint is reached")
        self.falsify(-unit)
        return 0

    cdef int look(self, int32_t *literals, int32_t count, int32_t turned, int32_t *unit, hint) except -1:
        """Find the one of these literals that is not false, beside one found before."""
        cdef int32_t at, literal
        for at in range(count):
            literal = turned * literals[at]
            if not self.is_false(literal)[0] and literal != unit[0]:
                if unit[0]:
                    raise ProofError(f"clause {hint} is no unit when its hint is reached")
                unit[0] = literal
        return 0


def read_line(bytes text):
    """See `cpog_file.read_line`, which reads lines in unusual notation."""
    cdef const unsigned char *at = text
    cdef const unsigned char *end = at + len(text)
    cdef int64_t number = 0
    cdef int32_t zeros = 0, first_zero = 0, count = 0
    cdef bint stated = at < end and c"0" <= at[0] <= c"9"
    if stated:
        at = one_number(at, end, &number)
        if at == NULL or number == 0:
            return cpog_file.read_line(text)
    if at + 1 >= end:
        return cpog_file.read_line(text)
    kind = at[0]
    if at[1] != c" " or kind not in (b"aps" if stated else b"D"):
        return cpog_file.read_line(text)
    at += 2
    numbers = []
    cdef int64_t value = 1
    while at < end:
        at = one_number(at, end, &value)
        if at == NULL:
            return cpog_file.read_line(text)
        if value == 0:
            if zeros == 0:
                first_zero = count
            zeros += 1
        numbers.append(value)
        count += 1
    if value != 0 or zeros != (2 if kind == c"a" else 1) or count < (2 if kind == c"D" else 4):
        return cpog_file.read_line(text)
    if kind == c"a":
        return Line("a", number, 0, tuple(numbers[:first_zero]), tuple(numbers[first_zero + 1 : count - 1]))
    if kind == c"D":
        return Line("D", 0, 0, tuple(numbers[: count - 1]), ())
    cdef int32_t behind = 3 if kind == c"s" else count - 1
    command = "s" if kind == c"s" else "p"
    return Line(command, number, numbers[0], tuple(numbers[1:behind]), tuple(numbers[behind : count - 1]))


cdef const unsigned char *one_number(
    const unsigned char *at, const unsigned char *end, int64_t *number
) noexcept:
    """Read a number and the blank behind it, if one is there; where the next begins, NULL for any other text."""
    cdef bint negative = at < end and at[0] == c"-"
    cdef int32_t digits = 0
    number[0] = 0
    if negative:
        at += 1
    while at < end and c"0" <= at[0] <= c"9":
        number[0] = 10 * number[0] + (at[0] - c"0")
        digits += 1
        at += 1
        if digits == MOST_DIGITS:
            return NULL
    if digits == 0 or (negative and number[0] == 0):
        return NULL
    if at < end:
        if at[0] != c" ":
            return NULL
        at += 1
    if negative:
        number[0] = -number[0]
    return at
