"""A proof after HeroClix: attacks on a grid, with all that makes their timing hard.

Rule ids are those of the HeroClix catalogue. Left out are terrain, lines of fire, action tokens and knock back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any

import msgspec

from rulewright import (
    Allocation,
    Call,
    Context,
    DiceRoll,
    EffectBegan,
    EffectEnded,
    EffectKind,
    Event,
    Game,
    GameOver,
    Layer,
    Limit,
    Loop,
    Modifier,
    Procedure,
    Reaction,
    Record,
    Request,
    Roll,
    Ruleset,
    Stat,
    State,
    StatRule,
    Steps,
    Subset,
    Table,
    TimingPolicy,
    Trigger,
    Turn,
    Window,
    active_effects,
    active_first,
    begin_effect,
    choose,
    during,
    reaction,
    rule,
    trigger,
    turns,
    until_next,
)

Square = tuple[int, int]
SIZE = 5

# ------------------------------------------------------------------------------------------------------ figures


class Click(msgspec.Struct, frozen=True):
    """One position of a dial: its combat values, and the powers that it shows."""

    speed: int = 5
    attack: int = 10
    defense: int = 16
    damage: int = 3
    powers: tuple[str, ...] = ()


KO = Click(0, 0, 0, 0)


class Figure(Record):
    """A figure on the map. ``traits`` are powers of its card, which it has on every click."""

    player: int = 0
    at: Square = (0, 0)
    dial: tuple[Click, ...] = (Click(), Click(), Click())
    traits: tuple[str, ...] = ()
    range: int = 4
    bolts: int = 1
    click: int = 0

    @property
    def shows(self) -> Click:
        """What the dial shows; behind its last click it shows KO."""
        return self.dial[self.click] if self.click < len(self.dial) else KO

    def can_use(self, power: str) -> bool:
        """Whether the figure has this power now."""
        return power in self.shows.powers or power in self.traits


class Map(State):
    """The figures on the map, and those in the KO area."""

    figures: Table[Figure]
    fallen: Table[Figure]


@rule("6.2")
def force(game: Game, figure: int) -> Any:
    """The player on whose force a figure is now; None where it is not on the map."""
    if figure not in game.state.figures:
        return None
    own = game.state.figures[figure].player
    return ([own] + [effect.player for effect in active_effects(game, "controlled", figure)])[-1]


def nobody(game: Game, event: Event, source: Any) -> None:
    """What the rules themselves do is no player's effect."""


def controller(game: Game, event: Event, figure: int) -> Any:
    """A figure's effect is that of the player on whose force it is."""
    return force(game, figure)


def can_use(game: Game, figure: int, power: str) -> bool:
    """Whether a figure is on the map and has this power."""
    return figure in game.state.figures and game.state.figures[figure].can_use(power)


def distance(one: Iterable[int], other: Iterable[int]) -> int:
    """In squares; a diagonal step counts as one."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def free_squares(game: Game, figure: Figure, steps: int) -> list[Square]:
    """The figure's own square, and the free ones at most so many squares away."""
    taken = [other.at for other in game.state.figures.values()]
    near = [at for at in product(range(SIZE), repeat=2) if distance(figure.at, at) <= steps]
    return [figure.at, *(at for at in near if at not in taken)]  # type: ignore[list-item]


# ------------------------------------------------------------------------------------------------ combat values

PASSIVE = {
    "rage": Modifier("attack", "replace", 12, "rage", rule="6.8"),
    "weakened": Modifier("damage", "divide", 2, "weakened", rule="6.11"),
    "brace": Modifier("defense", "modify", 2, "brace", rule="6.7"),
}
LAYERS = (
    Layer("replace", "set", rule="13.1"),
    Layer("multiply", "multiply"),
    Layer("divide", "divide", rounding="up", rule="6.11"),
    Layer("modify", "add", least=-3, most=3, rule="14.2"),
    Layer("minimum", "least", rule="13.4"),
    Layer("maximum", "most", rule="13.4a"),
)


