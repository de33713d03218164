# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# cython: freethreading_compatible=True, auto_pickle=False
"""9x9 sudokus in a line each, many at a time; see ``lines.h``."""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.string cimport memcpy

cdef extern from "lines.h" nogil:
    enum:
        CELLS
    size_t line_of_cells(const char *text, size_t size, size_t longest, size_t *behind)
    bint is_right(const char *givens, const char *answer)


def read(bytes data, Py_ssize_t at, Py_ssize_t longest):
    """The lines from a place on that are 81 cells each, up to the first other one.

    Returns their cells, one line's behind the other's; where what follows the cells begins and ends in
    each line, none of it where no line has any; and the place behind them.
    """
    cdef const char *text = PyBytes_AsString(data)
    cdef Py_ssize_t size = len(data), count = 0
    cdef size_t taken, behind = 0
    cdef bytes cells = PyBytes_FromStringAndSize(NULL, (size - at) // (CELLS + 1) * CELLS)
    cdef char *cell = PyBytes_AsString(cells)
    cdef list notes = []
    while True:
        taken = line_of_cells(text + at, size - at, longest, &behind)
        if not taken:
            break
        if behind and not notes:
            notes = [(at, at)] * count
        if behind or notes:
            notes.append((at + CELLS, at + CELLS + <Py_ssize_t> behind))
        memcpy(cell + CELLS * count, text + at, CELLS)
        count += 1
        at += <Py_ssize_t> taken
    return cells[:CELLS * count], notes, at


def all_right(bytes lines, bytes counts, bytes answers):
    """Whether all answers, `counts[i]` of line i, keep its givens and the rules of sudoku."""
    cdef Py_ssize_t total = len(counts), line, number, at = 0
    cdef const char *givens = PyBytes_AsString(lines)
    cdef const char *answer = PyBytes_AsString(answers)
    cdef const unsigned char *count = <const unsigned char *> PyBytes_AsString(counts)
    if len(lines) != CELLS * total or len(answers) != CELLS * sum(counts):
        raise ValueError("81 cells to each line, and to each answer")
    cdef bint right = True
    with nogil:
        for line in range(total):
            for number in range(count[line]):
                right = right and is_right(givens + CELLS * line, answer + CELLS * at)
                at += 1
    return right
