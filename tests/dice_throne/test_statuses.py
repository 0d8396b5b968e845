"""Chapter 6: tokens, their stack limits, spending, companions."""

from typing import Any

import pytest

from rulewright_dice_throne.events.attack import AttackDealt
from rulewright_dice_throne.events.cards import CardsDrawn, CpGained
from rulewright_dice_throne.events.status_effects import StatusGained, StatusRemoved, StatusSpent
from rulewright_dice_throne.state import Companion

from .table import NOTHING, card, invent, offence, passive, rule, sit, status

HEROES = ("tester", "tester")
CUT = offence("cut", {"do": "damage", "amount": 5})
TWO_CP = {"windows": ["any_time"], "effects": [{"do": "gain_cp", "amount": 2}]}
LUCK = status("luck", kind="spendable", polarity="positive", uses=[TWO_CP])


@rule("6.1.remove")
def test_a_removed_token_can_be_gained_again() -> None:
    seats: Any = {"cp": 9, "hand": ("wanted", "wanted", "get-that-outta-here")}, {"tokens": {"bounty": 1}}
    table = sit(*seats, heroes=("gunslinger", "barbarian")).until(window="main actions")
    table.play("wanted")
    assert table.tokens(1) == {"bounty": 1}
    table.play("get-that-outta-here").answer(1)
    assert table.tokens(1) == {}
    table.play("wanted")

    assert table.tokens(1) == {"bounty": 1}
    assert table.events(StatusRemoved)[-1].rule == "6.1.remove"


@rule("6.1.gain")
@rule("6.1.source")
def test_gaining_puts_tokens_on_oneself_and_inflicting_on_another_player() -> None:
    table = sit({"cp": 9, "hand": ("wanted",)}, dice=[(1, 2, 3, 4, 5)]).until(window="main actions")
    table.play("wanted")
    assert table.tokens(1) == {"bounty": 1}
    table.attack("fan-the-hammer")

    assert table.tokens(0)["evasive"] == 2
    assert [(event.player, event.by) for event in table.events(StatusGained)] == [(0, 0), (1, 0), (0, 0)]


@rule("6.1.gain")
@rule("6.1.source")
@pytest.mark.parametrize("from_card", [True, False])
@pytest.mark.parametrize("listens", [True, False])
def test_tokens_come_to_those_that_lie_on_the_board_already(from_card: bool, listens: bool) -> None:
    """Whether a card or an ability brings them, and whether or not something is triggered by it."""
    eye = passive("eye", {"when": "status_gained", "effects": [{"do": "gain_cp", "amount": 1}]})
    text = ({"do": "gain", "status": "luck"}, {"do": "inflict", "status": "stone", "amount": 2})
    throw = offence("throw", *text)
    rules = invent([throw, eye] if listens else [throw], [card("pelt", *text)], [LUCK, STONE])
    seats: Any = {"hand": ("pelt",), "tokens": {"stone": 1, "luck": 1}}, {"tokens": {"luck": 1, "stone": 1}}
    table = sit(*seats, rules=rules, heroes=HEROES, dice=[NOTHING]).until(window="main actions")
    table.play("pelt") if from_card else table.attack("throw").settle()

    assert (table.tokens(0), table.tokens(1)) == ({"stone": 1, "luck": 2}, {"luck": 1, "stone": 3})
    assert table.cp == (3 + listens, 2 + listens)


@rule("6.1.active")
def test_a_token_works_from_the_moment_it_is_received() -> None:
    """Bounty Hunter inflicts Bounty, which adds 1 to this very Attack and gives the attacker 1 CP."""
    table = sit(dice=[(1, 1, 6, 6, 4)]).attack("bounty-hunter").settle()

    assert table.health == (50, 48)
    assert table.cp[0] == 4


@rule("6.2.stack-limit")
@pytest.mark.parametrize(("held", "gained"), [(1, 2), (2, 1), (3, 0)])
def test_tokens_are_added_only_up_to_the_stack_limit(held: int, gained: int) -> None:
    """Evasive has the limit 3; Fan the Hammer gives 2."""
    table = sit({"tokens": {"evasive": held}}, dice=[(1, 2, 3, 4, 5)]).attack("fan-the-hammer")

    assert table.tokens(0)["evasive"] == 3
    came = [event.amount for event in table.events(StatusGained) if event.status == "evasive"]
    assert came == ([gained] if gained else [])


