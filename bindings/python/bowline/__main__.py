"""The command-line program: ``python -m bowline run model.xml -o results.csv``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import List, Optional


def program() -> Optional[str]:
    """Where the program is: what the wheel brought, else what the search path has."""
    name = "bowline.exe" if os.name == "nt" else "bowline"
    beside = [Path(sysconfig.get_path("scripts")), Path(sys.executable).parent]
    found = [str(folder / name) for folder in beside if (folder / name).is_file()]
    return os.environ.get("BOWLINE_PROGRAM") or (found[0] if found else shutil.which(name))


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs it with these arguments, and returns its exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    path = program()
    if path is None:
        sys.stderr.write("there is no program `bowline` beside this Python: install a wheel of Bowline, or build it\n")
        return 2
    if os.name == "posix" and arguments is None:
        os.execv(path, [path, *given])
    return subprocess.run([path, *given], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
