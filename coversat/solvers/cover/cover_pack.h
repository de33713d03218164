/* The search below a node that has few options left: they are packed into short bit sets.

   Most nodes of most trees are such nodes.  Packing one costs about a microsecond for each 64 options;
   below it nothing has to be counted up or down: the algorithm is that of bitset_engine.py, with short
   arrays of words in place of Python integers.  Unlike in cover_step.h the options taken stay in
   `alive`, so that a complete cover is what is left of it.

   A node of a pack is one stretch of memory:

       alive[words]        the options still possible
       open[PACK_ITEMS/64] the items not settled
       checked[items]      per item the number of its options when domain consistency last looked at it  */

#ifndef COVER_PACK_H
#define COVER_PACK_H

#include "cover_base.h"

enum {
    PACK_LEVELS = 4,  /* packs of 1, 2, 4 and 8 words: */
    PACK_WORDS = 1 << (PACK_LEVELS - 1),
    PACK_ITEMS = 64 * OPEN_WORDS, /* more items are better counted up and down */
    PACK_LEAST = 12,  /* fewer options are not worth packing */
};

/* The matrix of what was left at a node.  Rows of `words` words. */
typedef struct {
    int32_t words, options;
    int32_t items, choices; /* not settled when packed; the choices come first */
    int32_t taken;          /* options on the trail when packed */
    uint64_t *members;      /* per item: its options */
    uint64_t *rows;         /* per option: those it excludes, without itself */
    uint64_t *settles;      /* per option: the items it covers, in OPEN_WORDS words */
    uint64_t *support;      /* per choice option in `needy`: the options that show what it says */
    uint64_t *needy;        /* one row */
    int32_t *option_names;  /* which options and items of the table they are */
    int32_t *item_names;
} Pack;

typedef struct {
    uint64_t *alive, *open;
    uint8_t *checked;
} PackNode;

static INLINE PackNode pack_node(char *base, int words) {
    PackNode node;
    node.alive = (uint64_t *)base;
    node.open = node.alive + words;
    node.checked = (uint8_t *)(node.open + OPEN_WORDS);
    return node;
}

#define EACH_WORD(w) for (int w = 0; w < words; w++)
#define EACH_OPEN(w) for (int w = 0; w < OPEN_WORDS; w++)

/* Remove choice options without support; false when one of them was taken. */
static bool pack_supported(const Pack *pack, uint64_t *alive) {
    int words = pack->words;
    EACH_WORD(at)
        for (uint64_t needy = pack->needy[at] & alive[at]; needy; needy &= needy - 1) {
            uint64_t any = 0, bit = needy & -needy;
            int option = 64 * at + LOWEST(needy);
            EACH_WORD(w) any |= pack->support[option * words + w] & alive[w];
            if (any)
                continue;
            alive[at] ^= bit;
            for (int item = 0; item < pack->choices; item++)
                if (pack->members[item * words + at] & bit) {
                    any = 0;
                    EACH_WORD(w) any |= pack->members[item * words + w] & alive[w];
                    if (!any)
                        return false;
                }
        }
    return true;
}

/* The options left of an item, and how many. */
static INLINE int pack_left(const Pack *pack, const uint64_t *alive, int item, uint64_t *left, int words) {
    int size = 0;
    EACH_WORD(w) {
        left[w] = alive[w] & pack->members[item * words + w];
        size += ONES(left[w]);
    }
    return size;
}

/* Domain consistency on an item with these options left: drop what all of them exclude.  True if some did. */
static INLINE bool pack_compare(const Pack *pack, Search *s, uint64_t *alive, const uint64_t *left, int words) {
    uint64_t common[PACK_WORDS];
    int32_t low, high;
    Ends ends;
    ends.first = ends.last = 0;
    EACH_WORD(w) {
        common[w] = alive[w] & ~left[w]; /* among themselves they exclude each other anyway */
        ends_add(&ends, left[w], w);
    }
    while (ends_next(&ends, &low, &high)) {
        s->pack_looked += 2;
        s->work += 2 * words;
        if (!both_exclude(common, pack->rows + low * words, pack->rows + high * words, words))
            return false;
    }
    EACH_WORD(w) {
        alive[w] ^= common[w];
        s->pack_removed += ONES(common[w]);
    }
    return true;
}

