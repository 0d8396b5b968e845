"""Words of the rules: contexts of what is going on, and what a model, a unit or an army is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import replace

from rulewright import Context, Limit, kept_while, rule
from rulewright.effects import active_effects
from rulewright.readonly import ReadOnlyDict
from rulewright.timing import within_limit

from .book.sheets import once
from .book.weapons import of_weapons
from .dice.amounts import amount
from .state import Deed

if TYPE_CHECKING:
    from rulewright import Position
    from rulewright.powers import Bearer

    from .book.models import Profile
    from .book.sheets import UnitSheet, WeaponSheet
    from .state import Model, Unit


SPLIT: Final = "split"
"""The models of a unit attack different targets with a weapon."""


class Move(Context):
    """A move that a unit makes: ``way`` is how."""

    SAVED_AS = "Going"

    player: int
    unit: str
    way: Deed


class FreeMove(Context):
    """A unit makes a Normal move that a rule allows: each of its models up to that many inches."""

    player: int
    unit: str
    inches: int
    last: bool = False
    """Whether it can no longer charge in this turn."""


PASSED: Final = "moved over"
"""A unit has been moved over in the move that is being made."""


def moving(position: Position) -> Move | FreeMove | None:
    """The move that a unit makes now, whatever allows it; None where none does."""
    move, free = position.find_context(Move), position.find_context(FreeMove)
    if move is None or free is None:
        return move or free
    return move if move.id > free.id else free


class Declared(Struct, frozen=True):
    """Models of a unit attack a target with a weapon, as things stood when the target was selected.

    ``size`` is how many models the target had, ``near`` says whether it was within half of the weapon's range of them,
    ``unseen`` whether none of the unit saw it, and ``locked`` whether the unit was within Engagement Range of enemies;
    ``plunging`` are attacks from high up in Ruins (core.plunging-fire).
    """

    target: str
    weapon: str
    models: tuple[str, ...]
    size: int
    near: bool = False
    unseen: bool = False
    locked: bool = False
    plunging: bool = False
    toughness: int = 0
    """The Toughness of the target then (commentary.unit-toughness 3); 0 where it is to be looked up."""
    weak: bool = False
    """Whether the target was Below Half-strength then (commentary.target-of-an-ability)."""
    closest: bool = False
    """Whether no target that the models could have selected was closer to them then (commentary.closest)."""
    inches: float | None = None
    """Within which of the distances that texts ask for the target was then, the least one; None for further away."""
    attacks: int | None = None
    """The attacks that were declared at this target, where those of one weapon are split; None for all."""


class Owed(Struct, frozen=True):
    """Mortal wounds that an attack with a weapon inflicts on a unit when all normal damage has been dealt.

    They carry over to other models where ``spills`` says so; ``attackers`` made such attacks.
    """

    target: str
    wounds: int
    weapon: str
    attackers: tuple[str, ...]
    spills: bool = False


class Strike(Context):
    """A unit shoots or fights: what it declared, and the mortal wounds that follow its attacks, by target."""

    player: int
    unit: str
    melee: bool = False
    avenged: bool = False
    """Whether models that it destroys may shoot or fight on death afterwards."""
    declared: tuple[Declared, ...] = ()
    order: tuple[int, ...] = ()
    """The places of what is declared in the order that the player has selected; () as long as nothing is selected."""
    settled: bool = False
    """Whether the player leaves the rest in the order in which it is."""
    mortal: tuple[Owed, ...] = ()


class Shot(Context):
    """A unit, or with ``model`` one of its models, has shot: at these units, and has ``hit`` these."""

    player: int
    unit: str
    targets: tuple[str, ...]
    hit: tuple[str, ...]
    model: str = ""


class AttackSequence(Context):
    """The attacks with one weapon against one unit: what was declared, and how far they have come."""

    SAVED_AS = "Volley"

    index: int
    player: int
    unit: str
    target: str
    weapon: str
    models: tuple[str, ...]
    size: int = 0
    """The models that the target had when it was selected."""
    near: bool = False
    """Whether the target was within half of the weapon's range then."""
    unseen: bool = False
    """Whether nobody of the attacking unit saw the target then (errata.indirect-fire 3)."""
    locked: bool = False
    """Whether the attacking unit was within Engagement Range of enemies then (errata.big-guns-never-tire 1)."""
    plunging: bool = False
    """Whether the attacks come from high up in Ruins (core.plunging-fire)."""
    toughness: int = 0
    """The Toughness of the target when it was selected."""
    weak: bool = False
    """Whether the target was Below Half-strength when it was selected."""
    closest: bool = False
    """Whether the target was the closest eligible one when it was selected."""
    inches: float | None = None
    """Within which of the distances that texts ask for the target was when it was selected."""
    declared: int | None = None
    """The attacks that were declared at this target, where those of one weapon are split."""
    attacks: int = 0
    hits: int = 0
    lethal: int = 0
    """Hits that wound without a roll."""
    wounds: int = 0
    precise: tuple[str, ...] = ()
    """The Characters to which attacks with Precision are allocated, once for each attack."""


