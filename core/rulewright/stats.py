"""Characteristics: a stat is a list of layers, modifiers fill the layers, a value knows how it came about.

A game declares its stats as data::

    ATTACK = Stat("attack", (
        Layer("replace", "set"),
        Layer("halve", "divide", rounding="up"),
        Layer("modify", "add", least=-3, most=3),
    ), least=0)

    ATTACK.number(10, [Modifier("attack", "modify", 1, name="perplex")])   # 11
    ATTACK.value(10, ...).explain("zh")                                    # the same number, line by line

Base, amounts and results are whole numbers; a fraction between two layers is kept exactly, as a ratio of
whole numbers.

Which modifiers count. One that carries a reason in ``unless`` never does. In a layer whose stacking is "sum"
all others do, except that of those with the same non-empty ``group`` only the strongest does: the greatest
magnitude, and the first of several as great. A layer with any other stacking uses one modifier; groups then
make no difference. Groups do not reach across layers: one effect may halve a value and set its minimum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from math import gcd
from typing import Any, Final, Literal, NoReturn

import msgspec

from .problems import did_you_mean, nearest
from .text import LANGUAGES, PackageTexts

Op = Literal["set", "multiply", "divide", "add", "subtract", "least", "most", "round"]
Rounding = Literal["none", "up", "down", "nearest"]
Stacking = Literal["", "sum", "highest", "lowest", "first", "last"]
Language = Literal["en", "zh"]
Names = Callable[[str], str]

_OPS: Final = ("set", "multiply", "divide", "add", "subtract", "least", "most", "round")
_ROUNDINGS: Final = ("none", "up", "down", "nearest")
_STACKINGS: Final = ("sum", "highest", "lowest", "first", "last")
_USUAL_STACKING: Final[Mapping[str, Stacking]] = {"set": "last", "least": "highest", "most": "lowest"}
_ONE_ONLY: Final = frozenset(_USUAL_STACKING)
_SUMMED: Final = frozenset(("add", "subtract"))


class StatError(ValueError):
    """A ruleset declared or used a stat, a layer or a modifier in a way that makes no sense."""


class Ratio(msgspec.Struct, frozen=True):
    """An exact fraction in lowest terms, as it may stand between two layers: 5/2."""

    top: int
    bottom: int

    def __str__(self) -> str:
        return f"{self.top}/{self.bottom}"


class Layer(msgspec.Struct, frozen=True):
    """One step of a stat's calculation.

    ``op`` says what the layer does with its modifiers:

    - "set": puts the amount in place of the value
    - "multiply", "divide": by the product of the amounts
    - "add", "subtract": the sum of the amounts, the sum limited to ``least``..``most``
    - "least", "most": the value is at least, at most, the amount
    - "round": takes no modifiers, only rounds

    After the operation, also where no modifier counts, a fraction is rounded: "up" and "down" go to the next
    whole number above and below, "nearest" takes halves up. ``stacking`` says which modifiers count: all
    ("sum"), only the one with the "highest" or "lowest" amount, or only the "first" or "last" given. Left out
    it is "last" for "set", "highest" for "least", "lowest" for "most" and "sum" for the rest. ``rule`` is the
    rule of the limit and the rounding.

    Raises StatError for a combination that makes no sense.
    """

    name: str
    op: Op
    least: int | None = None
    most: int | None = None
    rounding: Rounding = "none"
    stacking: Stacking = ""
    rule: str = ""

    def __post_init__(self) -> None:
        what = f"layer {self.name!r}"
        _known(f"{what}: operation", self.op, _OPS)
        _known(f"{what}: rounding", self.rounding, _ROUNDINGS)
        if not self.stacking:
            msgspec.structs.force_setattr(self, "stacking", _USUAL_STACKING.get(self.op, "sum"))
        _known(f"{what}: stacking", self.stacking, _STACKINGS)
        if self.stacking == "sum" and self.op in _ONE_ONLY:
            raise StatError(f"{what}: {self.op!r} uses one modifier: the highest, lowest, first or last")
        if (self.least is not None or self.most is not None) and self.op not in _SUMMED:
            raise StatError(f"{what}: least and most limit a sum, and {self.op!r} has none")
        _check_limits(what, self.least, self.most)
        if (self.least or 0) > 0 or (self.most or 0) < 0:
            raise StatError(f"{what}: the limits of a sum must allow 0, the sum of no modifiers")
        if self.op == "round" and self.rounding == "none":
            raise StatError(f"{what}: a layer that rounds needs a rounding: up, down or nearest")


class Modifier(msgspec.Struct, frozen=True):
    """One change to one layer of one stat.

    ``name`` and ``source`` (the id of a record) say where it comes from, ``rule`` which rule gives it.
    ``unless`` is the reason why it does not count at the moment, in the author's words; such a modifier only
    shows in the trace. For :class:`Permission` the layer is "may" or "cannot" and there is no amount.

    Raises StatError when the amount is not a whole number.
    """

    stat: str
    layer: str
    amount: int = 0
    name: str = ""
    source: int | str | None = None
    rule: str = ""
    group: str = ""
    unless: str = ""

    def __post_init__(self) -> None:
        if type(self.amount) is not int:
            _refuse_number(f"modifier {self.name!r} of {self.stat}: amount", self.amount)


Number = int | Ratio


class Applied(msgspec.Struct, frozen=True):
    """One line of a trace: a modifier that counted or did not (``why`` says why not), a limit or a rounding.

    ``op`` is the layer's operation, or "limit" where a sum was limited (``total`` to ``amount``), "round up",
    "round down" or "round nearest", "floor" or "ceiling" for the stat's own limits. ``before`` and ``after``
    are the value around it; in a trace of :class:`Permission` they are 0 or 1.
    """

    layer: str
    op: str
    name: str
    source: int | str | None
    rule: str
    amount: int
    before: Number
    after: Number
    counted: bool = True
    why: str = ""
    total: int = 0

    def explain(self, lang: Language = "en", names: Names = str) -> str:
        """The line in words, with the rule id; ``names`` translates modifiers' names and reasons."""
        return _line(self, lang, names)


