//! Changes that a verb tells, and what looks like one but concerns another thing.

use super::check;

#[test]
fn english_changes() {
    check(&[
        (&["Fact: Bea is tech lead", "Fact: Omar took over as tech lead from Bea"], &["Omar"], &["Bea is"], 1),
        (
            &["Fact: The API client is pinned to v2.3.1", "Fact: Bumped the API client to v2.4.0"],
            &["v2.4.0"],
            &["v2.3"],
            1,
        ),
        (
            &[
                "Decision: Deploys go to AWS.",
                "Decision: Deploys go to GCP.",
                "Decision: We went back to AWS for deploys.",
            ],
            &["AWS"],
            &["GCP"],
            1,
        ),
        (
            &["Fact: The session expiry is 30 minutes", "Fact: Session expiry is now 45 minutes"],
            &["45"],
            &["30 min"],
            1,
        ),
        (&["Fact: The upload quota is 5 GB", "Fact: The upload quota was bumped to 8 GB"], &["8 GB"], &["5 GB"], 1),
        (
            &[
                "Fact: Choir practice is on Tuesday at 19:00",
                "Fact: Choir practice got pushed back to Wednesday at 19:30",
            ],
            &["Wednesday"],
            &["Tuesday"],
            1,
        ),
        (
            &["Fact: The warehouse is in Gdansk", "Fact: The warehouse has been relocated to Poznan"],
            &["Poznan"],
            &["Gdansk"],
            1,
        ),
        (
            &["Fact: Backups are kept for 14 days", "Fact: Backup retention was extended to 60 days"],
            &["60"],
            &["14"],
            1,
        ),
        (
            &["Fact: The worker pool has 8 threads", "Fact: We shrank the worker pool to 4 threads"],
            &["4 threads"],
            &["8 threads"],
            1,
        ),
        (
            &[
                "Decision: The mobile app is pinned to Flutter 3.16",
                "Decision: Upgraded the mobile app to Flutter 3.22",
            ],
            &["3.22"],
            &["3.16"],
            1,
        ),
        (
            &["Fact: The admin console is called Harbor", "Fact: The admin console was renamed to Pilot"],
            &["Pilot"],
            &["Harbor"],
            1,
        ),
        (
            &["Fact: Gym membership costs 35 euros a month", "Fact: The gym membership went up to 42 euros a month"],
            &["42"],
            &["35"],
            1,
        ),
        (
            &["Decision: Log level in staging: info", "Decision: Log level in staging lowered to debug"],
            &["debug"],
            &["info"],
            1,
        ),
        (&["Fact: On call: Priya", "Fact: Now on call: Stefan"], &["Stefan"], &["Priya"], 1),
        (
            &["Fact: Tickets are tracked in Trello", "Decision: Ticket tracking was migrated to Linear"],
            &["Linear"],
            &["Trello"],
            1,
        ),
        (
            &["Preference: Use tabs for indentation", "Preference: Back to spaces for indentation"],
            &["spaces"],
            &["Use tabs"],
            1,
        ),
        (
            &["Fact: My flight to Oslo leaves at 7:40", "Fact: My flight to Oslo was rescheduled to 11:15"],
            &["11:15"],
            &["7:40"],
            1,
        ),
        (
            &[
                "Decision: Sessions expire after 30 minutes. Refresh tokens last 14 days.",
                "Decision: Session expiry is now 45 minutes.",
            ],
            &["45 minutes", "14 days"],
            &["30"],
            1,
        ),
        (&["Fact: cache: Redis", "Fact: cache: was Redis, is Valkey now"], &["Valkey"], &[], 1),
        (&["Fact: Our caterer is Brasa.", "Fact: We changed our caterer to Olive."], &["Olive"], &["Brasa"], 1),
    ]);
}

