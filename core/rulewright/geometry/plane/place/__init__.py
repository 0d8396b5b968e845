"""Where models may be set up or placed, and finding room for them."""

from .formation import formation as formation
from .placing import check_place as check_place
from .placing import check_stand as check_stand
from .placing import last_free as last_free
from .placing import sample_places as sample_places
from .room import NoRoom as NoRoom
from .room import Room as Room
from .room import find_room as find_room
from .room import sample_setup as sample_setup
from .setup import Away as Away
from .setup import Near as Near
from .setup import NearOneEdge as NearOneEdge
from .setup import OnOrOff as OnOrOff
from .setup import OutOf as OutOf
from .setup import SetupPolicy as SetupPolicy
from .setup import Standing as Standing
from .setup import check_setup as check_setup
from .setup import place_region as place_region
from .setup import region as region
from .setup import stand_region as stand_region
