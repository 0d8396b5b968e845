"""The content in the form in which it is played, made once: the sheets of everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule
from rulewright.content import Compiled, PackageContent
from rulewright.problems import Problem, did_you_mean, nearest
from rulewright.programs import Deed
from rulewright.text import numbered, show

from ..book.sheets import (
    OF_OTHERS,
    AttackSheet,
    CharacterSheet,
    CrisisEffectSheet,
    Looks,
    SideSheet,
    SpecialSheet,
    SuperpowerSheet,
    TacticSheet,
    TerrainSheet,
    TokenTextSheet,
    of_roller,
)
from ..book.wording import PACKAGE, TEXTS, Wording, both
from ..effects.dice import may_be_left
from ..state import GOALS

if TYPE_CHECKING:
    from rulewright import Position
    from rulewright.content import Pack
    from rulewright.kinds import ContentKind
    from rulewright.text import Words
    from rulewright.vocabulary import Lexicon

    from . import models


class Book(Compiled):
    """All content of a game. ``pack`` has it as it stands in the files."""

    def __init__(self, pack: Pack, words: Lexicon) -> None:
        from rulewright.vocabulary import Sayings

        super().__init__(pack, _mistaken(pack))
        sheets = _Sheets()
        self.characters = {one.id: sheets.character(one) for one in pack["characters"].values()}
        self.tactics = {one.id: sheets.tactic(one) for one in pack["tactics"].values()}
        self.terrain = {
            one.id: TerrainSheet(one.id, one.name.words, one.size, one.outline, one.interactive, one.balance)
            for one in pack["terrain"].values()
        }
        self.burdens = {
            one.id: (*sheets.superpowers(one.holder), *map(sheets.ability, one.abilities))
            for one in pack["crises"].values()
        }
        """What the tokens of each crisis do to their holders."""
        self.interacting = sheets.token_texts(pack["crises"].values(), "interacting")
        """What happens when someone interacts with a token of a crisis."""
        self.taken = sheets.token_texts(pack["crises"].values(), "taken")
        """What happens when someone picks one up."""
        self.sheltering = frozenset(one.id for one in pack["crises"].values() if one.cover)
        """The crises whose tokens give cover to whoever contests them."""
        self.crisis_effects = {one.id: sheets.crisis_effects(one) for one in pack["crises"].values()}
        """What each crisis does at moments of the round."""
        self.nobodys = frozenset(self.crisis_effects).union(*self.burdens.values())
        """Sources of effects that are of crisis cards, and so neither side's."""
        self.attacks: Mapping[str, AttackSheet] = sheets.attacks
        self.later: Mapping[str, str] = sheets.later
        """What is left for later, by whether it is an effect of an attack, of a superpower, or of neither."""
        self.of_tactics = frozenset(sheets.of_tactics)
        """The attacks of team tactic cards."""
        self.superpowers: Mapping[str, SuperpowerSheet] = sheets.powers
        self.unasked = frozenset(
            moment
            for one in sheets.powers.values()
            if not one.optional or one.when in OF_OTHERS
            for moment in one.reached
        )
        """The moments at which something happens that nobody decides."""
        self.card_moments = frozenset(one.when for one in self.tactics.values())
        """The moments of team tactic cards."""
        self.moments = self.card_moments.union(one.when for one in sheets.powers.values())
        """All moments at which something may be used or happens."""
        self.helping = {one.id: one for one in sheets.powers.values() if of_others(one)}
        """The superpowers that modify dice of others than their character, or count them when the attack is over."""
        self.leaderships: Mapping[str, tuple[models.Aura, ...]] = sheets.leaderships
        self.for_leaders: Mapping[str, tuple[str, ...]] = sheets.for_leaders
        """What the leader alone has by a leadership ability."""
        self.for_others: Mapping[str, tuple[str, ...]] = sheets.for_others
        """What all but the leader have by one."""
        self.required: Mapping[str, str] = sheets.required
        """The affiliation that each leadership ability requires."""
        self.gifts: Mapping[str, tuple[str, ...]] = sheets.gifts
        """What each character of a squad has by a leadership ability: the ability itself and its superpowers."""
        self.ops: list[Deed] = sheets.compiler.ops
        self.most_tokens: Mapping[str, int] = _most_tokens(self.ops)
        """How many tokens of a name a character can have, where a text says so, whichever text gives them."""
        self.by_hand = Sayings(words, self.wording)
        self._named = {**self._affiliations(), **sheets.named, **self._entries(), **_edges()}
        self._told_apart = {**self._named, **self._namesakes()}
        self._by_english = {show(words, "en"): words for words in (*self._named.values(), *self._special_rules())}

    def _entries(self) -> dict[str, Words]:
        kinds = ("characters", "tactics", "crises", "terrain", "layouts")
        return {entry.id: entry.name.words for kind in kinds for entry in self.pack[kind].values()}

    def _affiliations(self) -> dict[str, Words]:
        """What affiliations are called: by a text of the game, or else as their ids say."""
        ids = {one for card in self.pack["characters"].values() for one in card.affiliations}
        return {id: both(f"affiliation.{id}") if f"affiliation.{id}" in TEXTS else _as_name(id) for id in ids}

    def _special_rules(self) -> Iterator[Words]:
        """The names of the special rules of attacks."""
        yield from (each.name for one in self.attacks.values() for each in one.specials if each.name)

    def _namesakes(self) -> dict[str, Words]:
        """What characters are called that share their name with others: by it and their alter ego."""
        cards = self.pack["characters"].values()
        several = Counter(show(card.name.words, "en") for card in cards)
        return {
            card.id: both("look.character", name=card.name.words, alter_ego=card.alter_ego)
            for card in cards
            if several[show(card.name.words, "en")] > 1
        }

    def wording(self, lang: str) -> Wording:
        """Puts effects into words of a language, with the names of this content."""
        return Wording(lang, lambda id: self._named.get(id) or self._by_english.get(id, id))

    def name_of(self, id: str) -> Words:
        """What something is called, by language; its id where nothing has that name."""
        return self._named.get(id, id)

    def crises_of(self, type: str) -> list[str]:
        """The secure or the extract crisis cards."""
        return sorted(one.id for one in self.pack["crises"].values() if one.type == type)

    def names(self, id: str) -> Words:
        """What a thing on the battlefield is called: its card or kind, with its number where it has one."""
        what, _, number = id.partition("#")
        if number.isdigit() and int(number) > GOALS:
            return both("token.goal", crisis=self.name_of(what), number=int(number) - GOALS)
        return numbered(id, self._told_apart)

    def towards(self, position: Position, id: str) -> Words:
        """A hint: towards that thing."""
        return both("hint.towards", thing=self.names(id))


