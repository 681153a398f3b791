"""Reading files safely: bounded size, UTF-8, one folder, no links out of it; TOML and JSON as plain data."""

from __future__ import annotations

import datetime
import json
import math
import re
import tomllib
from pathlib import Path
from typing import Any

from wargame.scenario.faults import Fault, ScenarioFault, quoted

SCENARIO_BYTES = 256 * 1024
MAP_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 40
_UNSHOWN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but for tab and new line, what turns the direction of writing, and halves of letters."""
_TOML_TEXT = re.compile(
    r'''"""(?:\\.|[^\\])*?"""|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*''', re.DOTALL | re.VERBOSE
)
_TOML_KEY = re.compile(r"[\w-]+(?:[ \t]*\.[ \t]*[\w-]+)*")


def fail(file: str, place: str, found: str, expected: str = "") -> ScenarioFault:
    """A ScenarioFault with this one fault, to be raised."""
    return ScenarioFault([Fault(file, place, found, expected)])


def read_text(path: Path, limit: int, shown: str = "") -> str:
    """The text of a file of at most `limit` bytes. Raises ScenarioFault: no file, no text, too long."""
    name = shown or str(path)
    try:
        if not path.is_file():
            raise fail(name, "", "there is no such file" if not path.exists() else _kind(path))
        with path.open("rb") as source:
            raw = source.read(limit + 1)
    except (OSError, ValueError) as error:
        raise fail(name, "", f"the file cannot be read ({_reason(error)})") from None
    if len(raw) > limit:
        raise fail(name, "", f"the file is longer than {limit // 1024} KiB", "nothing so long is read")
    return decode(raw, name)


def decode(raw: bytes, name: str) -> str:
    """Bytes as text. Raises ScenarioFault if they are not UTF-8, or empty."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise fail(name, f"line {line}", f"byte 0x{raw[error.start]:02x} is not UTF-8", "save it as UTF-8") from None
    if not text.strip():
        raise fail(name, "", "the file is empty", "expected a scenario or map")
    if "\x00" in text:
        raise fail(name, "", "the file holds zero bytes", "expected a text")
    return text.replace("\r\n", "\n")


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """A TOML file as plain data. Raises ScenarioFault: syntax, double keys, nested too deep, not-a-number."""
    if _has_endless_key(text):
        raise fail(name, "", "tables are nested too deep", f"at most {MAX_DEPTH} levels")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise fail(name, "", f"not TOML: {error}") from None
    except RecursionError:
        raise fail(name, "", "tables are nested too deep", f"at most {MAX_DEPTH} levels") from None
    except ValueError as error:
        raise fail(name, "", f"not TOML: {str(error)[:80]}") from None
    check_plain(data, name)
    return data


def parse_json(text: str, name: str) -> Any:
    """A JSON file as plain data. Raises ScenarioFault like `parse_toml`."""
    try:
        data = json.loads(text, object_pairs_hook=_no_double_keys)
    except json.JSONDecodeError as error:
        raise fail(name, f"line {error.lineno}", f"not JSON: {error.msg}") from None
    except RecursionError:
        raise fail(name, "", "lists are nested too deep", f"at most {MAX_DEPTH} levels") from None
    except ValueError as error:
        raise fail(name, "", f"not JSON: {str(error)[:80]}") from None
    check_plain(data, name)
    return data


def check_plain(data: Any, name: str) -> None:
    """Raises ScenarioFault for numbers that are not finite or too great, for texts with letters that nothing can show,
    and for data nested too deep."""
    faults: list[Fault] = []
    waiting: list[tuple[str, Any, int]] = [("", data, 0)]
    while waiting:
        place, value, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise fail(name, place[:120], "nested too deep", f"at most {MAX_DEPTH} levels")
        if isinstance(value, dict):
            waiting += [(f"{place}.{key}" if place else str(key), inner, depth + 1) for key, inner in value.items()]
            faults += [Fault(name, place, *_no_letters(key)) for key in value if _UNSHOWN.search(str(key))]
        elif isinstance(value, list):
            waiting += [(f"{place}[{i}]", inner, depth + 1) for i, inner in enumerate(value)]
        elif isinstance(value, str):
            faults += [Fault(name, place, *_no_letters(value))] if _UNSHOWN.search(value) else []
        elif isinstance(value, datetime.date | datetime.time):
            faults.append(Fault(name, place, f"found {value}, a date or time", "expected a text or a number"))
        elif not _is_plain_number(value):
            faults.append(Fault(name, place, f"{quoted(value)} is no ordinary number", "expected a finite number"))
    if faults:
        raise ScenarioFault(faults[::-1][:20])


def beside(path: Path, other: str) -> Path | None:
    """The file of this name in the folder of `path`; None for a name that leads anywhere else."""
    if not other or other in {".", ".."} or any(c in other for c in "/\\:\x00"):
        return None
    candidate = path.parent / other
    try:
        inside = candidate.resolve().parent == path.parent.resolve()
    except (OSError, ValueError, RuntimeError):
        return None
    return candidate if inside else None


def _kind(path: Path) -> str:
    return "this is a folder, not a file" if path.is_dir() else "this is a device, not a file"


def _is_plain_number(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, int):
        return abs(value) < 2**53
    return value is None


def _no_letters(text: str) -> tuple[str, str]:
    return f"found {quoted(text)}", "expected letters only: no control characters"


def _has_endless_key(text: str) -> bool:
    """True for a key of more parts than tables may be deep, which the parser would chew for hours."""
    bare = _TOML_TEXT.sub("x", text)
    return any(found.group().count(".") > MAX_DEPTH for found in _TOML_KEY.finditer(bare))


def _no_double_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"the key {quoted(key)} stands twice in one object")
        table[key] = value
    return table


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error))[:80].lower()
