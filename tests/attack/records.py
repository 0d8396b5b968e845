"""Changed records of a simulation: refused by name, or nothing but games that were there is taken from them."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from rulewright.simulate import RecordsError
from rulewright.simulate.records import Records
from rulewright.simulate.run import Run, lineup_for

from ..core.small_games import duel

GAMES: Final = 20
Change: TypeAlias = Callable[[bytes, Random], bytes]


def attack(count: int, seed: int) -> Counter[str]:
    """Change a file of records in ``count`` ways.

    Counts those that are "refused", and those of which "all rows", "some rows" or "no rows" were kept: a file may end
    anywhere, as one does whose writer was stopped.
    """
    rng = Random(seed)
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.csv"
        run = Run(duel(), GAMES, (lineup_for(duel(), None, ("greedy", "random")),), seed=7, records=path)
        run.play()
        whole = path.read_bytes()
        for number in range(count):
            change = CHANGES[number % len(CHANGES)]
            changed = change(whole, rng)
            path.write_bytes(changed)
            try:
                with Records(path, run.plan, GAMES) as records:
                    kept = records.earlier
            except RecordsError as error:
                assert str(error).startswith(str(path)), error
                found["refused"] += 1
                continue
            assert kept == run.played[: len(kept)], f"{change.__name__} {number}: {changed!r} is taken for records"
            found["all rows" if len(kept) == GAMES else "some rows" if kept else "no rows"] += 1
    return found


def change_byte(data: bytes, rng: Random) -> bytes:
    """Another byte anywhere."""
    at = rng.randrange(len(data))
    return data[:at] + bytes([rng.choice([byte for byte in range(256) if byte != data[at]])]) + data[at + 1 :]


def change_digit(data: bytes, rng: Random) -> bytes:
    """Another digit in the place of one: the likeliest to be read as a figure."""
    at = rng.choice([place for place, byte in enumerate(data) if chr(byte).isdigit()])
    return data[:at] + rng.choice(b"0123456789".replace(data[at : at + 1], b"")).to_bytes() + data[at + 1 :]


def drop_bytes(data: bytes, rng: Random) -> bytes:
    """A few bytes gone."""
    at = rng.randrange(len(data))
    return data[:at] + data[at + rng.randint(1, 40) :]


def add_bytes(data: bytes, rng: Random) -> bytes:
    """A few bytes of the file again somewhere else."""
    at, other = rng.randrange(len(data)), rng.randrange(len(data))
    return data[:at] + data[other : other + rng.randint(1, 40)] + data[at:]


def cut(data: bytes, rng: Random) -> bytes:
    """The end gone."""
    return data[: rng.randrange(len(data))]


def swap_lines(data: bytes, rng: Random) -> bytes:
    """Two lines in each other's place."""
    lines = data.splitlines(keepends=True)
    one, other = rng.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def drop_line(data: bytes, rng: Random) -> bytes:
    """A line gone."""
    lines = data.splitlines(keepends=True)
    del lines[rng.randrange(len(lines))]
    return b"".join(lines)


def double_line(data: bytes, rng: Random) -> bytes:
    """A line twice, somewhere."""
    lines = data.splitlines(keepends=True)
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
    return b"".join(lines)


def swap_values(data: bytes, rng: Random) -> bytes:
    """Two values of a row in each other's place."""
    lines = data.splitlines(keepends=True)
    at = rng.randrange(1, len(lines))
    values = lines[at].split(b",")
    one, other = rng.sample(range(len(values)), 2)
    values[one], values[other] = values[other], values[one]
    lines[at] = b",".join(values)
    return b"".join(lines)


CHANGES: Final[tuple[Change, ...]] = (
    change_byte, change_digit, drop_bytes, add_bytes, cut, swap_lines, drop_line, double_line, swap_values,
)  # fmt: skip


if __name__ == "__main__":
    print(dict(attack(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)))
