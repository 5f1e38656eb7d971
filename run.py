"""Play Sandtable or test it, on a machine that has nothing but Python 3.11 or newer.

    python3 run.py            the lobby, in the browser
    python3 run.py WORDS...   the command line: sandtable WORDS...
    python3 run.py test       every check there is

The first run sets up a private environment in .venv; the ones after it start at once.
"""

# Down to the version check this file keeps to what Python 2.7 can read, so that an old Python is answered
# with a sentence instead of a syntax error.
import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - here is where an older Python is turned away
    sys.exit("Sandtable needs Python 3.11 or newer; this is Python " + sys.version.split()[0] + ".")

# The checkout is put first by name because a Python started with -P would leave it out.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - pathlib came after 2.7

from tools.start import main  # written for the Python that passed the check

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
