//! Redaction of secrets before they are written or sent: rules from `templates/redact.toml`.
//!
//! A text is first searched for the rules' keywords. Nearly every text holds none, and costs some
//! microseconds: the rules are read, and those concerned compiled, only when one occurs. A secret is
//! never repeated: findings carry ranges and the names of rules.

use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;

use serde::Deserialize;

use crate::error::{Error, Result};
use crate::memory::{Memory, Settings};

const BUILT_IN: &str = include_str!("../../templates/redact.toml");

/// A secret in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// The rule that found it.
    pub rule: String,
}

/// The rules of a memory, not yet read.
#[derive(Debug, Clone, Default)]
pub struct Redactor {
    /// The folder's own `templates/redact.toml`.
    own: Option<(PathBuf, String)>,
    off: Vec<String>,
    allow: Vec<String>,
    disabled: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    rule: Vec<Rule>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    id: String,
    keywords: Vec<String>,
    regex: String,
    #[serde(default = "least_entropy")]
    entropy: f64,
    #[serde(default)]
    digit: bool,
    #[serde(default)]
    words: bool,
}

fn least_entropy() -> f64 {
    2.5
}

/// Replaces secrets by `[redacted:rule]`, by the built-in rules alone; returns the text and the names
/// of the rules that fired. Where there is a folder, [`Redactor::of`] knows its own rules as well.
pub fn redact(text: &str, settings: &Settings) -> (String, Vec<String>) {
    Redactor::built_in(settings).redact(text).unwrap_or_else(|_| (text.to_owned(), Vec::new()))
}

/// Where the built-in rules find secrets, in the order in which they stand.
pub fn scan(text: &str, settings: &Settings) -> Vec<Finding> {
    Redactor::built_in(settings).scan(text).unwrap_or_default()
}

impl Redactor {
    /// The built-in rules with the settings' exceptions. Finds nothing where governance is off.
    pub fn built_in(settings: &Settings) -> Self {
        Self {
            own: None,
            off: settings.redact.off.clone(),
            allow: settings.redact.allow.clone(),
            disabled: !settings.features.governance,
        }
    }

    /// The same with the rules of the memory folder.
    pub fn of(memory: &Memory) -> Result<Self> {
        let own = memory.template("redact.toml")?;
        Ok(Self { own, ..Self::built_in(&memory.settings) })
    }

    /// Where the secrets are, in the order in which they stand; they do not overlap. Fails on a
    /// mistake in the folder's own rules.
    pub fn scan(&self, text: &str) -> Result<Vec<Finding>> {
        if self.disabled {
            return Ok(Vec::new());
        }
        let lower = text.to_lowercase();
        let occurs =
            |k: &str| if k.bytes().any(|c| c.is_ascii_uppercase()) { text.contains(k) } else { lower.contains(k) };
        let pairs = Pairs::of([text, lower.as_str()]);
        let concerned = self.own.is_some() || built_in_keywords().any(|k| pairs.may_spell(k) && occurs(k));
        if !concerned {
            return Ok(Vec::new());
        }
        let mut found: Vec<Finding> = Vec::new();
        for rule in self.rules()?.iter().filter(|r| r.keywords.iter().any(|k| occurs(k))) {
            let regex = regex::Regex::new(&rule.regex).map_err(|e| self.mistake(&rule.id, &e))?;
            for captures in regex.captures_iter(text) {
                let Some(secret) = captures.get(1).or_else(|| captures.get(0)) else { continue };
                let apart = found.iter().all(|f| secret.end() <= f.range.start || f.range.end <= secret.start());
                if apart && rule.is_secret(secret.as_str()) && !self.allow.iter().any(|a| a.contains(secret.as_str())) {
                    found.push(Finding { range: secret.range(), rule: rule.id.clone() });
                }
            }
        }
        found.sort_by_key(|f| f.range.start);
        Ok(found)
    }

    /// Replaces secrets by `[redacted:rule]`; returns the text and the names of the rules that fired.
    pub fn redact(&self, text: &str) -> Result<(String, Vec<String>)> {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        let mut rules: Vec<String> = Vec::new();
        for finding in self.scan(text)? {
            out.push_str(&text[at..finding.range.start]);
            out.push_str(&format!("[redacted:{}]", finding.rule));
            at = finding.range.end;
            if !rules.contains(&finding.rule) {
                rules.push(finding.rule);
            }
        }
        out.push_str(&text[at..]);
        Ok((out, rules))
    }

