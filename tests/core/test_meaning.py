"""Whom a text means: groups with what holds for those who are meant, and roles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import pytest

from rulewright import Call, Loop, Procedure
from rulewright.programs import Resolution, Roles, next_effect, resolve
from rulewright.text import Texts
from rulewright.vocabulary import Count, Group, Verb
from rulewright.wording import Wording

from .sketch import Said, said, sketch

Side = Literal["mine", "theirs", "any"]

TEXTS = Texts(
    {
        "among.each_mine": {"en": "your things", "zh": "你的物品"},
        "among.one_theirs": {"en": "another's thing", "zh": "他人的一个物品"},
        "among.least": {"en": "of {least} or more", "zh": "数值至少 {least} 的"},
        "among.marked": {"en": "that is marked", "zh": "有标记的"},
        "who.self": {"en": "it", "zh": "其"},
    }
)


class Filter(Group):
    """Things on the shelf."""

    own = "mine"
    qualities = ("least", "marked")

    least: int | None = None
    marked: bool = False

    def anyone(self, position: Any, run: Any) -> Iterable[int]:
        return (int(one.id) for one in position.state.things.values())

    def fits(self, position: Any, run: Any, one: int) -> bool:
        thing = position.state.things[one]
        return self.of_side(thing.owner == run.player) and one >= (self.least or 0)


class Everyone(Filter, sort="every"):
    """Everyone of a side."""

    every: Side


class Say(Filter, Verb, name="say", sort="among"):
    """Name those of a side."""

    among: Side = "theirs"

    def do(self, game: Any, run: Any) -> Said:
        return Said(self.found(game, run))

    def said(self, wording: Any) -> str:
        return self.told(wording, "one")


class HowMany(Filter, Count, key="how_many", sort="how_many"):
    """How many there are."""

    how_many: Side

    def count(self, game: Any, run: Any) -> int:
        return len(self.found(game, run))


class Run(Resolution):
    """Effects of one thing."""

    thing: int = 0
    chosen: tuple[int, ...] = ()


def running(player: int = 0, **facts: Any) -> Run:
    return Run(player=player, source="", queue=(), **facts)


@pytest.mark.parametrize(("side", "found"), [("mine", [0, 2]), ("theirs", [1]), ("any", [0, 1, 2])])
def test_a_group_finds_those_of_its_side(side: Side, found: list[int]) -> None:
    game = sketch(lambda game, context: None)

    assert Everyone(every=side).found(game, running()) == found
    assert HowMany(how_many=side).count(game, running()) == len(found)


def test_a_group_finds_only_those_for_whom_all_holds_that_it_says() -> None:
    assert Everyone(every="mine", least=1).found(sketch(lambda game, context: None), running()) == [2]


def test_every_word_with_a_group_says_in_a_field_of_its_own_of_which_side_they_are() -> None:
    assert (Everyone(every="mine").sort, Say().sort, HowMany(how_many="any").sort) == ("mine", "theirs", "any")
    assert Say.word == "say" and HowMany.key == "how_many"


def test_a_group_is_said_with_what_holds_behind_it_in_english_and_before_it_in_chinese() -> None:
    everyone = Everyone(every="mine", least=2, marked=True)

    assert everyone.told(Wording(TEXTS, "en"), "each") == "your things of 2 or more that is marked"
    assert everyone.told(Wording(TEXTS, "zh"), "each") == "数值至少 2 的有标记的你的物品"
    assert Say().said(Wording(TEXTS, "en")) == "another's thing"


def test_a_role_and_a_group_are_said_where_either_may_stand() -> None:
    wording = Wording(TEXTS, "en")
    assert [wording.whom("self"), wording.whom(Everyone(every="mine"))] == ["it", "your things"]


ROLES = Roles({"self": lambda position, run: (run.thing,), "chosen": lambda position, run: run.chosen},
              lambda position, one: one in position.state.things)  # fmt: skip


def test_a_role_names_whoever_it_is_and_means_those_who_can_be_affected() -> None:
    game, run = sketch(lambda game, context: None), running(thing=1, chosen=(7, 2))

    assert ROLES.named(game, run, "chosen") == (7, 2)
    assert (ROLES.meant(game, run, "chosen"), ROLES.meant(game, run, "self")) == ([2], [1])
    assert ROLES.meant(game, run, Everyone(every="mine")) == [0, 2]


def test_effects_are_resolved_in_the_context_of_the_game_with_what_it_remembers() -> None:
    told = Loop("resolve", next_effect, [lambda game, run: Said((run.player, run.thing, run.queue))], Run)
    begin = Procedure("game", [lambda game, context: resolve(1, "card", (4, 5), Run, thing=2)])

    assert said(sketch(flow=begin, procedures=[told])) == [(1, 2, (4, 5)), (1, 2, (5,))]
    assert resolve(1, "card", (), Run, thing=2) is None
    assert resolve(1, "card", (4,)) == Call("resolve", Resolution(player=1, source="card", queue=(4,)))
