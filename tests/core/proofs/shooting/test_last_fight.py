"""Models that are destroyed and not removed yet."""

from __future__ import annotations

from random import Random

from rulewright import GameOver, new_game
from rulewright.testing.kit import check_ruleset
from tests.lengths import length

from . import attack, last_fight, phases
from .damage import ModelDestroyed, ModelRemoved, WoundsLost
from .last_fight import RULES, SETUP, Avenged
from .scripted import DEATH, UNHURT, Battle, battle
from .terms import Kind, Moved, Troop, Weapon

AVENGER = Kind(("blade",), save=7, abilities=("fight on death",))
ATTACKER = Kind(("axe",), save=7, wounds=UNHURT)
HAPPENED = (ModelDestroyed, Avenged, WoundsLost, ModelRemoved)


def brawl(
    dice: list[int], attacks: int = 3, damage: int = 1, avenger: Kind = AVENGER, attacker: Kind = ATTACKER
) -> Battle:
    """An attacker of player 1, who fights first, stands against two avengers of player 0, models 0 and 1."""
    units = [Troop(0, 0, {"avenger": 2}), Troop(1, 1, {"attacker": 1})]
    weapons = {"axe": Weapon(0, attacks, damage=damage, abilities=("devastating wounds",)), "blade": Weapon(0)}
    return battle(RULES, units, {"avenger": avenger, "attacker": attacker}, weapons, dice).play(1)


def test_destroyed_models_fight_together_before_they_are_removed() -> None:
    """They fight after the attacker's last attack and before it consolidates; then they are removed."""
    battle = brawl([*DEATH, *DEATH, *DEATH, *DEATH])

    assert battle.left == 0
    assert battle.events(*HAPPENED, Moved) == [
        WoundsLost(0, 1),
        ModelDestroyed(0, 0),
        WoundsLost(1, 1),
        ModelDestroyed(1, 0),
        Avenged((0, 1)),
        WoundsLost(2, 1),
        WoundsLost(2, 1),
        ModelRemoved(0, 0),
        ModelRemoved(1, 0),
        Moved(1, 1),
    ]


def test_the_last_fight_is_explained() -> None:
    """Why a model was removed: because it has fought on death, and that because it was destroyed."""
    battle = brawl([*DEATH, *DEATH, 1, 1])

    chain = battle.game.why(ModelRemoved(0, 0)).chain

    assert "commentary.fight-on-death" in chain[0].rules
    assert any(isinstance(link.event, ModelDestroyed) for link in chain)


def test_no_attack_is_made_at_a_unit_of_which_only_the_dead_stand() -> None:
    """When the target unit is destroyed, remaining attacks are not resolved, though its models still stand there."""
    assert brawl([*DEATH, *DEATH, 1, 1], attacks=9).left == 0


def test_no_wound_is_allocated_to_a_destroyed_model() -> None:
    saving = Kind(("blade",), save=6, abilities=("fight on death",))
    battle = brawl([*DEATH, 4, 4, 6, 1, 1], attacks=2, avenger=saving)

    assert battle.events(Avenged) == [Avenged((0,))]
    assert battle.models(0) == [1]


def test_a_destroyed_model_suffers_nothing_more() -> None:
    """It is destroyed by the first point of damage, and stays to fight; the second point is lost."""
    tough = Kind(("blade",), save=7, feel_no_pain=5, abilities=("fight on death",))
    battle = brawl([4, 6, 1, 1], attacks=1, damage=2, avenger=tough)

    assert battle.events(WoundsLost) == [WoundsLost(0, 1)]
    assert battle.left == 0


