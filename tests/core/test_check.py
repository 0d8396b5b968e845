"""`rulewright check` names every problem at once, each with its place; `rulewright schema` says what would be right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from pydantic import BaseModel, Field

from rulewright import Extension, SetupError, hookimpl, new_game
from rulewright.cli import main
from rulewright.content import Pack, load_pack
from rulewright.kinds import ContentKind, NameRegistry
from rulewright.plugins import Imported, Registry, registry
from rulewright.problems import instead
from rulewright.setups import setup_model
from rulewright.vocabulary import OpenWord

from .small_games import SURVEY, install

SPELLS: NameRegistry[object] = NameRegistry("spell")
SPELLS.register("fire")(object())


class Weapon(BaseModel):
    """A weapon."""

    id: str
    damage: int = Field(ge=1, le=9, description="how much it hurts")
    spells: list[str] = []
    like: str = ""


class Potion(BaseModel):
    id: str


KINDS = [ContentKind("weapons", Weapon, names={"spells.*": SPELLS, "like": "weapons"}), ContentKind("potions", Potion)]
OWN = """
[[weapons]]
id = "sword"
damage = 3
"""


class ArmedSetup(msgspec.Struct, forbid_unknown_fields=True):
    """A setup that is a struct."""

    weapon: str = "sword"
    rounds: Annotated[int, msgspec.Meta(ge=1)] = 1


def lay_table(state: Any, setup: ArmedSetup, content: Pack) -> None:
    content["weapons"][setup.weapon]


class Mug(BaseModel):
    id: str
    volume: int = 1


class PubSetup(BaseModel, extra="forbid"):
    """A setup with a field that is called like a kind of content."""

    mugs: int = 2


def serve_pub() -> None:
    """Install a game with mugs as content, and a number of mugs in its setup."""

    def load(added: Any = ()) -> Pack:
        pack = Pack({"mugs": {}}, forms={"mugs": ContentKind("mugs", Mug)})
        for folder in added:
            pack = pack.join(load_pack(folder, {"mugs": Mug}, base=pack))
        return pack

    class Plugin:
        @staticmethod
        @hookimpl
        def register_ruleset() -> Any:
            return replace(SURVEY, id="pub", content=load, setup=PubSetup, populate=None)

    registry().register(Plugin, "pub_plugin")


@pytest.fixture(autouse=True)
def armed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The duel under another name, with weapons as content in a folder of its plugin, and a setup that is a struct."""
    own = tmp_path / "plugin" / "content"
    own.mkdir(parents=True)
    (own / "weapons.toml").write_text(OWN)
    (tmp_path / "plugin" / "armed_plugin.py").write_text("")

    game = replace(SURVEY, id="armed", content=partial(load_pack, own, KINDS), setup=ArmedSetup, populate=lay_table)

    class Plugin:
        __file__ = str(tmp_path / "plugin" / "armed_plugin.py")

        @staticmethod
        @hookimpl
        def register_ruleset() -> Any:
            return game

    registry.cache_clear()
    install()
    registry().register(Plugin, "armed_plugin")
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    yield own
    registry.cache_clear()


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def problems(*words: str) -> list[str]:
    """What `check` finds wrong, in a run that exits as it should."""
    result = run("check", *words, "--json")
    found = [problem for file in json.loads(result.stdout)["files"] for problem in file["problems"]]
    assert result.exit_code == bool(found), result.output
    return found


# Setups -------------------------------------------------------------------------------


def test_every_problem_of_a_setup_is_one_line() -> None:
    Path("setup.json").write_text('{"weapon": 3, "rounds": 0, "wepon": "axe"}')

    assert problems("setup.json", "--game", "armed") == [
        "setup.json: weapon: Expected `str`, got `int`, found 3",
        "setup.json: rounds: Expected `int` >= 1, found 0",
        "setup.json: wepon: unknown field; did you mean 'weapon'?",
    ]


def test_a_setup_of_another_game_is_told_what_this_one_takes() -> None:
    Path("setup.json").write_text('{"weapon": "sword"}')

    fields = setup_model(registry().get("dice_throne")).model_fields
    assert problems("setup.json", "--game", "dice_throne") == [
        f"setup.json: weapon: found an unknown field, expected one of: {', '.join(fields)}"
    ]


def test_a_setup_whose_only_field_is_misspelt_is_a_setup_all_the_same() -> None:
    Path("setup.json").write_text('{"ruonds": 2}')

    assert problems("setup.json", "--game", "armed") == ["setup.json: ruonds: unknown field; did you mean 'rounds'?"]


