"""What models are equipped with by the options of their datasheet, and which of them is the unit champion."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import ContentError, Rules, SetupError, new_game
from rulewright_wh40k.book.wording import Wording
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.events.attacks import ModelRemoved
from rulewright_wh40k.state import Champion, Equipped
from rulewright_wh40k.terms import champion, wargear

from .before import off
from .table import FOES, MINE, arm, battle, blade, invent, named, rule, sheet, unit
from .test_conditions import meant
from .test_written_abilities import text

GUN, CANNON, BLADE = f"{MINE}/gun", f"{MINE}/cannon", f"{MINE}/blade"


def optional(*options: Any, **more: Any) -> dict[str, Any]:
    """A datasheet of five models or more with a gun and a blade, and these wargear options."""
    one = sheet(MINE, arm("gun"), blade("blade"), arm("cannon", "twin-linked"), **more)
    one["composition"][0] |= {"least": 5, "weapons": ["gun", "blade"]}
    return {**one, "points": {5: 100, 10: 200}, "options": list(options)}


def swap(who: str, replaces: str = "gun", by: str = "cannon") -> dict[str, str]:
    """A wargear option."""
    return {"who": who, "replaces": replaces, "by": by}


def mustered(rules: Rules, **choice: Any) -> list[tuple[str, ...]]:
    """The weapons of the models of a unit of that datasheet."""
    army = {"faction": "A", "units": [{"sheet": MINE, **choice}]}
    foes = {"faction": "A", "units": [{"sheet": FOES}]}
    game = new_game(rules, {"armies": [army, foes], "battlefield": "field", "open_play": True})
    return [one.weapons for one in game.state.models.values() if one.player == 0]


@rule("commentary.all-models-wargear", 1)
def test_all_models_replace_the_weapon() -> None:
    rules = invent(optional(swap("all")))
    assert mustered(rules, options={1: 5}) == [(CANNON, BLADE)] * 5
    assert mustered(rules) == [(GUN, BLADE)] * 5


@rule("commentary.all-models-wargear", 2)
@pytest.mark.parametrize("count", [1, 4, 6])
def test_of_all_models_not_only_some_replace_it(count: int) -> None:
    with pytest.raises(
        SetupError, match=rf"options\[1\]: found {count} models, expected all 5 models that have mine/gun"
    ):
        mustered(invent(optional(swap("all"))), options={1: count})


@rule("commentary.all-models-wargear", 1)
def test_all_models_that_have_the_weapon_are_those_that_have_it_left() -> None:
    rules = invent(optional(swap("any"), swap("all", "gun", "blade")))
    assert mustered(rules, options={1: 2, 2: 3}) == [(CANNON, BLADE)] * 2 + [(BLADE, BLADE)] * 3
    with pytest.raises(SetupError, match="expected all 3 models"):
        mustered(rules, options={1: 2, 2: 5})


@rule("commentary.any-number-of-models-wargear")
@pytest.mark.parametrize("count", [1, 2, 5])
def test_any_number_of_models_replace_the_weapon_and_the_others_keep_it(count: int) -> None:
    found = mustered(invent(optional(swap("any"))), options={1: count})
    assert found == [(CANNON, BLADE)] * count + [(GUN, BLADE)] * (5 - count)


@rule("commentary.any-number-of-models-wargear")
def test_no_more_models_than_have_the_weapon_replace_it() -> None:
    with pytest.raises(
        SetupError, match=r"options\[1\]: found 6 models, expected at most 5 models, which have mine/gun"
    ):
        mustered(invent(optional(swap("any"))), options={1: 6})


@pytest.mark.parametrize(
    ("options", "wish"), [((swap("any"),), "1 to 1"), ((), "the datasheet has no wargear options")]
)
def test_an_option_that_there_is_not_is_refused(options: Any, wish: str) -> None:
    with pytest.raises(SetupError, match=f"options: found 2, expected .*{wish}"):
        mustered(invent(optional(*options)), options={2: 1})


def test_an_option_with_a_weapon_that_there_is_not_is_refused() -> None:
    with pytest.raises(ContentError, match="options: no weapon is called 'canon'"):
        invent(optional(swap("any", by="canon")))


def test_what_a_weapon_of_an_option_does_counts() -> None:
    rules = invent(optional(swap("all")))
    things = unit(MINE, (20, 20), weapons=(CANNON,)), unit(FOES, (30, 20))
    assert battle(*things, rules=rules).game.has("twin-linked", MINE)


# Champions --------------------------------------------------------------------------------------------------


def squad(leaders: int, id: str = MINE) -> dict[str, Any]:
    """A datasheet of four models, of which the last ones may be its champion."""
    one = sheet(id)
    usual = one["profiles"][0]
    one["profiles"].append({**usual, "id": "sergeant", "name": {"en": "sergeant", "zh": "sergeant"}, "champion": True})
    part = one["composition"][0]
    lines = [{**part, "least": 4 - leaders, "most": 4 - leaders}]
    lines += [{**part, "profile": "sergeant", "least": leaders, "most": leaders}] if leaders else []
    return {**one, "composition": lines, "points": {4: 100}}


def squads(leaders: int, **choice: Any) -> Any:
    """A battle of an army with that unit."""
    army = {"faction": "A", "units": [{"sheet": MINE, **choice}]}
    foes = {"faction": "A", "units": [{"sheet": FOES}]}
    setup = {"armies": [army, foes], "battlefield": "field", "open_play": True}
    return new_game(invent(squad(leaders)), setup)


@rule("commentary.unit-champion", 1, 2, 3)
@pytest.mark.parametrize(
    ("leaders", "choice", "found"),
    [(0, {}, ""), (1, {}, "mine/sergeant#1.1"), (2, {}, "mine/sergeant#1.1"),
     (2, {"champion": 4}, "mine/sergeant#1.2"), (2, {"champion": 3}, "mine/sergeant#1.1")],
)  # fmt: skip
def test_a_unit_has_one_champion_or_none_and_its_player_says_which(leaders: int, choice: Any, found: str) -> None:
    assert champion(squads(leaders, **choice), "mine#1") == found


@rule("commentary.unit-champion", 1, 2)
@pytest.mark.parametrize(("leaders", "place", "wish"), [(2, 1, "one of 3, 4"), (0, 1, "it has no unit champion")])
def test_nobody_else_is_its_champion(leaders: int, place: int, wish: str) -> None:
    with pytest.raises(SetupError, match=rf"champion: found {place}, expected .*{wish}"):
        squads(leaders, champion=place)


@rule("commentary.unit-champion", 1, 3, 4)
@pytest.mark.parametrize(
    ("chosen", "lost", "left"),
    [(None, "mine.2", False), (None, "mine.1", True), ("mine.2", "mine.2", False), ("mine.2", "mine.3", True)],
)
def test_a_text_asks_for_units_whose_champion_is_left(chosen: str | None, lost: str, left: bool) -> None:
    """The Leader of the unit is no champion, whatever its own unit has; nor is who could have been designated."""
    boss = off("boss", area="attached", player=0)[0]
    ours = unit(MINE, (20, 20), (21.5, 20), *([(18.5, 20)] if chosen else []), leaders=("boss",), strength=4)
    for place in range(2, len(ours)):
        ours[place] = replace(ours[place], profile="mine/sergeant")
    head = replace(ours[1], id="boss.1", origin="boss", profile="boss/sergeant", x=23.0)
    noted = [Champion(MINE, chosen)] if chosen else []
    things = [*ours, head, boss], noted, unit(MINE, (40, 20), name="plain"), unit(FOES, (50, 40))
    position = battle(*things, rules=invent(squad(1), squad(1, "boss")))
    assert meant(position, side="friendly", champion=True) == {MINE}
    position.happen(ModelRemoved(lost, MINE))
    assert meant(position, side="friendly", champion=True) == ({MINE} if left else set())


def test_it_is_said_in_both_languages() -> None:
    verb: Any = LEXICON.effect({"do": "for_each", "side": "friendly", "champion": True, "then": [{"do": "take_test"}]})
    told = [verb.told(Wording(lang), "each") for lang in ("en", "zh")]
    assert told == ["each friendly unit with its unit champion", "单位勇士仍在的每个友方单位"]


# Options in any order, and wargear that is no weapon --------------------------------------------------------


@rule("core.datasheet", 2)
@pytest.mark.parametrize("options", [{1: 2, 2: 1}, {2: 1, 1: 2}])
def test_wargear_options_are_used_in_any_order(options: Any) -> None:
    """Two guns become cannons, and one cannon a third weapon: the second option needs what the first one gives."""
    one = optional(swap("any"), swap("any", "cannon", "beam"))
    one["weapons"].append(arm("beam"))
    found = mustered(invent(one), options=options)
    assert sorted(weapons[0].partition("/")[2] for weapons in found) == ["beam", "cannon", "gun", "gun", "gun"]


@rule("core.datasheet", 2)
def test_an_option_for_all_models_comes_before_or_after_another_one() -> None:
    """All guns become cannons only if none has become a beam before; where that cannot be, it is refused."""
    one = optional(swap("all"), swap("any", "cannon", "beam"))
    one["weapons"].append(arm("beam"))
    found = mustered(invent(one), options={2: 2, 1: 5})
    assert sorted(weapons[0].partition("/")[2] for weapons in found) == ["beam", "beam", "cannon", "cannon", "cannon"]
    with pytest.raises(
        SetupError, match=r"options\[2\]: found 2 models, expected at most 0 models, which have mine/can"
    ):
        mustered(invent(one), options={2: 2})


@rule("core.datasheet", 2)
def test_so_many_models_use_an_option_at_most() -> None:
    rules = invent(optional({**swap("any"), "most": 2}))
    assert mustered(rules, options={1: 2}).count((CANNON, BLADE)) == 2
    with pytest.raises(SetupError, match=r"options\[1\]: found 3 models, expected at most 2 models"):
        mustered(rules, options={1: 3})


STEADY: Any = {"modifies": "leadership", "by": -1}
BANNER: Any = {"who": "any", "by": "banner", "most": 1}


def bannered(*options: Any, does: Any = STEADY) -> dict[str, Any]:
    """A datasheet whose models may have a banner, of which that is the text."""
    return {**optional(*options), "wargear": [{**named("banner"), "texts": [text(does)]}]}


@rule("core.datasheet", 3)
@pytest.mark.parametrize("options", [{}, {1: 1}])
def test_an_army_has_the_wargear_that_it_names(options: Any) -> None:
    army = {"faction": "A", "units": [{"sheet": MINE, "options": options}]}
    setup = {"armies": [army, {"faction": "A", "units": [{"sheet": FOES}]}], "battlefield": "field", "open_play": True}
    game = new_game(invent(bannered(BANNER)), setup)
    assert game.state.models[f"{MINE}/one#1.1"].weapons == (GUN, BLADE)
    assert ("banner" in wargear(game, f"{MINE}#1")) is bool(options)


@rule("core.datasheet", 3)
@pytest.mark.parametrize(("lost", "found"), [("mine.1", 7), ("mine.2", 6)])
def test_it_counts_as_long_as_a_model_is_left_that_has_it(lost: str, found: int) -> None:
    things = unit(MINE, (20, 20), (21.5, 20), (23, 20)), Equipped("mine.1", (f"{MINE}/banner",)), unit(FOES, (40, 20))
    position = battle(*things, rules=invent(bannered(BANNER)))
    assert int(position.game.number("leadership", "mine.3")) == 6
    position.happen(ModelRemoved(lost, MINE))
    assert int(position.game.number("leadership", "mine.3")) == found


@rule("core.datasheet", 3)
def test_it_may_be_about_the_model_alone_that_has_it() -> None:
    shield = {"modifies": "invulnerable", "layer": "at least", "by": 4, "of": "model"}
    things = unit(MINE, (20, 20), (21.5, 20)), Equipped("mine.1", (f"{MINE}/banner",)), unit(FOES, (40, 20))
    position = battle(*things, rules=invent(bannered(BANNER, does=shield)))
    assert [int(position.game.number("invulnerable", f"mine.{number}")) for number in (1, 2)] == [4, 7]


@rule("core.datasheet", 2)
def test_an_option_is_about_several_things_at_once() -> None:
    """Gun and blade are given up for two cannons: by who has both only, and no third of either."""
    both = {"who": "any", "replaces": ["gun", "blade"], "by": ["cannon", "cannon"]}
    rules = invent(optional(both, swap("any")))
    assert mustered(rules, options={1: 2}) == [(CANNON, CANNON)] * 2 + [(GUN, BLADE)] * 3
    assert mustered(rules, options={1: 1, 2: 4}) == [(CANNON, CANNON)] + [(CANNON, BLADE)] * 4
    with pytest.raises(SetupError, match="have mine/gun and mine/blade"):
        mustered(rules, options={1: 4, 2: 2})


@rule("core.datasheet", 2)
def test_an_option_may_be_for_models_of_one_profile() -> None:
    one = optional({**swap("any"), "profile": "boss"})
    boss = {**one["profiles"][0], **named("boss")}
    part = {"profile": "boss", "least": 1, "most": 1, "weapons": ["gun", "blade"]}
    squad = {**one, "profiles": [*one["profiles"], boss], "composition": [{**one["composition"][0], "least": 4}, part]}
    assert mustered(invent(squad), options={1: 1}) == [(GUN, BLADE)] * 4 + [(CANNON, BLADE)]
    with pytest.raises(SetupError, match="at most 1 models"):
        mustered(invent(squad), options={1: 2})


@rule("core.datasheet", 2)
@pytest.mark.parametrize(("models", "most"), [(5, 1), (10, 2)])
def test_an_option_may_be_for_one_model_of_each_five(models: int, most: int) -> None:
    rules = invent(optional({**swap("any"), "most": 1, "per": 5}))
    found = mustered(rules, models=models, options={1: most})
    assert found == [(CANNON, BLADE)] * most + [(GUN, BLADE)] * (models - most)
    with pytest.raises(SetupError, match=f"at most {most} models"):
        mustered(rules, models=models, options={1: most + 1})


@rule("core.datasheet", 2)
def test_wargear_takes_the_place_of_a_weapon() -> None:
    """Who has a banner in place of the gun has the blade still."""
    found = mustered(invent(bannered({**BANNER, "replaces": "gun"})), options={1: 1})
    assert found == [(BLADE,), *[(GUN, BLADE)] * 4]


@pytest.mark.parametrize(("more", "wish"), [
    ({"wargear": [named("gun")]}, "wargear: 'gun' is a weapon, too"),
    ({"options": [{"who": "any", "by": "horn"}]}, "options: no weapon is called 'horn'; there are blade, cannon, gun"),
    ({"options": [{**swap("any"), "profile": "boss"}]}, "options: no profile is called 'boss'; there are one"),
    ({"options": [{**swap("any"), "per": 5}]}, "per: it says for how many models"),
    ({"options": [{"who": "any", "by": []}]}, "by"),
])  # fmt: skip
def test_wargear_that_is_not_there_is_refused(more: Any, wish: str) -> None:
    with pytest.raises(ContentError, match=wish):
        invent({**optional(), **more})
