"""Movement on the table, made from events: what moves, what flies, what falls. The state is final already; any of it
can be dropped at any moment."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from wargame.board import along, path_length
from wargame.engine.events import (
    AnyEvent,
    Fired,
    Lost,
    Rolled,
    Sighted,
    StandMoved,
    StandPlaced,
    StandRemoved,
    StandTurned,
    TemplateLanded,
)
from wargame.engine.state import State

Point = tuple[float, float]
INCHES_PER_S = 12.0
LONGEST_MOVE_S = 1.2
TURN_S = 0.18
SHOT_S = 0.45
BLAST_S = 0.5
DICE_S, DIE_S, LONGEST_DICE_S = 0.35, 0.06, 0.9
REMOVAL_S = 0.6
ANNOUNCE_S = 0.35


@dataclass(slots=True)
class Pose:
    """Where a stand is shown. `fade` from 0 (not to be seen) to 1."""

    x: float
    y: float
    facing_deg: float
    fade: float = 1.0


@dataclass(slots=True)
class Beat:
    """One event being shown: how long it takes, and how far it is (0 to 1)."""

    event: AnyEvent
    lasts_s: float
    done_s: float = 0.0

    @property
    def share(self) -> float:
        """How much of it is over."""
        return 1.0 if self.lasts_s <= 0 else min(1.0, self.done_s / self.lasts_s)


@dataclass(slots=True)
class Motion:
    """The queue of events to be shown, and the poses of the stands meanwhile.

    `told` collects the events that have been shown since it was last emptied, for log and resolution card.
    """

    poses: dict[str, Pose] = field(default_factory=dict)
    queue: deque[Beat] = field(default_factory=deque)
    told: list[AnyEvent] = field(default_factory=list)
    version: int = 0
    """Grows whenever a stand is shown somewhere else."""
    stepping: bool = False
    """Pause before each shot, die and move after the first."""
    held: bool = False
    """Whether it pauses now."""

    @property
    def busy(self) -> bool:
        """Whether something is still to be shown."""
        return bool(self.queue)

    @property
    def beat(self) -> Beat | None:
        """What is being shown."""
        return self.queue[0] if self.queue else None

    def settle(self, state: State) -> None:
        """Show the stands where the state has them."""
        poses = {s.id: Pose(s.x, s.y, s.facing_deg) for s in state.stands.values() if s.in_play}
        if poses != self.poses:
            self.poses = poses
            self.version += 1

    def show(self, events: Iterable[AnyEvent], speed: float, announce: bool = False, brief: bool = False) -> None:
        """Queue events. `speed` 0 shows nothing and only tells; `announce` pauses before an action; `brief` shows
        nothing of what another event has set off."""
        for event in events:
            lasts = _lasts(event, announce) / speed if speed > 0 and not (brief and event.cause) else 0.0
            self.queue.append(Beat(event, lasts))

    def update(self, dt: float, state: State) -> None:
        """Let time go by."""
        while self.queue and not self.held:
            beat = self.queue[0]
            beat.done_s += dt
            self.version += 1
            self._pose(beat)
            if beat.done_s < beat.lasts_s:
                return
            dt = beat.done_s - beat.lasts_s
            self._finish(beat)
            self.held = self.stepping and bool(self.queue) and _is_step(self.queue[0].event)
        if not self.queue:
            self.settle(state)

    def go_on(self, stepping: bool) -> None:
        """Leave the pause; with `stepping` until the next shot, die or move."""
        self.stepping, self.held = stepping, False

    def skip(self, state: State) -> None:
        """Drop all that is still to be shown; it counts as told."""
        self.held = False
        while self.queue:
            self._finish(self.queue[0])
        self.settle(state)

    def clear(self, state: State) -> None:
        """Forget everything (hand-over, undo)."""
        self.queue.clear()
        self.told.clear()
        self.held = False
        self.settle(state)

    def take_told(self) -> list[AnyEvent]:
        """The events shown since the last call."""
        told, self.told = self.told, []
        return told

    def _finish(self, beat: Beat) -> None:
        beat.done_s = beat.lasts_s
        self.version += 1
        self._pose(beat)
        self.queue.popleft()
        self.told.append(beat.event)
        event = beat.event
        if isinstance(event, StandRemoved) or (isinstance(event, Lost) and event.level == "unknown"):
            self.poses.pop(event.stand, None)

    def _pose(self, beat: Beat) -> None:
        event, share = beat.event, beat.share
        if isinstance(event, StandMoved):
            self.poses[event.stand] = walking(event.path, event.facing_deg, share)
        elif isinstance(event, StandTurned) and event.stand in self.poses:
            pose = self.poses[event.stand]
            turn = (event.facing_deg - pose.facing_deg + 180) % 360 - 180
            pose.facing_deg += turn * share
        elif isinstance(event, StandPlaced):
            self.poses[event.stand] = Pose(event.x, event.y, event.facing_deg, share)
        elif isinstance(event, StandRemoved) and event.stand in self.poses:
            self.poses[event.stand].fade = 1 - 0.7 * share


def _is_step(event: AnyEvent) -> bool:
    """Whether stepping pauses before this event."""
    if isinstance(event, Rolled):
        return bool(event.dice)
    return isinstance(event, Fired | StandMoved | TemplateLanded | StandRemoved)


def walking(path: Sequence[Point], facing_deg: float, share: float) -> Pose:
    """Where a stand is after a share of its path, looking where it goes; at the end it has its final facing."""
    length = path_length(path)
    if share >= 1 or length < 1e-6:
        return Pose(path[-1][0], path[-1][1], facing_deg)
    x, y = along(path, length * share)
    u, v = along(path, min(length, length * share + 0.1))
    heading = math.degrees(math.atan2(v - y, u - x)) if (u, v) != (x, y) else facing_deg
    return Pose(x, y, heading % 360)


def _lasts(event: AnyEvent, announce: bool) -> float:
    if isinstance(event, StandMoved):
        return min(LONGEST_MOVE_S, path_length(event.path) / INCHES_PER_S) + (ANNOUNCE_S if announce else 0)
    if isinstance(event, StandTurned):
        return TURN_S
    if isinstance(event, StandPlaced | Sighted):
        return 0.12
    if isinstance(event, Fired):
        return SHOT_S + (ANNOUNCE_S if announce else 0)
    if isinstance(event, TemplateLanded):
        return BLAST_S
    if isinstance(event, Rolled):
        return min(LONGEST_DICE_S, DICE_S + DIE_S * len(event.dice)) if event.dice else 0.1
    return REMOVAL_S if isinstance(event, StandRemoved) else 0.0