/* Take the one option left of an item.  True if others went with that. */
static INLINE bool pack_take(const Pack *pack, uint64_t *alive, uint64_t *open, const uint64_t *left, int words) {
    uint64_t changed = 0;
    int option = 0;
    EACH_WORD(w) if (left[w]) option = 64 * w + LOWEST(left[w]);
    EACH_WORD(w) {
        uint64_t gone = alive[w] & pack->rows[option * words + w];
        changed |= gone;
        alive[w] ^= gone;
    }
    EACH_OPEN(w) open[w] &= ~pack->settles[OPEN_WORDS * option + w];
    return changed;
}

/* Look at the open items in turn until all have been seen since the last change: the smallest of them. */
static INLINE int32_t pack_settle(const Pack *pack, Search *s, PackNode *node, int words) {
    uint64_t alive[PACK_WORDS], left[PACK_WORDS], seen[OPEN_WORDS] = {0};
    int fewest = INT32_MAX;
    int32_t best = COMPLETE;
    bool more = true;
    EACH_WORD(w) alive[w] = node->alive[w];
    if (s->killer < pack->items && pack_left(pack, alive, s->killer, left, words) == 0)
        return DEAD;
    while (more) {
        more = false;
        EACH_OPEN(at)
            for (uint64_t ahead = node->open[at] & ~seen[at]; ahead;) {
                int item = 64 * at + LOWEST(ahead);
                uint64_t bit = ahead & -ahead;
                ahead ^= bit;
                int size = pack_left(pack, alive, item, left, words);
                bool changed = false;
                if (size == 0) {
                    s->killer = item;
                    return DEAD;
                }
                if (size == 1) {
                    s->propagations++;
                    bit = 0;
                    changed = pack_take(pack, alive, node->open, left, words);
                    ahead &= node->open[at];
                } else if (size <= s->pack_small && (words == 1 || size != node->checked[item])) {
                    if (words > 1)
                        node->checked[item] = (uint8_t)size;
                    changed = pack_compare(pack, s, alive, left, words);
                }
                if (changed) {
                    more = true;
                    best = COMPLETE;
                    fewest = INT32_MAX;
                    EACH_OPEN(w) seen[w] = 0;
                }
                seen[at] |= bit;
                if (bit && (size < fewest || (size == fewest && item < best))) {
                    fewest = size;
                    best = item;
                }
            }
    }
    EACH_WORD(w) node->alive[w] = alive[w];
    s->work += pack->items * words;
    return best;
}

/* The same with choices: those without support go, and the smallest choice comes before all other items. */
static int32_t pack_settle_choices(const Pack *pack, Search *s, PackNode *node) {
    uint64_t before[PACK_WORDS], left[PACK_WORDS], changed;
    int words = pack->words, fewest = INT32_MAX;
    int32_t best;
    do {
        best = pack_settle(pack, s, node, words);
        if (best == DEAD)
            return DEAD;
        changed = 0;
        EACH_WORD(w) before[w] = node->alive[w];
        if (!pack_supported(pack, node->alive))
            return DEAD;
        EACH_WORD(w) changed |= before[w] ^ node->alive[w];
    } while (changed);
    for (int item = 0; item < pack->choices; item++) {
        int size = pack_left(pack, node->alive, item, left, words);
        if (node->open[item / 64] >> item % 64 & 1 && size < fewest) {
            fewest = size;
            best = item;
        }
    }
    return best;
}

/* Bring a node up to date: the item to branch on there, or DEAD or COMPLETE. */
static INLINE int32_t pack_update(const Pack *pack, Search *s, char *base, int words) {
    PackNode node = pack_node(base, words);
    if (pack->choices)
        return pack_settle_choices(pack, s, &node);
    return pack_settle(pack, s, &node, words);
}

