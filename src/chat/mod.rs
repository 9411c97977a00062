//! Conversations: trimming message lists, running summaries, import of transcripts, hooks of agent hosts.
