"""What a battle of this rulebook remembers beyond what every battle does. Places in inches.

`missiles` and the like of -1 mean "no limit". Turn numbers of 0 mean "never".
"""

from __future__ import annotations

from typing import cast

import msgspec

from wargame.engine.ruleset import Scene
from wargame.engine.state import Group, Stand, State

Point = tuple[float, float]


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """One weapon of a unit line. Ranges in inches; `pen` of None: no anti-vehicle fire.

    Rules: FFT-VEH-04, -05, -12, FFT-INF-01, -02, -06.
    """

    id: str
    """gun, missile, law, maw, small, sam, aam, direct, mortar, rockets or nlos."""
    name: str
    pen: int | None = None
    h: bool = False
    rof: int = 1
    rng: int = 0
    """Effective range of guns and small arms, maximum of missiles."""
    least: int = 0
    """Minimum range of missiles."""
    top: bool = False
    tandem: bool = False
    laser: bool = False
    limited: bool = False
    to_hit: int = 0
    """Number to be rolled in small-arms fire; 0: none."""
    is_missile: bool = False


class Sheaf(msgspec.Struct, frozen=True):
    """One way guns lie their shells: factors of one gun, light factors, template in inches. Rule: FFT-SHEAF-01."""

    factors: int
    light: bool
    width_in: float
    length_in: float


class Battery(msgspec.Struct, frozen=True, kw_only=True):
    """What a line of the artillery list fires. Rules: FFT-ARTR-01, -02."""

    calibre: int
    kind: str
    """gun, mortar or mrl."""
    board: str
    """on, off or both."""
    least_in: float
    reach_in: float
    reach_km: float
    converged: Sheaf | None
    dispersed: Sheaf | None
    shells: tuple[str, ...]
    reload_turns: int
    shots: int


