"""Tests of the proof after HeroClix. Each docstring is the rule's sentence, in own words, with its id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from rulewright import (
    FOREVER,
    EffectBegan,
    EffectEnded,
    Event,
    Extension,
    Game,
    Modifier,
    Refused,
    Request,
    Scripted,
    Steps,
    Trigger,
    active_effects,
    begin_effect,
    new_game,
    odds,
    trigger,
)
from rulewright.testing.kit import check_ruleset

from .grid_attack import (
    GRID_ATTACK,
    Attack,
    AttackResolved,
    Click,
    Damaged,
    Figure,
    Hit,
    KnockedOut,
    Missed,
    Placed,
    RollFinalized,
    Setup,
    Turned,
    controller,
)

RULES = GRID_ATTACK.freeze()
PC = "probability control"


def figure(id: int, player: int, at: tuple[int, int], *clicks: Any, traits: str = "", **fields: Any) -> Figure:
    """A figure; a click is given as a Click or by the powers that it shows, "a, b"."""
    dial = tuple(click if isinstance(click, Click) else Click(powers=names(click)) for click in clicks)
    return Figure(id, player, at, dial or (Click(),) * 3, names(traits), **fields)


def names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def play(figures: Iterable[Figure], answers: Sequence[Any] = (), dice: Iterable[Any] = (), turns: int = 40) -> Game:
    """A game with these figures in which these answers were given and these dice have fallen."""
    chance = Scripted([faces if isinstance(faces, tuple) else (faces,) for faces in dice])
    game = new_game(RULES, Setup(tuple(figures), turns), seed=1, chance=chance)
    for answer in answers:
        game.answer(answer)
    return game


def facts(game: Game, *kinds: type[Event]) -> list[Event]:
    """The events of these kinds, without their rules."""
    return [msgspec.structs.replace(event, rule="") for event in game.events() if isinstance(event, kinds)]


def asked(game: Game) -> tuple[int, str]:
    return game.request.player, game.request.ask


def clicks(game: Game) -> dict[Any, int]:
    return {figure.id: figure.click for figure in game.state.figures.values()}


ATTACK = [(1, "attack"), (2,)]
"""Figure 1 attacks figure 2."""


def duel(mine: str = "", theirs: str = "", **fields: Any) -> list[Figure]:
    """Figure 1 of player 0 with these traits beside figure 2 of player 1 with those."""
    return [figure(1, 0, (0, 0), traits=mine, **fields), figure(2, 1, (1, 0), traits=theirs)]


# ----------------------------------------------------------------------------------------------------- re-rolls


def test_rerolls_alternate_until_both_decline() -> None:
    """The active player has the first opportunity, then the opponent; a reroll starts the sequence again. (21.3b)"""
    figures = [*duel(PC, PC), figure(3, 0, (0, 1), traits=PC), figure(4, 1, (1, 1), traits=PC)]
    game = play(figures, ATTACK, [(1, 2), (2, 2), (2, 3), (3, 3), (4, 4)])
    order = []
    for figure_id in (1, 2, 3, 4):
        order.append(asked(game))
        game.answer((PC, figure_id))
    assert order == [(0, "react"), (1, "react"), (0, "react"), (1, "react")]
    assert facts(game, RollFinalized) == [RollFinalized(1, (4, 4))]


def test_a_player_who_declined_is_asked_again_after_a_reroll() -> None:
    """If either player rerolls, the sequence starts again. (21.3b)"""
    game = play(duel(PC, PC), ATTACK, [(6, 5), (1, 2), (5, 5)])
    game.answer(None)
    assert asked(game) == (1, "react")
    game.answer((PC, 2))
    assert asked(game) == (0, "react")
    game.answer((PC, 1))
    assert facts(game, RollFinalized) == [RollFinalized(1, (5, 5))]


def test_the_opponent_may_reroll_after_the_active_player_has_declined_in_a_new_sequence() -> None:
    """The sequence starts again, with the active player first, until both decline in it. (21.3b)"""
    figures = [*duel(PC, PC), figure(3, 0, (0, 1), traits=PC)]
    game = play(figures, ATTACK, [(1, 2), (5, 5), (2, 2)])
    game.answer((PC, 1))
    game.answer(None)  # the opponent waits ...
    game.answer(None)  # ... until the active player has declined ...
    game.answer((PC, 2))  # ... and rerolls then
    assert asked(game) == (0, "react")
    game.answer(None)
    assert facts(game, RollFinalized) == [RollFinalized(1, (2, 2))]


def test_rerolling_ends_when_both_decline_in_a_row() -> None:
    """The sequence is over when both players decline. (21.3b)"""
    game = play(duel(PC, PC), [*ATTACK, None, None], [(4, 4)])
    assert facts(game, RollFinalized) == [RollFinalized(1, (4, 4))]


def test_nobody_is_asked_who_has_no_reroll() -> None:
    """A window opens only for players with something to use."""
    assert facts(play(duel(), ATTACK, [(4, 4)]), RollFinalized) == [RollFinalized(1, (4, 4))]


def test_the_same_figure_does_not_reroll_twice_in_a_turn() -> None:
    """Probability Control is used once per turn. (pac.probability-control)"""
    game = play(duel("", PC), [*ATTACK, (PC, 2)], [(1, 2), (2, 3)])
    assert asked(game) == (1, "action")


def test_a_reroll_may_be_used_in_the_turn_of_either_player() -> None:
    """Once per turn, any player's turn. (pac.probability-control)"""
    game = play(duel("", PC), [*ATTACK, (PC, 2), (2, "attack"), (1,)], [(1, 2), (1, 3), (2, 3)])
    assert asked(game) == (1, "react")


def test_the_attackers_player_rolls_whoever_causes_the_reroll() -> None:
    """Each player rerolls his or her own dice. (21.3)"""
    game = new_game(RULES, Setup(tuple(duel("", PC))), chance="manual")
    for answer in (*ATTACK, (1, 2), (PC, 2)):
        game.answer(answer)
    assert asked(game) == (0, "reroll")


