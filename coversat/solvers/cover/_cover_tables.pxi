# The C side of the compiled cover engine, and the tables it searches.  Part of _cover_kernel.pyx.

cdef extern from "cover_kernel.h" nogil:
    ctypedef struct Tables:
        int32_t words, items, choices, supports, slots, options, all_options, wide, lengths, row_most, pack_most
        int32_t key_words
        int32_t *slot_start
        int32_t *slot
        int32_t *part_start
        int32_t *part_word
        uint64_t *part_mask
        int32_t *share_start
        int32_t *share_item
        int32_t *share_shade
        int32_t shared, shades
        uint8_t *owes
        char *root
        size_t node_bytes, copy_bytes
    ctypedef struct WordNode:
        uint64_t alive
        uint64_t *open
        uint64_t rest
    ctypedef struct Search:
        WordNode *word
        int32_t word_depth
        int64_t node_limit, pause_at
        int32_t answer
        uint64_t word_count
        int32_t *pending
        int32_t pending_count
        int32_t *trail
        uint64_t *common
        int64_t nodes, propagations, work
        int32_t pack_most
        int32_t *place
        uint64_t *supports
        uint64_t *rows
        int32_t *row_place
        int32_t *row_owner
        int32_t row_room
        size_t pack_bytes
    ctypedef struct Pack:
        int32_t words
        uint64_t *members
        uint64_t *rows
        uint64_t *settles
        uint64_t *support
        uint64_t *needy
        int32_t *option_names
        int32_t *item_names
    ctypedef struct Frame:
        int32_t level, item, part, last, word, shown, kept
        uint64_t rest
    int LOWEST(uint64_t bits)
    int ONES(uint64_t bits)
    bint WIDER_RUNS
    int32_t DEAD, COMPLETE
    int ANSWER, PAUSE, END
    int SMALL, TABLE_SMALL, ITEMS_LEFT, TAKEN, NODE_HEAD
    int32_t TABLED
    int PACK_LEVELS, PACK_WORDS, PACK_ITEMS, OPEN_WORDS
    int pack_level(int32_t options)
    void cover_fill_root(const Tables *t)
    void cover_free_support(const Tables *t, int32_t option)
    bint cover_owes(const Tables *t, char *base, int32_t option)
    int32_t cover_root(const Tables *t, Search *s, char *base, const int32_t *forced, int forced_count,
                       const int32_t *forbidden, int forbidden_count)
    int32_t cover_pack(const Tables *t, Search *s, Pack *packs, int32_t *level, char *base, int32_t item)
    int32_t cover_child(const Tables *t, Search *s, Pack *packs, int32_t *level, char *base, char *to,
                        int32_t option)
    void cover_open(const Tables *t, Search *s, const Pack *packs, Frame *frame, int32_t level, int32_t item,
                    const char *base)
    int word_walk(const Pack *pack, Search *s, bint counting)
    void search_begin(Search *s, int32_t small)
    void search_judge(Search *s)
    bint search_paused(const Search *s)
    int32_t cover_next(const Tables *t, const Pack *packs, Frame *frame, const char *base)
    uint64_t cover_part(const Tables *t, const Pack *packs, const Frame *frame, const char *base, int32_t part)
    int32_t cover_first_part(const Tables *t, const Frame *frame)
    int32_t cover_last_part(const Tables *t, const Pack *packs, const Frame *frame)
    uint64_t cover_options_left(const Tables *t, const Pack *packs, const Frame *frame, const char *base)
    void cover_answer(Search *s, const Pack *packs, int32_t level, char *base, int32_t option)
    void cover_key(const Tables *t, const Search *s, const Pack *packs, int32_t level, char *base, uint64_t *key)


