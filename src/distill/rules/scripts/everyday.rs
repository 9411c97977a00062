//! Stories in everyday words, written down with their right ends before anybody ran them.

use super::check;

#[test]
fn people_and_roles() {
    check(&[
        (
            &["Fact: Nadia sits in the Lisbon office", "Fact: Nadia now sits in the Porto office"],
            &["Porto"],
            &["Lisbon"],
            1,
        ),
        (
            &[
                "Fact: Helena is the product owner of Checkout",
                "Fact: Jonas is the product owner of Checkout since Monday",
            ],
            &["Jonas"],
            &["Helena"],
            1,
        ),
        (&["Fact: My parents live in Bristol", "Fact: My parents have moved to Bath"], &["Bath"], &["Bristol"], 1),
        (
            &["Fact: Max works for Siemens", "Fact: Max left Siemens and joined Bosch"],
            &["Bosch"],
            &["works for Siemens"],
            1,
        ),
        (
            &["Fact: Max works for Siemens", "Fact: Max no longer works for Siemens"],
            &["no longer"],
            &["Max works for"],
            1,
        ),
        (
            &["Fact: Anna owns the parser", "Fact: Hanna owns the lexer", "Fact: Hanna owns the parser"],
            &["Hanna owns the lexer", "Hanna owns the parser"],
            &["Anna owns"],
            2,
        ),
        (&["Fact: Zoe's birthday is on 4 May", "Fact: Zoe's birthday is on 14 May"], &["14 May"], &["on 4 May"], 1),
        (&["Preference: Call me Sandy", "Preference: Please call me Sandra from now on"], &["Sandra"], &["Sandy"], 1),
        (&["Fact: Maya plays the cello", "Fact: Maya plays the piano"], &["cello", "piano"], &[], 2),
        (&["Fact: Maya plays the cello", "Fact: Maya gave up the cello"], &["gave up"], &["plays the cello"], 1),
        (&["Fact: 张伟负责前端", "Fact: 李强负责后端", "Fact: 前端现在由王芳负责"], &["王芳", "李强"], &["张伟"], 2),
        (&["Fact: 用户住在杭州", "Fact: 用户搬到了成都"], &["成都"], &["杭州"], 1),
        (&["Fact: 用户会说英语和法语", "Fact: 用户还会说西班牙语"], &["英语和法语", "西班牙语"], &[], 2),
    ]);
}

#[test]
fn likes_and_wishes() {
    check(&[
        (
            &["Preference: I like oat milk in my coffee", "Preference: I don't like oat milk in my coffee any more"],
            &["don't like oat milk"],
            &["I like oat milk"],
            1,
        ),
        (
            &["Preference: User prefers phone calls over email", "Preference: User prefers email over phone calls"],
            &["email over phone"],
            &["calls over email"],
            1,
        ),
        (
            &["Preference: I read Le Monde and the Guardian", "Preference: I read the Economist"],
            &["Le Monde", "Economist"],
            &[],
            2,
        ),
        (
            &["Preference: Emails are signed with 'Best, Kim'", "Preference: Emails are signed with 'Cheers, Kim'"],
            &["Cheers"],
            &["Best"],
            1,
        ),
        (&["Preference: 用户喜欢喝咖啡", "Preference: 用户不再喜欢喝咖啡"], &["不再喜欢喝咖啡"], &["用户喜欢"], 1),
        (&["Preference: 不要在周五部署", "Preference: 可以在周五部署了"], &["可以在周五部署"], &["不要"], 1),
        (&["Fact: 用户对花生过敏", "Fact: 用户对海鲜过敏"], &["花生", "海鲜"], &[], 2),
        (
            &["Constraint: Never push to main directly", "Constraint: Pushing to main directly is allowed now"],
            &["allowed"],
            &["Never"],
            1,
        ),
    ]);
}

