#!/usr/bin/env python3
"""Run a binary over the worlds of worlds.py and say what became of every topic.

    measure.py BINARY [--worlds home,shop,zh,lab,club,ops,clinic,film,wanju] [--mixes steady,uneven] [--seeds 1,2,3]
            [--work DIR] [--top N] [--json FILE] [--verbose]

For each world, mix and seed: one year, 40 records a day, once with topic
fields and once without. Prints the table, `lost` (the current value is not in
the sediment in any wording) with the record that retired it, every event in
which a record of ANOTHER topic overwrote, removed or was swallowed by a
statement, and the pairs that leave a topic mixed.
"""
import argparse
import collections
import datetime as dt
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
HERE = os.path.dirname(os.path.abspath(__file__))
# The folder with gen_corpus.py and score_context.py, whose mechanics are used here with other tables.
sys.path[:0] = [HERE, os.environ.get("ALLUVIUM_BENCH", os.path.join(HERE, "../../../shared/bench"))]
import gen_corpus as g          # noqa: E402
import worlds                     # noqa: E402
import score_context as sc      # noqa: E402

END = dt.date(2026, 6, 30)
ENV = dict(os.environ, ALLUVIUM_ZONE="UTC", ALLUVIUM_NOW="2026-06-30T23:50:00Z")


def slug(sid):
    o, t = sid.rsplit(".", 1)
    return o.lower().replace(" ", "-") + "/" + t


