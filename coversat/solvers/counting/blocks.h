/* Counts of exact covers block by block, and layer by layer; see blocks.py.

   A position is the set of options that are still possible.  Its parts that share no item are independent; each is
   a `Structure`, whose options and items are numbered anew once it is much smaller than what it is a part of.  */

#ifndef BLOCKS_H
#define BLOCKS_H

#include "blocks_memo.h"
#include "blocks_names.h"
#include "blocks_pairs.h"
#include "wide.h"

enum { TRIALS = 200 }; /* names at a level before it is judged whether they pay */
enum { GOING, STOPPED, TOO_LARGE, NO_ROOM };

typedef struct {
    double saved, spent; /* by names that were known; by naming */
    int64_t named;
    bool given_up;
} Level;

typedef struct {
    NameMemo memo;
    Names names;
    Level *levels;
    int32_t *queue;
    uint32_t *stamps, now; /* may start again from 0 */
    int32_t decisions, few; /* of the whole; with fewer options a part is searched, not named */
    uint8_t *queued;
    void *memory;
    double work; /* a measure that does not depend on the machine */
    double done, share; /* of all covers, as if options were equally likely: what is counted, what is below here */
    int64_t nodes, ask; /* so far; at how many it is asked whether to go on */
    int state;
    int64_t (*go_on)(void *asker, int64_t nodes, double done); /* when to ask again; negative to stop */
    void *asker;
} Blocks;

static void blocks_end(Blocks *b) {
    memo_end(&b->memo);
    names_end(&b->names);
    free(b->levels);
    free(b->memory);
}

