//! Finished jobs as lines of JSON: the journal of a command, the part of one computer of a cluster, and the joined parts.
//!
//! The first line identifies the work, each other line is a finished job. Parts of the same work have the same first line.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Work that can be divided: everything that its results depend on. Equal for parts of the same work.
pub trait Divided: Debug + Clone + PartialEq + Serialize + DeserializeOwned {
    /// The result of a job.
    type Result: Debug + Clone + PartialEq + Serialize + DeserializeOwned;

    /// The name of the form; the key of the description in the first line.
    const FORM: &'static str;
    /// The command that does the work.
    const WORDS: &'static str;
    /// The work in a sentence: `a sweep`.
    const NOUN: &'static str;

    /// Number of jobs.
    fn count(&self) -> usize;

    /// The job of a result.
    fn job_of(result: &Self::Result) -> usize;

    /// Says for each job number and result whether the result can be that job's.
    fn checker(&self) -> impl Fn(&Self::Result) -> bool;

    /// What differs from another description, as a sentence without its end.
    fn difference(&self, _other: &Self) -> String {
        "programs, inputs, machine or what is varied differ".to_owned()
    }
}

/// Version of the form.
fn format<D: Divided>() -> String {
    format!("jop-{}-1", D::FORM)
}

impl PartError {
    /// The error of a description that is not the wanted one.
    #[must_use]
    pub fn other<D: Divided>(wanted: &D, found: &D) -> Self {
        Self::Other {
            command: D::FORM,
            difference: wanted.difference(found),
        }
    }
}

/// Lines that are no part of this work.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    /// The file is something else.
    #[error("no part of {noun}: its first line does not name the form `{format}`")]
    NoPart {
        /// The work.
        noun: &'static str,
        /// Its form.
        format: String,
    },
    /// A line that is no job of the work.
    #[error("line {line} is no finished job of this {command}; the file is damaged")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The command.
        command: &'static str,
    },
    /// Other work.
    #[error("a part of another {command}: {difference}")]
    Other {
        /// The command.
        command: &'static str,
        /// What differs.
        difference: String,
    },
    /// Two results of one job.
    #[error("job {0} is there twice with different results")]
    Differ(usize),
    /// Jobs that no part has.
    #[error(
        "{missing} of {all} jobs are missing, the first is job {first}; run it with `{command} ... --job {first}`"
    )]
    Missing {
        /// Number of missing jobs.
        missing: usize,
        /// Of how many.
        all: usize,
        /// The first one.
        first: usize,
        /// The command.
        command: &'static str,
    },
}

/// The first line.
#[must_use]
pub fn render_head<D: Divided>(description: &D) -> String {
    let format = serde_json::to_string(&format::<D>()).unwrap_or_default();
    let description = serde_json::to_string(description).unwrap_or_default();
    format!("{{\"format\":{format},\"{}\":{description}}}\n", D::FORM)
}

/// The line of a finished job.
#[must_use]
pub fn render_job(result: &impl Serialize) -> String {
    // Names and numbers always serialise.
    serde_json::to_string(result).unwrap_or_default() + "\n"
}

/// Finished jobs of one work.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts<D: Divided> {
    /// The work.
    pub description: D,
    /// Its finished jobs, by number.
    pub results: BTreeMap<usize, D::Result>,
}

impl<D: Divided> Parts<D> {
    /// No job of a work.
    #[must_use]
    pub fn new(description: D) -> Self {
        Self {
            description,
            results: BTreeMap::new(),
        }
    }

    /// Reads a file of lines. With `journal`, an unfinished last line, as an interrupt leaves it, is no error.
    ///
    /// # Errors
    /// When it is no part, or one that is damaged.
    pub fn parse(text: &[u8], journal: bool) -> Result<Self, PartError> {
        let mut lines = text.split_inclusive(|&byte| byte == b'\n').enumerate();
        let head = lines.next().map_or(&[][..], |(_, line)| line);
        let mut parts = Self::new(parse_head(head)?);
        let description = parts.description.clone();
        let fits = description.checker();
        for (index, line) in lines {
            if journal && !line.ends_with(b"\n") {
                break;
            }
            let damaged = || PartError::Line {
                line: index + 1,
                command: D::FORM,
            };
            let result: D::Result = serde_json::from_slice(line).map_err(|_| damaged())?;
            if !fits(&result) {
                return Err(damaged());
            }
            parts.add(result)?;
        }
        Ok(parts)
    }

    /// Adds a finished job.
    ///
    /// # Errors
    /// When it is there with another result.
    pub fn add(&mut self, result: D::Result) -> Result<(), PartError> {
        match self.results.entry(D::job_of(&result)) {
            Entry::Vacant(place) => {
                place.insert(result);
                Ok(())
            }
            Entry::Occupied(known) if *known.get() == result => Ok(()),
            Entry::Occupied(known) => Err(PartError::Differ(*known.key())),
        }
    }

