#!/usr/bin/env bash
# An agent breaks the files it works on, and loses its mind over it. One id brings both back; and that can be undone.
# Everything happens in a scratch directory.
# usage: samples/whole-agent/run.sh
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
snapdsl=${SNAPDSL:-$(cd "$here/../.." && pwd)/snapdsl}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SNAPDSL_STORE=$scratch/store

step() { printf '\n== %s\n' "$1"; }

cp -r "$here/." "$scratch" && cd "$scratch"

step 'What the policy protects is taken as one moment'
"$snapdsl" run policy.groovy --once
"$snapdsl" moment show @latest

step 'The agent breaks the project and forgets its goal'
echo 'price = 0' >project/shop.py
echo '{"goal": "", "step": 7, "done": ["rm"]}' >agent/state.json
"$snapdsl" run policy.groovy --once
"$snapdsl" moment diff @1 @latest

step 'What would come back?'
"$snapdsl" moment restore @1 --dry-run

step 'Both come back'
"$snapdsl" moment restore @1
grep -q 'price = 100' project/shop.py
grep -q 'sell more' agent/state.json

step 'That was a mistake: both go back'
"$snapdsl" moment undo
grep -q 'price = 0' project/shop.py
grep -q '"step":7' agent/state.json

step 'What a moment needs is kept'
part=$("$snapdsl" moment show @latest --json | grep -o '"snapshotId":"[0-9a-f]*"' | head -1 | cut -d'"' -f4)
"$snapdsl" explain "$part"

step 'And nothing is lost: every state on the way is in the history'
"$snapdsl" moment list
"$snapdsl" verify --read-data
