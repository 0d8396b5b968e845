"""Content packs: reading, joining names, and naming everything that is wrong."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from rulewright import content, validation
from rulewright.content import Compiled, Pack, PackageContent, json_schema, load_files, load_pack, load_package
from rulewright.documents import DocumentError, read_document
from rulewright.kinds import ContentKind, Location, NameRegistry
from rulewright.problems import ContentError, Problem, nearest


class Click(BaseModel):
    damage: int
    powers: list[str] = []


class Hero(BaseModel):
    id: str
    speed: int
    team: Literal["red", "blue"] = "red"
    dial: list[Click] = []
    cards: list[str] = []


class Card(BaseModel):
    id: str
    cost: int = 0
    tags: frozenset[str] = frozenset()


KINDS: dict[str, type[BaseModel]] = {"heroes": Hero, "cards": Card}


def write(root: Path, files: dict[str, object]) -> Path:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return root


def problems_of(root: Path, kinds: Any = None) -> tuple[Problem, ...]:
    with pytest.raises(ContentError) as caught:
        load_pack(root, kinds or KINDS)
    return caught.value.problems


# Reading a pack ---------------------------------------------------------------------


def test_a_folder_per_kind_a_file_per_kind_and_a_table_of_kinds_are_one_pack(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "heroes/thor.json": {"id": "thor", "speed": 8},
            "heroes/wave/two.toml": '[[heroes]]\nid = "hulk"\nspeed = 7\n',
            "heroes.json": [{"id": "wasp", "speed": 10}],
            "starter.toml": '[[heroes]]\nid = "ant"\nspeed = 3\n\n[cards]\nid = "punch"\ncost = 1\n',
            "cards.json": {"$schema": "cards.schema.json", "cards": [{"id": "kick"}]},
            "README.md": "not content",
        },
    )
    pack = load_pack(tmp_path, KINDS)
    assert sorted(pack["heroes"]) == ["ant", "hulk", "thor", "wasp"]
    assert sorted(pack["cards"]) == ["kick", "punch"]
    assert pack.get("heroes", "hulk").speed == 7
    assert pack.file_of("heroes", "hulk") == "heroes/wave/two.toml"
    assert pack.kinds == ("heroes", "cards")


def test_the_entries_of_a_pack_cannot_be_replaced(tmp_path: Path) -> None:
    pack = load_pack(write(tmp_path, {"cards.json": [{"id": "kick"}]}), KINDS)
    with pytest.raises(TypeError):
        pack["cards"]["kick"] = Card(id="kick")  # type: ignore[index]


def test_a_pack_is_read_out_of_a_zip_as_out_of_a_folder(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "pack.zip", "w") as archive:
        archive.writestr("content/cards/kick.json", '{"id": "kick", "cost": 2}')
    root = zipfile.Path(tmp_path / "pack.zip") / "content"
    assert load_pack(root, KINDS).get("cards", "kick").cost == 2


def test_a_users_own_file_is_loaded_like_a_pack_and_its_name_may_say_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"mine.json": {"id": "me", "speed": 1}, "more.toml": '[[cards]]\nid = "slap"\n'})
    assert load_files([tmp_path / "mine.json"], KINDS, kind="heroes").get("heroes", "me").speed == 1
    assert list(load_files([tmp_path / "more.toml"], KINDS)["cards"]) == ["slap"]
    with pytest.raises(ContentError, match=r"mine\.json: found 'mine', expected a kind of content"):
        load_files([tmp_path / "mine.json"], KINDS)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"heroes\.json: there is no such file"):
        load_files([tmp_path / "heroes.json"], KINDS)
    with pytest.raises(ContentError, match="no such folder"):
        load_pack(tmp_path / "nothing", KINDS)


# What is wrong in it ----------------------------------------------------------------


def test_all_problems_of_all_files_are_found_at_once_with_their_places(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "heroes.json": [
                {"id": "thor", "speed": "fast", "dial": [{"damage": 4}, {"damage": None}]},
                {"id": "hulk"},
                {"id": "wasp", "speed": 1, "taem": "red"},
                "ant",
            ],
            "cards.toml": '[[cards]]\nid = "kick"\ncost = "much"\n',
        },
    )
    found = {(p.file, p.entry, p.field) for p in problems_of(tmp_path)}
    assert found == {
        ("cards.toml", "kick", "cost"),
        ("heroes.json", "thor", "speed"),
        ("heroes.json", "thor", "dial[1].damage"),
        ("heroes.json", "hulk", "speed"),
        ("heroes.json", "wasp", "taem"),
        ("heroes.json", "entry 4", ""),
    }


def test_a_problem_says_what_was_found_what_would_be_right_and_the_nearest_name(tmp_path: Path) -> None:
    write(tmp_path, {"heroes.json": [{"id": "thor", "speed": "fast", "team": "blu", "dila": []}]})
    lines = [str(problem) for problem in problems_of(tmp_path)]
    assert lines == [
        "heroes.json: thor: speed: found 'fast', expected a whole number",
        "heroes.json: thor: team: found 'blu', expected 'red' or 'blue'; did you mean 'blue'?",
        "heroes.json: thor: dila: found an unknown field, expected a known one; did you mean 'dial'?",
    ]


def test_a_word_is_never_suggested_in_place_of_itself(tmp_path: Path) -> None:
    """
    A field that another part of the model has, and a name that is known elsewhere in another spelling.
    """
    write(tmp_path, {"heroes.json": [{"id": "thor", "speed": 1, "dial": [{"damage": 1, "speed": 2}]}]})
    (problem,) = problems_of(tmp_path)

    assert (problem.field, problem.nearest) == ("dial[0].speed", ())
    assert nearest("Stun", ["Stun", "stun", "sun"]) == ("stun", "sun")


def test_a_kind_that_is_misspelt_hides_nothing_else_of_its_file(tmp_path: Path) -> None:
    """
    The file is named after a kind, and still it is no single entry of it.
    """
    write(tmp_path, {"cards.toml": '[[cards]]\nid = "kick"\ncost = "much"\n\n[[crads]]\nid = "slap"\n'})
    cost, crads = map(str, problems_of(tmp_path))
    assert cost == "cards.toml: kick: cost: found 'much', expected a whole number"
    assert crads == "cards.toml: found 'crads', expected a kind of content: heroes, cards; did you mean 'cards'?"


def test_a_file_with_nothing_but_a_misspelt_kind_names_it(tmp_path: Path) -> None:
    write(tmp_path, {"cards.toml": '[[crad]]\nid = "slap"\n', "more.toml": '[[hero]]\nid = "thor"\n'})
    assert [(p.file, p.found, p.nearest) for p in problems_of(tmp_path)] == [
        ("cards.toml", "'crad'", ("cards",)),
        ("more.toml", "'hero'", ("heroes",)),
    ]


def test_an_entry_may_have_fields_that_are_called_like_kinds(tmp_path: Path) -> None:
    write(tmp_path, {"heroes.toml": 'id = "thor"\nspeed = 1\ncards = ["kick"]\n'})
    assert load_pack(tmp_path, KINDS)["heroes"]["thor"].cards == ["kick"]


def test_what_pydantic_says_reads_on_after_expected(tmp_path: Path) -> None:
    class Rune(BaseModel):
        id: str = Field(pattern="^[a-z]+$")
        power: int = 0

        @field_validator("power")
        @classmethod
        def must_be_even(cls, power: int) -> int:
            if power % 2:
                raise ValueError("powers are even")
            return power

    write(tmp_path, {"runes.json": [{"id": "A"}, {"id": "b", "power": 2.5}, {"id": "c", "power": 3}]})
    assert [str(problem).partition(": ")[2] for problem in problems_of(tmp_path, {"runes": Rune})] == [
        "A: id: found 'A', expected a text of the form ^[a-z]+$",
        "b: power: found 2.5, expected a whole number",
        "c: power: powers are even, found 3",
    ]


def test_a_sentence_about_a_whole_entry_does_not_count_its_fields(tmp_path: Path) -> None:
    class Pair(BaseModel):
        id: str
        left: int
        right: int

        @model_validator(mode="after")
        def must_differ(self) -> "Pair":
            if self.left == self.right:
                raise ValueError("right: the two differ")
            return self

    write(tmp_path, {"pairs.json": [{"id": "a", "left": 1, "right": 1}]})
    (problem,) = problems_of(tmp_path, {"pairs": Pair})
    assert str(problem) == "pairs.json: a: right: the two differ"


def test_an_unknown_field_deep_in_an_entry_is_no_silent_loss(tmp_path: Path) -> None:
    write(tmp_path, {"heroes.json": [{"id": "x", "speed": 1, "dial": [{"damage": 1, "power": []}]}]})
    (problem,) = problems_of(tmp_path)
    assert (problem.field, problem.nearest) == ("dial[0].power", ("powers",))


def test_duplicate_ids_are_refused_naming_both_files(tmp_path: Path) -> None:
    write(tmp_path, {"cards/a.json": {"id": "kick"}, "cards/b.json": [{"id": "kick"}]})
    (problem,) = problems_of(tmp_path)
    assert problem.file == "cards/b.json"
    assert "cards/a.json" in problem.expected


def test_the_same_id_in_two_kinds_is_no_duplicate(tmp_path: Path) -> None:
    pack = load_pack(write(tmp_path, {"cards.json": [{"id": "x"}], "heroes.json": [{"id": "x", "speed": 1}]}), KINDS)
    assert pack.get("cards", "x") != pack.get("heroes", "x")


@pytest.mark.parametrize("name", ["heros/thor.json", "heros.json", "starter.json"])
def test_a_folder_file_or_key_of_no_kind_is_named_with_the_nearest(tmp_path: Path, name: str) -> None:
    data: object = {"heros": [], "cards": []} if name == "starter.json" else [{"id": "thor", "speed": 8}]
    (problem,) = problems_of(write(tmp_path, {name: data}))
    assert problem.found == "'heros'"
    assert problem.nearest == ("heroes",)
    assert "heroes, cards" in problem.expected


def test_a_folder_of_files_of_other_programs_is_no_content(tmp_path: Path) -> None:
    (tmp_path / "Armies.cat").write_text("<catalogue/>", encoding="utf-8")
    (problem,) = problems_of(tmp_path)
    assert problem.found == "'Armies.cat'" and "rulewright import" in problem.expected
    write(tmp_path, {"cards.json": [{"id": "a"}]})
    assert load_pack(tmp_path, KINDS).get("cards", "a")


def test_problems_beyond_the_limit_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "MAX_PROBLEMS", 3)
    write(tmp_path, {"cards.json": [1, 2, 3, 4, 5]})
    with pytest.raises(ContentError) as caught:
        load_pack(tmp_path, KINDS)
    assert (len(caught.value.problems), caught.value.omitted) == (3, 2)
    assert str(caught.value).endswith("and 2 further problems")


def test_messages_carry_no_control_characters_of_a_strangers_file(tmp_path: Path) -> None:
    write(tmp_path, {"cards.json": [{"id": "\x1b[2Jkick\nme", "cost": "\x1b"}]})
    (problem,) = problems_of(tmp_path)
    assert str(problem).isprintable()


# Damaged and hostile files ----------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("cards.json", '[\n  {"id": "kick",}\n]', "line 2, column"),
        ("cards.toml", '[[cards]]\nid = "kick\n', "line 2, column 11"),
        ("cards.toml", "a = [", "end of document"),
        ("cards.json", '[{"id": "kick", "cost": 1, "cost": 2}]', "'cost' stands twice"),
        ("cards.json", '[{"id": "kick", "cost": NaN}]', "NaN is not a JSON number"),
        ("cards.json", "", "the file is empty"),
        ("cards.json", "{,}", "line 1, column 2"),
        ("cards.json", "[" * 100_000, "nested too deeply"),
        ("cards.json", '{"a":' * 100 + "1" + "}" * 100, "nested more than 64 deep"),
        ("cards.toml", "a = " + "[" * 100_000, "nested too deeply"),
        ("cards.toml", "a = " + "[" * 100 + "]" * 100, "nested more than 64 deep"),
        ("cards.toml", "\nx = 1\n" + "a." * 100_000 + "a = 1", "line 3: a key of more than 16 dotted parts"),
        ("cards.toml", "x = {" + "'a' . " * 100_000 + "a = 1}", "line 1: a key of more than 16 dotted parts"),
        ("cards.json", "9" * 10_000, "digits"),
        ("cards.json", '"' + "x" * 16_000_000 + '"', "larger than 16,000,000 bytes"),
        ("cards.json", "[1" + ",1" * 250_000 + "]", "more than 250,000 values"),
        ("cards.toml", "a = [1" + ",1" * 250_000 + "]", "more than 250,000 values"),
        ("cards.toml", "a = 0x" + "f" * 10_000, "more than 4,300 digits"),
        ("cards.toml", "a = 1\n" + "# " * 500_000, "larger than 1,000,000 bytes, the most of TOML"),
    ],
)
def test_damaged_and_hostile_files_are_refused_with_the_reason(
    tmp_path: Path, name: str, text: str, expected: str
) -> None:
    (problem,) = problems_of(write(tmp_path, {name: text}))
    assert problem.file == name
    assert expected in problem.found


def test_a_file_that_is_not_utf8_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "cards.json").write_bytes(b'[\n"\xff"]')
    with pytest.raises(DocumentError, match=r"line 2, column 2: the text is not UTF-8 \(byte 0xff\)"):
        read_document(tmp_path / "cards.json")


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "cards.json").write_bytes(b'\xef\xbb\xbf[{"id": "kick"}]')
    assert "kick" in load_pack(tmp_path, KINDS)["cards"]


def test_a_long_list_of_numbers_with_points_is_no_dotted_key(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text("x = [" + "1.5, " * 500 + "]\n")
    assert len(read_document(tmp_path / "map.toml")["x"]) == 500


def test_an_entry_with_very_many_wrong_values_is_one_problem(tmp_path: Path) -> None:
    write(tmp_path, {"heroes.json": [{"id": "x", "speed": 1, "cards": [1] * 5_000}]})
    (problem,) = problems_of(tmp_path)
    assert problem.found == "5000 wrong values"


# Names ------------------------------------------------------------------------------


def powers() -> NameRegistry[type]:
    vocabulary: NameRegistry[type] = NameRegistry("power")

    @vocabulary.register("toughness")
    class Toughness:
        pass

    @vocabulary.register("charge", "running charge")
    class Charge:
        pass

    return vocabulary


def test_a_vocabulary_gives_the_code_behind_a_name() -> None:
    known = powers()
    assert known.get("charge") is known.get("running charge")
    assert list(known) == ["charge", "running charge", "toughness"]
    assert "toughness" in known and "flight" not in known


def test_an_unknown_name_is_refused_with_its_place_and_the_nearest() -> None:
    with pytest.raises(ContentError) as caught:
        powers().get("toughnes", Location("heroes.json", "thor", "dial[0].powers[1]"))
    assert str(caught.value) == (
        "heroes.json: thor: dial[0].powers[1]: found 'toughnes', expected a known power; did you mean 'toughness'?"
    )


def test_a_name_is_registered_once() -> None:
    with pytest.raises(ValueError, match="two power registrations are both named 'charge'"):
        powers().register("charge")(int)


def hero_kinds() -> list[ContentKind]:
    names: dict[str, NameRegistry[Any] | str] = {"dial.*.powers.*": powers(), "cards.*": "cards"}
    return [ContentKind("heroes", Hero, names=names), ContentKind("cards", Card)]


def test_names_in_the_data_are_joined_with_code_and_with_other_kinds(tmp_path: Path) -> None:
    dial = [{"damage": 1}, {"damage": 1, "powers": ["charge", "chrage"]}]
    write(
        tmp_path,
        {
            "heroes.json": [{"id": "thor", "speed": 1, "dial": dial, "cards": ["kick", "kik"]}],
            "cards.json": [{"id": "kick"}],
        },
    )
    power, card = problems_of(tmp_path, hero_kinds())
    assert (power.entry, power.field, power.nearest) == ("thor", "dial[1].powers[1]", ("charge",))
    assert (card.field, card.found, card.nearest) == ("cards[1]", "'kik'", ("kick",))


def test_an_extension_may_refer_to_the_content_that_it_extends(tmp_path: Path) -> None:
    base = Pack({"cards": {"kick": Card(id="kick")}})
    write(tmp_path, {"heroes.json": [{"id": "thor", "speed": 1, "cards": ["kick"]}]})
    assert "kick" in problems_of(tmp_path, hero_kinds())[0].found
    assert "thor" in load_pack(tmp_path, hero_kinds(), base=base)["heroes"]


def test_an_id_of_the_content_that_is_extended_is_named_with_all_other_problems(tmp_path: Path) -> None:
    base = load_pack(write(tmp_path / "base", {"cards.json": [{"id": "kick"}]}), KINDS)
    more = write(tmp_path / "more", {"fists.toml": '[[cards]]\nid = "kick"\n\n[[cards]]\nid = "slap"\ncost = "x"\n'})
    with pytest.raises(ContentError) as caught:
        load_pack(more, KINDS, base=base)
    kick, slap = map(str, caught.value.problems)
    assert kick.startswith("fists.toml: kick: id: found 'kick', expected an id of its own")
    assert kick.endswith("one of the cards in cards.json has it; import --id gives another one")
    assert slap.startswith("fists.toml: slap: cost: found 'x'")


def test_what_is_added_may_refer_to_all_before_it(tmp_path: Path) -> None:
    cards = write(tmp_path / "cards", {"cards.json": [{"id": "kick"}]})
    more = write(tmp_path / "more", {"cards.json": [{"id": "slap"}]})
    heroes = write(tmp_path / "heroes", {"heroes.json": [{"id": "thor", "speed": 1, "cards": ["kick", "slap"]}]})
    assert load_pack(cards, hero_kinds(), [more, heroes])["heroes"]["thor"].cards == ["kick", "slap"]
    with pytest.raises(ContentError, match="slap"):
        load_pack(cards, hero_kinds(), [heroes, more])


def test_the_content_of_a_package_is_read_once_for_the_same_kinds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "brawl_cards" / "content", {"cards.json": [{"id": "kick"}], "heroes.json": []})
    more = write(tmp_path / "more", {"cards.json": [{"id": "slap"}]})
    monkeypatch.syspath_prepend(tmp_path)
    with_skills: dict[str, type[BaseModel]] = {**KINDS, "skills": Card}
    pack = load_package("brawl_cards", KINDS)

    with monkeypatch.context() as reading:
        reading.setattr(content, "parse_document", refuse_to_read)
        assert load_package("brawl_cards", KINDS) is pack
        with pytest.raises(AssertionError, match="read again"):
            load_package("brawl_cards", with_skills)
    assert [*load_package("brawl_cards", KINDS, [more])["cards"]] == ["kick", "slap"]
    assert [*pack["cards"]] == ["kick"]


def test_content_in_which_a_game_finds_something_wrong_is_refused_with_all_of_it(tmp_path: Path) -> None:
    pack = load_pack(write(tmp_path / "cards", {"cards.json": [{"id": "kick"}]}), KINDS)
    wrong = [Problem("cards.json", "kick", found="a kick"), Problem("cards.json", "slap", found="no slap")]

    with pytest.raises(ContentError) as refused:
        Compiled(pack, iter(wrong))
    assert list(refused.value.problems) == wrong
    assert Compiled(pack).pack is pack


def test_the_content_of_a_package_is_made_a_book_with_the_words_of_its_effects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "tavern_cards" / "content", {"cards.json": [{"id": "kick"}]})
    (tmp_path / "tavern_cards" / "effects.py").write_text("LEXICON = 'words of the tavern'\n")
    (tmp_path / "tavern_cards" / "cellar").mkdir()
    (tmp_path / "tavern_cards" / "cellar" / "words.py").write_text("LEXICON = 'words of the cellar'\n")
    more = write(tmp_path / "more", {"cards.json": [{"id": "slap"}]})
    monkeypatch.syspath_prepend(tmp_path)
    read_with = []

    def kinds(words: Any) -> Mapping[str, type[BaseModel]]:
        read_with.append(words)
        return KINDS

    tavern = PackageContent[Any]("tavern_cards", kinds, lambda pack, words: ([*pack["cards"]], words))

    assert str(tavern.lexicon()) == "words of the tavern"
    assert tavern.load() == (["kick"], "words of the tavern")
    others: Any = "words of an extension"
    assert tavern.load([more], others) == (["kick", "slap"], others)
    assert read_with == ["words of the tavern", others]
    cellar = PackageContent[Any]("tavern_cards", kinds, lambda pack, words: words, room="cellar.words")
    assert str(cellar.lexicon()) == "words of the cellar"


def refuse_to_read(data: bytes, name: str) -> None:
    raise AssertionError(f"{name} is read again")


def test_a_kind_whose_names_lead_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match=r"heroes: names has the path 'dail\.\*'"):
        json_schema([ContentKind("heroes", Hero, names={"dail.*": powers()})])
    with pytest.raises(ValueError, match="no field 'name'"):
        json_schema([ContentKind("heroes", Hero, key="name")])


def test_a_models_own_validator_may_ask_a_vocabulary(tmp_path: Path) -> None:
    known = powers()

    class Relic(BaseModel):
        id: str
        power: str

        @field_validator("power")
        @classmethod
        def power_is_known(cls, name: str) -> str:
            known.get(name)
            return name

    write(tmp_path, {"relics.json": [{"id": "ring", "power": "charg"}]})
    (problem,) = problems_of(tmp_path, {"relics": Relic})
    assert (problem.file, problem.entry, problem.field) == ("relics.json", "ring", "power")
    assert problem.nearest == ("charge",)


def test_nearest_names_ignore_case() -> None:
    assert nearest("THORR", ["thor", "hulk"]) == ("thor",)


# Joining, schema, fingerprint -------------------------------------------------------


def test_packs_are_joined_and_duplicates_refused_naming_both_files(tmp_path: Path) -> None:
    one = load_pack(write(tmp_path / "one", {"cards.json": [{"id": "kick"}]}), KINDS)
    two = load_pack(write(tmp_path / "two", {"cards/new.json": {"id": "slap"}}), KINDS)
    both = one.join(two)
    assert sorted(both["cards"]) == ["kick", "slap"]
    assert list(one["cards"]) == ["kick"]
    with pytest.raises(ContentError) as caught:
        both.join(load_pack(write(tmp_path / "three", {"cards/again.json": {"id": "slap"}}), KINDS))
    assert str(caught.value).startswith("cards/again.json: slap: id:")
    assert "cards/new.json" in str(caught.value)


def test_an_unknown_entry_or_kind_is_refused_with_the_nearest() -> None:
    pack = Pack({"cards": {"kick": Card(id="kick")}})
    with pytest.raises(ContentError, match="found 'kik', expected the id of one of the cards; did you mean"):
        pack.get("cards", "kik")
    with pytest.raises(ContentError, match="did you mean 'cards'"):
        pack["card"]


def test_the_fingerprint_tells_content_apart_and_forgets_order_and_files(tmp_path: Path) -> None:
    one = load_pack(write(tmp_path / "a", {"cards.json": [{"id": "x"}, {"id": "y"}]}), KINDS)
    two = load_pack(write(tmp_path / "b", {"cards/y.json": {"id": "y"}, "cards/x.json": {"id": "x"}}), KINDS)
    other = load_pack(write(tmp_path / "c", {"cards.json": [{"id": "x"}, {"id": "y", "cost": 1}]}), KINDS)
    assert one.fingerprint() == two.fingerprint()
    assert one.fingerprint() != other.fingerprint()


def test_the_fingerprint_of_joined_packs_is_that_of_one_and_writes_what_was_written_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Counted, not timed: a player's card does not cost the whole package again.
    """
    both = load_pack(write(tmp_path / "both", {"cards.json": [{"id": "ä"}, {"id": "y", "cost": 1}]}), KINDS)
    base = load_pack(write(tmp_path / "one", {"cards.json": [{"id": "ä"}]}), KINDS)
    added = load_pack(write(tmp_path / "two", {"cards.json": [{"id": "y", "cost": 1}]}), KINDS)
    expected, written = both.fingerprint(), list[str]()

    def counted(card: Card) -> dict[str, Any]:
        written.append(card.id)
        return BaseModel.model_dump(card)

    monkeypatch.setattr(Card, "model_dump", counted)

    assert [base.join(added).fingerprint() for _ in range(3)] == [expected] * 3
    assert written == ["ä", "y"]


