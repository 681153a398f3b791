"""What a battle of this rulebook remembers beyond what every battle does. Places in inches; turns count from 1.

A turn number of 0 means "never". Fields that end in `_turn` name the turn in which something last happened. No chain
of reactions is in the state: a chain begins and ends inside one round.
"""

from __future__ import annotations

import msgspec

from wargame.engine.state import Group, Plain, Stand, State
from wargame.rulesets.clash_of_titans.records import Cloud as Cloud
from wargame.rulesets.clash_of_titans.records import Fire as Fire
from wargame.rulesets.clash_of_titans.records import Melee as Melee
from wargame.rulesets.clash_of_titans.records import Mission as Mission
from wargame.rulesets.clash_of_titans.records import NpTask as NpTask
from wargame.rulesets.clash_of_titans.records import Pair as Pair

Point = tuple[float, float]

READY = "ready"
DUCKED = "ducked_back"
HUNKERED = "hunkered_down"
STUNNED = "stunned"
RUNNING = "running"
OUT = "out_of_the_fight"
CAPTURED = "captured"
DEAD = "obviously_dead"
"""Never the status of a stand in the battle: the dead have `gone` = "dead"."""

STATIONS = ("commander", "gunner", "second_gunner", "loader", "driver", "hull_gunner", "rider", "passenger")


class VehicleSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the vehicle list, as it stands for this vehicle (scenario fields already put in). Rule: NUT-VEH-01."""

    id: str
    name: str
    nation: str
    years: tuple[int, int]
    drive: str
    """tracked, half-tracked, wheeled, skis, drawn or pedalled."""
    class_: str
    """motorcycle, softskin car, softskin truck, light, medium, heavy, wagon or bicycle."""
    open: bool
    road_in: float
    off_in: float
    turns: int
    ar_front: int
    ar_side: int
    ar_top: int
    """The bottom has the same (NUT-VEH-02)."""
    gun: str = ""
    """Row of `guns`, `weapons` or `blast_weapons`; empty: none."""
    mount: str = ""
    """turret, casemate or hull: where the main gun sits."""
    turreted: bool = False
    turret_ar: int = 0
    """Change to the AR of the facing struck for a hit on the turret."""
    second_gun: str = ""
    mgs: tuple[str, ...] = ()
    """Words of table `mg_mounts`."""
    crew: int = 1
    seats: int = 0
    kind: str = ""
    """The vehicle list's word: medium tank, tank destroyer, armoured car …"""

    @property
    def soft(self) -> bool:
        """True for motorcycles, cars, trucks and wagons: no armour at all."""
        return self.ar_front == 0 and self.ar_side == 0


