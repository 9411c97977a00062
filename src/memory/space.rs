//! Spaces: memories of tenants and users below one folder, each apart from all others.
//!
//! A space is a complete memory at `spaces/<name>`. Two things keep it apart: its name can only lead
//! down, and no symbolic link inside may lead out, which is looked at whenever a space is opened. A hard
//! link cannot be told from a file; whoever can make one could as well copy the file.

use std::path::{Path, PathBuf};

use super::find::{SETTINGS_FILE, is_memory};
use super::{files, make};
use crate::error::{Error, Result};

/// The longest part of a name, in bytes.
const LONGEST: usize = 100;

/// The name of a space: one or two parts of `[a-z0-9._-]`, none with a leading dot.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Space(String);

impl std::fmt::Display for Space {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Space {
    /// Reads a name; anything else is a usage error.
    pub fn parse(name: &str) -> Result<Self> {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"._-".contains(&b);
        let part = |p: &str| (1..=LONGEST).contains(&p.len()) && !p.starts_with('.') && p.bytes().all(plain);
        if name.split('/').count() <= 2 && name.split('/').all(part) {
            Ok(Self(name.to_owned()))
        } else {
            Err(Error::usage(format!("`{}` cannot be the name of a space", name.escape_debug())).hint(
                "one or two parts such as `acme` or `acme/ana`, of a-z, 0-9, `.`, `_` and `-`, none beginning with a dot",
            ))
        }
    }

    /// The folder of the space below a memory folder.
    pub fn folder(&self, home: &Path) -> PathBuf {
        home.join("spaces").join(&self.0)
    }

    /// The folder of a space that exists and that no link leads out of.
    pub fn open(&self, home: &Path) -> Result<PathBuf> {
        let folder = self.folder(home);
        if !is_memory(&folder) {
            return Err(Error::new(format!("there is no space `{self}` in `{}`", home.display()))
                .hint(format!("`alluvium space add {self}` makes it; `alluvium space list` shows those that exist")));
        }
        self.check_apart(home, &folder)?;
        Ok(folder)
    }

    /// Makes the space, with its own empty sediment. False when it exists already.
    pub fn add(&self, home: &Path, settings: &super::Settings) -> Result<bool> {
        let folder = self.folder(home);
        if is_memory(&folder) {
            return Ok(false);
        }
        self.check_apart(home, &folder)?;
        make::sediment(&folder, settings)?;
        // Last, since a folder is a memory from then on.
        files::replace(&folder.join(SETTINGS_FILE), make::SPACE_SETTINGS.as_bytes())?;
        Ok(true)
    }

    /// Removes the space with all that is in it. The caller holds its locks.
    pub fn remove(&self, home: &Path) -> Result<()> {
        files::remove_folder(&self.folder(home))?;
        if let Some(tenant) = self.tenant(home)
            && files::list(&tenant)?.is_empty()
        {
            files::remove_folder(&tenant)?;
        }
        Ok(())
    }

    fn tenant(&self, home: &Path) -> Option<PathBuf> {
        self.0.split_once('/').map(|(tenant, _)| home.join("spaces").join(tenant))
    }

    /// A space inside of another one would be read with it, and a link leads anywhere.
    fn check_apart(&self, home: &Path, folder: &Path) -> Result<()> {
        let other = match self.tenant(home) {
            Some(tenant) => is_memory(&tenant).then_some(tenant),
            None => {
                let names = files::list(folder)?;
                names.into_iter().map(|name| folder.join(name)).find(|below| is_memory(below))
            }
        };
        if let Some(other) = other.as_deref().and_then(|other| other.strip_prefix(home.join("spaces")).ok()) {
            return Err(Error::new(format!(
                "the spaces `{self}` and `{}` would lie one inside of the other",
                other.display()
            ))
            .hint("a tenant that has users has no memory of its own; give it a user, such as `acme/team`"));
        }
        match link_out(home, folder, self)? {
            None => Ok(()),
            Some(link) => Err(Error::new(format!("`{}` leads out of the space `{self}`", link.display()))
                .hint("remove the link; nothing is read or written through it")),
        }
    }
}

/// The spaces of a memory folder, by name.
pub fn list(home: &Path) -> Result<Vec<Space>> {
    let mut spaces = Vec::new();
    let root = home.join("spaces");
    let named = |folder: &Path, prefix: &str| -> Result<Vec<Space>> {
        let names = files::list(folder)?;
        let spaces = names.iter().filter_map(|n| Space::parse(&format!("{prefix}{}", n.to_str()?)).ok());
        Ok(spaces.collect())
    };
    for space in named(&root, "")? {
        let folder = space.folder(home);
        if is_memory(&folder) {
            spaces.push(space);
        } else {
            let users = named(&folder, &format!("{space}/"))?;
            spaces.extend(users.into_iter().filter(|user| is_memory(&user.folder(home))));
        }
    }
    Ok(spaces)
}

/// The first symbolic link on the way to the space, or inside of it and leading out. Lists folders
/// once and asks about links only.
fn link_out(home: &Path, folder: &Path, space: &Space) -> Result<Option<PathBuf>> {
    let mut way = home.join("spaces");
    for part in space.0.split('/') {
        way.push(part);
        if way.is_symlink() {
            return Ok(Some(way));
        }
    }
    let Ok(real) = std::fs::canonicalize(folder) else { return Ok(None) };
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let failed = |e| Error::io("read", &folder, e);
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => continue,
            Err(e) => return Err(failed(e)),
        };
        for entry in entries {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            let path = entry.path();
            if kind.is_symlink() {
                // A link that leads nowhere today may lead anywhere tomorrow.
                if !std::fs::canonicalize(&path).is_ok_and(|target| target.starts_with(&real)) {
                    return Ok(Some(path));
                }
            } else if kind.is_dir() {
                folders.push(path);
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn hostile_names_are_usage_errors() {
        for name in [
            "", "/", "a/", "/a", "a//b", "a/b/c", ".", "..", "../a", "a/..", "a/.b", ".a", "A", "ä", "a b", "a\\b",
            "a\0b", "a\nb", "~", "c:", "%2e%2e", "a/b/", "－",
        ] {
            let error = Space::parse(name).unwrap_err();
            assert_eq!(error.exit_code(), 64, "{name:?}");
        }
        assert!(Space::parse(&"a".repeat(LONGEST + 1)).is_err());
        for name in ["acme", "acme/ana", "a.b-c_1/2..3", "-", "0"] {
            assert!(Space::parse(name).is_ok(), "{name}");
        }
    }

    proptest! {
        #[test]
        fn no_name_leads_out_of_the_spaces(name in "[a-c./\\\\~ -]{0,8}|.{0,6}") {
            if let Ok(space) = Space::parse(&name) {
                let folder = space.folder(Path::new("/m"));
                let below = folder.strip_prefix("/m/spaces").unwrap();
                let normal = |c| matches!(c, std::path::Component::Normal(_));
                prop_assert!((1..=2).contains(&below.components().count()));
                prop_assert!(below.components().all(normal));
                prop_assert_eq!(below.to_str().unwrap(), name);
            }
        }
    }
}
