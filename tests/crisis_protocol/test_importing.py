"""What players own: catalogues become content, rule by rule, and nothing is skipped in silence."""

import io
import json
import re
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from benchmarks.texts import figures
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.importing import Ids, read_xml, slug
from rulewright.problems import ContentError
from rulewright_crisis_protocol.cards.loading import load_book
from rulewright_crisis_protocol.importing.cards import titled
from rulewright_crisis_protocol.importing.catalogue import Catalogue
from rulewright_crisis_protocol.importing.formats import CatalogueFile, RosterFile
from rulewright_crisis_protocol.importing.rules import triggered
from tests.lengths import long

REAL = Path(__file__).parents[2].parent / "shared" / "data" / "mcp" / "MCP Inventory.cat"
real = pytest.mark.skipif(not REAL.is_file(), reason="MCP Inventory.cat is not here")


def profile(type: str, name: str, **values: Any) -> str:
    inside = "".join(
        f'<characteristic name="{key.replace("_", " ")}">{value}</characteristic>' for key, value in values.items()
    )
    return f'<profile name="{name}" typeName="   {type}"><characteristics>{inside}</characteristics></profile>'


def face(name: str, **values: Any) -> str:
    numbers = {"Stamina": 5, "Speed": "M", "Size": 2, "Threat": 3}
    defenses = {"Physical_Defense": 3, "Energy_Defense": 3, "Mystic_Defense": 2}
    return profile("Character", name, **{**numbers, **defenses, **values})


def attack(name: str, *lines: str, **values: Any) -> str:
    numbers = {"Type": "Enrg", "Range": "3", "Strength": 5, "Cost": 0}
    return profile("Attacks", name, **{**numbers, **values}, Special_Rules="\n".join(lines))


def power(kind: str, name: str, text: str, cost: str = "-") -> str:
    return profile(f"{kind} Superpowers", name, Type=kind, Cost=cost, Special_Rules=text)


def catalogue(*profiles: str, name: str = "DEMO HERO (Jane Demo)", squads: str = "Demo Squad") -> bytes:
    faces = () if any("Character" in one for one in profiles) else (face("Healthy"), face("Injured", Stamina=6))
    first = () if any("Attacks" in one for one in profiles) else (attack("DEMO BLAST"),)
    return f"""<?xml version="1.0"?>
<catalogue xmlns="http://www.battlescribe.net/schema/catalogueSchema"><sharedSelectionEntries>
<selectionEntry name="{name}" type="model"><profiles>{"".join((*faces, *first, *profiles))}</profiles>
<categoryLinks><categoryLink name="{squads}"/><categoryLink name="Character"/></categoryLinks></selectionEntry>
</sharedSelectionEntries></catalogue>""".encode()


def read(*profiles: str, **more: str) -> Catalogue:
    return Catalogue(read_xml(catalogue(*profiles, **more)))


def test_a_character_has_its_numbers_on_both_sides() -> None:
    (one,) = read(attack("DEMO BLAST", Range="B4", Cost=2)).characters
    assert (one["id"], one["name"]["en"], one["alter_ego"]) == ("demo-hero", "Demo Hero", "Jane Demo")
    assert (one["threat"], one["size"], one["affiliations"]) == (3, 2, ["demo-squad"])
    assert (one["healthy"]["stamina"], one["injured"]["stamina"]) == (5, 6)
    assert (one["healthy"]["speed"], one["healthy"]["mystic"]) == ("medium", 2)
    (blast,) = one["healthy"]["attacks"]
    assert (blast["id"], blast["type"], blast["range"]) == ("demo-hero-demo-blast", "energy", "B4")
    assert (blast["strength"], blast["cost"]) == (5, 2)


def test_what_an_import_writes_is_content(tmp_path: Path) -> None:
    """It loads with the game's own content, although a card of it has the same name."""
    own = profile("Team Tactics", "SECOND WIND", Affiliation="Unaffiliated", Type="Active", Rules="Sing a song.")
    found = CatalogueFile().read(catalogue(own, power("Active", "WALTZ", "Dance.", "2")))
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(found.data), encoding="utf-8")
    book = load_book([tmp_path])
    assert "demo-hero" in book.characters
    assert "second-wind-2" in book.tactics