class ClashStand(Stand, kw_only=True):
    """One man, vehicle, gun or PEF marker. What concerns only men or only vehicles is unused in the others.

    Crewmen and passengers are stands with a `carrier` and a `station`; the men of a towed gun stand on the table and
    name it in `mans`.
    """

    kind: str = "man"
    """man, vehicle, gun or pef."""
    rep: int = 4
    """Reputation without any modifier of a moment; a vehicle's or gun's own is not used (its crew's is)."""

    # -- who he is
    class_: str = "regular"
    """regular, assault, engineer, airborne, militia, penal or crew (who has a grenade; lists)."""
    star: bool = False
    star_power: int = 0
    """Star Power dice left (NUT-CHAR-06)."""
    officer: bool = False
    nco: bool = False
    junior_nco: bool = False
    medic: bool = False
    radio: bool = False
    observer: bool = False
    """A forward observer."""
    attributes: tuple[str, ...] = ()
    """Names of table `attributes`."""
    spent: tuple[str, ...] = ()
    """What may be used once in a mission or turn and has been: "Lucky", "Plucky", "Resilient", "Unlucky" …"""

    # -- what he carries
    weapons: tuple[str, ...] = ()
    """Short names of `weapons` or `blast_weapons`; counted ones are counted in `rounds`."""
    in_hand: str = ""
    """The weapon he fires and fights with."""
    dry: tuple[str, ...] = ()
    """Weapons that have run dry (NUT-AMMO-01)."""
    reloads: int = 0
    """Runs of a weapon running dry that he may still cancel (NUT-AMMO-04)."""
    rounds: tuple[tuple[str, int], ...] = ()
    """Counted weapons and how many are left."""
    readied: str = ""
    """Grenade, charge or bottle in the fist (NUT-ACT-04)."""
    readied_turn: int = 0
    grenade_checked: bool = False
    """It is known whether he has a grenade (NUT-GREN-01)."""
    bayonet: bool = True
    set_up: bool = False
    """His MMG, HMG or mortar is set up."""
    setting_up: int = 0
    """Activations spent on setting up or packing (one man needs two)."""
    carrying: str = ""
    """Id of the man, or word for the load ("mounts", "bicycle"), that he carries."""
    work: str = ""
    """A task that goes on: "dig", "clear", "recover" …"""
    work_done: int = 0
    """Activations spent on it."""

    # -- how he is
    status: str = READY
    """ready, ducked_back, hunkered_down, stunned, running, out_of_the_fight or captured."""
    prone: bool = False
    fast_moving: bool = False
    """Until its next activation begins (NUT-MOVE-03)."""
    mounted: bool = False
    """Sits on a horse or the like (NUT-FIRE-01, -12, NUT-GEO-05)."""
    dug_in: bool = False
    hidden: bool = False
    """Marked Hidden: the enemy does not know of it (NUT-SIGHT-11)."""
    stunned_served: bool = False
    """His whole activation of recovery has begun."""
    captor: str = ""
    wounded: bool = False
    """A prisoner who was taken Out of the Fight."""
    treated: bool = False
    evacuated: bool = False
    rallied_turn: int = 0
    ran_turn: int = 0
    """Turn in which it last made a Run Away move."""
    lost_heart: bool = False
    """Hunkered down or ran in this mission (Rep changes after it)."""
    unseen_activation: bool = False
    """Spent the whole of its last activation out of sight in cover or concealment (NUT-SIGHT-11)."""

    # -- this activation (cleared when its group's begins)
    active_turn: int = 0
    """Turn of its last activation."""
    moved_in: float = 0.0
    """Inches of movement paid for in this activation."""
    walked: tuple[Point, ...] = ()
    """Path walked in it, beginning where it started."""
    fast_passed: int | None = None
    """Dice passed on the Fast Move test it took; None: it took none."""
    acted: str = ""
    """The other action it carried out: id of the act."""
    shot: bool = False
    """Has made its voluntary shooting."""
    shot_turn: int = 0
    """Turn in which it last shot, in whatever way."""
    snapped: bool = False
    finished: bool = False
    """Its activation is over: it has nothing more to do in it."""
    stood_up: bool = False
    charges: str = ""
    """Enemy it charges in this activation."""
    tested_charge: int | None = None
    """Dice passed on Wanting to Charge; None: not tested."""

    # -- guns, crews and melees
    mans: str = ""
    """Id of the gun it serves."""
    station: str = ""
    """Place aboard its carrier: one of STATIONS."""
    also: tuple[str, ...] = ()
    """Other stations that are his from the start (NUT-CREW-01)."""
    taken: tuple[str, ...] = ()
    """Stations that he has taken over from lost men (NUT-CREW-05)."""
    jobs: tuple[str, ...] = ()
    """Stations whose work he has done in this activation (NUT-CREW-04)."""
    melee_with: tuple[str, ...] = ()
    melee_rounds: int = 0
    """Rounds fought in the present melee."""
    melee_recovered: bool = False
    """Was knocked down in this melee and got up again (NUT-MELE-04)."""

    # -- in a building
    room: str = ""
    """"feature:area" of the building area he is in; `floor` is the storey."""

    # -- vehicles and guns
    spec: VehicleSpec | None = None
    gun: str = ""
    """Row of `guns` or `weapons` of a gun on wheels."""
    size: str = ""
    """Row of `vehicle_sizes`."""
    buttoned: bool = False
    loaded: str = "AP"
    """AP, HE or "" (empty); guns that are always loaded ignore it."""
    second_loaded: str = "AP"
    turret_deg: float | None = None
    """Where turret or all-round mount points, as a facing on the table; None: straight ahead."""
    last_target: str = ""
    """What the main gun last fired at."""
    last_aim: tuple[float, ...] = ()
    """Where it and that target stood then: x, y, x, y (NUT-VGUN-05)."""
    immobilised: bool = False
    gun_out: bool = False
    bogged: bool = False
    stuck: bool = False
    stalled_turn: int = 0
    """Turn of the activation it loses because of a stall."""
    burning: bool = False
    knocked_out: bool = False
    """A wreck: it stays on the table as a block, and is gone from the battle."""
    abandoned: bool = False
    towed_by: str = ""
    boarded_turn: int = 0
    """Turn in which men last got in (NUT-TRAN-01)."""
    unloaded_turn: int = 0
    """Turn in which men last got out."""
    went: str = ""
    """"forward" or "reverse" in this activation."""
    turned: int = 0
    """Turns of up to 45 degrees made in this activation."""
    last_moved_in: float = 0.0
    """Length of its last move in inches."""
    control_lost: bool = False
    leaving: bool = False
    """Runs for its own edge each turn (NUT-STAT-14, NUT-CLNK-02)."""

    # -- PEF markers
    pef: int = 0
    """Number of the marker; 0: no PEF."""

    @property
    def is_man(self) -> bool:
        """True for a figure."""
        return self.kind == "man"

    @property
    def is_vehicle(self) -> bool:
        """True for anything of the vehicle list."""
        return self.kind == "vehicle"

    @property
    def is_gun(self) -> bool:
        """True for a gun on wheels."""
        return self.kind == "gun"

    @property
    def is_afv(self) -> bool:
        """True for a vehicle with armour."""
        return self.spec is not None and not self.spec.soft


