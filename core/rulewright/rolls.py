"""Rolls, shuffles and picks: what the rules ask of chance, and the history of dice that have fallen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from .dice import D6, Dice, Die, Face, Faces, Pool, dice_of, number_on
from .outcomes import ChanceSpace, DiceSpace, Outcome, PickSpace, ShuffleSpace, Uniforms, not_on_die
from .plaindata import Answer
from .refusals import Violation
from .requests import CHANCE, Player, ruled

# ----------------------------------------------------------------------------------- requests to chance


class ChanceRequest(Struct, frozen=True):
    """
    A question that no player answers: `Roll`, `Shuffle`, `Pick`, or a plugin's own kind.

    `player` is the one who rolls or shuffles; `stream` names the random stream that a seeded game draws from,
    so that a card more in a deck does not change the dice. With ``IN_THE_OPEN`` everyone sees the answer: what follows
    from it can be explained by it.
    """

    IN_THE_OPEN = False

    if TYPE_CHECKING:  # fields of every subclass, each in its own order

        @property
        def player(self) -> Player: ...
        @property
        def ask(self) -> str: ...
        @property
        def rule(self) -> str: ...
        @property
        def about(self) -> Mapping[str, Any]: ...
        @property
        def stream(self) -> str: ...

    @property
    def space(self) -> ChanceSpace:
        """What may happen."""
        raise NotImplementedError(f"{type(self).__name__} has no space")

    def check(self, answer: Answer) -> tuple[Violation, ...]:
        """Everything that is wrong with this outcome; what names no rule of its own names the request's."""
        return ruled(self.space.check(answer), self.rule)

    def draw(self, uniforms: Uniforms) -> Answer:
        """What happens for the next numbers (each from 0 to below 1) of the stream."""
        return self.space.draw(uniforms)

    def outcomes(self) -> Sequence[Outcome]:
        """Everything that may happen and its exact probability. Raises TooManyOutcomes."""
        return self.space.outcomes()

    def options(self) -> Sequence[Answer] | None:
        """Everything that may happen, or None where that is too much."""
        return self.space.options()


class Roll(ChanceRequest, frozen=True):
    """
    These dice are rolled. The answer is the tuple of the faces that fell, in the order of the dice.

    Unless `ordered` (a D66, a die for each target), dice of one kind are exchangeable. `alike` is a promise of the
    rules: faces that stand together in one of its tuples make no difference to anything that follows. All of them
    still fall, but odds play only one of them (a hit on 3 or more: 2 courses instead of 6).
    """

    dice: Dice
    player: Player
    ask: str = "roll"
    rule: str = ""
    about: Mapping[str, Any] = {}
    ordered: bool = False
    stream: str = "play"
    alike: tuple[Faces, ...] = ()

    IN_THE_OPEN = True

    @classmethod
    def d6(cls, n: int, player: Player, ask: str = "roll", rule: str = "", **about: Any) -> Roll:
        """`n` six-sided dice; the keywords are data for the prompt."""
        return cls((D6,) * n, player, ask, rule, about)

    @property
    def space(self) -> DiceSpace:
        dice = self.dice
        return DiceSpace(dice.dice if isinstance(dice, Pool) else dice, self.ordered, self.alike)

    def fallen(self, faces: Faces, source: str = "") -> DiceRoll:
        """The roll with these faces."""
        return DiceRoll.of(self.dice, faces, source, self.player)


def roll(die: Die, n: int, player: Player, ask: str = "roll", rule: str = "", **about: Any) -> Roll:
    """A request for `n` dice of one kind; the keywords are data for the prompt."""
    return Roll((die,) * n, player, ask, rule, about)


class Shuffle(ChanceRequest, frozen=True):
    """These items are put in random order. The answer is the tuple of all of them."""

    items: tuple[Answer, ...]
    player: Player
    ask: str = "shuffle"
    rule: str = ""
    about: Mapping[str, Any] = {}
    stream: str = "shuffle"

    @property
    def space(self) -> ShuffleSpace:
        return ShuffleSpace(self.items)


