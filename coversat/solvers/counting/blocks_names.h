/* Canonical names of parts of a cover; see blocks.py.

   Layers that are alike are named once, with their number.  Items that look the same so far are told apart by the
   walks around them, before any of them is put first: so equivalent parts nearly always have one name.  */

#ifndef BLOCKS_NAMES_H
#define BLOCKS_NAMES_H

#include "blocks_structure.h"
#include "labelling.h"

enum { NOWHERE = -1, SHARED = -2, END = INT32_MAX };
enum { MOST_MEMBERS = 1 << 16 }; /* of a name, whose numbers have two bytes */

typedef struct {
    Labelling labelling;
    int32_t *numbers, *items; /* per item, its number in the part; per number, the first such item */
    int32_t *options;         /* of the part, layer by layer */
    int32_t *layer_from;      /* per layer, where its options begin */
    int32_t *alike;           /* per layer, how many look like this first one; 0 for the others */
    int32_t *where, *own;     /* per number, its layer, or that it is shared; its number within the layer */
    int32_t *signs, *sign_of; /* what layers look like, and where that of a layer begins */
    int32_t *uses, *vertex;   /* per number, the options that are named; the number in the name */
    int32_t *touched;
    uint16_t *name;
    void *memory;
} Names;

static void names_end(Names *n) {
    free(n->memory);
}

/* Room for the names of parts of a structure; false without memory. */
static bool names_begin(Names *n, const Structure *s) {
    size_t most = (size_t)(s->items + 2 * s->options + s->layers) + 4, entries = (size_t)s->row_from[s->options];
    size_t name = entries + 2 * most + 8;
    memset(n, 0, sizeof *n);
    int32_t *memory = calloc(12 * most + entries + labelling_room(most, entries) + name / 2 + 2, sizeof *memory);
    n->memory = memory;
    if (!memory)
        return false;
    n->name = (uint16_t *)(void *)memory;
    memory += 2 * (name / 4) + 2;
    int32_t **tables[] = {&n->numbers, &n->items,   &n->options, &n->layer_from, &n->alike,  &n->where,
                          &n->own,     &n->sign_of, &n->uses,    &n->vertex,     &n->touched};
    for (size_t at = 0; at < sizeof tables / sizeof *tables; at++, memory += most)
        *tables[at] = memory;
    n->signs = memory;
    labelling_in(&n->labelling, memory + most + entries, most);
    return true;
}

/* Number the items of a part; of those with the same options only the first has a number, which `numbers` gives for
   all.  Their number is returned. */
static int32_t names_number(Names *n, const Structure *s, const uint64_t *part) {
    int32_t items = 0;
    for (int32_t item = 0; item < s->items; item++) {
        int32_t first = first_option(s, part, item), same = -1;
        for (int32_t at = first < 0 ? 0 : s->row_from[first]; at < (first < 0 ? 0 : s->row_from[first + 1]); at++) {
            int32_t other = s->rows[at];
            if (other < item && implies(s, part, item, other) && implies(s, part, other, item)) {
                same = n->numbers[other];
                break;
            }
        }
        if (first >= 0 && same < 0) {
            n->items[items] = item;
            same = items++;
        }
        n->numbers[item] = first < 0 ? -1 : same;
    }
    return items;
}

/* The items of an option that have a number of their own, in these numbers. */
static inline int32_t names_row(const Names *n, const Structure *s, int32_t option, int32_t *to) {
    int32_t count = 0;
    for (int32_t at = s->row_from[option]; at < s->row_from[option + 1]; at++) {
        int32_t number = n->numbers[s->rows[at]];
        if (n->items[number] == s->rows[at])
            to[count++] = number;
    }
    return count;
}

/* What a layer looks like from the others: its options by what they share, with its own items numbered as they come. */
static int32_t names_sign(Names *n, const Structure *s, int32_t layer, int32_t *sign) {
    int32_t own = 0, end = 0;
    for (int32_t at = n->layer_from[layer]; at < n->layer_from[layer + 1]; at++) {
        int32_t count = names_row(n, s, n->options[at], sign + end);
        for (int32_t to = end; to < end + count; to++) {
            int32_t number = sign[to];
            if (n->where[number] == SHARED)
                continue;
            if (n->own[number] < 0)
                n->own[number] = own++;
            sign[to] = -1 - n->own[number];
        }
        end += count;
        sign[end++] = END;
    }
    return end;
}

/* Which layers of a part are alike; how many layers there are if all are, otherwise 0.  Items have their numbers. */
static int32_t names_layers(Names *n, const Structure *s, const uint64_t *part, int32_t items) {
    int32_t options = 0, layers = 0, most = 0, end = 0, *row = n->touched;
    for (int32_t number = 0; number < items; number++)
        n->where[number] = NOWHERE, n->own[number] = -1;
    for (int32_t layer = 0; layer < s->layers; layer++) {
        const uint64_t *those = within(s, layer);
        n->layer_from[layer] = options;
        EACH_OPTION(option, s->words, part[WORD] & those[WORD], {
            int32_t count = names_row(n, s, option, row);
            n->options[options++] = option;
            for (int32_t at = 0; at < count; at++) {
                int32_t *where = n->where + row[at];
                *where = *where == NOWHERE || *where == layer ? layer : SHARED;
            }
        })
    }
    n->layer_from[s->layers] = options;
    for (int32_t layer = 0; layer < s->layers; layer++) {
        n->alike[layer] = 0;
        if (n->layer_from[layer] == n->layer_from[layer + 1])
            continue;
        int32_t length = names_sign(n, s, layer, n->signs + end), first = 0;
        while (first < layer && !(n->alike[first] && n->layer_from[first + 1] - n->layer_from[first] ==
                                                         n->layer_from[layer + 1] - n->layer_from[layer] &&
                                  !memcmp(n->signs + n->sign_of[first], n->signs + end, (size_t)length * sizeof(int32_t))))
            first++;
        layers++;
        most = ++n->alike[first] > most ? n->alike[first] : most;
        if (first == layer) {
            n->sign_of[layer] = end;
            end += length;
        }
    }
    return most == layers ? layers : 0;
}

