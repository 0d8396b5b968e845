"""Where rules and geometry meet: rows become a board or a scene, faults become refusals, questions are about space."""

from ..position import Position as Position
from .faults import FaultRules as FaultRules
from .squares import Route as Route
from .squares import Squares as Squares
from .worlds import Boards as Boards
from .worlds import BoardScene as BoardScene
from .worlds import Scenes as Scenes
