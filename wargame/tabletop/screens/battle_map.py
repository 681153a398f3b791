"""The map of the battle screen for tests and screen readers: what the present viewer is shown, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.tabletop.kit import plain

if TYPE_CHECKING:
    from wargame.tabletop.screens.battle import BattleScreen

LOG_TAIL = 12


def map_of(screen: BattleScreen) -> dict[str, Any]:
    """Request, mode, plan, stands in inches and pixels, view and the tail of the log."""
    desk, session = screen.desk, screen.session
    camera, mode = desk.camera, screen.stage.mode
    request = desk.request
    entries = screen.chronicle.model.entries[-LOG_TAIL:]
    return {
        "viewer": session.viewer,
        "acting": session.acting,
        "turn": desk.state.turn,
        "phase": desk.state.phase,
        "request": None
        if request is None
        else {
            "kind": type(request).__name__,
            "purpose": request.purpose,
            "prompt": request.prompt,
            "interrupt": request.interrupt,
        },
        "actors": list(desk.actors),
        "mode": mode.name,
        "ready": mode.ready,
        "readout": mode.readout,
        "selected": desk.selected,
        "hover": desk.hover,
        "refusal": desk.refusal.text if desk.refusal is not None else "",
        "undo": session.undo_offer().possible,
        "stands": _stands(screen),
        "views": {"table": _view(screen)},
        "ppi": camera.ppi,
        "log": [line for entry in entries for line in (plain(entry.head), *(f"  {row.text()}" for row in entry.rows))],
    }


def _view(screen: BattleScreen) -> dict[str, float]:
    camera = screen.desk.camera
    return {
        "x": camera.view.x,
        "y": camera.view.y,
        "left_in": camera.left_in,
        "top_in": camera.top_in,
        "ppi": camera.ppi,
    }


def _stands(screen: BattleScreen) -> dict[str, dict[str, Any]]:
    found = {}
    for stand_id, pose in screen.motion.poses.items():
        stand = screen.desk.stand(stand_id)
        if stand is None:
            continue
        found[stand_id] = {
            "name": stand.name,
            "side": stand.side,
            "at": (round(pose.x, 3), round(pose.y, 3)),
            "facing": round(pose.facing_deg, 1),
            "px": screen.desk.camera.to_screen((pose.x, pose.y)),
        }
    return found
