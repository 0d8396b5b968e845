"""Questions about odds that a ruleset answers: options as data, a function, and the answer as a plain record.

    Ruleset(..., odds=OddsDesk("the odds of a knock-down test", ask, [Option("dice", "How many dice.", int, 5)]))

`rulewright odds GAME` builds its options from that, and `rulewright.odds.ask` asks from Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from .laws import Law, at_least, percent
from .problems import instead

if TYPE_CHECKING:
    from .ruleset import Rules

KINDS: Final = (str, int, bool)


class BadWish(ValueError):
    """An unknown option, or an impossible value. ``option`` is its name, the message says what is wrong."""

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(reason)
        self.option = option


def one_of(option: str, name: str, names: Iterable[str], what: str) -> str:
    """The name, where it is one of these. Raises BadWish for another one, with the nearest or with what there is."""
    there = list(names)
    if name not in there:
        raise BadWish(option, f"there is no {what} {name!r}{instead(name, there)}")
    return name


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the question: on the command line ``--name``, in Python a keyword.

    ``kind`` is str, int or bool. With ``many`` it may be given several times and is a tuple; what stands between two of
    the characters of ``apart`` is a value of its own. ``least`` and ``most`` bound each number.
    """

    name: str
    help: str
    kind: type = str
    default: Any = None
    many: bool = False
    apart: str = ""
    least: int | None = None
    most: int | None = None
    metavar: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise TypeError(f"option {self.name!r}: kind is str, int or bool, not {self.kind!r}")
        if not self.name.isidentifier() or self.name in RESERVED:
            raise ValueError(f"option {self.name!r}: not a name that an option can have")

    def read(self, value: Any) -> Any:
        """The value as the ruleset gets it. Raises BadWish."""
        if not self.many:
            return self._one(value)
        values = [value] if isinstance(value, str | int) else list(value)
        return tuple(self._one(part) for given in values for part in self._parts(given))

    def _parts(self, value: Any) -> Sequence[Any]:
        if not isinstance(value, str):
            return [value]
        for sign in self.apart:
            value = value.replace(sign, "\n")
        return [part.strip() for part in value.split("\n") if part.strip()]

    def _one(self, value: Any) -> Any:
        if self.kind is int and isinstance(value, str) and value.strip().lstrip("+-").isdecimal():
            value = int(value)
        if type(value) is not self.kind:
            raise BadWish(self.name, f"{value!r} is not {_KINDS[self.kind]}")
        if isinstance(value, int) and not self._fits(value):
            raise BadWish(self.name, f"{value} is not {self.bounds}")
        return value

    def _fits(self, value: int) -> bool:
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    @property
    def bounds(self) -> str:
        """The bounds of a number, in words."""
        if self.least is None or self.most is None:
            return f"at least {self.least}" if self.most is None else f"at most {self.most}"
        return f"from {self.least} to {self.most}"


RESERVED: Final = (
    "game", "json", "as_json", "lang", "help", "rules", "content", "table", "picture", "force",
)  # fmt: skip
"""What the command itself is asked with."""

_KINDS: Final = {str: "a text", int: "a whole number", bool: "yes or no"}


@dataclass(frozen=True, slots=True)
class Listing:
    """A table of an answer: a heading, the heads of its columns, and its cells as texts."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def listing(title: str, columns: tuple[str, str, str], law: Law[Any]) -> Listing:
    """A law as a table: each value, how likely it is exactly, and how likely it or a greater one is."""
    tails = at_least(law)
    rows = ((str(value), percent(law[value]), percent(tail)) for value, tail in tails.items())
    return Listing(title, columns, tuple(rows))


@dataclass(frozen=True, slots=True)
class Told:
    """An answer: tables and advice for people, in the language that was asked for, and a JSON document for programs."""

    title: str
    tables: tuple[Listing, ...] = ()
    advice: tuple[str, ...] = ()
    data: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class OddsDesk:
    """What a ruleset can be asked about odds.

    ``ask(rules, wishes, lang)`` answers; ``wishes`` has a value for every option. It raises BadWish for a value that
    cannot be. What it needs it should import when it is called.
    """

    about: str
    ask: Callable[[Rules, Mapping[str, Any], str], Told]
    options: Sequence[Option] = ()

    def read(self, wishes: Mapping[str, Any]) -> dict[str, Any]:
        """A value for every option: those given, checked, and the defaults. Raises BadWish naming the nearest."""
        known = {option.name: option for option in self.options}
        for name in wishes:
            if name not in known:
                raise BadWish(name, f"there is no option {name!r}{instead(name, known)}")
        return {
            name: option.read(wishes[name]) if wishes.get(name) is not None else () if option.many else option.default
            for name, option in known.items()
        }

    def answer(self, rules: Rules, wishes: Mapping[str, Any], lang: str = "en") -> Told:
        """Ask. Raises BadWish."""
        return self.ask(rules, self.read(wishes), lang)


__all__ = ["BadWish", "Listing", "OddsDesk", "Option", "Told", "listing", "one_of"]