class Wounding(Context):
    """Attacks that wounded are allocated to a model, and saved: ``count`` of them together."""

    player: int
    unit: str
    model: str = ""
    count: int = 0
    failed: int = 0


class Fallen(Context):
    """A unit, by itself also where it is part of an Attached unit, that is destroyed; its ``last`` model is not removed
    yet."""

    player: int
    unit: str
    last: str = ""


class Hazard(Struct, frozen=True):
    """A Hazardous test that a unit failed; ``psychic`` says that it was for a Psychic weapon."""

    unit: str
    psychic: bool = False


class DeclaredCharge(Context):
    """A charge that a unit has declared: its targets, and the inches of its Charge roll."""

    SAVED_AS = "Rush"

    player: int
    unit: str
    targets: tuple[str, ...]
    inches: int = 0
    hazards: tuple[Hazard, ...] = ()
    """What those who shot at it on its way suffer when it is over (errata.hazardous 8)."""


class Combat(Context):
    """A unit fights; with ``only`` some of its models do."""

    player: int
    unit: str
    only: tuple[str, ...] = ()


def attack_of(position: Position) -> AttackSequence | None:
    """The attacks that are being made."""
    return position.find_context(AttackSequence)


# Units and models -------------------------------------------------------------------------------------------


def unit(position: Position, id: str) -> Unit:
    """A unit as it is now."""
    found: Unit = position.state.units[id]
    return found


def model(position: Position, id: str) -> Model:
    """A model as it is now."""
    found: Model = position.state.models[id]
    return found


def sheet(position: Position, id: str) -> UnitSheet:
    """The datasheet of a unit."""
    found: UnitSheet = position.content.units[unit(position, id).sheet]
    return found


def profile(position: Position, id: str) -> Profile:
    """The profile of a model."""
    found: Profile = position.content.profiles[model(position, id).profile]
    return found


@rule("errata.model-characteristics")
def can_move(position: Position, id: str) -> bool:
    """Whether a unit can move at all: no model of it has a Move of -."""
    return all(profile(position, str(one.id)).move for one in models(position, id))


@rule("commentary.single-target-unit")
def at_single_target(strike: Strike) -> bool:
    """Whether all attacks of a unit target the same unit."""
    return len({one.target for one in strike.declared}) == 1


@rule("commentary.single-target-model")
def model_at_single_target(strike: Strike, id: str) -> bool:
    """Whether all attacks of a model, with all of its weapons, target the same unit."""
    return len({one.target for one in strike.declared if id in one.models}) == 1