def test_rules_of_one_side_are_on_that_side() -> None:
    (one,) = read(attack("DEMO BLAST"), attack("DEMO BLAST - Injured", Strength=7)).characters
    strengths = {side: [each["strength"] for each in one[side]["attacks"]] for side in ("healthy", "injured")}
    assert strengths == {"healthy": [5], "injured": [7]}


def test_every_form_is_a_character_and_changes_into_the_others() -> None:
    forms = [face(f"{form} - {side}") for form in (" NORMAL", "TINY") for side in ("Healthy", "Injured")]
    shrink = power("Active", "NORMAL - SHRINK", "This character transforms into Demo Hero (Tiny).", "1")
    shared = power("Innate", "SONG", "Sing.")
    found = read(*forms, attack("NORMAL - POKE"), attack("TINY - STING", "- Sing."), shrink, shared)
    normal, tiny = found.characters
    assert (normal["id"], tiny["id"]) == ("demo-hero", "demo-hero-tiny")
    attacks = [[each["name"]["en"] for each in one["healthy"]["attacks"]] for one in (normal, tiny)]
    assert attacks == [["Poke"], ["Sting"]]
    assert normal["healthy"]["superpowers"][0]["effects"] == [{"do": "transform", "into": "demo-hero-tiny"}]
    assert [each.name for each in found.grades] == ["Shrink", "Song", "Sting"]


def test_a_special_rule_has_icons_and_a_name() -> None:
    assert triggered("- {WILD} {HIT} Push: Go away.") == (["wild", "hit"], "Push", "Go away.")
    assert triggered("{wild}, {CRIT}: Push: Go away.") == (["wild", "critical"], "Push", "Go away.")
    assert triggered("- Frenzy: Go on.") == ([], "Frenzy", "Go on.")
    assert triggered("- After this attack is resolved, sing.") == ([], "", "After this attack is resolved, sing.")


def test_what_is_not_understood_is_played_by_hand_with_its_text() -> None:
    line = "- {WILD} Serenade: Before damage is dealt, sing a song."
    found = read(attack("DEMO BLAST", line))
    (special,) = found.characters[0]["healthy"]["attacks"][0]["specials"]
    assert special["icons"] == ["wild"]
    assert special["played"] == "partly"
    assert special["effects"] == [{"do": "by_hand", "text": "Before damage is dealt, sing a song."}]
    assert special["printed"] == line
    (grade,) = found.grades
    assert "not understood" in str(grade) and "sing a song" in str(grade)


def test_a_superpower_that_is_not_understood_can_be_used() -> None:
    found = read(power("Active", "WALTZ", "Dance. This superpower can be used only once per turn.", "2"))
    (waltz,) = found.characters[0]["healthy"]["superpowers"]
    assert (waltz["kind"], waltz["cost"], waltz["played"]) == ("active", 2, "partly")
    assert waltz["effects"][0]["do"] == "by_hand"


def test_two_of_one_name_get_numbers() -> None:
    ids = Ids(["hero"])
    assert [ids.give("Héro!", 1), ids.give("HERO", 2), ids.give("hero", 1)] == ["hero-2", "hero-3", "hero-2"]
    assert slug("3rd Wave's End") == "n-3rd-waves-end"


@pytest.mark.parametrize(
    ("profiles", "told"),
    [
        ((face("Healthy", Speed="9"),), "Speed: found '9', expected one of: short, medium, long"),
        ((attack("DEMO BLAST", Type="Cosmic"),), "Type: found 'Cosmic', expected one of: physical, energy, mystic"),
    ],
)
def test_a_character_with_an_unknown_letter_is_left_out_by_name(profiles: Any, told: str) -> None:
    found = read(*profiles)
    assert found.characters == [] and found.notes == [f"DEMO HERO: left out: {told}"]


def test_capitals_become_names() -> None:
    assert titled("DOCTOR'S ORDER, M.O.D.") == "Doctor's Order, M.O.D."


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'<!DOCTYPE a [<!ENTITY b "ha">]><catalogue>&b;</catalogue>', "document type"),
        (b"<catalogue><a></catalogue>", "mismatched tag"),
        (b"<roster/>", "a catalogue"),
        (b"<catalogue>" * 200, "elements in more than"),
        (b"", "no element found"),
    ],
)
def test_files_that_are_no_catalogue_are_refused(data: bytes, said: str) -> None:
    with pytest.raises(ContentError, match=said):
        CatalogueFile().read(data)