class Value(msgspec.Struct, frozen=True):
    """A number and how it came about."""

    number: int
    base: int
    trace: tuple[Applied, ...]
    stat: str = ""
    rule: str = ""

    def __int__(self) -> int:
        return self.number

    __index__ = __int__

    def __str__(self) -> str:
        return str(self.number)

    def explain(self, lang: Language = "en", names: Names = str) -> list[str]:
        """The calculation, a line per step: the base, each modifier used or ignored, limits, the result.

        ``names`` translates the names of modifiers and the reasons their authors gave.
        """
        lines = [_say("base", lang, amount=self.base) + _cited(self.rule)]
        lines += [_line(step, lang, names) for step in self.trace]
        return [*lines, _say("result", lang, amount=self.number)]


class Stat(msgspec.Struct, frozen=True, dict=True):
    """A characteristic: its layers in order, and the limits of the result.

    A fraction that the layers left is rounded by ``rounding``, then the result is held to ``least`` and
    ``most``. That a maximum beats a minimum follows from a layer "most" behind a layer "least". ``en`` and
    ``zh`` are the stat's names for people.

    Raises StatError for two layers of one name and for limits that exclude every number.
    """

    name: str
    layers: tuple[Layer, ...]
    least: int | None = None
    most: int | None = None
    rule: str = ""
    en: str = ""
    zh: str = ""
    rounding: Rounding = "up"

    def __post_init__(self) -> None:
        what = f"stat {self.name!r}"
        _known(f"{what}: rounding", self.rounding, _ROUNDINGS[1:])
        _check_limits(what, self.least, self.most)
        layers = {layer.name: layer for layer in self.layers}
        if len(layers) < len(self.layers):
            names = [layer.name for layer in self.layers]
            twice = next(name for name in names if names.count(name) > 1)
            raise StatError(f"{what} has two layers named {twice!r}")
        plans = self.__dict__
        plans["_layers"] = layers
        plans["_sums"] = {name: 0 for name, layer in layers.items() if _adds_up(layer)}
        plans["_adders"] = tuple(
            (layer.name, 1 if layer.op == "add" else -1, layer.least, layer.most)
            for layer in self.layers
            if _adds_up(layer)
        )

    @property
    def sums(self) -> Mapping[str, int]:
        """The layers in which modifiers simply add up, unless they have a group, each with the sum 0."""
        found: Mapping[str, int] = self.__dict__["_sums"]
        return found

    def number(self, base: int, modifiers: Iterable[Modifier] = (), added: Mapping[str, int] | None = None) -> int:
        """The number without its trace. Raises StatError for a modifier that does not belong to this stat.

        ``added`` is what further modifiers come to, for each layer of :attr:`sums`.
        """
        name = self.name
        sums = dict(added or self.__dict__["_sums"])
        others: dict[str, list[Modifier]] = {}
        for modifier in modifiers:
            layer = modifier.layer
            if layer in sums and modifier.stat == name and not modifier.group:
                if not modifier.unless:
                    sums[layer] += modifier.amount
            else:
                self.check(modifier)
                if not modifier.unless:
                    others.setdefault(layer, []).append(modifier)
        if not others:
            return self.added(base, sums)
        calculation = _Calculation(self, base, None)
        for each in self.layers:
            calculation.run_layer(each, others.get(each.name, ()), sums.get(each.name, 0))
        return calculation.result()

    def added(self, base: int, sums: Mapping[str, int]) -> int:
        """The number where nothing but sums is to be added, so that no fraction can arise."""
        if type(base) is not int:
            _refuse_number(f"stat {self.name!r}: base", base)
        number = base
        for layer, sign, least, most in self.__dict__["_adders"]:
            total = sums[layer]
            if least is not None and total < least:
                total = least
            elif most is not None and total > most:
                total = most
            number += sign * total
        least, most = self.least, self.most
        return number if least is most is None else _held_to(number, least, most)

    def value(self, base: int, modifiers: Iterable[Modifier] = ()) -> Value:
        """The number with its trace. Raises StatError for a modifier that does not belong to this stat."""
        members: dict[str, list[Modifier]] = {layer.name: [] for layer in self.layers}
        for modifier in modifiers:
            self.check(modifier)
            members[modifier.layer].append(modifier)
        trace: list[Applied] = []
        calculation = _Calculation(self, base, trace)
        for layer in self.layers:
            calculation.run_layer(layer, members[layer.name])
        return Value(calculation.result(), base, tuple(trace), self.name, self.rule)

    def check(self, modifier: Modifier) -> None:
        """Raises StatError when the modifier does not belong to this stat or its layer cannot use it."""
        layer: Layer | None = self.__dict__["_layers"].get(modifier.layer)
        if modifier.stat != self.name or layer is None:
            what = f"stat {self.name!r}: modifier {modifier.name!r}"
            if modifier.stat != self.name:
                raise StatError(f"{what} is for stat {modifier.stat!r}")
            _unknown(f"{what}: layer", modifier.layer, [layer.name for layer in self.layers])
        if layer.op == "round":
            raise StatError(f"modifier {modifier.name!r}: layer {layer.name!r} only rounds, it takes no modifiers")
        if layer.op == "divide" and modifier.amount < 1:
            raise StatError(f"modifier {modifier.name!r} cannot divide {self.name} by {modifier.amount}")


