//! Recordings of stretches of the way. The session remembers where one begins; at its end the way is run again under a recorder,
//! which the owner of the session has, as it knows files.

use crate::breakpoints::number;
use crate::error::CommandError;
use crate::session::Session;
use crate::stretch::{Begun, Recorder, Stretch};

impl Session {
    /// The same with a recorder, which `record` needs.
    #[must_use]
    pub fn recording_with(mut self, recorder: Box<dyn Recorder>) -> Self {
        self.recorder = Some(recorder);
        self
    }

    /// A recording that has begun and is not written, as a note.
    #[must_use]
    pub fn unwritten(&self) -> Option<String> {
        let begun = self.recording.as_ref()?;
        Some(format!(
            "{} is not written: `record off` ends a recording",
            begun.file
        ))
    }

    pub(crate) fn record(&mut self, arguments: &str) -> Result<String, CommandError> {
        let Some(recorder) = &self.recorder else {
            return Err(CommandError::new(
                "a recording is of a program on one core, and not from a checkpoint",
            ));
        };
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let moment = |words: &[&str]| {
            let moment = words.first().map(|word| plain(word));
            if let Some(moment) = &moment {
                recorder.check_moment(moment)?;
            }
            Ok(moment)
        };
        match (words[..].split_first(), &self.recording) {
            (None, None) => Ok("no recording has begun".to_owned()),
            (None, Some(begun)) => Ok(format!("{} from {} on", begun.file, begun.from)),
            (Some((&"on", [file, words @ ..])), None) if words.len() < 2 => {
                check_file(recorder.as_ref(), file)?;
                let from = moment(words)?;
                Ok(self.begin_recording(file, from))
            }
            (Some((&"on", [_, words @ ..])), Some(begun)) if words.len() < 2 => {
                Err(CommandError::new(format!(
                    "{} has begun and is not written; `record off` writes it",
                    begun.file
                )))
            }
            (Some((&"off", words)), None) if words.len() < 2 => Err(CommandError::new(
                "no recording has begun; `record on FILE.jrec` begins one",
            )),
            (Some((&"off", words)), Some(_)) if words.len() < 2 => {
                let to = moment(words)?;
                self.end_recording(to)
            }
            _ => Err(CommandError::new(
                "`record` is `record on FILE.jrec [MOMENT]` or `record off [MOMENT]`; a moment is a cycle, Class.method#CALL or bytecode:NAME#NUMBER",
            )),
        }
    }

    fn begin_recording(&mut self, file: &str, moment: Option<String>) -> String {
        // With the bytecode that runs.
        let from = moment.unwrap_or_else(|| self.position().since.to_string());
        let text = format!("{file} from {from} on; `record off` writes it");
        self.recording = Some(Begun {
            file: file.to_owned(),
            from,
        });
        text
    }

    /// Writes the recording that has begun. One that fails is given up, so that it is in the way of no other.
    fn end_recording(&mut self, moment: Option<String>) -> Result<String, CommandError> {
        let until = self.timeline.cycle();
        // A bytecode that begins is no part of it.
        let now = match self.position().begins(until) {
            true => self.position().since,
            false => until,
        };
        let (machine, _) = self.timeline.copy_at(self.timeline.first());
        let (Some(begun), Some(recorder)) = (self.recording.take(), &mut self.recorder) else {
            return Ok(String::new());
        };
        let stretch = Stretch {
            file: &begun.file,
            from: &begun.from,
            to: &moment.unwrap_or_else(|| now.to_string()),
            machine: machine.into_machine(),
            fed: &self.fed,
            until,
        };
        let recorded = recorder.record(&stretch);
        recorded.map_err(|error| CommandError::new(format!("the recording is given up: {error}")))
    }

    /// Remembers input for the way that is run again; what came after now is forgotten.
    pub(crate) fn remember(&mut self, bytes: &[u8]) {
        let now = self.timeline.cycle();
        self.fed.retain(|(cycle, _)| *cycle <= now);
        // What comes in the first cycle is in the machine's first state.
        if now > self.timeline.first() && !bytes.is_empty() {
            self.fed.push((now, bytes.to_vec()));
        }
    }
}

fn check_file(recorder: &dyn Recorder, file: &str) -> Result<(), CommandError> {
    if !file.ends_with(".jrec") {
        return Err(CommandError::new(format!(
            "{file}: a recording ends in .jrec"
        )));
    }
    recorder.check_file(file)
}

/// A moment with its number in full: `50k` and `Door.open#1k` as the debugger writes numbers.
fn plain(moment: &str) -> String {
    let (place, count) = moment.split_at(moment.rfind('#').map_or(0, |at| at + 1));
    match number(count) {
        Ok(count) => format!("{place}{count}"),
        Err(_) => moment.to_owned(),
    }
}
