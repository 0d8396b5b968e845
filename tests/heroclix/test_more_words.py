"""Words of special powers: powers given under a condition, evading, who cannot be targeted, keywords, tokens, uses."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.geometry.grid import square_of
from rulewright.problems import ContentError
from rulewright.testing import Scenario
from rulewright_heroclix.attack.sequence import ATTACK
from rulewright_heroclix.attack.targets import legal_targets
from rulewright_heroclix.book.wording import Wording
from rulewright_heroclix.events.attacks import Hit, Missed, Targeted
from rulewright_heroclix.events.characters import KeywordGained, KeywordLost
from rulewright_heroclix.events.damage import DamageDealt, PowerUsed
from rulewright_heroclix.events.movement import Placed
from rulewright_heroclix.events.turns import Cleared, TokenGiven, TokensCleared
from rulewright_heroclix.powers.reach import reached
from rulewright_heroclix.terms import keywords

from .specials import act, acting, special, use, when
from .table import FOE, HERO, at, attacking, clix, dice, happened, invent, one, play, rule, turn

# Powers that a text gives while its condition holds ---------------------------------------------------------

BESIDE = {"gives": ["toughness"], "whom": {"every": "friendly", "adjacent": True}}
FRESH = {"gives": ["charge"], "test": {"amount": {"number": "tokens"}, "at_most": 0}}


def standing(*things: Any, does: Any, **more: Any) -> Scenario:
    rules = invent(clix(HERO, *("8/10/17/3",) * 6, traits=[special(*does)], **more), clix("mate"), clix(FOE))
    return play(*things, rules=rules)


def steps(position: Scenario, id: str, square: str) -> Scenario:
    """A character is placed in a square."""
    return position.happen(Placed(id, (square_of(square),)))


@rule("20.1")
@rule("6.3", 1)
def test_who_is_beside_it_has_its_power_only_as_long_as_it_is() -> None:
    position = standing(at(HERO, "C3"), at("mate", "D3"), at(FOE, "C4"), does=[BESIDE])
    steps(position, "mate", "D4")
    assert position.game.has("toughness", "mate")
    assert not position.game.has("toughness", FOE) and not position.game.has("toughness", HERO)

    steps(position, "mate", "F4")
    assert not position.game.has("toughness", "mate") and not position.state.effects
    steps(position, HERO, "E4")
    assert position.game.has("toughness", "mate")


@rule("20.9")
def test_a_power_is_there_while_its_condition_holds() -> None:
    position = standing(at(HERO, "C3"), at(FOE, "P16"), does=[FRESH])
    steps(position, HERO, "C4")
    assert position.game.has("charge", HERO)
    position.happen(TokenGiven(HERO))
    assert not position.game.has("charge", HERO)
    position.happen(TokensCleared((HERO,)))
    assert position.game.has("charge", HERO)


@rule("20.4")
@rule("20.6")
def test_who_cannot_use_the_text_gives_nothing() -> None:
    bar = special(
        act({"do": "cannot_use", "to": {"every": "opposing"}, "powers": ["brawn"]}, action=("FREE",)), id="bar"
    )
    giver, taker = clix(HERO, traits=[special(BESIDE)]), clix(FOE, traits=[bar])
    position = play(at(HERO, "C3"), at("mate", "D3"), at(FOE, "P16"), rules=invent(giver, taker, clix("mate")))
    turn(position, 1)
    assert position.game.has("toughness", "mate")
    position.answer((FOE, "bar", "FREE"))
    assert not position.game.has("toughness", "mate")


def test_a_given_power_works_like_any_other() -> None:
    rules = invent(clix("guard", traits=[special(BESIDE)]), clix(FOE, *("8/10/10/1",) * 6))
    position = attacking(at("guard", "E3", player=1), rules=rules, rolls=dice("34"))
    assert one(position, FOE).click == 3  # 2 of the 3 damage


@pytest.mark.parametrize("test", [{"attacking": "any"}, {"attack_by": "opposing"}])
def test_powers_are_not_given_by_what_goes_on_in_an_attack(test: Any) -> None:
    with pytest.raises(ContentError, match="needs an attack that is being made"):
        standing(does=[{**FRESH, "test": {"adjacent_to": "attacker"}}])


@pytest.mark.parametrize("part", [
    {"gives": ["toughness"], "test": {"none": [{"has": "toughness"}]}},
    {"gives": ["charge", "toughness"], "whom": {"every": "any", "can_use": "toughness"}},
    {"bars": ["toughness"], "whom": {"every": "opposing", "can_use": "toughness"}},
])  # fmt: skip
def test_a_power_does_not_hang_on_itself(part: Any) -> None:
    with pytest.raises(ContentError, match="its condition asks for 'toughness' itself"):
        standing(does=[part])


@rule("20.4")
@rule("20.6")
def test_of_two_texts_that_bar_each_other_the_first_stays() -> None:
    one_bars = special({"bars": ["second"], "whom": {"every": "opposing"}}, id="first")
    other_bars = special({"bars": ["first"], "whom": {"every": "opposing"}}, id="second")
    rules = invent(clix(HERO, traits=[one_bars]), clix(FOE, traits=[other_bars]))
    position = play(at(HERO, "C3"), at(FOE, "P16"), rules=rules)
    for square in ("C4", "C5", "C6"):
        steps(position, HERO, square)
        assert position.game.has("first", HERO) and not position.game.has("second", FOE)


@rule("20.1")
@rule("20.9")
def test_a_power_that_is_given_may_give_another_at_once() -> None:
    brave = special({"gives": ["toughness"], "whom": {"every": "friendly", "adjacent": True}}, id="brave")
    lead = special({"gives": ["brave"], "whom": {"every": "friendly", "adjacent": True}}, id="lead")
    cards = clix(HERO, traits=[lead]), clix("mate"), clix("last"), clix("model", specials=[brave])
    position = play(at(HERO, "C3"), at("mate", "F3"), at("last", "E3"), at(FOE, "P16"), rules=invent(*cards))
    steps(position, "mate", "D3")

    assert position.game.has("brave", "mate") and position.game.has("toughness", "last")


# Evading ----------------------------------------------------------------------------------------------------

DODGE = {"when": "would be hit", "evade": 5, "may": True, "once": "attack"}


def shot(*does: Any, rolls: tuple[str, ...], answers: tuple[Any, ...] = (), **facts: Any) -> Scenario:
    rules = invent(clix(FOE, *("8/10/10/1",) * 6, traits=[special(*does)], **facts))
    position = attacking(rules=rules, rolls=dice(*rolls))
    for answer in answers:
        position.answer(answer)
    return position


@rule("12.3a")
@rule("12.3d", 1)
@rule("keyword.evade")
@pytest.mark.parametrize(("face", "missed"), [("5", True), ("4", False), ("6", True), ("1", False)])
def test_who_may_evade_rolls_for_it(face: str, missed: bool) -> None:
    position = shot(DODGE, rolls=("34", face))
    position.answer(position.options[0])
    assert bool(happened(position, Missed)) is missed and bool(happened(position, Hit)) is not missed
    assert (one(position, FOE).click == 1) is missed


def test_who_may_evade_may_leave_it() -> None:
    position = shot(DODGE, rolls=("34",))
    position.answer(None)
    assert happened(position, Hit)


@rule("12.3d", 1)
@rule("keyword.evade")
def test_a_text_may_evade_without_a_roll_while_its_condition_holds() -> None:
    sure = {"when": "would be hit", "evade": 1, "test": {"amount": {"number": "tokens"}, "at_most": 0}}
    assert happened(shot(sure, rolls=("34",)), Missed)
    against = {"when": "would be hit", "evade": 1, "test": {"amount": {"number": "tokens"}, "at_least": 1}}
    assert happened(shot(against, rolls=("34",)), Hit)


def test_what_would_hit_is_not_reduced_or_prevented() -> None:
    for part in ({"reduce": 1}, {"prevent": True}):
        with pytest.raises(ContentError):
            invent(clix(HERO, traits=[special({"when": "would be hit", **part})]))


# Who cannot be targeted -------------------------------------------------------------------------------------


@rule("12.1c")
@pytest.mark.parametrize(
    ("part", "square", "kinds"),
    [
        ({"untargetable": "any", "nonadjacent": True}, "D3", ["close"]),
        ({"untargetable": "any", "nonadjacent": True}, "F3", []),
        ({"untargetable": "range"}, "F3", []),
        ({"untargetable": "range"}, "D3", ["close"]),
        ({"untargetable": "close"}, "D3", []),
        ({"untargetable": "attacks", "nonadjacent": True}, "D3", ["close"]),
        ({"untargetable": "attacks", "nonadjacent": True}, "F3", []),
        ({"untargetable": "range", "farther": 3}, "F3", ["range"]),
        ({"untargetable": "range", "farther": 3}, "G3", []),
        ({"untargetable": "any", "by": {"every": "opposing", "points_at_most": 49}}, "F3", ["range"]),
        ({"untargetable": "any", "by": {"every": "opposing", "points_at_most": 50}}, "F3", []),
        ({"untargetable": "any", "test": {"amount": {"number": "tokens"}, "at_least": 1}}, "F3", ["range"]),
    ],
)
def test_who_cannot_be_targeted_is_no_target(part: Any, square: str, kinds: list[str]) -> None:
    rules = invent(clix(HERO, range=8), clix(FOE, traits=[special(part)]))
    position = turn(play(at(HERO, "C3"), at(FOE, square), rules=rules))
    assert [kind for kind in ("close", "range") if legal_targets(position.game, HERO, kind)] == kinds


@rule("11.5")
@rule("20.4")
@pytest.mark.parametrize(
    ("part", "square", "kept_off"),
    [
        ({"untargetable": "any", "nonadjacent": True, "by": {"every": "opposing"}}, "F3", True),
        ({"untargetable": "any", "nonadjacent": True, "by": {"every": "opposing"}}, "D3", False),
        ({"untargetable": "any"}, "F3", True),
        ({"untargetable": "any", "farther": 3}, "F3", False),
        ({"untargetable": "any", "farther": 2}, "F3", True),
        ({"untargetable": "attacks", "nonadjacent": True}, "F3", False),
        ({"untargetable": "range"}, "F3", False),
        ({"untargetable": "any", "by": {"every": "opposing", "points_at_most": 49}}, "F3", False),
    ],
)
def test_who_cannot_be_targeted_is_none_of_powers_either(part: Any, square: str, kept_off: bool) -> None:
    sly = special(grants=("outwit", "perplex", "probability-control", "force-blast"), id="sly")
    rules = invent(clix(HERO, traits=[sly]), clix(FOE, traits=[special(part)]), clix("mate"))
    position = turn(play(at(HERO, "C3"), at(FOE, square), at("mate", "P16", player=1), rules=rules))
    for power in ("outwit", "perplex", "probability-control", "force-blast"):
        assert (FOE not in reached(position.game, HERO, power)) == kept_off
    assert ((HERO, "outwit", "FREE") not in position.options) == kept_off


@rule("11.5")
def test_a_friend_may_target_whom_others_cannot() -> None:
    mate = clix("mate", traits=[special(grants=("perplex",))])
    rules = invent(clix(HERO, traits=[special({"untargetable": "any"}, id="veil")]), mate)
    position = turn(play(at(HERO, "C3"), at("mate", "F3"), at(FOE, "P16"), rules=rules))
    assert HERO in reached(position.game, "mate", "perplex")


@rule("11.5")
@pytest.mark.parametrize("word", ["any", "attacks"])
def test_who_cannot_be_targeted_is_none_of_texts_either(word: str) -> None:
    mark = act({"do": "target", "then": [{"do": "named_tokens", "token": "prey", "to": "chosen"}]}, action=("FREE",))
    foe = clix(FOE, traits=[special({"untargetable": word, "nonadjacent": True}, id="veil")])
    position = use(acting(trait=special(mark), cards=(foe,)), "FREE")
    assert dict(one(position, FOE).named) == ({"prey": 1} if word == "attacks" else {})


# Uses of powers ---------------------------------------------------------------------------------------------

NOTE = {"do": "named_tokens", "token": "noted"}


@rule("8.1f")
@pytest.mark.parametrize(("power", "face"), [("super-senses", "6"), ("shape-change", "6"), ("super-senses", "2")])
def test_that_a_rolled_power_is_used_is_heard_whatever_comes_of_it(power: str, face: str) -> None:
    text = special(when("uses a power", NOTE, using=power), grants=(power,))
    rules = invent(clix(HERO, *("8/10/17/3",) * 6), clix(FOE, *("8/10/10/1",) * 6, traits=[text]))
    rolls = dice(face, "34") if power == "shape-change" else dice("34", face)
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), rules=rules, rolls=rolls))
    position.answer((HERO, "close", "CLOSE"))
    while not happened(position, PowerUsed):
        position.answer(position.options[0])
    while position.asked in ("trigger", "triggers"):
        position.answer(position.options[0])

    assert [event.name for event in happened(position, PowerUsed)] == [power]
    assert dict(one(position, FOE).named) == {"noted": 1}


@pytest.mark.parametrize("using", ["flurry", "combat-reflexes", "stealth"])
def test_a_power_of_which_nobody_hears_is_refused_at_that_moment(using: str) -> None:
    with pytest.raises(ContentError, match="using"):
        invent(clix(HERO, traits=[special(when("uses a power", NOTE, using=using))]))


# Names ------------------------------------------------------------------------------------------------------


@rule("18.1")
@pytest.mark.parametrize(
    ("part", "said"),
    [
        (act({"do": "can_use", "powers": ["toughnes"]}), "did you mean 'toughness'"),
        (act({"do": "cannot_use", "powers": ["K"]}), "a standard power or ability"),
        (act({"do": "choose_power", "powers": ["flury"]}), "did you mean 'flurry'"),
        ({"gives": ["stealf"]}, "did you mean 'stealth'"),
        (when("given an action", NOTE, using="chage"), "did you mean 'charge'"),
        ({"modifies": "attack", "by": 1, "test": {"has": "flyght"}}, "did you mean 'flight'"),
        (act({"do": "forbid", "what": "be healed"}), "the name of a permission"),
        ({"forbids": "be placd"}, "did you mean 'be placed'"),
        ({"permits": "fly to the moon"}, "the name of a permission"),
    ],
)
def test_what_nothing_is_called_is_refused_when_it_is_read(part: Any, said: str) -> None:
    with pytest.raises(ContentError, match=said):
        invent(clix(HERO, traits=[special(part)]))


def test_a_special_power_may_be_named_by_its_id() -> None:
    invent(clix(HERO, traits=[special(act({"do": "cannot_use", "powers": ["brawn", "flurry"]}))]))


# Keywords, tokens, clearing ---------------------------------------------------------------------------------


@rule("23.1b")
def test_keywords_are_gained_and_lost_by_texts_and_filters_see_them() -> None:
    join = act(
        {"do": "target", "among": "any", "then": [{"do": "keyword", "to": "chosen", "gain": "Crew"}]}, action=("FREE",)
    )
    leave = act({"do": "keyword", "to": {"every": "any", "keyword": "Crew"}, "lose": "Crew"}, action=("POWER",))
    position = use(acting(trait=special(join, leave)), "FREE")
    position.answer(FOE)
    assert happened(position, KeywordGained) and "Crew" in keywords(position.game, FOE)
    use(position, "POWER", "brawn/2")
    assert happened(position, KeywordLost) and "Crew" not in keywords(position.game, FOE)


def test_a_keyword_is_gained_or_lost() -> None:
    for wrong in ({}, {"gain": "Crew", "lose": "Crew"}):
        with pytest.raises(ContentError, match="exactly one of them"):
            invent(clix(HERO, traits=[special(act({"do": "keyword", **wrong}))]))


@rule("21.5")
def test_named_tokens_lie_on_others_and_are_counted_there() -> None:
    marked = {"do": "named_tokens", "token": "prey", "to": "chosen"}
    hunt = act({"do": "target", "then": [marked]}, action=("FREE",))
    more = {"modifies": "attack", "by": {"named_tokens": "prey"}}
    position = acting(trait=special(hunt, more))
    use(position, "FREE")
    assert dict(one(position, FOE).named) == {"prey": 1} and not one(position, HERO).named
    assert position.game.number("attack", HERO) == 10  # its own tokens are none


@rule("9.4")
def test_a_text_hears_when_its_character_clears() -> None:
    rules = invent(clix(HERO, traits=[special(when("clears", NOTE))]), clix("mate"))
    position = turn(play(at(HERO, "C3", tokens=1), at("mate", "A1", tokens=1), at(FOE, "P16"), rules=rules)).answer(
        None
    )
    assert [event.character for event in happened(position, Cleared)] == [HERO, "mate"]
    assert dict(one(position, HERO).named) == {"noted": 1}


@rule("16.2")
@rule("16.5")
@rule("16.6")
@pytest.mark.parametrize("stands", [None, "water", "hindering", "elevated"])
@pytest.mark.parametrize("asked", ["water", "hindering", "elevated"])
def test_where_a_character_stands_may_be_asked(asked: str, stands: str | None) -> None:
    part = {"modifies": "attack", "by": 1, "test": {"occupies": asked}}
    tile = {"water": "~", "hindering": "h"}.get(stands or "", ".")
    rows = [*("................",) * 2, f"..{tile}.............", *("................",) * 13]
    high: dict[str, Any] = {"elevated": {"2": ["C3"]}} if stands == "elevated" else {}
    position = play(at(HERO, "C3"), at(FOE, "P16"), rules=invent(clix(HERO, traits=[special(part)]), rows=rows, **high))
    assert position.game.number("attack", HERO) == 10 + (asked == stands)


@pytest.mark.parametrize(
    ("quality", "found"),
    [
        ({"nonadjacent": True}, {"far", "big"}), ({"size": "giant"}, {"big"}), ({"can_use": "stealth"}, {"far"}),
        ({"tokens": 1}, {"near"}), ({"tokens": 2}, set()), ({"points_at_most": 40}, {"near"}),
        ({"shares_keyword": True}, {"far"}),
    ],
)  # fmt: skip
def test_whom_a_text_means_may_be_told_by_more(quality: Any, found: set[str]) -> None:
    mark = act({"do": "named_tokens", "token": "seen", "to": {"every": "friendly", **quality}}, action=("FREE",))
    cards = (
        clix("near", points=[{"value": 40}]), clix("big", size="giant"),
        clix("far", traits=[special(id="veil", grants=("stealth",))], keywords=["Crew"]),
    )  # fmt: skip
    things = (at("near", "C4", tokens=1, points=40), at("far", "H8"), at("big", "J10"))
    position = use(acting(*things, trait=special(mark), cards=cards, keywords=["Crew"]), "FREE")
    assert {str(each.id) for each in position.state.characters.values() if each.named} - {"idle"} == found


@pytest.mark.parametrize(
    ("part", "english", "chinese"),
    [
        (BESIDE, "friendly characters adjacent to it can use Toughness", "相邻的友方角色可以使用坚韧"),
        ({"gives": ["toughness"], "whom": {"every": "friendly", "named": "Ash Wren", "itself": True}},
         "friendly characters named Ash Wren (which may be itself) can use Toughness",
         "名为 Ash Wren 的（可以是自身的）友方角色可以使用坚韧"),
        (DODGE, "once per attack, when this character would be hit: you may roll a d6; on 5 or more it evades", None),
        ({"untargetable": "range", "farther": 3},
         "range attacks of opposing characters can't target it, from more than 3 squares away", None),
        ({"untargetable": "any", "nonadjacent": True},
         "opposing characters can't target it, except from beside it", "敌方角色不能指定其为目标（相邻者除外）"),
    ],
)  # fmt: skip
def test_they_are_said_in_words(part: Any, english: str, chinese: str | None) -> None:
    rules = invent(clix(HERO, traits=[special(part)]))
    (found,) = rules.content.specials["brawn"].does
    assert found.said(Wording("en")) == english
    assert chinese is None or found.said(Wording("zh")) == chinese


# Whose moment, against whom; whose value; whom a power targets ----------------------------------------------


@rule("8.1a")
@pytest.mark.parametrize(
    ("facts", "more", "heard"),
    [
        ({"against": {"every": "opposing", "keyword": "Crew"}}, {"keywords": ["Crew"]}, True),
        ({"against": {"every": "opposing", "keyword": "Crew"}}, {}, False),
        ({"against": {"every": "opposing", "points_at_most": 40}}, {}, False),
        ({"against": {"every": "opposing", "points_at_most": 50}}, {}, True),
    ],
)
def test_a_trigger_may_ask_who_the_other_one_is(facts: Any, more: Any, heard: bool) -> None:
    text = special(when("hits", NOTE, **facts))
    rules = invent(clix(HERO, traits=[text]), clix(FOE, *("8/10/10/1",) * 6, **more))
    position = attacking(rules=rules, rolls=dice("34"))
    assert bool(one(position, HERO).named) is heard


@rule("8.1a")
@pytest.mark.parametrize(("keyword", "heard"), [("Crew", 1), ("Other", 0)])
def test_a_trigger_of_others_may_ask_who_they_are(keyword: str, heard: int) -> None:
    """Also of one that has just been KO'd."""
    text = when("KO'd", NOTE, whose="friendly", of={"every": "friendly", "keyword": keyword})
    bomb = special(act({"do": "ko", "who": {"every": "friendly", "named": "mate"}}, action=("FREE",)), text)
    rules = invent(clix(HERO, traits=[bomb]), clix("mate", keywords=["Crew"]), clix("idle"))
    position = turn(play(at(HERO, "C3"), at("mate", "E3"), at("idle", "A1"), at(FOE, "P16"), rules=rules))
    use(position, "FREE")
    assert dict(one(position, HERO).named).get("noted", 0) == heard


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (when("hits", NOTE, of={"every": "friendly"}), "of: it tells those apart"),
        (when("hits", NOTE, whose="friendly", of={"every": "opposing"}), "of: it tells those apart"),
        (when("clears", NOTE, against={"every": "any"}), "there is no other one"),
        ({"modifies": "attack", "by": 1, "to": "friendly", "whom": {"every": "friendly"}}, "whom says all of it"),
        ({"limits": "flurry", "whom": {"every": "friendly"}}, "these powers are used on someone"),
        ({"limits": "empower"}, "has no action"),
    ],
)
def test_what_cannot_be_meant_is_refused(part: Any, said: str) -> None:
    with pytest.raises(ContentError, match=said):
        invent(clix(HERO, traits=[special(part)]))


