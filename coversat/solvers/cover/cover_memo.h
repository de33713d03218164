/* The memo of a count: how many covers there are below positions met before; see _cover_count.pxi.

   A hash table of buckets with sixteen places each.  It grows by a bucket at a time, which takes its share of
   one bucket's entries (linear hashing), so that there is never a pause.  Where a bucket is full, or memory is
   at its limit, an entry takes the place of the one that saves least, if it saves more itself.

   A bucket is a stretch of words:

       worth[PLACES]  a byte for each place: about how many nodes its entry saves, 0 for a free one
       tag[PLACES]    a byte for each place: some bits of its entry's hash
       taken          whether somebody reads or writes here; of a memo that several processes share
       entries        the key, in key_words words, and the count, in limbs words, the lowest first

   A memo that is shared is as large as its memory from the beginning.  Nobody waits for a bucket: what is in
   one that somebody else has taken counts as not there, and nothing is kept in it.  So a process may die
   anywhere: a bucket that it was writing stays taken for ever, and nobody reads what is half written.  */

#ifndef COVER_MEMO_H
#define COVER_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 16, FILLED = 9 }; /* of a bucket: all, and those taken on average while the table grows */
enum { BEGIN = 32000 };           /* bytes at first, about */
enum { TAKEN_WORD = 2 * PLACES / 8, HEAD }; /* words of a bucket: before `taken`, and before its entries */

#if defined(__GNUC__) || defined(__clang__)
#define TRY_TO_TAKE(word) (__atomic_exchange_n((word), 1, __ATOMIC_ACQUIRE) == 0)
#define LEAVE(word) __atomic_store_n((word), 0, __ATOMIC_RELEASE)
#elif defined(_MSC_VER)
#define TRY_TO_TAKE(word) (_InterlockedExchange64((volatile __int64 *)(word), 1) == 0)
#define LEAVE(word) _InterlockedExchange64((volatile __int64 *)(word), 0)
#endif

enum { SHARED_LIMBS = 2 }; /* of a sum in a memo that is shared */

typedef struct {
    uint64_t *buckets;
    uint64_t found[SHARED_LIMBS]; /* a copy of what was last found, where the memo is shared */
    bool shared;
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

/* A memo in zeroed memory of others, who may use it at the same time. */
static bool memo_share(Memo *m, int32_t key_words, void *memory, size_t bytes) {
    memset(m, 0, sizeof *m);
    m->key_words = key_words;
    m->limbs = SHARED_LIMBS;
    m->shared = true;
    m->buckets = memory;
    m->count = m->room = m->most = bytes / (memo_stride(m) * sizeof(uint64_t));
    for (m->base = 1; 2 * m->base <= m->count;)
        m->base *= 2;
    return m->count > 0;
}

static void memo_end(Memo *m) {
    if (!m->shared)
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

/* The place of a key in its bucket; PLACES where it is not there. */
static inline int memo_place(const Memo *m, uint64_t *bucket, const uint64_t *key, uint8_t tag) {
    int place = 0;
    for (; place < PLACES; place++)
        if (memo_tags(bucket)[place] == tag && memo_worths(bucket)[place] &&
            memcmp(memo_entry(m, bucket, place), key, sizeof(uint64_t) * (size_t)m->key_words) == 0)
            break;
    return place;
}

/* The count kept under a key, and about how many nodes it saves; NULL when there is none. */
static const uint64_t *memo_find(Memo *m, const uint64_t *key, double *nodes) {
    uint64_t hash = memo_hash(m, key), *bucket = memo_bucket(m, hash), *count = NULL;
    if (m->shared && !TRY_TO_TAKE(bucket + TAKEN_WORD))
        return NULL;
    int place = memo_place(m, bucket, key, (uint8_t)hash);
    if (place < PLACES) {
        *nodes = memo_nodes(memo_worths(bucket)[place]);
        count = memo_entry(m, bucket, place) + m->key_words;
    }
    if (m->shared) {
        if (count)
            count = memcpy(m->found, count, sizeof m->found);
        LEAVE(bucket + TAKEN_WORD);
    }
    return count;
}

/* Put a count into a bucket, unless its place is worth more to others.  Whether it takes a free one. */
static inline bool memo_put(const Memo *m, uint64_t *bucket, uint64_t hash, const uint64_t *key, const uint64_t *count,
                            uint8_t worth) {
    uint8_t *worths = memo_worths(bucket), before;
    int place = 0;
    for (int other = 1; other < PLACES; other++)
        if (worths[other] < worths[place])
            place = other;
    before = worths[place];
    if (before > worth)
        return false;
    worths[place] = worth;
    memo_tags(bucket)[place] = (uint8_t)hash;
    uint64_t *entry = memo_entry(m, bucket, place);
    memcpy(entry, key, sizeof(uint64_t) * (size_t)m->key_words);
    memcpy(entry + m->key_words, count, sizeof(uint64_t) * (size_t)m->limbs);
    return before == 0;
}

/* Keep the count of a key that is not there. */
static void memo_keep(Memo *m, const uint64_t *key, const uint64_t *count, double nodes) {
    uint64_t hash = memo_hash(m, key), *bucket = memo_bucket(m, hash);
    if (m->shared) {
        if (!TRY_TO_TAKE(bucket + TAKEN_WORD))
            return;
        if (memo_place(m, bucket, key, (uint8_t)hash) == PLACES) /* another may have found it in the meantime */
            memo_put(m, bucket, hash, key, count, memo_worth(nodes));
        LEAVE(bucket + TAKEN_WORD);
        return;
    }
    m->entries += memo_put(m, bucket, hash, key, count, memo_worth(nodes));
    if (m->entries > FILLED * m->count)
        memo_grow(m);
}

#endif
