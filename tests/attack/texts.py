"""Texts made at random from the schema itself: every verb at every moment that admits it, on characters that play.

Each character of a person's content gets texts that are drawn until they are accepted, so that what is left to find is
what was accepted and breaks a game, whomever a text has KO'd, replaced or taken away at any moment.
``python -m tests.attack.texts GAME COUNT [SEED]`` tries so many contents.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any, Final, NamedTuple, TypeAlias

from rulewright import LoopDetected, rules_for
from rulewright.testing.mutants import Mutator
from rulewright.testing.patience import OutOfPatience, frugality, patience
from rulewright.testing.spoiling import at as value_at
from rulewright.testing.spoiling import places

from .content import LIBRARY, PERSONS, Document, Fault, schemas_of, tried

TEXTS: Final = 4
"""So many texts has each character, and twice as many a hero."""
TRIES: Final = 200
"""So often a text is drawn before another moment is tried."""

Part: TypeAlias = dict[str, Any]
Draw: TypeAlias = Callable[[str, Random], Any]


def named(id: str) -> Part:
    """What every text has."""
    return {"id": id, "name": {"en": id, "zh": id}}


def effects(draw: Draw, rng: Random) -> list[Any]:
    """One effect or two."""
    return [draw("Effect", rng) for _ in range(rng.choice((1, 1, 2)))]


def _trigger(draw: Draw, rng: Random) -> Part:
    """What is triggered at a moment."""
    trigger = {"when": draw("Trigger.when", rng), "optional": rng.random() < 0.3, "effects": effects(draw, rng)}
    return trigger | _tested(draw, rng)


def _tested(draw: Draw, rng: Random) -> Part:
    """A condition, at times."""
    return {"test": draw("Condition", rng)} if rng.random() < 0.3 else {}


# HeroClix and Crisis Protocol -------------------------------------------------------------------------------


PASSIVE: Final = ("Bars", "DieReplaced", "Evaded", "Forbidden", "Gives", "Increases", "Limited", "Passive", "Permitted",
                  "Prevented", "Reduced", "Rerolled", "Untargetable", "Using")  # fmt: skip
"""The parts of special powers that have no effects, or only such as follow."""


def heroclix(draw: Draw, rng: Random, id: str, host: Part) -> Part:
    """A trait: effects at a moment or in an action, or a part of another kind."""
    from rulewright_heroclix.special_powers.moments import MOMENTS

    if rng.random() < 0.3:
        return {**named(id), "does": [draw(rng.choice(PASSIVE), rng)]}
    if rng.random() < 0.2:
        part: Part = {"action": [rng.choice(("FREE", "POWER", "MOVE", "CLOSE"))]}
        part |= rng.choice(({}, {}, {"once": "turn"}, {"once": "game"}))
    else:
        whose = rng.choice(("self", "self", "any", "opposing", "friendly"))
        part = {"when": rng.choice([*MOMENTS]), "whose": whose}
        part |= rng.choice(({}, {}, {"may": True}, {"after_resolutions": True}, {"immediately": True}))
        part |= rng.choice(({}, {}, {"once": rng.choice(("attack", "turn", "game"))}))
        part |= rng.choice(({}, {}, {}, {"against": draw("Everyone", rng)}))
        if whose != "self" and rng.random() < 0.3:
            part["of"] = {**draw("Everyone", rng), "every": whose}
    part |= _tested(draw, rng)
    part["effects"] = effects(draw, rng)
    return {**named(id), "does": [part]}


def crisis_protocol(draw: Draw, rng: Random, id: str, host: Part) -> Part:
    """A superpower: active, or reactive or innate at a moment."""
    from rulewright_crisis_protocol.superpowers.moments import MOMENTS

    kind = rng.choice(("active", "innate", "innate", "reactive", "reactive"))
    part: Part = {**named(id), "kind": kind, "effects": effects(draw, rng)}
    return part if kind == "active" else {**part, "when": rng.choice([*MOMENTS])}


def _read_heroclix(text: Any, document: Document) -> None:
    from rulewright_heroclix.cards.models import Special
    from rulewright_heroclix.effects import LEXICON

    LEXICON.read(Special, text)


def _read_crisis_protocol(text: Any, document: Document) -> None:
    from rulewright_crisis_protocol.cards.models import Superpower
    from rulewright_crisis_protocol.effects import LEXICON

    LEXICON.read(Superpower, text)


# Dice Throne ------------------------------------------------------------------------------------------------


def dice_throne(draw: Draw, rng: Random, id: str, host: Part) -> Part:
    """An ability of any kind, a card in the place of one of the hero's, or a status effect."""
    match rng.choice(("trigger", "trigger", "use", "card", "card", "status", "offensive", "defensive")):
        case "offensive":
            row = {"requires": {"of_a_kind": rng.choice((2, 3))}, "effects": effects(draw, rng)}
            return {**named(id), "kind": "offensive", "levels": {"1": {"variants": [{"id": id, "rows": [row]}]}}}
        case "defensive":
            level: Part = {"dice": rng.randint(1, 5), "effects": effects(draw, rng)}
            return {**named(id), "kind": "defensive", "levels": {"1": level}}
        case "card":
            kept = rng.choice([one for one in host["cards"] if one["kind"] != "upgrade"])
            card: Part = {key: kept[key] for key in ("id", "name", "copies") if key in kept}
            card |= {"kind": rng.choice(("main", "roll", "instant")), "cost": rng.choice((0, 0, 1, 2))}
            card |= rng.choice(({}, {}, {"attack_modifier": True}, {"play": draw("Play", rng)}))
            return {**card, "effects": effects(draw, rng)}
        case "status":
            kind = rng.choice(("persistent", "spendable", "unique"))
            status: Part = {**named(id), "kind": kind, "polarity": rng.choice(("positive", "negative"))}
            if kind != "spendable":
                status["triggers"] = [_trigger(draw, rng)]
            if kind != "persistent":
                status["uses"] = [_use(draw, rng) | {"tokens": rng.choice((1, 1, 2, "any"))}]
            changes = [draw("RuleChange", rng)] if rng.random() < 0.3 else []
            return {**status, "stack_limit": rng.randint(1, 3), "changes": changes}
        case "use":
            level = {"uses": [_use(draw, rng)]}
        case _:
            level = {"triggers": [_trigger(draw, rng)]}
    return {**named(id), "kind": "passive", "levels": {"1": level}}


