"""Verbs that have been renamed: content with the earlier word is read with a warning, and saves without one."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from rulewright import Game, Ruleset, new_game, vocabulary
from rulewright.journal import doubt, journal_of, rebuild
from rulewright.problems import ContentError
from rulewright.programs import RESOLVE, Resolution, number, resolve
from rulewright.text import Texts
from rulewright.vocabulary import Amount, Compiler, ContentModel, Effect, Lexicon, Sayings, Verb
from rulewright.wording import Wording
from tests.core.sketch import Grew, sketch_rules, value


class Grow(Verb, name="grow"):
    """Something grows, as content called it."""

    amount: Amount = 1

    en = "grow by {amount}"
    zh = "长 {amount}"

    def do(self, game: Game, run: Resolution) -> Grew:
        return Grew(0, number(self.amount, game, run))


class Raise(Grow, name="raise", earlier="grow"):
    """The same, as content calls it now."""


class Further(Raise, name="further"):
    """A verb that has always had this word."""


class ByHand(vocabulary.ByHand, name="by_hand"):
    """The player says what happens."""


class Deck(ContentModel):
    effects: tuple[Effect, ...]


EARLIER, PRESENT = Lexicon(Grow, ByHand), Lexicon(Raise, Further, ByHand)
TEXT = {"do": "by_hand", "text": {"en": "It grows.", "zh": "它生长。"}}


def sayings(lexicon: Lexicon) -> Sayings:
    return Sayings(lexicon, lambda lang: Wording(Texts({}), lang))


class Book:
    fingerprint = "toy"

    def __init__(self, lexicon: Lexicon) -> None:
        compiler = Compiler()
        self.program = compiler.program(lexicon.read(Deck, {"effects": [TEXT, TEXT]}).effects)
        self.ops = compiler.ops
        self.by_hand = sayings(lexicon)


def rules(lexicon: Lexicon) -> Ruleset:
    def begin(game: Game, context: Any) -> Any:
        return resolve(0, "toy", game.content.program)

    return sketch_rules(begin, procedures=[RESOLVE], content=lambda *_: Book(lexicon), lexicon=lambda: lexicon)


def test_content_with_the_earlier_word_is_read_with_a_warning_that_names_the_present_one() -> None:
    with pytest.warns(FutureWarning, match=r"^do = 'grow' in content is now 'raise'$"):
        read = PRESENT.read(Deck, {"effects": [{"do": "grow", "amount": 2}]})

    assert read == PRESENT.read(Deck, {"effects": [{"do": "raise", "amount": 2}]})


def test_content_with_the_present_word_is_read_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert isinstance(PRESENT.effect({"do": "raise"}), Raise)
        assert isinstance(PRESENT.effect({"do": "further"}), Further)


def test_a_word_that_a_verb_has_now_is_no_earlier_one() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert type(PRESENT.join([Grow]).effect({"do": "grow"})) is Grow


def test_a_word_that_nothing_ever_had_is_refused() -> None:
    with pytest.raises(ContentError, match="a verb under the key do"):
        PRESENT.effect({"do": "shrink"})


def test_a_game_in_which_the_earlier_word_was_said_by_hand_is_verified() -> None:
    said = (("grow", ("amount", 4)),)
    game = new_game(rules(EARLIER), seed=1, chance="manual")
    game.answer(said, 0)
    saved = journal_of(game)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = rebuild(rules(PRESENT).freeze(), None, saved)

    assert doubt(saved, again) == "" and value(again) == 4
    assert again.answers == game.answers


def test_the_earlier_word_can_still_be_typed_and_means_the_present_one() -> None:
    assert sayings(PRESENT).read("grow 3") == sayings(PRESENT).read("raise 3") == (("raise", ("amount", 3)),)
