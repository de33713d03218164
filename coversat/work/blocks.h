/* Counts of exact covers block by block; see blocks.py.

   A position is the set of options that are still possible.  Its parts that share no item are independent; each is
   a `Structure`, whose options and items are numbered anew once it is much smaller than what it is a part of.  */

#ifndef BLOCKS_H
#define BLOCKS_H

#include "../solvers/cover_memo.h"
#include "labelling.h"

enum { FEW = 30 };         /* with fewer options a position is searched, not named */
enum { TRIALS = 200 };     /* names at a level before it is judged whether they pay */
enum { MOST_PAIRS = 16 };  /* more are not checked */
enum { OFTEN = 1 << 12 };  /* nodes between two questions whether to go on */
enum { DIGEST = 2 };       /* words that stand for a name */
enum { LEAST_MEMO = 1 << 16 };
enum { GOING, STOPPED, TOO_LARGE, NO_ROOM };

/* Numbers of two words */

typedef struct {
    uint64_t low, high;
} Wide;

/* Add to a sum; false when it does not fit. */
static bool wide_add(Wide *sum, Wide more) {
    uint64_t carry = (sum->low += more.low) < more.low, high = sum->high + more.high;
    bool fits = high >= more.high && high + carry >= high;
    sum->high = high + carry;
    return fits;
}

static Wide wide_product(uint64_t a, uint64_t b) {
    const uint64_t half = 0xFFFFFFFF;
    uint64_t low = (a & half) * (b & half), one = (a >> 32) * (b & half), other = (a & half) * (b >> 32);
    uint64_t middle = (low >> 32) + (one & half) + (other & half);
    return (Wide){(middle << 32) | (low & half), (a >> 32) * (b >> 32) + (one >> 32) + (other >> 32) + (middle >> 32)};
}

/* Multiply; false when it does not fit. */
static bool wide_times(Wide *product, Wide by) {
    Wide low = wide_product(product->low, by.low), across = wide_product(product->high, by.low);
    Wide other = wide_product(product->low, by.high);
    bool fits = !(product->high && by.high) && !across.high && !other.high;
    *product = low;
    return wide_add(product, (Wide){0, across.low}) && wide_add(product, (Wide){0, other.low}) && fits;
}

/* Sets of options */

static inline int bit_count(uint64_t x) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_popcountll(x);
#else
    x -= (x >> 1) & 0x5555555555555555;
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333);
    return (int)((((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101) >> 56);
#endif
}

static inline int lowest_bit(uint64_t x) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(x);
#else
    return bit_count((x & (0 - x)) - 1);
#endif
}

/* Run a statement for each option of a set, given word by word. */
#define EACH_OPTION(option, words, expression, statement)                                                              \
    for (int32_t word_ = 0; word_ < (words); word_++)                                                                  \
        for (uint64_t rest_ = (expression); rest_; rest_ &= rest_ - 1) {                                               \
            int32_t option = 64 * word_ + lowest_bit(rest_);                                                           \
            statement                                                                                                  \
        }
#define WORD word_

typedef struct {
    int32_t items, options, words, decisions, blocks, every_family;
    int32_t *row_from, *rows; /* per option, its items */
    int32_t *block;           /* per option */
    int32_t *item, *level;    /* per decision, the item, and its number in the whole */
    int32_t *side;            /* per decision, the block in question */
    int32_t *families;        /* per item, a bit for each */
    uint64_t *having, *inside; /* sets: per item, its options; per block, those in it */
    void *memory;
} Structure;

typedef struct {
    double saved, spent; /* by names that were known; by naming */
    int32_t named;
    bool given_up;
} Level;

typedef struct {
    Memo memo;
    Labelling labelling;
    Level *levels;
    int32_t *queue, *numbers, *items, *options, *stamps, now;
    int32_t decisions; /* of the whole */
    uint8_t *queued;
    void *memory;
    double work; /* a measure that does not depend on the machine */
    int64_t nodes;
    int state;
    int (*go_on)(void *asker, int64_t nodes);
    void *asker;
} Blocks;

static inline const uint64_t *having(const Structure *s, int32_t item) {
    return s->having + (size_t)item * (size_t)s->words;
}