@rule("6.2.stack-limit")
@pytest.mark.parametrize("held", [0, 1, 2, 3])
def test_no_more_tokens_are_inflicted_than_the_stack_limit_leaves_room_for(held: int) -> None:
    throw = offence("throw", {"do": "inflict", "status": "stone", "amount": 2})
    rules = invent([throw], statuses=[STONE])
    table = sit(None, {"tokens": {"stone": held} if held else {}}, rules=rules, heroes=HEROES, dice=[NOTHING])

    assert table.attack("throw").settle().tokens(1) == {"stone": min(3, held + 2)}


@rule("6.3.persistent")
def test_a_persistent_token_stays_until_something_removes_it() -> None:
    table = sit(second={"tokens": {"bounty": 1}}, dice=[(1, 1, 2, 4, 6), NOTHING, (1, 1, 2, 4, 6)])
    table.attack("revolver").defend(None).attack("revolver").defend(None).settle()

    assert table.tokens(1) == {"bounty": 1}
    assert table.health == (50, 50 - 2 * 4)


@rule("6.3.persistent")
@pytest.mark.parametrize(
    ("amount", "left"), [(1, {"stone": 2, "luck": 1}), (2, {"stone": 1, "luck": 1}), ("all", {"luck": 1})]
)
def test_an_ability_removes_as_many_persistent_tokens_as_it_says(amount: Any, left: dict[str, int]) -> None:
    """What they have triggered, turn after turn, has used none of them up."""
    shed = offence("shed", {"do": "remove_status", "status": "stone", "amount": amount})
    seat = {"tokens": {"stone": 3, "luck": 1}}
    table = sit(seat, rules=invent([shed], statuses=[LUCK, STONE]), heroes=HEROES, dice=[NOTHING] * 3)
    for player in (0, 1):
        table.until("announce", player=player).answer(None)
    assert (table.until("announce", player=0).tokens(0), len(table.events(CardsDrawn))) == (seat["tokens"], 5)

    assert table.answer("shed").settle().tokens(0) == left


@rule("note.spend-windows")
@rule("6.3.spendable")
def test_the_holder_spends_a_token_when_they_like_and_then_gets_its_effect() -> None:
    rules = invent([CUT], statuses=[LUCK])
    table = sit({"tokens": {"luck": 2}}, {"tokens": {"luck": 1}}, rules=rules, heroes=HEROES, dice=[NOTHING])
    seen: set[tuple[int | None, str]] = set()
    while table.active == 0:
        if table.offered("spend"):
            seen.add((table.player, table.phase))
        table.answer("cut") if table.asked == "announce" else table.skip()
    phases = ("upkeep", "income", "main_1", "offensive_roll", "defensive_roll", "main_2", "discard")
    assert seen == {(player, phase) for player in (0, 1) for phase in phases}

    table = sit({"tokens": {"luck": 2}}, rules=rules, heroes=HEROES).until(window="end of upkeep").spend("luck")
    assert table.tokens(0) == {"luck": 1}
    assert table.cp[0] == 4
    log = [type(entry.event).__name__ for entry in table.game.log]
    assert log.index("StatusSpent") < log.index("CpGained")


@rule("6.3.spend-uninterruptible")
def test_a_spent_token_is_not_interrupted() -> None:
    """Reload rolls a die, and nobody may turn it."""
    seats = {"cp": 9, "hand": ("tip-it", "so-wild")}, {"cp": 9, "hand": ("tip-it", "so-wild")}
    table = sit(*seats, dice=[(1, 1, 2, 4, 6), (4,)]).attack("revolver").spend("reload")

    assert table.window != "effect rolled"
    assert table.game.state.attack[0].bonus == 2


@rule("6.3.spendable", 1)
def test_only_what_one_holds_can_be_spent() -> None:
    table = sit(second={"tokens": {"evasive": 1}}, dice=[(1, 1, 2, 4, 6)]).attack("revolver")

    assert table.offered("spend") == ["reload"]
    with table.refused(rule="3.4.windows"):
        table.answer(("spend", "evasive"))


@rule("6.3.unique", 1)
def test_a_unique_token_follows_its_own_rules() -> None:
    """This one is spent in the upkeep only, all tokens at once or some, and gives 1 CP for each."""
    rage = status(
        "rage", kind="unique", polarity="positive", limit=5, removable=False,
        uses=[{"windows": ["upkeep"], "tokens": "any", "effects": [{"do": "gain_cp", "amount": "spent"}]}],
    )  # fmt: skip
    rules = invent([CUT], statuses=[rage])
    table = sit({"tokens": {"rage": 4}, "hand": ("buh-bye",), "cp": 9}, rules=rules, heroes=HEROES)
    table.until(window="end of upkeep")
    assert table.offered("play") == []
    table.spend("rage").answer(3)

    assert table.tokens(0) == {"rage": 1}
    assert table.events(StatusSpent)[-1].amount == 3
    assert table.cp[0] == 9 + 3