static INLINE int32_t pack_descend(const Pack *pack, Search *s, const char *from, char *to, int32_t option, int words) {
    memcpy(to, from, 8 * (size_t)(words + OPEN_WORDS));
    if (words > 1)
        memcpy(to + 8 * (words + OPEN_WORDS), from + 8 * (words + OPEN_WORDS), (size_t)pack->items);
    EACH_WORD(w) ((uint64_t *)to)[w] &= ~pack->rows[option * words + w];
    EACH_OPEN(w) ((uint64_t *)to)[words + w] &= ~pack->settles[OPEN_WORDS * option + w];
    s->propagations++;
    return pack_update(pack, s, to, words);
}

WIDER int32_t pack_child_of(const Pack *pack, Search *s, const char *from, char *to, int32_t option) {
    switch (pack->words) {
    case 1: return pack_descend(pack, s, from, to, option, 1);
    case 2: return pack_descend(pack, s, from, to, option, 2);
    case 4: return pack_descend(pack, s, from, to, option, 4);
    default: return pack_descend(pack, s, from, to, option, 8);
    }
}

NARROW int32_t pack_child_any(const Pack *pack, Search *s, const char *from, char *to, int32_t option) {
    return pack_descend(pack, s, from, to, option, pack->words);
}

/* The child of a node under an option: the item to branch on there, or DEAD or COMPLETE. */
static inline int32_t pack_child(const Tables *t, const Pack *pack, Search *s, const char *from, char *to,
                                 int32_t option) {
    return t->lengths ? pack_child_of(pack, s, from, to, option) : pack_child_any(pack, s, from, to, option);
}

/* Fill in a pack whose options and items have been named, in increasing order, and the node at its root, all
   but what has been checked there. */
static INLINE void pack_fill(const Tables *t, Search *s, Pack *pack, char *base, int words) {
    size_t row = sizeof(uint64_t) * (size_t)words;
    PackNode node = pack_node(base, words);
    pack->choices = 0;
    memset(pack->members, 0, row * (size_t)pack->items);
    if (t->supports)
        memset(s->supports, 0, row * (size_t)t->supports);
    for (int32_t item = 0; item < pack->items; item++) {
        pack->choices += pack->item_names[item] < t->choices;
        s->place[pack->item_names[item]] = item;
    }
    for (int32_t at = 0; at < pack->options; at++) {
        int32_t option = pack->option_names[at], w = at / 64;
        uint64_t bit = 1ULL << at % 64;
        for (int32_t of = t->slot_start[option]; of < t->slot_start[option + 1]; of++)
            if (t->slot[of] < t->items)
                pack->members[s->place[t->slot[of]] * words + w] |= bit;
            else
                s->supports[(t->slot[of] - t->items) * words + w] |= bit;
        for (int32_t of = t->share_start[option]; of < t->share_start[option + 1]; of++) {
            s->shared[t->share_item[of] * words + w] |= bit;
            s->shaded[t->share_shade[of] * words + w] |= bit;
        }
        if (option >= t->options)
            memcpy(pack->support + at * words, s->supports + (option - t->options) * words, row);
    }
    for (int32_t at = 0; at < pack->options; at++) {
        uint64_t excluded[PACK_WORDS] = {0}, *settles = pack->settles + at * OPEN_WORDS;
        int32_t option = pack->option_names[at];
        memset(settles, 0, sizeof(uint64_t) * OPEN_WORDS);
        for (int32_t of = t->slot_start[option]; of < t->slot_start[option + 1]; of++)
            if (t->slot[of] < t->items) {
                int32_t item = s->place[t->slot[of]];
                EACH_WORD(w) excluded[w] |= pack->members[item * words + w];
                settles[item / 64] |= 1ULL << item % 64;
            }
        for (int32_t of = t->share_start[option]; of < t->share_start[option + 1]; of++) {
            int32_t shade = t->share_shade[of];
            EACH_WORD(w)
                excluded[w] |= s->shared[t->share_item[of] * words + w] &
                              ~(shade ? s->shaded[shade * words + w] : 0);
        }
        memcpy(pack->rows + at * words, excluded, row);
        pack->rows[at * words + at / 64] &= ~(1ULL << at % 64);
    }
    for (int32_t at = 0; at < pack->options; at++) {
        int32_t option = pack->option_names[at];
        for (int32_t of = t->share_start[option]; of < t->share_start[option + 1]; of++) {
            memset(s->shared + t->share_item[of] * words, 0, row);
            memset(s->shaded + t->share_shade[of] * words, 0, row);
        }
    }
    s->work += 16 * pack->options * words;
    EACH_WORD(w) node.alive[w] = LOW_BITS(pack->options - 64 * w);
    EACH_OPEN(w) node.open[w] = LOW_BITS(pack->items - 64 * w);
}

