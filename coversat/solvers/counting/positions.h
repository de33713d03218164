/* Positions of a cover, what comes behind them, and their names; step by step the same as tests/plain_positions.py. */

#ifndef POSITIONS_H
#define POSITIONS_H

#include "labelling.h"

enum { SHORT = 1 << 16 };
enum { TABLES = 7 }; /* of a `Work`, in its memory */
enum { DEAD = -1, NO_MEMORY = -2 };
enum { HEAD = 4 }; /* numbers before what is told of a position: see Heap */

/* The cover.  A vertex is an item or, behind all items, a shade. */
typedef struct {
    int32_t primary, items, vertices, options, entries;
    const int32_t *row_from, *rows;        /* per option, the vertices that it covers */
    const int32_t *touch_from, *touching;  /* per item, the options that cover it in any way */
    const int32_t *item_of;                /* per vertex */
    const int32_t *ranks;                  /* per primary item */
} Cover;

/* Options that are possible, and of each primary item how many it has: none where it is covered. */
typedef struct {
    uint8_t *possible;
    int32_t *left;
} State;

typedef struct {
    const int32_t *options, *vertices; /* of the position at hand, in the order of its name */
    int32_t option_count, vertex_count;
    State at, behind; /* the position at hand, and the one behind one of its options */
    int32_t *waiting; /* items with one option left */
    int32_t *way;     /* per vertex, how it was covered first; whether it stands in the name */
    int32_t *local;   /* per vertex, its number in the name */
    int32_t *chosen, *said; /* the options, and the vertices, of the position that is named */
    Labelling labelling;
    int32_t *memory;
    uint8_t *bytes;
} Work;

static void work_end(Work *w) {
    free(w->memory);
    free(w->bytes);
}

static bool work_begin(Work *w, const Cover *c) {
    size_t shades = (size_t)(c->vertices - c->items), members = (size_t)c->vertices + (size_t)c->options + shades;
    size_t most = members + 2;
    memset(w, 0, sizeof *w);
    w->memory = calloc(TABLES * most + labelling_room(members, (size_t)c->entries + 2 * shades), sizeof *w->memory);
    w->bytes = calloc(2 * ((size_t)c->options + 1), 1);
    if (!w->memory || !w->bytes)
        return false;
    int32_t **tables[] = {&w->at.left, &w->behind.left, &w->waiting, &w->way, &w->local, &w->chosen, &w->said};
    for (size_t at = 0; at < TABLES; at++)
        *tables[at] = w->memory + at * most;
    w->at.possible = w->bytes;
    w->behind.possible = w->bytes + c->options + 1;
    labelling_in(&w->labelling, w->memory + TABLES * most, members);
    return true;
}

/* Go to a position of so many words, which stays where it is. */
static void work_at(Work *w, const Cover *c, const int32_t *words, int32_t count) {
    const int32_t *options = words + 1;
    w->options = options;
    w->option_count = words[0];
    w->vertices = options + words[0];
    w->vertex_count = count - 1 - words[0];
    memset(w->at.possible, 0, (size_t)c->options);
    memset(w->at.left, 0, (size_t)c->primary * sizeof *w->at.left);
    for (int32_t at = 0; at < w->option_count; at++) {
        w->at.possible[options[at]] = 1;
        for (int32_t to = c->row_from[options[at]]; to < c->row_from[options[at] + 1]; to++)
            if (c->rows[to] < c->primary)
                w->at.left[c->rows[to]]++;
    }
}

static inline bool covers(const Cover *c, int32_t option, int32_t vertex) {
    for (int32_t to = c->row_from[option]; to < c->row_from[option + 1]; to++)
        if (c->rows[to] == vertex)
            return true;
    return false;
}

/* The open item of the lowest rank; -1 when all are covered. */
static int32_t work_next_item(const Work *w, const Cover *c) {
    int32_t best = -1;
    for (int32_t item = 0; item < c->primary; item++)
        if (w->at.left[item] && (best < 0 || c->ranks[item] < c->ranks[best]))
            best = item;
    return best;
}