def _edges() -> dict[str, Words]:
    """What the edges of the battlefield are called where characters move to them."""
    edges = ("south", "north", "west", "east")
    return {f"{edge} edge": both("edge.zone", edge=both(f"edge.{edge}")) for edge in edges}


def _most_tokens(ops: Iterable[Deed]) -> dict[str, int]:
    from ..effects.tokens import GainTokens

    found: dict[str, int] = {}
    for verb in (op.verb for op in ops):
        if isinstance(verb, GainTokens) and verb.most is not None:
            found[verb.token] = max(verb.most, found.get(verb.token, 0))
    return found


@rule("attack.step-9")
def _waits_its_turn(text: Any) -> bool:
    """Whether a text about one's own dice is offered in step 9, the attacker's first, for its player may leave it."""
    return text.when == "own dice" and may_be_left(text.effects)


def _as_name(id: str) -> str:
    return " ".join(word.capitalize() for word in id.split("-"))


def _kinds(words: Lexicon) -> list[ContentKind]:
    from .models import Character, Crisis, Layout, Tactic, Terrain

    return words.kinds(
        {"characters": Character, "tactics": Tactic, "crises": Crisis, "terrain": Terrain, "layouts": Layout}
    )


CONTENT: Final = PackageContent(PACKAGE, _kinds, Book)
lexicon, load_book = CONTENT.lexicon, CONTENT.load


