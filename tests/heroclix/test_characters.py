"""Characters: bases, dials, clicks, combat symbols and values (chapter 1), and special dials (24)."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.geometry.grid import square_of
from rulewright.problems import ContentError
from rulewright.testing import Scenario
from rulewright_heroclix.attack.sequence import ATTACK
from rulewright_heroclix.damage import TURN_DIAL
from rulewright_heroclix.events.characters import Returned, TakenOff
from rulewright_heroclix.events.damage import DamageDealt, DialChanged, KnockedOut, TookDamage, Turned
from rulewright_heroclix.events.turns import TokenGiven

from .specials import special
from .table import FOE, HERO, at, attacking, clix, dice, happened, invent, one, play, rule, turn

FADING = ("8 charge/10/17/3", "7/9/16/2 outwit", "6/8/15/1")


def sheet(**more: Any) -> Any:
    """The sheet of an invented character."""
    return invent(clix(HERO, **more)).content.characters[HERO]


def carries(**more: Any) -> set[str]:
    """The powers and abilities of every click."""
    return {one if isinstance(one, str) else one.name for one in sheet(**more).carries}


def standing(*clicks: str, **more: Any) -> Scenario:
    """A hero with that dial, alone but for a foe far away."""
    facts = {name: more.pop(name) for name in ("click", "start", "tokens", "points") if name in more}
    if "values" in more:
        more["points"] = more.pop("values")
    return play(at(HERO, "A1", **facts), at(FOE, "P16"), rules=invent(clix(HERO, *clicks, **more)))


# Base and dial ----------------------------------------------------------------------------------------------


@rule("1", 1)
@rule("1.1", 1)
@rule("1.9", 1)
def test_a_character_is_its_base_its_dial_and_its_card() -> None:
    found = sheet(set="abc", number="7", keywords=["Guild"], rarity="rare")

    assert (found.printed.set, found.printed.number, found.printed.rarity) == ("abc", "7", "rare")
    assert len(found.dial) == 4 and found.points == {50: 1} and found.keywords == ("Guild",)


@rule("1.1", 1)
@pytest.mark.parametrize("missing", ["points", "dial"])
def test_no_base_is_without_a_point_value_or_a_dial(missing: str) -> None:
    bare = clix(HERO)
    del bare[missing]

    with pytest.raises(ContentError, match=missing):
        invent(bare)


@rule("1.1b", 1)
def test_there_are_six_rarities_and_no_other() -> None:
    rarities = ["common", "uncommon", "rare", "super rare", "chase", "legend"]

    assert [sheet(rarity=rarity).printed.rarity for rarity in rarities] == rarities
    with pytest.raises(ContentError, match="rarity"):
        sheet(rarity="gold")


@rule("1.2", 1, 2)
@rule("1.5", 1, 2, 3)
@rule("18.1")
def test_one_click_shows_at_a_time_and_the_range_is_printed_on_the_base() -> None:
    position = standing(*FADING, range=5)
    number = position.game.number
    stats = ("speed", "attack", "defense", "damage", "range")
    assert [number(stat, HERO) for stat in stats] == [8, 10, 17, 3, 5]
    assert position.game.has("charge", HERO) and not position.game.has("outwit", HERO)

    position.begin(TURN_DIAL(character=HERO, clicks=1))
    assert [number(stat, HERO) for stat in stats] == [7, 9, 16, 2, 5]
    assert position.game.has("outwit", HERO) and not position.game.has("charge", HERO)


@rule("1.6", 1, 2)
@rule("1.6a", 1, 2, 3, 4, 5, 6)
def test_damage_turns_a_dial_to_higher_click_numbers_and_healing_back() -> None:
    position = standing(*FADING).begin(TURN_DIAL(character=HERO, clicks=2))
    assert [event.click for event in happened(position, Turned)] == [2, 3]

    position.begin(TURN_DIAL(character=HERO, clicks=-1))
    assert one(position, HERO).click == 2


@rule("1.8", 1, 2)
@rule("3.2", 1)
def test_a_click_that_shows_ko_knocks_a_character_out() -> None:
    faint = clix(FOE, "8/10/15/3", "KO/KO/KO/KO", "8/10/15/3")
    position = attacking(rules=invent(faint), rolls=dice("64"))

    assert one(position, FOE).area == "ko" and [event.character for event in happened(position, KnockedOut)] == [FOE]


def test_the_columns_of_a_dial_are_of_one_length() -> None:
    broken = clix(HERO)
    broken["dial"]["speed"] = ["8"]
    with pytest.raises(ContentError, match="found speed 1, attack 4, defense 4, damage 4"):
        invent(broken)


# Combat symbols ---------------------------------------------------------------------------------------------


@rule("1.3", 1, 2, 3)
@rule("1.4", 1, 2)
def test_symbols_grant_keyphrases_beside_one_another_and_traits_grant_them_too() -> None:
    assert {"flight", "swim"} <= carries(symbols=["flight", "dolphin"])
    gift = {"id": "gift", "name": {"en": "gift", "zh": "gift"}, "grants": ["flight"]}
    found = sheet(symbols=["flight"], traits=[gift]).carries
    assert sum(one == "flight" for one in found) == 1


@rule("1.3a", 2, 4)
def test_standard_symbols_have_no_effect() -> None:
    assert carries() == {"move", "close", "range", "carry", "destroy", "terrain", "pilot", "equip"}
    assert sheet().size == "standard"


@rule("1.3b", 1)
@pytest.mark.parametrize("bolts", [1, 2, 3])
def test_bolts_are_the_most_targets_of_one_attack(bolts: int) -> None:
    foes = [at(FOE, square, player=1, name=name) for name, square in ((FOE, "F3"), ("two", "F5"), ("three", "F7"))]
    position = attacking(at(HERO, "C3"), *foes, kind="range", rules=invent(clix(HERO, bolts=bolts)))

    assert {len(chosen) if isinstance(chosen, tuple) else 1 for chosen in position.options} == {*range(1, bolts + 1)}


@rule("1.3c", 1)
@rule("1.3d", 1)
@rule("1.3e", 1)
@rule("19.5", 2)
@pytest.mark.parametrize(("symbol", "power"), [("flight", "flight"), ("dolphin", "swim"), ("autonomous", "autonomous")])
def test_each_symbol_grants_its_keyphrase(symbol: str, power: str) -> None:
    assert power in carries(symbols=[symbol]) and power not in carries()


@rule("1.3f", 1)
@rule("1.3g", 1, 2)
@rule("1.3h", 1, 2)
@pytest.mark.parametrize(
    ("size", "powers"),
    [
        ("tiny", {"tiny-size"}),
        ("giant", {"giant-reach:2", "great-size"}),
        ("colossal", {"giant-reach:3", "great-size"}),
    ],
)
def test_each_size_symbol_grants_its_keyphrases(size: str, powers: set[str]) -> None:
    assert powers <= carries(size=size) and sheet(size=size).size == size
    assert not powers & carries()


# Starting lines ---------------------------------------------------------------------------------------------


@rule("1.7", 1)
def test_nobody_is_healed_past_the_starting_line() -> None:
    position = standing(*FADING, click=3, start=2).begin(TURN_DIAL(character=HERO, clicks=-5))

    assert one(position, HERO).click == 2


# Several dials, countdown clicks, Colossal Stamina ----------------------------------------------------------


@rule("24.2f", 1, 2, 3, 4, 5)
def test_a_character_of_several_dials_goes_on_with_the_next_one_without_the_excess_damage() -> None:
    dial = ("9/8/15/4", "KO/KO/KO/KO", "7/8/15/2", "6/8/15/1", "KO/KO/KO/KO")
    twin = clix(FOE, *dial, base="2x2", several_dials=True, points=[{"value": 200}, {"value": 100, "click": 3}])
    big = at(FOE, "D3", "E3", "D4", "E4", points=200)
    position = attacking(big, rules=invent(twin), rolls=dice("64"))
    assert (one(position, FOE).click, one(position, FOE).points) == (3, 200)
    assert happened(position, DialChanged) and not happened(position, KnockedOut)

    position.begin(TURN_DIAL(character=FOE, clicks=-3))
    assert one(position, FOE).click == 3
    last = attacking(
        at(FOE, "D3", "E3", "D4", "E4", click=3, start=3, points=200), rules=invent(twin), rolls=dice("64")
    )
    assert one(last, FOE).area == "ko" and last.state.forces[0].victory == 200


@rule("24.3", 1, 3)
def test_nobody_is_healed_onto_a_countdown_click() -> None:
    cells = "countdown 2/countdown 2/countdown 2/countdown 2"
    position = standing("8/10/17/3", cells, "6/8/15/1", click=3)
    assert position.game.content.characters[HERO].dial[1].countdown == 2

    position.begin(TURN_DIAL(character=HERO, clicks=-1))
    assert one(position, HERO).click == 3


@rule("24.3", 4)
def test_a_character_on_a_countdown_click_is_left_alone() -> None:
    cells = "countdown 2/countdown 2/countdown 2/countdown 2"
    position = standing("8/10/17/3", cells, "6/8/15/1", click=2)
    game = position.game
    assert not game.may("move", HERO) and not game.may("be placed", HERO) and not game.may("be targeted", HERO)

    position.happen(DamageDealt(HERO, 2, 2)).happen(TokenGiven(HERO))
    assert (one(position, HERO).click, one(position, HERO).tokens) == (2, 0)
    position.begin(TURN_DIAL(character=HERO, clicks=-1))
    assert one(position, HERO).click == 2
    turn(position)
    assert position.player == 1


COUNTDOWN = "countdown 2/countdown 2/countdown 2/countdown 2"


@rule("24.3", 5)
@rule("12.5d", 1)
@pytest.mark.parametrize(("click", "area"), [(1, "aside"), (2, "ko")])
def test_who_leaves_the_map_on_a_countdown_click_is_ko_d(click: int, area: str) -> None:
    position = standing("8/10/17/3", COUNTDOWN, "6/8/15/1", click=click).happen(TakenOff(HERO, 0))

    assert one(position, HERO).area == area and bool(happened(position, KnockedOut)) is (area == "ko")


@rule("24.3", 5)
@pytest.mark.parametrize("left", [False, True])
def test_countdown_clicks_are_ko_clicks_once_the_character_has_left_the_map(left: bool) -> None:
    rules = invent(clix(HERO, "8/10/17/1"), clix(FOE, "8/10/16/3", COUNTDOWN, "6/8/15/1"))
    position = play(at(HERO, "C3"), at(FOE, "D3"), rules=rules, rolls=dice("64"))
    if left:
        position.happen(TakenOff(FOE, 1)).happen(Returned(FOE, (square_of("D3"),)))
    position.begin(ATTACK(player=0, attacker=HERO, kind="close"))

    assert (one(position, FOE).click, one(position, FOE).area) == (2, "ko" if left else "map")


def counting(*cells: str, parts: Any, **more: Any) -> Scenario:
    """The hero has countdown clicks, of which a trait says something, and its player the first turn."""
    clicks = ["/".join([f"countdown {cell}"] * 4) if cell.isdecimal() else cell for cell in cells]
    rules = invent(clix(HERO, *clicks, traits=[special(*parts)]), clix(FOE, *("8/10/16/2",) * 6), clix("mate"))
    return play(at(HERO, "C3", **more), at("mate", "P1"), at(FOE, "P16"), rules=rules)


ON = {"when": "your turn begins", "effects": [{"do": "turn_dial"}], "test": {"counts_down": True}}


@rule("24.3", 2)
@rule("1.6a")
def test_countdown_clicks_go_by_as_the_card_says() -> None:
    """Turn by turn, until the first ordinary click is showing, and no farther; nobody takes damage by that."""
    position = turn(counting("2", "1", "8/10/17/3", "7/9/16/2", parts=[ON]))
    shown = [one(position, HERO).click]
    assert (HERO, "move", "MOVE") not in position.options
    for _ in range(2):
        position.answer(None).answer(None)
        shown.append(one(position, HERO).click)
        assert (HERO, "move", "MOVE") in position.options
    assert shown == [2, 3, 3] and not happened(position, TookDamage)


@rule("24.3", 2)
def test_a_card_may_say_what_happens_on_one_countdown_click() -> None:
    noted = {"when": "your turn begins", "test": {"counts_down": True, "number": 1},
             "effects": [{"do": "named_tokens", "token": "noted"}]}  # fmt: skip
    for click, found in ((1, {}), (2, {"noted": 1}), (3, {})):
        position = turn(counting("2", "1", "8/10/17/3", parts=[noted], click=click))
        assert dict(one(position, HERO).named) == found


@rule("24.3", 2)
@rule("12.5d", 1)
def test_a_dial_that_is_turned_to_its_ko_click_is_ko_d() -> None:
    position = counting("8/10/17/3", "7/9/16/2", "KO/KO/KO/KO", parts=[{**ON, "test": {"has": "carry"}}], click=2)
    turn(position)

    assert one(position, HERO).area == "ko"


@rule("24.1", 1)
def test_no_dial_of_a_bystander_is_turned() -> None:
    turned = {"action": ["FREE"], "effects": [{"do": "turn_dial", "who": {"every": "friendly"}}]}
    rules = invent(clix(HERO, traits=[special(turned)]), clix("drone", "6/8/14/1", bystander=True), clix("mate"))
    position = turn(play(at(HERO, "C3"), at("drone", "E3"), at("mate", "P1"), at(FOE, "P16"), rules=rules))
    position.answer((HERO, "brawn", "FREE"))

    assert (one(position, "drone").area, one(position, "drone").click, one(position, "mate").click) == ("map", 1, 2)


@rule("22.2", 1, 2, 3, 4)
def test_colossal_stamina_acts_with_two_tokens_for_one_damage_and_does_not_clear() -> None:
    stamina = {"id": "gift", "name": {"en": "gift", "zh": "gift"}, "grants": ["colossal-stamina"]}
    assert "colossal-stamina" not in carries(size="colossal")
    position = turn(standing(traits=[stamina], tokens=2))

    position.answer((HERO, "move", "MOVE")).answer("stay")
    dealt = [(event.character, event.amount, event.kind) for event in happened(position, DamageDealt)]
    assert dealt == [(HERO, 1, "unavoidable")]
    assert one(position, HERO).tokens == 2 and position.player == 1


@rule("22.2", 3)
def test_colossal_stamina_costs_nothing_while_there_is_room_for_a_token() -> None:
    stamina = {"id": "gift", "name": {"en": "gift", "zh": "gift"}, "grants": ["colossal-stamina"]}
    position = turn(standing(traits=[stamina], tokens=1)).answer((HERO, "move", "MOVE")).answer("stay")

    assert not happened(position, DamageDealt)


# More than two players --------------------------------------------------------------------------------------


@rule("26.2", 1, 2)
@rule("8.1h", 2)
def test_choices_are_made_by_the_active_player_first_and_then_in_turn_order() -> None:
    shell = clix(HERO, *("8/10/17 impervious/3",) * 4)
    own = [at(HERO, f"{column}1", name=f"p{seat}", player=seat) for seat, column in enumerate("AEIM")]
    position = play(*own, rules=invent(shell), players=4, first=2)
    position.happen(*(DamageDealt(f"p{seat}", 3, 3, attack=True) for seat in range(4)))

    asked = []
    while position.game.request is not None and position.game.request.ask == "impervious":
        asked.append(position.player)
        position.answer(None)
    assert asked == [2, 3, 0, 1]
