"""Texts that people play by hand, in a toy vocabulary: what can be said, typed and shown, and when it happens."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from rulewright import Game, Request, Ruleset, Violation, new_game, vocabulary
from rulewright.describe import describe
from rulewright.events import FoundImpossible, LeftByHand, PlayedByHand
from rulewright.journal import journal_of, rebuild
from rulewright.odds import distribution
from rulewright.plaindata import plain
from rulewright.programs import RESOLVE, Resolution, counted, number, resolve, then_do
from rulewright.reading import Unreadable
from rulewright.refusals import Refused
from rulewright.text import Texts
from rulewright.vocabulary import Amount, Compiler, ContentModel, Effect, HandEffects, Lexicon, Sayings, Verb, step
from rulewright.wording import Wording
from tests.core.sketch import Grew, sketch_rules, value


class Grow(Verb, name="grow", rule="g.1"):
    """Something grows."""

    amount: Amount = 1
    twice: bool = False

    en = "grow by {amount}"
    zh = "长 {amount}"

    def do(self, game: Game, run: Resolution) -> Grew:
        return Grew(0, number(self.amount, game, run) * (2 if self.twice else 1), rule=self.rule)

    def hindrance(self, view: Any, run: Resolution) -> Violation | None:
        return Violation("too_big", self.rule) if self.amount == 13 else None


class Pulse(Verb, name="pulse"):
    """Something grows, and later as often more as is said: a verb of two deeds, with a question between them."""

    times: Amount = 1

    en = "pulse"
    zh = "脉动"

    def do(self, game: Game, run: Resolution) -> Any:
        return then_do(game, run, (self.swell,) * counted(self.times, game, run))

    @step
    def swell(self, game: Game, run: Resolution) -> Any:
        by = yield Request(run.player, "by", vocabulary_numbers(), "p.1")
        yield Grew(0, by)


class Call(Verb, name="call"):
    """Something is called by any name."""

    name: str
    loud: bool = False

    en = "call {name}"
    zh = "呼唤{name}"

    def can(self, game: Game, run: Resolution) -> bool:
        return self.name != "nobody"

    def do(self, game: Game, run: Resolution) -> Grew:
        return Grew(0, len(self.name))


class Hidden(Verb, name="hidden"):
    """A verb that nobody may say."""

    sayable = False
    en = "hidden"
    zh = "隐"

    def do(self, game: Game, run: Resolution) -> None: ...


class ByHand(vocabulary.ByHand, name="by_hand", rule="b.1"):
    """Whoever plays says what happens."""


def vocabulary_numbers() -> Any:
    from rulewright.spaces import Options

    return Options((10, 20))


def wording(lang: str) -> Wording:
    return Wording(Texts({"amount.turns": {"en": "the turns", "zh": "回合数"}}), lang)


LEXICON = Lexicon(Grow, Pulse, Call, Hidden, ByHand, values={"turns": lambda game, run: 3})
SAYINGS = Sayings(LEXICON, wording)
SPACE = HandEffects(SAYINGS)
TEXT = {"en": "It grows.", "zh": "它生长。"}


class Deck(ContentModel):
    effects: tuple[Effect, ...]


class Book:
    """Content of one text."""

    fingerprint = "toy"

    def __init__(self, effects: list[Any]) -> None:
        compiler = Compiler()
        self.program = compiler.program(LEXICON.read(Deck, {"effects": effects}).effects)
        self.ops = compiler.ops
        self.by_hand = SAYINGS


def toy_rules(*effects: dict[str, Any]) -> Ruleset:
    """The rules of a game that does these effects for player 0, and then adds a thousand."""

    def begin(game: Game, context: Any) -> Any:
        return resolve(0, "toy", game.content.program)

    def end(game: Game, context: Any) -> Grew:
        return Grew(0, 1000)

    return sketch_rules(
        begin, end, procedures=[RESOLVE], content=lambda *_: Book(list(effects)), lexicon=lambda: LEXICON
    )


def game_of(*effects: dict[str, Any]) -> Game:
    return new_game(toy_rules({"do": "by_hand", "text": TEXT}, *effects), seed=1, chance="manual")


# What happens -------------------------------------------------------------------------------


def test_what_was_said_happens_in_its_order_and_before_the_rest() -> None:
    game = game_of({"do": "grow", "amount": 100})
    game.answer((("pulse",), ("grow", ("amount", "turns"))), 0)

    assert value(game) == 0, "a verb that was said may ask"
    game.answer(20, 0)
    assert value(game) == 20 + 3 + 100 + 1000


def test_further_deeds_of_what_was_said_wait_as_data() -> None:
    game = game_of()
    game.answer((("pulse", ("times", 2)),), 0)
    (run,) = [frame.context for frame in game.frames() if isinstance(frame.context, Resolution)]
    assert plain(run.queue) == run.queue
    assert [key[1:] for key in run.queue if isinstance(key, tuple)] == [
        (0, ("pulse", ("times", 2)), "swell"),
        (0, ("pulse", ("times", 2)), "swell"),
    ]

    copy, loaded = game.fork(), rebuild(game.rules, None, journal_of(game))
    for one, by in ((game, 10), (copy, 20), (loaded, 10)):
        one.answer(by, 0)
        one.answer(by, 0)
    assert (value(game), value(copy), value(loaded)) == (1020, 1040, 1020)
    assert game.digest() == loaded.digest() != copy.digest()
    asked = []
    for _ in range(3):
        game.undo()
        asked.append(game.request.ask)
    assert asked == ["by", "by", "by_hand"]


def test_the_log_has_the_text_and_what_was_said_as_data() -> None:
    game = game_of()
    game.answer((("grow", ("amount", 2)),), 0)
    (played,) = [entry.event for entry in game.log if isinstance(entry.event, PlayedByHand)]

    assert (played.player, played.source, played.text) == (0, "toy", TEXT)
    assert (played.effects, played.told) == ((("grow", ("amount", 2)),), {"en": "grow by 2", "zh": "长 2"})
    assert played.rule == "b.1"
    (grew, *_) = [entry.event for entry in game.log if isinstance(entry.event, Grew)]
    assert game.why(grew).chain[1].event is played


def test_nothing_is_told_too() -> None:
    game = game_of()
    game.answer((), 0)

    assert value(game) == 1000
    assert [entry.event.text for entry in game.log if isinstance(entry.event, LeftByHand)] == [TEXT]


def test_a_verb_may_refuse_what_is_impossible_now() -> None:
    game = game_of()
    with pytest.raises(Refused) as refused:
        game.answer((("grow", ("amount", 13)),), 0)
    assert (refused.value.violations[0].key, refused.value.rule) == ("too_big", "g.1")


@pytest.mark.parametrize(("name", "ask", "grown"), [("nobody", "by_hand_again", 0), ("anna", "", 4 + 1000)])
def test_what_cannot_be_done_when_its_turn_comes_is_asked_for_anew(name: str, ask: str, grown: int) -> None:
    game = game_of()
    game.answer((("call", ("name", name)),), 0)
    assert (value(game), game.request.ask if value(game) < 1000 else "") == (grown, ask)
    found = [entry.event.reason["en"] for entry in game.log if isinstance(entry.event, FoundImpossible)]
    assert found == (["that cannot be done now"] if ask else [])


def test_each_effect_is_looked_at_when_its_turn_comes() -> None:
    game = game_of({"do": "grow", "amount": 100})
    said = (("grow", ("amount", 12)), ("grow",), ("grow", ("amount", 13)), ("pulse",))
    game.answer(said, 0)
    assert (value(game), game.request.ask) == (12 + 1, "by_hand_again"), "the third was the first that is impossible"
    assert (game.request.about["source"], game.request.about["text"]) == ("toy", TEXT)
    (found,) = [entry.event for entry in game.log if isinstance(entry.event, FoundImpossible)]
    assert (found.told["zh"], found.rule) == ("长 13", "g.1")

    copy, loaded = game.fork(), rebuild(game.rules, None, journal_of(game))
    for one in (game, copy, loaded):
        with pytest.raises(Refused):
            one.answer((("grow", ("amount", 13)),), 0)
        one.answer((("grow", ("amount", 7)), ("grow", ("amount", 13)), ("grow",)), 0)
        assert (value(one), one.request.ask) == (20, "by_hand_again"), "and so on"
        one.answer((), 0)
        assert value(one) == 20 + 100 + 1000, "the pulse that was to follow is gone, the rest of the text is not"
    assert game.digest() == copy.digest() == loaded.digest()
    game.undo()
    game.undo()
    game.undo()
    assert (value(game), game.request.ask) == (0, "by_hand")


@pytest.mark.parametrize(
    ("text", "zh"), [("It grows.", "It grows."), ({"en": "It grows."}, "It grows."), ({"zh": "它生长。"}, "它生长。")]
)
def test_a_text_stands_in_one_language_or_in_each(text: Any, zh: str) -> None:
    game = new_game(toy_rules({"do": "by_hand", "text": text}), seed=1)

    assert game.request.about["text"]["zh"] == zh
    assert wording("zh").effects([LEXICON.effect({"do": "by_hand", "text": text})]) == f"手动结算：“{zh}”"


@pytest.mark.parametrize("text", ["", {}, {"fr": "Ça pousse."}, {"en": ""}, None, 3])
def test_an_effect_by_hand_has_a_text(text: Any) -> None:
    with pytest.raises(ValidationError):
        LEXICON.read(Deck, {"effects": [{"do": "by_hand", "text": text}]})


# What can be said ---------------------------------------------------------------------------


def test_what_needs_structure_or_is_not_sayable_cannot_be_said() -> None:
    assert set(SAYINGS.verbs) == {"grow", "pulse", "call"}
    for word in ("if", "choose", "may", "by_hand", "hidden"):
        (wrong,) = SPACE.check(((word,),))
        assert wrong.key == "verb_with_structure"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("grow 2", (("grow", ("amount", 2)),)),
        ("grow turns twice", (("grow", ("amount", "turns"), ("twice", True)),)),
        ("grow twice no 2", (("grow", ("twice", False), ("amount", 2)),)),
        ("GROW twice 否", (("grow", ("twice", False)),)),
        ("call Scout loud", (("call", ("name", "Scout"), ("loud", True)),)),
        ('call "two; words" loud', (("call", ("name", "two; words"), ("loud", True)),)),
        ('call name "loud"', (("call", ("name", "loud")),)),
        ('call "7"', (("call", ("name", "7")),)),
        ("pulse;grow；grow 2,", (("pulse",), ("grow",), ("grow", ("amount", 2)))),
        ('[["grow", ["amount", 2]]]', (("grow", ("amount", 2)),)),
    ],
)
def test_lines_are_read(typed: str, said: Any) -> None:
    assert SPACE.read(typed) == said
    assert SPACE.check(said) == ()


@pytest.mark.parametrize(
    "typed",
    ["", "  ;", "grow grow", "grow 2 3", "grow amount", "gorw", "if", "call", "grow amount 1 amount 2", "[", "["],
)
def test_what_is_no_line_is_refused_somewhere(typed: str) -> None:
    try:
        said = SPACE.read(typed.strip())
    except Unreadable as error:
        assert isinstance(error.reason, dict) and all(error.reason.values())
    else:
        assert SPACE.check(said), "call without a name"


values = st.integers(0, 999) | st.sampled_from(["turns"])
names = st.text(min_size=1, max_size=8).filter(lambda text: text.isprintable())
fields = st.one_of(
    st.fixed_dictionaries({}, optional={"amount": values, "twice": st.booleans()}).map(lambda found: ("grow", found)),
    st.fixed_dictionaries({"name": names}, optional={"loud": st.booleans()}).map(lambda found: ("call", found)),
    st.fixed_dictionaries({}, optional={"times": values}).map(lambda found: ("pulse", found)),
)


@given(st.lists(fields, max_size=3), st.randoms())
def test_what_is_shown_is_read_back(effects: list[tuple[str, dict[str, Any]]], rng: Random) -> None:
    answer = tuple((word, *rng.sample(list(found.items()), len(found))) for word, found in effects)

    assert SPACE.check(answer) == ()
    assert SPACE.read(SPACE.shown(answer)) == answer
    assert plain(json.loads(json.dumps(answer))) == answer, "a journal keeps it"


def test_no_name_is_made_up_that_may_not_be_there() -> None:
    drawn = [SPACE.sample(Random(seed)) for seed in range(200)]

    assert {said[0] for answer in drawn for said in answer} == {"grow", "pulse"}
    assert drawn.count(()) > 100, "mostly nothing"
    assert all(SPACE.check(answer) == () for answer in drawn)
    assert HandEffects(Sayings(Lexicon(Call), wording)).sample(Random(2)) == ()


ODD = [
    None, 5, "grow", [("grow",)], ("grow",), (("grow", "amount"),), ((),), {1: 2}, ((("grow",),),),
    (("grow", ("amount", 1.5)),), (("grow", ("amount", (1, 2))),),
]  # fmt: skip


@pytest.mark.parametrize("answer", ODD)
def test_whatever_is_answered_is_checked(answer: Any) -> None:
    wrong = SPACE.check(answer)
    assert wrong and all(one.told("en") and one.told("zh") for one in wrong)


def test_programs_are_told_what_can_be_said() -> None:
    described = json.loads(json.dumps(SPACE.describe()))

    (amount, twice) = described["verbs"]["grow"]
    assert (amount["number"], amount["words"], twice["flag"]) == (True, ["turns"], True)
    assert (SPACE.suggest(5, Random(1)), SPACE.for_program(Random(1)), SPACE.may_pass()) == ([()], (), False)


def test_a_description_lists_the_verbs_with_their_fields() -> None:
    verbs = {verb["verb"]: verb for verb in describe(toy_rules().freeze())["verbs"]}

    assert set(verbs) == set(LEXICON.verbs)
    assert verbs["grow"] == {"verb": "grow", "may": ["amount", "twice"], "does": "Something grows.", "rule": "g.1"}
    assert (verbs["call"]["needs"], verbs["call"]["may"]) == (["name"], ["loud"])
    assert describe(sketch_rules(lambda game, context: None).freeze())["verbs"] == []


def test_odds_stop_at_the_question_unless_their_policy_answers_it() -> None:
    game = game_of({"do": "grow", "amount": 100})

    assert distribution(game, value) == {0: 1}
    assert distribution(game, value, policy=lambda game, request: request.space.for_program(Random(1))) == {1100: 1}
    said = {"by_hand": (("grow", ("amount", 5)), ("pulse",)), "by": 10}
    assert distribution(game, value, policy=lambda game, request: said[request.ask]) == {1115: 1}


# What content is called ---------------------------------------------------------------------


NAMING = Sayings(LEXICON, wording, names=lambda verb: {"name": ("scout", "captain")} if verb is Call else {})


def test_names_of_the_content_are_looked_up() -> None:
    space = HandEffects(NAMING)
    assert space.read("call scout loud") == (("call", ("name", "scout"), ("loud", True)),)
    assert space.check(space.read("call captain")) == ()
    (wrong,) = space.check(space.read("call scuot"))
    assert wrong.told("en") == "call: name cannot be 'scuot'; did you mean scout?"
    assert wrong.told("zh") == "call：name 不能是 'scuot'；是不是 scout？"
    (wrong,) = space.check((("call", ("name", "nobody")),))
    assert wrong.told("en") == "call: name is scout or captain, not 'nobody'"
    drawn = {said for seed in range(200) for said in space.sample(Random(seed)) if said[0] == "call"}
    assert {dict(said[1:])["name"] for said in drawn} == {"scout", "captain"}


def test_many_words_are_not_all_listed() -> None:
    many = Sayings(LEXICON, wording, names=lambda verb: {"name": [f"one-{number}" for number in range(20)]})
    (wrong,) = many.check((("call", ("name", "nobody")),))
    assert wrong.told("en") == "call: name is one of 20 words such as one-0, one-1, one-2, not 'nobody'"


def test_what_the_compiler_of_a_game_refuses_cannot_be_said() -> None:
    class Strict(Compiler):
        def settle(self, verb: Any) -> None:
            if verb.word == "pulse":
                raise ValueError("nothing pulses here")

    (wrong,) = Sayings(LEXICON, wording, Strict).check((("pulse",),))
    assert "nothing pulses here" in wrong.told()
