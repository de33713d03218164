# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: freethreading_compatible=True, auto_pickle=False
"""`search.boards` again, in C; see ``boards.h``."""

from array import array

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

from ...base.errors import LimitReachedError

cdef extern from "boards.h" nogil:
    enum:
        ANSWER
        PAUSE
        END
        CELLS
    ctypedef struct Search:
        int64_t nodes
    void boards_prepare()
    void boards_begin(Search *search, const char *givens)
    int boards_next(Search *search, int64_t most_nodes, char *answer)
    double boards_clock()

cdef int64_t SLICE = 4096  # nodes between two looks at the clock and at signals: some milliseconds
cdef int64_t NEVER = 0x7FFFFFFFFFFFFFFF

boards_prepare()


cdef class _Walk:
    """A search, and room for an answer."""

    cdef Search search
    cdef char answer[81]


def answers(str givens, meter):
    """The answers of a line of 81 characters, as such lines; `meter` counts the digits tried."""
    cdef bytes cells = givens.encode()
    cdef int64_t limit
    cdef int64_t most
    cdef int event
    cdef _Walk walk = _Walk()
    if len(cells) != CELLS:
        raise ValueError("a line has 81 characters")
    limit = NEVER if meter.limits.nodes is None else min(meter.limits.nodes, NEVER)
    boards_begin(&walk.search, PyBytes_AsString(cells))
    while True:
        meter.limits.deadline.check()
        PyErr_CheckSignals()
        most = min(limit, walk.search.nodes + SLICE)
        with nogil:
            event = boards_next(&walk.search, most, walk.answer)
        meter.nodes = walk.search.nodes
        if event == ANSWER:
            yield walk.answer[:CELLS].decode()
        elif event == END:
            return
        elif walk.search.nodes >= limit:
            raise LimitReachedError(f"{limit} nodes")


def decided(bytes lines, int limit, int64_t nodes):
    """At most `limit` answers of each of many lines, 81 characters each with nothing between.

    Returns the number of answers of each, `limit` for that many or more and 255 if the nodes did not suffice;
    all answers, concatenated; and the seconds that each line took.
    """
    cdef Py_ssize_t count = len(lines) // CELLS, at, found, total = 0
    cdef int event
    cdef _Walk walk = _Walk()
    cdef const char *line = PyBytes_AsString(lines)
    cdef bytearray shown = bytearray(count * limit * CELLS)
    cdef bytearray counts = bytearray(count)
    cdef char *answer = shown
    cdef unsigned char *number = <unsigned char *> <char *> counts
    cdef bytearray times = bytearray(count * sizeof(double))
    cdef double *seconds = <double *> <char *> times
    cdef double before, now
    before = boards_clock()
    for at in range(count):
        found = 0
        with nogil:
            boards_begin(&walk.search, line + CELLS * at)
            event = ANSWER
            while event == ANSWER and found < limit:
                event = boards_next(&walk.search, nodes, answer + CELLS * (total + found))
                found += event == ANSWER
            now = boards_clock()
        if event == PAUSE:
            number[at] = 255
        else:
            number[at] = <unsigned char> found
            total += found
        seconds[at] = now - before
        before = now
        PyErr_CheckSignals()
    del shown[CELLS * total:]
    return bytes(counts), bytes(shown), array("d", bytes(times))
