#!/usr/bin/env bash
# What `add` costs beside the least that is possible: a small C program that locks a file, appends one
# line and syncs it.
#
#   benches/add.sh path/to/floor.c [path/to/alluvium]
#
# `floor sync FILE TEXT` must lock, append and sync. Runs alternate, so that a busy machine disturbs
# both alike; printed are the medians of each and their ratio, with and without the sync.
set -euo pipefail

source=${1:-${FLOOR_C:-}}
alluvium=$(realpath "${2:-target/release/alluvium}")
[ -f "$source" ] || { echo "usage: benches/add.sh path/to/floor.c [path/to/alluvium]" >&2; exit 64; }
[ -x "$alluvium" ] || { echo "no program at $alluvium: cargo build --release" >&2; exit 1; }
runs=${RUNS:-300}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O2 -o "$work/floor" "$source"
export ALLUVIUM_ZONE=Europe/Berlin
"$alluvium" --memory "$work/memory" init --quiet >"$work/init" 2>&1 || { cat "$work/init" >&2; exit 1; }
cp -r "$work/memory" "$work/unsynced"
printf '[stream]\nsync = false\n' >"$work/unsynced/alluvium.toml"

# Microseconds that a command takes, appended to a file.
timed() {
    local out=$1 start=$EPOCHREALTIME; shift
    "$@" >/dev/null
    local end=$EPOCHREALTIME
    echo $(( ${end/./} - ${start/./} )) >>"$out"
}
median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

for n in $(seq "$runs"); do
    text="the nightly export took $n seconds and wrote all of its files"
    timed "$work/nop.us" "$work/floor" nop
    timed "$work/floor-sync.us" "$work/floor" sync "$work/file" "$text"
    timed "$work/add-sync.us" "$alluvium" --memory "$work/memory" add Log "$text"
    timed "$work/floor-lock.us" "$work/floor" lock "$work/file" "$text"
    timed "$work/add-lock.us" "$alluvium" --memory "$work/unsynced" add Log "$text"
done

awk -v nop="$(median "$work/nop.us")" -v fs="$(median "$work/floor-sync.us")" -v as="$(median "$work/add-sync.us")" \
    -v fl="$(median "$work/floor-lock.us")" -v al="$(median "$work/add-lock.us")" -v runs="$runs" 'BEGIN {
    printf "medians of %d runs, in microseconds\n", runs
    printf "  a process that does nothing   %6d\n", nop
    printf "  synced    floor %6d   add %6d   ratio %.2f\n", fs, as, as / fs
    printf "  unsynced  floor %6d   add %6d   ratio %.2f\n", fl, al, al / fl
}'