@pytest.mark.parametrize("options", [(), ("--game", "pub")])
def test_content_is_no_setup_because_both_have_a_field_of_one_name(options: tuple[str, ...]) -> None:
    """
    A setup says how many cards, content lists them.
    """
    serve_pub()
    Path("more.toml").write_text('[[mugs]]\nid = "stein"\nvolume = "much"\n')
    Path("setup.toml").write_text('mugs = "two"\n')
    Path("mugs").mkdir()
    Path("mugs/stein.toml").write_text('id = "stein"\nmugs = 2\n')

    assert problems("more.toml", "setup.toml", "mugs/stein.toml", *options) == [
        "more.toml: stein: volume: found 'much', expected a whole number",
        "setup.toml: mugs: found 'two', expected a whole number",
        "mugs/stein.toml: stein: mugs: found an unknown field, expected one of: id, volume",
    ]


def test_a_misspelt_kind_is_no_setup_either() -> None:
    serve_pub()
    Path("more.toml").write_text('[[mug]]\nid = "stein"\n')

    assert problems("more.toml", "--game", "pub") == [
        "more.toml: found 'mug', expected a kind of content: mugs; did you mean 'mugs'?"
    ]


@pytest.mark.parametrize("name", ["empty.json", "empty"])
def test_an_empty_file_is_called_empty(name: str) -> None:
    Path(name).write_text("")

    assert problems(name) == [f"{name}: the file is empty"]


def test_a_setup_may_name_its_schema() -> None:
    Path("setup.json").write_text('{"$schema": "setup.schema.json", "rounds": 2}')

    assert problems("setup.json", "--game", "armed") == []


def test_a_setup_with_which_the_rules_fail_is_wrong_too() -> None:
    Path("setup.json").write_text('{"weapon": "spoon"}')

    assert problems("setup.json", "--game", "armed") == [
        "setup.json: no game of armed begins with this: KeyError: 'spoon'"
    ]


def test_a_setup_error_has_its_problems_apart() -> None:
    with pytest.raises(SetupError) as error:
        new_game("armed", {"weapon": 3, "rounds": 0})

    assert len(error.value.problems) == 2
    assert str(error.value) == "setup of armed: " + "; ".join(error.value.problems)


def test_what_is_no_table_at_all_is_no_setup() -> None:
    with pytest.raises(SetupError) as error:
        new_game("armed", ["sword"])

    assert len(error.value.problems) == 1


# Saves --------------------------------------------------------------------------------


def save(**changes: Any) -> dict[str, Any]:
    """A saved game as data."""
    game = new_game("duel", seed=1)
    game.save("game.json")
    data: dict[str, Any] = json.loads(Path("game.json").read_text())
    data.update(changes)
    return data


def test_every_damaged_field_and_answer_of_a_save_is_named() -> None:
    data = save(answers=[[0, "strike"], "x", [0]], digest=5, extra=1)
    data["header"]["seed"] = "one"
    Path("game.json").write_text(json.dumps(data))

    assert problems("game.json") == [
        "game.json: digest: Expected `str`, got `int`, found 5",
        "game.json: extra: unknown field",
        "game.json: header.seed: Expected `int`, got `str`, found 'one'",
        "game.json: answers[1]: found 'x', expected a pair of player and answer",
        "game.json: answers[2]: found [0], expected a pair of player and answer",
    ]


def test_every_problem_of_the_setup_in_a_save_is_named() -> None:
    data = save()
    data["header"]["setup"] = {"hp": 99, "fail_at": "x"}
    Path("game.json").write_text(json.dumps(data))

    hp, fail_at = problems("game.json")

    assert hp.startswith("game.json: header.setup: hp: ") and fail_at.startswith("game.json: header.setup: fail_at: ")


def test_a_save_of_a_game_that_is_not_there_says_so() -> None:
    data = save()
    data["header"]["ruleset"] = "dual"
    Path("game.json").write_text(json.dumps(data))

    (problem,) = problems("game.json")

    assert "'dual'" in problem and "did you mean 'duel'" in problem


def test_a_save_without_header_and_answers_is_named_for_both() -> None:
    Path("game.json").write_text('{"rulewright": 7, "answers": {}}')

    assert problems("game.json") == [
        "game.json: rulewright: a save of format 7; this version reads formats 1 and 2",
        "game.json: header: nothing there, expected a table",
        "game.json: answers: found {}, expected a list",
    ]


# Content ------------------------------------------------------------------------------


