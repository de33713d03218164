/* The memo of a count: how many covers there are below positions met before; see _cover_count.pxi.

   A hash table of buckets with sixteen places each.  It grows by a bucket at a time, which takes its share of
   one bucket's entries (linear hashing), so that there is never a pause.  Where a bucket is full, or memory is
   at its limit, an entry takes the place of the one that saves least, if it saves more itself.

   A bucket is a stretch of words:

       worth[PLACES]  a byte for each place: about how many nodes its entry saves, 0 for a free one
       tag[PLACES]    a byte for each place: some bits of its entry's hash
       entries        the key, in key_words words, and the count, in limbs words, the lowest first  */

#ifndef COVER_MEMO_H
#define COVER_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 16, FILLED = 9 }; /* of a bucket: all, and those taken on average while the table grows */
enum { BEGIN = 32000 };           /* bytes at first, about */
enum { HEAD = 2 * PLACES / 8 };   /* words of a bucket before its entries */

typedef struct {
    uint64_t *buckets;
    size_t count, base; /* of the buckets; the largest power of two among the numbers up to `count` */
    size_t room, most;  /* buckets that there is memory for, and that there may be */
    size_t entries;
    int32_t key_words, limbs;
} Memo;

static inline size_t memo_stride(const Memo *m) {
    return HEAD + (size_t)PLACES * (size_t)(m->key_words + m->limbs);
}

static inline uint8_t *memo_worths(uint64_t *bucket) {
    return (uint8_t *)bucket;
}

static inline uint8_t *memo_tags(uint64_t *bucket) {
    return (uint8_t *)bucket + PLACES;
}

static inline uint64_t *memo_entry(const Memo *m, uint64_t *bucket, int place) {
    return bucket + HEAD + (size_t)place * (size_t)(m->key_words + m->limbs);
}

/* Memory for twice as many buckets; false when the limit, or the machine, does not allow it. */
static bool memo_enlarge(Memo *m) {
    size_t room = m->room ? 2 * m->room : 1 + BEGIN / (memo_stride(m) * sizeof(uint64_t));
    if (room > m->most)
        room = m->most;
    if (room == m->room)
        return false;
    uint64_t *buckets = realloc(m->buckets, room * memo_stride(m) * sizeof(uint64_t));
    if (!buckets)
        return false;
    m->buckets = buckets;
    m->room = room;
    return true;
}

/* An empty memo of at most so many bytes.  False when there is no memory for it. */
static bool memo_begin(Memo *m, int32_t key_words, int32_t limbs, size_t bytes) {
    memset(m, 0, sizeof *m);
    m->key_words = key_words;
    m->limbs = limbs;
    m->most = bytes / (memo_stride(m) * sizeof(uint64_t));
    if (!memo_enlarge(m))
        return false;
    for (m->count = m->base = 1; 2 * m->count <= m->room; m->base = m->count)
        m->count *= 2;
    for (size_t at = 0; at < m->count; at++)
        memset(m->buckets + at * memo_stride(m), 0, HEAD * sizeof(uint64_t));
    return true;
}

static void memo_end(Memo *m) {
    free(m->buckets);
    memset(m, 0, sizeof *m);
}

static inline size_t memo_bytes(const Memo *m) {
    return m->count * memo_stride(m) * sizeof(uint64_t);
}

static inline uint64_t memo_hash(const Memo *m, const uint64_t *key) {
    uint64_t h = 0x9E3779B97F4A7C15;
    for (int32_t w = 0; w < m->key_words; w++) {
        h = (h ^ key[w]) * 0xD6E8FEB86659FD93;
        h ^= h >> 32;
    }
    return h * 0xD6E8FEB86659FD93;
}

static inline uint64_t *memo_bucket(const Memo *m, uint64_t hash) {
    size_t low = (size_t)(hash >> 8), at = low & (2 * m->base - 1);
    return m->buckets + (at < m->count ? at : low & (m->base - 1)) * memo_stride(m);
}

/* One bucket more. */
static void memo_grow(Memo *m) {
    if (m->count == m->room && !memo_enlarge(m))
        return;
    size_t stride = memo_stride(m), entry = sizeof(uint64_t) * (size_t)(m->key_words + m->limbs);
    uint64_t *to = m->buckets + m->count * stride, *from = m->buckets + (m->count - m->base) * stride;
    int filled = 0;
    memset(to, 0, HEAD * sizeof(uint64_t));
    m->count++;
    for (int place = 0; place < PLACES; place++) {
        uint64_t *key = memo_entry(m, from, place);
        if (!memo_worths(from)[place] || memo_bucket(m, memo_hash(m, key)) != to)
            continue;
        memcpy(memo_entry(m, to, filled), key, entry);
        memo_tags(to)[filled] = memo_tags(from)[place];
        memo_worths(to)[filled++] = memo_worths(from)[place];
        memo_worths(from)[place] = 0;
    }
    if (m->count == 2 * m->base)
        m->base *= 2;
}

/* A number of nodes in a byte, never 0: its binary logarithm in quarters. */
static inline uint8_t memo_worth(double nodes) {
    uint64_t bits, most = 255;
    nodes += 1;
    memcpy(&bits, &nodes, sizeof bits);
    bits = (bits >> 50) - (1023 << 2) + 1;
    return (uint8_t)(bits < most ? bits : most);
}

/* About how many nodes it stands for. */
static inline double memo_nodes(uint8_t worth) {
    uint64_t bits = ((uint64_t)worth - 1 + (1023 << 2)) << 50;
    double nodes;
    memcpy(&nodes, &bits, sizeof nodes);
    return nodes - 1;
}

/* The count kept under a key, and about how many nodes it saves; NULL when there is none. */
static const uint64_t *memo_find(const Memo *m, const uint64_t *key, double *nodes) {
    uint64_t hash = memo_hash(m, key), *bucket = memo_bucket(m, hash);
    for (int place = 0; place < PLACES; place++)
        if (memo_tags(bucket)[place] == (uint8_t)hash && memo_worths(bucket)[place]) {
            uint64_t *entry = memo_entry(m, bucket, place);
            if (memcmp(entry, key, sizeof(uint64_t) * (size_t)m->key_words) == 0) {
                *nodes = memo_nodes(memo_worths(bucket)[place]);
                return entry + m->key_words;
            }
        }
    return NULL;
}

/* Keep the count of a key that is not there, unless its place is worth more to others. */
static void memo_keep(Memo *m, const uint64_t *key, const uint64_t *count, double nodes) {
    uint64_t hash = memo_hash(m, key), *bucket = memo_bucket(m, hash), *entry;
    uint8_t worth = memo_worth(nodes), *worths = memo_worths(bucket);
    int place = 0;
    for (int other = 1; other < PLACES; other++)
        if (worths[other] < worths[place])
            place = other;
    if (worths[place] > worth)
        return;
    m->entries += worths[place] == 0;
    worths[place] = worth;
    memo_tags(bucket)[place] = (uint8_t)hash;
    entry = memo_entry(m, bucket, place);
    memcpy(entry, key, sizeof(uint64_t) * (size_t)m->key_words);
    memcpy(entry + m->key_words, count, sizeof(uint64_t) * (size_t)m->limbs);
    if (m->entries > FILLED * m->count)
        memo_grow(m);
}

#endif
