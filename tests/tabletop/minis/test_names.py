"""Every line of every unit table is drawn as what it is."""

from __future__ import annotations

import pytest

from wargame.rulesets import names, ruleset
from wargame.tabletop.gallery.armies import lines_drawn
from wargame.tabletop.minis import drawn_as, looks_available
from wargame.tabletop.minis.names import family_of, names_known
from wargame.tabletop.minis.nations import LIVERIES, livery, painted_in
from wargame.tabletop.minis.silhouettes import silhouette


def test_every_name_leads_to_a_drawing() -> None:
    known = set(looks_available())
    assert not [(wanted, found) for rows in names_known().values() for wanted, found in rows if found not in known]


@pytest.mark.parametrize(
    "look, line, drawn",
    [
        ("tank_medium", "GE_panzer_iv_h_j_with_long_7_5_cm_44", "panzer4"),
        ("tank_medium", "GE_panzer_iii_n_42", "panzer3"),
        ("tank_medium", "GE_tiger_ii_44", "tiger2"), ("tank_medium", "SU_t_34_85_44", "t34_85"),
        ("tank_medium", "SU_t_34_mine_roller_43", "mine_roller"), ("tank_modern", "us_m1a1", "abrams"),
        ("tank_modern", "ge_leo2a5", "leopard2a5"), ("apc_tracked", "us_m113a1", "m113"),
        ("apc_tracked", "us_m1064", "mortar_carrier"), ("casemate_medium", "US_m10a1", "open_turret"),
        ("half_track", "US_m3_half_track", "half_track"),
        ("half_track", "m2_halftrack", "half_track"),
        ("at_gun", "JP_47mm_t1_towed", "at_gun"),
        ("at_gun", "GE_7_5_cm_pak_40_42", "at_gun"), ("howitzer", "SU_122_mm_howitzer_battery_41", "howitzer"),
        ("howitzer", "GE_wespe_sp_howitzer_battery_43", "spg_howitzer"), ("figure", "GE_medic", "figure_medic"),
        ("rocket_launcher", "GE_15_cm_nebelwerfer_battery_41", "nebelwerfer"), ("truck", "wagon_horse", "wagon"),
        ("motorcycle", "bicycle", "bicycle"), ("infantry", "GE_volkssturm_platoon_44", "militia"),
        ("helicopter", "su_mi24d", "helicopter_gunship"), ("infantry", "us_m1_of_nothing", "infantry"),
    ],
)  # fmt: skip
def test_the_words_of_a_line_choose_the_drawing(look: str, line: str, drawn: str) -> None:
    assert drawn_as(look, line) == drawn


FIGHTING = {"tank", "casemate", "open_mount", "half_track"}
TANKS = {"tank", "light_tank", "medium_tank", "heavy_tank"}
NO_TANKS = {"hq", "apc", "engineer", "aaa", "AA_tank", "tank_destroyer"}


@pytest.mark.parametrize("book", names())
def test_no_line_is_drawn_as_something_of_another_kind(book: str) -> None:
    """A gun is never a tank, a tank never a lorry, an aircraft never a gun: each class keeps to its forms."""
    wrong: list[str] = []
    for line, _, look in lines_drawn(ruleset(book)):
        drawing = silhouette(drawn_as(look.silhouette, line.id))
        classes, family = set(line.classes), family_of(drawing)
        if classes & {"fighter", "fighter_bomber", "bomber", "aircraft"} and family != "air":
            wrong.append(f"{line.id}: {drawing.name}")
        if classes & {"at_gun", "towed", "infantry_gun"} and family not in ("gun", "people"):
            wrong.append(f"{line.id}: {drawing.name}")
        if (
            classes & TANKS
            and not classes & NO_TANKS
            and drawing.form not in ("tank", "casemate", "open_mount", "turreted_howitzer", "half_track")
        ):
            wrong.append(f"{line.id}: {drawing.name}")
        if classes & {"man"} and family not in ("man", "people", "gun"):
            wrong.append(f"{line.id}: {drawing.name}")
    assert not wrong


@pytest.mark.parametrize("book", names())
def test_every_line_makes_a_stand_with_a_drawing_of_its_own(book: str) -> None:
    drawn = {line.id for line, _, look in lines_drawn(ruleset(book)) if look.silhouette}
    assert {line.id for line in ruleset(book).unit_lines()} - drawn <= {"pef"}  # a marker for what may be there


@pytest.mark.parametrize("book", names())
def test_looks_that_a_rulebook_names_have_drawings(book: str) -> None:
    """A name that only falls back on another is a slip of the pen in looks.toml."""
    known = set(looks_available())
    assert not {look.silhouette for _, _, look in lines_drawn(ruleset(book))} - known


@pytest.mark.parametrize(
    "nation, year, palette, paint",
    [
        ("GE", 1941, "steppe", "german_early"), ("GE", 1943, "steppe", "german"),
        ("Germany", 1942, "snow", "german_early"),
        ("GE", 1943, "desert", "german_desert"), ("SU", 1941, "steppe", "SU"), ("nato", 1985, "grass", "nato"),
    ],
)  # fmt: skip
def test_germans_are_grey_first_and_sandy_in_the_desert(nation: str, year: int, palette: str, paint: str) -> None:
    assert painted_in(nation, year, palette) == paint


def test_tanks_bought_from_others_wear_their_buyers_paint() -> None:
    assert painted_in("russian", 1991, "desert", "IQ") == "desert"
    assert painted_in("nato", 1991, "desert", "US") == "nato_desert"
    assert painted_in("nato", 1985, "grass", "NL") == "nato"


@pytest.mark.parametrize("book", names())
def test_every_nation_of_the_tables_has_its_own_paint(book: str) -> None:
    """Nobody is painted as an American because his nation's code is not known."""
    codes = {look.nation or line.nation for line, _, look in lines_drawn(ruleset(book))} - {"", "US"}
    assert not [code for code in codes if livery(code) is LIVERIES["american"] and code != "american"]