@rule("6.7")
@pytest.mark.parametrize(("keywords", "square", "attack"), [(["Crew"], "C4", 11), (["Crew"], "F4", 10), ([], "C4", 10)])
def test_a_value_of_those_who_are_told_apart_is_modified(keywords: Any, square: str, attack: int) -> None:
    aura = {"modifies": "attack", "by": 1, "whom": {"every": "friendly", "adjacent": True, "keyword": "Crew"}}
    rules = invent(clix(HERO, traits=[special(aura)], keywords=["Crew"]), clix("mate", keywords=keywords))
    position = play(at(HERO, "C3"), at("mate", square), at(FOE, "P16"), rules=rules)
    assert position.game.number("attack", "mate") == attack
    assert position.game.number("attack", HERO) == 10


@rule("20.2")
def test_a_power_may_target_only_some() -> None:
    friends = {"limits": "perplex", "whom": {"every": "friendly", "itself": True}}
    rules = invent(clix(HERO, traits=[special(friends, grants=("perplex",))]), clix("mate"))
    position = turn(play(at(HERO, "C3"), at("mate", "D4"), at(FOE, "E3"), rules=rules))
    assert set(reached(position.game, HERO, "perplex")) == {HERO, "mate"}
    assert FOE in reached(position.game, HERO, "outwit")
    others = {"limits": "perplex", "whom": {"every": "friendly"}}
    rules = invent(clix(HERO, traits=[special(others, grants=("perplex",))]), clix("mate"))
    position = turn(play(at(HERO, "C3"), at("mate", "D4"), at(FOE, "E3"), rules=rules))
    assert reached(position.game, HERO, "perplex") == ["mate"]


