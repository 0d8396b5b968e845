"""Damage received: of an Attack, of a card, of a token; what it triggers, and what is known of it then."""

from typing import Any

import pytest

from rulewright_dice_throne.events.cards import CpGained
from rulewright_dice_throne.events.damage import DamageDealt

from .table import NOTHING, Table, card, invent, offence, passive, rule, sit, status

HEROES = ("tester", "tester")
COUNT = {"do": "gain_cp", "amount": "damage_received"}
GRUDGE = passive("grudge", {"when": "damage_received", "effects": [COUNT]})
CUT = offence("cut", {"do": "damage", "amount": 5})


def gained(table: Table, player: int) -> int:
    """The CP that a player got for damage, besides the income."""
    return sum(event.amount for event in table.events(CpGained) if event.player == player and event.amount > 1)


@rule("4.2.passive", 1)
@pytest.mark.parametrize("type", ["normal", "undefendable", "pure", "collateral"])
def test_damage_of_a_card_counts_as_received_whatever_its_type(type: str) -> None:
    """In a main phase it is applied when the phase ends; who deals it receives nothing."""
    bolt = card("bolt", {"do": "damage", "amount": 3, "type": type, "to": {"choose": "opponent"}})
    rules = invent([CUT, GRUDGE], [bolt])
    table = sit({"hand": ("bolt",)}, rules=rules, heroes=HEROES, dice=[NOTHING]).until(window="main actions")
    table.play("bolt").until("announce")

    assert (table.health, gained(table, 0), gained(table, 1)) == ((50, 47), 0, 3)


def test_a_token_in_the_upkeep_is_received_and_what_it_leaves_counts() -> None:
    """5 damage, of which 1 is prevented."""
    hurt = [{"do": "damage", "amount": 5, "to": "self"}, {"do": "prevent", "amount": 1}]
    burn = status("scald", triggers=[{"when": "upkeep", "effects": hurt}])
    rules = invent([CUT, GRUDGE], statuses=[burn])
    table = sit({"tokens": {"scald": 1}}, rules=rules, heroes=HEROES).until(window="main actions")

    assert (table.health, gained(table, 0)) == ((46, 50), 4)


def test_damage_of_a_card_is_received_together_with_that_of_the_attack() -> None:
    bolt = card("bolt", {"do": "damage", "amount": 3, "type": "undefendable"}, kind="roll")
    rules = invent([CUT, GRUDGE], [bolt])
    table = sit({"hand": ("bolt",)}, rules=rules, heroes=HEROES, dice=[NOTHING]).attack("cut")
    table.until(window="effects inflicted").play("bolt").defend(None).settle()

    assert (table.health, gained(table, 1)) == ((50, 42), 8)
    assert [event.amount for event in table.events(DamageDealt)] == [8]


@rule("field.elimination")
@pytest.mark.parametrize("moment", ["damage_received", "attack_concluded"])
def test_the_dead_answer_nothing(moment: str) -> None:
    """Of three the target falls; its passive ability would hurt someone of its choice, the last thing it does."""
    hit = {"do": "damage", "amount": 3, "to": {"choose": "opponent"}}
    back = passive("back", {"when": moment, "test": {"turn": "other"}, "effects": [hit]})
    table = sit(None, {"health": 5}, rules=invent([CUT, back]), heroes=("tester",) * 3, dice=[NOTHING]).attack("cut")
    table.until("target").answer(1).defend(None)
    while table.phase != "main_2":
        assert table.asked != "choose_player"
        table.skip()

    assert table.health == (35, 0, 35)


@rule("8.5b.steal")
def test_stolen_health_is_no_damage_received() -> None:
    rob = card("rob", {"do": "steal", "what": "health", "amount": 3, "of": {"choose": "opponent"}})
    rules = invent([CUT, GRUDGE], [rob])
    table = sit({"hand": ("rob",)}, rules=rules, heroes=HEROES, dice=[NOTHING]).until(window="main actions")
    table.play("rob").until("announce")

    assert (table.health, gained(table, 1)) == ((53, 47), 0)


def test_damage_that_is_prevented_whole_is_not_received() -> None:
    ward = passive("ward", {"when": "attacked", "effects": [{"do": "prevent", "fraction": "all"}]})
    table = sit(rules=invent([CUT, GRUDGE, ward]), heroes=HEROES, dice=[NOTHING]).attack("cut").defend(None).settle()

    assert (table.health, gained(table, 1)) == ((50, 50), 0)


def test_what_was_received_is_forgotten_with_the_phase() -> None:
    """A card that may be played while one has just received damage is not offered in the next phase."""
    cry = card("cry", {"do": "draw"}, kind="instant", play={"window": "damage_received"})
    table = sit(None, {"hand": ("cry",)}, rules=invent([CUT], [cry]), heroes=HEROES, dice=[NOTHING]).attack("cut")
    table.defend(None).until(window="damage dealt", player=1)
    assert table.offered("play") == ["cry"]

    table.skip().until("keep_or_reroll", player=1)
    assert all(pending.received == 0 for pending in table.game.state.pending.values())


