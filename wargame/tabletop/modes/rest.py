"""Modes in which the player has nothing to plan: looking on, and answering a question in a window."""

from __future__ import annotations

from wargame.tabletop.layers.brush import Brush
from wargame.tabletop.layers.labels import Labels
from wargame.tabletop.modes.base import Click, Mode
from wargame.tabletop.modes.select import draw_enemy_rings


class Watching(Mode):
    """The other side plays, or nobody does. Stands can be looked at."""

    name = "watching"

    @property
    def hint(self) -> str:  # type: ignore[override]
        """What can be done meanwhile."""
        return "" if self.desk.session.over else "Space skips what is shown"

    @property
    def title(self) -> str:  # type: ignore[override]
        """Who plays."""
        session = self.desk.session
        if session.over:
            return "The battle is over"
        if session.stuck:
            return session.stuck
        side = self.desk.state.sides.get(session.acting)
        who = side.name if side else "Nobody"
        return f"{who} thinks …" if session.thinking else f"{who} acts"

    def click(self, click: Click) -> None:
        """Look at a stand."""
        self.desk.select(click.stands[0] if click.stands else None)

    def back(self) -> bool:
        """The selection goes."""
        if self.desk.selected is None:
            return False
        self.desk.select(None)
        return True

    def draw_under(self, brush: Brush, labels: Labels) -> None:
        """Rings of the stand that is looked at."""
        draw_enemy_rings(self.stage, brush, labels)


class Asking(Watching):
    """A question is open in a window above the table."""

    name = "asking"

    @property
    def hint(self) -> str:  # type: ignore[override]
        """What can be done meanwhile."""
        return "Answer the question; the table can be looked at meanwhile"

    @property
    def title(self) -> str:  # type: ignore[override]
        """The question."""
        request = self.desk.request
        return request.prompt if request is not None else ""
