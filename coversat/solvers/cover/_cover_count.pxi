# Counting: the memo, and the walk that adds up.  Part of _cover_kernel.pyx.

cdef extern from "cover_memo.h" nogil:
    ctypedef struct Memo:
        int32_t key_words, limbs
    bint memo_begin(Memo *m, int32_t key_words, int32_t limbs, size_t bytes)
    bint memo_share(Memo *m, int32_t key_words, void *memory, size_t bytes)
    void memo_end(Memo *m)
    size_t memo_bytes(const Memo *m)
    const uint64_t *memo_find(Memo *m, const uint64_t *key, double *nodes)
    void memo_keep(Memo *m, const uint64_t *key, const uint64_t *count, double nodes)

    int SHARED_LIMBS

cdef enum:
    # The nodes before the first test whether the memo pays: it must have saved half as many.
    # Where it does, that is many times as many by then; where it does not, a tenth.
    MEMO_TRIAL = 4096


cdef class _Shared:
    """Memory that several processes use."""

    cdef Py_buffer buffer

    def __cinit__(self, memory):
        PyObject_GetBuffer(memory, &self.buffer, PyBUF_WRITABLE)

    def __dealloc__(self):
        PyBuffer_Release(&self.buffer)


ctypedef struct _Visits:
    int64_t started           # the number of nodes when the frame was opened
    double saved              # nodes below it that need not be visited


