"""Moments of superpowers: in which window or after which event they come, and who is meant by "chosen"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rulewright import rule
from rulewright.powers import Bearer
from rulewright.vocabulary import Moments, NamedMoment

from ..events.activation import Activated, ActivatedTokenPlaced, ActivatedTokensRemoved, ActivationEnded
from ..events.attacks import AttackReached, AttackResolved, BeforeDamage, RollOver, Targeted
from ..events.characters import DamageRemoved, DamageSuffered, Dazed, Falling, KnockedOut
from ..events.movement import (
    AdvanceBegan,
    Brushed,
    Collided,
    DodgeBegan,
    DodgeReached,
    MoveBegan,
    Moved,
    MoveEnded,
    TerrainDestroyed,
    WouldBeMoved,
)  # fmt: skip
from ..events.rounds import PlayerEffects, RoundBegan, TurnBegan
from ..events.superpowers import SuperpowerBought, SuperpowerPaid
from ..terms import Activation, Attack, able, allied, character, pool_in, pool_of

ATTACK: Final = "an attack that is being made"
UNROLLED: Final = "an attack whose dice have not been rolled"
ATTACK_POOL: Final = "an attack pool that has not been rolled"
DEFENSE_POOL: Final = "a defense pool that has not been rolled"
DICE: Final = "dice that lie on the table"
FALLEN: Final = "dice that have been rolled"
FRESH: Final = "dice whose criticals have not added any yet"
DAMAGE: Final = "damage that the attack is about to deal"
DEALT: Final = "damage that the attack may have dealt"
SUFFERING: Final = "damage that is about to be suffered"
USING: Final = "a superpower for which power was spent"
FALLING: Final = "someone who is about to be dazed or KO'd"
CHOSEN: Final = "someone of whom the text speaks"
ROLLED: Final = "dice that the text has rolled"
TOKEN: Final = "an objective token of which the text speaks"
CARD_TOKEN: Final = "a token of a card on the battlefield of which the text speaks"
MUCH: Final = "something that comes to so much"
MOVE: Final = "a move action that is being made"
DEFENDING: Final = "an attack or a dodge whose dice its character has not rolled"
FORCED: Final = "a movement that an effect is about to force on someone"
COLLISION: Final = "a collision that is about to be resolved"
ACTIVATION: Final = "an activation"
TURN: Final = "a turn"

Asked = Callable[[Any, Bearer, Any], str | None]
"""Who is meant by "chosen" if the superpower is triggered by an event; None where it is not."""


def _nobody(game: Any, me: Bearer, event: Any) -> str:
    """Its character alone is concerned."""
    return ""


class Moment(NamedMoment, frozen=True):
    """A moment of superpowers: after an event, ``meant`` says whether and who is meant by "chosen"."""

    meant: Asked = _nobody
    much: Callable[[Any, Any], int] | None = None
    """How much it comes to, for texts that say "that much"."""
    for_cards: bool = False
    """Whether only team tactic cards can be used then."""
    delay: str = ""
    """At the end of which procedure it comes, if it waits for that after its event."""


@rule("terms.after", "dice.faces")
def rolled(game: Any, id: str, event: AttackResolved | RollOver) -> tuple[str, ...] | None:
    """The dice that a character has rolled in what is over now, as they lay in the end; None where it rolled none."""
    if isinstance(event, AttackResolved):
        pool = pool_of(event, id)
        roll = pool_in(game.context(Attack), pool).roll if pool else None
        return None if roll is None else tuple(map(str, roll.faces))
    return event.faces if event.character == id else None


def _rolls(game: Any, me: Bearer, event: Any) -> str | None:
    return None if rolled(game, str(me.id), event) is None else ""


@rule("activation.step-2", "action.move")
def _moves(game: Any, me: Bearer, event: MoveBegan | AdvanceBegan | MoveEnded) -> str | None:
    """A move action, or an advance, of a character in its own activation."""
    activation = game.find_context(Activation)
    own = activation is not None and activation.character == me.id == event.character
    return "" if own else None


@rule("action.move", "character.ally-enemy")
def _enemy_acts(game: Any, me: Bearer, event: MoveBegan | MoveEnded) -> str | None:
    """A move action that an enemy begins or has finished."""
    return event.character if not allied(game, str(me.id), event.character) else None


@rule("activation.step-2", "character.ally-enemy")
def _enemy_ends(game: Any, me: Bearer, event: ActivationEnded) -> str | None:
    there = event.character in game.state.characters and not allied(game, str(me.id), event.character)
    return event.character if there else None


@rule("activation.step-2", "character.ally-enemy")
def _allied_activation(game: Any, me: Bearer, event: ActivationEnded) -> str | None:
    """The activation of anyone of the squad, its character too, who is meant."""
    there = event.character in game.state.characters and allied(game, str(me.id), event.character)
    return event.character if there else None


def _damaged(game: Any, me: Bearer, event: DamageSuffered) -> str | None:
    """Damage that its character suffered; whoever caused it is meant."""
    return event.by if event.amount else None


@rule("terms.enemy-effect", "character.ally-enemy")
def _ally_damaged(game: Any, me: Bearer, event: DamageSuffered) -> str | None:
    """Damage that another ally suffered by an enemy effect, even if it KO'd that one; whoever caused it is meant."""
    other = event.amount and event.enemy and event.character != me.id
    return event.by if other and _player_hurt(game, event) == me.record.player else None