def test_a_crisis_asks_by_hand_what_it_says_besides() -> None:
    values = {"Type": "Secure", "Threat": 17, "Setup": "Place 4 Song tokens.", "Scoring": "Sing."}
    card = profile("Crisis", "(17) SONGS OF OLD", **values)
    (crisis,) = read(card).crises
    assert (crisis["id"], crisis["type"], crisis["threat"], len(crisis["spots"])) == ("songs-of-old", "secure", 17, 4)
    (moment,) = crisis["effects"]
    assert moment["effects"] == [{"do": "by_hand", "text": "Place 4 Song tokens.\nSing."}]


@long
@real
def test_the_real_catalogue_is_content(tmp_path: Path) -> None:
    found = CatalogueFile().read(REAL.read_bytes())
    assert [len(found.data[kind]) for kind in ("characters", "tactics", "crises")] == [205, 331, 25]
    (tmp_path / "mine.json").write_text(json.dumps(found.data), encoding="utf-8")
    assert len(load_book([tmp_path]).characters) > 205


# Texts ------------------------------------------------------------------------------------------------------


def special(line: str, **more: Any) -> Any:
    """The one special rule that a line of an attack makes, which has to be played by program."""
    found = read(attack("DEMO BLAST", line), **more)
    assert [grade.played for grade in found.grades] == ["program"], list(map(str, found.grades))
    (one,) = found.characters[0]["healthy"]["attacks"][0]["specials"]
    return one


def superpower(kind: str, text: str, cost: str = "-") -> Any:
    """The one superpower that a text makes, by program."""
    found = read(power(kind, "WALTZ", text, cost))
    assert [grade.played for grade in found.grades] == ["program"], list(map(str, found.grades))
    (one,) = found.characters[0]["healthy"]["superpowers"]
    return one


@pytest.mark.parametrize(
    ("line", "when", "effects"),
    [
        (
            "- After this attack is resolved, this character gains {PWR} equal to the {DMG} dealt.",
            "after attack",
            [{"do": "gain_power", "amount": "damage_dealt", "who": "self"}],
        ),
        (
            "- {WILD} Nip: Change one of the defending character’s {CRIT}, {WILD}, or {BLOCK} results to a blank.",
            "opposing dice",
            [
                {
                    "do": "change_die",
                    "faces": ["critical", "wild", "block"],
                    "to": "blank",
                    "of": "opposing",
                    "amount": 1,
                }
            ],
        ),
        (
            "- Before {DMG} is dealt, if the target character is Size 3 or less, this character may Throw it Away {S}.",
            "before damage",
            [
                {
                    "do": "if",
                    "test": {"size_at_most": 3, "who": "target"},
                    "then": [
                        {
                            "do": "may",
                            "effects": [{"do": "throw", "who": "target", "way": "away", "of": "self", "tool": "short"}],
                        }
                    ],
                }
            ],
        ),
        (
            "- Before damage is dealt, the target character loses 1 {PWR} for each {WILD} in the attack roll, and this "
            "character gains that amount of {PWR}.",
            "before damage",
            [
                {"do": "lose_power", "amount": {"faces": ["wild"], "of": "attack"}, "who": "target"},
                {"do": "gain_power", "amount": "that_much", "who": "self"},
            ],
        ),
    ],
)
def test_a_line_of_an_attack_becomes_effects_at_its_moment(line: str, when: str, effects: list[Any]) -> None:
    one = special(line)
    assert (one["when"], one["effects"]) == (when, effects)


def test_an_attack_says_its_types_and_what_it_ignores() -> None:
    types = "- Before choosing a target, this character chooses whether this attack's type is {PHYS} or {MYST}."
    found = read(attack("DEMO BLAST", types, "- This attack ignores LOS."))
    (blast,) = found.characters[0]["healthy"]["attacks"]
    assert (blast["types"], blast["ignores"], blast["specials"]) == (["physical", "mystic"], ["sight"], [])


