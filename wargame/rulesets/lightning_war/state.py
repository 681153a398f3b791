"""What a battle of this rulebook remembers beyond what every battle does. Places in inches.

A *cycle* is everything from one Command Phase to the next, a *turn* the game turn from one roll for initiative to the
next; both count from 1, 0 means "never". Fields that end in `_cycle` or `_turn` name when something last happened.
"""

from __future__ import annotations

import msgspec

from wargame.engine.state import Group, Stand, State

Point = tuple[float, float]


class Ratings(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the unit lists. AP and DEF None: it has none; `he_only`: its main gun fires high explosive only."""

    unit_id: str
    nation: str
    name: str
    troop: str
    """infantry, engineer, sniper, hq, observer, hmg, at_rifle, heat, mortar, at_gun, field_gun, infantry_gun, howitzer,
    aa_gun, tank_gun, rockets, soft_vehicle, aircraft, or the type of a vehicle ("tank", "assault_gun" …)."""
    weapon: str
    second_weapon: str = ""
    ap: int | None = None
    ap_far: int | None = None
    he_only: bool = False
    second_ap: int | None = None
    second_he_only: bool = False
    def_front: int | None = None
    def_side: int | None = None
    """Side and rear; None where the entry has a single DEF."""
    he_dice: int = 0
    arc_deg: int = 180
    """Degrees to each side of its facing."""
    open_topped: bool = False
    heat: bool = False
    indirect: bool = False
    only_indirect: bool = False
    year_from: int
    year_to: int
    notes: str = ""


class WarStand(Stand, kw_only=True):
    """A squad, team, gun crew, vehicle, headquarters or battery."""

    ratings: Ratings
    off_board: bool = False
    """A battery behind the table or an aircraft: never stands on it."""
    is_hq: bool = False
    """Its platoon's headquarters (an armed vehicle stays an ordinary target, LW2-CAS-06)."""
    quality: str = "battle_hardened"
    carries: tuple[str, ...] = ()
    """Unit lines of the HEAT weapons and anti-tank rifles that it has beside its own arms."""
    flame: bool = False
    """Has one use of a flame-thrower left."""
    assault_bonus: int = 0
    mine_clearer: bool = False
    """A tank with a device that clears mines (LW2-MINE-07)."""
    clearing_bonus: int = 0
    """Added to its dice for clearing mines."""
    scatters: bool = False
    """May lay scatter mines (LW2-MINE-08)."""

    # -- a battery behind the table
    request: str = ""
    """company, battalion, regiment, division, corps or air."""
    serves: tuple[str, ...] = ()
    """Groups that may ask for it; none named: all of its side."""
    sections: int = 0
    """Guns that it has left (LW2-CB-05)."""
    requested_turn: int = 0
    counter_battery: bool = False
    rounds: int | None = None
    """Missions or strikes left; None: no limit."""

    # -- this cycle
    moved_cycle: int = 0
    shot_cycle: int = 0
    shots: int = 0
    """Shots fired in `shot_cycle`."""
    stays_cycle: int = 0
    """It fired without moving, at no penalty, and stays where it is (LW2-TURN-14)."""
    on_the_move_cycle: int = 0
    """It fired with the penalty of a moving firer."""
    shot_at_cycle: int = 0
    busy_cycle: int = 0
    """Clearing mines, mending a bridge, reorganising after an assault: nothing else in that cycle."""

    # -- lasting
    active_cycle: int = 0
    """It moved or fired where an enemy saw it, or lost a probe by fire (LW2-LOS-06)."""
    fired_cycle: int = 0
    shot_at_by: tuple[str, ...] = ()
    """Enemies that fired at it directly in the present game turn (LW2-ARC-05)."""
    suppressed_turn: int = 0
    """Game turn in which it was suppressed; 0: it is not."""
    pinned: bool = False
    must_leave: bool = False
    """A tank that has to withdraw to cover at its next move (LW2-RIDE-04)."""
    cleared: tuple[tuple[str, int], ...] = ()
    """What it has rolled so far to clear minefields."""
    attacked: bool = False
    """A higher headquarters that has been attacked may fire (LW2-FORCE-18)."""


class WarGroup(Group, kw_only=True):
    """A platoon or command."""

    quality: str = "battle_hardened"
    nation: str = ""
    raised_by: tuple[str, ...] = ()
    """Sub-units that were disabled, suppressed or pinned; each raises the rating once (LW2-MOR-14)."""
    reinforced: int = 0
    """Points that replacements have taken off the rating."""
    resting_cycle: int = 0
    """Cycle at whose Command Phase it was last ready for replacements (LW2-MOR-18)."""
    in_flight: bool = False
    held: bool = False
    """A trigger of the scenario keeps it where it is."""
    higher: bool = False
    """A headquarters above company."""
    exempt: bool = False
    """Supporting artillery, reconnaissance, attached armour: not part of a platoon's test (LW2-MOR-09)."""
    supports: str = ""
    """Platoon that heavy machine guns support."""
    falls_back: int = 1
    """Features that it falls back in a Command Phase."""
    idle_turn: int = 0
    """Game turn in which it was selected and did nothing."""
    night_turn: int = 0
    """Game turn in which it made its one move by night."""


class WarState(State, kw_only=True):
    """The whole battle."""

    groups: dict[str, WarGroup] = msgspec.field(default_factory=dict)  # type: ignore[assignment]
    stands: dict[str, WarStand] = msgspec.field(default_factory=dict)  # type: ignore[assignment]
    year: int = 1943
    initiative: str = ""
    """Side that is the initiating player of this game turn."""
    cycle: int = 0
    selected: str = ""
    """Platoon that was selected in this cycle."""
    lost: bool = False
    """A test of the initiating side has failed: the game turn ends when what is being resolved is done."""
    phases: int = 0
    """Command Phases so far."""
    ticked: bool = False
    """The clock has gone on for a Command Phase that did not come, since dawn or dusk ended the game turn."""
    elapsed_min: int = 0
    mustered: tuple[str, ...] = ()
    deployed: tuple[str, ...] = ()
    markers_due: int = 0
    """Objectives that the players place; 0: not rolled yet."""
    next_placer: str = ""
    passes: int = 0
    counted: dict[str, str] = msgspec.field(default_factory=dict)
    """Objective to the side that has its points now."""
    taken_by: dict[str, str] = msgspec.field(default_factory=dict)
    """Objective to the stand that occupied it."""
    first_strength: dict[str, int] = msgspec.field(default_factory=dict)
    """Squads and vehicles of each side at the start (LW2-VP-03)."""
    bridge_damage: dict[str, int] = msgspec.field(default_factory=dict)
    flown: tuple[str, ...] = ()
    """Platoons that have already fallen back or tested in this Command Phase."""

    def other(self, side: str) -> str:
        """The enemy of a side."""
        return next(s for s in self.sides if s != side)
