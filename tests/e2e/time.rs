//! What day it is, for every command alike.

use crate::lab::Lab;

#[test]
fn writer_and_reader_agree_on_the_day() {
    for (zone, now, day, time) in [
        ("Asia/Shanghai", "2026-04-11T19:53:00Z", "2026-04-12", "03:53"),
        ("America/Los_Angeles", "2026-03-15T01:17:00Z", "2026-03-14", "18:17"),
        ("Asia/Kathmandu", "2026-04-11T18:20:00Z", "2026-04-12", "00:05"),
    ] {
        let lab = Lab::new();
        lab.zone("").at(now).write("alluvium.toml", format!("zone = \"{zone}\"\n"));
        lab.var("TZ", "UTC");
        lab.ok(&["add", "Anomaly", "The export finished without a row."]);
        let file = lab.read(&format!("stream/{}/{day}.md", &day[..4]));
        assert!(file.starts_with(&format!("## {day} ({zone}, UTC")), "{file}");
        assert!(file.contains(&format!("- {time} [Anomaly] The export")), "{file}");
        lab.ok(&["inject"]).stdout_has("Today's anomaly: The export finished without a row.");
        lab.ok(&["today"]).stdout(&format!("{day}\n"));
    }
}

#[test]
fn a_session_that_pins_its_day_keeps_it_past_midnight() {
    let lab = Lab::new();
    lab.at("2025-03-14T23:59:58+01:00");
    let day = lab.ok(&["today"]).out.trim().to_owned();
    lab.var("ALLUVIUM_DAY", &day).at("2025-03-15T00:00:05+01:00");
    let added = lab.changed(|| {
        lab.ok(&["add", "Anomaly", "The export hangs."]);
    });
    assert_eq!(added, ["A stream/2025/2025-03-14.md"]);
    assert!(lab.read("stream/2025/2025-03-14.md").contains("- 00:00 [Anomaly] The export hangs."));
    lab.ok(&["inject"]).stdout_has("Today's anomaly: The export hangs.");
}

#[test]
fn the_day_may_start_later() {
    let lab = Lab::new();
    lab.write("alluvium.toml", "day-starts = \"04:00\"\n");
    lab.at("2025-03-15T03:59:00+01:00").ok(&["today"]).stdout("2025-03-14\n");
    lab.at("2025-03-15T04:00:00+01:00").ok(&["today"]).stdout("2025-03-15\n");
}

#[test]
fn today_is_a_value() {
    let lab = Lab::new();
    lab.ok(&["today", "--json"])
        .stdout("{\"day\":\"2025-03-14\",\"now\":\"2025-03-14T09:14:00+01:00\",\"zone\":\"Europe/Berlin\"}\n");
    lab.ok(&["--zone", "pacific/kiritimati", "today", "--quiet"]).stdout("2025-03-14\n");
}

#[test]
fn a_zone_by_rule_is_written_and_read_back() {
    let lab = Lab::new();
    lab.zone("").var("TZ", "EST5EDT,M3.2.0,M11.1.0");
    lab.ok(&["add", "Fact", "The host is db2."]);
    assert!(lab.read("stream/2025/2025-03-14.md").contains("- 04:14 [Fact]"));
    lab.ok(&["show"]).stdout_has("The host is db2.");
}

#[test]
fn a_day_that_never_happened_is_read_all_the_same() {
    let lab = Lab::new();
    lab.zone("Pacific/Apia").at("2011-12-31T09:00:00+14:00");
    lab.write("stream/2011/2011-12-30.md", "- 09:00 [Fact] The ferry does not run.\n");
    lab.ok(&["show", "yesterday"]).stdout_has("The ferry does not run.");
    lab.ok(&["show", "2011-12-28..2012-01-02"]).stdout_has("The ferry does not run.");
}

#[test]
fn mistakes_are_usage_errors() {
    let lab = Lab::new();
    lab.fail(64, &["--zone", "Nope/Zone", "today"])
        .stderr("alluvium: there is no time zone `Nope/Zone`\nhint: IANA names look like `Europe/Berlin` or `UTC`\n");
    lab.fail(64, &["show", "soon"]).stderr_has("alluvium: cannot read the date `soon`\nhint: dates are ");
    lab.fail(64, &["show", "today..yesterday"]).stderr_has("ends before it begins\nhint: write the earlier day first");
    lab.zone("").var("TZ", "Nope/Zone");
    lab.fail(64, &["today"]).stderr_has("there is no time zone `Nope/Zone`").stderr_has("hint: `$TZ` names it");
    let lab = Lab::new();
    lab.at("noon").fail(64, &["today"]).stderr_has("alluvium: cannot read `$ALLUVIUM_NOW` (`noon`): ");
    let lab = Lab::new();
    lab.var("ALLUVIUM_DAY", "monday").fail(64, &["today"]).stderr(
        "alluvium: cannot read `$ALLUVIUM_DAY` (`monday`)\nhint: set it with `export ALLUVIUM_DAY=$(alluvium today)`\n",
    );
}