static inline const uint64_t *inside(const Structure *s, int32_t decision) {
    return s->inside + (size_t)s->side[decision] * (size_t)s->words;
}

/* A structure with room for so much, all zeros but the sizes; false without memory. */
static bool structure_begin(Structure *s, int32_t items, int32_t options, int32_t entries, int32_t decisions,
                            int32_t blocks) {
    memset(s, 0, sizeof *s);
    s->items = items, s->options = options, s->decisions = decisions, s->blocks = blocks;
    s->words = (options + 63) / 64;
    size_t sets = (size_t)(items + blocks) * (size_t)s->words;
    size_t numbers = (size_t)(2 * options + 1 + entries + 3 * decisions + items);
    uint64_t *memory = calloc(sets + numbers / 2 + 1, sizeof *memory);
    if (!memory)
        return false;
    s->memory = s->having = memory;
    s->inside = s->having + (size_t)items * (size_t)s->words;
    s->row_from = (int32_t *)(memory + sets);
    s->block = s->row_from + options + 1;
    s->item = s->block + options;
    s->level = s->item + decisions;
    s->side = s->level + decisions;
    s->families = s->side + decisions;
    s->rows = s->families + items;
    return true;
}

/* The sets, once the rest is known. */
static void structure_sets(Structure *s) {
    for (int32_t item = 0; item < s->items; item++)
        s->every_family |= s->families[item];
    for (int32_t option = 0; option < s->options; option++) {
        uint64_t bit = (uint64_t)1 << (option % 64);
        s->inside[(size_t)s->block[option] * (size_t)s->words + (size_t)option / 64] |= bit;
        for (int32_t at = s->row_from[option]; at < s->row_from[option + 1]; at++)
            s->having[(size_t)s->rows[at] * (size_t)s->words + (size_t)option / 64] |= bit;
    }
}

static void blocks_end(Blocks *b) {
    memo_end(&b->memo);
    free(b->levels);
    free(b->memory);
}

/* Begin to count a structure; false without memory. */
static bool blocks_begin(Blocks *b, const Structure *s, size_t memo_bytes) {
    size_t most = (size_t)s->items + (size_t)s->options + 2, entries = (size_t)s->row_from[s->options];
    memset(b, 0, sizeof *b);
    b->decisions = s->decisions;
    b->levels = calloc((size_t)s->decisions + (size_t)s->options + 1, sizeof *b->levels);
    int32_t *memory = calloc(6 * most + labelling_room(most, entries), sizeof *memory);
    b->memory = memory;
    memo_bytes = memo_bytes < LEAST_MEMO ? LEAST_MEMO : memo_bytes;
    if (!b->levels || !memory || !memo_begin(&b->memo, DIGEST, DIGEST, memo_bytes))
        return false;
    int32_t **tables[] = {&b->queue, &b->numbers, &b->items, &b->options, &b->stamps};
    for (size_t at = 0; at < sizeof tables / sizeof *tables; at++, memory += most)
        *tables[at] = memory;
    b->queued = (uint8_t *)memory;
    labelling_in(&b->labelling, memory + most, most);
    return true;
}

/* What options leave over */

static inline void blocks_queue(Blocks *b, const Structure *s, int32_t option, int32_t *count) {
    for (int32_t at = s->row_from[option]; at < s->row_from[option + 1]; at++)
        if (!b->queued[s->rows[at]]) {
            b->queued[s->rows[at]] = 1;
            b->queue[(*count)++] = s->rows[at];
        }
}

static inline int32_t first_option(const Structure *s, const uint64_t *possible, int32_t item) {
    const uint64_t *those = having(s, item);
    for (int32_t word = 0; word < s->words; word++)
        if (possible[word] & those[word])
            return 64 * word + lowest_bit(possible[word] & those[word]);
    return -1;
}

/* Whether all possible options of an item have another item too. */
static inline bool implies(const Structure *s, const uint64_t *possible, int32_t item, int32_t other) {
    const uint64_t *those = having(s, item), *wider = having(s, other);
    uint64_t outside = 0;
    for (int32_t word = 0; word < s->words; word++)
        outside |= possible[word] & those[word] & ~wider[word];
    return !outside;
}

