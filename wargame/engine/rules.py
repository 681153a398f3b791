"""Rules that can be traced: the catalogue of a rulebook, and citing a rule.

`cite` returns the id it is given, so that code reads `rules=(cite("…"),)`. Whoever listens (a test, a batch
that counts which rules were met) opens a `Citations` collector for a while; it lives in a context variable, so nothing
is shared between threads.
"""

from __future__ import annotations

from collections import Counter
from contextvars import ContextVar, Token
from types import TracebackType

import msgspec

_LISTENER: ContextVar[Counter[str] | None] = ContextVar("citations", default=None)


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One fact of a rulebook in our own words. `origin`: seed, garbled, public or house."""

    id: str
    title: str
    text: str
    seed: str = ""
    origin: str = "seed"
    why: str = ""
    kind: str = ""
    """"scope" for a statement that no code can cite."""


class Catalogue:
    """All rules of a rulebook by id, in the order of the book."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.rules = rules
        self._by_id = {rule.id: rule for rule in rules}

    def __getitem__(self, rule_id: str) -> Rule:
        return self._by_id[rule_id]

    def __contains__(self, rule_id: str) -> bool:
        return rule_id in self._by_id

    def search(self, words: str) -> list[Rule]:
        """Rules whose id, title or text holds every word."""
        needles = words.lower().split()
        return [r for r in self.rules if all(n in f"{r.id} {r.title} {r.text}".lower() for n in needles)]


def cite(rule_id: str) -> str:
    """The rule that this line applies; heard by an open `Citations`."""
    listener = _LISTENER.get()
    if listener is not None:
        listener[rule_id] += 1
    return rule_id


class Citations:
    """Counts citations while open: `with Citations() as met: …`."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()
        self._tokens: list[Token[Counter[str] | None]] = []

    def __enter__(self) -> Counter[str]:
        self._tokens.append(_LISTENER.set(self.met))
        return self.met

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        _LISTENER.reset(self._tokens.pop())
