"""Vocabularies of effects, and the programs that they become: a toy vocabulary on the smallest game."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final

import pytest
from pydantic import ValidationError

from rulewright import Call, Extension, FlowError, Game, Ruleset, new_game, rules_for, vocabulary
from rulewright.content import json_schema
from rulewright.describe import content_schemas
from rulewright.journal import journal_of, rebuild
from rulewright.kinds import ContentKind, Location
from rulewright.plugins import registry
from rulewright.programs import RESOLVE, Judge, Resolution, each_of, number, resolve, then_do
from rulewright.text import TextError, Texts
from rulewright.validation import problems_of
from rulewright.vocabulary import (
    Amount,
    Compiler,
    ContentModel,
    Count,
    Effect,
    Lexicon,
    Pay,
    Test,
    Try,
    Verb,
    step,
    variants,
    walk,
)
from rulewright.vocabulary.words import PLACE
from rulewright.wording import Wording
from tests.core.sketch import Grew, sketch_rules, value

# A vocabulary: things grow, and amounts may be what a thing is worth --------------------


class WorthOf(Count, key="thing"):
    """What another thing is worth: an amount of this game alone."""

    thing: int

    def count(self, game: Game, run: Resolution) -> int:
        return value(game, self.thing)

    def said(self, wording: Wording) -> str:
        return f"#{self.thing}"


class Owner(Test, key="owner"):
    """Whose thing it is: a condition of this game alone."""

    owner: int

    def holds(self, game: Game, run: Resolution) -> bool:
        return bool(game.state.things[0].owner == self.owner)

    def said(self, wording: Wording) -> str:
        return f"{self.owner} has it"


class Grow(Verb, name="grow"):
    """Something grows."""

    amount: Amount

    en = "grow by {amount}"
    zh = "长 {amount}"

    def do(self, game: Game, run: Resolution) -> Grew:
        return Grew(0, number(self.amount, game, run))

    def worth(self, judge: Judge) -> float:
        return judge.amount(self.amount)


class Pulse(Verb, name="pulse"):
    """Something grows, and later once more: a verb of two deeds."""

    en = "pulse"
    zh = "脉动"

    def do(self, game: Game, run: Resolution) -> Any:
        return then_do(game, run, (self.swell, self.swell))

    @step
    def swell(self, game: Game, run: Resolution) -> Grew:
        return Grew(0, 10)


class Toll(Pay, name="pay"):
    """Growth may be paid for growth."""

    cost: int

    def do(self, game: Game, run: Resolution) -> Any:
        return then_do(game, run, self.then)


class Halve(Verb, name="halve"):
    """Something is halved, where there are two of it."""

    en = "halve it"
    zh = "减半"

    def do(self, game: Game, run: Resolution) -> Grew:
        return Grew(0, -(value(game) // 2))

    def can(self, game: Game, run: Resolution) -> bool:
        return value(game) > 1


class Attempt(Try, name="try"):
    """What can be done, or something else."""


VALUES: Final = {"worth": lambda game, run: value(game), "turns": lambda game, run: 3}
LEXICON: Final = Lexicon(WorthOf, Owner, Grow, Pulse, Toll, Halve, Attempt, values=VALUES)


class Card(ContentModel):
    id: str = "card"
    effect: Effect


class Deck(ContentModel):
    effects: tuple[Effect, ...]


class Book:
    """The content of a game with one list of effects."""

    fingerprint = "toy"

    def __init__(self, effects: list[dict[str, Any]], lexicon: Lexicon = LEXICON) -> None:
        compiler = Compiler()
        self.effects = compiler.effects(lexicon.read(Deck, {"effects": effects}).effects)
        self.program = tuple(number for effect in self.effects for number in effect.program)
        self.ops = compiler.ops


def toy_rules(*effects: dict[str, Any]) -> Ruleset:
    """The rules of a game that does these effects for player 0, and then adds a thousand."""

    def begin(game: Game, context: Any) -> Call | None:
        return resolve(0, "toy", game.content.program)

    def end(game: Game, context: Any) -> Grew:
        return Grew(0, 1000)

    def load(added: Any, lexicon: Lexicon) -> Book:
        return Book(list(effects), lexicon)

    return sketch_rules(begin, end, procedures=[RESOLVE], content=load, lexicon=lambda: LEXICON)


def game_of(*effects: dict[str, Any]) -> Game:
    return new_game(toy_rules(*effects), seed=1, chance="manual")


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


def test_no_effects_are_nothing() -> None:
    assert value(game_of()) == 1000
    run = Resolution(player=0, source="", queue=(0, 1))
    assert not [*each_of(run, ["one", "other"], ())]


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


HALVE: Final = {"do": "halve"}


def test_what_cannot_be_done_is_tried_and_something_else_is_done() -> None:
    attempt = {"do": "try", "effects": [HALVE, grow_by(100)], "otherwise": [grow_by(4)]}

    assert value(game_of(attempt)) == 1004
    assert value(game_of(attempt, attempt)) == 4 - 2 + 100 + 1000


@pytest.mark.parametrize(("otherwise", "asked"), [(grow_by(4), True), (HALVE, False)])
def test_a_try_can_be_done_where_one_of_the_two_can(otherwise: dict[str, Any], asked: bool) -> None:
    game = game_of({"do": "may", "effects": [{"do": "try", "effects": [HALVE], "otherwise": [otherwise]}]})

    assert (game.request is not None) is asked


def test_effects_under_way_are_plain_data_in_a_fork() -> None:
    game = game_of(grow_by(1), {"do": "may", "effects": [grow_by(2)]}, grow_by(4))
    copy = game.fork()
    game.answer(True, 0)
    copy.answer(False, 0)

    assert (value(game), value(copy)) == (1007, 1005)


def test_a_verb_may_take_several_deeds_each_with_a_number_of_its_own() -> None:
    game = game_of({"do": "pulse"}, grow_by("worth"))

    assert value(game) == 40 + 1000
    assert [repr(deed) for deed in game.content.ops] == ["<pulse 0>", "<pulse.swell 1>", "<grow 2>"]
    assert game.content.program == (0, 2), "what comes later is no part of the program until its verb says so"


def test_what_the_content_says_stays_as_it_was_read() -> None:
    read = LEXICON.read(Card, {"effect": {"do": "may", "effects": [grow_by(1)]}})
    once, again = Compiler(), Compiler()
    again.effect(read.effect)

    assert once.effect(read.effect).program == (1,)
    assert [again.effect(read.effect).program, once.effect(read.effect).program] == [(3,), (3,)]


def test_a_verb_that_does_nothing_or_says_nothing_is_refused() -> None:
    with pytest.raises(TypeError, match="the verb 'idle' does nothing: it has no method do"):
        type("Idle", (Verb,), {"__module__": __name__, "en": "idle", "zh": "无"}, name="idle")
    with pytest.raises(TypeError, match="the verb 'mute' has no words in zh: give it en and zh, or a method said"):
        type("Mute", (Verb,), {"__module__": __name__, "en": "mute", "do": Grow.do}, name="mute")
    with pytest.raises(TypeError, match="the verb 'half up' has no words in zh: give it en and zh, or a method said"):
        names = {"__module__": __name__, "en": variants("down", up="up"), "zh": "下", "do": Grow.do}
        type("Half", (Verb,), names, name="half")
    with pytest.raises(TextError, match=r"broken: en: the field \{amount.real\} is more than a name"):
        names = {"__module__": __name__, "en": "{amount.real}", "zh": "长", "do": Grow.do}
        type("Broken", (Verb,), names, name="broken")


# Words and judgement ------------------------------------------------------------------------


def in_words(effect: dict[str, Any], lang: str = "en", lexicon: Lexicon = LEXICON) -> str:
    names = {"amount.turns": {"en": "the turns", "zh": "回合数"}}
    return lexicon.read(Card, {"effect": effect}).effect.said(Wording(Texts(names), lang))


@pytest.mark.parametrize(
    ("effect", "en", "zh"),
    [
        (grow_by(2), "grow by 2", "长 2"),
        (grow_by("turns"), "grow by the turns", "长回合数"),
        (grow_by({"value": "turns", "times": 2, "plus": -1}), "grow by 2 × the turns - 1", "长 2 × 回合数 - 1"),
        (grow_by({"sum": [{"half": "turns"}, {"thing": 4}]}), "grow by half the turns + #4", "长一半回合数 + #4"),
        ({"do": "if", "test": {"owner": 1}, "then": [grow_by(1)], "otherwise": [grow_by(2)]},
         "if 1 has it: grow by 1, else grow by 2", "若 1 has it，长 1，否则长 2"),
        ({"do": "if", "test": {"any": [{"owner": 1}, {"amount": 3, "at_least": "turns"}]}, "then": [grow_by(1)]},
         "if 1 has it or 3 is the turns+: grow by 1", "若 1 has it或3 达到回合数，长 1"),
        ({"do": "choose", "options": [{"effects": [grow_by(1), grow_by(2)]}, {"effects": [{"do": "pulse"}]}]},
         "grow by 1, grow by 2 or pulse", "长 1，长 2或脉动"),
        ({"do": "choose", "options": [{"test": {"owner": 1}, "effects": [grow_by(1)]}, {"effects": [HALVE]}]},
         "if 1 has it: grow by 1 or halve it", "若 1 has it，长 1或减半"),
        ({"do": "try", "effects": [HALVE], "otherwise": [grow_by(1)]},
         "halve it; if that cannot be done, grow by 1", "减半；若无法做到，长 1"),
        ({"do": "may", "effects": [grow_by(1)]}, "you may choose: grow by 1", "可长 1"),
        ({"do": "pay", "cost": 3, "then": [grow_by(1)]}, "pay 3 for: grow by 1", "支付 3：长 1"),
        ({"do": "pay", "cost": 3, "otherwise": [grow_by(1)]}, "pay 3 or grow by 1", "支付 3，否则长 1"),
        ({"do": "pay", "cost": 3, "then": [grow_by(1)], "otherwise": [grow_by(2)]},
         "pay 3 for: grow by 1, or grow by 2", "支付 3：长 1，否则长 2"),
    ],
)  # fmt: skip
def test_every_word_says_itself_in_both_languages(effect: dict[str, Any], en: str, zh: str) -> None:
    assert (in_words(effect), in_words(effect, "zh")) == (en, zh)


def test_a_verb_says_itself_in_the_variant_that_it_names() -> None:
    class Swing(Verb, name="swing"):
        up: bool
        en = variants("swing down", True_="swing up")
        zh = variants("向下", True_="向上")

        def do(self, game: Game, run: Resolution) -> None: ...

        def variant(self) -> str:
            return f"{self.up}_"

    lexicon = LEXICON.join([Swing])
    assert in_words({"do": "swing", "up": True}, "en", lexicon) == "swing up"
    assert in_words({"do": "swing", "up": False}, "zh", lexicon) == "向下"


@pytest.mark.parametrize(
    ("effect", "worth"),
    [
        (grow_by(3), 3),
        (grow_by("turns"), 7),
        (grow_by("worth"), 2),
        (grow_by({"value": "turns", "times": 2, "plus": 1}), 15),
        (grow_by({"half": {"sum": ["turns", 3, {"thing": 1}]}}), 6),
        ({"do": "if", "test": {"owner": 1}, "then": [grow_by(3)], "otherwise": [grow_by(1)]}, 2),
        ({"do": "choose", "options": [{"effects": [grow_by(1), grow_by(2)]}, {"effects": [grow_by(2)]}]}, 3),
        ({"do": "may", "effects": [grow_by(4), {"do": "pulse"}]}, 4),
        ({"do": "try", "effects": [grow_by(4)], "otherwise": [grow_by(1)]}, 4),
        ({"do": "pay", "cost": 3, "then": [grow_by(1)]}, 0.5),
    ],
)
def test_programs_that_play_ask_each_word_what_it_is_worth(effect: dict[str, Any], worth: float) -> None:
    judge = Judge()
    judge.values, judge.others = {"turns": 7}, 2

    assert judge.effects([LEXICON.read(Card, {"effect": effect}).effect]) == worth


class Weighing(Judge):
    """It knows what growth is worth, and that a blight is none."""

    worths = MappingProxyType({"blight": -2.0, "growth": 1.0})


class Blight(Verb, name="blight", whom="on"):
    """Whoever is meant has something worse."""

    on: str = "enemy"
    amount: Amount = 1
    then: tuple[Effect, ...] = ()

    en, zh = "blight {on}", "{on}枯萎"

    def do(self, game: Game, run: Resolution) -> None:
        """Nothing: only what it is worth is looked at."""


class Bless(Blight, name="bless", changes="growth", by="much", whom=None):
    """The player has something of it, whoever is meant."""

    much: Amount | None = 1


@pytest.mark.parametrize(
    ("effect", "worth"),
    [
        ({"do": "blight"}, 2),
        ({"do": "blight", "amount": 3}, 6),
        ({"do": "bless", "much": None}, 1),
        ({"do": "blight", "on": "self"}, -2),
        ({"do": "blight", "on": "nobody knows"}, 0),
        ({"do": "blight", "then": [{"do": "blight", "on": "friendly"}, grow_by(1)]}, 1),
        ({"do": "bless", "much": 4}, 4),
        ({"do": "may", "effects": [{"do": "blight", "on": "self"}]}, 0),
    ],
)
def test_a_verb_is_worth_what_it_changes_for_whom_with_what_is_inside(effect: dict[str, Any], worth: float) -> None:
    words = LEXICON.join([Blight, Bless])

    assert Weighing().effects([words.read(Card, {"effect": effect}).effect]) == worth


# Words of extensions ------------------------------------------------------------------------


class Shrivel(Verb, name="shrivel", rule="x.1"):
    """Something loses what it is worth but one: a verb of an extension."""

    by: Amount = 1

    en = "shrivel by {by}"
    zh = "缩 {by}"

    def do(self, game: Game, run: Resolution) -> Any:
        return then_do(game, run, (self.drop,) * number(self.by, game, run))

    @step
    def drop(self, game: Game, run: Resolution) -> Grew:
        return Grew(0, -1, rule=self.rule)


WITHERING: Final = Extension(ruleset="sketch", id="withering", verbs=[Shrivel])
SHRIVELLED: Final = ({"do": "shrivel", "by": {"half": "turns"}}, {"do": "may", "effects": [{"do": "shrivel"}]})


def test_a_verb_of_an_extension_is_played_saved_and_loaded() -> None:
    rules = toy_rules(*SHRIVELLED).freeze([WITHERING])
    game = new_game(rules, seed=1, chance="manual")
    assert value(game) == -2
    game.answer(True, 0)

    assert value(game) == 1000 - 3
    assert [entry.event.rule for entry in game.log if isinstance(entry.event, Grew)] == ["x.1"] * 3 + [""]
    assert rebuild(rules, None, journal_of(game)).digest() == game.digest()


def test_a_verb_of_an_extension_is_read_and_worded_with_its_lexicon_alone() -> None:
    lexicon = LEXICON.join([Shrivel])

    assert in_words(SHRIVELLED[0], "en", lexicon) == "shrivel by half the turns"
    assert in_words(SHRIVELLED[0], "zh", lexicon) == "缩一半回合数"
    for rules in (toy_rules(*SHRIVELLED), toy_rules()):
        assert "shrivel" not in LEXICON.verbs, rules
    with pytest.raises(ValidationError, match="found 'shrivel', expected a verb under the key do"):
        toy_rules(*SHRIVELLED).freeze()


def test_the_schema_of_the_content_lists_the_verbs_of_extensions() -> None:
    def verbs(lexicon: Lexicon) -> dict[str, Any]:
        schema = json_schema(lexicon.kinds({"cards": Card}))
        defined = schema["$defs"]
        assert defined["Card"]["properties"]["effect"]["$ref"] == "#/$defs/Effect"
        forms = [defined[form["$ref"].rpartition("/")[2]] for form in defined["Effect"]["oneOf"]]
        return {form["properties"]["do"]["const"]: form for form in forms}

    more = verbs(LEXICON.join([Shrivel]))
    assert set(verbs(LEXICON)) == {"grow", "pulse", "pay", "halve", "try", "if", "choose", "may"}
    assert set(more) == {*verbs(LEXICON), "shrivel"}
    assert more["shrivel"]["description"].startswith("Something loses what it is worth")
    assert more["shrivel"]["required"] == ["do"]
    assert more["shrivel"]["properties"]["by"]["$ref"] == "#/$defs/Amount"


def test_a_schema_without_effects_has_no_words() -> None:
    class Plain(ContentModel):
        id: str

    assert set(json_schema([ContentKind("plain", Plain, lexicon=LEXICON)])["$defs"]) == {"Plain"}


def test_a_name_of_the_content_gives_itself_by_language() -> None:
    name = vocabulary.Name(en="Ember", zh="余烬")

    assert name.words == {"en": "Ember", "zh": "余烬"} and name.model_dump() == name.words


def test_two_verbs_of_one_name_are_refused() -> None:
    class Other(Grow, name="grow"):
        """Another one."""

    with pytest.raises(FlowError, match=r"^sketch: two verbs are both named 'grow'$"):
        toy_rules().freeze([Extension(ruleset="sketch", id="more", verbs=[Other])])
    with pytest.raises(ValueError, match="two verbs are both named 'grow'"):
        Lexicon(Grow, Other)


def test_a_verb_of_another_make_is_refused() -> None:
    class Loud(Verb):
        """What every verb of a game is."""

    class If(vocabulary.If, Loud, name="if"): ...

    class Choose(vocabulary.Choose, Loud, name="choose"): ...

    class May(vocabulary.May, Loud, name="may"): ...

    loud = Lexicon(If, Choose, May, base=Loud)
    with pytest.raises(ValueError, match=r"^the verb 'shrivel' does not derive from .*\.Loud$"):
        loud.join([Shrivel])


def test_verbs_for_a_game_without_a_lexicon_are_refused() -> None:
    with pytest.raises(FlowError, match=r"^sketch has no lexicon to which withering could add the verb 'shrivel'$"):
        sketch_rules(lambda game, context: None).freeze([WITHERING])


# What content may say -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ({"do": "grwo", "amount": 1}, "grow"),
        (grow_by("wroth"), "worth"),
        (grow_by({"halve": 3}), "half"),
        ({"do": "if", "test": {"ownre": 1}, "then": [grow_by(1)]}, "owner"),
        ({**grow_by(1), "amuont": 2}, "amount"),
        (grow_by({"value": "truns"}), "turns"),
    ],
)
def test_an_unknown_word_is_refused_with_the_nearest_one(effect: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError) as error:
        LEXICON.read(Card, {"effect": effect})

    (problem,) = problems_of(error.value, Card, Location("cards.json", "card"), lexicon=LEXICON)
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
    data = {"effect": effect}
    with pytest.raises(ValidationError) as error:
        LEXICON.read(Card, data)

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
    data = {"effect": {"do": "if", "test": test, "then": [grow_by(1)]}}
    with pytest.raises(ValidationError) as error:
        LEXICON.read(Card, data)

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
        "grow",
    ],
)
def test_what_says_too_little_or_too_much_is_refused(effect: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        LEXICON.read(Card, {"effect": effect})


@pytest.mark.parametrize(
    ("amount", "told"),
    [
        (1000, "effect.amount: found 1000, expected at most 999"),
        (-1000, "effect.amount: found -1000, expected at least -999"),
        (True, "effect.amount: an amount with one of the keys value, half, sum, thing, found true"),
        (None, "effect.amount: an amount with one of the keys value, half, sum, thing, found null"),
    ],
)
def test_what_is_no_amount_is_refused_with_what_would_be_right(amount: Any, told: str) -> None:
    with pytest.raises(ValidationError) as error:
        LEXICON.read(Card, {"effect": grow_by(amount)})

    assert [str(problem) for problem in problems_of(error.value, Card, data={"effect": grow_by(amount)})] == [told]


def test_a_lexicon_may_know_no_amount_below_zero() -> None:
    with pytest.raises(ValidationError, match="greater than or equal to 0"):
        Lexicon(Grow, least=0).read(Card, {"effect": grow_by(-1)})


def test_content_with_effects_is_read_with_a_lexicon() -> None:
    with pytest.raises(TypeError, match=r"^effects are read with a lexicon: lexicon.read\(model, data\)$"):
        Card.model_validate({"effect": grow_by(1)})


def test_what_was_read_is_written_as_it_stood_in_the_content() -> None:
    effect = {"do": "if", "test": {"owner": 1}, "then": ({"do": "grow", "amount": "turns"},), "otherwise": ()}

    assert LEXICON.read(Card, {"effect": effect}).model_dump() == {"id": "card", "effect": effect}


def test_what_is_paid_is_paid_for_something() -> None:
    with pytest.raises(ValidationError, match="then or otherwise says what a payment is for"):
        LEXICON.read(Card, {"effect": {"do": "pay", "cost": 1}})
    for key in ("then", "otherwise"):
        LEXICON.read(Card, {"effect": {"do": "pay", "cost": 1, key: [grow_by(1)]}})


def test_a_walk_meets_every_model_with_its_path() -> None:
    effect = {"do": "if", "test": {"all": [{"owner": 1}, {"amount": {"half": 3}, "at_least": 1}]}, "then": [grow_by(1)]}
    model = LEXICON.read(Card, {"effect": effect}).effect

    assert [(path, type(part).__name__.partition("[")[0]) for path, part in walk(model)] == [
        ("", "If"), ("test", "AllTrue"), ("test.all[0]", "Owner"), ("test.all[1]", "Compare"),
        ("test.all[1].amount", "Half"), ("then[0]", "Grow"),
    ]  # fmt: skip


@pytest.mark.parametrize("game", sorted(registry().rulesets))
def test_the_schema_of_an_installed_game_lists_its_verbs(game: str) -> None:
    rules = rules_for(game)
    schemas = content_schemas(rules.content)
    verbs = schemas["content"]["$defs"].get("Effect", {}).get("discriminator", {}).get("mapping", {})
    words = {} if rules.ruleset.lexicon is None else rules.ruleset.lexicon().verbs

    assert {*verbs} == {*words}
    assert PLACE not in str(schemas)
