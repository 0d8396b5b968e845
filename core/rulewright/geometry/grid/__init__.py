"""Boards of squares: terrain, walls, elevation, lines of fire and movement."""

from typing import TYPE_CHECKING

from ...renamed import earlier_names
from .adjacency import adjacent as adjacent
from .adjacency import adjacent_to as adjacent_to
from .adjacency import apart as apart
from .adjacency import ball as ball
from .adjacency import beside as beside
from .adjacency import connected as connected
from .adjacency import distance as distance
from .adjacency import linked as linked
from .adjacency import pieces as pieces
from .adjacency import rim as rim
from .adjacency import stair_linked as stair_linked
from .adjacency import touching as touching
from .adjacency import transitions as transitions
from .adjacency import unoccupied as unoccupied
from .adjacency import walls_of as walls_of
from .adjacency import walls_within as walls_within
from .bases import BasePolicy as BasePolicy
from .bases import check_base_path as check_base_path
from .bases import check_placement as check_placement
from .bases import footprints as footprints
from .bases import orientations as orientations
from .bases import reach_of_base as reach_of_base
from .board import BLOCKING as BLOCKING
from .board import CLEAR as CLEAR
from .board import DOOR as DOOR
from .board import HINDERING as HINDERING
from .board import OBSCURING as OBSCURING
from .board import SPECIAL as SPECIAL
from .board import TERRAIN as TERRAIN
from .board import WALL as WALL
from .board import WATER as WATER
from .board import WINDOW as WINDOW
from .board import Board as Board
from .board import Edge as Edge
from .board import EdgeKind as EdgeKind
from .board import Mask as Mask
from .board import Square as Square
from .board import Tile as Tile
from .board import edge as edge
from .board import name_of as name_of
from .board import square_of as square_of
from .figurelines import Aim as Aim
from .figurelines import FigureTable as FigureTable
from .figurelines import figure_distances as figure_distances
from .figurelines import figure_table as figure_table
from .figures import Figure as Figure
from .figures import Figures as Figures
from .fire import Cause as Cause
from .fire import Fire as Fire
from .fire import FirePolicy as FirePolicy
from .fire import LineState as LineState
from .fire import direct as direct
from .fire import line_of_fire as line_of_fire
from .fire import line_to_destroy as line_to_destroy
from .firetable import best_line as best_line
from .firetable import can_destroy as can_destroy
from .firetable import fire_table as fire_table
from .firetable import line_state as line_state
from .firetable import seen_by as seen_by
from .firetable import seen_from as seen_from
from .knockback import KnockBack as KnockBack
from .knockback import away_from as away_from
from .knockback import knock_back as knock_back
from .markers import Destroyed as Destroyed
from .markers import Ground as Ground
from .markers import Marker as Marker
from .moves import Reach as Reach
from .moves import check_path as check_path
from .moves import direct_path as direct_path
from .moves import reach as reach
from .ways import WALK as WALK
from .ways import MovePolicy as MovePolicy

if not TYPE_CHECKING:
    __getattr__ = earlier_names(__name__)
