"""What players own: catalogues become content, rule by rule, and nothing is skipped in silence."""

import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.problems import ContentError
from rulewright_crisis_protocol.book import load_book
from rulewright_crisis_protocol.importing.cards import titled
from rulewright_crisis_protocol.importing.catalogue import Catalogue
from rulewright_crisis_protocol.importing.formats import CatalogueFile
from rulewright_crisis_protocol.importing.names import Ids, slug
from rulewright_crisis_protocol.importing.rules import triggered
from rulewright_crisis_protocol.importing.xml import read_xml

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


def test_of_several_forms_the_first_is_taken_and_the_rest_is_named() -> None:
    forms = [face(f"{form} - {side}") for form in (" NORMAL", "TINY") for side in ("Healthy", "Injured")]
    found = read(*forms, attack("NORMAL - POKE"), attack("TINY - STING", "- Sing."))
    (one,) = found.characters
    assert [each["name"]["en"] for each in one["healthy"]["attacks"]] == ["Poke"]
    assert any("tiny" in note for note in found.notes)
    assert [(each.name, each.played) for each in found.grades] == [("Sting", "by hand")]


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


@real
def test_the_real_catalogue_is_content() -> None:
    found = Catalogue(read_xml(REAL.read_bytes()))
    assert (len(found.characters), len(found.tactics), len(found.crises)) == (198, 331, 25)
