"""Building the mission in its six steps, and choosing squads from rosters in secret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright import CHANCE, Options, Pick, Procedure, Request, Subset, Together, Violation, choose, rule

from .events import AffiliationChosen, CharactersChosen, CrisesDrawn, MissionSet, SquadRevealed, TacticsChosen

from .events import ThreatChosen  # isort: skip
from .state import SEATS

if TYPE_CHECKING:
    from rulewright import Game, Position, Steps

    from .book import Book

DRAWN: Final = 2
MOST_CHARACTERS: Final = 10
MOST_TACTICS: Final = 5
TYPES: Final = ("secure", "extract")


def has_rosters(game: Game) -> bool:
    """Whether crises and squads are chosen from rosters; else the setup names them."""
    return game.setup.rosters is not None


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


@rule("mission.step-3", "mission.cards", "mission.composition", "mission.cards-visible")
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


@rule("affiliation.condition", "affiliation.when", "affiliation.shorthand")
def choose_affiliations(game: Game, context: Any) -> Steps:
    """Each player may use an affiliation to which more than half of the squad belong."""
    found = [affiliations_of(game, game.state.squads[seat].chosen) for seat in SEATS]
    chosen = yield _secretly("affiliation", "affiliation.when", [Options(("", *each)) for each in found])
    yield [AffiliationChosen(seat, name, rule="affiliation.when") for seat, name in zip(SEATS, chosen, strict=True)]


@rule("affiliation.condition", "affiliation.shorthand")
def affiliations_of(position: Position, cards: Sequence[str]) -> list[str]:
    """The affiliations to which more than half of these characters belong."""
    sheets = [position.content.characters[card] for card in cards]
    names = dict.fromkeys(name for sheet in sheets for name in sheet.affiliations)
    return [name for name in names if 2 * sum(name in sheet.affiliations for sheet in sheets) > len(sheets)]


@rule("squad.tactics", "tactic-card.affiliation")
def choose_tactics(game: Game, context: Any) -> Steps:
    """Each player chooses up to five cards of the roster that the squad may use."""
    spaces = []
    for seat in SEATS:
        own = game.state.squads[seat].secret
        cards = [id for id in game.setup.rosters[seat].tactics if game.content.tactics[id].affiliation in ("", own)]
        spaces.append(Subset(tuple(cards), 0, MOST_TACTICS))
    chosen = yield _secretly("tactics", "squad.tactics", spaces)
    yield [TacticsChosen(seat, cards, rule="squad.tactics") for seat, cards in zip(SEATS, chosen, strict=True)]


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


def _secretly(ask: str, id: str, spaces: Sequence[Any]) -> Together:
    return Together(tuple(Request(seat, ask, space, id) for seat, space in zip(SEATS, spaces, strict=True)))


MISSION: Final = Procedure("mission", [draw_crises, choose_crises, choose_threat], when=has_rosters)
SQUADS: Final = Procedure("squads", [choose_characters, choose_affiliations, choose_tactics], when=has_rosters)
