//! One message of a conversation, as far as trimming must understand it.

use super::raw;

/// Who a message is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Instructions; they always stay.
    System,
    /// A person.
    User,
    /// The model.
    Assistant,
    /// A tool, answering a call.
    Tool,
    /// Something that this program does not know; kept or dropped like an answer of the model.
    Other,
}

/// A message with the calls it makes and the calls it answers.
#[derive(Debug, Clone)]
pub struct Message<'a> {
    /// Its source text.
    pub raw: &'a str,
    /// Who it is from.
    pub role: Role,
    /// The calls it makes.
    pub calls: Vec<Call<'a>>,
    /// The calls it answers.
    pub answers: Vec<Answer<'a>>,
    /// The array of blocks or parts, where several things share a message.
    pub blocks: Option<&'a str>,
    /// Whether it holds more than answers.
    pub says: bool,
    /// Halves of calls that the API makes and answers itself.
    pub halves: Vec<Half<'a>>,
    /// What it is, where that matters for its neighbours.
    pub part: Part,
}

/// What a message is to its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Part {
    /// Nothing beside what its calls and answers say.
    #[default]
    Plain,
    /// Reasoning: what it led to must follow.
    Reasoning,
    /// A name for something that only the API has; that may be a call.
    Reference,
}

/// A block that is one half of a call that the API makes and answers itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Half<'a> {
    /// The id that both halves bear.
    pub id: String,
    /// The block.
    pub block: &'a str,
    /// Whether it is the result.
    pub is_result: bool,
}

impl<'a> Message<'a> {
    /// A message that makes and answers no call.
    pub fn plain(raw: &'a str, role: Role) -> Self {
        let (calls, answers, halves) = (Vec::new(), Vec::new(), Vec::new());
        Self { raw, role, calls, answers, blocks: None, says: true, halves, part: Part::Plain }
    }

    /// Adds a block that is one half of a call of the API's own. It says something as well.
    pub fn half(&mut self, id: Option<Id<'a>>, block: &'a str, is_result: bool) {
        self.says = true;
        self.halves.extend(id.map(|id| Half { id: id.text, block, is_result }));
    }

    /// Whether a person says something in it.
    pub fn is_from_user(&self) -> bool {
        self.role == Role::User && self.says
    }

    /// Whether a block of it is an answer.
    pub fn is_answer(&self, block: &str) -> bool {
        self.answers.iter().any(|a| a.block.is_some_and(|b| std::ptr::eq(b, block)))
    }

    /// Whether a conversation may begin with it.
    pub fn may_begin(&self) -> bool {
        self.is_from_user() && self.answers.is_empty()
    }
}

/// The name by which a call and its result find each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Id<'a> {
    /// Its text; a number's digits.
    pub text: String,
    /// Its source text.
    pub raw: &'a str,
}

impl<'a> Id<'a> {
    /// Reads an id: a string that is not empty, or a number. Anything else names nothing.
    pub fn read(raw: Option<&'a str>) -> Option<Self> {
        let raw = raw?;
        let text = match raw::string(raw) {
            Some(text) => text,
            None if raw.bytes().all(|b| b.is_ascii_digit()) => raw.to_owned(),
            None => return None,
        };
        (!text.is_empty()).then_some(Self { text, raw })
    }

    /// Whether the API takes it as it is written.
    pub fn is_string(&self) -> bool {
        self.raw.starts_with('"')
    }
}

/// A call of a tool.
#[derive(Debug, Clone)]
pub struct Call<'a> {
    /// Its id, where it has a usable one.
    pub id: Option<Id<'a>>,
    /// Further places where the same message repeats the id.
    pub repeats: Vec<&'a str>,
    /// The tool's name.
    pub name: String,
    /// The shape's word for how it is called; decides what an answer looks like.
    pub kind: Answering,
}

/// What an answer to a call looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answering {
    /// By its id, in the shape's usual form.
    ById,
    /// By the tool's name and its place, where the shape has no ids.
    ByName,
    /// By its id, as an item of this type (Responses).
    Item(&'static str),
    /// In a form that cannot be made up, such as a screenshot.
    Never,
    /// As above, and it may well have none.
    Optional,
}

/// A tool's answer to a call.
#[derive(Debug, Clone)]
pub struct Answer<'a> {
    /// The id of the call.
    pub id: Option<Id<'a>>,
    /// The tool's name, where the answer repeats it.
    pub name: String,
    /// Whether it is found by name and place.
    pub by_name: bool,
    /// The block that holds it, where the message has blocks.
    pub block: Option<&'a str>,
    /// The value that a placeholder may take the place of.
    pub content: Option<&'a str>,
    /// Whether it may stand without its call: of a sort that nobody told us about.
    pub lone: bool,
}