@rule("terms.enemy-effect", "character.ally-enemy")
def _enemy_damaged(game: Any, me: Bearer, event: DamageSuffered) -> str | None:
    """Damage that an enemy suffered by an effect of its character or of an ally; that enemy is meant."""
    there = event.amount and event.enemy
    return event.character if there and _player_hurt(game, event) != me.record.player else None


@rule("terms.enemy-effect")
def _deals(game: Any, me: Bearer, event: DamageSuffered) -> str | None:
    """Damage that an enemy suffered by an effect of its character."""
    return "" if event.amount and event.enemy else None


@rule("damage.dazed", "damage.ko", "terms.enemy-effect")
def _fells(game: Any, me: Bearer, event: Dazed | KnockedOut) -> str | None:
    """An effect of its character dazed or KO'd an enemy, who is meant."""
    return event.character if _player_of(game, event) != me.record.player else None


@rule("damage.dazed", "damage.ko", "terms.enemy-effect")
def _ally_felled(game: Any, me: Bearer, event: Dazed | KnockedOut) -> str | None:
    """Another ally was dazed or KO'd by an effect of an enemy, who is meant."""
    own = event.character != me.id and _player_of(game, event) == me.record.player
    return event.by if own and event.by in game.state.characters and not allied(game, str(me.id), event.by) else None


@rule("damage.dazed", "damage.ko")
def _fall(game: Any, event: AttackResolved) -> Dazed | KnockedOut | None:
    """How the target of an attack was dazed or KO'd by it, if it was."""
    if not event.dealt or able(game, event.target):
        return None
    if event.target in game.state.characters:
        return Dazed(event.target, event.attacker)
    return KnockedOut(event.target, 1 - game.context(Attack).player, event.attacker)


@rule("terms.enemy-effect")
def _hurt(game: Any, event: AttackResolved) -> DamageSuffered | None:
    """The damage that the target of an attack suffered, if it did."""
    if not event.dealt:
        return None
    target = game.state.characters.get(event.target)
    player = 1 - game.context(Attack).player if target is None else target.player
    attacker = game.state.characters.get(event.attacker)
    enemy = attacker is not None and attacker.player != player
    return DamageSuffered(event.target, event.dealt, event.attacker, enemy, player=player)


def _after(done: Callable[[Any, AttackResolved], Any], meant: Asked, whose: str = "") -> Asked:
    """The same moment once the effect is resolved: what an attack has done to its target counts when that is over."""

    @rule("terms.after")
    def after(game: Any, me: Bearer, event: Any) -> str | None:
        attack = game.find_context(Attack)
        if isinstance(event, AttackResolved):
            event = done(game, event)
        elif attack is not None and attack.striking and attack.target == event.character:
            return None
        return meant(game, me, event) if event is not None and (not whose or getattr(event, whose) == me.id) else None

    return after


