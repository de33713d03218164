# A tree, searched in parts; see cover_tree.py.  Part of _cover_kernel.pyx.


cdef class _Tree:
    """The subtree of forced and forbidden options, with tables and a memo for repeated use."""

    cdef _Table table         # None if there is no cover
    cdef bint projected
    cdef tuple forced, forbidden  # options of the table
    cdef dict places          # of the options in the table; None where it has all of them
    cdef size_t memo_limit
    cdef _Shared shared       # memory for a memo that others use too; or None
    cdef int32_t limbs        # of a sum
    cdef int64_t memo_trial
    cdef _Walk walk
    cdef _Tally tally

    def __init__(self, started, bint projected, int32_t options, size_t memo_limit, shared, int64_t memo_trial):
        """`options`: how many the matrix has."""
        self.projected, self.memo_limit, self.memo_trial = projected, memo_limit, memo_trial
        self.limbs = SHARED_LIMBS
        self.shared = None if shared is None else _Shared(shared)
        if started is None:
            return
        self.table, self.forced, self.forbidden = started[0], tuple(started[1]), tuple(started[2])
        if self.table.t.all_options < options:
            self.places = {name: at for at, name in enumerate(self.table.names)}

    cdef object within(self, forced):
        """The forced options in numbers of the table, with those of all parts; None if there is no cover."""
        if self.table is None:
            return None
        if self.places is None:
            return self.forced + tuple(forced)
        own = [self.places.get(option, -1) for option in forced if option not in self.table.fixed]
        return None if -1 in own else self.forced + tuple(own)

    def count(self, forced, meter):
        """How many covers there are with these options too."""
        from .cover_tree import Left, Walked

        cdef int32_t state
        options = self.within(forced)
        if options is None:
            return Walked(0, [])
        while True:
            if self.tally is None:
                self.tally = _Tally(self.table, self.projected, self.limbs, self.memo_limit, self.shared)
                self.tally.memo_judge_at = self.memo_trial
            try:
                self.tally.begin_anew(meter)
                state = _begin(self.tally, options, self.forbidden)
            except LimitReachedError as reached:
                return Walked(0, [], reached, [Left(tuple(forced), 1.0)])
            try:
                if state == COMPLETE:
                    self.tally.add_one(1)
                elif state != DEAD:
                    self.tally.opened(False)
                count = self.tally.count()
            except LimitReachedError as reached:
                return Walked(self.tally.counted(), [], reached, _left(self.tally, tuple(forced)))
            if count is not None:
                return Walked(count, [])
            self.limbs *= 2
            self.tally = None

    def covers(self, forced, meter, most):
        """List these covers, at most `most`."""
        from .cover_tree import Left, Walked

        cdef int event = PAUSE
        cdef int32_t state
        options = self.within(forced)
        if options is None:
            return Walked(0, [])
        if self.walk is None:
            self.walk = _Walk(self.table, self.projected)
        found = []
        try:
            self.walk.watch(meter)
            state = _begin(self.walk, options, self.forbidden)
        except LimitReachedError as reached:
            return Walked(0, [], reached, [Left(tuple(forced), 1.0)])
        if state == COMPLETE:
            found.append(self.walk.answer())
        limit = None
        try:
            while event != END and self.walk.depth >= 0:
                if len(found) == most:
                    raise LimitReachedError(counted(most, "answer"))
                event = self.walk.collect(found, 0x7FFFFFFF if most is None else most)
        except LimitReachedError as reached:
            limit = reached
        self.walk.report()
        left = [] if limit is None else _left(self.walk, tuple(forced))
        return Walked(len(found), found, limit if left else None, left)


cdef list _left(_Walk walk, tuple way):
    """What a walk has not tried, in its order; `way`: the options that lead to its root."""
    from .cover_tree import Left

    cdef Frame *frame
    cdef int32_t depth, current
    cdef double share = 1
    groups = []
    for depth in range(walk.depth + 1):
        frame = walk.frames + depth
        if walk.projected and frame.shown:  # one cover settles all that is below
            groups.append([Left(way, share)])
            break
        if frame.word:
            _left_of_word(walk, walk.packs + frame.level, way, share, groups)
            break
        every = _options(walk, depth, False)
        untried = _options(walk, depth, True)
        share /= len(every)
        groups.append([Left((*way, option), share) for option in untried])
        if depth < walk.depth:
            way = (*way, every[len(every) - len(untried) - 1])
    return [part for group in reversed(groups) for part in group]


cdef list _options(_Walk walk, int32_t depth, bint untried):
    """The options of a frame's item, as the matrix numbers them; all, or those still to be tried."""
    cdef Frame *frame = walk.frames + depth
    cdef int32_t part, last = cover_last_part(walk.t, walk.packs, frame)
    cdef uint64_t bits
    options = []
    for part in range(frame.part if untried else cover_first_part(walk.t, frame), last + 1):
        bits = cover_part(walk.t, walk.packs, frame, walk.node(depth), part)
        if untried and part == frame.part:
            bits = frame.rest
        while bits:
            options.append(_name(walk, frame, part, LOWEST(bits)))
            bits &= bits - 1
    return options


cdef object _name(_Walk walk, Frame *frame, int32_t part, int32_t bit):
    if frame.level == TABLED:
        return walk.table.name(64 * walk.t.part_word[part] + bit)
    return walk.table.name(walk.packs[frame.level].option_names[64 * part + bit])


cdef int _left_of_word(_Walk walk, Pack *pack, tuple way, double share, list groups) except -1:
    """The same of the walk below a node packed into one word.

    Which option leads from node to node stands nowhere there; those that are taken at a node say as much.
    """
    from .cover_tree import Left

    cdef WordNode *node
    cdef int32_t at, of
    cdef uint64_t bits, open_options
    for at in range(walk.s.word_depth + 1):
        node = walk.s.word + at
        open_options = 0
        for of in range(OPEN_WORDS):
            bits = node.open[of]
            while bits:
                open_options |= pack.members[64 * of + LOWEST(bits)]
                bits &= bits - 1
        taken = (*way, *_names(walk, pack, node.alive & ~open_options))
        untried = _names(walk, pack, node.rest)
        share /= len(untried) + 1  # approximate: the number of tried options is not stored
        groups.append([Left((*taken, option), share) for option in untried])
    return 0


cdef list _names(_Walk walk, Pack *pack, uint64_t bits):
    """Options of a pack of one word, as the matrix numbers them."""
    options = []
    while bits:
        options.append(walk.table.name(pack.option_names[LOWEST(bits)]))
        bits &= bits - 1
    return options
