# Timing for the scripts beside it, which source it: interleaved runs of a few commands, whose times go
# to a file each. Minima are what the commands cost; medians tell how busy the machine is.

# timed FILE COMMAND…: runs a command and appends the microseconds that it took to a file.
timed() {
    local out=$1 start=$EPOCHREALTIME; shift
    "$@" >/dev/null
    local end=$EPOCHREALTIME
    echo $(( ${end/./} - ${start/./} )) >>"$out"
}

# minimum FILE, median FILE: of the times in it.
minimum() { sort -n "$1" | head -n 1; }
median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
