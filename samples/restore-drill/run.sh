#!/usr/bin/env bash
# An agent's run is taken back by a restore plan; then a second plan's own check fails, and everything goes back to what it
# was. Everything happens in a scratch directory.
# usage: samples/restore-drill/run.sh
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
snapdsl=${SNAPDSL:-$(cd "$here/../.." && pwd)/snapdsl}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SNAPDSL_STORE=$scratch/store

step() { printf '\n== %s\n' "$1"; }

cp -r "$here/." "$scratch" && cd "$scratch"

step 'A release that nobody tried: its check fails'
echo 'cost = 100' >project/src/shop.py
"$snapdsl" snap -C project --tag release -m 'the release'
echo 'price = 100' >project/src/shop.py
"$snapdsl" snap -C project -m 'repaired'
"$snapdsl" snap -C notes

step 'The agent edits, deletes and takes notes'
run=$("$snapdsl" session start cleanup)
echo 'price = 0' >project/src/shop.py
echo 'import os' >project/src/helper.py
echo 'Made everything cheaper.' >notes/today.md
"$snapdsl" snap -C project --session "$run"
"$snapdsl" snap -C notes --session "$run"
echo 'Prices are in euros.' >project/README.md

step 'What would the plan do?'
"$snapdsl" restore --plan undo-last-run --dry-run

step 'The run is taken back; the README, which the plan does not name, stays'
"$snapdsl" restore --plan undo-last-run
grep -q 'price = 100' project/src/shop.py
[ ! -e project/src/helper.py ]
grep -q 'Nothing done yet' notes/today.md
grep -q 'euros' project/README.md

step 'The drill: the check of the release fails, and all goes back'
status=0
"$snapdsl" restore --plan back-to-release || status=$?
[ "$status" = 1 ]
grep -q 'price = 100' project/src/shop.py
grep -q 'euros' project/README.md

step 'And nothing is lost: every state on the way is in the history'
"$snapdsl" log -C project
"$snapdsl" verify --read-data
