"""The rule ledger: marks on code, rules.toml, and finding the marks."""

from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from rulewright.rules import (
    CitationError,
    Ledger,
    LedgerError,
    UnknownRule,
    citations,
    rule,
    rules_of,
)

CATALOGUES = Path(__file__).parents[2] / ".." / "shared" / "rules"

RULES = """
game = "duel"
seed = "duel.txt"

[[rule]]
id = "1"
zh = "攻击"
en = "Attack"
line = 3
kind = "mechanic"
asserts = ["An attack rolls two dice."]

[[rule]]
id = "1.2a"
zh = "暴击"
en = "Critical hit"
line = 4
kind = "limit"
asserts = ["Double six always hits.", "Double one always misses."]
note = "the catalogue has double five"

[[rule]]
id = "hint"
zh = "提示"
en = "Play well"
line = 0
kind = "advice"
asserts = []
excuse = "nothing to do"
"""


def ledger_of(tmp_path: Path, text: str = RULES, game: str = "") -> Ledger:
    path = tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return Ledger.load(path, game)


def test_a_ledger_is_read_once_as_long_as_its_text_is_the_same(tmp_path: Path) -> None:
    first = ledger_of(tmp_path)

    assert ledger_of(tmp_path) is first
    assert ledger_of(tmp_path, RULES.replace("Play well", "Play fair")) is not first
    with pytest.raises(LedgerError):
        ledger_of(tmp_path, game="chess")


# Marks ------------------------------------------------------------------------------


def test_a_mark_leaves_the_function_itself_and_adds_up_outermost_first() -> None:
    def deal_damage() -> str:
        return "dealt"

    marked = rule("3", "1")(rule("1", "2")(deal_damage))
    assert marked is deal_damage
    assert rules_of(marked) == ("3", "1", "2")
    assert rules_of(test_a_mark_leaves_the_function_itself_and_adds_up_outermost_first) == ()


def test_classes_records_and_their_instances_have_the_marks_of_their_class() -> None:
    @rule("power")
    class Power:
        @rule("power.may")
        def may(self) -> bool:
            return True

    @rule("flight")
    @dataclass(frozen=True, slots=True)
    class Flight(Power):
        speed: int = 1

    @dataclass(frozen=True, slots=True)
    @rule("walk")
    class Walk:
        speed: int = 1

    @rule("hit")
    class Hit(msgspec.Struct, frozen=True):
        clicks: int = 1

    assert rules_of(Flight) == rules_of(Flight()) == ("flight", "power")
    assert rules_of(Power) == ("power",)
    assert rules_of(Flight().may) == ("power.may",)
    assert rules_of(Walk) == ("walk",)
    assert rules_of(Hit(2)) == ("hit",)
    assert Hit(2) == Hit(2)


def test_static_methods_class_methods_and_properties_are_marked_where_callers_see_them() -> None:
    class Table:
        @rule("s")
        @staticmethod
        def standing() -> None: ...

        @rule("c")
        @classmethod
        def count(cls) -> None: ...

        @property
        @rule("p")
        def phase(self) -> int:
            return 1

    assert rules_of(Table.standing) == ("s",)
    assert rules_of(Table.count) == ("c",)
    assert rules_of(Table.__dict__["phase"]) == ("p",)


@pytest.mark.parametrize("ids", [(), ("",), ("with space",), (len,)])
def test_a_mark_without_an_id_is_refused(ids: tuple[str, ...]) -> None:
    with pytest.raises(TypeError, match="@rule takes"):
        rule(*ids)


# The ledger -------------------------------------------------------------------------


def test_a_ledger_gives_rules_by_bare_and_by_full_id_in_order(tmp_path: Path) -> None:
    ledger = ledger_of(tmp_path, game="duel")
    assert [entry.id for entry in ledger] == ["1", "1.2a", "hint"]
    assert ledger["1.2a"] is ledger["duel:1.2a"]
    assert "1.2a" in ledger and "duel:hint" in ledger
    assert "chess:1" not in ledger and "2" not in ledger and 1 not in ledger
    critical = ledger["1.2a"]
    assert (critical.full_id, critical.en, critical.zh, critical.line) == (
        "duel:1.2a",
        "Critical hit",
        "暴击",
        4,
    )
    assert critical.asserts == ("Double six always hits.", "Double one always misses.")
    assert (critical.seed, critical.note, critical.excuse) == (
        "duel.txt",
        "the catalogue has double five",
        "",
    )
    assert (critical.title(), critical.title("zh")) == ("Critical hit", "暴击")
    assert ledger["hint"].excuse == "nothing to do"
    assert [entry.id for entry in ledger if entry.kind != "advice"] == ["1", "1.2a"]