@rule("6.3.limit-increase")
def test_a_raised_stack_limit_is_one_players_and_lasts() -> None:
    rules = invent(
        [offence("dodge", {"do": "gain", "status": "evasive", "amount": 9})],
        [card("study", {"do": "raise_limit", "status": "evasive", "amount": 2})],
    )
    table = sit({"hand": ("study",)}, rules=rules, heroes=HEROES, dice=[NOTHING, NOTHING, NOTHING])
    table.until(window="main actions").play("study").attack("dodge").attack("dodge").attack("dodge")

    assert table.tokens(0) == {"evasive": 5}
    assert table.tokens(1) == {"evasive": 3}


@rule("6.3.limit-increase")
def test_a_raised_stack_limit_counts_for_tokens_that_come_in_later_turns_too() -> None:
    rules = invent(
        [offence("dodge", {"do": "gain", "status": "evasive", "amount": 9})],
        [card("study", {"do": "raise_limit", "status": "evasive", "amount": 2})],
    )
    seat: Any = {"cp": 9, "hand": ("study", "what-status-effects")}
    table = sit(seat, rules=rules, heroes=HEROES, dice=[NOTHING, NOTHING, NOTHING]).until(window="main actions")
    table.play("study").attack("dodge").until("announce").answer(None)
    table.until(window="main actions", player=0).play("what-status-effects")
    assert table.tokens(0) == {}
    table.attack("dodge")

    assert table.tokens(0) == {"evasive": 5}


@rule("6.4.companion")
@rule("6.4.protection")
def test_a_companion_is_no_status_effect_and_is_not_removed() -> None:
    wake = {"do": "companion", "companion": "wolf", "change": "activate"}
    rules = invent(
        [CUT, passive("call", {"when": "upkeep", "effects": [wake]})],
        [card("tease", {"do": "companion", "companion": "wolf", "change": "damage", "amount": 2})],
        companions=[{"id": "wolf", "name": {"en": "Wolf", "zh": "狼"}, "health": 3}],
    )
    table = sit({"cp": 9, "hand": ("what-status-effects", "transference", "tease")}, rules=rules, heroes=HEROES).until(
        window="main actions"
    )
    assert not {"what-status-effects", "transference"} & set(table.offered("play"))
    table.play("tease")

    assert table.game.state.heroes[0].companions == (Companion("wolf", "active", 1),)


@rule("6.4.companion", 2)
@rule("6.4.protection")
@pytest.mark.parametrize("name", ["what-status-effects", "transference", "buh-bye", "grab"])
def test_what_removes_moves_or_steals_tokens_leaves_the_companion_beside_them_alone(name: str) -> None:
    wolf = {"id": "wolf", "name": {"en": "Wolf", "zh": "狼"}, "health": 3, "starts": "active"}
    grab = card("grab", {"do": "steal", "what": "status", "amount": 3, "of": {"choose": "opponent"}})
    rules = invent([CUT], [grab], [STONE], companions=[wolf])
    table = sit({"cp": 9, "hand": (name,)}, {"tokens": {"stone": 1}}, rules=rules, heroes=HEROES)
    before = [hero.companions for hero in table.game.state.heroes.values()]
    table.until(window="main actions").play(name)

    assert table.tokens(1) == {}
    assert [hero.companions for hero in table.game.state.heroes.values()] == before


def test_tokens_lie_with_their_holder_whatever_becomes_of_who_inflicted_them() -> None:
    """A token is part of its holder's record; it only notes who inflicted it."""
    table = sit({"cp": 5, "hand": ("wanted",)}).until(window="main actions").play("wanted")

    (token,) = table.game.state.heroes[1].tokens
    assert (token.status, token.by) == ("bounty", 0)


# Spending, in detail ----------------------------------------------------------------------------------------


@rule("6.3.spendable")
def test_a_use_that_takes_two_tokens_is_for_who_has_two() -> None:
    pair = {**LUCK, "uses": [{**TWO_CP, "tokens": 2}]}
    for held, uses in ((1, []), (2, ["luck"]), (3, ["luck"])):
        table = sit({"tokens": {"luck": held}}, rules=invent([CUT], statuses=[pair]), heroes=HEROES, dice=[NOTHING])
        table.until(window="end of upkeep") if uses else table.until("keep_or_reroll")
        assert table.offered("spend") == uses
    assert (table.spend("luck").tokens(0), table.cp[0]) == ({"luck": 1}, 2 + 2 + 1)