def _player_hurt(game: Any, event: DamageSuffered) -> int | None:
    """Whose the character is that suffered damage, or was until that KO'd it."""
    found = game.state.characters.get(event.character)
    return event.player if found is None else int(found.player)


def _player_of(game: Any, event: Dazed | KnockedOut) -> int:
    """Whose the character is that was dazed, or was until it was KO'd."""
    return event.player if isinstance(event, KnockedOut) else int(character(game, event.character).player)


def _fights(game: Any, me: Bearer, event: Targeted | AttackResolved) -> str | None:
    """An attack of its character or against it; the other side is meant."""
    return {event.attacker: event.target, event.target: event.attacker}.get(str(me.id))


def _defends(game: Any, me: Bearer, event: Targeted | DodgeBegan) -> str | None:
    """An attack against its character, or a dodge of it; whoever attacks or caused it is meant."""
    if isinstance(event, Targeted):
        return event.attacker if event.target == me.id else None
    return event.by if event.character == me.id else None


def _ally(game: Any, me: Bearer, event: Targeted | AttackResolved) -> str | None:
    """An attack against another ally, who is meant."""
    ally = event.target != me.id and event.target in game.state.characters and allied(game, str(me.id), event.target)
    return event.target if ally else None


def _ally_attacked(game: Any, me: Bearer, event: AttackResolved) -> str | None:
    """An attack against another ally, even if that one was KO'd by it; the attacker is meant."""
    gone = event.target not in game.state.characters and game.context(Attack).player != me.record.player
    return event.attacker if gone or _ally(game, me, event) else None


def _other_ally(game: Any, me: Bearer, event: Targeted) -> bool:
    return (
        event.attacker != me.id and event.attacker in game.state.characters and allied(game, str(me.id), event.attacker)
    )


def _own_attack(game: Any, me: Bearer, event: Targeted) -> bool:
    return event.attacker in game.state.characters and allied(game, str(me.id), event.attacker)


def _own(game: Any, me: Bearer, event: Targeted) -> bool:
    return event.target in game.state.characters and allied(game, str(me.id), event.target)


def _enemy_moved(game: Any, me: Bearer, event: Moved) -> str | None:
    """An enemy that moved by itself, and was not pushed, thrown or placed."""
    return _enemy_displaced(game, me, event) if event.how in ("advance", "climb") else None


def _enemy_advanced(game: Any, me: Bearer, event: Moved) -> str | None:
    """An enemy that advanced, by a move action or because of a text."""
    return _enemy_displaced(game, me, event) if event.how == "advance" else None


@rule("move.kinds")
def _enemy_displaced(game: Any, me: Bearer, event: Moved) -> str | None:
    """An enemy that moved in any way, or was moved."""
    there = event.character in game.state.characters
    return event.character if there and not allied(game, str(me.id), event.character) else None


def _other_moved(game: Any, me: Bearer, event: Moved) -> str | None:
    """Another character that advanced or was placed."""
    moves = event.how in ("advance", "place") and event.character in game.state.characters
    return event.character if moves and event.character != me.id else None


@rule("character.ally-enemy")
def _enemy_uses(game: Any, me: Bearer, event: SuperpowerBought) -> str | None:
    """A superpower for which an enemy has spent power; that enemy is meant."""
    there = event.character in game.state.characters
    return event.character if there and not allied(game, str(me.id), event.character) else None


def _would_collide(game: Any, me: Bearer, event: Collided) -> str | None:
    """A collision of its character, which is about to be resolved; whoever threw what collides is meant."""
    return event.by if me.id in (event.thrown, event.hit) else None


def _would_suffer(game: Any, me: Bearer, event: DamageSuffered) -> str | None:
    """Damage that its character is about to suffer; whoever causes it is meant."""
    return event.by if event.amount else None


def _ally_would_suffer(game: Any, me: Bearer, event: DamageSuffered) -> str | None:
    """Damage that another ally is about to suffer, who is meant."""
    other = event.amount and event.character != me.id and allied(game, str(me.id), event.character)
    return event.character if other else None


