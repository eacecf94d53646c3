#!/bin/sh
# Print the first Python from 3.11 to 3.13 that works; a name that is only a shim does not count.
for python in ${1:-python3.13 python3.12 python3.11 python3 python}; do
    if "$python" -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
        2>/dev/null; then
        echo "$python"
        exit 0
    fi
done
echo "error: no Python 3.11 to 3.13 found; install one, or name it: make PYTHON=..." >&2
exit 1
