"""Standing orders at the table: what there is to choose from, how a line reads, and what is kept for later battles."""

from __future__ import annotations

import msgspec

from wargame.engine.standing import StandingOrder
from wargame.tabletop.desk import Desk
from wargame.tabletop.settings import Settings

ANY = "any"
DEEDS = (("hold", "Hold"), ("act", "Do what is suggested"), ("ask", "Ask me"))
RANGES_IN = (2, 4, 6, 9, 12, 18, 24, 30, 36, 48)
ODDS = (0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9)
Choices = list[tuple[str, str]]


def choices_of_who(desk: Desk) -> Choices:
    """Everybody, each of one's groups, then the selected stand."""
    mine = desk.session.viewer
    found = [(ANY, "All my stands")]
    found += [(g.id, g.name) for g in desk.state.groups.values() if g.side == mine and desk.state.stands_of(g.id)]
    found += [(s.id, s.name) for s in desk.state.stands.values() if s.side == mine and s.id == desk.selected]
    return found


def choices_of_interrupt(desk: Desk, lines: tuple[StandingOrder, ...]) -> Choices:
    """The kinds of interrupt that this side has been offered so far, and those that a line speaks of."""
    viewer = desk.session.viewer or ""
    kinds = dict.fromkeys(sorted(desk.session.met.get(viewer, ())))
    kinds.update(dict.fromkeys(kind for line in lines for kind in line.interrupt))
    return [(ANY, "Whenever I am offered"), *((kind, f"Offered: {_plain(kind)}") for kind in kinds)]


def choices_of_against(desk: Desk, lines: tuple[StandingOrder, ...]) -> Choices:
    """The classes of the enemies that are known, and those that a line speaks of."""
    judge, viewer = desk.scene.judge, desk.session.viewer

    def known() -> list[str]:
        enemies = (s for s in desk.state.stands.values() if s.side != viewer and s.line)
        return sorted({name for stand in enemies for name in judge.classes_of(stand) if name})

    kinds = dict.fromkeys([*desk.kept("enemy classes", known), *(name for line in lines for name in line.against)])
    return [(ANY, "Against anything"), *((name, f"Against {_plain(name)}") for name in kinds)]


def choices_of_range() -> Choices:
    """How near the enemy has to be, in inches between bases."""
    return [(ANY, "At any distance"), *((str(n), f"Within {n}″") for n in RANGES_IN)]


def choices_of_odds() -> Choices:
    """How good the chance has to be, as the rulebook works it out."""
    return [(ANY, "Whatever the odds"), *((str(share), f"With a chance of {share:.0%} or more") for share in ODDS)]


def _plain(word: str) -> str:
    return word.replace("_", " ")


def told(desk: Desk, line: StandingOrder) -> str:
    """A line as a sentence: `Tank company · overwatch · within 20″: hold`."""
    words = [", ".join(desk.name(name) for name in line.who) if line.who else "All my stands"]
    words += [", ".join(_plain(kind) for kind in line.interrupt)] if line.interrupt else []
    words += [f"against {', '.join(_plain(name) for name in line.against)}"] if line.against else []
    words += [f"within {line.range_at_most_in:g}″"] if line.range_at_most_in is not None else []
    words += [f"chance {line.odds_at_least:.0%} or more"] if line.odds_at_least is not None else []
    return f"{' · '.join(words)}: {dict(DEEDS)[line.do].lower()}"


def remembered(settings: Settings, ruleset: str) -> tuple[StandingOrder, ...]:
    """What the player wants in every battle under this rulebook."""
    return settings.standing.get(ruleset, ())


def with_remembered(settings: Settings, ruleset: str, lines: tuple[StandingOrder, ...] | None) -> Settings:
    """The settings with these lines kept for later battles (None: none); what names stands of this one is left out."""
    kept = {name: value for name, value in settings.standing.items() if name != ruleset}
    general = tuple(line for line in lines or () if not line.who)
    if general:
        kept[ruleset] = general
    return msgspec.structs.replace(settings, standing=kept)