def test_a_granted_attack_is_amended_by_the_sentences_that_follow() -> None:
    lines = (
        "- {WILD} Again: After this attack is resolved, this character may make an additional Demo Blast attack. The "
        "additional attack must target the original target character. The additional attack does not have the Again "
        "special rule."
    )
    (may,) = special(lines)["effects"]
    assert may["effects"] == [
        {"do": "attack", "attack": "demo-hero-demo-blast", "against": "target", "without": ["Again"]}
    ]


def test_what_is_chosen_takes_in_the_sentences_that_follow() -> None:
    text = "Choose an enemy character within {RNG} 3. It gains the Stun special condition. A character can be affected "
    one = superpower("Active", f"{text}by this superpower only once per Turn.", "2")
    assert one["cost"] == 2
    (choice,) = one["effects"]
    stun = {"do": "condition", "condition": "stun", "who": "chosen"}
    assert choice["then"] == [{"do": "once_each", "who": "chosen", "per": "turn", "then": [stun]}]


def test_it_is_whoever_the_clause_does_not_name() -> None:
    when = "After an attack targeting another allied character is resolved, this character may use this superpower."
    what = "If the attacker is within {RNG} 3 of this character, this character may make an attack against it."
    one = superpower("Reactive", f"{when} {what}", "2")
    assert one["effects"][0]["then"] == [{"do": "may", "effects": [{"do": "attack", "against": "attacker"}]}]


def test_numbers_and_keywords_are_changed_without_a_moment() -> None:
    immune = "This character can’t suffer the [POISON] or [STUN] special condition."
    found = read(power("Innate", "IMMUNITY", immune))
    assert found.characters[0]["healthy"]["keywords"] == ["immunity:poison", "immunity:stun"]
    suffer = "When this character would suffer {DMG} from an enemy effect, reduce the amount suffered by 1"
    assert superpower("Innate", f"{suffer}, to a minimum of 1.")["does"] == [
        {"modifies": "damage from enemies", "by": -1}
    ]


def test_a_name_may_end_in_dots() -> None:
    assert triggered("- {WILD} Float Like a ...: Go away.") == (["wild"], "Float Like a ...", "Go away.")


def test_a_sentence_may_begin_right_behind_another_one() -> None:
    text = "Action: This character makes a move action.This superpower can be used only once per turn."
    assert superpower("Active", text, "2")["once"] == "turn"


def test_whoever_is_targeted_says_who_is_instead() -> None:
    text = (
        "When this character is targeted by an attack, it may use this superpower. Choose another allied character "
        "within {RNG} 2 to become the new target of the attack regardless of range or LOS."
    )
    (choice,) = superpower("Reactive", text, "2")["effects"]
    assert (choice["side"], choice["range"]) == ("allied", 2)
    assert choice["then"] == [{"do": "redirect", "who": "chosen"}]


def test_one_is_healed_in_one_of_two_ways() -> None:
    text = "This character or an allied character within {RNG} 3 removes up to 2 {DMG} or one special condition."
    (choice,) = superpower("Active", f"Action: {text}", "2")["effects"]
    assert choice["itself"]
    assert [one["effects"][0]["do"] for one in choice["then"][0]["options"]] == ["heal", "remove_condition"]


def test_each_icon_of_the_roll_may_change_a_die() -> None:
    what = "it may change 1 die result to a {HIT} for each {WILD} in the attack roll."
    one = superpower("Innate", f"When this character makes an attack, {what}")
    assert one["when"] == "own dice"
    (condition,) = one["effects"]
    assert condition["test"] == {"rolls": ["attack"]}
    (change,) = condition["then"]
    assert (change["do"], change["to"], change["optional"]) == ("change_die", "hit", True)
    assert change["amount"] == {"faces": "wild", "of": "attack"}
    assert "failure" not in change["faces"]


def test_damage_from_either_side_gives_power_to_whoever_still_stands() -> None:
    when = "When this character is damaged by an enemy or allied effect, after the effect is resolved"
    one = superpower("Innate", f"{when}, if it is not Dazed, it gains 1 {{PWR}}.")
    assert one["when"] == "after damaged"
    assert one["test"] == {"any": [{"state": "enemy", "who": "chosen"}, {"state": "allied", "who": "chosen"}]}
    (gain,) = one["effects"]
    assert gain["test"] == {"none": [{"state": "dazed", "who": "self"}]}


