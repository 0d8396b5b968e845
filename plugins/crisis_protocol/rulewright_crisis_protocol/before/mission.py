"""Building the mission in its six steps, and choosing squads in secret.

With rosters the players build both. Without, the setup names them, and what it leaves open is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import CHANCE, Options, Pick, Procedure, Request, Subset, Together, Violation, choose, rule
from rulewright.flow import Step

from ..events.before import (
    AffiliationChosen,
    CharactersChosen,
    CrisesDrawn,
    MissionSet,
    SquadRevealed,
    TacticsChosen,
    ThreatChosen,
)
from ..state import SEATS

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..book.sheets import CharacterSheet
    from ..cards.loading import Book

DRAWN: Final = 2
MOST_CHARACTERS: Final = 10
MOST_TACTICS: Final = 5
TYPES: Final = ("secure", "extract")


def has_rosters(game: Game) -> bool:
    """Whether crises and squads are chosen from rosters; else the setup names them."""
    return game.setup.rosters is not None


def names_all(game: Game) -> bool:
    """Whether nothing is chosen in play: the setup names mission and squads, or they are drawn."""
    return not has_rosters(game)


# The mission ------------------------------------------------------------------------------------------------


@rule("mission.step-1", "mission.step-2", "mission.cards", "mission.example", "mission.secure", "mission.extract")
def draw_crises(game: Game, context: Any) -> Steps:
    """Steps 1 and 2: who has priority draws two cards of the type that it chooses, the other two of the other type."""
    first = game.state.mission[0].priority
    kind = yield choose(first, "crisis_type", TYPES, "mission.step-1")
    other = next(each for each in TYPES if each != kind)
    for player, mine, id in ((first, kind, "mission.step-1"), (1 - first, other, "mission.step-2")):
        deck = getattr(game.setup.rosters[player], mine)
        cards = yield Pick(tuple(deck), DRAWN, CHANCE, "draw_crises", id, {"player": player}, stream="setup")
        yield CrisesDrawn(player, mine, tuple(cards), rule=id)


@rule("mission.step-3", "mission.cards", "mission.composition")
def choose_crises(game: Game, context: Any) -> Steps:
    """Step 3: each player chooses one of the two in secret; both are revealed at the same time."""
    chosen = yield _secretly("crisis", "mission.step-3", [Options(game.state.squads[seat].drawn) for seat in SEATS])
    by_type = {game.content["crises"][id].type: id for id in chosen}
    yield MissionSet(by_type["secure"], by_type["extract"], rule="mission.step-3")


@rule("mission.step-4", "note.threat-of-priority", "squad.crisis-limit")
def choose_threat(game: Game, context: Any) -> Steps:
    """Step 4: who has priority chooses which card's maximum threat counts."""
    mission = game.state.mission[0]
    threats = {crisis: game.content["crises"][crisis].threat for crisis in (mission.secure, mission.extract)}
    crisis = mission.secure
    if len(set(threats.values())) > 1:
        crisis = yield choose(mission.priority, "threat", tuple(threats), "mission.step-4")
    yield ThreatChosen(crisis, threats[crisis], rule="mission.step-4")


def missions(book: Book, setup: Any) -> list[tuple[str, str, str]]:
    """The missions that a setup leaves open: secure card, extract card, and which of them says the threat."""
    secures = [setup.secure] if setup.secure else book.crises_of("secure")
    extracts = [setup.extract] if setup.extract else book.crises_of("extract")
    kinds = [setup.threat] if setup.threat else TYPES
    return [(secure, extract, kind) for secure in secures for extract in extracts for kind in kinds]


@rule("mission.step-4", "crisis-card.anatomy", "squad.crisis-limit")
def threat_of(book: Book, mission: tuple[str, str, str]) -> int:
    """The maximum threat of a mission: that of the card which was chosen for it."""
    secure, extract, kind = mission
    return int(book["crises"][secure if kind == "secure" else extract].threat)


def most_threat(book: Book, setup: Any) -> int:
    """The threat of the larger of the squads that a setup names; 0 where it names none."""
    totals = [sum(book.characters[card].threat for card in squad.characters) for squad in setup.squads or ()]
    return max(totals, default=0)