def test_a_model_fights_on_death_only_once() -> None:
    """The second attacker destroys the other model; the first one has fought and is gone."""
    units = [Troop(0, 1, {"avenger": 2}), Troop(1, 0, {"attacker": 1}), Troop(1, 2, {"attacker": 1})]
    kinds = {"avenger": AVENGER, "attacker": Kind(("blade",), save=7, wounds=UNHURT)}
    dice = [*DEATH, 1, 1, *DEATH, 1]  # the survivor fights between the two attackers
    fought = battle(RULES, units, kinds, {"blade": Weapon(0)}, dice).play(1, 1, 0, 1, 2, 1)

    assert fought.events(Avenged) == [Avenged((0,)), Avenged((1,))]
    assert fought.left == 0


def test_a_model_without_that_ability_is_removed_at_once() -> None:
    battle = brawl([*DEATH, 1], attacks=1, avenger=Kind(("blade",), save=7))

    assert battle.events(*HAPPENED) == [WoundsLost(0, 1), ModelDestroyed(0, 0), ModelRemoved(0, 0)]


def test_a_model_that_is_shot_does_not_fight_on_death() -> None:
    """The ability is one of melee; in a volley the model is simply removed."""
    units = [Troop(0, 0, {"shooter": 1}), Troop(1, 12, {"avenger": 2})]
    kinds = {"shooter": Kind(("gun",)), "avenger": AVENGER}
    weapons = {"gun": Weapon(), "blade": Weapon(0)}
    shooting = phases.ruleset(
        "shot", attack.SHOOTING, procedures=[*attack.RULESET.procedures, last_fight.LAST_FIGHT],
        powers=last_fight.RULESET.powers, stats=attack.STATS,
    )  # fmt: skip
    shot = battle(shooting.freeze(), units, kinds, weapons, [*DEATH]).play(0)

    assert shot.events(*HAPPENED) == [WoundsLost(1, 1), ModelDestroyed(1, 1), ModelRemoved(1, 1)]


def test_fighting_on_death_comes_before_what_the_destruction_triggers() -> None:
    """It fights, then Deadly Demise is rolled, then the model is removed; who dies of the blast fights as well."""
    both = Kind(("blade",), save=7, abilities=("fight on death", "deadly demise"))
    battle = brawl([*DEATH, *DEATH, 6, 1, 1], attacks=1, avenger=both)

    assert battle.left == 0
    assert battle.events(*HAPPENED) == [
        WoundsLost(0, 1),
        ModelDestroyed(0, 0),
        Avenged((0,)),
        WoundsLost(2, 1),  # by the last fight
        WoundsLost(1, 1),  # by the blast, as the next
        ModelDestroyed(1, 0),
        WoundsLost(2, 1),
        ModelRemoved(0, 0),
        Avenged((1,)),
        ModelRemoved(1, 0),
    ]


def test_two_units_that_fight_on_death_destroy_each_other() -> None:
    """The dead kill their killer, who may fight on death too, against whoever is still alive."""
    killer = Kind(("blade",), save=7, abilities=("fight on death",))
    battle = brawl([*DEATH, *DEATH, *DEATH], attacker=killer)

    assert battle.events(ModelDestroyed) == [ModelDestroyed(0, 0), ModelDestroyed(2, 1), ModelDestroyed(1, 0)]
    assert battle.events(Avenged) == [Avenged((0,)), Avenged((2,)), Avenged((1,))]
    assert battle.events(GameOver) == [GameOver(())]


def test_no_model_is_left_between_life_and_death() -> None:
    """When the next unit is chosen to fight, nobody destroyed stands there and nothing waits to be resolved."""
    for seed in range(6):
        game, rng = new_game(RULES, SETUP, seed=seed), Random(seed)
        while game.request is not None:
            if game.request.ask == "fight":
                assert not any(model.destroyed for model in game.state.models.values())
                assert not game.state.delayed
            game.answer(game.request.space.sample(rng))


def test_the_ruleset_conforms() -> None:
    where = f"{last_fight.__name__}:RULES"

    check_ruleset(
        RULES, games=12, seed=1, setup=SETUP, looks=length(2, 6), where=where, must_exercise=True,
        excused=("battle/verdict", "fight/attacks/devastating/devastate"),
    )  # fmt: skip
