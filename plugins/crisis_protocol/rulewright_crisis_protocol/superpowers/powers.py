"""Superpowers as powers: active ones are offered in an activation, reactive ones at their moment, innate ones apply."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from rulewright import Carriers, Limit, Power, rule, trigger
from rulewright.powers import Bearer, after, before, offers, use
from rulewright.powers.hooks import SAYS
from rulewright.powers.written import all_marks
from rulewright.programs import deed_at
from rulewright.text import show

from ..conditions import CONDITIONS
from ..damage import FALLS, stamina_left
from ..events.characters import DamageSuffered, Falling, PowerSpent
from ..events.superpowers import SuperpowerPaid, SuperpowerUsed
from ..numbers import with_printed
from ..running import Run, resolve
from ..space.battlefield import within
from ..terms import DICE_SCOPE, Activation, TurnOf, able, can_pay, character, has, pool_of
from .keywords import KEYWORDS
from .moments import DAZED, MOMENTS, POOL_IN, rolled
from .stopping import is_barred, is_stopped

if TYPE_CHECKING:
    from rulewright import Context, Event, Game, Position, Steps
    from rulewright.powers.hooks import Asks
    from rulewright.vocabulary import Verb

    from ..book.sheets import SuperpowerSheet, TacticSheet
    from ..cards.loading import Book
    from ..state import Character
    from .moments import Asked

ACTIVE: Final = "superpower"
"""By this name active superpowers offer themselves."""


@rule("damage.dazed-limits", "superpower.innate", "stat-card.superpowers", "keyword.immunity", "superpower.keywords")
def carried(book: Book, character: Character) -> tuple[str, ...]:
    """Special conditions, and the superpowers and keywords of whoever is on the battlefield and not dazed."""
    if not character.deployed or character.dazed:
        return character.conditions
    card = book.characters[character.card]
    side = card.injured if character.injured else card.healthy
    return (*side.carries, *character.conditions)


CARRIERS: Final = Carriers("characters", carried, reads=("card", "injured", "dazed", "deployed", "conditions"))


def powers(book: Book) -> list[Any]:
    """Conditions, keywords, superpowers and leaderships; what a crisis does to a holder is among the superpowers."""
    found: list[Any] = [*CONDITIONS.values(), *KEYWORDS]
    for sheet in book.superpowers.values():
        found.append(_superpower(sheet, tuple(deed_at(book, number).verb for number in sheet.program)))
    for id, does in book.leaderships.items():
        found.append(Power.of(id, *all_marks(does, MOMENTS, show(book.name_of(id))), rule="leadership.active"))
    return found


def _superpower(sheet: SuperpowerSheet, effects: tuple[Verb, ...]) -> Power:
    begun: list[Any] = []
    if sheet.program:
        begun = _begun(sheet) if sheet.when else [_active(sheet)]
    for part in begun if effects else ():
        part.__dict__[SAYS] = effects
    parts = (*all_marks(sheet.does, MOMENTS, show(sheet.name)), *begun)
    return Power.of(sheet.id, *parts, text=str(sheet.name), rule=sheet.rule)


def _begun(sheet: SuperpowerSheet) -> list[Any]:
    """How what has a moment comes: before what would happen then, in its windows if it may be left, or else at it."""
    if sheet.when in FALLS:
        return [_before_a_fall(sheet)]
    if sheet.when == "would suffer":
        return [_spares(sheet)]
    windows = MOMENTS[sheet.when].windows
    if not sheet.optional or not windows:
        return [_at_moment(sheet)]
    if POOL_IN.keys().isdisjoint(windows):
        return [_in_windows(sheet, *windows)]
    return [_in_windows(sheet, window) for window in windows]


def holds(game: Any, sheet: Any, id: str, source: str, chosen: str = "") -> bool:
    """Whether the condition of a text holds for its character, and for whom else its moment concerns."""
    if sheet.test is None:
        return True
    player = game.state.characters[id].player
    run = Run(player=player, source=source, queue=(), character=id, chosen=chosen)
    return bool(sheet.test.holds(game, run))


@rule("superpower.active", "action.superpower", "field.once-per-turn")
def _active(sheet: SuperpowerSheet) -> Callable[..., Any]:
    def offer(game: Any, me: Bearer) -> str:
        return sheet.id

    return offers(ACTIVE)(offer)


@rule("superpower.anatomy", "field.condition.root")
def cost_of(position: Position, id: str, sheet: SuperpowerSheet) -> int:
    """The power that a superpower costs its character now; an innate one costs nothing, a leadership what it says.

    A discount leaves 1 of the printed cost, and what has to be spent besides comes on top.
    """
    if sheet.kind == "innate" or sheet.led:
        return sheet.cost
    discount = min(int(position.number("superpower discount", id)), max(0, sheet.cost - 1))
    return with_printed(position, "superpower cost", id, sheet.cost) - discount


@rule("power.spend", "superpower.innate")
def can_use(position: Position, id: str, sheet: SuperpowerSheet) -> bool:
    """Whether a character may use a superpower and pay for it."""
    if sheet.kind == "innate":
        return True
    if is_barred(position, id, sheet.id):
        return False
    if sheet.kind == "reactive" and not position.may("reactive superpowers", id):
        return False
    return (sheet.led or position.may("superpowers", id)) and can_pay(position, id, cost_of(position, id, sheet))


@rule("superpower.active", "superpower.active-example", "damage.dazed-limits")
def open_superpowers(game: Game, activation: Activation) -> Iterator[str]:
    """The active superpowers that a character can use now, of which something can be done."""
    for name in payable_superpowers(game, activation):
        if not comes_to_nothing(game, game.content.superpowers[name], activation.character):
            yield name


@rule("superpower.active", "superpower.active-example", "action.superpower", "activation.two-actions")
def payable_superpowers(game: Game, activation: Activation) -> Iterator[str]:
    """The active superpowers that a character may use now and can pay for."""
    id = activation.character
    for _, name in game.offers(ACTIVE, id):
        sheet = game.content.superpowers[name]
        if sheet.action and (activation.taken >= game.number("actions", id) or _staggers(game, activation)):
            continue
        if _left(game, sheet, id) and can_use(game, id, sheet) and holds(game, sheet, id, name):
            yield name


def comes_to_nothing(game: Game, sheet: SuperpowerSheet, id: str) -> bool:
    """Whether none of the effects of a superpower can be done now: nobody can be chosen, or it is so already."""
    run = Run(player=character(game, id).player, source=sheet.id, queue=(), character=id, spent=sheet.cost)
    return not any(game.content.ops[number].verb.can(game, run) for number in sheet.program)


def is_idle(game: Game, sheet: SuperpowerSheet, id: str) -> bool:
    """Whether nothing would be otherwise after a superpower, although it can be used."""
    run = Run(player=character(game, id).player, source=sheet.id, queue=(), character=id, spent=sheet.cost)
    return not any(game.content.ops[number].verb.matters(game, run) for number in sheet.program)


def _staggers(game: Game, activation: Activation) -> bool:
    return activation.taken == 0 and has(game, "stagger", activation.character)


def _left(game: Game, sheet: SuperpowerSheet, id: str) -> bool:
    """Whether a superpower with a limit may be used once more."""
    from rulewright.timing import within_limit

    limit = limit_of(sheet)
    return limit is None or within_limit(game, limit, sheet.counted or sheet.id, id, character(game, id).player)


def limit_of(sheet: SuperpowerSheet) -> Limit | None:
    """How often a superpower may be used, as its text says: by each character, or by all of a squad together."""
    return Limit(1, sheet.once, per="player" if sheet.shared else "source") if sheet.once else None


@rule("superpower.active", "action.superpower", "field.once-per-turn")
def use_superpower(game: Game, activation: Activation, name: str) -> Steps:
    """The character pays for a superpower and does what it says."""
    sheet = game.content.superpowers[name]
    if sheet.action:
        yield game.note(activation, taken=activation.taken + 1)
    return (yield from _use(game, sheet, activation.character))


def _use(
    game: Any, sheet: SuperpowerSheet, id: str, chosen: str = "", rolled: tuple[str, ...] = (), much: int = 0
) -> Steps:  # fmt: skip
    cost, player = cost_of(game, id, sheet), game.state.characters[id].player
    yield SuperpowerUsed(id, sheet.id, rule=sheet.rule)
    if cost and id in game.state.characters:
        yield PowerSpent(id, cost, rule="power.spend")
    if sheet.once and not sheet.when:
        yield _used(game, sheet, id, player)
    if id not in game.state.characters or (cost and (yield from is_stopped(game, id, sheet))):
        return None
    call = resolve(player, id, sheet.id, sheet.program, chosen, cost, rolled, much=much)
    if call is None or "superpower paid" not in game.content.moments or not _is_paid_for(sheet):
        return call
    done = yield call
    if cost or done.paid:
        yield SuperpowerPaid(id, sheet.id, rule="power.spend")
    return None


def _is_paid_for(sheet: SuperpowerSheet) -> bool:
    """Whether it is a superpower that its character decides to use."""
    return sheet.kind in ("active", "reactive")


def _used(game: Any, sheet: SuperpowerSheet, id: str, player: int) -> Event:
    from rulewright.timing import use_key
    from rulewright.triggers import use as count_use

    limit = limit_of(sheet)
    assert limit is not None
    return count_use(game, use_key(game, limit, sheet.counted or sheet.id, id, player))


@rule("superpower.reactive", "damage.tokens")
def _spares(sheet: SuperpowerSheet) -> Callable[..., Any]:
    """A superpower that makes damage less before it is suffered; it is paid for with it."""

    def only(game: Any, me: Bearer, event: DamageSuffered) -> bool:
        id, powers = str(me.id), game.content.superpowers
        due = sum(cost_of(game, id, powers[name]) for name in (*event.used, sheet.id))
        fresh = event.amount > 0 and sheet.id not in event.used and _left(game, sheet, id)
        return fresh and can_pay(game, id, due) and _may(game, sheet, me, event.by)

    def spare(game: Any, me: Bearer, event: DamageSuffered) -> Steps:
        if cost_of(game, str(me.id), sheet) and (yield from is_stopped(game, str(me.id), sheet)):
            return replace(event, used=(*event.used, sheet.id))
        left = game.content.ops[sheet.program[0]].verb.left_of(event.full)
        amount = min(left, stamina_left(game, event.character))
        return replace(event, amount=amount, full=left, used=(*event.used, sheet.id))

    optional = sheet.kind == "reactive"
    return before(DamageSuffered, me="character", of="characters", only=only, usable=only, optional=optional)(spare)


@rule("superpower.innate", "damage.dazed", "damage.ko")
def _before_a_fall(sheet: SuperpowerSheet) -> Callable[..., Any]:
    """What it does before its character is dazed or KO'd, which does not happen where it prevents that."""
    moment = MOMENTS[sheet.when]

    def happen(game: Any, me: Bearer, event: Falling) -> Steps:
        call = yield from _use(game, sheet, str(me.id), moment.meant(game, me, event) or "")
        done = None if call is None else (yield call)
        return None if done is not None and done.prevented else event

    only = _triggered(sheet)
    return before(Falling, me=moment.me, of="characters", only=only, usable=only, limit=limit_of(sheet))(happen)


