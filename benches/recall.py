#!/usr/bin/env python3
"""How much of the evidence for a question is in what recall returns, within a budget.

    benches/recall.py PROGRAM [--seeds 4] [--json] [--keep DIR]

Makes conversations of two people over some months, each turn a record of a stream by day, with facts
told in passing among talk that shares their words, and questions that put them in other words: about one fact
(single), about what was told over several days (several), when something happened (when), and what can
only be guessed from what was told (open); runs

    PROGRAM inject --task recall --for QUESTION --cite --budget N

and prints which share of the evidence lines is cited, next to plain BM25 over the same lines (lower-cased
words, no stemming, k1 1.2, b 0.75) with its neighbours, filled to the same number of tokens. Everything is
made up here from the seed; only the standard library is used.
"""
import argparse
import collections
import datetime as dt
import json
import math
import os
import random
import re
import shutil
import subprocess
import tempfile

BUDGETS = [500, 1000, 2000, 4000]

# Told by {a} to {b}: the turns (0: {a}, 1: {b}), which of them are evidence, and questions about them.
FACTS = [
    (["0:I finally signed up for the pottery class I kept talking about."], [0], ["What course did {a} enrol in?", "What kind of class is {a} taking?"]),
    (["0:My sister's kids came over, we went swimming in the lake all afternoon."], [0], ["Where did {a} swim with the children?", "What did {a} do with her nieces and nephews?"]),
    (["1:How did the interview go?", "0:They offered me the position! I start at the museum in autumn."], [0, 1], ["Where will {a} work?", "What job did {a} get?"]),
    (["0:I ran my first half marathon last weekend, my knees still hurt."], [0], ["When did {a} run a race?", "What sports event did {a} take part in?"]),
    (["0:We adopted a puppy from the shelter, he is called Biscuit."], [0], ["What is the name of {a}'s dog?", "Where did {a} get the pet?"]),
    (["0:The doctor says it's a peanut allergy, so no more satay for me."], [0], ["What is {a} allergic to?", "Which food does {a} have to avoid?"]),
    (["1:What are you reading at the moment?", "0:A novel about lighthouse keepers, I can't put it down."], [0, 1], ["Which book is {a} reading?"]),
    (["0:Mum taught me how to make her dumplings before she moved back to Gdansk."], [0], ["Who taught {a} to cook dumplings?", "Where does {a}'s mother live?"]),
    (["0:I sold the old van and bought an electric bike instead."], [0], ["What did {a} purchase after selling the van?", "What vehicle does {a} have now?"]),
    (["0:Our band played its first gig at the harbour festival, I was so nervous on the drums."], [0], ["Which instrument does {a} play?", "Where did {a}'s band perform?"]),
    (["1:Did you decide about the flat?", "0:Yes, I'm moving in with Tobias at the end of the month."], [0, 1], ["Who is {a} going to live with?", "When does {a} move?"]),
    (["0:I volunteer at the food bank on Tuesdays now, it keeps me grounded."], [0], ["What charity work does {a} do?", "On which day does {a} help at the food bank?"]),
    (["0:I painted a sunset over the cliffs and gave it to my grandmother for her ninetieth birthday."], [0], ["What did {a} paint?", "What present did {a}'s grandma get?"]),
    (["0:Spent the week camping in the dunes, no phone, only stars."], [0], ["Where did {a} go camping?", "How did {a} spend a holiday without a phone?"]),
    (["0:I'm learning Portuguese because I want to spend next summer in Porto."], [0], ["Which language does {a} study?", "Why is {a} learning Portuguese?"]),
    (["0:My thesis got rejected the first time, that's why I switched to marine biology."], [0], ["Why did {a} change her field?", "What subject does {a} study now?"]),
    (["1:Any plans for your birthday?", "0:A small dinner on the roof, only close friends."], [0, 1], ["How does {a} want to celebrate her birthday?"]),
    (["0:I broke my wrist falling off the climbing wall, six weeks in a cast."], [0], ["How was {a} injured?", "How long must {a} wear a cast?"]),
    (["0:We planted tomatoes and chilies on the balcony, the neighbours already complain about the smell of compost."], [0], ["What does {a} grow at home?", "What do {a}'s neighbours dislike?"]),
    (["0:I joined a support group for people who lost a parent, talking there helps."], [0], ["What group does {a} attend?", "What helps {a} with grief?"]),
    (["0:The photograph I took of the heron won second prize in the city contest."], [0], ["What did {a} win?", "Which animal was in {a}'s picture?"]),
    (["0:Since the concert I can't stop listening to cello suites."], [0], ["What music does {a} enjoy?", "What has {a} been listening to?"]),
    (["0:I quit smoking on New Year's Day and haven't touched one since."], [0], ["What habit did {a} give up?", "When did {a} stop smoking?"]),
    (["0:My brother is getting married in Oaxaca, I'm giving the speech."], [0], ["Where is the wedding of {a}'s brother?", "Who will speak at the wedding?"]),
    (["1:What's wrong with the car?", "0:The gearbox. The mechanic wants two thousand for it."], [0, 1], ["What was broken on {a}'s car?", "How much did the repair cost?"]),
    (["0:I finished knitting the blue scarf and started a cardigan with wooden buttons."], [0], ["What did {a} knit?", "What are the buttons of the cardigan made of?"]),
    (["0:I gave a talk at school about growing up in two countries."], [0], ["What was {a}'s speech about?", "Where did {a} speak?"]),
    (["0:My dream is to open a small bakery with a reading corner."], [0], ["What business does {a} want to start?", "What is {a}'s goal?"]),
    (["0:Dad's surgery went well, he can come home on Friday."], [0], ["How is {a}'s father?", "Who had an operation?"]),
    (["0:We hiked up to the old chapel and got caught in a thunderstorm."], [0], ["What happened on {a}'s hike?", "Where did {a} hike to?"]),
    (["0:I've been vegetarian for three years, mostly for the animals."], [0], ["How long has {a} not eaten meat?", "Why is {a} a vegetarian?"]),
    (["1:How was the theatre?", "0:The second act was dull but the costumes were gorgeous, my friend Irina sewed half of them."], [0, 1], ["Who made the costumes?", "What did {a} think of the play?"]),
    (["0:I keep a journal every night before bed, it calms me down."], [0], ["How does {a} relax in the evening?", "What does {a} write?"]),
    (["0:They cut our hours at the library, so I applied for the archive job."], [0], ["Why did {a} look for another job?", "Where did {a} apply?"]),
    (["0:I'm taking the night train to Vienna to see the Klimt paintings."], [0], ["How is {a} travelling to Vienna?", "Which artist does {a} want to see?"]),
    (["0:The twins said their first words yesterday, both said ball."], [0], ["What were the first words of {a}'s babies?", "How many children does {a} have?"]),
]

