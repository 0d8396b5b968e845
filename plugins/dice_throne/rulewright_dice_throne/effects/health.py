"""Verbs about health: damage, healing, prevention, and who takes it instead (chapters 7, 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import model_validator

from rulewright import Request, Violation, rule
from rulewright.programs import counted
from rulewright.spaces import Number
from rulewright.vocabulary import Amount, Id, variants

from ..damage.prevention import avoidable, is_preventable, output_parts
from ..damage.types import IGNORABLE, TYPES
from ..events.attack import AttackDealsDamage
from ..events.damage import (
    DamageGathered,
    DamageRedirected,
    DamageShared,
    HealingGathered,
    HealthOrdered,
    PartPrevented,
    PreventionGathered,
)
from ..moments import DAMAGE, UNDER_WAY
from ..resolution import Resolution
from ..terms import is_locked_out, ultimate_forbids
from .companions import no_companion
from .resolving import together
from .values import companion_of
from .verb import Verb
from .words import Named, Who, seats

if TYPE_CHECKING:
    from rulewright import Game, Steps

    from ..cards.wording import Wording
    from .worth import Judge

DamageType = Literal["normal", "undefendable", "pure", "collateral", "ultimate"]


class Damage(Verb, name="damage", rule="10.3.simultaneous"):
    """Deal damage. To the target, as part of an offensive ability, it makes the ability an Attack (7.2)."""

    tells = True

    amount: Amount
    type: DamageType = "normal"
    to: Who = "target"

    en = variants("{amount} {type} to {to}", target="{amount} {type}")
    zh = variants("对{to}造成 {amount} 点{type}", target="{amount} 点{type}")

    @property
    @rule("7.1.collateral", "11.collateral", "7.3.table-collateral")
    def aims(self) -> bool:
        """Whether it is the damage of an Attack where an ability deals it."""
        return self.to == "target" and not self.aims_elsewhere()

    def aims_only(self) -> bool:
        return self.aims and not self.means_target(whom=False)

    @rule("7.1.collateral", "7.3.special-targeting", "note.collateral-target")
    def aims_elsewhere(self) -> bool:
        return self.to == "target" and TYPES[self.type].special_targeting

    def strikes(self) -> bool:
        return self.to == "target" and self.type != "collateral"

    @rule("7.2.attack", "7.1.ultimate", "note.damage-glyph")
    def do(self, game: Game, run: Resolution) -> Any:
        """As an ability it is the Attack; all other damage waits for the end of the phase."""
        amount = counted(self.amount, game, run)
        if amount <= 0:
            return None
        if run.kind == "ability" and self.aims:
            attack = game.state.attack[0]
            if not attack.attacks:
                return None  # its damage was cancelled
            type = "ultimate" if attack.ultimate else self.type
            return AttackDealsDamage(run.player, type, amount, rule="7.2.attack")
        players = seats(game, run, self.to)
        return together(DamageGathered(p, amount, self.type, run.source, rule=self.rule) for p in players)

    def worth(self, judge: Judge) -> float:
        amount = judge.amount(self.amount)
        return -amount if self.to == "self" else amount * (1 if self.type == "normal" else 1 + judge.risk)


class Heal(Verb, name="heal", rule="10.3.simultaneous"):
    """Raise health, as far as the cap allows (limits.health)."""

    tells = True

    amount: Amount
    to: Who = "self"

    en = variants("{to} heals {amount}", self="heal {amount}")
    zh = variants("{to}恢复 {amount} 点体力", self="恢复 {amount} 点体力")

    @rule("11.heal")
    def do(self, game: Game, run: Resolution) -> Any:
        """Healing waits for the end of the phase."""
        amount = counted(self.amount, game, run)
        players = [who for who in seats(game, run, self.to) if game.may("healing", who)] if amount > 0 else ()
        return together(HealingGathered(player, amount, run.source, rule=self.rule) for player in players)

    def hindrance(self, view: Any, run: Resolution) -> Violation | None:
        return super().hindrance(view, run) or forbidden(view, "healing", seats(view, run, self.to))

    def worth(self, judge: Judge) -> float:
        return judge.heal * judge.amount(self.amount)


class SetHealth(Verb, name="set_health", rule="10.3.simultaneous"):
    """Set health to a number, whatever it would have become."""

    tells = True

    amount: Amount
    to: Who = "self"

    en = "health of {to} becomes {amount}"
    zh = "{to}的体力变为 {amount}"

    def shields(self) -> bool:
        return True

    @rule("4.4.unstoppable", "11.ultimate")
    def do(self, game: Game, run: Resolution) -> Any:
        """At the end of the phase; under an Ultimate its opponents set none."""
        if is_locked_out(game, game.state.attack[0], run.player) and not game.setup.blessing_holds:
            return None
        amount = counted(self.amount, game, run)
        return together(HealthOrdered(player, amount, rule=self.rule) for player in seats(game, run, self.to))

    def hindrance(self, view: Any, run: Resolution) -> Violation | None:
        locked = None if view.setup.blessing_holds else ultimate_forbids(view, (run.player,))
        return self._missed(view, run) or locked


class Prevent(Verb, name="prevent", rule="10.1.reduce-last"):
    """Prevent a fixed amount or a fraction of the output damage to someone (10.1: counted after the sum)."""

    tells = True
    needs_object = True

    amount: Amount | None = None
    fraction: Literal["half", "all"] | None = None
    to: Who = "self"
    round: Literal["up", "down"] = "up"

    en = variants("prevent {amount} damage{whom}", half="prevent half the damage{whom}", all="prevent all damage{whom}")
    zh = variants("{whom}免除 {amount} 点伤害", half="{whom}免除一半伤害", all="{whom}免除全部伤害")

    @model_validator(mode="after")
    def _one_measure(self) -> Prevent:
        if (self.amount is None) == (self.fraction is None):
            raise ValueError("prevent takes exactly one of amount, fraction")
        return self

    def shields(self) -> bool:
        return True

    def concerns(self, game: Game, run: Resolution, player: int) -> bool:
        return is_preventable(game, player)

    @rule("4.4.unstoppable", "11.ultimate")
    def do(self, game: Game, run: Resolution) -> Any:
        """Counted when all damage of the phase is summed; under an Ultimate its opponents have none."""
        attack = game.state.attack[0]
        players = [
            player
            for player in seats(game, run, self.to)
            if game.may("prevention", player) and not is_locked_out(game, attack, player)
        ]
        if self.amount is not None:
            amount = counted(self.amount, game, run)
            if amount <= 0:
                return None
            return together(PreventionGathered(p, amount, run.source, rule=self.rule) for p in players)
        part = "all" if self.fraction == "all" else f"half {self.round}"
        return together(PartPrevented(player, part, run.source, rule=self.rule) for player in players)

    def hindrance(self, view: Any, run: Resolution) -> Violation | None:
        """What waits for damage that is still to come is possible before it."""
        players = seats(view, run, self.to)
        return (
            self._missed(view, run) or self._nothing(view, run)
            or forbidden(view, "prevention", players) or ultimate_forbids(view, players)
        )  # fmt: skip

    def can(self, game: Game, run: Resolution) -> bool:
        """There is damage to prevent, or an Attack that is still to deal it."""
        attack = game.state.attack[0]
        coming = {attack.target} if attack.stage in UNDER_WAY else set()
        players = seats(game, run, self.whom)
        return super().can(game, run) and any(who in coming or is_preventable(game, who) for who in players)

    def variant(self) -> str:
        return self.fraction or ""

    def facts(self, wording: Wording) -> dict[str, Any]:
        whom = "" if self.to == "self" else wording.say("effect.for", who=wording.who(self.to))
        return {**super().facts(wording), "whom": whom}


class Redirect(Verb, name="redirect", rule="7.1.output", needs=(DAMAGE,)):
    """Another player, or a companion of one's own, takes the output damage instead.

    A companion takes its share of what prevention leaves, when damage is applied; what is more than its health is
    lost with it.
    """

    needs_object = True

    to: Who | None = None
    companion: Annotated[Id | None, Named("companion")] = None
    amount: Amount | Literal["any"] | None = None
    """How much of it; all of it if absent. A companion may take "any": as much as the player of the effect says."""

    en = variants("the damage goes to someone else", companion="{companion} takes {amount} damage")
    zh = variants("转移伤害", companion="{companion}承受{amount}伤害")

    @model_validator(mode="after")
    def _one_taker(self) -> Redirect:
        if (self.to is None) == (self.companion is None):
            raise ValueError("redirect takes exactly one of to, companion")
        if self.amount == "any" and self.companion is None:
            raise ValueError('amount "any" is said of what a companion takes')
        return self

    def shields(self) -> bool:
        return True

    def has_object(self, game: Game, player: int) -> bool:
        if self.companion is None:
            return bool(avoidable(output_parts(game, player)))
        return (self.companion, -1) not in game.state.pending[player].shares

    @rule("4.4.unstoppable")
    def do(self, game: Game, run: Resolution) -> Any:
        """That of the Attack, too, once it is about to be dealt; nobody takes it from an opponent of an Ultimate."""
        if is_locked_out(game, game.state.attack[0], run.player):
            return None
        if self.companion is not None:
            return self._share(game, run, self.companion)
        whole = avoidable(output_parts(game, run.player))
        amount = whole if self.amount is None else min(whole, self._counted(game, run))
        players = seats(game, run, self.whom) if amount > 0 else ()
        for player in players[:1]:
            taken, of_attack = taken_from(game, run.player, amount)
            return DamageRedirected(run.player, player, amount, taken, of_attack, rule=self.rule)
        return None

    def _counted(self, game: Game, run: Resolution) -> int:
        assert self.amount is not None and not isinstance(self.amount, str)
        return counted(self.amount, game, run)

    def _share(self, game: Game, run: Resolution, companion: str) -> Any:
        """A companion will take some of the damage, as much as the player says, or all of it."""
        if companion_of(game, run.player, companion) is None:
            return None
        if self.amount == "any":
            return _share_some(game, run, companion)
        amount = -1 if self.amount is None else self._counted(game, run)
        return DamageShared(run.player, companion, amount, rule="6.4.companion") if amount else None

    def hindrance(self, view: Any, run: Resolution) -> Violation | None:
        absent = None if self.companion is None else no_companion(view, run.player, self.companion)
        return super().hindrance(view, run) or absent or ultimate_forbids(view, (run.player,))

    def variant(self) -> str:
        return "" if self.companion is None else "companion"


def _share_some(game: Game, run: Resolution, companion: str) -> Steps:
    space = Number(0, avoidable(output_parts(game, run.player)))
    amount = yield Request(run.player, "how_many", space, "6.4.companion", {"source": run.source})
    if amount:
        yield DamageShared(run.player, companion, amount, rule="6.4.companion")


def forbidden(view: Any, what: str, players: tuple[int, ...]) -> Violation | None:
    """Why something is impossible that none of these players may have."""
    if not players or any(view.may(what, player) for player in players):
        return None
    return Violation(f"no_{what}")


def taken_from(game: Game, player: int, amount: int) -> tuple[tuple[tuple[str, int, str], ...], int]:
    """So much of the damage about to be dealt to a player, piece by piece, and how much of it is the Attack's."""
    source = game.state.attack[0].variant
    waiting = game.state.pending[player].damage
    found = []
    of_attack = 0
    for index, (type, most) in enumerate(output_parts(game, player)):
        part = min(amount, most) if type in IGNORABLE else 0
        amount -= part
        if part:
            found.append((type, part, waiting[index][2] if index < len(waiting) else source))
            of_attack += part if index >= len(waiting) else 0
    return tuple(found), of_attack
