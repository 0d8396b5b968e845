"""Questions about a table of inches, on random tables: what spaces owe whoever asks, refuses, draws and keeps them."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import rulewright.geometry.plane as plane
from rulewright import Game, GameOver, Loop, Request, Ruleset, Space, State, Turn, turns
from rulewright.field.faults import FaultRules, words_of
from rulewright.field.inches import Charge, Direction, ModelMove, Place, SetUp, ToolMove, UnitMove, moves
from rulewright.field.inches.questions import Inches, intends
from rulewright.geometry.evidence import Fault
from rulewright.geometry.maps import Area, Item, Kind, Stand, as_svg, as_text, map_of_scene
from rulewright.geometry.plane import Model, Piece, Pose, Scene, Zone, base_of
from rulewright.geometry.plane.measure import Together
from rulewright.geometry.plane.move import MovePolicy
from rulewright.geometry.plane.place import Away, Near, SetupPolicy, Standing
from rulewright.geometry.plane.tools import MovementTool, Passage
from rulewright.plaindata import plain
from rulewright.reading import Unreadable
from rulewright.refusals import NothingLegal
from rulewright.testing import check_ruleset
from rulewright.text import show

from .geometry.battles import ANY, CHARGE, WALK, battle

TOGETHER = Together()
TOOL = MovementTool(7.0, 0.5)
SEEDS = range(5)

KINDS = ("unit", "move", "charge", "tool", "place", "setup", "direction", "aside")


@cache
def table(seed: int) -> Scene:
    """A random table with a zone to set up in."""
    scene = battle(seed, ANY if seed % 2 else ANY[:3])
    zone = Zone("home", ((0, 0), (44, 0), (44, 8), (0, 8)))
    return Scene(44, 30, scene.pieces.values(), scene.models.values(), [zone], scene.markers.values())


def rules_of(kind: type[Inches]) -> FaultRules:
    """Rules that name every kind, each by its own words."""
    return FaultRules({name: f"rule of {name}" for name in kind.KINDS})


@cache
def question(kind: str, seed: int) -> Any:
    """A question of a kind at a random table."""
    scene = table(seed)
    names = {name: f"Model {name}" for name in scene.models}.get
    called: Any = {"names": lambda name: names(name) or name}
    hints = (
        ("to the objective", ("beside", "objective", 1.0)),
        ("out of sight of E", ("hide", "E")),
        ("as far as it goes", ("heading", 90.0)),
    )
    if kind == "unit":
        return UnitMove(scene, "A", 6.0, WALK, rules_of(UnitMove), TOGETHER, hints=hints, **called)
    if kind == "move":
        return ModelMove(scene, "B0", 6.0, WALK, rules_of(ModelMove), hints=hints[:1], **called)
    if kind == "charge":
        return Charge(scene, "A", 9.0, CHARGE, rules_of(Charge), TOGETHER, targets=("E",), **called)
    if kind == "tool":
        round_one = next((name for name, one in scene.models.items() if isinstance(one.base, plane.Circle)), "A0")
        return ToolMove(scene, round_one, TOOL, Passage(0), rules_of(ToolMove), **called)
    if kind == "place":
        return Place(scene, "A0", 5.0, rules_of(Place), wholly=bool(seed % 2), **called)
    if kind == "setup":
        conditions = (Standing(WALK), Near(("home",)), Away(3.0), TOGETHER)
        models = tuple(scene.model(name).at(Pose(0, 0)) for name in plane.measure.members(scene, "A"))
        without = scene.without_models([model.id for model in models])
        return SetUp(without, models, SetupPolicy(conditions), rules_of(SetUp), **called)
    aside = 1.25 if kind == "aside" else 0.0
    return Direction(scene, rules_of(Direction), least=300.0, width=90.0, origin="A0", aside=aside, **called)


@pytest.mark.parametrize(
    ("base", "side", "room"),
    [("25mm", 2.01, True), ("25mm", 1.9, False), ("30x20mm", 2.5, True), ("30x20mm", 1.0, None)],
)
def test_a_set_up_knows_whether_there_is_room(base: str, side: float, room: bool | None) -> None:
    """For four models in a square; at which angles ovals might fit nobody tries them all."""
    scene = Scene(60.0, 44.0, zones=[Zone("home", ((5, 5), (5 + side, 5), (5 + side, 5 + side), (5, 5 + side)))])
    models = tuple(Model(f"m{number}", base_of(base), Pose(0, 0), unit="A") for number in range(4))
    question = SetUp(scene, models, SetupPolicy((Standing(WALK), Near(("home",)))), rules_of(SetUp))
    assert question.has_room() is room
    assert [question.check(answer) for answer in question.last_resort()] == ([()] if room else [])


def intents(kind: str) -> Iterator[Any]:
    """What someone may mean, well or badly."""
    if kind in ("unit", "move"):
        yield from (("spot", 20.0, 12), ("beside", "objective", 0.0), ("beside", "E", 1.5), ("heading", 45.5))
        yield from (("away", "E1"), ("hide", "E", "F"), ("cover", "F"), ("beside", "nobody", 1.0), ("away",))
        yield from (("fly",), ("spot", "x", 1), ("beside", "E", -1.0), ("heading", float("inf")))
    if kind == "charge":
        yield from (("charge",), ("beside", "E", 1.0))
    if kind == "tool":
        yield from (("spot", 18.0, 9.5), ("spot", 40.0, 29.0), ("spot", 17, 8), ("lay", 90.0, 30), ("lay", 1.0))
    if kind in ("direction", "aside"):
        yield from (("to", "E1"), ("from", "objective"), ("to", "A0"), ("to", "nobody"))


def exact(kind: str, seed: int, count: int = 5) -> list[Any]:
    """Exact answers, legal or not: drawn, and the same a little elsewhere."""
    space, rng = question(kind, seed), Random(seed)
    drawn = [answer for _ in range(count) if (answer := space.draw(rng)) is not None]
    return [*drawn, *(shifted(answer, rng) for answer in drawn)]


def shifted(answer: Any, rng: Random) -> Any:
    """The answer with all its floats a little elsewhere."""
    if isinstance(answer, tuple):
        return tuple(shifted(one, rng) for one in answer)
    return (answer + rng.uniform(-1.5, 1.5)) % 360.0 if isinstance(answer, float) else answer


GARBAGE: tuple[Any, ...] = (
    None, True, 3, -1.0, "north", (), ((),), (((),),), (1, 2), ("A0",), (("A0", ((float("nan"), 1.0),)),),
    (("A0", ((1.0,) * 9,)),), (("nobody", ((1.0, 2.0),)),), (("A0", ((1.0, 2.0),)),) * 2, object(), {"a": 1}, [1],
    (("A0", ((1e300, 1.0),)),), ((1.0, 2.0),) * 4, ((1.0, 2.0),) * 999, ("spot",), ("", 1), (("A0", None),),
    (("A0", ((720.0,),)),), (("A0", ((5.0, 5.0, -3.0),)),), ((-1.0, 2.0, -3.0),), ((1.0, True),), 1e308, ("x" * 999,),
)  # fmt: skip


WRONG: dict[str, tuple[Any, ...]] = {
    "direction": (299.0, 31),
    "aside": ((330.0, -1.3), 299.0),
    "charge": ((("A0", ((1.0, 1.0),)),),),
}
"""Answers of the right shape that are wrong."""


@pytest.mark.parametrize("kind", KINDS)
def test_anything_is_checked_and_nothing_raises(kind: str) -> None:
    space = question(kind, 1)
    for answer in GARBAGE:
        for violation in space.check(answer):
            assert violation.reason
        assert isinstance(space.preview(answer), tuple)
        assert space.settle(answer) is answer or not space.check(space.settle(answer))
    assert any(space.check(answer) for answer in GARBAGE)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_settled_is_exact_and_legal_or_says_why(kind: str, seed: int) -> None:
    space = question(kind, seed)
    for intent in intents(kind):
        settled = space.settle(intent)
        assert plain(settled) == settled if not intends(settled) else settled is intent
        assert repr(space.settle(settled)) == repr(settled)
        wrong = space.check(settled)
        assert all(violation.reason for violation in wrong)
        assert wrong if intends(settled) else kind in ("direction", "aside") or not (wrong or space.faults(settled))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_shown_is_read_again(kind: str, seed: int) -> None:
    space = question(kind, seed)
    wellformed = [intent for intent in intents(kind) if not repr(intent).count("inf")]
    for answer in (*exact(kind, seed, 3), *wellformed, *(hint for _, hint in space.hints)):
        for names in ((), tuple(f"the {name}" for name in space.things())):
            assert repr(space.read(space.shown(answer, names), names)) == repr(answer)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_suggestion_is_legal_and_hints_come_first(kind: str, seed: int) -> None:
    space = question(kind, seed)
    found = space.suggest(6, Random(seed))
    assert all(not space.check(answer) for answer in found)
    assert len({repr(answer) for answer in found}) == len(found)
    hinted = [space.settle(hint) for _, hint in space.hints]
    legal = list(dict.fromkeys(repr(answer) for answer in hinted if not space.check(answer)))
    assert [repr(answer) for answer in found[: len(legal)]] == legal


@pytest.mark.parametrize("kind", KINDS)
def test_of_random_answers_95_in_100_are_legal_before_the_check(kind: str) -> None:
    drawn = legal = 0
    for seed in range(10):
        space, rng = question(kind, seed), Random(seed)
        for _ in range({"charge": 4, "setup": 12}.get(kind, 30)):
            drawn += 1
            answer = space.draw(rng)
            legal += answer is not None and not space.check(answer)
    assert legal >= 0.95 * drawn, f"{legal} of {drawn}"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_samples_are_legal_and_the_same_for_the_same_seed(kind: str, seed: int) -> None:
    space = question(kind, seed)
    for number in range(3):
        one, two = (space.sample(Random(number)) for _ in range(2))
        assert one == two and not space.check(one)


@pytest.mark.parametrize("kind", KINDS)
def test_a_preview_draws_the_faults_that_the_check_gives(kind: str) -> None:
    """With their words, over where one can go; what is no answer at all has no faults."""
    drawn = 0
    for seed in SEEDS:
        space = question(kind, seed)
        before = space.preview()
        for answer in (*exact(kind, seed, 4), *WRONG.get(kind, ()), *intents(kind), *GARBAGE):
            shown = space.preview(answer)
            faults = faults_on(shown)
            wrong = space.check(space.settle(answer)) if answer is not None else ()
            assert [item.label for item in faults] == [one.words for one in wrong if "fault" in one.facts]
            assert shown[: len(before)] == before and before == faults_off(before)
            drawn += len(faults)
        table_map = map_of_scene(space.scene).over(*shown)
        assert as_text(table_map, 60) and "svg" in as_svg(table_map)
    assert drawn, "nothing that was moved elsewhere is wrong"


def faults_on(shown: tuple[Item, ...]) -> list[Item]:
    return [item for item in shown if item.kind is Kind.FAULT]


def faults_off(shown: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(item for item in shown if item.kind is not Kind.FAULT)


@pytest.mark.parametrize("kind", KINDS)
def test_faults_lie_where_the_model_stands_that_they_are_about(kind: str) -> None:
    """A fault that has no place of its own is drawn on a ghost, or nowhere."""
    for seed in SEEDS:
        space = question(kind, seed)
        for answer in exact(kind, seed, 4):
            shown = space.preview(answer)
            ghosts = [item.pose.centre for item in shown if isinstance(item, Stand)]
            found = {places(fault) for fault in space.faults(answer) if fault.points}
            for item in faults_on(shown):
                assert places(item) in found or places(item) == () or places(item)[0] in ghosts


def places(thing: Any) -> tuple[Any, ...]:
    return tuple(getattr(thing, "points", ()))


def test_what_can_be_reached_holds_what_is_drawn() -> None:
    """Places that are drawn lie in the region that is previewed."""
    import shapely

    for kind in ("move", "tool", "place"):
        for seed in range(4):
            space, rng = question(kind, seed), Random(seed)
            areas = [item for item in space.preview() if isinstance(item, Area) and item.kind is Kind.REACH]
            region = shapely.union_all([shapely.Polygon(area.rings[0], area.rings[1:]) for area in areas])
            for _ in range(10):
                answer = space.sample(rng)
                for ghost in space.preview(answer) if answer != () else ():
                    if isinstance(ghost, Stand) and (kind != "move" or len(answer[-1]) == 2):
                        away = shapely.distance(region, shapely.Point(*ghost.pose.centre))
                        assert away < 0.1 or climbs(space, answer)


def climbs(space: Any, answer: Any) -> bool:
    """Whether a path goes over terrain that walks go round."""
    if not isinstance(space, ModelMove):
        return False
    trace = plane.move.trace(space.scene, space.moves(answer)[0], WALK)
    return bool([one for one in trace.passed if one.id in space.scene.pieces])


@pytest.mark.parametrize("kind", KINDS)
def test_a_space_describes_itself_as_data(kind: str) -> None:
    told = question(kind, 2).describe()
    assert told["kind"] == question(kind, 2).KEY
    assert json.loads(json.dumps(told)) == told


def test_a_question_that_is_derived_keeps_its_words_whatever_its_class_is_called() -> None:
    class Stroll(ModelMove, frozen=True):
        """A move by another name."""

    one = question("move", 1)
    other = Stroll(one.scene, one.model, one.inches, one.policy, one.rules, hints=one.hints, names=one.names)

    assert other.how() == one.how()
    assert other.describe() == one.describe()
    assert one.describe()["kind"] == "modelmove"


def test_two_questions_cannot_declare_the_same_key() -> None:
    with pytest.raises(TypeError, match=r"Twin.KEY: found 'charge', which is that of .*moves\.Charge"):

        class Twin(UnitMove, frozen=True):
            """Another question that says it is a charge."""

            KEY = "charge"


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_fault_without_a_rule_is_found_when_the_question_is_made(kind: str) -> None:
    space = question(kind, 0)
    kinds = space.KINDS
    missing = sorted(kinds)[0]
    some = {name: "1" for name in kinds if name != missing}
    with pytest.raises(ValueError, match=f"no rule forbids '{missing}'; list them, or give others="):
        msgspec.structs.replace(space, rules=FaultRules(some))
    assert msgspec.structs.replace(space, rules=FaultRules(some, others="2")).rules.rule(missing) == "2"


@pytest.mark.parametrize("kind", KINDS)
def test_all_faults_that_come_are_among_the_kinds(kind: str) -> None:
    """Answers that are badly wrong have no faults of other kinds, and each is refused by its rule."""
    for seed in SEEDS:
        space, rng = question(kind, seed), Random(seed)
        for answer in exact(kind, seed):
            for _ in range(2):
                answer = shifted(answer, rng)
                assert {fault.reason for fault in space.faults(answer)} <= space.KINDS
                assert all(one.rule for one in space.check(answer))


def test_an_answer_that_is_kept_needs_no_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    """The exact answer is checked where every planner fails."""
    meant = {"unit": ("spot", 20.0, 12.0), "move": ("beside", "objective", 1.0), "charge": ("charge",)}
    kept = [(kind, question(kind, 3).settle(intent)) for kind, intent in meant.items()]

    def fails(*given: Any, **more: Any) -> None:
        raise AssertionError("a planner was asked")

    for name in ("plan_move", "sample_move"):
        monkeypatch.setattr(moves, name, fails)
    monkeypatch.setattr(plane.move, "plan_charge", fails)
    for kind, answer in kept:
        assert intends(answer) is False and question(kind, 3).check(answer) == ()


def test_where_nothing_is_legal_it_says_so() -> None:
    scene = table(0)
    space = Place(scene, "A0", 0.0, rules_of(Place), of=scene.model("E0").footprint, wholly=True)
    with pytest.raises(NothingLegal):
        space.sample(Random(1))


def test_a_hopeless_charge_has_no_plan() -> None:
    """Where the inches do not lead into engagement range no planner finds a charge; one inch more may change that."""
    hopeless = 0
    for seed in SEEDS:
        space = question("charge", seed)
        for inches in (1.0, 2.5, 4.0, 6.0, 9.0):
            now = msgspec.structs.replace(space, inches=inches)
            rules = (now.targets, inches, CHARGE, TOGETHER)
            assert now.hopeless() or not now.out_of_reach()  # what is too far is proven, too
            if now.hopeless():
                hopeless += 1
                assert not plane.move.plan_charge(now.scene, now.models, *rules).moves
                assert now.sample(Random(1)) == () and now.settle(("charge",)) == ("charge",)
    assert 5 <= hopeless < 5 * len(SEEDS)


def test_whole_numbers_are_numbers_wherever_inches_are() -> None:
    """A height may be typed as 9 and not as 9.0; what is wrong with it is told all the same."""
    space = question("unit", 1)
    model = space.models[0]
    x, y = space.scene.model(model).pose.centre
    for height in (9, 9.0):
        assert [one.reason for one in space.check(((model, ((x, y, height),)),))] == [
            one.reason for one in space.check(((model, ((x, y, 9.0),)),))
        ]


# ------------------------------------------------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("22,15", ("spot", 22, 15)),
        ("22.5, 15", ("spot", 22.5, 15)),
        ("to objective", ("beside", "objective", 0.0)),
        ("to the objective", ("beside", "objective", 1.0)),
        ("within 2 of Model E1", ("beside", "E1", 2)),
        ("away from f", ("away", "F")),
        ("out of sight of E, F", ("hide", "E", "F")),
        ("in cover from E", ("cover", "E")),
        ("heading 90", ("heading", 90)),
        ("stay", ()),
        ("远离 F", ("away", "F")),
        ("到 objective", ("beside", "objective", 0.0)),
        ("不动", ()),
        ("Model A1 22,15 30deg; A2 23,16 24,16,3", (("A1", ((22, 15), (30,))), ("A2", ((23, 16), (24, 16, 3))))),
        ("to Atlantis", ("beside", "Atlantis", 0.0)),
        ('["away", "F"]', ("away", "F")),
    ],
)
def test_a_units_move_is_typed_in_words(typed: str, meant: Any) -> None:
    assert repr(question("unit", 0).read(typed)) == repr(meant)


def test_what_cannot_be_read_says_what_could_be_typed() -> None:
    for kind in KINDS:
        with pytest.raises(Unreadable, match="Type "):
            question(kind, 0).read("frobnicate the widget")


def test_what_is_typed_and_illegal_gets_the_reason_of_the_geometry() -> None:
    """An unknown thing, and a place that is too far."""
    unit = question("unit", 0)
    (violation,) = unit.check(unit.settle(unit.read("to Atlantis")))
    assert violation.reason.startswith("nothing here is called 'Atlantis'; there are ")
    (x, y) = unit.scene.model("A0").pose.centre
    wrong = unit.check(unit.read(f"Model A0 {x},{y + 7.5}"))
    assert wrong[0].reason.startswith("Model A0 moves ") and wrong[0].reason.endswith(" inches too far")
    assert wrong[0].rule == "rule of too long" and wrong[0].facts["amount"] >= 1.5
    tool = question("tool", 0)
    (short,) = tool.check(tool.settle(tool.read("40,29")))
    assert short.reason.endswith(" inches short of there") and short.rule == "rule of out of reach"


def test_a_fault_is_said_with_the_names_of_things_in_both_languages() -> None:
    fault = Fault("ends too close to", "s2", 0.3, of="m1")
    names = {"m1": "Mob 1", "s2": "Scout 2"}.__getitem__
    assert show(words_of(fault, names)) == "Mob 1 ends 0.3 inches too near to Scout 2"
    assert show(words_of(fault, names), "zh") == "Mob 1 停下时离 Scout 2 近了 0.3 英寸"


CHINESE = re.compile(r"[\u4e00-\u9fff]")
TYPED = re.compile(
    r"""而不是.*|回答：.*|'[^']*'|"\w+"|within|heading|beside|hide|cover|away|Mob|degrees|deg|lay|spot|from|charge"""
    "|objective|unit|things?|inches|piece|home"
)
"""What was answered, and what is typed or written as data in every language."""


