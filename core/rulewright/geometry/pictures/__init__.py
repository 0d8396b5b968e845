"""
Pictures of boards and tables, for people: what lies where, and what a query found.

    >>> from rulewright.geometry.pictures import picture
    >>> picture("yard.toml", ["sight scout tank"]).save(Path("yard.svg"))  # doctest: +SKIP
"""

from .canvas import Canvas as Canvas
from .files import Drawn as Drawn
from .files import Grid as Grid
from .files import Tabletop as Tabletop
from .files import drawn_of as drawn_of
from .files import read_drawn as read_drawn
from .shows import SHOWS as SHOWS
from .shows import draw as draw
from .shows import picture as picture
