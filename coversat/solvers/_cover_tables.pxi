# The C side of the compiled cover engine, and the tables it searches.  Part of _cover_kernel.pyx.

cdef extern from "cover_kernel.h" nogil:
    ctypedef struct Tables:
        int32_t words, items, choices, supports, slots, options, all_options, by_rows, pack_most, key_words
        int32_t *slot_start
        int32_t *slot
        int32_t *part_start
        int32_t *part_word
        uint64_t *part_mask
        uint64_t *rows
        int64_t *tie_start
        int32_t *tie
        int32_t *tie_colour
        int64_t *tied_start
        int32_t *tied
        int32_t *tied_colour
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
        uint64_t *shared
        uint64_t *shaded
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
    int32_t DEAD, COMPLETE
    int ANSWER, PAUSE, END
    int TABLE_SMALL, ITEMS_LEFT, TAKEN, OPTIONS_LEFT, NODE_HEAD
    int32_t TABLED
    int PACK_LEVELS, PACK_ITEMS, OPEN_WORDS
    int pack_level(int32_t options)
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
    names : list of int
        Which option of the matrix each option here is.
    fixed : tuple of int
        The options of the matrix taken before this table was made; they are in every cover.
    """

    cdef Tables t
    cdef list blocks
    cdef list names
    cdef tuple fixed
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

    cdef int tie(self, const int32_t *colours) except -1:
        """With the slots, the shares and their colours given: what options exclude each other by."""
        cdef Tables *t = &self.t
        cdef int32_t option, slot, share, tie, ties = t.items + t.shared
        cdef int64_t at = 0, most = <int64_t> t.slot_start[t.all_options] + t.share_start[t.all_options]
        t.tie_start = <int64_t *> self.block(t.all_options + 1, sizeof(int64_t))
        t.tie = <int32_t *> self.block(most, sizeof(int32_t))
        t.tie_colour = <int32_t *> self.block(most, sizeof(int32_t))
        t.tied_start = <int64_t *> self.block(ties + 1, sizeof(int64_t))
        t.tied = <int32_t *> self.block(most, sizeof(int32_t))
        t.tied_colour = <int32_t *> self.block(most, sizeof(int32_t))
        for option in range(t.all_options):
            for slot in range(t.slot_start[option], t.slot_start[option + 1]):
                if t.slot[slot] < t.items:
                    t.tie[at] = t.slot[slot]
                    at += 1
            for share in range(t.share_start[option], t.share_start[option + 1]):
                t.tie[at] = t.items + t.share_item[share]
                t.tie_colour[at] = colours[share]
                at += 1
            t.tie_start[option + 1] = at
        for at in range(t.tie_start[t.all_options]):
            t.tied_start[t.tie[at] + 1] += 1
        for tie in range(ties):
            t.tied_start[tie + 1] += t.tied_start[tie]
        cdef int64_t *place = <int64_t *> self.block(ties, sizeof(int64_t))
        memcpy(place, t.tied_start, ties * sizeof(int64_t))
        for option in range(t.all_options):
            for at in range(t.tie_start[option], t.tie_start[option + 1]):
                tie = t.tie[at]
                t.tied[place[tie]] = option
                t.tied_colour[place[tie]] = t.tie_colour[at]
                place[tie] += 1
        return 0

    cdef int finish(self, bint by_rows) except -1:
        """With the slots given: the words of each slot, the layout of a node, and the root."""
        cdef Tables *t = &self.t
        cdef int32_t option, at, slot, word, parts
        cdef size_t count_bytes = sizeof(int16_t) if by_rows else sizeof(int32_t)
        cdef int16_t *short_counts
        cdef int32_t *counts
        cdef uint64_t *alive
        t.by_rows = by_rows
        t.words = (t.all_options + 63) // 64
        t.slots = t.items + t.supports
        # The words of a slot: two passes, to count them and to fill them.
        cdef int32_t *last = <int32_t *> self.block(t.slots, sizeof(int32_t))
        cdef int32_t *place = <int32_t *> self.block(t.slots, sizeof(int32_t))
        t.part_start = <int32_t *> self.block(t.slots + 1, sizeof(int32_t))
        for option in range(t.all_options):
            for at in range(t.slot_start[option], t.slot_start[option + 1]):
                slot = t.slot[at]
                if last[slot] != option // 64 + 1:
                    last[slot] = option // 64 + 1
                    t.part_start[slot + 1] += 1
        for slot in range(t.slots):
            t.part_start[slot + 1] += t.part_start[slot]
            place[slot] = t.part_start[slot] - 1
            last[slot] = 0
        parts = t.part_start[t.slots]
        t.part_word = <int32_t *> self.block(parts, sizeof(int32_t))
        t.part_mask = <uint64_t *> self.block(parts, sizeof(uint64_t))
        for option in range(t.all_options):
            for at in range(t.slot_start[option], t.slot_start[option + 1]):
                slot = t.slot[at]
                word = option // 64
                if last[slot] != word + 1:
                    last[slot] = word + 1
                    place[slot] += 1
                    t.part_word[place[slot]] = word
                t.part_mask[place[slot]] |= (<uint64_t> 1) << (option % 64)
        t.key_words = t.words
        if not t.supports and not t.share_start[t.all_options]:
            if 2 * ((t.items + 63) // 64) <= t.words:
                t.key_words = (t.items + 63) // 64
        # A node: two numbers, the options alive, the counts, the counts last checked.
        t.copy_bytes = NODE_HEAD + 8 * t.words + count_bytes * t.slots
        t.node_bytes = (t.copy_bytes + count_bytes * t.items + 15) & ~(<size_t> 15)
        t.pack_most = min(t.all_options, 64 << (PACK_LEVELS - 1))
        t.node_bytes = max(t.node_bytes, 8 * ((1 << pack_level(t.pack_most)) + OPEN_WORDS) + PACK_ITEMS)
        t.root = <char *> self.block(t.node_bytes, 1)
        (<int32_t *> t.root)[ITEMS_LEFT] = t.items
        (<int32_t *> t.root)[OPTIONS_LEFT] = t.all_options
        alive = <uint64_t *> (t.root + NODE_HEAD)
        short_counts = <int16_t *> (alive + t.words)
        counts = <int32_t *> (alive + t.words)
        for option in range(t.all_options):
            alive[option // 64] |= (<uint64_t> 1) << (option % 64)
            for at in range(t.slot_start[option], t.slot_start[option + 1]):
                if by_rows:
                    short_counts[t.slot[at]] += 1
                else:
                    counts[t.slot[at]] += 1
        return 0

    cdef int need_no_support(self, int32_t choice_option) noexcept:
        """Mark a choice option that stands by itself."""
        cdef uint64_t *alive = <uint64_t *> (self.t.root + NODE_HEAD)
        cdef int32_t slot = self.t.items + choice_option - self.t.options
        if self.t.by_rows:
            (<int16_t *> (alive + self.t.words))[slot] = 0x7FFF
        else:
            (<int32_t *> (alive + self.t.words))[slot] = 0x7FFFFFFF
        return 0


cdef _Table _listed(matrix):
    """The tables of a whole matrix, by lists."""
    cdef _Table table = _Table()
    cdef Tables *t = &table.t
    cdef tuple covers = matrix.covers
    t.items, t.choices, t.options = matrix.item_count, matrix.choice_count, matrix.option_count
    t.all_options = len(covers)
    t.supports = t.all_options - t.options
    t.shared = matrix.secondary_count
    _fill_slots(table, _with_supports(covers, matrix.supports, t.items) if matrix.supports else covers)
    table.tie(_fill_shares(table, matrix.shares))
    table.finish(False)
    t.owes = <uint8_t *> table.block(t.supports, 1)
    optional = {covers[t.options + at][0] for at, support in enumerate(matrix.supports) if not support}
    for at, support in enumerate(matrix.supports):
        t.owes[at] = covers[t.options + at][0] in optional
        if not support:
            table.need_no_support(t.options + at)
    table.names = list(range(t.all_options))
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
    """The counts each option stands in."""
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


cdef int32_t *_fill_shares(_Table table, tuple shares) except NULL:
    """The secondary items of each option, with the shades it gives them; returns their colours."""
    cdef Tables *t = &table.t
    cdef int32_t at = 0
    cdef int32_t *colours
    cdef tuple row, pair
    cdef dict shades = {}
    t.share_start = _fill_starts(table, shares)
    t.share_item = <int32_t *> table.block(t.share_start[t.all_options], sizeof(int32_t))
    t.share_shade = <int32_t *> table.block(t.share_start[t.all_options], sizeof(int32_t))
    colours = <int32_t *> table.block(t.share_start[t.all_options], sizeof(int32_t))
    for row in shares:
        for pair in row:
            t.share_item[at], colours[at] = pair[0], pair[1]
            if colours[at]:
                t.share_shade[at] = shades.setdefault(pair, len(shades) + 1)
            at += 1
    t.shades = len(shades) + 1
    return colours


cdef void _fill_rows(Tables *t, const Tables *w, const int32_t *place, uint64_t *scratch) noexcept nogil:
    """What each option excludes: item by item, then the secondary items of the whole matrix, by colour."""
    cdef int32_t item, part, of, option, word, colour
    cdef int64_t at, start, end, first
    cdef uint64_t bits
    cdef uint64_t *row
    cdef uint64_t *every = scratch            # the options of a secondary item
    cdef uint64_t *same = scratch + t.words   # those of them with one colour
    cdef uint64_t *todo = same + t.words      # those whose colour has not been looked at
    for item in range(t.items):
        for part in range(t.part_start[item], t.part_start[item + 1]):
            bits = t.part_mask[part]
            while bits:
                row = t.rows + <size_t> (64 * t.part_word[part] + LOWEST(bits)) * t.words
                bits &= bits - 1
                for of in range(t.part_start[item], t.part_start[item + 1]):
                    row[t.part_word[of]] |= t.part_mask[of]
    for item in range(w.shared):
        start, end = w.tied_start[w.items + item], w.tied_start[w.items + item + 1]
        memset(every, 0, t.words * sizeof(uint64_t))
        memset(todo, 0, t.words * sizeof(uint64_t))
        for at in range(start, end):
            option = place[w.tied[at]] - 1
            if option >= 0:
                every[option // 64] |= (<uint64_t> 1) << (option % 64)
                todo[option // 64] |= (<uint64_t> 1) << (option % 64)
        for first in range(start, end):
            option = place[w.tied[first]] - 1
            if option < 0 or not todo[option // 64] >> (option % 64) & 1:
                continue
            colour = w.tied_colour[first]
            memset(same, 0, t.words * sizeof(uint64_t))
            for at in range(first, end):
                option = place[w.tied[at]] - 1
                if option >= 0 and w.tied_colour[at] == colour:
                    same[option // 64] |= (<uint64_t> 1) << (option % 64)
            for word in range(t.words):
                bits = same[word]
                todo[word] &= ~bits
                while bits:
                    row = t.rows + <size_t> (64 * word + LOWEST(bits)) * t.words
                    bits &= bits - 1
                    for of in range(t.words):
                        row[of] |= every[of] & ~(same[of] if colour else 0)
    for option in range(t.all_options):
        t.rows[<size_t> option * t.words + option // 64] &= ~((<uint64_t> 1) << (option % 64))


cdef _Table _rowed(_Table whole, list kept, tuple fixed):
    """The tables by rows of some options of a matrix: those left when `fixed` have been taken."""
    cdef _Table table = _Table()
    cdef Tables *t = &table.t
    cdef Tables *w = &whole.t
    cdef int32_t count = len(kept), option, old, slot
    cdef int64_t at
    cdef int32_t *place = <int32_t *> table.block(w.all_options, sizeof(int32_t))  # 0: not kept
    cdef int32_t *items = <int32_t *> table.block(w.items, sizeof(int32_t))        # the same
    cdef int32_t *olds = <int32_t *> table.block(count, sizeof(int32_t))
    t.all_options = count
    for option in range(count):
        olds[option] = old = kept[option]
        place[old] = option + 1
        t.options += old < w.options
        for at in range(w.slot_start[old], w.slot_start[old + 1]):
            if w.slot[at] < w.items:
                items[w.slot[at]] = 1
    for old in range(w.items):
        if items[old] or count == w.all_options:  # an item without any option stays, for it is the end
            t.items += 1
            t.choices += old < w.choices
            items[old] = t.items
    t.supports = count - t.options
    cdef int32_t slots = 0, shares = 0
    for option in range(count):
        slots += w.slot_start[olds[option] + 1] - w.slot_start[olds[option]]
        shares += w.share_start[olds[option] + 1] - w.share_start[olds[option]]
    t.slot_start = <int32_t *> table.block(count + 1, sizeof(int32_t))
    t.slot = <int32_t *> table.block(slots, sizeof(int32_t))
    t.share_start = <int32_t *> table.block(count + 1, sizeof(int32_t))
    t.share_item = <int32_t *> table.block(shares, sizeof(int32_t))
    t.share_shade = <int32_t *> table.block(shares, sizeof(int32_t))
    slots = shares = 0
    for option in range(count):
        old = olds[option]
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
            t.share_item[shares], t.share_shade[shares] = w.share_item[at], w.share_shade[at]
            shares += 1
        t.share_start[option + 1] = shares
    t.shared, t.shades = w.shared, w.shades
    table.finish(True)
    t.owes = <uint8_t *> table.block(t.supports, 1)
    for option in range(t.options, count):
        slot = w.items + olds[option] - w.options
        t.owes[option - t.options] = w.owes[olds[option] - w.options]
        if (<int32_t *> (w.root + NODE_HEAD + 8 * w.words))[slot] == 0x7FFFFFFF:
            table.need_no_support(option)
    t.rows = <uint64_t *> table.block(<size_t> count * t.words, sizeof(uint64_t))
    cdef uint64_t *scratch = <uint64_t *> malloc((3 * t.words + 1) * sizeof(uint64_t))
    if scratch == NULL:
        raise MemoryError("the tables of an exact cover problem")
    with nogil:
        _fill_rows(t, w, place, scratch)
    free(scratch)
    table.names = kept
    table.fixed = fixed
    return table