class Verdict(msgspec.Struct, frozen=True):
    """Whether something is permitted, and why. True or false like the answer itself."""

    allowed: bool
    default: bool
    trace: tuple[Applied, ...]
    permission: str = ""
    rule: str = ""

    def __bool__(self) -> bool:
        return self.allowed

    @property
    def forbidden_by(self) -> Applied | None:
        """What says "cannot", the first that counts; None where nothing does."""
        return next((line for line in self.trace if line.op == "cannot" and line.counted), None)

    def explain(self, lang: Language = "en", names: Names = str) -> list[str]:
        """The default, each "may" and "cannot" used or ignored, the result."""
        default, allowed = (_say("yes" if answer else "no", lang) for answer in (self.default, self.allowed))
        lines = [_say("default", lang, amount=default) + _cited(self.rule)]
        lines += [_line(step, lang, names) for step in self.trace]
        return [*lines, _say("result", lang, amount=allowed)]


class Permission(msgspec.Struct, frozen=True):
    """Something that is permitted or not. Modifiers say "may" and "cannot"; "cannot" beats "may"."""

    name: str
    default: bool = False
    rule: str = ""
    en: str = ""
    zh: str = ""

    def allowed(self, modifiers: Iterable[Modifier] = ()) -> bool:
        """The answer without its trace. Raises StatError for a modifier that does not belong here."""
        may, cannot = self.default, False
        for modifier in modifiers:
            self._check(modifier)
            if not modifier.unless:
                may = True
                cannot = cannot or modifier.layer == "cannot"
        return may and not cannot

    def verdict(self, modifiers: Iterable[Modifier] = ()) -> Verdict:
        """The answer with its trace. Raises StatError for a modifier that does not belong here."""
        given = tuple(modifiers)
        allowed = self.allowed(given)
        cannot = any(m.layer == "cannot" and not m.unless for m in given)
        trace = []
        for m in given:
            why = m.unless or (_reason("cannot") if cannot and m.layer == "may" else "")
            after = int(allowed if not why else self.default)
            trace.append(Applied(m.layer, m.layer, m.name, m.source, m.rule, 0, int(self.default), after, not why, why))
        return Verdict(allowed, self.default, tuple(trace), self.name, self.rule)

    def _check(self, modifier: Modifier) -> None:
        if modifier.stat != self.name:
            raise StatError(
                f"modifier {modifier.name!r} is for {modifier.stat!r}, not for the permission {self.name!r}"
            )
        if modifier.layer not in ("may", "cannot"):
            _unknown(f"modifier {modifier.name!r}: layer of a permission", modifier.layer, ("may", "cannot"))


