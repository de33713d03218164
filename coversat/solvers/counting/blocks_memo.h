/* The counts of parts by their names, which are stored whole.

   Entries follow each other in one stretch of words; a hash table says where each begins.  When the memory is full,
   everything is forgotten.  */

#ifndef BLOCKS_MEMO_H
#define BLOCKS_MEMO_H

#include "wide.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t hash;
    Wide count;
    double work;   /* what it took to count it */
    size_t length; /* of the name that follows, in words */
} Entry;

enum { ENTRY_WORDS = sizeof(Entry) / sizeof(uint64_t), FIRST_PLACES = 1 << 10, FIRST_WORDS = 1 << 14 };

typedef struct {
    uint64_t *words;
    size_t *places; /* where entries begin, plus one */
    size_t used, room, entries, mask, most;
} NameMemo;

/* An empty memo of at most so many bytes, or a few more; false without memory. */
static bool memo_begin(NameMemo *m, size_t bytes) {
    memset(m, 0, sizeof *m);
    m->mask = FIRST_PLACES - 1, m->room = FIRST_WORDS, m->most = bytes;
    m->places = calloc(FIRST_PLACES, sizeof *m->places);
    m->words = malloc(FIRST_WORDS * sizeof *m->words);
    return m->places && m->words;
}

static void memo_end(NameMemo *m) {
    free(m->words);
    free(m->places);
    memset(m, 0, sizeof *m);
}

static inline Entry *memo_entry(const NameMemo *m, size_t place) {
    return (Entry *)(m->words + m->places[place] - 1);
}

static inline uint64_t memo_hash(const uint64_t *name, size_t length) {
    uint64_t hash = length;
    for (size_t at = 0; at < length; at++) {
        hash = (hash ^ name[at]) * 0xD6E8FEB86659FD93;
        hash ^= hash >> 32;
    }
    return hash;
}

/* Where a name is, or would be. */
static size_t memo_place(const NameMemo *m, uint64_t hash, const uint64_t *name, size_t length) {
    size_t place = hash & m->mask;
    for (; m->places[place]; place = (place + 1) & m->mask) {
        const Entry *entry = memo_entry(m, place);
        if (entry->hash == hash && entry->length == length && !memcmp(entry + 1, name, length * sizeof *name))
            break;
    }
    return place;
}

/* What is kept under a name; NULL when there is nothing. */
static const Entry *memo_find(const NameMemo *m, const uint64_t *name, size_t length) {
    size_t place = memo_place(m, memo_hash(name, length), name, length);
    return m->places[place] ? memo_entry(m, place) : NULL;
}

static inline bool memo_fits(const NameMemo *m, size_t words, size_t places) {
    return words * sizeof *m->words + places * sizeof *m->places <= m->most;
}

/* Room for a name; false when the limit, or the machine, does not allow it. */
static bool memo_enlarge(NameMemo *m, size_t length) {
    size_t room = m->room, places = m->mask + 1;
    while (m->used + ENTRY_WORDS + length > room)
        room *= 2;
    if (room > m->room) {
        uint64_t *words = memo_fits(m, room, places) ? realloc(m->words, room * sizeof *words) : NULL;
        if (!words)
            return false;
        m->words = words, m->room = room;
    }
    if (2 * m->entries < places)
        return true;
    size_t *larger = memo_fits(m, room, 2 * places) ? calloc(2 * places, sizeof *larger) : NULL;
    if (!larger)
        return false;
    for (size_t at = 0; at < places; at++)
        if (m->places[at]) {
            size_t place = memo_entry(m, at)->hash & (2 * places - 1);
            while (larger[place])
                place = (place + 1) & (2 * places - 1);
            larger[place] = m->places[at];
        }
    free(m->places);
    m->places = larger, m->mask = 2 * places - 1;
    return true;
}

/* Keep a count under a name that is not there. */
static void memo_keep(NameMemo *m, const uint64_t *name, size_t length, Wide count, double work) {
    if (!memo_enlarge(m, length)) {
        memset(m->places, 0, (m->mask + 1) * sizeof *m->places);
        m->used = m->entries = 0;
        if (ENTRY_WORDS + length > m->room)
            return;
    }
    uint64_t hash = memo_hash(name, length);
    Entry entry = {hash, count, work, length};
    m->places[memo_place(m, hash, name, length)] = m->used + 1;
    memcpy(m->words + m->used, &entry, sizeof entry);
    memcpy(m->words + m->used + ENTRY_WORDS, name, length * sizeof *name);
    m->used += ENTRY_WORDS + length;
    m->entries++;
}

#endif
