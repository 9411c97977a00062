//! `search` as people use it: what stands first, in a memory of 150 records (`finding.md`) in English,
//! German and Chinese, for inflected and compound words, identifiers, paths, versions, dates and slips.

use crate::lab::Lab;

/// What is looked for, and a part of what must be found first.
const FIRST: &[(&str, &str)] = &[
    ("approve refund", "Refunds above 500 euros"),
    ("flaky sleeping test", "Tests that sleep are flaky"),
    ("who maintains the android app", "Amara the Android one"),
    ("kubernetes version of production", "staging cluster runs Kubernetes"),
    ("how are passwords hashed", "Passwords are hashed"),
    ("when do we release", "Releases are cut"),
    ("max_retries", "max_retries from config"),
    ("maxRetries", "maxRetries of the HTTP"),
    ("db pool size", "DB_POOL_SIZE is 20"),
    ("debounce", "useDebounce waits"),
    ("parse error column", "ParseError carries"),
    ("E4031", "E4031 means"),
    ("connectWithTimeout", "FooBarClient::connect_with_timeout"),
    ("new checkout flag", "feature flag new_checkout"),
    ("glossary csv", "glossary for translators"),
    ("scripts/deploy.sh", "部署脚本"),
    ("tokio 1.41", "Upgraded tokio"),
    ("2025-05-02", "Renew the domain"),
    ("killed workers on 20 February", "Workers are killed"),
    ("postmortem of the prices", "Write a post-mortem"),
    ("kuberntes", "staging cluster runs Kubernetes"),
    ("idempotant webhooks", "Handle webhooks idempotently"),
    ("certifcate Testumgebung", "Zertifikate der Testumgebung"),
    ("timestamp storage", "Time stamps are stored"),
    ("Datenbank", "Die Datenbanksicherung"),
    ("Sicherung der Datenbank", "Die Datenbanksicherung"),
    ("Häuser", "Die Häuser in der Lindengasse"),
    ("Renovierung der Häuser", "Die Häuser in der Lindengasse"),
    ("Urlaubsantrag", "Urlaubsanträge gehen"),
    ("Steuersatz Oesterreich", "Für Österreich"),
    ("Steuer für Bücher", "Für Österreich"),
    ("Lieferschein Gewicht", "Lieferscheinen die Gewichte"),
    ("Oeztuerk", "Urlaubsanträge gehen"),
    ("Ersatzteile M-200", "Die Ersatzteilliste"),
    ("不保存密码", "用户认证改用"),
    ("内存泄露的原因", "内存泄漏来自"),
    ("订单编号", "訂單編號由"),
    ("用户头像", "用戶的頭像"),
    ("9200端口", "搜索服务的端口"),
    ("如何处理回调延迟", "回调延迟是因为"),
    ("會議室預訂", "会议室预订"),
    ("kuberntes staging", "staging cluster runs"),
    ("web hooks twice", "payment provider sends webhooks"),
    ("dash board stock", "dashboard shows negative"),
    ("time out milliseconds", "connect_with_timeout takes"),
    ("Sicherungen zurückspielen", "Zurückspielen einer Sicherung"),
    ("Warteschlangen", "Doppelte Mails entstehen"),
    ("Bereitschaft am Telefon", "Die Telefonanlage"),
    ("argon2", "argon2id"),
    ("W3C trace parent", "Replace trace_id"),
    ("lucia", "Lucía's mother"),
    ("導出亂碼", "修复了导出"),
    ("umbrela", "green umbrella"),
    ("Lagerschnittstelle", "Die Schnittstelle zum Lager"),
    ("glossary_v3", "glossary for translators"),
    ("trace id", "trace_id"),
    ("Zertifikat erneuern", "Zertifikate der Testumgebung"),
];

#[test]
fn what_is_meant_stands_first() {
    let lab = Lab::new();
    for day in include_str!("finding.md").split("## ").filter(|day| !day.is_empty()) {
        lab.write(&format!("stream/{}/{}.md", &day[..4], &day[..10]), format!("## {day}"));
    }
    let mut wrong = Vec::new();
    for (query, part) in FIRST {
        let found = lab.run(&["search", query, "-n", "1"]);
        if found.code != 0 || !found.out.contains(part) {
            wrong.push(format!("{query}: {}{}", found.out, found.err));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), FIRST.len(), wrong.join(""));
}

#[test]
fn a_slip_is_told_and_does_not_hide_what_is_spelt_right() {
    let lab = Lab::new();
    lab.write("stream/2025/2025-02-12.md", "- [Note] Kubernetes runs on staging.\n");
    lab.write("stream/2025/2025-02-13.md", "- [Note] The staging version is old.\n");
    // Ids are no words.
    lab.write("history/2025-02.md", "## 2025-02-14 10:00:00 +01:00 · distill (rules)\n\n- read 2025-02-12: kubern\n");
    let ran = lab.run(&["search", "kuberntes version", "-n", "2"]);
    ran.stderr("nothing is spelt `kuberntes`; near it: kubernetes\n");
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    // A word with another ending is no slip.
    lab.run(&["search", "versio old"]).stdout_has("The staging version").stderr("");
    // A question in plain words has words that nobody wrote; they are no slips while something is found.
    assert!(!lab.ok(&["inject", "--for", "Which version has the kuberntes cluster?"]).out.contains("Kubernetes runs"));
    lab.run(&["search", "\"kuberntes\" version"]).stdout("").stderr("nothing found\n");
}