class Pick(ChanceRequest, frozen=True):
    """`count` of these items are picked at random, none twice. The answer is the tuple of those picked."""

    items: tuple[Answer, ...]
    count: int
    player: Player
    ask: str = "pick"
    rule: str = ""
    about: Mapping[str, Any] = {}
    ordered: bool = False
    stream: str = "shuffle"

    @property
    def space(self) -> PickSpace:
        return PickSpace(self.items, self.count, self.ordered)


# --------------------------------------------------------------------------------------------- what fell


class Fall(Struct, frozen=True):
    """One thing that happened to one die: the face it then showed, how, through what, and by whom."""

    face: Face
    how: Literal["rolled", "rerolled", "changed", "added"] = "rolled"
    source: str = ""
    by: Player = CHANCE


class DiceRoll(Struct, frozen=True):
    """Dice that fell, each with its whole history; the last entry of a history is what counts."""

    dice: tuple[Die, ...]
    history: tuple[tuple[Fall, ...], ...]

    @classmethod
    def of(cls, dice: Dice, faces: Iterable[Face], source: str = "", by: Player = CHANCE) -> DiceRoll:
        """Freshly rolled. Raises ValueError for faces that are not on the dice."""
        given = dice_of(dice)
        return cls((), ())._more(given, faces, "rolled", source, by)

    @property
    def faces(self) -> Faces:
        """What each die shows now."""
        return tuple([falls[-1].face for falls in self.history])

    @property
    def initial(self) -> Faces:
        """What the dice showed that were rolled at first, before anything happened to them."""
        return tuple([falls[0].face for falls in self.history if falls[0].how == "rolled"])

    @property
    def symbols(self) -> tuple[str, ...]:
        """What each die shows now, as symbols."""
        return tuple([die.symbol(face) for die, face in zip(self.dice, self.faces, strict=True)])

    @property
    def numbers(self) -> tuple[int, ...]:
        """The faces of numbered dice. Raises TypeError if one is no number."""
        return tuple(map(number_on, self.faces))

    @property
    def total(self) -> int:
        """The sum of the faces. Raises TypeError if one is no number."""
        return sum(map(number_on, self.faces))

    def count(self, wanted: Face | Collection[Face]) -> int:
        """How many dice show this face, or one of these."""
        if isinstance(wanted, int | str):
            wanted = (wanted,)
        return sum(face in wanted for face in self.faces)

    def rerolled(self, faces: Mapping[int, Face], source: str = "", by: Player = CHANCE) -> DiceRoll:
        """With the dice at these indexes rolled again, each now showing the face given for it."""
        return self._with("rerolled", faces, source, by)

    def changed(self, faces: Mapping[int, Face], source: str = "", by: Player = CHANCE) -> DiceRoll:
        """With the dice at these indexes turned to the face given for each."""
        return self._with("changed", faces, source, by)

    def with_added(self, dice: Dice | Die, faces: Iterable[Face], source: str = "", by: Player = CHANCE) -> DiceRoll:
        """With further dice, showing these faces; one die stands for as many as there are faces."""
        given = tuple(faces)
        more = (dice,) * len(given) if isinstance(dice, Die) else dice_of(dice)
        return self._more(more, given, "added", source, by)

    def explain(self, lang: str = "en", names: Callable[[str], str] = str) -> list[str]:
        """A line for each die: what fell, and what it was turned or rolled to again, through what."""
        words = _WORDS.get(lang, _WORDS["en"])
        return [" > ".join([_told_fall(fall, words, names) for fall in falls]) for falls in self.history]

    def times(self, index: int, how: str, source: str | None = None) -> int:
        """How often this happened to a die (through this source)."""
        return sum(fall.how == how and source in (None, fall.source) for fall in self.history[index])

    def _more(
        self,
        dice: tuple[Die, ...],
        faces: Iterable[Face],
        how: Literal["rolled", "added"],
        source: str,
        by: Player,
    ) -> DiceRoll:
        given = tuple(faces)
        if wrong := DiceSpace(dice).check(given):
            raise ValueError("; ".join(violation.reason for violation in wrong))
        falls = tuple([(Fall(face, how, source, by),) for face in given])
        return replace(self, dice=self.dice + dice, history=self.history + falls)

    def _with(
        self, how: Literal["rerolled", "changed"], faces: Mapping[int, Face], source: str, by: Player
    ) -> DiceRoll:
        history = list(self.history)
        for index, face in faces.items():
            if not 0 <= index < len(history):
                raise ValueError(f"there is no die {index}: the roll has {len(history)} dice, counted from 0")
            if not self.dice[index].has(face):
                raise ValueError(not_on_die(index + 1, self.dice[index], face).reason)
            history[index] = (*history[index], Fall(face, how, source, by))
        return replace(self, history=tuple(history))


