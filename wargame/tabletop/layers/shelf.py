"""The shelf of miniatures: pictures at the present zoom, baked a few at a time so that no frame is late."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import msgspec
import pygame

from wargame.engine.ruleset import Look
from wargame.engine.state import Stand
from wargame.tabletop.counters import Counters, counter_px
from wargame.tabletop.desk import Desk
from wargame.tabletop.layers.daylight import DAY, TINTS, light_of
from wargame.tabletop.layers.motion import Pose
from wargame.tabletop.layers.oven import Oven, Steps
from wargame.tabletop.minis import Miniatures, drawn_as
from wargame.tabletop.minis.nations import painted_in
from wargame.tabletop.minis.silhouettes import silhouette

ENLARGE_BELOW_PX, COUNTER_BELOW_PX, MOST_ENLARGED = 22.0, 12.0, 1.5
FACING_STEP_DEG = 3
_Common = tuple[str, str, str, float, float, tuple[float, float]]
"""Silhouette, nation, season, facing, px per inch, size: what miniatures are asked for."""


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
        self.light = DAY
        """The light that lies on the table, and mildly on what stands there."""
        self._made: dict[Hashable, Pictures] = {}
        self._icons: dict[Hashable, pygame.Surface] = {}
        self._faint: dict[tuple[int, int], tuple[pygame.Surface, pygame.Surface]] = {}
        self._last: dict[Hashable, tuple[float, float, Pictures]] = {}
        """The newest picture of each stand of a kind, and of each kind: px per inch, facing, pictures."""
        self.version = 0
        """Grows whenever an icon or a portrait has come out of the oven."""
        self._soft: dict[Hashable, tuple[Pictures, Pictures]] = {}
        self._oven = Oven()
        self._bare = False
        self._now: dict[tuple[str, float, bool], Pictures] = {}
        self._now_for: tuple[object, ...] = ()

    def begin_frame(self) -> None:
        """A new frame: some more baking, in a hurry while there are stands without any picture."""
        self._oven.work(self._bare)
        self._bare = False
        session = self.desk.session
        light = self.desk.kept("light", lambda: light_of(self.desk.state, session.battle.setup))
        if light != self.light:
            self.light = light
            for kept in (self._made, self._last, self._soft):
                kept.clear()
        here = (light, session.changed, session.viewer, self.desk.camera.ppi, self.shows_counters)
        if here != self._now_for:
            self._now, self._now_for = {}, here

    @property
    def hungry(self) -> bool:
        """Whether some picture is still to be baked."""
        return self._oven.busy

    @property
    def bare(self) -> bool:
        """Whether some stand has no picture at all yet."""
        return self._bare

    def look(self, stand: Stand) -> Look:
        """How a stand is drawn: the ruleset's look, made particular by its unit line."""
        return self.desk.kept(("drawn", stand.id), lambda: self._look(stand))

    def _look(self, stand: Stand) -> Look:
        look = self.desk.look(stand.id)
        setup = self.desk.session.battle.setup
        side = self.desk.state.sides.get(stand.side)
        nation = painted_in(look.nation, setup.year, setup.palette, side.nation if side else "")
        return msgspec.structs.replace(look, silhouette=drawn_as(look.silhouette, stand.line), nation=nation)

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
        look = self.look(stand)
        px = counter_px(self.desk.camera.ppi)
        side = self.desk.side_index(stand.side)
        return Pictures(sprite=self.counters.picture(look.silhouette, look.nation, side, px, wreck=wreck))

    def take(self, stand: Stand, pose: Pose, wreck: bool = False) -> Pictures:
        """The pictures of a stand as it is shown."""
        facing = round(pose.facing_deg / FACING_STEP_DEG) * FACING_STEP_DEG % 360
        here = (stand.id, facing, wreck)
        found = self._now.get(here)
        if found is None:
            found, final = (
                (self._counter(stand, wreck), True) if self.shows_counters else self._find(stand, facing, wreck)
            )
            if final:
                self._now[here] = found
        return found

    def _find(self, stand: Stand, facing: float, wreck: bool) -> tuple[Pictures, bool]:
        """The pictures, and whether they are those that belong there (else the nearest there are)."""
        look = self.look(stand)
        if wreck and silhouette(look.silhouette).on_base:
            return Pictures(), True
        ppi = self.desk.camera.ppi
        size = self.size_in(look)
        side = None if wreck else self.desk.side_index(stand.side)
        kind = (look.silhouette, look.nation, side, stand.base.shape == "circle")
        key = (*kind, facing, round(ppi, 2), size)
        found = self._made.get(key)
        if found is None:
            common = (look.silhouette, look.nation, self.season, facing, ppi, size)
            if not self.patient:
                self._oven.ask(key, lambda: self._baking(key, side, common, kind[-1]))
                return self._stand_in(stand.id, kind, facing), False
            found = self._bake(key, side, common, kind[-1])
        self._last[stand.id, kind] = self._last[kind] = (ppi, facing, found)
        return found, True

    def _baking(self, key: Hashable, side: int | None, common: _Common, round_base: bool) -> Steps:
        yield from self.miniatures.steps(side, *common, round_base=round_base, wreck=side is None)
        self._bake(key, side, common, round_base)

    def _bake(self, key: Hashable, side: int | None, common: _Common, round_base: bool) -> Pictures:
        made, wreck = self.miniatures, side is None
        sprite = made.sprite(*common, round_base=round_base, wreck=wreck)
        shadow = made.shadow(*common, round_base=round_base, wreck=wreck)
        rim = made.rim(side, *common, round_base=round_base) if side is not None else None
        if len(self._made) > 1500:
            self._made.clear()
        found = Pictures(_tinted(_tight(sprite), self.light), _tight(shadow), _tight(rim) if rim is not None else None)
        self._made[key] = found
        return found

    def icon(self, stand: Stand, width: int, height: int) -> pygame.Surface | None:
        """A small picture of a stand facing right for lists; None while it is still to be baked."""
        look = self.look(stand)
        round_base = stand.base.shape == "circle"
        key = ("icon", look.silhouette, look.nation, round_base, width, height)
        ppi = min(width / max(look.length_in, 0.3), height / max(look.width_in, 0.3))
        common = (look.silhouette, look.nation, self.season, 0.0, ppi, (look.width_in, look.length_in))
        return self._single(key, common, round_base, lambda: self.miniatures.sprite(*common, round_base=round_base))

    def portrait(self, stand: Stand, ppi: float) -> tuple[pygame.Surface, pygame.Surface] | None:
        """A large picture and its shadow, for the unit card; None while it is still to be baked."""
        look = self.look(stand)
        round_base = stand.base.shape == "circle"
        key = ("portrait", look.silhouette, look.nation, round_base, ppi)
        common = (look.silhouette, look.nation, self.season, 24.0, ppi, (look.width_in, look.length_in))
        sprite = self._single(key, common, round_base, lambda: self.miniatures.sprite(*common, round_base=round_base))
        return (sprite, self.miniatures.shadow(*common, round_base=round_base)) if sprite is not None else None

    def _single(
        self, key: Hashable, common: _Common, round_base: bool, sprite: Callable[[], pygame.Surface]
    ) -> pygame.Surface | None:
        found = self._icons.get(key)
        if found is not None:
            return found
        if self.patient:
            return self._icons.setdefault(key, sprite())

        def baking() -> Steps:
            yield from self.miniatures.steps(None, *common, round_base=round_base)
            self._icons[key] = sprite()
            self.version += 1

        self._oven.ask(key, baking, lasting=True)
        return None

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

    def _stand_in(self, stand: str, kind: Hashable, facing: float) -> Pictures:
        """The last picture of the stand or of its kind, turned and scaled: softer, but there at once."""
        nearest = self._last.get((stand, kind)) or self._last.get(kind)
        if nearest is None:
            self._bare = True
            return Pictures()
        ppi, old_facing, old = nearest
        scale, turn = self.desk.camera.ppi / ppi, facing - old_facing
        if abs(scale - 1) < 1e-6 and turn == 0:
            return old
        key = (id(old), round(scale, 4), turn)
        kept = self._soft.get(key)
        if kept is None or kept[0] is not old:
            if len(self._soft) > 300:
                self._soft.clear()
            kept = self._soft[key] = (
                old,
                Pictures(*(_changed(i, turn, scale) for i in (old.sprite, old.shadow, old.rim))),
            )
        return kept[1]


def _changed(image: pygame.Surface | None, turn: float, scale: float) -> pygame.Surface | None:
    return None if image is None else pygame.transform.rotozoom(image, turn, scale)


def _tinted(image: pygame.Surface, light: str) -> pygame.Surface:
    """A premultiplied picture in another light than day's."""
    if light != DAY:
        image.fill((*TINTS[light][1], 255), special_flags=pygame.BLEND_RGBA_MULT)
    return image


def _tight(image: pygame.Surface) -> pygame.Surface:
    """The picture without its empty margin, with the same middle: fewer pixels to lay down each frame."""
    whole, filled = image.get_rect(), image.get_bounding_rect()
    x, y = whole.center
    half_w = max(1, x - filled.left, filled.right - x)
    half_h = max(1, y - filled.top, filled.bottom - y)
    room = pygame.Rect(x - half_w, y - half_h, 2 * half_w, 2 * half_h).clip(whole)
    return image.subsurface(room).copy()
