"""Whole random games, with log, journal, checkpoints and listeners, beside other systems."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from rulewright import Game, Scripted, new_game
from rulewright.ruleset import Rules

from ..games import duel, skirmish, tictactoe
from ..measure import Absent, Pair, Row, Tools, rate
from ..peers import catan, openspiel, plain, shared
from ..peers.boardgameio import BoardgameIo
from ..players import play_any, play_choices, play_greedily, play_listed

TWINS: Final = 40


def ours(rules: Rules) -> Callable[[int], int]:
    """Plays our game of a seed and returns the number of decisions."""
    return lambda seed: play_listed(rules, seed)[1]


def replayed(rules: Rules, trace: dict[str, Any]) -> Game:
    """Our game of a recorded deck, moves and dice."""
    fallen = [(damage,) for damage in trace["damage"]]
    game = new_game(rules, seed=0, chance=Scripted(([trace["deck"]] if trace["deck"] else []) + fallen))
    for player, answer in trace["moves"]:
        assert game.request is not None and game.request.player == player, "another player is asked"
        game.answer(answer)
    return game


def _boardgameio(name: str, rules: Rules) -> Callable[[Tools], Pair]:
    def build(tools: Tools) -> Pair:
        peer = BoardgameIo(tools)
        for trace in peer.traces(name, TWINS):
            game = replayed(rules, trace)
            assert game.result is not None, "the game is not over where boardgame.io's is"
            assert game.result.winners == tuple(trace["winners"]), (game.result, trace["winners"])
        twin = f"{TWINS} recorded games end with the same winner"
        return Pair(rate(ours(rules), perf_counter), peer.sample(name), twin)

    return build


def _openspiel_tictactoe(tools: Tools) -> Pair:
    peer = openspiel.load("python_tic_tac_toe")
    for seed in range(TWINS):
        game, _ = play_listed(tictactoe.RULES, seed)
        assert game.result is not None
        assert openspiel.winners_of(peer, [cell for _, cell in game.answers]) == game.result.winners
    twin = f"{TWINS} random games end with the same winner"
    return Pair(rate(ours(tictactoe.RULES)), rate(openspiel.random_game(peer)), twin)


def same_story(game: Game) -> bool:
    """Whether the hand-written skirmish goes the same way as ours, event by event."""
    twin = plain.replay_skirmish(game.answers)
    story = [(type(entry.event).__name__, *_numbers(entry.event)) for entry in game.log]
    assert game.result is not None
    return story[: len(twin.log)] == twin.log and game.result.winners == twin.winners


def _numbers(event: Any) -> tuple[int, ...]:
    numbers = [getattr(event, name) for name in event.__struct_fields__ if name != "rule"]
    return (*numbers, *(0,) * (3 - len(numbers)))


def _lite_skirmish(tools: Tools) -> Pair:
    for seed in range(TWINS):
        assert same_story(play_listed(skirmish.RULES, seed)[0]), seed
    reference = shared.lite_skirmish()
    beside = "the reference kernel" if reference else "the hand-written one, for the reference is not there"
    twin = f"{TWINS} games go the same way event by event in the hand-written skirmish; measured beside {beside}"
    return Pair(rate(ours(skirmish.RULES)), rate(reference or plain.random_skirmish), twin)


def _own_lite_skirmish(tools: Tools) -> Pair:
    assert same_story(play_listed(skirmish.RULES, 1)[0])
    return Pair(rate(ours(skirmish.RULES)), rate(plain.random_skirmish), "same game event by event")


SQUADS: Final[dict[str, Any]] = {
    "squads": (
        {
            "characters": ("brick", "lumen", "barnacle", "ember", "quill"),
            "affiliation": "wardens",
            "tactics": ("hold-fast", "brace-together", "lucky-break", "second-wind", "payback"),
        },
        {
            "characters": ("verdict", "static", "skiff", "hollow", "splinter"),
            "affiliation": "nightwatch",
            "tactics": ("night-shift", "bad-footing", "no-way-back", "adrenaline", "stockpile"),
        },
    ),
    "secure": "gates",
    "extract": "sealed-vault",
    "threat": "extract",
    "layout": "crossroads",
}
"""A setup of Crisis Protocol: two squads of five under their leaders, five cards each, twelve pieces of terrain."""


FORCES: Final[dict[str, Any]] = {
    "forces": (
        {"members": [{"character": one} for one in ("ringmaster", "hush", "sandglass", "grudge-bearer", "tin-stray")]},
        {
            "members": [
                {"character": one} for one in ("gatewarden", "mimic", "wishmaker", "powder-monkey", "card-sharp")
            ]
        },
    ),
    "map": "works",
    "build_total": 400,
    "turns": 24,
}
"""A setup of HeroClix: two forces of five whose special powers use most words, on a map with walls and levels."""


def rules_of(name: str) -> Rules:
    """The frozen rules of a game that is installed. Raises Absent where it is not."""
    from rulewright.api import rules_for
    from rulewright.plugins import UnknownRuleset

    try:
        return rules_for(name)
    except (UnknownRuleset, ImportError, AttributeError) as error:
        raise Absent(f"{name} is not playable ({error})") from error


def beside(name: str, theirs: Callable[[], Callable[[int], int]], setup: Any = None) -> Callable[[Tools], Pair]:
    """Random games of a plugin beside those that are made by a function; it raises Absent where they cannot be."""

    def build(tools: Tools) -> Pair:
        peer = theirs()
        rules = rules_of(name)
        for seed in range(5):
            one, other = (play_any(rules, seed, setup)[0] for _ in range(2))
            assert one.result is not None and one.digest() == other.digest(), seed
        play = rate(lambda seed: play_any(rules, seed, setup)[1])
        return Pair(play, rate(peer), "5 games end, and end equally a second time")

    return build


GREEDILY: Final = 24
"""Decisions of a greedy bot in a game, behind as many random ones."""


def greedily(name: str, setup: Any = None) -> Callable[[Tools], Pair]:
    """Games of a plugin that greedy bots go on with."""

    def build(tools: Tools) -> Pair:
        rules = rules_of(name)

        def play(seed: int) -> int:
            return play_greedily(new_game(rules, setup, seed=seed), GREEDILY)

        assert 0 < play(1) <= GREEDILY
        return Pair(rate(play), None, "greedy bots go on with a game")

    return build


def _choices(tools: Tools) -> Pair:
    peer = catan.random_choices(2)
    rules = rules_of("dice_throne")
    for seed in range(5):
        game = play_any(rules, seed)[0]
        assert 0 < play_choices(rules, seed) < len(game.answers), seed
    return Pair(rate(lambda seed: play_choices(rules, seed)), rate(peer), "of the same games as before")


ROWS: Final = (
    Row("tictactoe", "tic-tac-toe as a ruleset", "boardgame.io reducer", "decisions/s",
        _boardgameio("tictactoe", tictactoe.RULES), True, 12, 25),
    Row("duel", "two-phase duel as a ruleset", "boardgame.io reducer", "decisions/s",
        _boardgameio("duel", duel.RULES), True, 12, 25),
    Row("tictactoe-openspiel", "tic-tac-toe as a ruleset", "OpenSpiel python_tic_tac_toe", "decisions/s",
        _openspiel_tictactoe, True, 4, 8),
    Row("skirmish", "skirmish with checkpoints, log, five listeners", "the lite kernel of the reference", "decisions/s",
        _lite_skirmish, True, 0.3, 0.7),
    Row("skirmish-by-hand", "the same skirmish", "written by hand without a kernel", "decisions/s",
        _own_lite_skirmish, True),
    Row("dice-throne-yacht", "Dice Throne, random games", "OpenSpiel yacht", "decisions/s",
        beside("dice_throne", lambda: openspiel.random_game(openspiel.load("yacht"))), True, 10, 30),
    Row("dice-throne-catan", "Dice Throne, random games", "catanatron, 2 players", "decisions/s",
        beside("dice_throne", lambda: catan.random_game(2)), True, 1, 2),
    Row("dice-throne-catan-choices", "the same, decisions with more than one answer", "catanatron, 2 players",
        "choices/s", _choices, True),
    Row("crisis-protocol-catan", "Crisis Protocol, two squads of five with terrain, random games",
        "catanatron, 2 players", "decisions/s",
        beside("crisis_protocol", lambda: catan.random_game(2), SQUADS), True, 0.25, 0.6),
    Row("knockdown-catan", "Knockdown, random games", "catanatron, 2 players", "decisions/s",
        beside("unmatched_nemesis", lambda: catan.random_game(2)), True, 0.5),
    Row("heroclix-catan", "HeroClix, two forces of five, random games", "catanatron, 2 players", "decisions/s",
        beside("heroclix", lambda: catan.random_game(2), FORCES), True, 0.2, 0.5),
    Row("wh40k-catan", "Warhammer 40,000, random games", "catanatron, 2 players", "decisions/s",
        beside("wh40k", lambda: catan.random_game(2)), True, 0.02, 0.05),
    Row("dice-throne-greedy", "Dice Throne, greedy bots", "-", "decisions/s", greedily("dice_throne"), True),
    Row("knockdown-greedy", "Knockdown, greedy bots", "-", "decisions/s", greedily("unmatched_nemesis"), True, 250),
    Row("crisis-protocol-greedy", "Crisis Protocol, two squads of five, greedy bots", "-", "decisions/s",
        greedily("crisis_protocol", SQUADS), True, 25),
    Row("heroclix-greedy", "HeroClix, two forces of five, greedy bots", "-", "decisions/s",
        greedily("heroclix", FORCES), True, 60),
    Row("wh40k-greedy", "Warhammer 40,000, greedy bots", "-", "decisions/s", greedily("wh40k"), True),
    Row("dice-throne-openspiel-gin", "Dice Throne, random games", "OpenSpiel gin_rummy", "decisions/s",
        beside("dice_throne", lambda: openspiel.random_game(openspiel.load("gin_rummy"))), True),
)  # fmt: skip
