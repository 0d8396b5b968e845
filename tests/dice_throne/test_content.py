"""The heroes, cards and status effects that come with the package, and what the loader refuses."""

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.resources import as_file, files
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from rulewright import new_game
from rulewright.content import load_pack
from rulewright.problems import ContentError
from rulewright.rules import Ledger
from rulewright.vocabulary import walk
from rulewright_dice_throne.cards.content import Content, load_content
from rulewright_dice_throne.cards.models import Card, CompanionDef, Hero, PassiveLevel, Row, Status, Variant
from rulewright_dice_throne.dice.requirements import is_achievable, read_requirement
from rulewright_dice_throne.effects.health import Damage, Redirect
from rulewright_dice_throne.effects.lexicon import LEXICON
from rulewright_dice_throne.ruleset import RULESET

from .table import HEROES

SHARED = Path(__file__).parents[2] / ".." / "shared" / "data" / "dice-throne"


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the packaged content that a test may damage."""
    with as_file(files("rulewright_dice_throne") / "content") as packaged:
        shutil.copytree(packaged, tmp_path / "content")
    return tmp_path / "content"


def oracle(name: str) -> Any:
    """A file of the shared test data; the test is skipped where there is none."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"no shared test data: {name}")
    return json.loads(path.read_text(encoding="utf-8"))


def rows_of(hero: Hero) -> Iterator[Row]:
    return (model for _, model in walk(hero) if isinstance(model, Row))


