//! Editing the sediment: replacing, removing and adding entries by source range.
