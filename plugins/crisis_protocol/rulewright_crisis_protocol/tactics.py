"""Team tactic cards: played by a player in the own turn, or at their moment, and paid by a character of the squad."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import EffectEnded, Request, Subset, Trigger, ask_which, reaction, rule, trigger
from rulewright.powers import Bearer

from .damage import stamina_left
from .events.attacks import AttackResolved
from .events.characters import DamageSuffered, KnockedOut, PowerSpent
from .events.rounds import PlayerEffects
from .events.superpowers import TacticPlayed
from .lasting import IN_CLEANUP, WATCHING
from .running import Run, resolve
from .superpowers.moments import IN_WINDOWS, MOMENTS, POOL_IN, RESOLVED
from .superpowers.powers import near
from .terms import Activation, Dodge, able, can_pay, character, characters_of, has, own_activation, pool_of, waiting

if TYPE_CHECKING:
    from rulewright import Call, Game, Position, Steps
    from rulewright.state import Effect
    from rulewright.timing import Reaction

    from .book.sheets import TacticSheet
    from .cards.loading import Book


@rule("tactic-card.active", "tactic-card.anatomy", "tactic-card.play", "damage.dazed-limits")
def open_tactics(game: Game, player: int) -> list[str]:
    """The active cards that a player can play now: enough characters can pay for them."""
    cards = game.content.tactics
    mine = game.state.squads[player].tactics
    return [
        id for id in mine
        if not cards[id].when and are_enough(game, player, cards[id], list(payers(game, player, cards[id])))
    ]  # fmt: skip


def idle_tactics(game: Game, player: int) -> list[str]:
    """Of the active cards that a player can play now those after which nothing would be otherwise."""
    cards = game.content.tactics
    return [id for id in open_tactics(game, player) if _is_idle(game, player, cards[id])]


def _is_idle(game: Game, player: int, card: TacticSheet) -> bool:
    """Whether nothing would be otherwise after a card, whoever plays it; not of one whose text means those near it."""
    if card.around is not None or card.together:
        return False
    runs = [_run_of(game, id, card) for id in payers(game, player, card)]
    return not any(game.content.ops[number].verb.matters(game, run) for run in runs for number in card.program)


@rule("tactic-card.play", "damage.dazed-limits")
def payers(position: Position, player: int, card: TacticSheet, *, of_event: bool = False) -> Iterator[str]:
    """The characters that may play a card and can pay for it: able ones of the squad.

    At an event the condition of the card is looked at when it is known whom else its text means.
    """
    found = (str(one.id) for one in characters_of(position, player))
    return (id for id in found if may_play(position, id, card, of_event=of_event))


@rule("tactic-card.play")
def price(position: Position, id: str, card: TacticSheet) -> int:
    """The power that a card costs a character that plays it."""
    sheet = position.content.characters[character(position, id).card]
    return card.cost + (int(getattr(sheet, card.costs)) if card.costs else 0)


@rule("tactic-card.play", "damage.dazed-limits", "power.spend")
def may_play(position: Position, id: str, card: TacticSheet, *, of_event: bool = False) -> bool:
    """Whether a character can pay for a card, is one of those that it names, and its condition holds."""
    if not (
        _there(position, id, card) and position.may("cards", id) and can_pay(position, id, price(position, id, card))
    ):
        return False
    if card.when and not position.may("reactive cards", id):
        return False
    if card.action and not _has_action(position, id):
        return False
    run = _run_of(position, id, card)
    named = card.together or ((not card.by or any(_fitting(position, id, card))) and are_near(position, card, (id,)))
    return named and (of_event or card.test is None or bool(card.test.holds(position, run)))


@rule("damage.dazed-limits", "deployment.order")
def _there(position: Position, id: str, card: TacticSheet) -> bool:
    """Whether a character can do anything; before it is deployed it can play what is played then."""
    return waiting(position, id) if card.when == "squads revealed" else able(position, id)


@rule("activation.two-actions", "field.condition.stagger")
def _has_action(position: Position, id: str) -> bool:
    """Whether a character has an action left in its activation."""
    activation = own_activation(position, id)
    if activation is None or (activation.taken == 0 and has(position, "stagger", id)):
        return False
    return bool(activation.taken < position.number("actions", id))


def _run_of(position: Position, id: str, card: TacticSheet, chosen: str = "") -> Run:
    """Effects of one who plays a card; "chosen" is whom else it concerns, or who plays it first of several."""
    return Run(player=character(position, id).player, source=card.id, queue=(), character=id, chosen=chosen)


def _fitting(position: Position, id: str, card: TacticSheet) -> Iterator[bool]:
    """Whether a character is one of each sort that a card names."""
    run = _run_of(position, id, card)
    return (one.fits(position, run, id) for one in card.by)


@rule("tactic-card.play", "measure.within")
def common(position: Position, card: TacticSheet, players: Sequence[str]) -> list[str]:
    """Whom or what its text speaks of that all of these are near."""
    first, *others = (card.around.found(position, _run_of(position, id, card)) for id in players)
    return [one for one in first if all(one in more for more in others)]


def are_near(position: Position, card: TacticSheet, players: Sequence[str]) -> bool:
    """Whether all of these are near someone or something, where a card asks for that."""
    return card.around is None or bool(common(position, card, players))


@rule("tactic-card.play")
def are_enough(position: Position, player: int, card: TacticSheet, found: Sequence[str]) -> bool:
    """Whether these characters can play a card: as many as it asks for; or one of them and others, one of each sort."""
    if not card.together:
        return len(found) >= card.least
    return _can_follow(position, card, (), [found, list(payers(position, player, card, of_event=True))])


def _can_follow(
    position: Position, card: TacticSheet, chosen: Sequence[str], found: Sequence[Sequence[str]]
) -> bool:  # fmt: skip
    """Whether those who were chosen are each of its sort, and others can be found for the sorts that are left: the
    first one among those whom the moment concerns, the rest among all who can pay."""
    for one, id in zip(card.by, chosen, strict=False):
        first = chosen[0] if id != chosen[0] else ""
        if not one.fits(position, _run_of(position, id, card, first), id):
            return False
    if len(chosen) == len(card.by):
        return are_near(position, card, chosen)
    left = found[1 if chosen else 0]
    return any(_can_follow(position, card, (*chosen, id), found) for id in left if id not in chosen)


@rule("tactic-card.play", "tactic-card.active", "timing.any-time")
def play_tactic(game: Game, player: int, id: str) -> Steps:
    """Characters pay for the card, which is discarded, and its text happens."""
    card = game.content.tactics[id]
    players = yield from _who_plays(game, player, card, list(payers(game, player, card)))
    return (yield from _play(game, player, id, players))


@rule("tactic-card.play")
def _who_plays(game: Game, player: int, card: TacticSheet, found: Sequence[str]) -> Steps:
    """The characters that play a card: one, some, or one of each sort that it names."""
    if card.together:
        chosen: tuple[str, ...] = ()
        sorts = [found, list(payers(game, player, card, of_event=True))]
        while len(chosen) < len(card.by):
            left = [id for id in sorts[1 if chosen else 0] if id not in chosen]
            able = [id for id in left if _can_follow(game, card, (*chosen, id), sorts)]
            chosen = (*chosen, (yield from ask_which(player, "payer", able, "tactic-card.play", card=card.id)))
        return chosen
    if card.most > 1:
        space = Subset(found, card.least, min(card.most, len(found)))
        return (yield Request(player, "payers", space, "tactic-card.play", {"card": card.id}))
    return ((yield from ask_which(player, "payer", found, "tactic-card.play", card=card.id)),)


def _play(game: Game, player: int, id: str, players: Sequence[str], chosen: str = "", due: int = 0) -> Steps:
    """The card is discarded, each of them pays, and its text happens; the first is whose effects they are."""
    card = game.content.tactics[id]
    if card.around is not None:
        found = common(game, card, players)
        ask = "terrain" if found[0] in game.state.terrain else "character"
        chosen = yield from ask_which(player, ask, found, "tactic-card.play", character=players[0], card=id)
    yield TacticPlayed(player, id, rule="tactic-card.play")
    activation = game.find_context(Activation)
    if card.action and activation is not None:
        yield game.note(activation, taken=activation.taken + 1)
    spent = 0
    for who in players:
        cost = price(game, who, card) if who in game.state.characters else 0
        if cost:
            yield PowerSpent(who, cost, rule="power.spend")
        spent += cost
    first, *others = [who for who in players if who in game.state.characters] or [""]
    if not first:
        return None
    if card.together and card.around is None:
        chosen = next(iter(others), chosen)
    return resolve(player, first, id, card.program, chosen, spent, players=tuple(players), due=due)


# Reactive cards ---------------------------------------------------------------------------------------------


@rule("tactic-card.reactive", "tactic-card.play")
def playable_in(window: str) -> Callable[[Game, int, Any], Iterator[str]]:
    """The reactive cards that a player can play in a window, for the character that rolls there."""
    moments = {name for name in IN_WINDOWS if window in MOMENTS[name].windows}
    pool = POOL_IN.get(window, "")

    def options(game: Game, player: int, context: Any) -> Iterator[str]:
        who = _roller(game, player, context)
        for id in game.state.squads[player].tactics:
            card = game.content.tactics[id]
            rolls = bool(who) and pool in ("", pool_of(context, who))
            if card.when in moments and rolls and may_play(game, who, card):
                yield id

    return options


def _roller(game: Game, player: int, context: Any) -> str:
    fighters = (context.character,) if isinstance(context, Dodge) else (context.attacker, context.target)
    return next((one for one in fighters if one in game.state.characters and character(game, one).player == player), "")


def _reaction_in(window: str) -> Reaction:
    @reaction(window, options=playable_in(window), name=f"card in {window}")
    @rule("tactic-card.reactive", "tactic-card.play")
    def play(game: Game, player: int, id: str, context: Any) -> Steps:
        """A reactive card is played, for the character that rolls."""
        return _play(game, player, id, (_roller(game, player, context),))

    return play


REACTIONS: Final = [
    _reaction_in(window) for window in dict.fromkeys(chain.from_iterable(MOMENTS[name].windows for name in IN_WINDOWS))
]


def _events(*, before: bool, delay: str = "") -> dict[Any, frozenset[str]]:
    found = [one for one in MOMENTS.values() if not one.windows and (one.before, one.delay) == (before, delay)]
    events = dict.fromkeys(chain.from_iterable(one.events for one in found))
    return {event: frozenset(one.name for one in found if event in one.events) for event in events}


EVENTS: Final = _events(before=False)
"""The moments of reactive cards after each event,"""
SETTLED: Final = _events(before=False, delay=RESOLVED)
"""those once the effect is resolved by which it happened,"""
THREATS: Final = _events(before=True)
"""and before each."""


def triggered(found: Mapping[Any, frozenset[str]]) -> Callable[[Game, Any], list[str]]:
    @rule("tactic-card.reactive")
    def sources(game: Game, event: Any) -> list[str]:
        """The reactive cards for which an event is the moment, as "player card"."""
        moments, cards = found[type(event)], game.content.tactics
        return [
            f"{squad.id} {id}"
            for squad in game.state.squads.values()
            for id in squad.tactics
            if cards[id].when in moments
            and are_enough(
                game, int(squad.id), cards[id], [who for who, _ in concerned(game, int(squad.id), cards[id], event)]
            )
        ]

    return sources


@rule("tactic-card.reactive", "measure.within")
def concerned(game: Game, player: int, card: TacticSheet, event: Any) -> Iterator[tuple[str, str]]:
    """The characters that may play a card for an event, each with whom its text means by "chosen"."""
    moment = MOMENTS[card.when]
    for id in payers(game, player, card, of_event=True):
        if not moment.me or getattr(event, moment.me) == id:
            other = moment.meant(game, Bearer(game, "characters", id), event)
            if other is None or not near(game, card, id, other or id):
                continue
            if card.test is None or card.test.holds(game, _run_of(game, id, card, other)):
                yield id, other


@rule("tactic-card.reactive", "tactic-card.play")
def play_at_moment(game: Game, event: Any, source: str) -> Steps:
    """A reactive card is played when its trigger happens, by one of the characters that may."""
    player, id = source.split()
    card = game.content.tactics[id]
    found = dict(concerned(game, int(player), card, event))
    if not found or not are_enough(game, int(player), card, list(found)):
        return None
    players = yield from _who_plays(game, int(player), card, list(found))
    due = event.full or event.amount if isinstance(event, DamageSuffered) else 0
    return (yield from _play(game, int(player), id, players, found[players[0]], due))


@rule("tactic-card.reactive", "tactic-card.play", "damage.tokens")
def play_before(game: Game, event: Any, source: str) -> Steps:
    """A reactive card is played before something happens: as it would, with less damage, or not at all."""
    call = yield from play_at_moment(game, event, source)
    run = None if call is None else (yield call)
    if run is None:
        return event
    if run.prevented:
        return None
    if not isinstance(event, DamageSuffered):
        return event
    return replace(event, amount=min(run.due, stamina_left(game, event.character)), full=run.due)


def card_triggers(book: Book) -> list[Trigger]:
    """What listens to the events that are moments of cards; nothing listens to others."""
    listening: tuple[tuple[Any, dict[str, Any], Mapping[Any, frozenset[str]], str], ...] = (
        (play_at_moment, {}, EVENTS, "reactive card"),
        (play_at_moment, {"delay": RESOLVED}, SETTLED, "card once it is resolved"),
        (play_before, {"before": True}, THREATS, "card before it happens"),
    )
    return [
        Trigger(
            play, events, **how, optional=True, name=name, sources=triggered(found),
            player=lambda game, event, source: int(source.split()[0]),
        )
        for play, how, found, name in listening
        if (events := tuple(event for event, moments in found.items() if not moments.isdisjoint(book.card_moments)))
    ]  # fmt: skip


# What cards have left for the Cleanup Phase -------------------------------------------------------------------


@rule("cleanup.player-effects")
def left_over(game: Game, event: PlayerEffects) -> list[int]:
    """The effects that come in this Cleanup Phase, by the order in which they were left."""
    due = (one for one in game.state.effects.values() if one.kind == IN_CLEANUP.name)
    return [one.id for one in due] if event.phase == "cleanup" else []


@trigger(PlayerEffects, sources=left_over, player=lambda game, event, source: game.state.effects[source].player)
@rule("cleanup.player-effects")
def in_cleanup(game: Game, event: PlayerEffects, source: int) -> Steps:
    """What a text has left for this phase happens once."""
    data, player = game.state.effects[source].data, game.state.effects[source].player
    yield EffectEnded(source, rule="cleanup.player-effects")
    return resolve(
        player, data["character"], data["name"], tuple(data["queue"]), data["chosen"], data["spent"],
        players=tuple(data["players"]),
    )  # fmt: skip


# What cards have left for whenever something happens -----------------------------------------------------------


def _watched(game: Game, event: DamageSuffered | KnockedOut | AttackResolved, watch: Effect) -> bool:
    """Whether an event is what the effects of a player wait for."""
    when = watch.data["when"]
    if isinstance(event, AttackResolved):
        return bool(when == "attacked" and event.target == watch.data["character"])
    if isinstance(event, KnockedOut):
        return bool(when == "ally KO'd" and event.player == watch.player)
    characters = game.state.characters
    there = event.amount and event.enemy and {event.by, event.character} <= {*characters}
    return bool(there and when == "enemy damaged" and characters[event.by].player == watch.player)


@rule("damage.ko", "terms.enemy-effect", "attack.step-14")
def watching(game: Game, event: DamageSuffered | KnockedOut | AttackResolved) -> list[int]:
    """The effects that come each time that this happens, by the order in which they were left."""
    found = (one for one in game.state.effects.values() if one.kind == WATCHING.name)
    return [one.id for one in found if _watched(game, event, one)]


@trigger(
    DamageSuffered, KnockedOut, AttackResolved,
    sources=watching, player=lambda game, event, source: game.state.effects[source].player,
)  # fmt: skip
@rule("terms.effects")
def whenever(game: Game, event: DamageSuffered | KnockedOut | AttackResolved, source: int) -> Call | None:
    """What a text has left for each time that this happens."""
    effect = game.state.effects[source]
    queue = tuple(effect.data["queue"])
    whom = event.target if isinstance(event, AttackResolved) else event.character
    return resolve(effect.player, effect.data["character"], effect.data["name"], queue, whom)


TRIGGERS: Final[list[Any]] = [in_cleanup, whenever]
