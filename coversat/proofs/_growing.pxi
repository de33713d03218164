# Arrays that grow, for the checkers of proofs.

from libc.stdint cimport int32_t
from libc.stdlib cimport realloc


ctypedef struct List:
    int32_t *items
    int32_t count, room


cdef void *grown(void *items, int32_t *room, size_t size) except NULL nogil:
    """The same items, with room for twice as many and some."""
    cdef int32_t wanted = 2 * room[0] + 4
    cdef void *moved = realloc(items, <size_t> wanted * size)
    if moved == NULL:
        with gil:
            raise MemoryError("a proof")
    room[0] = wanted
    return moved


cdef int append(List *numbers, int32_t number) except -1 nogil:
    if numbers.count == numbers.room:
        numbers.items = <int32_t *> grown(numbers.items, &numbers.room, sizeof(int32_t))
    numbers.items[numbers.count] = number
    numbers.count += 1
    return 0