WIDER void pack_build_of(const Tables *t, Search *s, Pack *pack, char *base) {
    switch (pack->words) {
    case 1: pack_fill(t, s, pack, base, 1); return;
    case 2: pack_fill(t, s, pack, base, 2); return;
    case 4: pack_fill(t, s, pack, base, 4); return;
    default: pack_fill(t, s, pack, base, 8);
    }
}

NARROW void pack_build_any(const Tables *t, Search *s, Pack *pack, char *base) {
    pack_fill(t, s, pack, base, pack->words);
}

static inline void pack_build(const Tables *t, Search *s, Pack *pack, char *base) {
    if (t->lengths)
        pack_build_of(t, s, pack, base);
    else
        pack_build_any(t, s, pack, base);
}

/* The level of the smallest pack that holds so many options: one of packs[0] to packs[3]. */
static inline int pack_level(int32_t options) {
    int level = 0;
    while (options > 64 << level)
        level++;
    return level;
}

/* Memory for packing: of what is left of supports and secondary items.  False when there is none. */
static bool pack_scratch(const Tables *t, Search *s) {
    size_t width = sizeof(uint64_t) << pack_level(t->pack_most);
    size_t supports = ((size_t)t->supports + 1) * width, shared = ((size_t)t->shared + 1) * width;
    size_t shaded = ((size_t)t->shades + 1) * width;
    if (!s->supports) {
        s->supports = calloc(1, supports + shared + shaded);
        s->pack_bytes += supports + shared + shaded;
    }
    if (!s->supports)
        return false;
    s->shared = s->supports + supports / sizeof(uint64_t);
    s->shaded = s->shared + shared / sizeof(uint64_t);
    return true;
}

/* Memory for a pack, as large as one of its level can be. */
static bool pack_allocate(const Tables *t, Search *s, Pack *pack, int level) {
    size_t words = (size_t)1 << level, kinds = t->supports ? 2 : 1; /* of rows of each option */
    size_t options = words * 64 < (size_t)t->all_options ? words * 64 : (size_t)t->all_options;
    size_t items = t->items < PACK_ITEMS ? (size_t)t->items : PACK_ITEMS;
    size_t bytes = sizeof(uint64_t) * (words * (kinds * options + items + 1) + OPEN_WORDS * options) +
                   sizeof(int32_t) * (options + items);
    pack->rows = malloc(bytes);
    if (!pack->rows)
        return false;
    s->pack_bytes += bytes;
    pack->words = (int32_t)words;
    pack->support = pack->rows + options * words;
    pack->settles = pack->rows + kinds * options * words;
    pack->members = pack->settles + options * OPEN_WORDS;
    pack->needy = pack->members + items * words;
    pack->option_names = (int32_t *)(pack->needy + words);
    pack->item_names = pack->option_names + options;
    return true;
}

/* The smallest pack that holds so many options, to be filled in.  It has no memory until it is first wanted; NULL
   when there is none. */
static Pack *pack_ready(const Tables *t, Search *s, Pack *packs, int32_t options, int32_t items) {
    int level = pack_level(options);
    Pack *pack = packs + level;
    if (!pack->rows && !(pack_scratch(t, s) && pack_allocate(t, s, pack, level)))
        return NULL;
    pack->options = options;
    pack->items = items;
    memset(pack->needy, 0, sizeof(uint64_t) * (size_t)pack->words);
    return pack;
}