def test_who_is_thrown_by_itself_may_be_unharmed() -> None:
    text = "This character is Thrown {M}. It does not suffer {DMG} if it collides with a character or terrain feature."
    (throw,) = superpower("Active", text, "2")["effects"]
    assert (throw["do"], throw["who"], throw["unharmed"]) == ("throw", "self", True)


@pytest.mark.parametrize(
    ("text", "bans"),
    [
        ("This character does not suffer damage from collisions.", ["damage from collisions"]),
        ("This character does not suffer damage from collisions with other characters.", ["damage from characters"]),
        ("This character cannot contest, interact with, or hold objective tokens.", ["contest", "interact", "hold"]),
        (
            "This character cannot be Pushed or Advanced by the effects of {MYST} attacks or enemy superpowers.",
            ["be pushed", "be advanced"],
        ),
        (
            "This character cannot be Advanced or Placed by the effects of {MYST} attacks or enemy superpowers.",
            ["be advanced", "be placed"],
        ),
        ("This character cannot be Pushed or Thrown as a result of attack special rules.", ["be pushed", "be thrown"]),
    ],
)
def test_what_a_character_is_spared_or_barred_from_is_a_ban(text: str, bans: list[str]) -> None:
    assert [one["forbids"] for one in superpower("Innate", text)["does"]] == bans


def test_what_follows_if_it_does_may_be_left_out_with_it() -> None:
    text = "Choose another allied character within {RNG} 3. The chosen character may remove up to 3 {DMG}. If it does, "
    (choice,) = superpower("Active", f"{text}the chosen character gains the Bleed special condition.", "1")["effects"]
    (may,) = choice["then"]
    assert (may["do"], [one["do"] for one in may["effects"]]) == ("may", ["heal", "condition"])


def test_a_token_of_its_own_is_one_where_no_number_is_named() -> None:
    (gain,) = superpower("Active", "Action: This character gains a Loaded token.")["effects"]
    assert (gain["token"], gain.get("amount", 1)) == ("loaded", 1)


def test_a_moment_may_be_of_an_ally_or_itself() -> None:
    when = "When an allied character within {RNG} 2 of this character is targeted by an attack"
    what = "This character becomes the target of the attack regardless of range and LOS."
    one = superpower("Reactive", f"{when}, this character may use this superpower. {what}", "2")
    assert (one["when"], one["range"]) == ("anyone targeted", 2)


def test_it_hunts_better_alone() -> None:
    alone = "if there are no allied characters within {RNG} 3 of it"
    what = "this character may reroll up to 2 of its attack dice."
    (condition,) = superpower("Innate", f"When this character makes an attack, {alone}, {what}")["effects"]
    assert condition["test"]["all"][1] == {"none": [{"there_is": {"every": "allied", "range": 3}}]}


def test_a_reactive_superpower_has_one_moment() -> None:
    when = "When another allied character within {RNG} 3 of this character targets an enemy character with an attack"
    what = "this character may use this superpower. The attacking character adds 2 dice to its attack roll."
    one = superpower("Reactive", f"{when}, {what}", "2")
    assert (one["when"], one["range"]) == ("ally attacks", 3)
    other = "At the end of this character's activation, it gains 1 {PWR}."
    (grade,) = read(power("Reactive", "WALTZ", f"{when}, {what} {other}", "2")).grades
    assert (grade.played, grade.why) == ("partly", "more than one moment")


def test_what_comes_after_the_attack_is_a_part_of_the_superpower() -> None:
    """Of the attack that an ally makes the ally has it; whom "this character" means would not be the same then."""
    when = "When another allied character within {RNG} 3 of this character targets an enemy character with an attack"
    what = "this character may use this superpower. The attacking character adds 2 dice to its attack roll."
    after = "After the attack is resolved, the attacking character suffers 1 {DMG}."
    _, later = superpower("Reactive", f"{when}, {what} {after}", "2")["effects"]
    assert (later["do"], later["who"], later["when"], later["until"]) == ("later", "attacker", "after attack", "attack")
    own = "After the attack is resolved, this character suffers 1 {DMG}."
    (grade,) = read(power("Reactive", "WALTZ", f"{when}, {what} {own}", "2")).grades
    assert grade.played == "partly"


