"""Saved battles: one JSON file each, written whole or not at all, read with every type and id checked."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import wargame
from wargame.engine import record as records
from wargame.engine.record import FORMAT, Record
from wargame.scenario.faults import Fault, ScenarioFault, nearest, quoted
from wargame.scenario.load import Rulesets, Scenario, scenario_from_texts, seated, shown_name

if TYPE_CHECKING:
    from wargame.engine.battle import Battle

SUFFIX = ".save"
KEPT = 3
"""Files kept of one battle: the newest and the two before it (`.1`, `.2`)."""
SAVE_BYTES = 64 * 1024 * 1024


class SaveFault(ScenarioFault):
    """A save that cannot be read or written; the old file, if there is one, is untouched."""


def save_fault(path: Path, place: str, found: str, expected: str = "") -> SaveFault:
    """A SaveFault with this one fault, to be raised."""
    return SaveFault([Fault(shown_name(path), place, found, expected)])


@dataclass(frozen=True, slots=True)
class SaveEntry:
    """One line of the list of saved battles. `changed` is the file's time in seconds; `fault` why it is unusable."""

    path: Path
    scenario: str = ""
    ruleset: str = ""
    turn: int = 0
    over: bool = False
    players: Mapping[str, str] | None = None
    changed: float = 0.0
    practice: bool = False
    fault: str = ""


class _Head(msgspec.Struct):
    """What the list needs of a save."""

    scenario_name: str
    ruleset: str
    players: dict[str, str]
    state: _StateHead
    practice: bool = False
    over: bool = False


class _StateHead(msgspec.Struct):
    turn: int = 0
    result: msgspec.Raw = msgspec.Raw(b"null")


def saves_folder() -> Path:
    """The user's folder of saved battles (it need not exist)."""
    import platformdirs

    return Path(platformdirs.user_data_dir("wargame", appauthor=False)) / "saves"


def write_record(path: Path, battle: Battle, scenario: Scenario, players: Mapping[str, str]) -> Record:
    """Save a battle as it stands. Raises SaveFault."""
    record = records.save(battle, dict(players), scenario.scenario_text, scenario.map_text, wargame.__version__)
    write_save(path, record)
    return record


def write_save(path: Path, record: Record) -> None:
    """Write a save: to a temporary file first, then in place of the old one, of which the last two are kept.

    However it is interrupted, `path` is either the old save or the new one. Raises SaveFault.
    """
    partial = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as target:
            target.write(msgspec.json.encode(record))
            target.flush()
            os.fsync(target.fileno())
        _keep_older(path)
        partial.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        reason = (error.strerror or str(error)).lower()
        raise save_fault(path, "", f"the battle could not be saved ({reason})", "the older save is untouched") from None


def read_save(path: Path) -> Record:
    """The record of a save, checked in itself; `state_of` checks its state. Raises SaveFault, one sentence each."""
    raw = _read(path)
    plain = _plain(path, raw)
    _check_head(path, plain)
    try:
        record = msgspec.json.decode(raw, type=Record)
    except msgspec.ValidationError as error:
        place, found = _placed(" ".join(str(error).split())[:300])
        raise save_fault(path, place, found, "the save is damaged, or of another program") from None
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise save_fault(path, "", f"the file is damaged: {str(error)[:80].lower()}") from None
    wrong = next(_contradictions(record), None)
    if wrong is not None:
        raise save_fault(path, wrong[0], wrong[1], "the save is damaged")
    record.events = records.without_counts(record.events)
    return record


def read_newest(path: Path) -> tuple[Record, Path]:
    """The record of the newest of the kept files that can be read. Raises the SaveFault of the newest."""
    first: SaveFault | None = None
    for candidate in kept_files(path):
        try:
            return read_save(candidate), candidate
        except SaveFault as fault:
            first = first or fault
    raise first or save_fault(path, "", "there is no such file")


def kept_files(path: Path) -> list[Path]:
    """The newest file of a battle and the older ones that are there, newest first."""
    files = [path, *(path.with_name(f"{path.name}.{n}") for n in range(1, KEPT))]
    return [file for file in files if file.is_file()]


def scenario_of(record: Record, rulesets: Rulesets | None = None) -> Scenario:
    """The scenario that a record holds, with its players seated. Raises ScenarioFault."""
    shown = f"save of {record.scenario_name}"
    scenario = scenario_from_texts(record.scenario_text, record.map_text, shown, rulesets)
    try:
        return seated(scenario, record.players)
    except ValueError as error:
        raise ScenarioFault([Fault(shown, "players", str(error), "expected a person or a grade")]) from None


def list_saves(folder: Path | None = None) -> list[SaveEntry]:
    """All saves of a folder (the user's, if none is named), newest first; damaged ones with their fault."""
    folder = folder or saves_folder()
    if not folder.is_dir():
        return []
    entries = [_entry(path) for path in sorted(folder.glob(f"*{SUFFIX}"))[:1000]]
    return sorted(entries, key=lambda entry: (-entry.changed, entry.path.name))


