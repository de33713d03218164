/* Read before all else in what is compiled for the stable interface of Python.

There Cython asks `inspect` for the flags of functions, each time a module is begun; to import `inspect` takes longer
than to solve a puzzle. The flags are these in every Python since 3.6, and with them nothing is asked of the module. */

#ifdef Py_LIMITED_API
#ifndef PY_SSIZE_T_CLEAN
#define PY_SSIZE_T_CLEAN
#endif
#include <Python.h>
#include <string.h>

#define CO_OPTIMIZED 0x0001
#define CO_NEWLOCALS 0x0002
#define CO_VARARGS 0x0004
#define CO_VARKEYWORDS 0x0008
#define CO_GENERATOR 0x0020
#define CO_COROUTINE 0x0080
#define CO_ASYNC_GENERATOR 0x0200
#define PyImport_ImportModule(name) PyImport_ImportModule(strcmp(name, "inspect") ? (name) : "sys")
#endif
