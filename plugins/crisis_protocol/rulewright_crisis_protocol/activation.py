"""The activation phase: players take turns, and a character that is activated acts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import Context, Loop, Procedure, Violation, choose, rule, trigger

from .attack.action import ATTACK_ACTION
from .attack.choosing import closed_attacks, open_attacks
from .conditions import cure
from .crises import interact, interactions
from .events.activation import Activated, ActivatedTokenPlaced, ActivationEnded, Passed
from .events.attacks import AttackResolved, Targeted
from .events.movement import Moved
from .events.rounds import CrisisEffects, PlayerEffects, TurnBegan
from .lasting import ended_with_turn
from .movement.moves import MOVE, can_move_again
from .numbers import forbidden
from .superpowers.powers import is_idle, open_superpowers, payable_superpowers, use_superpower
from .tactics import idle_tactics, open_tactics, play_tactic
from .terms import Activation, TurnOf, able, character, characters_of, has

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps


# Turns ------------------------------------------------------------------------------------------------------


@rule("activation.alternate", "activation.end", "activation.step-2", "round.structure")
def next_turn(game: Game, last: TurnOf | None) -> TurnOf | None:
    """From the player with priority on they take turns, until no character is left to activate."""
    if last is None:
        return TurnOf(player=game.state.mission[0].priority)
    if all(one.activated or one.dazed for one in game.state.characters.values()):
        return None
    return TurnOf(player=1 - last.player, number=last.number + 1)


@rule("activation.alternate", "activation.token", "damage.dazed-limits")
def may_activate(position: Position, player: int) -> list[str]:
    """The characters of a player with neither an activated nor a dazed token."""
    characters = position.state.characters.values()
    return [str(one.id) for one in characters if one.player == player and not (one.activated or one.dazed)]


@rule("activation.pass", "note.pass-count")
def may_pass(position: Position, player: int) -> bool:
    """Who has more activated or dazed tokens than the opponent may pass; the setup has another reading."""
    if position.setup.passing == "fewer to activate":
        return len(may_activate(position, player)) < len(may_activate(position, 1 - player))
    used = [one.player for one in position.state.characters.values() if one.activated or one.dazed]
    return used.count(player) > used.count(1 - player)


@rule("activation.pass")
def begin_turn(game: Game, turn: TurnOf) -> Steps:
    """Who may pass is looked at when the turn begins; what happens in it changes nothing of that."""
    if changed := ended_with_turn(game):
        yield changed
    yield game.note(turn, may_pass=may_pass(game, turn.player))
    if "turn begins" in game.content.moments:
        yield TurnBegan(turn.player, rule="activation.alternate")


class Choice(Context):
    """Something that a player does in the turn."""

    player: int


@rule("activation.alternate", "tactic-card.active")
def next_choice(game: Game, last: Choice | None) -> Choice | None:
    """Until the end of the turn is declared."""
    turn = game.context(TurnOf)
    return None if turn.over else Choice(player=turn.player)


@rule("activation.alternate", "activation.step-2", "activation.pass", "tactic-card.active")
def choose_in_turn(game: Game, choice: Choice) -> Steps:
    """A player activates a character or passes, plays team tactic cards, and declares the end of the turn."""
    turn, player = game.context(TurnOf), choice.player
    options: list[tuple[str, ...]] = [("card", card) for card in open_tactics(game, player)]
    if not turn.done:
        ready = may_activate(game, player)
        options += [("activate", id) for id in ready]
        options += [("pass",)] * (turn.may_pass and bool(ready))
    elif turn.more:
        options += [("activate", id) for id in may_activate(game, player) if id in turn.more]
    if turn.done or not any(option[0] == "activate" for option in options):
        options.append(("end",))
    deed = options[0]
    if options != [("end",)]:
        deed = yield choose(
            player, "turn", options, "activation.alternate", why_not=_why_not(game, player, options),
            idle=game.on_demand(_idle_cards, player),
        )  # fmt: skip
    kind = deed[0]
    if kind == "card":
        return (yield from play_tactic(game, player, deed[1]))
    yield game.note(turn, done=kind, over=kind == "end")
    if kind == "pass":
        return Passed(player, rule="activation.pass")
    return ACTIVATION(player=player, character=deed[1]) if kind == "activate" else None


def _why_not(game: Game, player: int, options: list[tuple[str, ...]]) -> Any:
    return game.on_demand(_closed, player, tuple(options))


def _idle_cards(game: Game, player: int) -> Iterator[tuple[str, str]]:
    return (("card", card) for card in idle_tactics(game, player))


def _closed(game: Game, player: int, options: tuple[tuple[str, ...], ...]) -> Iterator[tuple[Any, Violation]]:
    turn = game.context(TurnOf)
    for one in characters_of(game, player):
        if ("activate", str(one.id)) in options:
            continue
        if one.dazed:
            yield ("activate", str(one.id)), Violation("dazed", "damage.dazed-limits")
        elif one.activated:
            yield ("activate", str(one.id)), Violation("already_activated", "activation.token")
        elif turn.done:
            yield ("activate", str(one.id)), Violation("one_a_turn", "activation.alternate")
    if not turn.done and ("pass",) not in options:
        yield ("pass",), Violation("may_not_pass", "activation.pass")


# An activation ----------------------------------------------------------------------------------------------


@rule("activation.step-2", "cleanup.priority")
def activate(game: Game, activation: Activation) -> Event:
    """A character is activated."""
    return Activated(activation.character, activation.player, rule="activation.alternate")


class Act(Context):
    """Something that a character does in its activation."""

    player: int
    character: str


@rule("activation.two-actions", "timing.any-time", "superpower.active")
def next_act(game: Game, last: Act | None) -> Act | None:
    """As long as the character can do anything, and its end was not declared."""
    activation = game.context(Activation)
    return None if activation.over else Act(player=activation.player, character=activation.character)


@rule(
    "activation.two-actions", "action.move", "action.shake", "field.condition.stagger", "terms.cannot-example",
    "overview.priority-of-rules",
)  # fmt: skip
def open_actions(game: Game, activation: Activation) -> Iterator[tuple[str, ...]]:
    """The actions that a character can take now."""
    id = activation.character
    if activation.taken >= game.number("actions", id):
        return
    if activation.taken == 0 and has(game, "stagger", id):
        if game.may("shake off stagger", id):
            yield ("shake", "stagger")
        return
    if can_move_again(game, id):
        yield ("move",)
    yield from (("attack", attack) for attack in open_attacks(game, id))
    yield from (("shake", each) for each in character(game, id).conditions if game.may(f"shake off {each}", id))


@rule(
    "activation.step-2", "activation.two-actions", "action.superpower", "interact.not-action", "timing.any-time",
    "objective.interact", "tactic-card.active",
)  # fmt: skip
def open_acts(game: Game, activation: Activation) -> Iterator[tuple[str, ...]]:
    """An action, a superpower, an interaction, or a team tactic card of its player; its end may always be declared."""
    yield from open_actions(game, activation)
    yield from (("superpower", power) for power in open_superpowers(game, activation))
    yield from (("interact", token) for token in interactions(game, activation))
    yield from (("card", card) for card in open_tactics(game, activation.player))
    yield ("end",)


@rule("activation.step-2", "action.granted", "activation.granted-example")
def act(game: Game, context: Act) -> Steps:
    """The character does what it can do and its player chooses; where it can do nothing, that is its end."""
    activation = game.context(Activation)
    player, id = activation.player, activation.character
    deed: Any = next(open_acts(game, activation))
    if deed != ("end",):
        deed = yield choose(
            player, "act", game.on_demand(open_acts, activation), "activation.two-actions", character=id,
            taken=activation.taken, why_not=game.on_demand(closed_actions, activation),
            idle=game.on_demand(idle_acts, activation),
        )  # fmt: skip
    kind = deed[0]
    if kind == "end":
        return game.note(activation, over=True)
    if kind == "card":
        return (yield from play_tactic(game, player, deed[1]))
    if kind == "superpower":
        return (yield from use_superpower(game, activation, deed[1]))
    if kind == "interact":
        return (yield from interact(game, activation, deed[1]))
    yield game.note(activation, taken=activation.taken + 1)
    if kind == "shake":
        return cure(game, id, deed[1], "action.shake")
    if kind == "attack":
        return ATTACK_ACTION(player=player, character=id, attack=deed[1])
    return MOVE(player=player, character=id)


def idle_acts(game: Game, activation: Activation) -> Iterator[tuple[str, ...]]:
    """The superpowers and cards that can be used now and after which nothing would be otherwise."""
    powers, id = game.content.superpowers, activation.character
    yield from (("superpower", one) for one in open_superpowers(game, activation) if is_idle(game, powers[one], id))
    yield from _idle_cards(game, activation.player)


def closed_actions(game: Game, activation: Activation) -> Iterator[tuple[Any, Violation]]:
    """What a character cannot do now, each with why."""
    id = activation.character
    if activation.taken >= game.number("actions", id):
        yield ("move",), Violation("no_actions", "activation.two-actions")
        for attack in open_attacks(game, id):
            yield ("attack", attack), Violation("no_actions", "activation.two-actions")
    elif activation.taken == 0 and has(game, "stagger", id):
        yield ("move",), Violation("staggered", "field.condition.stagger")
    elif (barred := forbidden(game, "move", id, "cannot_move")) is not None:
        yield ("move",), barred
    elif not can_move_again(game, id):
        yield ("move",), Violation("no_more_moves", "terms.cannot-example")
    for attack, why in closed_attacks(game, id):
        yield ("attack", attack), why
    for name in {*payable_superpowers(game, activation)} - {*open_superpowers(game, activation)}:
        yield ("superpower", name), Violation("comes_to_nothing", "damage.dazed-limits")


@rule("activation.token", "field.condition.bleed")
def end_activation(game: Game, activation: Activation) -> Steps:
    """It has done what it does, and an activated token lies on its card; not on that of who was dazed or KO'd."""
    if not able(game, activation.character):
        return
    yield ActivatedTokenPlaced(activation.character, rule="activation.token")
    yield ActivationEnded(activation.character, rule="activation.token")


