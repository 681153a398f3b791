"""The shelf of miniatures: pictures at the present zoom, baked a few at a time so that no frame is late."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import pygame

from wargame.engine.ruleset import Look
from wargame.engine.state import Stand
from wargame.tabletop.counters import Counters, counter_px
from wargame.tabletop.desk import Desk
from wargame.tabletop.layers.motion import Pose
from wargame.tabletop.minis import Miniatures
from wargame.tabletop.minis.silhouettes import silhouette

BAKES_A_FRAME = 5
ENLARGE_BELOW_PX, COUNTER_BELOW_PX, MOST_ENLARGED = 22.0, 12.0, 1.5
FACING_STEP_DEG = 3


@dataclass(frozen=True, slots=True)
class Pictures:
    """What is drawn of one stand; None where there is nothing (yet)."""

    sprite: pygame.Surface | None = None
    shadow: pygame.Surface | None = None
    rim: pygame.Surface | None = None


class Shelf:
    """Gives the pictures of stands. `season` as `Miniatures` wants it; `patient` bakes whatever is asked at once."""

    def __init__(self, desk: Desk, palette: str, patient: bool = False) -> None:
        self.desk = desk
        self.season = "winter" if "snow" in palette.lower() else "summer"
        self.miniatures = Miniatures(palette)
        self.counters = Counters(lambda px: desk.app.ui.canvas.fonts.font("bold", px))
        self.patient = patient
        self._made: dict[Hashable, Pictures] = {}
        self._icons: dict[Hashable, pygame.Surface] = {}
        self._faint: dict[tuple[int, int], tuple[pygame.Surface, pygame.Surface]] = {}
        self._last: dict[str, tuple[float, float, Pictures]] = {}
        self._left = BAKES_A_FRAME

    def begin_frame(self) -> None:
        """A new frame: so many pictures may be baked again."""
        self._left = BAKES_A_FRAME

    @property
    def hungry(self) -> bool:
        """Whether some stand is still shown by an old picture."""
        return self._left <= 0

    def size_in(self, look: Look) -> tuple[float, float]:
        """Frontage and depth of the model, enlarged where it would be too small to see (the base never is)."""
        length = max(look.length_in, look.width_in) * self.desk.camera.ppi
        more = max(1.0, min(MOST_ENLARGED, ENLARGE_BELOW_PX / max(1.0, length)))
        return look.width_in * more, look.length_in * more

    @property
    def shows_counters(self) -> bool:
        """Whether stands are drawn as cardboard counters: the player's wish, or too far away for miniatures."""
        return "counters" in self.desk.on or self.desk.camera.ppi < COUNTER_BELOW_PX * 0.6

    def _counter(self, stand: Stand, wreck: bool) -> Pictures:
        look = self.desk.look(stand.id)
        px = counter_px(self.desk.camera.ppi)
        side = self.desk.side_index(stand.side)
        return Pictures(sprite=self.counters.picture(look.silhouette, look.nation, side, px, wreck=wreck))

    def take(self, stand: Stand, pose: Pose, wreck: bool = False) -> Pictures:
        """The pictures of a stand as it is shown."""
        if self.shows_counters:
            return self._counter(stand, wreck)
        look = self.desk.look(stand.id)
        if wreck and silhouette(look.silhouette).on_base:
            return Pictures()
        ppi = self.desk.camera.ppi
        facing = round(pose.facing_deg / FACING_STEP_DEG) * FACING_STEP_DEG % 360
        size = self.size_in(look)
        side = self.desk.side_index(stand.side)
        round_base = stand.base.shape == "circle"
        key = (look.silhouette, look.nation, facing, round(ppi, 2), size, side, round_base, wreck)
        found = self._made.get(key)
        if found is None:
            if self._left <= 0 and not self.patient:
                return self._stand_in(stand.id, facing)
            self._left -= 1
            found = self._bake(look, side, facing, size, round_base, wreck)
            if len(self._made) > 1500:
                self._made.clear()
            self._made[key] = found
        self._last[stand.id] = (ppi, facing, found)
        return found

    def _bake(
        self, look: Look, side: int, facing: float, size: tuple[float, float], round_base: bool, wreck: bool
    ) -> Pictures:
        ppi, made = self.desk.camera.ppi, self.miniatures
        common = (look.silhouette, look.nation, self.season, facing, ppi, size)
        sprite = made.sprite(*common, round_base=round_base, wreck=wreck)
        shadow = made.shadow(*common, round_base=round_base, wreck=wreck)
        rim = None if wreck else made.rim(side, *common, round_base=round_base)
        return Pictures(_tight(sprite), _tight(shadow), _tight(rim) if rim is not None else None)

    def icon(self, stand: Stand, width: int, height: int) -> pygame.Surface | None:
        """A small picture of a stand facing right for lists; None while it is still to be baked."""
        look = self.desk.look(stand.id)
        key = ("icon", look.silhouette, look.nation, stand.base.shape, width, height)
        found = self._icons.get(key)
        if found is None and (self._left > 0 or self.patient):
            self._left -= 1
            longest = max(look.length_in, 0.3)
            ppi = min(width / longest, height / max(look.width_in, 0.3))
            size = (look.width_in, look.length_in)
            round_base = stand.base.shape == "circle"
            found = self.miniatures.sprite(
                look.silhouette, look.nation, self.season, 0, ppi, size, round_base=round_base
            )
            self._icons[key] = found
        return found

    def portrait(self, stand: Stand, ppi: float) -> tuple[pygame.Surface, pygame.Surface]:
        """A large picture and its shadow, for the unit card."""
        look = self.desk.look(stand.id)
        size = (look.width_in, look.length_in)
        common = (look.silhouette, look.nation, self.season, 24.0, ppi, size)
        round_base = stand.base.shape == "circle"
        return self.miniatures.sprite(*common, round_base=round_base), self.miniatures.shadow(
            *common, round_base=round_base
        )

    def faded(self, image: pygame.Surface, share: float) -> pygame.Surface:
        """The picture at a share (0 to 1) of its strength, in 16 steps, kept."""
        step = max(0, min(16, round(share * 16)))
        if step == 16:
            return image
        key = (id(image), step)
        kept = self._faint.get(key)
        if kept is None or kept[0] is not image:
            if len(self._faint) > 600:
                self._faint.clear()
            faint, level = image.copy(), round(255 * step / 16)
            faint.fill((level, level, level, level), special_flags=pygame.BLEND_RGBA_MULT)
            kept = self._faint[key] = (image, faint)
        return kept[1]

    def _stand_in(self, stand: str, facing: float) -> Pictures:
        """The last picture of the stand, turned and scaled: softer, but there at once."""
        if stand not in self._last:
            return Pictures()
        ppi, old_facing, old = self._last[stand]
        scale, turn = self.desk.camera.ppi / ppi, facing - old_facing
        if abs(scale - 1) < 1e-6 and turn == 0:
            return old

        def changed(image: pygame.Surface | None) -> pygame.Surface | None:
            return None if image is None else pygame.transform.rotozoom(image, turn, scale)

        return Pictures(changed(old.sprite), changed(old.shadow), changed(old.rim))


def _tight(image: pygame.Surface) -> pygame.Surface:
    """The picture without its empty margin, with the same middle: fewer pixels to lay down each frame."""
    whole, filled = image.get_rect(), image.get_bounding_rect()
    x, y = whole.center
    half_w = max(1, x - filled.left, filled.right - x)
    half_h = max(1, y - filled.top, filled.bottom - y)
    room = pygame.Rect(x - half_w, y - half_h, 2 * half_w, 2 * half_h).clip(whole)
    return image.subsurface(room).copy()
