//! Stories in words that no generator made: one line each, what must hold at the end and what must not.

use super::check;

#[test]
fn english_of_every_day() {
    check(&[
        (&["Fact: Priya works at Northwind", "Fact: Priya works at Contoso now"], &["Contoso"], &["Northwind"], 1),
        (
            &["Fact: The parcel office is at 12 Elm Street", "Fact: The parcel office moved to 40 Oak Lane"],
            &["40 Oak Lane"],
            &["Elm"],
            1,
        ),
        (
            &["Fact: The retro takes place on Thursday", "Fact: The retro takes place on Monday"],
            &["Monday"],
            &["Thursday"],
            1,
        ),
        (&["Decision: Formatter: Prettier", "Decision: Formatter: Biome"], &["Biome"], &["Prettier"], 1),
        (&["Fact: My name is Oona", "Fact: Please call me Oni"], &["Oni"], &["Oona"], 1),
        (
            &["Preference: Never rebase shared branches", "Preference: Always rebase shared branches"],
            &["Always"],
            &["Never"],
            1,
        ),
        (&["Fact: The garden gate is locked", "Fact: The garden gate is unlocked"], &["unlocked"], &[], 1),
        (
            &["Fact: The upload limit is 25 MB", "Fact: The upload limit was raised from 25 MB to 80 MB"],
            &["80 MB"],
            &["25 MB"],
            1,
        ),
        (
            &["Fact: The oven timer is set to 20 min", "Fact: The oven timer is set to 35 min"],
            &["35 min"],
            &["20 min"],
            1,
        ),
        (
            &["Fact: Lin is the cellist", "Fact: Lin has two cats", "Fact: Lin speaks Finnish"],
            &["cellist", "cats", "Finnish"],
            &[],
            3,
        ),
        (&["Fact: The red van needs diesel", "Fact: The blue van needs petrol"], &["diesel", "petrol"], &[], 2),
        (&["Decision: We switched from Slack to Zulip for chat"], &["Zulip"], &[], 1),
        (&["Preference: Likes cold brew", "Preference: No longer likes cold brew"], &["No longer"], &[], 1),
        (
            &["Fact: Deadline for the thesis is 2025-06-01", "Fact: Deadline for the thesis is 2025-07-15"],
            &["2025-07-15"],
            &["2025-06-01"],
            1,
        ),
        (&["Fact: Omar owns the pricing page", "Fact: Ines took over the pricing page"], &["Ines"], &["Omar"], 1),
        (&["Decision: Linter: none", "Decision: Linter: Ruff"], &["Ruff"], &["none"], 1),
        (
            &["Fact: Our newsletter goes out monthly", "Fact: Our invoices go out weekly"],
            &["monthly", "weekly"],
            &[],
            2,
        ),
        (&["Fact: Perhaps the pump is broken", "Fact: Could we rent a crane?"], &[], &[], 0),
        (
            &["Lesson: Cold soldering breaks the sensor", "Lesson: Cold soldering breaks the sensor."],
            &["sensor"],
            &[],
            1,
        ),
        (
            &["Fact: The vault code for depot-a is 4411", "Fact: The vault code for depot-b is 9822"],
            &["4411", "9822"],
            &[],
            2,
        ),
        (
            &["Decision: Backups with Restic", "Decision: Backups with Borg instead of Restic"],
            &["Borg"],
            &["Backups with Restic"],
            1,
        ),
        (&["Fact: Tea is served at 15:00", "Fact: Tea is served at 16:30"], &["16:30"], &["15:00"], 1),
        (&["Fact: Sven is married to Maja", "Fact: Sven works in Malmö"], &["Maja", "Malmö"], &[], 2),
    ]);
}

#[test]
fn chinese_of_every_day() {
    check(&[
        (&["Fact: 项目甲的负责人是王明", "Fact: 项目乙的负责人是王明"], &["项目甲", "项目乙"], &[], 2),
        (&["Fact: 订单服务监听端口7001", "Fact: 订单服务的端口改为7100"], &["7100"], &["7001"], 1),
        (&["Fact: 张伟住在成都", "Fact: 张伟搬到了昆明"], &["昆明"], &["成都"], 1),
        (&["Preference: 喜欢喝咖啡", "Preference: 不再喜欢喝咖啡"], &["不再"], &[], 1),
        (&["Fact: 我叫小林", "Fact: 请叫我阿林"], &["阿林"], &["小林"], 1),
        (&["Fact: 报表由陈静负责", "Fact: 报表由周凯负责"], &["周凯"], &["陈静"], 1),
        (&["Fact: 我最喜欢的颜色是蓝色", "Fact: 我最喜欢的颜色是橙色"], &["橙色"], &["蓝色"], 1),
        (&["Fact: 上传上限是25MB", "Fact: 上传上限改为80MB"], &["80MB"], &["25MB"], 1),
        (&["Fact: 可能是网线坏了", "Fact: 要不要换办公室？"], &[], &[], 0),
        (&["Fact: 王芳会说法语", "Fact: 王芳养了两只猫"], &["法语", "猫"], &[], 2),
        (&["Fact: 项目的截止日期是6月1日", "Fact: 项目的截止日期改为7月15日"], &["7月15日"], &["6月1日"], 1),
        (&["Fact: 红色货车需要柴油", "Fact: 蓝色货车需要汽油"], &["柴油", "汽油"], &[], 2),
    ]);
}

#[test]
fn wordings_that_once_ended_wrong() {
    check(&[
        (
            &["Fact: The kitchen wall is painted teal", "Fact: The kitchen wall is now painted ochre"],
            &["ochre"],
            &["teal"],
            1,
        ),
        (
            &["Fact: ledger-api listens on port 7001", "Fact: actually ledger-api listens on port 7100"],
            &["7100"],
            &["7001"],
            1,
        ),
        (
            &["Fact: Atlas runs in Oslo and is patched on Sundays; owner is Ravi", "Fact: Atlas now runs in Turku"],
            &["Turku", "patched on Sundays", "owner is Ravi"],
            &["Oslo"],
            1,
        ),
        (
            &["Decision: We use Slack for chat", "Decision: We switched from Slack to Zulip for chat"],
            &["We use Zulip for chat"],
            &["Slack"],
            1,
        ),
        (&["Fact: 缓存使用Redis", "Fact: 缓存改用Memcached"], &["Memcached"], &["Redis"], 1),
        (&["Fact: 自动备份已启用", "Fact: 自动备份已禁用"], &["禁用"], &["启用"], 1),
    ]);
}