def _entry(path: Path) -> SaveEntry:
    try:
        changed = path.stat().st_mtime
        raw = _read(path)
        head = msgspec.json.decode(raw, type=_Head)
        _check_head(path, msgspec.json.decode(raw, type=dict[str, msgspec.Raw]))
    except OSError as error:
        return SaveEntry(path, fault=f"{shown_name(path)}: {(error.strerror or 'cannot be read').lower()}")
    except SaveFault as fault:
        return SaveEntry(path, changed=changed, fault=str(fault))
    except (msgspec.DecodeError, RecursionError, ValueError):
        return SaveEntry(path, changed=changed, fault=f"{shown_name(path)}: the file is damaged")
    return SaveEntry(
        path,
        scenario=head.scenario_name,
        ruleset=head.ruleset,
        turn=head.state.turn,
        over=head.over or bytes(head.state.result) != b"null",
        players=head.players,
        changed=changed,
        practice=head.practice,
    )


def _read(path: Path) -> bytes:
    try:
        if not path.exists():
            raise save_fault(path, "", "there is no such file")
        with path.open("rb") as source:
            raw = source.read(SAVE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise save_fault(path, "", f"the save cannot be read ({reason})") from None
    if len(raw) > SAVE_BYTES:
        raise save_fault(path, "", f"the file is longer than {SAVE_BYTES // 1024 // 1024} MiB", "no save is")
    if not raw.strip():
        raise save_fault(path, "", "the file is empty", "the program may have been stopped while it was copied")
    return raw


def _plain(path: Path, raw: bytes) -> dict[str, msgspec.Raw]:
    try:
        return msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
    except msgspec.ValidationError:
        raise save_fault(path, "", "this is no saved battle", "expected a table of its parts") from None
    except msgspec.DecodeError as error:
        if "truncated" in str(error):
            raise save_fault(path, "", "the file is cut off before its end", "use an older save") from None
        raise save_fault(path, "", f"not JSON: {str(error)[:80]}", "expected a saved battle") from None
    except (RecursionError, ValueError):
        raise save_fault(path, "", "the file is no text, or nested too deep", "expected a saved battle") from None


def _check_head(path: Path, plain: Mapping[str, msgspec.Raw]) -> None:
    raw = bytes(plain["format"]) if "format" in plain else b""
    if not re.fullmatch(rb"-?\d{1,9}", raw):
        shown = quoted(raw.decode("utf-8", "replace")) if raw else "no format"
        raise save_fault(path, "format", f"found {shown}", f"expected {FORMAT}: this is no saved battle")
    number = int(raw)
    if number > FORMAT:
        raise save_fault(
            path,
            "format",
            f"the save is of a newer version of the program (format {number})",
            f"this one reads up to {FORMAT}",
        )
    if number < FORMAT:
        raise save_fault(path, "format", f"format {number} is not read any more", f"expected {FORMAT}")
    for part in _needed_parts():
        if part not in plain:
            near = nearest(part, [k for k in plain if k not in _needed_parts()]) if len(plain) < 60 else ""
            hint = f"; instead of it {near.removeprefix('nearest: ')}?" if near.startswith("nearest") else ""
            raise save_fault(path, part, "this part is missing", f"the save is damaged{hint}")


def _needed_parts() -> list[str]:
    return [f.name for f in msgspec.structs.fields(Record) if f.required]


def _contradictions(record: Record) -> Iterator[tuple[str, str]]:
    """Places and words for what cannot be together in one save."""
    done = len(record.answers)
    if len(record.since) > done or list(record.since) != list(record.answers[done - len(record.since) :]):
        yield "since", "the answers since the last waypoint are not the last answers"
    last = 0
    for n, (answers, step, _) in enumerate(record.digests):
        if not last <= answers <= done:
            yield f"digests[{n}]", f"a waypoint after {answers} of {done} answers (step {step[:40]!r})"
            return
        last = answers
    number = 0
    for n, event in enumerate(record.events):
        if event.n <= number:
            yield f"events[{n}]", f"event {event.n} follows event {number}"
            return
        number = event.n
    for n, answer in enumerate(record.answers):
        if answer.side not in record.players:
            yield f"answers[{n}].side", f"side {quoted(answer.side)} has no player"
            return


def _placed(message: str) -> tuple[str, str]:
    """Place and words of a msgspec message ("Expected `int`, got `str` - at `$.seed`")."""
    words, _, place = message.partition(" - at `$")
    found = words.replace("`", "").replace("Expected", "expected").replace("Object contains", "contains")
    return place.rstrip("`").lstrip("."), found[:1].lower() + found[1:160]


def _keep_older(path: Path) -> None:
    for n in range(KEPT - 1, 1, -1):
        older = path.with_name(f"{path.name}.{n - 1}")
        if older.is_file():
            older.replace(path.with_name(f"{path.name}.{n}"))
    if path.is_file():
        copy = path.with_name(f"{path.name}.1")
        with contextlib.suppress(FileNotFoundError):
            copy.unlink()
        try:
            os.link(path, copy)
        except OSError:
            copy.write_bytes(path.read_bytes())


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError, AttributeError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def damaged(path: Path, error: Exception) -> SaveFault:
    """The fault for a state that the ruleset cannot read, or answers that do not fit it."""
    words = " ".join(str(error).split())[:300] or type(error).__name__
    place, found = _placed(words) if isinstance(error, msgspec.ValidationError) else ("", words[:160])
    return save_fault(
        path, f"state{'.' if place and not place.startswith('[') else ''}{place}", found, "the save is damaged"
    )
