//! What changes, and what is taken back.

use super::check;

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
