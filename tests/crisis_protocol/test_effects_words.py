"""Every effect says itself in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulewright_crisis_protocol.book.wording import Wording
from rulewright_crisis_protocol.cards.loading import lexicon

EVERYONE = {
    "every": "allied", "range": 2, "of": "target", "size": 3, "has": "hex", "holding": True, "affiliation": "crew",
    "sight": True, "itself": True, "other_than": ["target"],
}  # fmt: skip
ROLL = {"faces": ["wild", "critical"], "of": "roll"}
POWER = [{"do": "gain_power"}]

SAID: dict[str, Any] = {
    "remove the token from the battlefield": {"do": "lift_token"},
    "nobody can interact with, contest or control the token for this round": {"do": "seal"},
    "choose another gate stone token: place it within range 1 of the token": {
        "do": "choose_card_token", "token": "gate stone", "another": 1,
        "then": [{"do": "place", "of": "card token", "range": 1}],
    },
    "choose an objective token (secure) within range 3 of it: nobody can interact with, contest or control the"
    " token for this round": {
        "do": "choose_objective", "range": 3, "type": "secure", "then": [{"do": "seal"}],
    },
    "destroy all terrain of size 2 or less within range 2 of the token": {"do": "destroy_near", "size": 2},
    "for each powder keg token: remove the token from the battlefield": {
        "do": "for_card_tokens", "token": "powder keg", "then": [{"do": "lift_token"}],
    },
    "it gains the leadership ability rank-and-file, which is the active one": {
        "do": "gain_leadership", "leadership": "rank-and-file", "active": True,
    },
    "place a gate stone token within range 5 of it": {"do": "lay_token", "token": "gate stone", "range": 5},
    "place a mile marker token on the battlefield, not within range 3 of another one": {
        "do": "lay_token", "token": "mile marker", "away": 3,
    },
    "the leadership ability (that of its squad) of the chosen one becomes active, and no other one of its "
    "squad is any longer": {
        "do": "lead", "who": "chosen", "alone": True,
    },
    "the leadership ability (wardens or tidebound) of the chosen one becomes active": {
        "do": "lead", "affiliations": ["wardens", "tidebound"],
    },
    "it and the chosen one each roll dice equal to its stamina; to whoever shows fewer of hit or wild: it "
    "gains 1 power": {
        "do": "roll_off", "against": "chosen", "dice": "stamina", "icons": ["hit", "wild"],
        "then": [{"do": "gain_power"}],
    },
    "the leadership ability of the chosen one is not active for this round": {
        "do": "suspend_leadership", "who": "chosen", "until": "round",
    },
    "the squad uses the affiliation outcasts": {"do": "use_affiliation", "affiliation": "outcasts"},
    "it gains 1 power": {"do": "gain_power"},
    "the attacker gains that much power": {"do": "gain_power", "who": "attacker", "amount": "that_much"},
    "each allied character of the crew of size 3 or less with Hex that holds an objective token within range 2 of the "
    "target in sight of the target other than the target loses 2 power": {
        "do": "lose_power", "who": EVERYONE, "amount": 2,
    },
    "it may spend up to 2 power: it gains 1 power": {"do": "spend", "up_to": 2, "then": POWER},
    "each other character other than the attacker or the target gains 1 power": {
        "do": "gain_power", "who": {"every": "any", "other_than": ["attacker", "target"]},
    },
    "each enemy character suffers 1 damage and gains no power for it": {
        "do": "damage", "who": {"every": "enemy"}, "power": False,
    },
    "remove damage equal to the number of wild or critical rolled from the chosen one": {
        "do": "heal", "amount": ROLL, "who": "chosen",
    },
    "the target is dazed": {"do": "daze"},
    "the target gains Bleed, Hex": {"do": "condition", "condition": ["bleed", "hex"]},
    "the target gains 1 of Bleed, Hex": {"do": "condition", "condition": ["bleed", "hex"], "some": 1},
    "remove a condition from it": {"do": "remove_condition"},
    "remove all special conditions from it": {"do": "remove_condition", "amount": "all"},
    "remove up to 2 special conditions from it": {"do": "remove_condition", "amount": 2},
    "it gains an activated token": {"do": "activated_token"},
    "it removes its activated token": {"do": "activated_token", "remove": True},
    "it gains its number of fury calm": {"do": "gain_tokens", "token": "calm", "amount": {"tokens": "fury"}},
    "it loses 1 fury": {"do": "lose_tokens", "token": "fury"},
    "the target drops its objective tokens": {"do": "drop"},
    "push the target short away": {"do": "push"},
    "throw the chosen one medium toward the target": {
        "do": "throw", "who": "chosen", "tool": "medium", "way": "toward", "of": "target",
    },
    "place it within range 1": {"do": "place"},
    "place it within range the power spent of the target": {"do": "place", "of": "target", "range": "power_spent"},
    "the target collides with it as if thrown": {"do": "collide"},
    "choose a terrain feature of size its size or less within range 2 of it: destroy that terrain feature": {
        "do": "choose_terrain", "size": {"stat": "size"}, "then": [{"do": "destroy_terrain"}],
    },
    "throw a terrain feature of size 2 or less within range 2 medium": {"do": "throw_terrain"},
    "it moves (short) away from the attacker": {"do": "move", "tool": "short", "way": "away", "of": "attacker"},
    "it makes an attack": {"do": "attack"},
    "the chosen one makes an attack (arc) against the target without paying for it with +2 dice without Rapid": {
        "do": "attack", "who": "chosen", "attack": "arc", "against": "target", "free": True, "dice": 2,
        "without": ["Rapid"],
    },
    "it makes an attack not against the target": {"do": "attack", "not_against": "target"},
    "it becomes the target of the attack": {"do": "redirect"},
    "the attack ends": {"do": "end_attack"},
    "reduce the damage by 1": {"do": "reduce_damage"},
    "reduce the damage by 2, to a minimum of 1": {"do": "reduce_damage", "amount": 2, "least": 1},
    "reduce the damage by 0, to 3 at most": {"do": "reduce_damage", "amount": 0, "most": 3},
    "roll 3 dice: it gains 1 power": {"do": "roll", "dice": 3, "then": POWER},
    "add 1 dice to its roll": {"do": "add_dice"},
    "it rerolls up to any number of its dice, failures too": {"do": "reroll", "amount": "any", "failures": True},
    "treat that much of its failure as critical": {
        "do": "treat_die", "faces": ["failure"], "to": "critical", "amount": "that_much",
    },
    "change 1 of its hit to wild at once": {"do": "treat_die", "faces": ["hit"], "to": "wild", "modifies": True},
    "it is not moved": {"do": "stay"},
    "add 2 dice to its defense or dodge": {"do": "add_defense", "dice": 2},
    "it collides with the chosen one as if thrown, itself unharmed": {
        "do": "collide", "who": "self", "into": "chosen", "unharmed": True,
    },
    "it makes an attack, and after it it gains 1 power": {"do": "attack", "after": POWER},
    "the chosen one may be activated in this turn, too": {"do": "activate_too"},
    "it makes an attack that it has not used in this activation": {"do": "attack", "unused": True},
    "the chosen one spends up to 1 power if it can: it gains 1 power": {
        "do": "spend", "who": "chosen", "must": True, "then": POWER,
    },
    "it rerolls up to 1 of the opposing blank or hit": {"do": "reroll", "of": "opposing", "faces": ["blank", "hit"]},
    "change 1 of its hit to wild": {"do": "change_die", "faces": ["hit"], "to": "wild"},
    "it has +1 attack dice for the next attack of this turn": {
        "do": "change", "stat": "attack dice", "by": 1, "until": "next attack",
    },
    "it has + the power spent attack dice for this attack": {
        "do": "change", "stat": "attack dice", "by": "power_spent", "until": "attack",
    },
    "it has half its defense dice for this turn": {"do": "change", "stat": "defense dice", "halve": True},
    "it has 1 speed at most for this turn": {"do": "change", "stat": "speed", "most": 1},
    "the target is not allowed to move for this round": {
        "do": "forbid", "cannot": "move", "who": "target", "until": "round",
    },
    "it transforms into wick": {"do": "transform", "into": "wick"},
    "it has flight for this activation": {"do": "give", "power": "flight", "until": "activation"},
    "choose up to 2 enemy characters within range 2 of it: it gains 1 power": {
        "do": "choose_character", "up_to": 2, "then": POWER,
    },
    "choose an enemy character within range 2 of it or a terrain feature: it gains 1 power": {
        "do": "choose_character", "or_terrain": True, "then": POWER,
    },
    "for each other allied character: it gains 1 power": {"do": "for_each", "side": "allied", "then": POWER},
    "2 times: it gains 1 power": {"do": "repeat", "times": 2, "then": POWER},
    "it gains 1 power (the chosen one can be affected once per turn)": {"do": "once_each", "then": POWER},
    "for the next attack of this turn, after it: it gains 1 power": {
        "do": "later", "id": "x", "when": "after attack", "effects": POWER,
    },
    "it makes an attack (for the next attack of this turn, when it attacks: it gains 1 power)": {
        "do": "attack", "besides": [{"do": "later", "id": "x", "when": "attacks", "effects": POWER}],
    },
    "after this move: it gains 1 power": {"do": "after_move", "then": POWER},
    "the target defends with its mystic defense": {"do": "defend", "by": "mystic"},
    "it rolls 5 dice instead of its defense": {"do": "defend", "who": "self", "dice": 5},
    "unless the attacker pays 2 power: it gains 1 power": {"do": "unless_paid", "cost": 2, "then": POWER},
    "it takes an objective token from the chosen one": {"do": "pass_token"},
    "it picks up an objective token from the chosen one": {"do": "pass_token", "picked_up": True},
    "it performs a Shake action": {"do": "remove_condition", "shaken": True},
    "it takes an objective token within range 2 of the chosen one": {"do": "take_token", "of": "chosen"},
    "its player controls the token": {"do": "control"},
    "for each token that is controlled by its player: it gains 1 power": {
        "do": "for_tokens", "that": "controlled", "then": POWER,
    },
    "for each token that is secured by the opponent, once per round: place the token within range 2 of where it lies": {
        "do": "for_tokens", "that": "secured", "by": "opponent", "once": "round", "then": [{"do": "place_token"}],
    },
    "place the token within range 1 of where it lies": {"do": "place_token", "range": 1},
    "an objective token that it holds is removed from the game": {"do": "remove_token"},
    "the opponent pushes it short": {"do": "push", "who": "self", "way": "", "decided_by": "opponent"},
    "the opponent places it within range 1 of another token": {
        "do": "place", "of": "another token", "decided_by": "opponent",
    },
    "the opponent moves it (short)": {"do": "move", "tool": "short", "moved_by": "opponent"},
    "it gains power equal to the number of healthy enemies that contest the token": {
        "do": "gain_power", "amount": {"contesting": "enemy", "healthy": True},
    },
    "it gains power equal to its number of objective tokens": {"do": "gain_power", "amount": {"holds": "self"}},
    "it gains power equal to the objective tokens that the player of allies controls": {
        "do": "gain_power", "amount": {"controlled": "allied"},
    },
    "each character within range 2 of another ally within range 1 of the token gains 1 power": {
        "do": "gain_power", "who": {"every": "any", "itself": True, "beside": 2, "range": 1, "of": "token"},
    },
    "your opponent scores 2 VP": {"do": "score", "to": "opposing", "points": 2},
    "the chosen one moves (short); each that does not: it gains 1 power": {
        "do": "move", "who": "chosen", "tool": "short", "otherwise": POWER,
    },
    "it may spend up to 3 spark: it gains 1 power": {
        "do": "spend_tokens", "token": "spark", "up_to": 3, "then": POWER,
    },
    "it suffers 1 damage less": {"do": "reduce_suffered"},
    "it has the attack arc for this activation, once": {"do": "lend_attack", "attack": "arc"},
    "mark the chosen one for this turn": {"do": "mark", "mark": "quarry"},
    "the target is KO'd": {"do": "ko"},
    "the chosen one is activated": {"do": "activate"},
    "it may suffer up to 3 damage: it gains 1 power": {"do": "suffer", "up_to": 3, "then": POWER},
    "remove all special conditions from it, and for each of them it gains 1 power": {
        "do": "remove_condition", "amount": "all", "then": POWER,
    },
    "throw the chosen one short (an enemy that it hits dodges with -2 dice; it gains 1 power)": {
        "do": "throw", "who": "chosen", "way": "", "dodge": -2, "struck": POWER,
    },
    "change 1 of its hit to any face": {"do": "change_die", "faces": ["hit"], "to": "any"},
    "it makes an attack that costs 0 power or less": {"do": "attack", "most_cost": 0},
    "it suffers 2 damage less, but at least 1": {"do": "reduce_suffered", "amount": 2, "least": 1},
    "it suffers 1 damage at most": {"do": "reduce_suffered", "most": 1},
    "it suffers less damage by the power spent": {"do": "reduce_suffered", "amount": "power_spent"},
    "it does not happen": {"do": "prevent"},
    "it may interact with any number of objective tokens without power": {"do": "interact"},
    "discard 2 team tactic cards: it gains 1 power": {"do": "discard_cards", "amount": 2, "then": POWER},
    "choose up to 2 terrain features of size 3 or less within range 1 of the target: it gains 1 power": {
        "do": "choose_terrain", "size": 3, "range": 1, "of": "target", "up_to": 2, "then": POWER,
    },
    "choose an enemy character that contests a token (secure) within range 2 of it: it gains 1 power": {
        "do": "choose_character", "contests": "secure", "then": POWER,
    },
    "for this round, each time an ally damages an enemy: it gains 1 power": {
        "do": "whenever", "when": "enemy damaged", "effects": POWER,
    },
    "for the rest of the game, each time an ally is KO'd: it gains 1 power": {
        "do": "whenever", "when": "ally KO'd", "until": "game", "effects": POWER,
    },
    "for this round, each time it was attacked, even if it is gone: it gains 1 power": {
        "do": "whenever", "when": "attacked", "effects": POWER,
    },
    "change up to 2 of the opposing hit to blank": {
        "do": "change_die", "faces": ["hit"], "to": "blank", "of": "opposing", "amount": 2, "optional": True,
    },
    "choose a token that the chosen one contests: it gains 1 power": {"do": "choose_token", "then": POWER},
    "choose an enemy character of threat value the power spent or less within range 2 of it: it gains 1 power": {
        "do": "choose_character", "threat": "power_spent", "then": POWER,
    },
    "choose an enemy character that do not belong to the reeds within range 2 of it: it gains 1 power": {
        "do": "choose_character", "not_affiliation": "reeds", "then": POWER,
    },
    "it is not allowed to be damaged by enemy effects until the end of the next turn": {
        "do": "forbid", "cannot": "be damaged by enemies", "until": "next turn",
    },
    "choose an enemy character that was not marked within range 2 of it: it gains 1 power": {
        "do": "choose_character", "not_marked": "hit", "then": POWER,
    },
    "the chosen one is no longer dazed and removes 2 damage": {"do": "rouse", "amount": 2},
    "the superpower has no effect and is not used again for this turn": {"do": "stop_superpower"},
    "the opponent decides: it gains 1 power": {"do": "by_opponent", "then": POWER},
    "the attack is mystic": {"do": "retype", "type": "mystic"},
    "the target drops an objective token": {"do": "drop", "only": "one"},
    "unless the attacker pays 1 power: it gains 1 power; if it does: it gains 1 power": {
        "do": "unless_paid", "then": POWER, "paid": POWER,
    },
    "it has 1 move actions at most until the end of its next activation": {
        "do": "change", "stat": "move actions", "most": 1, "until": "next activation",
    },
    "it may advance long in this move": {"do": "move_with", "tool": "long"},
    "it uses no longer tool than short in this move": {"do": "move_with", "tool": "short", "at": "most"},
    "the chosen one is without flight for this round": {
        "do": "take_away", "power": "flight", "who": "chosen", "until": "round",
    },
    "the chosen one does this: it gains 1 power": {"do": "let", "effects": POWER},
    "in the next Cleanup Phase: it gains 1 power": {"do": "in_cleanup", "effects": POWER},
    "this card can be played again": {"do": "return_card"},
    "take the priority token": {"do": "take_priority"},
    "for each enemy character that it has attacked in this activation: it gains power equal to the times that it has "
    "attacked the chosen one in this activation": {
        "do": "for_each", "range": None, "attacked": True,
        "then": [{"do": "gain_power", "amount": {"times_attacked": "chosen"}}],
    },
    "for each token (civilian) within range 2 of it: place the token within range 1 of where it lies": {
        "do": "for_lying_tokens", "kind": "civilian", "then": [{"do": "place_token", "range": 1}],
    },
    "it has the attack flare, measured from the chosen one, within range 2 of that one for this activation, once": {
        "do": "lend_attack", "attack": "flare", "measured_from": "chosen", "near": 2,
    },
    "it makes an attack with more dice equal to the power spent, measured from the chosen one": {
        "do": "attack", "dice": "power_spent", "measured_from": "chosen",
    },
    "it gains power equal to the total defense of each allied character": {
        "do": "gain_power", "amount": {"total": "defense", "among": {"every": "allied", "itself": True}},
    },
    "it flips to its healthy side": {"do": "flip_to_healthy"},
    "it makes an attack (Lamp throw)": {"do": "attack", "called": "Lamp throw"},
    "it has the attack flare for the rest of the game": {
        "do": "lend_attack", "attack": "flare", "until": "game", "once": False,
    },
    "it has 1 energy at least for the rest of the game": {
        "do": "change", "stat": "energy", "least": 1, "until": "game",
    },
    "for each enemy character with the highest threat value of its squad, in any order: it gains 1 power": {
        "do": "for_each", "range": None, "highest": True, "ordered": True, "then": POWER,
    },
    "for each other allied character that was chosen: it gains 1 power": {
        "do": "for_each", "side": "allied", "range": None, "among": True, "then": POWER,
    },
    "for the next attack, whenever it comes, after it: it gains 1 power": {
        "do": "later", "id": "x", "when": "attack resolved", "until": "coming attack", "effects": POWER,
    },
}  # fmt: skip

TESTS: list[Any] = [
    {"size_at_most": 2}, {"has": ["hex", "stun"]}, {"near": 2, "of": "chosen"}, {"is_one": ["crew", "friend"]},
    {"there_is": {"every": "any"}}, {"attack_by": ["arc"]}, {"effect_of": ["any"], "by": "enemy"},
    *({"state": state} for state in
      ("dazed", "gone", "injured", "healthy", "activated", "holding", "enemy", "allied")),
    *({"amount": {"stat": stat, "who": "target"}, "at_least": 1} for stat in
      ("size", "physical", "energy", "mystic", "stamina", "threat", "power", "damage", "conditions")),
    {"there_is": {"every": "allied", "dazed": True, "not_named": ["Bo"], "leadership": "any", "no_larger": True}},
    {"amount": "round_number", "at_least": {"secure_tokens": "all"}},
    {"amount": {"secure_tokens": "own"}, "at_least": 1},
    {"amount": {"secure_tokens": "opposing"}, "at_least": 1}, {"there_is": {"every": "allied", "leadership": "reeds"}},
    {"uses_superpower": ["Charge"]},
    {"marked": "quarry"}, {"marked": "quarry", "who": "anyone"},
    {"called": ["Lamp", "Wick"]}, {"called": ["Lamp"], "who": "chosen"}, {"squad_uses": "wardens"},
    {"there_is": {"every": "allied", "activated": False}}, {"there_is": {"every": "allied", "leads": "any"}},
    {"there_is": {"every": "allied", "superpower": "flight", "threat": 3, "objective": True}},
    {"amount": {"characters": {"every": "enemy"}}, "at_least": {"value": "damage_dealt", "at_least": 1}},
]  # fmt: skip


@pytest.mark.parametrize(("said", "effect"), SAID.items())
def test_an_effect_in_english(said: str, effect: Any) -> None:
    assert lexicon().effect(effect).said(Wording("en")) == said


def chinese() -> Iterator[str]:
    for effect in SAID.values():
        yield lexicon().effect(effect).said(Wording("zh"))
    for test in TESTS:
        yield lexicon().condition(test).said(Wording("zh"))


def test_everything_is_said_in_chinese() -> None:
    for said in chinese():
        assert said and not any(word in said for word in ("character", "target", "None", "{"))


def test_every_condition_is_said_in_english() -> None:
    told = [lexicon().condition(test).said(Wording("en")) for test in TESTS]
    assert len(set(told)) == len(told)


def test_every_verb_stands_here() -> None:
    structure = {"if", "choose", "may", "by_hand", "destroy_terrain"}
    said: Any = SAID.values()
    assert set(lexicon().verbs) - structure <= {effect["do"] for effect in said}
