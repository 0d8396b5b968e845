"""Standard powers that act on terrain and on where characters stand, and what every character does to terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rulewright import Modifier, Power, Request, Violation, ask_which, rule
from rulewright.field import Squares
from rulewright.geometry import grid
from rulewright.powers import Bearer, modifies, permits

from ..actions import action
from ..attack.damage import instead
from ..attack.knock_back import knock_back, may_knock_back
from ..attack.sequence import ATTACK, make_attack
from ..attack.targets import has_target, legal_targets
from ..events.terrain import MarkerDestroyed
from ..movement.placing import placed
from ..space.board import adjacent, occupied, scene_of
from ..space.sight import fire_policy, near, seen
from ..terms import attack_of, friendly, made_by, sheet, using
from ..terrain.destroying import beside_pieces, destroy_all, far_pieces, piece_name, pieces, walls_of
from ..terrain.markers import generate, lying, placements, put, room_for, values
from ..terrain.objects import held_by
from .attack import by_power, still_hit
from .card import standard
from .inherent import no_target
from .reach import AT_LEAST, reached

if TYPE_CHECKING:
    from rulewright import Game, Position
    from rulewright.geometry.grid import Mask, Square

    from ..actions import Lacks
    from ..terms import Attack, Doing
    from ..terrain.destroying import Piece


@modifies("range", "minimum")
def at_least_four(self: Power, game: Game, me: Bearer) -> int | None:
    """The range value is at least 4 for an action of the power."""
    return AT_LEAST.amount if using(game, me.id, self.name) else None


def in_reach(position: Position, id: str) -> Mask:
    """The squares within the range of such a power."""
    return near(position, id, int(position.number("range", id, AT_LEAST)))


# Terrain that is generated ----------------------------------------------------------------------------------


def has_room(kind: str) -> Any:
    """Whether a marker can be laid within range and line of fire."""
    return lambda position, id: bool(room_for(position, kind) & in_reach(position, id) & seen(position, id))


@standard("attack", "purple")
class SmokeCloud(Power, name="smoke-cloud", rule="pac.smoke-cloud"):
    """POWER: up to 6 smoke markers; opposing characters in them modify attack -1."""

    reach = at_least_four

    @action("POWER", has_room("smoke"), "no_room_for_markers")
    def cloud(self, game: Game, doing: Doing) -> Any:
        yield from generate(game, doing, "smoke", 6, self.rule)


@standard("defense", "light blue")
class Barrier(Power, name="barrier", rule="pac.barrier"):
    """POWER: up to 4 blocking markers."""

    reach = at_least_four

    @action("POWER", has_room("barrier"), "no_room_for_markers")
    def wall_off(self, game: Game, doing: Doing) -> Any:
        yield from generate(game, doing, "barrier", 4, self.rule)


# Terrain that is destroyed ----------------------------------------------------------------------------------


def can_destroy(position: Position, id: str) -> bool:
    """Whether a character can destroy something beside it."""
    return bool(beside_pieces(position, id))


def can_destroy_from_afar(position: Position, id: str) -> bool:
    """Whether a character can destroy something within range and line of fire."""
    return next(far_pieces(position, id), None) is not None


class Destroy(Power, name="destroy", rule="16.9"):
    """CLOSE or RANGE: destroy a terrain marker or a piece of blocking terrain. That is no attack."""

    @action("CLOSE", can_destroy, "nothing_to_destroy")
    def strike(self, game: Game, doing: Doing) -> Any:
        yield from self.one_of(game, doing, beside_pieces(game, doing.character))

    @action("RANGE", can_destroy_from_afar, "nothing_to_destroy")
    def shoot(self, game: Game, doing: Doing) -> Any:
        yield from self.one_of(game, doing, list(far_pieces(game, doing.character)))

    def one_of(self, game: Game, doing: Doing, found: list[Piece]) -> Any:
        """Destroy one of these pieces."""
        named = {piece_name(piece): piece for piece in found}
        if named:
            which = yield from ask_which(doing.player, "destroy", tuple(named), self.rule, character=doing.character)
            yield destroy_all(game, [named[which]], self.rule)


def shaken(position: Position, id: str) -> list[Piece]:
    """All that a Quake destroys: within 1 square."""
    return [*pieces(position, near(position, id, 1)), *walls_of(position, id, 1)]


def foes_beside(position: Position, id: str) -> list[str]:
    """The adjacent opposing characters that a Quake can target."""
    return [foe for foe in legal_targets(position, id, "close", "quake") if adjacent(position, id, foe)]


@standard("attack", "light green")
class Quake(Power, name="quake", rule="pac.quake"):
    """CLOSE: terrain within 1 square is destroyed; then it attacks all adjacent opposing characters, for 2 damage."""

    @action("CLOSE", lambda position, id: foes_beside(position, id) or shaken(position, id), "nothing_to_shake")
    def shake(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        yield destroy_all(game, shaken(game, id), self.rule)
        if targets := foes_beside(game, id):
            yield ATTACK(player=doing.player, attacker=id, kind="close", power=self.name, targets=tuple(targets))

    @permits("knock back")
    def topple(self, game: Game, me: Bearer) -> bool:
        return using(game, me.id, self.name)

    @instead(by_power("quake"))
    def shatter(self, game: Game, me: Bearer, attack: Attack) -> Any:
        yield from ()
        return dict.fromkeys(still_hit(attack), 2)


@rule("17.11a", "17.9b")
def can_swing(position: Position, id: str) -> bool:
    """Whether a character has a target beside it, or within the reach of the marker that it holds."""
    return held_by(position, id) is not None and has_target(position, id, "close", "terrain")


@rule("17.11b", "17.9a")
def can_throw(position: Position, id: str) -> bool:
    """Whether a character has a target within the range of the marker that it holds."""
    marker = held_by(position, id)
    if marker is None:
        return False
    reach = Modifier("range", "replace", values(position, marker).range, "terrain marker", rule="17.11b")
    return has_target(position, id, "range", "terrain", reach)


def no_target_for_marker(kind: str) -> Lacks:
    """Why there is none: it holds no marker, or what keeps it from any attack of that kind."""

    def lacks(position: Position, id: str) -> Violation | None:
        empty = held_by(position, id) is None
        return Violation("holds_nothing", "17.11") if empty else no_target(kind)(position, id)

    return lacks


class Terrain(Power, name="terrain", rule="17.11"):
    """CLOSE or RANGE: an attack with the terrain marker that it holds, which is destroyed then."""

    @action("CLOSE", can_swing, no_target_for_marker("close"))
    def strike(self, game: Game, doing: Doing) -> Any:
        yield from self.attack(game, doing, "close")

    @action("RANGE", can_throw, no_target_for_marker("range"))
    def throw(self, game: Game, doing: Doing) -> Any:
        yield from self.attack(game, doing, "range")

    def attack(self, game: Game, doing: Doing, kind: str) -> Any:
        """An attack against one opposing character; the marker is destroyed whether it hits or not."""
        id = doing.character
        marker = held_by(game, id)
        if marker is not None:
            yield from make_attack(game, id, kind, self.name)
            if marker.id in game.state.markers:
                yield MarkerDestroyed(str(marker.id), rule="17.11")

    @modifies("targets", "maximum")
    @rule("17.11a", "17.11b")
    def single(self, game: Game, me: Bearer) -> int | None:
        return 1 if using(game, me.id, self.name) else None

    @modifies("damage", "modify")
    @rule("17.11a", "17.9c")
    def swing(self, game: Game, me: Bearer) -> int | None:
        attack, marker = attack_of(game), held_by(game, me.id)
        swung = made_by(attack, me.id, "close") and using(game, me.id, self.name)
        return values(game, marker).close if swung and marker is not None else None

    @modifies("range", "replace")
    @rule("17.11b", "17.9a")
    def reach(self, game: Game, me: Bearer) -> int | None:
        marker = held_by(game, me.id) if using(game, me.id, self.name) else None
        return None if marker is None else values(game, marker).range

    @instead(lambda game, me, attack: attack.power == "terrain" and attack.kind == "range")
    @rule("17.11b", "17.9c")
    def crash(self, game: Game, me: Bearer, attack: Attack) -> Any:
        yield from ()
        marker = held_by(game, me.id)
        return dict.fromkeys(still_hit(attack), 0 if marker is None else values(game, marker).damage)


# Characters and markers that are placed ---------------------------------------------------------------------


def blasted(position: Position, id: str) -> list[str]:
    """The opposing characters that a Force Blast can knock back."""
    found = reached(position, id, "force-blast")
    return [foe for foe in found if not friendly(position, id, foe) and may_knock_back(position, foe, id)]


@standard("speed", "purple")
class ForceBlast(Power, name="force-blast", rule="pac.force-blast"):
    """It has KNOCKBACK. POWER: an opposing character within range and line of fire is knocked back 3 squares."""

    reach = at_least_four

    @permits("knock back")
    def push(self, game: Game, me: Bearer) -> bool:
        return True

    @action("POWER", blasted, "nobody_to_blast")
    def blast(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        if found := blasted(game, id):
            foe = yield from ask_which(doing.player, "blast", found, self.rule, character=id)
            yield from knock_back(game, foe, id)


@rule("pac.telekinesis", "17.7", "17.14d", "keyword.immobile")
def movable(position: Position, id: str) -> list[str]:
    """What Telekinesis can place: terrain markers that are not Immobile, as debris is, and friendly characters on one
    square, where there is room for them."""
    found = reached(position, id, "telekinesis")
    single = [one for one in found if friendly(position, id, one) and sheet(position, one).shape == (1, 1)]
    able = [one for one in single if position.may("be placed", one)]
    board = scene_of(position).board
    sight = in_reach(position, id) & seen(position, id)
    markers = [
        str(one.id)
        for one in lying(position)
        if not (one.kind in ("debris", "special") or values(position, one).immobile)
        and len(one.squares) == 1
        and board.mask(one.squares) & sight
    ]
    return [one for one in (*able, *markers) if moved_to(position, id, one)]


@rule("pac.telekinesis", "13.2", "17.5")
def moved_to(position: Position, id: str, what: str) -> Mask:
    """The squares in which it can be placed: in sight and range of the character, and within 4 and sight of itself."""
    scene = scene_of(position)
    room = in_reach(position, id) & seen(position, id)
    if what in position.state.characters:
        taken = occupied(position, without=what) | scene.board.where(grid.BLOCKING)
        return room & ~taken & near(position, what, 4) & seen(position, what) & ~scene.figures.mask(what)
    marker = position.state.markers[what]
    here: Square = marker.squares[0]
    in_sight, _ = grid.seen_from(scene.board, here, scene.figures, fire_policy(position, id))
    around = grid.ball(scene.board, scene.board.bit(here), 4) & ~scene.board.bit(here)
    free = room & room_for(position, marker.kind) & around & in_sight
    return sum(placements(position, marker, free))


@standard("attack", "gray")
class Telekinesis(Power, name="telekinesis", rule="pac.telekinesis"):
    """POWER: a terrain marker or a friendly character within range and line of fire is placed elsewhere in it."""

    reach = at_least_four

    @action("POWER", movable, "nothing_to_lift")
    def lift(self, game: Game, doing: Doing) -> Any:
        id = doing.character
        if not (found := movable(game, id)):
            return
        what = yield from ask_which(doing.player, "lift", found, self.rule, character=id)
        room = moved_to(game, id, what)
        if (marker := game.state.markers.get(what)) is not None:
            places = placements(game, marker, room)
            yield from put(game, doing.player, marker, places, "put_down", self.rule, character=what)
            return
        at = yield Request(doing.player, "put_down", Squares(scene_of(game), room), self.rule, {"character": what})
        yield placed(game, what, (at,), self.rule)


standard("speed", "light green")(
    Power.of(
        "earthbound-neutralized",
        rule="pac.earthbound-neutralized",
        text="It can use neither improved movement nor improved targeting abilities.",
    )
)

INHERENT: Final = (Destroy(), Terrain())
"""What every character can do with terrain (16.9, 17.11)."""
