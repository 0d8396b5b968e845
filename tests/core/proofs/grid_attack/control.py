"""Mind control: an enemy figure is friendly for a while, acts for its controller, and then turns back."""

from __future__ import annotations

from typing import Any

import msgspec

import rulewright as rw
from rulewright.powers import Bearer, after, use

from .figures import (  # isort: skip
    CARRIERS, STOP, TURN_DIAL, AttackResolved, Click, Figure, Hit, KnockedOut, Map, Placed, check_defeat, damage_all,
    distance, free_squares, hit_or_miss, nobody, populate,
)  # fmt: skip


@rw.rule("6.2")
def force(game: rw.Game, figure: int) -> Any:
    """The player on whose force a figure is now; None where it is not on the map."""
    if figure not in game.state.figures:
        return None
    own = game.state.figures[figure].player
    return ([own] + [effect.player for effect in rw.active_effects(game, "controlled", figure)])[-1]


# ------------------------------------------------------------------------------------------------------- attack


class Attack(rw.Context):
    """An attack, or an attempt at mind control: ``targets`` are those that are still legal."""

    attacker: int
    kind: str = "attack"
    targets: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    hits: tuple[int, ...] = ()
    attacked: bool = False


@rw.rule("12.1", "11.3b", "pac.mind-control")
def legal_targets(game: rw.Game, attacker: Any, kind: str) -> tuple[Any, ...]:
    """Opposing figures within range, or adjacent; the range for mind control is at least 4."""
    figures = game.state.figures
    if attacker not in figures:
        return ()
    mine = figures[attacker]
    reach = max(mine.range, 4 if kind == "mind control" else 1)
    near = [other for other in figures if distance(mine.at, figures[other].at) <= reach]
    return tuple(other for other in near if force(game, other) != force(game, attacker))


@rw.rule("12.1", "12.1a")
def choose_targets(game: rw.Game, attack: Attack) -> rw.Steps:
    """One target of an attack; as many of mind control as the attacker has bolts."""
    most = game.state.figures[attack.attacker].bolts if attack.kind == "mind control" else 1
    space = rw.Subset(legal_targets(game, attack.attacker, attack.kind), least=1, most=most)
    targets = yield rw.Request(force(game, attack.attacker), "targets", space, "12.1")
    yield game.note(attack, targets=targets)


@rw.trigger(Placed, KnockedOut, rw.EffectBegan, rw.EffectEnded, player=nobody)
@rw.rule("12.1c")
def illegal_targets_drop_out(game: rw.Game, event: rw.Event, source: None) -> rw.Steps:
    """Who has become friendly, distant or knocked out is no target any more, in any of the nested attacks."""
    for attack in list(game.contexts(Attack)):
        legal = legal_targets(game, attack.attacker, attack.kind)
        still = tuple(target for target in attack.targets if target in legal)
        if still != attack.targets:
            yield game.note(attack, targets=still)


@rw.rule("12.2b")
def roll_attack(game: rw.Game, attack: Attack) -> rw.Steps:
    """The player on whose force the attacker is rolls 2d6."""
    faces = yield rw.Roll.d6(2, force(game, attack.attacker), "attack roll", "12.2b")
    yield game.note(attack, faces=faces)


@rw.rule("12.3")
def determine_hits(game: rw.Game, attack: Attack) -> rw.Steps:
    """Each target is hit or missed."""
    figures = game.state.figures
    value = figures[attack.attacker].shows.attack
    fell = yield [
        hit_or_miss(attack.faces, attack.attacker, value, target, figures[target].shows.defense)
        for target in attack.targets
    ]
    yield game.note(attack, hits=tuple(event.target for event in fell if isinstance(event, Hit)))


@rw.rule("12.4", "12.4c")
def deal_damage(game: rw.Game, attack: Attack) -> rw.Steps:
    """A hit target is dealt the damage value, or is mind controlled instead."""
    yield game.note(attack, attacked=True)
    hits = tuple(target for target in attack.hits if target in attack.targets)
    if attack.kind == "mind control":
        yield CONTROL(figures=hits, by=attack.attacker, player=force(game, attack.attacker))
        return
    damage = game.state.figures[attack.attacker].shows.damage
    yield from damage_all(game, [(target, damage) for target in hits])


@rw.rule("12.7", "6.5a")
def resolve_attack(game: rw.Game, attack: Attack) -> rw.Event:
    """Cut short, the attack counts as resolved, but the figure has not attacked."""
    return AttackResolved(attack.attacker, attack.attacked)


SEQUENCE = rw.Procedure(
    "attack sequence",
    [roll_attack, rw.Window("reroll", until="quiet round", rule="21.3b"), determine_hits, deal_damage],
    as_long_as=lambda game: bool(game.context(Attack).targets),  # 12.1c: without a target it resolves at once
)
ATTACK = rw.Procedure("attack", [choose_targets, SEQUENCE, resolve_attack], Attack)

# ------------------------------------------------------------------------------------------------------ control


class Control(rw.Context):
    """Figures act for another player, through a figure of that player."""

    figures: tuple[int, ...]
    by: int
    player: int


