//! A second round of stories in everyday words, written down with their right ends before anybody ran them.

use super::check;

#[test]
fn more_people() {
    check(&[
        (&["Fact: Our dentist is Dr. Kaur", "Fact: Our dentist is Dr. Lindqvist now"], &["Lindqvist"], &["Kaur"], 1),
        (&["Fact: Tim reports to Ruth", "Fact: Tim now reports to Farid"], &["Farid"], &["Ruth"], 1),
        (&["Fact: Carlos lives in Bogotá", "Fact: Carlos is moving to Quito next year"], &["Bogotá"], &[], 2),
        (&["Fact: The keys are with Eva", "Fact: The keys are now with Noah"], &["Noah"], &["Eva"], 1),
        (&["Fact: Eva is on the design team", "Fact: Noah is on the design team"], &["Eva", "Noah"], &[], 2),
        (
            &[
                "Fact: My daughter goes to Hillside School",
                "Fact: My daughter changed from Hillside School to Riverside School",
            ],
            &["Riverside"],
            &["goes to Hillside"],
            1,
        ),
        (&["Fact: 我的老板是周敏", "Fact: 我的老板现在是林涛"], &["林涛"], &["周敏"], 1),
        (&["Fact: 小王在腾讯工作", "Fact: 小王跳槽到字节跳动"], &["字节跳动"], &["腾讯"], 1),
        (&["Fact: 我女儿今年5岁", "Fact: 我女儿今年6岁了"], &["6岁"], &["5岁"], 1),
        (&["Fact: 我养了一只猫", "Fact: 我养了一只狗"], &["猫", "狗"], &[], 2),
    ]);
}

#[test]
fn more_likes() {
    check(&[
        (&["Preference: Don't use emojis", "Preference: Emojis are fine now"], &["fine"], &["Don't"], 1),
        (
            &["Preference: Meetings before 10 am are fine", "Preference: No meetings before 10 am"],
            &["No meetings"],
            &["are fine"],
            1,
        ),
        (&["Preference: 回答要简短", "Preference: 回答要详细"], &["详细"], &["简短"], 1),
        (&["Preference: 用户喜欢深色主题", "Preference: 用户讨厌深色主题"], &["讨厌"], &["喜欢"], 1),
        (
            &["Preference: I'm vegetarian", "Preference: I'm not vegetarian any more"],
            &["not vegetarian"],
            &["I'm vegetarian"],
            1,
        ),
        (
            &["Preference: I like jazz", "Preference: I like techno", "Preference: I stopped liking jazz"],
            &["techno"],
            &["I like jazz"],
            2,
        ),
    ]);
}

#[test]
fn more_tools() {
    check(&[
        (
            &["Decision: We write docs in AsciiDoc", "Decision: We write docs in Markdown from now on"],
            &["Markdown"],
            &["AsciiDoc"],
            1,
        ),
        (
            &["Decision: CI runs on Jenkins", "Decision: CI migrated from Jenkins to Buildkite"],
            &["Buildkite"],
            &["runs on Jenkins"],
            1,
        ),
        (
            &["Fact: The staging database is on db1.internal", "Fact: The staging database is on db2.internal"],
            &["db2"],
            &["db1"],
            1,
        ),
        (&["Fact: api v1 is deprecated", "Fact: api v2 is stable"], &["v1", "v2"], &[], 2),
        (&["Fact: Node version is 18.2", "Fact: Node version is 20.11"], &["20.11"], &["18.2"], 1),
        (
            &["Fact: We host the wiki on Confluence", "Fact: The wiki has been moved from Confluence to Outline"],
            &["Outline"],
            &["on Confluence"],
            1,
        ),
        (
            &["Fact: The bot token lives in .env", "Fact: The bot token lives in the keychain"],
            &["keychain"],
            &[".env"],
            1,
        ),
        (&["Fact: Service foo depends on bar", "Fact: Service foo depends on baz"], &["bar", "baz"], &[], 2),
        (&["Decision: Use tabs for Makefiles", "Decision: Use spaces for YAML"], &["tabs", "spaces"], &[], 2),
        (&["Fact: 测试框架用的是pytest", "Fact: 测试框架换成了unittest"], &["unittest"], &["pytest"], 1),
        (&["Fact: 服务A的负责人是陈晨", "Fact: 服务B的负责人是刘洋"], &["陈晨", "刘洋"], &[], 2),
        (&["Fact: 网站部署在阿里云", "Fact: 网站已从阿里云迁移到腾讯云"], &["腾讯云"], &["部署在阿里云"], 1),
    ]);
}

