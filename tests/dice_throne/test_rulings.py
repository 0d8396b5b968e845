"""Boundaries, ties and two effects at once: rulings that a judge would be asked for."""

from typing import Any

import pytest

from rulewright_dice_throne.events.attack import AbilityActivated, AbilityAnnounced, AttackDealt
from rulewright_dice_throne.events.damage import DamageDealt
from rulewright_dice_throne.events.phases import PhaseBegan

from .table import IDLE, NOTHING, Table, card, defence, invent, offence, passive, rule, sit, status

SWORDS = (1, 1, 2, 4, 6)
HEROES = ("tester", "tester")
BARBARIAN_FIRST = ("barbarian", "gunslinger")
CUT = offence("cut", {"do": "damage", "amount": 8})
DOOM = offence("doom", {"do": "damage", "amount": 9, "type": "ultimate"}, kind="ultimate")


def doomed(*statuses: Any, first: Any = None, second: Any = None, abilities: Any = (), dice: Any = ()) -> Table:
    """A tester fires an Ultimate of 9 damage at a tester."""
    rules = invent([DOOM, *abilities], statuses=statuses)
    table = sit({"tokens": first or {}}, {"tokens": second or {}}, rules=rules, heroes=HEROES, dice=[NOTHING, *dice])
    return table.attack("doom")


# The Ultimate -----------------------------------------------------------------------------------------------