# Other numbers, turns, attacks ------------------------------------------------------------------------------


@rule("6.10")
@pytest.mark.parametrize(
    ("part", "hits"),
    [
        ({"increases": "attack total", "by": 1}, True), ({"increases": "attack roll", "by": 1}, True),
        ({"increases": "attack total", "by": 1, "attacking": "range"}, False),
        ({"increases": "attack total", "by": -1}, False),
    ],
)  # fmt: skip
def test_numbers_of_an_attack_are_increased(part: Any, hits: bool) -> None:
    rules = invent(clix(HERO, *("8/10/17/3",) * 6, traits=[special(part)]), clix(FOE, *("8/10/17/2",) * 6))
    position = attacking(rules=rules, rolls=dice("33"))  # 16 against 17
    assert bool(happened(position, Hit)) is hits


@rule("12.1a")
def test_the_number_of_targets_is_increased() -> None:
    more = special({"increases": "targets", "by": 1})
    rules = invent(clix(HERO, traits=[more], range=6), clix("two", *("8/10/17/2",) * 6))
    things = at(HERO, "C3"), at(FOE, "F3"), at("two", "F5", player=1)
    position = play(*things, rules=rules).begin(ATTACK(player=0, attacker=HERO, kind="range"))
    assert position.asked == "targets"


