"""What views, events and content hand out is read and never written."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
import pytest
from pydantic import BaseModel, ConfigDict

import rulewright
from rulewright import Context, Game, Record, rules_for
from rulewright.geometry import grid, plane
from rulewright.readonly import NOTHING, ReadOnlyDict, ReadOnlyList, Sealed, WrittenInPlace, read_only
from rulewright.state import State, StateError, Table
from rulewright.testing import check_ruleset
from rulewright.testing.writing import can_be_written
from tests.core.heap_game import heap_game

# ----------------------------------------------------------------------------------------------------- containers


@pytest.mark.parametrize(
    "write",
    [
        lambda d: d.update(a=2), lambda d: d.__setitem__("a", 2), lambda d: d.__delitem__("a"), lambda d: d.clear(),
        lambda d: d.pop("a"), lambda d: d.popitem(), lambda d: d.setdefault("b", 1), lambda d: d.__ior__({"b": 1}),
    ],
)  # fmt: skip
def test_no_method_writes_to_a_read_only_dictionary(write: Any) -> None:
    kept = ReadOnlyDict({"a": 1})

    with pytest.raises(WrittenInPlace, match="'a'"):
        write(kept)
    assert kept == {"a": 1}


@pytest.mark.parametrize(
    "write",
    [
        lambda x: x.append(2), lambda x: x.__setitem__(0, 2), lambda x: x.__delitem__(0), lambda x: x.clear(),
        lambda x: x.extend([2]), lambda x: x.insert(0, 2), lambda x: x.pop(), lambda x: x.remove(1),
        lambda x: x.reverse(), lambda x: x.sort(), lambda x: x.__iadd__([2]), lambda x: x.__imul__(2),
    ],
)  # fmt: skip
def test_no_method_writes_to_a_read_only_list(write: Any) -> None:
    kept = ReadOnlyList([1])

    with pytest.raises(WrittenInPlace):
        write(kept)
    assert kept == [1]


@pytest.mark.parametrize("kept", [ReadOnlyDict({"a": ReadOnlyList([1])}), ReadOnlyList([1, NOTHING])])
def test_read_only_containers_are_copied_kept_and_written_down_like_others(kept: Any) -> None:
    assert pickle.loads(pickle.dumps(kept)) == copy.deepcopy(kept) == kept
    assert msgspec.json.decode(msgspec.json.encode(kept)) == kept


def test_containers_are_read_only_all_the_way_down() -> None:
    kept = read_only({"a": [{"b": {1, 2}}], "c": ([],)})

    assert kept == {"a": [{"b": {1, 2}}], "c": ([],)}
    assert type(kept["a"]) is ReadOnlyList
    assert type(kept["a"][0]) is ReadOnlyDict
    assert type(kept["a"][0]["b"]) is frozenset
    assert type(kept["c"][0]) is ReadOnlyList


def test_a_tuple_of_plain_things_stays_the_same_tuple() -> None:
    things = (1, ("a", None))

    assert read_only(things) is things


@dataclass(frozen=True)
class Frozen:
    words: dict[str, Any]


class Struct(msgspec.Struct, frozen=True):
    words: dict[str, Any]


class Model(BaseModel):
    model_config = ConfigDict(frozen=True)
    words: dict[str, Any]


@pytest.mark.parametrize("kind", [Frozen, Struct, Model])
def test_what_frozen_things_hold_is_read_only_too(kind: Any) -> None:
    thing = kind(words={"a": [1]})

    assert read_only(thing) is thing
    assert type(thing.words) is ReadOnlyDict and type(thing.words["a"]) is ReadOnlyList


class Sheet(Sealed):
    def __init__(self) -> None:
        self.names = {"a": ["b"]}
        self.inner: Any = None
        self._known: dict[str, int] = {}


def test_a_sealed_object_keeps_what_it_remembers_for_itself() -> None:
    sheet = Sheet()
    sheet.inner = sheet
    sheet.seal()

    with pytest.raises(WrittenInPlace, match="names of a Sheet is written to, and it never changes"):
        sheet.names = {}
    with pytest.raises(WrittenInPlace):
        sheet.names["a"].append("c")
    sheet._known["a"] = 1
    sheet._known = {}


# --------------------------------------------------------------------------------------------- records and contexts


class Hero(Record):
    cp: int = 0


class Field(State):
    heroes: Table[Hero]


def test_a_record_is_written_only_while_the_event_that_took_a_copy_is_applied() -> None:
    state = Field()
    state.writing = True
    state.heroes.add(Hero(1))
    copied = state.heroes.edit(1)
    copied.cp = 5
    state.writing = False

    assert state.heroes[1] == Hero(1, 5) and type(state.heroes[1]) is Hero
    with pytest.raises(WrittenInPlace, match=r"Hero.cp is written in place.*state.TABLE.edit\(id\)"):
        copied.cp = 6
    with pytest.raises(WrittenInPlace):
        del copied.cp
    with pytest.raises(StateError, match="written outside an event"):
        state.heroes.edit(1)


def test_a_record_that_is_taken_twice_in_one_event_is_sealed_once_and_for_all() -> None:
    state = Field()
    state.writing = True
    state.heroes.add(Hero(1))
    first, second = state.heroes.edit(1), state.heroes.edit(1)
    first.cp, second.cp = 1, 2
    state.writing = False

    assert state.heroes[1] == Hero(1, 2)
    for record in (first, second):
        with pytest.raises(WrittenInPlace):
            record.cp = 3
    state.rollback(0)
    assert 1 not in state.heroes


def test_a_context_is_never_written() -> None:
    class Attack(Context):
        target: int = 0

    attack = Attack()

    with pytest.raises(WrittenInPlace, match=r"game.note\(context, target=...\)"):
        attack.target = 1


# ------------------------------------------------------------------------------------------------------------ views


def in_the_middle(name: str) -> Game:
    game, rng = rulewright.new_game(name, seed=1), Random(1)
    for _ in range(30):
        assert game.request is not None
        game.answer(game.request.space.sample(rng), game.request.player)
    return game


def test_what_once_changed_a_game_through_a_view_is_refused() -> None:
    game = in_the_middle("dice_throne")
    digest = game.digest()
    view = game.view(0)

    with pytest.raises(WrittenInPlace):
        next(iter(view.state.heroes.values())).cp = 15
    with pytest.raises(WrittenInPlace):
        view.player = 1
    with pytest.raises(WrittenInPlace):
        view.state.heroes.writes = game.state.writes
    with pytest.raises(AttributeError):
        view.state.writes.open = True
    with pytest.raises(WrittenInPlace):
        view.state.result = None
    with pytest.raises(StateError):
        view.state.heroes.edit(0)
    with pytest.raises(WrittenInPlace):
        view.rules.nodes.clear()
    with pytest.raises(WrittenInPlace):
        view.content.heroes.popitem()
    with pytest.raises(WrittenInPlace):
        game.view(game.request.player).request.about["window"] = "another"
    assert game.digest() == digest


def test_a_view_does_not_show_the_running_procedures_unmasked() -> None:
    assert in_the_middle("unmatched_nemesis").view(0).state.frame is None


@pytest.mark.parametrize("name", ["dice_throne", "unmatched_nemesis"])
def test_nothing_that_can_be_reached_from_a_view_can_be_written(name: str) -> None:
    report = check_ruleset(rules_for(name), games=1, looks=0, damages=0)

    assert report.checks["views"] > 1000
    assert report.writable == []


class Loose:
    def __init__(self) -> None:
        self.number = 1


def test_the_kit_names_content_that_can_be_written() -> None:
    report = check_ruleset(heap_game(content=lambda added: {"sheet": Loose()}), games=1, looks=0, damages=0)

    assert report.writable == ["content['sheet'], a Loose: its number can be set"]
    assert "can be written to through a view: content['sheet'], a Loose" in str(report)


def test_the_kit_names_what_else_a_view_lets_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.view.View.__setattr__", object.__setattr__)

    report = check_ruleset(heap_game(), games=1, looks=0, damages=0)

    assert report.writable == ["view, a View: its content can be set"] * 2


@pytest.mark.parametrize(
    ("thing", "how"),
    [
        ([1], "it is a list"), ({}, "it is a dict"), (set(), "it is a set"), (Loose(), "its number can be set"),
        ((1,), ""), (NOTHING, ""), (Frozen({}), ""), (frozenset(), ""), (ReadOnlyList(), ""),
    ],
)  # fmt: skip
def test_what_can_be_written_is_told_from_what_cannot(thing: Any, how: str) -> None:
    assert can_be_written(thing) == how


def test_scenes_and_boards_are_read_only_before_and_after_a_change() -> None:
    """They are shared by all positions in which the same things stand."""
    model = plane.Model("a", plane.Circle(32), plane.Pose(10, 10))
    scene = plane.Scene(40, 30, models=[model])
    for one in (scene, scene.moved({"a": plane.Pose(12, 10)})):
        for write in (
            lambda one: setattr(one, "width", 99.0),
            lambda one: one.models.clear(),
            lambda one: one.rows.update(b=1),
            lambda one: setattr(one.terrain, "ids", ()),
        ):
            with pytest.raises(WrittenInPlace):
                write(one)
    assert (scene.width, list(scene.models)) == (40, ["a"])
    board = read_only(grid.Board(4, 4))
    with pytest.raises(WrittenInPlace):
        board.width = 9
    assert board.with_tiles({(0, 0): grid.Tile("blocking")}).terrains != board.terrains
