"""What an attack hits: "would" before "is", targets that become illegal, one of two rescues, triggers that wait."""

from __future__ import annotations

from typing import Any

import msgspec

import rulewright as rw
from rulewright.powers import Bearer, after, before

from .figures import (  # isort: skip
    CARRIERS, STOP, TURN_DIAL, AttackResolved, Burst, Click, Figure, Hit, KnockedOut, Map, Missed, Phoenix, Placed,
    SecondWind, check_defeat, damage_all, distance, free_squares, hit_or_miss, nobody, populate,
)  # fmt: skip


class RollFinalized(rw.Event, frozen=True):
    attacker: int


# ------------------------------------------------------------------------------------------------------- attack


class Attack(rw.Context):
    """What is known of an attack: ``targets`` are those that are still legal."""

    attacker: int
    targets: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    hits: tuple[int, ...] = ()
    attacked: bool = False


@rw.rule("12.1", "11.3b")
def legal_targets(game: rw.Game, attacker: Any) -> tuple[Any, ...]:
    """Opposing figures within range, or adjacent."""
    figures = game.state.figures
    if attacker not in figures:
        return ()
    mine = figures[attacker]
    near = [other for other in figures.values() if distance(mine.at, other.at) <= max(mine.range, 1)]
    return tuple(other.id for other in near if other.player != mine.player)


@rw.rule("12.1", "12.1a")
def choose_targets(game: rw.Game, attack: Attack) -> rw.Steps:
    """As many different targets as the attacker has bolts."""
    attacker = game.state.figures[attack.attacker]
    space = rw.Subset(legal_targets(game, attacker.id), least=1, most=attacker.bolts)
    targets = yield rw.Request(attacker.player, "targets", space, "12.1")
    yield game.note(attack, targets=targets)


@rw.trigger(Placed, KnockedOut, player=nobody)
@rw.rule("12.1c")
def illegal_targets_drop_out(game: rw.Game, event: rw.Event, source: None) -> rw.Steps:
    """A target that has become illegal is none any more, in whatever step the attack is."""
    attack = game.context(Attack)
    if attack is not None:
        legal = legal_targets(game, attack.attacker)
        still = tuple(target for target in attack.targets if target in legal)
        if still != attack.targets:
            yield game.note(attack, targets=still)


def has_targets(game: rw.Game) -> bool:
    """Without a legal target an attack resolves at once."""
    return bool(game.context(Attack).targets)


@rw.rule("12.2b", "12.2c")
def roll_attack(game: rw.Game, attack: Attack) -> rw.Steps:
    """The attacker's player rolls 2d6, whatever the number of targets."""
    faces = yield rw.Roll.d6(2, game.state.figures[attack.attacker].player, "attack roll", "12.2b")
    yield game.note(attack, faces=faces)
    yield RollFinalized(attack.attacker, rule="12.2c")


@rw.rule("12.3")
def determine_hits(game: rw.Game, attack: Attack) -> rw.Steps:
    """Each target would be hit or missed; what is done about that decides whether it is."""
    figures = game.state.figures
    value = figures[attack.attacker].shows.attack
    fell = yield [
        hit_or_miss(attack.faces, attack.attacker, value, target, figures[target].shows.defense)
        for target in attack.targets
    ]
    yield game.note(attack, hits=tuple(event.target for event in fell if isinstance(event, Hit)))


@rw.rule("12.4", "6.9", "12.3b")
def deal_damage(game: rw.Game, attack: Attack) -> rw.Steps:
    """Hit targets that are still legal share the damage value of this moment, and take 1 more each by two sixes."""
    yield game.note(attack, attacked=True)
    attacker = game.state.figures[attack.attacker]
    hits = tuple(target for target in attack.hits if target in attack.targets)
    shares = (attacker.shows.damage,) * len(hits)
    if len(hits) > 1:
        shares = yield rw.Request(attacker.player, "divide damage", rw.Allocation(shares[0], hits), "12.4")
    more = 1 if attack.faces == (6, 6) else 0
    yield from damage_all(game, [(target, share + more) for target, share in zip(hits, shares, strict=True)])


