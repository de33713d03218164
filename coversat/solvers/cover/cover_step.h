/* One step of the cover search: take an option, and follow all that it forces.

   This is the inner loop of _cover_kernel.pyx.  It is included twice: with COUNT int16_t (NAME(x) = x##_short),
   and with COUNT int32_t (NAME(x) = x##_wide) for matrices with an item of very many options.

   A node is one stretch of memory, so that going down a level is one copy:

       head            items not settled yet; options taken so far (they stand in Search.trail); options alive
       alive[words]    the options still possible, as bits; taken ones are not among them
       count[slots]    per item the options alive, SETTLED once one of them is taken; behind the items,
                       per choice option the options alive that support it, SETTLED when it needs none
       checked[items]  per item the count at which domain consistency last looked at it            */

#define NODE(base) NAME(Node) node = NAME(node_at)(t, base)

typedef struct {
    int32_t *head; /* see ITEMS_LEFT, TAKEN, OPTIONS_LEFT */
    uint64_t *alive;
    COUNT *count;
    COUNT *checked;
} NAME(Node);

static inline NAME(Node) NAME(node_at)(const Tables *t, char *base) {
    NAME(Node) node;
    node.head = (int32_t *)base;
    node.alive = (uint64_t *)(base + NODE_HEAD);
    node.count = (COUNT *)(node.alive + t->words);
    node.checked = node.count + t->slots;
    return node;
}

/* An option that has just left `alive` is taken off the counts.  False when an item has none left. */
static INLINE bool NAME(drop)(const Tables *t, Search *s, const NAME(Node) *node, int32_t option) {
    const int32_t *slot = t->slot + t->slot_start[option], *end = t->slot + t->slot_start[option + 1];
    for (; slot < end; slot++) {
        COUNT left = --node->count[*slot];
        if (left <= 1) {
            if (left == 0 && *slot < t->items)
                return false;
            if (left == 0 || *slot < t->items)
                s->pending[s->pending_count++] = *slot;
        }
    }
    node->head[OPTIONS_LEFT]--;
    if (option >= t->options) /* a choice that is no longer open needs no support */
        node->count[t->items + option - t->options] = SETTLED;
    return true;
}

/* An option alive is taken: its items are settled. */
static INLINE void NAME(settle_items)(const Tables *t, Search *s, const NAME(Node) *node, int32_t option) {
    const int32_t *slot = t->slot + t->slot_start[option], *end = t->slot + t->slot_start[option + 1];
    s->trail[node->head[TAKEN]++] = option;
    s->propagations++;
    node->alive[option >> 6] &= ~(1ULL << (option & 63));
    for (; slot < end; slot++) {
        node->head[ITEMS_LEFT] -= *slot < t->items;
        node->count[*slot] = SETTLED;
    }
    if (option >= t->options && !t->owes[option - t->options])
        node->count[t->items + option - t->options] = SETTLED;
}

/* Options of one word leave `alive`, and the counts if they are kept up.  False when an item has none left. */
static INLINE bool NAME(leave)(const Tables *t, Search *s, const NAME(Node) *node, int w, uint64_t gone, bool counted) {
    gone &= node->alive[w];
    node->alive[w] ^= gone;
    for (; counted && gone; gone &= gone - 1)
        if (!NAME(drop)(t, s, node, 64 * w + LOWEST(gone)))
            return false;
    return true;
}

/* What an option excludes leaves `alive`, and the counts if they are kept up.  False when an item has none left. */
static INLINE bool NAME(exclude)(const Tables *t, Search *s, const NAME(Node) *node, int32_t option, int words,
                                 bool counted) {
    if (words <= ROW_WORDS) {
        const uint64_t *row = row_of(t, s, option);
        s->work += words;
        for (int w = 0; w < words; w++)
            if (!NAME(leave)(t, s, node, w, row[w], counted))
                return false;
        return true;
    }
    for (int32_t of = t->slot_start[option]; of < t->slot_start[option + 1]; of++)
        if (t->slot[of] < t->items) {
            int32_t at = t->part_start[t->slot[of]], end = t->part_start[t->slot[of] + 1];
            s->work += end - at;
            for (; at < end; at++)
                if (!NAME(leave)(t, s, node, t->part_word[at], t->part_mask[at], counted))
                    return false;
        }
    for (int32_t of = t->share_start[option]; of < t->share_start[option + 1]; of++) {
        Share share = share_begin(t, of);
        s->work += share.end - share.part;
        for (; share.part < share.end; share.part++)
            if (!NAME(leave)(t, s, node, t->part_word[share.part], share_others(t, &share), counted))
                return false;
    }
    return true;
}

