"""Compiled kernels on disk: under what mark they are kept, and where.

The compiler's own cache looks only at the file in which a kernel stands. Here a kernel is known by a mark of all it was
made from: its code, the code of every step that it calls, directly or not, and every number of a module that they use.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

STEP = "is_step_of_kernels"
"""The attribute of a function that kernels may call."""
_PLAIN = (bool, int, float, str, bytes, tuple, type(None))


def steps_of(function: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """Gives the steps that a function calls itself, by the names under which it knows them."""
    return {name: value for name, value in _used(function) if getattr(value, "__dict__", {}).get(STEP)}


def mark_of(function: Callable[..., Any], *options: Mapping[str, object]) -> str:
    """Gives the mark of a kernel: another one as soon as anything changes that its machine code depends on, except for
    the machine, Python and the compiler, which the compiler's cache looks at itself."""
    digest = hashlib.blake2b(digest_size=12)
    for part in _all_parts(function):
        digest.update(repr((part.__module__, part.__qualname__, *_code(part.__code__))).encode())
        for name, value in _used(part):
            digest.update(repr((name, _constant(value))).encode())
    digest.update(repr([sorted(chosen.items()) for chosen in options]).encode())
    return digest.hexdigest()


def kept_on_disk(dispatcher: Any, mark: str) -> Any:
    """Gives the same compiled function, kept in numba's cache folder under the mark; not kept if there is none that
    can be written."""
    try:
        dispatcher._cache = _cache_class()(dispatcher.py_func, mark)
    except (RuntimeError, OSError, ImportError, AttributeError, TypeError):  # no folder, or another kind of numba
        return dispatcher
    return dispatcher


def index_file(dispatcher: Any) -> str:
    """Gives the file that lists what is kept of a compiled function; empty if nothing is kept."""
    name = getattr(getattr(getattr(dispatcher, "_cache", None), "_cache_file", None), "_index_path", "")
    return str(name)


def _all_parts(function: Callable[..., Any]) -> list[Any]:
    """The kernel and all its steps, each once."""
    found: list[Any] = [function]
    for part in found:
        found += [step for step in dict.fromkeys(steps_of(part).values()) if step not in found]
    return found


def _used(function: Any) -> Iterator[tuple[str, Any]]:
    """The names of its module, and of modules of it, that a function uses, with their values."""
    for name in function.__code__.co_names:
        if name not in function.__globals__:
            continue
        value = function.__globals__[name]
        yield name, value
        if isinstance(value, types.ModuleType):
            members = vars(value)
            inner = [other for other in function.__code__.co_names if other in members]
            yield from ((f"{name}.{other}", members[other]) for other in inner if isinstance(members[other], _PLAIN))


def _code(code: types.CodeType) -> tuple[object, ...]:
    constants = [_code(c) if isinstance(c, types.CodeType) else _constant(c) for c in code.co_consts]
    return (code.co_code, constants, code.co_names, code.co_varnames, code.co_argcount)


def _constant(value: Any) -> object:
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, frozenset):
        return sorted(map(repr, value))
    return (type(value).__name__, getattr(value, "__qualname__", ""), getattr(value, "_fields", ()))


def _cache_class() -> Any:
    caching: Any = importlib.import_module("numba.core.caching")

    class KernelCache(caching.FunctionCache):  # type: ignore[misc]
        """Numba's cache with our mark. Files that cannot be read or written cost time, never an answer."""

        def __init__(self, function: Any, mark: str) -> None:
            super().__init__(function)
            name = f"{function.__module__}.{function.__qualname__}-{mark}.{sys.implementation.cache_tag}"
            self._cache_file = caching.IndexDataCacheFile(
                cache_path=self.cache_path, filename_base=name, source_stamp=mark
            )

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            try:
                return super().load_overload(sig, target_context)
            except Exception:  # a broken file of any kind: compile again
                with contextlib.suppress(OSError):
                    self.flush()
                return None

        def save_overload(self, sig: Any, data: Any) -> None:
            try:
                super().save_overload(sig, data)
            except OSError:  # the disk is full, or the folder has gone
                self.disable()

    return KernelCache
