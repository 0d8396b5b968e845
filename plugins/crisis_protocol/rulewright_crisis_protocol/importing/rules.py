"""Rules of a card as documents of the content, each with its grade and, where it is not whole, its owner's text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from pydantic import BaseModel, ValidationError

from rulewright.importing import Ids, both, slug
from rulewright.phrases import Phrasebook, Reading, Words, fold, read
from rulewright.problems import ContentError

from ..cards.loading import lexicon
from ..cards.models import Ability, Attack, Leadership, Special, Superpower, Tactic
from .cards import Card, Profile, Rule, bare, lines_of, printed_leadership, squad_of, text_of, titled
from .delays import laters, within
from .gifts import OTHER, Gift, PrintedPower, gift_of, lists_of, printed_powers
from .leading import abilities, about_leader, about_one
from .playing import PRINTED, Players, about_the_attack, active, attack_of, by_what_was_paid, undotted
from .playing import Played as Playing
from .texts import Document, NotUnderstood, Parts, Played, assemble, by_hand, heads, whole_rule

ICONS: Final = {
    "crit": "critical", "wild": "wild", "hit": "hit", "block": "block", "blank": "blank", "fail": "failure",
}  # fmt: skip
OF_LEADERSHIPS: Final = ("abilities", "others", "own")
"""The fields of a leadership in which abilities stand."""
EVERYWHERE: Final = ("head", "test", "effect", "nothing")
"""The kinds of clauses that every text may have."""
BEFORE_DICE: Final = ("targeted", "attack pool")
"""Moments at which no roll shows an icon yet."""
WHEN_COUNTED: Final = {"successes for blanks", "successes for wilds", "critical successes", "power from damage"}
"""What may change until successes are counted."""
TYPES: Final = {"phys": "physical", "enrg": "energy", "myst": "mystic"}
LEADERSHIP: Final = "printed leadership ability"
"""By this name the text of a card speaks of the leadership ability that it prints."""
_PRINTED_LEADERSHIP: Final = r"the (?:following leadership ability|leadership (?:\{ldr\} )?ability shown above)"
_RANGE_X: Final = "{rng} x"
FARTHEST: Final = 5
"""The longest range."""
_NOBODY: Final = Card("", "", (), {}, ())
_ICON: Final = re.compile(r"\{([A-Za-z]+)\}[\s,/]*")
_LASTS: Final = r"(within \{rng\} \d of each other)(, [^.]*)\. this effect lasts until the end of the round\."
"""A sentence behind one that says for how long that holds."""
_NAME: Final = re.compile(r"\s*:?\s*([^:{}.]{1,60}?(?:\s?\.{3})?)\s*:\s*(?=\S)")


class Graded(Struct, frozen=True):
    """How a rule was carried over: whose it is, what it is, how it is played, and what was not understood of it."""

    owner: str
    kind: str
    name: str
    played: Played
    text: str
    why: str = ""

    def __str__(self) -> str:
        why = f"; not understood: {self.why}" if self.why else ""
        return f"{self.owner}: {self.name} ({self.kind}): {self.played}{why}"


class Reader:
    """Reads the rules of one card after another, and keeps their grades."""

    def __init__(self, book: Phrasebook) -> None:
        self.book = book
        self.grades: list[Graded] = []
        self._readings: dict[tuple[str, tuple[str, ...], str], Reading] = {}
        self.players = Players({}, {})
        """Who may play team tactic cards, by what they call characters and affiliations."""
        self.attacks: dict[str, Document] = {}
        """The attacks of characters as texts call them, and their English names, as effects have them."""
        self.innate: dict[str, Document] = {}
        """The innate superpowers of characters as texts call them; those of which all characters have the same."""

    def _understood(self, text: str, words: Words, *kinds: str) -> tuple[list[Parts], Document, str]:
        """The rules that a text makes, what is known of it anyway, and what was not understood."""
        reading = self._read(text, words, kinds)
        try:
            return assemble(reading), heads(reading), ""
        except NotUnderstood as error:
            return [], heads(reading), str(error)

    def _read(self, text: str, words: Words, kinds: tuple[str, ...]) -> Reading:
        """What a text says; once for the same text with the same words in it, as on both sides of a card."""
        folded = self.book.folded(text)
        there = {kind: {word: means for word, means in of.items() if word in folded} for kind, of in words.items()}
        key = (folded, kinds, repr({kind: of for kind, of in there.items() if of}))
        if key not in self._readings:
            self._readings[key] = read(self.book, text, "self", there, [*EVERYWHERE, *kinds])
        return self._readings[key]

    # -- attacks

    def special_rules(self, card: Card, rule: Rule, words: Words, attack: Document) -> Document:
        """An attack with what the lines of its text say: special rules, and fields of its own."""
        attack["specials"], under = [], ""
        for line in lines_of(text_of(rule.profile)):
            understood = self._line(card, rule, line, words, attack, under)
            if line.rstrip().endswith(":") and not understood:
                under = "it stands under words that are not understood"
        return attack

    def _line(self, card: Card, rule: Rule, line: str, words: Words, attack: Document, why_not: str = "") -> bool:
        """A line of them, which is by hand where there is a reason; whether it is understood."""
        icons, name, text = triggered(line)
        shared: Document = {"icons": icons} if icons else {}
        if name:
            shared["name"] = both(titled(name))
        rules, head, why = self._understood(text, words, "line")
        why = why or why_not
        found = [{**shared, "printed": line, **_timed(whole_rule(one))} for one in rules if one.effects]
        if icons and any(one["when"] in BEFORE_DICE for one in found):
            found = [{**one, "when": "opposing dice"} for one in found]
            changed = {effect.get("stat", effect.get("cannot")) for one in found for effect in one["effects"]}
            if not changed <= WHEN_COUNTED:
                why = why or "its icons are not yet shown then"
        fields = {key: value for one in rules for key, value in one.attack.items()}
        if fields and not why:
            why = misfit(Attack, {**attack, **fields}) or ("icons" if icons else "")
        if rules and not why:
            why = next(filter(None, (misfit(Special, one) for one in found)), "")
        played: Played = "by hand" if why else "program"
        if why:
            when: Document = {key: head[key] for key in ("when",) if key in head}
            played = "partly" if icons or when else "by hand"
            known = {**shared, "printed": line, "played": played, "effects": list(by_hand(text))}
            found = [_fitting(Special, {**known, **when}, {**known, "when": "after attack"})]
        self._grade(card, "attack line", name or rule.name, played, line, why)
        if not why:
            attack.update(fields)
        attack["specials"] += found
        return not why

    # -- superpowers

    def superpowers(self, card: Card, rule: Rule, ids: Ids, words: Words) -> tuple[list[Document], list[str]]:
        """The superpowers that one of a card makes, and the keywords."""
        text = text_of(rule.profile)
        rules, head, why = self._understood(text, words, "power")
        name = titled(bare(rule.name))
        shared: Document = {"name": both(name), "printed": text, "kind": rule.kind}
        cost = power_cost(rule.profile.value("Cost"))
        if cost is None and not any(_spends(one.effects) for one in rules):
            why = why or f"the cost {rule.profile.value('Cost')!r}"
        priced = {"cost": cost} if cost and rule.kind != "innate" else {}
        if rule.kind == "active" and any("when" in one.head for one in rules):
            shared["kind"] = "reactive"  # filed as an active one
        found = [{**shared, **priced, **whole_rule(one)} for one in rules]
        keywords = [word for one in rules for word in one.keywords]
        found = [one for one, parts in zip(found, rules, strict=True) if parts.effects or parts.does]
        for later in laters(found):
            later["id"] = ids.give(f"{card.name} {name} later", {**later})
        if len(found) > 1 and shared["kind"] != "innate":
            why = why or "more than one moment"
        if rules and not why:
            why = next(filter(None, (misfit(Superpower, {"id": "x", **one}) for one in found)), "")
        played: Played = "by hand" if why else "program"
        if why:
            keywords = []
            played = "partly" if head else "by hand"
            found = [_power_by_hand({**shared, **priced, "played": played}, head, text)]
        self._grade(card, rule.kind, rule.name, played, text, why)
        return [{"id": ids.give(f"{card.name} {name}", one), **one} for one in found], keywords

    def leadership(self, card: Card, rule: Rule, ids: Ids) -> Document:
        """A leadership ability; one that is not understood is played by hand at its moment, as long as it is active."""
        text, name = text_of(rule.profile), titled(bare(rule.name))
        found: Document = {"name": both(name), "affiliation": ids_of_squads([squad_of(rule.name)])[0], "printed": text}
        told = about_leader(text, titled(card.name))
        words = {
            "own token": {token: token for token in _tokens(fold(text))},
            "own leader": {"this character": titled(card.name)},
            "squad": dict(self.players.squads),
        }
        rules, head, why = self._understood(about_one(told) or told, words, "power", "leading")
        found["does"] = [part for one in rules for part in one.does]
        if not why:
            try:
                for number, (field, one) in enumerate(abilities(rules, alone=not about_one(told))):
                    for later in laters(one):
                        later["id"] = ids.give(f"{card.name} {name} later", {**later})
                    found.setdefault(field, []).append({"id": f"x{number}", "name": both(name), **one})
                why = misfit(Leadership, {"id": "x", **found})
            except NotUnderstood as error:
                why = str(error)
        grade: Played = "program"
        if why:
            found = {key: value for key, value in found.items() if key not in (*OF_LEADERSHIPS, "does")}
            found = _leadership_by_hand({**found, "does": []}, head, text)
            grade = found["played"]
        for one in chain.from_iterable(found.get(field, ()) for field in OF_LEADERSHIPS):
            one["id"] = ids.give(f"{card.name} {name} ability", one)
        self._grade(card, "leadership", name, grade, text, why)
        return {"id": ids.give(f"{card.name} {name}", found), **found}

    # -- cards

    def tactic(self, name: str, affiliation: str, kind: str, text: str, ids: Ids) -> Document:
        """A team tactic card."""
        leadership, rest = printed_leadership(text)
        printed_too, rest = printed_powers(rest)
        printed, specials, rest = attack_of(_unhandled(undotted(self.book.folded(rest))))
        if printed:
            more, rest = about_the_attack(rest)
            specials, paid = by_what_was_paid([*specials, *more])
            rest = "\n".join((rest, *paid))
        attack, unread = self._printed_attack(name, printed, specials, ids) if printed else ({}, "")
        rest = re.sub(r":\s*$", ".", rest)
        rest = re.sub(_PRINTED_LEADERSHIP, f"the {LEADERSHIP}", rest)
        played = self.players.read(rest)
        own = self._own_words(played, attack, rest)
        led, unled = self._printed_leadership(leadership, played, ids) if leadership else ({}, "")
        own["own leadership"] = {LEADERSHIP: led["id"]} if led else {}
        given = Given(self, name, own, ids)
        given.print(printed_too)
        its_text = played.text if played else rest
        given.know(its_text)
        told = given.lists(given.gifts(its_text, played))
        rules, head, why = self._understood(told, own, "power", "card")
        if given.marks and not why:
            why = given.mark_chosen(rules)
        why = why or ("" if played else "who plays it") or unread or unled or given.unread
        found: Document = {"name": both(titled(name)), "printed": text, **(played.fields if played else {})}
        if not why:
            found |= {"attacks": [attack]} if attack else {}
            found |= {"superpowers": given.powers} if given.powers else {}
            found |= {"abilities": given.abilities} if given.abilities else {}
            found |= {"leadership": led} if led else {}
        if affiliation and affiliation.lower() != "unaffiliated":
            found["affiliation"] = ids_of_squads([affiliation])[0]
        if "action" in kind.lower():
            found["action"] = True
        if own["card name"]:
            found["not_with"] = [titled(name.upper()) for name in own["card name"]]
        whole = active({**found, **whole_rule(rules[0])}) if len(rules) == 1 else {}
        for later in laters([whole.get("effects", []), given.powers, given.abilities]):
            later.setdefault("id", ids.give(f"{name} later", {**later}))
        if not why:
            why = misfit(Tactic, {"id": "x", **whole}) if whole else "more than one rule"
        own_turn = whole.get("when") in ("activation begins", "move begins", "advance begins", "power phase")
        if not why and not own_turn and ("when" in whole) != ("reactive" in kind.lower()):
            why = f"a moment for a card of the type {kind!r}"
        grade: Played = "program"
        if why:
            known: Document = {key: head[key] for key in ("when", "cost") if key in head}
            grade = "partly" if known else "by hand"
            hand = {**found, "played": grade, "effects": list(by_hand(text))}
            whole = _fitting(Tactic, {"id": "x", **hand, **known}, {"id": "x", **hand})
            whole.pop("id")
        self.grades.append(Graded("team tactics", "tactic", titled(name), grade, text, why))
        return {"id": ids.give(name, whole), **whole}

    def _own_words(self, played: Playing | None, attack: Document, text: str) -> dict[str, dict[str, Any]]:
        """What the text of a card may name: characters, affiliations, its own attack and tokens."""
        return {
            "own attack": {**self.attacks, **({PRINTED: attack["id"]} if attack else {})},
            "own players": {"this character or this character": _named_in(played)},
            "own token": {token: token for token in _tokens(text, 3)},
            "ally": {called: list(names) for called, names in self.players.names.items()},
            "squad": dict(self.players.squads),
            "card name": {name: name for name in re.findall(r"with the ([\w ]+?) team tactic card", text)},
            "own use": {name: titled(name.upper()) for name in re.findall(r"uses the ([\w' ]+?) \{active\}", text)},
            "own together": {},
            "own gift": {},
            "own list": {},
            "own power": {},
        }

    def _printed_attack(
        self, card: str, printed: re.Match[str], lines: Iterable[str], ids: Ids
    ) -> tuple[Document, str]:
        """An attack that a team tactic card prints, and what of its special rules is not understood."""
        name = titled(printed["name"].replace("{pwr}", "power").upper())
        attack: Document = {
            "id": ids.give(f"{card} {name}", printed[0]), "name": both(name), "type": TYPES[printed["type"]],
            "range": printed["range"].upper().replace("-", f"{FARTHEST}"), "strength": int(printed["strength"]),
            "cost": int(printed["cost"] or 0),
            "specials": [],
        }  # fmt: skip
        before, unread = len(self.grades), ""
        for line in lines:
            line = line.replace("the character that played this card", "this character")
            words: dict[str, dict[str, Any]] = {
                "ally": {called: list(names) for called, names in self.players.names.items()},
                "own attack": {str(printed["name"]): attack["id"]},
            }
            self._line(_NOBODY, Rule("attacks", name, Profile("Attacks", name, {})), _unfolded(line), words, attack)
        unread = next((one.why for one in self.grades[before:] if one.played != "program"), "")
        del self.grades[before:]
        if printed["range"] == "-" and "range" not in attack.get("ignores", ()):
            unread = unread or "an attack without a range"
        return attack, unread

    def _printed_leadership(self, one: Profile, played: Playing | None, ids: Ids) -> tuple[Document, str]:
        """A leadership ability that a team tactic card prints, and what of it is not understood."""
        text = _unhandled(undotted(self.book.folded(one.value("Rules"))))
        for called in played.called if played else ():
            text = about_leader(text, called)
        rule = Rule("leadership", one.name, replace(one, values={"Rules": text}))
        found = self.leadership(_NOBODY, rule, ids)
        return {**found, "printed": one.value("Rules")}, self.grades.pop().why

    def _grade(self, card: Card, kind: str, name: str, played: Played, text: str, why: str) -> None:
        self.grades.append(Graded(titled(card.name), kind, titled(name), played, text, why))


class Given:
    """What a card gives: superpowers that it prints or that hold for a time, and lists of which one thing is chosen.

    A sentence of a text that gives something is replaced by a name, for which the words of the card have what it means.
    """

    def __init__(self, reader: Reader, card: str, words: dict[str, dict[str, Any]], ids: Ids) -> None:
        self.reader, self.card, self.words, self.ids = reader, card, words, ids
        self.powers: list[Document] = []
        self.abilities: list[Document] = []
        self.printed: dict[str, tuple[str, list[Parts]]] = {}
        """The names and the rules of the superpowers that the card prints, by what its text calls them."""
        self.unread = ""
        self.mark = slug(card)
        self.marks = False
        """Whether a superpower that the card prints speaks of the character that was chosen."""
        words["own mark"] = {"the marked character": self.mark}
        words["own together"] = {OTHER: f"{self.mark} together"}

    def print(self, printed: Iterable[PrintedPower]) -> None:
        """The superpowers that a card prints, by their names."""
        for one in printed:
            plain = _unhandled(undotted(self.reader.book.folded(one.text)))
            about = plain.replace("the chosen character", "the marked character")
            self.marks = self.marks or about != plain
            rules, _, why = self.reader._understood(about, self.words, "power")
            self.unread = self.unread or why
            given = self._given(rules, one.name, one.kind, one.cost)
            name = fold(one.name)
            for called in (f"{name} {{{one.kind}}}", name, "superpower shown below", "following superpower"):
                self.words["own power"][called.removesuffix("superpower").strip()] = given
                self.printed[called.removesuffix("superpower").strip()] = one.name, rules

    def know(self, text: str) -> None:
        """The innate superpowers that the text names and other cards print."""
        for name, power in self.reader.innate.items():
            if f"{name} {{innate}} superpower" in text and name not in self.words["own power"]:
                found = {**power, "id": self.ids.give(f"{self.card} {name}", power)}
                self.powers.append(found)
                self.words["own power"][name] = [found["id"]]

    def mark_chosen(self, rules: Iterable[Parts]) -> str:
        """Mark whom the card chooses, for the superpowers that speak of it; says why that cannot be."""
        for one in rules:
            for effect in within(one.effects):
                if effect.get("do") == "choose_character":
                    marks = {"do": "mark", "mark": self.mark, "who": "chosen", "until": "game"}
                    effect["then"] = [marks, *effect["then"]]
                    return ""
        return "a superpower speaks of whom nobody chooses"

    def gifts(self, text: str, played: Playing | None) -> str:
        """A text in which each sentence that gives something for a time is one word, where nothing else says it."""
        text = re.sub(_LASTS, r"\1 this round\2.", text)
        sentences = re.split(r"(?<=[.!?])(?=\s)(?! if it does\b)|(?=\n)", text)
        return "".join(self._gift(sentence, played) for sentence in sentences)

    def _gift(self, sentence: str, played: Playing | None) -> str:
        plain = sentence.strip(" .!?\n")
        if not self.reader._understood(plain, self.words, "power", "card")[2]:
            return sentence
        effects = self._by_power_spent(plain, played) if _RANGE_X in plain else self._given_by(plain, played)
        if not effects:
            return sentence
        called = f"gift {len(self.words['own gift']) + 1}."
        self.words["own gift"][called.rstrip(".")] = effects
        return f"{sentence[: len(sentence) - len(sentence.lstrip())]}{called}"

    def _given_by(self, plain: str, played: Playing | None) -> list[Document]:
        """The effects by which a sentence gives something for a time; none where it is not understood."""
        gift = gift_of(plain, self.reader.players.squad, self.reader.players.squads)
        if gift is None:
            return []
        rules, _, why = self.reader._understood(gift.text, self.words, "power")
        if gift.near or gift.together:
            named, printed = self._printed_rules(gift.text)
            gift = replace(gift, named=named)
            rules, why = printed or rules, "" if printed else why
        return [] if why else self._gives(gift, rules, played)

    def _by_power_spent(self, plain: str, played: Playing | None) -> list[Document]:
        """The same where X is a range and the power that was spent: what is given for each amount."""
        found: list[Document] = []
        for spent in range(FARTHEST, 0, -1):
            effects = self._given_by(plain.replace(_RANGE_X, f"{{rng}} {spent}"), played)
            if not effects:
                return []
            test = {"amount": "power_spent", "at_most": spent}
            found = [{"do": "if", "test": test, "then": effects, "otherwise": found}] if found else effects
        return found

    def _gives(self, gift: Gift, rules: list[Parts], played: Playing | None) -> list[Document]:
        """The effects by which characters have something for a time."""
        if gift.once or gift.activated:
            return self._lets(gift, rules)
        if gift.near:
            return self._gives_near(gift, rules, played)
        if gift.who != "self" and any("once" in one.head for one in rules):
            return self._lets(gift, rules)
        for one in rules if gift.able else ():
            if one.does:
                return []
            one.test.append({"none": [{"state": "dazed", "who": "self"}]})
        marks = [{"do": "mark", "mark": self.mark, "who": "chosen", "until": gift.until}] if gift.marks else []
        if gift.together:
            marks = [{"do": "mark", "mark": f"{self.mark} together", "who": gift.who, "until": gift.until}]
            rules = [self._beside(one, gift.together) for one in rules]
        return [*marks, *self._gifts(gift, gift.who, rules)]

    def _gifts(self, gift: Gift, who: Any, rules: list[Parts]) -> Iterator[Document]:
        given = self._given(rules, gift.named or self.card, "innate", 0)
        return ({"do": "give", "who": who, "power": power, "until": gift.until} for power in given)

    def _gives_near(self, gift: Gift, rules: list[Parts], played: Playing | None) -> list[Document]:
        """What holds as long as they are near: numbers around the one who plays the card, effects for each of them."""
        around = [one for one in rules if not one.effects and not one.keywords]
        deeds = [one for one in rules if one not in around]
        called = _named_in(played)
        if deeds and (
            (gift.too and gift.who == "self")
            or not called
            or any(one.does or one.keywords or "once" in one.head for one in deeds)
        ):
            return []
        there = {"every": "allied", "named": called, "range": gift.near, "itself": True}
        near = {"any": [{"there_is": there}, {"there_is": {**there, "dazed": True}}]}
        deeds = [replace(one, test=[*one.test, near]) for one in deeds]
        aura = {"side": "allied", "range": gift.near}
        auras = [
            Parts(does=[*(one.does if gift.too else ()), *({**each, **aura} for each in one.does)]) for one in around
        ]
        return [*self._gifts(gift, "self", auras), *self._gifts(gift, gift.who, deeds)]

    def _lets(self, gift: Gift, rules: list[Parts]) -> list[Document]:
        """What is no superpower: what each of them may do once, or in its next activation, or any of them does once."""
        if len(rules) != 1 or rules[0].does or rules[0].keywords:
            return []
        each = gift.once or gift.activated
        once = "activation" if gift.activated else gift.until
        ability: Document = {"name": both(titled(self.card)), "once": once, **whole_rule(rules[0])}
        of_each = ability.pop("of_each", False)
        if each or of_each:
            ability |= {"each": True, "optional": True}
        elif [one.get("do") for one in ability["effects"]] == ["may"]:
            ability |= {"optional": True, "effects": ability["effects"][0]["effects"]}
        elif any(one.get("do") == "may" for one in within(ability["effects"])):
            return []  # it would count as used where it is left out
        ability["id"] = self.ids.give(f"{self.card} ability", {**ability})
        self.unread = self.unread or misfit(Ability, {**ability, "effects": _identified(ability["effects"])})
        self.abilities.append(ability)
        give: Document = {"do": "give", "power": ability["id"], "who": gift.who, "until": gift.until}
        if not gift.activated:
            return [give]
        give |= {"who": "self", "until": "activation"}
        return list(self._gifts(gift, gift.who, [Parts({"when": "activation begins", "once": "round"}, [], [give])]))

    def _printed_rules(self, text: str) -> tuple[str, list[Parts]]:
        """The name and the rules of a superpower of the card, where a text says that this character has it."""
        for called, (name, rules) in self.printed.items():
            if re.fullmatch(rf"this character (?:gains?|has|have) (?:the )?{re.escape(called)}(?: superpower)?", text):
                given = self.words["own power"][called]
                self.powers = [one for one in self.powers if one["id"] not in given]
                return name, rules
        return "", []

    def _beside(self, rule: Parts, range: int) -> Parts:
        """A rule that counts while another one of those who played the card is near."""
        near = {"there_is": {"every": "allied", "marked": f"{self.mark} together", "range": range}}
        does = [{**one, "test": {"all": [one["test"], near]} if "test" in one else near} for one in rule.does]
        return replace(rule, does=does, test=[*rule.test, near] if rule.effects else rule.test)

    def _given(self, rules: Iterable[Parts], name: str, kind: str, cost: int) -> list[str]:
        """Superpowers and keywords by their names."""
        given: list[str] = []
        for one in rules:
            given += one.keywords
            power = whole_rule(one)
            if not (one.effects or one.does):
                continue
            if kind == "innate" and bool(one.effects) != ("when" in power):
                self.unread = self.unread or "when a superpower does something"
            priced = {"cost": cost} if cost else {}
            found: Document = {"name": both(titled(name)), "kind": kind, **priced, **power}
            found["id"] = self.ids.give(f"{self.card} {name}", {**found})
            self.unread = self.unread or misfit(Superpower, {**found, "effects": _identified(found.get("effects", []))})
            self.powers.append(found)
            given.append(found["id"])
        return given

    def lists(self, text: str) -> str:
        """A text in which each list of options is one word."""
        for number, (line, options) in enumerate(lists_of(text), 1):
            whose = "the chosen character " if " each " in line else ""
            read = [self.reader._understood(f"{whose}{option}", self.words, "power") for option in options]
            if any(why or len(rules) != 1 or rules[0].head or rules[0].does for rules, _, why in read):
                continue
            self.words["own list"][f"list {number}"] = [_option(rules[0].effects) for rules, *_ in read]
            text = text.replace("\n".join((line, *(f"- {option}" for option in options))), f"{line} list {number}")
        return text


def _option(effects: list[Document]) -> Document:
    """One of several things to choose, with the condition on which it may be chosen."""
    alone = effects[0] if len(effects) == 1 and effects[0]["do"] == "if" and "otherwise" not in effects[0] else None
    return {"effects": effects} if alone is None else {"test": alone["test"], "effects": alone["then"]}


def _named_in(played: Playing | None) -> list[str]:
    """The names and alter egos of those who may play a card."""
    by = played.fields.get("by", []) if played else []
    return list(dict.fromkeys(name for one in by for name in one.get("named", ())))


def _identified(effects: Any) -> Any:
    """Effects as they are tried, before what happens later has its id."""
    found = json.loads(json.dumps(effects))
    for later in laters(found):
        later.setdefault("id", "x-later")
    return found


def _unfolded(line: str) -> str:
    """A folded line of an attack with its name as it is printed."""
    head, colon, text = line.partition(":")
    return head.replace("{dmg}", "damage").replace("{pwr}", "power") + colon + text


def _unhandled(text: str) -> str:
    """A folded text in which whoever is spoken of is "it"."""
    text = re.sub(r"\b(?:himself|herself)\b", "itself", text)
    text = re.sub(r"\b(?:his|her)\b(?= [a-z{])", "its", text)
    text = re.sub(r"(?<![\w-])(?:him|her|he|she)(?![\w-])", "it", text)
    return re.sub(r" \((at [^()]*|active or inactive)\)", r", \1", text.replace('"', ""))


def triggered(line: str) -> tuple[list[str], str, str]:
    """The icons of a special rule, its name, and what it says."""
    rest, icons = line.lstrip("-–—• \t"), []
    while (found := _ICON.match(rest)) and found[1].lower() in ICONS:
        icons.append(ICONS[found[1].lower()])
        rest = rest[found.end() :]
    rest = rest.lstrip(": ")
    named = _NAME.match(rest)
    return icons, named[1] if named else "", rest[named.end() :] if named else rest


def power_cost(printed: str) -> int | None:
    """The power that a superpower costs; None for what its text says ("X")."""
    return int(printed) if printed.isdigit() else 0 if printed in ("", "-") else None


def ids_of_squads(names: Iterable[str]) -> list[str]:
    """Affiliations by their ids."""
    return [slug(name) for name in names]


def own_words(card: Card, attacks: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The names of a card's own rules, as its texts speak of them: attacks by their ids, special rules, superpowers."""
    specials = {
        fold(name): name
        for rule in card.rules
        if rule.kind == "attacks"
        for line in lines_of(text_of(rule.profile))
        if (name := triggered(line)[1])
    }
    powers = {
        fold(bare(rule.name)): bare(rule.name) for rule in card.rules if rule.kind not in ("attacks", "leadership")
    }
    tokens = {token: token for rule in card.rules for token in _tokens(fold(text_of(rule.profile)))}
    single = {name.removesuffix("s"): id for name, id in attacks.items()}
    return {"own attack": {**single, **attacks}, "own special": specials, "own superpower": powers, "own token": tokens}


