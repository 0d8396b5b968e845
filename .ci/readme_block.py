"""Print one command block of README.md: the fenced block that follows the comment `<!-- ci: NAME -->`."""

import re
import sys
from pathlib import Path


def command_block(readme: str, name: str) -> str:
    """
    Return the lines between the fences after the mark, as printed.

    Raises LookupError unless exactly one block carries the mark.
    """
    mark = re.escape(f"<!-- ci: {name} -->")
    blocks = re.findall(rf"^{mark}\n+```sh\n(.*?)^```$", readme, flags=re.MULTILINE | re.DOTALL)
    if len(blocks) != 1:
        raise LookupError(f"README.md has {len(blocks)} blocks marked 'ci: {name}', one is wanted")
    return str(blocks[0])


if __name__ == "__main__":
    print(command_block(Path("README.md").read_text(encoding="utf-8"), sys.argv[1]), end="")
