"""Stats: layers, modifiers, traces, permissions."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.stats import (
    Applied,
    Layer,
    Modifier,
    Permission,
    Ratio,
    Stat,
    StatError,
    Value,
    cannot,
    may,
)
from tests.lengths import examples

COMBAT_VALUE = Stat(
    "attack",
    (
        Layer("replace", "set"),
        Layer("multiply", "multiply"),
        Layer("divide", "divide", rounding="up", rule="game:rounding"),
        Layer("modify", "add", least=-3, most=3, rule="game:three"),
        Layer("minimum", "least"),
        Layer("maximum", "most"),
    ),
    least=0,
    rule="game:values",
)
CHARACTERISTIC = Stat(
    "oc",
    (
        Layer("set", "set"),
        Layer("divide", "divide"),
        Layer("multiply", "multiply"),
        Layer("add", "add"),
        Layer("subtract", "subtract"),
        Layer("round", "round", rounding="up"),
    ),
    least=0,
)
HIT_ROLL = Stat("hit", (Layer("modify", "add", least=-1, most=1),))
ATTACK_DICE = Stat("dice", (Layer("add", "add"), Layer("halve", "divide", rounding="up")), least=1)
DAMAGE = Stat(
    "damage",
    (
        Layer("deal", "add"),
        Layer("keep a fraction", "divide", rounding="down"),
        Layer("prevent", "subtract"),
    ),
    least=0,
)


def on(stat: Stat, *changes: tuple[str, int]) -> list[Modifier]:
    """Modifiers of a stat from pairs of layer and amount."""
    return [Modifier(stat.name, layer, amount, name=f"{layer} {amount}") for layer, amount in changes]


# The layer tables of five games


def test_combat_values_replace_then_halve_then_modify() -> None:
    """
    7 replaced by 9, halved and rounded up to 5, modified by +1, whatever the order in which it was said.
    """
    changes = on(COMBAT_VALUE, ("modify", 1), ("divide", 2), ("replace", 9))

    assert COMBAT_VALUE.number(7, changes) == 6


def test_combat_values_double_before_they_halve() -> None:
    assert COMBAT_VALUE.number(5, on(COMBAT_VALUE, ("divide", 2), ("multiply", 2))) == 5


@pytest.mark.parametrize(
    ("amounts", "expected"), [((2, 2), 13), ((-2, -2), 7), ((4, -2), 12), ((4, 4, -6), 12), ((3,), 13)]
)
def test_the_sum_of_modifiers_stays_within_three(amounts: tuple[int, ...], expected: int) -> None:
    """
    Only the sum is limited: +4 and -2 are +2, not +3 and -2.
    """
    assert COMBAT_VALUE.number(10, on(COMBAT_VALUE, *(("modify", amount) for amount in amounts))) == expected


def test_the_rule_of_three_does_not_limit_replacements() -> None:
    assert COMBAT_VALUE.number(1, on(COMBAT_VALUE, ("replace", 9))) == 9


def test_maximum_wins_over_minimum() -> None:
    """
    A minimum of 10 and a maximum of 4 together leave 4.
    """
    assert COMBAT_VALUE.number(7, on(COMBAT_VALUE, ("maximum", 4), ("minimum", 10))) == 4


def test_the_strictest_minimum_and_maximum_count() -> None:
    assert COMBAT_VALUE.number(1, on(COMBAT_VALUE, ("minimum", 5), ("minimum", 3))) == 5
    assert COMBAT_VALUE.number(9, on(COMBAT_VALUE, ("maximum", 5), ("maximum", 7))) == 5


def test_combat_values_are_never_negative() -> None:
    assert COMBAT_VALUE.number(1, on(COMBAT_VALUE, ("modify", -3))) == 0


def test_a_characteristic_is_doubled_before_it_is_raised() -> None:
    """
    Doubled and raised by 1, 3 is 7.
    """
    assert CHARACTERISTIC.number(3, on(CHARACTERISTIC, ("add", 1), ("multiply", 2))) == 7


def test_a_characteristic_is_halved_before_it_is_raised() -> None:
    """
    Halved and raised by 1, 2 is 2; first set to 0 it is 1.
    """
    changes = on(CHARACTERISTIC, ("add", 1), ("divide", 2))

    assert CHARACTERISTIC.number(2, changes) == 2
    assert CHARACTERISTIC.number(2, [*changes, *on(CHARACTERISTIC, ("set", 0))]) == 1


def test_a_characteristic_is_rounded_up_only_at_the_end() -> None:
    """
    5 halved, doubled and raised by 1 is 6; rounded on the way it would be 7.
    """
    changes = on(CHARACTERISTIC, ("divide", 2), ("multiply", 2), ("add", 1))

    assert CHARACTERISTIC.number(5, changes) == 6
    assert CHARACTERISTIC.number(5, on(CHARACTERISTIC, ("divide", 2), ("subtract", 1))) == 2


def test_characteristics_have_limits() -> None:
    leadership = Stat("leadership", (Layer("worsen", "add"), Layer("improve", "subtract")), least=5, most=8)

    assert leadership.number(7, on(leadership, ("worsen", 3))) == 8
    assert leadership.number(7, on(leadership, ("improve", 3))) == 5


@pytest.mark.parametrize(("amounts", "expected"), [((1, 1, 1, -1), 1), ((-1, -1), -1), ((1, -1), 0)])
def test_hit_roll_modifiers_are_summed_then_limited(amounts: tuple[int, ...], expected: int) -> None:
    assert HIT_ROLL.number(0, on(HIT_ROLL, *(("modify", amount) for amount in amounts))) == expected


def test_half_a_pool_of_dice_is_rounded_up_and_never_empty() -> None:
    assert ATTACK_DICE.number(5, on(ATTACK_DICE, ("halve", 2))) == 3
    assert ATTACK_DICE.number(2, on(ATTACK_DICE, ("add", -4))) == 1


def test_effects_of_one_name_do_not_stack() -> None:
    """
    Of two effects called "cover" only one counts; another name counts beside it.
    """
    cover = Modifier("dice", "add", 1, name="cover", group="cover")
    aim = Modifier("dice", "add", 1, name="aim", group="aim")

    assert ATTACK_DICE.number(4, [cover, cover, aim]) == 6


def test_damage_is_summed_then_halved_then_prevented() -> None:
    """
    8, half of it prevented, and 4 more played later: 12 halved is 6; 2 prevented leave 4; never below 0.
    """
    changes = on(DAMAGE, ("keep a fraction", 2), ("deal", 4))

    assert DAMAGE.number(8, changes) == 6
    assert DAMAGE.number(8, [*changes, *on(DAMAGE, ("prevent", 2))]) == 4
    assert DAMAGE.number(8, [*changes, *on(DAMAGE, ("prevent", 9))]) == 0


def test_half_prevented_rounded_up_leaves_the_smaller_half() -> None:
    assert DAMAGE.number(13, on(DAMAGE, ("keep a fraction", 2))) == 6


# Layers


def setter(stacking: Any) -> Stat:
    return Stat("speed", (Layer("replace", "set", stacking=stacking),))


@pytest.mark.parametrize(("stacking", "expected"), [("", 6), ("last", 6), ("first", 5), ("highest", 9), ("lowest", 4)])
def test_stacking_says_which_replacement_counts(stacking: str, expected: int) -> None:
    stat = setter(stacking)

    assert stat.number(1, on(stat, ("replace", 5), ("replace", 9), ("replace", 4), ("replace", 6))) == expected


def test_an_adding_layer_may_use_only_the_highest() -> None:
    stat = Stat("armour", (Layer("worn", "add", stacking="highest", most=3),))

    assert stat.number(0, on(stat, ("worn", 1), ("worn", 2))) == 2
    assert stat.number(0, on(stat, ("worn", 1), ("worn", 5))) == 3


def test_the_greatest_magnitude_of_a_group_counts() -> None:
    stat = Stat("speed", (Layer("modify", "add"),))
    slow, quick = (Modifier("speed", "modify", amount, group="mud") for amount in (-3, 2))

    assert stat.number(10, [quick, slow]) == 7
    assert stat.number(10, [slow, quick]) == 7


def test_the_first_of_a_group_counts_among_equals() -> None:
    stat = Stat("speed", (Layer("modify", "add"),))
    slow, quick = (Modifier("speed", "modify", amount, group="mud") for amount in (-2, 2))

    assert stat.number(10, [quick, slow]) == 12
    assert stat.number(10, [slow, quick]) == 8


def test_a_group_may_act_in_two_layers() -> None:
    halve, floor_ = (Modifier("attack", layer, 2, group="weak") for layer in ("divide", "minimum"))

    assert COMBAT_VALUE.number(2, [halve, floor_]) == 2
    assert COMBAT_VALUE.number(8, [halve, floor_]) == 4


def test_groups_multiply_once() -> None:
    stat = Stat("range", (Layer("double", "multiply"),))

    assert stat.number(3, [Modifier("range", "double", 2, group="scope")] * 2) == 6
    assert stat.number(3, [Modifier("range", "double", 2)] * 2) == 12


@pytest.mark.parametrize(
    ("rounding", "base", "expected"),
    [("up", 5, 3), ("up", -5, -2), ("down", 5, 2), ("down", -5, -3), ("nearest", 5, 3), ("nearest", -5, -2)],
)
def test_rounding(rounding: Any, base: int, expected: int) -> None:
    stat = Stat("number", (Layer("halve", "divide", rounding=rounding),))

    assert stat.number(base, on(stat, ("halve", 2))) == expected


def test_a_fraction_left_at_the_end_is_rounded_by_the_stat() -> None:
    for rounding, expected in (("up", 4), ("down", 3)):
        stat = Stat("number", (Layer("third", "divide"),), rounding=rounding)  # type: ignore[arg-type]
        assert stat.number(10, on(stat, ("third", 3))) == expected
        value = stat.value(10, on(stat, ("third", 3)))
        assert (value.number, value.trace[-1].op) == (expected, f"round {rounding}")


def test_a_layer_rounds_also_where_it_has_no_modifiers() -> None:
    """
    5 halved is rounded down to 2 by the next layer, before it is doubled to 4.
    """
    stat = Stat("x", (Layer("halve", "divide"), Layer("limit", "most", rounding="down"), Layer("double", "multiply")))

    assert stat.number(5, on(stat, ("halve", 2), ("double", 2))) == 4


def test_fractions_in_a_trace_are_in_lowest_terms() -> None:
    stat = Stat("x", (Layer("quarter", "divide"),))

    assert stat.value(6, on(stat, ("quarter", 4))).trace[0].after == Ratio(3, 2)
    assert str(Ratio(3, 2)) == "3/2"


def test_thirds_stay_exact() -> None:
    """
    A third of 1, times 3, is 1 and not a little less.
    """
    stat = Stat("number", (Layer("part", "divide"), Layer("times", "multiply")), rounding="down")

    assert stat.number(1, on(stat, ("part", 3), ("part", 7), ("times", 21))) == 1


def test_a_modifier_whose_condition_fails_does_not_count() -> None:
    idle = Modifier("attack", "modify", 2, name="flight", unless="the target is not flying")

    assert COMBAT_VALUE.number(10, [idle]) == 10
    assert COMBAT_VALUE.value(10, [idle]).trace[0].why == "the target is not flying"


def test_a_stacking_layer_passes_over_what_does_not_count() -> None:
    stat = setter("highest")
    modifiers = [Modifier("speed", "replace", 9, unless="asleep"), *on(stat, ("replace", 5))]

    assert stat.number(1, modifiers) == 5


# Traces


def test_a_trace_in_english() -> None:
    changes = [
        Modifier("attack", "modify", 4, name="perplex", rule="game:perplex"),
        Modifier("attack", "modify", 1, name="flight", unless="the target is not flying"),
        Modifier("attack", "divide", 2, source="curse:3"),
        Modifier("attack", "maximum", 5, name="fog"),
    ]

    assert COMBAT_VALUE.value(7, changes).explain() == [
        "base 7 [game:values]",
        "/ 2 curse:3",
        "rounded up to 4 [game:rounding]",
        "+4 perplex [game:perplex]",
        "ignored: +1 flight (the target is not flying)",
        "sum of modifiers +4 limited to +3 [game:three]",
        "at most 5 fog",
        "result: 5",
    ]


def test_a_trace_in_chinese() -> None:
    changes = [
        Modifier("attack", "replace", 3, name="outwit"),
        Modifier("attack", "replace", 4, name="perplex", rule="game:perplex"),
        Modifier("attack", "modify", -5, name="outwit"),
    ]
    names = {"outwit": "智取", "perplex": "困惑"}

    assert COMBAT_VALUE.value(7, changes).explain("zh", names=lambda name: names[name]) == [
        "基础值 7 [game:values]",
        "不计：变为 3 智取（只计最后者）",
        "变为 4 困惑 [game:perplex]",
        "-5 智取",
        "修正合计 -5，限制为 -3 [game:three]",
        "结果：1",
    ]


def test_a_trace_tells_the_stats_own_limits() -> None:
    stat = Stat("size", (Layer("grow", "add"), Layer("shrink", "subtract", most=9)), least=1, most=5, rule="g:size")

    assert stat.value(2, on(stat, ("grow", 8))).explain()[-2:] == ["not above 5 [g:size]", "result: 5"]
    assert stat.value(2, on(stat, ("shrink", 12))).explain()[1:] == [
        "-12 shrink 12",
        "sum of modifiers -12 limited to -9",
        "not below 1 [g:size]",
        "result: 1",
    ]
    for modifier, size in (("grow", 5), ("shrink", 1)):  # at a limit nothing has been held to it
        value = stat.value(2, on(stat, (modifier, abs(size - 2))))
        assert (value.number, [line.op for line in value.trace]) == (size, ["add" if size > 2 else "subtract"])


def test_a_trace_shows_values_between_layers_exactly() -> None:
    value = CHARACTERISTIC.value(5, on(CHARACTERISTIC, ("divide", 2), ("add", 1)))

    assert [(step.op, step.before, step.after) for step in value.trace] == [
        ("divide", 5, Ratio(5, 2)),
        ("add", Ratio(5, 2), Ratio(7, 2)),
        ("round up", Ratio(7, 2), 4),
    ]


def test_a_trace_names_the_one_of_a_group_that_counts() -> None:
    small, great = (Modifier("dice", "add", n, name=f"aura {n}", group="aura") for n in (1, 2))
    value = ATTACK_DICE.value(4, [small, great, great])

    assert [(step.name, step.counted) for step in value.trace] == [
        ("aura 1", False),
        ("aura 2", True),
        ("aura 2", False),
    ]
    assert value.explain()[1] == "ignored: +1 aura 1 (effects of one group do not stack)"


def test_a_value_is_usable_as_a_number() -> None:
    value = HIT_ROLL.value(3)

    assert (int(value), str(value), [10, 11, 12, 13][value]) == (3, "3", 13)


def test_a_value_survives_json() -> None:
    value = CHARACTERISTIC.value(5, on(CHARACTERISTIC, ("divide", 2), ("add", 1)))

    assert msgspec.json.decode(msgspec.json.encode(value), type=Value) == value


def test_a_stat_survives_copies_and_lists_its_layers_as_data() -> None:
    for twin in (copy.deepcopy(COMBAT_VALUE), pickle.loads(pickle.dumps(COMBAT_VALUE))):
        assert twin == COMBAT_VALUE
        assert twin.number(10, on(COMBAT_VALUE, ("modify", 9))) == 13
    assert msgspec.to_builtins(COMBAT_VALUE)["layers"][3]["most"] == 3
    assert msgspec.convert(msgspec.to_builtins(COMBAT_VALUE), Stat) == COMBAT_VALUE


# Agreement of the quick ways, the slow way and an independent calculation

OPS = ("set", "multiply", "divide", "add", "subtract", "least", "most")
LAYERS = st.builds(
    Layer,
    name=st.just("?"),
    op=st.sampled_from(OPS),
    rounding=st.sampled_from(["none", "none", "up", "down", "nearest"]),
)


@st.composite
def stats(draw: st.DrawFn) -> Stat:
    layers = []
    for number, layer in enumerate(draw(st.lists(LAYERS, min_size=1, max_size=6))):
        changes: dict[str, Any] = {"name": f"layer {number}"}
        if layer.op in ("add", "subtract"):
            changes["least"] = draw(st.none() | st.integers(-4, 0))
            changes["most"] = draw(st.none() | st.integers(0, 4))
        stackings = ["highest", "lowest", "first", "last"]
        if layer.op not in ("set", "least", "most"):
            stackings.append("sum")
            stackings.append("sum")
        changes["stacking"] = draw(st.sampled_from(stackings))
        layers.append(msgspec.structs.replace(layer, **changes))
    least = draw(st.none() | st.integers(-5, 5))
    most = draw(st.none() | st.integers(5, 20))
    return Stat("x", tuple(layers), least, most, rounding=draw(st.sampled_from(["up", "down", "nearest"])))


def modifiers_of(stat: Stat) -> st.SearchStrategy[Modifier]:
    def modifier(layer: Layer) -> st.SearchStrategy[Modifier]:
        return st.builds(
            Modifier,
            st.just("x"),
            st.just(layer.name),
            st.integers(1, 4) if layer.op == "divide" else st.integers(-4, 9),
            group=st.sampled_from(["", "", "a", "b"]),
            unless=st.sampled_from(["", "", "", "no"]),
        )

    return st.sampled_from(stat.layers).flatmap(modifier)


@st.composite
def calculations(draw: st.DrawFn) -> tuple[Stat, int, list[Modifier]]:
    stat = draw(stats())
    return stat, draw(st.integers(-30, 30)), draw(st.lists(modifiers_of(stat), max_size=12))


ROUND: dict[str, Callable[[Fraction], Fraction]] = {
    "none": lambda value: value,
    "up": lambda value: Fraction(ceil(value)),
    "down": lambda value: Fraction(floor(value)),
    "nearest": lambda value: Fraction(floor(value + Fraction(1, 2))),
}


PICK: dict[str, Callable[[list[int]], int]] = {
    "highest": max,
    "lowest": min,
    "first": lambda amounts: amounts[0],
    "last": lambda amounts: amounts[-1],
}


def textbook(stat: Stat, base: int, modifiers: list[Modifier]) -> int:
    """The same calculation written a second time, with fractions, one modifier after the other."""
    value = Fraction(base)
    for layer in stat.layers:
        given = [m for m in modifiers if m.layer == layer.name and not m.unless]
        if layer.stacking == "sum":
            amounts = [m.amount for m in given if not m.group]
            for group in ("a", "b"):
                members = [m.amount for m in given if m.group == group]
                amounts += sorted(members, key=abs, reverse=True)[:1]
        else:
            amounts = [PICK[layer.stacking]([m.amount for m in given])] if given else []
        total = sum(amounts)
        total = total if layer.least is None else max(layer.least, total)
        total = total if layer.most is None else min(layer.most, total)
        if layer.op in ("add", "subtract"):
            value += total if layer.op == "add" else -total
        for amount in amounts:
            if layer.op == "set":
                value = Fraction(amount)
            elif layer.op == "multiply":
                value *= amount
            elif layer.op == "divide":
                value /= amount
            elif layer.op == "least":
                value = max(value, Fraction(amount))
            elif layer.op == "most":
                value = min(value, Fraction(amount))
        value = ROUND[layer.rounding](value)
    result = int(ROUND[stat.rounding](value))
    result = result if stat.least is None else max(stat.least, result)
    return result if stat.most is None else min(stat.most, result)


@examples(300)
@given(calculations())
def test_number_value_and_textbook_agree(calculation: tuple[Stat, int, list[Modifier]]) -> None:
    stat, base, modifiers = calculation

    expected = textbook(stat, base, modifiers)

    assert stat.number(base, modifiers) == expected
    assert stat.value(base, modifiers).number == expected


@examples(100)
@given(calculations())
def test_a_trace_is_a_chain_without_gaps(calculation: tuple[Stat, int, list[Modifier]]) -> None:
    """
    Each line begins where the one before ended, every modifier has its line, ignored ones change nothing.
    """
    stat, base, modifiers = calculation
    value = stat.value(base, modifiers)

    now: int | Ratio = base
    for step in value.trace:
        assert step.before == now
        assert step.counted or step.after == now
        now = step.after
    assert now == value.number
    assert sum(step.op in OPS for step in value.trace) == len(modifiers)


# Permissions


def test_cannot_beats_can() -> None:
    move = Permission("move")
    winged, rooted = may("move", "wings"), cannot("move", "roots")

    assert not move.allowed()
    assert move.allowed([winged])
    assert not move.allowed([rooted, winged])
    assert not move.allowed([winged, rooted])


def test_what_is_permitted_by_default_can_be_forbidden() -> None:
    assert Permission("move", default=True).allowed()
    assert not Permission("move", default=True).allowed([cannot("move")])


def test_a_ban_whose_condition_fails_does_not_count() -> None:
    assert Permission("move").allowed([may("move"), cannot("move", unless="the turn is over")])


def test_a_verdict_explains_itself() -> None:
    modifiers = [
        may("move", "wings", rule="game:wings"),
        cannot("move", "roots", "tree:1"),
        cannot("move", "fear", unless="fearless"),
    ]
    verdict = Permission("move", rule="game:move").verdict(modifiers)

    assert not verdict
    assert verdict.explain() == [
        "by default: no [game:move]",
        "ignored: may wings [game:wings] (cannot beats can)",
        "cannot roots",
        "ignored: cannot fear (fearless)",
        "result: no",
    ]
    assert verdict.explain("zh")[1:3] == [
        "不计：可以 wings [game:wings]（“不可以”优先于“可以”）",
        "不可以 roots",
    ]


@given(st.booleans(), st.lists(st.tuples(st.sampled_from([may, cannot]), st.sampled_from(["", "no"]))))
def test_a_verdict_equals_the_quick_answer(default: bool, given_: list[tuple[Any, str]]) -> None:
    permission = Permission("move", default)
    modifiers = [make("move", unless=unless) for make, unless in given_]

    assert permission.verdict(modifiers).allowed == permission.allowed(modifiers)
    assert len(permission.verdict(modifiers).trace) == len(modifiers)


# Misuse


@pytest.mark.parametrize("way", ["number", "value"])
@pytest.mark.parametrize(
    ("modifier", "message"),
    [
        (Modifier("attack", "modifi", 1, name="perplex"), "unknown 'modifi'; did you mean 'modify'?"),
        (Modifier("defense", "modify", 1, name="perplex"), "modifier 'perplex' is for stat 'defense'"),
        (Modifier("attack", "divide", 0, name="curse"), "modifier 'curse' cannot divide attack by 0"),
        (Modifier("attack", "modifi", 1, unless="asleep"), "unknown 'modifi'"),
    ],
)
def test_a_modifier_that_does_not_fit_is_refused(way: str, modifier: Modifier, message: str) -> None:
    ask: dict[str, Callable[[], object]] = {
        "number": lambda: COMBAT_VALUE.number(1, [modifier]),
        "value": lambda: COMBAT_VALUE.value(1, [modifier]),
    }
    with pytest.raises(StatError) as refused:
        ask[way]()
    assert message in str(refused.value)


@pytest.mark.parametrize("amount", [float("nan"), "1", 1.5, True, None])
def test_amounts_and_bases_are_whole_numbers(amount: Any) -> None:
    with pytest.raises(StatError, match="'perplex' of attack: amount must be a whole number"):
        Modifier("attack", "modify", amount, name="perplex")
    for ask in (COMBAT_VALUE.number, COMBAT_VALUE.value):
        with pytest.raises(StatError, match="stat 'attack': base must be a whole number"):
            ask(amount)


def test_a_rounding_layer_takes_no_modifiers() -> None:
    with pytest.raises(StatError, match="layer 'round' only rounds"):
        CHARACTERISTIC.number(1, on(CHARACTERISTIC, ("round", 1)))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"op": "ad"}, "layer 'x': operation: unknown 'ad'; did you mean 'add'?"),
        ({"op": "divide", "rounding": "upp"}, "rounding: unknown 'upp'; did you mean 'up'?"),
        ({"op": "add", "stacking": "best"}, "stacking: unknown 'best'"),
        ({"op": "set", "stacking": "sum"}, "'set' uses one modifier"),
        ({"op": "multiply", "most": 3}, "'multiply' has none"),
        ({"op": "add", "least": 3, "most": 1}, "least 3 is more than most 1"),
        ({"op": "add", "least": 1}, "must allow 0"),
        ({"op": "add", "most": 1.5}, "most must be a whole number"),
        ({"op": "round"}, "needs a rounding"),
    ],
)
def test_a_layer_without_sense_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(StatError) as refused:
        Layer("x", **fields)
    assert message in str(refused.value)


def test_a_stat_without_sense_is_refused() -> None:
    with pytest.raises(StatError, match="stat 'x' has two layers named 'add'"):
        Stat("x", (Layer("add", "add"), Layer("set", "set"), Layer("add", "add")))
    with pytest.raises(StatError, match="least 2 is more than most 1"):
        Stat("x", (), least=2, most=1)
    with pytest.raises(StatError, match="rounding: unknown 'none'"):
        Stat("x", (), rounding="none")


def test_a_permission_knows_two_words() -> None:
    with pytest.raises(StatError, match="did you mean 'cannot'"):
        Permission("move").allowed([Modifier("move", "cannott")])
    with pytest.raises(StatError, match="is for 'fly', not for the permission 'move'"):
        Permission("move").verdict([may("fly")])


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(StatError, match="no words for language 'fr'; there are en, zh"):
        HIT_ROLL.value(1).explain("fr")  # type: ignore[arg-type]


def test_a_line_of_a_trace_can_stand_alone() -> None:
    step = HIT_ROLL.value(1, on(HIT_ROLL, ("modify", 1))).trace[0]

    assert isinstance(step, Applied)
    assert step.explain() == "+1 modify 1"