def of_powers(stat: str, game: Game, figure: int) -> Iterator[Modifier]:
    """What the powers that a figure shows do to one of its combat values."""
    for power, modifier in PASSIVE.items():
        if modifier.stat == stat and game.state.figures[figure].can_use(power):
            yield modifier


def combat_value(name: str) -> StatRule:
    """A combat value, read off the dial."""
    stat = Stat(name, LAYERS, least=0, rule="13.1")
    of_dial = partial(lambda name, game, figure: getattr(game.state.figures[figure].shows, name), name)
    return StatRule(stat=stat, base=of_dial, modifiers=(partial(of_powers, name),), reads=("figures", "effects"))


RANGE = StatRule(
    stat=Stat("range", LAYERS, least=0, rule="11.3a"),
    base=lambda game, figure: game.state.figures[figure].range,
    reads=("figures", "effects"),
)

# ------------------------------------------------------------------------------------------------------- events


class Placed(Event, frozen=True):
    figure: int
    at: Square

    def apply(self, state: Map) -> None:
        state.figures.edit(self.figure).at = self.at


class RollFinalized(Event, frozen=True):
    attacker: int
    faces: tuple[int, ...]


class Hit(Event, frozen=True):
    attacker: int
    target: int


class Missed(Event, frozen=True):
    attacker: int
    target: int


class AttackResolved(Event, frozen=True):
    """``attacked`` is False where the attack was cut short."""

    attacker: int
    attacked: bool


class Damaged(Event, frozen=True):
    """Damage is taken; ``kind`` is empty, "penetrating" or "unavoidable"."""

    figure: int
    amount: int
    kind: str = ""
    reduced: bool = False


class Turned(Event, frozen=True):
    """A dial was turned by one click and reveals what stands there."""

    figure: int
    click: int

    def apply(self, state: Map) -> None:
        state.figures.edit(self.figure).click = self.click


class KnockedOut(Event, frozen=True):
    figure: int

    def apply(self, state: Map) -> None:
        state.fallen.add(state.figures.remove(self.figure))


# ------------------------------------------------------------------------------------------------------- attack


class Attack(Context):
    """What is known of an attack: ``targets`` are those that are still legal, ``defenses`` pairs with the targets."""

    attacker: int
    kind: str = "attack"
    targets: tuple[int, ...] = ()
    attack: int = 0
    defenses: tuple[tuple[int, int], ...] = ()
    roll: DiceRoll = DiceRoll((), ())
    hits: tuple[int, ...] = ()
    attacked: bool = False


@rule("12.1", "11.3b", "pac.mind-control")
def legal_target(game: Game, attacker: int, kind: str, target: int) -> bool:
    """An opposing figure within range, or adjacent."""
    if force(game, target) in (None, force(game, attacker)) or attacker not in game.state.figures:
        return False
    least = Modifier("range", "minimum", 4 if kind == "mind control" else 1, kind)
    figures = game.state.figures
    return distance(figures[attacker].at, figures[target].at) <= int(game.number("range", attacker, least))


def legal_targets(game: Game, attacker: Any, kind: str) -> tuple[Any, ...]:
    """All figures that this one may attack."""
    return tuple(target for target in game.state.figures if legal_target(game, attacker, kind, target))


@rule("12.1", "12.1a")
def choose_targets(game: Game, attack: Attack) -> Steps:
    """As many different targets as the attacker has bolts."""
    legal = legal_targets(game, attack.attacker, attack.kind)
    space = Subset(legal, least=1, most=game.state.figures[attack.attacker].bolts)
    targets = yield Request(force(game, attack.attacker), "targets", space, "12.1")
    yield game.note(attack, targets=targets)


@trigger(Placed, KnockedOut, EffectBegan, EffectEnded, player=nobody)
@rule("12.1c")
def illegal_targets_drop_out(game: Game, event: Event, source: None) -> Steps:
    """A target that has become illegal is none any more, in whatever step an attack is."""
    for attack in list(game.contexts(Attack)):
        still = tuple(target for target in attack.targets if legal_target(game, attack.attacker, attack.kind, target))
        if still != attack.targets:
            yield game.note(attack, targets=still)