class Ratings(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the lists, as it stands for this stand. Rules: FFT-VEH-01 to -10, FFT-INF-01, FFT-ARTR-01."""

    id: str
    name: str
    nations: tuple[str, ...]
    year_from: int
    year_to: int
    pv: int
    kind: str
    """mbt, light, soft, heli, towed, infantry or fo."""
    role: str
    move: int
    move_class: str
    """t, w, h, leg or x."""
    amphibious: bool = False
    front: int = 0
    front_flags: str = ""
    flank: int = 0
    flank_flags: str = ""
    weapons: tuple[Weapon, ...] = ()
    aa: str = ""
    """gun, sam, gunsam or aam: weapons against helicopters."""
    equip: tuple[str, ...] = ()
    carry: int = 0
    tow: bool = False
    rockets: int = 0
    battery: Battery | None = None
    default_quality: str = ""
    notes: str = ""

    def weapon(self, weapon_id: str) -> Weapon | None:
        """The weapon of this id."""
        return next((w for w in self.weapons if w.id == weapon_id), None)


class Owed(msgspec.Struct, frozen=True):
    """A check that is owed: its source (fire, artillery, smoke), the modifier to the die, whether shells were light.

    Rules: FFT-MARK-03, FFT-QC-18.
    """

    source: str
    modifier: int
    why: str = ""
    light: bool = False


class FistStand(Stand, kw_only=True):
    """Five vehicles, a platoon, a team or a battery's gun section."""

    ratings: Ratings
    quality: str = "average"
    off_board: bool = False
    worth: float = 0.0
    """Points that its loss scores where the scenario counts stands; 0: as usual."""

    # -- movement of the stand's last (or current) Movement Phase
    spent: float = 0.0
    """Allowance spent in it, on moving and on acts."""
    moved_spent: float = 0.0
    """Allowance spent on moving alone (FFT-ELIG-09)."""
    moved: bool = False
    """Moved, mounted, dismounted or was carried in it."""
    move_mode: str = ""
    """The way of moving it used first in it: strategic excludes all others."""
    move_done: bool = False
    strategic: bool = False
    """Moved strategically in its last Movement Phase."""
    in_swamp: bool = False
    """Moved in swamp in this step, so it rolls for bogging."""
    walked: tuple[Point, ...] = ()
    halted: bool = False
    """Stopped by close combat range; the rest of its allowance waits (FFT-CC-02)."""
    high: bool = False
    """A helicopter in high mode."""
    mode_changed: bool = False
    popped: bool = False
    touched_cliff: bool = False
    """Light infantry that has spent a turn at a cliff and may climb now (FFT-TERR-34)."""
    waits_at_cliff: bool = False

    # -- fire
    fired_in: str = ""
    """Phase in which it last fired, as `phase_key`."""
    fired_own_turn: int = 0
    """Number of its own player turn in which it last fired."""
    used: tuple[tuple[str, int], ...] = ()
    """Weapons used in this player turn, with the shots fired."""
    used_in: int = 0
    """Player turn that `used` belongs to."""
    marker: str = ""
    """overwatch or hold."""
    closing_ow: bool = False
    """Fired overwatch in its own Movement Phase of this player turn."""
    missiles: int = -1
    sams: int = -1
    rockets: int = 2
    designates: str = ""
    """Enemy it designates until the end of the phase."""

    # -- condition
    pinned: bool = False
    stuck: bool = False
    spotted: bool = True
    """Some enemy has spotted it."""
    doomed: bool = False
    """Destroyed by fire of this phase; it goes when the phase closes."""
    owes: tuple[Owed, ...] = ()
    small_hits: int = 0
    passed: tuple[str, ...] = ()
    """Sources of checks passed in this player turn."""
    fell_to: str = ""
    dead_carrier: str = ""
    """Its carrier has been destroyed; it checks whether it gets out."""

    # -- artillery
    rounds: int = -1
    icm: int = -1
    guided: int = 2
    reload_until: int = 0
    """First own turn in which a rocket launcher may fire again."""
    mission: str = ""
    """Mission it is booked for, or "counterbattery"."""
    observed_turn: int = 0
    """Game turn in whose Command Phase it (an FO) observed."""


class FistGroup(Group, kw_only=True):
    """A unit: company or battalion. Rule: FFT-UNIT-01, -02."""

    quality: str = "average"
    kind: str = "*"
    started: int = 0
    """Stands that count for its strength at the start."""
    held: bool = False
    cohesive: bool = True
    """False for separate stands that belong to no unit."""
    lost_now: int = 0
    """Stands lost in this player turn."""
    alone: bool = False
    """Has checked as the last stand."""
    integral_fo: bool = True
    observed_turn: int = 0
    """Game turn in whose Command Phase its integral FO observed."""


class Mission(msgspec.Struct, frozen=True, kw_only=True):
    """One barrage marker with what its owner wrote down. Rules: FFT-ARTY-02, -03."""

    id: str
    side: str
    x: float
    y: float
    observer: str
    """Stand or group that observes; a group's FO may be with any of its stands."""
    guns: tuple[str, ...]
    sheaf: str
    shell: str
    turn: int
    player_turn: int
    """Number of the player turn in whose Artillery Phase it lands."""
    decoy: bool = False


class Shooting(msgspec.Struct, frozen=True, kw_only=True):
    """A declared attack that waits until all attacks at its target are declared. Rule: FFT-ELIG-05."""

    stand: str
    weapon: str
    targets: tuple[tuple[str, int], ...]
    mode: str = ""


class FistState(State, kw_only=True):
    """The state of a battle."""

    stands: dict[str, FistStand] = {}  # type: ignore[assignment]  # noqa: RUF012
    groups: dict[str, FistGroup] = {}  # type: ignore[assignment]  # noqa: RUF012
    year: int = 0
    first: str = ""
    second: str = ""
    player_turn: int = 0
    """Player turns begun so far; odd ones are the first player's."""
    deployed: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    mustered: tuple[str, ...] = ()
    """Groups whose units have been picked."""
    placed_markers: str = ""
    """Key of the Command Phase in which markers have been placed."""
    asked: tuple[str, ...] = ()
    """Questions of the current step that have been answered."""
    engaged: tuple[tuple[str, str, str], ...] = ()
    """Fire of this phase: (target, side of the firer, firer). Rule: FFT-TGT-02."""
    pending: tuple[Shooting, ...] = ()
    closed: tuple[str, ...] = ()
    """Targets whose attacks have been resolved in this step."""
    offered: tuple[str, ...] = ()
    """Chances of overwatch that have been declined in this move: an offer comes again only when something is new."""
    active: str = ""
    """Stand that is moving."""
    missions: tuple[Mission, ...] = ()
    counterbattery: tuple[str, ...] = ()
    fired_missions: tuple[Mission, ...] = ()
    combat: tuple[str, ...] = ()
    """Stands of the close combat that is being fought."""
    combat_round: int = 0
    combat_half: str = ""
    fought: tuple[tuple[str, str], ...] = ()
    """Pairs that may not fight again in this player turn (FFT-CC-16)."""
    ended_combats: tuple[str, ...] = ()
    front_at_start: tuple[tuple[str, str], ...] = ()
    """Pairs (stand, enemy in its front arc) at the start of the enemy Movement Phase. Rule: FFT-PIV-01."""
    serial: int = 0


def state_of(scene: Scene) -> FistState:
    """The scene's state as this rulebook's."""
    return cast(FistState, scene.state)


def phase_key(state: FistState) -> str:
    """Name of the phase that is being played, different for every player turn."""
    return f"{state.player_turn}:{PHASES.get(state.step.rsplit('_', 1)[0], state.step)}"


PHASES = {
    **dict.fromkeys(("arm", "move", "pivot", "gas_move", "check_move", "bog"), "movement"),
    **dict.fromkeys(("meet", "close"), "close"),
    **dict.fromkeys(("go_on", "complete", "check_complete", "bog_complete"), "complete"),
    **dict.fromkeys(("open_fire", "turn_front", "fire", "hold", "gas_fire", "result", "mark"), "firing"),
    **dict.fromkeys(("begin", "smoke", "barrage", "enter"), "command"),
    **dict.fromkeys(("shell", "land", "counter", "check_shell"), "artillery"),
    **dict.fromkeys(("final", "loss", "tidy"), "final"),
}
"""Steps by the phase they belong to."""
