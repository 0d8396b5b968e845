"""Before the game: the battlefield, priority, edges, deployment, and the leadership abilities."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from random import Random
from typing import TYPE_CHECKING, Any, Final

from rulewright import (
    CHANCE,
    Context,
    Loop,
    Pick,
    Procedure,
    Request,
    Roll,
    SetupError,
    ask_which,
    choose,
    rule,
)
from rulewright.field.inches import SetUp
from rulewright.geometry.irrational import scalar
from rulewright.geometry.plane import Circle, Model, Pose
from rulewright.geometry.plane.place import Near, OnOrOff, SetupPolicy

from ..events.before import BattlefieldBuilt, Deployed, EdgeChosen, LeaderAnnounced, TerrainMoved, TokensLaid
from ..events.rounds import PlayerEffects, PriorityRolled, PriorityTaken
from ..leaderships import is_led, lead, may_lead
from ..space.battlefield import DEPLOYMENT, OPPOSITE, TABLE
from ..space.faults import DEPLOYING
from ..space.hints import places_to_deploy
from ..space.tools import BOARD
from ..state import SEATS, Battlefield, Mission, Squad, Terrain
from ..terms import characters_of, game_dice
from .checks import check
from .mission import (
    MISSION,
    MOST_TACTICS,
    NAMED_MISSION,
    NAMED_SQUADS,
    SQUADS,
    affiliations_of,
    compatible,
    filled,
    missions,
    reveal,
    threat_of,
    usable,
)
from .terrain import SCATTERED, Feature, features_of, overlap, piece, to_edge

if TYPE_CHECKING:
    from shapely.geometry import Polygon

    from rulewright import Event, Game, Steps

    from ..cards.loading import Book

PRIORITY_DICE: Final = 5
UNMOVABLE: Final = 6
"""The size of terrain that gives way to tokens."""
SCATTERINGS: Final = 100
"""So many scattered layouts there are to be drawn from."""


@rule("overview.players", "mission.tracker", "stat-card.sides")
def lay_table(state: Battlefield, setup: Any, book: Book) -> None:
    """Two squads of which nothing is known yet, and no mission.

    Raises SetupError with everything that does not fit the content, or the rules for rosters, squads and terrain.
    """
    check(setup, book)
    for seat in SEATS:
        state.squads.add(Squad(seat, seat))
    state.mission.add(Mission(0))


@rule("battlefield.first", "battlefield.terrain-agree")
def build_battlefield(game: Game, context: Any) -> Steps:
    """The terrain of the layout that the setup names, or that is drawn: before anyone decides anything."""
    layout, book = game.setup.layout, game.content
    if not layout:
        shipped = tuple(sorted(book["layouts"]))
        (layout,) = yield Pick((*shipped, SCATTERED), 1, CHANCE, "draw_layout", "battlefield.first", stream="setup")
    if layout == SCATTERED:
        numbers = tuple(range(1, SCATTERINGS + 1))
        (number,) = yield Pick(numbers, 1, CHANCE, "draw_layout", "battlefield.first", stream="setup")
        layout = f"{SCATTERED} {number}"
    terrain = tuple((one.kind, one.x, one.y, one.facing) for one in features_of(book, layout))
    yield BattlefieldBuilt(layout, terrain, rule="battlefield.first")


@rule(
    "mission.step-6", "objective.on-terrain", "terrain.size-6-tokens", "terrain.non-interactive",
    "crisis-card.anatomy",
)  # fmt: skip
def lay_tokens(game: Game, context: Any) -> Steps:
    """Step 6: the tokens of both crises lie where their maps say; terrain of size 6 gives way to them."""
    mission = game.state.mission[0]
    for crisis in (mission.secure, mission.extract):
        card = game.content["crises"][crisis]
        spots, goals = (tuple(_by_the_map(game, spot) for spot in some) for some in (card.spots, card.goals))
        yield TokensLaid(crisis, spots, goals, rule="mission.step-6")
    for terrain in list(game.state.terrain.values()):
        if game.content.terrain[terrain.kind].size == UNMOVABLE and (place := _off_tokens(game, terrain)) is not None:
            yield TerrainMoved(str(terrain.id), *place, rule="terrain.size-6-tokens")


@rule("crisis-card.anatomy")
def _by_the_map(game: Game, spot: tuple[float, float]) -> tuple[float, float]:
    """A spot of a map, which has deployment edges in the south and in the north: turned where they are others."""
    x, y = spot
    return (x, y) if game.state.squads[0].edge in ("south", "north") else (y, BOARD - x)


def _off_tokens(game: Game, terrain: Terrain) -> tuple[float, float] | None:
    """The nearest place where a terrain feature overlaps nothing; None where no token lies under it."""
    scene = TABLE(game)
    tokens = [marker.footprint.polygon for marker in scene.markers.values()]
    others = [other.polygon for id, other in scene.pieces.items() if id != terrain.id]

    def ground(x: float, y: float) -> Polygon:
        return piece(game.content, Feature(terrain.kind, x, y, terrain.facing)).polygon

    if not any(overlap(ground(terrain.x, terrain.y), token) for token in tokens):
        return None
    steps = ((distance / 4, angle * pi / 12) for distance in range(1, 200) for angle in range(24))
    for far, angle in steps:
        x, y = terrain.x + far * scalar.cos(angle), terrain.y + far * scalar.sin(angle)
        here = ground(x, y)
        if to_edge(here) >= 0 and not any(overlap(here, thing) for thing in (*tokens, *others)):
            return x, y
    return None


@rule("priority.roll", "priority.token")
def roll_for_priority(game: Game, context: Any) -> Steps:
    """Five dice each: more successes, then more criticals, wilds, hits; again while all is equal."""
    first = game.setup.priority
    while first is None:
        rolls = []
        for player in game.players:
            faces = yield Roll(game_dice(PRIORITY_DICE), player, "priority", "priority.roll")
            yield PriorityRolled(player, tuple(map(str, faces)), rule="priority.roll")
            counts = [faces.count(icon) for icon in ("critical", "wild", "hit")]
            rolls.append((sum(counts), *counts))
        if rolls[0] != rolls[1]:
            first = int(rolls[1] > rolls[0])
    yield PriorityTaken(first, rule="priority.roll")


@rule("mission.step-5")
def choose_edges(game: Game, context: Any) -> Steps:
    """The player without priority chooses an edge, the other one has the opposite edge."""
    first = game.state.mission[0].priority
    edge = _named_edge(game, 1 - first)
    if not edge:
        edge = yield choose(1 - first, "edge", tuple(DEPLOYMENT), "mission.step-5")
    yield EdgeChosen(1 - first, edge, rule="mission.step-5")
    yield EdgeChosen(first, OPPOSITE[edge], rule="mission.step-5")


def _named_edge(game: Game, player: int) -> str:
    """The edge of a player that the setup names, or that faces the one which it names; empty for none."""
    edges = [squad.edge for squad in game.setup.squads or ()] or ["", ""]
    return str(edges[player] or OPPOSITE.get(edges[1 - player], ""))


# Deployment -------------------------------------------------------------------------------------------------


class Deploying(Context):
    """Whose turn it is to deploy a character."""

    player: int


@rule("deployment.order", "squad.secret")
def next_to_deploy(game: Game, last: Deploying | None) -> Deploying | None:
    """The players deploy one character each in turn, from the player with priority on."""
    waiting = [any(not one.deployed for one in characters_of(game, seat)) for seat in SEATS]
    if not any(waiting):
        return None
    player = game.state.mission[0].priority if last is None else 1 - last.player
    return Deploying(player=player if waiting[player] else 1 - player)


@rule("deployment.order")
def deploy(game: Game, turn: Deploying) -> Steps:
    """A character is set up within range 3 of the edge of its player. Raises SetupError where the setup breaks that."""
    left = [str(one.id) for one in characters_of(game, turn.player) if not one.deployed]
    places = _named_places(game, turn.player)
    id = left[0] if places else (yield from ask_which(turn.player, "deploy", left, "deployment.order"))
    question = place_to_deploy(game, turn.player, id)
    if places:
        x, y = places[id]
        if wrong := question.check(((id, x, y),)):
            where = f"squads[{turn.player}].places: {id} cannot stand at {x:g}, {y:g}"
            raise SetupError("setup of crisis_protocol", [f"{where} ({one.rule})" for one in wrong])
    else:
        ((_, x, y, *_),) = yield Request(turn.player, "deploy_at", question, "deployment.order", {"character": id})
    yield Deployed(id, x, y, rule="deployment.order")


def _named_places(game: Game, player: int) -> dict[str, tuple[float, float]]:
    """Where the setup deploys the characters of a squad, by their ids; empty where that is played."""
    if game.setup.squads is None or not game.setup.squads[player].places:
        return {}
    ids = [str(one.id) for one in characters_of(game, player)]
    return dict(zip(ids, game.setup.squads[player].places, strict=True))


def place_to_deploy(game: Game, player: int, id: str) -> SetUp:
    """Where a character may be set up, on terrain too: some of its base within range 3 of the edge."""
    one = game.state.characters[id]
    base = Circle(game.content.characters[one.card].base)
    model = Model(id, base, Pose(BOARD / 2, BOARD / 2), side=player)
    policy = SetupPolicy((OnOrOff(), Near((f"{game.state.squads[player].edge} edge",), wholly=False)))
    hints = game.on_demand(places_to_deploy, player, id)
    return SetUp(TABLE(game), (model,), policy, DEPLOYING, names=game.content.names, hints=hints)


DEPLOYING_SQUADS: Final = Loop("deployment", next_to_deploy, [deploy])


# Leaderships ------------------------------------------------------------------------------------------------


@rule("affiliation.leadership", "leadership.active", "note.leadership-choice")
def announce_leaders(game: Game, context: Any) -> Steps:
    """Each player announces one leadership ability that the affiliation of the squad allows, unless a text has done so;
    of two that a character has the player says which one."""
    for player in _priority_first(game):
        found = {str(one.id): may_lead(game, str(one.id)) for one in characters_of(game, player)}
        leaders = {game.state.characters[id].card: id for id, abilities in found.items() if abilities}
        if not leaders or is_led(game, player):
            continue
        named = game.setup.squads[player].leader if game.setup.squads else ""
        card = named
        if named not in leaders:
            card = yield from ask_which(player, "leader", list(leaders), "affiliation.leadership")
        leader = leaders[card]
        ability = yield from ask_which(player, "leadership", found[leader], "affiliation.leadership")
        yield LeaderAnnounced(player, leader, rule="affiliation.leadership")
        yield list(lead(game, player, leader, ability))


@rule("tactic-card.reactive")
def after_revealing(game: Game, context: Any) -> Event | None:
    """What players may do when the squads are revealed, if any text speaks of that."""
    told = "squads revealed" in game.content.moments
    return PlayerEffects("revealed", rule="tactic-card.reactive") if told else None


@rule("tactic-card.reactive")
def after_deployment(game: Game, context: Any) -> Event | None:
    """What players may do when all characters are deployed, if any text speaks of that."""
    told = "squads deployed" in game.content.moments
    return PlayerEffects("deployed", rule="tactic-card.reactive") if told else None


@rule("tactic-card.reactive")
def after_selecting(game: Game, context: Any) -> Event | None:
    """What players may do when leadership abilities are selected, if any text speaks of that."""
    told = "leaders selected" in game.content.moments
    return PlayerEffects("led", rule="tactic-card.reactive") if told else None


def _priority_first(game: Game) -> tuple[int, int]:
    first = int(game.state.mission[0].priority)
    return first, 1 - first


OPENING: Final = Procedure(
    "opening",
    [
        build_battlefield, roll_for_priority, MISSION, NAMED_MISSION, choose_edges, lay_tokens,
        SQUADS, NAMED_SQUADS, reveal, after_revealing, DEPLOYING_SQUADS, after_deployment, announce_leaders,
        after_selecting,
    ],
)  # fmt: skip


# Any setup --------------------------------------------------------------------------------------------------


def sample_setup(book: Book, rng: Random) -> Mapping[str, Any]:
    """All of it drawn; or two squads and a mission; or two rosters, where there is enough for them."""
    how = rng.choice(("drawn", "named", "rosters", "rosters"))
    readings = {
        "passing": rng.choice(("more tokens", "fewer to activate")),
        "control": rng.choice(("lasts", "while near")),
        "cover": rng.choice(("any line", "centre line")),
        **{reading: rng.random() < 0.5 for reading in ("dazed_collide", "may_end_wholly_on", "to_the_far_end")},
        "tool_width": rng.choice((0.8, 0.0)),
    }
    if how == "rosters" and (rosters := [_any_roster(book, rng) for _ in SEATS])[0] is not None:
        return {"rosters": tuple(rosters), **readings}
    return {**readings, **(_any_squads(book, rng) if how == "named" else {})}


def _any_roster(book: Book, rng: Random) -> dict[str, Any] | None:
    """Ten characters of different alter egos, eight cards, three crises of each type; None where there are too few, or
    two of the cards cannot be included together."""
    cards = rng.sample(sorted(book.characters), len(book.characters))
    by_ego = {book.characters[id].alter_ego: id for id in cards}
    decks = {"characters": list(by_ego.values()), "tactics": sorted(book.tactics)}
    decks |= {kind: book.crises_of(kind) for kind in ("secure", "extract")}
    if any(len(decks[field]) < count for field, count in ROSTER.items()):
        return None
    drawn = {field: tuple(rng.sample(decks[field], count)) for field, count in ROSTER.items()}
    return drawn if len(compatible(book, drawn["tactics"])) == ROSTER["tactics"] else None


ROSTER: Final = {"characters": 10, "tactics": 8, "secure": 3, "extract": 3}
"""What a roster has (roster.contents)."""


def _any_squads(book: Book, rng: Random) -> dict[str, Any]:
    """A mission, and for each player a squad that its threat allows, with an affiliation where it has one."""
    from ..book.choices import Setup

    mission = rng.choice(missions(book, Setup.model_validate({})))
    squads = []
    for _ in SEATS:
        order = rng.sample(sorted(book.characters), len(book.characters))
        wanted = rng.choice(["", *sorted({group for card in order for group in book.characters[card].affiliations})])
        cards = filled(book, order, wanted, threat_of(book, mission))
        affiliation = wanted if wanted in affiliations_of(book, cards) else ""
        tactics = usable(book, sorted(book.tactics), affiliation)
        chosen = compatible(book, rng.sample(tactics, min(MOST_TACTICS, len(tactics))))
        squads.append({"characters": cards, "affiliation": affiliation, "tactics": chosen})
    secure, extract, threat = mission
    return {"squads": tuple(squads), "secure": secure, "extract": extract, "threat": threat}
