//! What ended, was corrected, passes, or is said in other words: English and Chinese side by side.

use super::check;

#[test]
fn what_ended_no_longer_stands() {
    check(&[
        (
            &["Fact: The user takes guitar lessons with Tomas.", "Fact: The guitar lessons have ended."],
            &[],
            &["The user takes guitar"],
            1,
        ),
        (
            &[
                "Constraint: Ask before deleting any branch.",
                "Decision: The rule to ask before deleting branches is abolished.",
            ],
            &[],
            &["Ask before"],
            0,
        ),
        (
            &["Fact: I subscribe to The Economist.", "Fact: I unsubscribed from The Economist."],
            &[],
            &["I subscribe to"],
            1,
        ),
        (
            &["Fact: We run a Jenkins server for the mobile builds.", "Fact: We got rid of the Jenkins server."],
            &[],
            &["We run a Jenkins"],
            1,
        ),
        (
            &["Preference: End every message with a summary.", "Preference: Stop ending messages with a summary."],
            &[],
            &["End every message"],
            1,
        ),
        (&["Fact: Nora sings in a choir.", "Fact: Nora quit the choir."], &[], &["Nora sings"], 1),
        (
            &[
                "Fact: The user has a parking permit for zone 4.",
                "Fact: The parking permit expired and was not renewed.",
                "Fact: The bike shed is in zone 5.",
            ],
            &["shed"],
            &["The user has a parking"],
            2,
        ),
        (
            &[
                "Decision: Release notes are sent to the sales list.",
                "Decision: Release notes are no longer sent to the sales list.",
            ],
            &[],
            &["Release notes are sent"],
            1,
        ),
        (&["Fact: There is a hiring freeze.", "Fact: The hiring freeze is over."], &[], &["There is a hiring"], 1),
        (&["Fact: 订了《经济观察报》的电子版。", "Fact: 《经济观察报》电子版退订了。"], &[], &[], 1),
        (&["Constraint: 代码里不许写中文注释。", "Decision: 不许写中文注释的规定废除了。"], &[], &["代码里不许"], 1),
        (
            &["Decision: 日志同步到 ES 集群。", "Decision: 日志同步到 ES 集群的方案停掉了。"],
            &[],
            &["日志同步到 ES 集群。"],
            1,
        ),
        (&["Fact: 用户在学德语。", "Fact: 用户不学德语了。"], &[], &["在学德语"], 1),
        (&["Preference: 每次回复加上参考链接。", "Preference: 回复别再加参考链接了。"], &[], &["每次回复加上"], 1),
        (&["Fact: 家里有一台旧打印机。", "Fact: 旧打印机扔了。"], &[], &["家里有一台旧"], 1),
        (
            &["Constraint: 封网期间不得变更生产配置。", "Decision: 封网结束，可以变更生产配置了。"],
            &[],
            &["封网期间不得"],
            1,
        ),
    ]);
}

#[test]
fn corrections_take_the_place_of_what_was_wrong() {
    check(&[
        (&["Fact: The demo starts at 14:00.", "Correction: Sorry, I meant 15:00."], &["15:00"], &["14:00"], 1),
        (
            &[
                "Fact: The invoice total is 480 euros.",
                "Fact: The hotel costs 90 euros a night.",
                "Correction: The invoice total is 840 euros, I mistyped.",
            ],
            &["840", "90 euros"],
            &["480"],
            2,
        ),
        (&["Fact: Her son studies law.", "Correction: Not law, medicine."], &["medicine"], &["studies law"], 1),
        (
            &["Fact: The backup server has 4 disks.", "Correction: The backup server has 6 disks, not 4."],
            &["6 disks"],
            &["4 disks"],
            1,
        ),
        (
            &["Fact: Ana works from the Porto office.", "Correction: That was wrong: Ana works from the Braga office."],
            &["Braga"],
            &["from the Porto"],
            1,
        ),
        (&["Fact: 会议室预订在 10 楼。", "Correction: 说错了，应该是 12 楼。"], &["12"], &["在 10 楼"], 1),
        (&["Fact: 压缩算法用 gzip。", "Correction: 更正：压缩算法是 zstd。"], &["zstd"], &["gzip"], 1),
        (&["Fact: 表哥在长春读研。", "Fact: 前面说得不对，表哥是在沈阳读研。"], &["沈阳"], &["长春"], 1),
        (&["Fact: 仓库有 30 个货架。", "Correction: 仓库的货架是 36 个，不是 30 个。"], &["36"], &["有 30 个"], 1),
    ]);
}

#[test]
fn what_passes_stays_out() {
    check(&[
        (
            &["Fact: Just finished the database migration on staging.", "Fact: Staging has 2 replicas."],
            &["replicas"],
            &["finished"],
            1,
        ),
        (
            &["Fact: Pipeline 5512 failed after 3 min.", "Fact: Pipelines must finish within 30 minutes."],
            &["30 minutes"],
            &["5512"],
            1,
        ),
        (
            &["Fact: The user asked whether PDF export is possible.", "Fact: PDF export needs wkhtmltopdf."],
            &["wkhtml"],
            &["asked whether"],
            1,
        ),
        (&["Fact: 刚部署完 v2.3 到预发。", "Fact: 预发环境有两台机器。"], &["两台"], &["刚部署"], 1),
        (&["Fact: 内存当前 91%，先盯着。", "Fact: 内存上限 64G。"], &["64"], &["91"], 1),
        (&["Fact: 客户问如何重置密码。", "Fact: 密码 90 天过期。"], &["90"], &["客户问"], 1),
    ]);
}

