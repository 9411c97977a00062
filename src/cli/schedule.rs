//! `alluvium schedule`: print a nightly job.

use std::path::Path;

use super::{Context, Ui};
use crate::chat::host::heard;
use crate::chat::host::place::shell;
use crate::error::{Ended, Error, Result};

/// Print a nightly job that distills
///
/// Nothing is installed: what is printed is pasted into `crontab -e` (cron) or into a shell (systemd,
/// launchd). The job names program and memory by absolute paths and says nothing when all is well.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alluvium schedule cron                  a line for `crontab -e`
  alluvium schedule systemd --at 02:15    a user timer, which catches up on a missed night
  alluvium schedule launchd               an agent for macOS")]
pub struct Schedule {
    /// What runs the job
    #[arg(value_name = "FORM")]
    form: Form,
    /// When, by the machine's clock
    #[arg(long, value_name = "HH:MM", default_value = "03:30")]
    at: String,
}

#[derive(Debug, Clone, Copy, PartialEq, clap::ValueEnum, serde::Serialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    Cron,
    Systemd,
    Launchd,
}

impl Schedule {
    /// Runs the command.
    pub fn run(self, context: &Context, ui: &mut Ui) -> Result<Ended> {
        let (hour, minute) = clock_time(&self.at).ok_or_else(|| {
            Error::usage(format!("`{}` is no time of the day", self.at)).hint("write it as `HH:MM`, such as `03:30`")
        })?;
        let memory = context.memory()?;
        let program = context.env.program().map_err(|e| Error::new("cannot tell where the program is").because(e))?;
        let home = std::path::absolute(&memory.home).unwrap_or_else(|_| memory.home.clone());
        let mut words = vec![word(&program)?, "--memory".to_owned(), word(&home)?];
        // The job's environment has none of the variables of this one.
        let zone = context.globals.zone.as_deref().or_else(|| context.env.get("ALLUVIUM_ZONE"));
        for (flag, value) in [("--space", memory.space.as_deref()), ("--zone", zone)] {
            words.extend(value.into_iter().flat_map(|value| [flag.to_owned(), value.to_owned()]));
        }
        words.extend(["distill".to_owned(), "--quiet".to_owned()]);
        let job = Job {
            name: name(&home, memory.space.as_deref()),
            words,
            log: word(&home.join(".alluvium/schedule.log"))?,
            hour,
            minute,
        };
        let text = match self.form {
            Form::Cron => job.cron(),
            Form::Systemd => job.systemd(),
            Form::Launchd => job.launchd(),
        };
        if ui.wants_json() {
            ui.json(&serde_json::json!({ "form": self.form, "command": job.words, "at": self.at, "text": text }))?;
        } else {
            ui.answer(&text)?;
        }
        Ok(Ended::Done)
    }
}

/// A nightly job.
struct Job {
    /// A name of its own for each memory.
    name: String,
    /// The command, word by word.
    words: Vec<String>,
    /// Where launchd writes what goes wrong.
    log: String,
    hour: u8,
    minute: u8,
}

impl Job {
    /// A line of a crontab. cron takes `%` for a line end, also between quotes.
    fn cron(&self) -> String {
        let words: Vec<String> = self.words.iter().map(|word| shell(word).replace('%', "\\%")).collect();
        format!("{} {} * * * {}\n", self.minute, self.hour, words.join(" "))
    }

    /// Shell lines that write and start a user timer.
    fn systemd(&self) -> String {
        // The program is never taken for a variable; in arguments `$` begins one. `%` begins a specifier.
        let quoted = |word: &str| format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%"));
        let argument = |word: &String| format!(" {}", quoted(word).replace('$', "$$"));
        let all: String = self.words.iter().map(argument).collect();
        let command = if self.words[0].contains(['"', '\'', '\\']) {
            // systemd starts no program of such a name itself, but a shell does.
            format!("/bin/sh -c \"exec \\\"$$0\\\" \\\"$$@\\\"\"{all}")
        } else {
            quoted(&self.words[0]) + &self.words[1..].iter().map(argument).collect::<String>()
        };
        let Self { name, hour, minute, .. } = self;
        format!(
            "mkdir -p ~/.config/systemd/user
cat > ~/.config/systemd/user/{name}.service <<'END-OF-UNIT'
[Unit]
Description=Distill the memory of agents

[Service]
Type=oneshot
ExecStart={command}
SuccessExitStatus=75
END-OF-UNIT
cat > ~/.config/systemd/user/{name}.timer <<'END-OF-UNIT'
[Unit]
Description=Distill the memory of agents every night

[Timer]
OnCalendar=*-*-* {hour:02}:{minute:02}:00
Persistent=true

[Install]
WantedBy=timers.target
END-OF-UNIT
systemctl --user daemon-reload
systemctl --user enable --now {name}.timer
# To run while you are logged out, too: loginctl enable-linger
"
        )
    }

    /// Shell lines that write and start an agent of macOS.
    fn launchd(&self) -> String {
        let words: String = self.words.iter().map(|word| format!("    <string>{}</string>\n", xml(word))).collect();
        let log = xml(&self.log);
        let Self { name, hour, minute, .. } = self;
        format!(
            "mkdir -p ~/Library/LaunchAgents
cat > ~/Library/LaunchAgents/{name}.plist <<'END-OF-PLIST'
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">
<plist version=\"1.0\">
<dict>
  <key>Label</key>
  <string>{name}</string>
  <key>ProgramArguments</key>
  <array>
{words}  </array>
  <key>StartCalendarInterval</key>
  <dict>
    <key>Hour</key>
    <integer>{hour}</integer>
    <key>Minute</key>
    <integer>{minute}</integer>
  </dict>
  <key>StandardErrorPath</key>
  <string>{log}</string>
</dict>
</plist>
END-OF-PLIST
launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/{name}.plist
"
        )
    }
}

fn clock_time(text: &str) -> Option<(u8, u8)> {
    let (hour, minute) = text.split_once(':')?;
    let digits = |part: &str| part.len() <= 2 && !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let (hour, minute) = (digits(hour).then(|| hour.parse().ok())??, digits(minute).then(|| minute.parse().ok())??);
    (hour < 24 && minute < 60).then_some((hour, minute))
}

/// A path as a word of a job: no format of jobs can say a line end, or bytes that are no text.
fn word(path: &Path) -> Result<String> {
    let text = path.to_str().filter(|text| !text.chars().any(char::is_control));
    text.map(str::to_owned).ok_or_else(|| {
        Error::new(format!("cannot schedule `{}`: the path cannot stand in a job", path.display()))
            .hint("name the folder by a link without such characters: `--memory LINK`")
    })
}

/// A job's own name: two memories have two jobs.
fn name(home: &Path, space: Option<&str>) -> String {
    let key = heard::key(&[&home.to_string_lossy(), space.unwrap_or_default()]);
    format!("alluvium-distill-{:08x}", key as u32)
}

fn xml(word: &str) -> String {
    word.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