@rule("mission.composition")
def draw_mission(game: Game, context: Any) -> Steps:
    """Without rosters: one of the missions that the setup leaves open and that allows the squads which it names."""
    book, setup = game.content, game.setup
    fitting = [one for one in missions(book, setup) if threat_of(book, one) >= most_threat(book, setup)]
    mission = fitting[0]
    if len(fitting) > 1:
        (mission,) = yield Pick(tuple(fitting), 1, CHANCE, "draw_mission", "mission.composition", stream="setup")
    secure, extract, kind = mission
    yield MissionSet(secure, extract, rule="mission.composition")
    crisis = secure if kind == "secure" else extract
    yield ThreatChosen(crisis, threat_of(book, mission), rule="mission.step-4")


# The squads -------------------------------------------------------------------------------------------------


@rule("squad.threat", "squad.secret")
def choose_characters(game: Game, context: Any) -> Steps:
    """Each player chooses characters of the roster in secret, of at most the threat of the mission."""
    threat = game.state.mission[0].threat
    rosters = [tuple(roster.characters) for roster in game.setup.rosters]
    judge = _within(game.content, threat)
    chosen = yield _secretly("squad", "squad.threat", [Subset(cards, 1, MOST_CHARACTERS, judge) for cards in rosters])
    yield [CharactersChosen(seat, cards, rule="squad.threat") for seat, cards in zip(SEATS, chosen, strict=True)]


def _within(book: Book, most: int) -> Any:
    def judge(answer: tuple[str, ...]) -> Iterator[Violation]:
        threat = sum(book.characters[card].threat for card in answer)
        if threat > most:
            yield Violation("too_much_threat", "squad.threat", threat=threat, most=most)

    return judge


@rule("affiliation.condition", "affiliation.when")
def choose_affiliations(game: Game, context: Any) -> Steps:
    """Each player may use an affiliation to which more than half of the squad belong."""
    found = [affiliations_of(game.content, game.state.squads[seat].chosen) for seat in SEATS]
    chosen = yield _secretly("affiliation", "affiliation.when", [Options(("", *each)) for each in found])
    yield [AffiliationChosen(seat, name, rule="affiliation.when") for seat, name in zip(SEATS, chosen, strict=True)]


@rule("affiliation.condition")
def affiliations_of(book: Book, cards: Sequence[str]) -> list[str]:
    """The affiliations to which more than half of these characters belong; one rogue agent counts for any."""
    sheets = [book.characters[card] for card in cards]
    names = dict.fromkeys(name for sheet in sheets for name in sheet.affiliations)
    return [name for name in names if 2 * _members(sheets, name) > len(sheets)]


def _members(sheets: Sequence[CharacterSheet], affiliation: str) -> int:
    """How many belong to an affiliation, with one rogue agent that does not."""
    members = sum(affiliation in sheet.affiliations for sheet in sheets)
    rogues = (affiliation not in sheet.affiliations and "rogue agent" in sheet.healthy.carries for sheet in sheets)
    return members + any(rogues)


@rule("squad.tactics", "tactic-card.affiliation")
def choose_tactics(game: Game, context: Any) -> Steps:
    """Each player chooses up to five cards of the roster that the squad may use."""
    spaces = []
    for seat in SEATS:
        cards = usable(game.content, game.setup.rosters[seat].tactics, game.state.squads[seat].secret)
        spaces.append(Subset(cards, 0, MOST_TACTICS))
    chosen = yield _secretly("tactics", "squad.tactics", spaces)
    yield [TacticsChosen(seat, cards, rule="squad.tactics") for seat, cards in zip(SEATS, chosen, strict=True)]


@rule("squad.tactics", "tactic-card.affiliation")
def usable(book: Book, cards: Iterable[str], affiliation: str) -> tuple[str, ...]:
    """The team tactic cards that a squad of an affiliation may use: its own ones, and those without any."""
    return tuple(id for id in cards if book.tactics[id].affiliation in ("", affiliation))


