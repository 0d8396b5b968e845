"""A closer look at characters, special powers, teams, elements, terrain markers, maps and standard powers."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, get_args

import pytest

from rulewright import Game, rules_for
from rulewright.cli.drawing import drawn
from rulewright.testing import playthrough
from rulewright.text import LANGUAGES, show
from rulewright_heroclix.book.sheets import MARKERS, SIZES
from rulewright_heroclix.book.wording import TEXTS, Wording
from rulewright_heroclix.cards.models import Element, Ring, Suit, Symbol
from rulewright_heroclix.faces.look import look
from rulewright_heroclix.powers import ALL
from rulewright_heroclix.special_powers.moments import MOMENTS
from rulewright_heroclix.special_powers.passive import Passive
from rulewright_heroclix.state import Area

from .table import HERO, at, clix, invent, marker, play, rule


@cache
def begun() -> Game:
    """A game in which both forces stand on the map."""
    return playthrough("heroclix", ["random"], seed=3, decisions=60)


def seen(what: str, lang: str = "en", game: Game | None = None) -> str:
    """What the first player sees at a very wide terminal."""
    found = look((game or begun()).view(0), what)
    return "" if found is None else drawn(found, lang, 1_000).plain


def rows(told: str) -> list[list[str]]:
    """The lines of a text, each by its cells."""
    return [re.split(r" {2,}", line.strip()) for line in told.splitlines()]


def with_trait(**trait: Any) -> Game:
    """A table with a hero that has a trait."""
    own = {"id": "brawn", "name": {"en": "Brawn", "zh": "蛮勇"}, **trait}
    return play(at(HERO, "C3"), rules=invent(clix(HERO, traits=[own]))).game


@rule("1", 1)
@rule("1.1", 1)
@rule("1.2", 1, 2)
@rule("1.6", 1)
@rule("1.9", 1)
def test_a_character_has_its_card_and_its_dial_click_by_click() -> None:
    told = rows(seen("pale-regent"))

    assert told[0] == ["The Pale Regent"]
    assert told[1] == ["130 points from click 1; range 6, 2 targets; standard size, base 1x1"]
    assert told[2:5] == [
        ["Prime, title character"],
        ["Keywords: Hollow Court, Ruler"],
        ["Team abilities: Hollow Court"],
    ]
    assert told[5] == ["Click", "Speed", "Attack", "Defense", "Damage", "Powers"]
    assert told[6] == ["1", "9", "11", "18", "4", "Phasing/Teleport, Steal Energy, Mastermind, Leadership"]
    assert told[12] == ["7", "7", "9", "16", "2", "Regeneration"]
    assert ["trait", "plot points -3", "Grand design: can use Probability Control, Toughness"] in told
    assert ["trait", "continuity ability", "Hollow crown: can use Willpower"] in told


def test_a_character_in_chinese() -> None:
    told = rows(seen("疾风", "zh"))

    assert ["100 分（从第 1 格开始）、60 分（从第 4 格开始）；射程 6，2 个目标；标准体积，底座 1x1"] in told
    assert ["1", "10", "11", "17", "3", "奔袭射击、能量护盾/偏转、远程专家"] in told


@rule("1.6", 2)
def test_a_character_in_play_comes_with_its_state_and_the_click_that_its_dial_shows() -> None:
    held = marker("object", name="object#2", holder=HERO)
    game = play(at(HERO, "C3", click=2, tokens=1, named=(("charge", 2),)), held, rules=invent(clix(HERO))).game
    told = rows(seen(HERO, game=game))

    assert told[:2] == [["hero"], ["Now: in C3, 1 action token, holds An object, charge tokens: 2"]]
    assert [line[1] for line in told if line[0] == ">"] == ["2"]


def test_who_is_off_the_map_is_told_so() -> None:
    game = play(at(HERO, area="ko"), rules=invent(clix(HERO))).game
    assert "Now: KO'd, 0 action tokens" in seen(HERO, game=game)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_in_the_content_is_told_in_both_languages(lang: str) -> None:
    pack = begun().content.pack
    for kind in pack.kinds:
        for id, entry in pack[kind].items():
            told = seen(id, lang)
            assert show(getattr(entry.name, lang), lang) in told
            assert not re.search(r"[{}_]", told), told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("power", ALL, ids=lambda power: str(power.name))
def test_every_power_is_found_by_its_name_in_both_languages(power: Any, lang: str) -> None:
    called = show(begun().content.names(power.name), lang)

    assert called != power.name and " ".join(power.text.split()) in seen(called, lang)


def test_equipment_tells_what_it_costs_and_grants_and_for_whom_it_is() -> None:
    assert rows(seen("signal lamp")) == [[
        "equipment", "5 points", "for Harbour", "friendly characters can equip it", "dropped when unequipped",
        "Signal lamp: can use Improved Targeting: Hindering",
    ]]  # fmt: skip


def test_a_terrain_marker_tells_what_is_printed_on_it_and_where_it_lies() -> None:
    printed = "RANGE: range 2, damage 3; CLOSE: reach 0, damage +2; destroyed by 5 damage"
    assert rows(seen("anvil")) == [["An object", f"Anvil: {printed}"]]

    lies = play(marker("object", "D4", name="anvil#1", card="anvil"), at(HERO, "C3"), rules=invent(clix(HERO))).game
    assert seen("anvil#1", game=lies).startswith("Anvil\nin D4\n")


def test_equipment_that_lies_there_is_told_as_what_it_is() -> None:
    lies = play(marker("equipment", "D4", name="oilskin#1"), at(HERO, "C3"), rules=invent(clix(HERO))).game
    told = seen("oilskin#1", game=lies)
    assert told.startswith("Oilskin coat 1\nin D4\n") and "can use Toughness" in told


def test_a_map_is_drawn() -> None:
    assert seen("quay").startswith("Old quay") and "~   ~" in seen("quay")


def test_the_own_characters_are_seen_where_nothing_is_typed_and_nothing_by_an_unknown_name() -> None:
    game = begun()
    own = [show(game.content.names(str(one.id))) for one in game.state.characters.values() if one.player == 0]
    assert own and all(name in seen("") for name in own)
    assert seen("no such thing") == ""
    assert rules_for("heroclix").ruleset.look is look


# What special powers do -------------------------------------------------------------------------------------


PARTS = [
    ({"action": ["CLOSE", "RANGE"], "effects": [{"do": "heal", "amount": 2}]},
     "CLOSE or RANGE: heal this character 2 clicks", "近战或远程：治疗此角色 2 点"),
    ({"when": "hits", "may": True, "once": "turn", "effects": [{"do": "heal"}]},
     "once per turn, when this character hits: you may heal this character 1 click",
     "每回合一次，此角色命中时：你可以治疗此角色 1 点"),
    ({"when": "KO'd", "whose": "friendly", "effects": [{"do": "heal"}], "test": {"attacking": "close"}},
     "if it makes a close attack, when a friendly character is KO'd: heal this character 1 click",
     "如果其进行近战攻击，一个友方角色被击倒时：治疗此角色 1 点"),
    ({"modifies": "attack", "by": 1, "attacking": "close", "unique": True},
     "while it makes a close attack, modify Attack of this character by +1 (unique modifier)",
     "当其进行近战攻击时，修正此角色的攻击 +1（唯一修正）"),
    ({"modifies": "defense", "by": 17, "layer": "minimum", "to": "friendly", "adjacent": True},
     "Defense of friendly characters adjacent to it is at least 17", "相邻的友方角色的防御至少为 17"),
    ({"permits": "shoot beside foes"}, "allowed to shoot beside opposing characters", "可以邻敌时远程攻击"),
    ({"action": ["FREE"], "effects": [{"do": "forbid", "what": "make range attacks", "until": "this turn"}]},
     "FREE: forbid this character to make range attacks (this turn)", "免费：此角色不能进行远程攻击（这一回合）"),
    ({"action": ["FREE"], "effects": [{"do": "forbid", "what": "move"}]},
     "FREE: forbid this character to move (until the attack, move or action that brings it has resolved)",
     "免费：此角色不能移动（直到带来它的攻击、移动或行动结算）"),
    ({"forbids": "be placed"}, "not allowed to be placed", "不能被放置"),
    ({"limits": "flurry", "test": {"attacking": "any"}},
     "if it attacks, Flurry can be used", "如果其进行攻击，才能使用疾风连击"),
    ({"using": "super-senses", "result": 1}, "Super Senses with +1 to its d6", "超级感知，其 d6 +1"),
    ({"using": "super-senses", "result": -1, "any": True},
     "-1 to the d6 of Super Senses, whatever grants it", "超级感知的 d6 -1，无论来源"),
    ({"rerolls": True, "roll": "break away", "whose": "opposing", "once": "game"},
     "once per game, reroll the break away roll of an opposing character", "每场游戏一次，重投一个敌方角色的突围骰"),
    ({"replaces_die": 6}, "once per turn, replace a die of the attack roll of this character with 6",
     "每回合一次，将此角色攻击骰中的一颗骰子替换为 6"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "en", "zh"), PARTS, ids=lambda part: next(iter(part)) if type(part) is dict else "")
def test_what_a_special_power_does_is_told_from_its_parts(part: dict[str, Any], en: str, zh: str) -> None:
    game = with_trait(does=[part])

    assert rows(seen("brawn", game=game)) == [["trait", f"Brawn: {en}"]]
    assert rows(seen("brawn", "zh", game=game)) == [["特点", f"蛮勇：{zh}"]]


def test_the_text_of_its_owner_stands_in_place_of_the_words_of_the_game() -> None:
    assert seen("brawn", game=with_trait(text="Says so.", grants=["flurry"])).endswith("Brawn: Says so.")


def test_what_it_grants_is_told_with_its_number_or_effect() -> None:
    game = with_trait(grants=["giant-reach:2", "safeguard:mind-control"], protected=["outwit"], cost=5)
    told = "Brawn: can use Giant Reach: 2, Safeguard: Mind Control"
    assert rows(seen("brawn", game=game)) == [["trait", "5 points", "Protected: Outwit", told]]


@pytest.mark.parametrize("layer", get_args(Passive.model_fields["layer"].annotation))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_way_to_change_a_value_has_words(layer: str, lang: str) -> None:
    told = Passive.model_validate({"modifies": "speed", "by": 2, "layer": layer}).told(Wording(lang))
    assert "2" in told and "{" not in told


def test_every_word_of_the_content_has_a_text() -> None:
    words = {
        "area": get_args(Area), "size": SIZES, "symbol": get_args(Symbol), "ring": filter(None, get_args(Ring)),
        "suit": get_args(Suit), "element": get_args(Element.model_fields["kind"].annotation),
        "moment": [moment.replace("'", "") for moment in MOMENTS], "kind": MARKERS,
    }  # fmt: skip
    keys = [f"{room}.{word.replace(' ', '_')}" for room, known in words.items() for word in known]
    assert [key for key in keys if key not in TEXTS] == []