def test_two_rules_of_one_id_are_refused(tmp_path: Path) -> None:
    one = ledger_of(tmp_path)
    first = next(iter(one))

    with pytest.raises(LedgerError, match=f"two rules have the id '{first.id}'"):
        Ledger("demo", [first, msgspec.structs.replace(first, en="Another")])


def test_an_unknown_id_is_refused_with_the_nearest(tmp_path: Path) -> None:
    ledger = ledger_of(tmp_path)
    with pytest.raises(UnknownRule) as caught:
        ledger["1.2b"]
    assert str(caught.value) == "duel has no rule '1.2b'; did you mean '1.2a'?"
    assert caught.value.nearest == ("1.2a",)
    with pytest.raises(UnknownRule, match="is a rule of chess, and this is the ledger of duel"):
        ledger["chess:1"]


@pytest.mark.parametrize(
    ("text", "lang", "ids"),
    [
        ("CRITICAL", None, ["1.2a"]),
        ("hit critical", None, ["1.2a"]),
        ("two DICE", None, ["1"]),
        ("1.2", None, ["1.2a"]),
        ("暴击", None, ["1.2a"]),
        ("暴击", "zh", ["1.2a"]),
        ("暴击", "en", []),
        ("attack", "en", ["1"]),
        ("  ", None, []),
        ("chess", None, []),
    ],
)
def test_search_finds_words_in_ids_titles_and_asserts(
    tmp_path: Path, text: str, lang: str | None, ids: list[str]
) -> None:
    assert [entry.id for entry in ledger_of(tmp_path).search(text, lang)] == ids


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('en = "Critical hit"\n', "", "rules.toml: rule 2 (1.2a): en: nothing there, expected a text"),
        ("line = 4", 'line = "4"', "rules.toml: rule 2 (1.2a): line: found '4', expected a whole number"),
        ("line = 4", "line = true", "rule 2 (1.2a): line: found True"),
        ('"limit"', '"limits"', "rule 2 (1.2a): kind: found 'limits', expected one of mechanic"),
        ('"limit"', '"limits"', "did you mean 'limit'?"),
        ('excuse = "', 'open = "later"\nexcuse = "', "rule 3 (hint): open: found an excuse as well"),
        ("note =", "notes =", "rule 2 (1.2a): notes: unknown field; did you mean 'note'?"),
        ('id = "1.2a"', 'id = "1"', "rule 2 (1): id: rule 1 has the same id"),
        ('id = "1.2a"', 'id = "duel:1"', "rule 2 (duel:1): id: found 'duel:1'"),
        ('["An attack rolls two dice."]', "[]", "rule 1 (1): asserts: found an empty list"),
        ('["An attack rolls two dice."]', '["x", " "]', "rule 1 (1): asserts[2]: found ' '"),
        ('game = "duel"', "game = 7", "rules.toml: game: found 7, expected a text"),
        ('game = "duel"', 'game = "chess"', "rules.toml: game is 'chess', expected 'duel'"),
        ("seed =", "sede =", "rules.toml: unknown field 'sede'"),
        ("[[rule]]", "[rule]", "rules.toml: line"),
        ('zh = "攻击"', 'zh = "攻击', "rules.toml: line 7, column 9"),
    ],
)
def test_a_damaged_ledger_names_file_entry_and_field(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in RULES
    with pytest.raises(LedgerError) as caught:
        ledger_of(tmp_path, RULES.replace(old, new), game="duel")
    assert message in str(caught.value)


def test_all_problems_of_a_ledger_are_named_at_once_in_order(tmp_path: Path) -> None:
    text = RULES.replace('en = "Attack"', "en = 1").replace('zh = "提示"\n', "")
    with pytest.raises(LedgerError) as caught:
        ledger_of(tmp_path, text)
    assert [line.split(": ")[1] for line in str(caught.value).splitlines()] == ["rule 1 (1)", "rule 3 (hint)"]


def test_a_ledger_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match=r"rules\.toml: there is no such file"):
        Ledger.load(tmp_path / "rules.toml")