@rule("9.1")
@pytest.mark.parametrize(("player", "side", "attack"), [(0, "friendly", 11), (1, "friendly", 10), (1, "opposing", 11)])
def test_whose_turn_it_is_may_be_asked(player: int, side: str, attack: int) -> None:
    rules = invent(clix(HERO, traits=[special({"modifies": "attack", "by": 1, "test": {"turn": side}})]))
    position = turn(play(at(HERO, "C3"), at(FOE, "P16"), rules=rules, first=player), player)
    assert position.game.number("attack", HERO) == attack


@rule("21.11")
def test_an_action_once_a_game_is_not_given_again() -> None:
    once = special(act({"do": "named_tokens", "token": "noted"}, action=("POWER",), once="game"))
    position = use(acting(trait=once))
    position.answer(None).answer(None)
    while position.player != 0:
        position.answer(None)
    position.answer(None)
    while position.player != 0:
        position.answer(None)
    assert (HERO, "brawn", "POWER") not in position.options
    with position.refused("21.11", match="as often as its text says"):
        use(position)


@rule("7.2")
@rule("6.7")
@pytest.mark.parametrize(("by", "hits"), [(0, False), (1, True)])
def test_an_attack_may_have_other_values_and_only_that_one(by: int, hits: bool) -> None:
    blow = special(act({"do": "attack", "kind": "close", "by": by, "damage": -2}, action=("POWER",)))
    card = clix(FOE, *("8/10/17/2",) * 6)
    position = acting(at(FOE, "D3"), trait=blow, cards=(card,), rolls=("24",))
    use(position)
    assert bool(happened(position, Hit)) is hits and one(position, FOE).click == (2 if hits else 1)
    assert (position.game.number("attack", HERO), position.game.number("damage", HERO)) == (10, 3)
    assert not position.state.effects