ACTIVATION: Final = Procedure(
    "activation", [activate, Loop("acts", next_act, [act]), end_activation], Activation, scope="activation"
)

TURN: Final = Loop("turn", next_turn, [begin_turn, Loop("choices", next_choice, [choose_in_turn])], announce=True)


# The phase --------------------------------------------------------------------------------------------------


@rule("power-phase.step-2", "activation.step-1", "activation.step-3", "cleanup.player-effects")
def moment(phase: str, id: str) -> Any:
    """The effects of players, from the player with priority on, and then those of crisis cards."""

    @rule(id)
    def happen(game: Game, context: Any) -> Steps:
        """What happens at this moment of the phase."""
        yield PlayerEffects(phase, rule=id)
        yield CrisisEffects(phase, rule=id)

    happen.__name__ = phase.replace(" ", "_")
    return happen


# What a character has done so far -----------------------------------------------------------------------------


@trigger(AttackResolved, immediate=True, order_matters=False)
@rule("attack.step-14", "activation.two-actions")
def remember_attack(game: Game, event: AttackResolved, source: None) -> Event | None:
    """Each attack of the character that is activated, with its target; one counts once it is resolved."""
    activation = game.find_context(Activation)
    if activation is None or activation.character != event.attacker:
        return None
    return game.note(activation, struck=(*activation.struck, (event.target, event.attack)))


@trigger(Targeted, immediate=True, order_matters=False)
@rule("attack.step-1")
def remember_which(game: Game, event: Targeted, source: None) -> Event | None:
    """Which of its attacks the character has used that is activated."""
    activation = game.find_context(Activation)
    if activation is None or activation.character != event.attacker or event.attack in activation.attacks:
        return None
    return game.note(activation, attacks=(*activation.attacks, event.attack))


@trigger(Moved, immediate=True, order_matters=False)
@rule("move.kinds")
def remember_move(game: Game, event: Moved, source: None) -> Event | None:
    """How the character has been moved that is activated."""
    activation = game.find_context(Activation)
    if activation is None or activation.character != event.character or event.how in activation.moved:
        return None
    return game.note(activation, moved=(*activation.moved, event.how))


TRIGGERS: Final[list[Any]] = [remember_attack, remember_which, remember_move]