class ClashGroup(Group, kw_only=True):
    """Figures under one leader, or one part of them after a split (`origin` is the group they come from)."""

    origin: str = ""
    """Group of the scenario that it has split from; empty: it is one itself."""
    stray: bool = False
    """Men out of their group's chain; they belong to it again once they are back in it (NUT-GRP-01)."""
    strength: int = 0
    """Members at the start of the mission; a split gives each part its own number (NUT-GRP-05)."""
    start_leader: str = ""
    """Who led it at the start (NUT-LDR-07)."""
    temporary: str = ""
    """Who leads while its leader is unable to (NUT-LDR-06)."""
    commanded_by: str = ""
    """Leader who has begun an activation in command and so may give a Leader Die (NUT-LDR-05)."""
    activated_turn: int = 0
    lost_leader: bool = False
    own_squad: bool = False
    """The player's own squad."""
    held: bool = False
    """A trigger of the scenario keeps it where it is."""
    kind: str = ""
    """squad, team, crew, platoon headquarters …"""

    # -- non-player forces (owner: np_*.py)
    np: bool = False
    """Run by the rulebook's procedures."""
    intention: str = ""
    """ATTACK, HOLD, PATROL or WITHDRAW."""
    ambush: bool = False
    """Holds its fire (NUT-NP-06)."""
    procedure: str = ""
    """Procedure drawn for this activation: ADVANCE, FLANK …"""
    drawn_turn: int = 0
    """Turn of the activation that it was drawn for."""
    tasks: tuple[NpTask, ...] = ()
    """What the procedure still gives its men to do in this activation, in order."""
    bound: int = 0
    """Which half advanced in the last bounds (NUT-NP-05)."""
    by_flank: int = 0
    """Goes for its objective by a flank: -1 left, 1 right."""
    routed: bool = False
    """Its force's morale has broken."""
    objective: Point | None = None


class ClashState(State, kw_only=True):
    """The whole battle."""

    groups: dict[str, ClashGroup] = msgspec.field(default_factory=dict)  # type: ignore[assignment]
    stands: dict[str, ClashStand] = msgspec.field(default_factory=dict)  # type: ignore[assignment]
    year: int = 1943
    night: bool = False

    # -- this turn
    activation_dice: dict[str, int] = msgspec.field(default_factory=dict)
    first_side: str = ""
    done_groups: tuple[str, ...] = ()
    """Groups that have activated in this turn or been passed over."""
    active_group: str = ""
    stage: str = ""
    """Stage of the activation of `active_group`: join, rally, act (NUT-TURN-11)."""
    active_began: int = 0
    """Number of the last event before the present activation (what happened since belongs to it)."""
    doubles: int = 0
    """Doubled Activation dice of this turn so far."""
    air_checked: bool = False
    """An air support check was made this turn (NUT-TURN-10)."""
    no_activation: bool = False
    """A random event takes the place of this turn's activations."""
    ran: tuple[str, ...] = ()
    """Sides whose running men have moved this turn."""
    fought: tuple[str, ...] = ()
    """Melees that have had their round this turn."""

    # -- this activation
    pairs: tuple[Pair, ...] = ()
    seen_in: dict[str, float] = msgspec.field(default_factory=dict)
    """"watcher>mover": inches that the mover has moved in the watcher's view in this activation (NUT-SIGHT-10)."""

    # -- lasting
    edges: dict[str, str] = msgspec.field(default_factory=dict)
    """Own edge of each side: left, right, bottom or top (NUT-GEO-16)."""
    melees: tuple[Melee, ...] = ()
    fires: tuple[Fire, ...] = ()
    clouds: tuple[Cloud, ...] = ()
    contacts: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Enemies known to a non-player side or group."""
    last_seen: dict[str, Point] = msgspec.field(default_factory=dict)
    """"side>stand": where a side's non-player force last saw an enemy."""
    ruled: tuple[str, ...] = ()
    """Sides that the solo rules run."""
    deployed: tuple[str, ...] = ()
    hid: tuple[str, ...] = ()
    mission: Mission = msgspec.field(default_factory=Mission)
    next_id: int = 0
    """Number for the next thing that is made during play (group, melee, cloud)."""
    notes: dict[str, Plain] = msgspec.field(default_factory=dict)
    """What chapters and solo rules remember, under names of their own ("pef.3.section")."""

    def other(self, side: str) -> str:
        """The enemy of a side (the first of several)."""
        return next(s for s in self.sides if s != side)