@rw.rule("pac.mind-control", "20.3")
def take_control(game: rw.Game, control: Control) -> list[rw.EffectBegan]:
    """The figures are friendly to the attacker's force, and their speed is halved."""
    halved = {"stat": "speed", "layer": "divide", "amount": 2}
    return [
        rw.begin_effect(
            game, "controlled", rw.during("control"), source=("figures", control.by), target=("figures", figure),
            player=control.player, data=halved, rule="pac.mind-control",
        )
        for figure in control.figures
    ]  # fmt: skip


@rw.rule("pac.mind-control", "20.6c")
def act_for_the_controller(game: rw.Game, control: Control) -> rw.Steps:
    """One at a time, each may move and may attack, in either order, while it is controlled."""
    for figure in control.figures:
        left = ["move", "attack"]
        while left and force(game, figure) == control.player:
            possible = [what for what in left if what == "move" or legal_targets(game, figure, "attack")]
            what = yield rw.choose(control.player, "controlled", (*possible, None), "pac.mind-control", figure=figure)
            if what is None:
                break
            left.remove(what)
            yield from act(game, figure, what)


CONTROL = rw.Procedure("control", [take_control, act_for_the_controller], Control)
CONTROLLED = rw.EffectKind(
    "controlled", lost=rw.rule("20.3", "20.6a")(lambda game, effect: not game.has("mind control", effect.source))
)
SPEED = rw.StatRule(
    stat=rw.Stat("speed", (rw.Layer("divide", "divide", rounding="up", rule="6.11"),)),
    base=lambda game, figure: game.state.figures[figure].shows.speed,
    reads=("figures", "effects"),
)

# ------------------------------------------------------------------------------------------------------- powers


MIND_CONTROLS = rw.Power.of("mind control", rule="pac.mind-control", text="Figures that it hits act for its player.")


class ProbabilityControl(rw.Power, name="probability control", rule="pac.probability-control"):
    """Once per turn the attack roll is rolled again, by the attacker's player."""

    @rw.rule("21.3", "pac.probability-control")
    @use("reroll", limit=rw.Limit(1, "turn"))
    def reroll(self, game: rw.Game, me: Bearer, attack: Attack) -> rw.Steps:
        faces = yield rw.Roll.d6(2, force(game, attack.attacker), "reroll", "21.3")
        yield game.note(attack, faces=faces)


class Backlash(rw.Power, name="backlash", rule="8.1f"):
    """When it is hit, its attacker, and the figure that controls the attacker, are dealt 1 damage."""

    @after(Hit, me="target")
    def lash(self, game: rw.Game, me: Bearer, event: Hit) -> rw.Steps:
        by: list[Any] = [effect.source for effect in rw.active_effects(game, "controlled", event.attacker)]
        return damage_all(game, [(hurt, 1) for hurt in (event.attacker, *by)])


# --------------------------------------------------------------------------------------------------------- game

ACTIONS = ("move", "attack", "mind control")


@rw.rule("10.2")
def act(game: rw.Game, figure: int, action: str) -> rw.Steps:
    """A figure attacks, uses mind control, or moves at most as many squares as its speed value."""
    if action == "move":
        squares = free_squares(game, game.state.figures[figure], game.number("speed", figure))
        yield Placed(figure, (yield rw.choose(force(game, figure), "move to", squares, "10.2")))
    else:
        yield ATTACK(attacker=figure, kind=action)


def may_act(game: rw.Game, figure: int, action: str) -> bool:
    """Whether a figure can be given this action."""
    able = action != "mind control" or game.has(action, figure)
    return able and (action == "move" or bool(legal_targets(game, figure, action)))


def take_action(game: rw.Game, turn: rw.Turn) -> rw.Steps:
    """One action a turn."""
    own = [figure.id for figure in game.state.figures.values() if figure.player == turn.player]
    ways = [(figure, action) for figure in own for action in ACTIONS if may_act(game, figure, action)]
    answer = yield rw.choose(turn.player, "action", (*ways, None), "9.2")
    if answer is not None:
        yield from act(game, *answer)


class Setup(msgspec.Struct, frozen=True):
    """Who stands where, and after how many turns time is up."""

    figures: tuple[Figure, ...] = (
        Figure(1, 0, (1, 1), (Click(powers=("mind control",)), Click()), bolts=2),
        Figure(2, 0, (1, 2), (Click(powers=("probability control", "backlash")), Click(), Click())),
        Figure(3, 1, (3, 1), (Click(powers=("backlash",)), Click(powers=("mind control",)))),
        Figure(4, 1, (4, 4), (Click(powers=("probability control", "mind control")), Click())),
    )
    turns: int = 40


MIND_CONTROL = rw.Ruleset(
    id="grid_attack_control",
    title="Attacks on a grid: mind control",
    state=Map,
    flow=rw.Loop("turn", rw.turns(lambda game: game.players), [take_action, check_defeat]),
    procedures=(ATTACK, TURN_DIAL, CONTROL),
    setup=Setup,
    populate=populate,
    triggers=[illegal_targets_drop_out],
    powers=[MIND_CONTROLS, ProbabilityControl, Backlash, STOP],
    carriers=[msgspec.structs.replace(CARRIERS, player=lambda game, figure: force(game, figure.id))],
    stats=[SPEED],
    effects=[CONTROLLED],
    timing=rw.TimingPolicy(rw.active_first, nesting="others wait", recheck=False),
)
