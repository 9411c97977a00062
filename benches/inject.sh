#!/usr/bin/env bash
# What `inject` costs beside `cat` of the same two files: a full sediment and a busy day.
#
#   benches/inject.sh [path/to/alluvium]
#
# Runs alternate, so that a busy machine disturbs both alike; printed are minima, and the ratio of
# `inject` to `cat` alone and to `cat` plus the start of the process (`alluvium --version`).
set -euo pipefail
. "$(dirname "$0")/timing.sh"

alluvium=$(realpath "${1:-target/release/alluvium}")
[ -x "$alluvium" ] || { echo "no program at $alluvium: cargo build --release" >&2; exit 1; }
runs=${RUNS:-300}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
memory=$work/memory
day=$memory/stream/2025/2025-03-14.md
export ALLUVIUM_NOW=2025-03-14T20:00:00+01:00 ALLUVIUM_ZONE=Europe/Berlin
mkdir -p "$memory/stream/2025"
printf '[features]\n' >"$memory/alluvium.toml"
{
    echo '# Long-term memory'
    for section in 'Preferences and constraints' Context Decisions 'Lessons learned'; do
        printf '\n## %s\n\n' "$section"
        for n in $(seq 60); do
            echo "- Service number $n keeps its data in the store $n, as ${section%% *} say. [topic:: s$n/store] [since:: 2025-03-01] ^a$n"
        done
    done
} >"$memory/sediment.md"
for n in $(seq 120); do
    printf -- '- %02d:%02d [Note] The nightly export number %d took long and wrote all of its files.\n' $((n / 10)) $((n % 60)) "$n"
done >"$day"
for back in $(seq 13); do # older days, from which open to-dos are carried
    sed -e 's/The nightly/An earlier nightly/' -e 40q "$day" >"$memory/stream/2025/2025-03-$(printf %02d "$back").md"
done

for _ in $(seq "$runs"); do
    timed "$work/cat" cat "$memory/sediment.md" "$day"
    timed "$work/start" "$alluvium" --version
    timed "$work/whole" "$alluvium" --memory "$memory" inject --budget 20000
    timed "$work/fitted" "$alluvium" --memory "$memory" inject --budget 2000
done
cat=$(minimum "$work/cat") start=$(minimum "$work/start")
echo "minima of $runs runs: cat $cat us (median $(median "$work/cat")), start $start us"
for sort in whole fitted; do
    us=$(minimum "$work/$sort")
    awk -v s="$sort" -v us="$us" -v cat="$cat" -v start="$start" 'BEGIN {
        printf "inject, %-6s %5d us; %.2f times cat, %.2f times cat and a start\n", s, us, us / cat, us / (cat + start) }'
done