/* Take away what the items in the queue make impossible; false when an item has no option left. */
static bool blocks_reduce(Blocks *b, const Structure *s, uint64_t *possible, int32_t count) {
    while (count) {
        int32_t item = b->queue[--count], first = first_option(s, possible, item);
        b->queued[item] = 0;
        b->work += s->words;
        if (first < 0) {
            while (count)
                b->queued[b->queue[--count]] = 0;
            return false;
        }
        for (int32_t at = s->row_from[first]; at < s->row_from[first + 1]; at++) {
            int32_t other = s->rows[at];
            if (other == item || !implies(s, possible, item, other))
                continue;
            const uint64_t *those = having(s, item), *wider = having(s, other);
            EACH_OPTION(option, s->words, possible[WORD] & wider[WORD] & ~those[WORD], {
                blocks_queue(b, s, option, &count);
            })
            for (int32_t word = 0; word < s->words; word++)
                possible[word] &= those[word] | ~wider[word];
        }
    }
    return true;
}

static bool blocks_without(Blocks *b, const Structure *s, uint64_t *possible, const uint64_t *gone) {
    int32_t count = 0;
    b->nodes++;
    EACH_OPTION(option, s->words, gone[WORD], blocks_queue(b, s, option, &count);)
    for (int32_t word = 0; word < s->words; word++)
        possible[word] &= ~gone[word];
    return blocks_reduce(b, s, possible, count);
}

/* Items and options of a part, numbered; of items with the same options only the first has a number, which
   `numbers` gives for all.  Their number is returned, and how many options there are. */
static int32_t blocks_number(Blocks *b, const Structure *s, const uint64_t *part, int32_t *options) {
    int32_t items = 0;
    *options = 0;
    EACH_OPTION(option, s->words, part[WORD], b->options[(*options)++] = option;)
    for (int32_t item = 0; item < s->items; item++) {
        int32_t first = first_option(s, part, item), same = -1;
        for (int32_t at = first < 0 ? 0 : s->row_from[first]; at < (first < 0 ? 0 : s->row_from[first + 1]); at++) {
            int32_t other = s->rows[at];
            if (other < item && implies(s, part, item, other) && implies(s, part, other, item)) {
                same = b->numbers[other];
                break;
            }
        }
        if (first >= 0 && same < 0) {
            b->items[items] = item;
            same = items++;
        }
        b->numbers[item] = first < 0 ? -1 : same;
    }
    return items;
}

/* The items of an option that have a number of their own, in these numbers. */
static int32_t blocks_row(const Blocks *b, const Structure *s, int32_t option, int32_t *to) {
    int32_t count = 0;
    for (int32_t at = s->row_from[option]; at < s->row_from[option + 1]; at++) {
        int32_t number = b->numbers[s->rows[at]];
        if (b->items[number] == s->rows[at])
            to[count++] = number;
    }
    return count;
}

static bool open_decision(const Structure *s, const uint64_t *part, int32_t decision) {
    const uint64_t *those = having(s, s->item[decision]), *block = inside(s, decision);
    uint64_t in = 0, out = 0;
    for (int32_t word = 0; word < s->words; word++) {
        in |= part[word] & those[word] & block[word];
        out |= part[word] & those[word] & ~block[word];
    }
    return in && out;
}

/* A part as a structure of its own; false without memory. */
static bool blocks_part(Blocks *b, const Structure *s, const uint64_t *part, int32_t from, Structure *own) {
    int32_t options, items = blocks_number(b, s, part, &options), entries = 0, decisions = 0;
    for (int32_t at = 0; at < options; at++)
        entries += s->row_from[b->options[at] + 1] - s->row_from[b->options[at]];
    for (int32_t at = from; at < s->decisions; at++)
        decisions += open_decision(s, part, at);
    if (!structure_begin(own, items, options, entries, decisions, s->blocks))
        return false;
    for (int32_t at = 0; at < options; at++) {
        int32_t *row = own->rows + own->row_from[at];
        own->row_from[at + 1] = own->row_from[at] + blocks_row(b, s, b->options[at], row);
        own->block[at] = s->block[b->options[at]];
    }
    for (int32_t item = 0; item < s->items; item++)
        if (b->numbers[item] >= 0)
            own->families[b->numbers[item]] |= s->families[item];
    decisions = 0;
    for (int32_t at = from; at < s->decisions; at++)
        if (open_decision(s, part, at)) {
            own->item[decisions] = b->numbers[s->item[at]];
            own->side[decisions] = s->side[at];
            own->level[decisions++] = s->level[at];
        }
    structure_sets(own);
    return true;
}

