"""Cardboard counters instead of miniatures: the arm's symbol, a side band of one bar or two, rating, facing arrow.

One rectangle for both sides: the frame says nothing about friend and enemy, so nothing flips at a hand-over.
"""

import math
from collections import OrderedDict
from collections.abc import Callable, Sequence

import pygame

from wargame.tabletop.minis.nations import livery
from wargame.tabletop.minis.pen import Colour, Point, mix
from wargame.tabletop.minis.rims import SideStyle, side_style
from wargame.tabletop.minis.silhouettes import silhouette

WIDTH_IN = 1.55
LEAST_PX = 18
RATING_FROM_PX = 24
INK: Colour = (18, 17, 15)
WHITE: Colour = (255, 255, 255)
KEEP = 400
FontOf = Callable[[int], pygame.font.Font]
Segment = tuple[Point, Point]

_LINES: dict[str, Sequence[Segment]] = {
    "infantry": (((0, 0), (1, 1)), ((0, 1), (1, 0))),
    "mechanised": (((0, 0), (1, 1)), ((0, 1), (1, 0))),
    "cavalry": (((0, 1), (1, 0)),),
    "recon": (((0, 1), (1, 0)),),
    "armoured_recon": (((0, 1), (1, 0)),),
    "anti_tank": (((0, 1), (0.5, 0)), ((0.5, 0), (1, 1))),
    "tank_destroyer": (((0, 1), (0.5, 0)), ((0.5, 0), (1, 1))),
    "engineers": (
        ((0.2, 0.75), (0.2, 0.3)), ((0.2, 0.3), (0.8, 0.3)), ((0.8, 0.3), (0.8, 0.75)), ((0.5, 0.3), (0.5, 0.75)),
    ),
    "machine_gun": (
        ((0, 0), (1, 1)), ((0, 1), (1, 0)), ((0.5, 0.18), (0.5, 0.85)), ((0.40, 0.36), (0.5, 0.18)),
        ((0.60, 0.36), (0.5, 0.18)),
    ),
    "mortar": (((0.5, 0.20), (0.5, 0.70)), ((0.38, 0.38), (0.5, 0.20)), ((0.62, 0.38), (0.5, 0.20))),
    "rockets": (
        ((0.5, 0.14), (0.5, 0.62)), ((0.38, 0.32), (0.5, 0.14)), ((0.62, 0.32), (0.5, 0.14)),
        ((0.38, 0.50), (0.5, 0.32)), ((0.62, 0.50), (0.5, 0.32)),
    ),
    "supply": (((0.1, 0.58), (0.9, 0.58)),),
    "aircraft": (
        ((0.12, 0.30), (0.88, 0.70)), ((0.12, 0.70), (0.88, 0.30)), ((0.12, 0.30), (0.12, 0.70)),
        ((0.88, 0.30), (0.88, 0.70)),
    ),
    "helicopter": (((0.12, 0.28), (0.88, 0.72)), ((0.12, 0.72), (0.88, 0.28)), ((0.5, 0.2), (0.5, 0.8))),
    "headquarters": (((0, 0), (1, 1)), ((0, 1), (1, 0))),
}  # fmt: skip
_OVAL = {"armour", "mechanised", "self_propelled", "armoured_recon", "tank_destroyer"}
_DISC = {"artillery", "self_propelled", "infantry_gun"}
_ARMS = {
    "casemate": "tank_destroyer", "open_mount": "self_propelled", "charge_carrier": "engineers", "lorry": "supply",
    "half_track": "mechanised", "armoured_car": "armoured_recon", "car": "supply", "tractor": "supply",
    "aeroplane": "aircraft", "helicopter": "helicopter", "tank": "armour", "carrier": "mechanised",
    "bare_gun": "self_propelled", "turreted_howitzer": "self_propelled", "prime_mover": "supply", "aerosan": "supply",
    "boat": "supply",
}  # fmt: skip
_LOOKS = {
    "at_gun": "anti_tank", "at_team": "anti_tank", "field_gun": "artillery", "infantry_gun": "infantry_gun",
    "mortar": "mortar", "heavy_mg": "machine_gun", "figure_mg": "machine_gun", "engineers": "engineers",
    "hq": "headquarters", "figure_leader": "headquarters", "recon_foot": "recon", "observer": "recon",
    "sniper": "recon", "cavalry": "cavalry", "motorcycle": "recon", "aa_gun": "anti_air", "aa_quad": "anti_air",
    "half_track_aa": "anti_air", "truck_aa": "anti_air", "rocket_launcher": "rockets", "apc_tracked": "mechanised",
    "apc_wheeled": "mechanised", "apc_wheels4": "mechanised", "apc_wheels6": "mechanised", "scout_car": "recon",
    "figure_hmg": "machine_gun", "figure_atr": "anti_tank", "figure_rocket": "anti_tank", "figure_mortar": "mortar",
    "figure_flame": "engineers", "figure_engineer": "engineers", "figure_officer": "headquarters",
    "figure_sniper": "recon", "figure_observer": "recon", "cavalry_single": "cavalry", "motorcycles": "recon",
    "motorcycle_solo": "recon", "bicycle": "recon", "bicycles": "recon", "wagon": "supply", "flame_team": "engineers",
    "at_rifle_team": "anti_tank", "missile_team": "anti_tank", "recoilless_gun": "anti_tank", "sam_team": "anti_air",
    "tank_hunters": "anti_tank", "howitzer": "artillery", "heavy_mortar": "mortar", "nebelwerfer": "rockets",
    "flak_88": "anti_air", "flak_tank": "anti_air", "flak_tank_light": "anti_air", "spaa": "anti_air",
    "spaa_twin": "anti_air", "spaa_missile": "anti_air", "vulcan": "anti_air", "sam_tracked": "anti_air",
    "sam_car": "anti_air", "sam_wheels6": "anti_air", "mlrs": "rockets", "truck_tubes": "rockets",
    "mortar_carrier": "mortar", "half_track_mortar": "mortar", "tow_carrier": "tank_destroyer",
    "missile_carrier": "tank_destroyer", "missile_car": "tank_destroyer", "half_track_at": "tank_destroyer",
    "open_turret": "tank_destroyer", "car_missile": "anti_tank", "car_gun": "anti_tank", "gun_truck": "anti_tank",
    "recovery": "engineers", "flail_tank": "engineers", "mine_roller": "engineers",
}  # fmt: skip


