/* A cover, or a part of one, whose options and items are numbered anew; sets of options are words of bits. */

#ifndef BLOCKS_STRUCTURE_H
#define BLOCKS_STRUCTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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
    int32_t items, options, words, decisions, blocks, layers, every_family;
    int32_t *row_from, *rows; /* per option, its items */
    int32_t *block, *layer;   /* per option */
    int32_t *item, *level;    /* per decision, the item, and its number in the whole */
    int32_t *side;            /* per decision, the block in question */
    int32_t *families;        /* per item, a bit for each */
    uint64_t *having, *inside, *within; /* sets: per item, its options; per block and per layer, those in it */
    void *memory;
} Structure;

static inline const uint64_t *having(const Structure *s, int32_t item) {
    return s->having + (size_t)item * (size_t)s->words;
}

static inline const uint64_t *inside(const Structure *s, int32_t decision) {
    return s->inside + (size_t)s->side[decision] * (size_t)s->words;
}

static inline const uint64_t *within(const Structure *s, int32_t layer) {
    return s->within + (size_t)layer * (size_t)s->words;
}

/* A structure with room for so much, all zeros but the sizes; false without memory. */
static bool structure_begin(Structure *s, int32_t items, int32_t options, int32_t entries, int32_t decisions,
                            int32_t blocks, int32_t layers) {
    memset(s, 0, sizeof *s);
    s->items = items, s->options = options, s->decisions = decisions, s->blocks = blocks, s->layers = layers;
    s->words = (options + 63) / 64;
    size_t words = (size_t)s->words, sets = (size_t)(items + blocks + layers) * words;
    size_t numbers = (size_t)(3 * options + 1 + entries + 3 * decisions + items);
    uint64_t *memory = calloc(sets + numbers / 2 + 1, sizeof *memory);
    if (!memory)
        return false;
    s->memory = s->having = memory;
    s->inside = s->having + (size_t)items * words;
    s->within = s->inside + (size_t)blocks * words;
    s->row_from = (int32_t *)(memory + sets);
    s->block = s->row_from + options + 1;
    s->layer = s->block + options;
    s->item = s->layer + options;
    s->level = s->item + decisions;
    s->side = s->level + decisions;
    s->families = s->side + decisions;
    s->rows = s->families + items;
    return true;
}

static inline void set_bit(uint64_t *sets, int32_t words, int32_t set, int32_t option) {
    sets[(size_t)set * (size_t)words + (size_t)option / 64] |= (uint64_t)1 << (option % 64);
}

/* The sets, once the rest is known. */
static void structure_sets(Structure *s) {
    for (int32_t item = 0; item < s->items; item++)
        s->every_family |= s->families[item];
    for (int32_t option = 0; option < s->options; option++) {
        set_bit(s->inside, s->words, s->block[option], option);
        set_bit(s->within, s->words, s->layer[option], option);
        for (int32_t at = s->row_from[option]; at < s->row_from[option + 1]; at++)
            set_bit(s->having, s->words, s->rows[at], option);
    }
}

static inline int32_t set_size(const Structure *s, const uint64_t *part, const uint64_t *those) {
    int32_t size = 0;
    for (int32_t word = 0; word < s->words; word++)
        size += bit_count(part[word] & those[word]);
    return size;
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

static inline bool open_decision(const Structure *s, const uint64_t *part, int32_t decision) {
    const uint64_t *those = having(s, s->item[decision]), *block = inside(s, decision);
    uint64_t in = 0, out = 0;
    for (int32_t word = 0; word < s->words; word++) {
        in |= part[word] & those[word] & block[word];
        out |= part[word] & those[word] & ~block[word];
    }
    return in && out;
}

#endif
