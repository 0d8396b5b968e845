"""Stratagems: what they cost, when they are offered, on whom, and how often."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rulewright import ContentError, Refused, Rules
from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright_wh40k.book.wording import Wording
from rulewright_wh40k.effects import LEXICON
from rulewright_wh40k.events.battle_round import PhaseEnded
from rulewright_wh40k.events.command import CPGained, Scored
from rulewright_wh40k.events.stratagems import StratagemUsed
from rulewright_wh40k.moments import OF_ABILITIES
from rulewright_wh40k.state import Use
from rulewright_wh40k.stratagems.using import cost as cost_of

from .changes import change, extended
from .table import (
    FOES,
    MINE,
    army,
    battle,
    happened,
    invent,
    marker,
    named,
    offered,
    phase,
    plain,
    rule,
    sheet,
    unit,
    use,
)

GRENADES: dict[str, Any] = {"keywords": ["Infantry", "Grenades"]}


def stratagem(id: str, *does: Any, **more: Any) -> dict[str, Any]:
    """A Stratagem of a detachment; without more it is used at any time in its player's Shooting phase."""
    usual: dict[str, Any] = {
        "labels": ["battle tactic"],
        "when": {"moment": "select to shoot", "phases": ["shooting"], "turn": "yours"},
        "target": {},
        "does": list(does) or [{"do": "change", "stat": "hit", "layer": "roll", "by": 1}],
    }
    return {**named(id), **usual, **more}


def own(*stratagems: Any, sheets: Any = ()) -> Rules:
    """Rules with a detachment ``own`` that has these Stratagems."""
    return invent(*sheets, stratagems=[{"detachment": "own", **one} for one in stratagems])


def shooting(*things: Any, player: int = 0, **more: Any) -> Scenario:
    """The Shooting phase of a player."""
    return phase(battle(*things, **more), "shooting phase", player)


def throwers(*things: Any, cp: int = 3, player: int = 0, **more: Any) -> Scenario:
    """Two units with grenades near an enemy with ten wounds, in a Shooting phase."""
    foe = sheet(FOES, wounds=10, **GRENADES)
    ours = unit(MINE, (20, 20)), unit(MINE, (20, 24), name="other")
    armies = [
        army(seat, cp)
        for seat in (0, 1)
        if not any(getattr(one, "cp", None) is not None and one.id == seat for one in things)
    ]
    return shooting(*ours, unit(FOES, (25, 22), wounds=10), *armies, *things, player=player,
                    rules=invent(sheet(MINE, **GRENADES), foe), **more)  # fmt: skip


# What they cost, and how often ------------------------------------------------------------------------------


@rule("core.stratagems", 1)
def test_a_stratagem_costs_what_stands_on_it() -> None:
    position = throwers(cp=1, rolls=[(1, 1, 1, 1, 1, 1)])
    use(position, "grenade", MINE)
    (event,) = happened(position, StratagemUsed)
    assert (event.player, event.stratagem, event.units, event.cost) == (0, "grenade", (MINE,), 1)
    assert position.state.armies[0].cp == 0 and position.state.armies[1].cp == 1
    told = [Narrator(position.game.rules, lang).event(position.game.view(0), event) for lang in ("en", "zh")]
    assert told == ["Player 1 uses Grenade for 1 CP: mine", "玩家 1 使用【手雷】（1 CP）：mine"]
    assert not offered(throwers(cp=0))


@rule("core.stratagems", 1)
def test_who_has_too_few_points_is_told_so() -> None:
    both = [stratagem("dear", cp=2), stratagem("cheap")]
    position = shooting(unit(MINE, (20, 20)), unit(FOES, (30, 20)), army(0, 1, detachment="own"), rules=own(*both))
    assert offered(position) == [("cheap", MINE)]
    with position.refused(rule="core.stratagems", match="costs 2 CP, and there are 1"):
        use(position, "dear", MINE)


@rule("core.stratagems", 2)
def test_the_same_stratagem_is_used_once_in_a_phase() -> None:
    position = throwers(rolls=[(1, 1, 1, 1, 1, 1)])
    assert offered(position) == [("grenade", MINE), ("grenade", "other")]
    use(position, "grenade", MINE)
    assert position.asked == "shoot"
    position.answer("other", None)
    assert position.asked == "shoot"
    assert len(happened(position, StratagemUsed)) == 1


