#!/usr/bin/env python3
"""How much of the truth the rules keep: the figures of docs/quality.md.

    benches/quality.py [--binary target/release/alluvium] [--bench ../shared/bench] [--cases ../shared/cases]
                       [--years 1,3] [--seeds 1,2,3,4,5] [--max-tokens N] [--max-entries N]
                       [corpus|scripts|evenings …]

Builds nothing. `--bench` is a folder with gen_corpus.py and score_context.py (a generator of memory
folders with a ground truth, and a scorer), `--cases` one with ltm-scripts.json (statements with the
right final state); both are read from beside the project unless told otherwise ($ALLUVIUM_BENCH,
$ALLUVIUM_CASES). Only Python's standard library is used; everything is written to a temporary folder.

corpus    one first distillation of each corpus, with topic fields and without, scored on sediment.md
scripts   the scripts, as plain records without topics, one statement a day
evenings  one year with a distillation each evening: what is kept, what left, the cap, bytes and time
"""
import argparse
import datetime as dt
import json
import os
import re
import subprocess
import sys
import tempfile
import time


def run(binary, memory, *args, now=None, check=True):
    env = {"PATH": "/usr/bin:/bin", "HOME": memory, "ALLUVIUM_ZONE": "UTC"}
    if now:
        env["ALLUVIUM_NOW"] = now
    done = subprocess.run([binary, "--memory", memory, *args], env=env, capture_output=True, text=True)
    if check and done.returncode:
        sys.exit("alluvium %s: exit %d: %s" % (" ".join(args), done.returncode, done.stderr))
    return done


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def write(path, text, mode="w"):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, mode, encoding="utf-8") as f:
        f.write(text)


def corpus(g, mix, years, seed, topics):
    """Days as (date, text), and the truth. Topics become fields such as [topic:: project-a/db]."""
    days, end = 365 * years, dt.date(2026, 6, 30)
    a = argparse.Namespace(days=days, per_day=40, seed=seed, end=end.isoformat(), layout="nested", mix=mix, unicode_share=0.15)
    out, slots, projects, counts, tasks, one_day = g.generate(days, 40, seed, end, 0.15, mix)
    topic = {(iso, n): t.id.replace(".", "/", 1) for t in slots for iso, n, _ in t.mentions}
    files = []
    for date, records in out:
        lines = []
        for n, (clock, kind, text) in enumerate(records, 1):
            slot = topic.get((date.isoformat(), n)) if topics else None
            lines.append("- %s [%s] %s%s\n" % (clock, kind, text, " [topic:: %s]" % slot if slot else ""))
        files.append((date, "".join(lines)))
    return files, g.truth_of(a, out, slots, projects, counts, tasks, one_day)


def memory_with(o, where, files):
    os.makedirs(where)
    run(o.binary, where, "init", "--quiet")
    caps = [(key, value) for key, value in (("max-tokens", o.max_tokens), ("max-entries", o.max_entries)) if value]
    write(where + "/alluvium.toml", "[sediment]\n" + "".join("%s = %d\n" % cap for cap in caps))
    for date, text in files:
        write("%s/stream/%d/%s.md" % (where, date.year, date), text)


def show(name, totals):
    n = totals["topics"]
    pc = lambda *keys: 100 * sum(totals[k] for k in keys) / n
    print("%-28s current %5.1f %%  mixed %4.1f %%  stale %4.1f %%  missing %4.1f %%  withdrawn still stated %d  one-day notes %d  operations %d"
          % (name, pc("current"), pc("mixed_resolved", "mixed_wrong"), pc("stale"), pc("missing"),
             totals["withdrawn_still_stated"], totals["one_day_notes"], totals["op_lines"]), flush=True)


def measure_corpus(o, g, s):
    for topics in (True, False):
        for years in o.years:
            for mix in ("steady", "uneven"):
                totals = {}
                for seed in o.seeds:
                    with tempfile.TemporaryDirectory() as tmp:
                        files, truth = corpus(g, mix, years, seed, topics)
                        where = tmp + "/memory"
                        memory_with(o, where, files)
                        run(o.binary, where, "distill", "--quiet", now="2026-06-30T23:50:00Z")
                        for k, v in s.score(read(where + "/sediment.md"), truth).items():
                            if isinstance(v, (int, float)):
                                totals[k] = totals.get(k, 0) + v
                show("%s, %s, %d y" % ("topics" if topics else "no topics", mix, years), totals)