def plain(name: str) -> str:
    """A name as two sources agree on it: letters and digits only."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


# What comes with the package --------------------------------------------------------------------------------


def test_the_heroes_load_with_the_common_cards(content: Content) -> None:
    assert set(content.heroes) >= {"barbarian", "gunslinger"}
    assert len(content.cards) == 18


def test_the_files_of_heroes_are_called_like_the_heroes(content: Content) -> None:
    assert set(content.heroes) == set(HEROES)


@pytest.mark.rule("dice_throne:setup.deck", 1)
@pytest.mark.rule("dice_throne:field.deck", 1, 2)
@pytest.mark.parametrize("hero", HEROES)
def test_a_deck_holds_33_cards_of_which_18_are_common(content: Content, hero: str) -> None:
    deck = content.deck_of(hero)
    own = [card for card in deck if card not in content.cards]
    upgrades = [card for card in own if content.card(hero, card).kind == "upgrade"]

    assert (len(deck), len(own)) == (33, 15)
    assert 8 <= len(upgrades) <= 11
    for card in (content.card(hero, name) for name in deck):
        assert set(card.name.words) == {"en", "zh"} and all(card.name.words.values())
        assert (card.cost >= 0, card.kind in ("main", "roll", "instant", "upgrade")) == (True, True)
    assert {content.card(hero, name).attack_modifier for name in deck} <= {True, False}


@pytest.mark.rule("dice_throne:field.board", 1, 4)
@pytest.mark.parametrize("hero", HEROES)
def test_a_board_has_six_or_seven_offensive_abilities_a_defence_or_two_and_an_ultimate(
    content: Content, hero: str
) -> None:
    abilities = content.heroes[hero].abilities
    kinds = Counter(ability.kind for ability in abilities)
    upgraded = {card.upgrade.ability for card in content.heroes[hero].cards if card.kind == "upgrade" and card.upgrade}

    assert 6 <= kinds["offensive"] <= 8
    assert 1 <= kinds["defensive"] <= 2
    assert (kinds["ultimate"], kinds["passive"] <= 1) == (1, True)
    assert upgraded <= {ability.id for ability in abilities}
    asked = {key for a in abilities if a.kind == "offensive" for key in _asked(a)}
    assert {"symbols", "small", "large"} <= asked


def _asked(ability: Any) -> Iterator[str]:
    """What the rows of an ability at level I ask for: symbols, numbers, or which straight."""
    for variant in ability.levels[1].variants:
        for row in variant.rows:
            for key, value in row.requires.model_dump(exclude_none=True).items():
                yield value if key == "straight" else key


LAYOUTS = {
    "barbarian": "111223", "gunslinger": "111223", "monk": "112334", "moon-elf": "111223", "ninja": "111223",
    "paladin": "112234", "pyromancer": "111234", "shadow-thief": "112234", "samurai": "111223", "huntress": "112234",
}  # fmt: skip
"""Which faces show the same symbol."""


@pytest.mark.rule("dice_throne:field.dice", 2, 3, 4)
@pytest.mark.parametrize("hero", sorted(set(LAYOUTS) & set(HEROES)))
def test_a_die_has_one_symbol_on_each_of_six_faces(content: Content, hero: str) -> None:
    faces = content.heroes[hero].die.faces
    symbols = list(dict.fromkeys(faces))

    assert "".join(str(symbols.index(face) + 1) for face in faces) == LAYOUTS[hero]
    assert set(symbols) == set(content.heroes[hero].die.symbols)


@pytest.mark.parametrize("hero", HEROES)
def test_a_board_has_offensive_defensive_and_ultimate_abilities(content: Content, hero: str) -> None:
    kinds = [ability.kind for ability in content.heroes[hero].abilities]

    assert kinds.count("offensive") >= 6
    assert kinds.count("ultimate") == 1
    assert 1 <= kinds.count("defensive") <= 2


@pytest.mark.rule("dice_throne:field.ultimate", 1)
@pytest.mark.parametrize("hero", HEROES)
def test_the_ultimate_asks_for_five_of_the_top_symbol(content: Content, hero: str) -> None:
    sheet = content.heroes[hero]
    ultimate = next(ability for ability in sheet.abilities if ability.kind == "ultimate")
    row = ultimate.levels[1].variants[0].rows[0]

    assert row.requires.model_dump() == {"symbols": {sheet.die.faces[5]: 5}}
    types = [effect.type for effect in row.effects if isinstance(effect, Damage)]
    assert types[0] == "ultimate"
    assert set(types) <= {"ultimate", "collateral"}


@pytest.mark.rule("dice_throne:4.4.unstoppable", 1)
@pytest.mark.parametrize("hero", HEROES)
def test_nothing_that_a_hero_can_do_is_as_rare_as_the_ultimate(content: Content, hero: str) -> None:
    sheet = content.heroes[hero]
    throws = list(combinations_with_replacement(range(1, 7), 5))
    shown = {
        ability.id: sum(any(row.met(throw, sheet.die.faces) for row in _rows(ability)) for throw in throws)
        for ability in sheet.abilities
        if ability.kind in ("offensive", "ultimate")
    }
    (ultimate,) = (ability.id for ability in sheet.abilities if ability.kind == "ultimate")

    assert [name for name, count in shown.items() if count <= shown[ultimate]] == [ultimate]


def _rows(ability: Any) -> list[Any]:
    """What the rows of an ability at level I ask for."""
    variants = ability.levels[1].variants
    return [read_requirement(row.requires.model_dump()) for variant in variants for row in variant.rows]


LIMITS = {
    "positive": {"evasive": 3, "protect": 1, "chi": 5, "accuracy": 1, "crit": 1, "cleanse": 3},
    "negative": {
        "poison": 3, "burn": 1, "knockdown": 1, "concussion": 1, "entangle": 1, "blind": 1, "targeted": 1, "stun": 1,
    },
}  # fmt: skip
"""How many tokens of the common status effects a hero may hold; Protect as the status list has it."""


@pytest.mark.rule("dice_throne:field.status-positive")
@pytest.mark.rule("dice_throne:field.status-negative", 1, 2, 3, 4, 5, 6, 7, 8)
def test_the_common_status_effects_have_their_stack_limits(content: Content) -> None:
    found = [content.statuses[name] for name in (*LIMITS["positive"], *LIMITS["negative"])]

    for polarity, limits in LIMITS.items():
        assert {one.id: one.stack_limit for one in found if one.polarity == polarity} == limits
    assert all(one.kind == "spendable" for one in found if one.polarity == "positive")
    assert all(one.kind == "persistent" for one in found if one.polarity == "negative")


@pytest.mark.rule("dice_throne:7.1.normal", 1)
def test_no_other_type_of_damage_is_as_common_as_normal_damage(content: Content) -> None:
    every = (part for hero in content.heroes.values() for _, part in walk(hero) if isinstance(part, Damage))
    (most, count), *others = Counter(part.type for part in every).most_common()

    assert most == "normal"
    assert all(other < count for _, other in others)


@pytest.mark.parametrize("hero", HEROES)
def test_five_dice_can_show_every_requirement(content: Content, hero: str) -> None:
    sheet = content.heroes[hero]

    assert all(is_achievable(read_requirement(row.requires.model_dump()), sheet.die.faces) for row in rows_of(sheet))


@pytest.mark.parametrize("hero", HEROES)
def test_tiers_stand_in_rising_order(content: Content, hero: str) -> None:
    """The dice of a higher tier satisfy every lower one, or the highest could not be found from the end."""
    sheet = content.heroes[hero]
    for _, variant in walk(sheet):
        if isinstance(variant, Variant):
            tiers = [read_requirement(row.requires.model_dump()) for row in variant.rows]
            for values in combinations_with_replacement(range(1, 7), 5):
                met = [tier.met(values, sheet.die.faces) for tier in tiers]
                assert met == sorted(met, reverse=True), variant.id


def test_every_upgrade_card_has_its_level_and_every_level_its_card(content: Content) -> None:
    for hero in content.heroes.values():
        levels = {(ability.id, level) for ability in hero.abilities for level in ability.levels if level > 1}
        cards = {(card.upgrade.ability, card.upgrade.level) for card in hero.cards if card.upgrade}
        assert cards == levels


def test_upgrades_to_a_higher_level_cost_more(content: Content) -> None:
    for hero in content.heroes.values():
        cost = {(card.upgrade.ability, card.upgrade.level): card.cost for card in hero.cards if card.upgrade}
        assert all(cost[ability, 2] < cost[ability, 3] for ability, level in cost if level == 3)


def test_everything_says_where_it_is_from(content: Content) -> None:
    assert all(hero.sources for hero in content.heroes.values())
    assert all(entry.source for entry in (*content.cards.values(), *content.statuses.values()))


def test_names_are_in_both_languages(content: Content) -> None:
    names = [
        model.name
        for entry in (*content.heroes.values(), *content.cards.values(), *content.statuses.values())
        for _, model in walk(entry)
        if isinstance(model, Hero | Card | Status)
    ]
    chinese = re.compile(r"[\u4e00-\u9fff]|^666！$")

    assert all(chinese.search(name.zh) and not chinese.search(name.en) for name in names)


def test_the_ledger_reads_and_has_every_entry_of_the_catalogue() -> None:
    ledger = Ledger.load(files("rulewright_dice_throne") / "rules.toml", "dice_throne")

    assert len(ledger) == 170
    assert ledger["10.2.example"].note


def test_everything_is_found_again_after_a_trip_through_json(content: Content) -> None:
    for hero in content.heroes.values():
        assert Hero.model_validate_json(hero.model_dump_json(), context=LEXICON) == hero


# Numbers against sources of others --------------------------------------------------------------------------


def slots_shown(slots: list[str], values: tuple[int, ...]) -> bool:
    """Whether each slot (the numbers that it takes) finds a die of its own."""
    if not slots:
        return True
    return any(
        slots_shown(slots[1:], values[:at] + values[at + 1 :])
        for at, value in enumerate(values)
        if str(value) in slots[0]
    )


def test_level_one_of_the_barbarian_agrees_with_roll_tree(content: Content) -> None:
    barbarian = content.heroes["barbarian"]
    rows = {
        (plain(ability.name.en), str(index + 3) if len(variant.rows) > 1 else ""): row
        for ability in barbarian.abilities
        if ability.kind in ("offensive", "ultimate")
        for variant in ability.levels[1].variants
        for index, row in enumerate(variant.rows)
    }
    for goal in oracle("roll-tree-heroes/barbarian.json")["objectives"]:
        name, _, tier = goal["name"].partition(" (")
        row = rows.pop((plain(name), tier.rstrip(")")))
        requirement = read_requirement(row.requires.model_dump())
        shown = {
            values
            for values in combinations_with_replacement(range(1, 7), 5)
            if requirement.met(values, barbarian.die.faces)
        }
        assert shown == throws_of(goal["notation"]), goal["name"]
        if name != "Overpower":  # three dice; the source has their mean
            fixed = [e.amount for e in row.effects if isinstance(e, Damage) and e.to == "target"]
            assert sum(int(str(amount)) for amount in fixed) == goal.get("damage", 0), goal["name"]
    assert not rows


def throws_of(notation: str) -> set[tuple[int, ...]]:
    """The throws, sorted, that a goal in the notation of roll-tree accepts."""
    throws = combinations_with_replacement(range(1, 7), 5)
    if notation in ("SmallStraight", "LargeStraight"):
        length = 4 if notation == "SmallStraight" else 5
        runs = [set(range(low, low + length)) for low in range(1, 8 - length)]
        return {values for values in throws if any(run <= set(values) for run in runs)}
    slots = [group.strip("()") for group in re.findall(r"\(\d+\)|\d", notation)]
    return {values for values in throws if slots_shown(slots, values)}


KINDS = {
    "HERO_UPGRADE": "upgrade",
    "MAIN_PHASE_ACTION": "main",
    "ROLL_PHASE_ACTION": "roll",
    "INSTANT_ACTION": "instant",
}
EDITED_NAMES = {"sturdyblow11": "sturdyblowii", "sturdyblowii": "sturdyblowiii"}  # the source has II twice


@pytest.mark.parametrize("name", ["Barbarian", "Monk", "Moon Elf", "Paladin", "Pyromancer"])
def test_the_cards_of_a_hero_agree_with_selliott(content: Content, name: str) -> None:
    own = {plain(card.name.en): (card.cost, card.kind) for card in content.heroes[name.lower().replace(" ", "-")].cards}
    if "warmup" in own:
        own["warmup"] = (0, "upgrade")  # a slip of the source: a main phase card
    source = {
        EDITED_NAMES.get(plain(card["name"]), plain(card["name"])): (card["cost"], KINDS[card["type"]])
        for card in oracle(f"selliott/DTCards{name.replace(' ', '')}.json")
    }

    assert own == source


def test_the_common_cards_agree_with_selliott(content: Content) -> None:
    own = {plain(card.name.en): (card.cost, card.kind) for card in content.cards.values()}
    source = {plain(card["name"]): (card["cost"], KINDS[card["type"]]) for card in oracle("selliott/DTCardsHero.json")}

    assert own == source


def test_the_die_of_the_barbarian_agrees_with_selliott(content: Content) -> None:
    (barbarian,) = oracle("selliott/character.json")
    faces = tuple(face.removeprefix("BARBARIAN_").lower() for face in barbarian["dice"])

    assert content.heroes["barbarian"].die.faces == faces


def test_stack_limits_agree_with_selliott(content: Content) -> None:
    limits = {
        plain(token["name"]): token["stackLimit"]
        for name in ("Neg", "Pos", "Unique")
        for token in oracle(f"selliott/DTStatEff{name}.json")
    }

    ours = {status.id: status for status in content.statuses.values()}
    ours.pop("back-strike")  # of the two tokens called Retribution the list has that of the Paladin

    assert all(limits[plain(status.name.en)] == status.stack_limit for status in ours.values())


# The vocabulary serves other heroes -------------------------------------------------------------------------

NAME = {"en": "Example", "zh": "例"}
STATUSES_OF_OTHERS: dict[str, dict[str, Any]] = {
    "accuracy": {
        "kind": "spendable", "polarity": "positive", "stack_limit": 1,
        "uses": [{"windows": ["offensive_roll_end"], "effects": [{"do": "undefendable"}]}],
    },
    "back-strike": {
        "kind": "spendable", "polarity": "positive", "stack_limit": 1,
        "uses": [{"windows": ["attacked"], "effects": [
            {"do": "roll", "then": [{"do": "damage", "amount": {"half": "roll"}, "to": "attacker"}]}
        ]}],
    },
    "blessing-of-divinity": {
        "kind": "unique", "polarity": "positive", "stack_limit": 1, "removable": False, "transferable": False,
        "triggers": [{"when": "defeated", "effects": [
            {"do": "remove_status", "status": "blessing-of-divinity"}, {"do": "set_health", "amount": 1}
        ]}],
    },
    "blind": {
        "kind": "persistent", "polarity": "negative", "stack_limit": 1,
        "triggers": [{"when": "offensive_roll_end", "effects": [
            {"do": "remove_status", "status": "blind"},
            {"do": "roll", "on": {"1-2": [{"do": "cancel_attack"}]}},
        ]}],
    },
    "chi": {
        "kind": "spendable", "polarity": "positive", "stack_limit": 5,
        "uses": [
            {"windows": ["damage_incoming"], "tokens": "any",
             "effects": [{"do": "prevent", "amount": "spent"}]},
            {"windows": ["attacking"], "tokens": "any", "attack_modifier": True, "not_on_turn_gained": True,
             "effects": [{"do": "modify_attack", "add": "spent"}]},
        ],
    },
    "crit": {
        "kind": "spendable", "polarity": "positive", "stack_limit": 1,
        "uses": [{"windows": ["attacking"], "test": {"amount": "attack_damage", "at_least": 5},
                  "attack_modifier": True, "effects": [{"do": "modify_attack", "add": 4}]}],
    },
    "entangle": {
        "kind": "persistent", "polarity": "negative", "stack_limit": 1,
        "triggers": [
            {"when": "before_offensive_roll", "effects": [{"do": "fewer_rolls"}]},
            {"when": "roll_phase_end", "effects": [{"do": "remove_status", "status": "entangle"}]},
        ],
    },
    "fire-mastery": {
        "kind": "unique", "polarity": "positive", "stack_limit": 5,
        "triggers": [{"when": "upkeep", "effects": [{"do": "remove_status", "status": "fire-mastery"}]}],
    },
    "life-siphon": {
        "kind": "unique", "polarity": "positive", "stack_limit": 2,
        "triggers": [{"when": "attacking", "effects": [{"do": "steal", "what": "health", "amount": 1}]}],
    },
    "poison": {
        "kind": "persistent", "polarity": "negative", "stack_limit": 3,
        "triggers": [{"when": "upkeep", "effects": [
            {"do": "damage", "amount": {"tokens": "poison"}, "type": "pure", "to": "self"}
        ]}],
    },
    "shadows": {
        "kind": "unique", "polarity": "positive", "stack_limit": 1, "forbids": ["defence"],
        "triggers": [
            {"when": "damage_incoming", "test": {"attack": "any"},
             "effects": [{"do": "prevent", "fraction": "all"}]},
            {"when": "turn_end", "effects": [{"do": "remove_status", "status": "shadows"}]},
        ],
    },
    "shame": {
        "kind": "persistent", "polarity": "negative", "stack_limit": 2,
        "triggers": [{"when": "attacking", "effects": [
            {"do": "modify_attack", "add": -1}, {"do": "remove_status", "status": "shame"}
        ]}],
    },
}  # fmt: skip
EFFECTS_OF_OTHERS: dict[str, dict[str, Any]] = {
    "spend CP as desired": {"do": "pay", "cost": {"cp": "any"}, "then": [
        {"do": "gain", "status": "fire-mastery", "amount": "paid"}]},
    "gain up to the limit": {"do": "gain", "status": "fire-mastery", "amount": {"limit_of": "fire-mastery"}},
    "take a token off, or hurt": {"do": "try", "effects": [{"do": "remove_status", "of": "target"}],
        "otherwise": [{"do": "damage", "amount": 2}]},
    "one more token may lie there": {"do": "raise_limit", "status": "chi"},
    "discard, and draw more in the shadows": {"do": "additionally", "effects": [
        {"do": "discard", "of": {"choose": "opponent"}, "how": "random"},
        {"do": "if", "test": {"has": "shadows"}, "then": [{"do": "draw", "amount": 2}],
         "otherwise": [{"do": "draw"}]}]},
    "a bow or not": {"do": "may", "effects": [{"do": "lose_cp", "amount": 2, "to": "self"}]},
    "heal what was dealt": {"do": "after_damage", "effects": [{"do": "heal", "amount": "damage_dealt"}]},
    "a bigger hand for a while": {
        "do": "change_rules", "changes": [{"rule": "hand limit", "by": 2}, {"rule": "dice", "to": 4}], "of": "self",
        "until": "end_of_game",
    },
    "no cards for a while": {"do": "forbid", "what": ["cards"], "until": "end_of_roll_phase"},
    "the animal takes it": {"do": "redirect", "companion": "nyra"},
    "the animal wakes": {"do": "companion", "companion": "nyra", "change": "activate"},
    "an upgrade from the deck": {"do": "search", "kind": "upgrade"},
    "two dice, one counts": {"do": "roll", "dice": 2, "then": [
        {"do": "modify_attack", "add": {"best_die": "chosen"}}]},
    "fewer than three attempts": {"do": "if", "test": {"all": [
        {"amount": "attempts", "at_most": 2}, {"turn": "own"}, {"none": [{"start_player": True}]}]},
        "then": [{"do": "gain", "status": "honor"}]},
    "a token or another": {"do": "choose", "options": [
        {"effects": [{"do": "gain", "status": "evasive"}]},
        {"effects": [{"do": "gain", "status": "cleanse"}]}]},
}  # fmt: skip


@pytest.mark.parametrize("status", STATUSES_OF_OTHERS)
def test_status_effects_of_other_heroes_can_be_said(status: str) -> None:
    assert LEXICON.read(Status, {"id": status, "name": NAME, **STATUSES_OF_OTHERS[status]}).id == status


@pytest.mark.parametrize("effect", EFFECTS_OF_OTHERS.values(), ids=EFFECTS_OF_OTHERS)
def test_effects_of_other_heroes_can_be_said(effect: dict[str, Any]) -> None:
    assert type(LEXICON.effect(effect)) is LEXICON.verbs[effect["do"]]


def test_a_passive_with_a_price_and_a_companion_with_health_can_be_said() -> None:
    tithes = {"windows": ["main_phase"], "cost": {"cp": 3}, "effects": [{"do": "draw"}]}
    nyra = {
        "id": "nyra", "name": NAME, "health": 7,
        "uses": [{"windows": ["damage_incoming"], "effects": [EFFECTS_OF_OTHERS["the animal takes it"]]}],
    }  # fmt: skip

    assert LEXICON.read(PassiveLevel, {"uses": [tithes]}).uses[0].cost is not None
    assert LEXICON.read(CompanionDef, nyra).health == 7


def test_every_verb_has_an_example(content: Content) -> None:
    models: list[Any] = [*content.heroes.values(), *content.cards.values(), *content.statuses.values()]
    models += [LEXICON.read(Status, {"id": id, "name": NAME, **s}) for id, s in STATUSES_OF_OTHERS.items()]
    models += [LEXICON.effect(effect) for effect in EFFECTS_OF_OTHERS.values()]
    models += [LEXICON.effect({"do": "by_hand", "text": "Whatever else a card says."})]
    used = {type(model) for entry in models for _, model in walk(entry)}

    assert [verb for verb, model in LEXICON.verbs.items() if model not in used] == []


# What is refused --------------------------------------------------------------------------------------------


def edit(file: Path, change: Callable[[Any], None]) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    change(data)
    file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")


def first_row(hero: Any) -> Any:
    return hero["abilities"][0]["levels"]["1"]["variants"][0]["rows"][0]


def misspell_verb(hero: Any) -> None:
    first_row(hero)["effects"][0]["do"] = "damge"


def misspell_key(hero: Any) -> None:
    first_row(hero)["effects"][0]["tpye"] = "pure"


def misspell_status(hero: Any) -> None:
    first_row(hero)["effects"].append({"do": "gain", "status": "evasiv"})


def misspell_symbol(hero: Any) -> None:
    first_row(hero)["requires"] = {"symbols": {"bulet": 3}}


def misspell_requirement(hero: Any) -> None:
    first_row(hero)["requires"] = {"strait": "small"}


def misspell_player(hero: Any) -> None:
    first_row(hero)["effects"][0]["to"] = "taget"


def misspell_amount(hero: Any) -> None:
    first_row(hero)["effects"][0]["amount"] = {"haff": "roll"}


def misspell_value(hero: Any) -> None:
    first_row(hero)["effects"][0]["amount"] = "damage_delt"


def misspell_branch(hero: Any) -> None:
    first_row(hero)["effects"].append({"do": "roll", "on": {"dahs": [{"do": "draw"}]}})


def misspell_ability(hero: Any) -> None:
    hero["cards"][0]["upgrade"]["ability"] = "revolvr"


@pytest.mark.parametrize(
    ("change", "wrong", "right"),
    [
        (misspell_verb, "damge", "damage"),
        (misspell_key, "tpye", "type"),
        (misspell_status, "evasiv", "evasive"),
        (misspell_symbol, "bulet", "bullet"),
        (misspell_requirement, "strait", "straight"),
        (misspell_player, "taget", "target"),
        (misspell_amount, "haff", "half"),
        (misspell_value, "damage_delt", "damage_dealt"),
        (misspell_branch, "dahs", "dash"),
        (misspell_ability, "revolvr", "revolver"),
    ],
)
def test_a_misspelt_name_is_refused_with_its_place_and_the_nearest_one(
    folder: Path, change: Callable[[Any], None], wrong: str, right: str
) -> None:
    edit(folder / "heroes" / "gunslinger.json", change)

    with pytest.raises(ContentError) as caught:
        load_content(folder)

    problem = str(caught.value.problems[0])
    assert problem.startswith("heroes/gunslinger.json: gunslinger: ")
    assert wrong in problem
    assert f"did you mean '{right}'" in problem


def test_one_mistake_is_one_problem(folder: Path) -> None:
    edit(folder / "heroes" / "gunslinger.json", misspell_verb)

    with pytest.raises(ContentError) as caught:
        load_content(folder)

    assert len(caught.value.problems) == 1


def test_a_misspelt_status_on_a_common_card_is_refused(folder: Path) -> None:
    wrong = {"do": "inflict", "status": "knokdown"}
    edit(folder / "cards" / "common.json", lambda cards: cards[0]["effects"].append(wrong))

    with pytest.raises(ContentError, match=r"cards/common\.json: transference: .*knokdown.*'knockdown'"):
        load_content(folder)


def drop_card(hero: Any) -> None:
    del hero["cards"][-1]


def drop_upgrade(hero: Any) -> None:
    hero["cards"][0]["upgrade"]["level"] = 3


def ask_the_impossible(hero: Any) -> None:
    first_row(hero)["requires"] = {"symbols": {"bullet": 4, "dash": 2}}


def name_twice(hero: Any) -> None:
    hero["abilities"][1]["id"] = "revolver"


def leave_a_level_out(hero: Any) -> None:
    levels = hero["abilities"][0]["levels"]
    levels["3"] = levels.pop("2")


def forget_a_symbol(hero: Any) -> None:
    hero["die"]["faces"][5] = "skull"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (drop_card, "deck: found 32 cards, expected 33 cards"),
        (drop_upgrade, "an upgrade of 'revolver' to level 3, expected a level that the board has"),
        (drop_upgrade, r"abilities\.revolver\.levels\.2: found no card, expected one upgrade card"),
        (ask_the_impossible, r"rows\[0\]\.requires: .*expected what five dice can show"),
        (name_twice, "'revolver' 2 times, expected an id of its own"),
        (leave_a_level_out, "levels: found 1, 3, expected levels from 1 on without a gap"),
        (forget_a_symbol, "die.faces: found 'skull'"),
    ],
)
def test_a_hero_that_does_not_hold_together_is_refused(
    folder: Path, change: Callable[[Any], None], problem: str
) -> None:
    edit(folder / "heroes" / "gunslinger.json", change)

    with pytest.raises(ContentError, match=problem):
        load_content(folder)


@pytest.fixture
def packaged(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the packaged content that is taken for that of the package."""
    monkeypatch.setattr("rulewright.content.load_package", lambda _, *given: load_pack(folder, *given))
    return folder


