//! Language and embedding models behind one small trait. Nothing leaves the machine unless configured.
