# The walk through the tree of a table.  Part of _cover_kernel.pyx.


cdef class _Walk:
    """A depth-first walk through the tree of a table, which can be paused and resumed."""

    cdef _Table table
    cdef Tables *t
    cdef Search s
    cdef char *nodes          # one node per level
    cdef Frame *frames
    cdef int32_t depth        # of the frame at hand; -1: the end
    cdef int32_t levels       # that there is memory for
    cdef Pack packs[4]        # the matrices of packed frames, by level
    cdef bint projected
    cdef bint by_units        # whether options go by units alone, without domain consistency
    cdef object meter
    cdef int64_t before       # nodes already reported to other meters

    def __cinit__(self, _Table table, bint projected, *_):
        self.table = table
        self.t = &table.t
        self.projected = projected
        self.depth = -1
        memset(&self.s, 0, sizeof(Search))
        self.s.pack_most = self.t.pack_most
        self.s.pending = <int32_t *> malloc((2 * self.t.slots + 16) * sizeof(int32_t))
        self.s.trail = <int32_t *> malloc((self.t.items + 16) * sizeof(int32_t))
        self.s.common = <uint64_t *> malloc((self.t.words + 1) * sizeof(uint64_t))
        self.s.place = <int32_t *> malloc((self.t.items + 1) * sizeof(int32_t))
        self.s.row_room = max(2, min(self.t.row_most, ROW_BYTES // (8 * max(1, self.t.words))))
        self.s.rows = <uint64_t *> malloc(self.row_bytes())
        self.s.row_place = <int32_t *> calloc(self.t.all_options + 1, sizeof(int32_t))
        self.s.row_owner = <int32_t *> calloc(self.s.row_room, sizeof(int32_t))
        memset(self.packs, 0, sizeof(self.packs))
        if NULL in (self.s.pending, self.s.trail, self.s.common, self.s.place, self.s.rows, self.s.row_place,
                    self.s.row_owner):
            raise MemoryError("a walk through an exact cover problem")
        self.grow(4)

    def __dealloc__(self):
        cdef int level
        free(self.s.pending)
        free(self.s.trail)
        free(self.s.common)
        free(self.s.place)
        free(self.s.rows)
        free(self.s.row_place)
        free(self.s.row_owner)
        free(self.s.supports)
        for level in range(PACK_LEVELS):
            free(self.packs[level].rows)
        free(self.nodes)
        free(self.frames)

    cdef int grow(self, int32_t levels) except -1 nogil:
        """Make room for this many levels and the node below them."""
        cdef char *nodes = <char *> realloc(self.nodes, <size_t> (levels + 1) * self.t.node_bytes)
        if nodes != NULL:
            self.nodes = nodes
        cdef Frame *frames = <Frame *> realloc(self.frames, <size_t> levels * sizeof(Frame))
        if frames != NULL:
            self.frames = frames
        if nodes == NULL or frames == NULL:
            with gil:
                raise MemoryError("a walk through an exact cover problem")
        self.levels = levels
        return 0

    cdef inline char *node(self, int32_t depth) noexcept nogil:
        return self.nodes + <size_t> depth * self.t.node_bytes

    cdef int32_t begin(self, const int32_t *forced, int forced_count,
                       const int32_t *forbidden, int forbidden_count) noexcept nogil:
        """Set up the root: the item to branch on, DEAD or COMPLETE.  Below it nothing is visited yet."""
        cdef int32_t item, level = TABLED
        self.s.nodes += 1
        search_begin(&self.s, 0 if self.by_units else self.table.small)
        self.depth = -1
        item = cover_root(self.t, &self.s, self.nodes, forced, forced_count, forbidden, forbidden_count)
        if item >= 0 and self.s.pack_most:
            item = cover_pack(self.t, &self.s, self.packs, &level, self.nodes, item)
        if item == COMPLETE:
            cover_answer(&self.s, self.packs, level, self.nodes, -1)
        elif item != DEAD:
            self.push(level, item)
        return item

    cdef inline void push(self, int32_t level, int32_t item) noexcept nogil:
        """A frame for the node below the one at hand."""
        self.depth += 1
        cdef Frame *frame = self.frames + self.depth
        cover_open(self.t, &self.s, self.packs, frame, level, item, self.node(self.depth))
        frame.last &= not self.projected

    cdef inline int32_t next_option(self, Frame *frame) noexcept nogil:
        return cover_next(self.t, self.packs, frame, self.node(self.depth))

    cdef inline int32_t child(self, int32_t *level, int32_t option) noexcept nogil:
        """Make the node below: the item to branch on there, DEAD or COMPLETE."""
        self.s.nodes += 1
        search_judge(&self.s)
        return cover_child(self.t, &self.s, self.packs, level, self.node(self.depth),
                           self.node(self.depth + 1), option)

    cdef int advance(self) except -1 nogil:
        """Go on to the next answer."""
        cdef Frame *frame
        cdef int32_t option, item, level
        cdef int event
        while self.depth >= 0:
            frame = self.frames + self.depth
            if frame.word:
                event = word_walk(self.packs, &self.s, False)
                if event == ANSWER:
                    self.leave_shown()
                if event != END:
                    return event
                self.depth -= 1
                continue
            option = self.next_option(frame)
            if option < 0:
                self.depth -= 1
                continue
            if frame.last:
                cover_answer(&self.s, self.packs, frame.level, self.node(self.depth), option)
                return ANSWER
            if search_paused(&self.s):
                frame.rest |= (<uint64_t> 1) << (option % 64)
                return PAUSE
            level = frame.level
            if self.depth + 1 == self.levels:
                self.grow(2 * self.levels)  # which moves the frames
            item = self.child(&level, option)
            if item == COMPLETE:
                cover_answer(&self.s, self.packs, level, self.node(self.depth + 1), -1)
                self.leave_shown()
                return ANSWER
            if item != DEAD:
                self.push(level, item)
        return END

    cdef inline void leave_shown(self) noexcept nogil:
        """Under a projection one cover is enough: what is left of its choices goes."""
        while self.projected and self.depth >= 0 and self.frames[self.depth].shown:
            self.depth -= 1

    cdef tuple answer(self):
        """The answer just found, as sorted options of the problem."""
        cdef uint64_t *bits = self.s.common
        cdef uint64_t rest
        cdef int32_t at, option, count = 0
        memset(bits, 0, self.t.words * sizeof(uint64_t))
        for at in range(self.s.answer):
            option = self.s.trail[at]
            if option < self.t.options:
                bits[option // 64] |= (<uint64_t> 1) << (option % 64)
                count += 1
        cdef tuple cover = PyTuple_New(count)
        count = 0
        for at in range(self.t.words):
            rest = bits[at]
            while rest:
                name = self.table.name(64 * at + LOWEST(rest))
                Py_INCREF(name)
                PyTuple_SetItem(cover, count, name)
                count += 1
                rest &= rest - 1
        return tuple(sorted(cover + self.table.fixed)) if self.table.fixed else cover

    cdef int watch(self, meter) except -1:
        """Keep to the limits of this meter from now on."""
        self.meter = meter
        self.before = self.s.nodes
        self.s.propagations = 0
        limit = meter.limits.nodes
        self.s.node_limit = NEVER if limit is None else min(self.before + limit, NEVER)
        return self.look_up()

    cdef int look_up(self) except -1:
        """Between two stretches of work: tell the meter, hear signals, end at a limit."""
        self.report()
        PyErr_CheckSignals()
        self.meter.check()
        if self.s.nodes >= self.s.node_limit:
            raise LimitReachedError(counted(self.s.node_limit - self.before, "node"))
        self.s.pause_at = self.s.work + SLICE
        return 0

    cdef int report(self) except -1:
        """Update the meter."""
        statistics = self.meter.statistics
        self.meter.nodes = self.s.nodes - self.before
        statistics["propagations"] = self.s.propagations
        statistics["peak_bytes"] = max(statistics["peak_bytes"], self.held())
        return 0

    cdef size_t held(self) except *:
        """The memory of this walk and its tables."""
        cdef size_t numbers = 3 * self.t.items + 2 * self.t.slots + self.t.all_options + self.s.row_room
        cdef size_t levels = <size_t> self.levels * (self.t.node_bytes + sizeof(Frame))
        return self.table.bytes + self.s.pack_bytes + self.row_bytes() + numbers * sizeof(int32_t) + levels

    cdef size_t row_bytes(self) noexcept:
        return <size_t> self.s.row_room * (self.t.words + 1) * sizeof(uint64_t)

    cdef int collect(self, list found, int wanted) except -1:
        """Append answers until the limit, or until the walk pauses or ends."""
        cdef int event = ANSWER
        while event == ANSWER and len(found) < wanted:
            with nogil:
                event = self.advance()
            if event == ANSWER:
                found.append(self.answer())
        if event == PAUSE:
            self.look_up()
        return event


cdef int32_t _begin(_Walk walk, forced, forbidden) except? -3:
    """Set up the root of a walk; see `_Walk.begin`."""
    cdef int32_t taken[64]
    cdef int32_t *options = taken
    cdef int32_t count = len(forced), banned = len(forbidden), at = 0, option, state
    if count + banned > 64:
        options = <int32_t *> malloc((count + banned) * sizeof(int32_t))
        if options == NULL:
            raise MemoryError("the given options")
    for option in forced:
        options[at] = option
        at += 1
    for option in forbidden:
        options[at] = option
        at += 1
    with nogil:
        state = walk.begin(options, count, options + count, banned)
    if options != taken:
        free(options)
    return state