@rule("6.3.spendable")
def test_of_several_tokens_no_more_are_spent_than_there_are_of_this_one() -> None:
    use = {"windows": ["any_time"], "tokens": "any", "effects": [{"do": "gain_cp", "amount": "spent"}]}
    rules = invent([CUT], statuses=[{**LUCK, "uses": [use]}, STONE])
    for count, left in ((3, {}), (1, {"luck": 2})):
        table = sit({"tokens": {"stone": 1, "luck": 3}}, rules=rules, heroes=HEROES).until(window="end of upkeep")
        table.spend("luck")
        for wrong in (4, 0):
            with table.refused(rule="6.3.spendable"):
                table.answer(wrong)
        assert table.answer(count).tokens(0) == {"stone": 1, **left}
        assert table.events(CpGained)[0].amount == count


@rule("setup.deck", 2)
@rule("field.empty-draw")
@pytest.mark.parametrize("discard", [(), ("tip-it",)])
@pytest.mark.parametrize("deck", [(), ("tip-it",)])
def test_what_draws_is_of_use_while_deck_or_discards_have_a_card(deck: Any, discard: Any) -> None:
    luck = {**LUCK, "uses": [{"windows": ["upkeep"], "effects": [{"do": "draw"}]}]}
    seat = {"tokens": {"luck": 1}, "deck": deck, "discard": discard, "hand": ("getting-paid",)}
    table = sit(seat, rules=invent([CUT], statuses=[luck]), heroes=HEROES).until(window="end of upkeep")

    assert (table.offered("spend") == ["luck"]) is bool(deck or discard)


@rule("6.3.spendable", 3)
def test_a_use_once_a_turn_is_offered_once_a_turn() -> None:
    luck = {**LUCK, "uses": [{**TWO_CP, "once_per_turn": True}]}
    table = sit({"tokens": {"luck": 3}}, rules=invent([CUT], statuses=[luck]), heroes=HEROES)
    table.until(window="end of upkeep").spend("luck").until(window="main actions")
    assert table.offered("spend") == []
    table.until(phase="upkeep", player=0)

    assert table.offered("spend") == ["luck"]


@rule("6.3.spendable", 3)
def test_a_token_that_rests_is_not_spent_in_the_turn_in_which_it_came() -> None:
    luck = {**LUCK, "uses": [{**TWO_CP, "not_on_turn_gained": True}]}
    rules = invent([CUT], [card("find", {"do": "gain", "status": "luck"})], [luck])
    table = sit({"hand": ("find", "tip-it")}, rules=rules, heroes=HEROES).until(window="main actions").play("find")
    assert table.offered("spend") == []
    while table.active == 0:
        table.skip()

    assert (table.player, table.offered("spend")) == (0, ["luck"])


@rule("field.status-negative", 8)
def test_who_is_stunned_can_do_nothing() -> None:
    seat = {"cp": 9, "hand": ("getting-paid", "so-wild"), "tokens": {"stun": 1, "evasive": 1}}
    table = sit(second=seat, dice=[(1, 1, 2, 4, 6), NOTHING]).attack("revolver")
    asked = set()
    while not table.events(AttackDealt):
        asked.add(table.player)
        table.skip()

    assert asked == {0}
    assert table.health == (50, 47)
    assert table.tokens(1) == {"evasive": 1}


@rule("4.2.passive", 1)
def test_a_passive_ability_may_be_paid_for() -> None:
    trade = passive(
        "trade",
        {"when": "turn_end", "effects": [{"do": "gain_cp", "amount": 1}]},
        uses=[{"windows": ["main_phase"], "cost": {"cp": 2}, "once_per_turn": True, "effects": [{"do": "draw"}]}],
    )
    rules = invent([CUT, trade])
    table = sit({"cp": 4}, rules=rules, heroes=HEROES).until(window="main actions").spend("trade")

    assert (table.cp[0], len(table.hand(0))) == (3, 2)
    assert table.offered("spend") == []