/* Pack a node of one pack into a smaller one: the new name of the item to branch on.  `level` is that of the
   pack, and becomes that of the new one; nothing happens when there is no smaller. */
static int32_t pack_again(const Tables *t, Search *s, Pack *packs, int32_t *level, char *base, int32_t item) {
    const Pack *pack = packs + *level;
    int words = pack->words, most = words > 4 ? 16 * words : 64;
    PackNode node = pack_node(base, words);
    int32_t options = 0, at = 0, taken = pack->taken, branch = 0;
    uint64_t open[PACK_WORDS] = {0};
    uint8_t checked[PACK_ITEMS];
    if (*level == 0)
        return item;
    EACH_WORD(w) options += ONES(node.alive[w]);
    if (options > most + 16) /* some of them are taken, and will not be packed */
        return item;
    EACH_OPEN(of)
        for (uint64_t rest = node.open[of]; rest; rest &= rest - 1) {
            const uint64_t *members = pack->members + (64 * of + LOWEST(rest)) * words;
            EACH_WORD(w) open[w] |= members[w];
        }
    options = 0;
    EACH_WORD(w) {
        options += ONES(open[w] &= node.alive[w]);
        for (uint64_t owing = pack->needy[w] & node.alive[w] & ~open[w]; owing; owing &= owing - 1)
            if (t->owes[pack->option_names[64 * w + LOWEST(owing)] - t->options])
                return item; /* what a choice taken says is still to be shown */
    }
    if (options > most || options < PACK_LEAST)
        return item;
    Pack *smaller = pack_ready(t, s, packs, options, 0);
    if (!smaller)
        return item;
    EACH_OPEN(of)
        for (uint64_t rest = node.open[of]; rest; rest &= rest - 1) {
            int32_t old = 64 * of + LOWEST(rest);
            if (old == item)
                branch = smaller->items;
            checked[smaller->items] = node.checked[old];
            smaller->item_names[smaller->items++] = pack->item_names[old];
        }
    EACH_WORD(w) {
        for (uint64_t bits = node.alive[w] & ~open[w]; bits; bits &= bits - 1)
            s->trail[taken++] = pack->option_names[64 * w + LOWEST(bits)];
        for (uint64_t bits = open[w]; bits; bits &= bits - 1, at++) {
            smaller->option_names[at] = pack->option_names[64 * w + LOWEST(bits)];
            smaller->needy[at / 64] |= (pack->needy[w] >> LOWEST(bits) & 1) << at % 64;
        }
    }
    smaller->taken = taken;
    *level = (int32_t)(smaller - packs);
    pack_build(t, s, smaller, base);
    if (smaller->words > 1)
        memcpy(pack_node(base, smaller->words).checked, checked, (size_t)smaller->items);
    return branch;
}

/* What the covers below the root of a pack depend on; see key_of in cover_step.h. */
static void pack_key(const Tables *t, const Pack *pack, uint64_t *key) {
    bool by_items = t->key_words < t->words;
    const int32_t *names = by_items ? pack->item_names : pack->option_names;
    int32_t count = by_items ? pack->items : pack->options;
    memset(key, 0, sizeof(uint64_t) * (size_t)t->key_words);
    for (int32_t at = 0; at < count; at++)
        key[names[at] >> 6] |= 1ULL << (names[at] & 63);
}

/* The options of a complete cover go to the trail: its length.  An option still to be taken comes with them. */
static int32_t pack_answer(const Pack *pack, Search *s, char *base, int32_t option) {
    int words = pack->words;
    int32_t taken = pack->taken;
    EACH_WORD(w) {
        uint64_t bits = ((uint64_t *)base)[w];
        for (bits &= option < 0 ? ~0ULL : ~pack->rows[option * words + w]; bits; bits &= bits - 1)
            s->trail[taken++] = pack->option_names[64 * w + LOWEST(bits)];
    }
    return taken;
}

#undef EACH_WORD
#undef EACH_OPEN

#endif
