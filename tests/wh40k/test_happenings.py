"""Texts about moments of which every word is understood: what they become, and near misses."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright_wh40k.cards.models import RuleText
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.importing.sentences import by_program

from .table import rule

SHOOTING: Any = {"phase": "shooting", "turn": "yours"}
FREE: Any = {"none": [{"unit": "target", "engaged": True}]}
ALONE: Any = {"unit": "target", "alone": True}
LED: Any = {"none": [ALONE]}
REMOVED = "end of fight phase"


def at(when: str, *effects: Any, **more: Any) -> list[Any]:
    """A part at a moment."""
    return [{"when": when, **more, "effects": list(effects)}]


def lent(*parts: Any, to: str = "", until: str = "") -> Any:
    """What is lent."""
    whom = {"to": to} if to else {}
    return {"do": "lend", **whom, **({"until": until} if until else {}), "parts": list(parts)}


def hit_and(*then: Any, **which: Any) -> Any:
    """A unit that was hit is selected."""
    return {"do": "choose_unit", **which, "hit": True, "then": list(then)}


UNDERSTOOD = [
    # to Reserves
    ("At the end of your opponent's turn, if this unit is not within Engagement Range of one or more enemy units, you "
     "can remove it from the battlefield and place it into Strategic Reserves.",
     at(REMOVED, {"do": "withdraw"}, whose="opposing", may=True, test=FREE)),
    ("Once per battle, at the end of your opponent's turn, if the bearer's unit is not within Engagement Range of any "
     "enemy units, the bearer can use this Enhancement. If it does, remove that unit from the battlefield. Then, in "
     "the Reinforcements step of your next Movement phase, set up that unit anywhere on the battlefield that is more "
     "than 9\" horizontally away from all enemy models.",
     at(REMOVED, {"do": "withdraw", "again": True}, whose="opposing", once="battle", may=True, test=FREE)),
    ("At the end of your opponent's turn, if this unit is wholly within 9\" of one or more battlefield edges and not "
     "within Engagement Range of one or more enemy units, you can remove it from the battlefield and place it into "
     "Strategic Reserves.",
     at(REMOVED, {"do": "withdraw"}, whose="opposing", may=True,
        test={"all": [{"unit": "target", "edge": "wholly", "inches": 9}, FREE]})),
    ("At the end of your opponent's turn, if this unit is within 6\" of any battlefield edge and is not within "
     "Engagement Range of any enemy units, you can remove this unit from the battlefield and place it into Strategic "
     "Reserves.",
     at(REMOVED, {"do": "withdraw"}, whose="opposing", may=True,
        test={"all": [{"unit": "target", "edge": "near", "inches": 6}, FREE]})),
    # where a whole unit is taken, a model is one
    ("Once per battle, at the end of your opponent's turn, if this model is not within Engagement Range of one or more "
     "enemy units, you can remove it from the battlefield and place it into Strategic Reserves.",
     at(REMOVED, {"do": "withdraw"}, whose="opposing", once="battle", may=True, test={"all": [ALONE, FREE]})),
    ("At the end of your opponent's turn, if this model is not within Engagement Range of any enemy units, you can "
     "remove this unit from the battlefield and place it into Strategic Reserves.",
     at(REMOVED, {"do": "withdraw"}, whose="opposing", may=True, test=FREE)),
    ("In your Shooting phase, after this unit has shot, this model can make a Normal move of up to 6\".",
     at("has shot", {"do": "move", "inches": 6}, may=True, test={"all": [ALONE, SHOOTING]})),
    ("Once per battle, in your Charge phase, this model is eligible to declare a charge in a turn in which it Fell "
     "Back.",
     at("select to charge", lent({"permits": "charge after falling back", "of": "unit", "test": ALONE}),
        once="battle", may=True)),
    ("Once per turn, when an enemy unit ends a Normal, Advance or Fall Back move within 9\" of this model, it can make "
     "a Normal move of up to 6\".",
     at("move ends", {"do": "move", "inches": 6}, whose="opposing", once="turn", may=True,
        test={"all": [ALONE, {"unit": "acting", "within": 9, "of": "bearer", "moved": True}]})),
    # objective markers
    ("While this model is leading a unit, at the end of your Command phase, if that unit is within range of an "
     "objective marker you control, that objective marker remains under your control, even if you have no models "
     "within range of it, until your opponent controls it at the start or end of any turn.",
     at("end of command phase", {"do": "secure"}, test=LED)),
    # until then
    ("Once per battle, at the start of the Fight phase, this model can use this ability. If it does, until the end of "
     "the phase, add 3 to the Attacks characteristic of melee weapons equipped by this model and those weapons have "
     "the [DEVASTATING WOUNDS] ability.",
     at("fight phase start",
        lent({"modifies": "attacks", "by": 3, "of": "model", "attacking": "melee"},
             {"arms": ["devastating-wounds"], "of": "model", "attacking": "melee"}, to="bearer"),
        whose="any", once="battle", may=True)),
    ("Each time this unit Remains Stationary, until the start of your next Movement phase, ranged weapons equipped by "
     "models in this unit have the [DEVASTATING WOUNDS] ability.",
     at("end of movement phase",
        lent({"arms": ["devastating-wounds"], "of": "unit", "attacking": "ranged"}, until="next movement phase"),
        test={"unit": "target", "stationary": True})),
    ("At the start of your Command phase, if this unit is within 6\" of one or more friendly TIDE INFANTRY units, then "
     "until the end of the turn, this unit is eligible to declare a charge in a turn in which it Advanced.",
     at("command step", lent({"permits": "charge after advancing", "of": "unit"}, until="turn"),
        test={"amount": {"units": "friendly", "other": True, "within": 6, "keywords": ["Tide", "Infantry"]},
              "at_least": 1})),
    ("At the start of the Fight phase, if this model is not leading a unit, until the end of the phase, it has the "
     "Fights First ability.",
     at("fight phase start",
        lent({"permits": "fight first", "of": "unit", "test": {"unit": "target", "alone": True}}),
        whose="any", test={"unit": "target", "alone": True})),
    ("Once per battle, in your Charge phase, this model's unit is eligible to declare a charge in a turn in which it "
     "Advanced.",
     at("select to charge", lent({"permits": "charge after advancing", "of": "unit"}), once="battle", may=True)),
    # friends
    ("In your Command phase, select one friendly TIDE VEHICLE or TIDE MOUNTED unit (excluding TITANIC units) within "
     "6\" of the bearer. Until the start of your next Command phase, that unit is eligible to shoot in a turn in which "
     "it Fell Back.",
     at("command step",
        {"do": "choose_unit", "side": "friendly", "keyword": "Tide", "either": ["Vehicle", "Mounted"],
         "without": ["Titanic"], "within": 6, "of": "bearer",
         "then": [lent({"permits": "shoot after falling back", "of": "unit"}, to="chosen", until="next turn")]})),
    ("At the start of the Fight phase, select one friendly TIDE unit within 3\" of the bearer's unit. Until the end of "
     "the phase, improve the Weapon Skill characteristic of weapons equipped by models in that unit by 1.",
     at("fight phase start",
        {"do": "choose_unit", "side": "friendly", "keyword": "Tide", "within": 3,
         "then": [lent({"modifies": "skill", "layer": "improved", "by": 1, "of": "unit", "attacking": "melee"},
                       to="chosen")]}, whose="any")),
    ("At the end of your Movement phase, select one friendly TIDE model within 6\" of the bearer. That model regains "
     "up to D3 lost wounds. Each model can only be selected for this ability once per turn.",
     at("end of movement phase",
        {"do": "choose_unit", "side": "friendly", "keyword": "Tide", "within": 6, "of": "bearer",
         "then": [{"do": "heal", "to": "chosen", "dice": "D3", "fresh": True, "within": 6, "keyword": "Tide"}]})),
    # enemies
    ("In your Shooting phase, after this unit has shot, select one enemy INFANTRY unit hit by one or more of those "
     "attacks. Until the end of your opponent's next turn, that enemy unit is becalmed. While a unit is becalmed, "
     "subtract 2 from its Move characteristic, and subtract 2 from Advance and Charge rolls made for it.",
     at("has shot",
        hit_and(lent({"modifies": "move", "by": -2, "of": "unit"}, {"modifies": "advance", "by": -2, "of": "unit"},
                     {"modifies": "charge", "by": -2, "of": "unit"}, to="chosen", until="next turn"),
                keyword="Infantry"), test=SHOOTING)),
    ("In your Shooting phase, after this model has shot, select one enemy unit hit by one or more of those attacks. "
     "Until the end of the phase, each time a friendly TIDE model makes an attack that targets that unit, re-roll a "
     "Hit roll of 1.",
     at("model has shot",
        hit_and(lent({"rerolls": "hit", "only": [1], "of": "unit attackers", "keywords": ["Tide"],
                      "themselves": True}, to="chosen")),
        test=SHOOTING)),
    ("In your Command phase, select one enemy unit. Until the start of your next Command phase, each time a NOBLE, "
     "GUARD or KEEPER unit from your army makes an attack against that unit, add 1 to the Wound roll.",
     at("command step",
        {"do": "choose_unit", "then": [lent(
            {"modifies": "wound", "by": 1, "of": "unit attackers", "keywords": ["Noble"]},
            {"modifies": "wound", "by": 1, "of": "unit attackers", "keywords": ["Guard"], "without": ["Noble"]},
            {"modifies": "wound", "by": 1, "of": "unit attackers", "keywords": ["Keeper"],
             "without": ["Noble", "Guard"]}, to="chosen", until="next turn")]})),
    ("In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks. "
     "Until the start of your next Shooting phase, that enemy unit cannot have the Benefit of Cover.",
     at("has shot", hit_and(lent({"permits": "no cover"}, to="chosen", until="next shooting phase")), test=SHOOTING)),
    ("At the start of your opponent's Charge phase, you can select one enemy unit (excluding MONSTER and VEHICLE "
     "units) within 12\" of this unit. That unit must take a Battle-shock test and, until the end of the turn, "
     "subtract 1 from Charge rolls made for that unit.",
     at("charge phase start",
        {"do": "choose_unit", "without": ["Monster", "Vehicle"], "within": 12,
         "then": [{"do": "take_test"},
                  lent({"modifies": "charge", "by": -1, "of": "unit"}, to="chosen", until="turn")]},
        whose="opposing", may=True)),
    # tests and mortal wounds
    ("Once per turn, at the start of your Command, Movement, Shooting, Charge or Fight phase, you can select one enemy "
     "unit within 18\" of this model. That unit must take a Battle-shock test, subtracting 1 from the roll when it "
     "does so.",
     at("phase start",
        {"do": "choose_unit", "within": 18, "of": "bearer", "then": [{"do": "take_test", "by": -1}]},
        once="turn", may=True)),
    ("Each time this unit ends a Normal move, you can select one enemy unit it moved over during that move and roll "
     "one D6 for each model in this unit: for each 4+, that enemy unit suffers 1 mortal wound.",
     at("move ends", {"do": "choose_unit", "over": True, "then": [
         {"do": "roll_for", "dice": {"models": "target"},
          "results": [{"shows": [4, 5, 6], "then": [{"do": "suffer", "wounds": 1}]}]}]},
        may=True, test={"move": ["normal"]})),
    ("Each time this model ends a Charge move, select one enemy unit within Engagement Range of this model and roll "
     "one D6 for each of this model's remaining wounds: for each 4+, that enemy unit suffers 1 mortal wound (to a "
     "maximum of 6 mortal wounds).",
     at("charge ended",
        {"do": "choose_unit", "engaging": True, "of": "bearer", "then": [
            {"do": "roll_for", "dice": {"wounds": "left"}, "most": 6,
             "results": [{"shows": [4, 5, 6], "then": [{"do": "suffer", "wounds": 1}]}]}]})),
    ("Once per battle, at the end of your Command phase, this model can use this ability. If it does, roll one D6 for "
     "each enemy unit within 12\" of this model: on a 2-5, that enemy unit suffers D3 mortal wounds; on a 6, that "
     "enemy unit suffers D3+3 mortal wounds.",
     at("end of command phase",
        {"do": "for_each", "within": 12, "of": "bearer", "then": [
            {"do": "roll_for", "results": [{"shows": [2, 3, 4, 5], "then": [{"do": "suffer", "dice": "D3"}]},
                                           {"shows": [6], "then": [{"do": "suffer", "dice": "D3+3"}]}]}]},
        once="battle", may=True)),
    ("Once per phase, when an enemy unit selects the bearer's unit as a target of a charge, roll one D6: on a 2-5, "
     "that enemy unit suffers D3 mortal wounds, on a 6, that enemy unit suffers 3 mortal wounds.",
     at("charge declared",
        {"do": "roll_for", "results": [
            {"shows": [2, 3, 4, 5], "then": [{"do": "suffer", "to": "acting", "dice": "D3"}]},
            {"shows": [6], "then": [{"do": "suffer", "to": "acting", "wounds": 3}]}]},
        whose="opposing", once="phase", may=True, test={"unit": "target", "attacked": True})),
    ("Once per battle, each time an attack targets this unit, it can use this ability. If it does, until the end of "
     "the phase, models in this unit have a 2+ invulnerable save.",
     at("targets selected", lent({"modifies": "invulnerable", "layer": "at least", "by": 2, "of": "unit"}),
        whose="opposing", once="battle", may=True, test={"unit": "target", "attacked": True})),
    # Stratagems
    ("Once per battle round, one unit from your army with this ability can be targeted with a Stratagem for 0CP, even "
     "if you have already targeted a different unit with that Stratagem this phase.",
     [{"frees": ["any"], "once": "round", "of": "unit", "army": True}]),
    ("Once per turn, one model from your army with this ability can use it when its unit is targeted with a Stratagem. "
     "If it does, reduce the CP cost of that use of that Stratagem by 1CP.",
     [{"frees": ["any"], "once": "turn", "of": "unit", "army": True, "less": 1, "again": False}]),
    ("Once per battle round, when a friendly TIDE unit within 12\" of this model is targeted with a Stratagem, this "
     "model can use this ability. If it does, reduce the CP cost of that Stratagem by 1CP.",
     [{"frees": ["any"], "once": "round", "aura": 12, "keywords": ["Tide"], "less": 1, "again": False}]),
    ("Once per battle round, this model can use this ability. If it does, you can target this unit with the Fire "
     "Overwatch or Heroic Intervention Stratagem for 0CP.",
     [{"frees": ["fire-overwatch", "heroic-intervention"], "once": "round", "of": "unit", "again": False}]),
    ("Once per turn, one friendly TIDE unit within 12\" of one or more models with this ability can be targeted with a "
     "Stratagem for 0CP, even if another unit from your army has already been targeted with that Stratagem this phase.",
     [{"frees": ["any"], "once": "turn", "aura": 12, "keywords": ["Tide"], "army": True}]),
    ("Once per turn, one unit from your army with this ability can be targeted with the Fire Overwatch Stratagem for "
     "0CP, even if you have already used that Stratagem on a different unit this phase. In addition, each time you "
     "target this unit with the Fire Overwatch Stratagem, while resolving that Stratagem, hits are scored on "
     "unmodified Hit rolls of 2+.",
     [{"frees": ["fire-overwatch"], "once": "turn", "of": "unit", "army": True},
      {"modifies": "overwatch", "layer": "at least", "by": 2, "of": "unit"}]),
    ("Each time your opponent targets a unit from their army with a Stratagem, if that unit is within 12\" of this "
     "model, increase the cost of that use of that Stratagem by 1CP.",
     [{"modifies": "stratagem cost", "by": 1, "aura": 12, "side": "enemy"}]),
    ("Each time you target the bearer's unit with a Stratagem, roll one D6: on a 5+, you gain 1CP.",
     at("stratagem used", {"do": "roll", "on": 5, "then": [{"do": "gain_cp", "cp": 1}]})),
    ("While a friendly TIDE unit is within 6\" of this model, each time you target that unit with a Stratagem, roll "
     "one D6: on a 5+, you gain 1CP.",
     at("stratagem used", {"do": "roll", "on": 5, "then": [{"do": "gain_cp", "cp": 1}]}, whose="any", army=True,
        test={"unit": "acting", "side": "friendly", "keyword": "Tide", "within": 6, "of": "bearer"})),
    # one of several
    ("While this model is leading a unit, each time that unit is selected to shoot or fight, select one of the "
     "following abilities to apply to weapons equipped by models in that unit until the end of the phase: ■ [LETHAL "
     "HITS] ■ [PRECISION]",
     at("targets selected", {"do": "choose", "options": [
         {"effects": [{**lent({"arms": ["lethal-hits"], "of": "unit"}), "called": "lent1"}]},
         {"effects": [{**lent({"arms": ["precision"], "of": "unit"}), "called": "lent2"}]}]}, test=LED)),
    ("Each time a unit with this ability is selected to fight, select one of the tides below. Until that unit has "
     "finished making its attacks, the selected tide is active for it and it gains the relevant ability. ■ EBB Melee "
     "weapons equipped by models in this unit have the [LETHAL HITS] ability. ■ FLOOD Melee weapons equipped by models "
     "in this unit have the [PRECISION] ability.",
     at("selected to fight", {"do": "choose", "options": [
         {"effects": [{**lent({"arms": ["lethal-hits"], "of": "unit", "attacking": "melee"}), "called": "lent1"}]},
         {"effects": [{**lent({"arms": ["precision"], "of": "unit", "attacking": "melee"}), "called": "lent2"}]}]},
        army=True)),
    ("While this model is leading a unit, at the start of your Command phase, roll one D6: until the start of your "
     "next Command phase, weapons equipped by models in that unit gain the ability below that corresponds with that "
     "roll: ■ 1-3: [LETHAL HITS] ■ 4-6: [PRECISION]",
     at("command step", {"do": "roll_for", "results": [
         {"shows": [1, 2, 3], "then": [{**lent({"arms": ["lethal-hits"], "of": "unit"}, until="next turn"),
                                        "called": "lent1"}]},
         {"shows": [4, 5, 6], "then": [{**lent({"arms": ["precision"], "of": "unit"}, until="next turn"),
                                        "called": "lent2"}]}]}, test=LED)),
    ("If you control an objective marker at the end of your Command phase and this unit is within range of that "
     "objective marker, that objective marker remains under your control, even if you have no models in range of it, "
     "until your opponent controls it at the start or end of any turn.",
     at("end of command phase", {"do": "secure"})),
    ("Each time the bearer is selected to shoot, select either the [LETHAL HITS] or [PRECISION] ability. Until those "
     "attacks are resolved, ranged weapons equipped by the bearer have the selected ability.",
     at("targets selected", {"do": "choose", "options": [
         {"effects": [{**lent({"arms": [one], "of": "model", "attacking": "ranged"}, to="bearer"), "called": called}]}
         for one, called in (("lethal-hits", "lent1"), ("precision", "lent2"))]}, test={"strike": "ranged"})),
    ("In your Shooting phase, after this unit has shot, select one enemy INFANTRY unit hit by one or more of those "
     "attacks and roll three D6: for each 4+, that enemy unit suffers 1 mortal wound. If an enemy suffers one or more "
     "mortal wounds as a result of this ability, it must take a Battle-shock test.",
     at("has shot", hit_and({"do": "roll_for", "dice": 3, "results": [
         {"shows": [4, 5, 6], "then": [{"do": "suffer", "wounds": 1}]},
         {"of": "highest", "shows": [4, 5, 6], "then": [{"do": "take_test"}]}]}, keyword="Infantry"), test=SHOOTING)),
    # what comes back, and who fights on
    ("While this model is leading a unit, each time a model in that unit is destroyed by a melee attack, if that model "
     "has not fought this phase, roll one D6. On a 4+, do not remove it from play; that destroyed model can fight "
     "after the attacking model's unit has finished making its attacks, and is then removed from play.",
     [{"modifies": "last fight", "layer": "at least", "by": 4, "of": "led"}]),
    ("If your Army Faction is TIDE, at the end of your Command phase, each unit from your army with this ability "
     "activates its Tide Protocols and reanimates D3 wounds. Each time such a unit reanimates a wound: ■ If that unit "
     "contains one or more models with fewer than their starting number of wounds remaining, select one of those "
     "models; that model regains one lost wound. ■ If all models in that unit have their starting number of wounds, "
     "but that unit is not at its Starting Strength, one destroyed model is returned to that unit with one wound "
     "remaining. Once such a unit is at its Starting Strength and all of its models have their starting number of "
     "wounds, nothing further happens.",
     at("end of command phase", {"do": "reanimate", "dice": "D3"})),
]  # fmt: skip


@rule("errata.persisting-effects")
@pytest.mark.parametrize(("text", "does"), UNDERSTOOD)
def test_a_text_about_a_moment_is_played_by_the_program(text: str, does: list[Any]) -> None:
    assert by_program(text) == does
    assert LEXICON.read(RuleText, {"name": "Text", "text": text, "does": does}).does


@rule("errata.persisting-effects")
@pytest.mark.parametrize(
    "text",
    [
        "Each time this model destroys an enemy unit, you gain 1CP.",
        "Once per battle for each lantern this unit has, when this unit is selected to fight, until the end of the "
        "phase, melee weapons equipped by models in this unit have the [LETHAL HITS] ability.",
        "The first time this unit is destroyed, you gain 1CP.",
        "At the end of your opponent's turn, if this unit sings, you can remove it from the battlefield and place it "
        "into Strategic Reserves.",
        "At the end of your opponent's turn, you can remove it from the battlefield and place it into a boat.",
        "At the end of your Movement phase, select one friendly TIDE model within 6\" of the bearer. Until the end of "
        "the turn, that model has a 4+ invulnerable save.",
        "In your Command phase, select one enemy unit. Until the start of your next Command phase, each time a NOBLE "
        "or LANTERN GUARD INFANTRY unit from your army makes an attack against that unit, add 1 to the Wound roll.",
        "Each time this unit is selected to shoot, until the end of the phase, ranged weapons equipped by models in "
        "this unit have the [ASSAULT] ability.",
        "In your Command phase, select one friendly TIDE unit. Until the end of the phase, this unit is eligible to "
        "shoot in a turn in which it Fell Back.",
        "In your Command phase, select one unit. That unit must take a Battle-shock test.",
        "In your Command phase, that unit must take a Battle-shock test.",
        "In your Command phase, this model suffers 1 mortal wound.",
        "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks. "
        "Until the end of the phase, that unit is becalmed. While a unit is lost, subtract 2 from its Move "
        "characteristic.",
        "Each time this model ends a Charge move, select one enemy unit within Engagement Range of this model and "
        "roll one D6: for each 4+, that enemy unit suffers 1 mortal wound.",
        "Each time this unit ends a Normal or Advance move, you gain 1CP.",
        "Once per battle round, one unit from your army with this ability can be targeted with a song for 0CP, even if "
        "you have already targeted a different unit with that song this phase.",
        "Each time your opponent targets a unit from their army with a Stratagem, you gain 1CP.",
        "In your Command phase, select one of the following abilities to apply to weapons equipped by models in this "
        "unit until the end of the phase: ■ [LETHAL TEA] ■ [PRECISION]",
        "In your Command phase, roll one D6: until the end of the turn, weapons equipped by models in this unit gain "
        "the ability below that corresponds with that roll: ■ 1-2: [LETHAL HITS] ■ 4-6: [PRECISION]",
        "In your Command phase, roll one D6: until the end of the turn, weapons equipped by models in this unit gain "
        "the ability below that corresponds with that roll: ■ 1-3: [LETHAL HITS] ■ 4-6: [PRECISION] ■ Sing twice",
        "Each time a unit with this ability is selected to fight, select one of the songs below. Until that unit has "
        "finished making its attacks, the selected song is active for it and it gains the relevant ability. ■ FLOOD If "
        "it sings, melee weapons equipped by models in this unit have the [PRECISION] ability. ■ EBB Melee "
        "weapons equipped by models in this unit have the [LETHAL HITS] ability.",
        "If your Army Faction is TIDE, at the end of your Command phase, each unit from your army with this ability "
        "activates its Tide Protocols and reanimates D3 wounds. Each time such a unit reanimates a wound: ■ If that "
        "unit contains one or more models with fewer than their starting number of wounds remaining, select one of "
        "those models; that model regains one lost wound. Once such a unit is at its Starting Strength and all of its "
        "models have their starting number of wounds, nothing further happens.",
        "Each time a model in this unit is destroyed, if that model has not fought this phase, roll one D6: on a 4+, "
        "do not remove it from play.",
        "In your Movement phase, select one enemy unit hit by one or more of those attacks. That unit must take a "
        "Battle-shock test.",
    ],
)  # fmt: skip
def test_a_text_with_other_words_is_not(text: str) -> None:
    assert by_program(text) == []
