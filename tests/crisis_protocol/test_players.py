"""Proposals for moves, and bots that play to win."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time
from typing import Any

import pytest
from msgspec.structs import replace

from rulewright import new_game
from rulewright.bots import Bot, GreedyBot, RandomBot, make_bot
from rulewright.bots.judging import worth_trying
from rulewright.bots.levels import at_level
from rulewright.imagining import is_open
from rulewright.spaces import Options
from rulewright.testing import Scenario
from rulewright.text import LANGUAGES, show
from rulewright_crisis_protocol.activation import ACTIVATION
from rulewright_crisis_protocol.events.attacks import DiceAdded, DiceRolled
from rulewright_crisis_protocol.events.movement import Collided, TerrainThrown
from rulewright_crisis_protocol.faces.names import label
from rulewright_crisis_protocol.minds.judgement import evaluate, law_of_damage
from rulewright_crisis_protocol.space.battlefield import within
from rulewright_crisis_protocol.space.hints import suggest
from tests.lengths import length

from .effects_table import happens
from .table import (
    HERO,
    VILLAIN,
    at,
    attack,
    attacking,
    battle,
    card,
    invent,
    named,
    one,
    piece,
    power,
    rule,
    rules,
    tactic,
    token,
    turn,
)
from .test_space import hurled, thrown


def acting(*things: Any, **how: Any) -> Scenario:
    """The hero is being activated."""
    return battle(*things, **how).begin(ACTIVATION(player=0, character=HERO))


def moves(position: Scenario) -> dict[str, Any]:
    """What is proposed for an advance, in English."""
    position.answer(("move",)).answer(("advance", "medium"))
    return {words["en"]: answer for words, answer in position.game.request.space.hints}


def greedy(position: Scenario, seed: int = 1) -> Any:
    """What the greedy bot answers."""
    game = position.game
    return GreedyBot(seed).choose(game.view(game.request.player), game.request)


def test_nothing_is_made_up_of_squads_that_lie_open() -> None:
    """So what leaves nothing to luck goes the same way in every game that a bot imagines."""
    drawn = (rules().ruleset.sample_setup(rules().content, Random(seed)) for seed in range(20))  # type: ignore[misc]
    secret = new_game(rules(), next(setup for setup in drawn if "rosters" in setup), seed=1)
    opened = battle(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1)).game

    assert not is_open(secret.view(0)) and is_open(opened.view(0))


# Proposals --------------------------------------------------------------------------------------------------


def test_a_move_to_a_token_ends_within_range_1_of_it() -> None:
    position = acting(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), token("beacon", 16, 10))

    position.answer(moves(position)["to beacon"])

    assert within(position.game, HERO, "beacon", 1)


def test_a_move_for_an_attack_ends_within_its_range() -> None:
    rules = invent(card(HERO, attack("jab", range="2")))
    position = acting(at(HERO, 10, 10), at(VILLAIN, 18, 10, 1), rules=rules)

    position.answer(moves(position)["to villain, for jab"])

    assert within(position.game, HERO, VILLAIN, 2) and one(position, HERO).x < 16


def test_what_is_out_of_reach_is_come_nearer_to_past_terrain() -> None:
    position = acting(at(HERO, 5, 18), at(VILLAIN, 34, 18, 1), piece("kiosk", 9.5, 18), token("beacon", 30, 18))

    position.answer(moves(position)["to beacon"])

    assert one(position, HERO).x > 8


def test_a_move_leads_away_from_the_nearest_enemy() -> None:
    position = acting(at(HERO, 18, 18), at(VILLAIN, 22, 18, 1))

    position.answer(moves(position)["away from the enemies"])

    assert one(position, HERO).x < 13


def test_nothing_is_proposed_to_where_one_stands() -> None:
    position = acting(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), token("beacon", 11, 10))

    assert "to beacon" not in moves(position)


# The greedy bot ---------------------------------------------------------------------------------------------


def test_greedy_attacks_whom_it_may_daze() -> None:
    near_daze = at(VILLAIN, 14, 10, 1, damage=4)
    position = battle(at(HERO, 10, 10), near_daze).begin(ACTIVATION(player=0, character=HERO, taken=1))

    assert greedy(position) == ("attack", "hero-blow")


def test_greedy_rerolls_what_shows_no_success_though_it_may_daze_its_only_target() -> None:
    """Who is dazed is out of the round; and of 64 sets of dice the one is tried that makes sense."""
    luck = power("luck", "reactive", {"do": "reroll", "amount": "any"}, when="own dice")
    rules = invent(card(HERO, attack("blow", strength=6), superpowers=[luck]))
    position = turn(battle(at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), rules=rules, rolls=("-H-H--", "--")))
    position.answer(("activate", HERO)).answer(("attack", "blow")).answer(("luck", HERO))

    assert position.asked == "reroll"
    assert {greedy(position, seed) for seed in range(6)} == {(0, 2, 4, 5)}


def test_greedy_rerolls_successes_of_the_other_side_alone() -> None:
    jinx = power("jinx", "reactive", {"do": "reroll", "amount": 2, "of": "opposing"}, when="opposing dice")
    rules = invent(card(HERO, attack("blow", strength=4)), card(VILLAIN, superpowers=[jinx]))
    position = turn(battle(at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), rules=rules, rolls=("H-HB", "--")))
    position.answer(("activate", HERO)).answer(("attack", "blow")).answer(("jinx", VILLAIN))

    view = position.game.view(1)
    assert worth_trying(view, position.game.request, 24, Random(1)) == [(0, 2), ()]


@pytest.mark.parametrize(("round", "kept"), [(1, True), (6, False)])
def test_greedy_keeps_a_card_that_does_nothing_yet(round: int, kept: bool) -> None:
    """In the first round it may still be of use, in the last one it is as good as played."""
    mend = tactic("mend", {"do": "heal", "amount": 2, "who": "chosen"}, by=[{}])
    hand, last = {0: {"tactics": ("mend",)}}, {"round": round}
    position = (
        turn(battle(at(HERO, 10, 10), at(VILLAIN, 14, 10, 1), rules=invent(tactics=[mend]), squads=hand, mission=last))
        .answer(("activate", HERO))
        .answer(("end",))
    )

    assert position.options == [("card", "mend"), ("end",)]
    assert ({greedy(position, seed) for seed in range(12)} == {("end",)}) == kept


def test_dice_on_the_table_are_worth_what_they_come_to() -> None:
    """Before any damage is suffered: three hits against a block promise more than one does."""

    def looks(roll: str) -> float:
        luck = power("luck", "reactive", {"do": "reroll", "amount": "any"}, when="own dice")
        rules = invent(card(HERO, attack("blow"), superpowers=[luck]))
        position = attacking(attack="blow", rules=rules, rolls=(roll, "B-"))
        return evaluate(position.game.view(0), 0)

    assert looks("HHH") > looks("HH-") > looks("H--")


def test_greedy_goes_to_a_token_that_nobody_secures() -> None:
    position = acting(at(HERO, 10, 10), at(VILLAIN, 33, 33, 1), token("beacon", 16, 10))

    for _ in range(3):
        position.answer(greedy(position))

    assert within(position.game, HERO, "beacon", 1)


def test_greedy_leaves_a_text_that_people_play_by_hand() -> None:
    hymn = power("hymn", "active", {"do": "by_hand", "text": "Sing."})
    position = acting(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), rules=invent(card(HERO, superpowers=[hymn])))
    ways = position.options

    assert ("superpower", "hymn") in ways and len(ways) > 2
    tried = worth_trying(position.game.view(0), position.game.request, 24, Random(1))
    assert ("superpower", "hymn") not in tried and set(tried) < set(ways)


def test_what_is_only_by_hand_is_tried_all_the_same() -> None:
    hymn = power("hymn", "active", {"do": "by_hand", "text": "Sing."})
    position = acting(at(HERO, 10, 10), rules=invent(card(HERO, superpowers=[hymn])))
    request = replace(position.game.request, space=Options((("superpower", "hymn"),)))

    assert worth_trying(position.game.view(0), request, 24, Random(1)) == [("superpower", "hymn")]


def test_damage_on_the_enemy_points_and_tokens_are_worth_something() -> None:
    def worth(*things: Any, **how: Any) -> float:
        return evaluate(battle(*things, **how).game.view(0), 0)

    hero, foe = at(HERO, 10, 10), at(VILLAIN, 30, 30, 1)
    even = worth(hero, foe)
    assert worth(hero, at(VILLAIN, 30, 30, 1, damage=2)) > even > worth(at(HERO, 10, 10, damage=2), foe)
    assert worth(hero, foe, squads={0: {"points": 2}}) > even
    assert worth(hero, foe, token("beacon", 11, 10)) > worth(hero, foe, token("beacon", 20, 20))


def test_it_is_good_to_come_near_a_token_that_only_scores_when_it_is_held() -> None:
    def worth(x: float, **how: Any) -> float:
        things = (
            at(HERO, x, 10),
            at(HERO, 4, 30, name="friend"),
            at(VILLAIN, 30, 30, 1),
            token("vial", 20, 10, "vials", **how),
        )
        return evaluate(battle(*things).game.view(0), 0)

    assert worth(18, holder=HERO) > worth(18) > worth(16) > worth(10)


@pytest.mark.parametrize(("dice", "defense", "mean"), [(6, 3, 2.2042), (4, 2, 1.5220), (8, 4, 2.8879), (5, 3, 1.6990)])
def test_bots_know_the_mean_damage_of_plain_attacks(dice: int, defense: int, mean: float) -> None:
    law = law_of_damage(dice, defense)

    assert sum(law) == pytest.approx(1.0)
    assert sum(damage * chance for damage, chance in enumerate(law)) == pytest.approx(mean, abs=1e-4)


@pytest.mark.parametrize("seat", length([1], [0, 1]))
def test_greedy_beats_random(seat: int) -> None:
    few = {"squads": [{"characters": ["lumen", "rime"]}, {"characters": ["quill", "hollow"]}]}
    game = new_game(rules(), length(few, None), seed=seat)
    bots: dict[int, Bot] = {seat: GreedyBot(3), 1 - seat: RandomBot(4)}
    while request := game.request:
        game.answer(bots[request.player].choose(game.view(request.player), request), request.player)

    assert game.result is not None and game.result.winners == (seat,)


def test_a_way_that_is_suggested_is_one_of_those_asked() -> None:
    position = acting(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), piece("kiosk", 13, 10)).answer(("move",))
    view, request = position.game.view(0), position.game.request

    suggested = suggest(view, request)

    assert suggested == [("advance", "medium"), ("climb", "short")]
    assert not any(request.check(way) for way in suggested)


# What a person reads ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("edge", ["south", "north", "west", "east"])
def test_a_character_is_deployed_opposite_a_token_and_not_on_a_friend(edge: str) -> None:
    game, rng = new_game("crisis_protocol", seed=2), Random(1)
    deployed = 0
    while game.request is not None and deployed < 4:
        request = game.request
        if request.ask == "deploy_at":
            space: Any = request.space
            assert all(show(words).startswith("in front, opposite ") for words, _ in space.hints)
            legal = [place for _, place in space.hints if not space.check(place)]
            (_, x, y), *_ = legal[0]
            own = game.state.squads[request.player].edge
            assert {"south": y, "north": 36 - y, "west": x, "east": 36 - x}[own] < 7
            game.answer(legal[0])
            deployed += 1
        else:
            game.answer(edge if request.ask == "edge" else request.space.for_program(rng))
    assert deployed == 4


def test_a_target_is_listed_with_what_the_dice_promise() -> None:
    foes = at(VILLAIN, 13, 10, 1), at(VILLAIN, 13, 12, 1, name="other", damage=4)
    game = attacking(at(HERO, 10, 10), *foes).game
    assert game.request.ask == "target"
    labels = {answer: label(game.view(0), game.request, answer, "en") or "" for answer in game.request.options()}
    law = law_of_damage(3, 2)
    mean = sum(damage * chance for damage, chance in enumerate(law[:5])) + 5 * sum(law[5:])
    assert labels[VILLAIN].endswith(f"({mean:.1f} damage on average, {round(100 * sum(law[5:]))} % to daze)")
    assert labels["other"].endswith(f"({sum(law[1:]):.1f} damage on average, {round(100 * sum(law[1:]))} % to daze)")


def test_a_reactive_card_is_offered_by_its_name_with_its_cost_and_its_text() -> None:
    villain, squads = at(VILLAIN, 15, 10, 1, power=1), {1: {"tactics": ("payback",)}}
    game: Any = attacking(villain, squads=squads, rolls=["---", "--"]).game
    while game.request.ask != "trigger":
        game.answer(game.request.options()[-1])

    labels = [label(game.view(1), game.request, answer, "en") for answer in game.request.options()]
    assert "Play Payback (1 power): after it was attacked: the chosen one suffers 1 damage" in labels


def proposed(position: Scenario) -> dict[str, Any]:
    """The directions that are proposed for a throw, in English."""
    return {show(words): answer for words, answer in position.game.request.space.hints}


def test_terrain_is_thrown_into_an_enemy_that_stands_in_no_ones_shadow() -> None:
    things = at("other", 8, 10, 1), at(VILLAIN, 9, 14, 1), at("hidden", 11.5, 10, 1), at("friend", 5, 7)
    position = hurled(piece("car", 2, 13), *things, cards=[card(name) for name in ("other", "hidden", "friend")])

    found = proposed(position)
    assert set(found) == {"into other", "into villain"}
    assert position.answer(found["into villain"]).last(TerrainThrown).hit == VILLAIN


def test_a_character_is_thrown_into_another_enemy_and_into_terrain() -> None:
    things = at(VILLAIN, 10, 10, 1), at("other", 13, 10, 1), piece("kiosk", 10, 13.5)
    position = thrown(*things, cards=[card("other")])

    found = proposed(position)
    assert set(found) == {"into other", "into Kiosk"}
    assert position.answer(found["into Kiosk"]).last(Collided).hit == "kiosk"


def test_dice_to_reroll_are_shown_by_what_they_show_and_by_number() -> None:
    lucky = power("lucky", "reactive", {"do": "reroll", "amount": 2}, when="own dice")
    rules = invent(card(HERO, attack("hero-blow"), superpowers=[lucky]))
    game: Any = attacking(rules=rules, rolls=["H-W", "--"]).game
    while game.request.ask != "reroll":
        game.answer(game.request.options()[-1])

    labels = [label(game.view(0), game.request, die, "en") for die in game.request.space.items]
    assert labels == ["hit (die 1)", "blank (die 2)", "wild (die 3)"]


def test_who_is_injured_would_be_knocked_out() -> None:
    foes = at(VILLAIN, 13, 10, 1, injured=True), at(VILLAIN, 13, 12, 1, name="other")
    game: Any = attacking(at(HERO, 10, 10), *foes).game
    hurt, whole = (label(game.view(0), game.request, foe, "en") or "" for foe in (VILLAIN, "other"))
    assert "% to KO" in hurt and "% to daze" in whole


@pytest.mark.parametrize("optional", [False, True])
def test_special_rules_of_an_attack_are_told_apart_by_what_they_do(optional: bool) -> None:
    first = {"icons": ["wild"], "effects": [{"do": "gain_power", "amount": 1}], "optional": optional}
    second = {"effects": [{"do": "heal", "amount": 1}], "name": {"en": "Rest", "zh": "休息"}}
    rules = invent(card(HERO, attack("hero-blow", first, second, name={"en": "Blow", "zh": "重击"})))
    game: Any = attacking(rules=rules, rolls=["WWW", "--"]).game

    labels = [label(game.view(0), game.request, answer, "en") for answer in game.request.options()]
    assert game.request.ask == "trigger"
    assert labels == ["Blow (wild): it gains 1 power", "Rest: remove 1 damage from it"]
    game.answer(game.request.options()[0])
    if optional:
        labels = [label(game.view(0), game.request, answer, "en") for answer in game.request.options()]
        assert labels == ["Blow (wild): it gains 1 power", "Nothing"]


def test_superpowers_at_one_moment_are_told_apart_by_their_names_and_characters() -> None:
    gains = {"do": "gain_power", "amount": 1}
    first, second = (power(id, "innate", gains, when="targeted") for id in ("grit", "nerve"))
    game: Any = attacking(rules=invent(card(VILLAIN, superpowers=[first, second]))).game
    while game.request.ask != "trigger":
        game.answer(game.request.options()[0])

    told = {
        lang: [label(game.view(1), game.request, one, lang) for one in game.request.options()] for lang in LANGUAGES
    }
    assert told["en"] == ["grit, villain: it gains 1 power", "nerve, villain: it gains 1 power"]
    assert told["zh"] == ["villain：grit：其获得 1 点力量", "villain：nerve：其获得 1 点力量"]


def test_places_are_proposed_toward_tokens_and_enemies_and_away_from_tokens_for_an_enemy() -> None:
    hop = {"do": "place", "who": "self", "range": 2, "of": "itself"}
    things = at(HERO, 10, 10), at(VILLAIN, 20, 10, 1), token("relay", 10, 20)
    position = happens(hop, things=things)
    found = {show(words): answer for words, answer in position.game.request.space.hints}
    assert [*found] == ["towards relay", "towards villain"]
    assert found["towards relay"][1] > 12 and found["towards villain"][0] > 12
    position.answer(found["towards relay"])
    assert one(position, HERO).y == found["towards relay"][1]

    moved = {"do": "place", "who": "chosen", "range": 2, "of": "itself"}
    position = happens(moved, things=things, chosen=VILLAIN)
    found = {show(words): answer for words, answer in position.game.request.space.hints}
    assert [*found] == ["away from relay", "towards hero"]
    assert found["away from relay"][0] > 20 and found["towards hero"][0] < 18


def test_a_dropped_token_is_proposed_where_it_falls_and_toward_who_drops_it() -> None:
    held = token("vial", 0, 0, crisis="vials", holder=VILLAIN)
    hurt = {"do": "drop", "who": "chosen"}
    position = happens(hurt, things=[at(HERO, 10, 10), at(VILLAIN, 15, 10, 1), held], chosen=VILLAIN)
    found = {show(words): answer for words, answer in position.game.request.space.hints}
    assert [*found] == ["where it falls", "towards hero"] and found["where it falls"] == (15, 10)
    assert found["towards hero"][0] < 13.5


@rule("superpower.active-example")
@rule("damage.dazed-limits")
@pytest.mark.parametrize(
    ("foe", "more", "can"),
    [
        (at(VILLAIN, 13, 10, 1), [], True),
        (at(VILLAIN, 30, 10, 1), [], False),
        (at(VILLAIN, 13, 10, 1, dazed=True), [], False),
        (at(VILLAIN, 30, 10, 1), [{"do": "move"}], True),
    ],
)
def test_a_superpower_of_which_nothing_can_be_done_is_refused(foe: Any, more: list[Any], can: bool) -> None:
    """With nobody to push it is; with a move besides, what can be done is done."""
    hurt = {"do": "choose_character", "side": "enemy", "range": 2, "then": [{"do": "push", "who": "chosen"}]}
    rules = invent(card(HERO, superpowers=[power("hurt", "active", hurt, *more, cost=1)]))
    position = battle(at(HERO, 10, 10, power=2), foe, rules=rules).begin(ACTIVATION(player=0, character=HERO))

    assert (("superpower", "hurt") in position.options) is can
    if not can:
        with position.refused("damage.dazed-limits", match="nothing of it can be done now"):
            position.answer(("superpower", "hurt"))
        assert one(position, HERO).power == 2


def test_the_name_of_a_superpower_says_what_it_costs() -> None:
    rules = invent(card(HERO, superpowers=[power("stride", "active", {"do": "move"}, cost=2)]))
    position = battle(at(HERO, 10, 10, power=2), rules=rules).begin(ACTIVATION(player=0, character=HERO))
    said = label(position.game.view(0), position.game.request, ("superpower", "stride"), "en")
    assert said == "Superpower: stride (2 power)"


def test_dice_that_criticals_add_are_told_by_themselves() -> None:
    position = attacking(rolls=["CH-", "--", "W"])
    assert position.last(DiceAdded).faces == ("wild",) and len(position.events(DiceRolled)[0].faces) == 3


# What is of no use ------------------------------------------------------------------------------------------


def idle(position: Scenario) -> set[Any]:
    """The answers after which nothing would be otherwise."""
    space: Any = position.game.request.space
    return set(space.idle)


MEND = tactic("mend", {"do": "heal", "amount": 2})
HOLD = tactic(
    "hold", {"do": "choose_character", "side": "allied", "then": [{"do": "heal", "who": "chosen", "amount": 2}]}
)
RISE = power("rise", "active", {"do": "heal", "amount": 1}, {"do": "heal", "who": "self"})
HOLDING = {0: {"tactics": ("mend", "hold")}}


@pytest.mark.parametrize(("hurt", "cards"), [("", {"mend", "hold"}), (HERO, set()), ("ally", set())])
def test_a_card_that_removes_damage_is_of_no_use_where_there_is_none(hurt: str, cards: set[str]) -> None:
    """The first is the player's own, whoever pays; the second is for someone else who is near."""
    sides = [at(id, 10 + place, 10, damage=int(id == hurt)) for place, id in enumerate((HERO, "ally"))]
    rules = invent(card("ally"), tactics=[MEND, HOLD])
    position = turn(battle(*sides, at(VILLAIN, 30, 30, 1), rules=rules, squads=HOLDING))

    assert idle(position) == {("card", id) for id in cards}
    if not hurt:
        assert greedy(position)[0] == "activate"


