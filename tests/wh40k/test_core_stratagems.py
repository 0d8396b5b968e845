"""What each core Stratagem does, when, and to whom."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.events import (
    AdvanceRolled,
    ChargeDeclared,
    ChargeRolled,
    EscapeTested,
    HazardTested,
    HitsRolled,
    Moved,
    Rerolled,
    SavesRolled,
    Selected,
    ShockTested,
    TargetsDeclared,
    WoundsLost,
    WoundsRolled,
)
from rulewright_wh40k.fighting import fights_first
from rulewright_wh40k.stratagems.events import FoeHarmed, StratagemUsed

from .table import (
    FOES,
    MINE,
    arm,
    army,
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
    unit,
    use,
)
from .table import shooting as attacks

GAP = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""
GRENADES: dict[str, Any] = {"keywords": ["Infantry", "Grenades"]}


def cites(position: Scenario, id: str) -> None:
    """The Stratagem that was used last cost 1 CP."""
    event = happened(position, StratagemUsed)[-1]
    assert (event.stratagem, event.cost) == (id, 1)


# Command Re-roll --------------------------------------------------------------------------------------------


def gun(*abilities: str, **more: Any) -> Any:
    """Rules in which our unit has such a gun, and foes have two wounds."""
    return invent(sheet(MINE, arm("gun", *abilities, **more)), sheet(FOES, wounds=9))


@rule("errata.stratagem-command-reroll", 3, 4, 5, 6, 7)
@rule("core.stratagem-command-re-roll", 1, 2)
@rule("commentary.fast-dice-and-single-reroll")
@rule("commentary.just-after")
@rule("commentary.after")
@rule("commentary.immediately")
def test_one_of_several_hit_rolls_is_made_again_before_anything_else() -> None:
    rolls = [(1, 2, 6), (5,), (4, 4), (6, 6)]
    foe = unit(FOES, (30, 20), wounds=9)
    position = attacks(foe, army(0, 1), rules=gun(attacks="3"), rolls=rolls)
    assert (position.window, offered(position), position.player) == ("rolled", [("command-re-roll", MINE)], 0)
    assert not happened(position, HitsRolled)
    use(position, "command-re-roll", MINE)
    assert position.asked == "reroll" and position.options == [(1,), (2,), (6,)]
    position.answer((2,))
    assert [event.faces for event in happened(position, HitsRolled)] == [(1, 5, 6)]
    cites(position, "command-re-roll")


@rule("errata.stratagem-command-reroll", 1)
def test_command_reroll_is_a_core_battle_tactic() -> None:
    assert set(invent().content.stratagems["command-re-roll"].labels) == {"core", "battle tactic"}


@rule("errata.stratagem-command-reroll", 3)
@rule("core.re-rolls", 4)
@pytest.mark.parametrize(
    ("what", "more", "rolls", "found"),
    [
        ("wound", {}, [(4,), (1,), (5,), (6,)], (WoundsRolled, "faces", (5,))),
        ("attacks", {"attacks": "D6"}, [(1,), (3,), (1, 1, 1)], (HitsRolled, "faces", (1, 1, 1))),
        ("damage", {"damage": "D6"}, [(4,), (4,), (1,), (1,), (5,)], (WoundsLost, "wounds", 5)),
    ],
)
def test_which_rolls_of_attacks_are_made_again(what: str, more: Any, rolls: Any, found: Any) -> None:
    position = attacks(unit(FOES, (30, 20), wounds=9), army(0, 1), rules=gun(**more), rolls=rolls)
    while position.asked == "react" and position.game.request.about:
        from rulewright_wh40k.rolling import Throw

        if position.game.context(Throw).what == what:
            break
        position.answer(None)
    use(position, "command-re-roll", MINE)
    plain(position)
    kind, field, value = found
    assert [getattr(event, field) for event in happened(position, kind)] == [value]


@rule("errata.stratagem-command-reroll", 3, 5)
def test_a_saving_throw_is_made_again_by_its_player() -> None:
    position = attacks(unit(FOES, (30, 20), wounds=9), army(1, 1), rules=gun(), rolls=[(4,), (4,), (1,), (6,)])
    assert (position.player, offered(position)) == (1, [("command-re-roll", FOES)])
    use(position, "command-re-roll", FOES)
    assert [(event.faces, event.failed) for event in happened(position, SavesRolled)] == [((6,), 0)]


@rule("errata.stratagem-command-reroll", 2)
@rule("core.re-rolls", 3)
@rule("commentary.re-rolls", 2)
def test_a_charge_roll_is_made_again_with_both_dice() -> None:
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20)), army(0, 1)
    position = phase(battle(*things, rolls=[(1, 6), (2, 3)]), "charge phase").answer((MINE, (FOES,)))
    use(position, "command-re-roll", MINE)
    assert [event.faces for event in happened(position, ChargeRolled)] == [(2, 3)]
    assert [(event.before, event.after) for event in happened(position, Rerolled)] == [((1, 6), (2, 3))]


@rule("errata.stratagem-command-reroll", 2)
def test_an_advance_roll_is_made_again() -> None:
    position = phase(battle(unit(MINE, (20, 20)), unit(FOES, (40, 20)), army(0, 1), rolls=[(1,), (6,)]),
                     "movement phase").answer((MINE, "advance"))  # fmt: skip
    use(position, "command-re-roll", MINE)
    assert [event.inches for event in happened(position, AdvanceRolled)] == [6]


@rule("errata.stratagem-command-reroll", 2)
def test_a_hazardous_test_is_made_again() -> None:
    position = attacks(army(0, 1), unit(FOES, (30, 20), wounds=9), rules=gun("hazardous"), rolls=[(1,), (1,), (2,)])
    position.answer(None)
    use(position, "command-re-roll", MINE)
    assert [event.faces for event in happened(position, HazardTested)] == [(2,)]


@rule("errata.stratagem-command-reroll", 2)
def test_a_desperate_escape_test_is_made_again() -> None:
    from rulewright_wh40k.movement import GOING

    crossed = unit(FOES, (21 + GAP * 0.5, 20))
    position = battle(unit(MINE, (20, 20), shocked=False), crossed, army(0, 1), rolls=[(1,), (3,)])
    position.begin(GOING(player=0, unit=MINE, way="fall back"))
    position.answer(((f"{MINE}.1", ((26.0, 20.0),)),))
    use(position, "command-re-roll", MINE)
    assert [(event.face, event.passed) for event in happened(position, EscapeTested)] == [(3, True)]


@rule("errata.stratagem-command-reroll", 8)
@rule("core.roll-off", 3)
def test_other_rolls_are_not_made_again() -> None:
    tough = sheet(FOES, wounds=9, abilities=["feel no pain 5+"])
    rules = invent(sheet(MINE, arm("gun")), tough)
    position = attacks(unit(FOES, (30, 20), wounds=9), army(1, 1), rules=rules, rolls=[(4,), (4,), (1,), (2,)])
    plain(position)
    assert left(position) == [8] and not happened(position, Rerolled)
    windows = [event for event in position.game.events() if type(event).__name__ == "StratagemUsed"]
    assert not windows
    weak = battle(unit(MINE, (20, 20), strength=3), unit(FOES, (40, 20)), army(0, 2), rolls=[(1, 1)])
    phase(weak, "command phase").answer(None)
    assert [event.faces for event in happened(weak, ShockTested)] == [(1, 1)]


@rule("core.re-rolls", 1)
@rule("commentary.re-rolls", 1)
def test_no_die_is_rolled_a_third_time() -> None:
    """Twin-linked does not re-roll the die that Command Re-roll has re-rolled."""
    rolls = [(4, 4), (1, 2), (1,), (1,)]
    foe = unit(FOES, (30, 20), wounds=9)
    position = attacks(foe, army(0, 2), rules=gun("twin-linked", attacks="2"), rolls=rolls)
    position.answer(None)
    use(position, "command-re-roll", MINE)
    position.answer((2,))
    plain(position)
    assert [event.faces for event in happened(position, WoundsRolled)] == [(1, 1)]


@rule("core.re-rolls", 2)
@rule("commentary.re-rolls", 5, 7)
@rule("commentary.modifying-dice-rolls", 1)
def test_modifiers_come_after_rerolls_and_rerolls_trigger_what_dice_trigger() -> None:
    """A hit roll of 2 with +1 hits on 3+ only after the re-roll; a 6 that is re-rolled to is a Critical Hit."""
    rolls = [(1, 1), (6,), (1, 1, 1)]
    rules = gun("sustained hits 2", "heavy", attacks="2")
    position = attacks(unit(FOES, (30, 20), wounds=9), army(0, 1), rules=rules, rolls=rolls)
    use(position, "command-re-roll", MINE)
    assert [(event.faces, event.hits) for event in happened(position, HitsRolled)] == [((6, 1), 3)]


# Insane Bravery ---------------------------------------------------------------------------------------------


@rule("errata.stratagem-insane-bravery", 2, 3, 4, 5)
@rule("core.stratagem-insane-bravery")
@rule("commentary.automatically-passes")
def test_insane_bravery_passes_the_test_once_in_a_battle() -> None:
    two = unit(MINE, (20, 20), strength=3), unit(MINE, (20, 30), strength=3, name="other")
    position = phase(battle(*two, unit(FOES, (40, 20)), army(0, 3), rolls=[(1, 1)]), "command phase")
    assert (position.window, offered(position)) == ("battle-shock test", [("insane-bravery", MINE)])
    use(position, "insane-bravery", MINE)
    cites(position, "insane-bravery")
    assert [(event.unit, event.faces, event.passed) for event in happened(position, ShockTested)] == [
        (MINE, (), True), ("other", (1, 1), False),
    ]  # fmt: skip
    assert [one.shocked for one in position.state.units.values()][:2] == [False, True]
    used = position.state.armies[0].used
    later = phase(battle(*two, unit(FOES, (40, 20)), army(0, 3, used=used), rolls=[(6, 6), (6, 6)], round=2),
                  "command phase", number=2)  # fmt: skip
    assert not offered(later) and len(happened(later, ShockTested)) == 2


@rule("errata.stratagem-insane-bravery", 1, 2)
def test_insane_bravery_is_an_epic_deed_of_the_own_command_phase() -> None:
    assert set(invent().content.stratagems["insane-bravery"].labels) == {"core", "epic deed"}
    weak = unit(FOES, (40, 20), strength=3), unit(MINE, (20, 20))
    position = phase(battle(*weak, army(0, 3), army(1, 0), rolls=[(6, 6)]), "command phase", 1)
    assert (position.player, offered(position)) == (1, [("insane-bravery", FOES)])


# Grenade ----------------------------------------------------------------------------------------------------


def thrower(
    *, done: tuple[str, ...] = (), at: tuple[float, float] = (25, 20), rolls: Any = (), **more: Any
) -> Scenario:
    """A Shooting phase with a unit that has grenades."""
    ours = unit(MINE, (20, 20), done=done)
    rules = invent(sheet(MINE, **more.pop("traits", GRENADES)), sheet(FOES, wounds=10), terrain=more.pop("terrain", ()))
    things = ours, unit(FOES, at, wounds=10), army(0, 1), *more.pop("things", ())
    return phase(battle(*things, rules=rules, rolls=rolls, **more), "shooting phase")


@rule("errata.stratagem-grenade", 2, 5, 6)
@rule("core.stratagem-grenade")
@rule("commentary.dice-results-with-no-effect")
def test_grenades_harm_on_4_and_more() -> None:
    position = use(thrower(rolls=[(1, 2, 3, 4, 5, 6)]), "grenade", MINE)
    assert [(event.faces, event.wounds) for event in happened(position, FoeHarmed)] == [((1, 2, 3, 4, 5, 6), 3)]
    assert left(position) == [7]
    cites(position, "grenade")


@rule("errata.stratagem-grenade", 1)
def test_grenade_is_wargear() -> None:
    assert set(invent().content.stratagems["grenade"].labels) == {"core", "wargear"}


@rule("errata.stratagem-grenade", 3, 4)
@pytest.mark.parametrize(
    ("more", "able"),
    [
        ({}, True),
        ({"done": ("normal",)}, True),
        ({"done": ("advance",)}, False),
        ({"done": ("fall back",)}, False),
        ({"done": ("shot",)}, False),
        ({"traits": {}}, False),
        ({"at": (20 + GAP + 0.5, 20)}, False),
    ],
)
def test_who_throws_grenades(more: Any, able: bool) -> None:
    assert (offered(thrower(**more)) == [("grenade", MINE)]) is able


WALL = {"id": "wall", "outline": [[22, 0], [23, 0], [23, 44], [22, 44]], "height": 9, "traits": ["ruin"]}


@rule("errata.stratagem-grenade", 5)
@pytest.mark.parametrize(
    ("more", "able"),
    [
        ({"at": (20 + GAP + 7.99, 20)}, True),
        ({"at": (20 + GAP + 8.01, 20)}, False),
        ({"terrain": [WALL]}, False),
        ({"things": [unit(MINE, (25, 21.5), name="friend")]}, False),
    ],
)
def test_at_whom_grenades_are_thrown(more: Any, able: bool) -> None:
    traits = GRENADES
    position = thrower(traits=traits, **more)
    assert (("grenade", MINE) in offered(position)) is able


# Tank Shock -------------------------------------------------------------------------------------------------


def tank(*, keywords: tuple[str, ...] = ("Vehicle",), toughness: int = 4, rolls: Any, cp: int = 1) -> Scenario:
    """Our unit charges: it rolled, and moves into contact."""
    rules = invent(sheet(MINE, keywords=list(keywords), toughness=toughness), sheet(FOES, wounds=12))
    things = unit(MINE, (20, 20)), unit(FOES, (25, 20), wounds=12), army(0, cp)
    position = phase(battle(*things, rules=rules, rolls=rolls), "charge phase").answer((MINE, (FOES,)))
    if cp:
        position.answer(None)
    return position.answer(((f"{MINE}.1", ((25 - GAP, 20.0),)),)) if position.asked == "close_in" else position


@rule("errata.stratagem-tank-shock", 2, 3, 4, 5)
@rule("core.stratagem-tank-shock")
def test_a_vehicle_that_charged_shocks_with_its_toughness() -> None:
    position = tank(rolls=[(6, 6), (4, 5, 6, 1)])
    assert (position.window, offered(position)) == ("charge ended", [("tank-shock", MINE)])
    use(position, "tank-shock", MINE)
    assert [(event.target, event.faces, event.wounds) for event in happened(position, FoeHarmed)] == [
        (FOES, (4, 5, 6, 1), 2)
    ]
    assert left(position) == [10]
    cites(position, "tank-shock")


@rule("errata.stratagem-tank-shock", 6)
def test_tank_shock_does_not_inflict_more_than_six() -> None:
    position = use(tank(toughness=10, rolls=[(6, 6), (6,) * 10]), "tank-shock", MINE)
    assert left(position) == [6]


@rule("errata.stratagem-tank-shock", 2, 3)
def test_no_tank_shock_without_a_charge_move_or_a_vehicle() -> None:
    assert not offered(tank(keywords=("Infantry",), rolls=[(6, 6)]))
    assert not offered(tank(rolls=[(1, 1)]))


@rule("errata.stratagem-tank-shock", 1)
@rule("errata.stratagem-fire-overwatch", 1)
@rule("errata.stratagem-heroic-intervention", 2)
def test_the_strategic_ploys() -> None:
    ploys = {id for id, one in invent().content.stratagems.items() if "strategic ploy" in one.labels}
    assert {"tank-shock", "fire-overwatch", "heroic-intervention", "counter-offensive"} <= ploys


# Go to Ground and Smokescreen -------------------------------------------------------------------------------


def shot_at(*keywords: str, player: int = 1, rolls: Any = ()) -> Scenario:
    """A unit with these keywords is shot at; its player has 1 CP."""
    foe = sheet(FOES, keywords=list(keywords), save=5, wounds=3)
    ours = unit(MINE, (20, 20)), unit(MINE, (20, 40), name="more")
    things = *ours, unit(FOES, (30, 20), wounds=3), unit(FOES, (30, 30), name="else"), army(player, 1)
    rules = invent(sheet(MINE, arm("gun", ap=-3), blade()), foe)
    position = phase(battle(*things, rules=rules, rolls=rolls), "shooting phase")
    return position.answer(MINE, FOES)


@rule("core.stratagem-go-to-ground")
@rule("errata.persisting-effects", 1)
def test_who_goes_to_ground_has_cover_and_a_ward() -> None:
    position = shot_at("Infantry", rolls=[(6,), (6,), (6,)])
    assert happened(position, TargetsDeclared) and not happened(position, HitsRolled)
    assert (position.window, position.player, offered(position)) == ("targets selected", 1, [("go-to-ground", FOES)])
    game = position.game
    before = game.number("invulnerable", f"{FOES}.1")
    use(position, "go-to-ground", FOES)
    assert before == 7 and [(event.needed, event.failed) for event in happened(position, SavesRolled)] == [(6, 0)]
    cites(position, "go-to-ground")
    assert game.may("cover", FOES) and game.number("invulnerable", f"{FOES}.1") == 6
    assert not game.may("cover", "else") and game.number("invulnerable", "else.1") == 7
    position.answer(None)
    assert not position.game.may("cover", FOES) and position.game.number("invulnerable", f"{FOES}.1") == 7


@rule("core.stratagem-smokescreen")
def test_behind_a_smokescreen_units_have_cover_and_stealth() -> None:
    position = shot_at("Vehicle", "Smoke", rolls=[(3,), (6,), (6,)])
    assert offered(position) == [("smokescreen", FOES)]
    use(position, "smokescreen", FOES)
    assert [(event.faces, event.hits) for event in happened(position, HitsRolled)] == [((3,), 0)]
    assert position.game.may("cover", FOES) and position.game.has("stealth", FOES)
    cites(position, "smokescreen")


@rule("core.stratagem-go-to-ground", 2, 3)
@rule("core.stratagem-smokescreen", 2, 3)
def test_nobody_else_hides() -> None:
    assert not offered(shot_at("Vehicle", rolls=[(1,)]))
    own = shot_at("Infantry", "Smoke", player=0, rolls=[(1,)])
    assert all(choice[0] == "command-re-roll" for choice in offered(own))


# Epic Challenge and Counter-offensive -----------------------------------------------------------------------


def duel(
    *, cp: int = 1, led: bool = True, keywords: tuple[str, ...] = ("Infantry", "Character"), rolls: Any = ()
) -> Scenario:
    """The Fight phase of player 0: a Character against a unit with a leader."""
    rules = invent(sheet(MINE, blade("blade", attacks="2"), keywords=list(keywords)), sheet(FOES, wounds=2),
                   sheet("hero", wounds=4, keywords=["Infantry", "Character"]))  # fmt: skip
    body, (lead, head) = (
        unit(FOES, (20 + GAP, 20), wounds=2, strength=2),
        unit("hero", (20, 20 + GAP), player=1, wounds=4),
    )
    more = [replace(lead, area="waiting"), replace(head, unit=FOES)] if led else []
    ours = unit(MINE, (20, 20), done=("charge",), weapons=(f"{MINE}/blade",))
    position = battle(ours, [*body, *more], army(0, cp), rules=rules, rolls=rolls)
    return phase(position, "fight phase")


@rule("core.stratagem-epic-challenge")
def test_who_issues_a_challenge_strikes_the_character() -> None:
    position = duel(rolls=[(6, 6), (6, 6), (1,), (1,)])
    assert (position.window, offered(position)) == ("selected to fight", [("epic-challenge", MINE)])
    use(position, "epic-challenge", MINE)
    cites(position, "epic-challenge")
    position.until("precision").answer("hero.1", "hero.1")
    plain(position)
    assert all(one.wounds < 4 for one in position.state.models.values() if one.origin == "hero")


@rule("core.stratagem-epic-challenge", 2)
def test_no_challenge_without_a_character_on_both_sides() -> None:
    assert ("epic-challenge", MINE) not in offered(duel(led=False, rolls=[(1, 1)]))
    assert ("epic-challenge", MINE) not in offered(duel(keywords=("Infantry",), rolls=[(1, 1)]))


def melee(*, cp: int = 2, rolls: Any = ()) -> Scenario:
    """Two of our units charged one enemy unit each; the first has fought."""
    ours = unit(MINE, (20, 20), done=("charge",)), unit(MINE, (20, 30), name="other", done=("charge",))
    foes = unit(FOES, (20 + GAP, 20)), unit(FOES, (20 + GAP, 30), name="second")
    position = phase(battle(*ours, *foes, army(1, cp), rolls=rolls), "fight phase")
    return position.answer(MINE)


@rule("core.stratagem-counter-offensive")
@rule("commentary.when")
def test_who_counters_fights_next() -> None:
    position = melee(rolls=[(1,), (1,)])
    assert (position.window, position.player) == ("has fought", 1)
    assert offered(position) == [("counter-offensive", FOES), ("counter-offensive", "second")]
    use(position, "counter-offensive", "second")
    (event,) = happened(position, StratagemUsed)
    assert event.cost == 2 and position.state.armies[1].cp == 0
    assert [event.unit for event in happened(position, Selected)][:2] == [MINE, "second"]
    assert "strategic ploy" in invent().content.stratagems["counter-offensive"].labels


@rule("core.stratagem-counter-offensive", 1)
def test_without_the_stratagem_those_who_charged_fight_first() -> None:
    position = melee(cp=1, rolls=[(1,), (1,), (1,), (1,)])
    plain(position)
    assert [event.unit for event in happened(position, Selected)][:2] == [MINE, "other"]


# Fire Overwatch ---------------------------------------------------------------------------------------------


def moving(*, at: tuple[float, float] = (36, 20), foes: Any = None, cp: int = 1, rolls: Any = (), way: str = "normal",
           things: Any = (), mine: Any = None, **more: Any) -> Scenario:  # fmt: skip
    """Our unit starts to move near enemies whose player has CP."""
    rules = more.pop("rules", None) or invent(
        sheet(MINE, wounds=9, **(mine or {})), sheet(FOES, **(foes or {})), **more
    )
    both = unit(MINE, (20, 20), wounds=9), unit(FOES, at, wounds=(foes or {}).get("wounds", 1))
    position = phase(battle(*both, army(1, cp), *things, rules=rules, rolls=rolls), "movement phase")
    return position.answer((MINE, way))


@rule("errata.stratagem-fire-overwatch", 2, 3, 4, 6, 7)
@rule("core.stratagem-fire-overwatch")
@rule("errata.out-of-phase", 1, 2)
@rule("commentary.out-of-phase-rules", 1)
def test_overwatch_shoots_at_who_starts_to_move_and_hits_on_sixes_once_a_turn() -> None:
    foes = {"weapons_": None}
    rules = invent(sheet(MINE, wounds=9), sheet(FOES, arm("gun", "heavy", attacks="4"), blade()))
    position = moving(rules=rules, rolls=[(5, 6, 3, 6), (6, 6), (1, 1)], cp=2)
    assert (position.window, position.player) == ("move starts", 1)
    assert offered(position) == [("fire-overwatch", FOES)] and foes
    use(position, "fire-overwatch", FOES)
    assert position.asked == "ranged_target" and position.options == [MINE, None]
    position.answer(MINE)
    plain(position)
    assert [(event.unit, event.target, event.hits) for event in happened(position, HitsRolled)] == [(FOES, MINE, 2)]
    assert left(position, MINE) == [7]
    assert position.asked == "go"
    position.answer(())
    assert position.window != "move ends" and position.state.armies[1].cp == 1


@rule("errata.stratagem-fire-overwatch", 2)
@pytest.mark.parametrize("way", ["normal", "advance"])
def test_overwatch_at_the_end_of_a_move(way: str) -> None:
    position = moving(way=way, rolls=[(1,), (1,)] if way == "advance" else [(1,)])
    position.answer(None).answer(())
    assert (position.window, offered(position)) == ("move ends", [("fire-overwatch", FOES)])


@rule("errata.stratagem-fire-overwatch", 2)
def test_overwatch_at_who_declares_a_charge() -> None:
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20)), army(1, 1)
    position = phase(battle(*things, rolls=[(6,), (6,), (1,)]), "charge phase").answer((MINE, (FOES,)))
    assert (position.window, offered(position)) == ("charge declared", [("fire-overwatch", FOES)])
    use(position, "fire-overwatch", FOES).answer(MINE)
    assert not left(position, MINE) and not happened(position, ChargeRolled)


@rule("errata.stratagem-fire-overwatch", 3)
@rule("errata.stratagem-fire-overwatch", 5)
@pytest.mark.parametrize(
    ("more", "able"),
    [
        ({"at": (20 + GAP + 23.9, 20), "gun": 60}, True),
        ({"at": (20 + GAP + 24.1, 20), "gun": 60}, False),
        ({"foes": {"keywords": ["Vehicle", "Titanic"]}}, False),
        ({"foes": {"keywords": ["Vehicle"]}}, True),
    ],
)
def test_who_watches(more: Any, able: bool) -> None:
    reach = more.pop("gun", 24)
    foes = sheet(FOES, arm("gun", range=reach), blade(), **more.pop("foes", {}))
    position = moving(rules=invent(sheet(MINE, wounds=9), foes), **more)
    assert (offered(position) == [("fire-overwatch", FOES)]) is able


@rule("errata.stratagem-fire-overwatch", 4)
def test_nobody_watches_what_is_not_seen() -> None:
    wall = {"id": "wall", "outline": [[28, 0], [29, 0], [29, 44], [28, 44]], "height": 9, "traits": ["ruin"]}
    assert not offered(moving(terrain=[wall]))


@rule("faq.out-of-phase.overwatch-while-engaged")
@rule("commentary.big-guns-never-tire-out-of-phase")
@pytest.mark.parametrize(("near", "able"), [(False, True), (True, False)])
def test_big_guns_tire_out_of_phase(near: bool, able: bool) -> None:
    friend = unit(MINE, (30 + GAP, 20), name="friend") if near else unit(MINE, (5, 5), name="friend")
    position = moving(at=(30, 20), foes={"keywords": ["Vehicle"]}, things=[friend])
    assert (offered(position) == [("fire-overwatch", FOES)]) is able


@rule("errata.out-of-phase", 3, 5)
@rule("commentary.out-of-phase-rules", 2)
@rule("faq.out-of-phase.overwatch-and-your-shooting-phase-rules")
def test_what_is_used_in_the_shooting_phase_is_not_used_out_of_phase() -> None:
    from .test_stratagems import own, stratagem

    aim = stratagem("aim", when={"moment": "targets selected", "phases": ["shooting"], "turn": "yours"},
                    target={"who": "acting"})  # fmt: skip
    always = stratagem("always", when={"moment": "targets selected"}, target={"who": "acting"})
    rules = own(aim, always)
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20)), army(1, 3, detachment="own")
    position = phase(battle(*things, rules=rules, rolls=[(1,)]), "movement phase").answer((MINE, "normal"))
    use(position, "fire-overwatch", FOES).answer(MINE)
    assert (position.window, offered(position)) == ("targets selected", [("always", FOES)])
    usual = phase(battle(*things, rules=rules), "shooting phase", 1).answer(FOES, MINE)
    assert offered(usual) == [("aim", FOES), ("always", FOES)]


# Heroic Intervention ----------------------------------------------------------------------------------------


def charged(
    *, at: tuple[float, float] = (25, 25), friend: Any = None, cp: int = 1, rolls: Any = ((6, 6), (6, 6))
) -> Scenario:
    """An enemy unit has charged one of ours; another one is near."""
    rules = invent(sheet("friend", **(friend or {})))
    things = unit(MINE, (20, 20)), unit(FOES, (25, 20)), unit("friend", at, player=1), army(1, cp)
    position = phase(battle(*things, rules=rules, rolls=rolls), "charge phase").answer((MINE, (FOES,)))
    plain(position)
    return position.answer(((f"{MINE}.1", ((25 - GAP, 20.0),)),))


@rule("errata.stratagem-heroic-intervention", 1, 3, 5, 7)
@rule("core.stratagem-heroic-intervention")
def test_who_intervenes_charges_that_enemy_without_a_bonus() -> None:
    position = charged()
    assert (position.window, position.player) == ("charge ended", 1)
    assert offered(position) == [("heroic-intervention", "friend")]
    use(position, "heroic-intervention", "friend")
    cites(position, "heroic-intervention")
    assert happened(position, ChargeDeclared)[-1].targets == (MINE,)
    assert position.asked == "close_in" and position.player == 1
    position.answer((("friend.1", ((25 - GAP, 20 + GAP),)),))
    assert [(event.unit, event.how) for event in happened(position, Moved)][-1] == ("friend", "charge")
    assert not fights_first(position.game, "friend") and fights_first(position.game, MINE)


@rule("errata.stratagem-heroic-intervention", 4, 6)
@pytest.mark.parametrize(
    ("more", "able"),
    [
        ({}, True),
        ({"at": (25 - GAP, 20 + GAP + 6.1)}, False),
        ({"friend": {"keywords": ["Vehicle"]}}, False),
        ({"friend": {"keywords": ["Vehicle", "Walker"]}}, True),
        ({"friend": {"keywords": ["Aircraft"]}}, False),
    ],
)
def test_who_intervenes(more: Any, able: bool) -> None:
    rolls = [(6, 6), *([] if able else [(1,)] * 3)]
    assert (offered(charged(rolls=rolls, **more)) == [("heroic-intervention", "friend")]) is able