@rule("11.ultimate", 2)
@pytest.mark.parametrize("holder", ["attacker", "target"])
def test_an_ultimate_ignores_tokens_that_would_lessen_it(holder: str) -> None:
    """Weak takes 1 from one's own Attack, plate takes 1 from an Attack against oneself: not from an Ultimate."""
    less = {"do": "modify_attack", "add": -1}
    weak = status("weak", triggers=[{"when": "attacking", "effects": [less]}])
    plate = status("plate", polarity="positive", triggers=[{"when": "attacked", "effects": [less]}])
    first, second = ({"weak": 1}, {}) if holder == "attacker" else ({}, {"plate": 1})

    assert doomed(weak, plate, first=first, second=second).settle().health == (50, 41)

    rules = invent([CUT], statuses=[weak, plate])
    table = sit({"tokens": first}, {"tokens": second}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("cut")
    assert table.defend(None).settle().health == (50, 43)


@rule("11.ultimate", 2)
def test_an_ultimate_is_enhanced_by_tokens_all_the_same() -> None:
    more = {"do": "modify_attack", "add": 2}
    marked = status("marked", triggers=[{"when": "attacked", "effects": [more]}])

    assert doomed(marked, second={"marked": 1}).settle().health == (50, 39)


@rule("4.4.lock")
@rule("11.ultimate", 1)
def test_who_is_under_an_ultimate_is_not_asked_for_what_they_might_do_about_it() -> None:
    """A passive ability that its owner may use or not is an action; one that happens by itself is none."""
    effects = [{"do": "gain_cp", "amount": 1}]
    free = passive("free", {"when": "attacked", "effects": effects})
    asked = passive("asked", {"when": "attacked", "optional": True, "effects": effects})
    table = doomed(abilities=[asked, free])
    while not table.events(AttackDealt):
        assert table.player == 0
        table.skip()

    assert table.cp[1] == 2 + 1


@rule("4.4.lock")
@rule("4.4.unstoppable", 2)
@rule("7.1.ultimate", 2, 3, 4, 5)
def test_an_ultimate_is_not_defended_against_whatever_type_its_damage_has() -> None:
    doom = offence("doom", {"do": "damage", "amount": 9}, kind="ultimate")
    ward = passive("ward", {"when": "attacked", "effects": [{"do": "prevent", "fraction": "all"}]})
    rules = invent([doom, ward, defence("shelter", {"do": "prevent", "amount": 1})])
    table = sit(rules=rules, heroes=HEROES, dice=[NOTHING]).attack("doom")
    while table.phase != "main_2":
        assert table.asked != "defence"
        table.skip()

    assert table.health == (50, 41)


@rule("4.4.counter", 1)
@rule("4.4.lock")
@rule("note.ultimate-lock")
def test_dice_may_be_changed_until_the_activation_and_then_the_lock_lasts_until_the_roll_phases_are_over() -> None:
    table = sit({}, {"cp": 15, "hand": ("tip-it", "so-wild", "feelin-good")}, dice=[(6, 6, 6, 6, 6)])
    table.until("announce").answer("fill-em-with-lead")
    table.until(window="ability announced", player=1)
    assert {"tip-it", "so-wild"} <= set(table.offered("play"))
    table.skip().until(player=1)

    assert (table.phase, table.window, table.offered("play")) == ("main_2", "main actions", ["feelin-good"])


@rule("4.4.unstoppable", 2)
@rule("11.ultimate", 1)
def test_what_an_ultimate_does_after_its_damage_cannot_be_prevented_either() -> None:
    late = {"do": "after_damage", "effects": [{"do": "damage", "amount": 3, "to": "target"}]}
    rules = invent([offence("doom", {"do": "damage", "amount": 9}, late, kind="ultimate")])
    table = sit({}, {"hand": ("not-this-time",), "cp": 5}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("doom")
    while table.phase != "main_2":
        assert table.player == 0
        table.skip()

    assert table.health == (50, 38)


@rule("4.4.unstoppable", 2)
@pytest.mark.parametrize(("kind", "left"), [("ultimate", 1), ("offensive", 0)])
def test_tokens_that_come_with_an_ultimate_are_not_kept_off(kind: str, left: int) -> None:
    curse = status("curse", forbids=["selling"])
    ward = passive("ward", {"when": "attacked", "effects": [{"do": "prevent_status"}]})
    doom = offence("doom", {"do": "inflict", "status": "curse"}, {"do": "damage", "amount": 9}, kind=kind)
    table = sit(rules=invent([doom, ward], statuses=[curse]), heroes=HEROES, dice=[NOTHING]).attack("doom").settle()

    assert table.tokens(1).get("curse", 0) == left


# Altered dice -----------------------------------------------------------------------------------------------


@rule("3.4.step-3", 1)
def test_a_reroll_that_shows_the_same_face_alters_nothing() -> None:
    """Helping Hand has a die rolled again, and the same number falls: the announcement stands."""
    table = sit(second={"hand": ("helping-hand",), "cp": 1}, dice=[(1, 2, 3, 4, 5), (5,)])
    table.until("announce").answer("fan-the-hammer").until(window="ability announced", player=1)
    table.play("helping-hand").answer((0, 4))
    table.until(phase="defensive_roll")

    assert [event.ability for event in table.events(AbilityActivated)] == ["fan-the-hammer"]


@rule("3.4.step-3", 1)
@rule("3.4.step-3", 5)
def test_without_attempts_the_only_other_ability_takes_the_place_of_the_one_that_fell() -> None:
    """A large straight becomes three bullets: Revolver is all that is left."""
    table = sit(second={"hand": ("so-wild",), "cp": 2}, dice=[NOTHING, NOTHING, (1, 2, 3, 4, 5)])
    for _ in range(2):
        table.until("keep_or_reroll").answer((0, 1, 2, 3, 4))
    table.until("announce").answer("fan-the-hammer").until(window="ability announced", player=1)
    table.play("so-wild").answer((0, 3), 6).until(phase="defensive_roll")

    assert [event.ability for event in table.events(AbilityActivated)] == ["revolver"]


@rule("3.4.step-3", 1)
def test_an_alteration_that_is_taken_back_at_once_leaves_the_announcement_as_it_was() -> None:
    """Tip It! turns one of five 6s down, Six-It! turns it up again: the Ultimate stays announced."""
    table = sit(
        {"hand": ("six-it",), "cp": 1}, {"hand": ("tip-it",), "cp": 1}, dice=[NOTHING, NOTHING, (6, 6, 6, 6, 6)]
    )
    for _ in range(2):
        table.until("keep_or_reroll").answer((0, 1, 2, 3, 4))
    table.until("announce").answer("fill-em-with-lead").until(window="ability announced", player=1)
    table.play("tip-it").answer((0, 0)).play("six-it").until(phase="defensive_roll")

    assert [event.ability for event in table.events(AbilityActivated)] == ["fill-em-with-lead"]


@rule("3.4.step-3", 1)
def test_an_alteration_that_is_taken_back_after_another_announcement_lets_the_first_one_come_back() -> None:
    """Deadeye took the place of the Ultimate; with five 6s again the Ultimate takes that of Deadeye."""
    table = sit(
        {"hand": ("six-it",), "cp": 1}, {"hand": ("tip-it",), "cp": 1}, dice=[NOTHING, NOTHING, (6, 6, 6, 6, 6)]
    )
    for _ in range(2):
        table.until("keep_or_reroll").answer((0, 1, 2, 3, 4))
    table.until("announce").answer("fill-em-with-lead").until(window="ability announced", player=1)
    table.play("tip-it").answer((0, 0)).skip()
    assert table.window == "ability announced"
    table.play("six-it").until(phase="defensive_roll")

    assert [event.ability for event in table.events(AbilityAnnounced)] == [
        "fill-em-with-lead", "deadeye", "fill-em-with-lead",
    ]  # fmt: skip


# The order of things ----------------------------------------------------------------------------------------


@rule("11.roll-phase-end")
def test_damage_at_the_end_of_the_roll_phase_is_applied_before_main_phase_2() -> None:
    late = passive("late", {"when": "roll_phase_end", "effects": [{"do": "damage", "amount": 3, "to": "self"}]})
    table = sit(rules=invent([CUT, late]), heroes=("tester", "barbarian"), dice=[NOTHING])
    table.until("announce").answer(None)
    table.settle()

    log = [entry.event for entry in table.game.log]
    assert table.health == (47, 50)
    assert log.index(table.events(DamageDealt)[0]) < log.index(table.events(PhaseBegan)[-1])


@rule("3.8.limit", 1)
def test_cards_drawn_in_the_discard_phase_count_for_the_limit() -> None:
    """Seven cards are sold down to six; Double Up! then draws two, and one more has to go."""
    hand = ("double-up", *("six-it",) * 5)
    table = sit({"cp": 5, "hand": hand}, dice=[NOTHING]).until("sell_down").answer("six-it")
    table.until(window="end of discard").play("double-up")
    while table.active == 0:
        table.answer("six-it") if table.asked == "sell_down" else table.skip()

    assert len(table.hand(0)) == 6


@rule("3.8.limit", 3)
def test_only_the_active_player_sells_down() -> None:
    table = sit(second={"hand": ("six-it",) * 9}, dice=[NOTHING])
    while table.active == 0:
        assert table.asked != "sell_down"
        table.skip()

    assert len(table.hand(1)) >= 9


@rule("setup.deck", 2)
def test_the_card_that_draws_is_not_shuffled_into_the_deck_it_draws_from() -> None:
    table = (
        sit(
            {"cp": 5, "deck": (IDLE, IDLE), "discard": ("six-it",), "hand": ("triple-up", "tip-it")}, dice=[("six-it",)]
        )
        .until(window="main actions")
        .play("triple-up")
    )

    assert table.hand(0) == ["tip-it", IDLE, IDLE, "six-it"]
    assert table.discards(0) == ["triple-up"]


@rule("5.2.interrupt", 1)
def test_what_a_passive_ability_is_paid_for_can_be_interrupted() -> None:
    """It is an ability, neither a card nor a spent token."""
    gamble = {"do": "roll", "dice": 1, "then": [{"do": "gain_cp", "amount": "roll"}]}
    bet = passive("bet", uses=[{"windows": ["main_phase"], "cost": {"cp": 1}, "effects": [gamble]}])
    seats = {"cp": 0, "hand": (IDLE,)}, {"cp": 1, "hand": ("tip-it",)}
    table = sit(*seats, rules=invent([CUT, bet]), heroes=HEROES, dice=[(5,)]).until(window="main actions")
    table.spend("bet")

    assert (table.window, table.player) == ("effect rolled", 1)
    table.play("tip-it").answer(4)
    assert table.cp[0] == 4


# Damage, healing, prevention --------------------------------------------------------------------------------


@rule("limits.health", 1)
@rule("11.heal")
@rule("3.6.step-6", 1)
def test_healing_above_the_cap_is_netted_with_the_damage_of_the_phase() -> None:
    """At 58 of 60: smacked for 4, Thick Skin heals 6; together 60, not 56."""
    table = (
        sit({}, {"health": 58}, heroes=("barbarian", "barbarian"), dice=[SWORDS, (4, 5, 4)])
        .attack("smack")
        .defend("thick-skin")
        .settle()
    )

    assert table.health == (50, 60)


@rule("3.6.step-6", 1)
@rule("overview.lose", 1)
def test_healing_of_the_defence_saves_from_damage_that_would_kill() -> None:
    for dice, left in (((4, 1, 1), 1), ((1, 1, 1), 0)):
        table = sit(second={"health": 2}, dice=[SWORDS, dice]).attack("revolver").defend("thick-skin").settle()
        assert table.health == (50, left)
        assert (table.game.result is None) is (left > 0)


@rule("10.1.reduce-last", 2)
@pytest.mark.parametrize(("amount", "left"), [(7, 3), (8, 4)])
def test_a_half_is_taken_of_attack_and_other_damage_together(amount: int, left: int) -> None:
    """1 + 6 or 1 + 7 damage from two sources: of the sum one half is prevented, not of each."""
    side = passive("side", {"when": "attacking", "effects": [{"do": "damage", "amount": 1, "to": "defender"}]})
    rules = invent(
        [offence("cut", {"do": "damage", "amount": amount - 1}), side,
         defence("shelter", {"do": "prevent", "fraction": "half"})]
    )  # fmt: skip
    table = sit(rules=rules, heroes=HEROES, dice=[NOTHING, (1,)]).attack("cut").defend("shelter").settle()

    assert table.health == (50, 50 - left)


@rule("7.2.attack")
@rule("11.attack")
@pytest.mark.parametrize(("faces", "attack"), [((1, 2, 4, 5, 5), False), ((1, 2, 4, 5, 6), True)])
def test_what_waits_for_an_attack_waits_for_damage(faces: tuple[int, ...], attack: bool) -> None:
    """1 damage for each star, and a token: without a star it is no Attack, and Bounty gives no CP for it."""
    amount = {"per": "star", "dice": "attack"}
    wave = offence("wave", {"do": "inflict", "status": "knockdown"}, {"do": "damage", "amount": amount})
    table = sit(second={"tokens": {"bounty": 1}}, rules=invent([wave]), heroes=HEROES, dice=[faces]).attack("wave")
    table.settle()

    assert table.tokens(1) == {"bounty": 1, "knockdown": 1}
    assert table.health[1] == (48 if attack else 50)
    assert table.cp[0] == (4 if attack else 3)


@rule("10.1.order", 3)
def test_what_an_attack_dealt_is_what_is_left_of_its_own_damage() -> None:
    """8 and 3 of another source, one half prevented: 5 are taken, of which 1 would have come without the Attack."""
    side = passive("side", {"when": "attacking", "effects": [{"do": "damage", "amount": 3, "to": "defender"}]})
    rules = invent([CUT, side, defence("shelter", {"do": "prevent", "fraction": "half"})])
    table = sit(rules=rules, heroes=HEROES, dice=[NOTHING, (1,)]).attack("cut").defend("shelter").settle()

    assert table.health == (50, 45)
    assert table.events(AttackDealt)[-1].amount == 4


@rule("10.1.order", 1)
@rule("7.2.modifier-use", 1)
@pytest.mark.parametrize("first", ["weak", "strong"])
def test_modifiers_are_summed_in_whatever_order_they_come(first: str) -> None:
    """1 damage, less 1, and 2 more: an Attack that is lowered to 0 is still one, and can be raised again."""
    weak = status("weak", triggers=[{"when": "attacking", "effects": [{"do": "modify_attack", "add": -1}]}])
    strong = status("strong", triggers=[{"when": "attacking", "effects": [{"do": "modify_attack", "add": 2}]}])
    rules = invent([offence("nick", {"do": "damage", "amount": 1})], statuses=[weak, strong])
    tokens = {"tokens": {"weak": 1, "strong": 1}}
    table = sit(tokens, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("nick").until("order")
    table.answer(next(key for key in table.options if key.startswith(first))).defend(None).settle()

    assert table.health == (50, 48)


@rule("7.2.modifier-timing")
def test_an_attack_that_tokens_have_lowered_to_0_is_defended_against_and_raised_in_the_last_window() -> None:
    weak = status("weak", triggers=[{"when": "attacking", "effects": [{"do": "modify_attack", "add": -1}]}])
    more = card("more", {"do": "modify_attack", "add": 4}, kind="instant", attack_modifier=True)
    nick = offence("nick", {"do": "damage", "amount": 1})
    rules = invent([nick, defence("shelter", {"do": "prevent", "amount": 3})], [more], [weak])
    seat = {"tokens": {"weak": 1}, "hand": ("more",)}
    table = sit(seat, rules=rules, heroes=HEROES, dice=[NOTHING, (1,)]).attack("nick").defend("shelter")
    table.until(window="last chance").play("more").settle()

    assert table.health == (50, 49)


@rule("6.3.spendable", 3)
@rule("note.spend-windows")
def test_damage_at_the_end_of_the_roll_phase_can_be_evaded() -> None:
    sting = {"do": "damage", "amount": 3, "to": "each_opponent"}
    late = passive("late", {"when": "roll_phase_end", "effects": [sting]})
    second = {"tokens": {"evasive": 1}}
    table = sit({}, second, rules=invent([CUT, late]), heroes=("tester", "barbarian"), dice=[NOTHING, (1,)])
    table.until("announce").answer(None)
    table.until(window="last chance", player=1).spend("evasive").settle()

    assert table.health == (50, 50)


# Two at once ------------------------------------------------------------------------------------------------


@rule("overview.lose", 1, 2)
@rule("3.6.step-6", 2)
def test_damage_after_the_damage_is_another_resolution() -> None:
    """Reckless kills before its 4 damage to oneself: the attacker wins at 4 health or less."""
    table = sit({"health": 4}, {"health": 15}, heroes=BARBARIAN_FIRST, dice=[(1, 2, 3, 4, 5)])
    table.attack("reckless").defend(None).settle()

    assert table.game.result is not None
    assert table.game.result.winners == (0,)


@rule("6.1.eliminated")
def test_tokens_of_a_defeated_player_stay_on_those_who_hold_them() -> None:
    """The Gunslinger put Bounty on the Barbarian, and dies of his Attack."""
    table = sit({"tokens": {"bounty": 1}, "by": 1}, {"health": 3}, heroes=BARBARIAN_FIRST, dice=[SWORDS])
    table.attack("smack").defend(None).settle()

    assert table.game.result is not None
    assert table.tokens(0) == {"bounty": 1}


@rule("field.status-negative", 3)
@rule("field.status-negative", 8)
def test_stun_and_knockdown_at_once() -> None:
    """Crit Bash by a Barbarian who was knocked down and paid: the second roll phase is not paid for again."""
    table = sit({"cp": 4, "tokens": {"knockdown": 1}}, heroes=BARBARIAN_FIRST, dice=[(6, 6, 6, 6, 1), NOTHING])
    table.until("pay").answer(True).attack("crit-bash").until("keep_or_reroll")

    assert (table.player, table.cp[0]) == (0, 4 + 1 - 2)
    assert [event.phase for event in table.events(PhaseBegan)].count("offensive_roll") == 2


@rule("3.4.windows")
@pytest.mark.parametrize("player", [0, 1])
def test_after_step_4_every_player_may_play_roll_cards_too(player: int) -> None:
    rules = invent([CUT], [card("ploy", {"do": "gain_cp", "amount": 1}, kind="roll")])
    hand = {"hand": ("ploy",)}
    table = sit(hand, hand, rules=rules, heroes=HEROES, dice=[NOTHING]).until("announce").answer("cut")
    table.until(window="ability activated", player=player)
    assert table.phase == "offensive_roll"
    before = table.cp[player]
    table.play("ploy")

    assert table.cp[player] == before + 1


@rule("5.2.types", 1)
def test_the_kind_of_a_card_and_nothing_else_decides_when_it_is_played() -> None:
    """One text on a card of each kind, in a main phase and in a roll phase."""
    kinds = ("main", "roll", "instant")
    rules = invent([CUT], [card(kind, {"do": "gain_cp", "amount": 1}, kind=kind) for kind in kinds])
    table = sit({"hand": kinds}, rules=rules, heroes=HEROES, dice=[NOTHING]).until(window="main actions")
    assert table.offered("play") == ["main", "instant"]

    table.until(window="dice rolled")
    assert table.offered("play") == ["roll", "instant"]


# Damage that goes elsewhere ---------------------------------------------------------------------------------

DUMMY = status(
    "dummy", kind="spendable", polarity="positive", limit=2,
    uses=[{"windows": ["damage_incoming"], "effects": [{"do": "redirect", "to": "attacker", "amount": 3}]}],
)  # fmt: skip
MIRROR = status(
    "mirror", kind="spendable", polarity="positive", limit=2,
    uses=[{"windows": ["damage_incoming"], "effects": [{"do": "redirect", "to": "attacker"}]}],
)  # fmt: skip


@rule("7.1.output")
@pytest.mark.parametrize(
    ("token", "times", "health"), [("dummy", 1, (47, 48)), ("dummy", 2, (45, 50)), ("mirror", 1, (45, 50))]
)
def test_in_the_last_window_the_damage_of_the_attack_can_be_redirected(
    token: str, times: int, health: tuple[int, int]
) -> None:
    rules = invent([offence("cut", {"do": "damage", "amount": 5})], statuses=[DUMMY, MIRROR])
    table = sit(None, {"tokens": {token: times}}, heroes=HEROES, rules=rules, dice=[NOTHING])
    table.attack("cut").defend(None)
    for _ in range(times):
        table.until(window="last chance", player=1).spend(token)
    table.settle()

    assert table.health == health
    assert table.events(AttackDealt)[-1].amount == 50 - health[1]


@rule("7.1.output")
def test_who_gets_redirected_damage_may_prevent_it() -> None:
    rules = invent([offence("cut", {"do": "damage", "amount": 5})], statuses=[MIRROR])
    own = {"hand": ("not-this-time",), "cp": 2}
    table = sit(own, {"tokens": {"mirror": 1}}, heroes=HEROES, rules=rules, dice=[NOTHING])
    table.attack("cut").defend(None).until(window="last chance", player=1).spend("mirror")
    table.until(window="last chance", player=0).play("not-this-time").settle()

    assert table.health == (50, 50)


@rule("8.5b.steal")
@pytest.mark.parametrize("prevent", [{"amount": 6}, {"fraction": "half"}, {"fraction": "all"}])
def test_stolen_health_is_not_lessened_by_prevention(prevent: Any) -> None:
    """What one side loses the other gains, whatever is prevented of the damage beside it."""
    bite = offence("bite", {"do": "steal", "what": "health", "amount": 3}, {"do": "damage", "amount": 2})
    rules = invent([bite, defence("guard", {"do": "prevent", **prevent})])
    table = sit({"health": 40}, heroes=HEROES, rules=rules, dice=[NOTHING, (1,)])
    table.attack("bite").defend("guard").settle()

    left = 2 - (1 if prevent == {"fraction": "half"} else 2)
    assert table.health == (43, 50 - 3 - left)


@rule("8.5b.steal", 1)
@rule("7.1.output")
def test_what_is_stolen_stays_when_the_damage_beside_it_goes_elsewhere() -> None:
    """4 health stolen and 3 damage: the damage is sent back, and nothing is left that could be prevented."""
    back = {"do": "redirect", "to": {"choose": "opponent"}, "amount": 3}
    mirror = status(
        "mirror", kind="spendable", polarity="positive", uses=[{"windows": ["damage_incoming"], "effects": [back]}]
    )
    theft = {"do": "steal", "what": "health", "amount": 4}
    raid = card("raid", theft, {"do": "damage", "amount": 3, "to": {"choose": "opponent"}})
    ward = card("ward", {"do": "prevent", "amount": 3}, kind="instant")
    rules = invent([CUT], [raid, ward], [mirror])
    second = {"tokens": {"mirror": 1}, "hand": ("ward",)}
    table = sit({"hand": ("raid",), "health": 40}, second, heroes=HEROES, rules=rules)
    table.until(window="main actions").play("raid").until(window="main actions", player=1)
    assert table.offered("play") == ["ward"]
    table.spend("mirror")
    while table.phase == "main_1":
        assert table.player == 0 or not table.offered("play")
        table.skip()

    assert table.health == (40 + 4 - 3, 50 - 4)


@rule("8.5b.steal")
def test_two_thefts_of_one_phase_take_no_more_than_there_is() -> None:
    steal = {"do": "steal", "what": "health", "amount": 3}
    rules = invent([offence("bite", steal, steal, {"do": "damage", "amount": 1, "to": "self"})])
    table = sit({"health": 40}, {"health": 4}, heroes=HEROES, rules=rules, dice=[NOTHING]).attack("bite")
    while table.asked:
        table.skip()

    assert table.health == (43, 0)


# Between the announcement and the activation ----------------------------------------------------------------


@rule("4.4.counter", 1)
@rule("3.4.step-4", 1)
def test_dice_of_an_announcement_that_stands_are_not_changed_any_more() -> None:
    """Blind is rolled for before the ability is activated: only its own die can still be turned."""
    table = sit(
        {"tokens": {"blind": 1}}, {"hand": ("so-wild",), "cp": 5}, heroes=("moon-elf", "barbarian"),
        dice=[(1, 2, 3, 4, 6), (2,)],
    ).attack("longbow")  # fmt: skip
    table.until(window="effect rolled", player=1).play("so-wild")

    assert (table.asked, table.options) == ("choose_value", [1, 3, 4, 5, 6])
    table.answer(5).settle()
    assert table.health == (50, 46)


@rule("11.ultimate", 2, 4)
@rule("4.4.counter", 1)
@pytest.mark.parametrize("moment", ["offensive_roll_end", "ability_activated"])
def test_an_ultimate_does_not_fail_whenever_a_token_would_make_it(moment: str) -> None:
    dazed = status("dazed", triggers=[{"when": moment, "effects": [{"do": "cancel_attack"}]}])

    assert doomed(dazed, first={"dazed": 1}).settle().health == (50, 41)


@rule("3.4.step-4", 1)
def test_after_an_ability_that_failed_nobody_is_asked_about_its_activation() -> None:
    blind = {"tokens": {"blind": 1}}
    table = sit(blind, heroes=("moon-elf", "barbarian"), dice=[(1, 2, 3, 4, 6), (1,)], asked="whoever might")
    table.until("announce").answer("longbow")
    while table.phase != "main_2":
        assert table.window != "ability activated"
        table.skip()


@pytest.mark.parametrize(
    ("effect", "health", "asked"),
    [({"do": "undefendable"}, 42, False), ({"do": "cancel_attack", "what": "damage"}, 50, False)],
)
def test_what_the_end_of_the_roll_triggers_holds_for_the_attack_that_follows(
    effect: Any, health: int, asked: bool
) -> None:
    """An Attack that is made undefendable stays it; of an ability without its damage the rest happens."""
    omen = status("omen", triggers=[{"when": "offensive_roll_end", "effects": [effect]}])
    strike = offence("strike", {"do": "gain_cp", "amount": 1}, {"do": "damage", "amount": 8})
    rules = invent([strike], statuses=[omen])
    table = sit({"tokens": {"omen": 1}}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("strike")
    table.settle_undefended()

    assert (table.health, table.cp[0]) == ((50, health), 4)


# Fewer roll attempts ----------------------------------------------------------------------------------------


def slowed(kind: str, whom: str, **seats: Any) -> Table:
    """A card takes two of someone's roll attempts."""
    slow = card("slow", {"do": "fewer_rolls", "amount": 2, "to": whom}, kind=kind)
    seat = {"hand": ("slow",)}
    rules = invent([CUT], [slow])
    return sit(*((seat, None) if whom != "roller" else (None, seat)), rules=rules, heroes=HEROES, dice=[NOTHING] * 2)


@rule("3.4.step-1", 2)
def test_attempts_that_are_lost_before_the_roll_are_lost_in_it() -> None:
    table = slowed("main", "self").until(window="main actions").play("slow")
    while table.asked == "react":
        table.skip()

    assert table.asked == "announce"


@rule("3.4.step-1", 2)
def test_attempts_that_are_lost_during_the_roll_are_lost_at_once() -> None:
    table = slowed("roll", "roller").until(window="dice rolled", player=1).play("slow")
    while table.asked == "react":
        table.skip()

    assert table.asked == "announce"


@rule("3.4.step-1", 2)
def test_attempts_of_an_opponent_are_lost_in_the_turn_of_the_opponent() -> None:
    table = slowed("main", "target").until(window="main actions").play("slow").until("keep_or_reroll", player=0)
    table.until("announce").answer(None)
    for attempts_are_lost in (True, False):
        table.until(window="main actions", player=1, phase="main_1").skip()
        while table.asked == "react":
            table.skip()
        assert (table.asked == "announce") is attempts_are_lost
        table.until("announce").answer(None)
        table.until("announce", player=0).answer(None)


@rule("3.4.step-1", 2)
def test_attempts_that_were_lost_are_not_lost_again_in_an_extra_phase() -> None:
    again = {"do": "extra_phase", "by": "self", "against": "target"}
    slow = card("slow", {"do": "fewer_rolls", "amount": 2, "to": "self"})
    rules = invent([offence("cut", {"do": "damage", "amount": 2}, again)], [slow])
    table = sit({"hand": ("slow",)}, rules=rules, heroes=HEROES, dice=[NOTHING, NOTHING])
    table.until(window="main actions").play("slow").skip()
    assert table.asked == "announce"
    table.answer("cut").until("defence").answer(None)

    assert table.until("keep_or_reroll").phase == "offensive_roll"


# What does not escape an Ultimate ---------------------------------------------------------------------------


@rule("4.4.unstoppable", 2)
@rule("11.ultimate", 1)
@pytest.mark.parametrize(
    "effect",
    [
        {"do": "prevent_status", "amount": "all"},
        {"do": "redirect", "to": "attacker"},
        {"do": "redirect", "companion": "pal"},
        {"do": "redirect", "companion": "pal", "amount": 4},
    ],
)
@pytest.mark.parametrize("moment", ["attacked", "damage_incoming"])
def test_nothing_of_an_ultimate_is_kept_off_or_taken_by_someone_else(effect: Any, moment: str) -> None:
    """Nor normal damage that comes with it, which could be ignored otherwise."""
    side = passive("side", {"when": "attacking", "effects": [{"do": "damage", "amount": 3, "to": "defender"}]})
    doom = offence(
        "doom", {"do": "inflict", "status": "knockdown"}, {"do": "damage", "amount": 9, "type": "ultimate"},
        kind="ultimate",
    )  # fmt: skip
    ward = passive("ward", {"when": moment, "effects": [effect]})
    pal = {"id": "pal", "name": {"en": "Pal", "zh": "伙伴"}, "health": 12}
    rules = invent([doom, side, ward], companions=[pal])
    table = sit(rules=rules, heroes=HEROES, dice=[NOTHING]).attack("doom").settle()

    assert (table.health, table.tokens(1)) == ((50, 38), {"knockdown": 1})
    assert table.game.state.heroes[1].companions[0].dial == 12


# Tokens that come in the last window ------------------------------------------------------------------------


@rule("6.1.active")
@rule("3.6.step-5")
@pytest.mark.parametrize(("whom", "add", "left"), [("target", 2, 40), ("self", -3, 45)])
def test_a_token_that_comes_in_the_last_window_counts_for_this_attack(whom: str, add: int, left: int) -> None:
    """And whoever suffers from it may still do something about it."""
    moment = "attacked" if whom == "target" else "attacking"
    mark = status("mark", triggers=[{"when": moment, "effects": [{"do": "modify_attack", "add": add}]}])
    brand = card("brand", {"do": "inflict", "status": "mark", "to": whom}, kind="instant")
    seats = {"hand": ("brand",)}, {"hand": ("not-this-time",), "cp": 1}
    table = sit(*seats, rules=invent([CUT], [brand], [mark]), heroes=HEROES, dice=[NOTHING]).attack("cut").defend(None)
    table.until(window="last chance", player=0).play("brand").skip()

    assert (table.window, table.player) == ("last chance", 1)
    table.skip()
    if table.window == "last chance":
        table.skip()
    table.settle()
    assert table.health == (50, left)
