//! What must stand side by side, and what is one.

use super::{check, story};

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
