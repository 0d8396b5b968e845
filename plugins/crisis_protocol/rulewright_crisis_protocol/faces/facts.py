"""What questions and lines of the log say besides: for which text they are, what comes of them, and what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rulewright import EffectBegan
from rulewright.labels import by_kind
from rulewright.narrator import snake
from rulewright.programs import deed_at
from rulewright.text import show

from ..book.wording import TEXTS, say
from ..conditions import CONDITIONS
from ..effects.granted_rerolls import GRANTED
from ..events.attacks import AttackResolved, DiceRolled, SeriesAimed
from ..events.characters import TokensChanged, Transformed
from ..running import Run
from ..superpowers.moments import PHASES
from ..terms import Attack, Dodge
from .look import NUMBERS, PERMITTED
from .names import line, name, program

if TYPE_CHECKING:
    from rulewright import Request, View

Facts = Mapping[str, Any]

# For which text ---------------------------------------------------------------------------------------------


def _source(view: View, source: str, whose: str, lang: str) -> str:
    """A text, and whose it is where it is someone's."""
    called = say(f"condition.{source}", lang) if source in CONDITIONS else show(view.content.names(source), lang)
    someone = "" if source in view.content.nobodys else name(view, "", whose, lang)
    return say("through.whose" if someone else "through.alone", lang, source=called, whose=someone)


def _by_text(view: View, request: Request, lang: str) -> Facts:
    """For which text a question is asked; nothing where it is for none."""
    run = view.find_context(Run)
    if run is None or request.about.get("source") == GRANTED:
        return {"through": ""}
    return {"through": _source(view, run.source, run.character, lang)}


def _chosen(view: View, request: Request, lang: str) -> Facts:
    """The same, with what happens to whom or to what is chosen."""
    if (card := request.about.get("card")) is not None:
        return {"through": _source(view, card, request.about["character"], lang), **_paid(view, request, lang)}
    run = view.find_context(Run)
    if run is None:
        return {"through": "", "told": ""}
    verb = deed_at(view.content, request.about.get("effect", run.queue[0])).verb
    wording = view.content.wording(lang)
    effects = None if request.ask == "spend" else getattr(verb, "then", None) or getattr(verb, "effects", None)
    told = line(verb.said(wording) if effects is None else wording.effects(effects))
    return {**_by_text(view, request, lang), "told": told}


def _rerolling(view: View, request: Request, lang: str) -> Facts:
    """Which dice a text rerolls, while they are chosen; and that they are rerolled, when they are."""
    if "pool" not in request.about:
        return {"through": "", "rerolled": say("rerolled.now", lang)}
    pool = name(view, "pool", request.about["pool"], lang)
    return {**_by_text(view, request, lang), "rerolled": say("rerolled.which", lang, pool=pool)}


def _paid(view: View, request: Request, lang: str) -> Facts:
    """The text of a card that is played."""
    return {"told": line(view.content["tactics"][request.about["card"]].said(view.content.wording(lang)))}


def _spent(view: View, request: Request, lang: str) -> Facts:
    """The same, with the tokens that are spent."""
    run = view.find_context(Run)
    token = "" if run is None else deed_at(view.content, run.queue[0]).verb.token
    return {**_chosen(view, request, lang), "token": view.content.wording(lang).token(token)}


def _struck(view: View, request: Request, lang: str) -> Facts:
    """What a crisis card does to those who come one after the other."""
    effect = view.content["crises"][request.about["crisis"]].effects[request.about["number"]]
    return {"told": line(view.content.wording(lang).effects(effect.effects))}


# What is happening ------------------------------------------------------------------------------------------


def _fight(view: View, lang: str) -> str:
    """The attack or the dodge that is being made; empty for none."""
    if (dodge := view.find_context(Dodge)) is not None:
        return say("fight.dodge", lang, character=name(view, "", dodge.character, lang))
    attack = view.find_context(Attack)
    if attack is None or not attack.target:
        return ""
    return say("fight.attack", lang, **_named(view, {
        "attacker": attack.attacker, "target": attack.target, "attack": attack.attack,
    }, lang))  # fmt: skip


def _reacting(view: View, request: Request, lang: str) -> Facts:
    """In which attack or dodge something may be used, and what damage would come of it."""
    attack, facts = view.find_context(Attack), {"fight": _fight(view, lang)}
    if request.about.get("window") == "before damage" and attack is not None:
        facts["window"] = say("fight.damage", lang, damage=attack.damage)
    return facts