def has_targets(game: Game) -> bool:
    """Without a legal target an attack resolves at once."""
    return bool(game.context(Attack).targets)


@rule("12.2a")
def calculate_values(game: Game, attack: Attack) -> Event:
    """Attack and defense values are those before the roll."""
    defenses = tuple((target, game.number("defense", target)) for target in attack.targets)
    return game.note(attack, attack=game.number("attack", attack.attacker), defenses=defenses)


@rule("12.2b")
def roll_attack(game: Game, attack: Attack) -> Steps:
    """The attacker's player rolls 2d6, whatever the number of targets."""
    roll = Roll.d6(2, force(game, attack.attacker), "attack roll", "12.2b")
    yield game.note(attack, roll=roll.fallen((yield roll)))


@rule("12.2c")
def finalize_roll(game: Game, attack: Attack) -> Event:
    """Only now may something trigger on the roll."""
    return RollFinalized(attack.attacker, attack.roll.numbers, rule="12.2c")


@rule("12.3", "12.3b", "12.3c")
def determine_hits(game: Game, attack: Attack) -> Steps:
    """Each target would be hit or missed; two sixes hit them all, two ones miss them all."""
    faces, total = attack.roll.faces, attack.attack + attack.roll.total
    falls = []
    for target, defense in attack.defenses:
        if target in attack.targets:
            hits = faces == (6, 6) or (total >= defense and faces != (1, 1))
            falls.append(Hit(attack.attacker, target) if hits else Missed(attack.attacker, target))
    fell = yield falls
    yield game.note(attack, hits=tuple(event.target for event in fell if isinstance(event, Hit)))


@rule("12.4", "12.4c", "12.3b")
def deal_damage(game: Game, attack: Attack) -> Steps:
    """Hit targets share the damage value, or are mind controlled instead."""
    yield game.note(attack, attacked=True)
    hits = tuple(target for target in attack.hits if target in attack.targets)
    player = force(game, attack.attacker)
    if attack.kind == "mind control":
        yield CONTROL(figures=hits, by=attack.attacker, player=player)
        return
    damage = game.number("damage", attack.attacker)
    shares = (damage,) * len(hits)
    if len(hits) > 1:
        shares = yield Request(player, "divide damage", Allocation(damage, hits), "12.4")
    more = 1 if attack.roll.faces == (6, 6) else 0
    yield from damage_all(game, [(target, share + more) for target, share in zip(hits, shares, strict=True)])


@rule("12.7", "6.5a")
def resolve_attack(game: Game, attack: Attack) -> Event:
    """Cut short, the attack counts as resolved, but the figure has not attacked."""
    return AttackResolved(attack.attacker, attack.attacked)


SEQUENCE = Procedure(
    "attack sequence",
    [
        calculate_values,
        roll_attack,
        Window("reroll", until="quiet round", rule="21.3b"),
        Window("replace dice", until="quiet round", rule="21.4"),
        finalize_roll,
        determine_hits,
        deal_damage,
    ],
    as_long_as=has_targets,
)
ATTACK = Procedure("attack", [choose_targets, SEQUENCE, resolve_attack], Attack)


@trigger(
    RollFinalized, delay="attack", immediate=True, player=nobody,
    sources=lambda game, event: (event.attacker,) if event.faces == (1, 1) else (),
)  # fmt: skip
@rule("12.3c")
def critical_miss(game: Game, event: RollFinalized, figure: int) -> Steps:
    """Immediately after an attack with two ones the attacker is dealt 1 unavoidable damage."""
    return damage_all(game, [(figure, 1)], "unavoidable")


# ------------------------------------------------------------------------------------------------------- damage


class Turning(Context):
    """A dial is turned, by so many clicks; healing turns it back."""

    figure: int
    clicks: int


