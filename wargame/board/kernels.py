"""Compiling of inner loops. One function text serves both kernels: plain Python, and compiled where numba is.

Nothing is compiled, and numba is not imported, before a compiled kernel is first called. What was compiled is kept on
disk under a mark of everything it was made from (`kernel_cache`), so changed code is never met by old machine code.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import types
from collections.abc import Callable
from typing import Any, TypeVar

from wargame.board.kernel_cache import STEP, kept_on_disk, mark_of, steps_of

Function = TypeVar("Function", bound=Callable[..., Any])

HAVE_COMPILED = importlib.util.find_spec("numba") is not None
"""Whether compiled kernels can be had on this machine; without, the plain ones give the same answers."""
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "no_cfunc_wrapper": True}
"""No kernel divides by zero, so none needs the checks for it; none is called from C."""
_STEP_OPTIONS = {**_OPTIONS, "no_cpython_wrapper": True}


class Kernel:
    """The compiled form of a function, made when it is first asked for."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    @functools.cached_property
    def fast(self) -> Callable[..., Any] | None:
        """Gives what to call, None if numba cannot be used; each kind of arguments is compiled at its first call."""
        try:
            numba: Any = importlib.import_module("numba")
        except ImportError:
            return None
        made = numba.njit(**_OPTIONS)(_of_compiled_steps(self.function))
        return kept_on_disk(made, mark_of(self.function, _OPTIONS, _STEP_OPTIONS))


def inline(function: Function) -> Function:
    """Marks a function that kernels call: it stays plain Python and can be compiled into them."""
    function.__dict__[STEP] = True
    return function


def compiled(function: Callable[..., Any]) -> Kernel | None:
    """Gives the compiled form of a kernel; None without numba. Numbers and functions of the module that the kernel
    uses are constants to it."""
    return Kernel(function) if HAVE_COMPILED else None


def chosen(kernels: str, plain: Function, fast: Kernel | None) -> Function:
    """Gives the kernel that a board asks for: the plain one if it says so or no compiled one exists."""
    if kernels == "plain" or fast is None:
        return plain
    made: Any = fast.fast
    return plain if made is None else made


def _of_compiled_steps(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function over the compiled forms of the steps that it calls."""
    code: types.CodeType = function.__code__
    known = {name: function.__globals__[name] for name in code.co_names if name in function.__globals__}
    known |= {name: _compiled_step(step) for name, step in steps_of(function).items()}
    known |= {"__builtins__": function.__globals__["__builtins__"], "__name__": function.__module__}
    made = types.FunctionType(code, known, function.__name__, function.__defaults__)
    made.__qualname__, made.__module__ = function.__qualname__, function.__module__
    return made


@functools.cache
def _compiled_step(function: Callable[..., Any]) -> Callable[..., Any]:
    """The one compiled form of a step, for all kernels that call it, with constants or with changing numbers."""
    numba: Any = importlib.import_module("numba")
    made: Any = numba.njit(**_STEP_OPTIONS)(_of_compiled_steps(function))
    take, general = made.get_call_template, numba.types.unliteral

    def template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return take(tuple(map(general, args)), {name: general(kind) for name, kind in kws.items()})

    made.get_call_template = template
    step: Callable[..., Any] = made
    return step