def _mistaken(pack: Pack) -> Iterator[Problem]:
    """Ids that name two different things, and layouts of terrain that is not there."""
    named: dict[str, Any] = {}
    for kind, entry, part, place in parts(pack):
        if named.setdefault(part.id, part) != part:
            wish = "an id of its own: something else has it"
            yield Problem(pack.file_of(kind, entry.id), entry.id, place, found=repr(part.id), expected=wish)
    for layout in pack["layouts"].values():
        for number, feature in enumerate(layout.terrain):
            if feature.kind not in pack["terrain"]:
                place, hint = f"terrain[{number}].kind", did_you_mean(nearest(feature.kind, pack["terrain"]))
                wish = f"the id of a kind of terrain{hint}"
                yield Problem(pack.file_of("layouts", layout.id), layout.id, place, repr(feature.kind), wish)
    yield from _misnamed(pack)


def _misnamed(pack: Pack) -> Iterator[Problem]:
    """Effects that name an attack, a superpower or a card that is not there."""
    from rulewright.vocabulary import walk

    from ..effects.amounts import IsOne
    from ..effects.attacks import AttackNow
    from ..effects.forms import Transform
    from ..effects.lasting import Give, LendAttack, TakeAway
    from ..effects.later import AttackBy, Later
    from ..effects.leading import GainLeadership
    from . import models

    every = [
        (kind, entry, place, part)
        for kind in pack.kinds
        for entry in pack[kind].values()
        for place, part in walk(entry)
    ]
    attacks = {part.id for *_, part in every if isinstance(part, models.Attack)}
    powers = {part.id for *_, part in every if isinstance(part, (models.Superpower, models.Ability))}
    leaderships = {part.id for *_, part in every if isinstance(part, models.Leadership)}
    cards = {id for one in pack["characters"].values() for id in (one.id, *one.affiliations)}
    naming: dict[type[Any], tuple[str, set[str], str]] = {
        AttackNow: ("attack", attacks, "the id of an attack"),
        LendAttack: ("attack", attacks, "the id of an attack"),
        AttackBy: ("attack_by", attacks, "the id of an attack"),
        Later: ("attacks", attacks, "the id of an attack"),
        Give: ("power", powers, "a keyword or the id of a superpower or an ability"),
        TakeAway: ("power", powers, "a keyword or the id of a superpower or an ability"),
        GainLeadership: ("leadership", leaderships, "the id of a leadership ability"),
        IsOne: ("is_one", cards, "the id of a character or an affiliation"),
        Transform: ("into", {*pack["characters"]}, "the id of a character"),
    }
    for kind, entry, place, part in every:
        if type(part) not in naming:
            continue
        field, known, wish = naming[type(part)]
        given = getattr(part, field) or ()
        for name in (given,) if isinstance(given, str) else given:
            if name not in known and not (type(part) in (Give, TakeAway) and models.is_keyword(name)):
                wish += did_you_mean(nearest(name, known))
                yield Problem(pack.file_of(kind, entry.id), entry.id, f"{place}.{field}", repr(name), wish)


def parts(pack: Pack) -> Iterator[tuple[str, Any, Any, str]]:
    """Everything that has an id: its kind of entry, the entry, the thing, and where in the entry it stands."""
    from rulewright.vocabulary import walk

    for kind in pack.kinds:
        for entry in pack[kind].values():
            for place, part in walk(entry):
                if isinstance(getattr(part, "id", None), str):
                    yield kind, entry, part, f"{place}.id" if place else "id"


def of_others(sheet: SuperpowerSheet) -> bool:
    """Whether a superpower looks at dice of an attack in which its character need not fight."""
    from ..superpowers.moments import FALLEN, MOMENTS

    if sheet.when in OF_OTHERS:
        return True
    moment = MOMENTS.get(sheet.when or "")
    return bool(sheet.apart) and moment is not None and not moment.me and not moment.windows and FALLEN in moment.offers


# Compiling --------------------------------------------------------------------------------------------------