@rule("12.5", "12.5c", "12.5d")
def damage_all(game: Game, shares: Iterable[tuple[int, int]], kind: str = "") -> Steps:
    """These figures are dealt damage at the same time; then each turns its dial and is checked for KO."""
    figures = game.state.figures
    taken = yield [Damaged(figure, amount, kind) for figure, amount in shares if figure in figures]
    for damaged in taken:
        if damaged is not None and damaged.figure in figures:
            yield TURN_DIAL(figure=damaged.figure, clicks=damaged.amount)
            if damaged.figure in figures and figures[damaged.figure].shows is KO:
                yield KnockedOut(damaged.figure, rule="12.5d")


@rule("1.6a", "12.5c", "18.4a", "6.6")
def turn_dial(game: Game, turning: Turning) -> Steps:
    """Click by click, up to the KO click, back to the starting line, or as far as a STOP click."""
    step = 1 if turning.clicks > 0 else -1
    for _ in range(abs(turning.clicks)):
        figure = game.state.figures[turning.figure]
        if not 0 <= figure.click + step <= len(figure.dial):
            return
        yield Turned(figure.id, figure.click + step)
        if "stop" in game.state.figures[turning.figure].shows.powers:
            return


TURN_DIAL = Procedure("turn the dial", [turn_dial], Turning)

# -------------------------------------------------------------------------------------------- control and actions


class Control(Context):
    """Figures act for another player, through a figure of that player."""

    figures: tuple[int, ...]
    by: int
    player: int


@rule("pac.mind-control", "20.3")
def take_control(game: Game, control: Control) -> list[EffectBegan]:
    """The figures are friendly to the attacker's force, and their speed is halved."""
    halved = {"stat": "speed", "layer": "divide", "amount": 2}
    return [
        begin_effect(
            game, "controlled", during("control"), source=("figures", control.by), target=("figures", figure),
            player=control.player, data=halved, rule="pac.mind-control",
        )
        for figure in control.figures
    ]  # fmt: skip


@rule("pac.mind-control", "20.6c")
def act_for_the_controller(game: Game, control: Control) -> Steps:
    """One at a time, each may move and may attack, in either order, while it is controlled."""
    for figure in control.figures:
        left = ["move", "attack"]
        while left and force(game, figure) == control.player:
            possible = [what for what in left if what == "move" or legal_targets(game, figure, "attack")]
            what = yield choose(control.player, "controlled", (*possible, None), "pac.mind-control", figure=figure)
            if what is None:
                break
            left.remove(what)
            yield ACTIONS[what](figure)


CONTROL = Procedure("control", [take_control, act_for_the_controller], Control)


class Acting(Context):
    """A figure moves, or uses Perplex."""

    figure: int


@rule("10.2")
def move(game: Game, acting: Acting) -> Steps:
    """At most as many squares as the speed value."""
    figure = game.state.figures[acting.figure]
    squares = free_squares(game, figure, game.number("speed", figure.id))
    at = yield choose(force(game, figure.id), "move to", squares, "10.2")
    yield Placed(figure.id, at)


@rule("pac.perplex")
def perplex(game: Game, acting: Acting) -> Steps:
    """A combat value other than damage of any figure goes up or down by 1 until the player's next turn."""
    player = force(game, acting.figure)
    ways = list(product(game.state.figures, ("speed", "attack", "defense"), (1, -1)))
    figure, stat, by = yield choose(player, "perplex", ways, "pac.perplex")
    yield begin_effect(
        game, "perplex", until_next("turn", player), source=("figures", acting.figure), target=("figures", figure),
        data={"stat": stat, "layer": "modify", "amount": by}, rule="pac.perplex",
    )  # fmt: skip


MOVE = Procedure("move", [move], Acting)
PERPLEX = Procedure("perplex", [perplex], Acting)
ACTIONS: dict[str, Callable[[int], Call]] = {
    "move": lambda figure: MOVE(figure=figure),
    "attack": lambda figure: ATTACK(attacker=figure),
    "mind control": lambda figure: ATTACK(attacker=figure, kind="mind control"),
    "perplex": lambda figure: PERPLEX(figure=figure),
}


def may_act(game: Game, figure: Figure, action: str) -> bool:
    """Whether a figure can be given this action."""
    if action in ("move", "perplex"):
        return action == "move" or figure.can_use(action)
    able = action == "attack" or figure.can_use(action)
    return able and bool(legal_targets(game, figure.id, action))