@rule("commentary.unit-champion")
def champion(position: Position, id: str) -> str:
    """The unit champion of a unit, the designated one of several; empty where none is left, as no Leader is one."""
    chosen = position.state.champions.get(id)
    able = (str(one.id) for one in models(position, id) if one.origin == id and profile(position, str(one.id)).champion)
    return next((one for one in able if chosen is None or one == chosen.model), "")


@rule("commentary.unit-wargear")
def wargear(position: Position, id: str) -> set[str]:
    """The weapons and other wargear that models of a unit are equipped with, as their datasheets call them."""
    own = models(position, id)
    return {used.partition("/")[2] for one in own for used in (*one.weapons, *items(position, str(one.id)))}


@rule("core.datasheet")
def items(position: Position, model: str) -> tuple[str, ...]:
    """What a model is equipped with beside weapons."""
    found = position.state.equipped.get(model)
    return () if found is None else tuple(found.items)


@rule("errata.model-characteristics", "commentary.modifiers")
def raised(position: Position, id: str) -> int:
    """By how much the Wounds of a model are more than what is printed; less than 0 where they are less."""
    return int(position.number("wounds", id)) - int(profile(position, id).wounds)


GAINED: Final = "wounds gained"
"""The wounds that a model has left count by how much its Wounds have been raised."""


def gained(position: Position, id: str) -> int:
    """By how much the Wounds of a model were raised when the wounds that it has left were last counted."""
    if not position.state.effects:
        return 0
    return sum(int(one.data["wounds"]) for one in active_effects(position, GAINED, id))


@rule("core.inflict-damage", "commentary.modifiers")
def wounds_left(position: Position, id: str) -> int:
    """The wounds that a model has left; who has any keeps 1 when its Wounds are lowered. None where it is gone."""
    one = position.state.models.get(id)
    if one is None or one.wounds <= 0:
        return 0
    return max(1, int(one.wounds) + raised(position, id) - gained(position, id))


@rule("commentary.full-wounds")
def has_full_wounds(position: Position, id: str) -> bool:
    """Whether a model has as many wounds as its Wounds characteristic."""
    return wounds_left(position, id) >= int(position.number("wounds", id))


def weapon(position: Position, id: str, unit: str = "") -> WeaponSheet:
    """A weapon as it is printed; as a unit uses it, where one is given: with what its weapons have for a time."""
    found: WeaponSheet = position.content.weapons[id]
    more = _more_of(position, unit, found) if unit else []
    if not more:
        return found
    return replace(found, abilities=once([*found.abilities.items(), *more]) | picked(position, unit))


def _more_of(position: Position, id: str, used: WeaponSheet) -> list[tuple[str, str]]:
    return [one for one in map(of_weapons, _lent(position, id, used)) if one]


INSTANCE: Final = "instance of an ability"
"""Which of several numbers of one ability of a weapon counts for the attacks that a unit makes."""


@rule("commentary.duplicated-core-abilities")
def picked(position: Position, id: str) -> dict[str, str]:
    """By ability, the number that the player of a unit has picked for the attacks that are being made."""
    if not position.state.effects:
        return {}
    return {str(one.data["ability"]): str(one.data["number"]) for one in active_effects(position, INSTANCE, id)}


@rule("commentary.duplicated-core-abilities")
def rival_numbers(position: Position, attack: AttackSequence) -> dict[str, tuple[str, ...]]:
    """By ability, the numbers that the weapon of these attacks has for it where none is as good as all the others."""
    used: WeaponSheet = position.content.weapons[attack.weapon]
    found: dict[str, list[str]] = {}
    for name, number in (*used.abilities.items(), *_more_of(position, attack.unit, used)):
        if number and number not in found.setdefault(name, []):
            found[name].append(number)
    return {
        name: tuple(numbers)
        for name, numbers in found.items()
        if not any(all(amount(one).at_least(amount(other)) for other in numbers) for one in numbers)
    }


LENT: Final = "lent"
"""The kind of a text that others lend to units for a time; its owner is the text that lends it."""