_TOKENS: Final = tuple(
    rf"(?:gains?|spend|has|have|removes?|loses?|all|each|discard|place) {between}((?:[a-z'-]+ ){{1,%d}})tokens?"
    for between in (r"(?:\w+ )?", "")
)
_NOT_OWN: Final = {
    "activated", "dazed", "objective", "extract", "secure", "asset", "civilian", "dmg", "pwr", "injured", "a", "an",
    "the", "its", "all", "any", "number", "of", "this", "your", "each", "every", "or", "more", "additional", "and",
}  # fmt: skip


def _tokens(text: str, words_in_name: int = 2) -> Iterator[str]:
    """The tokens of a card's own that a text names."""
    for found in chain.from_iterable(re.finditer(one % words_in_name, text) for one in _TOKENS):
        words = found[1].split()
        while words and words[0] in _NOT_OWN:
            words.pop(0)
        if words and not _NOT_OWN & {*words}:
            yield " ".join(words)


def misfit(model: type[BaseModel], document: Document) -> str:
    """Why a document is none of the content's; empty where it is one."""
    try:
        lexicon().read(model, document)  # type: ignore[type-var]
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    except ContentError as error:
        return str(error)
    return ""


def _fitting(model: type[BaseModel], *documents: Document) -> Document:
    """The first document that is one of the content's, or the last."""
    return next((one for one in documents if not misfit(model, one)), documents[-1])


