"""What an attack of one character does to another: the exact law, by playing the steps of the attack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ConfigDict

from rulewright import Procedure, Subset, laws
from rulewright.odds.experiments import Experiment, known
from rulewright.programs import deed_at
from rulewright.vocabulary import walk

from ..attack.apart import told_apart
from ..attack.choosing import choose_type
from ..attack.cover import COVERABLE, take_cover
from ..attack.dice import MOMENTS, build_attack_pool, build_defense_pool, roller
from ..attack.sequence import BEFORE_DAMAGE, BUILT, DICE, declare_target
from ..book.sheets import SpecialSheet
from ..effects import ByHand
from ..numbers import with_printed
from ..pools import FIGHTER, succeeds
from ..space.tools import BOARD, MM, inches
from ..state import Battlefield, Character, Mission, Squad, Terrain
from ..superpowers.moments import ATTACK, DEALT
from ..superpowers.moments import MOMENTS as OF_POWERS
from ..terms import ICONS, PICKED, Apart, Attack, Pool, attack_sheet, pool_in

if TYPE_CHECKING:
    from rulewright import Game, Position

    from ..book.sheets import Looks, SideSheet
    from ..cards.loading import Book

ATTACKER, TARGET = "attacker", "target"
FAR: Final = 3
"""They stand within this range, or that of the attack where it reaches less far: nearer no stealth hides anyone."""
COVERED: Final = 3
"""The least range of an attack against which there is cover (cover.conditions)."""


DURING: Final = {name for name, one in OF_POWERS.items() if ATTACK in one.offers and DEALT not in one.offers}
"""The moments of superpowers and cards up to where the damage is known."""


class Matchup(BaseModel):
    """An attack of a character against another one.

    ``injured`` says which side of the target lies face up; ``uses`` are the superpowers and team tactic cards that the
    attacker and the target use besides those that cost nothing, and ``more`` the dice added to their pools. Without
    ``triggers`` nobody asks which icons are shown for what happens after the attack: that is quicker.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    attacker: str
    attack: str
    target: str
    injured: bool = False
    cover: bool = False
    uses: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    more: tuple[int, int] = (0, 0)
    triggers: bool = True