def lent_id(source: str, called: str) -> str:
    """The id of what a text lends to units for a time."""
    return f"{source}.{called}"


ARMS: Final = "arms"
"""By this name texts offer abilities of weapons: a function of a unit and the sheet of one, which gives them."""


def _lent(position: Position, id: str, used: WeaponSheet) -> Iterator[str]:
    """The abilities of a weapon by effects on its unit, and by texts of the unit, of who leads it or is within it, and
    by Auras."""
    yield from gifts(position, id)
    if not position.content.lent:
        return
    inside = [str(one.id) for one in position.state.units.values() if one.carrier == id and one.area == "embarked"]
    near = (*_parts(position, id), *(part for each in inside for part in _parts(position, each)))
    for one in position.state.units if position.content.lent_from_afar else near:
        for _, lend in position.offers(ARMS, one):
            yield from lend(id, used, one in near)


def _parts(position: Position, id: str) -> tuple[str, ...]:
    """A unit and the units that are attached to it."""
    return (id, *position.state.units[id].leaders)


FREES: Final = "frees"
"""By this name texts offer Stratagems for nothing: a function of a unit and the id of a Stratagem."""


class Bargain(Struct, frozen=True):
    """What a text, its ``source``, makes of the cost of a Stratagem on a unit: it is so much ``less``.

    ``limit`` says how often that is so; None where it is whenever the Stratagem is used. Its uses are those of a unit,
    or of its whole army. By it the Stratagem may be used ``again`` in a phase, on another unit.
    """

    source: str
    less: int
    limit: Limit | None = None
    unit: str = ""
    again: bool = True


@rule("commentary.modifying-stratagem-cost")
def bargains(position: Position, id: str, stratagem: str) -> list[Bargain]:
    """What texts make of the cost of a Stratagem on a unit now."""
    if not position.content.freeing:
        return []
    offered = (offer(id, stratagem) for one in position.state.units for _, offer in position.offers(FREES, one))
    player = unit(position, id).player
    return [
        one for one in offered if one is not None and within_limit(position, one.limit, one.source, one.unit, player)
    ]


def wielded(position: Position, attack: AttackSequence) -> WeaponSheet:
    """The weapon with which attacks are made, as their unit uses it."""
    return weapon(position, attack.weapon, attack.unit)


def models(position: Position, unit: str) -> list[Model]:
    """The models of a unit that are not destroyed."""
    return [*_living(position).get(unit, ())]


@kept_while(lambda position: position.state.models.version)
def _living(position: Position) -> Mapping[str, Sequence[Model]]:
    """The models that are not destroyed, by their units."""
    found: dict[str, list[Model]] = {}
    for one in position.state.models.values():
        if one.wounds > 0 and not one.doomed:
            found.setdefault(one.unit, []).append(one)
    return ReadOnlyDict({unit: tuple(living) for unit, living in found.items()})


def is_left(position: Position, id: str) -> bool:
    """Whether a model is there and not destroyed, also not one that is still to act on death."""
    one = position.state.models.get(id)
    return one is not None and one.wounds > 0 and not one.doomed


class LastShots(Context):
    """Destroyed models of a unit shoot before they are removed."""

    player: int
    unit: str
    models: tuple[str, ...]


def last_shots_of(position: Position, id: str) -> LastShots | None:
    """The last shots of destroyed models that a unit takes now."""
    last = position.find_context(LastShots)
    return last if last is not None and last.unit == id else None


@rule("commentary.shoot-on-death")
def shooting_models(position: Position, id: str) -> list[Model]:
    """The models of a unit that can shoot now: all of it, or those that shoot on death."""
    last = last_shots_of(position, id)
    return models(position, id) if last is None else [model(position, one) for one in last.models]


def units(position: Position, player: int, area: str = "table") -> list[str]:
    """The units of a player that are there."""
    return [str(one.id) for one in position.state.units.values() if one.player == player and one.area == area]