/* Begin to count a structure; false without memory. */
static bool blocks_begin(Blocks *b, const Structure *s, int32_t few, size_t memo_bytes) {
    size_t most = (size_t)s->items + (size_t)s->options + 2;
    memset(b, 0, sizeof *b);
    b->decisions = s->decisions, b->few = few;
    b->share = 1;
    b->levels = calloc((size_t)s->decisions + (size_t)s->options + 1, sizeof *b->levels);
    int32_t *memory = calloc(3 * most, sizeof *memory);
    b->memory = memory;
    if (!b->levels || !memory || !names_begin(&b->names, s) || !memo_begin(&b->memo, memo_bytes))
        return false;
    b->queue = memory;
    b->stamps = (uint32_t *)(memory + most);
    b->queued = (uint8_t *)(memory + 2 * most);
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

/* A part as a structure of its own; false without memory. */
static bool blocks_part(Blocks *b, const Structure *s, const uint64_t *part, int32_t from, Structure *own) {
    Names *n = &b->names;
    int32_t items = names_number(n, s, part), options = 0, entries = 0, decisions = 0;
    EACH_OPTION(option, s->words, part[WORD], {
        n->options[options++] = option;
        entries += s->row_from[option + 1] - s->row_from[option];
    })
    for (int32_t at = from; at < s->decisions; at++)
        decisions += open_decision(s, part, at);
    if (!structure_begin(own, items, options, entries, decisions, s->blocks, s->layers))
        return false;
    for (int32_t at = 0; at < options; at++) {
        int32_t option = n->options[at], *row = own->rows + own->row_from[at];
        own->row_from[at + 1] = own->row_from[at] + names_row(n, s, option, row);
        own->block[at] = s->block[option];
        own->layer[at] = s->layer[option];
    }
    for (int32_t item = 0; item < s->items; item++)
        if (n->numbers[item] >= 0)
            own->families[n->numbers[item]] |= s->families[item];
    decisions = 0;
    for (int32_t at = from; at < s->decisions; at++)
        if (open_decision(s, part, at)) {
            own->item[decisions] = n->numbers[s->item[at]];
            own->side[decisions] = s->side[at];
            own->level[decisions++] = s->level[at];
        }
    structure_sets(own);
    return true;
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

/* A part that is much smaller than what it is a part of. */
static Wide blocks_apart(Blocks *b, const Structure *s, const uint64_t *part, int32_t decision) {
    Wide count = {0, 0};
    Structure own;
    if (!blocks_part(b, s, part, decision, &own)) {
        b->state = NO_ROOM;
        return count;
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
    return count;
}

/* The product over all parts of what is possible, which is used up. */
static Wide blocks_product(Blocks *b, const Structure *s, uint64_t *possible, int32_t decision, uint64_t *part) {
    Wide product = {1, 0};
    for (int32_t size; (product.low || product.high) && (size = blocks_split(b, s, possible, part)) != 0;) {
        if (size == 1)
            continue;
        b->share /= 2; /* nobody knows how many parts there are, and which takes longest */
        bool apart = (size + 63) / 64 != s->words;
        Wide count = apart ? blocks_apart(b, s, part, decision) : blocks_count(b, s, part, decision);
        if (b->state == GOING && !wide_times(&product, count))
            b->state = TOO_LARGE;
        if (b->state != GOING)
            break;
    }
    return product;
}

/* Add the covers without some options of an item, which begin `room`, to a sum: so many times, and with this share of
   the tree. */
static void blocks_branch(Blocks *b, const Structure *s, const uint64_t *part, int32_t decision, int32_t item,
                          uint64_t *room, Wide *sum, int32_t times, double share) {
    uint64_t *gone = room, *possible = room + s->words;
    double done = b->done + share;
    memcpy(possible, part, (size_t)s->words * sizeof *possible);
    if (b->nodes >= b->ask && b->state == GOING && (b->ask = b->go_on(b->asker, b->nodes, b->done)) < 0)
        b->state = STOPPED;
    if (b->state == GOING && blocks_without(b, s, possible, gone) && pairs_possible(s, possible, item)) {
        b->share = share;
        Wide count = blocks_product(b, s, possible, decision, possible + s->words);
        if (!(wide_times(&count, (Wide){(uint64_t)times, 0}) && wide_add(sum, count)) && b->state == GOING)
            b->state = TOO_LARGE;
    }
    b->done = done;
}

/* The layer with the fewest options; `even` says whether all have as many. */
static int32_t smallest_layer(const Structure *s, const uint64_t *part, bool *even) {
    int32_t best = -1, fewest = INT32_MAX;
    *even = true;
    for (int32_t layer = 0; layer < s->layers; layer++) {
        int32_t count = set_size(s, part, within(s, layer));
        if (!count)
            continue;
        *even &= best < 0 || count == fewest;
        if (count < fewest)
            best = layer, fewest = count;
    }
    return best;
}

/* Of the items whose options all lie in some set, or else of all, one with the fewest options. */
static int32_t item_with_fewest(const Structure *s, const uint64_t *part, const uint64_t *those) {
    int32_t best = -1, fewest = INT32_MAX;
    bool inside = false;
    for (int32_t item = 0; item < s->items && !(inside && fewest <= 2); item++) {
        int32_t count = set_size(s, part, having(s, item));
        if (!count || (inside && count >= fewest))
            continue;
        uint64_t outside = 0;
        for (int32_t word = 0; word < s->words; word++)
            outside |= part[word] & having(s, item)[word] & ~those[word];
        if (inside == !outside ? count < fewest : !inside)
            best = item, fewest = count, inside = !outside;
    }
    return best;
}

/* An item with one option in each layer of a part, of which there are so many; -1 without one. */
static int32_t item_of_each_layer(const Structure *s, const uint64_t *part, int32_t layers) {
    for (int32_t item = 0; item < s->items; item++) {
        bool once = set_size(s, part, having(s, item)) == layers;
        for (int32_t layer = 0; layer < s->layers && once; layer++) {
            int32_t count = 0;
            for (int32_t word = 0; word < s->words; word++)
                count += bit_count(part[word] & having(s, item)[word] & within(s, layer)[word]);
            once = count <= 1;
        }
        if (once)
            return item;
    }
    return -1;
}

/* The covers of a part, by the two sides of a decision or by the options of an item.  Of an item with one option in
   each of several layers that are all `alike`, these are equivalent. */
static Wide blocks_sum(Blocks *b, const Structure *s, const uint64_t *part, int32_t decision, int32_t alike) {
    Wide sum = {0, 0};
    double share = b->share;
    size_t words = (size_t)s->words;
    uint64_t *room = malloc(3 * words * sizeof *room);
    bool even;
    if (!room) {
        b->state = NO_ROOM;
        return sum;
    }
    if (decision < s->decisions) {
        const uint64_t *those = having(s, s->item[decision]), *block = inside(s, decision);
        for (int side = 0; side < 2; side++) {
            for (int32_t word = 0; word < s->words; word++)
                room[word] = part[word] & those[word] & (side ? block[word] : ~block[word]);
            double kept = 1 - (double)set_size(s, room, room) / set_size(s, part, those);
            blocks_branch(b, s, part, decision + 1, s->item[decision], room, &sum, 1, share * kept);
        }
    } else {
        int32_t item = alike > 1 ? item_of_each_layer(s, part, alike) : -1, times = item < 0 ? 1 : alike;
        item = item < 0 ? item_with_fewest(s, part, within(s, smallest_layer(s, part, &even))) : item;
        const uint64_t *those = having(s, item);
        int32_t left = set_size(s, part, those) / times;
        share /= left;
        b->work += s->items;
        EACH_OPTION(option, s->words, part[WORD] & those[WORD], {
            if (left-- <= 0)
                break;
            for (int32_t word = 0; word < s->words; word++)
                room[word] = part[word] & those[word];
            room[WORD] &= ~((uint64_t)1 << (option % 64));
            blocks_branch(b, s, part, decision, item, room, &sum, times, share);
        })
    }
    free(room);
    return sum;
}

/* The covers of a part, which are looked up under its name where that pays. */
static Wide blocks_count(Blocks *b, const Structure *s, const uint64_t *part, int32_t decision) {
    Names *n = &b->names;
    double began = b->work;
    bool even;
    while (decision < s->decisions && !open_decision(s, part, decision))
        decision++;
    int32_t size = set_size(s, part, part);
    Level *level = b->levels + (decision < s->decisions ? s->level[decision] : b->decisions + size);
    smallest_layer(s, part, &even);
    if (size < b->few || level->given_up || (decision >= s->decisions && !even))
        return blocks_sum(b, s, part, decision, 0);
    int32_t items = names_number(n, s, part), alike = names_layers(n, s, part, items);
    size_t length = names_spell(n, s, items);
    uint64_t *name = malloc(length * sizeof *name + 1);
    if (!length || !name) {
        free(name);
        return blocks_sum(b, s, part, decision, alike);
    }
    memcpy(name, n->name, length * sizeof *name);
    b->work += 6.0 * n->labelling.from[n->labelling.members]; /* each neighbour is looked at several times */
    level->spent += b->work - began;
    level->given_up = ++level->named > TRIALS && level->saved < level->spent;
    const Entry *known = memo_find(&b->memo, name, length);
    Wide count = known ? known->count : blocks_sum(b, s, part, decision, alike);
    if (known)
        level->saved += known->work;
    else if (b->state == GOING)
        memo_keep(&b->memo, name, length, count, b->work - began);
    free(name);
    return count;
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