    /// The rules that are switched on, the folder's own in the place of built-in ones of the same id.
    fn rules(&self) -> Result<Vec<Rule>> {
        let parse = |text: &str| toml::from_str::<File>(text).map(|f| f.rule);
        let mut rules = parse(BUILT_IN).map_err(|e| Error::new("cannot read the built-in rules").because(e))?;
        if let Some((path, text)) = &self.own {
            let own = parse(text).map_err(|e| {
                Error::new(format!("cannot read `{}`: {}", path.display(), e.message()))
                    .hint("the built-in file, with an explanation of every key, is in the program's documentation")
            })?;
            rules.retain(|r| !own.iter().any(|o| o.id == r.id));
            rules.splice(0..0, own);
        }
        rules.retain(|r| !self.off.contains(&r.id));
        Ok(rules)
    }

    fn mistake(&self, rule: &str, e: &regex::Error) -> Error {
        let path = self.own.as_ref().map_or(Cow::Borrowed("templates/redact.toml"), |(p, _)| p.to_string_lossy());
        let reason = e.to_string();
        let reason = reason.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
        Error::new(format!("cannot read `{path}`: the regex of rule `{rule}`: {reason}"))
    }
}

/// Which pairs of bytes a text has, about: a hundred keywords are ruled out without a search for each.
struct Pairs([u64; 16]);

impl Pairs {
    fn of<const N: usize>(texts: [&str; N]) -> Self {
        let mut pairs = Self([0; 16]);
        for pair in texts.iter().flat_map(|text| text.as_bytes().windows(2)) {
            let (word, bit) = Self::place(pair);
            pairs.0[word] |= bit;
        }
        pairs
    }

    fn may_spell(&self, keyword: &str) -> bool {
        keyword.as_bytes().windows(2).map(Self::place).all(|(word, bit)| self.0[word] & bit != 0)
    }

    fn place(pair: &[u8]) -> (usize, u64) {
        let n = usize::from(pair[0]) * 37 + usize::from(pair[1]);
        (n / 64 % 16, 1 << (n % 64))
    }
}

/// The keywords of the built-in rules, read off the file's text: each list stands on one line.
fn built_in_keywords() -> impl Iterator<Item = &'static str> {
    let lists = memchr::memmem::find_iter(BUILT_IN.as_bytes(), b"\nkeywords = [").map(|at| &BUILT_IN[at + 13..]);
    let list = |text: &'static str| &text[..memchr::memchr(b'\n', text.as_bytes()).unwrap_or(text.len())];
    lists.flat_map(move |text| list(text).split('"').skip(1).step_by(2))
}

impl Rule {
    fn is_secret(&self, text: &str) -> bool {
        let digit = !self.digit || text.bytes().any(|c| c.is_ascii_digit());
        digit && entropy(text) >= self.entropy && !is_masked(text) && !(self.words && is_placeholder(text))
    }
}

/// Shannon entropy in bits a character.
fn entropy(text: &str) -> f64 {
    let mut counts = std::collections::BTreeMap::new();
    let mut length = 0.0;
    for c in text.chars() {
        *counts.entry(c).or_insert(0.0) += 1.0;
        length += 1.0;
    }
    counts.values().map(|n: &f64| -(n / length) * (n / length).log2()).sum()
}

/// Whether a value is masked already, or a documentation's example.
fn is_masked(text: &str) -> bool {
    // What ends a sentence masks nothing.
    let lower = text.trim_end_matches('.').to_lowercase();
    ["***", "...", "…", "xxxx", "••", "####", "example", "redacted"].iter().any(|m| lower.contains(m))
}

