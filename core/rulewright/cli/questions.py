"""Questions at a terminal: when one need not be asked, what is listed, how an answer is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..dice import DiceSpace, PickSpace, ShuffleSpace
from ..requests import Allocation, Cells, Number, Options, Ordering, Path, Pose, Subset
from .answers import example_of, items_of

if TYPE_CHECKING:
    from ..requests import Answer
    from .terminal import Terminal


def is_chance(request: Any) -> bool:
    """Whether chance is asked and not a player."""
    return hasattr(request, "stream")


def forced(request: Any) -> tuple[Answer] | None:
    """The only legal answer, in a tuple; None where there is a choice."""
    if isinstance(request.space, Path | Pose):
        return None
    if isinstance(request.space, Subset | Cells | Number) and request.space.options() is None:
        return None
    options = request.space.options()
    return (options[0],) if options is not None and len(options) == 1 else None


def how_to(space: Any, terminal: Terminal) -> str:
    """How an answer to this kind of space is typed."""
    match space:
        case Options():
            return terminal.words("how.options")
        case Subset() | Cells():
            key = "how.subset" if isinstance(space, Subset) else "how.cells"
            return terminal.words(key, count=_how_many(space, terminal))
        case Number():
            key = "how.range" if space.step in (0, 1) else "how.steps"
            numbers = {"least": space.least, "most": space.most, "step": space.step}
            return terminal.words("how.number", range=terminal.words(key, **numbers))
        case Allocation():
            return terminal.words("how.allocation", total=space.total, example=example_of(space))
        case Path():
            return terminal.words("how.path", length=space.length, start=written((space.start,)))
        case Pose():
            return terminal.words("how.pose", x=f"{space.x[0]}–{space.x[1]}", y=f"{space.y[0]}–{space.y[1]}")
        case DiceSpace():
            return terminal.words("how.dice", example=example_of(space))
    if isinstance(space, PickSpace):
        return terminal.words("how.subset", count=space.count)
    if isinstance(space, Ordering | ShuffleSpace):
        return terminal.words("how.ordering")
    return terminal.words("how.options" if items_of(space) is not None else "how.json")


def _how_many(space: Subset | Cells, terminal: Terminal) -> str:
    """How many items may be chosen, in words."""
    if isinstance(space, Cells):
        return str(space.count)
    told = space.describe()
    key = "how.exactly" if told["least"] == told["most"] else "how.between"
    return terminal.words(key, least=told["least"], most=told["most"])


def bounded(space: Any, labels: Sequence[str]) -> Sequence[str]:
    """The keys of an allocation with what each may get."""
    if not isinstance(space, Allocation):
        return labels
    told = space.describe()
    bounds = zip(labels, told["least"], told["most"], strict=True)
    return [f"{label} ({least}–{most})" for label, least, most in bounds]


def written(answer: Answer) -> str:
    """Points and poses as they would be typed."""
    if isinstance(answer, tuple) and all(isinstance(part, tuple) for part in answer):
        return " ".join(",".join(f"{number:.6g}" for number in point) for point in answer) or "stay"
    return " ".join(f"{number:.6g}" for number in answer)


def enter_passes(request: Any) -> bool:
    """Whether Enter alone passes: only where passing comes first, so that nobody gives up a defence by a slip."""
    return isinstance(request.space, Options) and bool(request.space.values) and request.space.values[0] is None
