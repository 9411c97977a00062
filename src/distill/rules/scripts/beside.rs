//! What stands beside the clause that changed.

use super::check;

#[test]
fn further_sentences_survive() {
    check(&[
        (
            &["Fact: Dora lives in Graz. She plays the viola.", "Fact: Dora moved to Linz."],
            &["Dora moved to Linz. She plays the viola."],
            &["Graz"],
            1,
        ),
        (
            &[
                "Fact: The build server runs Debian 11. It has 64 GB of RAM. Logs are kept for 30 days.",
                "Fact: The build server runs Debian 12.",
            ],
            &["Debian 12. It has 64 GB of RAM. Logs"],
            &["Debian 11"],
            1,
        ),
        (
            &["Fact: Search is owned by Kit. Search listens on port 7700.", "Fact: Search listens on port 7800."],
            &["Search is owned by Kit. Search listens on port 7800."],
            &["7700"],
            1,
        ),
        (
            &["Fact: My sister lives in Gdansk. I live in Krakow.", "Fact: I moved to Wroclaw."],
            &["My sister lives in Gdansk. I live in Wroclaw."],
            &["Krakow"],
            1,
        ),
        (
            &[
                "Fact: The van is parked in bay 4. The van is driven by Olek.",
                "Fact: The van is parked in bay 9.",
                "Fact: The van is driven by Ruta.",
            ],
            &["bay 9", "Ruta"],
            &["bay 4", "Olek"],
            1,
        ),
        (&["Fact: 李岩住在成都。他养了一只猫。", "Fact: 李岩搬到重庆了。"], &["重庆了。他养了一只猫"], &["成都"], 1),
        (&["Fact: 我姐姐住在厦门。我住在泉州。", "Fact: 我搬到福州了。"], &["厦门。我住在福州"], &["泉州"], 1),
        (
            &["Fact: 项目乙的截止日期是5月3日。验收由孙工负责。", "Fact: 项目乙的截止日期改为6月8日。"],
            &["6月8日", "孙工"],
            &["5月3日"],
            1,
        ),
        (
            &[
                "Fact: The heating is set to 19 degrees. The boiler was serviced in May.",
                "Fact: The heating is set to 21 degrees.",
                "Fact: The heating is set to 19 degrees.",
            ],
            &["19 degrees. The boiler was serviced"],
            &["21"],
            1,
        ),
    ]);
}

#[test]
fn further_clauses_survive() {
    check(&[
        (
            &["Fact: The user works at Halden Optics and speaks Norwegian.", "Fact: The user works at Fjord Labs now."],
            &["Fjord Labs now and speaks Norwegian."],
            &["Halden"],
            1,
        ),
        (
            &[
                "Decision: Deadline of project-k is 2025-04-01; the owner is Ines.",
                "Decision: Deadline of project-k is 2025-05-15.",
            ],
            &["2025-05-15; the owner is Ines."],
            &["2025-04-01"],
            1,
        ),
        (
            &["Fact: Pia is the treasurer, lives in Kiel, and keeps the keys.", "Fact: Pia moved to Rostock."],
            &["Pia is the treasurer, lives in Rostock, and keeps the keys."],
            &["Kiel"],
            1,
        ),
        (
            &[
                "Fact: The lease runs until 2026-01-31, with a deposit of 900 euros.",
                "Fact: The lease runs until 2027-01-31.",
            ],
            &["2027-01-31, with a deposit of 900 euros."],
            &["2026-01-31"],
            1,
        ),
        (
            &["Decision: 前端负责人：高远；周报发到ops群", "Decision: 前端负责人：白露"],
            &["白露；周报发到ops群"],
            &["高远"],
            1,
        ),
        (
            &["Fact: 测试环境端口是5000，日志保留7天。", "Fact: 测试环境端口改为5500。"],
            &["5500，日志保留7天。"],
            &["5000"],
            1,
        ),
        (&["Fact: 我在联想上班，会说西班牙语。", "Fact: 我跳槽到华为了。"], &["华为了，会说西班牙语。"], &["联想"], 1),
    ]);
}