#[test]
fn tools_and_services() {
    check(&[
        (
            &["Fact: We deploy with Ansible", "Fact: We no longer deploy with Ansible, we use Terraform now"],
            &["Terraform"],
            &["We deploy with Ansible"],
            1,
        ),
        (
            &["Fact: The team tracks bugs in Jira", "Fact: Bug tracking moved from Jira to Linear"],
            &["Linear"],
            &["bugs in Jira"],
            1,
        ),
        (
            &["Fact: The metrics exporter is on :9100", "Fact: metrics exporter port changed to :9105"],
            &["9105"],
            &["9100"],
            1,
        ),
        (
            &["Fact: orders-api uses port 8080", "Fact: orders-ui uses port 8081"],
            &["orders-api uses port 8080", "orders-ui uses port 8081"],
            &[],
            2,
        ),
        (
            &["Fact: JIRA-101 is fixed in release 2.3", "Fact: JIRA-110 is fixed in release 2.4"],
            &["JIRA-101 is fixed in release 2.3", "JIRA-110 is fixed in release 2.4"],
            &[],
            2,
        ),
        (
            &["Fact: Atlas ships with Postgres 14; the schema has 42 tables", "Fact: Atlas now ships with Postgres 16"],
            &["Postgres 16", "42 tables"],
            &["Postgres 14"],
            1,
        ),
        (
            &["Fact: Our staging cluster is in Frankfurt", "Fact: Our production cluster is in Dublin"],
            &["Frankfurt", "Dublin"],
            &[],
            2,
        ),
        (
            &["Fact: The mobile app supports iOS 15 and later", "Fact: The mobile app supports iOS 17 and later"],
            &["iOS 17"],
            &["iOS 15"],
            1,
        ),
        (&["Fact: API密钥存放在Vault", "Fact: API密钥改存放在AWS Secrets Manager"], &["AWS"], &["Vault"], 1),
        (
            &["Fact: 项目alpha使用Python 3.10", "Fact: 项目beta使用Python 3.12", "Fact: 项目alpha升级到Python 3.13"],
            &["3.13", "3.12"],
            &["3.10"],
            2,
        ),
        (
            &["Fact: 数据库端口是5432", "Fact: 缓存端口是6379", "Fact: 数据库端口改为5433"],
            &["5433", "6379"],
            &["5432"],
            2,
        ),
    ]);
}

#[test]
fn states() {
    check(&[
        (
            &["Fact: Two-factor login is turned on for admins", "Fact: Two-factor login is turned off for admins"],
            &["off"],
            &["turned on"],
            1,
        ),
        (
            &[
                "Fact: Feature flag dark-mode is on",
                "Fact: Feature flag new-cart is off",
                "Fact: Feature flag dark-mode is off",
            ],
            &["dark-mode is off", "new-cart is off"],
            &["dark-mode is on"],
            2,
        ),
        (
            &["Fact: The API does not support XML", "Fact: The API supports XML now"],
            &["supports XML now"],
            &["does not"],
            1,
        ),
        (
            &["Fact: The printer on floor 2 is broken", "Fact: The printer on floor 2 works again"],
            &["works again"],
            &["broken"],
            1,
        ),
        (&["Fact: 夜间模式已开启", "Fact: 夜间模式已关闭"], &["关闭"], &["开启"], 1),
        (&["Constraint: 需要每日备份", "Constraint: 不再需要每日备份"], &["不再需要"], &[], 1),
        (
            &["Constraint: VPN is required for staging", "Constraint: VPN is no longer required for staging"],
            &["no longer required"],
            &["VPN is required"],
            1,
        ),
        (
            &["Constraint: Every PR needs two approvals", "Correction: Two approvals are no longer needed for PRs"],
            &["no longer needed"],
            &["Every PR"],
            1,
        ),
        (
            &["Decision: We keep a changelog in German", "Decision: The changelog in German is no longer needed"],
            &["no longer needed"],
            &["We keep"],
            1,
        ),
    ]);
}