/* Pairs: each option is one of an item of one family and an item of another */

typedef struct {
    int32_t items[2][MOST_PAIRS], count[2]; /* of both families, those connected with each other */
    uint32_t beside[MOST_PAIRS];            /* per item of the first, a bit for each of the other */
    int32_t partner[MOST_PAIRS];            /* per item of the other */
} Pairs;

/* The number of an item on its side; -1 when there is no room. */
static int32_t pairs_number(Pairs *p, int side, int32_t item) {
    int32_t at = 0;
    while (at < p->count[side] && p->items[side][at] != item)
        at++;
    if (at == MOST_PAIRS)
        return -1;
    p->items[side][at] = item;
    p->count[side] += at == p->count[side];
    return at;
}

static inline int32_t item_of_family(const Structure *s, int32_t option, int family) {
    int32_t at = s->row_from[option];
    while (!(s->families[s->rows[at]] >> family & 1))
        at++;
    return s->rows[at];
}

/* What is connected with an item; false when it is too much. */
static bool pairs_collect(Pairs *p, const Structure *s, const uint64_t *possible, int32_t item, const int *family) {
    int32_t done[2] = {0, 0};
    memset(p, 0, sizeof *p);
    pairs_number(p, 0, item);
    for (;;) {
        int side = done[0] == p->count[0];
        if (done[side] == p->count[side])
            return true;
        const uint64_t *those = having(s, p->items[side][done[side]]);
        EACH_OPTION(option, s->words, possible[WORD] & those[WORD], {
            int32_t number = pairs_number(p, !side, item_of_family(s, option, family[!side]));
            if (number < 0)
                return false;
            if (!side)
                p->beside[done[0]] |= (uint32_t)1 << number;
        })
        done[side]++;
    }
}

/* Find a partner for an item of the first family, others moving if they must. */
static bool pairs_match(Pairs *p, int32_t item, uint32_t *tried) {
    for (int32_t other = 0; other < p->count[1]; other++) {
        if (!((p->beside[item] & ~*tried) >> other & 1))
            continue;
        *tried |= (uint32_t)1 << other;
        if (p->partner[other] < 0 || pairs_match(p, p->partner[other], tried)) {
            p->partner[other] = item;
            return true;
        }
    }
    return false;
}

/* Whether the items of two families near an item can be paired. */
static bool blocks_matched(const Structure *s, const uint64_t *possible, int32_t item) {
    Pairs p;
    for (int own = 0; own < 32; own++)
        for (int other = 0; other < 32; other++) {
            int family[2] = {own, other};
            if (!(s->families[item] >> own & 1) || !(s->every_family >> other & 1) || s->families[item] >> other & 1 ||
                !pairs_collect(&p, s, possible, item, family))
                continue;
            memset(p.partner, 0xFF, sizeof p.partner);
            for (int32_t at = 0; at < p.count[0]; at++) {
                uint32_t tried = 0;
                if (!pairs_match(&p, at, &tried))
                    return false;
            }
            if (p.count[0] != p.count[1])
                return false;
        }
    return true;
}

/* Names */

static inline void digest_word(uint64_t *digest, uint64_t word) {
    digest[0] = (digest[0] ^ word) * 0xD6E8FEB86659FD93;
    digest[0] ^= digest[0] >> 32;
    digest[1] = (digest[1] + word) * 0x9E3779B97F4A7C15;
    digest[1] ^= digest[1] >> 29;
}