def _would_be_koed(game: Any, me: Bearer, event: Falling) -> str | None:
    """Its character is about to be KO'd; whoever causes it is meant."""
    return event.by if event.ko else None


@rule("terms.enemy-effect", "damage.ko")
def _would_be_dazed(game: Any, me: Bearer, event: Falling) -> str | None:
    """Its character is about to be dazed; whoever causes it is meant."""
    return None if event.ko else event.by


def _ally_would_be_koed(game: Any, me: Bearer, event: Falling) -> str | None:
    """Another ally, who is meant, is about to be KO'd by an effect of an enemy."""
    other = event.ko and event.character != me.id and allied(game, str(me.id), event.character)
    enemy = event.by in game.state.characters and not allied(game, str(me.id), event.by)
    return event.character if other and enemy else None


DAZED: Final = (
    "ally dazed", "enemy dazed", "other dazed", "fells", "anyone felled", "after ally felled", "after ally dazed",
    "after enemy dazed", "after fells", "after anyone felled",
)  # fmt: skip
"""The moments at which who is meant has just been dazed or KO'd."""


@rule("damage.dazed", "damage.ko", "terms.enemy-effect", "character.ally-enemy")
def _anyone_felled(game: Any, me: Bearer, event: Dazed | KnockedOut) -> str | None:
    """Anyone of the squad, its character too, was dazed or KO'd by an effect of an enemy; who fell is meant."""
    own = _player_of(game, event) == me.record.player
    enemy = event.by in game.state.characters and not allied(game, str(me.id), event.by)
    return event.character if own and enemy else None


def _would_be_moved(game: Any, me: Bearer, event: WouldBeMoved) -> str | None:
    """Its character or another ally that an effect is about to move."""
    return event.character if allied(game, str(me.id), event.character) else None


def _brushed(game: Any, me: Bearer, event: Brushed) -> str | None:
    """An enemy that its character pushed."""
    there = event.character in game.state.characters and not allied(game, str(me.id), event.character)
    return event.character if there else None


def _pushed(game: Any, me: Bearer, event: Moved) -> str | None:
    """A push of its character; whoever pushed it is meant."""
    return event.by if event.how == "push" else None


def _other_collapsed(game: Any, me: Bearer, event: Dazed | KnockedOut) -> str | None:
    """Another character, of any side, that was dazed or KO'd."""
    return event.character if event.character != me.id else None


def _collapsed(enemy: bool) -> Asked:
    """Another character, an enemy or an ally, that was dazed or KO'd; who is KO'd is not near any more."""

    def meant(game: Any, me: Bearer, event: Dazed | KnockedOut) -> str | None:
        other = event.character != me.id and (_player_of(game, event) != me.record.player) is enemy
        return event.character if other else None

    return meant


def _allied_dice(game: Any, me: Bearer, event: AttackReached | DodgeReached) -> str | None:
    """Who of its character and its allies rolls in the attack or the dodge whose dice may be modified."""
    if isinstance(event, DodgeReached):
        rolling = [event.character]
    else:
        rolling = [event.attacker, event.target] if event.moment == "own dice" else []
    there = (one for one in rolling if one in game.state.characters)
    return next((one for one in there if one == me.id or allied(game, str(me.id), one)), None)


def _enemy_dice(game: Any, me: Bearer, event: AttackReached | DodgeReached) -> str | None:
    """The enemy who rolls in the attack or the dodge whose dice may be modified."""
    if isinstance(event, DodgeReached):
        rolling = [event.character]
    else:
        rolling = [event.attacker, event.target] if event.moment == "own dice" else []
    there = (one for one in rolling if one in game.state.characters)
    return next((one for one in there if not allied(game, str(me.id), one)), None)


POOL_IN: Final = {"attack pool": "attack", "defense pool": "defense"}
"""The windows that are about the pool of one side, which alone does something there."""