def test_nothing_triggers_on_the_original_result() -> None:
    """The original result is treated as if it did not exist; nothing can trigger on it. (21.3)"""
    game = play(duel(PC), [*ATTACK, (PC, 1)], [(1, 1), (1, 2)])
    assert facts(game, RollFinalized) == [RollFinalized(1, (1, 2))]
    assert clicks(game) == {1: 0, 2: 0}


def test_a_reroll_can_make_a_critical_miss() -> None:
    """The finalized roll decides. (12.3c)"""
    game = play(duel("", PC), [*ATTACK, (PC, 2)], [(6, 5), (1, 1)])
    assert clicks(game) == {1: 1, 2: 0}


def test_a_spent_reroll_is_refused() -> None:
    """What is not on offer is refused, and nothing has changed."""
    game = play(duel(PC, PC), ATTACK, [(1, 2)])
    before = game.digest()
    for wrong in ((PC, 2), (PC, 3), ("loaded die", (1, 0)), 1, (PC,)):
        with pytest.raises(Refused):
            game.answer(wrong)
    assert game.digest() == before


# ------------------------------------------------------------------------------------------------- replacements

LOADED = "loaded die"


def test_dice_are_replaced_only_after_both_have_declined_to_reroll() -> None:
    """Replacing is resolved only after both players have declined to reroll. (21.4)"""
    game = play(duel(f"{PC}, {LOADED}", PC), ATTACK, [(1, 2), (3, 3)])
    assert {answer[0] for answer in game.request.space.values[1:]} == {PC}
    game.answer(None)
    game.answer((PC, 2))
    game.answer(None)
    assert {answer[0] for answer in game.request.space.values[1:]} == {LOADED}
    game.answer((LOADED, (1, 1)))
    assert facts(game, RollFinalized) == [RollFinalized(1, (3, 6))]


def test_replacements_alternate_until_both_decline() -> None:
    """The active player first, then the opponent; a replacement starts the sequence again. (21.4)"""
    figures = [*duel(LOADED, LOADED), figure(3, 0, (0, 1), traits=LOADED)]
    game = play(figures, [*ATTACK, (LOADED, (1, 0))], [(1, 2)])
    assert asked(game) == (1, "react")
    game.answer(None)
    assert asked(game) == (0, "react")
    game.answer(None)
    assert asked(game) == (1, "react")
    game.answer((LOADED, (2, 1)))
    assert asked(game) == (0, "react")
    game.answer(None)
    assert facts(game, RollFinalized) == [RollFinalized(1, (6, 6))]


def test_replaced_dice_that_show_two_sixes_are_a_critical_hit() -> None:
    """The dice themselves must show the two sixes; a replacing die is a die. (12.3b, 21.4)"""
    wall = figure(2, 1, (1, 0), Click(defense=99), "", "", "", "")
    game = play([duel(LOADED)[0], wall], [*ATTACK, (LOADED, (1, 0))], [(1, 6)])
    assert facts(game, Damaged) == [Damaged(2, 4)]


def test_the_third_die_can_not_be_replaced() -> None:
    """There are two dice."""
    game = play(duel(LOADED), ATTACK, [(1, 2)])
    with pytest.raises(Refused):
        game.answer((LOADED, (1, 2)))


# ---------------------------------------------------------------------------------------------- would before is


def test_evading_prevents_what_would_trigger_on_the_hit() -> None:
    """A "would" effect can change the event so that a matching "is" effect never triggers. (8.1i, 12.3a)"""
    game = play(duel("", "super senses, spines"), [*ATTACK, ("super senses", 2)], [(5, 5), 5])
    assert facts(game, Hit, Missed, Damaged) == [Missed(1, 2)]


def test_four_does_not_evade() -> None:
    """It evades on 5 or 6. (pac.super-senses)"""
    game = play(duel("", "super senses, spines"), [*ATTACK, ("super senses", 2)], [(5, 5), 4])
    assert facts(game, Hit, Missed, Damaged) == [Hit(1, 2), Damaged(1, 1), Damaged(2, 3)]


def test_evading_is_optional() -> None:
    """What says "may" is optional. (8.1e)"""
    game = play(duel("", "super senses"), [*ATTACK, None], [(5, 5)])
    assert facts(game, Hit, Missed) == [Hit(1, 2)]


def test_a_miss_asks_nobody_to_evade() -> None:
    """Only what would be hit evades. (12.3a)"""
    assert facts(play(duel("", "super senses"), ATTACK, [(1, 2)]), Hit, Missed) == [Missed(1, 2)]


def volley(theirs: str, others: str, mine: str = "", *dial: Any) -> list[Figure]:
    """Figure 1 with two bolts between figures 2 and 3 of the opponent."""
    return [
        figure(1, 0, (1, 0), *dial, traits=mine, bolts=2),
        figure(2, 1, (0, 0), traits=theirs),
        figure(3, 1, (2, 0), traits=others),
    ]


def test_every_would_comes_before_any_is() -> None:
    """Every "would" effect is resolved before any "is" effect, also of another target. (8.1i)"""
    figures = volley("super senses, spines", "super senses")
    game = play(figures, [(1, "attack"), (2, 3), ("super senses", 2), ("super senses", 3)], [(5, 5), 1, 6])
    assert facts(game, Hit, Missed, Damaged) == [Hit(1, 2), Missed(1, 3), Damaged(1, 1), Damaged(2, 3)]


def test_the_player_chooses_the_order_of_simultaneous_woulds() -> None:
    """The player chooses the order. (8.1i)"""
    game = play(volley("super senses", "super senses"), [(1, "attack"), (2, 3)], [(5, 5), 6, 1])
    assert game.request.space.values == (("super senses", 2), ("super senses", 3), None)
    game.answer(("super senses", 3))
    game.answer(("super senses", 2))
    assert facts(game, Hit, Missed) == [Hit(1, 2), Missed(1, 3)]


def test_only_the_figure_that_evades_is_missed() -> None:
    """Other targets can still be hit, and share the damage. (12.3a, 12.4)"""
    figures = volley("super senses", "")
    game = play(figures, [(1, "attack"), (2, 3), ("super senses", 2)], [(5, 5), 6])
    assert facts(game, Hit, Missed, Damaged) == [Missed(1, 2), Hit(1, 3), Damaged(3, 3)]


