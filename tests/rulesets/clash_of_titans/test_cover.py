"""Cover and concealment. Rules: NUT-COVR, NUT-TERR-06, -07, -08, -12, NUT-BLDG-06, -11."""

from __future__ import annotations

import pytest

from tests.rulesets.clash_of_titans.build import aboard, area, blue, red, strip
from tests.rulesets.clash_of_titans.field import Field, field
from wargame.rulesets.clash_of_titans import cover
from wargame.rulesets.clash_of_titans.cover import Cover


def of(scene: Field, target: str, origin: str | tuple[float, float]) -> Cover:
    return cover.cover(scene, scene.stand(target), scene.stand(origin) if isinstance(origin, str) else origin)


def behind(kind: str, x: float = 18.5, **props: object) -> Field:
    return field(red("a", 10, 10), blue("b", 20, 10), features=[strip("it", kind, (x, 5), (x, 15), width=0.1, **props)])


@pytest.mark.rule("NUT-COVR-01")
@pytest.mark.parametrize(("x", "covered"), [(17.6, True), (17.4, False)])
def test_a_solid_within_two_inches_of_the_outline_is_cover(x: float, covered: bool) -> None:
    assert of(behind("wall", x), "b", "a").in_cover is covered


@pytest.mark.rule("NUT-COVR-01")
@pytest.mark.parametrize(("y", "covered"), [(9.9, True), (10.1, False)])
def test_two_of_the_three_lines_must_cross_it(y: float, covered: bool) -> None:
    made = field(red("a", 10, 10), blue("b", 20, 10), features=[strip("w", "wall", (18.5, y), (18.5, 20), width=0.1)])
    assert of(made, "b", "a").in_cover is covered


@pytest.mark.rule("NUT-COVR-01")
@pytest.mark.parametrize(
    ("kind", "dv"), [("woods_light", 2), ("rubble", 2), ("trench", 4), ("crater", 4), ("gully", 4), ("building", 2)]
)
def test_standing_in_area_terrain_is_cover_all_round(kind: str, dv: int) -> None:
    made = field(red("a", 10, 10), blue("b", 20, 10), features=[area("it", kind, 18, 5, 26, 15, height=0)])
    for origin in ("a", (40.0, 10.0), (20.0, 30.0)):
        found = of(made, "b", origin)
        assert found.in_cover and found.dv == dv
    assert not of(made, "a", "b").in_cover


@pytest.mark.rule("NUT-COVR-02")
@pytest.mark.parametrize(
    ("kind", "props", "dv"),
    [
        ("wall", {}, 4),
        ("hedge", {}, 1),
        ("wall", {"dv": 1}, 1),
        ("barricade", {}, 2),
        ("wreck", {}, 3),
        ("bunker", {}, 3),
    ],
)
def test_cover_stops_what_does_not_exceed_its_defence_value(kind: str, props: dict[str, int], dv: int) -> None:
    found = of(behind(kind, **props), "b", "a")
    assert found.dv == dv
    assert found.stops(dv) and not found.stops(dv + 1)


@pytest.mark.rule("NUT-COVR-03")
def test_small_arms_are_stopped_by_any_cover_and_by_no_concealment() -> None:
    assert of(behind("hedge"), "b", "a").stops(0)
    crops = field(red("a", 10, 10), blue("b", 20, 10), features=[area("it", "crops", 19.5, 5, 26, 15)])
    assert not of(crops, "b", "a").stops(0)


@pytest.mark.rule("NUT-COVR-04")
@pytest.mark.parametrize("kind", ["crops", "wheat", "brush", "orchard", "sunflower"])
def test_crops_and_brush_conceal_only(kind: str) -> None:
    made = field(red("a", 10, 10), blue("b", 20, 10), features=[area("it", kind, 19.5, 5, 26, 15)])
    found = of(made, "b", "a")
    assert found.concealed and not found.in_cover and found.any


@pytest.mark.rule("NUT-COVR-04")
def test_both_concealed_and_in_cover_counts_as_in_cover() -> None:
    ground = [area("it", "crops", 19.5, 5, 26, 15), strip("w", "wall", (18.5, 5), (18.5, 15), width=0.1)]
    found = of(field(red("a", 10, 10), blue("b", 20, 10), features=ground), "b", "a")
    assert found.in_cover and found.concealed


@pytest.mark.rule("NUT-COVR-06")
def test_fire_that_does_not_cross_a_linear_cover_ignores_it() -> None:
    made = behind("wall")
    assert of(made, "b", "a").in_cover
    assert not of(made, "b", (20.0, 40.0)).in_cover
    assert not of(made, "b", (40.0, 10.0)).in_cover


@pytest.mark.rule("NUT-COVR-07")
@pytest.mark.parametrize(("line", "dv"), [("t_34_76", 4), ("truck", 1)])
def test_a_vehicle_between_is_cover_of_its_side_armour(line: str, dv: int) -> None:
    made = field(red("a", 10, 10), blue("b", 20, 10, prone=False), blue("v", 18, 10, line, facing=90))
    assert of(made, "b", "a").dv == dv


@pytest.mark.rule("NUT-VEH-10")
def test_a_wreck_is_cover_of_its_own() -> None:
    made = field(red("a", 10, 10), blue("b", 20, 10), blue("v", 18, 10, "t_34_76", facing=90))
    made.stand("v").knocked_out, made.stand("v").gone, made.stand("v").on_table = True, "destroyed", False
    assert of(made, "b", "a").dv == 3


@pytest.mark.rule("NUT-COVR-07")
@pytest.mark.parametrize(
    ("line", "station", "covered"),
    [("sdkfz_251_1", "passenger", True), ("t_34_76", "rider", False), ("truck", "passenger", False)],
)
def test_men_aboard(line: str, station: str, covered: bool) -> None:
    made = field(red("a", 10, 10), blue("v", 20, 10, line), aboard("b", "v", "blue", station=station))
    assert of(made, "b", "a").in_cover is covered


