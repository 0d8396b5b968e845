"""Texts of real datasheets of which the program understands every word."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_wh40k.cards.models import RuleText
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.importing.sentences import by_program
from rulewright_wh40k.importing.sentences.of_profiles import of_profile
from rulewright_wh40k.importing.units import rule_text

from .table import rule

LED: dict[str, Any] = {"of": "led"}
UNIT: dict[str, Any] = {"of": "unit"}
BIG = {"any": [{"unit": "attacked", "keyword": "Monster"}, {"unit": "attacked", "keyword": "Vehicle"}]}
ONE: dict[str, Any] = {"modifies": "hit", "by": 1}
HIT: dict[str, Any] = {"rerolls": "hit"}
ALONE = {"unit": "target", "alone": True}
CLOSEST = {"attack_at": "closest"}
SHOOTING = {"phase": "shooting", "turn": "yours"}
UNDERSTOOD: list[tuple[str, list[dict[str, Any]]]] = [
    ("While this model is leading a unit, weapons equipped by models in that unit have the **^^[Lethal Hits]^^** "
     "ability.",
     [{"arms": ["lethal-hits"], **LED}]),
    ("While this model is leading a unit, ranged weapons equipped by that unit have the [SUSTAINED HITS 1] ability.",
     [{"arms": ["sustained-hits:1"], **LED, "attacking": "ranged"}]),
    ("While this model is leading a unit, models in that unit have the Feel No Pain 5+ ability.",
     [{"modifies": "feel no pain", "layer": "at least", "by": 5, **LED}]),
    ("Models in the bearer’s unit have the Feel No Pain 6+ ability.",
     [{"modifies": "feel no pain", "layer": "at least", "by": 6, **UNIT}]),
    ("This unit is eligible to shoot and declare a charge in a turn in which it Fell Back.",
     [{"permits": "shoot after falling back", **UNIT}, {"permits": "charge after falling back", **UNIT}]),
    ("Each time this model makes an attack that targets a Monster or Vehicle unit, add 1 to the Hit roll.",
     [{"modifies": "hit", "by": 1, "test": BIG, "of": "model"}]),
    ("While this model is leading a unit, each time a model in that unit makes an attack, add 1 to the Wound roll.",
     [{"modifies": "wound", "by": 1, **LED}]),
    ("Each time a model in this unit makes a ranged attack, improve the Armour Penetration characteristic of that "
     "attack by 1.",
     [{"modifies": "ap", "layer": "improved", "by": 1, **UNIT, "attacking": "ranged"}]),
    ("Each time this model makes a melee attack, worsen the Weapon Skill characteristic of that attack by 2.",
     [{"modifies": "skill", "layer": "worsened", "by": 2, "of": "model", "attacking": "melee"}]),
    ("Each time this model makes an attack, subtract 1 from the Hit roll.",
     [{"modifies": "hit", "by": -1, "of": "model"}]),
    ("Each time a model in this unit makes an attack, you can ignore any or all modifiers to the Hit roll.",
     [{"ignores": ["hit"], **UNIT}]),
    ("While this model is leading a unit, each time a model in that unit makes a ranged attack, you can ignore any or "
     "all modifiers to that attack’s Ballistic Skill characteristic and/or to the Hit roll.",
     [{"ignores": ["skill", "hit"], **LED, "attacking": "ranged"}]),
    # re-rolls
    ("Each time a model in this unit makes a ranged attack, re-roll a Hit roll of 1.",
     [{**HIT, "only": [1], **UNIT, "attacking": "ranged"}]),
    ("Each time this model makes an attack that targets a CHARACTER, MONSTER or VEHICLE unit, you can re-roll the Hit "
     "roll and re-roll the Wound roll.",
     [{"rerolls": roll, "of": "model",
       "test": {"any": [{"unit": "attacked", "keyword": one} for one in ("Character", "Monster", "Vehicle")]}}
      for roll in ("hit", "wound")]),
    ("Each time a model in this unit makes an attack, re-roll a Hit roll of 1. If the target of that attack is an "
     "enemy unit within range of one or more objective markers, you can re-roll the Hit roll instead.",
     [{**HIT, "only": [1], **UNIT}, {**HIT, **UNIT, "test": {"unit": "attacked", "objective": "any"}}]),
    ("Each time a model in this unit makes a melee attack, re-roll a Hit roll of 1. If this unit made a Charge move "
     "this turn, you can re-roll the Hit roll instead.",
     [{**HIT, "only": [1], **UNIT, "attacking": "melee"},
      {**HIT, **UNIT, "attacking": "melee", "test": {"unit": "target", "charged": True}}]),
    ("While this model is leading a unit, you can re-roll Advance and Charge rolls made for that unit.",
     [{"rerolls": "advance", **LED}, {"rerolls": "charge", **LED}]),
    # whom attacks target
    ("Each time a model in this unit makes an attack that targets a unit that is Below Half-strength, add 1 to the Hit "
     "roll.",
     [{**ONE, **UNIT, "test": {"unit": "attacked", "strength": "below half"}}]),
    ("Each time this model makes a ranged attack that targets an enemy unit that cannot FLY, add 1 to the Hit roll.",
     [{**ONE, "of": "model", "attacking": "ranged", "test": {"none": [{"unit": "attacked", "keyword": "Fly"}]}}]),
    ("Each time a model in this unit makes an attack (excluding attacks that target MONSTERS and VEHICLES), add 1 to "
     "the Hit roll.",
     [{**ONE, **UNIT, "test": {"none": [BIG]}}]),
    ("Each time a model in this unit makes an attack that targets a PSYKER unit, that attack has the [PRECISION] "
     "ability.",
     [{"arms": ["precision"], **UNIT, "test": {"unit": "attacked", "keyword": "Psyker"}}]),
    ("While this unit is within range of an objective marker you control, each time a model in this unit makes an "
     "attack, add 1 to the Hit roll.",
     [{**ONE, **UNIT, "test": {"unit": "target", "objective": "yours"}}]),
    ("Each time this model makes an attack, an unmodified Hit roll of 5+ scores a Critical Hit.",
     [{"modifies": "critical hit", "layer": "at least", "by": 5, "of": "model"}]),
    ("Each time this model makes an attack that targets an enemy unit within 9\", add 1 to the Hit roll.",
     [{**ONE, "of": "model", "test": {"attack_within": 9}}]),
    # attacks of others
    ("While this model is leading a unit, each time a ranged attack targets that unit, worsen the Armour Penetration "
     "characteristic of that attack by 1.",
     [{"modifies": "ap", "layer": "worsened", "by": 1, "of": "led attackers", "attacking": "ranged"}]),
    ("Each time an attack is allocated to this model, subtract 1 from the Damage characteristic of that attack.",
     [{"modifies": "damage", "by": -1, "of": "attackers"}]),
    ("While a LANTERN CAPTAIN model is leading this unit, each time an attack targets this unit, if the Strength "
     "characteristic "
     "of that attack is greater than the Toughness characteristic of this unit, subtract 1 from the Wound roll.",
     [{"modifies": "wound", "by": -1, "of": "unit attackers",
       "test": {"all": [{"unit": "target", "leader": "Lantern Captain"}, {"attack": "stronger"}]}}]),
    # Auras
    ("While a friendly **^^Lantern Guard Infantry^^** unit (excluding CHARACTER units) is within 6\" of this model, "
     "each time a model in that unit makes an attack, add 1 to the Hit roll.",
     [{**ONE, "aura": 6, "keywords": ["Lantern Guard", "Infantry"], "without": ["Character"]}]),
    ("While an enemy unit is within 6\" of this model, subtract 1 from the Objective Control characteristic of models "
     "in that unit.",
     [{"modifies": "oc", "by": -1, "aura": 6, "side": "enemy"}]),
    ("While this model is within 3\" of one or more other friendly LANTERN GUARD INFANTRY units, this model has the "
     "Lone Operative ability.",
     [{"permits": "lone operative", **UNIT,
       "test": {"amount": {"units": "friendly", "other": True, "keywords": ["Lantern Guard", "Infantry"], "within": 3,
                           "of": "bearer"},
                "at_least": 1}}]),
    ("While a LANTERN CHARACTER model is leading this unit, each time a model in this unit makes an attack, add 1 to "
     "the Hit roll.",
     [{**ONE, **UNIT, "test": {"all": [{"unit": "target", "leader": "Lantern"},
                                       {"unit": "target", "leader": "Character"}]}}]),
    ("Each time a model in this unit makes an attack, add 1 to the Hit roll if this unit is below its Starting "
     "Strength, and add 1 to the Wound roll as well if this unit is Below Half-strength.",
     [{**ONE, **UNIT, "test": {"unit": "target", "strength": "below start"}},
      {"modifies": "wound", "by": 1, **UNIT, "test": {"unit": "target", "strength": "below half"}}]),
    ("This model has the Fights First ability.", [{"permits": "fight first", **UNIT, "test": ALONE}]),
    ("Ranged weapons equipped by this model have the [IGNORES COVER] ability.",
     [{"arms": ["ignores-cover"], "of": "model", "attacking": "ranged"}]),
    # numbers
    ("While this model is leading a unit, models in that unit have a Move characteristic of 12\" and ranged weapons "
     "equipped by models in that unit have the [ASSAULT] ability.",
     [{"modifies": "move", "layer": "replaced", "by": 12, **LED},
      {"arms": ["assault"], **LED, "attacking": "ranged"}]),
    ("The bearer has a 4+ invulnerable save. Add 1 to the bearer's Wounds characteristic.",
     [{"modifies": "invulnerable", "layer": "at least", "by": 4, "of": "model"},
      {"modifies": "wounds", "by": 1, "of": "model"}]),
    ("Models in this unit have the Feel No Pain 4+ ability against Psychic Attacks and mortal wounds.",
     [{"modifies": "feel no pain", "layer": "at least", "by": 4, **UNIT,
       "test": {"harm": ["mortal wounds", "psychic attacks"]}}]),
    ("Each time this unit Advances, do not make an Advance roll for it. Instead, until the end of the phase, add 6\" "
     "to the Move characteristic of models in this unit.",
     [{"modifies": "set advance", "by": 6, **UNIT}]),
    ("Enemy units that are set up on the battlefield from Reserves cannot be set up within 12\" of this model.",
     [{"modifies": "keeps off", "by": 12, "of": "model"}]),
    ("The bearer has a Save characteristic of 3+ and a Move characteristic of 8\".",
     [{"modifies": "save", "layer": "replaced", "by": 3, "of": "model"},
      {"modifies": "move", "layer": "replaced", "by": 8, "of": "model"}]),
    ("Each time you target this unit with the Fire Overwatch Stratagem, hits are scored on unmodified Hit rolls of 5+ "
     "while resolving that Stratagem.",
     [{"modifies": "overwatch", "layer": "at least", "by": 5, **UNIT}]),
    ("Lantern Guard model only (excluding Keeper models). Add 2 to the bearer's Wounds characteristic.",
     [{"modifies": "wounds", "by": 2, "of": "model",
       "test": {"all": [{"unit": "target", "keyword": "Lantern Guard"},
                        {"none": [{"unit": "target", "keyword": "Keeper"}]}]}}]),
    ("Each time this model makes an attack that targets a MONSTER or VEHICLE unit, add 1 to the Hit roll. If that "
     "target is TITANIC, add 1 to the Wound roll as well.",
     [{**ONE, "of": "model", "test": BIG},
      {"modifies": "wound", "by": 1, "of": "model",
       "test": {"all": [BIG, {"unit": "attacked", "keyword": "Titanic"}]}}]),
    ("You can target this unit with the Heroic Intervention Stratagem for 0CP, and can do so even if you have already "
     "targeted a different unit with that Stratagem this phase.",
     [{"frees": ["heroic-intervention"], **UNIT}]),
    # core abilities
    ("Models in the bearer's unit have the Deep Strike ability.", [{"grants": ["deep-strike"], **UNIT}]),
    ("While this model is leading a unit, models in that unit have the Scouts 6\" ability and ranged weapons equipped "
     "by models in that unit have the [ASSAULT] ability.",
     [{"grants": ["scouts:6"], **LED}, {"arms": ["assault"], **LED, "attacking": "ranged"}]),
    ("The bearer has the Stealth ability.", [{"grants": ["stealth"], "of": "model"}]),
    ("The bearer has the ^^**Lamp Cult^^** keyword. Add 2 to the Attacks characteristic of melee weapons equipped by "
     "the bearer.",
     [{"adds": ["Lamp Cult"]}, {"modifies": "attacks", "by": 2, "of": "model", "attacking": "melee"}]),
    ("If this model is attached to a **^^Lantern Guard Battleline^^** unit during the Declare Battle Formations step, "
     "this model has the Infiltrators and Scouts 6\" ability.",
     [{"grants": ["infiltrators", "scouts:6"], "of": "model",
       "test": {"all": [{"none": [ALONE]}, {"unit": "target", "keywords": ["Lantern Guard", "Battleline"]}]}}]),
    ("This model can be set up in the Reinforcements step of your first, second or third Movement phase, regardless of "
     "any mission rules.",
     [{"grants": ["arrives-early-in-its-own-turn"], "of": "model"}]),
    ("While this unit is within 3\" of one or more friendly LANTERN VEHICLE or LAMP BEARER units, if this unit is not "
     "an attached unit, it has the Lone Operative ability.",
     [{"permits": "lone operative", **UNIT, "test": {"all": [
         {"any": [{"amount": {"units": "friendly", "other": True, "within": 3, **whom}, "at_least": 1}
                  for whom in ({"keywords": ["Lantern", "Vehicle"]}, {"keyword": "Lamp Bearer"})]},
         ALONE]}}]),
    # attacks under conditions
    ("Each time a model in this unit makes a ranged attack that targets the closest eligible enemy unit, re-roll a Hit "
     "roll of 1. If the target of that attack is within range of an objective marker your opponent controls, you can "
     "re-roll the Hit roll instead.",
     [{**HIT, "only": [1], **UNIT, "attacking": "ranged", "test": CLOSEST},
      {**HIT, **UNIT, "attacking": "ranged",
       "test": {"all": [CLOSEST, {"unit": "attacked", "objective": "theirs"}]}}]),
    ("Each time a model in this unit makes a ranged attack that targets the closest eligible target, that attack has "
     "the [SUSTAINED HITS 1] and [IGNORES COVER] abilities.",
     [{"arms": ["sustained-hits:1", "ignores-cover"], **UNIT, "attacking": "ranged", "test": CLOSEST}]),
    ("Each time a model in this unit makes an attack with a lamp cannon that targets a unit (excluding MONSTERS and "
     "VEHICLES), re-roll a Wound roll of 1. Each time a model in this unit makes an attack with a long lance against a "
     "MONSTER or VEHICLE unit, re-roll a Wound roll of 1.",
     [{"rerolls": "wound", "only": [1], **UNIT, "weapons": ["lamp cannon"], "test": {"none": [BIG]}},
      {"rerolls": "wound", "only": [1], **UNIT, "weapons": ["long lance"], "test": BIG}]),
    ("Each time a model in this unit targets an enemy unit with a melee attack, re-roll a Wound roll of 1. If that "
     "enemy unit is within range of an objective marker, you can re-roll the Wound roll instead.",
     [{"rerolls": "wound", "only": [1], **UNIT, "attacking": "melee"},
      {"rerolls": "wound", **UNIT, "attacking": "melee", "test": {"unit": "attacked", "objective": "any"}}]),
    ("Each time this model makes an attack with a ranged weapon that targets a unit that can FLY, you can re-roll the "
     "Hit roll.",
     [{**HIT, "of": "model", "attacking": "ranged", "test": {"unit": "attacked", "keyword": "Fly"}}]),
    ("While this model is leading a unit, each time a model in that unit makes an attack that targets an enemy unit "
     "that does not have the LANTERN or THORN keywords, add 1 to the Hit roll.",
     [{**ONE, **LED, "test": {"none": [{"any": [{"unit": "attacked", "keyword": "Lantern"},
                                                {"unit": "attacked", "keyword": "Thorn"}]}]}}]),
    ("Each time a model in the bearer's unit makes an attack, re-roll a Hit roll of 1. If the bearer's unit was set "
     "up on the battlefield this turn, you can re-roll the Hit roll instead.",
     [{**HIT, "only": [1], **UNIT}, {**HIT, **UNIT, "test": {"arrived": "target"}}]),
    ("Each time the bearer makes a ranged attack, add 1 to the Hit roll. From the third battle round onwards, add 1 to "
     "the Wound roll as well.",
     [{**ONE, "of": "model", "attacking": "ranged"},
      {"modifies": "wound", "by": 1, "of": "model", "attacking": "ranged",
       "test": {"amount": "battle round", "at_least": 3}}]),
    ("During the first, second and third battle rounds, add 1 to the Move characteristic of models in this unit.",
     [{"modifies": "move", "by": 1, **UNIT, "test": {"amount": "battle round", "at_most": 3}}]),
    ("Each time an attack targets this model, if this model is within range of an objective marker, worsen the Armour "
     "Penetration characteristic of that attack by 1.",
     [{"modifies": "ap", "layer": "worsened", "by": 1, "of": "attackers",
       "test": {"all": [ALONE, {"unit": "target", "objective": "any"}]}}]),
    ("Each time a model in the bearer's unit makes an attack that targets a unit that contains one or more models with "
     "the Stealth ability, add 1 to the Hit roll.",
     [{**ONE, **UNIT, "test": {"attack_on": "stealth"}}]),
    ("Each time a model in this unit makes a melee attack, if the target of that attack is Below Half-strength, a "
     "successful Hit roll scores a Critical Hit.",
     [{"permits": "only critical hits", **UNIT, "attacking": "melee",
       "test": {"unit": "attacked", "strength": "below half"}}]),
    # the same in another order
    ("While this unit is within 12\" of one or more friendly LANTERN CHARACTER models, the Objective Control "
     "characteristic of models in this unit is 1.",
     [{"modifies": "oc", "layer": "replaced", "by": 1, **UNIT, "test": {"amount": {
         "units": "friendly", "keywords": ["Lantern", "Character"], "within": 12, "to_models": True}, "at_least": 1}}]),
    ("This model has the Lone Operative ability while within 3\" of one or more other friendly LANTERN INFANTRY units.",
     [{"permits": "lone operative", **UNIT,
       "test": {"amount": {"units": "friendly", "other": True, "keywords": ["Lantern", "Infantry"], "within": 3,
                           "of": "bearer"}, "at_least": 1}}]),
    ("Models in this unit have the Feel No Pain 5+ ability while this unit is within range of an objective marker you "
     "control.",
     [{"modifies": "feel no pain", "layer": "at least", "by": 5, **UNIT,
       "test": {"unit": "target", "objective": "yours"}}]),
    ("Each time a ranged attack made by a model in this unit targets a MONSTER or VEHICLE unit, add 1 to the Hit roll.",
     [{**ONE, **UNIT, "attacking": "ranged", "test": BIG}]),
    ("While this model is leading a unit, models in that unit have the Benefit of Cover.",
     [{"permits": "cover", **LED}]),
    # weapons
    ("All weapons equipped by the bearer have the [PRECISION] and [DEVASTATING WOUNDS] abilities.",
     [{"arms": ["precision", "devastating-wounds"], "of": "model"}]),
    ("The bearer's melee weapons have the [PRECISION] and [ANTI-INFANTRY 5+] abilities.",
     [{"arms": ["precision", "anti-infantry:5"], "of": "model", "attacking": "melee"}]),
    ("This model's twin lamp cannon and seeker lights have the [ANTI-TITANIC 3+] ability while targeting a unit within "
     "half range.",
     [{"arms": ["anti-titanic:3"], "of": "model", "weapons": ["twin lamp cannon", "seeker lights"],
       "test": {"attack_at": "half range"}}]),
    ("Ranged weapons equipped by this model have the [IGNORES COVER] ability while targeting enemy units in range of "
     "one or more objective markers.",
     [{"arms": ["ignores-cover"], "of": "model", "attacking": "ranged",
       "test": {"unit": "attacked", "objective": "any"}}]),
    ("While this model is either wholly within your deployment zone or within range of an objective marker you "
     "control, its lamp cannons have the [ANTI-FLY 2+] ability.",
     [{"arms": ["anti-fly:2"], "of": "model", "weapons": ["lamp cannons"],
       "test": {"all": [{"any": [{"unit": "target", "area": "your zone"}, {"unit": "target", "objective": "yours"}]},
                        ALONE]}}]),
    # Auras of more kinds
    ("While a friendly LANTERN unit is within 3\" of the bearer, ranged weapons equipped by models in that unit have "
     "the [SUSTAINED HITS 1] ability.",
     [{"arms": ["sustained-hits:1"], "attacking": "ranged", "aura": 3, "keywords": ["Lantern"]}]),
    ("While a friendly LANTERN BATTLELINE unit is within 3\" of this model, each time a model in that unit makes an "
     "attack, improve the Armour Penetration characteristic of that attack by 1, and each time an attack targets that "
     "unit, worsen the Armour Penetration characteristic of that attack by 1.",
     [{"modifies": "ap", "layer": "improved", "by": 1, "aura": 3, "keywords": ["Lantern", "Battleline"]},
      {"modifies": "ap", "layer": "worsened", "by": 1, "of": "unit attackers", "aura": 3,
       "keywords": ["Lantern", "Battleline"]}]),
    ("While an enemy unit is within 6\" of this model, each time a model in that unit makes an attack, subtract 1 from "
     "the Hit roll, and, if that enemy unit is Below Half-strength, subtract 1 from the Wound roll as well.",
     [{"modifies": "hit", "by": -1, "aura": 6, "side": "enemy"},
      {"modifies": "wound", "by": -1, "aura": 6, "side": "enemy",
       "test": {"unit": "acting", "strength": "below half"}}]),
    ("While a friendly LANTERN unit is within 6\" of this model, if that unit made a Charge move this turn, improve "
     "the Armour Penetration characteristic of melee weapons equipped by that unit by 1.",
     [{"modifies": "ap", "layer": "improved", "by": 1, "attacking": "melee", "aura": 6, "keywords": ["Lantern"],
       "test": {"unit": "acting", "charged": True}}]),
    ("While a friendly LANTERN unit is within 6\" of this unit, each time that unit takes a Battle-shock or Leadership "
     "test, add 1 to that test.",
     [{"modifies": "battle-shock", "by": 1, "aura": 6, "keywords": ["Lantern"]}]),
    ("Each time your opponent targets a unit from their army with a Stratagem, if that unit is within 12\" of this "
     "model, increase the cost of that use of that Stratagem by 1CP.",
     [{"modifies": "stratagem cost", "by": 1, "aura": 12, "side": "enemy"}]),
    # Transports, Stratagems
    ("Units can disembark from this TRANSPORT after it has Advanced. Units that do so count as having made a Normal "
     "move that phase, and cannot declare a charge in the same turn, but can otherwise act normally.",
     [{"permits": "disembark after advancing", **UNIT}]),
    ("Each time a unit disembarks from this model after it has made a Normal move, that unit is still eligible to "
     "declare a charge this turn.",
     [{"permits": "charge after disembarking", **UNIT}]),
    ("While this model is leading a unit, you can target that unit with Stratagems even when it is Battle-shocked.",
     [{"permits": "stratagems while shocked", **LED}]),
    ("While this model is leading a unit, each time a model in that unit makes an attack, re-roll a Wound roll of 1. "
     "If that attack targets a MONSTER unit, you can re-roll the Wound roll instead.",
     [{"rerolls": "wound", "only": [1], **LED},
      {"rerolls": "wound", **LED, "test": {"unit": "attacked", "keyword": "Monster"}}]),
    ("LANTERN model only. Enemy units that are set up on the battlefield as Reinforcements cannot be set up within "
     "12\" horizontally of the bearer.",
     [{"modifies": "keeps off", "by": 12, "of": "model", "test": {"unit": "target", "keyword": "Lantern"}}]),
    # what happens
    ("In your Shooting phase, after this unit has shot, if it is not within Engagement Range of one or more enemy "
     "units, it can "
     "make a Normal move of up to 6\". If it does, until the end of the turn, this unit is not eligible to declare a "
     "charge.",
     [{"when": "has shot", "may": True,
       "test": {"all": [SHOOTING, {"none": [{"unit": "target", "engaged": True}]}]},
       "effects": [{"do": "move", "inches": 6, "last": True}]}]),
    ("At the start of your Command phase, if this model is on the battlefield, you gain 1CP.",
     [{"when": "command step", "effects": [{"do": "gain_cp", "cp": 1}]}]),
    ("In your Command phase, roll one D6: on a 4+, you gain 1CP.",
     [{"when": "command step", "effects": [{"do": "roll", "on": 4, "then": [{"do": "gain_cp", "cp": 1}]}]}]),
    ("Once per turn, when an enemy unit ends a Normal, Advance or Fall Back move within 9\" of this unit, if this unit "
     "is not within Engagement Range of one or more enemy units, it can make a Normal move of up to D6\".",
     [{"when": "move ends", "whose": "opposing", "once": "turn", "may": True,
       "test": {"all": [{"unit": "acting", "within": 9, "moved": True},
                        {"none": [{"unit": "target", "engaged": True}]}]},
       "effects": [{"do": "move", "inches": "D6"}]}]),
    ("Each time this model ends a Charge move, you can select one enemy unit within Engagement Range of this model and "
     "roll one "
     "D6: on a 2-5, that enemy unit suffers D3 mortal wounds; on a 6, that enemy unit suffers 3 mortal wounds.",
     [{"when": "charge ended", "may": True,
       "effects": [{"do": "choose_unit", "engaging": True, "of": "bearer", "then": [
         {"do": "roll_for", "results": [{"shows": [2, 3, 4, 5], "then": [{"do": "suffer", "dice": "D3"}]},
                                        {"shows": [6], "then": [{"do": "suffer", "wounds": 3}]}]}]}]}]),
    ("In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks. "
     "That unit must take a Battle-shock test.",
     [{"when": "has shot", "test": SHOOTING,
       "effects": [{"do": "choose_unit", "hit": True, "then": [{"do": "take_test"}]}]}]),
    ("In your Shooting phase, after the bearer has shot, select one enemy unit (excluding MONSTERS and VEHICLES) hit "
     "by one or "
     "more of those attacks. Until the start of your next turn, that enemy unit is dazzled. While a unit is dazzled, "
     "each time a model in that unit makes an attack, subtract 1 from the Hit roll.",
     [{"when": "model has shot", "test": SHOOTING, "effects": [
         {"do": "choose_unit", "hit": True, "without": ["Monster", "Vehicle"], "then": [
             {"do": "lend", "to": "chosen", "until": "next turn",
              "parts": [{"modifies": "hit", "by": -1, "of": "unit"}]}]}]}]),
    ("Once per battle, at the start of any phase, you can select one friendly LANTERN GUARD unit that is "
     "Battle-shocked and within 12\" of this model. That unit is no longer Battle-shocked.",
     [{"when": "phase start", "whose": "any", "once": "battle", "may": True, "effects": [
         {"do": "choose_unit", "side": "friendly", "shocked": True, "keyword": "Lantern Guard", "within": 12,
          "of": "bearer",
          "then": [{"do": "recover"}]}]}]),
    ("At the end of your Command phase, if this unit is within range of an objective marker you control, that "
     "objective marker "
     "remains under your control until your opponent's Level of Control over that objective marker is greater than "
     "yours at the end of a phase.",
     [{"when": "end of command phase", "effects": [{"do": "secure"}]}]),
]  # fmt: skip


@rule("commentary.modifying-by-improving-or-worsening")
@rule("commentary.ignoring-modifiers", 3)
@pytest.mark.parametrize(("text", "does"), UNDERSTOOD)
def test_a_text_of_which_all_is_understood_is_played_by_the_program(text: str, does: list[Any]) -> None:
    assert by_program(text) == does
    assert LEXICON.read(RuleText, {"name": "Text", "text": text, "does": does}).does


@rule("commentary.modifying-by-improving-or-worsening")
@rule("commentary.ignoring-modifiers", 3)
@pytest.mark.parametrize(
    "text",
    [
        "While this model is leading a unit, weapons equipped by models in that unit have the [Lethal Tea] ability.",
        "This unit is eligible to shoot in a turn in which it Fell Back, but only at Monsters.",
        "Models in that unit have the Feel No Pain 5+ ability.",
        "Each time a model in that unit makes an attack, add 1 to the Hit roll.",
        "Each time this model makes an attack, improve the Toughness characteristic of that attack by 1.",
        "Each time this model makes an attack, you can ignore any or all modifiers to the Hit roll and your luck.",
        "Each time this model makes an attack, you can ignore modifiers.",
        "Each time a model in this unit makes an attack that targets a Spotted unit, add 1 to the Hit roll.",
        "While this model is within range of an objective marker you control, it sings.",
        "Each time a ranged attack targets the bearer, subtract 1 from the Wound roll.",
        "Once per battle, in your Command phase, roll one D6: on a 4+, you gain 1CP and a song.",
        "Lantern Guard model only. The bearer has a 4+ invulnerable save and a song.",
        'While a friendly Battle-shocked unit is within 6" of this model, add 1 to the Move characteristic of models '
        "in that unit.",
        'While a friendly Lantern Guard unit is within 6" of this model, add 1 to the Wounds of that unit.',
        'While a friendly LANTERN unit is within 6" of this model, each time an attack is allocated to that unit, '
        "halve the Damage characteristic of that attack.",
        "Each time a model in this unit makes an attack that targets the closest unit, add 1 to the Hit roll.",
        "Each time a model in this unit makes an attack with a lamp, a lance or luck, add 1 to the Hit roll.",
        "Each time an attack targets this model, if this model is in the way, worsen the Armour Penetration "
        "characteristic of that attack by 1.",
        "You can target this unit with the Heroic Intervention Stratagem for 0CP.",
        "Once per song, you can target this unit with the Tank Shock Stratagem for 0CP, even if you have already "
        "used that Stratagem on a different unit this phase.",
        "Ranged weapons equipped by the bearer have the [STEALTH] ability.",
        "Ranged weapons equipped by the bearer have the [ANTI-TEA 7+] ability.",
        "This model has the Leader ability.",
        "Models in the bearer's unit have the Deep Strike ability and a song.",
        'While a friendly LANTERN unit is within 6" of this model, models in that unit have the Stealth ability.',
        'If this model is attached to a LANTERN unit, this model has the Scouts 6" ability.',
        "LANTERN units from your army have the Deep Strike ability.",
        "Units can disembark from this TRANSPORT after it has Advanced.",
        "Models in this unit have the Stealth ability while it sings.",
        "Each time a ranged attack made by a friendly model targets a MONSTER unit, add 1 to the Hit roll.",
        "The bearer has the FLY keyword.",
        "LANTERN model only. The bearer has the SMOKE keyword.",
        "The bearer has the SMOKE and MIRROR keywords.",
        "During the first and third battle rounds, add 1 to the Move characteristic of models in this unit.",
        "At the end of your Command phase, if this unit is within range of an objective marker you control, that "
        "objective marker remains under your control until your opponent controls it at the start of any turn.",
        "Add 1 to the bearer's Wounds characteristic. Sing.",
    ],
)
def test_a_text_with_a_word_more_is_not(text: str) -> None:
    assert by_program(text) == []


EACH: dict[str, Any] = {"themselves": True}
"""What counts for models that have keywords themselves."""
OF_AN_ARMY: list[tuple[str, list[dict[str, Any]]]] = [
    ("^^**Lamp Bearers^^** units from your army have the Deep Strike ability.",
     [{"grants": ["deep-strike"], **UNIT, "keywords": ["Lamp Bearers"]}]),
    ("Add 6\" to the Range characteristic of ranged weapons equipped by LANTERN models (excluding TITANIC models) from "
     "your army.",
     [{"modifies": "range", "by": 6, **UNIT, "keywords": ["Lantern"], **EACH, "without": ["Titanic"]}]),
    ("Each time a LANTERN model from your army makes an attack that targets a unit within range of one or more "
     "objective markers, add 1 to the Hit roll. In addition, ranged weapons equipped by LANTERN VEHICLE and LANTERN "
     "MOUNTED models from your army have the [ASSAULT] ability.",
     [{**ONE, **UNIT, "keywords": ["Lantern"], **EACH, "test": {"unit": "attacked", "objective": "any"}},
      *({"arms": ["assault"], **UNIT, "attacking": "ranged", "keywords": ["Lantern", one], **EACH}
        for one in ("Vehicle", "Mounted"))]),
    ("LANTERN models from your army have a 6+ invulnerable save against melee attacks and a 5+ invulnerable save "
     "against ranged attacks.",
     [{"modifies": "invulnerable", "layer": "at least", "by": save, **UNIT, **EACH, "keywords": ["Lantern"],
       "attacking": sort}
      for save, sort in ((6, "melee"), (5, "ranged"))]),
    ("Each time a LANTERN model from your army makes a ranged attack that targets a unit within 12\", improve the "
     "Strength characteristic of that attack by 1. If that attack targets a unit within 9\", improve the Armour "
     "Penetration characteristic of that attack by 1 as well.",
     [{"modifies": "strength", "layer": "improved", "by": 1, **UNIT, "attacking": "ranged", "keywords": ["Lantern"],
       **EACH, "test": {"attack_within": 12}},
      {"modifies": "ap", "layer": "improved", "by": 1, **UNIT, "attacking": "ranged", "keywords": ["Lantern"],
       **EACH, "test": {"all": [{"attack_within": 12}, {"attack_within": 9}]}}]),
]  # fmt: skip


@rule("core.muster-detachment")
@pytest.mark.parametrize(("text", "does"), OF_AN_ARMY)
def test_rules_of_detachments_speak_of_armies_and_no_others_do(text: str, does: list[Any]) -> None:
    assert by_program(text, of_detachment=True) == does
    assert by_program(text) == []
    assert LEXICON.read(RuleText, {"name": "Text", "text": text, "does": does}).does


@pytest.mark.parametrize(
    "text",
    [
        "LANTERN units from your army have the Deep Strike ability and sing.",
        "Battle-shocked units from your army have the Deep Strike ability.",
        "Each time a LANTERN model from your army declares a charge, add 1 to the Hit roll.",
        "LANTERN units from their army have the Deep Strike ability.",
    ],
)
def test_a_rule_of_a_detachment_with_a_word_more_is_not_claimed(text: str) -> None:
    assert by_program(text, of_detachment=True) == []


KEEPER = ["Lamp Keeper", "Lantern"]


@rule("commentary.bearer")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("While a friendly LANTERN unit is within 6\" of this unit's Lamp Keeper model, add 2\" to the Move "
         "characteristic of models in that unit.",
         ("Lamp Keeper", [{"modifies": "move", "by": 2, "aura": 6, "keywords": ["Lantern"]}])),
        ("This unit's Lamp Keeper model has the Feel No Pain 4+ ability.",
         ("Lamp Keeper", [{"modifies": "feel no pain", "layer": "at least", "by": 4, "of": "model"}])),
        ("While this unit contains a Lamp Keeper, add 1 to the Objective Control characteristic of models in this "
         "unit.",
         ("Lamp Keeper", [{"modifies": "oc", "by": 1, **UNIT}])),
        ("While this unit contains a Singer, add 1 to the Objective Control characteristic of models in this unit.",
         ("", [])),
        ("This unit's Singer model has the Feel No Pain 4+ ability.", ("", [])),
        ("While this unit contains one or more Lantern models, this unit's Lamp Keeper model has the Feel No Pain 4+ "
         "ability.", ("Lantern", [])),
        ("This unit's Lamp Keeper model has the Fights First ability.", ("Lamp Keeper", [])),
    ],
)  # fmt: skip
def test_what_is_about_one_kind_of_model_is_a_text_of_its_profile(text: str, found: Any) -> None:
    assert of_profile(text, KEEPER) == found


@rule("core.datasheet")
@pytest.mark.parametrize(
    ("name", "text", "repeated"),
    [
        ("Blast", "Weapons with **[BLAST]** in their profile are known as Blast weapons, and so on.", True),
        ("Anti-", "Weapons with [ANTI-KEYWORD X+] in their profile are known as Anti weapons. And so on.", True),
        ("Feel No Pain", "Some models have 'Feel No Pain x+' listed in their abilities. And so on.", True),
        ('6"', "Some units have ‘Scouts x\"’ listed in their abilities. And so on.", True),
        ("Deep Strike", "During the Declare Battle Formations step, if every model in a unit has this ability, you can "
         "set it up in Reserves instead of setting it up on the battlefield. And so on.", True),
        ("Deadly Demise D6 (Lamp Keeper only)", "Some models have 'Deadly Demise x' listed in their abilities.", False),
        ("Blast", "Blast weapons sing.", False),
        ("Song", "Weapons with [BLAST] in their profile are known as Blast weapons.", False),
        ("Song", "Weapons with [SONG] in their profile are known as Song weapons.", False),
    ],
)  # fmt: skip
def test_a_text_that_repeats_a_core_rule_is_marked_so(name: str, text: str, repeated: bool) -> None:
    assert rule_text(name, text).get("repeats", False) is repeated