#[test]
fn numbers_and_days() {
    check(&[
        (&["Fact: The upload limit is 20 MB", "Fact: The upload limit is 50 MB"], &["50 MB"], &["20 MB"], 1),
        (
            &["Fact: The upload limit is 20 MB per file", "Fact: The upload limit is 2 GB per account"],
            &["per file", "per account"],
            &[],
            2,
        ),
        (&["Fact: Room 12 seats 8 people", "Fact: Room 21 seats 8 people"], &["Room 12", "Room 21"], &[], 2),
        (
            &[
                "Fact: Server eu-1 has 16 GB of RAM",
                "Fact: Server eu-2 has 32 GB of RAM",
                "Fact: Server eu-1 has 32 GB of RAM",
            ],
            &["eu-1 has 32", "eu-2 has 32"],
            &["16 GB"],
            2,
        ),
        (
            &["Fact: The budget for Q3 is 40,000 euros", "Fact: The budget for Q4 is 55,000 euros"],
            &["Q3 is 40,000", "Q4 is 55,000"],
            &[],
            2,
        ),
        (
            &["Fact: The budget for Q3 is 40,000 euros", "Fact: The budget for Q3 was cut from 40,000 to 35,000 euros"],
            &["35,000"],
            &["is 40,000"],
            1,
        ),
        (
            &[
                "Fact: The CI job lint takes 4 minutes",
                "Fact: The CI job test takes 9 minutes",
                "Fact: The CI job lint takes 2 minutes",
            ],
            &["lint takes 2", "test takes 9"],
            &["takes 4"],
            2,
        ),
        (
            &[
                "Fact: Rate limit for partners: 100 requests per minute",
                "Fact: Rate limit for guests: 10 requests per minute",
                "Fact: Rate limit for partners: 250 requests per minute",
            ],
            &["partners: 250", "guests: 10 "],
            &["100 requests"],
            2,
        ),
        (
            &[
                "Fact: The wifi password policy requires 12 characters",
                "Fact: The wifi password policy requires 16 characters",
            ],
            &["16"],
            &["12"],
            1,
        ),
        (&["Fact: The beta is due on 2025-04-01", "Fact: The beta slipped to 2025-04-15"], &["04-15"], &["04-01"], 1),
        (
            &[
                "@2025-03-05 Fact: The audit report is due next Friday",
                "@2025-03-06 Fact: The audit report is due on 2025-03-21",
            ],
            &["2025-03-21"],
            &["2025-03-07"],
            1,
        ),
        (&["Fact: The demo moved to tomorrow"], &["(2025-03-04)"], &[], 1),
        (&["Fact: 发布时间定于下周三"], &["2025-03-12"], &[], 1),
        (&["Fact: Standup is at 9:30", "Fact: Standup moved to 10:00"], &["10:00"], &["9:30"], 1),
        // Both may hold: the older one is marked as an open conflict.
        (&["Fact: We ship on Tuesdays", "Fact: We ship on Thursdays"], &["Thursdays", "Tuesdays"], &[], 2),
        (&["Fact: 每周例会在周二下午三点", "Fact: 每周例会改到周四上午十点"], &["周四"], &["周二"], 1),
        (&["Fact: 日志保留30天", "Fact: 日志保留90天"], &["90天"], &["30天"], 1),
        (&["Fact: 超时时间是30秒", "Fact: 超时时间调整为2分钟"], &["2分钟"], &["30秒"], 1),
    ]);
}

#[test]
fn corrections_and_returns() {
    check(&[
        (&["Fact: The office closes at 19:00", "Fact: In fact the office closes at 18:00"], &["18:00"], &["19:00"], 1),
        (
            &["Fact: The workshop has 12 seats", "Fact: Sorry, to be precise, the workshop has 14 seats"],
            &["14"],
            &["12"],
            1,
        ),
        (
            &["Fact: The report is sent to Carla", "Fact: The report is sent not to Carla but to Dirk"],
            &["Dirk"],
            &["sent to Carla"],
            1,
        ),
        (&["Fact: 会议室是A301", "Fact: 会议室不是A301，而是B205"], &["B205"], &["会议室是A301"], 1),
        (&["Fact: 发布分支是main", "Fact: 其实发布分支是release，不是main"], &["release"], &["发布分支是main"], 1),
        (&["Fact: 网关监听8080端口", "Fact: 更正：网关监听8443端口"], &["8443"], &["8080"], 1),
        (&["Fact: 每天凌晨2点备份", "Correction: 应该是每天凌晨3点备份"], &["3点"], &["2点"], 1),
        (
            &[
                "Fact: The default model is haiku",
                "Fact: The default model is sonnet",
                "Fact: The default model is haiku",
            ],
            &["haiku"],
            &["sonnet"],
            1,
        ),
        (&["Preference: 主题是深色", "Preference: 主题是浅色", "Preference: 主题又改回深色"], &["深色"], &["浅色"], 1),
        (
            &[
                "@2025-03-10 Fact: The build server is called magnet",
                "@2025-03-02 Fact: The build server is called anvil",
            ],
            &["magnet"],
            &["anvil"],
            1,
        ),
    ]);
}

#[test]
fn lists_and_lessons() {
    check(&[
        (
            &[
                "Fact: The release checklist covers tests, changelog and tag",
                "Fact: The release checklist covers tests, changelog, tag and docs",
            ],
            &["docs"],
            &[],
            1,
        ),
        (
            &["Fact: We ship on Tuesdays", "Fact: We ship on Tuesdays and Thursdays"],
            &["Tuesdays and Thursdays"],
            &[],
            1,
        ),
        (
            &[
                "Lesson: Running migrations before the backup lost data",
                "Lesson: Running migrations without a dry run lost data",
            ],
            &["before the backup", "without a dry run"],
            &[],
            2,
        ),
        (&["Fact: Tomas is on parental leave until 2025-06-30", "Fact: Priya is on call"], &["Tomas", "Priya"], &[], 2),
    ]);
}

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
