//! Git: how a memory spans machines. A merge driver for our files, and `sync`.