/* A digest of the name of a part, its options in the numbers of a labelling. */
static void blocks_digest(Blocks *b, const Structure *s, const uint64_t *part, uint64_t *digest) {
    Labelling *l = &b->labelling;
    int32_t options, items = blocks_number(b, s, part, &options), place = 0, *row = l->room;
    l->parts[0] = l->items = items;
    l->parts[3] = options;
    l->members = items + options;
    memset(l->from, 0, ((size_t)l->members + 2) * sizeof *l->from);
    for (int32_t item = 0; item < items; item++) {
        const uint64_t *those = having(s, b->items[item]);
        l->from[item] = place;
        for (int32_t word = 0; word < s->words; word++)
            place += bit_count(part[word] & those[word]);
        l->number[item] = l->from[item];
    }
    for (int32_t at = 0; at < options; at++) {
        int32_t count = blocks_row(b, s, b->options[at], l->beside + place);
        l->from[items + at] = place;
        for (int32_t end = place + count; place < end; place++)
            l->beside[l->number[l->beside[place]]++] = items + at;
    }
    l->from[l->members] = place;
    labelling_run(l);
    b->work += 6.0 * place; /* each neighbour is looked at several times */
    digest[0] = (uint64_t)items, digest[1] = (uint64_t)options;
    for (int32_t at = items; at < l->members; at++) {
        int32_t member = l->order[at], count = l->from[member + 1] - l->from[member];
        for (int32_t to = 0; to < count; to++)
            row[to] = l->number[l->beside[l->from[member] + to]];
        labelling_sort(row, count);
        digest_word(digest, (uint64_t)count);
        for (int32_t to = 0; to < count; to++)
            digest_word(digest, (uint64_t)row[to]);
    }
}

/* Counting */

static Wide blocks_count(Blocks *b, const Structure *s, const uint64_t *part, int32_t decision);

/* Move one part of the possible options, all that is connected with the first: how many options it has. */
static int32_t blocks_split(Blocks *b, const Structure *s, uint64_t *possible, uint64_t *part) {
    int32_t waiting = 0, size = 0;
    memset(part, 0, (size_t)s->words * sizeof *part);
    for (int32_t word = 0; word < s->words && !waiting; word++)
        if (possible[word]) {
            b->queue[waiting++] = 64 * word + lowest_bit(possible[word]);
            part[word] = possible[word] & (0 - possible[word]);
        }
    b->now++;
    for (; waiting; size++) {
        int32_t option = b->queue[--waiting];
        for (int32_t at = s->row_from[option]; at < s->row_from[option + 1]; at++) {
            const uint64_t *those = having(s, s->rows[at]);
            if (b->stamps[s->rows[at]] == b->now)
                continue;
            b->stamps[s->rows[at]] = b->now;
            EACH_OPTION(other, s->words, possible[WORD] & those[WORD] & ~part[WORD], {
                b->queue[waiting++] = other;
                part[WORD] |= (uint64_t)1 << (other % 64);
            })
        }
    }
    for (int32_t word = 0; word < s->words; word++)
        possible[word] &= ~part[word];
    b->work += size;
    return size;
}

/* The product over all parts of what is possible, which is used up. */
static Wide blocks_product(Blocks *b, const Structure *s, uint64_t *possible, int32_t decision, uint64_t *part) {
    Wide product = {1, 0};
    for (int32_t size; (product.low || product.high) && (size = blocks_split(b, s, possible, part)) != 0;) {
        Wide count;
        Structure own;
        if (size == 1)
            continue;
        if ((size + 63) / 64 == s->words)
            count = blocks_count(b, s, part, decision);
        else {
            if (!blocks_part(b, s, part, decision, &own)) {
                b->state = NO_ROOM;
                return product;
            }
            uint64_t *all = malloc((size_t)own.words * sizeof *all);
            if (all) {
                memset(all, 0xFF, (size_t)own.words * sizeof *all);
                if (own.options % 64)
                    all[own.words - 1] = ((uint64_t)1 << (own.options % 64)) - 1;
                count = blocks_count(b, &own, all, 0);
            } else
                b->state = NO_ROOM;
            free(all);
            free(own.memory);
        }
        if (b->state != GOING)
            return product;
        if (!wide_times(&product, count))
            b->state = TOO_LARGE;
    }
    return product;
}