def on_table(position: Position, id: str) -> bool:
    """Whether a unit is on the battlefield."""
    return unit(position, id).area == "table"


LARGE: Final = frozenset({"Monster", "Vehicle"})
"""Units that big guns never tire (core.big-guns-never-tire)."""


@rule("core.keywords", "commentary.keywords", "core.attached-units", "core.hover")
def has_keyword(position: Position, id: str, keyword: str) -> bool:
    """Whether a unit has a keyword; an Attached unit has those of all its units."""
    one = unit(position, id)
    if keyword == "Aircraft" and one.hovers:
        return False
    if keyword == "Warlord":
        return any(str(at.id) == position.state.armies[one.player].warlord for at in models(position, id))
    return any(names(position, part, keyword) for part in (id, *one.leaders)) or _is_added(position, id, keyword)


@rule("commentary.keywords", "core.attached-units")
def has_itself(position: Position, id: str, keyword: str) -> bool:
    """Whether a model has a keyword itself, whatever others of its Attached unit have."""
    one = model(position, id)
    if keyword == "Warlord":
        return bool(id == position.state.armies[one.player].warlord)
    return names(position, one.origin, keyword) or _is_added(position, one.unit, keyword)


ADDS: Final = "adds"
"""By this name texts offer keywords: a function that gives those that their unit has besides."""


@rule("core.keywords")
def _is_added(position: Position, id: str, keyword: str) -> bool:
    """Whether a unit has a keyword by a text of it or of who leads it."""
    if not position.content.adding:
        return False
    wanted = singular(keyword)
    return any(
        wanted == singular(one) for part in _parts(position, id) for _, adds in position.offers(ADDS, part)
        for one in adds()
    )  # fmt: skip


def names(position: Position, id: str, keyword: str) -> bool:
    """Whether a keyword stands on the datasheet of a unit."""
    return _is_printed(singular(keyword), sheet(position, id).keywords)


@cache
def _is_printed(wanted: str, keywords: frozenset[str]) -> bool:
    """Whether words are a keyword, or several that stand one behind the other: GRAVE GUARD INFANTRY."""
    return any(
        wanted == singular(one)
        or (wanted.startswith(f"{one.casefold()} ") and _is_printed(wanted[len(one) + 1 :], keywords))
        for one in keywords
    )


@cache
def singular(word: str) -> str:
    """A keyword without what makes no difference: the ending of the plural, and capitals."""
    return word.removesuffix("s").casefold()


@rule("commentary.while-leading-a-unit")
def is_led_by(position: Position, id: str, keyword: str) -> bool:
    """Whether a Leader with a keyword is attached to a unit and not destroyed."""
    left = {one.origin for one in models(position, id)}
    return any(one in left and names(position, one, keyword) for one in unit(position, id).leaders)


@rule("faq.reserves.deep-strike-needs-every-model", "commentary.duplicated-core-abilities")
def shared(position: Position, id: str, ability: str) -> list[str]:
    """For each model of a unit the number of an ability that all have, such as Scouts; none where one lacks it.

    Of several numbers of one model the largest counts, which its player would choose.
    """
    found = [[number for name, number in abilities(position, one) if name == ability] for one in models(position, id)]
    return [max(numbers, key=lambda number: int(number or 0)) for numbers in found] if all(found) else []


@rule("core.muster-enhancements", "commentary.enhancement-bearer")
def abilities(position: Position, one: Model) -> list[tuple[str, str]]:
    """The abilities of a model, with their numbers: those of its datasheet, of an Enhancement that it bears, and those
    that texts give it."""
    own = position.state.units[one.origin]
    gifts = position.content.enhancements[own.enhancement].abilities if own.bearer == str(one.id) else ()
    all_of_it = (*position.content.units[own.sheet].abilities, *gifts, *_granted(position, one))
    return [(name, number) for name, _, number in (ability.partition(":") for ability in all_of_it)]