def test_a_superpower_that_changes_nothing_is_of_no_use() -> None:
    def acts(damage: int) -> set[Any]:
        rules = invent(card(HERO, superpowers=[RISE]))
        return idle(acting(at(HERO, 10, 10, damage=damage), at(VILLAIN, 30, 30, 1), rules=rules))

    assert (acts(0), acts(1)) == ({("superpower", "rise")}, set())


BY_HAND = {"do": "by_hand", "text": "Sing."}


def test_bots_leave_cards_and_superpowers_that_people_play_by_hand() -> None:
    rules = invent(card(HERO, superpowers=[power("song", "active", BY_HAND)]), tactics=[tactic("tune", BY_HAND)])
    position = acting(at(HERO, 10, 10), at(VILLAIN, 30, 30, 1), rules=rules, squads={0: {"tactics": ("tune",)}})
    game = position.game

    assert {("card", "tune"), ("superpower", "song")} <= {*game.request.space.options()}
    tried = worth_trying(game.view(0), game.request, 24, Random(1))
    assert {*tried} == {("move",), ("end",)}


def test_a_chance_that_is_small_is_seen_in_more_games_where_there_is_little_else_to_try() -> None:
    """Control of a token for one critical of two dice: about one in four, and worth far more than the power."""
    locks = {"type": "secure", "threat": 16, "token": "asset", "spots": [[18, 18]], "roll": 2, "points": 2}
    locks |= {"interaction": "control", "score": "controlled"}
    rules = invent(crises=[named({"id": "locks", **locks})])
    lock = token("lock", 11, 10, "locks")
    position = acting(
        at(HERO, 10, 10, power=3), at(VILLAIN, 30, 30, 1), lock, rules=rules, mission={"secure": "locks"}
    )  # fmt: skip
    game = position.game

    def taken(tries: int) -> int:
        """How many of twenty bots interact, where they might as well end the activation."""
        answers = [("interact", "lock"), ("end",)]
        view, request = game.view(0), game.request
        bots = [(GreedyBot(seed, tries=tries), Random(seed)) for seed in range(20)]
        return sum(bot._best(view, request, answers, rng) == answers[0] for bot, rng in bots)

    assert taken(0) < 18 < taken(40)


def test_normal_answers_an_ordinary_choice_within_half_a_second() -> None:
    """In the middle of a game of two squads, by the time that the processor spends."""
    game, rng = new_game(rules(), seed=4), Random(4)
    while len(game.answers) < 60:
        game.answer(game.request.space.for_program(rng), game.request.player)
    bot, spent = make_bot(at_level(rules().ruleset, "normal"), 1), []
    for _ in range(15):
        started = process_time()
        answer = bot.choose(game.view(game.request.player), game.request)
        spent.append(process_time() - started)
        game.answer(answer, game.request.player)
    assert median(spent) < 0.5


def test_a_beam_is_aimed_at_all_whom_it_can_hit() -> None:
    """Whom it attacks next is asked in between, and carries on what was decided."""
    rules = invent(card(HERO, attack("ray", range="B4", strength=6)), card("second"), card("third"))
    foes = [at(id, 13.0 + 2 * place, 10, 1) for place, id in enumerate((VILLAIN, "second", "third"))]
    position = acting(at(HERO, 10, 10), *foes, rules=rules).answer(("attack", "ray"))

    assert position.game.request.ask == "aim"
    assert {len(greedy(position, seed)) for seed in range(4)} == {3}
