"""Rules in words as documents of the game: by program where every clause is understood, else by hand at their moment.

Clauses are of these kinds; `phrases.toml` says which phrase is which.

- ``head``: fields of the rule itself, such as ``{when = "after attack"}`` or ``{once = "turn"}``;
- ``test``: a condition; it counts for what follows in its sentence, or, at the end of one, for what stands before it;
- ``effect``: an effect or several, which may depend on each other by ``joined = true`` ("if it does");
- ``change``, ``ban``, ``keyword``: what an innate superpower or a leadership changes without doing anything;
- ``nothing``: a reminder of a rule that holds anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct, field

from rulewright.documents import parse_toml
from rulewright.phrases import Clause, Reading

Document: TypeAlias = dict[str, Any]
Played: TypeAlias = Literal["program", "partly", "by hand"]

OPTIONAL: Final = "may"
"""The verb whose effects a player may leave out."""


@cache
def own_phrases() -> Mapping[str, Any]:
    """The phrases that come with the game."""
    found: Mapping[str, Any] = parse_toml((files(__package__) / "phrases.toml").read_bytes())
    return found


class NotUnderstood(Exception):
    """A text of which some clause is not understood, or whose clauses make no rule together; says which and why."""


class Parts(Struct):
    """What the clauses of one rule come to."""

    head: Document = field(default_factory=dict)
    test: list[Any] = field(default_factory=list)
    effects: list[Document] = field(default_factory=list)
    changes: list[Document] = field(default_factory=list)
    bans: list[Document] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)

    @property
    def does_something(self) -> bool:
        """Whether it is a rule at all."""
        return bool(self.effects or self.changes or self.bans or self.keywords)


def heads(reading: Reading) -> Document:
    """What was understood of the fields of the rule itself, whatever else was not; what is said twice is left out."""
    found: Document = {}
    for clause in reading.clauses:
        if clause.kind == "head":
            found = {**clause.means, **found}
    return found


def assemble(reading: Reading) -> list[Parts]:
    """The rules that a text is about: a sentence with a moment of its own begins another one.

    Raises NotUnderstood.
    """
    if not reading.understood:
        rest = next((one.rest for one in reading.sentences if one.rest), "no text")
        raise NotUnderstood(rest)
    rules = [Parts()]
    for sentence in reading.sentences:
        moments = [one.means for one in sentence.clauses if one.kind == "head" and "when" in one.means]
        if moments and rules[-1].does_something:
            rules.append(Parts())
        _add(rules[-1], sentence.clauses)
    if not all(rule.does_something for rule in rules):
        raise NotUnderstood("it says when, and not what")
    return rules


def _add(rule: Parts, clauses: Iterable[Clause]) -> None:
    tests: list[Any] = []
    inside: list[Document] = []
    for clause in clauses:
        means = clause.means
        if clause.kind == "head":
            _merge(rule, means)
            if tests and not inside:
                rule.test += tests
                tests = []
        elif clause.kind == "test":
            if inside and not clause.joint:
                inside = [_if([means], inside)]
            else:
                tests.append(means)
        elif clause.kind == "effect":
            _join(rule, inside, [means] if isinstance(means, dict) else means, tests)
            tests = []
        elif clause.kind != "nothing":
            if inside:
                raise NotUnderstood(clause.text)
            _lasting(rule, clause, tests)
    if tests:
        raise NotUnderstood("a condition of nothing")
    rule.effects += inside


def _merge(rule: Parts, means: Document) -> None:
    for key, value in means.items():
        if rule.head.setdefault(key, value) != value:
            raise NotUnderstood(f"{key} is both {rule.head[key]!r} and {value!r}")


def _join(rule: Parts, inside: list[Document], effects: list[Document], tests: list[Any]) -> None:
    """Put effects behind those of their sentence: into an "if" that is open, or under tests of their own."""
    effects = [dict(one) for one in effects]
    joined = [one.pop("joined", False) for one in effects]
    if tests:
        effects = [_if(tests, effects)]
    elif inside and inside[-1].get("do") == "if" and "otherwise" not in inside[-1]:
        inside[-1]["then"] = [*inside[-1]["then"], *effects]
        return
    if any(joined):
        before = (inside or rule.effects)[-1:]
        if not before or before[0].get("do") != OPTIONAL:
            raise NotUnderstood("it depends on something that nobody may leave out")
        before[0]["effects"] = [*before[0]["effects"], *effects]
        return
    inside += effects


def _lasting(rule: Parts, clause: Clause, tests: list[Any]) -> None:
    means = clause.means if isinstance(clause.means, list) else [clause.means]
    if clause.kind == "keyword":
        if tests:
            raise NotUnderstood(clause.text)
        rule.keywords += means
        return
    tested = {"test": _all(tests)} if tests else {}
    (rule.changes if clause.kind == "change" else rule.bans).extend({**one, **tested} for one in means)


def _if(tests: list[Any], effects: list[Document]) -> Document:
    return {"do": "if", "test": _all(tests), "then": effects}


def _all(tests: list[Any]) -> Any:
    return tests[0] if len(tests) == 1 else {"all": tests}


def whole_rule(rule: Parts) -> Document:
    """A rule as the fields of a special rule, a superpower or a card."""
    tests = {"test": _all(rule.test)} if rule.test else {}
    found = {**rule.head, **tests, "effects": rule.effects, "changes": rule.changes, "bans": rule.bans}
    return {key: value for key, value in found.items() if value not in ([], None)}


def by_hand(text: str) -> Iterator[Document]:
    """The effect that asks the player what a text does."""
    yield {"do": "by_hand", "text": text or "-"}