GRANTS: Final = "grants"
"""By this name texts offer core abilities: a function of a model, which gives them."""


@rule("core.attached-units", "commentary.while-leading-a-unit")
def _granted(position: Position, one: Model) -> Iterator[str]:
    """The core abilities that a model has by texts of its unit, or of who leads it."""
    if position.content.granted:
        for id in _parts(position, one.unit):
            for _, grant in position.offers(GRANTS, id):
                yield from grant(str(one.id))


@rule("core.stratagem-go-to-ground")
def gifts(position: Position, id: str) -> list[str]:
    """The abilities that effects give to a unit: all of its models have them."""
    effects = (one for one in position.state.effects.values() if (one.target_table, one.target) == ("units", id))
    return [name for one in effects for name in one.data.get("gives", ())]


@rule("core.attached-units", "commentary.with-the-x-ability")
def is_of(position: Position, me: Bearer, ability: str, id: str) -> bool:
    """Whether a model has an ability that ``me`` carries: it is of its own unit, or that of its whole unit for a time.

    The abilities of its Bodyguard are not those of a Leader, nor are its own those of its Bodyguard.
    """
    one = position.state.models.get(id)
    if one is None or me.id not in (one.origin, one.unit):
        return False
    named = f"{ability}:{me.version}" if me.version else ability
    return bool(one.origin == me.id) or named in gifts(position, one.unit)


@rule("core.attached-units")
def has_ability(position: Position, id: str, ability: str) -> bool:
    """Whether a model has an ability, its own or one that its whole unit has for a time."""
    one = model(position, id)
    given = (name.partition(":")[0] for name in gifts(position, one.unit))
    return ability in given or any(name == ability for name, _ in abilities(position, one))


@rule("core.stealth", "core.fights-first")
def of_every_model(position: Position, ability: str, id: str) -> bool:
    """Whether every model of a unit has an ability."""
    left = models(position, id)
    return bool(left) and all(has_ability(position, str(one.id), ability) for one in left)


def did(position: Position, id: str, *deeds: Deed) -> bool:
    """Whether a unit did any of this in this turn; models that shoot on death have always made a Normal move."""
    done = unit(position, id).done if last_shots_of(position, id) is None else ("normal",)
    return not set(deeds).isdisjoint(done)


@rule("core.remain-stationary", "commentary.remain-stationary")
def stayed(position: Position, id: str) -> bool:
    """Whether a unit on the battlefield has not moved in this turn, nor come onto it."""
    moved = did(position, id, "normal", "advance", "fall back", "moved", "arrived", "disembarked")
    return on_table(position, id) and not moved


@rule("core.below-half-strength")
def below_half(position: Position, id: str) -> bool:
    """Whether a unit is Below Half-strength: in models, or in wounds where it began with one model."""
    left = models(position, id)
    strength = unit(position, id).strength
    if strength > 1:
        return 2 * len(left) < strength
    return any(2 * wounds_left(position, str(one.id)) < int(position.number("wounds", str(one.id))) for one in left)


@rule("core.below-half-strength", "errata.battle-shock", "commentary.below-starting-strength")
def below_start(position: Position, id: str) -> bool:
    """Whether a unit is below its Starting Strength: in models, or in wounds where it began with one model."""
    left = models(position, id)
    if unit(position, id).strength > 1:
        return len(left) < unit(position, id).strength
    return not all(has_full_wounds(position, str(one.id)) for one in left)


@rule("core.mission-sequence")
def attacker(position: Position) -> int:
    """The player who is the Attacker."""
    return next(int(army.player) for army in position.state.armies.values() if army.role == "attacker")


# Asking -----------------------------------------------------------------------------------------------------


def each_once(things: Iterable[Any]) -> Iterator[Any]:
    """Things in order, each once."""
    return iter(dict.fromkeys(things))