@rw.rule("12.7", "6.5a")
def resolve_attack(game: rw.Game, attack: Attack) -> rw.Event:
    """Cut short, the attack counts as resolved, but the figure has not attacked."""
    return AttackResolved(attack.attacker, attack.attacked)


SEQUENCE = rw.Procedure("attack sequence", [roll_attack, determine_hits, deal_damage], as_long_as=has_targets)
ATTACK = rw.Procedure("attack", [choose_targets, SEQUENCE, resolve_attack], Attack)


# ------------------------------------------------------------------------------------------------------- powers


class Blink(rw.Power, name="blink", rule="10.9"):
    """When an attack roll against it is finalized, it may be placed up to 2 squares away."""

    @after(RollFinalized, optional=True, only=lambda game, me, event: me.id in game.context(Attack).targets)
    def go(self, game: rw.Game, me: Bearer, event: RollFinalized) -> rw.Steps:
        at = yield rw.choose(me.player, "blink to", free_squares(game, me.record, 2))
        yield Placed(me.id, at)


class SuperSenses(rw.Power, name="super senses", rule="pac.super-senses"):
    """When it would be hit, it may roll a d6 and evades on 5 or 6."""

    @rw.rule("8.1i", "12.3a", "pac.super-senses")
    @before(Hit, me="target", optional=True)
    def evade(self, game: rw.Game, me: Bearer, event: Hit) -> rw.Steps:
        (face,) = yield rw.Roll.d6(1, me.player, "super senses", "pac.super-senses")
        return Missed(event.attacker, event.target, rule="12.3a") if face >= 5 else event


class Spines(rw.Power, name="spines", rule="8.1f"):
    """When it is hit, the attacker is dealt 1 damage."""

    @rw.rule("8.1f", "8.1i")
    @after(Hit, me="target")
    def sting(self, game: rw.Game, me: Bearer, event: Hit) -> rw.Steps:
        return damage_all(game, [(event.attacker, 1)])


# --------------------------------------------------------------------------------------------------------- game


def take_action(game: rw.Game, turn: rw.Turn) -> rw.Steps:
    """A figure that has a target attacks, or nothing is done."""
    own = [figure.id for figure in game.state.figures.values() if figure.player == turn.player]
    able = [figure for figure in own if legal_targets(game, figure)]
    attacker = yield rw.choose(turn.player, "attacker", (*able, None), "9.2")
    return ATTACK(attacker=attacker) if attacker is not None else None


class Setup(msgspec.Struct, frozen=True):
    """Who stands where, and after how many turns time is up."""

    figures: tuple[Figure, ...] = (
        Figure(1, 0, (1, 1), (Click(), Click(powers=("burst",)), Click()), ("second wind", "phoenix")),
        Figure(2, 0, (1, 2), (Click(powers=("spines",)), Click()), bolts=2),
        Figure(3, 1, (3, 1), (Click(powers=("super senses",)), Click(powers=("burst",)))),
        Figure(4, 1, (3, 2), (Click(powers=("blink",)), Click()), bolts=2, range=2),
        Figure(5, 1, (4, 4), (Click(), Click(powers=("spines", "super senses")))),
    )
    turns: int = 40


HITTING = rw.Ruleset(
    id="grid_attack_hitting",
    title="Attacks on a grid: hits",
    state=Map,
    flow=rw.Loop("turn", rw.turns(lambda game: game.players), [take_action, check_defeat]),
    procedures=(ATTACK, TURN_DIAL),
    setup=Setup,
    populate=populate,
    triggers=[illegal_targets_drop_out],
    powers=[Blink, SuperSenses, Spines, Burst, SecondWind, Phoenix, STOP],
    carriers=[CARRIERS],
    timing=rw.TimingPolicy(rw.active_first, nesting="others wait", recheck=False),
)  # fmt: skip