@pytest.mark.rule("NUT-COVR-08")
@pytest.mark.parametrize(("x", "concealed"), [(20.9, True), (21.1, False)])
def test_smoke_conceals_at_its_edge(x: float, concealed: bool) -> None:
    made = field(red("a", 10, 10), blue("b", x, 10), features=[area("it", "smoke", 18, 12, 20, 15)])
    made.stand("b").y = 13.0
    assert of(made, "b", (40.0, 13.0)).concealed is concealed


@pytest.mark.rule("NUT-COVR-09")
def test_of_several_covers_the_highest_counts() -> None:
    ground = [area("it", "woods_light", 18, 5, 26, 15, height=0), strip("w", "wall", (19, 5), (19, 15), width=0.1)]
    made = field(red("a", 10, 10), blue("b", 20, 10), features=ground)
    assert of(made, "b", "a").dv == 4
    two = [strip("h", "hedge", (18.6, 5), (18.6, 15), width=0.1), strip("w", "wall", (18.9, 5), (18.9, 15), width=0.1)]
    assert of(field(red("a", 10, 10), blue("b", 20, 10), features=two), "b", "a").dv == 4


# ---------------------------------------------------------------- blasts


@pytest.mark.rule("NUT-COVR-05")
def test_against_a_blast_only_cover_towards_its_centre_counts() -> None:
    made = behind("wall")
    assert cover.blast_cover(made, made.stand("b"), (17.0, 10.0)).stops_blast(2)
    assert not cover.blast_cover(made, made.stand("b"), (21.5, 10.0)).stops_blast(2)


@pytest.mark.rule("NUT-COVR-10")
def test_lying_and_below_ground_counts_against_any_blast() -> None:
    made = field(red("a", 10, 10), blue("b", 20, 10), blue("c", 30, 10), features=[area("t", "trench", 29, 5, 31, 15)])
    assert not cover.blast_cover(made, made.stand("b"), (18.0, 10.0)).stops_blast(1)
    made.stand("b").prone = True
    assert cover.blast_cover(made, made.stand("b"), (18.0, 10.0)).stops_blast(7)
    assert cover.blast_cover(made, made.stand("c"), (28.0, 10.0)).stops_blast(7)
    assert not of(made, "c", "a").stops(7)


@pytest.mark.rule("NUT-GREN-05")
def test_inside_a_building_no_outside_cover_counts() -> None:
    made = field(red("a", 10, 10), blue("b", 20, 10), features=[area("house", "building", 18, 8, 22, 12)])
    assert cover.blast_cover(made, made.stand("b"), (17.0, 10.0)).stops_blast(1)
    assert not cover.blast_cover(made, made.stand("b"), (19.0, 10.0), exterior=False).stops_blast(1)


# ---------------------------------------------------------------- works, crests, houses


@pytest.mark.rule("NUT-TERR-12")
@pytest.mark.parametrize(("line", "dv", "below"), [("SU_rifleman", 4, True), ("zis_3", 2, False)])
def test_who_is_dug_in_is_in_cover(line: str, dv: int, below: bool) -> None:
    made = field(red("a", 10, 10), blue("b", 30, 10, line, dug_in=True))
    found = of(made, "b", "a")
    assert (found.in_cover, found.dv, found.below) == (True, dv, below)


@pytest.mark.rule("NUT-TERR-06")
@pytest.mark.parametrize(("x", "covered"), [(21.4, True), (21.6, False)])
def test_within_an_inch_behind_a_crest_is_cover_from_the_other_side(x: float, covered: bool) -> None:
    made = field(red("a", 10, 10), blue("b", x, 10), features=[area("hill", "hill", 20, 0, 40, 20, height=1.0)])
    assert of(made, "b", "a").in_cover is covered
    assert not of(made, "b", (35.0, 10.0)).in_cover


@pytest.mark.rule("NUT-GUNS-02")
def test_a_gun_shield_covers_four_men_from_the_front() -> None:
    made = field(red("a", 10, 10), blue("gun", 30, 10, "zis_3", crew=5))
    crew = [s for s in made.state.stands.values() if s.mans == "gun"]
    for n, man in enumerate(crew):
        man.x, man.y, man.on_table = 31.0, 8.0 + n, True
    found = [of(made, man.id, "a").dv for man in crew]
    assert found == [1, 1, 1, 1, -1]
    assert of(made, crew[0].id, (50.0, 10.0)).dv == -1


@pytest.mark.rule("NUT-BLDG-06")
def test_a_house_covers_from_outside_but_not_in_the_same_room() -> None:
    house = area("house", "building", 18, 7, 24, 13, dv=3)
    made = field(red("a", 10, 10), blue("b", 18.6, 10), red("c", 22, 10), features=[house])
    assert of(made, "b", "a").dv == 3
    assert not of(made, "b", "c").in_cover
    assert of(made, "a", "b").in_cover is False


@pytest.mark.rule("NUT-BLDG-11")
def test_a_flat_roof_has_a_parapet() -> None:
    house = area("house", "building", 18, 7, 24, 13, height=2.0, roof="flat")
    made = field(red("a", 5, 10), blue("b", 18.6, 10), features=[house])
    made.stand("b").floor = 2
    assert of(made, "b", "a").dv == 1


@pytest.mark.rule("NUT-RFIRE-08")
def test_in_cover_from_all_or_not_at_all() -> None:
    made = behind("wall")
    assert cover.both_covered([of(made, "b", "a")])
    assert not cover.both_covered([of(made, "b", "a"), of(made, "b", (40.0, 10.0))])
