"""Positions in tests: any records, anything that happens, any step to begin at; dice and answers by name; refusals."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from pydantic import BaseModel

from rulewright import (
    ContentError,
    EffectKind,
    Event,
    Game,
    Loop,
    Options,
    Pack,
    Phase,
    Procedure,
    Refused,
    Request,
    Round,
    Ruleset,
    Shuffle,
    State,
    Step,
    Subset,
    Table,
    Turn,
    Window,
    Zone,
    choose,
    load,
    load_pack,
    new_game,
    rounds,
    rules_for,
    turns,
)
from rulewright.dice import Die
from rulewright.events import Began
from rulewright.rolls import Pick, Roll
from rulewright.spaces import Allocation, Ordering
from rulewright.state import Effect
from rulewright.testing import Scenario, Script, answer_named, begin_game, invent, refused, set_up
from rulewright.testing.named import AmbiguousName
from rulewright.testing.scenarios import ScenarioError
from tests.core.small_games import BLOW, DUEL, SURVEY, CardPlayed, Fighter, Hurt, Struck, duel


class Stop(Step):
    """A step that asks one question."""

    def __init__(self, ask: str) -> None:
        super().__init__(lambda game, context: choose(0, ask, ("on",)), name=ask)


def never(game: Game) -> bool:
    return False


MORNING = Phase("morning", [Stop("rise")])


class Yard(State):
    zones: Table[Zone]


def pile_up(state: Yard, setup: Any, content: Any) -> None:
    state.zones.add(Zone("deck", cards=("old",)))
    state.zones.add(Zone("hand", owner=0, cards=("old",), known=((1,),)))


PILES = Ruleset(id="piles", title="Piles", state=Yard, populate=pile_up, flow=Procedure("game", [Stop("begin")]))


class Card(BaseModel):
    id: str
    cost: int


def load_cards(extras: Any) -> Pack:
    pack = Pack({"cards": {"club": Card(id="club", cost=1)}})
    return pack.join(*(load_pack(extra, {"cards": Card}) for extra in extras))


CARDED = replace(PILES, content=load_cards)

BLOCKER = [Fighter(0, 8), Fighter(1, 8, ("shield", "oil"))]


def strike(**wishes: Any) -> Scenario:
    """Player 0 has struck player 1, who may block."""
    scenario: Scenario = set_up(DUEL, BLOCKER, dice=[4], **wishes)
    return scenario.begin(BLOW(player=0, target=1))


# ---------------------------------------------------------------------------------------------------- any position


def test_records_lie_as_the_test_says_and_nothing_goes_on() -> None:
    position = set_up(DUEL, [Fighter(1, 2, ("oil",))], setup={"hp": 9})

    assert position.idle
    assert (position.asked, position.player, position.options) == ("", None, [])
    assert position.state.fighters[0] == Fighter(0, 9)
    assert position.state.fighters[1] == Fighter(1, 2, ("oil",))


def test_fields_can_be_changed_and_tables_arranged() -> None:
    position = set_up(DUEL, changes={"fighters": {0: {"hp": 3}}}, arrange=lambda state: state.fighters.remove(1))

    assert list(position.state.fighters.values()) == [Fighter(0, 3)]
    assert not set_up(DUEL, empty=True).state.fighters


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"records": [Turn(0)]}, r"no table holds a Turn; there are .*fighters \(Fighter\)"),
        ({"records": [3]}, r"no table holds 3; there are .*fighters \(Fighter\)"),
        ({"changes": {"fighter": {0: {}}}}, r"there is no table 'fighter'; did you mean 'fighters'\?"),
        ({"changes": {"fighters": {7: {}}}}, r"fighters has no record 7; it has 0, 1"),
        ({"changes": {"fighters": {0: {"pq": 3}}}}, r"fighters\[0\] has no field 'pq'"),
        ({"records": [Fighter(0, hp="many")]}, r"cannot be: table fighters, row 0: Expected `int`, got `str`"),  # type: ignore[arg-type]
    ],
)
def test_a_position_that_cannot_be_is_named(wishes: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError, match=words):
        set_up(DUEL, **wishes)


def test_an_event_happens_with_all_that_follows() -> None:
    position = set_up(DUEL, BLOCKER)
    position.happen(Hurt(1, 3))
    assert position.state.fighters[1].hp == 5
    assert position.news == [Hurt(1, 3)]

    position.happen(Hurt(0, 1), Hurt(1, 1))
    assert position.news == [Hurt(0, 1), Hurt(1, 1)]
    assert position.events(Hurt) == [Hurt(1, 3), Hurt(0, 1), Hurt(1, 1)]
    assert position.idle


def test_a_procedure_is_begun_and_leads_to_questions() -> None:
    position = strike()

    assert (position.asked, position.player, position.window) == ("react", 1, "struck")
    assert position.labels == ["Pass", "Block with Shield"]
    assert position.news == [Struck(0, 1, (4,), rule="3.1")]
    assert position.why(Struck).rules == ("3.1",)

    position.answer("block")
    assert position.state.fighters[1] == Fighter(1, 7, ("oil",))
    assert position.news == [CardPlayed(1, "shield", rule="3.3"), Hurt(1, 1, rule="3.2")]
    assert position.idle


def test_a_procedure_is_begun_at_a_step_of_it() -> None:
    position = set_up(DUEL, BLOCKER).begin(BLOW(player=0, target=1, damage=8), at="deal")

    assert position.events(Struck) == []
    assert position.asked == ""
    assert position.game.result is not None
    assert position.game.result.winners == (0,)


def test_a_procedure_is_begun_at_a_window_of_it() -> None:
    position = set_up(DUEL, BLOCKER).begin(BLOW(player=0, target=1, damage=2), at="struck")

    assert position.window == "struck"
    assert position.answer(None).state.fighters[1].hp == 6


def test_the_flow_is_begun_in_the_middle_and_goes_on_as_in_every_game() -> None:
    position = set_up(DUEL, BLOCKER).begin("turn/deed/act", Turn(player=1, number=7))

    assert (position.asked, position.player) == ("action", 1)
    assert (position.game.phase, position.game.active) == ("deed", 1)
    assert position.state.fighters[1].hand == ("shield", "oil")
    position.answer("wait")
    assert (position.player, position.game.context(Turn).number) == (0, 8)


def test_the_flow_is_begun_at_its_first_pass_without_a_context() -> None:
    assert set_up(DUEL, BLOCKER).begin("turn").game.context(Turn).number == 1


def test_a_context_of_a_path_that_ends_in_a_loop_is_its_first_pass() -> None:
    inner = Loop("turn", turns(lambda game: game.players), [Stop("act")])
    rules = replace(DUEL, flow=Loop("round", rounds(), [inner]))
    game = set_up(rules).begin("round/turn", Round(number=3), Turn(player=1, number=4)).game

    assert (game.context(Round).number, game.context(Turn).player, game.context(Turn).number) == (3, 1, 4)


def test_a_scope_is_begun_properly() -> None:
    """
    It is announced, its condition is asked, and what lasts until then ends; what stands round it had begun before.
    """

    def lay(state: Any) -> None:
        for kind, scope in (("brief", "phase"), ("long", "turn")):
            state.effects.add(Effect(kind, kind, until=f"next {scope}", until_player=1))

    rules = replace(
        DUEL,
        flow=Loop("turn", turns(lambda game: game.players), [Phase("rest", [Stop("sleep")], when=never), MORNING]),
        effects=[EffectKind("brief"), EffectKind("long")],
    )
    scenario = set_up(rules, arrange=lay).begin("turn/morning", Turn(player=1))

    assert scenario.asked == "rise"
    assert [(event.scope, event.name) for event in scenario.events(Began)] == [("phase", "morning")]
    assert [effect.kind for effect in scenario.state.effects.values()] == ["long"]
    scenario = set_up(rules, arrange=lay).begin("turn", Turn(player=1))
    assert scenario.asked == "rise"
    assert not scenario.state.effects
    assert set_up(rules).begin("turn/rest", Turn(player=1)).asked == "rise"


@pytest.mark.parametrize("path", ["turn", "turn/deed", "turn/deed/act"])
def test_a_context_that_nothing_runs_with_is_named(path: str) -> None:
    words = "no part of '.*' runs with the Round that was given; there it is Turn"
    with pytest.raises(ScenarioError, match=words):
        set_up(DUEL, BLOCKER).begin(path, Turn(player=1), Round(number=2))


def test_values_are_what_their_fields_hold() -> None:
    """
    Lists are taken for tuples; anything else is named with its place, in records, events and contexts alike.
    """
    changed = set_up(DUEL, [Fighter(1, 8, ["oil"])], changes={"fighters": {0: {"hand": ["shield"]}}})  # type: ignore[arg-type]
    assert [fighter.hand for fighter in changed.state.fighters.values()] == [("shield",), ("oil",)]

    with pytest.raises(ScenarioError, match=r"such a Hurt cannot be: Expected `int`, got `str` - at `\$\.amount`"):
        changed.happen(Hurt(0, "much"))  # type: ignore[arg-type]
    with pytest.raises(ScenarioError, match="such a Turn cannot be: Expected `int`, got `str`"):
        changed.begin("turn", Turn(player="first"))  # type: ignore[arg-type]
    with pytest.raises(ScenarioError, match="such a Blow cannot be: Expected `int`"):
        changed.begin(BLOW(player=0, target=None))
    assert changed.idle


def test_zones_are_given_their_cards() -> None:
    scenario = set_up(PILES, zones={"deck": 3 * ["stone"], "hand": ("tin", "lead")})
    assert (scenario.cards("deck"), scenario.cards("hand")) == (["stone"] * 3, ["tin", "lead"])
    assert scenario.state.zones["hand"].known == ()

    with pytest.raises(ScenarioError, match=r"there is no zone 'dekc'; did you mean 'deck'\?; there are 'deck'"):
        set_up(PILES, zones={"dekc": ["tin"]})
    with pytest.raises(ScenarioError, match="there is no zone 'hands'"):
        scenario.cards("hands")
    with pytest.raises(ScenarioError, match="there is no zone 'deck'; there are none"):
        set_up(DUEL, zones={"deck": ["tin"]})


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("turns", r"no procedure 'turns' is registered; did you mean 'turn'\?"),
        ("turn/dead", r"'turn' has no part 'dead'; it has .*shuffle_decks, draw_card, deed"),
        ("turn/fail/more", r"'fail' has no part 'more'; it is a single step"),
        ("blow", r"'blow' needs a Blow: .*player"),
    ],
)
def test_a_place_that_is_not_there_is_named_and_nothing_has_happened(path: str, words: str) -> None:
    position = set_up(DUEL, BLOCKER)

    with pytest.raises((ScenarioError, Exception), match=words):
        position.begin(path)
    assert position.idle
    assert position.happen(Hurt(0, 1)).state.fighters[0].hp == 7


def test_a_part_that_needs_what_stands_round_it_is_named_with_its_place() -> None:
    def act(game: Game, turn: Turn) -> Any:
        yield choose(game.context(Round).number % 2, "act", ("on",))

    inner = Loop("turn", turns(lambda game: game.players), [act])
    position = set_up(replace(DUEL, flow=Loop("round", rounds(), [inner])))
    words = r"no Round is going on; 'turn' was begun by itself; in the flow it stands at round/turn$"
    with pytest.raises(ScenarioError, match=words):
        position.begin("turn")
    assert position.begin("round/turn").asked == "act"


def test_a_window_is_opened() -> None:
    with pytest.raises(ScenarioError, match="is asked 'react', and the options are Pass, Block with Shield"):
        strike().begin(Window("struck"))


def test_what_was_set_up_forks_goes_back_and_is_replayed(tmp_path: Any) -> None:
    position = strike()
    fork = position.game.fork()
    position.answer("block")
    assert fork.digest() != position.game.digest()
    position.game.undo(force=True)
    assert fork.digest() == position.game.digest()

    position.game.save(tmp_path / "game.json")
    assert load(tmp_path / "game.json", game=position.game.rules).digest() == fork.digest()


def test_passing_goes_on_until_something_is_asked() -> None:
    position = strike().until()
    assert position.state.fighters[1].hp == 4

    with pytest.raises(ScenarioError, match=r"does not come about by passing: .*'window': 'struck'.*'action'"):
        set_up(DUEL, BLOCKER).begin("turn/deed/act", Turn(player=0)).until(window="struck")
    assert strike().until(window="struck", player=1).window == "struck"


def asking(game: Game, turn: Turn) -> Any:
    """A reaction that may be let go, a gift that may be declined, and a choice among things of which none is fine."""
    yield choose(0, "spare", (None, "spark"))
    yield choose(1, "gift", ("gold", None))
    yield Request(0, "sort", Subset(("tin", "lead")))
    yield choose(1, "act", ("on",))


ASKING = replace(DUEL, flow=Loop("turn", turns(lambda game: game.players), [asking]))


def test_nothing_is_passed_in_silence() -> None:
    """
    What Enter alone passes at a terminal is passed and noted; to decline what is offered is a decision.
    """
    words = r"'ask': 'act'.*player 1 is asked 'gift'.*name it in declines; passed: player 0 at 'spare'$"
    with pytest.raises(ScenarioError, match=words):
        set_up(ASKING).begin("turn").until("act")

    scenario = set_up(ASKING).begin("turn").until("act", declines=["gift"])
    assert scenario.passed == [(0, "spare"), (1, "gift"), (0, "sort")]
    with pytest.raises(ScenarioError, match="'act' cannot be declined"):
        scenario.until("gift", declines=["act"])
    assert scenario.passed == [(0, "spare"), (1, "gift"), (0, "sort")]


def test_what_is_awaited_and_never_comes_ends_with_the_game() -> None:
    position = set_up(DUEL, BLOCKER).begin(BLOW(player=0, target=1, damage=8), at="deal")

    assert position.until() is position
    with pytest.raises(ScenarioError, match=r"'ask': 'action'.*the game is over"):
        position.until("action")


def test_a_whole_game_is_asked_and_answered_like_a_scenario() -> None:
    scenario = begin_game(ASKING, dice=[4]).until("gift").answer("gold")

    assert (scenario.asked, scenario.passed) == ("sort", [(0, "spare")])
    with pytest.raises(ScenarioError, match="nothing can be begun now: player 0 is asked 'sort'"):
        scenario.begin("turn")


class Own(Scenario):
    """What the tests of a game ask often."""

    @property
    def hp(self) -> list[int]:
        return [fighter.hp for fighter in self.state.fighters.values()]


def test_a_scenario_may_have_a_class_of_ones_own() -> None:
    assert set_up(DUEL, setup={"hp": 9}, kind=Own).happen(Hurt(0, 2)).hp == [7, 9]
    assert begin_game(DUEL, {"hp": 9}, kind=Own).hp == [9, 9]


def test_what_is_offered_of_one_kind_is_told() -> None:
    assert strike().offered("block") == ["shield"]
    assert strike().offered("dodge") == []


def test_an_answer_that_nobody_asked_for_is_named() -> None:
    with pytest.raises(Refused, match="nothing is asked that 'block' could answer\\nthe position stands still"):
        set_up(DUEL).answer("block")
    with pytest.raises(Refused, match="player 0 is not asked anything now\\nplayer 1 is asked 'react'"):
        strike().answer(None, player=0)


def test_an_invented_entry_goes_the_way_of_a_players_own_file() -> None:
    rules = invent(CARDED, cards=[{"id": "axe", "cost": 2}])
    assert sorted(rules.content["cards"]) == ["axe", "club"]
    assert set_up(rules).game.content["cards"]["axe"].cost == 2

    with pytest.raises(ContentError, match=r"cards\.json: axe: cost: found 'much', expected"):
        invent(CARDED, cards=[{"id": "axe", "cost": "much"}])
    with pytest.raises(ContentError, match=r"found 'crads', expected a kind of content"):
        invent(CARDED, crads=[{"id": "axe"}])


def test_rules_with_the_same_invented_content_are_made_once() -> None:
    rules = rules_for(CARDED)
    with_axe = invent(rules, cards=[{"id": "axe", "cost": 2}])

    assert invent(rules, cards=[{"id": "axe", "cost": 2}]) is with_axe
    assert invent(rules, cards=[{"id": "axe", "cost": 3}]).content["cards"]["axe"].cost == 3


# ---------------------------------------------------------------------------------------------------------- chance


def test_a_roll_that_no_script_says_is_asked() -> None:
    position = set_up(DUEL, BLOCKER).begin(BLOW(player=0, target=1))

    assert position.asked == "blow"
    assert position.answer(6).events(Struck) == [Struck(0, 1, (6,), rule="3.1")]


def test_dice_fall_in_order_or_by_the_name_of_the_question() -> None:
    script = Script(dice={"blow": [1], "": [(2, 3), 4]}, cards={"deal": ["ba"]})
    two = Roll((Die.numbered(6),) * 2, 0)

    assert script.draw(two) == (2, 3)
    assert script.draw(Roll.d6(1, 0, "blow")) == (1,)
    assert script.draw(Roll.d6(1, 0, "blow")) == (4,)
    assert script.draw(Roll.d6(1, 0, "blow")) is None
    assert script.left == [("ba",)]


def test_cards_lie_as_they_lay_where_no_script_says_otherwise() -> None:
    script = Script(cards=[("b", "a")])

    assert script.draw(Shuffle(("a", "b"), 0)) == ("b", "a")
    assert script.draw(Shuffle(("a", "b"), 0)) == ("a", "b")
    assert script.draw(Pick(("a", "b"), 1, 0)) == ("a",)


def test_what_falls_otherwise_falls_again_and_again() -> None:
    script = Script(dice=[6], otherwise={"blow": (1, 2, 3)})

    fallen = [script.draw(Roll.d6(count, 0, "blow")) for count in (1, 2, 3)]
    assert fallen == [(6,), (1, 2), (1, 2, 3)]
    assert script.draw(Roll.d6(1, 0, "parry")) is None
    assert script.copy().draw(Roll.d6(1, 0, "blow")) == (1,)
    script.take_back(4)
    assert script.left == [(6,)]
    with pytest.raises(Refused, match=r"result 1 of the dice that fall otherwise, .7,., does not fit 'blow'"):
        Script(otherwise={"blow": [7]}).draw(Roll.d6(1, 0, "blow"))


def test_dice_that_do_not_fit_are_named_and_stay() -> None:
    script = Script(dice=[7])

    with pytest.raises(Refused, match=r"result 0 of the scripted dice, \(7,\), does not fit 'blow'"):
        script.draw(Roll.d6(1, 0, "blow"))
    assert script.left == [(7,)]


def test_dice_that_cannot_fall_are_no_refusal_that_a_test_expects() -> None:
    position = set_up(DUEL, BLOCKER, dice=[9]).begin("turn/deed/act", Turn(player=0))

    with pytest.raises(Refused, match="result 0 of the scripted dice"), refused():
        position.answer("strike")


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"window": "strukc"}, "no window is called 'strukc'; did you mean 'struck'?"),
        ({"phase": "evning"}, "no phase is called 'evning'"),
        ({"player": 7}, "there is no player 7; the seats are 0, 1"),
    ],
)
def test_nobody_waits_for_what_the_game_does_not_have(wanted: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError, match=re.escape(words)):
        strike().until(**wanted)


def test_nothing_begins_for_a_player_without_a_seat() -> None:
    with pytest.raises(ScenarioError, match="such a Turn cannot be: there is no player 5; the seats are 0, 1"):
        set_up(DUEL).begin("turn", Turn(player=5))
    with pytest.raises(ScenarioError, match=r"such a \w+ cannot be: there is no player -3; the seats are 0, 1"):
        set_up(DUEL).begin(BLOW(player=-3, target=1))


def test_only_events_happen() -> None:
    with pytest.raises(ScenarioError, match="3 is neither an event nor a context"):
        set_up(DUEL).happen(3)  # type: ignore[arg-type]


def test_scripted_dice_are_taken_back_with_the_answer_that_led_to_them() -> None:
    position = set_up(DUEL, BLOCKER, dice=[4, 9]).begin("turn/deed/act", Turn(player=0))
    position.answer("strike", "pass")
    with pytest.raises(Refused, match="result 1 of the scripted dice"):
        position.answer("strike")
    assert position.chance.left == [(9,)]

    script = Script(dice=[1, 2])
    for _ in range(2):
        script.draw(Roll.d6(1, 0))
    script.take_back(1)
    assert script.left == [(2,)]
    assert script.copy().left == [(2,)]


# ------------------------------------------------------------------------------------------------- answers by name

GAME = new_game(duel(), {"hp": 9}, seed=1)
SHOTS = Options((("shoot", "oil"), ("shoot", "shield"), ("wait", None), None))


@pytest.mark.parametrize(
    ("space", "given", "meant"),
    [
        (Options(("strike", "wait")), "Strike", "strike"),
        (Options(("strike", "wait")), "攻击", "strike"),
        (Options(("strike", "drink")), "drink a", "drink"),
        (Options(("strike", "drink")), "potion", "drink"),
        (Options(("strike", None)), "pass", None),
        (Options(("strike", None)), "no such thing", "no such thing"),
        (Options((1, 2)), 2, 2),
        (SHOTS, "shoot oil", ("shoot", "oil")),
        (SHOTS, "wait", ("wait", None)),
        (Subset(("strike", "wait", "drink"), 1, 2), ["Wait", "strike"], ("wait", "strike")),
        (Subset(("strike", "wait")), "Wait", ("wait",)),
        (Ordering(("strike", "wait")), ("Wait", "Strike"), ("wait", "strike")),
        (Allocation(3, ("strike", "wait")), {"Wait": 2, "strike": 1}, (1, 2)),
    ],
)
def test_an_option_is_meant_by_its_name_or_label(space: Any, given: Any, meant: Any) -> None:
    assert answer_named(GAME, Request(0, "action", space), given) == meant


def test_a_face_is_meant_by_its_symbol() -> None:
    hero = Die("hero", (1, 2, 3), symbols=("sword", "sword", "star"))
    roll = Roll((hero, hero), 0)

    assert answer_named(GAME, roll, ("star", 1)) == (3, 1)
    assert answer_named(GAME, roll, ("sword", 1)) == ("sword", 1)


def test_a_name_of_several_options_is_refused_with_all_of_them() -> None:
    with pytest.raises(AmbiguousName, match=r"'shoot' may be each of these.*'oil'.*'shield'"):
        answer_named(GAME, Request(0, "action", SHOTS), "shoot")


def test_players_who_decide_at_once_are_answered_for_by_name() -> None:
    position = set_up(SURVEY).begin("turn")
    while position.asked != "secret":
        position.answer(position.game.request.space.suggest(1, Random(1))[0])
    position.answer("paper", player=1).answer("stone", player=0)

    assert [event.what for event in position.game.events()[-2:]] == ["stone", "paper"]  # type: ignore[attr-defined]


# -------------------------------------------------------------------------------------------------------- refusals


def test_an_expected_refusal_leaves_the_game_as_it_was() -> None:
    position = set_up(DUEL, BLOCKER).begin("turn/deed/act", Turn(player=0))

    with position.refused(rule="2.1", match="'drink' is not among the options") as refusal:
        position.answer("drink")
    assert refusal.facts["options"] == 2
    with refused(position.game, rule="duel:2.1"):
        position.game.answer("fly")


class Scribbled(Event, frozen=True):
    def apply(self, state: Any) -> None:
        state.fighters.edit(0).hp = 1


@pytest.mark.parametrize(
    ("wishes", "answers", "words"),
    [
        ({}, ["wait"], "everything was accepted"),
        ({"match": "because of rain"}, ["fly"], "a reason that matches 'because of rain', found: 'fly' is not among"),
        ({"rule": "3.1"}, ["fly"], "a refusal by the rule 3.1, found 2.1: 'fly'"),
        ({"rule": "3.11"}, ["fly"], r"duel has no rule '3.11'; did you mean '3.1'"),
        ({}, ["wait", "fly"], r"refused, but .* was .* and is .*: 'fly' is not among"),
    ],
)
def test_an_expectation_that_does_not_hold_fails(wishes: dict[str, Any], answers: list[str], words: str) -> None:
    position = set_up(DUEL, BLOCKER).begin("turn/deed/act", Turn(player=0))

    with pytest.raises(AssertionError, match=words), position.refused(**wishes):
        position.answer(*answers)


# -------------------------------------------------------------------------------------------------------- fixtures


def test_the_fixtures_set_up_and_watch_every_position(
    set_up: Callable[..., Scenario], refused: Callable[..., Any]
) -> None:
    one = set_up(DUEL, BLOCKER).begin("turn/deed/act", Turn(player=0))
    other = set_up(DUEL, BLOCKER)

    with refused(rule="2.1"):
        one.answer("fly")
    with pytest.raises(AssertionError, match=r"refused, but .*fighters\.0\.hp was 8 and is 7"), refused():
        other.happen(Hurt(0, 1))
        one.answer("fly")


def test_the_fixture_wants_to_know_which_game_it_watches(refused: Callable[..., Any]) -> None:
    with pytest.raises(pytest.UsageError, match="which game"):
        refused()


def test_a_ruleset_with_no_populate_can_be_set_up() -> None:
    assert isinstance(SURVEY, Ruleset)
    assert set_up(SURVEY).idle