@rule("overview.priority-of-rules")
def excluded(book: Book, card: str, others: Iterable[str]) -> list[str]:
    """Which of the others a team tactic card cannot be included with, as its own text or theirs says."""
    printed = book.pack["tactics"]
    name = printed[card].name.en

    def apart(other: str) -> bool:
        return name in printed[other].not_with or printed[other].name.en in printed[card].not_with

    return [other for other in others if apart(other)]


def compatible(book: Book, cards: Iterable[str]) -> tuple[str, ...]:
    """The cards without those that cannot be included with one before them."""
    found: list[str] = []
    for card in cards:
        if not excluded(book, card, found):
            found.append(card)
    return tuple(found)


@rule("squad.threat", "squad.secret", "affiliation.when", "squad.tactics")
def name_squads(game: Game, context: Any) -> Steps:
    """Without rosters: each player has the squad that the setup names, or one that is drawn."""
    for seat in SEATS:
        if game.setup.squads is None:
            cards, affiliation, tactics = yield from _draw_squad(game)
        else:
            squad = game.setup.squads[seat]
            cards, affiliation, tactics = squad.characters, squad.affiliation, squad.tactics
        yield CharactersChosen(seat, cards, rule="squad.threat")
        yield AffiliationChosen(seat, affiliation, rule="affiliation.when")
        yield TacticsChosen(seat, tactics, rule="squad.tactics")


def _draw_squad(game: Game) -> Steps:
    """An affiliation, as many of its characters as the threat allows, others for the rest; and five cards."""
    book = game.content
    (wanted,) = yield Pick(_leading(book), 1, CHANCE, "draw_affiliation", "affiliation.when", stream="setup")
    every = tuple(sorted(book.characters))
    order = yield Pick(every, len(every), CHANCE, "draw_squad", "squad.threat", ordered=True, stream="setup")
    squad = filled(book, order, wanted, game.state.mission[0].threat)
    affiliation = wanted if wanted in affiliations_of(book, squad) else ""
    cards = usable(book, sorted(book.tactics), affiliation)
    most = min(MOST_TACTICS, len(cards))
    tactics = yield Pick(cards, most, CHANCE, "draw_tactics", "squad.tactics", stream="setup")
    return squad, affiliation, compatible(book, tactics)


def _leading(book: Book) -> tuple[str, ...]:
    """The affiliations that some leadership ability requires; none, where there is none."""
    return tuple(sorted({sheet.leads for sheet in book.characters.values() if sheet.leads})) or ("",)


@rule("squad.threat", "stat-card.threat", "roster.alter-ego")
def filled(book: Book, order: Iterable[str], affiliation: str, threat: int) -> tuple[str, ...]:
    """The squad that these characters make, its affiliation first: each is taken whom the threat still allows."""
    squad: list[str] = []
    for card in sorted(order, key=lambda card: affiliation not in book.characters[card].affiliations):
        sheet = book.characters[card]
        if sheet.threat <= threat and sheet.alter_ego not in {book.characters[one].alter_ego for one in squad}:
            squad.append(card)
            threat -= sheet.threat
    return tuple(squad)


@rule("deployment.order", "squad.secret", "tactic-card.open")
def reveal(game: Game, context: Any) -> list[SquadRevealed]:
    """Both squads and their cards are revealed."""
    squads = [game.state.squads[seat] for seat in SEATS]
    both = set(squads[0].chosen) & set(squads[1].chosen)
    return [
        SquadRevealed(
            squad.player, tuple(f"{card}#{squad.player + 1}" if card in both else card for card in squad.chosen),
            squad.chosen, squad.secret, squad.cards, rule="deployment.order",
        )
        for squad in squads
    ]  # fmt: skip


@rule("mission.step-3", "squad.secret")
def _secretly(ask: str, id: str, spaces: Sequence[Any]) -> Together:
    """Both players choose, neither knowing what the other one does."""
    return Together(tuple(Request(seat, ask, space, id) for seat, space in zip(SEATS, spaces, strict=True)))


MISSION: Final = Procedure("mission", [draw_crises, choose_crises, choose_threat], when=has_rosters)
NAMED_MISSION: Final = Step(draw_mission, when=names_all)
SQUADS: Final = Procedure("squads", [choose_characters, choose_affiliations, choose_tactics], when=has_rosters)
NAMED_SQUADS: Final = Step(name_squads, when=names_all)