/* Take an option: its items are settled, what it excludes is dropped. */
static INLINE bool NAME(take)(const Tables *t, Search *s, const NAME(Node) *node, int32_t option, int words) {
    NAME(settle_items)(t, s, node, option);
    node->head[OPTIONS_LEFT]--;
    return NAME(exclude)(t, s, node, option, words, true);
}

/* The first option alive of an item. */
static INLINE int32_t NAME(only)(const Tables *t, const NAME(Node) *node, int32_t item) {
    for (int32_t at = t->part_start[item]; at < t->part_start[item + 1]; at++) {
        uint64_t bits = node->alive[t->part_word[at]] & t->part_mask[at];
        if (bits)
            return 64 * t->part_word[at] + LOWEST(bits);
    }
    return -1;
}

/* Follow what is pending: items with one option left, choice options without support. */
static INLINE bool NAME(follow)(const Tables *t, Search *s, const NAME(Node) *node, int words) {
    while (s->pending_count) {
        int32_t slot = s->pending[--s->pending_count];
        if (slot < t->items) {
            if (node->count[slot] == 1 && !NAME(take)(t, s, node, NAME(only)(t, node, slot), words))
                return false;
        } else if (node->count[slot] == 0) {
            int32_t option = t->options + slot - t->items;
            uint64_t bit = 1ULL << (option & 63);
            if (!(node->alive[option >> 6] & bit)) /* taken, and nothing can show it any more */
                return false;
            node->alive[option >> 6] ^= bit;
            if (!NAME(drop)(t, s, node, option))
                return false;
        }
    }
    return true;
}

/* Domain consistency on one item: drop what all its options exclude.  Tells how many went, -1: dead. */
static INLINE int NAME(compare)(const Tables *t, Search *s, const NAME(Node) *node, int32_t item, int words) {
    uint64_t *common = s->common;
    int32_t dropped = 0, low, high;
    Ends ends;
    ends.first = ends.last = 0;
    memcpy(common, node->alive, 8 * (size_t)words);
    for (int32_t at = t->part_start[item]; at < t->part_start[item + 1]; at++) {
        int32_t w = t->part_word[at];
        uint64_t left = node->alive[w] & t->part_mask[at];
        common[w] ^= left; /* among themselves they exclude each other anyway */
        ends_add(&ends, left, w);
    }
    while (ends_next(&ends, &low, &high)) {
        const uint64_t *row = row_of(t, s, low), *other = row_of(t, s, high);
        if (!s->row_place[low]) /* the other's has taken its place */
            row = row_of(t, s, low);
        s->looked += 2;
        s->work += 2 * words;
        if (!both_exclude(common, row, other, words))
            return 0;
    }
    for (int w = 0; w < words; w++) {
        uint64_t gone = common[w];
        node->alive[w] ^= gone;
        for (; gone; gone &= gone - 1, dropped++)
            if (!NAME(drop)(t, s, node, 64 * w + LOWEST(gone)))
                return -1;
    }
    s->removed += dropped;
    return dropped;
}

/* The items of up to 64 that are small, and have changed since they were last looked at. */
static INLINE uint64_t NAME(due)(const NAME(Node) *node, int32_t from, int32_t items, int32_t small) {
    const COUNT *count = node->count + from, *checked = node->checked + from;
    uint8_t due[64] = {0};
    items = items - from < 64 ? items - from : 64;
    for (int32_t item = 0; item < items; item++)
        due[item] = (count[item] <= small) & (count[item] != checked[item]);
    return bits_of_bytes(due);
}

/* Domain consistency on every small item that changed; false when the node is dead. */
static INLINE bool NAME(agree)(const Tables *t, Search *s, const NAME(Node) *node, int words) {
    int32_t step = s->small > TABLE_SMALL ? s->small : TABLE_STEP, small = step, items = t->items;
    row_enlarge(t, s);
    while (true) {
        bool again = false;
        s->work += t->items;
        for (int32_t from = 0; from < items; from += 64)
            for (uint64_t due = NAME(due)(node, from, items, small); due; due &= due - 1) {
                int32_t item = from + LOWEST(due);
                if (node->count[item] > small || node->count[item] == node->checked[item])
                    continue;
                node->checked[item] = node->count[item];
                int dropped = NAME(compare)(t, s, node, item, words);
                if (dropped < 0 || (dropped && !NAME(follow)(t, s, node, words)))
                    return false;
                again |= dropped > 0;
            }
        if (!again && small >= s->small)
            return true;
        small = again ? step : small + step;
    }
}

/* The item with the fewest options among [from, to), the first of equals; -1 when all are settled. */
static INLINE int32_t NAME(smallest)(const COUNT *count, int32_t from, int32_t to) {
    COUNT fewest = SETTLED;
    for (int32_t item = from; item < to; item++)
        fewest = count[item] < fewest ? count[item] : fewest;
    if (fewest > LARGEST)
        return -1;
    while (count[from] != fewest)
        from++;
    return from;
}

