"""What may be asked about dice: how likely every ability is, which dice to keep, what cards in hand add to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from rulewright.odds_desk import BadWish, Listing, OddsDesk, Option, Told
from rulewright.problems import did_you_mean, instead, nearest

from .activation import DICE
from .goals import BOARD, NUMBERS_ONLY, Board, Goal, Unknown, ability_goal, any_of, dice_card, folded, read_goal
from .judgement import board_worths, card_price
from .keeping import Change, DiceCard, Keeping, Throw, Worths, chances, dice_of
from .numbers import ATTEMPTS, MOST_DICE
from .wording import Wording, name_of, words

if TYPE_CHECKING:
    from rulewright.ruleset import Rules

    from .activation import Requirement
    from .book import Book, HeroSheet

MOST_ROLLS: Final = 12
MOST_CP: Final = 15
SHOWN: Final = 5
"""How many of the selections that can be kept are listed, unless told otherwise."""

_FACES: Final[dict[str, Any]] = {
    "kind": int, "many": True, "apart": ", ，、", "least": 1, "most": 6, "metavar": "N,N,...",
}  # fmt: skip

OPTIONS: Final = (
    Option("goal", 'What is wanted, such as "small straight", "four sixes", "2 bow 2 moon", 6666, "[(123)(45)6]", '
           'the name of an ability, or board: the best expected value. Several times: any of them.  '
           '[default: every ability of the hero]', many=True),
    Option("rolls", "How many rolls are left.  [default: 3, or 2 with --dice]", int, least=0, most=MOST_ROLLS),
    Option("dice", "What the dice show, such as 1,2,4,6,6.", **_FACES),
    Option("locked", "Which of them may not be rolled again or turned.", **_FACES),
    Option("number", "How many dice are rolled.", int, DICE, least=1, most=MOST_DICE),
    Option("hero", "Whose abilities, symbols and cards count.", metavar="NAME"),
    Option("levels", "Upgrades: showdown=2,revolver=3, or 2 for all that have it.", many=True, apart=",，",
           metavar="ABILITY=N"),
    Option("cards", "Cards in hand that alter dice, such as six-it,tip-it; they are played when that is best.",
           many=True, apart=",，", metavar="CARD,..."),
    Option("cp", "The CP that there are for them.", int, MOST_CP, least=0, most=MOST_CP),
    Option("top", "How many selections of dice are listed.", int, SHOWN, least=1, most=2**MOST_DICE),
)  # fmt: skip


class Situation(Struct, frozen=True):
    """Dice, rolls left and cards in hand.

    ``fixed`` dice are locked, ``free`` ones may still be altered; None before the first roll.
    """

    count: int
    fixed: Throw
    free: Throw | None
    rolls: int
    cards: tuple[DiceCard, ...] = ()
    cp: int = MOST_CP

    @property
    def loose(self) -> int:
        """How many dice may still be altered."""
        return self.count - len(self.fixed)

    def keeping(self, wanted: Worths, *, cards: bool = True, prices: bool = False) -> Keeping:
        """The strategy for what is wanted; with prices a card is played only for what is worth more than it."""
        hand = self.cards if cards else ()
        if prices:
            hand = tuple(replace(card, price=card_price(card.cost)) for card in hand)
        return Keeping(self.loose, wanted, hand, self.cp, self.fixed)

    def chances(self, requirements: Sequence[Requirement], faces: Sequence[str]) -> Worths:
        """Which throws satisfy which requirement."""
        throws = [(*throw, *self.fixed) for throw in dice_of(self.loose).throws]
        return chances([[needs.met(throw, faces) for needs in requirements] for throw in throws])


# What is asked ----------------------------------------------------------------------------------------------


def ask(rules: Rules, wishes: Mapping[str, Any], lang: str) -> Told:
    """The odds of goals, or of every ability of a hero. Raises BadWish."""
    book: Book = rules.content
    board = _board(book, wishes)
    situation = _situation(book, board, wishes)
    asked = tuple(wishes["goal"])
    if not asked and board is None:
        raise BadWish("goal", "neither a goal nor a hero is named")
    if any(goal.strip().casefold() == BOARD for goal in asked):
        if board is None:
            raise BadWish("goal", f"{BOARD!r} is the board of a hero, and none is named")
        if len(asked) > 1:
            raise BadWish("goal", f"{BOARD!r} stands alone: it is worth health, other goals are chances")
        asked = ()
    report = _Report(book, board, situation, wishes["top"], lang)
    try:
        goals = [read_goal(goal, book, board) for goal in asked]
    except Unknown as problem:
        raise BadWish("goal", str(problem)) from None
    return report.of_goals(goals) if goals else report.of_board(alone=bool(wishes["goal"]))


def _board(book: Book, wishes: Mapping[str, Any]) -> Board | None:
    if wishes["hero"] is None:
        if wishes["levels"]:
            raise BadWish("levels", "upgrades belong to a hero, and none is named")
        return None
    hero = _found("hero", wishes["hero"], {hero.id: (hero.id, *hero.name.values()) for hero in book.heroes.values()})
    sheet = book.heroes[hero]
    return Board(book, sheet, _levels(sheet, wishes["levels"]))


def _levels(hero: HeroSheet, wanted: Iterable[str]) -> tuple[int, ...]:
    levels = [1] * len(hero.abilities)
    names = {ability.id: (ability.id, *ability.name.values()) for ability in hero.abilities}
    for wish in wanted:
        name, equals, level = wish.rpartition("=")
        if not level.strip().isdecimal() or int(level) < 1 or (equals and not name):
            raise BadWish("levels", f"{wish!r} is not of the form ABILITY=N, or N for all")
        if not equals:
            levels = [min(int(level), len(ability.levels)) for ability in hero.abilities]
            continue
        slot = hero.slots[_found("levels", name, names)]
        most = len(hero.abilities[slot].levels)
        if int(level) > most:
            raise BadWish("levels", f"{hero.abilities[slot].id} has {most} level{'s' * (most > 1)}, not {int(level)}")
        levels[slot] = int(level)
    return tuple(levels)


def _found(option: str, name: str, known: Mapping[str, Iterable[str]]) -> str:
    """The id of something by its id or one of its names. Raises BadWish naming the nearest."""
    for id, names in known.items():
        if folded(name) in map(folded, names):
            return id
    near = nearest(name.strip(), [each for names in known.values() for each in names])
    raise BadWish(option, f"{name.strip()!r} is not known{did_you_mean(near) or instead(name.strip(), known)}")


def _situation(book: Book, board: Board | None, wishes: Mapping[str, Any]) -> Situation:
    count, dice, fixed = wishes["number"], tuple(sorted(wishes["dice"])), tuple(sorted(wishes["locked"]))
    if dice and len(dice) != count:
        raise BadWish("dice", f"{count} dice are rolled, and {len(dice)} are given; --number says how many there are")
    free = Counter(dice)
    free.subtract(fixed)
    if dice and min(free.values()) < 0:
        raise BadWish("locked", f"{_plain(fixed)} are not all among the dice {_plain(dice)}")
    if len(fixed) > count:
        raise BadWish("locked", f"{len(fixed)} dice are locked, and there are {count}")
    rolls = wishes["rolls"]
    if rolls is None:
        rolls = ATTEMPTS - bool(dice)
    if not rolls and not dice:
        raise BadWish("rolls", "no roll is left and no dice lie there; --dice says what they show")
    cards = tuple(_card(book, board, card) for card in wishes["cards"])
    return Situation(count, fixed, tuple(sorted(free.elements())) if dice else None, rolls, cards, wishes["cp"])


def _card(book: Book, board: Board | None, name: str) -> DiceCard:
    heroes = [board.hero] if board is not None else list(book.heroes.values())
    cards = {card.id: (card.id, *card.name.values()) for hero in heroes for card in hero.cards.values()}
    id = _found("cards", name, cards)
    try:
        return dice_card(book, next(hero for hero in heroes if id in hero.cards), id)
    except Unknown as problem:
        raise BadWish("cards", str(problem)) from None


# At the table -----------------------------------------------------------------------------------------------


class Glance(Struct, frozen=True):
    """What a player wants to know between two rolls: the chance of each ability, without and with the cards in hand,
    and what to keep for the best of the board."""

    chances: Mapping[str, float]
    with_cards: Mapping[str, float]
    keep: Throw
    value: float


def glance(
    book: Book, hero: str, variants: tuple[str, ...], levels: tuple[int, ...], faces: Iterable[int], left: int,
    cards: tuple[str, ...], cp: int, further: int,
) -> Glance:  # fmt: skip
    """The odds of these abilities for dice on the table; cards that do not alter dice are left out.

    ``further`` is what texts add to the cost of each card, in CP.
    """
    throw = tuple(sorted(faces))
    hand = _dice_cards(book, hero, cards, further)
    bare, helped, board = _strategies(book, hero, variants, levels, hand, cp, len(throw))
    keep, value = board.ranking(left, throw)[0]
    return Glance(
        {id: float(bare.promise(left, throw, column)) for column, id in enumerate(variants)},
        {id: float(helped.promise(left, throw, column)) for column, id in enumerate(variants)},
        keep,
        float(value),
    )


@lru_cache(maxsize=64)
def _strategies(
    book: Book, hero: str, variants: tuple[str, ...], levels: tuple[int, ...], cards: tuple[DiceCard, ...], cp: int,
    count: int,
) -> tuple[Keeping, Keeping, Keeping]:  # fmt: skip
    """Strategies for each ability without and with cards, and for the board with them."""
    situation = Situation(count, (), None, ATTEMPTS, cards, cp)
    known = book.variants(hero, levels)
    sheets = [known[id] for id in variants]
    wanted = situation.chances([ability_goal(sheet).requires for sheet in sheets], book.heroes[hero].faces)
    bare = situation.keeping(wanted, cards=False)
    helped = situation.keeping(wanted) if cards else bare
    return bare, helped, situation.keeping(board_worths(book, hero, sheets, count), prices=True)


@lru_cache(maxsize=1024)
def _dice_cards(book: Book, hero: str, cards: tuple[str, ...], further: int) -> tuple[DiceCard, ...]:
    """Those of some cards that alter dice, each at its present cost."""
    found = []
    for id in sorted(cards):
        with suppress(Unknown):
            card = dice_card(book, book.heroes[hero], id)
            found.append(replace(card, cost=max(0, card.cost + further)))
    return tuple(found)


# What is told -----------------------------------------------------------------------------------------------


class _Report:
    """Puts odds into tables, advice and a document."""

    def __init__(self, book: Book, board: Board | None, situation: Situation, top: int, lang: str) -> None:
        self.book = book
        self.board = board
        self.situation = situation
        self.top = top
        self.lang = lang
        self.faces: Sequence[str] = NUMBERS_ONLY if board is None else board.hero.faces

    def say(self, key: str, **facts: Any) -> str:
        return words().say(f"odds.{key}", self.lang, **facts)

    def named(self, goal: Goal) -> str:
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
        return (_percent(keeping.promise(left, throw, column)) for left, throw in self._points())

    def _keep_head(self) -> tuple[str, ...]:
        return (self.say("keep"),) if self._has_choice else ()

    def _cell(self, keeping: Keeping, column: int) -> tuple[str, ...]:
        return (self._dice(self._keep(keeping, column)),) if self._has_choice else ()

    @property
    def _has_choice(self) -> bool:
        return self.situation.free is not None and self.situation.rolls > 0

    def _dice(self, faces: Sequence[int]) -> str:
        return _plain(faces) or self.say("none")

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
        show = _percent if what == "probability" else _number
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
            title = self.say("title_dice", dice=_plain(sorted((*situation.free, *situation.fixed))), **facts)
        if self.board is not None:
            title = f"{name_of(self.book, self.board.hero.id, self.lang)}{self.say('colon')}{title}"
        if situation.fixed:
            title += self.say("locked", dice=_plain(situation.fixed))
        if situation.cards:
            cards = self.say("comma").join(name_of(self.book, card.id, self.lang) for card in situation.cards)
            title += self.say("with_cards", cards=cards, cp=situation.cp)
        return title

    def _advice(self, keeping: Keeping, goal: str, exact: Fraction, data: Mapping[str, Any], value: bool) -> list[str]:
        said: list[str] = []
        told = _number(exact) if value else _percent(exact)
        if not exact and not value:
            return [self.say("never", goal=goal)]
        if "play" in data:
            card = name_of(self.book, data["play"]["card"], self.lang)
            made = data["play"].get("dice")
            said.append(self.say("play" if made is None else "play_to", card=card, dice=_plain(made or ())))
        elif self._has_choice:
            reroll = data["reroll"]
            key = "advise" if reroll else "advise_all"
            said.append(self.say(key, keep=self._dice(data["keep"]), reroll=_plain(reroll)))
        said.append(self.say("promise_value" if value else "promise", goal=goal, chance=told, exact=str(exact)))
        if "without_cards" in data:
            bare = Fraction(data["without_cards"]["exact"])
            said.append(self.say("without", chance=_percent(bare)))
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


def _percent(chance: Fraction) -> str:
    return f"{int(chance) * 100}%" if chance in (0, 1) else f"{float(100 * chance):.4f}%"


def _number(value: Fraction) -> str:
    return f"{float(value):.4f}"


def _plain(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


DESK: Final = OddsDesk(
    "How likely goals and abilities are with the best keeping, for dice, rolls left and cards in hand, exactly; "
    "and which dice to keep.",
    ask,
    OPTIONS,
)