# Told on several days; the questions are about all of it. {b} tells of the same sort of things.
SERIES = [
    (["I painted the cliffs at dusk in watercolour.", "Look, this is my newest canvas, a field of poppies.", "Finally framed the portrait of my aunt, oils this time."], ["What has {a} painted?", "What subjects does {a} paint?"], "several"),
    (["We drove up to the fjords for a long weekend.", "Just back from Lisbon, my feet are killing me.", "The cabin in the Tatra mountains was worth every hour on the bus."], ["Where has {a} travelled?", "Which trips did {a} take?"], "several"),
    (["I devoured the memoir you lent me in two nights.", "Rereading Middlemarch, slowly this time.", "The library finally had that sci-fi trilogy, book one is done."], ["What books has {a} read?"], "several"),
    (["My cat Miso knocked the vase over again.", "The kids talked us into a guinea pig, send help.", "The old greyhound sleeps all day, I envy him."], ["What pets does {a} have?", "Which animals live with {a}?"], "several"),
    (["I ran ten kilometres before breakfast, it clears my head.", "Yoga on the terrace is what keeps me sane these days.", "When it gets too much I bake bread at midnight."], ["How does {a} deal with stress?", "What does {a} do to unwind?"], "open"),
    (["I marched in the parade on Saturday with half the office.", "We collected signatures for the bike lane all morning.", "I spoke at the council meeting about the playground."], ["What events for the community did {a} take part in?", "Is {a} politically active?"], "open"),
    (["My eldest made the swim team!", "The little one drew a dragon on the fridge.", "Parents' evening went fine, all three are doing okay."], ["How many children does {a} have?", "What do {a}'s kids do?"], "several"),
    (["The clarinet is back from repair, I practised for an hour.", "I joined a choir, we rehearse in the crypt.", "Picked up a ukulele at the flea market."], ["What instruments does {a} play?", "Would {a} enjoy a music festival?"], "open"),
    (["I started the evening course in accounting.", "Got my grades back, only the tax law exam was close.", "I registered the company name, it's official."], ["What steps did {a} take towards her own business?", "What did {a} study?"], "several"),
    (["The cardiologist wants me to cut down on salt.", "They changed my pills again, I feel dizzy.", "Blood pressure is finally normal!"], ["What health problems does {a} have?", "What did the doctors tell {a}?"], "several"),
    (["My sister flew in from Perth, we talked all night.", "My sister's wedding dress doesn't fit, panic everywhere.", "My sister and her husband bought a houseboat."], ["What do we know about {a}'s sister?", "Where does the sister of {a} live?"], "several"),
    (["The landlord sold the building, we have to leave by June.", "We saw a place with a garden, way above our budget.", "Keys in hand! Boxes everywhere, but it's ours."], ["How did {a} find a new home?", "Why did {a} have to move?"], "several"),
]

