"""What programs think: what the opponent may hold in secret, and how good a position is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import programs, rule
from rulewright.geometry.caching import kept
from rulewright.geometry.plane.measure import horizontal

from ..attack.choosing import targets
from ..before.mission import DRAWN, MOST_TACTICS, affiliations_of
from ..crises import interactions, points_for, scorer
from ..events.before import AffiliationChosen, CharactersChosen, CrisesDrawn, SquadRevealed, TacticsChosen
from ..phases import ROUNDS
from ..running import ROLES, Run
from ..space.battlefield import TABLE
from ..space.tools import BOARD
from ..terms import (
    DIE,
    SUCCESSES,
    Activation,
    Attack,
    able,
    attacks_of,
    can_pay,
    character,
    characters_of,
    pool_in,
    side,
)

if TYPE_CHECKING:
    from rulewright import View
    from rulewright.geometry.plane import Scene

    from ..cards.models import Crisis
    from ..state import Character, Squad


# What is hidden ---------------------------------------------------------------------------------------------


@rule("squad.secret")
def determinize(view: View, rng: Random) -> Mapping[str, Iterable[Any]]:
    """The crises that an opponent drew, and the squad that it chose in secret, as they may be; nothing once all is
    revealed."""
    return {"squads": [_guessed(view, squad, rng) for squad in view.state.squads.values() if _is_secret(view, squad)]}


def _is_secret(view: View, squad: Squad) -> bool:
    """Whether a squad is hidden from the view and may hold something: it is not yet revealed."""
    if squad.drawn is not None or view.setup.rosters is None or any(characters_of(view, squad.player)):
        return False
    return not any(isinstance(event, SquadRevealed) for event in view.events())


def _guessed(view: View, squad: Squad, rng: Random) -> Squad:
    player = squad.player
    told: dict[Any, Any] = {type(one): one for one in view.events() if getattr(one, "player", None) == player}
    roster = view.setup.rosters[player]
    drawn: tuple[str, ...] = ()
    if (event := told.get(CrisesDrawn)) is not None:
        drawn = tuple(rng.sample(getattr(roster, event.type), DRAWN))
    chosen = _some_squad(view, roster.characters, rng) if CharactersChosen in told else ()
    secret = rng.choice(["", *affiliations_of(view.content, chosen)]) if AffiliationChosen in told else ""
    cards: tuple[str, ...] = ()
    if TacticsChosen in told:
        usable = [id for id in roster.tactics if view.content.tactics[id].affiliation in ("", secret)]
        cards = tuple(rng.sample(usable, rng.randint(0, min(MOST_TACTICS, len(usable)))))
    return replace(squad, drawn=drawn, chosen=chosen, secret=secret, cards=cards)


def _some_squad(view: View, cards: Iterable[str], rng: Random) -> tuple[str, ...]:
    """Characters of a roster in any order, as long as the threat of the mission allows."""
    left = view.state.mission[0].threat
    chosen = []
    for card in rng.sample(list(cards), len(list(cards))):
        threat = view.content.characters[card].threat
        if threat <= left:
            chosen.append(card)
            left -= threat
    return tuple(chosen)


# What texts are worth ---------------------------------------------------------------------------------------


class Judge(programs.Judge):
    """What texts are usually worth, in damage."""

    roles = ROLES
    run = Run
    values = MappingProxyType({"damage_dealt": 1.5, "power_spent": 2, "that_much": 1, "round_number": 3})
    worths = MappingProxyType({
        "damage": -1.0, "heal": 0.8, "daze": -6.0, "gain_power": 0.5, "lose_power": -0.5, "spend": -0.5, "score": 3.0,
        "ko": -8.0, "activate": 3.0, "mark": -0.4, "lend_attack": 1.0, "suffer": 0.0,
        "condition": -1.0, "remove_condition": 1.0, "activated_token": -2.0, "gain_tokens": 0.3, "lose_tokens": -0.3,
        "control": 1.5, "place_token": 0.2, "remove_token": -1.0, "take_token": 1.5, "pass_token": 1.5, "drop": -1.5,
        "change": 0.4, "forbid": -1.0, "give": 1.0, "take_away": -0.5, "move_with": 0.3,
        "add_dice": 0.4, "reroll": 0.4, "change_die": 0.4, "treat_die": 0.6, "stay": 0.5, "activate_too": 1.0,
        "add_defense": 0.5, "defend": 0.5, "reduce_damage": 1.0, "reduce_suffered": 1.0, "prevent": 1.0,
        "flip_to_healthy": 3.0, "return_card": 1.0, "take_priority": 1.0,
        "lay_token": 0.3, "lift_token": -0.1, "destroy_near": 0.3, "seal": 0.5,
        "gain_leadership": 1.5, "lead": 1.0, "suspend_leadership": -1.0, "use_affiliation": 0.5,
        "interact": 1.5, "discard_cards": -1.0, "rouse": 5.0, "stop_superpower": 1.0, "retype": 0.3,
        "attack": 2.0, "move": 0.5, "place": 0.3, "push": -0.5, "throw": -1.0, "throw_terrain": 1.0, "collide": -1.0,
    })  # fmt: skip


JUDGE: Final = Judge()


# How good a position is -------------------------------------------------------------------------------------


def evaluate(view: View, player: int) -> float:
    """Points, what the tokens would score now, the strength of both squads, and their cards; what the dice on the table
    come to; and what the player is near to.

    What the enemies are near to is left out: whoever goes to them brings them nearer, too.
    """
    return _worth(view, player) - _worth(view, 1 - player) + _on_the_table(view, player) + _near(view, player)


POINT: Final = 1.0
"""What a victory point is worth, in threat: as much as what the tokens score now in each cleanup that is left."""
CARD: Final = 0.1
"""What a team tactic card that is not yet played is worth for each round that is still to come, in threat."""
OUT: Final = 0.25
"""What it is worth that someone is out of the round, by its threat."""
FULL: Final = 6
"""More power than this is of little more use."""
NEAR_TOKEN: Final = 0.06
"""What an inch less is worth between a token that does not score yet and the nearest character."""
NEAR_ANYTHING: Final = 0.03
"""What an inch less is worth between a character and the nearest such token or enemy."""


def _worth(view: View, player: int) -> float:
    mission, squads = view.state.mission[0], view.state.squads
    scoring = sum(points_for(view, crisis)[player] for crisis in (mission.secure, mission.extract) if crisis)
    total = POINT * (squads[player].points + scoring * _cleanups_left(view))
    total += CARD * len(squads[player].tactics) * (_cleanups_left(view) - 1)
    total += sum(_strength(view, one) for one in characters_of(view, player))
    return float(total + sum(_threatening(view, id) + _reaching(view, id) for id in _standing(view, player)))


def _cleanups_left(view: View) -> int:
    """How often the tokens score before the sixth round is over."""
    round: int = view.state.mission[0].round
    return max(1, ROUNDS - round + 1)


def _near(view: View, player: int) -> float:
    """How near somebody is to each token that does not score yet, and everybody to a token or an enemy."""
    scene = TABLE(view)
    open_tokens = tuple(
        str(token.id)
        for token in view.state.objectives.values()
        if str(token.id) in scene.markers and not token.goal and scorer(view, token) != player
    )
    return _nearness(scene, tuple(_standing(view, player)), tuple(_standing(view, 1 - player)), open_tokens)


@kept
def _nearness(scene: Scene, own: tuple[str, ...], foes: tuple[str, ...], tokens: tuple[str, ...]) -> float:
    """The same of these characters and tokens, as they lie there."""
    far = sum(NEAR_TOKEN * _nearest(scene, token, own, BOARD) for token in tokens)
    return -far - sum(NEAR_ANYTHING * _nearest(scene, id, [*tokens, *foes]) for id in own)


def _standing(view: View, player: int) -> list[str]:
    """The characters of a player on the battlefield that are not dazed."""
    return [str(one.id) for one in characters_of(view, player) if one.deployed and not one.dazed]


def _strength(view: View, one: Character) -> float:
    """What a character is worth by its threat, its sides, the stamina left, its power and conditions."""
    card = view.content.characters[one.card]
    side = card.injured if one.injured else card.healthy
    left = 0 if one.dazed else side.stamina - one.damage
    sides = 1 if one.injured else 2
    whole = (sides + left / side.stamina) / 2 - OUT * one.dazed
    return float(card.threat * whole + 0.15 * min(one.power, FULL) - 0.3 * len(one.conditions))


def _nearest(scene: Scene, id: str, things: Sequence[str], nobody: float = 0.0) -> float:
    """How many inches something is from the nearest of these, or what counts where there are none."""
    return min((horizontal(scene, id, thing) for thing in things), default=nobody)


def _threatening(view: View, id: str) -> float:
    """What the best attack is worth that the character in activation can still make."""
    activation = view.find_context(Activation)
    if activation is None or activation.character != id or activation.over:
        return 0.0
    if activation.taken >= view.number("actions", id) or not view.may("attack", id):
        return 0.0
    best = 0.0
    for attack in attacks_of(view, id):
        sheet = view.content.attacks[attack]
        if can_pay(view, id, sheet.cost):
            for foe in targets(view, id, sheet):
                best = max(best, _promise(view, foe, sheet.strength, sheet.type))
    return ACTION_LEFT * best


ACTION_LEFT: Final = 0.8
"""An attack that can be made is worth a little less than one that was."""


def _reaching(view: View, id: str) -> float:
    """What the best token is worth that the character in activation can still interact with."""
    activation = view.find_context(Activation)
    if activation is None or activation.character != id or activation.over:
        return 0.0
    return IN_REACH * max((_token_worth(view, id, token) for token in interactions(view, activation)), default=0.0)


IN_REACH: Final = 0.9
"""A token that can be taken is worth a little less than one that was."""


def _token_worth(view: View, id: str, name: str) -> float:
    """What a token scores once someone has interacted with it, or no longer scores for the others, as likely as the
    interaction comes to that."""
    token = view.state.objectives[name]
    card = view.content["crises"][token.crisis]
    lost = scorer(view, token) == 1 - character(view, id).player
    return float(_chance_to_take(card) * POINT * card.points * (1 + lost) * _cleanups_left(view))


def _chance_to_take(card: Crisis) -> float:
    """How likely a token of a crisis scores for whoever interacts with it."""
    if card.interaction == "other":
        return BY_A_TEXT if card.score == "controlled" else 0.0
    if card.interaction not in ("take", "control"):
        return 0.0
    if not card.roll:
        return 1.0
    return 1.0 - (1.0 - DIE.weights[DIE.faces.index(card.needs)] / sum(DIE.weights)) ** card.roll


BY_A_TEXT: Final = 0.5
"""How likely a text gives control of a token."""


def _promise(view: View, foe: str, dice: int, kind: str) -> float:
    """What an attack takes from an enemy on average."""
    return _loss(view, foe, *outlook(view, foe, dice, max(1, getattr(side(view, foe), kind))))


def _loss(view: View, id: str, taken: float, out: float) -> float:
    """What so much damage is worth, in threat, with the chance to daze or KO: stamina, and the side."""
    card = view.content.characters[view.state.characters[id].card]
    return float(card.threat * (taken / side(view, id).stamina / 2 + OUT * out))


def _on_the_table(view: View, player: int) -> float:
    """What an attack is worth to a player of which the dice were rolled and no damage was suffered."""
    attack = view.find_context(Attack)
    if attack is None or attack.dealt or not able(view, attack.target):
        return 0.0
    damage = attack.damage or _successes_now(attack, "attack") - _successes_now(attack, "defense")
    left = side(view, attack.target).stamina - view.state.characters[attack.target].damage
    taken = min(max(damage, 0.0), left)
    worth = _loss(view, attack.target, taken, float(taken >= left))
    return worth if attack.player == player else -worth


def _successes_now(attack: Attack, name: str) -> float:
    """The successes of a pool as it lies, and what the dice for its criticals will add to them on average; what it is
    likely to show where it was not rolled."""
    pool, chance = pool_in(attack, name), SIDES[name] / sum(DIE.weights)
    if pool.roll is None and not pool.successes:
        return pool.dice * chance
    return pool.successes + pool.criticals * chance


def outlook(view: View, foe: str, attack: int, defense: int) -> tuple[float, float]:
    """The mean damage of so many dice against so many to an enemy, and the chance to take its last stamina."""
    left = side(view, foe).stamina - view.state.characters[foe].damage
    law = law_of_damage(attack, defense)
    taken = sum(min(damage, left) * chance for damage, chance in enumerate(law))
    return taken, sum(chance for damage, chance in enumerate(law) if damage >= left)


SIDES: Final = {
    pool: sum(weight for face, weight in zip(DIE.faces, DIE.weights, strict=True) if face in SUCCESSES[pool])
    for pool in ("attack", "defense")
}
"""How many sides of a die are a success in a pool."""


@cache
def law_of_damage(attack: int, defense: int) -> tuple[float, ...]:
    """How likely each damage is of so many dice against so many, criticals included, without what texts change."""
    law = [0.0] * (2 * attack + 1)
    for hits, chance in enumerate(_successes(attack, SIDES["attack"])):
        for blocks, other in enumerate(_successes(defense, SIDES["defense"])):
            law[max(0, hits - blocks)] += chance * other
    return tuple(law)


def _successes(dice: int, sides: int) -> list[float]:
    """How likely each number of successes is: ``sides`` of eight are one, and a critical adds a further die."""
    again = sides / 8
    one = [1 - again, (sides - 1) / 8 + (1 - again) / 8, again / 8]
    law = [1.0]
    for _ in range(dice):
        law = [
            sum(law[number - more] * one[more] for more in range(3) if 0 <= number - more < len(law))
            for number in range(len(law) + 2)
        ]
    return law