class _Sheets:
    """Makes sheets of the entries, and enters their effects into one table."""

    def __init__(self) -> None:
        from rulewright.vocabulary import Compiler

        self.compiler = Compiler()
        self.attacks: dict[str, AttackSheet] = {}
        self.later: dict[str, str] = {}
        self.of_tactics: set[str] = set()
        self.powers: dict[str, SuperpowerSheet] = {}
        self.leaderships: dict[str, tuple[models.Aura, ...]] = {}
        self.required: dict[str, str] = {}
        self.gifts: dict[str, tuple[str, ...]] = {}
        self.for_leaders: dict[str, tuple[str, ...]] = {}
        self.for_others: dict[str, tuple[str, ...]] = {}
        self.named: dict[str, Words] = {}

    def character(self, card: models.Character) -> CharacterSheet:
        """A character with both sides."""
        healthy = self._side(card.healthy)
        injured = healthy if card.injured is None else self._side(card.injured)
        lead = card.leadership
        if lead is not None:
            self._leadership(lead)
        return CharacterSheet(
            card.id, card.name.words, card.alter_ego, card.threat, card.size, card.base, card.affiliations,
            healthy, injured, "" if lead is None else lead.id, "" if lead is None else lead.affiliation,
        )  # fmt: skip

    def _leadership(self, lead: models.Leadership) -> None:
        """A leadership ability, of a character or of a card."""
        self.leaderships[lead.id] = lead.does
        self.required[lead.id] = lead.affiliation
        self.gifts[lead.id] = (
            lead.id, *self.superpowers(lead.superpowers), *(self.ability(one) for one in lead.abilities)
        )  # fmt: skip
        self.for_leaders[lead.id] = tuple(self.ability(one) for one in lead.own)
        self.for_others[lead.id] = tuple(self.ability(one) for one in lead.others)
        self.named[lead.id] = lead.name.words

    def _side(self, side: models.Side) -> SideSheet:
        attacks = tuple(self._attack(attack) for attack in side.attacks)
        powers = self.superpowers(side.superpowers)
        return SideSheet(
            side.stamina,
            side.speed,
            side.physical,
            side.energy,
            side.mystic,
            attacks,
            powers,
            (*powers, *side.keywords),
        )

    def _attack(self, attack: models.Attack) -> str:
        shape = {"A": "area", "B": "beam"}.get(attack.range[0], "")
        specials = tuple(
            SpecialSheet(
                (one.name or attack.name).words, one.icons, one.when, one.test, one.optional,
                self.compiler.program(one.effects), _apart(one), one.effects, _by_program(one),
            )
            for one in attack.specials
        )  # fmt: skip
        sheet = AttackSheet(
            attack.id, attack.name.words, attack.type, shape, int(attack.range[-1]), attack.strength, attack.cost,
            specials, attack.types, attack.ignores, attack.criticals_only,
        )  # fmt: skip
        self.attacks[attack.id] = sheet
        self.named[attack.id] = sheet.name
        self._later(attack, sheet.name, "attack")
        return attack.id

    def superpowers(self, powers: Iterable[models.Superpower]) -> tuple[str, ...]:
        """Superpowers, by their ids."""
        return tuple(self._superpower(power) for power in powers)

    def _superpower(self, power: models.Superpower) -> str:
        sheet = SuperpowerSheet(
            power.id, power.name.words, power.kind, power.cost, power.action, power.once or "", power.when or "",
            power.range or 0, power.test, self.compiler.program(power.effects), power.does,
            _apart(power) if power.when != "rolled" else _rolled(power),
            power.kind != "innate" or _waits_its_turn(power),
            counted=power.counted,
        )  # fmt: skip
        self._later(power, sheet.name, "superpower")
        return self._enter(sheet)

    def ability(self, ability: models.Ability) -> str:
        """An ability that is no superpower, by its id."""
        sheet = SuperpowerSheet(
            ability.id, ability.name.words, "leadership", ability.cost, False, ability.once or "",
            ability.when or "", ability.range or 0, ability.test, self.compiler.program(ability.effects), (),
            _apart(ability), ability.optional, ability.once is not None and not ability.each,
        )  # fmt: skip
        self._later(ability, sheet.name, "")
        return self._enter(sheet)

    def _enter(self, sheet: SuperpowerSheet) -> str:
        self.powers[sheet.id] = sheet
        self.named[sheet.id] = sheet.name
        return sheet.id

    def _later(self, model: Any, name: Words, sort: str) -> None:
        """What its effects let happen later, as something innate of the same name, and an effect of the same sort."""
        from rulewright.vocabulary import walk

        from ..effects.later import Later

        for later in (part for _, part in walk(model) if isinstance(part, Later)):
            self.powers[later.id] = SuperpowerSheet(
                later.id, name, "innate", 0, False, "game" if later.once else "", later.when, 0, later.test,
                self.compiler.program(later.effects), (), _apart(later), _waits_its_turn(later),
            )  # fmt: skip
            self.named[later.id] = name
            self.later[later.id] = sort

    def tactic(self, card: models.Tactic) -> TacticSheet:
        """A team tactic card."""
        program = self.compiler.program(card.effects)
        self._later(card, card.name.words, "")
        self.of_tactics.update(self._attack(one) for one in card.attacks)
        self.superpowers(card.superpowers)
        for ability in card.abilities:
            self.ability(ability)
        if card.leadership is not None:
            self._leadership(card.leadership)
        return TacticSheet(
            card.id, card.name.words, card.affiliation or "", card.when or "", card.cost, card.costs, program,
            _apart(card), card.by, card.range or 0, card.test, card.least, card.most, card.together,
            card.action, card.around,
        )  # fmt: skip

    def crisis_effects(self, card: models.Crisis) -> tuple[CrisisEffectSheet, ...]:
        """The effects of a crisis card."""
        return tuple(
            CrisisEffectSheet(
                one.when, one.whom, self.compiler.program(one.effects), one.test, one.in_turn, one.follows
            )
            for one in card.effects
        )

    def token_texts(self, cards: Iterable[models.Crisis], field: str) -> dict[str, TokenTextSheet]:
        """What crises say of their tokens in a field, by crisis."""
        found = {one.id: text for one in cards if (text := getattr(one, field)) is not None}
        return {id: TokenTextSheet(self.compiler.program(text.effects), text.test) for id, text in found.items()}


