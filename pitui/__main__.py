"""`python -m pitui` is the `pitui` command."""

import sys

from pitui.cli import main

if __name__ == "__main__":
    sys.exit(main())