def may(
    permission: str, name: str = "", source: int | str | None = None, *, rule: str = "", unless: str = ""
) -> Modifier:
    """A modifier that permits."""
    return Modifier(permission, "may", 0, name, source, rule, unless=unless)


def cannot(
    permission: str, name: str = "", source: int | str | None = None, *, rule: str = "", unless: str = ""
) -> Modifier:
    """A modifier that forbids."""
    return Modifier(permission, "cannot", 0, name, source, rule, unless=unless)


def _adds_up(layer: Layer) -> bool:
    return layer.op in _SUMMED and layer.stacking == "sum"


def _held_to(number: int, least: int | None, most: int | None) -> int:
    if least is not None and number < least:
        return least
    if most is not None and number > most:
        return most
    return number


def _rounded(top: int, bottom: int, rounding: str) -> int:
    if rounding == "up":
        return -(-top // bottom)
    if rounding == "down":
        return top // bottom
    return (2 * top + bottom) // (2 * bottom)


def _counting(layer: Layer, modifiers: Sequence[Modifier]) -> Iterable[int]:
    """The positions of those modifiers that count by the layer's stacking; none of them has an ``unless``."""
    if layer.stacking == "sum":
        return _one_per_group(modifiers)
    numbers = range(len(modifiers))
    if layer.stacking == "highest":
        return (max(numbers, key=lambda number: modifiers[number].amount),)
    if layer.stacking == "lowest":
        return (min(numbers, key=lambda number: modifiers[number].amount),)
    return (numbers[0 if layer.stacking == "first" else -1],)


def _one_per_group(modifiers: Sequence[Modifier]) -> list[int]:
    strongest: dict[str, int] = {}
    for number, modifier in enumerate(modifiers):
        best = strongest.setdefault(modifier.group, number)
        if abs(modifier.amount) > abs(modifiers[best].amount):
            strongest[modifier.group] = number
    return [
        number for number, modifier in enumerate(modifiers) if not modifier.group or strongest[modifier.group] == number
    ]


class _Calculation:
    """Carries out a calculation one modifier at a time and writes each step down, if there is a trace."""

    def __init__(self, stat: Stat, base: int, trace: list[Applied] | None) -> None:
        if type(base) is not int:
            _refuse_number(f"stat {stat.name!r}: base", base)
        self.stat = stat
        self.top, self.bottom = base, 1  # the value, bottom positive
        self.trace = trace

    def run_layer(self, layer: Layer, modifiers: Sequence[Modifier], total: int = 0) -> None:
        """All modifiers of a layer, ignored ones too, then its limit and its rounding; ``total`` is that of others."""
        if total:
            self.top, self.bottom = _OPERATIONS[layer.op](self.top, self.bottom, total)
        if modifiers:
            able = [number for number, modifier in enumerate(modifiers) if not modifier.unless]
            several = len(able) > 1
            counting = [able[n] for n in _counting(layer, [modifiers[number] for number in able])] if several else able
            for number, modifier in enumerate(modifiers):
                if number in counting:
                    total += modifier.amount
                    self._apply(layer, modifier)
                elif self.trace is not None:
                    why = modifier.unless or _reason("group" if layer.stacking == "sum" else layer.stacking)
                    self._note(layer, modifier, self._now(), why)
        if total and layer.op in _SUMMED:  # limits allow 0
            self._limit(layer, total)
        if self.bottom != 1:
            self._round(layer.rounding, layer.name, layer.rule)

    def result(self) -> int:
        """The number, by the stat's own rounding and limits."""
        stat = self.stat
        self._round(stat.rounding, "", stat.rule)
        held = _held_to(self.top, stat.least, stat.most)
        if held != self.top:
            self._become(held, "floor" if held > self.top else "ceiling", "", stat.rule)
        return self.top

    def _apply(self, layer: Layer, modifier: Modifier) -> None:
        before = None if self.trace is None else self._now()
        self.top, self.bottom = _OPERATIONS[layer.op](self.top, self.bottom, modifier.amount)
        if before is not None:
            self._note(layer, modifier, before)

    def _note(self, layer: Layer, modifier: Modifier, before: Number, why: str = "") -> None:
        assert self.trace is not None
        name, source, rule, amount = modifier.name, modifier.source, modifier.rule, modifier.amount
        self.trace.append(Applied(layer.name, layer.op, name, source, rule, amount, before, self._now(), not why, why))

    def _limit(self, layer: Layer, total: int) -> None:
        limited = _held_to(total, layer.least, layer.most)
        if limited == total:
            return
        sign = 1 if layer.op == "add" else -1
        before = self._now()
        self.top += sign * (limited - total) * self.bottom
        if self.trace is not None:
            after, held, of = self._now(), sign * limited, sign * total
            self.trace.append(Applied(layer.name, "limit", "", None, layer.rule, held, before, after, total=of))

    def _round(self, rounding: str, layer: str, rule: str) -> None:
        if rounding != "none" and isinstance(self._now(), Ratio):
            self._become(_rounded(self.top, self.bottom, rounding), f"round {rounding}", layer, rule)

    def _become(self, number: int, op: str, layer: str, rule: str) -> None:
        if self.trace is not None:
            self.trace.append(Applied(layer, op, "", None, rule, number, self._now(), number))
        self.top, self.bottom = number, 1

    def _now(self) -> Number:
        """The value at this point, in lowest terms."""
        if self.bottom == 1:
            return self.top
        common = gcd(self.top, self.bottom)
        self.top //= common
        self.bottom //= common
        return self.top if self.bottom == 1 else Ratio(self.top, self.bottom)


_OPERATIONS: Final[Mapping[str, Callable[[int, int, int], tuple[int, int]]]] = {
    "set": lambda top, bottom, amount: (amount, 1),
    "multiply": lambda top, bottom, amount: (top * amount, bottom),
    "divide": lambda top, bottom, amount: (top, bottom * amount),
    "add": lambda top, bottom, amount: (top + amount * bottom, bottom),
    "subtract": lambda top, bottom, amount: (top - amount * bottom, bottom),
    "least": lambda top, bottom, amount: (amount, 1) if top < amount * bottom else (top, bottom),
    "most": lambda top, bottom, amount: (amount, 1) if top > amount * bottom else (top, bottom),
}

_REASONS: Final = ("cannot", "group", "highest", "lowest", "first", "last")


TEXTS: Final = PackageTexts(__package__, "stats.toml")


def _say(key: str, lang: str, **facts: Any) -> str:
    """A text of a trace. Raises StatError for a language that there is not."""
    if lang not in LANGUAGES:
        raise StatError(f"no words for language {lang!r}; there are {', '.join(LANGUAGES)}")
    return TEXTS.say(key.replace(" ", "_"), lang, **facts)


def _line(step: Applied, lang: str, names: Names) -> str:
    op, amount = ("add", -step.amount) if step.op == "subtract" else (step.op, step.amount)
    line = _say(op, lang, amount=amount, total=step.total)
    origin = names(step.name) if step.name else "" if step.source is None else str(step.source)
    if origin:
        line += f" {origin}"
    line += _cited(step.rule)
    if step.counted:
        return line
    own = next((key for key in _REASONS if lang != "en" and _reason(key) == step.why), "")
    return _say("ignored", lang, line=line, why=_reason(own, lang) if own else names(step.why))


@cache
def _reason(key: str, lang: str = "en") -> str:
    """Why a modifier does not count."""
    return _say(f"because.{key}", lang)


def _cited(rule: str) -> str:
    return f" [{rule}]" if rule else ""


def _check_limits(what: str, least: int | None, most: int | None) -> None:
    for name, bound in (("least", least), ("most", most)):
        if bound is not None and type(bound) is not int:
            _refuse_number(f"{what}: {name}", bound)
    if least is not None and most is not None and least > most:
        raise StatError(f"{what}: least {least} is more than most {most}")


def _refuse_number(what: str, found: Any) -> NoReturn:
    raise StatError(f"{what} must be a whole number (int), found {found!r}")


def _known(what: str, found: str, known: Sequence[str]) -> None:
    if found not in known:
        _unknown(what, found, known)


def _unknown(what: str, found: str, known: Sequence[str]) -> NoReturn:
    hint = did_you_mean(nearest(str(found), known)[:1]) or f"; known are {', '.join(known)}"
    raise StatError(f"{what}: unknown {found!r}{hint}")