def in_chinese(words: Any) -> bool:
    """Whether words have a Chinese form without English sentences in it."""
    if isinstance(words, str):
        return False
    return bool(CHINESE.search(words["zh"])) and not re.search(r"[a-z]{4,}", TYPED.sub("", words["zh"]))


def called(thing: str) -> Any:
    return {"en": f"Model {thing}", "zh": f"模型{thing}"}


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_a_player_reads_is_said_in_chinese_too(kind: str) -> None:
    """What may be typed, suggestions and hints, what is refused, what is drawn."""
    for seed in (0, 1):
        plainly = question(kind, seed)
        meant = tuple(("", intent) for intent in intents(kind) if not plainly.check(plainly.settle(intent)))
        space = msgspec.structs.replace(plainly, names=called, hints=meant)
        assert in_chinese(space.how())
        assert all(in_chinese(space.hint(answer)) for answer in space.suggest(8, Random(seed)))
        said = [one for answer in (*GARBAGE, *intents(kind), *exact(kind, seed)) for one in space.check(answer)]
        assert said and all(in_chinese(one.words) and one.words["en"] == one.reason for one in said)
        for answer in exact(kind, seed):
            items = [item for item in space.preview(answer) if item.label]
            assert all(in_chinese(item.label) for item in items)
        for words, intent in space._hints():
            assert space.read(words["zh"]) == space.read(words["en"].upper()) == intent


