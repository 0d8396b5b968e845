"""What lies on the table in words: players, dice, the ability under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..book.wording import TEXTS, name_of, symbol_name
from ..cards.wording import Wording
from ..damage.attacks import attack_parts
from ..roll_phases.rolling import attempts_left, uncovered_among
from ..state import OFFENCE

if TYPE_CHECKING:
    from rulewright import View

    from ..state import Attack, Hero, Rolled

say = TEXTS.say


def called(view: View, id: str, lang: str) -> str:
    """What a card, an ability or a status effect is called."""
    if not id:
        return say("nothing.ability", lang)
    key = f"source.{id}"
    return say(key, lang) if key in TEXTS else name_of(view.content, id, lang)


def numbered(indexes: tuple[int, ...], lang: str) -> str:
    """Dice by their numbers, counted from 1."""
    numbers = comma(lang).join(str(index + 1) for index in indexes)
    return say("dice.one" if len(indexes) == 1 else "dice.several", lang, numbers=numbers)


def player_name(view: View, seat: int, lang: str) -> str | None:
    """The hero of a seat, with its number where two have the same; None for no seat."""
    heroes = view.state.heroes
    if seat not in heroes:
        return None
    hero = heroes[seat].name
    same = [other for other, record in heroes.items() if record.name == hero]
    title = name_of(view.content, hero, lang)
    return title if len(same) == 1 else f"{title} {same.index(seat) + 1}"


def announcement(view: View, attack: Attack, lang: str) -> str:
    """The ability that is announced, and what it does with the dice as they lie."""
    rolled = view.state.rolls[OFFENCE]
    if not attack.variant:
        return called(view, attack.variant, lang)
    hero = view.state.heroes[attack.attacker]
    what = announced(view, hero, attack.variant, rolled.faces, lang) or say("table.fits_no_more", lang)
    dice = dice_text(view, rolled.player, rolled.faces, lang)
    return say("table.announcement", lang, ability=called(view, attack.variant, lang), what=what, dice=dice)


def fitting(view: View, rolled: Rolled, lang: str) -> str:
    """What some dice are good for now, in short."""
    hero = view.state.heroes[rolled.player]
    fits = uncovered_among(view, hero, view.content.matches(hero.name, hero.levels, rolled.faces))
    return comma(lang).join(called(view, id, lang) for id in fits) or say("table.fits_nothing", lang)


def dice_text(view: View, player: int, faces: Iterable[int], lang: str) -> str:
    """Dice of a player with the symbols of their hero."""
    return " ".join(die_texts(view, player, faces, lang))


def die_texts(view: View, player: int, faces: Iterable[int], lang: str) -> list[str]:
    """The same, each die for itself."""
    return [f"[{face} {face_symbol(view, player, face, lang)}]" for face in faces]


def damage_text(type: str, amount: int, lang: str) -> str:
    """An amount of damage with its type."""
    return say("table.damage", lang, amount=amount, type=say(f"type.{type}", lang))


def rolls_left(view: View, lang: str) -> str:
    """How many rolls are left to the one who rolls."""
    left = max(0, attempts_left(view))
    return say(f"left.{ {0: 'none', 1: 'one'}.get(left, 'left') }", lang, count=left)


def attack_text(view: View, attack: Attack, lang: str) -> str:
    """The ability under way, its target, its damage so far, and the defence."""
    ability = called(view, attack.variant, lang)
    amounts: Counter[str] = Counter()
    for type, amount in attack_parts(attack):
        amounts[type] += amount
    damage = " + ".join(damage_text(type, amount, lang) for type, amount in amounts.items())
    if not (attack.attacks or damage):
        return say("table.ability", lang, ability=ability)
    target = player_name(view, attack.target, lang)
    key = "table.attack" if target else "table.attack_nobody"
    line = say(key, lang, ability=ability, target=target, damage=damage or say("table.no_damage", lang))
    if attack.bonus:
        line += say("table.bonus", lang, bonus=attack.bonus)
    if attack.defence:
        line += say("table.defended", lang, ability=called(view, attack.defence, lang))
    return line


def comma(lang: str) -> str:
    """What stands between the parts of a list."""
    return "、" if lang == "zh" else ", "


def face_symbol(view: View, player: int, face: int, lang: str) -> str:
    """What a face shows, on the dice of a player."""
    sheet = view.content.heroes[view.state.heroes[player].name]
    return symbol_name(view.content, sheet.faces[face - 1], lang)


def with_colon(line: str, what: str, lang: str) -> str:
    """A line with what it does behind a colon, where there is anything to say."""
    return f"{line}{'：' if lang == 'zh' else ': '}{what}" if what else line


def announced(view: View, hero: Hero, variant: str, faces: tuple[int, ...], lang: str) -> str:
    """What an ability does with these dice."""
    return Wording(view.content, lang).announced(hero.name, variant, hero.levels, faces)