def _reaches(*moments: str) -> Asked:
    """One of these moments of the attack of its character, if that rolls what the moment is about, or of its dodge."""

    def meant(game: Any, me: Bearer, event: AttackReached | DodgeReached) -> str | None:
        if isinstance(event, DodgeReached):
            return "" if event.character == me.id else None
        own = pool_of(event, str(me.id))
        return "" if event.moment in moments and own and own == POOL_IN.get(event.moment, own) else None

    return meant


def _size_of(game: Any, event: TerrainDestroyed) -> int:
    """The size of the terrain feature that was destroyed."""
    return int(game.content.terrain[event.kind].size)


RESOLVED: Final = "resolve"
"""The procedure by which an effect is carried out: at its end that is resolved, with the damage of a throw."""
NOW: Final = (TURN, ACTIVATION)
AIMED: Final = (*NOW, ATTACK, UNROLLED, CHOSEN)
LYING: Final = (*NOW, ATTACK, DICE, FALLEN)
OVER: Final = (*NOW, ATTACK, FALLEN, DEALT, CHOSEN)
HURT: Final = (*NOW, ATTACK, DEALT, CHOSEN)
"""What happens to a character may happen in an attack that has dealt damage."""


def _of(field: str) -> Asked:
    """Whoever a field of the event names is meant."""
    return lambda game, me, event: getattr(event, field)


def _in(phase: str) -> Asked:
    """At the effects of players in a phase nobody is meant."""
    return lambda game, me, event: "" if event.phase == phase else None


PHASES: Final = {
    "revealed": "squads revealed",
    "led": "leaders selected",
    "deployed": "squads deployed",
    "power": "power phase",
    "activation begins": "activation phase begins",
    "activation ends": "activation phase ends",
    "cleanup": "cleanup",
    "scoring": "before scoring",
}
"""What the moments at which players may do something in a phase are called, by that phase."""


def _of_phase(phase: str, for_cards: bool = False) -> Moment:
    return Moment(PHASES[phase], PlayerEffects, meant=_in(phase), for_cards=for_cards)


