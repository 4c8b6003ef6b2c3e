#!/usr/bin/env bash
# An agent keeps its state beside its files. Its run is replayed, a wrong turn is taken back, and the whole run is handed
# to somebody else, who can prove it. Everything happens in a scratch directory.
# usage: samples/agent-state/run.sh
set -euo pipefail
snapdsl=${SNAPDSL:-$(cd "$(dirname "$0")/../.." && pwd)/snapdsl}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SNAPDSL_STORE=$scratch/store

step() { printf '\n== %s\n' "$1"; }

mkdir "$scratch/shop" && cd "$scratch/shop"
export SNAPDSL_SESSION=run-1

step 'The agent begins: what it knows is a checkpoint'
echo '{"goal": "add tax", "done": [], "next": "read"}' | "$snapdsl" state checkpoint planner --label start

step 'It decides, uses what it may use, and says so; several events in one go'
"$snapdsl" state event <<'EVENTS'
{"type": "decision", "details": {"read": "cart.py"}, "cause": "token-1"}
{"type": "tool_call", "capability": "files.read", "cause": "token-1", "result": "ok"}
{"type": "decision", "details": {"change": "cart.py"}, "cause": "token-2"}
EVENTS
echo '{"goal": "add tax", "done": ["read"], "next": "change"}' | "$snapdsl" state checkpoint planner --label after-reading

step 'It changes a file: the snapshot is an event of the same session'
echo 'total = sum(prices) * 1.19' >cart.py
"$snapdsl" snap --tool planner -m 'add tax' >/dev/null
echo '{"goal": "add tip", "done": ["read"], "next": "change"}' | "$snapdsl" state checkpoint planner --label after-changing

step 'What has changed in its mind? That is wrong: back to where it had read the file'
"$snapdsl" state diff planner 2 3
"$snapdsl" state restore planner 2 --rollback
"$snapdsl" state event --type note --details '{"why": "the goal was garbled"}'
"$snapdsl" state list planner

step 'The run goes to somebody else, who proves it'
"$snapdsl" state export run-1 --to "$scratch/run-1"
"$snapdsl" --store "$scratch/elsewhere" state import "$scratch/run-1"
"$snapdsl" --store "$scratch/elsewhere" state replay run-1
