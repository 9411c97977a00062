//! What is withdrawn or changes is meant in full: nothing narrower, nothing wider; and values that make room for others.

use super::check;

#[test]
fn a_value_that_is_dropped_makes_room_for_the_new_one() {
    check(&[
        (
            &[
                "Fact: The linter of api is Pylint.",
                "Fact: The linter of web is Pylint.",
                "Fact: We've dropped Pylint, so the linter of api will be Ruff in future.",
            ],
            &["The linter of web is Pylint", "Ruff"],
            &["The linter of api is Pylint"],
            2,
        ),
        (
            &["Fact: The linter is Pylint.", "Fact: Scrap Pylint, we go with Ruff for the linter."],
            &["Ruff"],
            &["The linter is Pylint"],
            1,
        ),
        (
            &["Fact: 食堂的颜色是蓝色。", "Fact: 门厅的颜色是蓝色。", "Fact: 商量下来，食堂的颜色定为绿色，蓝色作废。"],
            &["门厅的颜色是蓝色。", "绿色"],
            &["食堂的颜色是蓝色"],
            2,
        ),
        // With a topic as well.
        (
            &[
                "Fact: The linter is Pylint. [topic:: linter]",
                "Fact: We've dropped Pylint, so the linter will be Ruff in future. [topic:: linter]",
            ],
            &["Ruff"],
            &[],
            1,
        ),
        (
            &[
                "Fact: Our camera operator is Jun. [topic:: camera]",
                "Fact: Scrap Jun, we go with Petter for the camera. [topic:: camera]",
            ],
            &["Petter"],
            &["is Jun"],
            1,
        ),
        (
            &[
                "Fact: The night bus is the N4. [topic:: bus]",
                "Fact: Scrap the N4, we go with the N9 for the night bus. [topic:: bus]",
            ],
            &["N9"],
            &[],
            1,
        ),
        (
            &["Fact: 班车停在北门。 [topic:: 班车]", "Fact: 班车的站点定为南门，北门作废。 [topic:: 班车]"],
            &["南门"],
            &["班车停在北门"],
            1,
        ),
        (
            &[
                "Fact: Changes are posted on the board. [topic:: news]",
                "Fact: A cancelled rehearsal is posted on the chat. [topic:: news]",
            ],
            &["chat"],
            &[],
            1,
        ),
        // Nothing holds in its place.
        // Two matters in one text.
        (
            &[
                "Fact: The newsletter goes out on Tuesday.",
                "Fact: The colour of the hall is blue.",
                "Fact: The colour of the hall is green, the newsletter is cancelled.",
            ],
            &["Tuesday", "green"],
            &["hall is blue"],
            2,
        ),
    ]);
}

#[test]
fn what_is_withdrawn_is_meant_in_full() {
    check(&[
        (
            &[
                "Fact: The region of mailroom is Oslo.",
                "Fact: The backup region of mailroom is Bergen.",
                "Fact: The region of mailroom has been abolished.",
            ],
            &["Bergen"],
            &["Oslo"],
            1,
        ),
        (
            &[
                "Fact: The region of mailroom is Oslo.",
                "Fact: The backup region of mailroom is Bergen.",
                "Fact: The backup region of mailroom has been abolished.",
            ],
            &["Oslo"],
            &["Bergen"],
            1,
        ),
        (
            &["Fact: The evening courier is Rosa.", "Fact: The courier is Emil.", "Fact: The courier was abolished."],
            &["The evening courier is Rosa"],
            &["The courier is Emil"],
            1,
        ),
        (
            &["Fact: 车库备用电源是柴油机。", "Fact: 车库电源是市电。", "Fact: 车库电源取消了。"],
            &["柴油机"],
            &["市电"],
            1,
        ),
        (
            &["Fact: 车库备用电源是柴油机。", "Fact: 车库电源是市电。", "Fact: 车库备用电源取消了。"],
            &["市电"],
            &["柴油机"],
            1,
        ),
        (&["Fact: 晚班的时间是早上八点。", "Fact: 早会时间撤销，暂无替代。"], &["晚班的时间是早上八点"], &[], 2),
        (
            &["Preference: Wants tab indentation.", "Preference: The rule for indentation is withdrawn."],
            &[],
            &["tab"],
            0,
        ),
    ]);
}

#[test]
fn what_changes_is_meant_in_full() {
    check(&[
        (
            &[
                "Fact: The region of mailroom is Oslo.",
                "Fact: The backup region of mailroom is now Bergen instead of Oslo.",
            ],
            &["The region of mailroom is Oslo", "Bergen"],
            &[],
            2,
        ),
        (
            &[
                "Fact: The second contact for billing is Ines.",
                "Fact: The contact for billing was changed from Ines to Yusuf.",
            ],
            &["The second contact for billing is Ines", "Yusuf"],
            &[],
            2,
        ),
        (
            &["Fact: 告警渠道是企业微信群。", "Fact: 日报渠道这块动了一下，企业微信群 → 钉钉机器人。"],
            &["告警渠道是企业微信群", "钉钉"],
            &[],
            2,
        ),
        // Of the same.
        (
            &["Fact: The contact for billing is Ines.", "Fact: Billing's contact is now Yusuf instead of Ines."],
            &["Yusuf"],
            &["is Ines"],
            1,
        ),
        (
            &[
                "Fact: The contact for billing is Ines.",
                "Fact: I misheard the contact for billing: it is Yusuf, not Ines.",
            ],
            &["Yusuf"],
            &["is Ines"],
            1,
        ),
        (
            &["Fact: 告警渠道是企业微信群。", "Fact: 告警渠道这块动了一下，企业微信群 → 钉钉机器人。"],
            &["钉钉"],
            &["微信群。"],
            1,
        ),
    ]);
}

#[test]
fn what_a_topic_is_about_may_be_stated_behind_what_is_dropped() {
    check(&[
        (
            &[
                "Fact: The test runner reads Jest. [topic:: user/tests]",
                "Fact: Jest got dropped; the test runner is Vitest since this deploy. [topic:: user/tests]",
            ],
            &["Vitest"],
            &[],
            1,
        ),
        (
            &[
                "Fact: Billing keeps its rows in DynamoDB. [topic:: billing/store]",
                "Fact: note to self: DynamoDB got dropped; the datastore of billing is Postgres. [topic:: billing/store]",
            ],
            &["Postgres"],
            &[],
            1,
        ),
        (
            &[
                "Fact: Billing keeps its rows in DynamoDB. [topic:: billing/store]",
                "Fact: The store was dropped; the reason is cost. [topic:: billing/store]",
            ],
            &[],
            &["DynamoDB", "cost"],
            0,
        ),
        (
            &[
                "Fact: The standup is at 9:00. [topic:: team/standup]",
                "Fact: The standup is cancelled; the retro is on Friday. [topic:: team/standup]",
            ],
            &[],
            &["9:00", "standup"],
            0,
        ),
    ]);
}
