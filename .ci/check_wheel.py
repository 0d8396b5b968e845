"""Compare a wheel with the packages of the checkout, file by file, so that no data file is left out.

Usage: check_wheel.py WHEEL, from the root of the checkout.
"""

import sys
import zipfile
from pathlib import Path


def package_files(root: Path) -> set[str]:
    """Every file of the kernel and the games, under its name in site-packages."""
    homes = [root / "core", *(root / "plugins").iterdir()]
    packages = [package for home in homes for package in home.glob("rulewright*") if package.is_dir()]
    return {
        path.relative_to(package.parent).as_posix()
        for package in packages
        for path in package.rglob("*")
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in path.relative_to(package).parts)
    }


def packed_files(wheel: Path) -> set[str]:
    """Every file of the wheel that is not its metadata."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    return {name for name in names if ".dist-info/" not in name}


def main(wheel: Path) -> int:
    """Name each difference; 0 if there is none."""
    ours, packed = package_files(Path.cwd()), packed_files(wheel)
    for name in sorted(ours - packed):
        print(f"{wheel.name} lacks {name}")
    for name in sorted(packed - ours):
        print(f"{wheel.name} has {name}, the checkout has not")
    untyped = sorted(name for name in {path.partition("/")[0] for path in packed} if f"{name}/py.typed" not in packed)
    for name in untyped:
        print(f"{wheel.name} does not say that {name} is typed: {name}/py.typed is missing")
    print(f"{wheel.name}: {len(packed)} files, {len(ours)} in the checkout")
    return 0 if ours == packed and not untyped else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