@rule("7.2")
def test_another_one_may_make_the_attack() -> None:
    order = special(act({"do": "target", "among": "friendly", "then": [{"do": "attack", "who": "chosen"}]}))
    things = at(FOE, "D3"), at("mate", "E3")
    position = acting(*things, trait=order, cards=(clix("mate", range=0),), rolls=("66",))
    use(position)
    assert [event.attacker for event in happened(position, Hit)] == ["mate"]


@rule("7.2")
@pytest.mark.parametrize("power", ["energy-explosion", "pulse-wave"])
def test_with_which_power_an_attack_is_made_may_be_asked(power: str) -> None:
    part = {"modifies": "damage", "by": 1, "test": {"attack_with": power}}
    rules = invent(clix(HERO, traits=[special(part)]))
    attack = ATTACK(player=0, attacker=HERO, kind="range", power="pulse-wave", targets=(FOE,))
    position = play(at(HERO, "C3"), at(FOE, "E3"), rules=rules, rolls=dice("12")).begin(attack)
    (begun,) = happened(position, Targeted)
    assert begun.target == FOE and position.game.number("damage", HERO) == 3
    heard = invent(clix(HERO, traits=[special(when("targets", NOTE, test={"attack_with": power}))]))
    position = play(at(HERO, "C3"), at(FOE, "E3"), rules=heard, rolls=dice("12")).begin(attack)
    assert bool(one(position, HERO).named) is (power == "pulse-wave")