@rule("core.stratagems", 3)
@pytest.mark.parametrize(
    ("round", "turn", "phase", "again"),
    [(1, 0, "shooting phase", False), (1, 0, "charge phase", True), (1, 1, "shooting phase", True),
     (2, 0, "shooting phase", True)],
)  # fmt: skip
def test_it_may_be_used_again_in_another_phase(round: int, turn: int, phase: str, again: bool) -> None:
    before = Use("grenade", (MINE,), round, turn, phase)
    position = throwers(army(0, 3, used=(before,)))
    assert (("grenade", MINE) in offered(position)) is again


@rule("core.stratagems", 4)
@rule("core.command-phase-battle-shock-step", 6)
@rule("commentary.affected-by-a-stratagem", 1)
def test_a_battle_shocked_unit_is_not_affected() -> None:
    shocked = unit(MINE, (20, 20), shocked=True), unit(MINE, (20, 24), name="other")
    position = shooting(
        *shocked, unit(FOES, (25, 22)), army(0, 2), rules=invent(sheet(MINE, **GRENADES)), rolls=[(1,) * 6]
    )
    assert offered(position) == [("grenade", "other")]
    with position.refused(rule="core.stratagems", match="Battle-shocked"):
        use(position, "grenade", MINE)


@rule("core.stratagems", 5)
@pytest.mark.parametrize(("player", "choices"), [(0, ("grenade", MINE)), (1, ("grenade", FOES))])
def test_every_player_has_the_core_stratagems(player: int, choices: tuple[str, str]) -> None:
    position = throwers(player=player)
    assert choices in offered(position) and position.player == player


def test_who_has_another_detachment_does_not_have_its_stratagems() -> None:
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20))
    rules = own(stratagem("ours"))
    assert offered(shooting(*things, army(0, 1, detachment="own"), rules=rules)) == [("ours", MINE)]
    assert not offered(shooting(*things, army(0, 1), rules=rules))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"when": {"moment": "shoting"}}, "when.moment: found 'shoting'"),
        ({"does": [{"do": "flies"}]}, "flies"),
        ({"when": {"moment": "select to shoot"}, "target": {"who": "acting"}}, "needs a unit that acts"),
        ({"labels": ["tactic"]}, "labels"),
        ({"does": [{"do": "give", "abilities": ["steelth"]}]}, "did you mean 'stealth'"),
        ({"does": [{"do": "change", "stat": "hti", "layer": "roll", "by": 1}]}, "did you mean 'hit'"),
        ({"does": [{"do": "change", "stat": "hit", "layer": "changed", "by": 1}]}, "a layer of hit: roll"),
        ({"target": {"not_done": ["shoted"]}}, "'shoted'"),
        ({"labels": ["core"]}, "a Stratagem is a core one, or belongs to a detachment"),
    ],
)
def test_what_is_no_stratagem_is_refused(more: dict[str, Any], told: str) -> None:
    with pytest.raises(ContentError) as error:
        own(stratagem("wrong", **more))
    assert told in str(error.value)


# Labels and words -------------------------------------------------------------------------------------------


@rule("commentary.stratagem-labels", 1, 2)
def test_the_labels_of_the_core_stratagems() -> None:
    labels = {id: set(one.labels) for id, one in invent().content.stratagems.items() if "core" in one.labels}
    assert {id for id in labels if "battle tactic" in labels[id]} == {"command-re-roll", "go-to-ground"}
    assert {id for id in labels if "epic deed" in labels[id]} == {"epic-challenge", "insane-bravery"}
    assert {id for id in labels if "wargear" in labels[id]} == {"grenade", "smokescreen"}
    both = stratagem("both", labels=["epic deed", "wargear"])
    assert set(own(both).content.stratagems["both"].labels) == {"epic deed", "wargear"}


@rule("commentary.affected-by-a-stratagem", 2)
def test_one_without_a_target_is_used_though_all_are_shocked() -> None:
    orders = stratagem("orders", {"do": "gain_cp", "cp": 1}, target={"who": "none"})
    things = unit(MINE, (20, 20), shocked=True), unit(FOES, (30, 20))
    position = shooting(*things, army(0, 1, detachment="own"), rules=own(orders, stratagem("aim")))
    assert offered(position) == [("orders",)]
    use(position, "orders")
    assert position.state.armies[0].cp == 1
    poor = shooting(*things, army(0, 0, detachment="own"), rules=own(orders))
    assert not offered(poor)


@rule("commentary.your-unit-in-stratagems")
@rule("commentary.your-stratagem")
@rule("commentary.modifying-a-units-characteristics")
def test_only_the_target_is_changed_and_every_model_of_it() -> None:
    tough = stratagem("tough", {"do": "change", "stat": "toughness", "layer": "changed", "by": 1})
    ours = unit(MINE, (20, 20), (20, 22)), unit(MINE, (20, 30), name="other")
    position = shooting(*ours, unit(FOES, (30, 20)), army(0, 1, detachment="own"), rules=own(tough))
    use(position, "tough", MINE)
    numbers = {id: position.game.number("toughness", id) for id in ("mine.1", "mine.2", "other.1", "foes.1")}
    assert numbers == {"mine.1": 5, "mine.2": 5, "other.1": 4, "foes.1": 4}


