"""Lightning War 2.

Which module holds which chapter of the rulebook (ids begin with LW2-):

    data units state force ground looks.toml    charts, unit lines, what a stand is (DATA, GEN)
    features sightlines contact cover location  ground as features, sight, cover, who is located (GEN, LOS, TERR, COV)
    movement walk                               legal moves; carrying them out with counter fire (MOVE, TURN-12)
    weapons discipline targets shots armour
    explosive small_arms                        direct fire (ARC, INF, HMG, SNIP, IAT, GUN, PEN, HE)
    damage morale crew flight                   losses, tests, abandoning, withdrawal (CAS, STAT, MOR, ABAN)
    assault assault_dice storm                  who may assault, the dice, carrying it out (ASLT)
    requests missions indirect                  asking for fire, missions, counter-battery (ART, CB, TURN-07)
    air bridges mines probing transport acts    AIR; BRG; MINE; RBF; MOVE-12, RIDE-05; what else can be ordered
    turn initiative command cycle clock         the game turn (TURN, INIT, TIME, NIGHT)
    reactions                                   ambush, counter and return fire (TURN-04, -06, -11, -15)
    organisation muster objectives              building a force, objectives and mines before play (FORCE, OBJ, MINE)
    setup deployment                            the first state, placing the stands (FORCE-21, -22, -24)
    points                                      objectives, victory points, the end (OBJ, VP)
    legal samples appraise cards words guess    what players and the tabletop ask
    places_worth ways advice worth              what the computer values
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wargame.rulesets.lightning_war.book import RULESET

__all__ = ["RULESET"]


def __getattr__(name: str) -> Any:
    """`RULESET`, made when it is first asked for."""
    if name == "RULESET":
        from wargame.rulesets.lightning_war import book

        return book.RULESET
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
