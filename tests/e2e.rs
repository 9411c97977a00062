//! End to end: the real program on real folders, hermetic and strict.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, missing_docs)]

#[path = "e2e/about.rs"]
mod about;
#[path = "e2e/add.rs"]
mod add;
#[path = "e2e/api.rs"]
mod api;
#[path = "e2e/archive.rs"]
mod archive;
#[path = "e2e/budget.rs"]
mod budget;
#[path = "e2e/crash.rs"]
mod crash;
#[path = "e2e/crash_distill.rs"]
mod crash_distill;
#[path = "e2e/distill.rs"]
mod distill;
#[path = "e2e/doctor.rs"]
mod doctor;
#[path = "e2e/feedback.rs"]
mod feedback;
#[path = "e2e/field_cases_f.rs"]
mod field_cases_f;
#[path = "e2e/finding.rs"]
mod finding;
#[path = "e2e/folder.rs"]
mod folder;
#[path = "e2e/forget.rs"]
mod forget;
#[path = "e2e/found.rs"]
mod found;
#[path = "e2e/freshness.rs"]
mod freshness;
#[path = "e2e/git.rs"]
mod git;
#[path = "e2e/hand_edits.rs"]
mod hand_edits;
#[path = "e2e/help.rs"]
mod help;
#[path = "e2e/history_commands.rs"]
mod history_commands;
#[path = "e2e/hooks.rs"]
mod hooks;
#[path = "e2e/import.rs"]
mod import;
#[path = "e2e/import_model.rs"]
mod import_model;
#[path = "e2e/inject.rs"]
mod inject;
#[path = "e2e/install.rs"]
mod install;
#[cfg(target_os = "linux")]
#[path = "e2e/isolation.rs"]
mod isolation;
#[path = "e2e/json.rs"]
mod json;
#[path = "e2e/lab.rs"]
mod lab;
#[path = "e2e/model.rs"]
mod model;
#[path = "e2e/model_server.rs"]
mod model_server;
#[path = "e2e/procedures.rs"]
mod procedures;
#[path = "e2e/profile.rs"]
mod profile;
#[path = "e2e/readme.rs"]
mod readme;
#[path = "e2e/redaction.rs"]
mod redaction;
#[path = "e2e/rules.rs"]
mod rules;
#[path = "e2e/schedule.rs"]
mod schedule;
#[path = "e2e/script.rs"]
mod script;
#[path = "e2e/search.rs"]
mod search;
#[path = "e2e/semantic.rs"]
mod semantic;
#[path = "e2e/session.rs"]
mod session;
#[path = "e2e/settings.rs"]
mod settings;
#[path = "e2e/show.rs"]
mod show;
#[path = "e2e/spaces.rs"]
mod spaces;
#[path = "e2e/status.rs"]
mod status;
#[path = "e2e/stream_kept.rs"]
mod stream_kept;
#[path = "e2e/stream_reading.rs"]
mod stream_reading;
#[path = "e2e/switches.rs"]
mod switches;
#[path = "e2e/tidy.rs"]
mod tidy;
#[path = "e2e/time.rs"]
mod time;
#[path = "e2e/trim.rs"]
mod trim;