def _named(view: View, fields: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Fields of an event in words."""
    return {field: name(view, field, value, lang) or value for field, value in fields.items()}


def _triggered(view: View, request: Request, lang: str) -> Facts:
    """The event after which, or before which, something may be used or happens."""
    key = f"occasion.{snake(request.about['event'])}"
    facts = _named(view, request.about["what"], lang)
    if "phase" in facts:
        facts["phase"] = say(f"moment.{PHASES[facts['phase']]}", lang)
    if "moment" in facts:
        facts["moment"] = say(f"moment.{facts['moment']}", lang)
    occasion = say(key, lang, **facts) if key in TEXTS else ""
    return {"occasion": say("occasion.named", lang, occasion=occasion) if occasion else ""}


def _special(view: View, request: Request, lang: str) -> Facts:
    return {"fight": _fight(view, lang)}


# The log ----------------------------------------------------------------------------------------------------


def _marked(view: View, event: TokensChanged, lang: str) -> Facts:
    """What the tokens are called."""
    return {"token": view.content.wording(lang).token(event.token)}


def _transformed(view: View, event: Transformed, lang: str) -> Facts:
    """The form that a character leaves."""
    return {"before": show(view.content.names(event.before), lang)}


def _aimed(view: View, event: SeriesAimed, lang: str) -> Facts:
    """What kind of attack it is, how far it reaches, and who stands in it."""
    sheet = view.content.attacks[event.attack]
    hit = [name(view, "", one, lang) or one for one in event.hit]
    there = view.content.wording(lang).listed(hit) if hit else say("series.nobody", lang)
    return {"kind": say(f"series.{sheet.shape}", lang, range=sheet.range), "hit": there}


FALLEN: Final = ("attack.step-6", "attack.step-7", "dice.faces", "dodge.roll", "objective.interact")
"""The rules by which dice fall; by any other rule they have been rerolled, changed or taken away."""


def _rolled(view: View, event: DiceRolled, lang: str) -> Facts:
    """Whether dice fell, or lie in another way by now, and if that was cover."""
    if event.rule in FALLEN:
        return {"now": ""}
    return {"now": say("fight.cover" if event.rule == "cover.effect" else "fight.now", lang)}


def _missed(view: View, event: AttackResolved, lang: str) -> Facts:
    """That an attack has dealt no damage; what it has dealt is in the log already."""
    facts = _named(view, {"attacker": event.attacker, "target": event.target, "attack": event.attack}, lang)
    return {"told": "" if event.dealt else say("fight.missed", lang, **facts)}


HANDED_ON: Final = ("attack.step-2", "activation.step-2")
"""The rules by which something that waited counts from now on: the log has it already."""


def _begun(view: View, event: EffectBegan, lang: str) -> Facts:
    """What counts for a time from now on, for whom and by which text; nothing where the log has no need of it."""
    effect = event.effect
    if "name" not in effect.data or event.rule in HANDED_ON:
        return {"told": ""}
    what = view.content.wording(lang).apart.join(_counts(view, effect.data, lang))
    if not what:
        return {"told": ""}
    source = show(view.content.names(effect.data["name"]), lang)
    whom = name(view, "", effect.target, lang)
    return {
        "told": say("lasting.for_someone" if whom else "lasting.for_all", lang, whom=whom, what=what, source=source)
    }


def _counts(view: View, data: Facts, lang: str) -> Iterator[str]:
    """What an effect changes, forbids, gives and takes away."""
    wording = view.content.wording(lang)
    if data.get("layer") == "cannot":
        yield say("look.ban", lang, what=PERMITTED[data["stat"]][lang])
    elif "stat" in data:
        key = {"halved": "halve", "at least": "least", "at most": "most"}.get(data["layer"], "change")
        yield say(f"look.{key}", lang, what=NUMBERS[data["stat"]][lang], by=data["amount"])
    for power in (*data.get("gives", ()), *data.get("brings", ())):
        sheet = view.content.superpowers.get(power)
        if sheet is None or sheet.name != view.content.name_of(data["name"]):
            yield say("lasting.gives", lang, what=wording.power(power))
        else:
            yield say(
                "lasting.moment", lang, when=say(f"moment.{sheet.when}", lang), what=program(view, sheet.program, lang)
            )
    for power in data.get("counters", ()):
        yield say("lasting.counters", lang, what=wording.power(power))
    if "bars" in data:
        yield say("lasting.bars", lang, what=wording.power(data["bars"]))
    if "attack" in data:
        yield say("lasting.gives", lang, what=wording.called(data["attack"]))


CHOOSING: Final = (
    "character", "characters", "conditions", "may", "spend", "suffer", "token", "token_to", "next_token", "card_token",
    "cure", "leadership",
)  # fmt: skip
"""Questions of a text that say what comes of the answer."""
ANSWERING: Final = (
    "choose_option", "terrain", "push", "throw", "throw_terrain", "place", "place_token", "lay_token",
    "lay_token_anywhere", "change_die", "change_to",
)  # fmt: skip
"""Questions of a text where the answer says it."""

QUESTIONS: Final[Mapping[str, Callable[[View, Any, str], Facts]]] = {
    **dict.fromkeys(CHOOSING, _chosen),
    **dict.fromkeys(ANSWERING, _by_text),
    "spend_tokens": _spent,
    "reroll": _rerolling,
    "payer": _paid,
    "payers": _paid,
    "strikes": _struck,
    "react": _reacting,
    "trigger": _triggered,
    "special": _special,
}

facts: Final = by_kind(
    {
        DiceRolled: _rolled,
        TokensChanged: _marked,
        Transformed: _transformed,
        SeriesAimed: _aimed,
        AttackResolved: _missed,
        EffectBegan: _begun,
    },
    QUESTIONS,
)
"""The further facts of the texts of questions and of events."""
