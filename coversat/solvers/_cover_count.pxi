# Counting: the memo, and the walk that adds up.  Part of _cover_kernel.pyx.


cdef class _Memo:
    """Counts by key, in an open hash table whose entries hold the whole key.

    An entry is `key_words` words of key and `limbs` words of count, the lowest first.
    """

    cdef uint64_t *entries
    cdef uint32_t *places     # of entries, from 1; 0: free
    cdef size_t size, room, mask
    cdef bint full
    cdef int32_t key_words, limbs
    cdef size_t limit

    def __cinit__(self, int32_t key_words, int32_t limbs, size_t limit):
        self.key_words, self.limbs, self.limit = key_words, limbs, limit
        self.mask = 1023
        self.places = <uint32_t *> calloc(self.mask + 1, sizeof(uint32_t))
        if self.places == NULL:
            raise MemoryError("the memo of a count")

    def __dealloc__(self):
        free(self.entries)
        free(self.places)

    cdef size_t held(self) noexcept nogil:
        return self.room * (self.key_words + self.limbs) * sizeof(uint64_t) + (self.mask + 1) * sizeof(uint32_t)

    cdef inline uint64_t *entry(self, size_t at) noexcept nogil:
        return self.entries + at * (self.key_words + self.limbs)

    cdef inline size_t hashed(self, const uint64_t *key) noexcept nogil:
        cdef uint64_t h = 0x9E3779B97F4A7C15
        cdef int32_t w
        for w in range(self.key_words):
            h = (h ^ key[w]) * <uint64_t> 0xD6E8FEB86659FD93
            h ^= h >> 32
        return h & self.mask

    cdef int64_t find(self, const uint64_t *key, bint *known) noexcept nogil:
        """The entry of a key, made if there is none; -1 when there is no room for it."""
        cdef size_t place, bytes = self.key_words * sizeof(uint64_t)
        if self.size == self.room and not self.full:
            self.full = not self.enlarge()
        place = self.hashed(key)
        while self.places[place]:
            if memcmp(self.entry(self.places[place] - 1), key, bytes) == 0:
                known[0] = True
                return self.places[place] - 1
            place = (place + 1) & self.mask
        known[0] = False
        if self.size == self.room:
            return -1
        memcpy(self.entry(self.size), key, bytes)
        self.size += 1
        self.places[place] = <uint32_t> self.size
        return self.size - 1

    cdef bint enlarge(self) noexcept nogil:
        """Double the room; False when the limit, or the machine, does not allow it."""
        cdef size_t room = 2 * self.room if self.room else 512, at, place
        cdef size_t stride = (self.key_words + self.limbs) * sizeof(uint64_t)
        if room * stride + 2 * room * sizeof(uint32_t) > self.limit or room > 0x40000000:
            return False
        cdef uint64_t *entries = <uint64_t *> realloc(self.entries, room * stride)
        if entries == NULL:
            return False
        self.entries = entries
        cdef uint32_t *places = <uint32_t *> calloc(2 * room, sizeof(uint32_t))
        if places == NULL:
            return False
        free(self.places)
        self.places, self.room, self.mask = places, room, 2 * room - 1
        for at in range(self.size):
            place = self.hashed(self.entry(at))
            while places[place]:
                place = (place + 1) & self.mask
            places[place] = <uint32_t> (at + 1)
        return True


cdef class _Tally(_Walk):
    """A walk that counts: every frame adds up what is below it, and the memo keeps the sums."""

    cdef _Memo memo           # None: every cover is visited
    cdef int32_t limbs        # words of a sum
    cdef uint64_t *sums       # one for the whole, then one per level
    cdef int64_t *entries     # per level, where the memo waits for its sum; -1: nowhere
    cdef uint64_t *key
    cdef int64_t hits
    cdef bint overflow

    def __cinit__(self, _Table table, bint projected, int32_t limbs, size_t memo_limit):
        self.limbs = limbs
        self.memo = _Memo(self.t.words, limbs, memo_limit) if memo_limit else None
        self.s.packing = self.memo is None
        self.key = <uint64_t *> malloc((self.t.words + 1) * sizeof(uint64_t))
        if self.key == NULL:
            raise MemoryError("a count of exact covers")
        self.make_room()
        memset(self.sums, 0, limbs * sizeof(uint64_t))

    def __dealloc__(self):
        free(self.sums)
        free(self.entries)
        free(self.key)

    cdef int make_room(self) except -1 nogil:
        """For as many levels as the walk has room for."""
        cdef size_t bytes = <size_t> (self.levels + 1) * sizeof(uint64_t)
        cdef uint64_t *sums = <uint64_t *> realloc(self.sums, bytes * self.limbs)
        if sums != NULL:
            self.sums = sums
        cdef int64_t *entries = <int64_t *> realloc(self.entries, bytes)
        if entries != NULL:
            self.entries = entries
        if sums == NULL or entries == NULL:
            with gil:
                raise MemoryError("a count of exact covers")
        return 0

    cdef inline uint64_t *sum_at(self, int32_t depth) noexcept nogil:
        """The sum of the frame at a depth; at -1, of the whole."""
        return self.sums + <size_t> (depth + 1) * self.limbs

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
        cdef int64_t entry
        cdef bint known
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
                entry = self.entries[self.depth]
                if entry >= 0:
                    memcpy(self.memo.entry(entry) + self.memo.key_words, self.sum_at(self.depth),
                           self.limbs * sizeof(uint64_t))
                self.depth -= 1
                self.add(self.sum_at(self.depth + 1))
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
        cdef int64_t entry = -1
        cdef bint known = False
        if self.memo is not None and level == TABLED and (self.projected or (<int32_t *> self.node(self.depth + 1))[ITEMS_LEFT] > 1):
            cover_key(self.t, &self.s, self.node(self.depth + 1), self.key)
            entry = self.memo.find(self.key, &known)
            if known:
                self.hits += 1
                self.add(self.memo.entry(entry) + self.memo.key_words)
                return
        self.push(level, item)
        self.entries[self.depth] = entry
        memset(self.sum_at(self.depth), 0, self.limbs * sizeof(uint64_t))

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
        cdef size_t memo = self.memo.held() if self.memo is not None else 0
        return _Walk.held(self) + memo + <size_t> self.levels * (self.limbs + 1) * sizeof(uint64_t)
