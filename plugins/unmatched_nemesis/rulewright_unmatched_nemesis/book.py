"""The content in the form in which it is played: sheets of attacks, panels, skills and arenas, made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from rulewright import rule
from rulewright.content import ContentError, Problem
from rulewright.geometry.arena import UNLIMITED, Arena, Range

from .conditions import Test, compile_condition
from .effects import VERBS

if TYPE_CHECKING:
    from pydantic import BaseModel

    from rulewright import Steps
    from rulewright.content import Pack

    from . import content_models as models

Effect = Callable[[Any, int], "Steps"]
"""What an effect does: ``(game, acting player)``."""

Program = tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class AttackSheet:
    """An attack card or a special attack, ready to be resolved."""

    id: str
    type: str
    heavy: int
    light: int
    range: Range
    knockdown: bool
    program: Program
    symbol: str = ""
    """The symbol of an attack card."""
    cost: tuple[str, ...] = ()
    """The cost of a special attack."""
    answers: str = ""
    """What a response answers."""


@dataclass(frozen=True, slots=True)
class PanelSheet:
    """One side of a fighter's panel: special attacks for combos, and responses."""

    specials: Mapping[str, AttackSheet]
    responses: Mapping[str, AttackSheet]


@dataclass(frozen=True, slots=True)
class ChangeSheet:
    """How a skill changes a number."""

    number: str
    heavy: int
    light: int
    soften: int
    counts: Test


@dataclass(frozen=True, slots=True)
class SkillSheet:
    """A skill card."""

    id: str
    initiative: int
    when: str
    once_a_turn: bool
    counts: Test
    program: Program
    changes: tuple[ChangeSheet, ...]


@dataclass(frozen=True, slots=True)
class ArenaSheet:
    """An arena, its corridors with their damage, and the box whose attack deck it needs."""

    place: Arena
    starts: tuple[str, str]
    entrances: Mapping[str, tuple[int, int]]
    deck: str


class Book:
    """All content of a game. ``pack`` has it as it stands in the files."""

    def __init__(self, pack: Pack) -> None:
        if problems := list(_mistaken(pack)):
            raise ContentError(problems)
        self.pack = pack
        self.attacks = {card.id: _attack(card, symbol=card.symbol) for card in pack["attacks"].values()}
        self.panels = {
            (fighter.id, side): _panel(getattr(fighter, side)) for fighter in pack["fighters"].values() for side in "ab"
        }
        self.skills = {skill.id: _skill(skill) for skill in pack["skills"].values()}
        self.arenas = {arena.id: _arena(arena) for arena in pack["arenas"].values()}

    @property
    def fingerprint(self) -> str:
        """A hash of the content."""
        return self.pack.fingerprint()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of content."""
        return self.pack.kinds

    def __getitem__(self, kind: str) -> Mapping[str, Any]:
        """The entries of a kind as they were read, by id."""
        return self.pack[kind]

    @rule("mix.tokens")
    def boxes(self, kind: str, least: int = 1) -> tuple[str, ...]:
        """The boxes with at least so many entries of a kind."""
        marks = [entry.box for entry in self[kind].values()]
        return tuple(box for box in dict.fromkeys(marks) if marks.count(box) >= least)

    @rule("field.attack-deck")
    def deck(self, box: str) -> tuple[str, ...]:
        """The attack deck of a box, one id for each copy."""
        return tuple(card.id for card in self["attacks"].values() if card.box == box for _ in range(card.copies))

    @rule("field.skill-deck")
    def skill_set(self, box: str) -> tuple[str, ...]:
        """The skill cards of a box."""
        return tuple(skill.id for skill in self["skills"].values() if skill.box == box)


def load_book(extras: Iterable[Any] = ()) -> Book:
    """The content that comes with the package, with what extensions add.

    Raises:
        ContentError: every problem in every file, with the nearest known names.
    """
    from rulewright.content import load_pack

    from .content_models import Arena, AttackCard, Fighter, Skill

    kinds: dict[str, type[BaseModel]] = {"attacks": AttackCard, "fighters": Fighter, "skills": Skill, "arenas": Arena}
    pack = load_pack(files(__package__) / "content", kinds)
    for folder in extras:
        pack = pack.join(load_pack(folder, kinds, base=pack))
    return Book(pack)


def _mistaken(pack: Pack) -> Iterator[Problem]:
    """Ids that name two different things: one would be told, or resolved, for the other."""
    named: dict[str, tuple[Any, str, str]] = {}
    for id, thing, kind, entry in _things(pack):
        first, where, what = named.setdefault(id, (thing, pack.file_of(kind, entry), kind))
        if thing != first:
            wish = f"an id of its own: something else of the {what} in {where} has it"
            yield Problem(pack.file_of(kind, entry), entry, "id", found=repr(id), expected=wish)


def _things(pack: Pack) -> Iterator[tuple[str, Any, str, str]]:
    """Everything that has a name at the table: its id, what it is, and the entry in which it stands."""
    for kind in ("attacks", "skills", "fighters"):
        for entry in pack[kind].values():
            yield entry.id, entry, kind, entry.id
    for fighter in pack["fighters"].values():
        for special in (*fighter.a.specials, *fighter.b.specials):
            yield special.id, special, "fighters", fighter.id


# Compiling --------------------------------------------------------------------------------------------------


def compile_effects(effects: Iterable[models.Effect]) -> Program:
    """Each effect as the function of its verb, with all that the data say filled in."""
    return tuple(partial(VERBS.get(effect.do), **_facts(effect)) for effect in effects)


def _facts(effect: models.Effect) -> dict[str, Any]:
    facts = {name: getattr(effect, name) for name in type(effect).model_fields if name != "do"}
    if "then" in facts:
        facts["then"] = compile_effects(facts["then"])
    if "condition" in facts:
        facts["condition"] = compile_condition(facts["condition"])
    return facts


def _attack(attack: Any, **more: Any) -> AttackSheet:
    reach = UNLIMITED if attack.range is None else attack.range.reach()
    program = compile_effects(attack.effects)
    return AttackSheet(attack.id, attack.type, attack.heavy, attack.light, reach, attack.knockdown, program, **more)


def _panel(side: models.Side) -> PanelSheet:
    sheets = {
        special.id: _attack(special, cost=special.cost, answers=special.answers or "") for special in side.specials
    }
    return PanelSheet(
        {id: sheet for id, sheet in sheets.items() if not sheet.answers},
        {id: sheet for id, sheet in sheets.items() if sheet.answers},
    )


def _skill(skill: models.Skill) -> SkillSheet:
    changes = tuple(
        ChangeSheet(change.number, change.heavy, change.light, change.soften, compile_condition(change.condition))
        for change in skill.changes
    )
    counts, program = compile_condition(skill.condition), compile_effects(skill.effects)
    return SkillSheet(skill.id, skill.initiative, skill.when or "", skill.once_a_turn, counts, program, changes)


def _arena(arena: models.Arena) -> ArenaSheet:
    first, second = arena.starts
    entrances = {door.space: (door.heavy, door.light) for door in arena.corridors}
    return ArenaSheet(arena.place(), (first, second), entrances, arena.deck or "")
