"""From plain data to a checked form: every fault of types and bounds in one pass, each as a sentence."""

from __future__ import annotations

from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from wargame.scenario.faults import Findings, nearest, quoted

F = TypeVar("F", bound=BaseModel)
MOST_FAULTS = 60


def checked(model: type[F], data: Any, findings: Findings) -> F | None:
    """The form, or None after noting all that is wrong."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False)
    except RecursionError:
        findings.add("", "tables are nested too deep", "conditions may hold some 30 others inside each other")
        return None
    for detail in details[:MOST_FAULTS]:
        found, expected = _sentence(model, detail)
        findings.add(place_of(data, detail["loc"]), found, expected)
    if len(details) > MOST_FAULTS:
        findings.add("", f"{len(details) - MOST_FAULTS} more faults")
    return None


def place_of(data: Any, steps: tuple[int | str, ...]) -> str:
    """`side[0].group[2].line` for the steps of a pydantic error, without the names of the union's members."""
    place, value = "", data
    for n, step in enumerate(steps):
        if _is_member(step):
            continue
        if isinstance(step, int):
            place += f"[{step}]"
            value = value[step] if isinstance(value, list) and step < len(value) else None
        elif isinstance(value, dict) and (step in value or n == len(steps) - 1):
            place += f".{step}" if place else str(step)
            value = value.get(step)
        elif step == "[key]":
            continue
    return place


def _sentence(model: type[BaseModel], detail: ErrorDetails) -> tuple[str, str]:
    kind, given, context = detail["type"], detail.get("input"), detail.get("ctx") or {}
    if any(map(_is_member, detail["loc"])):
        return f"found {_shown(given)}", "expected a text, a number, true, false, or a list of them"
    if kind == "missing":
        return "missing", _what(model, detail["loc"])
    if kind == "extra_forbidden":
        return f"unknown field {quoted(str(detail['loc'][-1]))}", nearest(
            str(detail["loc"][-1]), _fields_at(model, detail["loc"][:-1])
        )
    if kind in ("literal_error", "union_tag_invalid"):
        allowed = context.get("expected") or context.get("expected_tags") or ""
        return f"found {quoted(_tag(given, context))}", f"expected {allowed}; {_nearest_of(given, context, allowed)}"
    if kind == "value_error":
        return f"found {quoted(given)}", f"expected {context.get('error', 'something else')}"
    words = _EXPECTED.get(kind)
    expected = words.format(**{k: _number(v) for k, v in context.items()}) if words else detail["msg"].lower()
    return f"found {_shown(given)}", f"expected {expected}"


def _is_member(step: int | str) -> bool:
    """True for the name that pydantic gives to one of the kinds of value that a field may hold."""
    return step in ("bool", "int", "float", "constrained-str") or "[union[" in str(step)


_EXPECTED = {
    "string_type": "a text in quotes",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list in brackets",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "string_too_long": "at most {max_length} letters",
    "string_too_short": "a text",
    "string_pattern_mismatch": "something of the form {pattern}",
    "greater_than_equal": "at least {ge}",
    "greater_than": "more than {gt}",
    "less_than_equal": "at most {le}",
    "less_than": "less than {lt}",
    "too_long": "at most {max_length} of them",
    "too_short": "at least {min_length} of them",
    "finite_number": "a finite number",
    "union_tag_not_found": "a table with the key {discriminator}",
}


def _shown(value: object) -> str:
    names = {str: "the text", bool: "", int: "the number", float: "the number", list: "a list", dict: "a table"}
    word = names.get(type(value), type(value).__name__)
    if isinstance(value, list | dict):
        return f"{word} of {len(value)}"
    return f"{word} {quoted(value) if not isinstance(value, bool) else str(value).lower()}".strip()


def _number(value: object) -> object:
    return f"{value:g}" if isinstance(value, float) else value


def _tag(given: object, context: dict[str, Any]) -> object:
    return context.get("tag", given)


def _nearest_of(given: object, context: dict[str, Any], allowed: str) -> str:
    names = [part.strip().strip("'") for part in str(allowed).replace(" or ", ",").split(",")]
    return nearest(str(_tag(given, context)), [name for name in names if name])


def _what(model: type[BaseModel], steps: tuple[int | str, ...]) -> str:
    fields = [form.model_fields.get(str(steps[-1])) for form in _forms_at(model, steps[:-1])]
    field = next((f for f in fields if f is not None), None)
    words = _type_words(field.annotation) if field is not None else ""
    return f"expected {words}" if words else "expected a value"


def _type_words(annotation: Any) -> str:
    simple = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
    if annotation in simple:
        return simple[annotation]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "a table"
    if str(annotation).startswith("list"):
        return "a list"
    if "Literal" in str(annotation):
        return "one of " + ", ".join(repr(word) for word in get_args(annotation))
    return ""


def _fields_at(model: type[BaseModel], steps: tuple[int | str, ...]) -> list[str]:
    return [field.alias or name for form in _forms_at(model, steps) for name, field in form.model_fields.items()]


def _forms_at(model: type[BaseModel], steps: tuple[int | str, ...]) -> list[type[BaseModel]]:
    """The forms that may stand at this place; a step that names the member of a union narrows them to that one."""
    forms = [model]
    for step in steps:
        if isinstance(step, int):
            continue
        inner = [f for form in forms for f in _step(form, step)]
        forms = inner or [form for form in forms if step in _tags(form)]
    return forms


def _step(form: type[BaseModel], step: str) -> list[type[BaseModel]]:
    for name, field in form.model_fields.items():
        if step in (name, field.alias):
            return _forms_in(field.annotation)
    return []


def _tags(form: type[BaseModel]) -> tuple[str, ...]:
    field = form.model_fields.get("do")
    return get_args(field.annotation) if field is not None else ()


def _forms_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [form for inner in get_args(annotation) for form in _forms_in(inner)]