def test_hints_without_words_have_those_of_the_kernel() -> None:
    """And things are called by their names, in any language, when they are typed."""
    hints = tuple(("", hint) for hint in (("beside", "E", 1.1), ("away", "F"), ("hide", "E", "F"), ("heading", 90), ()))
    space = msgspec.structs.replace(question("unit", 0), names=called, hints=hints)
    assert [words["en"] for words, _ in space._hints()] == [
        "to Model E", "away from Model F", "out of sight of Model E, Model F", "as far as it goes, heading 90", "stay",
    ]  # fmt: skip
    assert [words["zh"] for words, _ in space._hints()] == [
        "前往模型E", "远离模型F", "躲开模型E、模型F 的视线", "朝 90 度方向走到底", "不动",
    ]  # fmt: skip
    for typed in ("within 2 of Model E", "within 2 of 模型E", "距模型E 2 以内", "距 E 2 英寸以内"):
        assert space.read(typed) == ("beside", "E", 2)
    assert space.read("模型A1 22,15 30度") == (("A1", ((22, 15), (30,))),)


FILLED = {"what": (), "where": ("in the air", "below the table"), "best": ("left", "right", "front", "back"),
          "reason": ("starts", "ends")}  # fmt: skip
"""What stands in reasons that are put together."""


@cache
def reasons() -> set[str]:
    """Every reason that the source of the geometry of tables gives a fault."""
    found: set[str] = {"passes through", "crosses", "ends mid-climb on", "ends inside"}
    found |= {"too high or low", "partly too far"}  # by a variable
    for path in Path(plane.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fault":
                found.update(said(node.args[0]))
            if isinstance(node, ast.keyword) and node.arg == "reason" and isinstance(node.value, ast.Constant):
                found.add(str(node.value.value))
    return found


def said(node: ast.expr) -> Iterator[str]:
    """What an expression for a reason may say; names by themselves are listed above."""
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.JoinedStr):
        (field,) = [part for part in node.values if isinstance(part, ast.FormattedValue)]
        assert isinstance(field.value, ast.Name)
        for word in FILLED[field.value.id]:
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else word for part in node.values)
    else:
        assert isinstance(node, ast.Name) and node.id in ("what", "reason"), ast.dump(node)