def test_what_comes_after_a_granted_attack_stands_behind_it() -> None:
    text = "Action: This character makes an attack action. After the attack is resolved, it gains 1 {PWR}."
    (grant,) = superpower("Active", text, "2")["effects"]
    assert grant["after"] == [{"do": "gain_power", "amount": 1, "who": "self"}]


def test_the_next_of_some_attacks_is_told_from_the_others() -> None:
    text = "The next Demo Blast attack made by this character this turn adds 2 dice to its attack roll."
    (later,) = superpower("Active", text, "2")["effects"]
    assert (later["attacks"], later["test"]) == (["demo-hero-demo-blast"], {"attack_by": ["demo-hero-demo-blast"]})


def test_damage_of_anything_is_reduced_before_it_is_suffered() -> None:
    what = "it may use this superpower. Reduce the amount of {DMG} suffered by 1."
    one = superpower("Reactive", f"If this character would suffer {{DMG}}, {what}", "1")
    assert (one["when"], one["effects"]) == ("would suffer", [{"do": "reduce_suffered", "amount": 1}])
    text = f"If this character would suffer {{DMG}} from an enemy effect, {what}"
    assert superpower("Reactive", text, "1")["test"] == {"state": "enemy", "who": "chosen"}


def test_whoever_rolls_an_icon_gains_power_afterwards() -> None:
    what = "after the effect is resolved, it gains 1 {PWR} if it rolled at least one {CRIT}."
    one = superpower("Innate", f"Whenever this character rolls dice, {what}")
    assert (one["when"], one["effects"][0]["test"]["amount"]) == ("rolled", {"faces": "critical", "of": "roll"})


@pytest.mark.parametrize(
    "line",
    [
        "- After this attack is resolved, this character may reroll any number of its attack dice.",
        "- After this attack is resolved, the target character may throw this character {S}.",
        "- {WILD} Late: Add 2 dice to the attack roll.",
        "- After this attack is resolved, the target character gains the Stun special condition and sings.",
        "- After this attack is resolved.",
    ],
)
def test_what_would_be_a_wrong_meaning_is_left_to_the_player(line: str) -> None:
    (grade,) = read(attack("DEMO BLAST", line)).grades
    assert grade.played != "program"


def test_phrases_of_the_page_are_understood() -> None:
    page = (Path(__file__).parents[2] / "docs" / "crisis-characters.md").read_text(encoding="utf-8")
    (phrases,) = re.findall(r"```toml\n# mine.toml\n(.*?)```", page, re.DOTALL)
    waltz = "Whenever this character is targeted by an attack, it may use this superpower."
    cards = catalogue(
        attack("DEMO BLAST", "- After this attack is resolved, this character hurls the target character far away."),
        power("Reactive", "WALTZ", f"{waltz} Remove 1 {{DMG}} from this character."),
        power("Innate", "WATCH", "This character is on guard."),
    )
    found = CatalogueFile().with_phrases(tomllib.loads(phrases)).read(cards)
    side = found.data["characters"][0]["healthy"]
    assert side["attacks"][0]["specials"][0]["effects"] == [
        {"do": "throw", "who": "target", "way": "away", "tool": "long"}
    ]
    assert [power.get("played", "program") for power in side["superpowers"]] == ["program", "program"]
    assert side["superpowers"][1]["does"] == [{"modifies": "physical", "by": 1}]


# The command --------------------------------------------------------------------------------------------------


def imported(tmp_path: Path, phrases: str) -> Any:
    (tmp_path / "mine.cat").write_bytes(catalogue(power("Active", "WALTZ", "Waltz with this character.", "1")))
    (tmp_path / "mine.toml").write_text(phrases, encoding="utf-8")
    files = {name: str(tmp_path / name) for name in ("mine.cat", "mine.toml", "mine.json")}
    told = ["import", files["mine.cat"], "--out", files["mine.json"], "--phrases", files["mine.toml"]]
    return CliRunner().invoke(main, told)