class Dice(BaseModel):
    """Dice against dice, whoever rolls them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    strength: int
    defense: int
    cover: bool = False


def side_with(book: Book, card: str, attack: str) -> bool:
    """Whether an attack is on the injured side of a card only."""
    sheet = book.characters[card]
    return attack not in sheet.healthy.attacks and attack in sheet.injured.attacks


# The position -----------------------------------------------------------------------------------------------


def populate(state: Battlefield, setup: Any, book: Book) -> None:
    """Both characters and what they need; terrain beside the target gives cover."""
    asked = setup.wishes
    state.mission.add(Mission(0))
    if isinstance(asked, Dice):
        card = min(book.characters)
        for seat, id in enumerate((ATTACKER, TARGET)):  # dazed, so that nothing on their cards counts
            state.characters.add(Character(id, card, seat, 5.0 + 10.0 * seat, 10.0, True, dazed=True))
            state.squads.add(Squad(seat, seat))
        size, right = book.characters[card].size, 15.0
    else:
        sheet = book.attacks[asked.attack]
        cards = [book.characters[id] for id in (asked.attacker, asked.target)]
        apart = inches(min(sheet.range, FAR)) - 0.1 + sum(card.base for card in cards) / 2 * MM
        sides = (side_with(book, asked.attacker, asked.attack), asked.injured)
        for seat, (id, card, injured) in enumerate(zip((ATTACKER, TARGET), cards, sides, strict=True)):
            used = asked.uses[seat]
            power = sum(cost_of(book, name) for name in used)
            x = 5.0 + seat * apart
            state.characters.add(Character(id, card.id, seat, x, 10.0, True, power=power, injured=injured))
            state.squads.add(Squad(seat, seat, tactics=tuple(name for name in used if name in book.tactics)))
        size, right = cards[1].size, 5.0 + apart - cards[1].base / 2 * MM
    if asked.cover:
        kind = min((one for one in book.terrain.values() if one.size >= size), key=lambda one: (one.size, one.id))
        reach = max(abs(x) for x, _ in kind.outline)
        state.terrain.add(Terrain("cover", kind.id, min(right - reach - 0.3, BOARD), 10.0))


def cost_of(book: Book, name: str) -> int:
    """The printed cost of a superpower or a team tactic card."""
    sheet: Any = book.superpowers.get(name) or book.tactics[name]
    return int(sheet.cost)


# The steps --------------------------------------------------------------------------------------------------


def _begin(game: Game, context: None) -> Any:
    """The attacker attacks the target."""
    asked = game.setup.wishes
    if isinstance(asked, Dice):
        return THROW(player=0, attacker=ATTACKER, attack="", target=TARGET)
    return DUEL(player=0, attacker=ATTACKER, attack=asked.attack, target=TARGET)


def _lay_pools(game: Game, attack: Attack) -> Any:
    """The pools as the question names them."""
    asked: Dice = game.setup.wishes
    apart: Apart = (PICKED, COVERABLE) if asked.cover else ()
    strength, defense = Pool(asked.strength), Pool(asked.defense)
    return game.note(attack, attack_pool=strength, defense_pool=defense, attack_apart=(), defense_apart=apart)


def _more_attack(game: Game, attack: Attack) -> Any:
    """The dice that the question adds; what happens after the attack tells no icons apart unless it is asked about."""
    asked: Matchup = game.setup.wishes
    pool = Pool(max(1, attack.attack_pool.dice + asked.more[0]))
    moments = MOMENTS if asked.triggers else MOMENTS[:-1]
    return game.note(attack, attack_pool=pool, **told_apart(game, attack, moments, looking(game, DURING)))


def _more_defense(game: Game, attack: Attack) -> Any:
    """The dice that the question adds."""
    dice = attack.defense_pool.dice
    return game.note(attack, defense_pool=Pool(max(1, dice + game.setup.wishes.more[1]) if dice else 0))


def built() -> Iterator[Any]:
    """Steps 4 and 5, with the dice that the question adds."""
    after = {build_attack_pool: _more_attack, build_defense_pool: _more_defense}
    for step in BUILT:
        yield step
        if step in after:
            yield after[step]


DUEL: Final = Procedure(
    "duel", [choose_type, declare_target, *built(), *DICE, *BEFORE_DAMAGE, known], Attack, scope="attack"
)
"""Steps 2 to 12 without the cost: the attack that is asked about is made."""
THROW: Final = Procedure("exchange", [_lay_pools, *DICE, known], Attack, scope="attack")


# What is measured --------------------------------------------------------------------------------------------

Law = laws.Law[tuple[int, tuple[int, ...]]]
"""How likely each amount of damage is together with each set of specials whose icons are shown."""


def measured(before: Game, game: Game) -> tuple[int, tuple[int, ...]]:
    """The damage, and the specials whose icons are all shown."""
    attack = game.context(Attack)
    if not attack.attack:
        return attack.damage, ()
    damage = with_printed(game, "damage", attack.target, attack.damage) if attack.damage else 0
    roll = attack.attack_pool.roll
    faces = Counter(() if roll is None else map(str, roll.faces))
    specials = enumerate(attack_sheet(game, attack).specials)
    return damage, tuple(number for number, one in specials if one.icons and Counter(one.icons) <= faces)


def decide(game: Game, request: Any) -> Any:
    """What both sides do: use cover and what costs nothing or was named, reroll what is no success, take the first."""
    space = request.space
    if request.ask.startswith("by_hand"):
        return ()
    if isinstance(space, Subset):
        return _rerolled(game, request)
    options = space.options()
    if options is None:
        return space.sample(Random(0))
    if request.ask == "change_die":
        return min((die for die in options if die is not None), key=lambda die: _worth_least(game, request, die))
    if None in options:
        return next((one for one in options if one is not None and _is_used(game, request.player, one)), None)
    return options[0]


def by_hand(book: Book, sheet: Any) -> bool:
    """Whether players say by hand what a text does."""
    verbs = (deed_at(book, key).verb for key in sheet.program)
    return any(isinstance(part, ByHand) for verb in verbs for _, part in walk(verb))


def usable(game: Position, moments: Collection[str]) -> Callable[[Any], bool]:
    """Whether a text is one of these moments, and the program knows what it does."""
    return lambda sheet: sheet.when in moments and not by_hand(game.content, sheet)


def looking(game: Position, moments: Collection[str], icons: bool = True) -> Callable[[Any], Looks]:
    """What a text tells apart as far as it is played: a special of the attack by what no player says by hand, and by
    the ``icons`` that it needs; others where they are `usable` at these moments."""
    counts = usable(game, moments)

    def looks(sheet: Any) -> Looks:
        if isinstance(sheet, SpecialSheet):
            return (*sheet.by_program, *(("own", (icon,)) for icon in sheet.icons if icons))
        found: Looks = sheet.apart if counts(sheet) else ()
        return found

    return looks


def _is_used(game: Game, player: int, option: Any) -> bool:
    """Whether a side uses something that it may use."""
    if option[0] == take_cover.name:
        return not _succeeds(game, "defense", option[1])
    asked, book = game.setup.wishes, game.content
    words = {part for text in option if isinstance(text, str) for part in text.replace(":", " ").split()}
    powers = [book.superpowers[name] for name in words if name in book.superpowers]
    if any(by_hand(book, power) for power in powers):
        return False
    return any(not power.cost for power in powers) or not words.isdisjoint(asked.uses[player])


def _rerolled(game: Game, request: Any) -> tuple[int, ...]:
    """As many dice as may be rerolled of those that show no success, or of the other side's that show one."""
    space = request.space
    dice = sorted(space.items, key=lambda die: _worth_least(game, request, die))
    wanted = sum(not _worth_least(game, request, die)[0] for die in dice)
    return tuple(dice[: max(space.least, min(wanted, space.most))])