def test_every_reason_of_the_geometry_has_words_in_both_languages() -> None:
    found = reasons()
    assert len(found) > 50
    for reason in sorted(found):
        fault = Fault(reason, "Scout 2", 0.3, of="Mob 1")
        for lang in ("en", "zh"):
            text = show(words_of(fault), lang)
            assert text != str(fault) and "{" not in text, f"{reason}: {text}"
        assert show(words_of(fault)) != show(words_of(fault), "zh")


def test_every_kind_that_spaces_may_give_is_a_reason_of_the_geometry() -> None:
    for kind in (UnitMove, ModelMove, Charge, ToolMove, Place, SetUp):
        assert reasons() >= kind.KINDS


@pytest.mark.parametrize("kind", ("unit", "move", "tool", "direction"))
def test_tests_answer_as_people_type(kind: str) -> None:
    """A text is read; what cannot be read, or is no text, is returned as it is, for the game to refuse."""
    space = question(kind, 0)
    typed = {"unit": "to E", "move": "20,12 21,13", "tool": "lay 30 -45", "direction": "to E1"}[kind]

    assert space.named(typed, str) == space.read(typed) != typed
    assert space.named("neither here nor there", str) == "neither here nor there"
    assert space.named((1.0,), str) == (1.0,)


def test_a_trait_that_a_policy_names_and_no_table_has_never_came_up() -> None:
    policy = MovePolicy(areas=frozenset({"wood", "quicksand"}))

    def go(game: Game, turn: Turn) -> Any:
        scene = Scene(20, 20, [Piece("copse", ((9, 9), (12, 9), (12, 12)), traits=frozenset({"wood"}))], [scout])
        yield Request(0, "go", ModelMove(scene, "scout", 3.0, policy, FaultRules({}, others="")))
        yield GameOver(())

    scout = Model("scout", base_of("32mm"), Pose(4, 4))
    rules = Ruleset(
        id="walk", title="A walk", version="1", state=State, flow=Loop("turn", turns(lambda game: game.players), [go])
    )

    report = check_ruleset(rules, games=1, seed=1, looks=0, damages=0)

    assert report.exercised["trait"].keys() == {"wood"}
    assert "never came up (trait, 1 of 2): quicksand" in str(report)


