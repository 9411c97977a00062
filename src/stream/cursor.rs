//! A place in a line, by bytes and by columns.

/// A place in a line: byte and column, which differ after tabs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'l> {
    pub(super) line: &'l [u8],
    pub(super) at: usize,
    pub(super) column: usize,
    /// Columns of a tab at `at` that are already used up.
    used: usize,
}

impl<'l> Cursor<'l> {
    pub(super) fn new(line: &'l [u8]) -> Self {
        Self { line, at: 0, column: 0, used: 0 }
    }

    /// The columns of white space from here, and the byte after it.
    pub(super) fn indent(&self) -> (usize, usize) {
        let (mut at, mut column) = (self.at, self.column);
        while let Some(c) = self.line.get(at) {
            match c {
                b' ' => column += 1,
                b'\t' => column += 4 - column % 4,
                _ => break,
            }
            at += 1;
        }
        (column - self.column, at)
    }

    /// Steps over so many columns of white space.
    pub(super) fn skip(&mut self, columns: usize) {
        let goal = self.column + columns;
        while self.column < goal {
            match self.line.get(self.at) {
                Some(b'\t') => {
                    let width = 4 - (self.column - self.used) % 4 - self.used;
                    let step = width.min(goal - self.column);
                    self.column += step;
                    if step == width {
                        self.at += 1;
                        self.used = 0;
                    } else {
                        self.used += step;
                    }
                }
                Some(b' ') => {
                    self.at += 1;
                    self.column += 1;
                }
                _ => break,
            }
        }
    }

    /// Steps over so many bytes that are no tabs.
    pub(super) fn step(&mut self, bytes: usize) {
        self.at += bytes;
        self.column += bytes;
    }

    pub(super) fn rest(&self) -> &'l [u8] {
        &self.line[self.at..]
    }
}
