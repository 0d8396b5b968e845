"""The content compiled for play, made once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from rulewright import rule
from rulewright.content import Compiled, PackageContent
from rulewright.problems import Problem
from rulewright.programs import Deed

from ..book.sheets import ArenaSheet, AttackSheet, ChangeSheet, PanelSheet, SkillSheet, TriggerSheet
from ..book.spaces import UNLIMITED
from ..book.wording import PACKAGE, Wording, name_of

if TYPE_CHECKING:
    from rulewright.content import Pack
    from rulewright.kinds import ContentKind
    from rulewright.text import Words
    from rulewright.vocabulary import Lexicon

    from . import models


class Book(Compiled):
    """All content of a game. ``pack`` has it as it stands in the files."""

    def __init__(self, pack: Pack, words: Lexicon) -> None:
        from rulewright.vocabulary import Sayings

        super().__init__(pack, _mistaken(pack))
        sheets = _Sheets()
        self.attacks = {card.id: sheets.attack(card, symbol=card.symbol) for card in pack["attacks"].values()}
        self.panels = {
            (fighter.id, side): sheets.panel(getattr(fighter, side))
            for fighter in pack["fighters"].values()
            for side in "ab"
        }
        self.skills = {skill.id: sheets.skill(skill) for skill in pack["skills"].values()}
        self.ops: list[Deed] = sheets.compiler.ops
        self.by_hand = Sayings(words, Wording)
        self.arenas = {arena.id: _arena(arena) for arena in pack["arenas"].values()}

    def name_of(self, id: str) -> Words:
        """What a card, a skill, a special attack or a fighter is called, by language; its id where it is none."""
        return name_of(self, id)

    @rule("mix.tokens")
    def boxes(self, kind: str, least: int = 1) -> tuple[str, ...]:
        """The boxes with at least this many entries of a kind."""
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


def _kinds(words: Lexicon) -> list[ContentKind]:
    from .models import Arena, AttackCard, Fighter, Skill

    return words.kinds({"attacks": AttackCard, "fighters": Fighter, "skills": Skill, "arenas": Arena})


CONTENT: Final = PackageContent(PACKAGE, _kinds, Book)
lexicon, load_book = CONTENT.lexicon, CONTENT.load


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


class _Sheets:
    """Makes sheets of the entries, and enters their effects into one table."""

    def __init__(self) -> None:
        from rulewright.vocabulary import Compiler

        self.compiler = Compiler()

    @rule("panel.anatomy", "attack-card.damage-slot", "range.none")
    def attack(self, attack: Any, **more: Any) -> AttackSheet:
        """An attack card or a special attack."""
        reach = UNLIMITED if attack.range is None else attack.range.reach()
        program = self.compiler.program(attack.effects)
        return AttackSheet(
            attack.id, attack.type, attack.heavy, attack.light, reach, attack.knockdown, program,
            changes=self._changes(attack.changes), **more,
        )  # fmt: skip

    @rule("panel.anatomy")
    def panel(self, side: models.Side) -> PanelSheet:
        """One side of a panel."""
        sheets = {
            special.id: self.attack(special, cost=special.cost, answers=special.answers or "")
            for special in side.specials
        }
        return PanelSheet(
            {id: sheet for id, sheet in sheets.items() if not sheet.answers},
            {id: sheet for id, sheet in sheets.items() if sheet.answers},
        )

    def skill(self, skill: models.Skill) -> SkillSheet:
        """A skill card."""
        triggers = tuple(self._trigger(str(place), model) for place, model in enumerate(skill.triggers, 1))
        return SkillSheet(skill.id, skill.initiative, triggers, self._changes(skill.changes))

    def _trigger(self, place: str, model: Any) -> TriggerSheet:
        program = self.compiler.program(model.effects)
        return TriggerSheet(place, model.when, model.test, model.optional, model.once_per_turn, program)

    def _changes(self, changes: Iterable[Any]) -> tuple[ChangeSheet, ...]:
        return tuple(
            ChangeSheet(stat, layer, amount, change.of == "opponent", change.test)
            for change in changes
            for stat, layer, amount in change.parts()
        )


def _arena(arena: models.Arena) -> ArenaSheet:
    first, second = arena.starts
    entrances = {door.space: (door.heavy, door.light) for door in arena.corridors}
    return ArenaSheet(arena.place(), (first, second), entrances, arena.deck or "")
