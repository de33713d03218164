# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True, auto_pickle=False
"""Unit propagation with rules: `units.PlainUnits`, compiled; the same results in the same order.

Tables of literals are indexed from their middle. The rules that a literal needs are a part of `pool`: first
come those of what is known, then those of the refutation at hand.
"""

from libc.stdint cimport INT32_MAX, INT32_MIN, int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free, qsort, realloc
from libc.string cimport memset

cdef enum:
    NOTHING = 0
    CONFLICT = 1
    GIVEN_UP = 2
    CAN_BE_TRUE = 1           # marks of a variable that a model has shown
    CAN_BE_FALSE = 2
    IN_SCOPE = 4
    MOST_CONFLICTS = 500      # of one search for consequences; beyond, a SAT solver is better


ctypedef struct Needs:
    int32_t at, size          # the part of the pool


ctypedef struct Decision:
    int32_t trail_size        # before it
    int32_t next              # in the order of variables
    bint is_flipped           # its other value was tried in vain


include "_graph.pxi"


cdef class Graph(GraphTables):
    """A graph of which true elements are to be connected, if none of some literals is true."""

    cdef bint has_size
    cdef int32_t unless_count
    cdef int32_t *unless
    cdef uint8_t *seen

    def __cinit__(self, literals, neighbours, roots, unless, size):
        cdef int32_t at
        self.has_size = size is not None
        self.unless_count = len(unless)
        self.unless = <int32_t *> room(self.unless_count, sizeof(int32_t))
        self.seen = <uint8_t *> room(self.count, sizeof(uint8_t))
        for at in range(self.unless_count):
            self.unless[at] = unless[at]

    def __dealloc__(self):
        free(self.unless)
        free(self.seen)

    cdef bint is_disconnected(self, uint8_t *held) noexcept:
        """Whether a true element cannot be connected with the first one, or with any root."""
        cdef int32_t at, link, head = 0, tail = 0
        if self.has_size:
            return True
        for at in range(self.unless_count):
            if not held[-self.unless[at]]:
                return False
        memset(self.seen, 0, <size_t> self.count)
        for at in range(self.root_count):
            tail = self.reach(self.roots[at], held, tail)
        for at in range(self.count):
            if tail == 0 and self.root_count == 0 and self.is_true(at, held):
                tail = self.reach(at, held, tail)
            while head < tail:
                for link in range(self.first[self.queue[head]], self.first[self.queue[head] + 1]):
                    tail = self.reach(self.neighbours[link], held, tail)
                head += 1
            if not self.seen[at] and self.is_true(at, held):
                return True
        return False

    cdef bint is_true(self, int32_t at, uint8_t *held) noexcept:
        return self.literals[at] == 0 or (self.literals[at] != INT32_MIN and held[self.literals[at]])

    cdef int32_t reach(self, int32_t at, uint8_t *held, int32_t tail) noexcept:
        """Add an element to the queue, if it is new and not false."""
        cdef int32_t literal = self.literals[at]
        if self.seen[at] or (literal != INT32_MIN and literal != 0 and held[-literal]):
            return tail
        self.seen[at] = 1
        self.queue[tail] = at
        return tail + 1