@pytest.mark.parametrize(
    "change",
    [
        misspell_verb, misspell_status, misspell_symbol, misspell_player, misspell_ability, drop_card, drop_upgrade,
        ask_the_impossible, name_twice, leave_a_level_out, forget_a_symbol,
    ],
)  # fmt: skip
def test_a_wrong_hero_of_the_package_is_refused_before_it_is_played(
    packaged: Path, change: Callable[[Any], None]
) -> None:
    edit(packaged / "heroes" / "gunslinger.json", change)

    with pytest.raises(ContentError, match=r"heroes/gunslinger\.json: gunslinger: "):
        new_game(RULESET.freeze(), {"heroes": ("barbarian", "gunslinger")}, seed=1)


def test_who_does_not_play_a_wrong_hero_of_the_package_can_play(packaged: Path) -> None:
    edit(packaged / "heroes" / "gunslinger.json", ask_the_impossible)
    rules = RULESET.freeze()

    for _ in range(2):
        assert new_game(rules, {"heroes": ("barbarian", "monk")}, seed=1).request is not None
        with pytest.raises(ContentError, match="expected what five dice can show"):
            new_game(rules, {"heroes": ("barbarian", "gunslinger")}, seed=1)


def test_all_heroes_of_the_package_hold_together(content: Content) -> None:
    content.check(content.heroes)


