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
