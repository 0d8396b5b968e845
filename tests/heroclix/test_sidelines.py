"""What comes into a game, leaves it or changes sides: Sidelines, generated elements, current forces (2, 3, 5)."""

from __future__ import annotations

import pytest

from rulewright import SetupError, Turn, new_game
from rulewright.effects import EffectBegan, EffectEnded
from rulewright_heroclix.events.before import GameBegan
from rulewright_heroclix.events.belongings import Unequipped
from rulewright_heroclix.events.characters import CharacterGenerated, Replaced
from rulewright_heroclix.events.damage import KnockedOut
from rulewright_heroclix.events.movement import ChangedForce
from rulewright_heroclix.events.turns import TurnBegan
from rulewright_heroclix.events.victory import ElementLost, Scored

from .table import FOE, HERO, at, clix, dice, happened, invent, one, play, rule, turn
from .test_special import gear, named
from .test_special import rules as rules_with


def generated(id: str, card: str, player: int, by: str, square: tuple[int, int]) -> CharacterGenerated:
    """That a character was generated in a square."""
    return CharacterGenerated(id, card, player, by, (square,), points=350)


@rule("2.3", 3)
@rule("2.5", 1)
@rule("3.4a", 1, 2)
def test_a_generated_character_is_on_the_current_force_and_on_no_starting_force() -> None:
    position = play(at(HERO, "A1"), at(FOE, "P16"), rules=invent(clix("drone", "6/8/14/1", bystander=True, points=5)))
    position.happen(generated("drone#1", "drone", 1, FOE, (3, 3)))

    assert (one(position, "drone#1").player, one(position, "drone#1").area) == (1, "map")
    assert all(member.character != "drone" for force in position.game.setup.forces for member in force.members)


@rule("2.5a", 1, 2)
def test_limits_of_forces_are_not_checked_once_the_game_has_begun() -> None:
    prime = clix(HERO, ring="prime")
    rules = invent(prime, clix(FOE, ring="prime"))
    position = play(at(HERO, "A1"), at(FOE, "P16"), rules=rules).happen(ChangedForce(FOE, 0))

    assert [one(position, id).player for id in (HERO, FOE)] == [0, 0]
    both = {"map": "field", "forces": [{"members": [{"character": id} for id in (HERO, FOE)]}] * 2}
    with pytest.raises(SetupError, match="at most one prime"):
        new_game(rules, both)


@rule("2.6", 4)
@rule("25.2d", 1)
@rule("3.3", 2)
def test_who_goes_to_the_sideline_is_unequipped() -> None:
    cloak = gear("cloak", unequip="drop")
    position = play(
        at(HERO, "C1", equipment="cloak", given=("cloak",)), at(HERO, name="other", area="sideline"), at(FOE, "P16"),
        rules=rules_with(elements=[cloak]),
    )  # fmt: skip
    position.happen(Replaced(HERO, ("other",), (((2, 0),),), 1))

    assert happened(position, Unequipped) and position.state.markers["cloak"].squares == ((2, 0),)
    assert (one(position, HERO).area, one(position, "other").area) == ("sideline", "map")


@rule("2.6a", 4)
def test_only_what_says_so_is_used_on_the_sideline() -> None:
    traits = [named("voice", grants=["willpower"], sideline=True), named("hide", grants=["toughness"])]
    position = play(at(HERO, area="sideline"), at(FOE, "P16"), rules=invent(clix(HERO, traits=traits)))

    assert position.game.has("willpower", HERO) and not position.game.has("toughness", HERO)


@rule("2.6a", 3)
def test_a_sideline_has_no_limit_once_the_game_has_begun() -> None:
    waiting = [at(HERO, name=f"w{number}", area="sideline") for number in range(12)]
    position = turn(play(at(HERO, "A1"), at(FOE, "P16"), *waiting)).answer(None)

    assert sum(one.area == "sideline" for one in position.state.characters.values()) == 12


@rule("4.4", 4)
def test_who_enters_later_triggers_nothing_of_the_beginning_of_the_game() -> None:
    knight = clix(HERO, traits=[named("squire", equipment="cloak")])
    position = play(at(HERO, area="sideline"), at(HERO, "C1", name="first"), at(FOE, "P16"),
                    rules=rules_with(knight, elements=[gear("cloak")]))  # fmt: skip
    position.happen(GameBegan(0)).happen(Replaced("first", (HERO,), (((2, 0),),), 1))

    assert one(position, HERO).equipment == ""


@rule("5.4b", 6, 7)
@rule("3.4a", 3)
def test_generated_elements_score_even_beyond_the_build_total() -> None:
    giant = clix("giant", points=350)
    position = play(at(HERO, "A1"), at(FOE, "P16"), rules=invent(giant))
    position.happen(generated("giant#1", "giant", 1, FOE, (3, 3)))
    points = one(position, "giant#1").points
    position.happen(KnockedOut("giant#1", HERO))

    assert points == 350 and position.state.forces[0].victory == 350


@rule("5.4b", 2)
def test_replacements_score_the_replaced_character_or_their_sum() -> None:
    for worth, scored in ((20, 80), (60, 120)):
        both = [at(HERO, name=id, area="sideline", player=1, points=worth) for id in ("b", "c")]
        position = play(at(HERO, "A1"), at(FOE, "P16", points=80), at(FOE, "N16", name="rest", player=1), *both)
        position.happen(Replaced(FOE, ("b", "c"), (((15, 15),), ((14, 15),)), 1))
        position.happen(KnockedOut("b"))
        assert not happened(position, Scored)

        position.happen(KnockedOut("c"))
        assert position.state.forces[0].victory == scored


@rule("9.4", 7)
def test_what_lasts_for_this_turn_ends_before_the_next_turn_begins() -> None:
    shifty = clix(FOE, *("6/8/15/1 shape-change",) * 4)
    position = turn(play(at(HERO, "A1", tokens=1), at(FOE, "B1"), rules=invent(shifty), rolls=dice("6")))
    position.answer((HERO, "close", "CLOSE")).answer(("shape-change", FOE)).until(player=1)

    order = [type(event) for event in happened(position, EffectBegan, EffectEnded, TurnBegan)]
    assert order == [TurnBegan, EffectBegan, EffectEnded, TurnBegan]


@rule("25.2a", 4)
@rule("25.2", 1)
def test_equipment_does_not_start_on_the_map() -> None:
    rules = rules_with(elements=[gear("cloak")])
    force = {"members": [{"character": HERO, "equipment": "cloak"}]}
    game = new_game(rules, {"map": "field", "forces": [force, {"members": [{"character": FOE}]}]})

    assert not game.state.markers and game.state.forces[0].elements == ("cloak",)


@rule("5.4b", 8)
def test_elements_of_a_defeated_force_are_scored_too() -> None:
    position = play(at(HERO, "A1"), at(FOE, area="ko"), rules=rules_with(elements=[gear("cloak")]),
                    forces={1: {"elements": ("cloak",)}})  # fmt: skip
    position.begin("game/turn/defeats", Turn(player=0, number=1))

    assert happened(position, ElementLost) and position.state.forces[0].victory == 10
