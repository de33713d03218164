# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled cover engine: `bitset_engine` again, with its state in C.

What differs from the reference: the options taken leave the bit set `alive`, every item carries the count
of its options, kept up as options go, and a problem too large for a row of bits per option is searched
through the lists of its items.  One step of the search is in ``cover_step.h``; here are the
tables, the walk through the tree, and the memo.
"""

from cpython.exc cimport PyErr_CheckSignals
from cpython.list cimport PyList_GET_ITEM
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from .solver import LimitReachedError

cdef extern from "cover_kernel.h" nogil:
    ctypedef struct Tables:
        int32_t words, items, choices, supports, slots, options, all_options, by_rows, pack_most
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
    ctypedef struct Search:
        int32_t *pending
        int32_t pending_count
        int32_t *trail
        uint64_t *common
        int32_t small
        int64_t nodes, propagations, looked, removed, work
        int32_t pack_small
        int64_t pack_looked, pack_removed
        int32_t packing, killer
        int32_t *place
        uint64_t *supports
        uint64_t *shared
        uint64_t *shaded
    ctypedef struct Pack:
        int32_t words
        uint64_t *members
        uint64_t *allowed
        uint64_t *settles
        uint64_t *support
        uint64_t *needy
        int32_t *option_names
        int32_t *item_names
    ctypedef struct Frame:
        int32_t level, item, part, last, shown
        uint64_t rest
    int LOWEST(uint64_t bits)
    int32_t DEAD, COMPLETE
    int ITEMS_LEFT, TAKEN, OPTIONS_LEFT, NODE_HEAD
    int32_t TABLED
    int PACK_LEVELS, PACK_ITEMS, OPEN_WORDS
    int pack_level(int32_t options)
    int32_t cover_root(const Tables *t, Search *s, char *base, const int32_t *forced, int forced_count,
                       const int32_t *forbidden, int forbidden_count)
    int32_t cover_pack(const Tables *t, Search *s, Pack *packs, int32_t *level, char *base, int32_t item)
    int32_t cover_child(const Tables *t, Search *s, Pack *packs, int32_t *level, char *base, char *to,
                        int32_t option)
    void cover_open(const Tables *t, const Pack *packs, Frame *frame, int32_t level, int32_t item,
                    const char *base)
    int32_t cover_next(const Tables *t, const Pack *packs, Frame *frame, const char *base)
    int32_t cover_last_part(const Tables *t, const Pack *packs, const Frame *frame)
    uint64_t cover_options_left(const Tables *t, const Pack *packs, const Frame *frame, const char *base)
    int32_t cover_answer(Search *s, const Pack *packs, int32_t level, char *base, int32_t option)
    void cover_key(const Tables *t, const Search *s, char *base, uint64_t *key)

cdef enum:
    SMALL = 20                # domain consistency looks at items with at most this many options
    TRIAL = 256               # after so many nodes it is judged whether it pays here:
    WORTH = 6                 # when it removes one option at least for so many looked at
    WHOLE = 1024              # up to so many options one table serves every search
    WHOLE_BATCH = 8192        # the same for batches, where it is used often
    MOST_ROWS = 16000         # beyond so many options there are lists in place of rows
    SLICE = 2000000           # words of work between two looks at the clock and at signals: milliseconds
    LARGEST_COUNT = 0x3FFFFFFF  # LARGEST of cover_kernel.h, by lists

cdef int64_t NEVER = 0x7FFFFFFFFFFFFFFF

cdef enum Event:
    ANSWER, PAUSE, END


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

    cdef int finish(self, bint by_rows) except -1:
        """With the slots given: the words of each item, the layout of a node, and the root."""
        cdef Tables *t = &self.t
        cdef int32_t option, at, item, word, parts = 0
        cdef size_t count_bytes = sizeof(int16_t) if by_rows else sizeof(int32_t)
        cdef int16_t *short_counts
        cdef int32_t *counts
        cdef uint64_t *alive
        t.by_rows = by_rows
        t.words = (t.all_options + 63) // 64
        t.slots = t.items + t.supports
        # The words of an item: two passes, to count them and to fill them.
        cdef int32_t *last = <int32_t *> self.block(t.items, sizeof(int32_t))
        cdef int32_t *place = <int32_t *> self.block(t.items, sizeof(int32_t))
        t.part_start = <int32_t *> self.block(t.items + 1, sizeof(int32_t))
        for option in range(t.all_options):
            for at in range(t.slot_start[option], t.slot_start[option + 1]):
                item = t.slot[at]
                if item < t.items and last[item] != option // 64 + 1:
                    last[item] = option // 64 + 1
                    t.part_start[item + 1] += 1
        for item in range(t.items):
            t.part_start[item + 1] += t.part_start[item]
            place[item] = t.part_start[item] - 1
            last[item] = 0
        parts = t.part_start[t.items]
        t.part_word = <int32_t *> self.block(parts, sizeof(int32_t))
        t.part_mask = <uint64_t *> self.block(parts, sizeof(uint64_t))
        for option in range(t.all_options):
            for at in range(t.slot_start[option], t.slot_start[option + 1]):
                item = t.slot[at]
                if item >= t.items:
                    continue
                word = option // 64
                if last[item] != word + 1:
                    last[item] = word + 1
                    place[item] += 1
                    t.part_word[place[item]] = word
                t.part_mask[place[item]] |= (<uint64_t> 1) << (option % 64)
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
    cdef int32_t option, item, colour, ties
    cdef int64_t at, tie_count = 0
    covers, shares = matrix.covers, matrix.shares
    t.items, t.choices, t.options = matrix.item_count, matrix.choice_count, matrix.option_count
    t.all_options = len(covers)
    t.supports = t.all_options - t.options
    ties = t.items + matrix.secondary_count
    slots = [list(items) for items in covers]
    for choice, support in enumerate(matrix.supports):
        for supporter in support:
            slots[supporter].append(t.items + choice)
    _fill_slots(table, slots)
    for items, pairs in zip(covers, shares):
        tie_count += len(items) + len(pairs)
    t.tie_start = <int64_t *> table.block(t.all_options + 1, sizeof(int64_t))
    t.tie = <int32_t *> table.block(tie_count, sizeof(int32_t))
    t.tie_colour = <int32_t *> table.block(tie_count, sizeof(int32_t))
    t.tied_start = <int64_t *> table.block(ties + 1, sizeof(int64_t))
    t.tied = <int32_t *> table.block(tie_count, sizeof(int32_t))
    t.tied_colour = <int32_t *> table.block(tie_count, sizeof(int32_t))
    at = 0
    for option in range(t.all_options):
        for item in covers[option]:
            t.tie[at] = item
            t.tied_start[item + 1] += 1
            at += 1
        for item, colour in shares[option]:
            t.tie[at] = t.items + item
            t.tie_colour[at] = colour
            t.tied_start[t.items + item + 1] += 1
            at += 1
        t.tie_start[option + 1] = at
    for item in range(ties):
        t.tied_start[item + 1] += t.tied_start[item]
    cdef int64_t *place = <int64_t *> table.block(ties, sizeof(int64_t))
    memcpy(place, t.tied_start, ties * sizeof(int64_t))
    for option in range(t.all_options):
        for at in range(t.tie_start[option], t.tie_start[option + 1]):
            item = t.tie[at]
            t.tied[place[item]] = option
            t.tied_colour[place[item]] = t.tie_colour[at]
            place[item] += 1
    table.finish(False)
    shades = {}
    shaded = []
    for pairs in shares:
        shaded.append([(i, shades.setdefault((i, c), len(shades) + 1) if c else 0) for i, c in pairs])
    _fill_shares(table, shaded)
    t.shared, t.shades = matrix.secondary_count, len(shades) + 1
    t.owes = <uint8_t *> table.block(t.supports, 1)
    optional = {covers[t.options + at][0] for at, support in enumerate(matrix.supports) if not support}
    for at, support in enumerate(matrix.supports):
        t.owes[at] = covers[t.options + at][0] in optional
        if not support:
            table.need_no_support(t.options + at)
    table.names = list(range(t.all_options))
    table.fixed = ()
    return table


cdef int _fill_slots(_Table table, list slots) except -1:
    """The counts each option stands in."""
    cdef Tables *t = &table.t
    cdef int32_t option, at = 0, slot
    t.slot_start = <int32_t *> table.block(t.all_options + 1, sizeof(int32_t))
    t.slot = <int32_t *> table.block(sum(map(len, slots)), sizeof(int32_t))
    for option in range(t.all_options):
        for slot in slots[option]:
            t.slot[at] = slot
            at += 1
        t.slot_start[option + 1] = at
    return 0


cdef int _fill_shares(_Table table, list shares) except -1:
    """The secondary items of each option, with the shades it gives them."""
    cdef Tables *t = &table.t
    cdef int32_t option, at = 0, item, shade
    t.share_start = <int32_t *> table.block(t.all_options + 1, sizeof(int32_t))
    t.share_item = <int32_t *> table.block(sum(map(len, shares)), sizeof(int32_t))
    t.share_shade = <int32_t *> table.block(sum(map(len, shares)), sizeof(int32_t))
    for option in range(t.all_options):
        for item, shade in shares[option]:
            t.share_item[at], t.share_shade[at] = item, shade
            at += 1
        t.share_start[option + 1] = at
    return 0


cdef _Table _rowed(_Table whole, list kept, tuple fixed):
    """The tables by rows of some options of a matrix: those left when `fixed` have been taken."""
    cdef _Table table = _Table()
    cdef Tables *t = &table.t
    cdef Tables *w = &whole.t
    cdef int32_t count = len(kept), option, old, slot, tie, other
    cdef int64_t at, of
    cdef int32_t *place = <int32_t *> table.block(w.all_options, sizeof(int32_t))  # 0: not kept
    cdef int32_t *items = <int32_t *> table.block(w.items, sizeof(int32_t))        # the same
    cdef uint64_t *row
    t.all_options = count
    for option in range(count):
        old = kept[option]
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
    slots = []
    for option in range(count):
        old = kept[option]
        mine = []
        for at in range(w.slot_start[old], w.slot_start[old + 1]):
            slot = w.slot[at]
            if slot < w.items:
                mine.append(items[slot] - 1)
            elif place[w.options + slot - w.items]:
                mine.append(t.items + place[w.options + slot - w.items] - 1 - t.options)
        slots.append(mine)
    _fill_slots(table, slots)
    shares = []
    for old in kept:
        shares.append([(w.share_item[at], w.share_shade[at])
                       for at in range(w.share_start[old], w.share_start[old + 1])])
    _fill_shares(table, shares)
    t.shared, t.shades = w.shared, w.shades
    table.finish(True)
    t.owes = <uint8_t *> table.block(t.supports, 1)
    for option in range(t.options, count):
        slot = w.items + <int32_t> kept[option] - w.options
        t.owes[option - t.options] = w.owes[<int32_t> kept[option] - w.options]
        if (<int32_t *> (w.root + NODE_HEAD + 8 * w.words))[slot] == 0x7FFFFFFF:
            table.need_no_support(option)
    t.rows = <uint64_t *> table.block(<size_t> count * t.words, sizeof(uint64_t))
    for option in range(count):
        old = kept[option]
        row = t.rows + <size_t> option * t.words
        for at in range(w.tie_start[old], w.tie_start[old + 1]):
            tie = w.tie[at]
            for of in range(w.tied_start[tie], w.tied_start[tie + 1]):
                if w.tie_colour[at] and w.tie_colour[at] == w.tied_colour[of]:
                    continue
                other = place[w.tied[of]] - 1
                if other >= 0:
                    row[other // 64] |= (<uint64_t> 1) << (other % 64)
        row[option // 64] &= ~((<uint64_t> 1) << (option % 64))
    table.names = kept
    table.fixed = fixed
    return table


cdef class _Walk:
    """One depth-first walk through the tree of a table, which can be left and taken up again."""

    cdef _Table table
    cdef Tables *t
    cdef Search s
    cdef char *nodes          # one node per level
    cdef Frame *frames
    cdef int32_t depth        # of the frame at hand; -1: the end
    cdef int32_t levels       # that there is memory for
    cdef Pack packs[5]        # the matrices of packed frames, by level
    cdef char *pack_memory
    cdef size_t pack_bytes
    cdef bint projected
    cdef int32_t answer_count # options of the answer just found, at the start of s.trail
    cdef object meter
    cdef int64_t node_limit, pause_at

    def __cinit__(self, _Table table, bint projected, *_):
        self.table = table
        self.t = &table.t
        self.projected = projected
        self.depth = -1
        memset(&self.s, 0, sizeof(Search))
        self.s.packing = True
        self.s.pending = <int32_t *> malloc((2 * self.t.slots + 16) * sizeof(int32_t))
        self.s.trail = <int32_t *> malloc((self.t.items + 16) * sizeof(int32_t))
        self.s.common = <uint64_t *> malloc((self.t.words + 1) * sizeof(uint64_t))
        cdef int32_t width = self.make_packs()
        self.s.place = <int32_t *> malloc((self.t.items + self.t.words + 1) * sizeof(int32_t))
        self.s.supports = <uint64_t *> malloc((self.t.supports + 1) * width * sizeof(uint64_t))
        self.s.shared = <uint64_t *> calloc(self.t.shared + 1, width * sizeof(uint64_t))
        self.s.shaded = <uint64_t *> calloc(self.t.shades + 1, width * sizeof(uint64_t))
        if NULL in (self.s.pending, self.s.trail, self.s.common, self.s.place, self.s.supports,
                    self.s.shared, self.s.shaded):
            raise MemoryError("a walk through an exact cover problem")
        self.grow(4)

    def __dealloc__(self):
        free(self.s.pending)
        free(self.s.trail)
        free(self.s.common)
        free(self.s.place)
        free(self.s.supports)
        free(self.s.shared)
        free(self.s.shaded)
        free(self.pack_memory)
        free(self.nodes)
        free(self.frames)

    cdef int32_t make_packs(self) except -1:
        """The memory of the packs; the words of the widest."""
        cdef int32_t levels = pack_level(self.t.pack_most) + 1, level, words
        cdef size_t at = 0, options
        cdef Pack *pack = self.packs
        cdef char *memory
        for level in range(levels):
            words, options = 1 << level, <size_t> 64 << level
            at += 8 * (words * (2 * options + PACK_ITEMS + 1) + OPEN_WORDS * options) + 4 * (options + PACK_ITEMS)
        self.pack_bytes = at
        self.pack_memory = memory = <char *> malloc(at)
        if memory == NULL:
            raise MemoryError("a walk through an exact cover problem")
        for level in range(levels):
            pack = self.packs + level
            pack.words, options = 1 << level, <size_t> 64 << level
            pack.allowed = <uint64_t *> memory
            pack.support = pack.allowed + options * pack.words
            pack.settles = pack.support + options * pack.words
            pack.members = pack.settles + options * OPEN_WORDS
            pack.needy = pack.members + PACK_ITEMS * pack.words
            pack.option_names = <int32_t *> (pack.needy + pack.words)
            pack.item_names = pack.option_names + options
            memory = <char *> (pack.item_names + PACK_ITEMS)
        return pack.words

    cdef int grow(self, int32_t levels) except -1 nogil:
        """Make room for so many levels, and the node below them."""
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
        # Matrices of few words are soon packed, and there it costs less.
        self.s.small = SMALL if self.t.by_rows and self.t.words > 16 else 0
        self.s.pack_small = SMALL
        self.s.looked = self.s.removed = self.s.pack_looked = self.s.pack_removed = 0
        self.depth = -1
        item = cover_root(self.t, &self.s, self.nodes, forced, forced_count, forbidden, forbidden_count)
        if item >= 0 and self.s.packing:
            item = cover_pack(self.t, &self.s, self.packs, &level, self.nodes, item)
        if item == COMPLETE:
            self.answer_count = cover_answer(&self.s, self.packs, level, self.nodes, -1)
        elif item != DEAD:
            self.push(level, item)
        return item

    cdef inline void push(self, int32_t level, int32_t item) noexcept nogil:
        """A frame for the node below the one at hand."""
        self.depth += 1
        cdef Frame *frame = self.frames + self.depth
        cover_open(self.t, self.packs, frame, level, item, self.node(self.depth))
        frame.last &= not self.projected

    cdef inline int32_t next_option(self, Frame *frame) noexcept nogil:
        return cover_next(self.t, self.packs, frame, self.node(self.depth))

    cdef inline int32_t child(self, int32_t *level, int32_t option) noexcept nogil:
        """Make the node below: the item to branch on there, DEAD or COMPLETE."""
        self.s.nodes += 1
        self.judge()
        return cover_child(self.t, &self.s, self.packs, level, self.node(self.depth),
                           self.node(self.depth + 1), option)

    cdef inline bint paused(self) noexcept nogil:
        """Whether it is time to look up, or the nodes are used up."""
        return self.s.work >= self.pause_at or self.s.nodes >= self.node_limit

    cdef inline void judge(self) noexcept nogil:
        """Give up domain consistency where it does not pay."""
        if self.s.nodes % TRIAL == 0:
            if self.s.removed * WORTH < self.s.looked:
                self.s.small = 0
            if self.s.pack_removed * WORTH < self.s.pack_looked:
                self.s.pack_small = 0

    cdef int advance(self) except -1 nogil:
        """Go on to the next answer."""
        cdef Frame *frame
        cdef int32_t option, item, level
        while self.depth >= 0:
            frame = self.frames + self.depth
            option = self.next_option(frame)
            if option < 0:
                self.depth -= 1
                continue
            if frame.last:
                self.answer_count = cover_answer(&self.s, self.packs, frame.level, self.node(self.depth), option)
                return ANSWER
            if self.paused():
                frame.rest |= (<uint64_t> 1) << (option % 64)
                return PAUSE
            if self.depth + 1 == self.levels:
                self.grow(2 * self.levels)
            level = frame.level
            item = self.child(&level, option)
            if item == COMPLETE:
                self.answer_count = cover_answer(&self.s, self.packs, level, self.node(self.depth + 1), -1)
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
        for at in range(self.answer_count):
            option = self.s.trail[at]
            if option < self.t.options:
                bits[option // 64] |= (<uint64_t> 1) << (option % 64)
                count += 1
        cdef tuple cover = PyTuple_New(count)
        count = 0
        for at in range(self.t.words):
            rest = bits[at]
            while rest:
                name = <object> PyList_GET_ITEM(self.table.names, 64 * at + LOWEST(rest))
                Py_INCREF(name)
                PyTuple_SET_ITEM(cover, count, name)
                count += 1
                rest &= rest - 1
        return tuple(sorted(cover + self.table.fixed)) if self.table.fixed else cover

    cdef int watch(self, meter) except -1:
        """Keep to the limits of this meter from now on."""
        self.meter = meter
        self.node_limit = -1
        return self.look_up()

    cdef int look_up(self) except -1:
        """Between two stretches of work: tell the meter, hear signals, end at a limit."""
        self.report()
        PyErr_CheckSignals()
        self.meter.check_time()
        limit = self.meter.limits.nodes
        self.node_limit = NEVER if limit is None else limit
        if self.s.nodes >= self.node_limit:
            raise LimitReachedError(f"{limit} nodes")
        self.pause_at = self.s.work + SLICE
        return 0

    cdef int report(self) except -1:
        """Tell the meter how it stands."""
        statistics = self.meter.statistics
        self.meter.nodes = self.s.nodes
        statistics["propagations"] = self.s.propagations
        statistics["peak_bytes"] = max(statistics["peak_bytes"], self.held())
        return 0

    cdef size_t held(self) except *:
        """The memory of this walk and its tables."""
        return self.table.bytes + self.pack_bytes + <size_t> self.levels * (self.t.node_bytes + sizeof(Frame))

    cdef bint collect(self, list found, int wanted) except *:
        """Append up to so many answers.  False at the end of the walk."""
        cdef int event
        while len(found) < wanted:
            with nogil:
                event = self.advance()
            if event == END:
                self.report()
                return False
            if event == PAUSE:
                self.look_up()
            else:
                found.append(self.answer())
        self.report()
        return True


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


    cdef int advance_count(self) except -1 nogil:
        """Count on until there is a reason to stop."""
        cdef Frame *frame
        cdef int32_t option, item, level
        cdef int64_t entry
        cdef bint known
        while self.depth >= 0:
            frame = self.frames + self.depth
            if frame.last:
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
            if self.paused():
                frame.rest |= (<uint64_t> 1) << (option % 64)
                return PAUSE
            if self.depth + 1 == self.levels:
                self.grow(2 * self.levels)
                self.make_room()
            level = frame.level
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


cdef class CompiledEngine:
    """Searches one matrix; the twin of `bitset_engine.BitsetEngine`."""

    name = "compiled"

    cdef object matrix
    cdef bint projected
    cdef _Table lists
    cdef _Table rows          # of the whole matrix; None while it is not needed
    cdef readonly int32_t whole_limit, row_limit

    def __init__(self, matrix, whole_limit=WHOLE, row_limit=MOST_ROWS):
        self.matrix = matrix
        self.whole_limit, self.row_limit = whole_limit, row_limit
        self.projected = matrix.projected
        self.lists = _listed(matrix)
        self.rows = None

    def table_bytes(self):
        """The memory of the tables."""
        return self.lists.bytes + (self.rows.bytes if self.rows is not None else 0)

    cdef _Table whole(self, int32_t most):
        """The table of the whole matrix that suits searches from its root."""
        if self.lists.t.all_options > most:
            return self.lists
        if self.rows is None:
            self.rows = _rowed(self.lists, list(range(self.lists.t.all_options)), ())
        return self.rows

    cdef tuple start(self, forced, forbidden, meter):
        """The table to search, and the options to force and forbid there; None when there is no cover."""
        cdef _Walk walk
        cdef _Table table = self.whole(self.whole_limit)
        cdef int32_t state, option, at, slot
        cdef int32_t *counts
        cdef uint64_t rest
        if table.t.by_rows:
            return table, forced, forbidden
        walk = _Walk(table, self.projected)
        walk.s.packing = False
        state = _begin(walk, forced, forbidden)
        if state == DEAD:
            return None
        kept = []
        for at in range(table.t.words):
            rest = (<uint64_t *> (walk.nodes + NODE_HEAD))[at]
            while rest:
                kept.append(64 * at + LOWEST(rest))
                rest &= rest - 1
        counts = <int32_t *> (walk.nodes + NODE_HEAD + 8 * table.t.words)
        fixed = []
        for at in range((<int32_t *> walk.nodes)[TAKEN]):
            option = walk.s.trail[at]
            slot = table.t.items + option - table.t.options
            if option >= table.t.options and counts[slot] <= LARGEST_COUNT:
                kept.append(option)  # something must still show what it says
            elif option < table.t.options:
                fixed.append(option)
        if len(kept) > self.row_limit:
            return table, forced, forbidden
        return _rowed(self.lists, sorted(kept), tuple(fixed)), (), ()

    def answers(self, forced, forbidden, meter):
        """The covers with every forced and no forbidden option, each once, in a stable order."""
        cdef _Walk walk
        started = self.start(forced, forbidden, meter)
        if started is None:
            return
        walk = _Walk(started[0], self.projected)
        walk.watch(meter)
        if _begin(walk, started[1], started[2]) == COMPLETE:
            walk.report()
            yield walk.answer()
            return
        size, more, limit = 1, True, None
        while more:
            found = []
            try:
                more = walk.collect(found, size)
            except LimitReachedError as reached:
                more, limit = False, reached
            yield from found
            size = min(2 * size, 256)
        if limit is not None:
            raise limit

    def count(self, forced, forbidden, meter, memo_limit):
        """How many covers there are; when a limit is met, how many were seen until then, and the limit."""
        cdef _Tally tally
        cdef int32_t state
        started = self.start(forced, forbidden, meter)
        if started is None:
            return 0, None
        limbs = 2
        while True:
            tally = _Tally(started[0], self.projected, limbs, max(0, memo_limit))
            try:
                tally.watch(meter)
                state = _begin(tally, started[1], started[2])
                if state == COMPLETE:
                    tally.add_one(1)
                elif state != DEAD:
                    tally.entries[0] = -1
                    memset(tally.sum_at(0), 0, limbs * sizeof(uint64_t))
                count = tally.count()
            except LimitReachedError as reached:
                return tally.counted(), reached
            if count is not None:
                return count, None
            limbs *= 2

    def batch(self, given_sets, limit, meter):
        """Per set of forced options, at most `limit` covers and whether they are all there are."""
        cdef _Walk walk = _Walk(self.whole(max(self.whole_limit, WHOLE_BATCH) if self.row_limit else 0), self.projected)
        cdef int32_t state
        verdicts = []
        walk.watch(meter)
        for forced in given_sets:
            found = []
            state = _begin(walk, forced, ())
            if state == COMPLETE and limit > 0:
                found.append(walk.answer())
            elif state >= 0:
                walk.collect(found, limit)
            verdicts.append((tuple(found), len(found) < limit))
        walk.report()
        return verdicts

    def split(self, forced, forbidden, meter, wanted):
        """Disjoint parts of the search, as forced options: `wanted` or more where the tree has so many."""
        from .bitset_engine import BitsetEngine

        return BitsetEngine(self.matrix).split(forced, forbidden, meter, wanted)


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