def test_every_problem_of_content_is_named_also_in_one_entry() -> None:
    """
    A wrong number and an unknown name in the same entry are both found, and who refers to that entry is innocent.
    """
    Path("more.toml").write_text(
        '[[weapons]]\nid = "axe"\ndamage = 99\nspells = ["fier"]\n\n'
        '[[weapons]]\nid = "hatchet"\ndamage = 1\nlike = "axe"\n'
    )

    assert problems("more.toml", "--game", "armed") == [
        "more.toml: axe: damage: found 99, expected at most 9",
        "more.toml: axe: spells[0]: found 'fier', expected a known spell; did you mean 'fire'?",
    ]


def test_content_of_ones_own_may_not_have_ids_of_the_game() -> None:
    Path("more.toml").write_text(OWN)

    (problem,) = problems("more.toml", "--game", "armed")

    assert "sword" in problem and "expected an id of its own" in problem


def test_the_files_of_problems_are_named_as_they_are_found_from_here() -> None:
    """
    With several folders on the command line a bare ``weapons.toml`` would be any of them.
    """
    for place in ("one", "two/deep/weapons", "two/deep/armour"):
        Path(place).mkdir(parents=True)
    Path("one/weapons.toml").write_text('[[weapons]]\nid = "axe"\ndamage = 99\n')
    Path("two/deep/weapons/axe.toml").write_text('id = "axe"\n')
    Path("two/deep/armour/mail.toml").write_text('id = "mail"\n')

    found = problems("one", "two/deep", "one/weapons.toml", "--game", "armed")

    assert [problem.split(": ")[0] for problem in found] == [
        "one/weapons.toml", "two/deep/armour", "two/deep/weapons/axe.toml", "one/weapons.toml",
    ]  # fmt: skip


def test_the_game_of_content_is_found_by_the_kinds_in_it() -> None:
    Path("more.toml").write_text('[[weapons]]\nid = "axe"\ndamage = 2\n')
    Path("weapons").mkdir()
    Path("weapons/axe.json").write_text('{"id": "axe", "damage": 0}')
    Path("other.toml").write_text("[[horses]]\n")

    assert run("check", "more.toml").stdout == "more.toml: fine (content of armed)\n"
    assert problems("weapons/axe.json") == ["weapons/axe.json: axe: damage: found 0, expected at least 1"]
    (nobodys,) = problems("other.toml")
    assert nobodys.startswith(
        "other.toml: neither a saved game nor a setup, and no installed game has content called 'horses'"
    )
    assert "; tried: armed" in nobodys
    assert nobodys.endswith("; write --game GAME, or the name of a kind of content over its entries")
    Path("other.toml").write_text('[[wepons]]\nid = "axe"\n')
    assert "no installed game has content called 'wepons'; did you mean 'weapons'" in problems("other.toml")[0]


class Beast(BaseModel):
    id: str
    traits: Annotated[list[str], OpenWord("trait", carried=True)] = []
    hunts: Annotated[str, OpenWord("trait")] = ""


def serve_zoo() -> None:
    """Install a game with beasts, of which one hunts what no other is."""

    def load(added: Any = ()) -> Pack:
        own = {"owl": Beast(id="owl", traits=["winged"], hunts="furry")}
        pack = Pack({"beasts": own}, forms={"beasts": ContentKind("beasts", Beast)})
        for folder in added:
            pack = pack.join(load_pack(folder, {"beasts": Beast}, base=pack))
        return pack

    class Plugin:
        @staticmethod
        @hookimpl
        def register_ruleset() -> Any:
            return replace(SURVEY, id="zoo", content=load, setup=None, populate=None)

    registry().register(Plugin, "zoo_plugin")


def test_an_open_word_that_nothing_carries_is_named_as_a_warning_where_it_first_stands() -> None:
    """What the game itself asks for is a word, and so is what the same file carries."""
    serve_zoo()
    hunts = {"fox": "wingd", "cat": "wingd", "dog": "winged", "wolf": "furry", "bear": "fishy"}
    entries = [{"id": id, "hunts": prey} for id, prey in hunts.items()] + [{"id": "cod", "traits": ["fishy"]}]
    Path("more.json").write_text(json.dumps({"beasts": entries}))

    assert problems("more.json") == []
    assert run("check", "more.json").stdout.splitlines() == [
        "more.json: fine (content of zoo)",
        "  perhaps misspelt: more.json: fox: hunts: nothing carries the trait 'wingd'; did you mean 'winged'?",
    ]