def measure_scripts(o):
    scripts = json.loads(read(o.cases + "/ltm-scripts.json"))["scripts"]
    right = 0
    for n, script in enumerate(scripts):
        with tempfile.TemporaryDirectory() as tmp:
            where = tmp + "/memory"
            days = [dt.date(2026, 1, 1) + dt.timedelta(i) for i in range(len(script["statements"]))]
            memory_with(o, where, [(d, "- 09:00 [Fact] %s\n" % t) for d, t in zip(days, script["statements"])])
            run(o.binary, where, "distill", "--quiet", now="2026-02-01T12:00:00Z")
            text = read(where + "/sediment.md")
            says = lambda w: re.search(r"(?<!\w)%s(?!\w)" % re.escape(w), text) is not None
            ok = all(says(w) for w in script.get("current", [])) and not any(says(w) for w in script.get("not_current", []))
            if script.get("all_kept"):
                ok = ok and all(t.rstrip(".") in text for t in script["statements"])
            right += ok
            if not ok:
                print("script %d (%s) fails:\n%s" % (n, script["kind"], text))
    print("scripts: %d of %d end as they should" % (right, len(scripts)), flush=True)


def measure_evenings(o, g, s):
    for topics in (True, False):
        for mix in ("steady", "uneven"):
            with tempfile.TemporaryDirectory() as tmp:
                files, truth = corpus(g, mix, 1, o.seeds[0], topics)
                where = tmp + "/memory"
                memory_with(o, where, [])
                before, changed, times, most = read(where + "/sediment.md"), [], [], 0
                for date, text in files:
                    write("%s/stream/%d/%s.md" % (where, date.year, date), text)
                    began = time.perf_counter()
                    run(o.binary, where, "distill", "--quiet", now="%sT23:50:00Z" % date)
                    times.append(time.perf_counter() - began)
                    after = read(where + "/sediment.md")
                    old, new = set(before.splitlines()), set(after.splitlines())
                    changed.append(sum(len(x.encode()) + 1 for x in new - old))
                    most = max(most, sum(x.startswith("- ") for x in after.splitlines()))
                    before = after
                show("evenings, %s, %s" % ("topics" if topics else "no topics", mix), s.score(before, truth))
                print("    entries at most %d; bytes written anew a day: mean %.0f, last 90 days %.0f; a run: median %.1f ms, longest %.1f ms"
                      % (most, sum(changed) / len(changed), sum(changed[-90:]) / 90, 1000 * sorted(times)[len(times) // 2], 1000 * max(times)), flush=True)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    numbers = lambda t: [int(x) for x in t.split(",")]
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--binary", default=os.path.join(here, "../target/release/alluvium"))
    p.add_argument("--bench", default=os.environ.get("ALLUVIUM_BENCH", os.path.join(here, "../../shared/bench")))
    p.add_argument("--cases", default=os.environ.get("ALLUVIUM_CASES", os.path.join(here, "../../shared/cases")))
    p.add_argument("--years", type=numbers, default=[1, 3])
    p.add_argument("--seeds", type=numbers, default=[1, 2, 3, 4, 5])
    p.add_argument("--max-tokens", type=int, help="sediment.max-tokens instead of the default")
    p.add_argument("--max-entries", type=int, help="sediment.max-entries instead of the default")
    p.add_argument("what", nargs="*", default=["corpus", "scripts", "evenings"])
    o = p.parse_args()
    o.binary = os.path.abspath(o.binary)
    if not os.access(o.binary, os.X_OK):
        sys.exit("no program at %s: build it first, or name it with --binary" % o.binary)
    if "scripts" in o.what:
        measure_scripts(o)
    if {"corpus", "evenings"} & set(o.what):
        sys.path.insert(0, o.bench)
        import gen_corpus
        import score_context
        if "corpus" in o.what:
            measure_corpus(o, gen_corpus, score_context)
        if "evenings" in o.what:
            measure_evenings(o, gen_corpus, score_context)


if __name__ == "__main__":
    main()
