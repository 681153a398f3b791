"""Where the crew of a gun is worth something to the computer: at its gun. Rule: NUT-GUNS-01."""

from __future__ import annotations

import numpy as np

from wargame.engine.view import View
from wargame.rulesets.clash_of_titans.foes import Floats, state_of
from wargame.rulesets.clash_of_titans.state import ClashStand
from wargame.rulesets.clash_of_titans.vehicle_data import number

AWAY = 12.0
"""Loss of a gunner who has left his gun, at once."""
PER_INCH = 0.8
"""Loss for each inch more."""


def own_gun(view: View, stand: ClashStand) -> ClashStand | None:
    """The gun of a man's crew, while it stands on the table and can be fought."""
    gun = state_of(view).stands.get(stand.mans) if stand.mans else None
    return gun if gun is not None and gun.in_play and not gun.gone else None


def at_the_gun(gun: ClashStand, points: Floats) -> Floats:
    """What it costs to be at these places (n, 2) instead of at the gun."""
    room = number("gun", "served_in") + min(gun.base.width_in, gun.base.depth_in) / 2
    beyond = np.maximum(0.0, np.hypot(points[:, 0] - gun.x, points[:, 1] - gun.y) - room)
    return -(AWAY * (beyond > 0.0) + PER_INCH * beyond)
