#!/usr/bin/env bash
# Two agents and a human work in one project. Whose work is whose stays known, and one agent's work is taken back while
# the others' stays. Everything happens in a scratch directory.
# usage: samples/two-agents/run.sh
set -euo pipefail
snapdsl=${SNAPDSL:-$(cd "$(dirname "$0")/../.." && pwd)/snapdsl}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export SNAPDSL_STORE=$scratch/store

step() { printf '\n== %s\n' "$1"; }

mkdir "$scratch/shop" && cd "$scratch/shop"
git init -qb main && git config user.name demo && git config user.email demo@example.org
printf '%s\n' 'def total(prices):' '    return sum(prices)' '' '' 'def label(name):' '    return name' >cart.py
echo '# Shop' >README.md
git add . && git commit -qm 'the beginning'
"$snapdsl" snap -m 'before the agents' --tag start

step 'The first agent, in three steps; each announces what it changes'
first=$("$snapdsl" session start refactor --tool refactorer -m 'nicer labels')
sed -i 's/return name/return name.title()/' cart.py
"$snapdsl" snap --session "$first" --tool refactorer --files cart.py -m 'title case'
echo 'labels = True' >settings.py
"$snapdsl" snap --session "$first" --tool refactorer --files settings.py -m 'a setting for it'
echo 'labels = "title"' >settings.py
"$snapdsl" snap --session "$first" --tool refactorer --files settings.py -m 'a better setting'

step 'A human edits the README, and tells nobody. The second agent changes other lines of the same file as the first'
echo 'Prices include tax.' >>README.md
second=$("$snapdsl" session start taxes --tool taxer)
sed -i 's/sum(prices)/sum(prices) * 1.19/' cart.py
"$snapdsl" snap --session "$second" --tool taxer --files cart.py -m 'add tax'

step 'Who did what?'
"$snapdsl" log

step "The first agent's work was no good: what would taking it back do?"
"$snapdsl" revert --session "$first" --dry-run

step 'Do it. The tax and the README stay'
"$snapdsl" revert --session "$first"
grep -q '1.19' cart.py && grep -q 'return name$' cart.py && grep -q 'include tax' README.md && [ ! -e settings.py ]

step 'Name what has been reached, and hand it over as a commit that touches neither index nor working tree'
"$snapdsl" milestone create 'taxes done' -d 'prices include tax'
"$snapdsl" export 'taxes done' --git-commit from-the-agents
git log --oneline --stat -1 from-the-agents

step 'Later work is consolidated; milestones are never touched'
for n in 1 2 3 4 5 6; do
    echo "note $n" >>notes.txt
    "$snapdsl" snap --tool writer -m "note $n" >/dev/null
done
"$snapdsl" consolidate --strategy merge_sequential
"$snapdsl" log --limit 3

step 'Why is the newest one here, and is all of it in order?'
"$snapdsl" explain @latest
"$snapdsl" verify --read-data