@pytest.mark.parametrize(("forbids", "cp"), [("passives", 2), ("selling", 4)])
def test_passive_abilities_can_be_forbidden(forbids: str, cp: int) -> None:
    wage = passive("wage", {"when": "upkeep", "effects": [{"do": "gain_cp", "amount": 2}]})
    rules = invent([CUT, wage], statuses=[status("numb", forbids=[forbids])])
    table = sit({"tokens": {"numb": 1}, "hand": ("vegas-baby",)}, rules=rules, heroes=HEROES)

    assert table.until(window="main actions").cp[0] == cp + 1


WARD_OR_PURGE: Any = [{"do": "prevent", "amount": 2}, {"do": "remove_status", "among": "negative"}]


@rule("6.3.spendable")
@rule("7.2.modifier-use")
@pytest.mark.parametrize("how", ["card", "token", "passive"])
def test_of_two_things_that_need_an_object_one_is_enough(how: str) -> None:
    """Prevent 2 damage and remove a token: of use without damage where there is a token, and of none without both."""
    use = {"windows": ["any_time"], "effects": WARD_OR_PURGE}
    abilities = [CUT, passive("both", uses=[use])] if how == "passive" else [CUT]
    statuses = [STONE, status("both", kind="spendable", polarity="positive", uses=[use])]
    if how == "passive":
        statuses.pop()
    rules = invent(abilities, [card("both", *WARD_OR_PURGE, kind="instant"), card("idle", {"do": "draw"})], statuses)
    for stones, offered in (({"stone": 1}, True), ({}, False)):
        tokens = {**stones, **({"both": 1} if how == "token" else {})}
        hand = ("both",) if how == "card" else ()
        table = sit({"tokens": tokens, "hand": (*hand, "getting-paid")}, rules=rules, heroes=HEROES)
        table.until(window="main actions")
        assert ("both" in {name.split("#")[0] for name in table.offered("play") + table.offered("spend")}) is offered


def test_a_condition_may_ask_about_who_inflicted_the_token() -> None:
    pain = {"do": "damage", "amount": 2, "to": "self"}
    trigger = {"when": "upkeep", "test": {"has": "luck", "of": "inflicter"}, "effects": [pain]}
    grudge = status("grudge", triggers=[trigger])
    for lucky, health in (({"luck": 1}, 48), ({}, 50)):
        seats: Any = {"tokens": {"grudge": 1}, "by": 1}, {"tokens": lucky}
        table = sit(*seats, rules=invent([CUT], statuses=[LUCK, grudge]), heroes=HEROES, dice=[NOTHING])
        assert table.until("keep_or_reroll").health[0] == health


# What happens to tokens and cards triggers something --------------------------------------------------------

PAID = {"do": "gain_cp", "amount": 1}
STONE = status("stone", triggers=[{"when": "upkeep", "effects": [{"do": "draw"}]}])


def watching(moment: str, *cards: Any, about: str = "luck", tokens: Any = None, other: Any = None) -> Any:
    """A tester to whom a moment brings 1 CP where it is about something, in Main Phase 1 with these cards in hand."""
    eye = passive("eye", {"when": moment, "test": {"concerns": about}, "effects": [PAID]})
    rules = invent([CUT, eye], cards=cards, statuses=[LUCK, STONE])
    seat = {"cp": 2, "hand": tuple(card["id"] for card in cards), "tokens": tokens or {}}
    return sit(seat, {"tokens": other or {}}, rules=rules, heroes=HEROES).until(window="main actions")


def test_a_token_that_comes_triggers_something_of_its_holder() -> None:
    gift = card("gift", {"do": "gain", "status": "luck", "amount": 2}, {"do": "gain", "status": "stone"})
    table = watching("status_gained", gift)
    table.play("gift")

    assert (table.tokens(0), table.cp) == ({"luck": 2, "stone": 1}, (4, 2))


def test_nothing_is_triggered_where_the_stack_is_full() -> None:
    table = watching("status_gained", card("gift", {"do": "gain", "status": "luck"}), tokens={"luck": 3})

    assert table.play("gift").cp[0] == 3


def test_a_token_that_changes_hands_comes_to_someone_too() -> None:
    take = card("take", {"do": "transfer_status", "status": "luck", "of": {"choose": "opponent"}, "to": "self"})
    stolen = card("grab", {"do": "steal", "what": "status", "of": {"choose": "opponent"}})
    for name in ("take", "grab"):
        table = watching("status_gained", take, stolen, other={"luck": 1})
        assert (table.play(name).tokens(0), table.cp[0]) == ({"luck": 1}, 4)