/* What stands beside `taken` and clashes with it goes; false when an item has no option left. */
static bool work_clear(Work *w, const Cover *c, int32_t taken, int32_t *waiting) {
    State *s = &w->behind;
    s->possible[taken] = 0;
    for (int32_t at = c->row_from[taken]; at < c->row_from[taken + 1]; at++)
        if (c->rows[at] < c->primary)
            s->left[c->rows[at]] = 0;
    for (int32_t at = c->row_from[taken]; at < c->row_from[taken + 1]; at++) {
        int32_t vertex = c->rows[at], item = c->item_of[vertex];
        for (int32_t to = c->touch_from[item]; to < c->touch_from[item + 1]; to++) {
            int32_t other = c->touching[to];
            if (!s->possible[other] || (vertex >= c->items && covers(c, other, vertex)))
                continue;
            s->possible[other] = 0;
            for (int32_t place = c->row_from[other]; place < c->row_from[other + 1]; place++) {
                int32_t lost = c->rows[place];
                if (lost >= c->primary || !s->left[lost])
                    continue;
                if (!--s->left[lost])
                    return false;
                if (s->left[lost] == 1)
                    w->waiting[(*waiting)++] = lost;
            }
        }
    }
    return true;
}

/* Go to the position behind an option and all that it forces: how many items are open there, or DEAD. */
static int32_t work_take(Work *w, const Cover *c, int32_t option) {
    int32_t waiting = 0, open = 0;
    memcpy(w->behind.possible, w->at.possible, (size_t)c->options);
    memcpy(w->behind.left, w->at.left, (size_t)c->primary * sizeof *w->at.left);
    if (!w->at.possible[option] || !work_clear(w, c, option, &waiting))
        return DEAD;
    for (int32_t item = 0; item < c->primary; item++)
        if (w->behind.left[item] == 1 && w->at.left[item] == 1)
            w->waiting[waiting++] = item; /* it was so before */
    while (waiting) {
        int32_t item = w->waiting[--waiting], at = c->touch_from[item];
        if (!w->behind.left[item])
            continue;
        while (!w->behind.possible[c->touching[at]])
            at++;
        if (!work_clear(w, c, c->touching[at], &waiting))
            return DEAD;
    }
    for (int32_t item = 0; item < c->primary; item++)
        open += w->behind.left[item] > 0;
    return open;
}

/* Which vertices stand in the name: all but secondary items that nothing can clash about, and their shades. */
static void work_vertices(Work *w, const Cover *c) {
    enum { UNSEEN = 0, SAID = -1 }; /* otherwise 1 + the shade, or 1 + the number of vertices + the option */
    Labelling *l = &w->labelling;
    memset(w->way, 0, (size_t)c->vertices * sizeof *w->way);
    for (int32_t place = 0; place < l->parts[3]; place++) {
        int32_t option = w->chosen[place];
        for (int32_t at = c->row_from[option]; at < c->row_from[option + 1]; at++) {
            int32_t vertex = c->rows[at], item = c->item_of[vertex];
            int32_t way = 1 + (vertex >= c->items ? vertex : c->vertices + option);
            if (item < c->primary || (w->way[item] != UNSEEN && w->way[item] != way))
                w->way[item] = SAID;
            else
                w->way[item] = way;
            if (vertex >= c->items)
                w->way[vertex] = SAID;
        }
    }
    for (int32_t at = 0; at < c->vertices; at++)
        w->local[at] = -1;
    l->items = 0;
    for (int32_t at = 0; at < w->vertex_count; at++) {
        int32_t vertex = w->vertices[at];
        if (w->way[vertex] != SAID || w->way[c->item_of[vertex]] != SAID)
            continue;
        w->said[l->items] = vertex;
        w->local[vertex] = l->items++;
        l->parts[vertex < c->primary ? 0 : vertex < c->items ? 1 : 2]++;
    }
}

/* Its structure, for a labelling. */
static void work_structure(Work *w, const Cover *c, const State *s) {
    Labelling *l = &w->labelling;
    int32_t *from = l->from, row;
    memset(l->parts, 0, sizeof l->parts);
    for (int32_t at = 0; at < w->option_count; at++)
        if (s->possible[w->options[at]])
            w->chosen[l->parts[3]++] = w->options[at];
    work_vertices(w, c);
    l->parts[4] = l->parts[2];
    l->members = l->items + l->parts[3] + l->parts[4];
    /* The sizes of all stretches, each two places behind its own; then where they begin, one place behind; and
       as they are filled, each moves on to where the next begins. */
    memset(from, 0, ((size_t)l->members + 2) * sizeof *from);
    for (int pass = 0; pass < 2; pass++) {
        row = l->items;
        for (int32_t at = 0; at < l->parts[3]; at++, row++)
            for (int32_t to = c->row_from[w->chosen[at]]; to < c->row_from[w->chosen[at] + 1]; to++) {
                int32_t item = w->local[c->rows[to]];
                if (item < 0)
                    continue;
                if (pass) {
                    l->beside[from[row + 1]++] = item;
                    l->beside[from[item + 1]++] = row;
                } else {
                    from[row + 2]++;
                    from[item + 2]++;
                }
            }
        for (int32_t shade = l->items - l->parts[2]; shade < l->items; shade++, row++) {
            int32_t items[2] = {w->local[c->item_of[w->said[shade]]], shade};
            for (int at = 0; at < 2; at++) {
                if (pass) {
                    l->beside[from[row + 1]++] = items[at];
                    l->beside[from[items[at] + 1]++] = row;
                } else {
                    from[row + 2]++;
                    from[items[at] + 2]++;
                }
            }
        }
        if (!pass)
            for (int32_t member = 0; member < l->members; member++)
                from[member + 2] += from[member + 1];
    }
}

