"""Before the game: what lies on the table, priority, edges, deployment, and the leadership abilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import cos, pi, sin
from random import Random
from typing import TYPE_CHECKING, Any, Final

from rulewright import (
    FOREVER,
    Context,
    EffectKind,
    Loop,
    Procedure,
    Request,
    Roll,
    SetupError,
    begin_effect,
    choose,
    rule,
)
from rulewright.field.inches import SetUp
from rulewright.geometry import TOLERANCE
from rulewright.geometry.plane import Circle, Model, Pose
from rulewright.geometry.plane.place import Near, OnOrOff, SetupPolicy
from rulewright.problems import did_you_mean, nearest

from .events import Deployed, EdgeChosen, LeaderAnnounced, PriorityTaken, TerrainMoved, TokensLaid
from .mission import MISSION, MOST_TACTICS, SQUADS, reveal
from .space_rules import DEPLOYING
from .state import SEATS, Battlefield, Mission, Squad, Terrain
from .terms import DIE, characters_of
from .tools import BOARD
from .world import DEPLOYMENT, TABLE

if TYPE_CHECKING:
    from rulewright import Event, Game, Steps

    from .book import Book

PRIORITY_DICE: Final = 5
UNMOVABLE: Final = 6
"""The size of terrain that gives way to tokens."""


def setup_model() -> Any:
    """The model of the setup, read when it is first needed."""
    from .setup_model import Setup

    return Setup


@rule("battlefield.first", "mission.composition", "mission.cards-visible", "stat-card.sides", "squad.threat")
def lay_table(state: Battlefield, setup: Any, book: Book) -> None:
    """The terrain, and two squads of which nothing is known yet unless the setup names them.

    Raises SetupError with everything that does not fit the content or the rules for rosters and squads.
    """
    checks = (_unknown, _roster_faults) if setup.rosters is not None else (_unknown, _against_the_rules)
    for check in checks:
        if problems := [*check(setup, book)]:
            raise SetupError("setup of crisis_protocol", problems)
    for number, feature in enumerate(book["layouts"][setup.layout].terrain, 1):
        (x, y) = feature.at
        state.terrain.add(Terrain(f"{feature.kind}#{number}", feature.kind, x, y, feature.facing))
    for seat in SEATS:
        squad = setup.squads[seat]
        known = setup.rosters is None
        cards, affiliation, tactics = (squad.characters, squad.affiliation, squad.tactics) if known else ((), "", ())
        state.squads.add(Squad(seat, seat, chosen=tuple(cards), secret=affiliation, cards=tuple(tactics)))
    if setup.rosters is None:
        state.mission.add(Mission(0, setup.secure, setup.extract, threat_of(setup, book)))
    else:
        state.mission.add(Mission(0))


@rule("mission.step-6", "objective.on-terrain", "terrain.size-6-tokens", "objective.no-size", "terrain.non-interactive")
def lay_tokens(game: Game, context: Any) -> Steps:
    """Step 6: the tokens of both crises lie where their cards say; terrain of size 6 gives way to them."""
    mission = game.state.mission[0]
    for crisis in (mission.secure, mission.extract):
        yield TokensLaid(crisis, tuple(game.content["crises"][crisis].spots), rule="mission.step-6")
    for terrain in list(game.state.terrain.values()):
        if game.content.terrain[terrain.kind].size == UNMOVABLE and (place := _off_tokens(game, terrain)) is not None:
            yield TerrainMoved(str(terrain.id), *place, rule="terrain.size-6-tokens")


def _off_tokens(game: Game, terrain: Terrain) -> tuple[float, float] | None:
    """The nearest place where a terrain feature overlaps no token; None where it overlaps none as it is."""
    kind = game.content.terrain[terrain.kind]
    tokens = [marker.footprint.polygon for marker in TABLE(game).markers.values()]

    def overlaps(x: float, y: float) -> bool:
        ground = kind.piece("", x, y, terrain.facing).polygon
        return any(ground.intersection(token).area > TOLERANCE for token in tokens)

    if not overlaps(terrain.x, terrain.y):
        return None
    steps = ((distance / 4, angle * pi / 12) for distance in range(1, 80) for angle in range(24))
    tried = ((terrain.x + far * cos(angle), terrain.y + far * sin(angle)) for far, angle in steps)
    return next(place for place in tried if not overlaps(*place))


def _unknown(setup: Any, book: Book) -> Iterator[str]:
    """Names that nothing in the content has, with the nearest ones."""
    yield from _named("secure", [setup.secure], _of_type(book, "secure"))
    yield from _named("extract", [setup.extract], _of_type(book, "extract"))
    yield from _named("layout", [setup.layout], book["layouts"])
    for seat, roster in enumerate(setup.rosters or ()):
        for field, known in (
            ("characters", book.characters),
            ("tactics", book.tactics),
            ("secure", _of_type(book, "secure")),
            ("extract", _of_type(book, "extract")),
        ):
            yield from _named(f"rosters[{seat}].{field}", getattr(roster, field), known)
    for seat, squad in enumerate(setup.squads if setup.rosters is None else ()):
        yield from _named(f"squads[{seat}].characters", squad.characters, book.characters)
        yield from _named(f"squads[{seat}].tactics", squad.tactics, book.tactics)


def _named(field: str, given: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    names = sorted(known)
    for name in given:
        if name not in names:
            yield f"{field}: there is no {name!r}{did_you_mean(nearest(name, names))}; there are {', '.join(names)}"


def _of_type(book: Book, kind: str) -> list[str]:
    return [one.id for one in book["crises"].values() if one.type == kind]


@rule("roster.contents", "roster.alter-ego", "roster.any-characters", "roster.tactics", "roster.crises")
def _roster_faults(setup: Any, book: Book) -> Iterator[str]:
    """What forbids a roster: an alter ego twice, or a card twice; how many there are, the model of the setup says."""
    for seat, roster in enumerate(setup.rosters):
        egos = Counter(book.characters[id].alter_ego for id in roster.characters)
        yield from (f"rosters[{seat}]: {who} is there twice (roster.alter-ego)" for who in egos if egos[who] > 1)
        for field, id in (("tactics", "roster.tactics"), ("secure", "roster.crises"), ("extract", "roster.crises")):
            counts = Counter(getattr(roster, field))
            yield from (
                f"rosters[{seat}].{field}: {card!r} is there twice ({id})" for card in counts if counts[card] > 1
            )


@rule("mission.step-4", "crisis-card.anatomy", "squad.crisis-limit")
def threat_of(setup: Any, book: Book) -> int:
    """The maximum threat: that of the card which the player with priority chose."""
    return int(book["crises"][setup.secure if setup.threat == "secure" else setup.extract].threat)


@rule(
    "squad.threat", "roster.alter-ego", "affiliation.condition", "affiliation.shorthand", "squad.tactics",
    "tactic-card.affiliation", "roster.tactics",
)  # fmt: skip
def _against_the_rules(setup: Any, book: Book) -> Iterator[str]:
    """What forbids a squad: its threat, an alter ego twice, an affiliation too few have, cards it may not use."""
    most = threat_of(setup, book)
    for seat, squad in enumerate(setup.squads):
        where = f"squads[{seat}]"
        cards = [book.characters[id] for id in squad.characters]
        threat = sum(card.threat for card in cards)
        if threat > most:
            yield f"{where}.characters: threat {threat}, and the mission allows {most} (squad.threat)"
        for who in sorted({card.alter_ego for card in cards}):
            if sum(card.alter_ego == who for card in cards) > 1:
                yield f"{where}.characters: {who} is there twice (roster.alter-ego)"
        members = sum(squad.affiliation in card.affiliations for card in cards)
        if squad.affiliation and 2 * members <= len(cards):
            few = f"{members} of {len(cards)} belong to {squad.affiliation!r}"
            yield f"{where}.affiliation: {few}, not more than half (affiliation.condition)"
        for id in squad.tactics:
            if (wanted := book.tactics[id].affiliation) and wanted != squad.affiliation:
                yield f"{where}.tactics: {id!r} needs the affiliation {wanted!r} (tactic-card.affiliation)"
            if squad.tactics.count(id) > 1:
                yield f"{where}.tactics: {id!r} is there twice (roster.tactics)"


@rule("priority.roll", "priority.token")
def roll_for_priority(game: Game, context: Any) -> Steps:
    """Five dice each: more successes, then more criticals, wilds, hits; again while all is equal."""
    while True:
        rolls = []
        for player in game.players:
            faces = yield Roll((DIE,) * PRIORITY_DICE, player, "priority", "priority.roll")
            counts = [faces.count(icon) for icon in ("critical", "wild", "hit")]
            rolls.append((sum(counts), *counts))
        if rolls[0] != rolls[1]:
            yield PriorityTaken(int(rolls[1] > rolls[0]), rule="priority.roll")
            return


@rule("mission.step-5")
def choose_edges(game: Game, context: Any) -> Steps:
    """The player without priority chooses an edge, the other one has the opposite edge."""
    first = game.state.mission[0].priority
    edge = yield choose(1 - first, "edge", tuple(DEPLOYMENT), "mission.step-5")
    other = next(name for name in DEPLOYMENT if name != edge)
    yield EdgeChosen(1 - first, edge, rule="mission.step-5")
    yield EdgeChosen(first, other, rule="mission.step-5")


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
    """A character is set up within range 3 of the edge of its player."""
    left = [str(one.id) for one in characters_of(game, turn.player) if not one.deployed]
    id = left[0] if len(left) == 1 else (yield choose(turn.player, "deploy", left, "deployment.order"))
    question = place_to_deploy(game, turn.player, id)
    ((_, x, y, *_),) = yield Request(turn.player, "deploy_at", question, "deployment.order", {"character": id})
    yield Deployed(id, x, y, rule="deployment.order")


def place_to_deploy(game: Game, player: int, id: str) -> SetUp:
    """Where a character may be set up, on terrain too: some of its base within range 3 of the edge."""
    one = game.state.characters[id]
    base = Circle(game.content.characters[one.card].base)
    model = Model(id, base, Pose(BOARD / 2, BOARD / 2), side=player)
    policy = SetupPolicy((OnOrOff(), Near((f"{game.state.squads[player].edge} edge",), wholly=False)))
    return SetUp(TABLE(game), (model,), policy, DEPLOYING, names=game.content.names)


DEPLOYING_SQUADS: Final = Loop("deployment", next_to_deploy, [deploy])


# Leaderships ------------------------------------------------------------------------------------------------

LEADERSHIP: Final = EffectKind("leadership")


@rule("affiliation.leadership", "leadership.active", "note.leadership-choice", "affiliation.when")
def announce_leaders(game: Game, context: Any) -> Steps:
    """Each player announces one leadership ability that the affiliation of the squad allows."""
    for player in _priority_first(game):
        squad = game.state.squads[player]
        leaders = [
            str(one.id)
            for one in characters_of(game, player)
            if (lead := game.content.characters[one.card]).leadership and lead.leads == squad.affiliation
        ]
        if leaders:
            leader = leaders[0]
            if len(leaders) > 1:
                leader = yield choose(player, "leader", leaders, "affiliation.leadership")
            yield LeaderAnnounced(player, leader, rule="affiliation.leadership")
            yield list(_led(game, player, leader))


@rule("leadership.active", "leadership.example")
def _led(game: Game, player: int, leader: str) -> Iterator[Event]:
    """Every character of the squad has the ability as long as the leader is on the battlefield."""
    ability = game.content.characters[game.state.characters[leader].card].leadership
    for one in characters_of(game, player):
        yield begin_effect(
            game, LEADERSHIP.name, FOREVER, source=("characters", leader), target=("characters", one.id),
            player=player, data={"gives": ability}, rule="leadership.active",
        )  # fmt: skip


def _priority_first(game: Game) -> tuple[int, int]:
    first = int(game.state.mission[0].priority)
    return first, 1 - first


OPENING: Final = Procedure(
    "opening",
    [roll_for_priority, MISSION, choose_edges, lay_tokens, SQUADS, reveal, DEPLOYING_SQUADS, announce_leaders],
)


# Any setup --------------------------------------------------------------------------------------------------


def sample_setup(book: Book, rng: Random) -> Mapping[str, Any]:
    """Two squads within the threat of one of the crises and a mission; or two rosters, where there is enough."""
    readings = {
        "layout": rng.choice(sorted(book["layouts"])),
        "passing": rng.choice(("more tokens", "fewer to activate")),
        "cover": rng.choice(("any line", "centre line")),
        **{reading: rng.random() < 0.5 for reading in ("dazed_collide", "may_end_wholly_on", "to_the_far_end")},
        "tool_width": rng.choice((0.8, 0.0)),
    }
    if rng.random() < 0.5 and (rosters := [_any_roster(book, rng) for _ in SEATS])[0] is not None:
        return {"rosters": tuple(rosters), **readings}
    secure, extract = (rng.choice(sorted(_of_type(book, kind))) for kind in ("secure", "extract"))
    chosen = rng.choice(("secure", "extract"))
    threat = book["crises"][secure if chosen == "secure" else extract].threat
    squads = tuple(_any_squad(book, threat, rng) for _ in SEATS)
    return {"squads": squads, "secure": secure, "extract": extract, "threat": chosen, **readings}


def _any_roster(book: Book, rng: Random) -> dict[str, Any] | None:
    """Ten characters of different alter egos, eight cards, three crises of each type; None where there are too few."""
    cards = rng.sample(sorted(book.characters), len(book.characters))
    by_ego = {book.characters[id].alter_ego: id for id in cards}
    decks = {"characters": list(by_ego.values()), "tactics": sorted(book.tactics)}
    decks |= {kind: sorted(_of_type(book, kind)) for kind in ("secure", "extract")}
    if any(len(decks[field]) < count for field, count in ROSTER.items()):
        return None
    return {field: tuple(rng.sample(decks[field], count)) for field, count in ROSTER.items()}


ROSTER: Final = {"characters": 10, "tactics": 8, "secure": 3, "extract": 3}
"""What a roster has (roster.contents)."""


def _any_squad(book: Book, threat: int, rng: Random) -> dict[str, Any]:
    cards = sorted(book.characters)
    rng.shuffle(cards)
    chosen: list[str] = []
    names: set[str] = set()
    for card in cards:
        sheet = book.characters[card]
        if sheet.threat <= threat and sheet.alter_ego not in names:
            chosen.append(card)
            names.add(sheet.alter_ego)
            threat -= sheet.threat
    counts = Counter(group for card in chosen for group in book.characters[card].affiliations)
    usable = ["", *(group for group, count in sorted(counts.items()) if 2 * count > len(chosen))]
    affiliation = rng.choice(usable)
    cards = [id for id, card in sorted(book.tactics.items()) if card.affiliation in ("", affiliation)]
    tactics = rng.sample(cards, min(len(cards), MOST_TACTICS))
    return {"characters": tuple(chosen), "affiliation": affiliation, "tactics": tuple(tactics)}