/* Add the covers without some options of an item, which begin `room`. */
static void blocks_branch(Blocks *b, const Structure *s, const uint64_t *part, int32_t decision, int32_t item,
                          uint64_t *room, Wide *sum) {
    uint64_t *gone = room, *possible = room + s->words;
    memcpy(possible, part, (size_t)s->words * sizeof *possible);
    if (b->nodes % OFTEN == 0 && !b->go_on(b->asker, b->nodes))
        b->state = STOPPED;
    if (b->state == GOING && blocks_without(b, s, possible, gone) && blocks_matched(s, possible, item) &&
        !wide_add(sum, blocks_product(b, s, possible, decision, possible + s->words)))
        b->state = TOO_LARGE;
}

/* The item with the fewest options, of these the first. */
static int32_t next_item(const Structure *s, const uint64_t *part) {
    int32_t best = -1, fewest = INT32_MAX;
    for (int32_t item = 0; item < s->items && fewest > 2; item++) {
        const uint64_t *those = having(s, item);
        int32_t count = 0;
        for (int32_t word = 0; word < s->words; word++)
            count += bit_count(part[word] & those[word]);
        if (count && count < fewest)
            best = item, fewest = count;
    }
    return best;
}

/* The covers of a part, by the two sides of a decision or by the options of an item. */
static Wide blocks_sum(Blocks *b, const Structure *s, const uint64_t *part, int32_t decision) {
    Wide sum = {0, 0};
    uint64_t *room = malloc(3 * (size_t)s->words * sizeof *room);
    if (!room) {
        b->state = NO_ROOM;
        return sum;
    }
    if (decision < s->decisions) {
        const uint64_t *those = having(s, s->item[decision]), *block = inside(s, decision);
        for (int side = 0; side < 2; side++) {
            for (int32_t word = 0; word < s->words; word++)
                room[word] = part[word] & those[word] & (side ? block[word] : ~block[word]);
            blocks_branch(b, s, part, decision + 1, s->item[decision], room, &sum);
        }
    } else {
        int32_t item = next_item(s, part);
        const uint64_t *those = having(s, item);
        b->work += s->items;
        EACH_OPTION(option, s->words, part[WORD] & those[WORD], {
            for (int32_t word = 0; word < s->words; word++)
                room[word] = part[word] & those[word];
            room[WORD] &= ~((uint64_t)1 << (option % 64));
            blocks_branch(b, s, part, decision, item, room, &sum);
        })
    }
    free(room);
    return sum;
}

/* The covers of a part, which are looked up under its name where that pays. */
static Wide blocks_count(Blocks *b, const Structure *s, const uint64_t *part, int32_t decision) {
    uint64_t digest[DIGEST];
    const uint64_t *known;
    int32_t size = 0;
    double began = b->work, saved = 0;
    while (decision < s->decisions && !open_decision(s, part, decision))
        decision++;
    for (int32_t word = 0; word < s->words; word++)
        size += bit_count(part[word]);
    Level *level = b->levels + (decision < s->decisions ? s->level[decision] : b->decisions + size);
    if (size < FEW || level->given_up)
        return blocks_sum(b, s, part, decision);
    blocks_digest(b, s, part, digest);
    level->spent += b->work - began;
    level->given_up = ++level->named > TRIALS && level->saved < level->spent;
    known = memo_find(&b->memo, digest, &saved);
    if (known) {
        level->saved += saved;
        return (Wide){known[0], known[1]};
    }
    Wide sum = blocks_sum(b, s, part, decision);
    if (b->state == GOING)
        memo_keep(&b->memo, digest, &sum.low, b->work - began);
    return sum;
}

static Wide blocks_whole(Blocks *b, const Structure *s) {
    Wide count = {0, 0};
    uint64_t *possible = calloc(2 * (size_t)s->words, sizeof *possible);
    if (possible) {
        for (int32_t option = 0; option < s->options; option++)
            possible[option / 64] |= (uint64_t)1 << (option % 64);
        for (int32_t item = 0; item < s->items; item++)
            b->queue[item] = item, b->queued[item] = 1;
        if (blocks_reduce(b, s, possible, s->items))
            count = blocks_product(b, s, possible, 0, possible + s->words);
    } else
        b->state = NO_ROOM;
    free(possible);
    return count;
}

#endif