def test_what_is_added_is_checked_with_all_that_it_is_added_to(packaged: Path, tmp_path: Path) -> None:
    edit(packaged / "heroes" / "gunslinger.json", ask_the_impossible)
    (tmp_path / "more").mkdir()

    with pytest.raises(ContentError, match="expected what five dice can show"):
        load_content(None, tmp_path / "more")


@pytest.mark.parametrize(
    "effect",
    [
        {"do": "prevent"},
        {"do": "prevent", "amount": 1, "fraction": "half"},
        {"do": "change_die"},
        {"do": "roll", "dice": 1},
        {"do": "roll", "otherwise": [{"do": "draw"}]},
        {"do": "pay", "cost": {}},
        {"do": "choose", "options": [{"effects": [{"do": "draw"}]}]},
        {"do": "damage", "amount": True},
        {"do": "if", "test": {"amount": "roll"}, "then": [{"do": "draw"}]},
    ],
)
def test_half_an_effect_is_refused(effect: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        LEXICON.effect(effect)


@pytest.mark.parametrize(
    "card",
    [
        {"kind": "upgrade", "cost": 1, "effects": [{"do": "draw"}]},
        {"kind": "main", "cost": 1},
        {"kind": "main", "cost": 16, "effects": [{"do": "draw"}]},
        {"kind": "main", "cost": 1, "upgrade": {"ability": "smack", "level": 2}, "effects": [{"do": "draw"}]},
    ],
)
def test_a_card_is_an_upgrade_or_an_action_with_a_price_that_can_be_paid(card: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        LEXICON.read(Card, {"id": "example", "name": NAME, **card})


@pytest.mark.parametrize("kind", ["spendable", "persistent"])
def test_a_status_effect_that_does_nothing_is_refused(kind: str) -> None:
    with pytest.raises(ValidationError):
        LEXICON.read(Status, {"id": "dud", "name": NAME, "kind": kind, "polarity": "negative", "stack_limit": 1})


def test_as_much_as_the_player_says_is_taken_by_a_companion_only() -> None:
    taken = LEXICON.effect({"do": "redirect", "companion": "nyra", "amount": "any"})
    assert isinstance(taken, Redirect) and taken.amount == "any"
    with pytest.raises(ValidationError, match='amount "any" is said of what a companion takes'):
        LEXICON.read(Redirect, {"do": "redirect", "to": "target", "amount": "any"})


def test_a_model_is_compiled_when_content_of_its_kind_is_read_and_its_parts_with_it() -> None:
    """A hundred models would each be compiled with all its parts: half of the time to a game's first question."""
    code = (
        "from rulewright.vocabulary import ContentModel\n"
        "from rulewright_dice_throne.cards import content, models\n"
        "done = lambda: {m.__name__ for m in vars(models).values() if isinstance(m, type)"
        " and issubclass(m, ContentModel) and m.__module__ == models.__name__ and m.__pydantic_complete__}\n"
        "before = done(); content.load_content(); print(*before, '|', *sorted(done()))"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    before, _, after = (part.split() for part in told.partition("|"))
    assert len(before) < 5 and {"Card", "Hero", "Status"} <= {*after} and len(after) < 12
