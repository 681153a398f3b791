"""From events to the log: heads, rows with dice, and the resolution card's current action."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from wargame.engine.dice import Modifier
from wargame.engine.events import AnyEvent, PhaseBegan, Rolled, Said, TurnBegan
from wargame.engine.ruleset import Telling
from wargame.engine.telling import one_move
from wargame.tabletop.desk import Desk
from wargame.tabletop.kit import Die, Run, plain
from wargame.tabletop.kit.dice import FAILURE, ROLLED, SUCCESS
from wargame.tabletop.panels.log_details import steps_of
from wargame.tabletop.panels.log_model import COMBAT, MORALE, LogEntry, LogModel, LogRow
from wargame.tabletop.theme import Ink, Size

LONGEST_PURPOSE = 22
_AT_LEAST = re.compile(r"^(\d+)\+$")


@dataclass(frozen=True, slots=True)
class Link:
    """One action of a chain: its entry in the log, and how many actions deep it was set off."""

    entry: LogEntry
    depth: int


class Chronicle:
    """Tells events as they are shown. `action` is the entry being told (the resolution card); `model` the log."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.model = LogModel()
        self.action: LogEntry | None = None
        self.at: str = ""
        """Stand that the present action is about, for the place of the card."""
        self.links: list[Link] = []
        """The actions of the present chain: all that one event has set off."""
        self._roots: dict[int, int] = {}
        self._depths: dict[int, int] = {}
        self._root = 0
        self._waiting: LogEntry | None = None
        self._last: AnyEvent | None = None
        """The event told last, with all pieces of its move."""
        self._phase: LogEntry | None = None
        self._phase_told = ""
        self._turn = 0
        self._clock_min: int | None = None

    def clear(self) -> None:
        """Forget everything (another viewer, undo)."""
        self.model.clear()
        self.action = self._waiting = self._phase = self._last = None
        self.links = []
        self._roots, self._depths, self._root = {}, {}, 0
        self._phase_told = ""
        self._turn, self._clock_min = 0, None

    def tell(self, event: AnyEvent) -> None:
        """Tell one event. The time beside it is that of the last turn told, not that of the battle now."""
        if isinstance(event, TurnBegan):
            self._turn, self._clock_min = event.turn, event.clock_min
        elif isinstance(event, Said) and event.clock_min is not None:
            self._clock_min = event.clock_min
        self._roots[event.n] = self._roots.get(event.cause, event.n)
        self._depths[event.n] = self._depths.get(event.cause, -1)
        whole = one_move(self._last, event)
        telling = self._telling(whole or event)
        if telling is None:
            return
        last, self._last = self._last, whole or event
        if whole is not None and last is not None and self._goes_on(last):
            self._waiting = self._head(whole, telling)
            self._relink(self._waiting)
            return
        if isinstance(event, PhaseBegan):
            self._begin_phase(event, telling)
            return
        if self._phase is not None:
            self.flush()
            self.model.append(self._phase)
            self._phase = None
        if telling.head or self._waiting is None:
            self.flush()
            self._waiting = self._head(event, telling)
            self._link(event, self._waiting)
            if self._is_action(event, telling):
                self.action = self._waiting
                self.at = next((a for a in telling.about if self.desk.stand(a) is not None), "")
            return
        self._waiting = _with_row(self._waiting, _row(event, telling), telling)
        self._relink(self._waiting)
        if self.action is not None and self.action.moment == self._waiting.moment:
            self.action = self._waiting

    def _link(self, event: AnyEvent, entry: LogEntry) -> None:
        """A head is a further action of the chain, or the first of a new one."""
        if self._roots[event.n] != self._root:
            self._root, self.links = self._roots[event.n], []
        self._depths[event.n] += 1
        self.links.append(Link(entry, self._depths[event.n]))

    def _relink(self, entry: LogEntry) -> None:
        """More has become known of the last action."""
        if self.links and self.links[-1].entry.moment == entry.moment:
            self.links[-1] = Link(entry, self.links[-1].depth)

    def _goes_on(self, last: AnyEvent) -> bool:
        """Is the head that waits that of this event, with nothing told below it?"""
        return self._waiting is not None and self._waiting.moment == last.n and not self._waiting.rows

    def _begin_phase(self, event: PhaseBegan, telling: Telling) -> None:
        """A phase is told once something happens in it; phases in which nothing happens are left out."""
        here = f"{self._turn}/{event.phase}/{event.side}"
        if here != self._phase_told:
            self.flush()
            self._phase_told = here
            self._phase = self._head(event, telling)

    def flush(self) -> None:
        """The action told so far goes into the log."""
        if self._waiting is not None:
            self.model.append(self._waiting)
            self._waiting = None

    def close_card(self) -> bool:
        """Put the resolution card away; whether there was one."""
        had = self.action is not None or len(self.links) > 1
        self.action, self.links, self._root = None, [], 0
        return had

    def _telling(self, event: AnyEvent) -> Telling | None:
        scene = self.desk.scene
        try:
            found = scene.ruleset.words(scene, event)
        except Exception as error:
            self.desk.session.notices.append(f"An event could not be told: {type(error).__name__} {error}"[:160])
            return None
        if found is None and isinstance(event, TurnBegan):
            return Telling(text=f"Turn {event.turn}", head=True)
        return found

    @staticmethod
    def _is_action(event: AnyEvent, telling: Telling) -> bool:
        return telling.topic in (COMBAT, MORALE)

    def _head(self, event: AnyEvent, telling: Telling) -> LogEntry:
        side = self._side(event, telling)
        index = self.desk.side_index(side) if side else None
        return LogEntry(
            head=self._runs(telling, index),
            time=self._time(),
            side=index,
            tags=frozenset({telling.topic}),
            units=frozenset(telling.about),
            moment=event.n,
            rows=_rows_of_head(event, telling),
        )

    def _runs(self, telling: Telling, side: int | None) -> tuple[Run, ...]:
        """The head in runs: the first name in the side's colour."""
        text = telling.text
        first = next((self.desk.name(a) for a in telling.about if text.startswith(self.desk.name(a))), "")
        runs = []
        if first and side is not None:
            text = text.removeprefix(first)
            mark = text[:1] if text[:1] in (":", ",") else ""
            runs.append(Run(first + mark, "bold", self.desk.pair.side(side).colour))
            text = text.removeprefix(mark).strip()
        if text:
            runs.append(Run(text, "bold" if first else "semi"))
        if telling.need:
            runs.append(Run(telling.need, "regular", Ink.DIM, Size.DENSE))
        if telling.result:
            runs.append(Run(telling.result, "semi"))
        return tuple(runs)

    def _side(self, event: AnyEvent, telling: Telling) -> str:
        named = getattr(event, "side", "")
        if named in self.desk.state.sides:
            return str(named)
        for name in telling.about:
            stand = self.desk.stand(name)
            group = self.desk.state.groups.get(name)
            if stand is not None or group is not None:
                return stand.side if stand is not None else group.side if group is not None else ""
        return ""

    def _time(self) -> str:
        clock = self._clock_min
        if clock is None:
            return f"T{self._turn}" if self._turn else ""
        return f"{clock // 60:02d}:{clock % 60:02d}"