def _use(draw: Draw, rng: Random) -> Part:
    use = {"windows": [draw("Use.windows", rng)], "once_per_turn": rng.random() < 0.5, "effects": effects(draw, rng)}
    return use | _tested(draw, rng)


def _read_dice_throne(text: Any, document: Document) -> None:
    """Raises ValueError for a name that nothing answers to, too."""
    from rulewright.vocabulary import walk
    from rulewright_dice_throne.cards import models
    from rulewright_dice_throne.cards.checks import references
    from rulewright_dice_throne.effects.lexicon import LEXICON

    sorts: dict[str, Any] = {"passive": models.PassiveAbility, "offensive": models.OffensiveAbility,
             "defensive": models.DefensiveAbility}  # fmt: skip
    other = models.Card if "cost" in text else models.Status
    read = LEXICON.read(sorts.get(text["kind"], other), text)
    known = _names_of(document)
    for _, model in walk(read):
        for _, sort, name in references(model):
            if name not in known[sort]:
                raise ValueError(f"no {sort} is named {name!r}")


def _names_of(document: Document) -> dict[str, set[str]]:
    """What texts of the hero of a document may name, by sort; of dice only its own symbols."""
    (hero,) = document["heroes"]
    statuses = {one["id"] for one in (*LIBRARY["dice_throne"]["statuses"], *document["statuses"])}
    return {
        "status effect": statuses,
        "hero": {hero["id"], *(one["id"] for one in LIBRARY["dice_throne"]["heroes"])},
        "symbol": {*hero["die"]["symbols"]},
        "ability": {one["id"] for one in hero["abilities"]},
        "companion": {one["id"] for one in hero.get("companions", ())},
        "status effect, ability or card": statuses | {one["id"] for one in hero["cards"]},
    }