def test_the_damage_is_divided_among_the_hit_targets() -> None:
    """All of the damage is assigned, in whole numbers; some may be assigned none. (12.4)"""
    game = play(volley("", ""), [(1, "attack"), (2, 3)], [(5, 5)])
    for wrong in ((1, 1), (2, 2), (4, -1), (1.5, 1.5), (3,)):
        with pytest.raises(Refused):
            game.answer(wrong)
    game.answer((3, 0))
    assert facts(game, Damaged) == [Damaged(2, 3), Damaged(3, 0)]


# ----------------------------------------------------------------------------------------------------- criticals


def test_two_sixes_hit_and_deal_one_more() -> None:
    """Two sixes hit every target, even those that it would miss, for 1 damage more each. (12.3b)"""
    figures = [figure(1, 0, (1, 0), bolts=2), *(figure(n, 1, (n, 1), Click(defense=30), *[""] * 4) for n in (2, 3))]
    game = play(figures, [(1, "attack"), (2, 3), (3, 0)], [(6, 6)])
    assert facts(game, Damaged) == [Damaged(2, 4), Damaged(3, 1)]


def test_two_ones_miss_and_hurt_the_attacker_after_the_attack() -> None:
    """Two ones miss, and right after the attack the attacker is dealt 1 unavoidable damage. (12.3c)"""
    strong = figure(1, 0, (0, 0), Click(attack=30), "", "", traits="toughness")
    game = play([strong, duel()[1]], ATTACK, [(1, 1)])
    kinds = (Hit, Missed, AttackResolved, Damaged)
    assert facts(game, *kinds) == [Missed(1, 2), AttackResolved(1, True), Damaged(1, 1, "unavoidable")]
    assert clicks(game)[1] == 1


@pytest.mark.parametrize(("defense", "fell"), [(18, Hit(1, 2)), (19, Missed(1, 2))])
def test_an_equal_total_hits(defense: int, fell: Event) -> None:
    """A total equal to or higher than the defense value hits. (12.3)"""
    game = play([duel()[0], figure(2, 1, (1, 0), Click(defense=defense), "", "", "")], ATTACK, [(4, 4)])
    assert facts(game, Hit, Missed) == [fell]


# ----------------------------------------------------------------------------------------------- illegal targets


def test_friends_oneself_the_distant_and_too_many_are_refused() -> None:
    """Not oneself, not a friendly figure, within range, as many as bolts, none twice. (12.1, 12.1a)"""
    figures = [*duel(range=2), figure(3, 0, (0, 1)), figure(4, 1, (3, 0)), figure(5, 1, (2, 2))]
    game = play(figures, [(1, "attack")])
    before = game.digest()
    for wrong in ((1,), (3,), (4,), (2, 5), (2, 2), (), (9,), None):
        with pytest.raises(Refused):
            game.answer(wrong)
    assert game.digest() == before


def test_without_a_target_there_is_no_attack_to_choose() -> None:
    """Every attack has at least one target. (12.1)"""
    game = play([figure(1, 0, (0, 0), range=2), figure(2, 1, (3, 0))])
    assert (1, "attack") not in game.request.space.values


def test_an_attack_whose_only_target_became_illegal_resolves_at_once() -> None:
    """If all targets have become illegal the attack immediately resolves; the figure has not attacked. (12.1c, 6.5a)"""
    figures = [figure(1, 0, (0, 0), range=1), figure(2, 1, (1, 0), traits="blink, super senses")]
    game = play(figures, [*ATTACK, ("blink", 2), (3, 0)], [(6, 6)])
    kinds = (Hit, Missed, Damaged, AttackResolved)
    assert facts(game, *kinds) == [AttackResolved(1, False)]
    assert asked(game) == (1, "action")


def test_exactly_at_range_is_legal() -> None:
    """Within range includes the range itself. (11.3b)"""
    figures = [figure(1, 0, (0, 0), range=3), figure(2, 1, (1, 0), traits="blink")]
    game = play(figures, [*ATTACK, ("blink", 2), (3, 0)], [(5, 5)])
    assert facts(game, AttackResolved) == [AttackResolved(1, True)]


def test_the_other_target_is_still_attacked() -> None:
    """Only the illegal target drops out, and no new one takes its place. (12.1c)"""
    figures = [
        figure(1, 0, (1, 0), bolts=2, range=1),
        figure(2, 1, (0, 0)),
        figure(3, 1, (2, 0), traits="blink"),
        figure(4, 1, (1, 1)),
    ]
    game = play(figures, [(1, "attack"), (2, 3), ("blink", 3), (4, 0)], [(5, 5)])
    assert facts(game, Hit, Missed, Damaged) == [Hit(1, 2), Damaged(2, 3)]


def test_a_target_that_drops_out_keeps_no_reroll_open() -> None:
    """No effect treats an illegal target as a target: what is left of the attack is skipped. (12.1c)"""
    figures = volley("blink", "blink")
    figures[0] = figure(1, 0, (1, 0), bolts=2, range=1)
    figures.append(figure(4, 1, (1, 2), traits="blink"))
    game = play(figures, [(1, "attack"), (2, 3), ("blink", 3), (4, 0), ("blink", 2)], [(5, 5)])
    game.answer((0, 2))
    assert facts(game, Hit, AttackResolved) == [AttackResolved(1, False)]


def test_an_attack_ends_when_its_attacker_is_knocked_out() -> None:
    """A knocked out figure can not use effects; what has triggered resolves as far as possible. (12.5d, 8.1k)"""
    game = play(volley("spines", "spines", "", ""), [(1, "attack"), (2, 3), ("spines", 3)], [(5, 5)])
    kinds = (Hit, Damaged, KnockedOut, AttackResolved)
    assert facts(game, *kinds) == [Hit(1, 2), Hit(1, 3), Damaged(1, 1), KnockedOut(1), AttackResolved(1, False)]
    assert game.result is not None
    assert game.result.winners == (1,)