@trigger(DamageSuffered, immediate=True, order_matters=False)
@rule("power.spend", "superpower.reactive")
def pay_for_less(game: Game, event: DamageSuffered, source: None) -> list[Event] | None:
    """The superpowers by which damage is less are paid for at once, unless who used them is KO'd all the same."""
    id = event.character
    if id not in game.state.characters:
        return None
    paid: list[Event] = []
    for sheet in (game.content.superpowers[name] for name in event.used):
        paid.append(SuperpowerUsed(id, sheet.id, rule=f"superpower.{sheet.kind}"))
        paid += [PowerSpent(id, cost, rule="power.spend")] if (cost := cost_of(game, id, sheet)) else []
        paid += [_used(game, sheet, id, character(game, id).player)] if sheet.once else []
        if "superpower paid" in game.content.moments and cost and _is_paid_for(sheet):
            paid.append(SuperpowerPaid(id, sheet.id, rule="power.spend"))
    return paid or None


@trigger(SuperpowerUsed, immediate=True, order_matters=False)
@rule("superpower.active", "superpower.reactive")
def remember_use(game: Game, event: SuperpowerUsed, source: None) -> Event | None:
    """Who has used a superpower in this turn; what is innate or of a leadership is not used."""
    turn, sheet = game.find_context(TurnOf), game.content.superpowers.get(event.superpower)
    if turn is None or sheet is None or not _is_paid_for(sheet) or event.character in turn.used:
        return None
    return game.note(turn, used=(*turn.used, event.character))