/// Whether a value that people write as prose stands for one: a variable, a path, a link, `changeme`.
fn is_placeholder(text: &str) -> bool {
    let lower = text.to_lowercase();
    let starts =
        ["$", "%", "<", "{", "[", "/", "./", "../", "~/", "http:", "https:", "process.env", "os.environ", "env."];
    let whole = [
        "password",
        "passwort",
        "passwd",
        "secret",
        "changeme",
        "change-me",
        "none",
        "null",
        "true",
        "false",
        "admin",
        "root",
    ];
    let within = ["placeholder", "your-", "your_", "changeme", "dummy", "insert-", "insert_"];
    starts.iter().any(|s| lower.starts_with(s))
        || whole.contains(&lower.as_str())
        || within.iter().any(|w| lower.contains(w))
        || lower.ends_with("()")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Vec<String> {
        scan(text, &Settings::default()).into_iter().map(|f| f.rule).collect()
    }

    /// A value that looks random and is the same in every run: no real secret stands in the tests.
    fn made(alphabet: &str, length: usize) -> String {
        let alphabet: Vec<char> = alphabet.chars().collect();
        let mut state = 7_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            alphabet[(state >> 33) as usize % alphabet.len()]
        };
        (0..length).map(|_| next()).collect()
    }

    fn word(length: usize) -> String {
        made("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789", length)
    }

    fn hex(length: usize) -> String {
        made("0123456789abcdef", length)
    }

    #[test]
    fn secrets_of_every_sort_are_found() {
        let upper = |n| made("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", n);
        let all = [
            ("aws-access-key", format!("key AKIA{} in use", upper(16))),
            ("aws-secret-key", format!("aws_secret_access_key = {}", made("abcdefgABCDEFG0123456789/+xyzXYZ", 40))),
            ("gcp-api-key", format!("AIza{}", word(35))),
            ("gcp-oauth", format!("ya29.{}", word(60))),
            ("azure-storage-key", format!("AccountName=x;AccountKey={}==;", word(86))),
            ("signed-url", format!("https://x.blob.example.net/c?sv=1&sig={}", word(44))),
            ("github-token", format!("ghp_{}", word(36))),
            ("github-token", format!("github_pat_{}", word(82))),
            ("gitlab-token", format!("glpat-{}", word(20))),
            ("npm-token", format!("npm_{}", word(36))),
            ("pypi-token", format!("pypi-{}", word(150))),
            ("slack-token", format!("xoxb-{}", word(40))),
            ("slack-webhook", format!("https://hooks.slack.com/services/T{}/B{}/{}", upper(8), upper(8), word(24))),
            ("discord-webhook", format!("https://discord.com/api/webhooks/123456789012345678/{}", word(68))),
            ("telegram-token", format!("bot 123456789:AA{}", word(33))),
            ("sendgrid-key", format!("SG.{}.{}", word(22), word(43))),
            ("anthropic-key", format!("sk-ant-api03-{}", word(90))),
            ("openai-key", format!("sk-proj-{}", word(100))),
            ("openrouter-key", format!("sk-or-v1-{}", hex(64))),
            ("model-key", format!("sk-{}", hex(32))),
            ("model-key", format!("HF uses hf_{}", word(34))),
            ("stripe-key", format!("sk_live_{}", word(24))),
            ("jwt", format!("eyJ{}.eyJ{}.{}", word(20), word(40), word(43))),
            (
                "private-key",
                format!(
                    "-----BEGIN OPENSSH PRIVATE KEY-----\n{}\n{}\n-----END OPENSSH PRIVATE KEY-----",
                    word(70),
                    word(70)
                ),
            ),
            ("private-key", format!("-----BEGIN PRIVATE KEY-----\n{}", word(70))),
            ("authorization", format!("curl -H 'Authorization: Bearer {}'", word(40))),
            ("url-password", "postgres://app:s3cr3tpw@db.internal:5432/app".to_owned()),
            ("password", "DB_PASSWORD=hunter22".to_owned()),
            ("password", "password = \"correct-horse\"".to_owned()),
            ("password-told", "the password is hunter22".to_owned()),
            ("password-told", "数据库密码是 Tr0ub4dor".to_owned()),
            ("assigned-secret", format!("api_key: {}", word(32))),
            ("assigned-secret", format!("\"client_secret\": \"{}\"", word(40))),
            ("assigned-secret", format!("X-Api-Key: {}", word(32))),
            ("assigned-secret", format!("AccessKeySecret={}", word(30))),
            ("assigned-secret", format!("密钥是 {}", word(32))),
            ("github-token", format!("the token ghs_{} expires.", word(36))),
            ("github-token", format!("ghs_{}_eyJ{}.eyJ{}.{}", 12345, word(30), word(60), word(43))),
            ("github-token", format!("It is ghp_{}...", word(36))),
            ("gitlab-token", format!("glpat-{}.01.{}", word(40), word(9))),
            ("gitlab-token", format!("glrtr-{}", word(20))),
            ("gitlab-token", format!("GR1348941{}", word(20))),
            ("slack-token", format!("xoxe.xoxp-1-{}", word(140))),
            ("slack-token", format!("xapp-1-A{}-{}-{}", upper(10), 1_234_567_890_123_u64, hex(64))),
            ("aws-access-key", format!("ASIA{}", upper(16))),
            ("aws-session-token", format!("aws_session_token = {}", made("abcdefgABCDEFG0123456789/+xyzXYZ", 200))),
            ("aws-bedrock-key", format!("ABSK{}", word(128))),
            ("gcp-api-key", format!("AQ.Ab{}", word(50))),
            ("gcp-oauth", format!("GOCSPX-{}", word(28))),
            ("azure-storage-key", format!("Endpoint=sb://x/;SharedAccessKey={}=", word(43))),
            ("azure-client-secret", format!("a1b8Q~{}", word(34))),
            ("azure-key", format!("{}JQQJ99{}", word(52), word(26))),
            ("azure-key", format!("{}AZDO{}", word(76), word(4))),
            ("alibaba-access-key", format!("LTAI5t{}", word(18))),
            ("tencent-secret-id", format!("AKID{}", word(32))),
            ("baidu-key", format!("bce-v3/ALTAK-{}/{}", word(21), hex(40))),
            ("volcengine-access-key", format!("AKLT{}", word(44))),
            ("huawei-secret-key", format!("HUAWEICLOUD_SDK_SK={}", word(40))),
            ("jdcloud-access-key", format!("JDC_{}", upper(28))),
            ("robot-webhook", format!("https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={}", hex(36))),
            ("robot-webhook", format!("https://open.feishu.cn/open-apis/bot/v2/hook/{}", hex(36))),
            ("cloudflare-token", format!("cfut_{}", word(48))),
            ("hosting-token", format!("FlyV1 fm2_{}", word(90))),
            ("docker-token", format!("dckr_pat_{}", word(27))),
            ("nuget-key", format!("oy2{}", made("abcdefghijklmnopqrstuvwxyz234567", 43))),
            ("mail-key", format!("xkeysib-{}-{}", hex(64), word(16))),
            ("anthropic-key", format!("sk-ant-admin01-{}AA", word(93))),
            ("anthropic-key", format!("sk-ant-oat01-{}", word(90))),
            ("openai-key", format!("sk-svcacct-{}", word(100))),
            ("openai-key", format!("sk-{}T3BlbkFJ{}", word(20), word(20))),
            ("langfuse-key", format!("sk-lf-{}", hex(36))),
            ("siliconflow-key", format!("sk-{}", made("abcdefghijklmnopqrstuvwxyz", 48))),
            ("zhipu-key", format!("the glm key {}.{}", hex(32), word(16))),
            ("inference-key", format!("tgp_v1_{}", word(43))),
            ("inference-key", format!("pcsk_{}", word(60))),
            ("model-key", format!("gsk_{}", word(52))),
            ("model-key", format!("xai-{}", word(80))),
            ("stripe-key", format!("rk_live_{}", word(24))),
            ("stripe-key", format!("whsec_{}", word(32))),
            ("payment-token", format!("access_token$production${}${}", hex(16), hex(32))),
            ("mapbox-token", format!("sk.eyJ{}.{}", word(60), word(22))),
            ("one-password", format!("ops_eyJ{}", word(300))),
            (
                "private-key",
                format!(
                    "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n{}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----",
                    word(70)
                ),
            ),
            (
                "private-key",
                format!(
                    "{{\"private_key\": \"-----BEGIN PRIVATE KEY-----\\n{}\\n-----END PRIVATE KEY-----\\n\"}}",
                    word(70)
                ),
            ),
            ("authorization", format!("Authorization: Basic {}=", word(30))),
            ("url-password", "redis://:s3cr3tpw@cache.internal:6379/0".to_owned()),
            ("url-password", "mongodb+srv://app:p@ss0rd@db.internal/app".to_owned()),
            ("url-password", "https://deploy:t0ken-of-day@git.internal/x.git".to_owned()),
            ("password", "Server=db;Uid=app;Pwd=hunter22;".to_owned()),
        ];
        for (rule, text) in all {
            assert_eq!(rules(&text), [rule], "{text}");
        }
    }

    #[test]
    fn what_is_no_secret_is_left_alone() {
        for text in [
            "Fixed in commit 3f786850e387550fdab836ed7e6dc881de23001b",
            "id 123e4567-e89b-12d3-a456-426614174000",
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
            "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
            "the key sk-****abcd was rotated",
            "sk-ant-api03-...",
            "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "AKIAIOSFODNN7EXAMPLE",
            "The password policy: at least twelve characters",
            "password: rotates every quarter",
            "password=<your password>",
            "PASSWORD=$DB_PASSWORD",
            "password = os.environ[\"X\"]",
            "token: /var/run/secrets/kubernetes.io/serviceaccount/token2",
            "secret key rotation is due in 2025-03-14T09:14:00",
            "postgres://user:password@localhost/db",
            "https://example.org:8443/path@1.2.3",
            "git@github.com:owner/repository.git",
            "tokio 1.54.1, token budget 2000, key-value store",
            "Authorization: Bearer <token>",
            "bearer authentication-middleware",
            "api_key: process.env.OPENAI_API_KEY_2",
            "sk-learn-contrib, task-list-item-with-a-long-name-and-more-words",
            "ticket PROJ-1234, v1.0-rc2, 10.0.0.1:8080",
            "[redacted:github-token] was found",
            "密码策略：每九十天更换一次",
            "密钥是 保存在保险柜里的那一把",
            "commit 3f786850e387550fdab836ed7e6dc881de23001b is on main, tree 89e6c98d92887913cadf06b2adb97f26cde4849b",
            "the cache key is user/42/profile/2025-03-14",
            "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            "![logo](data:image/jpeg;base64,/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRof)",
            "the token ghp_**** was revoked",
            "xoxb-...-abcd",
            "sk-ant-…",
            "AKIA****************",
            "key AIza...XyZ1 and glpat-********************",
            "ghp_abcd...wxyz is half masked",
            "Bearer $TOKEN, Bearer {{token}}, Authorization: Basic <base64>",
            "postgres://app:***@db/app, postgres://app:${DB_PASS}@db/app, postgres://app@db/app",
            "http://localhost:8080, ask ana@example.org; http://localhost:8080;ana@example.org",
            "ssh://git@github.com:22/owner/repository.git",
            "store_path and pre_processing_of_tokens, fw_version, re_compile",
            "task-3f786850e387550fdab836ed7e6dc881 failed",
            "the session token is kept for 30 minutes",
            "api_key = os.environ['API_KEY_2']",
            "secret: vault:secret/data/app#password2",
            "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 ana@laptop",
            "etag W/\"0815-abcdef0123456789abcdef0123456789\"",
        ] {
            assert_eq!(rules(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_secret_is_replaced_and_its_surroundings_stay() {
        let token = format!("ghp_{}", word(36));
        let (text, fired) = redact(&format!("use {token}, then {token}; password=hunter22."), &Settings::default());
        assert_eq!(text, "use [redacted:github-token], then [redacted:github-token]; password=[redacted:password]");
        assert_eq!(fired, ["github-token", "password"]);
    }

    #[test]
    fn exceptions_of_the_settings_hold() {
        let text = "password=hunter22";
        let mut settings = Settings::default();
        settings.redact.allow = vec!["hunter22".into()];
        assert_eq!(scan(text, &settings), []);
        settings = Settings::default();
        settings.redact.off = vec!["password".into()];
        assert_eq!(scan(text, &settings), []);
        settings = Settings::default();
        settings.features.governance = false;
        assert_eq!(scan(text, &settings), []);
    }

    #[test]
    fn the_built_in_rules_are_sound() {
        let rules = Redactor::default().rules().unwrap();
        let mut ids: Vec<&str> = rules.iter().map(|r| r.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), rules.len());
        let quick: Vec<&str> = built_in_keywords().collect();
        for rule in &rules {
            regex::Regex::new(&rule.regex).unwrap_or_else(|e| panic!("{}: {e}", rule.id));
            assert!(rule.keywords.iter().all(|k| quick.contains(&k.as_str())), "{}", rule.id);
        }
    }
}
