"""Texts of cards are understood clause by clause or not at all: a made-up bakery has the words."""

from typing import Any

import pytest

from rulewright.phrases import Phrasebook, fold, read, sentences
from rulewright.problems import ContentError

BAKERY: dict[str, Any] = {
    "clauses": ["moment", "deed"],
    "joints": [", then ", ", and ", " and ", ", "],
    "referents": "who",
    "spelling": {"recieves": "receives"},
    "words": {
        "good": {"rye": "rye", "bun": "bun", "bun with jam": "jam-bun"},
    },
    "templates": {
        "goods": [
            {"says": "<good>", "means": ["<good>"]},
            {"says": "<one:good> and <other:good>", "means": ["<one>", "<other>"]},
        ],
        "who": [
            {"says": "(the|this) baker", "means": "baker"},
            {"says": "the guest", "means": "guest"},
            {"says": "it", "refers": "last"},
            {"says": "itself", "refers": "subject"},
        ],
        "moment": [{"says": "at <number>[:00]", "means": {"hour": "<number>"}}],
        "deed": [
            {
                "says": "<who> bakes [up to] [<number>] <good>[s]",
                "means": {"do": "bake", "by": "<who>", "many": "<number>", "what": "<good>"},
            },
            {
                "says": "<who> receives <goods>",
                "means": {"each": "<goods>", "do": "give", "to": "<who>", "what": "<each>"},
            },
            {"says": "<giver:who> feeds <who>", "means": {"do": "feed", "by": "<giver>", "to": "<who>"}},
            {"says": "choose a stranger", "means": {"do": "choose"}, "names": "stranger"},
        ],
    },
}  # fmt: skip


def meanings(text: str, last: Any = "baker", **words: Any) -> list[Any]:
    reading = read(Phrasebook([BAKERY]), text, last, words)
    assert reading.understood, reading
    return [clause.means for clause in reading.clauses]


def test_signs_are_folded_and_symbols_stay() -> None:
    assert fold("“Three\u00a0or more” –  don’t\u200b  {HIT}\r\n\nTEN") == '"3 or more" - don\'t {hit}\n10'


def test_numbers_inside_words_stay() -> None:
    assert fold("someone often tends") == "someone often tends"


def test_sentences_end_at_marks_and_lines() -> None:
    assert list(sentences("- at 3. bake!\nthe end.")) == ["at 3", "bake", "the end"]


def test_clauses_are_joined_in_one_sentence() -> None:
    assert meanings("At four, the baker bakes 3 buns, then the guest receives rye.") == [
        {"hour": 4},
        {"do": "bake", "by": "baker", "many": 3, "what": "bun"},
        [{"do": "give", "to": "guest", "what": "rye"}],
    ]


def test_what_may_be_missing_is_left_out_of_the_meaning() -> None:
    assert meanings("the baker bakes rye") == [{"do": "bake", "by": "baker", "what": "rye"}]


def test_a_meaning_may_say_what_counts_where_nothing_is_written() -> None:
    many = {"says": "fetch [<number>] water", "means": {"many": "<number|one>", "text": "<number|no> jugs"}}
    book = Phrasebook([BAKERY, {"templates": {"deed": [many]}}])
    said = [clause.means for clause in read(book, "fetch water and fetch 2 water").clauses]
    assert said == [{"many": "one", "text": "no jugs"}, {"many": 2, "text": "2 jugs"}]


def test_a_text_may_have_some_kinds_of_clauses_only() -> None:
    book = Phrasebook([BAKERY])
    assert read(book, "at 4, the baker bakes rye", clauses=["deed", "moment"]).understood
    assert not read(book, "at 4, the baker bakes rye", clauses=["deed"]).understood


def test_a_list_makes_one_meaning_for_each_item() -> None:
    (given,) = meanings("The guest recieves rye and bun with jam")
    assert [one["what"] for one in given] == ["rye", "jam-bun"]


def test_the_longest_clause_counts() -> None:
    """Cut after "rye" the rest would be no clause; a list that goes on is one clause."""
    assert len(meanings("The guest receives bun and rye and it bakes rye")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "The baker bakes rye quickly.",
        "The baker bakes rye and sings.",
        "Perhaps the baker bakes rye.",
        "The baker bakes cake.",
        "The baker bakes ryes and",
        "The guest receives rye, bun.",
    ],
)
def test_a_text_that_no_template_says_to_its_end_is_not_understood(text: str) -> None:
    assert not read(Phrasebook([BAKERY]), text, "baker").understood


def test_nothing_is_not_understood() -> None:
    assert not read(Phrasebook([BAKERY]), " \n", "baker").understood


def test_what_was_understood_is_kept_with_the_rest() -> None:
    (sentence,) = read(Phrasebook([BAKERY]), "At 7, the guest receives rye, and the cat sleeps", "baker").sentences
    assert [clause.kind for clause in sentence.clauses] == ["moment", "deed"]
    assert sentence.rest == ", and the cat sleeps"
    assert [clause.joint for clause in sentence.clauses] == ["", ","]


@pytest.mark.parametrize(
    ("text", "fed"),
    [
        ("It feeds the guest.", ("baker", "guest")),
        ("The guest feeds it.", ("guest", "baker")),
        ("The guest receives rye. The baker feeds it.", ("baker", "guest")),
        ("The guest receives rye. It feeds itself.", ("guest", "guest")),
        ("Choose a stranger. The guest feeds it.", ("guest", "stranger")),
    ],
)
def test_pronouns_are_bound_to_whom_was_named_last(text: str, fed: tuple[str, str]) -> None:
    last = meanings(text)[-1]
    assert (last["by"], last["to"]) == fed


def test_names_of_one_card_count_in_its_text_only() -> None:
    assert meanings("the baker bakes old faithful", good={"old faithful": "oven-3"})[0]["what"] == "oven-3"
    assert not read(Phrasebook([BAKERY]), "the baker bakes old faithful", "baker").understood


def test_later_documents_come_first() -> None:
    better = {
        "templates": {
            "deed": [{"says": "<who> bakes <good>[s]", "means": {"do": "burn"}}, {"says": "ring", "means": 1}]
        }
    }
    book = Phrasebook([BAKERY, better])
    assert [clause.means for clause in read(book, "the baker bakes rye, and ring", "baker").clauses] == [
        {"do": "burn"},
        1,
    ]


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ({"says": "a <thing>"}, "'thing'"),
        ({"says": "a <good>", "means": {"x": "<goods>"}}, "<goods>"),
        ({"says": "a [b"}, "no partner"),
        ({"says": "a) b"}, "no partner"),
        ({"says": "a > b"}, "stands alone"),
        ({"says": ""}, "says something"),
        ({"says": "a|b"}, "parentheses"),
        ({"says": "a", "mean": 1}, "mean"),
        ({"means": "a"}, "says"),
    ],
)  # fmt: skip
def test_a_template_that_is_wrong_is_named(template: dict[str, Any], said: str) -> None:
    with pytest.raises(ContentError, match=said):
        Phrasebook([BAKERY, {"templates": {"deed": [template]}}], "mine.toml")


def test_an_unknown_key_is_named_with_the_nearest() -> None:
    with pytest.raises(ContentError, match="did you mean 'templates'"):
        Phrasebook([BAKERY, {"template": {}}], "mine.toml")


def test_a_template_that_begins_with_its_own_kind_ends() -> None:
    book = Phrasebook([BAKERY, {"templates": {"who": [{"says": "<who> and friends", "means": "all"}]}}])
    assert not read(book, "the guest and friends receives rye", "baker").understood
