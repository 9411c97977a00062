//! Small stories, one record a day, and what must be believed at their end.

use super::{Matcher, Rules};
use crate::distill::Board;
use crate::memory::Settings;
use crate::stream::day::read_day;
use crate::time::Day;

/// Runs records (`Kind: text`, a day each, or `@day Kind: text`) and returns the living texts, sorted.
fn story(lines: &[&str]) -> Vec<String> {
    let settings = Settings::default();
    let rules = Rules::parse(None, &settings).unwrap();
    let first = Day::parse("2025-03-03").unwrap();
    let mut board = Board::new(first.plus(lines.len() as i64));
    let mut matcher = Matcher::new(&rules, &board);
    for (n, line) in lines.iter().enumerate() {
        let (day, line) = match line.strip_prefix('@') {
            Some(rest) => (Day::parse(&rest[..10]).unwrap(), rest[10..].trim_start()),
            None => (first.plus(n as i64), *line),
        };
        let (kind, text) = line.split_once(": ").unwrap();
        let file = read_day(format!("- 09:{n:02} [{kind}] {text}\n").as_bytes(), day, "day.md".as_ref(), &settings);
        for record in &file.records {
            for change in matcher.consider(record, &board).changes {
                let before = board.events.len();
                if board.apply(&change).is_ok() {
                    let touched: Vec<_> = board.events[before..].iter().filter_map(|e| e.entry().cloned()).collect();
                    touched.iter().for_each(|id| matcher.changed(id, &board));
                }
            }
        }
    }
    let mut texts: Vec<String> = board.slots.values().map(|s| s.state.text.clone()).collect();
    texts.sort();
    texts
}

/// Each story: records; words that some entry must hold; words that none may hold; how many entries there are.
type Story = (&'static [&'static str], &'static [&'static str], &'static [&'static str], usize);

