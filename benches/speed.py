#!/usr/bin/env python3
"""Speed and memory of the program beside the price of the bytes themselves, in one run.

    cargo build --release
    benches/speed.py [--tools DIR] [--runs 40] [--years 1,10] [--program target/release/alluvium]

Every figure is the minimum (and median) of interleaved runs, by the clock and below it in time of
processors (which a busy machine disturbs less), and what counts is the ratio to the floor measured
beside it: `cat` of the same files, or a C program that locks, appends and syncs one
line. `--tools` is the folder with `gen_corpus.py` and `floor.c` (default: ../shared/bench beside the
project). Needs Python's standard library and a C compiler. The noise of the machine is stated as
the spread of the floor: its median beside its minimum.
"""
import argparse
import glob
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NULL = subprocess.DEVNULL


def timed(argv, env=None):
    """Seconds that a command takes: by the clock, and of processors."""
    start = time.perf_counter()
    child = subprocess.Popen(argv, env=env, stdin=NULL, stdout=NULL, stderr=subprocess.PIPE)
    said = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    spent = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if status:
        sys.exit("%s failed: %s" % (argv[:4], said.decode()[:500]))
    return spent, used.ru_utime + used.ru_stime


def compare(name, floor, ours, runs, aim, prepare=None, env=None):
    """Interleaves runs of both and prints the ratio of their minima. `{}` in an argument is the run's number."""
    a, b = [], []
    for n in range(runs):
        a.append(timed(floor))
        if prepare:
            prepare()
        b.append(timed([arg.replace("{}", str(n)) for arg in ours], env))
    for how, which in (("", 0), ("  of processors", 1)):
        x, y = [t[which] for t in a], [t[which] for t in b]
        print("%-26s %8.2f ms (median %7.2f)  floor %7.2f ms (median %7.2f)  ratio %5.2f%s" % (
            how or name, 1e3 * min(y), 1e3 * statistics.median(y), 1e3 * min(x), 1e3 * statistics.median(x),
            min(y) / min(x), "" if how else "  aim %s" % aim))


def peak_mib(argv, env):
    code = ("import resource,subprocess,sys;subprocess.run(sys.argv[1:],stdout=-3,stderr=-3);"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    out = subprocess.run([sys.executable, "-c", code] + argv, env=env, stdin=NULL, stdout=subprocess.PIPE).stdout
    return int(out) / 1024


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("--program", default=os.path.join(ROOT, "target", "release", "alluvium"))
    ap.add_argument("--tools", default=os.path.join(os.path.dirname(ROOT), "shared", "bench"))
    ap.add_argument("--runs", type=int, default=40)
    ap.add_argument("--years", default="1,10")
    args = ap.parse_args()
    program = os.path.abspath(args.program)
    work = tempfile.mkdtemp(prefix="alluvium-speed-")
    env = {"HOME": work, "PATH": os.environ["PATH"], "ALLUVIUM_ZONE": "UTC", "ALLUVIUM_NOW": "2026-06-30T23:00:00Z"}
    try:
        floor = os.path.join(work, "floor")
        subprocess.run(["cc", "-O2", "-o", floor, os.path.join(args.tools, "floor.c")], check=True)
        for name, argv in (("start of a process", [floor, "nop"]), ("--version", [program, "--version"])):
            print("%-26s %8.2f ms" % (name, 1e3 * min(timed(argv)[0] for _ in range(args.runs))))
        for years in (int(y) for y in args.years.split(",")):
            corpus = os.path.join(work, "corpus%d" % years)
            subprocess.run([sys.executable, os.path.join(args.tools, "gen_corpus.py"), "--out", corpus,
                            "--days", str(365 * years), "--per-day", "40", "--seed", "7"], check=True)
            memory = os.path.join(corpus, "memory")
            call = [program, "--memory", memory, "--quiet"]
            timed([program, "--quiet", "init", memory], env)
            files = sorted(glob.glob(os.path.join(memory, "stream", "*", "*.md")))
            runs = args.runs if years == 1 else max(5, args.runs // 8)

            def undistilled():
                shutil.rmtree(os.path.join(memory, "history"), ignore_errors=True)
                with open(os.path.join(memory, "sediment.md"), "w") as f:
                    f.write("# Long-term memory\n")

            print("\n%d year(s): %d files, %d bytes" % (years, len(files), sum(os.path.getsize(f) for f in files)))
            compare("distill, first run", ["cat"] + files, call + ["distill", "--rules"], max(5, runs // 2), "< 8",
                    undistilled, env)
            compare("distill, nothing new", ["cat"] + files, call + ["distill", "--rules"], runs, "< 3", None, env)
            print("%-26s %8.1f MiB" % ("  peak, nothing new", peak_mib(call + ["distill", "--rules"], env)))
            undistilled()
            print("%-26s %8.1f MiB  aim < 100" % ("  peak, first run", peak_mib(call + ["distill", "--rules"], env)))
            day = [os.path.join(memory, "sediment.md"), files[-1]]
            compare("inject", ["cat"] + day, call + ["inject"], args.runs, "< 2", None, env)
            target = os.path.join(work, "floor.log")
            # Another text each time: the same one again within a minute is not written.
            text = "the same line for both programs, written and synced for the {}th time"
            compare("add", [floor, "sync", target, text], call + ["add", "Note", text], args.runs, "< 1.5", None, env)
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
