"""A toy rulebook, "Skirmish": small enough to read in a minute, wide enough to ask all five kinds of question."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tests.tabletop.toy_field import SECRET, Judge, profile
from tests.tabletop.toy_play import BLAST_IN, LINES, SEQUENCE, WATCH_IN, ToyStand, ToyState, chance_to_hit, fp, line
from wargame.board import Base, gap, region_contains
from wargame.board.movement import price
from wargame.board.routes import reach
from wargame.board.sight import eye, sight
from wargame.engine.appraisal import Appraisal, Outcome, Reaction
from wargame.engine.events import Fired, Rolled, StandChanged, StandMoved, StandPlaced, StandRemoved
from wargame.engine.orders import (
    Assault,
    Chosen,
    Confirmed,
    Fire,
    Move,
    Order,
    Picked,
    Placed,
    Placement,
    Refusal,
    Shot,
    Wait,
)
from wargame.engine.requests import AnyRequest, Choose, Command, Confirm, Pick, Place
from wargame.engine.rules import Catalogue, Rule
from wargame.engine.ruleset import (
    ActRow,
    Card,
    Chip,
    Choices,
    Look,
    Mode,
    MovePrice,
    Ring,
    Target,
    Telling,
    UnitLine,
    WeaponRow,
)
from wargame.engine.sequence import Step
from wargame.engine.state import Group, Objective, Side


class Skirmish:
    name, title, RULES_VERSION = "skirmish", "Skirmish", 1
    rules = Catalogue(
        (
            Rule(id="TOY-1", title="Turns", text="A side gives one order to each of its stands."),
            Rule(
                id="TOY-2", title="Fire", text="Two dice; each that is high enough hits. Woods make it harder by one."
            ),
            Rule(id="TOY-3", title="Bursts", text="A burst drifts and hits all that it touches."),
            Rule(id="TOY-4", title="Assault", text="The higher die wins; the other stand is destroyed."),
            Rule(id="TOY-5", title="Movement", text="An inch costs one point, two in woods."),
        )
    )
    options: tuple[Any, ...] = ()
    profile = profile()
    state_type = ToyState
    has_solo_rules = False
    secret_before_declaring: tuple[str, ...] = ()
    judge = Judge()

    def data_hash(self) -> str:
        return "toy"

    def unit_lines(self, nation: str = "", year: int = 0) -> Sequence[UnitLine]:
        return [UnitLine(id=k, name=k, nation="", years=(1900, 2000), classes=(k,)) for k in LINES]

    def set_up(self, setup: Any) -> ToyState:
        state = ToyState(ruleset=self.name)
        for side in setup.sides:
            state.sides[side.id] = Side(id=side.id, name=side.name, nation=side.nation, role=side.role)
        for group in setup.groups:
            state.groups[group.id] = Group(id=group.id, name=group.name, side=group.side)
            for s in group.stands:
                base = Base.rectangle(0.8, 1.2) if s.line == "gun" else Base.circle(1.0)
                stand = ToyStand(id=s.id, name=s.name, side=group.side, group=group.id, line=s.line, base=base)
                if s.place is not None:
                    stand.x, stand.y, stand.facing_deg = s.place
                    stand.on_table = True
                state.stands[s.id] = stand
        for o in setup.objectives:
            state.objectives[o.id] = Objective(
                id=o.id, name=o.name, x=o.x, y=o.y, radius_in=o.radius_in, points=o.points
            )
        for rule in setup.hidden:
            enemy = next(s.id for s in setup.sides if s.id != rule.side)
            for name in rule.stands:
                state.knowledge.setdefault(enemy, {})[name] = SECRET
        return state

    def sequence(self, state: Any) -> tuple[Step, ...]:
        return SEQUENCE

    # orders

    def check(self, scene: Any, request: AnyRequest, order: Any) -> Refusal | None:
        state = scene.state
        if isinstance(order, Move):
            return self.price(scene, order.stand, order.path, order.mode).refusal
        if isinstance(order, Fire) and order.targets:
            found = [t for t in self.targets(scene, order.stand) if t.stand == order.targets[0].target]
            return found[0].refusal if found else Refusal(text="There is no such target.")
        if isinstance(order, Fire):
            far = order.at is None or math.dist(order.at, _xy(state, order.stand)) > 30
            return Refusal(text="Too far for the mortar: 30″ at most.", rules=("TOY-3",)) if far else None
        if isinstance(order, Assault):
            return next((t.refusal for t in self._assaults(scene, order.stand) if t.stand == order.target), None)
        if isinstance(order, Placed) and isinstance(request, Place):
            for p in order.placements:
                thing = next(t for t in request.things if t.id == p.thing)
                if thing.regions and not any(region_contains(r, p.x, p.y) for r in thing.regions):
                    return Refusal(text=f"{thing.text} stands outside your zone.", about=p.thing, at=(p.x, p.y))
        return None

    def sample_kinds(self, view: Any, request: AnyRequest) -> tuple[str, ...]:
        if not isinstance(request, Command):
            return ("answer",)
        kinds = [k for k in request.orders if self.samples(view, request, k)]
        return (*kinds, "done") if request.may_be_done else tuple(kinds)

    def samples(self, view: Any, request: AnyRequest, kind: str, chance: Any = None) -> list[Order]:
        if isinstance(request, Command):
            return self._command_samples(view, request, kind)
        if isinstance(request, Choose):
            return [Chosen(option=o.id) for o in request.options]
        if isinstance(request, Pick):
            return [Picked(items=()), Picked(items=((request.items[0].id, 1),))]
        if isinstance(request, Confirm):
            return [Confirmed(yes=False)]
        places = []
        for n, thing in enumerate(request.things):
            xs, ys = zip(*thing.regions[0])
            places.append(Placement(thing=thing.id, x=min(xs) + 1 + 2 * n, y=(min(ys) + max(ys)) / 2, facing_deg=0.0))
        return [Placed(placements=tuple(places))]

    def _command_samples(self, view: Any, request: Command, kind: str) -> list[Order]:
        found: list[Order] = []
        for name in request.subjects:
            stand = view.state.stands[name]
            if kind == "move":
                dx = 4.0 if stand.x < view.board.table.width_in / 2 else -4.0
                orders: list[Order] = [Move(stand=name, path=((stand.x + dx, stand.y),))]
            elif kind == "fire" and line(stand)["manner"] == "fire":
                orders = [Fire(stand=name, weapon="main", targets=(Shot(t.stand),)) for t in self.targets(view, name)]
            elif kind == "wait":
                orders = [Wait(stand=name)]
            else:
                orders = []
            found += [o for o in orders if self.check(view, request, o) is None]
        return found

    def choices(self, scene: Any, request: AnyRequest, subject: str) -> Choices:
        stand = scene.state.stands[subject]
        row = line(stand)
        refused = None if "move" in request.orders else Refusal(text="Only fire is possible now.")
        modes = (Mode(id="", name="Move", allowance=row["move"], refusal=refused),)
        if stand.line == "rifles":
            modes += (Mode(id="dash", name="Dash", allowance=row["move"] * 1.5, refusal=refused),)
        acts = (
            ActRow(
                id="watch",
                name="Watch",
                key="o",
                hint="Fires at the next enemy that moves within 12″.",
                refusal=refused,
            ),
            ActRow(id="mark", name="Mark target", needs="point", refusal=refused),
        )
        return Choices(
            modes=modes, weapons=self._weapons(stand), assault=tuple(self._assaults(scene, subject)), acts=acts
        )

    def _weapons(self, stand: Any) -> tuple[WeaponRow, ...]:
        row = line(stand)
        cells = (("range", f"{row['range']:g}″"), ("hits", f"{row['need']}+"))
        width = 2 * BLAST_IN if row["manner"] == "burst" else 0.0
        return (WeaponRow(id="main", name=row["weapon"], manner=row["manner"], cells=cells, template_in=width),)

    def _assaults(self, scene: Any, stand: str) -> list[Target]:
        found = []
        for target in self.targets(scene, stand):
            far = target.range_in > 2
            why = (
                Refusal(text=f"{target.range_in:.1f}″ away; an assault reaches 2″.", rules=("TOY-4",)) if far else None
            )
            found.append(Target(stand=target.stand, range_in=target.range_in, refusal=why))
        return found

    # questions

    def reach(self, scene: Any, stand: str, mode: str = "", cell_in: float = 0.25) -> Any:
        s = scene.state.stands[stand]
        allowance = line(s)["move"] * (1.5 if mode == "dash" else 1)
        return reach(scene.board, s.x, s.y, allowance, "foot", cell_in, s.base.radius)

    def price(self, scene: Any, stand: str, path: Sequence[Any], mode: str = "") -> MovePrice:
        s = scene.state.stands[stand]
        walked = price(scene.board, [(s.x, s.y), *path], "foot")
        allowance = line(s)["move"] * (1.5 if mode == "dash" else 1)
        last = path[-1] if path else (s.x, s.y)
        before = path[-2] if len(path) > 1 else (s.x, s.y)
        facing = math.degrees(math.atan2(last[1] - before[1], last[0] - before[0])) % 360
        why = None
        if walked.blocked_at is not None:
            why = Refusal(text="Nobody can go there.", rules=("TOY-5",), at=walked.blocked_at)
        elif walked.cost > allowance + 5e-4:
            why = Refusal(text=f"{walked.cost:.1f}″ is farther than {allowance:g}″.", rules=("TOY-5",))
        notes = tuple(f"{p.inches:.1f}″ of {p.row}" for p in walked.parts if p.row != "open")
        return MovePrice(
            cost=walked.cost,
            allowance=allowance,
            inches=walked.inches,
            facing_deg=facing,
            refusal=why,
            notes=notes,
            rules=("TOY-5",),
        )

    def sight(self, scene: Any, a: Any, b: Any) -> Any:
        (ax, ay), (bx, by) = (_xy(scene.state, p) if isinstance(p, str) else p for p in (a, b))
        return sight(scene.board, eye(scene.board, ax, ay), eye(scene.board, bx, by))

    def targets(self, scene: Any, stand: str, weapon: str = "") -> list[Target]:
        s = scene.state.stands[stand]
        found = []
        for enemy in scene.state.stands.values():
            if enemy.side == s.side or not enemy.in_play:
                continue
            away = gap(fp(s), fp(enemy))
            why = None
            if away > line(s)["range"]:
                why = Refusal(
                    text=f"{away:.1f}″ away, {line(s)['range']:g}″ is the limit.", rules=("TOY-2",), about=enemy.id
                )
            elif not self.sight(scene, stand, enemy.id).clear:
                why = Refusal(text="Out of sight.", rules=("TOY-2",), about=enemy.id)
            found.append(Target(stand=enemy.id, range_in=away, refusal=why))
        return sorted(found, key=lambda t: t.range_in)

    def rings(self, scene: Any, stand: str) -> tuple[Ring, ...]:
        far = line(scene.state.stands[stand])["range"]
        return (
            Ring(radius_in=far / 2, caption=f"close {far / 2:g}″"),
            Ring(radius_in=far, caption=f"far {far:g}″", style="dashed"),
        )

    def appraise(self, scene: Any, order: Any) -> Appraisal:
        if isinstance(order, Fire) and order.targets:
            stand, target = (scene.state.stands[n] for n in (order.stand, order.targets[0].target))
            need, mods = chance_to_hit(scene, stand, target)
            p = max(0.0, (7 - need) / 6)
            kill = p * p + (2 * p * (1 - p) if target.hits else 0.0)
            hit = 2 * p * (1 - p) * (0.0 if target.hits else 1.0)
            rows = (
                Outcome(id="kill", text="destroyed", chance=kill, good=True),
                Outcome(id="hit", text="hit", chance=hit, good=True),
                Outcome(id="miss", text="no effect", chance=1 - kill - hit, good=False),
            )
            lines = (f"{need}+ to hit, two dice",)
            return Appraisal(
                outcomes=rows,
                worth=kill,
                headline=f"{need}+ · {kill:.0%}",
                lines=lines,
                modifiers=mods,
                rules=("TOY-2",),
            )
        return Appraisal(outcomes=(), worth=0.0, headline="", lines=())

    def reactions(self, scene: Any, order: Any) -> tuple[Reaction, ...]:
        if not isinstance(order, Move) or not order.path:
            return ()
        mover = scene.state.stands[order.stand]
        watchers = [s for s in scene.state.in_play() if s.side != mover.side and s.watch]
        near = [s for s in watchers if math.dist((s.x, s.y), order.path[-1]) < WATCH_IN + 1]
        return tuple(Reaction(stand=s.id, text=f"{s.name} may fire", at=order.path[-1], chance=0.5) for s in near)

    def worth_of_places(self, view: Any, stand: str, points: Any) -> Any:
        return points[:, 0] * 0.0

    def conceal(self, state: Any, side: str) -> None:
        for stand in state.stands.values():
            if stand.side != side and isinstance(stand, ToyStand):
                stand.watch = False

    def guess(self, view: Any, chance: Any) -> Any:
        return view.state.copy()

    # words and looks

    def card(self, scene: Any, stand: str) -> Card:
        s = scene.state.stands[stand]
        if not s.line:
            return Card(title="Contact", subtitle="Something is there.")
        row = line(s)
        chips = [Chip(marker="overwatch", text="On watch")] if s.watch else []
        chips += [Chip(marker=f"hits{s.hits}", text="Hit", bad=True)] if s.hits else []
        chips += [Chip(marker="moved", text="Has acted")] if s.acted else []
        return Card(
            title=s.name,
            subtitle=f"{scene.state.groups[s.group].name} · {s.line}",
            quality="Steady",
            boxes=(("MOVE", f"{row['move']:g}″"), ("RANGE", f"{row['range']:g}″"), ("HITS ON", f"{row['need']}+")),
            weapons=self._weapons(s),
            chips=tuple(chips),
            lines=("Two hits destroy it.",),
        )

    def words(self, scene: Any, event: Any) -> Telling | None:
        names = {s.id: s.name for s in scene.state.stands.values()}
        if isinstance(event, StandMoved):
            return Telling(
                text=f"{names.get(event.stand)} moves {event.inches:.1f}″",
                head=True,
                topic="move",
                about=(event.stand,),
            )
        if isinstance(event, StandPlaced):
            return Telling(text=f"{names.get(event.stand)} takes its place", head=True, about=(event.stand,))
        if isinstance(event, Fired):
            at = ", ".join(names.get(t, "?") for t in event.targets) or "a place"
            return Telling(
                text=f"{names.get(event.stand)} fires at {at}",
                head=True,
                topic="combat",
                about=(event.stand, *event.targets),
            )
        if isinstance(event, Rolled):
            return Telling(
                text=event.purpose,
                need=event.needed,
                result=event.outcome,
                topic="combat",
                good="miss" not in event.outcome,
            )
        if isinstance(event, StandRemoved):
            return Telling(
                text=f"{names.get(event.stand)} is destroyed", topic="combat", about=(event.stand,), good=False
            )
        if isinstance(event, StandChanged) and event.why:
            word = {"hit": "is hit", "watch": "goes on watch"}[event.why]
            return Telling(text=f"{names.get(event.stand)} {word}", head=event.why == "watch", about=(event.stand,))
        return None

    def looks(self, scene: Any, stand: str) -> Look:
        kind = scene.state.stands[stand].line
        return Look(
            silhouette={"gun": "at_gun", "mortar": "mortar"}.get(kind, "rifles"), nation="GE", symbol=kind or "contact"
        )

    def tally(self, state: Any) -> tuple[tuple[str, str], ...]:
        lost = {s: sum(x.gone == "destroyed" for x in state.stands.values() if x.side == s) for s in state.sides}
        return tuple((f"{state.sides[s].name}: stands lost", str(n)) for s, n in lost.items())


def _xy(state: Any, stand: str) -> tuple[float, float]:
    return state.stands[stand].x, state.stands[stand].y
