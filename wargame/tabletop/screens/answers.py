"""From an open Choose, Pick or Confirm to the window that asks it, and back to an order."""

from __future__ import annotations

from collections.abc import Callable

from wargame.engine.appraisal import Appraisal
from wargame.engine.orders import AnyOrder, Chosen, Confirmed, Picked
from wargame.engine.requests import Choose, Confirm, Item, Pick
from wargame.tabletop.desk import Desk
from wargame.tabletop.layers.shots import short_odds
from wargame.tabletop.screens.dialogs import ChooseScreen, ConfirmScreen, Option, Question, QuestionScreen
from wargame.tabletop.screens.pick import PickScreen


def question_screen(
    desk: Desk,
    request: Choose | Pick | Confirm,
    give: Callable[[AnyOrder], bool],
    on_rule: Callable[[str], None],
) -> QuestionScreen:
    """The window for this request. A refused answer is told and the window asks again."""

    def answer(order: AnyOrder) -> None:
        if not give(order):
            if desk.refusal is not None:
                desk.app.toasts.say(desk.refusal.text)
            desk.app.push(question_screen(desk, request, give, on_rule))

    if isinstance(request, Choose):
        return _choose(desk, request, answer, on_rule)
    if isinstance(request, Pick):
        return _pick(desk, request, answer, on_rule)
    return _confirm(desk, request, answer, on_rule)


def _title(desk: Desk, request: Choose | Pick | Confirm) -> str:
    side = desk.state.sides.get(request.side)
    return (side.name if side else request.purpose.capitalize()).upper()


def _odds(desk: Desk, order: AnyOrder) -> Appraisal | None:
    return desk.appraise(order) if desk.may_measure else None


def _choose(
    desk: Desk, request: Choose, answer: Callable[[AnyOrder], None], on_rule: Callable[[str], None]
) -> QuestionScreen:
    options = []
    for option in request.options:
        odds = _odds(desk, Chosen(option=option.id))
        options.append(Option(option.id, option.text, option.consequence, short_odds(odds)))
    suggested = (request.suggestion.option,) if isinstance(request.suggestion, Chosen) else ()
    asked = Question(
        _title(desk, request),
        request.prompt,
        tuple(options),
        rules=request.rules,
        accent=desk.look_of_side(request.side).colour,
        suggestion=suggested,
    )
    return ChooseScreen(asked, lambda found: answer(Chosen(option=found)), on_rule)


def _pick(
    desk: Desk, request: Pick, answer: Callable[[AnyOrder], None], on_rule: Callable[[str], None]
) -> QuestionScreen:
    suggested: list[str] = []
    if isinstance(request.suggestion, Picked):
        for name, count in request.suggestion.items:
            suggested += [name] * count
    asked = Question(
        _title(desk, request),
        request.prompt,
        tuple(_offered(item) for item in request.items),
        rules=request.rules,
        accent=desk.look_of_side(request.side).colour,
        at_least=request.at_least,
        at_most=request.at_most,
        cost_at_most=request.cost_at_most,
        kind_limits=request.kind_limits,
        suggestion=tuple(suggested),
    )
    return PickScreen(asked, lambda found: answer(Picked(items=tuple(found))), on_rule)


def _offered(item: Item) -> Option:
    cost = f"{item.cost:g}" if item.cost else ""
    return Option(item.id, item.text, figure=cost, cost=item.cost, most=item.most, kind=item.kind)


def _confirm(
    desk: Desk, request: Confirm, answer: Callable[[AnyOrder], None], on_rule: Callable[[str], None]
) -> QuestionScreen:
    odds = [_odds(desk, Confirmed(yes=yes)) for yes in (True, False)]
    words = [
        f"{caption}: {short_odds(found)}"
        for caption, found in zip((request.yes, request.no), odds, strict=True)
        if found is not None and short_odds(found)
    ]
    asked = Question(
        _title(desk, request),
        request.prompt,
        detail=" · ".join(words),
        rules=request.rules,
        accent=desk.look_of_side(request.side).colour,
        yes=request.yes,
        no=request.no,
    )
    return ConfirmScreen(asked, lambda yes: answer(Confirmed(yes=bool(yes))), on_rule)
