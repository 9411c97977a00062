//! What one text says of somebody or something never changes what is known of another.

use super::check;

#[test]
fn another_subject_is_left_alone() {
    check(&[
        (&["Fact: Nora uses Emacs", "Fact: Igor switched from Emacs to Zed"], &["Nora uses Emacs", "Zed"], &[], 2),
        (
            &["Fact: The user's brother lives in Turin", "Fact: The user moved from Turin to Genoa"],
            &["brother lives in Turin", "Genoa"],
            &[],
            2,
        ),
        (
            &[
                "Fact: The session timeout is 20 minutes",
                "Fact: The user is 20 years old",
                "Fact: The session timeout was raised from 20 to 40 minutes",
            ],
            &["40", "20 years old"],
            &[],
            2,
        ),
        (
            &["Fact: The price of milk is 2 euros", "Fact: The price of bread went from 2 euros to 3 euros"],
            &["milk is 2 euros", "bread"],
            &[],
            2,
        ),
        (
            &["Fact: Pia's deadline is Tuesday", "Fact: Rob's deadline moved from Tuesday to Friday"],
            &["Pia's deadline is Tuesday", "Friday"],
            &[],
            2,
        ),
        (
            &["Fact: The desktop app supports Windows 10", "Fact: The kiosk app no longer supports Windows 10"],
            &["desktop app supports", "no longer"],
            &[],
            2,
        ),
        (
            &["Fact: Kai is responsible for invoices", "Fact: Kai is responsible for payroll"],
            &["invoices", "payroll"],
            &[],
            2,
        ),
        (&["Fact: Kai is the maintainer of libpq", "Fact: Uma is a maintainer of libpq, too"], &["Kai", "Uma"], &[], 2),
        (
            &["Fact: The old portal is hosted on Heroku", "Fact: The portal is hosted on Heroku"],
            &["The old portal", "The portal is"],
            &[],
            2,
        ),
        (&["Preference: Tom's wife likes jazz", "Preference: Tom likes jazz"], &["wife", "Tom likes"], &[], 2),
        (&["Fact: Anna在红组", "Fact: Boris从红组调到蓝组"], &["Anna在红组", "蓝组"], &[], 2),
        (&["Fact: 旧系统用MySQL", "Fact: 新系统从MySQL换成PostgreSQL"], &["旧系统用MySQL", "PostgreSQL"], &[], 2),
        (&["Fact: 张敏是前端负责人", "Fact: 张敏是测试负责人"], &["前端负责人", "测试负责人"], &[], 2),
        (&["Fact: 订单系统依赖库存服务", "Fact: 订单系统依赖支付服务"], &["库存服务", "支付服务"], &[], 2),
        (&["Fact: 旧官网部署在上海", "Fact: 官网部署在上海"], &["旧官网", "官网"], &[], 2),
    ]);
}

#[test]
fn another_relation_is_left_alone() {
    check(&[
        (&["Fact: Ivo works at Initech", "Fact: Ivo works at night"], &["Initech", "night"], &[], 2),
        (&["Fact: Ada lives in Delft", "Fact: Ada moved to the corner desk"], &["Delft", "desk"], &[], 2),
        (
            &["Fact: Ida lives in Bern during the term", "Fact: Ida lives in Chur during the holidays"],
            &["Bern", "Chur"],
            &[],
            2,
        ),
        (
            &["Fact: Ivo works at Initech and lives in Ghent", "Fact: Ivo now works at Hooli"],
            &["Hooli", "Ghent"],
            &["Initech"],
            1,
        ),
        (
            &["Fact: Supported formats: PNG, JPEG and WebP", "Decision: We dropped WebP from the supported formats"],
            &["PNG, JPEG", "dropped WebP"],
            &[],
            2,
        ),
        (
            &["Constraint: Never delete files in /srv", "Constraint: Never delete files in /var"],
            &["/srv", "/var"],
            &[],
            2,
        ),
        (
            &["Fact: Support ticket 77 is blocked by the vendor", "Fact: Support ticket 78 is blocked by the vendor"],
            &["77", "78"],
            &[],
            2,
        ),
        (
            &["Fact: The public API allows 50 calls", "Fact: The private API allows 50 calls"],
            &["public", "private"],
            &[],
            2,
        ),
        (&["Fact: The Turin shop opens at 8:00", "Fact: We moved from Turin to Genoa"], &["Turin shop opens"], &[], 2),
    ]);
}

#[test]
fn what_is_composed_is_a_sentence() {
    check(&[
        (
            &["Constraint: Use 4 spaces in Lua files", "Constraint: Use 2 spaces in Lua files, not 4"],
            &["Use 2 spaces in Lua files"],
            &["4 spaces"],
            1,
        ),
        (
            &["Fact: We use Travis for CI", "Decision: Use Drone instead of Travis for CI"],
            &["Drone"],
            &["We use Travis", "Use Use"],
            1,
        ),
        (&["Fact: 缓存服务用Redis", "Fact: 缓存服务从Redis换成了Valkey"], &["Valkey"], &["用Redis", "用了"], 1),
        (
            &["Fact: The invoice service uses port 7070", "Fact: The invoice service moved from port 7070 to 7171"],
            &["7171"],
            &["uses port 7070", "uses 7171"],
            1,
        ),
    ]);
}