cdef class _Tally(_Walk):
    """A walk that counts: every frame adds up what is below it, and the memo keeps the sums.

    Positions are searched far faster in packs, where the memo does not follow: it is asked only when one is packed.
    So nothing is packed as long as the memo pays.
    """

    cdef Memo memo
    cdef _Shared shared       # whose memory that is, if it is not its own
    cdef bint remembers       # whether there is a memo
    cdef int32_t limbs        # words of a sum
    cdef uint64_t *sums       # one for the whole, then one per level
    cdef uint64_t *keys       # per level
    cdef _Visits *visits      # as the sums
    cdef int64_t hits
    cdef bint overflow
    cdef int64_t memo_judge_at  # of `nodes`

    def __cinit__(self, _Table table, bint projected, int32_t limbs, size_t memo_limit, _Shared shared):
        self.limbs, self.shared = limbs, shared
        if shared is not None and limbs == SHARED_LIMBS:
            self.remembers = memo_share(&self.memo, self.t.key_words, shared.buffer.buf, shared.buffer.len)
        else:
            self.remembers = memo_begin(&self.memo, self.t.key_words, limbs, memo_limit)
        if self.remembers:
            self.s.pack_most = 0
        self.make_room()
        self.visits[0] = _Visits(0, 0)

    def __dealloc__(self):
        memo_end(&self.memo)
        free(self.sums)
        free(self.keys)
        free(self.visits)

    cdef int begin_anew(self, meter) except -1:
        """Count from nothing, with what the memo holds; what it saved until now is not forgotten."""
        while self.depth >= 0:
            self.visits[self.depth].saved += self.visits[self.depth + 1].saved
            self.depth -= 1
        memset(self.sums, 0, self.limbs * sizeof(uint64_t))
        self.hits = 0
        return self.watch(meter)

    cdef int make_room(self) except -1 nogil:
        """For as many levels as the walk has room for, and one to look up."""
        cdef size_t words = <size_t> (self.levels + 2) * sizeof(uint64_t)
        cdef uint64_t *sums = <uint64_t *> realloc(self.sums, words * self.limbs)
        if sums != NULL:
            self.sums = sums
        cdef uint64_t *keys = <uint64_t *> realloc(self.keys, words * self.t.key_words)
        if keys != NULL:
            self.keys = keys
        cdef _Visits *visits = <_Visits *> realloc(self.visits, (self.levels + 1) * sizeof(_Visits))
        if visits != NULL:
            self.visits = visits
        if sums == NULL or keys == NULL or visits == NULL:
            with gil:
                raise MemoryError("a count of exact covers")
        return 0

    cdef inline uint64_t *sum_at(self, int32_t depth) noexcept nogil:
        """The sum of the frame at a depth; at -1, of the whole."""
        return self.sums + <size_t> (depth + 1) * self.limbs

    cdef inline uint64_t *key_at(self, int32_t depth) noexcept nogil:
        return self.keys + <size_t> depth * self.t.key_words

    cdef inline void add_one(self, uint64_t amount) noexcept nogil:
        """Add a small number to the frame at hand."""
        cdef uint64_t *total = self.sum_at(self.depth)
        cdef int32_t limb
        for limb in range(self.limbs):
            total[limb] += amount
            amount = total[limb] < amount
            if not amount:
                break
        if amount:
            self.overflow = True
        self.found()

    cdef inline void add(self, const uint64_t *sum) noexcept nogil:
        """Add a sum to the frame at hand."""
        cdef uint64_t *total = self.sum_at(self.depth)
        cdef uint64_t carry = 0, before
        cdef bint any = False
        cdef int32_t limb
        for limb in range(self.limbs):
            any |= sum[limb] != 0
            before = total[limb] + carry
            carry = before < carry
            total[limb] = before + sum[limb]
            carry += total[limb] < before
        if carry:
            self.overflow = True
        if any:
            self.found()

    cdef inline void found(self) noexcept nogil:
        """Under a projection one cover is enough for a frame whose choices are made."""
        cdef Frame *frame
        if self.projected and self.depth >= 0 and self.frames[self.depth].shown:
            frame = self.frames + self.depth
            frame.rest = 0
            frame.part = cover_last_part(self.t, self.packs, frame)

    cdef int count_word(self) noexcept nogil:
        """Count on below the node at hand, which is packed into one word; under a projection one cover is enough."""
        cdef int event = word_walk(self.packs, &self.s, not self.projected)
        self.s.word_count += event == ANSWER
        if self.s.word_count:
            self.add_one(self.s.word_count)
        self.s.word_count = 0
        return event

    cdef int advance_count(self) except -1 nogil:
        """Count on until there is a reason to stop."""
        cdef Frame *frame
        cdef int32_t option, item, level
        while self.depth >= 0:
            frame = self.frames + self.depth
            if frame.word:
                if self.count_word() == PAUSE:
                    return PAUSE
                option = -1
            elif frame.last:
                self.add_one(cover_options_left(self.t, self.packs, frame, self.node(self.depth)))
                option = -1
            else:
                option = self.next_option(frame)
            if option < 0:
                if self.overflow:
                    return ANSWER
                self.ascend()
                continue
            if search_paused(&self.s):
                frame.rest |= (<uint64_t> 1) << (option % 64)
                return PAUSE
            level = frame.level
            if self.depth + 1 == self.levels:
                self.grow(2 * self.levels)  # which moves the frames
                self.make_room()
            item = self.child(&level, option)
            if item == COMPLETE:
                self.add_one(1)
            elif item != DEAD:
                self.descend(level, item)
        return END

    cdef inline void descend(self, int32_t level, int32_t item) noexcept nogil:
        """Open the frame of the node below, unless its count is known."""
        cdef const int32_t *head = <int32_t *> self.node(self.depth + 1)
        cdef uint64_t *key = self.key_at(self.depth + 1)
        cdef const uint64_t *known
        cdef double nodes = 0
        cdef bint kept = self.remembers
        if level == TABLED:
            kept &= self.projected or head[ITEMS_LEFT] > 1
        else:
            kept &= level != self.frames[self.depth].level
        if kept:
            if self.s.nodes >= self.memo_judge_at:
                self.judge_memo()
            cover_key(self.t, &self.s, self.packs, level, self.node(self.depth + 1), key)
            known = memo_find(&self.memo, key, &nodes)
            if known != NULL:
                self.hits += 1
                self.visits[self.depth + 1].saved += nodes
                self.add(known)
                return
        self.push(level, item)
        self.opened(kept)

    cdef inline void opened(self, bint kept) noexcept nogil:
        """What is known of a frame just opened."""
        self.frames[self.depth].kept = kept
        self.visits[self.depth + 1] = _Visits(self.s.nodes, 0)
        memset(self.sum_at(self.depth), 0, self.limbs * sizeof(uint64_t))

    cdef inline void ascend(self) noexcept nogil:
        """Close the frame at hand: what is below it is known."""
        cdef const uint64_t *sum = self.sum_at(self.depth)
        cdef _Visits *visits = self.visits + self.depth + 1
        if self.frames[self.depth].kept:
            memo_keep(&self.memo, self.key_at(self.depth), sum, visits.saved + self.s.nodes - visits.started)
        self.depth -= 1
        (visits - 1).saved += visits.saved
        self.add(sum)

    cdef void judge_memo(self) noexcept nogil:
        """Where the memo does not pay, pack: then only what is packed, or too large for that, is looked up."""
        cdef double saved = 0
        cdef int32_t depth
        for depth in range(self.depth + 2):
            saved += self.visits[depth].saved
        self.memo_judge_at *= 2
        if 2 * saved < self.s.nodes:
            self.s.pack_most = self.t.pack_most
            self.memo_judge_at = NEVER

    cdef object count(self):
        """Go on to the end: the count, or None when it needs more limbs."""
        cdef int event
        while True:
            with nogil:
                event = self.advance_count()
            if self.overflow:
                return None
            if event == END:
                self.report()
                return self.counted()
            self.look_up()

    cdef object counted(self):
        """What has been counted by now: the sums of all open frames."""
        cdef int32_t depth, limb
        count = 0
        for depth in range(-1, self.depth + 1):
            for limb in range(self.limbs):
                count += <object> self.sum_at(depth)[limb] << (64 * limb)
        return count

    cdef int report(self) except -1:
        _Walk.report(self)
        self.meter.statistics["memo_hits"] = self.hits
        return 0

    cdef size_t held(self) except *:
        cdef size_t words = self.limbs + self.t.key_words + 2
        cdef size_t memo = memo_bytes(&self.memo) if self.remembers else 0
        return _Walk.held(self) + memo + <size_t> self.levels * words * sizeof(uint64_t)
