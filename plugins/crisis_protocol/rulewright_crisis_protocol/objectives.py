"""Objective tokens: interacting, holding, dropping, contesting, securing, controlling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import FOREVER, EffectEnded, EffectKind, Request, Roll, begin_effect, rule, trigger
from rulewright.field.inches import Place
from rulewright.geometry.plane import Circle, Model, Pose, Scene

from .events.attacks import DiceRolled, RollOver
from .events.characters import Dazed, KnockedOut, PowerSpent
from .events.movement import Moved
from .events.objectives import ControlLost, ControlTaken, Interacted, ObjectiveDropped, ObjectiveTaken
from .running import Run, resolve
from .space.battlefield import TABLE, around, tokens_around
from .space.faults import DROPPING
from .space.hints import places_for_token
from .space.tools import BOARD, TOKEN, inches
from .terms import able, can_pay, character, game_dice, has, side

if TYPE_CHECKING:
    from rulewright import Call, Event, Game, Position, Steps
    from rulewright.geometry.plane import Footprint

    from .book.sheets import TokenTextSheet
    from .state import Objective

INTERACTION: Final = 1
"""The power that an interaction costs."""
NEXT: Final = "next"
"""For this sort of tokens an interaction is free once."""
HELD: Final = EffectKind("held token")
"""What a crisis card does to whoever holds its token."""

SEALED: Final = EffectKind("sealed token")
"""A text says that nobody interacts with an objective token, contests it or controls it."""


@rule("terms.cannot-beats-can")
def is_sealed(position: Position, objective: str) -> bool:
    """Whether a text keeps everyone from an objective token."""
    effects = position.state.effects.values()
    return any(one.kind == SEALED.name and one.target == objective for one in effects)


@rule("objective.hold")
def held_by(position: Position, character: str) -> Iterator[Objective]:
    """The tokens that a character holds."""
    return (one for one in position.state.objectives.values() if one.holder == character)


def tokens_of(position: Position, crisis: str) -> list[Objective]:
    """The tokens of a crisis that its card is about; goals only say where to bring them."""
    return [one for one in position.state.objectives.values() if one.crisis == crisis and not one.goal]


def of_type(position: Position, objective: str) -> str:
    """Whether a token is of the secure or of the extract crisis."""
    return str(position.content["crises"][position.state.objectives[objective].crisis].type)


@rule("objective.contest", "terms.cannot-beats-can")
def may_contest(position: Position, id: str, objective: str) -> bool:
    """Whether nothing forbids a character to contest a token."""
    allowed = position.may("contest", id) and position.may(f"contest {of_type(position, objective)}", id)
    return allowed and not is_sealed(position, objective)


@rule("objective.hold", "terms.cannot-beats-can")
def may_hold(position: Position, id: str, objective: str) -> bool:
    """Whether nothing forbids a character to hold a token."""
    return position.may("hold", id) and position.may(f"hold {of_type(position, objective)}", id)


@rule("objective.contest", "damage.dazed-limits", "scoring.simultaneous")
def contesting(position: Position, objective: str) -> dict[int, tuple[int, int]]:
    """How many healthy and injured characters of each player contest a token on the battlefield."""
    found = {0: (0, 0), 1: (0, 0)}
    if position.state.objectives[objective].holder:
        return found
    for id in around(position, objective, inches(1)):
        if able(position, id) and may_contest(position, id, objective):
            one = position.state.characters[id]
            player = (
                1 - one.player
                if has(position, f"contests for the enemy:{of_type(position, objective)}", id)
                else one.player
            )
            healthy, injured = found[player]
            hurt = one.injured and not has(position, "never injured for tokens", id)
            worth = int(position.number("worth for tokens", id))
            found[player] = (healthy, injured + 1) if hurt else (healthy + worth, injured)
    return found


@rule("objective.contest", "damage.dazed-limits")
def contests(position: Position, character: str) -> bool:
    """Whether a character contests some token that lies on the battlefield."""
    return any(contested_by(position, character))


@rule("objective.contest", "damage.dazed-limits")
def contested_by(position: Position, character: str) -> Iterator[str]:
    """The tokens on the battlefield that a character contests."""
    if able(position, character) and position.may("contest", character):
        near = tokens_around(position, character, 1)
        for token in map(str, position.state.objectives) if near else ():
            if token in near and may_contest(position, character, token):
                yield token


@rule("objective.contest", "objective.contest-example", "field.contest-tie", "note.interact-contest")
def secured_by(position: Position, objective: str) -> int | None:
    """Who secures a token: the most healthy characters, or the most injured ones where nobody healthy contests it."""
    counts = contesting(position, objective)
    kind = 0 if any(healthy for healthy, _ in counts.values()) else 1
    first, second = counts[0][kind], counts[1][kind]
    return None if first == second else int(second > first)


@trigger(Moved, Dazed, KnockedOut, immediate=True, order_matters=False)
@rule("objective.control", "note.control-persists")
def let_go(game: Game, event: Any, source: None) -> list[Event]:
    """Control lasts; by the other reading it ends where nobody of the player is within range 1 of the token."""
    if game.setup.control == "lasts":
        return []
    controlled = [token for token in game.state.objectives.values() if token.control is not None]
    return [
        ControlLost(str(token.id), token.control, rule="note.control-persists")
        for token in controlled
        if not any(contesting(game, str(token.id))[token.control])
    ]


@rule("objective.drop", "field.ko-effects")
def drop_all(game: Game, character: str, some: Iterable[str] | None = None) -> Steps:
    """The opponent places each token that a character held within range 2 of it, or its own player where a text says
    so, or farther; or some of them.

    Who was KO'd meanwhile, by a text that answered the daze, has dropped them already.
    """
    if character not in game.state.characters:
        return
    owner, own = int(game.state.characters[character].player), "drops its own tokens"
    player = owner if own in side(game, character).carries or has(game, own, character) else 1 - owner
    held = [token for token in held_by(game, character) if some is None or str(token.id) in some]
    for objective in held:
        x, y = yield Request(
            player, "drop", _dropping(game, character, str(objective.id), player), "objective.drop",
            {"objective": objective.id, "character": character},
        )  # fmt: skip
        yield from unburden(game, str(objective.id))
        yield ObjectiveDropped(str(objective.id), x, y, rule="objective.drop")


@rule("objective.hold", "field.crisis-data")
def take(game: Game, character: str, objective: str) -> Iterator[Event]:
    """A character holds a token, and what the crisis card says of holders counts for it."""
    crisis = game.state.objectives[objective].crisis
    yield ObjectiveTaken(character, objective, rule="objective.hold")
    if burden := game.content.burdens[crisis]:
        yield begin_effect(
            game, HELD.name, FOREVER, source=("objectives", objective), target=("characters", character),
            data={"gives": burden}, rule="objective.hold",
        )  # fmt: skip


@rule("objective.hold", "field.crisis-data")
def pick_up(game: Game, id: str, name: str) -> Steps:
    """A character picks up a token; what the crisis card says of that happens."""
    yield from take(game, id, name)
    if call := told_of(game, id, name, game.content.taken.get(game.state.objectives[name].crisis)):
        yield call


def told_of(game: Game, id: str, name: str, text: TokenTextSheet | None) -> Call | None:
    """What a text of a crisis does to a character with a token, if its condition holds."""
    if text is None or not able(game, id):
        return None
    player, crisis = character(game, id).player, game.state.objectives[name].crisis
    run = Run(player=player, source=crisis, queue=(), character=id, token=name)
    if text.test is not None and not text.test.holds(game, run):
        return None
    return resolve(player, id, crisis, text.program, token=name)


def unburden(game: Game, objective: str) -> Iterator[Event]:
    """What a token did to its holder ends."""
    for effect in list(game.state.effects.values()):
        if effect.kind == HELD.name and effect.source == objective:
            yield EffectEnded(effect.id, "dropped", rule="objective.drop")


@rule("objective.drop")
def _dropping(game: Game, character: str, objective: str, player: int) -> Place:
    """Where a player may place a token that is dropped."""
    holder = TABLE(game).models[character]
    range = int(game.number("drop range", character))
    return place_for_token(game, objective, holder.footprint, range, player, holder.pose.centre)


@rule("objective.no-size", "objective.drop")
def place_for_token(
    game: Game, objective: str, ground: Footprint, range: int, player: int, at: tuple[float, float] | None = None
) -> Place:  # fmt: skip
    """Where a player may place a token: within a range of some ground; bases and terrain do not hinder it. ``at`` is
    where it is before, by default where it lies."""
    if at is None:
        token = game.state.objectives[objective]
        at = token.x, token.y
    scene = Scene(BOARD, BOARD, models=[Model(objective, Circle(TOKEN), Pose(*at))])
    question = Place(scene, objective, inches(range), DROPPING, ground)
    return replace(question, hints=game.on_demand(places_for_token, question, player))


@rule("objective.interact", "damage.dazed-limits")
def in_hand(position: Position, id: str, *, free: bool = False) -> Iterator[str]:
    """The tokens within range 1, or another one by a text, that a character can interact with; ``free`` if it need not
    pay for that."""
    if not position.may("interact", id):
        return
    if near := tokens_around(position, id, int(position.number("interaction range", id))):
        for token in position.state.objectives.values():
            name = str(token.id)
            if name in near and _open(position, id, name, free) and _useful(position, token, id):
                yield name


@rule("objective.interact", "power.spend", "terms.cannot-beats-can")
def _open(position: Position, id: str, token: str, free: bool) -> bool:
    """Whether a character can pay for an interaction with a token, or need not, and nothing forbids it."""
    paid = free or can_pay(position, id, interaction_cost(position, id, token))
    return paid and not is_sealed(position, token) and position.may(f"interact with {of_type(position, token)}", id)


@rule("objective.interact")
def interaction_cost(position: Position, id: str, token: str) -> int:
    """The power that an interaction with a token costs a character: none where its card says so of such tokens."""
    kind = position.content["crises"][position.state.objectives[token].crisis].token
    free = (f"free interaction:{sort.replace(' ', '-')}" for sort in (of_type(position, token), kind, NEXT))
    return 0 if any(has(position, keyword, id) for keyword in free) else INTERACTION


@rule("objective.interact", "objective.hold", "objective.control")
def _useful(position: Position, token: Objective, id: str) -> bool:
    """Whether the crisis card has an interaction with the token that would change anything."""
    card = position.content["crises"][token.crisis]
    if token.goal:
        return False
    if card.interaction == "control":
        return token.control != character(position, id).player
    if card.interaction == "other":
        return True
    held = sum(each.crisis == token.crisis for each in held_by(position, id))
    return card.interaction == "take" and held < card.most and may_hold(position, id, str(token.id))


@rule("objective.interact", "objective.hold", "objective.control", "power.spend")
def interact_with(game: Game, id: str, name: str, *, free: bool = False) -> Steps:
    """A character spends 1 power, if it is not free; the token is taken or controlled, where the card wants it after a
    roll; and what the card says besides happens."""
    crisis, player = game.state.objectives[name].crisis, character(game, id).player
    card = game.content["crises"][crisis]
    if not free and (cost := interaction_cost(game, id, name)):
        yield PowerSpent(id, cost, rule="objective.interact")
    yield Interacted(id, name, rule="objective.interact")
    faces: tuple[Any, ...] = ()
    if card.roll:
        faces = yield Roll(game_dice(card.roll), player, "interaction", "objective.interact")
        yield DiceRolled(id, "roll", tuple(map(str, faces)), rule="objective.interact")
    if not card.roll or card.needs in faces:
        if card.interaction == "take":
            yield from pick_up(game, id, name)
        elif card.interaction == "control":
            yield ControlTaken(name, player, rule="objective.control")
    if faces and "rolled" in game.content.moments:
        yield RollOver(id, tuple(map(str, faces)), rule="objective.interact")
    return told_of(game, id, name, game.content.interacting.get(crisis))


@trigger(Interacted, immediate=True, order_matters=False)
@rule("objective.interact")
def no_longer_free(game: Game, event: Interacted, source: None) -> list[Event] | None:
    """What made the next interaction of a character free has done so."""
    free = f"free interaction:{NEXT}"
    ended: list[Event] = [
        EffectEnded(one.id, rule="objective.interact")
        for one in game.state.effects.values()
        if one.target == event.character and free in one.data.get("gives", ())
    ]
    return ended or None


TRIGGERS: Final[list[Any]] = [let_go, no_longer_free]
