"""Questions about a table of inches: where a unit, a model or a tool goes, where things are put, which way."""

from .directions import Direction as Direction
from .moves import Charge as Charge
from .moves import ModelMove as ModelMove
from .moves import UnitMove as UnitMove
from .places import Place as Place
from .setting_up import SetUp as SetUp
from .tools import ToolMove as ToolMove
