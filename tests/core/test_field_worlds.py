"""Worlds: the board or scene of a game's rows, built once, shared by forks and views."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Annotated, Any

import msgspec
import pytest

from rulewright import Event, Game, GameOver, Record, Ruleset, Seen, State, Table, new_game
from rulewright.field import Boards, BoardScene, Scenes
from rulewright.flow import Loop, Turn, turns
from rulewright.geometry import GeometryError
from rulewright.geometry.grid import Board, Figure, Marker
from rulewright.geometry.plane import Circle, Model, Piece, Pose, Scene
from rulewright.geometry.plane import Marker as Beacon
from rulewright.requests import choose
from rulewright.testing import KitFailure, check_ruleset
from tests.core.heap_game import SOUND


class Pawn(Record):
    x: int = 0
    y: int = 0
    wounds: int = 0
    here: bool = True


class Size(msgspec.Struct, frozen=True):
    size: int = 1


class Smoke(Record):
    x: int = 0


class Yard(State):
    pawns: Table[Pawn]
    smokes: Table[Smoke]


class Stepped(Event, frozen=True):
    pawn: int
    x: int
    y: int

    def apply(self, state: Yard) -> None:
        pawn = state.pawns.edit(self.pawn)
        pawn.x, pawn.y = self.x, self.y


class Wounded(Event, frozen=True):
    pawn: int

    def apply(self, state: Yard) -> None:
        state.pawns.edit(self.pawn).wounds += 1


class Left(Event, frozen=True):
    pawn: int

    def apply(self, state: Yard) -> None:
        pawn = state.pawns.edit(self.pawn)
        pawn.here = not pawn.here


class Smoked(Event, frozen=True):
    x: int

    def apply(self, state: Yard) -> None:
        if self.x in state.smokes:
            state.smokes.remove(self.x)
        else:
            state.smokes.add(Smoke(self.x, self.x))


DEEDS = {"step": Stepped, "wound": Wounded, "leave": Left, "smoke": Smoked}


def turn(game: Game, turn: Turn) -> Any:
    deed, pawn, x, y = yield choose(turn.player, "deed", tuple(ALL))
    if deed == "smoke":
        yield Smoked(x)
    elif deed == "step":
        if all((other.x, other.y) != (x, y) for other in game.state.pawns.values()):
            yield Stepped(pawn, x, y)
    else:
        yield DEEDS[deed](pawn)


ALL = [(deed, pawn, x, y) for deed in DEEDS for pawn in range(3) for x in range(6) for y in range(6)]


def populate(state: Yard, setup: Any, content: Any) -> None:
    for number in range(3):
        state.pawns.add(Pawn(number, number, number))


YARD = Ruleset(
    id="yard", title="Yard", state=Yard, populate=populate,
    flow=Loop("turn", turns(lambda game: game.players), [turn]),
)  # fmt: skip

BUILT: list[str] = []


def board_of(position: Any) -> Board:
    BUILT.append("board")
    return Board(6, 6)


def figure_of(position: Any, pawn: Pawn) -> Figure | None:
    return Figure(pawn.id, ((pawn.x, pawn.y),), side=pawn.id % 2) if pawn.here else None


def smoke_of(position: Any, smoke: Smoke) -> Marker:
    return Marker(((smoke.x, 0),), "hindering")


def model_of(position: Any, pawn: Pawn) -> Model | None:
    return Model(str(pawn.id), Circle(25), Pose(4 + 3 * pawn.x, 4 + 3 * pawn.y)) if pawn.here else None


def wall_of(position: Any, smoke: Smoke) -> Piece:
    x = 4 + 3 * smoke.x
    return Piece(f"wall {smoke.id}", ((x, 1), (x + 1, 1), (x + 1, 2), (x, 2)))


def boards() -> Boards:
    return Boards(board_of, {"pawns": figure_of, "smokes": smoke_of})


def scenes() -> Scenes:
    return Scenes(lambda position: (30, 30), {"pawns": model_of, "smokes": wall_of})


READS = {"pawns": ("x", "y", "here"), "smokes": ("x",)}


def reading_boards() -> Boards:
    return Boards(board_of, {"pawns": figure_of, "smokes": smoke_of}, reads=READS)


def reading_scenes() -> Scenes:
    return Scenes(lambda position: (30, 30), {"pawns": model_of, "smokes": wall_of}, reads=READS)


def looks(scene: BoardScene | Scene) -> Any:
    """All there is to a world, whatever the order in which it came about."""
    if isinstance(scene, BoardScene):
        figures = {figure.id: figure for figure in scene.figures}
        return scene.board.tiles, figures, scene.side(0), scene.others(0)
    return dict(scene.models), dict(scene.pieces), [footprint.bounds for footprint in scene.footprints]


@pytest.mark.parametrize("world", [boards, scenes, reading_boards, reading_scenes])
@pytest.mark.parametrize("seed", range(4))
def test_the_world_is_the_one_built_afresh_after_answers_forks_and_undos(world: Any, seed: int) -> None:
    kept, rng = world(), Random(seed)
    games = [new_game(YARD, seed=1)]
    for _ in range(120):
        game = rng.choice(games)
        what = rng.random()
        if what < 0.15 and len(games) < 6:
            games.append(game.fork())
        elif what < 0.3 and game.answers:
            game.undo(force=True)
        else:
            game.answer(rng.choice(ALL))
        assert looks(kept(game)) == looks(world()(game))
        assert kept(game) is kept(game)


def test_the_kit_finds_a_field_that_is_read_and_not_named() -> None:
    def look(game: Game, turn: Turn) -> Any:
        kept(game)
        yield choose(turn.player, "look", ("on",))
        yield Stepped(0, turn.number % 6, 5)
        if turn.number > 3:
            yield GameOver(())

    flow = Loop("turn", turns(lambda game: game.players), [look])
    kept = Scenes(lambda position: (30, 30), {"pawns": model_of}, reads={"pawns": ("here",)})
    with pytest.raises(KitFailure) as caught:
        check_ruleset(replace(YARD, flow=flow, events=[Stepped]), games=1, damages=0)
    assert caught.value.check == "worlds" and "'0' is kept as Model(" in caught.value.difference
    with pytest.raises(GeometryError, match="reads: nothing is said of what stands there by 'smokes'"):
        Scenes(lambda position: (30, 30), {"pawns": model_of}, reads=READS)


@pytest.mark.parametrize("world", [boards, scenes])
def test_what_space_does_not_care_about_and_forks_and_views_build_nothing(world: Any) -> None:
    kept = world()
    game = new_game(YARD, seed=1)
    first = kept(game)
    fork = game.fork()

    fork.answer(("wound", 1, 0, 0))
    assert kept(fork) is kept(game) is kept(game.view(0)) is kept(game.view(1)) is first
    fork.answer(("step", 1, 5, 5))
    assert kept(fork) is not first
    assert kept(game) is first
    fork.undo()
    assert kept(fork) is first


class Spy(Record):
    owner: int
    x: Annotated[int | None, Seen.OWNER] = 3


class Alley(State):
    spies: Table[Spy]


def test_a_view_has_a_world_of_its_own_where_places_are_hidden() -> None:
    """Also when the game itself was looked at before."""
    kept = Boards(board_of, {"spies": lambda position, spy: None if spy.x is None else Figure(spy.id, ((spy.x, 0),))})
    alley = replace(YARD, state=Alley, populate=lambda state, setup, content: state.spies.add(Spy(0, 0)))
    game = new_game(alley, seed=1)

    assert [len(kept(position).figures) for position in (game, game.view(0), game.view(1))] == [1, 1, 0]


def test_what_is_worked_out_on_a_world_is_worked_out_once() -> None:
    kept, asked = boards(), []

    @kept.keep
    def crowd(scene: BoardScene) -> int:
        """How many stand there."""
        asked.append(scene)
        return len(scene.figures)

    game = new_game(YARD, seed=1)
    assert [crowd(game), crowd(game.fork()), crowd(game.view(0))] == [3, 3, 3]
    game.answer(("wound", 0, 0, 0))
    assert crowd(game) == 3 and len(asked) == 1
    game.answer(("leave", 0, 0, 0))
    assert crowd(game) == 2 and len(asked) == 2
    assert crowd.__doc__ == "How many stand there."


def test_the_board_of_a_game_is_made_once() -> None:
    kept = boards()
    game = new_game(YARD, seed=1)
    BUILT.clear()

    for deed in (("step", 0, 4, 4), ("smoke", 0, 2, 0), ("leave", 2, 0, 0)):
        game.answer(deed)
        kept(game)
    assert BUILT == ["board"]


def test_two_things_of_one_name_are_refused() -> None:
    both = Boards(board_of, {"pawns": figure_of, "smokes": lambda position, smoke: Figure(0, ((5, 5),))})
    game = new_game(YARD, seed=1)
    game.answer(("smoke", 0, 3, 0))

    with pytest.raises(GeometryError, match=r"smokes\[3\]: something else is called 0, too"):
        both(game)


def test_a_table_that_is_not_there_is_named() -> None:
    with pytest.raises(GeometryError, match=r"^Yard has no table 'pawn'; did you mean 'pawns'\?$"):
        Boards(board_of, {"pawn": figure_of})(new_game(YARD, seed=1))
    with pytest.raises(GeometryError, match=r"^Yard has no table 'x'; there are .*pawns, smokes$"):
        Scenes(lambda position: (30, 30), {"x": model_of})(new_game(YARD, seed=1))


@pytest.mark.parametrize("thing", [(1, 2), [1, 2]])
def test_a_row_that_puts_nothing_of_the_kind_there_is_named(thing: Any) -> None:
    def square_of(position: Any, pawn: Pawn) -> Any:
        return thing

    for world, kinds in (
        (Boards(board_of, {"pawns": square_of}), "Figure, Marker, Destroyed"),
        (Scenes(lambda position: (30, 30), {"pawns": square_of}), "Model, Piece, Marker, HeldPair"),
    ):
        words = re.escape(f"pawns[0]: square_of returned {thing}, expected one of {kinds}, or None")
        with pytest.raises(GeometryError, match=words):
            world(new_game(YARD, seed=1))


def test_the_kit_finds_a_world_that_reads_another_table() -> None:
    def hidden_by_smoke(position: Any, pawn: Pawn) -> Figure | None:
        return None if position.state.smokes else figure_of(position, pawn)

    def looking(kept: Boards) -> Ruleset:
        def look(game: Game, turn: Turn) -> Any:
            kept(game)
            yield choose(turn.player, "look", ("on",))
            yield Smoked(0)
            if turn.number > 3:
                yield GameOver(())

        flow = Loop("turn", turns(lambda game: game.players), [look])
        return replace(YARD, flow=flow, events=[Smoked])

    sound = boards()
    assert check_ruleset(looking(sound), games=1, damages=0).checks["worlds"] > 0
    assert check_ruleset(SOUND, games=1, damages=0).checks["worlds"] == 0
    stale = Boards(board_of, {"pawns": hidden_by_smoke})
    with pytest.raises(KitFailure) as caught:
        check_ruleset(looking(stale), games=1, damages=0)
    assert caught.value.check == "worlds"
    assert "pawns[0] is kept as Figure(" in caught.value.difference
    assert "hidden_by_smoke now gives nothing, though the row is the same" in caught.value.difference


def test_a_world_that_a_game_does_not_ask_for_is_not_compared() -> None:
    """Games that choose their map while they are played have worlds of several boards; this one would be too small."""
    small = Boards(lambda position: Board(1, 1), {"pawns": figure_of, "smokes": smoke_of})
    with pytest.raises(GeometryError):
        small(new_game(YARD, seed=1))
    game = new_game(YARD, seed=1)
    kept = boards()
    assert kept(game).figures and kept.stale(game) == small.stale(game) == ""


def beacon_of(position: Any, smoke: Smoke) -> Beacon:
    return Beacon(f"beacon {smoke.id}", 4.0 + smoke.x, 20.0)


def test_markers_come_and_go_with_their_rows() -> None:
    kept = Scenes(lambda position: (30, 30), {"pawns": model_of, "smokes": beacon_of})
    game = new_game(YARD, seed=1)
    assert not kept(game).markers

    game.answer(("smoke", 0, 3, 0))
    assert list(kept(game).markers) == ["beacon 3"]
    game.answer(("step", 0, 5, 5))
    assert list(kept(game).markers) == ["beacon 3"] and kept(game).model("0").pose.x == 19
    game.answer(("smoke", 0, 3, 0))
    assert not kept(game).markers


def changing(position: Any, pawn: Pawn) -> Model | Piece | None:
    """A pawn that is wounded is a piece of terrain of the same name."""
    x, y = 4 + 3 * pawn.x, 4 + 3 * pawn.y
    if pawn.wounds:
        return Piece(str(pawn.id), ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)))
    return model_of(position, pawn)


def test_a_row_may_stand_for_another_kind_of_thing_than_before() -> None:
    kept = Scenes(lambda position: (30, 30), {"pawns": changing})
    game = new_game(YARD, seed=1)
    kept(game)

    game.answer(("wound", 1, 0, 0))
    assert (list(kept(game).models), list(kept(game).pieces)) == (["0", "2"], ["1"])


START = Pawn(0)
"""Records never change, so games may share one."""


def test_games_with_another_setup_share_rows_and_not_what_stands_there() -> None:
    shared = replace(YARD, setup=Size, populate=lambda state, setup, content: state.pawns.add(START))
    kept = Boards(board_of, {"pawns": lambda position, pawn: Figure(pawn.id, ((0, 0),), size=position.setup.size)})

    sizes = [kept(new_game(shared, {"size": size}, seed=1)).figures[0].size for size in (1, 2)]
    assert sizes == [1, 2]


def test_a_world_is_never_that_of_other_worlds_that_are_gone() -> None:
    game = new_game(YARD, seed=1)
    for _ in range(20):
        assert isinstance(boards()(game), BoardScene)
        assert isinstance(scenes()(game), Scene)


def test_a_thing_that_takes_the_name_of_terrain_is_refused_and_the_terrain_stays() -> None:
    wall = Piece("1", ((1, 1), (2, 1), (2, 2), (1, 2)))
    kept = Scenes(lambda position: (30, 30), {"pawns": model_of}, terrain=lambda position: (wall,))
    game = new_game(YARD, seed=1)
    game.answer(("leave", 1, 0, 0))
    assert list(kept(game).pieces) == ["1"]

    game.answer(("leave", 1, 0, 0))
    with pytest.raises(GeometryError, match="two things are called '1'"):
        kept(game)
