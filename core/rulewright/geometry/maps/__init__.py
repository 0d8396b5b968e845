"""
Maps as data: what lies where on a board or a table, with the ids of the things, for any face to draw.

    >>> from rulewright.geometry.maps import as_svg, as_text, map_of_board, map_of_scene
    >>> print("\\n".join(as_text(map_of_board(board, figures))))  # doctest: +SKIP
    >>> Path("yard.svg").write_text(as_svg(map_of_scene(scene)))  # doctest: +SKIP
"""

from .making import map_of_board as map_of_board
from .making import map_of_scene as map_of_scene
from .overlays import centre as centre
from .overlays import faults as faults
from .overlays import fire as fire
from .overlays import ghost as ghost
from .overlays import ghosts as ghosts
from .overlays import line as line
from .overlays import raster as raster
from .overlays import region as region
from .overlays import route as route
from .overlays import sight as sight
from .overlays import squares as squares
from .structure import Area as Area
from .structure import Edges as Edges
from .structure import Item as Item
from .structure import Kind as Kind
from .structure import Line as Line
from .structure import Map as Map
from .structure import Said as Said
from .structure import Squares as Squares
from .structure import Stand as Stand
from .svg import as_svg as as_svg
from .text import as_text as as_text
from .text import drawn_as_text as drawn_as_text
from .text import packed as packed
from .text import window_around as window_around