#[test]
fn more_states() {
    check(&[
        (&["Fact: The beta programme is open", "Fact: The beta programme is closed"], &["closed"], &["open"], 1),
        (&["Fact: Invoice 2231 is unpaid", "Fact: Invoice 2231 has been paid"], &["been paid"], &["unpaid"], 1),
        (&["Fact: Invoice 2231 is unpaid", "Fact: Invoice 2232 has been paid"], &["2231", "2232"], &[], 2),
        (
            &["Fact: The cron job cleanup is disabled", "Fact: The cron job cleanup has been re-enabled"],
            &["re-enabled"],
            &["is disabled"],
            1,
        ),
        (
            &["Constraint: Do not touch the legacy folder", "Constraint: The legacy folder may be touched again"],
            &["may be"],
            &["Do not"],
            1,
        ),
        (&["Decision: Weekly report goes to the board", "Decision: Weekly report is cancelled"], &[], &["goes to"], 0),
        (&["Constraint: 周五禁止发布", "Constraint: 周五允许发布"], &["允许"], &["禁止"], 1),
        (&["Fact: 电梯坏了", "Fact: 电梯修好了"], &["修好"], &["坏了"], 1),
    ]);
}

#[test]
fn more_numbers_and_days() {
    check(&[
        (&["Fact: The team has 7 members", "Fact: The team has 9 members"], &["9 members"], &["7 members"], 1),
        (&["Fact: Rent is 1200 euros a month", "Fact: Rent went up to 1350 euros a month"], &["1350"], &["1200"], 1),
        (
            &["Fact: The flight to Oslo leaves at 7:15", "Fact: The flight to Bergen leaves at 9:40"],
            &["7:15", "9:40"],
            &[],
            2,
        ),
        (
            &["Fact: The flight to Oslo leaves at 7:15", "Fact: The flight to Oslo leaves at 8:05"],
            &["8:05"],
            &["7:15"],
            1,
        ),
        (
            &["Fact: Retention is 30 days for logs", "Fact: Retention is 90 days for audits"],
            &["logs", "audits"],
            &[],
            2,
        ),
        (&["Fact: Max file size: 5 MB", "Fact: Max file size: 10 MB"], &["10 MB"], &["5 MB"], 1),
        (
            &[
                "@2025-03-06 Fact: Release 4.2 is planned for next Monday",
                "@2025-03-07 Fact: Release 4.2 is postponed to 2025-03-24",
            ],
            &["2025-03-24"],
            &["2025-03-10"],
            1,
        ),
        (&["Fact: 房租是每月3000元", "Fact: 房租涨到每月3300元"], &["3300"], &["3000"], 1),
        (&["Fact: 服务器有8GB内存", "Fact: 服务器有16GB内存"], &["16GB"], &["8GB"], 1),
        (&["Fact: 截止日期是3月15日", "Fact: 截止日期推迟到3月22日"], &["22日"], &["15日"], 1),
        (&["Fact: 1号会议室能坐10人", "Fact: 2号会议室能坐20人"], &["1号", "2号"], &[], 2),
        (
            &["Fact: The code for the garage is 4471", "Fact: Correction, the code for the garage is 4417"],
            &["4417"],
            &["4471"],
            1,
        ),
        (&["Fact: 密码长度至少8位", "Fact: 实际上密码长度至少12位"], &["12位"], &["8位"], 1),
    ]);
}