def test_a_hit_target_that_is_knocked_out_takes_no_share_of_the_damage() -> None:
    """No effect treats an illegal target as a target: the attack goes on against the other. (12.1c, 12.5d)"""
    figures = [
        figure(1, 0, (1, 0), "", "burst", "", bolts=2),
        figure(2, 1, (0, 0), "spines"),
        figure(3, 1, (2, 0), "", "", "", "", "", ""),
    ]
    game = play(figures, [(1, "attack"), (2, 3)], [(5, 5)])
    # spines turn 1, whose burst knocks 2 out and turns 3; then 3 takes it all
    assert facts(game, KnockedOut) == [KnockedOut(2)]
    assert facts(game, Damaged) == [Damaged(1, 1), Damaged(2, 1), Damaged(3, 1), Damaged(3, 3)]


# --------------------------------------------------------------------------------------------- would be KO'd


SURVIVOR = "second wind, phoenix"


def test_one_of_two_preventions_is_used() -> None:
    """Of several effects that prevent a KO only one can be used; the others do not resolve. (12.5e)"""
    game = play(duel("", SURVIVOR), ATTACK, [(5, 5)])
    assert asked(game) == (1, "trigger")
    assert game.request.space.values == (("second wind", 2), ("phoenix", 2))
    game.answer(("second wind", 2))
    assert clicks(game)[2] == 2
    assert facts(game, KnockedOut) == []


def test_the_other_prevention_is_not_spent() -> None:
    """It did not resolve, so it can be used another time; then none is left. (12.5e)"""
    answers = [*ATTACK, ("second wind", 2), None, *ATTACK, None, *ATTACK]
    game = play(duel("", SURVIVOR), answers, [(5, 5)] * 3)
    turned = [event.click for event in facts(game, Turned) if isinstance(event, Turned)]
    assert turned == [1, 2, 3, 2, 3, 2, 1, 0, 1, 2, 3]
    assert facts(game, KnockedOut) == [KnockedOut(2)]


def test_two_forced_preventions_leave_no_way_to_decline() -> None:
    """What does not say "may" is mandatory. (8.1e)"""
    game = play(duel("", SURVIVOR), ATTACK, [(5, 5)])
    with pytest.raises(Refused):
        game.answer(None)


def test_a_fork_uses_the_other_prevention() -> None:
    """Both choices can be played out from the open question."""
    game = play(duel("", SURVIVOR), ATTACK, [(5, 5)])
    fork = game.fork()
    game.answer(("second wind", 2))
    fork.answer(("phoenix", 2))
    assert (clicks(game)[2], clicks(fork)[2]) == (2, 0)


def test_a_figure_knocked_out_before_its_dial_turns_turns_no_more() -> None:
    """Damage is dealt to all at the same time; a knocked out figure is not affected any more. (12.4, 12.5d)"""
    figures = [
        figure(1, 0, (0, 1), bolts=2),
        figure(2, 1, (1, 0), "", "burst", ""),
        figure(3, 1, (1, 1), ""),
    ]
    game = play(figures, [(1, "attack"), (2, 3), (2, 1)], [(5, 5)])
    assert facts(game, Damaged)[:2] == [Damaged(2, 2), Damaged(3, 1)]
    assert facts(game, Turned, KnockedOut)[2:] == [Turned(1, 1), Turned(3, 1), KnockedOut(3)]


# -------------------------------------------------------------------------------------------- who waits for whom


def test_what_triggers_while_the_opponent_resolves_waits() -> None:
    """What is triggered while the opponent is resolving effects waits until the opponent has finished. (8.1h)"""
    figures = volley("spines", "spines", "", "", "burst", "", "", "")
    game = play(figures, [(1, "attack"), (2, 3), ("spines", 2), (3, 0)], [(5, 5)])
    damaged = [event.figure for event in facts(game, Damaged) if isinstance(event, Damaged)]
    assert damaged == [1, 1, 2, 3, 2, 3]  # two spines, the burst of the attacker, then the attack


def test_an_own_effect_begins_directly_after_its_trigger() -> None:
    """A "when" effect begins to resolve directly after the event that triggers it. (8.1f)"""
    figures = [
        figure(1, 0, (0, 0), Click(damage=1), "burst", ""),
        figure(2, 1, (1, 0), "", "burst", ""),
        figure(3, 1, (1, 1), "", "burst", ""),
    ]
    game = play(figures, ATTACK, [(5, 5)])
    order = [(type(event).__name__, event.figure) for event in facts(game, Turned, KnockedOut)]  # type: ignore[attr-defined]
    # 2 bursts on 1 and 3; 1's burst must wait; 3 bursts inside 2's, on 1 and 2; then 1's waits no more, on 2 and 3
    assert order == [
        ("Turned", 2),
        ("Turned", 1), ("Turned", 3),
        ("Turned", 1), ("Turned", 2),
        ("Turned", 2), ("KnockedOut", 2), ("Turned", 3),
    ]  # fmt: skip


class Shouted(Event, frozen=True):
    """For tests: an effect was resolved."""

    what: str


def shout(name: str, of: str, *follow: Event, **how: Any) -> Trigger:
    """An effect of the attacker or the target of each hit; these events follow, then it is done."""

    @trigger(Hit, name=name, sources=lambda game, event: (getattr(event, of),), player=controller, **how)
    def resolve(game: Game, event: Hit, figure: int) -> Steps:
        yield Shouted(name)
        yield follow
        if follow:
            yield Shouted(f"{name} done")

    return resolve


def shouted(*triggers: Trigger, theirs: str = "") -> list[str]:
    """What is heard when figure 1 hits figure 2 under an expansion with these triggers, the first offered first."""
    rules = GRID_ATTACK.freeze([Extension(ruleset="grid_attack", id="shouts", triggers=triggers)])
    game = new_game(rules, Setup(tuple(duel("", theirs))), seed=1, chance=Scripted([(5, 5)]))
    for answer in ATTACK:
        game.answer(answer)
    while game.request is not None and game.request.ask == "trigger":
        game.answer(game.request.space.values[0])
    return [event.what for event in game.events() if isinstance(event, Shouted)]


def test_the_active_player_resolves_first() -> None:
    """Of effects due at the same time those of the active player come first, in the order chosen. (8.1h, 13.5)"""
    heard = shouted(shout("their", "target"), shout("mine", "attacker"), shout("my other", "attacker"))
    assert heard == ["mine", "my other", "their"]