def _rows_of_head(event: AnyEvent, telling: Telling) -> tuple[LogRow, ...]:
    """A roll that is an action of its own shows its dice below its head."""
    if not isinstance(event, Rolled):
        return ()
    if not telling.head:
        return (_row(event, telling),)
    return (replace(_row(event, telling), purpose=_plain_purpose(event)),) if event.dice else ()


def _plain_purpose(event: Rolled) -> str:
    return event.purpose.replace("_", " ").capitalize()


def _with_row(entry: LogEntry, row: LogRow, telling: Telling) -> LogEntry:
    who, _, what = row.purpose.partition(": ")
    if what and plain(entry.head).startswith(who):
        row = replace(row, purpose=what.capitalize())
    tags, units = entry.tags | {telling.topic}, entry.units | set(telling.about)
    return replace(entry, rows=(*entry.rows, row), tags=tags, units=units)


def _cited(event: AnyEvent) -> tuple[str, ...]:
    """The first two rules of an event, each once."""
    return tuple(dict.fromkeys(event.rules))[:2]


def _row(event: AnyEvent, telling: Telling) -> LogRow:
    if not isinstance(event, Rolled):
        result = telling.result or telling.text
        return LogRow(purpose="", result=result, rules=_cited(event), cited=event.rules)
    result = telling.result or event.outcome.replace("_", " ")
    purpose = telling.text if len(telling.text) <= LONGEST_PURPOSE else _plain_purpose(event)
    words = tuple(modifier_text(m) for m in event.modifiers)
    behind = (*event.rules, *(m.rule for m in event.modifiers if m.rule))
    return LogRow(
        purpose=purpose,
        need=telling.need or event.needed,
        dice=dice_of(event, telling.good),
        result=result,
        modifiers=" · ".join(words),
        total=_total(event, result),
        rules=_cited(event),
        steps=steps_of(event, words),
        cited=behind,
    )


def _total(event: Rolled, result: str) -> str:
    """What the dice came to, unless the result says it itself."""
    total = f"{event.total:g}" if _has_total(event) and event.total is not None else ""
    return "" if result.split(" ", 1)[0] == total else total


def _has_total(event: Rolled) -> bool:
    return event.total is not None and (len(event.dice) > 1 or bool(event.modifiers))


def dice_of(event: Rolled, good: bool | None) -> tuple[Die, ...]:
    """The natural dice; where each counts by itself, those that are high enough are framed."""
    need = _AT_LEAST.match(event.needed)
    if need and not _has_total(event):
        least = int(need.group(1))
        return tuple(Die(d, event.sides, SUCCESS if d >= least else FAILURE) for d in event.dice)
    state = ROLLED
    if len(event.dice) == 1 and good is not None:
        state = SUCCESS if good else FAILURE
    return tuple(Die(d, event.sides, state) for d in event.dice)


def modifier_text(modifier: Modifier) -> str:
    """One modifier in words: `flank +2`, `in woods -1d`."""
    if modifier.dice:
        return f"{modifier.reason} {modifier.dice:+d}d"
    return f"{modifier.reason} {modifier.add:+g}" if modifier.add else modifier.reason