def _put_dice_throne(document: Document, hero: Part, text: Part) -> None:
    """A text where it belongs; the hero begins with tokens of a status effect, and gives one to the opponent."""
    if "levels" in text:
        hero["abilities"].append(text)
    elif "cost" in text:
        hero["cards"] = [text if one["id"] == text["id"] else one for one in hero["cards"]]
    else:
        document["statuses"].append(text)
        hero["statuses"].append(text["id"])
        own, theirs = {"do": "gain", "status": text["id"]}, {"do": "gain", "status": text["id"], "to": "each_opponent"}
        hero.setdefault("setup", []).extend((own, theirs))


# Knockdown --------------------------------------------------------------------------------------------------


def unmatched_nemesis(draw: Draw, rng: Random, id: str, host: Part) -> Part:
    """An attack card, a special attack or a skill card with other texts."""
    changes = [draw(rng.choice(("Change", "RuleChange", "Ban")), rng)] if rng.random() < 0.3 else []
    if "initiative" in host:
        return {**host, "triggers": [_trigger(draw, rng)], "changes": changes}
    return {**host, "knockdown": rng.random() < 0.3, "effects": effects(draw, rng), "changes": changes}


def _read_unmatched_nemesis(text: Any, document: Document) -> None:
    from rulewright_unmatched_nemesis.cards import models
    from rulewright_unmatched_nemesis.effects import LEXICON

    model: Any = models.Skill if "initiative" in text else models.Special if "cost" in text else models.AttackCard
    LEXICON.read(model, text)


def _hosts_of_knockdown(document: Document) -> list[Part]:
    sides = [fighter[side] for fighter in document["fighters"] for side in "ab"]
    return [*document["attacks"], *document["skills"], *(special for side in sides for special in side["specials"])]


# Warhammer 40,000 -------------------------------------------------------------------------------------------

UNITS: Final = 5
"""So many units has an army whose Stratagems are tried."""


def armies(rng: Random) -> tuple[Document, list[Part]]:
    """A detachment for each army, and battles of these armies."""
    rules = rules_for("wh40k")
    assert rules.ruleset.sample_setup is not None
    setup = {**rules.ruleset.sample_setup(rules.content, rng), "size": "incursion", "battle_rounds": 2}
    detachments = []
    for seat, army in enumerate(setup["armies"]):
        army["detachment"] = f"my-{seat}"
        army["units"] = [{**one, "enhancement": ""} for one in army["units"][:UNITS]]
        detachments.append({**named(f"my-{seat}"), "faction": army["faction"]})
    return {"detachments": detachments, "stratagems": []}, [setup, {**setup, "armies": setup["armies"][::-1]}]


GIVEN: Final = ("stealth", "feel-no-pain:5", "ward:4", "devastating-wounds", "sustained-hits:2", "deadly-demise:1")
ARMS: Final = ("lethal-hits", "devastating-wounds", "torrent", "blast", "hazardous", "assault", "pistol", "precision")
FILLERS: Final[tuple[Part, ...]] = (
    {"do": "gain_cp", "cp": 1}, {"do": "suffer", "to": "target"}, {"do": "suffer", "to": "chosen"}, {"do": "return"},
    {"do": "take_test", "to": "chosen"}, {"do": "give", "abilities": ["stealth"], "to": "chosen"},
)  # fmt: skip
"""What stands where nothing was drawn."""


def _effects_of_wh40k(draw: Draw, rng: Random) -> list[Any]:
    """Effects in which what must be there is there: names that the rules know, and something inside others."""
    from rulewright_wh40k.numbers import STATS

    made = effects(draw, rng)
    for effect in [one for place in places(made) if isinstance(one := value_at(made, place), dict)]:
        for field in ("then", "effects"):
            if effect.get(field) == []:
                effect[field] = [dict(rng.choice(FILLERS))]
        if not isinstance(effect.get("keyword", ""), str):
            del effect["keyword"]
        match effect.get("do"):
            case "give":
                effect["abilities"] = [rng.choice(GIVEN)]
            case "change":
                stat = rng.choice(STATS).stat
                effect |= {"stat": stat.name, "layer": _layer(stat, rng)}
            case "by_hand":
                effect["text"] = "Sing."
            case "choose" if len(effect["options"]) < 2:
                effect["options"] = [{"effects": [dict(rng.choice(FILLERS))]} for _ in range(2)]
            case "if" if rng.random() < 0.5:
                effect["test"] = rng.choice(({"amount": "battle round", "at_least": 2}, {"unit": "target"}))
    return made