@pytest.mark.skipif(not CATALOGUES.is_dir(), reason="the shared rule catalogues are not here")
def test_the_real_catalogues_load() -> None:
    ledgers = [Ledger.load(path) for path in sorted(CATALOGUES.glob("*.toml"))]
    assert [ledger.game for ledger in ledgers] == [path.stem for path in sorted(CATALOGUES.glob("*.toml"))]
    assert sum(map(len, ledgers)) == 1518


# Finding the marks ------------------------------------------------------------------

CODE = '''
from rulewright import rule
from rulewright.rules import rule as cites
import rulewright
import pytest

CRITICAL = "1.2a"


@rule("1", "1.2a")
def roll_attack(game):
    """A rule="doc" in prose is no citation."""
    yield Hit(3, rule="duel:1")

    def inner():
        yield Hit(1, rule=CRITICAL if game else "other:7")


@rulewright.rule("class")
class Power(Base, rule="of-a-class"):
    rule: str = "field"
    rules = ("one", "two")

    @cites("method")
    async def may(self, rule="default"):
        refuse("no", rules=["three"], rule=f"made.{self}")
        return rule


ATTACK = Procedure("attack", [Window("after", rule="window")])
Procedure("lone", rule="lone")


@pytest.mark.rule("test")
def check(rule="", *, rules=()):
    return check(rule="two words")
'''


def test_citations_are_found_in_code_with_their_places(tmp_path: Path) -> None:
    (tmp_path / "powers").mkdir()
    (tmp_path / "powers" / "attack.py").write_text(CODE, encoding="utf-8")
    assert citations(tmp_path, "duel") == {
        "1": ["powers/attack.py:10 (roll_attack)", "powers/attack.py:13 (roll_attack)"],
        "1.2a": ["powers/attack.py:10 (roll_attack)", "powers/attack.py:16 (roll_attack.inner)"],
        "other:7": ["powers/attack.py:16 (roll_attack.inner)"],
        "class": ["powers/attack.py:19 (Power)"],
        "of-a-class": ["powers/attack.py:20 (Power)"],
        "field": ["powers/attack.py:21 (Power)"],
        "one": ["powers/attack.py:22 (Power)"],
        "two": ["powers/attack.py:22 (Power)"],
        "method": ["powers/attack.py:24 (Power.may)"],
        "three": ["powers/attack.py:26 (Power.may)"],
        "window": ["powers/attack.py:30 (ATTACK)"],
        "lone": ["powers/attack.py:31 (Procedure)"],
    }


def test_citations_are_found_in_content_with_entry_and_line(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "rules.toml").write_text(RULES, encoding="utf-8")
    (tmp_path / "content" / "cards.json").write_text(
        '[\n  {"rule": "1", "id": "kick"},\n  {"id": "slap",\n   "rules": ["1",\n "duel:2"],'
        ' "text": "rule: 9", "effect": {"rule": "prose of several words"}}\n]'
    )
    (tmp_path / "content" / "map.toml").write_text('rule = "3"\n[[walls]]\nid = "w"\nrules = [\n  "4",\n]\n')
    assert citations(tmp_path, "duel") == {
        "1": ["content/cards.json:2 (kick)", "content/cards.json:4 (slap)"],
        "2": ["content/cards.json:5 (slap)"],
        "3": ["content/map.toml:1 (rule)"],
        "4": ["content/map.toml:5 (w)"],
    }


@pytest.mark.parametrize(("name", "text"), [("a.py", "def ("), ("a.json", "{"), ("a.toml", "x")])
def test_a_damaged_file_of_the_package_is_named(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(CitationError, match=f"^{name}: "):
        citations(tmp_path, "duel")