cdef class _Table:
    """The tables of a matrix, or of what is left of it after the first forced moves.

    Attributes
    ----------
    names : list of int, optional
        Which option of the matrix each option here is; none, it is the same one.
    fixed : tuple of int
        The options of the matrix taken before this table was made; they are in every cover.
    small : int
        Domain consistency outside of packs looks at items with at most so many options.
    """

    cdef Tables t
    cdef list blocks
    cdef list names
    cdef tuple fixed
    cdef int32_t small
    cdef size_t bytes

    def __cinit__(self):
        memset(&self.t, 0, sizeof(Tables))
        self.blocks = []
        self.bytes = 0

    def __dealloc__(self):
        cdef size_t address
        for address in self.blocks or ():
            free(<void *> address)

    cdef void *block(self, size_t count, size_t size) except NULL:
        """Zeroed memory that lives as long as the table."""
        cdef void *memory = calloc(count + 1, size)
        if memory == NULL:
            raise MemoryError("the tables of an exact cover problem")
        self.blocks.append(<size_t> memory)
        self.bytes += (count + 1) * size
        return memory

    cdef int spread(self) except -1:
        """The words of each slot, secondary item and shade, in two passes: to count them and to fill them."""
        cdef Tables *t = &self.t
        cdef int32_t option, of, at, group
        cdef int32_t groups = t.slots + t.shared + t.shades
        cdef int32_t *ends = <int32_t *> malloc((groups + 1) * sizeof(int32_t))
        if ends == NULL:
            raise MemoryError("the tables of an exact cover problem")
        t.part_start = <int32_t *> self.block(groups + 1, sizeof(int32_t))
        memset(ends, 0, groups * sizeof(int32_t))
        for option in range(t.all_options):
            for of in range(t.slot_start[option], t.slot_start[option + 1]):
                _count_part(t, ends, t.slot[of], option)
            for of in range(t.share_start[option], t.share_start[option + 1]):
                _count_part(t, ends, t.slots + t.share_item[of], option)
                if t.share_shade[of]:
                    _count_part(t, ends, t.slots + t.shared + t.share_shade[of], option)
        for group in range(groups):
            t.part_start[group + 1] += t.part_start[group]
            ends[group] = t.part_start[group]
        try:
            t.part_word = <int32_t *> self.block(t.part_start[groups], sizeof(int32_t))
            t.part_mask = <uint64_t *> self.block(t.part_start[groups], sizeof(uint64_t))
            for option in range(t.all_options):
                for of in range(t.slot_start[option], t.slot_start[option + 1]):
                    _fill_part(t, ends, t.slot[of], option)
                for of in range(t.share_start[option], t.share_start[option + 1]):
                    _fill_part(t, ends, t.slots + t.share_item[of], option)
                    if t.share_shade[of]:
                        _fill_part(t, ends, t.slots + t.shared + t.share_shade[of], option)
        finally:
            free(ends)
        return 0

    cdef int finish(self, int32_t most_rows, int32_t short_most) except -1:
        """With the slots and shares given: their words, the layout of a node, and the root."""
        cdef Tables *t = &self.t
        cdef int32_t at
        t.words = (t.all_options + 63) // 64
        t.slots = t.items + t.supports
        self.spread()
        t.wide = self.largest() > short_most
        t.lengths = WIDER_RUNS
        cdef size_t count_bytes = sizeof(int32_t) if t.wide else sizeof(int16_t)
        cdef size_t row_bytes = max(1, t.words) * sizeof(uint64_t)
        t.row_most = max(2, min(t.all_options, most_rows, max(<size_t> ROW_BYTES, 2 * self.bytes) // row_bytes))
        t.key_words = t.words
        if not t.supports and not t.share_start[t.all_options]:
            if 2 * ((t.items + 63) // 64) <= t.words:
                t.key_words = (t.items + 63) // 64
        # A node: two numbers, the options alive, the counts, the counts last checked.
        t.copy_bytes = NODE_HEAD + 8 * t.words + count_bytes * t.slots
        t.node_bytes = (t.copy_bytes + count_bytes * t.items + 15) & ~(<size_t> 15)
        t.pack_most = min(t.all_options, 64 * PACK_WORDS)
        t.node_bytes = max(t.node_bytes, 8 * ((1 << pack_level(t.pack_most)) + OPEN_WORDS) + PACK_ITEMS)
        t.root = <char *> self.block(t.node_bytes, 1)
        cover_fill_root(t)
        self.small = self.looked_at()
        return 0

    cdef int32_t looked_at(self) noexcept:
        """See `small`.  Few words are soon packed, if the items are not too many; very many take too long."""
        if self.t.words > MOST_WORDS or self.t.words <= PACK_WORDS:
            return 0
        if self.t.items <= PACK_ITEMS:
            return SMALL
        return TABLE_SMALL if self.t.words > FEW_WORDS else 0

    cdef int32_t largest(self) noexcept:
        """The options of the slot that has most."""
        cdef int32_t slot, at, count, most = 0
        for slot in range(self.t.slots):
            count = 0
            for at in range(self.t.part_start[slot], self.t.part_start[slot + 1]):
                count += ONES(self.t.part_mask[at])
            most = max(most, count)
        return most

    cdef inline object name(self, int32_t option):
        """See `names`."""
        return option if self.names is None else self.names[option]


cdef inline void _count_part(Tables *t, int32_t *ends, int32_t group, int32_t option) noexcept nogil:
    """Count a word of a group when it is first met; `ends` has the last one, from 1."""
    if ends[group] != option // 64 + 1:
        ends[group] = option // 64 + 1
        t.part_start[group + 1] += 1


cdef inline void _fill_part(Tables *t, int32_t *ends, int32_t group, int32_t option) noexcept nogil:
    """Add an option to a group, whose words so far end before `ends`."""
    cdef int32_t at = ends[group] - 1
    if at < t.part_start[group] or t.part_word[at] != option // 64:
        at += 1
        ends[group] += 1
        t.part_word[at] = option // 64
    t.part_mask[at] |= (<uint64_t> 1) << (option % 64)


cdef _Table _whole(matrix, int32_t most_rows, int32_t short_most):
    """The tables of a whole matrix."""
    cdef _Table table = _Table()
    cdef Tables *t = &table.t
    cdef tuple covers = matrix.covers
    t.items, t.choices, t.options = matrix.item_count, matrix.choice_count, matrix.option_count
    t.all_options = len(covers)
    t.supports = t.all_options - t.options
    t.shared = matrix.secondary_count
    _fill_slots(table, _with_supports(covers, matrix.supports, t.items) if matrix.supports else covers)
    _fill_shares(table, matrix.shares)
    table.finish(most_rows, short_most)
    t.owes = <uint8_t *> table.block(t.supports, 1)
    optional = {covers[t.options + at][0] for at, support in enumerate(matrix.supports) if not support}
    for at, support in enumerate(matrix.supports):
        t.owes[at] = covers[t.options + at][0] in optional
        if not support:
            cover_free_support(t, t.options + at)
    table.fixed = ()
    return table


cdef tuple _with_supports(tuple covers, tuple supports, int32_t items):
    """What each option covers, and the choices behind all items that it supports."""
    slots = [list(cover) for cover in covers]
    for choice, support in enumerate(supports):
        for supporter in support:
            slots[supporter].append(items + choice)
    return tuple(map(tuple, slots))


cdef int32_t *_fill_starts(_Table table, tuple rows) except NULL:
    """Where each row begins when all stand one behind the other, and the end."""
    cdef int32_t *start = <int32_t *> table.block(len(rows) + 1, sizeof(int32_t))
    cdef Py_ssize_t at
    cdef tuple row
    for at, row in enumerate(rows):
        start[at + 1] = start[at] + <int32_t> len(row)
    return start


cdef int _fill_slots(_Table table, tuple slots) except -1:
    """The counts that include each option."""
    cdef Tables *t = &table.t
    cdef int32_t at = 0, slot
    cdef tuple row
    t.slot_start = _fill_starts(table, slots)
    t.slot = <int32_t *> table.block(t.slot_start[t.all_options], sizeof(int32_t))
    for row in slots:
        for slot in row:
            t.slot[at] = slot
            at += 1
    return 0


cdef int _fill_shares(_Table table, tuple shares) except -1:
    """The secondary items of each option, with the shades it gives them."""
    cdef Tables *t = &table.t
    cdef int32_t at = 0
    cdef tuple row, pair
    cdef dict shades = {}
    t.share_start = _fill_starts(table, shares)
    t.share_item = <int32_t *> table.block(t.share_start[t.all_options], sizeof(int32_t))
    t.share_shade = <int32_t *> table.block(t.share_start[t.all_options], sizeof(int32_t))
    for row in shares:
        for pair in row:
            t.share_item[at] = pair[0]
            if pair[1]:
                t.share_shade[at] = shades.setdefault(pair, len(shades) + 1)
            at += 1
    t.shades = len(shades) + 1
    return 0


cdef _Table _narrowed(_Table whole, list kept, tuple fixed, int32_t most_rows, int32_t short_most):
    """The tables of the options of a matrix that remain after `fixed` are chosen."""
    cdef _Table table = _Table()
    cdef Tables *t = &table.t
    cdef Tables *w = &whole.t
    cdef int32_t count = len(kept), option, old, slot, at
    # The positions of the options, items and shades; 0 for none.
    cdef int32_t *place = <int32_t *> calloc(w.all_options + w.items + w.shades + 1, sizeof(int32_t))
    if place == NULL:
        raise MemoryError("the tables of an exact cover problem")
    cdef int32_t *items = place + w.all_options
    cdef int32_t *shades = items + w.items
    cdef int32_t slots = 0, shares = 0
    try:
        t.all_options = count
        for option in range(count):
            old = kept[option]
            place[old] = option + 1
            t.options += old < w.options
            for at in range(w.slot_start[old], w.slot_start[old + 1]):
                if w.slot[at] < w.items:
                    items[w.slot[at]] = 1
            slots += w.slot_start[old + 1] - w.slot_start[old]
            shares += w.share_start[old + 1] - w.share_start[old]
        for old in range(w.items):
            if items[old]:
                t.items += 1
                t.choices += old < w.choices
                items[old] = t.items
        t.supports = count - t.options
        t.slot_start = <int32_t *> table.block(count + 1, sizeof(int32_t))
        t.slot = <int32_t *> table.block(slots, sizeof(int32_t))
        t.share_start = <int32_t *> table.block(count + 1, sizeof(int32_t))
        t.share_item = <int32_t *> table.block(shares, sizeof(int32_t))
        t.share_shade = <int32_t *> table.block(shares, sizeof(int32_t))
        slots = shares = 0
        t.shared, t.shades = w.shared, 1
        for option in range(count):
            old = kept[option]
            for at in range(w.slot_start[old], w.slot_start[old + 1]):
                slot = w.slot[at]
                if slot < w.items:
                    t.slot[slots] = items[slot] - 1
                    slots += 1
                elif place[w.options + slot - w.items]:
                    t.slot[slots] = t.items + place[w.options + slot - w.items] - 1 - t.options
                    slots += 1
            t.slot_start[option + 1] = slots
            for at in range(w.share_start[old], w.share_start[old + 1]):
                t.share_item[shares] = w.share_item[at]
                if w.share_shade[at]:
                    if not shades[w.share_shade[at]]:
                        shades[w.share_shade[at]] = t.shades
                        t.shades += 1
                    t.share_shade[shares] = shades[w.share_shade[at]]
                shares += 1
            t.share_start[option + 1] = shares
    finally:
        free(place)
    table.finish(most_rows, short_most)
    t.owes = <uint8_t *> table.block(t.supports, 1)
    for option in range(t.options, count):
        old = kept[option]
        t.owes[option - t.options] = w.owes[old - w.options]
        if not cover_owes(w, w.root, old):
            cover_free_support(t, option)
    table.names = kept
    table.fixed = fixed
    table.small = max(table.small, whole.small)
    table.bytes += whole.bytes + NAME_BYTES * count
    return table
