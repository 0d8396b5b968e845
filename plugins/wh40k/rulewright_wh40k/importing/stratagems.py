"""Stratagems of files as content: when they are used, on whom, for how many CP; people play by hand what they do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct

from rulewright import rule
from rulewright.importing import NamedRule, Profile, both

from .abilities import plain_text, unmarked

Document: TypeAlias = dict[str, Any]
TYPES: Final = ("stratagem", "stratagems")
"""What files call profiles that are Stratagems, in small letters."""
LABELS: Final = ("battle tactic", "epic deed", "strategic ploy", "wargear")
PHASES: Final = ("command", "movement", "shooting", "charge", "fight")
TURNS: Final = {"your": "yours", "your opponent's": "theirs", "the": "either", "": "either", "any": "either"}

MOMENTS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "command": {"yours": ("command step",), "theirs": ("command step",)},
    "movement": {"yours": ("select to move",), "theirs": ("move ends", "end of movement phase")},
    "shooting": {"yours": ("select to shoot",), "theirs": ("targets selected",)},
    "charge": {"yours": ("select to charge",), "theirs": ("charge declared", "charge ended")},
    "fight": {"yours": ("selected to fight", "targets selected"), "theirs": ("selected to fight", "targets selected")},
}
"""At which moments a Stratagem is asked for whose file names a phase, and whose turn it is, and no more."""
BEHIND: Final = (
    (r"(?:just )?after an enemy unit has selected its targets", ("targets selected",), "attacked"),
    (r"(?:just )?after an enemy unit has shot", ("has shot",), "own"),
    (r"(?:just )?after an enemy unit has fought", ("has fought",), "own"),
    (r"(?:just )?after an enemy unit (?:has )?declare[sd] a charge", ("charge declared",), "own"),
    (r"(?:just )?after an enemy unit ends a charge move", ("charge ended",), "own"),
    (r"(?:just )?after an enemy unit ends a (?:normal|advance|fall back)[^,]* move", ("move ends",), "own"),
    (r"(?:just )?after an? [^,]*unit from your army has shot", ("has shot",), "acting"),
    (r"(?:just )?after an? [^,]*unit from your army has fought", ("has fought",), "acting"),
    (r"(?:just )?after an? [^,]*unit from your army ends a charge move", ("charge ended",), "acting"),
    (r"(?:just )?after an? [^,]*unit from your army ends a (?:normal|advance|fall back)[^,]* move", ("move ends",),
     "acting"),
    (r"when an? [^,]*unit from your army is selected to fight", ("selected to fight",), "acting"),
)  # fmt: skip
"""What stands behind the phase, the moments that it names, and among whom the target is."""
_WHEN: Final = re.compile(
    rf"(?:the )?(?:(start|end) of )?(?:(your opponent's|your|the|any) )?({'|'.join(PHASES)}) phase(?:, (.*))?"
)
_CP: Final = re.compile(r"\(?\b(\d) ?CP\b\)?", re.IGNORECASE)
_SECTION: Final = re.compile(r"\b(WHEN|TARGET|EFFECT|RESTRICTIONS) ?: ?")


class Used(Struct, frozen=True):
    """When a Stratagem is used, and among whom its target is."""

    moments: tuple[str, ...]
    phases: tuple[str, ...]
    turn: str
    who: str = "own"

    @property
    def document(self) -> Document:
        """It as content writes it."""
        moment, *also = self.moments
        found: Document = {"moment": moment, **({"also": also} if also else {}), "phases": list(self.phases)}
        return found if self.turn == "either" else {**found, "turn": self.turn}


class Card(Struct, frozen=True):
    """A Stratagem as it is printed: its cost and its sections; ``label`` is empty where the file has none."""

    name: str
    cp: int | None
    when: str
    target: str
    effect: str
    label: str = ""

    @property
    def text(self) -> str:
        """What it says of its target and its effect."""
        return " ".join(filter(None, (self.target, self.effect)))


@rule("core.stratagems")
def stratagem(id: str, name: str, detachment: str, label: str, cp: int, used: Used, text: Any) -> Document:
    """A Stratagem as content, which people play by hand as its text says."""
    said = {"text": text} if isinstance(text, str) else {}
    return {
        "id": id, "name": both(name), **said, "detachment": detachment, "labels": [label], "cp": cp,
        "when": used.document, "target": {"who": used.who}, "does": [{"do": "by_hand", "text": text}],
    }  # fmt: skip


@rule("core.stratagems", "commentary.active-player")
def in_phases(phases: Iterable[str], turn: str) -> Used:
    """A Stratagem of some phases that names no moment in them: it is asked for at the usual ones."""
    known = tuple(one for one in PHASES if one in set(phases))
    turns = ("yours", "theirs") if turn == "either" else (turn,)
    return Used(tuple(dict.fromkeys(at for one in known for whose in turns for at in MOMENTS[one][whose])), known, turn)


@rule("core.stratagems", "commentary.just-after")
def used_when(text: str) -> Used | None:
    """When a Stratagem is used by its WHEN; None where that names no moment of the game."""
    plain = plain_text(text).replace("’", "'").strip(" .")
    if plain == "any phase":
        return in_phases(PHASES, "either")
    found = _WHEN.fullmatch(plain)
    if found is None:
        return None
    edge, whose, phase, behind = found.groups()
    turn = TURNS[whose or ""]
    if edge and behind is None:
        moment = f"end of {phase} phase" if edge == "end" else f"{phase} phase start"
        return Used(("command step",) if moment == "command phase start" else (moment,), (phase,), turn)
    if behind is None:
        return in_phases([phase], turn)
    named = next(((moments, who) for head, moments, who in BEHIND if re.fullmatch(head, behind)), None)
    return None if edge or named is None else Used(named[0], (phase,), turn, named[1])


def of_card(card: Card, id: str, detachment: str) -> Document | str:
    """A printed Stratagem of a detachment as content; what is missing or not known, where something is."""
    used = used_when(card.when)
    if card.cp is None:
        return "it has no cost in CP"
    if not card.label:
        return f"it has none of the labels {', '.join(LABELS)}"
    if used is None:
        return f"its WHEN is {card.when!r}, at which nobody is asked"
    return stratagem(id, card.name, detachment, card.label, card.cp, used, card.text)


def of_profile(profile: Profile) -> Card | None:
    """A profile of the type Stratagem, with its When, Target and Effect; None for any other."""
    if profile.type.lower() not in TYPES:
        return None
    columns = {one.name.lower().strip(" :"): unmarked(str(one.text or "")) for one in profile.characteristics}
    effect = columns.get("effect") or columns.get("description", "")
    cost = columns.get("cp") or columns.get("cost") or profile.name
    return _card(profile.name, cost, {**columns, "effect": effect})


def of_rule(named: NamedRule) -> Card | None:
    """A rule whose text has the sections WHEN, TARGET and EFFECT; None for any other."""
    head, *rest = _SECTION.split(unmarked(named.description or ""))
    sections = {name.lower(): text.strip() for name, text in zip(rest[::2], rest[1::2], strict=True)}
    if not sections.keys() >= {"when", "effect"}:
        return None
    return _card(named.name, f"{named.name} {head}", {"type": head, **sections})


def _card(name: str, cost: str, sections: Mapping[str, str]) -> Card:
    paid = _CP.search(cost) or re.fullmatch(r"(\d)", cost.strip())
    effect = " ".join(filter(None, (sections["effect"], sections.get("restrictions", ""))))
    label = next((one for one in LABELS if one in sections.get("type", "").lower().replace("-", " ")), "")
    plain = _CP.sub("", name).strip(" -–")
    return Card(
        plain, int(paid[1]) if paid else None, sections.get("when", ""), sections.get("target", ""), effect, label
    )
