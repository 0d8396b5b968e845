"""Continuous inches: bases and terrain here, and a room for each question about them.

``plane.measure``   How far, and who is in contact, engaged and in coherency.
``plane.see``       Who sees whom: lines of sight, cover, facing, and the ground that is seen.
``plane.move``      How models move: paths and their faults, charges, plans, routes round terrain.
``plane.place``     Where models may be set up or placed, and finding room for them.
``plane.tools``     Movement tools, pushes and throws, beams and areas.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ...renamed import earlier
from .scene import UNLIMITED as UNLIMITED
from .scene import Change as Change
from .scene import Floor as Floor
from .scene import HeldPair as HeldPair
from .scene import Marker as Marker
from .scene import Model as Model
from .scene import Piece as Piece
from .scene import Scene as Scene
from .scene import Terrain as Terrain
from .scene import Zone as Zone
from .shapes import Base as Base
from .shapes import Circle as Circle
from .shapes import Footprint as Footprint
from .shapes import Hull as Hull
from .shapes import Oval as Oval
from .shapes import Point as Point
from .shapes import Pose as Pose
from .shapes import Rectangle as Rectangle
from .shapes import base_of as base_of
from .shapes import covers as covers
from .shapes import footprint as footprint
from .shapes import inches as inches
from .shapes import joined as joined

if TYPE_CHECKING:
    from . import measure as measure
    from . import move as move
    from . import place as place
    from . import see as see
    from . import tools as tools
else:

    def __getattr__(name: str) -> object:
        """A room, which loads when it is first asked for: whoever draws a board needs none of them."""
        if name in ("measure", "move", "place", "see", "tools"):
            return import_module(f"{__name__}.{name}")
        return earlier(__name__, name)