def test_immediate_effects_come_before_all_others() -> None:
    """All "immediately" effects first, the active player's and then the opponent's. (8.1d, 8.1h)"""
    heard = shouted(
        shout("mine", "attacker"),
        shout("their now", "target", immediate=True),
        shout("my now", "attacker", immediate=True),
        shout("their", "target"),
    )
    assert heard == ["my now", "their now", "mine", "their"]


def test_the_opponents_new_effect_waits_for_all_that_the_active_player_has_due() -> None:
    """It waits until the opponent has finished, not only with the effect that triggered it. (8.1h)"""

    @trigger(Placed, player=lambda game, event, source: 1)
    def their_new(game: Game, event: Placed, source: None) -> Event:
        return Shouted("their new")

    mine = (shout("mine", "attacker", Placed(1, (3, 3))), shout("my other", "attacker"))
    heard = shouted(*mine, shout("their", "target"), their_new)
    assert heard == ["mine", "mine done", "my other", "their", "their new"]


def test_an_own_new_effect_does_not_wait() -> None:
    """It begins to resolve directly after the event that triggers it. (8.1f)"""

    @trigger(Placed, player=lambda game, event, source: 0)
    def my_new(game: Game, event: Placed, source: None) -> Event:
        return Shouted("my new")

    mine = (shout("mine", "attacker", Placed(1, (3, 3))), shout("my other", "attacker"))
    assert shouted(*mine, my_new) == ["mine", "my new", "mine done", "my other"]


def test_once_triggered_an_effect_resolves_without_its_power() -> None:
    """It resolves even if the power that gave it has been lost in the meantime. (8.1f)"""

    @trigger(Hit, sources=lambda game, event: (2,) if event.target == 2 else (), player=controller)
    def jolt(game: Game, event: Hit, figure: int) -> Event:
        return Turned(3, 1)

    rules = GRID_ATTACK.freeze([Extension(ruleset="grid_attack", id="jolt", triggers=[jolt])])
    figures = volley("", "")
    figures[2] = figure(3, 1, (2, 0), "spines", "")
    game = new_game(rules, Setup(tuple(figures)), seed=1, chance=Scripted([(5, 5)]))
    for answer in ((1, "attack"), (2, 3), ("jolt", 2)):
        game.answer(answer)
    assert facts(game, Turned, Damaged) == [Turned(3, 1), Damaged(1, 1), Turned(1, 1)]


def test_damage_is_calculated_when_it_is_needed() -> None:
    """A value is calculated when it is needed: attack before the roll, damage after the hit. (6.9, 12.2a)"""
    weak = Click(attack=0, damage=1)
    figures = [figure(1, 0, (0, 0), Click(attack=10, damage=3), weak), figure(2, 1, (1, 0), traits="spines")]
    game = play(figures, ATTACK, [(3, 3)])
    assert facts(game, Damaged) == [Damaged(1, 1), Damaged(2, 1)]


# ------------------------------------------------------------------------------------------------------- the dial


def test_a_power_that_appears_in_mid_damage_does_not_reduce_the_rest() -> None:
    """Damage taken is fixed before the dial turns. (12.5a)"""
    game = play([duel()[0], figure(2, 1, (1, 0), "", "toughness", "toughness", "")], ATTACK, [(5, 5)])
    assert clicks(game)[2] == 3


def test_a_power_that_vanishes_in_mid_damage_has_reduced_all_of_it() -> None:
    """Damage taken is fixed before the dial turns. (12.5a, 20.6a)"""
    game = play([duel()[0], figure(2, 1, (1, 0), "toughness", "", "", "")], ATTACK, [(5, 5)])
    assert clicks(game)[2] == 2


def test_a_power_is_revealed_although_the_dial_turns_past_it() -> None:
    """A reveal triggers even if the dial was turned past that click, and when it has been turned. (18.4)"""
    figures = [duel()[0], figure(2, 1, (1, 0), "", "burst", "", "", "")]
    game = play(figures, ATTACK, [(5, 5)])
    assert facts(game, Turned) == [Turned(2, 1), Turned(2, 2), Turned(2, 3), Turned(1, 1)]


def test_each_reveal_triggers_apart() -> None:
    """One turn of the dial can cause several reveals and so several triggers. (18.4, 8.1g)"""
    figures = [duel()[0], figure(2, 1, (1, 0), "", "burst", "", "burst", "")]
    game = play(figures, [*ATTACK, ("burst", 2)], [(5, 5)])
    assert facts(game, Turned)[-2:] == [Turned(1, 1), Turned(1, 2)]


def test_a_reveal_on_the_way_to_the_ko_click_triggers() -> None:
    """The check for KO comes after the dial was turned. (12.5d)"""
    figures = [duel()[0], figure(2, 1, (1, 0), "", "burst"), figure(3, 1, (4, 4))]
    game = play(figures, ATTACK, [(5, 5)])
    assert facts(game, Turned, KnockedOut) == [Turned(2, 1), Turned(2, 2), Turned(1, 1), KnockedOut(2)]


def test_a_stop_click_stops_the_dial() -> None:
    """When a STOP power is revealed the dial is not turned any further. (18.4a)"""
    game = play([duel()[0], figure(2, 1, (1, 0), "", "stop", "", "")], ATTACK, [(5, 5)])
    assert clicks(game)[2] == 1


def test_healing_reveals_too_and_stops_at_the_starting_line() -> None:
    """A power is revealed whenever it appears; nobody is healed past the starting line. (18.4, 6.6)"""
    figures = [duel()[0], figure(2, 1, (1, 0), "burst", "", traits="phoenix")]
    game = play(figures, ATTACK, [(5, 5)])
    turned = [Turned(2, 1), Turned(2, 2), Turned(2, 1), Turned(2, 0), Turned(1, 1)]
    assert facts(game, Turned) == turned


def test_only_one_power_reduces_damage() -> None:
    """One effect that reduces damage applies to an instance of damage; the controller chooses. (12.5b)"""
    game = play(duel("", "toughness, invulnerability"), ATTACK, [(5, 5)])
    assert asked(game) == (1, "trigger")
    game.answer(("toughness", 2))
    assert clicks(game)[2] == 2