# What is barred, lent and permitted -----------------------------------------------------------------------------


@rule("20.4")
def test_who_is_near_cannot_use_a_power_only_as_long_as_it_is() -> None:
    hush = special({"bars": ["toughness"], "whom": {"every": "opposing", "range": 3}})
    rules = invent(clix(HERO, traits=[hush]), clix(FOE, *("8/10/17 toughness/3",) * 6))
    position = play(at(HERO, "C3"), at(FOE, "J3"), rules=rules)
    assert position.game.has("toughness", FOE)
    steps(position, FOE, "F3")
    assert not position.game.has("toughness", FOE)
    steps(position, FOE, "G3")
    assert position.game.has("toughness", FOE)


@rule("12.4d")
@pytest.mark.parametrize("permitted", [True, False])
def test_damage_of_one_attack_is_penetrating(permitted: bool) -> None:
    pierce = when("targets", {"do": "permit", "what": "deal penetrating damage", "until": "attack"}, attacking="close")
    other = {**pierce, "attacking": "range"}
    rules = invent(
        clix(HERO, traits=[special(pierce if permitted else other)]), clix(FOE, *("8/10/10 toughness/1",) * 6)
    )
    position = attacking(rules=rules, rolls=dice("34"))
    assert one(position, FOE).click == (4 if permitted else 3) and not position.game.may(
        "deal penetrating damage", HERO
    )


@rule("7.6")
def test_a_power_may_be_lent_for_an_action_as_free() -> None:
    lend = act({"do": "as_free", "powers": ["smoke-cloud"], "lends": True}, action=("FREE",))
    position = use(acting(trait=special(lend)), "FREE")
    assert position.asked == "as_free" and "smoke-cloud" in position.options
    position.answer("smoke-cloud")
    while position.asked != "action":
        position.answer(position.options[0])
    assert {each.power for each in position.state.markers.values()} == {"smoke-cloud"}
    assert (HERO, "smoke-cloud", "POWER") not in position.options
    position.answer(None).answer(None)
    assert not position.game.has("smoke-cloud", HERO) and not position.state.effects
    with pytest.raises(ContentError, match="names the powers that it lends"):
        invent(clix(HERO, traits=[special(act({"do": "as_free", "lends": True}))]))


