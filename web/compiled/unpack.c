/* Unpacks LZMA for browsers, which unpack nothing that is as small: Python and its packages come in this form.

   The format is that of the .lzma files of xz and of Python's lzma module: a byte with the parameters, the size of
   the dictionary (4 bytes), the length (8 bytes), and the range coder's stream.  Names are those of the LZMA SDK's
   specification of the format. */

#include <stdbool.h>
#include <stdint.h>

enum { HEADER = 13, STATES = 12, POSITIONS = 16, EVEN = 1024, TOTAL_BITS = 11, MOVE_BITS = 5, MOST_LITERALS = 0x300 << 4 };

typedef struct {
    uint16_t choice, choice2, low[POSITIONS][8], mid[POSITIONS][8], high[256];
} Lengths;

static struct {
    uint16_t match[STATES][POSITIONS], rep[STATES], rep_g0[STATES], rep_g1[STATES], rep_g2[STATES];
    uint16_t rep0_long[STATES][POSITIONS], slot[4][64], special[115], align[16];
    Lengths lengths, rep_lengths;
    uint16_t literal[MOST_LITERALS];
} chance;

static const uint8_t *in, *in_end;
static uint32_t range, code;

static void normalize(void) {
    if (range < 1u << 24) {
        range <<= 8;
        code = code << 8 | (in < in_end ? *in++ : 0);
    }
}

static unsigned bit(uint16_t *p) {
    uint32_t bound = (range >> TOTAL_BITS) * *p;
    unsigned found = code >= bound;
    if (found)
        range -= bound, code -= bound, *p -= *p >> MOVE_BITS;
    else
        range = bound, *p += ((1u << TOTAL_BITS) - *p) >> MOVE_BITS;
    normalize();
    return found;
}

static uint32_t direct_bits(int count) {
    uint32_t found = 0;
    while (count--) {
        range >>= 1;
        uint32_t one = code >= range;
        code -= one ? range : 0;
        found = found << 1 | one;
        normalize();
    }
    return found;
}

static unsigned tree(uint16_t *p, int bits) {
    unsigned at = 1;
    for (int left = bits; left; left--)
        at = at << 1 | bit(p + at);
    return at - (1u << bits);
}

static unsigned reverse_tree(uint16_t *p, int bits) {
    unsigned at = 1, found = 0;
    for (int place = 0; place < bits; place++) {
        unsigned one = bit(p + at);
        at = at << 1 | one;
        found |= one << place;
    }
    return found;
}

static unsigned length(Lengths *p, unsigned position) {
    if (!bit(&p->choice))
        return tree(p->low[position], 3);
    if (!bit(&p->choice2))
        return 8 + tree(p->mid[position], 3);
    return 16 + tree(p->high, 8);
}

static uint32_t distance(unsigned length) {
    unsigned slot = tree(chance.slot[length < 3 ? length : 3], 6);
    if (slot < 4)
        return slot;
    int bits = (int)(slot >> 1) - 1;
    uint32_t found = (2 | (slot & 1)) << bits;
    if (slot < 14)
        return found + reverse_tree(chance.special + found - slot, bits);
    found += direct_bits(bits - 4) << 4;
    return found + reverse_tree(chance.align, 4);
}

/* Unpack into exactly so many bytes; false if the stream is damaged. */
__attribute__((export_name("unpack"))) bool unpack(const uint8_t *packed, int size, uint8_t *out, uint32_t whole) {
    if (size < HEADER + 5 || packed[0] >= 9 * 5 * 5 || packed[HEADER])
        return false;
    unsigned lc = packed[0] % 9, lp = packed[0] / 9 % 5, pb = packed[0] / 45;
    if (lc + lp > 4)
        return false;
    for (uint16_t *p = (uint16_t *)&chance; p < (uint16_t *)(&chance + 1); p++)
        *p = EVEN;
    in = packed + HEADER + 5, in_end = packed + size;
    range = ~0u, code = 0;
    for (int at = 1; at < 5; at++)
        code = code << 8 | packed[HEADER + at];
    unsigned state = 0;
    uint32_t done = 0, rep0 = 0, rep1 = 0, rep2 = 0, rep3 = 0;
    while (done < whole) {
        unsigned position = done & ((1u << pb) - 1), count;
        if (!bit(&chance.match[state][position])) {
            unsigned before = done ? out[done - 1] : 0, symbol = 1;
            uint16_t *p = chance.literal + 0x300 * (((done & ((1u << lp) - 1)) << lc) + (before >> (8 - lc)));
            if (state >= 7) {
                unsigned matched = out[done - rep0 - 1], expected, found;
                do {
                    expected = matched >> 7 & 1, matched <<= 1;
                    found = bit(p + ((1 + expected) << 8) + symbol);
                    symbol = symbol << 1 | found;
                } while (expected == found && symbol < 0x100);
            }
            while (symbol < 0x100)
                symbol = symbol << 1 | bit(p + symbol);
            out[done++] = (uint8_t)symbol;
            state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
            continue;
        }
        if (!bit(&chance.rep[state])) {
            rep3 = rep2, rep2 = rep1, rep1 = rep0;
            count = length(&chance.lengths, position);
            rep0 = distance(count);
            state = state < 7 ? 7 : 10;
        } else {
            bool single = false;
            if (!bit(&chance.rep_g0[state])) {
                single = !bit(&chance.rep0_long[state][position]);
            } else {
                uint32_t chosen = rep1;
                if (bit(&chance.rep_g1[state])) {
                    chosen = rep2;
                    if (bit(&chance.rep_g2[state]))
                        chosen = rep3, rep3 = rep2;
                    rep2 = rep1;
                }
                rep1 = rep0, rep0 = chosen;
            }
            if (single) {
                if (rep0 >= done)
                    return false;
                out[done] = out[done - rep0 - 1], done++;
                state = state < 7 ? 9 : 11;
                continue;
            }
            count = length(&chance.rep_lengths, position);
            state = state < 7 ? 8 : 11;
        }
        if (rep0 >= done) /* of an end mark too */
            return false;
        for (count += 2; count && done < whole; count--, done++)
            out[done] = out[done - rep0 - 1];
    }
    return true;
}
