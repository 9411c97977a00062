//! What stays out of the sediment until it is confirmed or recurs.

use super::check;

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
                "Preference: This week, skip the report",
                "Fact: 这周接口很慢",
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
        (
            &[
                "Fact: Ran cargo test, 212 passed",
                "Fact: Pushed commit 4f2a9c1 to main",
                "Fact: Waiting for review",
                "Fact: 跑完单元测试，212个全部通过",
                "Fact: 重启了网关",
                "Fact: The intern wants COBOL, just kidding",
                "Fact: I wonder whether Redis is the bottleneck",
                "Fact: Let's discuss the cache tomorrow",
                "Fact: 哈哈，老板说不行就用算盘",
                "Fact: 我现在在开会，三点以后再聊",
            ],
            &[],
            &[],
            0,
        ),
        (
            &[
                "Preference: If unsure, ask before deleting",
                "Preference: 不确定的时候要告诉我是猜的",
                "Preference: 不要在开会时打扰我",
                "Constraint: When a value is not confirmed, mark it",
                "Fact: Restarted the nightly export; now it runs at 3:00",
                "Fact: Ran out of disk space twice on db1",
            ],
            &["unsure", "不确定", "打扰", "mark it", "3:00", "db1"],
            &[],
            6,
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

#[test]
fn somebody_asks_for_a_change_of_a_topic() {
    check(&[
        (
            &[
                "Fact: We are off to the campsite on Crete. [topic:: home/holiday]",
                "Fact: Can you swap the campsite on Crete for Cornwall? I mean the summer holiday [topic:: home/holiday]",
            ],
            &["Cornwall"],
            &[],
            1,
        ),
        // No values, another one's, a mere idea, and no topic.
        (
            &[
                "Fact: The deploy day is Monday. [topic:: team/deploy]",
                "Fact: Could you swap shifts with Ana? [topic:: team/deploy]",
                "Fact: Can you swap the batteries? [topic:: team/deploy]",
                "Fact: Should we swap Monday for Tuesday? [topic:: team/deploy]",
                "Fact: Can you swap Monday for Tuesday?",
            ],
            &["Monday"],
            &["Ana", "batteries", "Tuesday"],
            1,
        ),
        (
            &["Fact: While I think of it. Milo has club on Friday after tea", "Fact: I think of Jest as slow"],
            &["Milo"],
            &["Jest"],
            1,
        ),
    ]);
}