#[test]
fn synonyms_and_order_say_the_same() {
    check(&[
        (
            &["Constraint: Committing secrets is forbidden.", "Constraint: Committing secrets is not allowed."],
            &["ecrets"],
            &[],
            1,
        ),
        (&["Constraint: 不得在生产库上跑脚本。", "Constraint: 禁止在生产库上跑脚本。"], &["生产库"], &[], 1),
        (&["Fact: 爬虫运行在东京节点。", "Fact: 爬虫跑在东京节点。"], &["东京"], &[], 1),
    ]);
}

#[test]
fn what_ends_or_is_corrected_elsewhere_stays() {
    check(&[
        (
            &["Fact: The user takes guitar lessons with Tomas.", "Fact: The piano lessons have ended."],
            &["guitar", "piano"],
            &[],
            2,
        ),
        (&["Fact: Ben sings in a choir.", "Fact: Nora quit the choir."], &["Ben sings"], &[], 2),
        (
            &["Fact: Backups run before the nightly report.", "Fact: The nightly report was discontinued."],
            &["Backups run before"],
            &[],
            2,
        ),
        (
            &["Fact: The weekly sync is on Mondays at 10.", "Fact: The weekly sync is cancelled today."],
            &["Mondays at 10"],
            &[],
            1,
        ),
        (
            &["Fact: The office in Lyon has a gym.", "Fact: I cancelled my gym contract."],
            &["The office in Lyon"],
            &[],
            2,
        ),
        (
            &["Constraint: Never deploy on Fridays.", "Decision: The ban on Sunday deploys is lifted."],
            &["Never deploy on Fridays"],
            &[],
            2,
        ),
        (&["Fact: Redis holds the sessions.", "Fact: The Redis alert was switched off."], &["Redis holds"], &[], 2),
        (
            &["Fact: The user has a subscription to Figma.", "Fact: The user cancelled the subscription to Miro."],
            &["Figma", "Miro"],
            &[],
            2,
        ),
        (&["Fact: My sister is married to Leo.", "Fact: My brother got divorced."], &["Leo", "divorced"], &[], 2),
        (
            &[
                "Fact: The demo starts at 14:00.",
                "Fact: The shop closes at 18:00.",
                "Correction: Sorry, I meant 19:00.",
            ],
            &["14:00"],
            &[],
            3,
        ),
        (
            &[
                "Fact: The web team has 6 people.",
                "Fact: The data team has 4 people.",
                "Correction: The data team has 5 people.",
            ],
            &["web team has 6", "5 people"],
            &["has 4 people"],
            2,
        ),
        (&["Fact: Ana reports to Ben.", "Fact: Ben reports to Ana."], &[], &[], 2),
        (
            &["Fact: The train leaves from Ghent.", "Fact: The train leaves for Ghent."],
            &["from Ghent", "for Ghent"],
            &[],
            2,
        ),
        (&["Fact: I play chess, squash and the cello.", "Fact: I stopped playing squash."], &["chess"], &[], 2),
        (&["Fact: The support contract ended in 2023."], &["2023"], &[], 1),
        (&["Fact: The nightly build takes 40 minutes."], &["40"], &[], 1),
        (&["Fact: The user finished his degree in physics."], &["physics"], &[], 1),
        (&["Fact: The team has lunch at noon."], &["noon"], &[], 1),
        (&["Lesson: Users ask how to reset the token when the login page hides the link."], &["reset"], &[], 1),
        (&["Fact: 小吴养了一只鹦鹉。", "Fact: 我养的鹦鹉飞走了。"], &["小吴养了"], &[], 2),
        (&["Fact: 每周三晚上有羽毛球课。", "Fact: 游泳课停了。"], &["羽毛球", "游泳"], &[], 2),
        (&["Fact: 每周三晚上有羽毛球课。", "Fact: 今天的羽毛球课取消了。"], &["每周三晚上有羽毛球课"], &[], 1),
        (&["Constraint: 周五下午禁止发版。", "Decision: 周日禁止发版这条作废。"], &["周五下午禁止"], &[], 2),
        (&["Fact: 会员卡在抽屉里。", "Fact: 健身房会员取消了。"], &["抽屉"], &[], 2),
        (&["Fact: 奶奶在吃降压药。", "Fact: 降压药我已经停了。"], &["奶奶在吃"], &[], 2),
        (
            &["Fact: 一号楼有 12 层。", "Fact: 二号楼有 18 层。", "Correction: 二号楼有 16 层，记错了。"],
            &["一号楼有 12", "16"],
            &["18 层。"],
            2,
        ),
        (&["Fact: 姐姐在长春读研。", "Correction: 表哥是在沈阳读研，不是在大连。"], &["姐姐在长春"], &[], 2),
        (&["Fact: 小秦向小许汇报。", "Fact: 小许向小秦汇报。"], &[], &[], 2),
        (&["Fact: 常用语言有 Go、Rust 和 Python。", "Fact: 不再用 Python 了。"], &["Rust"], &[], 2),
        (&["Fact: 和老东家的劳动合同 2022 年终止。"], &["2022"], &[], 1),
        (&["Fact: 用户刚搬到成都。"], &["成都"], &[], 1),
        (&["Fact: 每天中午和同事打乒乓球。"], &["乒乓"], &[], 1),
        (&["Fact: 用户问问题时喜欢先给背景。"], &["背景"], &[], 1),
    ]);
}
