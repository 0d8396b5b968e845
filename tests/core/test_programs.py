"""Vocabularies of effects, and the programs that they become: a toy vocabulary on the smallest game."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import pytest
from pydantic import Field, Tag, TypeAdapter, ValidationError
from typing_extensions import TypeAliasType

from rulewright import Call, Game, Ruleset, Steps, new_game
from rulewright.content import Place, problems_of
from rulewright.programs import (
    RESOLVE,
    Compiler,
    Op,
    Reader,
    Resolution,
    Verbs,
    choose_option,
    if_,
    may_happen,
    number,
    resolve,
)
from rulewright.vocabulary import (
    AllTrue,
    AnyTrue,
    Choose,
    Compare,
    Half,
    If,
    May,
    Model,
    Multiple,
    NoneTrue,
    Pay,
    Shape,
    Sum,
    known_verb,
    verbs_of,
    walk,
)
from tests.core.sketch import Grew, sketch_rules, value

# A vocabulary: things grow, and amounts may be what a thing is worth --------------------

Amount = TypeAliasType("Amount", "_Amount")
Condition = TypeAliasType("Condition", "_Condition")
Effect = TypeAliasType("Effect", "_Effect")
Value = Literal["worth", "turns"]

_AMOUNT = Shape("amount", "value", "half", "sum", "thing", number=True, words=("worth", "turns"))
_CONDITION = Shape("condition", "amount", "owner", "all", "any", "none")


class WorthOf(Model):
    """What another thing is worth: an amount of this game alone."""

    thing: int


class Owner(Model):
    """Whose thing it is: a condition of this game alone."""

    owner: int


_Amount = Annotated[
    Annotated[int, Tag("number")]
    | Annotated[Value, Tag("word")]
    | Annotated[Multiple[Value], Tag("value")]
    | Annotated[Half[Amount], Tag("half")]
    | Annotated[Sum[Amount], Tag("sum")]
    | Annotated[WorthOf, Tag("thing")],
    _AMOUNT.discriminator,
    _AMOUNT.known,
]
_Condition = Annotated[
    Annotated[Compare[Amount], Tag("amount")]
    | Annotated[Owner, Tag("owner")]
    | Annotated[AllTrue[Condition], Tag("all")]
    | Annotated[AnyTrue[Condition], Tag("any")]
    | Annotated[NoneTrue[Condition], Tag("none")],
    _CONDITION.discriminator,
    _CONDITION.known,
]


class Grow(Model):
    do: Literal["grow"]
    amount: Amount


Verb = Grow | If[Condition, Effect] | Choose[Condition, Effect] | May[Effect]
MODELS: Final = verbs_of(Verb)
_Effect = Annotated[Verb, Field(discriminator="do"), known_verb(MODELS)]

# and what its words do --------------------------------------------------------------------

VERBS = Verbs({"if": if_})


@VERBS
def grow(game: Game, run: Resolution, op: Op) -> Grew:
    return Grew(0, number(op.amount, game, run))


@VERBS
def choose_(game: Game, run: Resolution, op: Op) -> Steps:
    return (yield from choose_option(game, run, op, run.player, ""))


@VERBS
def may(game: Game, run: Resolution, op: Op) -> Steps:
    return (yield from may_happen(game, run, op, run.player, ""))


def read_own(model: Any) -> Any:
    if isinstance(model, Owner):
        return lambda game, run: game.state.things[0].owner == model.owner
    return lambda game, run: value(game, model.thing)


READER: Final = Reader({"worth": lambda game, run: value(game), "turns": lambda game, run: 3}, read_own, read_own)


class Book:
    """The content of a game with one list of effects."""

    fingerprint = "toy"

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        models = TypeAdapter(tuple[Effect, ...]).validate_python(effects)
        compiler = Compiler(VERBS, READER)
        self.program = compiler.program(models)
        self.ops = compiler.ops


def game_of(*effects: dict[str, Any]) -> Game:
    """A game that does these effects for player 0, and then adds a thousand."""
    book = Book(list(effects))

    def begin(game: Game, context: Any) -> Call | None:
        return resolve(0, "toy", book.program)

    def end(game: Game, context: Any) -> Grew:
        return Grew(0, 1000)

    rules: Ruleset = sketch_rules(begin, end, procedures=[RESOLVE], content=lambda extras: book)
    return new_game(rules, seed=1, chance="manual")


def grow_by(amount: Any) -> dict[str, Any]:
    return {"do": "grow", "amount": amount}


# Amounts and conditions ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "worth"),
    [
        (5, 5),
        ("turns", 3),
        ({"value": "turns", "times": 2, "plus": -1}, 5),
        ({"value": "turns", "times": 2, "at_most": 4}, 4),
        ({"half": "turns"}, 2),
        ({"half": "turns", "round": "down"}, 1),
        ({"half": {"sum": ["turns", 4]}}, 4),
        ({"sum": [1, "turns", {"value": "turns"}]}, 7),
        ({"thing": 1}, 0),
    ],
)
def test_an_amount_is_counted_when_its_effect_happens(amount: Any, worth: int) -> None:
    assert value(game_of(grow_by(amount))) == worth + 1000


def test_an_amount_sees_what_earlier_effects_have_done() -> None:
    assert value(game_of(grow_by(2), grow_by("worth"), grow_by("worth"))) == 8 + 1000


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ({"amount": "turns", "at_least": 3}, True),
        ({"amount": "turns", "at_least": 4}, False),
        ({"amount": "turns", "at_most": 3}, True),
        ({"amount": "turns", "at_most": 2}, False),
        ({"amount": "turns", "more_than": 2}, True),
        ({"amount": "turns", "more_than": 3}, False),
        ({"amount": "turns", "less_than": 4}, True),
        ({"amount": "turns", "less_than": 3}, False),
        ({"amount": "worth", "less_than": "turns"}, True),
        ({"owner": 0}, True),
        ({"owner": 1}, False),
        ({"all": [{"owner": 0}, {"owner": 1}]}, False),
        ({"any": [{"owner": 0}, {"owner": 1}]}, True),
        ({"none": [{"owner": 1}]}, True),
        ({"none": [{"owner": 0}, {"owner": 1}]}, False),
    ],
)
def test_a_condition_decides_what_happens(test: dict[str, Any], holds: bool) -> None:
    game = game_of({"do": "if", "test": test, "then": [grow_by(1)], "otherwise": [grow_by(2)]})

    assert value(game) == (1 if holds else 2) + 1000


def test_no_condition_is_none_and_what_is_no_condition_is_refused() -> None:
    assert READER.condition(None) is None
    plain = Reader({})
    for read in (plain.amount, plain.condition):
        with pytest.raises(TypeError, match="is no"):
            read(Owner(owner=1))


def test_no_effects_are_nothing() -> None:
    assert value(game_of()) == 1000


# Programs -----------------------------------------------------------------------------------


def test_effects_that_lead_to_others_put_them_in_front_of_the_rest() -> None:
    nested = {"do": "if", "test": {"owner": 0}, "then": [grow_by(1), grow_by("worth")]}

    assert value(game_of(nested, grow_by({"value": "worth", "times": 10}))) == 2 + 20 + 1000


@pytest.mark.parametrize(("answer", "worth"), [(0, 1), (2, 4)])
def test_a_player_picks_one_of_the_options_that_are_open(answer: int, worth: int) -> None:
    options = [
        {"effects": [grow_by(1)]},
        {"test": {"owner": 1}, "effects": [grow_by(2)]},
        {"effects": [grow_by(4)]},
    ]
    game = game_of({"do": "choose", "options": options})

    assert list(game.request.space.options()) == [0, 2]
    game.answer(answer, 0)
    assert value(game) == worth + 1000


def test_one_open_option_is_no_question_and_none_is_nothing() -> None:
    closed = {"test": {"owner": 1}, "effects": [grow_by(2)]}

    assert value(game_of({"do": "choose", "options": [closed, {"effects": [grow_by(1)]}]})) == 1001
    assert value(game_of({"do": "choose", "options": [closed, closed]})) == 1000


@pytest.mark.parametrize(("answer", "worth"), [(True, 5), (False, 0)])
def test_a_player_may_leave_it(answer: bool, worth: int) -> None:
    game = game_of({"do": "may", "effects": [grow_by(5)]})
    game.answer(answer, 0)

    assert value(game) == worth + 1000


def test_effects_under_way_are_plain_data_in_a_fork() -> None:
    game = game_of(grow_by(1), {"do": "may", "effects": [grow_by(2)]}, grow_by(4))
    copy = game.fork()
    game.answer(True, 0)
    copy.answer(False, 0)

    assert (value(game), value(copy)) == (1007, 1005)


def test_a_verb_without_a_function_is_named() -> None:
    Verbs(VERBS).serve(MODELS)
    with pytest.raises(TypeError, match="without a function: shrink, swap"):
        VERBS.serve([*MODELS, "swap", "shrink"])


def test_a_field_that_every_operation_has_of_its_own_is_named() -> None:
    class Repeat(Model):
        do: Literal["repeat"]
        number: int

    with pytest.raises(TypeError, match=r"^the verb 'repeat' has a field 'number', which every operation has"):
        Compiler(Verbs(repeat=grow), READER).program([Repeat(do="repeat", number=2)])


@pytest.mark.parametrize("amount", ["size", Multiple[str](value="size", times=2)])
def test_a_value_without_a_function_is_named(amount: Any) -> None:
    with pytest.raises(TypeError, match=r"^no function for the value 'size'; known are turns, worth$"):
        READER.amount(amount)


# What content may say -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ({"do": "grwo", "amount": 1}, "grow"),
        (grow_by("wroth"), "worth"),
        (grow_by({"halve": 3}), "half"),
        ({"do": "if", "test": {"ownre": 1}, "then": [grow_by(1)]}, "owner"),
    ],
)
def test_an_unknown_word_is_refused_with_the_nearest_one(effect: dict[str, Any], told: str) -> None:
    class Card(Model):
        effect: Effect

    with pytest.raises(ValidationError) as error:
        Card.model_validate({"effect": effect})

    (problem,) = problems_of(error.value, Card, Place("cards.json", "card"))
    assert problem.nearest[0] == told


@pytest.mark.parametrize(
    ("effect", "field"),
    [
        (grow_by("wroth"), "effect.amount"),
        (grow_by({"half": {"sum": [1, "wroth"]}}), "effect.amount.half.sum[1]"),
        ({"do": "if", "test": {"all": [{"owner": 1}, {"amount": "wroth", "at_most": 1}]}, "then": [grow_by(1)]},
         "effect.test.all[1].amount"),
        ({"do": "may", "effects": [grow_by(1), {"do": "grow"}]}, "effect.effects[1].amount"),
        ({"do": "may", "effects": [{"do": "if", "test": {"owner": 1}, "then": []}]}, "effect.effects[0].then"),
    ],
)  # fmt: skip
def test_a_mistake_is_placed_as_the_file_has_it(effect: dict[str, Any], field: str) -> None:
    class Card(Model):
        effect: Effect

    data = {"effect": effect}
    with pytest.raises(ValidationError) as error:
        Card.model_validate(data)

    assert [problem.field for problem in problems_of(error.value, Card, data=data)] == [field]


@pytest.mark.parametrize(
    ("test", "path"),
    [
        ({"amount": {"value": "worth", "tims": 2}, "at_least": 1}, "amount.tims"),
        ({"amount": "worth", "at_least": "wroth"}, "at_least"),
        ({"amount": "wroth", "at_least": "wroth"}, "amount at_least"),
        ({"amount": {"half": {"half": "wroth"}}, "at_least": 1}, "amount.half.half"),
        ({"amount": 1}, ""),
        ({"owner": 1, "onwer": 1}, "onwer"),
    ],
)
def test_a_mistake_has_its_place_where_a_key_tells_what_is_meant(test: dict[str, Any], path: str) -> None:
    class Card(Model):
        effect: Effect

    data = {"effect": {"do": "if", "test": test, "then": [grow_by(1)]}}
    with pytest.raises(ValidationError) as error:
        Card.model_validate(data)

    found = [problem.field for problem in problems_of(error.value, Card, data=data)]
    assert found == [f"effect.test.{key}".removesuffix(".") for key in path.split(" ")]


@pytest.mark.parametrize(
    "effect",
    [
        {"do": "if", "test": {"amount": 1}, "then": [grow_by(1)]},
        {"do": "if", "test": {"amount": 1, "at_least": 1, "less_than": 3}, "then": [grow_by(1)]},
        {"do": "if", "test": {"owner": 1}, "then": []},
        {"do": "choose", "options": [{"effects": [grow_by(1)]}]},
        {"do": "may", "effects": []},
        {"do": "if", "test": {"all": [{"owner": 1}]}, "then": [grow_by(1)]},
        grow_by({"sum": [1]}),
        {**grow_by(1), "size": 2},
    ],
)
def test_what_says_too_little_or_too_much_is_refused(effect: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(tuple[Effect, ...]).validate_python([effect])


def test_what_is_paid_is_paid_for_something() -> None:
    pay: Any = TypeAdapter(Pay[int, Grow])
    with pytest.raises(ValidationError, match="then or otherwise says what a payment is for"):
        pay.validate_python({"do": "pay", "cost": 1})
    for key in ("then", "otherwise"):
        pay.validate_python({"do": "pay", "cost": 1, key: [grow_by(1)]})


def test_a_walk_meets_every_model_with_its_path() -> None:
    effect = {"do": "if", "test": {"all": [{"owner": 1}, {"amount": {"half": 3}, "at_least": 1}]}, "then": [grow_by(1)]}
    (model,) = TypeAdapter(tuple[Effect, ...]).validate_python([effect])

    assert [(path, type(part).__name__.partition("[")[0]) for path, part in walk(model)] == [
        ("", "If"), ("test", "AllTrue"), ("test.all[0]", "Owner"), ("test.all[1]", "Compare"),
        ("test.all[1].amount", "Half"), ("then[0]", "Grow"),
    ]  # fmt: skip
