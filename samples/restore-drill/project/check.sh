#!/bin/sh
# usage: project/check.sh
grep -q '^price = ' "$(dirname "$0")/src/shop.py" || { echo 'the shop has no price'; exit 1; }