def take_action(game: Game, turn: Turn) -> Steps:
    """One action a turn."""
    own = [figure for figure in game.state.figures.values() if figure.player == turn.player]
    ways = [(figure.id, action) for figure in own for action in ACTIONS if may_act(game, figure, action)]
    answer = yield choose(turn.player, "action", (*ways, None), "9.2")
    return ACTIONS[answer[1]](answer[0]) if answer is not None else None


@rule("5.1", "5.2", "5.3a")
def check_defeat(game: Game, turn: Turn) -> Event | None:
    """A player without figures is defeated; when time is up, more figures win."""
    left = [sum(figure.player == player for figure in game.state.figures.values()) for player in game.players]
    if 0 not in left and turn.number < game.setup.turns:
        return None
    return GameOver(tuple(player for player in game.players if left[player] > left[1 - player]))


# ------------------------------------------------------------------------------------------------------- powers


def target_with(power: str) -> Callable[[Game, Any], tuple[int, ...]]:
    """The target of the event, if it can use this power."""
    return lambda game, event: (event.target,) if can_use(game, event.target, power) else ()


def figure_with(power: str) -> Callable[[Game, Any], tuple[int, ...]]:
    """The figure of the event, if it can use this power."""
    return lambda game, event: (event.figure,) if can_use(game, event.figure, power) else ()


def users_of(power: str) -> Callable[[Game, int, Attack], list[int]]:
    """The figures of a player that can use this power."""
    return lambda game, player, attack: [
        figure for figure in game.state.figures if can_use(game, figure, power) and force(game, figure) == player
    ]


@reaction(
    "reroll", name="probability control", limit=Limit(1, "turn"), source=lambda figure: figure,
    options=users_of("probability control"),
)  # fmt: skip
@rule("21.3", "pac.probability-control")
def probability_control(game: Game, player: int, figure: int, attack: Attack) -> Steps:
    """Once per turn the attack roll is rolled again, by the attacker's player."""
    faces = yield Roll.d6(2, force(game, attack.attacker), "reroll", "21.3")
    yield game.note(attack, roll=attack.roll.rerolled(dict(enumerate(faces)), "probability control", player))


@reaction(
    "replace dice", name="loaded die", limit=Limit(1), source=lambda choice: choice[0],
    options=lambda game, player, attack: [
        (figure, die) for figure in users_of("loaded die")(game, player, attack) for die in (0, 1)
    ],
)  # fmt: skip
@rule("21.4")
def loaded_die(game: Game, player: int, choice: tuple[int, int], attack: Attack) -> Event:
    """Once per game a die of the attack roll is replaced by a six."""
    return game.note(attack, roll=attack.roll.changed({choice[1]: 6}, "loaded die", player))


@trigger(
    RollFinalized, optional=True, player=controller,
    sources=lambda game, event: [
        target for target in game.context(Attack).targets if can_use(game, target, "blink")
    ],
)  # fmt: skip
@rule("10.9")
def blink(game: Game, event: RollFinalized, figure: int) -> Steps:
    """When an attack roll against it is finalized, it may be placed up to 2 squares away."""
    squares = free_squares(game, game.state.figures[figure], 2)
    yield Placed(figure, (yield choose(force(game, figure), "blink to", squares)))


@trigger(Hit, before=True, optional=True, name="super senses", sources=target_with("super senses"), player=controller)
@rule("8.1i", "12.3a", "pac.super-senses")
def super_senses(game: Game, event: Hit, figure: int) -> Steps:
    """When it would be hit, it may roll a d6 and evades on 5 or 6."""
    (face,) = yield Roll.d6(1, force(game, figure), "super senses", "pac.super-senses")
    return Missed(event.attacker, figure, rule="12.3a") if face >= 5 else event


@trigger(Hit, sources=target_with("spines"), player=controller)
@rule("8.1f", "8.1i")
def spines(game: Game, event: Hit, figure: int) -> Steps:
    """When it is hit, the attacker is dealt 1 damage."""
    return damage_all(game, [(event.attacker, 1)])