/* Bring a node up to date and choose the item to branch on. */
static INLINE int32_t NAME(settle)(const Tables *t, Search *s, const NAME(Node) *node, int words) {
    if (!NAME(follow)(t, s, node, words))
        return DEAD;
    if (s->small && !NAME(agree)(t, s, node, words))
        return DEAD;
    if (node->head[ITEMS_LEFT] == 0)
        return COMPLETE;
    int32_t item = t->choices ? NAME(smallest)(node->count, 0, t->choices) : -1;
    return item >= 0 ? item : NAME(smallest)(node->count, t->choices, t->items);
}

/* The same where the length of bit sets is not known to the compiler: one copy, for the root and for all others. */
CLONES int32_t NAME(settle_any)(const Tables *t, Search *s, char *base) {
    NODE(base);
    return NAME(settle)(t, s, &node, t->words);
}

/* Go down to the child, as far as the option itself leads. */
static INLINE bool NAME(descend)(const Tables *t, Search *s, char *from, char *to, int32_t option, int words) {
    memcpy(to, from, s->small ? t->node_bytes : t->copy_bytes);
    NODE(to);
    s->pending_count = 0;
    return NAME(take)(t, s, &node, option, words);
}

/* The child of a node under an option: the item to branch on there, or DEAD or COMPLETE. */
CLONES int32_t NAME(child_any)(const Tables *t, Search *s, char *from, char *to, int32_t option) {
    return NAME(descend)(t, s, from, to, option, t->words) ? NAME(settle_any)(t, s, to) : DEAD;
}

#ifdef LENGTHS /* short bit sets are worth a loop of known length */
static INLINE int32_t NAME(child_of)(const Tables *t, Search *s, char *from, char *to, int32_t option, int words) {
    NODE(to);
    return NAME(descend)(t, s, from, to, option, words) ? NAME(settle)(t, s, &node, words) : DEAD;
}

WIDER int32_t NAME(child)(const Tables *t, Search *s, char *from, char *to, int32_t option) {
    switch (t->words) {
    case 2: return NAME(child_of)(t, s, from, to, option, 2);
    case 3: return NAME(child_of)(t, s, from, to, option, 3);
    case 4: return NAME(child_of)(t, s, from, to, option, 4);
    case 12: return NAME(child_of)(t, s, from, to, option, 12);
    }
    return NAME(child_any)(t, s, from, to, option);
}
#endif

/* Count the options alive of every slot anew. */
static INLINE void NAME(recount)(const Tables *t, const NAME(Node) *node) {
    int32_t left = 0;
    for (int w = 0; w < t->words; w++)
        left += ONES(node->alive[w]);
    node->head[OPTIONS_LEFT] = left;
    for (int32_t slot = 0; slot < t->slots; slot++) {
        int32_t count = 0;
        if (node->count[slot] > LARGEST)
            continue;
        for (int32_t at = t->part_start[slot]; at < t->part_start[slot + 1]; at++)
            count += ONES(node->alive[t->part_word[at]] & t->part_mask[at]);
        node->count[slot] = (COUNT)count;
    }
}

/* Whether an option was taken on the way to a node. */
static INLINE bool NAME(taken)(const Search *s, const NAME(Node) *node, int32_t option) {
    for (int32_t place = 0; place < node->head[TAKEN]; place++)
        if (s->trail[place] == option)
            return true;
    return false;
}

/* The root: every option but the forbidden ones, with the forced ones taken.  Many options go at once, so that
   they are counted when all are gone. */
CLONES int32_t NAME(root)(const Tables *t, Search *s, char *base, const int32_t *forced, int forced_count,
                          const int32_t *forbidden, int forbidden_count) {
    NODE(base);
    memcpy(base, t->root, t->node_bytes);
    s->pending_count = 0;
    for (int at = 0; at < forbidden_count; at++)
        node.alive[forbidden[at] >> 6] &= ~(1ULL << (forbidden[at] & 63));
    for (int at = 0; at < forced_count; at++) {
        if (!(node.alive[forced[at] >> 6] >> (forced[at] & 63) & 1)) {
            if (!NAME(taken)(s, &node, forced[at])) /* excluded, and not only named twice */
                return DEAD;
            continue;
        }
        NAME(settle_items)(t, s, &node, forced[at]);
        NAME(exclude)(t, s, &node, forced[at], t->words, false);
    }
    for (int32_t option = t->options; option < t->all_options; option++)
        if (!(node.alive[option >> 6] >> (option & 63) & 1) && !NAME(taken)(s, &node, option))
            node.count[t->items + option - t->options] = SETTLED; /* no longer open, it needs no support */
    NAME(recount)(t, &node);
    for (int32_t slot = 0; slot < t->slots; slot++) {
        if (node.count[slot] == 0 && slot < t->items)
            return DEAD;
        if (node.count[slot] == (slot < t->items))
            s->pending[s->pending_count++] = slot;
    }
    return NAME(settle_any)(t, s, base);
}

