"""Stratagems that interrupt: Epic Challenge, Counter-offensive, Fire Overwatch and Heroic Intervention."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rulewright.testing import Scenario
from rulewright_wh40k.effects.lasting import characters
from rulewright_wh40k.events.attacks import DamageSuffered, HitsRolled, Selected
from rulewright_wh40k.events.charge import ChargeDeclared, ChargeFailed, ChargeRolled
from rulewright_wh40k.events.movement import Moved
from rulewright_wh40k.events.stratagems import StratagemUsed
from rulewright_wh40k.fight.phase import fights_first

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
    unit,
    use,
)

GAP = 32 / 25.4
"""Inches between the middles of two bases of 32 mm that touch."""
GRENADES: dict[str, Any] = {"keywords": ["Infantry", "Grenades"]}


def cites(position: Scenario, id: str) -> None:
    """The Stratagem that was used last cost 1 CP."""
    event = happened(position, StratagemUsed)[-1]
    assert (event.stratagem, event.cost) == (id, 1)


# Epic Challenge and Counter-offensive -----------------------------------------------------------------------


def duel(
    *,
    cp: int = 1,
    led: bool = True,
    keywords: tuple[str, ...] = ("Infantry", "Character"),
    rolls: Any = (),
    things: Any = (),
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
    position = battle(ours, [*body, *more], *things, army(0, cp), rules=rules, rolls=rolls)
    return phase(position, "fight phase")


@rule("core.stratagem-epic-challenge")
def test_who_issues_a_challenge_strikes_the_character() -> None:
    position = duel(rolls=[(6, 6), (6, 6), (1, 1)])
    assert (position.window, offered(position)) == ("selected to fight", [("epic-challenge", MINE)])
    use(position, "epic-challenge", MINE)
    cites(position, "epic-challenge")
    position.until("precision").answer("hero.1", "hero.1")
    plain(position)
    assert all(one.wounds < 4 for one in position.state.models.values() if one.origin == "hero")


@rule("commentary.keywords", 6)
def test_models_that_a_character_leads_issue_no_challenge() -> None:
    rules = invent(sheet(MINE, blade("blade", attacks="1")), sheet("hero", keywords=["Infantry", "Character"]))
    ours = attached(
        unit(MINE, (20, 20), (20, 20 + GAP), done=("charge",), weapons=(f"{MINE}/blade",)),
        unit("hero", (20 - GAP, 20), name="boss"),
    )
    foes = attached(unit(FOES, (20 + GAP, 20)), unit("hero", (20 + GAP, 20 + GAP), player=1))
    assert characters(battle(ours, foes, army(0, 1), rules=rules).game, MINE) == ["boss.1"]


@rule("core.stratagem-epic-challenge", 2)
def test_no_challenge_without_a_character_on_both_sides() -> None:
    assert ("epic-challenge", MINE) not in offered(duel(led=False, rolls=[(1, 1)]))
    assert ("epic-challenge", MINE) not in offered(duel(keywords=("Infantry",), rolls=[(1, 1)]))


@rule("core.stratagem-epic-challenge", 3, 4)
@rule("core.fast-dice-rolling", 1)
def test_a_challenge_is_of_one_model_whatever_others_strike_with() -> None:
    rules = invent(
        sheet(MINE, blade(attacks="1"), keywords=["Infantry", "Character"]), sheet("hero", keywords=["Character"])
    )
    ours = unit(MINE, (20, 20), (20, 20 + GAP), done=("charge",), weapons=(f"{MINE}/blade",))
    foes = attached(unit(FOES, (20 + GAP, 20)), unit("hero", (20 + GAP, 20 + GAP), player=1))
    position = phase(
        battle(ours, foes, army(0, 1), rules=rules, rolls=[(6,), (6,), (1,), (6,), (6,), (1,)]), "fight phase"
    )
    use(position, "epic-challenge", MINE).answer("mine.2")
    while position.asked == "pile_in":
        position.answer(())
    assert (position.asked, position.options) == ("precision", ["hero.1", None])


@rule("commentary.any")
@pytest.mark.parametrize("foes", [1, 2])
def test_any_attached_unit_is_one_or_more(foes: int) -> None:
    more = [unit(FOES, (20 - GAP, 20), name="plain", wounds=2)][: foes - 1]
    position = duel(rolls=[(1, 1)], things=more)
    assert ("epic-challenge", MINE) in offered(position)


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


@rule("core.stratagem-counter-offensive", 4)
@rule("core.fight-phase-sequence", 2)
def test_who_counters_in_the_first_step_has_not_begun_the_second() -> None:
    """With the last unit of the first step a player counters; the second one begins with the player who waits."""
    ours = unit(MINE, (20, 20), done=("charge",), weapons=()), unit(MINE, (20, 30), name="other", weapons=())
    foes = unit(FOES, (20 + GAP, 20), weapons=()), unit(FOES, (20 + GAP, 30), name="second", weapons=())
    position = phase(battle(*ours, *foes, army(1, 2)), "fight phase")
    use(position, "counter-offensive", FOES)
    plain(position)
    assert [event.unit for event in happened(position, Selected)] == [MINE, FOES, "second", "other"]


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


@rule("errata.stratagem-fire-overwatch", 2, 3, 4, 6)
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
    mortar = sheet(FOES, arm("gun", "indirect fire"), blade())
    assert not offered(moving(rules=invent(sheet(MINE, wounds=9), mortar, terrain=[wall])))


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


@rule("commentary.critical-hit", 3)
@pytest.mark.parametrize(("face", "hits"), [(5, 0), (6, 2)])
def test_overwatch_scores_critical_hits_on_sixes_only(face: int, hits: int) -> None:
    """The gun scores Critical Hits on 5+ and two hits for each, in the own Shooting phase."""
    keen = sheet(FOES, arm("gun", "sustained hits 1"), blade())
    keen["texts"] = [{"name": "Keen", "text": "", "does": [{"modifies": "critical hit", "layer": "at least", "by": 5}]}]
    position = moving(rules=invent(sheet(MINE, wounds=9), keen), rolls=[(face,), *([(1,) * hits] if hits else [])])
    use(position, "fire-overwatch", FOES).answer(MINE)
    assert [event.hits for event in happened(plain(position), HitsRolled)] == [hits]


# Hazardous weapons ------------------------------------------------------------------------------------------


def burnt(*rolls: Any, foes: Any = ((28, 20),), hit: bool = False) -> Scenario:
    """Two models with Hazardous guns shoot Overwatch at one that charges; the first test of two fails."""
    rules = invent(sheet(MINE, arm("gun", "hazardous"), blade(), wounds=5), sheet(FOES, arm(), blade()))
    things = unit(MINE, (20, 20), (20, 21.5), wounds=5), unit(FOES, *foes), army(0, 1)
    shots = [(6, 1), (6,), (1,)] if hit else [(1, 1)]
    position = phase(battle(*things, rules=rules, rolls=[*shots, (1, 2), *rolls]), "charge phase", 1)
    position.answer((FOES, (MINE,)))
    use(position, "fire-overwatch", MINE).answer(FOES)
    return plain(position)


@rule("errata.hazardous", 8)
def test_hazardous_wounds_of_overwatch_at_who_charges_come_after_the_charge() -> None:
    position = burnt((6, 6))
    assert position.asked == "close_in" and left(position, MINE) == [5, 5]
    position.answer((("foes.1", ((20 + GAP, 20),)),))
    assert position.asked == "hazard"
    position.answer("mine.1")
    assert left(position, MINE) == [2, 5]
    kinds = [type(event) for event in happened(position, Moved, DamageSuffered)]
    assert kinds == [Moved, DamageSuffered]


@rule("errata.hazardous", 8)
def test_they_come_though_the_charge_fails() -> None:
    position = burnt((1, 1))
    assert position.asked == "hazard" and happened(position, ChargeFailed)


@rule("errata.hazardous", 8)
def test_they_come_though_nobody_is_left_to_charge() -> None:
    position = burnt(hit=True)
    assert left(position, FOES) == [] and position.asked == "hazard"
    position.answer("mine.2")
    assert left(position, MINE) == [5, 2] and not happened(position, ChargeRolled)


@rule("errata.hazardous", 8)
def test_those_of_overwatch_at_who_moves_come_at_once() -> None:
    rules = invent(sheet(MINE, arm("gun", "hazardous"), blade(), wounds=5), sheet(FOES, arm(), blade()))
    things = unit(MINE, (20, 20), wounds=5), unit(FOES, (28, 20)), army(0, 1)
    position = phase(battle(*things, rules=rules, rolls=[(1,), (1,)]), "movement phase", 1).answer((FOES, "normal"))
    use(position, "fire-overwatch", MINE).answer(FOES)
    assert left(position, MINE) == [2] and not happened(position, Moved)