/* Name a position: how many numbers the name has. */
static size_t work_name(Work *w, const Cover *c, const State *s) {
    Labelling *l = &w->labelling;
    work_structure(w, c, s);
    labelling_run(l);
    return 4 + (size_t)(l->members - l->items) + (size_t)l->from[l->members] - (size_t)l->from[l->items];
}

static inline size_t work_width(const Work *w) {
    return w->labelling.members < SHORT ? 2 : 4;
}

/* The name of the position that was named last. */
static void work_spell(Work *w, uint8_t *name) {
    Labelling *l = &w->labelling;
    bool narrow = work_width(w) == 2;
    uint16_t *narrow_to = (uint16_t *)(void *)name;
    int32_t *wide_to = (int32_t *)(void *)name, *row = l->room;
    size_t at = 0;
#define WRITE(word) (narrow ? (void)(narrow_to[at++] = (uint16_t)(word)) : (void)(wide_to[at++] = (word)))
    for (int kind = 0; kind < 4; kind++)
        WRITE(l->parts[kind]);
    for (int32_t place = l->items; place < l->members; place++) {
        int32_t member = l->order[place], count = l->from[member + 1] - l->from[member];
        for (int32_t to = 0; to < count; to++)
            row[to] = l->number[l->beside[l->from[member] + to]];
        labelling_sort(row, count);
        WRITE(count);
        for (int32_t to = 0; to < count; to++)
            WRITE(row[to]);
    }
#undef WRITE
}

/* The position that was named last, in the order of its name. */
static void work_write(const Work *w, int32_t *to) {
    const Labelling *l = &w->labelling;
    *to++ = l->parts[3];
    for (int32_t at = 0; at < l->parts[3]; at++)
        *to++ = w->chosen[l->order[l->items + at] - l->items];
    for (int32_t at = 0; at < l->items; at++)
        *to++ = w->said[l->order[at]];
}

/* What is told of positions, one behind the other: an option, how many items are open behind it, the words of the
   position there and the bytes of its name; then both, up to a whole word. */
typedef struct {
    int32_t *words;
    size_t used, room;
} Heap;

static bool heap_reserve(Heap *h, size_t more) {
    if (h->used + more <= h->room)
        return true;
    size_t room = 2 * h->room + more;
    int32_t *words = realloc(h->words, room * sizeof *words);
    if (!words)
        return false;
    h->words = words;
    h->room = room;
    return true;
}

/* Tell of the position behind an option; false without memory. */
static bool heap_tell(Heap *h, Work *w, const Cover *c, int32_t option, int32_t open) {
    size_t bytes = open ? work_name(w, c, &w->behind) * work_width(w) : 0;
    int32_t count = open ? 1 + w->labelling.parts[3] + w->labelling.items : 0;
    if (!heap_reserve(h, HEAD + (size_t)count + bytes / 4 + 1))
        return false;
    int32_t *to = h->words + h->used, head[HEAD] = {option, open, count, (int32_t)bytes};
    memcpy(to, head, sizeof head);
    if (open) {
        work_write(w, to + HEAD);
        work_spell(w, (uint8_t *)(to + HEAD + count));
    }
    h->used += HEAD + (size_t)count + (bytes + 3) / 4;
    return true;
}

/* Tell of all that is behind the options of the next item: how many these are, or NO_MEMORY. */
static int32_t heap_tell_below(Heap *h, Work *w, const Cover *c) {
    int32_t item = work_next_item(w, c), tried = 0;
    for (int32_t at = 0; at < w->option_count; at++) {
        int32_t option = w->options[at];
        if (!covers(c, option, item))
            continue;
        tried++;
        int32_t open = work_take(w, c, option);
        if (open != DEAD && !heap_tell(h, w, c, option, open))
            return NO_MEMORY;
    }
    return tried;
}

#endif
