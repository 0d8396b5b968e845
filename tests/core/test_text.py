"""Texts in English and Chinese."""

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright import Loop, Phase, rounds
from rulewright.events import Began
from rulewright.narrator import Narrator
from rulewright.text import TextError, Texts, columns, cut, fill, padded, show
from tests.core.sketch import ask, sketch
from tests.core.small_games import DUEL

FILE = """
[attack]
hit = {en = "{attacker} hits {target} for {clicks:+d}", zh = "{attacker}命中{target}（{clicks}）"}
miss = {en = "a miss"}

[attack.close]
name = {en = "close", zh = "近战"}

[only]
chinese = {zh = "只有中文"}
braces = {en = "{{{name}}}"}
"""


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    (tmp_path / "texts.toml").write_text(FILE, encoding="utf-8")
    return Texts.load(tmp_path / "texts.toml")


def test_a_text_is_said_in_the_language_asked_for(texts: Texts) -> None:
    facts = {"attacker": "Thor", "target": "Hulk", "clicks": 3}
    assert texts.say("attack.hit", "en", **facts) == "Thor hits Hulk for +3"
    assert texts.say("attack.hit", "zh", **facts) == "Thor 命中 Hulk（3）"
    assert texts.say("attack.close.name", "zh") == "近战"
    assert texts.say("only.braces", "en", name=1) == "{1}"


def test_in_chinese_a_space_stands_between_letters_or_digits_and_characters() -> None:
    told = "{player}获得{amount}分：{what}，{player}"
    assert fill(told, "zh", {"player": "玩家 1", "amount": 3, "what": "5 VP"}) == "玩家 1 获得 3 分：5 VP，玩家 1"
    assert fill(told, "zh", {"player": "凯蒂", "amount": "三", "what": "无"}) == "凯蒂获得三分：无，凯蒂"
    assert fill("{one}{two} 保留{three}", "zh", {"one": "A", "two": "甲", "three": "{x}"}) == "A 甲保留{x}"
    assert fill("抽到 {card}", "zh", {"card": "重击 II"}) == "抽到重击 II"
    assert fill("抽到 {card}", "zh", {"card": "III"}) == "抽到 III"
    assert fill("抽到  {card}", "zh", {"card": "甲"}) == "抽到  甲", "columns stay"
    assert fill("{one}{two}", "en", {"one": "A", "two": "甲"}) == "A甲"


def test_a_missing_translation_falls_back_to_english_and_then_to_what_there_is(texts: Texts) -> None:
    assert texts.say("attack.miss", "zh") == "a miss"
    assert texts.say("only.chinese", "en") == "只有中文"
    assert texts.say("attack.hit", "fr", attacker=1, target=2, clicks=3) == "1 hits 2 for +3"
    assert texts.missing("zh") == ("attack.miss", "only.braces")


def test_a_missing_key_is_still_readable(texts: Texts) -> None:
    assert texts.say("attack.knock_back", "en", squares=2, key="k") == "attack knock back (squares: 2, key: k)"
    assert texts.say("draw", "zh") == "draw"


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 cards"), (1, "1 card"), ("1", "1 card"), (2, "2 cards"), ("some", "some cards")]
)
def test_more_than_one_takes_an_s(count: object, text: str) -> None:
    assert Texts({"hand": {"en": "{count} card{count:s}"}}).say("hand", "en", count=count) == text


def test_missing_facts_and_wrong_formats_do_no_harm(texts: Texts) -> None:
    assert texts.say("attack.hit", "en", attacker="Thor") == "Thor hits {target} for {clicks:+d}"
    assert texts.say("attack.hit", "en", attacker=1, target=2, clicks=1.5) == "1 hits 2 for 1.5"
    assert texts.say("attack.hit", "en", attacker=1, target=2, clicks="three") == "1 hits 2 for three"
    assert texts.fields("attack.hit") == {"attacker", "target", "clicks"}


class Secret:
    """Shows as a dot; would give its secret away to anything that looks inside."""

    hidden = "the hidden card"

    def __str__(self) -> str:
        return "."

    def __repr__(self) -> str:
        return self.hidden

    def __getitem__(self, key: object) -> str:
        return self.hidden

    def __format__(self, form: str) -> str:
        return self.hidden


@pytest.mark.parametrize(
    "field",
    [
        "{x.hidden}",
        "{x.__class__}",
        "{x[0]}",
        "{x!r}",
        "{x:>99999999}",
        "{x:{x}}",
        "{0}",
        "{}",
        "{x:9s}",
        "{x:c}",
        "{ x }",
    ],
)
def test_a_hostile_field_is_refused_by_files_and_never_evaluated(tmp_path: Path, field: str) -> None:
    filled = fill(f"<{field}>", "en", {"x": Secret()})
    assert "hidden card" not in filled
    assert len(filled) < 30
    (tmp_path / "texts.toml").write_text(f'[card]\nname = {{en = "{field}"}}\n')
    with pytest.raises(TextError, match=r"^texts\.toml: card\.name: en: "):
        Texts.load(tmp_path / "texts.toml")
    with pytest.raises(TextError, match=r"^card\.name: en: "):
        Texts({"card.name": {"en": field}})