def wh40k(draw: Draw, rng: Random, id: str, host: Part) -> Part:
    """A Stratagem that costs nothing, so that it is used: at one moment or at two, on any units; or an ability."""
    from rulewright_wh40k.moments import MOMENTS

    if rng.random() < 0.4:
        return {"name": id, "does": [_ability(draw, rng)]}
    who = rng.choice(("own", "own", "acting", "attacked", "reserves", "none"))
    return {
        **named(id), "labels": ["battle tactic"], "cp": 0, "detachment": host["id"],
        "when": {"moment": rng.choice([*MOMENTS]), "also": rng.sample([*MOMENTS], rng.choice((0, 0, 0, 1)))},
        "target": {"who": who, "count": rng.choice((1, 1, 2))}, "does": _effects_of_wh40k(draw, rng),
    }  # fmt: skip


def _ability(draw: Draw, rng: Random) -> Part:
    """Effects at a moment, or a number that is changed for whom the text is about."""
    from rulewright_wh40k.moments import OF_ABILITIES
    from rulewright_wh40k.numbers import STATS

    if rng.random() < 0.7:
        whose = rng.choice(("self", "self", "friendly", "opposing", "any"))
        may = {"may": True} if rng.random() < 0.5 else {}
        return {"when": rng.choice([*OF_ABILITIES]), "whose": whose, **may, "effects": _effects_of_wh40k(draw, rng)}
    if rng.random() < 0.3:
        return {"arms": [rng.choice(ARMS)], "of": rng.choice(("", "led")), "attacking": rng.choice(("any", "ranged"))}
    stat = rng.choice(STATS).stat
    aura = rng.choice(({"aura": 6}, {"aura": 9, "side": "enemy"}))
    about = rng.choice(({}, {"of": "model"}, {"of": "led"}, {"of": "attackers"}, aura))
    more = rng.choice(({}, {}, {"attacking": "ranged"}, {"test": draw("Condition", rng)}))
    by = rng.choice((draw("Amount", rng), rng.randint(1, 3), -1))
    if rng.random() < 0.2:
        return {
            "ignores": [stat.name, rng.choice(("characteristics", "rolls"))],
            "of": rng.choice(("", "model", "led")),
        }
    return {"modifies": stat.name, "layer": _layer(stat, rng), "by": by, **about, **more}


def _layer(stat: Any, rng: Random) -> str:
    """A layer of a number, or a word for better or worse."""
    return str(rng.choice((*(one.name for one in stat.layers), "improved", "worsened")))


def _read_wh40k(text: Any, document: Document) -> None:
    from rulewright_wh40k.cards.models import RuleText
    from rulewright_wh40k.cards.stratagems import Stratagem
    from rulewright_wh40k.effects import LEXICON

    LEXICON.read(Stratagem if "cp" in text else RuleText, text)


def _put_wh40k(document: Document, detachment: Part, text: Part) -> None:
    if "cp" in text:
        document["stratagems"].append(text)
    else:
        detachment.setdefault("texts", []).append(text)


class Texts(NamedTuple):
    """The texts of a game: how one is drawn and read, in which kind of content, of whom in a document, and how one
    is put there; and who writes the content, where not anyone can."""

    draw: Callable[[Draw, Random, str, Part], Part]
    read: Callable[[Any, Document], None]
    kind: str
    hosts: Callable[[Document], list[Part]]
    put: Callable[[Document, Part, Part], object]
    person: Callable[[Random], tuple[Document, list[Part]]] | None = None