#[test]
fn what_explains_a_value_goes_with_it() {
    check(&[
        (
            &[
                "Decision: We use Slack for chat because the client asked for it.",
                "Decision: We switched from Slack to Matrix for chat.",
            ],
            &["Matrix"],
            &["client"],
            1,
        ),
        (
            &[
                "Decision: The default branch is master. Reason: the old tooling needed it.",
                "Decision: The default branch is main.",
            ],
            &["is main"],
            &["tooling"],
            1,
        ),
        (
            &[
                "Decision: The standup is at 9:30, as agreed with the Lisbon team.",
                "Decision: The standup is at 10:15.",
            ],
            &["10:15"],
            &["agreed", "Lisbon"],
            1,
        ),
        (
            &["Fact: The lamp in the hall is from Ikea, bought by Ana.", "Fact: The lamp in the hall is from Muji."],
            &["Muji"],
            &["bought", "Ana"],
            1,
        ),
        (
            &[
                "Preference: Tables in reports: month/day/year dates, asked for by the user",
                "Preference: Tables in reports: ISO 8601 dates",
            ],
            &["ISO"],
            &["asked for"],
            1,
        ),
        (
            &[
                "Fact: The parcels go to door 4. Already in the wiki.",
                "Fact: The parcels go to door 7. Please do not forget.",
                "Fact: The parcels go to door 9.",
            ],
            &["door 9"],
            &["wiki", "forget"],
            1,
        ),
        (&["Decision: 缓存使用Redis；原因：部署简单", "Decision: 缓存改用Memcached"], &["Memcached"], &["部署简单"], 1),
        (
            &["Decision: 数据库用MySQL，因为大家都熟悉。", "Decision: 数据库改用PostgreSQL。"],
            &["PostgreSQL"],
            &["熟悉"],
            1,
        ),
    ]);
}

#[test]
fn a_pronoun_never_changes_whom_it_means() {
    check(&[
        (
            &["Fact: Ruth owns payments. She is in Berlin. Escalations go to Ada.", "Fact: Theo owns payments."],
            &["Theo owns payments. Ruth is in Berlin. Escalations go to Ada."],
            &["She", "Ruth owns"],
            1,
        ),
        (
            &["Fact: I live in Ghent. It has a canal festival each July.", "Fact: I moved to Bruges."],
            &["I moved to Bruges. Ghent has a canal festival"],
            &["live in Ghent"],
            1,
        ),
        (
            &["Fact: I live in Ghent. Its canals are narrow.", "Fact: I moved to Bruges."],
            &["I moved to Bruges. Ghent's canals are narrow."],
            &["live in Ghent", "Its"],
            1,
        ),
        (
            &["Fact: 周敏负责结算。她每周五休息。", "Fact: 郑凯负责结算。"],
            &["郑凯负责结算。周敏每周五休息"],
            &["她"],
            1,
        ),
    ]);
}

#[test]
fn a_record_of_two_facts_concerns_two_entries() {
    check(&[
        (
            &["Fact: I work at Northgate.", "Fact: I live in Hull.", "Fact: I work at Southgate now. I live in Bath."],
            &["Southgate", "Bath"],
            &["Northgate", "Hull"],
            2,
        ),
        (
            &["Fact: 端口是8080。", "Fact: 负责人是李娜。", "Fact: 端口改为9090。负责人改为王伟。"],
            &["9090", "王伟"],
            &["8080", "李娜"],
            2,
        ),
        (
            &["Fact: Ana lives in Berlin.", "Fact: Ana lives in Berlin. The flat has a garden."],
            &["Ana lives in Berlin. The flat has a garden."],
            &[],
            1,
        ),
        (
            &[
                "Decision: We use Slack for chat.",
                "Decision: We switched from Slack to Zulip for chat. The Zulip server is run by Pavel.",
            ],
            &["We use Zulip for chat.", "Pavel"],
            &["Slack"],
            2,
        ),
        (
            &["Fact: project-a uses Go. CI runs on Drone.", "Fact: project-b uses Rust. CI runs on Buildkite."],
            &["Drone", "Buildkite"],
            &[],
            2,
        ),
        (
            &[
                "Fact: The search service listens on 8080. The timeout is 30 s.",
                "Fact: The billing service listens on 9090. The timeout is 60 s.",
            ],
            &["8080. The timeout is 30 s", "9090. The timeout is 60 s"],
            &[],
            2,
        ),
    ]);
}

#[test]
fn one_sentence_is_seen_or_taken_back() {
    check(&[
        (
            &["Fact: Meetings are on Monday. Minutes go to the wiki.", "Fact: Meetings are on Monday."],
            &["Monday. Minutes go to the wiki."],
            &[],
            1,
        ),
        (
            &["Fact: The user is vegetarian. The user is allergic to nuts.", "Fact: The user is allergic to nuts."],
            &["vegetarian. The user is allergic"],
            &[],
            1,
        ),
        (
            &[
                "Constraint: Reports are tables by default. Charts need a legend.",
                "Decision: Reports as tables by default: dropped, the rule no longer holds.",
            ],
            &["Charts need a legend."],
            &["Reports are tables"],
            1,
        ),
        (
            &["Preference: 回复用中文。代码注释用英文。", "Decision: 取消回复用中文的规定。"],
            &["代码注释用英文。"],
            &["回复"],
            1,
        ),
    ]);
}