@rule("commentary.your-opponents-stratagem")
@rule("commentary.active-player")
@rule("commentary.you")
@rule("commentary.controlling-player")
@rule("commentary.unit-phase")
@rule("commentary.models-or-units-phase")
@pytest.mark.parametrize("player", [0, 1])
def test_whose_turn_it_is(player: int) -> None:
    mine, theirs, any = (
        stratagem(name, when={"moment": "select to shoot", "phases": ["shooting"], "turn": name})
        for name in ("yours", "theirs", "either")
    )
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20))
    armies = army(0, 3, detachment="own"), army(1, 3, detachment="own")
    position = shooting(*things, *armies, player=player, rules=own(mine, theirs, any))
    units = (MINE, FOES)
    assert position.player == player
    assert offered(position) == [("yours", units[player]), ("either", units[player])]
    position.answer(None)
    assert position.player == 1 - player
    assert offered(position) == [("theirs", units[1 - player]), ("either", units[1 - player])]


@rule("commentary.the-turn-the-phase")
@rule("commentary.start-of-battle-round-turn-phase")
@pytest.mark.parametrize("player", [0, 1])
def test_a_phase_without_more_is_that_of_either_player(player: int) -> None:
    late = stratagem("late", when={"moment": "end of movement phase", "phases": ["movement"]})
    things = unit(MINE, (20, 20)), unit(FOES, (40, 20))
    position = battle(*things, army(0, 1, detachment="own"), rules=own(late))
    phase(position, "movement phase", player).until("react", declines=("move",))
    assert (position.player, offered(position)) == (0, [("late", MINE)])


# The Command phase ------------------------------------------------------------------------------------------


def commands(*stratagems: Any, **more: Any) -> Scenario:
    """A Command phase in which a unit that is Below Half-strength takes a test."""
    things = unit(MINE, (20, 20), strength=3), unit(FOES, (40, 20)), marker(20, 20)
    return phase(battle(*things, army(0, 0, detachment="own"), rules=own(*stratagems), **more), "command phase",
                 number=more.get("round", 1))  # fmt: skip


@rule("core.command-phase-command-step", 2)
@rule("faq.command-phase.default-to-command-step")
@rule("faq.timing.command-phase-stratagem-default-step")
@rule("commentary.rules-at-end-of-command-phase")
def test_stratagems_of_the_command_phase_are_used_in_the_command_step() -> None:
    step = stratagem("step", when={"phases": ["command"]})
    last = stratagem("last", when={"moment": "end of command phase", "phases": ["command"]})
    position = commands(step, last, rolls=[(6, 6)], round=2)
    assert (position.window, offered(position)) == ("command step", [("step", MINE)])
    position.answer(None)
    assert (position.window, offered(position)) == ("battle-shock test", [("insane-bravery", MINE)])
    position.answer(None)
    assert (position.window, offered(position)) == ("end of command phase", [("last", MINE)])


@rule("commentary.end-of-phase")
@rule("faq.timing.rules-before-mission-scoring")
def test_what_happens_at_the_end_of_a_phase_comes_before_scoring_and_after_all_else() -> None:
    step = stratagem("step", when={"phases": ["command"]})
    more = {"do": "change", "stat": "oc", "layer": "changed", "by": 5}
    last = stratagem("last", more, when={"moment": "end of command phase", "phases": ["command"]})
    strong = unit(FOES, (22, 20), (22, 22), (22, 18)), unit(MINE, (18, 20)), marker(20, 20)
    armies = army(0, 0, detachment="own"), army(1, 0)
    position = battle(*strong, *armies, rules=own(step, last), round=2)
    phase(position, "command phase", number=2).answer(None)
    assert position.window == "end of command phase"
    assert not any(choice[0] == "step" for choice in offered(position))
    assert not happened(position, Scored, PhaseEnded)
    use(position, "last", MINE)
    assert [type(event) for event in happened(position, Scored, PhaseEnded)] == [Scored, PhaseEnded]
    assert happened(position, Scored)[0].player == 0