def test_the_command_takes_phrases_of_ones_own(tmp_path: Path) -> None:
    waltz = '{ says = "waltz with <who>", means = { do = "heal", who = "<who>" } }'
    done = imported(tmp_path, f"[templates]\neffect = [{waltz}]")
    assert done.exit_code == 0, done.output
    assert "active: 1: 1 program, 0 partly, 0 by hand" in done.output
    written = json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))
    assert written["characters"][0]["healthy"]["superpowers"][0]["effects"] == [{"do": "heal", "who": "self"}]


@pytest.mark.parametrize(
    ("phrases", "said"),
    [
        ('[templates]\neffect = [{ says = "waltz with <whom>" }]', "<whom>|'whom'"),
        ("[template]", "did you mean 'templates'"),
        ("templates = [", "mine.toml"),
    ],
)
def test_a_file_that_is_no_phrasebook_is_refused(phrases: str, said: str, tmp_path: Path) -> None:
    done = imported(tmp_path, phrases)
    assert done.exit_code != 0
    assert re.search(said, done.output)


# Rosters ----------------------------------------------------------------------------------------------------


def roster(*names: str) -> bytes:
    chosen = "".join(
        f'<selection name="{name}" type="model"><profiles>{face("Healthy")}</profiles></selection>' for name in names
    )
    tactic = profile("Team Tactics", "PEP TALK")
    card = f'<selection name="PEP TALK" type="upgrade"><profiles>{tactic}</profiles></selection>'
    return f"""<roster gameSystemName="Marvel Crisis Protocol" xmlns="http://www.battlescribe.net/schema/rosterSchema">
<forces><force><selections>{chosen}{card}</selections></force></forces></roster>""".encode()


def packed(*files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number, data in enumerate(files):
            archive.writestr(f"{number}.ros", data)
    return out.getvalue()


@pytest.mark.parametrize("pack", [bytes, packed])
def test_a_roster_becomes_the_squads_of_both_players(pack: Any) -> None:
    found = RosterFile().read(pack(roster("DEMO HERO (Jane Demo)", "OTHER ONE (Joe Demo)")))
    squad = {"characters": ["demo-hero", "other-one"], "tactics": ["pep-talk"]}
    assert (found.kind, found.data) == ("setup", {"squads": [squad, squad]})
    assert any("no whole roster" in note for note in found.left_out)


def test_archives_with_more_than_a_roster_are_refused() -> None:
    with pytest.raises(ContentError, match="2 files"):
        RosterFile().read(packed(b"<roster/>", b"<roster/>"))
    with pytest.raises(ContentError, match="cannot be read"):
        RosterFile().read(b"PK\x03\x04 and nothing")


def test_formats_know_their_files() -> None:
    assert CatalogueFile().recognizes("a.cat", catalogue()[:300])
    assert RosterFile().recognizes("a.ros", roster("A")[:300])
    assert RosterFile().recognizes("a.rosz", packed(roster("A"))[:300])
    assert not RosterFile().recognizes("a.rosz", packed(roster("A").replace(b"Marvel Crisis", b"Another"))[:300])
    assert not CatalogueFile().recognizes("a.ros", roster("A")[:300])


@real
def test_the_program_plays_most_of_the_real_texts() -> None:
    """More than 90, 75 and 70 of 100: the floors only ever rise."""
    found = figures(REAL)
    assert found.lines >= 0.93
    assert found.superpowers >= 0.76
    assert found.characters >= 0.704


def test_dice_of_allies_are_rerolled_by_who_stands_near_them() -> None:
    text = (
        "This character and allied characters within {RNG} 2 of it may reroll one die in their attack or defense rolls."
    )
    found = superpower("Innate", text)
    (test,) = found["effects"]
    assert (found["when"], found["range"]) == ("allied dice", 2)
    assert test["then"] == [{"do": "reroll", "who": "chosen", "amount": 1}]


def test_damage_of_every_source_is_reduced() -> None:
    text = "When this character would suffer {DMG}, reduce the amount suffered by 1, to a minimum of 1."
    assert superpower("Innate", text)["does"] == [{"modifies": "damage suffered", "by": -1}]