@rule("10.3.simultaneous")
def test_answers_to_answers_come_to_an_end() -> None:
    """Each gives back 2 for damage received: the Attack, the answer, the answer to that at the end of the phase."""
    back = {"do": "damage", "amount": 2, "type": "pure", "to": "target"}
    spite = passive("spite", {"when": "damage_received", "effects": [back]})
    table = sit(rules=invent([CUT, spite]), heroes=HEROES, dice=[NOTHING]).attack("cut").defend(None).settle()

    assert table.health == (48, 43)


def test_damage_received_in_a_main_phase_is_answered_before_the_next_phase() -> None:
    """And who would fall by the answer can still be saved."""
    back = {"do": "damage", "amount": 2, "type": "pure", "to": {"choose": "opponent"}}
    spite = passive("spite", {"when": "damage_received", "effects": [back]})
    saint = status("saint", triggers=[{"when": "defeated", "effects": [{"do": "set_health", "amount": 7}]}])
    bolt = card("bolt", {"do": "damage", "amount": 3, "to": {"choose": "opponent"}})
    first = {"health": 2, "hand": ("bolt",), "tokens": {"saint": 1}}
    rules = invent([CUT, spite], [bolt], [saint])
    table = sit(first, rules=rules, heroes=HEROES, dice=[NOTHING]).until(window="main actions").play("bolt")
    table.until("announce")

    assert table.health == (7, 47)


# What is known of it ----------------------------------------------------------------------------------------

KINDS = ("any", "defendable", "undefendable", "ultimate", "undefended")


def known(strike: Any, *cards: Any, seat: Any = None, defence: str | None = None) -> set[str]:
    """Which conditions about an Attack held when the target received damage; seat 0 plays its cards first."""
    passives = [
        passive(f"sees-{kind}", {
            "when": "damage_received", "test": {"attack": kind}, "effects": [{"do": "gain", "status": kind}]})
        for kind in KINDS
    ]  # fmt: skip
    rules = invent([strike, *passives], cards, [status(kind, forbids=["selling"]) for kind in KINDS])
    table = sit(seat, rules=rules, heroes=HEROES, dice=[NOTHING, (1,)]).until(window="main actions")
    for name in (seat or {}).get("hand", ()):
        table.play(name)
    table.until("announce").answer(strike["id"])
    while table.phase != "main_2":
        if table.asked == "order":
            table.answer(table.options[0])
        else:
            table.answer(defence) if table.asked == "defence" else table.skip()
    return set(table.tokens(1))


@rule("7.2.attack")
@pytest.mark.parametrize(
    ("type", "kind", "defence", "holds"),
    [
        ("normal", "offensive", None, {"any", "defendable", "undefended"}),
        ("normal", "offensive", "guard", {"any", "defendable"}),
        ("undefendable", "offensive", None, {"any", "undefendable", "undefended"}),
        ("pure", "offensive", None, {"any", "undefendable", "undefended"}),
        ("normal", "ultimate", None, {"any", "undefendable", "ultimate", "undefended"}),
    ],
)
def test_at_damage_received_a_condition_knows_the_attack(type: str, kind: str, defence: str | None, holds: Any) -> None:
    strike = offence("cut", {"do": "damage", "amount": 5, "type": type}, kind=kind)

    assert known(strike, defence=defence) == holds


@rule("7.2.attack")
@rule("7.1.collateral", 2)
def test_damage_of_a_card_and_collateral_damage_are_no_attack() -> None:
    """What is received in Main Phase 1 is no Attack's, nor what comes with an ability that is none."""
    bolt = card("bolt", {"do": "damage", "amount": 3, "type": "undefendable", "to": {"choose": "opponent"}})
    wave = offence("wave", {"do": "damage", "amount": 3, "type": "collateral", "to": "each_opponent"})

    assert known(wave, bolt, seat={"hand": ("bolt",)}) == set()


def test_a_bystander_who_is_hurt_meanwhile_has_received_no_attack() -> None:
    splash = offence(
        "splash", {"do": "damage", "amount": 2, "type": "collateral", "to": "each_opponent"},
        {"do": "damage", "amount": 5},
    )  # fmt: skip
    note = passive("note", {"when": "damage_received", "test": {"attack": "any"}, "effects": [COUNT]})
    table = sit(rules=invent([splash, note]), heroes=("tester",) * 3, dice=[NOTHING]).attack("splash")
    table.until("target").answer(1).defend(None).settle()

    assert (table.health, gained(table, 1), gained(table, 2)) == ((35, 28, 33), 5, 0)


def test_after_its_damage_an_attack_is_known_to_who_made_it() -> None:
    test = {"attack": "undefendable"}
    late = {"do": "after_damage", "effects": [{"do": "if", "test": test, "then": [{"do": "gain_cp", "amount": 4}]}]}
    proud = passive("proud", {"when": "damage_dealt", "test": test, "effects": [{"do": "gain_cp", "amount": 3}]})
    strike = offence("cut", {"do": "damage", "amount": 5, "type": "undefendable"}, late)
    table = sit(rules=invent([strike, proud]), heroes=HEROES, dice=[NOTHING]).attack("cut").settle()

    assert (gained(table, 0), gained(table, 1)) == (3 + 4, 0)