@rule("errata.gaining-cp", 1, 2)
@rule("core.command-phase-command-step", 3)
@rule("commentary.cp-gained-at-start-of-command-phase")
def test_one_more_point_is_gained_in_a_battle_round() -> None:
    free = [
        stratagem(f"gain-{n}", {"do": "gain_cp", "cp": 2}, cp=0, target={"who": "none"}, when={"phases": ["command"]})
        for n in (1, 2)
    ]
    position = commands(*free, rolls=[(6, 6)])
    assert position.state.armies[0].cp == 1
    use(position, "gain-1")
    assert position.state.armies[0].cp == 2
    use(position, "gain-2")
    assert position.state.armies[0].cp == 2 and position.state.armies[0].gained == 1
    assert [event.amount for event in happened(position, CPGained)] == [1, 1, 1]


@rule("faq.command-phase.once-per-battle-cp-ignores-cap")
def test_what_gives_several_points_once_a_battle_ignores_the_limit() -> None:
    oath = stratagem("oath", {"do": "gain_cp", "cp": 3}, cp=0, target={"who": "none"}, when={"phases": ["command"]},
                     once="battle")  # fmt: skip
    gain = stratagem("gain", {"do": "gain_cp", "cp": 3}, cp=0, target={"who": "none"}, when={"phases": ["command"]})
    position = commands(oath, gain, rolls=[(6, 6)])
    use(use(position, "gain"), "oath")
    assert [event.amount for event in happened(position, CPGained)] == [1, 1, 1, 3]
    assert position.state.armies[0].cp == 5 and position.state.armies[0].gained == 1


# Cost -------------------------------------------------------------------------------------------------------


def cost(cp: int, *abilities: str, count: int = 1) -> tuple[bool, int]:
    """Whether a Stratagem of this cost can be used with 1 CP on units of which the first has these abilities."""
    aim = stratagem("aim", cp=cp, target={"count": count})
    leader = sheet("leader", abilities=list(abilities))
    things = unit("leader", (20, 20)), unit(MINE, (20, 24)), unit(FOES, (30, 20))
    position = shooting(*things, army(0, 1, detachment="own"), rules=own(aim, sheets=[leader]))
    choice = ("aim", "leader", MINE) if count == 2 else ("aim", "leader")
    if choice not in offered(position):
        return False, 1
    use(position, *choice)
    assert happened(position, StratagemUsed)[0].units == choice[1:]
    return True, 1 - position.state.armies[0].cp


@rule("commentary.modifying-stratagem-cost", 1)
@pytest.mark.parametrize(
    ("cp", "abilities", "paid"),
    [(1, (), (True, 1)), (2, (), (False, 1)), (2, ("strategist",), (True, 1)), (1, ("strategist",), (True, 0)),
     (0, ("strategist",), (True, 0))],
)  # fmt: skip
def test_the_cost_is_changed_but_never_below_nothing(cp: int, abilities: Any, paid: tuple[bool, int]) -> None:
    assert cost(cp, *abilities) == paid


@rule("commentary.modifying-stratagem-cost", 2)
def test_a_changed_cost_counts_for_that_use_only() -> None:
    leader = sheet("leader", abilities=["strategist"])
    things = unit("leader", (20, 20)), unit(MINE, (20, 24)), unit(FOES, (30, 20))
    both = own(stratagem("aim"), stratagem("fire"), sheets=[leader])
    position = shooting(*things, army(0, 1, detachment="own"), rules=both)
    use(position, "aim", "leader")
    assert position.state.armies[0].cp == 1
    use(position, "fire", MINE)
    assert [event.cost for event in happened(position, StratagemUsed)] == [0, 1]


@rule("faq.general.stratagem-cost-several-friendly-targets")
def test_one_of_several_targets_changes_the_cost() -> None:
    assert cost(2, count=2) == (False, 1)
    assert cost(2, "strategist", count=2) == (True, 1)


@rule("faq.general.stratagem-cost-several-friendly-targets")
@rule("commentary.modifying-stratagem-cost", 1)
@pytest.mark.parametrize(("by", "units", "paid"), [
    (-1, ["leader"], 1), (-1, ["leader", "leader.2"], 1), (-1, ["leader", "other"], 0), (1, ["leader", "other"], 2),
    (-1, [MINE], 2),
])  # fmt: skip
def test_different_rules_of_several_targets_add_up_and_the_same_rule_counts_once(
    by: int, units: list[str], paid: int
) -> None:
    given = [(change("stratagem cost", by, name="thrift"), "other")]
    rules = extended(given, sheet("leader", abilities=["strategist"]), sheet("other"))
    things = [unit("leader", (20, 20)), unit("leader", (20, 24), name="leader.2"), unit("other", (20, 28)),
              unit(MINE, (20, 32))]  # fmt: skip
    position = battle(*things, rules=rules)
    dear = rules.content.stratagems["counter-offensive"]
    assert dear.cp == 2 and cost_of(position.game, dear, tuple(units)) == paid