_WORDS: Final = {
    "en": {"rerolled": "re-rolled", "changed": "changed", "added": "added"},
    "zh": {"rerolled": "重掷", "changed": "改变", "added": "追加"},
}


def _told_fall(fall: Fall, words: Mapping[str, str], names: Callable[[str], str]) -> str:
    source = [names(fall.source)] if fall.source else []
    how = ", ".join([words[fall.how], *source] if fall.how in words else source)
    return f"{fall.face} ({how})" if how else str(fall.face)


class RerollRule(Struct, frozen=True):
    """
    Which dice of a roll may be rolled again or changed.

    `per_die`: how often one die may be re-rolled at all (None: no limit); `per_source_per_die`: how often
    through one source; `locked`: faces that can neither be re-rolled nor changed; `whole`: the dice are one
    roll, so that all of them may be re-rolled or none; `rerolls_first`: once a die was changed, no die of the
    roll may be re-rolled any more. `rule` is cited in refusals.
    """

    per_die: int | None = None
    per_source_per_die: int | None = None
    locked: Faces = ()
    whole: bool = False
    rerolls_first: bool = False
    rule: str = ""

    def may_reroll(self, fallen: DiceRoll, source: str) -> tuple[int, ...]:
        """The indexes of the dice that may be re-rolled through this source."""
        free = self._free(fallen, lambda index: self.why_not(fallen, index, source))
        return () if self.whole and len(free) < len(fallen.dice) else free

    def may_change(self, fallen: DiceRoll, source: str) -> tuple[int, ...]:
        """The indexes of the dice that may be turned to another face through this source."""
        return self._free(fallen, lambda index: self.why_not_change(fallen, index, source))

    def why_not(self, fallen: DiceRoll, index: int, source: str) -> Violation | None:
        """Why this die may not be re-rolled through this source; None if it may."""
        if locked := self._locked(fallen, index, "cannot_reroll"):
            return locked
        if self.rerolls_first and any(fallen.times(place, "changed") for place in range(len(fallen.dice))):
            return Violation("rerolls_first", self.rule)
        times, most = fallen.times(index, "rerolled"), self.per_die
        if most is not None and times >= most:
            return Violation("rerolled", self.rule, die=index + 1, times=times, most=most)
        times, most = fallen.times(index, "rerolled", source), self.per_source_per_die
        if most is not None and times >= most:
            return Violation("rerolled_through", self.rule, die=index + 1, times=times, most=most, source=source)
        return None

    def why_not_change(self, fallen: DiceRoll, index: int, source: str) -> Violation | None:
        """Why this die may not be turned to another face through this source; None if it may."""
        return self._locked(fallen, index, "cannot_change")

    @staticmethod
    def _free(fallen: DiceRoll, why_not: Callable[[int], Violation | None]) -> tuple[int, ...]:
        return tuple([index for index in range(len(fallen.dice)) if why_not(index) is None])

    def _locked(self, fallen: DiceRoll, index: int, key: str) -> Violation | None:
        face = fallen.history[index][-1].face
        return Violation(key, self.rule, die=index + 1, face=face) if face in self.locked else None