TRIGGERS: Final[list[Any]] = [pay_for_less, remember_use]


def _may(game: Any, sheet: SuperpowerSheet, me: Bearer, chosen: str = "") -> bool:
    return can_use(game, str(me.id), sheet) and holds(game, sheet, str(me.id), sheet.id, chosen)


@rule("measure.within", "terms.after-example")
def near(game: Any, sheet: SuperpowerSheet | TacticSheet, id: str, other: str) -> bool:
    """Whether someone else is as near to a character as a text says; also who has just been dazed."""
    there = (sheet.when in DAZED and other in game.state.characters) or able(game, other)
    return not sheet.range or (there and within(game, id, other, sheet.range))


@rule(
    "superpower.reactive", "superpower.reactive-example", "superpower.innate", "superpower.innate-example",
    "terms.after", "attack.step-14",
)  # fmt: skip
def _at_moment(sheet: SuperpowerSheet) -> Callable[..., Any]:
    """What it does after the events that are its moment."""
    moment, only, limit = MOMENTS[sheet.when], _triggered(sheet), limit_of(sheet)
    how: dict[str, Any] = {"me": moment.me, "of": "characters"} if moment.me else {}
    how |= {"only": only, "usable": only, "optional": sheet.optional, "limit": limit, "delay": moment.delay}
    return after(*moment.events, **how)(_reacts(sheet, moment.meant, sheet.when))


