"""The dial: powers that come and go while it turns, and combat values in layers, with modifiers limited to three."""

from __future__ import annotations

from functools import partial
from itertools import product

import msgspec

import rulewright as rw
from rulewright.powers import Bearer, before, modifies

from .figures import (  # isort: skip
    CARRIERS, STOP, TURN_DIAL, Burst, Click, Damaged, Figure, Hit, Map, Phoenix, check_defeat, damage_all, hit_or_miss,
    populate,
)  # fmt: skip

# ------------------------------------------------------------------------------------------------ combat values

LAYERS = (
    rw.Layer("replace", "set", rule="13.1"),
    rw.Layer("multiply", "multiply"),
    rw.Layer("divide", "divide", rounding="up", rule="6.11"),
    rw.Layer("modify", "add", least=-3, most=3, rule="14.2"),
    rw.Layer("minimum", "least", rule="13.4"),
    rw.Layer("maximum", "most", rule="13.4a"),
)


def of_dial(stat: str, game: rw.Game, figure: int) -> int:
    """The number that the dial shows."""
    return int(getattr(game.state.figures[figure].shows, stat))


def combat_value(name: str) -> rw.StatRule:
    """A combat value, read off the dial, replaced, halved and modified in this order."""
    return rw.StatRule(
        stat=rw.Stat(name, LAYERS, least=0, rule="13.1"),
        base=partial(of_dial, name),
        reads=("figures", "effects"),
    )


# ------------------------------------------------------------------------------------------------------- attack


class Attack(rw.Context):
    """What is known of an attack."""

    attacker: int
    target: int
    faces: tuple[int, ...] = ()


@rw.rule("12.2a", "12.2b")
def roll_attack(game: rw.Game, attack: Attack) -> rw.Steps:
    """The attacker's player rolls 2d6, and the combat values of now decide whether they hit."""
    faces = yield rw.Roll.d6(2, game.state.figures[attack.attacker].player, "attack roll", "12.2b")
    yield game.note(attack, faces=faces)
    value, defense = game.number("attack", attack.attacker), game.number("defense", attack.target)
    fell = yield hit_or_miss(faces, attack.attacker, value, attack.target, defense)
    if isinstance(fell, Hit):
        yield from damage_all(game, [(attack.target, game.number("damage", attack.attacker))])


@rw.rule("12.3c")
def suffer_critical_miss(game: rw.Game, attack: Attack) -> rw.Steps:
    """After an attack with two ones the attacker is dealt 1 unavoidable damage."""
    if attack.faces == (1, 1):
        yield from damage_all(game, [(attack.attacker, 1)], "unavoidable")


ATTACK = rw.Procedure("attack", [roll_attack, suffer_critical_miss], Attack)

# ------------------------------------------------------------------------------------------------------- powers


class Toughness(rw.Power, name="toughness", rule="12.5a"):
    """Damage dealt to it is reduced by 1."""

    by = 1

    @rw.rule("12.5a", "12.5b")
    @before(Damaged, me="figure", only=lambda game, me, event: event.reducible)
    def reduce(self, game: rw.Game, me: Bearer, event: Damaged) -> rw.Event:
        return msgspec.structs.replace(event, amount=max(0, event.amount - self.by), reduced=True)


class Invulnerability(Toughness, name="invulnerability", rule="12.5a"):
    """Damage dealt to it is reduced by 2."""

    by = 2


RAGE = rw.Power.of("rage", modifies("attack", "replace")(lambda game, me: 12), rule="6.8")
WEAKENED = rw.Power.of("weakened", modifies("damage", "divide")(lambda game, me: 2), rule="6.11")
BRACE = rw.Power.of("brace", modifies("defense", "modify")(lambda game, me: 2), rule="6.7")
PERPLEX = rw.Power.of("perplex", rule="pac.perplex", text="It changes a combat value until its player's next turn.")


@rw.rule("pac.perplex")
def perplex(game: rw.Game, by: int, figure: int, stat: str, amount: int) -> rw.Event:
    """A combat value other than damage of any figure goes up or down by 1 until the player's next turn."""
    return rw.begin_effect(
        game, "perplex", rw.until_next("turn", game.state.figures[by].player),
        source=("figures", by), target=("figures", figure),
        data={"stat": stat, "layer": "modify", "amount": amount}, rule="pac.perplex",
    )  # fmt: skip


PERPLEXED = rw.EffectKind(
    "perplex", lost=rw.rule("20.3", "20.6a")(lambda game, effect: not game.has("perplex", effect.source))
)

# --------------------------------------------------------------------------------------------------------- game


def take_action(game: rw.Game, turn: rw.Turn) -> rw.Steps:
    """A figure attacks an opposing one or uses Perplex, or nothing is done."""
    figures = game.state.figures
    own = [figure for figure in figures if figures[figure].player == turn.player]
    attacks = [("attack", *pair) for pair in product(own, figures) if pair[1] not in own]
    able = [figure for figure in game.bearers("perplex") if figure in own]
    perplexes = [("perplex", *way) for way in product(able, figures, ("attack", "defense"), (1, -1))]
    match (yield rw.choose(turn.player, "action", (*attacks, *perplexes, None), "9.2")):
        case ("attack", attacker, target):
            return ATTACK(attacker=attacker, target=target)
        case ("perplex", by, figure, stat, amount):
            return perplex(game, by, figure, stat, amount)


class Setup(msgspec.Struct, frozen=True):
    """Who stands where, and after how many turns time is up."""

    figures: tuple[Figure, ...] = (
        Figure(1, 0, (1, 1), (Click(powers=("perplex",)), Click(powers=("rage", "burst")), Click()), ("phoenix",)),
        Figure(2, 0, (1, 2), (Click(powers=("weakened",)), Click(powers=("stop",)))),
        Figure(3, 1, (2, 1), (Click(powers=("toughness",)), Click(powers=("burst", "invulnerability")))),
        Figure(4, 1, (2, 2), (Click(powers=("brace",)), Click(powers=("perplex", "weakened")))),
    )  # fmt: skip
    turns: int = 40


DIAL = rw.Ruleset(
    id="grid_attack_dial",
    title="Attacks on a grid: the dial",
    state=Map,
    flow=rw.Loop("turn", rw.turns(lambda game: game.players), [take_action, check_defeat]),
    procedures=(ATTACK, TURN_DIAL),
    setup=Setup,
    populate=populate,
    powers=[Toughness, Invulnerability, RAGE, WEAKENED, BRACE, PERPLEX, Burst, Phoenix, STOP],
    carriers=[CARRIERS],
    stats=[combat_value(name) for name in ("attack", "defense", "damage")],
    effects=[PERPLEXED],
    timing=rw.TimingPolicy(rw.active_first, nesting="others wait", recheck=False),
)