#[test]
fn english_things_apart() {
    check(&[
        (
            &["Fact: In the afternoon Lena can be reached at a bakery", "Fact: Lena goes to the evening college"],
            &["bakery", "college"],
            &[],
            2,
        ),
        (&["Fact: The API review is on 3 May", "Fact: The API was moved to 9 May"], &["3 May", "9 May"], &[], 2),
        (
            &["Fact: New: Ravi's bike changes from red to blue", "Fact: New: Vera's hat changes from grey to green"],
            &["Ravi", "Vera"],
            &[],
            2,
        ),
        (&["Fact: The upload quota is 5 GB", "Fact: The download quota was bumped to 8 GB"], &["5 GB", "8 GB"], &[], 2),
        (&["Fact: Ines lives in Ghent", "Fact: Her brother relocated to Bruges"], &["Ghent", "Bruges"], &[], 2),
        (
            &[
                "Fact: The staging database has 16 GB of memory",
                "Fact: The production database was upgraded to 64 GB of memory",
            ],
            &["16 GB", "64 GB"],
            &[],
            2,
        ),
        (&["Fact: Backups are kept for 14 days", "Fact: Audit logs are now kept for 90 days"], &["14", "90"], &[], 2),
        (
            &["Fact: The team has 9 people", "Fact: The meeting room was extended to 12 seats"],
            &["9 people", "12 seats"],
            &[],
            2,
        ),
        (
            &["Fact: The car is insured with Allianz", "Fact: The bicycle was moved to the cellar"],
            &["Allianz", "cellar"],
            &[],
            2,
        ),
        (
            &["Fact: The retry limit is 3", "Fact: The retry delay was raised to 10 seconds"],
            &["limit is 3", "10 seconds"],
            &[],
            2,
        ),
        (&["Fact: Marta plays the viola", "Fact: Marta moved to the back office"], &["viola", "back office"], &[], 2),
        (
            &["Decision: The web client is pinned to React 18", "Decision: Bumped the admin client to React 19"],
            &["React 18", "React 19"],
            &[],
            2,
        ),
        (
            &["Fact: The 2024 budget was 40,000 euros", "Fact: The 2025 budget was cut to 32,000 euros"],
            &["40,000", "32,000"],
            &[],
            2,
        ),
        (
            &["Fact: The invoice service runs on port 7100", "Fact: The invoice service was given 4 CPUs"],
            &["7100", "4 CPUs"],
            &[],
            2,
        ),
        (
            &["Fact: Piano lessons are on Monday", "Fact: Piano lessons are on Thursday as well"],
            &["Monday", "Thursday"],
            &[],
            2,
        ),
        (
            &["Fact: Tom reviews the payments code", "Fact: Grace took over the search code from Tom"],
            &["Tom reviews", "Grace"],
            &[],
            2,
        ),
        (
            &["Fact: Uploads over 20 MB are rejected", "Fact: Uploads are now scanned by ClamAV"],
            &["20 MB", "ClamAV"],
            &[],
            2,
        ),
        (
            &["Fact: Rent for the flat is 900 euros", "Fact: Rent for the garage went up to 80 euros"],
            &["900", "80 euros"],
            &[],
            2,
        ),
        (
            &["Fact: The mail service listens on 7300", "Fact: The mail service was scaled to 4"],
            &["7300", "to 4"],
            &[],
            2,
        ),
        (
            &["Fact: The free plan allows 3 projects", "Fact: The pro plan was extended to 30 projects"],
            &["3 projects", "30 projects"],
            &[],
            2,
        ),
        (&["Fact: Ruben takes 50 mg of iron", "Fact: The iron dose was raised to 75 mg"], &["50 mg", "75 mg"], &[], 2),
    ]);
}

#[test]
fn chinese_changes() {
    check(&[
        (
            &[
                "Decision: 接口文档放在 Swagger。",
                "Decision: 接口文档改放 Apifox。",
                "Decision: 接口文档又换回 Swagger。",
            ],
            &["Swagger"],
            &["Apifox"],
            1,
        ),
        (&["Preference: 用繁体中文回复。", "Preference: 请用简体中文回复。"], &["简体"], &["繁体"], 1),
        (&["Preference: 以后都用英文回复", "Preference: 以后都用中文回复"], &["中文"], &["英文"], 1),
        (&["Fact: 报告初稿截止日期推迟到4月20日", "Fact: 报告初稿又延到了5月6日"], &["5月6日"], &["4月"], 1),
        (&["Fact: 早上一般喝咖啡。", "Fact: 早上改喝绿茶了。"], &["绿茶"], &["咖啡"], 1),
        (&["Fact: 小顾住在泉州。", "Fact: 小顾上个月搬到成都了。"], &["成都"], &["泉州"], 1),
        (&["Fact: 结算模块由何静负责。", "Fact: 结算模块转交给罗峰了。"], &["罗峰"], &["何静"], 1),
        (&["Fact: 评审会定在周二上午九点。", "Fact: 评审会挪到周四下午三点。"], &["周四"], &["周二"], 1),
        (&["Fact: 差旅预算 40 万。", "Fact: 差旅预算砍到 25 万。"], &["25"], &["40"], 1),
        (&["Fact: 验证码有效期 5 分钟。", "Fact: 验证码有效期延长至 10 分钟。"], &["10"], &[" 5 分"], 1),
        (&["Decision: 任务队列选的是 Celery。", "Decision: 任务队列已切到 Temporal。"], &["Temporal"], &["Celery"], 1),
        (&["Fact: 仓库在东莞。", "Fact: 仓库迁至惠州。"], &["惠州"], &["东莞"], 1),
        (&["Fact: 图片大小上限 2 MB。", "Fact: 图片大小上限放宽到 5 MB。"], &["5 MB"], &["2 MB"], 1),
        (&["Decision: 图表库用 ECharts。", "Decision: 图表库换成 AntV。"], &["AntV"], &["ECharts"], 1),
        (&["Fact: 用户住在成都高新区。", "Fact: 上个月搬到重庆了。"], &["重庆"], &["成都"], 1),
        (&["Fact: 值班人是郝亮。", "Fact: 值班人这个月起换程蕊。"], &["程蕊"], &["郝亮"], 1),
        (&["Fact: 线程池大小 16。", "Fact: 线程池调到 32。"], &["32"], &["16"], 1),
        (
            &["Fact: 体验课安排在 6 月 8 日。", "Fact: 体验课推迟到 6 月 15 日，后来又延到 6 月 22 日。"],
            &["22"],
            &["6 月 8 日"],
            1,
        ),
        (&["Fact: 体重 81 公斤，目标 74。", "Fact: 体重降到 77 公斤。"], &["77", "目标 74"], &["81"], 1),
        (
            &["Decision: 接口限流：每个租户每分钟 80 次。", "Decision: 接口限流放宽，每个租户每分钟 150 次。"],
            &["150"],
            &[" 80"],
            1,
        ),
    ]);
}