def test_a_token_that_is_spent_triggers_something_also_as_a_price() -> None:
    price = {"do": "pay", "cost": {"status": "luck"}, "then": [{"do": "draw"}]}
    table = watching("status_spent", card("deal", price), tokens={"luck": 2})
    table.spend("luck")
    assert table.cp[0] == 3 + 1 + 2
    table.play("deal").answer(True)

    assert (table.tokens(0), table.cp[0], len(table.hand(0))) == ({}, 7, 2)


def test_a_card_that_is_played_triggers_something_before_its_text() -> None:
    table = watching("card_played", card("deal", {"do": "lose_cp", "amount": 9, "to": "self"}), about="deal")

    assert table.play("deal").cp[0] == 0
    log = [type(entry.event).__name__ for entry in table.game.log]
    assert log.index("CardPlayed") < len(log) - log[::-1].index("CpGained") <= log.index("CpLost")


GAMBLE = {"do": "roll", "then": [{"do": "gain_cp", "amount": "roll"}]}


@rule("5.2.uninterruptible")
@rule("6.3.spend-uninterruptible")
@pytest.mark.parametrize("moment", ["status_gained", "card_played", "status_spent"])
@pytest.mark.parametrize("kind", ["main", "instant"])
def test_what_is_triggered_by_something_uninterrupted_is_not_interrupted_either(kind: str, moment: str) -> None:
    gamble = passive("gamble", {"when": moment, "effects": [GAMBLE]})
    rules = invent([CUT, gamble], [card("gift", {"do": "gain", "status": "luck"}, kind=kind)], [LUCK])
    seats: Any = {"hand": ("gift",), "tokens": {"luck": 1}}, {"hand": ("tip-it",), "cp": 1}
    table = sit(*seats, rules=rules, heroes=HEROES, dice=[(5,)]).until(window="main actions")
    table.spend("luck") if moment == "status_spent" else table.play("gift")

    assert (table.window == "effect rolled") is (kind == "main" and moment != "status_spent")


def test_a_stack_that_is_full_bursts() -> None:
    """A token that goes off when there are three of it: what no other moment can say."""
    burst = [{"do": "remove_status", "status": "charge", "amount": "all"}, {"do": "draw", "amount": 2}]
    test = {"all": [{"concerns": "charge"}, {"has": "charge", "at_least": 3}]}
    charge = status("charge", polarity="positive", triggers=[{"when": "status_gained", "test": test, "effects": burst}])
    rules = invent([CUT], cards=[card("zap", {"do": "gain", "status": "charge"}, copies=2)], statuses=[charge])
    seat = {"hand": ("zap", "zap"), "tokens": {"charge": 1}}
    table = sit(seat, rules=rules, heroes=HEROES).until(window="main actions").play("zap")
    assert table.tokens(0) == {"charge": 2}

    assert (table.play("zap").tokens(0), len(table.hand(0))) == ({}, 3)


@pytest.mark.parametrize(("amount", "left"), [(1, 1), ("all", 0)])
def test_tokens_that_are_about_to_come_can_be_kept_off(amount: Any, left: int) -> None:
    effects = [{"do": "remove_status", "status": "ward"}, {"do": "prevent_status", "amount": amount}]
    ward = status(
        "ward", polarity="positive",
        triggers=[{"when": "status_incoming", "test": {"concerns": "stone"}, "effects": effects}],
    )  # fmt: skip
    throw = offence("throw", {"do": "inflict", "status": "stone", "amount": 2}, {"do": "inflict", "status": "luck"})
    rules = invent([throw], statuses=[LUCK, STONE, ward])
    table = sit(None, {"tokens": {"ward": 1}}, rules=rules, heroes=HEROES, dice=[NOTHING, NOTHING]).attack("throw")

    assert table.tokens(1) == ({"stone": left} if left else {}) | {"luck": 1}
    assert table.game.state.heroes[1].kept_off == 0
    table.until("announce", player=1).answer("throw").settle()
    assert table.tokens(0) == {"stone": 2, "luck": 1}


def test_a_token_may_be_kept_off_for_a_price() -> None:
    pay = {"do": "pay", "cost": {"cp": 1}, "then": [{"do": "prevent_status"}]}
    shell = passive("shell", {"when": "status_incoming", "effects": [pay]})
    rules = invent([offence("throw", {"do": "inflict", "status": "stone"}), shell], statuses=[STONE])
    for answer, tokens in ((True, {}), (False, {"stone": 1})):
        table = sit(rules=rules, heroes=HEROES, dice=[NOTHING]).attack("throw")
        assert (table.asked, table.player) == ("pay", 1)
        assert table.answer(answer).settle().tokens(1) == tokens