def test_a_hook_by_its_earlier_name_still_counts_and_is_warned_about() -> None:
    def none(self: UnitMove, rng: Random) -> Iterator[Any]:
        return iter(((),))

    with pytest.warns(DeprecationWarning, match="Still._ideas is now ideas"):
        still: Any = type("Still", (UnitMove,), {"_ideas": none, "__module__": __name__}, frozen=True)
    assert still.ideas is none


def test_what_a_space_calls_its_own_by_such_a_name_is_its_own() -> None:
    """Only a unit's move had _apart, and only questions in inches _planned."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        other: Any = type("Other", (Space,), {"_apart": None, "_planned": None, "__module__": __name__}, frozen=True)
    assert not hasattr(other, "coherency") and not hasattr(other, "planned")


def test_a_tool_that_can_be_laid_nowhere_is_not_tried_again_for_each_way_it_may_lead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where a move has to lead toward something, a random one is given up as soon as nothing at all was found."""
    tries: list[str] = []

    def nowhere(scene: Scene, name: str, *more: Any) -> None:
        tries.append(name)

    monkeypatch.setattr("rulewright.field.inches.tools.sample_advance", nowhere)
    one, other = (Model(name, base_of("35mm"), Pose(x, 10.0)) for name, x in (("one", 5.0), ("other", 15.0)))
    between = plane.tools.wedge(one.footprint, other.footprint, toward=True)
    question = ToolMove(Scene(30, 30, models=[one, other]), "one", TOOL, Passage(0), rules_of(ToolMove), between)

    assert question.draw(Random(1)) is None and tries == ["one"]