def arm_of(look: str) -> str:
    """The arm whose symbol stands for a look; what is unknown counts as infantry, as it does for miniatures."""
    drawing = silhouette(look)
    return _LOOKS.get(drawing.name) or _ARMS.get(drawing.form, "infantry")


def symbol(sheet: pygame.Surface, box: pygame.Rect, arm: str, fill: Colour) -> None:
    """Draw an arm's symbol in its frame."""
    width = max(2, box.w // 14)
    pygame.draw.rect(sheet, fill, box)

    def at(p: Point) -> Point:
        return box.x + p[0] * box.w, box.y + p[1] * box.h

    for a, b in _LINES.get(arm, ()):
        pygame.draw.line(sheet, INK, at(a), at(b), width)
    if arm in _OVAL:
        inner = pygame.Rect(*at((0.18, 0.24)), int(box.w * 0.64), int(box.h * 0.52))
        pygame.draw.rect(sheet, INK, inner, width, border_radius=inner.h // 2)
    if arm in _DISC:
        pygame.draw.circle(sheet, INK, at((0.5, 0.5)), box.h * 0.14)
    if arm == "infantry_gun":
        pygame.draw.line(sheet, INK, at((0.5, 0.1)), at((0.5, 0.9)), width)
    if arm == "mortar":
        pygame.draw.circle(sheet, INK, at((0.5, 0.78)), box.h * 0.10, width)
    if arm == "supply":
        for x in (0.3, 0.7):
            pygame.draw.circle(sheet, INK, at((x, 0.78)), box.h * 0.12, width)
    if arm == "anti_air":
        arch = pygame.Rect(*at((0.08, 0.30)), int(box.w * 0.84), int(box.h * 1.4))
        pygame.draw.arc(sheet, INK, arch, 0.0, math.pi, width)
    if arm == "headquarters":
        pygame.draw.rect(sheet, INK, (box.x, box.y, box.w, box.h * 0.24))
    pygame.draw.rect(sheet, INK, box, width)


def _band(sheet: pygame.Surface, style: SideStyle, edge: int) -> None:
    """The side's band along the top: one bar, or two with a dark gap."""
    n = sheet.get_width()
    bars = ((0.0, 0.055), (0.085, 0.055)) if style.notched else ((0.0, 0.115),)
    pygame.draw.rect(sheet, INK, (edge * 2, edge * 2, n - edge * 4, n * 0.165))
    for top, high in bars:
        pygame.draw.rect(sheet, style.bright, (edge * 2, edge * 2 + n * top, n - edge * 4, n * high))


def counter_px(px_per_in: float) -> int:
    """How wide a counter is drawn at that zoom."""
    return max(LEAST_PX, round(px_per_in * WIDTH_IN))


class Counters:
    """Pictures of counters, kept. Premultiplied alpha; the middle of the picture is the middle of the stand."""

    def __init__(self, font_of: FontOf | None = None) -> None:
        """`font_of` gives a font of a size in px for the rating; without it no rating is written."""
        self._font_of = font_of
        self._kept: OrderedDict[tuple[str, str, int, int, str, bool], pygame.Surface] = OrderedDict()

    def picture(
        self, look: str, nation: str, side_index: int, px: int, rating: str = "", wreck: bool = False
    ) -> pygame.Surface:
        """A square counter `px` wide with a soft shadow round it (a few pixels more on every side)."""
        key = (arm_of(look), nation, side_index, max(8, px), rating, wreck)
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = self._drawn(*key)
            if len(self._kept) > KEEP:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return kept

    def _drawn(self, arm: str, nation: str, side_index: int, px: int, rating: str, wreck: bool) -> pygame.Surface:
        n = px * 4
        card = livery(nation).tone("counter")
        if wreck:
            card = mix(card, (40, 36, 34), 0.7)
        sheet = pygame.Surface((n, n), pygame.SRCALPHA)
        edge, radius = max(2, n // 26), n // 10
        pygame.draw.rect(sheet, (24, 22, 18), (0, 0, n, n), border_radius=radius)
        lit = mix(card, WHITE, 0.35)
        pygame.draw.rect(sheet, lit, (edge, edge, n - 2 * edge, n - 2 * edge), border_radius=radius)
        pygame.draw.rect(sheet, card, (edge * 2, edge * 2, n - 3 * edge, n - 3 * edge), border_radius=radius)
        _band(sheet, side_style(side_index), edge)
        high = px >= RATING_FROM_PX and rating and self._font_of is not None
        box = pygame.Rect(
            int(n * 0.20), int(n * (0.24 if high else 0.31)), int(n * 0.60), int(n * (0.37 if high else 0.46))
        )
        symbol(sheet, box, arm, mix(card, WHITE, 0.55))
        face = pygame.transform.smoothscale(sheet.premul_alpha(), (px, px))
        if high and self._font_of is not None:
            text = self._font_of(max(9, int(px * 0.30))).render(rating, True, INK)
            face.blit(
                text.premul_alpha(), text.get_rect(center=(px / 2, px * 0.79)), special_flags=pygame.BLEND_PREMULTIPLIED
            )
        return _shadowed(face, px)


def _shadowed(face: pygame.Surface, px: int) -> pygame.Surface:
    margin = max(3, px // 9)
    out = pygame.Surface((px + 2 * margin, px + 2 * margin), pygame.SRCALPHA)
    for grow, alpha in ((2, 40), (1, 60), (0, 60)):
        cast = pygame.Surface(out.get_size(), pygame.SRCALPHA)
        where = pygame.Rect(margin + 3 - grow, margin + 3 - grow, px + 2 * grow, px + 2 * grow)
        pygame.draw.rect(cast, (0, 0, 0, alpha), where.clip(out.get_rect()), border_radius=px // 8)
        out.blit(cast.premul_alpha(), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    out.blit(face, (margin, margin), special_flags=pygame.BLEND_PREMULTIPLIED)
    return out


def facing_arrow(facing_deg: float, px: int) -> list[Point]:
    """The three corners of the white arrow outside a counter `px` wide, from its middle (y down)."""
    a, away = math.radians(facing_deg), px * 0.5
    tip, back = away * 1.50, away * 1.12
    spots = ((tip, 0.0), (back, -0.26), (back, 0.26))
    return [(r * math.cos(a + turn), -r * math.sin(a + turn)) for r, turn in spots]