def tool(binary, mem, *args):
    r = subprocess.run([binary, "--memory", mem] + list(args), env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if r.returncode:
        sys.stderr.write("exit %d: %s\n%s\n" % (r.returncode, args, r.stderr.decode()[:500]))
    return r.stdout.decode("utf-8", "replace")


def flat(x):
    return re.sub(r"\s+", " ", x).strip()


class Reader:
    """text -> (topic id, value, template, names the subject)"""
    def __init__(self, truth):
        self.pat = []
        defs = {}
        for t, k, v, w in g.GLOBAL_TOPICS:
            defs["user." + t] = (g.SUBJECTS[t], v, w, None)
        for p in truth["projects"]:
            for t, k, v, w in g.PROJECT_TOPICS:
                defs[p + "." + t] = (g.SUBJECTS[t].format(p=p), v, w, p)
        for sid, (subj, values, ways, p) in defs.items():
            for val in values:
                for w in ways:
                    self.pat.append((w.replace("{p}", p or "").replace("{v}", val), sid, val, w, w not in worlds.NOSUBJ))
                for old in values:
                    if old != val:
                        for tpl in g.CHANGE_EXPLICIT + g.CORRECTION:
                            self.pat.append((tpl.format(subj=subj, v=val, old=old), sid, val, str(tpl), True))
            for tpl in g.RETRACTION:
                self.pat.append((tpl.format(subj=subj), sid, None, str(tpl), True))
        self.pat.sort(key=lambda x: -len(x[0]))
        self.memo = {}
        self.exact = {}
        for x in self.pat:
            self.exact.setdefault(x[0], x[1:])

    def __call__(self, text):
        text = flat(text)
        if text in self.memo:
            return self.memo[text]
        got = self.exact.get(text)
        for d in g.DETAIL:
            if got is None and d and text.endswith(d):
                got = self.exact.get(text[:-len(d)])
        if got is None:
            for n, *rest in self.pat:
                if text.startswith(n) and (len(text) == len(n) or not text[len(n)].isalnum()):
                    got = tuple(rest)
                    break
            else:
                for n, *rest in self.pat:
                    i = text.find(n)
                    if i >= 0 and (i + len(n) == len(text) or not text[i + len(n)].isalnum()):
                        got = tuple(rest)
                        break
        self.memo[text] = got
        return got


def kind_of(sid):
    o, t = sid.rsplit(".", 1)
    return ("*" if o != "user" else "user") + "/" + t


def run_one(binary, work, world, mix, seed, with_topics, agg):
    out, topics, projects, counts, open_tasks, one_day = g.generate(365, 40, seed, END, 0.15, mix)
    args = argparse.Namespace(days=365, per_day=40, seed=seed, end=END.isoformat(), layout="nested", mix=mix, unicode_share=0.15)
    truth = g.truth_of(args, out, topics, projects, counts, open_tasks, one_day)
    where = {}
    for t in topics:
        for iso, line, how in t.mentions:
            where[(iso, line)] = (t.id, how)
    mem = os.path.join(work, "%s-%s-%d-%s" % (world, mix, seed, "topics" if with_topics else "plain"), "memory")
    shutil.rmtree(os.path.dirname(mem), ignore_errors=True)
    recs = []           # (iso, line, time, kind, text, topic, how)
    for date, rs in out:
        iso = date.isoformat()
        path = os.path.join(mem, "stream", iso[:4], iso + ".md")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            for i, (t, k, x) in enumerate(rs, 1):
                tid, how = where.get((iso, i), (None, None))
                f.write("- %s [%s] %s%s\n" % (t, k, x, " [topic:: %s]" % slug(tid) if with_topics and tid else ""))
                recs.append((iso, i, t, k, x, tid, how))
    with open(os.path.join(os.path.dirname(mem), "truth.json"), "w", encoding="utf-8") as f:
        json.dump(truth, f, ensure_ascii=False, indent=1)
    tool(binary, mem, "init", "--quiet")
    if agg["max_tokens"]:
        p = os.path.join(mem, "alluvium.toml")
        x = open(p, encoding="utf-8").read()
        y = re.sub(r"(?m)^#?(max-entries) = \d+", r"\1 = 2000", re.sub(r"(?m)^#?(max-tokens) = 6000", r"\1 = %d" % agg["max_tokens"], x))
        open(p, "w", encoding="utf-8").write(y)
    raw = tool(binary, mem, "distill", "--explain", "--json")       # the same run as `distill --quiet`, with its reasons
    with open(os.path.join(os.path.dirname(mem), "explain.json"), "w", encoding="utf-8") as f:
        f.write(raw)
    ex = json.loads(raw)
    sed = open(os.path.join(mem, "sediment.md"), encoding="utf-8").read()
    r = sc.score(sed, truth)
    r["records"] = len(recs)
    r["entries"] = sum(1 for x in sed.split("\n") if re.search(r"\^[a-z0-9]{3,}$", x))
    r["no_topic_id"] = len(ex["outcomes"])
    read = agg["readers"].setdefault(world, Reader(truth))
    # record id -> record, by order within the day
    byday = collections.defaultdict(list)
    for x in recs:
        byday[x[0]].append(x)
    oday = collections.defaultdict(list)
    for o in ex["outcomes"]:
        oday[o["record"][:10]].append(o)
    rec, what = {}, {}
    for iso, rs in byday.items():
        seen, uniq = set(), []
        for x in rs:
            if x[2:5] not in seen:
                seen.add(x[2:5])
                uniq.append(x)
        if len(uniq) != len(oday[iso]):
            sys.stderr.write("%s %s: %d records, %d outcomes\n" % (mem, iso, len(uniq), len(oday[iso])))
        for x, o in zip(uniq, oday[iso]):
            rec[o["record"]] = x
            what[(x[0], x[1])] = o["what"]
    # replay
    pos = {x[:2]: i for i, x in enumerate(recs)}
    orig = {flat(x[4]) for x in recs}
    text, topic, held = {}, {}, collections.defaultdict(set)
    gone = {}            # (topic, value) -> last event that took away a statement of it
    cross = agg["cross"]
    key = (world, mix, "topics" if with_topics else "plain")
    nfirst = nall = 0
    at = 0
    for c in ex["changes"]:
        src = [rec[s] for s in c.get("sources", []) if s in rec]
        by = src[-1] if src else None
        if by:
            at = max(at, pos[by[:2]])
        eid, why = c["id"], c.get("why") or ""
        old = flat(c.get("was") or text.get(eid) or c.get("text") or "")
        before = None if c["event"] == "added" else read(old)
        btopic = before[0] if before else topic.get(eid)
        if c["event"] not in ("added", "updated", "removed", "seen"):      # conflict: only proposed
            if by and btopic and by[5] != btopic:
                agg["proposed"][(key, c["event"], re.sub(r"\^\w+", "^…", re.sub(r"“[^”]*”", "“…”", why)))] += 1
            continue
        if c["event"] in ("added", "updated"):
            text[eid] = c["text"]
            p = read(c["text"])
            if p:
                topic[eid] = p[0]
            elif by and by[5]:
                topic[eid] = by[5]
            t = flat(c["text"])
            if t not in orig and t[:1].upper() + t[1:] not in orig and (c["event"] == "added" or flat(c.get("was") or "") != t):
                agg["rewritten"][(key, t, by[4] if by else "", old if c["event"] == "updated" else "", why)] += 1
        elif c["event"] == "removed":
            text.pop(eid, None)
        new = read(text[eid]) if eid in text and c["event"] != "seen" else None
        if c["event"] == "seen":
            if by and btopic and by[5] != btopic:
                first = by[5] not in held[eid]
                held[eid].add(by[5])
                cross[(key, "swallowed", btopic, by[5], old, by[4], why, first)] += 1
                nall += 1
                nfirst += first
            elif by and before and by[5]:
                v = read(by[4])
                if v and v[1] != before[1] and by[6] not in ("retraction",):
                    agg["within"][(key, kind_of(by[5]), before[2], v[2], why.split("“")[0])] += 1
            continue
        if before and (new is None or new[:2] != before[:2]):
            gone[before[:2]] = (c, by, old, at)
        if c["event"] == "added":
            held[eid] = {by[5]} if by else set()
            continue
        if not by:
            agg["nosource"][(key, c["event"], re.sub(r"\d+", "N", why)[:60])] += 1
            continue
        if c["event"] == "updated" and flat(c.get("was") or "") == flat(c.get("text") or ""):
            continue
        if btopic and by[5] != btopic:
            first = by[5] not in held[eid]
            m = re.search(r"merged into (\^\w+)", why)
            if c["event"] == "removed":
                first = not (m and btopic in held[m.group(1)]) and first
            held[eid].add(by[5])
            kind = ("removed" if c["event"] == "removed" else "overwrote" if not new or new[0] != btopic else
                    "absorbed into" if not before or new[1] == before[1] else "FABRICATED a value in")
            shown = by[4] if kind in ("removed", "overwrote") else "%s  [now reads: %s]" % (by[4], flat(text[eid]))
            cross[(key, kind, btopic, by[5], old, shown, why, first)] += 1
            nall += 1
            nfirst += first
        elif by:
            held[eid].add(by[5])
    r["cross_first"], r["cross"] = nfirst, nall
    # the sediment as it is
    entries = []
    for line in sed.split("\n"):
        m = re.match(r"- (.*?)((?: \[[a-z]+:: [^\]]*\])*) \^([a-z0-9]+)$", line)
        if m:
            entries.append((m.group(3), m.group(1), read(m.group(1))))
    agg["unread"].update(e[1] for e in entries if e[2] is None and not any(e[1].startswith(x) for x in g.LESSONS + g.TASKS))
    per = collections.defaultdict(list)
    for e in entries:
        if e[2]:
            per[e[2][0]].append(e)
    recs_of = collections.defaultdict(list)
    for x in recs:
        if x[5]:
            recs_of[x[5]].append(x)
    lost = 0
    for s in truth["slots"]:
        sid = s["id"]
        mine = recs_of[sid]
        vals = []
        for x in mine:
            p = read(x[4])
            vals.append(None if x[6] == "retraction" else (p[1] if p and p[0] == sid else "?"))
        st = [e for e in per[sid] if e[2][1] is not None]
        if s["current"] is None:
            for e in st:
                last = mine[len(mine) - 1]
                agg["withdrawn"][(key, kind_of(sid), read(last[4])[2], e[2][2], e[2][3], clean(what.get(last[:2])))] += 1
            continue
        cur = s["current"]["value"]
        has = any(e[2][1] == cur for e in st)
        if not has:
            lost += 1
            ev = gone.get((sid, cur))
            lastx = [x for x, v in zip(mine, vals) if v == cur][-1]
            o = what.get(lastx[:2]) or ""
            if ev and (ev[3] >= pos[lastx[:2]]):
                how = ("the cap" if (ev[0].get("why") or "").startswith("over the cap") else "no record" if not ev[1] else
                       "a record of another topic" if ev[1][5] != sid else "a record of the same topic")
            else:
                m = re.search(r"\^\w+", o)
                tt = m and text.get(m.group(0))
                pt = tt and read(tt)
                how = "never got in: " + ("entry rewritten" if tt and not pt else "counted for another topic" if m and topic.get(m.group(0)) not in (None, sid)
                                          else clean(o)[:50])
            agg["lost"].append((key, seed, sid, cur, lastx[4], o, how,
                                "" if not ev else "%s [%s] by «%s» (%s): %s" % (ev[0]["event"], ev[0].get("why"),
                                "" if not ev[1] else ev[1][4], None if not ev[1] else ev[1][5], ev[2]),
                                [e[1] for e in st]))
        if not with_topics:
            for e in st:
                v = e[2][1]
                if v == cur:
                    continue
                idx = [i for i, x in enumerate(vals) if v == x]
                nxt = None
                if idx:
                    for j in range(idx[-1] + 1, len(vals)):
                        if vals[j] != v:
                            nxt = mine[j]
                            break
                rp = read(nxt[4]) if nxt else None
                agg["mixed"][(world, mix, kind_of(sid), e[2][2], e[2][3], rp[2] if rp else "?", nxt[6] if nxt else "?",
                              clean(what.get(nxt[:2])) if nxt else "?", "mixed" if has else "stale")] += 1
                if (len(agg["examples"]) < 4000):
                    agg["examples"].setdefault((kind_of(sid), e[2][2], rp[2] if rp else "?"),
                                               (e[1], nxt[4] if nxt else "?"))
    r["lost"] = lost
    return r


def clean(x):
    if not x:
        return "?"
    x = re.sub(r"\^[a-z0-9]+", "^…", x)
    x = re.sub(r"“[^”]*”", "“…”", x)
    x = re.sub(r"\d{4}-\d\d-\d\d#\w+", "#…", x)
    return x[:110]


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("binary")
    ap.add_argument("--worlds", default="home,shop,zh,lab,club,ops,clinic,film,wanju,squad,family,xuexiao")
    ap.add_argument("--mixes", default="steady,uneven")
    ap.add_argument("--seeds", default="1,2,3")
    ap.add_argument("--work", default=None)
    ap.add_argument("--top", type=int, default=60)
    ap.add_argument("--json", default=None)
    ap.add_argument("--detail", choices=["own", "semicolon", "none"], default="own", help="the closing remarks of records")
    ap.add_argument("--templates", choices=["own", "old"], default="own", help="old: gen_corpus's sentences of change, correction, retraction")
    ap.add_argument("--max-tokens", type=int, default=0, help="raise the cap of the sediment, to see the rules without it")
    ap.add_argument("--verbose", action="store_true", help="a row for every seed")
    a = ap.parse_args()
    scratch = tempfile.TemporaryDirectory()
    binary = os.path.abspath(a.binary)
    agg = {"cross": collections.Counter(), "mixed": collections.Counter(), "withdrawn": collections.Counter(), "within": collections.Counter(),
           "nosource": collections.Counter(), "unread": collections.Counter(), "lost": [], "examples": {}, "rewritten": collections.Counter(), "max_tokens": a.max_tokens, "readers": {}, "proposed": collections.Counter()}
    rows = []
    cols = ["current", "mixed_resolved", "mixed_wrong", "stale", "missing", "lost", "withdrawn_still_stated", "one_day_notes",
            "op_lines", "entries", "cross_first", "cross"]
    print("%-5s %-6s %-6s %4s %6s | %7s %6s %6s %6s %6s | %5s %5s %6s %4s %7s %6s %6s" % (
        "world", "mix", "fields", "seed", "topics", "current", "mix-ok", "mix-bad", "stale", "missing", "lost", "withd", "oneday", "ops", "entries", "cross1", "cross"))
    for world in a.worlds.split(","):
        worlds.install(world)
        if a.detail == "none":
            g.DETAIL = [""]
        elif a.detail == "semicolon":
            g.DETAIL = [d and "; " + d.strip(" (),.;（），。；") for d in g.DETAIL]
        if a.templates == "old":
            for n in ("CHANGE_EXPLICIT", "CORRECTION", "RETRACTION"):
                setattr(g, n, worlds.OLD[n])
        for mix in a.mixes.split(","):
            for fields in (True, False):
                got = []
                for seed in map(int, a.seeds.split(",")):
                    r = run_one(binary, a.work or scratch.name, world, mix, seed, fields, agg)
                    got.append((seed, r))
                    rows.append(dict(r, world=world, mix=mix, fields=fields, seed=seed))
                show = [(str(s), r) for s, r in got] if a.verbose else []
                tot = {k: sum(r[k] for _, r in got) for k in cols + ["topics"]}
                for s, r in show + [("all", tot)]:
                    n = r["topics"]
                    print("%-5s %-6s %-6s %4s %6d | %6.1f%% %5.1f%% %5.1f%% %5.1f%% %5.1f%% | %5d %5d %6d %4d %7d %6d %6d" % (
                        (world, mix, "topic" if fields else "none", s, n) + tuple(100.0 * r[k] / n for k in cols[:5]) + tuple(r[k] for k in cols[5:])))
                sys.stdout.flush()
    k = a.top
    print("\n== lost (current value in no wording in the sediment): %d; what took the last statement of it away" % len(agg["lost"]))
    cc = collections.Counter(("/".join(x[0]), x[6]) for x in agg["lost"])
    for (x, y), n in sorted(cc.items()):
        print("  %4d× %s: %s" % (n, x, y))
    shown = [x for x in agg["lost"] if x[6] != "the cap"] + [x for x in agg["lost"] if x[6] == "the cap"]
    for key, seed, sid, cur, last, wh, how, ev, st in shown[:k]:
        print("- [%s] %s seed %d %s = %r\n    last said: %s  -> %s\n    taken away: %s\n    stands: %s" % (how, "/".join(key), seed, sid, cur, last, wh, ev, st))
    print("\n== a record about another topic took, removed or was swallowed by a statement (old -> new)")
    print("   first = the entry had not held that topic before; the rest follows from it (`back to an earlier value` ...)")
    rep = lambda w: re.sub(r"\^\w+", "^…", re.sub(r"“[^”]*”", "“…”", w))
    chain = re.compile(r"took the place of|^back to an earlier|^merged into|^said before in these")
    groups = (("ROOT: first events whose reason is not something learned before", lambda f, w: f and not chain.search(w)),
              ("LEARNED: first events that rest on something learned before (`X took the place of Y before`, `merged into` ...)", lambda f, w: f and bool(chain.search(w))),
              ("FOLLOWING: the entry had held both topics already", lambda f, w: not f))
    readers = {}
    spans = collections.Counter()
    spairs = collections.Counter()
    for (key, kind, t1, t2, old, new, why, first), n in agg["cross"].items():
        m = re.match(r"“(.*)” took the place of “(.*)” before", why)
        if m:
            worlds.install(key[0])
            x, y = m.groups()
            det = " | ".join(g.DETAIL)
            names = [g.project_name(i) for i in range(6)]
            allv = {v for t in g.GLOBAL_TOPICS + g.PROJECT_TOPICS for v in t[2]}
            bare = {re.sub(r"^(a|an|the) ", "", v) for v in allv} | allv
            k1 = ("two closing remarks" if x in det and y in det else "a closing remark and something else" if x in det or y in det else
                  "two names of objects" if x in names and y in names else
                  "two values of one topic" if any({x, y} <= set(t[2]) | {re.sub(r"^(a|an|the) ", "", v) for v in t[2]} for t in g.GLOBAL_TOPICS + g.PROJECT_TOPICS) else
                  "two values of different topics" if x in bare and y in bare else "longer or other spans")
            spans[(key[0], k1)] += n
            spairs[(key[0], k1, "“%s” ← “%s”" % (x, y))] += n
    print("   what `X took the place of Y before` had learned, where it hit another topic:")
    for x, n in sorted(spans.items(), key=lambda z: (z[0][0], -z[1])):
        print("   %5d %s | %s:  %s" % (n, x[0], x[1], "; ".join("%s %d×" % (p[2], c) for p, c in spairs.most_common() if p[:2] == x)[:260]))
    for title, want in groups:
        pairs = collections.defaultdict(list)
        whys = collections.Counter()
        kinds = collections.Counter()
        for (key, kind, t1, t2, old, new, why, first), n in agg["cross"].items():
            if not want(first, why):
                continue
            same = "" if not t1 or not t2 else (" [OTHER OBJECT]" if t1.rsplit(".", 1)[0] != t2.rsplit(".", 1)[0] else " [same object]")
            pairs[(key[0], key[2], kind, kind_of(t1) if t1 else None, (kind_of(t2) if t2 else "(lesson, task or note)") + same,
                   rep(why))].append((n, old, new, t1, t2, why))
            whys[(key[0], kind, rep(why))] += n
            kinds[(key[0], key[2], kind, same.strip())] += n
        print("\n-- %s: total %d, in %d groups" % (title, sum(sum(y[0] for y in x) for x in pairs.values()), len(pairs)))
        for x, n in kinds.most_common():
            print("   %5d %s" % (n, " | ".join(x)))
        if title.startswith("ROOT"):
            tp = collections.defaultdict(list)
            for (key, kind, t1, t2, old, new, why, first), n in agg["cross"].items():
                if want(first, why):
                    worlds.install(key[0])
                    rd = readers.setdefault(key[0], agg["readers"][key[0]])
                    p, q = rd(old), rd(new)
                    if q is None or kind not in ("removed", "overwrote"):
                        q = rd(new.split("  [now reads: ")[0])
                    oo = "other object" if t1.rsplit(".", 1)[0] != t2.rsplit(".", 1)[0] else "same object"
                    tt = "same topic" if kind_of(t1) == kind_of(t2) else "other topic"
                    tp[(key[0], kind, p[2] if p else "?", q[2] if q else "(retraction or other)", oo + ", " + tt, rep(why))].append((n, old, new))
            print("   in full, by sentence (%d groups, the first %d):" % (len(tp), a.top))
            for x, xs in sorted(tp.items(), key=lambda z: -sum(y[0] for y in z[1]))[:a.top]:
                print("   %4d× %s | %s: «%s» ← «%s» | %s | %s\n           %s → %s" % ((sum(y[0] for y in xs),) + x + xs[0][1:]))
        print("   by the program's reason:")
        for x, n in whys.most_common(30):
            print("   %5d %s" % (n, " | ".join(x)))
        if title.startswith("ROOT") or title.startswith("LEARNED") or a.verbose:
            for p, xs in sorted(pairs.items(), key=lambda x: -sum(y[0] for y in x[1]))[:k if title.startswith("ROOT") else 25]:
                xs.sort(key=lambda y: -y[0])
                print("%4d× %s | %s: %s ← %s | %s" % ((sum(x[0] for x in xs), "/".join(p[:2])) + p[2:]))
                for n, old, new, t1, t2, why in xs[:2]:
                    print("        %d× %s → %s   (%s ← %s) [%s]" % (n, old, new, t1, t2, why))
    print("\n== conflicts only proposed between two topics: %d" % sum(agg["proposed"].values()))
    for x, n in agg["proposed"].most_common(10):
        print("%4d× %s %s %s" % (n, "/".join(x[0]), x[1], x[2]))
    print("\n== texts written into the sediment that no record had: %d" % sum(agg["rewritten"].values()))
    by_why = collections.defaultdict(list)
    for (key, t, src, old, why), n in agg["rewritten"].items():
        by_why[(key[0], key[2], rep(why))].append((n, t, src, old))
    for x, xs in sorted(by_why.items(), key=lambda y: -sum(z[0] for z in y[1]))[:25]:
        xs.sort(key=lambda y: (-y[0], y[1]))
        print("%4d× %s" % (sum(z[0] for z in xs), " | ".join(x)))
        for n, t, src, old in xs[:2]:
            print("        wrote: %s\n          from: %s\n          over: %s" % (t, src, old))
    print("\n== why topics are mixed or stale, without topic fields: %d statements" % sum(agg["mixed"].values()))
    m = collections.Counter()
    outc = collections.defaultdict(collections.Counter)
    for (world, mix, tk, w1, sub, w2, how, wh, st), n in agg["mixed"].items():
        m[(world, tk, w1, sub, w2, how)] += n
        outc[(world, tk, w1, sub, w2, how)][wh] += n
    for x, n in m.most_common(k):
        world, tk, w1, sub, w2, how = x
        print("%4d× %s %s | «%s»%s stays after «%s» (%s): %s" % (n, world, tk, w1, "" if sub else " [no subject]", w2, how, outc[x].most_common(1)[0][0]))
    print("  by how it was replaced:", dict(collections.Counter({h: 0 for h in ()}) + sum((collections.Counter({x[5] + ("" if x[3] else ", old names no subject"): n}) for x, n in m.items()), collections.Counter())))
    for title, f in (("by the way that stays", lambda x: (x[0], x[1], x[2])), ("by the template that replaced it", lambda x: (x[0], x[4] if x[5] not in ("change_implicit", "slip", "initial") else "(canonical)", x[5]))):
        c = collections.Counter()
        for x, n in m.items():
            c[f(x)] += n
        print("  -- %s" % title)
        for y, n in c.most_common(25):
            print("   %4d× %s" % (n, " | ".join(y)))
    print("\n== withdrawn but still stated: %d statements" % sum(agg["withdrawn"].values()))
    for x, n in agg["withdrawn"].most_common(25):
        print("%4d× %s %s | «%s»%s stays after «%s»: %s" % (n, "/".join(x[0]), x[1], x[3], "" if x[4] else " [no subject]", x[2], x[5]))
    print("\n== a record with another value of the SAME topic counted as a repeat: %d" % sum(agg["within"].values()))
    for x, n in agg["within"].most_common(25):
        print("%4d× %s %s | «%s» took «%s» as a repeat: %s" % ((n, "/".join(x[0])) + x[1:]))
    print("\n== removed or updated without a record as the reason")
    for x, n in agg["nosource"].most_common(10):
        print("%4d× %s %s %s" % (n, "/".join(x[0]), x[1], x[2]))
    print("\n== texts in the sediment that are no sentence of the generator")
    for x, n in agg["unread"].most_common(15):
        print("%4d× %s" % (n, x))
    if a.json:
        with open(a.json, "w") as f:
            json.dump(rows, f, indent=1)


if __name__ == "__main__":
    main()