@rule("faq.general.stratagem-cost-friendly-and-enemy-targets")
def test_an_enemy_among_the_targets_changes_nothing_in_that() -> None:
    thrower = sheet("leader", abilities=["strategist"], **GRENADES)
    things = unit("leader", (20, 20)), unit(FOES, (25, 20), wounds=10)
    rules = invent(thrower, sheet(FOES, wounds=10))
    dear = shooting(*things, army(0, 0), rules=rules, rolls=[(1,) * 6])
    use(dear, "grenade", "leader")
    assert [event.cost for event in happened(dear, StratagemUsed)] == [0]


@rule("faq.timing.repeat-stratagem-ability-order", 1, 2)
def test_a_stratagem_is_repeated_only_on_units_that_allow_it() -> None:
    one = sheet("one", abilities=["tactician"])
    things = unit("one", (20, 20)), unit("one", (20, 23), name="two"), unit(MINE, (20, 26)), unit(FOES, (30, 20))
    position = shooting(*things, army(0, 3, detachment="own"), rules=own(stratagem("aim"), sheets=[one]))
    assert offered(position) == [("aim", "one"), ("aim", "two"), ("aim", MINE)]
    use(position, "aim", "one")
    assert offered(position) == [("aim", "one"), ("aim", "two")]
    with pytest.raises(Refused, match="as often as"):
        use(position, "aim", MINE)
    use(position, "aim", "two")
    assert len(happened(position, StratagemUsed)) == 2


@rule("faq.timing.stratagem-stays-when-battle-shocked")
def test_what_a_stratagem_does_goes_on_when_its_unit_is_shocked() -> None:
    aim = {"do": "change", "stat": "hit", "layer": "roll", "by": 1, "until": "turn"}
    position = commands(stratagem("aim", aim, when={"phases": ["command"]}), rolls=[(1, 1)])
    plain(use(position, "aim", MINE))
    assert position.state.units[MINE].shocked and position.game.number("hit", MINE) == 1


@rule("faq.reserves.stratagem-target-in-reserves")
def test_a_unit_in_reserves_is_a_target_where_it_may_be() -> None:
    call = stratagem("call", {"do": "gain_cp", "cp": 1}, target={"who": "reserves"})
    away = unit(MINE, (20, 30), name="away")
    away[0] = type(away[0])("away", 0, MINE, area="reserves")
    things = unit(MINE, (20, 20)), away, unit(FOES, (30, 20))
    position = shooting(*things, army(0, 1, detachment="own"), rules=own(call))
    assert offered(position) == [("call", "away")]


FIELDS: Final[dict[str, dict[str, Any]]] = {
    "give": {"abilities": ["stealth"]}, "change": {"stat": "hit", "layer": "roll", "by": 1}, "gain_cp": {"cp": 1},
    "mortal_wounds": {"by": "Grenades", "dice": 6, "on": 4},
}  # fmt: skip
"""What some verbs need besides their words."""


@pytest.mark.parametrize(("earlier", "present"), LEXICON.renamed.items())
def test_content_with_an_earlier_word_is_read(earlier: str, present: str) -> None:
    fields = FIELDS.get(present, {})
    with pytest.warns(FutureWarning, match=f"^do = '{earlier}' in content is now '{present}'$"):
        read = LEXICON.effect({"do": earlier, **fields})

    assert read == LEXICON.effect({"do": present, **fields})


def test_every_word_that_stratagems_had_before_is_still_read() -> None:
    assert [*LEXICON.renamed] == [
        "gives", "changes", "challenges", "harms", "frightens", "re-rolls", "passes", "gains", "shoots", "arrives",
        "charges", "fights next",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "Player 1: a Stratagem or an ability? (Shooting phase)"), ("zh", "玩家 1：使用计谋或能力吗？（射击阶段）")],
)
def test_the_moment_is_told_in_words(lang: str, told: str) -> None:
    position = throwers()
    assert Narrator(position.game.rules, lang).question(position.game.view(0), position.game.request) == told


def test_what_counts_once_at_a_moment_counts_once_in_what_is_going_on_then() -> None:
    """Not in the window of that moment, which opens anew after each answer."""
    assert [one.name for one in OF_ABILITIES.values() if one.scope in one.windows] == []


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_moment_has_words(lang: str) -> None:
    words = [Wording(lang).window(name) for name in OF_ABILITIES]
    assert len({*words}) == len(OF_ABILITIES) == 35