/* Which of up to 64 items, whose counts these are, are not settled.  In two steps, for the sake of wide registers. */
static INLINE uint64_t NAME(open_items)(const COUNT *count, int32_t items) {
    uint8_t open[64] = {0};
    for (int32_t item = 0; item < items; item++)
        open[item] = count[item] <= LARGEST;
    return bits_of_bytes(open);
}

/* Tells in `key` all that the covers below a node depend on: the options alive, what is still owed; the items not
   settled where nothing else decides which options are alive. */
static void NAME(key_of)(const Tables *t, const Search *s, char *base, uint64_t *key) {
    NODE(base);
    if (t->key_words < t->words) {
        for (int32_t w = 0; w < t->key_words; w++)
            key[w] = NAME(open_items)(node.count + 64 * w, t->items - 64 * w < 64 ? t->items - 64 * w : 64);
        return;
    }
    memcpy(key, node.alive, 8 * (size_t)t->words);
    for (int32_t at = 0; t->choices && at < node.head[TAKEN]; at++) {
        int32_t option = s->trail[at], slot = t->items + option - t->options;
        if (option >= t->options && node.count[slot] <= LARGEST)
            key[option >> 6] |= 1ULL << (option & 63);
    }
}

/* Whether something that a choice option taken says is still to be shown. */
static inline bool NAME(indebted)(const Tables *t, const Search *s, const NAME(Node) *node) {
    for (int32_t at = 0; t->choices && at < node->head[TAKEN]; at++)
        if (s->trail[at] >= t->options && node->count[t->items + s->trail[at] - t->options] <= LARGEST)
            return true;
    return false;
}

/* List what is left of a node: its options, and whether they are choices that need support; its items. */
static void NAME(list)(const Tables *t, const NAME(Node) *node, int32_t *options, uint64_t *needy, int32_t *items) {
    int32_t count = 0;
    for (int32_t item = 0; item < t->items; item++)
        if (node->count[item] <= LARGEST)
            *items++ = item;
    for (int32_t w = 0; w < t->words; w++)
        for (uint64_t bits = node->alive[w]; bits; bits &= bits - 1, count++) {
            int32_t option = 64 * w + LOWEST(bits);
            options[count] = option;
            if (option >= t->options && node->count[t->items + option - t->options] <= LARGEST)
                needy[count / 64] |= 1ULL << count % 64;
        }
}

/* Pack what is left of a node, if it is little enough: the new name of the item to branch on.  `level`
   becomes that of the pack. */
static int32_t NAME(pack)(const Tables *t, Search *s, Pack *packs, int32_t *level, char *base, int32_t item) {
    NODE(base);
    int32_t options = node.head[OPTIONS_LEFT], items = node.head[ITEMS_LEFT];
    Pack *pack;
    if (options > s->pack_most || items > PACK_ITEMS || options < PACK_LEAST || NAME(indebted)(t, s, &node))
        return item;
    pack = pack_ready(t, s, packs, options, items);
    if (!pack)
        return item;
    *level = (int32_t)(pack - packs);
    pack->taken = node.head[TAKEN];
    NAME(list)(t, &node, pack->option_names, pack->needy, pack->item_names);
    pack_build(t, s, pack, base);
    if (pack->words > 1)
        memset(pack_node(base, pack->words).checked, 0, (size_t)items);
    return s->place[item];
}

/* Whether a support is still asked for. */
static inline bool NAME(owed)(const Tables *t, char *base, int32_t slot) {
    NODE(base);
    return node.count[slot] <= LARGEST;
}

/* Fill in the root: every option alive, every slot's options counted. */
static void NAME(fill_root)(const Tables *t) {
    NODE(t->root);
    node.head[ITEMS_LEFT] = t->items;
    node.head[OPTIONS_LEFT] = t->all_options;
    for (int32_t option = 0; option < t->all_options; option++)
        node.alive[option >> 6] |= 1ULL << (option & 63);
    for (int32_t at = 0; at < t->slot_start[t->all_options]; at++)
        node.count[t->slot[at]]++;
}

/* A choice option that stands by itself needs no support. */
static void NAME(free_support)(const Tables *t, int32_t slot) {
    NODE(t->root);
    node.count[slot] = SETTLED;
}

#undef NODE