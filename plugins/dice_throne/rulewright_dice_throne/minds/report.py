"""Odds in tables, advice and a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulewright.laws import percent
from rulewright.odds_desk import Listing, Told

from ..book.wording import name_of, say
from ..cards.wording import Wording
from ..dice.best_rerolls import Keeping
from ..dice.throws import Throw, Worths
from ..dice.tricks import Change, DiceCard
from .goals import BOARD, NUMBERS_ONLY, Board, Goal, any_of
from .judgement import board_worths
from .situation import Situation, plain

if TYPE_CHECKING:
    from ..book.compiled import Book
    from ..dice.requirements import Requirement


class Report:
    """What is told of odds: tables, advice and a document."""

    def __init__(self, book: Book, board: Board | None, situation: Situation, top: int, lang: str) -> None:
        self.book = book
        self.board = board
        self.situation = situation
        self.top = top
        self.lang = lang
        self.faces: Sequence[str] = NUMBERS_ONLY if board is None else board.hero.faces

    def say(self, key: str, **facts: Any) -> str:
        """A text about odds."""
        return say(f"odds.{key}", self.lang, **facts)

    def named(self, goal: Goal) -> str:
        """What a goal is called."""
        return goal.name.get(self.lang) or goal.name["en"]

    # -- goals

    def of_goals(self, goals: list[Goal]) -> Told:
        """Each goal, any of them where there are several, and what to keep."""
        listed = [any_of(goals), *goals] if len(goals) > 1 else goals
        wanted = self.situation.chances([goal.requires for goal in listed], self.faces)
        keeping = self.situation.keeping(wanted)
        rows = [[self.named(goal), *self._chances(keeping, column)] for column, goal in enumerate(listed)]
        tables = [Listing("", (self.say("goal"), *self._heads()), _rows(rows))]
        tables += self._keeps(keeping, 0, "probability")
        exact = keeping.promise(self.situation.rolls, self.situation.free)
        data = {
            **self._data(" or ".join(goal.id for goal in goals)),
            **_both("probability", exact),
            **self._without(wanted),
            **self._kept(keeping, 0),
            "goals": [self._goal(keeping, column, goal) for column, goal in enumerate(listed)],
        }
        return self._told(self.named(listed[0]), tables, keeping, exact, data)

    def _goal(self, keeping: Keeping, column: int, goal: Goal) -> dict[str, Any]:
        exact = keeping.promise(self.situation.rolls, self.situation.free, column)
        return {"goal": goal.id, **_both("probability", exact), "keep": self._keep(keeping, column)}

    def _without(self, wanted: Worths) -> dict[str, Any]:
        if not self.situation.cards:
            return {}
        bare = self.situation.keeping(wanted, cards=False)
        exact = bare.promise(self.situation.rolls, self.situation.free)
        return {"without_cards": {**_both("probability", exact), "keep": self._keep(bare, 0)}}

    # -- the board

    def of_board(self, *, alone: bool) -> Told:
        """Every ability of the hero by its tiers, and the best expected value over the board."""
        board = self.board
        assert board is not None
        situation = self.situation
        tiers = list(self._tiers(board))
        chance = situation.keeping(situation.chances([needs for *_, needs in tiers], self.faces))
        worth = board_worths(self.book, board.hero.id, board.variants.values(), situation.loose, situation.fixed)
        keeping = situation.keeping(worth, prices=True)
        rows = [
            [self.named(goal), told, *self._chances(chance, column), *self._cell(chance, column)]
            for column, (goal, told, _) in enumerate(tiers)
        ]
        heads = (self.say("ability"), self.say("needs"), *self._heads(), *self._keep_head())
        values = [self.say("board"), *(_number(keeping.promise(*at)) for at in self._points())]
        tables = [
            Listing("", heads, _rows(rows)),
            Listing("", (self.say("value"), *self._heads()), _rows([values])),
            *self._keeps(keeping, 0, "expected"),
        ]
        exact = keeping.promise(situation.rolls, situation.free)
        data = {
            **self._data(BOARD),
            "probability": None,
            **_both("expected", exact),
            **self._kept(keeping, 0),
            "abilities": [
                {"ability": goal.id, "name": self.named(goal), "needs": told, **self._goal(chance, column, goal)}
                for column, (goal, told, _) in enumerate(tiers)
            ],
        }
        return self._told(self.say("board"), tables if not alone else tables[1:], keeping, exact, data, value=True)

    def _tiers(self, board: Board) -> Iterator[tuple[Goal, str, Requirement]]:
        """The abilities that can be announced, tier by tier, with what each asks for in words."""
        wording = Wording(self.book, self.lang)
        for goal, variant in zip(board.goals(), board.variants.values(), strict=True):
            model: Any = self.book.content.heroes[board.hero.id].abilities[variant.slot]
            level = model.levels[board.levels[variant.slot]]
            written = next(one for one in level.variants if one.id == variant.id)
            for row, tier in zip(variant.rows, written.rows, strict=True):
                yield goal, wording.requirement(tier.requires), row.requires

    # -- parts

    def _points(self) -> list[tuple[int, Throw | None]]:
        """How many rolls may be left, with the dice as they lie, if they lie: what the columns are about."""
        first = 0 if self.situation.free is not None else 1
        return [(left, self.situation.free) for left in range(first, self.situation.rolls + 1)]

    def _heads(self) -> Iterator[str]:
        for left, _ in self._points():
            yield self.say({0: "now", 1: "one_roll"}.get(left, "rolls"), count=left)

    def _chances(self, keeping: Keeping, column: int) -> Iterator[str]:
        return (percent(keeping.promise(left, throw, column)) for left, throw in self._points())

    def _keep_head(self) -> tuple[str, ...]:
        return (self.say("keep"),) if self._has_choice else ()

    def _cell(self, keeping: Keeping, column: int) -> tuple[str, ...]:
        return (self._dice(self._keep(keeping, column)),) if self._has_choice else ()

    @property
    def _has_choice(self) -> bool:
        return self.situation.free is not None and self.situation.rolls > 0

    def _dice(self, faces: Sequence[int]) -> str:
        return plain(faces) or self.say("none")

    def _ranking(self, keeping: Keeping, column: int) -> list[tuple[Throw, Fraction]]:
        """What of the free dice can be kept, and what it promises, best first; after the last roll they all are."""
        situation = self.situation
        if situation.free is None:
            return []
        if not situation.rolls:
            row = keeping.dice.place[situation.free]
            return [(situation.free, keeping.wanted.exact(row, column))]
        return keeping.ranking(situation.rolls, situation.free, column)

    def _ranked(self, keeping: Keeping, column: int) -> list[tuple[list[int], Fraction]]:
        """The same with the locked dice among those that are kept."""
        fixed = self.situation.fixed
        return [(sorted((*kept, *fixed)), exact) for kept, exact in self._ranking(keeping, column)[: self.top]]

    def _keep(self, keeping: Keeping, column: int) -> list[int]:
        """The dice to keep, the locked ones among them."""
        return next((keep for keep, _ in self._ranked(keeping, column)), [])

    def _reroll(self, keep: Sequence[int]) -> list[int]:
        rest = Counter((*(self.situation.free or ()), *self.situation.fixed))
        rest.subtract(keep)
        return sorted(rest.elements())

    def _kept(self, keeping: Keeping, column: int) -> dict[str, Any]:
        keep = self._keep(keeping, column)
        data: dict[str, Any] = {"keep": keep, "reroll": self._reroll(keep) if self.situation.free is not None else []}
        if (play := self._play(keeping, column)) is not None:
            data["play"] = {"card": play[0].id, **({"dice": list(play[1])} if play[1] is not None else {})}
        return data

    def _keeps(self, keeping: Keeping, column: int, what: str) -> Iterator[Listing]:
        if not self._has_choice:
            return
        show = percent if what == "probability" else _number
        rows = [
            [self._dice(keep), self._dice(self._reroll(keep)), show(exact)]
            for keep, exact in self._ranked(keeping, column)
        ]
        yield Listing(self.say("best_keeps"), (self.say("keep"), self.say("reroll"), self.say(what)), _rows(rows))

    def _play(self, keeping: Keeping, column: int) -> tuple[DiceCard, Throw | None] | None:
        """The card to play now, where that is better than to wait, and what to make of the dice if one can say."""
        left, free, fixed = self.situation.rolls, self.situation.free, self.situation.fixed
        if free is None:
            return None
        best, row = keeping.promise(left, free, column), keeping.dice.place[free]
        if best <= self._ranking(keeping, column)[0][1]:
            return None
        for card, after in keeping.plays(left, keeping.hand):
            if keeping.played(card, after).exact(row, column) == best:
                return card, _made(card, free, fixed, keeping, after, column)
        raise AssertionError("what is better than to wait is a card")

    def _data(self, goal: str) -> dict[str, Any]:
        situation, board = self.situation, self.board
        shown = sorted((*situation.free, *situation.fixed)) if situation.free is not None else []
        data: dict[str, Any] = {"game": "dice_throne", "goal": goal, "rolls": situation.rolls, "dice": shown}
        data |= {"locked": list(situation.fixed), "number": situation.count, "hero": None}
        if board is not None:
            levels = {ability.id: level for ability, level in zip(board.hero.abilities, board.levels, strict=True)}
            data |= {"hero": board.hero.id, "levels": levels}
        return data | {"cards": [card.id for card in situation.cards], "cp": situation.cp}

    def _told(
        self, goal: str, tables: list[Listing], keeping: Keeping, exact: Fraction, data: dict[str, Any],
        *, value: bool = False,
    ) -> Told:  # fmt: skip
        what = "expected" if value else "probability"
        ranked = self._ranked(keeping, 0)
        keeps = [{"keep": keep, "reroll": self._reroll(keep), **_both(what, one)} for keep, one in ranked]
        advice = self._advice(keeping, goal, exact, data, value)
        return Told(self._title(goal), tuple(tables), tuple(advice), {**data, "keeps": keeps, "advice": advice})

    def _title(self, goal: str) -> str:
        situation = self.situation
        facts: dict[str, Any] = {"goal": goal, "number": situation.count}
        facts["rolls"] = self.say({0: "left_none", 1: "left_one"}.get(situation.rolls, "left"), count=situation.rolls)
        if situation.free is None:
            title = self.say("title", **facts)
        else:
            title = self.say("title_dice", dice=plain(sorted((*situation.free, *situation.fixed))), **facts)
        if self.board is not None:
            title = f"{name_of(self.book, self.board.hero.id, self.lang)}{self.say('colon')}{title}"
        if situation.fixed:
            title += self.say("locked", dice=plain(situation.fixed))
        if situation.cards:
            cards = self.say("comma").join(name_of(self.book, card.id, self.lang) for card in situation.cards)
            title += self.say("with_cards", cards=cards, cp=situation.cp)
        return title

    def _advice(self, keeping: Keeping, goal: str, exact: Fraction, data: Mapping[str, Any], value: bool) -> list[str]:
        said: list[str] = []
        told = _number(exact) if value else percent(exact)
        if not exact and not value:
            return [self.say("never", goal=goal)]
        if "play" in data:
            card = name_of(self.book, data["play"]["card"], self.lang)
            made = data["play"].get("dice")
            said.append(self.say("play" if made is None else "play_to", card=card, dice=plain(made or ())))
        elif self._has_choice:
            reroll = data["reroll"]
            key = "advise" if reroll else "advise_all"
            said.append(self.say(key, keep=self._dice(data["keep"]), reroll=plain(reroll)))
        said.append(self.say("promise_value" if value else "promise", goal=goal, chance=told, exact=str(exact)))
        if "without_cards" in data:
            bare = Fraction(data["without_cards"]["exact"])
            said.append(self.say("without", chance=percent(bare)))
        return said


def _made(card: DiceCard, free: Throw, fixed: Throw, keeping: Keeping, after: Worths, column: int) -> Throw | None:
    """What to make of the dice with a card that only turns them."""
    if len(card.tricks) != 1 or not isinstance(card.tricks[0], Change):
        return None
    made = sorted(card.tricks[0].made_of(free, fixed))
    best = max(made, key=lambda throw: after.exact(keeping.dice.place[throw], column))
    return tuple(sorted((*best, *fixed)))


def _rows(rows: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row) for row in rows)


def _both(name: str, exact: Fraction) -> dict[str, Any]:
    """A number as a decimal and as a fraction."""
    return {name: float(exact), "exact": f"{exact.numerator}/{exact.denominator}"}


def _number(value: Fraction) -> str:
    return f"{float(value):.4f}"