    /// Adds the jobs of another part.
    ///
    /// # Errors
    /// When it is of other work, or has another result for a job.
    pub fn join(&mut self, other: Self) -> Result<(), PartError> {
        if other.description != self.description {
            return Err(PartError::other(&self.description, &other.description));
        }
        other
            .results
            .into_values()
            .try_for_each(|result| self.add(result))
    }

    /// Numbers of the jobs that are not finished.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        (0..self.description.count())
            .filter(|job| !self.results.contains_key(job))
            .collect()
    }

    /// All results in the order of the jobs, once every job is finished.
    ///
    /// # Errors
    /// When jobs are missing.
    pub fn complete(&self) -> Result<impl Iterator<Item = &D::Result>, PartError> {
        let missing = self.missing();
        match missing.first() {
            Some(&first) => Err(PartError::Missing {
                missing: missing.len(),
                all: self.description.count(),
                first,
                command: D::WORDS,
            }),
            None => Ok(self.results.values()),
        }
    }
}

fn parse_head<D: Divided>(line: &[u8]) -> Result<D, PartError> {
    let no_part = || PartError::NoPart {
        noun: D::NOUN,
        format: format::<D>(),
    };
    let mut head: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(line).map_err(|_| no_part())?;
    let is_ours = head.get("format").and_then(|it| it.as_str()) == Some(&format::<D>());
    let description = head.remove(D::FORM).filter(|_| is_ours && head.len() == 1);
    let description = description.ok_or_else(no_part)?;
    serde_json::from_value(description).map_err(|_| no_part())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    struct Squares {
        of: Vec<u32>,
    }

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    struct Square {
        job: usize,
        square: u32,
    }

    impl Divided for Squares {
        type Result = Square;
        const FORM: &'static str = "square";
        const WORDS: &'static str = "jop square";
        const NOUN: &'static str = "a list of squares";

        fn count(&self) -> usize {
            self.of.len()
        }

        fn job_of(result: &Square) -> usize {
            result.job
        }

        fn checker(&self) -> impl Fn(&Square) -> bool {
            |result| result.job < self.of.len()
        }
    }

    fn squares() -> Squares {
        Squares { of: vec![2, 3, 4] }
    }

    fn text(jobs: &[usize]) -> String {
        let job = |job: &usize| Square {
            job: *job,
            square: squares().of[*job] * squares().of[*job],
        };
        let lines = jobs.iter().map(|number| render_job(&job(number)));
        render_head(&squares()) + &lines.collect::<String>()
    }

    #[test]
    fn parts_in_any_order_are_the_whole() {
        let mut joined = Parts::<Squares>::parse(text(&[2]).as_bytes(), false).expect("a part");
        assert_eq!(joined.missing(), [0, 1]);
        let error = joined.complete().map(|_| ()).expect_err("a part");
        assert!(
            error.to_string().contains("jop square ... --job 0"),
            "{error}"
        );
        let other = Parts::parse(text(&[1, 0]).as_bytes(), false).expect("a part");
        joined.join(other).expect("the same work");
        let squares: Vec<u32> = joined
            .complete()
            .expect("all")
            .map(|it| it.square)
            .collect();
        assert_eq!(squares, [4, 9, 16]);
    }

    #[test]
    fn what_is_no_part_is_refused_with_its_place() {
        let parse = |text: &str| Parts::<Squares>::parse(text.as_bytes(), false).map(|_| ());
        let whole = text(&[0, 1]);
        assert!(matches!(parse("{}\n"), Err(PartError::NoPart { .. })));
        assert!(matches!(parse(""), Err(PartError::NoPart { .. })));
        let damaged = whole.replace("\"job\":1", "\"job\":7");
        assert_eq!(
            parse(&damaged),
            Err(PartError::Line {
                line: 3,
                command: "square"
            })
        );
        let twice = whole.clone() + "{\"job\":1,\"square\":10}\n";
        assert_eq!(parse(&twice), Err(PartError::Differ(1)));
        let cut = &whole[..whole.len() - 3];
        assert!(parse(cut).is_err());
        let journal = Parts::<Squares>::parse(cut.as_bytes(), true).expect("a journal");
        assert_eq!(journal.missing(), [1, 2]);
        let other = parse_head::<Squares>(b"{\"format\":\"jop-square-1\",\"square\":{\"of\":[1]}}");
        let mut parts = Parts::new(squares());
        let other = Parts::new(other.expect("a head"));
        let error = parts.join(other).expect_err("other squares");
        assert_eq!(
            error.to_string(),
            "a part of another square: programs, inputs, machine or what is varied differ"
        );
    }
}