def test_the_fingerprint_does_not_depend_on_the_hash_seed() -> None:
    script = (
        "from tests.core.test_content import Card, Pack\n"
        "print(Pack({'cards': {'x': Card(id='x', tags=frozenset('abcdefgh'))}}).fingerprint())"
    )
    root = Path(__file__).parents[2]
    results = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{root}:{root / 'core'}"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(results) == 1


def test_a_fingerprint_of_enums_and_odd_keys() -> None:
    class Size(StrEnum):
        SMALL = "small"

    class Thing(BaseModel):
        model_config = ConfigDict(frozen=True)
        id: str
        sizes: dict[Size, tuple[int, float]]

    assert len(Pack({"things": {"x": Thing(id="x", sizes={Size.SMALL: (1, 0.5)})}}).fingerprint()) == 32


def test_the_json_schema_knows_every_kind_and_refuses_unknown_fields() -> None:
    schema = json_schema(KINDS)
    assert set(schema["properties"]) == {"$schema", "heroes", "cards"}
    assert schema["properties"]["heroes"] == {"type": "array", "items": {"$ref": "#/$defs/Hero"}}
    assert schema["$defs"]["Click"]["additionalProperties"] is False
    assert schema["$defs"]["Click"]["required"] == ["damage"]
    json.dumps(schema)