def test_facts_from_strangers_are_not_read_as_templates() -> None:
    assert fill("{name}!", "en", {"name": "{secret}", "secret": "x"}) == "{secret}!"
    assert fill("{x:+d}", "en", {"x": Secret()}) == "."
    assert fill("{x:s}", "en", {"x": Secret()}) == "s"


@pytest.mark.parametrize(
    ("fact", "lang", "words"),
    [
        (["a", "b"], "en", "a, b"),
        (("a", "b"), "zh", "a、b"),
        ({"en": "wall", "zh": "墙"}, "zh", "墙"),
        ({"en": "wall"}, "zh", "wall"),
        (0.1 + 0.2, "en", "0.3"),
        (3.0, "en", "3"),
        (True, "en", "True"),
        (None, "en", "None"),
    ],
)
def test_facts_in_words(fact: object, lang: str, words: str) -> None:
    assert show(fact, lang) == words


def test_later_texts_replace_earlier_ones_of_the_same_key(texts: Texts) -> None:
    mine = Texts({"attack.miss": {"en": "whiff"}, "new": {"en": "new"}})
    joined = texts.join(mine)
    assert joined.say("attack.miss", "en") == "whiff"
    assert joined.say("new", "en") == "new"
    assert "attack.hit" in joined
    assert len(joined) == len(texts) + 1
    assert texts.say("attack.miss", "en") == "a miss"


def test_the_texts_of_several_files_are_joined(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('[x]\na = {en = "1"}\nb = {en = "2"}\n')
    (tmp_path / "b.toml").write_text('[x]\nb = {en = "3"}\n')
    texts = Texts.load(tmp_path / "a.toml", tmp_path / "b.toml")
    assert [texts.say(key, "en") for key in texts] == ["1", "3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[x]\na = 1\n", "texts.toml: x.a: found 1, expected a table with en and zh"),
        ('[x]\na = {en = "{"}\n', "texts.toml: x.a: en: a single {"),
        ('[x]\na = {en = "x", de = "y"}\n', "texts.toml: x.a: de: unknown language"),
        ('[x]\na = {en = "x", zh = 1}\n', "texts.toml: x.a: zh: found 1, expected a text"),
        ("[x\n", "texts.toml: line 1"),
    ],
)
def test_a_damaged_file_names_the_key(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "texts.toml").write_text(text)
    with pytest.raises(TextError) as caught:
        Texts.load(tmp_path / "texts.toml")
    assert message in str(caught.value)


def test_chinese_characters_take_two_columns_where_texts_are_cut_and_padded() -> None:
    assert columns("骰子 ab") == 7
    assert cut("骰子 ab", 7) == "骰子 ab"
    assert cut("骰子骰子", 6) == "骰子~"
    assert columns(padded("骰子", 7)) == 7
    assert padded("abc", 2) == "abc"


def test_texts_of_a_ruleset_are_read_once_and_a_bare_dict_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "text.toml"
    file.write_text('title = {en = "Duel", zh = "决斗"}', encoding="utf-8")
    rules = replace(DUEL, texts=file).freeze()
    assert Narrator(rules, "zh").title == "决斗"
    file.unlink()
    assert Narrator(rules, "en").title == "Duel"

    with pytest.raises(TextError, match=r"not a bare dict; did you mean texts=Texts\(\{\.\.\.\}\)\?"):
        Narrator(replace(DUEL, texts={"title": {"en": "Duel"}}).freeze())


@pytest.mark.parametrize(
    ("lang", "headings"),
    [
        ("en", ["Round 3", "New round", "Volley 2", "Volley"]),
        ("zh", ["第 3 轮", "新的一轮", "Volley 2", "Volley"]),
    ],
)
def test_a_heading_says_which_round_it_is_where_that_is_counted(lang: str, headings: list[str]) -> None:
    game = sketch(Phase("move", []))
    begun = [Began("round", "round", None, 3), Began("round", "round"), Began("volley", "volley", None, 2)]
    teller = Narrator(game.rules, lang)

    shown = [teller.heading(game.view(0), event) for event in [*begun, Began("volley", "volley")]]
    assert shown == headings


def test_why_says_in_which_round_something_happened() -> None:
    game = sketch(Loop("round", rounds(2), [lambda game, round: ask("wait")], announce=True))
    game.answer(True)

    why = game.why(Began("round", "round", None, 2))
    said = [Narrator(game.rules, lang).why(game.view(0), why)[0] for lang in ("en", "zh")]
    assert said == ["2. Round 2", "2. 第 2 轮"]


@pytest.mark.parametrize(
    ("fact", "lang", "told"),
    [
        ({"zh": "骑手"}, "zh", "骑手"),
        ({"en": "Riders"}, "zh", "Riders"),
        ({"en": "Riders", "zh": "骑手"}, "zh", "骑手"),
        ({"en": "Riders", "zh": "骑手"}, "en", "Riders"),
    ],
)
def test_a_fact_in_one_language_only_is_told_in_it(fact: dict[str, str], lang: str, told: str) -> None:
    assert show(fact, lang) == told
