//! The messages of pprof's public `profile.proto`, field by field with its numbers. Strings are places in
//! [`Profile::string_table`], ids count from 1.

use prost::Message;

/// A whole profile.
#[derive(Clone, PartialEq, Message)]
pub struct Profile {
    /// Meaning of the values of each sample.
    #[prost(message, repeated, tag = "1")]
    pub sample_type: Vec<ValueType>,
    /// The samples.
    #[prost(message, repeated, tag = "2")]
    pub sample: Vec<Sample>,
    /// Parts of the program.
    #[prost(message, repeated, tag = "3")]
    pub mapping: Vec<Mapping>,
    /// Places in code.
    #[prost(message, repeated, tag = "4")]
    pub location: Vec<Location>,
    /// Functions.
    #[prost(message, repeated, tag = "5")]
    pub function: Vec<Function>,
    /// All strings; the first is empty.
    #[prost(string, repeated, tag = "6")]
    pub string_table: Vec<String>,
    /// Frames that readers leave out, as a regular expression.
    #[prost(int64, tag = "7")]
    pub drop_frames: i64,
    /// Frames that readers keep none the less.
    #[prost(int64, tag = "8")]
    pub keep_frames: i64,
    /// Time of the recording. Unit: ns since 1970.
    #[prost(int64, tag = "9")]
    pub time_nanos: i64,
    /// Its length. Unit: ns.
    #[prost(int64, tag = "10")]
    pub duration_nanos: i64,
    /// Interval between two samples.
    #[prost(message, optional, tag = "11")]
    pub period_type: Option<ValueType>,
    /// Amount.
    #[prost(int64, tag = "12")]
    pub period: i64,
    /// Free text.
    #[prost(int64, repeated, tag = "13")]
    pub comment: Vec<i64>,
    /// Type of the values to show first.
    #[prost(int64, tag = "14")]
    pub default_sample_type: i64,
}

/// Type and unit of a value.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct ValueType {
    /// Type of the value.
    #[prost(int64, tag = "1")]
    pub r#type: i64,
    /// Its unit.
    #[prost(int64, tag = "2")]
    pub unit: i64,
}

/// A chain of calls with its values.
#[derive(Clone, PartialEq, Message)]
pub struct Sample {
    /// The chain, innermost first.
    #[prost(uint64, repeated, tag = "1")]
    pub location_id: Vec<u64>,
    /// A value of each type.
    #[prost(int64, repeated, tag = "2")]
    pub value: Vec<i64>,
    /// Further properties.
    #[prost(message, repeated, tag = "3")]
    pub label: Vec<Label>,
}

/// A remark of a sample.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct Label {
    /// Its name.
    #[prost(int64, tag = "1")]
    pub key: i64,
    /// Its text.
    #[prost(int64, tag = "2")]
    pub str: i64,
    /// Or its number.
    #[prost(int64, tag = "3")]
    pub num: i64,
    /// Unit of the number.
    #[prost(int64, tag = "4")]
    pub num_unit: i64,
}

/// A part of the program.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct Mapping {
    /// Its id.
    #[prost(uint64, tag = "1")]
    pub id: u64,
    /// First address.
    #[prost(uint64, tag = "2")]
    pub memory_start: u64,
    /// Address after the last.
    #[prost(uint64, tag = "3")]
    pub memory_limit: u64,
    /// Its start in the file.
    #[prost(uint64, tag = "4")]
    pub file_offset: u64,
    /// Its file.
    #[prost(int64, tag = "5")]
    pub filename: i64,
    /// Identification of its contents.
    #[prost(int64, tag = "6")]
    pub build_id: i64,
    /// True if locations have functions.
    #[prost(bool, tag = "7")]
    pub has_functions: bool,
    /// True if they have files.
    #[prost(bool, tag = "8")]
    pub has_filenames: bool,
    /// True if they have lines.
    #[prost(bool, tag = "9")]
    pub has_line_numbers: bool,
    /// True if they have inlined frames.
    #[prost(bool, tag = "10")]
    pub has_inline_frames: bool,
}

/// A place in code.
#[derive(Clone, PartialEq, Message)]
pub struct Location {
    /// Its id.
    #[prost(uint64, tag = "1")]
    pub id: u64,
    /// Its part of the program.
    #[prost(uint64, tag = "2")]
    pub mapping_id: u64,
    /// Its address.
    #[prost(uint64, tag = "3")]
    pub address: u64,
    /// Its line, after those inlined there.
    #[prost(message, repeated, tag = "4")]
    pub line: Vec<Line>,
    /// True if identical code was merged.
    #[prost(bool, tag = "5")]
    pub is_folded: bool,
}

/// A line of a function.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct Line {
    /// The function.
    #[prost(uint64, tag = "1")]
    pub function_id: u64,
    /// Line in its file.
    #[prost(int64, tag = "2")]
    pub line: i64,
    /// Column in the line.
    #[prost(int64, tag = "3")]
    pub column: i64,
}

/// A function.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct Function {
    /// Its id.
    #[prost(uint64, tag = "1")]
    pub id: u64,
    /// Its name for people.
    #[prost(int64, tag = "2")]
    pub name: i64,
    /// Its name in the program.
    #[prost(int64, tag = "3")]
    pub system_name: i64,
    /// Its source file.
    #[prost(int64, tag = "4")]
    pub filename: i64,
    /// Its first line.
    #[prost(int64, tag = "5")]
    pub start_line: i64,
}