@rule("7.6")
@pytest.mark.parametrize("square", ["D3", "P15"])
def test_a_lent_power_that_is_not_used_is_given_back(square: str) -> None:
    lend = act({"do": "as_free", "powers": ["incapacitate"], "lends": True}, action=("FREE",))
    position = use(acting(at(FOE, square), trait=special(lend)), "FREE")
    if position.asked == "as_free":
        position.answer(None)

    assert position.asked == "action" and not position.state.effects


@rule("6.10")
def test_a_number_of_targets_may_be_at_least_so_many() -> None:
    rules = invent(clix(HERO, traits=[special({"increases": "targets", "layer": "minimum", "by": 3})]))
    position = play(at(HERO, "C3"), at(FOE, "F3"), rules=rules)
    assert position.game.number("targets", HERO) == 3


def for_crew(power: str) -> Any:
    """A trait by which a power is for friendly characters of the Crew alone."""
    crew = {"limits": power, "whom": {"every": "friendly", "keyword": "Crew"}}
    return special(crew, grants=(power,))


@rule("20.2")
@pytest.mark.parametrize(("power", "kind"), [("empower", "close"), ("enhancement", "range")])
@pytest.mark.parametrize(("keyword", "damage"), [("Crew", 4), ("Choir", 3)])
def test_who_may_help_only_some_helps_nobody_else(power: str, kind: str, keyword: str, damage: int) -> None:
    cards = clix("helper", traits=[for_crew(power)]), clix(HERO, keywords=[keyword]), clix(FOE, *("8/10/16/2",) * 6)
    things = at(FOE, "D3" if kind == "close" else "F3"), at("helper", "B3")
    position = attacking(*things, kind=kind, rules=invent(*cards), rolls=dice("56"))
    assert [event.amount for event in happened(position, DamageDealt)] == [damage]


@rule("20.2")
@pytest.mark.parametrize(("keyword", "needed"), [("Crew", 19), ("Choir", 16)])
def test_defend_may_be_for_only_some(keyword: str, needed: int) -> None:
    cards = clix("guard", "8/10/19/2", traits=[for_crew("defend")]), clix(FOE, "8/10/16/2", keywords=[keyword])
    position = attacking(at("guard", "E3", player=1), rules=invent(*cards), rolls=dice("56"))
    assert position.asked != "defend"
    assert [event.defense for event in happened(position, Hit)] == [needed]


@rule("20.2")
@pytest.mark.parametrize(("keyword", "asked"), [("Crew", True), ("Choir", False)])
def test_mastermind_may_be_for_only_some(keyword: str, asked: bool) -> None:
    mind = clix(FOE, *("8/10/16/2",) * 6, traits=[for_crew("mastermind")])
    cards = mind, clix("pawn", keywords=[keyword])
    position = attacking(at("pawn", "E3", player=1, points=20), rules=invent(*cards), rolls=dice("56"))
    assert (("mastermind", FOE) in (position.options or ())) is asked


@rule("20.2")
@pytest.mark.parametrize(("keyword", "asked"), [("Crew", True), ("Choir", False)])
def test_leadership_may_be_for_only_some(keyword: str, asked: bool) -> None:
    cards = clix(HERO, traits=[for_crew("leadership")]), clix("aide", keywords=[keyword])
    things = at(HERO, "C3"), at("aide", "D3", tokens=1, points=40), at(FOE, "P16")
    position = turn(play(*things, rules=invent(*cards), rolls=dice("5")))
    assert (("leadership.lead", HERO) in position.options) is asked


@rule("20.2")
def test_support_may_be_for_only_some() -> None:
    cards = clix("mate", keywords=["Crew"]), clix("hand", keywords=["Crew"]), clix("rest")
    things = at("mate", "D3"), at("hand", "C4"), at("rest", "B3")
    position = acting(*things, at(FOE, "P16"), cards=cards, trait=for_crew("support"))
    position.answer((HERO, "support", "POWER"))
    assert position.options == ["mate", "hand"]


@rule("8.1f")
@rule("pac.perplex")
def test_whom_perplex_targets_is_the_other_one_and_with_nobody_it_is_not_offered() -> None:
    heard = when("uses a power", {"do": "named_tokens", "token": "noted", "to": "other"}, using="perplex")
    rules = invent(clix(HERO, traits=[special(heard, grants=("perplex",))]), clix("mate"))
    position = turn(play(at(HERO, "C3"), at("mate", "D4"), at(FOE, "E3"), rules=rules))
    position.answer((HERO, "perplex", "FREE")).answer("mate")
    assert [event.against for event in happened(position, PowerUsed)] == ["mate"]
    assert dict(one(position, "mate").named) == {"noted": 1}

    nobody = {"limits": "perplex", "whom": {"every": "any", "keyword": "Nobody"}}
    rules = invent(clix(HERO, traits=[special(nobody, grants=("perplex",))]), clix("mate", keywords=["Nobody"]))
    position = turn(play(at(HERO, "C3"), at("mate", "P16"), at(FOE, "E3"), rules=rules))
    assert (HERO, "perplex", "FREE") not in position.options