def test_a_lasting_effect_is_lost_with_the_power_that_gave_it() -> None:
    """Its duration ends when the power is lost, and does not come back with it. (20.3, 20.6a)"""
    figures = [
        figure(1, 0, (0, 0), "perplex", "", traits="phoenix"),
        figure(2, 1, (1, 0), Click(damage=1), Click(damage=1), Click(damage=1)),
    ]
    answers = [(1, "perplex"), (1, "attack", 1), (2, "attack"), (1,), None, (2, "attack"), (1,)]
    game = play(figures, answers[:2])
    assert game.number("attack", 1) == 11
    game = play(figures, answers, [(5, 5), (5, 5)])
    assert clicks(game)[1] == 0  # healed back to the click with Perplex
    assert (game.number("attack", 1), list(active_effects(game))) == (10, [])


def test_a_lasting_effect_ends_with_the_players_next_turn() -> None:
    """The modifier lasts until that player's next turn. (pac.perplex)"""
    game = play(duel("perplex"), [(1, "perplex"), (2, "defense", -1)])
    assert game.number("defense", 2) == 15
    game.answer(None)
    assert game.number("defense", 2) == 16


# ------------------------------------------------------------------------------------------------------- numbers


def modified(base: Click, powers: str, *changes: tuple[str, str, int]) -> Game:
    """A game in which figure 1 shows this and these effects have begun."""
    game = play([figure(1, 0, (0, 0), base, traits=powers), figure(2, 1, (1, 0))])
    game.state.writing = True
    for stat, layer, amount in changes:
        data = {"stat": stat, "layer": layer, "amount": amount}
        begin_effect(game, "test", FOREVER, target=("figures", 1), data=data).apply(game.state)
    game.state.writing = False
    return game


@pytest.mark.parametrize(("changes", "expected"), [((1, 1, 1), 13), ((2, 2), 13), ((-2, -2), 7), ((2, 2, -1), 13)])
def test_rule_of_three(changes: tuple[int, ...], expected: int) -> None:
    """All modifiers of a value together are at most +3 and at least -3. (14.2)"""
    game = modified(Click(attack=10), "", *(("attack", "modify", amount) for amount in changes))
    assert game.number("attack", 1) == expected


@pytest.mark.parametrize(("printed", "half"), [(3, 2), (4, 2), (1, 1), (0, 0)])
def test_halves_are_rounded_up(printed: int, half: int) -> None:
    """A fraction is rounded up at once. (6.11)"""
    assert modified(Click(damage=printed), "weakened").number("damage", 1) == half


def test_replace_then_halve_then_modify() -> None:
    """Replacements come first, then halves and doubles, then modifiers, whatever came first in time. (13.1)"""
    changes = [("attack", "modify", 2), ("attack", "divide", 2), ("attack", "modify", 2), ("attack", "replace", 7)]
    game = modified(Click(attack=10), "", *changes)
    assert game.number("attack", 1) == 4 + 3
    assert game.value("attack", 1).explain()[1:] == [
        "= 7 test", "/ 2 test", "rounded up to 4 [6.11]", "+2 test", "+2 test",
        "sum of modifiers +4 limited to +3 [14.2]", "result: 7",
    ]  # fmt: skip


def test_the_rule_of_three_does_not_limit_replacements() -> None:
    """Replacement values are not limited. (14.2)"""
    assert modified(Click(attack=5), "rage", ("attack", "modify", 1)).number("attack", 1) == 13


def test_a_result_below_zero_is_zero() -> None:
    """A final result below 0 is 0. (13.1)"""
    assert modified(Click(damage=1), "", ("damage", "modify", -3)).number("damage", 1) == 0


def test_a_maximum_beats_a_minimum() -> None:
    """If no number satisfies both, only the maximum is used. (13.4a)"""
    game = modified(Click(attack=7), "", ("attack", "minimum", 10), ("attack", "maximum", 4))
    assert game.number("attack", 1) == 4
    assert game.number("attack", 1, Modifier("attack", "maximum", 3)) == 3


# -------------------------------------------------------------------------------------------------- mind control

MIND = [(1, "mind control"), (2,)]


def controlled(*more: Figure, mine: str = "mind control", theirs: str = "", **fields: Any) -> list[Figure]:
    """Figure 1 with Mind Control, figure 2 of the opponent next to it, figure 3 of the opponent next to that."""
    return [
        figure(1, 0, (0, 0), mine, "", "", **fields),
        figure(2, 1, (1, 0), "", "", "", traits=theirs),
        figure(3, 1, (2, 0)),
        *more,
    ]


def test_a_controlled_figure_acts_for_the_controller_and_turns_back() -> None:
    """Each hit figure becomes friendly, may move and attack, and then returns to its own force. (pac.mind-control)"""
    game = play(controlled(), MIND, [(5, 5), (5, 5)])
    assert asked(game) == (0, "controlled")
    assert game.active == 0
    game.answer("attack")
    assert asked(game) == (0, "targets")
    assert game.request.space.items == (3,)  # its former friend, and neither the controller nor itself
    game.answer((3,))
    assert facts(game, Damaged) == [Damaged(3, 3)]
    game.answer(None)
    assert list(active_effects(game)) == []
    assert (2, "move") in game.request.space.values
    assert asked(game) == (1, "action")


def test_mind_control_deals_no_damage() -> None:
    """Instead of normal damage; also with two sixes. (12.4c)"""
    game = play(controlled(), [*MIND, None], [(6, 6)])
    assert facts(game, Hit, Damaged) == [Hit(1, 2)]


def test_a_controlled_figure_moves_at_half_speed() -> None:
    """Its speed value is halved, rounded up, for as long as it is controlled. (pac.mind-control, 6.11)"""
    game = play(controlled(), [*MIND, "move"], [(5, 5)])
    assert game.number("speed", 2) == 3
    assert (4, 0) in game.request.space.values
    assert (4, 4) not in game.request.space.values
    game.answer((4, 0))
    game.answer(None)
    assert game.number("speed", 2) == 5


def test_the_controlled_figure_acts_in_either_order_once_each() -> None:
    """A move and an attack, in either order. (pac.mind-control)"""
    game = play(controlled(), [*MIND, "attack", (3,)], [(5, 5), (1, 2)])
    assert game.request.space.values == ("move", None)
    game = play(controlled(), [*MIND, "move", (1, 1)], [(5, 5)])
    assert game.request.space.values == ("attack", None)


