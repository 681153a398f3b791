"""The top bar: battle, turn, phases, who acts, clock and weather, menu, and the one thing to do next."""

from __future__ import annotations

import pygame

from wargame.engine.requests import Command
from wargame.tabletop.armies import army_name
from wargame.tabletop.desk import Desk
from wargame.tabletop.kit import Ui, button, label
from wargame.tabletop.session import PERSON
from wargame.tabletop.theme import Ink, Size, mix

FUTURE = mix(Ink.DIM, Ink.PANEL, 0.35)
MOST_PHASES = 7


def draw_topbar(ui: Ui, rect: pygame.Rect, desk: Desk) -> str:
    """Draw the bar; "menu", "end_phase", "measure" or "" for what was pressed."""
    canvas = ui.canvas
    with ui.region("top"):
        ui.shield("top/panel", rect)
        canvas.surface.fill(Ink.BACK, rect)
        canvas.surface.fill(Ink.BRASS, (rect.x, rect.bottom - 1, rect.w, 1))
        right, pressed = _draw_buttons(ui, rect, desk)
        x = _draw_title(ui, rect, desk)
        x = _draw_turn(ui, x, rect, desk)
        x = _draw_side(ui, x, rect, desk)
        x = _draw_phases(ui, x, right, rect, desk)
        _draw_weather(ui, x, right, rect, desk)
    return pressed


def phases_of(desk: Desk) -> list[tuple[str, frozenset[str]]]:
    """The phases that a player thinks in, in order, with the steps of each: `First go: aircraft` is part of First go.

    Steps one after the other that are nobody's go (initiative, fighters) are one phase too. Either those of a turn or
    those before play.
    """

    def work() -> list[tuple[str, frozenset[str]]]:
        state = desk.state
        steps = desk.scene.ruleset.sequence(state)
        before = any(s.name == state.step and s.before_play for s in steps)
        found: list[tuple[str, frozenset[str]]] = []
        shared = False
        for step in steps:
            caption = step.phase.partition(":")[0]
            if not caption or step.before_play != before:
                continue
            joins = shared and step.side is None and not before
            shared = step.side is None
            if found and (joins or found[-1][0] == caption):
                found[-1] = (caption, found[-1][1] | {step.name})
            else:
                found.append((caption, frozenset({step.name})))
        return found

    return desk.kept("phases", work)


def end_caption(desk: Desk) -> tuple[str, str]:
    """What the orange button says and why it cannot be pressed ("" if it can)."""
    session, request = desk.session, desk.request
    if session.over:
        return "Result", ""
    if request is None:
        return "Waiting", session.stuck or session.why_waiting
    if isinstance(request, Command):
        if request.interrupt:
            return "Hold", "" if request.may_be_done else "You have to react."
        return "Done", "" if request.may_be_done else "An order has to be given here."
    return "Answer", "Answer the question first."


def _draw_buttons(ui: Ui, rect: pygame.Rect, desk: Desk) -> tuple[int, str]:
    height = ui.px(32)
    end = pygame.Rect(rect.right - ui.px(12 + 178), 0, ui.px(178), height)
    end.centery = rect.centery
    caption, reason = end_caption(desk)
    tip = "Lists those that have not acted yet, once." if caption == "Done" else ""
    pressed = (
        "end_phase"
        if button(ui, "end_phase", end, caption, key="end_phase", primary=True, reason=reason, tip=tip)
        else ""
    )
    menu = pygame.Rect(end.x - ui.px(44), end.y, ui.px(36), height)
    if button(ui, "menu", menu, "", icon="menu", tip="Save, load, undo, speed, concede … (Esc with nothing selected)"):
        pressed = "menu"
    right = menu.x
    if desk.scene.ruleset.secret_before_declaring:
        lock = menu.move(-ui.px(44), 0)
        words = ", ".join(desk.scene.ruleset.secret_before_declaring)
        state = (
            "shown, as you allowed yourself" if desk.settings.measure_freely else "not shown before an order is given"
        )
        on = desk.settings.measure_freely
        if button(ui, "measure", lock, "", icon="lock", on=on, tip=f"This rulebook keeps {words} secret: {state}."):
            pressed = "measure"
        right = lock.x
    return right - ui.px(12), pressed


