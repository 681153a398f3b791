"""Compiling of inner loops. One function text serves both kernels: plain Python, and compiled where numba is.

The compiler's cache notices changes of the file that a kernel stands in, not of files whose functions it calls: who
edits `leg_kernel` or another file of inlined functions deletes the `*.nbi` and `*.nbc` files beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

numba: Any
try:
    import numba
except ImportError:  # the plain kernels give the same answers
    numba = None

HAVE_COMPILED = numba is not None
"""Whether compiled kernels can be had on this machine."""


def inline(function: Function) -> Function:
    """Marks a function that kernels call: it stays plain Python and can be compiled into them."""
    if numba is None:
        return function
    made: Function = numba.extending.register_jitable(function)
    return made


def compiled(function: Function) -> Function | None:
    """Gives the compiled form of a kernel, kept in numba's cache folder if one can be written; None without numba."""
    if numba is None:
        return None
    try:
        made: Function = numba.njit(cache=True)(function)
    except RuntimeError:  # no folder for the cache
        made = numba.njit(function)
    return made


def chosen(kernels: str, plain: Function, fast: Function | None) -> Function:
    """Gives the kernel that a board asks for: the plain one if it says so or no compiled one exists."""
    return plain if kernels == "plain" or fast is None else fast
