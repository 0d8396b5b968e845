"""Print the vector units of this processor that NumPy can do without, for NPY_DISABLE_CPU_FEATURES."""

import contextlib
import io

import numpy as np

if __name__ == "__main__":
    with contextlib.redirect_stdout(io.StringIO()):
        found = np.show_config(mode="dicts")
    print(*found["SIMD Extensions"].get("found", ()))
