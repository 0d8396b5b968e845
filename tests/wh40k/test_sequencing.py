"""What happens at the same time: who orders it and who decides first, in turns and outside them."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright import ContentError, EffectBegan, Round
from rulewright.effects import active_effects
from rulewright.narrator import Narrator
from rulewright.testing import Scenario
from rulewright_wh40k.events.battle_round import OrderWon, RoundBegan
from rulewright_wh40k.events.command import CPGained
from rulewright_wh40k.events.dice import RollOff

from .table import FOES, MINE, army, battle, happened, invent, left, phase, rule, sheet, unit, use
from .test_stratagems import own, stratagem
from .test_written_abilities import WARD, text, with_texts

START, END = "battle round start", "battle round end"
GAIN: Any = {"when": START, "may": True, "effects": [{"do": "gain_cp", "cp": 1}]}
BLEED: Any = {"effects": [{"do": "suffer", "to": "target", "wounds": 1}]}


def round_of(mine: Any, foes: Any, *rolls: Any, **more: Any) -> Scenario:
    """The first battle round of two units with these texts, or none."""
    sheets = [with_texts(id, *([one] if one else []), wounds=9) for id, one in ((MINE, mine), (FOES, foes))]
    things = unit(MINE, (10, 20), wounds=9), unit(FOES, (50, 20), wounds=9)
    return battle(*things, rules=invent(*sheets), rolls=rolls, **more).begin("game/round", Round(number=1))


# Outside turns ----------------------------------------------------------------------------------------------


@rule("faq.timing.both-players-optional-rules", 2)
@rule("core.sequencing", 2)
@pytest.mark.parametrize(("rolls", "loser"), [([(6, 1)], 1), ([(1, 6)], 0), ([(3, 3), (2, 5)], 0)])
def test_at_the_start_of_a_battle_round_the_loser_of_a_roll_off_decides_first(rolls: Any, loser: int) -> None:
    position = round_of(GAIN, GAIN, *rolls)
    assert (position.asked, position.window, position.player) == ("react", START, loser)
    assert [event.round for event in happened(position, RoundBegan)] == [1] and len(happened(position, RollOff)) == 1
    position.answer(None)
    assert (position.window, position.player) == (START, 1 - loser)


@rule("faq.timing.both-players-optional-rules", 2)
@pytest.mark.parametrize("number", [1, 2])
def test_the_players_roll_off_again_at_the_end_of_the_round(number: int) -> None:
    ending = {**GAIN, "when": END}
    position = round_of(ending, ending, (1, 6)).until("react", declines=("move", "shoot", "charge"))
    assert (position.window, position.player) == (END, 0)
    (won,) = happened(position, OrderWon)
    told = Narrator(position.game.rules).event(position.game.view(0), won)
    assert told == "Until the next turn Player 2 orders what happens at the same time"


@rule("faq.timing.both-players-optional-rules", 2)
@pytest.mark.parametrize("texts", [(GAIN, None), (None, GAIN), (None, None)])
def test_nobody_rolls_off_where_only_one_player_has_anything_to_decide(texts: Any) -> None:
    position = round_of(*texts)
    assert not happened(position, RollOff, OrderWon)
    assert (position.window == START) is any(texts)
    if any(texts):
        assert position.player == texts.index(GAIN)


@rule("core.sequencing", 2)
@pytest.mark.parametrize(("roll", "winner"), [((6, 1), 0), ((1, 6), 1)])
@pytest.mark.parametrize("first", [MINE, FOES, None])
def test_at_the_start_of_a_battle_round_the_winner_of_a_roll_off_orders(
    roll: Any, winner: int, first: str | None
) -> None:
    """What must happen: a unit of each player suffers a mortal wound; Enter keeps the order that is shown."""
    hurt = {"when": START, **BLEED}
    position = round_of(hurt, hurt, roll)
    assert (position.asked, position.player) == ("happens_first", winner)
    shown = [one and one[1] for one in position.options]
    assert shown == [None, *((MINE, FOES) if winner else (FOES, MINE))]
    position.answer(next(one for one in position.options if (one and one[1]) == first))
    assert left(position, MINE) == left(position) == [8] and position.window != START


# In turns ---------------------------------------------------------------------------------------------------


def both(*effects: Any, mine: int = 2, active: int = 0) -> Scenario:
    """The Charge phase of a player: our unit has so many texts at its start, and that of the foes one."""
    one = {"when": "charge phase start", "whose": "any", "effects": list(effects)}
    ours = {**sheet(MINE, wounds=9), "texts": [text(one, name=f"Text {number}") for number in range(mine)]}
    things = unit(MINE, (10, 20), wounds=9), unit(FOES, (50, 20), wounds=9)
    position = battle(*things, rules=invent(ours, with_texts(FOES, one, wounds=9)))
    return phase(position, "charge phase", active)


@rule("core.sequencing", 1)
@pytest.mark.parametrize("active", [0, 1])
def test_the_active_player_orders_the_texts_of_both_players(active: int) -> None:
    position = both({"do": "gain_cp", "cp": 1}, active=active)
    assert (position.asked, position.player, len(position.options)) == ("happens_first", active, 4)
    told = Narrator(position.game.rules).option(position.game.view(active), position.game.request, position.options[1])
    assert told == ("foes: Text" if active else "mine: Text 0")
    theirs = next(one for one in position.options if one and one[1] == FOES)
    position.answer(theirs)
    assert [event.player for event in happened(position, CPGained)] == [1]
    assert (position.asked, len(position.options)) == ("happens_first", 3)
    position.answer(None)
    assert [event.player for event in happened(position, CPGained)][:2] == [1, 0]


@rule("core.sequencing", 1)
def test_the_order_that_is_shown_is_kept_without_another_question() -> None:
    position = both({"do": "suffer", "to": "target", "wounds": 1}, mine=3).answer(None)
    assert position.asked != "happens_first"
    assert (left(position, MINE), left(position)) == ([6], [8])


@rule("core.sequencing", 1)
def test_one_text_alone_needs_no_order() -> None:
    assert both({"do": "suffer", "to": "target", "wounds": 1}, mine=0).asked != "happens_first"


# What can stand there ---------------------------------------------------------------------------------------


@rule("commentary.start-of-battle-round-turn-phase")
@pytest.mark.parametrize(("until", "fits"), [("round", True), ("turn", False), ("phase", False)])
def test_outside_turns_nothing_lasts_for_a_turn_or_a_phase(until: str, fits: bool) -> None:
    gift = {"when": START, "once": "battle", "effects": [{"do": "give", "abilities": ["stealth"], "until": until}]}
    if not fits:
        with pytest.raises(ContentError, match=f"'{until}' needs a turn that is going on, and at 'battle round start'"):
            round_of(gift, None)
        return
    position = round_of(gift, None)
    assert len(list(active_effects(position.game, "stratagem", MINE))) == 1
    position.until("move", declines=())
    assert len(list(active_effects(position.game, "stratagem", MINE))) == 1
    while position.state.battle[0].round == 1:
        position.answer(None)
    assert not list(active_effects(position.game, "stratagem", MINE))


@rule("errata.persisting-effects")
@pytest.mark.parametrize("moment", ["unit destroyed", "mortal wounds"])
def test_what_lasts_for_a_phase_lasts_for_the_round_where_no_phase_is_going_on(moment: str) -> None:
    """Our unit suffers a mortal wound at the end of the round, and another one is given something for that phase."""
    hurt = {"when": END, "once": "battle", "effects": [{"do": "suffer", "to": "target"}]}
    gift = {"when": moment, "whose": "any", "effects": [{"do": "give", "abilities": ["stealth"]}]}
    things = unit(MINE, (10, 20)), unit("other", (10, 30), player=0), unit(FOES, (50, 20))
    rules = invent(with_texts(MINE, hurt), with_texts("other", gift))
    position = battle(*things, rules=rules).begin("game/round", Round(number=1))
    while position.state.battle[0].round == 1:
        position.answer(None)
    assert left(position, MINE) == []
    assert [event.effect.until for event in happened(position, EffectBegan)] == ["scope"]
    assert not list(active_effects(position.game, "stratagem", "other"))


def test_outside_turns_a_moment_is_nobodys() -> None:
    with pytest.raises(ContentError, match="'battle round start' is nobody's moment"):
        round_of({**GAIN, "whose": "opposing"}, None)


# Rules of the start of a phase ------------------------------------------------------------------------------


@rule("faq.timing.start-of-rules-first", 2, 3)
@pytest.mark.parametrize("used", [True, False])
def test_the_opponent_answers_what_happens_at_the_start_of_a_phase_at_once(used: bool) -> None:
    """Mortal wounds at the start of our phase; at the moment of mortal wounds the opponent has a Stratagem."""
    doom = {"when": "movement phase start", "effects": [
        {"do": "choose_unit", "within": 24, "then": [{"do": "suffer", "to": "chosen", "wounds": 3}]},
    ]}  # fmt: skip
    ward = stratagem("ward", WARD, when={"moment": "mortal wounds"}, target={"who": "acting"})
    rules = own(ward, sheets=[with_texts(MINE, doom), sheet(FOES, wounds=9)])
    things = unit(MINE, (20, 20)), unit(FOES, (30, 20), wounds=9), army(0, 1), army(1, 1, detachment="own")
    position = phase(battle(*things, rules=rules, rolls=[(4,), (3,), (5,)]), "movement phase")
    if position.asked == "choose_unit":
        position.answer(FOES)
    assert (position.asked, position.window, position.player) == ("react", "mortal wounds", 1)
    assert left(position) == [9]
    if used:
        use(position, "ward", FOES)
    else:
        position.answer(None)
    assert left(position) == [8 if used else 6]
    assert position.asked == "move"