def reducer(power: str, by: int) -> Trigger:
    """A power that reduces damage; only one may reduce an instance of damage."""

    def sources(game: Game, event: Damaged) -> tuple[int, ...]:
        open_to_it = not event.kind and not event.reduced and event.amount > 0
        return figure_with(power)(game, event) if open_to_it else ()

    @trigger(Damaged, before=True, name=power, sources=sources, player=controller)
    @rule("12.5a", "12.5b")
    def reduce(game: Game, event: Damaged, figure: int) -> Event:
        return msgspec.structs.replace(event, amount=max(0, event.amount - by), reduced=True)

    return reduce


def survivor(power: str, clicks: int) -> Trigger:
    """A trait that once per game heals a figure instead of its KO."""

    @trigger(KnockedOut, before=True, name=power, sources=figure_with(power), player=controller, limit=Limit(1))
    @rule("12.5e")
    def survive(game: Game, event: KnockedOut, figure: int) -> Steps:
        yield TURN_DIAL(figure=figure, clicks=-clicks)
        return None

    return survive


@trigger(Turned, sources=figure_with("burst"), player=controller, delay="turn the dial")
@rule("18.4", "8.1g", "8.1k")
def burst(game: Game, event: Turned, figure: int) -> Steps:
    """When it is revealed, each adjacent figure is dealt 1 damage."""
    figures = game.state.figures
    near = [other for other in figures if figure in figures and distance(figures[figure].at, figures[other].at) == 1]
    yield from damage_all(game, [(other, 1) for other in near])


LASTING = {"controlled": "mind control", "perplex": "perplex"}


@rule("20.3", "20.6a")
def gives_no_more(power: str) -> Callable[[Game, Any], bool]:
    """An effect is lost when its source does not show the power any more."""
    return lambda game, effect: not can_use(game, effect.source, power)


TRIGGERS: list[Trigger] = [
    illegal_targets_drop_out, critical_miss, blink, super_senses, spines, burst,
    reducer("toughness", 1), reducer("invulnerability", 2),
    survivor("second wind", 1), survivor("phoenix", 9),
]  # fmt: skip
REACTIONS: list[Reaction] = [probability_control, loaded_die]

# -------------------------------------------------------------------------------------------------------- game


class Setup(msgspec.Struct, frozen=True):
    """Who stands where, and after how many turns time is up."""

    figures: tuple[Figure, ...] = (
        Figure(
            1, 0, (1, 1), (Click(powers=("mind control", "perplex")), Click(powers=("rage", "burst")), Click()),
            ("loaded die", "second wind", "phoenix"),
        ),
        Figure(2, 0, (1, 2), (Click(powers=("probability control", "spines")), Click(powers=("stop",))), bolts=2),
        Figure(
            3, 1, (3, 1), (Click(powers=("super senses", "toughness")), Click(powers=("burst", "invulnerability"))),
            ("toughness",),
        ),
        Figure(4, 1, (3, 2), (Click(powers=("blink",)), Click(powers=("brace", "weakened"))), bolts=2),
        Figure(5, 1, (4, 4), (Click(powers=("probability control", "mind control")), Click(powers=("spines",)))),
    )  # fmt: skip
    turns: int = 40


def populate(state: Map, setup: Setup, content: None) -> None:
    """Put the figures on the map."""
    for figure in setup.figures:
        state.figures.add(figure)


GRID_ATTACK = Ruleset(
    id="grid_attack",
    title="Attacks on a grid",
    state=Map,
    flow=Loop("turn", turns(lambda game: game.players), [take_action, check_defeat]),
    procedures=(ATTACK, TURN_DIAL, CONTROL, MOVE, PERPLEX),
    setup=Setup,
    populate=populate,
    triggers=TRIGGERS,
    reactions=REACTIONS,
    stats=(*map(combat_value, ("speed", "attack", "defense", "damage")), RANGE),
    effects=[EffectKind(kind, lost=gives_no_more(power)) for kind, power in LASTING.items()],
    timing=TimingPolicy(active_first, nesting="others wait", recheck=False),
)