def test_mind_control_reaches_four_squares() -> None:
    """For Mind Control the range value is at least 4. (pac.mind-control)"""
    figures = [figure(1, 0, (0, 0), "mind control", range=0), figure(2, 1, (4, 0))]
    game = play(figures)
    assert (1, "mind control") in game.request.space.values
    assert (1, "attack") not in game.request.space.values


def test_several_controlled_figures_act_one_at_a_time() -> None:
    """All hit figures are friendly at once, and act one at a time. (pac.mind-control)"""
    figures = [*controlled(bolts=2), figure(4, 1, (1, 1))]
    game = play(figures, [(1, "mind control"), (2, 4), "attack"], [(5, 5), (1, 2), (1, 2)])
    assert game.request.space.items == (3,)
    game.answer((3,))
    game.answer(None)
    assert game.request.about == {"figure": 4}
    game.answer("attack")
    assert game.request.space.items == (3,)
    game.answer((3,))
    game.answer("move")
    game.answer((2, 2))
    assert asked(game) == (1, "action")


def test_the_last_enemy_figure_is_controlled_and_nobody_is_defeated() -> None:
    """A player with an unresolved effect is not defeated; the figure returns before that is asked. (5.2, 6.2)"""
    game = play(duel("mind control"), [*MIND, None], [(5, 5)])
    assert game.result is None


def test_the_controller_uses_the_powers_of_the_controlled_figure() -> None:
    """It is friendly to the controller's force: its re-roll is the controller's, and so are its dice. (6.2)"""
    game = play(controlled(theirs=PC), [*MIND, None, "attack", (3,)], [(5, 5), (1, 2)])
    assert asked(game) == (0, "react")
    assert game.request.space.values == (None, (PC, 2))


def test_before_it_is_controlled_its_powers_are_its_owners() -> None:
    """It becomes friendly only when it has been hit. (pac.mind-control)"""
    assert asked(play(controlled(theirs=PC), MIND, [(5, 5)])) == (1, "react")


def test_the_controller_chooses_how_the_controlled_figure_survives() -> None:
    """Its controller chooses, and is the other player for the time being. (12.5e, 6.2)"""
    figures = controlled(theirs=SURVIVOR)
    figures[1] = figure(2, 1, (1, 0), "", traits=SURVIVOR)
    figures[2] = figure(3, 1, (2, 0), traits="spines")
    game = play(figures, [*MIND, "attack", (3,)], [(5, 5), (5, 5)])
    assert asked(game) == (0, "trigger")
    assert game.request.space.values == (("second wind", 2), ("phoenix", 2))


def test_control_is_lost_with_the_power_that_gave_it_in_the_middle_of_an_attack() -> None:
    """Lost with its source, the effect ends; the target is a friend again, so the attack resolves. (20.6c, 12.1c)"""
    figures = [
        figure(1, 0, (0, 0), "mind control", "", ""),
        figure(2, 1, (1, 0), "", "burst", ""),
        figure(3, 1, (2, 0), traits="spines"),
    ]
    game = play(figures, [*MIND, "attack", (3,)], [(5, 5), (5, 5)])
    # 3 is hit, its spines turn 2, which bursts, which turns 1 off Mind Control
    assert facts(game, Turned) == [Turned(2, 1), Turned(1, 1), Turned(3, 1)]
    assert facts(game, AttackResolved) == [AttackResolved(2, False), AttackResolved(1, True)]
    assert [event.why for event in game.events() if isinstance(event, EffectEnded)] == ["lost"]
    assert asked(game) == (1, "action")


def test_control_ends_when_the_controller_is_knocked_out() -> None:
    """A knocked out figure's effects end. (12.5d, 20.6b)"""
    figures = [
        figure(1, 0, (0, 0), "mind control"),
        figure(2, 1, (1, 0), "", "burst", ""),
        figure(3, 1, (2, 0), traits="spines"),
        figure(4, 0, (4, 4)),
    ]
    game = play(figures, [*MIND, "attack", (3,)], [(5, 5), (5, 5)])
    assert facts(game, KnockedOut) == [KnockedOut(1)]
    assert facts(game, AttackResolved) == [AttackResolved(2, False), AttackResolved(1, True)]
    assert list(active_effects(game)) == []


def test_a_controlled_figure_that_is_knocked_out_acts_no_more() -> None:
    """The effects of a knocked out figure end; the other controlled figure still acts. (12.5d)"""
    figures = [
        figure(1, 0, (0, 0), "mind control", bolts=2),
        figure(2, 1, (1, 0), "", traits=""),
        figure(3, 1, (2, 0), traits="spines"),
        figure(4, 1, (1, 1), ""),
    ]
    game = play(figures, [(1, "mind control"), (2, 4), "attack", (3,)], [(5, 5), (5, 5)])
    assert facts(game, KnockedOut) == [KnockedOut(2)]
    assert facts(game, AttackResolved) == [AttackResolved(2, False)]
    assert game.request.about == {"figure": 4}


def test_a_controlled_figure_stands_where_it_moved_after_it_has_returned() -> None:
    """It returns to its force, not to its square. (6.2)"""
    game = play(controlled(), [*MIND, "move", (1, 1), None], [(5, 5)])
    assert facts(game, Placed) == [Placed(2, (1, 1))]
    kinds = (EffectBegan, EffectEnded)
    assert [type(event).__name__ for event in facts(game, *kinds)] == ["EffectBegan", "EffectEnded"]


# ---------------------------------------------------------------------------------------------------- exact odds

D6 = range(1, 7)
PAIRS = list(product(D6, repeat=2))


def hits(faces: Any, needed: int) -> bool:
    """The rule of the hit in plain words: for the independent sums."""
    return bool(faces != (1, 1) and (faces == (6, 6) or sum(faces) >= needed))


def law(outcomes: Iterable[Any]) -> dict[Any, Fraction]:
    """The law of equally likely outcomes."""
    counts: dict[Any, int] = {}
    for outcome in outcomes:
        counts[outcome] = counts.get(outcome, 0) + 1
    whole = sum(counts.values())
    return {value: Fraction(count, whole) for value, count in sorted(counts.items())}