def serve_armoury(most: int) -> None:
    """Install a game that has weapons, too, which hurt no more than this."""

    class Blade(BaseModel):
        id: str
        damage: int = Field(ge=1, le=most)

    def load(added: Any = ()) -> Pack:
        pack = Pack({"weapons": {}}, forms={"weapons": ContentKind("weapons", Blade)})
        for folder in added:
            pack = pack.join(load_pack(folder, {"weapons": Blade}, base=pack))
        return pack

    class Plugin:
        @staticmethod
        @hookimpl
        def register_ruleset() -> Any:
            return replace(SURVEY, id="armoury", content=load, setup=None, populate=None)

    registry().register(Plugin, "armoury_plugin")


def test_content_that_one_of_several_games_can_read_is_of_that_game() -> None:
    serve_armoury(most=3)
    Path("more.toml").write_text('[[weapons]]\nid = "axe"\ndamage = 5\n')
    assert run("check", "more.toml").stdout == "more.toml: fine (content of armed)\n"


@pytest.mark.parametrize(("damage", "found"), [(2, "no problems"), (99, "1 problem")])
def test_content_that_several_games_read_alike_is_of_whichever_is_said(damage: int, found: str) -> None:
    serve_armoury(most=3)
    Path("more.toml").write_text(f'[[weapons]]\nid = "axe"\ndamage = {damage}\n')
    assert problems("more.toml") == [
        f"more.toml: --game says whose content it is; it was read as that of armed ({found}), armoury ({found})"
    ]


def test_in_whose_words_the_problems_are_is_said_where_nobody_said_whose_content_it_is() -> None:
    Path("more.toml").write_text('[[weapons]]\nid = "axe"\ndamage = 99\n')
    note = "  (more.toml was read as content of armed; --game GAME reads it as another's)"
    assert note in run("check", "more.toml").stdout + run("check", "more.toml").stderr
    assert "was read as" not in run("check", "more.toml", "--game", "armed").output


def test_the_content_of_an_installed_game_is_checked_as_its_own(armed: Path) -> None:
    assert problems(str(armed)) == []

    (armed / "weapons.toml").write_text(OWN + '[[weapons]]\nid = "axe"\ndamage = 0\nspells = ["ice"]\n')
    for place in (armed, armed.parent, armed / "weapons.toml"):
        found = [problem.split(": ") for problem in problems(str(place))]
        assert [(words[0], words[2]) for words in found] == [
            (str(armed / "weapons.toml"), "damage"), (str(armed / "weapons.toml"), "spells[0]"),
        ]  # fmt: skip


def test_what_lies_in_the_folder_of_a_game_and_is_no_content_is_not_called_fine(armed: Path) -> None:
    """
    The ledger, a setup, a file that is not there: the content that lies beside them says nothing about them.
    """
    (armed.parent / "rules.toml").write_text('game = "armed"\n')
    (armed.parent / "setup.toml").write_text("rounds = 0\n")

    ledger, setup, missing, code = (
        problems(str(armed.parent / name)) for name in ("rules.toml", "setup.toml", "nothing.toml", "armed_plugin.py")
    )

    assert "neither a saved game nor a setup" in ledger[0]
    assert setup == [f"{armed.parent / 'setup.toml'}: rounds: Expected `int` >= 1, found 0"]
    assert "there is no such file" in missing[0] and "empty" in code[0]


