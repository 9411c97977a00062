//! What the phrases of the word lists signal: one cue for each list of `templates/rules.toml`.

macro_rules! cues {
    ($($(#[$doc:meta])* $name:ident = $key:literal,)*) => {
        /// What a phrase of the lists signals. Each is a bit of [`Cues`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs, reason = "each is explained beside its list in templates/rules.toml")]
        pub enum Cue { $($(#[$doc])* $name,)* }
        impl Cue {
            pub(super) const KEYS: &'static [(&'static str, Self)] = &[$(($key, Self::$name),)*];
        }
    };
}

cues! {
    Filler = "words.filler",
    Article = "words.article",
    Binding = "words.binding",
    Own = "words.self",
    Preposition = "words.preposition",
    Past = "words.past",
    Compound = "words.compound",
    Negation = "words.negation",
    Auxiliary = "words.auxiliary",
    Additive = "words.additive",
    LeadIn = "words.lead-in",
    Month = "days.month",
    DayPart = "days.part",
    Preference = "route.preference",
    Hedge = "leave-out.hedge",
    Settled = "leave-out.settled",
    Condition = "leave-out.condition",
    Future = "leave-out.future",
    Temporary = "leave-out.temporary",
    Today = "leave-out.today",
    Lasting = "leave-out.lasting",
    Circumstance = "leave-out.circumstance",
    Marker = "change.marker",
    Old = "change.old",
    GivenUp = "change.given-up",
    NewClause = "change.new-clause",
    OldBefore = "change.old-before",
    New = "change.new",
    From = "change.from",
    To = "change.to",
    End = "change.end",
    Correction = "change.correction",
    Opener = "change.opener",
    Withdraw = "change.withdraw",
    Release = "change.release",
    Ended = "change.ended",
    Ends = "change.ends",
    EndMark = "change.end-mark",
    Rule = "words.rule",
    Lately = "words.lately",
    Habit = "words.habit",
    Somebody = "words.somebody",
    LightVerb = "words.light-verb",
    Forbid = "words.prohibition",
    Asking = "leave-out.asking",
    Daytime = "days.daytime",
    Manner = "words.manner",
    Idle = "words.idle",
    Cleft = "words.cleft",
    Switch = "change.switch",
    Hollow = "change.hollow",
    Copula = "frame.copula",
    Bound = "frame.bound",
    Choice = "frame.choice",
    Means = "frame.means",
    Measure = "frame.reading",
    Normative = "frame.normative",
    Being = "frame.being",
    Having = "frame.having",
    None = "words.none",
    Permit = "words.permission",
    Abbreviation = "words.abbreviation",
    Possessive = "words.possessive",
    Joiner = "words.joiner",
    Beside = "words.beside",
    Pronoun = "words.pronoun",
    Demonstrative = "words.demonstrative",
    Speaker = "words.speaker",
    Scope = "words.scope",
    Where = "words.where",
    Individual = "words.individual",
    Span = "days.span",
    Whose = "words.whose",
    Because = "words.because",
    Numeral = "words.numeral",
    ChangeVerb = "change.verb",
    Away = "change.away",
    Alter = "change.alter",
    AlterPlace = "change.alter-place",
    AlterOwner = "change.alter-owner",
    AlterBare = "change.alter-bare",
    AlterWay = "change.alter-way",
    AlterInto = "change.alter-into",
    AlterTail = "change.alter-tail",
    AlterAct = "change.alter-act",
    Turned = "change.turned",
    Fresh = "change.fresh",
    /// The forms of `[change.alter…]` that tell of what happened; made from them.
    Altered = "change.altered",
    Moment = "words.moment",
    Beginning = "words.beginning",
    Generic = "words.generic",
    Contrast = "words.contrast",
    Measured = "words.measure",
    DayTime = "days.time-of-day",
    Swap = "change.swap",
    SwapFor = "change.swap-for",
    Passive = "words.passive",
    /// The first words of the classes' relations; made from `[class.*]`.
    Verb = "frame.verb",
    /// Every word of a phrase of `[aspect.*]`.
    Aspect = "frame.aspect",
    Over = "frame.over",
    Attribute = "frame.attribute",
    Functional = "frame.functional",
    Light = "frame.light",
    Label = "frame.label",
    Herald = "frame.herald",
    Many = "frame.many",
    Tomorrow = "days.tomorrow",
    AfterTomorrow = "days.after-tomorrow",
    Yesterday = "days.yesterday",
    BeforeYesterday = "days.before-yesterday",
    Until = "days.until",
    Next = "days.next",
    Last = "days.last",
    Monday = "days.monday",
    Tuesday = "days.tuesday",
    Wednesday = "days.wednesday",
    Thursday = "days.thursday",
    Friday = "days.friday",
    Saturday = "days.saturday",
    Sunday = "days.sunday",
    // From here on lists of which only the hits are asked for: no word bears them.
    Question = "leave-out.question",
    Request = "leave-out.request",
    Unverified = "leave-out.unverified",
    Plan = "leave-out.plan",
    Proposal = "leave-out.proposal",
    Routine = "leave-out.routine",
    EchoLabel = "echo.label",
    EchoBlock = "echo.block",
    Site = "words.site",
    Reason = "words.reason",
    Weighing = "words.weighing",
    Subordinate = "words.subordinate",
    Operation = "leave-out.operation",
    Run = "leave-out.run",
    Passed = "leave-out.passed",
    Appointment = "leave-out.appointment",
    Interrogative = "leave-out.interrogative",
    JustNow = "leave-out.just-now",
    Barter = "change.barter",
    BarterFor = "change.barter-for",
    Fallen = "change.fallen",
    Turning = "change.turning",
    Adding = "words.adding",
    Source = "words.source",
    Making = "change.making",
    Least = "words.least",
    Return = "change.return",
    Reported = "words.reported",
    Earlier = "leave-out.earlier",
    Message = "words.message",
    Agent = "words.agent",
    Rank = "words.rank",
    Often = "words.often",
    Relative = "words.relative",
    Onset = "words.onset",
    Finish = "words.finish",
    Trade = "change.trade",
    PartOfHour = "days.part-of-hour",
}

/// The days of the week.
pub(super) const WEEK: [Cue; 7] =
    [Cue::Monday, Cue::Tuesday, Cue::Wednesday, Cue::Thursday, Cue::Friday, Cue::Saturday, Cue::Sunday];

/// A set of cues.
pub type Cues = u128;

/// The set of some cues: `any!(Copula | Many)`.
macro_rules! any {
    ($($cue:ident)|+) => { const { Cue::set(&[$(Cue::$cue),+]) } };
}
pub(super) use any;

/// Words that relate something to something: a form of being, a verb.
pub(super) const RELATION: Cues = any!(Copula | Many | Means | Verb);

/// The same and what has something: the words that make a clause one.
pub(super) const PREDICATE: Cues = RELATION | Cue::Having.bit();

/// The same and what helps a verb: words that only hold a sentence together, and are not what it is about.
pub(super) const VERBAL: Cues = PREDICATE | Cue::Auxiliary.bit() | Cue::Passive.bit();

/// Words for a property that things have: `port`, `owner`.
pub(super) const PROPERTY: Cues = Cue::Attribute.bit() | Cue::Functional.bit();

/// Words that tell of a change, and what was: `no longer`, `switched to`.
const CHANGED: Cues = any!(From | GivenUp | Switch | Old | OldBefore | Marker);

/// Words that end what a text speaks of: what is said of it, or that it changed.
pub(super) const SAID_OF: Cues = RELATION | Cue::Preposition.bit() | CHANGED;

/// Words that tell of the change, not of what changes.
pub(super) const CHANGE: Cues = CHANGED | any!(New | NewClause | Auxiliary | ChangeVerb | Swap | Correction | End);

impl Cue {
    /// Its bit.
    pub const fn bit(self) -> Cues {
        assert!(self.is_borne(), "of this list only the hits are known");
        1 << self as u32
    }

    /// The bits of some.
    pub(super) const fn set(mut cues: &[Self]) -> Cues {
        let mut set = 0;
        while let [cue, rest @ ..] = cues {
            set |= cue.bit();
            cues = rest;
        }
        set
    }

    /// Its place in a set of all lists, of which no word bears some.
    pub(super) const fn place(self) -> (usize, Cues) {
        (self as usize / Cues::BITS as usize, 1 << (self as u32 % Cues::BITS))
    }

    /// Whether words bear it, so that it can be asked for word by word.
    pub(super) const fn is_borne(self) -> bool {
        self as u32 <= Self::Sunday as u32
    }
}