/* Split items that still look the same by the walks of two steps that begin at each: how many lead where. */
static void names_walks(Names *n) {
    Labelling *l = &n->labelling;
    for (int32_t item = 0; item < l->items; item++) {
        uint64_t sum = 0;
        int32_t touched = 0;
        if (l->size[l->cell[item]] == 1)
            continue;
        for (int32_t a = l->from[item]; a < l->from[item + 1]; a++)
            for (int32_t b = l->from[l->beside[a]]; b < l->from[l->beside[a] + 1]; b++)
                for (int32_t c = l->from[l->beside[b]]; c < l->from[l->beside[b] + 1]; c++)
                    for (int32_t d = l->from[l->beside[c]]; d < l->from[l->beside[c] + 1]; d++)
                        if (!n->uses[l->beside[d]]++)
                            n->touched[touched++] = l->beside[d];
        for (int32_t at = 0; at < touched; at++) {
            uint64_t times = (uint64_t)n->uses[n->touched[at]];
            sum += times * times * times;
            n->uses[n->touched[at]] = 0;
        }
        l->times[item] = (int32_t)((sum * 0x9E3779B97F4A7C15 >> 32) % (uint64_t)l->members);
    }
    for (int32_t start = 0, next; start < l->items; start = next) {
        next = start + l->size[start];
        labelling_split(l, start);
    }
    memset(l->times, 0, (size_t)l->items * sizeof *l->times);
}

/* The name of a part with numbers and layers, in words; 0 when it is too large. */
static size_t names_spell(Names *n, const Structure *s, int32_t items) {
    Labelling *l = &n->labelling;
    int32_t *row = n->touched, shared = 0, named = 0, options = 0, place = 0;
    memset(n->uses, 0, (size_t)items * sizeof *n->uses);
    for (int32_t layer = 0; layer < s->layers; layer++)
        for (int32_t at = n->layer_from[layer]; n->alike[layer] && at < n->layer_from[layer + 1]; at++, options++)
            for (int32_t count = names_row(n, s, n->options[at], row); count; count--)
                n->uses[row[count - 1]]++;
    for (int32_t again = 0; again < 2; again++) { /* first those that are there once, then those of each copy */
        for (int32_t number = 0; number < items; number++) {
            int32_t where = n->where[number];
            if (n->uses[number] > 1 && (where != SHARED && n->alike[where] > 1) == again) {
                n->vertex[number] = named++;
                l->from[n->vertex[number]] = n->uses[number];
            }
        }
        shared = again ? shared : named;
    }
    l->parts[0] = shared, l->parts[1] = named - shared, l->parts[3] = options;
    l->items = named, l->members = named + options;
    if (l->members >= MOST_MEMBERS)
        return 0;
    for (int32_t item = 0; item < named; item++) {
        int32_t size = l->from[item];
        l->from[item] = l->number[item] = place;
        place += size;
    }
    int32_t member = named;
    labelling_begin(l);
    for (int32_t layer = 0; layer < s->layers; layer++)
        for (int32_t at = n->layer_from[layer]; n->alike[layer] && at < n->layer_from[layer + 1]; at++, member++) {
            int32_t count = names_row(n, s, n->options[at], row), alone = 0;
            l->from[member] = place;
            for (int32_t to = 0; to < count; to++)
                if (n->uses[row[to]] > 1) {
                    int32_t item = n->vertex[row[to]];
                    l->beside[l->number[item]++] = member;
                    l->beside[place++] = item;
                } else
                    alone = 1;
            l->times[member] = 2 * n->alike[layer] + alone;
        }
    l->from[l->members] = place;
    uint16_t *to = n->name;
    int32_t *colour = n->sign_of; /* not needed any more */
    memcpy(colour, l->times + named, (size_t)options * sizeof *colour);
    labelling_split(l, named);
    memset(l->times, 0, (size_t)l->members * sizeof *l->times);
    memset(n->uses, 0, (size_t)items * sizeof *n->uses);
    labelling_refine(l);
    names_walks(n);
    labelling_finish(l);
    *to++ = (uint16_t)shared, *to++ = (uint16_t)named, *to++ = (uint16_t)options;
    for (int32_t at = named; at < l->members; at++) {
        member = l->order[at];
        int32_t count = l->from[member + 1] - l->from[member];
        for (int32_t next = 0; next < count; next++)
            row[next] = l->number[l->beside[l->from[member] + next]];
        labelling_sort(row, count);
        *to++ = (uint16_t)colour[member - named], *to++ = (uint16_t)count;
        for (int32_t next = 0; next < count; next++)
            *to++ = (uint16_t)row[next];
    }
    while ((to - n->name) % 4)
        *to++ = 0;
    return (size_t)(to - n->name) / 4;
}

#endif