def test_the_content_of_an_installed_extension_is_checked_beside_its_game(tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    (more / "weapons.toml").write_text('[[weapons]]\nid = "axe"\ndamage = 1\nlike = "sword"\n')

    class Plugin:
        @staticmethod
        @hookimpl
        def extend_ruleset() -> Extension:
            return Extension(ruleset="armed", id="more", content=more)

    registry().register(Plugin, "more_plugin")

    assert problems(str(more)) == []
    (more / "weapons.toml").write_text('[[weapons]]\nid = "sword"\ndamage = 1\n')
    assert "expected an id of its own" in problems(str(more))[0]


# Schemas ------------------------------------------------------------------------------


def test_schema_prints_those_of_setup_and_of_every_kind_also_of_empty_ones() -> None:
    found = json.loads(run("schema", "armed").stdout)

    assert list(found) == ["setup", "content", "weapons", "potions"]
    assert {schema["$schema"] for schema in found.values()} == {"https://json-schema.org/draft/2020-12/schema"}
    assert set(found["content"]["properties"]) == {"$schema", "weapons", "potions"}
    weapon = found["weapons"]["$defs"]["Weapon"]
    assert weapon["properties"]["damage"]["description"] == "how much it hurts"
    assert weapon["additionalProperties"] is False and "$schema" in weapon["properties"]
    assert [form.get("type") for form in found["weapons"]["anyOf"]] == [None, "array", "object"]


def test_schemas_list_the_names_that_data_may_use() -> None:
    """
    An editor can complete the name of an effect, and marks one that is not there.
    """
    found = json.loads(run("schema", "armed").stdout)

    for name in ("content", "weapons"):
        weapon = found[name]["$defs"]["Weapon"]["properties"]
        assert weapon["spells"]["items"] == {"type": "string", "enum": ["fire"]}
        assert "enum" not in weapon["like"]  # ids may come in another file


def test_schema_of_one_name_is_that_schema_alone() -> None:
    setup = json.loads(run("schema", "armed", "setup").stdout)

    assert set(setup["$defs"]["ArmedSetup"]["properties"]) == {"$schema", "weapon", "rounds"}
    wrong = run("schema", "armed", "weapon")
    assert wrong.exit_code == 1 and "did you mean 'weapons'" in wrong.output


def test_schemas_are_written_to_a_folder() -> None:
    written = run("schema", "armed", "--out", "a/b").stdout.splitlines()

    assert written == [str(Path("a/b") / f"{name}.schema.json") for name in ("setup", "content", "weapons", "potions")]
    assert json.loads(Path(written[2]).read_text()) == json.loads(run("schema", "armed", "weapons").stdout)


def test_a_game_without_setup_and_content_has_no_schemas() -> None:
    assert json.loads(run("schema", "survey").stdout) == {}
    assert "it has neither a setup nor content" in run("schema", "survey", "setup").output


def test_schemas_are_there_when_the_content_is_broken(armed: Path) -> None:
    """
    Someone whose content is wrong needs its schema most.
    """
    (armed / "weapons.toml").write_text("[[weapons]]\n")

    found = json.loads(run("schema", "armed").stdout)

    assert list(found) == ["setup", "content", "weapons", "potions"]


def test_describe_does_not_show_the_field_that_only_editors_need() -> None:
    run("schema", "armed")

    assert "$schema" not in run("describe", "armed", "--json").stdout


def test_a_file_that_two_games_read_is_checked_for_the_one_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lists:
        name = "list"

        def __init__(self, ruleset: str) -> None:
            self.ruleset = ruleset

        def recognizes(self, file_name: str, head: bytes) -> bool:
            return head.startswith(b"list")

        def read(self, data: bytes) -> Imported:
            return Imported("setup", {}, ("the weather",))

    forms = (Lists("armed"), Lists("pub"))
    monkeypatch.setattr(
        Registry, "file_formats", lambda self, game="": tuple(form for form in forms if game in ("", form.ruleset))
    )
    Path("army.txt").write_text("list of everyone")

    assert problems("army.txt") == ["army.txt: --game says for which game it is read: armed, pub"]
    assert "an import leaves out: the weather" in run("check", "army.txt", "--game", "pub").stdout


def test_a_format_that_fails_is_named_and_the_file_is_checked_as_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fragile:
        name, ruleset = "fragile", "pub"

        def recognizes(self, file_name: str, head: bytes) -> bool:
            raise SystemExit(head)

        def read(self, data: bytes) -> Imported:
            raise AssertionError("read all the same")

    monkeypatch.setattr(Registry, "file_formats", lambda self, game="": (Fragile(),))
    Path("weapons.toml").write_text('[[weapons]]\nid = "axe"\ndamage = 1\n')

    done = run("check", "weapons.toml")

    assert done.stdout == "weapons.toml: fine (content of armed)\n"
    assert done.stderr.startswith("rulewright: the format 'fragile' of pub failed to look at weapons.toml: SystemExit")


# Unknown names ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "setting", "known"),
    [("heroclix", "map", "maps"), ("wh40k", "battlefield", "battlefields")],
)
def test_an_unknown_name_in_a_setup_is_answered_with_those_that_there_are(game: str, setting: str, known: str) -> None:
    rules = registry().rules(game)
    with pytest.raises(SetupError) as wrong:
        new_game(rules, {setting: "zzz"}, seed=1)
    first = next(iter(getattr(rules.content, known)))
    assert any(f"; there are {first}" in problem for problem in wrong.value.problems)


def test_the_end_of_a_message_names_the_nearest_or_some_of_those_that_there_are_or_says_that_there_are_none() -> None:
    many = [f"card-{number}" for number in range(30)]
    assert instead("lamb", ["lamp", "rope"]) == "; did you mean 'lamp'?"
    assert instead("zzz", ["lamp", "rope"]) == "; there are lamp, rope"
    assert instead("zzz", many).endswith("card-23 and 6 more")
    assert instead("zzz", []) == "; there are none"