def hurt(game: Game) -> tuple[int, ...]:
    """How far the dials of the figures are turned."""
    return tuple(clicks(game).values())


@pytest.mark.parametrize("defense", [12, 17, 22, 30])
def test_odds_of_a_plain_attack(defense: int) -> None:
    """Hit, critical hit and critical miss, by the real rules and by counting faces."""
    game = play([figure(1, 0, (0, 0)), figure(2, 1, (1, 0), Click(defense=defense), *[""] * 5)])
    by_hand = law(
        (1 if faces == (1, 1) else 0, (4 if faces == (6, 6) else 3) if hits(faces, defense - 10) else 0)
        for faces in PAIRS
    )
    assert odds.distribution(game, hurt, answers=ATTACK) == by_hand


def sensible(game: Game, request: Request) -> Any:
    """The attacker re-rolls a miss, the defender a hit; what may be used is used."""
    values = request.space.options() or ()
    if request.about.get("window") != "reroll":
        return values[0]
    attack = game.context(Attack)
    hit = hits(attack.roll.numbers, attack.defenses[0][1] - attack.attack)
    return values[1] if hit == bool(request.player) else None


def test_odds_with_alternating_rerolls_evasion_and_reduction() -> None:
    """Each side re-rolls once, the target evades with a third, is tough, and stings back when it is hit."""
    figures = [
        figure(1, 0, (0, 0), *[""] * 6, traits=PC),
        figure(2, 1, (1, 0), Click(defense=17), *[""] * 5, traits=f"{PC}, super senses, toughness, spines"),
    ]
    game = play(figures)

    def outcome(rolls: tuple[Any, ...], sense: int) -> tuple[int, int]:
        first, faces, third = rolls
        if hits(faces, 7) != hits(first, 7):  # who re-rolled first got what was wanted: the other answers
            faces = third
        if faces == (1, 1):
            return 1, 0
        if not hits(faces, 7) or sense >= 5:
            return 0, 0
        return 1, 3 if faces == (6, 6) else 2

    by_hand = law(outcome(rolls, sense) for rolls in product(PAIRS, repeat=3) for sense in D6)
    found = odds.distribution(game, hurt, answers=ATTACK, policy=sensible, until="turn")
    assert found == by_hand


def test_odds_of_two_targets_that_evade_apart() -> None:
    """One attack roll, a d6 of Super Senses for each; the damage goes to the first that is hit."""
    figures = [
        figure(1, 0, (1, 0), *[""] * 4, bolts=2),
        figure(2, 1, (0, 0), Click(defense=15), *[""] * 4, traits="super senses"),
        figure(3, 1, (2, 0), Click(defense=18), *[""] * 4, traits="super senses"),
    ]

    def policy(game: Game, request: Request) -> Any:
        return (3, 0) if request.ask == "divide damage" else (request.space.options() or ())[0]

    def outcome(faces: Any, one: int, other: int) -> tuple[int, ...]:
        struck = [hits(faces, 5) and one < 5, hits(faces, 8) and other < 5]
        if not any(struck):
            return (1 if faces == (1, 1) else 0), 0, 0
        more = 1 if faces == (6, 6) else 0
        shares = [3, 0] if struck[0] else [0, 3]
        return 0, *(share + more if is_hit else 0 for share, is_hit in zip(shares, struck, strict=True))

    by_hand = law(outcome(faces, one, other) for faces in PAIRS for one in D6 for other in D6)
    answers = [(1, "attack"), (2, 3)]
    assert odds.distribution(play(figures), hurt, answers=answers, policy=policy, until="turn") == by_hand


def test_odds_of_mind_control() -> None:
    """The controller attacks, the controlled figure attacks its friend; two ones hurt whoever attacks."""
    figures = controlled()
    figures[1] = figure(2, 1, (1, 0), Click(defense=18), *[""] * 5)
    figures[2] = figure(3, 1, (2, 0), Click(defense=16), *[""] * 5)

    def policy(game: Game, request: Request) -> Any:
        values = request.space.options() or ()
        return "attack" if "attack" in values else None if None in values else values[0]

    def outcome(first: Any, second: Any) -> tuple[int, int, int]:
        if not hits(first, 8):
            return (1 if first == (1, 1) else 0), 0, 0
        damage = (4 if second == (6, 6) else 3) if hits(second, 6) else 0
        return 0, (1 if second == (1, 1) else 0), damage

    by_hand = law(outcome(*rolls) for rolls in product(PAIRS, repeat=2))
    assert odds.distribution(play(figures), hurt, answers=MIND, policy=policy, until="turn") == by_hand


# ---------------------------------------------------------------------------------------------------- any game


def test_random_games() -> None:
    """The usual setup, with every check of the kit; everything registered comes up."""
    report = check_ruleset(
        RULES, games=12, seed=3, looks=6, where="tests.core.proofs.grid_attack:GRID_ATTACK", must_exercise=False
    )
    assert report.games == 12


POWERS = (
    "mind control", "perplex", PC, LOADED, "blink", "super senses", "spines", "burst", "stop", "toughness",
    "invulnerability", "rage", "weakened", "brace",
)  # fmt: skip


def any_setup(seed: int) -> Setup:
    """Six figures with random dials, powers and places."""
    rng = Random(seed)
    squares = rng.sample(list(product(range(4), range(4))), 6)
    figures = []
    for number, at in enumerate(squares):
        dial = tuple(
            Click(
                rng.randrange(7), rng.randint(8, 12), rng.randint(14, 19), rng.randrange(5),
                tuple(rng.sample(POWERS, 3)),
            )
            for _ in range(rng.randint(1, 4))
        )  # fmt: skip
        traits = tuple(rng.sample(("second wind", "phoenix", "spines", "burst", PC), 2))
        figures.append(Figure(number, number % 2, at, dial, traits, rng.randrange(5), rng.randint(1, 3)))
    return Setup(tuple(figures), 20)


def test_random_figures() -> None:
    """Any powers on any dials: games end, forks, saves and reruns agree."""
    assert check_ruleset(RULES, games=15, seed=1, setup=any_setup, looks=6).games == 15
