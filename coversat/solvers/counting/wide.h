/* Numbers of two words: sums and products that notice when they do not fit. */

#ifndef WIDE_H
#define WIDE_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
