"""What a battle of this rulebook remembers beyond what every battle does. Places in inches; turns count from 1.

A turn number of 0 means "never". Fields that end in `_turn` name the turn in which something last happened.
"""

from __future__ import annotations

import msgspec

from wargame.engine.state import Group, Stand, State

Point = tuple[float, float]


class Ratings(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the unit list, as it stands for this stand (scenario fields already put in). Ranges in inches."""

    unit_id: str
    nation: str
    year_from: int
    year_to: int
    unit: str
    category: str
    """teeth_arm, support, aa, reconnaissance, hq, transport or aircraft."""
    troop_type: str
    armour_class: str
    """soft, light, tank, heavy or superheavy."""
    obsolete: bool
    fearsome: bool
    quality: str
    move_type: str
    move: float
    road: float
    self_propelled: bool
    arc: int
    range_soft: float
    range_armour: float
    dice_soft: int
    dice_armour: int
    penetrates: str
    burst: float
    """Diameter of its burst in inches; 0 = none."""
    indirect_range: float
    out_of_ammo: int
    aa_points: int
    aa_range: float
    capacity: int
    air_role: str
    dogfight_dice: int
    air_gun: str
    bomb_dice_soft: int
    bomb_dice_armour: int
    bomb_burst: float
    bomb_penetrates: str
    origin: str = ""
    notes: str = ""
    tentacle: bool = False
    """A ground team that directs fighter-bombers (or, for an aircraft, that one directs it)."""
    strong: bool = False
    """Its position is rated strong by the scenario, wherever it stands."""


class VipersStand(Stand, kw_only=True):
    """A platoon, battery section, vehicle platoon or flight."""

    ratings: Ratings
    off_board: bool = False
    """A gun behind the table or an aircraft: never stands on it."""

    # -- this go (cleared when its owner's next go begins)
    activated: bool = False
    """Has had its move or attack of this go; it may still be offered the attack that follows a move."""
    moved: bool = False
    """Moved in its own most recent go (CFV-AIR-31, CFV-FIRE-30)."""
    walked: tuple[Point, ...] = ()
    """The path of that move, beginning where it started."""
    road_move: bool = False
    spent: float = 0.0
    """Movement points used in this go."""
    attacked: bool = False
    """Fired, shelled or assaulted in its own most recent go."""
    broke_through: bool = False
    """Has been granted its breakthrough of this go."""
    busy: str = ""
    """mounting, limbering, clearing, supporting … what used up this go instead of a move or attack."""

    # -- this turn
    aa_turn: int = 0
    """Turn in which it last took part against aircraft."""
    ground_attack_turn: int = 0
    """Turn in which it last attacked a ground target."""
    shelled_turn: int = 0
    air_attacked_turn: int = 0

    # -- lasting
    limbered: bool = False
    tow: str = ""
    """Movement type of a gun's own limber ("truck", "horse_drawn"); a gun without one needs a carrier."""
    hidden_start: bool = False
    """Began the battle on its owner's map instead of the table."""

    # -- guns
    ranged_at: Point | None = None
    """Aim point it is ranged in on (CFV-BRST-09, -10)."""
    ranged_turn: int = 0
    fired_at: Point | None = None
    fired_turn: int = 0
    rounds: int | None = None
    """Fire missions that the scenario grants; None: until the out-of-ammunition number comes up."""
    programmed: bool = False
    """Fires only what was plotted before play (CFV-BRST-18)."""
    plot_turns: tuple[int, int] | None = None
    """First and last turn that it, or a bomber, may be plotted for; None: any turn."""
    serves: tuple[str, ...] = ()
    """Groups that may observe for it besides its own; none named: all, if it is in no command group (CFV-BRST-17)."""
    observer: bool = False
    """A forward observer attached to all batteries of its side."""
    compelled_stay: int = 0
    """Turn of the last own go in which compulsory movement was outstanding and it did not move (CFV-REAC-28)."""

    # -- aircraft
    arrives_turn: int = 0
    """First turn over the table; 0: the scenario leaves it open (present from turn 1)."""
    leaves_turn: int = 0
    """Last turn over the table; 0: while it has attacks left."""
    attacks_left: int = 0
    air_role: str = ""
    """This turn's role of a fighter: dogfight, escort, cover or none; open once declared."""
    air_role_turn: int = 0
    escorts: str = ""
    flew_turn: int = 0
    """Turn in which it last tried to attack (through, aborted or not)."""
    engaged_turn: int = 0
    """Turn in which it last fought a dogfight."""


class VipersGroup(Group, kw_only=True):
    """A command group, or a group attached to one (`parent`): the root of the chain owes the tests."""

    quality: str = "veteran"
    """Quality that the scenario gives; tests use the surviving units' (CFV-REAC-09)."""
    nation: str = ""
    attacker: bool = False
    """Attacking group for Run Away; a defending group falls back from line to line."""
    fanaticism: int = 0
    """Added to the top face of Fight Fanatic (CFV-REAC-22)."""
    objective: str = ""
    """Objective that the scenario gives it to take or hold; empty: the nearest one."""
    original_teeth: int = 0
    """Teeth-arm units at the start, attached groups included."""

    state: str = ""
    """"" (none), go_to_ground, falter, run_away, surrendered, fanatic, reordering, destroyed."""
    last_result: str = ""
    """Result of the last test: press_on, go_to_ground, falter, crisis (CFV-REAC-19)."""
    owes_test: bool = False
    losses_this_go: int = 0
    """Teeth-arm units lost since the last test step."""
    tested_step: str = ""
    """Turn and step of the last test, "3:tests_a"."""
    compulsory: bool = False
    """Compulsory movement is outstanding (CFV-REAC-10)."""
    postponed_losses: int = 0
    """Losses suffered meanwhile, tested for after compliance."""
    line: str = ""
    """Line it withdraws to; "off" for off the table."""
    free_turn: int = 0
    """Turn from which a re-ordered group is free (CFV-REAC-25)."""
    state_turn: int = 0
    """Turn in which the present state was given."""
    held: bool = False
    """A trigger of the scenario keeps it where it is."""
    on_line: bool = False
    """It has reached the line it was told to hold."""


class Plot(msgspec.Struct, frozen=True, kw_only=True):
    """Programmed fire or a bomber's target, written down before play: who, when, where. A secret of its side."""

    stand: str
    side: str
    turn: int
    x: float
    y: float
    approach_deg: float | None = None
    done: bool = False


class MineScore(msgspec.Struct, frozen=True, kw_only=True):
    """A field's score of one turn, and who has defended against it."""

    area: str
    turn: int
    score: int
    defended: tuple[str, ...] = ()


class VipersState(State, kw_only=True):
    """The whole battle."""

    groups: dict[str, VipersGroup] = msgspec.field(default_factory=dict)  # type: ignore[assignment]
    stands: dict[str, VipersStand] = msgspec.field(default_factory=dict)  # type: ignore[assignment]
    year: int = 1943
    player_a: str = ""
    player_b: str = ""
    go: str = ""
    """"a" or "b" while that player's go runs (its tests included)."""
    attacker: str = ""
    defender: str = ""
    """Both empty in an encounter battle (CFV-INIT-09)."""
    deployed: tuple[str, ...] = ()
    hid: tuple[str, ...] = ()
    planned: tuple[str, ...] = ()
    consented: tuple[str, ...] = ()
    plots: tuple[Plot, ...] = ()
    ready: str = ""
    """Stand that has moved and may still attack, or has won and may break through."""
    ready_for: str = ""
    """attack or breakthrough."""
    air_superiority: str = ""
    """Side that holds it."""
    fighters_seen: tuple[str, ...] = ()
    """Sides that have ever had a fighter over the table."""
    tentacle_used: tuple[str, ...] = ()
    """Tentacles (HQ stands) that have directed an aircraft this turn."""
    no_quarter: tuple[str, ...] = ()
    """Sides whose surrenders become Fight Fanatic (CFV-REAC-31)."""
    mine_scores: tuple[MineScore, ...] = ()
    works: dict[str, int] = msgspec.field(default_factory=dict)
    """Goes of work done on each action of the scenario; everybody sees it."""
    lanes: int = 0
    black_marks: dict[str, int] = msgspec.field(default_factory=dict)
    illegal_orders: dict[str, int] = msgspec.field(default_factory=dict)
    """Refused orders in this go, by side."""
    protests: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Rulings already quarrelled with, by side."""

    def root(self, group: str) -> VipersGroup:
        """The command group that a group belongs to for tests and states: the top of its chain of parents."""
        found = self.groups[group]
        while found.parent and found.parent in self.groups:
            found = self.groups[found.parent]
        return found

    def command(self, group: str) -> list[VipersStand]:
        """All stands of a command group, attached groups and gone ones included, in file order."""
        top = self.root(group).id
        members = {name for name in self.groups if self.root(name).id == top}
        return [stand for stand in self.stands.values() if stand.group in members]

    def other(self, side: str) -> str:
        """The enemy of a side."""
        return next(s for s in self.sides if s != side)

    @property
    def is_own_go(self) -> str:
        """Side whose go it is, "" before play."""
        return {"a": self.player_a, "b": self.player_b}.get(self.go, "")