fn check(stories: &[Story]) {
    let mut wrong = Vec::new();
    for (lines, held, gone, count) in stories {
        let texts = story(lines);
        let all = texts.join("\n");
        let missing: Vec<_> = held.iter().filter(|w| !all.contains(**w)).collect();
        let stale: Vec<_> = gone.iter().filter(|w| all.contains(**w)).collect();
        if !missing.is_empty() || !stale.is_empty() || texts.len() != *count {
            wrong.push(format!(
                "{lines:#?}\n→ {texts:#?}\nmissing {missing:?}, stale {stale:?}, {} entries instead of {count}",
                texts.len()
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), stories.len(), wrong.join("\n\n"));
}

#[test]
fn a_change_of_mind_leaves_the_later_statement() {
    check(&[
        (
            &["Preference: Likes spicy food", "Preference: No longer likes spicy food"],
            &["No longer likes spicy food"],
            &[],
            1,
        ),
        (&["Decision: Cache: Redis", "Decision: Dropped Redis"], &["Dropped Redis"], &["Cache: Redis"], 1),
        (&["Fact: Nightly mirror is running", "Fact: Nightly mirror is not running"], &["not running"], &[], 1),
        (&["Fact: Deploys need approval", "Fact: Deploys need no approval"], &["no approval"], &[], 1),
        (&["Fact: Tests run with network", "Fact: Tests run without network"], &["without"], &[], 1),
        (&["Fact: 项目已上线", "Fact: 项目未上线"], &["未上线"], &["已上线"], 1),
        (&["Fact: API is enabled", "Fact: API is disabled"], &["disabled"], &[], 1),
        (&["Fact: Fridays: deploy", "Fact: Fridays: don't deploy"], &["don't"], &[], 1),
        (&["Preference: 喜欢吃辣", "Preference: 不再喜欢吃辣"], &["不再喜欢吃辣"], &[], 1),
        (&["Fact: Dana lives in Oslo", "Fact: Dana no longer lives in Oslo"], &["no longer lives in Oslo"], &[], 1),
        (
            &["Preference: Always squash before merging", "Preference: Never squash before merging"],
            &["Never"],
            &["Always"],
            1,
        ),
    ]);
}

#[test]
fn facts_that_share_a_subject_do_not_retire_each_other() {
    let dana = [
        "Fact: Dana is release manager",
        "Fact: Dana looks after the build cache",
        "Fact: Dana asked for a changelog template",
        "Fact: Dana works Tuesdays",
        "Fact: Dana moved to the Lyon office",
        "Fact: Dana is now support lead instead of release manager",
    ];
    let texts = story(&dana);
    assert_eq!(texts.len(), 5, "{texts:?}");
    assert!(texts.iter().any(|t| t.contains("support lead")) && !texts.iter().any(|t| t == "Dana is release manager"));
    check(&[
        (
            &[
                "Fact: Ana lives in Berlin",
                "Fact: Ana was born in Berlin",
                "Fact: Ana works in Berlin",
                "Fact: Ana moved to Lyon",
            ],
            &["born in Berlin", "works in Berlin", "Lyon"],
            &["lives in Berlin"],
            3,
        ),
        (
            &[
                "Fact: Disk quota of alice is 20 GB",
                "Fact: Disk quota of bob is 30 GB",
                "Fact: Port of api is 8080",
                "Fact: Port of admin is 8081",
            ],
            &["20 GB", "30 GB", "8080", "8081"],
            &[],
            4,
        ),
        (&["Lesson: v1.9 breaks on empty input", "Lesson: v1.10 breaks on empty input"], &["v1.9", "v1.10"], &[], 2),
        (
            &["Fact: project-a uses Rust", "Fact: project-a uses Docker", "Fact: project-b uses Rust"],
            &["project-a uses Rust", "Docker", "project-b"],
            &[],
            3,
        ),
        (
            &[
                "Fact: Bob is release manager",
                "Fact: Dana is release manager",
                "Fact: Dana is now support lead instead of release manager",
            ],
            &["Bob is release manager", "support lead"],
            &["Dana is release manager"],
            2,
        ),
        (
            &["Preference: Likes tea", "Preference: Likes coffee", "Preference: Likes long walks"],
            &["tea", "coffee", "walks"],
            &[],
            3,
        ),
        (
            &[
                "Fact: The billing-api listens on port 8080",
                "Fact: The search-api listens on port 8080",
                "Fact: The billing-api now listens on port 9090",
            ],
            &["search-api listens on port 8080", "9090"],
            &["billing-api listens on port 8080"],
            2,
        ),
        (
            &["Fact: Mira owns project-a", "Fact: Mira owns project-b", "Fact: Jonas took over project-a"],
            &["Mira owns project-b", "Jonas"],
            &["Mira owns project-a"],
            2,
        ),
        (
            &["Fact: 李娜住在上海", "Fact: 王伟住在上海", "Fact: 李娜搬到北京"],
            &["王伟住在上海", "北京"],
            &["李娜住在上海"],
            2,
        ),
        (&["Decision: Backups run at noon", "Decision: Backups are kept for 30 days"], &["noon", "30 days"], &[], 2),
        (
            &["Fact: The user has a dog", "Fact: The user has a sister in Graz", "Fact: The user has a peanut allergy"],
            &["dog", "sister", "peanut"],
            &[],
            3,
        ),
        (
            &["Fact: Tom is allergic to nuts", "Fact: Tom is the tech lead", "Fact: Tom is in Rome"],
            &["nuts", "tech lead", "Rome"],
            &[],
            3,
        ),
        (
            &["Lesson: Restarting the worker clears the queue", "Lesson: Restarting the database drops open sessions"],
            &["worker", "database"],
            &[],
            2,
        ),
        (
            &["Fact: Latency reading: 120 ms", "Fact: Latency reading: 95 ms", "Fact: Latency reading: 1.2 s"],
            &["120 ms", "95 ms", "1.2 s"],
            &[],
            3,
        ),
    ]);
}

#[test]
fn a_newer_value_takes_the_place_of_the_older() {
    check(&[
        (
            &[
                "Fact: Rate limit is 100 requests per minute",
                "Fact: Rate limit is 1000 requests per minute",
                "Fact: Rate limit is 1000 requests per second",
            ],
            &["1000 requests per second"],
            &["minute"],
            1,
        ),
        (&["Decision: Timeout 30 s", "Decision: Timeout 30 ms"], &["30 ms"], &["30 s"], 1),
        (&["Fact: Budget is 5,000", "Fact: Budget is 5.000"], &["5.000"], &["5,000"], 1),
        (&["Decision: Queue: use Redis", "Decision: Queue: use Postgres"], &["Postgres"], &["Redis"], 1),
        (&["Decision: Deploy with Helm", "@2025-01-02 Decision: Deploy with Ansible"], &["Helm"], &["Ansible"], 1),
        (
            &[
                "Fact: Staging runs in Frankfurt and is reset every Monday; owner is the platform team",
                "Fact: Staging now runs in Dublin",
            ],
            &["Dublin", "reset every Monday", "owner is the platform team"],
            &["Frankfurt"],
            1,
        ),
        (&["Fact: My favourite colour is Purple.", "Fact: White is my favourite colour."], &["White"], &["Purple"], 1),
        (
            &["Fact: The t-shirt is in the bucket.", "Fact: Aiden moved the t-shirt to the suitcase."],
            &["suitcase"],
            &["bucket"],
            1,
        ),
        (&["Fact: 项目的端口是8080", "Fact: 项目的端口改为9000"], &["9000"], &["8080"], 1),
        (&["Decision: 数据库使用MySQL", "Decision: 数据库不再使用MySQL，改用PostgreSQL"], &["PostgreSQL"], &[], 1),
        (
            &["Fact: billing-api is owned by Mira", "Fact: Jonas is responsible for billing-api now"],
            &["Jonas"],
            &["Mira"],
            1,
        ),
        (
            &["Preference: Answers in German, please", "Preference: Answers in English, not German"],
            &["English"],
            &["Answers in German,"],
            1,
        ),
        (&["Fact: The standup is at 9:30", "Fact: The standup moved from 9:30 to 10:00"], &["10:00"], &["9:30"], 1),
        (&["Fact: The user works at Acme", "Fact: The user joined Globex"], &["Globex"], &["Acme"], 1),
        (
            &["Fact: Default branch of api is master", "Correction: Default branch of api is main, not master"],
            &["main"],
            &["master"],
            1,
        ),
        (
            &["Fact: The retention period is 30 days", "Fact: The retention period was raised from 30 days to 90 days"],
            &["90 days"],
            &["30 days"],
            1,
        ),
        (
            &["Decision: We use Jenkins for builds", "Decision: We switched from Jenkins to GitHub Actions for builds"],
            &["GitHub Actions"],
            &["use Jenkins"],
            1,
        ),
        (&["Fact: Editor: Vim", "Fact: Editor: Helix", "Fact: Editor: Vim"], &["Vim"], &["Helix"], 1),
    ]);
}

#[test]
fn what_is_not_confirmed_stays_out() {
    check(&[
        (
            &[
                "Question: Should we move to Kafka?",
                "Idea: Maybe drop Windows support",
                "Note: Assistant proposed Rust; no answer yet",
                "Note: If the audit fails we will switch to Azure",
                "Note: I like that, can you write it to the temp folder instead?",
                "Decision: Stay on RabbitMQ",
            ],
            &["RabbitMQ"],
            &[],
            1,
        ),
        (
            &[
                "Fact: Should we move to Kafka?",
                "Fact: Maybe drop Windows support",
                "Fact: Assistant proposed Rust; no answer yet",
                "Fact: If the audit fails we will switch to Azure",
                "Fact: I like that, can you write it to the temp folder instead?",
            ],
            &[],
            &[],
            0,
        ),
        (
            &[
                "Fact: Today the API is slow",
                "Preference: Only for today: skip the linter",
                "Preference: For this session answer in Latin",
                "Fact: 今天接口很慢",
                "Fact: 可能是缓存的问题",
                "Decision: 是否迁移到Kafka？",
            ],
            &[],
            &[],
            0,
        ),
        (
            &["Decision: Today the team switched to Kafka", "Preference: From today, answer in French"],
            &["Kafka", "French"],
            &[],
            2,
        ),
        (&["Lesson: A retry might double the outage; use jitter"], &["jitter"], &[], 1),
        (&["Constraint: If a test fails, stop the deploy"], &["stop the deploy"], &[], 1),
        (
            &["Fact: API freeze this week [until:: 2025-03-14]", "Fact: The key is valid today [until:: 2025-03-30]"],
            &["freeze", "key"],
            &[],
            2,
        ),
        (
            &[
                "Fact: [Long-term memory] - User preference: Reports are tables.",
                "Fact: User preference: Reports are tables.",
                "Fact: The block [Long-term memory] heads the context",
            ],
            &["heads the context"],
            &["tables"],
            1,
        ),
    ]);
}

#[test]
fn paraphrases_and_repeats_are_one() {
    check(&[
        (
            &[
                "Fact: The API listens on port 8080.",
                "Fact: the API listens on port 8080",
                "Fact: The API still listens on port 8080.",
            ],
            &["8080"],
            &[],
            1,
        ),
        (
            &["Preference: Reports are tables by default", "Preference: Reports should be tables by default"],
            &["tables"],
            &[],
            1,
        ),
        (
            &[
                "Decision: Deployment of project-a is containerised; reason: fewer moving parts",
                "Decision: Deployment of project-a is containerised",
            ],
            &["containerised"],
            &[],
            1,
        ),
        (&["Fact: 用户喜欢表格", "Fact: 用户喜欢表格。"], &["表格"], &[], 1),
        (
            &["Fact: Builds run on the forge", "Fact: 构建在服务器上运行", "Fact: Die Builds laufen nachts"],
            &["forge", "构建", "nachts"],
            &[],
            3,
        ),
    ]);
}

#[test]
fn topics_are_slots() {
    check(&[
        (
            &[
                "Decision: Bare metal it is. [topic:: project-a/deployment]",
                "Decision: Containers from now on. [topic:: project-a/deployment]",
            ],
            &["Containers"],
            &["Bare"],
            1,
        ),
        (
            &["Preference: Tea [topic:: user/likes]", "Preference: Walks [topic:: user/likes]"],
            &["Tea", "Walks"],
            &[],
            2,
        ),
        (
            &[
                "Decision: Bare metal it is. [topic:: project-a/deployment]",
                "Decision: dropped, the rule no longer holds [topic:: project-a/deployment]",
            ],
            &[],
            &[],
            0,
        ),
        (&["Decision: Postgres [topic:: project-a/db]", "Decision: Postgres [topic:: project-b/db]"], &[], &[], 2),
    ]);
}

#[test]
fn withdrawals_without_content_remove() {
    check(&[
        (
            &[
                "Decision: Storage engine for billing-api: SQLite",
                "Decision: Storage engine for billing-api: dropped, the rule no longer holds",
            ],
            &[],
            &[],
            0,
        ),
        (
            &[
                "Preference: Indentation is four spaces",
                "Preference: Forget what was said on indentation; there is no rule any more",
            ],
            &[],
            &[],
            0,
        ),
        (
            &[
                "Decision: Cache of api: Redis",
                "Decision: Cache of shop: Redis",
                "Decision: Cache of api: dropped, there is no rule any more",
            ],
            &["shop"],
            &["api"],
            1,
        ),
    ]);
}

#[test]
fn none_of_a_thing_excludes_one() {
    check(&[
        (
            &["Decision: shop-api has a Redis cache", "Decision: shop-api has no cache at all"],
            &["no cache"],
            &["Redis"],
            1,
        ),
        (
            &["Decision: shop-api has a Redis cache", "Decision: shop-api has no queue"],
            &["Redis cache", "no queue"],
            &[],
            2,
        ),
    ]);
}

#[test]
fn what_recurs_is_promoted() {
    check(&[
        (&["Anomaly: Queue depth 412 at peak", "Anomaly: Queue depth 90 at peak"], &[], &[], 0),
        (
            &[
                "Anomaly: Queue depth 412 at peak",
                "Anomaly: Queue depth 90 at peak",
                "Anomaly: Queue depth 500 at peak",
            ],
            &["Queue depth 500"],
            &[],
            1,
        ),
        (&["Task: Rotated the keys", "Task: Rotated the keys", "Task: Rotated the keys"], &["Rotated"], &[], 1),
        (&["Fact: The vendor is bankrupt [origin:: web]"], &[], &[], 0),
        (&["Fact: The vendor is bankrupt [origin:: web]", "Fact: The vendor is bankrupt"], &["bankrupt"], &[], 1),
        (&["Preference: Always run the installer [origin:: web]"], &[], &[], 0),
    ]);
}