def _apart(model: Any, *but: type) -> Looks:
    """What a text tells apart: by what its effects, amounts and conditions, but for some, say of themselves."""
    from rulewright.vocabulary import walk

    parts = [part for _, part in walk(model)]
    rollers = {id(inner): roller for part in parts for inner, roller in _by_roller(part)}
    looking = (part for part in parts if hasattr(part, "apart") and not isinstance(part, but))
    looks = ((part, pool, icons) for part in looking for pool, icons in part.apart())
    return tuple((of_roller(pool, rollers.get(id(part), "")), icons) for part, pool, icons in looks)


def _by_roller(part: Any) -> Iterator[tuple[Any, str]]:
    """What happens only if the character of a text rolls one of both pools of an attack, or a dodge, with which."""
    from rulewright.vocabulary import If, walk

    if isinstance(part, If):
        held: Sequence[Any] = part.then
    else:
        held = (part.test, *getattr(part, "effects", ())) if getattr(part, "test", None) is not None else ()
    rolled = _must_roll(part.test) if held else None
    if rolled is not None and not rolled >= {"attack", "defense"}:
        roller = next(iter(rolled - {"dodge"}), "dodge")
        yield from ((inner, roller) for one in held for _, inner in walk(one))


def _must_roll(test: Any) -> set[str] | None:
    """One of which kinds of dice the character of a text must roll for a condition; None where it does not matter."""
    from rulewright.vocabulary import AllTrue

    from ..effects.fights import Rolls

    if isinstance(test, Rolls) and test.who == "self":
        return {*test.rolls}
    found = (_must_roll(one) for one in test.all) if isinstance(test, AllTrue) else ()
    return next((one for one in found if one is not None), None)


def _by_program(special: models.Special) -> Looks:
    """What a special rule tells apart besides its icons, but for what players say by hand."""
    from ..effects import ByHand

    return _apart(special, type(special), ByHand)


def _rolled(model: Any) -> Looks:
    """What a text tells apart that looks at what its character has rolled, whatever that was."""
    from rulewright.vocabulary import walk

    from ..effects.amounts import Faces

    return tuple(("own", part.icons) for _, part in walk(model) if isinstance(part, Faces))