def _draw_title(ui: Ui, rect: pygame.Rect, desk: Desk) -> int:
    setup = desk.scene.setup
    room = max(ui.px(120), rect.w // 5)
    title = setup.title.upper()
    if ui.canvas.width(title, 19, "title") > room:
        title = title.partition(":")[0]
    place = (rect.x + ui.px(14), rect.centery - ui.px(1))
    drawn = ui.canvas.text(place, title, 19, Ink.BRASS, "title", "midleft", room=room, box=rect)
    x = drawn.right + ui.px(10)
    wide = rect.w > ui.px(1600)
    if setup.date and wide and len(setup.date) < 26:
        x = ui.canvas.text(
            (x, rect.centery + ui.px(2)), setup.date, Size.DENSE, Ink.DIM, "regular", "midleft", box=rect
        ).right
    if desk.session.practice:
        x = ui.canvas.text((x + ui.px(8), rect.centery), "PRACTICE", Size.CAPTION, Ink.WARNING, "bold", "midleft").right
    return x + ui.px(14)


def _draw_turn(ui: Ui, x: int, rect: pygame.Rect, desk: Desk) -> int:
    box = pygame.Rect(x, rect.y + ui.px(6), ui.px(82), rect.h - ui.px(12))
    ui.canvas.box(box, Ink.PANEL, Ink.LINE, 4)
    state = desk.state
    turn = f"{state.turn} / {desk.scene.setup.turn_limit}" if state.turn else "set-up"
    top = pygame.Rect(box.x, box.y, box.w, box.h // 2)
    label(ui, top, "TURN", Size.CAPTION, Ink.DIM, "semi", "centre")
    label(
        ui,
        pygame.Rect(box.x, box.y + box.h // 2 - ui.px(3), box.w, box.h // 2 + ui.px(2)),
        turn,
        15,
        Ink.TEXT,
        "bold",
        "centre",
    )
    return box.right + ui.px(10)


def _draw_side(ui: Ui, x: int, rect: pygame.Rect, desk: Desk) -> int:
    session, state = desk.session, desk.state
    side = state.sides.get(session.acting)
    if side is None:
        words, who, colour, dark = ("BATTLE OVER" if session.over else "NOBODY"), "", Ink.DIM, Ink.PANEL
    else:
        look = desk.look_of_side(side.id)
        words, colour, dark = f"{side.name} to act", look.colour, look.dark
        if ui.canvas.width(words, 15, "bold") > ui.px(210):
            words = f"{army_name(side.id)} to act"
        person = session.seats.get(side.id) == PERSON
        you = "You" if len(session.persons) == 1 else "Player"
        who = you if person else session.seats.get(side.id, "").capitalize()
    note = ui.canvas.width(who, Size.DENSE) + ui.px(12) if who else 0
    most = max(ui.px(170), rect.w // 5)
    width = min(ui.canvas.width(words, 15, "bold") + note + ui.px(34), most)
    box = pygame.Rect(x, rect.y + ui.px(7), width, rect.h - ui.px(14))
    ui.canvas.box(box, dark, colour, 4, 2)
    if side is not None:
        _stripe(ui, box, desk.side_index(side.id), colour)
    inner = pygame.Rect(box.x + ui.px(16), box.y, box.w - ui.px(22) - note, box.h)
    label(ui, inner, words, 15, colour if side is not None else Ink.DIM, "bold")
    if who:
        label(ui, pygame.Rect(box.x, box.y, box.w - ui.px(9), box.h), who, Size.DENSE, Ink.TEXT, "semi", "right")
    return box.right + ui.px(12)


def _stripe(ui: Ui, box: pygame.Rect, index: int, colour: tuple[int, int, int]) -> None:
    """The side's pattern: a bar, in notches for the second side."""
    bar = pygame.Rect(box.x + ui.px(5), box.y + ui.px(5), ui.px(5), box.h - ui.px(10))
    if index % 2 == 0:
        ui.canvas.surface.fill(colour, bar)
        return
    step = max(3, ui.px(5))
    for y in range(bar.y, bar.bottom - 1, step):
        ui.canvas.surface.fill(colour, (bar.x, y, bar.w, max(2, ui.px(3))))


def _draw_phases(ui: Ui, x: int, right: int, rect: pygame.Rect, desk: Desk) -> int:
    """The phases as arrows: past ones dim, the present one brass, those to come faint."""
    phases = [caption for caption, _ in phases_of(desk)]
    if not phases:
        return x
    now = next((n for n, (_, steps) in enumerate(phases_of(desk)) if desk.state.step in steps), -1)
    if now >= 0 and desk.state.phase:
        phases[now] = desk.state.phase.partition(":")[0]
    shown = _window(ui, phases, now, right - x - ui.px(8))
    height = rect.h - ui.px(18)
    for n, caption, width in shown:
        box = pygame.Rect(x, rect.y + ui.px(9), width, height)
        _arrow(ui, box, n == now)
        ink = Ink.BONE_INK if n == now else Ink.DIM if n < now else FUTURE
        inner = pygame.Rect(box.x + ui.px(10), box.y, box.w - ui.px(14), box.h)
        label(ui, inner, caption, Size.DENSE, ink, "bold" if n == now else "semi", "centre")
        x = box.right - ui.px(2)
    return x + ui.px(14)


def _window(ui: Ui, phases: list[str], now: int, room: int) -> list[tuple[int, str, int]]:
    """As many phases round the present one as have room, in order."""
    widths = [ui.canvas.width(p, Size.DENSE, "bold") + ui.px(28) for p in phases]
    chosen: list[int] = []
    middle = max(0, now)
    for n in sorted(range(len(phases)), key=lambda i: (abs(i - middle), i < middle)):
        if sum(widths[i] for i in [*chosen, n]) > room or len(chosen) >= MOST_PHASES:
            break
        chosen.append(n)
    if not chosen and room > ui.px(60):
        return [(middle, phases[middle], min(room, widths[middle]))]
    return [(n, phases[n], widths[n]) for n in sorted(chosen)]


def _arrow(ui: Ui, box: pygame.Rect, now: bool) -> None:
    tip = ui.px(8)
    points = [
        box.topleft,
        (box.right - tip, box.y),
        (box.right, box.centery),
        (box.right - tip, box.bottom),
        box.bottomleft,
        (box.x + tip, box.centery),
    ]
    pygame.draw.polygon(ui.canvas.surface, Ink.BRASS if now else Ink.RAISED, points)
    pygame.draw.aalines(ui.canvas.surface, Ink.BRASS if now else Ink.LINE, True, points)


def _draw_weather(ui: Ui, x: int, right: int, rect: pygame.Rect, desk: Desk) -> None:
    state = desk.state
    if state.clock_min is not None and right - x > ui.px(56):
        words = f"{state.clock_min // 60:02d}:{state.clock_min % 60:02d}"
        x = ui.canvas.text((x, rect.centery - 1), words, 18, Ink.TEXT, "title", "midleft", box=rect).right + ui.px(14)
    far = f"sight {state.visibility_in:g}″" if state.visibility_in is not None else ""
    words = " · ".join(w for w in (state.weather, far) if w)
    if words and right - x > ui.px(70):
        label(ui, pygame.Rect(x, rect.y, right - x, rect.h), words, Size.DENSE, Ink.DIM, "regular")
