"""Who plays a team tactic card: its first words, and its text as it stands in the text of that character."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Final, TypeAlias

from msgspec import Struct

from rulewright import rule
from rulewright.phrases import fold

from .texts import Document

Names: TypeAlias = Mapping[str, tuple[str, ...]]
"""What texts call characters, folded, and the names and alter egos that it means."""

ATTACK: Final = re.compile(
    r"^\{(?P<type>phys|enrg|myst)\} (?P<name>(?:[^{}\n]|\{pwr\})+?) \{rng\} (?P<range>[ab]?[1-5]|-) "
    r"\{str\} (?P<strength>\d+)(?: \{cost\} (?P<cost>\d+))?$", re.MULTILINE,
)  # fmt: skip
"""An attack as a card prints it; its special rules are the lines behind it that begin with a dash or an icon."""
_SPECIAL: Final = re.compile(r"- |\{(?:crit|wild|hit|block|blank|fail)\}")
_ABOUT_ATTACK: Final = re.compile(
    r"(?:this attack (?!must)|when creating the dice pool for this attack|before \{dmg\} is dealt|"
    r"(?:after|before) (?:each|this|the) attack is resolved|"
    r"an enemy character damaged by this attack|if (?:this|the) attack |(?:[\w' ]+: )before )"
)
"""How a sentence begins that says more about the attack that a card prints."""
_BY_PAYMENT: Final = "equal to the {pwr} spent to play this card"
_DICE_PAID: Final = re.compile(
    r"^(?:- )?(?:when making this attack, )?add (?:attack )?dice to (?:this|each) attack roll equal to the "
    r"(?:amount of )?(\{pwr\} spent|\{dmg\} suffered) to play this card\.?$"
)
FACES: Final = ("crit", "wild", "hit", "block", "blank", "fail")
"""The results of a die as texts write them."""
PRINTED: Final = "printed"
"""By this name the text of a card speaks of the attack that it prints."""
COUNTS: Final = {
    "any number of": (1, 10), "2 or more": (2, 10), "2": (2, 2),
    "up to 2": (1, 2), "up to 3": (1, 3), "up to 4": (1, 4),
}  # fmt: skip
"""How many characters play a card."""
_PRONOUN: Final = (
    r"(?<!of )(?:it|they|both characters|the (?:active|attacking|targeted|damaged|moving) (?:allied )?character|"
    r"the (?:targeted )?allied (?:[\w-]+ ){0,3}character|that (?:allied )?character)"
)
_PAYS: Final = (
    r"(?:may|can) (?:both |each )*(?P<pays>(?:spend|pay|suffer|play)\b[^.]*? to play this card|play this card)"
)
_OTHERS: Final = re.compile(r"\b(?:choose|chosen|enemy|enemies|other|another|target|attacker|each|any)\b")
"""Words of a text that speaks of someone else than who plays the card."""
_ANY_OTHER: Final = re.compile(r"\bon any other result\b")
_LISTED: Final = re.compile(
    r"during this round, (?P<when>each time [^,.]+), choose up to 1 of the listed allied characters that is within "
    r"\{rng\} (?P<range>\d) of the enemy character\. the enemy character gains the special condition shown below "
    r"corresponding to the chosen allied character\.\n(?P<list>(?:- [^\n]+\n?)+)"
)
"""A list of allies, and of what an enemy gains near each of them."""
_BY_THREAT: Final = re.compile(
    r"spend x \{pwr\} to play this card\.\s+x is equal to the allied character's threat value\."
)
_COMBINATIONS: Final = re.compile(
    r"if the roll contains 1 of the following combinations of results, you may apply the corresponding effect\.\n"
    r"(?P<list>(?:- (?:\{\w+\} ?)+: [^\n]+\n?)+)"
)
"""A list of results of a roll, each with what happens if all of them are among it."""
_SELF: Final = "this character"
_IN_NAME: Final = r"[\w-]"
_OPEN: Final = re.compile(r"any (?:amount|number) of")
"""What is paid where each that pays says how much."""
_TERRAIN: Final = r"interactive terrain feature (?:of size (?P<size>\d) or less|that is a smaller size than they are)"
_HIGHEST: Final = "the enemy character with the highest threat value"
_PLAYED: Final = r"(?<!each )(?:the |that )?character (?:that (?:played|spent \{pwr\} to play)|playing) this card"
_ABILITY: Final = r"the (?P<superpower>[\w' ]+?)(?: \d+)? \{innate\} superpower"
_TWO: Final = r"(?:both|those) (?:allied )?characters|the allied characters|they"


class Played(Struct, frozen=True):
    """Fields of the card that say who plays it, and its text about "this character"."""

    fields: Document
    text: str
    called: tuple[str, ...] = ()
    """By which names the text calls who plays it."""


def names_of(cards: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """What texts call characters, by their names and alter egos: whole, without what stands behind a comma, and without
    the form in brackets, for a name without one means all forms."""
    found: dict[str, list[str]] = {}
    for name, alter_ego in cards:
        for called in (name, alter_ego):
            whole = called.replace("&", "and").replace('"', "")
            plain = re.sub(r" \([^()]*\)$", "", called)
            for short in {called, whole, plain, called.split(",")[0], called.removeprefix("The "), f"{name} (Normal)"}:
                meant = found.setdefault(undotted(fold(short)), [])
                if called not in meant and (called == name or "(normal)" not in fold(short)):
                    meant.append(called)
    return {called: tuple(meant) for called, meant in found.items() if meant}


def undotted(folded: str) -> str:
    """Folded letters without the dots of abbreviations, which end no sentence."""
    folded = re.sub(r"\b((?:[a-z]\.){2,})", lambda found: found[1].replace(".", ""), folded)
    return re.sub(r"\b(ms|mr|dr|st)\.(?= )", r"\1", folded)


def attack_of(text: str) -> tuple[re.Match[str] | None, list[str], str]:
    """The attack that a folded text prints, the lines of its special rules, and the text without them."""
    found = ATTACK.search(text)
    if found is None:
        return None, [], text
    behind = text[found.end() :].lstrip("\n").split("\n")
    specials = list(takewhile(_SPECIAL.match, behind))
    rest = text[: found.start()] + "\n".join(behind[len(specials) :])
    rest = re.sub(r"the (?:above attack|attack (?:listed|shown) above)", f"the {PRINTED} attack", rest)
    called = rf"the {re.escape(found['name'])} attack(?: (?:listed|shown) above)?"
    return found, specials, re.sub(called, f"the {PRINTED} attack", rest)


def about_the_attack(text: str) -> tuple[list[str], str]:
    """The sentences behind the one that grants the attack of a card which are about that attack, and the rest."""
    head, granted, tail = text.partition(f"the {PRINTED} attack")
    found: list[str] = []
    left: list[str] = []
    sentence_before = ""
    for sentence in re.split(r"(?<=\.)\s+|\n", tail):
        plain = re.sub(r"^(?:additionally, )?this attack has the following special rule:$", "", sentence)
        if not plain:
            continue
        rerolls = re.fullmatch(r"(.+) may reroll any number of attack dice during this attack\.", plain)
        if rerolls and f"{rerolls[1]} may use the {PRINTED} attack" in text:
            found.append("this character may reroll any number of attack dice.")
            continue
        if left and found and plain.startswith("if you do, ") and sentence_before in found:
            found[-1] = f"{found[-1]} {plain}"
        else:
            (found if left and _ABOUT_ATTACK.match(plain) else left).append(plain)
        sentence_before = plain
    return found, f"{head}{granted}{' '.join(left)}" if granted else text


def by_what_was_paid(lines: Iterable[str]) -> tuple[list[str], list[str]]:
    """The special rules of an attack without those that only the text of its card can know, as they are about what was
    paid for it; and those as sentences of that text."""
    left: list[str] = []
    paid: list[str] = []
    for line in lines:
        if found := _DICE_PAID.match(line):
            paid.append(f"this attack adds dice equal to the {found[1]} to play this card.")
        elif _BY_PAYMENT in line:
            paid.append(f"{line.lstrip('- ').rstrip('.')}.")
        else:
            left.append(line)
    return left, paid


class Players:
    """Reads who plays cards, given what texts call characters and affiliations."""

    def __init__(self, names: Names, squads: Mapping[str, str]) -> None:
        self.names = names
        whole = {undotted(name): id for name, id in squads.items()}
        self.squads = {**{name.removesuffix("s"): id for name, id in whole.items()}, **whole}
        name = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"
        squad = "|".join(map(re.escape, sorted(self.squads, key=len, reverse=True))) or r"(?!)"
        self.squad = squad
        bare, name = f"(?:{name})", rf"(?<![\w-])(?:{name})(?![\w-])"
        self._n = name
        self._one = (
            r"(?:(?:and?|any|each|that) |a )?(?P<injured>injured )?(?:allied )?(?P<injured2>injured )?"
            rf"(?:non-(?P<other_than>{bare}) )?"
            rf"(?:(?P<squad>{squad}) characters?|"
            rf"(?P<name>{name})(?:(?:'s?)? or (?:an )?(?:allied )?(?P<other>{name}))?(?: character)?|"
            r"(?:the )?(?P<active>active )?characters?)"
            r"(?P<unburdened> (?:that (?:is|are) )?not holding (?:an )?objective tokens?)?"
            rf"(?: with (?:(?P<flight>flight)|{_ABILITY}|(?P<leads>an active (?:(?P<led>{squad}) )?leadership ability)|"
            rf"an? (?P<can_lead>{squad}) leadership ability|"
            r"a threat (?:level|value) of (?P<threat>\d+) or less))?"
            r"(?: within \{rng\} (?P<near>\d) of "
            rf"(?:a (?P<dazed>dazed) allied character|an allied (?P<ally>{name})))?"
        )
        self._name = rf"(?:an )?(?:allied )?(?:{name})"

    @rule("tactic-card.play")
    def read(self, plain: str) -> Played | None:
        """Who plays a card with this folded text; None where its first words are not understood."""
        plain = self._retold(plain)
        if played := self._including(plain) or self._guarding(plain) or self._execution(plain):
            return played
        for pattern, means in (
            (rf"(?P<count>{'|'.join(COUNTS)}) (?P<others>other )?{self._one} {_PAYS}", self._several),
            (rf"(?P<first>{self._name}) and (?P<second>{self._name}) {_PAYS}", self._both),
            (rf"{self._one} {_PAYS}", self._single),
        ):
            found = re.search(rf"(?:^|(?<=[.,:] )|(?<=\n)|(?<=phase )){pattern}", plain)
            if found is not None and (played := means(found, plain)):
                return played
        if found := re.search(
            rf"^choose a non-dazed allied character\. another allied character within \{{rng\}} (\d) of the chosen "
            rf"character {_PAYS}\.", plain,
        ):  # fmt: skip
            chosen = f"choose another allied character within {{rng}} {found[1]} of this character."
            return Played({}, f"this character {_paid(found)}. {chosen}{plain[found.end() :]}")
        if found := re.search(
            rf"^2 allied (?P<squad>{self.squad}) characters within \{{rng\}} (?P<range>\d) of each other {_PAYS}", plain
        ):
            squad = {"affiliation": self.squads[found["squad"]]}
            by = [squad, {**squad, "range": int(found["range"]), "of": "chosen"}]
            return Played({"by": by, "together": True}, f"this character {_paid(found)}{plain[found.end() :]}")
        if found := re.search(rf"^choose {self._one} to play this card\.", plain):
            text = f"this character may play this card.{plain[found.end() :]}"
            text = text.replace("the chosen character", "this character")
            return Played({"by": self._sorts(found)}, text.replace("other allied", "all other allied"))
        if found := re.search(rf"^if 1 or more allied characters would suffer a collision, they {_PAYS}", plain):
            text = f"when this character would suffer a collision, this character {_paid(found)}{plain[found.end() :]}"
            return Played({"most": 10}, text)
        if found := re.search(
            rf"^choose an? (?P<squad>{self.squad}) character\. the chosen character and 2 other characters within "
            rf"\{{rng\}} (?P<range>\d) of it {_PAYS}", plain,
        ):  # fmt: skip
            near = {"range": int(found["range"]), "of": "chosen"}
            by = [{"affiliation": self.squads[found["squad"]]}, near, near]
            text = f"this character {_paid(found)}{plain[found.end() :]}".replace("the chosen character", _SELF)
            return Played({"by": by, "together": True}, text)
        return self._around(plain) or self._beside(plain) or self._another(plain) or self._in_front(plain)

    def _around(self, plain: str) -> Played | None:
        """Who is near a terrain feature plays it, or two who are near the same one or the same enemy."""
        near = r"within \{rng\} (?P<range>\d) of "
        same = rf"(?:the same (?P<injured>injured )?(?P<enemy>enemy character)|(?:the same|an) {_TERRAIN})"
        two = r"(?:2 allied characters(?: that)?|(?P<first>NAME) and (?P<second>NAME))".replace("NAME", self._name)
        for head, moment in (
            (rf"(?:(?:when|if) )?{two} are {near}{same},?(?: (?:{_TWO}))?", ""),
            (rf"if (?P<active>the active character) is {near}{same},? (?:{_TWO})", ""),
            (
                rf"during an (?P<enemy>enemy character)'s (?P<moving>activation), when it begins a move action and is "
                rf"{near}2 or more allied characters, before the enemy character moves, (?:{_TWO})",
                "when an enemy character begins a move action, ",
            ),
        ):
            found = re.search(rf"(?:^|\n){head} {_PAYS}", plain)
            if found is None:
                continue
            names = {"active": None, "moving": None, "first": None, "size": None, "injured": None, **found.groupdict()}
            by: list[Document] = [{"active": True}] if names["active"] else [{}, {}]
            if names["first"]:
                called = [self.names[self._bare(found[one])] for one in ("first", "second")]
                by = [{"named": [*called[0], *called[1]]}] * 2
            around: Document = {"range": int(found["range"])}
            if names["enemy"]:
                around["every"] = "enemy"
                around |= {key: True for key, said in (("injured", "injured"), ("active", "moving")) if names[said]}
            else:
                around |= {"terrain": int(names["size"] or 6), **({} if names["size"] else {"smaller": True})}
            who = "this character" if names["active"] or not _OPEN.search(found["pays"]) else "these characters"
            text = f"{plain[: found.start()]}\n{moment}{who} {_paid(found)}{plain[found.end() :]}"
            text = text.replace("the active character", "this character").lstrip("\n")
            text = re.sub(r"choose 1 of the characters to throw", "this character throws", text)
            if names["first"]:
                first, second = (self._bare(found[one]) for one in ("first", "second"))
                text = text.replace(f"choose {first} or {second} to throw", "this character throws")
            return Played({"by": by, **({"together": True} if len(by) > 1 else {}), "around": around}, text)
        return None

    def _retold(self, plain: str) -> str:
        """A text in the words of others: each of at least so many pays 1 power; whom a card is about is chosen; which
        other results there are."""
        if _ANY_OTHER.search(plain):
            told = [
                icon
                for line in re.findall(r"if (?:the result|it) is an? ([^,]+),", plain)
                for icon in FACES
                if icon in line
            ]
            left = [f"{{{icon}}}" for icon in FACES if icon not in told]
            plain = _ANY_OTHER.sub(f"if the result is a {', '.join(left[:-1])}, or {left[-1]}", plain)
        plain = _BY_THREAT.sub(r"spend {pwr} equal to its threat value to play this card.", plain)
        plain = _COMBINATIONS.sub(_combined, plain)
        if listed := _LISTED.search(plain):
            near = rf"if an allied \1 is within {{rng}} {listed['range']} of the enemy character"
            line = rf"- {near}, the enemy character gains the \2"
            options = re.sub(r"^- (.+): (.+)$", line, listed["list"], flags=re.MULTILINE)
            head = f"{listed['when']} this round, you may choose 1 of the following effects:\n"
            plain = f"{plain[: listed.start()]}{head}{options}{plain[listed.end() :]}"
        plain = re.sub(
            r"allied ([^.]+?) characters may each spend 1 \{pwr\}\. if at least (\d) \{pwr\} was spent this way, "
            r"you may play this card\.",
            r"\2 or more allied \1 characters may each spend 1 {pwr} to play this card.", plain,
        )  # fmt: skip
        if _HIGHEST not in plain:
            return plain
        plain = re.sub(r"\s*if there is a tie for the highest threat value, [^.]*\.", "", plain)
        plain = re.sub(rf"\bmark {_HIGHEST} with an? [\w ]+ token\.", f"choose {_HIGHEST}.", plain)
        if f"choose {_HIGHEST}." not in plain:
            head, paid, tail = plain.partition("to play this card.")
            plain = f"{head}{paid} choose {_HIGHEST}.{tail.replace(_HIGHEST, 'the chosen character')}"
        plain = re.sub(r"\b(?:the marked|that) character\b", "the chosen character", plain)
        return re.sub(r"( by an allied ([^,.]+) character, all )allied \2 characters", r"\1\2 allies", plain)

    def _including(self, plain: str) -> Played | None:
        """A card that is played as the squad is revealed: by whom it chooses, or by whom the squad has to include."""
        plain = re.sub(
            r"\bif your squad is unaffiliated and includes ([^.]+?)(?: and this card)?, (?:you|it) may play this card",
            r"if your squad is unaffiliated, \1 may play this card", plain,
        )  # fmt: skip
        found = re.match(
            rf"when you include this card in your squad, choose 1 non-(?P<squad>{self.squad})-affiliated character "
            r"with a threat value of (?P<threat>\d) or less in your squad\.", plain,
        )  # fmt: skip
        if found is None:
            return self._in_squad(plain)
        by = {"threat": int(found["threat"]), "not_affiliation": self.squads[found["squad"]]}
        text = f"when you include this card in your squad, this character may play this card.{plain[found.end() :]}"
        return Played({"by": [by]}, text.replace("the chosen character", "this character"))

    def _in_squad(self, plain: str) -> Played | None:
        """Someone of a name whom an unaffiliated squad includes."""
        found = re.match(rf"(when this card is included in your squad, .*?)(?P<name>{self._n}) {_PAYS}", plain)
        if found is None:
            return None
        uses, affiliation, rest = plain[found.end() :].partition(" affiliation regardless")
        own = self._mine(f"{affiliation}{rest}", [found["name"]])
        by = {"named": list(self.names[found["name"]])}
        return Played({"by": [by]}, f"{found[1]}this character {_paid(found)}{uses}{own}", (found["name"],))

    def _guarding(self, plain: str) -> Played | None:
        """Who is targeted near someone else of a name plays it, and that one comes to help."""
        found = re.match(
            rf"when (?:an allied character is targeted by an attack and is within \{{rng\}} (?P<near>\d) of|an enemy "
            rf"character targets another allied character within \{{rng\}} (?P<near2>\d) of) an allied "
            rf"(?P<first>{self._n})(?: and/or an allied (?P<second>{self._n}))?(?: with an attack)?, "
            rf"the allied character {_PAYS}", plain,
        )  # fmt: skip
        if found is None:
            return None
        called = [found[one] for one in ("first", "second") if found[one]]
        moment, near = "when this character is targeted by an enemy attack", found["near"] or found["near2"]
        text = f"{moment}, this character {_paid(found)}{plain[found.end() :]}"
        for told, means in (("allied", "this"), ("placed", "the chosen"), ("enemy", "the attacking")):
            text = text.replace(f"the {told} character", f"{means} character")
        if len(called) == 1:
            placed = f"place an allied {called[0]} that is within {{rng}} {near} of this character within"
            text = text.replace(f"place {called[0]} within", placed)
            text = re.sub(rf"(?<!an allied ){re.escape(called[0])}", "the chosen character", text)
        names = [name for one in called for name in self.names[one]]
        test = {"there_is": {"every": "allied", "named": names, "range": int(near)}}
        return Played({"test": test}, text)

    def _execution(self, plain: str) -> Played | None:
        """One of two plays it with the other one, near whom the target of its attack is."""
        found = re.match(
            rf"when an allied (?P<first>{self._n}) targets an enemy character with an attack that is within \{{rng\}} "
            rf"(?P<range>\d) of an allied (?P<second>{self._n}), or when an allied (?P=second) targets an enemy "
            rf"character with an attack that is within \{{rng\}} (?P=range) of an allied (?P=first), "
            rf"both characters {_PAYS}", plain,
        )  # fmt: skip
        if found is None:
            return None
        both = [name for one in ("first", "second") for name in self.names[found[one]]]
        text = f"when this character targets an enemy character with an attack, this character {_paid(found)}"
        other = {"named": both, "another_name": True, "range": int(found["range"]), "of": "target"}
        by: list[Document] = [{"named": both}, other]
        return Played({"by": by, "together": True}, f"{text}{plain[found.end() :]}")

    def _another(self, plain: str) -> Played | None:
        """Someone else than whom the first words are about plays it: "another allied character within ..."."""
        found = re.search(
            rf"(?<=, )another allied (?:(?P<squad>{self.squad}) )?character(?P<near> within \{{rng\}} \d of "
            rf"(?:that|the targeted|the attacking)(?: allied)? character)? {_PAYS}", plain,
        )  # fmt: skip
        if found is None:
            return None
        by = {"by": [{"affiliation": self.squads[found["squad"]]}]} if found["squad"] else {}
        near = found["near"] or ""
        if "target" not in plain[: found.start()].rpartition("\n")[2]:
            near = near.replace("that character", "that fallen character")
        front = re.sub(r"\ban allied\b", "another allied", plain[: found.start()])
        paid = f"this character{near} {_paid(found)}"
        return Played(by, re.sub(_PLAYED, "this character", front + paid + plain[found.end() :]))

    def _several(self, found: re.Match[str], plain: str) -> Played:
        least, most = COUNTS[found["count"]]
        by = self._sorts(found)
        fields = {**({"by": by} if by != [{}] else {}), **({"least": least} if least > 1 else {}), "most": most}
        if re.match(r"spend (?:any (?:amount|number) of )?\{pwr\} ", found["pays"]):
            each = "these characters may spend any amount of {pwr} to play this card"
            front = re.sub(r"(?<=phase) $", ", ", plain[: found.start()])
            text = self._mine(f"{front}{each}{plain[found.end() :]}", ())
        else:
            text = f"{plain[: found.start()]}this character {_paid(found)}{plain[found.end() :]}"
            text = re.sub(r"\bthe character (?:that played|playing) this card", "this character", text)
        return Played(fields, re.sub(r"^(when) an (allied)", r"\1 another \2", text) if found["others"] else text)

    def _both(self, found: re.Match[str], plain: str) -> Played:
        first, second = (self._bare(found[each]) for each in ("first", "second"))
        if re.search(rf"\b{re.escape(second)}\b", plain[: found.start()]):
            first, second = second, first  # what happens then is about that one
        fields = {"by": [{"named": list(self.names[one])} for one in (first, second)], "together": True}
        text = self._about(plain, found, (first,))
        return Played(fields, self._other(text, second), (first,))

    def _other(self, text: str, called: str) -> str:
        """A text in which the second one who plays the card is the chosen character."""
        return re.sub(
            rf"(?:\b(?:an |the )?allied )?(?<![\w-]){re.escape(called)}(?![\w-])", "the chosen character", text
        )

    def _single(self, found: re.Match[str], plain: str) -> Played | None:
        by, text = self._sorts(found), self._about(plain, found, self._called(found))
        before = re.split(r"[.\n]\s*", plain[: found.start()])[-1]
        if found["active"]:
            if re.search(r"\bactivation\b", before):
                return None
            text = text.replace("the active character", "this character")
        if not self._called(found) and re.search(r"\b(?:allied|this) ", before):
            return None  # it is someone else whom the words before are about
        fields: Document = {"by": by} if by != [{}] else {}
        if not _OTHERS.search(text):
            text = re.sub(r"\bthe character\b(?! that)", "this character", text)
        if found["near"]:
            named: Document = {"named": list(self.names[found["ally"]])} if found["ally"] else {"dazed": True}
            fields["around"] = {"every": "allied", "range": int(found["near"]), **named}
            text = self._other(text, found["ally"]) if found["ally"] else text.replace("the allied character", "it")
        return Played(fields, text, self._called(found))

    def _beside(self, plain: str) -> Played | None:
        """Two who are near each other, or near a target, play it together."""
        for head, moment, seconds in (
            (
                rf"if (?P<first>{self._name}) is within \{{rng\}} (?P<range>\d) of an allied (?P<second>{self._name}) "
                r"when it uses the (?P<use>[\w' ]+) \{active\} superpower",
                "when this character uses the USE {active} superpower",
                "chosen",
            ),
            (
                rf"(?:if it is (?P<active>{self._name})'s activation,? and it|during (?P<active2>{self._name})'s "
                rf"activation, if it|if (?P<first>{self._name})) is within \{{rng\}} (?P<range>\d) of an "
                rf"allied (?P<second>{self._name})",
                "",
                "chosen",
            ),
            (
                rf"if (?P<first>{self._name}) is within \{{rng\}} (?P<range>\d) of another allied character"
                r"(?P<tired> with an activated token)?",
                "",
                "chosen",
            ),
            (
                rf"when an allied (?:(?P<squad>{self.squad}) )?character with flight begins a move action within "
                rf"\{{rng\}} (?P<range>\d) of (?P<second>{self._name}) during its activation",
                "when this character begins a move action within {rng} 1 of the chosen character during its activation",
                "chosen",
            ),
            (
                rf"when an allied (?:(?P<squad>{self.squad}) )?character with flight begins a move action within "
                r"\{rng\} (?P<range>\d) of another allied character of an (?P<no_larger>equal or smaller) size "
                r"during its activation",
                "when this character begins a move action during its activation",
                "chosen",
            ),
            (
                rf"during their activation, when (?P<first>{self._name}) or (?P<second>{self._name}) targets an enemy "
                r"character with an attack that is within \{rng\} (?P<range>\d) of the other allied character",
                "when this character targets an enemy character with an attack",
                "either",
            ),
            (
                rf"when either (?P<first>{self._name}) or (?P<second>{self._name}) makes an attack action, after the "
                r"attack is resolved(?P<range>)",
                "after an attack made by this character is resolved",
                "either",
            ),
            (
                r"if an allied character is within \{rng\} (?P<range>\d) of another allied character and is targeted "
                "by an enemy attack",
                "when this character is targeted by an enemy attack",
                "chosen",
            ),
            (
                r"(?:when the active character targets an enemy character with an attack|when an allied character "
                r"targets an enemy character with an attack during its activation) and the target character is within "
                r"\{rng\} (?P<range>\d) of another allied character",
                "when this character targets an enemy character with an attack",
                "target",
            ),
            (
                r"if an allied character is within \{rng\} (?P<range>\d) of another allied character and is targeted "
                r"by an enemy attack",
                "when this character is targeted by an enemy attack",
                "chosen",
            ),
        ):
            found = re.search(rf"(?:^|\n){head},? (?:{_TWO}) {_PAYS}", plain)
            if found is None:
                continue
            names = found.groupdict()
            if seconds == "either":
                return self._either(plain, found, moment)
            first = names.get("active") or names.get("active2") or names.get("first") or ""
            one: Document = {"named": list(self.names[self._bare(first)])} if first else {}
            if (not names.get("first") and seconds != "chosen") or names.get("active") or names.get("active2"):
                one["active"] = True
            if "with flight" in head:
                squad = names.get("squad")
                one = {**({"affiliation": self.squads[squad]} if squad else {}), "superpower": "flight"}
            other: Document = {"range": int(found["range"]), "of": seconds}
            if names.get("tired"):
                other["activated"] = True
            if names.get("no_larger"):
                other["no_larger"] = True
            if second := self._bare(names.get("second") or ""):
                other = {"named": list(self.names[second]), **other}
            front = f"{moment}, ".replace("USE", names.get("use") or "") if moment else ""
            text = f"{plain[: found.start()]}\n{front}this character {_paid(found)}{plain[found.end() :]}"
            text = self._mine(text, [self._bare(first)] if first else [])
            text = self._other(text, second) if second else text
            if names.get("no_larger"):
                text = re.sub(r"\bthe (?:allied|placed) character\b", "the chosen character", text)
            return Played({"by": [one, other], "together": True}, text.lstrip("\n"), (self._bare(first),))
        return None

    def _either(self, plain: str, found: re.Match[str], moment: str) -> Played:
        """One of two does something, and both play it."""
        both = [name for one in ("first", "second") for name in self.names[self._bare(found[one])]]
        one: Document = {"named": both, **({"active": True} if "activation" in found[0] else {})}
        near = {"range": int(found["range"]), "of": "target"} if found["range"] else {}
        other: Document = {"named": both, "another_name": True, **near}
        front = f"{moment}, " if moment else ""
        text = f"{plain[: found.start()]}\n{front}this character {_paid(found)}{plain[found.end() :]}"
        text = re.sub(r"the character \([^()]*\) that did not make the initial attack", "the other 1 of both", text)
        return Played({"by": [one, other], "together": True}, text.lstrip("\n"))

    def _bare(self, called: str) -> str:
        return re.sub(r"^(?:an )?(?:allied )?", "", called)

    def _in_front(self, plain: str) -> Played | None:
        """Whom the first words are about plays it: "during an allied X character's activation, it may ..."."""
        paid = re.search(rf"{_PRONOUN} {_PAYS}", plain)
        if paid is None:
            return None
        head = plain[: paid.start()].rpartition("\n")[2].rpartition(". ")[2]
        start = paid.start() - len(head)
        found = re.match(
            r"(?P<moment>(?:when|if it is|if|while|during|at the end of a move action made during|"
            r"after(?: an attack (?:made by|targeting|that targeted|that damaged))?|"
            rf"at the (?:start|end) of) ){self._one}(?=s?'|,? )",
            head,
        ) or re.match(rf"(?P<moment>(?:when|after) an enemy character ends [^,]*? of ){self._one}(?=, )", head)
        if found is None:
            return None
        by = self._sorts(found)
        behind = head[found.end() :]
        rest = plain[paid.end() :]
        if "activation" in behind:
            rest = re.sub(r"the (?:active|moving) character", "this character", rest)
        text = f"{plain[:start]}{found['moment']}this character{behind}this character {_paid(paid)}{rest}"
        text = re.sub(r"\bthis character'(?!s)", "this character's", self._mine(text, self._called(found)))
        if "during its activation" in behind:
            text = text.replace("the active character", "this character")
        text = re.sub(_PLAYED, "this character", text)
        if "would be ko'd" in behind:
            text = text.replace("this character is then ko'd.", "")  # it is what would happen
        return Played({"by": by} if by != [{}] else {}, text, self._called(found))

    def _mine(self, text: str, called: Iterable[str]) -> str:
        """A text in which who plays the card is this character, whatever it is called."""
        for name in called:
            longer = (re.escape(other[len(name) :]) for other in self.names if other.startswith(f"{name} "))
            whole = rf"{re.escape(name)}(?!{'|'.join((_IN_NAME, *longer))})"
            text = re.sub(
                rf"(?:\b(?:(?:an|the|either|any) )?allied )?(?<!{_IN_NAME}){whole}",
                "this character",
                text,
            )
        return re.sub(_PLAYED, "this character", text)

    def _called(self, found: re.Match[str]) -> tuple[str, ...]:
        return tuple(found[one] for one in ("name", "other") if found[one])

    def _sorts(self, found: re.Match[str]) -> list[Document]:
        """Who may play it: of a name, an affiliation, or anyone, as what else is said of them has it."""
        one: Document = {}
        if called := self._called(found):
            one["named"] = list(dict.fromkeys(each for name in called for each in self.names[name]))
        if found["active"]:
            one["active"] = True
        if found["squad"]:
            one["affiliation"] = self.squads[found["squad"]]
        if found["injured"] or found["injured2"]:
            one["injured"] = True
        if found["unburdened"]:
            one["holding"] = False
        if found["flight"] or found["superpower"]:
            one["superpower"] = found["flight"] or found["superpower"]
        if found["leads"]:
            one["leads"] = self.squads[found["led"]] if found["led"] else "any"
        if found["threat"]:
            one["threat"] = int(found["threat"])
        if found["can_lead"]:
            one["leadership"] = self.squads[found["can_lead"]]
        if found["other_than"]:
            one["not_named"] = list(self.names[found["other_than"]])
        return [one]

    def _about(self, plain: str, found: re.Match[str], called: Iterable[str]) -> str:
        """The text about "this character", which pays."""
        return self._mine(f"{plain[: found.start()]}this character {_paid(found)}{plain[found.end() :]}", called)


def _paid(found: re.Match[str]) -> str:
    """What is paid, by each of them where there are several."""
    return "may " + re.sub(r"\beach ", "", found["pays"])


def _combined(found: re.Match[str]) -> str:
    """Such a list as one of things of which one may be chosen."""
    lines = ["you may choose 1 of the following effects:"]
    for line in found["list"].strip("\n").split("\n"):
        icons, told = line.removeprefix("- ").split(": ", 1)
        *others, last = icons.split()
        shown = f"{', '.join(others)}{',' if len(others) > 1 else ''} and {last}" if others else last
        lines.append(f"- if the roll contains {shown}, {told}")
    return "\n".join(lines)


def active(card: Document) -> Document:
    """A card that is played in the activation of who plays it, where its text says so."""
    if not card.pop("active", False):
        return card
    return {**card, "by": [{**one, "active": True} for one in card.get("by", [{}])]}
