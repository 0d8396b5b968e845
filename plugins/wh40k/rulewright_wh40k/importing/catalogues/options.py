"""Wargear options: what models of catalogues can have for what they usually have, as far as content can say it.

Content swaps things for others, in any model of the unit that has them, or gives things to any that has them not. So an
option is a kit of the file that is one such step from the usual one; and it is kept where every kit to which
models can come with it, and with the options before it, is one that the file has, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from rulewright import rule
from rulewright.importing import Profile

from ..numbers import UNIT
from ..units import Made, named_like
from .choosing import Choice, sizes, unit
from .limits import Limits
from .swaps import Change, Chosen, Document, Line, Swap, reached
from .trees import Node
from .ways import Arms, Kit, TooManyWays, Ways, ways, ways_besides_models

KINDS: Final = ("weapons", "wargear")


class Options:
    """The wargear options of a unit; ``told`` says what of them content cannot say."""

    def __init__(self, node: Node, made: Made, instances: frozenset[str]) -> None:
        self._node, self._arms = node, Arms(made.arms, made.items)
        self._limits = Limits(node, instances | node.ids)
        self._units = {models: unit(node, models) for models in dict.fromkeys(sizes(node))}
        self._counts = {
            size: chosen.counts + Counter(node.ids) + Counter(model=size) for size, chosen in self._units.items()
        }
        self._costs = {one.id: sum(cost.value for cost in one.costs) for one in node.walk()}
        self._names = {one["id"]: one["name"]["en"] for kind in KINDS for one in made.sheet.get(kind, ())}
        printed = dict.fromkeys(id for one in node.walk() for id in self._arms.of(one))
        self._order = {id: place for place, id in enumerate(printed)}
        self.told: list[str] = []
        self.kept: list[Change] = []
        self.lines: list[Line] = []
        try:
            self.lines = [*self._lines()]
            self._beside = self._beside_models()
        except TooManyWays:
            self.told.append("none, since there are more ways to equip it than are looked through")
        else:
            self._keep()

    @property
    def documents(self) -> list[Document]:
        """The options as content writes them."""
        return [one.document for one in self.kept]

    # -- models

    @property
    def _largest(self) -> Choice:
        return self._units[max(self._units)]

    def _lines(self) -> Iterator[Line]:
        """The lines of the largest unit and of the smallest, with what models of their stat lines can have instead."""
        printed = [one for part in self._largest.selection.walk() for one in part.profiles if one.type == UNIT]
        models = (one for size in sorted(self._units, reverse=True) for one in _models(self._units[size]))
        for model in {id(one.node): one for one in models}.values():
            numbers = {size: _number(model.node, chosen) for size, chosen in self._units.items()}
            kit, chosen = self._usual(model)
            line = Line(numbers, kit, chosen, {kit: chosen})
            for node in (one for one in self._node.walk() if one.type == "model" or one is model.node):
                if _stat_line(node, printed) == _stat_line(model.node, printed):
                    line.kits |= self._possible(line, node)
            yield line

    def _usual(self, model: Choice) -> tuple[Kit, Chosen]:
        """What each of some models usually has, and what is chosen for it."""
        kit: Chosen = Counter()
        for one in model.walk():
            for id in self._arms.of(one.node):
                kit[id] += one.count // model.count
        chosen = Counter({id: count // model.count for id, count in model.counts.items()})
        return tuple(sorted(kit.elements())), chosen + Counter(model.node.ids)

    def _possible(self, line: Line, node: Node) -> dict[Kit, Chosen]:
        """The kits of an entry that models of a line can be in the place of what they are: one of them, or all."""
        kits = ways(node, self._arms)
        found = {kit: Counter(chosen) + Counter(node.ids) for kit, chosen in kits.items() if kit not in line.kits}
        able = node.id in line.chosen or any(
            self._is_legal(size, [(line, chosen, count)])
            for chosen in [*found.values()][:1] for size, most in line.numbers.items() for count in {1, most} if most
        )  # fmt: skip
        return found if able else {}

    def _beside_models(self) -> Line:
        """What the unit has besides its models, which its first models carry, and what it can have there."""
        kit: Chosen = Counter()
        chosen: Chosen = Counter()
        kits: Ways = {}
        if self._node.type == "unit" and _models(self._largest)[0] is not self._largest:
            own = {id(one) for model in _models(self._largest) for one in model.walk()} | {id(self._largest)}
            for one in (each for each in self._largest.walk() if id(each) not in own):
                chosen.update(dict.fromkeys(one.node.ids, one.count))
                for each in self._arms.of(one.node):
                    kit[each] += one.count
            kits = ways_besides_models(self._node, self._arms)
        usual = tuple(sorted(kit.elements()))
        found = {each: Counter(some) for each, some in kits.items()}
        numbers = {size: 1 if usual else size for size in self._units}
        return Line(numbers, usual, chosen, found)

    # -- how many

    def _is_legal(self, size: int, changes: Iterable[tuple[Line, Chosen, int]]) -> bool:
        """Whether a unit of a size is one that the file allows, when some models of lines are chosen otherwise."""
        return not self._broken(size, changes)

    def _broken(self, size: int, changes: Iterable[tuple[Line, Chosen, int]]) -> set[int]:
        """What is broken that the usual unit keeps, when some models of lines are chosen otherwise."""
        usual, chosen = self._counts[size], self._counts[size].copy()
        for line, instead, count in changes:
            for id in {*instead, *line.chosen}:
                chosen[id] += (instead[id] - line.chosen[id]) * count
        return self._limits.broken(chosen) - self._limits.broken(usual)

    def _counted(self, change: Change) -> bool:
        """Find how many models can make a change; whether any can, in a unit of any size."""
        every = set()
        for size in self._units:
            able = change.able[size] = sum(line.numbers[size] for line, _ in change.places)
            legal = [self._is_legal(size, change.made(size, count)) for count in range(1, able + 1)]
            every.add(able > 1 and legal == [False] * (able - 1) + [True])
            change.most[size] = able if True in every else [*legal, False].index(False)
        change.every = every == {True}
        return all(change.most.values()) and len(every) == 1

    # -- which are kept

    @rule("commentary.all-models-wargear", "commentary.any-number-of-models-wargear")
    def _keep(self) -> None:
        """Keep the options that content can say, and tell which it cannot."""
        found: dict[Swap, Change] = {}
        for line in (*self.lines, self._beside):
            for swap, chosen in line.steps():
                if not self._points(line, chosen):
                    found.setdefault(swap, Change(swap, [])).places.append((line, chosen))
        come_to = self._come_to()
        for change in sorted(found.values(), key=self._simplest):
            if change.swap.is_single or not self._given(change, come_to):
                if self._counted(change) and self._is_sound([*(one.swap for one in self.kept), change.swap]):
                    self.kept.append(change)
                    come_to = self._come_to()
        self.told += self._untold()

    def _simplest(self, change: Change) -> tuple[int, list[int]]:
        """What comes first: swaps of one thing, in the order of the file."""
        return len(change.swap.by) + len(change.swap.replaces), [self._order[id] for id in change.swap.by]

    def _come_to(self) -> dict[int, set[Kit]]:
        """The kits to which the models of each line come by the options that are kept."""
        swaps = [one.swap for one in self.kept]
        return {id(line): {*reached(self._start(line), swaps)} for line in self.lines}

    def _given(self, change: Change, come_to: Mapping[int, set[Kit]]) -> bool:
        """Whether options give what a change gives, one after the other, or one to each of several models."""
        if any(line is self._beside for line, _ in change.places):
            return {*change.swap.by} <= {id for one in self.kept for id in one.swap.by}
        return all(change.swap.after(self._start(line)) in come_to[id(line)] for line, _ in change.places)

    def _points(self, line: Line, chosen: Chosen) -> float:
        """What something chosen costs more than what is usual; content has no points for options."""
        return sum((chosen[id] - line.chosen[id]) * self._costs.get(id, 0) for id in {*chosen, *line.chosen})

    def _is_sound(self, swaps: Sequence[Swap]) -> bool:
        """Whether each kit to which models come with some options is one that the file has."""
        return all(
            kit in line.kits or self._without_beside(kit) in line.kits
            for line in self.lines for kit in reached(self._start(line), swaps)
        )  # fmt: skip

    def _start(self, line: Line) -> Kit:
        """What a model of a line is before it uses options."""
        return tuple(sorted(line.kit + self._beside.kit)) if line is self.lines[0] else line.kit

    def _without_beside(self, kit: Kit) -> Kit:
        """A kit without what is the whole unit's."""
        beside = {id for one in self._beside.kits for id in one}
        return tuple(id for id in kit if id not in beside)

    # -- what content cannot say

    def _untold(self) -> Iterator[str]:
        if without := list(dict.fromkeys(self._not_given())):
            yield f"none for {', '.join(without)}"
        for change in self.kept:
            for size, most in change.most.items():
                if change.limit is not None and not change.every and most != change.allowed(size):
                    given = self._named(change.swap)
                    yield f"{change.limit} {given} at most, which the file has for {most} models of a unit of {size}"
        if many := list(dict.fromkeys(self._together())):
            yield f"how many models have one of {', '.join(many)} is not counted together"

    def _not_given(self) -> Iterator[str]:
        """What models could have by the file, and do not come to by options, or not as often."""
        swaps = [one.swap for one in self.kept]
        for line in self.lines:
            have = [Counter(kit) for kit in reached(self._start(line), swaps)]
            yield from self._more(map(Counter, line.kits), have)
        for kit in self._beside.kits:
            yield from self._more(
                [Counter(set(kit))], [Counter(self._beside.kit), Counter(id for one in swaps for id in one.by)]
            )

    def _more(self, could: Iterable[Chosen], have: Sequence[Chosen]) -> Iterator[str]:
        most: Chosen = Counter()
        for one in could:
            most |= one
        for id, count in sorted(most.items(), key=lambda one: self._order[one[0]]):
            if count > (found := max(one[id] for one in have)) and id in self._names:
                yield self._names[id] if not found else f"a further {self._names[id]}"

    def _together(self) -> Iterator[str]:
        """What several options give of which the file limits the number together."""
        size = max(self._units)
        made: list[tuple[Line, Chosen, int]] = []
        for change in sorted(self.kept, key=lambda one: one.most[size]):
            room = change.able[size] - sum(
                count for line, _, count in made for own, _ in change.places if own is line
            )  # fmt: skip
            made += change.made(size, 0 if change.every else max(0, min(room, change.most[size])))
        ids = {id for place in self._broken(size, made) for id in self._limits.ids(place)}
        for change in self.kept:
            if any(ids.intersection(chosen - line.chosen) for line, chosen in change.places):
                yield self._named(change.swap)

    def _named(self, swap: Swap) -> str:
        return " and ".join(self._names[id] for id in swap.by)


def _models(choice: Choice) -> list[Choice]:
    """The models of a unit; the unit itself where it has none."""
    return [one for one in choice.walk() if one.node.type == "model"] or [choice]


def _number(node: Node, unit: Choice) -> int:
    """How many models of a unit are chosen by an entry."""
    return sum(one.count for one in _models(unit) if one.node is node)


def _stat_line(node: Node, printed: Sequence[Profile]) -> Profile:
    """The stat line of a model: its own, or that of the unit whose name is like its name."""
    own = (one for part in node.walk() for one in part.profiles if one.type == UNIT)
    return next(own, None) or named_like(node.name, printed)
