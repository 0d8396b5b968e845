"""Verbs that lead to others, as every game has them: ``if``, ``choose`` and ``may``; what a game names itself, such as
``pay``; and triggers."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import model_validator

from ..programs import can_do, counted, then_do
from ..requests import choose
from ..text import show
from .models import ContentModel, Name, Several, Some
from .words import Amount, Condition, Effect, Verb, variants

if TYPE_CHECKING:
    from ..events import Event
    from ..flow import Steps
    from ..programs import Judge
    from ..wording import Wording


class If(Verb, name="if"):
    """Whether a condition holds decides what happens."""

    test: Condition
    then: Some[Effect]
    otherwise: tuple[Effect, ...] = ()

    en = variants("if {test}: {then}", both="if {test}: {then}{comma}else {otherwise}")
    zh = variants("若{test}，{then}", both="若{test}，{then}{comma}否则{otherwise}")

    def do(self, game: Any, run: Any) -> Event | None:
        return then_do(game, run, self.then if self.test.holds(game, run) else self.otherwise)

    def can(self, game: Any, run: Any) -> bool:
        follows = self.then if self.test.holds(game, run) else self.otherwise
        return bool(follows) and can_do(game, run, follows)

    def variant(self) -> str:
        return "both" if self.otherwise else ""

    def facts(self, wording: Any) -> dict[str, Any]:
        return {**super().facts(wording), "comma": wording.comma}

    def worth(self, judge: Judge) -> float:
        return (judge.effects(self.then) + judge.effects(self.otherwise)) / 2


class Alternative(ContentModel):
    """One side of an "or"."""

    name: Name | None = None
    test: Condition | None = None
    effects: Some[Effect]

    def said(self, wording: Wording) -> str:
        """It in words, behind its condition if it has one."""
        told = wording.effects(self.effects)
        return told if self.test is None else wording.of(If, test=wording.condition(self.test), then=told)


class Asking(Verb):
    """Someone is asked."""

    def chooser(self, game: Any, run: Any) -> int | None:
        """Who decides: the player of the effects, unless a game says otherwise; None where there is nobody."""
        player: int = run.player
        return player


class Choose(Asking, name="choose"):
    """The player picks exactly one option, of those whose condition holds and that can be done, and is asked only where
    several are left."""

    options: Several[Alternative]

    def do(self, game: Any, run: Any) -> Steps:
        player = self.chooser(game, run)
        held = [place for place, one in enumerate(self.options) if one.test is None or one.test.holds(game, run)]
        if player is None or not held:
            return None
        open_ = [place for place in held if can_do(game, run, self.options[place].effects)] or held
        place = open_[0]
        if len(open_) > 1:
            place = yield choose(player, "choose_option", open_, self.rule, effect=self.deed.number, source=run.source)
        return then_do(game, run, self.options[place].effects)

    def can(self, game: Any, run: Any) -> bool:
        open_ = (one for one in self.options if one.test is None or one.test.holds(game, run))
        return any(can_do(game, run, one.effects) for one in open_)

    def said(self, wording: Wording) -> str:
        return wording.either.join(option.said(wording) for option in self.options)

    def option(self, place: int, wording: Wording) -> str:
        """One of the options: as the content names it, or what it does."""
        one = self.options[place]
        return wording.effects(one.effects) if one.name is None else show(one.name.words, wording.lang)

    def worth(self, judge: Judge) -> float:
        return max(judge.effects(option.effects) for option in self.options)

    def promise(self, answer: Any, judge: Judge) -> float:
        return judge.effects(self.options[answer].effects)


class May(Asking, name="may"):
    """The player decides whether this happens."""

    effects: Some[Effect]

    en = "you may choose: {effects}"
    zh = "可{effects}"

    def do(self, game: Any, run: Any) -> Steps:
        player = self.chooser(game, run)
        if player is None or not self.can(game, run):
            return None
        asked = choose(player, "may", (True, False), self.rule, effect=self.deed.number, source=run.source)
        return then_do(game, run, self.effects) if (yield asked) else None

    def can(self, game: Any, run: Any) -> bool:
        return can_do(game, run, self.effects)

    def worth(self, judge: Judge) -> float:
        return max(0.0, judge.effects(self.effects))

    def promise(self, answer: Any, judge: Judge) -> float:
        return judge.effects(self.effects) if answer else 0.0


class Try(Verb):
    """Something is done; where it cannot be done, something else. A game says by which rule."""

    effects: Some[Effect]
    otherwise: Some[Effect]

    en = "{effects}; if that cannot be done, {otherwise}"
    zh = "{effects}；若无法做到，{otherwise}"

    def do(self, game: Any, run: Any) -> Event | None:
        return then_do(game, run, self.effects if can_do(game, run, self.effects) else self.otherwise)

    def can(self, game: Any, run: Any) -> bool:
        return can_do(game, run, self.effects) or can_do(game, run, self.otherwise)

    def worth(self, judge: Judge) -> float:
        return judge.effects(self.effects)


class Pay(Verb):
    """A player may pay; ``then`` follows if they do, ``otherwise`` if not. A game says what is paid, and how."""

    cost: Any
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()

    en = variants(
        "pay {cost} for: {then}", instead="pay {cost} or {otherwise}", both="pay {cost} for: {then}, or {otherwise}"
    )
    zh = variants(
        "支付 {cost}：{then}", instead="支付 {cost}，否则{otherwise}", both="支付 {cost}：{then}，否则{otherwise}"
    )

    @model_validator(mode="after")
    def _for_something(self) -> Pay:
        if not self.then and not self.otherwise:
            raise ValueError("then or otherwise says what a payment is for")
        return self

    def variant(self) -> str:
        return "" if not self.otherwise else "both" if self.then else "instead"

    def worth(self, judge: Judge) -> float:
        return (judge.effects(self.then) + judge.effects(self.otherwise)) / 2


class Repeat(Verb):
    """Something happens so many times, but never more than ``most``. A game takes it under a name of its own."""

    most: ClassVar[int] = 20

    times: Amount
    then: Some[Effect]

    en = "{times} times: {then}"
    zh = "{times} 次：{then}"

    def do(self, game: Any, run: Any) -> Event | None:
        times = min(counted(self.times, game, run), self.most)
        return then_do(game, run, chain.from_iterable([self.then] * times))

    def can(self, game: Any, run: Any) -> bool:
        return counted(self.times, game, run) > 0 and can_do(game, run, self.then)

    def worth(self, judge: Judge) -> float:
        return judge.amount(self.times) * judge.effects(self.then)


class WrittenTrigger(ContentModel):
    """Effects at a moment; ``test`` must hold, ``optional`` ones the player may leave. A game says which moments."""

    when: Any
    test: Condition | None = None
    optional: bool = False
    once_per_turn: bool = False
    effects: Some[Effect]