GAMES: Final[Mapping[str, Texts]] = {
    "heroclix": Texts(
        heroclix, _read_heroclix, "characters", lambda document: document["characters"] * TEXTS,
        lambda document, host, text: host.setdefault("traits", []).append(text),
    ),
    "crisis_protocol": Texts(
        crisis_protocol, _read_crisis_protocol, "characters", lambda document: document["characters"] * TEXTS,
        lambda document, host, text: host["healthy"].setdefault("superpowers", []).append(text),
    ),
    "dice_throne": Texts(
        dice_throne, _read_dice_throne, "heroes", lambda document: document["heroes"] * TEXTS * 2, _put_dice_throne
    ),
    "unmatched_nemesis": Texts(
        unmatched_nemesis, _read_unmatched_nemesis, "skills", _hosts_of_knockdown,
        lambda document, host, text: host.update(text),
    ),
    "wh40k": Texts(
        wh40k, _read_wh40k, "stratagems", lambda document: document["detachments"] * TEXTS,
        _put_wh40k, armies,
    ),
}  # fmt: skip


class Drawer:
    """Draws accepted texts for one document."""

    def __init__(self, game: str, document: Document) -> None:
        self.texts = GAMES[game]
        self.document = document
        self.schema = schemas_of(game)[self.texts.kind]
        self.mutator = Mutator({}, [LIBRARY[game], document])
        self.verbs = self.schema["$defs"]["Effect"]["discriminator"]["mapping"]

    def part(self, sort: str, rng: Random) -> Any:
        """Something of a sort that the schema allows, or of a field of one; an effect has any verb as often as any
        other."""
        model, _, name = sort.partition(".")
        field = self.schema["$defs"][model] if sort != "Effect" else {"$ref": self.verbs[rng.choice([*self.verbs])]}
        if name:
            field = field["properties"][name]
            field = field.get("items", field)
        return self.mutator._made_up(field, self.schema, (name or sort).lower(), self.document, rng, 3)

    def text(self, id: str, rng: Random, host: Part | None = None) -> Part:
        """A text that is accepted."""
        host = self.texts.hosts(self.document)[0] if host is None else host
        for _ in range(TRIES):
            made = self.texts.draw(self.part, rng, id, host)
            try:
                self.texts.read(made, self.document)
            except ValueError:
                continue
            return made
        raise Fault(f"no text for {id} was accepted")

    def fill(self, rng: Random) -> None:
        """Put texts wherever they may stand in the document."""
        for number, host in enumerate(self.texts.hosts(self.document)):
            self.texts.put(self.document, host, self.text(f"t{number}", rng, host))


def person_of(game: str) -> Callable[[Random], tuple[Document, list[Part]]]:
    """Who writes content with texts for a game."""
    return GAMES[game].person or PERSONS[game]


def one_content(game: str, seed: str, seconds: float = 60) -> tuple[str, str]:
    """Make content with random texts, check it and play it: what became of it, and what is wrong, if anything.

    What takes longer than ``seconds`` is slow, and is broken off.
    """
    rng = Random(seed)
    document, setups = person_of(game)(rng)
    Drawer(game, document).fill(rng)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.json"
        path.write_text(json.dumps(document))
        try:
            with patience(seconds), frugality(1024):
                return tried(game, setups, path, rng), ""
        except OutOfPatience as error:
            return "slow", str(error)
        except LoopDetected:  # whoever writes "when it attacks, it attacks" is told so
            return "in circles", ""
        except Exception as error:
            last = extract_tb(error.__cause__.__traceback__ if error.__cause__ else error.__traceback__)[-1]
            return "failed", f"{type(error).__name__} ({Path(last.filename).name}:{last.lineno}): {str(error)[:400]}"


def attack(count: int, seed: int, game: str) -> Counter[str]:
    """Try so many contents of a game. Raises Fault for the first that is accepted and fails."""
    rules_for(game)
    found: Counter[str] = Counter()
    for number in range(count):
        result, fault = one_content(game, f"{seed}/{game}/{number}")
        found[result] += 1
        if fault:
            raise Fault(f"{game}, content {number} of seed {seed}: {fault}")
    return found


if __name__ == "__main__":
    game, count, *rest = sys.argv[1:]
    seed = int(rest[0]) if rest else 1
    faults: Counter[str] = Counter()
    results: Counter[str] = Counter()
    for number in range(int(count)):
        result, fault = one_content(game, f"{seed}/{game}/{number}", seconds=10)
        results[result] += 1
        if fault:
            faults[fault] += result != "slow"
            print(f"{number}: {fault}", flush=True)
    print(dict(results))
    sys.exit(1 if faults.total() else 0)
