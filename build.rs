//! Links the optimised program for Linux at a fixed address.
//!
//! `add` and `inject` run in a millisecond, of which a fifth went to moving the program's tables of
//! pointers to a random address, page by page. `ALLUVIUM_PIE=1` keeps the linker's default; see
//! `docs/decisions.md`.
#![expect(clippy::disallowed_methods, reason = "cargo speaks to a build script through the environment")]

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ALLUVIUM_PIE");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|v| v == value);
    if is("PROFILE", "release")
        && is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && std::env::var_os("ALLUVIUM_PIE").is_none()
    {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
