"""Actions: what a character can be given one for, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct

from rulewright import Limit, Power, Procedure, Violation, kept_while, rule, version_of
from rulewright.powers import Bearer, offers
from rulewright.timing import use_key, within_limit
from rulewright.triggers import use

from .events.turns import ActionGiven, ActionResolved, TokenGiven
from .numbers import BE_GIVEN, to_use
from .state import MOST_TOKENS
from .terms import RESOLUTIONS, Doing, Type, character, has, on_map, on_maps
from .victory import defeats

if TYPE_CHECKING:
    from rulewright import Event, Game, Position, Steps

    from .state import Character

ACTION: Final = "action"
"""By this name powers and abilities offer their actions, the same ones as long as they are carried; an action itself
says whether it can be given now."""

COSTED: Final = ("terrain", "telekinetic-throw")
"""Abilities whose actions are never given as FREE (17.11)."""

PART_OF: Final = {"telekinetic-throw": "telekinesis"}
"""Abilities with an action that are used as part of a standard power."""

STEPPING_IN: Final = "stepping in"
"""By this name those on the Sideline offer actions to others: a function of the game and a character."""


def always(position: Position, id: str) -> bool:
    """Something can always come of it."""
    return True


Lacks: TypeAlias = Callable[[Any, str], Violation | None]
"""Why nothing can come of an action ``(position, id)``; None where that is not worth telling."""


def lacking(key: str, rule: str = "7.7") -> Lacks:
    """That one and the same thing is missing whenever nothing can come of an action."""
    return lambda position, id: Violation(key, rule)


class Action(Struct, frozen=True):
    """An action that a power or ability provides: its type, what it does, and whether anything can come of it."""

    type: Type
    name: str
    do: Callable[[Game, Doing], Steps]
    ready: Callable[[Position, str], bool]
    limit: Limit | None = None
    """How often its character may be given it, besides once a turn as FREE."""
    comes: Callable[[Position, str], bool] = always
    """Whether anything comes of it now; one of which nothing does may be given all the same (7.7)."""
    lacks: Lacks = lacking("nothing_to_do")
    """What it lacks where it is not ready."""
    optional: bool = False
    """Whether all that it does may be left; ``do`` then gives whether it was done, and its limit counts only that."""


def action(
    type: Type, ready: Callable[[Position, str], Any] = always, lacks: Lacks | str = "nothing_to_do"
) -> Callable[[Callable[..., Any]], Any]:
    """Mark a method ``(game, doing)`` of a power as what an action of this type does.

    Something can come of it where ``ready(position, id)`` is true or gives anything; of an action that is not listed
    because nothing can, ``lacks`` says why: the key of a sentence, or a function.
    """
    missing = lacking(lacks) if isinstance(lacks, str) else lacks

    def able(position: Position, id: str) -> bool:
        return bool(ready(position, id))

    def mark(do: Callable[..., Any]) -> Any:
        @cache
        def of(power: Any, version: str) -> Action:
            name = f"{power.name}:{version}" if version else power.name
            return Action(type, name, lambda game, doing: do(power, game, doing), able, lacks=missing)

        def offer(self: Any, game: Any, me: Bearer) -> Action:
            return of(self, me.version)

        offer.__name__ = f"{do.__name__}_{type}"
        return offers(ACTION)(offer)

    return mark


def gives_actions(power: Power) -> bool:
    """Whether a power has actions."""
    return any(getattr(part.hook, "name", "") == ACTION for part in power.parts)


# Which actions can be given ---------------------------------------------------------------------------------


def own_actions(position: Position, id: str) -> tuple[Action, ...]:
    """The actions that its own powers and abilities provide for a character; what it carries says which."""
    return _actions_with(position, position.rules.powers.names_of(position, id), id)


@kept_while(lambda position: None)
def _actions_with(position: Position, carried: tuple[str, ...], id: str) -> tuple[Action, ...]:
    return tuple(found for _, found in position.offers(ACTION, id))


@rule("21.1a", "keyword.sideline-active")
def offered(position: Position, id: str) -> Sequence[Action]:
    """The actions that its own powers and abilities, and those of its Sideline, provide for a character."""
    own, givers = own_actions(position, id), position.offering(STEPPING_IN)
    if not givers:
        return own
    characters = position.state.characters
    player = characters[id].player
    sideline = [one for one in givers if characters[one].area == "sideline" and characters[one].player == player]
    offers = (step_in for one in sideline for _, step_in in position.offers(STEPPING_IN, str(one)))
    steps = (step_in(position, id) for step_in in offers)
    return (*own, *{found.name: found for found in steps if found is not None}.values())


Deed: TypeAlias = tuple[str, str, str]
"""An action as a player gives it: character, power or ability, type."""


@kept_while(version_of)
def deeds(position: Position, player: int) -> dict[Deed, Action]:
    """The actions that anything provides for the characters of a player, whether they can be given now or not."""
    found: dict[Deed, Action] = {}
    for one in position.state.characters.values():
        if one.player == player and one.area == "map":
            id = str(one.id)
            for action in offered(position, id):
                found.setdefault((id, action.name, action.type), action)
    return found


@kept_while(version_of)
@rule("7", "7.1", "7.4", "7.5", "7.9", "9.2", "keyword.autonomous", "22.8", "pac.carry")
def can_be_given(position: Position, player: int, deed: Deed) -> bool:
    """Whether a player can give an action now."""
    return _is_open(position, deed[0], deeds(position, player)[deed])


def _is_open(position: Position, id: str, action: Action) -> bool:
    barred = _used_already(character(position, id), action) if action.type == "FREE" else why_no_costed(position, id)
    return barred is None and _why_not_at_all(position, id, action) is None and action.ready(position, id)


def open_actions(position: Position, player: int) -> list[Deed]:
    """The actions that a player can give now."""
    return [deed for deed in deeds(position, player) if can_be_given(position, player, deed)]


def can_act(position: Position, player: int) -> bool:
    """Whether a player can give any action now; moves are asked about first, for that is known soonest."""
    for one in position.state.characters.values():
        if one.player == player and one.area == "map" and why_no_costed(position, str(one.id)) is None:
            for action in offered(position, str(one.id)):
                if action.type == "MOVE" and _is_open(position, str(one.id), action):
                    return True
    return any(can_be_given(position, player, deed) for deed in deeds(position, player))


@rule("7.7")
def comes_to_nothing(position: Position, player: int, deed: Deed) -> bool:
    """Whether an action can be given of which nothing can be carried out."""
    return can_be_given(position, player, deed) and not deeds(position, player)[deed].comes(position, deed[0])


@rule("20.8")
def same(one: str, other: str) -> bool:
    """Whether two powers are the same: a standard power is in whatever version it is granted."""
    return one.partition(":")[0] == other.partition(":")[0]


@rule("20.2", "pac.telekinesis")
def usable(position: Position, id: str, name: str) -> bool:
    """Whether no special power keeps a character from using a standard power now, with what it includes."""
    power = name.partition(":")[0]
    use = to_use(PART_OF.get(power, power))
    return use not in position.rules.permissions or position.may(use, id)


@rule("7.3a")
def may_be_given(position: Position, id: str, type: Type) -> bool:
    """Whether nothing keeps a character from being given actions of a type."""
    return position.may(BE_GIVEN[type], id)


@rule("7.3a", "7.4", "7.5", "20.2", "21.11")
def why_not(position: Position, id: str, action: Action) -> Violation | None:
    """Why a character cannot be given an action; None where it can."""
    barred = _why_not_at_all(position, id, action)
    if barred is not None:
        return barred
    return _used_already(character(position, id), action) if action.type == "FREE" else why_no_costed(position, id)


@rule("7.3a", "20.2", "21.11")
def _why_not_at_all(position: Position, id: str, action: Action) -> Violation | None:
    """Why a character cannot be given an action, whatever else it has been given."""
    if not may_be_given(position, id, action.type):
        return Violation("not_of_that_type", "7.3a")
    if not usable(position, id, action.name):
        return Violation("not_in_this_case", "20.2")
    player = character(position, id).player
    if action.limit is not None and not within_limit(position, action.limit, action.name, id, player):
        return Violation("not_again", "21.11")
    return None


@rule("7.5")
def _used_already(one: Character, action: Action) -> Violation | None:
    """Why a character cannot be given an action as FREE: it was this turn."""
    return Violation("once_a_turn", "7.5") if any(same(action.name, name) for name in one.done) else None


@kept_while(version_of)
@rule("7.4", "7.9", "13.3", "keyword.autonomous", "22.2", "22.8", "pac.carry")
def why_no_costed(position: Position, id: str) -> Violation | None:
    """Why a character cannot be given any costed action; None where it can."""
    one = character(position, id)
    if one.tokens >= MOST_TOKENS and not has(position, "colossal-stamina", id):
        return Violation("two_tokens", "7.4")
    if "costed" in one.done:
        return Violation("already_acted", "7.4")
    if "carried" in one.done:
        return Violation("was_carried", "pac.carry")
    free = has(position, "autonomous", id)
    if not free and position.state.forces[one.player].actions >= position.number("action total", one.player):
        return Violation("no_actions_left", "7.9")
    return None


@rule("7.4", "7.5", "7.9")
def closed_actions(position: Position, player: int) -> Iterator[tuple[Any, Violation]]:
    """The actions that cannot be given now, each with why."""
    for one in position.state.characters.values():
        id = str(one.id)
        if one.player == player and one.area == "map":
            for found in offered(position, id):
                barred = why_not(position, id, found)
                if barred is None and not found.ready(position, id):
                    barred = found.lacks(position, id)
                if barred is not None:
                    yield (id, found.name, found.type), barred


# Carrying one out -------------------------------------------------------------------------------------------


@rule("7.4", "7.5", "7.9", "22.8")
def give_action(game: Game, doing: Doing) -> Event:
    """The character is given the action."""
    counted = not has(game, "autonomous", doing.character)
    return ActionGiven(
        doing.character, doing.type, doing.name, doing.free, counted, doing.player, rule="7.5" if doing.free else "7.4"
    )  # fmt: skip


@rule("7.7", "20", "21.11")
def carry_out(game: Game, doing: Doing) -> Steps:
    """It does as much of it as possible: nothing where what it was given for has taken it, its power or the last chance
    to do anything."""
    id, wanted = doing.character, (doing.name, doing.normally or doing.type)
    found = [offer for offer in offered(game, id) if (offer.name, offer.type) == wanted]
    if found and on_map(game, id) and found[0].ready(game, id):
        limit, optional = found[0].limit, found[0].optional
        if limit is not None and not optional:
            yield use(game, use_key(game, limit, doing.name, id, doing.player))
        done = yield from found[0].do(game, doing)
        if limit is not None and optional and done:
            yield use(game, use_key(game, limit, doing.name, id, doing.player))


@rule("7.4", "7.8", "13.3")
def give_token(game: Game, doing: Doing) -> list[Event]:
    """After a costed action the character is given an action token, before anything else resolves."""
    if doing.free:
        return []
    able = [id for id in acting(game, doing) if character(game, id).tokens < MOST_TOKENS]
    return [TokenGiven(id, rule="7.4") for id in able]


@rule("21.12a", "7.4")
def acting(position: Position, doing: Doing) -> list[str]:
    """Whose action it is now: the character, or whoever has replaced it meanwhile; nobody where it is gone."""
    one = position.state.characters.get(doing.character)
    if one is None or one.area in ("map", "card", "aside"):
        return [] if one is None else [doing.character]
    return [str(new.id) for new in on_maps(position) if one.area == "sideline" and doing.character in new.stands_for]


@rule("6.5", "8.1c")
def resolve_action(game: Game, doing: Doing) -> Event:
    """The action has resolved."""
    return ActionResolved(doing.character, doing.type, doing.name, rule="6.5")


_STEPS: Final = (give_action, carry_out, give_token, resolve_action, defeats)
GIVEN_ACTION: Final = Procedure(ACTION, _STEPS, Doing, scope=RESOLUTIONS)
WITHIN_ACTION: Final = Procedure("action within an action", _STEPS, Doing, scope=ACTION)
"""An action as FREE within another one, without whose end nothing has resolved completely."""


def given(game: Game, id: str, name: str, type: str) -> Any:
    """The call of an action of a character."""
    player = character(game, id).player
    return GIVEN_ACTION(player=player, character=id, type=type, name=name, free=type == "FREE")


# Actions as FREE --------------------------------------------------------------------------------------------


@rule("7.6", "17.11")
def may_be_free(action: Action, types: Sequence[str]) -> bool:
    """Whether an action is of one of these types and may be given as FREE, which a terrain action never is."""
    return action.type in types and action.name not in COSTED


@rule("7.5", "7.6", "10.8a")
def free_actions(position: Position, doing: Doing, *types: str) -> list[Action]:
    """The actions of these types that a character can be given as FREE within an action; not that action itself."""
    id = doing.character
    if doing.failed or not on_map(position, id):
        return []
    return [
        found
        for found in offered(position, id)
        if may_be_free(found, types)
        and not any(same(found.name, name) for name in (doing.name, *character(position, id).done))
        and may_be_given(position, id, found.type)
        and usable(position, id, found.name)
        and (found.limit is None or within_limit(position, found.limit, found.name, id, character(position, id).player))
        and found.ready(position, id)
    ]


@rule("7.6", "8.1c")
def given_as_free(game: Game, doing: Doing, action: Action) -> Any:
    """The call of an action as FREE: it is one in every respect, without an action token."""
    procedure = GIVEN_ACTION if game.scope(ACTION) is None else WITHIN_ACTION
    return procedure(
        player=doing.player, character=doing.character, type="FREE", name=action.name, free=True, normally=action.type
    )