#[test]
fn chinese_things_apart() {
    check(&[
        (&["Fact: 小顾住在泉州。", "Fact: 小顾调到了基础组。"], &["泉州", "基础组"], &[], 2),
        (&["Fact: 早上一般喝咖啡。", "Fact: 晚上改喝绿茶了。"], &["咖啡", "绿茶"], &[], 2),
        (&["Fact: 差旅预算 40 万。", "Fact: 市场预算砍到 25 万。"], &["40", "25"], &[], 2),
        (&["Fact: 用户住在成都。", "Fact: 用户的姐姐搬到重庆了。"], &["成都", "重庆"], &[], 2),
        (&["Fact: 验证码有效期 5 分钟。", "Fact: 登录态有效期延长至 10 天。"], &["5 分钟", "10 天"], &[], 2),
        (&["Fact: 图片大小上限 2 MB。", "Fact: 视频大小上限放宽到 500 MB。"], &["2 MB", "500 MB"], &[], 2),
        (&["Fact: 线程池大小 16。", "Fact: 连接池调到 32。"], &["16", "32"], &[], 2),
        (&["Fact: 组里有八个人。", "Fact: 工位增加到十二个。"], &["八个人", "十二个"], &[], 2),
        (&["Fact: 结算模块由何静负责。", "Fact: 对账模块转交给罗峰了。"], &["何静", "罗峰"], &[], 2),
        (&["Decision: 图表库用 ECharts。", "Decision: 地图库换成 Mapbox。"], &["ECharts", "Mapbox"], &[], 2),
        (&["Fact: 早会在九点。", "Fact: 晚会改到七点。"], &["九点", "七点"], &[], 2),
        (&["Fact: 妈妈每天吃两片降压药。", "Fact: 爸爸的降压药减到一片。"], &["两片", "一片"], &[], 2),
        (&["Fact: 李雷负责华北区。", "Fact: 华南区移交给韩梅了。"], &["华北", "韩梅"], &[], 2),
        (&["Fact: 生产库版本 MySQL 5.7。", "Fact: 测试库升到 MySQL 8.0。"], &["5.7", "8.0"], &[], 2),
        (&["Fact: 我在苏州上班。", "Fact: 同事老梁调到无锡上班了。"], &["苏州", "无锡"], &[], 2),
        (&["Fact: 支持支付宝付款。", "Fact: 新增支持微信付款。"], &["支付宝", "微信"], &[], 2),
        (&["Fact: 网关超时 5 秒。", "Fact: 网关重试次数提高到 5 次。"], &["5 秒", "5 次"], &[], 2),
        (&["Fact: 支付的测试负责人是小郑。", "Fact: 支付的负责人换成老周。"], &["小郑", "老周"], &[], 2),
        (&["Fact: 管理端口：9090", "Fact: 端口改为 8081"], &["9090", "8081"], &[], 2),
        (
            &["Decision: 报表用 Superset，权限用 LDAP。", "Decision: 大屏换成 DataV。"],
            &["Superset", "LDAP", "DataV"],
            &[],
            2,
        ),
    ]);
}
