"""The attack sequence, a file for each of its steps: hits, wounds, allocation, saves, damage and what follows them."""

from .alike import alike as alike
from .allocation import allocatable as allocatable
from .attached_units import separations as separations
from .damage import MORTAL as MORTAL
from .damage import SUFFER as SUFFER
from .damage import UNIT_FALLS as UNIT_FALLS
from .damage import Suffering as Suffering
from .damage import destroy as destroy
from .damage import doomed as doomed
from .damage import fall as fall
from .damage import felt as felt
from .mortal import suffer_hazard as suffer_hazard
from .saves import has_cover as has_cover
from .saves import in_cover as in_cover
from .sequence import STRIKE as STRIKE
from .settling import settle_toughness as settle_toughness
from .shot import HAS_SHOT as HAS_SHOT
from .shot import MODEL_HAS_SHOT as MODEL_HAS_SHOT
from .wounds import needed as needed
from .wounds import toughness as toughness
