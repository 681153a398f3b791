"""The marker `rule` and the option `--rules-report`.

A test marked `@pytest.mark.rule("X-01", "X-02")` fails unless the code under test cited every one of these ids while
it ran. `--rules-report FILE` writes which rules are catalogued, scope, cited, pinned by a passing test, and met in
self-play (from FILE's neighbour written by `tests/self_play.py`, if it is there).
"""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from wargame.engine.rules import Citations

PINNED = pytest.StashKey[set[str]]()
CITED = pytest.StashKey[set[str]]()
MET = ".rules-met.json"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--rules-report FILE`."""
    parser.addoption("--rules-report", default=None, help="write which rules are pinned by tests to this file")


def pytest_configure(config: pytest.Config) -> None:
    """Begin with nothing pinned."""
    config.stash[PINNED], config.stash[CITED] = set(), set()


def ids_of(item: pytest.Item) -> set[str]:
    """Rule ids of all `rule` markers of a test, and those it added while running (worked cases)."""
    marked = {rule for marker in item.iter_markers("rule") for rule in marker.args}
    return marked | {str(value) for name, value in item.user_properties if name == "rule"}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Run the test with a collector open; a marked rule that was not cited fails it."""
    with Citations() as met:
        outcome = yield
    item.config.stash[CITED] |= set(met)
    missing = sorted(ids_of(item) - set(met))
    if missing:
        pytest.fail(f"the code under test did not cite {', '.join(missing)}", pytrace=False)
    item.config.stash[PINNED] |= ids_of(item)
    return outcome


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker process found, where tests run on several."""
    found = getattr(node, "workeroutput", {})
    node.config.stash[PINNED] |= set(found.get("pinned", ()))
    node.config.stash[CITED] |= set(found.get("cited", ()))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the report, if one is asked for; a worker process hands its findings on instead."""
    config: Any = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["pinned"] = sorted(config.stash[PINNED])
        config.workeroutput["cited"] = sorted(config.stash[CITED])
        return
    target = session.config.getoption("--rules-report")
    if target:
        Path(target).write_text(json.dumps(report(session.config), indent=1, sort_keys=True))


def report(config: pytest.Config) -> dict[str, Any]:
    """The report as plain data."""
    from wargame.rulesets import names, ruleset

    met_file = Path(config.rootpath) / MET
    met: dict[str, int] = json.loads(met_file.read_text()) if met_file.exists() else {}
    rows = {}
    for name in names():
        ids = [rule.id for rule in ruleset(name).rules.rules]
        known = set(ids)
        rows[name] = {
            "catalogued": ids,
            "scope": [rule.id for rule in ruleset(name).rules.rules if rule.kind == "scope"],
            "cited": sorted(config.stash[CITED] & known),
            "pinned": sorted(config.stash[PINNED] & known),
            "met": {rule: met.get(rule, 0) for rule in ids},
        }
    return {"rulesets": rows}
