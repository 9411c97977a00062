#!/usr/bin/env bash
# What `add` costs beside the least that is possible: a small C program that locks a file, appends one
# line and syncs it.
#
#   benches/add.sh path/to/floor.c [path/to/alluvium]
#
# `floor sync FILE TEXT` must lock, append and sync. Runs alternate, so that a busy machine disturbs
# both alike; printed are minimum and median of each and the ratio of the minima, with and without the
# sync. Every record is another one: the same twice within a minute is not written.
set -euo pipefail
. "$(dirname "$0")/timing.sh"

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
printf '[stream]\nsync = false\nwarn-lines = 100000\n' >"$work/unsynced/alluvium.toml"
sed -i 's/^#warn-lines = .*/warn-lines = 100000/' "$work/memory/alluvium.toml"

for n in $(seq "$runs"); do
    text="the nightly export took $n seconds and wrote all of its files"
    timed "$work/nop" "$work/floor" nop
    timed "$work/floor-sync" "$work/floor" sync "$work/file" "$text"
    timed "$work/add-sync" "$alluvium" --memory "$work/memory" add Log "$text"
    timed "$work/floor-lock" "$work/floor" lock "$work/file" "$text"
    timed "$work/add-lock" "$alluvium" --memory "$work/unsynced" add Log "$text"
done

line() { # name, file, file of its floor
    local least floor
    least=$(minimum "$work/$2") floor=$(minimum "$work/$3")
    printf '%-28s %6d us (median %6d)' "$1" "$least" "$(median "$work/$2")"
    [ "$2" = "$3" ] && echo || awk -v a="$least" -v b="$floor" 'BEGIN { printf "  %.2f times its floor\n", a / b }'
}
echo "minima of $runs runs"
line 'a process that does nothing' nop nop
line 'floor, synced' floor-sync floor-sync
line 'add, synced' add-sync floor-sync
line 'floor, not synced' floor-lock floor-lock
line 'add, not synced' add-lock floor-lock
