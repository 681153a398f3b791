"""What modes act on: the desk, the layers they draw with, and the one current mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from wargame.engine.orders import AnyOrder, Move
from wargame.engine.standing import StandingOrder
from wargame.tabletop.desk import Desk
from wargame.tabletop.kit import Ui
from wargame.tabletop.layers.places import PlacesLayer
from wargame.tabletop.layers.reach import ReachLayer
from wargame.tabletop.layers.seen_from import SeenFrom
from wargame.tabletop.layers.shelf import Shelf
from wargame.tabletop.layers.shots import ShotsLayer
from wargame.tabletop.layers.stands import StandsLayer
from wargame.tabletop.modes.base import Mode
from wargame.tabletop.modes.ways import way_to
from wargame.tabletop.queue import OrderQueue

Point = tuple[float, float]


class Stage:
    """The table as modes see it. `mode` is never None; `rest` makes the mode to return to."""

    def __init__(self, desk: Desk, stands: StandsLayer, shelf: Shelf, ui: Ui) -> None:
        self.desk, self.stands, self.shelf, self.ui = desk, stands, shelf, ui
        self.reach = ReachLayer(desk)
        self.shots = ShotsLayer(desk, stands)
        self.places = PlacesLayer(desk)
        self.seen_from = SeenFrom(desk, stands)
        self.queue = OrderQueue(desk)
        self.rest: Callable[[], Mode] = lambda: Mode(self)
        self.edit_standing: Callable[[StandingOrder], None] = lambda line: None
        """Opens the editor of standing orders with a new line."""
        self.mode: Mode = Mode(self)

    def go(self, mode: Mode) -> None:
        """Change the mode."""
        self.mode.left()
        self.mode = mode
        self.desk.refusal = None
        mode.entered()

    def relax(self) -> None:
        """Back to the resting mode of whatever is asked now."""
        self.go(self.rest())

    def give(self, order: AnyOrder, at: Point | None = None) -> bool:
        """Give an order; when it is accepted the mode ends."""
        accepted = self.desk.give(order, at)
        if accepted:
            self.relax()
        return accepted

    def start(self, orders: Sequence[AnyOrder]) -> None:
        """Carry out several orders one after the other; an order that no longer fits finds its way anew."""
        self.queue.begin(orders, self._renewed)
        self.relax()

    def _renewed(self, order: AnyOrder) -> AnyOrder:
        """A move whose way is barred by now takes another way to the same place, if there is one."""
        if not isinstance(order, Move) or not order.path or self.desk.check(order) is None:
            return order
        other = way_to(self.desk, order.stand, order.mode, order.path[-1])
        return msgspec.structs.replace(order, path=other)

    def look_at(self, stand_id: str) -> None:
        """Slide the view so that a stand is in sight."""
        stand = self.desk.stand(stand_id)
        pose = self.stands.pose(stand_id)
        if stand is None or pose is None:
            return
        r = stand.base.radius + 1.5
        view = self.desk.camera.view
        free = view.inflate(-view.w // 12, -view.h // 6)
        self.desk.camera.keep_visible((pose.x - r, pose.y - r, pose.x + r, pose.y + r), free)