CHAT = [
    "Hey {b}! Good to hear from you.", "Wow, {b}, that sounds great!", "Thanks {b}, that means a lot.", "Oh no, I'm sorry to hear that.",
    "How are you holding up?", "That's so cool, I'm really happy for you!", "Work has been hectic, too many meetings this week.",
    "The weather was awful, it rained for three days.", "I know what you mean, I feel the same sometimes.", "You should be proud of yourself!",
    "We should catch up properly soon.", "What have you been up to lately?", "Not much, mostly resting and watching films.", "Did you sleep any better?",
    "I had a long day, but a good one.", "Sounds like a plan!", "That reminds me of our trip years ago.", "Take care of yourself, okay?",
    "I love that for you.", "Family time is the best time.", "I keep thinking about what you said last week.", "It was nice to get some fresh air.",
    "My week was all work and no play.", "I made soup and watched the rain.", "Can't wait to hear more about it!", "Yeah, it takes time to get used to it.",
    "The kids were loud all day but sweet.", "I'm trying to drink less coffee.", "The new neighbours moved in, they seem nice.", "I walked along the river for an hour, it helped me think.",
    "Painting relaxes me too, I should do it more.", "I saw a documentary about whales, it was beautiful.", "Do you still go to that class?", "Music always gets me through the day.",
    "I cleaned out the garage and found old photos.", "Books are piling up on my table again.", "My boss asked for another report.", "I might join you next time!",
    "Let me know how it goes, {b}.", "I was at the market and bought way too many plums.", "The bus was late again, so I ran to the office.", "Honestly, I need a holiday.",
    "I got a haircut, nobody noticed.", "My own paintings look like accidents, honestly.", "My sister says hi, by the way.", "I read about that somewhere, crazy.", "The dog next door barked all night.", "We used to travel so much more, didn't we?",
    "I should play more music again.", "Running in this heat is no fun.", "The doctor is always late, I read every magazine there.", "I bought flowers on the way home.", "School starts again, finally some quiet.", "What did you two do at the weekend?",
    "I'd love to see a picture of that!", "Did the kids enjoy it?", "When do you leave?", "How did you get into that?", "What kind of food did they have?", "We had friends over for dinner and played cards until late.", "My phone died in the middle of the call.", "I tried a new recipe, it was a disaster.",
]
NAMES = ["Mara", "Jonas", "Priya", "Lucía", "Oskar", "Yuki", "Amara", "Felix", "Noor", "Stella", "Ravi", "Greta"]


def kind(question):
    return "when" if question.startswith("When") else "single"


def conversation(seed):
    """Records by day, and questions with their kind and the (day, place in that day) of their evidence."""
    rng = random.Random(seed)
    a, b = rng.sample(NAMES, 2)
    told = []  # (lines, evidence, speaker, other, questions)
    for lines, evidence, asks in FACTS:
        x, y = (a, b) if rng.random() < 0.6 else (b, a)
        told.append((lines, evidence, x, y, [(q, kind(q), []) for q in asks]))
    for lines, asks, sort in SERIES:
        x, y = (a, b) if rng.random() < 0.5 else (b, a)
        shared = [(q, sort, []) for q in asks]
        told.extend((["0:" + line], [0], x, y, shared) for line in lines)
    rng.shuffle(told)
    day = dt.date(2024, rng.randint(1, 6), rng.randint(1, 28))
    days, seen = {}, {}
    while told:
        batch, told = told[:3], told[3:]
        turns, speaker = [], 0
        slots = sorted(rng.sample(range(1, 26), len(batch)))
        for i in range(28):
            if slots and i == slots[0]:
                slots.pop(0)
                lines, evidence, x, y, asks = batch.pop(0)
                start = len(turns)
                for line in lines:
                    who, text = line.split(":", 1)
                    before = [rng.choice(CHAT)] if rng.random() < 0.4 else []
                    after = [rng.choice(CHAT)] if rng.random() < 0.4 else []
                    turns.append(((x, y)[int(who)], " ".join(before + [text] + after).replace("{b}", (y, x)[int(who)])))
                for ask in asks:
                    ask[2].extend((day.isoformat(), start + e) for e in evidence)
                    q = ask[0].replace("{a}", x)
                    if ask[1] == "single" and rng.random() < 0.15:
                        q = q.rstrip("?") + " (%d %s)?" % (day.day, day.strftime("%B %Y"))
                    seen[q] = (ask[1], ask[2])
            me, you = (a, b) if speaker == 0 else (b, a)
            turns.append((me, " ".join(rng.sample(CHAT, rng.choice((1, 1, 2, 3)))).replace("{b}", you)))
            speaker ^= 1
        days[day.isoformat()] = turns
        day += dt.timedelta(days=rng.randint(3, 20))
    return days, [(q, sort, evidence) for q, (sort, evidence) in seen.items()]


