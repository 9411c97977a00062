//! Which folder is the memory: the order in which places are looked at.

/// How a memory folder was found. Only a folder that was *walked up to* needs trust for hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// `--memory DIR`.
    Flag,
    /// `$ALLUVIUM_MEMORY`.
    Environment,
    /// The nearest folder in or above the working directory.
    WalkedUp,
    /// The user's data folder.
    UserData,
}
