//! The settings: layers, origins, mistakes.

use crate::lab::Lab;

#[test]
fn the_file_that_init_writes_is_the_built_in_one() {
    let lab = Lab::new();
    assert_eq!(lab.ok(&["config", "--default"]).out, lab.read("alluvium.toml"));
    let built_in = lab.ok(&["config"]).out;
    std::fs::write(lab.path("alluvium.toml"), "").unwrap();
    assert_eq!(lab.ok(&["config"]).out, built_in);
}

#[test]
fn every_value_has_an_origin() {
    let lab = Lab::new();
    lab.write(
        "alluvium.toml",
        "zone = \"Asia/Tokyo\"\n\n[inject]\nbudget = 900\n\n[kinds.Risk]\nsection = \"lessons\"\n",
    );
    let path = lab.path("alluvium.toml").display().to_string();
    let all = lab.ok(&["config"]);
    all.stdout_has("zone = \"Europe/Berlin\"  # $ALLUVIUM_ZONE\n")
        .stdout_has("day-starts = \"00:00\"  # built in\n")
        .stdout_has(&format!("inject.budget = 900  # {path}:4\n"))
        .stdout_has(&format!("kinds.Risk.section = \"lessons\"  # {path}:7\n"))
        .stdout_has("# model.provider is not set\n");
    lab.ok(&["--zone", "UTC", "config"]).stdout_has("zone = \"UTC\"  # --zone\n");
    let table: toml::Table = all.out.parse().unwrap();
    assert_eq!(table["inject"]["budget"].as_integer(), Some(900));

    lab.ok(&["config", "inject.budget"]).stdout("900\n");
    lab.ok(&["config", "inject.order"]).stdout("sediment-first\n");
    lab.ok(&["config", "kinds.Risk"]).stdout_has("kinds.Risk.importance = 0.3  # built in\n");
    lab.ok(&["config", "inject.budget", "--json"]).stdout(&format!(
        "[{{\"key\":\"inject.budget\",\"value\":900,\"from\":\"file\",\"path\":\"{path}\",\"line\":4}}]\n"
    ));
    lab.fail(64, &["config", "inject.budgets"])
        .stderr("alluvium: there is no setting `inject.budgets`\nhint: `alluvium config` lists all of them\n");
}

#[test]
fn nothing_runs_on_half_understood_settings() {
    let lab = Lab::new();
    let path = lab.path("alluvium.toml").display().to_string();
    lab.write("alluvium.toml", "[inject]\nbudgte = 1\n");
    for args in [&["add", "Fact", "x y"][..], &["inject"], &["distill"], &["config"], &["today"]] {
        lab.fail(64, args).stderr(&format!(
            "alluvium: cannot read `{path}:2`: there is no setting `inject.budgte`\nhint: `inject.budget` is one\n"
        ));
    }
    lab.write("alluvium.toml", "zone = \"Mars/Olympus\"\n");
    lab.zone("").fail(64, &["config"]).stderr_has("there is no time zone `Mars/Olympus`");
    lab.write("alluvium.toml", b"zone = \"\xff\"\n");
    lab.fail(1, &["today"]).stderr_has("alluvium.toml`: it is not UTF-8: invalid utf-8");
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_fine() {
    let lab = Lab::new();
    lab.write("alluvium.toml", "\u{feff}# mine\r\n[inject]\r\nbudget = 700\r\n");
    lab.ok(&["config", "inject.budget"]).stdout("700\n");
}

#[test]
fn a_space_inherits_and_overrides() {
    let lab = Lab::new();
    lab.write("alluvium.toml", "[inject]\nbudget = 900\nhours = 24\n");
    lab.ok(&["space", "add", "acme/ana", "--quiet"]);
    lab.write("spaces/acme/ana/alluvium.toml", "[inject]\nbudget = 500\n");
    let space = ["--space", "acme/ana", "config"];
    lab.ok(&space)
        .stdout_has("inject.budget = 500  # ")
        .stdout_has("spaces/acme/ana/alluvium.toml:2\n")
        .stdout_has("inject.hours = 24  # ");
    lab.write("spaces/acme/ana/alluvium.toml", "[inject]\nshare = 2.0\n");
    lab.fail(64, &space)
        .stderr_has("alluvium: cannot use `inject.share` in `")
        .stderr_has("ana/alluvium.toml:2`: 2 is not in 0…1\n");
}

#[test]
fn the_folders_own_templates_hold_in_its_spaces_too() {
    let lab = Lab::new();
    lab.ok(&["space", "add", "acme", "--quiet"]);
    let own = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/inject.txt")).unwrap();
    lab.write("templates/inject.txt", format!("{own}FOLDER\n"));
    lab.ok(&["--space", "acme", "inject"]).stdout_has("FOLDER");
    lab.write("spaces/acme/templates/inject.txt", format!("{own}SPACE\n"));
    lab.ok(&["--space", "acme", "inject"]).stdout_has("SPACE");
    lab.ok(&["inject"]).stdout_has("FOLDER");
}

#[test]
fn what_is_not_set_is_said() {
    let lab = Lab::new();
    lab.zone("").var("TZ", "Europe/Lisbon");
    lab.ok(&["config", "zone"]).stdout("# zone is not set; the system's is used: Europe/Lisbon\n");
    lab.ok(&["config", "zone", "--zone", "Asia/Tokyo"]).stdout("Asia/Tokyo\n");
}
