"""How numbers are changed: the order of modifiers, what is better and worse, and rolls that are modified."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import ContentError, Modifier
from rulewright.testing import Scenario
from rulewright_wh40k.attack import STRIKE
from rulewright_wh40k.book.wording import Wording
from rulewright_wh40k.cards.models import RuleText
from rulewright_wh40k.dice.rolls import Throw
from rulewright_wh40k.effects.lasting import OF_MODELS
from rulewright_wh40k.events.attacks import DamageSuffered, HitsRolled, WoundsGained
from rulewright_wh40k.events.charge import ChargeRolled
from rulewright_wh40k.events.command import ShockTested
from rulewright_wh40k.events.movement import AdvanceRolled, EscapeTested
from rulewright_wh40k.movement.move_units import MOVE
from rulewright_wh40k.numbers import CHARACTERISTICS, ROLLS, best, best_leadership, better, worst
from rulewright_wh40k.shooting.select_targets import aimed
from rulewright_wh40k.terms import DeclaredCharge, below_half, below_start, has_full_wounds, wounds_left

from .table import (
    FOES,
    MINE,
    arm,
    army,
    attached,
    battle,
    blade,
    happened,
    invent,
    left,
    offered,
    phase,
    plain,
    rule,
    sheet,
    shooting,
    unit,
    use,
)
from .test_stratagems import own, stratagem
from .test_written_abilities import led, with_texts

# In which order ---------------------------------------------------------------------------------------------


def oc(base: int, *changes: tuple[str, int], shocked: bool = False) -> int:
    """The OC of a model with these changes."""
    position = battle(unit(MINE, (20, 20), shocked=shocked), rules=invent(sheet(MINE, oc=base)))
    also = [Modifier("oc", layer, amount, f"{layer} {n}") for n, (layer, amount) in enumerate(changes)]
    return int(position.game.number("oc", "mine.1", *also))


@rule("commentary.modifiers")
@pytest.mark.parametrize(
    ("base", "changes", "shocked", "result"),
    [
        (3, [("changed", 1), ("changed", 1)], False, 5),
        (3, [("changed", 1), ("replaced", 8)], False, 9),
        (3, [("changed", 1), ("multiplied", 2)], False, 7),
        (2, [("changed", 1), ("halved", 2)], False, 2),
        (3, [("multiplied", 2), ("halved", 2)], False, 3),
        (3, [("halved", 2)], False, 2),
        (3, [("halved", 2), ("changed", 1)], False, 3),
        (2, [("halved", 2), ("changed", 1)], True, 1),
        (2, [("multiplied", 2), ("changed", 3), ("changed", -2)], False, 5),
    ],
)
def test_the_order_of_modifiers(base: int, changes: Any, shocked: bool, result: int) -> None:
    assert oc(base, *changes, shocked=shocked) == result


# Better and worse -------------------------------------------------------------------------------------------


@rule("commentary.or-better")
@rule("commentary.or-worse")
@rule("commentary.positive-modifier")
@rule("commentary.negative-modifier")
@pytest.mark.parametrize(
    ("what", "good", "bad"),
    [("skill", 2, 3), ("save", 2, 3), ("leadership", 6, 7), ("invulnerable", 4, 5), ("feel no pain", 4, 5),
     ("ap", -2, -1), ("ap", -1, 0), ("toughness", 5, 4), ("move", 6, 5), ("oc", 2, 1), ("strength", 4, 3)],
)  # fmt: skip
def test_which_value_is_better(what: str, good: int, bad: int) -> None:
    assert better(what, good, bad) and not better(what, bad, good) and not better(what, good, good)
    assert best(what, [bad, good, bad]) == good and worst(what, [good, bad, good]) == bad


@rule("commentary.best")
@rule("commentary.worst")
def test_the_best_and_worst_leadership_of_a_unit() -> None:
    sheets = [sheet(name, leadership=number) for name, number in (("six", 6), ("seven", 7), ("eight", 8))]
    one, *models = unit(MINE, *[(20.0, 20.0 + 1.3 * n) for n in range(11)])
    kinds = ["six", "seven", *["eight"] * 9]
    mixed = [type(model)(model.id, MINE, MINE, 0, f"{kind}/one", (), 1, model.x, model.y)
             for model, kind in zip(models, kinds, strict=True)]  # fmt: skip
    game = battle([one, *mixed], rules=invent(*sheets)).game
    assert best_leadership(game, MINE) == 6
    assert worst("leadership", [game.number("leadership", model.id) for model in mixed]) == 8


@rule("commentary.best")
@rule("commentary.worst")
@pytest.mark.parametrize(("amount", "lost"), [
    ({"best": "leadership"}, 6), ({"worst": "leadership"}, 8), ({"best": "toughness"}, 5), ({"worst": "toughness"}, 4),
])  # fmt: skip
def test_a_text_counts_by_the_best_or_the_worst_in_a_unit(amount: Any, lost: int) -> None:
    hurt = {"when": "movement phase start", "effects": [{"do": "suffer", "to": "target", "wounds": amount}]}
    ours = with_texts(MINE, hurt, wounds=20, leadership=8)
    boss = sheet("boss", leadership=6, toughness=5, wounds=20)
    both = attached(unit(MINE, (20, 20), wounds=20), unit("boss", (21.5, 20), player=0, wounds=20))
    position = phase(battle(both, unit(FOES, (50, 20)), rules=invent(ours, boss)), "movement phase")
    assert sum(left(position, MINE)) == 40 - lost
    said = position.game.content.texts["mine.text"].does[0].said(Wording("en"))
    assert f"the {next(iter(amount))} " in said


# Rolls ------------------------------------------------------------------------------------------------------


def rolled(kind: str, by: int, faces: tuple[int, ...]) -> int:
    """How far an Advance or a Charge with that modifier leads."""
    change = stratagem("hurry", {"do": "change", "stat": kind, "layer": "changed", "by": by},
                       when={"moment": f"select to {'move' if kind == 'advance' else 'charge'}"})  # fmt: skip
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20)), army(0, 1, detachment="own")
    position = battle(*things, rules=own(change), rolls=[faces])
    phase(position, "movement phase" if kind == "advance" else "charge phase")
    use(position, "hurry", MINE)
    if kind == "advance":
        position.answer((MINE, "advance"))
        return int(happened(position, AdvanceRolled)[0].inches)
    position.answer((MINE, (FOES,)))
    assert happened(position, ChargeRolled)
    return int(position.game.context(DeclaredCharge).inches) if position.asked == "close_in" else -1


@rule("commentary.modifying-dice-rolls", 2)
@rule("commentary.modifying-dice-rolls", 3)
@pytest.mark.parametrize(
    ("kind", "by", "faces", "inches"),
    [("advance", 1, (6,), 7), ("advance", -2, (3,), 1), ("advance", -3, (1,), 1), ("charge", 1, (6, 6), 13)],
)
def test_a_roll_may_exceed_its_dice_but_is_never_below_1(
    kind: str, by: int, faces: tuple[int, ...], inches: int
) -> None:
    assert rolled(kind, by, faces) == inches


@rule("commentary.modifying-dice-rolls", 4)
@pytest.mark.parametrize(
    ("changes", "face", "hits"),
    [((-1, -1), 4, 1), ((-1, -1), 3, 0), ((1, 1), 2, 1), ((1, 1), 1, 0), ((1, -1), 3, 1), ((1, -1), 2, 0),
     ((2, -1), 2, 1), ((-2, 1), 3, 0)],
)  # fmt: skip
def test_all_modifiers_of_a_roll_are_added_before_they_are_capped(
    changes: tuple[int, int], face: int, hits: int
) -> None:
    both = [
        stratagem(f"change-{n}", {"do": "change", "stat": "hit", "layer": "roll", "by": by}, target={"who": "acting"},
                  when={"moment": "targets selected"})
        for n, by in enumerate(changes)
    ]  # fmt: skip
    rules = own(*both, sheets=[sheet(FOES, wounds=5)])
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20), wounds=5), army(0, 2, detachment="own")
    position = phase(battle(*things, rules=rules, rolls=[(face,), (1,)]), "shooting phase").answer(MINE, FOES)
    use(use(position, "change-0", MINE), "change-1", MINE)
    plain(position)
    assert [event.hits for event in happened(position, HitsRolled)] == [hits]


# Abilities --------------------------------------------------------------------------------------------------


def shot(*abilities: str) -> Scenario:
    """Two units with these abilities have shot at the same enemy."""
    shooters = sheet(MINE, arm("gun"), blade(), abilities=list(abilities))
    things = (
        unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)),
        unit(MINE, (20, 24), name="other", weapons=(f"{MINE}/gun",)),
    )
    rolls = [(4,), (1,)] * 2
    position = battle(*things, unit(FOES, (30, 20), wounds=9), unit(MINE, (10, 40), name="last"),
                      rules=invent(shooters, sheet(FOES, wounds=9)), rolls=rolls)  # fmt: skip
    return phase(position, "shooting phase").answer(MINE, FOES, "other", FOES)


@rule("commentary.abilities-with-the-same-name")
def test_abilities_add_up_and_conditions_do_not() -> None:
    assert shot("withering").game.number("toughness", f"{FOES}.1") == 2
    position = shot("suppressing")
    assert [event.hits for event in happened(position, HitsRolled)] == [1, 1]
    assert position.game.number("hit", FOES, Modifier("hit", "roll", 1, "steady")) == 0
    assert len([one for one in position.state.effects.values() if one.kind == "suppressed"]) == 2


@rule("errata.out-of-phase", 4)
def test_what_follows_shooting_in_the_own_phase_does_not_follow_overwatch() -> None:
    rules = invent(sheet(FOES, arm("gun"), blade(), abilities=["suppressing"]), sheet(MINE, wounds=9))
    foes = unit(FOES, (30, 20), weapons=(f"{FOES}/gun",))
    things = unit(MINE, (20, 20), wounds=9), foes, army(1, 1)
    position = phase(battle(*things, rules=rules, rolls=[(6,), (1,)]), "movement phase").answer((MINE, "normal"))
    use(position, "fire-overwatch", FOES).answer(MINE)
    assert [event.hits for event in happened(position, HitsRolled)] == [1]
    assert position.game.number("hit", MINE) == 0
    usual = phase(battle(*things, rules=rules, rolls=[(6,), (1,)]), "shooting phase", 1).answer(FOES, MINE)
    plain(usual)
    assert usual.game.number("hit", MINE) == -1


@rule("commentary.with-the-x-ability")
@pytest.mark.parametrize("ability", ["deadly demise 1", "deadly demise 3", "deadly demise D6".lower()])
def test_an_ability_is_asked_for_without_its_number(ability: str) -> None:
    boom = stratagem("boom", target={"ability": "deadly demise"})
    rules = own(boom, sheets=[sheet(MINE, abilities=[ability])])
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20)), unit(FOES, (40, 40), name="ours", player=0)
    assert offered(phase(battle(*things, army(0, 1, detachment="own"), rules=rules), "shooting phase")) == [
        ("boom", MINE)
    ]


# Auras ------------------------------------------------------------------------------------------------------

GAP = 32 / 25.4


def leadership(*things: Any, whose: str = f"{MINE}.1") -> int:
    """The Leadership of a model; that of all datasheets is 7."""
    rules = invent(sheet("beacon", abilities=["beacon"]), sheet("dread", abilities=["dread"]))
    return int(
        battle(unit(MINE, (20, 20)), unit(FOES, (20, 30)), *things, rules=rules).game.number("leadership", whose)
    )


@rule("core.aura-abilities")
@rule("faq.general.aura-measured-from", 1)
def test_an_aura_reaches_so_far_from_the_base_and_counts_once() -> None:
    near, far = unit("beacon", (20 + GAP + 5.99, 20)), unit("beacon", (20 + GAP + 6.01, 20))
    assert leadership() == 7
    assert leadership(near) == 6 and leadership(far) == 7
    assert leadership(near, unit("beacon", (16, 20), name="second")) == 6
    assert leadership(near, whose="beacon.1") == 6
    assert leadership(near, whose=f"{FOES}.1") == 7
    dread = unit("dread", (24, 20), player=1)
    assert leadership(dread) == 8 and leadership(near, dread) == 7


@rule("faq.timing.destroyed-model-before-removal", 1, 2, 3)
def test_a_destroyed_model_has_its_auras_until_it_is_removed() -> None:
    from rulewright_wh40k.events.attacks import ModelDestroyed, ModelRemoved

    rules = invent(sheet("beacon", abilities=["beacon", "stealth"]))
    things = unit(MINE, (20, 20)), unit("beacon", (23, 20)), unit("beacon", (17, 20), name="second")
    position = battle(*things, unit(FOES, (40, 20)), rules=rules)
    position.happen(ModelRemoved("second.1", "second"), ModelDestroyed("beacon.1", "beacon"))
    assert position.game.number("leadership", f"{MINE}.1") == 6 and position.game.has("stealth", "beacon")
    assert position.game.number("leadership", "beacon.1") == 6
    position.happen(ModelRemoved("beacon.1", "beacon"))
    assert position.game.number("leadership", f"{MINE}.1") == 7 and not position.game.has("stealth", "beacon")


# Improved and worsened --------------------------------------------------------------------------------------


@rule("commentary.modifying-by-improving-or-worsening")
@rule("commentary.positive-modifier")
@rule("commentary.negative-modifier")
@pytest.mark.parametrize(
    ("stat", "printed", "improved", "worsened"),
    [("save", 4, 3, 5), ("save", 2, 2, 3), ("leadership", 7, 6, 8), ("toughness", 4, 5, 3), ("oc", 1, 2, 0),
     ("move", 6, 7, 5)],
)  # fmt: skip
@pytest.mark.parametrize("verb", [False, True])
def test_texts_say_better_and_worse(stat: str, printed: int, improved: int, worsened: int, verb: bool) -> None:
    """A part of an ability and a Stratagem say it in the same words."""
    for word, number in (("improved", improved), ("worsened", worsened)):
        one = sheet(MINE, **{stat: printed})
        if verb:
            change = stratagem("shift", {"do": "change", "stat": stat, "layer": word, "by": 1})
            things = unit(MINE, (20, 20)), unit(FOES, (30, 20)), army(0, 1, detachment="own")
            position = use(phase(battle(*things, rules=own(change, sheets=[one])), "shooting phase"), "shift", MINE)
        else:
            one["texts"] = [{"name": "Shift", "does": [{"modifies": stat, "layer": word, "by": 1}]}]
            position = battle(unit(MINE, (20, 20)), rules=invent(one))
        assert position.game.number(stat, "mine.1") == number


def test_better_and_worse_are_said_back() -> None:
    one = RuleText.model_validate({"name": "Shift", "does": [{"modifies": "ap", "layer": "improved", "by": 1}]})
    assert [one.said(Wording(lang)) for lang in ("en", "zh")] == ["Armour Penetration improved by 1", "穿甲提升 1"]


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ({"modifies": "save", "layer": "improved", "by": -1}, "found -1, expected a whole number of 0 or more"),
        ({"modifies": "critical hit", "layer": "improved", "by": 1}, "expected a layer of critical hit: at least"),
        ({"modifies": "leadership", "layer": "limited below", "by": 1}, "expected a layer of leadership: replaced"),
    ],
)
def test_what_cannot_be_better_is_refused(does: Any, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        invent({**sheet(MINE), "texts": [{"name": "Shift", "does": [does]}]})


# What cannot be modified ------------------------------------------------------------------------------------


def of_mine(does: list[dict[str, Any]], stat: str, **more: Any) -> Any:
    """A number of a model whose datasheet says that."""
    one = {**sheet(MINE, **more), "texts": [{"name": "Text", "does": does}]}
    return battle(unit(MINE, (20, 20)), unit(FOES, (40, 20)), rules=invent(one)).game.value(stat, "mine.1")


@rule("commentary.modifying-characteristics", 8)
@pytest.mark.parametrize(
    ("stat", "by", "more", "found"),
    [("move", 3, {"move": 0}, 0), ("move", 3, {"move": 20, "keywords": ["Aircraft"]}, 20),
     ("move", 3, {"move": 20}, 23), ("invulnerable", -1, {}, 7), ("invulnerable", -1, {"invulnerable": 5}, 4),
     ("feel no pain", -1, {}, 7), ("feel no pain", -1, {"abilities": ["feel no pain 5+"]}, 4)],
)  # fmt: skip
def test_a_dash_and_a_plus_cannot_be_modified(stat: str, by: int, more: Any, found: int) -> None:
    value = of_mine([{"modifies": stat, "layer": "changed", "by": by}], stat, **more)
    assert value.number == found
    if fixed := found == value.base:
        assert of_mine([{"modifies": stat, "layer": "replaced", "by": 3}], stat, **more).number == found
    assert ("cannot be modified" in "".join(value.explain())) is fixed


@rule("commentary.no-characteristic")
@pytest.mark.parametrize(("toughness", "by", "passed"), [(9, -3, False), (8, 0, True), (4, 5, True), (3, -1, True)])
def test_toughness_stands_for_a_leadership_of_dash_and_is_not_modified(toughness: int, by: int, passed: bool) -> None:
    does = [{"modifies": stat, "layer": "changed", "by": by} for stat in ("leadership", "toughness")]
    one = {**sheet(MINE, leadership=0, toughness=toughness), "texts": [{"name": "Text", "does": does}]}
    position = battle(unit(MINE, (20, 20), strength=3), unit(FOES, (40, 20)), rules=invent(one), rolls=[(4, 4)])
    plain(phase(position, "command phase"))
    (tested,) = happened(position, ShockTested)
    assert (tested.leadership, tested.passed) == (toughness, passed)


# Ignoring modifiers -----------------------------------------------------------------------------------------


@rule("commentary.ignoring-modifiers", 1, 2, 3)
@rule("commentary.negative-modifier")
@rule("commentary.positive-modifier")
@pytest.mark.parametrize("stat", [*CHARACTERISTICS, *ROLLS])
def test_who_ignores_modifiers_keeps_those_that_help(stat: str) -> None:
    """With a word for all of them, or with the name of the number; other numbers are modified as ever."""
    changes = [{"modifies": stat, "layer": word, "by": 1} for word in ("improved", "worsened")]
    both = "characteristics" if stat in CHARACTERISTICS else "rolls"
    other = "rolls" if both == "characteristics" else "characteristics"
    found = {}
    for ignored in (None, both, other, stat):
        does = changes + ([{"ignores": [ignored]}] if ignored else [])
        one = {**sheet(MINE, arm("gun", ap=-2, skill=4, attacks="3", damage="3"), leadership=6, oc=2, wounds=3),
               "texts": [{"name": "Text", "does": does}]}  # fmt: skip
        position = battle(unit(MINE, (20, 20), wounds=3), unit(FOES, (30, 20)), rules=invent(one))
        declared = aimed(position.game, MINE, FOES, f"{MINE}/gun", ["mine.1"])
        position.begin(STRIKE(player=0, unit=MINE, declared=tuple(declared)))
        printed = [Modifier(stat, "printed", 5)] if stat in ("attacks", "damage", "range") else []
        found[ignored] = int(position.game.number(stat, "mine.1" if stat in OF_MODELS else MINE, *printed))
    assert found[both] == found[stat] and found[other] == found[None]
    assert better(stat, found[both], found[None])


@rule("commentary.ignoring-modifiers", 3)
def test_a_hit_roll_ignores_what_hinders_it_in_play() -> None:
    """A roll of 3 hits on 3+ in spite of Stealth, and still has the +1 of Heavy: a 2 hits as well."""
    one = {**sheet(MINE, arm("gun", "heavy", attacks="2"), blade()),
           "texts": [{"name": "Sure aim", "does": [{"ignores": ["hit"]}]}]}  # fmt: skip
    foes = sheet(FOES, wounds=9, abilities=["stealth"], save=2)
    for ours, hits in ((one, 2), ({**one, "texts": []}, 1)):
        position = phase(battle(unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20), wounds=9),
                                rules=invent(ours, foes), rolls=[(2, 3), (1,) * hits]), "shooting phase")  # fmt: skip
        position.answer(MINE, FOES)
        assert happened(position, HitsRolled)[0].hits == hits


def test_what_is_ignored_is_said_back() -> None:
    one = RuleText.model_validate({"name": "Sure", "does": [{"ignores": ["hit", "characteristics"], "of": "led"}]})
    assert [one.said(Wording(lang)) for lang in ("en", "zh")] == [
        "models in the unit that it leads: ignoring modifiers that make these worse: Hit roll, all characteristics",
        "其领导的单位中的模型：忽略会使下列数值变差的修正：命中骰、所有属性",
    ]


@rule("commentary.ignoring-modifiers", 1)
@pytest.mark.parametrize(("of", "found"), [("led", (4, 4)), ("unit", (4, 4)), ("model", (3, 4))])
def test_a_leader_lets_the_unit_that_it_leads_ignore_them(of: str, found: tuple[int, ...]) -> None:
    """Our models, our leader and another unit of ours have Toughness 4 and a text that takes 1 of it."""
    weaken = {"modifies": "toughness", "by": -1}
    texts = [{"name": "Sure", "does": [{"ignores": ["toughness", "save"], "of": of}]}]
    rules = invent({**sheet(MINE), "texts": [{"name": "Weak", "does": [weaken, {"ignores": ["oc"]}]}]},
                   {**sheet("boss", keywords=["Infantry", "Character"]), "texts": texts})  # fmt: skip
    game = battle(led((20, 20), (21.5, 20)), unit(MINE, (40, 40), name="others"), rules=rules).game
    assert tuple(game.number("toughness", id) for id in ("mine.1", "boss.1")) == found
    assert game.number("toughness", "others.1") == 3


# Damage of 0 ------------------------------------------------------------------------------------------------


@rule("commentary.modifying-characteristics", 3, 4)
@rule("errata.weapon-characteristics", 8)
@rule("faq.general.damage-zero-vs-minimum-one")
@pytest.mark.parametrize(
    ("changes", "lost"),
    [([("replaced", 0)], 0), ([("replaced", 0), ("changed", 2)], 2), ([("replaced", 0), ("changed", -2)], 0),
     ([("changed", -9)], 1), ([("replaced", 2), ("changed", -9)], 1), ([("multiplied", 0)], 1)],
)  # fmt: skip
def test_a_text_that_sets_damage_to_0_comes_first_and_only_that_leads_below_1(changes: Any, lost: int) -> None:
    does = [{"modifies": "damage", "layer": layer, "by": by} for layer, by in changes]
    rules = invent({**sheet(MINE, arm("gun", damage="3")), "texts": [{"name": "Text", "does": does}]},
                   sheet(FOES, wounds=9))  # fmt: skip
    position = shooting(unit(FOES, (30, 20), wounds=9), rules=rules, rolls=[(3,), (4,), (1,)])
    assert left(position) == [9 - lost]


@rule("commentary.modifying-characteristics", 3)
def test_no_other_characteristic_is_set_to_less_than_its_limit() -> None:
    does = [{"modifies": "attacks", "layer": "replaced", "by": 0}]
    rules = invent({**sheet(MINE, arm("gun", attacks="3")), "texts": [{"name": "Text", "does": does}]})
    assert len(happened(shooting(rules=rules, rolls=[(1,)]), HitsRolled)[0].faces) == 1


# Skills, and damage beside mortal wounds --------------------------------------------------------------------


@rule("commentary.modifying-characteristics", 1, 2)
@pytest.mark.parametrize(
    ("attacking", "melee", "hits"),
    [("melee", True, 2), ("ranged", True, 1), ("any", True, 2), ("melee", False, 1), ("ranged", False, 2),
     ("any", False, 2)],
)  # fmt: skip
@pytest.mark.parametrize("weapon", [0, 1])
def test_a_skill_is_that_of_every_weapon_of_a_sort(attacking: str, melee: bool, hits: int, weapon: int) -> None:
    """A 3 hits on 4+ where WS, or BS, is improved; our unit has two weapons of each sort."""
    does = [{"modifies": "skill", "layer": "improved", "by": 1, "attacking": attacking}]
    arms = [make(name, skill=4, attacks="2") for make, name in
            ((arm, "gun"), (arm, "pistol"), (blade, "blade"), (blade, "fist"))]  # fmt: skip
    rules = invent({**sheet(MINE, *arms), "texts": [{"name": "Skilled", "does": does}]}, sheet(FOES, save=2))
    used = f"{MINE}/" + (("blade", "fist") if melee else ("gun", "pistol"))[weapon]
    foes = unit(FOES, (22, 20) if melee else (30, 20))
    position = shooting(foes, rules=rules, weapon=used, melee=melee, rolls=[(3, 5), (1,) * hits])
    assert happened(position, HitsRolled)[0].hits == hits


@rule("commentary.modifying-characteristics", 9)
@pytest.mark.parametrize(("by", "normal"), [(2, 3), (0, 1), (-1, 1)])
def test_a_changed_damage_is_that_of_normal_damage_and_not_of_mortal_wounds(by: int, normal: int) -> None:
    """A Critical Wound of a Searing weapon inflicts 1 mortal wound beside the damage of the attack."""
    does = [{"modifies": "damage", "by": by}]
    rules = invent({**sheet(MINE, arm("gun", "searing 1")), "texts": [{"name": "Text", "does": does}]},
                   sheet(FOES, wounds=9))  # fmt: skip
    position = shooting(unit(FOES, (30, 20), wounds=9), rules=rules, rolls=[(3,), (6,), (1,)])
    suffered = [(one.damage, one.mortal) for one in happened(position, DamageSuffered)]
    assert suffered == [(normal, False), (1, True)]


@pytest.mark.parametrize("leadership", [1, 4, 9])
def test_a_leadership_that_is_never_printed_is_refused(leadership: int) -> None:
    with pytest.raises(ContentError, match=r"leadership.*(5 to 8, or 0|at most 8)"):
        invent(sheet(MINE, leadership=leadership))


# Wounds -----------------------------------------------------------------------------------------------------


def hardened(
    by: int, *rolls: tuple[int, ...], wounds: int, printed: int = 3, damage: str = "1", **more: Any
) -> Scenario:
    """Foes with so many wounds left of those printed, whose Wounds a text changes, have been shot at by one gun."""
    foes = {**sheet(FOES, wounds=printed), "texts": [{"name": "Text", "does": [{"modifies": "wounds", "by": by}]}]}
    rules = invent(foes, sheet(MINE, arm("gun", damage=damage, **more)))
    return shooting(unit(FOES, (30, 20), wounds=wounds), rules=rules, rolls=rolls)


@rule("errata.model-characteristics", 5)
@rule("commentary.modifiers", 1)
@pytest.mark.parametrize(
    ("by", "damage", "found"),
    [(2, 3, 2), (2, 4, 1), (2, 5, 0), (0, 3, 0), (-1, 1, 1), (-1, 2, 0), (-9, 1, 0)],
)
def test_a_model_loses_the_wounds_that_it_has_with_its_changed_characteristic(by: int, damage: int, found: int) -> None:
    """It has 3 wounds as printed, and more or fewer with what is changed, but at least 1."""
    position = hardened(by, (3,), (4,), (1,), wounds=3, damage=str(damage))
    assert wounds_left(position.game, f"{FOES}.1") == found


@rule("commentary.full-wounds")
@rule("core.below-half-strength")
@pytest.mark.parametrize(
    ("by", "wounds", "whole", "half"),
    [(0, 3, True, False), (0, 2, False, False), (0, 1, False, True), (2, 3, True, False), (2, 2, False, False),
     (5, 1, False, False), (-1, 3, True, False), (-2, 1, True, False)],
)  # fmt: skip
def test_full_wounds_and_half_strength_go_by_the_changed_characteristic(
    by: int, wounds: int, whole: bool, half: bool
) -> None:
    game = hardened(by, (1,), wounds=wounds).game
    assert (has_full_wounds(game, f"{FOES}.1"), below_half(game, FOES)) == (whole, half)
    assert below_start(game, FOES) is not whole


def test_wounds_that_were_gained_for_a_phase_are_gone_when_it_ends_and_one_is_left() -> None:
    """Of 2 wounds and 2 more it loses 3, and keeps its last one."""
    swell = stratagem("swell", {"do": "change", "stat": "wounds", "layer": "changed", "by": 2},
                      target={"who": "attacked"}, when={"moment": "targets selected"})  # fmt: skip
    rules = own(swell, sheets=[sheet(FOES, wounds=2), sheet(MINE, arm("gun", damage="3"))])
    things = unit(MINE, (20, 20), weapons=(f"{MINE}/gun",)), unit(FOES, (30, 20), wounds=2)
    armies = army(0), army(1, 1, detachment="own")
    position = phase(battle(*things, *armies, rules=rules, rolls=[(3,), (4,), (1,)]), "shooting phase")
    use(position.answer(MINE, FOES), "swell", FOES)
    assert [event.wounds for event in happened(position, WoundsGained)] == [2]
    assert position.phase != "shooting phase" and wounds_left(position.game, f"{FOES}.1") == 1


# Half range -------------------------------------------------------------------------------------------------


@rule("core.weapon-rapid-fire")
@rule("core.weapon-melta", 1)
@pytest.mark.parametrize(
    ("layer", "by", "near"),
    [("changed", 0, True), ("halved", 2, False), ("replaced", 20, True), ("changed", -8, False),
     ("multiplied", 2, True)],
)  # fmt: skip
def test_half_of_the_range_is_half_of_the_changed_range(layer: str, by: int, near: bool) -> None:
    """A target 8.7 inches away is within half of 24 inches, and of 20, and not of 12 or 16."""
    does = [{"modifies": "range", "layer": layer, "by": by}]
    rules = invent({**sheet(MINE, arm("gun", "rapid fire 1", "melta 3")), "texts": [{"name": "Text", "does": does}]},
                   sheet(FOES, wounds=9))  # fmt: skip
    faces = (3, 1) if near else (3,)
    position = shooting(unit(FOES, (30, 20), wounds=9), rules=rules, rolls=[faces, (4,), (1,)])
    assert len(happened(position, HitsRolled)[0].faces) == 1 + near
    assert left(position) == [9 - 1 - 3 * near]


# Tests ------------------------------------------------------------------------------------------------------


def of_unit(**does: Any) -> dict[str, Any]:
    """Our datasheet with a text that says this of its unit."""
    return {**sheet(MINE, arm("gun", "hazardous"), wounds=9), "texts": [{"name": "Text", "does": [does]}]}


@rule("commentary.modifying-dice-rolls", 2, 3)
@rule("commentary.ignoring-modifiers", 2)
@pytest.mark.parametrize("ignored", [False, True])
@pytest.mark.parametrize(
    ("by", "faces", "passed"),
    [
        (0, (3, 4), True),
        (0, (3, 3), False),
        (1, (3, 3), True),
        (-1, (3, 4), False),
        (-2, (4, 5), True),
        (2, (2, 2), False),
    ],
)
def test_a_battle_shock_test_is_modified(by: int, faces: tuple[int, int], passed: bool, ignored: bool) -> None:
    """It is taken against 7; whoever ignores modifiers keeps those that help."""
    one = of_unit(modifies="battle-shock", by=by)
    if ignored:
        one["texts"][0]["does"].append({"ignores": ["rolls"]})
    position = battle(
        unit(MINE, (20, 20), wounds=9, strength=3), unit(FOES, (40, 20)), rules=invent(one), rolls=[faces]
    )
    (tested,) = happened(plain(phase(position, "command phase")), ShockTested)
    assert tested.passed is (sum(faces) >= 7 if ignored and by < 0 else passed)


@rule("commentary.modifying-dice-rolls", 3)
@pytest.mark.parametrize(
    ("by", "face", "passed", "needed"),
    [(0, 3, True, 3), (0, 2, False, 3), (1, 2, True, 2), (-1, 3, False, 4), (2, 1, True, 1), (-4, 6, False, 7)],
)
def test_a_desperate_escape_test_is_modified(by: int, face: int, passed: bool, needed: int) -> None:
    """A Command Re-roll is told what the die itself has to show, and not offered where it cannot help."""
    for cp in (0, 1):
        things = unit(MINE, (20, 20), wounds=9), unit(FOES, (21.63, 20)), army(0, cp)
        rules = invent(of_unit(modifies="desperate escape", by=by))
        position = battle(*things, rules=rules, rolls=[(face,)]).begin(MOVE(player=0, unit=MINE, way="fall back"))
        position.answer(((f"{MINE}.1", ((26.0, 20.0),)),))
        asked = position.asked == "react"
        assert asked is (cp > 0 and face < needed <= 6)
        if asked:
            assert position.game.context(Throw).needed == needed
        plain(position)
        assert [event.passed for event in happened(position, EscapeTested)] == [passed]


@rule("commentary.modifying-dice-rolls", 3)
@pytest.mark.parametrize(("by", "face", "lost"), [(0, 1, 3), (0, 2, 0), (-1, 2, 3), (-1, 3, 0), (1, 1, 0)])
def test_a_hazardous_test_is_modified(by: int, face: int, lost: int) -> None:
    position = shooting(unit(MINE, (20, 20), wounds=9), rules=invent(of_unit(modifies="hazardous", by=by)),
                        rolls=[(1,), (face,)])  # fmt: skip
    assert left(position, MINE) == [9 - lost]