def _spends(effects: list[Document]) -> bool:
    return bool(effects) and effects[0].get("do") == "spend"


def _timed(rule: Document) -> Document:
    return rule if "when" in rule else {"when": "after attack", **rule}


def _power_by_hand(shared: Document, head: Document, text: str) -> Document:
    """A superpower by hand at its moment; where none is known it is used in an activation of its character."""
    effects = {"effects": list(by_hand(text))}
    known = {**shared, **head, **effects}
    without_action = {**shared, **{key: head[key] for key in ("once",) if key in head}, **effects}
    free = {**without_action, "kind": "active"}
    found = _fitting(
        Superpower,
        *({"id": "x", **one} for one in (known, without_action, free, {**shared, "kind": "active", **effects})),
    )
    return {key: value for key, value in found.items() if key != "id"}


def _leadership_by_hand(shared: Document, head: Document, text: str) -> Document:
    """A leadership by hand: for whomever its moment is about, or, where none is known, for its leader in an
    activation, once in a turn if it does not say how often."""
    ability = {"id": "x", "name": shared["name"], "optional": True, "effects": list(by_hand(text))}
    at_its_moment = {**shared, "played": "partly", "abilities": [{**ability, **head}]}
    once = head.get("once", "turn")
    of_its_leader = {**shared, "played": "by hand", "own": [{**ability, "once": "turn" if once == "attack" else once}]}
    if "when" not in head or misfit(Leadership, {"id": "x", **at_its_moment}):
        return of_its_leader
    return at_its_moment
