#!/usr/bin/env bash
# An "agent" wrecks a project; snapdsl shows what it did and takes it back. Everything happens in a scratch directory.
# usage: samples/undo-an-agent/run.sh
set -euo pipefail
snapdsl=${SNAPDSL:-$(cd "$(dirname "$0")/../.." && pwd)/snapdsl}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SNAPDSL_STORE=$scratch/store

step() { printf '\n== %s\n' "$1"; }

mkdir -p "$scratch/project/src" && cd "$scratch/project"
printf 'def greet(name):\n    return f"Hello, {name}!"\n' >src/hello.py
printf '#!/bin/sh\npython3 -c "import src.hello"\n' >check.sh && chmod +x check.sh
head -c 3000 /dev/urandom >logo.png

step 'A snapshot before the agent starts'
"$snapdsl" snap -m 'before the agent' --session demo

step 'The agent edits, deletes, renames and changes a mode, by shell commands nobody hooked'
sed -i 's/Hello/Goodbye/' src/hello.py
rm logo.png
chmod -x check.sh
mv src lib

step 'What did it do?'
"$snapdsl" diff --stat

step 'Take it all back, even though the result was never snapped'
"$snapdsl" undo --session demo
python3 -c 'import sys; sys.path.insert(0, "."); from src.hello import greet; print(greet("world"))' && rm -rf src/__pycache__
[ -x check.sh ] && [ -s logo.png ]

step 'And nothing is lost: the state of the agent is in the history too'
"$snapdsl" log
"$snapdsl" verify --read-data
