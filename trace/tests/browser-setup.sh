#!/bin/sh
# browser-setup.sh FOLDER: installs in FOLDER what the test of the page of `gcdsl view' needs besides a
# browser and Node: playwright-core, as package-lock.json has it.  What is there already stays.
set -eu
from=$(dirname "$0")
folder=${1:?usage: browser-setup.sh FOLDER}
mkdir -p "$folder"
if cmp -s "$from/package-lock.json" "$folder/package-lock.json" &&
	[ -e "$folder/node_modules/playwright-core/package.json" ]; then
	exit 0
fi
cp "$from/package.json" "$from/package-lock.json" "$folder/"
cd "$folder"
npm ci --no-audit --no-fund --ignore-scripts --loglevel=error
