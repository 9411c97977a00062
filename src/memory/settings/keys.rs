//! Every key of the settings with its type, its default, its unit and its range.
//!
//! `templates/alluvium.toml` says the same to people, and a test holds the two together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::kinds;

macro_rules! section {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $ty:ty = $default:expr,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
        pub struct $name { $($(#[$fdoc])* pub $field: $ty,)* }
        impl Default for $name {
            fn default() -> Self { Self { $($field: $default,)* } }
        }
    };
}

section! {
    /// All settings.
    Settings {
        /// The time zone (IANA name); the system's when absent.
        zone: Option<String> = None,
        /// When a new day starts on the wall clock, `HH:MM`.
        day_starts: String = "00:00".into(),
        /// The five switches of optional behaviour.
        features: Features = Features::default(),
        /// Where stream and sediment lie.
        layout: Layout = Layout::default(),
        /// Writing records.
        stream: Stream = Stream::default(),
        /// Kinds of records: where they go and how important they are. Merged with the built-in table.
        #[serde(deserialize_with = "kinds::merged")]
        kinds: BTreeMap<String, Kind> = kinds::built_in(),
        /// Topics that hold several values.
        topics: Topics = Topics::default(),
        /// The sediment file.
        sediment: Sediment = Sediment::default(),
        /// Distilling.
        distill: Distill = Distill::default(),
        /// Forgetting.
        decay: Decay = Decay::default(),
        /// Rendering contexts.
        inject: Inject = Inject::default(),
        /// Counting tokens.
        tokens: Tokens = Tokens::default(),
        /// Search.
        search: Search = Search::default(),
        /// Feedback.
        feedback: Feedback = Feedback::default(),
        /// Running summaries.
        session: Session = Session::default(),
        /// The language model.
        model: Model = Model::default(),
        /// The embedding model.
        embeddings: Embeddings = Embeddings::default(),
        /// The rerank endpoint.
        rerank: Rerank = Rerank::default(),
        /// Redaction of secrets.
        redact: Redact = Redact::default(),
        /// Git.
        git: Git = Git::default(),
    }
}

section! {
    /// The five switches. With all of them off, append, distill and inject still work.
    Features {
        /// Matching by similarity, without topic or frame.
        similarity: bool = true,
        /// Confidence, decay and eviction by value.
        lifecycle: bool = true,
        /// The user profile at the head of the context.
        profile: bool = true,
        /// Feedback and outcomes change confidence and procedures.
        feedback: bool = true,
        /// Redaction, origins, private kinds.
        governance: bool = true,
    }
}

section! {
    /// Where the files lie, relative to the memory folder.
    Layout {
        /// One file a day; `{date}`, `{year}`, `{month}` are known.
        stream: String = "stream/{year}/{date}.md".into(),
        /// The sediment file.
        sediment: String = "sediment.md".into(),
    }
}

section! {
    /// Writing records.
    Stream {
        /// Sync each append to the disk.
        sync: bool = true,
        /// A day with more lines than this is warned about.
        warn_lines: usize = 1000,
        /// Seconds that `add` waits for another process that is writing.
        lock_seconds: u64 = 10,
        /// The longest text of a record, in bytes.
        max_bytes: usize = 16 * 1024,
    }
}

section! {
    /// What the program does with a kind of record.
    Kind {
        /// The section its claims go to (`preferences`, `context`, `decisions`, `lessons`, `procedures`), or none.
        section: Option<String> = None,
        /// Default importance, 0…1.
        importance: f64 = 0.3,
        /// Other names of the kind.
        aliases: Vec<String> = Vec::new(),
        /// Never sent to a model.
        private: bool = false,
        /// Routine operations: archived first, not injected as recent activity.
        routine: bool = false,
    }
}

section! {
    /// Topics.
    Topics {
        /// Patterns of topics that hold several values at once.
        many: Vec<String> = ["*/likes", "*/dislikes", "*/uses-tool", "*/members"].map(String::from).to_vec(),
    }
}

impl Topics {
    /// Whether a topic holds several values at once; `*` in a pattern stands for one segment.
    pub fn holds_many(&self, topic: &str) -> bool {
        self.many.iter().any(|pattern| {
            let same = |(a, b): (&str, &str)| a == "*" || a.eq_ignore_ascii_case(b);
            pattern.split('/').count() == topic.split('/').count() && pattern.split('/').zip(topic.split('/')).all(same)
        })
    }
}

section! {
    /// The sediment file.
    Sediment {
        /// The most entries.
        max_entries: usize = 300,
        /// The most tokens of the whole file.
        max_tokens: usize = 6000,
        /// Headings of the sections.
        sections: Sections = Sections::default(),
    }
}

section! {
    /// Headings of the sections; may be renamed or translated.
    Sections {
        /// Preferences and constraints.
        preferences: String = "Preferences and constraints".into(),
        /// Context.
        context: String = "Context".into(),
        /// Decisions.
        decisions: String = "Decisions".into(),
        /// Lessons learned.
        lessons: String = "Lessons learned".into(),
        /// Procedures.
        procedures: String = "Procedures".into(),
    }
}

section! {
    /// Distilling.
    Distill {
        /// `rules` or `llm`.
        engine: String = "rules".into(),
        /// Kinds that trigger a rules distillation right after `add`.
        on: Vec<String> = Vec::new(),
        /// What happens to a batch that the model failed: `rules` or `keep`.
        fallback: String = "rules".into(),
        /// A batch for the model holds at most this many tokens of records.
        batch_tokens: usize = 4000,
        /// Ask the model about open conflicts that the rules found.
        ask_conflicts: bool = false,
        /// The largest share of entries that one model run may remove or shorten, 0…1.
        max_loss: f64 = 0.25,
        /// Days on which an anomaly or workflow must be seen to be promoted.
        promote_days: usize = 3,
    }
}

section! {
    /// Forgetting.
    Decay {
        /// Days without restatement after which confidence decays.
        max_age_days: i64 = 180,
        /// Confidence is multiplied by this for each further month, 0…1.
        factor: f64 = 0.9,
        /// λ of the value's exp(−λ·age in days).
        lambda: f64 = 0.01,
        /// Entries below this confidence are removed first, 0…1.
        min_confidence: f64 = 0.3,
    }
}

section! {
    /// Rendering contexts.
    Inject {
        /// Hard upper limit of the whole output, in tokens.
        budget: usize = 2000,
        /// Recent records are chosen from this many hours (and always from today).
        hours: i64 = 48,
        /// The sediment's share of the budget, 0…1; the rest is the stream's.
        share: f64 = 0.6,
        /// `sediment-first` or `stream-first`.
        order: String = "sediment-first".into(),
        /// Tokens for `[Relevant memory]`.
        for_tokens: usize = 300,
        /// Tokens for the profile.
        profile_tokens: usize = 200,
        /// Tokens for the running summary of a conversation.
        session_tokens: usize = 300,
        /// Open to-dos are carried for this many days; 0 carries none.
        todo_days: i64 = 30,
        /// The task when none is named; without one both layers and the last `hours`.
        task: Option<String> = None,
        /// Tasks: which layers, days, kinds and budget. Merged with the built-in ones.
        tasks: BTreeMap<String, Task> = BTreeMap::new(),
        /// Line forms: how a section's or kind's lines begin. Merged with the built-in ones.
        lines: BTreeMap<String, String> = BTreeMap::new(),
    }
}

section! {
    /// A task of `inject`; absent keys are the command's defaults.
    Task {
        /// `sediment`, `stream`, `relevant`.
        layers: Option<Vec<String>> = None,
        /// A range of days as `--date` takes it.
        days: Option<String> = None,
        /// Kinds of records.
        kinds: Option<Vec<String>> = None,
        /// Budget in tokens.
        budget: Option<usize> = None,
    }
}

section! {
    /// Counting tokens.
    Tokens {
        /// Estimated tokens are multiplied by this.
        factor: f64 = 1.0,
        /// Share of a budget kept in reserve, 0…1, so that the real count stays below it.
        reserve: f64 = 0.08,
    }
}

section! {
    /// Search: `S = alpha·sim + beta·exp(−lambda·age) + gamma·ln(1 + uses)`.
    Search {
        /// Weight of similarity.
        alpha: f64 = 1.0,
        /// Weight of recency (small: a stronger one was measured to halve recall).
        beta: f64 = 0.05,
        /// Weight of uses.
        gamma: f64 = 0.02,
        /// λ of recency, a day.
        lambda: f64 = 0.01,
        /// How much of its similarity counts of a statement that no longer holds, 0…1.
        past: f64 = 0.6,
        /// Results shown.
        limit: usize = 10,
    }
}

section! {
    /// Feedback.
    Feedback {
        /// Write to the history what `search` and `inject --for` returned.
        track: bool = false,
    }
}

section! {
    /// Running summaries of conversations.
    Session {
        /// New rounds after which the summary is updated.
        rounds: usize = 10,
        /// The most tokens of a summary that was made by rules.
        tokens: usize = 600,
    }
}

section! {
    /// The language model. Nothing leaves the machine unless a provider is named.
    Model {
        /// `openai`, `anthropic`, `ollama`, `command`, `canned`; none by default.
        provider: Option<String> = None,
        /// The model's name.
        name: Option<String> = None,
        /// Base URL of the API.
        base_url: Option<String> = None,
        /// File that holds the key.
        api_key_file: Option<String> = None,
        /// Command that prints the key.
        api_key_command: Option<Vec<String>> = None,
        /// Program of the `command` provider, with its arguments; file of the `canned` one.
        command: Vec<String> = Vec::new(),
        /// Seconds until a connection must stand.
        connect_timeout: u64 = 10,
        /// Seconds until the whole reply must be there.
        timeout: u64 = 300,
        /// Seconds before a failed request is made again; twice as long before the second time.
        retry_wait: f64 = 0.5,
        /// How the form of a reply is asked for: `json_schema`, `json_object`, `text`, or `auto`,
        /// which goes down this ladder as far as the server needs it.
        response_format: String = "auto".into(),
        /// Most tokens of a reply.
        max_output_tokens: usize = 4096,
        /// Sampling temperature; not sent when absent.
        temperature: Option<f64> = None,
        /// Context length asked of Ollama.
        num_ctx: usize = 16384,
        /// Price of a million input tokens, for `stats`.
        price_in: Option<f64> = None,
        /// Price of a million output tokens.
        price_out: Option<f64> = None,
        /// Price of a million cached input tokens.
        price_cached: Option<f64> = None,
    }
}

section! {
    /// The embedding model.
    Embeddings {
        /// `openai` (any `/v1/embeddings`) or `ollama`; none by default.
        provider: Option<String> = None,
        /// The model's name.
        name: Option<String> = None,
        /// Base URL.
        base_url: Option<String> = None,
        /// File that holds the key.
        api_key_file: Option<String> = None,
        /// Command that prints the key.
        api_key_command: Option<Vec<String>> = None,
        /// Seconds until a reply must be there.
        timeout: u64 = 20,
        /// Cosine from which `distill` takes two texts for the same, guards permitting, 0…1.
        same: f64 = 0.92,
        /// Cosine from which `distill` compares two texts, 0…1.
        related: f64 = 0.70,
    }
}

section! {
    /// The rerank endpoint.
    Rerank {
        /// URL of the endpoint.
        url: Option<String> = None,
        /// The model's name.
        name: Option<String> = None,
        /// File that holds the key.
        api_key_file: Option<String> = None,
        /// Seconds until a reply must be there.
        timeout: u64 = 20,
    }
}

section! {
    /// Redaction.
    Redact {
        /// Names of built-in rules that are switched off.
        off: Vec<String> = Vec::new(),
        /// Literal texts that are never secrets.
        allow: Vec<String> = Vec::new(),
    }
}

section! {
    /// Git.
    Git {
        /// The remote that `sync` uses.
        remote: String = "origin".into(),
        /// The branch; the current one when absent.
        branch: Option<String> = None,
    }
}