def _worth_least(game: Game, request: Any, die: int) -> tuple[bool, bool, bool, int]:
    """The order in which a side takes dice; see `worth`."""
    pool, attack = request.about["pool"], game.context(Attack)
    own, roll = request.player == roller(attack, pool), pool_in(attack, pool).roll
    assert roll is not None
    return worth(game, attack, pool, str(roll.faces[die]), _succeeds(game, pool, die), own)


def worth(
    game: Position, attack: Attack, pool: str, face: str, succeeds: bool, own: bool
) -> tuple[bool, bool, bool, int]:
    """The order in which a side takes dice: its own that show no success, or successes of the other one; of these its
    own that no special of the attack asks for, or the other side's that one does; of these its own that are no wilds,
    or the other side's wilds, for texts count them; of these as icons follow."""
    icons = {icon for special in asked_about(game, attack) for icon in special.icons if pool == "attack"}
    return succeeds == own, (face in icons) == own, (face == "wild") == own, ICONS.index(face)


def asked_about(game: Position, attack: Attack) -> tuple[SpecialSheet, ...]:
    """The specials of an attack that ask for icons, where it is asked whether these are shown."""
    if not attack.attack or not game.setup.wishes.triggers:
        return ()
    return tuple(special for special in attack_sheet(game, attack).specials if special.icons)


def _succeeds(game: Game, pool: str, die: int) -> bool:
    """Whether a die shows what counts as a success for whoever rolls it."""
    attack = game.context(Attack)
    roll, who = pool_in(attack, pool).roll, getattr(attack, FIGHTER[pool])
    return roll is not None and succeeds(game, who, pool, str(roll.faces[die]))


EXCHANGE: Final = Experiment(
    Matchup | Dice, populate, Procedure("table", [_begin]), measured, decide, procedures=(DUEL, THROW)
)
"""One attack, up to where its damage is known."""


def damages(law: Law) -> dict[int, Fraction]:
    """The law of the damage alone."""
    return laws.marginal(law, itemgetter(0))


def face(book: Book, card: str, injured: bool) -> SideSheet:
    """A side of a stat card."""
    sheet = book.characters[card]
    return sheet.injured if injured else sheet.healthy
