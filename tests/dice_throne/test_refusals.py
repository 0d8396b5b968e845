"""What cannot be done now is refused by the rule that forbids it, in both languages."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from rulewright import Ledger, Refused, new_game, rules_for
from rulewright_dice_throne.book import wording
from rulewright_dice_throne.playing import FORBIDDEN_BY
from rulewright_dice_throne.ruleset import RULESET
from rulewright_dice_throne.state import HAND
from rulewright_dice_throne.status_effects.spending import USE_FORBIDDEN_BY
from tests.dice_throne.table import NOTHING, Table, card, invent, offence, passive, rule, sit, status

CUT = offence("cut", {"do": "damage", "amount": 3})
LUCK = status("luck", kind="spendable", polarity="positive", uses=[{"windows": ["upkeep"], "effects": [
    {"do": "gain_cp", "amount": 1}]}])  # fmt: skip


def stepped(level: int = 2) -> Any:
    """The ability with further levels that are all like the first."""
    first = offence("cut", {"do": "damage", "amount": 3})
    return {**first, "levels": {str(one): first["levels"]["1"] for one in range(1, level + 1)}}


def upgrade(level: int, cost: int) -> Any:
    """A card that raises it."""
    raised = {"ability": "cut", "level": level}
    return {"id": f"cut-{level}", "kind": "upgrade", "cost": cost, "upgrade": raised}


def raising() -> Table:
    """An upgrade of 9 CP over one of 1, in the hand of someone with 3."""
    rules = invent([stepped(3)], [upgrade(2, 1), upgrade(3, 9)])
    seat = {"cp": 2, "hand": ("cut-3",), "levels": {"cut": 2}}
    return sit(seat, heroes=("tester", "barbarian"), rules=rules).until(window="main actions")


def refusal(table: Table, answer: Any) -> Refused:
    """How an answer is refused."""
    with table.refused() as refused:
        table.answer(answer)
    return refused.value


@rule("5.2.roll-phase")
def test_a_roll_card_in_the_main_phase_is_refused_by_the_rule_of_roll_cards() -> None:
    refused = refusal(sit({"cp": 9, "hand": ("so-wild",)}).until(window="main actions"), ("play", "so-wild"))

    assert str(refused) == ("So Wild! is a Roll Phase Action card: it is played in roll phases only [5.2.roll-phase]")
    assert refused.told("zh").endswith("是掷骰阶段行动牌：只能在掷骰阶段打出 [5.2.roll-phase]")


@rule("5.2.main-phase")
@rule("5.1.timing")
def test_main_cards_and_upgrades_outside_ones_main_phases_are_refused_by_their_rules() -> None:
    table = sit({"cp": 9, "hand": ("vegas-baby", "revolver-2", "getting-paid")}, dice=[NOTHING])
    table.until(window="end of income", player=0)
    assert refusal(table, ("play", "vegas-baby")).rule == "5.2.main-phase"
    assert refusal(table, ("play", "revolver-2")).rule == "5.1.timing"
    refused = refusal(table, ("sell", "vegas-baby"))
    assert str(refused) == "this is not the moment for that [3.3.sell]"


def test_a_price_besides_cp_that_cannot_be_paid_is_named() -> None:
    rite = card("rite", {"do": "draw"}, price={"health": 3})
    table = sit({"hand": ("rite",), "health": 3}, rules=invent([CUT], [rite]), heroes=("tester", "barbarian"))
    refused = refusal(table.until(window="main actions"), ("play", "rite"))

    assert refused.rule == "field.deck"
    assert refused.reason == "rite has a price besides CP that you cannot pay"


def test_a_token_that_forbids_upgrades_is_named() -> None:
    spell = status("spell", forbids=["upgrades"])
    hand = {"cp": 9, "hand": ("revolver-2",), "tokens": {"spell": 1}}
    table = sit(hand, rules=invent(statuses=[spell], besides=["gunslinger"])).until(window="main actions")

    assert "revolver-2" not in table.offered("play")
    assert str(refusal(table, ("play", "revolver-2"))) == "spell: no upgrades can be played [6.3.persistent]"


@rule("field.deck", 4)
@rule("5.1.cost", 2)
def test_what_costs_too_much_or_raises_no_level_is_refused() -> None:
    table = sit({"cp": 0, "hand": ("triple-up", "revolver-2")}).until(window="main actions")
    refused = refusal(table, ("play", "triple-up"))
    assert (refused.rule, refused.facts["cost"], refused.facts["cp"]) == ("field.deck", 2, 1)
    assert refusal(table, ("play", "revolver-2")).rule == "field.deck"
    refused = refusal(raising(), ("play", "cut-3"))
    assert (refused.rule, refused.facts["cost"], refused.facts["cp"]) == ("5.1.cost", 8, 3)
    table = sit({"cp": 9, "hand": ("revolver-2",), "levels": {"revolver": 2}}).until(window="main actions")
    assert refusal(table, ("play", "revolver-2")).rule == "5.1.permanent"


@rule("7.2.modifier-timing")
def test_a_card_without_object_moment_condition_or_attack_is_refused() -> None:
    gain = {"do": "gain_cp", "amount": 1}
    rules = invent([CUT], [
        card("rich", gain, kind="instant", play={"test": {"amount": "own_cp", "at_least": 15}}),
        card("late", gain, kind="instant", play={"phases": ["main_2"]}),
        card("struck", gain, kind="instant", play={"window": "attacked"}),
        card("more", {"do": "modify_attack", "add": 1}, kind="instant", attack_modifier=True),
    ])  # fmt: skip
    hand = ("rich", "late", "struck", "more")
    table = sit({"cp": 9, "hand": hand}, heroes=("tester", "barbarian"), rules=rules).until(window="main actions")
    refused = {one: refusal(table, ("play", one)) for one in hand}
    assert [one.violations[0].key for one in refused.values()] == [
        "condition", "card_phase", "not_the_moment", "no_attack",
    ]  # fmt: skip
    assert refused["more"].rule == "7.2.modifier-timing"
    table = sit({"cp": 9, "hand": ("buh-bye",)}, heroes=("barbarian", "barbarian")).until(window="main actions")
    assert "there is nothing that it could be used on [field.deck]" in str(refusal(table, ("play", "buh-bye")))


@rule("6.3.spendable", 3)
def test_a_token_that_is_not_for_now_is_refused() -> None:
    table = sit({"tokens": {"luck": 1}}, heroes=("tester", "barbarian"), rules=invent([CUT], [], [LUCK]))
    table.until(window="main actions")
    (use,) = (choice for name, choice in why_not(table) if name == "spend")
    refused = refusal(table, ("spend", use))
    assert str(refused) == "this is not the moment that it names [6.3.spendable]"


def test_a_status_that_forbids_cards_is_named() -> None:
    rich = card("rich", {"do": "gain_cp", "amount": 1})
    rules = invent([CUT], [rich], [status("pox", forbids=["cards"]), status("rot", forbids=["selling"])])
    for name, what, words in (("pox", "play", "played"), ("rot", "sell", "sold")):
        seat = {"hand": ("rich",), "tokens": {name: 1}}
        table = sit(seat, heroes=("tester", "barbarian"), rules=rules).until(window="main actions")
        assert str(refusal(table, (what, "rich"))) == f"{name}: no cards can be {words} [6.3.persistent]"


@rule("4.2.passive", 1)
@rule("6.4.companion", 1)
def test_whatever_forbids_something_is_named_with_its_own_rule() -> None:
    """A passive ability, a companion, and the text of a card; not "an effect"."""
    calm = passive("calm")
    calm["levels"]["1"] = {"forbids": ["upgrades"]}
    cub = {"id": "cub", "name": {"en": "Cub", "zh": "幼兽"}, "health": 3, "starts": "active", "forbids": ["cards"]}
    hush = card("hush", {"do": "forbid", "what": ["selling"], "of": "self", "until": "end_of_turn"})
    hand = {"cp": 9, "hand": ("hush", "cut-2", "hush")}
    table = sit(hand, heroes=("tester", "barbarian"), rules=invent([stepped(), calm], [hush, upgrade(2, 1)]))
    table.until(window="main actions")
    assert str(refusal(table, ("play", "cut-2"))) == "calm: no upgrades can be played [4.2.passive]"
    table.play("hush").until(window="main actions")
    assert str(refusal(table, ("sell", "cut-2"))) == "hush: no cards can be sold [3.3.sell]"
    rules = invent([CUT], [hush], companions=[cub])
    table = sit({"hand": ("hush",)}, heroes=("tester", "barbarian"), rules=rules).until(window="main actions")
    refused = refusal(table, ("play", "hush"))
    assert str(refused) == "Cub: no cards can be played [6.4.companion]"
    assert refused.told("zh") == "幼兽：不能打出卡牌 [6.4.companion]"


@rule("4.4.lock")
@rule("11.ultimate", 1)
def test_who_is_locked_out_by_an_ultimate_hears_so() -> None:
    """Not that nothing is asked; and once the Ultimate is over, that again."""
    table = locked()
    assert table.game.requests[0].player == 0
    for answer in (("play", "mend"), None):
        with table.refused() as caught:
            table.game.answer(answer, 1)
        assert str(caught.value) == "doom is an Ultimate: until it is over its opponents can do nothing [4.4.lock]"
        assert caught.value.told("zh") == "doom 是终极招式：在其结束之前，对手不能进行任何行动 [4.4.lock]"
    table.settle()
    with table.refused() as caught:
        table.game.answer(("play", "mend"), 1)
    assert caught.value.violations[0].key == "not_asked"


def why_not(table: Any) -> dict[Any, Any]:
    return dict(table.game.request.space.why_not)


@pytest.mark.parametrize("seed", range(6))
def test_every_card_in_hand_can_be_played_or_says_why_not(seed: int) -> None:
    """The list of what can be played is that of all cards for which nothing says why not, in random positions."""
    rng = random.Random(seed)
    heroes = rng.sample(["barbarian", "gunslinger", "monk", "ninja", "samurai", "huntress", "pyromancer"], 2)
    game = new_game("dice_throne", {"heroes": heroes}, seed=seed)
    looked = 0
    for _ in range(400):
        request = game.request
        if request is None:
            break
        if request.ask == "react" and rng.random() < 0.3:
            reasons = [answer for answer, _ in request.space.why_not]
            options = [answer for answer in request.options() if answer is not None]
            hand = dict.fromkeys(game.state.zones[HAND[request.player]].cards)
            played = [choice for name, choice in (*options, *reasons) if name == "play"]
            assert sorted(played) == sorted(hand)
            assert not set(reasons) & set(options)
            spent = [choice for name, choice in (*options, *reasons) if name == "spend"]
            assert len(spent) == len(set(spent))
            if request.about["window"] == "main actions":
                assert sorted(choice for name, choice in (*options, *reasons) if name == "sell") == sorted(hand)
            looked += 1
        game.answer(request.space.sample(rng))
    assert looked > 10


GAIN = {"do": "gain_cp", "amount": 1}
DRAW = card("draw", {"do": "draw"}, kind="instant")
MORE = card("more", {"do": "modify_attack", "add": 1}, kind="instant", attack_modifier=True)


def holding(*cards: Any, **seat: Any) -> Table:
    """The main phase of someone with these invented cards in hand, who is asked for an action."""
    hand = tuple(one["id"] for one in cards)
    rules = invent([CUT], cards, seat.pop("statuses", ()))
    table = sit({"cp": 9, "hand": hand, **seat}, {"hand": hand}, heroes=("tester", "tester"), rules=rules)
    return table.until(window="main actions")


def using(*uses: Any, barred: str = "", **seat: Any) -> Table:
    """The same with a token of these uses, "luck"."""
    more = [status("pox", forbids=[barred])] if barred else []
    luck = status("luck", kind="spendable", polarity="positive", uses=list(uses))
    return holding(statuses=[luck, *more], tokens={"luck": 1, **({"pox": 1} if barred else {})}, **seat)


def able(**use: Any) -> Table:
    """The same with a passive ability."""
    of_passive = passive("craft", uses=[{"windows": ["main_phase"], "effects": [GAIN], **use}])
    rules = invent([CUT, of_passive])
    return sit({"cp": 1}, heroes=("tester", "barbarian"), rules=rules).until(window="main actions")


def barred_passive() -> Table:
    craft = passive("craft", uses=[{"windows": ["main_phase"], "effects": [GAIN]}])
    rules = invent([CUT, craft], [], [status("pox", forbids=["passives"])])
    table = sit({"tokens": {"pox": 1}}, heroes=("tester", "barbarian"), rules=rules)
    return table.until(window="main actions")


def locked() -> Table:
    """An Ultimate under way; both players have a card for any time."""
    doom = offence("doom", {"do": "damage", "amount": 3, "type": "ultimate"}, kind="ultimate")
    hand = {"hand": ("mend",)}
    rules = invent([doom], [card("mend", {"do": "heal", "amount": 1}, kind="instant")])
    return sit(hand, hand, heroes=("tester", "tester"), rules=rules, dice=[(1, 1, 1, 1, 1)]).attack("doom")


def with_card(cp: int, level: int, card: str) -> Table:
    return sit({"cp": cp, "hand": (card,), "levels": {"revolver": level}}).until(window="main actions")


def before_main(card: str) -> Table:
    return sit({"cp": 9, "hand": (card, "getting-paid")}).until(window="end of income", player=0)


def another_main_phase() -> Table:
    """The opponent holds a card for any time, and is asked in the main phase of the active player."""
    table = sit({}, {"cp": 9, "hand": ("so-wild",)}, heroes=("barbarian", "barbarian"), asked="whoever might")
    return table.until(window="main actions", player=1)


def pure_attack() -> Table:
    """An Attack of pure damage, and a card that would modify one."""
    rules = invent([offence("cut", {"do": "damage", "amount": 3, "type": "pure"})], [MORE, DRAW])
    seat = {"cp": 9, "hand": ("more", "draw")}
    table = sit(seat, heroes=("tester", "barbarian"), rules=rules, dice=[(1, 1, 1, 1, 1)])
    return table.attack("cut").until(window="last chance", player=0)


def cursed(what: str) -> Table:
    """Someone with a card for any time, an upgrade, and a token that forbids something."""
    rules = invent([stepped()], [DRAW, upgrade(2, 1)], [status("pox", forbids=[what])])
    seat = {"cp": 9, "hand": ("draw", "cut-2"), "tokens": {"pox": 1}}
    return sit(seat, heroes=("tester", "barbarian"), rules=rules).until(window="main actions")


def taxed(more: int = 2, **seat: Any) -> Table:
    """Someone with a card that costs 1, an upgrade that costs 2 on the board, and a token that makes cards dearer."""
    tax = status("tax", changes=[{"rule": "card cost", "by": more}])
    boon = status("boon", changes=[{"rule": "card cost", "by": -1}])
    rules = invent([stepped()], [{**DRAW, "cost": 1}, upgrade(2, 2)], [tax, boon])
    seat = {"cp": 1, "hand": ("draw", "cut-2"), "tokens": {"tax": 1}, **seat}
    return sit(seat, heroes=("tester", "barbarian"), rules=rules).until(window="main actions")


def saying(rival: str = "barbarian", pox: str = "selling") -> Table:
    """Someone who says what a card does."""
    text = {"do": "by_hand", "text": {"en": "The wind turns.", "zh": "风向变了。"}}
    rules = invent([CUT], [card("vane", text)], [status("pox", forbids=[pox])], besides=["huntress", "monk"])
    table = sit({"hand": ("vane",), "tokens": {"pox": 1}}, heroes=("tester", rival), rules=rules)
    return table.until(window="main actions").play("vane")


IN_UPKEEP = {"windows": ["upkeep"], "effects": [GAIN]}
IN_MAIN = {"windows": ["main_phase"], "effects": [GAIN]}
PROVOKED: dict[str, tuple[Any, Any, str]] = {
    "no_cards": (lambda: cursed("cards"), ("play", "draw"), "6.3.persistent"),
    "no_upgrades": (lambda: cursed("upgrades"), ("play", "cut-2"), "6.3.persistent"),
    "no_selling": (lambda: cursed("selling"), ("sell", "draw"), "6.3.persistent"),
    "no_price": (lambda: holding(card("rite", {"do": "draw"}, price={"health": 99})), ("play", "rite"), "field.deck"),
    "no_status_effects": (lambda: using(IN_MAIN, barred="status_effects"), ("spend", "luck"), "6.3.persistent"),
    "no_passives": (barred_passive, ("spend", "craft"), "6.3.persistent"),
    "not_your_actions": (another_main_phase, ("sell", "so-wild"), "3.3.actions"),
    "main_phase": (lambda: before_main("vegas-baby"), ("play", "vegas-baby"), "5.2.main-phase"),
    "roll_phase": (lambda: before_main("so-wild"), ("play", "so-wild"), "5.2.roll-phase"),
    "upgrade_phase": (lambda: before_main("revolver-2"), ("play", "revolver-2"), "5.1.timing"),
    "too_dear": (lambda: with_card(0, 1, "triple-up"), ("play", "triple-up"), "field.deck"),
    "upgrade_too_dear": (raising, ("play", "cut-3"), "5.1.cost"),
    "made_too_dear": (taxed, ("play", "draw"), "5.1.cost"),
    "not_higher": (lambda: with_card(9, 2, "revolver-2"), ("play", "revolver-2"), "5.1.permanent"),
    "card_phase": (lambda: holding(card("late", GAIN, kind="instant", play={"phases": ["main_2"]})),
                   ("play", "late"), "5.2.types"),
    "no_attack": (lambda: holding(MORE), ("play", "more"), "7.2.modifier-timing"),
    "not_this_attack": (pure_attack, ("play", "more"), "7.2.modifier-use"),
    "not_the_moment": (lambda: using(IN_UPKEEP), ("spend", "luck"), "6.3.spendable"),
    "condition": (lambda: able(test={"amount": "own_cp", "at_least": 15}), ("spend", "craft"), "4.2.passive"),
    "no_object": (lambda: using({"windows": ["main_phase"], "effects": [{"do": "prevent", "amount": 1}]}),
                  ("spend", "luck"), "6.3.spendable"),
    "too_few_tokens": (lambda: using({**IN_MAIN, "tokens": 2}), ("spend", "luck"), "6.3.spendable"),
    "cannot_pay": (lambda: able(cost={"cp": 15}), ("spend", "craft"), "4.2.passive"),
    "used_this_turn": (lambda: able(once_per_turn=True).spend("craft").until(window="main actions"),
                       ("spend", "craft"), "4.2.passive"),
    "locked_out": (locked, None, "4.4.lock"),
    "nobody": (saying, "damage 2 inflicter", "field.deck"),
    "not_playing": (saying, "damage 2 monk", "field.deck"),
    "which_player": (lambda: saying("tester"), "damage 2 tester", "field.deck"),
    "comes_to_nothing": (saying, "damage 0", "field.deck"),
    "no_attack_now": (saying, "modify_attack 2", "7.2.attack"),
    "no_companion": (saying, "companion nyra heal 1", "6.4.companion"),
    "no_healing": (lambda: saying(pox="healing"), "heal 1", "field.deck"),
    "no_prevention": (lambda: saying(pox="prevention"), "prevent 1", "field.deck"),
}  # fmt: skip
"""How each refusal comes about: a position, what is tried there, and the rule that forbids it."""


@cache
def ledger_of_the_game() -> Ledger:
    """The rules of the book, read once."""
    return Ledger.load(RULESET.ledger, "dice_throne")


def known_keys() -> list[str]:
    """The keys of the refusals that the texts of the game name."""
    return [key.removeprefix("refusal.") for key in wording.TEXTS if key.startswith("refusal.")]


@pytest.mark.parametrize("key", known_keys())
def test_every_refusal_comes_about_with_its_rule_and_its_words(key: str) -> None:
    """Each key of the texts is provoked in a game."""
    texts, ledger = rules_for("dice_throne").texts, ledger_of_the_game()
    arranged, answer, id = PROVOKED[key]
    table = arranged()
    with table.refused() as caught:
        if key == "locked_out":
            table.game.answer(answer, 1)
        elif isinstance(answer, str):
            table.answer(answer)
        else:
            table.game.answer(answer and full(table, answer))
    (violation,) = caught.value.violations
    assert (violation.key, violation.rule) == (key, id)
    assert id in ledger
    assert not {f"refusal.{key}"} & {*texts.missing("en"), *texts.missing("zh")}
    assert "{" not in violation.told() + violation.told("zh")


def test_who_cannot_pay_for_a_card_reads_what_makes_it_so_dear() -> None:
    for name, cost in (("draw", 3), ("cut-2", 4)):
        table = taxed()
        with table.refused() as caught:
            table.game.answer(("play", name))
        assert f"tax: {name} costs {cost} CP, and you have 2" in str(caught.value)
    for table in (taxed(cp=0, tokens={"tax": 1, "boon": 1}), taxed(more=1, cp=0, tokens={"tax": 1, "boon": 1})):
        with table.refused() as caught:
            table.game.answer(("play", "cut-2"))
        assert caught.value.violations[0].key == "too_dear"


def full(table: Table, answer: tuple[str, str]) -> tuple[str, str]:
    """A use by its whole key, where only its source is named."""
    what, name = answer
    return next((one for one in why_not(table) if one[0] == what and one[1].partition("#")[0] == name), answer)


def test_every_rule_that_forbids_is_in_the_ledger_under_a_key_that_is_known() -> None:
    ledger = Ledger.load(RULESET.ledger, "dice_throne")
    assert {*FORBIDDEN_BY, *USE_FORBIDDEN_BY} <= {*known_keys()}
    assert all(rule in ledger for rule in (*FORBIDDEN_BY.values(), *USE_FORBIDDEN_BY.values()))