@rule("superpower.reactive", "superpower.reactive-example", "attack.step-9", "attack.step-10", "attack.step-12")
def _in_windows(sheet: SuperpowerSheet, *windows: str) -> Callable[..., Any]:
    """What its character may do in windows of an attack or a dodge in which it rolls; where it has a part for each of
    them, their uses are counted together."""
    limit, called = limit_of(sheet) or Limit(1, DICE_SCOPE, per="source"), sheet.when
    if windows != MOMENTS[sheet.when].windows:
        limit, called = replace(limit, name=sheet.id), windows[0]
    return use(*windows, only=_rolls_there(sheet, *windows), limit=limit)(_reacts(sheet, lambda *_: "", called))


def _reacts(sheet: SuperpowerSheet, meant: Asked, called: str) -> Callable[..., Any]:
    """Its use, by this name, for whom its text means by "chosen"."""
    moment = MOMENTS[sheet.when]

    def react(game: Any, me: Bearer, happening: Any) -> Steps:
        faces = rolled(game, str(me.id), happening) if sheet.when == "rolled" else ()
        much = 0 if moment.much is None else moment.much(game, happening)
        return _use(game, sheet, str(me.id), meant(game, me, happening) or "", faces or (), much)

    react.__name__ = called.replace(" ", "_")
    return react


def _rolls_there(sheet: SuperpowerSheet, *windows: str) -> Asks:
    """Whether its character rolls in the attack or the dodge whose window is open, and what that window is about."""
    pools = {POOL_IN.get(window, "") for window in windows}

    def only(game: Any, me: Bearer, context: Context) -> bool:
        own = pool_of(context, str(me.id))
        there = bool(own) and not pools.isdisjoint(("", own)) and _may(game, sheet, me)
        return there and (sheet.kind != "innate" or not comes_to_nothing(game, sheet, str(me.id)))

    return only


def _triggered(sheet: SuperpowerSheet) -> Asks:
    """Whether an event concerns its character, and who else is meant is near."""

    def only(game: Any, me: Bearer, event: Any) -> bool:
        other = MOMENTS[sheet.when].meant(game, me, event)
        there = other is not None and near(game, sheet, str(me.id), other or str(me.id))
        return there and _may(game, sheet, me, other or "")

    return only