def test_the_json_schema_lists_the_words_of_a_vocabulary_wherever_they_stand() -> None:
    schema = json_schema(hero_kinds())
    powers = schema["$defs"]["Click"]["properties"]["powers"]
    assert powers["items"]["enum"] == ["charge", "running charge", "toughness"]
    assert "enum" not in schema["$defs"]["Hero"]["properties"]["cards"]["items"]  # names of a kind may be anywhere


def test_importing_the_room_does_not_load_pydantic() -> None:
    script = "import sys, rulewright.content; print('pydantic' in sys.modules, 'tomllib' in sys.modules)"
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(root / "core")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["False", "False"]


class Measured(BaseModel):
    """A value of every kind that a mistake may have."""

    pair: tuple[int, int] = (1, 2)
    names: list[str] = Field(default_factory=list, min_length=2, max_length=2)
    name: str = Field("ab", min_length=2, pattern="^[a-z]+$")
    share: float = Field(0.5, ge=0.5, lt=1)
    sure: bool = True
    words: dict[str, int] = Field(default_factory=dict)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"names": ["a"]}, "names: found a list of 1 item, expected at least 2 items"),
        ({"names": ["a"] * 3}, "names: found a list of 3 items, expected at most 2 items"),
        ({"pair": 3}, "pair: found 3, expected a list"),
        ({"pair": ["x", 2]}, "pair[0]: found 'x', expected a whole number"),
        ({"name": "a"}, "name: found 'a', expected at least 2 characters"),
        ({"name": "A1"}, "name: found 'A1', expected a text of the form ^[a-z]+$"),
        ({"name": 3}, "name: found 3, expected a text"),
        ({"share": 0}, "share: found 0, expected at least 0.5"),
        ({"share": 1}, "share: found 1, expected less than 1"),
        ({"share": "much"}, "share: found 'much', expected a number"),
        ({"sure": "maybe"}, "sure: found 'maybe', expected true or false"),
        ({"words": []}, "words: found a list of 0 items, expected a table"),
    ],
)
def test_a_wrong_value_is_told_in_words_of_ours(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Measured.model_validate(wrong)
    assert [*map(str, validation.problems_of(caught.value, Measured, data=wrong))] == [told]