cdef class Units:
    """See `units.PlainUnits`."""

    cdef int32_t variables, rule_count
    cdef int32_t *first       # of each clause, where its literals begin
    cdef int32_t *literals
    cdef int32_t *rule        # of each clause
    cdef int32_t *occurs_at   # of each literal, where its clauses begin
    cdef int32_t *occurs
    cdef uint8_t *held        # of each literal
    cdef Needs *needs
    cdef int32_t *pool
    cdef int32_t pool_size, pool_room
    cdef int32_t *trail
    cdef int32_t trail_size
    cdef int32_t *reason      # of each literal of the trail, its clause; -1 if it is supposed
    cdef int32_t violated     # the last clause without a true or an open literal
    cdef bint is_restricted   # to the rules that are allowed
    cdef uint8_t *allowed     # of each rule
    cdef int64_t *seen        # of each rule, the last clause examined that needs it
    cdef int64_t examined
    cdef uint8_t *has_fired   # of each rule
    cdef int32_t *fired
    cdef int32_t fired_size
    cdef int32_t *used        # the rules of the clause at hand
    cdef int32_t used_size
    cdef int32_t *own_at      # of each rule, where its clauses begin
    cdef int32_t *own
    cdef int32_t *derived     # what is known and needs rules
    cdef int32_t derived_size
    cdef int32_t *hidden      # what is known and needs other rules than those that are allowed
    cdef int32_t hidden_size
    cdef uint8_t *is_fact     # of each variable
    cdef list graphs
    cdef uint8_t *mark        # of each variable
    cdef int32_t *scope       # the variables of the rules at hand, and of clauses without a rule beside them
    cdef int32_t scope_size
    cdef int32_t *order
    cdef Decision *decisions
    cdef int32_t conflicts

    def __cinit__(self, int32_t variables, int32_t rule_count, clauses, rules, facts=(), graphs=()):
        cdef int32_t count = len(clauses), total = 0, at = 0, number, literal, index
        cdef int32_t *filled
        for clause in clauses:
            total += len(clause)
        self.variables = variables
        self.rule_count = rule_count
        self.first = <int32_t *> room(count + 1, sizeof(int32_t))
        self.literals = <int32_t *> room(total, sizeof(int32_t))
        self.rule = <int32_t *> room(count, sizeof(int32_t))
        self.occurs_at = <int32_t *> room(2 * variables + 2, sizeof(int32_t))
        self.occurs = <int32_t *> room(total, sizeof(int32_t))
        self.held = <uint8_t *> room(2 * variables + 1, sizeof(uint8_t))
        self.needs = <Needs *> room(2 * variables + 1, sizeof(Needs))
        self.trail = <int32_t *> room(2 * variables + 1, sizeof(int32_t))
        self.allowed = <uint8_t *> room(self.rule_count, sizeof(uint8_t))
        self.seen = <int64_t *> room(self.rule_count, sizeof(int64_t))
        self.has_fired = <uint8_t *> room(self.rule_count, sizeof(uint8_t))
        self.fired = <int32_t *> room(self.rule_count, sizeof(int32_t))
        self.used = <int32_t *> room(self.rule_count, sizeof(int32_t))
        self.own_at = <int32_t *> room(self.rule_count + 2, sizeof(int32_t))
        self.own = <int32_t *> room(count, sizeof(int32_t))
        self.reason = <int32_t *> room(2 * variables + 1, sizeof(int32_t))
        self.derived = <int32_t *> room(2 * variables + 1, sizeof(int32_t))
        self.hidden = <int32_t *> room(2 * variables + 1, sizeof(int32_t))
        self.is_fact = <uint8_t *> room(variables, sizeof(uint8_t))
        self.mark = <uint8_t *> room(variables, sizeof(uint8_t))
        self.scope = <int32_t *> room(variables, sizeof(int32_t))
        self.order = <int32_t *> room(2 * variables, sizeof(int32_t))
        self.decisions = <Decision *> room(variables, sizeof(Decision))
        number = 0
        for clause in clauses:
            self.first[number] = at
            self.rule[number] = rules[number]
            self.own_at[self.rule[number] + 2] += 1
            for item in clause:
                literal = item
                self.literals[at] = literal
                self.occurs_at[literal + variables + 1] += 1
                at += 1
            number += 1
        self.first[count] = at
        for index in range(2 * variables + 1):
            self.occurs_at[index + 1] += self.occurs_at[index]
        for index in range(self.rule_count + 1):
            self.own_at[index + 1] += self.own_at[index]
        filled = <int32_t *> room(max(2 * variables, self.rule_count) + 1, sizeof(int32_t))
        for number in range(count):
            index = self.rule[number] + 1
            self.own[self.own_at[index] + filled[index]] = number
            filled[index] += 1
        memset(filled, 0, <size_t> (self.rule_count + 1) * sizeof(int32_t))
        for number in range(count):
            for at in range(self.first[number], self.first[number + 1]):
                index = self.literals[at] + variables
                self.occurs[self.occurs_at[index] + filled[index]] = number
                filled[index] += 1
        free(filled)
        for fact in facts:
            self.is_fact[<int32_t> fact] = 1
        self.graphs = [Graph(one.literals, one.neighbours, one.roots, one.unless, one.size) for one in graphs]

    def __dealloc__(self):
        free(self.first)
        free(self.literals)
        free(self.rule)
        free(self.occurs_at)
        free(self.occurs)
        free(self.held)
        free(self.needs)
        free(self.pool)
        free(self.trail)
        free(self.allowed)
        free(self.seen)
        free(self.has_fired)
        free(self.fired)
        free(self.used)
        free(self.own_at)
        free(self.own)
        free(self.reason)
        free(self.derived)
        free(self.hidden)
        free(self.is_fact)
        free(self.mark)
        free(self.scope)
        free(self.order)
        free(self.decisions)

    def hold(self, int32_t literal, rules):
        """Add what is known, and the rules that it needs."""
        self.used_size = 0
        for rule in rules:
            self.used[self.used_size] = rule
            self.used_size += 1
        if self.used_size and not self.held[literal + self.variables]:
            self.derived[self.derived_size] = literal
            self.derived_size += 1
        self.keep(literal)

    def learn(self, literals, clauses=()):
        """Add what is known, and the auxiliary literals that these clauses imply then, or those about it."""
        derived = []
        contradiction = self.derive(list(clauses), derived)
        for literal in literals:
            self.hold(literal, ())
            found = self.derive(self.about(-<int32_t> literal), derived)
            contradiction = found if contradiction is None else contradiction
        return derived, contradiction

    cdef list about(self, int32_t literal):
        """The clauses with a literal."""
        cdef int32_t at = literal + self.variables, link
        return [self.occurs[link] for link in range(self.occurs_at[at], self.occurs_at[at + 1])]

    cdef list derive(self, list clauses, list derived):
        """Hold open literals of clauses, if auxiliary, and what these derive; the rules of a conflict."""
        cdef int32_t unit, number
        contradiction = None
        for item in clauses:  # grows meanwhile
            number = item
            if self.is_open(number, &unit) or (unit and self.is_fact[abs(unit)]):
                continue
            self.needed(number, unit, INT32_MAX, False)
            rules = self.rules_of(self.used, self.used_size)
            if unit:
                derived.append((unit, rules))
                self.hold(unit, rules)
                clauses += self.about(-unit)
            elif contradiction is None:
                contradiction = rules
        return contradiction

    def holds(self, int32_t literal):
        """Whether a literal is known or follows from what is supposed."""
        return bool(self.held[literal + self.variables])

    def restrict(self, rules):
        """From now on use only some rules, and what is known by these; None to use all."""
        cdef int32_t at, literal
        for at in range(self.hidden_size):
            self.held[self.hidden[at] + self.variables] = 1
        self.hidden_size = 0
        self.is_restricted = rules is not None
        memset(self.allowed, 0, <size_t> self.rule_count)
        for rule in rules or ():
            self.allowed[<int32_t> rule] = 1
        for at in range(self.derived_size if self.is_restricted else 0):
            literal = self.derived[at]
            if not self.is_allowed(literal):
                self.held[literal + self.variables] = 0
                self.hidden[self.hidden_size] = literal
                self.hidden_size += 1

    def suppose(self, int32_t literal):
        """Hold an open literal and what follows, until a contradiction; see `units.PlainUnits.suppose`."""
        cdef int32_t begin = self.trail_size, at, found
        self.push(literal, -1)
        with nogil:
            found = self.propagate(begin)
        new = [self.trail[at] for at in range(begin, self.trail_size)]
        reasons = [self.reason[self.trail[at] + self.variables] for at in range(begin, self.trail_size)]
        return new, reasons, self.violated if found == CONFLICT else -1

    def forget(self, int32_t size):
        """Hold only so many of the literals that were supposed, or followed from these."""
        self.undo(size)

    def disconnected(self):
        """The numbers of the graphs with true elements that are cut off from each other, or from all roots.

        Graphs with a size are not looked at, and always among them.
        """
        return [
            number
            for number, graph in enumerate(self.graphs)
            if (<Graph> graph).is_disconnected(self.held + self.variables)
        ]

    cdef int keep(self, int32_t literal) except -1 nogil:
        """Let a literal be held by the rules in `used`."""
        cdef int32_t at
        cdef void *moved
        if self.pool_size + self.used_size > self.pool_room:
            at = 2 * self.pool_room + self.used_size
            moved = realloc(self.pool, <size_t> at * sizeof(int32_t))
            if moved == NULL:
                with gil:
                    raise MemoryError("rules")
            self.pool, self.pool_room = <int32_t *> moved, at
        self.held[literal + self.variables] = 1
        self.needs[literal + self.variables] = Needs(self.pool_size, self.used_size)
        for at in range(self.used_size):
            self.pool[self.pool_size + at] = self.used[at]
        self.pool_size += self.used_size
        return 0

    def refute(self, assumed, int32_t most, allowed=None, bint explained=False):
        """Whether literals lead to a contradiction by at most `most` rules, all of them allowed."""
        cdef int32_t known = self.pool_size, at, literal
        cdef int found
        before = []
        self.trail_size = self.fired_size = self.used_size = 0
        for item in assumed:
            literal = item
            at = literal + self.variables
            before.append((at, self.held[at], self.needs[at].at, self.needs[at].size))
            self.keep(literal)
            self.trail[self.trail_size] = literal
            self.trail_size += 1
        for rule in allowed or ():
            self.allowed[<int32_t> rule] = 1
        try:
            with nogil:
                found = self.spread(most, allowed is not None)
            fired = [self.fired[at] for at in range(self.fired_size)]
            trail = [self.trail[at] for at in range(self.trail_size)]
            if found == CONFLICT:
                return self.rules_of(self.used, self.used_size), fired, trail, [], []
            needs = []
            for literal in trail if explained else ():
                at = literal + self.variables
                needs.append(self.rules_of(self.pool + self.needs[at].at, self.needs[at].size))
            return None, fired, trail, needs, self.disconnected()
        finally:
            self.undo(0)
            for at in range(self.fired_size):
                self.has_fired[self.fired[at]] = 0
            for index, is_held, begin, size in before:
                self.held[<int32_t> index] = is_held
                self.needs[<int32_t> index] = Needs(begin, size)
            for rule in allowed or ():
                self.allowed[<int32_t> rule] = 0
            self.pool_size = known

    cdef list rules_of(self, int32_t *rules, int32_t size):
        if size > 1:
            qsort(rules, <size_t> size, sizeof(int32_t), by_number)
        return [rules[at] for at in range(size)]

    cdef int spread(self, int32_t most, bint is_restricted) except -1 nogil:
        """All that follows from the trail, until a clause is violated."""
        cdef int32_t done = 0, at, number, literal, unit, rule
        while done < self.trail_size:
            literal = self.variables - self.trail[done]  # the place of its negation
            done += 1
            for at in range(self.occurs_at[literal], self.occurs_at[literal + 1]):
                number = self.occurs[at]
                rule = self.rule[number]
                if is_restricted and rule >= 0 and not self.allowed[rule]:
                    continue
                if self.is_open(number, &unit) or not self.needed(number, unit, most, is_restricted):
                    continue
                if rule >= 0 and not self.has_fired[rule]:
                    self.has_fired[rule] = 1
                    self.fired[self.fired_size] = rule
                    self.fired_size += 1
                if unit == 0:
                    return CONFLICT
                self.keep(unit)
                self.trail[self.trail_size] = unit
                self.trail_size += 1
        return NOTHING

    cdef bint is_open(self, int32_t number, int32_t *unit) noexcept nogil:
        """Whether a clause has several open literals, or a true one; otherwise its open one, or 0."""
        cdef int32_t at, literal, variables = self.variables
        unit[0] = 0
        for at in range(self.first[number], self.first[number + 1]):
            literal = self.literals[at]
            if not self.held[variables - literal]:
                if unit[0] or self.held[variables + literal]:
                    return True
                unit[0] = literal
        return False

    cdef bint needed(self, int32_t number, int32_t unit, int32_t most, bint is_restricted) noexcept nogil:
        """Find the rules that a consequence needs; whether they are few enough, and allowed."""
        cdef int32_t at, step, rule = self.rule[number]
        cdef Needs needs
        self.examined += 1
        self.used_size = 0
        if rule >= 0:
            self.seen[rule] = self.examined
            self.used[0] = rule
            self.used_size = 1
        for at in range(self.first[number], self.first[number + 1]):
            if self.literals[at] == unit:
                continue
            needs = self.needs[self.variables - self.literals[at]]
            for step in range(needs.at, needs.at + needs.size):
                rule = self.pool[step]
                if self.seen[rule] != self.examined:
                    if is_restricted and not self.allowed[rule]:
                        return False
                    self.seen[rule] = self.examined
                    self.used[self.used_size] = rule
                    self.used_size += 1
                    if self.used_size > most:
                        return False
        return self.used_size <= most

    # All consequences of some rules.

    def consequences(self, rules, variables):
        """What some rules imply of variables, with what is known, by a search for models.

        None if they have no model; the search may give up, which is False.
        """
        cdef int32_t at, variable, begin
        cdef int found
        self.trail_size = self.used_size = self.scope_size = self.conflicts = 0
        self.restrict(rules)
        for variable in variables:
            self.extend(variable)
        for rule in rules:
            for at in range(self.own_at[<int32_t> rule + 1], self.own_at[<int32_t> rule + 2]):
                for begin in range(self.first[self.own[at]], self.first[self.own[at] + 1]):
                    self.extend(abs(self.literals[begin]))
        try:
            found = self.begin(rules)
            if found == NOTHING:
                found = self.model(0, variables)
            if found != NOTHING:
                return None if found == CONFLICT else False
            follows = []
            for variable in variables:
                while self.mark[variable] & (CAN_BE_TRUE | CAN_BE_FALSE) != CAN_BE_TRUE | CAN_BE_FALSE:
                    at = -variable if self.mark[variable] & CAN_BE_TRUE else variable
                    found = self.model(at, variables)
                    if found == GIVEN_UP:
                        return False
                    if found == CONFLICT:
                        follows.append(-at)
                        break
            return follows
        finally:
            self.undo(0)
            for at in range(self.scope_size):
                self.mark[self.scope[at]] = 0
            self.restrict(None)

    cdef bint is_allowed(self, int32_t literal) noexcept:
        """Whether a literal that is known needs only rules that are allowed."""
        cdef int32_t at
        cdef Needs needs = self.needs[literal + self.variables]
        for at in range(needs.at, needs.at + needs.size):
            if not self.allowed[self.pool[at]]:
                return False
        return True

    cdef void extend(self, int32_t variable) noexcept:
        """Add a variable to the scope, and all that clauses without a rule connect with it."""
        cdef int32_t done = self.scope_size, at, link, other, sign
        if self.mark[variable]:
            return
        self.mark[variable] = IN_SCOPE
        self.scope[self.scope_size] = variable
        self.scope_size += 1
        while done < self.scope_size:
            for sign in range(-1, 2, 2):
                other = sign * self.scope[done] + self.variables
                for at in range(self.occurs_at[other], self.occurs_at[other + 1]):
                    if self.rule[self.occurs[at]] >= 0:
                        continue
                    for link in range(self.first[self.occurs[at]], self.first[self.occurs[at] + 1]):
                        variable = abs(self.literals[link])
                        if not self.mark[variable]:
                            self.mark[variable] = IN_SCOPE
                            self.scope[self.scope_size] = variable
                            self.scope_size += 1
            done += 1

    cdef int begin(self, rules) except -1:
        """What follows from what is known alone."""
        cdef int32_t at, number, sign, other, link
        for rule in rules:
            for at in range(self.own_at[<int32_t> rule + 1], self.own_at[<int32_t> rule + 2]):
                if self.imply(self.own[at]) == CONFLICT:
                    return CONFLICT
        for at in range(self.scope_size):
            for sign in range(-1, 2, 2):
                other = sign * self.scope[at] + self.variables
                for link in range(self.occurs_at[other], self.occurs_at[other + 1]):
                    number = self.occurs[link]
                    if self.rule[number] < 0 and self.literals[self.first[number]] == sign * self.scope[at]:
                        if self.imply(number) == CONFLICT:
                            return CONFLICT
        return self.propagate(0)

    cdef int imply(self, int32_t number) noexcept nogil:
        """Hold the one open literal of a clause."""
        cdef int32_t unit
        if self.is_open(number, &unit):
            return NOTHING
        if unit == 0:
            self.violated = number
            return CONFLICT
        self.push(unit, number)
        return NOTHING

    cdef void push(self, int32_t literal, int32_t number) noexcept nogil:
        """Hold a literal because of a clause."""
        self.held[literal + self.variables] = 1
        self.reason[literal + self.variables] = number
        self.trail[self.trail_size] = literal
        self.trail_size += 1

    cdef int propagate(self, int32_t done) noexcept nogil:
        """What follows from the trail by the rules that are allowed."""
        cdef int32_t at, literal, rule
        while done < self.trail_size:
            literal = self.variables - self.trail[done]
            done += 1
            for at in range(self.occurs_at[literal], self.occurs_at[literal + 1]):
                rule = self.rule[self.occurs[at]]
                if self.is_restricted and rule >= 0 and not self.allowed[rule]:
                    continue
                if self.imply(self.occurs[at]) == CONFLICT:
                    return CONFLICT
        return NOTHING

    cdef void undo(self, int32_t size) noexcept nogil:
        while self.trail_size > size:
            self.trail_size -= 1
            self.held[self.trail[self.trail_size] + self.variables] = 0

    cdef int decide(self, int32_t literal) noexcept nogil:
        cdef int32_t done = self.trail_size
        self.push(literal, -1)
        return self.propagate(done)

    cdef int model(self, int32_t assumed, variables) except -1:
        """Find a model with a literal, which is forgotten; mark what it shows of the variables."""
        cdef int32_t count = 0, at, variable, root = self.trail_size
        cdef int found
        for variable in variables:  # first what no model has shown
            if not self.mark[variable] & CAN_BE_TRUE:
                self.order[count] = variable
                count += 1
        for at in range(self.scope_size):
            self.order[count] = self.scope[at]
            count += 1
        with nogil:
            found = self.search(assumed, count)
        if found == NOTHING:
            for variable in variables:
                self.mark[variable] |= CAN_BE_TRUE if self.held[self.variables + variable] else CAN_BE_FALSE
        self.undo(root)
        return found

    cdef int search(self, int32_t assumed, int32_t count) noexcept nogil:
        """Give all variables of the order a value: true first, if no model has shown that."""
        cdef int32_t depth = 0, next = 0, variable = 0, literal
        if assumed and self.held[self.variables - assumed]:
            return CONFLICT
        if assumed and not self.held[self.variables + assumed] and self.decide(assumed) == CONFLICT:
            return CONFLICT
        while True:
            while next < count:
                variable = self.order[next]
                if not self.held[self.variables + variable] and not self.held[self.variables - variable]:
                    break
                next += 1
            if next == count:
                return NOTHING
            literal = -variable if self.mark[variable] & CAN_BE_TRUE else variable
            self.decisions[depth] = Decision(self.trail_size, next, False)
            depth += 1
            while self.decide(literal) == CONFLICT:
                self.conflicts += 1
                if self.conflicts > MOST_CONFLICTS:
                    return GIVEN_UP
                while depth and self.decisions[depth - 1].is_flipped:
                    depth -= 1
                if depth == 0:
                    return CONFLICT
                self.decisions[depth - 1].is_flipped = True
                literal = -self.trail[self.decisions[depth - 1].trail_size]
                self.undo(self.decisions[depth - 1].trail_size)
                next = self.decisions[depth - 1].next
