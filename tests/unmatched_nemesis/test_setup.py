"""Pages 10 and 11: fighters, arena, skill draft, display, start player, first hands."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright import Game, Round, SetupError, new_game, rules_for
from rulewright.cli.drawing import drawn
from rulewright.narrator import Narrator
from rulewright.problems import ContentError
from rulewright.testing import Scenario, set_up
from rulewright.zones import CardsMoved, move
from rulewright_unmatched_nemesis.events.attacks import AttackBegan
from rulewright_unmatched_nemesis.events.before import LotsDrawn, StartPlayerFound
from rulewright_unmatched_nemesis.events.rounds import RoundBegan
from rulewright_unmatched_nemesis.faces.panel import panel
from rulewright_unmatched_nemesis.minds.judgement import evaluate
from rulewright_unmatched_nemesis.state import ACTIVE, DEALT, DECK, DISCARD, DISPLAY, HAND, KEPT, REMOVED, SKILLS
from tests.interrupted import interrupted

from .table import (
    IDLE,
    acting,
    attack,
    attacking,
    by_either,
    cubes,
    duel,
    fighter,
    filled_by,
    invent,
    looks,
    rule,
    rules,
    seated,
    special,
)


def cards(game: Game, zone: str) -> tuple[str, ...]:
    found: tuple[str, ...] = game.state.zones[zone].cards
    return found


def begun(**setup: Any) -> Game:
    """A match before the first choice."""
    return new_game(rules(), setup, seed=4)


@rule("overview.players", 1)
@rule("setup.step-1", 1, 3)
def test_two_players_choose_a_fighter_and_a_side_each() -> None:
    game = begun(fighters=("nymph", "james"), sides=("b", "a"))

    assert game.players == (0, 1)
    fighters = game.state.fighters
    assert len(fighters) == 2
    assert [(fighters[seat].name, fighters[seat].side) for seat in (0, 1)] == [("nymph", "b"), ("james", "a")]


@rule("overview.players", 1)
@pytest.mark.parametrize("fighters", [("james",), ("james", "katie", "nymph")])
def test_a_duel_is_between_no_fewer_and_no_more_than_two_fighters(fighters: tuple[str, ...]) -> None:
    with pytest.raises(SetupError, match="fighters"):
        begun(fighters=fighters)


@rule("setup.step-1", 2, 3)
@pytest.mark.parametrize("side", ["a", "b"])
def test_only_the_chosen_side_of_a_panel_is_used(side: str) -> None:
    held = ("hook", "taunt", "focus-breath", "sprint", "guard-jab", "headbutt")
    position = acting(sides=(side, "a"), hands=(held, ()), out_of_range="wasted")

    panel = getattr(rules().content["fighters"]["james"], side)
    assert set(position.offered("special")) == {one.id for one in panel.specials if one.type != "response"}


def test_the_same_fighter_cannot_be_chosen_twice() -> None:
    with pytest.raises(SetupError, match=r"only one james; .* choose different ones$"):
        begun(fighters=("james", "james"))


def test_a_fighter_that_is_not_there_is_named() -> None:
    with pytest.raises(SetupError, match="did you mean 'james'"):
        begun(fighters=("jame", "katie"))


@rule("setup.step-1", 2)
@rule("field.fighters", 3)
def test_a_panel_has_a_name_a_class_and_two_sides_with_special_attacks() -> None:
    for one in rules().content["fighters"].values():
        assert one.name.en and one.fighter_class.en
        assert one.a.specials and one.b.specials
        assert {special.id for special in one.a.specials}.isdisjoint(special.id for special in one.b.specials)


@rule("setup.step-1", 1)
@rule("field.fighters", 3)
@rule("note.tokens-between-rounds")
@pytest.mark.parametrize("reading", ["returned", "kept"])
@pytest.mark.parametrize(
    ("fighters", "tokens"),
    [(("james", "nymph"), (0, 1)), (("nymph", "katie"), (1, 0)), (("katie", "james"), (0, 0))],
)
def test_a_fighter_begins_with_its_tokens_if_it_has_any(fighters: Any, tokens: Any, reading: str) -> None:
    position = duel(fighters=fighters, tokens=(4, 5), active=BOTH_ACTIVE, reading={"tokens": reading})
    position.begin("rounds/round/begin_round", Round(number=1))

    assert position.last(RoundBegan).tokens == tokens
    assert tuple(fighter.tokens for fighter in position.state.fighters.values()) == tokens


BOTH_ACTIVE: Any = (("merciless",), ("iron-jaw",))


@rule("setup.step-7")
def test_the_duel_begins_with_all_cubes_in_the_supply() -> None:
    position = duel(heavy=(3, 3), light=(2, 0), active=BOTH_ACTIVE).begin("rounds/round/begin_round", Round(number=1))

    assert [fighter.cubes for fighter in position.state.fighters.values()] == [0, 0]
    assert position.asked == "action"


@rule("setup.step-3")
@rule("arena.start-space", 2)
@rule("setup.step-2")
def test_the_models_stand_on_the_two_starting_spaces_in_view_of_both() -> None:
    """The arena lies on the table with all its spaces, and the corridors between the red ones."""
    game = begun()

    for player in game.players:
        seen = game.view(player).state
        assert seen.match[0].arena == "nemesis"
        assert [fighter.space for fighter in seen.fighters.values()] == ["b1", "b5"]
        table = drawn(panel(game.view(player)), "en").plain
        assert all(f"[{space}" in table for space in (f"{row}{column}" for row in "abc" for column in range(1, 6)))
        assert "[b1*James" in table and "[b5*Katie" in table and "[b3*" in table
    place = rules().content.arenas["nemesis"].place
    assert [network.costs for network in place.networks] == [
        {"b1": {"heavy": 1, "light": 0}, "b3": {"heavy": 0, "light": 1}, "b5": {"heavy": 1, "light": 0}}
    ]
    assert invent(arenas=[gangway()]).content.arenas["gangway"].place.networks == ()


@rule("setup.step-3")
@rule("next-round.models")
@rule("arena.start-space", 2)
@pytest.mark.parametrize("number", [1, 2])
def test_each_round_begins_with_one_model_on_each_starting_space(number: int) -> None:
    position = duel(spaces=("a2", "c4"), active=BOTH_ACTIVE)
    position.begin("rounds/round/begin_round", Round(number=number))

    assert position.last(RoundBegan).spaces == ("b1", "b5")
    assert [fighter.space for fighter in position.state.fighters.values()] == ["b1", "b5"]


# Step 4: the skill draft ------------------------------------------------------------------------------------


@rule("setup.skill-draft", 1)
def test_three_skills_are_dealt_to_each_player_from_the_shuffled_cards() -> None:
    orders = {cards(new_game(rules(), seed=seed), DEALT[0]) for seed in range(4)}

    assert all(len(order) == 3 for order in orders)
    assert len(orders) > 1
    assert len(cards(begun(), SKILLS)) == len(rules().content.skills) - 6


@rule("setup.skill-draft", 2, 3, 4)
def test_each_keeps_one_of_three_then_one_of_the_two_that_were_passed_and_turns_one_up() -> None:
    game = begun()
    first, second = cards(game, DEALT[0]), cards(game, DEALT[1])

    game.answer(first[0], 0)
    game.answer(second[0], 1)
    assert (set(cards(game, DEALT[0])), set(cards(game, DEALT[1]))) == (set(second[1:]), set(first[1:]))

    game.answer(second[1], 0)
    game.answer(first[1], 1)
    assert set(cards(game, REMOVED)) == {first[2], second[2]}
    assert set(cards(game, KEPT[0])) == {first[0], second[1]}

    game.answer(second[1], 0)
    game.answer(second[0], 1)
    assert (cards(game, ACTIVE[0]), cards(game, KEPT[0])) == ((second[1],), (first[0],))
    assert (cards(game, ACTIVE[1]), cards(game, KEPT[1])) == ((second[0],), (first[1],))


def answered(game: Game, *answers: tuple[str, int]) -> Game:
    """A fork of the game with these answers of players."""
    fork = game.fork()
    for answer, player in answers:
        fork.answer(answer, player)
    return fork


@rule("setup.skill-draft", 6)
def test_both_choose_without_seeing_what_the_other_does() -> None:
    game = begun()
    for ask, places in (("keep_skill", DEALT), ("keep_passed_skill", DEALT), ("turn_skill_up", KEPT)):
        assert [request.ask for request in game.requests] == [ask, ask]
        first, second = cards(game, places[0]), cards(game, places[1])
        waiting = [answered(game, (card, 0)) for card in first]
        assert all(looks(one, 1) == looks(waiting[0], 1) for one in waiting)
        assert all(one.events() == game.events() for one in waiting), "nothing happens before both have chosen"

        other = answered(game, (second[0], 1), (first[0], 0))
        game = answered(game, (first[0], 0), (second[0], 1))
        assert game.digest() == other.digest(), "in whatever order they choose"


@rule("setup.skill-draft", 6)
@rule("field.hidden", 2)
def test_who_passed_two_skills_does_not_see_which_of_them_was_kept() -> None:
    for seed in range(12):
        game, rng = new_game(rules(), seed=seed), Random(seed)
        for _ in range(6):
            assert game.request is not None
            game.answer(game.request.space.sample(rng), game.request.player)
            for player in game.players:
                assert set(game.view(player).state.zones[KEPT[1 - player]].cards) <= {None}
        own = [set(game.view(player).state.zones[REMOVED].cards) - {None} for player in game.players]
        assert [len(cards) for cards in own] == [1, 1]
        assert own[0] != own[1]


@rule("setup.skill-draft", 5)
@rule("skill-card.active", 1, 4)
def test_only_face_up_skills_count() -> None:
    """Iron Jaw turns a heavy into a light, and Quick Feet move, when they lie face up; face down they do nothing."""
    assert cubes(attacking("elbow", active=((), ("iron-jaw",))), 1) == (0, 1)
    assert cubes(attacking("elbow", kept=((), ("iron-jaw",))), 1) == (1, 0)
    assert attacking("elbow", active=(("quick-feet",), ())).asked == "move_to"
    assert not attacking("elbow", kept=(("quick-feet",), ())).asked


@rule("field.hidden", 2)
def test_the_opponent_does_not_see_a_skill_that_lies_face_down() -> None:
    position = duel(kept=(("iron-jaw",), ()), active=(("merciless",), ()))

    assert position.game.view(1).state.zones[KEPT[0]].cards == (None,)
    assert position.game.view(1).state.zones[ACTIVE[0]].cards == ("merciless",)
    assert position.game.view(0).state.zones[KEPT[0]].cards == ("iron-jaw",)


# Steps 5 and 6 ----------------------------------------------------------------------------------------------


def opening(first: str, second: str, **how: Any) -> Scenario:
    """The opening of round 1 with these active skills."""
    deck = how.pop("deck", ("hook", "lunge", "vault", "taunt", *(IDLE,) * 8))
    how.setdefault("display", ())
    position = duel(active=((first,), (second,)), deck=deck, **how)
    return position.begin("rounds/round/opening/lay_display", Round(number=1))


@rule("setup.display")
@rule("field.attack-deck", 1)
def test_four_cards_of_the_shuffled_common_deck_are_turned_up_for_both_to_see() -> None:
    position = opening("iron-jaw", "merciless", cards=[("taunt", "hook", "vault", "lunge", *(IDLE,) * 8)])

    for player in (0, 1):
        assert position.game.view(player).state.zones[DISPLAY].cards == ("taunt", "hook", "vault", "lunge")
        assert position.game.view(player).state.zones[DECK].cards == (None,) * 8


@rule("setup.step-6-first", 1)
@rule("skill-card.initiative")
@pytest.mark.parametrize(("skills", "starts"), [(("iron-jaw", "merciless"), 1), (("quick-feet", "merciless"), 0)])
def test_the_higher_initiative_starts(skills: tuple[str, str], starts: int) -> None:
    """Chance, which would have the other player start, has no say."""
    order = ("hook", "lunge", "vault", "taunt", *(IDLE,) * 8)
    position = opening(*skills, cards=[order, (1 - starts,)])

    assert position.last(StartPlayerFound) == StartPlayerFound(starts, rule="setup.step-6-first")


@rule("setup.step-6-first", 2)
@rule("skill-card.initiative")
def test_equal_initiative_is_decided_by_chance() -> None:
    how: Any = {"cards": [("hook", "lunge", "vault", "taunt", *(IDLE,) * 8), (1,)]}
    assert opening("iron-jaw", "iron-jaw", **how).last(StartPlayerFound).player == 1
    how["cards"][1] = (0,)
    assert opening("iron-jaw", "iron-jaw", **how).last(StartPlayerFound).player == 0


@rule("setup.step-6-draft")
@rule("setup.step-6-refill")
@rule("note.start-player-term")
@by_either
@pytest.mark.parametrize("reading", ["initiative", "start player"])
def test_the_first_takes_one_card_the_other_two_the_first_the_last(player: int, reading: str) -> None:
    deck = ("hook", "lunge", "vault", "taunt", *(IDLE,) * 4, *("elbow",) * 4)
    position = opening(*seated(player, "quick-feet", "merciless"), deck=deck, cards=[deck], draft_order=reading)
    assert position.last(StartPlayerFound).player == player
    asked = []
    for card in ("vault", "hook", "taunt"):
        asked.append((position.player, list(position.options)))
        position.answer(card)

    other = 1 - player
    assert [one for one, _ in asked] == [player, other, other]
    assert [len(options) for _, options in asked] == [4, 3, 2]
    assert position.cards(HAND[player]) == ["vault", "lunge"]
    assert position.cards(HAND[other]) == ["hook", "taunt"]
    assert not position.events(AttackBegan)
    assert position.cards(DISPLAY) == [IDLE] * 4
    assert len(position.cards(DECK)) == 4
    assert filled_by(position) == "setup.step-6-refill"
    assert position.cards(DISCARD) == []
    assert position.player == player


# Boxes ------------------------------------------------------------------------------------------------------


@rule("mix.nemesis-arena")
def test_the_arena_of_the_nemesis_needs_its_own_attack_deck() -> None:
    more = invent(attacks=[attack("other-punch")])
    with pytest.raises(SetupError, match="is used with the attack deck of 'nemesis', not of 'test'"):
        set_up(more, setup={"deck": "test"})
    set_up(more, setup={"deck": "nemesis"})


@rule("mix.tokens")
def test_fighters_skills_and_attacks_carry_the_mark_of_their_box() -> None:
    content = rules().content
    for kind in ("fighters", "skills", "attacks", "arenas"):
        assert {entry.box for entry in content[kind].values()} == {"nemesis"}
    wish = "the box 'nemessis' has 0 skill cards, 6 are needed; did you mean 'nemesis'"
    with pytest.raises(SetupError, match=wish):
        begun(skill_set="nemessis")


@rule("field.attack-deck", 1)
@rule("field.skill-deck", 1)
@rule("mix.tokens")
def test_decks_and_skill_sets_are_those_of_one_box() -> None:
    """Of an attack card there are two copies in its deck where it does not say how many."""
    attacks = [attack("jab", copies=3), attack("cross", copies=1), attack("feint-left")]
    book = invent(attacks=attacks, skills=[{**SKILL, "id": "grit"}]).content

    assert book.deck("test") == ("jab", "jab", "jab", "cross", "feint-left", "feint-left")
    assert book.skill_set("test") == ("grit",)
    assert book.deck("nemesis") == rules().content.deck("nemesis")
    assert book.skill_set("nemesis") == tuple(rules().content.skills)
    assert book.boxes("attacks") == book.boxes("skills") == ("nemesis", "test")


@rule("field.attack-deck", 2)
def test_an_attack_card_is_in_the_deck_at_least_once() -> None:
    with pytest.raises(ContentError, match=r"attacks.json: jab: copies: found 0"):
        invent(attacks=[attack("jab", copies=0)])


@rule("mix.nemesis-arena")
@pytest.mark.parametrize("mix", ["chosen", "random"])
def test_an_arena_that_no_box_has_is_named(mix: str) -> None:
    with pytest.raises(SetupError, match="arena: there is no 'nemessis'; did you mean 'nemesis'"):
        begun(arena="nemessis", mix=mix)


SKILL: Any = {"initiative": 1, "changes": [{"number": "corridor", "light": 1}]}


@rule("field.skill-deck", 1)
@rule("mix.tokens")
@rule("mix.random")
@pytest.mark.parametrize(("count", "enough"), [(5, False), (6, True)])
def test_a_skill_set_has_a_card_for_each_of_the_three_that_two_players_are_dealt(count: int, enough: bool) -> None:
    more = invent(skills=[{**SKILL, "id": f"skill-{n}"} for n in range(count)])
    drawn = {new_game(more, {"mix": "random"}, seed=seed).state.match[0].skill_set for seed in range(8)}
    assert drawn == ({"nemesis", "test"} if enough else {"nemesis"})
    if enough:
        set_up(more, setup={"skill_set": "test"})
        return
    with pytest.raises(SetupError, match="skill_set: the box 'test' has 5 skill cards, 6 are needed"):
        set_up(more, setup={"skill_set": "test"})


@rule("mix.random")
@rule("mix.tokens")
def test_fighters_skill_set_and_arena_are_drawn_at_random() -> None:
    """With another box whose arena asks for no deck of its own."""
    line = [{"id": f"x{n}", "row": "x", "column": n, "start": n in (1, 2)} for n in (1, 2)]
    more = invent(
        fighters=[fighter(special("punch"), id="other")],
        skills=[{"id": f"skill-{n}", **SKILL} for n in range(6)],
        arenas=[{"id": "gangway", "spaces": line, "links": [["x1", "x2"]]}],
    )
    seen = [new_game(more, {"mix": "random"}, seed=seed).state for seed in range(12)]

    assert {state.fighters[seat].name for state in seen for seat in (0, 1)} == {"james", "katie", "nymph", "other"}
    assert all(state.fighters[0].name != state.fighters[1].name for state in seen)
    assert {state.match[0].arena for state in seen} == {"nemesis", "gangway"}
    assert {state.match[0].skill_set for state in seen} == {"nemesis", "test"}
    assert {card.startswith("skill-") for state in seen for card in state.zones[DEALT[0]].cards} == {True, False}


def gangway(**more: Any) -> dict[str, Any]:
    """An arena of another box: three spaces in a line, no corridors."""
    spaces = [{"id": f"x{n}", "row": "x", "column": n, "start": n != 2} for n in (1, 2, 3)]
    return {"id": "gangway", "spaces": spaces, "links": [["x1", "x2"], ["x2", "x3"]], **more}


@rule("mix.random")
@rule("mix.nemesis-arena")
@rule("setup.step-3")
def test_the_models_stand_in_the_arena_that_was_drawn_before_skills_are_drafted() -> None:
    more = invent(arenas=[gangway()])
    drawn = [new_game(more, {"mix": "random"}, seed=seed) for seed in range(8)]

    stand = {
        (game.state.match[0].arena, *(fighter.space for fighter in game.state.fighters.values())) for game in drawn
    }
    assert stand == {("nemesis", "b1", "b5"), ("gangway", "x1", "x3")}
    for game in drawn:
        assert game.request is not None and game.request.ask == "keep_skill"
        evaluate(game.view(0), 0)


@rule("mix.random")
def test_all_that_was_drawn_is_told() -> None:
    game = new_game(rules(), {"mix": "random"}, seed=4)
    (drawn,) = [event for event in game.view(0).events() if isinstance(event, LotsDrawn)]
    book = game.content
    for lang, box, joint in (
        ("en", "The Nemesis", "{}, {}; arena: {}; skills: {}"),
        ("zh", "复仇女神号", "{}、{}；竞技场：{}；技能套组：{}"),
    ):
        names = [getattr(book["fighters"][id].name, lang) for id in drawn.fighters]
        told = Narrator(rules(), lang).event(game.view(0), drawn)
        assert told.endswith(joint.format(*names, box, box)), told


@rule("mix.nemesis-arena")
@rule("mix.random")
def test_a_drawn_arena_without_a_deck_of_its_own_is_used_with_the_chosen_deck() -> None:
    more = invent(arenas=[gangway()], attacks=[attack("jab", copies=8)])
    drawn = [new_game(more, {"mix": "random", "deck": "test"}, seed=seed).state for seed in range(8)]

    boxes = {(state.match[0].arena, state.match[0].deck) for state in drawn}
    assert boxes == {("nemesis", "nemesis"), ("gangway", "test")}
    assert all(("jab" in state.zones[DECK].cards) == (state.match[0].deck == "test") for state in drawn)


@rule("setup.step-6-refill")
@pytest.mark.parametrize(("copies", "enough"), [(7, False), (8, True)])
def test_a_deck_has_the_cards_of_a_draft_and_of_a_display(copies: int, enough: bool) -> None:
    more = invent(arenas=[gangway()], attacks=[attack("jab", copies=copies)])
    if enough:
        set_up(more, setup={"arena": "gangway", "deck": "test"})
        return
    with pytest.raises(SetupError, match="deck: the box 'test' has 7 attack cards, 8 are needed; there are nemesis"):
        set_up(more, setup={"arena": "gangway", "deck": "test"})


@rule("mix.nemesis-arena")
@pytest.mark.parametrize("setup", [{"arena": "gangway", "deck": "nowhere"}, {"mix": "random"}])
def test_an_arena_whose_deck_nobody_has_is_refused(setup: dict[str, Any]) -> None:
    """Also where it only might be drawn."""
    more = invent(arenas=[gangway(deck="nowhere")])
    with pytest.raises(SetupError, match="deck: the box 'nowhere' has 0 attack cards"):
        set_up(more, setup=setup)


@rule("field.fighters", 1, 3)
def test_the_fighters_of_the_box() -> None:
    fighters = rules().content["fighters"]

    assert {fighter.name.en for fighter in fighters.values()} == {"Nymph", "Katie", "James"}
    assert all(len(side.specials) == 4 for fighter in fighters.values() for side in (fighter.a, fighter.b))
    assert fighters["james"].tokens.name.en == "bullet"
    assert fighters["katie"].tokens is None


@rule("field.skill-deck")
@rule("skill-card.anatomy")
def test_each_skill_has_a_name_an_effect_and_an_initiative_of_its_own() -> None:
    skills = rules().content["skills"].values()

    assert len(skills) >= 6
    assert len({skill.initiative for skill in skills}) == len(skills)
    assert all(skill.name.en and skill.name.zh and (skill.triggers or skill.changes) for skill in skills)


@rule("setup.step-6-draft", 1)
def test_an_empty_display_ends_the_draft() -> None:
    deck = ("hook", "lunge", "vault", "taunt", *(IDLE,) * 8)

    def swept(game: Any, event: StartPlayerFound) -> CardsMoved:
        return move(game, game.state.zones[DISPLAY].cards, DISPLAY, DISCARD)

    rules = interrupted(rules_for("unmatched_nemesis"), StartPlayerFound, swept)
    position = opening("quick-feet", "merciless", deck=deck, cards=[deck], rules=rules)

    assert position.asked != "take_card" and position.cards(DISPLAY) == [IDLE] * 4
