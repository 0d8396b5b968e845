"""Texts of special powers as their owners write them, each as data and played."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.geometry.grid import square_of
from rulewright.problems import ContentError
from rulewright.testing import Scenario
from rulewright_heroclix.book.wording import Wording
from rulewright_heroclix.events.attacks import AttackResolved, Rerolled, RollFinalized
from rulewright_heroclix.events.damage import DamageDealt, PowerUsed, TookDamage
from rulewright_heroclix.events.turns import TokenGiven
from rulewright_heroclix.space.board import scene_of
from rulewright_heroclix.terms import size_of

from .specials import act, special, when
from .table import FOE, HERO, at, clix, dice, happened, invent, one, play, rule, turn

# "When an opposing turn begins, if this character has no tokens, choose a standard speed power: until that turn ends,
# it can use it."
QUICK = when(
    "opposing turn begins",
    {"do": "choose_power", "powers": ["flurry", "charge"], "until": "this turn"},
    test={"amount": {"number": "tokens"}, "at_most": 0},
)
# "Opposing characters within 4 squares and line of fire cannot clear tokens unless they are on click 1."
GRIM = {"forbids": "clear tokens", "whom": {"every": "opposing", "range": 4, "sight": True, "past_click": 1}}
# "When a friendly character with the same keyword is KO'd by an opposing attack, place a token here; for each, attack
# +1, to a maximum of +2, not counted by the Rule of 3."
AVENGER = (
    when(
        "KO'd", {"do": "named_tokens", "token": "grief"}, whose="friendly",
        test={"all": [{"shares_keyword": "other"}, {"attack_by": "opposing"}]},
    ),
    {"modifies": "attack", "layer": "beyond", "by": {"value": {"named_tokens": "grief"}, "at_most": 2}},
)  # fmt: skip
# "Once an attack, you may reroll one die of your attack roll; if you do, this character takes 1 unavoidable damage
# after resolutions."
STUBBORN = {
    "rerolls": True, "dice": "one", "once": "attack", "after_resolutions": True,
    "effects": [{"do": "damage", "to": "self", "kind": "unavoidable"}],
}  # fmt: skip


def with_text(*does: Any, **of_hero: Any) -> Any:
    traits = [special(*does)]
    return invent(
        clix(HERO, *("8/10/17/3",) * 6, traits=traits, **of_hero), clix(FOE, *("8/10/16/2",) * 6), clix("ally")
    )


@pytest.mark.parametrize(("tokens", "player", "asked"), [(0, 1, True), (1, 1, False), (0, 0, False)])
def test_at_the_beginning_of_an_opposing_turn_a_power_is_chosen(tokens: int, player: int, asked: bool) -> None:
    things = at(HERO, "C3", tokens=tokens), at(FOE, "F3")
    position = turn(play(*things, rules=with_text(QUICK), first=player), player)
    assert ("flurry" in position.options) is asked
    if asked:
        assert position.answer("flurry").game.has("flurry", HERO)


@pytest.mark.parametrize(("square", "click", "kept"), [("F3", 3, True), ("F3", 1, False), ("J3", 3, False)])
def test_opposing_characters_near_cannot_clear_their_tokens(square: str, click: int, kept: bool) -> None:
    things = at(HERO, "C3"), at(FOE, square, click=click, tokens=1)
    position = turn(play(*things, rules=with_text(GRIM), first=1), 1)
    position.answer(None)
    assert bool(position.game.state.characters[FOE].tokens) is kept


def avenging(foe_attacks: bool, keywords: tuple[str, ...] = ("Lamp",)) -> Scenario:
    """An ally that shares a keyword falls, by an attack of the foe or by an effect."""
    hit = {"do": "target", "among": "any", "itself": True, "named": "ally", "then": [{"do": "ko", "who": "chosen"}]}
    foe = clix(FOE, *("8/12/16/9",) * 6, traits=[special(act(hit), id="doom")])
    hero = clix(HERO, *("8/10/17/3",) * 6, traits=[special(*AVENGER)], keywords=["Lamp"])
    rules = invent(hero, foe, clix("ally", "8/10/10/1", keywords=list(keywords)))
    things = at(HERO, "C3"), at("ally", "F4"), at(FOE, "F3")
    position = turn(play(*things, rules=rules, rolls=dice("66"), first=1), 1)
    if foe_attacks:
        return position.answer((FOE, "close", "CLOSE"))
    return position.answer((FOE, "doom", "POWER"))


@pytest.mark.parametrize(
    ("foe_attacks", "keywords", "attack"), [(True, ("Lamp",), 11), (True, ("Thorn",), 10), (False, ("Lamp",), 10)]
)
def test_who_falls_by_an_opposing_attack_is_avenged(foe_attacks: bool, keywords: tuple[str, ...], attack: int) -> None:
    position = avenging(foe_attacks, keywords)
    assert position.game.state.characters["ally"].area == "ko"
    assert position.game.number("attack", HERO) == attack


def test_the_bonus_has_a_maximum_and_is_not_counted_by_the_rule_of_three() -> None:
    rules = with_text(*AVENGER, {"modifies": "attack", "by": 3})
    for tokens, attack in ((1, 14), (2, 15), (5, 15)):
        position = play(at(HERO, "C3", named=(("grief", tokens),)), at(FOE, "F3"), rules=rules)
        assert position.game.number("attack", HERO) == attack


# Dice -------------------------------------------------------------------------------------------------------


def stubborn(*rolls: str, text: Any = STUBBORN) -> Scenario:
    """An attack of a stubborn hero, whose roll may be rerolled."""
    position = turn(play(at(HERO, "C3"), at(FOE, "D3"), at("ally", "P16"), rules=with_text(text), rolls=dice(*rolls)))
    return position.answer((HERO, "close", "CLOSE"))


REROLL = ("brawn.rerolls_0", HERO)


@rule("21.3", 1, 2)
@rule("8.1c")
def test_one_die_of_the_attack_roll_is_rerolled_and_costs_a_click_after_resolutions() -> None:
    position = stubborn("16", "5").answer(REROLL)
    assert position.options == [0, 1]
    position.answer(0)
    assert position.window != "reroll"  # once an attack
    assert [event.faces for event in happened(position, RollFinalized)] == [(5, 6)]
    taken = happened(position, AttackResolved, TookDamage)
    assert [getattr(event, "character", "resolved") for event in taken] == [FOE, "resolved", HERO]
    assert one(position, HERO).click == 2


def test_who_does_not_reroll_takes_no_damage() -> None:
    position = stubborn("16").answer(None)
    assert one(position, HERO).click == 1 and not happened(position, Rerolled)


def test_effects_that_do_not_wait_come_before_the_roll_counts() -> None:
    position = stubborn("16", "5", text={**STUBBORN, "after_resolutions": False}).answer(REROLL).answer(0)
    found = happened(position, TookDamage, RollFinalized)
    assert [type(event) for event in found] == [TookDamage, RollFinalized, TookDamage]


@rule("21.11", 1)
def test_once_an_attack_is_once_in_each_attack_of_a_turn() -> None:
    twice = act({"do": "attack", "kind": "close"}, {"do": "attack", "kind": "close"})
    things = at(HERO, "C3"), at(FOE, "D3"), at("ally", "P16", player=1)
    position = turn(play(*things, rules=with_text(STUBBORN, twice), rolls=dice("16", "5", "16", "4")))
    position.answer((HERO, "brawn/2", "POWER"))
    for _ in range(2):
        position.answer(REROLL).answer(0)
    position.answer(position.options[0])  # which of the two clicks comes first
    assert [event.faces for event in happened(position, RollFinalized)] == [(5, 6), (4, 6)]
    assert one(position, HERO).click == 3


def test_once_an_attack_is_for_attack_rolls() -> None:
    with pytest.raises(ContentError, match="'attack' is for attack rolls, but roll is 'break away'"):
        with_text({"rerolls": True, "roll": "break away", "once": "attack"})


# In the middle of an attack ---------------------------------------------------------------------------------

# "The first time each turn that this character is hit, it may move one square; if it does, the attack that hit it deals
# 1 less."
LESS = {"do": "modify", "to": "attacker", "values": ["damage"], "by": -1, "until": "attack"}
DODGES = when(
    "hit", {"do": "may", "effects": [{"do": "move", "squares": 1}]},
    {"do": "if", "test": {"did": True}, "then": [LESS]}, once="turn",
)  # fmt: skip


def dodging(*rolls: str, square: str = "F3", rules: Any = None, **of_foe: Any) -> Scenario:
    """An attack of the foe on a hero that dodges."""
    things = at(HERO, "C3"), at(FOE, square), at("ally", "P16")
    position = turn(play(*things, rules=rules or with_text(DODGES), rolls=dice(*rolls), first=1), 1)
    kind = "close" if square == "D3" else "range"
    return position.answer((FOE, kind, kind.upper()))


@rule("12.4a", 1)
@pytest.mark.parametrize(("moves", "taken"), [(True, 1), (False, 2)])
def test_who_is_hit_may_move_away_and_takes_less(moves: bool, taken: int) -> None:
    position = dodging("56").answer(moves)
    if moves:
        position.answer("C4")
    assert one(position, HERO).squares == (square_of("C4" if moves else "C3"),)
    assert [(event.character, event.amount) for event in happened(position, DamageDealt)] == [(HERO, taken)]
    assert not position.state.effects  # it was until the attack ended


@rule("10.8", 1)
def test_who_breaks_away_from_the_attacker_is_a_hit_target_still() -> None:
    position = dodging("56", "4", square="D3").answer(True).answer("B3")
    assert [event.amount for event in happened(position, DamageDealt)] == [1]


@rule("10.8a", 1, 3)
@rule("20.9b")
def test_who_fails_to_break_away_has_not_moved_and_holds_nobody_else() -> None:
    twice = special(act({"do": "attack", "kind": "close"}, {"do": "attack", "kind": "close"}), id="storm")
    foe = clix(FOE, *("8/10/16/2",) * 6, traits=[twice])
    rules = invent(clix(HERO, *("8/10/17/3",) * 6, traits=[special(DODGES)]), foe, clix("ally"))
    things = at(HERO, "C3"), at(FOE, "D3"), at("ally", "P16")
    position = turn(play(*things, rules=rules, rolls=dice("56", "1", "65"), first=1), 1)
    position.answer((FOE, "storm", "POWER")).answer(True)
    assert one(position, HERO).squares == (square_of("C3"),)
    # The foe attacks again; and it was the second time this turn that the hero was hit.
    assert [event.amount for event in happened(position, DamageDealt)] == [2, 2]


@rule("20.9b")
def test_who_cannot_move_is_not_asked() -> None:
    position = dodging("56", rules=with_text(DODGES, {"forbids": "move"}))
    assert [event.amount for event in happened(position, DamageDealt)] == [2]


@rule("21.11", 1)
def test_the_first_time_is_over_whether_the_character_moved_or_not() -> None:
    twice = special(act({"do": "attack", "kind": "range"}, {"do": "attack", "kind": "range"}), id="storm")
    foe = clix(FOE, *("8/10/16/2",) * 6, traits=[twice])
    rules = invent(clix(HERO, *("8/10/17/3",) * 6, traits=[special(DODGES)]), foe, clix("ally"))
    things = at(HERO, "C3"), at(FOE, "F3"), at("ally", "P16")
    position = turn(play(*things, rules=rules, rolls=dice("56", "65"), first=1), 1)
    position.answer((FOE, "storm", "POWER"))
    while position.asked != "may":
        position.answer(position.options[0])
    position.answer(False)
    while position.asked == "target":
        position.answer(HERO)
    assert [event.amount for event in happened(position, DamageDealt)] == [2, 2]


# Others of the same name ------------------------------------------------------------------------------------

# "POWER: Replace this character with one of your sideline with the same name and fewer points; it may then make a close
# attack as FREE, but only once per game."
STRIKE = {"do": "may", "effects": [{"do": "as_free", "types": ["CLOSE"], "who": "chosen"}], "once": "game"}
STEPS_BACK = act({"do": "replace", "same_name": True, "fewer_points": True, "then": [STRIKE]})
AGAIN = act({"do": "replace", "same_name": True, "optional": False}, action=("FREE",))
NAME = {"en": "The Lamp (young)", "zh": "灯"}


def stepping_back(*rolls: str, foe: str = "D3") -> Scenario:
    """A hero of 50 points with others on its Sideline: of its name or not, of fewer points or not."""
    hero = clix(HERO, *("8/10/17/3",) * 6, name={"en": "Lamp", "zh": "灯"}, traits=[special(STEPS_BACK)])
    young = clix("young", *("8/10/17/2",) * 6, name=NAME, traits=[special(AGAIN, id="again")])
    others = [clix("old", name=NAME), clix("lamps", name={"en": "Lamps", "zh": "群灯"})]
    waiting = [at(id, area="sideline", points=points) for id, points in (("young", 30), ("old", 50), ("lamps", 30))]
    things = at(HERO, "C3"), at(FOE, foe), at("ally", "P16"), *waiting
    rules = invent(hero, young, *others, clix(FOE, *("8/10/16/2",) * 9), clix("ally"))
    return turn(play(*things, rules=rules, rolls=dice(*rolls)))


@rule("21.12a", 1)
@rule("21.9", 1)
@rule("7.5", 5)
def test_one_of_the_same_name_and_fewer_points_takes_its_place_and_strikes() -> None:
    position = stepping_back("56").answer((HERO, "brawn", "POWER"))
    assert position.options == ["young", None]
    position.answer("young")
    assert position.asked == "may"
    position.answer(True).answer("close")
    assert [(event.by, event.amount) for event in happened(position, DamageDealt)] == [("young", 2)]
    assert one(position, "young").tokens == 1  # that of the POWER action; an action as FREE has none


def test_who_comes_may_strike_only_once_per_game() -> None:
    position = stepping_back("56").answer((HERO, "brawn", "POWER")).answer("young", True, "close")
    position.answer(("young", "again", "FREE")).answer(HERO).answer(None)
    while position.player != 0 or one(position, HERO).tokens:
        position.answer(None)
    position.answer((HERO, "brawn", "POWER")).answer("young")
    assert position.asked == "action" and len(happened(position, AttackResolved)) == 1


def test_who_has_nobody_beside_it_is_not_asked_to_strike() -> None:
    position = stepping_back(foe="J3").answer((HERO, "brawn", "POWER")).answer("young")
    assert position.asked == "action"


# Powers that are used ---------------------------------------------------------------------------------------

# "When this character uses Toughness against an attack of a character with fewer points, the attacker is given a token
# after resolutions, if it has fewer than two."
WEARING = when(
    "uses a power", {"do": "give_token", "to": "other"}, using="toughness", after_resolutions=True,
    test={"all": [
        {"amount": {"number": "points", "of": "other"}, "less_than": {"number": "points"}},
        {"amount": {"number": "tokens", "of": "other"}, "less_than": 2},
    ]},
)  # fmt: skip


def wearing(
    power: str = "toughness", points: int = 30, tokens: int = 0, grants: tuple[str, ...] = (), text: Any = WEARING
) -> Scenario:
    """An attack of the foe on a hero that can use a power against damage, and wears its attacker out."""
    hero = clix(HERO, *(f"8/10/17 {power}/3",) * 6, traits=[special(text)])
    rules = invent(hero, clix(FOE, *("8/10/16/3",) * 6, traits=[special(grants=grants, id="foe-trait")]), clix("ally"))
    things = (
        at(HERO, "C3"),
        at(FOE, "D3", points=points, tokens=tokens),
        at("ally", "P16"),
        at("ally", "A16", player=1, name="pal"),
    )
    return turn(play(*things, rules=rules, rolls=dice("56"), first=1), 1).answer((FOE, "close", "CLOSE"))


@rule("8.1c")
@rule("8.1f", 1)
def test_toughness_wears_out_an_attacker_of_fewer_points() -> None:
    position = wearing()
    given = happened(position, DamageDealt, TokenGiven)
    assert [(type(event), event.character) for event in given] == [
        (DamageDealt, HERO), (TokenGiven, FOE), (TokenGiven, FOE)
    ]  # fmt: skip
    assert [event.by for event in happened(position, TokenGiven)] == ["", HERO]  # that of its action is the first
    assert [event.taken for event in happened(position, DamageDealt)] == [2]


@pytest.mark.parametrize(
    "facts",
    [
        {"points": 50},
        {"tokens": 1},  # with that of the action it has two
        {"power": "invulnerability"},
        {"grants": ("exploit-weakness",)},
    ],
)
def test_it_does_not_wear_out_others(facts: dict[str, Any]) -> None:
    assert HERO not in [event.by for event in happened(wearing(**facts), TokenGiven)]


@pytest.mark.parametrize("power", ["toughness", "invulnerability", "invincible", "impervious"])
def test_each_power_that_reduces_damage_is_used(power: str) -> None:
    position = wearing(power, text={**WEARING, "using": power})
    if position.asked == "impervious":
        position.answer(None)
    assert [(event.name, event.against) for event in happened(position, PowerUsed)] == [(power, FOE)]
    assert HERO in [event.by for event in happened(position, TokenGiven)]


def test_that_a_power_is_used_is_told_once_and_whoever_listens() -> None:
    """A text of the content listens, be it of someone who does not play."""
    assert len(happened(wearing(), PowerUsed)) == len(happened(wearing(text=GRIM), PowerUsed)) == 1


# Sizes ------------------------------------------------------------------------------------------------------

# "POWER: This character is giant this turn."
GROWS = act({"do": "change_size", "size": "giant", "until": "this turn"})
SHRINKS = act({"do": "change_size", "size": "tiny", "until": "your next turn"}, action=("FREE",))


def as_large(position: Scenario) -> tuple[int, bool, bool]:
    """How large the hero is, by its size, its figure on the map and its keyphrases."""
    game = position.game
    return size_of(game, HERO), scene_of(game).figures[HERO].tall, game.has("giant-reach:2", HERO)


def changing_size(*does: Any, **of_hero: Any) -> Scenario:
    return turn(play(at(HERO, "C3"), at(FOE, "J3"), at("ally", "P16"), rules=with_text(*does, **of_hero)))


@rule("21.2c", 1, 2, 3)
@rule("20.3", 2, 4)
def test_a_character_is_giant_this_turn_and_then_as_it_was() -> None:
    position = changing_size(GROWS)
    assert as_large(position) == (1, False, False)
    position.answer((HERO, "brawn", "POWER"))
    assert as_large(position) == (2, True, True)
    position.answer(None)
    assert as_large(position) == (1, False, False) and one(position, HERO).size == ""


@rule("21.2c", 1)
def test_another_size_replaces_one_that_lasts() -> None:
    position = changing_size(GROWS, SHRINKS, size="colossal")
    position.answer((HERO, "brawn/2", "FREE")).answer((HERO, "brawn", "POWER"))
    assert as_large(position) == (2, True, True) and len(position.state.effects) == 1
    position.answer(None)
    assert size_of(position.game, HERO) == 3  # not tiny, although that would have lasted


@rule("20.3", 9)
def test_a_size_ends_with_the_power_that_gave_it() -> None:
    fades = act({"do": "damage", "to": "self", "kind": "unavoidable"}, action=("FREE",))
    grows = special(GROWS, fades, id="grows")
    hero = clix(HERO, "8/10/17/3 grows", *("8/10/17/3",) * 3, specials=[grows])
    rules = invent(hero, clix(FOE), clix("ally"))
    position = turn(play(at(HERO, "C3"), at(FOE, "J3"), at("ally", "P16"), rules=rules))
    position.answer((HERO, "grows", "POWER"))
    assert as_large(position) == (2, True, True)
    position.answer((HERO, "grows/2", "FREE"))
    assert as_large(position) == (1, False, False)


# Their words ------------------------------------------------------------------------------------------------


def test_they_say_themselves_in_both_languages() -> None:
    found = (
        with_text(QUICK, GRIM, *AVENGER, STUBBORN, GROWS, DODGES, STEPS_BACK, WEARING).content.specials["brawn"].does
    )
    assert [part.said(Wording("en")) for part in found] == [
        "if the number of action tokens of this character is at most 0, at the beginning of an opposing turn: "
        "choose one of Flurry or Charge for this character to use (this turn)",
        "opposing characters within line of fire within 4 squares past click 1: not allowed to clear action tokens",
        "if it shares a keyword with that character, it is an attack of an opposing character, "
        "when a friendly character is KO'd: grief tokens +1",
        "modify Attack of this character by its grief tokens (at most 2), beyond the Rule of 3",
        "once per attack, reroll a die of the attack roll of this character; if you do, after resolutions, "
        "deal this character 1 unavoidable damage",
        "POWER: give this character the giant size symbol (this turn)",
        "once per turn, when this character is hit: you may move this character up to 1 square, "
        "if you did: modify Damage of the attacker by -1 (until the attack has resolved)",
        "POWER: you may replace this character by a character of the same name and of fewer points; then you may give "
        "the chosen character an action as FREE: CLOSE, but only once per game",
        "if the Points of that character is less than the Points of this character, "
        "the number of action tokens of that character is less than 2, when this character uses a power, "
        "using Toughness, after resolutions: give that character an action token",
    ]
    assert all(part.said(Wording("zh")) for part in found)