@rule("21.12a")
@pytest.mark.parametrize(("name", "offered"), [("mate", True), ("other", False)])
def test_a_replacement_may_have_to_have_a_name(name: str, offered: bool) -> None:
    swap = act({"do": "replace", "named": name, "optional": True})
    position = acting(at("mate", area="sideline", name="waits"), trait=special(swap), cards=(clix("mate"),))
    use(position)
    assert (position.asked == "replace") is offered


@rule("8.1c")
def test_the_kind_of_attack_is_looked_at_when_the_moment_comes() -> None:
    heard = when("hits", {"do": "named_tokens", "token": "noted"}, attacking="close", after_resolutions=True)
    rules = invent(clix(HERO, traits=[special(heard)]), clix(FOE, *("8/10/10/1",) * 6))
    position = attacking(rules=rules, rolls=dice("34"))
    assert dict(one(position, HERO).named) == {"noted": 1}
    with pytest.raises(ContentError, match="there is no attack"):
        invent(clix(HERO, traits=[special(when("clears", {"do": "remove_token"}, attacking="close"))]))


# The highest and the lowest --------------------------------------------------------------------------------


@rule("21.10")
@rule("21.10a", 2)
@pytest.mark.parametrize(("points", "noted"), [(49, 1), (50, 1), (51, 0)])
def test_a_moment_with_the_highest_of_a_side_is_one_of_nobody_else(points: int, noted: int) -> None:
    text = when("targeted", NOTE, against={"every": "opposing", "points": "highest"})
    rules = invent(clix(HERO, *("8/10/17/3",) * 6), clix(FOE, traits=[special(text)]), clix("big"))
    position = attacking(at("big", "P1", points=points), rules=rules, rolls=dice("12"))

    assert dict(one(position, FOE).named).get("noted", 0) == noted


@rule("21.10")
@pytest.mark.parametrize(("points", "attack"), [(50, 11), (51, 10)])
def test_a_passive_effect_on_the_highest_is_on_nobody_else(points: int, attack: int) -> None:
    part = {"modifies": "attack", "by": 1, "whom": {"every": "friendly", "points": "highest"}}
    position = standing(at(HERO, "C3"), at("mate", "D3"), at("mate", "E3", name="big", points=points), at(FOE, "P16"),
                        does=[part])  # fmt: skip

    assert position.game.number("attack", "mate") == attack


# If it does ------------------------------------------------------------------------------------------------


@rule("10.8a")
@rule("20.9b")
@pytest.mark.parametrize(("face", "healed"), [("2", 0), ("5", 1)])
def test_who_fails_to_break_away_has_not_done_what_it_may(face: str, healed: int) -> None:
    text = act({"do": "may", "effects": [{"do": "move", "squares": 1}], "if_done": [NOTE]}, action=("FREE",))
    position = use(acting(at(FOE, "D3"), trait=special(text), rolls=(face,)), "FREE").answer(True)
    if position.asked == "move":
        position.answer("B3")

    assert dict(one(position, HERO).named).get("noted", 0) == healed


@rule("10.8a")
@rule("20.9b")
@pytest.mark.parametrize(("face", "noted"), [("2", 0), ("5", 1)])
def test_of_a_moment_that_may_be_left_one_can_say_if_you_do(face: str, noted: int) -> None:
    slip = when("hit", {"do": "move", "squares": 1}, {"do": "if", "test": {"did": True}, "then": [NOTE]}, may=True)
    rules = invent(clix(HERO, *("8/10/17/1",) * 6), clix(FOE, *("8/10/10/1",) * 6, traits=[special(slip)]))
    position = attacking(rules=rules, rolls=dice("34", face)).answer(("brawn", FOE))
    if position.asked == "move":
        position.answer("E3")

    assert dict(one(position, FOE).named).get("noted", 0) == noted


# Options that are called alike -----------------------------------------------------------------------------


def test_two_triggers_of_one_text_are_told_apart() -> None:
    less, none = {"when": "would take damage", "reduce": 1}, {"when": "would take damage", "prevent": True, "may": True}
    rules = invent(clix(HERO, *("8/10/17/3",) * 6), clix(FOE, *("8/10/10/1",) * 6, traits=[special(less, none)]))
    position = attacking(rules=rules, rolls=dice("34"))

    assert len(position.labels) == len(set(position.labels)) == 2
    assert [label.partition(" - ")[0] for label in position.labels] == ["Brawn: foe", "Brawn: foe"]


def test_two_actions_of_one_type_and_text_are_told_apart() -> None:
    position = acting(trait=special(act({"do": "heal"}), act(NOTE), act(NOTE, action=("FREE",))))
    told = [label for label in position.labels if "Brawn" in label]

    assert len(set(told)) == 3 and [" - " in label for label in told] == [True, True, False]


def test_two_rerolls_of_one_text_are_told_apart() -> None:
    rerolls = {"rerolls": True}, {"rerolls": True, "dice": "one"}
    rules = invent(clix(HERO, *("8/10/17/3",) * 6, traits=[special(*rerolls)]))
    position = attacking(rules=rules, rolls=dice("34"))

    assert position.asked == "react" and len(set(position.labels)) == len(position.labels) == 3
