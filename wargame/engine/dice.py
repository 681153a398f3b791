"""The only source of chance: numbered dice.

Die number n of a stream is a hash of (seed, n), so the whole state of the generator is the count of dice
thrown so far, and a copied battle throws the same dice as its original.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Protocol

import msgspec


class Modifier(msgspec.Struct, frozen=True):
    """One reason that changes a roll: what it adds, in words, with the rule that says so.

    `dice` counts whole dice added or taken away, `add` a number added to the total.
    """

    reason: str
    add: float = 0
    dice: int = 0
    rule: str = ""


class Stream(Protocol):
    """Something that knows the face of die number n."""

    def face(self, n: int, sides: int) -> int: ...


class Dice:
    """The stream of dice that belongs to a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = str(seed).encode()

    def face(self, n: int, sides: int) -> int:
        """Face (1 to `sides`) of die number `n`, the same for ever."""
        digest = hashlib.blake2b(b"%d" % n, digest_size=8, key=self._key[:64]).digest()
        return 1 + ((int.from_bytes(digest, "big") * sides) >> 64)

    def seed_hash(self) -> str:
        """What may be shown of the seed while the battle is on."""
        return hashlib.blake2b(self._key, digest_size=8).hexdigest()


class ScriptedDice:
    """Dice whose faces are written down beforehand, for tests and worked cases.

    Raises ValueError when more dice are thrown than were written down, or a face does not fit its die.
    """

    def __init__(self, faces: Sequence[int], start: int = 0) -> None:
        self._faces = tuple(faces)
        self._start = start

    def face(self, n: int, sides: int) -> int:
        """Face number `n - start` of the script."""
        index = n - self._start
        if not 0 <= index < len(self._faces):
            raise ValueError(f"die {index + 1} was thrown, but only {len(self._faces)} are written down")
        face = self._faces[index]
        if not 1 <= face <= sides:
            raise ValueError(f"die {index + 1} shows {face}, which no d{sides} can")
        return face


class Chance:
    """A stream with its own counter: the private dice of a computer player or of a look-ahead."""

    def __init__(self, seed: int, count: int = 0) -> None:
        self.stream: Stream = Dice(seed)
        self.count = count

    def die(self, sides: int) -> int:
        """Next face, 1 to `sides`."""
        face = self.stream.face(self.count, sides)
        self.count += 1
        return face

    def index(self, length: int) -> int:
        """A place in a list of this length, each as likely."""
        return self.die(length) - 1


def noise(seed: int, *numbers: int) -> float:
    """A number in [0, 1) that depends on nothing but its arguments; for painters."""
    text = ",".join(str(n) for n in (seed, *numbers)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") / 2**64


def new_seed() -> int:
    """A seed that nobody can guess, for a battle that is begun without one."""
    return secrets.randbelow(2**31)