MOMENTS: Final = Moments(
    Moment("attack pool", AttackReached, offers=(*NOW, ATTACK, UNROLLED, ATTACK_POOL), window="attack pool",
           meant=_reaches("attack pool")),
    Moment("defense pool", AttackReached, offers=(*NOW, ATTACK, UNROLLED, ATTACK_POOL, DEFENSE_POOL),
           window="defense pool", meant=_reaches("defense pool")),
    Moment("own pool", AttackReached, offers=(*NOW, ATTACK, UNROLLED, ATTACK_POOL),
           window=("attack pool", "defense pool"), meant=_reaches("attack pool", "defense pool")),
    Moment("dice rolled", AttackReached, offers=(*NOW, ATTACK, FALLEN, FRESH), window=("dice rolled", "dodge rolled"),
           meant=_reaches("dice rolled")),
    Moment("own dice", (AttackReached, DodgeReached), offers=LYING,
           window=("modify own dice", "modify dodge dice"),
           meant=_reaches("own dice")),
    Moment("opposing dice", AttackReached, offers=LYING, window="modify opposing dice",
           meant=_reaches("opposing dice")),
    Moment("dice modified", AttackReached, offers=LYING, window="dice modified", meant=_reaches("dice modified")),
    Moment("before damage", BeforeDamage, offers=(*NOW, ATTACK, FALLEN, DAMAGE), window="before damage",
           meant=lambda game, me, event: "" if pool_of(event, str(me.id)) else None),
    Moment("targeted", Targeted, "target", "attacker", AIMED, meant=_of("attacker")),
    Moment("ally targeted", Targeted, offers=AIMED, meant=_ally),
    Moment("after attack", AttackResolved, "attacker", "target", OVER, meant=_of("target")),
    Moment("after attacked", AttackResolved, "target", "attacker", OVER, meant=_of("attacker")),
    Moment("attack resolved", AttackResolved, offers=OVER, meant=_nobody),
    Moment("damaged", DamageSuffered, "character", "by", HURT, meant=_damaged),
    Moment("attacks", Targeted, "attacker", "target", AIMED, meant=_of("target")),
    Moment("defends or dodges", (Targeted, DodgeBegan), offers=(*NOW, DEFENDING, CHOSEN), meant=_defends),
    Moment("fights", Targeted, offers=AIMED, meant=_fights),
    Moment("fought", AttackResolved, offers=OVER, meant=_fights),
    Moment("ally attacks", Targeted, offers=AIMED,
           meant=lambda game, me, event: event.attacker if _other_ally(game, me, event) else None),
    Moment("anyone attacks", Targeted, offers=AIMED,
           meant=lambda game, me, event: event.attacker if _own_attack(game, me, event) else None),
    _of_phase("revealed", for_cards=True),
    _of_phase("led", for_cards=True),
    _of_phase("deployed", for_cards=True),
    Moment("ally attacked", AttackResolved, offers=OVER, meant=_ally_attacked),
    Moment("anyone targeted", Targeted, offers=AIMED,
           meant=lambda game, me, event: event.target if _own(game, me, event) else None),
    Moment("allied dice", (AttackReached, DodgeReached), offers=(*LYING, CHOSEN), meant=_allied_dice),
    Moment("enemy dice", (AttackReached, DodgeReached), offers=(*LYING, CHOSEN), meant=_enemy_dice),
    Moment("enemy moves", Moved, offers=HURT, meant=_enemy_moved),
    Moment("ally dazed", (Dazed, KnockedOut), offers=HURT, meant=_collapsed(enemy=False)),
    Moment("enemy dazed", (Dazed, KnockedOut), offers=HURT, meant=_collapsed(enemy=True)),
    Moment("round begins", RoundBegan),
    Moment("turn begins", TurnBegan, meant=lambda game, me, event: "" if event.player == me.record.player else None),
    Moment("round ends", ActivatedTokensRemoved),
    Moment("terrain destroyed", TerrainDestroyed, offers=(*NOW, MUCH), much=_size_of),
    Moment("after terrain destroyed", TerrainDestroyed, offers=(*NOW, MUCH), much=_size_of, delay=RESOLVED),
    _of_phase("power"),
    _of_phase("activation begins"),
    _of_phase("activation ends"),
    Moment("activation begins", Activated, "character", offers=NOW),
    Moment("activation ends", ActivationEnded, "character", offers=NOW),
    Moment("allied activation ends", ActivationEnded, offers=(*NOW, CHOSEN), meant=_allied_activation),
    _of_phase("cleanup"),
    _of_phase("scoring", for_cards=True),
    Moment("gains activated token", ActivatedTokenPlaced, "character", offers=NOW),
    Moment("rolled", (AttackResolved, RollOver), offers=(*NOW, ATTACK, FALLEN, DEALT, ROLLED), meant=_rolls),
    Moment("move ends", MoveEnded, "character", offers=NOW, meant=_moves),
    Moment("move begins", MoveBegan, "character", offers=(*NOW, MOVE), meant=_moves),
    Moment("enemy move begins", MoveBegan, offers=(*NOW, MOVE, CHOSEN), meant=_enemy_acts),
    Moment("enemy move ends", MoveEnded, offers=(*NOW, CHOSEN), meant=_enemy_acts),
    Moment("advance begins", AdvanceBegan, "character", offers=(*NOW, MOVE), meant=_moves),
    Moment("enemy advances", Moved, offers=HURT, meant=_enemy_advanced),
    Moment("other moves", Moved, offers=HURT, meant=_other_moved),
    Moment("enemy activation ends", ActivationEnded, offers=(*NOW, CHOSEN), meant=_enemy_ends),
    Moment("ally damaged", DamageSuffered, offers=HURT, meant=_ally_damaged),
    Moment("enemy damaged", DamageSuffered, offers=HURT, meant=_enemy_damaged),
    Moment("deals damage", DamageSuffered, "by", offers=(*NOW, ATTACK, DEALT), meant=_deals),
    Moment("fells", (Dazed, KnockedOut), "by", offers=HURT, meant=_fells),
    Moment("ally felled", (Dazed, KnockedOut), offers=HURT, meant=_ally_felled),
    Moment("anyone felled", (Dazed, KnockedOut), offers=HURT, meant=_anyone_felled),
    Moment("enemy uses superpower", SuperpowerBought, offers=(*NOW, USING, CHOSEN), meant=_enemy_uses, for_cards=True),
    Moment("after hurt", (DamageSuffered, AttackResolved), offers=HURT, for_cards=True, meant=_after(_hurt,
           lambda game, me, event: event.by if event.amount and event.enemy else None, "character")),
    Moment("superpower paid", SuperpowerPaid, "character", offers=NOW),
    Moment("would be moved", WouldBeMoved, "character", offers=(*NOW, FORCED, CHOSEN), meant=_of("by")),
    Moment("anyone would be moved", WouldBeMoved, offers=(*NOW, FORCED, CHOSEN), meant=_would_be_moved),
    Moment("pushes into terrain", Brushed, "by", offers=HURT, meant=_brushed),
    Moment("after ally felled", (Dazed, KnockedOut, AttackResolved), offers=HURT, meant=_after(_fall, _ally_felled)),
    Moment("pushed", Moved, "character", offers=HURT, meant=_pushed),
    Moment("other dazed", (Dazed, KnockedOut), offers=HURT, meant=_other_collapsed),
    Moment("heals itself", DamageRemoved, "character", offers=NOW,
           meant=lambda game, me, event: "" if event.by == me.id else None),
    Moment("would collide", Collided, offers=(*NOW, COLLISION, CHOSEN), meant=_would_collide, for_cards=True),
    Moment("buys superpower", SuperpowerBought, "character", offers=(*NOW, USING), for_cards=True),
    Moment("would suffer", DamageSuffered, "character", offers=(*NOW, ATTACK, SUFFERING, CHOSEN), before=True,
           meant=_would_suffer),
    Moment("ally would suffer", DamageSuffered, offers=(*NOW, ATTACK, SUFFERING, CHOSEN), before=True,
           meant=_ally_would_suffer, for_cards=True),
    Moment("would be KO'd", Falling, "character", offers=(*NOW, ATTACK, FALLING, CHOSEN), before=True,
           meant=_would_be_koed),
    Moment("would be dazed", Falling, "character", offers=(*NOW, ATTACK, FALLING, CHOSEN), before=True,
           meant=_would_be_dazed, for_cards=True),
    Moment("would fall", Falling, "character", offers=(*NOW, ATTACK, FALLING, CHOSEN), before=True, meant=_of("by")),
    Moment("ally would be KO'd", Falling, offers=(*NOW, ATTACK, FALLING, CHOSEN), before=True,
           meant=_ally_would_be_koed, for_cards=True),
    Moment("enemy movement ends", Moved, offers=HURT, meant=_enemy_displaced),
    Moment("after damaged", (DamageSuffered, AttackResolved), offers=HURT, meant=_after(_hurt, _damaged, "character")),
    Moment("after ally damaged", (DamageSuffered, AttackResolved), offers=HURT, meant=_after(_hurt, _ally_damaged)),
    Moment("after enemy damaged", (DamageSuffered, AttackResolved), offers=HURT, meant=_after(_hurt, _enemy_damaged)),
    Moment("after ally dazed", (Dazed, KnockedOut, AttackResolved), offers=HURT,
           meant=_after(_fall, _collapsed(enemy=False))),
    Moment("after enemy dazed", (Dazed, KnockedOut, AttackResolved), offers=HURT,
           meant=_after(_fall, _collapsed(enemy=True))),
    Moment("after fells", (Dazed, KnockedOut, AttackResolved), offers=HURT, meant=_after(_fall, _fells, "by")),
    Moment("after anyone felled", (Dazed, KnockedOut, AttackResolved), offers=HURT,
           meant=_after(_fall, _anyone_felled)),
)  # fmt: skip
"""When a reactive superpower may be used, or an innate one does something, and of what its text can speak then."""

IN_WINDOWS: Final = tuple(name for name, one in MOMENTS.items() if one.windows)
"""The moments that are windows of an attack."""
