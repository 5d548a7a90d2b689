#!/usr/bin/env bash
# 300 addresses in a spreadsheet become a map (plan.html) and a table (plan.csv). No format to learn.
set -euo pipefail
cd "$(dirname "$0")"
odgear=${ODGEAR:-../../build/release/bin/odgear}
out=${1:-../../build/analyst}
mkdir -p "$out"
"$odgear" solve stops.csv --capacity 80 --time-limit 10 --format csv --speed 30 -o "$out/plan.csv" \
    --map "$out/plan.html"
echo "Open $out/plan.html in a browser and $out/plan.csv in a spreadsheet."