def write(folder, days):
    for day, turns in days.items():
        path = os.path.join(folder, "stream", day[:4], day + ".md")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write("## %s\n\n" % day)
            for i, (who, text) in enumerate(turns):
                f.write("- %02d:%02d [Note] %s: %s\n" % (9 + i // 60, i % 60, who, text))
    open(os.path.join(folder, "alluvium.toml"), "a").close()


def words(text):
    return re.findall(r"\w+", text.lower())


def tokens(text):
    return len(text) / 4 + 1


class PlainBm25:
    def __init__(self, days):
        self.lines = [(day, i, "%s: %s" % turn) for day, turns in sorted(days.items()) for i, turn in enumerate(turns)]
        self.docs = [collections.Counter(words(text)) for _, _, text in self.lines]
        self.length = [sum(d.values()) for d in self.docs]
        self.mean = sum(self.length) / len(self.docs)
        self.df = collections.Counter(w for d in self.docs for w in d)

    def within(self, question, budget, neighbours=True):
        n, scores = len(self.docs), []
        for i, d in enumerate(self.docs):
            s = 0.0
            for w in set(words(question)):
                if d[w]:
                    idf = math.log(1 + (n - self.df[w] + 0.5) / (self.df[w] + 0.5))
                    s += idf * d[w] * 2.2 / (d[w] + 1.2 * (0.25 + 0.75 * self.length[i] / self.mean))
            if s > 0:
                scores.append((-s, i))
        taken, used = [], 12.0
        for _, i in sorted(scores):
            for j in [i, i - 1, i + 1] if neighbours else [i]:
                if not 0 <= j < n or j in taken or self.lines[j][0] != self.lines[i][0]:
                    continue
                # The same shape of line as the program's: day, kind, text, citation.
                cost = tokens("- %s note: %s (%s#xxxxxx)" % (self.lines[j][0], self.lines[j][2], self.lines[j][0]))
                if used + cost > budget:
                    return {self.lines[k][:2] for k in taken}
                used += cost
                taken.append(j)
        return {self.lines[k][:2] for k in taken}


def ids(program, folder, env):
    """Record ids by (day, position), as the program derives them."""
    found = {}
    out = subprocess.run([program, "--memory", folder, "search", "--kind", "note", "--json", "-n", "1000000"], env=env, capture_output=True, text=True, check=True)
    for hit in json.loads(out.stdout):
        found[hit["id"]] = (hit["day"], hit["line"] - 3)
    return found


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("program")
    ap.add_argument("--seeds", type=int, default=4)
    ap.add_argument("--first", type=int, default=1, help="the first seed")
    ap.add_argument("--json", action="store_true")
    ap.add_argument("--missed", action="store_true", help="print questions whose evidence is not within 1,000 tokens")
    ap.add_argument("--keep", help="keep the folders below this one")
    args = ap.parse_args()
    env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "ALLUVIUM_NOW": "2025-03-14T09:00:00Z", "ALLUVIUM_ZONE": "UTC"}
    got = collections.defaultdict(lambda: {b: [0, 0] for b in BUDGETS})
    root = args.keep or tempfile.mkdtemp(prefix="alluvium-recall-")
    for seed in range(args.first, args.first + args.seeds):
        days, questions = conversation(seed)
        folder = os.path.join(root, "c%d" % seed)
        write(folder, days)
        names, plain = ids(args.program, folder, env), PlainBm25(days)
        for question, sort, evidence in questions:
            for budget in BUDGETS:
                out = subprocess.run([args.program, "--memory", folder, "inject", "--task", "recall", "--for", question, "--cite", "--budget", str(budget)], env=env, capture_output=True, text=True, check=True).stdout
                cited = {names.get(i) for i in re.findall(r"\d{4}-\d\d-\d\d#[0-9a-z]{6}", out)}
                for name, found in (("alluvium", cited), ("bm25+neighbours", plain.within(question, budget)), ("bm25", plain.within(question, budget, False)), ("  " + sort, cited)):
                    got[name][budget][0] += sum(e in found for e in evidence)
                    got[name][budget][1] += len(evidence)
                if args.missed and budget == 1000 and not all(e in cited for e in evidence):
                    print("missed:", question)
    shares = {name: {b: round(x / n, 3) for b, (x, n) in by.items()} for name, by in sorted(got.items())}
    if args.json:
        print(json.dumps(shares))
    else:
        print("%-16s" % "within tokens" + "".join("%8d" % b for b in BUDGETS))
        for name, by in shares.items():
            print("%-16s" % name + "".join("%8.3f" % by[b] for b in BUDGETS))
    if not args.keep:
        shutil.rmtree(root)


if __name__ == "__main__":
    main()
